// SPDX-License-Identifier: GPL-3.0-or-later
// The game with panes at its trailing side: beside it where there is room for both, over it where
// not.
#include "gui/table/side-layout.h"

struct _TabSideLayout {
    GtkWidget parent;
    GtkWidget *main, *side;
};

static void buildable_init(GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TabSideLayout, tab_side_layout, GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(GTK_TYPE_BUILDABLE, buildable_init))

static void measure_child(GtkWidget *child, GtkOrientation orientation, int *minimum, int *natural)
{
    *minimum = *natural = 0;
    if (child && gtk_widget_should_layout(child))
        gtk_widget_measure(child, orientation, -1, minimum, natural, NULL, NULL);
}

static void tab_side_layout_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                    int *minimum, int *natural, int *minimum_baseline,
                                    int *natural_baseline)
{
    TabSideLayout *self = TAB_SIDE_LAYOUT(widget);
    int side_minimum, side_natural;
    measure_child(self->main, orientation, minimum, natural);
    measure_child(self->side, orientation, &side_minimum, &side_natural);
    *minimum = MAX(*minimum, side_minimum);
    *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? *natural + side_natural
                                                         : MAX(*natural, side_natural);
}

static void tab_side_layout_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    TabSideLayout *self = TAB_SIDE_LAYOUT(widget);
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    int minimum, main_minimum, side, main_natural;
    measure_child(self->main, GTK_ORIENTATION_HORIZONTAL, &main_minimum, &main_natural);
    measure_child(self->side, GTK_ORIENTATION_HORIZONTAL, &minimum, &side);
    side = MIN(side, width);
    gboolean folded = side > 0 && width < main_minimum + side;
    int main = folded ? width : width - side;
    if (self->main)
        gtk_widget_size_allocate(
            self->main, &(GtkAllocation){mirrored ? width - main : 0, 0, main, height}, -1);
    if (self->side && gtk_widget_should_layout(self->side))
        gtk_widget_size_allocate(
            self->side, &(GtkAllocation){mirrored ? 0 : width - side, 0, side, height}, -1);
}

/* The side is above the game, for eyes and pointer, and behind it for the keyboard. */
static void add_child(GtkBuildable *buildable, GtkBuilder *builder, GObject *child,
                      const char *type)
{
    TabSideLayout *self = TAB_SIDE_LAYOUT(buildable);
    GtkWidget **place = g_strcmp0(type, "side") == 0 ? &self->side : &self->main;
    g_return_if_fail(GTK_IS_WIDGET(child) && !*place);
    *place = GTK_WIDGET(child);
    gtk_widget_insert_before(*place, GTK_WIDGET(self), place == &self->main ? self->side : NULL);
}

static void buildable_init(GtkBuildableIface *iface)
{
    iface->add_child = add_child;
}

static void tab_side_layout_dispose(GObject *object)
{
    TabSideLayout *self = TAB_SIDE_LAYOUT(object);
    g_clear_pointer(&self->main, gtk_widget_unparent);
    g_clear_pointer(&self->side, gtk_widget_unparent);
    G_OBJECT_CLASS(tab_side_layout_parent_class)->dispose(object);
}

static void tab_side_layout_class_init(TabSideLayoutClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_side_layout_dispose;
    widget_class->measure = tab_side_layout_measure;
    widget_class->size_allocate = tab_side_layout_size_allocate;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GENERIC);
}

static void tab_side_layout_init(TabSideLayout *self)
{
}
