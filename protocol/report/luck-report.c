// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of games and throws, and scores with and without luck.
#include "protocol/report/luck-report.h"

#include <math.h>
#include <string.h>

#include "protocol/statistics/accumulators.h"
#include "protocol/text/plain-text.h"

static const char *name_of(const TabRecord *record, const char *tag)
{
    return g_intern_string(tab_record_get_tag_or(record, tag, tag)); /* who has none is the side */
}

static double points_of(TabRecordResult result)
{
    static const double points[TAB_N_RECORD_RESULTS] = {
        [TAB_RECORD_UNDECIDED] = NAN,
        [TAB_RECORD_WHITE_WON] = 1,
        [TAB_RECORD_BLACK_WON] = 0,
        [TAB_RECORD_DRAWN] = 0.5,
    };
    return points[result];
}

/* What a side plays until the turn's number rises is one turn (RULES.md 6), with throws=at-once as
 * many plays as there were throws. */
static void count_turns(const TabAnalysis *analysis, guint turns[2])
{
    guint32 last = 0; /* numbers begin with 1 */
    for (guint i = 0; analysis->of_turns && i < analysis->of_turns->len; i++) {
        const TabTurnLoss *turn = &g_array_index(analysis->of_turns, TabTurnLoss, i);
        turns[turn->side] += turn->node->number != last;
        last = turn->node->number;
    }
}

TabLuckRow tab_luck_row_new(const TabRecord *record, const TabAnalysis *analysis)
{
    TabLuckRow row = {
        .name = {name_of(record, "White"), name_of(record, "Black")},
        .points = points_of(record->result),
        .luck = analysis->luck_white,
        .loss = {analysis->loss[TAB_WHITE], analysis->loss[TAB_BLACK]},
    };
    const char *seed = tab_record_get_tag(record, "Seed");
    row.has_seed = seed && g_ascii_string_to_unsigned(seed, 10, 0, G_MAXUINT64, &row.seed, NULL);
    count_turns(analysis, row.turns);
    return row;
}

/* Lines. */

static void append_points(GString *text, const char *before, double number, gboolean sign)
{
    g_string_append(text, before);
    tab_plain_text_append_number(text, number, 4, sign);
}

/* The first `n` of the throws "1,4,2"; "-" for none. */
static void append_first(GString *text, const char *throws, guint n)
{
    const char *end = throws;
    for (guint i = 0; i < n; i++)
        end += strcspn(end + (i > 0), ",") + (i > 0);
    g_string_append_len(text, n ? throws : "-", n ? end - throws : 1);
}

static void append_thrown(GString *text, const TabCast *cast, const char *word,
                          const TabThrowLuck *luck)
{
    g_string_append_printf(text, "  %s%u. %c ", word, luck->node->number,
                           luck->side == TAB_WHITE ? 'w' : 'b');
    append_first(text, luck->node->throws, luck->place);
    g_string_append_printf(text, " %s", cast->kind[luck->kind].name);
    append_points(text, " ", luck->before, FALSE);
    append_points(text, " ", luck->after, FALSE);
    append_points(text, " ", luck->luck, TRUE);
    g_string_append_c(text, '\n');
}

/* The luckiest throw of a side and the unluckiest one. */
static void append_extremes(GString *text, const TabCast *cast, const TabAnalysis *analysis,
                            TabSide side)
{
    const TabThrowLuck *best = NULL, *worst = NULL;
    for (guint i = 0; i < analysis->of_throws->len; i++) {
        const TabThrowLuck *luck = &g_array_index(analysis->of_throws, TabThrowLuck, i);
        if (luck->side != side)
            continue;
        best = !best || luck->luck > best->luck ? luck : best;
        worst = !worst || luck->luck < worst->luck ? luck : worst;
    }
    if (best)
        append_thrown(text, cast, "best ", best);
    if (worst)
        append_thrown(text, cast, "worst ", worst);
}

