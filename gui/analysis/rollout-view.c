// SPDX-License-Identifier: GPL-3.0-or-later
// The rollout of the position on the board: its turns with their errors drawn, and what starts,
// pauses and sets it.
#include "gui/analysis/rollout-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/analysis/error-bar.h"
#include "gui/model/game-tree.h"
#include "gui/model/number-text.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"

#define SCALE_STEP 0.05 /* of a game: where the scale of the bars begins and ends */
#define SCALE_LEAST 0.1 /* … and what it spans at least, so that bars are seen to shrink */

/* One of the turns. */
typedef struct {
    GtkWidget *row, *further;
    GtkLabel *turn, *win, *games;
    TabErrorBar *bar;
} Row;

struct _TabRolloutView {
    GtkWidget parent;
    GtkWidget *start, *discard;
    GtkListBox *turns;
    GtkLabel *count, *verdict, *state;
    GtkWidget *games, *error, *truncate, *best;
    GArray *rows; /* of Row; those beyond the turns are hidden */

    GSettings *settings;
    TabRolloutRun *run;
    char *shown; /* the position that the rows are about; NULL: none */
    char *fault; /* of rollouts in the record of the game, in words */
    gboolean filling;
};

G_DEFINE_FINAL_TYPE(TabRolloutView, tab_rollout_view, GTK_TYPE_WIDGET)

static guint chosen_signal;

/* --- the turns --- */

static void on_further(TabRolloutView *self, GtkCheckButton *further)
{
    if (self->filling)
        return;
    for (guint i = 0; i < self->rows->len; i++)
        if (g_array_index(self->rows, Row, i).further == GTK_WIDGET(further))
            tab_rollout_run_set_resting(self->run, i, !gtk_check_button_get_active(further));
}

static GtkWidget *new_label(const char *class_name)
{
    GtkWidget *label = gtk_label_new("");
    gtk_widget_add_css_class(label, class_name);
    return label;
}

static void append_row(TabRolloutView *self)
{
    GtkWidget *grid = gtk_grid_new(), *row = gtk_list_box_row_new();
    GtkWidget *further = gtk_check_button_new(), *turn = gtk_label_new("");
    GtkWidget *win = new_label("numeric"), *games = new_label("caption");
    GtkWidget *bar = tab_error_bar_new();
    gtk_grid_set_column_spacing(GTK_GRID(grid), 6);
    gtk_label_set_ellipsize(GTK_LABEL(turn), PANGO_ELLIPSIZE_END);
    gtk_label_set_xalign(GTK_LABEL(turn), 0);
    gtk_widget_set_direction(turn, GTK_TEXT_DIR_LTR); /* notation */
    gtk_widget_set_hexpand(turn, TRUE);
    gtk_widget_set_hexpand(bar, TRUE);
    gtk_widget_add_css_class(games, "numeric");
    gtk_label_set_xalign(GTK_LABEL(win), 1);
    gtk_label_set_xalign(GTK_LABEL(games), 1);
    gtk_widget_set_valign(further, GTK_ALIGN_CENTER);
    gtk_widget_set_tooltip_text(further, _("Whether further games are played from this turn"));
    gtk_grid_attach(GTK_GRID(grid), further, 0, 0, 1, 2);
    gtk_grid_attach(GTK_GRID(grid), turn, 1, 0, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), win, 2, 0, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), bar, 1, 1, 1, 1);
    gtk_grid_attach(GTK_GRID(grid), games, 2, 1, 1, 1);
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), grid);
    gtk_list_box_append(self->turns, row);
    g_signal_connect_swapped(further, "toggled", G_CALLBACK(on_further), self);
    const Row added = {
        row, further, GTK_LABEL(turn), GTK_LABEL(win), GTK_LABEL(games), TAB_ERROR_BAR(bar)};
    g_array_append_val(self->rows, added);
}

/* What the bars of all turns lie on. */
static void find_scale(const TabPositionRollout *rollout, double *low, double *high)
{
    double win, se;
    *low = 1;
    *high = 0;
    for (guint i = 0; i < rollout->turns->len; i++) {
        if (!tab_rollout_turn_value(tab_position_rollout_nth(rollout, i), &win, &se))
            continue;
        *low = MIN(*low, win - 2 * se);
        *high = MAX(*high, win + 2 * se);
    }
    if (*low > *high)
        *low = *high = 0.5;
    double lack = MAX(SCALE_LEAST - (*high - *low), 0) / 2;
    *low = floor((*low - lack) / SCALE_STEP) * SCALE_STEP;
    *high = ceil((*high + lack) / SCALE_STEP) * SCALE_STEP;
}

