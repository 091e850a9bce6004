// SPDX-License-Identifier: GPL-3.0-or-later
// The preferences: how the game is played, and what the board shows. Changes apply at once.
#include "gui/preferences/preferences-dialog.h"

#include <glib/gi18n.h>

#include "gui/preferences/theme-chooser.h"
#include "gui/sound/sound-player.h"
#include "gui/widgets/number-field.h"

struct _TabPreferencesDialog {
    GtkWindow parent;
    GtkButton *reset;
    GtkStack *pages;
    GtkWidget *switcher, *sound_row, *volume_scale, *silence;
    TabSoundPlayer *player;
    GSettings *settings;
    GVariantDict *before; /* what a reset has taken away, by keys; NULL: nothing can be undone */
};

G_DEFINE_FINAL_TYPE(TabPreferencesDialog, tab_preferences_dialog, GTK_TYPE_WINDOW)

/* How a setting is shown. */
typedef enum {
    AS_IT_IS,
    AS_SECONDS, /* it counts milliseconds */
    AS_CHOICE,  /* the row of a list, in the order of the schema's values */
} Form;

/* A key, the child of the template that shows it, and the property of that which has its value. */
typedef struct {
    const char *key, *child, *property;
    Form form;
} Row;

/* What can be set here. */
static const Row rows[] = {
    {"think-time", "time", "value", AS_SECONDS},
    {"auto-pass", "auto_pass", "active", AS_IT_IS},
    {"keep-games", "keep_games", "active", AS_IT_IS},
    {"tutor", "tutor", "active", AS_IT_IS},
    {"tutor-loss", "tutor_loss", "value", AS_IT_IS},
    {"animation-speed", "speed", "selected", AS_CHOICE},
    {"color-scheme", "scheme", "selected", AS_CHOICE},
    {"show-coordinates", "coordinates", "active", AS_IT_IS},
    {"show-last-turn", "last_turn", "active", AS_IT_IS},
    {"show-ways", "ways", "active", AS_IT_IS},
    {"show-threats", "threats", "active", AS_IT_IS},
    {"sounds", "sounds", "active", AS_IT_IS},
    {"sound-volume", "volume", "value", AS_IT_IS},
};

/* What widgets with files of their own show and set; reset with the rest. */
static const char *const more_keys[] = {"board-theme"};

/* --- forms --- */

static gboolean to_seconds(GValue *value, GVariant *variant, gpointer user_data)
{
    g_value_set_double(value, g_variant_get_int32(variant) / 1000.0);
    return TRUE;
}

static GVariant *to_ms(const GValue *value, const GVariantType *type, gpointer user_data)
{
    return g_variant_new_int32((gint32)(g_value_get_double(value) * 1000.0 + 0.5));
}

/* The texts that the schema allows for a key. Free the container with g_free. */
static const char **list_choices(GSettingsSchemaKey *key, GVariant **range)
{
    *range = g_settings_schema_key_get_range(key);
    g_autoptr(GVariant) texts = NULL;
    g_variant_get(*range, "(&sv)", NULL, &texts);
    return g_variant_get_strv(texts, NULL);
}

static gboolean to_row(GValue *value, GVariant *variant, gpointer user_data)
{
    g_autoptr(GVariant) range = NULL;
    g_autofree const char **choices = list_choices(user_data, &range);
    for (guint i = 0; choices[i]; i++)
        if (g_str_equal(choices[i], g_variant_get_string(variant, NULL)))
            g_value_set_uint(value, i);
    return TRUE;
}

static GVariant *to_choice(const GValue *value, const GVariantType *type, gpointer user_data)
{
    g_autoptr(GVariant) range = NULL;
    g_autofree const char **choices = list_choices(user_data, &range);
    guint row = g_value_get_uint(value);
    return row < g_strv_length((GStrv)choices) ? g_variant_new_string(choices[row]) : NULL;
}

static GObject *get_child(TabPreferencesDialog *self, const char *name)
{
    return gtk_widget_get_template_child(GTK_WIDGET(self), TAB_TYPE_PREFERENCES_DIALOG, name);
}

