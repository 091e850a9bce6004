// SPDX-License-Identifier: GPL-3.0-or-later
// The controller's side of the protocol as a state machine: one call at a time, deadlines for all.
#include "protocol/client/client.h"

#include <string.h>

#include "protocol/client/client-private.h"
#include "protocol/codec/message.h"

G_DEFINE_FINAL_TYPE(TabClient, tab_client, G_TYPE_OBJECT)

enum { STATE_CHANGED, INFO, LINE, LOG, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- small steps --- */

static gboolean is_usable(TabClientState state)
{
    return state == TAB_CLIENT_READY || state == TAB_CLIENT_THINKING;
}

void tab_client_set_state(TabClient *self, TabClientState state)
{
    TabClientState old = self->state;
    self->state = state;
    if (state != old && !(self->info_func && is_usable(old) && is_usable(state)))
        g_signal_emit(self, signals[STATE_CHANGED], 0);
}

void tab_client_emit_line(TabClient *self, gboolean to_engine, const char *line, gsize length)
{
    if (!self->heard)
        return;
    g_autofree char *text = g_utf8_make_valid(line, (gssize)length);
    g_signal_emit(self, signals[LINE], 0, to_engine, text);
}

void tab_client_emit_info(TabClient *self, const TabInfo *info)
{
    if (self->info_func)
        self->info_func(self, info, self->info_data);
    else
        g_signal_emit(self, signals[INFO], 0, info);
}

/* Lines go out together with tab_process_flush. A process that reads nothing for 16 MiB runs into
 * the deadline of its call; what it misses until then is no loss. */
void tab_client_queue_line(TabClient *self, const char *line)
{
    if (!self->process)
        return;
    tab_client_emit_line(self, TRUE, line, strlen(line));
    if (self->process)
        tab_process_queue(self->process, line);
}

void tab_client_flush(TabClient *self)
{
    if (self->process)
        tab_process_flush(self->process);
}

void tab_client_send_line(TabClient *self, const char *line)
{
    tab_client_queue_line(self, line);
    tab_client_flush(self);
}

void tab_client_queue_words(TabClient *self, const char *verb, const char *words)
{
    g_autofree char *line = tab_message_build(verb, words ? words : "", NULL);
    tab_client_queue_line(self, line);
}

void tab_client_send_stop(TabClient *self)
{
    if (self->stop_sent)
        return;
    self->stop_sent = TRUE;
    tab_client_send_line(self, "stop");
}

/* Takes the call in progress off the client, which is idle then. */
static Call end_call(TabClient *self)
{
    Call call = self->call;
    if (self->wait)
        tab_wait_clear_deadline(self->wait);
    g_clear_pointer(&self->go_line, g_free);
    self->phase = IDLE;
    self->cancelled = self->stop_wanted = self->stop_sent = self->in_call = FALSE;
    self->call = (Call){0};
    return call;
}

/* Tells the end of a call, if there is one: an answer, an error (both taken over), or neither. */
static void return_call(TabClient *self, Call call, char *answer, GError *error)
{
    if (call.answer) {
        call.answer(self, answer, self->elapsed, error, call.data);
        g_object_unref(self);
    } else if (call.task) {
        if (error)
            g_task_return_error(call.task, g_steal_pointer(&error));
        else
            g_task_return_boolean(call.task, TRUE);
        g_object_unref(call.task);
    }
    g_free(answer);
    g_clear_error(&error);
}

GError *tab_client_cancelled_error(void)
{
    return g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, "the call was cancelled");
}

/* Lets go of the process, which must have been told to end. */
static void drop_process(TabClient *self)
{
    g_free(self->log);
    self->log = tab_process_dup_log(self->process);
    self->process = NULL;
    self->suspect = FALSE;
    g_clear_pointer(&self->wait, tab_wait_free);
    g_ptr_array_set_size(self->queued, 0);
    g_clear_error(&self->refusal);
}

