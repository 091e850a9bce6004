// SPDX-License-Identifier: GPL-3.0-or-later
// The controller's side of the protocol as a state machine: one call at a time, deadlines for all.
#include "protocol/client/client.h"

#include <string.h>

#include "protocol/client/identity.h"
#include "protocol/client/process.h"
#include "protocol/client/rubbish.h"
#include "protocol/client/wait.h"
#include "protocol/codec/message.h"

/* What the call in progress waits for. */
typedef enum {
    IDLE,      /* no call */
    HANDSHAKE, /* tepok */
    OPTIONS,   /* readyok behind the options of the configuration */
    NEW_GAME,  /* readyok behind newgame */
    EVALUATE,  /* readyok behind eval */
    PREPARE,   /* readyok behind setpos and throw */
    THINK,     /* bestmove */
    REFUSED,   /* bestmove, if one is owed: an error came before it */
} Phase;

struct _TabClient {
    GObject parent_instance;
    /* Who hears what a process writes to its standard error, which may go on after the client: an
     * rc box with the client, or NULL when it is gone. */
    TabClient **log_listener;
    TabEngineConfig *config;
    TabClientPatience patience;
    TabClientState state;
    TabProcess *process; /* NULL: none running */
    TabRubbish *rubbish; /* that it says; NULL: none running */
    TabIdentity *identity;
    GError *error; /* why it died */
    char *log;     /* last words of the process before */
    char *shown_name;
    int level;       /* in place of the configured strength, -1: none */
    char *sticks;    /* of its games, as in a record; NULL: nobody has said */
    gboolean uneven; /* it may hold others than fair ones */

    gboolean heard; /* by a handler of "line", when it was started */

    /* the call in progress, which holds a reference to the client */
    TabClientAnswerFunc answer; /* is told its end; NULL: there is none */
    gpointer answer_data;
    TabClientInfoFunc info; /* hears the infos of a go; NULL: nobody */
    gpointer info_data;
    Phase phase;
    TabWait *wait; /* while a process runs */
    gboolean cancelled;
    GError *refusal;   /* the first `error` line since the last wait */
    GPtrArray *queued; /* setoption lines to be sent when the go has answered */

    TabEvalAnswer *evaluation; /* what an eval has answered so far; NULL: none is in progress */

    char *go_line;
    guint go_deadline; /* ms, 0: none */
    gint64 go_sent;    /* monotonic time, µs */
    gint64 elapsed;    /* from then to the answer, µs */
    gboolean stop_wanted, stop_sent;
    /* The last go ended in an error without a bestmove: it may have been refused itself, or its
     * answer may still come. */
    gboolean suspect;
};

G_DEFINE_FINAL_TYPE(TabClient, tab_client, G_TYPE_OBJECT)

enum { STATE_CHANGED, LINE, LOG, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- lines to the engine --- */

static void emit_line(TabClient *self, gboolean to_engine, const char *line, gsize length)
{
    if (!self->heard)
        return;
    g_autofree char *text = g_utf8_make_valid(line, (gssize)length);
    g_signal_emit(self, signals[LINE], 0, to_engine, text);
}

/* Lines go out together with tab_process_flush. A process that reads nothing for 16 MiB runs into
 * the deadline of its call; what it misses until then is no loss. */
static void queue_engine_line(TabClient *self, const char *line)
{
    emit_line(self, TRUE, line, strlen(line));
    tab_process_queue(self->process, line);
}

static void send_line(TabClient *self, const char *line)
{
    queue_engine_line(self, line);
    tab_process_flush(self->process);
}

static void queue_words(TabClient *self, const char *verb, const char *words)
{
    g_autofree char *line = tab_message_build(verb, words ? words : "", NULL);
    queue_engine_line(self, line);
}

static void send_stop(TabClient *self)
{
    if (self->stop_sent)
        return;
    self->stop_sent = TRUE;
    send_line(self, "stop");
}

/* Asks for a readyok, which is then waited for in this phase. */
static void ask_ready(TabClient *self, Phase phase)
{
    self->phase = phase;
    tab_wait_set_deadline(self->wait, self->patience.ready_ms);
    send_line(self, "isready");
}

/* --- ends of calls --- */

static void enter_state(TabClient *self, TabClientState state)
{
    TabClientState old = self->state;
    gboolean between_turns = (old == TAB_CLIENT_READY || old == TAB_CLIENT_THINKING) &&
                             (state == TAB_CLIENT_READY || state == TAB_CLIENT_THINKING);
    self->state = state;
    if (state != old && !between_turns)
        g_signal_emit(self, signals[STATE_CHANGED], 0);
}

static GError *cancelled_error(void)
{
    return g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, "the call was cancelled");
}