static void bind_row(TabPreferencesDialog *self, const Row *row)
{
    GObject *child = get_child(self, row->child);
    g_autoptr(GSettingsSchema) schema = NULL;
    g_object_get(self->settings, "settings-schema", &schema, NULL);
    if (row->form == AS_CHOICE)
        g_settings_bind_with_mapping(self->settings, row->key, child, row->property,
                                     G_SETTINGS_BIND_DEFAULT, to_row, to_choice,
                                     g_settings_schema_get_key(schema, row->key),
                                     (GDestroyNotify)g_settings_schema_key_unref);
    else if (row->form == AS_SECONDS)
        g_settings_bind_with_mapping(self->settings, row->key, child, row->property,
                                     G_SETTINGS_BIND_DEFAULT, to_seconds, to_ms, NULL, NULL);
    else
        g_settings_bind(self->settings, row->key, child, row->property, G_SETTINGS_BIND_DEFAULT);
}

/* --- the dialog --- */

/* The button resets, or undoes that as long as nothing else has been set. */
static void name_reset_button(TabPreferencesDialog *self)
{
    gtk_button_set_label(self->reset, self->before
                                          /* Translators: a button: they become as before. */
                                          ? _("Undo _Reset")
                                          /* Translators: a button: all preferences become as
                                           * they were at first. */
                                          : _("_Reset"));
    gtk_widget_set_tooltip_text(GTK_WIDGET(self->reset),
                                self->before
                                    ? _("Bring back the preferences as they were before the reset")
                                    : _("Set all preferences back to what they were at first"));
}

static void reset_key(TabPreferencesDialog *self, const char *key)
{
    g_autoptr(GVariant) value = g_settings_get_user_value(self->settings, key);
    if (!value)
        return;
    if (!self->before)
        self->before = g_variant_dict_new(NULL);
    g_variant_dict_insert_value(self->before, key, value);
    g_settings_reset(self->settings, key);
}

static void undo_reset(TabPreferencesDialog *self)
{
    g_autoptr(GVariant) before = g_variant_ref_sink(g_variant_dict_end(self->before));
    GVariantIter iter;
    const char *key;
    GVariant *value;
    g_clear_pointer(&self->before, g_variant_dict_unref);
    g_variant_iter_init(&iter, before);
    while (g_variant_iter_loop(&iter, "{&sv}", &key, &value))
        g_settings_set_value(self->settings, key, value);
}

static void on_reset_or_undo(TabPreferencesDialog *self)
{
    if (self->before)
        undo_reset(self);
    else {
        for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
            reset_key(self, rows[i].key);
        for (guint i = 0; i < G_N_ELEMENTS(more_keys); i++)
            reset_key(self, more_keys[i]);
    }
    name_reset_button(self);
}

/* What has its first value again was reset; anything else was set since. A number that is still
 * being typed when the window goes counts after the settings here have gone. */
static void on_preference_changed(TabPreferencesDialog *self, const char *key)
{
    if (!self->before)
        return;
    g_autoptr(GVariant) value = g_settings_get_user_value(self->settings, key);
    if (!value)
        return;
    g_clear_pointer(&self->before, g_variant_dict_unref);
    name_reset_button(self);
}

/* Lets a person hear how loud that is. */
static void on_volume_set(TabPreferencesDialog *self)
{
    if (self->player)
        tab_sound_player_play(self->player, TAB_SOUND_STONE, 0);
}

/* --- pages --- */

/* What uses page keys itself, if a person has put the focus there. */
static gboolean uses_page_keys(GtkWidget *focus)
{
    return focus && (gtk_widget_get_ancestor(focus, GTK_TYPE_SPIN_BUTTON) ||
                     gtk_widget_get_ancestor(focus, GTK_TYPE_RANGE) ||
                     gtk_widget_get_ancestor(focus, GTK_TYPE_POPOVER));
}

/* The tab of the page that is shown has the keyboard. Not before the window is there: GTK 4.8 would
 * hide it from a screen reader. */
