// SPDX-License-Identifier: GPL-3.0-or-later
// Positions set up by hand: every edit keeps the counters, every fault is named, and any position
// of real play can be built piece by piece.
#include <string.h>

#include "gui/model/position-edit.h"
#include "protocol/rules/cast.h"
#include "rules-fixture.h"

static TabPositionEdit *new_edit(const char *rules_text)
{
    g_autoptr(TabRules) rules = rules_for(rules_text);
    return tab_position_edit_new(rules, NULL);
}

static unsigned cell(const TabPositionEdit *edit, const char *name)
{
    return cell_for(edit->rules, name);
}

static void assert_fault(const TabPositionEdit *edit, const char *part)
{
    g_autoptr(GError) error = NULL;
    bool good = tab_position_edit_check(edit, &error);
    if (!part) {
        g_assert_no_error(error);
        g_assert_true(good);
        return;
    }
    g_assert_false(good);
    if (!strstr(error->message, part))
        g_error("“%s” does not say “%s”", error->message, part);
}

static void assert_text(const TabPositionEdit *edit, const char *expected)
{
    g_autofree char *text = tab_position_edit_to_string(edit);
    g_assert_cmpstr(text, ==, expected);
}

static void test_pieces(void)
{
    g_autoptr(TabPositionEdit) edit = new_edit("bell:columns=5");
    assert_text(edit, "nnnnn/5/5/NNNNN w - - 1");
    tab_position_edit_clear(edit);
    assert_fault(edit, "no stones");
    g_assert_true(tab_position_edit_put(edit, cell(edit, "c2"), TAB_WHITE, TAB_RANK_T));
    assert_fault(edit, "no stones");
    g_assert_true(tab_position_edit_put(edit, cell(edit, "c2"), TAB_WHITE, TAB_RANK_F));
    g_assert_true(tab_position_edit_put(edit, cell(edit, "d1"), TAB_BLACK, TAB_RANK_N));
    assert_text(edit, "n4/1(TF)3/5/5 w - - 1");
    assert_fault(edit, NULL);
    g_assert_true(tab_position_edit_toggle_loose(edit, cell(edit, "c2")));
    assert_text(edit, "n4/1~(TF)3/5/5 w - - 1");
    assert_fault(edit, NULL);
    g_assert_true(tab_position_edit_take(edit, cell(edit, "c2")));
    assert_text(edit, "n4/1T3/5/5 w - - 1"); /* the top one went, and a single stone is firm */
    g_assert_true(tab_position_edit_put(edit, cell(edit, "c2"), TAB_BLACK, TAB_RANK_M));
    assert_text(edit, "n4/1m3/5/5 w - - 1"); /* in place of the other side's */
    g_assert_true(tab_position_edit_take(edit, cell(edit, "c2")));
    g_assert_false(tab_position_edit_take(edit, cell(edit, "c2")));
    g_assert_false(tab_position_edit_toggle_loose(edit, cell(edit, "c2")));
}

static void test_faults(void)
{
    g_autoptr(TabPositionEdit) edit = new_edit("walker:columns=5");
    tab_position_edit_put(edit, cell(edit, "b3"), TAB_WHITE, TAB_RANK_M);
    assert_fault(edit, "more than 5");
    tab_position_edit_take(edit, cell(edit, "a5"));
    assert_fault(edit, NULL);
    tab_position_edit_put(edit, cell(edit, "b3"), TAB_WHITE, TAB_RANK_N);
    assert_fault(edit, "a Nasrani cannot stand on b3");
    tab_position_edit_take(edit, cell(edit, "b3"));
    tab_position_edit_set_saved(edit, TAB_BLACK, 2);
    assert_fault(edit, "saved");
    tab_position_edit_set_saved(edit, TAB_BLACK, 0);
    edit->situation.position.number = 0;
    assert_fault(edit, "number");
    edit->situation.position.number = 7;
    edit->situation.position.side = TAB_BLACK;
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_position_edit_set_throws(edit, "7", &error));
    g_assert_nonnull(error);
    g_clear_error(&error);
    g_assert_true(tab_position_edit_set_throws(edit, "2,1", &error));
    assert_fault(edit, "ends the throwing");
    g_assert_true(tab_position_edit_set_throws(edit, " 1 4 2 ", &error));
    assert_text(edit, "nnnnn/5/2M2/NNNN1 b 1,4,2 - 7");
    g_assert_true(tab_position_edit_set_throws(edit, "", &error));
    assert_text(edit, "nnnnn/5/2M2/NNNN1 b - - 7");
    g_assert_false(tab_position_edit_set_text(edit, "nnnnn/5/2M2/NNNN b - - 7", &error));
    g_assert_nonnull(error);
    assert_text(edit, "nnnnn/5/2M2/NNNN1 b - - 7");
    assert_fault(edit, NULL);
}

