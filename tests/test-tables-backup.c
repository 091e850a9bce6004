// SPDX-License-Identifier: GPL-3.0-or-later
// One backup with any worths against the same by the rules alone; and proofs that must fail.
#include <math.h>

#include "engine/lab/solving/reference.h"
#include "engine/lab/solving/solve.h"
#include "protocol/rules/movegen.h"
#include "rules-fixture.h"
#include "table-builder.h"
#include "tab-throws.h"

#define SAMPLES (g_test_thorough() ? 300u : 40u)
#define PLAIN_THROWS 7 /* of the longest hands that the rules alone are asked about */

/* Worths of states by number. */
typedef struct {
    const TabBuild *build;
    const double *worth;
} Worths;

static double worth_after(const TabPosition *after, gpointer user_data)
{
    const Worths *worths = user_data;
    uint64_t state = tab_layers_find(&worths->build->layers, after);
    g_assert_cmpuint(state, !=, TAB_INDEX_TOO_MANY);
    return worths->worth[state];
}

/* Any worths, of which many are equal, 0 or 1. */
static double *draw_worths(const TabBuild *build, TabRandom *random)
{
    double *worth = g_new(double, build->layers.n_states);
    for (uint64_t s = 0; s < build->layers.n_states; s++)
        worth[s] = tab_random_below(random, 2) ? tab_random_unit(random)
                                               : 0.125 * tab_random_below(random, 9);
    return worth;
}

/* Whether any throw, or half of one, can be played by the side to move. */
static bool can_play(const TabBuild *build, const TabPosition *position)
{
    bool can = false;
    for (int t = 0; t < build->rules->cast.n_uses && !can; t++) {
        TabPlay plays[TAB_MAX_PLAYS];
        can = tab_movegen_plays(build->rules, position, t, plays) > 0;
    }
    return can;
}

static bool is_stuck(const TabBuild *build, const TabPosition *position)
{
    TabPosition other = *position;
    other.side = (uint8_t)tab_side_other((TabSide)position->side);
    return !can_play(build, position) && !can_play(build, &other);
}

/* The last unit of `data`: rules, pieces, tail. */
static void test_plain(gconstpointer data)
{
    const char *const *row = data;
    unsigned more = (unsigned)(row[1][0] - '0'), fewer = (unsigned)(row[1][2] - '0');
    g_autoptr(TabBuild) build =
        table_prepare(row[0], more, fewer, g_ascii_strtod(row[2], NULL), 1, "nowhere");
    const TabUnit *unit = &build->layers.unit[build->layers.n_units - 1];
    TabRandom random = tab_random_new(7);
    TabSticks sticks = tab_sticks_fair(&build->rules->cast);
    g_autofree double *worth = draw_worths(build, &random);
    g_autofree double *lower = g_new(double, unit->size), *upper = g_new(double, unit->size);
    Worths worths = {.build = build, .worth = worth};
    TabBackup backup = {.same = worth, .turned = worth, .value = lower};
    g_assert_true(tab_backup_run(&build->setup, unit, &backup, NULL, NULL));
    backup.tail_worth = 1;
    backup.value = upper;
    g_assert_true(tab_backup_run(&build->setup, unit, &backup, NULL, NULL));
    double tail = build->box ? build->box->tail : 0;
    for (unsigned i = 0; i < SAMPLES; i++) {
        uint64_t local = (uint64_t)(tab_random_unit(&random) * (double)unit->size);
        TabSituation situation = {.throws = {.n = 0}};
        double left;
        tab_layers_position(&build->layers, unit->start + local, &situation.position);
        if (is_stuck(build, &situation.position) ||
            tab_position_finished(build->rules, &situation.position))
            continue;
        double plain = tab_reference_value(build->rules, &sticks, &situation, PLAIN_THROWS,
                                           worth_after, &worths, &left);
        g_assert_cmpfloat(lower[local], <=, plain + left + 1e-12);
        g_assert_cmpfloat(upper[local], >=, plain - 1e-12);
        g_assert_cmpfloat(upper[local] - lower[local], <=, tail + 1e-12);
    }
}

/* What a finished game is worth, in every state that is one, whatever others are worth. */
static void test_finished(void)
{
    g_autoptr(TabBuild) build = table_prepare("tablan:columns=5", 2, 1, 1, 1, "nowhere");
    const TabUnit *unit = &build->layers.unit[build->layers.n_units - 1];
    TabRandom random = tab_random_new(9);
    g_autofree double *worth = draw_worths(build, &random), *value = g_new(double, unit->size);
    TabBackup backup = {.same = worth, .turned = worth, .value = value};
    g_assert_true(tab_backup_run(&build->setup, unit, &backup, NULL, NULL));
    unsigned won = 0, lost = 0;
    for (uint64_t s = 0; s < unit->size; s++) {
        TabPosition position;
        tab_layers_position(&build->layers, unit->start + s, &position);
        if (!tab_position_finished(build->rules, &position))
            continue;
        unsigned white = position.pieces[TAB_WHITE], black = position.pieces[TAB_BLACK];
        g_assert_cmpfloat(value[s], ==, white > black ? 1 : 0);
        won += white > black;
        lost += white < black;
    }
    g_assert_cmpuint(won, >, 0);
    g_assert_cmpuint(lost, >, 0);
}

