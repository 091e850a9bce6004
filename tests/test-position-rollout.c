// SPDX-License-Identifier: GPL-3.0-or-later
// Batches of a rollout are joined to what all games at once would have come to; the text that a
// record keeps of it is read again, and what is wrong with one is named.
#include <math.h>
#include <string.h>

#include "game-fixture.h"
#include "gui/model/position-rollout.h"
#include "protocol/game/record-text.h"

#define POSITION "mmmmmmm/7/7/MMMMMMM w 2 - 1"
#define BEFORE "mmmmmmm/7/7/MMMMMMM w - - 1"

static TabRecord *read_record(const char *tags)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text =
        g_strconcat("[Rules \"ludii\"]\n[Result \"*\"]\n", tags, "\n1. w 2 2:a7b6\n*\n", NULL);
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    return g_ptr_array_steal_index(records, 0);
}

/* Two turns of which the second, the better one, has been played out. */
static TabPositionRollout *make(void)
{
    TabPositionRollout *rollout = tab_position_rollout_new(POSITION, "Tab Engine", 7, 11);
    tab_position_rollout_add_turn(rollout, "2:a6b7");
    tab_position_rollout_add_turn(rollout, "2:a7b6");
    tab_rollout_turn_add(tab_position_rollout_nth(rollout, 1), 16, 0.51, 0.02);
    rollout->batches = 1;
    return rollout;
}

/* --- numbers --- */

/* A thousand results in batches, each told by four decimals as the protocol does, give the mean and
 * error of all of them; by inverse variance they would not. */
static void joined(void)
{
    g_autoptr(TabPositionRollout) rollout = make();
    TabRolloutTurn *turn = tab_position_rollout_nth(rollout, 0);
    TabRandom random = tab_random_new(5);
    TabMoments all = {0};
    double weights = 0, weighted = 0;
    for (guint batch = 0; batch < 100; batch++) {
        TabMoments part = {0};
        for (guint game = 0; game < TAB_ROLLOUT_BATCH_GAMES; game++) {
            double result = tab_random_unit(&random) < 0.1; /* wins are rare */
            tab_moments_add(&all, result);
            tab_moments_add(&part, result);
        }
        double win = round(part.mean * 1e4) / 1e4, se = round(tab_moments_se(&part) * 1e4) / 1e4;
        double weight = 1 / MAX(se * se, 1e-4);
        weights += weight;
        weighted += weight * win;
        tab_rollout_turn_add(turn, TAB_ROLLOUT_BATCH_GAMES, win, se);
    }
    double win, se;
    g_assert_true(tab_rollout_turn_value(turn, &win, &se));
    g_assert_cmpuint(turn->games.n, ==, 1600);
    g_assert_cmpfloat_with_epsilon(win, all.mean, 5e-5);
    g_assert_cmpfloat_with_epsilon(se, tab_moments_se(&all), 2e-5);
    g_assert_cmpfloat(weighted / weights, <, all.mean - 3 * se);
}

