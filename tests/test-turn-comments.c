// SPDX-License-Identifier: GPL-3.0-or-later
// Comments at turning points: what they say follows from the analysis and the rules; and the
// annotated games that came with the program.
#include <math.h>
#include <string.h>

#include "protocol/game/game.h"
#include "protocol/game/record-text.h"
#include "protocol/study/turn-comments.h"
#include "random-game.h"

/* --- sentences --- */

static TabRecord *read_record(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    return g_ptr_array_steal_index(records, 0);
}

static void add_turn(TabAnalysis *analysis, const TabRecordNode *node, double luck, double loss,
                     const char *best)
{
    TabThrowLuck throw = {.node = node, .side = (TabSide)node->side, .before = 0.5, .luck = luck};
    TabTurnLoss turn = {.node = node,
                        .side = (TabSide)node->side,
                        .win = 0.5,
                        .loss = loss,
                        .best_turn = g_strdup(best)};
    g_array_append_val(analysis->of_throws, throw);
    g_array_append_val(analysis->of_turns, turn);
    analysis->throws++;
    analysis->loss[node->side] += loss;
    analysis->luck_white += node->side == TAB_WHITE ? luck : -luck;
}

/* White could have taken a piece, and Black is unlucky; what somebody has written stays. */
static void sentences(void)
{
    static const TabGradeLimits limits = TAB_GRADE_LIMITS_INIT;
    g_autoptr(TabRecord) record =
        read_record("[White \"Ada\"]\n[Black \"Ben\"]\n[Rules \"ludii\"]\n"
                    "[Position \"7/m6/1M1f3/MM5 w - - 3\"]\n"
                    "[Result \"*\"]\n\n"
                    "3. w 2 2:a2a4\n4. b 3 3:c1c4 {not so good}\n"
                    "5. w 2 2:a4a6\n*\n");
    g_autoptr(TabAnalysis) analysis = tab_analysis_new(TRUE);
    const TabRecordNode *one = record->root->child, *two = one->child, *three = two->child;
    add_turn(analysis, one, 0.01, 0.2, "2:b2c1");
    add_turn(analysis, two, -0.3, 0.1, "3:c1c4");
    add_turn(analysis, three, 0.2, 0.01, "2:a4a6");
    tab_turn_comment_all(record, analysis, &limits);
    g_assert_cmpstr(record->root->comment, ==,
                    "Luck of the throws, for Ada: +51.0 points. Ada gave away 21.0 points: 0 "
                    "mistakes, 1 blunder. Ben gave away 10.0 points: 1 mistake, 0 blunders. The "
                    "turn that cost most is number 3, by Ada.");
    /* 37.5 % is the chance of a 2, with which the piece on b4 takes that on b2 */
    g_assert_cmpstr(one->comment, ==,
                    "A blunder: it costs 20.0 points. Better was 2:b2c1. It takes 1 piece, this "
                    "turn takes none. After this turn 38 % of the next throws can take a piece, "
                    "after that one 6 %.");
    g_assert_cmpstr(two->comment, ==, "not so good");
    g_assert_cmpstr(three->comment, ==, "Lucky throws: +20.0 points.");
}

/* What is better about the best turn follows from the rules. */
static void reasons(void)
{
    static const TabGradeLimits limits = TAB_GRADE_LIMITS_INIT;
    static const struct {
        const char *tags, *position, *best, *comment;
        double loss;
    } rows[] = {
        /* the last piece of Black, and two at a time */
        {"", "7/m6/1M5/MM5", "2:b2c1",
         "A blunder: it costs 20.0 points. Better was 2:b2c1. It wins at once.", 0.2},
        {"", "7/(mm)6/1M5/MM1f3", "2:b2c1",
         "A mistake: it costs 10.0 points. Better was 2:b2c1. It takes 2 pieces, this turn takes "
         "1.",
         0.1},
        /* both do the same, or what was played does more */
        {"", "7/m6/1M5/MM1f3", "2:b2c1", "A mistake: it costs 10.0 points. Better was 2:b2c1.",
         0.1},
        {"", "7/m6/7/MM1f3", "2:a1a3", "A mistake: it costs 10.0 points. Better was 2:a1a3.", 0.1},
        /* with sticks that never show a 2 nobody can take the piece on b2 */
        {"[Sticks \"w=1,1,0,1,0\"]\n", "7/m6/1M1f3/MM5", "2:b2c1",
         "A mistake: it costs 10.0 points. Better was 2:b2c1. It takes 1 piece, this turn takes "
         "none.",
         0.1},
        {"", "7/m6/1M5/MM5", "2:b2c1", NULL, 0.04},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf("[White \"Ada\"]\n[Black \"Ben\"]\n[Rules "
                                                "\"ludii\"]\n%s[Position \"%s w - - 3\"]\n"
                                                "[Result \"0-1\"]\n[Termination \"resign\"]\n\n"
                                                "{mine}\n3. w 2 2:a2a4\n0-1\n",
                                                rows[i].tags, rows[i].position);
        g_autoptr(TabRecord) record = read_record(text);
        g_autoptr(TabAnalysis) analysis = tab_analysis_new(TRUE);
        add_turn(analysis, record->root->child, 0.01, rows[i].loss, rows[i].best);
        g_assert_cmpstr(record->root->comment, ==, "mine");
        tab_turn_comment_all(record, analysis, &limits);
        g_assert_cmpstr(record->root->child->comment, ==, rows[i].comment);
        g_assert_cmpstr(record->root->comment, ==, "mine");
        tab_record_set_comment(record->root, NULL);
        tab_turn_comment_all(record, analysis, &limits);
        g_assert_true(g_str_has_prefix(record->root->comment, "Ben won. Luck of the throws, "));
    }
}

