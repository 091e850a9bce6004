// SPDX-License-Identifier: GPL-3.0-or-later
// The board as a picture: a plain model goes in, pixels and hit tests come out; cairo and pango
// only.
#pragma once

#include <cairo.h>
#include <pango/pango.h>

#include "protocol/painter/board-layout.h"
#include "protocol/painter/paint-stones.h"
#include "protocol/rules/position.h"

/* Materials by day and by night, and the flat pictures for high contrast on white and on black. */
typedef enum {
    TAB_BOARD_SAND, /* pits scooped into sand */
    TAB_BOARD_SAND_NIGHT,
    TAB_BOARD_PETRA, /* a slab of sandstone on sand */
    TAB_BOARD_PETRA_NIGHT,
    TAB_BOARD_WOOD, /* a plank on a mat */
    TAB_BOARD_WOOD_NIGHT,
    TAB_BOARD_PAPER, /* a diagram in ink */
    TAB_BOARD_PAPER_NIGHT,
    TAB_BOARD_CONTRAST,
    TAB_BOARD_CONTRAST_DARK,
    TAB_BOARD_N_THEMES
} TabBoardTheme;

/* Whether light words fit on its ground. */
bool tab_board_theme_is_dark(TabBoardTheme theme);

/* What a cell is marked with; every mark has a shape of its own, so colour is never needed to tell
 * them. */
typedef enum {
    TAB_MARK_SELECTED = 1 << 0,     /* the whole pile is chosen: lifted, double ring */
    TAB_MARK_SELECTED_TOP = 1 << 1, /* the top piece alone is chosen: it alone is lifted */
    TAB_MARK_SPLIT =
        1 << 2, /* the top piece can be chosen apart: drawn beside its pile, a target of its own */
    TAB_MARK_MOVABLE = 1 << 3, /* a pile that can move now: fine ring of dots */
    TAB_MARK_CAPTURE = 1 << 4, /* with target_throws: landing here captures (ticks point inwards) */
    TAB_MARK_FOCUS = 1 << 5,   /* keyboard focus: dashed square */
    TAB_MARK_HOVER = 1 << 6,   /* under the pointer: brighter pit */
    TAB_MARK_LAST_FROM = 1 << 7,  /* the other side's last turn set out from here: dotted ring */
    TAB_MARK_LAST_TO = 1 << 8,    /* … and arrived here: ring with four corner wedges */
    TAB_MARK_LAST_TAKEN = 1 << 9, /* … and captured here: small cross in the pit's rim */
    TAB_MARK_HINT = 1 << 10,      /* a hint's start or end: ring of rays */
} TabBoardMark;

/* One cell. */
typedef struct {
    TabPile pile;              /* 0: empty */
    uint8_t owner;             /* TabSide, if there is a pile; TAB_PAINT_NOBODY for a king */
    bool king;                 /* the pile, of one piece, is the king */
    uint16_t target_throws;    /* bit t: reachable with throws of kind t (shown as its steps); 0: no
                                  target */
    uint16_t target_refusable; /* subset of these: only the top piece would arrive (dashed ring) */
    uint16_t marks;            /* TabBoardMark */
    uint8_t threat; /* 1–100: chance in per cent to be captured, on a pennant; 0: none */
} TabBoardCell;

/* Pieces in the air, drawn above the board: along a path, lifting off, or held by the pointer. */
typedef struct {
    TabPile pile;  /* the moving group, top piece lowest as ever */
    uint8_t owner; /* as of a cell */
    bool king;
    const TabCell *path; /* borrowed; cells from start to end, n_path ≥ 1 unless held */
    unsigned n_path;
    double at;   /* 0 … n_path-1: how far along, fractions between cells */
    double away; /* 0 … 1: lifted off to the nearer side edge of the board (captured), fading out */
    double alpha; /* 0 … 1, usually 1 */
    bool held;    /* by the pointer: centred on x, y (pixels), path is not read */
    double x, y;
} TabBoardFlight;

typedef enum {
    TAB_PATH_HOVER,  /* where the group under the pointer would go: dashes */
    TAB_PATH_LAST,   /* where the last turn went: dots */
    TAB_PATH_HINT,   /* a hint: solid */
    TAB_PATH_DANGER, /* where the enemy may come to capture: dashes and dots */
    TAB_PATH_AIM,    /* where one may come oneself: thin and solid */
} TabBoardPathStyle;

