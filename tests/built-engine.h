// SPDX-License-Identifier: GPL-3.0-or-later
// Engines of the build tree, as tests start them.
#pragma once

#include "protocol/client/engine-config.h"

/* A program of the build tree and its arguments, in one text and split at `|`:
 * "tests/fake-engine|--crash-at|go". Free with tab_engine_config_free. */
TabEngineConfig *built_engine(const char *command);
