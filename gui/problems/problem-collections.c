// SPDX-License-Identifier: GPL-3.0-or-later
// The collections of problems to choose from: those that came with the program, and a file of the
// person's own.
#include "gui/problems/problem-collections.h"

#include <string.h>

#include "gui/model/problem-set.h"
#include "gui/model/rules-text.h"

static void free_collection(gpointer data)
{
    TabProblemCollection *collection = data;
    g_free(collection->name);
    g_free(collection->path);
    g_free(collection->title);
    g_free(collection);
}

/* Takes `path` and `title` over. */
static void add(GPtrArray *list, const char *name, char *path, char *title)
{
    TabProblemCollection *collection = g_new(TabProblemCollection, 1);
    *collection = (TabProblemCollection){g_strdup(name), path, title};
    g_ptr_array_add(list, collection);
}

GPtrArray *tab_problem_collections_list(GSettings *settings)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(free_collection);
    g_autoptr(GArray) shipped = tab_problem_set_list_shipped();
    g_autofree char *last = g_settings_get_string(settings, "problems");
    for (guint i = 0; i < shipped->len; i++) {
        guint preset = g_array_index(shipped, guint, i);
        const char *name = tab_ruleset_preset_name(preset);
        add(list, name, tab_problem_set_find_shipped(name),
            g_strdup(tab_rules_text_preset(preset)));
    }
    if (g_path_is_absolute(last))
        add(list, last, g_strdup(last), g_filename_display_basename(last));
    return list;
}

guint tab_problem_collections_find(GPtrArray *collections, GSettings *settings)
{
    g_autofree char *last = g_settings_get_string(settings, "problems");
    for (guint i = 0; i < collections->len; i++)
        if (!strcmp(((TabProblemCollection *)g_ptr_array_index(collections, i))->name, last))
            return i;
    return 0;
}
