// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's options: one table of declarations and what setting each one does.
#pragma once

#include "engine/daemon/session.h"

/* Writes the declarations as `option` lines. */
void tab_options_tell(TabOutput *output);

/* Puts every option to its default. */
void tab_options_set_defaults(TabSession *session);

/* Obeys `setoption …`; an unknown name or a value out of range is refused with bad-argument. */
bool tab_options_set(TabSession *session, const TabMessage *message, GError **error);
