// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules: every move is walked cell by cell. The numbers are those of the rules of moves.
#include "tests/slow-moves.h"

#include <string.h>

/* A group of pieces, or the king, on its way. */
typedef struct {
    const SlowRuleset *rules;
    const SlowPosition *before;
    SlowCell from;
    gboolean king;     /* it is the king that moves */
    gboolean whole;    /* nothing stays behind */
    gboolean flipped;  /* a piece of the group that set out had been on row 4 */
    char group[30];    /* as it is by now; "M" for the king */
    int row, place;    /* where it is by now, as its owner sees it */
    int steps;         /* still to go */
    gboolean entered4; /* this move has brought it onto row 4 by the fork */
    gboolean reduced;  /* pieces were lost on a return */
    gboolean loosened; /* it made a return that loosens */
} Walk;

/* Ranks. */

static char upper_rank(char letter, char least)
{
    return strchr(strchr("NMTF", least), letter) ? letter : least;
}

/* The rank of a piece that crosses from one row to another. */
static char rank_after(const SlowRuleset *rules, char rank, int from, int to)
{
    if (slow_ruleset_is(rules, SLOW_TRACK, "tab"))
        return upper_rank(rank, to == 4 ? 'F' : to == 3 ? 'T' : 'M');
    if (slow_ruleset_is(rules, SLOW_TRACK, "eight"))
        return from == 3 && to == 2 ? 'T' : 'M';
    if (slow_ruleset_is(rules, SLOW_TRACK, "snake"))
        return (from == 4 && to == 3) || (from == 3 && to == 2) ? 'T' : 'M';
    return 'M';
}

static void set_rank(char *letter, char rank)
{
    *letter = g_ascii_islower(*letter) ? g_ascii_tolower(rank) : rank;
}

/* The track. */

/* The rows that follow the end of this one, for a piece of this rank. */
static int next_rows(const SlowRuleset *rules, int row, char rank, int next[2])
{
    if (row == 1) {
        next[0] = 2;
        return 1;
    }
    if (slow_ruleset_is(rules, SLOW_TRACK, "tab")) {
        next[0] = row == 3 ? 2 : 3;
        next[1] = 4;
        return row == 3 ? 2 : 1;
    }
    if (slow_ruleset_is(rules, SLOW_TRACK, "once")) {
        next[0] = row + 1;
        return row < 4;
    }
    if (slow_ruleset_is(rules, SLOW_TRACK, "circle"))
        next[0] = row == 2 ? 3 : 2;
    else if (slow_ruleset_is(rules, SLOW_TRACK, "eight"))
        next[0] = row == 2 ? (rank == 'T' ? 1 : 3) : 2;
    else
        next[0] = row == 4 || rank == 'T' ? row - 1 : row + 1;
    return 1;
}

/* Rule 9: the group, or what is left of it, makes a return. */
static gboolean is_return(const Walk *walk, int to)
{
    if (strlen(walk->group) < 2)
        return FALSE;
    if (slow_ruleset_is(walk->rules, SLOW_RETURN_TEST, "backward"))
        return (walk->row == 3 && to == 2) || (walk->row == 4 && to == 3);
    return strpbrk(walk->group, to == 4 ? "Ff" : "TtFf") != NULL;
}

