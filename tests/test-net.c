// SPDX-License-Identifier: GPL-3.0-or-later
// The network: equal kernels, symmetric features that agree with the hand-made ones, files and
// their refusals.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/eval/eval.h"
#include "engine/eval/logistic.h"
#include "engine/eval/net.h"
#include "protocol/rules/outcomes.h"
#include "rules-fixture.h"
#include "tab-throws.h"

typedef struct {
    TabRules *rules;
    TabSticks sticks;
    TabEval *eval;
} Board;

static Board board_new(const char *text)
{
    Board board = {.rules = rules_for(text)};
    board.sticks = tab_sticks_fair(&board.rules->cast);
    board.eval = tab_eval_new(board.rules, &board.sticks);
    return board;
}

static void board_clear(Board *board)
{
    tab_eval_free(board->eval);
    tab_rules_unref(board->rules);
}

/* --- positions by random play --- */

typedef struct {
    TabRandom *random;
    unsigned seen;
    TabPosition *after;
} Pick;

static bool pick_one(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                     gpointer user_data)
{
    Pick *pick = user_data;
    if (!tab_random_below(pick->random, ++pick->seen))
        *pick->after = *after;
    return true;
}

typedef void (*PositionFunc)(const Board *board, const TabPosition *position, gpointer user_data);

/* Calls `func` for the positions before each throw of random games. */
static void wander(const Board *board, unsigned games, PositionFunc func, gpointer user_data)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    TabRandom random = tab_random_new(11);
    for (unsigned game = 0; game < games; game++) {
        TabPosition position, after;
        tab_position_init(board->rules, game % 2 ? TAB_BLACK : TAB_WHITE, &position);
        for (unsigned turn = 0; turn < 150 && !tab_position_finished(board->rules, &position);
             turn++) {
            TabHand hand = {{0}};
            TabThrows throws = {0};
            tab_throws_draw(board->rules, &throws, (TabSide)position.side, &board->sticks, &random);
            for (unsigned i = 0; i < throws.n; i++)
                hand.n[throws.kind[i]]++;
            TAB_KINDS_FOREACH(&board->rules->cast, t)
            if (board->rules->cast.kind[t].unlocks)
                hand.n[t] = (uint8_t)(hand.n[t] + turn % 2);
            if (board->rules->set.value[TAB_SWITCH_SAVE_TAB])
                hand.n[TAB_THROW_1] =
                    (uint8_t)(hand.n[TAB_THROW_1] + position.saved[position.side]);
            Pick pick = {&random, 0, &after};
            tab_outcomes_visit(outcomes, board->rules, &position, &hand, 500, pick_one, NULL,
                               &pick);
            position = after;
            if (!tab_position_finished(board->rules, &position))
                func(board, &position, user_data);
        }
    }
}

static const char *const rules_texts[] = {
    "walker",
    "standard",
    "bell",
    "lane",
    "ludii",
    "jordan",
    "walker:columns=5",
    "lane:columns=6,pieces=3",
    "bell:columns=7",
    "standard:columns=15",
    "lane:columns=16",
    "bell:columns=29",
    "tozeur",
    "mzab",
    "siryu",
    "kioz:columns=7",
    "deleb",
    "deleb:columns=29",
    "tablan",
    "bakhri",
    "bakhri:columns=29",
    "daldos",
    "daldosa",
    "daldosa:track=eight",
    "sahkku",
    "sahkku:sleepers=safe,outside=one",
    "tozeur:outside=one,sleepers=safe",
    "sahkku:columns=5,facing=mirror",
    "sahkku:columns=29,pass-own=yes",
};

/* --- networks by chance --- */

