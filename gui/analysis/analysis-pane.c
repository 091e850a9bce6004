// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine thinks of the game: who is ahead, the best turns, the course of the game, luck and
// loss.
#include "gui/analysis/analysis-pane.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "gui/analysis/evaluation-bar.h"
#include "gui/analysis/evaluation-graph.h"
#include "gui/analysis/rollout-view.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"
#include "gui/widgets/label-text.h"
#include "gui/model/analysis-job.h"
#include "gui/model/analysis-live.h"
#include "gui/model/protocol-log.h"
#include "gui/model/engine-store.h"
#include "gui/model/game-setup.h"
#include "gui/model/game-graph.h"
#include "gui/model/game-tree.h"
#include "gui/model/number-text.h"
#include "gui/model/opening-knowledge.h"
#include "gui/model/turn-grade.h"
#include "gui/model/wording.h"
#include "gui/widgets/name-list.h"
#include "gui/widgets/number-field.h"
#include "gui/table/stick-statistics-dialog.h"

/* One of the best turns. */
typedef struct {
    GtkWidget *row;
    GtkLabel *turn, *win;
} Row;

struct _TabAnalysisPane {
    GtkWidget parent;
    TabEvaluationBar *bar;
    TabEvaluationGraph *graph;
    GtkLabel *percent, *state, *way, *speed, *said, *luck, *sticks;
    GtkListBox *turns;
    GtkDropDown *engine;
    GtkWidget *restart, *analyse, *arrows, *lines;
    GtkProgressBar *progress;
    Row row[TAB_ANALYSIS_LINES];
    TabRolloutView *rollout;
    GtkWidget *opening; /* what is known of it: */
    GtkListBox *known;
    GtkLabel *known_fault;

    TabGameView *game; /* NULL once the window is being torn down */
    GSettings *settings;
    GPtrArray *engines; /* of TabEngineConfig, as listed */
    TabAnalysisLive *live;
    TabAnalysisJob *job; /* of the whole game, while it runs */
    TabGameGraph *game_graph;
    TabOpeningKnowledge *knowledge; /* NULL: not read yet, or there is none */
    char *fault;                    /* of its file, in words */
    gboolean asked;                 /* whether reading was tried */
    gboolean filling;
};

G_DEFINE_FINAL_TYPE(TabAnalysisPane, tab_analysis_pane, GTK_TYPE_WIDGET)

static TabGameSession *get_session(TabAnalysisPane *self)
{
    return self->game ? tab_game_view_get_session(self->game) : NULL;
}

/* --- the best turns --- */

static char *describe_depth(const TabAnalysisLine *line)
{
    static const char *const levels[] = {
        /* Translators: how a chance to win was found: it is exactly known. */
        [TAB_INFO_EXACT] = N_("exact"),
        /* Translators: how a chance to win was found: in a table of end positions. */
        [TAB_INFO_TABLE] = N_("table"),
        /* Translators: how a chance to win was found: by looking ahead. */
        [TAB_INFO_SEARCH] = N_("search"),
        /* Translators: how a chance to win was found: by playing many games to their end. */
        [TAB_INFO_ROLLOUT] = N_("rollout"),
        /* Translators: how a chance to win was found: by the look of the position alone. */
        [TAB_INFO_STATIC] = N_("estimate"),
    };
    int depth = (int)line->depth;
    if (line->level < 0 && !depth)
        return g_strdup("");
    if (line->level < 0)
        /* Translators: how far an engine looked ahead. */
        return g_strdup_printf(_("depth %d"), depth);
    /* Translators: how far an engine looked ahead, and how its value was found. */
    return g_strdup_printf(_("depth %d · %s"), depth, _(levels[line->level]));
}

