// SPDX-License-Identifier: GPL-3.0-or-later
// The weights of the hand-made evaluation, a row a preset.
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The weights for rulesets told from this preset, TAB_N_FEATURES of them. */
const float *tab_eval_weights(unsigned preset);

G_END_DECLS
