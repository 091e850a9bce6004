// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that sits at the board: started, told the rules, asked for turns, and started again if
// it dies.
#include "gui/model/engine-seat.h"

#include <glib/gi18n-lib.h>

#include "gui/model/protocol-log.h"
#include "gui/model/engine-store.h"

/* Beyond its time an engine is told to stop; this much is left to slow machines before that. */
#define DEADLINE_MARGIN_MS 5000
#define SLOW_AFTER_MS 1000     /* beyond its time it is called slow */
#define MAX_WAIT_MS 1000000000 /* eleven days: the longest clocks have more */

G_DEFINE_FINAL_TYPE(TabEngineSeat, tab_engine_seat, G_TYPE_OBJECT)

enum { CHANGED, ANSWERED, NEW_GAME, INFO, N_SIGNALS };
static guint signals[N_SIGNALS];

static void set_seat_state(TabEngineSeat *self, TabSeatState state)
{
    if (self->state == state)
        return;
    self->state = state;
    if (state != TAB_SEAT_THINKING)
        g_clear_handle_id(&self->slow, g_source_remove);
    g_signal_emit(self, signals[CHANGED], 0);
}

static gboolean on_slow(gpointer user_data)
{
    TabEngineSeat *self = user_data;
    self->slow = 0;
    set_seat_state(self, TAB_SEAT_SLOW);
    return G_SOURCE_REMOVE;
}

/* Lets go of the process; answers still under way are ignored, as their client is no longer ours.
 */
static void drop_seat_client(TabEngineSeat *self)
{
    g_clear_object(&self->cancellable);
    g_clear_pointer(&self->question, g_free);
    if (self->client)
        g_signal_handlers_disconnect_by_data(self->client, self); /* the log still hears its end */
    tab_client_drop(&self->client);
}

void tab_engine_seat_fail(TabEngineSeat *self, const char *fault, const char *technical)
{
    g_autofree char *text = g_strdup(fault);
    g_autofree char *event =
        /* Translators: in an engine’s log: what was wrong with it, and the same for those who
         * write engines. */
        technical ? g_strdup_printf(_("%s (in detail: %s)"), fault, technical) : g_strdup(fault);
    drop_seat_client(self);
    tab_protocol_log_add(self->log, TAB_PROTOCOL_LOG_EVENT, event);
    g_free(self->fault);
    self->fault = g_steal_pointer(&text);
    set_seat_state(self, TAB_SEAT_DOWN);
}

/* Takes the seat down for an error of the client; NULL: the engine has ended. */
static void fail_seat(TabEngineSeat *self, const GError *error)
{
    const char *fault = tab_engine_fault_text(error);
    tab_engine_seat_fail(self, fault, error && fault != error->message ? error->message : NULL);
}

/* Whether a call of `source` has ended well and still concerns us; a failure takes the seat down.
 * That a question was forgotten is none. */
