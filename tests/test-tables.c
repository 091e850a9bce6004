// SPDX-License-Identifier: GPL-3.0-or-later
// How exact tables are worked out: hands, bounds, turn graphs, rows, equations.
#include <math.h>
#include <string.h>

#include "engine/lab/solving/linear.h"
#include "engine/tables/probe.h"
#include "engine/lab/solving/rows.h"
#include "rules-fixture.h"
#include "table-builder.h"
#include "tab-throws.h"

/* Where each access to memory is watched, the tests that compute on one thread take an hour. */
#ifdef __SANITIZE_THREAD__
#define THREADS_ALONE true
#else
#define THREADS_ALONE false
#endif

/* --- the box of hands --- */

static void test_box(void)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    for (double tail = 0.1; tail > 1e-13; tail /= 7) {
        g_autoptr(TabHandBox) box = tab_hand_box_new(&tab_casts[TAB_CAST_TAB], &sticks, tail);
        double sum = 0;
        for (size_t i = 0; i < (size_t)box->levels * box->plane; i++)
            sum += box->chance[i] * (box->end[0] + box->end[1]);
        g_assert_cmpfloat(box->tail, <=, tail * (1 + 1e-9));
        g_assert_cmpfloat(1 - sum, <=, box->tail + 1e-14);
        g_assert_cmpfloat(1 - sum, >, box->tail * (1 - 1e-9) - 1e-14); /* and no smaller */
        g_assert_cmpfloat(box->tail, >, tail / 2);
        for (unsigned n = 1; n < box->levels; n++) /* all that hands are made of is there */
            g_assert_cmpuint(box->fours[n - 1], >=, MIN(n - 1, box->fours[n]));
    }
    g_autoptr(TabHandBox) box = tab_hand_box_new(&tab_casts[TAB_CAST_TAB], &sticks, 1e-6);
    /* Two tâbs, a four and a six before the end: 4! / 2! orders of 1/4 1/4 1/16 1/16. */
    g_assert_cmpfloat_with_epsilon(box->chance[4 * box->plane + tab_hand_box_at(box, 1, 1)],
                                   12 / 4096.0, 1e-17);
}

/* The chance of all hands of n throws that go on. */
static double level_chance(const TabHandBox *box, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < box->plane; i++)
        sum += box->chance[n * box->plane + i] * (box->end[0] + box->end[1]);
    return sum;
}

static void test_box_closed(void)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    g_autoptr(TabHandBox) open = tab_hand_box_new(&tab_casts[TAB_CAST_TAB], &sticks, 1e-3);
    g_autoptr(TabHandBox) box = tab_hand_box_new(&tab_casts[TAB_CAST_TAB], &sticks, 1e-3);
    tab_hand_box_close(box);
    double longer = 0;
    for (unsigned n = 0; n < box->levels; n++) {
        /* 1, 4 and 6 come with 1/4 + 1/16 + 1/16, 2 and 3 with 3/8 + 1/4. */
        double all = pow(3 / 8.0, n) * 5 / 8.0;
        g_assert_cmpfloat_with_epsilon(level_chance(box, n), n + 1 < box->levels ? all : 1 - longer,
                                       1e-15);
        longer += all;
        for (unsigned i = 0; i < box->plane; i++)
            g_assert_cmpfloat_with_epsilon(box->chance[n * box->plane + i] * level_chance(open, n),
                                           open->chance[n * box->plane + i] * level_chance(box, n),
                                           1e-15);
    }
    g_assert_cmpfloat(level_chance(open, box->levels - 1), <, pow(3 / 8.0, box->levels - 1));
    g_assert_cmpfloat(box->tail, ==, 0);
}

