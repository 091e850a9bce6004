// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what the next game is to be: rules, width, who plays, levels, one game or a match, seed;
// remembers the answer.
#include "gui/new-game/new-game-dialog.h"

#include <glib/gi18n.h>

#include "gui/widgets/label-text.h"
#include "gui/model/engine-store.h"
#include "gui/model/engine-trial.h"
#include "gui/model/game-setup.h"
#include "gui/widgets/name-list.h"
#include "gui/widgets/number-field.h"
#include "gui/new-game/rules-chooser.h"
#include "gui/new-game/seed-field.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"

/* Whose engine is chosen: the one against a person, or those that play each other. */
enum { OPPONENT, WHITE_ENGINE, BLACK_ENGINE, N_CHOICES };

/* For each the settings' keys, and the template's list of engines and level. */
static const struct {
    const char *engine_key, *level_key, *engine, *level;
} choices[N_CHOICES] = {
    {"opponent-engine", "opponent-level", "opponent_engine", "opponent_adjustment"},
    {"white-engine", "white-level", "white_engine", "white_adjustment"},
    {"black-engine", "black-level", "black_engine", "black_adjustment"},
};

struct _TabNewGameDialog {
    GtkWindow parent;
    TabRulesChooser *rules;
    GtkDropDown *seating, *length, *clock, *sticks;
    GtkDropDown *engine[N_CHOICES];
    GtkAdjustment *level[N_CHOICES];
    GtkWidget *wins_box, *games_box;
    GtkAdjustment *wins, *games;
    GtkWidget *turn_clock, *game_clock;
    GtkAdjustment *seconds, *minutes, *increment;
    GtkWidget *opponent, *white, *engines_fault, *rules_note, *start_button, *seed_words;
    GtkEditable *seed;
    GSettings *settings;
    GPtrArray *engines;  /* TabEngineConfig, as listed */
    GPtrArray *trials;   /* of each the TabEngineTrial, NULL before it is chosen */
    gboolean all_listed; /* the user's file is good */
    TabGameSetup *given; /* by the command line, or NULL */
};

G_DEFINE_FINAL_TYPE(TabNewGameDialog, tab_new_game_dialog, GTK_TYPE_WINDOW)

static guint start_signal;

static TabSeating get_seating(TabNewGameDialog *self)
{
    return (TabSeating)gtk_drop_down_get_selected(self->seating);
}

/* The choice that says how an engine on this side plays. */
static guint choice_of(TabSeating seating, int side)
{
    return seating != TAB_SEATING_NONE ? OPPONENT : side == TAB_WHITE ? WHITE_ENGINE : BLACK_ENGINE;
}

/* --- which rules an engine plays --- */

static void note_rules(TabNewGameDialog *self);

static void end_trial(gpointer trial)
{
    if (!trial)
        return;
    tab_engine_trial_cancel(trial);
    g_object_unref(trial);
}

/* The trial that asks engine number `nth` which rules it plays. */
static TabEngineTrial *begin_trial(TabNewGameDialog *self, guint nth)
{
    TabEngineTrial *trial = tab_engine_trial_new(self->engines->pdata[nth], FALSE);
    g_signal_connect_object(trial, "changed", G_CALLBACK(note_rules), self, G_CONNECT_SWAPPED);
    return trial;
}

/* Says which of the engines that would play cannot start, or have not promised the rules: they are
 * asked when they are chosen for the first time. Our own plays all. */
static void note_rules(TabNewGameDialog *self)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    for (guint i = 0; self->trials && i < N_CHOICES; i++) {
        guint nth = gtk_drop_down_get_selected(self->engine[i]);
        if (nth >= self->engines->len || !gtk_widget_get_visible(GTK_WIDGET(self->engine[i])))
            continue;
        const char *name = tab_engine_store_name_of(self->engines->pdata[nth]);
        if (g_str_equal(name, TAB_ENGINE_STORE_OWN))
            continue;
        if (!self->trials->pdata[nth])
            self->trials->pdata[nth] = begin_trial(self, nth);
        TabEngineTrial *trial = self->trials->pdata[nth];
        g_autofree char *line = NULL;
        if (trial->state == TAB_TRIAL_FAILED)
            line = g_strdup_printf("%s: %s", name, trial->fault);
        else if (tab_engine_trial_lacks(trial, tab_rules_chooser_get(self->rules)))
            /* Translators: %s is an engine's name. */
            line = g_strdup_printf(_("“%s” does not say that it plays by these rules."), name);
        if (line && !strstr(lines->str, line)) /* it may sit at both sides */
            g_string_append_printf(lines, "%s%s", lines->len ? "\n" : "", line);
    }
    tab_label_text_show(self->rules_note, lines->str);
}

