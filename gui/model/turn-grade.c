// SPDX-License-Identifier: GPL-3.0-or-later
// What an analysis has noted of a turn, in words: luck and loss in points, and how bad the turn
// was.
#include "gui/model/turn-grade.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "gui/model/number-text.h"

#define LEFT_TO_RIGHT "\xe2\x80\x8e" /* U+200E: "?!" is no "!?" in any language */

TabTurnGrade tab_turn_grade_of(const TabRecordNode *node)
{
    return tab_turn_grade(tab_turn_get_loss(node));
}

const char *tab_turn_grade_mark(TabTurnGrade grade)
{
    static const char *const marks[] = {[TAB_TURN_SOUND] = "",
                                        [TAB_TURN_DOUBTFUL] = LEFT_TO_RIGHT "?!",
                                        [TAB_TURN_MISTAKE] = LEFT_TO_RIGHT "?",
                                        [TAB_TURN_BLUNDER] = LEFT_TO_RIGHT "??"};
    return marks[grade];
}

/* "loss −7.1 points, a mistake"; %s is the number. */
static char *describe_loss(double loss)
{
    static const char *const texts[] = {
        /* Translators: what a turn gave away; a whole game is 100 points. */
        [TAB_TURN_SOUND] = N_("loss %s points"),
        /* Translators: what a turn gave away, and what such a turn is called. */
        [TAB_TURN_DOUBTFUL] = N_("loss %s points, doubtful"),
        [TAB_TURN_MISTAKE] = N_("loss %s points, a mistake"),
        [TAB_TURN_BLUNDER] = N_("loss %s points, a blunder"),
    };
    g_autofree char *number = tab_number_text_points(-loss);
    return g_strdup_printf(_(texts[tab_turn_grade(loss)]), number);
}

char *tab_turn_grade_describe(double luck, double loss)
{
    g_autofree char *number = isnan(luck) ? NULL : tab_number_text_points(luck);
    g_autofree char *lost = loss >= TAB_LEAST_SHARE ? describe_loss(loss) : NULL;
    /* Translators: what the throws of a turn brought; a whole game is 100 points. */
    g_autofree char *brought = number ? g_strdup_printf(_("luck %s points"), number) : NULL;
    if (brought && lost)
        return g_strconcat(brought, tab_number_text_comma(), lost, NULL);
    return g_strdup(brought ? brought : lost ? lost : "");
}

char *tab_turn_grade_describe_turn(const TabRecordNode *node)
{
    return tab_turn_grade_describe(tab_turn_get_luck(node), tab_turn_get_loss(node));
}

char *tab_turn_luck_text(const TabRecordNode *node)
{
    double luck = tab_turn_get_luck(node);
    return isnan(luck) ? g_strdup("") : tab_number_text_points(luck);
}

char *tab_turn_loss_text(const TabRecordNode *node)
{
    double loss = tab_turn_get_loss(node);
    return loss >= TAB_LEAST_SHARE ? tab_number_text_points(-loss) : g_strdup("");
}

typedef struct {
    const TabCast *cast;
    GString *text;
} Telling;

static void tell_throw(int kind, double luck, gpointer data)
{
    const Telling *telling = data;
    g_autofree char *points = tab_number_text_points(luck);
    g_string_append_printf(telling->text, "%s%s: %s",
                           telling->text->len ? tab_number_text_comma() : "",
                           telling->cast->kind[kind].name, points);
}

char *tab_turn_throws_text(const TabRecordNode *node, const TabCast *cast)
{
    Telling telling = {cast, g_string_new(NULL)};
    tab_turn_visit_throw_luck(node, cast, tell_throw, &telling);
    return g_string_free(telling.text, FALSE);
}

char *tab_turn_grade_explain(void)
{
    return g_strdup_printf(
        /* Translators: of the columns Luck and Loss of the list of turns: the marks of a doubtful
         * turn, a mistake and a blunder, and from how many points on they stand there. */
        _("In points: a whole game is 100. Luck is what the throws brought, loss what the turn "
          "gave "
          "away. %s: %d or more, doubtful; %s: %d or more, a mistake; %s: %d or more, a blunder."),
        tab_turn_grade_mark(TAB_TURN_DOUBTFUL), TAB_DOUBTFUL_POINTS,
        tab_turn_grade_mark(TAB_TURN_MISTAKE), TAB_MISTAKE_POINTS,
        tab_turn_grade_mark(TAB_TURN_BLUNDER), TAB_BLUNDER_POINTS);
}
