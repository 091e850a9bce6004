// SPDX-License-Identifier: GPL-3.0-or-later
// What the network sees: chances and ways as others find them, and pieces that last.
#include <math.h>
#include <string.h>

#include "engine/eval/handmade.h"
#include "net-fixture.h"
#include "protocol/rules/outcomes.h"
#include "rules-fixture.h"

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

static void compare_terms(const FixtureBoard *board, const TabPosition *position,
                          gpointer user_data)
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
    for (unsigned i = 0; i < FIXTURE_N_RULES; i++) {
        FixtureBoard board = fixture_board_new(fixture_rules[i]);
        g_autoptr(TabFeatures) features = tab_features_new(board.rules, board.eval->hits);
        fixture_wander(&board, 6, compare_terms, features);
        fixture_board_clear(&board);
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
    TabCells rank[TAB_N_RANKS];
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
    Front next = {0};
    for (unsigned i = 0; i < TAB_N_RANKS * 2u; i++) {
        unsigned rank = i / 2, cell;
        TAB_CELLS_FOREACH(here->rank[rank], cell) {
            const TabWay *way = &board->way[side][TAB_ONE_CELL][cell][i % 2];
            if (!(way->ranks >> rank & 1) ||
                (!gait->open && board->relative_row[side][way->to] == board->n_rows) ||
                (gait->home && board->relative_row[side][way->to] != TAB_HOME_ROW) ||
                (gait->stops &&
                 (tab_cells_has(&position->occupied[side], way->to) || way->to == king)))
                continue;
            tab_cells_add(
                &next.rank[way->flags & TAB_PLAY_EXACT ? way->rank : MAX(way->rank, rank)],
                way->to);
        }
    }
    return next;
}

/* The ways of up to TAB_NEAREST_ROWS cells from one place to each enemy pile that may be taken: bit
 * d - 1 for d cells. */
static uint64_t walk_from(const TabRules *rules, const TabPosition *position, TabSide side,
                          unsigned start, unsigned rank, const Gait *gait)
{
    Front here = {0};
    bool met[TAB_MAX_CELLS] = {false};
    bool spares = rules->set.value[TAB_SWITCH_SLEEPERS] == TAB_SLEEPERS_SAFE;
    uint64_t ways = 0;
    tab_cells_add(&here.rank[rank], start);
    for (unsigned d = 1; d <= TAB_NEAREST_ROWS; d++) {
        here = step_on(rules, position, side, &here, gait);
        TabCells reached = {0};
        unsigned cell;
        for (unsigned r = 0; r < TAB_N_RANKS; r++)
            for (unsigned w = 0; w < G_N_ELEMENTS(reached.word); w++)
                reached.word[w] |= here.rank[r].word[w];
        TAB_CELLS_FOREACH(reached, cell) {
            if ((met[cell] && !gait->all) || !tab_cells_has(&position->occupied[!side], cell) ||
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
    TAB_CELLS_FOREACH(position->occupied[side], start) {
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

static void compare_ways(const FixtureBoard *board, const TabPosition *position, gpointer user_data)
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
    for (unsigned i = 0; i < FIXTURE_N_RULES; i++) {
        FixtureBoard board = fixture_board_new(fixture_rules[i]);
        g_autoptr(TabFeatures) features = tab_features_new(board.rules, board.eval->hits);
        fixture_wander(&board, 4, compare_ways, features);
        fixture_board_clear(&board);
    }
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

static void keep_promise(const FixtureBoard *board, const TabPosition *position, gpointer user_data)
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
        FixtureBoard board = fixture_board_new(rules[i]);
        g_autoptr(TabFeatures) features = tab_features_new(board.rules, board.eval->hits);
        Promise promise = {.features = features};
        fixture_wander(&board, 20, keep_promise, &promise);
        g_test_message("%s: %u sides with such pieces, %u dead draws", rules[i], promise.seen,
                       promise.dead);
        bool ends = i + 1 < G_N_ELEMENTS(rules); /* nobody is ever safe on a circle */
        g_assert_cmpint(promise.seen > 100, ==, ends);
        g_assert_cmpint(promise.dead > 10, ==, ends);
        fixture_board_clear(&board);
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
        FixtureBoard board = fixture_board_new(rows[i].rules);
        g_autofree TabSituation *situation = g_new(TabSituation, 1);
        const TabPosition *position = &situation->position;
        g_autoptr(TabNetWeights) weights =
            fixture_weights(rows[i].rules, TAB_LAYOUT_CELLS, 32, 900);
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
        fixture_board_clear(&board);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/features/terms-as-by-hand", terms_as_by_hand);
    g_test_add_func("/features/ways-as-walked", ways_as_walked);
    g_test_add_func("/features/lasting", lasting_pieces_last);
    g_test_add_func("/features/lasting-by-hand", lasting_by_hand);
    return g_test_run();
}
