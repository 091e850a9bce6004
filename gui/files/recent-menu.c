// SPDX-License-Identifier: GPL-3.0-or-later
// The games opened or saved last, as a menu.
#include "gui/files/recent-menu.h"

#include <glib/gi18n.h>

#include "protocol/game/record.h"

#define MOST 10
#define PROGRAM "tab-gui"

void tab_recent_menu_add(const char *path)
{
    g_autofree char *uri = g_filename_to_uri(path, NULL, NULL);
    GtkRecentData data = {.mime_type = (char *)TAB_RECORD_MIME_TYPE,
                          .app_name = (char *)PROGRAM,
                          .app_exec = (char *)PROGRAM " %f"};
    if (uri)
        gtk_recent_manager_add_full(gtk_recent_manager_get_default(), uri, &data);
}

static int compare_age(gconstpointer a, gconstpointer b)
{
    GtkRecentInfo *one = *(GtkRecentInfo *const *)a, *other = *(GtkRecentInfo *const *)b;
    return g_date_time_compare(gtk_recent_info_get_modified(other),
                               gtk_recent_info_get_modified(one));
}

static GPtrArray *list_ours(GtkRecentManager *manager)
{
    GPtrArray *ours = g_ptr_array_new_with_free_func((GDestroyNotify)gtk_recent_info_unref);
    GList *items = gtk_recent_manager_get_items(manager);
    for (GList *item = items; item; item = item->next) {
        GtkRecentInfo *info = item->data;
        if (gtk_recent_info_has_application(info, PROGRAM) && gtk_recent_info_exists(info))
            g_ptr_array_add(ours, info);
        else
            gtk_recent_info_unref(info);
    }
    g_list_free(items);
    g_ptr_array_sort(ours, compare_age);
    return ours;
}

/* A name as it is, though it may have what stands for a mnemonic. */
static char *escape_mnemonics(const char *name)
{
    g_auto(GStrv) parts = g_strsplit(name, "_", -1);
    return g_strjoinv("__", parts);
}

static void fill(GMenu *menu, GtkRecentManager *manager)
{
    g_autoptr(GPtrArray) ours = list_ours(manager);
    g_menu_remove_all(menu);
    for (guint i = 0; i < MIN(ours->len, MOST); i++) {
        GtkRecentInfo *info = ours->pdata[i];
        g_autofree char *label = escape_mnemonics(gtk_recent_info_get_display_name(info));
        g_autoptr(GMenuItem) item = g_menu_item_new(label, NULL);
        g_menu_item_set_action_and_target(item, "win.open-recent", "s",
                                          gtk_recent_info_get_uri(info));
        g_menu_append_item(menu, item);
    }
    if (!ours->len)
        /* Translators: in place of a list of files; no action. */
        g_menu_append(menu, _("No games yet"), "win.no-recent");
}

static void on_changed(GtkRecentManager *manager, GMenu *menu)
{
    fill(menu, manager);
}

void tab_recent_menu_follow(GMenu *menu)
{
    GtkRecentManager *manager = gtk_recent_manager_get_default();
    g_signal_connect_object(manager, "changed", G_CALLBACK(on_changed), menu, 0);
    fill(menu, manager);
}
