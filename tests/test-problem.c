// SPDX-License-Identifier: GPL-3.0-or-later
// Problems are read from records, whole and damaged; the collections that are shipped prove
// themselves.
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "protocol/game/record-text.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/random.h"
#include "protocol/study/problem.h"

#define CLOSE 1e-9

/* What was played stands before a turn that is better than it. */
static const char *const good =
    "[White \"Ada\"]\n"
    "[Black \"Ben\"]\n"
    "[Rules \"walker\"]\n"
    "[Position \"3m1nnnn/6m1t/4M4/6M1(MM) w - - 35\"]\n"
    "[Result \"*\"]\n"
    "[Problem \"margin=0.03 errors=3\"]\n"
    "[Difficulty \"0.267\"]\n"
    "[Outcomes \"10\"]\n"
    "[Source \"games.tab, game 3\"]\n"
    "\n"
    "35. w 6,2 2:b5b3,6:b3c4 judged=0.5242 loss=0.0000 judged-se=0.0060\n"
    "(\n"
    "  35. w 6,2 2:b5b3,6:a9b4 judged=0.4024 loss=0.1218 judged-se=0.0074 "
    "played=yes\n"
    ")\n"
    "(\n"
    "  35. w 6,2 2:a9b8,6:b8b2 judged=0.4238 loss=0.1004 judged-se=0.0079\n"
    ")\n"
    "*\n";

static TabProblem *read_problem(const char *text)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) problems = tab_problem_parse(text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(problems->len, ==, 1);
    g_ptr_array_set_free_func(problems, NULL);
    return problems->pdata[0];
}