/* Enters `state`, and tells the end of the call, if there is one: an answer, an error (both taken
 * over), or neither. */
static void end_call(TabClient *self, TabClientState state, char *turn, GError *error)
{
    TabClientAnswerFunc answer = self->answer;
    gpointer data = self->answer_data;
    g_object_ref(self);
    if (self->rubbish)
        tab_rubbish_forget(self->rubbish);
    self->answer = NULL;
    self->info = NULL;
    if (self->wait)
        tab_wait_clear_deadline(self->wait);
    g_clear_pointer(&self->go_line, g_free);
    self->phase = IDLE;
    self->cancelled = self->stop_wanted = self->stop_sent = FALSE;
    enter_state(self, state); /* a handler may begin the next call */
    if (answer) {
        answer(self, turn, self->elapsed, error, data);
        g_object_unref(self);
    }
    g_free(turn);
    g_clear_error(&error);
    g_object_unref(self);
}

/* Ends the call well, or with `error`, the engine being ready again; both are taken over. */
static void complete_call(TabClient *self, char *turn, GError *error)
{
    for (guint i = 0; i < self->queued->len; i++)
        queue_engine_line(self, g_ptr_array_index(self->queued, i));
    if (self->queued->len)
        tab_process_flush(self->process);
    g_ptr_array_set_size(self->queued, 0);
    end_call(self, TAB_CLIENT_READY, turn, error);
}

/* Lets go of the process, which is then to be told to end. */
static TabProcess *drop_process(TabClient *self)
{
    g_free(self->log);
    self->log = tab_process_dup_log(self->process);
    self->suspect = FALSE;
    g_clear_pointer(&self->wait, tab_wait_free);
    g_clear_pointer(&self->rubbish, tab_rubbish_free);
    g_ptr_array_set_size(self->queued, 0);
    g_clear_error(&self->refusal);
    return g_steal_pointer(&self->process);
}

/* Kills the engine, which ends the call in progress with this error (taken over). */
static void fail_with(TabClient *self, GError *error)
{
    tab_process_kill(drop_process(self));
    g_clear_error(&self->error);
    self->error = g_error_copy(error);
    end_call(self, TAB_CLIENT_CRASHED, NULL, error);
}

static void fail_as(TabClient *self, TabClientError code, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    g_autofree char *what = g_strdup_vprintf(format, values);
    va_end(values);
    fail_with(self, g_error_new_literal(TAB_CLIENT_ERROR, (gint)code, what));
}

/* --- deadlines and cancelling --- */

static void on_rubbish(gpointer owner, const char *said)
{
    fail_as(owner, TAB_CLIENT_ERROR_RUBBISH, "does not speak the protocol: it said “%s”", said);
}

static void fail_as_silent(TabClient *self)
{
    /* what it said, or why there may be nothing: a pipe is not a terminal */
    gboolean begun = !tab_rubbish_get_said(self->rubbish);
    const char *rubbish = tab_rubbish_find_said(self->rubbish);
    gboolean mute = self->phase == HANDSHAKE && !tab_rubbish_knows_word(self->rubbish) && !rubbish;
    g_autofree char *said =
        rubbish ? g_strdup_printf(", but “%s”%s", rubbish, begun ? " and no line feed" : "")
                : g_strdup(mute ? "; it said nothing at all: does it flush its lines?" : "");
    fail_as(self, TAB_CLIENT_ERROR_SILENT, "did not answer in time (no %s%s)",
            self->phase == HANDSHAKE ? "tepok"
            : self->phase == THINK   ? "bestmove"
                                     : "readyok",
            said);
}

