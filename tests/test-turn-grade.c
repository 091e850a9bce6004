// SPDX-License-Identifier: GPL-3.0-or-later
// Luck and loss of a turn in words: points, never per cent, and what a bad turn is called.
#include <math.h>
#include <string.h>

#include "gui/model/turn-grade.h"
#include "tests/local-text.h"

static void test_grades(void)
{
    static const struct {
        double loss;
        TabTurnGrade grade;
        const char *mark;
    } rows[] = {{NAN, TAB_TURN_SOUND, ""},
                {0, TAB_TURN_SOUND, ""},
                {0.019, TAB_TURN_SOUND, ""},
                {0.02, TAB_TURN_DOUBTFUL, "\u200e?!"},
                {0.0499, TAB_TURN_DOUBTFUL, "\u200e?!"},
                {0.05, TAB_TURN_MISTAKE, "\u200e?"},
                {0.15, TAB_TURN_BLUNDER, "\u200e??"},
                {1, TAB_TURN_BLUNDER, "\u200e??"}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_assert_cmpint(tab_turn_grade(rows[i].loss), ==, rows[i].grade);
        g_assert_cmpstr(tab_turn_grade_mark(rows[i].grade), ==, rows[i].mark);
    }
}

static void test_words(void)
{
    static const struct {
        double luck, loss;
        const char *text;
    } rows[] = {{NAN, NAN, ""},
                {NAN, 0.0004, ""},
                {-0.041, 0, "luck −4.1 points"},
                {NAN, 0.011, "loss −1.1 points"},
                {0.041, 0.03, "luck +4.1 points, loss −3.0 points, doubtful"},
                {0, 0.0712, "luck 0.0 points, loss −7.1 points, a mistake"},
                {0.5, 0.31, "luck +50.0 points, loss −31.0 points, a blunder"}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = tab_turn_grade_describe(rows[i].luck, rows[i].loss);
        g_assert_cmpstr(text, ==, tab_local_text(rows[i].text));
    }
    g_autofree char *explained = tab_turn_grade_explain();
    g_assert_nonnull(strstr(explained, "a whole game is 100"));
    g_assert_nonnull(strstr(explained, "??: 15 or more, a blunder"));
}

/* A file may say anything of a turn. */
static void test_notes(void)
{
    static const char *const nonsense[] = {"1e300", "-2", "nan", "inf"};
    g_autoptr(TabRules) rules = tab_rules_parse("walker", NULL);
    TabSituation start;
    tab_position_start(rules, TAB_WHITE, &start);
    g_autoptr(TabRecord) record = tab_record_new_from(rules, &start);
    TabRecordNode *node = tab_record_append(record, record->root, &start, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(nonsense); i++) {
        tab_record_set_note(node, "luck", nonsense[i]);
        tab_record_set_note(node, "loss", nonsense[i]);
        g_autofree char *text = tab_turn_grade_describe_turn(node);
        g_assert_cmpstr(text, ==, "");
        g_assert_cmpint(tab_turn_grade_of(node), ==, TAB_TURN_SOUND);
    }
    tab_record_set_note(node, "loss", "0.06");
    g_assert_cmpint(tab_turn_grade_of(node), ==, TAB_TURN_MISTAKE);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/turn-grade/grades", test_grades);
    g_test_add_func("/turn-grade/words", test_words);
    g_test_add_func("/turn-grade/notes", test_notes);
    return g_test_run();
}
