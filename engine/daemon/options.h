// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's options: one table of declarations and what setting each one does.
#pragma once

#include "engine/daemon/session.h"
#include "protocol/codec/option.h"

G_BEGIN_DECLS

/* The declarations, GPtrArray of TabOption, in the order of the handshake. */
GPtrArray *tab_options_declare(void);

/* Puts every option to its default. */
void tab_options_set_defaults(TabSession *session);

/* Obeys `setoption <rest>`; an unknown name or a value out of range is refused with bad-argument.
 */
bool tab_options_set(TabSession *session, const char *rest, GError **error);

G_END_DECLS