/* The same as a player would say it; "" where nothing is known of it. */
static char *describe_way(const TabAnalysisLine *line)
{
    guint depth = (guint)CLAMP(line->depth, 0, 999);
    switch (line->level) {
    case TAB_INFO_EXACT:
        /* Translators: how a chance to win was found. */
        return g_strdup(_("exactly known"));
    case TAB_INFO_TABLE:
        /* Translators: how a chance to win was found. */
        return g_strdup(_("known from a table of endings"));
    case TAB_INFO_ROLLOUT:
        /* Translators: how a chance to win was found. */
        return g_strdup(_("judged by games played to their end"));
    case TAB_INFO_STATIC:
        /* Translators: how a chance to win was found. */
        return g_strdup(_("judged by the look of the board"));
    default:
        /* Translators: how a chance to win was found. */
        return depth ? g_strdup_printf(
                           ngettext("looked %u turn ahead", "looked %u turns ahead", depth), depth)
                     : g_strdup("");
    }
}

static void show_row(TabAnalysisPane *self, guint i)
{
    Row *row = &self->row[i];
    gboolean shown = i < self->live->n;
    gtk_widget_set_visible(row->row, shown);
    if (!shown)
        return;
    const TabAnalysisLine *line = &self->live->line[i];
    /* Translators: in place of the best turn, before all throws have fallen. */
    g_autofree char *turn =
        line->turn ? tab_game_tree_turn_text(line->turn) : g_strdup(_("before the throw"));
    g_autofree char *win = isnan(line->win) ? g_strdup("–") : tab_number_text_percent(line->win, 1);
    g_autofree char *way = describe_way(line);
    /* Translators: one of the best turns for screen readers: its number, the turn, and the chance
     * to win. */
    g_autofree char *told = g_strdup_printf(_("Best turn %u: %s, %s"), i + 1, turn, win);
    g_autofree char *label = g_strjoin(*way ? tab_number_text_comma() : "", told, way, NULL);
    gtk_label_set_label(row->turn, turn);
    gtk_label_set_label(row->win, win);
    tab_label_text_tip(row->row, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
}

/* An empty row behind the others of a list. */
static Row append_row(GtkListBox *list)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    GtkWidget *turn = gtk_label_new(""), *win = gtk_label_new("");
    gtk_label_set_ellipsize(GTK_LABEL(turn), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(turn), 0);
    gtk_widget_set_hexpand(turn, TRUE);
    gtk_widget_set_direction(turn, GTK_TEXT_DIR_LTR); /* notation */
    gtk_widget_add_css_class(win, "numeric");
    gtk_box_append(GTK_BOX(box), turn);
    gtk_box_append(GTK_BOX(box), win);
    GtkWidget *row = gtk_list_box_row_new();
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_list_box_append(list, row);
    return (Row){row, GTK_LABEL(turn), GTK_LABEL(win)};
}

static void make_rows(TabAnalysisPane *self)
{
    for (guint i = 0; i < TAB_ANALYSIS_LINES; i++) {
        self->row[i] = append_row(self->turns);
        gtk_widget_set_visible(self->row[i].row, FALSE);
    }
}

/* The turn that is chosen in one of the lists, else the best one, on the board. */
static void suggest(TabAnalysisPane *self)
{
    GtkListBoxRow *chosen = gtk_list_box_get_selected_row(self->turns);
    guint n = self->live->n, i = chosen ? (guint)gtk_list_box_row_get_index(chosen) : 0;
    gboolean wanted = gtk_widget_get_mapped(GTK_WIDGET(self)) &&
                      g_settings_get_boolean(self->settings, "analysis-arrows");
    const TabAnalysisLine *line = wanted && n ? &self->live->line[MIN(i, n - 1)] : NULL;
    TabPosition before;
    g_autoptr(GArray) rolled = wanted ? tab_rollout_view_list_chosen(self->rollout, &before) : NULL;
    if (self->game)
        tab_board_view_set_suggestion(tab_game_view_get_board(self->game),
                                      rolled ? &before
                                      : line ? &line->before
                                             : NULL,
                                      rolled ? rolled
                                      : line ? line->plays
                                             : NULL);
}

