// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a study of rules: one HTML file with tables and plots, nothing from elsewhere.
#pragma once

#include "protocol/report/rules-study-report.h"

/* Free with g_free. */
char *tab_study_report_to_html(const TabStudyReport *report);
