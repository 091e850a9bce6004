// SPDX-License-Identifier: GPL-3.0-or-later
// A running engine seen from outside, never trusted: start, options, positions, thinking, death.
#pragma once

#include <gio/gio.h>

#include "protocol/client/engine-config.h"
#include "protocol/client/error.h"
#include "protocol/codec/eval-term.h"
#include "protocol/codec/info.h"
#include "protocol/codec/limits.h"
#include "protocol/codec/option.h"

/* A client belongs to one thread and its thread-default GLib main context; nothing blocks, nothing
 * is shared with clients of other threads. On Linux engines die with the thread that started them:
 * it must live, and its loop go round, until they have ended (tab_client_quit_then). Each wait has
 * a deadline, each line and queue a limit; an engine that breaks one is killed with all that
 * it has started, and the call in progress ends with an error of TAB_CLIENT_ERROR. One call (start,
 * new_game, go, eval) at a time. A call holds a reference to its client until it ends;
 * tab_client_quit ends it. */
typedef enum {
    TAB_CLIENT_STOPPED,  /* not started, or ended */
    TAB_CLIENT_STARTING, /* handshake in progress */
    TAB_CLIENT_READY,
    TAB_CLIENT_THINKING,
    TAB_CLIENT_CRASHED, /* died or was killed for bad behaviour; may be started again */
} TabClientState;

#define TAB_TYPE_CLIENT (tab_client_get_type())
G_DECLARE_FINAL_TYPE(TabClient, tab_client, TAB, CLIENT, GObject)

/* Signals: "state-changed" (), but not between READY and THINKING: all signals of all threads share
 * one lock of GLib, at which threads with instant engines would stand in line; its handlers may
 * call the client. "line" (gboolean to_engine, const char *text) for every line in either
 * direction, as valid UTF-8 (a handler that is connected later hears them from the next start on);
 * "log" (const char *text) for what the engine writes to its standard error: whole lines, each
 * ended by LF, as valid UTF-8, of all its processes and to their very end, as long as the client
 * lives and the main loop runs. When it writes more than TabClientPatience allows, a line "[<n>
 * bytes left out]" stands for the rest. The handlers of "line" and "log" only look. */

/* `config` is copied. */
TabClient *tab_client_new(const TabEngineConfig *config);

/* How long an engine is waited for and how much it may say. The defaults suit people and matches;
 * tests shorten them. An engine owes `tepok` before it has set anything up, but its program and
 * interpreter may come from a cold disk; before `readyok` it allocates its memory and reads its
 * network and tables, which may be gigabytes on a disk of 100 MB/s, on a machine that does other
 * things, too. No clock runs meanwhile, so patience costs little: a mute engine is told later. */
typedef struct {
    guint handshake_ms; /* from `tep` to `tepok`: 30 000 */
    guint ready_ms;     /* from `isready` to `readyok`: 60 000 */
    guint grace_ms;     /* from `stop` at a passed deadline to `bestmove`: 2 000 */
    guint quit_ms;      /* from `quit` to the end of the process: 500 */
    guint burst_lines;  /* lines within a call: 20 000; a tenth is granted anew each second */
    gsize burst_bytes;  /* likewise: 8 MiB */
    gsize log_bytes;    /* of standard error at once: 1 MiB; a tenth is granted anew each second */
    guint refusal_ms;   /* from the `stop` after an `error` to the bestmove still owed: 200 */
    guint rubbish_ms;   /* from what is no word of the protocol to the first that is one: 1 500 */
} TabClientPatience;
#define TAB_CLIENT_PATIENCE_INIT                                                                   \
    {                                                                                              \
        30000, 60000, 2000, 500, 20000, 8 << 20, 1 << 20, 200, 1500                                \
    }
/* Holds from the next wait on, the bursts from the next start. */
void tab_client_set_patience(TabClient *self, const TabClientPatience *patience);

/* Spawns the process, does the handshake and sets the options of the configuration, which must be
 * declared and allow their values (else REFUSED). Fails with BUSY if it runs already. An engine
 * that fails here is killed. Cancelling kills it too. */
void tab_client_start_async(TabClient *self, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data);
gboolean tab_client_start_finish(TabClient *self, GAsyncResult *result, GError **error);

/* Sends `newgame <rules>`, and the sticks where they were set, and waits for readyok; an `error` in
 * between is TAB_CLIENT_ERROR_REFUSED. Cancelling still waits for the readyok, so that the engine
 * stays usable. */
void tab_client_new_game_async(TabClient *self, const char *rules, GCancellable *cancellable,
                               GAsyncReadyCallback callback, gpointer user_data);
gboolean tab_client_new_game_finish(TabClient *self, GAsyncResult *result, GError **error);

/* Hears every `info` line of a go; `data` is that of the go. May call the client. */
typedef void (*TabClientInfoFunc)(TabClient *self, const TabInfo *info, gpointer data);