static void append_game_head(GString *text, guint number, const TabRecord *record, guint turns)
{
    const char *how = tab_record_termination_text(record->termination);
    g_autofree char *white = tab_plain_text(name_of(record, "White"));
    g_autofree char *black = tab_plain_text(name_of(record, "Black"));
    g_string_append_printf(text, "game %u: %s - %s %s (%s%s%u turn%s)", number, white, black,
                           tab_record_result_text(record->result), how ? how : "", how ? ", " : "",
                           turns, turns == 1 ? "" : "s");
}

void tab_luck_append_game(GString *text, guint number, const TabRecord *record,
                          const TabAnalysis *analysis, TabLuckSections sections)
{
    const TabCast *cast = &record->rules->cast;
    double points = points_of(record->result);
    append_game_head(text, number, record, analysis->turns);
    append_points(text, " luck ", analysis->luck_white, TRUE);
    append_points(text, ": white ", analysis->luck[TAB_WHITE], TRUE);
    append_points(text, " black ", analysis->luck[TAB_BLACK], TRUE);
    append_points(text, " opening ", analysis->opening, TRUE);
    if (!isnan(points))
        append_points(text, ", adjusted ", points - analysis->luck_white, FALSE);
    g_string_append_c(text, '\n');
    for (guint i = 0; sections & TAB_LUCK_THROWS && i < analysis->of_throws->len; i++)
        append_thrown(text, cast, "", &g_array_index(analysis->of_throws, TabThrowLuck, i));
    append_extremes(text, cast, analysis, TAB_WHITE);
    append_extremes(text, cast, analysis, TAB_BLACK);
    if (sections & TAB_LUCK_LOSSES) {
        append_points(text, "  loss white ", analysis->loss[TAB_WHITE], FALSE);
        append_points(text, " black ", analysis->loss[TAB_BLACK], FALSE);
        g_string_append_c(text, '\n');
    }
}

/* All games together. */

/* Whose score is told: the White of the first game if he plays in every one, else NULL. */
static const char *common_player(const GArray *rows)
{
    const char *player = rows->len ? g_array_index(rows, TabLuckRow, 0).name[TAB_WHITE] : NULL;
    for (guint i = 0; i < rows->len; i++) {
        const TabLuckRow *row = &g_array_index(rows, TabLuckRow, i);
        if ((row->name[TAB_WHITE] == player) == (row->name[TAB_BLACK] == player))
            return NULL;
    }
    return player;
}

/* The side that the player has in a game. */
static TabSide side_of(const TabLuckRow *row, const char *player)
{
    return player && row->name[TAB_BLACK] == player ? TAB_BLACK : TAB_WHITE;
}

/* Points for White as points for `side`. */
static double for_side(double points, TabSide side)
{
    return side == TAB_WHITE ? points : 1 - points;
}

static gboolean is_pair(const TabLuckRow *first, const TabLuckRow *second)
{
    return first->has_seed && second->has_seed && first->seed == second->seed &&
           !isnan(first->points) && !isnan(second->points) &&
           first->name[TAB_WHITE] == second->name[TAB_BLACK] &&
           first->name[TAB_BLACK] == second->name[TAB_WHITE];
}

static void add_pair(TabMoments *plain, TabMoments *adjusted, const TabLuckRow *first,
                     const TabLuckRow *second, const char *player)
{
    TabSide side = side_of(first, player), other = tab_side_other(side);
    tab_moments_add(plain, (for_side(first->points, side) + for_side(second->points, other)) / 2);
    tab_moments_add(adjusted, (for_side(first->points - first->luck, side) +
                               for_side(second->points - second->luck, other)) /
                                  2);
}

/* Mean losses a turn. */
static void sum_losses(const GArray *rows, TabLuckSummary *summary)
{
    double loss[2] = {0, 0};
    guint turns[2] = {0, 0};
    for (guint i = 0; i < rows->len; i++) {
        const TabLuckRow *row = &g_array_index(rows, TabLuckRow, i);
        TabSide side = side_of(row, summary->player);
        for (int k = 0; k < 2; k++) {
            loss[k] += row->loss[k ? tab_side_other(side) : side];
            turns[k] += row->turns[k ? tab_side_other(side) : side];
        }
    }
    summary->loss = turns[0] ? loss[0] / turns[0] : NAN;
    summary->loss_others = turns[1] ? loss[1] / turns[1] : NAN;
}