/* Random edits keep the value's own invariants: only faults of the rules are ever named. */
static void test_random(void)
{
    g_autoptr(TabPositionEdit) edit = new_edit("bell");
    TabRandom random = tab_random_new(4);
    for (int i = 0; i < 20000; i++) {
        unsigned at = tab_random_below(&random, edit->situation.position.cells);
        switch (tab_random_below(&random, 4)) {
        case 0:
        case 1:
            tab_position_edit_put(edit, at, (TabSide)tab_random_below(&random, 2),
                                  (TabRank)tab_random_below(&random, 4));
            break;
        case 2:
            tab_position_edit_take(edit, at);
            break;
        default:
            tab_position_edit_toggle_loose(edit, at);
        }
        g_autoptr(GError) error = NULL;
        if (!tab_position_edit_check(edit, &error)) {
            g_assert_null(strstr(error->message, "agree"));
            g_assert_null(strstr(error->message, "another board"));
            continue;
        }
        g_autofree char *text = tab_position_edit_to_string(edit);
        g_assert_true(tab_position_edit_set_text(edit, text, &error));
        g_assert_no_error(error);
    }
}

/* Any legal position can be built from an empty board. */
static void test_rebuild(void)
{
    static const char text[] = "1m2nnnnn/5m3/2(MT)3T2/NNN3M2 b 1,4,2 - 17";
    g_autoptr(TabPositionEdit) model = new_edit("walker");
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_position_edit_set_text(model, text, &error));
    g_autoptr(TabPositionEdit) edit = new_edit("walker");
    tab_position_edit_clear(edit);
    const TabPosition *position = &model->situation.position;
    for (unsigned at = 0; at < position->cells; at++)
        for (unsigned i = tab_pile_height(position->pile[at]); i-- > 0;)
            tab_position_edit_put(edit, at, (TabSide)tab_position_owner(position, at),
                                  tab_pile_rank(position->pile[at], i));
    edit->situation.position.side = TAB_BLACK;
    edit->situation.position.number = 17;
    g_assert_true(tab_position_edit_set_throws(edit, "1,4,2", &error));
    assert_text(edit, text);
    assert_fault(edit, NULL);
}

/* Rules changed in the middle: nothing that somebody set up is lost. */
static void test_rules(void)
{
    g_autoptr(TabPositionEdit) edit = new_edit("standard:columns=5");
    g_autoptr(TabRules) ludii = rules_for("ludii:columns=5");
    g_autoptr(TabRules) wide = rules_for("ludii:columns=7");
    edit->situation.position.side = TAB_BLACK;
    edit->situation.position.number = 8;
    tab_position_edit_set_rules(edit, ludii);
    assert_text(edit, "mmmmm/5/5/MMMMM b - - 8"); /* an untouched start has become theirs */
    assert_fault(edit, NULL);
    g_assert_true(tab_position_edit_take(edit, cell(edit, "a1")));
    tab_position_edit_set_rules(edit, wide);
    assert_text(edit, "mmmmmmm/7/7/MMMMMMM w - - 1");
    g_assert_true(tab_position_edit_take(edit, cell(edit, "d7")));
    tab_position_edit_set_rules(edit, ludii);
    assert_text(edit, "mmmmm/5/5/1MMMM b - - 8");
    tab_position_edit_set_rules(edit, wide);
    assert_text(edit, "mmmmmm1/7/7/MMMMMMM w - - 1");
    g_autoptr(TabRules) standard = rules_for("standard:columns=7");
    tab_position_edit_set_rules(edit, standard);
    assert_text(edit, "mmmmmm1/7/7/MMMMMMM w - - 1"); /* touched: it stays, whatever it is worth */
}