/* From one row to another. FALSE if the rules do not let it go there. */
static gboolean cross(Walk *walk, int to)
{
    const SlowRuleset *rules = walk->rules;
    int side = walk->before->side;
    if (slow_ruleset_is(rules, SLOW_TRACK, "tab") && to == 4) { /* rule 4 */
        if (slow_ruleset_is(rules, SLOW_ROW4_ENTRY, "enemy-present") &&
            !slow_count_piles(rules, walk->before, !side, 1))
            return FALSE;
        if (slow_ruleset_is(rules, SLOW_ROW4_ONCE, "yes") && walk->flipped)
            return FALSE;
        walk->entered4 = TRUE;
    }
    if (slow_ruleset_is(rules, SLOW_TRACK, "tab") && walk->row == 4) { /* rules 4 and 6 */
        if (walk->entered4)
            return FALSE;
        if (slow_ruleset_is(rules, SLOW_ROW4_EXIT, "one-home-pile") &&
            slow_count_piles(rules, walk->before, side, 1) > 1)
            return FALSE;
    }
    if (is_return(walk, to) && slow_ruleset_is(rules, SLOW_STACK_RETURN, "reduce")) {
        memmove(walk->group, walk->group + strlen(walk->group) - 1, 2);
        walk->reduced = TRUE;
    } else if (is_return(walk, to) && slow_ruleset_is(rules, SLOW_STACK_RETURN, "loosen")) {
        walk->loosened = TRUE;
    }
    for (char *p = walk->group; *p; p++)
        set_rank(p, rank_after(rules, g_ascii_toupper(*p), walk->row, to));
    walk->row = to;
    walk->place = 0;
    return TRUE;
}

/* Rule 7, and `pass-own`: it may not go over this cell. */
static gboolean is_barred(const Walk *walk, SlowCell cell)
{
    const SlowPosition *before = walk->before;
    if (cell.row == walk->from.row && cell.column == walk->from.column)
        return FALSE;
    if (slow_ruleset_is(walk->rules, SLOW_JUMP_ENEMIES, "no") &&
        (slow_has_pieces(before, cell, !before->side) ||
         slow_has_foreign_king(before, cell, before->side)))
        return TRUE;
    return slow_ruleset_is(walk->rules, SLOW_PASS_OWN, "no") && !walk->king &&
           (slow_has_pieces(before, cell, before->side) ||
            slow_has_king(before, cell, before->side));
}

/* Arriving. */

static void empty_cell(SlowPosition *position, SlowCell cell)
{
    position->pile[cell.row][cell.column][0] = '\0';
    position->loose[cell.row][cell.column] = FALSE;
}

/* Takes the enemies from a cell. FALSE if they may not be taken. */
static gboolean capture(const SlowRuleset *rules, SlowPosition *position, SlowCell cell)
{
    int side = position->side;
    if (!slow_has_pieces(position, cell, !side))
        return TRUE;
    if (slow_ruleset_is(rules, SLOW_SLEEPERS, "safe") && slow_has_locked(position, cell, !side))
        return FALSE;
    if (slow_ruleset_is(rules, SLOW_ROW4_SAFE, "yes") &&
        slow_relative_row(rules, side, cell) == 1) /* rule 8 */
        return FALSE;
    empty_cell(position, cell);
    return TRUE;
}

/* The king leaves its cell for the next one on the mover's track and is the mover's. */
static gboolean push_king(const SlowRuleset *rules, SlowPosition *position, SlowCell cell)
{
    int side = position->side, next[2];
    int row = slow_relative_row(rules, side, cell), place = slow_place(rules, side, cell) + 1;
    if (place == slow_width(rules, row)) {
        next_rows(rules, row, 'M', next);
        row = next[0];
        place = 0;
    }
    SlowCell to = slow_cell(rules, side, row, place);
    if (slow_has_pieces(position, to, side) || !capture(rules, position, to))
        return FALSE;
    empty_cell(position, cell);
    strcpy(position->pile[to.row][to.column], side == SLOW_WHITE ? "K" : "k");
    return TRUE;
}

/* The group leaves its pile. */
static void set_out(const Walk *walk, SlowPosition *after)
{
    char *pile = after->pile[walk->from.row][walk->from.column];
    gboolean *loose = &after->loose[walk->from.row][walk->from.column];
    if (walk->whole)
        *pile = '\0';
    else
        pile[strlen(pile) - 1] = '\0';
    *loose = *loose && strlen(pile) > 1;
}

/* `outside`: it would leave the home row while another piece is outside. */
static gboolean leaves_too_many_outside(const Walk *walk)
{
    const SlowRuleset *rules = walk->rules;
    int side = walk->before->side;
    if (walk->king || slow_ruleset_is(rules, SLOW_OUTSIDE, "any") || walk->row == 1 ||
        slow_relative_row(rules, side, walk->from) != 1)
        return FALSE;
    for (int row = 2; row <= slow_enemy_home(rules); row++)
        if (slow_count_piles(rules, walk->before, side, row))
            return TRUE;
    return FALSE;
}

