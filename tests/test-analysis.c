// SPDX-License-Identifier: GPL-3.0-or-later
// Luck against naive sums over values that a test engine makes up, zero on average, and every
// failure of the judge.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge-engine.h"
#include "protocol/study/analysis.h"
#include "protocol/statistics/accumulators.h"
#include "random-game.h"
#include "tab-throws.h"
#include "tests/record-replay.h"

#define CLOSE 1e-9

/* The judge and one analysis. */

typedef struct {
    TabClient *client;
    GMainLoop *loop;
    TabAnalysis *analysis;
    GError *error;
    GCancellable *cancellable;
    guint lines, cancel_at; /* go lines sent; cancelled at this one, 0: never */
    guint progress;
} Bench;

static void on_line(TabClient *client, gboolean to_engine, const char *text, gpointer data)
{
    Bench *bench = data;
    if (to_engine && g_str_has_prefix(text, "go") && ++bench->lines == bench->cancel_at)
        g_cancellable_cancel(bench->cancellable);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    Bench *bench = data;
    tab_client_start_finish(TAB_CLIENT(source), result, &bench->error);
    g_main_loop_quit(bench->loop);
}

static void start(Bench *bench)
{
    tab_client_start_async(bench->client, NULL, on_started, bench);
    g_main_loop_run(bench->loop);
    g_assert_no_error(bench->error);
}

static Bench *bench_new(const char *arguments)
{
    Bench *bench = g_new0(Bench, 1);
    g_autofree char *line =
        g_strdup_printf("%s/tests/judge-engine %s", g_getenv("TAB_BUILD_ROOT"), arguments);
    g_auto(GStrv) argv = g_strsplit(line, " ", -1);
    g_autoptr(TabEngineConfig) config = tab_engine_config_new((const char *const *)argv);
    bench->client = tab_client_new(config);
    bench->loop = g_main_loop_new(g_main_context_get_thread_default(), FALSE);
    bench->cancellable = g_cancellable_new();
    g_signal_connect(bench->client, "line", G_CALLBACK(on_line), bench);
    start(bench);
    return bench;
}

static void on_gone(gpointer data)
{
    *(gboolean *)data = TRUE;
}

static void bench_free(Bench *bench)
{
    gboolean is_gone = FALSE;
    tab_client_quit_then(bench->client, on_gone, &is_gone);
    while (!is_gone)
        g_main_context_iteration(g_main_loop_get_context(bench->loop), TRUE);
    g_signal_handlers_disconnect_by_data(bench->client, bench);
    g_object_unref(bench->client);
    g_object_unref(bench->cancellable);
    g_main_loop_unref(bench->loop);
    tab_analysis_free(bench->analysis);
    g_clear_error(&bench->error);
    g_free(bench);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Bench, bench_free)

static void on_analysed(GObject *source, GAsyncResult *result, gpointer data)
{
    Bench *bench = data;
    bench->analysis = tab_analysis_run_finish(result, &bench->error);
    g_main_loop_quit(bench->loop);
}

/* The analysis, owned by the bench; NULL and its error if that failed. */
static const TabAnalysis *analyse(Bench *bench, const TabRecord *record,
                                  const TabAnalysisSetup *setup)
{
    g_clear_pointer(&bench->analysis, tab_analysis_free);
    g_clear_error(&bench->error);
    tab_analysis_run_async(record, bench->client, setup, bench->cancellable, on_analysed, bench);
    g_main_loop_run(bench->loop);
    g_assert_true((bench->analysis != NULL) == (bench->error == NULL));
    return bench->analysis;
}

/* Naive sums. */

static const int values[] = {1, 2, 3, 4, 6};

/* The judge's word when these throws, written "1,4" or "1,4+", are at hand. */
static double win_of(const TabRules *rules, const TabSituation *before, const char *throws)
{
    TabSituation situation = *before;
    g_assert_true(tab_notation_parse_throws(rules, throws, &situation.throws, NULL));
    return judge_win(rules, &situation);
}

