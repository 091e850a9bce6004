// SPDX-License-Identifier: GPL-3.0-or-later
// A client with a fake engine, driven call by call.
#include "tests/client-fixture.h"

#include <string.h>

#include "built-engine.h"

const TabClientPatience client_patience = {.handshake_ms = 3000,
                                           .ready_ms = 1000,
                                           .grace_ms = 150,
                                           .quit_ms = 150,
                                           .burst_lines = 2000,
                                           .burst_bytes = 1 << 20,
                                           .log_bytes = 1 << 20,
                                           .refusal_ms = 50,
                                           .rubbish_ms = 150};

static void on_info(TabClient *client, const TabInfo *info, gpointer data)
{
    ClientTest *test = data;
    test->infos++;
    tab_info_clear(&test->info);
    tab_info_copy(&test->info, info);
}

static void on_state(TabClient *client, gpointer data)
{
    ClientTest *test = data;
    g_string_append_c(test->states, "OSRTC"[tab_client_get_state(client)]);
}

static void on_line(TabClient *client, gboolean to_engine, const char *text, gpointer data)
{
    ClientTest *test = data;
    g_assert_true(g_utf8_validate(text, -1, NULL));
    if (to_engine)
        g_string_append_printf(test->sent, "%s\n", text);
}

/* The fake engine with these switches (one string, split at `|`). */
TabEngineConfig *client_fake_config(const char *switches)
{
    g_autofree char *command =
        g_strconcat("tests/fake-engine", switches ? "|" : NULL, switches, NULL);
    return built_engine(command);
}

void client_set_up_config(ClientTest *test, const TabEngineConfig *config)
{
    *test = (ClientTest){.client = tab_client_new(config)};
    test->states = g_string_new(NULL);
    test->sent = g_string_new(NULL);
    tab_client_set_patience(test->client, &client_patience);
    g_signal_connect(test->client, "state-changed", G_CALLBACK(on_state), test);
    g_signal_connect(test->client, "line", G_CALLBACK(on_line), test);
}

void client_set_up(ClientTest *test, const char *switches)
{
    g_autoptr(TabEngineConfig) config = client_fake_config(switches);
    client_set_up_config(test, config);
}

static gboolean on_time_out(gpointer data)
{
    g_error("the call did not end");
    return G_SOURCE_REMOVE;
}

/* Runs the loop until the call is done. */
void client_wait_done(ClientTest *test)
{
    guint guard = g_timeout_add_seconds(20, on_time_out, NULL);
    while (!test->done)
        g_main_context_iteration(NULL, TRUE);
    g_source_remove(guard);
    test->done = FALSE;
}

static gboolean on_slept(gpointer data)
{
    *(gboolean *)data = TRUE;
    return G_SOURCE_REMOVE;
}

void client_run_loop(guint ms)
{
    gboolean done = FALSE;
    g_timeout_add(ms, on_slept, &done);
    while (!done)
        g_main_context_iteration(NULL, TRUE);
}

void client_on_gone(gpointer data)
{
    ClientTest *test = data;
    test->done = TRUE;
}

void client_free_results(ClientTest *test)
{
    g_clear_error(&test->error);
    g_free(test->answer);
    tab_info_clear(&test->info);
    g_string_free(test->states, TRUE);
    g_string_free(test->sent, TRUE);
}

void client_tear_down(ClientTest *test)
{
    tab_client_quit_then(test->client, client_on_gone, test);
    client_wait_done(test);
    g_assert_cmpint(tab_client_get_state(test->client), ==, TAB_CLIENT_STOPPED);
    g_signal_handlers_disconnect_by_data(test->client, test);
    g_assert_finalize_object(test->client);
    client_free_results(test);
}

void client_on_started(GObject *object, GAsyncResult *result, gpointer data)
{
    ClientTest *test = data;
    g_clear_error(&test->error);
    gboolean ok = tab_client_start_finish(TAB_CLIENT(object), result, &test->error);
    g_assert_cmpint(ok, ==, test->error == NULL);
    test->done = TRUE;
}

void client_start(ClientTest *test)
{
    tab_client_start_async(test->client, NULL, client_on_started, test);
    client_wait_done(test);
}

void client_start_well(ClientTest *test, const char *switches)
{
    client_set_up(test, switches);
    client_start(test);
    g_assert_no_error(test->error);
    g_assert_cmpint(tab_client_get_state(test->client), ==, TAB_CLIENT_READY);
}

void client_on_new_game(GObject *object, GAsyncResult *result, gpointer data)
{
    ClientTest *test = data;
    g_clear_error(&test->error);
    tab_client_new_game_finish(TAB_CLIENT(object), result, &test->error);
    test->done = TRUE;
}

void client_new_game(ClientTest *test)
{
    tab_client_new_game_async(test->client, "walker", NULL, client_on_new_game, test);
    client_wait_done(test);
}

void client_on_answer(GObject *object, GAsyncResult *result, gpointer data)
{
    ClientTest *test = data;
    g_clear_error(&test->error);
    g_free(test->answer);
    test->answer = tab_client_go_finish(TAB_CLIENT(object), result, &test->elapsed, &test->error);
    g_assert_cmpint(test->answer != NULL, ==, test->error == NULL);
    test->done = TRUE;
}

void client_begin_go(ClientTest *test, const TabLimits *limits, guint deadline,
                     GCancellable *cancellable)
{
    tab_client_go_async(test->client, "start", "1 4 2", limits, deadline, cancellable, on_info,
                        client_on_answer, test);
}

void client_go(ClientTest *test, guint deadline)
{
    client_begin_go(test, &(TabLimits)TAB_LIMITS_INIT, deadline, NULL);
    client_wait_done(test);
}

/* The last call failed so; `word` stands in the message. */
void client_assert_failed(ClientTest *test, TabClientError code, const char *word)
{
    g_assert_error(test->error, TAB_CLIENT_ERROR, (int)code);
    g_assert_nonnull(strstr(test->error->message, word));
    g_assert_false(g_str_has_prefix(test->error->message, tab_client_get_label(test->client)));
    if (code != TAB_CLIENT_ERROR_REFUSED && code != TAB_CLIENT_ERROR_BUSY) {
        g_assert_cmpint(tab_client_get_state(test->client), ==, TAB_CLIENT_CRASHED);
        g_assert_error(tab_client_get_error(test->client), TAB_CLIENT_ERROR, (int)code);
    }
}
