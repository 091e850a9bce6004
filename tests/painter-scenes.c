// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of the board for the tests of the painter: positions as text with marks, paths and
// flights.
#include "tests/painter-scenes.h"

#include <string.h>

#include "protocol/rules/notation.h"

const char *const tab_painter_theme_names[TAB_BOARD_N_THEMES] = {
    [TAB_BOARD_SAND] = "sand",         [TAB_BOARD_SAND_NIGHT] = "sand-night",
    [TAB_BOARD_PETRA] = "petra",       [TAB_BOARD_PETRA_NIGHT] = "petra-night",
    [TAB_BOARD_WOOD] = "wood",         [TAB_BOARD_WOOD_NIGHT] = "wood-night",
    [TAB_BOARD_PAPER] = "paper",       [TAB_BOARD_PAPER_NIGHT] = "paper-night",
    [TAB_BOARD_CONTRAST] = "contrast", [TAB_BOARD_CONTRAST_DARK] = "contrast-dark",
};

const TabBoard *tab_painter_board(unsigned columns)
{
    static TabRules *made[TAB_MAX_COLUMNS + 1];
    if (!made[columns]) {
        g_autofree char *text = g_strdup_printf("walker:columns=%u", columns);
        made[columns] = tab_rules_parse(text, NULL);
        g_assert_nonnull(made[columns]);
    }
    return &made[columns]->board;
}

TabCell tab_painter_cell(const TabBoard *board, const char *name)
{
    const char *end;
    TabCell cell = tab_board_cell_of_name(board, name, &end);
    g_assert_cmpuint(cell, !=, TAB_NO_CELL);
    return cell;
}

/* One pile from `text`: a letter, or letters in brackets, bottom to top, "~" before a loose one. */
static const char *read_pile(const char *text, TabBoardCell *cell)
{
    static const char ranks[] = "NMTF";
    bool loose = *text == '~', many = text[loose] == '(';
    text += loose + many;
    cell->pile = 1;
    do {
        const char *rank = strchr(ranks, g_ascii_toupper(*text));
        g_assert_true(rank && *rank);
        cell->pile = cell->pile << 2 | (TabPile)(rank - ranks);
        cell->owner = g_ascii_isupper(*text) ? TAB_WHITE : TAB_BLACK;
        text++;
    } while (many && *text != ')');
    if (loose)
        cell->pile |= TAB_PILE_LOOSE;
    return text + many;
}

void tab_painter_scene_board(TabBoardModel *model, const TabBoard *board, const char *text)
{
    unsigned row = board->n_rows - 1u, column = 0;
    while (*text) {
        if (*text == '/') {
            g_assert_cmpuint(column, ==, board->rows[row].length);
            row--;
            column = 0;
            text++;
        } else if (g_ascii_isdigit(*text)) {
            char *end;
            column += (unsigned)g_ascii_strtoull(text, &end, 10);
            text = end;
        } else {
            text = read_pile(text, &model->cell[board->rows[row].first + column++]);
        }
    }
    g_assert_cmpuint(row, ==, 0);
    g_assert_cmpuint(column, ==, board->rows[row].length);
}

/* What a row of the table says of one cell. */
typedef struct {
    const char *cell;
    unsigned marks;
    unsigned throws, refusable; /* bits by kind of throw */
} Marked;

typedef struct {
    const char *name;
    int width, height;
    unsigned columns;
    bool flipped;
    TabBoardTheme theme;
    bool history;
    const char *board;
    Marked marked[12];
} Row;

enum { ONE, TWO, THREE, FOUR, SIX }; /* kinds of throw */
#define THROW(kind) (1u << (kind))
#define START_9 "nnnnnnnnn/9/9/NNNNNNNNN"
#define MIDDLE_11 "1m1F2nnnnn/4m2T3/2(mmt)2m3(MT)1/NNNNN3M2"

