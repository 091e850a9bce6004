// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what the next game is to be: rules, width, who plays, levels, seed; remembers the answer.
#include "gui/new-game/new-game-dialog.h"

#include <glib/gi18n.h>

#include "gui/widgets/label-text.h"
#include "gui/new-game/clock-choice.h"
#include "gui/model/engine-store.h"
#include "gui/model/game-setup.h"
#include "gui/widgets/name-list.h"
#include "gui/new-game/rules-chooser.h"

struct _TabNewGameDialog {
    GtkWindow parent;
    TabRulesChooser *rules;
    GtkDropDown *seating, *opponent_engine, *white_engine, *black_engine, *sticks;
    TabClockChoice *clock;
    GtkLabel *engines_fault;
    GtkWidget *opponent, *white, *start_button;
    GtkAdjustment *opponent_adjustment, *white_adjustment, *black_adjustment;
    GtkEditable *seed;
    GSettings *settings;
    GPtrArray *engines;  /* TabEngineConfig, as listed */
    TabGameSetup *given; /* by the command line, or NULL */
};

G_DEFINE_FINAL_TYPE(TabNewGameDialog, tab_new_game_dialog, GTK_TYPE_WINDOW)

static guint start_signal;

static TabSeating get_seating(TabNewGameDialog *self)
{
    return (TabSeating)gtk_drop_down_get_selected(self->seating);
}

static void on_seating_changed(TabNewGameDialog *self)
{
    TabSeating seating = get_seating(self);
    gtk_widget_set_visible(self->opponent,
                           seating <= TAB_SEATING_TURNS); /* and what goes with it */
    gtk_widget_set_visible(self->white, seating == TAB_SEATING_NONE);
}

/* An empty field stands for a random seed, or that of the command line. */
static gboolean read_seed(TabNewGameDialog *self, uint64_t *seed)
{
    const char *text = gtk_editable_get_text(self->seed);
    guint64 value = 0;
    if (!*text) {
        *seed = self->given ? self->given->seed : tab_game_setup_random_seed();
        return TRUE;
    }
    gboolean good = g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, &value, NULL);
    *seed = value;
    return good;
}

static void on_seed_changed(TabNewGameDialog *self)
{
    uint64_t seed;
    gboolean good = read_seed(self, &seed);
    (good ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(GTK_WIDGET(self->seed),
                                                                    "error");
    gtk_accessible_update_state(GTK_ACCESSIBLE(self->seed), GTK_ACCESSIBLE_STATE_INVALID,
                                good ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE,
                                -1);
    gtk_widget_set_sensitive(self->start_button, good);
}

static int level_of(GtkAdjustment *adjustment)
{
    return (int)(gtk_adjustment_get_value(adjustment) + 0.5);
}

/* The name of the engine chosen in a list, "" for the one that comes with the game. */
static const char *chosen_engine(TabNewGameDialog *self, GtkDropDown *list)
{
    guint i = gtk_drop_down_get_selected(list);
    return i > 0 && i < self->engines->len
               ? tab_engine_store_name_of(g_ptr_array_index(self->engines, i))
               : "";
}

static void choose_named(TabNewGameDialog *self, GtkDropDown *list, const char *name)
{
    for (guint i = 0; i < self->engines->len; i++)
        if (g_str_equal(tab_engine_store_name_of(g_ptr_array_index(self->engines, i)), name))
            gtk_drop_down_set_selected(list, i);
}

static void choose_engine(TabNewGameDialog *self, GtkDropDown *list, const char *key)
{
    g_autofree char *name = g_settings_get_string(self->settings, key);
    choose_named(self, list, name);
}

/* The engines of the command line. */
static void choose_given(TabNewGameDialog *self, const TabGameSetup *setup)
{
    GtkDropDown *lists[2] = {self->white_engine, self->black_engine};
    gboolean none = tab_game_setup_get_seating(setup) == TAB_SEATING_NONE;
    for (int side = 0; side < 2; side++)
        if (setup->player[side].engine && setup->engine[side])
            choose_named(self, none ? lists[side] : self->opponent_engine,
                         tab_engine_store_name_of(setup->engine[side]));
}

/* Lists the engines in all three places, and says what is wrong with the user's file. */
static void list_engines(TabNewGameDialog *self)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
    self->engines = tab_game_setup_engines(&error);
    for (guint i = 0; i < self->engines->len; i++)
        gtk_string_list_append(names,
                               tab_engine_store_name_of(g_ptr_array_index(self->engines, i)));
    gtk_drop_down_set_model(self->opponent_engine, G_LIST_MODEL(names));
    gtk_drop_down_set_model(self->white_engine, G_LIST_MODEL(names));
    gtk_drop_down_set_model(self->black_engine, G_LIST_MODEL(names));
    gtk_widget_set_visible(GTK_WIDGET(self->engines_fault), error != NULL);
    tab_label_text_set(GTK_WIDGET(self->engines_fault), error ? error->message : "");
    choose_engine(self, self->opponent_engine, "opponent-engine");
    choose_engine(self, self->white_engine, "white-engine");
    choose_engine(self, self->black_engine, "black-engine");
}

static void remember(TabNewGameDialog *self, const TabGameSetup *setup)
{
    g_settings_set_string(self->settings, "opponent-engine",
                          chosen_engine(self, self->opponent_engine));
    g_settings_set_string(self->settings, "white-engine", chosen_engine(self, self->white_engine));
    g_settings_set_string(self->settings, "black-engine", chosen_engine(self, self->black_engine));
    tab_game_setup_remember_terms(self->settings, setup);
    g_settings_set_string(self->settings, "rules", setup->rules);
    g_settings_set_enum(self->settings, "you-play", get_seating(self));
    g_settings_set_int(self->settings, "opponent-level", level_of(self->opponent_adjustment));
    g_settings_set_int(self->settings, "white-level", level_of(self->white_adjustment));
    g_settings_set_int(self->settings, "black-level", level_of(self->black_adjustment));
}