static void focus_tab(TabPreferencesDialog *self)
{
    GtkWidget *tab = gtk_widget_get_first_child(self->switcher);
    while (tab && !gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(tab)))
        tab = gtk_widget_get_next_sibling(tab);
    if (tab)
        gtk_widget_grab_focus(tab);
}

/* Page keys turn pages; with Ctrl from everywhere. */
static gboolean on_page_key(GtkEventControllerKey *controller, guint key, guint code,
                            GdkModifierType state, TabPreferencesDialog *self)
{
    gboolean control = (state & GDK_CONTROL_MASK) != 0;
    if ((key != GDK_KEY_Page_Up && key != GDK_KEY_Page_Down) ||
        (!control && uses_page_keys(gtk_root_get_focus(GTK_ROOT(self)))))
        return FALSE;
    g_autoptr(GtkSelectionModel) pages = gtk_stack_get_pages(self->pages);
    int n = (int)g_list_model_get_n_items(G_LIST_MODEL(pages)), shown = 0;
    while (shown < n - 1 && !gtk_selection_model_is_selected(pages, (guint)shown))
        shown++;
    shown = CLAMP(shown + (key == GDK_KEY_Page_Down ? 1 : -1), 0, n - 1);
    gtk_selection_model_select_item(pages, (guint)shown, TRUE);
    focus_tab(self); /* what had the keyboard may be on the page that has gone */
    return TRUE;
}

static void add_page_keys(TabPreferencesDialog *self)
{
    GtkEventController *keys = gtk_event_controller_key_new();
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
    g_signal_connect(keys, "key-pressed", G_CALLBACK(on_page_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self), keys);
    tab_number_fields_guard(GTK_WIDGET(self));
    g_signal_connect_after(self, "map", G_CALLBACK(focus_tab), NULL);
}

static void tab_preferences_dialog_dispose(GObject *object)
{
    g_clear_pointer(&TAB_PREFERENCES_DIALOG(object)->player, tab_sound_player_free);
    g_clear_object(&TAB_PREFERENCES_DIALOG(object)->settings);
    g_clear_pointer(&TAB_PREFERENCES_DIALOG(object)->before, g_variant_dict_unref);
    G_OBJECT_CLASS(tab_preferences_dialog_parent_class)->dispose(object);
}

static void tab_preferences_dialog_class_init(TabPreferencesDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_preferences_dialog_dispose;
    g_type_ensure(TAB_TYPE_THEME_CHOOSER);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/preferences-dialog.ui");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        gtk_widget_class_bind_template_child_full(widget_class, rows[i].child, FALSE, 0);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, pages);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, switcher);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, sound_row);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, volume_scale);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, silence);
    gtk_widget_class_bind_template_child(widget_class, TabPreferencesDialog, reset);
    gtk_widget_class_bind_template_callback(widget_class, on_reset_or_undo);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tell_silence(gpointer owner)
{
    gtk_widget_set_visible(TAB_PREFERENCES_DIALOG(owner)->silence, TRUE);
}

static void tab_preferences_dialog_init(TabPreferencesDialog *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    self->settings = g_settings_new("org.tabgame.Tab");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        bind_row(self, &rows[i]);
    g_signal_connect_object(self->settings, "changed", G_CALLBACK(on_preference_changed), self,
                            G_CONNECT_SWAPPED);
    add_page_keys(self);
    name_reset_button(self);
    g_settings_bind(self->settings, "tutor", get_child(self, "tutor_loss"), "sensitive",
                    G_SETTINGS_BIND_GET);
    g_settings_bind(self->settings, "sounds", self->volume_scale, "sensitive", G_SETTINGS_BIND_GET);
    gtk_widget_set_visible(self->sound_row, tab_sound_player_is_supported());
    self->player = tab_sound_player_new(self->settings, tell_silence, self);
    g_signal_connect_object(get_child(self, "volume"), "value-changed", G_CALLBACK(on_volume_set),
                            self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

TabPreferencesDialog *tab_preferences_dialog_new(GtkWindow *parent)
{
    return g_object_new(TAB_TYPE_PREFERENCES_DIALOG, "transient-for", parent, NULL);
}
