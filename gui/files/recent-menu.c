// SPDX-License-Identifier: GPL-3.0-or-later
// The games opened or saved last, as a menu.
#include "gui/files/recent-menu.h"

#include <glib/gi18n.h>

#include "protocol/game/record-text.h"

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

static void fill(GtkRecentManager *manager, GMenu *menu)
{
    g_autoptr(GPtrArray) ours = list_ours(manager);
    g_menu_remove_all(menu);
    for (guint i = 0; i < MIN(ours->len, MOST); i++) {
        GtkRecentInfo *info = ours->pdata[i];
        g_auto(GStrv) parts = g_strsplit(gtk_recent_info_get_display_name(info), "_", -1);
        g_autofree char *label = g_strjoinv("__", parts); /* else it would be a mnemonic */
        g_autoptr(GMenuItem) item = g_menu_item_new(label, NULL);
        g_menu_item_set_action_and_target(item, "win.open-recent", "s",
                                          gtk_recent_info_get_uri(info));
        g_menu_append_item(menu, item);
    }
    if (!ours->len)
        /* Translators: in place of a list of files; no action. */
        g_menu_append(menu, _("No games yet"), "win.no-recent");
}

void tab_recent_menu_follow(GMenu *menu)
{
    GtkRecentManager *manager = gtk_recent_manager_get_default();
    g_signal_connect_object(manager, "changed", G_CALLBACK(fill), menu, 0);
    fill(manager, menu);
}