void tab_client_fail_with(TabClient *self, GError *error)
{
    g_object_ref(self);
    TabProcess *process = self->process;
    drop_process(self);
    tab_process_kill(process);
    g_clear_error(&self->error);
    self->error = g_error_copy(error);
    Call call = end_call(self);
    tab_client_set_state(self, TAB_CLIENT_CRASHED);
    return_call(self, call, NULL, error);
    g_object_unref(self);
}

void tab_client_fail(TabClient *self, TabClientError code, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    g_autofree char *what = g_strdup_vprintf(format, values);
    va_end(values);
    tab_client_fail_with(
        self, g_error_new(TAB_CLIENT_ERROR, (gint)code, "%s %s", tab_client_get_name(self), what));
}

/* --- deadlines and cancelling --- */

static const char *awaited(Phase phase)
{
    switch (phase) {
    case HANDSHAKE:
        return "tepok";
    case THINK:
        return "bestmove";
    default:
        return "readyok";
    }
}

static void on_late(gpointer data)
{
    TabClient *self = data;
    if (self->phase == REFUSED) {
        self->suspect = TRUE;
        tab_client_complete(self, NULL, g_steal_pointer(&self->refusal));
    } else if (self->phase == THINK && !self->stop_sent) {
        tab_wait_set_deadline(self->wait, self->patience.grace_ms);
        tab_client_send_stop(self);
    } else if (!tab_process_tell_death(self->process)) { /* a dead one is not silent */
        tab_client_fail(self, TAB_CLIENT_ERROR_SILENT, "did not answer in time (no %s)",
                        awaited(self->phase));
    }
}

static void on_cancelled(gpointer data)
{
    TabClient *self = data;
    if (!self->in_call)
        return; /* the next call looks itself */
    self->cancelled = TRUE;
    if (self->phase == HANDSHAKE || self->phase == OPTIONS) {
        tab_client_quit(self);
    } else if (self->phase == THINK && !self->stop_sent) {
        tab_wait_set_deadline(self->wait, self->patience.grace_ms);
        tab_client_send_stop(self);
    }
}

/* --- calls --- */

GError *tab_client_call_fault(TabClient *self, gboolean needs_engine)
{
    if (self->in_call || (!needs_engine && self->process))
        return g_error_new(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BUSY, "%s is busy",
                           tab_client_get_name(self));
    if (!needs_engine || self->process)
        return NULL;
    return self->error ? g_error_copy(self->error)
                       : g_error_new(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START, "%s is not running",
                                     tab_client_get_name(self));
}

void tab_client_enter_call(TabClient *self, Call call, GCancellable *cancellable)
{
    self->in_call = TRUE;
    self->call = call;
    self->elapsed = 0;
    if (self->process)
        tab_process_renew_budget(self->process);
    if (!self->wait)
        self->wait = tab_wait_new(on_late, on_cancelled, self);
    self->cancelled = tab_wait_watch(self->wait, cancellable);
}

/* Starts a call; NULL, and the callback is told, if that cannot be now. */
static GTask *begin_call(TabClient *self, gboolean needs_engine, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer data)
{
    GTask *task = g_task_new(self, NULL, callback, data);
    GError *fault = tab_client_call_fault(self, needs_engine);
    if (fault) {
        return_call(self, (Call){.task = task}, NULL, fault);
        return NULL;
    }
    tab_client_enter_call(self, (Call){.task = task}, cancellable);
    return task;
}

void tab_client_ask_ready(TabClient *self, Phase phase)
{
    self->phase = phase;
    tab_wait_set_deadline(self->wait, self->patience.ready_ms);
    tab_client_send_line(self, "isready");
}

void tab_client_complete(TabClient *self, char *answer, GError *error)
{
    g_object_ref(self);
    Call call = end_call(self);
    for (guint i = 0; i < self->queued->len; i++)
        tab_client_queue_line(self, g_ptr_array_index(self->queued, i));
    if (self->queued->len)
        tab_client_flush(self);
    g_ptr_array_set_size(self->queued, 0);
    tab_client_set_state(self, TAB_CLIENT_READY);
    return_call(self, call, answer, error);
    g_object_unref(self);
}