static bool succeeded(TabEngineSeat *self, gpointer source, const GError *error)
{
    if ((gpointer)self->client != source)
        return false;
    if (!error || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return true;
    fail_seat(self, error);
    return false;
}

static void tell_rules(TabEngineSeat *self);

static void on_bestmove(GObject *source, GAsyncResult *result, gpointer user_data);

static void forward_info(TabClient *client, const TabInfo *info, gpointer data)
{
    TabEngineSeat *self = data;
    if (tab_engine_seat_is_thinking(self))
        g_signal_emit(self, signals[INFO], 0, info);
}

/* Has an engine that is ready do what is wanted of it next. */
static void do_next(TabEngineSeat *self)
{
    if (self->state != TAB_SEAT_READY)
        return;
    if (self->rules_due) {
        tell_rules(self);
    } else if (self->question) {
        g_autofree char *position = g_steal_pointer(&self->question);
        guint allowed = (guint)CLAMP(self->allowed, 0, MAX_WAIT_MS);
        self->slow = g_timeout_add(allowed + SLOW_AFTER_MS, on_slow, self);
        self->cancellable = g_cancellable_new();
        set_seat_state(self, TAB_SEAT_THINKING);
        tab_client_go_async(self->client, position, NULL, &self->limits,
                            allowed + DEADLINE_MARGIN_MS, self->cancellable, forward_info,
                            on_bestmove, g_object_ref(self));
    }
}

static void on_bestmove(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(TabEngineSeat) self = user_data;
    g_autoptr(GError) error = NULL;
    g_autofree char *turn = tab_client_go_finish(TAB_CLIENT(source), result, NULL, &error);
    if (!succeeded(self, source, error))
        return;
    bool wanted = turn && tab_engine_seat_is_thinking(self);
    g_clear_object(&self->cancellable);
    set_seat_state(self, TAB_SEAT_READY);
    if (wanted)
        g_signal_emit(self, signals[ANSWERED], 0, turn);
    else
        do_next(self);
}

static void on_rules_told(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(TabEngineSeat) self = user_data;
    g_autoptr(GError) error = NULL;
    tab_client_new_game_finish(TAB_CLIENT(source), result, &error);
    if (!succeeded(self, source, error))
        return;
    set_seat_state(self, TAB_SEAT_READY);
    do_next(self);
}

static void tell_rules(TabEngineSeat *self)
{
    self->rules_due = false;
    set_seat_state(self, TAB_SEAT_STARTING);
    g_signal_emit(self, signals[NEW_GAME], 0);
    tab_client_set_sticks(self->client, self->sticks);
    tab_client_new_game_async(self->client, self->rules, NULL, on_rules_told, g_object_ref(self));
}

static void on_seat_started(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(TabEngineSeat) self = user_data;
    g_autoptr(GError) error = NULL;
    tab_client_start_finish(TAB_CLIENT(source), result, &error);
    if (!succeeded(self, source, error))
        return;
    if (!self->config->said_name)
        tab_engine_store_note_name(self->config, tab_client_get_name(self->client));
    if (self->rules)
        tell_rules(self);
    else
        set_seat_state(self, TAB_SEAT_READY);
}

/* A process may also die while nobody asks it anything; the calls in progress report the other
 * deaths. */
static void on_client_state(TabClient *client, gpointer user_data)
{
    TabEngineSeat *self = user_data;
    if (self->state != TAB_SEAT_READY || tab_client_get_state(client) != TAB_CLIENT_CRASHED)
        return;
    fail_seat(self, tab_client_get_error(client));
}

void tab_engine_seat_start(TabEngineSeat *self)
{
    tab_engine_seat_quit(self);
    set_seat_state(self, TAB_SEAT_STARTING);
    if (!self->config) {
        /* Translators: shown in place of the engine's state, after its name. */
        tab_engine_seat_fail(self, _("the program tab-engine was not found"), NULL);
        return;
    }
    self->client = tab_client_new(self->config);
    tab_client_set_level(self->client, self->level);
    g_signal_connect(self->client, "state-changed", G_CALLBACK(on_client_state), self);
    tab_protocol_log_watch(self->log, self->client);
    tab_client_start_async(self->client, NULL, on_seat_started, g_object_ref(self));
}

void tab_engine_seat_quit(TabEngineSeat *self)
{
    drop_seat_client(self);
    g_clear_pointer(&self->fault, g_free);
    g_clear_handle_id(&self->slow, g_source_remove);
    self->state = TAB_SEAT_DOWN;
}

void tab_engine_seat_forget(TabEngineSeat *self)
{
    g_clear_pointer(&self->question, g_free);
    if (tab_engine_seat_is_thinking(self))
        g_cancellable_cancel(self->cancellable);
}

void tab_engine_seat_ask(TabEngineSeat *self, const char *position, const TabLimits *limits,
                         gint64 allowed_ms)
{
    tab_engine_seat_forget(self);
    self->question = g_strdup(position);
    tab_limits_clear(&self->limits);
    tab_limits_copy(&self->limits, limits);
    self->allowed = allowed_ms;
    do_next(self);
}

void tab_engine_seat_new_game(TabEngineSeat *self, const char *rules)
{
    tab_engine_seat_forget(self);
    g_free(self->rules);
    self->rules = g_strdup(rules);
    self->rules_due = true;
    do_next(self);
}

void tab_engine_seat_set_sticks(TabEngineSeat *self, const char *sticks)
{
    g_free(self->sticks);
    self->sticks = g_strdup(sticks);
}

bool tab_engine_seat_is_thinking(TabEngineSeat *self)
{
    return self->cancellable && !g_cancellable_is_cancelled(self->cancellable);
}

void tab_engine_seat_set_engine(TabEngineSeat *self, const TabEngineConfig *config)
{
    tab_engine_seat_quit(self);
    g_clear_pointer(&self->config, tab_engine_config_free);
    self->config = config ? tab_engine_config_copy(config) : NULL;
}

const char *tab_engine_seat_get_name(TabEngineSeat *self)
{
    return self->config ? tab_engine_store_name_of(self->config) : TAB_ENGINE_STORE_OWN;
}

void tab_engine_seat_set_log(TabEngineSeat *self, TabProtocolLog *log)
{
    g_set_object(&self->log, log);
}

TabEngineSeat *tab_engine_seat_new(const TabEngineConfig *config, int level, const char *rules)
{
    TabEngineSeat *self = g_object_new(TAB_TYPE_ENGINE_SEAT, NULL);
    self->rules = g_strdup(rules);
    self->level = level;
    tab_engine_seat_set_engine(self, config);
    return self;
}

static void tab_engine_seat_dispose(GObject *object)
{
    tab_engine_seat_quit(TAB_ENGINE_SEAT(object));
    G_OBJECT_CLASS(tab_engine_seat_parent_class)->dispose(object);
}

static void tab_engine_seat_finalize(GObject *object)
{
    TabEngineSeat *self = TAB_ENGINE_SEAT(object);
    g_clear_pointer(&self->config, tab_engine_config_free);
    g_free(self->rules);
    g_free(self->sticks);
    tab_limits_clear(&self->limits);
    g_object_unref(self->log);
    G_OBJECT_CLASS(tab_engine_seat_parent_class)->finalize(object);
}

static void tab_engine_seat_class_init(TabEngineSeatClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_engine_seat_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_engine_seat_finalize;
    signals[CHANGED] = g_signal_new("changed", TAB_TYPE_ENGINE_SEAT, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    signals[ANSWERED] = g_signal_new("answered", TAB_TYPE_ENGINE_SEAT, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
    signals[NEW_GAME] = g_signal_new("new-game", TAB_TYPE_ENGINE_SEAT, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 0);
    signals[INFO] = g_signal_new("info", TAB_TYPE_ENGINE_SEAT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}

static void tab_engine_seat_init(TabEngineSeat *self)
{
    tab_limits_init(&self->limits);
    self->log = tab_protocol_log_new();
}