/* The value when throw `t` has fallen after `held`; `ahead` more that earn another are averaged
 * over, or, with -1, the judge is asked. */
static double fallen(const TabRules *rules, const TabSticks *sticks, const TabSituation *before,
                     const char *held, int t, int ahead)
{
    bool complete = t == 2 || t == 3 || rules->set.value[TAB_SWITCH_THROWS] == TAB_THROWS_AT_ONCE;
    g_autofree char *throws =
        g_strdup_printf("%s%s%d%s", held, *held ? "," : "", t, complete || ahead >= 0 ? "" : "+");
    if (complete || ahead < 0)
        return win_of(rules, before, throws);
    double two = fallen(rules, sticks, before, throws, 2, 0);
    double three = fallen(rules, sticks, before, throws, 3, 0);
    const double *p = sticks->p;
    if (ahead == 0)
        return (p[TAB_THROW_2] * two + p[TAB_THROW_3] * three) / (p[TAB_THROW_2] + p[TAB_THROW_3]);
    return p[TAB_THROW_1] * fallen(rules, sticks, before, throws, 1, ahead - 1) +
           p[TAB_THROW_2] * two + p[TAB_THROW_3] * three +
           p[TAB_THROW_4] * fallen(rules, sticks, before, throws, 4, ahead - 1) +
           p[TAB_THROW_6] * fallen(rules, sticks, before, throws, 6, ahead - 1);
}

/* The value before a throw, which is the mean of those after it. */
static double mean_of(const TabRules *rules, const TabSticks *sticks, const TabSituation *before,
                      const char *held, int ahead)
{
    double mean = 0;
    for (int k = 0; k < TAB_N_THROWS; k++)
        mean += sticks->p[k] * fallen(rules, sticks, before, held, values[k], ahead);
    return mean;
}

/* Goes through the throws of one node, text in hand; adds their luck to `sum` and returns how many
 * there were. */
static guint naive_turn(const TabRecord *record, const TabRecordNode *node, const TabSticks *sticks,
                        const TabAnalysis *analysis, guint at, int ahead, double sum[2])
{
    TabSituation before;
    find_situation(record, node->parent, &before);
    guint n_held = before.throws.n, n = 0;
    g_autofree char *text = g_strdup(node->throws);
    g_strdelimit(text, "+", '\0');
    g_auto(GStrv) throws = g_strsplit(text, ",", -1);
    g_autoptr(GString) held = g_string_new(NULL);
    for (guint i = 0; throws[i]; i++) {
        int thrown = atoi(throws[i]);
        if (i >= n_held) {
            const TabThrowLuck *luck = &g_array_index(analysis->of_throws, TabThrowLuck, at + n++);
            double mean = mean_of(record->rules, sticks, &before, held->str, ahead);
            double value = fallen(record->rules, sticks, &before, held->str, thrown, ahead);
            g_assert_true(luck->node == node);
            g_assert_cmpint(luck->side, ==, node->side);
            g_assert_cmpuint(luck->place, ==, i);
            g_assert_cmpint(tab_throw_value(luck->kind), ==, thrown);
            g_assert_cmpfloat_with_epsilon(luck->before, mean, CLOSE);
            g_assert_cmpfloat_with_epsilon(luck->after, value, CLOSE);
            g_assert_cmpfloat_with_epsilon(luck->luck, value - mean, CLOSE);
            sum[node->side] += value - mean;
        }
        g_string_append_printf(held, "%s%s", held->len ? "," : "", throws[i]);
    }
    return n;
}

/* The chance of the side to move to win, before the throws of its turn that are still to fall. */
static double before_throws(const TabRecord *record, const TabSticks *sticks,
                            const TabSituation *situation, int ahead)
{
    if (ahead < 0 || tab_throws_complete(&situation->throws))
        return judge_win(record->rules, situation);
    return mean_of(record->rules, sticks, situation, situation->throws.n ? "1" : "", ahead);
}

