// SPDX-License-Identifier: GPL-3.0-or-later
// A go of a client, from the wish to the answer.
#include "protocol/client/client-private.h"

void tab_client_send_go(TabClient *self)
{
    self->phase = THINK;
    tab_client_queue_line(self, self->go_line);
    if (self->stop_wanted)
        tab_client_queue_line(self, "stop");
    self->stop_sent = self->stop_wanted;
    tab_wait_clear_deadline(self->wait);
    self->go_sent = g_get_monotonic_time();
    tab_client_flush(self);
    if (self->go_deadline && self->phase == THINK)
        tab_wait_set_deadline(self->wait, self->go_deadline);
}

/* A go that ends before it began, told from the main loop. */
typedef struct {
    TabClient *client;
    Call call;
    GError *error;
} Stillborn;

static gboolean on_stillborn(gpointer data)
{
    g_autofree Stillborn *go = data;
    go->call.answer(go->client, NULL, 0, go->error, go->call.data);
    g_error_free(go->error);
    g_object_unref(go->client);
    return G_SOURCE_REMOVE;
}

static void tell_stillborn(TabClient *self, Call call, GError *error)
{
    Stillborn *go = g_new(Stillborn, 1);
    *go = (Stillborn){g_object_ref(self), call, error};
    g_autoptr(GSource) source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, on_stillborn, go, NULL);
    g_source_attach(source, g_main_context_get_thread_default());
}

static void send_position(TabClient *self, const char *setpos, const char *throws)
{
    tab_client_queue_words(self, "setpos", setpos);
    if (throws)
        tab_client_queue_words(self, "throw", throws);
    if (self->suspect)
        tab_client_ask_ready(self, PREPARE);
    else
        tab_client_send_go(self);
}

void tab_client_go(TabClient *self, const char *setpos, const char *throws, const TabLimits *limits,
                   guint deadline_ms, GCancellable *cancellable, TabClientAnswerFunc answer,
                   gpointer data)
{
    Call call = {.answer = answer, .data = data};
    GError *fault = tab_client_call_fault(self, TRUE);
    if (!fault) /* of an option that was set since */
        fault = g_steal_pointer(&self->refusal);
    if (!fault && cancellable && g_cancellable_is_cancelled(cancellable))
        fault = tab_client_cancelled_error();
    if (fault) {
        tell_stillborn(self, call, fault);
        return;
    }
    g_object_ref(self); /* until the answer */
    tab_client_enter_call(self, call, cancellable);
    GString *line = g_string_new("go");
    tab_limits_write(limits, line);
    char *go_line = self->go_line = g_string_free(line, FALSE);
    self->go_deadline = deadline_ms;
    tab_client_set_state(self, TAB_CLIENT_THINKING);
    if (self->in_call && self->go_line == go_line) /* else ended by a handler of the signal */
        send_position(self, setpos, throws);
}

static void on_async_answer(TabClient *self, const char *turn, gint64 elapsed_us,
                            const GError *error, gpointer data)
{
    GTask *task = data;
    g_task_set_task_data(task, g_memdup2(&elapsed_us, sizeof elapsed_us), g_free);
    if (error)
        g_task_return_error(task, g_error_copy(error));
    else
        g_task_return_pointer(task, g_strdup(turn), g_free);
    g_object_unref(task);
}

void tab_client_go_async(TabClient *self, const char *setpos, const char *throws,
                         const TabLimits *limits, guint deadline_ms, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(self, NULL, callback, user_data);
    tab_client_go(self, setpos, throws, limits, deadline_ms, cancellable, on_async_answer, task);
}

char *tab_client_go_finish(TabClient *self, GAsyncResult *result, gint64 *elapsed_us,
                           GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), NULL);
    const gint64 *elapsed = g_task_get_task_data(G_TASK(result));
    if (elapsed_us)
        *elapsed_us = elapsed ? *elapsed : 0;
    return g_task_propagate_pointer(G_TASK(result), error);
}

void tab_client_stop(TabClient *self)
{
    if (self->phase == PREPARE)
        self->stop_wanted = TRUE;
    else if (self->phase == THINK)
        tab_client_send_stop(self);
}
