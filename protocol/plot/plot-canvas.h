// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot is laid out on: few shapes, in pixels of the picture.
#pragma once

#include "protocol/plot/plot.h"

typedef struct {
    void (*line)(gpointer data, TabPlotPoint from, TabPlotPoint to, TabPlotColour colour,
                 double width, gboolean dashed);
    void (*curve)(gpointer data, const TabPlotPoint *points, guint n, TabPlotColour colour,
                  double width);
    void (*area)(gpointer data, const TabPlotPoint *points, guint n, TabPlotColour colour);
    void (*bar)(gpointer data, TabPlotPoint corner, TabPlotPoint size, TabPlotColour colour,
                const char *words);
    void (*dot)(gpointer data, TabPlotPoint centre, double radius, TabPlotColour colour);
    /* align: the part of the text that is left of the point; `upward`: written from below. */
    void (*text)(gpointer data, TabPlotPoint at, double align, double size, gboolean upward,
                 TabPlotColour colour, const char *text);
    /* Until unclip nothing is seen outside. */
    void (*clip)(gpointer data, TabPlotPoint corner, TabPlotPoint size);
    void (*unclip)(gpointer data);
} TabPlotCanvas;

/* Lays a plot out and draws it on a canvas, whose functions get `data`. */
void tab_plot_lay_out(const TabPlot *plot, const TabPlotCanvas *canvas, gpointer data);
