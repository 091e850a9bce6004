// SPDX-License-Identifier: GPL-3.0-or-later
// Known first turns are found by rules, position and hand, for either side; the file that comes
// with the program is whole.
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/opening-knowledge.h"
#include "protocol/study/opening-hands.h"

/* The file that the window reads. */
static TabOpeningKnowledge *read_shipped(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = tab_opening_knowledge_find_file();
    g_assert_nonnull(path);
    TabOpeningKnowledge *knowledge = tab_opening_knowledge_read(path, &error);
    g_assert_no_error(error);
    return knowledge;
}

/* That every hand is known, and its turns are legal for the side that is to move. */
static void check_start(const TabOpeningKnowledge *knowledge, const TabRules *rules, TabSide side)
{
    TabSticks fair = tab_sticks_fair(&rules->cast);
    TabSituation start;
    tab_position_start(rules, side, &start);
    g_autoptr(GArray) hands = tab_opening_hands_list(rules, &start, &fair, 3);
    g_assert_null(tab_opening_knowledge_look_up(knowledge, rules, &start));
    for (guint i = 0; i < hands->len; i++) {
        TabSituation thrown = start;
        thrown.throws = g_array_index(hands, TabThrownHand, i).throws;
        g_autoptr(GArray) turns = tab_opening_knowledge_look_up(knowledge, rules, &thrown);
        g_assert_nonnull(turns);
        g_assert_cmpuint(turns->len, >, 0);
        for (guint k = 0; k < turns->len; k++) {
            const TabRolledTurn *rolled = &g_array_index(turns, TabRolledTurn, k);
            g_autoptr(GError) error = NULL;
            TabTurn turn;
            TabPosition after;
            tab_notation_parse_turn(rules, &thrown, rolled->turn, &turn, &after, &error);
            g_assert_no_error(error);
            g_assert_cmpfloat(rolled->se, <=, 0.002);
        }
    }
}

static void shipped(void)
{
    g_autoptr(TabOpeningKnowledge) knowledge = read_shipped();
    for (guint preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        TabRuleset set = tab_ruleset_preset(preset);
        g_autoptr(TabRules) rules = tab_rules_new(&set);
        check_start(knowledge, rules, TAB_WHITE);
        check_start(knowledge, rules, TAB_BLACK);
    }
}

#define TAIL ",rollouts 10,Engine,cmd=e,1,tab-match 1.2\n"
static const char lines[] =
    TAB_OPENING_TABLE_HEAD "walker,1,\"nnnnnnnnn/9/9/NNNNNNNNN w 1,4,2 - 1\",\"1,4,2\",0.023438,"
                           "\"1:a9b9,4:b9b5,2:b5b3\",0.5400,0.0010" TAIL
                           "walker,2,\"nnnnnnnnn/9/2M6/NNNNNNNN1 b 1,2 - 2\",\"1,2\",0.093750,"
                           "\"1:d1c1,2:c1c3\",0.4700,0.0020" TAIL
                           "walker,2,\"nnnnnnnnn/9/2M6/NNNNNNNN1 b 1,1,2 - 2\",\"1,1,2\",0.023438,"
                           "\"1:d1c1,1:d2d1,2:c1c3\",0.5700,0.0010" TAIL
                           "walker,2,\"nnnnnnnnn/9/2M6/NNNNNNNN1 b 1,1,2 - 2\",\"1,1,2\",0.023438,"
                           "\"1:d1c1,1:d2d1,2:d1c2\",0.4000,0.0020" TAIL;

static TabOpeningKnowledge *read_text(const char *text, GError **error)
{
    g_autofree char *folder = g_dir_make_tmp("tab-knowledge-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "openings.csv", NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    TabOpeningKnowledge *knowledge = tab_opening_knowledge_read(path, error);
    if (!knowledge)
        g_assert_true(g_str_has_prefix((*error)->message, path));
    g_unlink(path);
    g_rmdir(folder);
    return knowledge;
}

static void check(const TabOpeningKnowledge *knowledge, const char *rules_text,
                  const char *position, const char *best)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabRules) rules = tab_rules_parse(rules_text, &error);
    g_assert_no_error(error);
    TabSituation situation;
    tab_notation_parse_situation(rules, position, &situation, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) turns = tab_opening_knowledge_look_up(knowledge, rules, &situation);
    g_assert_cmpstr(turns ? g_array_index(turns, TabRolledTurn, 0).turn : NULL, ==, best);
}

static void look_up(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabOpeningKnowledge) knowledge = read_text(lines, &error);
    g_assert_no_error(error);
#define START "nnnnnnnnn/9/9/NNNNNNNNN "
    check(knowledge, "walker", START "w 1,4,2 - 1", "1:a9b9,4:b9b5,2:b5b3");
    /* in another order, for the other side, at another turn, under another name of the rules */
    check(knowledge, "walker", START "w 4,1,2 - 1", "1:a9b9,4:b9b5,2:b5b3");
    check(knowledge, "walker", START "b 1,4,2 - 1", "1:d1c1,4:c1c5,2:c5c7");
    check(knowledge, "walker", START "w 1,4,2 - 7", "1:a9b9,4:b9b5,2:b5b3");
    check(knowledge, "standard:columns=9,opening=alternate", START "w 1,4,2 - 1",
          "1:a9b9,4:b9b5,2:b5b3");
    check(knowledge, "walker", "nnnnnnnnn/9/2M6/NNNNNNNN1 b 1,2 - 2", "1:d1c1,2:c1c3");
    check(knowledge, "walker", "1nnnnnnnn/6m2/9/NNNNNNNNN w 1,2 - 2", "1:a9b9,2:b9b7");
    /* what is not known */
    check(knowledge, "walker", START "w 1,4,3 - 1", NULL);
    check(knowledge, "walker", START "w 1,4+ - 1", NULL);
    check(knowledge, "walker", START "w - - 1", NULL);
    check(knowledge, "walker:jump-enemies=no", START "w 1,4,2 - 1", NULL);
    check(knowledge, "walker", "nnnnnnnnn/9/3M5/NNNNNNNN1 b 1,2 - 2", NULL);
}

/* All turns with their values, the best first. */
static void values(void)
{
    g_autoptr(TabOpeningKnowledge) knowledge = read_text(lines, NULL);
    g_autoptr(TabRules) rules = tab_rules_parse("walker", NULL);
    TabSituation situation;
    tab_notation_parse_situation(rules, "1nnnnnnnn/6m2/9/NNNNNNNNN w 1,1,2 - 2", &situation, NULL);
    g_autoptr(GArray) turns = tab_opening_knowledge_look_up(knowledge, rules, &situation);
    g_assert_cmpuint(turns->len, ==, 2);
    const TabRolledTurn *second = &g_array_index(turns, TabRolledTurn, 1);
    g_assert_cmpstr(second->turn, ==, "1:a9b9,1:a8a9,2:a9b8");
    g_assert_cmpfloat(second->value, ==, 0.4);
    g_assert_cmpfloat(second->se, ==, 0.002);
}

static void faults(void)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(read_text(TAB_OPENING_TABLE_HEAD "chess" TAIL, &error));
    g_assert_nonnull(strstr(error->message, "line 2: "));
    g_clear_error(&error);
    g_assert_null(tab_opening_knowledge_read("/no/such/openings.csv", &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_nonnull(strstr(error->message, "/no/such/openings.csv"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/opening-knowledge/look-up", look_up);
    g_test_add_func("/opening-knowledge/values", values);
    g_test_add_func("/opening-knowledge/faults", faults);
    g_test_add_func("/opening-knowledge/shipped", shipped);
    return g_test_run();
}