/* White's luck of the opening. */
static double naive_opening(const TabRecord *record, const TabSticks *sticks, double white,
                            int ahead)
{
    TabSituation start[2];
    for (int side = 0; side < 2; side++)
        tab_position_start(record->rules, (TabSide)side, &start[side]);
    double first = before_throws(record, sticks, &start[TAB_WHITE], ahead);
    double second = 1 - before_throws(record, sticks, &start[TAB_BLACK], ahead);
    double mean = white * first + (1 - white) * second;
    return (record->start.position.side == TAB_WHITE ? first : second) - mean;
}

static double after_turn(const TabRecord *record, const TabSticks *sticks,
                         const TabSituation *before, const char *text, TabSide mover, int ahead)
{
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabSituation after = {.throws = {.n = 0}};
    g_assert_true(
        tab_notation_parse_turn(record->rules, before, text, turn, &after.position, NULL));
    if (tab_position_finished(record->rules, &after.position))
        return after.position.pieces[mover] ? 1 : 0;
    double win = before_throws(record, sticks, &after, ahead);
    return after.position.side == mover ? win : 1 - win;
}

/* Whether the loss of each turn is the difference of the values after the two turns. */
static void check_losses(const TabRecord *record, const TabSticks *sticks,
                         const TabAnalysis *analysis, int ahead)
{
    guint i = 0, lost = 0;
    double sum[2] = {0, 0};
    for (const TabRecordNode *node = record->root->child; node && node->turn;
         node = node->child, i++) {
        const TabTurnLoss *turn = &g_array_index(analysis->of_turns, TabTurnLoss, i);
        TabSituation before;
        find_situation(record, node->parent, &before);
        g_assert_true(tab_notation_parse_throws(record->rules, node->throws, &before.throws, NULL));
        TabSide mover = (TabSide)node->side;
        double loss = after_turn(record, sticks, &before, turn->best_turn, mover, ahead) -
                      after_turn(record, sticks, &before, node->turn, mover, ahead);
        g_assert_true(turn->node == node);
        g_assert_cmpint(turn->side, ==, mover);
        g_assert_cmpfloat_with_epsilon(turn->win, judge_win(record->rules, &before), CLOSE);
        g_assert_cmpfloat_with_epsilon(turn->loss, MAX(loss, 0), CLOSE);
        sum[mover] += turn->loss;
        lost += turn->loss > 0;
    }
    g_assert_cmpuint(analysis->of_turns->len, ==, i);
    g_assert_cmpuint(lost, >, 0);
    for (int side = 0; side < 2; side++)
        g_assert_cmpfloat_with_epsilon(analysis->loss[side], sum[side], CLOSE);
}

/* Whether an analysis with this setup is right; `white` is White's chance to win the opening. */
static void check(const TabRecord *record, const TabAnalysis *analysis,
                  const TabAnalysisSetup *setup, double white)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    const char *text = tab_record_get_tag(record, "Sticks");
    if (text)
        g_assert_true(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], text, &sticks, NULL));
    double sum[2] = {0, 0}, opening = 0;
    int ahead = (int)setup->ahead - 1;
    guint n = 0;
    for (const TabRecordNode *node = record->root->child; node; node = node->child)
        n += naive_turn(record, node, &sticks, analysis, n, ahead, sum);
    if (tab_record_get_tag(record, "Opening"))
        opening = naive_opening(record, &sticks, white, ahead);
    g_assert_cmpuint(analysis->throws, ==, n);
    g_assert_cmpuint(analysis->of_throws->len, ==, n);
    g_assert_cmpint(analysis->has_opening, ==, tab_record_get_tag(record, "Opening") != NULL);
    g_assert_cmpfloat_with_epsilon(analysis->opening, opening, CLOSE);
    g_assert_cmpfloat_with_epsilon(analysis->luck[TAB_WHITE], sum[TAB_WHITE], CLOSE);
    g_assert_cmpfloat_with_epsilon(analysis->luck[TAB_BLACK], sum[TAB_BLACK], CLOSE);
    g_assert_cmpfloat_with_epsilon(analysis->luck_white, opening + sum[TAB_WHITE] - sum[TAB_BLACK],
                                   CLOSE);
    g_assert_cmpfloat_with_epsilon(analysis->first + analysis->luck_white -
                                       analysis->loss[TAB_WHITE] + analysis->loss[TAB_BLACK] +
                                       analysis->drift,
                                   analysis->last, CLOSE);
    TabSituation end;
    find_situation(record, tab_record_last(record), &end);
    if (tab_position_finished(record->rules, &end.position))
        g_assert_cmpfloat(analysis->last, ==,
                          tab_position_score(record->rules, &end.position, TAB_WHITE));
    g_assert_true((analysis->of_turns != NULL) == setup->losses);
    if (setup->losses)
        check_losses(record, &sticks, analysis, ahead);
}

