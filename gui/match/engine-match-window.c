// SPDX-License-Identifier: GPL-3.0-or-later
// A match between two engines: what is to be played, how it goes on, and what came of it.
#include "gui/match/engine-match-window.h"

#include <glib/gi18n.h>

#include "gui/model/engine-match.h"
#include "gui/model/engine-store.h"
#include "gui/model/game-setup.h"
#include "gui/model/number-text.h"
#include "gui/model/rules-text.h"
#include "gui/new-game/rules-chooser.h"
#include "gui/new-game/seed-field.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/fault-dialog.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/name-list.h"
#include "gui/widgets/number-field.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"

#define DATA "tab-engine-match"

#define TAB_TYPE_ENGINE_MATCH_WINDOW (tab_engine_match_window_get_type())
G_DECLARE_FINAL_TYPE(TabEngineMatchWindow, tab_engine_match_window, TAB, ENGINE_MATCH_WINDOW,
                     GtkWindow)

struct _TabEngineMatchWindow {
    GtkWindow parent;
    GtkStack *stack; /* `form` and `match` */
    GtkWidget *fault, *names, *what, *state, *progress, *score, *figures, *details, *folder;
    GtkWidget *start, *go_on, *pause, *open_games, *open_page, *another;
    TabRulesChooser *rules;
    GtkDropDown *engine[2], *level[2], *limit;
    GtkAdjustment *games, *amount, *concurrency;
    GtkEditable *seed;
    GtkWidget *seed_words;
    GPtrArray *engines;    /* TabEngineConfig, as listed */
    TabEngineMatch *match; /* NULL: one is to be begun */
    TabFileActions *files;
    GSettings *settings;
};

G_DEFINE_FINAL_TYPE(TabEngineMatchWindow, tab_engine_match_window, GTK_TYPE_WINDOW)

static guint match_signal;

/* --- the match --- */

static void show_score(TabEngineMatchWindow *self)
{
    const TabScore *score = &self->match->score;
    const char *const headings[] = {"", _("Won"), _("Drawn"), C_("games", "Lost"), _("Points")};
    GtkGrid *grid = GTK_GRID(self->score);
    for (GtkWidget *child; (child = gtk_widget_get_first_child(self->score));)
        gtk_grid_remove(grid, child);
    for (int row = 0; row < 3; row++) {
        const TabEngineMatch *match = self->match;
        guint won = row == 1 ? score->wins : score->losses,
              lost = row == 1 ? score->losses : score->wins;
        double rate = tab_score_rate(score);
        g_autofree char *wins = g_strdup_printf("%u", won), *losses = g_strdup_printf("%u", lost),
                        *draws = g_strdup_printf("%u", score->draws),
                        *points = tab_number_text_percent(row == 1 ? rate : 1 - rate, 1);
        const char *const cells[] = {row ? match->name[row - 1] : "", wins, draws, losses,
                                     match->played ? points : "–"};
        for (int column = 0; column < 5; column++) {
            GtkWidget *label = gtk_label_new(row ? cells[column] : headings[column]);
            gtk_label_set_xalign(GTK_LABEL(label), column ? 1 : 0);
            gtk_label_set_wrap(GTK_LABEL(label), TRUE);
            gtk_widget_add_css_class(label, row && column ? "numeric" : "heading");
            gtk_grid_attach(grid, label, column, row, 1, 1);
        }
    }
}

static void show_buttons(TabEngineMatchWindow *self)
{
    TabEngineMatch *match = self->match;
    gboolean runs = match->process != NULL, over = match->state == TAB_ENGINE_MATCH_IS_OVER;
    g_autofree char *games = tab_engine_match_get_games(match);
    g_autofree char *page = tab_engine_match_get_page(match);
    GtkWidget *focus = gtk_window_get_focus(GTK_WINDOW(self));
    gtk_widget_set_visible(self->pause, runs);
    gtk_button_set_label(GTK_BUTTON(self->pause), match->state == TAB_ENGINE_MATCH_PAUSES
                                                      /* Translators: a match between engines */
                                                      ? _("_Stop Now")
                                                      : _("_Pause"));
    gtk_widget_set_visible(self->go_on, !runs && !over);
    gtk_widget_set_visible(self->another, !runs);
    if (!focus || !gtk_widget_get_visible(focus)) /* the button has gone; the next step has it */
        gtk_widget_grab_focus(runs ? self->pause : over ? self->another : self->go_on);
    gtk_widget_set_sensitive(self->open_games, !runs && g_file_test(games, G_FILE_TEST_EXISTS));
    gtk_widget_set_sensitive(self->open_page, !runs && g_file_test(page, G_FILE_TEST_EXISTS));
}

