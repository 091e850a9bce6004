// SPDX-License-Identifier: GPL-3.0-or-later
// Recomputes tables and samples of them.
#include "engine/lab/solving/check.h"

#include <math.h>

#include "engine/lab/solving/reference.h"
#include "engine/lab/solving/store.h"
#include "protocol/rules/notation.h"

#define SAMPLE_THROWS 9                     /* of the longest hands that samples look at */
#define MOST_NODES 8192                     /* of a turn graph */
#define GRAPHS_MEMORY (UINT64_C(256) << 20) /* as in TabBackupSetup */

/* Values by state, and what finds them. */
typedef struct {
    const TabTable *table;
    const double *value;
} Values;

static double table_value_after(const TabPosition *after, gpointer user_data)
{
    const Values *values = user_data;
    return values->value[tab_layers_find(&values->table->layers, after)];
}

/* A state drawn, and what the whole backup made of it. */
typedef struct {
    uint64_t state;
    double backed_up;
} Sample;

static double backup_rounding(const TabBackupSetup *setup)
{
    return setup->box ? 2 * setup->box->rounding : 1e-14;
}

/* `backed_up` has room for the largest unit. */
static bool check_residual(const TabTable *table, const TabBackupSetup *setup, const double *value,
                           double *backed_up, GArray *samples, TabBackupProgress progress,
                           gpointer user_data, TabCheckReport *report, GError **error)
{
    double rounding = 2 * tab_value_kinds[table->head.format].rounding + backup_rounding(setup);
    double tail = setup->box ? setup->box->tail : 0;
    for (unsigned i = 0; i < table->layers.n_units; i++) {
        const TabUnit *unit = &table->layers.unit[i];
        TabBackup backup = {.same = value, .turned = value, .tail_worth = 0.5, .value = backed_up};
        if (!tab_backup_run(setup, unit, &backup, progress, user_data)) {
            g_set_error_literal(error, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_STOPPED, "stopped");
            return false;
        }
        for (guint j = 0; j < samples->len; j++) {
            Sample *sample = &g_array_index(samples, Sample, j);
            if (sample->state >= unit->start && sample->state - unit->start < unit->size)
                sample->backed_up = backed_up[sample->state - unit->start];
        }
        /* Values within b of the true ones, which a backup leaves as they are, are within 2 b. */
        const TabUnitReport *said = &table->head.unit[i];
        double allowed = MIN(said->residual, 2 * said->bound + tail) + rounding;
        double most = 0;
        for (uint64_t s = 0; s < unit->size; s++)
            most = fmax(most, fabs(backed_up[s] - value[unit->start + s]));
        report->residual = MAX(report->residual, most);
        report->residual_allowed = MAX(report->residual_allowed, allowed);
        if (!(most <= allowed))
            return tab_table_refuse(error, TAB_TABLE_ERROR_WRONG,
                                    "%s: %u against %u pieces: a residual of %.3g, more than %.3g",
                                    table->path, unit->more, unit->fewer, most, allowed);
    }
    return true;
}

static GArray *draw_samples(const TabTable *table, unsigned n, uint64_t seed)
{
    GArray *samples = g_array_new(FALSE, FALSE, sizeof(Sample));
    TabRandom random = tab_random_new(seed);
    for (unsigned i = 0; i < n; i++) {
        const TabUnit *unit = &table->layers.unit[tab_random_below(&random, table->layers.n_units)];
        Sample sample = {unit->start + (uint64_t)(tab_random_unit(&random) * (double)unit->size),
                         0};
        g_array_append_val(samples, sample);
    }
    return samples;
}

/* Whether the backup agrees with the rules alone; both take later values from the table. */
static bool check_sample(const TabTable *table, const double *value, const Sample *sample,
                         TabCheckReport *report, GError **error)
{
    g_autofree TabSituation *situation = g_new0(TabSituation, 1);
    TabPosition *position = &situation->position;
    TabSticks sticks = tab_sticks_fair(&table->rules->cast);
    Values values = {.table = table, .value = value};
    double left, found = sample->backed_up;
    tab_layers_position(&table->layers, sample->state, position);
    double least = tab_reference_value(table->rules, &sticks, situation, SAMPLE_THROWS,
                                       table_value_after, &values, &left);
    double off = MAX(MAX(least - found, found - (least + left)), 0);
    report->n_samples++;
    report->left = MAX(report->left, left);
    report->off = MAX(report->off, off);
    if (off <= report->off_allowed)
        return true;
    g_autofree char *text = tab_notation_position_to_string(table->rules, position);
    return tab_table_refuse(error, TAB_TABLE_ERROR_WRONG,
                            "%s: '%s' has %.9f, must be between %.9f and %.9f", table->path, text,
                            found, least, least + left);
}

bool tab_check_table(const TabTable *table, unsigned n_samples, uint64_t seed, unsigned threads,
                     TabBackupProgress progress, gpointer user_data, TabCheckReport *report,
                     GError **error)
{
    const TabLayers *layers = &table->layers;
    g_auto(TabStore) values = {0}, backed_up = {0};
    uint64_t largest = 0;
    *report = (TabCheckReport){.n_samples = 0};
    for (unsigned i = 0; i < layers->n_units; i++)
        largest = MAX(largest, layers->unit[i].size);
    if ((!table->summed && !tab_table_check_sum(table, error)) ||
        !tab_store_init(&values, NULL, layers->n_states * sizeof(double), error) ||
        !tab_store_init(&backed_up, NULL, largest * sizeof(double), error))
        return false;
    double *value = values.memory;
    if (!tab_table_read_all(table, value, error))
        return false;

    TabBackupSetup setup = {.graphs = GRAPHS_MEMORY,
                            .layers = layers,
                            .sticks = tab_sticks_fair(&table->rules->cast),
                            .threads = threads,
                            .nodes = MOST_NODES};
    g_autoptr(TabHandBox) box =
        tab_hand_box_new(&table->rules->cast, &setup.sticks, table->head.tail);
    setup.box = tab_ruleset_at_once(&table->rules->set) ? NULL : box;
    report->off_allowed = (setup.box ? table->head.tail : 0) + backup_rounding(&setup);
    g_autoptr(GArray) samples = draw_samples(table, n_samples, seed);
    if (!check_residual(table, &setup, value, backed_up.memory, samples, progress, user_data,
                        report, error))
        return false;
    for (guint i = 0; i < samples->len; i++)
        if (!check_sample(table, value, &g_array_index(samples, Sample, i), report, error))
            return false;
    return true;
}