static TabNetWeights *random_weights(const char *rules, TabLayout layout, unsigned hidden,
                                     int reach)
{
    g_autoptr(TabRules) made = rules_for(rules);
    unsigned columns = tab_ruleset_columns(&made->set);
    g_autofree char *canonical = tab_ruleset_to_string(&made->set);
    TabNetHeader header = {
        .layout = layout,
        .hidden = hidden,
        .columns = {columns, columns},
        .rules = canonical,
        .games = 12345,
        .seed = 7,
        .studied = 2345,
    };
    TabNetWeights *weights = tab_net_weights_new(&header);
    TabRandom random = tab_random_new(hidden + (unsigned)layout);
    unsigned width = 2 * (unsigned)reach + 1;
    for (size_t i = 0; i < (size_t)weights->factors * hidden; i++)
        weights->factor[i] = (int16_t)((int)tab_random_below(&random, width) - reach);
    for (size_t i = 0; i < hidden; i++)
        weights->bias[i] = (int16_t)((int)tab_random_below(&random, width) - reach);
    for (size_t i = 0; i < TAB_NET_BUCKETS * (size_t)hidden; i++)
        weights->output[i] = (int16_t)((int)tab_random_below(&random, 2001) - 1000);
    for (size_t i = 0; i < TAB_NET_BUCKETS; i++)
        weights->output_bias[i] = (int16_t)((int)tab_random_below(&random, 2001) - 1000);
    return weights;
}

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

static void compare_kernels(const Board *board, const TabPosition *position, gpointer user_data)
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
    Board board = board_new("bell");
    g_assert_nonnull(tab_kernel(0));
    for (unsigned hidden = TAB_KERNEL_LANES; hidden <= TAB_MAX_HIDDEN; hidden += TAB_KERNEL_LANES)
        for (unsigned i = 0; i < G_N_ELEMENTS(reaches); i++) {
            g_autoptr(TabNetWeights) weights =
                random_weights("bell", TAB_LAYOUT_CELLS, hidden, reaches[i]);
            g_autoptr(TabNet) net = tab_net_new(weights, board.rules, board.eval->hits);
            Kernels kernels = {net, 0};
            wander(&board, 2, compare_kernels, &kernels);
            g_assert_cmpuint(kernels.n, >, 50);
        }
    board_clear(&board);
}

/* --- features --- */

static double dense(const TabFeatures *features, const TabInput *input, unsigned term)
{
    for (unsigned i = 0; i < input->n_valued; i++)
        if (input->valued[i] == features->dense_row + term)
            return input->value[i] / (double)TAB_INPUT_ONE;
    return 0;
}

/* What the hand-made evaluation counts as well; `per`: by what it is divided, 0: the pieces. */
static const struct {
    TabDenseTerm dense;
    TabTerm term;
    double per;
} shared_terms[] = {
    {TAB_DENSE_PIECES, TAB_TERM_PIECES, 0},   {TAB_DENSE_NASARA, TAB_TERM_NASARA, 0},
    {TAB_DENSE_ROW1, TAB_TERM_ROW1, 0},       {TAB_DENSE_ROW3, TAB_TERM_ROW3, 0},
    {TAB_DENSE_ROW4, TAB_TERM_ROW4, 0},       {TAB_DENSE_FLIPPED, TAB_TERM_FLIPPED, 0},
    {TAB_DENSE_STACKED, TAB_TERM_STACKED, 0}, {TAB_DENSE_MOVABLE, TAB_TERM_MOVABLE, 0},
    {TAB_DENSE_EXPOSED, TAB_TERM_EXPOSED, 0}, {TAB_DENSE_WORST, TAB_TERM_WORST, 4},
    {TAB_DENSE_REACH, TAB_TERM_REACH, 0},     {TAB_DENSE_BOUND, TAB_TERM_BOUND, 1},
    {TAB_DENSE_SAVED, TAB_TERM_SAVED, 9},     {TAB_DENSE_FROZEN, TAB_TERM_FROZEN, 0},
    {TAB_DENSE_SHARE, TAB_TERM_SHARE, 1},     {TAB_DENSE_FEW, TAB_TERM_FEW, 1},
};

/* The product of the chances that no pile of one side is hit. */
static double all_safe(const TabFeatures *features, const TabInput *input, unsigned enemy)
{
    double safe = 1;
    for (unsigned i = 0; i < input->n_valued; i++) {
        unsigned row = input->valued[i];
        if (row >= features->hit_row && row < features->dense_row &&
            (row - features->hit_row) / TAB_HIT_HEIGHTS % 2 == enemy)
            safe *= 1 - input->value[i] / (double)TAB_INPUT_ONE;
    }
    return safe;
}

