// SPDX-License-Identifier: GPL-3.0-or-later
// The opening played out one throw at a time: who throws next, and who wins it.
#include "protocol/rules/opening.h"

TabOpeningState tab_opening_new(const TabRuleset *set)
{
    return (TabOpeningState){
        .kind = (TabOpening)set->value[TAB_SWITCH_OPENING],
        .thrower = TAB_WHITE,
        .first_throw = -1,
    };
}

static void decide(TabOpeningState *opening, TabSide winner)
{
    opening->decided = true;
    opening->winner = winner;
}

/* `highest`: White, then Black; equal throws start another round. */
static void compare(TabOpeningState *opening, int throw_index)
{
    if (opening->first_throw < 0) {
        opening->first_throw = throw_index;
        opening->thrower = TAB_BLACK;
    } else if (throw_index != opening->first_throw) {
        decide(opening, throw_index > opening->first_throw ? TAB_BLACK : TAB_WHITE);
    } else {
        opening->first_throw = -1;
        opening->thrower = TAB_WHITE;
    }
}

bool tab_opening_add(TabOpeningState *opening, int throw_index)
{
    g_return_val_if_fail(!opening->decided, true);
    if (opening->kind == TAB_OPENING_HIGHEST)
        compare(opening, throw_index);
    else if (throw_index == TAB_THROW_1)
        decide(opening, opening->thrower);
    else if (opening->kind == TAB_OPENING_ALTERNATE)
        opening->thrower = tab_side_other(opening->thrower);
    return opening->decided;
}
