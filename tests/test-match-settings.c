// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a match's settings, which journals hold: read back, refused, compared.
#include <string.h>

#include "protocol/match/settings.h"

static const char *const plain[] = {"names=a;b;", "rules=walker;", "tournament=round-robin",
                                    "seeds=0",    "games=100",     "pairs=true",
                                    "shards=2",   "shard=1",       "times=false"};

/* The plain settings, with the lines of `other` (`&` between them) in place of those of the same
 * keys, or without one where nothing is behind its `=`. */
static char *make_text(const char *other)
{
    g_auto(GStrv) lines = g_strsplit(other, "&", -1);
    g_autoptr(GString) text = g_string_new("[match]\n");
    for (guint i = 0; i < G_N_ELEMENTS(plain); i++) {
        gsize key = strcspn(plain[i], "=") + 1;
        gboolean replaced = FALSE;
        for (char **line = lines; *line; line++)
            replaced |= !strncmp(*line, plain[i], key);
        if (!replaced)
            g_string_append_printf(text, "%s\n", plain[i]);
    }
    for (char **line = lines; *line; line++)
        if (!g_str_has_suffix(*line, "="))
            g_string_append_printf(text, "%s\n", *line);
    return g_strdup(text->str);
}

static void test_plan(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = make_text("names=a;b;c;&tournament=gauntlet&seeds=2");
    g_autoptr(TabMatchPlan) plan = tab_match_plan_parse(text, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(plan->schedule.engines, ==, 3);
    g_assert_cmpstr(plan->names[2], ==, "c");
    g_assert_cmpstr(plan->rules[0], ==, "walker");
    g_assert_cmpint(plan->schedule.format, ==, TAB_SCHEDULE_GAUNTLET);
    g_assert_cmpuint(plan->schedule.seeds, ==, 2);
    g_assert_cmpuint(plan->schedule.games, ==, 100);
    g_assert_cmpuint(plan->schedule.shards, ==, 2);
    g_assert_cmpuint(plan->schedule.shard, ==, 1);
    g_assert_true(plan->schedule.pairs);
    g_assert_false(plan->times || plan->has_sprt);
    g_autofree char *tested = make_text("sprt=elo0=0,elo1=5");
    g_autoptr(TabMatchPlan) test = tab_match_plan_parse(tested, &error);
    g_assert_no_error(error);
    g_assert_true(test->has_sprt);
    g_assert_cmpfloat(test->sprt.elo1, ==, 5);
}

/* What is wrong -> what the error says. */
static const struct {
    const char *other, *expected;
} refused[] = {
    {"no key file", "no key file"},
    {"names=", "names"},
    {"names=a;", "names or rules: too few or too many"},
    {"rules=", "rules"},
    {"rules= ", "names or rules: too few or too many"},
    {"tournament=", "tournament"},
    {"tournament=a\\q", "tournament"},
    {"tournament=knockout", "there is no tournament 'knockout'"},
    {"seeds=", "seeds"},
    {"seeds=one", "seeds"},
    {"seeds=-1", "seeds is -1, not from 0 to 2147483647"},
    {"tournament=gauntlet", "seeds is 0, not from 1 to 1"},
    {"tournament=gauntlet&seeds=2", "seeds is 2, not from 1 to 1"},
    {"games=0", "games is 0, not from 1 to 10000000"},
    {"games=10000001", "games is 10000001, not from 1 to 10000000"},
    {"games=99999999999", "games"},
    {"names=a;b;c;&games=9999999", "games: more than 10000000 in all"},
    {"pairs=perhaps", "pairs"},
    {"shards=0", "shards is 0, not from 1 to 10000000"},
    {"shard=0", "shard is 0, not from 1 to 2"},
    {"shard=3", "shard is 3, not from 1 to 2"},
    {"times=", "times"},
    {"sprt=elo0=5,elo1=0", "elo"},
    {"names=a;b;c;&sprt=elo0=0,elo1=5", "sprt: there are 3 engines, not two"},
};

static void test_refused(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *text = make_text(refused[i].other);
        g_assert_null(tab_match_plan_parse(text, &error));
        g_assert_nonnull(error);
        g_test_message("%s: %s", refused[i].other, error->message);
        g_assert_nonnull(strstr(error->message, refused[i].expected));
    }
}

