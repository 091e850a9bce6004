// SPDX-License-Identifier: GPL-3.0-or-later
// An engine put to the test: does it start, what does it say of itself, how well does it keep the
// protocol.
#pragma once

#include "gui/model/protocol-log.h"
#include "protocol/client/engine-config.h"
#include "protocol/codec/option.h"

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
    TAB_TRIAL_FAILED,     /* see get_fault; what is known of the engine stays known */
} TabTrialState;

/* The points so far. */
typedef struct {
    guint asked, of;             /* `of` is 0 until it is known */
    guint held, skipped, failed; /* sum to `asked` */
} TabTrialPoints;

/* Starts at once; `config` is copied. */
TabEngineTrial *tab_engine_trial_new(const TabEngineConfig *config, gboolean conformance);
/* Ends all processes; nothing is emitted any more. */
void tab_engine_trial_cancel(TabEngineTrial *self);

TabTrialState tab_engine_trial_get_state(TabEngineTrial *self);
/* What went wrong. Owned by the trial. */
const char *tab_engine_trial_get_fault(TabEngineTrial *self);

/* From the handshake on; NULL before. All owned by the trial. */
const char *tab_engine_trial_get_name(TabEngineTrial *self);
const char *tab_engine_trial_get_author(TabEngineTrial *self);
GPtrArray *tab_engine_trial_get_options(TabEngineTrial *self); /* of TabOption */
/* "standard 5–29, walker 9": presets with the widths that it plays; "" if it promises none. */
const char *tab_engine_trial_get_presets(TabEngineTrial *self);
/* From start to the end of the handshake. */
guint tab_engine_trial_get_handshake_ms(TabEngineTrial *self);

TabTrialPoints tab_engine_trial_get_points(TabEngineTrial *self);
/* The points that failed: an array of char *, "12 A line may end in CR LF." in the user's language;
 * at most 200. */
const GPtrArray *tab_engine_trial_get_failures(TabEngineTrial *self);
/* The handshake, both directions. */
TabProtocolLog *tab_engine_trial_get_log(TabEngineTrial *self);
