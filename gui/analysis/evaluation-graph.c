// SPDX-License-Identifier: GPL-3.0-or-later
// White's chance to win over the turns of a game, its share below Black's; what was given away is
// marked.
#include "gui/analysis/evaluation-graph.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/analysis/evaluation-bar.h"
#include "gui/model/number-text.h"

#define MARGIN 5.0 /* pixels: room for marks at the edges */
#define LINE 1.5   /* pixels */
#define WEDGE 9.0  /* pixels: as wide as the mark of a loss */
#define RADIUS 6   /* of the corners, as the bar's */

struct _TabEvaluationGraph {
    GtkWidget parent;
    GArray *points; /* of TabGraphPoint */
    int current;    /* -1: none */
};

G_DEFINE_FINAL_TYPE(TabEvaluationGraph, tab_evaluation_graph, GTK_TYPE_WIDGET)

static guint chosen_signal;

static const TabGraphPoint *get(const TabEvaluationGraph *self, guint i)
{
    return &g_array_index(self->points, TabGraphPoint, i);
}

/* The whole course in a sentence. */
static char *describe_course(TabEvaluationGraph *self)
{
    guint known = 0, lossy = 0;
    double last = NAN;
    for (guint i = 0; i < self->points->len; i++) {
        const TabGraphPoint *point = get(self, i);
        known += !isnan(point->white);
        lossy += point->loss >= TAB_EVALUATION_LOSS;
        last = isnan(point->white) ? last : point->white;
    }
    if (!known)
        return g_strdup(_("White’s chance to win over the game: not known yet"));
    g_autofree char *chance = tab_number_text_percent(last, 0);
    /* Translators: a graph, for screen readers: turns with a known chance, all turns, the last
     * chance in per cent, and the number of turns that gave much away. */
    return g_strdup_printf(
        _("White’s chance to win, known for %u of %u turns; at last %s; turns that gave much away: "
          "%u"),
        known, self->points->len, chance, lossy);
}

/* The turn that is shown. */
static char *describe_turn(TabEvaluationGraph *self)
{
    if (self->current < 0 || self->current >= (int)self->points->len)
        return g_strdup("");
    const TabGraphPoint *point = get(self, (guint)self->current);
    guint number = (guint)self->current + 1;
    if (isnan(point->white))
        /* Translators: one turn of the graph of a game: its number and that of all. */
        return g_strdup_printf(_("Turn %u of %u: not known"), number, self->points->len);
    g_autofree char *white = tab_number_text_percent(point->white, 0);
    g_autofree char *loss = tab_number_text_percent(point->loss, 1);
    /* Translators: one turn of the graph of a game: its number and that of all, White's chance to
     * win, and what the turn gave away, both in per cent. */
    return g_strdup_printf(_("Turn %u of %u: White %s, given away %s"), number, self->points->len,
                           white, loss);
}

static void label(TabEvaluationGraph *self)
{
    g_autofree char *course = describe_course(self), *turn = describe_turn(self);
    GtkAccessible *accessible = GTK_ACCESSIBLE(self);
    gtk_accessible_update_property(
        accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, course, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
        turn, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
        (double)self->points->len, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, self->current + 1.0,
        GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, turn, -1);
    gtk_widget_set_tooltip_text(GTK_WIDGET(self), course);
}

