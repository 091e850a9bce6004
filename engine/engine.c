// SPDX-License-Identifier: GPL-3.0-or-later
// The facade: keeps settings, table and evaluation, and runs searches on a thread of its own.
#include "engine/engine.h"

#include "engine/levels.h"
#include "engine/eval/net.h"

#include <pthread.h>
#include <string.h>

#define DEFAULT_HASH 16      /* MiB */
#define DEFAULT_TIME 1000000 /* µs, for a `go` without limits */
/* Positions inside a turn that take half a millisecond; where each outcome is evaluated, a
 * sixteenth of them does. */
#define MOMENT_STATES 2000

G_STATIC_ASSERT(TAB_ENGINE_MAX_THREADS <= TAB_SEARCH_MAX_THREADS);

struct _TabEngine {
    TabSearchFunc report;
    gpointer user_data;
    TabRules *rules;
    TabSticks sticks;
    TabEval *eval;
    TabNet *net; /* for rules and sticks, or NULL */
    char *net_folder, *net_name, *net_fault, *net_reason;
    TabNetWeights *net_chosen; /* loaded from the file `net_name`, or NULL */
    char *table_folder, *table_fault;
    TabTables *tables; /* open ones, or NULL */
    bool tables_named; /* by set_table_path: none are looked for */
    bool probe_ready;  /* `probe` is for the present rules and tables */
    TabProbe *probe;   /* or NULL */
    TabHash *hash;
    TabEvalKind kind;
    TabWeakness weakness;
    unsigned threads;
    uint64_t seed;
    atomic_bool stop;
    bool running;   /* a thread is to be joined */
    bool hash_used; /* since it was cleared */
    pthread_t thread;
    TabSearch search;       /* of the running go, with what it points to */
    TabSituation situation; /* copied */
    TabTurn **only;
};

/* Clearing takes milliseconds, which short games would feel. */
static void clear_hash(TabEngine *engine)
{
    if (engine->hash_used)
        tab_hash_clear(engine->hash);
    engine->hash_used = false;
}

/* Looks for the network again, and keeps what is wrong with its file. */
static void renew_net(TabEngine *engine)
{
    g_autoptr(GError) error = NULL;
    tab_net_free(engine->net);
    g_free(engine->net_reason);
    engine->net = tab_net_find(engine->net_folder, engine->net_chosen, engine->net_name,
                               engine->rules, engine->eval->hits, &engine->net_reason, &error);
    g_free(engine->net_fault);
    engine->net_fault = g_strdup(error ? error->message : NULL);
    tab_eval_set_net(engine->eval, engine->kind == TAB_EVAL_HAND ? NULL : engine->net);
    clear_hash(engine);
}

/* Tables are looked through when they are next needed. */
static void forget_probe(TabEngine *engine)
{
    g_clear_pointer(&engine->probe, tab_probe_free);
    engine->probe_ready = false;
    clear_hash(engine); /* it has their values */
}

/* Tables that have got a fault since they were opened are not asked any more. */
static void note_table_faults(TabEngine *engine)
{
    g_autofree char *faults = engine->tables ? tab_tables_describe_faults(engine->tables) : NULL;
    if (!faults || !g_strcmp0(faults, engine->table_fault))
        return;
    g_free(engine->table_fault);
    engine->table_fault = g_steal_pointer(&faults);
    forget_probe(engine);
}

/* The tables' values for the search to come, or NULL where they do not count. */
static const TabProbe *find_probe(TabEngine *engine)
{
    const TabSticks fair = tab_sticks_fair(&engine->rules->cast);
    if (engine->kind != TAB_EVAL_NET || engine->weakness.noise > 0 ||
        memcmp(&engine->sticks, &fair, sizeof fair))
        return NULL;
    if (engine->probe_ready)
        return engine->probe;
    if (!engine->tables && !engine->tables_named && engine->table_folder) {
        g_autoptr(GError) error = NULL;
        engine->tables = tab_tables_open_good(engine->table_folder, &error);
        g_free(engine->table_fault);
        engine->table_fault = g_strdup(error ? error->message : NULL);
    }
    if (engine->tables)
        engine->probe = tab_probe_new(engine->tables, engine->rules);
    engine->probe_ready = true;
    return engine->probe;
}

static void set_tables(TabEngine *engine, TabTables *tables, bool named)
{
    forget_probe(engine);
    tab_tables_free(engine->tables);
    engine->tables = tables;
    engine->tables_named = named;
    g_clear_pointer(&engine->table_fault, g_free);
}

static void renew_eval(TabEngine *engine)
{
    forget_probe(engine);
    tab_eval_free(engine->eval);
    engine->eval = tab_eval_new(engine->rules, &engine->sticks);
    renew_net(engine);
}

