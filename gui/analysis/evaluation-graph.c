// SPDX-License-Identifier: GPL-3.0-or-later
// White's chance to win over the turns of a game, its share below Black's; mistakes are marked.
#include "gui/analysis/evaluation-graph.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/analysis/course-plot.h"
#include "gui/model/number-text.h"
#include "gui/model/turn-grade.h"

#define MARGIN TAB_COURSE_PLOT_MARGIN
#define RADIUS 6 /* of the corners, as the bar's */

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
    guint known, mistakes = 0, turns = tab_game_graph_count_turns(self->points, &known);
    double last = NAN;
    for (guint i = 0; i < self->points->len; i++) {
        const TabGraphPoint *point = get(self, i);
        mistakes += tab_turn_grade(point->loss) >= TAB_TURN_MISTAKE;
        last = isnan(point->white) ? last : point->white;
    }
    if (!known)
        return g_strdup(_("White’s chance to win over the game: not known yet"));
    g_autofree char *chance = tab_number_text_percent(last, 0);
    /* Translators: a graph, for screen readers: turns with a known chance, all turns, the last
     * chance in per cent, and the number of mistakes of both sides. */
    return g_strdup_printf(
        _("White’s chance to win, known for %u of %u turns; at last %s; mistakes: %u"), known,
        turns, chance, mistakes);
}

static char *describe_turn(TabEvaluationGraph *self, int turn)
{
    if (turn < 0 || turn >= (int)self->points->len)
        return g_strdup("");
    const TabGraphPoint *point = get(self, (guint)turn);
    guint number = point->number, last = get(self, self->points->len - 1)->number;
    if (isnan(point->white))
        /* Translators: one turn of the graph of a game: its number and that of the last. */
        return g_strdup_printf(_("Turn %u of %u: not known"), number, last);
    g_autofree char *white = tab_number_text_percent(point->white, 0);
    g_autofree char *notes = tab_turn_grade_describe(point->luck, point->loss);
    /* Translators: one turn of the graph of a game: its number and that of the last, and White's
     * chance to win in per cent. */
    g_autofree char *text = g_strdup_printf(_("Turn %u of %u: White %s"), number, last, white);
    return g_strjoin(*notes ? tab_number_text_comma() : "", text, notes, NULL);
}

static void label(TabEvaluationGraph *self)
{
    g_autofree char *course = describe_course(self), *turn = describe_turn(self, self->current);
    GtkAccessible *accessible = GTK_ACCESSIBLE(self);
    gtk_accessible_update_property(
        accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, course, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
        turn, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
        (double)self->points->len, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, self->current + 1.0,
        GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, turn, -1);
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

/* The turn at a place; there must be one. */
static int find_turn(TabEvaluationGraph *self, double x)
{
    double width = gtk_widget_get_width(GTK_WIDGET(self)) - 2 * MARGIN, last = self->points->len;
    double turn = width > 0 ? round((x - MARGIN) / width * (last - 1)) : 0;
    return (int)CLAMP(turn, 0, last - 1);
}

static void on_pressed(GtkGestureClick *gesture, int n, double x, double y,
                       TabEvaluationGraph *self)
{
    gtk_widget_grab_focus(GTK_WIDGET(self));
    if (self->points->len)
        g_signal_emit(self, chosen_signal, 0, (guint)find_turn(self, x));
}

/* The turn under the pointer; for the keyboard the whole course. */
static gboolean tab_evaluation_graph_query_tooltip(GtkWidget *widget, int x, int y,
                                                   gboolean keyboard, GtkTooltip *tooltip)
{
    TabEvaluationGraph *self = TAB_EVALUATION_GRAPH(widget);
    g_autofree char *text = keyboard || !self->points->len
                                ? describe_course(self)
                                : describe_turn(self, find_turn(self, x));
    gtk_tooltip_set_text(tooltip, text);
    return TRUE;
}

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

/* Drawing. */

static void tab_evaluation_graph_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    GdkRGBA colour;
    graphene_rect_t area = GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget),
                                              (float)gtk_widget_get_height(widget));
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour);
    GskRoundedRect outline;
    gsk_rounded_rect_init_from_rect(&outline, &area, RADIUS);
    gtk_snapshot_push_rounded_clip(snapshot, &outline);
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &area);
    TabEvaluationGraph *self = TAB_EVALUATION_GRAPH(widget);
    tab_course_plot_draw(self->points, self->current, cr, area.size.width, area.size.height,
                         &colour);
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
    widget_class->query_tooltip = tab_evaluation_graph_query_tooltip;
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
    gtk_widget_set_has_tooltip(GTK_WIDGET(self), TRUE);
    label(self);
}
