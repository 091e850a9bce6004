// SPDX-License-Identifier: GPL-3.0-or-later
// A field for the seed of a game or a match, and the line below it that says what goes into it.
#include "gui/new-game/seed-field.h"

#include <glib/gi18n.h>

#include "gui/widgets/widget.h"

gboolean tab_seed_field_read(GtkEditable *field, guint64 *seed)
{
    const char *text = gtk_editable_get_text(field);
    return !*text || g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, seed, NULL);
}

/* In a low window GTK scrolls to the field alone. */
static void scroll_to(GtkWidget *words)
{
    GtkWidget *viewport = gtk_widget_get_ancestor(words, GTK_TYPE_VIEWPORT);
    graphene_rect_t box;
    if (!viewport || !gtk_widget_compute_bounds(words, viewport, &box))
        return;
    GtkAdjustment *down = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(viewport));
    double top = gtk_adjustment_get_value(down) + box.origin.y;
    gtk_adjustment_clamp_page(down, top, top + box.size.height);
}

void tab_seed_field_show(GtkEditable *field, GtkWidget *words, GtkWidget *start)
{
    guint64 seed;
    gboolean good = tab_seed_field_read(field, &seed);
    g_autofree char *most = g_strdup_printf("%" G_GUINT64_FORMAT, G_MAXUINT64);
    /* Translators: why a game cannot start with what stands in the field of the seed; %s is a
     * number of twenty digits. */
    g_autofree char *limits = g_strdup_printf(_("A seed is a whole number from 0 to %s."), most);
    gtk_label_set_label(GTK_LABEL(words),
                        /* Translators: below the field of the seed */
                        good ? _("Empty: random throws; a number repeats them.") : limits);
    tab_widget_set_class(GTK_WIDGET(field), "error", !good);
    gtk_accessible_update_state(GTK_ACCESSIBLE(field), GTK_ACCESSIBLE_STATE_INVALID,
                                good ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE,
                                -1);
    gtk_widget_set_sensitive(start, good);
    if (!good)
        scroll_to(words);
}
