// SPDX-License-Identifier: GPL-3.0-or-later
// Problems are found by what an engine says of a game, and by nothing else that it says; what it
// says wrongly ends the search and is named. What is looked at, and what proves a problem.
#include <math.h>
#include <string.h>

#include "client-fixture.h"
#include "protocol/game/record-text.h"
#include "protocol/study/problem-decision.h"
#include "protocol/study/problem-search.h"
#include "protocol/study/problem.h"

/* Turns of the game's position that lead to different ones; the second was played. */
#define BEST "2:b5b3,6:b3c4"
#define PLAYED "2:b5b3,6:a9b4"
#define THIRD "2:a9b8,6:b8b2"
#define OTHER "2:a7a9,6:b5c2"

static const char game_text[] =
    "[White \"Ada\"]\n[Black \"Ben\"]\n[Rules \"walker\"]\n"
    "[Position \"3m1nnnn/6m1t/4M4/6M1(MM) w - - 35\"]\n[Result \"*\"]\n\n"
    "35. w 6,2 " PLAYED "\n*\n";

static TabRecord *read_game(const char *text)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    return g_ptr_array_steal_index(records, 0);
}

static TabProblemSetup make_setup(void)
{
    TabProblemSetup setup = TAB_PROBLEM_SETUP_INIT;
    tab_problem_setup_complete(&setup);
    return setup;
}

/* --- the search --- */

#define MULTIPV "--option|name MultiPV type spin default 1 min 1 max 256"
#define LEVEL "--option|name Level type spin default 5 min 0 max 10"
/* a line that counts in searches and in rollouts */
#define TELL(rank, win, turn)                                                                      \
    "|--info|level rollout win " win " se 0.002 multipv " #rank " pv " turn " 1:a1a2"
#define SEARCHED(rank, win, turn) "|--info|depth 1 win " win " multipv " #rank " pv " turn
#define GOOD MULTIPV TELL(1, "0.7", BEST) TELL(2, "0.5", PLAYED) TELL(3, "0.4", THIRD)

typedef struct {
    GMainLoop *loop;
    GPtrArray *problems;
    GError *error;
} Search;

static void on_searched(GObject *source, GAsyncResult *result, gpointer data)
{
    Search *search = data;
    search->problems = tab_problem_search_finish(result, &search->error);
    g_main_loop_quit(search->loop);
}

/* Looks through the game with two fake engines; the lines that the first one got are in `sent`. */
static Search search_game(const char *game, const char *engine, const char *levels,
                          const TabProblemSetup *setup, char **sent)
{
    ClientTest one, other;
    Search search = {.loop = g_main_loop_new(NULL, FALSE)};
    g_autoptr(TabRecord) record = read_game(game);
    client_start_well(&one, engine);
    client_start_well(&other, levels);
    tab_problem_search_async(record, one.client, other.client, setup, NULL, on_searched, &search);
    g_main_loop_run(search.loop);
    g_assert_true((search.problems != NULL) == (search.error == NULL));
    if (sent)
        *sent = g_strdup(one.sent->str);
    client_tear_down(&one);
    client_tear_down(&other);
    g_main_loop_unref(search.loop);
    return search;
}