/* The best one first, what is not known last; the lead is told with its error. */
static void order(void)
{
    g_autoptr(TabPositionRollout) rollout = make();
    double lead, error;
    g_assert_false(tab_position_rollout_lead(rollout, &lead, &error));
    tab_position_rollout_sort(rollout);
    g_assert_cmpstr(tab_position_rollout_nth(rollout, 0)->turn, ==, "2:a7b6");
    g_assert_true(isnan(tab_position_rollout_error(rollout)));
    tab_rollout_turn_add(tab_position_rollout_nth(rollout, 1), 16, 0.56, 0.015);
    tab_position_rollout_sort(rollout);
    g_assert_cmpstr(tab_position_rollout_nth(rollout, 0)->turn, ==, "2:a6b7");
    g_assert_true(tab_position_rollout_lead(rollout, &lead, &error));
    g_assert_cmpfloat_with_epsilon(lead, 0.05, 1e-12);
    g_assert_cmpfloat_with_epsilon(error, 0.025, 1e-12);
    g_assert_cmpfloat_with_epsilon(tab_position_rollout_error(rollout), 0.02, 1e-12);
    g_assert_cmpuint(tab_position_rollout_games(rollout), ==, 16);
    /* a third one farther behind, but hardly known, is the one that is in the way */
    tab_position_rollout_add_turn(rollout, "2:a4a6");
    tab_rollout_turn_add(tab_position_rollout_nth(rollout, 2), 16, 0.46, 0.2);
    g_assert_true(tab_position_rollout_lead(rollout, &lead, &error));
    g_assert_cmpfloat_with_epsilon(lead, 0.1, 1e-12);
    /* who rests and who is known is not waited for */
    tab_position_rollout_nth(rollout, 2)->resting = TRUE;
    tab_position_rollout_nth(rollout, 1)->known = 0.5;
    g_assert_cmpfloat_with_epsilon(tab_position_rollout_error(rollout), 0.015, 1e-12);
    tab_position_rollout_nth(rollout, 0)->resting = TRUE;
    g_assert_false(tab_position_rollout_goes_on(rollout));
}

/* Every batch has another seed, which an engine can hold, and always the same one. */
static void seeds(void)
{
    g_autoptr(TabPositionRollout) rollout = make();
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (rollout->batches = 0; rollout->batches < 100; rollout->batches++) {
        gint64 seed = tab_position_rollout_next_seed(rollout);
        g_assert_cmpint(seed, >=, 0);
        g_assert_cmpint(seed, <=, G_MAXINT32);
        g_assert_cmpint(seed, ==, tab_position_rollout_next_seed(rollout));
        g_assert_true(g_hash_table_add(seen, g_memdup2(&seed, sizeof seed)));
    }
    rollout->batches = 0;
    TabRandom random = tab_random_new_stream(7, 0);
    g_assert_cmpint(tab_position_rollout_next_seed(rollout), ==, tab_random_next(&random) >> 33);
}

/* --- text --- */

