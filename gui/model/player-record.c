// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for players, rules and games, and takes means over the last games.
#include "gui/model/player-record.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/model/number-text.h"
#include "protocol/database/tally.h"

G_DEFINE_FINAL_TYPE(TabPlayerRecord, tab_player_record, G_TYPE_OBJECT)

static guint changed_signal;

/* --- means --- */

/* Of the last games up to `end` that have a value. */
static double mean_of(const GPtrArray *games, guint end, gboolean of_loss)
{
    double sum = 0;
    guint n = 0;
    for (guint i = end + 1; i-- && n < TAB_RECORD_SPAN;) {
        const TabPlayerGame *game = games->pdata[i];
        double value = of_loss ? game->loss : game->luck;
        if (isnan(value))
            continue;
        sum += value;
        n++;
    }
    return n ? sum / n : NAN;
}

static GArray *make_points(const GPtrArray *games)
{
    GArray *points = g_array_sized_new(FALSE, FALSE, sizeof(TabRecordPoint), games->len);
    double luck = NAN, loss = NAN;
    for (guint i = 0; i < games->len; i++) {
        const TabPlayerGame *game = games->pdata[i];
        if (!isnan(game->luck)) /* else the mean before stays */
            luck = mean_of(games, i, FALSE);
        if (!isnan(game->loss))
            loss = mean_of(games, i, TRUE);
        const TabRecordPoint point = {luck, loss, game->rating};
        g_array_append_val(points, point);
    }
    return points;
}

/* --- questions --- */

/* Of games; for players and rules nothing is set. */
typedef struct {
    char *player, *rules, *opponent;
    guint turn;
} Question;

typedef struct {
    gboolean of_games;
    guint turn;
    GPtrArray *players, *rules; /* of TabPlayerTally and TabRulesTally */
    GPtrArray *games;
    GArray *points;
} Answer;

static void free_question(gpointer data)
{
    Question *question = data;
    g_free(question->player);
    g_free(question->rules);
    g_free(question->opponent);
    g_free(question);
}

static void free_answer(Answer *answer)
{
    g_clear_pointer(&answer->players, g_ptr_array_unref);
    g_clear_pointer(&answer->rules, g_ptr_array_unref);
    g_clear_pointer(&answer->games, g_ptr_array_unref);
    g_clear_pointer(&answer->points, g_array_unref);
    g_free(answer);
}

static gboolean read_names(TabDatabase *database, Answer *answer, GError **error)
{
    const TabGameFilter filter = TAB_GAME_FILTER_INIT;
    answer->players = tab_database_tally_players(database, &filter, error);
    answer->rules = answer->players ? tab_database_tally_rules(database, &filter, error) : NULL;
    return answer->rules != NULL;
}

static gboolean read_games(TabDatabase *database, const Question *question, Answer *answer,
                           GError **error)
{
    answer->games = tab_database_list_player_games(database, question->player, question->rules,
                                                   question->opponent, error);
    answer->points = answer->games ? make_points(answer->games) : NULL;
    return answer->games != NULL;
}

/* In the thread. */
static gpointer answer_question(TabDatabase *database, gpointer input, GError **error)
{
    const Question *question = input;
    Answer *answer = g_new0(Answer, 1);
    answer->of_games = question->player != NULL;
    answer->turn = question->turn;
    if (!database || (answer->of_games ? read_games(database, question, answer, error)
                                       : read_names(database, answer, error)))
        return answer;
    free_answer(answer);
    return NULL;
}

static void ask_games(TabPlayerRecord *self);

static void take_names(TabPlayerRecord *self, Answer *answer)
{
    g_autoptr(GStrvBuilder) rules = g_strv_builder_new();
    for (guint i = 0; answer->rules && i < answer->rules->len; i++)
        g_strv_builder_add(rules, ((TabRulesTally *)answer->rules->pdata[i])->rules);
    g_strfreev(self->rules);
    self->rules = g_strv_builder_end(rules);
    g_clear_pointer(&self->players, g_ptr_array_unref);
    self->players = answer->players
                        ? g_steal_pointer(&answer->players)
                        : g_ptr_array_new_with_free_func((GDestroyNotify)tab_player_tally_free);
    if (!self->player && self->players->len)
        self->player = g_strdup(((TabPlayerTally *)self->players->pdata[0])->name);
    if (self->player)
        ask_games(self);
}

static void take_games(TabPlayerRecord *self, Answer *answer)
{
    if (answer->turn != self->turn)
        return; /* others have been asked for since */
    g_clear_pointer(&self->games, g_ptr_array_unref);
    g_clear_pointer(&self->points, g_array_unref);
    self->games = g_steal_pointer(&answer->games);
    self->points = g_steal_pointer(&answer->points);
}

