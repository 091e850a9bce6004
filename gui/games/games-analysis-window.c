// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be analysed and by whom; then how far that is, the players, and the games, each of
// which can be opened.
#include "gui/games/games-analysis-window.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/analysis/analysis-pane.h"
#include "gui/model/engine-store.h"
#include "gui/model/number-text.h"
#include "gui/model/turn-grade.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/question.h"
#include "gui/widgets/wrap-layout.h"

#define MOST_PLAYERS 50 /* rows of the table */

struct _TabGamesAnalysisWindow {
    GtkWindow parent;
    GtkWidget *what, *judge, *wishes, *state, *progress, *players, *table, *more_players, *found;
    GtkWidget *begin, *stop, *open;
    GtkCheckButton *keep, *write, *rate;
    GtkListView *list;
    GtkSingleSelection *selection;
    TabGamesAnalysis *analysis;
    GSettings *settings;
    gboolean running; /* as it was shown last */
};

G_DEFINE_FINAL_TYPE(TabGamesAnalysisWindow, tab_games_analysis_window, GTK_TYPE_WINDOW)

static guint open_signal, kept_signal;

/* --- the players --- */

enum { NAME, GAMES, SCORE, LUCK, LOSS, DOUBTFUL, MISTAKES, BLUNDERS, N_COLUMNS };

static void attach(TabGamesAnalysisWindow *self, int column, int row, const char *text,
                   const char *tip)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), column == NAME ? 0 : 1);
    gtk_label_set_wrap(GTK_LABEL(label), row && column == NAME);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_widget_set_hexpand(label, column == NAME);
    gtk_widget_add_css_class(label, row ? "numeric" : "heading");
    if (tip)
        tab_label_text_tip(label, tip);
    gtk_grid_attach(GTK_GRID(self->table), label, column, row, 1, 1);
}

static void attach_heads(TabGamesAnalysisWindow *self)
{
    const struct {
        const char *head, *tip;
    } heads[N_COLUMNS] = {
        [NAME] = {_("Player"), NULL},
        /* Translators: head of a column: how many games there are */
        [GAMES] = {_("Games"), NULL},
        [SCORE] = {_("Score"), _("Points of a hundred in the games with a result")},
        /* Translators: head of a column: what the throws brought */
        [LUCK] = {_("Luck"), _("What the throws brought, in points a game")},
        /* Translators: head of a column: what the turns gave away */
        [LOSS] = {_("Loss"), _("What a turn gave away on average, in points")},
        [DOUBTFUL] = {tab_turn_grade_mark(TAB_TURN_DOUBTFUL), _("Doubtful turns")},
        [MISTAKES] = {tab_turn_grade_mark(TAB_TURN_MISTAKE), _("Mistakes")},
        [BLUNDERS] = {tab_turn_grade_mark(TAB_TURN_BLUNDER), _("Blunders")},
    };
    for (int column = 0; column < N_COLUMNS; column++)
        attach(self, column, 0, heads[column].head, heads[column].tip);
}

/* With its sign at the left in every language. */
static char *describe_points(double share)
{
    g_autofree char *points = isnan(share) ? NULL : tab_number_text_points(share);
    return points ? g_strdup_printf("\u2066%s\u2069", points) : g_strdup("–");
}

/* Below the player's figures, as it may be long. */
static void attach_level(TabGamesAnalysisWindow *self, int row, const char *level)
{
    /* Translators: at which of the engine's levels somebody plays */
    g_autofree char *text = g_strdup_printf(_("%s: %s"), _("Level"), level);
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_widget_add_css_class(label, "dim-label");
    tab_label_text_tip(label, _("The level of the engine that loses as much"));
    gtk_grid_attach(GTK_GRID(self->table), label, NAME, row, N_COLUMNS, 1);
}

