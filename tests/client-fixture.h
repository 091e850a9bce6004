// SPDX-License-Identifier: GPL-3.0-or-later
// A client with a fake engine, driven call by call, for the tests of the client.
#pragma once

#include "protocol/client/client.h"

/* One client under test; every wait of the client is short. */
typedef struct {
    TabClient *client;
    GError *error;  /* of the last call */
    char *answer;   /* of the last go */
    gint64 elapsed; /* µs */
    gboolean done;
    guint infos;
    TabInfo info;    /* the last */
    GString *states; /* a letter for each state entered */
    GString *sent;   /* lines to the engine */
} ClientTest;

extern const TabClientPatience client_patience;

/* The fake engine with these switches (one string, split at `|`). Free with tab_engine_config_free.
 */
TabEngineConfig *client_fake_config(const char *switches);
void client_set_up_config(ClientTest *test, const TabEngineConfig *config);
void client_set_up(ClientTest *test, const char *switches);
/* Runs the loop until the call is done; aborts after 20 s. */
void client_wait_done(ClientTest *test);
void client_run_loop(guint ms);
void client_on_gone(gpointer data);
void client_free_results(ClientTest *test);
void client_tear_down(ClientTest *test);
void client_on_started(GObject *object, GAsyncResult *result, gpointer data);
/* A call and its end; the result is in `test`. client_start_well: set up too, and it must be ready.
 */
void client_start(ClientTest *test);
void client_start_well(ClientTest *test, const char *switches);
void client_on_new_game(GObject *object, GAsyncResult *result, gpointer data);
void client_new_game(ClientTest *test);
void client_on_answer(GObject *object, GAsyncResult *result, gpointer data);
void client_begin_go(ClientTest *test, const TabLimits *limits, guint deadline,
                     GCancellable *cancellable);
void client_go(ClientTest *test, guint deadline);
/* The last call failed so; `word` stands in the message. */
void client_assert_failed(ClientTest *test, TabClientError code, const char *word);
