// SPDX-License-Identifier: GPL-3.0-or-later
// What records show of their rules: pieces counted by hand in a whole game and in a pile, and sums
// over games with known results.
#include <math.h>
#include <string.h>

#include "protocol/game/census.h"
#include "protocol/game/record-text.h"
#include "protocol/match/rules-study.h"

#define CLOSE 1e-9

/* White loses the stones on b1 (7), a1 (11), a2, a3 (13) and c3 (21), Black those on c1, d4 and d2
 * (16). Black comes to a1 (11) and a2 (13), White to d4 (16); Black comes home to d4 (17). What
 * moves within a home row does not come there. */
static const char game[] = "[Rules \"deleb:columns=5\"]\n"
                           "[Opening \"w2 b2 w4 b6 w2 b1\"]\n"
                           "[Result \"0-1\"]\n"
                           "[Termination \"normal\"]\n"
                           "\n"
                           "1. b 1,3 1:d1c1,3:c1c4\n"
                           "2. w 1,2 1:a5b5,2:b5b3\n"
                           "3. b 1,1,1,3 1:d2d1,1:d3d2,1:d4d3,3:d1c3\n"
                           "4. w 3 3:pass\n"
                           "5. b 3 3:c3b5\n"
                           "6. w 1,2 1:a4a5,2:b3b1\n"
                           "7. b 6,1,2 1:d5d4,2:d3d1,6:c4b1\n"
                           "8. w 3 3:pass\n"
                           "9. b 3 3:b5b2\n"
                           "10. w 3 3:a5b3\n"
                           "11. b 2 2:b2a1\n"
                           "12. w 3 3:pass\n"
                           "13. b 1,1,2 1:d1c1,2:b1a2,1:a2a3\n"
                           "14. w 1,2 2:b3b1,1:pass\n"
                           "15. b 2 2:a3a5\n"
                           "16. w 6,1,2 1:b1c1,6:c1d4,2:d4d2\n"
                           "17. b 4,6,2 2:a5b4,4:b4c1,6:c1d4\n"
                           "18. w 2 2:d2c1\n"
                           "19. b 2 2:d4d2\n"
                           "20. w 2 2:c1c3\n"
                           "21. b 4,3 3:a1a4,4:d2c3\n"
                           "0-1\n";
static const char pile[] = "[Rules \"ludii\"]\n"
                           "[Position \"3m3/5(TT)1/7/6M w - - 9\"]\n"
                           "[Result \"*\"]\n"
                           "\n"
                           "9. w 3 3:c6d6\n"
                           "*\n";

/* The upper stone comes alone, then the lower one; the turn after that was not chosen. */
static const char top[] = "[Rules \"bell\"]\n"
                          "[Position \"3m5/8(TT)/9/8M w - - 9\"]\n"
                          "[Result \"*\"]\n"
                          "\n"
                          "9. w 1,2 1:c9d9t,2:c9d8\n"
                          "10. b 3 ?\n"
                          "*\n";
/* The king, who is won, is no stone. */
static const char king[] = "[Rules \"sahkku:columns=5\"]\n"
                           "[Position \"nnnnn/2K2/NNNNN w - - 9\"]\n"
                           "[Result \"*\"]\n"
                           "\n"
                           "9. w 2,3,3 2:b3b1,3:b1c3,3:c3b5\n"
                           "*\n";

static TabCensus census_of(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, strlen(text));
    g_autoptr(TabRecord) record = tab_record_reader_next(reader, &error);
    g_assert_no_error(error);
    return tab_census_take(record);
}

static void census(void)
{
    TabCensus whole = census_of(game);
    g_assert_cmpuint(whole.taken[TAB_WHITE], ==, 3);
    g_assert_cmpuint(whole.taken[TAB_BLACK], ==, 5);
    g_assert_cmpuint(whole.arrived[TAB_WHITE], ==, 1);
    g_assert_cmpuint(whole.arrived[TAB_BLACK], ==, 2);
    g_assert_cmpuint(whole.came_home[TAB_WHITE], ==, 0);
    g_assert_cmpuint(whole.came_home[TAB_BLACK], ==, 1);
    TabCensus two = census_of(pile);
    g_assert_cmpuint(two.arrived[TAB_WHITE], ==, 2);
    g_assert_cmpuint(two.arrived[TAB_BLACK] + two.taken[TAB_WHITE] + two.taken[TAB_BLACK], ==, 0);
    TabCensus one_by_one = census_of(top);
    g_assert_cmpuint(one_by_one.arrived[TAB_WHITE], ==, 2);
    TabCensus of_king = census_of(king);
    g_assert_cmpuint(of_king.arrived[TAB_WHITE] + of_king.came_home[TAB_WHITE], ==, 0);
}

static TabGameResult make_result(guint turns, TabRecordResult result,
                                 TabRecordTermination termination)
{
    return (TabGameResult){.number = 1,
                           .engine = {0, 1},
                           .opening = -1,
                           .first = TAB_BLACK,
                           .result = result,
                           .termination = termination,
                           .turns = turns,
                           .record = (char *)(termination == TAB_RECORD_NORMAL ? game : pile)};
}

static void add_game(TabRulesStudy *study, guint turns, TabRecordResult result,
                     TabRecordTermination termination)
{
    TabGameResult row = make_result(turns, result, termination);
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_rules_study_add(study, &row, &error));
    g_assert_no_error(error);
}

static void check_ends(const TabRulesStudy *study, const char *text)
{
    g_assert_cmpstr(tab_rules_ends_text(tab_rules_study_ends(study)), ==, text);
}

