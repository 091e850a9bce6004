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
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,3 - 1", "a1", 0, "Only the foremost Nasrani"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 3 - 1", "a1", 0,
         "only by a throw that frees it (1)."},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 3 - 1", "a9", 0,
         "only by a throw that frees it (1)."},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,3 - 1", "a9", 3,
         "only by a throw that frees it (1)."},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 3 - 1", "d1", 0, "Black"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 3 - 1", "b1", 0, "No stone stands"},
        {"walker", "n8/9/4M4/N8 w 1+ - 9", "b5", 0, "Throw first"},
        {"walker", "n8/9/4M4/N8 w 1,2 - 9", "b5", 1, "a throw of 1 only frees one"},
        {"walker", "n1F6/9/9/N8 w 1,4,2 - 9", "d3", 0, "your own home row is empty."},
        {"walker", "n1(FF)6/9/9/N8 w 1,4,2 - 9", "d3", 0, "and you have no single stones."},
        {"walker:jump-enemies=no", "9/9/3tM4/9 w 2 - 9", "b5", 0, "Enemies in between"},
        /* what frees, and what else such a throw may do */
        {"mzab:columns=5", "nnnnn/5/5/NNNNN w 4 - 9", "a1", 0, "that frees it (1, 6)."},
        {"siryu:columns=5", "nnnnn/5/5/NNNNN w 5 - 9", "a5", 0, "that frees it (sir)."},
        {"tablan:columns=5", "nnnnn/5/5/NNNNN w 8 - 9", "a5", 0, "that frees it (2, half of a 2)."},
        {"daldosa:columns=5", "nnnnn/5/NNNNN w 2,2 - 9", "a1", 0, "that frees it (1)."},
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w 1,2,2 - 9", "a4", 0, "Only the foremost Nasrani"},
        {"kioz:columns=5", "nnnnn/5/1M3/NNNN1 w 1 - 9", "b2", 1, "of 1 can free a Nasrani, it"},
        {"kioz:columns=5,tab-duty=convert", "n4/5/1M3/NNNN1 w 1 - 9", "b2", 1, "only frees one"},
        /* what keeps a stone where it is */
        {"tablan:columns=5", "M3n/5/5/N4 w 2 - 9", "d1", 0, "home row stays there"},
        {"bakhri:columns=5", "nnnnn/1M3/NN2N w 1 - 9", "a5", 0, "while another of yours is away"},
        {"daldosa:columns=5", "n4/MMMM1/5 w 2,3 - 9", "b4", 0, "own stones in between"},
        {"tozeur:columns=5", "nnnnn/5/5/NNNNN w 1 - 9", "a2", 0, "stone of your own stands there"},
        {"bakhri:columns=5,sleepers=safe", "nnnnn/M4/5 w 1 - 9", "b1", 0, "not moved yet is safe"},
        /* the king */
        {"sahkku:columns=5", "n4/2X2/M4 w 1,1,2 - 9", "b3", 0, "belongs to nobody"},
        {"sahkku:columns=5", "n4/2k2/M4 w 1,1,2 - 9", "b3", 0, "The king is Black’s"},
        {"sahkku:columns=5", "n4/2K2/M4 b 1,1,2 - 9", "b3", 0, "The king is White’s"},
        {"sahkku:columns=5", "n4/MMKM1/5 w 2,2,2 - 9", "b3", 0, "stone of your own stands there"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabGame) game = game_begin(rows[i].rules, rows[i].situation);
        unsigned cell = game_cell(game, rows[i].cell);
        int index = rows[i].value ? tab_cast_kind_of_steps(&game->rules->cast, rows[i].value) : -1;
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
        {"walker", "n8/9/4M4/9 w 2 - 9", "b5", "b2", false, "Only a throw of 3 leads"},
        {"walker", "n8/9/4M4/9 w 2 - 9", "b5", "c9", false, "No throw leads there"},
        {"walker", "n8/9/4M4/9 w 2 - 9", "b5", "b6", false, "No throw leads there"},
        {"walker", "n8/9/4M4/N8 w 1,2 - 9", "b5", "b4", false, "a throw of 1 only frees one"},
        {"walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,3 - 1", "a9", "b7", false,
         "only by a throw that frees it (1)."},
        {"walker", "n8/9/4(MM)4/9 w 1,2 - 9", "b5", "b3", true, "alone only by a tâb"},
        {"walker", "9/8T/t8/9 w 2 - 9", "c9", "d8", false, "entered only while an enemy"},
        {"walker", "n8/8F/9/9 w 2 - 9", "c9", "d8", false, "does not go there again"},
        {"walker:jump-enemies=no", "9/9/3t1M3/9 w 1,3 - 9", "b6", "b3", false, "may not be jumped"},
        /* a throw that is there, and the rule that bars it */
        {"daldosa:columns=5", "n4/1M1M1/5 w 1,3 - 9", "b4", "b1", false, "own stones in between"},
        {"sahkku:columns=5", "n4/1K1M1/5 w 1,3,3 - 9", "b4", "b1", false, "own king in between"},
        {"sahkku:columns=5,jump-enemies=no", "n4/1k1M1/5 w 1,3,3 - 9", "b4", "b1", false,
         "who is not yours"},
        {"sahkku:columns=5,pass-own=yes", "n4/1MXM1/5 w 1,2,3 - 9", "b4", "b3", false,
         "king would be pushed"},
        {"sahkku:columns=5,sleepers=safe", "n4/kM3/5 w 1,3,3 - 9", "b2", "b1", false, "pushed"},
        {"sahkku:columns=5,pass-own=yes", "n4/2KM1/5 w 1,2,2 - 9", "b4", "b3", false,
         "own king stands there"},
        {"daldosa:columns=5,outside=one", "n4/1M3/3M1 w 1,2 - 9", "a4", "b5", false,
         "another of yours is away"},
        /* where piles are */
        {"bell", "n8/9/9/2M1f4 w 4,2 - 9", "a3", "a5", false, "own home row"},
        {"lane:unlock-order=any", "n8/9/9/M1N6 w 4,2 - 9", "a1", "a3", false, "joins a Nasrani"},
        {"walker:row4-move=free,row4-exit=one-home-pile", "2F2n3/9/9/N1M6 w 4,2 - 9", "d3", "c2",
         false, "left only while you have one pile"},
        /* one that is not there */
        {"siryu:columns=5", "nnnnn/5/2M2/NNNN1 w 3 - 9", "b3", "c3", false, "Only a throw of 5"},
        {"tablan:columns=9", "n8/9/4M4/9 w 12 - 9", "b5", "b4", false, "Only half of a throw of 2"},
        {"tablan:columns=9", "n8/9/4M4/9 w 8 - 9", "b5", "b3", false, "Only a throw of 2 leads"},
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

