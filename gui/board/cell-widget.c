// SPDX-License-Identifier: GPL-3.0-or-later
// One cell of the board for keyboard and screen reader: it has focus, a label and an action, and
// draws nothing.
#include "gui/board/cell-widget.h"

struct _TabCellWidget {
    GtkWidget parent;
    guint cell;
    char *label;
};

G_DEFINE_FINAL_TYPE(TabCellWidget, tab_cell_widget, GTK_TYPE_WIDGET)

static guint activated_signal;

GtkWidget *tab_cell_widget_new(guint cell)
{
    TabCellWidget *self = g_object_new(TAB_TYPE_CELL_WIDGET, NULL);
    self->cell = cell;
    return GTK_WIDGET(self);
}

guint tab_cell_widget_get_cell(TabCellWidget *self)
{
    return self->cell;
}

void tab_cell_widget_set_label(TabCellWidget *self, const char *label)
{
    if (g_strcmp0(self->label, label) == 0)
        return;
    g_free(self->label);
    self->label = g_strdup(label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void activate(GtkWidget *widget, const char *action, GVariant *parameter)
{
    g_signal_emit(widget, activated_signal, 0);
}

static void tab_cell_widget_finalize(GObject *object)
{
    g_free(TAB_CELL_WIDGET(object)->label);
    G_OBJECT_CLASS(tab_cell_widget_parent_class)->finalize(object);
}

static void tab_cell_widget_class_init(TabCellWidgetClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->finalize = tab_cell_widget_finalize;
    activated_signal = g_signal_new("activated", TAB_TYPE_CELL_WIDGET, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    gtk_widget_class_install_action(widget_class, "cell.activate", NULL, activate);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_BUTTON);
    gtk_widget_class_set_css_name(widget_class, "cell");
}

static void tab_cell_widget_init(TabCellWidget *self)
{
    gtk_widget_set_can_target(GTK_WIDGET(self), FALSE);
    gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
}
