// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a game as a page in the table's place: who won and how, its course, luck and loss, the
// great moments, and what to do next.
#include "gui/ending/ending-page.h"

#include <glib/gi18n.h>

#include "gui/analysis/analysis-pane.h"
#include "gui/analysis/evaluation-graph.h"
#include "gui/board/theme.h"
#include "gui/ending/ending-export.h"
#include "gui/ending/ending-moment.h"
#include "gui/model/game-summary.h"
#include "gui/model/summary-study.h"
#include "gui/model/wording.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"

struct _TabEndingPage {
    GtkBox parent;
    GtkScrolledWindow *scroller;
    GtkWidget *outcome, *title, *detail, *players, *standing, *figures, *sums, *state, *luckiest,
        *costliest;
    GtkWidget *again, *match, *next;
    TabEvaluationGraph *graph;
    GtkFlowBox *lucky, *costly;
    TabEndingMoment *lucky_moment[TAB_SUMMARY_MOMENTS], *costly_moment[TAB_SUMMARY_MOMENTS];

    TabGameView *game;       /* NULL once the window is being torn down */
    TabGameSession *session; /* that was followed last; to be compared only */
    gboolean going;          /* its game was not over then */
    GSettings *settings;
    TabSummaryStudy *study;
    TabGameGraph *course;
};

G_DEFINE_FINAL_TYPE(TabEndingPage, tab_ending_page, GTK_TYPE_BOX)

static guint left_signal;

static TabGameSession *get_session(TabEndingPage *self)
{
    return self->game ? tab_game_view_get_session(self->game) : NULL;
}

/* --- what is shown --- */

/* Told as the alert that it is, also to those whose keyboard is elsewhere. */
static void announce(TabEndingPage *self, const char *result, const char *account)
{
    g_autofree char *text = g_strdup_printf("%s. %s", result, account);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->outcome), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   text, -1);
}

void tab_ending_page_set_match(TabEndingPage *self, TabGameMatch *match)
{
    gboolean goes_on = match && tab_game_match_can_advance(match);
    g_autofree char *score = match ? tab_game_match_describe_score(match) : NULL;
    g_autofree char *state = match ? tab_game_match_describe_state(match) : NULL;
    g_autofree char *both = match ? g_strjoin(" · ", score, state, NULL) : NULL;
    tab_label_text_show(self->standing, both);
    gtk_widget_set_visible(self->next, goes_on);
    gtk_widget_set_visible(self->match, match != NULL);
    gtk_widget_set_visible(self->again, !goes_on);
}

static void show_result(TabEndingPage *self, TabGameSession *session)
{
    g_autofree char *result = tab_wording_result(session);
    g_autofree char *account = tab_wording_result_account(session);
    g_autofree char *players = tab_wording_title(session);
    g_autofree char *rules = tab_wording_subtitle(session);
    g_autofree char *both = g_strjoin("\n", players, rules, NULL);
    tab_label_text_set(self->title, result);
    tab_label_text_set(self->detail, account);
    tab_label_text_set(self->players, both);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->title), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   account, -1);
    announce(self, result, account);
}

/* Until they are known their room is kept, unseen. */
static void keep_room(GtkWidget *section, gboolean kept)
{
    gtk_widget_set_opacity(section, kept ? 0 : 1);
    gtk_widget_set_sensitive(section, !kept);
    gtk_accessible_update_state(GTK_ACCESSIBLE(section), GTK_ACCESSIBLE_STATE_HIDDEN, kept, -1);
    if (kept)
        gtk_widget_set_visible(section, TRUE);
}

static void show_moments(TabEndingPage *self, GtkWidget *section, TabEndingMoment *const *widgets,
                         const TabSummaryMoment *moments, guint n)
{
    TabSide near = tab_board_view_get_near_side(tab_game_view_get_board(self->game));
    for (guint i = 0; i < TAB_SUMMARY_MOMENTS; i++) {
        GtkWidget *place = gtk_widget_get_parent(GTK_WIDGET(widgets[i]));
        if (i < n)
            tab_ending_moment_show(widgets[i], get_session(self), &moments[i], near);
        else
            tab_widget_drop_focus(place);
        gtk_widget_set_visible(place, i < n);
    }
    gtk_widget_set_visible(section, n > 0);
}