/* Every kind of turn and of opening: each throw's luck is what a naive sum says. */
static void sums(void)
{
    static const struct {
        const char *rules, *sticks;
        double white; /* chance to win the opening */
    } games[] = {
        {"standard", "fair", 1},
        {"walker:columns=5", "fair", 1 / 1.75},
        {"bell:columns=5", "fair", 1 / 1.75},
        {"lane:columns=7", "w=6,13,11,5,1", 1 / (2 - 13.0 / 36)},
        {"ludii", "fair", 1 / 1.75},
        {"ludii:opening-tab=counts", "w=1,2,3,4,5", 1 / (2 - 2.0 / 15)},
        {"jordan", "p=0.37", 0.5},
    };
    g_autoptr(Bench) bench = bench_new("0");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
        for (guint seed = 0; seed < 3; seed++) {
            g_autoptr(TabRecord) record =
                random_game(games[i].rules, games[i].sticks, 60, 100 * i + seed);
            setup.ahead = seed;
            setup.losses = (i + seed) % 3 < 2;
            const TabAnalysis *analysis = analyse(bench, record, &setup);
            g_assert_no_error(bench->error);
            check(record, analysis, &setup, games[i].white);
        }
    }
}

/* The mean over what can fall with these chances, up to `ahead` throws that earn another. */
static double mean_over(const TabRules *rules, const TabSticks *chances, const TabSituation *now,
                        int ahead)
{
    double sum = 0, chance = 0;
    if (tab_throws_complete(&now->throws))
        return judge_win(rules, now);
    TAB_KINDS_FOREACH(&rules->cast, t) {
        TabSituation next = *now;
        tab_throws_add(rules, &next.throws, t);
        if (chances->p[t] <= 0 || (next.throws.more && !ahead))
            continue;
        sum += chances->p[t] * mean_over(rules, chances, &next, ahead - next.throws.more);
        chance += chances->p[t];
    }
    return sum / chance;
}

/* Of sticks of two colours each side counts its own: where they are not fair the first throw of
 * each turn is weighed by the chances of the side that throws. */
static void colours(void)
{
    g_autoptr(Bench) bench = bench_new("0");
    g_autoptr(TabRecord) record = random_game("siryu:columns=5,pieces=3", "p=0.3", 40, 5);
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    const TabCast *cast = &record->rules->cast;
    TabSticks white;
    guint n[2] = {0, 0};
    g_assert_true(tab_sticks_parse(cast, "p=0.3", &white, NULL));
    const TabAnalysis *analysis = analyse(bench, record, &setup);
    g_assert_no_error(bench->error);
    for (guint i = 0; i < analysis->of_throws->len; i++) {
        const TabThrowLuck *luck = &g_array_index(analysis->of_throws, TabThrowLuck, i);
        TabSituation before;
        if (luck->place)
            continue;
        find_situation(record, luck->node->parent, &before);
        TabSticks own = tab_sticks_of_side(cast, &white, luck->side);
        g_assert_cmpfloat_with_epsilon(
            luck->before, mean_over(record->rules, &own, &before, (int)setup.ahead), CLOSE);
        n[luck->side]++;
    }
    g_assert_cmpuint(MIN(n[TAB_WHITE], n[TAB_BLACK]), >, 5);
}