/* A game in which nobody went wrong has no worst turn, and names that nobody has given are those of
 * the sides. */
static void sound(void)
{
    static const TabGradeLimits limits = TAB_GRADE_LIMITS_INIT;
    g_autoptr(TabRecord) record = read_record("[Rules \"ludii\"]\n[Position \"7/m6/1M5/MM5 w - - "
                                              "3\"]\n[Result \"1/2-1/2\"]\n\n3. w 2 2:a2a4\n"
                                              "4. b 3 3:c1c4\n5. w 2 ?\n1/2-1/2\n");
    g_autoptr(TabAnalysis) analysis = tab_analysis_new(TRUE);
    add_turn(analysis, record->root->child, -0.2, 0.01, "2:b2c1");
    tab_turn_comment_all(record, analysis, &limits);
    g_assert_cmpstr(record->root->comment, ==,
                    "Luck of the throws, for White: -20.0 points. White gave away 1.0 points: 0 "
                    "mistakes, 0 blunders. Black gave away 0.0 points: 0 mistakes, 0 blunders.");
    g_assert_cmpstr(record->root->child->comment, ==, "Unlucky throws: -20.0 points.");
    g_assert_null(record->root->child->child->comment);
}

/* What a file may say of throws, in thousandths, and what cannot be. */
static void add_luck(int kind, double luck, gpointer data)
{
    g_string_append_printf(data, " %d:%ld", kind, lround(luck * 1000));
}

static void throw_luck(void)
{
    static const struct {
        const char *note, *found;
    } rows[] = {
        {"1:+0.020,4:-0.005", " 0:20 3:-5"},
        {"1:1,1:-1", " 0:1000 0:-1000"},
        {"5:0.1,1:0.2", " 0:200"},
        {"1:,2:x,3:0.1y,4", ""},
        {"1:1.5,2:-2,3:nan", ""},
        {"1+0.2", ""},
    };
    g_autoptr(TabRecord) record = read_record("[Rules \"ludii\"]\n[Position \"7/m6/1M5/MM5 w - - "
                                              "3\"]\n[Result \"*\"]\n\n3. w 2 2:a2a4\n*\n");
    TabRecordNode *node = record->root->child;
    g_autoptr(GString) found = g_string_new(NULL);
    tab_turn_visit_throw_luck(node, &record->rules->cast, add_luck, found);
    g_assert_cmpstr(found->str, ==, "");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_string_truncate(found, 0);
        tab_record_set_note(node, "throw-luck", rows[i].note);
        tab_turn_visit_throw_luck(node, &record->rules->cast, add_luck, found);
        g_assert_cmpstr(found->str, ==, rows[i].found);
    }
}

/* What is left after a turn is a chance: not below nothing, and not above a game. */
static void notes(void)
{
    static const struct {
        double win, loss;
        const char *judged;
    } rows[] = {{0.75, 0.5, "0.2500"}, {0.25, 0.5, "0.0000"}, {1.25, 0.125, "1.0000"}};
    g_autoptr(TabRecord) record = read_record("[Rules \"ludii\"]\n[Position \"7/m6/1M5/MM5 w - - "
                                              "3\"]\n[Result \"*\"]\n\n3. w 2 2:a2a4\n*\n");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        const TabTurnLoss loss = {.win = rows[i].win, .loss = rows[i].loss};
        const TabTurnFound found = {.loss = &loss};
        tab_turn_note(record->root->child, &record->rules->cast, &found);
        g_autofree char *judged = tab_record_get_note(record->root->child, "judged");
        g_autofree char *each = tab_record_get_note(record->root->child, "throw-luck");
        g_assert_cmpstr(judged, ==, rows[i].judged);
        g_assert_null(each);
    }
}