static void show_match(TabEngineMatchWindow *self)
{
    TabEngineMatch *match = self->match;
    g_autoptr(TabRules) rules = tab_rules_parse(match->rules, NULL);
    g_autofree char *name = rules ? tab_rules_text_name(rules) : g_strdup(match->rules);
    g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, match->seed);
    g_autofree char *names = g_strdup_printf("%s – %s", match->name[0], match->name[1]);
    GtkStringList *limits = GTK_STRING_LIST(gtk_drop_down_get_model(self->limit));
    g_autofree char *amount = g_strdup_printf("%u", match->amount);
    g_autofree char *limit =
        g_strdup_printf(_("%s: %s"), gtk_string_list_get_string(limits, match->limit), amount);
    /* Translators: rules, the limit of turns ("Milliseconds a turn: 100") and the seed of a match.
     */
    g_autofree char *what = g_strdup_printf(_("%s · %s · seed %s"), name, limit, seed);
    g_autofree char *state = tab_engine_match_describe(match);
    tab_label_text_set(self->names, names);
    tab_label_text_set(self->what, what);
    tab_label_text_set(self->state, state);
    tab_label_text_set(self->folder, match->folder);
    tab_label_text_set(self->details, match->figures ? match->figures : "");
    gtk_widget_set_visible(self->figures, match->figures != NULL);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress),
                                  MIN((double)match->played / match->games, 1));
    show_score(self);
    gtk_stack_set_visible_child_name(self->stack, "match");
    show_buttons(self);
}

static void take_match(TabEngineMatchWindow *self, TabEngineMatch *match)
{
    if (self->match)
        g_signal_handlers_disconnect_by_data(self->match, self);
    g_set_object(&self->match, match);
    if (!match) {
        gtk_stack_set_visible_child_name(self->stack, "form");
        return;
    }
    g_signal_connect_swapped(match, "changed", G_CALLBACK(show_match), self);
    show_match(self);
}

static void on_go_on(TabEngineMatchWindow *self)
{
    g_autofree char *program = tab_engine_config_find_program("tab-match");
    tab_engine_match_start(self->match, program);
}

static void on_pause(TabEngineMatchWindow *self)
{
    tab_engine_match_pause(self->match);
}

static void on_open_games(TabEngineMatchWindow *self)
{
    g_autofree char *path = tab_engine_match_get_games(self->match);
    g_autoptr(GFile) file = g_file_new_for_path(path);
    tab_file_actions_open(self->files, file);
}

static void on_page_shown(GObject *window, GAsyncResult *result, gpointer data)
{
    g_autoptr(GError) error = NULL;
    if (!gtk_show_uri_full_finish(GTK_WINDOW(window), result, &error) &&
        gtk_widget_get_visible(GTK_WIDGET(window)))
        tab_fault_dialog_show(GTK_WINDOW(window), _("The file could not be opened"), error);
}

static void on_open_page(TabEngineMatchWindow *self)
{
    g_autofree char *path = tab_engine_match_get_page(self->match);
    g_autofree char *uri = g_filename_to_uri(path, NULL, NULL);
    gtk_show_uri_full(GTK_WINDOW(self), uri, GDK_CURRENT_TIME, NULL, on_page_shown, NULL);
}

static void on_another(TabEngineMatchWindow *self)
{
    g_signal_emit(self, match_signal, 0, NULL);
    take_match(self, NULL);
}

/* --- what is to be played --- */

static guint get_count(GtkAdjustment *adjustment)
{
    return (guint)(gtk_adjustment_get_value(adjustment) + 0.5);
}

static const TabEngineConfig *get_engine(TabEngineMatchWindow *self, int nth)
{
    guint i = gtk_drop_down_get_selected(self->engine[nth]);
    return i < self->engines->len ? self->engines->pdata[i] : NULL;
}

/* The first row stands for no level. */
static int get_level(TabEngineMatchWindow *self, int nth)
{
    return (int)gtk_drop_down_get_selected(self->level[nth]) - 1;
}

