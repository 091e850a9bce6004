// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the pictures of the help pages while the project is built, each told by a group of a key
// file and checked by the rules: help-figures FIGURES.ini NAME.png…

#include <string.h>

#include "gui/model/play-path.h"
#include "protocol/painter/paint-diagram.h"
#include "protocol/painter/paint-sticks.h"
#include "protocol/rules/notation.h"

#define MAX_WAYS 8
#define SCALE 1.5         /* pixels a unit of length */
#define COLUMN_WIDTH 56.0 /* of a board's picture, a column */
#define SIDES_WIDTH 64.0  /* … and what lies beside the columns */
#define STICKS_WIDTH 128.0
#define STICKS_HEIGHT 80.0
#define STICKS_SEED 5 /* decides how the sticks lie */
#define STONE_RADIUS 20.0
#define STONE_PITCH 52.0
#define THEME TAB_BOARD_PAPER

#define SUFFIX ".png"

/* A board to be drawn; the model points into it. */
typedef struct {
    TabRules *rules;
    TabSituation situation;
    TabBoardModel model;
    TabBoardPath ways[MAX_WAYS];
    TabCell cells[MAX_WAYS][TAB_MAX_PATH];
} Figure;

/* --- files --- */

/* A white picture of that size. */
static cairo_t *new_canvas(double width, double height)
{
    cairo_surface_t *surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)(width * SCALE + 0.5), (int)(height * SCALE + 0.5));
    cairo_surface_set_device_scale(surface, SCALE, SCALE);
    cairo_t *cr = cairo_create(surface);
    cairo_surface_destroy(surface);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    return cr;
}

/* Writes the file, and frees `cr`. */
static gboolean end_picture(cairo_t *cr, const char *path, GError **error)
{
    cairo_status_t status = cairo_status(cr);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png(cairo_get_target(cr), path);
    cairo_destroy(cr);
    if (status == CAIRO_STATUS_SUCCESS)
        return TRUE;
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", path,
                cairo_status_to_string(status));
    return FALSE;
}

/* --- boards --- */

/* Each play of the turn as a way from where the stone was before it. */
static gboolean add_turn_ways(Figure *figure, const char *text, GError **error)
{
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabPosition now = figure->situation.position, after;
    if (!tab_notation_parse_turn(figure->rules, &figure->situation, text, turn, &after, error))
        return FALSE;
    for (unsigned i = 0; i < turn->n_plays && i < MAX_WAYS; i++) {
        const TabPlay *play = &turn->plays[i];
        figure->ways[i] = (TabBoardPath){
            .path = figure->cells[i],
            .n_path = tab_play_path(figure->rules, (TabSide)now.side, play, figure->cells[i]),
            .style = TAB_PATH_HINT,
            .capture = tab_position_owner(&now, play->to) == 1 - now.side};
        tab_position_play(&now, &now, play);
        figure->model.n_paths++;
    }
    return TRUE;
}

/* Rings round the cells that one throw leads to; false if there is none. */
static gboolean add_targets(Figure *figure, unsigned from, gboolean top, int kind)
{
    const TabPosition *position = &figure->situation.position;
    TabPlay plays[TAB_MAX_PLAYS];
    unsigned n = tab_movegen_plays(figure->rules, position, kind, plays);
    gboolean found = FALSE;
    for (unsigned i = 0; i < n; i++) {
        if (plays[i].from != from || !(plays[i].flags & TAB_PLAY_TOP) != !top)
            continue;
        TabBoardCell *to = &figure->model.cell[plays[i].to];
        to->target_throws |= (uint16_t)(1 << kind);
        if (plays[i].flags & TAB_PLAY_REDUCE)
            to->target_refusable |= (uint16_t)(1 << kind);
        if (tab_position_owner(position, plays[i].to) == 1 - position->side)
            to->marks |= TAB_MARK_CAPTURE;
        found = TRUE;
    }
    return found;
}

