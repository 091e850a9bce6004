// SPDX-License-Identifier: GPL-3.0-or-later
// All there is to tell of a match: its score, its games, and luck, loss and level of both players.
#include "gui/match/match-window.h"

#include <glib/gi18n.h>

#include "gui/analysis/analysis-pane.h"
#include "gui/model/number-text.h"
#include "gui/model/wording.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"

enum { WON, LUCK, LOSS, PER_TURN, LEVEL, N_FIGURES };

struct _TabMatchWindow {
    GtkWindow parent;
    GtkWidget *title, *score, *state, *progress, *analyse, *stop;
    GtkGrid *figures;
    GtkListBox *games;
    GtkWidget *name[TAB_MATCH_SEATS], *figure[N_FIGURES][TAB_MATCH_SEATS];
    TabMatchStudy *study;
    TabGameMatch *match; /* NULL: none was shown yet */
    GSettings *settings;
};

G_DEFINE_FINAL_TYPE(TabMatchWindow, tab_match_window, GTK_TYPE_WINDOW)

/* --- figures --- */

static GtkWidget *attach(GtkGrid *grid, int column, int row, const char *text, gboolean heading)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), column ? 1 : 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_widget_set_valign(label, GTK_ALIGN_BASELINE);
    gtk_widget_add_css_class(label, heading ? "heading" : "numeric");
    gtk_grid_attach(grid, label, column, row, 1, 1);
    return label;
}

static void make_figures(TabMatchWindow *self)
{
    const char *const headings[N_FIGURES] = {
        [WON] = _("Games won"),
        /* Translators: what the throws brought in all games, in points of which a game has 100. */
        [LUCK] = _("Luck, in points"),
        /* Translators: what a player's turns gave away in all games. */
        [LOSS] = _("Lost by turns, in points"),
        [PER_TURN] = _("Lost in each turn"),
        /* Translators: at which level of an engine a player plays. */
        [LEVEL] = _("Plays like level"),
    };
    for (guint seat = 0; seat < TAB_MATCH_SEATS; seat++)
        self->name[seat] = attach(self->figures, 1 + (int)seat, 0, "", TRUE);
    for (int row = 0; row < N_FIGURES; row++) {
        attach(self->figures, 0, 1 + row, headings[row], FALSE);
        for (guint seat = 0; seat < TAB_MATCH_SEATS; seat++)
            self->figure[row][seat] = attach(self->figures, 1 + (int)seat, 1 + row, "", FALSE);
    }
}

/* A figure that is not known is a dash; with the words that it means, for who hears it alone. */
static void show_figure(TabMatchWindow *self, int row, guint column, const char *text)
{
    tab_label_text_set(self->figure[row][column], text && *text ? text : "–");
}

/* In a column of the table. */
static void show_seat(TabMatchWindow *self, guint column)
{
    guint seat = (column + tab_game_match_get_first_told(self->match)) % TAB_MATCH_SEATS;
    double luck, loss;
    guint turns;
    guint known = tab_match_study_sum(self->study, seat, &luck, &loss, &turns);
    g_autofree char *name = tab_game_match_name(self->match, seat);
    g_autofree char *won = g_strdup_printf("%u", tab_game_match_get_won(self->match, seat));
    g_autofree char *lucky = known ? tab_number_text_points(luck) : NULL;
    g_autofree char *lost = known ? tab_number_text_points(-loss) : NULL;
    g_autofree char *each = known && turns ? tab_number_text_points(-loss / turns) : NULL;
    g_autofree char *level = tab_match_study_describe_rating(self->study, seat);
    tab_label_text_set(self->name[column], name);
    show_figure(self, WON, column, won);
    show_figure(self, LUCK, column, lucky);
    show_figure(self, LOSS, column, lost);
    show_figure(self, PER_TURN, column, each);
    show_figure(self, LEVEL, column, level);
}

/* --- the games --- */