static void text(void)
{
    g_autoptr(TabRecord) record = read_record("");
    g_autoptr(TabPositionRollout) rollout = make();
    g_autoptr(GError) error = NULL;
    tab_position_rollout_nth(rollout, 0)->resting = TRUE;
    tab_position_rollout_add_turn(rollout, "2:a4a6");
    tab_position_rollout_nth(rollout, 2)->known = 0.25;
    g_autofree char *written = tab_position_rollout_to_text(rollout);
    g_assert_cmpstr(written, ==,
                    POSITION " | seed=7 batches=1 games=16 truncate=11 engine=Tab Engine"
                             " | 2:a6b7 rests | 2:a7b6 0.51000000 0.02000000 16"
                             " | 2:a4a6 0.25000000 0.00000000 0");
    g_autoptr(TabPositionRollout) read = tab_position_rollout_parse(record->rules, written, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(read->position, ==, POSITION);
    g_assert_cmpstr(read->engine, ==, "Tab Engine");
    g_assert_cmpuint(read->seed, ==, 7);
    g_assert_cmpuint(read->truncate, ==, 11);
    g_assert_cmpuint(read->batches, ==, 1);
    g_assert_cmpuint(read->turns->len, ==, 3);
    g_assert_cmpstr(tab_position_rollout_nth(read, 0)->turn, ==, "2:a7b6");
    g_assert_cmpuint(tab_position_rollout_nth(read, 0)->games.n, ==, 16);
    g_assert_cmpfloat_with_epsilon(tab_moments_se(&tab_position_rollout_nth(read, 0)->games), 0.02,
                                   1e-12);
    g_assert_cmpfloat(tab_position_rollout_nth(read, 1)->known, ==, 0.25);
    g_assert_true(tab_position_rollout_nth(read, 2)->resting);
}

/* A name that would divide the text does not; a rollout too long for a tag loses its worst turns.
 */
static void text_limits(void)
{
    g_autoptr(TabRecord) record = read_record("");
    g_autoptr(TabPositionRollout) rollout = tab_position_rollout_new(POSITION, "A | B\n", 1, 0);
    g_autofree char *wide = g_strnfill(3000, 'x');
    for (guint i = 0; i < TAB_ROLLOUT_MOST_TURNS + 3; i++) {
        g_autofree char *turn = g_strdup_printf("%u%s", i, wide);
        tab_position_rollout_add_turn(rollout, turn);
    }
    g_assert_cmpuint(rollout->turns->len, ==, TAB_ROLLOUT_MOST_TURNS);
    g_autofree char *written = tab_position_rollout_to_text(rollout);
    g_assert_cmpuint(strlen(written), <=, TAB_RECORD_MAX_TEXT);
    g_auto(GStrv) parts = g_strsplit(written, " | ", -1);
    g_assert_cmpuint(g_strv_length(parts), ==, 2 + TAB_RECORD_MAX_TEXT / 3010);
    g_assert_cmpstr(parts[1], ==, "seed=1 batches=0 games=16 truncate=0 engine=A   B ");
}

static void faults(void)
{
    static const struct {
        const char *text, *fault;
    } rows[] = {
        {"", "fewer than three"},
        {POSITION " | seed=7 batches=1 games=16 truncate=0 engine=E", "fewer than three"},
        {"nonsense | seed=7 batches=1 games=16 truncate=0 engine=E | -", "position"},
        {POSITION " | seed=x batches=1 games=16 truncate=0 engine=E | 2:a7b6", "seed=x"},
        {POSITION " | seed=7 batches=1 games=64 truncate=0 engine=E | 2:a7b6", "games=64"},
        {POSITION " | seed=7 batches=1 games=16 truncate=1001 engine=E | 2:a7b6", "1001"},
        {POSITION " | seed=7 games=16 batches=1 truncate=0 engine=E | 2:a7b6", "description"},
        {POSITION " | seed=7 batches=1 games=16 truncate=0 engine=E | -", "does not fit"},
        {BEFORE " | seed=7 batches=1 games=16 truncate=0 engine=E | 2:a7b6", "does not fit"},
        {POSITION " | seed=7 batches=1 games=16 truncate=0 engine=E | 2:a1a2", "a1a2"},
        {POSITION " | seed=7 batches=1 games=16 truncate=0 engine=E | 2:a7b6 0.5", "0.5"},
        {POSITION " | seed=7 batches=1 games=16 truncate=0 engine=E | 2:a7b6 1.5 0.1 16", "1.5"},
        {POSITION " | seed=7 batches=1 games=16 truncate=0 engine=E | 2:a7b6 nan 0.1 16", "nan"},
        {POSITION " | seed=7 batches=1 games=16 truncate=0 engine=E | 2:a7b6 0.5 -1 16", "-1"},
        {POSITION " | seed=7 batches=1 games=16 truncate=0 engine=E | 2:a7b6 0.5 0.1 1", "0.1 1"},
        {POSITION " | seed=7 batches=1 games=16 truncate=0 engine=E | 2:a7b6 | 2:a7b6", "one too"},
    };
    g_autoptr(TabRecord) record = read_record("");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(tab_position_rollout_parse(record->rules, rows[i].text, &error));
        g_assert_nonnull(error);
        if (!strstr(error->message, rows[i].fault))
            g_error("'%s' is refused by: %s", rows[i].text, error->message);
    }
}

/* --- records --- */

