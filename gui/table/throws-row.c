// SPDX-License-Identifier: GPL-3.0-or-later
// The throws of the turn as a row of chips: number and name, used ones greyed, one of them can be
// chosen.
#include "gui/table/throws-row.h"

#include <glib/gi18n.h>

#include "gui/model/wording.h"
#include "gui/widgets/widget.h"

#define FEW 3 /* so many keep their names beside the pictures of real sticks */

struct _TabThrowsRow {
    GtkBox parent;
    GtkWidget *box; /* of the chips */
    gboolean narrow;
    int chosen;        /* kind of throw, -1: none */
    unsigned playable; /* bits by kind of throw */
};

G_DEFINE_FINAL_TYPE(TabThrowsRow, tab_throws_row, GTK_TYPE_BOX)

static guint chosen_signal;

static void set_chosen(TabThrowsRow *self, int kind)
{
    if (self->chosen == kind)
        return;
    self->chosen = kind;
    g_signal_emit(self, chosen_signal, 0, kind);
}

static int chip_throw(GtkWidget *chip)
{
    return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(chip), "kind"));
}

/* One chip of the chosen throw, the first that is left, is shown pressed. */
static void update_pressed(TabThrowsRow *self)
{
    gboolean found = FALSE;
    for (GtkWidget *chip = gtk_widget_get_first_child(self->box); chip;
         chip = gtk_widget_get_next_sibling(chip)) {
        gboolean pressed =
            !found && chip_throw(chip) == self->chosen && gtk_widget_get_sensitive(chip);
        found = found || pressed;
        tab_widget_set_class(chip, "chosen", pressed);
        gtk_accessible_update_state(
            GTK_ACCESSIBLE(chip), GTK_ACCESSIBLE_STATE_PRESSED,
            pressed ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE, -1);
    }
}

gboolean tab_throws_row_toggle(TabThrowsRow *self, int kind)
{
    if (!(self->playable >> kind & 1))
        return FALSE;
    set_chosen(self, self->chosen == kind ? -1 : kind);
    update_pressed(self);
    return TRUE;
}

int tab_throws_row_get_chosen(TabThrowsRow *self)
{
    return self->chosen;
}

static void on_chip_clicked(GtkWidget *chip, TabThrowsRow *self)
{
    tab_throws_row_toggle(self, chip_throw(chip));
}

static const char *get_name(const TabCast *cast, const TabGameThrow *item)
{
    /* Translators: a throw's name: what is left of one whose other half is used. */
    return cast->kind[item->kind].whole ? _("half") : tab_wording_throw_name(cast, item->kind);
}

static char *describe_chip(const TabCast *cast, const TabGameThrow *item, gboolean playable)
{
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "%d, %s", cast->kind[item->kind].steps, get_name(cast, item));
    if (item->saved)
        /* Translators: added to a throw's name: a tâb kept from an earlier turn. */
        g_string_append_printf(text, ", %s", _("saved"));
    if (item->used)
        /* Translators: added to a throw's name. */
        g_string_append_printf(text, ", %s", _("used"));
    else if (!playable)
        /* Translators: added to a throw's name: no stone can use it now. */
        g_string_append_printf(text, ", %s", _("no move"));
    return g_string_free(text, FALSE);
}

/* --- the face of a chip --- */

/* Where there is no room for the names of all throws, none is there: each is told by its number,
 * and a name that is cut tells less. */
static gboolean has_names(GtkWidget *face)
{
    GtkWidget *row = gtk_widget_get_ancestor(face, TAB_TYPE_THROWS_ROW);
    int natural;
    gtk_widget_measure(row, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
    return gtk_widget_get_width(row) >= natural;
}

static void measure_face(GtkWidget *face, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
    GtkWidget *number = gtk_widget_get_first_child(face), *name = gtk_widget_get_last_child(face);
    int least;
    gtk_widget_measure(number, orientation, -1, minimum, natural, NULL, NULL);
    if (!gtk_widget_should_layout(name))
        return;
    gtk_widget_measure(name, orientation, -1, NULL, &least, NULL, NULL);
    *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MAX(*natural, least) : *natural + least;
    if (orientation == GTK_ORIENTATION_VERTICAL)
        *minimum = *natural;
}

static void allocate_face(GtkWidget *face, int width, int height, int baseline)
{
    GtkWidget *number = gtk_widget_get_first_child(face), *name = gtk_widget_get_last_child(face);
    gboolean named = gtk_widget_should_layout(name) && has_names(face);
    int below = 0;
    gtk_widget_set_child_visible(name, named);
    if (named) {
        gtk_widget_measure(name, GTK_ORIENTATION_VERTICAL, -1, NULL, &below, NULL, NULL);
        gtk_widget_size_allocate(name, &(GtkAllocation){0, height - below, width, below}, -1);
    }
    gtk_widget_size_allocate(number, &(GtkAllocation){0, 0, width, height - below}, -1);
}

static GtkWidget *make_face(const TabCast *cast, const TabGameThrow *item)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    g_autofree char *number = g_strdup_printf("%d", cast->kind[item->kind].steps);
    GtkWidget *value = gtk_label_new(number);
    GtkWidget *name = gtk_label_new(item->saved ? _("saved") : get_name(cast, item));
    gtk_widget_add_css_class(value, "number");
    gtk_widget_add_css_class(name, "name");
    gtk_widget_set_layout_manager(box, gtk_custom_layout_new(NULL, measure_face, allocate_face));
    gtk_box_append(GTK_BOX(box), value);
    gtk_box_append(GTK_BOX(box), name);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    return box;
}

