// SPDX-License-Identifier: GPL-3.0-or-later
// Fields for numbers that change by what is meant for them alone.
#include "gui/widgets/number-field.h"

static gboolean on_wheel(GtkEventController *controller)
{
    GtkWidget *field = gtk_event_controller_get_widget(controller);
    return !(gtk_widget_get_state_flags(field) & GTK_STATE_FLAG_FOCUS_WITHIN);
}

/* Says that it has read the text, if there is none. */
static int on_input(GtkSpinButton *field, double *number)
{
    g_autofree char *text = g_strdup(gtk_editable_get_text(GTK_EDITABLE(field)));
    *number = gtk_spin_button_get_value(field);
    return !*g_strstrip(text);
}

void tab_number_fields_guard(GtkWidget *widget)
{
    if (GTK_IS_SPIN_BUTTON(widget)) {
        GtkEventController *scroll =
            gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
        gtk_event_controller_set_propagation_phase(scroll, GTK_PHASE_CAPTURE);
        g_signal_connect(scroll, "scroll", G_CALLBACK(on_wheel), NULL);
        gtk_widget_add_controller(widget, scroll);
        g_signal_connect(widget, "input", G_CALLBACK(on_input), NULL);
        return;
    }
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
        tab_number_fields_guard(child);
}