/* --- the games that came with the program --- */

static TabRecord *load_example(const char *preset)
{
    g_autofree char *name = g_strconcat(preset, ".tab", NULL);
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "data", "games", name, NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_load(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(records->len, ==, 1);
    return g_ptr_array_steal_index(records, 0);
}

/* A sentence about a mistake: its figure is that of the note, and the better turn is another one
 * that was legal. */
static void check_mistake(const TabRecordNode *node, TabGame *game)
{
    g_autoptr(GRegex) regex =
        g_regex_new("it costs ([0-9.]+) points\\. Better was ([^ ]+)\\.", 0, 0, NULL);
    g_autoptr(GMatchInfo) match = NULL;
    gboolean told = node->comment && g_regex_match(regex, node->comment, 0, &match);
    double loss = tab_turn_get_loss(node);
    g_assert_cmpint(told, ==, tab_turn_grade(loss) >= TAB_TURN_MISTAKE);
    if (!told)
        return;
    g_autofree char *points = g_match_info_fetch(match, 1), *best = g_match_info_fetch(match, 2);
    g_autoptr(GError) error = NULL;
    TabPosition played, better;
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(points, NULL), loss * 100, 0.06);
    g_assert_true(tab_game_play_turn(game, node->turn, &error));
    tab_game_next_position(game, &played);
    g_assert_true(tab_game_play_turn(game, best, &error));
    g_assert_no_error(error);
    tab_game_next_position(game, &better);
    g_assert_false(tab_position_same(&played, &better));
}

/* Each is a whole game under its rules, played out, with values at every turn. */
static void examples(void)
{
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++) {
        const char *preset = tab_ruleset_preset_name(i);
        guint comments = 0, turns = 0;
        g_test_message("%s", preset);
        g_autoptr(TabRecord) record = load_example(preset);
        g_autofree char *rules = tab_ruleset_to_string(&record->rules->set);
        g_assert_cmpstr(rules, ==, preset);
        g_assert_null(tab_record_get_tag(record, "Position"));
        g_assert_nonnull(record->root->comment);
        g_autoptr(TabGame) game = tab_game_new_from(record->rules, &record->start, G_MAXUINT);
        for (const TabRecordNode *node = record->root->child; node; node = node->child, turns++) {
            g_assert_nonnull(node->turn);
            g_assert_false(isnan(tab_turn_get_loss(node)));
            g_assert_false(isnan(tab_turn_get_luck(node)));
            g_assert_false(isnan(tab_record_get_number(node, "judged", NAN)));
            tab_game_take_throws(game, node);
            check_mistake(node, game);
            comments += node->comment != NULL;
            g_assert_true(tab_game_play_turn(game, node->turn, NULL));
            tab_game_end_turn(game);
        }
        g_assert_cmpuint(turns, >=, 10);
        g_assert_cmpuint(comments, >=, 1);
        g_assert_true(tab_position_finished(record->rules, &game->position));
        g_assert_cmpint(record->termination, ==, TAB_RECORD_NORMAL);
        g_assert_cmpint(record->result, ==,
                        tab_position_winner(record->rules, &game->position) == TAB_WHITE
                            ? TAB_RECORD_WHITE_WON
                            : TAB_RECORD_BLACK_WON);
    }
}

/* Of every game: a turn that was the best has no reason to be better; with dice nobody counts the
 * throws that are dangerous. */
static void all_games(void)
{
    static const TabGradeLimits limits = TAB_GRADE_LIMITS_INIT;
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++) {
        g_autoptr(TabRecord) record = load_example(tab_ruleset_preset_name(i));
        g_autoptr(TabAnalysis) analysis = tab_analysis_new(TRUE);
        for (TabRecordNode *node = record->root->child; node; node = node->child) {
            tab_record_set_comment(node, NULL);
            add_turn(analysis, node, 0, 0.3, node->turn);
        }
        tab_turn_comment_all(record, analysis, &limits);
        for (TabRecordNode *node = record->root->child; node; node = node->child) {
            g_autofree char *comment =
                g_strdup_printf("A blunder: it costs 30.0 points. Better was %s.", node->turn);
            g_assert_cmpstr(node->comment, ==, comment);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/turn-comments/sentences", sentences);
    g_test_add_func("/turn-comments/reasons", reasons);
    g_test_add_func("/turn-comments/sound", sound);
    g_test_add_func("/turn-comments/examples", examples);
    g_test_add_func("/turn-comments/all-games", all_games);
    g_test_add_func("/turn-notes/throw-luck", throw_luck);
    g_test_add_func("/turn-notes/notes", notes);
    return g_test_run();
}
