// SPDX-License-Identifier: GPL-3.0-or-later
// The table of switches: what each decides, its values, and what it needs (RULES.md 7).
#include "protocol/rules/cast.h"
#include "protocol/rules/ruleset.h"
#include "protocol/rules/translatable.h"

const TabSwitchRow tab_switches[TAB_N_SWITCHES] = {
    [TAB_SWITCH_COLUMNS] =
        {
            .key = "columns",
            .title = N_("Columns"),
            .explanation =
                N_("How many cells each row has, from 5 to 29. Old boards mostly have an "
                   "odd number, from 7 to 15."),
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
                              "until a throw frees it."),
            .value = {{"no", N_("All stones are free")}, {"yes", N_("All stones are Nasara")}},
        },
    [TAB_SWITCH_THROWS] =
        {
            .key = "throws",
            .title = N_("Throws"),
            .explanation = N_("Whether all throws of a turn are made before the first stone moves, "
                              "or each is played before the next."),
            .value = {{"collect", N_("Make all throws, then move")},
                      {"at-once", N_("Play each throw at once")}},
        },
    [TAB_SWITCH_OPENING] =
        {
            .key = "opening",
            .title = N_("Who begins"),
            .explanation = N_("How it is found out who has the first turn."),
            .value = {{"alternate", N_("Whoever throws tâb first, in turns")},
                      {"first", N_("White, as soon as it throws tâb")},
                      {"highest", N_("Whoever throws higher")},
                      {"none", N_("White, without a throw for it")}},
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
                      .else_says = N_("No tâb is thrown to decide who begins."),
                      .else_fixed = true,
                      .else_value = TAB_OPENING_TAB_SPENT},
        },
    [TAB_SWITCH_TAB_DUTY] =
        {
            .key = "tab-duty",
            .title = N_("A throw that frees"),
            .explanation =
                N_("What a throw that frees (in Tâb the 1, the tâb) is good for while a player "
                   "still has Nasara."),
            .value = {{"convert", N_("Must free a Nasrani")},
                      {"free", N_("May move any stone")},
                      {"first", N_("Frees a Nasrani if it can")}},
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
            .of_piles = true,
            .without_piles = TAB_NO,
        },
    [TAB_SWITCH_STACK_SPLIT] =
        {
            .key = "stack-split",
            .title = N_("Top stone of a pile"),
            .explanation = N_("Whether a tâb may move the top stone of a pile alone, by one cell. "
                              "Loose piles come apart in any case."),
            .value = {{"none", N_("Never moves alone")}, {"top", N_("May move alone by a tâb")}},
            .of_piles = true,
            .without_piles = TAB_STACK_SPLIT_NONE,
        },
    [TAB_SWITCH_STACK_RETURN] =
        {
            .key = "stack-return",
            .title = N_("Piles that turn back"),
            .explanation = N_("What becomes of a pile that goes back to a row behind it."),
            .value = {{"keep", N_("Go on whole")},
                      {"reduce", N_("Lose all but the top stone")},
                      {"loosen", N_("Come loose")}},
            .of_piles = true,
            .without_piles = TAB_RETURN_KEEP,
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
            .of_piles = true,
            .without_piles = TAB_TEST_BACKWARD,
        },
    [TAB_SWITCH_ROW4_ENTRY] =
        {
            .key = "row4-entry",
            .title = N_("Entering the enemy’s home row"),
            .explanation = N_("When a stone at the end of row 3 may go on to the enemy’s home row "
                              "instead of back to row 2."),
            .value = {{"open", N_("Always")},
                      {"enemy-present", N_("Only while an enemy stands there")}},
            .of_piles = true,
            .without_piles = TAB_ROW4_OPEN,
        },
    [TAB_SWITCH_ROW4_ONCE] =
        {
            .key = "row4-once",
            .title = N_("Visits to the enemy’s home row"),
            .explanation =
                N_("Whether a stone that has left the enemy’s home row may go there again."),
            .value = {{"no", N_("Any number")}, {"yes", N_("One for each stone")}},
            .of_piles = true,
            .without_piles = TAB_NO,
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
            .of_piles = true,
            .without_piles = TAB_ROW4_FREE,
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
            .of_piles = true,
            .without_piles = TAB_ROW4_EXIT_SAME,
        },
    [TAB_SWITCH_ROW4_SAFE] =
        {
            .key = "row4-safe",
            .title = N_("On the enemy’s home row stones"),
            .explanation =
                N_("Whether a stone that has reached the enemy’s home row can be taken there."),
            .value = {{"no", N_("Can be taken")}, {"yes", N_("Are safe")}},
            .of_piles = true,
            .without_piles = TAB_NO,
        },
    [TAB_SWITCH_JUMP_ENEMIES] =
        {
            .key = "jump-enemies",
            .title = N_("Enemies in between"),
            .explanation = N_("Whether a move may pass over enemy stones."),
            .value = {{"no", N_("Block the way")}, {"yes", N_("May be jumped over")}},
        },
    [TAB_SWITCH_ROWS] =
        {
            .key = "rows",
            .title = N_("Rows"),
            .explanation = N_("How many rows the board has: the two home rows, and one or two "
                              "between them."),
            .least = TAB_MAX_ROWS - 1,
            .most = TAB_MAX_ROWS,
        },
    [TAB_SWITCH_PROW] =
        {
            .key = "prow",
            .title = N_("Prow"),
            .explanation = N_("Whether the middle row of three is one cell longer than the home "
                              "rows, as a ship has a prow."),
            .value = {{"no", N_("None")}, {"yes", N_("One more cell in the middle row")}},
        },
    [TAB_SWITCH_TRACK] =
        {
            .key = "track",
            .title = N_("Way of the stones"),
            .explanation = N_("Where stones go from their home row, and where from there."),
            .value = {{"tab", N_("The middle rows, and row 4 as a fork")},
                      {"once", N_("Every row once")},
                      {"circle", N_("Round the two rows after home")},
                      {"eight", N_("Across three rows and back home")},
                      {"snake", N_("Across four rows and back home")}},
        },
    [TAB_SWITCH_FACING] =
        {
            .key = "facing",
            .title = N_("The sides go"),
            .explanation = N_("Whether Black’s way is White’s turned by half a turn, or White’s in "
                              "a mirror."),
            .value = {{"half-turn", N_("Each to its own right")},
                      {"mirror", N_("Side by side, as in a mirror")}},
        },
    [TAB_SWITCH_CAST] =
        {
            .key = "cast",
            .title = N_("What is thrown"),
            .explanation = N_("Sticks, shells or dice, and what they count."),
            .value = {{"tab", N_("Four sticks: 1 2 3 4 6")},
                      {"kioz", N_("Four sticks: 1 2 4 6")},
                      {"six", N_("Six sticks: 0 to 6")},
                      {"mzab", N_("Six sticks: 0 1 2 4 6")},
                      {"siryu", N_("Six sticks of two colours, with a sir")},
                      {"tablan", N_("Four sticks: 0 2 8 12")},
                      {"cowries", N_("Four shells: 0 to 4")},
                      {"two-dice", N_("Two long dice")},
                      {"three-dice", N_("Three long dice")}},
        },
    [TAB_SWITCH_UNLOCK] =
        {
            .key = "unlock",
            .title = N_("A stone is freed by"),
            .explanation = N_("Which throws free a stone that has not moved yet. It goes as far as "
                              "the throw says, unless it is said that it goes one cell."),
            .value = {{"one", N_("A throw of 1")},
                      {"one-six", N_("A throw of 1 or 6, one cell")},
                      {"two", N_("A throw of 2, or its half")},
                      {"sir", N_("The sir")}},
            .needs = {.key = TAB_SWITCH_CHRISTIANS,
                      .values = 1u << TAB_YES,
                      .else_says = N_("There are no Nasara to be freed.")},
        },
    [TAB_SWITCH_UNLOCK_ORDER] =
        {
            .key = "unlock-order",
            .title = N_("Which stone is freed"),
            .explanation = N_("Whether only the foremost stone that has not moved can be freed, or "
                              "any."),
            .value = {{"foremost", N_("The foremost")}, {"any", N_("Any of them")}},
            .needs = {.key = TAB_SWITCH_CHRISTIANS,
                      .values = 1u << TAB_YES,
                      .else_says = N_("There are no Nasara to be freed.")},
        },
    [TAB_SWITCH_STACKING] =
        {
            .key = "stacking",
            .title = N_("Own stones on one cell"),
            .explanation = N_("Whether stones of one side may stand on each other and go on as a "
                              "pile."),
            .value = {{"pile", N_("Make a pile")}, {"none", N_("Never stand together")}},
        },
    [TAB_SWITCH_PASS_OWN] =
        {
            .key = "pass-own",
            .title = N_("Own stones in between"),
            .explanation = N_("Whether a move may pass over stones of the same side."),
            .value = {{"yes", N_("May be jumped over")}, {"no", N_("Block the way")}},
        },
    [TAB_SWITCH_SLEEPERS] =
        {
            .key = "sleepers",
            .title = N_("Enemies that have not moved"),
            .explanation = N_("Whether an enemy stone that is still a Nasrani can be taken."),
            .value = {{"taken", N_("Can be taken")}, {"safe", N_("Are safe")}},
            .needs = {.key = TAB_SWITCH_CHRISTIANS,
                      .values = 1u << TAB_YES,
                      .else_says = N_("There are no Nasara.")},
        },
    [TAB_SWITCH_OUTSIDE] =
        {
            .key = "outside",
            .title = N_("Stones away from home"),
            .explanation = N_("Whether a stone may leave its home row while another of its side is "
                              "away from it."),
            .value = {{"any", N_("Any number")}, {"one", N_("One at a time")}},
        },
    [TAB_SWITCH_KING] =
        {
            .key = "king",
            .title = N_("King"),
            .explanation = N_("Whether a king stands in the middle, who serves the side that came "
                              "to him last."),
            .value = {{"no", N_("None")}, {"yes", N_("One, who changes sides")}},
        },
    [TAB_SWITCH_HALVES] =
        {
            .key = "halves",
            .title = N_("Half throws"),
            .explanation = N_("Whether an even throw may be used as two halves, each for a move of "
                              "its own."),
            .value = {{"no", N_("None")}, {"yes", N_("An even throw may be halved")}},
        },
    [TAB_SWITCH_DUTY] =
        {
            .key = "duty",
            .title = N_("A throw that can be used"),
            .explanation = N_("Whether a player must go on moving while some throw has a move."),
            .value = {{"must", N_("Must be used")}, {"may", N_("May be declined")}},
        },
    [TAB_SWITCH_GOAL] =
        {
            .key = "goal",
            .title = N_("Who wins"),
            .explanation = N_("Whether the last to have stones wins, or who has brought more of "
                              "them to the enemy’s home row when all are there."),
            .value = {{"capture", N_("Who takes all enemies")},
                      {"fill", N_("Who brings more stones across")}},
        },
};