// clang-format off
/* A turn in progress: a pile chosen, targets of every kind, the last turn, the focus. */
#define MIDDLE_MARKS \
    {"b10", TAB_MARK_SELECTED | TAB_MARK_SPLIT, 0, 0}, \
    {"b4", 0, THROW(SIX), 0}, \
    {"b6", TAB_MARK_CAPTURE, THROW(FOUR), 0}, \
    {"b8", TAB_MARK_HOVER, THROW(TWO), 0}, \
    {"c2", 0, THROW(THREE) | THROW(FOUR), THROW(THREE) | THROW(FOUR)}, \
    {"c1", TAB_MARK_LAST_FROM, 0, 0}, {"c5", TAB_MARK_LAST_TO, 0, 0}, \
    {"c3", TAB_MARK_LAST_TAKEN, 0, 0}, {"a9", TAB_MARK_MOVABLE, 0, 0}, \
    {"a5", TAB_MARK_MOVABLE, 0, 0}, {"d4", TAB_MARK_FOCUS, 0, 0}, {"d6", TAB_MARK_HINT, 0, 0}

static const Row rows[] = {
    {"start", 400, 240, 9, false, TAB_BOARD_PETRA, false, START_9, {{NULL}}},
    {"single", 200, 170, 5, false, TAB_BOARD_PETRA, false, "5/5/2M2/5", {{NULL}}},
    {"piles", 400, 270, 7, false, TAB_BOARD_PETRA, true,
     "1(mt)1nnnn/~(mmt)FF(MTTFT)1f1/T~(MF)(tmtmtmtmtmt)t1M(MM)/NNN1MM1",
     {{"b2", TAB_MARK_SELECTED_TOP, 0, 0}}},
    {"marks", 480, 214, 11, false, TAB_BOARD_PETRA, false, MIDDLE_11, {MIDDLE_MARKS}},
    {"night", 480, 214, 11, false, TAB_BOARD_PETRA_NIGHT, false, MIDDLE_11, {MIDDLE_MARKS}},
    {"sand", 400, 180, 11, false, TAB_BOARD_SAND, false, MIDDLE_11, {MIDDLE_MARKS}},
    {"sand-night", 400, 180, 11, false, TAB_BOARD_SAND_NIGHT, false, MIDDLE_11, {MIDDLE_MARKS}},
    {"wood", 400, 180, 11, false, TAB_BOARD_WOOD, false, MIDDLE_11, {MIDDLE_MARKS}},
    {"wood-night", 400, 180, 11, false, TAB_BOARD_WOOD_NIGHT, false, MIDDLE_11, {MIDDLE_MARKS}},
    {"paper", 400, 180, 11, false, TAB_BOARD_PAPER, true, MIDDLE_11, {MIDDLE_MARKS}},
    {"paper-night", 400, 180, 11, false, TAB_BOARD_PAPER_NIGHT, true, MIDDLE_11, {MIDDLE_MARKS}},
    {"contrast", 480, 214, 11, false, TAB_BOARD_CONTRAST, true, MIDDLE_11, {MIDDLE_MARKS}},
    {"contrast-dark", 480, 214, 11, false, TAB_BOARD_CONTRAST_DARK, true, MIDDLE_11, {MIDDLE_MARKS}},
    {"flipped", 480, 214, 11, true, TAB_BOARD_PETRA, false, MIDDLE_11, {{"b10", TAB_MARK_SELECTED, 0, 0}}},
    {"narrow", 230, 205, 5, false, TAB_BOARD_PETRA, false, "nn1(mm)1/1M3/5/NNN2", {{NULL}}},
    {"wide", 640, 134, 29, false, TAB_BOARD_PETRA, true,
     "nnnnnnnnnnnnnnnnnnnnnnnn2mF1/3M5t7(mmm)11/1M10(TF)16/NNNNNNNNNNNNNNNNNNNN4M1MM1", {{NULL}}},
    {"flight", 480, 214, 11, false, TAB_BOARD_PETRA, false, MIDDLE_11, {{"b8", TAB_MARK_LAST_FROM, 0, 0}}},
    {"arrows", 480, 214, 11, false, TAB_BOARD_PETRA, false, MIDDLE_11, {{NULL}}},
    {"arrows-paper", 480, 214, 11, false, TAB_BOARD_PAPER, false, MIDDLE_11, {{NULL}}},
};
// clang-format on

/* The boards of Tâb's relatives, in the midst of a game of two engines, where a phone has no more
 * room for them. Each once by day; what one of them has and no other board, also by night, turned
 * or in ink: the most columns, rows that are walked both ways, the prow, and the king, who is
 * White's, Black's and nobody's. Right to left they are the same: boards are not mirrored. */