static void on_seed_changed(TabEngineMatchWindow *self)
{
    tab_seed_field_show(self->seed, self->seed_words, self->start);
}

/* Each limit has numbers of its own kind. */
static void on_limit_changed(TabEngineMatchWindow *self)
{
    static const double usual[TAB_N_ENGINE_LIMITS] = {100, 1000, 1};
    gtk_adjustment_set_value(self->amount, usual[gtk_drop_down_get_selected(self->limit)]);
}

static void on_start(TabEngineMatchWindow *self)
{
    gtk_window_set_focus(GTK_WINDOW(self), NULL); /* a number that is still being typed counts */
    g_autofree char *rules = tab_ruleset_to_string(tab_rules_chooser_get(self->rules));
    g_autofree char *place = tab_engine_match_default_place();
    g_autoptr(GError) error = NULL;
    TabEngineMatchSetup setup = {
        .engine = {get_engine(self, 0), get_engine(self, 1)},
        .level = {get_level(self, 0), get_level(self, 1)},
        .rules = rules,
        .games = get_count(self->games),
        .limit = (TabEngineLimit)gtk_drop_down_get_selected(self->limit),
        .amount = get_count(self->amount),
        .concurrency = get_count(self->concurrency),
        .seed = tab_game_setup_random_seed(),
    };
    if (!tab_seed_field_read(self->seed, &setup.seed))
        return;
    g_autoptr(TabEngineMatch) match = tab_engine_match_create(&setup, place, &error);
    tab_label_text_show(self->fault, error ? error->message : NULL);
    if (!match)
        return;
    take_match(self, match);
    g_signal_emit(self, match_signal, 0, match);
    on_go_on(self);
}

static void offer_engines(TabEngineMatchWindow *self)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
    g_autoptr(GtkStringList) levels = gtk_string_list_new(NULL);
    /* Translators: a choice among levels: that of the engine's own options. */
    gtk_string_list_append(levels, _("As it is set up"));
    for (int level = 0; level <= TAB_MAX_LEVEL; level++) /* Translators: an engine's level. */
        gtk_string_list_take(levels, g_strdup_printf(_("level %d"), level));
    self->engines = tab_game_setup_engines(&error);
    for (guint i = 0; i < self->engines->len; i++)
        gtk_string_list_take(names, tab_engine_store_describe(self->engines->pdata[i]));
    for (int i = 0; i < 2; i++) {
        tab_name_list_cut(self->engine[i]);
        gtk_drop_down_set_model(self->engine[i], G_LIST_MODEL(names));
        gtk_drop_down_set_model(self->level[i], G_LIST_MODEL(levels));
    }
    tab_label_text_show(self->fault, error ? error->message : NULL);
}

/* As games between engines at the board were chosen last. */
static void fill_fields(TabEngineMatchWindow *self)
{
    static const char *const engines[] = {"white-engine", "black-engine"}, *const levels[] = {
                                                                               "white-level",
                                                                               "black-level"};
    g_autofree char *rules = g_settings_get_string(self->settings, "rules");
    TabRuleset set;
    if (!tab_ruleset_parse(rules, &set, NULL))
        set = tab_ruleset_preset(TAB_DEFAULT_PRESET);
    tab_rules_chooser_set(self->rules, &set);
    for (int i = 0; i < 2; i++) {
        g_autofree char *name = g_settings_get_string(self->settings, engines[i]);
        gtk_drop_down_set_selected(self->engine[i], tab_engine_store_find(self->engines, name));
        gtk_drop_down_set_selected(self->level[i],
                                   (guint)g_settings_get_int(self->settings, levels[i]) + 1);
    }
}

/* --- the window --- */

static void tab_engine_match_window_dispose(GObject *object)
{
    TabEngineMatchWindow *self = TAB_ENGINE_MATCH_WINDOW(object);
    if (self->match)
        g_signal_handlers_disconnect_by_data(self->match, self);
    g_clear_object(&self->match);
    g_clear_object(&self->settings);
    g_clear_pointer(&self->engines, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_engine_match_window_parent_class)->dispose(object);
}

