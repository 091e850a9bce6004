// SPDX-License-Identifier: GPL-3.0-or-later
// Reads problems from records, whose turns the record's reader has played already.
#include "protocol/study/problem.h"

#include <math.h>
#include <string.h>

#include "protocol/files/input-file.h"
#include "protocol/game/record-text.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/translatable.h"

#define ROUNDED 0.00021 /* that a difference of notes of four decimals may be off */

/* --- keys --- */

/* White's view of the situation. */
static void append_view(const TabRules *rules, const TabPosition *position, const TabHand *hand,
                        GString *text)
{
    tab_notation_append_board(rules, position, text);
    g_string_append(text, " w ");
    tab_notation_append_saved(position, text);
    for (guint i = 0; i < G_N_ELEMENTS(hand->n); i++)
        g_string_append_printf(text, " %u", hand->n[i]);
}

char *tab_problem_situation_key(const TabRules *rules, const TabSituation *situation)
{
    g_autofree char *set = tab_ruleset_to_string(&rules->set);
    g_autoptr(GString) text = g_string_new(set);
    TabPosition position = situation->position;
    TabHand hand = tab_situation_hand(rules, situation);
    if (position.side == TAB_BLACK)
        tab_position_exchange_sides(rules, &position, &position);
    g_string_append_c(text, '\n');
    append_view(rules, &position, &hand, text);
    g_autofree char *sum =
        g_compute_checksum_for_string(G_CHECKSUM_SHA256, text->str, (gssize)text->len);
    return g_strndup(sum, 32);
}

/* --- notes --- */

void tab_problem_note(TabRecordNode *node, double value, double error, double loss)
{
    tab_record_set_number(node, "judged", CLAMP(value, 0, 1), 4);
    tab_record_set_number(node, "loss", CLAMP(loss, 0, 1), 4);
    if (!isnan(error))
        tab_record_set_number(node, "judged-se", error, 4);
}

/* The number of a note from 0 to 1; NAN if it is not there or no such number. */
static double get_share(const TabRecordNode *node, const char *key)
{
    g_autofree char *note = tab_record_get_note(node, key);
    char *end;
    double share = note ? g_ascii_strtod(note, &end) : NAN;
    return note && end > note && !*end && share >= 0 && share <= 1 ? share : NAN;
}

/* --- reading --- */

static gboolean refuse(GError **error, const char *format, const char *what)
{
    return tab_rules_refuse(error, TAB_RULES_ERROR_RECORD, format, what);
}

/* A number from 0 to `most`, and nothing behind it. */
static gboolean read_number(const char *text, double most, double *number)
{
    char *end;
    *number = g_ascii_strtod(text, &end);
    return end > text && !*end && *number >= 0 && *number <= most;
}

/* "margin=0.03 errors=3": both are there, and other words may follow. */
static gboolean read_proof(TabProblem *problem, GError **error)
{
    const char *tag = tab_record_get_tag(problem->record, TAB_PROBLEM_TAG);
    g_auto(GStrv) words = g_strsplit(tag ? tag : "", " ", -1);
    gboolean margin = FALSE, errors = FALSE;
    if (!tag)
        return refuse(error, N_("no problem: the tag [%s] is missing"), TAB_PROBLEM_TAG);
    for (char **word = words; *word; word++) {
        if (g_str_has_prefix(*word, "margin="))
            margin = read_number(*word + strlen("margin="), 1, &problem->margin);
        else if (g_str_has_prefix(*word, "errors="))
            errors = read_number(*word + strlen("errors="), 1000, &problem->errors);
    }
    return (margin && errors) ||
           refuse(error, N_("[Problem] is written like \"margin=0.03 errors=3\", not \"%s\""), tag);
}

static gboolean read_difficulty(TabProblem *problem, GError **error)
{
    const char *tag = tab_record_get_tag(problem->record, "Difficulty");
    return !tag || read_number(tag, 1, &problem->difficulty) ||
           refuse(error, N_("[Difficulty] is a number from 0 to 1, not \"%s\""), tag);
}

