// SPDX-License-Identifier: GPL-3.0-or-later
// The games to choose from: accounts of Tâb, its relatives, and the user's own rulesets, each with
// a picture of its board and what is special about it.
#include "gui/new-game/family-dialog.h"

#include <glib/gi18n.h>

#include "gui/board/board-picture.h"
#include "gui/model/rules-text.h"
#include "gui/widgets/wrap-layout.h"
#include "protocol/game/named-rules.h"

/* pixels, for a board of any width */
#define PICTURE_WIDTH 208
#define PICTURE_HEIGHT 90

struct _TabFamilyDialog {
    GtkWindow parent;
    GtkListBox *list;
    TabBoardPainter *painter; /* of all pictures */
};

G_DEFINE_FINAL_TYPE(TabFamilyDialog, tab_family_dialog, GTK_TYPE_WINDOW)

static guint chosen_signal;

/* What stands in a row. The texts are the owner's. */
typedef struct {
    TabRuleset set;
    const char *name, *place, *gist;
    char *time; /* owned; NULL: nobody knows */
} Game;

/* --- the rows --- */

static GtkWidget *new_label(const char *text, const char *style)
{
    GtkWidget *label = gtk_label_new(text);
    gtk_label_set_xalign(GTK_LABEL(label), 0);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_width_chars(GTK_LABEL(label), 24);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 52);
    if (style)
        gtk_widget_add_css_class(label, style);
    return label;
}

static GtkWidget *new_words(const Game *game)
{
    GtkWidget *words = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3);
    g_autofree char *place =
        /* Translators: where a game is from, and how long it takes: "Denmark · about 20 minutes" */
        game->time ? g_strdup_printf(_("%s · %s"), game->place, game->time) : g_strdup(game->place);
    gtk_box_append(GTK_BOX(words), new_label(game->name, "heading"));
    gtk_box_append(GTK_BOX(words), new_label(place, "caption"));
    gtk_box_append(GTK_BOX(words), new_label(game->gist, NULL));
    gtk_widget_set_hexpand(words, TRUE);
    gtk_widget_set_valign(words, GTK_ALIGN_CENTER);
    return words;
}

static void add_row(TabFamilyDialog *self, const Game *game)
{
    GtkWidget *row = gtk_list_box_row_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    TabBoardPicture *picture = g_object_new(TAB_TYPE_BOARD_PICTURE, NULL);
    /* Translators: for screen readers, in this order: the game, what is special, where it is from,
     * how long it takes. */
    const char *format = _("%s. %s %s, %s");
    g_autofree char *said =
        game->time ? g_strdup_printf(format, game->name, game->gist, game->place, game->time)
                   : g_strdup_printf("%s. %s", game->name, game->gist);
    tab_painted_board_set_painter(TAB_PAINTED_BOARD(picture), self->painter);
    tab_board_picture_set_size(picture, PICTURE_WIDTH, PICTURE_HEIGHT);
    tab_board_picture_show_start(picture, &game->set);
    gtk_widget_set_halign(GTK_WIDGET(picture), GTK_ALIGN_CENTER);
    gtk_widget_set_valign(GTK_WIDGET(picture), GTK_ALIGN_CENTER);
    gtk_widget_set_layout_manager(box, g_object_new(TAB_TYPE_WRAP_LAYOUT, NULL));
    gtk_box_append(GTK_BOX(box), GTK_WIDGET(picture));
    gtk_box_append(GTK_BOX(box), new_words(game));
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, said, -1);
    gtk_list_box_append(self->list, row);
}

static void add_preset(TabFamilyDialog *self, unsigned preset)
{
    g_autofree char *time = tab_rules_text_time(preset);
    add_row(self, &(Game){.set = tab_ruleset_preset(preset),
                          .name = tab_rules_text_preset(preset),
                          .place = tab_rules_text_place(preset),
                          .gist = tab_rules_text_gist(preset),
                          .time = time});
}

static void add_own(TabFamilyDialog *self, const TabNamedRules *own)
{
    g_autofree char *difference = tab_rules_text_difference(&own->set);
    add_row(self, &(Game){.set = own->set,
                          .name = own->name,
                          .place = tab_rules_text_preset(own->set.preset),
                          .gist = difference});
}

/* --- the groups --- */

static const char *get_heading(guint nth)
{
    if (nth >= tab_ruleset_n_presets())
        return _("Rules of your own");
    return tab_ruleset_preset_row(nth)->is_relative ? _("Relatives of Tâb") : _("Accounts of Tâb");
}

static void head_row(GtkListBoxRow *row, GtkListBoxRow *before, gpointer data)
{
    const char *heading = get_heading((guint)gtk_list_box_row_get_index(row));
    if (before && get_heading((guint)gtk_list_box_row_get_index(before)) == heading)
        return;
    GtkWidget *label = new_label(heading, NULL);
    gtk_widget_add_css_class(label, "group");
    gtk_list_box_row_set_header(row, label);
}

/* --- the dialogue --- */

/* Where the rows are is known when they have been laid out for the first time. */
static gboolean scroll_to_chosen(GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
    GtkWidget *row = GTK_WIDGET(gtk_list_box_get_selected_row(GTK_LIST_BOX(list)));
    GtkAdjustment *adjustment = gtk_list_box_get_adjustment(GTK_LIST_BOX(list));
    graphene_rect_t bounds;
    if (!row || gtk_widget_get_height(row) == 0 || !gtk_widget_compute_bounds(row, list, &bounds))
        return G_SOURCE_CONTINUE;
    double free = gtk_adjustment_get_page_size(adjustment) - bounds.size.height;
    gtk_adjustment_set_value(adjustment, bounds.origin.y - free / 2);
    return G_SOURCE_REMOVE;
}

static void on_row_activated(TabFamilyDialog *self, GtkListBoxRow *row)
{
    g_object_ref(self);
    gtk_window_close(GTK_WINDOW(self));
    g_signal_emit(self, chosen_signal, 0, (guint)gtk_list_box_row_get_index(row));
    g_object_unref(self);
}

static void tab_family_dialog_finalize(GObject *object)
{
    tab_board_painter_free(TAB_FAMILY_DIALOG(object)->painter);
    G_OBJECT_CLASS(tab_family_dialog_parent_class)->finalize(object);
}

static void tab_family_dialog_class_init(TabFamilyDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->finalize = tab_family_dialog_finalize;
    chosen_signal = g_signal_new("chosen", TAB_TYPE_FAMILY_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/family-dialog.ui");
    gtk_widget_class_bind_template_child(widget_class, TabFamilyDialog, list);
    gtk_widget_class_bind_template_callback(widget_class, on_row_activated);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_family_dialog_init(TabFamilyDialog *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    self->painter = tab_board_painter_new();
    gtk_list_box_set_header_func(self->list, head_row, NULL, NULL);
}

TabFamilyDialog *tab_family_dialog_new(GtkWindow *parent, GPtrArray *own, guint chosen)
{
    TabFamilyDialog *self = g_object_new(TAB_TYPE_FAMILY_DIALOG, "transient-for", parent, NULL);
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++)
        add_preset(self, i);
    for (guint i = 0; i < own->len; i++)
        add_own(self, g_ptr_array_index(own, i));
    GtkListBoxRow *row = gtk_list_box_get_row_at_index(self->list, (int)chosen);
    gtk_list_box_select_row(self->list, row);
    gtk_widget_grab_focus(GTK_WIDGET(row));
    gtk_widget_add_tick_callback(GTK_WIDGET(self->list), scroll_to_chosen, NULL, NULL);
    return self;
}