/* What it says more is taken or not, and the problem has these turns, the best first. */
static void finds(void)
{
    static const char whole[] = BEST " " PLAYED " " THIRD, two[] = BEST " " PLAYED;
    static const struct {
        const char *engine, *turns;
    } rows[] = {
        {GOOD, whole},
        /* no chance, no turn, and a line that nobody asked for */
        {GOOD "|--info|level rollout se 0.01 multipv 1 pv " THIRD, whole},
        {GOOD "|--info|level rollout win 0.1 se 0.01 multipv 1", whole},
        {GOOD TELL(65, "0.1", THIRD), whole},
        /* the last word counts */
        {MULTIPV TELL(1, "0.1", THIRD) TELL(2, "0.5", PLAYED) TELL(1, "0.7", BEST), two},
        /* what was rolled out in another order, and twice */
        {MULTIPV TELL(1, "0.7", BEST) TELL(2, "0.5", PLAYED) TELL(3, "0.5", "6:a9b4,2:b5b3"), two},
        /* rollouts of a turn of which nobody has asked */
        {MULTIPV TELL(1, "0.7", BEST) TELL(2, "0.5", PLAYED) TELL(3, "0.6", OTHER)
             SEARCHED(3, "0.5", PLAYED),
         two},
        /* a turn that is known needs no rollouts */
        {MULTIPV TELL(1, "0.7", BEST) "|--info|level exact win 0.5 multipv 2 pv " PLAYED, two},
        /* a foreign engine without a line for each turn */
        {MULTIPV "|--info|level rollout win 0.7 se 0.002 pv " BEST TELL(2, "0.5", PLAYED), two},
        /* nothing is far enough ahead, or what was played was the best */
        {MULTIPV TELL(1, "0.7", BEST) TELL(2, "0.69", PLAYED), NULL},
        {MULTIPV TELL(1, "0.7", PLAYED) TELL(2, "0.5", BEST), NULL},
        {MULTIPV TELL(1, "0.7", BEST), NULL},
        {MULTIPV, NULL},
    };
    TabProblemSetup setup = make_setup();
    setup.reach = 0.5;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_test_message("%s", rows[i].engine);
        Search search = search_game(game_text, rows[i].engine, "", &setup, NULL);
        g_assert_no_error(search.error);
        g_assert_cmpuint(search.problems->len, ==, rows[i].turns ? 1 : 0);
        if (rows[i].turns) {
            const TabRecord *problem = search.problems->pdata[0];
            g_autoptr(GString) turns = g_string_new(NULL);
            for (const TabRecordNode *node = problem->root->child; node; node = node->next)
                g_string_append_printf(turns, "%s%s", turns->len ? " " : "", node->turn);
            g_assert_cmpstr(turns->str, ==, rows[i].turns);
            g_assert_cmpstr(tab_record_get_tag(problem, "Outcomes"), ==, "10");
            g_assert_null(tab_record_get_tag(problem, "Difficulty")); /* it has no levels */
        }
        g_ptr_array_unref(search.problems);
    }
}

/* What is wrong is said, with the turn of the game where there is one. */
static void fails(void)
{
    static const struct {
        const char *engine, *levels, *why;
    } rows[] = {
        {"--name|Fake", "--name|Fake", "has no option MultiPV"},
        {"--option|name MultiPV type check default true", "--name|Fake", "has no option MultiPV"},
        {MULTIPV "|--refuse|newgame", "--name|Fake", "newgame is refused"},
        {MULTIPV, "--refuse|newgame", "newgame is refused"},
        {MULTIPV "|--crash-at|go", "--name|Fake", "turn 35: ended with status 0"},
        {MULTIPV TELL(1, "0.7", BEST) TELL(2, "0.5", "1:a1a2"), "--name|Fake",
         "turn 35: turn 1:a1a2: "},
        {MULTIPV TELL(1, "0.7", BEST) TELL(2, "0.5", PLAYED) TELL(3, "0.5", "6:a1a7,2:pass")
             SEARCHED(3, "0.4", PLAYED),
         "--name|Fake", "turn 35: turn 6:a1a7,2:pass: "},
        {MULTIPV SEARCHED(1, "0.7", BEST) TELL(2, "0.5", PLAYED), "--name|Fake",
         "turn 35: plays no rollouts of the turn " BEST},
        {MULTIPV "|--info|level search win 0.7 se 0.01 pv " BEST TELL(2, "0.5", PLAYED),
         "--name|Fake", "turn 35: plays no rollouts of the turn " BEST},
        {MULTIPV "|--info|level rollout win 0.7 pv " BEST TELL(2, "0.5", PLAYED), "--name|Fake",
         "turn 35: plays no rollouts of the turn " BEST},
        {GOOD, LEVEL "|--illegal|turn", "turn 35: turn 1:a1a1: "},
        {GOOD, LEVEL "|--crash-at|go:2|--answer|" BEST, "turn 35: ended with status 0"},
    };
    TabProblemSetup setup = make_setup();
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_test_message("%s / %s", rows[i].engine, rows[i].levels);
        Search search = search_game(game_text, rows[i].engine, rows[i].levels, &setup, NULL);
        g_assert_null(search.problems);
        g_test_message("%s", search.error->message);
        g_assert_true(search.error->domain == TAB_CLIENT_ERROR);
        g_assert_nonnull(strstr(search.error->message, rows[i].why));
        g_clear_error(&search.error);
    }
}

