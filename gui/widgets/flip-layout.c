// SPDX-License-Identifier: GPL-3.0-or-later
// Two parts beside each other where there is room for both, one below the other where not.
#include "gui/widgets/flip-layout.h"

#define ROOM 560  /* pixels that both want beside each other */
#define SHARE 0.3 /* of the width, or the height, for the first one at most */

struct _TabFlipLayout {
    GtkLayoutManager parent;
};

G_DEFINE_FINAL_TYPE(TabFlipLayout, tab_flip_layout, GTK_TYPE_LAYOUT_MANAGER)

static int measure_first(GtkWidget *first, GtkOrientation orientation, int for_size, int room)
{
    int least, wished;
    gtk_widget_measure(first, orientation, for_size, &least, &wished, NULL, NULL);
    return MAX(least, MIN(wished, (int)(room * SHARE)));
}

static int least_height(GtkWidget *child, int width)
{
    int least;
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &least, NULL, NULL, NULL);
    return least;
}

/* The least width is that of the wider one; the least height that of both, or of the higher one
 * where they stand beside each other. */
static void tab_flip_layout_measure(GtkLayoutManager *manager, GtkWidget *widget,
                                    GtkOrientation orientation, int for_size, int *minimum,
                                    int *natural, int *minimum_baseline, int *natural_baseline)
{
    GtkWidget *first = gtk_widget_get_first_child(widget),
              *second = gtk_widget_get_last_child(widget);
    for (GtkWidget *child = first; child; child = gtk_widget_get_next_sibling(child)) {
        int least, wished;
        gtk_widget_measure(child, orientation, -1, &least, &wished, NULL, NULL);
        *natural += wished;
        *minimum =
            orientation == GTK_ORIENTATION_HORIZONTAL ? MAX(*minimum, least) : *minimum + least;
    }
    if (orientation == GTK_ORIENTATION_HORIZONTAL || for_size < 0)
        return;
    int side = measure_first(first, GTK_ORIENTATION_HORIZONTAL, -1, for_size);
    *minimum = for_size < ROOM
                   ? least_height(first, for_size) + least_height(second, for_size)
                   : MAX(least_height(first, side), least_height(second, for_size - side));
    *natural = MAX(*minimum, *natural);
}

static void allocate_beside(GtkWidget *first, GtkWidget *second, int width, int height,
                            gboolean mirrored)
{
    int side = measure_first(first, GTK_ORIENTATION_HORIZONTAL, -1, width);
    gtk_widget_size_allocate(first, &(GtkAllocation){mirrored ? width - side : 0, 0, side, height},
                             -1);
    gtk_widget_size_allocate(second, &(GtkAllocation){mirrored ? 0 : side, 0, width - side, height},
                             -1);
}

static void allocate_below(GtkWidget *first, GtkWidget *second, int width, int height)
{
    int top = measure_first(first, GTK_ORIENTATION_VERTICAL, width, height);
    gtk_widget_size_allocate(first, &(GtkAllocation){0, 0, width, top}, -1);
    gtk_widget_size_allocate(second, &(GtkAllocation){0, top, width, height - top}, -1);
}

static void tab_flip_layout_allocate(GtkLayoutManager *manager, GtkWidget *widget, int width,
                                     int height, int baseline)
{
    GtkWidget *first = gtk_widget_get_first_child(widget),
              *second = gtk_widget_get_last_child(widget);
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    if (width < ROOM)
        allocate_below(first, second, width, height);
    else
        allocate_beside(first, second, width, height, mirrored);
}

static GtkSizeRequestMode tab_flip_layout_get_request_mode(GtkLayoutManager *manager,
                                                           GtkWidget *widget)
{
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void tab_flip_layout_class_init(TabFlipLayoutClass *klass)
{
    GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS(klass);
    manager_class->measure = tab_flip_layout_measure;
    manager_class->allocate = tab_flip_layout_allocate;
    manager_class->get_request_mode = tab_flip_layout_get_request_mode;
}

static void tab_flip_layout_init(TabFlipLayout *self)
{
}
