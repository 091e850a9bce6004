// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a player: luck, loss and rating over time, by rules and opponent, as curves.
#include "gui/games/record-view.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/model/rules-text.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/name-list.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"
#include "protocol/database/tally.h"
#include "protocol/plot/plot-cairo.h"

#define MOST_POINTS 1000 /* of a curve: more are not told apart, and take long to draw */
#define FRAME(width, height) ((TabPlotFrame){width, height, 56, 20, 10, 30, 0})

struct _TabRecordView {
    GtkWidget parent;
    GtkDropDown *player, *rules, *opponent;
    GtkDrawingArea *values, *rating;
    GtkWidget *values_head, *rating_head, *sum, *method;
    TabPlayerRecord *record; /* NULL: no path yet */
    gboolean filling;
};

G_DEFINE_FINAL_TYPE(TabRecordView, tab_record_view, GTK_TYPE_WIDGET)

/* --- curves --- */

/* What one curve shows of a point, with the sign that words give it. */
typedef enum { OF_LUCK, OF_LOSS, OF_RATING } Curve;

static double value_of(const TabRecordPoint *point, Curve curve)
{
    return curve == OF_LUCK   ? 100 * point->luck
           : curve == OF_LOSS ? -100 * point->loss
                              : point->rating;
}

/* Its points, those that are known, the last one among them; their number. */
static guint list_points(const TabRecordView *self, Curve curve, TabPlotPoint *points, double *low,
                         double *high)
{
    const GArray *all = self->record->points;
    guint n = 0, every = all ? all->len / MOST_POINTS + 1 : 1;
    for (guint i = all ? (all->len - 1) % every : 0; all && i < all->len; i += every) {
        double value = value_of(&g_array_index(all, TabRecordPoint, i), curve);
        if (isnan(value))
            continue;
        points[n++] = (TabPlotPoint){i + 1.0, value};
        *low = MIN(*low, value);
        *high = MAX(*high, value);
    }
    return n;
}

static TabPlotColour words_colour(GtkWidget *widget, double alpha)
{
    GdkRGBA colour;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour);
    return (TabPlotColour){colour.red, colour.green, colour.blue, colour.alpha * alpha, NULL};
}

/* Games are counted: there are no ticks between them. */
static TabPlotAxis games_axis(guint games)
{
    TabPlotAxis axis = tab_plot_axis(games > 1 ? 1 : 0, games > 1 ? games : 2, 6);
    if (axis.step < 1) {
        axis.step = 1;
        axis.decimals = 0;
    }
    return axis;
}

/* Curves of these kinds; one game alone is a dot in the middle. */
static void draw_curves(TabRecordView *self, GtkWidget *area, cairo_t *cr, int width, int height,
                        const Curve *curves, guint n, double low, double high)
{
    const GArray *all = self->record ? self->record->points : NULL;
    guint games = all ? all->len : 0;
    TabPlotSeries series[2] = {{0}};
    g_autofree TabPlotPoint *points = g_new(TabPlotPoint, 2 * (games + 1));
    if (!games)
        return;
    for (guint i = 0; i < n; i++) {
        TabPlotPoint *own = points + i * (games + 1);
        guint known = list_points(self, curves[i], own, &low, &high);
        series[i] = (TabPlotSeries){known == 1 ? TAB_PLOT_DOTS : TAB_PLOT_LINE,
                                    tab_plot_colour(i + (curves[0] == OF_RATING ? 2 : 0)), known,
                                    own, .width = 2};
    }
    const TabPlot plot = {.frame = FRAME(width, height),
                          .ink = words_colour(area, 0.8),
                          .grid = words_colour(area, 0.15),
                          .x = games_axis(games),
                          .y = tab_plot_axis_round(low, high, 5),
                          .series = series,
                          .n_series = n};
    tab_plot_draw(&plot, cr);
}

static void draw_values(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
    static const Curve curves[] = {OF_LUCK, OF_LOSS};
    draw_curves(data, GTK_WIDGET(area), cr, width, height, curves, 2, -1, 1);
}

static void draw_rating(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
    static const Curve curves[] = {OF_RATING};
    draw_curves(data, GTK_WIDGET(area), cr, width, height, curves, 1, TAB_RATING_BEGIN - 25,
                TAB_RATING_BEGIN + 25);
}

