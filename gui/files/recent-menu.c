// SPDX-License-Identifier: GPL-3.0-or-later
// The games opened or saved last, as a menu.
#include "gui/files/recent-menu.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "protocol/game/record-text.h"

#define MOST 10
#define PROGRAM "tab-gui"

/* Whether GTK can keep its list; where it cannot, it complains whenever it is asked. */
static gboolean can_be_kept(void)
{
    const char *folder = g_get_user_data_dir();
    return !g_mkdir_with_parents(folder, 0755) && !g_access(folder, W_OK);
}

void tab_recent_menu_add(const char *path)
{
    if (!can_be_kept())
        return;
    g_autofree char *uri = g_filename_to_uri(path, NULL, NULL);
    GtkRecentData data = {.mime_type = (char *)TAB_RECORD_MIME_TYPE,
                          .app_name = (char *)PROGRAM,
                          .app_exec = (char *)PROGRAM " %f"};
    if (uri)
        gtk_recent_manager_add_full(gtk_recent_manager_get_default(), uri, &data);
}

/* The later one first. */
static int compare_age(gconstpointer one, gconstpointer other)
{
    return g_date_time_compare(gtk_recent_info_get_modified((GtkRecentInfo *)other),
                               gtk_recent_info_get_modified((GtkRecentInfo *)one));
}

/* `manager`: NULL: the list cannot be kept. */
static void fill_menu(GtkRecentManager *manager, GMenu *menu)
{
    GList *files = manager ? g_list_sort(gtk_recent_manager_get_items(manager), compare_age) : NULL;
    int n = 0;
    g_menu_remove_all(menu);
    for (GList *at = files; at && n < MOST; at = at->next) {
        GtkRecentInfo *info = at->data;
        if (!gtk_recent_info_has_application(info, PROGRAM) || !gtk_recent_info_exists(info))
            continue;
        g_auto(GStrv) parts = g_strsplit(gtk_recent_info_get_display_name(info), "_", -1);
        g_autofree char *label = g_strjoinv("__", parts); /* else it would be a mnemonic */
        g_autoptr(GMenuItem) item = g_menu_item_new(label, NULL);
        g_menu_item_set_action_and_target(item, "win.open-recent", "s",
                                          gtk_recent_info_get_uri(info));
        g_menu_append_item(menu, item);
        n++;
    }
    if (!n)
        /* Translators: in place of a list of files; no action. */
        g_menu_append(menu, _("No games yet"), "win.no-recent");
    g_list_free_full(files, (GDestroyNotify)gtk_recent_info_unref);
}

void tab_recent_menu_follow(GMenu *menu)
{
    GtkRecentManager *manager = can_be_kept() ? gtk_recent_manager_get_default() : NULL;
    if (manager)
        g_signal_connect_object(manager, "changed", G_CALLBACK(fill_menu), menu, 0);
    fill_menu(manager, menu);
}