static char *replace(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    g_assert_nonnull(at);
    return g_strdup_printf("%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
}

static void reads(void)
{
    g_autoptr(TabProblem) problem = read_problem(good);
    g_autofree char *source = tab_problem_describe_source(problem);
    g_assert_cmpuint(problem->n_turns, ==, 3);
    g_assert_cmpuint(problem->n_outcomes, ==, 10);
    g_assert_cmpuint(problem->situation.throws.n, ==, 2);
    g_assert_cmpuint(problem->situation.position.number, ==, 35);
    g_assert_cmpstr(problem->turns[0].turn, ==, "2:b5b3,6:b3c4");
    g_assert_cmpstr(problem->turns[1].turn, ==, "2:a9b8,6:b8b2");
    g_assert_cmpstr(problem->turns[2].turn, ==, "2:b5b3,6:a9b4");
    g_assert_cmpint(problem->played, ==, 2);
    g_assert_cmpfloat_with_epsilon(problem->turns[0].value, 0.5242, CLOSE);
    g_assert_cmpfloat_with_epsilon(problem->turns[0].loss, 0, CLOSE);
    g_assert_cmpfloat_with_epsilon(problem->turns[2].loss, 0.1218, CLOSE);
    g_assert_cmpfloat_with_epsilon(problem->turns[1].error, 0.0079, CLOSE);
    g_assert_cmpfloat_with_epsilon(problem->gap, 0.1004, CLOSE);
    g_assert_cmpfloat_with_epsilon(problem->gap_error, hypot(0.0060, 0.0079), CLOSE);
    g_assert_cmpfloat_with_epsilon(problem->margin, 0.03, CLOSE);
    g_assert_cmpfloat_with_epsilon(problem->errors, 3, CLOSE);
    g_assert_cmpfloat_with_epsilon(problem->difficulty, 0.267, CLOSE);
    g_assert_cmpstr(source, ==, "games.tab, game 3");
}

/* Without the tags that need not be there. */
static void reads_what_is_left_open(void)
{
    g_autofree char *text = replace(good,
                                    "[Difficulty \"0.267\"]\n[Outcomes \"10\"]\n"
                                    "[Source \"games.tab, game 3\"]\n",
                                    "");
    g_autofree char *unplayed = replace(text, " played=yes", "");
    /* a turn that was only searched, between those that were rolled out */
    g_autofree char *searched = replace(unplayed, "loss=0.1218 judged-se=0.0074", "loss=0.1218");
    g_autoptr(TabProblem) problem = read_problem(searched);
    g_autofree char *source = tab_problem_describe_source(problem);
    g_assert_true(isnan(problem->difficulty));
    g_assert_true(isnan(problem->turns[2].error));
    g_assert_cmpuint(problem->n_outcomes, ==, 0);
    g_assert_cmpint(problem->played, ==, -1);
    g_assert_cmpstr(source, ==, "Ada – Ben");
}

static void finds_turns(void)
{
    g_autoptr(TabProblem) problem = read_problem(good);
    TabTurn turn;
    TabPosition after;
    /* the same plays the other way round */
    g_assert_true(tab_notation_parse_turn(problem->record->rules, &problem->situation,
                                          "6:a9b4,2:b5b3", &turn, &after, NULL));
    g_assert_true(tab_problem_find(problem, &after) == &problem->turns[2]);
    g_assert_true(tab_notation_parse_turn(problem->record->rules, &problem->situation,
                                          "2:b5b3,6:b3c4", &turn, &after, NULL));
    g_assert_true(tab_problem_find(problem, &after) == &problem->turns[0]);
    g_assert_true(tab_notation_parse_turn(problem->record->rules, &problem->situation,
                                          "2:a7a9,6:b5c2", &turn, &after, NULL));
    g_assert_null(tab_problem_find(problem, &after));
}

static char *key_of(const char *rules, const char *position)
{
    g_autoptr(TabRules) parsed = tab_rules_parse(rules, NULL);
    TabSituation situation;
    GError *error = NULL;
    tab_notation_parse_situation(parsed, position, &situation, &error);
    g_assert_no_error(error);
    return tab_problem_situation_key(parsed, &situation);
}

static void knows_the_same_again(void)
{
    g_autofree char *key = key_of("walker", "3m1nnnn/6m1t/4M4/6M1(MM) w 6,4,2 - 35");
    g_autofree char *later = key_of("walker", "3m1nnnn/6m1t/4M4/6M1(MM) w 4,6,2 - 97");
    g_autofree char *exchanged = key_of("walker", "(mm)1m6/4m4/T1M6/NNNN1M3 b 6,4,2 - 35");
    g_autofree char *thrown = key_of("walker", "3m1nnnn/6m1t/4M4/6M1(MM) w 6,4,3 - 35");
    g_autofree char *other = key_of("walker", "3m1nnnn/6m1t/4M4/5M2(MM) w 6,4,2 - 35");
    g_autofree char *black = key_of("walker", "3m1nnnn/6m1t/4M4/6M1(MM) b 6,4,2 - 35");
    g_autofree char *ruled =
        key_of("walker:stack-split=none", "3m1nnnn/6m1t/4M4/6M1(MM) w 6,4,2 - 35");
    g_assert_cmpuint(strlen(key), ==, 32);
    g_assert_cmpstr(later, ==, key);
    g_assert_cmpstr(exchanged, ==, key);
    g_assert_cmpstr(thrown, !=, key);
    g_assert_cmpstr(other, !=, key);
    g_assert_cmpstr(black, !=, key);
    g_assert_cmpstr(ruled, !=, key);
}

/* The collection's reader says which problem is wrong, and why. */
static void refuses(void)
{
    static const struct {
        const char *old, *new, *why;
    } rows[] = {
        {"[Problem \"margin=0.03 errors=3\"]\n", "", "[Problem] is missing"},
        {"margin=0.03 errors=3", "margin=0.03", "is written like"},
        {"margin=0.03 errors=3", "errors=3", "is written like"},
        {"margin=0.03 errors=3", "margin=0.03 errors=", "is written like"},
        {"margin=0.03 errors=3", "margin=x errors=3", "is written like"},
        {"margin=0.03 errors=3", "margin=0.03 errors=-3", "is written like"},
        {"margin=0.03 errors=3", "margin=2 errors=3", "is written like"},
        {"margin=0.03 errors=3", "margin=0.08 errors=3", "not ahead"},
        {"margin=0.03 errors=3", "margin=0.03 errors=8", "not ahead"},
        {"[Difficulty \"0.267\"]", "[Difficulty \"1.1\"]", "[Difficulty]"},
        {"[Difficulty \"0.267\"]", "[Difficulty \"nan\"]", "[Difficulty]"},
        {"[Outcomes \"10\"]", "[Outcomes \"ten\"]", "[Outcomes]"},
        {"[Outcomes \"10\"]", "[Outcomes \"2\"]", "[Outcomes]"},
        {"judged=0.5242 ", "", "2:b5b3,6:b3c4 lacks the note judged"},
        {"loss=0.1004 ", "", "2:a9b8,6:b8b2 lacks the note loss"},
        {"judged=0.4024 ", "judged=-0.4 ", "lacks the note judged"},
        {"judged=0.4024 ", "judged=inf ", "lacks the note judged"},
        {"judged=0.4024 ", "judged=0.4024x ", "lacks the note judged"},
        {"judged-se=0.0060", "", "2:b5b3,6:b3c4 lacks the note judged-se"},
        {"judged-se=0.0079", "", "2:a9b8,6:b8b2 lacks the note judged-se"},
        {"judged-se=0.0074", "judged-se=0.0400", "not ahead"}, /* of the third */
        {"judged=0.4024 loss=0.1218", "judged=0.5242 loss=0.0000", "is not worse"},
        {"judged=0.4024 ", "judged=0.4034 ", "do not fit together"},
        {"(\n  35. w 6,2 2:b5b3,6:a9b4", "(\n  35. w 6,3 3:b5b2,6:a9b4", "other throws"},
        {"  35. w 6,2 2:b5b3,6:a9b4 judged", "  35. w 6,2 ? judged", "the turn ? has other"},
        {"2:b5b3,6:a9b4", "6:b5c4,2:a9b8", "line 13"}, /* not legal: the record's reader says so */
        {"2:a9b8,6:b8b2", "6:a9b4,2:b5b3", "leads where another one leads"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *bad = replace(good, rows[i].old, rows[i].new);
        g_autofree char *both = g_strconcat(good, "\n", bad, NULL);
        g_autoptr(GError) error = NULL;
        g_test_message("%s -> %s", rows[i].old, rows[i].new);
        g_assert_null(tab_problem_parse(both, strlen(both), &error));
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD);
        g_test_message("%s", error->message);
        if (g_str_has_prefix(rows[i].why, "line"))
            g_assert_nonnull(strstr(error->message, "game 2, turn 35: "));
        else
            g_assert_true(g_str_has_prefix(error->message, "problem 2: ") &&
                          strstr(error->message, rows[i].why));
    }
}

static void refuses_one_turn(void)
{
    g_autofree char *first = g_strndup(good, (gsize)(strstr(good, "(\n") - good));
    g_autofree char *one = g_strconcat(first, "*\n", NULL);
    g_autofree char *none = replace(one, strstr(one, "35. w"), "*\n");
    g_autoptr(GString) many = g_string_new(first);
    for (guint i = 0; i < TAB_PROBLEM_MAX_TURNS; i++)
        g_string_append(many, "(\n  35. w 6,2 2:b5b3,6:a9b4 judged=0.4024 loss=0.1218\n)\n");
    g_string_append(many, "*\n");
    const char *const texts[] = {one, none, many->str};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(tab_problem_parse(texts[i], strlen(texts[i]), &error));
        g_assert_nonnull(strstr(error->message, "compares 2 to 64 turns"));
    }
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_problem_load("/nonexistent/problems.tab", &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_clear_error(&error);
    g_autofree char *path = NULL;
    int fd = g_file_open_tmp("tab-problem-XXXXXX", &path, NULL);
    g_assert_true(g_close(fd, NULL) && g_file_set_contents(path, one, -1, NULL));
    g_assert_null(tab_problem_load(path, &error));
    g_assert_true(g_str_has_prefix(error->message, path));
    g_assert_nonnull(strstr(error->message, ": problem 1: a problem compares"));
    g_unlink(path);
}

/* A file that was cut off, or in which bytes have changed, is read or refused, and that is all. */
static void survives_damage(void)
{
    gsize length = strlen(good);
    TabRandom random = tab_random_new(26);
    guint read = 0;
    for (gsize end = 0; end < length - 2; end++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(tab_problem_parse(good, end, &error));
        g_assert_nonnull(error);
    }
    for (guint i = 0; i < 3000; i++) {
        g_autofree char *text = g_strdup(good);
        g_autoptr(GError) error = NULL;
        for (guint k = 0; k < 1 + i % 3; k++)
            text[tab_random_below(&random, (guint)length)] =
                "0123456789.=w:ab,\n ()\"[]?*"[tab_random_below(&random, 26)];
        g_autoptr(GPtrArray) problems = tab_problem_parse(text, length, &error);
        g_assert_true((problems != NULL) == (error == NULL));
        read += problems != NULL;
    }
    g_assert_cmpuint(read, >, 0);
}

static void notes(void)
{
    g_autoptr(TabProblem) problem = read_problem(good);
    TabRecordNode *node = problem->record->root->child;
    tab_problem_note(node, 0.61234, 0.00318, 0.05);
    g_assert_nonnull(strstr(node->notes, "judged=0.6123"));
    g_assert_nonnull(strstr(node->notes, "loss=0.0500"));
    g_assert_nonnull(strstr(node->notes, "judged-se=0.0032"));
    /* what is rounded a little beyond stays a chance; without an error there is none */
    static const char plain[] = "[Rules \"ludii\"]\n[Result \"*\"]\n\n1. w 3 3:a7b5\n*\n";
    g_autoptr(GPtrArray) records = tab_record_parse(plain, strlen(plain), NULL);
    TabRecordNode *other = ((TabRecord *)records->pdata[0])->root->child;
    tab_problem_note(other, -0.00001, NAN, 1.00001);
    g_assert_nonnull(strstr(other->notes, "judged=0.0000"));
    g_assert_nonnull(strstr(other->notes, "loss=1.0000"));
    g_assert_null(strstr(other->notes, "judged-se"));
    tab_problem_note(other, 1.00001, NAN, -0.00001);
    g_assert_nonnull(strstr(other->notes, "judged=1.0000"));
    g_assert_nonnull(strstr(other->notes, "loss=0.0000"));
}

/* --- the shipped collections --- */

static bool count_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                          unsigned n_plays, gpointer data)
{
    ++*(guint *)data;
    return true;
}

