// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the client's calls into ones that wait, by going round its main context.
#include "engine/lab/measuring/sync-client.h"

struct _TabSyncClient {
    const TabEntrant *entrant;
    TabClock clock;
    gint64 allowance_ms; /* for a turn */
    GMainContext *context;
    TabClient *client;
    bool started;         /* once at least */
    GAsyncResult *result; /* of the call that has ended */
    bool answered;        /* the go, with: */
    char *turn;
    gint64 elapsed_us;
    GError *error;
};

TabSyncClient *tab_sync_client_new(const TabEntrant *entrant, const TabSyncClientWaits *waits)
{
    g_return_val_if_fail(!entrant->control.base_ms && !entrant->ponder, NULL);
    TabSyncClient *sync = g_new0(TabSyncClient, 1);
    gint64 margin_ms = entrant->margin_ms >= 0 ? entrant->margin_ms : waits->margin_ms;
    sync->entrant = entrant;
    sync->clock = tab_clock_new(&entrant->control);
    sync->allowance_ms = tab_clock_allowance(&sync->clock, margin_ms, waits->patience_ms);
    sync->context = g_main_context_new();
    g_main_context_push_thread_default(sync->context);
    sync->client = tab_client_new(entrant->config);
    TabClientPatience patience = TAB_CLIENT_PATIENCE_INIT;
    patience.handshake_ms = (guint)MIN(patience.handshake_ms, waits->patience_ms);
    patience.ready_ms = (guint)MIN(patience.ready_ms, waits->patience_ms);
    tab_client_set_patience(sync->client, &patience);
    return sync;
}

/* The end of a call. */
static void on_result(GObject *client, GAsyncResult *result, gpointer data)
{
    TabSyncClient *sync = data;
    sync->result = g_object_ref(result);
}

/* Waits for it; free with g_object_unref. */
static GAsyncResult *wait_for_result(TabSyncClient *sync)
{
    while (!sync->result)
        g_main_context_iteration(sync->context, TRUE);
    return g_steal_pointer(&sync->result);
}

static void on_sync_gone(gpointer data)
{
    *(bool *)data = true;
}

void tab_sync_client_free(TabSyncClient *sync)
{
    if (!sync)
        return;
    bool gone = false;
    tab_client_quit_then(sync->client, on_sync_gone, &gone);
    while (!gone)
        g_main_context_iteration(sync->context, TRUE);
    g_object_unref(sync->client);
    while (g_main_context_iteration(sync->context, FALSE))
        ; /* what the client has left for later */
    g_main_context_pop_thread_default(sync->context);
    g_main_context_unref(sync->context);
    g_free(sync);
}

bool tab_sync_client_begin(TabSyncClient *sync, const char *rules, gint64 seed, GError **error)
{
    if (tab_client_get_state(sync->client) != TAB_CLIENT_READY) {
        tab_client_start_async(sync->client, NULL, on_result, sync);
        g_autoptr(GAsyncResult) started = wait_for_result(sync);
        if (!tab_client_start_finish(sync->client, started, error))
            return false;
        sync->started = true;
    }
    if (!tab_engine_config_get_option(sync->entrant->config, "Seed"))
        tab_client_set_number(sync->client, "Seed", seed);
    tab_client_new_game_async(sync->client, rules, NULL, on_result, sync);
    g_autoptr(GAsyncResult) begun = wait_for_result(sync);
    return tab_client_new_game_finish(sync->client, begun, error);
}

bool tab_sync_client_has_started(const TabSyncClient *sync)
{
    return sync->started;
}

static void on_sync_answer(TabClient *client, const char *turn, gint64 elapsed_us,
                           const GError *error, gpointer data)
{
    TabSyncClient *sync = data;
    sync->turn = g_strdup(turn);
    sync->elapsed_us = elapsed_us;
    sync->error = error ? g_error_copy(error) : NULL;
    sync->answered = true;
}

char *tab_sync_client_turn(TabSyncClient *sync, const char *setpos, const char *throws, bool *late,
                           GError **error)
{
    const TabClock clocks[2] = {sync->clock, sync->clock};
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    tab_clock_limits(clocks, TAB_WHITE, &limits);
    sync->answered = false;
    tab_client_go(sync->client, setpos, throws, &limits,
                  (guint)CLAMP(sync->allowance_ms, 1, G_MAXINT), NULL, NULL, on_sync_answer, sync);
    while (!sync->answered)
        g_main_context_iteration(sync->context, TRUE);
    *late = sync->elapsed_us > sync->allowance_ms * 1000;
    if (sync->error) {
        g_clear_pointer(&sync->turn, g_free);
        g_propagate_error(error, g_steal_pointer(&sync->error));
    }
    return g_steal_pointer(&sync->turn);
}

const char *tab_sync_client_name(const TabSyncClient *sync)
{
    const char *name = sync->entrant->config->name;
    return name ? name : tab_client_get_name(sync->client);
}
