// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a player and the tree of openings: numbers of a few games against those by hand, in
// the database and as the window asks for them.
#include <math.h>
#include <string.h>

#include "database-place.h"
#include "gui/model/game-openings.h"
#include "gui/model/player-record.h"
#include "protocol/database/analyses.h"
#include "protocol/database/import.h"
#include "protocol/game/record-text.h"
#include "tests/local-text.h"

/* In the order in which they came in, which is not that of time. */
static const struct {
    const char *white, *black, *date, *result, *rules, *turns;
} games[] = {
    {"Ada", "Ben", "2025.03.01", "0-1", "ludii", "1. w 2 2:a6b7\n2. b 2 2:d1c2\n"},
    {"Ada", "Ben", "2024.01.01", "1-0", "ludii", "1. w 2 2:a7b6\n2. b 2 2:d1c2\n"},
    {"Ben", "Carl", "2024.06.01", "1-0", "ludii", "1. w 2 2:a7b6\n2. b 3 3:d1c3\n"},
    {"Carl", "Ada", "2024.07.01", "1/2-1/2", "ludii", "1. w 2 2:a7b6\n"},
    {"Ada", "Ben", "2026.01.01", "*", "ludii", "1. w 2 2:a7b6\n"},
    {"Ada", "Ben", "2026.02.01", "1-0", "walker", "1. w 1,2 1:a9b9,2:b9b7\n"},
};

static void fill(const Place *place)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_WRITE, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
        gboolean undecided = !strcmp(games[i].result, "*"), known;
        g_autofree char *text = g_strdup_printf(
            "[White \"%s\"]\n[Black \"%s\"]\n[Date \"%s\"]\n[Rules \"%s\"]\n[Result \"%s\"]\n%s\n"
            "%s%s\n",
            games[i].white, games[i].black, games[i].date, games[i].rules, games[i].result,
            undecided ? ""
            : strcmp(games[i].result, "1-0") && strcmp(games[i].result, "0-1")
                ? "[Termination \"adjudication\"]\n"
                : "[Termination \"resign\"]\n",
            games[i].turns, games[i].result);
        g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
        g_assert_no_error(error);
        gint64 number = tab_database_add_game(database, records->pdata[0], "test", &known, &error);
        g_assert_no_error(error);
        g_assert_cmpint(number, ==, i + 1);
    }
}

static void put_values(const Place *place, gint64 game, const char *engine, double luck,
                       double loss)
{
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_WRITE, NULL);
    g_autoptr(TabGameAnalysis) analysis = tab_game_analysis_new(engine, "");
    for (int side = 0; side < 2; side++) {
        analysis->luck[side] = side == TAB_WHITE ? luck : -luck;
        analysis->loss[side] = side == TAB_WHITE ? loss : 2 * loss;
        analysis->decisions[side] = 1;
    }
    g_assert_true(tab_database_put_analysis(database, game, analysis, TRUE, NULL));
}

static GPtrArray *list_games(const Place *place, const char *player, const char *rules,
                             const char *opponent)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_READ, &error);
    g_assert_no_error(error);
    GPtrArray *list = tab_database_list_player_games(database, player, rules, opponent, &error);
    g_assert_no_error(error);
    return list;
}

/* A rating after a score against another. */
static double rated(double own, double other, double score)
{
    return own + TAB_RATING_STEP * (score - 1 / (1 + pow(10, (other - own) / 400)));
}

static void check_game(const GPtrArray *list, guint i, gint64 number, double score, double rating)
{
    const TabPlayerGame *game = list->pdata[i];
    g_assert_cmpint(game->number, ==, number);
    if (isnan(score))
        g_assert_true(isnan(game->score));
    else
        g_assert_cmpfloat(game->score, ==, score);
    g_assert_cmpfloat_with_epsilon(game->rating, rating, 1e-9);
}

