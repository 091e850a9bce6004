// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the parts of the help pages that follow from the program, as Mallard: tests/test-help.py
// compares them with the pages, and writes them there.
#include <stdio.h>
#include <string.h>

#include "engine/eval/hits.h"
#include "gui/model/rules-text.h"
#include "protocol/rules/cast.h"
#include "rules-fixture.h"
#include "tab-throws.h"

#define DISTANCES 16 /* rows of the table of one stone */
#define PAIR 9       /* rows and columns of the table of two stones */

static void print_escaped(const char *text)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);
    fputs(escaped, stdout);
}

static void print_paragraph(const char *text)
{
    fputs("<p>", stdout);
    print_escaped(text);
    fputs("</p>", stdout);
}

static void print_cell(const char *text)
{
    fputs("<td>", stdout);
    print_paragraph(text);
    fputs("</td>", stdout);
}

static void print_code(const char *text)
{
    printf("<td><p><code>%s</code></p></td>", text);
}

static void print_percent(double chance)
{
    printf("<td style=\"right\"><p>%.1f %%</p></td>", 100 * chance);
}

static void begin_table(void)
{
    puts("<table frame=\"top bottom\" rules=\"rows\" shade=\"rows\">");
}

/* --- how a preset is played --- */

static void print_section(const TabRulesSection *section, unsigned number)
{
    printf("<section id=\"part-%u\">\n  <title>", number);
    print_escaped(section->heading);
    puts("</title>\n  <list>");
    for (guint i = 0; i < section->sentences->len; i++) {
        fputs("    <item>", stdout);
        print_paragraph(section->sentences->pdata[i]);
        puts("</item>");
    }
    puts("  </list>\n</section>");
}

static void print_sections(unsigned preset)
{
    TabRuleset set = tab_ruleset_preset(preset);
    g_autoptr(GPtrArray) sections = tab_rules_text_sections(&set);
    for (guint i = 0; i < sections->len; i++)
        print_section(sections->pdata[i], i + 1);
}

static void print_account(unsigned preset)
{
    print_paragraph(tab_ruleset_preset_row(preset)->origin);
    fputs("\n", stdout);
    print_paragraph(tab_ruleset_preset_row(preset)->character);
    fputs("\n", stdout);
}

/* --- the presets side by side --- */

static char *value_text(const TabRuleset *set, TabSwitch key)
{
    const char *name = tab_ruleset_value_name(key, set->value[key]);
    return name ? g_strdup(name) : g_strdup_printf("%u", set->value[key]);
}

/* Tâb itself, told by its fork, or its relatives. */
static gboolean is_in_table(unsigned preset, gboolean relatives)
{
    return (tab_ruleset_preset(preset).value[TAB_SWITCH_TRACK] != TAB_TRACK_TAB) == relatives;
}

static gboolean differs(int key, gboolean relatives)
{
    gboolean different = FALSE;
    int first = -1;
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++)
        if (is_in_table(i, relatives)) {
            int value = tab_ruleset_preset(i).value[key];
            different = different || (first >= 0 && value != first);
            first = value;
        }
    return different;
}

static void print_values(int key, gboolean relatives)
{
    fputs("<tr>", stdout);
    print_code(tab_ruleset_switch((TabSwitch)key)->key);
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++)
        if (is_in_table(i, relatives)) {
            TabRuleset set = tab_ruleset_preset(i);
            g_autofree char *value = value_text(&set, (TabSwitch)key);
            print_cell(value);
        }
    puts("</tr>");
}

static void print_table(gboolean relatives)
{
    begin_table();
    puts("<thead><tr><td><p/></td>");
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++)
        if (is_in_table(i, relatives))
            printf("<td><p><link xref=\"rules-%s\">%s</link></p></td>\n",
                   tab_ruleset_preset_name(i), tab_ruleset_preset_row(i)->title);
    fputs("</tr></thead>\n<tbody its:translate=\"no\">\n<tr><td><p/></td>", stdout);
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++)
        if (is_in_table(i, relatives))
            print_code(tab_ruleset_preset_name(i));
    puts("</tr>");
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        if (differs(key, relatives))
            print_values(key, relatives);
    puts("</tbody>\n</table>");
}

static void print_presets(void)
{
    print_table(FALSE);
}

static void print_relatives(void)
{
    print_table(TRUE);
}

static void print_switch(TabSwitch key)
{
    fputs("<item>\n  <title>", stdout);
    print_escaped(tab_ruleset_switch(key)->title);
    printf(" (<code its:translate=\"no\">%s</code>)</title>\n  ", tab_ruleset_switch(key)->key);
    print_paragraph(tab_ruleset_switch(key)->explanation);
    if (tab_ruleset_value_name(key, 0))
        fputs("\n  <list>", stdout);
    for (unsigned value = 0; tab_ruleset_value_name(key, value); value++) {
        printf("\n    <item><p><code its:translate=\"no\">%s</code>: ",
               tab_ruleset_value_name(key, value));
        print_escaped(tab_ruleset_switch(key)->value[value].text);
        fputs("</p></item>", stdout);
    }
    puts(tab_ruleset_value_name(key, 0) ? "\n  </list>\n</item>" : "\n</item>");
}

