// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine says of itself in the handshake: name, author, rules, options; and what is set of
// them.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/client/error.h"
#include "protocol/codec/message.h"
#include "protocol/codec/option.h"

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

/* Whether its `rules` lines name this preset. `rules any` speaks for every preset where no line
 * names one, and else for those that are named: a preset younger than the engine is not among them.
 */
gboolean tab_identity_names(const TabIdentity *identity, const char *preset);

/* Whether its `rules` lines promise this preset at this width, with switches changed if
 * `any_switch`. */
gboolean tab_identity_plays(const TabIdentity *identity, const char *preset, guint columns,
                            gboolean any_switch);

/* Its `rules` lines for people, the first ones if there are many; "" without any. Free with g_free.
 */
char *tab_identity_quote_rules(const TabIdentity *identity);

/* The `setoption` lines for an engine that declared this: `level`, if it is 0 or more and the
 * engine has such a `Level`, in place of the configured `Level` and `Elo`; then the options of the
 * configuration. NULL with TAB_CLIENT_ERROR_REFUSED if an option of the configuration is not
 * declared or does not allow its value. Free with g_strfreev. */
GStrv tab_identity_setoptions(const TabIdentity *identity, const TabEngineConfig *config, int level,
                              GError **error);
