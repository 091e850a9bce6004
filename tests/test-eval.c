// SPDX-License-Identifier: GPL-3.0-or-later
// The evaluations: exact chances to hit, the score of `greedy`, symmetry, and the logistic
// function.
#include <math.h>

#include "engine/eval/eval.h"
#include "engine/eval/logistic.h"
#include "rules-fixture.h"

typedef struct {
    TabRules *rules;
    TabSituation *situation;
    TabEval *eval;
} Scene;

static Scene *scene_new(const char *rules, const char *position, const char *sticks_text)
{
    Scene *scene = g_new0(Scene, 1);
    g_autoptr(GError) error = NULL;
    TabSticks sticks;
    scene->rules = rules_for(rules);
    scene->situation = situation_for(scene->rules, position);
    tab_sticks_parse(&scene->rules->cast, sticks_text, &sticks, &error);
    g_assert_no_error(error);
    scene->eval = tab_eval_new(scene->rules, &sticks);
    return scene;
}

static void scene_free(Scene *scene)
{
    tab_eval_free(scene->eval);
    g_free(scene->situation);
    tab_rules_unref(scene->rules);
    g_free(scene);
}

static double chance(const Scene *scene, TabSide attacker, unsigned cell)
{
    const TabPosition *position = &scene->situation->position;
    return tab_hits_chance(scene->eval->hits, position, attacker,
                           tab_hits_distances(scene->eval->hits, position, attacker, cell));
}

static TabCell cell_of(const Scene *scene, const char *name)
{
    return cell_for(scene->rules, name);
}

/* By hand: a black piece on b9, a white one d cells on. Sums of the hand 1^a 4^b 6^c and one of
 * 2, 3. */
static void single_distances(void)
{
    static const struct {
        const char *target;
        double p;
    } rows[] = {
        {"b8", 2.0 / 7}, /* 1: a tâb before the 2 or 3 that ends the turn */
        /* 2: the ending 2, or two tâbs before a 3. 3: the ending 3, or a tâb and the 2, or three
           tâbs before a 2. */
        {"b7", 0.6 + 0.4 * (2.0 / 7) * (2.0 / 7)},
        {"b6", 0.4 + 0.6 * (2.0 / 7)},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) text = g_string_new("9/9/");
        unsigned column = (unsigned)(rows[i].target[1] - '0');
        g_string_append_printf(text, "%uM%ut/9 b - - 5", column - 1, 8 - column);
        if (column == 8)
            g_string_assign(text, "9/9/7Mt/9 b - - 5");
        Scene *scene = scene_new("walker", text->str, "fair");
        g_assert_cmpfloat_with_epsilon(chance(scene, TAB_BLACK, cell_of(scene, rows[i].target)),
                                       rows[i].p, 1e-11);
        scene_free(scene);
    }
}

/* Distance 3: the ending 3, or (unless tâbs must convert) a tâb and the ending 2. */
static void no_tabs_while_converting(void)
{
    Scene *scene = scene_new("walker", "8n/9/5M2t/9 b - - 5", "fair");
    g_assert_cmpfloat_with_epsilon(chance(scene, TAB_BLACK, cell_of(scene, "b6")), 0.4, 1e-11);
    scene_free(scene);
    scene = scene_new("lane", "8n/9/5M2t/9 b - - 5", "fair");
    g_assert_cmpfloat_with_epsilon(chance(scene, TAB_BLACK, cell_of(scene, "b6")),
                                   0.4 + 0.6 * 2 / 7, 1e-11);
    scene_free(scene);
}

static void saved_tabs_count(void)
{
    Scene *scene = scene_new("bell", "9/9/7Mt/9 b - 0/1 5", "fair");
    g_assert_cmpfloat_with_epsilon(chance(scene, TAB_BLACK, cell_of(scene, "b8")), 1, 1e-11);
    scene_free(scene);
}

static void one_throw_at_once(void)
{
    Scene *scene = scene_new("ludii", "7/7/3M2t/7 b - - 5", "fair");
    g_assert_cmpfloat_with_epsilon(chance(scene, TAB_BLACK, cell_of(scene, "b4")), 4.0 / 16, 1e-15);
    scene_free(scene);
    scene = scene_new("ludii", "7/7/2M1t2/7 b - - 5", "p=0.37");
    double two = 6 * pow(0.37, 2) * pow(0.63, 2);
    g_assert_cmpfloat_with_epsilon(chance(scene, TAB_BLACK, cell_of(scene, "b3")), two, 1e-15);
    scene_free(scene);
}