static void count_progress(const TabAnalysis *so_far, guint turns, guint of, gpointer data)
{
    Bench *bench = data;
    g_assert_cmpuint(turns, ==, ++bench->progress);
    g_assert_cmpuint(of, ==, 3);
    g_assert_cmpuint(so_far->throws, >=, turns - 1);
}

/* Throws that the position came with did not fall; those without a turn did. */
static void positions(void)
{
    g_autoptr(Bench) bench = bench_new("0");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    setup.progress = count_progress;
    setup.progress_data = bench;
    TabSticks fair = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    TabRandom random = tab_random_new(5);
    static const struct {
        const char *position;
        guint throws; /* of the first turn that fell */
    } starts[] = {
        {"1m2nnnnn/5m3/2(MT)3T2/NNN3M2 w - - 17", 1},
        {"1m2nnnnn/5m3/2(MT)3T2/NNN3M2 w 1,4+ - 17", 1},
        {"1m2nnnnn/5m3/2(MT)3T2/NNN3M2 b 1,4,2 - 17", 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(starts); i++) {
        g_autoptr(TabRecord) record = game_from("walker", starts[i].position);
        TabSituation situation = record->start;
        while (!tab_throws_complete(&situation.throws))
            tab_throws_add(record->rules, &situation.throws, TAB_THROW_2);
        g_autofree char *text = random_turn(record->rules, &situation, &random);
        TabRecordNode *node = tab_record_append(record, record->root, &situation, text);
        find_situation(record, node, &situation);
        node = random_node(record, node, &situation, &fair, &random);
        tab_throws_add(record->rules, &situation.throws, TAB_THROW_1);
        tab_throws_add(record->rules, &situation.throws, TAB_THROW_6);
        if (i) /* what the runner leaves of a side that did not answer */
            tab_throws_add(record->rules, &situation.throws, TAB_THROW_3);
        tab_record_append(record, node, &situation, NULL);
        bench->progress = 0;
        const TabAnalysis *analysis = analyse(bench, record, &setup);
        g_assert_no_error(bench->error);
        check(record, analysis, &setup, NAN);
        g_assert_cmpuint(bench->progress, ==, 3);
        guint first = 0;
        for (guint k = 0; k < analysis->throws; k++)
            first +=
                g_array_index(analysis->of_throws, TabThrowLuck, k).node == record->root->child;
        g_assert_cmpuint(first, ==, starts[i].throws);
    }
}

/* A variation can be walked in place of the main line. */
static void variation(void)
{
    g_autoptr(Bench) bench = bench_new("0");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    g_autoptr(TabRecord) record = random_game("walker:columns=5", "fair", 6, 3);
    const TabRecordNode *third = record->root->child->child->child;
    TabRandom random = tab_random_new(8);
    TabSticks fair = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    TabSituation situation;
    find_situation(record, third, &situation);
    setup.last = random_node(record, (TabRecordNode *)third, &situation, &fair, &random);
    const TabAnalysis *analysis = analyse(bench, record, &setup);
    g_assert_no_error(bench->error);
    const TabThrowLuck *luck =
        &g_array_index(analysis->of_throws, TabThrowLuck, analysis->throws - 1);
    g_assert_true(luck->node == setup.last);
    g_assert_cmpuint(luck->node->number, ==, third->number + 1);
}

/* A question is asked once: two sides that can only wait, throw after throw. */
static void memory(void)
{
    g_autoptr(Bench) bench = bench_new("0");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    g_autoptr(TabRecord) record = game_from("walker", "nnnnnnnnn/9/9/NNNNNNNNN w - - 1");
    TabSituation situation = record->start;
    TabRecordNode *node = record->root;
    for (guint i = 0; i < 20; i++) {
        TabPosition after;
        g_autofree TabTurn *turn = g_new(TabTurn, 1);
        tab_throws_add(record->rules, &situation.throws, i % 3 ? TAB_THROW_2 : TAB_THROW_3);
        const char *text = i % 3 ? "2:pass" : "3:pass";
        node = tab_record_append(record, node, &situation, text);
        g_assert_true(tab_notation_parse_turn(record->rules, &situation, text, turn, &after, NULL));
        situation.position = after;
        situation.throws = (TabThrows){.n = 0};
    }
    static const guint hands[] = {5, 8, 20, 40}; /* of a position, by `ahead` */
    for (setup.ahead = 0; setup.ahead < G_N_ELEMENTS(hands); setup.ahead++) {
        bench->lines = 0;
        const TabAnalysis *analysis = analyse(bench, record, &setup);
        g_assert_no_error(bench->error);
        check(record, analysis, &setup, NAN);
        g_assert_cmpuint(analysis->throws, ==, 20);
        g_assert_cmpuint(analysis->calls, ==, 2 * hands[setup.ahead]);
        g_assert_cmpuint(bench->lines, ==, analysis->calls);
    }
}

/* Whatever the judge believes, the five throws that can fall have no luck on average. */
static void balance(void)
{
    static const struct {
        const char *rules, *position, *sticks;
    } cases[] = {
        {"walker", "1m2nnnnn/5m3/2(MT)3T2/NNN3M2 b - - 17", "fair"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1", "fair"},
        {"bell:columns=5", "3nn/5/3M1/5 w 4,1+ 2/1 9", "p=0.37"},
        {"ludii", "mmmmmmm/7/1M5/MMMM1MM b - - 3", "w=6,13,11,5,1"},
        {"walker", "1m2nnnnn/5m3/2(MT)3T2/NNN3M2 b - - 17", "w=0,2,1,0,0"},
    };
    g_autoptr(Bench) bench = bench_new("0");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    for (guint i = 0; i < 3 * G_N_ELEMENTS(cases); i++) {
        TabSticks sticks;
        double mean = 0, spread = 0;
        g_assert_true(
            tab_sticks_parse(&tab_casts[TAB_CAST_TAB], cases[i / 3].sticks, &sticks, NULL));
        setup.sticks = &sticks;
        setup.ahead = i % 3;
        for (int t = 0; t < TAB_N_THROWS; t++) {
            g_autoptr(TabRecord) record = game_from(cases[i / 3].rules, cases[i / 3].position);
            TabSituation situation = record->start;
            g_assert_true(tab_throws_add(record->rules, &situation.throws, t));
            tab_record_append(record, record->root, &situation, NULL);
            const TabAnalysis *analysis = analyse(bench, record, &setup);
            if (sticks.p[t] <= 0) {
                g_assert_error(bench->error, TAB_RULES_ERROR, TAB_RULES_ERROR_STICKS);
                continue;
            }
            g_assert_no_error(bench->error);
            g_assert_cmpuint(analysis->throws, ==, 1);
            int sign = situation.position.side == TAB_WHITE ? 1 : -1;
            mean += sticks.p[t] * sign * analysis->luck_white;
            spread += sticks.p[t] * fabs(analysis->luck_white);
        }
        g_assert_cmpfloat_with_epsilon(mean, 0, 1e-12);
        g_assert_cmpfloat(spread, >, 0.01);
    }
}

/* Over whole games, openings and all, with the seeded sticks. */
static void average(void)
{
    g_autoptr(Bench) bench = bench_new("0");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    TabMoments luck = {0}, opening = {0}, throws = {0};
    for (guint i = 0; i < 150; i++) {
        g_autoptr(TabRecord) record =
            random_game(i % 2 ? "ludii:columns=5" : "walker:columns=5,pieces=3", "fair", 40, i);
        setup.ahead = i / 2 % 3;
        const TabAnalysis *analysis = analyse(bench, record, &setup);
        g_assert_no_error(bench->error);
        tab_moments_add(&luck, analysis->luck_white);
        tab_moments_add(&opening, analysis->opening);
        for (guint k = 0; k < analysis->throws; k++)
            tab_moments_add(&throws, g_array_index(analysis->of_throws, TabThrowLuck, k).luck);
    }
    g_test_message("luck %+.4f ± %.4f, opening %+.4f ± %.4f, throw %+.5f ± %.5f", luck.mean,
                   tab_moments_se(&luck), opening.mean, tab_moments_se(&opening), throws.mean,
                   tab_moments_se(&throws));
    g_assert_cmpfloat(fabs(luck.mean), <, 4 * tab_moments_se(&luck));
    g_assert_cmpfloat(fabs(opening.mean), <, 4 * tab_moments_se(&opening));
    g_assert_cmpfloat(fabs(throws.mean), <, 4 * tab_moments_se(&throws));
    g_assert_cmpuint(throws.n, >, 5000);
}

/* No wrong number: a judge that fails leaves no luck, and says why. */
static void failures(void)
{
    static const struct {
        const char *fault;
        TabClientError code;
        const char *words;
    } cases[] = {
        {"7 crash", TAB_CLIENT_ERROR_CRASHED, ": ended with status 3"},
        {"7 silent", TAB_CLIENT_ERROR_SILENT, ": did not answer in time"},
        {"7 refuse", TAB_CLIENT_ERROR_REFUSED, "no idea"},
        {"7 no-win", TAB_CLIENT_ERROR_NO_WIN, ": gave no win chance"},
        {"7 nan", TAB_CLIENT_ERROR_NO_WIN, ": gave no win chance"},
        {"4 illegal", TAB_CLIENT_ERROR_BROKEN, "bestmove 2:a1a2,3:pass"},
        {"4 none", TAB_CLIENT_ERROR_BROKEN, "bestmove none"},
        {"7 turn", TAB_CLIENT_ERROR_BROKEN, "before all throws had fallen"},
        {"0 rules", TAB_CLIENT_ERROR_REFUSED, "these rules"},
    };
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    TabClientPatience patience = TAB_CLIENT_PATIENCE_INIT;
    patience.grace_ms = 100;
    setup.ahead = 0; /* the seventh question is one with more to fall, the fourth is none */
    g_autoptr(TabRecord) record = random_game("walker", "fair", 10, 1);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Bench) bench = bench_new(cases[i].fault);
        tab_client_set_patience(bench->client, &patience);
        setup.patience_ms = g_str_has_suffix(cases[i].fault, "silent") ? 100 : 0;
        g_assert_null(analyse(bench, record, &setup));
        g_test_message("%s: %s", cases[i].fault, bench->error->message);
        g_assert_error(bench->error, TAB_CLIENT_ERROR, (int)cases[i].code);
        g_assert_true(g_str_has_prefix(bench->error->message,
                                       cases[i].fault[0] == '0' ? "refused: " : "at turn "));
        g_assert_null(strstr(bench->error->message, "Oracle"));
        g_assert_nonnull(strstr(bench->error->message, cases[i].words));
    }
}