/* More engines than there may be; a long word is shown in part. */
static void test_too_much(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) names = g_string_new("names=");
    for (guint i = 0; i <= TAB_MATCH_MAX_ENGINES; i++)
        g_string_append(names, "a;");
    g_autofree char *many = make_text(names->str);
    g_assert_null(tab_match_plan_parse(many, &error));
    g_assert_cmpstr(error->message, ==, "names or rules: too few or too many");
    g_clear_error(&error);
    /* two engines meet once, three in three pairs */
    g_autofree char *most = make_text("games=10000000"),
                    *more = make_text("names=a;b;c;&games=3333334");
    g_autoptr(TabMatchPlan) plan = tab_match_plan_parse(most, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(plan->schedule.games, ==, TAB_MATCH_MAX_GAMES);
    g_assert_null(tab_match_plan_parse(more, &error));
    g_assert_cmpstr(error->message, ==, "games: more than 10000000 in all");
    g_clear_error(&error);
    g_autofree char *word = g_strnfill(1000, 'x');
    g_autofree char *other = g_strconcat("tournament=", word, NULL);
    g_autofree char *long_text = make_text(other);
    g_assert_null(tab_match_plan_parse(long_text, &error));
    g_assert_true(g_str_has_prefix(error->message, "there is no tournament 'xxx"));
    g_assert_true(g_str_has_suffix(error->message, "x…"));
    g_assert_cmpint(g_utf8_strlen(error->message, -1), ==, 200);
}

static TabMatchSettings *make_settings(void)
{
    g_autoptr(GError) error = NULL;
    TabMatchSettings *settings = tab_match_settings_new();
    for (guint i = 0; i < 2; i++) {
        TabEntrant *entrant = tab_entrant_parse("cmd=/bin/sh,depth=1", NULL, NULL, &error);
        g_assert_no_error(error);
        g_ptr_array_add(settings->entrants, entrant);
    }
    tab_match_settings_add_rules(settings, tab_rules_parse("walker", &error));
    tab_match_settings_add_rules(settings, tab_rules_parse("ludii:columns=5", &error));
    g_assert_no_error(error);
    settings->schedule.engines = 2;
    settings->schedule.rules = 2;
    return settings;
}

/* What is written is read as the same, and differs where something else is set. */
static void test_round_trip(void)
{
    const char *const names[] = {"A", "B;C", NULL};
    g_autoptr(GError) error = NULL;
    g_autoptr(TabMatchSettings) settings = make_settings();
    g_autofree char *bare = tab_match_settings_to_text(settings, names);
    settings->event = g_strdup("Evening");
    settings->date = g_strdup("2026.01.02");
    settings->has_sprt = TRUE;
    g_assert_true(tab_sprt_parse(&settings->sprt, "elo0=-5,elo1=5", &error));
    g_autofree char *text = tab_match_settings_to_text(settings, names);
    g_autoptr(TabMatchPlan) plan = tab_match_plan_parse(text, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(plan->schedule.engines, ==, 2);
    g_assert_cmpstr(plan->names[1], ==, "B;C");
    g_assert_cmpuint(g_strv_length(plan->rules), ==, 2);
    g_assert_cmpuint(plan->schedule.games, ==, 100);
    g_assert_true(plan->has_sprt);
    g_assert_cmpfloat(plan->sprt.elo0, ==, -5);
    g_autofree char *difference = tab_match_settings_compare(bare, text, NULL);
    g_assert_cmpstr(difference, ==,
                    "sprt: not set, was elo0=-5,elo1=5,alpha=0.05,beta=0.05,model=logistic");
    const char *const ignored[] = {"match.sprt", "match.date", NULL};
    g_autofree char *other = tab_match_settings_compare(bare, text, ignored);
    g_assert_cmpstr(other, ==, "event: not set, was Evening");
}

/* Whatever is set otherwise is told by its name: a match does not go on in another way. */
static void test_differences(void)
{
    const char *const names[] = {"A", "B", NULL};
    static const char *const told[] = {"seed: 7, was 0",
                                       "sticks: p=0.6, was fair",
                                       "max-turns: 77, was 1000",
                                       "margin: 78, was 200",
                                       "patience: 79, was 60000",
                                       "times: false, was true",
                                       "error-stops: true, was false",
                                       "engines, 2: cmd=/bin/sh,depth=2, was cmd=/bin/sh,depth=1",
                                       "engines, judge: cmd=/bin/sh,depth=3, was not set"};
    for (guint i = 0; i < G_N_ELEMENTS(told); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabMatchSettings) settings = make_settings();
        g_autofree char *then = tab_match_settings_to_text(settings, names);
        settings->seed = i == 0 ? 7 : settings->seed;
        g_assert_true(i != 1 || tab_match_settings_parse_sticks(settings, "p=0.6", NULL));
        settings->max_turns = i == 2 ? 77 : settings->max_turns;
        settings->margin_ms = i == 3 ? 78 : settings->margin_ms;
        settings->patience_ms = i == 4 ? 79 : settings->patience_ms;
        settings->times ^= i == 5;
        settings->error_stops ^= i == 6;
        if (i == 7) {
            g_ptr_array_set_size(settings->entrants, 1);
            g_ptr_array_add(settings->entrants,
                            tab_entrant_parse("cmd=/bin/sh,depth=2", NULL, NULL, &error));
        }
        if (i == 8)
            settings->judge = tab_entrant_parse("cmd=/bin/sh,depth=3", NULL, NULL, &error);
        g_assert_no_error(error);
        g_autofree char *now = tab_match_settings_to_text(settings, names);
        g_autofree char *difference = tab_match_settings_compare(now, then, NULL);
        g_assert_cmpstr(difference, ==, told[i]);
    }
}