typedef struct {
    const char *name, *rules;
    int width, height;
    bool flipped;
    TabBoardTheme theme;
    const char *position;
} Relative;

// clang-format off
static const Relative relatives[] = {
    {"tozeur", "tozeur", 340, 128, false, TAB_BOARD_PETRA, "1Mn1n1n1nnnn1/13/4M8/NNmN1NNN3M1 b - - 44"},
    {"mzab", "mzab", 340, 98, false, TAB_BOARD_PETRA, "mmmmmmmmmmmm8/20/5m11M2/3MMM1MMMMMMMMMMM1M b - - 212"},
    {"siryu", "siryu", 340, 134, false, TAB_BOARD_PETRA, "n2nmn2n1n1/2M5m3/4M7/1N3MNMMMMN b - - 122"},
    {"kioz", "kioz", 340, 92, false, TAB_BOARD_PETRA, "mmmmmmmmmm4m2mmmm1/22/mm6M13/8MMMMMMMMM1MMMM w - - 249"},
    {"deleb", "deleb", 340, 98, false, TAB_BOARD_PETRA, "mmm2mmmmmmmmm1nnnnn/14m5/M4M3Mm8M/mM3M1MMMMMMMMMM3 w - - 93"},
    {"tablan", "tablan", 340, 134, false, TAB_BOARD_PETRA, "1mm1nnnnnnnM/7m4/M11/1MMMMMMN1MM1 b - - 22"},
    {"bakhri", "bakhri", 340, 154, false, TAB_BOARD_PETRA, "3nnm1n/2T3t1/2MN1M2 b - - 20"},
    {"daldos", "daldos", 340, 88, false, TAB_BOARD_PETRA, "3Mn1nn1m1mnn2/15M1/NNNNNNNN1MMMM3 b - - 26"},
    {"daldosa", "daldosa", 340, 108, false, TAB_BOARD_PETRA, "n1nn1nn1n3/1m1M8/N1NNN2M3M b - - 16"},
    {"sahkku", "sahkku", 340, 92, false, TAB_BOARD_PETRA, "5nnn1nnnKnn/1m2M10/NNNNNNNNNN1MMM1 w - - 13"},
    {"kioz-night", "kioz", 340, 92, false, TAB_BOARD_PETRA_NIGHT, "mmmmmmmmmm4m2mmmm1/22/mm6M13/8MMMMMMMMM1MMMM w - - 249"},
    {"bakhri-night", "bakhri", 340, 154, false, TAB_BOARD_PETRA_NIGHT, "3nnm1n/2T3t1/2MN1M2 b - - 20"},
    {"daldos-turned", "daldos", 340, 88, true, TAB_BOARD_PETRA_NIGHT, "3Mn1nn1m1mnn2/15M1/NNNNNNNN1MMMM3 b - - 26"},
    {"sahkku-night", "sahkku", 340, 92, false, TAB_BOARD_PETRA_NIGHT, "1nnnnnnnnnnnnnn/6mX2M4/NNNNNNNNNNNNN1M w - - 3"},
    {"sahkku-paper", "sahkku", 340, 92, true, TAB_BOARD_PAPER, "5nnn1nnnknn/1m2M10/NNNNNNNNNN1MMM1 w - - 13"},
};
// clang-format on

static void set_relative(const Relative *relative, TabPainterScene *scene)
{
    static TabRules *made[G_N_ELEMENTS(relatives)];
    TabRules **rules = &made[relative - relatives];
    TabSituation situation;
    if (!*rules)
        *rules = tab_rules_parse(relative->rules, NULL);
    g_assert_nonnull(*rules);
    g_assert_true(tab_notation_parse_situation(*rules, relative->position, &situation, NULL));
    *scene = (TabPainterScene){.name = relative->name,
                               .width = relative->width,
                               .height = relative->height,
                               .flipped = relative->flipped,
                               .board = &(*rules)->board};
    tab_board_model_init(&scene->model, &(*rules)->cast);
    scene->model.theme = relative->theme;
    scene->model.show_history = tab_rules_tells_t(*rules);
    tab_board_model_set_position(&scene->model, &situation.position);
}