static void on_best_turn_chosen(TabAnalysisPane *self, GtkListBoxRow *row)
{
    if (row)
        tab_rollout_view_unchoose(self->rollout);
    suggest(self);
}

static void on_rolled_turn_chosen(TabAnalysisPane *self)
{
    TabPosition before;
    g_autoptr(GArray) rolled = tab_rollout_view_list_chosen(self->rollout, &before);
    if (rolled)
        gtk_list_box_unselect_all(self->turns);
    suggest(self);
}

/* --- state --- */

static char *describe_state(TabAnalysisPane *self)
{
    TabEngineSeat *seat = self->live->seat;
    const char *name = tab_engine_seat_get_name(seat);
    switch (seat->state) {
    case TAB_SEAT_STARTING:
        return g_strdup(_("starting…"));
    case TAB_SEAT_THINKING:
    case TAB_SEAT_SLOW:
        /* Translators: an engine's name. */
        return g_strdup_printf(_("%s is thinking…"), name);
    case TAB_SEAT_READY:
        if (self->live->asked && !self->live->n)
            /* Translators: an engine's name. It was asked about the position on the board, and
             * need not have told anything. */
            return g_strdup_printf(_("%s told no chance to win"), name);
        /* Translators: the engine that analyses has nothing more to do; its name. */
        return g_strdup_printf(_("%s · ready"), name);
    case TAB_SEAT_DOWN:
    default:
        return g_strdup(seat->fault ? seat->fault : _("not running"));
    }
}

static void on_live_changed(TabAnalysisPane *self)
{
    const TabAnalysisLive *live = self->live;
    gboolean down = live->seat->state == TAB_SEAT_DOWN;
    g_autofree char *state = describe_state(self);
    g_autofree char *depth = live->n ? describe_depth(&live->line[0]) : g_strdup("");
    g_autofree char *speed =
        /* Translators: an engine's speed: thousands of positions a second. */
        live->nps > 0 ? g_strdup_printf(_("%.0f k nodes/s"), (double)live->nps / 1000)
                      : g_strdup("");
    g_autofree char *both = g_strjoin(*depth && *speed ? " · " : "", depth, speed, NULL);
    for (guint i = 0; i < TAB_ANALYSIS_LINES; i++)
        show_row(self, i);
    tab_label_text_set(GTK_WIDGET(self->state), state);
    tab_label_text_tip(GTK_WIDGET(self->state), state);
    gtk_widget_set_visible(self->restart, down && live->seat->fault);
    g_autofree char *way = live->n ? describe_way(&live->line[0]) : g_strdup("");
    gtk_label_set_label(self->way, way);
    gtk_label_set_label(self->speed, both);
    gtk_label_set_label(self->said, live->said ? live->said : "");
    double white = NAN;
    gboolean known = tab_analysis_live_get_white(self->live, &white);
    g_autofree char *percent = known ? tab_number_text_percent(white, 0) : g_strdup("–");
    tab_evaluation_bar_set_white(self->bar, known ? white : NAN);
    gtk_label_set_label(self->percent, percent);
    suggest(self);
}

/* --- what is known of the opening --- */

/* The file is read when it is wanted for the first time. */
static void read_knowledge(TabAnalysisPane *self)
{
    if (self->asked)
        return;
    g_autofree char *path = tab_opening_knowledge_find_file();
    g_autoptr(GError) error = NULL;
    self->asked = TRUE;
    self->knowledge = path ? tab_opening_knowledge_read(path, &error) : NULL;
    self->fault = error ? g_strdup(error->message) : NULL;
}