static void attach_player(TabGamesAnalysisWindow *self, int row, const TabAnalysedPlayer *player)
{
    g_autofree char *games = g_strdup_printf("%u", player->games),
                    *score = player->decided
                                 ? tab_number_text_percent(player->points / player->decided, 0)
                                 : g_strdup("–"),
                    *luck = describe_points(player->luck.mean),
                    *loss = describe_points(player->turns ? -player->loss / player->turns : NAN),
                    *level = tab_games_analysis_describe_level(self->analysis, player->name);
    const char *const texts[] = {
        [NAME] = player->name, [GAMES] = games, [SCORE] = score, [LUCK] = luck, [LOSS] = loss};
    for (int column = NAME; column <= LOSS; column++)
        attach(self, column, row, texts[column], NULL);
    for (int grade = TAB_TURN_DOUBTFUL; grade < TAB_N_TURN_GRADES; grade++) {
        g_autofree char *n = g_strdup_printf("%u", player->grade[grade]);
        attach(self, DOUBTFUL + grade - TAB_TURN_DOUBTFUL, row, n, NULL);
    }
    if (*level)
        attach_level(self, row + 1, level);
}

static gint by_games(gconstpointer a, gconstpointer b)
{
    const TabAnalysedPlayer *one = *(const TabAnalysedPlayer *const *)a,
                            *other = *(const TabAnalysedPlayer *const *)b;
    return one->games != other->games ? (one->games < other->games ? 1 : -1)
                                      : g_utf8_collate(one->name, other->name);
}

/* Those of most games first. */
static void show_players(TabGamesAnalysisWindow *self)
{
    GPtrArray *players = self->analysis->state.players;
    guint n = players ? players->len : 0;
    for (GtkWidget *child; (child = gtk_widget_get_first_child(self->table));)
        gtk_grid_remove(GTK_GRID(self->table), child);
    gtk_widget_set_visible(self->players, n > 0);
    if (!n)
        return;
    g_ptr_array_sort(players, by_games);
    attach_heads(self);
    for (guint i = 0; i < MIN(n, MOST_PLAYERS); i++)
        attach_player(self, (int)i * 2 + 1, players->pdata[i]);
    g_autofree char *more =
        n > MOST_PLAYERS
            /* Translators: behind a table of players. */
            ? g_strdup_printf(ngettext("and %u more", "and %u more", n - MOST_PLAYERS),
                              n - MOST_PLAYERS)
            : NULL;
    tab_label_text_show(self->more_players, more);
}

/* --- the games --- */

static void make_line(TabGamesAnalysisWindow *self, GtkListItem *item)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2);
    for (int i = 0; i < 2; i++) {
        GtkWidget *label = gtk_label_new(NULL);
        gtk_label_set_xalign(GTK_LABEL(label), 0);
        gtk_label_set_wrap(GTK_LABEL(label), TRUE);
        gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
        gtk_widget_add_css_class(label, i ? "caption" : "numeric");
        gtk_box_append(GTK_BOX(box), label);
    }
    gtk_list_item_set_child(item, box);
}

static void fill_line(TabGamesAnalysisWindow *self, GtkListItem *item)
{
    const TabGamesAnalysisItem *game = gtk_list_item_get_item(item);
    GtkWidget *first = gtk_widget_get_first_child(gtk_list_item_get_child(item)),
              *second = gtk_widget_get_next_sibling(first);
    g_autofree char *which = tab_games_analysis_item_describe_game(game),
                    *found = tab_games_analysis_item_describe_found(game),
                    *place = tab_games_analysis_item_describe_place(game),
                    *all = place ? g_strjoin("\n", place, found, NULL) : g_strdup(found);
    g_autofree char *heard = g_strjoin("\n", which, found, NULL);
    GtkWidget *row = gtk_widget_get_parent(gtk_list_item_get_child(item));
    tab_label_text_set(first, which);
    tab_label_text_set(second, all);
    if (row)
        gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, heard,
                                       -1);
}

/* --- how far it is --- */

