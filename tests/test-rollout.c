// SPDX-License-Identifier: GPL-3.0-or-later
// Rollouts: they tell what the fast play comes to, with an error that is true, by the same sticks
// for all, whatever the number of threads.
#include <math.h>

#include "engine/search/search.h"
#include "protocol/rules/ending.h"
#include "protocol/rules/notation.h"
#include "rules-fixture.h"

typedef struct {
    TabRules *rules;
    TabSituation *situation;
    TabEval *eval;
    TabSticks sticks;
    TabSearch search;
    atomic_bool stop;
    uint64_t games, nodes; /* so far */
    uint64_t stop_at;      /* stops the search at so many games; 0: never */
    unsigned n_lines, reports;
    double win[TAB_SEARCH_MAX_LINES], se[TAB_SEARCH_MAX_LINES]; /* best first */
    char *turn;
} Scene;

static Scene *scene_new(const char *rules, const char *position, uint64_t games)
{
    Scene *scene = g_new0(Scene, 1);
    scene->rules = rules_for(rules);
    scene->situation = situation_for(scene->rules, position);
    scene->sticks = tab_sticks_fair(&scene->rules->cast);
    scene->eval = tab_eval_new(scene->rules, &scene->sticks);
    scene->search = (TabSearch){
        .rules = scene->rules,
        .eval = scene->eval,
        .sticks = &scene->sticks,
        .situation = scene->situation,
        .threads = 1,
        .rollout = {.games = games},
        .seed = 5,
        .stop = &scene->stop,
    };
    return scene;
}

static void scene_free(Scene *scene)
{
    g_free(scene->turn);
    tab_eval_free(scene->eval);
    g_free(scene->situation);
    tab_rules_unref(scene->rules);
    g_free(scene);
}

static void note(const TabSearchReport *report, gpointer user_data)
{
    Scene *scene = user_data;
    scene->games = report->games;
    scene->nodes = report->nodes;
    scene->n_lines = report->n_lines;
    scene->reports++;
    scene->win[0] = report->win;
    scene->se[0] = report->se;
    g_clear_pointer(&scene->turn, g_free);
    for (unsigned i = 0; i < report->n_lines; i++) {
        scene->win[i] = report->lines[i]->win;
        scene->se[i] = report->lines[i]->se;
    }
    if (report->n_lines)
        scene->turn = tab_notation_turn_to_string(scene->rules, &scene->situation->position,
                                                  &report->lines[0]->turn);
    if (scene->stop_at && report->games >= scene->stop_at)
        scene->stop = true;
}

static void run(Scene *scene)
{
    scene->stop = false;
    scene->search.limits.start = g_get_monotonic_time();
    tab_search_run(&scene->search, note, scene);
}

/* --- games without any art --- */

typedef struct {
    const Scene *scene;
    TabSide mover;
    double best;
    TabPosition after;
    bool moved;
} Choice;

static bool keep_best(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                      gpointer user_data)
{
    Choice *choice = user_data;
    double win = tab_eval_win_of(choice->mover, after, tab_eval_win(choice->scene->eval, after));
    if (win > choice->best) {
        choice->best = win;
        choice->after = *after;
        choice->moved = n_plays > 0;
    }
    return true;
}

/* The result of one game for the side to move. */
static double play_plainly(const Scene *scene, TabOutcomes *outcomes, TabRandom *random)
{
    const TabEndingLimits limits = TAB_ENDING_LIMITS_INIT;
    TabEndingCounters counters = {0};
    TabPosition position = scene->situation->position;
    TabSide side = (TabSide)position.side;
    int winner;
    while (!tab_ending_find(scene->rules, &position, &counters, &limits, &winner)) {
        TabThrows throws = {.n = 0};
        TabHand hand = {{0}};
        while (!tab_throws_complete(&throws))
            tab_throws_draw(scene->rules, &throws, (TabSide)position.side, &scene->sticks, random);
        for (unsigned i = 0; i < throws.n; i++)
            hand.n[throws.kind[i]]++;
        tab_hand_add_saved(scene->rules, &position, &hand);
        Choice choice = {.scene = scene, .mover = (TabSide)position.side, .best = -1};
        tab_outcomes_visit(outcomes, scene->rules, &position, &hand, 4000, keep_best, NULL,
                           &choice);
        tab_ending_count(&counters, choice.mover, &choice.after, choice.moved);
        position = choice.after;
    }
    return winner < 0 ? 0.5 : winner == (int)side;
}