static void add_known_turn(TabAnalysisPane *self, guint i, const TabRolledTurn *rolled)
{
    Row row = append_row(self->known);
    g_autofree char *turn = tab_game_tree_turn_text(rolled->turn);
    g_autofree char *win = tab_number_text_percent(rolled->value, 1);
    g_autofree char *both = g_strdup_printf("%s ± %.1f", win, 100 * rolled->se);
    /* Translators: a first turn of a game whose worth is known, for screen readers: its place among
     * them, the turn, and the chance to win with its error. */
    g_autofree char *label = g_strdup_printf(_("Known turn %u: %s, %s"), i + 1, turn, both);
    gtk_label_set_label(row.turn, turn);
    gtk_label_set_label(row.win, both);
    tab_label_text_tip(row.row, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row.row), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
}

/* They were played with fair sticks. */
static GArray *find_known_turns(TabAnalysisPane *self, const TabDocument *document)
{
    const TabGame *game = tab_document_game(document);
    const char *sticks = tab_record_get_tag(document->record, "Sticks");
    if (sticks && strcmp(sticks, "fair") != 0)
        return NULL;
    read_knowledge(self);
    return self->knowledge
               ? tab_opening_knowledge_look_up(self->knowledge, game->rules, &game->turn.situation)
               : NULL;
}

static void show_opening(TabAnalysisPane *self, const TabDocument *document)
{
    g_autoptr(GArray) turns = find_known_turns(self, document);
    for (GtkListBoxRow *row; (row = gtk_list_box_get_row_at_index(self->known, 0));)
        gtk_list_box_remove(self->known, GTK_WIDGET(row));
    for (guint i = 0; turns && i < turns->len; i++)
        add_known_turn(self, i, &g_array_index(turns, TabRolledTurn, i));
    gtk_label_set_label(self->known_fault, self->fault ? self->fault : "");
    gtk_widget_set_visible(GTK_WIDGET(self->known_fault), self->fault != NULL);
    gtk_widget_set_visible(GTK_WIDGET(self->known), turns != NULL);
    gtk_widget_set_visible(self->opening, turns || self->fault);
}

/* --- the course of the game --- */

static char *describe_luck(TabSide side, const double luck[2], const double loss[2])
{
    g_autofree char *brought = tab_number_text_points(luck[side]);
    g_autofree char *lost = tab_number_text_points(-loss[side]);
    /* Translators: what throws and turns of a player came to over a game: name, luck, loss; a whole
     * game is 100 points. */
    return g_strdup_printf(_("%s: luck %s, loss %s points"), tab_wording_side(side), brought, lost);
}

static void on_turn_chosen(TabAnalysisPane *self, guint turn)
{
    TabGameSession *session = get_session(self);
    const GPtrArray *nodes = self->game_graph->nodes;
    if (session && turn < nodes->len)
        tab_document_review(session->document, nodes->pdata[turn]);
}

/* --- the whole game --- */

static void show_job(TabAnalysisPane *self)
{
    TabGameSession *session = get_session(self);
    gboolean turns = session && session->document->live->node->parent;
    gtk_widget_set_visible(GTK_WIDGET(self->progress), self->job != NULL);
    gtk_widget_set_sensitive(self->analyse, self->job || (turns && self->engines->len));
    gtk_button_set_label(GTK_BUTTON(self->analyse),
                         self->job ? _("_Cancel") : _("_Analyse Whole Game"));
}

/* The number of a turn that is `place`-th on the line. */
static guint number_of(TabAnalysisPane *self, guint place)
{
    const GArray *points = self->game_graph->points;
    return place < points->len ? g_array_index(points, TabGraphPoint, place).number : place + 1;
}

static void on_job_progress(TabAnalysisPane *self, guint turns, guint of)
{
    guint last = MAX(of, 1) - 1;
    /* Translators: how far the analysis of a game has come: the number of the turn that is
     * looked at, and of the last. */
    g_autofree char *text = g_strdup_printf(
        _("Analysing turn %u of %u…"), number_of(self, MIN(turns, last)), number_of(self, last));
    gtk_progress_bar_set_fraction(self->progress, of ? (double)turns / of : 1);
    gtk_progress_bar_set_text(self->progress, text);
}