static void compare_terms(const Board *board, const TabPosition *position, gpointer user_data)
{
    const TabFeatures *features = user_data;
    float feature[TAB_N_FEATURES];
    TabInput input;
    tab_features_fill(features, position, &input);
    tab_handmade_features(board->eval->rules, board->eval->hits, position, feature);
    for (unsigned enemy = 0; enemy < 2; enemy++)
        for (unsigned i = 0; i < G_N_ELEMENTS(shared_terms); i++) {
            double per = shared_terms[i].per > 0 ? shared_terms[i].per
                                                 : tab_ruleset_pieces(&board->rules->set);
            double expected = (double)feature[enemy * TAB_N_TERMS + shared_terms[i].term] / per;
            double is = dense(features, &input, enemy * TAB_N_DENSE + shared_terms[i].dense);
            g_assert_cmpfloat_with_epsilon(is, MIN(expected, 1), 0.02);
        }
    for (unsigned enemy = 0; enemy < 2; enemy++)
        g_assert_cmpfloat_with_epsilon(
            dense(features, &input, enemy * TAB_N_DENSE + TAB_DENSE_SAFE),
            all_safe(features, &input, enemy), 0.01);
}

/* The chances found by shifts along the path are those of the tables of distances: their sums,
 * maxima and roots agree. */
static void terms_as_by_hand(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(rules_texts); i++) {
        Board board = board_new(rules_texts[i]);
        g_autoptr(TabFeatures) features = tab_features_new(board.rules, board.eval->hits);
        wander(&board, 6, compare_terms, features);
        board_clear(&board);
    }
}

/* --- ways --- */

/* The cells of the nearest way in a family of rows, 0 without one. */
static unsigned nearest(const TabFeatures *features, const TabInput *input, unsigned family)
{
    for (unsigned i = 0; i < input->n_plain; i++)
        if (input->plain[i] >= features->nearest_row &&
            (input->plain[i] - features->nearest_row) / TAB_NEAREST_ROWS == family)
            return (input->plain[i] - features->nearest_row) % TAB_NEAREST_ROWS + 1;
    return 0;
}

/* Whether the pile on `cell` may move at all, and whether also onto row 4. */
static bool may_move(const TabFeatures *features, const TabPosition *position, TabSide side,
                     unsigned cell, bool *open)
{
    const TabBoard *board = &features->rules->board;
    bool last = board->relative_row[side][cell] == board->n_rows;
    TabPile pile = position->pile[cell];
    bool flipped = false;
    for (unsigned i = 0; i < tab_pile_height(pile); i++)
        flipped = flipped || (pile >> 2 * i & 3) == 3;
    *open = last || !flipped || !features->once;
    return pile != TAB_PILE_NASRANI &&
           !(last && tab_hits_row4_frozen(features->rules, position, side));
}

/* The cells that pieces of one rank can have come to, by rank. */
typedef struct {
    bool rank[TAB_N_RANKS][TAB_MAX_CELLS];
} Front;

/* How a piece walks. */
typedef struct {
    bool open;  /* onto row 4 too */
    bool home;  /* not off its home row */
    bool stops; /* not past own pieces */
    bool all;   /* ways that are not the shortest count too */
} Gait;

/* One step on along both branches. A piece ends its walk on an own one if it may not pass it, and
 * at the end of its home row if it may not leave that. */
