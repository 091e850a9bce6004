// SPDX-License-Identifier: GPL-3.0-or-later
// A running engine seen from outside: start, handshake, options, positions, thinking, death; never trusted.
#pragma once

#include <gio/gio.h>

#include "protocol/client/engine-config.h"
#include "protocol/codec/info.h"
#include "protocol/codec/limits.h"

G_BEGIN_DECLS

/* Everything here belongs to the thread of one GLib main context; nothing blocks. Each wait has a
 * deadline, each line and queue a limit; an engine that breaks one is killed with its process group and the
 * call in progress ends with an error of this domain. */
#define TAB_CLIENT_ERROR (tab_client_error_quark())
GQuark tab_client_error_quark(void);
typedef enum {
    TAB_CLIENT_ERROR_START,   /* the program cannot be started */
    TAB_CLIENT_ERROR_CRASHED, /* the process ended or closed a pipe */
    TAB_CLIENT_ERROR_SILENT,  /* no answer before the deadline */
    TAB_CLIENT_ERROR_FLOOD,   /* a line too long, or more output than allowed */
    TAB_CLIENT_ERROR_BROKEN,  /* an answer that the protocol does not allow here */
    TAB_CLIENT_ERROR_REFUSED, /* the engine answered `error …` */
    TAB_CLIENT_ERROR_BUSY,    /* another call is in progress */
} TabClientError;

typedef enum {
    TAB_CLIENT_STOPPED,  /* not started, or ended */
    TAB_CLIENT_STARTING, /* handshake in progress */
    TAB_CLIENT_READY,
    TAB_CLIENT_THINKING,
    TAB_CLIENT_CRASHED, /* died or was killed for bad behaviour; may be started again */
} TabClientState;

#define TAB_TYPE_CLIENT (tab_client_get_type())
G_DECLARE_FINAL_TYPE(TabClient, tab_client, TAB, CLIENT, GObject)

/* Signals: "state-changed" (); "info" (const TabInfo *) for every `info` line of a running go;
 * "line" (gboolean to_engine, const char *text) for every line in either direction. */

/* `config` is copied. */
TabClient *tab_client_new(const TabEngineConfig *config);

/* Spawns the process, does the handshake and sets the options of the configuration. */
void tab_client_start_async(TabClient *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                            gpointer user_data);
gboolean tab_client_start_finish(TabClient *self, GAsyncResult *result, GError **error);

/* Sends `newgame <rules>` and waits for readyok; an `error` in between is TAB_CLIENT_ERROR_REFUSED. */
void tab_client_new_game_async(TabClient *self, const char *rules, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
gboolean tab_client_new_game_finish(TabClient *self, GAsyncResult *result, GError **error);

/* Sends `setpos <setpos>`, then `throw <throws>` unless `throws` is NULL, then `go` with `limits`, and waits for
 * bestmove until `deadline_ms` from now (0: no deadline, for infinite). When it passes, `stop` is sent once
 * and a grace of two seconds given; then the engine is killed as silent. Cancelling sends `stop` and still waits
 * for the bestmove (with the grace), so that the engine stays usable. */
void tab_client_go_async(TabClient *self, const char *setpos, const char *throws,
                         const TabLimits *limits, guint deadline_ms, GCancellable *cancellable,
                         GAsyncReadyCallback callback, gpointer user_data);
/* The text behind `bestmove`; free with g_free. `elapsed_us`, if not NULL, gets the time from `go` to the answer. */
char *tab_client_go_finish(TabClient *self, GAsyncResult *result, gint64 *elapsed_us, GError **error);

/* Sets one option at once (an engine's refusal is reported by the next call that waits). */
void tab_client_set_option(TabClient *self, const char *name, const char *value);

/* Sends `stop`: a running go answers now. Nothing when idle. */
void tab_client_stop(TabClient *self);

/* Sends `quit`, waits up to 500 ms, kills the process group. Returns at once; the object may be dropped. */
void tab_client_quit(TabClient *self);

TabClientState tab_client_get_state(TabClient *self);
/* From the handshake; the configuration's name before it. Owned by the client. */
const char *tab_client_get_name(TabClient *self);
const char *tab_client_get_author(TabClient *self);
/* GPtrArray of TabOption, as declared; owned by the client. */
GPtrArray *tab_client_get_options(TabClient *self);
/* Whether the handshake's `rules` lines promise to play this preset with so many columns; `any_switch`: the
 * rules string changes a switch other than columns and pieces. */
gboolean tab_client_plays(TabClient *self, const char *preset, guint columns, gboolean any_switch);
/* Why it died, or NULL. Owned by the client. */
const GError *tab_client_get_error(TabClient *self);

G_END_DECLS