static void on_job_done(TabAnalysisPane *self)
{
    g_autoptr(TabAnalysisJob) job = g_object_ref(self->job);
    const GError *error = job->error;
    tab_analysis_job_drop(&self->job, self);
    show_job(self);
    if (error) {
        gtk_label_set_label(self->luck, tab_engine_fault_text(error));
        gtk_widget_set_visible(GTK_WIDGET(self->luck), TRUE);
    } else if (get_session(self)) {
        tab_analysis_game_note(get_session(self), job);
    }
}

static void on_analyse(TabAnalysisPane *self)
{
    TabGameSession *session = get_session(self);
    if (self->job) {
        tab_analysis_job_drop(&self->job, self);
        show_job(self);
        return;
    }
    g_autoptr(TabEngineConfig) engine = tab_analysis_pane_choose_engine(self->settings);
    if (!session || !engine)
        return;
    self->job = tab_analysis_job_new(engine, tab_analysis_game_copy_line(session),
                                     TAB_ANALYSIS_AHEAD, self->live->seat->log);
    g_signal_connect_swapped(self->job, "progress", G_CALLBACK(on_job_progress), self);
    g_signal_connect_swapped(self->job, "done", G_CALLBACK(on_job_done), self);
    on_job_progress(self, 0, self->game_graph->points->len);
    show_job(self);
}

void tab_analysis_pane_analyse(TabAnalysisPane *self)
{
    if (!self->job)
        on_analyse(self);
}

void tab_analysis_pane_roll_out(TabAnalysisPane *self)
{
    tab_rollout_view_toggle(self->rollout);
}

/* --- the game --- */

/* What they will show is not told before. */
static gboolean are_sticks_falling(TabAnalysisPane *self)
{
    return self->game && tab_turn_controls_are_falling(tab_game_view_get_controls(self->game));
}

static void show_analysis(TabAnalysisPane *self)
{
    TabGameSession *session = get_session(self);
    if (!session || !gtk_widget_get_mapped(GTK_WIDGET(self)) || are_sticks_falling(self))
        return;
    g_autofree char *sticks = tab_stick_statistics_summary(session);
    TabRecordNode *node = tab_document_node(session->document);
    tab_game_graph_update(self->game_graph, session, self->live);
    tab_evaluation_graph_show(self->graph, self->game_graph->points,
                              tab_game_graph_find(self->game_graph, node));
    double luck[2], loss[2];
    guint n = tab_game_graph_sum(self->game_graph, luck, loss);
    g_autofree char *white = describe_luck(TAB_WHITE, luck, loss),
                    *black = describe_luck(TAB_BLACK, luck, loss),
                    *both = g_strjoin("\n", white, black, NULL),
                    *explained = tab_turn_grade_explain();
    gtk_label_set_label(self->luck, both);
    tab_label_text_tip(GTK_WIDGET(self->luck), explained);
    gtk_widget_set_visible(GTK_WIDGET(self->luck), n > 0);
    show_job(self);
    gtk_label_set_label(self->sticks, sticks);
    show_opening(self, session->document);
}

static void on_tree_changed(TabAnalysisPane *self, const TabRecordNode *node)
{
    tab_game_graph_tree_changed(self->game_graph, get_session(self), node);
    show_analysis(self);
}

static void on_game_changed(TabAnalysisPane *self)
{
    TabGameSession *session = get_session(self);
    if (session != self->live->session) {
        tab_analysis_job_drop(&self->job, self);
        tab_game_graph_reset(self->game_graph);
        tab_analysis_live_set_session(self->live, session);
        if (session)
            g_signal_connect_object(session->document, "tree-changed", G_CALLBACK(on_tree_changed),
                                    self, G_CONNECT_SWAPPED);
    }
    tab_analysis_live_set_waiting(self->live, are_sticks_falling(self));
    tab_rollout_view_follow(self->rollout, session, are_sticks_falling(self));
    show_analysis(self);
}