/* Each level is asked three times: it misses the best turn, or finds it. */
static void asks_levels(void)
{
    static const struct {
        const char *levels, *difficulty;
    } rows[] = {
        {LEVEL "|--answer|" BEST, "0.000"},
        {LEVEL "|--answer|" PLAYED, "1.000"},
        {LEVEL "|--answer|" OTHER "|--answer|" BEST, "0.500"},
        {LEVEL "|--answer|" BEST "|--answer|" BEST "|--answer|" THIRD, "0.333"},
        {"--option|name Level type string default 5|--answer|" PLAYED, NULL},
    };
    TabProblemSetup setup = make_setup();
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        Search search = search_game(game_text, GOOD, rows[i].levels, &setup, NULL);
        g_assert_no_error(search.error);
        g_assert_cmpuint(search.problems->len, ==, 1);
        g_assert_cmpstr(tab_record_get_tag(search.problems->pdata[0], "Difficulty"), ==,
                        rows[i].difficulty);
        g_ptr_array_unref(search.problems);
    }
}

static guint count(const char *text, const char *word)
{
    guint n = 0;
    for (const char *at = text; (at = strstr(at, word)); at += strlen(word))
        n++;
    return n;
}

/* Limits are told as they are; so many decisions are rolled out, so many problems are taken. */
static void asks_as_it_is_told(void)
{
    g_autofree char *sent = NULL, *untried = NULL;
    TabProblemSetup setup = make_setup();
    setup.seed = 7;
    setup.search.movetime = 20;
    setup.search.depth = setup.search.nodes = TAB_LIMIT_UNSET;
    Search search = search_game(
        game_text, GOOD "|--option|name Seed type spin default 1 min 0 max 100", "", &setup, &sent);
    g_assert_no_error(search.error);
    g_assert_cmpuint(search.problems->len, ==, 1);
    g_assert_cmpstr(tab_record_get_tag(search.problems->pdata[0], "Proof"), ==,
                    "search movetime 20, rollouts 128 truncate 10 se 0.008, seed 7");
    g_ptr_array_unref(search.problems);
    g_assert_cmpuint(count(sent, "setoption name Seed value 7\n"), ==, 1);
    g_assert_cmpuint(count(sent, "setoption name MultiPV value 64\n"), ==, 1);
    g_assert_cmpuint(count(sent, "go movetime 20\n"), ==, 1);
    g_assert_cmpuint(count(sent, "rollouts 128"), ==, 1);
    g_assert_nonnull(strstr(sent, BEST));
    setup.tries = 0;
    search = search_game(game_text, GOOD, "", &setup, &untried);
    g_assert_no_error(search.error);
    g_assert_cmpuint(search.problems->len, ==, 0);
    g_ptr_array_unref(search.problems);
    g_assert_cmpuint(count(untried, "rollouts"), ==, 0);
}

static void completes(void)
{
    TabProblemSetup setup = TAB_PROBLEM_SETUP_INIT;
    g_auto(TabLimits) none = TAB_LIMITS_INIT;
    tab_problem_setup_complete(&setup);
    g_autofree char *usual = tab_problem_setup_describe(&setup);
    g_assert_cmpstr(usual, ==,
                    "search nodes 10000 depth 1, rollouts 128 truncate 10 se 0.008, seed 1");
    g_assert_cmpint(setup.patience_ms, ==, 600000);
    setup.search = none;
    setup.search.depth = 3;
    setup.rollouts.rollouts = 20;
    setup.rollouts.truncate = 0;
    setup.rollouts.se = 0.5;
    setup.patience_ms = 7;
    tab_problem_setup_complete(&setup);
    g_autofree char *given = tab_problem_setup_describe(&setup);
    g_assert_cmpstr(given, ==, "search depth 3, rollouts 20 truncate 0 se 0.5, seed 1");
    g_assert_cmpint(setup.patience_ms, ==, 7);
}

/* --- decisions --- */

static guint count_decisions(const char *turn, const TabProblemSetup *setup)
{
    g_autofree char *text =
        g_strdup_printf("[Rules \"walker\"]\n[Position \"3m1nnnn/6m1t/4M4/6M1(MM) w - - 35\"]\n"
                        "[Result \"*\"]\n\n35. w 6,2 %s\n*\n",
                        turn);
    g_autoptr(TabRecord) game = read_game(text);
    g_autoptr(GPtrArray) decisions = tab_problem_list_decisions(game, setup);
    return decisions->len;
}