/* Rules 8 and 9, at the destination. */
static void arrive(const Walk *walk, GArray *moves)
{
    const SlowRuleset *rules = walk->rules;
    int side = walk->before->side;
    SlowMove move = {.from = walk->from,
                     .to = slow_cell(rules, side, walk->row, walk->place),
                     .top = !walk->whole,
                     .refusable = walk->reduced,
                     .after = *walk->before};
    char *pile = move.after.pile[move.to.row][move.to.column];
    gboolean *loose = &move.after.loose[move.to.row][move.to.column];
    gboolean was_loose = walk->before->loose[move.from.row][move.from.column];
    gboolean joins = slow_has_pieces(&move.after, move.to, side);
    if ((move.from.row == move.to.row && move.from.column == move.to.column) ||
        leaves_too_many_outside(walk))
        return;
    if (joins && (walk->king || slow_ruleset_is(rules, SLOW_STACKING, "none") ||
                  slow_has_locked(&move.after, move.to, side))) /* locked pieces stand single */
        return;
    if (slow_has_king(&move.after, move.to, side))
        return;
    set_out(walk, &move.after);
    if (slow_has_foreign_king(&move.after, move.to, side) &&
        !push_king(rules, &move.after, move.to))
        return;
    if (!capture(rules, &move.after, move.to))
        return;
    if (walk->king)
        strcpy(pile, side == SLOW_WHITE ? "K" : "k");
    else
        strcat(pile, walk->group);
    *loose = strlen(pile) > 1 && (walk->loosened || (was_loose && walk->whole && !joins));
    g_array_append_val(moves, move);
}

/* Goes on from where it is by every branch. */
static void go_on(const Walk *walk, GArray *moves)
{
    const SlowRuleset *rules = walk->rules;
    int next[2] = {walk->row}, n = 1;
    gboolean at_end = walk->place + 1 == slow_width(rules, walk->row);
    if (walk->steps == 0) {
        arrive(walk, moves);
        return;
    }
    if (at_end)
        n = next_rows(rules, walk->row, g_ascii_toupper(walk->group[0]), next);
    for (int i = 0; i < n; i++) {
        Walk then = *walk;
        then.place++;
        then.steps--;
        if (at_end && !cross(&then, next[i]))
            continue;
        SlowCell cell = slow_cell(rules, walk->before->side, then.row, then.place);
        if (then.steps == 0 || !is_barred(&then, cell))
            go_on(&then, moves);
    }
}

/* Setting out. */

static gboolean has_single(const SlowPosition *position)
{
    for (int row = 0; row < 4; row++)
        for (int column = 0; column < SLOW_MAX_CELLS; column++)
            if (slow_has_pieces(position, (SlowCell){row, column}, position->side) &&
                strlen(position->pile[row][column]) == 1)
                return TRUE;
    return FALSE;
}

/* Rule 5, and pieces that have come home under `goal=fill`. */
static gboolean is_frozen(const SlowRuleset *rules, const SlowPosition *position, SlowCell cell)
{
    int side = position->side;
    if (slow_relative_row(rules, side, cell) != slow_enemy_home(rules))
        return FALSE;
    if (slow_ruleset_is(rules, SLOW_GOAL, "fill"))
        return TRUE;
    if (slow_ruleset_is(rules, SLOW_ROW4_MOVE, "free"))
        return FALSE;
    gboolean home_empty = !slow_count_piles(rules, position, side, 1);
    gboolean single_goes =
        strlen(position->pile[cell.row][cell.column]) == 1 || !has_single(position);
    if (slow_ruleset_is(rules, SLOW_ROW4_MOVE, "home-empty"))
        return !home_empty;
    if (slow_ruleset_is(rules, SLOW_ROW4_MOVE, "home-empty-single"))
        return !home_empty || !single_goes;
    gboolean all_there = home_empty && !slow_count_piles(rules, position, side, 2) &&
                         !slow_count_piles(rules, position, side, 3);
    return !all_there || !single_goes;
}