static void show_state(TabGamesAnalysisWindow *self)
{
    TabGamesAnalysis *analysis = self->analysis;
    gboolean runs = analysis->run != NULL,
             again = analysis->state.stage == TAB_GAMES_ANALYSIS_ENDED && analysis->state.stopped;
    g_autofree char *state = tab_games_analysis_describe(analysis);
    g_autofree char *judge =
        analysis->engine ? g_strdup_printf(_("As %s sees it."), analysis->engine) : NULL;
    tab_label_text_show(self->state, state);
    if (judge)
        tab_label_text_show(self->judge, judge);
    gtk_widget_set_visible(self->progress, runs);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress),
                                  tab_games_analysis_get_part(analysis));
    gtk_widget_set_sensitive(self->wishes, !runs);
    gtk_widget_set_sensitive(self->begin, !runs);
    gtk_button_set_label(GTK_BUTTON(self->begin),
                         /* Translators: a button: an analysis of games that was stopped goes on */
                         again ? _("Resu_me") : _("_Analyse"));
    gtk_widget_set_sensitive(self->stop, runs && !analysis->stopping);
    gtk_widget_set_visible(self->found,
                           g_list_model_get_n_items(G_LIST_MODEL(analysis->games)) > 0);
    show_players(self);
    if (self->running && !runs && gtk_check_button_get_active(self->keep))
        g_signal_emit(self, kept_signal, 0);
    if (self->running != runs)
        gtk_widget_grab_focus(runs ? self->stop : self->begin);
    self->running = runs;
}

/* --- what a person does --- */

static void begin_now(TabGamesAnalysisWindow *self)
{
    g_autoptr(TabEngineConfig) engine = tab_analysis_pane_choose_engine(self->settings);
    const TabGamesAnalysisWishes wishes = {
        .keep = gtk_check_button_get_active(self->keep),
        .write = gtk_check_button_get_active(self->write),
        .rate = gtk_check_button_get_active(self->rate),
    };
    if (!engine)
        tab_label_text_show(self->state, _("No engine is at hand that could tell luck and loss."));
    else if (!self->analysis->run)
        tab_games_analysis_begin(self->analysis, engine, &wishes);
}

static void on_answer(TabGamesAnalysisWindow *self, int response, GtkWindow *question)
{
    gtk_window_destroy(question);
    if (response == GTK_RESPONSE_ACCEPT)
        begin_now(self);
}

/* Files that are there are written over only if a person wants that. */
static void on_begin(TabGamesAnalysisWindow *self)
{
    g_auto(GStrv) names = gtk_check_button_get_active(self->write)
                              ? tab_games_analysis_list_overwritten(self->analysis)
                              : NULL;
    guint n = names ? g_strv_length(names) : 0;
    if (!n) {
        begin_now(self);
        return;
    }
    g_autofree char *title = g_strdup_printf(
        ngettext("Replace %u file with notes?", "Replace %u files with notes?", n), n);
    g_autofree char *detail = g_strjoinv("\n", names);
    GtkWidget *question =
        tab_question_new(GTK_WIDGET(self), title, detail, _("_Cancel"), _("_Replace"));
    tab_question_warn(question);
    g_signal_connect_object(question, "response", G_CALLBACK(on_answer), self, G_CONNECT_SWAPPED);
    gtk_window_present(GTK_WINDOW(question));
}

static void on_stop(TabGamesAnalysisWindow *self)
{
    tab_games_analysis_stop(self->analysis);
}

static void on_open(TabGamesAnalysisWindow *self)
{
    TabGamesAnalysisItem *game = gtk_single_selection_get_selected_item(self->selection);
    if (game)
        g_signal_emit(self, open_signal, 0, game);
}

/* --- the window --- */

