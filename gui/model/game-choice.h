// SPDX-License-Identifier: GPL-3.0-or-later
// The choice of a new game as it is remembered from one to the next, in GSettings.
#pragma once

#include "gui/model/game-setup.h"
#include "protocol/rules/ruleset.h"

G_BEGIN_DECLS

/* Where the person sits; the numbers are those of the schema. */
typedef enum {
    TAB_SEATING_WHITE,
    TAB_SEATING_BLACK,
    TAB_SEATING_LOT,   /* White or Black by chance */
    TAB_SEATING_TURNS, /* the other of the two than in the last game */
    TAB_SEATING_BOTH,  /* two people */
    TAB_SEATING_NONE,  /* two engines */
} TabSeating;

/* The game remembered, ready to start: with an engine, a fresh seed, and lots drawn. Rules that are
 * no good any more are replaced by the standard ones. `settings` are those of org.tabgame.Tab. */
TabGameSetup *tab_game_choice_load(GSettings *settings);
/* The same with people and engines seated so, each engine as it was remembered for that. */
TabGameSetup *tab_game_choice_load_as(GSettings *settings, TabSeating seating);

/* The engines to choose from, a GPtrArray of TabEngineConfig: the project's own first (if it is
 * found), then those of the user's file (see engine-config.h) that are enabled. If that file is no
 * good `error` says why, and the own one is there. */
GPtrArray *tab_game_choice_engines(GError **error);
/* Puts the engine of this name at a side; without one of that name, the first. */
void tab_game_choice_pick_engine(TabGameSetup *setup, TabSide side, GPtrArray *engines,
                                 const char *name);

/* Where the person sits in the next game, where that is said by the last one; else `seating`. */
TabSeating tab_game_choice_next_seating(GSettings *settings, TabSeating seating);
/* Keeps for the next game at which side a person played an engine in this one. */
void tab_game_choice_remember_side(GSettings *settings, const TabGameSetup *setup);
/* Another game like `last`, with a fresh seed, and with the sides exchanged if a person who plays
 * an engine has them by turns. */
TabGameSetup *tab_game_choice_load_again(GSettings *settings, const TabGameSetup *last);

/* Seats people and engines; `level` is the engine's by side. A lot is that of the setup's seed,
 * which must be known before; turns must be settled (tab_game_choice_next_seating). */
void tab_game_choice_seat(TabGameSetup *setup, TabSeating seating, const int level[2]);
/* How the people sit in `setup`. */
TabSeating tab_game_choice_get_seating(const TabGameSetup *setup);

/* Whose throws are typed; the numbers are those of the schema. */
typedef enum {
    TAB_REAL_NONE,
    TAB_REAL_PEOPLE, /* not those of engines */
    TAB_REAL_ALL,
} TabRealSticks;

/* Gives real sticks to people, or to all; players must be seated already. */
void tab_game_choice_set_real(TabGameSetup *setup, TabRealSticks real);
/* Who has them in `setup`. */
TabRealSticks tab_game_choice_get_real(const TabGameSetup *setup);
/* Clock and sticks as they are remembered, into a setup whose players are seated; a clock that
 * cannot be read is none. */
void tab_game_choice_load_terms(GSettings *settings, TabGameSetup *setup);
void tab_game_choice_remember_terms(GSettings *settings, const TabGameSetup *setup);

/* Changes the width; the number of pieces follows if it did so before. */
void tab_game_choice_set_columns(TabRuleset *set, unsigned columns);
/* Takes the rules of a rules string, or of one of the user's own rulesets (see named-rules.h), with
 * another width if `with_columns`. The error names what is
 * wrong. */
bool tab_game_choice_set_rules(TabGameSetup *setup, const char *rules, bool with_columns,
                               int columns, GError **error);

G_END_DECLS
