// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that plays games out from the position on the board, batch by batch, paused and gone on
// with as a person wishes; the game's record keeps what they come to.
#pragma once

#include "gui/model/game-session.h"
#include "gui/model/position-rollout.h"

/* When it is enough: so many games from each turn, or every error so small; and what is played. */
typedef struct {
    guint games;
    double error;   /* 0–1; 0: never small enough */
    guint truncate; /* turns after which a game is cut off; 0: none is */
    guint turns;    /* the best ones, 1 … TAB_ROLLOUT_MOST_TURNS */
} TabRolloutSettings;

typedef enum {
    TAB_ROLLOUT_RESTS,
    TAB_ROLLOUT_LOOKS, /* for the best turns */
    TAB_ROLLOUT_PLAYS,
} TabRolloutState;

/* Signal: "changed" (), anything below, at most ten times a second.
 *
 * It runs an engine of its own, and only while games are played. If the board becomes another one
 * they are paused. What has been played stays in the record by position, so it is there again when
 * that position is.
 *
 * An engine without the option `Seed` may play the same games in each batch, so its batches cannot
 * be added: it is asked for all games at once, and what they come to takes the place of what was
 * known. */
#define TAB_TYPE_ROLLOUT_RUN (tab_rollout_run_get_type())
G_DECLARE_FINAL_TYPE(TabRolloutRun, tab_rollout_run, TAB, ROLLOUT_RUN, GObject)

typedef struct _TabRolloutBatch TabRolloutBatch;

/* Read freely; change through the functions only. */
struct _TabRolloutRun {
    GObject parent;
    TabRolloutState state;
    TabPositionRollout *rollout; /* of the position on the board; NULL: there is none */
    char *position;              /* on the board, five fields; NULL: nothing can be rolled out */
    char *fault;                 /* why it did not go on, in words; NULL: nothing is wrong */

    TabGameSession *session;
    TabEngineSeat *seat;
    TabSituation situation; /* that of `position` */
    TabRolloutSettings settings;
    guint64 seed; /* of rollouts that begin */
    gboolean waiting;
    gboolean unkept;        /* the record lacks what was played last */
    gint64 kept;            /* when the record was told last */
    guint64 goal;           /* games from each turn */
    gboolean beyond;        /* it goes on although it was enough */
    TabRolloutBatch *batch; /* what the engine has said of the one that it plays */
    guint changed;          /* source of the next signal, 0: none due */
};

/* `log` hears the engine; NULL: one of its own does. */
TabRolloutRun *tab_rollout_run_new(TabProtocolLog *log);
/* The game to follow (a reference is taken); NULL: none. */
void tab_rollout_run_set_session(TabRolloutRun *self, TabGameSession *session);
/* While it waits (TRUE) it goes on with what it does, whatever the game does. */
void tab_rollout_run_set_waiting(TabRolloutRun *self, gboolean waiting);
/* The engine to ask from now on (copied; NULL: none). Another one than before pauses. */
void tab_rollout_run_set_engine(TabRolloutRun *self, const TabEngineConfig *engine);
/* They hold from the next batch on; `truncate` and `turns` for the next rollout that begins. */
void tab_rollout_run_set_settings(TabRolloutRun *self, const TabRolloutSettings *settings);

/* Whether start() would go on with what there is; if not, it begins anew: nothing is there, or
 * another engine has played it, or games that were cut off otherwise. */
gboolean tab_rollout_run_would_go_on(TabRolloutRun *self);
/* Whether there are as many games as the settings want, or errors as small. */
gboolean tab_rollout_run_is_enough(TabRolloutRun *self);
/* Begins, or goes on until that is enough; if it is already, with as many games again.
 * What is replaced stays in the record until the first games of the new ones are played. */
void tab_rollout_run_start(TabRolloutRun *self);
/* Stops the engine; games of a batch that is not whole are played again later. */
void tab_rollout_run_pause(TabRolloutRun *self);
/* Takes the rollout of this position out of the game. */
void tab_rollout_run_discard(TabRolloutRun *self);
/* Leaves a turn out of what is still played, or takes it in again. */
void tab_rollout_run_set_resting(TabRolloutRun *self, guint turn, gboolean resting);

/* The plays of a turn of the rollout, of TabPlay; NULL: it is the position itself. Free with
 * g_array_unref. */
GArray *tab_rollout_run_list_plays(TabRolloutRun *self, guint turn);
