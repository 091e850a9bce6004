// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the preferences about the board: its theme, what it shows, and sounds.
#include "gui/preferences/board-preferences.h"

#include "gui/sound/sound-player.h"
#include "gui/preferences/theme-chooser.h"

struct _TabBoardPreferences {
    GtkBox parent;
    GtkWidget *coordinates, *last_turn, *ways, *threats;
    GtkWidget *sound_row, *sounds, *volume_scale;
    GtkAdjustment *volume;
    TabSoundPlayer *player;
    GSettings *settings;
};

G_DEFINE_FINAL_TYPE(TabBoardPreferences, tab_board_preferences, GTK_TYPE_BOX)

/* Lets a person hear how loud that is. */
static void on_volume_set(TabBoardPreferences *self)
{
    if (self->player)
        tab_sound_player_play(self->player, TAB_SOUND_STONE, 0);
}

static void tab_board_preferences_dispose(GObject *object)
{
    TabBoardPreferences *self = TAB_BOARD_PREFERENCES(object);
    g_clear_pointer(&self->player, tab_sound_player_free);
    g_clear_object(&self->settings);
    G_OBJECT_CLASS(tab_board_preferences_parent_class)->dispose(object);
}

static void tab_board_preferences_class_init(TabBoardPreferencesClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_board_preferences_dispose;
    g_type_ensure(TAB_TYPE_THEME_CHOOSER);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/board-preferences.ui");
    gtk_widget_class_bind_template_child(widget_class, TabBoardPreferences, coordinates);
    gtk_widget_class_bind_template_child(widget_class, TabBoardPreferences, last_turn);
    gtk_widget_class_bind_template_child(widget_class, TabBoardPreferences, ways);
    gtk_widget_class_bind_template_child(widget_class, TabBoardPreferences, threats);
    gtk_widget_class_bind_template_child(widget_class, TabBoardPreferences, sound_row);
    gtk_widget_class_bind_template_child(widget_class, TabBoardPreferences, sounds);
    gtk_widget_class_bind_template_child(widget_class, TabBoardPreferences, volume_scale);
    gtk_widget_class_bind_template_child(widget_class, TabBoardPreferences, volume);
}

static void tab_board_preferences_init(TabBoardPreferences *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    GSettings *settings = self->settings = g_settings_new("org.tabgame.Tab");
    const struct {
        const char *key;
        GtkWidget *button;
    } switches[] = {{"show-coordinates", self->coordinates},
                    {"show-last-turn", self->last_turn},
                    {"show-ways", self->ways},
                    {"show-threats", self->threats},
                    {"sounds", self->sounds}};
    for (unsigned i = 0; i < G_N_ELEMENTS(switches); i++)
        g_settings_bind(settings, switches[i].key, switches[i].button, "active",
                        G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(settings, "sound-volume", self->volume, "value", G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(settings, "sounds", self->volume_scale, "sensitive", G_SETTINGS_BIND_GET);
    gtk_widget_set_visible(self->sound_row, tab_sound_player_is_supported());
    self->player = tab_sound_player_new(settings);
    g_signal_connect_object(self->volume, "value-changed", G_CALLBACK(on_volume_set), self,
                            G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}