static void ratings(Place *place, gconstpointer data)
{
    fill(place);
    double ada = TAB_RATING_BEGIN + TAB_RATING_STEP / 2,
           ben = TAB_RATING_BEGIN - TAB_RATING_STEP / 2;
    double first = ada, carl = rated(TAB_RATING_BEGIN, ben, 0);
    double ben_then = rated(ben, TAB_RATING_BEGIN, 1);
    double second = rated(ada, carl, 0.5), third = rated(second, ben_then, 0);
    g_autoptr(GPtrArray) all = list_games(place, "Ada", "ludii", NULL);
    g_assert_cmpuint(all->len, ==, 4);
    check_game(all, 0, 2, 1, first); /* in the order of time */
    check_game(all, 1, 4, 0.5, second);
    check_game(all, 2, 1, 0, third);
    check_game(all, 3, 5, NAN, third);
    g_assert_cmpint(((TabPlayerGame *)all->pdata[1])->side, ==, TAB_BLACK);
    g_assert_cmpstr(((TabPlayerGame *)all->pdata[1])->opponent, ==, "Carl");
    g_assert_cmpstr(((TabPlayerGame *)all->pdata[1])->date, ==, "2024.07.01");
    /* games against others count all the same */
    g_autoptr(GPtrArray) against = list_games(place, "Ada", "ludii", "Ben");
    g_assert_cmpuint(against->len, ==, 3);
    check_game(against, 1, 1, 0, third);
    g_autoptr(GPtrArray) any = list_games(place, "Ada", NULL, NULL);
    g_assert_cmpuint(any->len, ==, 5);
    check_game(any, 4, 6, 1, rated(third, ben_then + second - third, 1));
    g_autoptr(GPtrArray) other = list_games(place, "Ada", "walker", NULL);
    g_assert_cmpuint(other->len, ==, 1);
    check_game(other, 0, 6, 1, TAB_RATING_BEGIN + TAB_RATING_STEP / 2);
    /* names and rules that are not there */
    g_autoptr(GPtrArray) nobody = list_games(place, "Dora", NULL, NULL),
                         no_rules = list_games(place, "Ada", "bell", NULL),
                         no_opponent = list_games(place, "Ada", NULL, "Dora");
    g_assert_cmpuint(nobody->len + no_rules->len + no_opponent->len, ==, 0);
}

/* Games against nobody and against oneself are listed, and move no rating. */
static void unrated(Place *place, gconstpointer data)
{
    static const char *const players[] = {"[White \"Ada\"]", "[Black \"Ada\"]",
                                          "[White \"Ada\"]\n[Black \"Ada\"]"};
    g_autoptr(GError) error = NULL;
    g_autoptr(TabDatabase) database = tab_database_open(place->path, TAB_DATABASE_WRITE, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < G_N_ELEMENTS(players); i++) {
        gboolean known;
        g_autofree char *text =
            g_strdup_printf("%s\n[Rules \"ludii\"]\n[Result \"1-0\"]\n[Termination \"resign\"]\n\n"
                            "1. w 2 2:a7b6\n1-0\n",
                            players[i]);
        g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
        g_assert_no_error(error);
        g_assert_cmpint(tab_database_add_game(database, records->pdata[0], "test", &known, &error),
                        ==, i + 1);
    }
    g_autoptr(GPtrArray) list = list_games(place, "Ada", NULL, NULL);
    g_assert_cmpuint(list->len, ==, 4);
    check_game(list, 0, 1, 1, TAB_RATING_BEGIN);
    check_game(list, 1, 2, 0, TAB_RATING_BEGIN);
    check_game(list, 2, 3, 1, TAB_RATING_BEGIN); /* as White, */
    check_game(list, 3, 3, 0, TAB_RATING_BEGIN); /* and as Black */
    g_assert_null(((const TabPlayerGame *)list->pdata[0])->opponent);
    g_assert_cmpstr(((const TabPlayerGame *)list->pdata[3])->opponent, ==, "Ada");
}

static TabPlayerRecord *open_record(const Place *place)
{
    TabPlayerRecord *record = tab_player_record_new(place->path);
    tab_player_record_refresh(record);
    RUN_WHILE(tab_player_record_is_waiting(record));
    g_assert_no_error(record->error);
    return record;
}

static const TabRecordPoint *point(const TabPlayerRecord *record, guint i)
{
    g_assert_cmpuint(i, <, record->points->len);
    return &g_array_index(record->points, TabRecordPoint, i);
}

/* Means of what is known; the last judge counts. */
static void values(Place *place, gconstpointer data)
{
    fill(place);
    put_values(place, 1, "A", 0.1, 0.2);
    put_values(place, 4, "A", 9, 9);
    put_values(place, 4, "B", 0.3, 0.05);
    g_autoptr(TabPlayerRecord) record = open_record(place);
    g_assert_cmpstr(record->player, ==, "Ada"); /* with most games */
    g_assert_cmpuint(record->players->len, ==, 3);
    g_assert_cmpuint(g_strv_length(record->rules), ==, 2);
    g_assert_cmpuint(record->games->len, ==, 5);
    g_assert_true(isnan(point(record, 0)->luck));
    g_assert_cmpfloat_with_epsilon(point(record, 1)->luck, -0.3, 1e-9); /* she is Black */
    g_assert_cmpfloat_with_epsilon(point(record, 1)->loss, 0.1, 1e-9);
    g_assert_cmpfloat_with_epsilon(point(record, 2)->luck, (0.1 - 0.3) / 2, 1e-9);
    g_assert_cmpfloat_with_epsilon(point(record, 2)->loss, (0.2 + 0.1) / 2, 1e-9);
    g_assert_cmpfloat_with_epsilon(point(record, 4)->luck, (0.1 - 0.3) / 2, 1e-9); /* stays */
    g_autofree char *sum = tab_player_record_sum_up(record);
    g_assert_nonnull(strstr(sum, "5 games: 2 won, 1 drawn, 1 lost."));
    g_assert_nonnull(
        strstr(sum, tab_local_text("2 analysed: luck \u221210.0, loss \u221215.0 points a game.")));
    g_assert_nonnull(strstr(sum, "Rating 15"));
    tab_player_record_choose_rules(record, "walker");
    tab_player_record_choose_opponent(record, "Ben");
    RUN_WHILE(tab_player_record_is_waiting(record));
    g_assert_cmpuint(record->games->len, ==, 1);
    g_autofree char *few = tab_player_record_sum_up(record);
    g_assert_nonnull(strstr(few, "1 game: 1 won, 0 drawn, 0 lost. None of them"));
    tab_player_record_choose_player(record, "Carl");
    RUN_WHILE(tab_player_record_is_waiting(record));
    g_assert_cmpuint(record->games->len, ==, 0);
    tab_player_record_choose_rules(record, NULL);
    RUN_WHILE(tab_player_record_is_waiting(record));
    g_assert_cmpuint(record->games->len, ==, 1);
}