TabLuckSummary tab_luck_summarise(const GArray *rows)
{
    TabLuckSummary summary = {.player = common_player(rows)};
    TabMoments plain = {0}, adjusted = {0}, plain_pairs = {0}, adjusted_pairs = {0};
    const TabLuckRow *open = NULL; /* may be the first game of a pair */
    for (guint i = 0; i < rows->len; i++) {
        const TabLuckRow *row = &g_array_index(rows, TabLuckRow, i);
        TabSide side = side_of(row, summary.player);
        if (!isnan(row->points)) {
            tab_moments_add(&plain, for_side(row->points, side));
            tab_moments_add(&adjusted, for_side(row->points - row->luck, side));
        }
        if (open && is_pair(open, row)) {
            add_pair(&plain_pairs, &adjusted_pairs, open, row, summary.player);
            open = NULL;
        } else {
            open = row;
        }
    }
    summary.games = (guint)plain.n;
    summary.pairs = (guint)plain_pairs.n;
    summary.plain = tab_moments_estimate(&plain);
    summary.adjusted = tab_moments_estimate(&adjusted);
    summary.plain_half_width = tab_moments_score_half_width(&plain);
    summary.plain_pairs = tab_moments_estimate(&plain_pairs);
    summary.plain_pairs_half_width = tab_moments_score_half_width(&plain_pairs);
    summary.adjusted_pairs = tab_moments_estimate(&adjusted_pairs);
    sum_losses(rows, &summary);
    return summary;
}

/* The line "<what> <rate>"; takes the rate. */
static void take_rate(GString *text, const char *what, char *rate)
{
    g_string_append_printf(text, "%s %s\n", what, rate);
    g_free(rate);
}

/* How much smaller a standard error has become. */
static void append_ratio(GString *text, const char *what, TabEstimate plain, TabEstimate adjusted)
{
    double ratio = adjusted.se / plain.se;
    if (!(plain.se > 0) || !(adjusted.se > 0))
        return;
    g_string_append_printf(text, "%s ", what);
    tab_plain_text_append_number(text, ratio, 3, FALSE);
    g_string_append(text, " of the plain error, as of ");
    tab_plain_text_append_number(text, 1 / (ratio * ratio), 2, FALSE);
    g_string_append(text, " times the games\n");
}

void tab_luck_append_summary(GString *text, const TabLuckSummary *summary, TabLuckSections sections)
{
    g_autofree char *player = tab_plain_text(summary->player ? summary->player : "White");
    g_string_append_printf(text, "%u game%s seen from %s\n", summary->games,
                           summary->games == 1 ? "" : "s", player);
    if (!summary->games)
        return;
    take_rate(text, "plain", tab_plain_text_rate(summary->plain.mean, summary->plain_half_width));
    take_rate(text, "adjusted", tab_estimate_to_string(summary->adjusted));
    append_ratio(text, "adjusted:", summary->plain, summary->adjusted);
    if (summary->pairs) {
        g_string_append_printf(
            text, "%u pair%s%s\n", summary->pairs, summary->pairs == 1 ? "" : "s",
            summary->player ? "" : ", each seen from the White of its first game");
        take_rate(text, "plain pairs",
                  tab_plain_text_rate(summary->plain_pairs.mean, summary->plain_pairs_half_width));
        take_rate(text, "adjusted pairs", tab_estimate_to_string(summary->adjusted_pairs));
        append_ratio(text, "plain pairs:", summary->plain, summary->plain_pairs);
        append_ratio(text, "adjusted pairs:", summary->plain, summary->adjusted_pairs);
    }
    if (sections & TAB_LUCK_LOSSES) {
        append_points(text, "loss a turn ", summary->loss, FALSE);
        append_points(text, ", of the others ", summary->loss_others, FALSE);
        g_string_append_c(text, '\n');
    }
}
