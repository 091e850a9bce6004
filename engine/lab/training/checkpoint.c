// SPDX-License-Identifier: GPL-3.0-or-later
// The state of a training as a file: its plan in words, counters, floats, and the curve.
#include "engine/lab/training/checkpoint.h"

#include <string.h>

#include "engine/lab/training/state-file.h"

#define TITLE "tab-train checkpoint 3"

/* A line about a file that the training depends on, if there is one. */
static void add_file(GString *text, const char *name, const char *sum)
{
    if (sum)
        g_string_append_printf(text, "%s %s\n", name, sum);
}

char *tab_checkpoint_describe(const TabTraining *training)
{
    const TabTrainingPlan *plan = &training->plan;
    const double numbers[] = {plan->lambda,   plan->study,          plan->rates[0],
                              plan->rates[1], plan->study_rates[0], plan->study_rates[1]};
    char number[G_N_ELEMENTS(numbers)][G_ASCII_DTOSTR_BUF_SIZE];
    for (unsigned i = 0; i < G_N_ELEMENTS(numbers); i++)
        g_ascii_dtostr(number[i], sizeof number[i], numbers[i]);
    GString *text = g_string_new(NULL);
    g_string_printf(text,
                    "rules %s\ncolumns %u-%u\nhidden %u\nwithout %x\nround %u\npasses %u\nseed "
                    "%" G_GUINT64_FORMAT "\nlambda %s\nstudy %s\nrates %s %s\nstudy-rates %s %s\n",
                    plan->rules, plan->columns[0], plan->columns[1], plan->hidden, plan->without,
                    tab_training_round_games(plan), plan->passes, plan->seed, number[0], number[1],
                    number[2], number[3], number[4], number[5]);
    add_file(text, "held-out", training->held_out ? training->held_out->sum : NULL);
    add_file(text, "rulesets", training->rulesets ? training->rulesets->sum : NULL);
    add_file(text, "tables", training->tables_sum);
    add_file(text, "from", training->from_sum);
    return g_string_free(text, FALSE);
}

/* Numbers that go on from where they were. */
typedef struct {
    uint64_t steps;
    TabSelfPlayCount count;
    uint64_t studied;
    double seconds, loss;
    uint64_t n_points;
} Counters;

bool tab_checkpoint_save(const TabTraining *training, const char *path, GError **error)
{
    const TabLearner *learner = training->learner;
    const float *runs[] = {learner->weight, learner->mean, learner->square, learner->average};
    Counters counters;
    memset(&counters, 0, sizeof counters);
    counters.steps = learner->steps;
    counters.count = training->count;
    counters.studied = training->studied;
    counters.seconds = training->seconds;
    counters.loss = training->loss;
    counters.n_points = training->curve->len;
    g_autofree char *plan = tab_checkpoint_describe(training);
    g_autoptr(GByteArray) numbers = g_byte_array_new();
    g_byte_array_append(numbers, (const guint8 *)&counters, sizeof counters);
    for (unsigned i = 0; i < G_N_ELEMENTS(runs); i++)
        g_byte_array_append(numbers, (const guint8 *)runs[i], (guint)(learner->n * sizeof(float)));
    g_byte_array_append(numbers, (const guint8 *)training->curve->data,
                        training->curve->len * (guint)sizeof(TabCurvePoint));
    return tab_state_file_save(path, TITLE, plan, numbers, error);
}

/* Names the first line in which two descriptions differ. */
static bool refuse_plan(GError **error, const char *path, const char *is, const char *wanted)
{
    g_auto(GStrv) a = g_strsplit(is, "\n", -1), b = g_strsplit(wanted, "\n", -1);
    unsigned i = 0;
    while (a[i] && b[i] && !strcmp(a[i], b[i]))
        i++;
    GError *fault =
        g_error_new(TAB_NET_ERROR, TAB_NET_ERROR_RULES, "%s: a training with '%s', not '%s'", path,
                    a[i] ? a[i] : "", b[i] ? b[i] : "");
    tab_rules_make_printable(fault);
    g_propagate_error(error, fault);
    return false;
}

/* Everything after the plan, already checked. */
static void take_state(TabTraining *training, TabStateFile *file, const Counters *counters)
{
    TabLearner *learner = training->learner;
    float *runs[] = {learner->weight, learner->mean, learner->square, learner->average};
    size_t bytes = learner->n * sizeof(float);
    for (unsigned i = 0; i < G_N_ELEMENTS(runs); i++)
        tab_state_file_take(file, runs[i], bytes);
    g_array_set_size(training->curve, 0);
    g_array_set_size(training->curve, (guint)counters->n_points);
    tab_state_file_take(file, training->curve->data, counters->n_points * sizeof(TabCurvePoint));
    learner->steps = counters->steps;
    training->count = counters->count;
    training->studied = counters->studied;
    training->seconds = counters->seconds;
    training->loss = counters->loss;
}

bool tab_checkpoint_load(TabTraining *training, const char *path, GError **error)
{
    g_auto(TabStateFile) file = {0};
    Counters counters;
    if (!tab_state_file_load(&file, path, TITLE, error))
        return false;
    g_autofree char *wanted = tab_checkpoint_describe(training);
    if (strcmp(file.lines, wanted))
        return refuse_plan(error, path, file.lines, wanted);
    size_t floats = 4 * training->learner->n * sizeof(float);
    if (!tab_state_file_take(&file, &counters, sizeof counters) ||
        (size_t)(file.end - file.at) < floats ||
        ((size_t)(file.end - file.at) - floats) % sizeof(TabCurvePoint) ||
        ((size_t)(file.end - file.at) - floats) / sizeof(TabCurvePoint) != counters.n_points)
        return tab_state_file_refuse(error, path, "damaged: its numbers do not fit");
    take_state(training, &file, &counters);
    return true;
}