static Front step_on(const TabRules *rules, const TabPosition *position, TabSide side,
                     const Front *here, const Gait *gait)
{
    const TabBoard *board = &rules->board;
    TabCell king = tab_position_king_of(position, side);
    Front next = {{{false}}};
    for (unsigned i = 0; i < TAB_N_RANKS * 2u * board->cells; i++) {
        unsigned cell = i / 2 % board->cells, rank = i / 2 / board->cells;
        const TabWay *way = &board->way[side][TAB_ONE_CELL][cell][i % 2];
        if (!here->rank[rank][cell] || !(way->ranks >> rank & 1) ||
            (!gait->open && board->relative_row[side][way->to] == board->n_rows) ||
            (gait->home && board->relative_row[side][way->to] != TAB_HOME_ROW) ||
            (gait->stops && (tab_cells_has(&position->occupied[side], way->to) || way->to == king)))
            continue;
        next.rank[way->flags & TAB_PLAY_EXACT ? way->rank : MAX(way->rank, rank)][way->to] = true;
    }
    return next;
}

/* The ways of up to TAB_NEAREST_ROWS cells from one place to each enemy pile that may be taken: bit
 * d - 1 for d cells. */
static uint64_t walk_from(const TabRules *rules, const TabPosition *position, TabSide side,
                          unsigned start, unsigned rank, const Gait *gait)
{
    Front here = {{{false}}};
    bool met[TAB_MAX_CELLS] = {false};
    bool spares = rules->set.value[TAB_SWITCH_SLEEPERS] == TAB_SLEEPERS_SAFE;
    uint64_t ways = 0;
    here.rank[rank][start] = true;
    for (unsigned d = 1; d <= TAB_NEAREST_ROWS; d++) {
        here = step_on(rules, position, side, &here, gait);
        for (unsigned cell = 0; cell < rules->board.cells; cell++) {
            bool is_here = false;
            for (unsigned r = 0; r < TAB_N_RANKS; r++)
                is_here = is_here || here.rank[r][cell];
            if (!is_here || (met[cell] && !gait->all) ||
                !tab_cells_has(&position->occupied[!side], cell) ||
                (spares && position->pile[cell] == TAB_PILE_NASRANI))
                continue;
            met[cell] = true;
            ways |= UINT64_C(1) << (d - 1);
        }
    }
    return ways;
}

/* The same from all piles of `side` and its king. */
static uint64_t walk(const TabFeatures *features, const TabPosition *position, TabSide side)
{
    const TabRules *rules = features->rules;
    bool stops = rules->set.value[TAB_SWITCH_PASS_OWN] == TAB_PASS_OWN_NO;
    TabCell king = tab_position_king_of(position, side);
    uint64_t ways = 0;
    unsigned start;
    TAB_CELLS_FOREACH(position->occupied[side], start)
    {
        Gait gait = {.stops = stops, .all = stops};
        gait.home = tab_position_stays_home(rules, position, side) &&
                    rules->board.relative_row[side][start] == TAB_HOME_ROW;
        if (may_move(features, position, side, start, &gait.open))
            ways |= walk_from(rules, position, side, start, position->pile[start] & 3, &gait);
    }
    if (king != TAB_NO_CELL)
        ways |=
            walk_from(rules, position, side, king, TAB_RANK_M, &(Gait){.open = true, .all = stops});
    return ways;
}

static void compare_ways(const Board *board, const TabPosition *position, gpointer user_data)
{
    const TabFeatures *features = user_data;
    TabInput input;
    tab_features_fill(features, position, &input);
    for (unsigned enemy = 0; enemy < 2; enemy++) {
        /* Own piles are in danger from the enemy, whose ways come first. */
        TabSide side = (TabSide)(enemy ? position->side : !position->side);
        uint64_t ways = walk(features, position, side);
        unsigned first = nearest(features, &input, 2 * enemy),
                 second = nearest(features, &input, 2 * enemy + 1);
        g_assert_cmpuint(first, ==, ways ? (unsigned)__builtin_ctzll(ways) + 1 : 0);
        ways &= ways - 1;
        g_assert_cmpuint(second, ==, ways ? (unsigned)__builtin_ctzll(ways) + 1 : 0);
    }
}

/* The shortest ways found by shifts are those found by walking. */
static void ways_as_walked(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(rules_texts); i++) {
        Board board = board_new(rules_texts[i]);
        g_autoptr(TabFeatures) features = tab_features_new(board.rules, board.eval->hits);
        wander(&board, 4, compare_ways, features);
        board_clear(&board);
    }
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