static char *describe_value(const TabRolloutTurn *turn)
{
    double win, se;
    if (!tab_rollout_turn_value(turn, &win, &se))
        return g_strdup("–");
    g_autofree char *percent = tab_number_text_percent(win, 1);
    return !isnan(turn->known) ? g_strdup(percent)
                               : g_strdup_printf("%s ± %.2f", percent, 100 * se);
}

/* How many games a turn's value comes from; "" if none does. */
static char *describe_games(const TabRolloutTurn *turn)
{
    if (!isnan(turn->known))
        /* Translators: how a chance to win was found: it is exactly known. */
        return g_strdup(_("exact"));
    return turn->games.n ? g_strdup_printf("%" G_GUINT64_FORMAT, turn->games.n) : g_strdup("");
}

/* A row for a screen reader. */
static char *describe_turn(const TabRolloutTurn *turn, guint i, const char *text, const char *value)
{
    /* Translators: one of the turns of a rollout for screen readers: its place among them, the
     * turn, and the chance to win with its standard error. */
    g_autofree char *told = g_strdup_printf(_("Rolled-out turn %u: %s, %s"), i + 1, text, value);
    guint n = (guint)MIN(turn->games.n, G_MAXINT);
    g_autofree char *games = !isnan(turn->known)
                                 ? g_strdup(_("exactly known"))
                                 /* Translators: how many games were played out from a turn. */
                                 : g_strdup_printf(ngettext("%u game", "%u games", n), n);
    return g_strjoin(tab_number_text_comma(), told, games, NULL);
}

static void show_row(TabRolloutView *self, guint i, double low, double high)
{
    const TabPositionRollout *rollout = self->run->rollout;
    const TabRolloutTurn *turn = tab_position_rollout_nth(rollout, i);
    const Row *row = &g_array_index(self->rows, Row, i);
    double win, se, best, best_se;
    gboolean known = tab_rollout_turn_value(turn, &win, &se);
    gboolean compared =
        i && tab_rollout_turn_value(tab_position_rollout_nth(rollout, 0), &best, &best_se);
    g_autofree char *text =
        turn->turn ? tab_game_tree_turn_text(turn->turn) : g_strdup(_("before the throw"));
    g_autofree char *value = describe_value(turn), *games = describe_games(turn);
    g_autofree char *label = describe_turn(turn, i, text, value);
    /* Translators: a check button for a turn of a rollout: whether it gets more games. */
    g_autofree char *further = g_strdup_printf(_("Further games for %s"), text);
    gtk_label_set_label(row->turn, text);
    gtk_label_set_label(row->win, value);
    gtk_label_set_label(row->games, games);
    gtk_check_button_set_active(GTK_CHECK_BUTTON(row->further), !turn->resting);
    gtk_widget_set_visible(row->further, rollout->turns->len > 1);
    gtk_widget_set_sensitive(row->further, isnan(turn->known));
    tab_error_bar_set(row->bar, known ? win : NAN, se, low, high, compared ? best : NAN);
    tab_label_text_tip(row->row, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->row), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row->further), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   further, -1);
}

static void show_rows(TabRolloutView *self)
{
    const TabPositionRollout *rollout = self->run->rollout;
    guint n = rollout ? rollout->turns->len : 0;
    double low = 0, high = 1;
    if (g_strcmp0(self->shown, rollout ? rollout->position : NULL) != 0) {
        g_free(self->shown);
        self->shown = rollout ? g_strdup(rollout->position) : NULL;
        gtk_list_box_unselect_all(self->turns);
    }
    if (rollout)
        find_scale(rollout, &low, &high);
    while (self->rows->len < n)
        append_row(self);
    self->filling = TRUE;
    for (guint i = 0; i < self->rows->len; i++) {
        gtk_widget_set_visible(g_array_index(self->rows, Row, i).row, i < n);
        if (i < n)
            show_row(self, i, low, high);
    }
    self->filling = FALSE;
    gtk_widget_set_visible(GTK_WIDGET(self->turns), n > 0);
}

/* --- what they say --- */

