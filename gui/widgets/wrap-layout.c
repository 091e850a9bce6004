// SPDX-License-Identifier: GPL-3.0-or-later
// Children in lines: beside each other where they fit, those that do not in lines below.
#include "gui/widgets/wrap-layout.h"

#define SPACING 12     /* pixels between children */
#define LINE_SPACING 6 /* … and between lines */
#define READABLE 240   /* what a text that wraps wants at least beside others */

struct _TabWrapLayout {
    GtkLayoutManager parent;
    int natural_width; /* at most, 0: that of all in one line */
};

G_DEFINE_FINAL_TYPE(TabWrapLayout, tab_wrap_layout, GTK_TYPE_LAYOUT_MANAGER)

enum { PROP_NATURAL_WIDTH = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

/* A child in a line. */
typedef struct {
    GtkWidget *child;
    int width;
    gboolean begins; /* a line */
} Place;

static int wished_width(GtkWidget *child, int room)
{
    int minimum, natural;
    gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
    if (gtk_widget_get_hexpand(child))
        natural = MAX(minimum, MIN(natural, READABLE));
    return MIN(natural, MAX(room, minimum));
}

static guint line_end(const GArray *places, guint start)
{
    guint end = start + 1;
    while (end < places->len && !g_array_index(places, Place, end).begins)
        end++;
    return end;
}

/* The free room of a line goes to the children that expand, in equal parts; what is left over. */
static int share_out(GArray *places, guint start, guint end, int width)
{
    int free = width + SPACING, n = 0;
    for (guint i = start; i < end; i++) {
        free -= g_array_index(places, Place, i).width + SPACING;
        n += gtk_widget_get_hexpand(g_array_index(places, Place, i).child);
    }
    for (guint i = start; i < end && free > 0 && n > 0; i++)
        if (gtk_widget_get_hexpand(g_array_index(places, Place, i).child)) {
            g_array_index(places, Place, i).width += free / n;
            free -= free / n--;
        }
    return MAX(free, 0);
}

/* One that is to stand in the middle stands in that of its line. */
static void centre_alone(GArray *places, guint start, guint end, int width)
{
    Place *place = &g_array_index(places, Place, start);
    if (end == start + 1 && gtk_widget_get_halign(place->child) == GTK_ALIGN_CENTER)
        place->width = MAX(place->width, width);
}

/* Where the children stand in this width: an array of Place. */
static GArray *break_lines(GtkWidget *widget, int width)
{
    GArray *places = g_array_new(FALSE, FALSE, sizeof(Place));
    int x = 0;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child)) {
        if (!gtk_widget_should_layout(child))
            continue;
        Place place = {child, wished_width(child, width), FALSE};
        place.begins = places->len == 0 || x + SPACING + place.width > width;
        x = place.begins ? place.width : x + SPACING + place.width;
        g_array_append_val(places, place);
    }
    return places;
}

static int line_height(const GArray *places, guint start, guint end)
{
    int height = 0;
    for (guint i = start; i < end; i++) {
        const Place *place = &g_array_index(places, Place, i);
        int minimum, natural;
        gtk_widget_measure(place->child, GTK_ORIENTATION_VERTICAL, place->width, &minimum, &natural,
                           NULL, NULL);
        height = MAX(height, natural);
    }
    return height;
}

static int height_for_width(GtkWidget *widget, int width)
{
    g_autoptr(GArray) places = break_lines(widget, width);
    int height = 0;
    for (guint start = 0, end; start < places->len; start = end) {
        end = line_end(places, start);
        share_out(places, start, end, width);
        height += line_height(places, start, end) + (start > 0 ? LINE_SPACING : 0);
    }
    return height;
}

static void measure_width(GtkWidget *widget, int *minimum, int *natural)
{
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child)) {
        int child_minimum, child_natural;
        if (!gtk_widget_should_layout(child))
            continue;
        gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, &child_minimum, &child_natural,
                           NULL, NULL);
        *minimum = MAX(*minimum, child_minimum);
        *natural += child_natural + (*natural > 0 ? SPACING : 0);
    }
}

static void tab_wrap_layout_measure(GtkLayoutManager *manager, GtkWidget *widget,
                                    GtkOrientation orientation, int for_size, int *minimum,
                                    int *natural, int *minimum_baseline, int *natural_baseline)
{
    int least = 0, wished = 0;
    measure_width(widget, &least, &wished);
    if (TAB_WRAP_LAYOUT(manager)->natural_width > 0)
        wished = MAX(least, MIN(wished, TAB_WRAP_LAYOUT(manager)->natural_width));
    if (orientation == GTK_ORIENTATION_VERTICAL)
        least = wished = height_for_width(widget, for_size < 0 ? wished : MAX(for_size, least));
    *minimum = least;
    *natural = wished;
}

static void tab_wrap_layout_allocate(GtkLayoutManager *manager, GtkWidget *widget, int width,
                                     int height, int baseline)
{
    g_autoptr(GArray) places = break_lines(widget, width);
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    gboolean expands = gtk_widget_compute_expand(widget, GTK_ORIENTATION_HORIZONTAL);
    int y = 0;
    for (guint start = 0, end; start < places->len; start = end) {
        end = line_end(places, start);
        centre_alone(places, start, end, width);
        int left_over = share_out(places, start, end, width);
        int x = expands && start > 0 ? left_over : 0, line = line_height(places, start, end);
        for (guint i = start; i < end; i++) {
            const Place *place = &g_array_index(places, Place, i);
            int left = mirrored ? width - x - place->width : x;
            gtk_widget_size_allocate(place->child, &(GtkAllocation){left, y, place->width, line},
                                     -1);
            x += place->width + SPACING;
        }
        y += line + LINE_SPACING;
    }
}

static GtkSizeRequestMode tab_wrap_layout_get_request_mode(GtkLayoutManager *manager,
                                                           GtkWidget *widget)
{
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void tab_wrap_layout_get_property(GObject *object, guint id, GValue *value,
                                         GParamSpec *pspec)
{
    g_value_set_int(value, TAB_WRAP_LAYOUT(object)->natural_width);
}

static void tab_wrap_layout_set_property(GObject *object, guint id, const GValue *value,
                                         GParamSpec *pspec)
{
    TAB_WRAP_LAYOUT(object)->natural_width = g_value_get_int(value);
}

static void tab_wrap_layout_class_init(TabWrapLayoutClass *klass)
{
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    G_OBJECT_CLASS(klass)->get_property = tab_wrap_layout_get_property;
    G_OBJECT_CLASS(klass)->set_property = tab_wrap_layout_set_property;
    properties[PROP_NATURAL_WIDTH] =
        g_param_spec_int("natural-width", NULL, NULL, 0, G_MAXINT, 0, G_PARAM_READWRITE);
    g_object_class_install_properties(G_OBJECT_CLASS(klass), N_PROPERTIES, properties);
    manager_class->measure = tab_wrap_layout_measure;
    manager_class->allocate = tab_wrap_layout_allocate;
    manager_class->get_request_mode = tab_wrap_layout_get_request_mode;
}

static void tab_wrap_layout_init(TabWrapLayout *self)
{
}
