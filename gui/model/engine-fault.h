// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong with an engine, in words for people; programmers read the log.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A part of a sentence, as in “Tab Engine has stopped: the engine has ended.” It lives as long as
 * `error`; NULL: the engine has ended. */
const char *tab_engine_fault_text(const GError *error);

G_END_DECLS
