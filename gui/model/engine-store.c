// SPDX-License-Identifier: GPL-3.0-or-later
// The user's engines as a list that people change; each change is made on the file as it is, or not
// at all.
#include "gui/model/engine-store.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_FINAL_TYPE(TabEngineStore, tab_engine_store, G_TYPE_OBJECT)
G_DEFINE_QUARK(tab_engine_store_error, tab_engine_store_error)

static guint changed_signal;

/* --- reading ---------------------------------------------------------------------------------- */

static char *read_text(TabEngineStore *self)
{
    char *text = NULL;
    g_file_get_contents(self->path, &text, NULL, NULL);
    return text;
}

static void read_file(TabEngineStore *self)
{
    g_clear_error(&self->fault);
    g_clear_pointer(&self->configs, g_ptr_array_unref);
    g_free(self->text);
    self->text = read_text(self); /* before the list: a later change of the file is then seen */
    self->configs = tab_engine_config_load(self->path, &self->fault);
    if (!self->configs)
        self->configs = g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
}

void tab_engine_store_reload(TabEngineStore *self)
{
    read_file(self);
    g_signal_emit(self, changed_signal, 0);
}

const char *tab_engine_store_name_of(const TabEngineConfig *config)
{
    const char *slash = strrchr(config->argv[0], '/');
    const char *program = slash ? slash + 1 : config->argv[0];
    if (config->name)
        return config->name;
    return g_str_equal(program, "tab-engine") ? TAB_ENGINE_STORE_OWN : program;
}

/* --- changing --------------------------------------------------------------------------------- */

static gboolean is_current(TabEngineStore *self, GError **error)
{
    if (self->fault) {
        g_propagate_error(error, g_error_copy(self->fault));
        return FALSE;
    }
    g_autofree char *now = read_text(self);
    if (g_strcmp0(now, self->text) == 0)
        return TRUE;
    tab_engine_store_reload(self);
    g_set_error(error, TAB_ENGINE_STORE_ERROR, TAB_ENGINE_STORE_ERROR_STALE,
                /* Translators: %s is a file's name. */
                _("%s was changed by another program. The list has been read again; nothing was "
                  "changed here."),
                self->path);
    return FALSE;
}

static gboolean is_taken(TabEngineStore *self, const char *name, int except)
{
    for (guint i = 0; i < self->configs->len; i++)
        if ((int)i != except &&
            g_str_equal(tab_engine_store_name_of(self->configs->pdata[i]), name))
            return TRUE;
    return FALSE;
}

static gboolean check_name(TabEngineStore *self, const TabEngineConfig *config, int except,
                           GError **error)
{
    const char *name = tab_engine_store_name_of(config);
    if (!is_taken(self, name, except))
        return TRUE;
    g_set_error(error, TAB_ENGINE_STORE_ERROR, TAB_ENGINE_STORE_ERROR_NAME,
                /* Translators: %s is an engine's name. */
                _("There is an engine called “%s” already."), name);
    return FALSE;
}

static GPtrArray *copy_list(TabEngineStore *self)
{
    GPtrArray *list = g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    for (guint i = 0; i < self->configs->len; i++)
        g_ptr_array_add(list, tab_engine_config_copy(self->configs->pdata[i]));
    return list;
}

/* Writes the changed list; only then is it the store's. */
static gboolean commit(TabEngineStore *self, GPtrArray *changed, GError **error)
{
    if (!tab_engine_config_save(changed, self->path, error))
        return FALSE;
    g_ptr_array_unref(self->configs);
    self->configs = g_ptr_array_ref(changed);
    g_free(self->text);
    self->text = read_text(self);
    g_signal_emit(self, changed_signal, 0);
    return TRUE;
}

gboolean tab_engine_store_replace(TabEngineStore *self, guint nth, const TabEngineConfig *config,
                                  GError **error)
{
    if (!is_current(self, error) || !check_name(self, config, (int)nth, error))
        return FALSE;
    g_return_val_if_fail(nth < self->configs->len, FALSE);
    g_autoptr(GPtrArray) list = copy_list(self);
    tab_engine_config_free(list->pdata[nth]);
    list->pdata[nth] = tab_engine_config_copy(config);
    return commit(self, list, error);
}

gboolean tab_engine_store_remove(TabEngineStore *self, guint nth, GError **error)
{
    if (!is_current(self, error))
        return FALSE;
    g_return_val_if_fail(nth < self->configs->len, FALSE);
    g_autoptr(GPtrArray) list = copy_list(self);
    g_ptr_array_remove_index(list, nth);
    return commit(self, list, error);
}

gboolean tab_engine_store_insert(TabEngineStore *self, guint nth, const TabEngineConfig *config,
                                 GError **error)
{
    if (!is_current(self, error) || !check_name(self, config, -1, error))
        return FALSE;
    g_autoptr(GPtrArray) list = copy_list(self);
    g_ptr_array_insert(list, (int)MIN(nth, list->len), tab_engine_config_copy(config));
    return commit(self, list, error);
}

gboolean tab_engine_store_add(TabEngineStore *self, const TabEngineConfig *config, GError **error)
{
    return tab_engine_store_insert(self, G_MAXUINT, config, error);
}

/* Inserts a copy with a name that is free, in front of number `place`. */
static gboolean insert_copy(TabEngineStore *self, const TabEngineConfig *config, guint place,
                            GError **error)
{
    g_autoptr(GPtrArray) list = copy_list(self);
    TabEngineConfig *copy = tab_engine_config_copy(config);
    g_autofree char *base = g_strdup(tab_engine_store_name_of(copy));
    for (guint number = 2; is_taken(self, tab_engine_store_name_of(copy), -1) ||
                           g_str_equal(tab_engine_store_name_of(copy), TAB_ENGINE_STORE_OWN);
         number++) {
        g_free(copy->name);
        copy->name = g_strdup_printf("%s (%u)", base, number);
    }
    g_ptr_array_insert(list, (int)place, copy);
    return commit(self, list, error);
}

gboolean tab_engine_store_duplicate(TabEngineStore *self, guint nth, GError **error)
{
    if (!is_current(self, error))
        return FALSE;
    g_return_val_if_fail(nth < self->configs->len, FALSE);
    return insert_copy(self, self->configs->pdata[nth], nth + 1, error);
}

gboolean tab_engine_store_add_copy(TabEngineStore *self, const TabEngineConfig *config,
                                   GError **error)
{
    return is_current(self, error) && insert_copy(self, config, self->configs->len, error);
}

gboolean tab_engine_store_set_enabled(TabEngineStore *self, guint nth, gboolean enabled,
                                      GError **error)
{
    if (!is_current(self, error))
        return FALSE;
    g_return_val_if_fail(nth < self->configs->len, FALSE);
    g_autoptr(GPtrArray) list = copy_list(self);
    ((TabEngineConfig *)list->pdata[nth])->disabled = !enabled;
    return commit(self, list, error);
}

/* --- the object ------------------------------------------------------------------------------- */

TabEngineStore *tab_engine_store_new(const char *path)
{
    TabEngineStore *self = g_object_new(TAB_TYPE_ENGINE_STORE, NULL);
    self->path = path ? g_strdup(path) : tab_engine_config_user_file();
    read_file(self);
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
