// SPDX-License-Identifier: GPL-3.0-or-later
// The board's themes to choose from, each with a small picture by the painter.
#include "gui/preferences/theme-chooser.h"

#include <glib/gi18n.h>

#include "gui/board/theme.h"

#define WIDTH 136 /* of a picture, in pixels */
#define HEIGHT 104
#define IN_A_ROW 3
#define RULES "walker:columns=5" /* whose board it is */

struct _TabThemeChooser {
    GtkGrid parent;
    GSettings *settings;
    GtkWidget *button[TAB_N_THEME_CHOICES];
};

G_DEFINE_FINAL_TYPE(TabThemeChooser, tab_theme_chooser, GTK_TYPE_GRID)

static const char *const names[TAB_N_THEME_CHOICES] = {
    /* Translators: what the board is made of. */
    [TAB_THEME_SAND] = N_("Sand"),
    /* Translators: what the board is made of; the city of rock in Jordan. */
    [TAB_THEME_PETRA] = N_("Stone of Petra"),
    /* Translators: what the board is made of. */
    [TAB_THEME_WOOD] = N_("Wood"),
    /* Translators: what the board is made of. */
    [TAB_THEME_PAPER] = N_("Paper"),
    /* Translators: how the board is drawn: high contrast on white. */
    [TAB_THEME_CONTRAST] = N_("Contrast, light"),
    /* Translators: how the board is drawn: high contrast on black. */
    [TAB_THEME_CONTRAST_DARK] = N_("Contrast, dark"),
};

/* --- the pictures --- */

typedef struct {
    TabBoardPainter *painter;
    TabRules *rules;
    TabThemeChoice choice;
} Picture;

static void free_theme_picture(gpointer data)
{
    Picture *picture = data;
    tab_board_painter_free(picture->painter);
    tab_rules_unref(picture->rules);
    g_free(picture);
}

static void put_stones(TabBoardModel *model, const TabBoard *board, unsigned row, unsigned column,
                       TabSide side, TabPile pile)
{
    TabBoardCell *cell = &model->cell[board->rows[row].first + column];
    cell->pile = pile;
    cell->owner = (uint8_t)side;
}

/* A game under way: stones of every kind that rules have. */
static void fill_model(TabBoardModel *model, const TabBoard *board, TabBoardTheme theme)
{
    unsigned far = board->n_rows - 1u;
    tab_board_model_init(model, NULL);
    model->theme = theme;
    model->show_coordinates = false;
    for (unsigned i = 0; i < 3; i++) {
        put_stones(model, board, 0, i, TAB_WHITE, TAB_PILE_NASRANI);
        put_stones(model, board, far, board->columns - 1 - i, TAB_BLACK, TAB_PILE_NASRANI);
    }
    put_stones(model, board, 1, 3, TAB_WHITE, TAB_PILE_SINGLE(TAB_RANK_M) << 2 | TAB_RANK_M);
    put_stones(model, board, far - 1, 0, TAB_BLACK, TAB_PILE_SINGLE(TAB_RANK_M));
    put_stones(model, board, far - 1, 3, TAB_WHITE, TAB_PILE_SINGLE(TAB_RANK_F));
}

static void draw_picture(GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
    const Picture *picture = data;
    GtkWidget *widget = GTK_WIDGET(area);
    TabBoardModel model;
    fill_model(&model, &picture->rules->board,
               tab_theme_of_choice(picture->choice, tab_theme_is_dark(widget)));
    TabBoardLayout layout = tab_board_layout(width, height, &picture->rules->board, false);
    tab_board_painter_set_scale(picture->painter, gtk_widget_get_scale_factor(widget));
    tab_board_painter_draw(picture->painter, cr, &layout, &model);
}

static GtkWidget *new_theme_picture(TabThemeChoice choice)
{
    GtkWidget *area = g_object_new(GTK_TYPE_DRAWING_AREA, "accessible-role",
                                   GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);
    Picture *picture = g_new(Picture, 1);
    *picture = (Picture){tab_board_painter_new(), tab_rules_parse(RULES, NULL), choice};
    gtk_drawing_area_set_content_width(GTK_DRAWING_AREA(area), WIDTH);
    gtk_drawing_area_set_content_height(GTK_DRAWING_AREA(area), HEIGHT);
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw_picture, picture,
                                   free_theme_picture);
    return area;
}

/* --- the buttons --- */

static void on_toggled(GtkToggleButton *button, TabThemeChooser *self)
{
    for (int i = 0; i < TAB_N_THEME_CHOICES; i++)
        if (self->button[i] == GTK_WIDGET(button) && gtk_toggle_button_get_active(button) &&
            g_settings_get_enum(self->settings, "board-theme") != i)
            g_settings_set_enum(self->settings, "board-theme", i);
}

static void on_setting_changed(TabThemeChooser *self)
{
    int choice = g_settings_get_enum(self->settings, "board-theme");
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(self->button[choice]), TRUE);
}

static GtkWidget *new_button(TabThemeChooser *self, TabThemeChoice choice)
{
    GtkWidget *button = gtk_toggle_button_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    const char *name = _(names[choice]);
    gtk_box_append(GTK_BOX(box), new_theme_picture(choice));
    gtk_box_append(GTK_BOX(box), gtk_label_new(name));
    gtk_button_set_child(GTK_BUTTON(button), box);
    gtk_widget_add_css_class(button, "theme");
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
    g_signal_connect(button, "toggled", G_CALLBACK(on_toggled), self);
    return button;
}

static void tab_theme_chooser_dispose(GObject *object)
{
    TabThemeChooser *self = TAB_THEME_CHOOSER(object);
    g_clear_object(&self->settings);
    G_OBJECT_CLASS(tab_theme_chooser_parent_class)->dispose(object);
}

static void tab_theme_chooser_class_init(TabThemeChooserClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_theme_chooser_dispose;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "themes");
}

static void tab_theme_chooser_init(TabThemeChooser *self)
{
    gtk_grid_set_row_spacing(GTK_GRID(self), 6);
    gtk_grid_set_column_spacing(GTK_GRID(self), 6);
    self->settings = g_settings_new("org.tabgame.Tab");
    for (int i = 0; i < TAB_N_THEME_CHOICES; i++) {
        self->button[i] = new_button(self, (TabThemeChoice)i);
        gtk_grid_attach(GTK_GRID(self), self->button[i], i % IN_A_ROW, i / IN_A_ROW, 1, 1);
        if (i)
            gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(self->button[i]),
                                        GTK_TOGGLE_BUTTON(self->button[0]));
    }
    g_signal_connect_object(self->settings, "changed::board-theme", G_CALLBACK(on_setting_changed),
                            self, G_CONNECT_SWAPPED);
    on_setting_changed(self);
}
