// SPDX-License-Identifier: GPL-3.0-or-later
// The network: equal kernels, the same score for both sides, rows of every layout.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/kernel.h"
#include "engine/eval/logistic.h"
#include "net-fixture.h"
#include "rules-fixture.h"

/* The definition of kernel.h in plain words, with wide numbers. */
static int64_t by_definition(const TabNet *net, const TabInput *input, const int16_t *output)
{
    int64_t result = 0;
    for (unsigned j = 0; j < net->hidden; j++) {
        int64_t sum = net->bias[j];
        for (unsigned i = 0; i < input->n_plain; i++)
            sum += net->weights[(size_t)input->plain[i] * net->hidden + j];
        for (unsigned i = 0; i < input->n_valued; i++) {
            double x =
                net->weights[(size_t)input->valued[i] * net->hidden + j] * (double)input->value[i];
            sum += (int64_t)floor((x + 16384) / 32768);
        }
        sum = ((sum + 32768) % 65536 + 65536) % 65536 - 32768;
        result += CLAMP(sum, 0, TAB_HIDDEN_ONE) * output[j];
    }
    return result;
}

typedef struct {
    const TabNet *net;
    unsigned n;
} Kernels;

static void compare_kernels(const FixtureBoard *board, const TabPosition *position,
                            gpointer user_data)
{
    Kernels *kernels = user_data;
    const TabNet *net = kernels->net;
    TabInput input;
    tab_features_fill(net->features, position, &input);
    const int16_t *output = net->output + net->hidden * (kernels->n++ % TAB_NET_BUCKETS);
    int64_t expected = by_definition(net, &input, output);
    for (unsigned i = 0; tab_kernel(i); i++)
        g_assert_cmpint(tab_kernel(i)->run(net->weights, net->bias, output, net->hidden, &input),
                        ==, expected);
}

/* Also with weights so large that 16 bits wrap. */
static void equal_kernels(void)
{
    static const int reaches[] = {40, 2000, INT16_MAX};
    FixtureBoard board = fixture_board_new("bell");
    g_assert_nonnull(tab_kernel(0));
    for (unsigned hidden = TAB_KERNEL_LANES; hidden <= TAB_MAX_HIDDEN; hidden += TAB_KERNEL_LANES)
        for (unsigned i = 0; i < G_N_ELEMENTS(reaches); i++) {
            g_autoptr(TabNetWeights) weights =
                fixture_weights("bell", TAB_LAYOUT_CELLS, hidden, reaches[i]);
            g_autoptr(TabNet) net = tab_net_new(weights, board.rules, board.eval->hits);
            Kernels kernels = {net, 0};
            fixture_wander(&board, 2, compare_kernels, &kernels);
            g_assert_cmpuint(kernels.n, >, 50);
        }
    fixture_board_clear(&board);
}