void tab_evaluation_graph_show(TabEvaluationGraph *self, const GArray *points, int current)
{
    g_array_set_size(self->points, 0);
    if (points->len)
        g_array_append_vals(self->points, points->data, points->len);
    self->current = current;
    label(self);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

/* --- where a turn is ---------------------------------------------------------------------------
 */

static double x_of(TabEvaluationGraph *self, guint i)
{
    double width = gtk_widget_get_width(GTK_WIDGET(self)) - 2 * MARGIN;
    return MARGIN + (self->points->len > 1 ? width * i / (self->points->len - 1) : width / 2);
}

static double y_of(TabEvaluationGraph *self, double white)
{
    return MARGIN + (gtk_widget_get_height(GTK_WIDGET(self)) - 2 * MARGIN) * (1 - white);
}

static void on_pressed(GtkGestureClick *gesture, int n, double x, double y,
                       TabEvaluationGraph *self)
{
    double width = gtk_widget_get_width(GTK_WIDGET(self)) - 2 * MARGIN, last = self->points->len;
    gtk_widget_grab_focus(GTK_WIDGET(self));
    if (!self->points->len)
        return;
    double turn = width > 0 ? round((x - MARGIN) / width * (last - 1)) : 0;
    g_signal_emit(self, chosen_signal, 0, (guint)CLAMP(turn, 0, last - 1));
}

/* --- by keys -----------------------------------------------------------------------------------
 */

/* The turns go from left to right in every language, as the columns of the board do. */
static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code,
                       GdkModifierType state, TabEvaluationGraph *self)
{
    int last = (int)self->points->len - 1, turn = self->current;
    if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
        return FALSE;
    if (key == GDK_KEY_Left || key == GDK_KEY_KP_Left)
        turn = self->current - 1;
    else if (key == GDK_KEY_Right || key == GDK_KEY_KP_Right)
        turn = self->current + 1;
    else if (key == GDK_KEY_Home || key == GDK_KEY_KP_Home)
        turn = 0;
    else if (key == GDK_KEY_End || key == GDK_KEY_KP_End)
        turn = last;
    else
        return FALSE;
    if (last >= 0 && CLAMP(turn, 0, last) != self->current)
        g_signal_emit(self, chosen_signal, 0, (guint)CLAMP(turn, 0, last));
    return TRUE;
}

/* --- drawing -----------------------------------------------------------------------------------
 */

static void set_colour(cairo_t *cr, const GdkRGBA *colour, double alpha)
{
    cairo_set_source_rgba(cr, colour->red, colour->green, colour->blue, alpha);
}

static void draw_ground(TabEvaluationGraph *self, cairo_t *cr, const GdkRGBA *colour)
{
    double width = gtk_widget_get_width(GTK_WIDGET(self)),
           height = gtk_widget_get_height(GTK_WIDGET(self));
    set_colour(cr, colour, 0.06);
    cairo_rectangle(cr, 0, 0, width, height);
    cairo_fill(cr);
}

static void draw_even(TabEvaluationGraph *self, cairo_t *cr)
{
    double width = gtk_widget_get_width(GTK_WIDGET(self)),
           height = gtk_widget_get_height(GTK_WIDGET(self));
    set_colour(cr, &TAB_EVALUATION_EVEN, 1);
    cairo_set_line_width(cr, 1);
    cairo_move_to(cr, 0, floor(height / 2) + 0.5);
    cairo_line_to(cr, width, floor(height / 2) + 0.5);
    cairo_stroke(cr);
}

/* The pixel column of a turn. */
static int column_of(TabEvaluationGraph *self, guint i)
{
    return (int)floor(x_of(self, i));
}

/* The shares of both sides, as in the bar, from the first turn whose chance is known to the last.
 */
static void draw_shares(TabEvaluationGraph *self, cairo_t *cr, const cairo_path_t *line)
{
    double height = gtk_widget_get_height(GTK_WIDGET(self)), from, to, top, bottom;
    cairo_append_path(cr, line);
    cairo_path_extents(cr, &from, &top, &to, &bottom);
    cairo_new_path(cr);
    cairo_rectangle(cr, from, 0, to - from, height);
    set_colour(cr, &TAB_EVALUATION_BASALT, 1);
    cairo_fill(cr);
    cairo_append_path(cr, line);
    cairo_line_to(cr, to, height);
    cairo_line_to(cr, from, height);
    cairo_close_path(cr);
    set_colour(cr, &TAB_EVALUATION_LIMESTONE, 1);
    cairo_fill(cr);
}

