// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of decisions and games, and the table of players.
#include "protocol/report/analysis-report.h"

#include <math.h>
#include <string.h>

#include "protocol/game/game.h"
#include "protocol/report/luck-report.h"
#include "protocol/text/json.h"
#include "protocol/text/plain-text.h"

/* --- all games together --- */

static void clear_worst(gpointer data)
{
    TabWorstTurn *turn = data;
    tab_rules_unref(turn->rules);
    g_free(turn->throws);
    g_free(turn->played);
    g_free(turn->best);
}

TabAnalysisReport *tab_analysis_report_new(const TabGradeLimits *limits, guint worst)
{
    TabAnalysisReport *report = g_new0(TabAnalysisReport, 1);
    report->limits = *limits;
    report->players = g_ptr_array_new_with_free_func(g_free);
    report->worst = g_array_new(FALSE, FALSE, sizeof(TabWorstTurn));
    g_array_set_clear_func(report->worst, clear_worst);
    report->keep = worst;
    return report;
}

void tab_analysis_report_free(TabAnalysisReport *report)
{
    if (!report)
        return;
    g_ptr_array_unref(report->players);
    g_array_unref(report->worst);
    g_clear_pointer(&report->levels, g_ptr_array_unref);
    g_free(report);
}

static TabAnalysedPlayer *find_player(TabAnalysisReport *report, const char *name)
{
    for (guint i = 0; i < report->players->len; i++) {
        TabAnalysedPlayer *player = g_ptr_array_index(report->players, i);
        if (player->name == name)
            return player;
    }
    TabAnalysedPlayer *player = g_new0(TabAnalysedPlayer, 1);
    player->name = name;
    g_ptr_array_add(report->players, player);
    return player;
}

/* Whether a turn that lost so much is among the worst. */
static gboolean is_among_worst(const TabAnalysisReport *report, double loss)
{
    guint n = report->worst->len;
    return loss > 0 && report->keep &&
           (n < report->keep || loss > g_array_index(report->worst, TabWorstTurn, n - 1).loss);
}

static void keep_worst(TabAnalysisReport *report, const TabAnalysedGame *game, const TabGame *now,
                       const TabTurnLoss *loss, const char *player)
{
    TabWorstTurn turn = {.game = game->number,
                         .player = player,
                         .rules = tab_rules_ref(game->record->rules),
                         .situation = now->turn.situation,
                         .throws = g_strdup(loss->node->throws),
                         .played = g_strdup(loss->node->turn),
                         .best = g_strdup(loss->best_turn),
                         .win = loss->win,
                         .loss = loss->loss};
    guint place = report->worst->len;
    while (place && g_array_index(report->worst, TabWorstTurn, place - 1).loss < turn.loss)
        place--;
    g_array_insert_val(report->worst, place, turn);
    if (report->worst->len > report->keep)
        g_array_set_size(report->worst, report->keep);
}

/* Goes through the main line of a game, turn by turn. */
typedef struct {
    TabTurnWalk walk;
    TabGame *game;             /* at the turn, with its throws */
    const TabRecordNode *node; /* NULL: the end */
    TabTurnFound found;
} GameWalk;

static void look_at(GameWalk *walk, const TabRecordNode *node)
{
    walk->node = node;
    if (!node)
        return;
    walk->found = tab_turn_walk(&walk->walk, node);
    tab_game_take_throws(walk->game, node);
}

static GameWalk begin_walk(const TabAnalysedGame *game)
{
    GameWalk walk = {.walk = {.analysis = game->analysis}};
    walk.game = tab_game_new_replay(game->record);
    look_at(&walk, game->record->root->child);
    return walk;
}

static void step(GameWalk *walk)
{
    const TabRecordNode *node = walk->node;
    if (node->turn && tab_game_play_turn(walk->game, node->turn, NULL))
        tab_game_end_turn(walk->game);
    look_at(walk, node->child);
}

static void end_walk(GameWalk *walk)
{
    tab_game_free(walk->game);
}