static void compare_turned(const Board *board, const TabPosition *position, gpointer user_data)
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
    for (unsigned i = 0; i < G_N_ELEMENTS(rules_texts); i++) {
        Board board = board_new(rules_texts[i]);
        g_autoptr(TabNetWeights) weights = random_weights(rules_texts[i], TAB_LAYOUT_ENDS, 32, 300);
        g_autoptr(TabNet) net = tab_net_new(weights, board.rules, board.eval->hits);
        wander(&board, 3, compare_turned, net);
        board_clear(&board);
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
    Board board = board_new("bell");
    g_autoptr(TabNetWeights) weights = random_weights("bell", TAB_LAYOUT_CELLS, 32, 900);
    g_autoptr(TabNet) net = tab_net_new(weights, board.rules, board.eval->hits);
    g_autofree TabSituation *situation = g_new(TabSituation, 1);
    int32_t score[G_N_ELEMENTS(boards)];
    for (unsigned i = 0; i < G_N_ELEMENTS(boards); i++) {
        read_situation(board.rules, boards[i], situation);
        score[i] = tab_net_score(net, &situation->position);
        for (unsigned k = 0; k < i; k++)
            g_assert_cmpint(score[i], !=, score[k]);
    }
    board_clear(&board);
}

/* --- lasting pieces --- */

/* What was said of the game that goes on. */
typedef struct {
    unsigned turn, lasting[2], seen, dead;
    const TabFeatures *features;
} Promise;

/* The pieces of `enemy` in the row of their number, 0 without one. */
static unsigned lasting_row(const TabFeatures *features, const TabInput *input, unsigned enemy)
{
    for (unsigned i = 0; i < input->n_plain; i++)
        if (input->plain[i] >= features->lasting_row &&
            (input->plain[i] - features->lasting_row) / TAB_COUNT_ROWS == enemy)
            return (input->plain[i] - features->lasting_row) % TAB_COUNT_ROWS + 1;
    return 0;
}

static void keep_promise(const Board *board, const TabPosition *position, gpointer user_data)
{
    Promise *promise = user_data;
    TabInput input;
    if (position->number < promise->turn)
        promise->lasting[TAB_WHITE] = promise->lasting[TAB_BLACK] = 0;
    promise->turn = position->number;
    tab_features_fill(promise->features, position, &input);
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
        unsigned lasting = tab_hits_lasting(board->eval->hits, position, side);
        g_assert_cmpuint(lasting, >=, promise->lasting[side]);
        g_assert_cmpuint(lasting, <=, position->pieces[side]);
        g_assert_cmpuint(lasting_row(promise->features, &input, side != position->side), ==,
                         MIN(lasting, TAB_COUNT_ROWS));
        promise->lasting[side] = lasting;
        promise->seen += lasting > 0;
    }
    promise->dead += tab_hits_dead_draw(board->eval->hits, position);
}

/* A piece that can never be captured never is, in random games, and stays one. */
static void lasting_pieces_last(void)
{
    static const char *const rules[] = {"tozeur:columns=5", "mzab:columns=6", "tablan:columns=5",
                                        "tozeur:columns=7,pieces=3", "siryu:columns=5"};
    for (unsigned i = 0; i < G_N_ELEMENTS(rules); i++) {
        Board board = board_new(rules[i]);
        g_autoptr(TabFeatures) features = tab_features_new(board.rules, board.eval->hits);
        Promise promise = {.features = features};
        wander(&board, 20, keep_promise, &promise);
        g_test_message("%s: %u sides with such pieces, %u dead draws", rules[i], promise.seen,
                       promise.dead);
        bool ends = i + 1 < G_N_ELEMENTS(rules); /* nobody is ever safe on a circle */
        g_assert_cmpint(promise.seen > 100, ==, ends);
        g_assert_cmpint(promise.dead > 10, ==, ends);
        board_clear(&board);
    }
}

