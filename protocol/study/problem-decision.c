// SPDX-License-Identifier: GPL-3.0-or-later
// Takes decisions from games, and judges by what an engine has said of them.
#include "protocol/study/problem-decision.h"

#include <math.h>

#include "protocol/game/game.h"
#include "protocol/rules/outcomes.h"
#include "protocol/study/problem.h"
#include "protocol/study/turn-notes.h"

#define MOST_STATES 200000 /* positions inside a turn; beyond that it is no turn for people */
#define AHEAD 1.5          /* times the margin, by the search */

/* --- the decisions of a game --- */

static void clear_line(gpointer data)
{
    g_free(((TabProblemLine *)data)->text);
}

static void free_decision(gpointer data)
{
    TabProblemDecision *decision = data;
    g_array_unref(decision->lines);
    g_free(decision);
}

typedef struct {
    const TabRules *rules;
    guint n;
} Count;

static bool count_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                          unsigned n_plays, gpointer data)
{
    Count *count = data;
    count->n++;
    return !tab_position_finished(count->rules, after);
}

/* 0: too many to be counted, or one of them ends the game: nobody has to be taught that, and a
 * record of it would have a result. */
static guint count_outcomes(TabOutcomes *outcomes, const TabRules *rules,
                            const TabSituation *situation)
{
    TabHand hand = tab_situation_hand(rules, situation);
    Count count = {rules, 0};
    return tab_outcomes_visit(outcomes, rules, &situation->position, &hand, MOST_STATES,
                              count_outcome, NULL, &count) == TAB_OUTCOMES_ALL
               ? count.n
               : 0;
}

GPtrArray *tab_problem_list_decisions(const TabRecord *game, const TabProblemSetup *setup)
{
    GPtrArray *decisions = g_ptr_array_new_with_free_func(free_decision);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autoptr(TabGame) walk = tab_game_new_replay(game);
    for (const TabRecordNode *node = game->root->child; node && node->turn; node = node->child) {
        TabSituation start = walk->turn.situation;
        double noted = tab_turn_get_loss(node);
        tab_game_take_throws(walk, node);
        TabSituation situation = walk->turn.situation;
        if (!tab_game_play_turn(walk, node->turn, NULL))
            break; /* a record holds no such turn */
        guint n = noted < setup->loss ? 0 : count_outcomes(outcomes, game->rules, &situation);
        if (n >= setup->least_choices && n <= setup->most_choices) {
            TabProblemDecision *decision = g_new0(TabProblemDecision, 1);
            decision->node = node;
            decision->start = start;
            decision->situation = situation;
            decision->outcomes = n;
            decision->lines = g_array_new(FALSE, FALSE, sizeof(TabProblemLine));
            g_array_set_clear_func(decision->lines, clear_line);
            tab_game_next_position(walk, &decision->after);
            g_ptr_array_add(decisions, decision);
        }
        tab_game_end_turn(walk);
    }
    return decisions;
}

/* --- what the engine has said --- */

int tab_problem_decision_find(const TabProblemDecision *decision, const TabPosition *after)
{
    for (guint i = 0; i < decision->lines->len; i++)
        if (tab_position_same(&tab_problem_decision_line(decision, i)->after, after))
            return (int)i;
    return -1;
}

/* Puts what was played behind the lines that are rolled out, and drops the others. */
static void choose_lines(TabProblemDecision *decision, const TabProblemSetup *setup)
{
    GArray *lines = decision->lines;
    int played = tab_problem_decision_find(decision, &decision->after);
    guint n = 0;
    while (n < lines->len && n < setup->candidates &&
           tab_problem_decision_line(decision, n)->win >
               tab_problem_decision_line(decision, 0)->win - setup->reach)
        n++;
    for (guint i = n; i < lines->len && decision->next <= 0; i++)
        if ((int)i != played)
            decision->next = tab_problem_decision_line(decision, i)->win;
    if (decision->next <= 0 && decision->outcomes > lines->len) /* those it has not told of */
        decision->next = tab_problem_decision_line(decision, lines->len - 1)->win;
    if (played < (int)n) {
        decision->played = played;
    } else {
        TabProblemLine line = *tab_problem_decision_line(decision, (guint)played);
        line.text = g_strdup(line.text);
        g_array_insert_val(lines, n, line);
        decision->played = (int)n++;
    }
    g_array_set_size(lines, n);
}

gboolean tab_problem_decision_choose(TabProblemDecision *decision, const TabProblemSetup *setup)
{
    GArray *lines = decision->lines;
    if (lines->len < 2)
        return FALSE;
    double best = tab_problem_decision_line(decision, 0)->win,
           last = tab_problem_decision_line(decision, lines->len - 1)->win;
    if (tab_problem_decision_find(decision, &decision->after) < 0) { /* it is behind all lines */
        TabProblemLine line = {g_strdup(decision->node->turn), decision->after, last, NAN, NAN};
        g_array_append_val(lines, line);
    }
    decision->loss = best - tab_problem_decision_line(decision, (guint)tab_problem_decision_find(
                                                                    decision, &decision->after))
                                ->win;
    if (decision->loss < setup->loss ||
        best - tab_problem_decision_line(decision, 1)->win < AHEAD * setup->margin)
        return FALSE;
    choose_lines(decision, setup);
    return TRUE;
}