static void begin_trials(TabNewGameDialog *self)
{
    self->trials = g_ptr_array_new_with_free_func(end_trial);
    g_ptr_array_set_size(self->trials, (int)self->engines->len);
    for (guint i = 0; i < N_CHOICES; i++)
        g_signal_connect_swapped(self->engine[i], "notify::selected", G_CALLBACK(note_rules), self);
    g_signal_connect_swapped(self->rules, "changed", G_CALLBACK(note_rules), self);
    note_rules(self);
}

/* What goes with the first field of a choice is seen with it. */
static void on_seating_changed(TabNewGameDialog *self)
{
    gtk_widget_set_visible(self->opponent, get_seating(self) <= TAB_SEATING_TURNS);
    gtk_widget_set_visible(self->white, get_seating(self) == TAB_SEATING_NONE);
    note_rules(self);
}

/* --- the match --- */

static TabMatchLength get_length(TabNewGameDialog *self)
{
    return (TabMatchLength)gtk_drop_down_get_selected(self->length);
}

static void on_length_changed(TabNewGameDialog *self)
{
    gtk_widget_set_visible(self->wins_box, get_length(self) == TAB_MATCH_WINS);
    gtk_widget_set_visible(self->games_box, get_length(self) == TAB_MATCH_GAMES);
}

static void show_length(TabNewGameDialog *self)
{
    gtk_adjustment_set_value(self->wins, g_settings_get_int(self->settings, "match-wins"));
    gtk_adjustment_set_value(self->games, g_settings_get_int(self->settings, "match-games"));
    gtk_drop_down_set_selected(self->length,
                               (guint)g_settings_get_enum(self->settings, "match-length"));
    on_length_changed(self);
}

static guint get_count(GtkAdjustment *adjustment)
{
    return (guint)(gtk_adjustment_get_value(adjustment) + 0.5);
}

static void remember_length(TabNewGameDialog *self)
{
    g_settings_set_enum(self->settings, "match-length", (int)get_length(self));
    g_settings_set_int(self->settings, "match-wins", (int)get_count(self->wins));
    g_settings_set_int(self->settings, "match-games", (int)get_count(self->games));
}

/* --- the clock --- */

enum { NO_CLOCK, TURN_CLOCK, GAME_CLOCK }; /* the rows of its list */

static void on_clock_changed(TabNewGameDialog *self)
{
    guint clock = gtk_drop_down_get_selected(self->clock);
    gtk_widget_set_visible(self->turn_clock, clock == TURN_CLOCK);
    gtk_widget_set_visible(self->game_clock, clock == GAME_CLOCK);
}

/* Times that the fields cannot show become the next that they can. */
static void set_ms(GtkAdjustment *adjustment, gint64 ms, gint64 unit_ms)
{
    gtk_adjustment_set_value(adjustment, (double)((ms + unit_ms - 1) / unit_ms));
}

static gint64 get_ms(GtkAdjustment *adjustment, gint64 unit_ms)
{
    return (gint64)(gtk_adjustment_get_value(adjustment) + 0.5) * unit_ms;
}

static void show_clock(TabNewGameDialog *self, const TabTimeControl *control)
{
    gtk_drop_down_set_selected(self->clock, control->base_ms       ? GAME_CLOCK
                                            : control->movetime_ms ? TURN_CLOCK
                                                                   : NO_CLOCK);
    on_clock_changed(self);
    if (control->movetime_ms)
        set_ms(self->seconds, control->movetime_ms, 1000);
    if (!control->base_ms)
        return;
    set_ms(self->minutes, control->base_ms, 60000);
    set_ms(self->increment, control->increment_ms, 1000);
}

