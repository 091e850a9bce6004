// SPDX-License-Identifier: GPL-3.0-or-later
// The board and its track as tables: rows of cells with places on a plane, the way on from every
// cell, and where each kind of throw takes a group (RULES.md 1).
#pragma once

#include "protocol/rules/cast.h"

#define TAB_MAX_LEGS 6
#define TAB_NO_LEG (-1)

/* Relative rows that the rules name. A board of three rows has no row 4 and no rules on it. */
#define TAB_HOME_ROW 1
#define TAB_ROW4 4

/* One leg of the track: a walk along one row from end to end. */
typedef struct {
    uint8_t relative_row; /* the row that is walked, 1 … n_rows */
    bool rising;          /* towards higher columns, as White sees the board */
    uint8_t rank;         /* TabRank that a piece has, at least, once it enters the leg */
    int8_t next;          /* the leg that follows, or TAB_NO_LEG: the track ends */
    int8_t fork;          /* the leg that may be taken instead, or TAB_NO_LEG */
    bool exact;           /* it has this rank and no later one: ranks fall here */
} TabLeg;

/* A track as White walks it. Leg 0 is the home row, where pieces begin. Two legs may lie on one row
 * if each gives a rank of its own, which tells where a piece on it goes on; such a track has no
 * fork. */
typedef struct {
    const char *text; /* for people, on the way that pieces go; marked and not translated */
    uint8_t n_legs;
    TabLeg leg[TAB_MAX_LEGS];
} TabTrack;

/* All tracks by the values of the switch `track`, as boards of three rows and of four have them.
 * One without legs does not go with so many rows. */
extern const TabTrack tab_tracks[][TAB_MAX_ROWS - 2];
#define TAB_N_TRACKS 5

/* What boards of every width are built from. */
typedef struct {
    uint8_t n_rows; /* 3 … TAB_MAX_ROWS */
    bool prow;      /* row 2 has one cell more, at White's left: x = -1 */
    bool mirrored;  /* Black's view: rows exchanged and columns kept; else turned by half a turn */
    const TabTrack *track;
} TabBoardShape;

/* Where one throw takes a group along one branch. */
typedef struct {
    TabCell to;        /* TAB_NO_CELL: there is no such way */
    uint8_t ranks;     /* groups whose top piece has this rank go this way: bit r for rank r; none
                        * where there is no way */
    uint8_t rank;      /* TabRank reached on the way */
    uint8_t flags;     /* of its plays: TAB_PLAY_EXACT or none */
    uint8_t return_at; /* 0: always a return. TAB_RANK_T or F: a return under `revisit` if a
                        * piece of the group has this rank or a later one. TAB_NO_RETURN:
                        * never one */
    uint8_t forks;     /* 1 if the way takes the fork (row 4) */
} TabWay;

#define TAB_NO_RETURN 4

/* Behind the kinds of throw, in tables of ways: one cell, whatever was thrown. */
#define TAB_ONE_CELL TAB_MAX_KINDS
#define TAB_MAX_WAYS (TAB_MAX_KINDS + 1)

/* Whether there is such a way for a group. */
static inline bool tab_way_is_for(const TabWay *way, TabPile group)
{
    return way->ranks >> (group & 3) & 1;
}

/* A set of cells, bit c % 64 of word c / 64. */
typedef struct {
    uint64_t word[2];
} TabCells;

/* A place on the plane: x to the right from White's left (a row may begin at -1), y upwards from
 * White's home row, 0. */
typedef struct {
    int8_t x, y;
} TabXY;

/* Row r holds the cells first … first + length - 1, from White's left. */
typedef struct {
    TabCell first;
    uint8_t length;
    int8_t x;    /* place of the first cell */
    bool rising; /* the track runs along it from White's left to White's right */
} TabRow;

/* Tables of one board, one track and one cast; immutable once made. Branch 0 is the plain way;
 * branch 1 the one that takes the fork, present only where a way passes it, or, from a cell on two
 * legs, the way along the second. Black's tables are White's seen through `opposite`. */
