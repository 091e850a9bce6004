// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of real processes that a test plays to their end.
#pragma once

#include "protocol/game/record.h"
#include "protocol/match/tournament.h"

/* A match that was played: its records in the order reported, in one text. */
typedef struct {
    GString *text;
    GPtrArray *reasons; /* of char *, "" without one */
    GHashTable *finished;
    GStrv names;
    guint games;
    TabGameResult last; /* the last game reported; of its texts there is only `trouble` */
    guint cancel_after, stop_after, wind_down_after; /* games, 0: never */
    GCancellable *cancellable;
    GMainLoop *loop;
    GError *error;
} Played;
Played *played_new(void);
void played_free(Played *played);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Played, played_free)

/* A program of the build folder as an engine. */
TabEntrant *engine(const char *program, const char *arguments, const char *name);
/* The fake engine, which plays all rules and behaves as it is told. */
TabEntrant *fake(const char *switches);
TabEntrant *random_player(void);

#define SHALLOW ((TabTimeControl){.depth = 1})

/* Settings of a match between two engines, which are taken over. */
TabMatchSettings *match(TabEntrant *first, TabEntrant *second, const char *rules_text, guint games);
/* A game of `turns` turns at most in which nobody can move: all pieces wait for a 1, and all throws
 * are 2. */
TabMatchSettings *stuck_match(const char *first, const char *second, guint turns);
/* Plays it; `log` may be NULL. What goes wrong is in `played`. */
void run_logged(Played *played, const TabMatchSettings *settings, guint concurrency,
                TabEngineLog *log);
void run(Played *played, const TabMatchSettings *settings, guint concurrency);
/* Plays `games` under these rules; takes over the engines. */
Played *play(TabEntrant *first, TabEntrant *second, const char *rules_text, guint games,
             guint concurrency, const TabTimeControl *control, gint64 margin_ms);
/* Plays it, which goes without trouble; its record. Takes over the settings. */
TabRecord *play_stuck(Played *played, TabMatchSettings *settings);