static gboolean add_choice(Figure *figure, GKeyFile *figures, const char *name, const char *text,
                           GError **error)
{
    const char *rest = text;
    TabCell cell = tab_board_cell_of_name(&figure->rules->board, text, &rest);
    gboolean top = g_key_file_get_boolean(figures, name, "top", NULL);
    gsize n = 0;
    g_autofree int *throws = g_key_file_get_integer_list(figures, name, "throws", &n, error);
    if (!throws)
        return FALSE;
    if (cell == TAB_NO_CELL || *rest)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, "no such cell: %s", text);
    for (gsize i = 0; i < n; i++) {
        int index = tab_cast_kind_of_steps(&figure->rules->cast, throws[i]);
        if (index < 0 || !add_targets(figure, cell, top, index))
            return tab_rules_refuse(error, TAB_RULES_ERROR_TURN, "%s has no play with a %d", text,
                                    throws[i]);
    }
    figure->model.cell[cell].marks |= top ? TAB_MARK_SELECTED_TOP : TAB_MARK_SELECTED;
    return TRUE;
}

/* Fills a figure (all 0, of which the caller frees the rules). */
static gboolean read_figure(Figure *figure, GKeyFile *figures, const char *name, const char *rules,
                            GError **error)
{
    g_autofree char *position = g_key_file_get_string(figures, name, "position", NULL);
    g_autofree char *turn = g_key_file_get_string(figures, name, "turn", NULL);
    g_autofree char *choose = g_key_file_get_string(figures, name, "choose", NULL);
    TabBoardModel *model = &figure->model;
    figure->rules = tab_rules_parse(rules, error);
    if (!figure->rules)
        return FALSE;
    if (!position)
        tab_position_start(figure->rules, TAB_WHITE, &figure->situation);
    else if (!tab_notation_parse_situation(figure->rules, position, &figure->situation, error))
        return FALSE;
    tab_board_model_init(model, &figure->rules->cast);
    model->paths = figure->ways;
    model->theme = THEME;
    model->show_history = tab_rules_tells_t(figure->rules);
    tab_board_model_set_position(model, &figure->situation.position);
    return (!turn || add_turn_ways(figure, turn, error)) &&
           (!choose || add_choice(figure, figures, name, choose, error));
}

static gboolean draw_board(GKeyFile *figures, const char *name, const char *rules, const char *path,
                           GError **error)
{
    g_autofree Figure *figure = g_new0(Figure, 1);
    gboolean good = read_figure(figure, figures, name, rules, error);
    if (good) {
        const TabBoard *board = &figure->rules->board;
        TabDiagram diagram = {.board = board, .model = &figure->model};
        double width = board->columns * COLUMN_WIDTH + SIDES_WIDTH;
        cairo_t *cr = new_canvas(width, tab_paint_diagram_height(&diagram, width));
        tab_paint_diagram(cr, &diagram, width);
        good = end_picture(cr, path, error);
    }
    g_clear_pointer(&figure->rules, tab_rules_unref);
    return good;
}

/* --- sticks and stones --- */

static gboolean draw_sticks(const char *throw, const char *rules_text, const char *path,
                            GError **error)
{
    g_autoptr(TabRules) rules = tab_rules_parse(rules_text, error);
    if (!rules)
        return FALSE;
    int kind = tab_cast_kind(&rules->cast, throw, NULL);
    if (kind < 0)
        return tab_rules_refuse(error, TAB_RULES_ERROR_THROW, "no such throw: '%s'", throw);
    TabSticksModel model = {.theme = THEME, .tumble = 1};
    tab_sticks_set_throw(&model, &rules->cast, TAB_WHITE, &(uint8_t){(uint8_t)kind}, 1,
                         STICKS_SEED);
    cairo_t *cr = new_canvas(STICKS_WIDTH, STICKS_HEIGHT);
    tab_sticks_draw(cr, &model, STICKS_WIDTH, STICKS_HEIGHT);
    return end_picture(cr, path, error);
}