/* Read off the board: White goes a1–a5, b5–b1, c1–c5, d5–d1, Black d5–d1, c1–c5, b5–b1, a1–a5. */
static void lasting_by_hand(void)
{
    static const struct {
        const char *rules, *position;
        unsigned lasting[2];
        bool dead;
        double least, most;
    } rows[] = {
        /* Black comes to row a alone, which b2 has left; White comes to b1, but to row a no more.
         */
        {"tozeur:columns=5", "5/5/mM3/m3M w - - 9", {1, 1}, true, 0.5, 0.5},
        {"tozeur:columns=5", "5/4M/m4/5 b - - 9", {1, 1}, true, 0.5, 0.5},
        /* The locked piece will cross row a. */
        {"tozeur:columns=5", "5/5/mM3/2Nm1 w - - 9", {1, 0}, false, 0.5, 1},
        {"tozeur:columns=5", "5/5/mM3/2Nm1 b - - 9", {1, 0}, false, 0, 0.5},
        /* Who is behind may pass, and is before the other then. */
        {"tozeur:columns=5", "5/5/2Mm1/5 w - - 9", {0, 0}, false, 0, 1},
        {"tozeur:columns=5", "n4/5/5/N4 w - - 9", {0, 0}, false, 0, 1},
        /* What counts is who has more at the end. */
        {"tablan:columns=5", "5/5/mM3/mm3 w - - 9", {1, 2}, false, 0, 0.5},
        {"tablan:columns=5", "4M/5/mM3/m4 w - - 9", {2, 1}, false, 0.5, 1},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Board board = board_new(rows[i].rules);
        g_autofree TabSituation *situation = g_new(TabSituation, 1);
        const TabPosition *position = &situation->position;
        g_autoptr(TabNetWeights) weights = random_weights(rows[i].rules, TAB_LAYOUT_CELLS, 32, 900);
        g_autoptr(TabNet) net = tab_net_new(weights, board.rules, board.eval->hits);
        read_situation(board.rules, rows[i].position, situation);
        g_test_message("%s %s", rows[i].rules, rows[i].position);
        for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++)
            g_assert_cmpuint(tab_hits_lasting(board.eval->hits, position, side), ==,
                             rows[i].lasting[side]);
        g_assert_cmpint(tab_hits_dead_draw(board.eval->hits, position), ==, rows[i].dead);
        for (unsigned k = 0; k < 2; k++) {
            board.eval->net = k ? net : NULL;
            g_assert_cmpfloat(tab_eval_win(board.eval, position), >=, rows[i].least);
            g_assert_cmpfloat(tab_eval_win(board.eval, position), <=, rows[i].most);
        }
        board_clear(&board);
    }
}

/* --- layouts --- */

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
            Board board = board_new(text);
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
            board_clear(&board);
        }
}

/* With weights on nothing but the count of own pieces, the score is what one works out by hand. */
static void score_by_hand(void)
{
    Board board = board_new("walker");
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
    board_clear(&board);
}

static void chances_rise(void)
{
    Board board = board_new("ludii");
    g_autoptr(TabNetWeights) weights = random_weights("ludii", TAB_LAYOUT_CELLS, 32, 10);
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
    board_clear(&board);
}

/* --- files --- */

static char *temp_path(void)
{
    g_autofree char *folder = g_dir_make_tmp("test-net-XXXXXX", NULL);
    return g_build_filename(folder, "some.net", NULL);
}

