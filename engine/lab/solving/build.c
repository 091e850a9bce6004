// SPDX-License-Identifier: GPL-3.0-or-later
// Builds tables: smaller units first, each with the bounds of those below it.
#include "engine/lab/solving/build.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/lab/solving/table-writer.h"
#include "engine/lab/solving/turn-graph.h"

#define MOST_SLOTS 16    /* more spare hardly a backup */
#define SCRATCH_SLOTS 12 /* on disk, where each costs time as well */
#define CHECKPOINT_SECONDS 60
#define MOST_NODES (UINT64_C(1) << 20) /* of a turn graph */
#define PROGRAM_BYTES (8 << 20)        /* of the program itself, its libraries and its stacks */

/* Backups that a unit usually takes, and what one with few hands costs of one with all, the steps
 * with it. */
#define USUAL_ROUGH 11
#define USUAL_ALL 13 /* the proof is the last */
#define PRICE_ROUGH 0.4

/* --- what it needs --- */

/* Bytes for numbers of states, the values with them. */
static uint64_t states_memory(const TabBuild *build, unsigned slots)
{
    uint64_t most = 0;
    for (unsigned i = 0; i < build->layers.n_units; i++)
        most = MAX(most, tab_solve_states_memory(&build->setup, &build->layers.unit[i], slots));
    return build->layers.n_states * sizeof(double) + most;
}

/* The most bytes of any unit. */
static uint64_t most_memory(const TabBuild *build,
                            uint64_t (*memory)(const TabBackupSetup *, const TabUnit *))
{
    uint64_t most = 0;
    for (unsigned i = 0; i < build->layers.n_units; i++)
        most = MAX(most, memory(&build->setup, &build->layers.unit[i]));
    return most;
}

/* Without a limit a build that would take more than the machine has does not begin. */
static bool check_memory(const TabBuild *build, GError **error)
{
    uint64_t limit = build->plan.memory;
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    if (!limit && pages > 0 && size > 0)
        limit = (uint64_t)pages * (uint64_t)size;
#endif
    if (!limit || build->memory <= limit)
        return true;
    g_autofree char *needed = tab_bytes_to_string(build->memory);
    g_autofree char *given = tab_bytes_to_string(limit);
    return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                            "%" G_GUINT64_FORMAT " states %s %s of memory, more than %s%s",
                            build->layers.n_states, build->plan.memory ? "need" : "would take",
                            needed, given, build->plan.memory ? "" : "; --memory sets a limit");
}

/* Sets the largest turn graphs for the threads, which take no more than `limit` together; larger
 * ones take less time, and those of one enemy are as large as they are. Returns what they and all
 * else but numbers of states take. */
static uint64_t limit_graphs(TabBuild *build, uint64_t limit)
{
    uint64_t nodes = tab_backup_nodes(&build->setup, limit / build->setup.threads);
    build->setup.nodes = MIN(nodes, MOST_NODES);
    return PROGRAM_BYTES + build->setup.threads * most_memory(build, tab_backup_memory);
}

/* Graphs that take a third of the memory, or what `states` bytes leave if that is less; or, if it
 * has no limit, `share`. Returns what limit_graphs() does. */
static uint64_t find_graphs(TabBuild *build, uint64_t states, uint64_t share)
{
    uint64_t most = build->plan.memory, other = limit_graphs(build, most ? most / 3 : share);
    if (!most || other + states <= most)
        return other;
    uint64_t least = limit_graphs(build, 0);
    return least + states < most ? limit_graphs(build, most - states - least) : least;
}

/* What many graphs share, as many slots as memory allows, and then the rest of what graphs are made
 * of; if there is no room for states, what is kept of them goes to the scratch folder. */
static bool find_memory(TabBuild *build, GError **error)
{
    uint64_t most = build->plan.memory;
    unsigned casts = build->rules->n_thrown;
    uint64_t other =
        find_graphs(build, states_memory(build, casts), states_memory(build, MOST_SLOTS));
    uint64_t shared = most_memory(build, tab_backup_shared_memory);
    build->slots = build->box ? MOST_SLOTS : casts; /* at-once has no more ways than casts */
    while (most && other + shared + states_memory(build, build->slots) > most &&
           build->slots > casts)
        build->slots--;
    uint64_t states = states_memory(build, build->slots);
    build->memory = other + states;
    uint64_t room = most ? MAX(most, build->memory) - build->memory : 2 * build->memory;
    build->setup.graphs = MIN(most_memory(build, tab_backup_graphs_memory), room);
    build->memory += build->setup.graphs;
    if (build->plan.scratch && (!most || build->memory > most)) {
        build->slots = MAX(casts, MIN(SCRATCH_SLOTS, build->slots));
        build->memory = find_graphs(build, 0, 0);
        build->disk = states_memory(build, build->slots);
        build->setup.scratch = build->scratch;
        build->setup.graphs = 0;
    }
    return check_memory(build, error);
}

