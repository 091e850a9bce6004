// SPDX-License-Identifier: GPL-3.0-or-later
// The opening played out one throw at a time: who throws next, and who wins it.
#include "protocol/rules/opening.h"

TabOpeningState tab_opening_new(const TabRules *rules)
{
    return (TabOpeningState){
        .kind = (TabOpening)rules->set.value[TAB_SWITCH_OPENING],
        .thrower = TAB_WHITE,
        .first_throw = -1,
        .decided = rules->set.value[TAB_SWITCH_OPENING] == TAB_OPENING_NONE,
        .winner = TAB_WHITE,
    };
}

/* `highest`: White throws, then Black; equal throws start another round. */
static void add_to_round(const TabCast *cast, TabOpeningState *opening, int kind)
{
    if (opening->first_throw < 0) {
        opening->first_throw = kind;
        opening->thrower = TAB_BLACK;
        return;
    }
    unsigned white = cast->kind[opening->first_throw].steps, black = cast->kind[kind].steps;
    opening->decided = white != black;
    if (opening->decided) {
        opening->winner = white > black ? TAB_WHITE : TAB_BLACK;
    } else {
        opening->first_throw = -1;
        opening->thrower = TAB_WHITE;
    }
}

bool tab_opening_add(const TabRules *rules, TabOpeningState *opening, int kind)
{
    g_return_val_if_fail(!opening->decided, true);
    if (opening->kind == TAB_OPENING_HIGHEST) {
        add_to_round(&rules->cast, opening, kind);
    } else if (kind == rules->opening_kind) {
        opening->decided = true;
        opening->winner = opening->thrower;
    } else if (opening->kind == TAB_OPENING_ALTERNATE) {
        opening->thrower = tab_side_other(opening->thrower);
    }
    return opening->decided;
}
