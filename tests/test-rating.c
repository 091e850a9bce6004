// SPDX-License-Identifier: GPL-3.0-or-later
// Levels against values by hand; which decisions are taken from games.
#include <math.h>
#include <string.h>

#include "protocol/game/record-text.h"
#include "protocol/study/rating.h"
#include "random-game.h"

#define CLOSE 1e-12

/* --- the level --- */

static void finds_levels(void)
{
    static const double level[] = {0, 2, 4, 8};
    static const struct {
        double mean[4], se;
        double found, low, high;
    } rows[] = {
        /* between 2 and 4, two thirds of the way */
        {{0.05, 0.02, -0.01, -0.03}, 0, 2 + 4 / 3., 2 + 4 / 3., 2 + 4 / 3.},
        /* the interval is 0.01 less, with zero a third of the way from 2 to 4, and 0.01 more */
        {{0.05, 0.02, -0.01, -0.03}, 0.01 / TAB_Z95, 2 + 4 / 3., 2 + 2 / 3., 4},
        {{0.05, 0.02, 0, -0.03}, 0, 4, 4, 4},
        {{0.05, 0, 0, -0.03}, 0, 3, 2, 4}, /* either is as good */
        {{0, 0, 0, 0}, 0, 4, -INFINITY, INFINITY},
        {{-0.01, -0.02, -0.03, -0.03}, 0, -INFINITY, -INFINITY, -INFINITY},
        {{0.04, 0.03, 0.02, 0.01}, 0, INFINITY, INFINITY, INFINITY},
        /* 2 seems better than 4: both are worth their mean, 0.01, and zero is halfway to 8 */
        {{0.05, 0, 0.02, -0.01}, 0, 6, 6, 6},
        /* three in one: 0.01 */
        {{-0.01, 0.01, 0.03, -0.01}, 0, 6, 6, 6},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabEstimate excess[4];
        for (guint k = 0; k < 4; k++)
            excess[k] = (TabEstimate){rows[i].mean[k], rows[i].se};
        TabLevelRating rating = tab_level_rating_find(level, excess, 4);
        g_test_message("row %u: %g, %g to %g", i, rating.level, rating.low, rating.high);
        const double found[] = {rating.level, rating.low, rating.high};
        const double right[] = {rows[i].found, rows[i].low, rows[i].high};
        for (guint k = 0; k < 3; k++)
            g_assert_true(found[k] == right[k] || fabs(found[k] - right[k]) < CLOSE);
    }
}

/* The error of one decision is not known; of none nothing is. */
static void knows_little(void)
{
    static const double level[] = {0, 10};
    const TabEstimate excess[] = {{0.03, NAN}, {-0.01, NAN}};
    TabLevelRating rating = tab_level_rating_find(level, excess, 2);
    g_assert_cmpfloat_with_epsilon(rating.level, 7.5, CLOSE);
    g_assert_true(isnan(rating.low) && isnan(rating.high));
    g_assert_true(isnan(tab_level_rating_find(level, excess, 0).level));
}

/* --- decisions --- */

static TabRecord *read_record(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, strlen(text));
    TabRecord *record = tab_record_reader_next(reader, &error);
    g_assert_no_error(error);
    g_assert_nonnull(record);
    return record;
}

static TabRecord *play(guint64 seed, const char *white, const char *black)
{
    TabRecord *record = random_game("ludii:columns=5", "fair", 60, seed);
    tab_record_set_tag(record, "White", white);
    tab_record_set_tag(record, "Black", black);
    return record;
}

/* Only turns with a choice count, each for who played it, and all of them are there as long as they
 * are not too many. */
static void takes_decisions(void)
{
    g_autoptr(TabRatingSample) sample = tab_rating_sample_new(1000, 1);
    guint turns = 0;
    for (guint game = 1; game <= 4; game++) {
        g_autoptr(TabRecord) record =
            play(game, game % 2 ? "Ada" : "Ben", game % 2 ? "Ben" : "Ada");
        for (const TabRecordNode *node = record->root->child; node; node = node->child)
            turns += node->turn != NULL;
        tab_rating_sample_add(sample, record, game);
    }
    const GPtrArray *players = tab_rating_sample_players(sample);
    guint decisions = 0;
    g_assert_cmpuint(players->len, ==, 2);
    for (guint i = 0; i < 2; i++) {
        const TabRatedPlayer *player = players->pdata[i];
        g_assert_true(!strcmp(player->player, "Ada") || !strcmp(player->player, "Ben"));
        g_assert_cmpstr(player->rules, ==, "ludii:columns=5");
        g_assert_cmpuint(player->games, ==, 4);
        g_assert_cmpuint(player->seen, ==, player->chosen->len);
        decisions += player->seen;
        for (guint k = 0; k < player->chosen->len; k++) {
            const TabRatedDecision *decision = player->chosen->pdata[k];
            gboolean white = decision->game % 2 == !strcmp(player->player, "Ada");
            g_assert_cmpint(decision->line->situation.position.side, ==,
                            white ? TAB_WHITE : TAB_BLACK);
            g_assert_cmpuint(decision->line->n_turns, ==, 1);
            TabTurn turn;
            TabPosition after;
            g_assert_true(tab_notation_parse_turn(decision->line->rules, &decision->line->situation,
                                                  decision->line->turns[0].text, &turn, &after,
                                                  NULL));
            g_assert_true(tab_position_same(&after, &decision->line->turns[0].after));
        }
    }
    g_test_message("%u decisions in %u turns", decisions, turns);
    g_assert_cmpuint(decisions, >, 0);
    g_assert_cmpuint(decisions, <, turns); /* at the start nothing can be moved without a tâb */
}

