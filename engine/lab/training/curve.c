// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the table of the learning curve.
#include "engine/lab/training/curve.h"

static void append_number(GString *text, const char *format, double number)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_c(text, ',');
    g_string_append(text, g_ascii_formatd(buffer, sizeof buffer, format, number));
}

bool tab_curve_write_csv(const GArray *curve, const char *path, GError **error)
{
    g_autoptr(GString) text =
        g_string_new("games,seconds,loss,greedy,greedy_half_width,hand,hand_half_width\n");
    for (guint i = 0; i < curve->len; i++) {
        const TabCurvePoint *point = &g_array_index(curve, TabCurvePoint, i);
        g_string_append_printf(text, "%" G_GUINT64_FORMAT, point->games);
        append_number(text, "%.1f", point->seconds);
        append_number(text, "%.5f", point->loss);
        append_number(text, "%.2f", 100 * point->greedy.score);
        append_number(text, "%.2f", 100 * point->greedy.half_width);
        append_number(text, "%.2f", 100 * point->hand.score);
        append_number(text, "%.2f", 100 * point->hand.half_width);
        g_string_append_c(text, '\n');
    }
    return g_file_set_contents(path, text->str, (gssize)text->len, error);
}
