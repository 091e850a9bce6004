// SPDX-License-Identifier: GPL-3.0-or-later
// The perfect index, exhaustively: every valid position has a number, every number a position; what
// shares a number plays alike.
#include <string.h>

#include "engine/tables/index.h"
#include "protocol/rules/movegen.h"

#include "tab-throws.h"

/* Every valid position of at most `most` pieces a side, one after the other: all ranks on all
 * cells, kept if the rules call it valid. */
typedef struct {
    const TabRules *rules;
    const TabIndex *index;
    unsigned left[2];
    TabSituation situation;
    GHashTable *numbers[3][3]; /* numbers met, by layer */
    uint64_t valid;
} Census;

static void check_one(Census *census);

static void fill(Census *census, unsigned cell);

static void try_pile(Census *census, unsigned cell, TabSide side, TabPile pile)
{
    TabPosition *position = &census->situation.position;
    unsigned height = tab_pile_height(pile);
    position->pile[cell] = pile;
    position->occupied[side].word[cell >> 6] |= UINT64_C(1) << (cell & 63);
    position->pieces[side] = (uint8_t)(position->pieces[side] + height);
    position->nasara[side] = (uint8_t)(position->nasara[side] + (pile == TAB_PILE_NASRANI));
    census->left[side] -= height;
    fill(census, cell + 1);
    census->left[side] += height;
    position->pieces[side] = (uint8_t)(position->pieces[side] - height);
    position->nasara[side] = (uint8_t)(position->nasara[side] - (pile == TAB_PILE_NASRANI));
    position->occupied[side].word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
    position->pile[cell] = 0;
}

static void fill(Census *census, unsigned cell)
{
    if (cell == census->rules->board.cells) {
        check_one(census);
        return;
    }
    fill(census, cell + 1);
    for (int side = 0; side < 2; side++)
        for (unsigned height = 1; height <= census->left[side]; height++)
            for (TabPile pile = UINT64_C(1) << 2 * height; pile < UINT64_C(2) << 2 * height;
                 pile++) {
                try_pile(census, cell, (TabSide)side, pile);
                if (height > 1)
                    try_pile(census, cell, (TabSide)side, pile | TAB_PILE_LOOSE);
            }
}

static void assert_same_place(const TabPlace *a, const TabPlace *b)
{
    g_assert_cmpuint(a->own, ==, b->own);
    g_assert_cmpuint(a->enemy, ==, b->enemy);
    g_assert_cmpuint(a->number, ==, b->number);
}