/* Without a file there is nothing, and one that is no database is told. */
static void no_games(Place *place, gconstpointer data)
{
    g_autoptr(TabPlayerRecord) record = open_record(place);
    g_assert_null(record->player);
    g_autofree char *sum = tab_player_record_sum_up(record);
    g_assert_cmpstr(sum, ==, "No game is found");
    g_autoptr(TabGameOpenings) openings = tab_game_openings_new(place->path);
    tab_game_openings_refresh(openings);
    RUN_WHILE(tab_game_openings_is_waiting(openings));
    g_assert_no_error((GError *)tab_game_openings_get_error(openings));
    g_assert_null(tab_game_openings_get_chosen(openings));
    g_assert_true(g_file_set_contents(place->path, "my notes, and no database", -1, NULL));
    tab_game_openings_refresh(openings);
    tab_player_record_refresh(record);
    RUN_WHILE(tab_game_openings_is_waiting(openings) || tab_player_record_is_waiting(record));
    g_assert_nonnull(strstr(tab_game_openings_get_error(openings)->message, place->path));
    g_assert_nonnull(strstr(record->error->message, place->path));
}

static TabOpeningNode *node_at(GListModel *list, guint i)
{
    TabOpeningNode *node = g_list_model_get_item(list, i);
    g_assert_nonnull(node);
    g_object_unref(node); /* the list has it */
    return node;
}

static void tree(Place *place, gconstpointer data)
{
    fill(place);
    g_autoptr(TabGameOpenings) openings = tab_game_openings_new(place->path);
    tab_game_openings_refresh(openings);
    RUN_WHILE(tab_game_openings_is_waiting(openings));
    GListModel *first = tab_game_openings_get_first(openings);
    g_assert_cmpstr(tab_game_openings_get_chosen(openings), ==, "ludii");
    g_assert_cmpuint(g_list_model_get_n_items(first), ==, 2);
    TabOpeningNode *common = node_at(first, 0), *rare = node_at(first, 1);
    g_assert_cmpstr(common->line->turn, ==, "2:a7b6");
    g_assert_cmpuint(common->line->games, ==, 4);
    g_assert_cmpfloat_with_epsilon(common->score, 2.5 / 3, 1e-9); /* one has no result */
    g_assert_cmpfloat(rare->score, ==, 0);
    /* both turns with a 2 stand in the file that comes with the program */
    g_assert_true(rare->value > 0.4 && rare->value < 0.6 && rare->se <= 0.002);
    g_assert_false(isnan(common->value));
    tab_game_openings_follow(openings, common);
    RUN_WHILE(tab_game_openings_is_waiting(openings));
    GListModel *then = G_LIST_MODEL(common->follows);
    g_assert_cmpuint(g_list_model_get_n_items(then), ==, 2);
    TabOpeningNode *reply = node_at(then, 0);
    g_assert_cmpint(reply->line->side, ==, TAB_BLACK);
    g_assert_cmpuint(reply->depth, ==, 2);
    tab_game_openings_follow(openings, reply);
    tab_game_openings_choose(openings, "walker");
    RUN_WHILE(tab_game_openings_is_waiting(openings));
    g_assert_cmpuint(g_list_model_get_n_items(first), ==, 1);
    TabOpeningNode *tab = node_at(first, 0);
    g_assert_cmpstr(tab->line->throws, ==, "1,2");
    g_assert_true(tab->value > 0.5 && tab->score >= 1);
}

#define ADD(name, function)                                                                        \
    g_test_add("/player-record/" name, Place, NULL, place_set_up, function, place_tear_down)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    ADD("ratings", ratings);
    ADD("unrated", unrated);
    ADD("values", values);
    ADD("no-games", no_games);
    ADD("tree", tree);
    return g_test_run();
}
