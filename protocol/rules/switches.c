// SPDX-License-Identifier: GPL-3.0-or-later
// The table of switches: what each decides, its values, and what it needs (RULES.md 7).
#include "protocol/rules/ruleset.h"
#include "protocol/rules/translatable.h"

const TabSwitchRow tab_switches[TAB_N_SWITCHES] = {
    [TAB_SWITCH_COLUMNS] =
        {
            .key = "columns",
            .title = N_("Columns"),
            .explanation = N_("How many cells each of the four rows has, from 5 to 29. Old boards "
                              "mostly have an odd number, from 7 to 15."),
            .least = TAB_MIN_COLUMNS,
            .most = TAB_MAX_COLUMNS,
        },
    [TAB_SWITCH_PIECES] =
        {
            .key = "pieces",
            .title = N_("Stones a side"),
            .explanation = N_("How many stones each side has, at most one for each cell of its "
                              "home row. They begin on the rearmost cells."),
            .least = 1,
            .most = TAB_MAX_COLUMNS,
        },
    [TAB_SWITCH_CHRISTIANS] =
        {
            .key = "christians",
            .title = N_("At the start"),
            .explanation = N_("Whether every stone is a Nasrani (Christian), which cannot move "
                              "until a tâb frees it."),
            .value = {{"no", N_("All stones are free")}, {"yes", N_("All stones are Nasara")}},
        },
    [TAB_SWITCH_THROWS] =
        {
            .key = "throws",
            .title = N_("Throws"),
            .explanation = N_("Whether all throws of a turn are made before the first stone moves, "
                              "or each is played before the next."),
            .value = {{"collect", N_("Throw until a 2 or 3, then move")},
                      {"at-once", N_("Play each throw at once")}},
        },
    [TAB_SWITCH_OPENING] =
        {
            .key = "opening",
            .title = N_("Who begins"),
            .explanation = N_("How it is found out who has the first turn."),
            .value = {{"alternate", N_("Whoever throws tâb first, in turns")},
                      {"first", N_("White, as soon as it throws tâb")},
                      {"highest", N_("Whoever throws higher")}},
        },
    [TAB_SWITCH_OPENING_TAB] =
        {
            .key = "opening-tab",
            .title = N_("The opening tâb"),
            .explanation = N_("Whether the tâb that decides who begins is also the first throw of "
                              "that player’s turn."),
            .value = {{"counts", N_("Is the first throw of the turn")},
                      {"spent", N_("Only decides")}},
            .needs = {.key = TAB_SWITCH_OPENING,
                      .values = 1u << TAB_OPENING_ALTERNATE | 1u << TAB_OPENING_FIRST,
                      .else_says = N_("Where the higher throw begins, it decides only that."),
                      .else_fixed = true,
                      .else_value = TAB_OPENING_TAB_SPENT},
        },
    [TAB_SWITCH_TAB_DUTY] =
        {
            .key = "tab-duty",
            .title = N_("A tâb"),
            .explanation =
                N_("What a tâb (a throw of 1) is good for while a player still has Nasara."),
            .value = {{"convert", N_("Must free a Nasrani")}, {"free", N_("May move any stone")}},
            .needs = {.key = TAB_SWITCH_CHRISTIANS,
                      .values = 1u << TAB_YES,
                      .else_says = N_("There are no Nasara to be freed.")},
        },
    [TAB_SWITCH_SAVE_TAB] =
        {
            .key = "save-tab",
            .title = N_("Unused tâbs"),
            .explanation = N_("Whether a tâb can be kept for a later turn; at most nine a side."),
            .value = {{"no", N_("Are lost")}, {"yes", N_("Are saved")}},
        },
    [TAB_SWITCH_STACK_SPLIT] =
        {
            .key = "stack-split",
            .title = N_("Top stone of a pile"),
            .explanation = N_("Whether a tâb may move the top stone of a pile alone, by one cell. "
                              "Loose piles come apart in any case."),
            .value = {{"none", N_("Never moves alone")}, {"top", N_("May move alone by a tâb")}},
        },
    [TAB_SWITCH_STACK_RETURN] =
        {
            .key = "stack-return",
            .title = N_("Piles that turn back"),
            .explanation = N_("What becomes of a pile that goes back to a row behind it."),
            .value = {{"keep", N_("Go on whole")},
                      {"reduce", N_("Lose all but the top stone")},
                      {"loosen", N_("Come loose")}},
        },
    [TAB_SWITCH_RETURN_TEST] =
        {
            .key = "return-test",
            .title = N_("Turning back is"),
            .explanation = N_("Which steps from row to row count as turning back. Row 1 is your "
                              "own home row, row 4 the enemy’s."),
            .value = {{"backward", N_("From row 3 to 2, or from 4 to 3")},
                      {"revisit", N_("Entering a row where one of them has been")}},
            .needs = {.key = TAB_SWITCH_STACK_RETURN,
                      .values = 1u << TAB_RETURN_REDUCE | 1u << TAB_RETURN_LOOSEN,
                      .else_says = N_("Nothing happens to piles that turn back.")},
        },
    [TAB_SWITCH_ROW4_ENTRY] =
        {
            .key = "row4-entry",
            .title = N_("Entering the enemy’s home row"),
            .explanation = N_("When a stone at the end of row 3 may go on to the enemy’s home row "
                              "instead of back to row 2."),
            .value = {{"open", N_("Always")},
                      {"enemy-present", N_("Only while an enemy stands there")}},
        },
    [TAB_SWITCH_ROW4_ONCE] =
        {
            .key = "row4-once",
            .title = N_("Visits to the enemy’s home row"),
            .explanation =
                N_("Whether a stone that has left the enemy’s home row may go there again."),
            .value = {{"no", N_("Any number")}, {"yes", N_("One for each stone")}},
        },
    [TAB_SWITCH_ROW4_MOVE] =
        {
            .key = "row4-move",
            .title = N_("Moving on the enemy’s home row"),
            .explanation = N_("What a stone that stands on the enemy’s home row has to wait for "
                              "before it may move on."),
            .value = {{"free", N_("At any time")},
                      {"home-empty", N_("When your home row is empty")},
                      {"home-empty-single", N_("When it is empty; single stones first")},
                      {"last", N_("When all your stones are there")}},
        },
    [TAB_SWITCH_ROW4_EXIT] =
        {
            .key = "row4-exit",
            .title = N_("Leaving the enemy’s home row"),
            .explanation = N_("Whether a stone has to wait for more to leave the enemy’s home row "
                              "than to move on it."),
            .value = {{"same", N_("As moving on it")},
                      {"one-home-pile", N_("With at most one pile at home")}},
            .needs = {.key = TAB_SWITCH_ROW4_MOVE,
                      .values = 1u << TAB_ROW4_FREE,
                      .else_says = N_("Stones there wait until your home row is empty anyway.")},
        },
    [TAB_SWITCH_ROW4_SAFE] =
        {
            .key = "row4-safe",
            .title = N_("On the enemy’s home row stones"),
            .explanation =
                N_("Whether a stone that has reached the enemy’s home row can be taken there."),
            .value = {{"no", N_("Can be taken")}, {"yes", N_("Are safe")}},
        },
    [TAB_SWITCH_JUMP_ENEMIES] =
        {
            .key = "jump-enemies",
            .title = N_("Enemies in between"),
            .explanation = N_("Whether a move may pass over enemy stones."),
            .value = {{"no", N_("Block the way")}, {"yes", N_("May be jumped over")}},
        },
};