/* There are no fewer than the turns that are compared. */
static gboolean read_outcomes(TabProblem *problem, GError **error)
{
    const char *tag = tab_record_get_tag(problem->record, "Outcomes");
    guint64 number = 0;
    if (tag &&
        !g_ascii_string_to_unsigned(tag, 10, problem->n_turns, TAB_OUTCOMES_MAX, &number, NULL))
        return refuse(
            error, N_("[Outcomes] is a number, as many turns as are compared or more, not \"%s\""),
            tag);
    problem->n_outcomes = (guint)number;
    return TRUE;
}

static gboolean lacks_note(const char *turn, const char *key, GError **error)
{
    return tab_rules_refuse(error, TAB_RULES_ERROR_RECORD, N_("the turn %s lacks the note %s"),
                            turn, key);
}

/* Reads one turn; the first tells the throws of all. */
static gboolean read_turn(TabProblem *problem, const TabRecordNode *node, GError **error)
{
    TabProblemTurn *turn = &problem->turns[problem->n_turns];
    TabTurn parsed;
    turn->node = node;
    turn->turn = node->turn ? node->turn : "?";
    turn->value = get_share(node, "judged");
    turn->loss = get_share(node, "loss");
    turn->error = get_share(node, "judged-se");
    if (isnan(turn->value) || isnan(turn->loss))
        return lacks_note(turn->turn, isnan(turn->value) ? "judged" : "loss", error);
    if (!node->turn || strcmp(node->throws, problem->record->root->child->throws) != 0)
        return refuse(error, N_("the turn %s has other throws than the first"), turn->turn);
    if (!tab_notation_parse_turn(problem->record->rules, &problem->situation, node->turn, &parsed,
                                 &turn->after, NULL))
        g_assert_not_reached(); /* the record's reader has checked it */
    for (guint i = 0; i < problem->n_turns; i++)
        if (tab_position_same(&problem->turns[i].after, &turn->after))
            return refuse(error, N_("the turn %s leads where another one leads"), turn->turn);
    problem->n_turns++;
    return TRUE;
}

static gboolean read_turns(TabProblem *problem, GError **error)
{
    const TabRecordNode *first = problem->record->root->child;
    guint n = 0;
    for (const TabRecordNode *node = first; node; node = node->next)
        n++;
    if (n < 2 || n > TAB_PROBLEM_MAX_TURNS)
        return tab_rules_refuse(error, TAB_RULES_ERROR_RECORD,
                                N_("a problem compares 2 to %u turns, not %u"),
                                TAB_PROBLEM_MAX_TURNS, n);
    problem->situation = problem->record->start;
    if (!tab_notation_parse_throws(problem->record->rules, first->throws,
                                   &problem->situation.throws, error))
        return FALSE;
    problem->turns = g_new(TabProblemTurn, n);
    for (const TabRecordNode *node = first; node; node = node->next)
        if (!read_turn(problem, node, error))
            return FALSE;
    return TRUE;
}

/* By value, the best first; else in the order of the text. */
static int compare_turns(gconstpointer a, gconstpointer b, gpointer data)
{
    const TabProblemTurn *one = a, *other = b;
    return (one->value < other->value) - (one->value > other->value);
}

/* Whether the best turn is ahead of another one by what the tag says; one that was not rolled out
 * has no error. */
static gboolean is_ahead(const TabProblem *problem, const TabProblemTurn *other)
{
    const TabProblemTurn *best = &problem->turns[0];
    double error = isnan(other->error) ? best->error : hypot(best->error, other->error);
    return best->value - other->value - problem->margin - problem->errors * error > -ROUNDED;
}

