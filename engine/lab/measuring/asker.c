// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the client's calls into ones that wait, by going round its main context.
#include "engine/lab/measuring/asker.h"

struct _TabAsker {
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

TabAsker *tab_asker_new(const TabEntrant *entrant, const TabAskerWaits *waits)
{
    g_return_val_if_fail(!entrant->control.base_ms && !entrant->ponder, NULL);
    TabAsker *asker = g_new0(TabAsker, 1);
    gint64 margin_ms = entrant->margin_ms >= 0 ? entrant->margin_ms : waits->margin_ms;
    asker->entrant = entrant;
    asker->clock = tab_clock_new(&entrant->control);
    asker->allowance_ms = tab_clock_allowance(&asker->clock, margin_ms, waits->patience_ms);
    asker->context = g_main_context_new();
    g_main_context_push_thread_default(asker->context);
    asker->client = tab_client_new(entrant->config);
    TabClientPatience patience = TAB_CLIENT_PATIENCE_INIT;
    patience.handshake_ms = (guint)MIN(patience.handshake_ms, waits->patience_ms);
    patience.ready_ms = (guint)MIN(patience.ready_ms, waits->patience_ms);
    tab_client_set_patience(asker->client, &patience);
    return asker;
}

/* Waits for the end of a call; takes its error. */
static bool wait_for(TabAsker *asker, GError **error)
{
    while (!asker->done)
        g_main_context_iteration(asker->context, TRUE);
    if (!asker->error)
        return true;
    g_propagate_error(error, g_steal_pointer(&asker->error));
    return false;
}

static void on_quit(GObject *source, GAsyncResult *result, gpointer data)
{
    TabAsker *asker = data;
    tab_client_quit_finish(TAB_CLIENT(source), result, NULL);
    asker->done = true;
}

void tab_asker_free(TabAsker *asker)
{
    if (!asker)
        return;
    asker->done = false;
    tab_client_quit_async(asker->client, on_quit, asker);
    wait_for(asker, NULL);
    g_object_unref(asker->client);
    while (g_main_context_iteration(asker->context, FALSE))
        ; /* what the client has left for later */
    g_main_context_pop_thread_default(asker->context);
    g_main_context_unref(asker->context);
    g_free(asker);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    TabAsker *asker = data;
    tab_client_start_finish(TAB_CLIENT(source), result, &asker->error);
    asker->done = true;
}

static void on_new_game(GObject *source, GAsyncResult *result, gpointer data)
{
    TabAsker *asker = data;
    tab_client_new_game_finish(TAB_CLIENT(source), result, &asker->error);
    asker->done = true;
}

static void set_seed(TabAsker *asker, gint64 seed)
{
    const TabOption *option = tab_option_find(tab_client_get_options(asker->client), "Seed");
    if (!option || option->type != TAB_OPTION_SPIN ||
        tab_engine_config_get_option(asker->entrant->config, "Seed"))
        return;
    g_autofree char *text =
        g_strdup_printf("%" G_GINT64_FORMAT, CLAMP(seed, option->min, option->max));
    tab_client_set_option(asker->client, option->name, text);
}

bool tab_asker_begin(TabAsker *asker, const char *rules, gint64 seed, GError **error)
{
    if (tab_client_get_state(asker->client) != TAB_CLIENT_READY) {
        asker->done = false;
        tab_client_start_async(asker->client, NULL, on_started, asker);
        if (!wait_for(asker, error))
            return false;
        asker->started = true;
    }
    set_seed(asker, seed);
    asker->done = false;
    tab_client_new_game_async(asker->client, rules, NULL, on_new_game, asker);
    return wait_for(asker, error);
}

bool tab_asker_has_started(const TabAsker *asker)
{
    return asker->started;
}

static void on_answer(TabClient *client, const char *turn, gint64 elapsed_us, const GError *error,
                      gpointer data)
{
    TabAsker *asker = data;
    asker->turn = g_strdup(turn);
    asker->elapsed_us = elapsed_us;
    asker->error = error ? g_error_copy(error) : NULL;
    asker->done = true;
}

char *tab_asker_turn(TabAsker *asker, const char *setpos, const char *throws, bool *late,
                     GError **error)
{
    const TabClock clocks[2] = {asker->clock, asker->clock};
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    tab_clock_limits(clocks, TAB_WHITE, &limits);
    asker->done = false;
    tab_client_go(asker->client, setpos, throws, &limits,
                  (guint)CLAMP(asker->allowance_ms, 1, G_MAXINT), NULL, on_answer, asker);
    bool answered = wait_for(asker, error);
    *late = asker->elapsed_us > asker->allowance_ms * 1000;
    char *turn = g_steal_pointer(&asker->turn);
    if (!answered)
        g_clear_pointer(&turn, g_free);
    return turn;
}

const char *tab_asker_name(const TabAsker *asker)
{
    const char *name = asker->entrant->config->name;
    return name ? name : tab_client_get_name(asker->client);
}
