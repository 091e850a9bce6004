// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the last word of the engine on each of its lines.
#include "protocol/study/opening-rollout.h"

#include <string.h>

#include "protocol/rules/notation.h"

#define MOST_LINES 256

typedef struct {
    const TabRules *rules;
    const TabSituation *situation;
    TabClient *engine;
    const TabLimits *limits;
    guint deadline_ms;
    GArray *turns; /* of TabRolledTurn, by line; those that were not told have no turn */
} Run;

static void clear_turn(gpointer data)
{
    g_clear_pointer(&((TabRolledTurn *)data)->turn, g_free);
}

GArray *tab_rolled_turns_new(void)
{
    GArray *turns = g_array_new(FALSE, TRUE, sizeof(TabRolledTurn));
    g_array_set_clear_func(turns, clear_turn);
    return turns;
}

static void free_run(gpointer data)
{
    Run *run = data;
    g_object_unref(run->engine);
    g_clear_pointer(&run->turns, g_array_unref);
    g_free(run);
}

/* A line that tells the worth of a turn: rolled out, or known. */
static gboolean tells_worth(const TabInfo *info)
{
    const guint needed = TAB_INFO_WIN | TAB_INFO_LEVEL | TAB_INFO_PV;
    if ((info->fields & needed) != needed)
        return FALSE;
    return info->level == TAB_INFO_EXACT || info->level == TAB_INFO_TABLE ||
           (info->level == TAB_INFO_ROLLOUT && (info->fields & TAB_INFO_SE));
}

static void take_info(TabClient *client, const TabInfo *info, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    gint64 line = info->fields & TAB_INFO_MULTIPV ? info->multipv : 1;
    if (!tells_worth(info) || line > MOST_LINES)
        return;
    if (line > run->turns->len)
        g_array_set_size(run->turns, (guint)line);
    TabRolledTurn *turn = &g_array_index(run->turns, TabRolledTurn, line - 1);
    g_free(turn->turn);
    turn->turn = g_strndup(info->pv, strcspn(info->pv, " "));
    turn->value = info->win;
    turn->se = info->level == TAB_INFO_ROLLOUT ? info->se : 0;
}

static gint compare(gconstpointer a, gconstpointer b)
{
    const TabRolledTurn *one = a, *other = b;
    return one->value < other->value ? 1 : one->value > other->value ? -1 : 0;
}

static gboolean is_told_twice(const GArray *turns, guint n)
{
    for (guint i = 0; i < n; i++)
        if (!strcmp(g_array_index(turns, TabRolledTurn, i).turn,
                    g_array_index(turns, TabRolledTurn, n).turn))
            return TRUE;
    return FALSE;
}

/* Takes out the lines that were not told, and checks the others. */
static gboolean check_turns(Run *run, GError **error)
{
    for (guint i = 0; i < run->turns->len;) {
        const char *text = g_array_index(run->turns, TabRolledTurn, i).turn;
        TabTurn turn;
        TabPosition after;
        g_autoptr(GError) cause = NULL;
        if (!text) {
            g_array_remove_index(run->turns, i);
            continue;
        }
        if (!tab_notation_parse_turn(run->rules, run->situation, text, &turn, &after, &cause)) {
            g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN, "rolled out %.200s: %s",
                        text, cause->message);
            return FALSE;
        }
        if (is_told_twice(run->turns, i)) /* a line of a report before the last one */
            g_array_remove_index(run->turns, i);
        else
            i++;
    }
    if (!run->turns->len) {
        g_set_error_literal(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BROKEN, "told no rollouts");
        return FALSE;
    }
    g_array_sort(run->turns, compare);
    return TRUE;
}

static void on_answered(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(GTask) task = data;
    Run *run = g_task_get_task_data(task);
    GError *error = NULL;
    g_autofree char *best = tab_client_go_finish(run->engine, result, NULL, &error);
    if (best && check_turns(run, &error))
        g_task_return_pointer(task, g_steal_pointer(&run->turns), (GDestroyNotify)g_array_unref);
    else
        g_task_return_error(task, error);
}

static void on_new_game(GObject *source, GAsyncResult *result, gpointer data)
{
    Run *run = g_task_get_task_data(data);
    GError *error = NULL;
    if (!tab_client_new_game_finish(run->engine, result, &error)) {
        g_task_return_error(data, error);
        g_object_unref(data);
        return;
    }
    g_autofree char *setpos =
        tab_notation_position_to_string(run->rules, &run->situation->position);
    g_autofree char *throws = tab_notation_throws_to_words(run->rules, &run->situation->throws);
    tab_client_go_async(run->engine, setpos, throws, run->limits, run->deadline_ms,
                        g_task_get_cancellable(data), take_info, on_answered, data);
}

void tab_opening_rollout_async(const TabRules *rules, const TabSituation *situation,
                               TabClient *engine, const TabLimits *limits, guint deadline_ms,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    Run *run = g_new0(Run, 1);
    g_task_set_check_cancellable(task, FALSE);
    run->rules = rules;
    run->situation = situation;
    run->engine = g_object_ref(engine);
    run->limits = limits;
    run->deadline_ms = deadline_ms;
    run->turns = tab_rolled_turns_new();
    g_task_set_task_data(task, run, free_run);
    g_autofree char *text = tab_ruleset_to_string(&rules->set);
    tab_client_new_game_async(engine, text, cancellable, on_new_game, task);
}

GArray *tab_opening_rollout_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