/* Puts the turns in order, and checks that they prove the first. */
static gboolean check_proof(TabProblem *problem, GError **error)
{
    TabProblemTurn *turns = problem->turns;
    for (guint i = 1; i < problem->n_turns; i++)
        if (turns[i].value >= turns[0].value)
            return refuse(error, N_("the turn %s is not worse than that of the main line"),
                          turns[i].turn);
    for (guint i = 0; i < problem->n_turns; i++)
        if (fabs(turns[0].value - turns[i].value - turns[i].loss) > ROUNDED)
            return refuse(error, N_("the notes judged and loss of the turn %s do not fit together"),
                          turns[i].turn);
    g_qsort_with_data(turns, (int)problem->n_turns, sizeof *turns, compare_turns, NULL);
    for (guint i = 0; i < 2; i++)
        if (isnan(turns[i].error))
            return lacks_note(turns[i].turn, "judged-se", error);
    for (guint i = 1; i < problem->n_turns; i++)
        if (!is_ahead(problem, &turns[i]))
            return refuse(error, N_("the best turn is not ahead by what [Problem] says: \"%s\""),
                          tab_record_get_tag(problem->record, TAB_PROBLEM_TAG));
    problem->gap = turns[0].value - turns[1].value;
    problem->gap_error = hypot(turns[0].error, turns[1].error);
    return TRUE;
}

static int find_played(const TabProblem *problem)
{
    for (guint i = 0; i < problem->n_turns; i++) {
        g_autofree char *played = tab_record_get_note(problem->turns[i].node, "played");
        if (!g_strcmp0(played, "yes"))
            return (int)i;
    }
    return -1;
}

TabProblem *tab_problem_new(TabRecord *record, GError **error)
{
    g_autoptr(TabProblem) problem = g_new0(TabProblem, 1);
    problem->record = record;
    problem->difficulty = NAN;
    if (!read_proof(problem, error) || !read_difficulty(problem, error) ||
        !read_turns(problem, error) || !read_outcomes(problem, error) ||
        !check_proof(problem, error))
        return NULL;
    problem->played = find_played(problem);
    problem->key = tab_problem_situation_key(record->rules, &problem->situation);
    return g_steal_pointer(&problem);
}

void tab_problem_free(TabProblem *problem)
{
    if (!problem)
        return;
    tab_record_free(problem->record);
    g_free(problem->turns);
    g_free(problem->key);
    g_free(problem);
}

GPtrArray *tab_problem_parse(const char *text, gsize length, GError **error)
{
    g_autoptr(GPtrArray) records = tab_record_parse(text, length, error);
    g_autoptr(GPtrArray) problems =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_problem_free);
    for (guint i = 0; records && i < records->len; i++) {
        GError *fault = NULL;
        TabRecord *record = g_steal_pointer(&records->pdata[i]);
        TabProblem *problem = tab_problem_new(record, &fault);
        if (!problem) {
            /* Translators: the number of a problem in a file, and what is wrong with it. */
            g_propagate_error(error, g_error_new(fault->domain, fault->code,
                                                 g_dgettext("tab", N_("problem %u: %s")), i + 1,
                                                 fault->message));
            g_error_free(fault);
            return NULL;
        }
        g_ptr_array_add(problems, problem);
    }
    return records ? g_steal_pointer(&problems) : NULL;
}

GPtrArray *tab_problem_load(const char *path, GError **error)
{
    gsize length;
    g_autofree char *text = tab_input_file_read(path, &length, error);
    if (!text)
        return NULL;
    GPtrArray *problems = tab_problem_parse(text, length, error);
    if (!problems)
        g_prefix_error(error, "%s: ", path);
    return problems;
}

/* --- questions --- */

const TabProblemTurn *tab_problem_find(const TabProblem *problem, const TabPosition *after)
{
    for (guint i = 0; i < problem->n_turns; i++)
        if (tab_position_same(&problem->turns[i].after, after))
            return &problem->turns[i];
    return NULL;
}

char *tab_problem_describe_source(const TabProblem *problem)
{
    const char *source = tab_record_get_tag_or(problem->record, "Source", NULL);
    if (source)
        return g_strdup(source);
    return g_strdup_printf("%s – %s", tab_record_get_tag_or(problem->record, "White", "?"),
                           tab_record_get_tag_or(problem->record, "Black", "?"));
}