/* The same number of columns may be of another board. */
static void test_other_rows(void)
{
    g_autoptr(TabPositionEdit) edit = new_edit("daldosa:columns=7");
    g_autoptr(TabRules) daldosa = rules_for("daldosa:columns=7");
    g_autoptr(TabRules) daldos = rules_for("daldos:columns=7");
    g_autoptr(TabRules) siryu = rules_for("siryu:columns=7");
    g_assert_true(tab_position_edit_take(edit, cell(edit, "c2")));
    tab_position_edit_set_rules(edit, siryu);
    assert_text(edit, "nnnnnnn/7/7/NNNNNNN w - - 1");
    assert_fault(edit, NULL);
    g_assert_true(tab_position_edit_take(edit, cell(edit, "d7")));
    tab_position_edit_set_rules(edit, daldos);
    assert_text(edit, "nnnnnnn/8/NNNNNNN w - - 1");
    tab_position_edit_set_rules(edit, daldosa);
    assert_text(edit, "n1nnnnn/7/NNNNNNN w - - 1");
    tab_position_edit_set_rules(edit, siryu);
    assert_text(edit, "nnnnnn1/7/7/NNNNNNN w - - 1");
}

/* A king comes and goes with the rules. */
static void test_king_of_rules(void)
{
    g_autoptr(TabPositionEdit) edit = new_edit("daldosa:columns=7");
    g_autoptr(TabRules) daldosa = rules_for("daldosa:columns=7");
    g_autoptr(TabRules) sahkku = rules_for("sahkku:columns=7");
    g_assert_true(tab_position_edit_take(edit, cell(edit, "c2")));
    tab_position_edit_set_rules(edit, sahkku);
    assert_text(edit, "n1nnnnn/3X3/NNNNNNN w - - 1");
    assert_fault(edit, NULL);
    tab_position_edit_set_rules(edit, daldosa);
    assert_text(edit, "n1nnnnn/7/NNNNNNN w - - 1");
    assert_fault(edit, NULL);
    g_assert_true(tab_position_edit_put(edit, cell(edit, "b4"), TAB_BLACK, TAB_RANK_M));
    tab_position_edit_set_rules(edit, sahkku); /* what was set up stays */
    assert_text(edit, "n1nnnnn/3m3/NNNNNNN w - - 1");
    assert_fault(edit, "there is no king");
}

/* The king is put anywhere, as a side's; taken away he is nobody's on his first cell. */
static void test_king(void)
{
    g_autoptr(TabPositionEdit) edit = new_edit("sahkku:columns=7");
    g_assert_false(tab_position_edit_take(edit, cell(edit, "b4")));
    g_assert_false(tab_position_edit_put(edit, cell(edit, "b4"), TAB_WHITE, TAB_RANK_M));
    g_assert_true(tab_position_edit_put_king(edit, cell(edit, "b4"), TAB_BLACK));
    assert_text(edit, "nnnnnnn/3k3/NNNNNNN w - - 1");
    g_assert_true(tab_position_edit_put_king(edit, cell(edit, "c1"), TAB_WHITE));
    assert_text(edit, "Knnnnnn/7/NNNNNNN w - - 1"); /* in place of a stone */
    assert_fault(edit, NULL);
    g_assert_true(tab_position_edit_take(edit, cell(edit, "c1")));
    assert_text(edit, "1nnnnnn/3X3/NNNNNNN w - - 1");
    g_assert_true(tab_position_edit_put_king(edit, cell(edit, "b1"), TAB_WHITE));
    g_assert_true(tab_position_edit_put(edit, cell(edit, "b4"), TAB_BLACK, TAB_RANK_M));
    g_assert_false(
        tab_position_edit_take(edit, cell(edit, "b1"))); /* his first cell is another's */
    assert_text(edit, "1nnnnnn/K2m3/NNNNNNN w - - 1");
    tab_position_edit_clear(edit);
    assert_text(edit, "7/3X3/7 w - - 1");
    g_autoptr(TabPositionEdit) other = new_edit("daldosa:columns=7");
    g_assert_false(tab_position_edit_put_king(other, cell(other, "b4"), TAB_WHITE));
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/position-edit/pieces", test_pieces);
    g_test_add_func("/position-edit/faults", test_faults);
    g_test_add_func("/position-edit/random", test_random);
    g_test_add_func("/position-edit/rebuild", test_rebuild);
    g_test_add_func("/position-edit/rules", test_rules);
    g_test_add_func("/position-edit/other-rows", test_other_rows);
    g_test_add_func("/position-edit/king", test_king);
    g_test_add_func("/position-edit/king-of-rules", test_king_of_rules);
    return g_test_run();
}
