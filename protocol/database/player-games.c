// SPDX-License-Identifier: GPL-3.0-or-later
// Passes all games once, in the order of time, and keeps everybody's rating on the way.
#include "protocol/database/player-games.h"

#include <math.h>

#include "protocol/database/analyses.h"
#include "protocol/database/database-private.h"

#define SCALE 400.0 /* points of difference at which ten times as many points are expected */

typedef struct {
    TabDatabase *database;
    const char *opponent;
    gint64 player, against; /* ids; 0: nobody of that name, or anybody */
    GHashTable *ratings;    /* double by the id of a player */
    GPtrArray *games;       /* of TabPlayerGame */
} Passing;

void tab_player_game_free(TabPlayerGame *game)
{
    g_free(game->opponent);
    g_free(game->date);
    g_free(game);
}

static double *find_rating(Passing *passing, gint64 player)
{
    double *rating = g_hash_table_lookup(passing->ratings, &player);
    if (rating)
        return rating;
    rating = g_new(double, 1);
    *rating = TAB_RATING_BEGIN;
    g_hash_table_insert(passing->ratings, g_memdup2(&player, sizeof player), rating);
    return rating;
}

/* White's score; NAN without a result. */
static double read_score(const char *result)
{
    return !g_strcmp0(result, "1-0")       ? 1
           : !g_strcmp0(result, "0-1")     ? 0
           : !g_strcmp0(result, "1/2-1/2") ? 0.5
                                           : NAN;
}

/* Games against oneself, against nobody and without a result change nothing. */
static void rate(Passing *passing, const gint64 player[2], double score)
{
    if (isnan(score) || !player[TAB_WHITE] || !player[TAB_BLACK] ||
        player[TAB_WHITE] == player[TAB_BLACK])
        return;
    double *white = find_rating(passing, player[TAB_WHITE]),
           *black = find_rating(passing, player[TAB_BLACK]);
    double step = TAB_RATING_STEP * (score - 1 / (1 + pow(10, (*black - *white) / SCALE)));
    *white += step;
    *black -= step;
}

/* What was said last of the game. */
static gboolean add_values(Passing *passing, TabPlayerGame *game, GError **error)
{
    g_autoptr(GPtrArray) list = tab_database_list_analyses(passing->database, game->number, error);
    if (!list)
        return FALSE;
    if (list->len) {
        const TabGameAnalysis *analysis = list->pdata[list->len - 1];
        game->luck = analysis->luck[game->side];
        game->loss = analysis->loss[game->side];
        game->decisions = analysis->decisions[game->side];
    }
    return TRUE;
}

static gboolean add_game(Passing *passing, TabStatement *rows, TabSide side, double score,
                         GError **error)
{
    TabPlayerGame *game = g_new0(TabPlayerGame, 1);
    g_ptr_array_add(passing->games, game);
    game->number = sqlite3_column_int64(rows, 0);
    game->side = side;
    game->opponent = tab_statement_get_text(rows, side == TAB_WHITE ? 6 : 5);
    game->date = tab_statement_get_text(rows, 4);
    game->score = side == TAB_WHITE ? score : 1 - score;
    game->luck = game->loss = NAN;
    game->rating = *find_rating(passing, passing->player);
    return add_values(passing, game, error);
}

static gboolean take_row(Passing *passing, TabStatement *rows, GError **error)
{
    const gint64 player[2] = {sqlite3_column_int64(rows, 1), sqlite3_column_int64(rows, 2)};
    double score = read_score((const char *)sqlite3_column_text(rows, 3));
    rate(passing, player, score);
    for (int side = 0; side < 2; side++)
        if (player[side] == passing->player &&
            (!passing->opponent || player[!side] == passing->against) &&
            !add_game(passing, rows, (TabSide)side, score, error))
            return FALSE;
    return TRUE;
}

/* 0: there is none; -1 after an error. */
static gint64 find_player(TabDatabase *database, const char *name, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabStatement) find =
        tab_database_prepare(database, "SELECT id FROM players WHERE name = ?1", error);
    if (!find)
        return -1;
    tab_statement_bind_text(find, 1, name);
    gint64 id = tab_database_next_row(database, find, &cause) ? sqlite3_column_int64(find, 0) : 0;
    if (!cause)
        return id;
    g_propagate_error(error, g_steal_pointer(&cause));
    return -1;
}

static gboolean pass_games(Passing *passing, const char *rules, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabStatement) rows = tab_database_prepare(
        passing->database,
        "SELECT g.id, g.white, g.black, g.result, g.date, w.name, b.name FROM games g"
        " LEFT JOIN players w ON w.id = g.white LEFT JOIN players b ON b.id = g.black"
        " WHERE ?1 IS NULL OR g.rules = (SELECT id FROM rules WHERE name = ?1)"
        " ORDER BY g.date, g.id",
        error);
    if (!rows)
        return FALSE;
    tab_statement_bind_text(rows, 1, rules);
    while (tab_database_next_row(passing->database, rows, &cause))
        if (!take_row(passing, rows, error))
            return FALSE;
    if (!cause)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&cause));
    return FALSE;
}

GPtrArray *tab_database_list_player_games(TabDatabase *database, const char *player,
                                          const char *rules, const char *opponent, GError **error)
{
    g_autoptr(GPtrArray) games =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_player_game_free);
    g_autoptr(GHashTable) ratings =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
    Passing passing = {
        .database = database, .opponent = opponent, .ratings = ratings, .games = games};
    passing.player = find_player(database, player, error);
    passing.against = opponent && passing.player > 0 ? find_player(database, opponent, error) : 0;
    if (passing.player < 0 || passing.against < 0)
        return NULL;
    if (passing.player && (!opponent || passing.against) && !pass_games(&passing, rules, error))
        return NULL;
    return g_steal_pointer(&games);
}