static void tab_games_analysis_window_dispose(GObject *object)
{
    TabGamesAnalysisWindow *self = TAB_GAMES_ANALYSIS_WINDOW(object);
    if (self->analysis)
        g_signal_handlers_disconnect_by_data(self->analysis, self);
    g_clear_object(&self->selection);
    g_clear_object(&self->analysis);
    g_clear_object(&self->settings);
    G_OBJECT_CLASS(tab_games_analysis_window_parent_class)->dispose(object);
}

static void tab_games_analysis_window_class_init(TabGamesAnalysisWindowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    static const struct {
        const char *name;
        gssize offset;
    } children[] = {
#define CHILD(name) {#name, G_STRUCT_OFFSET(TabGamesAnalysisWindow, name)}
        CHILD(what),     CHILD(judge),   CHILD(wishes), CHILD(state),
        CHILD(progress), CHILD(players), CHILD(table),  CHILD(more_players),
        CHILD(found),    CHILD(begin),   CHILD(stop),   CHILD(open),
        CHILD(keep),     CHILD(write),   CHILD(rate),   CHILD(list),
#undef CHILD
    };
    G_OBJECT_CLASS(klass)->dispose = tab_games_analysis_window_dispose;
    open_signal = g_signal_new("open", TAB_TYPE_GAMES_ANALYSIS_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 1, TAB_TYPE_GAMES_ANALYSIS_ITEM);
    kept_signal = g_signal_new("kept", TAB_TYPE_GAMES_ANALYSIS_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/games-analysis-window.ui");
    for (gsize i = 0; i < G_N_ELEMENTS(children); i++)
        gtk_widget_class_bind_template_child_full(widget_class, children[i].name, FALSE,
                                                  children[i].offset);
    gtk_widget_class_bind_template_callback(widget_class, on_begin);
    gtk_widget_class_bind_template_callback(widget_class, on_stop);
    gtk_widget_class_bind_template_callback(widget_class, on_open);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_games_analysis_window_init(TabGamesAnalysisWindow *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    self->settings = g_settings_new("org.tabgame.Tab");
}

static void fill_list(TabGamesAnalysisWindow *self)
{
    g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new();
    g_signal_connect_swapped(factory, "setup", G_CALLBACK(make_line), self);
    g_signal_connect_swapped(factory, "bind", G_CALLBACK(fill_line), self);
    self->selection = gtk_single_selection_new(g_object_ref(G_LIST_MODEL(self->analysis->games)));
    gtk_list_view_set_factory(self->list, factory);
    gtk_list_view_set_model(self->list, GTK_SELECTION_MODEL(self->selection));
}

static void show_what(TabGamesAnalysisWindow *self)
{
    const TabGamesAnalysis *analysis = self->analysis;
    guint n = analysis->numbers ? analysis->numbers->len : 0;
    g_autofree char *what =
        analysis->folder
            ? g_filename_display_name(analysis->folder)
            /* Translators: what is to be analysed. */
            : g_strdup_printf(
                  ngettext("%u game of the list of games", "%u games of the list of games", n), n);
    g_autoptr(TabEngineConfig) engine = tab_analysis_pane_choose_engine(self->settings);
    g_autofree char *judge =
        engine ? g_strdup_printf(
                     /* Translators: an engine's name. */
                     _("By the engine of the analysis, %s."), tab_engine_store_name_of(engine))
               : NULL;
    tab_label_text_set(self->what, what);
    tab_label_text_show(self->judge, judge);
    gtk_widget_set_visible(GTK_WIDGET(self->write), analysis->folder != NULL);
}

TabGamesAnalysisWindow *tab_games_analysis_window_new(GtkWindow *parent, TabGamesAnalysis *analysis)
{
    TabGamesAnalysisWindow *self =
        g_object_new(TAB_TYPE_GAMES_ANALYSIS_WINDOW, "transient-for", parent, NULL);
    self->analysis = analysis;
    fill_list(self);
    show_what(self);
    show_state(self);
    g_signal_connect_swapped(analysis, "changed", G_CALLBACK(show_state), self);
    gtk_widget_grab_focus(self->begin);
    return self;
}