/* Sticks that are refused leave those that were there. */
static void test_sticks(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabMatchSettings) settings = make_settings();
    g_assert_true(tab_match_settings_parse_sticks(settings, "p=0.6", &error));
    g_assert_false(tab_match_settings_parse_sticks(settings, "loaded", &error));
    g_assert_cmpstr(error->message, ==, "sticks are fair, p=…, w=… or file=…, not 'loaded'");
    for (guint i = 0; i < settings->sticks->len; i++)
        g_assert_cmpstr(tab_stick_source_text(settings->sticks->pdata[i]), ==, "p=0.6");
}

/* Of long values that part is shown which differs. */
static void test_long_values(void)
{
    g_autofree char *x = g_strnfill(300, 'x'), *y = g_strnfill(300, 'y');
    g_autofree char *shown_x = g_strnfill(200, 'x'), *shown_y = g_strnfill(200, 'y');
    g_autofree char *now = g_strdup_printf("[match]\na=%s\n", x);
    g_autofree char *then = g_strdup_printf("[match]\na=%s\n", y);
    g_autofree char *apart = tab_match_settings_compare(now, then, NULL);
    g_autofree char *expected = g_strdup_printf("a: %s…, was %s…", shown_x, shown_y);
    g_assert_cmpstr(apart, ==, expected);
    /* there was none, and one is the beginning of the other */
    g_autofree char *alone = tab_match_settings_compare(now, "[match]\n", NULL);
    g_autofree char *expected_alone = g_strdup_printf("a: %s…, was not set", shown_x);
    g_assert_cmpstr(alone, ==, expected_alone);
    g_autofree char *begin = g_strdup_printf("[match]\na=%s,b=1\n", x);
    g_autofree char *more = g_strdup_printf("[match]\na=%s,b=1,c\n", x);
    g_autofree char *longer = tab_match_settings_compare(more, begin, NULL);
    g_assert_cmpstr(longer, ==, "a: …b=1,c, was …b=1");
    g_autofree char *broken = tab_match_settings_compare("[match]\na=1\n", "a", NULL);
    g_assert_cmpstr(broken, ==, "the settings are no key files");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/match-settings/plan", test_plan);
    g_test_add_func("/match-settings/refused", test_refused);
    g_test_add_func("/match-settings/too-much", test_too_much);
    g_test_add_func("/match-settings/round-trip", test_round_trip);
    g_test_add_func("/match-settings/differences", test_differences);
    g_test_add_func("/match-settings/sticks", test_sticks);
    g_test_add_func("/match-settings/long-values", test_long_values);
    return g_test_run();
}