static void on_ended(gpointer owner, const GError *why)
{
    tab_client_fail_with(owner, g_error_copy(why));
}

static void on_log(gpointer data, const char *text)
{
    LogDoor *door = data;
    if (door->client)
        g_signal_emit(door->client, signals[LOG], 0, text);
}

/* --- the object --- */

static void tab_client_init(TabClient *self)
{
    self->patience = (TabClientPatience)TAB_CLIENT_PATIENCE_INIT;
    self->level = -1;
    self->identity = tab_identity_new();
    self->queued = g_ptr_array_new_with_free_func(g_free);
    self->door = g_rc_box_new0(LogDoor);
    self->door->client = self;
}

static void tab_client_dispose(GObject *object)
{
    TabClient *self = TAB_CLIENT(object);
    if (self->process)
        tab_process_quit(g_steal_pointer(&self->process), self->patience.quit_ms, NULL, NULL);
    g_clear_pointer(&self->wait, tab_wait_free);
    G_OBJECT_CLASS(tab_client_parent_class)->dispose(object);
}

static void tab_client_finalize(GObject *object)
{
    TabClient *self = TAB_CLIENT(object);
    tab_engine_config_free(self->config);
    tab_identity_free(self->identity);
    g_ptr_array_unref(self->queued);
    g_clear_error(&self->error);
    g_clear_error(&self->refusal);
    self->door->client = NULL;
    g_rc_box_release(self->door);
    g_free(self->log);
    g_free(self->shown_name);
    G_OBJECT_CLASS(tab_client_parent_class)->finalize(object);
}

static void tab_client_class_init(TabClientClass *class)
{
    G_OBJECT_CLASS(class)->dispose = tab_client_dispose;
    G_OBJECT_CLASS(class)->finalize = tab_client_finalize;
    GType type = G_TYPE_FROM_CLASS(class);
    signals[STATE_CHANGED] =
        g_signal_new("state-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    signals[INFO] = g_signal_new("info", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 1, G_TYPE_POINTER);
    signals[LINE] = g_signal_new("line", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 2, G_TYPE_BOOLEAN, G_TYPE_STRING);
    signals[LOG] = g_signal_new("log", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                G_TYPE_STRING);
}

TabClient *tab_client_new(const TabEngineConfig *config)
{
    g_return_val_if_fail(config && config->argv && config->argv[0], NULL);
    TabClient *self = g_object_new(TAB_TYPE_CLIENT, NULL);
    self->config = tab_engine_config_copy(config);
    self->shown_name = config->name ? g_strdup(config->name) : g_path_get_basename(config->argv[0]);
    return self;
}

void tab_client_set_patience(TabClient *self, const TabClientPatience *patience)
{
    self->patience = *patience;
}

void tab_client_set_info_func(TabClient *self, TabClientInfoFunc func, gpointer data)
{
    self->info_func = func;
    self->info_data = data;
}

/* --- the calls' doors --- */

void tab_client_start_async(TabClient *self, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = begin_call(self, FALSE, cancellable, callback, user_data);
    if (!task)
        return;
    g_clear_error(&self->error);
    g_clear_error(&self->refusal);
    g_clear_pointer(&self->log, g_free);
    tab_identity_free(self->identity);
    self->identity = tab_identity_new();
    GError *error = NULL;
    self->process =
        tab_process_spawn(self->config, &(TabProcessEvents){tab_client_on_line, on_ended}, self,
                          (TabProcessBudget){self->patience.burst_lines, self->patience.burst_bytes,
                                             self->patience.log_bytes},
                          &error);
    if (!self->process) {
        self->error = g_error_copy(error);
        Call call = end_call(self);
        g_clear_pointer(&self->wait, tab_wait_free);
        tab_client_set_state(self, TAB_CLIENT_CRASHED);
        return_call(self, call, NULL, error);
        return;
    }
    tab_process_set_log(self->process, on_log, g_rc_box_acquire(self->door), g_rc_box_release);
    self->phase = HANDSHAKE;
    tab_wait_set_deadline(self->wait, self->patience.handshake_ms);
    self->heard = g_signal_has_handler_pending(self, signals[LINE], 0, FALSE);
    tab_client_set_state(self, TAB_CLIENT_STARTING);
    if (self->call.task == task) /* else a handler of the signal has ended it */
        tab_client_send_line(self, "tep");
}

void tab_client_new_game_async(TabClient *self, const char *rules, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
    if (!begin_call(self, TRUE, cancellable, callback, user_data))
        return;
    tab_client_queue_words(self, "newgame", rules);
    tab_client_ask_ready(self, NEW_GAME);
}

gboolean tab_client_start_finish(TabClient *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), FALSE);
    return g_task_propagate_boolean(G_TASK(result), error);
}