static void kept(void)
{
    g_autoptr(TabRecord) record =
        read_record("[Rollouts \"of carpets\"]\n[Rollout4 \"nonsense\"]\n");
    g_autoptr(TabPositionRollout) rollout = make();
    g_autoptr(TabPositionRollout) before = tab_position_rollout_new(BEFORE, "E", 1, 0);
    tab_position_rollout_add_turn(before, NULL);
    tab_rollout_turn_add(tab_position_rollout_nth(before, 0), 32, 0.5, 0.01);
    g_assert_null(tab_position_rollout_load(record, POSITION, NULL));
    g_assert_true(tab_position_rollout_keep(record, POSITION, rollout));
    g_assert_true(tab_position_rollout_keep(record, BEFORE, before));
    rollout->batches = 2;
    g_assert_true(tab_position_rollout_keep(record, POSITION, rollout)); /* in its place */
    g_assert_cmpuint(record->tags->len, ==, 6);
    g_assert_nonnull(tab_record_get_tag(record, "Rollout5"));
    g_assert_nonnull(tab_record_get_tag(record, "Rollout6"));

    g_autoptr(GString) written = g_string_new(NULL), again = g_string_new(NULL);
    tab_record_write(record, written);
    g_autoptr(GPtrArray) records = tab_record_parse(written->str, written->len, NULL);
    tab_record_write(records->pdata[0], again);
    g_assert_cmpstr(again->str, ==, written->str);
    g_autoptr(TabPositionRollout) read =
        tab_position_rollout_load(records->pdata[0], POSITION, NULL);
    g_assert_cmpuint(read->batches, ==, 2);
    g_autoptr(TabPositionRollout) thrown =
        tab_position_rollout_load(records->pdata[0], BEFORE, NULL);
    g_assert_null(tab_position_rollout_nth(thrown, 0)->turn);
    g_assert_cmpuint(tab_position_rollout_games(thrown), ==, 32);

    g_autofree char *fault = tab_position_rollout_find_fault(record);
    g_assert_true(g_str_has_prefix(fault, "[Rollout4]: "));
    tab_record_set_tag(record, "Rollout4", NULL);
    g_assert_null(tab_position_rollout_find_fault(record));
    g_assert_true(tab_position_rollout_keep(record, POSITION, NULL));
    g_assert_true(tab_position_rollout_keep(record, POSITION, NULL));
    g_assert_null(tab_record_get_tag(record, "Rollout5"));
    g_assert_nonnull(tab_record_get_tag(record, "Rollouts"));
}

/* One whose start is right is found wrong when its position is there. */
static void damaged(void)
{
    g_autoptr(TabRecord) record =
        read_record("[Rollout2 \"" POSITION
                    " | seed=7 batches=1 games=16 truncate=0 engine=E | 2:a1a2 0.5 0.1 16\"]\n");
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_position_rollout_find_fault(record));
    g_assert_null(tab_position_rollout_load(record, BEFORE, &error));
    g_assert_no_error(error);
    g_assert_null(tab_position_rollout_load(record, POSITION, &error));
    g_assert_nonnull(error);
    g_assert_true(g_str_has_prefix(error->message, "[Rollout2]: "));
}

/* No record gets so many that another program could refuse it. */
static void full(void)
{
    g_autoptr(TabRecord) record = read_record("");
    g_autoptr(TabPositionRollout) rollout = make();
    guint n = 0;
    for (;; n++) {
        g_free(rollout->position);
        rollout->position = g_strdup_printf("mmmmmmm/7/7/MMMMMMM w 2 - %u", n + 1);
        if (!tab_position_rollout_keep(record, rollout->position, rollout))
            break;
    }
    g_assert_cmpuint(n, >=, 200);
    g_assert_cmpuint(record->tags->len, <, TAB_RECORD_MAX_TAGS);
    g_free(rollout->position);
    rollout->position = g_strdup(POSITION);
    g_assert_true(tab_position_rollout_keep(record, POSITION, rollout)); /* it is there */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/position-rollout/joined", joined);
    g_test_add_func("/position-rollout/order", order);
    g_test_add_func("/position-rollout/seeds", seeds);
    g_test_add_func("/position-rollout/text", text);
    g_test_add_func("/position-rollout/text-limits", text_limits);
    g_test_add_func("/position-rollout/faults", faults);
    g_test_add_func("/position-rollout/kept", kept);
    g_test_add_func("/position-rollout/damaged", damaged);
    g_test_add_func("/position-rollout/full", full);
    return g_test_run();
}
