// SPDX-License-Identifier: GPL-3.0-or-later
// The error domain of the rules.
#include "protocol/rules/types.h"

G_DEFINE_QUARK(tab-rules-error-quark, tab_rules_error)
