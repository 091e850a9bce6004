// SPDX-License-Identifier: GPL-3.0-or-later
// An estimate drawn on a scale: a mark, one standard error to either side, and two.
#include "gui/analysis/error-bar.h"

#include <math.h>

#define HEIGHT 12
#define MARK 3 /* pixels: the width of the estimate's mark; no error hides it */
#define WIDE 2 /* errors that the thin line goes to either side: 95 of 100 lie within */
#define TALL 8 /* pixels: the bar of one error */
#define THIN 2 /* pixels: the line of two */

struct _TabErrorBar {
    GtkWidget parent;
    double value, error, low, high, other;
};

G_DEFINE_FINAL_TYPE(TabErrorBar, tab_error_bar, GTK_TYPE_WIDGET)

static gboolean differs(double a, double b)
{
    return isnan(a) != isnan(b) || (!isnan(a) && a != b);
}

void tab_error_bar_set(TabErrorBar *self, double value, double error, double low, double high,
                       double other)
{
    if (!differs(value, self->value) && !differs(error, self->error) && low == self->low &&
        high == self->high && !differs(other, self->other))
        return;
    self->value = value;
    self->error = error;
    self->low = low;
    self->high = high;
    self->other = other;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

/* A part of the height from one value to another, as far as it is on the scale. */
static void fill(const TabErrorBar *self, GtkSnapshot *snapshot, const GdkRGBA *colour, double from,
                 double to, float least, float high)
{
    float width = (float)gtk_widget_get_width(GTK_WIDGET((gpointer)self));
    float height = (float)gtk_widget_get_height(GTK_WIDGET((gpointer)self));
    double scale = (width - MARK) / (self->high - self->low);
    float left = (float)((CLAMP(from, self->low, self->high) - self->low) * scale);
    float right = (float)((CLAMP(to, self->low, self->high) - self->low) * scale);
    gtk_snapshot_append_color(snapshot, colour,
                              &GRAPHENE_RECT_INIT(left + (MARK - least) / 2, (height - high) / 2,
                                                  right - left + least, high));
}

static void tab_error_bar_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabErrorBar *self = TAB_ERROR_BAR(widget);
    GdkRGBA ink, faint, light;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &ink);
    faint = light = ink;
    faint.alpha *= 0.15f;
    light.alpha *= 0.45f;
    fill(self, snapshot, &faint, self->low, self->high, MARK, 1);
    if (!isnan(self->other))
        fill(self, snapshot, &light, self->other, self->other, 1, HEIGHT);
    if (isnan(self->value))
        return;
    fill(self, snapshot, &ink, self->value - WIDE * self->error, self->value + WIDE * self->error,
         1, THIN);
    fill(self, snapshot, &light, self->value - self->error, self->value + self->error, 1, TALL);
    fill(self, snapshot, &ink, self->value, self->value, MARK, HEIGHT);
}

static void tab_error_bar_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                  int *minimum, int *natural, int *minimum_baseline,
                                  int *natural_baseline)
{
    *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 60 : HEIGHT;
    *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : HEIGHT;
}

static void tab_error_bar_class_init(TabErrorBarClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    widget_class->measure = tab_error_bar_measure;
    widget_class->snapshot = tab_error_bar_snapshot;
    /* what it shows is said by the row it is in */
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
    gtk_widget_class_set_css_name(widget_class, "error-bar");
}

static void tab_error_bar_init(TabErrorBar *self)
{
    self->value = self->other = NAN;
    self->high = 1;
}

GtkWidget *tab_error_bar_new(void)
{
    return g_object_new(TAB_TYPE_ERROR_BAR, NULL);
}