/* Sends `setpos <setpos>`, `throw <throws>` unless `throws` is NULL, and `go` with `limits` in one
 * write, and waits for bestmove until `deadline_ms` from then (0: no deadline, for infinite). When
 * it passes, `stop` is sent once and a grace of two seconds given; then the engine is killed as
 * silent. Cancelling sends `stop` and still waits for the bestmove (with the grace), so that the
 * engine stays usable, and ends in G_IO_ERROR_CANCELLED; a call that is cancelled beforehand sends
 * nothing.
 *
 * An `error` line before the bestmove means that one of the three was refused, and ends in
 * TAB_CLIENT_ERROR_REFUSED. As the go may have been accepted all the same, `stop` is sent and its
 * bestmove waited for, for a moment. If none comes, the next call makes sure that the engine is
 * idle (by a readyok between position and go), and a late bestmove is thrown away. `info`: who
 * hears its infos, NULL: nobody. */
void tab_client_go_async(TabClient *self, const char *setpos, const char *throws,
                         const TabLimits *limits, guint deadline_ms, GCancellable *cancellable,
                         TabClientInfoFunc info, GAsyncReadyCallback callback, gpointer user_data);
/* The text behind `bestmove`, one word of printable ASCII; free with g_free. `elapsed_us`, if not
 * NULL, gets the time from just before these lines were written to the answer, also after an error.
 */
char *tab_client_go_finish(TabClient *self, GAsyncResult *result, gint64 *elapsed_us,
                           GError **error);

/* The same, for those who have so many turns to play that a GTask for each would be felt. The call
 * back gets the turn or an error (both only lent) and the same time; never before this returns. */
typedef void (*TabClientAnswerFunc)(TabClient *self, const char *turn, gint64 elapsed_us,
                                    const GError *error, gpointer data);
void tab_client_go(TabClient *self, const char *setpos, const char *throws, const TabLimits *limits,
                   guint deadline_ms, GCancellable *cancellable, TabClientInfoFunc info,
                   TabClientAnswerFunc answer, gpointer data);

/* Sends `setpos <setpos>` and `eval`, and waits for a readyok behind them. Cancelling still waits
 * for the readyok, so that the engine stays usable. */
void tab_client_eval_async(TabClient *self, const char *setpos, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data);
/* What was answered: an engine without terms gives none. An `error` before the readyok, as by an
 * engine that knows no `eval`, is TAB_CLIENT_ERROR_REFUSED. Free with tab_eval_answer_free. */
TabEvalAnswer *tab_client_eval_finish(TabClient *self, GAsyncResult *result, GError **error);

/* Sets one option at once, or as soon as a running go has answered (an engine's refusal is reported
 * by the next call that waits). A later start sets it again. `value` NULL presses a button of an
 * engine that runs. */
void tab_client_set_option(TabClient *self, const char *name, const char *value);
/* The same of an option of whole numbers, with the number of its range that is nearest; nothing if
 * the engine has not declared such a one. */
void tab_client_set_number(TabClient *self, const char *name, gint64 number);

/* The strength to ask for, from the next start on: 0 … 10, -1 (at first): as configured. It is set
 * before the options of the configuration, in place of `Level` and `Elo` among them: as the one set
 * last holds, a choice of evaluation that was made for this engine still does. An engine that does
 * not declare `Level`, or not this one, plays as configured. */
void tab_client_set_level(TabClient *self, int level);

/* The sticks of its games (`text` as in a record, NULL: fair), from the next newgame on: an engine
 * that has the option is told of them behind that, as its rules judge them. */
void tab_client_set_sticks(TabClient *self, const char *text);

/* Sends `stop`: a running go answers now. Nothing when idle. */
void tab_client_stop(TabClient *self);

/* Sends `quit`, waits up to 500 ms, kills it with all that it has started. Returns at once; the
 * object may be dropped or started again. A call in progress ends with G_IO_ERROR_CANCELLED. */
void tab_client_quit(TabClient *self);
/* The same, for a place that holds a client or NULL: lets go of it first, so that whoever is called
 * back with the end of a call finds NULL there. */
void tab_client_drop(TabClient **client);
/* The same, and calls `gone` when the process is gone (at once if there is none): for programs that
 * are about to leave their main loop. */
void tab_client_quit_then(TabClient *self, void (*gone)(gpointer data), gpointer data);

TabClientState tab_client_get_state(TabClient *self);
/* From the handshake; the configuration's name before it. Owned by the client. */
const char *tab_client_get_name(TabClient *self);
/* The name by which it is called in messages: the configuration's, else its own, else its file's.
 * Owned by the client. */
const char *tab_client_get_label(TabClient *self);
const char *tab_client_get_author(TabClient *self);
/* GPtrArray of TabOption, as declared; owned by the client. */
GPtrArray *tab_client_get_options(TabClient *self);
/* The one of this name, NULL if it has not been declared. */
const TabOption *tab_client_find_option(TabClient *self, const char *name);
/* Whether the handshake's `rules` lines promise to play this preset with so many columns;
 * `any_switch`: the rules string changes a switch other than columns and pieces. */
gboolean tab_client_plays(TabClient *self, const char *preset, guint columns, gboolean any_switch);
/* tab_identity_quote_rules() of the handshake. */
char *tab_client_quote_rules(TabClient *self);
/* Why it died, or NULL. Owned by the client. */
const GError *tab_client_get_error(TabClient *self);
/* The last lines of its standard error (at most 16 KiB), of the last process if it is dead; free
 * with g_free. */
char *tab_client_dup_log(TabClient *self);
