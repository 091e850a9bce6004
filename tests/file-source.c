// SPDX-License-Identifier: GPL-3.0-or-later
// A small window from which a file can be dragged, as from a file manager: file-source FILE. It
// says "shown" when it is on the screen, and ends when its file has been taken, or refused.
#include <gtk/gtk.h>

static GdkContentProvider *on_prepare(GtkDragSource *source, double x, double y, gpointer file)
{
    GSList list = {.data = file};
    GdkFileList *files = gdk_file_list_new_from_list(&list);
    GdkContentProvider *provider = gdk_content_provider_new_typed(GDK_TYPE_FILE_LIST, files);
    g_boxed_free(GDK_TYPE_FILE_LIST, files);
    return provider;
}

static void on_end(GtkDragSource *source, GdkDrag *drag, gboolean delete_data, gpointer window)
{
    gtk_window_destroy(window);
}

static gboolean on_frame(GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
    if (gdk_frame_clock_get_frame_counter(clock) < 2)
        return G_SOURCE_CONTINUE;
    g_print("shown\n");
    return G_SOURCE_REMOVE;
}

int main(int argc, char *argv[])
{
    if (argc != 2)
        return 2;
    gtk_init();
    g_autoptr(GFile) file = g_file_new_for_commandline_arg(argv[1]);
    GtkWidget *window = gtk_window_new(), *label = gtk_label_new("Drag me");
    GtkDragSource *source = gtk_drag_source_new();
    g_signal_connect(source, "prepare", G_CALLBACK(on_prepare), file);
    gtk_widget_add_controller(label, GTK_EVENT_CONTROLLER(source));
    gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
    gtk_window_set_title(GTK_WINDOW(window), "File Source");
    gtk_window_set_default_size(GTK_WINDOW(window), 120, 60);
    gtk_window_set_child(GTK_WINDOW(window), label);
    g_signal_connect(source, "drag-end", G_CALLBACK(on_end), window);
    gtk_widget_add_tick_callback(window, on_frame, NULL, NULL);
    gtk_window_present(GTK_WINDOW(window));
    while (g_list_model_get_n_items(gtk_window_get_toplevels()) > 0)
        g_main_context_iteration(NULL, TRUE);
    return 0;
}