/* What the reader does not check, or checks in a way of its own. */
static void check_problem(const TabProblem *problem, const char *rules, TabOutcomes *outcomes)
{
    const TabRules *own = problem->record->rules;
    TabHand hand = tab_situation_hand(own, &problem->situation);
    g_autofree char *text = tab_ruleset_to_string(&own->set);
    guint n = 0;
    g_assert_cmpstr(text, ==, rules);
    for (guint i = 0; i < problem->n_turns; i++) {
        const TabProblemTurn *turn = &problem->turns[i];
        TabTurn parsed;
        TabPosition after;
        g_assert_true(
            tab_notation_parse_turn(own, &problem->situation, turn->turn, &parsed, &after, NULL));
        g_assert_true(turn->error >= 0 && turn->error < 0.05);
        if (i > 0)
            g_assert_cmpfloat(problem->turns[0].value - turn->value, >,
                              problem->margin +
                                  problem->errors * hypot(problem->turns[0].error, turn->error) -
                                  CLOSE);
    }
    g_assert_cmpint(problem->played, >, 0);
    g_assert_cmpfloat(problem->turns[problem->played].loss, >=, problem->margin);
    g_assert_cmpfloat(problem->margin, >=, 0.01);
    g_assert_cmpfloat(problem->errors, >=, 3);
    g_assert_false(isnan(problem->difficulty));
    g_assert_cmpint(tab_outcomes_visit(outcomes, own, &problem->situation.position, &hand,
                                       TAB_OUTCOMES_MAX_STATES, count_outcome, NULL, &n),
                    ==, TAB_OUTCOMES_ALL);
    g_assert_cmpuint(n, ==, problem->n_outcomes);
    const char *const tags[] = {"Engine", "Proof", "Source"};
    for (guint i = 0; i < G_N_ELEMENTS(tags); i++)
        g_assert_nonnull(tab_record_get_tag(problem->record, tags[i]));
}

