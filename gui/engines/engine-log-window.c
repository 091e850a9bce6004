// SPDX-License-Identifier: GPL-3.0-or-later
// What engines and window say to each other; a flood is shown as far as the screen can follow.
#include "gui/engines/engine-log-window.h"

#include <glib/gi18n.h>

#define REFRESH_MS 200
#define LINES_AT_ONCE 250 /* what is more since the last refresh is skipped, and said to be */
#define MAX_LINES 3000    /* in the text */

struct _TabEngineLogWindow {
    GtkWindow parent;
    GtkDropDown *sources;
    GtkTextView *view;
    GPtrArray *logs;     /* of TabProtocolLog, as listed */
    TabProtocolLog *log; /* the one shown, or NULL */
    guint64 shown;       /* number of the next line to show */
    guint refresh;       /* source, 0: nothing new */
    gboolean filling;    /* the list of sources is being changed */
};

G_DEFINE_FINAL_TYPE(TabEngineLogWindow, tab_engine_log_window, GTK_TYPE_WINDOW)

static gboolean on_show_new_lines(gpointer user_data)
{
    TabEngineLogWindow *self = user_data;
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(self->view);
    guint64 end = self->log->end, begin = tab_protocol_log_get_begin(self->log);
    guint64 first = MAX(begin, end > LINES_AT_ONCE ? end - LINES_AT_ONCE : 0);
    GtkAdjustment *place = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(self->view));
    gboolean follows = gtk_adjustment_get_value(place) + gtk_adjustment_get_page_size(place) >=
                       gtk_adjustment_get_upper(place) - 40; /* it is at the end */
    g_autoptr(GString) text = g_string_new(NULL);
    GtkTextIter at, surplus_end;
    self->refresh = 0;
    if (first > self->shown) {
        guint n = (guint)(first - self->shown);
        /* Translators: in place of lines of an engine's log that came too fast to be shown. */
        g_string_printf(text, ngettext("… %u line left out …", "… %u lines left out …", n), n);
        g_string_append_c(text, '\n');
        self->shown = first;
    }
    for (; self->shown < end; self->shown++) {
        g_autofree char *line = tab_protocol_log_to_string(self->log, self->shown);
        g_string_append_printf(text, "%s\n", line);
    }
    gtk_text_buffer_get_end_iter(buffer, &at);
    gtk_text_buffer_insert(buffer, &at, text->str, -1);
    int surplus = gtk_text_buffer_get_line_count(buffer) - MAX_LINES;
    if (surplus > 0) {
        gtk_text_buffer_get_start_iter(buffer, &at);
        gtk_text_buffer_get_iter_at_line(buffer, &surplus_end, surplus);
        gtk_text_buffer_delete(buffer, &at, &surplus_end);
    }
    if (follows) {
        gtk_text_buffer_get_end_iter(buffer, &at);
        gtk_text_buffer_move_mark_by_name(buffer, "end", &at);
        gtk_text_view_scroll_mark_onscreen(self->view, gtk_text_buffer_get_mark(buffer, "end"));
    }
    return G_SOURCE_REMOVE;
}

static void on_log_changed(TabEngineLogWindow *self)
{
    if (!self->refresh)
        self->refresh =
            g_timeout_add_full(G_PRIORITY_DEFAULT_IDLE, REFRESH_MS, on_show_new_lines, self, NULL);
}

/* Shows a log from its first line kept; NULL: none. */
static void show_log(TabEngineLogWindow *self, TabProtocolLog *log)
{
    if (log == self->log)
        return;
    if (self->log)
        g_signal_handlers_disconnect_by_data(self->log, self);
    g_clear_handle_id(&self->refresh, g_source_remove);
    g_set_object(&self->log, log);
    gtk_text_buffer_set_text(gtk_text_view_get_buffer(self->view), "", -1);
    self->shown = 0;
    if (!log)
        return;
    g_signal_connect_swapped(log, "changed", G_CALLBACK(on_log_changed), self);
    self->shown = tab_protocol_log_get_begin(log);
    on_show_new_lines(self);
}

static void on_source_changed(TabEngineLogWindow *self)
{
    guint i = gtk_drop_down_get_selected(self->sources);
    if (!self->filling)
        show_log(self, i < self->logs->len ? self->logs->pdata[i] : NULL);
}

static void on_copy_log(TabEngineLogWindow *self)
{
    GtkTextIter start, end;
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(self->view);
    gtk_text_buffer_get_bounds(buffer, &start, &end);
    g_autofree char *text = gtk_text_buffer_get_text(buffer, &start, &end, FALSE);
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(self)), text);
}

void tab_engine_log_window_set_logs(TabEngineLogWindow *self, GPtrArray *logs,
                                    const char *const *names)
{
    g_autoptr(GtkStringList) list = gtk_string_list_new(names);
    guint kept = 0;
    self->filling = TRUE;
    g_ptr_array_unref(self->logs);
    self->logs = g_ptr_array_ref(logs);
    g_ptr_array_find(logs, self->log, &kept);
    gtk_drop_down_set_model(self->sources, G_LIST_MODEL(list));
    gtk_drop_down_set_selected(self->sources, logs->len ? kept : GTK_INVALID_LIST_POSITION);
    self->filling = FALSE;
    show_log(self, logs->len ? logs->pdata[kept] : NULL);
}

static void tab_engine_log_window_dispose(GObject *object)
{
    TabEngineLogWindow *self = TAB_ENGINE_LOG_WINDOW(object);
    if (self->log)
        g_signal_handlers_disconnect_by_data(self->log, self);
    g_clear_handle_id(&self->refresh, g_source_remove);
    g_clear_object(&self->log);
    g_clear_pointer(&self->logs, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_engine_log_window_parent_class)->dispose(object);
}

static void tab_engine_log_window_class_init(TabEngineLogWindowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_engine_log_window_dispose;
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/engine-log-window.ui");
    gtk_widget_class_bind_template_child(widget_class, TabEngineLogWindow, sources);
    gtk_widget_class_bind_template_child(widget_class, TabEngineLogWindow, view);
    gtk_widget_class_bind_template_callback(widget_class, on_source_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_copy_log);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_engine_log_window_init(TabEngineLogWindow *self)
{
    self->logs = g_ptr_array_new_with_free_func(g_object_unref);
    gtk_widget_init_template(GTK_WIDGET(self));
    GtkTextBuffer *buffer = gtk_text_view_get_buffer(self->view);
    GtkTextIter end;
    gtk_text_buffer_get_end_iter(buffer, &end);
    gtk_text_buffer_create_mark(buffer, "end", &end, FALSE);
}

TabEngineLogWindow *tab_engine_log_window_new(GtkWindow *parent)
{
    return g_object_new(TAB_TYPE_ENGINE_LOG_WINDOW, "transient-for", parent, NULL);
}