/* A square in the colour of a curve, and what the curve is. */
static char *describe_curve(guint i, const char *name)
{
    TabPlotColour colour = tab_plot_colour(i);
    return g_markup_printf_escaped("<span foreground=\"#%02x%02x%02x\">\u25a0</span> %s",
                                   (guint)(255 * colour.red), (guint)(255 * colour.green),
                                   (guint)(255 * colour.blue), name);
}

/* Words stand beside the plots: cairo alone does not shape every script. */
static void name_curves(TabRecordView *self)
{
    g_autofree char *luck = describe_curve(0, _("Luck")), *loss = describe_curve(1, _("Loss"));
    g_autofree char *head =
        /* Translators: above two curves over the games of a player: means of the last games, in
         * points of which a game has 100. */
        g_markup_escape_text(_("Luck and loss, points a game"), -1);
    g_autofree char *all = g_strdup_printf("%s   %s   %s", head, luck, loss);
    gtk_label_set_markup(GTK_LABEL(self->values_head), all);
}

/* --- choices --- */

/* Those of a list without having them chosen. `all`: the first one, which stands for any; NULL:
 * there is none. */
static void fill_list(TabRecordView *self, GtkDropDown *list, const char *all, GPtrArray *names,
                      const char *const *texts, const char *chosen)
{
    g_autoptr(GtkStringList) strings = gtk_string_list_new(NULL);
    guint selected = all ? 0 : GTK_INVALID_LIST_POSITION, first = all ? 1 : 0;
    if (all)
        gtk_string_list_append(strings, all);
    for (guint i = 0; i < names->len; i++) {
        gtk_string_list_append(strings, texts ? texts[i] : names->pdata[i]);
        if (!g_strcmp0(names->pdata[i], chosen))
            selected = i + first;
    }
    self->filling = TRUE;
    gtk_drop_down_set_model(list, G_LIST_MODEL(strings));
    gtk_drop_down_set_selected(list, selected);
    self->filling = FALSE;
}

static void show_choices(TabRecordView *self)
{
    const TabPlayerRecord *record = self->record;
    g_autoptr(GPtrArray) players = g_ptr_array_new(), rules = g_ptr_array_new();
    g_autoptr(GStrvBuilder) titles = g_strv_builder_new();
    for (guint i = 0; record->players && i < record->players->len; i++)
        g_ptr_array_add(players, ((TabPlayerTally *)record->players->pdata[i])->name);
    for (guint i = 0; record->rules && record->rules[i]; i++) {
        g_autoptr(TabRules) read = tab_rules_parse(record->rules[i], NULL);
        g_autofree char *title = read ? tab_rules_text_name(read) : g_strdup(record->rules[i]);
        g_ptr_array_add(rules, record->rules[i]);
        g_strv_builder_add(titles, title);
    }
    g_auto(GStrv) texts = g_strv_builder_end(titles);
    fill_list(self, self->player, NULL, players, NULL, record->player);
    fill_list(self, self->rules, _("All rules"), rules, (const char *const *)texts, record->under);
    fill_list(self, self->opponent, _("All opponents"), players, NULL, record->opponent);
}

static void on_changed(TabRecordView *self)
{
    const TabPlayerRecord *record = self->record;
    g_autofree char *sum = record->error ? g_strdup(record->error->message)
                           : record->games || !tab_player_record_is_waiting(record)
                               ? tab_player_record_sum_up(record)
                               : g_strdup("");
    show_choices(self);
    tab_label_text_set(self->sum, sum);
    guint n = record->points ? record->points->len : 0;
    gboolean any = n > 0;
    const TabRecordPoint *last = any ? &g_array_index(record->points, TabRecordPoint, n - 1) : NULL;
    gboolean valued = last && !(isnan(last->luck) && isnan(last->loss));
    gtk_widget_set_visible(GTK_WIDGET(self->values), valued);
    gtk_widget_set_visible(self->values_head, valued);
    gtk_widget_set_visible(GTK_WIDGET(self->rating), any);
    gtk_widget_set_visible(self->rating_head, any);
    gtk_widget_set_visible(self->method, any);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->values), GTK_ACCESSIBLE_PROPERTY_LABEL, sum,
                                   -1);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->rating), GTK_ACCESSIBLE_PROPERTY_LABEL, sum,
                                   -1);
    gtk_widget_queue_draw(GTK_WIDGET(self->values));
    gtk_widget_queue_draw(GTK_WIDGET(self->rating));
}