static void walk_from(const SlowRuleset *rules, const SlowPosition *position, SlowCell cell,
                      gboolean top, int steps, GArray *moves)
{
    const char *pile = position->pile[cell.row][cell.column];
    Walk walk = {.rules = rules,
                 .before = position,
                 .from = cell,
                 .king = slow_has_king(position, cell, position->side),
                 .whole = !top,
                 .row = slow_relative_row(rules, position->side, cell),
                 .place = slow_place(rules, position->side, cell),
                 .steps = steps};
    strcpy(walk.group, top ? pile + strlen(pile) - 1 : pile);
    if (walk.king)
        strcpy(walk.group, "M");
    walk.flipped = strpbrk(walk.group, "Ff") != NULL;
    if (strpbrk(walk.group, "Nn"))
        set_rank(walk.group, 'M');
    go_on(&walk, moves);
}

/* Rule 1, and section 4 of the family: the moves of locked pieces. */
static void unlock(const SlowRuleset *rules, const SlowPosition *position, int thrown,
                   GArray *moves)
{
    int steps = slow_ruleset_is(rules, SLOW_UNLOCK, "one-six") ? 1
                : thrown == SLOW_SIR                           ? 5
                                                               : thrown;
    for (int place = slow_width(rules, 1) - 1; place >= 0; place--) {
        SlowCell cell = slow_cell(rules, position->side, 1, place);
        if (!slow_has_locked(position, cell, position->side))
            continue;
        walk_from(rules, position, cell, FALSE, steps, moves);
        if (slow_ruleset_is(rules, SLOW_UNLOCK_ORDER, "foremost"))
            return;
    }
}

static gboolean has_locked(const SlowRuleset *rules, const SlowPosition *position)
{
    for (int place = 0; place < slow_width(rules, 1); place++)
        if (slow_has_locked(position, slow_cell(rules, position->side, 1, place), position->side))
            return TRUE;
    return FALSE;
}

/* Rules 2 and 3, and the king. */
static void move_free(const SlowRuleset *rules, const SlowPosition *position, SlowCell cell,
                      int thrown, GArray *moves)
{
    int steps = thrown == SLOW_SIR ? 5 : thrown;
    if (slow_has_king(position, cell, position->side))
        walk_from(rules, position, cell, FALSE, steps, moves);
    if (!slow_has_pieces(position, cell, position->side) ||
        slow_has_locked(position, cell, position->side) || is_frozen(rules, position, cell))
        return;
    walk_from(rules, position, cell, FALSE, steps, moves);
    if (strlen(position->pile[cell.row][cell.column]) > 1 &&
        (position->loose[cell.row][cell.column] ||
         (thrown == 1 && slow_ruleset_is(rules, SLOW_STACK_SPLIT, "top"))))
        walk_from(rules, position, cell, TRUE, steps, moves);
}

void slow_moves(const SlowRuleset *rules, const SlowPosition *position, int thrown, gboolean half,
                GArray *moves)
{
    if (thrown == 0)
        return;
    if (slow_cast_unlocks(rules, thrown, half) && has_locked(rules, position)) {
        guint before = moves->len;
        unlock(rules, position, thrown, moves);
        if (slow_ruleset_is(rules, SLOW_TAB_DUTY, "convert") ||
            (slow_ruleset_is(rules, SLOW_TAB_DUTY, "first") && moves->len > before))
            return;
    }
    for (int row = 0; row < slow_enemy_home(rules); row++)
        for (int column = 0; column < slow_width(rules, row + 1); column++)
            move_free(rules, position, (SlowCell){row, column}, thrown, moves);
}

void slow_move_write(const SlowMove *move, GString *text)
{
    g_string_append_printf(text, "%c%d%c%d%s", 'a' + move->from.row, move->from.column + 1,
                           'a' + move->to.row, move->to.column + 1, move->top ? "t" : "");
}