static void remove_path(const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_assert_cmpint(g_unlink(path), ==, 0);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

static void save_and_load(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = temp_path(), *data = NULL, *again = NULL;
    gsize length, again_length;
    g_autoptr(TabNetWeights) weights = random_weights("jordan", TAB_LAYOUT_CELLS, 64, 9999);
    tab_net_weights_save(weights, path, &error);
    g_assert_no_error(error);
    g_autoptr(TabNetWeights) loaded = tab_net_weights_load(path, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(loaded->header.rules, ==, "jordan");
    g_assert_cmpuint(loaded->header.games, ==, 12345);
    g_assert_cmpuint(loaded->header.seed, ==, 7);
    g_assert_cmpuint(loaded->header.studied, ==, 2345);
    g_assert_cmpmem(loaded->factor, weights->factors * 64 * sizeof(int16_t), weights->factor,
                    weights->factors * 64 * sizeof(int16_t));
    g_assert_cmpmem(loaded->output_bias, sizeof(int16_t) * TAB_NET_BUCKETS, weights->output_bias,
                    sizeof(int16_t) * TAB_NET_BUCKETS);
    g_file_get_contents(path, &data, &length, NULL);
    tab_net_weights_save(loaded, path, &error);
    g_file_get_contents(path, &again, &again_length, NULL);
    g_assert_cmpmem(data, length, again, again_length);
    g_assert_true(g_str_has_prefix(data, "tab-net 1\n"));
    remove_path(path);
}

/* The bytes of a good file. */
static GString *good_file(void)
{
    g_autofree char *path = temp_path(), *data = NULL;
    gsize length;
    g_autoptr(TabNetWeights) weights = random_weights("walker", TAB_LAYOUT_CELLS, 32, 500);
    g_assert_true(tab_net_weights_save(weights, path, NULL));
    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    remove_path(path);
    return g_string_new_len(data, (gssize)length);
}

static void assert_refused(const GString *file, TabNetError code, const char *words)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_net_weights_parse(file->str, file->len, "my.net", &error));
    g_assert_error(error, TAB_NET_ERROR, (int)code);
    g_assert_true(g_str_has_prefix(error->message, "my.net: "));
    if (words && !strstr(error->message, words))
        g_error("'%s' does not say '%s'", error->message, words);
}

static void refuse_cut_files(void)
{
    g_autoptr(GString) file = good_file();
    gsize header = (gsize)(strstr(file->str, "\n\n") - file->str) + 2, whole = file->len;
    for (gsize length = 0; length < header; length++) {
        g_string_truncate(file, 0);
        g_autoptr(GString) good = good_file();
        g_string_append_len(file, good->str, (gssize)length);
        assert_refused(file, TAB_NET_ERROR_FORMAT, NULL);
        if (length % 20)
            length += 6; /* not every byte: each is a file written and read */
    }
    g_autoptr(GString) good = good_file();
    g_string_truncate(good, whole - 1);
    assert_refused(good, TAB_NET_ERROR_FORMAT, "bytes of weights");
    g_string_append(good, "xx");
    assert_refused(good, TAB_NET_ERROR_FORMAT, "bytes of weights");
}

static void refuse_damage(void)
{
    g_autoptr(GString) file = good_file();
    file->str[file->len - 1000] ^= 1;
    assert_refused(file, TAB_NET_ERROR_CHECKSUM, "checksum");
    file->str[file->len - 1000] ^= 1;
    g_autoptr(GError) error = NULL;
    g_autoptr(TabNetWeights) weights =
        tab_net_weights_parse(file->str, file->len, "my.net", &error);
    g_assert_no_error(error);
    g_assert_nonnull(weights);
}

