// SPDX-License-Identifier: GPL-3.0-or-later
// The preferences: speed of the show, engines' time, passing by itself, coordinates. Changes apply at once.
#include "gui/preferences-dialog.h"

struct _TabPreferencesDialog {
    GtkWindow parent;
    GtkDropDown *speed;
    GtkWidget *auto_pass, *coordinates, *tutor, *tutor_loss;
    GtkAdjustment *seconds;
    GSettings *settings;
};

G_DEFINE_FINAL_TYPE(TabPreferencesDialog, tab_preferences_dialog, GTK_TYPE_WINDOW)

static void on_speed_changed(TabPreferencesDialog *self)
{
    if (self->settings)
        g_settings_set_enum(self->settings, "animation-speed",
                            (int)gtk_drop_down_get_selected(self->speed));
}

/* The setting counts milliseconds, people seconds. */
static gboolean to_seconds(GValue *value, GVariant *variant, gpointer user_data)
{
    g_value_set_double(value, g_variant_get_int32(variant) / 1000.0);
    return TRUE;
}

static GVariant *to_ms(const GValue *value, const GVariantType *type, gpointer user_data)
{
    return g_variant_new_int32((gint32)(g_value_get_double(value) * 1000.0 + 0.5));
}

static void tab_preferences_dialog_dispose(GObject *object)
{
    g_clear_object(&TAB_PREFERENCES_DIALOG(object)->settings);
    G_OBJECT_CLASS(tab_preferences_dialog_parent_class)->dispose(object);
}

static void tab_preferences_dialog_class_init(TabPreferencesDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_preferences_dialog_dispose;
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/preferences-dialog.ui");
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, speed);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, auto_pass);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, coordinates);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, seconds);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, tutor);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, tutor_loss);
    gtk_widget_class_bind_template_callback(widget_class, on_speed_changed);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_preferences_dialog_init(TabPreferencesDialog *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    GSettings *settings = g_settings_new("org.tabgame.Tab");
    gtk_drop_down_set_selected(self->speed, (guint)g_settings_get_enum(settings, "animation-speed"));
    g_settings_bind(settings, "auto-pass", self->auto_pass, "active", G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(settings, "show-coordinates", self->coordinates, "active", G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(settings, "tutor", self->tutor, "active", G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(settings, "tutor", self->tutor_loss, "sensitive", G_SETTINGS_BIND_GET);
    g_settings_bind(settings, "tutor-loss", self->tutor_loss, "value", G_SETTINGS_BIND_DEFAULT);
    g_settings_bind_with_mapping(settings, "think-time", self->seconds, "value",
                                 G_SETTINGS_BIND_DEFAULT, to_seconds, to_ms, NULL, NULL);
    self->settings = settings;
}

TabPreferencesDialog *tab_preferences_dialog_new(GtkWindow *parent)
{
    return g_object_new(TAB_TYPE_PREFERENCES_DIALOG, "transient-for", parent, NULL);
}