void tab_analysis_report_add(TabAnalysisReport *report, const TabAnalysedGame *game)
{
    const TabAnalysis *analysis = game->analysis;
    TabLuckRow row = tab_luck_row_new(game->record, analysis);
    TabAnalysedPlayer *player[2];
    for (int side = TAB_WHITE; side <= TAB_BLACK; side++) {
        double luck = side == TAB_WHITE ? row.luck : -row.luck;
        double points = side == TAB_WHITE ? row.points : 1 - row.points;
        player[side] = find_player(report, row.name[side]);
        player[side]->games++;
        tab_moments_add(&player[side]->luck, luck);
        if (!isnan(points)) {
            player[side]->decided++;
            player[side]->points += points;
            tab_moments_add(&player[side]->adjusted, points - luck);
        }
        player[side]->loss += row.loss[side];
        player[side]->turns += row.turns[side];
    }
    GameWalk walk = begin_walk(game);
    for (; walk.node; step(&walk)) {
        const TabTurnLoss *loss = walk.found.loss;
        if (!loss)
            continue;
        tab_moments_add(&player[loss->side]->of_turns, loss->loss);
        player[loss->side]->grade[tab_turn_grade_within(loss->loss, &report->limits)]++;
        if (is_among_worst(report, loss->loss))
            keep_worst(report, game, walk.game, loss, player[loss->side]->name);
    }
    end_walk(&walk);
    report->games++;
}

static void free_level(gpointer data)
{
    TabAnalysedLevel *level = data;
    g_free(level->player);
    g_free(level->rules);
    g_free(level->level);
    g_free(level->low);
    g_free(level->high);
    g_free(level);
}

void tab_analysis_report_take_levels(TabAnalysisReport *report, const guint *level, guint levels,
                                     const TabRatingRow *rows, guint n)
{
    const TabRatingMethod method = {.level = level, .levels = levels};
    g_clear_pointer(&report->levels, g_ptr_array_unref);
    report->levels = g_ptr_array_new_with_free_func(free_level);
    for (const TabRatingRow *row = rows; row < rows + n; row++) {
        TabAnalysedLevel *one = g_new0(TabAnalysedLevel, 1);
        one->player = g_strdup(row->player->player);
        one->rules = g_strdup(row->player->rules);
        one->asked = row->played.n;
        one->loss = row->played.n ? row->played.mean : NAN;
        one->level = tab_rating_level_text(&method, row->rating.level);
        one->low = tab_rating_level_text(&method, row->rating.low);
        one->high = tab_rating_level_text(&method, row->rating.high);
        g_ptr_array_add(report->levels, one);
    }
}

static void take_number(TabTextTable *table, double number, guint decimals, gboolean sign)
{
    GString *text = g_string_new(NULL);
    if (!isnan(number))
        tab_plain_text_append_number(text, number, decimals, sign);
    tab_text_table_take(table, g_string_free(text, FALSE));
}

void tab_analysis_report_append_text(const TabAnalysisReport *report, GString *text)
{
    static const char *const heads[] = {"player",      "games", "score", "luck", "adjusted",
                                        "loss a turn", "?!",    "?",     "??"};
    g_autoptr(TabTextTable) table = tab_text_table_new(G_N_ELEMENTS(heads), 1);
    for (guint i = 0; i < G_N_ELEMENTS(heads); i++)
        tab_text_table_take(table, g_strdup(heads[i]));
    for (guint i = 0; i < report->players->len; i++) {
        const TabAnalysedPlayer *player = g_ptr_array_index(report->players, i);
        TabEstimate adjusted = tab_moments_estimate(&player->adjusted);
        tab_text_table_take(table, tab_plain_text(player->name));
        tab_text_table_take(table, g_strdup_printf("%u", player->games));
        take_number(table, 100 * tab_mean(player->points, player->decided), 2, FALSE);
        take_number(table, 100 * player->luck.mean, 2, TRUE);
        tab_text_table_take(table,
                            player->decided ? tab_estimate_to_string(adjusted) : g_strdup(""));
        take_number(table, 100 * tab_mean(player->loss, player->turns), 3, FALSE);
        for (guint k = TAB_TURN_DOUBTFUL; k < TAB_N_TURN_GRADES; k++)
            tab_text_table_take(table, g_strdup_printf("%u", player->grade[k]));
    }
    tab_text_table_append(table, text);
}

