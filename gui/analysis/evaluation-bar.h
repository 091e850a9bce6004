// SPDX-License-Identifier: GPL-3.0-or-later
// A bar that shows who is ahead: White's chance to win from below, Black's from above.
#pragma once

#include <gtk/gtk.h>

/* White's share and Black's, as their stones are; the line of even chances is seen on both. */
#define TAB_EVALUATION_LIMESTONE ((GdkRGBA){0.93f, 0.89f, 0.81f, 1})
#define TAB_EVALUATION_BASALT ((GdkRGBA){0.19f, 0.18f, 0.21f, 1})
#define TAB_EVALUATION_EVEN ((GdkRGBA){0.55f, 0.55f, 0.55f, 1})

#define TAB_TYPE_EVALUATION_BAR (tab_evaluation_bar_get_type())
G_DECLARE_FINAL_TYPE(TabEvaluationBar, tab_evaluation_bar, TAB, EVALUATION_BAR, GtkWidget)

/* White's chance, 0–1; NAN: not known, the bar is empty. */
void tab_evaluation_bar_set_white(TabEvaluationBar *self, double white);