static void on_deadline(gpointer data)
{
    TabClient *self = data;
    if (self->phase == REFUSED) {
        self->suspect = TRUE;
        complete_call(self, NULL, g_steal_pointer(&self->refusal));
    } else if (self->phase == THINK && !self->stop_sent) {
        tab_wait_set_deadline(self->wait, self->patience.grace_ms);
        send_stop(self);
    } else if (!tab_process_tell_death(self->process)) { /* a dead one is not silent */
        fail_as_silent(self);
    }
}

static void on_call_cancelled(gpointer data)
{
    TabClient *self = data;
    if (!self->answer)
        return; /* the next call looks itself */
    self->cancelled = TRUE;
    if (self->phase == HANDSHAKE || self->phase == OPTIONS) {
        tab_client_quit(self);
    } else if (self->phase == THINK && !self->stop_sent) {
        tab_wait_set_deadline(self->wait, self->patience.grace_ms);
        send_stop(self);
    }
}

/* --- the begin of a call --- */

/* Why a call cannot be now; NULL if it can. */
static GError *call_fault(TabClient *self, gboolean needs_engine)
{
    if (self->answer || (!needs_engine && self->process))
        return g_error_new_literal(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_BUSY, "is busy");
    if (!needs_engine || self->process)
        return NULL;
    return self->error
               ? g_error_copy(self->error)
               : g_error_new_literal(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START, "is not running");
}

static void begin_call(TabClient *self, TabClientAnswerFunc answer, gpointer data,
                       GCancellable *cancellable)
{
    g_object_ref(self); /* until the answer */
    self->answer = answer;
    self->answer_data = data;
    self->elapsed = 0;
    if (self->process)
        tab_process_renew_budget(self->process);
    if (!self->wait)
        self->wait = tab_wait_new(on_deadline, on_call_cancelled, self);
    self->cancelled = tab_wait_watch(self->wait, cancellable);
}

/* Returns a task with the answer. */
static void return_answer(TabClient *self, const char *turn, gint64 elapsed_us, const GError *error,
                          gpointer data)
{
    GTask *task = data;
    g_task_set_task_data(task, g_memdup2(&elapsed_us, sizeof elapsed_us), g_free);
    if (error)
        g_task_return_error(task, g_error_copy(error));
    else if (turn)
        g_task_return_pointer(task, g_strdup(turn), g_free);
    else
        g_task_return_boolean(task, TRUE);
    g_object_unref(task);
}

/* Returns a task with what an eval has answered. */
static void return_evaluation(TabClient *self, const char *turn, gint64 elapsed_us,
                              const GError *error, gpointer data)
{
    g_autoptr(GTask) task = data;
    g_autoptr(TabEvalAnswer) evaluation = g_steal_pointer(&self->evaluation);
    if (error)
        g_task_return_error(task, g_error_copy(error));
    else
        g_task_return_pointer(task, g_steal_pointer(&evaluation),
                              (GDestroyNotify)tab_eval_answer_free);
}

/* Begins a call that a task is for, which `answer` returns; NULL, and the callback is told, if that
 * cannot be now. */
static GTask *begin_task(TabClient *self, gboolean needs_engine, TabClientAnswerFunc answer,
                         GCancellable *cancellable, GAsyncReadyCallback callback,
                         gpointer user_data)
{
    GTask *task = g_task_new(self, NULL, callback, user_data);
    g_autoptr(GError) fault = call_fault(self, needs_engine);
    if (fault) {
        return_answer(self, NULL, 0, fault, task);
        return NULL;
    }
    begin_call(self, answer, task, cancellable);
    return task;
}

/* --- what the engine says --- */

/* The go goes out with all that is queued. Its clock and deadline start. */
static void send_go(TabClient *self)
{
    self->phase = THINK;
    queue_engine_line(self, self->go_line);
    if (self->stop_wanted)
        queue_engine_line(self, "stop");
    self->stop_sent = self->stop_wanted;
    tab_wait_clear_deadline(self->wait);
    self->go_sent = g_get_monotonic_time();
    tab_process_flush(self->process);
    if (self->go_deadline && self->phase == THINK)
        tab_wait_set_deadline(self->wait, self->go_deadline);
}

