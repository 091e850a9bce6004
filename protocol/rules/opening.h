// SPDX-License-Identifier: GPL-3.0-or-later
// The opening played out one throw at a time: who throws next, and who wins it (RULES.md 4).
#pragma once

#include "protocol/rules/rules.h"

/* An opening in progress. A plain value. */
typedef struct {
    TabOpening kind;
    TabSide thrower; /* who throws next; after the decision, who threw last */
    int first_throw; /* `highest`: kind of White's throw of this round, -1 before it */
    bool decided;
    TabSide winner; /* once decided: who has the first turn */
} TabOpeningState;

TabOpeningState tab_opening_new(const TabRules *rules);

/* Takes the throw of `thrower`. Returns true if it decided the opening; nothing may be added after
 * that. */
bool tab_opening_add(const TabRules *rules, TabOpeningState *opening, int kind);
