// SPDX-License-Identifier: GPL-3.0-or-later
// A picture of the board for files and paper, with words below it.
#pragma once

#include "protocol/painter/board-painter.h"

#define TAB_DIAGRAM_SCALE 2.0 /* pixels for each unit of length */

typedef enum {
    TAB_DIAGRAM_PNG, /* of so many pixels */
    TAB_DIAGRAM_SVG,
    TAB_DIAGRAM_PDF, /* one page of the picture's size, a unit is a point */
    TAB_N_DIAGRAM_FORMATS
} TabDiagramFormat;

/* Borrowed for the call. */
typedef struct {
    const TabBoard *board;
    const TabBoardModel *model; /* what to show, theme included; sand is left out */
    bool flipped;               /* Black is at the bottom */
    const char *caption;        /* lines below the board; NULL: none */
} TabDiagram;

/* How high the picture is at this width, 100 or more. */
double tab_paint_diagram_height(const TabDiagram *diagram, double width);
/* Paints it with its upper left corner at the origin, on whatever is there. */
void tab_paint_diagram(cairo_t *cr, const TabDiagram *diagram, double width);
/* The bytes of a file of that width, painted on white (on black with a dark theme); NULL with
 * G_FILE_ERROR, if there is not enough memory. Free with g_byte_array_unref. */
GByteArray *tab_paint_diagram_encode(const TabDiagram *diagram, double width,
                                     TabDiagramFormat format, GError **error);
/* What draws such a file: with its upper left corner at the origin. */
typedef void (*TabDiagramFunc)(cairo_t *cr, gconstpointer data);
/* Those of any drawing, on white or (`dark`) on black. */
GByteArray *tab_paint_diagram_encode_drawing(TabDiagramFunc draw, gconstpointer data, double width,
                                             double height, bool dark, TabDiagramFormat format,
                                             GError **error);
/* The format of a file's name by its suffix, whatever its case; -1 for another one. */
int tab_paint_diagram_format(const char *path);