/* The name at a place among the players; NULL: there is none. */
static const char *name_at(const TabRecordView *self, guint i)
{
    const GPtrArray *players = self->record ? self->record->players : NULL;
    return players && i < players->len ? ((TabPlayerTally *)players->pdata[i])->name : NULL;
}

static void on_player(TabRecordView *self)
{
    const char *name = name_at(self, gtk_drop_down_get_selected(self->player));
    if (!self->filling && name)
        tab_player_record_choose_player(self->record, name);
}

static void on_rules(TabRecordView *self)
{
    guint i = gtk_drop_down_get_selected(self->rules);
    if (!self->filling && self->record && i != GTK_INVALID_LIST_POSITION)
        tab_player_record_choose_rules(self->record, i ? self->record->rules[i - 1] : NULL);
}

static void on_opponent(TabRecordView *self)
{
    guint i = gtk_drop_down_get_selected(self->opponent);
    if (!self->filling && self->record && i != GTK_INVALID_LIST_POSITION)
        tab_player_record_choose_opponent(self->record, i ? name_at(self, i - 1) : NULL);
}

/* --- the widget --- */

void tab_record_view_set_path(TabRecordView *self, const char *path)
{
    g_return_if_fail(!self->record);
    self->record = tab_player_record_new(path);
    g_signal_connect_swapped(self->record, "changed", G_CALLBACK(on_changed), self);
}

void tab_record_view_refresh(TabRecordView *self)
{
    if (self->record && gtk_widget_get_mapped(GTK_WIDGET(self)))
        tab_player_record_refresh(self->record);
}

static void tab_record_view_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_record_view_parent_class)->map(widget);
    tab_record_view_refresh(TAB_RECORD_VIEW(widget));
}

static void tab_record_view_dispose(GObject *object)
{
    TabRecordView *self = TAB_RECORD_VIEW(object);
    if (self->record)
        g_signal_handlers_disconnect_by_data(self->record, self);
    tab_widget_unparent_children(GTK_WIDGET(self));
    g_clear_object(&self->record);
    G_OBJECT_CLASS(tab_record_view_parent_class)->dispose(object);
}

static void tab_record_view_class_init(TabRecordViewClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_record_view_dispose;
    widget_class->map = tab_record_view_map;
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/record-view.ui");
    gtk_widget_class_bind_template_child(widget_class, TabRecordView, player);
    gtk_widget_class_bind_template_child(widget_class, TabRecordView, rules);
    gtk_widget_class_bind_template_child(widget_class, TabRecordView, opponent);
    gtk_widget_class_bind_template_child(widget_class, TabRecordView, values);
    gtk_widget_class_bind_template_child(widget_class, TabRecordView, rating);
    gtk_widget_class_bind_template_child(widget_class, TabRecordView, sum);
    gtk_widget_class_bind_template_child(widget_class, TabRecordView, values_head);
    gtk_widget_class_bind_template_child(widget_class, TabRecordView, rating_head);
    gtk_widget_class_bind_template_child(widget_class, TabRecordView, method);
    gtk_widget_class_bind_template_callback(widget_class, on_player);
    gtk_widget_class_bind_template_callback(widget_class, on_rules);
    gtk_widget_class_bind_template_callback(widget_class, on_opponent);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void tab_record_view_init(TabRecordView *self)
{
    self->filling = TRUE;
    gtk_widget_init_template(GTK_WIDGET(self));
    self->filling = FALSE;
    GtkDropDown *lists[] = {self->player, self->rules, self->opponent};
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
        tab_name_list_cut(lists[i]);
    gtk_drawing_area_set_draw_func(self->values, draw_values, self, NULL);
    gtk_drawing_area_set_draw_func(self->rating, draw_rating, self, NULL);
    name_curves(self);
    g_autofree char *method = g_strdup_printf(
        /* Translators: how the curves of a player's record are made. */
        _("Luck and loss are means of the last %d games that were analysed. Ratings are Elo’s: all "
          "begin with %.0f, and a game moves both by %.0f at most."),
        TAB_RECORD_SPAN, TAB_RATING_BEGIN, TAB_RATING_STEP);
    gtk_label_set_label(GTK_LABEL(self->method), method);
}
