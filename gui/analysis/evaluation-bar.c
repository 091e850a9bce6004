// SPDX-License-Identifier: GPL-3.0-or-later
// A bar that shows who is ahead: White's chance to win from below, Black's from above.
#include "gui/analysis/evaluation-bar.h"

#include <glib/gi18n.h>
#include <math.h>

#include "gui/model/number-text.h"

#define WIDTH 18
#define LEAST_HEIGHT 48
#define RADIUS 6

struct _TabEvaluationBar {
    GtkWidget parent;
    double white; /* NAN: not known */
};

G_DEFINE_FINAL_TYPE(TabEvaluationBar, tab_evaluation_bar, GTK_TYPE_WIDGET)

static void label(TabEvaluationBar *self)
{
    g_autofree char *white = tab_number_text_percent(self->white, 0);
    g_autofree char *black = tab_number_text_percent(1 - self->white, 0);
    g_autofree char *text =
        isnan(self->white) ? g_strdup(_("Chance to win: not known"))
                           /* Translators: for screen readers; two numbers of per cent. */
                           : g_strdup_printf(_("Chance to win: White %s, Black %s"), white, black);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
    gtk_widget_set_tooltip_text(GTK_WIDGET(self), text);
}

void tab_evaluation_bar_set_white(TabEvaluationBar *self, double white)
{
    if (white == self->white || (isnan(white) && isnan(self->white)))
        return;
    self->white = white;
    label(self);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void tab_evaluation_bar_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                       int *minimum, int *natural, int *minimum_baseline,
                                       int *natural_baseline)
{
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : LEAST_HEIGHT;
}

static void tab_evaluation_bar_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabEvaluationBar *self = TAB_EVALUATION_BAR(widget);
    float width = (float)gtk_widget_get_width(widget),
          height = (float)gtk_widget_get_height(widget);
    float white = isnan(self->white) ? 0 : (float)self->white * height;
    GdkRGBA line;
    GskRoundedRect outline;
    graphene_rect_t area = GRAPHENE_RECT_INIT(0, 0, width, height);
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &line);
    gsk_rounded_rect_init_from_rect(&outline, &area, RADIUS);
    gtk_snapshot_push_rounded_clip(snapshot, &outline);
    if (!isnan(self->white)) {
        gtk_snapshot_append_color(snapshot, &TAB_EVALUATION_BASALT, &area);
        gtk_snapshot_append_color(snapshot, &TAB_EVALUATION_LIMESTONE,
                                  &GRAPHENE_RECT_INIT(0, height - white, width, white));
    }
    gtk_snapshot_append_color(snapshot, &TAB_EVALUATION_EVEN,
                              &GRAPHENE_RECT_INIT(0, height / 2, width, 1));
    line.alpha = 0.7f;
    gtk_snapshot_pop(snapshot);
    gtk_snapshot_append_border(snapshot, &outline, (float[4]){1, 1, 1, 1},
                               (GdkRGBA[4]){line, line, line, line});
}

static void tab_evaluation_bar_class_init(TabEvaluationBarClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    widget_class->measure = tab_evaluation_bar_measure;
    widget_class->snapshot = tab_evaluation_bar_snapshot;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
    gtk_widget_class_set_css_name(widget_class, "evaluation");
}

static void tab_evaluation_bar_init(TabEvaluationBar *self)
{
    self->white = NAN;
    label(self);
}