/* What one box has more than another, hand by hand; in all it is the tail that is lacking. */
static void test_box_difference(void)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    g_autoptr(TabHandBox) all = tab_hand_box_new(&tab_casts[TAB_CAST_TAB], &sticks, 1e-6);
    g_autoptr(TabHandBox) few = tab_hand_box_new(&tab_casts[TAB_CAST_TAB], &sticks, 1e-3);
    tab_hand_box_close(few);
    g_autoptr(TabHandBox) box = tab_hand_box_difference(all, few);
    double sum = 0;
    for (unsigned n = 0; n < box->levels; n++) {
        sum += level_chance(box, n);
        for (unsigned j = 0; j <= box->fours[n]; j++)
            for (unsigned k = 0; k <= MIN(n - j, box->sixes); k++) {
                bool in = n < few->levels && j <= few->fours[n] && k <= few->sixes;
                double less = in ? few->chance[n * few->plane + tab_hand_box_at(few, j, k)] : 0;
                g_assert_cmpfloat(box->chance[n * box->plane + tab_hand_box_at(box, j, k)], ==,
                                  all->chance[n * all->plane + tab_hand_box_at(all, j, k)] - less);
            }
    }
    g_assert_cmpfloat(all->whole, ==, 1);
    g_assert_cmpfloat(box->whole, ==, 0);
    g_assert_cmpfloat_with_epsilon(sum, -box->tail, 1e-14);
}

/* No box is made for casts of other kinds of throws than one that goes on and can be saved, two
 * more that go on and two that end a hand. */
static void test_box_refused(void)
{
    enum { FIRST_ON, FIRST_END, SECOND_END, SECOND_ON, THIRD_ON };
    TabCast few = *&tab_casts[TAB_CAST_TAB], many_on = few, many_ends = few, unsaved = few,
            saved = few;
    few.n_kinds--;
    many_on.kind[FIRST_END].again = true;
    many_ends.kind[SECOND_ON].again = false;
    unsaved.kind[FIRST_ON].saved = false;
    saved.kind[THIRD_ON].saved = true;
    const TabCast *const casts[] = {&few, &many_on, &many_ends, &unsaved, &saved};
    for (unsigned i = 0; i < G_N_ELEMENTS(casts); i++) {
        TabSticks sticks = tab_sticks_fair(casts[i]);
        g_assert_null(tab_hand_box_new(casts[i], &sticks, 1e-3));
    }
}

