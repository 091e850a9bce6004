// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons on a board of their own: what to do is said above it, and what was done is answered.
#pragma once

#include <gtk/gtk.h>

/* Where the person has come to is kept in the settings, lesson by lesson. The lessons are the files
 * of the resource folder lessons/, in the order of their names. */
#define TAB_TYPE_LESSON_WINDOW (tab_lesson_window_get_type())
G_DECLARE_FINAL_TYPE(TabLessonWindow, tab_lesson_window, TAB, LESSON_WINDOW, GtkApplicationWindow)

/* Signal: "new-game" (), the person wants to play now; the window closes. Goes on with the lesson
 * taken last. */
TabLessonWindow *tab_lesson_window_new(GtkWindow *parent);