/* Three lines of luck and loss; as many empty ones until they are known, so that nothing moves. */
static void show_sums(TabEndingPage *self, TabGameSession *session, const TabGameSummary *summary)
{
    g_autofree char *text = tab_game_summary_sums(summary, session);
    tab_label_text_set(self->sums, text ? text : "\n\n");
}

/* What is noted in the game by now. */
static void show_figures(TabEndingPage *self)
{
    TabGameSession *session = get_session(self);
    TabGameSummary summary;
    tab_game_summary_fill(&summary, session);
    gtk_widget_set_visible(self->figures,
                           summary.known > 0 || tab_summary_study_is_busy(self->study));
    show_sums(self, session, &summary);
    tab_game_graph_tree_changed(self->course, session, NULL);
    tab_game_graph_update(self->course, session, NULL);
    tab_evaluation_graph_show(self->graph, self->course->points, -1);
    gboolean coming = !summary.known && tab_summary_study_is_busy(self->study);
    if (!coming) {
        show_moments(self, self->luckiest, self->lucky_moment, summary.lucky, summary.n_lucky);
        show_moments(self, self->costliest, self->costly_moment, summary.costly, summary.n_costly);
    }
    keep_room(self->luckiest, coming);
    keep_room(self->costliest, coming);
}

static void show_state(TabEndingPage *self)
{
    g_autofree char *state = tab_summary_study_describe(self->study);
    tab_label_text_show(self->state, state);
    if (!tab_summary_study_is_busy(self->study) && get_session(self))
        show_figures(self); /* that none will come is seen, too */
}

/* --- opening and closing --- */

/* The title has the keyboard, so that no key that plays presses a button. A person who has it
 * elsewhere than on the table keeps it. */
static void take_focus(TabEndingPage *self)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    if (gtk_root_get_focus(root))
        return;
    gtk_widget_grab_focus(self->title);
    gtk_label_select_region(GTK_LABEL(self->title), 0, 0);
}

void tab_ending_page_open(TabEndingPage *self)
{
    TabGameSession *session = get_session(self);
    if (gtk_widget_get_visible(GTK_WIDGET(self)) || !session ||
        tab_document_phase(session->document) != TAB_PHASE_OVER)
        return;
    tab_widget_drop_focus(GTK_WIDGET(self->game));
    show_result(self, session);
    gtk_widget_set_visible(GTK_WIDGET(self), TRUE);
    gtk_widget_set_visible(GTK_WIDGET(self->game), FALSE);
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(self->scroller), 0);
    g_autoptr(TabEngineConfig) engine = tab_analysis_pane_choose_engine(self->settings);
    tab_game_graph_reset(self->course);
    tab_summary_study_begin(self->study, session, engine);
    show_figures(self);
    take_focus(self);
}

gboolean tab_ending_page_close(TabEndingPage *self, gboolean review)
{
    if (!gtk_widget_get_visible(GTK_WIDGET(self)))
        return FALSE;
    tab_summary_study_rest(self->study);
    tab_widget_drop_focus(GTK_WIDGET(self));
    gtk_widget_set_visible(GTK_WIDGET(self), FALSE);
    gtk_widget_set_visible(GTK_WIDGET(self->game), TRUE);
    g_signal_emit(self, left_signal, 0, review);
    return TRUE;
}

gboolean tab_ending_page_follow(TabEndingPage *self)
{
    TabGameSession *session = get_session(self);
    gboolean over = session->document->live->end != TAB_END_NONE;
    if (session != self->session) {
        self->session = session;
        self->going = FALSE;
        tab_ending_page_close(self, FALSE);
    }
    if (!over || session->document->review) {
        self->going = self->going || !over;
        tab_ending_page_close(self, FALSE);
        return FALSE;
    }
    if (self->going && tab_turn_controls_are_busy(tab_game_view_get_controls(self->game)))
        return TRUE;
    if (self->going)
        tab_ending_page_open(self);
    self->going = FALSE;
    return gtk_widget_get_visible(GTK_WIDGET(self));
}

/* --- what a person does --- */

static void on_review(TabEndingPage *self)
{
    tab_ending_page_close(self, TRUE);
}