void tab_analysis_report_append_json(const TabAnalysisReport *report, GString *text)
{
    g_autoptr(JsonBuilder) builder = json_builder_new();
    json_builder_begin_object(builder);
    tab_json_put_count(builder, "games", report->games);
    tab_json_begin_array(builder, "players");
    for (guint i = 0; i < report->players->len; i++) {
        const TabAnalysedPlayer *player = g_ptr_array_index(report->players, i);
        json_builder_begin_object(builder);
        tab_json_put_text(builder, "name", player->name);
        tab_json_put_count(builder, "games", player->games);
        tab_json_put_number(builder, "score", tab_mean(player->points, player->decided));
        tab_json_put_number(builder, "luck_a_game", player->luck.mean);
        tab_json_put_number(builder, "luck_error", TAB_Z95 * tab_moments_se(&player->luck));
        tab_json_put_number(builder, "adjusted", player->decided ? player->adjusted.mean : NAN);
        tab_json_put_number(builder, "adjusted_error", TAB_Z95 * tab_moments_se(&player->adjusted));
        tab_json_put_count(builder, "turns", player->turns);
        tab_json_put_number(builder, "loss_a_turn", tab_mean(player->loss, player->turns));
        tab_json_put_count(builder, "decisions", player->of_turns.n);
        tab_json_put_number(builder, "loss_a_decision",
                            player->of_turns.n ? player->of_turns.mean : NAN);
        tab_json_put_number(builder, "loss_a_decision_error",
                            TAB_Z95 * tab_moments_se(&player->of_turns));
        tab_json_put_count(builder, "doubtful", player->grade[TAB_TURN_DOUBTFUL]);
        tab_json_put_count(builder, "mistakes", player->grade[TAB_TURN_MISTAKE]);
        tab_json_put_count(builder, "blunders", player->grade[TAB_TURN_BLUNDER]);
        json_builder_end_object(builder);
    }
    json_builder_end_array(builder);
    json_builder_end_object(builder);
    tab_json_append_line(text, builder);
}

/* --- a game alone --- */

static char side_letter(int side)
{
    return side == TAB_WHITE ? 'w' : 'b';
}

void tab_analysis_append_marks(GString *text, const TabAnalysedGame *game,
                               const TabGradeLimits *limits)
{
    const GArray *turns = game->analysis->of_turns;
    for (guint i = 0; turns && i < turns->len; i++) {
        const TabTurnLoss *turn = &g_array_index(turns, TabTurnLoss, i);
        TabTurnGrade grade = tab_turn_grade_within(turn->loss, limits);
        if (grade == TAB_TURN_SOUND)
            continue;
        g_string_append_printf(text, "  %s %u. %c %s %s, best %s, loss ",
                               tab_turn_grade_sign(grade), turn->node->number,
                               side_letter(turn->side), turn->node->throws, turn->node->turn,
                               turn->best_turn);
        tab_plain_text_append_number(text, turn->loss, 4, FALSE);
        g_string_append_c(text, '\n');
    }
}

static void append_share(GString *text, double share, gboolean sign)
{
    if (!isnan(share))
        tab_plain_text_append_number(text, share, 6, sign);
}

void tab_analysis_append_csv_head(GString *text)
{
    g_string_append(text,
                    "game,date,white,black,rules,turn,side,player,position,throws,played,best,"
                    "win,loss,grade,luck\n");
}

void tab_analysis_append_csv(GString *text, const TabAnalysedGame *game,
                             const TabGradeLimits *limits)
{
    const TabRecord *record = game->record;
    const char *name[2] = {tab_record_get_tag(record, "White"),
                           tab_record_get_tag(record, "Black")};
    g_autoptr(GString) same = g_string_new(NULL); /* of all lines */
    g_string_append_printf(same, "%u,", game->number);
    tab_plain_text_append_csv(same, tab_record_get_tag(record, "Date"));
    for (int side = TAB_WHITE; side <= TAB_BLACK; side++) {
        g_string_append_c(same, ',');
        tab_plain_text_append_csv(same, name[side]);
    }
    g_string_append_c(same, ',');
    tab_plain_text_append_csv(same, tab_record_get_tag(record, "Rules"));
    GameWalk walk = begin_walk(game);
    for (; walk.node; step(&walk)) {
        const TabTurnLoss *loss = walk.found.loss;
        TabSituation before = {.position = walk.game->position};
        g_autofree char *position = tab_notation_situation_to_string(record->rules, &before);
        g_string_append(text, same->str);
        g_string_append_printf(text, ",%u,%c,", walk.node->number, side_letter(walk.node->side));
        tab_plain_text_append_csv(text, name[walk.node->side]);
        g_string_append_c(text, ',');
        tab_plain_text_append_csv(text, position);
        g_string_append_c(text, ',');
        tab_plain_text_append_csv(text, walk.node->throws);
        g_string_append_c(text, ',');
        tab_plain_text_append_csv(text, walk.node->turn);
        g_string_append_c(text, ',');
        tab_plain_text_append_csv(text, loss ? loss->best_turn : NULL);
        g_string_append_c(text, ',');
        append_share(text, loss ? loss->win : NAN, FALSE);
        g_string_append_c(text, ',');
        append_share(text, loss ? loss->loss : NAN, FALSE);
        g_string_append_printf(text, ",%s,",
                               loss ? tab_turn_grade_sign(tab_turn_grade_within(loss->loss, limits))
                                    : "");
        append_share(text, walk.found.n_throws ? walk.found.luck : NAN, TRUE);
        g_string_append_c(text, '\n');
    }
    end_walk(&walk);
}