/* All 0: no clock. */
static TabTimeControl read_clock(TabNewGameDialog *self)
{
    guint clock = gtk_drop_down_get_selected(self->clock);
    TabTimeControl control = {0};
    if (clock == TURN_CLOCK)
        control.movetime_ms = get_ms(self->seconds, 1000);
    if (clock == GAME_CLOCK) {
        control.base_ms = get_ms(self->minutes, 60000);
        control.increment_ms = get_ms(self->increment, 1000);
    }
    return control;
}

/* --- the other fields --- */

static void on_seed_changed(TabNewGameDialog *self)
{
    tab_seed_field_show(self->seed, self->seed_words, self->start_button);
}

static int get_level(TabNewGameDialog *self, guint choice)
{
    return (int)(gtk_adjustment_get_value(self->level[choice]) + 0.5);
}

/* The name of the engine that is chosen, "" for the one that comes with the game. */
static const char *get_engine(TabNewGameDialog *self, guint choice)
{
    guint i = gtk_drop_down_get_selected(self->engine[choice]);
    return i > 0 && i < self->engines->len ? tab_engine_store_name_of(self->engines->pdata[i]) : "";
}

static void choose_engine(TabNewGameDialog *self, guint choice, const char *name)
{
    gtk_drop_down_set_selected(self->engine[choice], tab_engine_store_find(self->engines, name));
}

static void remember_choices(TabNewGameDialog *self, const TabGameSetup *setup)
{
    for (guint i = 0; i < N_CHOICES; i++) {
        if (self->all_listed) /* else those that were chosen before come back with the file */
            g_settings_set_string(self->settings, choices[i].engine_key, get_engine(self, i));
        g_settings_set_int(self->settings, choices[i].level_key, get_level(self, i));
    }
    remember_length(self);
    tab_game_setup_remember_terms(self->settings, setup);
    g_settings_set_string(self->settings, "rules", setup->rules);
    g_settings_set_enum(self->settings, "you-play", get_seating(self));
}

static TabGameSetup *read_setup(TabNewGameDialog *self)
{
    TabGameSetup *setup = self->given ? tab_game_setup_copy(self->given) : tab_game_setup_new();
    TabSeating seating = get_seating(self);
    g_free(setup->rules);
    setup->rules = tab_ruleset_to_string(tab_rules_chooser_get(self->rules));
    /* an empty field stands for a random seed, or that of the command line */
    setup->seed = self->given ? self->given->seed : tab_game_setup_random_seed();
    tab_seed_field_read(self->seed, &setup->seed);
    int level[2] = {get_level(self, choice_of(seating, TAB_WHITE)),
                    get_level(self, choice_of(seating, TAB_BLACK))};
    tab_game_setup_seat(setup, tab_game_setup_next_seating(self->settings, seating), level);
    tab_game_setup_set_real(setup, (TabRealSticks)gtk_drop_down_get_selected(self->sticks));
    setup->control = read_clock(self);
    setup->match.length = get_length(self);
    setup->match.n = get_count(setup->match.length == TAB_MATCH_WINS ? self->wins : self->games);
    if (!self->given)
        setup->movetime = g_settings_get_int(self->settings, "think-time");
    for (int side = 0; side < 2; side++)
        tab_game_setup_pick_engine(setup, (TabSide)side, self->engines,
                                   get_engine(self, choice_of(seating, side)));
    return setup;
}

static void on_start_game(TabNewGameDialog *self)
{
    gtk_window_set_focus(GTK_WINDOW(self), NULL); /* a number that is still being typed counts */
    g_autoptr(TabGameSetup) setup = read_setup(self);
    remember_choices(self, setup);
    g_signal_emit(self, start_signal, 0, setup);
    gtk_window_close(GTK_WINDOW(self));
}

/* Lists the engines in all three places, and says what is wrong with the user's file. */
static void offer_engines(TabNewGameDialog *self)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
    self->engines = tab_game_setup_engines(&error);
    for (guint i = 0; i < self->engines->len; i++)
        gtk_string_list_take(names, tab_engine_store_describe(self->engines->pdata[i]));
    for (guint i = 0; i < N_CHOICES; i++) {
        tab_name_list_cut(self->engine[i]);
        gtk_drop_down_set_model(self->engine[i], G_LIST_MODEL(names));
    }
    self->all_listed = !error;
    tab_label_text_show(self->engines_fault, error ? error->message : NULL);
}

