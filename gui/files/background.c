// SPDX-License-Identifier: GPL-3.0-or-later
// Work in a thread of its own, with a dialog that shows how far it is, and stops it, once it takes
// long.
#include "gui/files/background.h"

#include <glib/gi18n.h>

#define PATIENCE_MS 500 /* that nobody needs to be told about */
#define REFRESH_MS 100

typedef struct {
    TabBackground job; /* .title is owned; .window is weak, NULL: it is gone */
    TabProgress *progress;
    GtkWidget *dialog; /* weak; NULL: none is shown */
    GtkWidget *bar, *cancel;
    guint timer;
    gboolean finished; /* whoever waited has been told */
} Run;

static void free_background_run(gpointer data)
{
    Run *run = data;
    g_clear_handle_id(&run->timer, g_source_remove);
    g_clear_weak_pointer(&run->dialog);
    if (run->job.free_input)
        run->job.free_input(run->job.input);
    tab_progress_unref(run->progress);
    g_free((char *)run->job.title);
    g_free(run);
}

static void end_run(Run *run, gpointer result, const GError *error)
{
    g_clear_handle_id(&run->timer, g_source_remove);
    g_clear_weak_pointer(&run->job.window);
    if (run->dialog)
        gtk_window_destroy(GTK_WINDOW(run->dialog));
    run->finished = TRUE;
    run->job.done(run->job.owner, result, error);
}

/* --- the dialog --- */

/* A person need not wait for a disk that does not answer: what is only to be read is given up, and
 * the thread left to itself. What is being written may be there already: that is waited for, and
 * the dialog stays. */
static gboolean on_cancel(Run *run)
{
    g_autoptr(GError) error = NULL;
    gtk_widget_set_sensitive(run->cancel, FALSE); /* it ends as soon as it can */
    tab_progress_cancel(run->progress);
    if (run->job.free_result && !run->finished) {
        tab_progress_step(run->progress, 1, &error);
        end_run(run, NULL, error);
    }
    return TRUE; /* the desktop does not close it */
}

static void add_escape(GtkWidget *dialog)
{
    GtkShortcutController *keys = GTK_SHORTCUT_CONTROLLER(gtk_shortcut_controller_new());
    gtk_shortcut_controller_add_shortcut(keys,
                                         gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Escape, 0),
                                                          gtk_named_action_new("window.close")));
    gtk_widget_add_controller(dialog, GTK_EVENT_CONTROLLER(keys));
}

static void show_dialog(Run *run)
{
    GtkWidget *dialog =
        g_object_new(GTK_TYPE_WINDOW, "title", run->job.title, "modal", TRUE, "transient-for",
                     run->job.window, "resizable", FALSE, "default-width", 360, NULL);
    GtkWidget *box = g_object_new(GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing",
                                  12, "margin-top", 18, "margin-bottom", 18, "margin-start", 18,
                                  "margin-end", 18, NULL);
    run->bar = gtk_progress_bar_new();
    run->cancel = gtk_button_new_with_mnemonic(_("_Cancel"));
    gtk_widget_set_halign(run->cancel, GTK_ALIGN_END);
    gtk_box_append(GTK_BOX(box), gtk_label_new(run->job.title));
    gtk_box_append(GTK_BOX(box), run->bar);
    gtk_box_append(GTK_BOX(box), run->cancel);
    gtk_accessible_update_property(GTK_ACCESSIBLE(run->bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   run->job.title, -1);
    gtk_window_set_child(GTK_WINDOW(dialog), box);
    /* it comes unasked: a key that was meant for the board must not press the button */
    gtk_widget_set_focusable(run->bar, TRUE);
    gtk_window_set_focus(GTK_WINDOW(dialog), run->bar);
    add_escape(dialog);
    g_signal_connect_swapped(run->cancel, "clicked", G_CALLBACK(on_cancel), run);
    g_signal_connect_swapped(dialog, "close-request", G_CALLBACK(on_cancel), run);
    g_set_weak_pointer(&run->dialog, dialog);
    gtk_window_present(GTK_WINDOW(dialog));
}

static gboolean on_show_progress(gpointer user_data)
{
    Run *run = user_data;
    if (!run->dialog) {
        run->timer = 0;
        return G_SOURCE_REMOVE;
    }
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(run->bar), tab_progress_get_part(run->progress));
    return G_SOURCE_CONTINUE;
}

static gboolean on_patience(gpointer user_data)
{
    Run *run = user_data;
    if (!run->job.window) { /* it was closed meanwhile: there is nobody to wait */
        run->timer = 0;
        return G_SOURCE_REMOVE;
    }
    show_dialog(run);
    run->timer = g_timeout_add(REFRESH_MS, on_show_progress, run);
    on_show_progress(run);
    return G_SOURCE_REMOVE;
}

/* --- the work --- */

static void run_job(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    Run *run = data; /* of which only `job` and `progress` are read here */
    GError *error = NULL;
    gpointer result = run->job.work(run->job.input, run->progress, &error);
    if (error)
        g_task_return_error(task, error);
    else
        g_task_return_pointer(task, result, run->job.free_result);
}

static void on_ready(GObject *owner, GAsyncResult *ready, gpointer data)
{
    Run *run = g_task_get_task_data(G_TASK(ready));
    g_autoptr(GError) error = NULL;
    gpointer result = g_task_propagate_pointer(G_TASK(ready), &error);
    if (result && run->job.free_result && tab_progress_is_cancelled(run->progress)) {
        run->job.free_result(result);
        result = NULL;
        tab_progress_step(run->progress, 1, &error);
    }
    if (!run->finished)
        end_run(run, result, error);
}

TabProgress *tab_background_run(const TabBackground *job)
{
    Run *run = g_new0(Run, 1);
    run->job = *job;
    run->job.title = g_strdup(job->title);
    run->job.window = NULL;
    g_set_weak_pointer(&run->job.window, job->window);
    run->progress = tab_progress_new();
    if (job->title)
        run->timer = g_timeout_add(PATIENCE_MS, on_patience, run);
    TabProgress *progress = tab_progress_ref(run->progress);
    tab_work_in_thread(job->owner, run_job, run, free_background_run, on_ready);
    return progress;
}