static void refuse_other_headers(void)
{
    static const struct {
        const char *from, *to;
        TabNetError code;
        const char *words;
    } rows[] = {
        {"tab-net 1\n", "tab-net 9\n", TAB_NET_ERROR_VERSION, "version 9"},
        {"tab-net 1\n", "PNG\n", TAB_NET_ERROR_FORMAT, "tab-net"},
        {"piles-hits-2", "piles-hits-1", TAB_NET_ERROR_VERSION, "piles-hits-1"},
        {"layout cells", "layout circles", TAB_NET_ERROR_VERSION, "circles"},
        {"hidden 32", "hidden 33", TAB_NET_ERROR_VERSION, "33"},
        {"hidden 32", "hidden 160", TAB_NET_ERROR_FORMAT, "160"},
        {"hidden 32", "hidden 64", TAB_NET_ERROR_FORMAT, "bytes of weights"},
        {"columns 9-9", "columns 9", TAB_NET_ERROR_FORMAT, "columns"},
        {"columns 9-9", "columns 9-9-9", TAB_NET_ERROR_FORMAT, "9-9-9"},
        {"layout cells\nhidden 32\nrules walker\ncolumns 9-9",
         "layout ends\nhidden 32\nrules walker\ncolumns x-9", TAB_NET_ERROR_FORMAT, "x-9"},
        {"columns 9-9", "columns 8-9", TAB_NET_ERROR_FORMAT, "8-9"},
        {"columns 9-9", "columns 4-9", TAB_NET_ERROR_FORMAT, "4-9"},
        {"columns 9-9", "columns 9-7", TAB_NET_ERROR_FORMAT, "9-7"},
        {"columns 9-9", "columns 8-8", TAB_NET_ERROR_FORMAT, "columns"},
        {"games 12345", "games many", TAB_NET_ERROR_FORMAT, "many"},
        {"studied 2345", "studied 12346", TAB_NET_ERROR_FORMAT, "studied"},
        {"seed 7", "sid 7", TAB_NET_ERROR_FORMAT, "seed"},
        {"rules walker", "rules wanderer", TAB_NET_ERROR_FORMAT, "wanderer"},
        {"rules walker", "rules \xff\xfe\xff\xfe\xff\xfe", TAB_NET_ERROR_FORMAT, "rules"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GString) file = good_file();
        const char *at = strstr(file->str, rows[i].from);
        g_assert_nonnull(at);
        gssize where = at - file->str;
        g_string_erase(file, where, (gssize)strlen(rows[i].from));
        g_string_insert(file, where, rows[i].to);
        assert_refused(file, rows[i].code, rows[i].words);
    }
}

static void refuse_missing_file(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_net_weights_load("/nonexistent/some.net", &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_nonnull(strstr(error->message, "/nonexistent/some.net"));
}

static void serves_its_rules(void)
{
    static const struct {
        const char *rules;
        bool cells, ends; /* whether either layout serves them */
    } rows[] = {
        {"walker", true, true},
        {"walker:opening=first", true, true},
        {"walker:columns=11", false, true},
        {"walker:pieces=5", false, false},
        {"walker:columns=15", false, false},
        {"walker:stack-return=keep", false, false},
        {"lane", false, false},
        {"standard", false, true}, /* the same switches at another width */
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
        for (unsigned layout = 0; layout < TAB_LAYOUT_ANY; layout++) {
            g_autoptr(GError) error = NULL;
            g_autoptr(TabNetWeights) weights = random_weights("walker", (TabLayout)layout, 32, 10);
            g_autoptr(TabRules) rules = rules_for(rows[i].rules);
            if (layout == TAB_LAYOUT_ENDS) {
                weights->header.columns[0] = 7;
                weights->header.columns[1] = 13;
            }
            bool expected = layout == TAB_LAYOUT_ENDS ? rows[i].ends : rows[i].cells;
            g_assert_cmpint(tab_net_weights_serve(weights, rules, "my.net", &error), ==, expected);
            if (expected)
                g_assert_no_error(error);
            else
                g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/net/equal-kernels", equal_kernels);
    g_test_add_func("/net/terms-as-by-hand", terms_as_by_hand);
    g_test_add_func("/net/ways-as-walked", ways_as_walked);
    g_test_add_func("/net/same-for-both-sides", same_for_both_sides);
    g_test_add_func("/net/tells-piles-apart", tells_piles_apart);
    g_test_add_func("/features/lasting", lasting_pieces_last);
    g_test_add_func("/features/lasting-by-hand", lasting_by_hand);
    g_test_add_func("/net/layout-rows-differ", layout_rows_differ);
    g_test_add_func("/net/score-by-hand", score_by_hand);
    g_test_add_func("/net/chances-rise", chances_rise);
    g_test_add_func("/net/save-and-load", save_and_load);
    g_test_add_func("/net/refuse-cut-files", refuse_cut_files);
    g_test_add_func("/net/refuse-damage", refuse_damage);
    g_test_add_func("/net/refuse-other-headers", refuse_other_headers);
    g_test_add_func("/net/refuse-missing-file", refuse_missing_file);
    g_test_add_func("/net/serves-its-rules", serves_its_rules);
    return g_test_run();
}
