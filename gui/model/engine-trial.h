// SPDX-License-Identifier: GPL-3.0-or-later
// An engine put to the test: does it start, what does it say of itself, how well does it keep the
// protocol.
#pragma once

#include "gui/model/protocol-log.h"
#include "protocol/client/engine-config.h"
#include "protocol/codec/option.h"
#include "protocol/rules/ruleset.h"

/* Signal: "changed" (), whatever is told below.
 *
 * First the handshake, by a client as in a game, with the configured options set; then, if asked
 * for, every point of the norm, by `tab-match conform` as a process of its own. */
#define TAB_TYPE_ENGINE_TRIAL (tab_engine_trial_get_type())
G_DECLARE_FINAL_TYPE(TabEngineTrial, tab_engine_trial, TAB, ENGINE_TRIAL, GObject)

typedef enum {
    TAB_TRIAL_STARTING,   /* handshake */
    TAB_TRIAL_CONFORMING, /* identity known, points being asked */
    TAB_TRIAL_PASSED,     /* all that was asked for is done; points may have failed */
    TAB_TRIAL_FAILED,     /* see `fault`; what is known of the engine stays known */
} TabTrialState;

/* The points so far. */
typedef struct {
    guint asked, of;             /* `of` is 0 until it is known */
    guint held, skipped, failed; /* sum to `asked` */
} TabTrialPoints;

/* Read freely; change through the functions only. */
struct _TabEngineTrial {
    GObject parent;
    TabTrialState state;
    char *fault;     /* what went wrong, as part of a sentence; NULL: nothing yet */
    char *technical; /* the same in the words of the protocol, for who writes engines; or NULL */
    /* From the handshake on; NULL before. */
    char *name, *author;
    GPtrArray *options; /* of TabOption */
    gboolean runs;      /* the handshake was right; what fails then is the test, or points of it */
    char *presets;      /* "Standard (5–29), Walker (9)": with widths; "": it promises none */
    guint handshake_ms; /* from the start to the end of the handshake */
    TabTrialPoints points;
    GPtrArray
        *failures; /* of char *, MAX_FAILURES at most: "12 A line may end in CR LF.", translated */
    TabProtocolLog *log; /* of the handshake, both directions */

    TabEngineConfig *config;
    gboolean conformance;
    TabClient *client;   /* while it runs */
    TabClient *answered; /* whose handshake was right; its process is gone; NULL: none was */
    GCancellable *cancellable;
    gint64 started; /* µs */
    GSubprocess *conform;
    GDataInputStream *lines;
};

/* Starts at once; `config` is copied. */
TabEngineTrial *tab_engine_trial_new(const TabEngineConfig *config, gboolean conformance);
/* Whether the handshake was right and has not promised these rules; FALSE as long as it goes on. */
gboolean tab_engine_trial_lacks(TabEngineTrial *self, const TabRuleset *set);
/* Ends all processes; nothing is emitted any more. */
void tab_engine_trial_cancel(TabEngineTrial *self);
