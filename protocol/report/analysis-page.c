// SPDX-License-Identifier: GPL-3.0-or-later
// The page of an analysis: its players, and boards at the worst turns.
#include "protocol/report/analysis-report.h"

#include <math.h>

#include "protocol/report/board-svg.h"
#include "protocol/text/html.h"
#include "protocol/text/plain-text.h"

static const char board_style[] =
    "svg.board{display:block;max-width:100%;height:auto;margin:.25rem 0}\n"
    "circle.pit{fill:var(--grid)}circle.white{fill:#f4ead6;stroke:#6b5d45}"
    "circle.black{fill:#2b2723;stroke:#6b5d45}circle.new{fill:none;stroke:#9a8b6e}\n"
    "svg.board text{font-size:10px;text-anchor:middle}text.white{fill:#2b2723}"
    "text.black{fill:#f4ead6}text.name{fill:var(--soft)}rect.king{fill:#c0392b}\n";

static void put_players(GString *page, const TabAnalysisReport *report)
{
    static const char *const headings[] = {
        "Player",      "Games", "Score", "Luck a game", "Score without luck",
        "Loss a turn", "?!",    "?",     "??",          NULL};
    tab_html_table_begin(page, "Players",
                         "In points: a whole game is 100. Luck is what the throws brought, loss "
                         "what the turns gave away.",
                         headings);
    for (guint i = 0; i < report->players->len; i++) {
        const TabAnalysedPlayer *player = g_ptr_array_index(report->players, i);
        TabEstimate adjusted = tab_moments_estimate(&player->adjusted);
        tab_html_row_begin(page, NULL, player->name, NULL);
        tab_html_cell_count(page, player->games);
        tab_html_cell_number(page, 100 * tab_mean(player->points, player->decided), 2);
        tab_html_cell_number(page, 100 * player->luck.mean, 2);
        tab_html_take_cell(page, player->decided ? tab_estimate_to_string(adjusted) : g_strdup(""));
        tab_html_cell_number(page, 100 * tab_mean(player->loss, player->turns), 3);
        for (guint k = TAB_TURN_DOUBTFUL; k < TAB_N_TURN_GRADES; k++)
            tab_html_cell_count(page, player->grade[k]);
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

static void put_levels(GString *page, const TabAnalysisReport *report)
{
    static const char *const headings[] = {"Player", "Rules",         "Decisions", "Loss",
                                           "Level",  "95 % interval", NULL};
    tab_html_table_begin(page, "Levels",
                         "The level of the engine that loses as much as the player in the same "
                         "decisions. Loss is that of a decision, in points.",
                         headings);
    for (guint i = 0; i < report->levels->len; i++) {
        const TabAnalysedLevel *level = g_ptr_array_index(report->levels, i);
        g_autofree char *asked = g_strdup_printf("%" G_GUINT64_FORMAT, level->asked);
        tab_html_row_begin(page, NULL, level->player, NULL);
        tab_html_take_cell(page, g_strdup(level->rules));
        tab_html_take_cell(page, g_steal_pointer(&asked));
        tab_html_cell_number(page, 100 * level->loss, 3);
        tab_html_take_cell(page, g_strdup(level->level ? level->level : ""));
        tab_html_take_cell(page, level->low && level->high
                                     ? g_strdup_printf("%s to %s", level->low, level->high)
                                     : g_strdup(""));
        tab_html_row_end(page);
    }
    tab_html_table_end(page);
}

static void put_worst_turn(GString *page, const TabAnalysisReport *report, const TabWorstTurn *turn)
{
    g_autofree char *loss = tab_plain_text_number(100 * turn->loss, 1);
    g_autofree char *win = tab_plain_text_number(100 * turn->win, 1);
    g_string_append_printf(page, "<p>%s Game %u, turn %u, ",
                           tab_turn_grade_sign(tab_turn_grade_within(turn->loss, &report->limits)),
                           turn->game, turn->situation.position.number);
    tab_html_name(page, turn->player);
    g_string_append_printf(page, " (%s), throws %s, chance to win %s: played ",
                           turn->situation.position.side == TAB_WHITE ? "White" : "Black",
                           turn->throws, win);
    tab_html_text(page, turn->played);
    g_string_append(page, ", best ");
    tab_html_text(page, turn->best);
    g_string_append_printf(page, ", lost %s points.</p>\n", loss);
    tab_board_svg(page, turn->rules, &turn->situation.position);
}

char *tab_analysis_report_to_html(const TabAnalysisReport *report, const char *judge)
{
    GString *page = g_string_new(NULL);
    g_autofree char *title =
        g_strdup_printf("Analysis of %u game%s", report->games, report->games == 1 ? "" : "s");
    tab_html_page_begin(page, title, board_style);
    g_string_append(page, "<p>Judged by ");
    tab_html_text(page, judge);
    g_string_append(page, ".</p>\n");
    put_players(page, report);
    if (report->levels && report->levels->len)
        put_levels(page, report);
    if (report->worst->len)
        tab_html_heading(page, "The worst turns", "White is at the bottom.");
    for (guint i = 0; i < report->worst->len; i++)
        put_worst_turn(page, report, &g_array_index(report->worst, TabWorstTurn, i));
    tab_html_page_end(page);
    return g_string_free(page, FALSE);
}