/* Whether a unit is of a size that can be solved at all. */
static bool check_unit(const TabBuild *build, const TabUnit *unit, GError **error)
{
    uint64_t nodes = MAX(tab_turn_graph_most_nodes(build->index, unit->more, unit->fewer),
                         tab_turn_graph_most_nodes(build->index, unit->fewer, unit->more));
    if (unit->size > TAB_UNIT_MOST)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                                "%u against %u pieces: %" G_GUINT64_FORMAT
                                " states, more than can be solved together",
                                unit->more, unit->fewer, unit->size);
    return !build->box || nodes <= TAB_TURN_GRAPH_MOST_NODES ||
           tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                            "%u against %u pieces: turns with %" G_GUINT64_FORMAT
                            " boards, more than can be worked out",
                            unit->more, unit->fewer, nodes);
}

/* What turn graphs know nothing of, or NULL: they have boards of piles, plays of whole throws, and
 * games that end when a side has no piece left. */
static const char *find_ungraphed(const TabRules *rules)
{
    return rules->set.value[TAB_SWITCH_KING]     ? "king=yes"
           : rules->ends_full                    ? "track=once"
           : rules->set.value[TAB_SWITCH_HALVES] ? "halves=yes"
                                                 : NULL;
}

static bool set_up_build(TabBuild *build, GError **error)
{
    const TabBuildPlan *plan = &build->plan;
    bool at_once = tab_ruleset_at_once(&plan->set);
    if (at_once && plan->set.value[TAB_SWITCH_SAVE_TAB])
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                                "no tables for save-tab=yes with throws=at-once");
    build->rules = tab_rules_new(&plan->set);
    if (tab_index_unfit(build->rules))
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "no tables for %s",
                                tab_index_unfit(build->rules));
    if (!at_once && find_ungraphed(build->rules))
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                                "no tables for %s with throws=collect",
                                find_ungraphed(build->rules));
    build->index = tab_index_new(build->rules, MAX(plan->more, plan->fewer));
    if (!tab_layers_init(&build->layers, build->index, plan->more, plan->fewer))
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD, "more states than can be counted");
    build->setup = (TabBackupSetup){.layers = &build->layers,
                                    .sticks = tab_sticks_fair(&build->rules->cast),
                                    .threads = plan->threads};
    if (!at_once) {
        build->box = tab_hand_box_new(&build->rules->cast, &build->setup.sticks, plan->tail);
        if (!build->box)
            return tab_table_refuse(
                error, TAB_TABLE_ERROR_BUILD,
                "no tables for other throws than three kinds that go on and two "
                "that end a turn");
    }
    build->setup.box = build->box;
    for (unsigned i = 0; i < build->layers.n_units; i++)
        if (!check_unit(build, &build->layers.unit[i], error))
            return false;
    return find_memory(build, error);
}

/* --- checkpoints --- */

/* Of the values of the units solved and of the next one. */
static bool save_checkpoint(TabBuild *build, GError **error)
{
    const TabLayers *layers = &build->layers;
    const TabUnit *last = &layers->unit[MIN(build->head.solved, layers->n_units - 1)];
    TabTableHead head = build->head;
    head.format = TAB_VALUES_F64;
    build->saved_at = g_get_monotonic_time();
    return tab_table_write(&head, layers, build->value, last->start + last->size, build->checkpoint,
                           error);
}

static bool load_checkpoint(TabBuild *build, GError **error)
{
    const TabBuildPlan *plan = &build->plan;
    g_autoptr(TabTable) table = tab_table_open(build->checkpoint, true, error);
    if (!table)
        return false;
    const TabTableHead *head = &table->head;
    if (memcmp(&head->set, &plan->set, sizeof head->set) || head->more != build->layers.more ||
        head->fewer != build->layers.fewer || head->tail != plan->tail ||
        head->format != TAB_VALUES_F64)
        return tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                                "%s: of another table: rules, pieces or tail differ",
                                build->checkpoint);
    build->head.solved = head->solved;
    memcpy(build->head.unit, head->unit, sizeof head->unit);
    return tab_table_read_all(table, build->value, error);
}

