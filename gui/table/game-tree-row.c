// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the list of turns: stone, number, throws, plays, and the beginning of its comment.
#include "gui/table/game-tree-row.h"

#include <glib/gi18n.h>

#include "gui/model/analysis-game.h"
#include "gui/table/stones-view.h"

#define STONE_SIZE 18
#define INDENT 14 /* pixels a variation is deep */
#define MAX_INDENT 8

struct _TabGameTreeRow {
    GtkWidget parent;
    TabStonesView *stone;
    GtkWidget *number, *throws, *plays, *notes, *comment;
};

G_DEFINE_FINAL_TYPE(TabGameTreeRow, tab_game_tree_row, GTK_TYPE_WIDGET)

static void set_text(GtkWidget *label, const char *text)
{
    gtk_label_set_label(GTK_LABEL(label), text);
    gtk_widget_set_visible(label, *text != '\0');
}

/* What an analysis has noted of the turn: luck and loss. */
static char *list_notes(const TabRecordNode *node)
{
    g_autofree char *luck = tab_analysis_game_luck_text(node),
                    *loss = tab_analysis_game_loss_text(node);
    return g_strjoin(*luck && *loss ? "  " : "", luck, loss, NULL);
}

/* The luck of each throw, for the pointer. */
static void describe_notes(TabGameTreeRow *self, const TabRecordNode *node)
{
    g_autofree char *throws = tab_analysis_game_throws_text(node);
    const char *meaning =
        _("Luck of the throws, then what the turn gave away, in per cent of a game");
    g_autofree char *text = g_strdup_printf("%s\n%s", meaning, throws);
    gtk_widget_set_tooltip_text(self->notes, text);
}

/* Rows are recycled: everything is set. */
void tab_game_tree_row_show(TabGameTreeRow *self, TabGameRow *row)
{
    const TabRecordNode *node = tab_game_row_get_node(row);
    guint depth = MIN(tab_game_row_get_depth(row), MAX_INDENT);
    g_autofree char *number = tab_game_row_number(row), *throws = tab_game_row_throws(row),
                    *plays = tab_game_row_plays(row), *notes = list_notes(node);
    tab_stones_view_show(self->stone, (TabSide)node->side, 1);
    gtk_widget_set_opacity(GTK_WIDGET(self->stone), node->parent ? 1.0 : 0.0); /* keeps its place */
    gtk_label_set_label(GTK_LABEL(self->number), number);
    set_text(self->throws, throws);
    set_text(self->plays, plays);
    set_text(self->notes, notes);
    describe_notes(self, node);
    set_text(self->comment, node->comment ? node->comment : "");
    gtk_widget_set_margin_start(GTK_WIDGET(self), (int)depth * INDENT);
    (depth ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(GTK_WIDGET(self), "variation");
}

/* Notation runs from left to right; only where it stands follows the reader. */
static void tab_game_tree_row_direction_changed(GtkWidget *widget, GtkTextDirection previous)
{
    TabGameTreeRow *self = TAB_GAME_TREE_ROW(widget);
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    gtk_label_set_xalign(GTK_LABEL(self->plays), mirrored ? 1.0f : 0.0f);
    GTK_WIDGET_CLASS(tab_game_tree_row_parent_class)->direction_changed(widget, previous);
}

static void tab_game_tree_row_dispose(GObject *object)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(GTK_WIDGET(object))))
        gtk_widget_unparent(child);
    G_OBJECT_CLASS(tab_game_tree_row_parent_class)->dispose(object);
}

static void tab_game_tree_row_class_init(TabGameTreeRowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_game_tree_row_dispose;
    widget_class->direction_changed = tab_game_tree_row_direction_changed;
    g_type_ensure(TAB_TYPE_STONES_VIEW);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/game-tree-row.ui");
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeRow, stone);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeRow, number);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeRow, throws);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeRow, plays);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeRow, notes);
    gtk_widget_class_bind_template_child(widget_class, TabGameTreeRow, comment);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BOX_LAYOUT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "turn");
}

static void tab_game_tree_row_init(TabGameTreeRow *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    gtk_orientable_set_orientation(GTK_ORIENTABLE(gtk_widget_get_layout_manager(GTK_WIDGET(self))),
                                   GTK_ORIENTATION_VERTICAL);
    tab_stones_view_set_size(self->stone, STONE_SIZE);
    gtk_widget_set_direction(self->throws, GTK_TEXT_DIR_LTR);
    gtk_widget_set_direction(self->plays, GTK_TEXT_DIR_LTR);
    tab_game_tree_row_direction_changed(GTK_WIDGET(self), GTK_TEXT_DIR_NONE);
}

GtkWidget *tab_game_tree_row_new(void)
{
    return g_object_new(TAB_TYPE_GAME_TREE_ROW, NULL);
}