/* Games that turn graphs do not know are refused by the switch that makes them so. */
static void test_graphs_refused(void)
{
    static const char *const rows[][2] = {
        {"standard:track=circle,rows=3,stacking=none,king=yes,columns=5", "king=yes"},
        {"standard:track=once,stacking=none", "track=once"},
        {"standard:halves=yes", "halves=yes"},
        {"bell:throws=at-once", "save-tab=yes"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        TabBuildPlan plan = {.set = ruleset_for(rows[i][0]),
                             .more = 1,
                             .fewer = 1,
                             .tail = 1e-3,
                             .threads = 1,
                             .output = "nowhere"};
        g_assert_null(tab_build_new(&plan, &error));
        g_assert_nonnull(strstr(error->message, rows[i][1]));
    }
}

/* --- bounds --- */

static void test_bounds_nest(gconstpointer data)
{
    const char *const *row = data;
    unsigned more = (unsigned)(row[1][0] - '0'), fewer = (unsigned)(row[1][2] - '0');
    g_autoptr(TabBuild) wide = table_build(row[0], more, fewer, g_ascii_strtod(row[2], NULL), 1);
    g_autoptr(TabBuild) close = table_build(row[0], more, fewer, g_ascii_strtod(row[3], NULL), 2);
    double off = 0;
    for (unsigned u = 0; u < wide->layers.n_units; u++) {
        const TabUnit *unit = &wide->layers.unit[u];
        double bound = wide->head.unit[u].bound + close->head.unit[u].bound;
        g_assert_cmpfloat(close->head.unit[u].bound, <, 0.5);
        g_assert_cmpuint(wide->head.unit[u].backups, <, 50); /* steps do not go to and fro */
        for (uint64_t s = unit->start; s < unit->start + unit->size; s++) {
            off = MAX(off, fabs(wide->value[s] - close->value[s]));
            g_assert_cmpfloat(fabs(wide->value[s] - close->value[s]), <=, bound);
        }
    }
    g_test_message("%s: off by up to %.2g, bound %.2g", row[0], off, wide->head.bound);
}

/* The number of threads changes nothing. */
static void test_threads(void)
{
    g_autoptr(TabBuild) one = table_build("walker:columns=5", 2, 1, 0.01, 1);
    g_autoptr(TabBuild) three = table_build("walker:columns=5", 2, 1, 0.01, 3);
    g_assert_cmpmem(one->value, one->layers.n_states * sizeof(double), three->value,
                    three->layers.n_states * sizeof(double));
}

/* With fewer ranks an end counts as the best of those of nearly its worth, and what follows from
 * the rules alone stays as it is; without a chance for any hand nothing is left. */
static void test_ranks(void)
{
    const unsigned ranks = 500;
    g_autoptr(TabBuild) build = table_build("walker:columns=5", 2, 1, 0.01, 1);
    const TabUnit *unit = &build->layers.unit[1];
    g_autofree double *exact = g_new(double, unit->size), *rounded = g_new(double, unit->size);
    TabBackup backup = {
        .same = build->value, .turned = build->value, .tail_worth = 0.5, .value = exact};
    g_assert_true(tab_backup_run(&build->setup, unit, &backup, NULL, NULL));
    TabBackupSetup coarse = build->setup;
    coarse.ranks = ranks;
    backup.value = rounded;
    g_assert_true(tab_backup_run(&coarse, unit, &backup, NULL, NULL));
    double most = 0;
    for (uint64_t s = 0; s < unit->size; s++) {
        g_assert_cmpfloat(rounded[s], >=, exact[s] - 1e-12);
        g_assert_cmpfloat(rounded[s], <=, exact[s] + 1.0 / (ranks - 1));
        most = MAX(most, rounded[s] - exact[s]);
    }
    g_assert_cmpfloat(most, >, 1e-6);
    g_autoptr(TabHandBox) none = tab_hand_box_difference(build->box, build->box);
    coarse.box = none;
    g_assert_true(tab_backup_run(&coarse, unit, &backup, NULL, NULL));
    for (uint64_t s = 0; s < unit->size; s++)
        g_assert_cmpfloat(rounded[s], ==, 0);
}

/* Nor does it matter how much of what turns lead to is remembered from backup to backup. */
static void test_graphs(gconstpointer rules)
{
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autoptr(TabBuild) all = table_build(rules, 2, 1, 0.01, 1);
    g_assert_cmpuint(all->setup.graphs, >, 0);
    for (unsigned part = 0; part < 3; part += g_test_thorough() ? 1 : 2) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabBuild) build = table_prepare(rules, 2, 1, 0.01, part + 1, path);
        build->setup.graphs = all->setup.graphs * part / 4;
        tab_build_run(build, NULL, NULL, &error);
        g_assert_no_error(error);
        g_assert_cmpmem(all->value, all->layers.n_states * sizeof(double), build->value,
                        build->layers.n_states * sizeof(double));
    }
    table_folder_remove(folder);
}

/* --- turn graphs --- */

/* Enemies in order are all enemies; graphs against them have no more nodes than said, and no play
 * leads back to an earlier piece. */