static TabGameSetup *read_setup(TabNewGameDialog *self)
{
    TabGameSetup *setup = self->given ? tab_game_setup_copy(self->given) : tab_game_setup_new();
    TabRuleset set;
    int level[2] = {level_of(self->white_adjustment), level_of(self->black_adjustment)};
    if (get_seating(self) != TAB_SEATING_NONE)
        level[TAB_WHITE] = level[TAB_BLACK] = level_of(self->opponent_adjustment);
    tab_rules_chooser_get(self->rules, &set);
    g_free(setup->rules);
    setup->rules = tab_ruleset_to_string(&set);
    read_seed(self, &setup->seed);
    tab_game_setup_seat(setup, tab_game_setup_next_seating(self->settings, get_seating(self)),
                        level);
    tab_game_setup_set_real(setup, (TabRealSticks)gtk_drop_down_get_selected(self->sticks));
    setup->control = tab_clock_choice_read(self->clock);
    if (!self->given)
        setup->movetime = g_settings_get_int(self->settings, "think-time");
    GtkDropDown *list[2] = {self->white_engine, self->black_engine};
    for (int side = 0; side < 2; side++) {
        bool none = get_seating(self) == TAB_SEATING_NONE;
        tab_game_setup_pick_engine(setup, (TabSide)side, self->engines,
                                   chosen_engine(self, none ? list[side] : self->opponent_engine));
    }
    return setup;
}

static void on_start(TabNewGameDialog *self)
{
    g_autoptr(TabGameSetup) setup = read_setup(self);
    remember(self, setup);
    g_signal_emit(self, start_signal, 0, setup);
    gtk_window_close(GTK_WINDOW(self));
}

/* Fills the fields from the settings, and then from `setup` where it says something. */
static void fill(TabNewGameDialog *self, const TabGameSetup *setup)
{
    g_autofree char *remembered = g_settings_get_string(self->settings, "rules");
    TabRuleset set;
    if (!tab_ruleset_parse(setup ? setup->rules : remembered, &set, NULL))
        set = tab_ruleset_preset(0);
    tab_rules_chooser_set(self->rules, &set);
    int seating = g_settings_get_enum(self->settings, "you-play");
    gtk_adjustment_set_value(self->opponent_adjustment,
                             g_settings_get_int(self->settings, "opponent-level"));
    gtk_adjustment_set_value(self->white_adjustment,
                             g_settings_get_int(self->settings, "white-level"));
    gtk_adjustment_set_value(self->black_adjustment,
                             g_settings_get_int(self->settings, "black-level"));
    if (setup) {
        GtkAdjustment *adjustments[2] = {self->white_adjustment, self->black_adjustment};
        seating = (int)tab_game_setup_get_seating(setup);
        for (int side = 0; side < 2; side++)
            if (setup->player[side].level >= 0)
                gtk_adjustment_set_value(seating == TAB_SEATING_NONE ? adjustments[side]
                                                                     : self->opponent_adjustment,
                                         setup->player[side].level);
    }
    gtk_drop_down_set_selected(self->seating, (guint)seating);
    on_seating_changed(self);
    g_autoptr(TabGameSetup) last = tab_game_setup_load(self->settings);
    tab_clock_choice_show(self->clock, setup ? &setup->control : &last->control);
    gtk_drop_down_set_selected(self->sticks, tab_game_setup_get_real(setup ? setup : last));
    if (setup)
        choose_given(self, setup);
}

static void tab_new_game_dialog_dispose(GObject *object)
{
    g_clear_object(&TAB_NEW_GAME_DIALOG(object)->settings);
    g_clear_pointer(&TAB_NEW_GAME_DIALOG(object)->given, tab_game_setup_free);
    g_clear_pointer(&TAB_NEW_GAME_DIALOG(object)->engines, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_new_game_dialog_parent_class)->dispose(object);
}

static void tab_new_game_dialog_class_init(TabNewGameDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_new_game_dialog_dispose;
    start_signal = g_signal_new("start", TAB_TYPE_NEW_GAME_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
    g_type_ensure(TAB_TYPE_CLOCK_CHOICE);
    g_type_ensure(TAB_TYPE_RULES_CHOOSER);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/new-game-dialog.ui");
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, rules);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, seating);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, clock);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, sticks);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, opponent);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, white);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, start_button);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, opponent_adjustment);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, white_adjustment);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, black_adjustment);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, opponent_engine);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, white_engine);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, black_engine);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, engines_fault);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, seed);
    gtk_widget_class_bind_template_callback(widget_class, on_start);
    gtk_widget_class_bind_template_callback(widget_class, on_seating_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_seed_changed);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_new_game_dialog_init(TabNewGameDialog *self)
{
    self->settings = g_settings_new("org.tabgame.Tab");
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_name_list_cut(self->opponent_engine);
    tab_name_list_cut(self->white_engine);
    tab_name_list_cut(self->black_engine);
    list_engines(self);
}

TabNewGameDialog *tab_new_game_dialog_new(GtkWindow *parent, const TabGameSetup *setup)
{
    TabNewGameDialog *self = g_object_new(TAB_TYPE_NEW_GAME_DIALOG, "transient-for", parent, NULL);
    self->given = setup ? tab_game_setup_copy(setup) : NULL;
    fill(self, setup);
    return self;
}