typedef struct {
    uint8_t n_rows;
    uint8_t columns; /* of the home rows */
    uint8_t cells;
    TabRow rows[TAB_MAX_ROWS];
    TabXY place[TAB_MAX_CELLS];
    TabCell opposite[TAB_MAX_CELLS];           /* the cell that is to Black what this is to
                                                * White, and the other way round */
    TabCells row[2][TAB_MAX_ROWS + 1];         /* by side and relative row, 1 (home) … n_rows */
    uint8_t relative_row[2][TAB_MAX_CELLS];    /* 1 … n_rows */
    uint8_t path_index[2][TAB_MAX_CELLS];      /* 0 (rearmost at home) … cells - 1, in the order
                                                * in which the legs first come to the cells */
    int8_t leg[2][TAB_MAX_CELLS][TAB_N_RANKS]; /* the leg on which a piece of this rank stands
                                                * there: one cell may lie on two legs, and then
                                                * the rank tells; TAB_NO_LEG: off the track */
    TabCell next[2][TAB_MAX_CELLS][2];         /* by branch; TAB_NO_CELL: the track ends */
    TabWay way[2][TAB_MAX_WAYS][TAB_MAX_CELLS][2];       /* by kind of throw, cell and branch */
    TabCells between[2][TAB_MAX_WAYS][TAB_MAX_CELLS][2]; /* cells strictly between, that of
                                                          * departure never among them */
    uint8_t rows_of_rank[TAB_N_RANKS]; /* the relative rows where a piece of this rank can stand:
                                        * bit r for row r */
    TabLeg legs[TAB_MAX_LEGS];
    uint8_t n_legs;
    bool comes_home; /* the track leads back to the home row */
    bool ends;       /* it ends, and whoever is there stays there */
} TabBoard;

/* Makes the tables. */
void tab_board_init(TabBoard *board, const TabBoardShape *shape, unsigned columns,
                    const TabCast *cast);

/* A place on White's track. */
typedef struct {
    TabCell cell; /* TAB_NO_CELL: beyond the end */
    int leg;
} TabStop;

/* The next place: within the row, or the start of the next leg, on branch 1 the fork's. */
TabStop tab_board_step(const TabBoard *board, TabStop at, int branch);

/* Whether a piece of this rank stands on `cell` on the second of the two legs that lie there. */
static inline bool tab_board_on_second_leg(const TabBoard *board, TabSide side, unsigned cell,
                                           TabRank rank)
{
    return board->leg[side][cell][rank] != board->leg[side][cell][TAB_RANK_N];
}

/* The cells that a group passes, `steps` + 1 of them: along a branch from `from`, which is the
 * first, to where `way` leads. Undefined where there is no way. */
#define TAB_MAX_PATH (TAB_MAX_STEPS + 1)
void tab_board_path(const TabBoard *board, TabSide side, unsigned from, int branch, unsigned steps,
                    TabCell path[TAB_MAX_PATH]);

/* The row 0 … n_rows - 1 of a cell. */
static inline unsigned tab_board_row(const TabBoard *board, unsigned cell)
{
    return (unsigned)board->place[cell].y;
}

/* Where a cell stands in its row, 0 … length - 1. */
static inline unsigned tab_board_column(const TabBoard *board, unsigned cell)
{
    return cell - board->rows[board->place[cell].y].first;
}

/* "a1" … "d29": the row's letter and the number in it. Returns `buffer`. */
#define TAB_CELL_NAME 4
const char *tab_board_cell_name(const TabBoard *board, unsigned cell, char buffer[TAB_CELL_NAME]);
/* Reads such a name at the start of `text` and sets `end` behind it; TAB_NO_CELL if there is none
 * on this board. */
TabCell tab_board_cell_of_name(const TabBoard *board, const char *text, const char **end);

static inline bool tab_cells_has(const TabCells *cells, unsigned cell)
{
    return cells->word[cell >> 6] >> (cell & 63) & 1;
}

static inline void tab_cells_add(TabCells *cells, unsigned cell)
{
    cells->word[cell >> 6] |= UINT64_C(1) << (cell & 63);
}

static inline void tab_cells_remove(TabCells *cells, unsigned cell)
{
    cells->word[cell >> 6] &= ~(UINT64_C(1) << (cell & 63));
}

static inline bool tab_cells_meet(const TabCells *a, const TabCells *b)
{
    return (a->word[0] & b->word[0]) | (a->word[1] & b->word[1]);
}

static inline unsigned tab_cells_count(const TabCells *cells)
{
    return (unsigned)(__builtin_popcountll(cells->word[0]) + __builtin_popcountll(cells->word[1]));
}

/* Loops over the members of a TabCells value in rising order: TAB_CELLS_FOREACH(cells, cell) { … }
 */
#define TAB_CELLS_FOREACH(cells, cell)                                                             \
    for (unsigned cell##_w = 0; cell##_w < 2; cell##_w++)                                          \
        for (uint64_t cell##_m = (cells).word[cell##_w];                                           \
             cell##_m && (cell = cell##_w * 64 + (unsigned)__builtin_ctzll(cell##_m), true);       \
             cell##_m &= cell##_m - 1)
