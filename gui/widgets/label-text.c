// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences in labels that run as the window's language does, also where they begin with a name in
// letters of the other direction.
#include "gui/widgets/label-text.h"

#define LEFT_TO_RIGHT_MARK "\xe2\x80\x8e" /* U+200E */
#define RIGHT_TO_LEFT_MARK "\xe2\x80\x8f" /* U+200F */
#define WORD_JOINER "\xe2\x81\xa0"        /* U+2060 */
#define EN_DASH "–"
#define WHOLE 12 /* letters of a play that the narrowest list has room for in one line */

/* The direction of a letter; of what is no letter, none. */
static GtkTextDirection direction_of(gunichar letter)
{
    if (!g_unichar_isalpha(letter))
        return GTK_TEXT_DIR_NONE;
    switch (g_unichar_get_script(letter)) {
    case G_UNICODE_SCRIPT_ARABIC:
    case G_UNICODE_SCRIPT_HEBREW:
    case G_UNICODE_SCRIPT_SYRIAC:
    case G_UNICODE_SCRIPT_THAANA:
    case G_UNICODE_SCRIPT_NKO:
        return GTK_TEXT_DIR_RTL;
    default:
        return GTK_TEXT_DIR_LTR;
    }
}

/* Whether a line has letters of both directions, and those of the other one first. A name in
 * foreign letters alone is left as it is. */
static gboolean begins_foreign(const char *line, GtkTextDirection direction)
{
    gboolean foreign = FALSE, own = FALSE;
    for (const char *at = line; *at; at = g_utf8_next_char(at)) {
        GtkTextDirection one = direction_of(g_utf8_get_char(at));
        own = own || one == direction;
        foreign = foreign || (!own && one != GTK_TEXT_DIR_NONE);
    }
    return foreign && own;
}

/* The first letter of each line decides how Pango lays it out. */
char *tab_label_text_direct(const char *text, GtkTextDirection direction)
{
    const char *mark = direction == GTK_TEXT_DIR_RTL ? RIGHT_TO_LEFT_MARK : LEFT_TO_RIGHT_MARK;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *direct = g_string_new(NULL);
    for (char **line = lines; *line; line++) {
        if (line > lines)
            g_string_append_c(direct, '\n');
        if (begins_foreign(*line, direction))
            g_string_append(direct, mark);
        g_string_append(direct, *line);
    }
    return g_string_free(direct, FALSE);
}

char *tab_label_text_keep_plays(const char *notation)
{
    GString *text = g_string_new(NULL);
    g_auto(GStrv) plays = g_strsplit(notation, " ", -1);
    for (char **play = plays; *play; play++) {
        GString *one = g_string_new(*play);
        if (g_utf8_strlen(*play, -1) <= WHOLE) /* a line may break after a dash */
            g_string_replace(one, EN_DASH, EN_DASH WORD_JOINER, 0);
        g_string_append_printf(text, "%s%s", play > plays ? " " : "", one->str);
        g_string_free(one, TRUE);
    }
    return g_string_free(text, FALSE);
}

void tab_label_text_set(GtkWidget *label, const char *text)
{
    g_autofree char *shown = tab_label_text_direct(text, gtk_widget_get_direction(label));
    gtk_label_set_label(GTK_LABEL(label), shown);
    gtk_accessible_update_property(GTK_ACCESSIBLE(label), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

void tab_label_text_show(GtkWidget *label, const char *text)
{
    tab_label_text_set(label, text ? text : "");
    gtk_widget_set_visible(label, text && *text);
}

void tab_label_text_tip(GtkWidget *widget, const char *text)
{
    g_autofree char *shown =
        text ? tab_label_text_direct(text, gtk_widget_get_direction(widget)) : NULL;
    gtk_widget_set_tooltip_text(widget, shown);
}

static gboolean tell_all(GtkWidget *label, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
    gtk_tooltip_set_text(tooltip, gtk_label_get_text(GTK_LABEL(label)));
    return pango_layout_is_ellipsized(gtk_label_get_layout(GTK_LABEL(label)));
}

void tab_label_text_tip_where_cut(GtkWidget *label)
{
    gtk_widget_set_has_tooltip(label, TRUE);
    g_signal_connect(label, "query-tooltip", G_CALLBACK(tell_all), NULL);
}