/* By hand, in games of other casts: Black's chance to come to a cell. */
static void other_casts(void)
{
    static const struct {
        const char *rules, *position, *target;
        double p;
    } rows[] = {
        /* two dice, three cells: a 3 (7 of 16), or 1 and 2 (2 of 16); eight: both show 4 */
        {"daldosa", "12/8M2m/12 b - - 5", "b9", 9.0 / 16},
        {"daldosa", "12/3M7m/12 b - - 5", "b4", 1.0 / 16},
        /* four cells: half of an 8; two: a 2; six: half of a 12; one: half of a 2 */
        {"tablan", "12/12/7M3m/12 b - - 5", "b8", 1.0 / 16},
        {"tablan", "12/12/9M1m/12 b - - 5", "b10", 4.0 / 16},
        {"tablan", "12/12/5M5m/12 b - - 5", "b6", 1.0 / 16},
        {"tablan", "12/12/10Mm/12 b - - 5", "b11", 4.0 / 16},
        /* on its way home a piece turns to the home row, else to the enemy's */
        {"bakhri", "8/7m/6M1 b - - 5", "a7", 6.0 / 16},
        {"bakhri", "8/7t/6M1 b - - 5", "a7", 0},
        {"bakhri", "6M1/7t/8 b - - 5", "c7", 6.0 / 16},
        {"bakhri", "6M1/7m/8 b - - 5", "c7", 0},
        /* an own piece stands before the one three cells away, so two cells are left: a 2, or two
         * 1s; but the king passes it: a 2, a 3, or two 1s */
        {"sahkku", "15/mm1M3X7/15 b - - 5", "b4", 44.0 / 64},
        {"sahkku", "15/km1M11/15 b - - 5", "b4", 60.0 / 64},
        {"sahkku:pass-own=yes", "15/mm1M3X7/15 b - - 5", "b4", 60.0 / 64},
        /* one is outside, so none leaves the home row, but they still move on it */
        {"daldosa:columns=5,outside=one", "3mm/M4/5 b - - 5", "b1", 4.0 / 16},
        {"daldosa:columns=5,outside=one", "3mm/M4/m4 b - - 5", "b1", 0},
        {"bakhri", "5M1m/8/m7 b - - 5", "c6", 6.0 / 16},
        {"bakhri", "m7/M7/8 b - - 5", "b1", 4.0 / 16},
        {"bakhri", "m7/M7/7m b - - 5", "b1", 0},
        /* Nasara that sleep are not taken */
        {"daldosa", "12/12/m2N8 b - - 5", "a4", 9.0 / 16},
        {"daldosa:sleepers=safe", "12/12/m2N8 b - - 5", "a4", 0},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Scene *scene = scene_new(rows[i].rules, rows[i].position, "fair");
        g_assert_cmpfloat_with_epsilon(chance(scene, TAB_BLACK, cell_of(scene, rows[i].target)),
                                       rows[i].p, 1e-12);
        scene_free(scene);
    }
}

/* The fork: from the end of row 3 both branches are one cell away. */
static void both_branches(void)
{
    Scene *scene = scene_new("walker", "8m/8T/9/9 w - - 5", "fair");
    const TabHits *hits = scene->eval->hits;
    TabCell from = cell_of(scene, "c9");
    g_assert_cmpuint(hits->distance[TAB_WHITE][0][from][cell_of(scene, "b9")], ==, 1);
    g_assert_cmpuint(hits->distance[TAB_WHITE][0][from][cell_of(scene, "d9")], ==, 1);
    g_assert_cmpuint(hits->distance[TAB_WHITE][0][cell_of(scene, "a1")][cell_of(scene, "d1")], ==,
                     35);
    g_assert_cmpuint(hits->distance[TAB_WHITE][0][cell_of(scene, "b9")][cell_of(scene, "a1")], ==,
                     TAB_NO_DISTANCE);
    scene_free(scene);
}

/* The quick table agrees with the exact sum over hands for random sets of distances. */
static void near_table(void)
{
    Scene *scene = scene_new("bell", "9/9/7Mt/9 b - 0/2 5", "fair");
    const TabHits *hits = scene->eval->hits;
    TabRandom random = tab_random_new(3);
    for (int i = 0; i < 500; i++) {
        unsigned set = tab_random_below(&random, 1u << TAB_HITS_NEAR);
        TabDistances distances = {(uint64_t)set << 1, 0};
        double exact = tab_hits_chance(hits, &scene->situation->position, TAB_BLACK, distances);
        double near = (double)tab_hits_near(hits, &scene->situation->position, TAB_BLACK)[set];
        g_assert_cmpfloat_with_epsilon(near, exact, 1e-6);
    }
    scene_free(scene);
}

/* Sticks of two colours that fall white side up with 0.3: five white sides and one black are a five
 * of White's and a sir of Black's. While a side must free its Nasrani by a sir, it goes five cells
 * by a five alone. */
static void each_side_its_own_colour(void)
{
    static const double own_up[] = {0.3, 0.7};
    Scene *scene = scene_new("siryu:columns=6,tab-duty=convert", "5n/m5/5M/N5 b - - 5", "p=0.3");
    const TabHits *hits = scene->eval->hits;
    const TabPosition *position = &scene->situation->position;
    for (int side = 0; side < 2; side++) {
        double five = 6 * pow(own_up[side], 5) * (1 - own_up[side]);
        TabDistances distances = {1 << 5, 0};
        g_assert_cmpfloat_with_epsilon(tab_hits_chance(hits, position, (TabSide)side, distances),
                                       five, 1e-9);
        g_assert_cmpfloat_with_epsilon((double)tab_hits_near(hits, position, (TabSide)side)[1 << 4],
                                       five, 1e-6);
    }
    scene_free(scene);
}