TabEngine *tab_engine_new(const char *net_folder, const char *table_folder, TabSearchFunc report,
                          gpointer user_data)
{
    TabEngine *engine = g_new0(TabEngine, 1);
    TabRuleset standard = tab_ruleset_preset(TAB_DEFAULT_PRESET);
    engine->report = report;
    engine->user_data = user_data;
    engine->net_folder = g_strdup(net_folder);
    engine->table_folder = g_strdup(table_folder);
    engine->rules = tab_rules_new(&standard);
    engine->sticks = tab_sticks_fair(&engine->rules->cast);
    engine->hash = tab_hash_new(DEFAULT_HASH);
    if (!engine->hash)
        g_error("no memory for a table of %d MiB", DEFAULT_HASH);
    engine->weakness = tab_levels_weakness(TAB_LEVELS_TOP);
    engine->threads = 1;
    renew_eval(engine);
    return engine;
}

void tab_engine_free(TabEngine *engine)
{
    if (!engine)
        return;
    tab_engine_stop(engine);
    tab_engine_wait(engine);
    tab_eval_free(engine->eval);
    tab_net_free(engine->net);
    tab_net_weights_free(engine->net_chosen);
    g_free(engine->net_folder);
    g_free(engine->net_name);
    g_free(engine->net_fault);
    g_free(engine->net_reason);
    set_tables(engine, NULL, false);
    g_free(engine->table_folder);
    tab_hash_free(engine->hash);
    tab_rules_unref(engine->rules);
    g_free(engine);
}

void tab_engine_new_game(TabEngine *engine, const TabRules *rules)
{
    TabRules *old = engine->rules;
    if (!memcmp(&old->set, &rules->set, sizeof old->set)) { /* what hangs on them stays */
        clear_hash(engine);
    } else {
        engine->rules = tab_rules_ref(rules);
        if (memcmp(&old->cast, &rules->cast, sizeof old->cast))
            engine->sticks = tab_sticks_fair(&rules->cast);
        tab_rules_unref(old);
        renew_eval(engine);
    }
    tab_engine_get_ready(engine);
}

void tab_engine_get_ready(TabEngine *engine)
{
    find_probe(engine); /* now, rather than in the time of the first turn */
}

void tab_engine_set_threads(TabEngine *engine, unsigned threads)
{
    engine->threads = CLAMP(threads, 1, TAB_ENGINE_MAX_THREADS);
}

bool tab_engine_set_hash(TabEngine *engine, unsigned mib)
{
    TabHash *hash = tab_hash_new(mib);
    if (!hash)
        return false;
    tab_hash_free(engine->hash);
    engine->hash = hash;
    engine->hash_used = false;
    return true;
}

void tab_engine_set_level(TabEngine *engine, unsigned level)
{
    tab_engine_set_eval(engine, TAB_EVAL_NET);
    engine->weakness = tab_levels_weakness(level);
}

void tab_engine_set_elo(TabEngine *engine, unsigned elo)
{
    tab_engine_set_eval(engine, TAB_EVAL_NET);
    engine->weakness = tab_levels_weakness_for_elo(elo);
}

void tab_engine_set_eval(TabEngine *engine, TabEvalKind kind)
{
    engine->kind = kind;
    engine->weakness = tab_levels_weakness(TAB_LEVELS_TOP);
    tab_eval_set_net(engine->eval, kind == TAB_EVAL_HAND ? NULL : engine->net);
    clear_hash(engine); /* its values are another evaluation's, or carry the noise of a level */
}

bool tab_engine_set_net_file(TabEngine *engine, const char *path, GError **error)
{
    if (!path && !engine->net_chosen)
        return true;
    TabNetWeights *weights = path ? tab_net_weights_load(path, error) : NULL;
    if (path && !weights)
        return false;
    tab_net_weights_free(engine->net_chosen);
    g_free(engine->net_name);
    engine->net_chosen = weights;
    engine->net_name = g_strdup(path);
    renew_net(engine);
    return true;
}

const char *tab_engine_net_fault(const TabEngine *engine)
{
    return engine->net_fault;
}

char *tab_engine_describe_eval(const TabEngine *engine)
{
    return engine->kind == TAB_EVAL_NET
               ? g_strdup(engine->net_reason)
               : g_strdup_printf("evaluation %s, chosen by Eval", tab_eval_kind_name(engine->kind));
}

const char *tab_engine_table_fault(TabEngine *engine)
{
    if (find_probe(engine))
        note_table_faults(engine);
    return engine->table_fault;
}