/* After a crash it is the caller who starts the judge again. */
static void restart(void)
{
    g_autoptr(Bench) bench = bench_new("50 crash");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    g_autoptr(TabRecord) record = random_game("walker", "fair", 10, 1);
    g_autoptr(TabRecord) start_only = random_game("walker", "fair", 0, 1);
    g_assert_null(analyse(bench, record, &setup));
    g_assert_null(analyse(bench, record, &setup));
    g_assert_error(bench->error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_CRASHED);
    g_clear_error(&bench->error);
    start(bench);
    const TabAnalysis *analysis = analyse(bench, start_only, &setup);
    g_assert_no_error(bench->error);
    g_assert_cmpuint(analysis->calls, ==, 2 * 20); /* the opening, White's and Black's */
    g_assert_cmpuint(analysis->throws, ==, 0);
    g_assert_true(analysis->has_opening);
}

static gpointer analyse_in_thread(gpointer data)
{
    g_autoptr(GMainContext) context = g_main_context_new();
    g_main_context_push_thread_default(context);
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    g_autoptr(TabRecord) record = random_game("walker", "fair", 20, 2);
    Bench *bench = bench_new("0");
    const TabAnalysis *analysis = analyse(bench, record, &setup);
    g_assert_no_error(bench->error);
    *(double *)data = analysis->luck_white;
    bench_free(bench);
    g_main_context_pop_thread_default(context);
    return NULL;
}