static void chances_sum_to_one(void)
{
    Scene *scene = scene_new("walker", "9/9/7Mt/9 b - - 5", "fair");
    const TabHitHands *hands = scene->eval->hits->hands[TAB_WHITE];
    for (int usable = 0; usable < 2; usable++) {
        double sum = hands->tail;
        for (unsigned i = 0; i < hands->n_entries[usable]; i++)
            sum += hands->entries[usable][i].p;
        g_assert_cmpfloat_with_epsilon(sum, 1, 1e-12);
    }
    g_assert_cmpfloat(hands->tail, <, 1e-11);
    g_assert_true(scene->eval->hits->hands[TAB_BLACK] == hands);
    scene_free(scene);
}

/* The definition, term by term: White has b7 (index 11) and a Nasrani on a1 (0); Black's piece
 * stands on b9, two cells behind b7 and on no way to a1. */
static void greedy_score(void)
{
    static TabGreedyMemo memo;
    Scene *scene = scene_new("walker", "9/9/6M1t/N8 b - - 5", "fair");
    double hit = 0.6 + 0.4 * (2.0 / 7) * (2.0 / 7);
    double to_a1 = chance(scene, TAB_BLACK, cell_of(scene, "a1"));
    double expected = 2 - 1 - hit - to_a1 - 0.1 + 0.002 * 11;
    g_assert_cmpfloat_with_epsilon(
        tab_eval_greedy(scene->eval, &memo, &scene->situation->position, TAB_WHITE), expected,
        1e-11);
    scene_free(scene);
    scene = scene_new("walker", "9/9/6M2/N8 b - - 5", "fair");
    g_assert_cmpfloat(tab_eval_greedy(scene->eval, &memo, &scene->situation->position, TAB_WHITE),
                      >, 1000);
    scene_free(scene);
}

static void half_turn_symmetry(void)
{
    static const char *const positions[] = {"1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w - - 30",
                                            "9/1t7/T3t2M(MM)/3(MM)5 w - - 64",
                                            "nnnnnnnnn/9/9/NNNNNNNNN b - - 1"};
    for (unsigned i = 0; i < G_N_ELEMENTS(positions); i++) {
        Scene *scene = scene_new("walker", positions[i], "fair");
        TabPosition turned;
        tab_position_exchange_sides(scene->rules, &turned, &scene->situation->position);
        double win = tab_eval_win(scene->eval, &scene->situation->position);
        /* Sums may be taken in another order. */
        g_assert_cmpfloat_with_epsilon(win, tab_eval_win(scene->eval, &turned), 1e-5);
        g_assert_cmpfloat(win, >, 0);
        g_assert_cmpfloat(win, <, 1);
        scene_free(scene);
    }
}

static void material_counts(void)
{
    Scene *more = scene_new("walker", "9/2t6/2T1T1T2/9 w - - 60", "fair");
    Scene *fewer = scene_new("walker", "9/2t1t1t2/2T6/9 w - - 60", "fair");
    g_assert_cmpfloat(tab_eval_win(more->eval, &more->situation->position), >, 0.7);
    g_assert_cmpfloat(tab_eval_win(fewer->eval, &fewer->situation->position), <, 0.3);
    scene_free(more);
    scene_free(fewer);
    more = scene_new("walker", "9/9/2T1T1T2/9 b - - 60", "fair");
    g_assert_cmpfloat(tab_eval_win(more->eval, &more->situation->position), ==, 0);
    scene_free(more);
}

static void logistic(void)
{
    for (double x = -45; x <= 45; x += 0.0625)
        g_assert_cmpfloat_with_epsilon(tab_logistic(x), 1 / (1 + exp(-x)), 1e-8);
    g_assert_cmpfloat(tab_logistic(0), ==, 0.5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/hits/single-distances", single_distances);
    g_test_add_func("/hits/no-tabs-while-converting", no_tabs_while_converting);
    g_test_add_func("/hits/saved-tabs", saved_tabs_count);
    g_test_add_func("/hits/at-once", one_throw_at_once);
    g_test_add_func("/hits/other-casts", other_casts);
    g_test_add_func("/hits/both-branches", both_branches);
    g_test_add_func("/hits/near-table", near_table);
    g_test_add_func("/hits/two-colours", each_side_its_own_colour);
    g_test_add_func("/hits/sum-to-one", chances_sum_to_one);
    g_test_add_func("/eval/greedy", greedy_score);
    g_test_add_func("/eval/half-turn", half_turn_symmetry);
    g_test_add_func("/eval/material", material_counts);
    g_test_add_func("/eval/logistic", logistic);
    return g_test_run();
}
