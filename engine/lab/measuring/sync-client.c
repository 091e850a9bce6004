// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the client's calls into ones that wait, by going round its main context.
#include "engine/lab/measuring/sync-client.h"

struct _TabSyncClient {
    const TabEntrant *entrant;
    TabClock clock;
    gint64 allowance_ms; /* for a turn */
    GMainContext *context;
    TabClient *client;
    bool started; /* once at least */
    bool done;    /* the call has ended, with: */
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

/* Waits for the end of a call; takes its error. */
static bool wait_for(TabSyncClient *sync, GError **error)
{
    while (!sync->done)
        g_main_context_iteration(sync->context, TRUE);
    if (!sync->error)
        return true;
    g_propagate_error(error, g_steal_pointer(&sync->error));
    return false;
}

static void on_quit(GObject *source, GAsyncResult *result, gpointer data)
{
    TabSyncClient *sync = data;
    tab_client_quit_finish(TAB_CLIENT(source), result, NULL);
    sync->done = true;
}

void tab_sync_client_free(TabSyncClient *sync)
{
    if (!sync)
        return;
    sync->done = false;
    tab_client_quit_async(sync->client, on_quit, sync);
    wait_for(sync, NULL);
    g_object_unref(sync->client);
    while (g_main_context_iteration(sync->context, FALSE))
        ; /* what the client has left for later */
    g_main_context_pop_thread_default(sync->context);
    g_main_context_unref(sync->context);
    g_free(sync);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    TabSyncClient *sync = data;
    tab_client_start_finish(TAB_CLIENT(source), result, &sync->error);
    sync->done = true;
}

static void on_new_game(GObject *source, GAsyncResult *result, gpointer data)
{
    TabSyncClient *sync = data;
    tab_client_new_game_finish(TAB_CLIENT(source), result, &sync->error);
    sync->done = true;
}

static void set_seed(TabSyncClient *sync, gint64 seed)
{
    const TabOption *option = tab_client_find_option(sync->client, "Seed");
    if (!option || option->type != TAB_OPTION_SPIN ||
        tab_engine_config_get_option(sync->entrant->config, "Seed"))
        return;
    g_autofree char *text =
        g_strdup_printf("%" G_GINT64_FORMAT, CLAMP(seed, option->min, option->max));
    tab_client_set_option(sync->client, option->name, text);
}

bool tab_sync_client_begin(TabSyncClient *sync, const char *rules, gint64 seed, GError **error)
{
    if (tab_client_get_state(sync->client) != TAB_CLIENT_READY) {
        sync->done = false;
        tab_client_start_async(sync->client, NULL, on_started, sync);
        if (!wait_for(sync, error))
            return false;
        sync->started = true;
    }
    set_seed(sync, seed);
    sync->done = false;
    tab_client_new_game_async(sync->client, rules, NULL, on_new_game, sync);
    return wait_for(sync, error);
}

bool tab_sync_client_has_started(const TabSyncClient *sync)
{
    return sync->started;
}

static void on_answer(TabClient *client, const char *turn, gint64 elapsed_us, const GError *error,
                      gpointer data)
{
    TabSyncClient *sync = data;
    sync->turn = g_strdup(turn);
    sync->elapsed_us = elapsed_us;
    sync->error = error ? g_error_copy(error) : NULL;
    sync->done = true;
}

char *tab_sync_client_turn(TabSyncClient *sync, const char *setpos, const char *throws, bool *late,
                           GError **error)
{
    const TabClock clocks[2] = {sync->clock, sync->clock};
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    tab_clock_limits(clocks, TAB_WHITE, &limits);
    sync->done = false;
    tab_client_go(sync->client, setpos, throws, &limits,
                  (guint)CLAMP(sync->allowance_ms, 1, G_MAXINT), NULL, on_answer, sync);
    bool answered = wait_for(sync, error);
    *late = sync->elapsed_us > sync->allowance_ms * 1000;
    char *turn = g_steal_pointer(&sync->turn);
    if (!answered)
        g_clear_pointer(&turn, g_free);
    return turn;
}

const char *tab_sync_client_name(const TabSyncClient *sync)
{
    const char *name = sync->entrant->config->name;
    return name ? name : tab_client_get_name(sync->client);
}
