// SPDX-License-Identifier: GPL-3.0-or-later
// A training's state as a file: its plan in words, then counters and floats as this machine has
// them.
#include <string.h>

#include "engine/lab/training/training.h"

#define MAGIC "tab-train checkpoint 2\n"

/* Numbers that go on from where they were. */
typedef struct {
    uint64_t steps;
    TabSelfPlayCount count;
    uint64_t studied;
    double seconds, loss;
    uint64_t n_points;
} Counters;

/* What must be the same on resuming, as text. */
static char *describe(const TabTraining *training)
{
    const TabTrainingPlan *plan = &training->plan;
    const double numbers[] = {plan->lambda,   plan->study,          plan->rates[0],
                              plan->rates[1], plan->study_rates[0], plan->study_rates[1]};
    char text[G_N_ELEMENTS(numbers)][G_ASCII_DTOSTR_BUF_SIZE];
    for (unsigned i = 0; i < G_N_ELEMENTS(numbers); i++)
        g_ascii_dtostr(text[i], sizeof text[i], numbers[i]);
    return g_strdup_printf(
        "rules %s\ncolumns %u-%u\nhidden %u\nwithout %x\nround %u\npasses %u\nseed "
        "%" G_GUINT64_FORMAT "\nlambda %s\nstudy %s\nrates %s %s\nstudy-rates %s %s\n\n",
        plan->rules, plan->columns[0], plan->columns[1], plan->hidden, plan->without, plan->round,
        plan->passes, plan->seed, text[0], text[1], text[2], text[3], text[4], text[5]);
}

bool tab_training_save(const TabTraining *training, const char *path, GError **error)
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
    g_autofree char *plan = describe(training);
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_byte_array_append(state, (const guint8 *)&counters, sizeof counters);
    for (unsigned i = 0; i < G_N_ELEMENTS(runs); i++)
        g_byte_array_append(state, (const guint8 *)runs[i], (guint)(learner->n * sizeof(float)));
    g_byte_array_append(state, (const guint8 *)training->curve->data,
                        training->curve->len * (guint)sizeof(TabCurvePoint));
    g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, state->data, state->len);
    g_autofree char *head = g_strdup_printf(MAGIC "sha256 %s\n%s", sum, plan);
    g_byte_array_prepend(state, (const guint8 *)head, (guint)strlen(head));
    return g_file_set_contents(path, (const char *)state->data, state->len, error);
}

static bool refuse(GError **error, const char *path, const char *fault)
{
    g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT, "%s: %s", path, fault);
    return false;
}

/* Names the first line in which two descriptions differ. */
static bool refuse_plan(GError **error, const char *path, const char *is, const char *wanted)
{
    g_auto(GStrv) a = g_strsplit(is, "\n", -1), b = g_strsplit(wanted, "\n", -1);
    for (unsigned i = 0; a[i] && b[i]; i++)
        if (strcmp(a[i], b[i])) {
            g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES,
                        "%s: a training with '%s', not '%s'", path, a[i], b[i]);
            return false;
        }
    return refuse(error, path, "a training with another plan");
}

/* Everything after the plan, already checked. */
static void take_state(TabTraining *training, const char *at, const Counters *counters)
{
    TabLearner *learner = training->learner;
    float *runs[] = {learner->weight, learner->mean, learner->square, learner->average};
    size_t bytes = learner->n * sizeof(float);
    for (unsigned i = 0; i < G_N_ELEMENTS(runs); i++, at += bytes)
        memcpy(runs[i], at, bytes);
    g_array_set_size(training->curve, 0);
    g_array_set_size(training->curve, (guint)counters->n_points);
    if (counters->n_points)
        memcpy(training->curve->data, at, counters->n_points * sizeof(TabCurvePoint));
    learner->steps = counters->steps;
    training->count = counters->count;
    training->studied = counters->studied;
    training->seconds = counters->seconds;
    training->loss = counters->loss;
}

bool tab_training_load(TabTraining *training, const char *path, GError **error)
{
    g_autofree char *data = NULL;
    gsize length;
    Counters counters;
    if (!g_file_get_contents(path, &data, &length, error))
        return false;
    const char *stop = g_strstr_len(data, (gssize)length, "\n\n");
    size_t before = strlen(MAGIC "sha256 ") + 64 + 1;
    if (!stop || !g_str_has_prefix(data, MAGIC "sha256 ") || (size_t)(stop - data) < before)
        return refuse(error, path, "no checkpoint of tab-train");
    const char *state = stop + 2;
    size_t left = length - (size_t)(state - data);
    g_autofree char *is = g_strndup(data + before, (gsize)(state - data) - before);
    g_autofree char *wanted = describe(training);
    if (strcmp(is, wanted))
        return refuse_plan(error, path, is, wanted);
    g_autofree char *sum =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)state, left);
    size_t floats = 4 * training->learner->n * sizeof(float);
    if (strncmp(data + strlen(MAGIC "sha256 "), sum, 64) || left < sizeof counters + floats)
        return refuse(error, path, "damaged: its checksum does not match");
    memcpy(&counters, state, sizeof counters);
    if ((left - sizeof counters - floats) / sizeof(TabCurvePoint) != counters.n_points)
        return refuse(error, path, "damaged: not as long as it says");
    take_state(training, state + sizeof counters, &counters);
    return true;
}
