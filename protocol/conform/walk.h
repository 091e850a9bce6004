// SPDX-License-Identifier: GPL-3.0-or-later
// Games played by chance, the same for the same seed: where the positions come from that an engine
// is asked about, and what it has to answer there.
#pragma once

#include "protocol/rules/notation.h"
#include "protocol/rules/cast.h"

typedef struct {
    const TabRules *rules;
    TabRandom random;
    TabSituation now;
    GString *setpos; /* `start w turns …`: what leads to `now`, throws at hand aside */
    guint n_turns;
} TabWalk;

/* Starts a game of these rules, which must outlive the walk. */
void tab_walk_init(TabWalk *walk, const TabRules *rules, TabSide winner, guint64 seed);
void tab_walk_clear(TabWalk *walk);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TabWalk, tab_walk_clear)

/* Completes the throws at hand by chance: with those that the position holds and the saved tâbs not
 * more than `most` if it can be. */
void tab_walk_throw(TabWalk *walk, guint most);
/* Adds throws as they are, by name ("4 6 3"); the caller sees to it that they can be. */
void tab_walk_put(const TabRules *rules, TabThrows *throws, const char *names);
/* Completes throws by this one, after a tâb if there were none and one can stand before it. */
void tab_walk_complete(const TabRules *rules, TabThrows *throws, const char *last);
/* Plays a turn by chance with the throws at hand, which must be complete; its text, free with
 * g_free. */
char *tab_walk_play(TabWalk *walk);
/* Throws and plays so many turns, less if the game ends. */
void tab_walk_play_turns(TabWalk *walk, guint turns);
gboolean tab_walk_over(const TabWalk *walk);

/* The board of the start position with the pieces of these sides alone. Free with g_free. */
char *tab_walk_board(const TabRules *rules, gboolean white, gboolean black);

/* Every distinct outcome of the throws at hand as text, sorted; GPtrArray of char *; NULL if there
 * are more than `most`. With `turns` a turn for each, else its position as `legal` lists it:
 * "<board> <side> - <saved> <number>". */
GPtrArray *tab_walk_list(const TabRules *rules, const TabSituation *situation, guint most,
                         gboolean turns);
/* Whether this text is a legal turn; `after`, if not NULL, becomes the position behind it, and the
 * error says what is wrong. */
gboolean tab_walk_is_legal(const TabRules *rules, const TabSituation *situation, const char *turn,
                           TabPosition *after, GError **error);
