// SPDX-License-Identifier: GPL-3.0-or-later
// Names for screen readers where GTK 4.8 itself gives bad ones: it calls scroll bars, what they
// scroll, pictures, the button in a drop-down, search entries and expanders by their types, a check
// button by its text with the underscore of the mnemonic, and a button so, and then by the text
// once more.
#include "gui/widgets/accessible-names.h"

#include <glib/gi18n.h>

#include "gui/widgets/widget.h"

#define SEEN "tab-accessible-names"

/* What is left is the relation to the label in it. */
static void forget_text(GtkWidget *button)
{
    gtk_accessible_reset_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static void set_name(GtkWidget *widget, const char *text)
{
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

/* The text without the underscores of mnemonics. */
static void set_plain_name(GtkWidget *widget, const char *text)
{
    GString *plain = g_string_new(NULL);
    for (const char *at = text; *at; at++) {
        at += *at == '_' && at[1];
        g_string_append_c(plain, *at);
    }
    set_name(widget, plain->str);
    g_string_free(plain, TRUE);
}

/* Whether something beside the widget says what it is. */
static gboolean is_labelled(GtkWidget *widget)
{
    g_autoptr(GList) labels = gtk_widget_list_mnemonic_labels(widget);
    for (GList *label = labels; label; label = label->next)
        if (!gtk_widget_is_ancestor(label->data, widget))
            return TRUE;
    return FALSE;
}

static void name_check_button(GtkWidget *button)
{
    if (!is_labelled(button))
        set_plain_name(button, gtk_check_button_get_label(GTK_CHECK_BUTTON(button)));
}

static GtkWidget *find_label(GtkWidget *widget)
{
    if (GTK_IS_STACK(widget)) {
        GtkWidget *page = gtk_stack_get_visible_child(GTK_STACK(widget));
        return page ? find_label(page) : NULL;
    }
    if (GTK_IS_LABEL(widget))
        return widget;
    GtkWidget *child = gtk_widget_get_first_child(widget), *label = NULL;
    for (; child && !label; child = gtk_widget_get_next_sibling(child))
        label = find_label(child);
    return label;
}

/* What a drop-down is called by: what labels it, or itself, if it has a name; NULL: nothing, as in
 * GTK's own windows. */
static gpointer find_name(GtkWidget *list)
{
    g_autoptr(GList) labels = gtk_widget_list_mnemonic_labels(list);
    if (labels)
        return labels->data;
    /* nothing else asks for it */
    return gtk_test_accessible_has_property(GTK_ACCESSIBLE(list), GTK_ACCESSIBLE_PROPERTY_LABEL)
               ? list
               : NULL;
}

/* The button in it gets the focus: it is called as the list is, and by what is chosen. */
static void name_drop_down(GtkWidget *list)
{
    GtkWidget *button = gtk_widget_get_first_child(list), *value = find_label(button);
    gpointer name = find_name(list);
    if (value && name)
        gtk_accessible_update_relation(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                       name, value, NULL, -1);
    else if (value)
        gtk_accessible_update_relation(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                       value, NULL, -1);
}

/* The icons in an entry can be pressed. */
static void name_search_entry(GtkWidget *entry)
{
    set_name(entry, _("Search"));
    GtkWidget *child = gtk_widget_get_first_child(entry);
    for (; child; child = gtk_widget_get_next_sibling(child))
        if (GTK_IS_IMAGE(child))
            set_name(child, child == gtk_widget_get_first_child(entry) ? _("Search") : _("Clear"));
}

/* Buttons of GTK's own windows: one that searches, and those of pages. */
static void name_button(GtkWidget *button)
{
    GtkWidget *child = gtk_button_get_child(GTK_BUTTON(button));
    if (g_strcmp0(gtk_button_get_icon_name(GTK_BUTTON(button)), "edit-find-symbolic") == 0)
        set_name(button, _("Search"));
    else if (GTK_IS_LABEL(child))
        set_name(button, gtk_label_get_text(GTK_LABEL(child)));
    else
        return;
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/* A picture that nobody has named stands beside words, or in a button with a name: it tells
 * nothing. */
static void hide_picture(GtkWidget *image)
{
    if (!gtk_test_accessible_has_property(GTK_ACCESSIBLE(image), GTK_ACCESSIBLE_PROPERTY_LABEL))
        gtk_accessible_update_state(GTK_ACCESSIBLE(image), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
}

/* Widgets that GTK 4.8 calls by their type. */
static void name_nameless(GtkWidget *widget)
{
    if (GTK_IS_SCROLLED_WINDOW(widget))
        /* Translators: what can be scrolled by the arrow keys, for screen readers. */
        set_name(widget, _("Part that scrolls"));
    else if (GTK_IS_MESSAGE_DIALOG(widget)) {
        /* a question or a fault has no title: it is called by what it says */
        g_autofree char *text = NULL;
        g_object_get(widget, "text", &text, NULL);
        set_name(widget, text ? text : "");
    } else if (g_str_equal(G_OBJECT_TYPE_NAME(widget), "GtkPanedHandle"))
        /* Translators: the edge between two parts of the window, which can be moved. */
        set_name(widget, _("Movable edge"));
    else if (GTK_IS_SEARCH_ENTRY(widget))
        name_search_entry(widget);
    else if (GTK_IS_EXPANDER(widget) && gtk_expander_get_label(GTK_EXPANDER(widget))) {
        set_plain_name(widget, gtk_expander_get_label(GTK_EXPANDER(widget)));
        /* what it hides comes into the window when it is shown */
        g_signal_connect_after(widget, "notify::expanded", G_CALLBACK(tab_accessible_names_give),
                               NULL);
    } else if (GTK_IS_POPOVER_MENU(widget)) /* is called as its button */
        gtk_accessible_update_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                       gtk_widget_get_parent(widget), NULL, -1);
    else if (GTK_IS_BUTTON(widget))
        name_button(widget);
    else if (GTK_IS_IMAGE(widget))
        hide_picture(widget);
    else if (GTK_IS_DROP_DOWN(widget)) {
        name_drop_down(widget);
        /* one that is not in a window yet has no label for what is chosen */
        g_signal_connect_after(widget, "map", G_CALLBACK(name_drop_down), NULL);
        g_signal_connect_after(widget, "notify::selected-item", G_CALLBACK(name_drop_down), NULL);
    }
}

static void name(GtkWidget *widget)
{
    if (g_object_get_data(G_OBJECT(widget), SEEN))
        return;
    g_object_set_data(G_OBJECT(widget), SEEN, GINT_TO_POINTER(TRUE));
    if (GTK_IS_SCROLLBAR(widget) ||
        (GTK_IS_RANGE(widget) && GTK_IS_SCROLLBAR(gtk_widget_get_parent(widget)))) {
        set_name(widget, _("Scroll bar"));
    } else if (GTK_IS_CHECK_BUTTON(widget) &&
               gtk_check_button_get_label(GTK_CHECK_BUTTON(widget))) {
        name_check_button(widget);
        g_signal_connect(widget, "notify::label", G_CALLBACK(name_check_button), NULL);
    } else if (GTK_IS_BUTTON(widget) && gtk_button_get_label(GTK_BUTTON(widget))) {
        forget_text(widget);
        g_signal_connect(widget, "notify::label", G_CALLBACK(forget_text), NULL);
    } else {
        name_nameless(widget);
    }
}

void tab_accessible_names_give(GtkWidget *widget)
{
    GtkWidget *child = gtk_widget_get_first_child(widget);
    name(widget);
    for (; child; child = gtk_widget_get_next_sibling(child))
        tab_accessible_names_give(child);
}

void tab_accessible_names_watch(void)
{
    static const TabWindowWatch watch = {"map", G_CALLBACK(tab_accessible_names_give)};
    tab_widget_watch_windows(&watch);
}