static void print_switches(void)
{
    puts("<terms>");
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        print_switch((TabSwitch)key);
    puts("</terms>");
}

/* --- chances --- */

/* A side about to throw: its rules, and whether it has Nasara. */
typedef struct {
    TabRules *rules;
    TabHits *hits;
    TabSituation situation;
} Attacker;

static void attacker_init(Attacker *attacker, const char *rules, const char *position)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    attacker->rules = rules_for(rules);
    read_situation(attacker->rules, position, &attacker->situation);
    attacker->hits = tab_hits_new(attacker->rules, &sticks);
}

static void attacker_clear(Attacker *attacker)
{
    tab_hits_free(attacker->hits);
    tab_rules_unref(attacker->rules);
}

static double chance(const Attacker *attacker, TabDistances distances)
{
    return tab_hits_chance(attacker->hits, &attacker->situation.position, TAB_WHITE, distances);
}

static TabDistances at(unsigned a, unsigned b)
{
    return (TabDistances){UINT64_C(1) << a | UINT64_C(1) << b, 0};
}

static void print_distances(void)
{
    static const char *const sides[][2] = {
        {"walker", "8n/9/4M4/9 w - - 9"},           /* all tâbs can move it */
        {"walker", "8n/9/4M4/N8 w - - 9"},          /* tâbs must free the Nasrani */
        {"bell", "8n/9/4M4/9 w - 1/0 9"},           /* one tâb was saved */
        {"ludii:columns=9", "8m/9/4M4/9 w - - 9"}}; /* a single throw */
    Attacker attackers[G_N_ELEMENTS(sides)];
    for (guint i = 0; i < G_N_ELEMENTS(sides); i++)
        attacker_init(&attackers[i], sides[i][0], sides[i][1]);
    puts("<tbody its:translate=\"no\">");
    for (unsigned d = 1; d <= DISTANCES; d++) {
        printf("<tr><td style=\"right\"><p>%u</p></td>", d);
        for (guint i = 0; i < G_N_ELEMENTS(sides); i++)
            print_percent(chance(&attackers[i], at(d, d)));
        puts("</tr>");
    }
    puts("</tbody>");
    for (guint i = 0; i < G_N_ELEMENTS(sides); i++)
        attacker_clear(&attackers[i]);
}

static void print_pairs(void)
{
    Attacker attacker;
    attacker_init(&attacker, "walker", "8n/9/4M4/9 w - - 9");
    puts("<tbody its:translate=\"no\">");
    for (unsigned a = 0; a <= PAIR; a++) {
        printf(a ? "<tr><td style=\"right\"><p>%u</p></td>" : "<tr><td><p/></td>", a);
        for (unsigned b = 1; b <= PAIR; b++)
            if (a)
                print_percent(chance(&attacker, at(a, b)));
            else
                printf("<td style=\"right\"><p>%u</p></td>", b);
        puts("</tr>");
    }
    puts("</tbody>");
    attacker_clear(&attacker);
}

static void print_throws(void)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    puts("<tbody its:translate=\"no\">");
    for (int t = 0; t < TAB_N_THROWS; t++) {
        printf("<tr><td style=\"right\"><p>%d</p></td>", tab_throw_value(t));
        printf("<td style=\"right\"><p>%.0f/16</p></td>", 16 * sticks.p[t]);
        print_percent(sticks.p[t]);
        print_percent(tab_sticks_in_turn(&tab_casts[TAB_CAST_TAB], &sticks, t));
        puts("</tr>");
    }
    puts("</tbody>");
}

/* --- which part --- */

typedef struct {
    const char *name;
    void (*print)(void);
} Part;

static const Part parts[] = {
    {"presets", print_presets},     {"relatives", print_relatives}, {"switches", print_switches},
    {"distances", print_distances}, {"pairs", print_pairs},         {"throws", print_throws},
};

static gboolean print_preset_part(const char *name)
{
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++) {
        const char *preset = tab_ruleset_preset_name(i);
        if (g_str_has_prefix(name, "rules-") && !strcmp(name + 6, preset)) {
            print_sections(i);
            return TRUE;
        }
        if (g_str_has_prefix(name, "account-") && !strcmp(name + 8, preset)) {
            print_account(i);
            return TRUE;
        }
    }
    return FALSE;
}

int main(int argc, char **argv)
{
    const char *name = argc == 2 ? argv[1] : "";
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        if (!strcmp(name, parts[i].name)) {
            parts[i].print();
            return 0;
        }
    if (print_preset_part(name))
        return 0;
    fprintf(stderr,
            "usage: %s presets|switches|distances|pairs|throws|rules-PRESET|account-PRESET\n",
            argv[0]);
    return 2;
}