/* How many games, and whose, where that is not what is played now; NULL: there are none. */
static char *describe_count(TabRolloutView *self)
{
    const TabRolloutRun *run = self->run;
    const TabPositionRollout *rollout = run->rollout;
    if (!rollout)
        return NULL;
    guint n = (guint)MIN(tab_position_rollout_games(rollout), G_MAXINT),
          goal = (guint)MIN(run->goal, G_MAXINT);
    GString *text = g_string_new(NULL);
    if (run->state == TAB_ROLLOUT_RESTS)
        /* Translators: how many games a rollout has from each turn that it compares. */
        g_string_printf(text, ngettext("%u game a turn", "%u games a turn", n), n);
    else
        /* Translators: the same while it goes on: how many there are, and will be. */
        g_string_printf(text, ngettext("%u of %u game a turn", "%u of %u games a turn", goal), n,
                        goal);
    if (rollout->truncate) {
        g_string_append(text, " · ");
        g_string_append_printf(
            text,
            /* Translators: games that are not played to their end. */
            ngettext("cut off after %u turn", "cut off after %u turns", rollout->truncate),
            rollout->truncate);
    }
    g_string_append_printf(text, " · %s", rollout->engine);
    return g_string_free(text, FALSE);
}

/* Whether the best turn is the best; NULL: there is nothing to compare. */
static char *describe_verdict(const TabPositionRollout *rollout)
{
    double lead, error;
    if (!rollout || !tab_position_rollout_lead(rollout, &lead, &error))
        return NULL;
    g_autofree char *points = g_strdup_printf("%.2f ± %.2f", 100 * lead, 100 * error);
    return lead > TAB_ROLLOUT_CLEAR * error
               /* Translators: of a rollout; a number of points with its standard error: "2.10 ±
                * 0.40". */
               ? g_strdup_printf(_("The best turn is clear: ahead by %s points."), points)
               : g_strdup_printf(_("The best turn is not clear: ahead by %s points."), points);
}

static const char *describe_state(TabRolloutView *self)
{
    switch (self->run->state) {
    case TAB_ROLLOUT_LOOKS:
        return _("Looking for the best turns…");
    case TAB_ROLLOUT_PLAYS:
        return _("Playing games…");
    case TAB_ROLLOUT_RESTS:
    default:
        return self->run->fault ? self->run->fault : self->fault;
    }
}

static const char *name_start(TabRolloutView *self)
{
    if (self->run->state != TAB_ROLLOUT_RESTS)
        /* Translators: a button: what is being computed stops, and can go on later. */
        return _("Pause");
    if (!self->run->rollout)
        /* Translators: a button: have an engine play many games from here. */
        return _("Roll Out");
    if (!tab_rollout_run_would_go_on(self->run))
        /* Translators: a button: another rollout takes the place of what there is. */
        return _("Roll Out Anew");
    return tab_rollout_run_is_enough(self->run)
               /* Translators: a button: a rollout that is finished goes on with more games. */
               ? _("Roll Out Further")
               /* Translators: a button: a rollout that was paused goes on. */
               : _("Resume");
}

static void on_run_changed(TabRolloutView *self)
{
    const TabRolloutRun *run = self->run;
    g_autofree char *count = describe_count(self), *verdict = describe_verdict(run->rollout);
    show_rows(self);
    tab_label_text_show(GTK_WIDGET(self->count), count);
    tab_label_text_show(GTK_WIDGET(self->verdict), verdict);
    tab_label_text_show(GTK_WIDGET(self->state), describe_state(self));
    gtk_button_set_label(GTK_BUTTON(self->start), name_start(self));
    gtk_widget_set_sensitive(self->start, run->position && run->seat->config);
    gtk_widget_set_visible(self->discard, run->rollout != NULL);
    g_signal_emit(self, chosen_signal, 0);
}

/* --- doors --- */

void tab_rollout_view_toggle(TabRolloutView *self)
{
    if (self->run->state == TAB_ROLLOUT_RESTS && self->run->seat->config)
        tab_rollout_run_start(self->run);
    else
        tab_rollout_run_pause(self->run);
    on_run_changed(self);
}

static void on_discard(TabRolloutView *self)
{
    tab_rollout_run_discard(self->run);
    on_run_changed(self);
}

void tab_rollout_view_follow(TabRolloutView *self, TabGameSession *session, gboolean waiting)
{
    if (session != self->run->session) {
        g_free(self->fault);
        self->fault = session ? tab_position_rollout_find_fault(session->document->record) : NULL;
        tab_rollout_run_set_session(self->run, session);
    }
    tab_rollout_run_set_waiting(self->run, waiting);
}