static void add_chip(TabThrowsRow *self, const TabCast *cast, const TabGameThrow *item)
{
    gboolean playable = !item->used && (self->playable >> item->kind & 1);
    int half = cast->kind[item->kind].half;
    gboolean in_part = !item->used && half && (self->playable >> half & 1);
    GtkWidget *chip = gtk_button_new();
    g_autofree char *label = describe_chip(cast, item, playable || in_part);
    gtk_button_set_child(GTK_BUTTON(chip), make_face(cast, item));
    g_object_set_data(G_OBJECT(chip), "kind", GINT_TO_POINTER(item->kind));
    gtk_widget_add_css_class(chip, "throw");
    if (item->used)
        gtk_widget_add_css_class(chip, "used");
    else if (self->playable && !playable && !in_part) /* told from those that can move something */
        gtk_widget_add_css_class(chip, "barred");
    gtk_widget_set_sensitive(chip, playable);
    gtk_widget_set_tooltip_text(chip, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(chip), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
    g_signal_connect(chip, "clicked", G_CALLBACK(on_chip_clicked), self);
    gtk_box_append(GTK_BOX(self->box), chip);
}

/* One chip has its full width. Several share what room there is, down to their numbers: a number
 * that is out of sight is a throw forgotten. Without chips there is no row: what is beside it
 * stands in its place. */
static void fit(TabThrowsRow *self)
{
    guint count = 0;
    for (GtkWidget *chip = gtk_widget_get_first_child(self->box); chip;
         chip = gtk_widget_get_next_sibling(chip))
        count++;
    gboolean many = self->narrow || count > 1, tight = self->narrow && count > FEW;
    for (GtkWidget *chip = gtk_widget_get_first_child(self->box); chip;
         chip = gtk_widget_get_next_sibling(chip))
        gtk_widget_set_visible(gtk_widget_get_last_child(gtk_button_get_child(GTK_BUTTON(chip))),
                               !tight);
    gtk_widget_set_visible(GTK_WIDGET(self), count > 0);
    tab_widget_set_class(GTK_WIDGET(self), "many", many);
    tab_widget_set_class(GTK_WIDGET(self), "tight", tight);
    gtk_box_set_spacing(GTK_BOX(self->box), many ? 4 : 8);
    gtk_box_set_homogeneous(GTK_BOX(self->box), many);
}

void tab_throws_row_set_narrow(TabThrowsRow *self, gboolean narrow)
{
    self->narrow = narrow;
    fit(self);
}

/* Where there is no room for all, the last throw is in sight. */
static void show_last(GtkAdjustment *adjustment)
{
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment));
}

static void remove_chips(TabThrowsRow *self)
{
    GtkWidget *chip;
    while ((chip = gtk_widget_get_first_child(self->box)))
        gtk_box_remove(GTK_BOX(self->box), chip);
}

void tab_throws_row_show(TabThrowsRow *self, const TabGame *game, unsigned playable)
{
    remove_chips(self);
    self->playable = playable;
    if (game) {
        g_autoptr(GArray) throws = tab_game_list_throws(game);
        for (unsigned i = 0; i < throws->len; i++)
            add_chip(self, &game->rules->cast, &g_array_index(throws, TabGameThrow, i));
    }
    fit(self);
    if (self->chosen >= 0 && !(playable >> self->chosen & 1))
        set_chosen(self, -1);
    update_pressed(self);
}

void tab_throws_row_show_single(TabThrowsRow *self, const TabCast *cast, int kind)
{
    remove_chips(self);
    self->playable = 0;
    add_chip(self, cast, &(TabGameThrow){.kind = kind});
    fit(self);
    set_chosen(self, -1);
}

static void tab_throws_row_class_init(TabThrowsRowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    chosen_signal = g_signal_new("chosen", TAB_TYPE_THROWS_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 1, G_TYPE_INT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "throws");
}

static void tab_throws_row_init(TabThrowsRow *self)
{
    self->chosen = -1;
    self->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
    GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW(gtk_scrolled_window_new());
    gtk_scrolled_window_set_policy(scroller, GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
    gtk_scrolled_window_set_propagate_natural_width(scroller, TRUE);
    gtk_scrolled_window_set_child(scroller, self->box);
    gtk_box_append(GTK_BOX(self), GTK_WIDGET(scroller));
    g_signal_connect(gtk_scrolled_window_get_hadjustment(scroller), "notify::upper",
                     G_CALLBACK(show_last), NULL);
    /* Translators: what the row of throws is called by a screen reader. */
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Throws"),
                                   -1);
}