bool tab_engine_set_table_path(TabEngine *engine, const char *path, GError **error)
{
    g_autoptr(TabTables) tables = NULL;
    if (path && strcmp(path, "none") && !(tables = tab_tables_open(path, error)))
        return false;
    if (tables && !tab_tables_count(tables))
        return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: no tables there", path);
    if (path || engine->tables_named)
        set_tables(engine, g_steal_pointer(&tables), path != NULL);
    return true;
}

void tab_engine_set_sticks(TabEngine *engine, const TabSticks *sticks)
{
    if (!memcmp(&engine->sticks, sticks, sizeof *sticks))
        return;
    engine->sticks = *sticks;
    renew_eval(engine);
}

void tab_engine_set_seed(TabEngine *engine, uint64_t seed)
{
    engine->seed = seed;
    clear_hash(engine);
}

const TabEval *tab_engine_eval(const TabEngine *engine)
{
    return engine->eval;
}

const TabSticks *tab_engine_sticks(const TabEngine *engine)
{
    return &engine->sticks;
}

/* The search's limits from those of the protocol and the level. */
static TabSearchLimits plan_search(const TabEngine *engine, const TabEngineLimits *limits)
{
    TabTimePlan time = tab_time_plan(&limits->clock, limits->overhead);
    TabSearchLimits result = {
        .start = limits->start,
        .soft = time.soft,
        .hard = time.hard,
        .nodes = limits->nodes >= 0 ? (uint64_t)MAX(limits->nodes, 1) : 0,
        .depth = limits->depth >= 0 ? (unsigned)CLAMP(limits->depth, 1, TAB_SEARCH_MAX_DEPTH) : 0,
        .endless = limits->endless,
    };
    unsigned level_depth = engine->weakness.depth;
    if (result.endless) /* whatever other limits say */
        result = (TabSearchLimits){.start = result.start, .endless = true};
    if (level_depth && (!result.depth || result.depth > level_depth))
        result.depth = level_depth;
    if (!result.endless && !result.hard && limits->nodes < 0 && limits->depth < 0 &&
        !limits->rollout.games)
        result.soft = result.hard = DEFAULT_TIME;
    return result;
}

static void *run_search(void *user_data)
{
    TabEngine *engine = user_data;
    tab_search_run(&engine->search, engine->report, engine->user_data);
    return NULL;
}

/* Does one ply of few outcomes here and now, as a thread for it would cost far more. False if it is
 * other work, or turns out to be more. */
static bool think_at_once(TabEngine *engine)
{
    TabSearch *search = &engine->search;
    bool fixed = search->kind == TAB_EVAL_RANDOM || search->kind == TAB_EVAL_CAPTURE;
    bool one_ply = !tab_eval_kind_searches(search->kind) || search->limits.depth == 1;
    if (!one_ply || search->only || search->limits.endless || search->rollout.games ||
        !tab_throws_complete(&search->situation->throws))
        return false;
    search->max_states = fixed ? MOMENT_STATES : MOMENT_STATES / 16;
    search->hash = NULL; /* one ply does not use it, and finding out how full it is takes time */
    bool done = tab_search_run(search, engine->report, engine->user_data);
    search->max_states = 0;
    search->hash = engine->hash;
    return done;
}

void tab_engine_go(TabEngine *engine, const TabSituation *situation, TabTurn *const *only,
                   unsigned n_only, const TabEngineLimits *limits)
{
    tab_engine_wait(engine);
    atomic_store(&engine->stop, false);
    engine->situation = *situation;
    engine->only = g_new(TabTurn *, n_only); /* NULL for 0 */
    for (unsigned i = 0; i < n_only; i++)
        engine->only[i] = g_memdup2(only[i], sizeof(TabTurn));
    engine->search = (TabSearch){
        .rules = engine->rules,
        .eval = engine->eval,
        .sticks = &engine->sticks,
        .hash = engine->hash,
        .probe = find_probe(engine),
        .situation = &engine->situation,
        .only = engine->only,
        .n_only = n_only,
        .kind = engine->kind,
        .threads = engine->threads,
        .lines = limits->lines,
        .noise = engine->weakness.noise,
        .seed = engine->seed,
        .limits = plan_search(engine, limits),
        .rollout = limits->rollout,
        .stop = &engine->stop,
    };
    if (think_at_once(engine))
        return;
    engine->hash_used = true;
    engine->running = !pthread_create(&engine->thread, NULL, run_search, engine);
    if (!engine->running)
        run_search(engine); /* no thread to be had: think here */
}

void tab_engine_stop(TabEngine *engine)
{
    atomic_store(&engine->stop, true);
}

void tab_engine_wait(TabEngine *engine)
{
    if (engine->running)
        pthread_join(engine->thread, NULL);
    engine->running = false;
    for (unsigned i = 0; engine->only && i < engine->search.n_only; i++)
        g_free(engine->only[i]);
    g_clear_pointer(&engine->only, g_free);
}