void tab_rollout_view_set_engine(TabRolloutView *self, const TabEngineConfig *engine)
{
    tab_rollout_run_set_engine(self->run, engine);
}

GArray *tab_rollout_view_list_chosen(TabRolloutView *self, TabPosition *before)
{
    GtkListBoxRow *row = gtk_list_box_get_selected_row(self->turns);
    *before = self->run->situation.position;
    return row && self->run->rollout
               ? tab_rollout_run_list_plays(self->run, (guint)gtk_list_box_row_get_index(row))
               : NULL;
}

void tab_rollout_view_unchoose(TabRolloutView *self)
{
    gtk_list_box_unselect_all(self->turns);
}

static void on_row_selected(TabRolloutView *self)
{
    g_signal_emit(self, chosen_signal, 0);
}

static void read_settings(TabRolloutView *self)
{
    const TabRolloutSettings settings = {
        .games = (guint)g_settings_get_int(self->settings, "rollout-games"),
        .error = g_settings_get_double(self->settings, "rollout-error") / 100,
        .truncate = (guint)g_settings_get_int(self->settings, "rollout-truncate"),
        .turns = (guint)g_settings_get_int(self->settings, "rollout-turns"),
    };
    if (self->run)
        tab_rollout_run_set_settings(self->run, &settings);
}

static void on_setting_changed(TabRolloutView *self, const char *key)
{
    if (g_str_has_prefix(key, "rollout-"))
        read_settings(self);
}

void tab_rollout_view_set_log(TabRolloutView *self, TabProtocolLog *log)
{
    g_return_if_fail(!self->run);
    self->run = tab_rollout_run_new(log);
    read_settings(self);
    g_signal_connect_swapped(self->run, "changed", G_CALLBACK(on_run_changed), self);
    on_run_changed(self);
}

/* --- the widget --- */

static void tab_rollout_view_unmap(GtkWidget *widget)
{
    TabRolloutView *self = TAB_ROLLOUT_VIEW(widget);
    GTK_WIDGET_CLASS(tab_rollout_view_parent_class)->unmap(widget);
    if (self->run)
        tab_rollout_run_pause(self->run);
}

static void tab_rollout_view_dispose(GObject *object)
{
    TabRolloutView *self = TAB_ROLLOUT_VIEW(object);
    if (self->run)
        g_signal_handlers_disconnect_by_data(self->run, self);
    tab_widget_unparent_children(GTK_WIDGET(self));
    g_clear_object(&self->run);
    g_clear_object(&self->settings);
    G_OBJECT_CLASS(tab_rollout_view_parent_class)->dispose(object);
}

static void tab_rollout_view_finalize(GObject *object)
{
    TabRolloutView *self = TAB_ROLLOUT_VIEW(object);
    g_array_unref(self->rows);
    g_free(self->shown);
    g_free(self->fault);
    G_OBJECT_CLASS(tab_rollout_view_parent_class)->finalize(object);
}

static void tab_rollout_view_class_init(TabRolloutViewClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_rollout_view_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_rollout_view_finalize;
    widget_class->unmap = tab_rollout_view_unmap;
    chosen_signal = g_signal_new("chosen", TAB_TYPE_ROLLOUT_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/rollout-view.ui");
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, start);
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, discard);
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, turns);
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, count);
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, verdict);
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, state);
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, games);
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, error);
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, truncate);
    gtk_widget_class_bind_template_child(widget_class, TabRolloutView, best);
    gtk_widget_class_bind_template_callback(widget_class, tab_rollout_view_toggle);
    gtk_widget_class_bind_template_callback(widget_class, on_discard);
    gtk_widget_class_bind_template_callback(widget_class, on_row_selected);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void tab_rollout_view_init(TabRolloutView *self)
{
    self->rows = g_array_new(FALSE, FALSE, sizeof(Row));
    self->settings = g_settings_new("org.tabgame.Tab");
    gtk_widget_init_template(GTK_WIDGET(self));
    g_settings_bind(self->settings, "rollout-games", self->games, "value", G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(self->settings, "rollout-error", self->error, "value", G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(self->settings, "rollout-truncate", self->truncate, "value",
                    G_SETTINGS_BIND_DEFAULT);
    g_settings_bind(self->settings, "rollout-turns", self->best, "value", G_SETTINGS_BIND_DEFAULT);
    g_signal_connect_object(self->settings, "changed", G_CALLBACK(on_setting_changed), self,
                            G_CONNECT_SWAPPED);
}