void tab_analysis_pane_set_game(TabAnalysisPane *self, TabGameView *game)
{
    g_set_weak_pointer(&self->game, game);
    g_signal_connect_object(game, "changed", G_CALLBACK(on_game_changed), self, G_CONNECT_SWAPPED);
    on_game_changed(self);
}

TabProtocolLog *tab_analysis_pane_get_log(TabAnalysisPane *self)
{
    return self->live->seat->log;
}

/* --- the engine --- */

TabEngineConfig *tab_analysis_pane_choose_engine(GSettings *settings)
{
    g_autoptr(GPtrArray) engines = tab_game_setup_engines(NULL);
    g_autofree char *name = g_settings_get_string(settings, "analysis-engine");
    guint chosen = tab_engine_store_find(engines, name);
    return engines->len ? tab_engine_config_copy(engines->pdata[chosen]) : NULL;
}

static void list_engines(TabAnalysisPane *self)
{
    g_autoptr(GtkStringList) names = gtk_string_list_new(NULL);
    g_autofree char *name = g_settings_get_string(self->settings, "analysis-engine");
    g_clear_pointer(&self->engines, g_ptr_array_unref);
    self->engines = tab_game_setup_engines(NULL);
    for (guint i = 0; i < self->engines->len; i++)
        gtk_string_list_take(names, tab_engine_store_describe(self->engines->pdata[i]));
    self->filling = TRUE;
    gtk_drop_down_set_model(self->engine, G_LIST_MODEL(names));
    gtk_drop_down_set_selected(self->engine, tab_engine_store_find(self->engines, name));
    self->filling = FALSE;
}

static void use_engine(TabAnalysisPane *self)
{
    g_autoptr(TabEngineConfig) engine = tab_analysis_pane_choose_engine(self->settings);
    tab_analysis_live_set_engine(self->live, engine);
    tab_rollout_view_set_engine(self->rollout, engine);
}

void tab_analysis_pane_reload_engines(TabAnalysisPane *self)
{
    if (!gtk_widget_get_mapped(GTK_WIDGET(self)))
        return; /* they are listed when it is shown */
    list_engines(self);
    use_engine(self);
}

static void on_engine_chosen(TabAnalysisPane *self)
{
    guint i = gtk_drop_down_get_selected(self->engine);
    if (self->filling || i >= self->engines->len)
        return;
    g_settings_set_string(self->settings, "analysis-engine",
                          i ? tab_engine_store_name_of(self->engines->pdata[i]) : "");
    use_engine(self);
}

static void on_lines_changed(TabAnalysisPane *self)
{
    tab_analysis_live_set_n_lines(self->live,
                                  (guint)g_settings_get_int(self->settings, "analysis-lines"));
}

static void on_restart(TabAnalysisPane *self)
{
    tab_analysis_live_restart(self->live);
}

static void on_log(TabAnalysisPane *self)
{
    gtk_widget_activate_action(GTK_WIDGET(self), "win.engine-log", NULL);
}

/* --- the widget --- */

static void tab_analysis_pane_map(GtkWidget *widget)
{
    TabAnalysisPane *self = TAB_ANALYSIS_PANE(widget);
    GTK_WIDGET_CLASS(tab_analysis_pane_parent_class)->map(widget);
    list_engines(self);
    use_engine(self);
    tab_analysis_live_set_active(self->live, TRUE);
    show_analysis(self);
}

static void tab_analysis_pane_unmap(GtkWidget *widget)
{
    TabAnalysisPane *self = TAB_ANALYSIS_PANE(widget);
    GTK_WIDGET_CLASS(tab_analysis_pane_parent_class)->unmap(widget);
    tab_analysis_live_set_active(self->live, FALSE);
    suggest(self);
}

