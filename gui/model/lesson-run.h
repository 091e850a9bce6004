// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson being taken: the game of the step at hand, which of its goals are met, and what is said
// of what the person does.
#pragma once

#include "gui/model/game-session.h"
#include "gui/model/lesson.h"

/* The person plays both sides of each step's game, so nothing moves by itself. A play that is not
 * what the step wants is taken back (from the main loop, when it has been played), and it is said
 * why. A turn that is ended too early begins the step again.
 *
 * Signal: "changed" (), step, game, goals or words. */
#define TAB_TYPE_LESSON_RUN (tab_lesson_run_get_type())
G_DECLARE_FINAL_TYPE(TabLessonRun, tab_lesson_run, TAB, LESSON_RUN, GObject)

/* Read freely; change through the functions only. */
struct _TabLessonRun {
    GObject parent;
    TabLesson *lesson;
    guint nth;               /* step */
    TabGameSession *session; /* of the step; another one after every begin */
    char *remark; /* on what the person has done: praise when the step is done, a kind word on
                     something wrong, or "" */

    guint goal;     /* of the step: the first that is not met */
    guint turns;    /* played in it when the goal at hand began */
    guint later;    /* source that puts right what was wrong, 0: nothing was */
    gboolean again; /* … by beginning the step again, else by taking back the play after … */
    TabPosition before;  /* … this */
    gboolean correcting; /* just now */
};

/* Takes `lesson` over, and begins at step `nth` (the first, if there is none of that number). */
TabLessonRun *tab_lesson_run_new(TabLesson *lesson, guint nth);

const TabLessonStep *tab_lesson_run_get_step(TabLessonRun *self);

/* Begins step `nth` (again). */
void tab_lesson_run_begin(TabLessonRun *self, guint nth);
/* Whether all goals are met. */
bool tab_lesson_run_is_done(TabLessonRun *self);

/* All that may be remarked on in a step; hints are shorter than the longest of these. An array of
 * borrowed texts; free with g_ptr_array_unref. */
GPtrArray *tab_lesson_run_list_remarks(const TabLessonStep *step);

/* A play that meets the goal at hand; false if no play is wanted now. */
bool tab_lesson_run_get_hint(TabLessonRun *self, TabPlay *play);
/* What is to be done now, in a sentence, with the play of get_hint in words; "" when the step is
 * done. Free with g_free. */
char *tab_lesson_run_describe_hint(TabLessonRun *self);