static void test_turns(gconstpointer data)
{
    g_autoptr(TabRules) rules = rules_for(data);
    g_autoptr(TabIndex) index = tab_index_new(rules, 2);
    g_autoptr(TabTurnGraph) turns = tab_turn_graph_new();
    TabLayers layers;
    g_assert_true(tab_layers_init(&layers, index, 2, 2));
    g_autoptr(TabSubgraphs) subgraphs = tab_subgraphs_new(&layers, 2, 2, 0, 0);
    for (unsigned cells = 1; cells <= 4; cells += g_test_thorough() ? 1 : 3) {
        g_autoptr(GArray) enemies = tab_turn_graph_order(index, 2, cells);
        g_autofree bool *seen = g_new0(bool, enemies->len);
        g_assert_cmpuint(enemies->len, ==, tab_index_boards(index, 0, 2));
        for (unsigned first = 0, n; first < enemies->len; first += n) {
            const guint64 *here = &g_array_index(enemies, guint64, first);
            uint64_t nodes;
            n = tab_turn_graph_room(index, 2, 2, here, enemies->len - first, 5000, &nodes);
            for (unsigned i = 0; i < n; i++) {
                g_assert_false(seen[here[i]]);
                seen[here[i]] = true;
            }
            tab_turn_graph_make(turns, subgraphs, here, n, 0);
            g_assert_cmpuint(turns->n_nodes, <=, nodes);
            g_assert_cmpuint(turns->first[0], ==, 1);
            g_assert_cmpuint(turns->first[turns->n_pieces], ==, turns->n_nodes);
            for (uint32_t piece = 0; piece < turns->n_pieces; piece++) {
                uint32_t start = turns->start[TAB_N_THROWS * (size_t)turns->first[piece]],
                         end = turns->start[TAB_N_THROWS * (size_t)turns->first[piece + 1]];
                for (uint32_t i = start; i < end; i++)
                    g_assert_true(turns->target[i] == 0 || turns->target[i] >= turns->first[piece]);
            }
        }
    }
}

/* --- rows --- */

/* Ranks of 16 and of 32 bits, with and without newer instructions: the same sums to the last bit,
 * of two worths. Memory is used again for smaller graphs, and holds ranks of the larger ones. */
static void test_rows(gconstpointer tail)
{
    g_autoptr(TabRules) rules = rules_for("lane:columns=5");
    g_autoptr(TabIndex) index = tab_index_new(rules, 2);
    TabLayers layers;
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    g_autoptr(TabHandBox) box =
        tab_hand_box_new(&tab_casts[TAB_CAST_TAB], &sticks, g_ascii_strtod(tail, NULL));
    g_autoptr(TabTurnGraph) turns = tab_turn_graph_new();
    TabRandom random = tab_random_new(5);
    g_assert_true(tab_layers_init(&layers, index, 2, 2));
    g_autoptr(TabSubgraphs) subgraphs = tab_subgraphs_new(&layers, 2, 2, 0, 0);
    g_autoptr(GArray) enemies = tab_turn_graph_order(index, 2, 2);
    TabRows *rows[8];
    for (unsigned flags = 0; flags < 8; flags++)
        rows[flags] = tab_rows_new();
    for (unsigned i = 3; i-- > 0;) {
        tab_turn_graph_make(turns, subgraphs, &g_array_index(enemies, guint64, 17 + 200 * i),
                            1 + 2 * i, 0);
        uint32_t n = turns->n_nodes;
        size_t full = turns->n_full + 1;
        g_autofree uint32_t *stop = g_new(uint32_t, n);
        g_autofree double *worth = g_new(double, n + 1);
        g_autofree double *other_worth = g_new(double, n + 1);
        double *sum[8], *other_sum[8];
        uint32_t *ranks[8];
        for (uint32_t v = 0; v < n; v++) {
            uint32_t other = tab_random_below(&random, v + 1);
            stop[v] = v ? stop[other] : n; /* a random order, but that won is best */
            if (v)
                stop[other] = v;
            worth[v + 1] = (v + 1) / (double)n;
        }
        for (uint32_t v = 1; v < n; v++)
            if (stop[v] == n) {
                stop[v] = stop[0];
                stop[0] = n;
            }
        worth[0] = other_worth[0] = 0;
        for (uint32_t rank = 1; rank <= n; rank++)
            other_worth[rank] = tab_random_unit(&random);
        for (unsigned flags = 0; flags < 8; flags++) {
            sum[flags] = g_new(double, full);
            other_sum[flags] = g_new(double, full);
            ranks[flags] = g_new0(uint32_t, full * TAB_SHORT_HANDS);
            TabRowsTask task = {.turns = turns,
                                .box = box,
                                .flags = flags,
                                .saves = 1,
                                .stop = stop,
                                .n_ranks = n + 1,
                                .worth = worth,
                                .sum = sum[flags],
                                .other_worth = other_worth,
                                .other_sum = other_sum[flags],
                                .short_rank = ranks[flags]};
            tab_rows_run(rows[flags], &task);
            g_assert_cmpmem(sum[0] + 1, (full - 1) * sizeof(double), sum[flags] + 1,
                            (full - 1) * sizeof(double));
            g_assert_cmpmem(other_sum[0] + 1, (full - 1) * sizeof(double), other_sum[flags] + 1,
                            (full - 1) * sizeof(double));
            g_assert_cmpmem(
                ranks[0] + TAB_SHORT_HANDS, (full - 1) * TAB_SHORT_HANDS * sizeof(uint32_t),
                ranks[flags] + TAB_SHORT_HANDS, (full - 1) * TAB_SHORT_HANDS * sizeof(uint32_t));
        }
        g_assert_cmpfloat(sum[0][1], >, 0.1);
        for (unsigned flags = 0; flags < 8; flags++) {
            g_free(sum[flags]);
            g_free(other_sum[flags]);
            g_free(ranks[flags]);
        }
    }
    for (unsigned flags = 0; flags < 8; flags++)
        tab_rows_free(rows[flags]);
}

