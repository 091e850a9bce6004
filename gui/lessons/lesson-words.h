// SPDX-License-Identifier: GPL-3.0-or-later
// What is said above the board of a lesson: a step's heading and text, and a remark on what was
// done.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/lesson.h"

/* As high as its lesson ever needs, where there is room: nothing below it moves when a remark comes
 * or goes. Where there is less it scrolls. */
#define TAB_TYPE_LESSON_WORDS (tab_lesson_words_get_type())
G_DECLARE_FINAL_TYPE(TabLessonWords, tab_lesson_words, TAB, LESSON_WORDS, GtkWidget)

/* Has room for all steps of it from now on (borrowed; NULL: none). */
void tab_lesson_words_set_lesson(TabLessonWords *self, const TabLesson *lesson);
void tab_lesson_words_show_step(TabLessonWords *self, const TabLessonStep *step);
/* "": nothing; `done`: the step is. */
void tab_lesson_words_show_remark(TabLessonWords *self, const char *remark, gboolean done);
/* A screen reader reads the text of the step. */
void tab_lesson_words_read_out(TabLessonWords *self);