#define ONLY(value) (1u << (value))
#define BUT(value) (~(1u << (value)))
#define ROWS(rows) (1u << (rows))
#define DICE (1u << TAB_CAST_TWO_DICE | 1u << TAB_CAST_THREE_DICE)

const TabSwitchPair tab_switch_pairs[TAB_N_SWITCH_PAIRS] = {
    {TAB_SWITCH_TRACK, BUT(TAB_TRACK_TAB), TAB_SWITCH_STACKING, ONLY(TAB_STACKING_NONE)},
    {TAB_SWITCH_TRACK, ONLY(TAB_TRACK_TAB) | ONLY(TAB_TRACK_ONCE) | ONLY(TAB_TRACK_SNAKE),
     TAB_SWITCH_ROWS, ROWS(4)},
    {TAB_SWITCH_TRACK, ONLY(TAB_TRACK_EIGHT), TAB_SWITCH_ROWS, ROWS(3)},
    {TAB_SWITCH_CAST, BUT(TAB_CAST_TAB), TAB_SWITCH_OPENING, ONLY(TAB_OPENING_NONE)},
    {TAB_SWITCH_CAST, BUT(TAB_CAST_TAB), TAB_SWITCH_STACKING, ONLY(TAB_STACKING_NONE)},
    {TAB_SWITCH_CAST, DICE, TAB_SWITCH_THROWS, ONLY(TAB_THROWS_AT_ONCE)},
    {TAB_SWITCH_PROW, ONLY(TAB_YES), TAB_SWITCH_ROWS, ROWS(3)},
    {TAB_SWITCH_PROW, ONLY(TAB_YES), TAB_SWITCH_FACING, ONLY(TAB_FACING_MIRROR)},
    {TAB_SWITCH_KING, ONLY(TAB_YES), TAB_SWITCH_ROWS, ROWS(3)},
    {TAB_SWITCH_KING, ONLY(TAB_YES), TAB_SWITCH_COLUMNS, 0},
    {TAB_SWITCH_KING, ONLY(TAB_YES), TAB_SWITCH_PROW, ONLY(TAB_NO)},
    {TAB_SWITCH_KING, ONLY(TAB_YES), TAB_SWITCH_TRACK, ONLY(TAB_TRACK_CIRCLE)},
    {TAB_SWITCH_GOAL, ONLY(TAB_GOAL_FILL), TAB_SWITCH_TRACK, ONLY(TAB_TRACK_ONCE)},
};