/* By what is noted, and by how much there is to choose. */
static void lists_decisions(void)
{
    TabProblemSetup setup = make_setup();
    g_assert_cmpuint(count_decisions(PLAYED, &setup), ==, 1);
    g_assert_cmpuint(count_decisions(PLAYED " loss=0.0400", &setup), ==, 0);
    g_assert_cmpuint(count_decisions(PLAYED " loss=0.0600", &setup), ==, 1);
    g_assert_cmpuint(count_decisions(PLAYED " loss=7", &setup), ==, 1); /* nobody can lose that */
    g_assert_cmpuint(count_decisions("?", &setup), ==, 0);
    setup.least_choices = 11;
    g_assert_cmpuint(count_decisions(PLAYED, &setup), ==, 0);
    setup.least_choices = 2;
    setup.most_choices = 9;
    g_assert_cmpuint(count_decisions(PLAYED, &setup), ==, 0);
    setup.most_choices = 10;
    g_assert_cmpuint(count_decisions(PLAYED, &setup), ==, 1);
}

/* A turn that can end the game is no problem, however much was lost. */
static void leaves_out_ends(void)
{
    static const struct {
        const char *position;
        guint n;
    } rows[] = {{"9/9/4t1M2/6M1M", 0}, {"9/9/3t2M2/6M1M", 1}};
    TabProblemSetup setup = make_setup();
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf("[Rules \"walker\"]\n[Position \"%s w - - 35\"]\n"
                                                "[Result \"*\"]\n\n35. w 2 2:a7a9 loss=0.9\n*\n",
                                                rows[i].position);
        g_autoptr(TabRecord) game = read_game(text);
        g_autoptr(GPtrArray) decisions = tab_problem_list_decisions(game, &setup);
        g_assert_cmpuint(decisions->len, ==, rows[i].n);
    }
}

/* What the search, and the rollouts, have said of one turn. */
typedef struct {
    const char *turn;
    double win, value, error;
} Line;

static void add_line(TabProblemDecision *decision, const TabRules *rules, const Line *line)
{
    TabProblemLine added = {
        .text = g_strdup(line->turn), .win = line->win, .value = line->value, .error = line->error};
    TabTurn turn;
    g_autoptr(GError) error = NULL;
    tab_notation_parse_turn(rules, &decision->situation, line->turn, &turn, &added.after, &error);
    g_assert_no_error(error);
    g_array_append_val(decision->lines, added);
}

/* Lines of the search, best first; n of them are left to be rolled out, what was played at a
 * place, and so good is the best one that is not. 0: it is no problem. */
static void chooses(void)
{
    static const struct {
        Line line[4];
        guint candidates, left;
        int played;
        double loss, next;
    } rows[] = {
        {.left = 0},
        {{{BEST, 0.7}}, .left = 0},
        {{{BEST, 0.7}, {PLAYED, 0.69}}, .left = 0},
        {{{BEST, 0.7}, {THIRD, 0.68}, {PLAYED, 0.4}}, .left = 0},
        {{{PLAYED, 0.7}, {BEST, 0.4}}, .left = 0},
        {{{BEST, 0.7}, {PLAYED, 0.64}}, 6, 2, 1, 0.06, 0.64},
        /* what was played is too bad to be rolled out otherwise, and counts as no better one */
        {{{BEST, 0.7}, {THIRD, 0.65}, {OTHER, 0.5}, {PLAYED, 0.4}}, 6, 3, 2, 0.3, 0.5},
        {{{BEST, 0.7}, {THIRD, 0.65}, {PLAYED, 0.5}, {OTHER, 0.4}}, 6, 3, 2, 0.2, 0.4},
        {{{BEST, 0.7}, {THIRD, 0.65}, {PLAYED, 0.64}, {OTHER, 0.63}}, 2, 3, 2, 0.06, 0.63},
        /* the engine has not told of it: it is behind all others */
        {{{BEST, 0.7}, {THIRD, 0.65}, {OTHER, 0.5}}, 6, 3, 2, 0.2, 0.5},
    };
    g_autoptr(TabRecord) game = read_game(game_text);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabProblemSetup setup = make_setup();
        g_autoptr(GPtrArray) decisions = tab_problem_list_decisions(game, &setup);
        TabProblemDecision *decision = decisions->pdata[0];
        for (guint k = 0; k < 4 && rows[i].line[k].turn; k++)
            add_line(decision, game->rules, &rows[i].line[k]);
        setup.candidates = rows[i].candidates;
        g_test_message("row %u", i);
        g_assert_cmpint(tab_problem_decision_choose(decision, &setup), ==, rows[i].left > 0);
        if (!rows[i].left)
            continue;
        g_assert_cmpuint(decision->lines->len, ==, rows[i].left);
        g_assert_cmpint(decision->played, ==, rows[i].played);
        g_assert_cmpstr(tab_problem_decision_line(decision, (guint)decision->played)->text, ==,
                        PLAYED);
        g_assert_cmpfloat_with_epsilon(decision->loss, rows[i].loss, 1e-9);
        g_assert_cmpfloat_with_epsilon(decision->next, rows[i].next, 1e-9);
    }
}