static void draw_line(TabEvaluationGraph *self, cairo_t *cr, const GdkRGBA *colour)
{
    for (guint i = 0; i < self->points->len; i++)
        if (!isnan(get(self, i)->white))
            cairo_line_to(cr, x_of(self, i), y_of(self, get(self, i)->white));
    if (!cairo_has_current_point(cr))
        return;
    cairo_path_t *line = cairo_copy_path(cr);
    cairo_new_path(cr);
    draw_shares(self, cr, line);
    cairo_append_path(cr, line);
    set_colour(cr, colour, 0.9);
    cairo_set_line_width(cr, LINE);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cr);
    cairo_path_destroy(line);
}

/* What the turns that share a pixel column come to. */
typedef struct {
    int x;
    double low, high; /* White's chance, from where the column before ended */
    double last;      /* NAN: none is known yet */
} Column;

/* The turns from `first` on; gives that of the next column. */
static guint read_column(TabEvaluationGraph *self, guint first, double before, Column *column)
{
    guint i = first;
    *column = (Column){column_of(self, first), before, before, before};
    for (; i < self->points->len && column_of(self, i) == column->x; i++) {
        double white = get(self, i)->white;
        if (isnan(white))
            continue;
        column->low = fmin(column->low, white); /* of a number and NAN the number */
        column->high = fmax(column->high, white);
        column->last = white;
    }
    return i;
}

/* Adds the part of a column that is to be filled. */
typedef void (*AddPart)(TabEvaluationGraph *self, cairo_t *cr, const Column *column);

static void add_black(TabEvaluationGraph *self, cairo_t *cr, const Column *column)
{
    cairo_rectangle(cr, column->x, 0, 1, y_of(self, column->last));
}

static void add_white(TabEvaluationGraph *self, cairo_t *cr, const Column *column)
{
    double y = y_of(self, column->last);
    cairo_rectangle(cr, column->x, y, 1, gtk_widget_get_height(GTK_WIDGET(self)) - y);
}

static void add_line(TabEvaluationGraph *self, cairo_t *cr, const Column *column)
{
    double y = y_of(self, column->high) - LINE / 2;
    cairo_rectangle(cr, column->x, y, 1, y_of(self, column->low) + LINE / 2 - y);
}

static void fill_columns(TabEvaluationGraph *self, cairo_t *cr, guint end, AddPart add,
                         const GdkRGBA *colour, double alpha)
{
    Column column = {.last = NAN};
    for (guint i = 0; i < end;) {
        i = read_column(self, i, column.last, &column);
        if (!isnan(column.last))
            add(self, cr, &column);
    }
    set_colour(cr, colour, alpha);
    cairo_fill(cr);
}

/* More turns than pixels: upright bars from column to column look as the line would, and cost no
 * more than the graph is wide, however the line goes up and down. */
static void draw_columns(TabEvaluationGraph *self, cairo_t *cr, const GdkRGBA *colour)
{
    guint end = self->points->len;
    while (end && isnan(get(self, end - 1)->white))
        end--;
    fill_columns(self, cr, end, add_black, &TAB_EVALUATION_BASALT, 1);
    fill_columns(self, cr, end, add_white, &TAB_EVALUATION_LIMESTONE, 1);
    fill_columns(self, cr, end, add_line, colour, 0.9);
}

static void draw_course(TabEvaluationGraph *self, cairo_t *cr, const GdkRGBA *colour)
{
    if ((int)self->points->len > gtk_widget_get_width(GTK_WIDGET(self)))
        draw_columns(self, cr, colour);
    else
        draw_line(self, cr, colour);
}

/* A wedge that points to the side that has lost: down for White, up for Black. */
static void draw_loss(TabEvaluationGraph *self, cairo_t *cr, guint i)
{
    const TabGraphPoint *point = get(self, i);
    double x = x_of(self, i), y = y_of(self, point->white), tip = point->side == TAB_WHITE ? 5 : -5;
    cairo_move_to(cr, x - WEDGE / 2, y - tip);
    cairo_line_to(cr, x + WEDGE / 2, y - tip);
    cairo_line_to(cr, x, y + tip);
    cairo_close_path(cr);
    cairo_set_source_rgb(cr, 0.75, 0.11, 0.16);
    cairo_fill_preserve(cr);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_set_line_width(cr, 1);
    cairo_stroke(cr);
}

