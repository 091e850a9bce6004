// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis says of a turn, as notes in its record, and how bad a turn that lost so much is.
#include "protocol/study/turn-notes.h"

#include <math.h>

#define MAX_THROWS 15 /* whose luck is noted each: a note has 256 bytes */

/* --- how bad a turn is --- */

TabTurnGrade tab_turn_grade_within(double loss, const TabGradeLimits *limits)
{
    TabTurnGrade grade = TAB_TURN_SOUND;
    while (grade < TAB_TURN_BLUNDER && loss >= limits->least[grade + 1])
        grade++;
    return grade;
}

TabTurnGrade tab_turn_grade(double loss)
{
    static const TabGradeLimits usual = TAB_GRADE_LIMITS_INIT;
    return tab_turn_grade_within(loss, &usual);
}

const char *tab_turn_grade_sign(TabTurnGrade grade)
{
    static const char *const signs[TAB_N_TURN_GRADES] = {"", "?!", "?", "??"};
    return signs[grade];
}

/* --- notes --- */

/* No turn and no throw brings more than a whole game. */
static gboolean is_share(double number)
{
    return number >= -1 && number <= 1;
}

double tab_turn_get_luck(const TabRecordNode *node)
{
    double luck = tab_record_get_number(node, "luck", NAN);
    return is_share(luck) ? luck : NAN;
}

double tab_turn_get_loss(const TabRecordNode *node)
{
    double loss = tab_record_get_number(node, "loss", NAN);
    return loss >= 0 && loss <= 1 ? loss : NAN;
}

/* "4:-0.005"; FALSE if it is anything else. */
static gboolean read_throw(const char *text, const TabCast *cast, int *kind, double *luck)
{
    const char *colon;
    char *end;
    *kind = tab_cast_kind(cast, text, &colon);
    if (*kind < 0 || *colon != ':')
        return FALSE;
    *luck = g_ascii_strtod(colon + 1, &end);
    return end > colon + 1 && !*end && is_share(*luck);
}

void tab_turn_visit_throw_luck(const TabRecordNode *node, const TabCast *cast,
                               TabThrowLuckFunc visit, gpointer data)
{
    g_autofree char *note = tab_record_get_note(node, "throw-luck");
    g_auto(GStrv) throws = g_strsplit(note ? note : "", ",", -1);
    int kind;
    double luck;
    for (char **one = throws; *one; one++)
        if (read_throw(*one, cast, &kind, &luck))
            visit(kind, luck, data);
}

TabTurnFound tab_turn_walk(TabTurnWalk *walk, const TabRecordNode *node)
{
    const GArray *throws = walk->analysis->of_throws, *turns = walk->analysis->of_turns;
    TabTurnFound found = {.throws = &g_array_index(throws, TabThrowLuck, walk->throw)};
    while (walk->throw < throws->len && found.throws[found.n_throws].node == node) {
        found.luck += found.throws[found.n_throws++].luck;
        walk->throw ++;
    }
    if (turns && walk->turn < turns->len &&
        g_array_index(turns, TabTurnLoss, walk->turn).node == node)
        found.loss = &g_array_index(turns, TabTurnLoss, walk->turn++);
    return found;
}

void tab_turn_note(TabRecordNode *node, const TabCast *cast, const TabTurnFound *found)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_autoptr(GString) each = g_string_new(NULL);
    for (guint i = 0; i < MIN(found->n_throws, MAX_THROWS); i++) {
        g_ascii_formatd(number, sizeof number, "%+.3f", found->throws[i].luck);
        g_string_append_printf(each, "%s%s:%s", i ? "," : "",
                               cast->kind[found->throws[i].kind].name, number);
    }
    g_ascii_formatd(number, sizeof number, "%+.4f", found->luck);
    tab_record_set_note(node, "luck", number);
    if (each->len)
        tab_record_set_note(node, "throw-luck", each->str);
    if (found->loss) {
        tab_record_set_number(node, "loss", found->loss->loss, 4);
        tab_record_set_number(node, "judged", CLAMP(found->loss->win - found->loss->loss, 0, 1), 4);
    }
}

void tab_turn_note_all(TabRecord *record, const TabAnalysis *analysis)
{
    TabTurnWalk walk = {.analysis = analysis};
    for (TabRecordNode *node = record->root->child; node; node = node->child) {
        TabTurnFound found = tab_turn_walk(&walk, node);
        tab_turn_note(node, &record->rules->cast, &found);
    }
}
