// SPDX-License-Identifier: GPL-3.0-or-later
// The headers of GTK, which take most of the time to compile a file of the window: they are
// compiled once for all files of the library (c_pch in gui/meson.build), each of which still
// includes what it needs.
#include <gtk/gtk.h>
