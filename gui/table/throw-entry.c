// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of throw as pictures of the sticks, to tell the program what real sticks show.
#include "gui/table/throw-entry.h"

#include <glib/gi18n.h>

#include "gui/board/theme.h"
#include "gui/model/wording.h"
#include "protocol/painter/paint-sticks.h"

#define HEIGHT 26 /* of a picture, in pixels */
#define COMPACT_HEIGHT 20
#define ASPECT 1.6   /* width by height */
#define SEED 4       /* how the sticks of the pictures lie */
#define DIE_SEED 141 /* … and a die: in the middle, where it is enlarged */
#define DIE_SCALE 2.4

struct _TabThrowEntry {
    GtkBox parent;
    const TabCast *cast;               /* borrowed; NULL: there are no throws */
    GtkWidget *picture[TAB_MAX_KINDS]; /* by kind of throw */
    int height;                        /* of a picture */
    TabSide side;                      /* that throws */
};

G_DEFINE_FINAL_TYPE(TabThrowEntry, tab_throw_entry, GTK_TYPE_BOX)

static guint entered_signal;

static int get_kind(GObject *object)
{
    return GPOINTER_TO_INT(g_object_get_data(object, "kind"));
}

static void draw_throw(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
    TabThrowEntry *self = data;
    TabSticksModel model = {.theme = tab_theme_current(GTK_WIDGET(area)), .tumble = 1.0};
    uint8_t kind = (uint8_t)get_kind(G_OBJECT(area));
    bool die = self->cast->thing == TAB_THING_DICE;
    tab_sticks_set_throw(&model, self->cast, self->side, &kind, 1, die ? DIE_SEED : SEED);
    if (die) { /* a single one fills the picture */
        cairo_translate(cr, width / 2.0, height / 2.0);
        cairo_scale(cr, DIE_SCALE, DIE_SCALE);
        cairo_translate(cr, -width / 2.0, -height / 2.0);
    }
    tab_sticks_draw(cr, &model, width, height);
}

static void on_entry_clicked(GObject *button, TabThrowEntry *self)
{
    g_signal_emit(self, entered_signal, 0, get_kind(button));
}

static void add_button(TabThrowEntry *self, int kind)
{
    GtkWidget *button = gtk_button_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
              *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 3),
              *picture = self->picture[kind] = gtk_drawing_area_new();
    int steps = self->cast->kind[kind].steps;
    const char *name = tab_wording_throw_name(self->cast, kind);
    g_autofree char *number = g_strdup_printf("%d", steps);
    /* two that go as far are told apart by name */
    gboolean same = tab_cast_kind_of_steps(self->cast, steps) != kind;
    GtkWidget *value = gtk_label_new(same ? name : number);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(picture), draw_throw, self, NULL);
    g_object_set_data(G_OBJECT(picture), "kind", GINT_TO_POINTER(kind));
    tab_theme_watch(picture, G_CALLBACK(gtk_widget_queue_draw), picture);
    gtk_widget_add_css_class(value, "number");
    gtk_widget_set_halign(line, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(line), value);
    gtk_box_append(GTK_BOX(box), picture);
    gtk_box_append(GTK_BOX(box), line);
    gtk_widget_set_valign(box, GTK_ALIGN_CENTER);
    g_autofree char *label =
        g_strdup_printf(_(tab_thing_words[self->cast->thing].shows), steps, name);
    if (self->cast->kind[kind].key) {
        char key[] = {g_ascii_toupper(self->cast->kind[kind].key), 0};
        GtkWidget *letter = gtk_label_new(key);
        gtk_widget_add_css_class(letter, "key");
        gtk_box_append(GTK_BOX(line), letter);
        gtk_accessible_update_property(GTK_ACCESSIBLE(button),
                                       GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS, key, -1);
        g_autofree char *plain = g_steal_pointer(&label);
        label = g_strdup_printf("%s (%s)", plain, key);
    }
    gtk_button_set_child(GTK_BUTTON(button), box);
    g_object_set_data(G_OBJECT(button), "kind", GINT_TO_POINTER(kind));
    gtk_widget_add_css_class(button, "entry");
    gtk_widget_set_focus_on_click(button, FALSE); /* Space, meant to throw, would type it again */
    gtk_widget_set_tooltip_text(button, label);
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
    g_signal_connect(button, "clicked", G_CALLBACK(on_entry_clicked), self);
    gtk_box_append(GTK_BOX(self), button);
}

static void size_pictures(TabThrowEntry *self)
{
    for (int t = 0; self->cast && t < self->cast->n_kinds; t++)
        gtk_widget_set_size_request(self->picture[t], (int)(self->height * ASPECT), self->height);
}

void tab_throw_entry_set_cast(TabThrowEntry *self, const TabCast *cast)
{
    GtkWidget *button;
    while ((button = gtk_widget_get_first_child(GTK_WIDGET(self))))
        gtk_box_remove(GTK_BOX(self), button);
    self->cast = cast;
    for (int t = 0; cast && t < cast->n_kinds; t++)
        add_button(self, t);
    size_pictures(self);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   _(tab_thing_words[cast ? cast->thing : TAB_THING_STICKS].show),
                                   -1);
}

void tab_throw_entry_set_side(TabThrowEntry *self, TabSide side)
{
    self->side = side;
    for (int t = 0; self->cast && t < self->cast->n_kinds; t++)
        gtk_widget_queue_draw(self->picture[t]);
}

void tab_throw_entry_set_compact(TabThrowEntry *self, gboolean compact)
{
    self->height = compact ? COMPACT_HEIGHT : HEIGHT;
    size_pictures(self);
}

static void tab_throw_entry_class_init(TabThrowEntryClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    entered_signal = g_signal_new("entered", TAB_TYPE_THROW_ENTRY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_INT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "throwentry");
}

static void tab_throw_entry_init(TabThrowEntry *self)
{
    self->height = HEIGHT;
    gtk_box_set_spacing(GTK_BOX(self), 4);
}