gboolean tab_client_new_game_finish(TabClient *self, GAsyncResult *result, GError **error)
{
    return tab_client_start_finish(self, result, error);
}

void tab_client_set_option(TabClient *self, const char *name, const char *value)
{
    if (value) /* a button pressed once is no setting */
        tab_engine_config_set_option(self->config, name, value);
    if (!self->process || self->phase == HANDSHAKE)
        return; /* the handshake's end sets it */
    g_autoptr(GString) line = g_string_new("setoption");
    tab_option_write_set(name, value, line);
    if (self->state == TAB_CLIENT_THINKING)
        g_ptr_array_add(self->queued, g_strdup(line->str));
    else
        tab_client_send_line(self, line->str);
}

void tab_client_set_level(TabClient *self, int level)
{
    self->level = level;
}

static void quit(TabClient *self, void (*gone)(gpointer), gpointer data)
{
    TabProcess *process = self->process;
    g_object_ref(self);
    tab_client_emit_line(self, TRUE, "quit", 4);
    if (self->process == process) {
        drop_process(self);
        tab_process_quit(process, self->patience.quit_ms, gone, data);
        Call call = end_call(self);
        tab_client_set_state(self, TAB_CLIENT_STOPPED);
        return_call(self, call, NULL, tab_client_cancelled_error());
    } else if (gone) {
        gone(data);
    }
    g_object_unref(self);
}

void tab_client_quit(TabClient *self)
{
    if (self->process)
        quit(self, NULL, NULL);
    else if (self->state == TAB_CLIENT_CRASHED)
        tab_client_set_state(self, TAB_CLIENT_STOPPED);
}

static void on_gone(gpointer data)
{
    GTask *task = data;
    g_task_return_boolean(task, TRUE);
    g_object_unref(task);
}

void tab_client_quit_async(TabClient *self, GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(self, NULL, callback, user_data);
    if (self->process) {
        quit(self, on_gone, task);
    } else {
        tab_client_quit(self);
        on_gone(task);
    }
}

gboolean tab_client_quit_finish(TabClient *self, GAsyncResult *result, GError **error)
{
    return g_task_propagate_boolean(G_TASK(result), error);
}

/* --- what is known of the engine --- */

TabClientState tab_client_get_state(TabClient *self)
{
    return self->state;
}

const char *tab_client_get_name(TabClient *self)
{
    return self->identity->name ? self->identity->name : self->shown_name;
}

const char *tab_client_get_author(TabClient *self)
{
    return self->identity->author;
}

GPtrArray *tab_client_get_options(TabClient *self)
{
    return self->identity->options;
}

gboolean tab_client_plays(TabClient *self, const char *preset, guint columns, gboolean any_switch)
{
    return tab_identity_plays(self->identity, preset, columns, any_switch);
}

const GError *tab_client_get_error(TabClient *self)
{
    return self->error;
}

char *tab_client_dup_log(TabClient *self)
{
    if (self->process)
        return tab_process_dup_log(self->process);
    return g_strdup(self->log ? self->log : "");
}