/* --- linear equations --- */

/* Equations of so many states that threads share them: the solution holds, and is the same to the
 * last bit with any number of threads. */
static void test_linear(void)
{
    const uint64_t size = UINT64_C(2200000);
    const unsigned slots = 2;
    const double precision = g_test_thorough() ? 1e-4 : 1e-2;
    g_autofree uint32_t *state = g_new(uint32_t, size * slots);
    g_autofree int16_t *chance = g_new(int16_t, size * slots);
    g_autofree double *constant = g_new(double, size), *fresh = g_new(double, size);
    double *x[2] = {g_new(double, size), g_new(double, size)};
    TabRandom random = tab_random_new(3);
    for (uint64_t i = 0; i < size * slots; i++) {
        state[i] = tab_random_below(&random, (uint32_t)size);
        chance[i] = i % 7 == 6 ? 0 : -TAB_CHANCE_ONE / 5; /* a row ends with a chance of 0 */
    }
    for (uint64_t s = 0; s < size; s++)
        constant[s] = tab_random_unit(&random);
    TabSuccessors next = {.slots = slots, .state = state, .chance = chance};
    for (unsigned turns = 0; turns < 2; turns++) {
        for (unsigned i = 0; i < 2; i++) {
            TabLinear linear = {.next = &next, .size = size, .threads = 1 + 2 * i, .fresh = fresh};
            tab_linear_solve(&linear, constant, x[i], precision, turns);
        }
        g_assert_cmpmem(x[0], size * sizeof *x[0], x[1], size * sizeof *x[1]);
        double most = 0;
        for (uint64_t s = 0; s < size; s++) {
            double sum = constant[s] - x[0][s];
            for (uint64_t i = s * slots; i < (s + 1) * slots && chance[i] != 0; i++)
                sum += (double)(turns ? -chance[i] : chance[i]) / TAB_CHANCE_ONE * x[0][state[i]];
            most = MAX(most, fabs(sum));
        }
        g_test_message("largest residual %g", most);
        g_assert_cmpfloat(most, <, precision);
    }
    g_free(x[0]);
    g_free(x[1]);
}

