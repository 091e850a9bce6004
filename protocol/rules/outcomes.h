// SPDX-License-Identifier: GPL-3.0-or-later
// All distinct positions in which a turn can end, found once each.
#pragma once

#include "protocol/rules/movegen.h"

/* Where a key stands, or belongs, in an open hash table of `size` slots, a power of two. Key {0, 0}
 * marks a free slot, and there is one always. */
static inline size_t tab_key_slot(const TabKey *slots, size_t size, TabKey key)
{
    size_t i = key.a & (size - 1);
    while ((slots[i].a | slots[i].b) && (slots[i].a != key.a || slots[i].b != key.b))
        i = (i + 1) & (size - 1);
    return i;
}

/* The room that a walk over outcomes needs: the set of positions already seen. Make one per thread
 * and keep it: it grows to the largest turn met and allocates nothing after that. Not for two walks
 * at once. */
typedef struct _TabOutcomes TabOutcomes;

TabOutcomes *tab_outcomes_new(void);
void tab_outcomes_free(TabOutcomes *outcomes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabOutcomes, tab_outcomes_free)

typedef enum {
    TAB_OUTCOMES_ALL,     /* every distinct outcome was reported */
    TAB_OUTCOMES_STOPPED, /* the function said stop */
    TAB_OUTCOMES_FULL, /* more states than `max_states`: those reported are distinct and legal, but
                          not all */
} TabOutcomesEnd;

/* Gets each distinct outcome once: the position after the turn and the plays that led there (any
 * that do), valid during the call only. That of casting anew comes last, without plays. Return
 * false to stop the walk. */
typedef bool (*TabOutcomeFunc)(const TabPosition *after, TabKey key, const TabPlay *plays,
                               unsigned n_plays, gpointer user_data);

#define TAB_OUTCOMES_MAX 1000000 /* outcomes that are always listed in full */
/* Positions inside a turn, enough for so many outcomes. */
#define TAB_OUTCOMES_MAX_STATES 24000000

/* Walks over the outcomes of a turn of the side to move with all the throws of `hand`, saved tâbs
 * included. Depth first, so that the first outcome comes after one pass through the hand. A
 * finished game has none. `tick`, if not NULL, is called every thousand states or so; false stops
 * the walk. */
TabOutcomesEnd tab_outcomes_visit(TabOutcomes *outcomes, const TabRules *rules,
                                  const TabPosition *before, const TabHand *hand, size_t max_states,
                                  TabOutcomeFunc func, bool (*tick)(gpointer), gpointer user_data);

/* The turn of an outcome: its hand and plays, or that the dice are cast anew. */
void tab_outcomes_turn(const TabRules *rules, const TabPosition *before, const TabHand *hand,
                       const TabPosition *after, const TabPlay *plays, unsigned n_plays,
                       TabTurn *turn);

/* Calls `func` for every multiset of throws that can complete `throws` with at most `max_throws` in
 * all newly thrown (zero to max_throws - 1 of those that go on and one that ends the throwing);
 * with `throws=at-once` for all that one cast can give; only for the hand itself if it is complete.
 * The hands hold the saved tâbs of the side to move too. */
typedef bool (*TabHandFunc)(const TabHand *hand, gpointer user_data);
bool tab_outcomes_hands(const TabRules *rules, const TabSituation *situation, unsigned max_throws,
                        TabHandFunc func, gpointer user_data);