static void on_tepok(TabClient *self, const TabMessage *message)
{
    if (message->n_args < 1 || strcmp(message->args[0], "1") != 0) {
        g_autofree char *rest = tab_rubbish_quote(message->rest, strlen(message->rest));
        fail_as(self, TAB_CLIENT_ERROR_BROKEN,
                "does not speak version 1 of the protocol: it said “tepok%s%s”, not “tepok 1”",
                *rest ? " " : "", rest);
        return;
    }
    GError *error = NULL;
    g_auto(GStrv) lines =
        tab_identity_setoptions(self->identity, self->config, self->level, &error);
    if (!lines) {
        fail_with(self, error);
        return;
    }
    for (char **line = lines; *line; line++)
        queue_engine_line(self, *line);
    ask_ready(self, OPTIONS);
}

static void on_readyok(TabClient *self)
{
    GError *refusal = g_steal_pointer(&self->refusal);
    if (!refusal) /* newgame or setpos was obeyed: it does not think any more */
        self->suspect = FALSE;
    if (self->phase == OPTIONS && refusal)
        fail_with(self, refusal);
    else if (refusal || self->cancelled)
        complete_call(self, NULL, refusal ? refusal : cancelled_error());
    else if (self->phase == PREPARE)
        send_go(self);
    else
        complete_call(self, NULL, NULL);
}

static void on_bestmove(TabClient *self, const TabMessage *message)
{
    gboolean ok = message->n_args >= 1;
    for (const char *p = ok ? message->args[0] : ""; *p; p++)
        ok = ok && g_ascii_isgraph(*p);
    if (!ok) {
        g_autofree char *rest = tab_rubbish_quote(message->rest, strlen(message->rest));
        fail_as(self, TAB_CLIENT_ERROR_BROKEN,
                *rest ? "sent a malformed bestmove: “%s”" : "sent a malformed bestmove: no turn%s",
                rest);
        return;
    }
    if (self->phase == THINK)
        self->elapsed = g_get_monotonic_time() - self->go_sent;
    if (self->refusal)
        complete_call(self, NULL, g_steal_pointer(&self->refusal));
    else if (self->cancelled)
        complete_call(self, NULL, cancelled_error());
    else
        complete_call(self, g_strdup(message->args[0]), NULL);
}

static void on_error_line(TabClient *self, const TabMessage *message)
{
    g_autofree char *text = tab_message_printable(message->rest, -1, TAB_ERROR_TEXT_MAX);
    GError *refusal = g_error_new(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED, "refused: %s",
                                  *text ? text : "it does not say why");
    if (self->phase == HANDSHAKE) {
        fail_with(self, refusal);
        return;
    }
    if (self->refusal) /* the first one counts */
        g_error_free(refusal);
    else
        self->refusal = refusal;
    if (self->phase != THINK)
        return;
    /* setpos, throw or go was refused. If it was not the go, the engine thinks about another
     * position, and its bestmove is waited for. */
    self->elapsed = g_get_monotonic_time() - self->go_sent;
    self->phase = REFUSED;
    tab_wait_set_deadline(self->wait, self->patience.refusal_ms);
    send_stop(self);
}

/* An answer that nothing was asked for. */
static void fail_as_unexpected(TabClient *self, const TabMessage *message)
{
    g_autofree char *rest = tab_rubbish_quote(message->rest, strlen(message->rest));
    if (!strcmp(message->verb, "bestmove"))
        fail_as(self, TAB_CLIENT_ERROR_BROKEN,
                "sent an unexpected bestmove “%s”: a go is answered once", rest);
    else
        fail_as(self, TAB_CLIENT_ERROR_BROKEN, "sent an unexpected %s", message->verb);
}

