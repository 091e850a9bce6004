// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that thinks along with a game: the best turns of the position on the board, as they
// become known.
#pragma once

#include "gui/model/game-session.h"
#include "protocol/codec/info.h"

#define TAB_ANALYSIS_LINES 5      /* best turns asked for at most */
#define TAB_ANALYSIS_TIME_MS 8000 /* a position is thought about so long, then the engine rests */

/* Signal: "changed" (), state or lines, at most ten times a second.
 *
 * It runs an engine of its own, which has nothing to do with those that play, and asks it about the
 * turn on the board: with all its throws the best turns, before that the chance to win alone. An
 * engine that crashes, floods or is silent is down until it is started again. */
#define TAB_TYPE_ANALYSIS_LIVE (tab_analysis_live_get_type())
G_DECLARE_FINAL_TYPE(TabAnalysisLive, tab_analysis_live, TAB, ANALYSIS_LIVE, GObject)

/* A turn, or, without a complete hand, the position. */
typedef struct {
    double win;         /* chance of the side to move, 0–1; NAN: not said */
    gint64 depth;       /* 0: not said */
    int level;          /* TabInfoLevel, -1: not said */
    char *turn;         /* NULL: none (the throws are not complete) */
    GArray *plays;      /* of TabPlay */
    TabPosition before; /* the board before the first of them */
} TabAnalysisLine;

/* Read freely; change through the functions only. */
struct _TabAnalysisLive {
    GObject parent;
    TabGameSession *session;
    TabEngineSeat *seat; /* of the engine; ready: it rests, having said all it will say */
    TabAnalysisLine line[TAB_ANALYSIS_LINES]; /* best first */
    guint n;                                  /* of them */
    gint64 nps;                               /* nodes a second, 0: not known */
    char *said;   /* lines that the engine last told in words (`info string`), NULL: none */
    guint n_said; /* of these lines, while no others came */

    gboolean active;
    gboolean waiting;
    guint n_lines;          /* wanted */
    char *asked;            /* position that the lines are about, NULL: none */
    TabSituation situation; /* that of `asked` */
    GHashTable *known;      /* position text -> White's chance, as double */
    guint changed;          /* source of the next signal, 0: none due */
};

TabAnalysisLive *tab_analysis_live_new(void);
/* The engine to ask (copied); NULL: none. Takes effect at once. */
void tab_analysis_live_set_engine(TabAnalysisLive *self, const TabEngineConfig *engine);
/* The game to follow (a reference is taken); NULL: none. */
void tab_analysis_live_set_session(TabAnalysisLive *self, TabGameSession *session);
/* Whether it thinks along; the engine runs only then. Off at first. */
void tab_analysis_live_set_active(TabAnalysisLive *self, gboolean active);
/* While it waits (TRUE) it goes on with what it was asked, whatever the game does. */
void tab_analysis_live_set_waiting(TabAnalysisLive *self, gboolean waiting);
/* How many turns are wanted, 1 … TAB_ANALYSIS_LINES. */
void tab_analysis_live_set_n_lines(TabAnalysisLive *self, guint n);
/* Starts the engine again, or, if it runs, has it think anew. */
void tab_analysis_live_restart(TabAnalysisLive *self);

/* White's chance to win in the position on the board, FALSE: not known (yet). After the end of a
 * game its result. */
gboolean tab_analysis_live_get_white(TabAnalysisLive *self, double *white);
/* White's chance that was last known at the turn that starts so; FALSE: none. */
gboolean tab_analysis_live_remembers(TabAnalysisLive *self, const TabSituation *start,
                                     double *white);

/* The turn on the board of a game (NULL: none), if there is something to think about: five fields,
 * and the same in `situation`; NULL, and `situation` stays, if there is not: before the start,
 * after the end, in a pause. Free with g_free. */
char *tab_analysis_live_find_question(TabGameSession *session, TabSituation *situation);