/* A turn that lets nothing be chosen is none; throws whose turn is not chosen are none either. */
static void leaves_out_what_is_forced(void)
{
    g_autoptr(TabRatingSample) sample = tab_rating_sample_new(10, 1);
    g_autoptr(TabRecord) record = read_record("[Rules \"ludii\"]\n[Position \"7/5m1/3M3/6M w - - "
                                              "9\"]\n[Result \"*\"]\n\n9. w 3 3:a7b5\n*\n");
    tab_rating_sample_add(sample, record, 1);
    const GPtrArray *players = tab_rating_sample_players(sample);
    g_assert_cmpuint(players->len, ==, 1);
    const TabRatedPlayer *player = players->pdata[0];
    g_assert_cmpstr(player->player, ==, "White");
    g_assert_cmpuint(player->seen, ==, 1);
    g_autoptr(TabRatingSample) none = tab_rating_sample_new(10, 1);
    g_autoptr(TabRecord) forced =
        read_record("[Rules \"walker\"]\n[Position \"nnnnnnnnn/9/9/NNNNNNNNN w - - 1\"]\n"
                    "[Result \"*\"]\n\n1. w 2 2:pass\n*\n");
    tab_rating_sample_add(none, forced, 1);
    g_assert_cmpuint(tab_rating_sample_players(none)->len, ==, 0);
}

/* Free with g_free. */
static char *name_of(const TabRatedDecision *decision)
{
    return tab_notation_situation_to_string(decision->line->rules, &decision->line->situation);
}

/* Each of n decisions is there with the chance most / n, and the same ones for the same seed. */
static void chooses_by_chance(void)
{
    enum { SEEDS = 600, MOST = 5 };
    g_autoptr(TabRecord) record = play(3, "Ada", "Ben");
    g_autoptr(GHashTable) often = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    guint seen = 0;
    for (guint seed = 0; seed < SEEDS; seed++) {
        g_autoptr(TabRatingSample) sample = tab_rating_sample_new(MOST, seed);
        g_autoptr(TabRatingSample) again = tab_rating_sample_new(MOST, seed);
        tab_rating_sample_add(sample, record, 1);
        tab_rating_sample_add(again, record, 1);
        const TabRatedPlayer *player = tab_rating_sample_players(sample)->pdata[0];
        const TabRatedPlayer *same = tab_rating_sample_players(again)->pdata[0];
        seen = player->seen;
        g_assert_cmpuint(player->chosen->len, ==, MOST);
        for (guint k = 0; k < MOST; k++) {
            char *name = name_of(player->chosen->pdata[k]);
            g_autofree char *other = name_of(same->chosen->pdata[k]);
            g_assert_cmpstr(name, ==, other);
            guint times = GPOINTER_TO_UINT(g_hash_table_lookup(often, name));
            g_hash_table_insert(often, name, GUINT_TO_POINTER(times + 1));
        }
    }
    double expected = (double)SEEDS * MOST / seen, error = sqrt(expected);
    GHashTableIter iter;
    gpointer name, times;
    g_hash_table_iter_init(&iter, often);
    while (g_hash_table_iter_next(&iter, &name, &times)) {
        g_test_message("%s: %u, expected %.1f", (char *)name, GPOINTER_TO_UINT(times), expected);
        g_assert_cmpfloat(fabs(GPOINTER_TO_UINT(times) - expected), <, 5 * error);
    }
    g_assert_cmpuint(g_hash_table_size(often), ==, seen);
    g_assert_cmpuint(seen, >, MOST);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rating/finds-levels", finds_levels);
    g_test_add_func("/rating/knows-little", knows_little);
    g_test_add_func("/rating/takes-decisions", takes_decisions);
    g_test_add_func("/rating/leaves-out-what-is-forced", leaves_out_what_is_forced);
    g_test_add_func("/rating/chooses-by-chance", chooses_by_chance);
    return g_test_run();
}