static void take_message(TabClient *self, const TabMessage *message)
{
    static const char *const answers[] = {"tepok", "readyok", "bestmove", NULL};
    const char *verb = message->verb;
    Phase phase = self->phase;
    /* it may stand behind the answer to the go before, and this one have been sent meanwhile */
    gboolean asked =
        (phase == THINK && tab_process_get_read_time(self->process) >= self->go_sent) ||
        phase == REFUSED;
    if (!strcmp(verb, "tepok") && phase == HANDSHAKE) {
        on_tepok(self, message);
    } else if (!strcmp(verb, "readyok") &&
               (phase == OPTIONS || phase == NEW_GAME || phase == EVALUATE || phase == PREPARE)) {
        on_readyok(self);
    } else if (!strcmp(verb, "bestmove") && asked) {
        on_bestmove(self, message);
    } else if (!strcmp(verb, "bestmove") && self->suspect) {
        self->suspect = FALSE; /* the answer to a go that seemed to be refused */
    } else if (g_strv_contains(answers, verb)) {
        fail_as_unexpected(self, message);
    } else if (!strcmp(verb, "error")) {
        on_error_line(self, message);
    } else if (!strcmp(verb, "eval") && phase == EVALUATE) {
        tab_eval_answer_take(self->evaluation, message->args);
    } else if (!strcmp(verb, "info") && phase == THINK) {
        g_auto(TabInfo) info = {0};
        if (self->info && tab_info_parse(&info, message->rest, NULL))
            self->info(self, &info, self->info_data);
    } else if (phase == HANDSHAKE) {
        const char *fault = tab_identity_take(self->identity, message);
        if (fault)
            fail_as(self, TAB_CLIENT_ERROR_FLOOD, "declared %s", fault);
    }
}

static void on_engine_line(gpointer owner, const char *line, gsize length)
{
    static const char *const words[] = {"id",       "rules", "option", "tepok", "readyok",
                                        "bestmove", "info",  "eval",   "error", NULL};
    g_autoptr(TabClient) self = g_object_ref(owner);
    g_auto(TabMessage) message = {0};
    /* bytes that are no UTF-8 cannot be part of a good answer, but of a name or a log text */
    g_autofree char *valid =
        g_utf8_validate_len(line, length, NULL) ? NULL : g_utf8_make_valid(line, (gssize)length);
    gboolean ok = valid ? tab_message_parse(&message, valid, -1, NULL)
                        : tab_message_parse(&message, line, (gssize)length, NULL);
    emit_line(self, FALSE, line, length);
    if (ok && !message.verb)
        return;
    if (self->rubbish && ok && !valid && g_strv_contains(words, message.verb))
        tab_rubbish_take_word(self->rubbish);
    else if (self->rubbish && self->answer)
        tab_rubbish_take(self->rubbish, line, length);
    if (ok)
        take_message(self, &message);
}

static void on_process_ended(gpointer owner, const GError *why)
{
    TabClient *self = owner;
    const char *rubbish = tab_rubbish_get_said(self->rubbish);
    g_autofree char *said = rubbish ? g_strdup_printf("; it said “%s”", rubbish) : g_strdup("");
    const char *when = self->phase == HANDSHAKE && !rubbish ? "; it had not said tepok" : "";
    fail_with(self, g_error_new(why->domain, why->code, "%s%s%s", why->message, said, when));
}

static void on_process_log(gpointer data, const char *text)
{
    TabClient *listener = *(TabClient **)data;
    if (listener)
        g_signal_emit(listener, signals[LOG], 0, text);
}

/* --- the object --- */

static void tab_client_init(TabClient *self)
{
    self->patience = (TabClientPatience)TAB_CLIENT_PATIENCE_INIT;
    self->level = -1;
    self->identity = tab_identity_new();
    self->queued = g_ptr_array_new_with_free_func(g_free);
    self->log_listener = g_rc_box_new0(TabClient *);
    *self->log_listener = self;
}

static void tab_client_dispose(GObject *object)
{
    TabClient *self = TAB_CLIENT(object);
    if (self->process)
        tab_process_quit(g_steal_pointer(&self->process), self->patience.quit_ms, NULL, NULL);
    g_clear_pointer(&self->rubbish, tab_rubbish_free);
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
    tab_eval_answer_free(self->evaluation);
    *self->log_listener = NULL;
    g_rc_box_release(self->log_listener);
    g_free(self->log);
    g_free(self->shown_name);
    g_free(self->sticks);
    G_OBJECT_CLASS(tab_client_parent_class)->finalize(object);
}