/* A way to show as a line with an arrowhead; ended by a cross where it captures. */
typedef struct {
    const TabCell *path; /* borrowed; n_path ≥ 2 cells from start to end */
    unsigned n_path;
    TabBoardPathStyle style;
    bool capture;
} TabBoardPath;

/* What to show. Plain; start from tab_board_model_init. The arrays are borrowed for the call. */
typedef struct {
    const TabCast *cast; /* borrowed; of the throws of targets, NULL: there are none */
    TabBoardTheme theme;
    bool show_history;     /* tell T apart from M (an engraved ring): tab_rules_tells_t() */
    bool show_coordinates; /* letters and numbers on the slab's edge (needs a font) */
    bool show_sand;        /* paint the sand around the slab too; off: nothing is painted there */
    TabBoardCell cell[TAB_MAX_CELLS];
    const TabBoardFlight *flights;
    unsigned n_flights;
    const TabBoardPath *paths;
    unsigned n_paths;
} TabBoardModel;

/* An empty board: Petra by day, coordinates and sand on, no history, no marks. */
void tab_board_model_init(TabBoardModel *model, const TabCast *cast);

/* Fills every cell's pile, owner and king; marks and targets stay. */
void tab_board_model_set_position(TabBoardModel *model, const TabPosition *position);

/* Which part of a cell was meant. */
typedef enum {
    TAB_HIT_CELL, /* the cell, or the whole pile in it */
    TAB_HIT_TOP,  /* the top piece of a pile marked TAB_MARK_SPLIT */
} TabHitPart;

/* The cell at a point, or TAB_NO_CELL; `part` may be NULL. A top piece drawn apart wins over what
 * lies under it. */
TabCell tab_board_hit(const TabBoardLayout *layout, const TabBoardModel *model, double x, double y,
                      TabHitPart *part);

/* Where the top piece of a pile marked TAB_MARK_SPLIT is drawn (the centre of its target, of
 * stone_radius). */
void tab_board_split_centre(const TabBoardLayout *layout, const TabBoardModel *model, unsigned cell,
                            double *x, double *y);

/* Owns the cached pictures (sand, slab, stones); one a widget, or one for all pictures of a list,
 * whose boards are cut from the same slab. Not shared between threads. */
typedef struct _TabBoardPainter TabBoardPainter;

TabBoardPainter *tab_board_painter_new(void);
/* The same for another owner; each of them frees it. */
TabBoardPainter *tab_board_painter_share(TabBoardPainter *painter);
void tab_board_painter_free(TabBoardPainter *painter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabBoardPainter, tab_board_painter_free)

/* The font of coordinates, heights and throws; copied. NULL: no text is drawn. `scale` is the
 * number of device pixels a logical pixel has (1, 2, …; the widget's scale factor): cached pictures
 * are that sharp. */
void tab_board_painter_set_font(TabBoardPainter *painter, const PangoFontDescription *font);
void tab_board_painter_set_scale(TabBoardPainter *painter, double scale);

/* Paints the area of `layout` with its upper left corner at the origin of `cr`. */
void tab_board_painter_draw(TabBoardPainter *painter, cairo_t *cr, const TabBoardLayout *layout,
                            const TabBoardModel *model);

/* Whether other positions on the board drawn last may need a picture that is not there yet; `make`:
 * one is made, which takes about a millisecond, so that they are drawn as fast as this one. */
bool tab_board_painter_prepare(TabBoardPainter *painter, bool make);

/* Sand alone, for what lies beside the board: an area of that size, cached. */
void tab_board_painter_draw_sand(TabBoardPainter *painter, cairo_t *cr, TabBoardTheme theme,
                                 double width, double height);

/* One stone of `radius` around x, y, with its shadow: for the players' names, taken pieces and
 * lists. */
void tab_board_painter_draw_stone(TabBoardPainter *painter, cairo_t *cr, TabBoardTheme theme,
                                  TabSide side, TabRank rank, double x, double y, double radius);
/* The same for a king. */
void tab_board_painter_draw_king(TabBoardPainter *painter, cairo_t *cr, TabBoardTheme theme,
                                 TabSide side, double x, double y, double radius);
