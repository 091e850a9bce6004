// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "newgame": which rules an engine takes, and which not.
#include "protocol/conform/point.h"

/* At the start position, White to move, with the throws it holds and a 2 behind them. */
static void expect_start(TabCheck *check, const TabRules *rules)
{
    TabSituation start;
    tab_position_start(rules, TAB_WHITE, &start);
    if (tab_subject_collects(rules) && !start.throws.n)
        tab_throws_add(rules, &start.throws, TAB_THROW_1);
    if (!tab_throws_complete(&start.throws))
        tab_throws_add(rules, &start.throws, TAB_THROW_2);
    g_autofree char *throws = tab_walk_throws_text(&start.throws);
    tab_check_send(check, "throw %s\ngo depth 1", throws);
    tab_check_expect_best(check, rules, &start, TAB_WAIT_WORK);
    tab_check_settle(check);
}

static void alone(TabCheck *check)
{
    TabRuleset standard = tab_ruleset_preset(0);
    if (!tab_subject_plays(check->subject, &standard)) {
        tab_check_skip(check, "it does not promise standard");
        return;
    }
    g_autoptr(TabRules) rules = tab_rules_new(&standard);
    tab_check_anchor(check);
    tab_check_send(check, "newgame");
    expect_start(check, rules);
}

static void forgets(TabCheck *check)
{
    tab_check_anchor(check);
    tab_check_newgame(check, check->subject->base);
    expect_start(check, check->subject->base);
}

/* A width that is promised for this preset: 0 the least, 1 the greatest; 0 if there is none. */
static guint promised_width(const TabSubject *subject, guint preset, gboolean greatest)
{
    guint found = 0;
    for (guint columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns++) {
        TabRuleset ruleset = tab_ruleset_preset(preset);
        ruleset.value[TAB_SWITCH_COLUMNS] = ruleset.value[TAB_SWITCH_PIECES] = (uint8_t)columns;
        if (tab_subject_plays(subject, &ruleset) && (!found || greatest))
            found = columns;
    }
    return found;
}

static void take(TabCheck *check, const char *text)
{
    g_autoptr(TabRules) rules = tab_subject_rules(check->subject, text);
    if (!rules || !tab_check_open(check))
        return;
    tab_check_accepted(check, "newgame %s", text);
    expect_start(check, rules);
}

static void promises(TabCheck *check)
{
    const TabSubject *subject = check->subject;
    for (guint preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        const char *name = tab_ruleset_preset_name(preset);
        guint least = promised_width(subject, preset, FALSE);
        guint greatest = promised_width(subject, preset, TRUE);
        g_autofree char *narrow = g_strdup_printf("%s:columns=%u", name, least);
        g_autofree char *wide = g_strdup_printf("%s:columns=%u,pieces=3", name, greatest);
        take(check, name);
        take(check, narrow);
        take(check, wide);
    }
    for (guint i = 0; i < subject->rulesets->len; i++) {
        const TabRules *rules = g_ptr_array_index(subject->rulesets, i);
        g_autofree char *text = tab_ruleset_to_string(&rules->set);
        take(check, text);
    }
}

static void bad_rules(TabCheck *check)
{
    static const char *const texts[] = {"chess",
                                        "Walker",
                                        "walkers",
                                        ":",
                                        ":columns=9",
                                        "walker:",
                                        "walker:columns",
                                        "walker:columns=",
                                        "walker:columns=09",
                                        "walker:columns=+9",
                                        "walker:columns=9,",
                                        "walker:,columns=9",
                                        "walker:columns=9,columns=9",
                                        "walker:columns=4",
                                        "walker:columns=30",
                                        "walker:columns=99999999999999999999",
                                        "walker:pieces=0",
                                        "walker:pieces=10",
                                        "walker:colour=red",
                                        "walker:throws=later",
                                        "walker:Throws=collect",
                                        "walker;columns=9",
                                        "any"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        tab_check_refused(check, "bad-rules", "newgame %s", texts[i]);
}

/* A ruleset is refused if it is not promised; whether it was, or the point can end. */
static guint refuse_unpromised(TabCheck *check, const char *text)
{
    TabRuleset ruleset;
    if (!tab_ruleset_parse(text, &ruleset, NULL) || tab_subject_promises(check->subject, &ruleset))
        return 0;
    tab_check_refused(check, "unsupported", "newgame %s", text);
    return 1;
}

static void unpromised(TabCheck *check)
{
    guint found = 0;
    for (guint preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        const char *name = tab_ruleset_preset_name(preset);
        for (guint columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns += 6) {
            g_autofree char *wide = g_strdup_printf("%s:columns=%u", name, columns);
            found += refuse_unpromised(check, wide);
        }
        g_autofree char *changed = g_strdup_printf("%s:row4-exit=one-home-pile", name);
        found += refuse_unpromised(check, changed);
    }
    if (!found)
        tab_check_skip(check, "it promises every ruleset");
}

const TabPoint tab_points_newgame[] = {
    {38, "newgame", N_("`newgame` alone takes the ruleset `standard` and its start position."),
     alone, 0},
    {39, "newgame", N_("`newgame` forgets the last game."), forgets, 0},
    {40, "newgame",
     N_("Every ruleset that the handshake promises is taken, with any number of pieces."), promises,
     0},
    {41, "newgame", N_("A text that is no rules string is `error bad-rules`."), bad_rules, 0},
    {42, "newgame", N_("A ruleset that the handshake does not promise is `error unsupported`."),
     unpromised, 0},
    {0},
};