static char *describe_winner(TabMatchWindow *self, const TabStudiedGame *game)
{
    if (game->result == TAB_RECORD_DRAWN)
        return g_strdup(_("drawn"));
    TabSide side = game->result == TAB_RECORD_WHITE_WON ? TAB_WHITE : TAB_BLACK;
    guint seat = tab_game_match_side_in(game->round, 0) == side ? 0 : 1;
    g_autofree char *name = tab_game_match_name(self->match, seat);
    /* Translators: who has won a game, and with which side: "You as White". */
    return g_strdup_printf(_("%s as %s"), name, tab_wording_side(side));
}

static char *describe_ending(const TabStudiedGame *game)
{
    return game->termination == TAB_RECORD_RESIGN ? g_strdup(_("the other resigned"))
           : game->termination == TAB_RECORD_TIME ? g_strdup(_("the other had no time left"))
                                                  : NULL;
}

/* "1. You as White, 57 turns", and below it luck and loss. */
static GtkWidget *make_row(TabMatchWindow *self, const TabStudiedGame *game)
{
    g_autofree char *winner = describe_winner(self, game), *ending = describe_ending(game);
    g_autofree char *turns =
        g_strdup_printf(ngettext("%u turn", "%u turns", game->turns), game->turns);
    g_autofree char *line = g_strdup_printf("%u. %s · %s%s%s", game->round, winner, turns,
                                            ending ? " · " : "", ending ? ending : "");
    GString *text = g_string_new(line);
    for (guint seat = 0; game->known && seat < TAB_MATCH_SEATS; seat++) {
        g_autofree char *name = tab_game_match_name(self->match, seat);
        g_autofree char *luck = tab_number_text_points(game->luck[seat]);
        g_autofree char *loss = tab_number_text_points(-game->loss[seat]);
        g_string_append_c(text, '\n');
        /* Translators: a player's name, luck and loss in a game, in points: "You: luck +3.1, lost
         * −2.0". */
        g_string_append_printf(text, _("%s: luck %s, lost %s"), name, luck, loss);
    }
    GtkWidget *label = gtk_label_new(text->str);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_widget_add_css_class(label, "numeric");
    g_string_free(text, TRUE);
    return label;
}

static void show_games(TabMatchWindow *self)
{
    const GPtrArray *games = self->study->games;
    for (guint i = 0; i < games->len; i++) {
        GtkListBoxRow *row = gtk_list_box_get_row_at_index(self->games, (int)i);
        GtkWidget *label = make_row(self, games->pdata[i]);
        const char *text = gtk_label_get_label(GTK_LABEL(label));
        if (!row) {
            row = GTK_LIST_BOX_ROW(gtk_list_box_row_new());
            gtk_list_box_row_set_activatable(row, FALSE);
            gtk_list_box_row_set_selectable(row, FALSE);
            gtk_list_box_append(self->games, GTK_WIDGET(row));
        }
        gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                       -1);
        gtk_list_box_row_set_child(row, label);
    }
    GtkListBoxRow *more;
    while ((more = gtk_list_box_get_row_at_index(self->games, (int)games->len)))
        gtk_list_box_remove(self->games, GTK_WIDGET(more));
}

/* --- all of it --- */

static void show_progress(TabMatchWindow *self)
{
    const TabMatchStudy *study = self->study;
    gboolean busy = study->state == TAB_STUDY_ANALYSES || study->state == TAB_STUDY_RATES;
    g_autofree char *state = tab_match_study_describe(self->study);
    tab_label_text_show(self->state, state);
    gtk_widget_set_visible(self->progress, busy);
    gtk_progress_bar_set_fraction(GTK_PROGRESS_BAR(self->progress),
                                  study->of ? MIN((double)study->done / study->of, 1) : 0);
    GtkWidget *hidden = busy ? self->analyse : self->stop,
              *shown = busy ? self->stop : self->analyse;
    gboolean focused = gtk_widget_has_focus(hidden);
    gtk_widget_set_visible(shown, TRUE);
    if (focused)
        gtk_widget_grab_focus(shown);
    gtk_widget_set_visible(hidden, FALSE);
    gtk_widget_set_sensitive(
        self->analyse, study->games->len > 0 &&
                           !(study->state == TAB_STUDY_IS_DONE && study->rated && !study->fault));
}