TabBuild *tab_build_new(const TabBuildPlan *plan, GError **error)
{
    g_return_val_if_fail(plan->threads >= 1 && plan->tail > 0, NULL);
    g_autoptr(TabBuild) build = g_new0(TabBuild, 1);
    build->plan = *plan;
    build->output = tab_table_target(plan->output, error);
    if (!build->output)
        return NULL;
    build->checkpoint = g_strconcat(build->output, ".checkpoint", NULL);
    bool begun = g_file_test(build->checkpoint, G_FILE_TEST_EXISTS);
    if (begun && !plan->resume) {
        tab_table_refuse(error, TAB_TABLE_ERROR_BUILD,
                         "%s is there: --resume goes on from it; without it, take it away first",
                         build->checkpoint);
        return NULL;
    }
    build->plan.scratch = build->scratch = g_strdup(plan->scratch);
    if (!set_up_build(build, error))
        return NULL;
    build->head = (TabTableHead){.set = plan->set,
                                 .more = build->layers.more,
                                 .fewer = build->layers.fewer,
                                 .format = plan->format,
                                 .tail = plan->tail};
    if (!tab_store_init(&build->values, build->setup.scratch,
                        build->layers.n_states * sizeof(double), error))
        return NULL;
    build->value = build->values.memory;
    for (uint64_t s = 0; s < build->layers.n_states; s++)
        build->value[s] = 0.5;
    if (begun && !load_checkpoint(build, error))
        return NULL;
    return g_steal_pointer(&build);
}

void tab_build_free(TabBuild *build)
{
    if (!build)
        return;
    tab_store_clear(&build->values);
    g_free(build->scratch);
    tab_hand_box_free(build->box);
    tab_index_free(build->index);
    if (build->rules)
        tab_rules_unref(build->rules);
    g_free(build->unsaved);
    g_free(build->output);
    g_free(build->checkpoint);
    g_free(build);
}

/* --- building --- */

/* A checkpoint on the way, without which the build goes on too. */
static void save_if_due(TabBuild *build)
{
    g_autoptr(GError) fault = NULL;
    if (g_get_monotonic_time() - build->saved_at < CHECKPOINT_SECONDS * G_USEC_PER_SEC)
        return;
    g_clear_pointer(&build->unsaved, g_free);
    if (!save_checkpoint(build, &fault))
        build->unsaved = g_strdup(fault->message);
}

/* What the functions that follow a unit need. */
typedef struct {
    TabBuild *build;
    const TabUnit *unit;
    TabBuildProgress progress;
    gpointer user_data;
} Follower;

static bool follow_unit(const TabSolveState *state, gpointer user_data)
{
    Follower *follower = user_data;
    TabBuild *build = follower->build;
    if (state->values_new)
        save_if_due(build);
    return !follower->progress ||
           follower->progress(build, follower->unit, state, follower->user_data);
}

/* The largest error of the units that this one leads to. */
static double bound_below(const TabBuild *build, const TabUnit *unit)
{
    double bound = 0;
    for (unsigned i = 0; i < build->head.solved; i++) {
        const TabUnit *other = &build->layers.unit[i];
        if (other->more <= unit->more && other->fewer <= unit->fewer)
            bound = MAX(bound, build->head.unit[i].bound);
    }
    return bound;
}

bool tab_build_run(TabBuild *build, TabBuildProgress progress, gpointer user_data, GError **error)
{
    const TabLayers *layers = &build->layers;
    TabTableHead *head = &build->head;
    Follower follower = {.build = build, .progress = progress, .user_data = user_data};
    build->saved_at = g_get_monotonic_time();
    while (head->solved < layers->n_units) {
        const TabUnit *unit = follower.unit = &layers->unit[head->solved];
        g_autoptr(GError) fault = NULL;
        if (!tab_solve_unit(&build->setup, unit, bound_below(build, unit), build->slots,
                            build->value, follow_unit, &follower, &head->unit[head->solved],
                            &fault)) {
            /* A guess of values that nothing can be proved of is as good as none. */
            if (g_error_matches(fault, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_PROOF) ||
                save_checkpoint(build, error))
                g_propagate_error(error, g_steal_pointer(&fault));
            return false;
        }
        if (++head->solved < layers->n_units)
            save_if_due(build);
    }
    if (!tab_table_write(head, layers, build->value, layers->n_states, build->output, error)) {
        save_checkpoint(build, NULL); /* so that only writing is left */
        return false;
    }
    g_unlink(build->checkpoint);
    return true;
}

double tab_build_done(const TabBuild *build, const TabUnit *unit, const TabSolveState *state)
{
    double all = 0, done = 0, here = 0;
    for (unsigned i = 0; i < build->layers.n_units; i++) {
        const TabUnit *other = &build->layers.unit[i];
        /* Backups of units against each other: boards that a turn passes through. */
        double sets = other->more == other->fewer ? 1 : 0.5;
        double work = (double)other->size * sets * ((1u << other->more) + (1u << other->fewer));
        all += work;
        if (i < build->head.solved)
            done += work;
        else if (other == unit)
            here = work;
    }
    double all_steps = (USUAL_ROUGH * PRICE_ROUGH) + USUAL_ALL - USUAL_ROUGH;
    double at = (state->backup - 1) * all_steps / USUAL_ALL +
                state->done * (state->rough ? PRICE_ROUGH : 1);
    at = state->stage == TAB_SOLVE_VALUES ? MIN(at, all_steps - 1) : all_steps - 1 + state->done;
    return (done + here * at / all_steps) / all;
}
