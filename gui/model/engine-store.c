// SPDX-License-Identifier: GPL-3.0-or-later
// The user's engines as a list that people change; each change is made on the file as it is, or not
// at all.
#include "gui/model/engine-store.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_FINAL_TYPE(TabEngineStore, tab_engine_store, G_TYPE_OBJECT)
G_DEFINE_QUARK(tab_engine_store_error, tab_engine_store_error)

static guint changed_signal;

/* --- reading --- */

static char *read_engines_text(TabEngineStore *self)
{
    char *text = NULL;
    g_file_get_contents(self->path, &text, NULL, NULL);
    return text;
}

static void read_engines_file(TabEngineStore *self)
{
    g_clear_error(&self->fault);
    g_clear_pointer(&self->configs, g_ptr_array_unref);
    g_free(self->text);
    self->text =
        read_engines_text(self); /* before the list: a later change of the file is then seen */
    self->configs = tab_engine_config_load(self->path, &self->fault);
    if (!self->configs)
        self->configs = g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
}

void tab_engine_store_reload(TabEngineStore *self)
{
    read_engines_file(self);
    g_signal_emit(self, changed_signal, 0);
}

/* --- names --- */

static const char *program_name(const TabEngineConfig *config)
{
    const char *slash = strrchr(config->argv[0], '/');
    const char *program = slash ? slash + 1 : config->argv[0];
    return g_str_equal(program, "tab-engine") ? TAB_ENGINE_STORE_OWN : program;
}

const char *tab_engine_store_name_of(const TabEngineConfig *config)
{
    return config->name        ? config->name
           : config->said_name ? config->said_name
                               : program_name(config);
}

char *tab_engine_store_describe(const TabEngineConfig *config)
{
    const char *name = tab_engine_store_name_of(config);
    /* Translators: in lists of engines to choose from; an engine's name. */
    return config->failed ? g_strdup_printf(_("⚠ %s (failed its test)"), name) : g_strdup(name);
}

void tab_engine_store_note_name(TabEngineConfig *config, const char *said)
{
    const char *last = strrchr(said, ' ');
    gboolean versioned = last && last > said && g_ascii_isdigit(last[1]);
    g_autofree char *name = g_strndup(said, versioned ? (gsize)(last - said) : strlen(said));
    g_free(config->said_name);
    config->said_name = *g_strstrip(name) ? g_steal_pointer(&name) : NULL;
}

/* The place of the engine of this name, or of one that was called so until it told its own; -1. */
static int find_engine(const GPtrArray *engines, const char *name)
{
    int found = -1;
    for (guint i = 0; i < engines->len; i++) {
        const TabEngineConfig *config = engines->pdata[i];
        if (!config->name && g_str_equal(program_name(config), name))
            found = (int)i;
    }
    for (guint i = 0; i < engines->len; i++)
        if (g_str_equal(tab_engine_store_name_of(engines->pdata[i]), name))
            found = (int)i;
    return found;
}

guint tab_engine_store_find(const GPtrArray *engines, const char *name)
{
    return (guint)MAX(find_engine(engines, name), 0);
}

gboolean tab_engine_store_has(const GPtrArray *engines, const char *name)
{
    return find_engine(engines, name) >= 0;
}

/* --- changing --- */

/* By another engine than number `except`, -1: any. */
static gboolean is_taken(TabEngineStore *self, const char *name, int except)
{
    for (guint i = 0; i < self->configs->len; i++)
        if ((int)i != except &&
            g_str_equal(tab_engine_store_name_of(self->configs->pdata[i]), name))
            return TRUE;
    return FALSE;
}

/* Puts a number behind the name in `text` until nobody else has it, nor our own engine, which need
 * not be in the list. */
static void number_name(TabEngineStore *self, TabEngineConfig *config, char **text, int except)
{
    g_autofree char *base = g_strdup(tab_engine_store_name_of(config));
    for (guint n = 2; g_str_equal(tab_engine_store_name_of(config), TAB_ENGINE_STORE_OWN) ||
                      is_taken(self, tab_engine_store_name_of(config), except);
         n++) {
        g_free(*text);
        *text = g_strdup_printf("%s (%u)", base, n);
    }
}

static gboolean refuse_name(const char *name, GError **error)
{
    g_set_error(error, TAB_ENGINE_STORE_ERROR, TAB_ENGINE_STORE_ERROR_NAME,
                /* Translators: %s is an engine's name. */
                _("There is an engine called “%s” already."), name);
    return FALSE;
}

/* Whether somebody gives an engine the name of our own, which need not be in the list; what bears
 * it in the file already may keep it. */
static gboolean takes_own_name(const TabEngineConfig *config, const TabEngineConfig *before)
{
    return !g_strcmp0(config->name, TAB_ENGINE_STORE_OWN) &&
           (!before || g_strcmp0(before->name, config->name));
}

gboolean tab_engine_store_check(TabEngineStore *self, GError **error)
{
    g_autofree char *now = read_engines_text(self);
    gboolean same = g_strcmp0(now, self->text) == 0;
    if (!same)
        tab_engine_store_reload(self);
    if (self->fault) {
        g_propagate_error(error, g_error_copy(self->fault));
        return FALSE;
    }
    if (same)
        return TRUE;
    g_set_error(error, TAB_ENGINE_STORE_ERROR, TAB_ENGINE_STORE_ERROR_STALE,
                /* Translators: %s is a file's name. */
                _("%s was changed by another program. The list has been read again; nothing "
                  "was changed here."),
                self->path);
    return FALSE;
}

