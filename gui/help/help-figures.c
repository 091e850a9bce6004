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
} Board;

static void board_free(Board *board)
{
    g_clear_pointer(&board->rules, tab_rules_unref);
    g_free(board);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Board, board_free)

/* --- files --- */

/* A white picture of that size. */
static cairo_t *new_picture(double width, double height)
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
static gboolean end(cairo_t *cr, const char *path, GError **error)
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

static gboolean read_position(Board *board, GKeyFile *figures, const char *name, GError **error)
{
    g_autofree char *text = g_key_file_get_string(figures, name, "position", NULL);
    if (text)
        return tab_notation_parse_situation(board->rules, text, &board->situation, error);
    tab_position_start(board->rules, TAB_WHITE, &board->situation);
    return TRUE;
}

static void add_way(Board *board, const TabPosition *before, const TabPlay *play)
{
    unsigned n = board->model.n_paths++;
    unsigned cells = tab_play_path(board->rules, (TabSide)before->side, play, board->cells[n]);
    bool capture = tab_position_owner(before, play->to) == 1 - before->side;
    board->ways[n] = (TabBoardPath){
        .path = board->cells[n], .n_path = cells, .style = TAB_PATH_HINT, .capture = capture};
}

/* Each play of the turn as a way from where the stone was before it. */
static gboolean add_turn(Board *board, const char *text, GError **error)
{
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabPosition now = board->situation.position, after;
    if (!tab_notation_parse_turn(board->rules, &board->situation, text, turn, &after, error))
        return FALSE;
    for (unsigned i = 0; i < turn->n_plays && i < MAX_WAYS; i++) {
        add_way(board, &now, &turn->plays[i]);
        tab_position_play(&now, &now, &turn->plays[i]);
    }
    return TRUE;
}

/* Rings round the cells that one throw leads to; false if there is none. */
static gboolean add_targets(Board *board, unsigned from, gboolean top, int kind)
{
    const TabPosition *position = &board->situation.position;
    TabPlay plays[TAB_MAX_PLAYS];
    unsigned n = tab_movegen_plays(board->rules, position, kind, plays);
    gboolean found = FALSE;
    for (unsigned i = 0; i < n; i++) {
        if (plays[i].from != from || !(plays[i].flags & TAB_PLAY_TOP) != !top)
            continue;
        TabBoardCell *to = &board->model.cell[plays[i].to];
        to->target_throws |= (uint16_t)(1 << kind);
        if (plays[i].flags & TAB_PLAY_REDUCE)
            to->target_refusable |= (uint16_t)(1 << kind);
        if (tab_position_owner(position, plays[i].to) == 1 - position->side)
            to->marks |= TAB_MARK_CAPTURE;
        found = TRUE;
    }
    return found;
}

static gboolean add_choice(Board *board, GKeyFile *figures, const char *name, const char *text,
                           GError **error)
{
    const char *rest = text;
    TabCell cell = tab_board_cell_of_name(&board->rules->board, text, &rest);
    gboolean top = g_key_file_get_boolean(figures, name, "top", NULL);
    gsize n = 0;
    g_autofree int *throws = g_key_file_get_integer_list(figures, name, "throws", &n, error);
    if (!throws)
        return FALSE;
    if (cell == TAB_NO_CELL || *rest)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, "no such cell: %s", text);
    for (gsize i = 0; i < n; i++) {
        int index = tab_cast_kind_of_steps(&board->rules->cast, throws[i]);
        if (index < 0 || !add_targets(board, cell, top, index))
            return tab_rules_refuse(error, TAB_RULES_ERROR_TURN, "%s has no play with a %d", text,
                                    throws[i]);
    }
    board->model.cell[cell].marks |= top ? TAB_MARK_SELECTED_TOP : TAB_MARK_SELECTED;
    return TRUE;
}

static void init_model(Board *board)
{
    const TabRuleset *set = &board->rules->set;
    tab_board_model_init(&board->model, &board->rules->cast);
    board->model.paths = board->ways;
    board->model.theme = THEME;
    board->model.show_history = set->value[TAB_SWITCH_RETURN_TEST] == TAB_TEST_REVISIT;
    tab_board_model_set_position(&board->model, &board->situation.position);
}

static Board *board_read(GKeyFile *figures, const char *name, const char *rules, GError **error)
{
    g_autoptr(Board) board = g_new0(Board, 1);
    board->rules = tab_rules_parse(rules, error);
    if (!board->rules || !read_position(board, figures, name, error))
        return NULL;
    init_model(board);
    g_autofree char *turn = g_key_file_get_string(figures, name, "turn", NULL);
    g_autofree char *choose = g_key_file_get_string(figures, name, "choose", NULL);
    if (turn && !add_turn(board, turn, error))
        return NULL;
    if (choose && !add_choice(board, figures, name, choose, error))
        return NULL;
    return g_steal_pointer(&board);
}

static gboolean draw_board(GKeyFile *figures, const char *name, const char *rules, const char *path,
                           GError **error)
{
    g_autoptr(Board) board = board_read(figures, name, rules, error);
    if (!board)
        return FALSE;
    TabDiagram diagram = {.board = &board->rules->board, .model = &board->model};
    double width = board->rules->board.columns * COLUMN_WIDTH + SIDES_WIDTH;
    cairo_t *cr = new_picture(width, tab_paint_diagram_height(&diagram, width));
    tab_paint_diagram(cr, &diagram, width);
    return end(cr, path, error);
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
    tab_sticks_set_throw(&model, &rules->cast, kind, STICKS_SEED);
    cairo_t *cr = new_picture(STICKS_WIDTH, STICKS_HEIGHT);
    tab_sticks_draw(cr, &model, STICKS_WIDTH, STICKS_HEIGHT);
    return end(cr, path, error);
}

static gboolean draw_stones(const char *letters, const char *path, GError **error)
{
    static const char ranks[] = "NMTF";
    double height = 2 * STONE_RADIUS + 16;
    cairo_t *cr = new_picture(STONE_PITCH * (double)strlen(letters), height);
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
    return end(cr, path, error);
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
static gboolean draw(GKeyFile *figures, const char *name, const char *path, GError **error)
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

/* The figure that a file is to hold, by the file's name. */
static char *figure_of(const char *path)
{
    char *name = g_path_get_basename(path);
    if (g_str_has_suffix(name, SUFFIX))
        name[strlen(name) - strlen(SUFFIX)] = '\0';
    return name;
}

/* Every figure that is told has its file, so that none is forgotten. */
static gboolean check_complete(GKeyFile *figures, GHashTable *drawn, GError **error)
{
    g_auto(GStrv) names = g_key_file_get_groups(figures, NULL);
    for (char **name = names; *name; name++)
        if (!g_hash_table_contains(drawn, *name)) {
            g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                        "figure %s: no file is named for it", *name);
            return FALSE;
        }
    return TRUE;
}

static gboolean draw_all(const char *source, char **paths, GError **error)
{
    g_autoptr(GKeyFile) figures = g_key_file_new();
    g_autoptr(GHashTable) drawn = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_key_file_set_list_separator(figures, ',');
    if (!g_key_file_load_from_file(figures, source, G_KEY_FILE_NONE, error))
        return FALSE;
    for (char **path = paths; *path; path++) {
        char *name = figure_of(*path);
        g_hash_table_add(drawn, name);
        if (!draw(figures, name, *path, error)) {
            g_prefix_error(error, "figure %s: ", name);
            return FALSE;
        }
    }
    return check_complete(figures, drawn, error);
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