/* Each thread has its judge on a main context of its own. */
static void threads(void)
{
    GThread *thread[3];
    double luck[3];
    for (guint i = 0; i < G_N_ELEMENTS(thread); i++)
        thread[i] = g_thread_new("judge", analyse_in_thread, &luck[i]);
    for (guint i = 0; i < G_N_ELEMENTS(thread); i++)
        g_thread_join(thread[i]);
    g_assert_cmpfloat(luck[0], !=, 0);
    g_assert_cmpfloat(luck[0], ==, luck[1]);
    g_assert_cmpfloat(luck[0], ==, luck[2]);
}

static void cancelled(void)
{
    g_autoptr(Bench) bench = bench_new("0");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    g_autoptr(TabRecord) record = random_game("walker", "fair", 10, 1);
    bench->cancel_at = 5;
    g_assert_null(analyse(bench, record, &setup));
    g_assert_error(bench->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint(bench->lines, ==, 5);
    g_assert_cmpint(tab_client_get_state(bench->client), ==, TAB_CLIENT_READY);
    g_assert_null(analyse(bench, record, &setup)); /* before anything is asked */
    g_assert_error(bench->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint(bench->lines, ==, 5);
}

/* Throws that are not those of the position are no game. */
static void other_throws(void)
{
    static const char *const thrown[] = {"2", "1,6,2"};
    g_autoptr(Bench) bench = bench_new("0");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    for (guint i = 0; i < G_N_ELEMENTS(thrown); i++) {
        g_autoptr(TabRecord) record =
            game_from("walker", "1m2nnnnn/5m3/2(MT)3T2/NNN3M2 w 1,4+ - 17");
        TabSituation situation = record->start;
        g_assert_true(tab_notation_parse_throws(record->rules, thrown[i], &situation.throws, NULL));
        tab_record_append(record, record->root, &situation, NULL);
        g_assert_null(analyse(bench, record, &setup));
        g_assert_error(bench->error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
        g_assert_cmpstr(bench->error->message, ==, "turn 17: other throws than the position holds");
    }
}

/* A record whose throws these sticks cannot give. */
static void impossible(void)
{
    g_autoptr(Bench) bench = bench_new("0");
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    TabSticks sticks;
    g_assert_true(
        tab_sticks_parse(&tab_casts[TAB_CAST_TAB], "w=1,0,1,1,1", &sticks, NULL)); /* no tâb */
    setup.sticks = &sticks;
    g_autoptr(TabRecord) record = random_game("walker", "fair", 10, 1);
    g_assert_null(analyse(bench, record, &setup));
    g_assert_error(bench->error, TAB_RULES_ERROR, TAB_RULES_ERROR_STICKS);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/analysis/sums", sums);
    g_test_add_func("/analysis/positions", positions);
    g_test_add_func("/analysis/variation", variation);
    g_test_add_func("/analysis/memory", memory);
    g_test_add_func("/analysis/balance", balance);
    g_test_add_func("/analysis/average", average);
    g_test_add_func("/analysis/failures", failures);
    g_test_add_func("/analysis/restart", restart);
    g_test_add_func("/analysis/colours", colours);
    g_test_add_func("/analysis/threads", threads);
    g_test_add_func("/analysis/cancelled", cancelled);
    g_test_add_func("/analysis/other-throws", other_throws);
    g_test_add_func("/analysis/impossible", impossible);
    return g_test_run();
}