/* Games and sums change when a game is known, not at each turn that is looked at. */
static void on_study_changed(TabMatchWindow *self)
{
    if (!self->match)
        return;
    show_progress(self);
    if (self->study->done)
        return;
    show_games(self);
    for (guint column = 0; column < TAB_MATCH_SEATS; column++)
        show_seat(self, column);
}

static void on_analyse(TabMatchWindow *self)
{
    g_autoptr(TabEngineConfig) engine = tab_analysis_pane_choose_engine(self->settings);
    tab_match_study_begin(self->study, engine);
}

static void on_stop(TabMatchWindow *self)
{
    tab_match_study_stop(self->study);
}

void tab_match_window_show_match(TabMatchWindow *self, TabGameMatch *match)
{
    TabMatchPlace place = tab_game_match_get_place(match);
    gboolean over = tab_match_place_is_over(&place);
    g_set_object(&self->match, match);
    g_autofree char *title = tab_game_match_describe_state(match);
    g_autofree char *score = tab_game_match_describe_score(match);
    g_autofree char *length = tab_game_match_describe_length(&place);
    g_autofree char *below = over ? g_strdup_printf("%s · %s", score, length) : g_strdup(score);
    tab_label_text_set(self->title, title);
    tab_label_text_set(self->score, below);
    tab_match_study_set_match(self->study, match);
    on_study_changed(self);
    if (over && self->study->state == TAB_STUDY_RESTS && !self->study->engine)
        on_analyse(self);
}

/* --- the widget --- */

static void tab_match_window_dispose(GObject *object)
{
    TabMatchWindow *self = TAB_MATCH_WINDOW(object);
    if (self->study) {
        g_signal_handlers_disconnect_by_data(self->study, self);
        tab_match_study_stop(self->study); /* nobody looks at it any more */
    }
    g_clear_object(&self->study);
    g_clear_object(&self->match);
    g_clear_object(&self->settings);
    G_OBJECT_CLASS(tab_match_window_parent_class)->dispose(object);
}

static void tab_match_window_class_init(TabMatchWindowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_match_window_dispose;
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/match-window.ui");
    gtk_widget_class_bind_template_child(widget_class, TabMatchWindow, title);
    gtk_widget_class_bind_template_child(widget_class, TabMatchWindow, score);
    gtk_widget_class_bind_template_child(widget_class, TabMatchWindow, state);
    gtk_widget_class_bind_template_child(widget_class, TabMatchWindow, progress);
    gtk_widget_class_bind_template_child(widget_class, TabMatchWindow, analyse);
    gtk_widget_class_bind_template_child(widget_class, TabMatchWindow, stop);
    gtk_widget_class_bind_template_child(widget_class, TabMatchWindow, figures);
    gtk_widget_class_bind_template_child(widget_class, TabMatchWindow, games);
    gtk_widget_class_bind_template_callback(widget_class, on_analyse);
    gtk_widget_class_bind_template_callback(widget_class, on_stop);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_match_window_init(TabMatchWindow *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    self->settings = g_settings_new("org.tabgame.Tab");
    make_figures(self);
}

TabMatchWindow *tab_match_window_new(GtkWindow *parent, TabMatchStudy *study)
{
    TabMatchWindow *self = g_object_new(TAB_TYPE_MATCH_WINDOW, "transient-for", parent, NULL);
    self->study = g_object_ref(study);
    g_signal_connect_swapped(study, "changed", G_CALLBACK(on_study_changed), self);
    return self;
}
