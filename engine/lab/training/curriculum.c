// SPDX-License-Identifier: GPL-3.0-or-later
// Draws rulesets, and knows which ones not to.
#include "engine/lab/training/curriculum.h"

#include <math.h>
#include <string.h>

TabHeldOut *tab_held_out_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, error))
        return NULL;
    g_autoptr(TabHeldOut) held_out = g_new0(TabHeldOut, 1);
    held_out->rulesets = g_array_new(FALSE, FALSE, sizeof(TabRuleset));
    held_out->presets = g_array_new(FALSE, FALSE, sizeof(TabRuleset));
    held_out->sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        TabRuleset set;
        (*line)[strcspn(*line, " \r")] = 0;
        if (!**line || **line == '#')
            continue;
        if (!tab_ruleset_parse(*line, &set, error)) {
            g_prefix_error(error, "%s:%d: ", path, (int)(line - lines) + 1);
            return NULL;
        }
        g_array_append_val(strchr(*line, ':') ? held_out->rulesets : held_out->presets, set);
    }
    return g_steal_pointer(&held_out);
}

void tab_held_out_free(TabHeldOut *held_out)
{
    if (!held_out)
        return;
    g_array_free(held_out->rulesets, TRUE);
    g_array_free(held_out->presets, TRUE);
    g_free(held_out->sum);
    g_free(held_out);
}

bool tab_held_out_has(const TabHeldOut *held_out, const TabRuleset *set)
{
    for (unsigned i = 0; i < held_out->presets->len; i++)
        if (tab_ruleset_same_turns(&g_array_index(held_out->presets, TabRuleset, i), set))
            return true;
    for (unsigned i = 0; i < held_out->rulesets->len; i++) {
        const TabRuleset *one = &g_array_index(held_out->rulesets, TabRuleset, i);
        if (tab_ruleset_same_turns(one, set) &&
            tab_ruleset_columns(one) == tab_ruleset_columns(set) &&
            tab_ruleset_pieces(one) == tab_ruleset_pieces(set))
            return true;
    }
    return false;
}

/* Changes each switch with this chance, if the others let it. */
static void change_switches(TabRuleset *set, double chance, TabRandom *random)
{
    for (unsigned key = 0; key < TAB_N_SWITCHES; key++) {
        unsigned n = 0;
        if (key == TAB_SWITCH_COLUMNS || key == TAB_SWITCH_PIECES ||
            tab_random_unit(random) >= chance)
            continue;
        const TabSwitchRow *row = &tab_switches[key];
        while (row->value[n].name)
            n++;
        unsigned value = row->most
                             ? row->least + tab_random_below(random, row->most - row->least + 1u)
                             : tab_random_below(random, n);
        if (tab_ruleset_allows(set, key, value))
            tab_ruleset_set(set, key, value);
    }
}

/* Narrow boards are drawn more often than wide ones, whose games are long. */
static unsigned draw_columns(TabRandom *random)
{
    const unsigned n = TAB_MAX_COLUMNS - TAB_MIN_COLUMNS + 1;
    return TAB_MIN_COLUMNS + (unsigned)(n * pow(tab_random_unit(random), 2.5));
}

static void draw_size(TabRuleset *set, TabRandom *random)
{
    if (tab_random_unit(random) < 0.75) {
        unsigned columns = draw_columns(random);
        if (tab_ruleset_allows(set, TAB_SWITCH_COLUMNS, columns))
            tab_ruleset_set_columns(set, columns);
    }
    unsigned columns = tab_ruleset_columns(set), pieces = columns;
    double chance = tab_random_unit(random);
    if (chance < 0.3)
        pieces = 1 + tab_random_below(random, 4);
    else if (chance < 0.55)
        pieces = 1 + tab_random_below(random, columns);
    if (tab_ruleset_allows(set, TAB_SWITCH_PIECES, pieces))
        tab_ruleset_set(set, TAB_SWITCH_PIECES, pieces);
}

TabRuleset tab_curriculum_draw(const TabHeldOut *held_out, TabRandom *random)
{
    static const double changes[] = {0, 0.1, 0.1, 0.4}; /* chance that a switch is changed */
    TabRuleset set;
    do {
        set = tab_ruleset_preset(tab_random_below(random, tab_ruleset_n_presets()));
        change_switches(&set, changes[tab_random_below(random, G_N_ELEMENTS(changes))], random);
        draw_size(&set, random);
    } while (held_out && tab_held_out_has(held_out, &set));
    return set;
}

TabSticks tab_curriculum_draw_sticks(const TabRules *rules, TabRandom *random)
{
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    bool uneven = tab_random_below(random, 2);
    g_autofree char *text = g_strdup_printf("p=0.%u", 30 + tab_random_below(random, 41));
    if (uneven && rules->cast.n_sticks)
        tab_sticks_parse(&rules->cast, text, &sticks, NULL);
    return sticks;
}
