// SPDX-License-Identifier: GPL-3.0-or-later
// The offer of a lesson, made once to those who start the program for the first time.
#include "gui/lessons/lesson-offer.h"

#include "gui/widgets/child-widgets.h"

struct _TabLessonOffer {
    GtkWidget parent;
    GSettings *settings;
};

G_DEFINE_FINAL_TYPE(TabLessonOffer, tab_lesson_offer, GTK_TYPE_WIDGET)

void tab_lesson_offer_show(TabLessonOffer *self)
{
    gtk_widget_set_visible(GTK_WIDGET(self),
                           g_settings_get_boolean(self->settings, "offer-lesson"));
}

static void on_decline(TabLessonOffer *self)
{
    g_settings_set_boolean(self->settings, "offer-lesson", FALSE);
}

static void on_accept(TabLessonOffer *self)
{
    gtk_widget_activate_action(GTK_WIDGET(self), "win.lessons", NULL);
}

/* However a lesson was come to, it need not be offered any more. */
static void on_offer_changed(TabLessonOffer *self)
{
    if (g_settings_get_boolean(self->settings, "offer-lesson"))
        return;
    tab_child_widgets_give_focus_away(GTK_WIDGET(self));
    gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
}

static void tab_lesson_offer_dispose(GObject *object)
{
    TabLessonOffer *self = TAB_LESSON_OFFER(object);
    tab_child_widgets_unparent(GTK_WIDGET(self));
    g_clear_object(&self->settings);
    G_OBJECT_CLASS(tab_lesson_offer_parent_class)->dispose(object);
}

static void tab_lesson_offer_class_init(TabLessonOfferClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_lesson_offer_dispose;
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/lesson-offer.ui");
    gtk_widget_class_bind_template_callback(widget_class, on_decline);
    gtk_widget_class_bind_template_callback(widget_class, on_accept);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void tab_lesson_offer_init(TabLessonOffer *self)
{
    self->settings = g_settings_new("org.tabgame.Tab");
    g_signal_connect_object(self->settings, "changed::offer-lesson", G_CALLBACK(on_offer_changed),
                            self, G_CONNECT_SWAPPED);
    gtk_widget_init_template(GTK_WIDGET(self));
}
