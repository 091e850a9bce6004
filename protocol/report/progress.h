// SPDX-License-Identifier: GPL-3.0-or-later
// How a running match, or work on many games, stands: one line that a terminal redraws, or a line
// for each game.
#pragma once

#include <stdio.h>

#include "protocol/match/results.h"

/* Where a run stands, beside its results. */
typedef struct {
    guint planned;          /* games of this run, a shard's part; `before` included */
    guint before;           /* games in the results that were played earlier, in a journal */
    double elapsed_seconds; /* since this run began to play */
} TabProgressState;

/* Games, score and Elo ± error of the first of two engines, or the score of the best of more; the
 * SPRT between its bounds, faults, games a minute, time left: as much of it as fits into `columns`
 * of a terminal, the most important first. Without line end. Free with g_free. */
char *tab_progress_line(const TabResults *results, const TabProgressState *state, guint columns);

/* "12/240 games  2.3 games/min  1:39:08 left": the same of games that are looked at. `done`: all
 * that is done of them, in games, of those under way a part. `total`: 0 if nobody knows. */
char *tab_progress_count_line(guint games, guint total, double done, double elapsed_seconds,
                              guint columns);

/* "game 3 of 100: A - B 1-0 (time, 57 turns) why", without line end. Free with g_free. */
char *tab_progress_game_line(const TabResults *results, const TabGameResult *game, guint planned);

/* A line on a terminal that is drawn over itself. */
typedef struct TabProgress TabProgress;

/* Whether a line can be redrawn there: a terminal, and no dumb one. */
gboolean tab_progress_can_redraw(FILE *file);
/* Columns of the terminal that a line may take, now; 79 if it does not tell. */
guint tab_progress_columns(FILE *file);

TabProgress *tab_progress_new(FILE *file);
/* Clears the line. */
void tab_progress_free(TabProgress *progress);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabProgress, tab_progress_free)

/* Whether the line was not drawn for a tenth of a second, or is cleared. Ask before making it. */
gboolean tab_progress_is_due(const TabProgress *progress, gint64 now_us);
/* Draws the line, which must fit. */
void tab_progress_draw(TabProgress *progress, const char *line, gint64 now_us);
/* Takes it away, so that other lines can be written; draw it again afterwards. */
void tab_progress_clear(TabProgress *progress);

/* How work on many games stands, told on standard error: on a terminal by a line that is drawn over
 * itself, elsewhere by one every five seconds. {0}: nobody wants it. */
typedef struct {
    gboolean wanted;
    TabProgress *line;  /* NULL: none can be redrawn */
    gint64 begun, told; /* monotonic times, µs: when it began, and was told last */
} TabCountProgress;

TabCountProgress tab_count_progress_begin(gboolean wanted);
/* If it is due: the line of tab_progress_count_line(), from which the arguments are. */
void tab_count_progress_tell(TabCountProgress *progress, guint games, guint total, double done);
/* So that other lines can be written. */
void tab_count_progress_clear(TabCountProgress *progress);
void tab_count_progress_end(TabCountProgress *progress);
