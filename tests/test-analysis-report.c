// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of analysed games and of rated players of which little is known: nothing that is not
// known is made up.
#include <math.h>
#include <string.h>

#include "protocol/game/record-text.h"
#include "protocol/report/analysis-report.h"
#include "protocol/report/board-svg.h"

static const TabGradeLimits limits = TAB_GRADE_LIMITS_INIT;

/* A game without a result, whose last turn nobody has chosen. */
static const char game_text[] = "[White \"Ada\"]\n[Black \"Ben\"]\n[Rules \"walker\"]\n"
                                "[Position \"nnnnnnnnn/9/9/NNNNNNNNN w - - 1\"]\n[Result \"*\"]\n\n"
                                "1. w 2 2:pass\n2. b 3 3:pass\n3. w 2 ?\n*\n";

static TabRecord *read_game(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(game_text, strlen(game_text), &error);
    g_assert_no_error(error);
    return g_ptr_array_steal_index(records, 0);
}

/* Luck of the first throw, and, with `losses`, the loss of the first turn, are all that was found.
 */
static TabAnalysis *make_analysis(const TabRecord *record, gboolean losses, double loss)
{
    TabAnalysis *analysis = tab_analysis_new(losses);
    const TabRecordNode *first = record->root->child;
    TabThrowLuck luck = {.node = first, .before = 0.5, .after = 0.25, .luck = -0.25};
    TabTurnLoss turn = {.node = first, .win = 0.75, .loss = loss};
    luck.kind = tab_cast_kind(&record->rules->cast, "2", NULL);
    g_array_append_val(analysis->of_throws, luck);
    if (losses) {
        turn.best_turn = g_strdup("2:a9b8");
        g_array_append_val(analysis->of_turns, turn);
    }
    analysis->luck[TAB_WHITE] = analysis->luck_white = -0.25;
    analysis->loss[TAB_WHITE] = losses ? loss : 0;
    return analysis;
}

static void lines(void)
{
    g_autoptr(TabRecord) record = read_game();
    g_autoptr(TabAnalysis) analysis = make_analysis(record, TRUE, 0.0625);
    const TabAnalysedGame game = {.number = 4, .record = record, .analysis = analysis};
    g_autoptr(GString) csv = g_string_new(NULL), marks = g_string_new(NULL),
                       json = g_string_new(NULL);
    tab_analysis_append_csv(csv, &game, &limits);
#define SAME "4,,Ada,Ben,walker,"
    g_assert_cmpstr(csv->str, ==,
                    SAME "1,w,Ada,nnnnnnnnn/9/9/NNNNNNNNN w - - 1,2,2:pass,2:a9b8,0.750000,"
                         "0.062500,?,-0.250000\n" SAME
                         "2,b,Ben,nnnnnnnnn/9/9/NNNNNNNNN b - - 2,3,3:pass,,,,,\n" SAME
                         "3,w,Ada,nnnnnnnnn/9/9/NNNNNNNNN w - - 3,2,,,,,,\n");
    tab_analysis_append_marks(marks, &game, &limits);
    g_assert_cmpstr(marks->str, ==, "  ? 1. w 2 2:pass, best 2:a9b8, loss 0.0625\n");
    tab_analysis_append_json(json, &game, &limits);
    g_assert_nonnull(strstr(json->str, "\"adjusted\":null"));
    g_assert_nonnull(strstr(json->str, "{\"turn\":3,\"side\":\"w\",\"throws\":\"2\",\"luck\":[],"
                                       "\"played\":null}]"));
}

/* Of a game without a result there is no score; without losses there are no marks. */
static void luck_alone(void)
{
    g_autoptr(TabRecord) record = read_game();
    g_autoptr(TabAnalysis) analysis = make_analysis(record, FALSE, 0);
    const TabAnalysedGame game = {.number = 1, .record = record, .analysis = analysis};
    g_autoptr(TabAnalysisReport) report = tab_analysis_report_new(&limits, 3);
    g_autoptr(GString) marks = g_string_new(NULL), json = g_string_new(NULL),
                       text = g_string_new(NULL);
    tab_analysis_append_marks(marks, &game, &limits);
    g_assert_cmpstr(marks->str, ==, "");
    tab_analysis_report_add(report, &game);
    tab_analysis_report_append_json(report, json);
    g_assert_nonnull(strstr(json->str, "{\"name\":\"Ada\",\"games\":1,\"score\":null,"
                                       "\"luck_a_game\":-0.25,\"luck_error\":null,"
                                       "\"adjusted\":null,\"adjusted_error\":null,\"turns\":0,"
                                       "\"loss_a_turn\":null,\"decisions\":0,"
                                       "\"loss_a_decision\":null,"));
    tab_analysis_report_append_text(report, text);
    g_assert_null(strstr(text->str, "nan"));
    g_assert_nonnull(strstr(text->str, "-25.00"));
    g_autofree char *page = tab_analysis_report_to_html(report, "somebody");
    g_assert_nonnull(strstr(page, "<title>Analysis of 1 game</title>"));
    g_assert_null(strstr(page, "The worst turns"));
    g_assert_null(strstr(page, "Levels"));
    g_assert_null(strstr(page, "nan"));
    tab_analysis_report_add(report, &game);
    g_autofree char *again = tab_analysis_report_to_html(report, "somebody");
    g_assert_nonnull(strstr(again, "<title>Analysis of 2 games</title>"));
}

