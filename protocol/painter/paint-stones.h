// SPDX-License-Identifier: GPL-3.0-or-later
// Polished pebbles: limestone and basalt, plain or engraved, as pictures made once for each size.
#pragma once

#include <glib.h>

#include "protocol/painter/paint-theme.h"
#include "protocol/rules/types.h"

/* What a stone's upper side shows. */
typedef enum {
    TAB_FACE_PLAIN,
    TAB_FACE_DOT,   /* a drilled dot: Nasrani */
    TAB_FACE_RING,  /* an engraved ring: has reached row 3 */
    TAB_FACE_WHEEL, /* an engraved wheel: has been on row 4 */
    TAB_FACE_STAR,  /* an engraved star of four points: a king */
} TabPaintFace;

#define TAB_PAINT_NOBODY 2 /* in place of a TabSide: of a king who belongs to nobody yet */

#define TAB_PAINT_STONE_KINDS 3 /* stones of a colour that differ a little in outline and veins */

/* Made stones, to be copied into pictures. All zero: none yet. */
typedef struct {
    GHashTable *pictures;
} TabPaintStones;

void tab_paint_stones_clear(TabPaintStones *stones);

/* The face of a piece; T differs from M only if history is shown. */
TabPaintFace tab_paint_face(TabRank rank, bool show_history);

/* A stone of `radius` around x, y with the shadow it casts where it lies. `theme` is a
 * TabBoardTheme, `owner` a TabSide or TAB_PAINT_NOBODY, `kind` any number, `scale` device pixels a
 * logical pixel, `alpha` 0–1. Stones are put on whole device pixels. */
void tab_paint_stone(TabPaintStones *stones, cairo_t *cr, unsigned theme, unsigned owner,
                     TabPaintFace face, unsigned kind, double x, double y, double radius,
                     double scale, double alpha);

/* Whether stones of this size may need a picture that is not there yet; `make`: one is made, which
 * takes about a millisecond. */
bool tab_paint_stones_prepare(TabPaintStones *stones, unsigned theme, double radius, double scale,
                              bool make);

/* The wide soft shadow of something of `radius` that is lifted by `height` (in pixels) above x, y.
 */
void tab_paint_lifted_shadow(cairo_t *cr, const TabPaintTheme *theme, double x, double y,
                             double radius, double height, double alpha);