/* --- large ones --- */

/* Builds a table of walker:columns=5 as the plan is changed to be; its values are then in `build`.
 */
static TabBuild *build_large(const char *folder, const char *scratch, bool wide)
{
    g_autofree char *path = g_build_filename(folder, "l" TAB_TABLE_SUFFIX, NULL);
    g_autoptr(GError) error = NULL;
    TabBuildPlan plan = {
        .more = 2, .fewer = 1, .tail = 1e-2, .threads = 1, .output = path, .scratch = scratch};
    plan.set = ruleset_for("walker:columns=5");
    TabBuild *build = tab_build_new(&plan, &error);
    g_assert_no_error(error);
    build->setup.wide = wide;
    build->slots = 12;
    g_assert_true(tab_build_run(build, NULL, NULL, &error));
    g_assert_no_error(error);
    return build;
}

/* What is kept in a file, and states of more than 32 bits, give the same values to the last bit. */
static void test_large(void)
{
    g_autofree char *folder = table_folder_new();
    g_autoptr(TabBuild) plain = build_large(folder, NULL, false);
    g_assert_cmpuint(plain->disk, ==, 0);
    for (unsigned kind = 1; kind < 4; kind++) {
        g_autoptr(TabBuild) large = build_large(folder, kind & 1 ? folder : NULL, kind & 2);
        uint64_t n = plain->layers.n_states;
        g_assert_cmpint(large->disk > 0, ==, kind & 1);
        if (kind & 1)
            g_assert_cmpuint(large->memory, <, plain->memory / 2);
        g_assert_cmpmem(plain->value, n * sizeof(double), large->value, n * sizeof(double));
    }
    TabBuildPlan plan = {.more = 1,
                         .fewer = 1,
                         .tail = 1e-3,
                         .threads = 1,
                         .output = "nowhere",
                         .scratch = "no/such/folder"};
    g_autoptr(GError) error = NULL;
    plan.set = ruleset_for("walker");
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "no/such/folder"));
    table_folder_remove(folder);
}

int main(int argc, char **argv)
{
    /* rules, pieces, a wide and a close tail */
    static const char *const nested[][4] = {{"walker:columns=5", "2 1", "1e-2", "1e-4"},
                                            {"jordan:columns=5", "2 1", "1e-2", "1e-4"},
                                            {"lane:columns=5", "1 1", "1e-2", "1e-8"},
                                            {"bell:columns=5", "1 1", "2e-2", "1e-2"}};
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tables/threads", test_threads);
    g_test_add_func("/tables/linear", test_linear);
    if (THREADS_ALONE)
        return g_test_run();
    g_test_add_func("/tables/box", test_box);
    g_test_add_func("/tables/box/closed", test_box_closed);
    g_test_add_func("/tables/box/difference", test_box_difference);
    g_test_add_func("/tables/box/refused", test_box_refused);
    g_test_add_func("/tables/graphs/refused", test_graphs_refused);
    for (unsigned i = 0; i < G_N_ELEMENTS(nested); i++) {
        g_autofree char *path = g_strconcat("/tables/bounds/", nested[i][0], NULL);
        g_test_add_data_func(path, nested[i], test_bounds_nest);
    }
    g_test_add_func("/tables/ranks", test_ranks);
    g_test_add_data_func("/tables/graphs/walker", "walker:columns=5", test_graphs);
    g_test_add_data_func("/tables/graphs/ludii", "ludii:columns=5", test_graphs);
    g_test_add_data_func("/tables/turns/lane", "lane:columns=5", test_turns);
    g_test_add_data_func("/tables/turns/ludii", "ludii:columns=5", test_turns);
    g_test_add_data_func("/tables/rows/1e-6", "1e-6", test_rows);
    g_test_add_data_func("/tables/rows/3e-4", "3e-4", test_rows);
    g_test_add_func("/tables/large", test_large);
    return g_test_run();
}
