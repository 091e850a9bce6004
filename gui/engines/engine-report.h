// SPDX-License-Identifier: GPL-3.0-or-later
// What the test of an engine has found, in words.
#pragma once

#include "gui/model/engine-trial.h"

G_BEGIN_DECLS

/* As far as is known: name, author, handshake, rules, points of the protocol with those that
 * failed, and whether it can play. Lines of text; free with g_free. */
char *tab_engine_report_text(TabEngineTrial *trial);

G_END_DECLS