/* The rollouts: the first by the search need not be the best. */
static void proves(void)
{
    static const struct {
        Line line[3];
        double next;
        gboolean proven;
    } rows[] = {
        {{{BEST, 0.7, 0.7, 0.002}, {PLAYED, 0.5, 0.5, 0.002}}, 0, TRUE},
        {{{THIRD, 0.7, 0.6, 0.002}, {BEST, 0.65, 0.7, 0.002}, {PLAYED, 0.5, 0.5, 0.002}}, 0, TRUE},
        {{{BEST, 0.7, 0.5, 0.002}, {PLAYED, 0.5, 0.6, 0.002}}, 0, FALSE},
        {{{BEST, 0.7, 0.7, 0.002}, {PLAYED, 0.5, 0.66, 0.002}}, 0, FALSE},
        {{{BEST, 0.7, 0.7, 0.05}, {PLAYED, 0.5, 0.5, 0.05}}, 0, FALSE},
        {{{BEST, 0.7, 0.7, 0.002}, {THIRD, 0.6, 0.68, 0.002}, {PLAYED, 0.5, 0.5, 0.002}}, 0, FALSE},
        {{{BEST, 0.7, 0.7, 0.002}, {PLAYED, 0.5, 0.5, 0.002}}, 0.68, FALSE},
        {{{BEST, 0.7, 0.7, 0.002}, {PLAYED, 0.5, 0.5, 0.002}}, 0.5, TRUE},
    };
    g_autoptr(TabRecord) game = read_game(game_text);
    TabProblemSetup setup = make_setup();
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) decisions = tab_problem_list_decisions(game, &setup);
        TabProblemDecision *decision = decisions->pdata[0];
        guint n = 0;
        while (n < 3 && rows[i].line[n].turn)
            add_line(decision, game->rules, &rows[i].line[n++]);
        decision->played = (int)n - 1;
        decision->next = rows[i].next;
        g_test_message("row %u", i);
        g_assert_cmpint(tab_problem_decision_is_proven(decision, &setup), ==, rows[i].proven);
        if (!rows[i].proven)
            continue;
        /* the record proves the same to its reader */
        g_autoptr(GError) error = NULL;
        TabRecord *record = tab_problem_decision_to_record(decision, game, &setup, "E", 0.25);
        g_autoptr(TabProblem) problem = tab_problem_new(record, &error);
        g_assert_no_error(error);
        g_assert_cmpstr(problem->turns[0].turn, ==, BEST);
        g_assert_cmpstr(problem->turns[problem->played].turn, ==, PLAYED);
        g_assert_cmpfloat(problem->difficulty, ==, 0.25);
    }
}

/* The greatest loss comes first; of the same loss the earlier turn. */
static void compares(void)
{
    const TabRecordNode early = {.number = 3}, late = {.number = 9};
    const TabProblemDecision small = {.node = &early, .loss = 0.1},
                             large = {.node = &late, .loss = 0.2},
                             again = {.node = &late, .loss = 0.1};
    const TabProblemDecision *one = &small, *two = &large, *three = &again;
    g_assert_cmpint(tab_problem_decision_compare(&two, &one), <, 0);
    g_assert_cmpint(tab_problem_decision_compare(&one, &two), >, 0);
    g_assert_cmpint(tab_problem_decision_compare(&one, &three), <, 0);
    g_assert_cmpint(tab_problem_decision_compare(&three, &one), >, 0);
    g_assert_cmpint(tab_problem_decision_compare(&one, &one), ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/problem-search/finds", finds);
    g_test_add_func("/problem-search/fails", fails);
    g_test_add_func("/problem-search/asks-levels", asks_levels);
    g_test_add_func("/problem-search/asks-as-it-is-told", asks_as_it_is_told);
    g_test_add_func("/problem-search/completes", completes);
    g_test_add_func("/problem-search/lists-decisions", lists_decisions);
    g_test_add_func("/problem-search/leaves-out-ends", leaves_out_ends);
    g_test_add_func("/problem-search/chooses", chooses);
    g_test_add_func("/problem-search/proves", proves);
    g_test_add_func("/problem-search/compares", compares);
    return g_test_run();
}
