// SPDX-License-Identifier: GPL-3.0-or-later
// What a person chooses for the options that an engine declares, kept in its configuration.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/codec/option.h"

G_BEGIN_DECLS

/* The value of a declared option as it stands: the configured one, else the default, else "". A
 * button's is "true" if it is pressed at every start, else "false". Owned by `config` or `option`.
 */
const char *tab_engine_choices_get(const TabEngineConfig *config, const TabOption *option);
/* The value that needs no words in the configuration. */
const char *tab_engine_choices_default(const TabOption *option);

/* The names of options that are configured but not declared: an engine refuses to start with them.
 * GPtrArray of borrowed const char *; free with g_ptr_array_unref. */
GPtrArray *tab_engine_choices_unknown(const TabEngineConfig *config, GPtrArray *declared);

/* A copy of `config` with `values`, one for each option declared, in their order. Values equal to
 * the default are left out, and so are options that are not declared. Those that keep their value
 * keep their place, changed ones come last, as of options that exclude each other the one set last
 * holds. TAB_ERROR_BAD_ARGUMENT names an option and a value that it does not allow. */
TabEngineConfig *tab_engine_choices_apply(const TabEngineConfig *config, GPtrArray *declared,
                                          const char *const *values, GError **error);

G_END_DECLS
