// SPDX-License-Identifier: GPL-3.0-or-later
// Asks an engine for one value after the other and checks that it has understood the question.
#include "protocol/study/analysis-judge.h"

#include <string.h>

#include "protocol/rules/notation.h"

/* A question and its answer. Whether more throws will fall follows from the hand and the rules. */
typedef struct {
    TabKey key;
    TabHand hand;
    TabJudgement judgement;
} Answer;

struct _TabAnalysisJudge {
    TabClient *client;
    const TabRules *rules;
    TabLimits limits;
    guint deadline_ms;
    GHashTable *answers; /* Answer, by question */
    TabSituation asked;
    gboolean told; /* a win chance: */
    double win;
    GAsyncReadyCallback callback; /* of who asked */
    gpointer user_data;
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
    g_free(answer->judgement.turn);
    g_free(answer);
}

static Answer question(const TabPosition *position, const TabThrows *throws)
{
    return (Answer){.key = tab_position_key(position), .hand = tab_throws_hand(throws)};
}

/* The best line's word is what counts. */
static void take_info(TabClient *client, const TabInfo *info, gpointer data)
{
    TabAnalysisJudge *judge = data;
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
    judge->deadline_ms = tab_limits_deadline(limits, patience_ms);
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

const TabJudgement *tab_analysis_judge_look_up(TabAnalysisJudge *judge, const TabPosition *position,
                                               const TabThrows *throws)
{
    Answer wanted = question(position, throws);
    const Answer *answer = g_hash_table_lookup(judge->answers, &wanted);
    if (answer)
        return &answer->judgement;
    judge->asked.position = *position;
    judge->asked.throws = *throws;
    return NULL;
}

static void pass_answer_on(GObject *source, GAsyncResult *result, gpointer data)
{
    TabAnalysisJudge *judge = data;
    judge->callback(source, result, judge->user_data);
}

void tab_analysis_judge_ask_async(TabAnalysisJudge *judge, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data)
{
    g_autofree char *setpos = tab_notation_position_to_string(judge->rules, &judge->asked.position);
    g_autofree char *throws = tab_notation_throws_to_words(judge->rules, &judge->asked.throws);
    judge->told = FALSE;
    judge->callback = callback;
    judge->user_data = user_data;
    tab_client_go_async(judge->client, setpos, throws, &judge->limits, judge->deadline_ms,
                        cancellable, take_info, pass_answer_on, judge);
}

gboolean tab_analysis_judge_ask_finish(TabAnalysisJudge *judge, GAsyncResult *result,
                                       GError **error)
{
    gboolean complete = tab_throws_complete(&judge->asked.throws);
    g_autofree char *turn = tab_client_go_finish(judge->client, result, NULL, error);
    g_autoptr(GError) cause = NULL;
    TabTurn parsed;
    TabPosition after;
    if (!turn)
        return FALSE;
    if (!judge->told)
        g_set_error_literal(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_NO_WIN, "gave no win chance");
    else if (!complete && strcmp(turn, "none") != 0)
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN,
                    "chose a turn before all throws had fallen: bestmove %.200s", turn);
    else if (complete &&
             !tab_notation_parse_turn(judge->rules, &judge->asked, turn, &parsed, &after, &cause))
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN, "bestmove %.200s: %s", turn,
                    cause->message);
    else {
        Answer *answer = g_new(Answer, 1);
        *answer = question(&judge->asked.position, &judge->asked.throws);
        answer->judgement.win = judge->win;
        answer->judgement.turn = complete ? g_steal_pointer(&turn) : NULL;
        return g_hash_table_add(judge->answers, answer);
    }
    return FALSE;
}

guint tab_analysis_judge_calls(const TabAnalysisJudge *judge)
{
    return g_hash_table_size(judge->answers);
}
