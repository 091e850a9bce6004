// SPDX-License-Identifier: GPL-3.0-or-later
// What the test of an engine has found, in a player's words; what its author wants to know is
// folded away.
#pragma once

#include <gtk/gtk.h>

#include "gui/model/engine-trial.h"

#define TAB_TYPE_TRIAL_REPORT (tab_trial_report_get_type())
G_DECLARE_FINAL_TYPE(TabTrialReport, tab_trial_report, TAB, TRIAL_REPORT, GtkBox)

/* Tells how it stands with the trial. */
void tab_trial_report_show(TabTrialReport *self, TabEngineTrial *trial);
/* Says this alone; "": nothing. */
void tab_trial_report_say(TabTrialReport *self, const char *text);
