// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine says of itself in the handshake: name, author, rules, options.
#pragma once

#include "protocol/codec/message.h"
#include "protocol/codec/option.h"

G_BEGIN_DECLS

/* What an engine may declare: a window shows all of it. */
#define TAB_IDENTITY_MAX_ROWS 128   /* options, and `rules` lines */
#define TAB_IDENTITY_MAX_BYTES 4096 /* of an `option` line */

typedef struct {
    char *name, *author; /* NULL: not said */
    GPtrArray *options;  /* of TabOption, one a name */
    GArray *rules;       /* rows, private */
} TabIdentity;

TabIdentity *tab_identity_new(void);
void tab_identity_free(TabIdentity *identity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabIdentity, tab_identity_free)

/* Takes in an `id`, `rules` or `option` line; others, and malformed ones, are ignored. An option
 * declared twice is replaced. What is beyond the limits is not taken: says what it is, NULL if all
 * is well. */
const char *tab_identity_take(TabIdentity *identity, const TabMessage *message);

/* Whether its `rules` lines promise this preset at this width, with switches changed if
 * `any_switch`. */
gboolean tab_identity_plays(const TabIdentity *identity, const char *preset, guint columns,
                            gboolean any_switch);

G_END_DECLS
