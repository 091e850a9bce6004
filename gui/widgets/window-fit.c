// SPDX-License-Identifier: GPL-3.0-or-later
// Windows over a narrow or low one: they are no larger, and fill it as its pages.
#include "gui/widgets/window-fit.h"

#include "gui/widgets/name-list.h"
#include "gui/widgets/widget.h"

#define BORDER 10 /* pixels around a window, where it has no shadow */
#define HEADER 48 /* … that its title bar is high */

static void wrap(GtkWidget *label)
{
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_natural_wrap_mode(GTK_LABEL(label), GTK_NATURAL_WRAP_NONE);
    if (gtk_label_get_xalign(GTK_LABEL(label)) > 0.5f)
        gtk_label_set_justify(GTK_LABEL(label), GTK_JUSTIFY_RIGHT);
}

void tab_window_fit_words(GtkWidget *widget)
{
    GtkWidget *child = gtk_widget_get_first_child(widget);
    if (GTK_IS_DROP_DOWN(widget))
        tab_name_list_cut_at_need(GTK_DROP_DOWN(widget));
    else if (GTK_IS_CHECK_BUTTON(widget) && GTK_IS_LABEL(gtk_widget_get_last_child(widget)))
        wrap(gtk_widget_get_last_child(widget));
    else if (GTK_IS_LABEL(widget) && gtk_label_get_mnemonic_widget(GTK_LABEL(widget)) &&
             !gtk_widget_get_ancestor(widget, GTK_TYPE_BUTTON))
        wrap(widget);
    for (; child; child = gtk_widget_get_next_sibling(child))
        tab_window_fit_words(child);
}

/* GTK puts them beside each other, all as wide as the widest. */
static void stack_buttons(GtkDialog *question)
{
    GtkWidget *button = gtk_dialog_get_widget_for_response(question, GTK_RESPONSE_CANCEL);
    if (button)
        gtk_orientable_set_orientation(GTK_ORIENTABLE(gtk_widget_get_parent(button)),
                                       GTK_ORIENTATION_VERTICAL);
}

/* Its words have the width that there is: also a long name of a file is not wider. */
static void narrow_question(GtkMessageDialog *question, int width)
{
    GtkWidget *words = gtk_message_dialog_get_message_area(question);
    for (GtkWidget *label = gtk_widget_get_first_child(words); label;
         label = gtk_widget_get_next_sibling(label)) {
        if (!GTK_IS_LABEL(label)) /* details, for which the width is enough that others ask for */
            continue;
        gtk_label_set_max_width_chars(GTK_LABEL(label), 1); /* and no more than that asks for */
        gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    }
    gtk_widget_set_size_request(GTK_WIDGET(question), width, -1);
}

static int needed(GtkWidget *widget, GtkOrientation orientation, int for_size)
{
    int least;
    gtk_widget_measure(widget, orientation, for_size, &least, NULL, NULL, NULL);
    return least;
}

/* Free with g_object_unref. */
static GtkScrolledWindow *new_scroller(GtkPolicyType across, GtkPolicyType down)
{
    GtkWidget *scroller = g_object_ref_sink(gtk_scrolled_window_new());
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), across, down);
    gtk_scrolled_window_set_propagate_natural_width(GTK_SCROLLED_WINDOW(scroller), TRUE);
    return GTK_SCROLLED_WINDOW(scroller);
}

/* GTK's own windows ask for more width than their words need. */
static void drop_wide_requests(GtkWidget *widget, int width)
{
    int asked, height;
    gtk_widget_get_size_request(widget, &asked, &height);
    if (asked > width)
        gtk_widget_set_size_request(widget, -1, height);
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
        drop_wide_requests(child, width);
}