static void sums(void)
{
    g_autoptr(TabRulesStudy) study = tab_rules_study_new();
    add_game(study, 21, TAB_RECORD_BLACK_WON, TAB_RECORD_NORMAL);
    check_ends(study, "always");
    add_game(study, 31, TAB_RECORD_WHITE_WON, TAB_RECORD_NORMAL);
    add_game(study, 80, TAB_RECORD_DRAWN, TAB_RECORD_TURN_LIMIT);
    check_ends(study, "mostly");
    g_assert_cmpuint(study->draws, ==, 1);
    add_game(study, 60, TAB_RECORD_DRAWN, TAB_RECORD_NO_PROGRESS);
    check_ends(study, "seldom"); /* as many as not */
    g_assert_cmpuint(study->games, ==, 4);
    g_assert_cmpuint(study->draws, ==, 2);
    g_assert_cmpuint(study->cut_off, ==, 1);
    g_assert_cmpuint(study->stalled, ==, 1);
    g_assert_cmpuint(tab_rules_study_longest(study), ==, 80);
    g_assert_cmpfloat_with_epsilon(study->turns.mean, 48, CLOSE);
    g_assert_cmpfloat_with_epsilon(tab_rules_study_length(study, 0.5).value, 45.5, CLOSE);
    g_assert_cmpfloat_with_epsilon(tab_tally_rate(&study->first), 0.5, CLOSE); /* 1, 0, ½, ½ */
    g_assert_cmpfloat_with_epsilon(study->taken.mean, 4, CLOSE);               /* 8, 8, 0, 0 */
    g_assert_cmpfloat_with_epsilon(study->arrived.mean, 2.5, CLOSE);           /* 3, 3, 2, 2 */
    g_assert_cmpfloat_with_epsilon(study->came_home.mean, 0.5, CLOSE);
    TabShare drawn = tab_rules_study_share(study, study->draws);
    g_assert_cmpfloat_with_epsilon(drawn.rate, 0.5, CLOSE);
    /* Agresti and Coull: 1.96 √(¼ / (4 + 1.96²)) */
    g_assert_cmpfloat_with_epsilon(drawn.half_width, 0.3500, 1e-4);

    g_autoptr(TabRulesStudy) endless = tab_rules_study_new();
    add_game(endless, 80, TAB_RECORD_DRAWN, TAB_RECORD_TURN_LIMIT);
    check_ends(endless, "never");
    g_assert_cmpfloat(tab_rules_study_share(endless, 1).rate, ==, 1);
}

static void broken_record(void)
{
    g_autoptr(TabRulesStudy) study = tab_rules_study_new();
    g_autoptr(GError) error = NULL;
    TabGameResult row = make_result(21, TAB_RECORD_BLACK_WON, TAB_RECORD_NORMAL);
    row.record = (char *)"[Rules \"nothing\"]\n\n*\n";
    g_assert_false(tab_rules_study_add(study, &row, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
    g_assert_cmpuint(study->games, ==, 0);
}

/* One game of a pair: the better engine is White in the first. */
static void add_level_game(TabSkillStudy *skill, guint number, TabRecordResult result, double luck)
{
    TabGameResult row = make_result(20, result, TAB_RECORD_NORMAL);
    row.number = number;
    row.engine[TAB_WHITE] = number % 2 ? 0 : 1;
    row.engine[TAB_BLACK] = number % 2 ? 1 : 0;
    row.has_luck = !isnan(luck);
    row.luck = luck;
    tab_skill_study_add(skill, &row, (number + 1) / 2);
}

static void skills(void)
{
    static const char *const names[] = {"strong", "weak"};
    g_autoptr(TabSkillStudy) skill = tab_skill_study_new(names, 6);
    /* seen from the better: points 1, 0, 1, 0 with luck ½, −½, 0, 0, as in test-sample.c */
    add_level_game(skill, 1, TAB_RECORD_WHITE_WON, 0.5);
    add_level_game(skill, 2, TAB_RECORD_WHITE_WON, 0.5);
    add_level_game(skill, 3, TAB_RECORD_WHITE_WON, 0);
    add_level_game(skill, 4, TAB_RECORD_WHITE_WON, 0);
    const TabTally *tally = &skill->results->engine[0].tally;
    TabEstimate luck = tab_skill_study_luck(skill);
    g_assert_cmpfloat_with_epsilon(tab_tally_rate(tally), 0.5, CLOSE);
    g_assert_cmpuint(tally->pairs.n[2], ==, 2);
    g_assert_cmpfloat_with_epsilon(luck.mean, 0.5, CLOSE);
    g_assert_cmpfloat_with_epsilon(luck.se, 0.5, CLOSE); /* of two pairs */
    /* a game that nobody judged counts for the score alone */
    add_level_game(skill, 5, TAB_RECORD_WHITE_WON, NAN);
    g_assert_cmpuint(tab_score_games(&tally->score), ==, 5);
    luck = tab_skill_study_luck(skill);
    g_assert_cmpfloat_with_epsilon(luck.mean, 0.5, CLOSE);
    g_assert_cmpfloat_with_epsilon(luck.se, 0.28867513459481287, CLOSE); /* of four games */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rules-study/census", census);
    g_test_add_func("/rules-study/sums", sums);
    g_test_add_func("/rules-study/broken-record", broken_record);
    g_test_add_func("/rules-study/skills", skills);
    return g_test_run();
}
