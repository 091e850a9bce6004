// SPDX-License-Identifier: GPL-3.0-or-later
// Opens folders of tables and reads values.
#include "engine/tables/probe.h"

#include <string.h>

struct _TabTables {
    GPtrArray *table; /* TabTable */
    uint64_t in_memory;
};

/* Where the values of a layer are. */
typedef struct {
    const TabTable *table; /* NULL: not known */
    uint64_t start;
    double bound;
} Layer;

struct _TabProbe {
    const TabIndex *index;
    unsigned most; /* pieces of both sides */
    Layer layer[TAB_INDEX_MOST_PIECES + 1][TAB_INDEX_MOST_PIECES + 1];
};

static TabTables *tables_new(uint64_t in_memory)
{
    TabTables *tables = g_new0(TabTables, 1);
    tables->in_memory = in_memory;
    tables->table = g_ptr_array_new_with_free_func((GDestroyNotify)tab_table_free);
    return tables;
}

static bool add_file(TabTables *tables, const char *path, GError **error)
{
    TabTable *table = tab_table_open_within(path, tables->in_memory, false, error);
    if (table)
        g_ptr_array_add(tables->table, table);
    return table != NULL;
}

static int compare_table_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Adds the tables in a folder, in the order of names, so that a set of tables is the same wherever
 * it is opened; ends at the first that is no good, or passes over those. */
static bool add_folder(TabTables *tables, const char *path, bool only_good, GError **error)
{
    g_autoptr(GError) fault = NULL;
    g_autoptr(GDir) folder = g_dir_open(path, 0, &fault);
    if (!folder)
        return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s", fault->message);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(folder));)
        if (g_str_has_suffix(name, TAB_TABLE_SUFFIX))
            g_ptr_array_add(names, g_build_filename(path, name, NULL));
    g_ptr_array_sort(names, compare_table_names);
    for (unsigned i = 0; i < names->len; i++)
        if (!add_file(tables, names->pdata[i], fault ? NULL : &fault) && !only_good)
            break;
    if (!fault)
        return true;
    g_propagate_error(error, g_steal_pointer(&fault));
    return false;
}

TabTables *tab_tables_open_good(const char *path, GError **error)
{
    TabTables *tables = tables_new(TAB_TABLE_IN_MEMORY);
    add_folder(tables, path, true, error);
    return tables;
}

TabTables *tab_tables_open_within(char *const *names, uint64_t in_memory, GError **error)
{
    g_autoptr(TabTables) tables = tables_new(in_memory);
    for (; *names; names++)
        if (g_file_test(*names, G_FILE_TEST_IS_DIR) ? !add_folder(tables, *names, false, error)
                                                    : !add_file(tables, *names, error))
            return NULL;
    return g_steal_pointer(&tables);
}

TabTables *tab_tables_open_all(char *const *names, GError **error)
{
    return tab_tables_open_within(names, TAB_TABLE_IN_MEMORY, error);
}

TabTables *tab_tables_open(const char *path, GError **error)
{
    g_auto(GStrv) parts = g_strsplit(path, G_SEARCHPATH_SEPARATOR_S, -1);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (char **part = parts; *part; part++)
        if (**part)
            g_ptr_array_add(names, *part);
    g_ptr_array_add(names, NULL);
    return tab_tables_open_all((char *const *)names->pdata, error);
}

void tab_tables_free(TabTables *tables)
{
    if (tables)
        g_ptr_array_unref(tables->table);
    g_free(tables);
}

unsigned tab_tables_count(const TabTables *tables)
{
    return tables->table->len;
}

const TabTable *tab_tables_get(const TabTables *tables, unsigned i)
{
    return tables->table->pdata[i];
}

char *tab_tables_describe_faults(const TabTables *tables)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (unsigned i = 0; i < tables->table->len; i++) {
        g_autofree char *fault = tab_table_describe_fault(tables->table->pdata[i]);
        if (fault)
            g_string_append_printf(text, "%s%s", text->len ? "; " : "", fault);
    }
    return text->len ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

bool tab_tables_same_play(const TabRuleset *a, const TabRuleset *b)
{
    return tab_ruleset_columns(a) == tab_ruleset_columns(b) && tab_ruleset_same_turns(a, b);
}

static void add_layers(TabProbe *probe, const TabTable *table)
{
    const TabLayers *layers = &table->layers;
    double rounding = tab_value_kinds[table->head.format].rounding;
    for (unsigned i = 0; i < layers->n_units; i++) {
        const TabUnit *unit = &layers->unit[i];
        double bound = table->head.unit[i].bound + rounding;
        for (unsigned turned = 0; turned < 2; turned++) {
            unsigned own = turned ? unit->fewer : unit->more;
            unsigned enemy = turned ? unit->more : unit->fewer;
            Layer *layer = &probe->layer[own][enemy];
            if (layer->table && layer->bound <= bound)
                continue;
            *layer = (Layer){.table = table, .start = layers->start[own][enemy], .bound = bound};
            probe->most = MAX(probe->most, own + enemy);
        }
    }
    /* A position's number in its layer does not depend on how large the index is. */
    if (!probe->index || table->index->most > probe->index->most)
        probe->index = table->index;
}

TabProbe *tab_probe_new(const TabTables *tables, const TabRules *rules)
{
    g_autoptr(TabProbe) probe = g_new0(TabProbe, 1);
    for (unsigned i = 0; i < tables->table->len; i++) {
        const TabTable *table = tables->table->pdata[i];
        if (atomic_load(table->fault) == TAB_TABLE_SOUND &&
            tab_tables_same_play(&table->head.set, &rules->set))
            add_layers(probe, table);
    }
    return probe->index ? g_steal_pointer(&probe) : NULL;
}

void tab_probe_free(TabProbe *probe)
{
    g_free(probe);
}

unsigned tab_probe_most(const TabProbe *probe)
{
    return probe->most;
}

bool tab_probe_value(const TabProbe *probe, const TabPosition *position, TabProbed *found)
{
    if (tab_position_finished(probe->index->rules, position)) {
        *found = (TabProbed){
            .value = tab_position_score(probe->index->rules, position, (TabSide)position->side)};
        return true;
    }
    TabPlace place;
    if (!tab_index_find(probe->index, position, &place))
        return false;
    const Layer *layer = &probe->layer[place.own][place.enemy];
    found->bound = layer->bound;
    return layer->table &&
           tab_table_value(layer->table, layer->start + place.number, &found->value);
}
