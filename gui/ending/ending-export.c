// SPDX-License-Identifier: GPL-3.0-or-later
// Asks where to, and writes the picture of a game's end there.
#include "gui/ending/ending-export.h"

#include <glib/gi18n.h>

#include "gui/files/background.h"
#include "gui/files/file-dialog.h"
#include "gui/widgets/fault-dialog.h"

/* All that the thread reads. */
typedef struct {
    TabEndingPicture *picture;
    TabDiagramFormat format;
    char *path;
} Export;

static void free_export(gpointer data)
{
    Export *export = data;
    tab_ending_picture_free(export->picture);
    g_free(export->path);
    g_free(export);
}

static gpointer paint(gpointer input, TabProgress *progress, GError **error)
{
    const Export *export = input;
    return GINT_TO_POINTER(
        tab_ending_picture_save(export->picture, export->format, export->path, error));
}

/* Who quits meanwhile gets the picture, too. */
static void on_painted(gpointer window, gpointer result, const GError *error)
{
    if (error)
        tab_fault_dialog_show(window, _("The picture could not be saved"), error);
    g_application_release(g_application_get_default());
}

static void write_picture(GtkWindow *window, TabEndingPicture *picture, TabDiagramFormat format,
                          const char *path)
{
    Export *export = g_new0(Export, 1);
    *export = (Export){picture, format, g_strdup(path)};
    g_application_hold(g_application_get_default());
    g_autoptr(TabProgress) progress = tab_background_run(&(TabBackground){
        .window = window,
        /* Translators: while a picture of a game's end is being written. */
        .title = _("Saving the picture…"),
        .work = paint,
        .input = export,
        .free_input = free_export,
        .done = on_painted,
        .owner = window,
    });
}

static void on_response(GtkNativeDialog *native, int response, GtkWindow *window)
{
    GtkFileChooser *chooser = GTK_FILE_CHOOSER(native);
    g_autofree char *chosen =
        tab_file_dialog_get_path(native, response, _("The picture could not be saved"));
    if (chosen) {
        g_autofree char *named = tab_file_dialog_name_picture(chooser, chosen);
        gboolean good = tab_paint_diagram_format(named) >= 0; /* and not that of a text */
        g_autofree char *path = g_strconcat(named, good ? NULL : ".png", NULL);
        if (tab_file_dialog_asks_again(native, path))
            return;
        tab_file_dialog_remember("pictures-folder", path);
        write_picture(window, g_object_steal_data(G_OBJECT(native), "picture"),
                      (TabDiagramFormat)tab_paint_diagram_format(path), path);
    }
    g_object_unref(native);
}

void tab_ending_export(GtkWindow *window, TabEndingPicture *picture)
{
    GtkFileChooserNative *native = gtk_file_chooser_native_new(
        _("Save as Picture"), window, GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), NULL);
    GtkFileChooser *chooser = GTK_FILE_CHOOSER(native);
    g_object_set_data_full(G_OBJECT(native), "picture", picture,
                           (GDestroyNotify)tab_ending_picture_free);
    tab_file_dialog_add_pictures(chooser);
    /* Translators: the name of a file that is suggested for the picture of a game's end; keep
     * ".png". */
    gtk_file_chooser_set_current_name(chooser, _("game.png"));
    tab_file_dialog_begin_in(native, "pictures-folder", G_USER_DIRECTORY_PICTURES);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(native), TRUE);
    g_signal_connect_object(native, "response", G_CALLBACK(on_response), window, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(native));
}