static void tab_client_class_init(TabClientClass *class)
{
    G_OBJECT_CLASS(class)->dispose = tab_client_dispose;
    G_OBJECT_CLASS(class)->finalize = tab_client_finalize;
    GType type = G_TYPE_FROM_CLASS(class);
    signals[STATE_CHANGED] =
        g_signal_new("state-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
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

/* --- calls --- */

void tab_client_start_async(TabClient *self, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = begin_task(self, FALSE, return_answer, cancellable, callback, user_data);
    if (!task)
        return;
    g_clear_error(&self->error);
    g_clear_error(&self->refusal);
    g_clear_pointer(&self->log, g_free);
    tab_identity_free(self->identity);
    self->identity = tab_identity_new();
    self->process =
        tab_process_spawn(self->config, &(TabProcessEvents){on_engine_line, on_process_ended}, self,
                          (TabProcessBudget){self->patience.burst_lines, self->patience.burst_bytes,
                                             self->patience.log_bytes},
                          &self->error);
    if (!self->process) {
        g_clear_pointer(&self->wait, tab_wait_free);
        end_call(self, TAB_CLIENT_CRASHED, NULL, g_error_copy(self->error));
        return;
    }
    tab_process_set_log(self->process, on_process_log, g_rc_box_acquire(self->log_listener),
                        g_rc_box_release);
    self->phase = HANDSHAKE;
    tab_wait_set_deadline(self->wait, self->patience.handshake_ms);
    self->uneven = tab_engine_config_get_option(self->config, "Sticks") != NULL;
    self->rubbish = tab_rubbish_new(self->process, self->patience.rubbish_ms, on_rubbish, self);
    self->heard = g_signal_has_handler_pending(self, signals[LINE], 0, FALSE);
    enter_state(self, TAB_CLIENT_STARTING);
    if (self->answer && self->answer_data == task) /* else a handler of the signal has ended it */
        send_line(self, "tep");
}

/* Behind newgame, as its rules judge them. */
static void queue_sticks(TabClient *self)
{
    const TabOption *option = tab_client_find_option(self, "Sticks");
    gboolean fair = !g_strcmp0(self->sticks, "fair");
    if (!option || !self->sticks || (fair && !self->uneven))
        return;
    g_autoptr(GString) line = g_string_new("setoption");
    tab_option_write_set(option->name, self->sticks, line);
    queue_engine_line(self, line->str);
    self->uneven = !fair;
}

void tab_client_new_game_async(TabClient *self, const char *rules, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data)
{
    if (!begin_task(self, TRUE, return_answer, cancellable, callback, user_data))
        return;
    queue_words(self, "newgame", rules);
    queue_sticks(self);
    ask_ready(self, NEW_GAME);
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

void tab_client_eval_async(TabClient *self, const char *setpos, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
    if (!begin_task(self, TRUE, return_evaluation, cancellable, callback, user_data))
        return;
    tab_eval_answer_free(self->evaluation);
    self->evaluation = tab_eval_answer_new();
    queue_words(self, "setpos", setpos);
    queue_words(self, "eval", NULL);
    ask_ready(self, EVALUATE);
}

TabEvalAnswer *tab_client_eval_finish(TabClient *self, GAsyncResult *result, GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), NULL);
    return g_task_propagate_pointer(G_TASK(result), error);
}

/* A go that could not begin. */
typedef struct {
    TabClient *client; /* a reference */
    TabClientAnswerFunc answer;
    gpointer data;
    GError *error;
} FailedGo;

static gboolean tell_failed_go(gpointer data)
{
    g_autofree FailedGo *go = data;
    go->answer(go->client, NULL, 0, go->error, go->data);
    g_error_free(go->error);
    g_object_unref(go->client);
    return G_SOURCE_REMOVE;
}

static void begin_go(TabClient *self, const char *setpos, const char *throws,
                     const TabLimits *limits, guint deadline_ms, GCancellable *cancellable,
                     TabClientInfoFunc info, gpointer info_data, TabClientAnswerFunc answer,
                     gpointer data)
{
    GError *fault = call_fault(self, TRUE);
    if (!fault) /* of an option that was set since */
        fault = g_steal_pointer(&self->refusal);
    if (!fault && cancellable && g_cancellable_is_cancelled(cancellable))
        fault = cancelled_error();
    if (fault) { /* told from the main loop */
        FailedGo *go = g_new(FailedGo, 1);
        *go = (FailedGo){g_object_ref(self), answer, data, fault};
        g_autoptr(GSource) source = g_idle_source_new();
        g_source_set_priority(source, G_PRIORITY_DEFAULT);
        g_source_set_callback(source, tell_failed_go, go, NULL);
        g_source_attach(source, g_main_context_get_thread_default());
        return;
    }
    begin_call(self, answer, data, cancellable);
    self->info = info;
    self->info_data = info_data;
    GString *line = g_string_new("go");
    tab_limits_write(limits, line);
    self->go_line = g_string_free(line, FALSE);
    self->go_deadline = deadline_ms;
    enter_state(self, TAB_CLIENT_THINKING);
    queue_words(self, "setpos", setpos);
    if (throws)
        queue_words(self, "throw", throws);
    if (self->suspect)
        ask_ready(self, PREPARE);
    else
        send_go(self);
}

void tab_client_go(TabClient *self, const char *setpos, const char *throws, const TabLimits *limits,
                   guint deadline_ms, GCancellable *cancellable, TabClientInfoFunc info,
                   TabClientAnswerFunc answer, gpointer data)
{
    begin_go(self, setpos, throws, limits, deadline_ms, cancellable, info, data, answer, data);
}

void tab_client_go_async(TabClient *self, const char *setpos, const char *throws,
                         const TabLimits *limits, guint deadline_ms, GCancellable *cancellable,
                         TabClientInfoFunc info, GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(self, NULL, callback, user_data);
    begin_go(self, setpos, throws, limits, deadline_ms, cancellable, info, user_data, return_answer,
             task);
}

char *tab_client_go_finish(TabClient *self, GAsyncResult *result, gint64 *elapsed_us,
                           GError **error)
{
    g_return_val_if_fail(g_task_is_valid(result, self), NULL);
    if (elapsed_us)
        *elapsed_us = *(const gint64 *)g_task_get_task_data(G_TASK(result));
    return g_task_propagate_pointer(G_TASK(result), error);
}

void tab_client_stop(TabClient *self)
{
    if (self->phase == PREPARE)
        self->stop_wanted = TRUE;
    else if (self->phase == THINK)
        send_stop(self);
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
        send_line(self, line->str);
}

void tab_client_set_number(TabClient *self, const char *name, gint64 number)
{
    const TabOption *option = tab_client_find_option(self, name);
    if (!option || option->type != TAB_OPTION_SPIN)
        return;
    g_autofree char *text =
        g_strdup_printf("%" G_GINT64_FORMAT, CLAMP(number, option->min, option->max));
    tab_client_set_option(self, option->name, text);
}

void tab_client_set_sticks(TabClient *self, const char *text)
{
    char *sticks = g_strdup(text ? text : "fair");
    g_free(self->sticks);
    self->sticks = sticks;
}

void tab_client_set_level(TabClient *self, int level)
{
    self->level = level;
}

void tab_client_quit_then(TabClient *self, void (*gone)(gpointer data), gpointer data)
{
    g_object_ref(self);
    if (self->process) {
        emit_line(self, TRUE, "quit", 4);
        tab_process_quit(drop_process(self), self->patience.quit_ms, gone, data);
        end_call(self, TAB_CLIENT_STOPPED, NULL, cancelled_error());
    } else {
        if (self->state == TAB_CLIENT_CRASHED)
            enter_state(self, TAB_CLIENT_STOPPED);
        if (gone)
            gone(data);
    }
    g_object_unref(self);
}

void tab_client_quit(TabClient *self)
{
    tab_client_quit_then(self, NULL, NULL);
}

void tab_client_drop(TabClient **client)
{
    g_autoptr(TabClient) dropped = g_steal_pointer(client);
    if (dropped)
        tab_client_quit(dropped);
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

const char *tab_client_get_label(TabClient *self)
{
    return self->config->name ? self->config->name : tab_client_get_name(self);
}

const char *tab_client_get_author(TabClient *self)
{
    return self->identity->author;
}

GPtrArray *tab_client_get_options(TabClient *self)
{
    return self->identity->options;
}

const TabOption *tab_client_find_option(TabClient *self, const char *name)
{
    return tab_option_find(self->identity->options, name);
}

gboolean tab_client_plays(TabClient *self, const char *preset, guint columns, gboolean any_switch)
{
    return tab_identity_plays(self->identity, preset, columns, any_switch);
}

char *tab_client_quote_rules(TabClient *self)
{
    return tab_identity_quote_rules(self->identity);
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