/* Fills the fields from the settings, and then from `setup` where it says something. */
static void fill_fields(TabNewGameDialog *self, const TabGameSetup *setup)
{
    g_autofree char *remembered = g_settings_get_string(self->settings, "rules");
    TabSeating seating = setup ? tab_game_setup_get_seating(setup)
                               : (TabSeating)g_settings_get_enum(self->settings, "you-play");
    TabRuleset set;
    if (!tab_ruleset_parse(setup ? setup->rules : remembered, &set, NULL))
        set = tab_ruleset_preset(TAB_DEFAULT_PRESET);
    tab_rules_chooser_set(self->rules, &set);
    for (guint i = 0; i < N_CHOICES; i++) {
        g_autofree char *name = g_settings_get_string(self->settings, choices[i].engine_key);
        choose_engine(self, i, name);
        gtk_adjustment_set_value(self->level[i],
                                 g_settings_get_int(self->settings, choices[i].level_key));
    }
    for (int side = 0; setup && side < 2; side++) {
        guint choice = choice_of(seating, side);
        if (setup->player[side].level >= 0)
            gtk_adjustment_set_value(self->level[choice], setup->player[side].level);
        if (setup->player[side].engine && setup->engine[side])
            choose_engine(self, choice, tab_engine_store_name_of(setup->engine[side]));
    }
    gtk_drop_down_set_selected(self->seating, seating);
    on_seating_changed(self);
    g_autoptr(TabGameSetup) last = tab_game_setup_load(self->settings);
    show_clock(self, setup ? &setup->control : &last->control);
    show_length(self);
    gtk_drop_down_set_selected(self->sticks, tab_game_setup_get_real(setup ? setup : last));
}

static void tab_new_game_dialog_dispose(GObject *object)
{
    g_clear_object(&TAB_NEW_GAME_DIALOG(object)->settings);
    g_clear_pointer(&TAB_NEW_GAME_DIALOG(object)->given, tab_game_setup_free);
    g_clear_pointer(&TAB_NEW_GAME_DIALOG(object)->engines, g_ptr_array_unref);
    g_clear_pointer(&TAB_NEW_GAME_DIALOG(object)->trials, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_new_game_dialog_parent_class)->dispose(object);
}

static void tab_new_game_dialog_class_init(TabNewGameDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_new_game_dialog_dispose;
    start_signal = g_signal_new("start", TAB_TYPE_NEW_GAME_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
    g_type_ensure(TAB_TYPE_RULES_CHOOSER);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/new-game-dialog.ui");
    for (gsize i = 0; i < N_CHOICES; i++) {
        gtk_widget_class_bind_template_child_full(
            widget_class, choices[i].engine, FALSE,
            (gssize)(G_STRUCT_OFFSET(TabNewGameDialog, engine) + i * sizeof(GtkDropDown *)));
        gtk_widget_class_bind_template_child_full(
            widget_class, choices[i].level, FALSE,
            (gssize)(G_STRUCT_OFFSET(TabNewGameDialog, level) + i * sizeof(GtkAdjustment *)));
    }
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, rules);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, seating);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, length);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, wins_box);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, games_box);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, wins);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, games);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, clock);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, turn_clock);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, game_clock);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, seconds);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, minutes);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, increment);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, sticks);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, opponent);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, white);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, start_button);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, seed_words);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, engines_fault);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, rules_note);
    gtk_widget_class_bind_template_child(widget_class, TabNewGameDialog, seed);
    gtk_widget_class_bind_template_callback(widget_class, on_start_game);
    gtk_widget_class_bind_template_callback(widget_class, on_seating_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_length_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_clock_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_seed_changed);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_new_game_dialog_init(TabNewGameDialog *self)
{
    self->settings = g_settings_new("org.tabgame.Tab");
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_number_fields_guard(GTK_WIDGET(self));
    offer_engines(self);
    on_seed_changed(self);
}

TabNewGameDialog *tab_new_game_dialog_new(GtkWindow *parent, const TabGameSetup *setup)
{
    TabNewGameDialog *self = g_object_new(TAB_TYPE_NEW_GAME_DIALOG, "transient-for", parent, NULL);
    self->given = setup ? tab_game_setup_copy(setup) : NULL;
    fill_fields(self, setup);
    begin_trials(self);
    return self;
}