/* A captured pair on its way off the board, a piece sliding round a corner, one held; a path of
 * each style. */
static void add_motion(TabPainterScene *scene)
{
    static const TabCell corner[] = {11 + 1, 11, 22, 23, 24},
                         taken[] = {26}; /* b2 b1 c1 c2 c3; c5 */
    static const TabCell last[] = {9, 10, 21, 20, 19},
                         hint[] = {32, 31, 30}; /* a10 a11 b11 b10 b9; c11 … */
    static const TabCell hover[] = {20, 19, 18, 17};
    scene->flights[0] = (TabBoardFlight){.pile = 1 << 4 | TAB_RANK_M << 2 | TAB_RANK_T,
                                         .owner = TAB_WHITE,
                                         .path = corner,
                                         .n_path = 5,
                                         .at = 2.4,
                                         .alpha = 1.0};
    scene->flights[1] = (TabBoardFlight){.pile = TAB_PILE_SINGLE(TAB_RANK_M),
                                         .owner = TAB_BLACK,
                                         .path = taken,
                                         .n_path = 1,
                                         .away = 0.55,
                                         .alpha = 1.0};
    scene->flights[2] = (TabBoardFlight){.pile = TAB_PILE_SINGLE(TAB_RANK_F),
                                         .owner = TAB_BLACK,
                                         .alpha = 0.9,
                                         .held = true,
                                         .x = 190.0,
                                         .y = 42.0};
    scene->paths[0] = (TabBoardPath){last, 5, TAB_PATH_LAST, false};
    scene->paths[1] = (TabBoardPath){hint, 3, TAB_PATH_HINT, false};
    scene->paths[2] = (TabBoardPath){hover, 4, TAB_PATH_HOVER, true};
    scene->model.flights = scene->flights;
    scene->model.n_flights = 3;
    scene->model.paths = scene->paths;
    scene->model.n_paths = 3;
}

/* What a turn does, and what it leaves in reach of either side, straight from cell to cell. */
static void add_arrows(TabPainterScene *scene)
{
    static const TabCell play[] = {9, 10, 21, 20, 19}, danger[] = {36, 19}, aim[] = {19, 26};
    static const TabCell step[] = {30, 18};
    scene->paths[0] = (TabBoardPath){play, 5, TAB_PATH_HINT, true};
    scene->paths[1] = (TabBoardPath){danger, 2, TAB_PATH_DANGER, true};
    scene->paths[2] = (TabBoardPath){aim, 2, TAB_PATH_AIM, true};
    scene->paths[3] = (TabBoardPath){step, 2, TAB_PATH_DANGER, false};
    scene->model.paths = scene->paths;
    scene->model.n_paths = 4;
}

bool tab_painter_scene(unsigned number, TabPainterScene *scene)
{
    if (number >= G_N_ELEMENTS(rows) + G_N_ELEMENTS(relatives))
        return false;
    if (number >= G_N_ELEMENTS(rows)) {
        set_relative(&relatives[number - G_N_ELEMENTS(rows)], scene);
        return true;
    }
    const Row *row = &rows[number];
    *scene = (TabPainterScene){
        .name = row->name, .width = row->width, .height = row->height, .flipped = row->flipped};
    scene->board = tab_painter_board(row->columns);
    tab_board_model_init(&scene->model, &tab_casts[TAB_CAST_TAB]);
    scene->model.theme = row->theme;
    scene->model.show_history = row->history;
    tab_painter_scene_board(&scene->model, scene->board, row->board);
    for (unsigned i = 0; i < G_N_ELEMENTS(row->marked) && row->marked[i].cell; i++) {
        TabBoardCell *cell =
            &scene->model.cell[tab_painter_cell(scene->board, row->marked[i].cell)];
        cell->marks = (uint16_t)row->marked[i].marks;
        cell->target_throws = (uint16_t)row->marked[i].throws;
        cell->target_refusable = (uint16_t)row->marked[i].refusable;
    }
    if (!strcmp(row->name, "flight"))
        add_motion(scene);
    if (g_str_has_prefix(row->name, "arrows"))
        add_arrows(scene);
    return true;
}
