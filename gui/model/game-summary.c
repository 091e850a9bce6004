// SPDX-License-Identifier: GPL-3.0-or-later
// What a game came to, in sums and in its great moments: luck and loss of both sides, the luckiest
// throws, the costliest turns; and the sentences about them.
#include "gui/model/game-summary.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "gui/model/number-text.h"
#include "gui/model/turn-grade.h"
#include "gui/model/wording.h"

/* --- what is noted --- */

/* Puts a moment in its place among the greatest; of two alike the earlier one comes first. */
static void add_moment(TabSummaryMoment *moments, guint *n, TabSummaryMoment moment)
{
    guint place = *n;
    while (place && moments[place - 1].share < moment.share)
        place--;
    if (!(moment.share >= TAB_LEAST_SHARE) || place == TAB_SUMMARY_MOMENTS)
        return;
    *n = MIN(*n + 1, TAB_SUMMARY_MOMENTS);
    for (guint i = *n - 1; i > place; i--)
        moments[i] = moments[i - 1];
    moments[place] = moment;
}

typedef struct {
    TabGameSummary *summary;
    TabRecordNode *node;
} Place;

static void add_throw(int kind, double luck, gpointer data)
{
    const Place *place = data;
    add_moment(place->summary->lucky, &place->summary->n_lucky,
               (TabSummaryMoment){place->node, kind, luck});
}

static void add_turn(TabGameSummary *summary, const TabCast *cast, TabRecordNode *node)
{
    double luck = tab_turn_get_luck(node), loss = tab_turn_get_loss(node);
    summary->turns++;
    if (!isnan(luck)) {
        summary->known++;
        summary->luck[node->side] += luck;
    }
    if (loss > 0) {
        summary->loss[node->side] += loss;
        add_moment(summary->costly, &summary->n_costly, (TabSummaryMoment){node, -1, loss});
    }
    Place place = {summary, node};
    tab_turn_visit_throw_luck(node, cast, add_throw, &place);
}

void tab_game_summary_fill(TabGameSummary *summary, TabGameSession *session)
{
    const TabCast *cast = &session->document->record->rules->cast;
    g_autoptr(GPtrArray) line = g_ptr_array_new();
    *summary = (TabGameSummary){.turns = 0};
    for (TabRecordNode *node = session->document->live->node; node->parent; node = node->parent)
        g_ptr_array_add(line, node);
    for (guint i = line->len; i-- > 0;)
        add_turn(summary, cast, line->pdata[i]);
}

/* --- sentences --- */

static guint whole_points(double share)
{
    return (guint)lround(100 * fabs(share));
}

/* "You lost 8 points by turns." */
static char *tell_loss(const TabGameSummary *summary, TabGameSession *session, TabSide side)
{
    guint points = whole_points(summary->loss[side]);
    g_autofree char *name = tab_wording_player(session, side);
    if (tab_wording_is_you(session, side) && !points)
        return g_strdup(_("You lost next to nothing by turns."));
    if (tab_wording_is_you(session, side))
        /* Translators: what the person's moves gave away in a game; a whole game is 100 points. */
        return g_strdup_printf(
            ngettext("You lost %u point by turns.", "You lost %u points by turns.", points),
            points);
    if (!points)
        /* Translators: a player's name. */
        return g_strdup_printf(_("%s lost next to nothing by turns."), name);
    /* Translators: a player's name, and what its moves gave away; a whole game is 100 points. */
    return g_strdup_printf(
        ngettext("%s lost %u point by turns.", "%s lost %u points by turns.", points), name,
        points);
}

/* "The throws gave Black 31 points." */
static char *tell_luck(const TabGameSummary *summary, TabGameSession *session)
{
    double white = summary->luck[TAB_WHITE] - summary->luck[TAB_BLACK];
    guint points = whole_points(white);
    TabSide side = white > 0 ? TAB_WHITE : TAB_BLACK;
    g_autofree char *name = tab_wording_player(session, side);
    /* the figures behind a name in Arabic would join it */
    g_autofree char *apart = g_strconcat(name, "\u200e", NULL);
    if (!points)
        return g_strdup(_("The throws favoured nobody."));
    if (tab_wording_is_you(session, side))
        /* Translators: how lucky the person's throws were beside the other player's; a whole game
         * is 100 points. */
        return g_strdup_printf(
            ngettext("The throws gave you %u point.", "The throws gave you %u points.", points),
            points);
    /* Translators: how lucky a player's throws were beside the other's: its name, and points; a
     * whole game is 100. */
    return g_strdup_printf(
        ngettext("The throws gave %s %u point.", "The throws gave %s %u points.", points), apart,
        points);
}

char *tab_game_summary_sums(const TabGameSummary *summary, TabGameSession *session)
{
    if (!summary->known)
        return NULL;
    g_autofree char *luck = tell_luck(summary, session);
    g_autofree char *white = tell_loss(summary, session, TAB_WHITE);
    g_autofree char *black = tell_loss(summary, session, TAB_BLACK);
    return g_strjoin("\n", luck, white, black, NULL);
}

char *tab_summary_moment_title(const TabSummaryMoment *moment, TabGameSession *session)
{
    g_autofree char *name = tab_wording_player(session, (TabSide)moment->node->side);
    /* Translators: whose turn it was: a player's name, and the turn's number. */
    return g_strdup_printf(_("%s, turn %u"), name, moment->node->number);
}

char *tab_summary_moment_text(const TabSummaryMoment *moment, TabGameSession *session)
{
    const TabCast *cast = &session->document->record->rules->cast;
    if (moment->kind < 0)
        return tab_turn_grade_describe(NAN, moment->share);
    g_autofree char *points = tab_number_text_points(moment->share);
    /* Translators: a throw, 1 to 6, and what it brought; a whole game is 100 points. Keep it
     * short. */
    return g_strdup_printf(_("throw of %d: %s points"), cast->kind[moment->kind].steps, points);
}
