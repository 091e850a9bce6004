// SPDX-License-Identifier: GPL-3.0-or-later
// A ruleset made ready for play: its switches and the tables of its board and cast, shared and
// immutable.
#pragma once

#include "protocol/rules/board.h"
#include "protocol/rules/cast.h"
#include "protocol/rules/ruleset.h"

typedef struct {
    gatomicrefcount refs;
    TabRuleset set;
    TabCast cast;
    int8_t opening_kind; /* the throw that wins the opening, a tâb; -1: there is none */
    int8_t saved_kind;   /* the throw that can be saved; -1: these rules save none */
    TabCell king_cell;   /* where the king begins; TAB_NO_CELL: there is none */
    bool ends_full;      /* the game is over when all pieces stand on the enemy's home rows … */
    bool fill;           /* … and who has more there has won; else it is a draw */
    uint8_t n_thrown;
    TabThrown thrown[TAB_MAX_THROWN]; /* what one cast can give */
    TabBoard board;
} TabRules;

/* The board and the cast that the switches of `set` name. */
TabBoardShape tab_rules_shape(const TabRuleset *set);
TabCast tab_rules_cast(const TabRuleset *set);

/* Makes the tables for `set`, which must be valid, from these two. Counted by references; any
 * thread may read it. */
TabRules *tab_rules_new(const TabRuleset *set);
/* The same with a board and a cast of the caller's, in place of those that the set would have. */
TabRules *tab_rules_new_from_tables(const TabRuleset *set, const TabBoardShape *shape,
                                    const TabCast *cast);
/* The same as tab_rules_new() from a rules string; NULL and TAB_RULES_ERROR_RULES if that is no
 * good. */
TabRules *tab_rules_parse(const char *text, GError **error);
TabRules *tab_rules_ref(const TabRules *rules);
void tab_rules_unref(TabRules *rules);

/* Whether a piece of rank T goes another way than one of rank M, so that people must tell them
 * apart: piles return by where they have been, or the track leads home again over the same rows. */
static inline bool tab_rules_tells_t(const TabRules *rules)
{
    return tab_ruleset_tells_history(&rules->set) || rules->board.comes_home;
}

/* Whether there are pieces of this rank under the rules. */
static inline bool tab_rules_has_rank(const TabRules *rules, TabRank rank)
{
    return rules->board.rows_of_rank[rank] &&
           (rank != TAB_RANK_N || rules->set.value[TAB_SWITCH_CHRISTIANS]);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRules, tab_rules_unref)