static int compare_numbers(gconstpointer a, gconstpointer b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Where the plays of one throw lead, as sorted distinct numbers; whether one is not refusable. */
static GArray *results(const TabIndex *index, const TabPosition *position, int t, bool *must)
{
    TabPlay plays[TAB_MAX_PLAYS];
    GArray *list = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    unsigned n = tab_movegen_plays(index->rules, position, t, plays), kept = 0;
    *must = false;
    for (unsigned i = 0; i < n; i++) {
        TabPosition after;
        TabPlace place;
        tab_position_play(&after, position, &plays[i]);
        g_assert_true(tab_index_find(index, &after, &place));
        uint64_t key = place.number << 9 | place.own << 5 | place.enemy << 1 |
                       !!(plays[i].flags & TAB_PLAY_REDUCE);
        g_array_append_val(list, key);
        *must |= !(plays[i].flags & TAB_PLAY_REDUCE);
    }
    g_array_sort(list, compare_numbers);
    for (unsigned i = 0; i < list->len; i++)
        if (!i || g_array_index(list, uint64_t, i) != g_array_index(list, uint64_t, kept - 1))
            g_array_index(list, uint64_t, kept++) = g_array_index(list, uint64_t, i);
    g_array_set_size(list, kept);
    return list;
}

/* Merged positions: every throw leads both to the same places. */
static void assert_plays_alike(const TabIndex *index, const TabPosition *a, const TabPosition *b)
{
    for (int t = 0; t < index->rules->cast.n_uses; t++) {
        bool must_a, must_b;
        g_autoptr(GArray) of_a = results(index, a, t, &must_a);
        g_autoptr(GArray) of_b = results(index, b, t, &must_b);
        g_assert_cmpint(must_a, ==, must_b);
        g_assert_cmpmem(of_a->data, of_a->len * sizeof(uint64_t), of_b->data,
                        of_b->len * sizeof(uint64_t));
    }
}

static void check_one(Census *census)
{
    TabPosition *position = &census->situation.position;
    if (!tab_situation_validate(census->rules, &census->situation, NULL))
        return;
    census->valid++;
    for (int side = 0; side < 2; side++) {
        TabPlace place, again;
        TabPosition back, turned;
        position->side = (uint8_t)side;
        g_assert_true(tab_index_find(census->index, position, &place));
        g_assert_cmpuint(place.number, <,
                         tab_index_layer_size(census->index, place.own, place.enemy));
        uint64_t *number = g_new(uint64_t, 1);
        *number = place.number;
        g_hash_table_add(census->numbers[place.own][place.enemy], number);
        tab_index_position(census->index, &place, &back);
        g_assert_true(tab_index_find(census->index, &back, &again));
        assert_same_place(&place, &again);
        tab_position_exchange_sides(census->rules, &turned, position);
        g_assert_true(tab_index_find(census->index, &turned, &again));
        assert_same_place(&place, &again);
        if (side == TAB_WHITE)
            assert_plays_alike(census->index, position, &back);
    }
    position->side = TAB_WHITE;
}

/* From numbers to positions: each valid, each with its own number. */
static void check_numbers(const Census *census, unsigned own, unsigned enemy)
{
    TabSituation situation;
    memset(&situation, 0, sizeof situation);
    uint64_t size = tab_index_layer_size(census->index, own, enemy);
    for (uint64_t number = 0; number < size; number++) {
        TabPlace place = {.own = (uint8_t)own, .enemy = (uint8_t)enemy, .number = number}, again;
        g_autoptr(GError) error = NULL;
        tab_index_position(census->index, &place, &situation.position);
        tab_situation_validate(census->rules, &situation, &error);
        g_assert_no_error(error);
        g_assert_true(tab_index_find(census->index, &situation.position, &again));
        assert_same_place(&place, &again);
    }
}

/* With the king on every cell, whosever he is, if there is one. */
static void fill_with_kings(Census *census)
{
    TabPosition *position = &census->situation.position;
    bool has_king = census->rules->set.value[TAB_SWITCH_KING];
    position->king = TAB_NO_CELL;
    if (!has_king)
        fill(census, 0);
    for (unsigned cell = 0; has_king && cell < census->rules->board.cells; cell++)
        for (unsigned of = TAB_KING_WHITE; of <= TAB_KING_FREE; of++) {
            position->king = (TabCell)cell;
            position->king_of = (uint8_t)of;
            fill(census, 0);
        }
}

static void test_exhaustive(gconstpointer data)
{
    const char *const *row = data;
    unsigned white = (unsigned)(row[1][0] - '0'), black = (unsigned)(row[1][2] - '0');
    g_autoptr(TabRules) rules = tab_rules_parse(row[0], NULL);
    g_assert_nonnull(rules);
    g_autoptr(TabIndex) index = tab_index_new(rules, MAX(white, black));
    g_autofree char *merges = tab_index_describe_merges(index);
    g_assert_cmpstr(merges, ==, row[2]);
    Census census = {.rules = rules, .index = index, .left = {white, black}};
    memset(&census.situation, 0, sizeof census.situation);
    census.situation.position.cells = rules->board.cells;
    census.situation.position.number = 1;
    for (unsigned i = 0; i < 9; i++)
        census.numbers[i / 3][i % 3] =
            g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    fill_with_kings(&census);
    g_assert_cmpuint(census.valid, >, 1000);
    for (unsigned own = 0; own < 3; own++)
        for (unsigned enemy = 0; enemy < 3; enemy++) {
            bool whole = own + enemy > 0 && own <= white && enemy <= black;
            if (whole) { /* every number was met, saved tâbs aside */
                unsigned met = g_hash_table_size(census.numbers[own][enemy]);
                g_assert_cmpuint(met, ==, tab_index_boards(index, own, enemy));
                if (own && enemy)
                    check_numbers(&census, own, enemy);
            }
            g_hash_table_unref(census.numbers[own][enemy]);
        }
}

static void test_white_alone(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("lane:columns=5", NULL);
    g_autoptr(TabIndex) index = tab_index_new(rules, 2);
    uint64_t size = tab_index_boards(index, 2, 0);
    for (uint64_t number = 0; number < size; number++) {
        TabPlace place = {.own = 2, .number = number}, enemy = {.own = 0, .enemy = 1};
        TabPosition position, other;
        tab_index_position(index, &place, &position);
        g_assert_cmpuint(tab_index_white_number(index, &position), ==, number);
        enemy.number = number % tab_index_boards(index, 0, 1);
        tab_index_position(index, &enemy, &other);
        if (tab_cells_meet(&other.occupied[TAB_BLACK], &position.occupied[TAB_WHITE]))
            continue;
        unsigned cell;
        TAB_CELLS_FOREACH(other.occupied[TAB_BLACK], cell)
            position.pile[cell] = other.pile[cell];
        position.occupied[TAB_BLACK] = other.occupied[TAB_BLACK];
        position.pieces[TAB_BLACK] = 1;
        g_assert_cmpuint(tab_index_white_number(index, &position), ==, number);
    }
}

static void test_too_many(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("lane:columns=29", NULL);
    g_autoptr(TabIndex) index = tab_index_new(rules, TAB_INDEX_MOST_PIECES);
    g_assert_cmpuint(tab_index_layer_size(index, 8, 8), ==, TAB_INDEX_TOO_MANY);
    g_assert_cmpuint(tab_index_layer_size(index, 3, 3), <, TAB_INDEX_TOO_MANY);
    g_assert_cmpuint(tab_index_layer_size(index, 9, 1), ==, 0);
    TabSituation start;
    TabPlace place;
    tab_position_start(rules, TAB_WHITE, &start);
    g_assert_false(tab_index_find(index, &start.position, &place));
}

/* A board whose positions cannot be numbered is refused. */
static void test_unfit(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("walker:columns=5", NULL);
    TabTrack falls = tab_tracks[TAB_TRACK_TAB][1];
    const TabBoardShape falling = {.n_rows = 4, .track = &falls};
    g_assert_null(tab_index_unfit(rules));
    falls.leg[0].rising = false;
    g_autoptr(TabRules) other =
        tab_rules_new_from_tables(&rules->set, &falling, &tab_casts[TAB_CAST_TAB]);
    g_assert_nonnull(strstr(tab_index_unfit(other), "walked from the other end"));
}

int main(int argc, char **argv)
{
    /* rules, the most pieces of White and Black, merges */
    static const char *const rows[][3] = {
        {"walker:columns=5", "2-1", "ranks M T"},
        {"walker:columns=5", "1-2", "ranks M T"},
        {"lane:columns=5", "2-1", "none"},
        {"bell:columns=5", "1-1", "none"},
        {"walker:columns=5,stack-return=loosen", "2-1", "ranks M T"},
        {"lane:columns=5,christians=no", "1-2", "none"},
        {"ludii:columns=5", "2-1", "ranks M T, order, height"},
        {"ludii:columns=6,row4-move=home-empty-single", "1-2", "ranks M T, order"},
        {"jordan:columns=5", "2-1", "ranks M T F"},
        {"jordan:columns=8", "1-1", "ranks M T F"},
        {"standard", "1-1", "ranks M T"},
        {"lane:columns=29", "1-1", "none"},
        {"ludii:columns=7,row4-once=no", "1-1", "ranks M T F, order, height"},
        {"tozeur:columns=5", "2-1", "ranks M T F, order, height"},
        {"siryu:columns=5", "1-2", "ranks M T F, order, height"},
        {"deleb:columns=5", "1-2", "order, height"},
        {"deleb:columns=5", "2-1", "order, height"},
        {"tablan:columns=5", "2-1", "ranks M T F, order, height"},
        {"bakhri:columns=5", "2-2", "order, height"},
        {"bakhri:columns=5,unlock-order=foremost", "2-1", "order, height"},
        {"daldos:columns=5", "2-1", "ranks M T F, order, height"},
        {"daldosa:columns=5", "2-2", "ranks M T F, order, height"},
        {"daldosa:columns=5,unlock-order=foremost", "2-2", "ranks M T F, order, height"},
        {"sahkku:columns=5", "2-1", "ranks M T F, order, height"},
        {"sahkku:columns=5,facing=mirror", "1-2", "ranks M T F, order, height"},
        {"sahkku:columns=5,unlock-order=any", "1-1", "ranks M T F, order, height"},
    };
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path =
            g_strdup_printf("/tables-index/exhaustive/%s/%s", rows[i][0], rows[i][1]);
        g_test_add_data_func(path, rows[i], test_exhaustive);
    }
    g_test_add_func("/tables-index/white-alone", test_white_alone);
    g_test_add_func("/tables-index/too-many", test_too_many);
    g_test_add_func("/tables-index/unfit", test_unfit);
    return g_test_run();
}