static gboolean draw_stones(const char *letters, const char *path, GError **error)
{
    static const char ranks[] = "NMTF";
    double height = 2 * STONE_RADIUS + 16;
    cairo_t *cr = new_canvas(STONE_PITCH * (double)strlen(letters), height);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    tab_board_painter_set_scale(painter, SCALE);
    for (const char *letter = letters; *letter; letter++) {
        const char *rank = strchr(ranks, g_ascii_toupper(*letter));
        if (!rank) {
            cairo_destroy(cr);
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, "no such stone: %s", letter);
        }
        tab_board_painter_draw_stone(
            painter, cr, THEME, g_ascii_isupper(*letter) ? TAB_WHITE : TAB_BLACK,
            (TabRank)(rank - ranks), STONE_PITCH * ((double)(letter - letters) + 0.5), height / 2,
            STONE_RADIUS);
    }
    return end_picture(cr, path, error);
}

/* The keys of a group are one of these three kinds:
 *
 *   rules=walker          a board, with the rules string that it follows
 *   position=…            five fields (RULES.md 8); without it the start position
 *   turn=4:b9b5,2:b5b3    a legal turn: each of its plays is drawn as a way with an arrowhead
 *   choose=c8             or a cell: where the pile that stands there can go …
 *   throws=2,4            … with each of these throws (there must be a way with every one)
 *   top=true              … its top piece alone
 *
 *   sticks=4              the sticks of `rules` as they lie after this throw
 *
 *   stones=nmtf           stones in a row, a letter each as in a position's text
 *
 * Draws it on white as the PNG file `path`, 1.5 pixels a unit of length. G_KEY_FILE_ERROR for what
 * is missing or unknown, TAB_RULES_ERROR for what the rules do not allow, G_FILE_ERROR. */
static gboolean draw_figure(GKeyFile *figures, const char *name, const char *path, GError **error)
{
    g_autofree char *stones = g_key_file_get_string(figures, name, "stones", NULL);
    if (stones)
        return draw_stones(stones, path, error);
    g_autofree char *rules = g_key_file_get_string(figures, name, "rules", error);
    g_autofree char *throw = g_key_file_get_string(figures, name, "sticks", NULL);
    if (!rules)
        return FALSE;
    return throw ? draw_sticks(throw, rules, path, error)
                 : draw_board(figures, name, rules, path, error);
}

/* Draws every figure that is told; each has its file, so that none is forgotten. */
static gboolean draw_all(const char *source, char **paths, GError **error)
{
    g_autoptr(GKeyFile) figures = g_key_file_new();
    g_autoptr(GHashTable) drawn = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_key_file_set_list_separator(figures, ',');
    if (!g_key_file_load_from_file(figures, source, G_KEY_FILE_NONE, error))
        return FALSE;
    for (char **path = paths; *path; path++) {
        char *name = g_path_get_basename(*path);
        if (g_str_has_suffix(name, SUFFIX))
            name[strlen(name) - strlen(SUFFIX)] = '\0';
        g_hash_table_add(drawn, name);
        if (!draw_figure(figures, name, *path, error)) {
            g_prefix_error(error, "figure %s: ", name);
            return FALSE;
        }
    }
    g_auto(GStrv) names = g_key_file_get_groups(figures, NULL);
    for (char **name = names; *name; name++)
        if (!g_hash_table_contains(drawn, *name)) {
            g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                        "figure %s: no file is named for it", *name);
            return FALSE;
        }
    return TRUE;
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    if (argc < 3) {
        g_printerr("usage: %s FIGURES.ini NAME" SUFFIX "…\n", argv[0]);
        return 2;
    }
    if (draw_all(argv[1], argv + 2, &error))
        return 0;
    g_printerr("%s: %s\n", argv[1], error->message);
    return 1;
}