/* A copy of the list, to be changed; NULL with an error if the file is not as it was read, or if
 * another engine than number `except` (-1: any) has the name given to `config` (NULL: whatever it
 * is). */
static GPtrArray *begin_change(TabEngineStore *self, const TabEngineConfig *config, int except,
                               GError **error)
{
    if (!tab_engine_store_check(self, error))
        return NULL;
    if (config && config->name && is_taken(self, config->name, except)) {
        refuse_name(config->name, error);
        return NULL;
    }
    GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    for (guint i = 0; i < self->configs->len; i++)
        g_ptr_array_add(list, tab_engine_config_copy(self->configs->pdata[i]));
    return list;
}

/* A copy of `config` with a name of its own, which is at most number `except`'s. */
static TabEngineConfig *copy_named(TabEngineStore *self, const TabEngineConfig *config, int except)
{
    TabEngineConfig *copy = tab_engine_config_copy(config);
    if (!copy->name)
        number_name(self, copy, &copy->said_name, except);
    return copy;
}

/* Writes the changed list; only then is it the store's. */
static gboolean commit(TabEngineStore *self, GPtrArray *changed, GError **error)
{
    if (!tab_engine_config_save(changed, self->path, error))
        return FALSE;
    g_ptr_array_unref(self->configs);
    self->configs = g_ptr_array_ref(changed);
    g_free(self->text);
    self->text = read_engines_text(self);
    g_signal_emit(self, changed_signal, 0);
    return TRUE;
}

gboolean tab_engine_store_replace(TabEngineStore *self, guint nth, const TabEngineConfig *config,
                                  GError **error)
{
    g_autoptr(GPtrArray) list = begin_change(self, config, (int)nth, error);
    if (!list)
        return FALSE;
    g_return_val_if_fail(nth < list->len, FALSE);
    if (takes_own_name(config, list->pdata[nth]))
        return refuse_name(config->name, error);
    tab_engine_config_free(list->pdata[nth]);
    list->pdata[nth] = copy_named(self, config, (int)nth);
    return commit(self, list, error);
}

gboolean tab_engine_store_remove(TabEngineStore *self, guint nth, GError **error)
{
    g_autoptr(GPtrArray) list = begin_change(self, NULL, -1, error);
    if (!list)
        return FALSE;
    g_return_val_if_fail(nth < list->len, FALSE);
    g_ptr_array_remove_index(list, nth);
    return commit(self, list, error);
}

gboolean tab_engine_store_insert(TabEngineStore *self, guint nth, const TabEngineConfig *config,
                                 GError **error)
{
    g_autoptr(GPtrArray) list = begin_change(self, config, -1, error);
    if (!list)
        return FALSE;
    g_ptr_array_insert(list, (int)MIN(nth, list->len), copy_named(self, config, -1));
    return commit(self, list, error);
}

gboolean tab_engine_store_add(TabEngineStore *self, const TabEngineConfig *config, GError **error)
{
    if (takes_own_name(config, NULL))
        return refuse_name(config->name, error);
    return tab_engine_store_insert(self, G_MAXUINT, config, error);
}

/* Puts a copy with a name that is free in front of number `place`. */
static gboolean insert_copy(TabEngineStore *self, GPtrArray *list, const TabEngineConfig *config,
                            guint place, GError **error)
{
    TabEngineConfig *copy = tab_engine_config_copy(config);
    number_name(self, copy, &copy->name, -1);
    g_ptr_array_insert(list, (int)place, copy);
    return commit(self, list, error);
}

gboolean tab_engine_store_duplicate(TabEngineStore *self, guint nth, GError **error)
{
    g_autoptr(GPtrArray) list = begin_change(self, NULL, -1, error);
    if (!list)
        return FALSE;
    g_return_val_if_fail(nth < list->len, FALSE);
    return insert_copy(self, list, list->pdata[nth], nth + 1, error);
}

gboolean tab_engine_store_add_copy(TabEngineStore *self, const TabEngineConfig *config,
                                   GError **error)
{
    g_autoptr(GPtrArray) list = begin_change(self, NULL, -1, error);
    return list && insert_copy(self, list, config, list->len, error);
}

gboolean tab_engine_store_set_enabled(TabEngineStore *self, guint nth, gboolean enabled,
                                      GError **error)
{
    g_autoptr(GPtrArray) list = begin_change(self, NULL, -1, error);
    if (!list)
        return FALSE;
    g_return_val_if_fail(nth < list->len, FALSE);
    ((TabEngineConfig *)list->pdata[nth])->disabled = !enabled;
    return commit(self, list, error);
}

/* --- the object --- */

TabEngineStore *tab_engine_store_new(const char *path)
{
    TabEngineStore *self = g_object_new(TAB_TYPE_ENGINE_STORE, NULL);
    self->path = path ? g_strdup(path) : tab_engine_config_user_file();
    read_engines_file(self);
    return self;
}

static void tab_engine_store_finalize(GObject *object)
{
    TabEngineStore *self = TAB_ENGINE_STORE(object);
    g_free(self->path);
    g_free(self->text);
    g_clear_error(&self->fault);
    g_clear_pointer(&self->configs, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_engine_store_parent_class)->finalize(object);
}

static void tab_engine_store_class_init(TabEngineStoreClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_engine_store_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_ENGINE_STORE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_engine_store_init(TabEngineStore *self)
{
}
