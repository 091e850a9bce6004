// SPDX-License-Identifier: GPL-3.0-or-later
// The hands that a side can throw, each with its chance, the commonest first.
#pragma once

#include "protocol/rules/position.h"

typedef struct {
    TabThrows throws; /* complete */
    double chance;    /* that the throws at hand become just these, in any order, 0–1 */
} TabThrownHand;

/* The hands of at most `most` throws, those at hand counted, and of at least one more, of dice what
 * one cast gives; of the sticks that White throws with. Hands that are equal but for their order
 * are one. If the throws at hand are complete they are the one hand there is. By falling chance,
 * and equal ones in the order of the kinds of throw. Of TabThrownHand; free with g_array_unref. */
GArray *tab_opening_hands_list(const TabRules *rules, const TabSituation *situation,
                               const TabSticks *sticks, guint most);
