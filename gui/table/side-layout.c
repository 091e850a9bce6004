// SPDX-License-Identifier: GPL-3.0-or-later
// The game with panes at its trailing side: beside it where there is room for both, and in its
// place where not.
#include "gui/table/side-layout.h"

#define TABLE 440 /* pixels that the game wants beside panes */
#define SIDE 290  /* … and that these can do with */

struct _TabSideLayout {
    GtkWidget parent;
    GtkWidget *main, *side;
    gboolean folded;
    guint telling; /* source that tells of it, 0: none */
};

static void buildable_init(GtkBuildableIface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TabSideLayout, tab_side_layout, GTK_TYPE_WIDGET,
                              G_IMPLEMENT_INTERFACE(GTK_TYPE_BUILDABLE, buildable_init))

enum { PROP_FOLDED = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

gboolean tab_side_layout_is_folded(TabSideLayout *self)
{
    return self->folded;
}

/* It does not hang on what is shown, as what is shown hangs on it. */
static gboolean is_narrow(int width)
{
    return width < TABLE + SIDE;
}

void tab_side_layout_expect_width(TabSideLayout *self, int width)
{
    self->folded = is_narrow(width);
}

static void measure_child(GtkWidget *child, GtkOrientation orientation, int *minimum, int *natural)
{
    *minimum = *natural = 0;
    if (child && gtk_widget_get_visible(child))
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

static gboolean tell_folded(gpointer user_data)
{
    TabSideLayout *self = user_data;
    self->telling = 0;
    g_object_notify_by_pspec(G_OBJECT(self), properties[PROP_FOLDED]);
    gtk_widget_queue_allocate(GTK_WIDGET(self));
    return G_SOURCE_REMOVE;
}

/* What is told changes what is shown, and that must not be while sizes are being handed out. */
static void set_folded(TabSideLayout *self, gboolean folded)
{
    if (folded == self->folded)
        return;
    self->folded = folded;
    if (!self->telling)
        self->telling = g_idle_add_full(GTK_PRIORITY_RESIZE - 1, tell_folded, self, NULL);
}

/* What is below the panes is there neither for the pointer nor for the keyboard or a reader. */
static void cover_main(TabSideLayout *self, gboolean covered)
{
    if (covered == !gtk_widget_get_child_visible(self->main))
        return;
    gtk_widget_set_child_visible(self->main, !covered);
    gtk_accessible_update_state(GTK_ACCESSIBLE(self->main), GTK_ACCESSIBLE_STATE_HIDDEN, covered,
                                -1);
}

static void tab_side_layout_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    TabSideLayout *self = TAB_SIDE_LAYOUT(widget);
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    int minimum, natural, side, least;
    measure_child(self->main, GTK_ORIENTATION_HORIZONTAL, &least, &natural);
    measure_child(self->side, GTK_ORIENTATION_HORIZONTAL, &minimum, &side);
    set_folded(self, is_narrow(width));
    gboolean covered = self->folded && side > 0;
    side = covered ? width : MAX(minimum, MIN(side, width - least));
    int main = covered ? width : width - side;
    if (!self->telling) /* else the panes may go at once: the keyboard need not leave the game */
        cover_main(self, covered);
    if (gtk_widget_get_child_visible(self->main))
        gtk_widget_size_allocate(
            self->main, &(GtkAllocation){mirrored ? width - main : 0, 0, main, height}, -1);
    gtk_widget_size_allocate(self->side,
                             &(GtkAllocation){mirrored ? 0 : width - side, 0, side, height}, -1);
}

/* The keyboard comes to the side after the game. */
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

static void tab_side_layout_get_property(GObject *object, guint id, GValue *value,
                                         GParamSpec *pspec)
{
    g_value_set_boolean(value, TAB_SIDE_LAYOUT(object)->folded);
}

static void tab_side_layout_dispose(GObject *object)
{
    TabSideLayout *self = TAB_SIDE_LAYOUT(object);
    g_clear_handle_id(&self->telling, g_source_remove);
    g_clear_pointer(&self->main, gtk_widget_unparent);
    g_clear_pointer(&self->side, gtk_widget_unparent);
    G_OBJECT_CLASS(tab_side_layout_parent_class)->dispose(object);
}

static void tab_side_layout_class_init(TabSideLayoutClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_side_layout_dispose;
    G_OBJECT_CLASS(klass)->get_property = tab_side_layout_get_property;
    widget_class->measure = tab_side_layout_measure;
    widget_class->size_allocate = tab_side_layout_size_allocate;
    properties[PROP_FOLDED] = g_param_spec_boolean("folded", NULL, NULL, FALSE, G_PARAM_READABLE);
    g_object_class_install_properties(G_OBJECT_CLASS(klass), N_PROPERTIES, properties);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GENERIC);
}

static void tab_side_layout_init(TabSideLayout *self)
{
}
