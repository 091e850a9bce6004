// SPDX-License-Identifier: GPL-3.0-or-later
// The game that was left, kept from one run of the window to the next.
#pragma once

#include "gui/model/game-file.h"
#include "gui/model/game-session.h"

/* What is kept: values, that any thread may write or read. */
typedef struct {
    char *text;         /* of the record, to be kept; NULL once it was read: */
    TabRecord *record;  /* that; NULL: nothing could be read of it */
    char *path;         /* of its file; NULL: it has none */
    char *seen;         /* of that, see game-file.h; NULL: not known */
    TabGameFile *file;  /* that, once it was read again (game-reading.h); else NULL */
    guint index;        /* which game of the file */
    bool changed;       /* it is not as in the file */
    gint64 movetime;    /* ms that engines think a turn; 0: it does not say */
    char *place;        /* where the game stands in the tree, "" for the main line's end */
    GPtrArray *earlier; /* of char *: records of the games before it in its match, which is shared
                           and never changes; NULL: it has none */
    char *fault;        /* why it could not be read as a whole, for people; NULL: it could be */
    char *aside;        /* where the damaged file is now; NULL: it stands where it stood */
} TabResume;

void tab_resume_free(TabResume *resume);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabResume, tab_resume_free)

/* $XDG_STATE_HOME/tab/game.ini. Free with g_free. */
char *tab_resume_default_path(void);
/* All that there is to keep of a game, as it is now. `file` NULL: it has none; `earlier`
 * (referenced): the games before it in its match, NULL: it is of none. */
TabResume *tab_resume_new(TabGameSession *session, const TabGameFile *file, GPtrArray *earlier,
                          bool changed);
/* Keeps it: whole or not at all. Blocks. G_FILE_ERROR. */
bool tab_resume_write(const TabResume *resume, const char *path, GError **error);
/* What was kept, or could be read of that (`fault`); NULL if nothing was. */
TabResume *tab_resume_load(const char *path);
/* Sets the file that this was read from aside (file-work.h): `aside` is where it is now, or `fault`
 * why it stays. */
void tab_resume_put_aside(TabResume *resume, const char *path);
/* Takes a session of that record to where the game stood. */
void tab_resume_go_to_place(const TabResume *resume, TabGameSession *session);
