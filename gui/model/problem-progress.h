// SPDX-License-Identifier: GPL-3.0-or-later
// How far a person has come with problems, kept in a file.
#pragma once

#include <math.h>
#include <stdbool.h>

#include "gui/model/repetition.h"

/* The file has a group for each problem that was answered, called by what the problem is (its key:
 * rules, position and throws, whatever file it stands in and whatever it is called):
 *
 *     [standard;11/11/11/NNNNNNNNNNN;w;1,4,2]
 *     answers=3
 *     right=2
 *     last=2026-11-27
 *     loss=0.0312
 *     known=1
 *     interval=6
 *     ease=2.5
 *     due=2026-12-03
 *
 * Groups and keys of other versions are kept. An answer is written at once: under a lock the file
 * is read, changed, and written whole in its place, so that two windows lose nothing of each other.
 * A file in which anything is wrong is named, and never written over. Errors are of
 * G_KEY_FILE_ERROR or G_FILE_ERROR and name the file.
 *
 * It is no object and has no thread: whoever reads or writes may be one. */
typedef struct {
    guint answers, right; /* in all, and of these those that were known */
    double loss;          /* by the last answer, of a game, 0–1; NAN: not known */
    guint32 last;         /* the day of the last answer, a Julian day of GDate */
    TabRepetition repetition;
} TabProblemState;
#define TAB_PROBLEM_STATE_INIT                                                                     \
    {                                                                                              \
        .loss = NAN, .repetition = TAB_REPETITION_INIT                                             \
    }

/* $XDG_DATA_HOME/tab/problems.ini. Free with g_free. */
char *tab_problem_progress_user_file(void);

/* The states of all problems in a file, by their keys: a table of char * and TabProblemState *. A
 * file that is not there has none. NULL on error. Free with g_hash_table_unref. */
GHashTable *tab_problem_progress_load(const char *path, GError **error);

/* An answer to a problem. */
typedef struct {
    const char *key;
    guint quality; /* 0–5, as in repetition.h */
    double loss;   /* of a game, 0–1; NAN: not known */
    guint32 day;
} TabProblemAnswer;

/* Takes an answer into a state. */
void tab_problem_state_take(TabProblemState *state, const TabProblemAnswer *answer);
/* The same for the file: reads and writes it. On success `state` (NULL: not asked for) is what
 * stands there now, with the answers of other windows. */
bool tab_problem_progress_answer(const char *path, const TabProblemAnswer *answer,
                                 TabProblemState *state, GError **error);
