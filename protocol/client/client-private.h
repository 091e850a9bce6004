// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a client, and the steps that its files share.
#pragma once

#include "protocol/client/client.h"
#include "protocol/client/identity.h"
#include "protocol/client/process.h"
#include "protocol/client/wait.h"

G_BEGIN_DECLS

/* What the call in progress waits for. */
typedef enum {
    IDLE,      /* no call */
    HANDSHAKE, /* tepok */
    OPTIONS,   /* readyok behind the options of the configuration */
    NEW_GAME,  /* readyok behind newgame */
    PREPARE,   /* readyok behind setpos and throw */
    THINK,     /* bestmove */
    REFUSED,   /* bestmove, if one is owed: an error came before it */
} Phase;

/* Through it a process tells what it says on its standard error, also when the client has let go of
 * it. */
typedef struct {
    TabClient *client; /* NULL: gone */
} LogDoor;

/* Who is told the end of the call in progress: one of the two. */
typedef struct {
    GTask *task;
    TabClientAnswerFunc answer; /* of a go; holds a reference to the client */
    gpointer data;
} Call;

struct _TabClient {
    GObject parent_instance;
    LogDoor *door;
    TabEngineConfig *config;
    TabClientPatience patience;
    TabClientState state;
    TabProcess *process; /* NULL: none running */
    TabIdentity *identity;
    GError *error; /* why it died */
    char *log;     /* last words of the process before */
    char *shown_name;
    int level; /* in place of the configured strength, -1: none */

    TabClientInfoFunc info_func; /* in place of the signal, may be NULL */
    gpointer info_data;
    gboolean heard; /* by a handler of "line", when it was started */

    gboolean in_call;
    Call call;
    Phase phase;
    TabWait *wait; /* while a process runs */
    gboolean cancelled;
    GError *refusal;   /* the first `error` line since the last wait */
    GPtrArray *queued; /* setoption lines to be sent when the go has answered */

    char *go_line;
    guint go_deadline; /* ms, 0: none */
    gint64 go_sent;    /* monotonic time, µs */
    gint64 elapsed;    /* from then to the answer, µs */
    gboolean stop_wanted, stop_sent;
    /* The last go ended in an error without a bestmove: it may have been refused itself, or its
     * answer may still come. */
    gboolean suspect;
};

void tab_client_set_state(TabClient *self, TabClientState state);
/* Why a call cannot be now; NULL if it can. */
GError *tab_client_call_fault(TabClient *self, gboolean needs_engine);
/* Begins a call, which `call` is told the end of. */
void tab_client_enter_call(TabClient *self, Call call, GCancellable *cancellable);
/* Kills the engine, which ends the call in progress with this error (taken over). */
void tab_client_fail_with(TabClient *self, GError *error);
void tab_client_fail(TabClient *self, TabClientError code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
/* Ends the call well, or with `error`, the engine being ready again; both are taken over. */
void tab_client_complete(TabClient *self, char *answer, GError *error);
GError *tab_client_cancelled_error(void);

/* Queued lines go out with a flush. */
void tab_client_queue_line(TabClient *self, const char *line);
void tab_client_queue_words(TabClient *self, const char *verb, const char *words);
void tab_client_flush(TabClient *self);
void tab_client_send_line(TabClient *self, const char *line);
void tab_client_send_stop(TabClient *self);
/* Asks for a readyok, which is then waited for in this phase. */
void tab_client_ask_ready(TabClient *self, Phase phase);
/* The go goes out with all that is queued. Its clock and deadline start. */
void tab_client_send_go(TabClient *self);

void tab_client_emit_line(TabClient *self, gboolean to_engine, const char *line, gsize length);
void tab_client_emit_info(TabClient *self, const TabInfo *info);

/* Takes in a line that the engine sent; `owner` is the client. */
void tab_client_on_line(gpointer owner, const char *line, gsize length);

G_END_DECLS
