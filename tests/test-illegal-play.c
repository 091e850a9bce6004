// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences that say why something is not allowed name the right rule.
#include <string.h>

#include "gui/model/illegal-play.h"
#include "protocol/rules/notation.h"
#include "session-fixture.h"
#include "tab-throws.h"

static void assert_says(char *text, const char *part)
{
    g_autofree char *owned = text;
    if (!owned || !strstr(owned, part))
        g_error("“%s” does not say “%s”", owned, part);
}

/* --- stones --- */

static void test_stones(void)
{
    static const struct {
        const char *rules, *situation, *cell;
        int value; /* of the throw chosen, 0: none */
        const char *part;
    } rows[] = {
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 3 - 1", "a1", 0, "Only the foremost Nasrani"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 3 - 1", "a9", 0, "only by a tâb"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,3 - 1", "a9", 3, "only by a tâb"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 3 - 1", "d1", 0, "Black"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 3 - 1", "b1", 0, "No stone stands"},
        {"walker", "n8/9/4M4/N8 w 1+ - 9", "b5", 0, "Throw first"},
        {"walker", "n8/9/4M4/N8 w 1,2 - 9", "b5", 1, "only frees the foremost"},
        {"walker", "n1F6/9/9/N8 w 1,4,2 - 9", "d3", 0, "your own home row is empty."},
        {"walker", "n1(FF)6/9/9/N8 w 1,4,2 - 9", "d3", 0, "and you have no single stones."},
        {"walker:jump-enemies=no", "9/9/3tM4/9 w 2 - 9", "b5", 0, "may not be jumped"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabGame) game = game_begin(rows[i].rules, rows[i].situation);
        unsigned cell = game_cell(game, rows[i].cell);
        int index = rows[i].value ? tab_throw_kind(rows[i].value) : -1;
        g_autoptr(GArray) plays = tab_game_list_plays(game, cell, index);
        g_assert_cmpuint(plays->len, ==, 0);
        assert_says(tab_illegal_stone(game, cell, index), rows[i].part);
    }
}

static void test_used(void)
{
    g_autoptr(TabGame) game = game_begin("walker", "n8/9/4M4/9 w 2 - 9");
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    g_assert_true(tab_game_play(game, &g_array_index(plays, TabPlay, 0)));
    assert_says(tab_illegal_stone(game, game_cell(game, "b3"), -1), "All throws are used");
}

/* --- targets --- */

static void test_targets(void)
{
    static const struct {
        const char *rules, *situation, *from, *to;
        bool top;
        const char *part;
    } rows[] = {
        {"walker", "n8/9/4M4/9 w 2 - 9", "b5", "b2", false, "Only a 3"},
        {"walker", "n8/9/4M4/9 w 2 - 9", "b5", "c9", false, "No throw leads there"},
        {"walker", "n8/9/4M4/9 w 2 - 9", "b5", "b6", false, "No throw leads there"},
        {"walker", "n8/9/4M4/N8 w 1,2 - 9", "b5", "b4", false, "only frees the foremost"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,3 - 1", "a9", "b7", false, "only by a tâb"},
        {"walker", "n8/9/4(MM)4/9 w 1,2 - 9", "b5", "b3", true, "alone only by a tâb"},
        {"walker", "9/8T/t8/9 w 2 - 9", "c9", "d8", false, "entered only while an enemy"},
        {"walker", "n8/8F/9/9 w 2 - 9", "c9", "d8", false, "does not go there again"},
        {"walker:jump-enemies=no", "9/9/3t1M3/9 w 1,3 - 9", "b6", "b3", false, "may not be jumped"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabGame) game = game_begin(rows[i].rules, rows[i].situation);
        unsigned from = game_cell(game, rows[i].from), to = game_cell(game, rows[i].to);
        g_autoptr(GArray) plays = tab_game_list_plays(game, from, -1);
        g_assert_cmpuint(plays->len, >, 0);
        for (guint k = 0; k < plays->len; k++) {
            const TabPlay *play = &g_array_index(plays, TabPlay, k);
            g_assert_false(play->to == to && !(play->flags & TAB_PLAY_TOP) == !rows[i].top);
        }
        assert_says(tab_illegal_target(game, from, rows[i].top, to, -1), rows[i].part);
    }
}

/* Every way that the board has and the rules bar is barred by a rule with a name. */
static void test_all_ways(gconstpointer data)
{
    static const char *const situations[] = {
        "n1F3n2/3tT3m/1t(MM)1M4/9 w 1,4,6,2 - 9",
        "2m1F4/3t3T1/4t1M2/M1(MM)6 w 1,4,6,3 - 9",
    };
    guint checked = 0;
    for (guint s = 0; s < G_N_ELEMENTS(situations); s++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabRules) rules = tab_rules_parse(data, NULL);
        TabSituation situation;
        if (!tab_notation_parse_situation(rules, situations[s], &situation, &error))
            continue; /* not every ruleset knows every state */
        g_autoptr(TabGame) game = tab_game_new_from(rules, &situation, TAB_MAX_NUMBER);
        for (unsigned from = 0; from < rules->board.cells; from++)
            for (unsigned to = 0; to < rules->board.cells; to++) {
                g_autoptr(GArray) plays = tab_game_list_plays(game, from, -1);
                bool goes = false;
                for (guint i = 0; i < plays->len; i++)
                    goes |= g_array_index(plays, TabPlay, i).to == to;
                if (goes || !plays->len)
                    continue;
                g_autofree char *text = tab_illegal_target(game, from, false, to, -1);
                g_assert_cmpuint(strlen(text), >, 10);
                g_assert_null(strstr(text, "No throw left can move this stone."));
                checked++;
            }
    }
    g_assert_cmpuint(checked, >, 50);
}

