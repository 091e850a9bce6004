// SPDX-License-Identifier: GPL-3.0-or-later
// The board's themes to choose from, each with a small picture by the painter.
#include "gui/preferences/theme-chooser.h"

#include <glib/gi18n.h>

#include "gui/board/theme.h"
#include "gui/widgets/wrap-layout.h"

#define WIDTH 136 /* of a picture, in pixels */
#define HEIGHT 104
#define NATURAL_WIDTH 520        /* of all buttons: three in a row */
#define RULES "walker:columns=5" /* whose board it is */

struct _TabThemeChooser {
    GtkBox parent;
};

G_DEFINE_FINAL_TYPE(TabThemeChooser, tab_theme_chooser, GTK_TYPE_BOX)

static const struct {
    const char *value; /* of the setting */
    const char *name;
} themes[TAB_N_THEME_CHOICES] = {
    /* Translators: what the board is made of. */
    [TAB_THEME_SAND] = {"sand", N_("Sand")},
    /* Translators: what the board is made of; the city of rock in Jordan. */
    [TAB_THEME_PETRA] = {"petra", N_("Stone of Petra")},
    /* Translators: what the board is made of. */
    [TAB_THEME_WOOD] = {"wood", N_("Wood")},
    /* Translators: what the board is made of. */
    [TAB_THEME_PAPER] = {"paper", N_("Paper")},
    /* Translators: how the board is drawn: high contrast on white. */
    [TAB_THEME_CONTRAST] = {"contrast", N_("Contrast, light")},
    /* Translators: how the board is drawn: high contrast on black. */
    [TAB_THEME_CONTRAST_DARK] = {"contrast-dark", N_("Contrast, dark")},
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

static GtkWidget *new_button(TabThemeChoice choice)
{
    GtkWidget *button = gtk_toggle_button_new(), *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 4);
    const char *name = _(themes[choice].name);
    gtk_box_append(GTK_BOX(box), new_theme_picture(choice));
    gtk_box_append(GTK_BOX(box), gtk_label_new(name));
    gtk_button_set_child(GTK_BUTTON(button), box);
    gtk_widget_add_css_class(button, "theme");
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "themes.board-theme");
    gtk_actionable_set_action_target(GTK_ACTIONABLE(button), "s", themes[choice].value);
    return button;
}

static void tab_theme_chooser_class_init(TabThemeChooserClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "themes");
}

static void tab_theme_chooser_init(TabThemeChooser *self)
{
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    g_autoptr(GAction) action = g_settings_create_action(settings, "board-theme");
    g_autoptr(GSimpleActionGroup) actions = g_simple_action_group_new();
    g_action_map_add_action(G_ACTION_MAP(actions), action);
    gtk_widget_insert_action_group(GTK_WIDGET(self), "themes", G_ACTION_GROUP(actions));
    gtk_widget_set_layout_manager(
        GTK_WIDGET(self), g_object_new(TAB_TYPE_WRAP_LAYOUT, "natural-width", NATURAL_WIDTH, NULL));
    for (int i = 0; i < TAB_N_THEME_CHOICES; i++)
        gtk_box_append(GTK_BOX(self), new_button((TabThemeChoice)i));
}