/* Taking the luck out leaves the mean where it is, with sticks that make long hands likely too; and
 * it needs far fewer games. */
static void same_mean_as_plain_games(void)
{
    static const struct {
        const char *rules, *position, *sticks;
    } rows[] = {
        {"walker:columns=5,pieces=2", "nn3/5/5/3NN w - - 1", "fair"},
        {"jordan:columns=5,pieces=2", "nn3/5/2M2/4N w - - 1", "p=0.35"},
        {"bell:columns=5,pieces=2", "m4/1t3/2M2/4N w - 1/0 9", "fair"},
        {"siryu:columns=5,pieces=2", "nn3/5/2M2/4N b - - 1", "fair"},
        {"daldosa:columns=5,pieces=3", "nnn2/5/NNN2 w - - 1", "fair"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Scene *scene = scene_new(rows[i].rules, rows[i].position, 400);
        g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
        TabRandom random = tab_random_new(3);
        double sum = 0;
        const unsigned games = 2500;
        g_assert_true(tab_sticks_parse(&scene->rules->cast, rows[i].sticks, &scene->sticks, NULL));
        tab_eval_free(scene->eval);
        scene->eval = tab_eval_new(scene->rules, &scene->sticks);
        scene->search.eval = scene->eval;
        run(scene);
        for (unsigned game = 0; game < games; game++)
            sum += play_plainly(scene, outcomes, &random);
        double plain = sum / games, se = sqrt(plain * (1 - plain) / games);
        double fewer = plain * (1 - plain) / (scene->se[0] * scene->se[0] * 400);
        g_test_message("%s: %.4f ± %.4f, plainly %.4f ± %.4f; %.0f times fewer games",
                       rows[i].rules, scene->win[0], scene->se[0], plain, se, fewer);
        g_assert_cmpuint(scene->games, ==, 400);
        g_assert_cmpfloat(fabs(scene->win[0] - plain), <, 4 * hypot(se, scene->se[0]));
        g_assert_cmpfloat(fewer, >, 2);
        scene_free(scene);
    }
}

/* --- turns --- */

#define MIDDLE "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,2 - 30"

/* The same numbers with any number of threads, best first, with an error each. */
static void threads_change_nothing(void)
{
    double win[8] = {0};
    for (unsigned threads = 1; threads <= 3; threads++) {
        Scene *scene = scene_new("walker", MIDDLE, 70);
        scene->search.threads = threads;
        run(scene);
        g_assert_cmpuint(scene->games, ==, 70);
        g_assert_cmpuint(scene->n_lines, >=, 2);
        g_assert_cmpuint(scene->n_lines, <=, 8);
        for (unsigned i = 0; i < scene->n_lines; i++) {
            g_assert_cmpfloat(scene->se[i], >, 0);
            g_assert_cmpfloat(scene->se[i], <, 0.1);
            g_assert_true(!i || scene->win[i] <= scene->win[i - 1]);
            g_assert_true(threads == 1 || scene->win[i] == win[i]);
            win[i] = scene->win[i];
        }
        scene_free(scene);
    }
}

/* The values and errors of these games on every machine, and the positions looked at for them: a
 * hand that stands for others is not looked at again when it was thrown. Whoever changes how games
 * are played out, or the evaluation by hand, puts the new ones here. */
static void same_everywhere(void)
{
    static const struct {
        const char *rules, *position;
        double win, se;
        uint64_t nodes;
    } cases[] = {
        {"walker", MIDDLE, 0.494534966, 0.032021392, 1238431},
        {"sahkku", "5nnn1nnnKnn/1m2M10/NNNNNNNNNN1MMM1 w - - 13", 0.979952589, 0.011900612, 640584},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        Scene *scene = scene_new(cases[i].rules, cases[i].position, 64);
        run(scene);
        g_assert_cmpfloat_with_epsilon(scene->win[0], cases[i].win, 1e-9);
        g_assert_cmpfloat_with_epsilon(scene->se[0], cases[i].se, 1e-9);
        g_assert_cmpuint(scene->nodes, ==, cases[i].nodes);
        scene_free(scene);
    }
}

/* A turn that wins, and a game that nobody can lose. */
static void knows_results(void)
{
    Scene *scene = scene_new("walker", "9/9/6t1M/9 w 2 - 9", 4);
    run(scene);
    g_assert_cmpuint(scene->games, ==, 4);
    g_assert_cmpstr(scene->turn, ==, "2:b9b7");
    g_assert_cmpfloat(scene->win[0], ==, 1);
    g_assert_cmpfloat(scene->se[0], ==, 0);
    scene_free(scene);
    scene = scene_new("tozeur:columns=5", "5/5/mM3/m3M w - - 9", 4);
    run(scene);
    g_assert_cmpfloat(scene->win[0], ==, 0.5);
    g_assert_cmpfloat(scene->se[0], ==, 0);
    scene_free(scene);
}

/* Errors small enough, and one turn clearly ahead, end it before all games are played. */
static void ends_early(void)
{
    Scene *scene = scene_new("walker", MIDDLE, 100000);
    scene->search.rollout.se = 0.04;
    run(scene);
    g_assert_cmpuint(scene->games, <, 100000);
    for (unsigned i = 0; i < scene->n_lines; i++)
        g_assert_cmpfloat(scene->se[i], <=, 0.04);
    uint64_t by_error = scene->games;
    scene->search.rollout = (TabRolloutPlan){.games = 100000, .stop = 1};
    run(scene);
    g_assert_cmpuint(scene->games, <, 100000);
    g_assert_cmpuint(by_error % 64, ==, 0);
    scene_free(scene);
}

/* So it does where the turn that is ahead is the one that was to be expected. */
static void ends_early_as_expected(void)
{
    Scene *scene = scene_new("walker:columns=5", "mm3/3t1/M1M2/5 w 2 - 30", 256);
    scene->search.rollout.stop = 2;
    run(scene);
    g_assert_cmpuint(scene->games, <, 256);
    g_assert_cmpuint(scene->games, >=, 64);
    scene_free(scene);
}

/* After no turn at all the evaluation is all there is, less its own luck: the games are equal. */
static void truncates(void)
{
    Scene *scene = scene_new("siryu:columns=5,pieces=2", "nn3/5/2M2/4N b - - 1", 64);
    scene->search.rollout.truncate = 1;
    run(scene);
    double one = scene->se[0];
    scene->search.rollout.truncate = 0;
    run(scene);
    g_assert_cmpfloat(one, <, scene->se[0] / 4);
    scene_free(scene);
}

/* Stopped, it answers by the games that are whole; told of no games, by the evaluation. */
static void stops_when_told(void)
{
    Scene *scene = scene_new("walker", MIDDLE, 1000000);
    scene->stop_at = 1;
    run(scene);
    g_assert_cmpuint(scene->games, >=, 64);
    g_assert_cmpuint(scene->games, <, 100000);
    g_assert_nonnull(scene->turn);
    static const uint64_t nodes[] = {40, 5000};
    for (guint i = 0; i < G_N_ELEMENTS(nodes); i++) {
        scene->search.limits.nodes = nodes[i];
        run(scene);
        g_assert_cmpuint(scene->games, ==, 0);
        g_assert_nonnull(scene->turn);
        g_assert_cmpuint(scene->nodes, <=, nodes[i]);
    }
    scene_free(scene);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rollout/same-mean", same_mean_as_plain_games);
    g_test_add_func("/rollout/threads", threads_change_nothing);
    g_test_add_func("/rollout/same-everywhere", same_everywhere);
    g_test_add_func("/rollout/results", knows_results);
    g_test_add_func("/rollout/ends-early", ends_early);
    g_test_add_func("/rollout/ends-early-as-expected", ends_early_as_expected);
    g_test_add_func("/rollout/truncates", truncates);
    g_test_add_func("/rollout/stops", stops_when_told);
    return g_test_run();
}