/* Each preset's collection: `data` is its number. */
static void proves_what_is_shipped(gconstpointer data)
{
    static const char *const large[] = {"standard", "walker", "sahkku", "daldos", NULL};
    const char *name = tab_ruleset_preset_name(GPOINTER_TO_UINT(data));
    g_autofree char *file = g_strconcat(name, ".tab", NULL);
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "..", "data", "problems", file, NULL);
    g_autoptr(GHashTable) keys = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) problems = tab_problem_load(path, &error);
    double difficulty = 0;
    g_assert_no_error(error);
    g_assert_cmpuint(problems->len, ==, g_strv_contains(large, name) ? 100 : 30);
    for (guint i = 0; i < problems->len; i++) {
        const TabProblem *problem = problems->pdata[i];
        g_test_message("%s, problem %u", name, i + 1);
        check_problem(problem, name, outcomes);
        g_assert_true(g_hash_table_add(keys, problem->key));
        g_assert_cmpfloat(problem->difficulty, >=, difficulty);
        difficulty = problem->difficulty;
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/problem/reads", reads);
    g_test_add_func("/problem/reads-what-is-left-open", reads_what_is_left_open);
    g_test_add_func("/problem/finds-turns", finds_turns);
    g_test_add_func("/problem/knows-the-same-again", knows_the_same_again);
    g_test_add_func("/problem/refuses", refuses);
    g_test_add_func("/problem/refuses-one-turn", refuses_one_turn);
    g_test_add_func("/problem/survives-damage", survives_damage);
    g_test_add_func("/problem/notes", notes);
    for (guint i = 0; i < tab_ruleset_n_presets(); i++) {
        g_autofree char *path = g_strconcat("/problem/shipped/", tab_ruleset_preset_name(i), NULL);
        g_test_add_data_func(path, GUINT_TO_POINTER(i), proves_what_is_shipped);
    }
    return g_test_run();
}
