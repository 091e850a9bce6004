// SPDX-License-Identifier: GPL-3.0-or-later
// Games that wait to be written to files, in the order of the wishes.
#pragma once

#include "gui/model/game-file.h"

G_BEGIN_DECLS

/* A game as it was when somebody wished to save it. */
typedef struct {
    TabGameFile *file;
    char *text;      /* of its record */
    guint64 changes; /* state of the session that it is (tab_game_session_get_changes) */
} TabSaving;
void tab_saving_free(TabSaving *saving);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSaving, tab_saving_free)

/* One is written at a time, so that what was wished last is what a file holds in the end, however
 * long the writing of what came before takes. */
typedef struct _TabSaveQueue TabSaveQueue;
TabSaveQueue *tab_save_queue_new(void);
void tab_save_queue_free(TabSaveQueue *queue);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabSaveQueue, tab_save_queue_free)

/* Takes `file` and `text` over. What waits for the same path is forgotten: this is newer. */
void tab_save_queue_push(TabSaveQueue *queue, TabGameFile *file, char *text, guint64 changes);
/* What is to be written now, for the caller to free; NULL: nothing waits, or what was begun before
 * has not ended. */
TabSaving *tab_save_queue_begin(TabSaveQueue *queue);
/* Ends what was begun. If it was not written, nor is what waits for the same path: it was a person
 * who stopped it, or what waits would fail as well. */
void tab_save_queue_end(TabSaveQueue *queue, bool written);
/* Whether something was begun or waits. */
bool tab_save_queue_is_busy(const TabSaveQueue *queue);
/* The file of the last wish while it is busy, else NULL. */
const TabGameFile *tab_save_queue_get_file(const TabSaveQueue *queue);

G_END_DECLS