static void tab_engine_match_window_class_init(TabEngineMatchWindowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    static const struct {
        const char *name;
        gssize offset;
    } children[] = {
#define CHILD(name) {#name, G_STRUCT_OFFSET(TabEngineMatchWindow, name)}
        CHILD(stack),
        CHILD(fault),
        CHILD(names),
        CHILD(what),
        CHILD(state),
        CHILD(progress),
        CHILD(score),
        CHILD(figures),
        CHILD(details),
        CHILD(folder),
        CHILD(start),
        CHILD(go_on),
        CHILD(pause),
        CHILD(open_games),
        CHILD(open_page),
        CHILD(another),
        CHILD(rules),
        CHILD(limit),
        CHILD(games),
        CHILD(amount),
        CHILD(concurrency),
        CHILD(seed),
        CHILD(seed_words),
#undef CHILD
        {"engine_1", G_STRUCT_OFFSET(TabEngineMatchWindow, engine[0])},
        {"engine_2", G_STRUCT_OFFSET(TabEngineMatchWindow, engine[1])},
        {"level_1", G_STRUCT_OFFSET(TabEngineMatchWindow, level[0])},
        {"level_2", G_STRUCT_OFFSET(TabEngineMatchWindow, level[1])},
    };
    G_OBJECT_CLASS(klass)->dispose = tab_engine_match_window_dispose;
    match_signal = g_signal_new("match", TAB_TYPE_ENGINE_MATCH_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, TAB_TYPE_ENGINE_MATCH);
    g_type_ensure(TAB_TYPE_RULES_CHOOSER);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/engine-match-window.ui");
    for (gsize i = 0; i < G_N_ELEMENTS(children); i++)
        gtk_widget_class_bind_template_child_full(widget_class, children[i].name, FALSE,
                                                  children[i].offset);
    gtk_widget_class_bind_template_callback(widget_class, on_start);
    gtk_widget_class_bind_template_callback(widget_class, on_go_on);
    gtk_widget_class_bind_template_callback(widget_class, on_pause);
    gtk_widget_class_bind_template_callback(widget_class, on_open_games);
    gtk_widget_class_bind_template_callback(widget_class, on_open_page);
    gtk_widget_class_bind_template_callback(widget_class, on_another);
    gtk_widget_class_bind_template_callback(widget_class, on_limit_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_seed_changed);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_engine_match_window_init(TabEngineMatchWindow *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_number_fields_guard(GTK_WIDGET(self));
    tab_widget_fold(GTK_EXPANDER(self->figures));
    self->settings = g_settings_new("org.tabgame.Tab");
    offer_engines(self);
    fill_fields(self);
    on_limit_changed(self);
    on_seed_changed(self);
}

/* --- the action --- */

/* What belongs to one main window. */
typedef struct {
    GtkWindow *window; /* owns this */
    TabFileActions *files;
    TabEngineMatch *match; /* NULL: there is none */
    gboolean looked;       /* for the match of an earlier run */
    GtkWindow *shown;      /* while it is open */
} EngineMatches;

static void free_matches(gpointer data)
{
    EngineMatches *self = data;
    if (self->match)
        tab_engine_match_pause(self->match);
    g_clear_object(&self->match);
    g_clear_weak_pointer(&self->shown);
    g_free(self);
}

static void on_match(EngineMatches *self, TabEngineMatch *match)
{
    g_set_object(&self->match, match);
}

static void show_window(EngineMatches *self)
{
    g_autofree char *place = tab_engine_match_default_place();
    if (!self->match && !self->looked)
        self->match = tab_engine_match_open_last(place);
    self->looked = TRUE;
    if (!self->shown) {
        TabEngineMatchWindow *shown =
            g_object_new(TAB_TYPE_ENGINE_MATCH_WINDOW, "transient-for", self->window, NULL);
        shown->files = self->files;
        g_set_weak_pointer(&self->shown, GTK_WINDOW(shown));
        g_signal_connect_swapped(shown, "match", G_CALLBACK(on_match), self);
        take_match(shown, self->match);
    }
    gtk_window_present(self->shown);
}

void tab_engine_match_window_add_action(GtkApplicationWindow *window, TabFileActions *files)
{
    static const TabAction actions[] = {
        {.name = "engine-match", .activate = G_CALLBACK(show_window)},
    };
    EngineMatches *self = g_new0(EngineMatches, 1);
    self->window = GTK_WINDOW(window);
    self->files = files;
    tab_action_map_add(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), self);
    g_object_set_data_full(G_OBJECT(window), DATA, self, free_matches);
}
