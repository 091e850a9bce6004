// SPDX-License-Identifier: GPL-3.0-or-later
// Asks an engine for one value after the other and checks that it has understood the question.
#include "protocol/study/analysis-judge.h"

#include <string.h>

#include "protocol/rules/notation.h"

/* A question and its answer. Whether more throws will fall follows from the hand and the rules. */
typedef struct {
    TabKey key;
    TabHand hand;
    double win;
    char *turn;
} Answer;

struct _TabAnalysisJudge {
    TabClient *client;
    const TabRules *rules;
    TabLimits limits;
    guint deadline_ms;
    GHashTable *answers; /* Answer, by question */
    guint calls;
    TabSituation asked;
    gboolean told; /* a win chance: */
    double win;
    TabTurn room; /* to read turns in */
};

static guint hash_question(gconstpointer data)
{
    const Answer *answer = data;
    guint64 hash = answer->key.a;
    for (guint t = 0; t < G_N_ELEMENTS(answer->hand.n); t++)
        hash = hash * 31 + answer->hand.n[t];
    return (guint)(hash ^ hash >> 32);
}

static gboolean same_question(gconstpointer a, gconstpointer b)
{
    const Answer *one = a, *other = b;
    return one->key.a == other->key.a && one->key.b == other->key.b &&
           !memcmp(&one->hand, &other->hand, sizeof one->hand);
}

static void free_answer(gpointer data)
{
    Answer *answer = data;
    g_free(answer->turn);
    g_free(answer);
}

static Answer question(const TabPosition *position, const TabThrows *throws)
{
    Answer answer = {.key = tab_position_key(position)};
    for (unsigned i = 0; i < throws->n; i++)
        answer.hand.n[throws->kind[i]]++;
    return answer;
}

/* The best line's word is what counts. */
static void take_info(TabClient *client, const TabInfo *info, gpointer data)
{
    TabAnalysisJudge *judge = g_task_get_task_data(data);
    if (tab_info_has_best_win(info)) {
        judge->told = TRUE;
        judge->win = info->win;
    }
}

TabAnalysisJudge *tab_analysis_judge_new(TabClient *client, const TabRules *rules,
                                         const TabLimits *limits, gint64 patience_ms)
{
    TabAnalysisJudge *judge = g_new0(TabAnalysisJudge, 1);
    judge->client = g_object_ref(client);
    judge->rules = rules;
    tab_limits_copy(&judge->limits, limits);
    judge->deadline_ms = (guint)CLAMP(patience_ms + MAX(limits->movetime, 0), 1, G_MAXINT);
    judge->answers = g_hash_table_new_full(hash_question, same_question, free_answer, NULL);
    return judge;
}

void tab_analysis_judge_free(TabAnalysisJudge *judge)
{
    g_object_unref(judge->client);
    tab_limits_clear(&judge->limits);
    g_hash_table_unref(judge->answers);
    g_free(judge);
}

gboolean tab_analysis_judge_look_up(TabAnalysisJudge *judge, const TabPosition *position,
                                    const TabThrows *throws, TabJudgement *judgement)
{
    Answer wanted = question(position, throws);
    const Answer *answer = g_hash_table_lookup(judge->answers, &wanted);
    if (answer) {
        *judgement = (TabJudgement){answer->win, answer->turn};
        return TRUE;
    }
    judge->asked.position = *position;
    judge->asked.throws = *throws;
    return FALSE;
}

/* Whether the engine has understood what it was asked. */
static gboolean check_answer(TabAnalysisJudge *judge, const char *turn, GError **error)
{
    const char *name = tab_client_get_name(judge->client);
    g_autoptr(GError) cause = NULL;
    TabPosition after;
    if (!judge->told) {
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN, "%s gave no win chance",
                    name);
        return FALSE;
    }
    if (!tab_throws_complete(&judge->asked.throws)) {
        if (!strcmp(turn, "none"))
            return TRUE;
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN,
                    "%s chose a turn before all throws had fallen: bestmove %.200s", name, turn);
        return FALSE;
    }
    if (tab_notation_parse_turn(judge->rules, &judge->asked, turn, &judge->room, &after, &cause))
        return TRUE;
    g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN, "%s: bestmove %.200s: %s", name,
                turn, cause->message);
    return FALSE;
}

static void on_answer(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(GTask) task = data;
    TabAnalysisJudge *judge = g_task_get_task_data(task);
    GError *error = NULL;
    g_autofree char *turn = tab_client_go_finish(judge->client, result, NULL, &error);
    if (!turn || !check_answer(judge, turn, &error)) {
        g_task_return_error(task, error);
        return;
    }
    Answer *answer = g_new(Answer, 1);
    *answer = question(&judge->asked.position, &judge->asked.throws);
    answer->win = judge->win;
    if (tab_throws_complete(&judge->asked.throws))
        answer->turn = g_steal_pointer(&turn);
    g_hash_table_add(judge->answers, answer);
    judge->calls++;
    g_task_return_boolean(task, TRUE);
}

void tab_analysis_judge_ask_async(TabAnalysisJudge *judge, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    g_task_set_check_cancellable(task, FALSE);
    g_task_set_task_data(task, judge, NULL);
    g_autofree char *setpos = tab_notation_position_to_string(judge->rules, &judge->asked.position);
    g_autofree char *throws = tab_notation_throws_to_words(judge->rules, &judge->asked.throws);
    judge->told = FALSE;
    tab_client_go_async(judge->client, setpos, throws, &judge->limits, judge->deadline_ms,
                        cancellable, take_info, on_answer, task);
}

gboolean tab_analysis_judge_ask_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_boolean(G_TASK(result), error);
}

guint tab_analysis_judge_calls(const TabAnalysisJudge *judge)
{
    return judge->calls;
}