/* GTK would take the keyboard to the next button, a press of which does something else. */
static void tab_analysis_pane_hide(GtkWidget *widget)
{
    tab_widget_drop_focus(widget);
    GTK_WIDGET_CLASS(tab_analysis_pane_parent_class)->hide(widget);
}

static void tab_analysis_pane_dispose(GObject *object)
{
    TabAnalysisPane *self = TAB_ANALYSIS_PANE(object);
    tab_analysis_job_drop(&self->job, self);
    if (self->live)
        g_signal_handlers_disconnect_by_data(self->live, self);
    g_clear_weak_pointer(&self->game);
    tab_widget_unparent_children(GTK_WIDGET(self));
    g_clear_object(&self->live);
    g_clear_object(&self->settings);
    g_clear_pointer(&self->engines, g_ptr_array_unref);
    g_clear_pointer(&self->game_graph, tab_game_graph_free);
    g_clear_pointer(&self->knowledge, tab_opening_knowledge_free);
    g_clear_pointer(&self->fault, g_free);
    G_OBJECT_CLASS(tab_analysis_pane_parent_class)->dispose(object);
}

static void tab_analysis_pane_class_init(TabAnalysisPaneClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_analysis_pane_dispose;
    widget_class->map = tab_analysis_pane_map;
    widget_class->hide = tab_analysis_pane_hide;
    widget_class->unmap = tab_analysis_pane_unmap;
    g_type_ensure(TAB_TYPE_EVALUATION_BAR);
    g_type_ensure(TAB_TYPE_EVALUATION_GRAPH);
    g_type_ensure(TAB_TYPE_ROLLOUT_VIEW);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/analysis-pane.ui");
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, bar);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, graph);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, percent);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, state);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, way);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, speed);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, said);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, luck);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, sticks);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, turns);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, rollout);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, opening);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, known);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, known_fault);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, engine);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, restart);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, analyse);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, arrows);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, lines);
    gtk_widget_class_bind_template_child(widget_class, TabAnalysisPane, progress);
    gtk_widget_class_bind_template_callback(widget_class, on_turn_chosen);
    gtk_widget_class_bind_template_callback(widget_class, on_engine_chosen);
    gtk_widget_class_bind_template_callback(widget_class, on_restart);
    gtk_widget_class_bind_template_callback(widget_class, on_analyse);
    gtk_widget_class_bind_template_callback(widget_class, on_log);
    gtk_widget_class_bind_template_callback(widget_class, on_best_turn_chosen);
    gtk_widget_class_bind_template_callback(widget_class, on_rolled_turn_chosen);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_REGION);
    gtk_widget_class_set_css_name(widget_class, "analysis");
}

static void tab_analysis_pane_init(TabAnalysisPane *self)
{
    self->settings = g_settings_new("org.tabgame.Tab");
    self->live = tab_analysis_live_new();
    self->engines = g_ptr_array_new();
    self->game_graph = tab_game_graph_new();
    self->filling = TRUE;
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_number_fields_guard(GTK_WIDGET(self));
    self->filling = FALSE;
    tab_rollout_view_set_log(self->rollout, self->live->seat->log);
    make_rows(self);
    tab_name_list_cut(self->engine);
    g_settings_bind(self->settings, "analysis-arrows", self->arrows, "active",
                    G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(self->settings, "analysis-lines", self->lines, "value",
                    G_SETTINGS_BIND_DEFAULT);
    g_signal_connect_object(self->settings, "changed::analysis-arrows", G_CALLBACK(suggest), self,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(self->settings, "changed::analysis-lines", G_CALLBACK(on_lines_changed),
                            self, G_CONNECT_SWAPPED);
    g_signal_connect_swapped(self->live, "changed", G_CALLBACK(on_live_changed), self);
    /* Translators: what the pane with best turns and graph is called by a screen reader. */
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   _("Analysis"), -1);
    on_lines_changed(self);
}