/* --- the turn --- */

static TabGameSession *new_session(const char *rules, const char *position, bool real)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup(rules);
    setup->position = g_strdup(position);
    setup->real[TAB_WHITE] = real;
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    return session;
}

static void test_numbers(void)
{
    g_autoptr(TabGameSession) session = new_session("walker", "n8/9/4M4/N8 w 1,2 - 9", false);
    assert_says(tab_illegal_number(session, 5), "1, 2, 3, 4 or 6");
    assert_says(tab_illegal_number(session, 4), "no 4 among");
    assert_says(tab_illegal_throw(session), "The throwing has ended");
    assert_says(tab_illegal_end_turn(session), "can still move a stone");
    assert_says(tab_illegal_undo(session), "nothing of a person");
    assert_says(tab_illegal_redo(session), "Nothing was taken back");
    const TabGame *game = tab_document_game(session->document);
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, TAB_THROW_2);
    g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, 0)));
    assert_says(tab_illegal_number(session, 2), "The 2 is used");

    g_autoptr(TabGameSession) duty = new_session("walker", "9/1m7/9/M8 w - - 9", false);
    assert_says(tab_illegal_number(duty, 2), "Throw first");
    assert_says(tab_illegal_end_turn(duty), "Throw first");
    g_autoptr(TabGameSession) at_once = new_session("ludii", "7/1m5/7/M6 w 4 - 9", false);
    assert_says(tab_illegal_throw(at_once), "played before the next");
    g_autoptr(TabGameSession) real = new_session("walker", "9/1m7/9/M8 w - - 9", true);
    assert_says(tab_illegal_throw(real), "type what they show");
}

static void test_waiting(void)
{
    g_autoptr(TabGameSession) session = new_session("walker", "n8/9/4M4/N8 w 1,2 - 9", false);
    g_assert_null(tab_illegal_waiting(session));
    g_assert_true(tab_game_session_pause(session));
    assert_says(tab_illegal_number(session, 2), "paused");
    assert_says(tab_illegal_undo(session), "paused");
    g_assert_true(tab_game_session_resume(session));
    const TabGame *game = tab_document_game(session->document);
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, 0)));
    while (!tab_game_session_end_turn(session)) {
        g_autoptr(GArray) more = tab_game_list_plays(game, TAB_NO_CELL, -1);
        g_assert_true(tab_game_session_play(session, &g_array_index(more, TabPlay, 0)));
    }
    tab_document_review(session->document, session->document->record->root);
    assert_says(tab_illegal_throw(session), "earlier turn");
    tab_document_end_review(session->document);
    g_assert_true(tab_game_session_resign(session));
    assert_says(tab_illegal_end_turn(session), "over");
}

int main(int argc, char *argv[])
{
    static const char *const rules[] = {"walker",
                                        "bell",
                                        "lane",
                                        "standard:columns=9",
                                        "jordan:columns=9",
                                        "ludii:columns=9,throws=collect"};
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/illegal-play/stones", test_stones);
    g_test_add_func("/illegal-play/used", test_used);
    g_test_add_func("/illegal-play/targets", test_targets);
    for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
        g_autofree char *path = g_strdup_printf("/illegal-play/all-ways/%s", rules[i]);
        g_test_add_data_func(path, rules[i], test_all_ways);
    }
    g_test_add_func("/illegal-play/numbers", test_numbers);
    g_test_add_func("/illegal-play/waiting", test_waiting);
    return g_test_run();
}