static void on_picture(TabEndingPage *self)
{
    GtkWidget *widget = GTK_WIDGET(self);
    TabSide near = tab_board_view_get_near_side(tab_game_view_get_board(self->game));
    g_autofree char *maker = tab_summary_study_describe_source(self->study);
    tab_ending_export(GTK_WINDOW(gtk_widget_get_root(widget)),
                      tab_ending_picture_new(get_session(self), self->course->points, maker,
                                             tab_theme_current(widget), near,
                                             gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL));
}

/* The turn is looked at; the last one is where the game stands. */
static void go_to(TabEndingPage *self, TabRecordNode *node)
{
    TabDocument *document = get_session(self)->document;
    if (node == document->live->node)
        tab_ending_page_close(self, TRUE);
    else
        tab_document_review(document, node);
}

static void on_turn_chosen(TabEndingPage *self, guint turn)
{
    if (turn < self->course->nodes->len)
        go_to(self, self->course->nodes->pdata[turn]);
}

static void on_moment(TabEndingPage *self, TabEndingMoment *moment)
{
    TabRecordNode *node = tab_ending_moment_get_node(moment);
    if (tab_game_graph_find(self->course, node) >= 0)
        go_to(self, node);
}

/* --- the widget --- */

/* The button alone has the keyboard and a name, not its place in the box. */
static void settle_places(GtkFlowBox *box)
{
    GtkFlowBoxChild *place;
    for (int i = 0; (place = gtk_flow_box_get_child_at_index(box, i)); i++)
        gtk_widget_set_focusable(GTK_WIDGET(place), FALSE);
}

static void make_moments(TabEndingPage *self, GtkFlowBox *box, TabEndingMoment **moments)
{
    for (guint i = 0; i < TAB_SUMMARY_MOMENTS; i++) {
        moments[i] = g_object_new(TAB_TYPE_ENDING_MOMENT, NULL);
        g_signal_connect_swapped(moments[i], "clicked", G_CALLBACK(on_moment), self);
        gtk_flow_box_append(box, GTK_WIDGET(moments[i]));
    }
    settle_places(box);
}

void tab_ending_page_set_game(TabEndingPage *self, TabGameView *game)
{
    g_set_weak_pointer(&self->game, game);
}

/* Also when a pane that covered it goes. */
static void tab_ending_page_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_ending_page_parent_class)->map(widget);
    take_focus(TAB_ENDING_PAGE(widget));
}

static void tab_ending_page_dispose(GObject *object)
{
    TabEndingPage *self = TAB_ENDING_PAGE(object);
    g_clear_weak_pointer(&self->game);
    if (self->study)
        g_signal_handlers_disconnect_by_data(self->study, self);
    g_clear_object(&self->study);
    g_clear_object(&self->settings);
    g_clear_pointer(&self->course, tab_game_graph_free);
    G_OBJECT_CLASS(tab_ending_page_parent_class)->dispose(object);
}

static void tab_ending_page_class_init(TabEndingPageClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_ending_page_dispose;
    widget_class->map = tab_ending_page_map;
    left_signal = g_signal_new("left", TAB_TYPE_ENDING_PAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                               G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
    g_type_ensure(TAB_TYPE_EVALUATION_GRAPH);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/ending-page.ui");
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, scroller);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, outcome);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, title);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, detail);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, players);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, standing);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, again);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, match);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, next);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, figures);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, graph);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, sums);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, state);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, luckiest);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, costliest);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, lucky);
    gtk_widget_class_bind_template_child(widget_class, TabEndingPage, costly);
    gtk_widget_class_bind_template_callback(widget_class, on_turn_chosen);
    gtk_widget_class_bind_template_callback(widget_class, on_review);
    gtk_widget_class_bind_template_callback(widget_class, on_picture);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_REGION);
    gtk_widget_class_set_css_name(widget_class, "ending");
}

static void tab_ending_page_init(TabEndingPage *self)
{
    self->settings = g_settings_new("org.tabgame.Tab");
    self->study = tab_summary_study_new();
    self->course = tab_game_graph_new();
    gtk_widget_init_template(GTK_WIDGET(self));
    make_moments(self, self->lucky, self->lucky_moment);
    make_moments(self, self->costly, self->costly_moment);
    g_signal_connect_swapped(self->study, "noted", G_CALLBACK(show_figures), self);
    g_signal_connect_swapped(self->study, "changed", G_CALLBACK(show_state), self);
    /* Translators: what the page at the end of a game is called by a screen reader. */
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   _("Summary"), -1);
}
