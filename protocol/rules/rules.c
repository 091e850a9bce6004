// SPDX-License-Identifier: GPL-3.0-or-later
// Shared, immutable rules: a ruleset with its tables.
#include "protocol/rules/rules.h"

TabBoardShape tab_rules_shape(const TabRuleset *set)
{
    unsigned rows = set->value[TAB_SWITCH_ROWS];
    return (TabBoardShape){
        .n_rows = (uint8_t)rows,
        .prow = set->value[TAB_SWITCH_PROW],
        .mirrored = set->value[TAB_SWITCH_FACING] == TAB_FACING_MIRROR,
        .track = &tab_tracks[set->value[TAB_SWITCH_TRACK]][rows - (TAB_MAX_ROWS - 1)],
    };
}

TabCast tab_rules_cast(const TabRuleset *set)
{
    TabCast cast = tab_casts[set->value[TAB_SWITCH_CAST]];
    tab_cast_make(&cast, set->value[TAB_SWITCH_UNLOCK], set->value[TAB_SWITCH_HALVES]);
    return cast;
}

TabRules *tab_rules_new_from_tables(const TabRuleset *set, const TabBoardShape *shape,
                                    const TabCast *cast)
{
    TabRules *rules = g_new0(TabRules, 1);
    g_atomic_ref_count_init(&rules->refs);
    rules->set = *set;
    rules->cast = *cast;
    rules->cast.n_uses = MAX(cast->n_uses, cast->n_kinds);
    rules->opening_kind = rules->saved_kind = -1;
    for (int t = cast->n_kinds; t-- > 0;) {
        if (cast->kind[t].tab)
            rules->opening_kind = (int8_t)t;
        if (cast->kind[t].saved && set->value[TAB_SWITCH_SAVE_TAB])
            rules->saved_kind = (int8_t)t;
    }
    rules->n_thrown = (uint8_t)tab_cast_list(&rules->cast, rules->thrown);
    tab_board_init(&rules->board, shape, tab_ruleset_columns(set), &rules->cast);
    const TabRow *middle = &rules->board.rows[1];
    rules->king_cell =
        set->value[TAB_SWITCH_KING] ? (TabCell)(middle->first + middle->length / 2) : TAB_NO_CELL;
    rules->fill = set->value[TAB_SWITCH_GOAL] == TAB_GOAL_FILL;
    rules->ends_full = set->value[TAB_SWITCH_TRACK] == TAB_TRACK_ONCE;
    return rules;
}

TabRules *tab_rules_new(const TabRuleset *set)
{
    TabBoardShape shape = tab_rules_shape(set);
    TabCast cast = tab_rules_cast(set);
    return tab_rules_new_from_tables(set, &shape, &cast);
}

TabRules *tab_rules_parse(const char *text, GError **error)
{
    TabRuleset set;
    return tab_ruleset_parse(text, &set, error) ? tab_rules_new(&set) : NULL;
}

TabRules *tab_rules_ref(const TabRules *rules)
{
    TabRules *shared = (TabRules *)rules; /* only the count changes */
    g_atomic_ref_count_inc(&shared->refs);
    return shared;
}

void tab_rules_unref(TabRules *rules)
{
    if (g_atomic_ref_count_dec(&rules->refs))
        g_free(rules);
}
