// SPDX-License-Identifier: GPL-3.0-or-later
// Draws rulesets, and knows which ones not to.
#include "engine/lab/training/curriculum.h"

#include <math.h>
#include <string.h>

#include "protocol/files/input-file.h"

/* A line without its end, cut at the space. */
static bool read_line(char *line, TabListedRuleset *one, GError **error)
{
    char *sticks = strchr(line, ' ');
    if (sticks)
        *sticks++ = 0;
    if (!tab_ruleset_parse(line, &one->set, error))
        return false;
    TabRules *rules = tab_rules_new(&one->set);
    one->alone = !strchr(line, ':');
    one->sticks = tab_sticks_fair(&rules->cast);
    bool good = !sticks || tab_sticks_parse(&rules->cast, sticks, &one->sticks, error);
    tab_rules_unref(rules);
    return good;
}

TabRulesetList *tab_ruleset_list_load(const char *path, GError **error)
{
    g_autofree char *text = tab_input_file_read(path, NULL, error);
    if (!text)
        return NULL;
    g_autoptr(TabRulesetList) list = g_new0(TabRulesetList, 1);
    list->listed = g_array_new(FALSE, FALSE, sizeof(TabListedRuleset));
    list->sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line; line++) {
        TabListedRuleset one;
        g_strchomp(*line);
        if (!**line || **line == '#')
            continue;
        if (!read_line(*line, &one, error)) {
            g_prefix_error(error, "%s:%d: ", path, (int)(line - lines) + 1);
            return NULL;
        }
        g_array_append_val(list->listed, one);
    }
    if (!list->listed->len) {
        tab_rules_refuse(error, TAB_RULES_ERROR_RULES, "%s: has no rulesets", path);
        return NULL;
    }
    return g_steal_pointer(&list);
}

void tab_ruleset_list_free(TabRulesetList *list)
{
    if (!list)
        return;
    g_array_free(list->listed, TRUE);
    g_free(list->sum);
    g_free(list);
}

bool tab_ruleset_list_has(const TabRulesetList *list, const TabRuleset *set)
{
    for (unsigned i = 0; i < list->listed->len; i++) {
        const TabListedRuleset *one = &g_array_index(list->listed, TabListedRuleset, i);
        if (tab_ruleset_same_turns(&one->set, set) &&
            (one->alone || (tab_ruleset_columns(&one->set) == tab_ruleset_columns(set) &&
                            tab_ruleset_pieces(&one->set) == tab_ruleset_pieces(set))))
            return true;
    }
    return false;
}

const TabListedRuleset *tab_ruleset_list_draw(const TabRulesetList *list, TabRandom *random)
{
    return &g_array_index(list->listed, TabListedRuleset,
                          tab_random_below(random, list->listed->len));
}

#define OFTEN 3 /* how much more often it is changed who walks which way */

/* Changes each switch with this chance, if the others let it. Who walks which way changes all
 * distances between enemies, so there is most to learn from it. */
static void change_switches(TabRuleset *set, double chance, TabRandom *random)
{
    for (unsigned key = 0; key < TAB_N_SWITCHES; key++) {
        unsigned n = 0;
        if (key == TAB_SWITCH_COLUMNS || key == TAB_SWITCH_PIECES ||
            tab_random_unit(random) >= chance * (key == TAB_SWITCH_FACING ? OFTEN : 1))
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

static void draw_size(TabRuleset *set, unsigned most, TabRandom *random)
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
    if (pieces > most)
        pieces = 1 + tab_random_below(random, MIN(most, columns));
    if (tab_ruleset_allows(set, TAB_SWITCH_PIECES, pieces))
        tab_ruleset_set(set, TAB_SWITCH_PIECES, pieces);
}

TabRuleset tab_curriculum_draw(const TabRulesetList *held_out, unsigned most, TabRandom *random)
{
    static const double changes[] = {0, 0.1, 0.1, 0.4}; /* chance that a switch is changed */
    TabRuleset set;
    do {
        set = tab_ruleset_preset(tab_random_below(random, tab_ruleset_n_presets()));
        change_switches(&set, changes[tab_random_below(random, G_N_ELEMENTS(changes))], random);
        draw_size(&set, most, random);
    } while (tab_ruleset_pieces(&set) > most || (held_out && tab_ruleset_list_has(held_out, &set)));
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
