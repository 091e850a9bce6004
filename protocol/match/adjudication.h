// SPDX-License-Identifier: GPL-3.0-or-later
// When a game is ended before its end: resignation, draw, exact value.
#pragma once

#include "protocol/rules/position.h"

/* All off: {0}. Comparisons forgive 10^-9, so that 0.52 is within 0.02 of one half. */
typedef struct {
    gboolean resign, draw, tables; /* which of them are on */
    double resign_win;             /* 0 … 0.49: chance to win at which a side gives up */
    guint resign_turns;            /* of its own, in a row */
    gboolean resign_twosided;      /* the opponent's engine must see it so too */
    double draw_win;               /* 0 … 0.49: as far from one half */
    guint draw_turns;              /* of each side, in a row */
    guint draw_number;             /* turns of the game from this one on count */
    double table_win;              /* 0.51 … 1: an exact chance so high or so low ends the game */
    guint table_pieces;            /* of both sides on the board, at most */
} TabAdjudicationRules;

/* Read the values of --resign ("win=0.02,turns=3[,twosided]"), --draw ("win=0.02,turns=8,
 * number=100") and --tables ("win=0.99,pieces=6"), and switch them on; what is left out has the
 * value shown here, "" all of them. `movecount` is another word for turns, `movenumber` for number.
 * On error (G_OPTION_ERROR_BAD_VALUE, names the word and what is allowed) the rules stay as they
 * were. */
gboolean tab_adjudication_parse_resign(TabAdjudicationRules *rules, const char *text,
                                       GError **error);
gboolean tab_adjudication_parse_draw(TabAdjudicationRules *rules, const char *text, GError **error);
gboolean tab_adjudication_parse_tables(TabAdjudicationRules *rules, const char *text,
                                       GError **error);
/* "resign win=0.02,turns=3; tables win=0.99,pieces=6" with all values; "-" if all are off. Free
 * with g_free. */
char *tab_adjudication_rules_to_string(const TabAdjudicationRules *rules);

typedef enum {
    TAB_ADJUDICATION_NONE,
    TAB_ADJUDICATION_RESIGN_WHITE, /* White gives up: Black has won */
    TAB_ADJUDICATION_RESIGN_BLACK,
    TAB_ADJUDICATION_DRAW,
} TabAdjudicationVerdict;

/* What one game's engines have said so far. A plain value. */
typedef struct {
    TabAdjudicationRules rules;
    guint lost[2];      /* own turns in a row in which the side saw itself as lost */
    guint confirmed[2]; /* turns of the opponent meanwhile in which it saw itself as winning */
    guint even[2];      /* own turns in the run of turns in which both sides saw a draw */
} TabAdjudication;

TabAdjudication tab_adjudication_new(const TabAdjudicationRules *rules);

/* Takes a turn: who played it, how many turns the game has with it, and the chance to win that the
 * engine of that side saw for itself (NAN if it said none, which breaks every run). A side resigns
 * if it saw resign_win or less in resign_turns turns of its own in a row; with twosided also its
 * opponent must have seen 1 - resign_win or more in all its turns since the first of these, one at
 * least. A game is drawn if both saw a chance within draw_win of one half in draw_turns turns of
 * each, in an unbroken row of turns from number draw_number on. */
TabAdjudicationVerdict tab_adjudication_turn(TabAdjudication *game, TabSide side, guint turns,
                                             double win);

/* What the exact chance before a throw decides for the side to move: 1 it has won, -1 it has lost,
 * 0 the game goes on. */
int tab_adjudication_exact(const TabAdjudicationRules *rules, double win);
/* Whether the position is small enough to ask the judge for its exact value. */
gboolean tab_adjudication_wants_exact(const TabAdjudicationRules *rules,
                                      const TabPosition *position);
