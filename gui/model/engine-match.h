// SPDX-License-Identifier: GPL-3.0-or-later
// A match between two engines that tab-match plays for the window: what it is, how it runs, and
// what its journal says.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/statistics/score.h"

/* What limits the turns of both engines; the names are the keys of tab-match. */
typedef enum {
    TAB_ENGINE_LIMIT_MOVETIME, /* ms a turn */
    TAB_ENGINE_LIMIT_NODES,    /* positions a turn */
    TAB_ENGINE_LIMIT_DEPTH,
    TAB_N_ENGINE_LIMITS
} TabEngineLimit;

typedef struct {
    const TabEngineConfig *engine[2];
    int level[2];      /* of each, 0–TAB_MAX_LEVEL; -1: as its configuration says */
    const char *rules; /* a rules string */
    guint games;       /* 1 … TAB_ENGINE_MATCH_MOST */
    TabEngineLimit limit;
    guint amount; /* of it, 1 or more */
    guint64 seed; /* of the sticks */
    guint concurrency;
} TabEngineMatchSetup;

#define TAB_ENGINE_MATCH_MOST 100000 /* games */
#define TAB_ENGINE_MATCH_PARALLEL 64 /* of them at a time */

typedef enum {
    TAB_ENGINE_MATCH_RESTS, /* nothing runs: it was not started, or was stopped or has failed */
    TAB_ENGINE_MATCH_RUNS,
    TAB_ENGINE_MATCH_PAUSES,  /* games in progress are played to their end, and no others */
    TAB_ENGINE_MATCH_IS_OVER, /* all games are played */
} TabEngineMatchState;

/* A match lives in a folder of its own: `engines.ini` and `match.ini` say what is played,
 * `match.journal` is the journal of tab-match (MATCHES.md), from which all that is told of it
 * comes, `games.tab` the games and `results.html` the page, both when tab-match has ended. So a
 * match goes on after any end of tab-match or of the window.
 *
 * Signal: "changed" (), the state or what is known of the games. */
#define TAB_TYPE_ENGINE_MATCH (tab_engine_match_get_type())
G_DECLARE_FINAL_TYPE(TabEngineMatch, tab_engine_match, TAB, ENGINE_MATCH, GObject)

/* Read freely; change through the functions only. */
struct _TabEngineMatch {
    GObject parent;
    char *folder;
    char *name[2], *rules; /* as tab-match has them */
    TabEngineLimit limit;
    guint amount; /* of it */
    guint games;  /* to be played */
    guint64 seed;
    guint concurrency;
    TabEngineMatchState state;
    char *fault; /* why it does not run, in the words of tab-match; NULL: nothing went wrong */

    guint played;   /* games in the journal */
    TabScore score; /* of the first engine */
    char *figures;  /* all that tab-match tells of them, for people who read English; NULL: none */

    GSubprocess *process;  /* NULL: none runs */
    GString *said;         /* by it on standard error, the last of it */
    gboolean ended, heard; /* it has ended; and all is read that it has said */
    guint look;            /* source that reads the journal again, 0: none */
    gboolean looking;      /* it is being read */
    gboolean look_again;   /* … and once more then: tab-match has ended meanwhile */
};

/* $XDG_DATA_HOME/tab/matches, in which each match has its folder. Free with g_free. */
char *tab_engine_match_default_place(void);
/* A new match in a new folder there. NULL with G_FILE_ERROR, or G_OPTION_ERROR_BAD_VALUE for rules
 * that are no good or an engine that is missing. */
TabEngineMatch *tab_engine_match_create(const TabEngineMatchSetup *setup, const char *place,
                                        GError **error);
/* The match of a folder; its journal is read in the background. */
TabEngineMatch *tab_engine_match_open(const char *folder, GError **error);
/* The match that was begun last there; NULL: there is none that can be read. */
TabEngineMatch *tab_engine_match_open_last(const char *place);

/* Starts tab-match, or starts it again, unless all games are played; what keeps it from running is
 * told by `fault`. `program`: its path; NULL: it was not found. */
void tab_engine_match_start(TabEngineMatch *self, const char *program);
/* Lets the games in progress end; once more: drops them. Games that are over are in the journal. */
void tab_engine_match_pause(TabEngineMatch *self);

/* The paths of its files; free with g_free. */
char *tab_engine_match_get_journal(TabEngineMatch *self);
char *tab_engine_match_get_games(TabEngineMatch *self);
char *tab_engine_match_get_page(TabEngineMatch *self);

/* What it waits for, how it stands, or why it does not run, in a sentence. Free with g_free. */
char *tab_engine_match_describe(TabEngineMatch *self);
