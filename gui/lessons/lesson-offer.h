// SPDX-License-Identifier: GPL-3.0-or-later
// The offer of a lesson, made once to those who start the program for the first time.
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A bar, hidden at first. Its buttons answer it for good; the one that accepts activates
 * win.lessons.
 */
#define TAB_TYPE_LESSON_OFFER (tab_lesson_offer_get_type())
G_DECLARE_FINAL_TYPE(TabLessonOffer, tab_lesson_offer, TAB, LESSON_OFFER, GtkWidget)

/* Shows the bar, unless a lesson was offered or taken before. */
void tab_lesson_offer_show(TabLessonOffer *self);

G_END_DECLS