static void on_answered(gpointer owner, gpointer result, const GError *error)
{
    TabPlayerRecord *self = owner;
    Answer *answer = result;
    self->waiting--;
    g_clear_error(&self->error);
    if (error)
        self->error = g_error_copy(error);
    else if (answer->of_games)
        take_games(self, answer);
    else
        take_names(self, answer);
    if (answer)
        free_answer(answer);
    g_signal_emit(self, changed_signal, 0);
}

static void ask(TabPlayerRecord *self, Question *input, gboolean afresh)
{
    const TabLibraryQuestion question = {.answer = answer_question,
                                         .input = input,
                                         .free_input = free_question,
                                         .done = on_answered,
                                         .owner = G_OBJECT(self),
                                         .afresh = afresh};
    self->waiting++;
    tab_game_library_ask(self->library, &question);
}

static void ask_games(TabPlayerRecord *self)
{
    Question *input = g_new0(Question, 1);
    *input = (Question){g_strdup(self->player), g_strdup(self->under), g_strdup(self->opponent),
                        ++self->turn};
    ask(self, input, FALSE);
}

void tab_player_record_refresh(TabPlayerRecord *self)
{
    ask(self, g_new0(Question, 1), TRUE);
}

static void choose(TabPlayerRecord *self, char **what, const char *text)
{
    if (!g_strcmp0(*what, text))
        return;
    g_free(*what);
    *what = g_strdup(text);
    if (self->player)
        ask_games(self);
}

void tab_player_record_choose_player(TabPlayerRecord *self, const char *player)
{
    choose(self, &self->player, player);
}

void tab_player_record_choose_rules(TabPlayerRecord *self, const char *rules)
{
    choose(self, &self->under, rules);
}

void tab_player_record_choose_opponent(TabPlayerRecord *self, const char *opponent)
{
    choose(self, &self->opponent, opponent);
}

gboolean tab_player_record_is_waiting(const TabPlayerRecord *self)
{
    return self->waiting > 0;
}

/* --- in words --- */

/* Luck and loss of all games that have values. */
static char *describe_values(const GPtrArray *games)
{
    double luck = 0, loss = 0;
    guint n = 0;
    for (guint i = 0; i < games->len; i++) {
        const TabPlayerGame *game = games->pdata[i];
        if (isnan(game->luck) || isnan(game->loss))
            continue;
        luck += game->luck;
        loss += game->loss;
        n++;
    }
    if (!n)
        return g_strdup(_("None of them has been analysed."));
    g_autofree char *brought = tab_number_text_points(luck / n);
    g_autofree char *lost = tab_number_text_points(-loss / n);
    /* Translators: means over the games of a player that were analysed, in points of which a game
     * has 100. */
    return g_strdup_printf(ngettext("%u analysed: luck %s, loss %s points a game.",
                                    "%u analysed: luck %s, loss %s points a game.", n),
                           n, brought, lost);
}

char *tab_player_record_sum_up(const TabPlayerRecord *self)
{
    guint won = 0, drawn = 0, lost = 0, n = self->games ? self->games->len : 0;
    for (guint i = 0; i < n; i++) {
        double score = ((TabPlayerGame *)self->games->pdata[i])->score;
        won += score > 0.5;
        lost += score < 0.5;
        drawn += !isnan(score) && score <= 0.5 && score >= 0.5;
    }
    if (!n)
        return g_strdup(_("No game is found"));
    g_autofree char *values = describe_values(self->games);
    /* Translators: how the games of a player ended. */
    g_autofree char *ended = g_strdup_printf(
        ngettext("%u game: %u won, %u drawn, %u lost.", "%u games: %u won, %u drawn, %u lost.", n),
        n, won, drawn, lost);
    const TabPlayerGame *last = self->games->pdata[n - 1];
    /* Translators: the rating of a player after all games. */
    g_autofree char *rating = g_strdup_printf(_("Rating %.0f."), last->rating);
    return g_strjoin(" ", ended, values, rating, NULL);
}

/* --- the object --- */

static void tab_player_record_finalize(GObject *object)
{
    TabPlayerRecord *self = TAB_PLAYER_RECORD(object);
    g_clear_object(&self->library);
    g_clear_pointer(&self->players, g_ptr_array_unref);
    g_clear_pointer(&self->games, g_ptr_array_unref);
    g_clear_pointer(&self->points, g_array_unref);
    g_clear_error(&self->error);
    g_strfreev(self->rules);
    g_free(self->player);
    g_free(self->under);
    g_free(self->opponent);
    G_OBJECT_CLASS(tab_player_record_parent_class)->finalize(object);
}

static void tab_player_record_class_init(TabPlayerRecordClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_player_record_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_PLAYER_RECORD, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_player_record_init(TabPlayerRecord *self)
{
}

TabPlayerRecord *tab_player_record_new(const char *path)
{
    TabPlayerRecord *self = g_object_new(TAB_TYPE_PLAYER_RECORD, NULL);
    self->library = tab_game_library_new(path, TAB_DATABASE_READ);
    return self;
}