static gboolean is_lossy(const TabGraphPoint *point)
{
    return point->loss >= TAB_EVALUATION_LOSS && !isnan(point->white);
}

/* Where wedges of a side would cover each other, the greatest loss has one for all: a long game
 * stays as legible, and as quickly drawn, as a short one. */
static void draw_losses(TabEvaluationGraph *self, cairo_t *cr, TabSide side)
{
    int greatest = -1;
    double from = 0; /* of those that have one together */
    for (guint i = 0; i < self->points->len; i++) {
        const TabGraphPoint *point = get(self, i);
        if (point->side != side || !is_lossy(point))
            continue;
        if (greatest >= 0 && x_of(self, i) - from >= WEDGE) {
            draw_loss(self, cr, (guint)greatest);
            greatest = -1;
        }
        if (greatest < 0)
            from = x_of(self, i);
        if (greatest < 0 || point->loss > get(self, (guint)greatest)->loss)
            greatest = (int)i;
    }
    if (greatest >= 0)
        draw_loss(self, cr, (guint)greatest);
}

static void draw_marks(TabEvaluationGraph *self, cairo_t *cr)
{
    draw_losses(self, cr, TAB_WHITE);
    draw_losses(self, cr, TAB_BLACK);
    if (self->current < 0 || self->current >= (int)self->points->len)
        return;
    cairo_set_source_rgb(cr, 0.21, 0.52, 0.89);
    cairo_set_line_width(cr, 2);
    cairo_move_to(cr, floor(x_of(self, (guint)self->current)), 0);
    cairo_rel_line_to(cr, 0, gtk_widget_get_height(GTK_WIDGET(self)));
    cairo_stroke(cr);
}

static void tab_evaluation_graph_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabEvaluationGraph *self = TAB_EVALUATION_GRAPH(widget);
    GdkRGBA colour;
    graphene_rect_t area = GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget),
                                              (float)gtk_widget_get_height(widget));
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour);
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect(&outline, &area, RADIUS);
    gtk_snapshot_push_rounded_clip(snapshot, &outline);
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &area);
    draw_ground(self, cr, &colour);
    draw_course(self, cr, &colour);
    draw_even(self, cr);
    draw_marks(self, cr);
    cairo_destroy(cr);
    gtk_snapshot_pop(snapshot);
}

static void tab_evaluation_graph_measure(GtkWidget *widget, GtkOrientation orientation,
                                         int for_size, int *minimum, int *natural,
                                         int *minimum_baseline, int *natural_baseline)
{
    *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 100 : 70;
    *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 260 : 90;
}

static void tab_evaluation_graph_finalize(GObject *object)
{
    g_array_unref(TAB_EVALUATION_GRAPH(object)->points);
    G_OBJECT_CLASS(tab_evaluation_graph_parent_class)->finalize(object);
}

static void tab_evaluation_graph_class_init(TabEvaluationGraphClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->finalize = tab_evaluation_graph_finalize;
    widget_class->measure = tab_evaluation_graph_measure;
    widget_class->snapshot = tab_evaluation_graph_snapshot;
    chosen_signal = g_signal_new("chosen", TAB_TYPE_EVALUATION_GRAPH, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);
    gtk_widget_class_set_css_name(widget_class, "graph");
}

static void tab_evaluation_graph_init(TabEvaluationGraph *self)
{
    GtkGesture *click = gtk_gesture_click_new();
    self->points = g_array_new(FALSE, FALSE, sizeof(TabGraphPoint));
    self->current = -1;
    g_signal_connect(click, "pressed", G_CALLBACK(on_pressed), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(on_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self), key);
    gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
    label(self);
}