int tab_problem_decision_compare(gconstpointer a, gconstpointer b)
{
    const TabProblemDecision *one = *(const TabProblemDecision *const *)a,
                             *other = *(const TabProblemDecision *const *)b;
    if (one->loss != other->loss)
        return one->loss > other->loss ? -1 : 1;
    return one->node->number < other->node->number ? -1 : one->node->number > other->node->number;
}

guint tab_problem_decision_best(const TabProblemDecision *decision)
{
    guint best = 0;
    for (guint i = 1; i < decision->lines->len; i++)
        if (tab_problem_decision_line(decision, i)->value >
            tab_problem_decision_line(decision, best)->value)
            best = i;
    return best;
}

/* As a record tells values. */
static double rounded(double value)
{
    return round(value * 1e4) / 1e4;
}

gboolean tab_problem_decision_is_proven(const TabProblemDecision *decision,
                                        const TabProblemSetup *setup)
{
    guint best = tab_problem_decision_best(decision);
    const TabProblemLine *line = tab_problem_decision_line(decision, best);
    const TabProblemLine *played = tab_problem_decision_line(decision, (guint)decision->played);
    if (line == played || rounded(line->value) - rounded(played->value) < setup->loss ||
        (decision->next > 0 && line->win - decision->next < setup->margin))
        return FALSE;
    for (guint i = 0; i < decision->lines->len; i++) {
        const TabProblemLine *other = tab_problem_decision_line(decision, i);
        double error = hypot(rounded(line->error), rounded(other->error));
        double gap = rounded(line->value) - rounded(other->value);
        if (other != line && gap - setup->errors * error <= setup->margin)
            return FALSE;
    }
    return TRUE;
}

/* --- the record --- */

static void append_turn(TabRecord *record, const TabProblemDecision *decision, guint i)
{
    const TabProblemLine *best = tab_problem_decision_line(decision,
                                                           tab_problem_decision_best(decision)),
                         *line = tab_problem_decision_line(decision, i);
    TabRecordNode *node = tab_record_append(record, record->root, &decision->situation, line->text);
    tab_problem_note(node, line->value, line->error, rounded(best->value) - rounded(line->value));
    if ((int)i == decision->played)
        tab_record_set_note(node, "played", "yes");
}

static int compare_lines(gconstpointer a, gconstpointer b, gpointer data)
{
    const TabProblemDecision *decision = data;
    guint one = *(const guint *)a, other = *(const guint *)b;
    double difference = tab_problem_decision_line(decision, other)->value -
                        tab_problem_decision_line(decision, one)->value;
    if (difference != 0)
        return difference > 0 ? 1 : -1;
    return one < other ? -1 : one > other;
}

TabRecord *tab_problem_decision_to_record(const TabProblemDecision *decision, const TabRecord *game,
                                          const TabProblemSetup *setup, const char *engine,
                                          double difficulty)
{
    static const char *const kept[] = {"Event", "Round", "Date", "White", "Black"};
    TabRecord *record = tab_record_new_from(game->rules, &decision->start);
    char number[G_ASCII_DTOSTR_BUF_SIZE], margin[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree guint *order = g_new(guint, decision->lines->len);
    for (guint i = 0; i < G_N_ELEMENTS(kept); i++)
        if (tab_record_get_tag(game, kept[i]))
            tab_record_set_tag(record, kept[i], tab_record_get_tag(game, kept[i]));
    g_ascii_formatd(margin, sizeof margin, "%g", setup->margin);
    g_ascii_formatd(number, sizeof number, "%g", setup->errors);
    g_autofree char *tag = g_strdup_printf("margin=%s errors=%s", margin, number);
    g_autofree char *proof = tab_problem_setup_describe(setup);
    g_autofree char *outcomes = g_strdup_printf("%u", decision->outcomes);
    tab_record_set_tag(record, TAB_PROBLEM_TAG, tag);
    tab_record_set_tag(record, "Engine", engine);
    tab_record_set_tag(record, "Proof", proof);
    if (!isnan(difficulty)) {
        g_ascii_formatd(number, sizeof number, "%.3f", difficulty);
        tab_record_set_tag(record, "Difficulty", number);
    }
    tab_record_set_tag(record, "Outcomes", outcomes);
    for (guint i = 0; i < decision->lines->len; i++)
        order[i] = i;
    g_qsort_with_data(order, (int)decision->lines->len, sizeof *order, compare_lines,
                      (gpointer)decision);
    for (guint i = 0; i < decision->lines->len; i++)
        append_turn(record, decision, order[i]);
    return record;
}