/* What of the window is larger than its parent, as are windows that GTK brings, scrolls. */
static void let_scroll(GtkWindow *window, int width, int height)
{
    GtkWidget *bar = gtk_window_get_titlebar(window), *child = gtk_window_get_child(window);
    if (GTK_IS_DIALOG(window) || !GTK_IS_HEADER_BAR(bar) || !child)
        return;
    gtk_header_bar_set_decoration_layout(GTK_HEADER_BAR(bar), ":close");
    GtkWidget *title = gtk_header_bar_get_title_widget(GTK_HEADER_BAR(bar));
    if (title && needed(bar, GTK_ORIENTATION_HORIZONTAL, -1) > width) {
        g_autoptr(GtkScrolledWindow) scroller = new_scroller(GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
        g_autoptr(GtkWidget) held = g_object_ref(title);
        gtk_header_bar_set_title_widget(GTK_HEADER_BAR(bar), GTK_WIDGET(scroller));
        gtk_scrolled_window_set_child(scroller, held);
    }
    drop_wide_requests(child, width);
    if (needed(child, GTK_ORIENTATION_HORIZONTAL, -1) <= width &&
        needed(child, GTK_ORIENTATION_VERTICAL, width) <= height - HEADER)
        return;
    gboolean of_gtk = GTK_IS_SHORTCUTS_WINDOW(window) || GTK_IS_ABOUT_DIALOG(window);
    g_autoptr(GtkScrolledWindow) scroller =
        new_scroller(of_gtk ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    g_autoptr(GtkWidget) held = g_object_ref(child);
    gtk_window_set_child(window, GTK_WIDGET(scroller));
    gtk_scrolled_window_set_child(scroller, held);
}

static GdkRectangle get_screen(GtkWindow *window)
{
    GdkDisplay *display = gtk_widget_get_display(GTK_WIDGET(window));
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    GdkMonitor *monitor = gdk_display_get_monitor_at_surface(display, surface);
    GdkRectangle screen = {0};
    if (monitor)
        gdk_monitor_get_geometry(monitor, &screen);
    return screen;
}

/* The size that the window has now. One over the whole screen keeps for its default the size that
 * it will have again. */
static void get_size(GtkWindow *window, int *width, int *height)
{
    GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
    gtk_window_get_default_size(window, width, height);
    if (gtk_window_is_maximized(window) || gtk_window_is_fullscreen(window)) {
        *width = gdk_surface_get_width(surface);
        *height = gdk_surface_get_height(surface);
    }
}

/* The size at which it would open. */
static void measure(GtkWindow *window, int room, int *width, int *height)
{
    GtkWidget *widget = GTK_WIDGET(window);
    gtk_window_get_default_size(window, width, height);
    if (*width <= 0)
        gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, width, NULL, NULL);
    if (*height <= 0)
        gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL,
                           MAX(MIN(*width, room), needed(widget, GTK_ORIENTATION_HORIZONTAL, -1)),
                           NULL, height, NULL, NULL);
}

static void fit(GtkWindow *window)
{
    GtkWindow *parent = gtk_window_get_transient_for(window);
    int width, height, room, room_down;
    if (!GTK_IS_DIALOG(window)) /* of GTK's own */
        tab_window_fit_words(GTK_WIDGET(window));
    if (!parent || !gtk_widget_get_mapped(GTK_WIDGET(parent)))
        return;
    get_size(parent, &room, &room_down);
    if (GTK_IS_SHORTCUTS_WINDOW(window)) {
        /* its words cannot wrap: only a small screen cuts them */
        GdkRectangle screen = get_screen(parent);
        room = MAX(room, screen.width);
        room_down = MAX(room_down, screen.height);
    }
    if (room <= 0 || room_down <= 0)
        return;
    measure(window, room, &width, &height);
    if (width <= room && height <= room_down)
        return;
    if (GTK_IS_MESSAGE_DIALOG(window)) {
        if (width > room) {
            stack_buttons(GTK_DIALOG(window));
            narrow_question(GTK_MESSAGE_DIALOG(window), room - BORDER);
        }
        return;
    }
    tab_widget_set_class(GTK_WIDGET(window), "narrow", width > room);
    let_scroll(window, MIN(width, room) - BORDER, room_down - BORDER);
    gtk_window_set_resizable(window, TRUE);
    /* as a page it has all of a narrow window */
    gtk_window_set_default_size(window, MIN(width, room),
                                width > room ? room_down : MIN(height, room_down));
}

void tab_window_fit_watch(void)
{
    static const TabWindowWatch watch = {"realize", G_CALLBACK(fit)};
    tab_widget_watch_windows(&watch);
}
