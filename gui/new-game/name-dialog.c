// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the name of a ruleset.
#include "gui/new-game/name-dialog.h"

#include <glib/gi18n.h>

#include "gui/widgets/label-text.h"

#include "protocol/rules/named-rules.h"

struct _TabNameDialog {
    GtkWindow parent;
    GtkWidget *name, *note, *accept_button;
    GPtrArray *taken;
    char *warning;
};

G_DEFINE_FINAL_TYPE(TabNameDialog, tab_name_dialog, GTK_TYPE_WINDOW)

static guint named_signal;

static char *get_name(TabNameDialog *self)
{
    return g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(self->name))));
}

static void on_changed(TabNameDialog *self)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *name = get_name(self);
    gboolean good = tab_named_rules_check_name(name, &error);
    gboolean taken = g_ptr_array_find_with_equal_func(self->taken, name, g_str_equal, NULL);
    const char *note = !good ? error->message : taken ? self->warning : "";
    tab_label_text_set(GTK_WIDGET(self->note), note);
    gtk_accessible_update_state(GTK_ACCESSIBLE(self->name), GTK_ACCESSIBLE_STATE_INVALID,
                                good ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE,
                                -1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->name), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   note, -1);
    gtk_widget_set_sensitive(self->accept_button, good);
}

static void on_accept(TabNameDialog *self)
{
    g_autofree char *name = get_name(self);
    if (!tab_named_rules_check_name(name, NULL))
        return;
    g_object_ref(self);
    gtk_window_close(GTK_WINDOW(self));
    g_signal_emit(self, named_signal, 0, name);
    g_object_unref(self);
}

static void tab_name_dialog_finalize(GObject *object)
{
    g_clear_pointer(&TAB_NAME_DIALOG(object)->taken, g_ptr_array_unref);
    g_clear_pointer(&TAB_NAME_DIALOG(object)->warning, g_free);
    G_OBJECT_CLASS(tab_name_dialog_parent_class)->finalize(object);
}

static void tab_name_dialog_class_init(TabNameDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->finalize = tab_name_dialog_finalize;
    named_signal = g_signal_new("named", TAB_TYPE_NAME_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/name-dialog.ui");
    gtk_widget_class_bind_template_child(widget_class, TabNameDialog, name);
    gtk_widget_class_bind_template_child(widget_class, TabNameDialog, note);
    gtk_widget_class_bind_template_child(widget_class, TabNameDialog, accept_button);
    gtk_widget_class_bind_template_callback(widget_class, on_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_accept);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_name_dialog_init(TabNameDialog *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
}

TabNameDialog *tab_name_dialog_new(GtkWindow *parent, const char *title, const char *name,
                                   GPtrArray *taken, const char *warning)
{
    TabNameDialog *self =
        g_object_new(TAB_TYPE_NAME_DIALOG, "transient-for", parent, "title", title, NULL);
    self->taken = g_ptr_array_ref(taken);
    self->warning = g_strdup(warning);
    gtk_editable_set_text(GTK_EDITABLE(self->name), name);
    on_changed(self);
    gtk_widget_grab_focus(self->name);
    return self;
}
