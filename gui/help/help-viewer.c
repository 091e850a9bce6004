// SPDX-License-Identifier: GPL-3.0-or-later
// Opens the help pages in the desktop's viewer of help.
#include "gui/help/help-viewer.h"

#include <glib/gi18n.h>

#include "gui/widgets/fault-dialog.h"
#include "gui/widgets/program-folders.h"

static void show_help_fault(GtkWindow *parent, const GError *error)
{
    tab_fault_dialog_show(parent, _("The help could not be shown"), error);
}

static void on_launched(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(GtkWindow) parent = user_data;
    g_autoptr(GError) error = NULL;
    if (!g_app_info_launch_uris_finish(G_APP_INFO(source), result, &error))
        show_help_fault(parent, error);
}

/* The viewer is asked for by name rather than by gtk_show_uri(): the pages of a build folder are
 * files, and for files that would be the file manager. */
void tab_help_viewer_open(GtkWindow *parent)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *pages = tab_program_folders_find_help();
    g_autoptr(GAppInfo) viewer = g_app_info_get_default_for_uri_scheme("help");
    if (!pages || !viewer) {
        g_set_error_literal(&error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                            !pages ? _("Its pages were not installed with this program.")
                                   /* Translators: Yelp is a program's name. */
                                   : _("There is no program here that shows help. Install Yelp, "
                                       "GNOME’s help viewer."));
        show_help_fault(parent, error);
        return;
    }
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(parent));
    g_autoptr(GdkAppLaunchContext) context = gdk_display_get_app_launch_context(display);
    GList uris = {.data = pages};
    g_app_info_launch_uris_async(viewer, &uris, G_APP_LAUNCH_CONTEXT(context), NULL, on_launched,
                                 g_object_ref(parent));
}