/* So many of the worst turns are kept, of the same loss the first ones. */
static void worst(void)
{
    static const double loss[] = {0.1, 0.3, 0, 0.2, 0.3, 0.05};
    g_autoptr(TabRecord) record = read_game();
    g_autoptr(TabAnalysisReport) report = tab_analysis_report_new(&limits, 3),
                                 none = tab_analysis_report_new(&limits, 0);
    for (guint i = 0; i < G_N_ELEMENTS(loss); i++) {
        g_autoptr(TabAnalysis) analysis = make_analysis(record, TRUE, loss[i]);
        const TabAnalysedGame game = {.number = 1 + i, .record = record, .analysis = analysis};
        tab_analysis_report_add(report, &game);
        tab_analysis_report_add(none, &game);
    }
    static const guint games[] = {2, 5, 4};
    g_assert_cmpuint(report->worst->len, ==, 3);
    for (guint i = 0; i < 3; i++)
        g_assert_cmpuint(g_array_index(report->worst, TabWorstTurn, i).game, ==, games[i]);
    g_assert_cmpuint(none->worst->len, ==, 0);
}

/* --- rated players --- */

/* Of the first nobody has asked, of the second once, the third is below all levels; the fourth is
 * known. */
static const guint level[] = {2, 8};
static const TabRatingMethod method = {.judge = "cmd=e",
                                       .judge_limits = "depth 1",
                                       .level_limits = "nodes 500",
                                       .level = level,
                                       .levels = 2,
                                       .seed = 7};
static const TabRatedPlayer players[] = {
    {.player = (char *)"A", .rules = (char *)"walker", .games = 1, .seen = 2},
    {.player = (char *)"B", .rules = (char *)"walker", .games = 1, .seen = 2},
    {.player = (char *)"C", .rules = (char *)"ludii", .games = 3, .seen = 9},
    {.player = (char *)"D", .rules = (char *)"ludii", .games = 3, .seen = 9},
};
static const TabMoments unknown[2] = {{0}, {0}}, once[2] = {{1, 0.5, 0}, {1, 0.25, 0}},
                        often[2] = {{2, 0.5, 0.02}, {2, 0.25, 0.02}}; /* a standard error of 0.1 */
static const TabRatingRow rows[] = {
    {.player = &players[0], .level = unknown, .rating = {NAN, NAN, NAN}},
    {.player = &players[1], .played = {1, 0.125, 0}, .level = once, .rating = {5, NAN, NAN}},
    {.player = &players[2],
     .played = {2, 0.75, 0.02},
     .level = often,
     .rating = {-INFINITY, -INFINITY, 3}},
    {.player = &players[3],
     .played = {2, 0.375, 0.02},
     .level = often,
     .rating = {4.5, -INFINITY, INFINITY}},
};

static void rated_csv(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_rating_append(text, TAB_EVALUATION_CSV, &method, rows, G_N_ELEMENTS(rows));
    g_assert_cmpstr(text->str, ==,
                    "player,rules,games,decisions,asked,loss,se,level,low,high,loss_2,se_2,loss_8,"
                    "se_8\n"
                    "A,walker,1,2,0,,,,,,,,,\n"
                    "B,walker,1,2,1,0.125000,,5.00,,,0.500000,,0.250000,\n"
                    "C,ludii,3,9,2,0.750000,0.100000,<2,<2,3.00,0.500000,0.100000,0.250000,"
                    "0.100000\n"
                    "D,ludii,3,9,2,0.375000,0.100000,4.50,<2,>8,0.500000,0.100000,0.250000,"
                    "0.100000\n");
}

