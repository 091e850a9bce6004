// SPDX-License-Identifier: GPL-3.0-or-later
// The error domain of the rules.
#include "protocol/rules/types.h"

// clang-format off: it would read the name as a subtraction
G_DEFINE_QUARK(tab-rules-error-quark, tab_rules_error)
