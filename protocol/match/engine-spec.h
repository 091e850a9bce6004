// SPDX-License-Identifier: GPL-3.0-or-later
// An engine as written on the command line: cmd=…,name=…,dir=…,option.X=….
#pragma once

#include "protocol/client/engine-config.h"

G_BEGIN_DECLS

/* Reads `key=value,…`; `\,` is a comma within a value. Keys: `cmd`, the command line, quoted as in
 * a shell and without variables, needed; `name`; `dir`, its working folder; `option.<name>` (a
 * value of nothing is the empty text). A program without a slash is looked for as
 * tab_engine_config_find_program() does. The error (G_OPTION_ERROR_BAD_VALUE) names the offender.
 */
TabEngineConfig *tab_engine_spec_parse(const char *text, GError **error);

G_END_DECLS