static void rated_json(void)
{
    static const char *const parts[] = {
        "\"asked\":0,\"loss\":null,\"se\":null,\"level\":null,\"bound\":null,\"low\":null,"
        "\"low_bound\":null,\"high\":null,\"high_bound\":null,\"levels\":[{\"level\":2,\"loss\":"
        "null,\"se\":null},",
        "\"asked\":1,\"loss\":0.125,\"se\":null,\"level\":5,\"bound\":null,\"low\":null,",
        "\"level\":null,\"bound\":\"<2\",\"low\":null,\"low_bound\":\"<2\",\"high\":3,"
        "\"high_bound\":null,\"levels\":[{\"level\":2,\"loss\":0.5,\"se\":0.1},{",
        "\"level\":4.5,\"bound\":null,\"low\":null,\"low_bound\":\"<2\",\"high\":null,"
        "\"high_bound\":\">8\",",
    };
    g_autoptr(GString) text = g_string_new(NULL);
    tab_rating_append(text, TAB_EVALUATION_JSON, &method, rows, G_N_ELEMENTS(rows));
    g_auto(GStrv) objects = g_strsplit(text->str, "\n", -1);
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_test_message("%s", objects[i]);
        g_assert_nonnull(strstr(objects[i], parts[i]));
    }
}

static void rated_text(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_rating_append(text, TAB_EVALUATION_TEXT, &method, rows, G_N_ELEMENTS(rows));
    g_assert_cmpstr(text->str, ==,
                    "judge cmd=e (depth 1), levels by nodes 500, seed 7, losses in points\n"
                    "player  rules   decisions  asked          loss  level        95 %       level "
                    "2       level 8\n"
                    "A       walker          2      0             -      -           -             "
                    "-             -\n"
                    "B       walker          2      1         12.50   5.00           -         "
                    "50.00         25.00\n"
                    "C       ludii           9      2  75.00 ±19.60     <2  <2 to 3.00  50.00 "
                    "±19.60  25.00 ±19.60\n"
                    "D       ludii           9      2  37.50 ±19.60   4.50    <2 to >8  50.00 "
                    "±19.60  25.00 ±19.60\n");
}

/* The same of them stands on the page of an analysis. */
static void rated_page(void)
{
    g_autoptr(TabAnalysisReport) report = tab_analysis_report_new(&limits, 0);
    tab_analysis_report_take_levels(report, level, 2, rows, 0);
    g_autofree char *nobody = tab_analysis_report_to_html(report, "somebody");
    g_assert_null(strstr(nobody, "Levels"));
    tab_analysis_report_take_levels(report, level, 2, rows, G_N_ELEMENTS(rows));
    g_autofree char *page = tab_analysis_report_to_html(report, "somebody");
    g_assert_nonnull(strstr(page, "Levels"));
    g_assert_nonnull(strstr(page, "&lt;2 to 3.00"));
    g_assert_nonnull(strstr(page, "&lt;2 to &gt;8"));
    g_assert_null(strstr(page, "nan"));
    g_assert_null(strstr(page, "null"));
    const char *style = strstr(page, "svg.board{"), *head = strstr(page, "</head>");
    g_assert_true(style && style < head); /* HTML knows no style in the body */
    g_assert_null(strstr(head, "<style>"));
}

/* --- boards --- */

/* A king has a ring of his own, wherever he is, and no other game has one. Who sees no picture is
 * told the position. */
static void kings(void)
{
    static const struct {
        const char *rules, *position, *title;
        gboolean king;
    } boards[] = {
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w - - 1", "<title>nnnnn/2X2/NNNNN w - - 1</title>",
         TRUE},
        {"walker:columns=5", "nnnnn/5/5/NNNNN w 2 - 1", "<title>nnnnn/5/5/NNNNN w - - 1</title>",
         FALSE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(boards); i++) {
        g_autoptr(TabRules) rules = tab_rules_parse(boards[i].rules, NULL);
        g_autoptr(GString) page = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        TabSituation situation;
        tab_notation_parse_situation(rules, boards[i].position, &situation, &error);
        g_assert_no_error(error);
        tab_board_svg(page, rules, &situation.position);
        g_assert_true((strstr(page->str, "class=\"king\"") != NULL) == boards[i].king);
        g_assert_nonnull(strstr(page->str, boards[i].title));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/analysis-report/lines", lines);
    g_test_add_func("/analysis-report/luck-alone", luck_alone);
    g_test_add_func("/analysis-report/worst", worst);
    g_test_add_func("/rating-report/csv", rated_csv);
    g_test_add_func("/rating-report/json", rated_json);
    g_test_add_func("/rating-report/text", rated_text);
    g_test_add_func("/rating-report/page", rated_page);
    g_test_add_func("/board-svg/kings", kings);
    return g_test_run();
}