static void add_turn(JsonBuilder *builder, const TabRecordNode *node, const TabTurnFound *found,
                     const TabGradeLimits *limits)
{
    const TabTurnLoss *loss = found->loss;
    const char side[] = {side_letter(node->side), '\0'};
    json_builder_begin_object(builder);
    tab_json_put_count(builder, "turn", node->number);
    tab_json_put_text(builder, "side", side);
    tab_json_put_text(builder, "throws", node->throws);
    tab_json_begin_array(builder, "luck");
    for (guint i = 0; i < found->n_throws; i++)
        tab_json_add_number(builder, found->throws[i].luck);
    json_builder_end_array(builder);
    tab_json_put_text(builder, "played", node->turn);
    if (loss) {
        tab_json_put_text(builder, "best", loss->best_turn);
        tab_json_put_number(builder, "win", loss->win);
        tab_json_put_number(builder, "loss", loss->loss);
        tab_json_put_text(builder, "grade",
                          tab_turn_grade_sign(tab_turn_grade_within(loss->loss, limits)));
    }
    json_builder_end_object(builder);
}

void tab_analysis_append_json(GString *text, const TabAnalysedGame *game,
                              const TabGradeLimits *limits)
{
    static const struct {
        const char *name, *tag;
    } tags[] = {{"event", "Event"},
                {"date", "Date"},
                {"white", "White"},
                {"black", "Black"},
                {"rules", "Rules"},
                {"result", "Result"},
                {"termination", "Termination"}};
    const TabRecord *record = game->record;
    const TabAnalysis *analysis = game->analysis;
    TabLuckRow row = tab_luck_row_new(record, analysis);
    TabTurnWalk walk = {.analysis = analysis};
    g_autoptr(JsonBuilder) builder = json_builder_new();
    json_builder_begin_object(builder);
    tab_json_put_count(builder, "game", game->number);
    for (guint i = 0; i < G_N_ELEMENTS(tags); i++)
        tab_json_put_text(builder, tags[i].name, tab_record_get_tag(record, tags[i].tag));
    tab_json_put_count(builder, "turns", analysis->turns);
    tab_json_put_number(builder, "first", analysis->first);
    tab_json_put_number(builder, "last", analysis->last);
    tab_json_put_number(builder, "drift", analysis->drift);
    tab_json_begin_object(builder, "luck");
    tab_json_put_number(builder, "white", analysis->luck[TAB_WHITE]);
    tab_json_put_number(builder, "black", analysis->luck[TAB_BLACK]);
    tab_json_put_number(builder, "opening", analysis->opening);
    tab_json_put_number(builder, "all_for_white", analysis->luck_white);
    json_builder_end_object(builder);
    tab_json_put_number(builder, "adjusted", row.points - analysis->luck_white);
    tab_json_begin_object(builder, "loss");
    tab_json_put_number(builder, "white", analysis->loss[TAB_WHITE]);
    tab_json_put_number(builder, "black", analysis->loss[TAB_BLACK]);
    json_builder_end_object(builder);
    tab_json_begin_array(builder, "of_turns");
    for (const TabRecordNode *node = record->root->child; node; node = node->child) {
        TabTurnFound found = tab_turn_walk(&walk, node);
        add_turn(builder, node, &found, limits);
    }
    json_builder_end_array(builder);
    json_builder_end_object(builder);
    tab_json_append_line(text, builder);
}
