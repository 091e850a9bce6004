// SPDX-License-Identifier: GPL-3.0-or-later
// Work in a thread of its own, with a dialog that shows how far it is, and stops it, once it takes
// long.
#include "gui/files/background.h"

#include <glib/gi18n.h>

#define PATIENCE_MS 500 /* that nobody needs to be told about */
#define REFRESH_MS 100

typedef struct {
    TabBackground job; /* .title is owned */
    TabProgress *progress;
    GtkWidget *dialog; /* weak; NULL: none is shown */
    GtkProgressBar *bar;
    guint timer;
    gboolean finished; /* whoever waited has been told */
} Run;

static void free_run(gpointer data)
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

/* --- the end --- */

static void finish(Run *run, gpointer result, const GError *error)
{
    g_clear_handle_id(&run->timer, g_source_remove);
    if (run->dialog)
        gtk_window_destroy(GTK_WINDOW(run->dialog));
    run->finished = TRUE;
    run->job.done(run->job.owner, result, error);
}

/* A person need not wait for a disk that does not answer: what is only to be read is given up, and
 * the thread left to itself. What is being written may be there already: that is waited for. */
static void stop(Run *run)
{
    g_autoptr(GError) error = NULL;
    tab_progress_cancel(run->progress);
    if (run->job.free_result && !run->finished) {
        tab_progress_step(run->progress, 1, &error);
        finish(run, NULL, error);
    }
}

/* --- the dialog --- */

static void on_cancel(Run *run, GtkWidget *button)
{
    gtk_widget_set_sensitive(button, FALSE); /* it ends as soon as it can */
    stop(run);
}

/* Closing it by the desktop is the same wish; it goes when the work has ended. */
static gboolean on_close(GtkWindow *dialog, Run *run)
{
    stop(run);
    return TRUE;
}

static void show_dialog(Run *run)
{
    GtkWidget *dialog = gtk_window_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12),
              *bar = gtk_progress_bar_new(), *cancel = gtk_button_new_with_mnemonic(_("_Cancel"));
    gtk_widget_set_halign(cancel, GTK_ALIGN_END);
    g_signal_connect_swapped(cancel, "clicked", G_CALLBACK(on_cancel), run);
    gtk_window_set_title(GTK_WINDOW(dialog), run->job.title);
    gtk_window_set_modal(GTK_WINDOW(dialog), TRUE);
    gtk_window_set_transient_for(GTK_WINDOW(dialog), run->job.window);
    gtk_window_set_resizable(GTK_WINDOW(dialog), FALSE);
    gtk_window_set_default_size(GTK_WINDOW(dialog), 360, -1);
    gtk_widget_set_margin_top(box, 18);
    gtk_widget_set_margin_bottom(box, 18);
    gtk_widget_set_margin_start(box, 18);
    gtk_widget_set_margin_end(box, 18);
    gtk_box_append(GTK_BOX(box), gtk_label_new(run->job.title));
    gtk_box_append(GTK_BOX(box), bar);
    gtk_box_append(GTK_BOX(box), cancel);
    gtk_accessible_update_property(GTK_ACCESSIBLE(bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   run->job.title, -1);
    gtk_window_set_child(GTK_WINDOW(dialog), box);
    g_signal_connect(dialog, "close-request", G_CALLBACK(on_close), run);
    g_set_weak_pointer(&run->dialog, dialog);
    run->bar = GTK_PROGRESS_BAR(bar);
    gtk_window_present(GTK_WINDOW(dialog));
}

static gboolean on_refresh(gpointer user_data)
{
    Run *run = user_data;
    if (!run->dialog) {
        run->timer = 0;
        return G_SOURCE_REMOVE;
    }
    gtk_progress_bar_set_fraction(run->bar, tab_progress_get_part(run->progress));
    return G_SOURCE_CONTINUE;
}

static gboolean on_patience(gpointer user_data)
{
    Run *run = user_data;
    show_dialog(run);
    run->timer = g_timeout_add(REFRESH_MS, on_refresh, run);
    on_refresh(run);
    return G_SOURCE_REMOVE;
}

/* --- the work --- */

static void run_job(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    Run *run = data; /* of which only `job` and `progress` are read here */
    GError *error = NULL;
    gpointer result = run->job.work(run->job.input, run->progress, &error);
    if (result && run->job.free_result && tab_progress_is_cancelled(run->progress)) {
        run->job.free_result(result); /* here, as it may be large */
        result = NULL;
        tab_progress_step(run->progress, 1, &error);
    }
    if (error)
        g_task_return_error(task, error);
    else
        g_task_return_pointer(task, result, run->job.free_result);
}

static void on_ready(GObject *owner, GAsyncResult *ready, gpointer data)
{
    GTask *task = G_TASK(ready);
    Run *run = g_task_get_task_data(task);
    g_autoptr(GError) error = NULL;
    gpointer result = g_task_propagate_pointer(task, &error);
    if (result && run->job.free_result && tab_progress_is_cancelled(run->progress)) {
        run->job.free_result(result);
        result = NULL;
        tab_progress_step(run->progress, 1, &error);
    }
    if (!run->finished)
        finish(run, result, error);
}

TabProgress *tab_background_run(const TabBackground *job)
{
    Run *run = g_new0(Run, 1);
    run->job = *job;
    run->job.title = g_strdup(job->title);
    run->progress = tab_progress_new();
    run->timer = g_timeout_add(PATIENCE_MS, on_patience, run);
    TabProgress *progress = tab_progress_ref(run->progress);
    g_autoptr(GTask) task = g_task_new(job->owner, NULL, on_ready, NULL);
    g_task_set_task_data(task, run, free_run);
    g_task_run_in_thread(task, run_job);
    return progress;
}