/* Where neither side can ever play again a state is worth one half, whatever others are worth. */
static void test_stuck(gconstpointer data)
{
    g_autoptr(TabBuild) build = table_prepare(data, 2, 2, 0.1, 1, "nowhere");
    const TabUnit *unit = &build->layers.unit[build->layers.n_units - 1];
    TabRandom random = tab_random_new(8);
    g_autofree double *worth = draw_worths(build, &random), *value = g_new(double, unit->size);
    TabBackup backup = {.same = worth, .turned = worth, .tail_worth = 0.25, .value = value};
    g_assert_true(tab_backup_run(&build->setup, unit, &backup, NULL, NULL));
    unsigned stuck = 0;
    for (uint64_t s = 0; s < unit->size; s++) {
        TabPosition position;
        tab_layers_position(&build->layers, unit->start + s, &position);
        if (!is_stuck(build, &position))
            continue;
        g_assert_cmpfloat(value[s], ==, 0.5);
        stuck++;
    }
    g_test_message("%u stuck states of %" G_GUINT64_FORMAT, stuck, unit->size);
    g_assert_cmpuint(stuck, >, 0);
}

/* A side that can wait for ever, while the other has no play, has values that nothing proves. */
static void test_waiting(void)
{
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a.table", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(TabBuild) build =
        table_prepare("bell:columns=5,save-tab=no,throws=at-once", 2, 1, 0.1, 1, path);
    g_assert_false(tab_build_run(build, NULL, NULL, &error));
    g_assert_error(error, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_PROOF);
    g_assert_cmpuint(build->head.solved, ==, 1);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    table_folder_remove(folder);
}

static bool solve_last(TabBuild *build, double smaller, double *value, TabUnitReport *report,
                       GError **error)
{
    *report = (TabUnitReport){.bound = 0};
    return tab_solve_unit(&build->setup, &build->layers.unit[build->layers.n_units - 1], smaller,
                          build->slots, value, NULL, NULL, report, error);
}

/* The bounds of smaller units are part of the bound, and what is no number proves nothing. */
static void test_smaller(gconstpointer rules)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabBuild) build = table_build(rules, 2, 1, 1e-3, 1);
    g_autofree double *value =
        g_memdup2(build->value, build->layers.n_states * sizeof *build->value);
    TabUnitReport report;
    g_assert_true(solve_last(build, build->head.unit[0].bound + 0.125, value, &report, &error));
    g_assert_no_error(error);
    g_assert_cmpfloat(build->head.unit[1].bound, >, build->head.unit[0].bound);
    g_assert_cmpfloat(report.bound, >=, build->head.unit[0].bound + 0.125);
    value[build->layers.unit[0].size / 2] = NAN;
    g_assert_false(solve_last(build, 0, value, &report, &error));
    g_assert_error(error, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_PROOF);
}

int main(int argc, char **argv)
{
    static const char *const plain[][3] = {
        {"bell:columns=5", "1,1", "0.01"},    {"bell:columns=5,save-tab=no", "2,1", "0.001"},
        {"walker:columns=5", "2,1", "0.001"}, {"jordan:columns=5", "2,1", "0.001"},
        {"ludii:columns=5", "2,2", "0.1"},    {"standard:columns=5", "2,1", "0.001"},
        {"lane:columns=5", "2,1", "0.001"},   {"tozeur:columns=5", "2,1", "1"},
        {"mzab:columns=5", "1,1", "1"},       {"siryu:columns=5", "2,1", "1"},
        {"kioz:columns=5", "2,2", "1"},       {"deleb:columns=5", "2,1", "0.01"},
        {"tablan:columns=5", "2,2", "1"},     {"bakhri:columns=5", "2,2", "1"},
        {"daldos:columns=5", "2,1", "1"},     {"daldosa:columns=5", "2,2", "1"},
        {"sahkku:columns=5", "1,1", "1"},     {"sahkku:columns=5", "2,1", "1"},
    };
    const unsigned n_plain =
        G_N_ELEMENTS(plain) - (g_test_thorough() ? 0 : 1); /* the last is slow */
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < n_plain; i++) {
        g_autofree char *path =
            g_strdup_printf("/tables-backup/plain/%s/%s", plain[i][0], plain[i][1]);
        g_test_add_data_func(path, plain[i], test_plain);
    }
    g_test_add_data_func("/tables-backup/stuck/collect", "bell:columns=5,save-tab=no", test_stuck);
    g_test_add_data_func("/tables-backup/stuck/at-once",
                         "bell:columns=5,save-tab=no,throws=at-once", test_stuck);
    g_test_add_func("/tables-backup/finished", test_finished);
    g_test_add_func("/tables-backup/waiting", test_waiting);
    g_test_add_data_func("/tables-backup/smaller/walker", "walker:columns=5", test_smaller);
    g_test_add_data_func("/tables-backup/smaller/ludii", "ludii:columns=5", test_smaller);
    return g_test_run();
}