/* Every hand of one throw, of dice of equal ones; with throws=collect one that ends may follow. */
static void throw_kind(const TabRules *rules, int kind, TabSituation *situation)
{
    while (!tab_throws_complete(&situation->throws)) {
        if (situation->throws.n && !tab_ruleset_at_once(&rules->set))
            kind = tab_cast_kind_of_steps(&rules->cast, 2);
        tab_throws_add(rules, &situation->throws, kind);
    }
}

/* Asks why what can move does not go where it cannot; returns how often. */
static guint ask_all_ways(const TabRules *rules, const TabSituation *situation)
{
    guint checked = 0;
    g_autoptr(TabGame) game = tab_game_new_from(rules, situation, TAB_MAX_NUMBER);
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
            g_assert_null(strstr(text, "No stone stands there."));
            checked++;
        }
    return checked;
}

/* Every way that the board has and the rules bar is barred by a rule with a name. */
static void test_all_ways(gconstpointer data)
{
    static const char *const situations[] = {
        "n1F3n2/3tT3m/1t(MM)1M4/9 w 1,4,6,2 - 9",  "2m1F4/3t3T1/4t1M2/M1(MM)6 w 1,4,6,3 - 9",
        "nn2n2nn/2m1m2m1/1mM3M2/N1NM2N1N w - - 9", "n1M1n1n2/2T1M4/1m1T2m2/NN3N3 w - - 9",
        "nn2n3n/m1m1M1M2/NN1N2N1M w - - 9",        "nn2n3n/mMm1MkMm1/1N1N2M1M w - - 9",
        "nn2n3n/mMK1M2m1/NN1N2M1M w - - 9",        "nn2n3n/mM2X1Mm1/1N1N2M1M w - - 9",
        "nn2n3n/mMm1M1Mm2/1N1N2M1N w - - 9",
    };
    guint checked = 0;
    for (guint s = 0; s < G_N_ELEMENTS(situations); s++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabRules) rules = tab_rules_parse(data, NULL);
        TabSituation situation;
        if (!tab_notation_parse_situation(rules, situations[s], &situation, &error))
            continue; /* not every ruleset knows every state */
        const TabThrows held = situation.throws;
        for (int kind = 0; kind < rules->cast.n_kinds; kind++) {
            situation.throws = held;
            throw_kind(rules, kind, &situation);
            checked += ask_all_ways(rules, &situation);
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

static int of_number(TabGameSession *session, int number)
{
    return tab_cast_kind_of_steps(&session->document->record->rules->cast, number);
}

static void test_numbers(void)
{
    g_autoptr(TabGameSession) session = new_session("walker", "n8/9/4M4/N8 w 1,2 - 9", false);
    assert_says(tab_illegal_kind(session, of_number(session, 5)), "1, 2, 3, 4 or 6");
    assert_says(tab_illegal_kind(session, of_number(session, 4)), "no 4 among");
    assert_says(tab_illegal_throw(session), "The throwing has ended");
    assert_says(tab_illegal_end_turn(session), "can still move a stone");
    assert_says(tab_illegal_undo(session), "nothing of a person");
    assert_says(tab_illegal_redo(session), "Nothing was taken back");
    const TabGame *game = tab_document_game(session->document);
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, TAB_THROW_2);
    g_assert_true(tab_game_session_play(session, &g_array_index(plays, TabPlay, 0)));
    assert_says(tab_illegal_kind(session, of_number(session, 2)), "The 2 is used");

    g_autoptr(TabGameSession) duty = new_session("walker", "9/1m7/9/M8 w - - 9", false);
    assert_says(tab_illegal_kind(duty, of_number(duty, 2)), "Throw first");
    assert_says(tab_illegal_end_turn(duty), "Throw first");
    g_autoptr(TabGameSession) at_once = new_session("ludii", "7/1m5/7/M6 w 4 - 9", false);
    assert_says(tab_illegal_throw(at_once), "played before the next");
    /* two throws go five cells: a number would name the other */
    g_autoptr(TabGameSession) siryu =
        new_session("siryu:columns=5", "nnnnn/5/M4/1NNNN w 5 - 9", false);
    const TabCast *cast = &siryu->document->record->rules->cast;
    assert_says(tab_illegal_kind(siryu, tab_cast_kind_of_key(cast, 's')), "That throw cannot");
    g_autoptr(TabGameSession) real = new_session("walker", "9/1m7/9/M8 w - - 9", true);
    assert_says(tab_illegal_throw(real), "type what falls");
    assert_says(tab_illegal_kind(real, of_number(real, 4)), "only a 2 or a 3 can follow");
    g_autoptr(TabGameSession) dice = new_session("sahkku:columns=5", "n4/2X2/M4 w - - 9", true);
    assert_says(tab_illegal_kind(dice, of_number(dice, 2)), "only one that ends the throwing");
    assert_says(tab_illegal_kind(dice, -1), "number of no throw");

    /* a throw that is there, and moves nothing */
    g_autoptr(TabGameSession) stuck =
        new_session("walker", "nnnnnnnnn/9/9/NNNNNNNNN w 3 - 1", false);
    assert_says(tab_illegal_kind(stuck, of_number(stuck, 3)), "No stone can move with the 3 now.");
    assert_says(tab_illegal_kind(session, of_number(session, 1)), "a throw of 1 only frees one");
}

static void test_waiting(void)
{
    g_autoptr(TabGameSession) session = new_session("walker", "n8/9/4M4/N8 w 1,2 - 9", false);
    g_assert_null(tab_illegal_waiting(session));
    g_assert_true(tab_game_session_pause(session));
    assert_says(tab_illegal_kind(session, of_number(session, 2)), "paused");
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

/* While an engine thinks, or when it is gone, a person is told of it by its name. */
static void test_engine(void)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_free(setup->rules);
    setup->rules = g_strdup("walker");
    setup->position = g_strdup("n8/9/4M4/N8 w 1,2 - 9");
    setup->player[TAB_WHITE] = (TabPlayer){.engine = true, .level = 1};
    setup->engine[TAB_WHITE] = tab_engine_config_new((const char *const[]){"false", NULL});
    setup->engine[TAB_WHITE]->name = g_strdup("Mute");
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    assert_says(tab_illegal_waiting(session), "Wait: Mute is to act.");
    assert_says(tab_illegal_redo(session), "Nothing was taken back");
    session_run_until(session, TAB_AWAITS_RESTART);
    assert_says(tab_illegal_kind(session, of_number(session, 2)), "Mute has stopped: restart it");
    tab_game_session_close(session);
}

int main(int argc, char *argv[])
{
    static const char *const rules[] = {"walker",
                                        "bell",
                                        "lane",
                                        "standard:columns=9",
                                        "jordan:columns=9",
                                        "ludii:columns=9,throws=collect",
                                        "tozeur:columns=9",
                                        "mzab:columns=9",
                                        "siryu:columns=9",
                                        "kioz:columns=9",
                                        "deleb:columns=9",
                                        "tablan:columns=9",
                                        "bakhri:columns=9",
                                        "daldos:columns=9",
                                        "daldosa:columns=9",
                                        "sahkku:columns=9",
                                        "tozeur:columns=9,sleepers=safe,tab-duty=convert",
                                        "siryu:columns=9,jump-enemies=no,tab-duty=first",
                                        "daldos:columns=9,sleepers=safe,jump-enemies=no",
                                        "sahkku:columns=9,sleepers=safe,unlock-order=any",
                                        "sahkku:columns=9,jump-enemies=no,outside=one"};
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
    g_test_add_func("/illegal-play/engine", test_engine);
    return g_test_run();
}