static int compare_rows(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* Rows and values in one sorted list: equal lists, equal inputs. */
static void sort_rows(const TabInput *input, uint16_t rows[512], unsigned *n)
{
    *n = 0;
    memset(rows, 0, 512 * sizeof rows[0]);
    for (unsigned i = 0; i < input->n_plain; i++)
        rows[(*n)++] = input->plain[i];
    qsort(rows, *n, sizeof rows[0], compare_rows);
    for (unsigned i = 0; i < input->n_valued; i++) {
        rows[(*n)++] = input->valued[i];
        rows[(*n)++] = (uint16_t)input->value[i];
    }
    struct {
        uint16_t row, value;
    } *valued = (void *)(rows + input->n_plain);
    qsort(valued, input->n_valued, sizeof valued[0], compare_rows);
}

static void compare_turned(const FixtureBoard *board, const TabPosition *position,
                           gpointer user_data)
{
    const TabNet *net = user_data;
    TabPosition turned;
    TabInput input[2];
    uint16_t rows[2][512];
    unsigned n[2];
    tab_position_exchange_sides(board->rules, &turned, position);
    g_assert_cmpint(turned.side, !=, position->side);
    tab_features_fill(net->features, position, &input[0]);
    tab_features_fill(net->features, &turned, &input[1]);
    for (int i = 0; i < 2; i++)
        sort_rows(&input[i], rows[i], &n[i]);
    g_assert_cmpmem(rows[0], n[0] * sizeof(uint16_t), rows[1], n[1] * sizeof(uint16_t));
    g_assert_cmpint(tab_net_score(net, position), ==, tab_net_score(net, &turned));
}

static void same_for_both_sides(void)
{
    for (unsigned i = 0; i < FIXTURE_N_RULES; i++) {
        FixtureBoard board = fixture_board_new(fixture_rules[i]);
        g_autoptr(TabNetWeights) weights =
            fixture_weights(fixture_rules[i], TAB_LAYOUT_ENDS, 32, 300);
        g_autoptr(TabNet) net = tab_net_new(weights, board.rules, board.eval->hits);
        fixture_wander(&board, 3, compare_turned, net);
        fixture_board_clear(&board);
    }
}

/* A piece more, another rank, another cell, a loose pile: each is seen. */
static void tells_piles_apart(void)
{
    static const char *const boards[] = {
        "8m/9/2M6/9 w - - 5",    "8m/9/2(MM)6/9 w - - 5", "8m/9/2(MMM)6/9 w - - 5",
        "8m/9/2T6/9 w - - 5",    "8m/9/2F6/9 w - - 5",    "8m/9/3M5/9 w - - 5",
        "8m/9/9/2M6 w - - 5",    "8m/9/9/2N6 w - - 5",    "8m/9/2~(MM)6/9 w - - 5",
        "8m/9/2(TF)6/9 w - - 5", "8m/9/2M6/9 w - 1/0 5",  "8m/9/2(MMMM)6/9 w - - 5",
        "7m1/9/2M6/9 w - - 5",   "8m/9/2M6/9 b - - 5",
    };
    FixtureBoard board = fixture_board_new("bell");
    g_autoptr(TabNetWeights) weights = fixture_weights("bell", TAB_LAYOUT_CELLS, 32, 900);
    g_autoptr(TabNet) net = tab_net_new(weights, board.rules, board.eval->hits);
    g_autofree TabSituation *situation = g_new(TabSituation, 1);
    int32_t score[G_N_ELEMENTS(boards)];
    for (unsigned i = 0; i < G_N_ELEMENTS(boards); i++) {
        read_situation(board.rules, boards[i], situation);
        score[i] = tab_net_score(net, &situation->position);
        for (unsigned k = 0; k < i; k++)
            g_assert_cmpint(score[i], !=, score[k]);
    }
    fixture_board_clear(&board);
}

/* Every row is made of different factors than any other, none beyond the end, and the rows that any
 * position has are few enough for 16 bits. */
static void layout_rows_differ(void)
{
    static const char *const presets[] = {"bell", "sahkku",
                                          "tozeur"}; /* plain, with a king, with an end */
    static const unsigned widths[] = {5, 9, 15, 29};
    for (unsigned layout = 0; layout < TAB_LAYOUT_ANY; layout++)
        for (unsigned k = 0; k < G_N_ELEMENTS(presets) * G_N_ELEMENTS(widths); k++) {
            unsigned w = k % G_N_ELEMENTS(widths);
            g_autofree char *text =
                g_strdup_printf("%s:columns=%u", presets[k / G_N_ELEMENTS(widths)], widths[w]);
            FixtureBoard board = fixture_board_new(text);
            g_autoptr(TabFeatures) features = tab_features_new(board.rules, board.eval->hits);
            g_autoptr(GHashTable) seen =
                g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
            unsigned factors = tab_layout_factors((TabLayout)layout, board.rules);
            g_assert_cmpuint(features->rows, <=, G_MAXUINT16);
            for (unsigned row = 0; row < features->rows; row++) {
                uint16_t factor[TAB_MAX_FACTORS];
                unsigned n = tab_layout_expand((TabLayout)layout, board.rules, row, factor);
                g_autoptr(GString) set = g_string_new(NULL);
                g_assert_cmpuint(n, >, 0);
                g_assert_cmpuint(n, <=, TAB_MAX_FACTORS);
                for (unsigned i = 0; i < n; i++) {
                    g_assert_cmpuint(factor[i], <, factors);
                    g_string_append_printf(set, "%u,", factor[i]);
                }
                bool is_new = g_hash_table_add(seen, g_strdup(set->str));
                /* Far from both ends of a wide row the ends tell nothing apart. */
                g_assert_true(is_new || (layout == TAB_LAYOUT_ENDS && widths[w] > 15));
            }
            fixture_board_clear(&board);
        }
}

/* With weights on nothing but the count of own pieces, the score is what one works out by hand. */
static void score_by_hand(void)
{
    FixtureBoard board = fixture_board_new("walker");
    TabNetHeader header = {.layout = TAB_LAYOUT_CELLS,
                           .hidden = 32,
                           .columns = {9, 9},
                           .rules = (char *)"walker",
                           .seed = 1};
    g_autoptr(TabNetWeights) weights = tab_net_weights_new(&header);
    unsigned count = weights->factors - 4 * TAB_NEAREST_ROWS - 2 * TAB_COUNT_ROWS;
    weights->factor[(count + 3 - 1) * 32 + 5] = TAB_FACTOR_ONE / 2; /* three own pieces: 0.5 */
    weights->bias[5] = TAB_FACTOR_ONE / 4;
    for (unsigned b = 0; b < TAB_NET_BUCKETS; b++)
        weights->output[b * 32 + 5] = 2 * TAB_OUTPUT_ONE;
    weights->output_bias[1] = -TAB_OUTPUT_ONE; /* of the bucket of 5 pieces: (5 - 2) × 8 / 17 = 1 */
    g_autoptr(TabNet) net = tab_net_new(weights, board.rules, board.eval->hits);
    g_autofree TabSituation *situation = situation_for(board.rules, "7mm/9/MMM6/9 w - - 5");
    g_assert_cmpint(tab_net_score(net, &situation->position), ==, TAB_NET_ONE / 2); /* 1.5 - 1 */
    g_assert_cmpfloat_with_epsilon((double)tab_net_win(net, &situation->position),
                                   1 / (1 + exp(-0.5)), 1e-5);
    situation->position.side = TAB_BLACK; /* two own pieces: 0.25 × 2 - 1 */
    g_assert_cmpint(tab_net_score(net, &situation->position), ==, -TAB_NET_ONE / 2);
    fixture_board_clear(&board);
}

static void chances_rise(void)
{
    FixtureBoard board = fixture_board_new("ludii");
    g_autoptr(TabNetWeights) weights = fixture_weights("ludii", TAB_LAYOUT_CELLS, 32, 10);
    g_autoptr(TabNet) net = tab_net_new(weights, board.rules, board.eval->hits);
    float last = 0;
    for (int64_t score = INT32_MIN; score <= INT32_MAX; score += 100003) {
        float chance = tab_net_chance(net, (int32_t)score);
        g_assert_true(chance >= last && chance > 0 && chance <= 1);
        if (ABS(score) < 15 * TAB_NET_ONE)
            g_assert_cmpfloat_with_epsilon((double)chance,
                                           tab_logistic((double)score / TAB_NET_ONE), 2e-6);
        last = chance;
    }
    g_assert_cmpfloat((double)tab_net_chance(net, 0), ==, 0.5);
    fixture_board_clear(&board);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/net/equal-kernels", equal_kernels);
    g_test_add_func("/net/same-for-both-sides", same_for_both_sides);
    g_test_add_func("/net/tells-piles-apart", tells_piles_apart);
    g_test_add_func("/net/layout-rows-differ", layout_rows_differ);
    g_test_add_func("/net/score-by-hand", score_by_hand);
    g_test_add_func("/net/chances-rise", chances_rise);
    return g_test_run();
}
