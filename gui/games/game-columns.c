// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of the list of games: what stands in each, and where.
#include "gui/games/game-columns.h"

#include <glib/gi18n.h>

#include "gui/model/number-text.h"
#include "gui/model/wording.h"

#define GAP 12   /* pixels between columns */
#define ARROW 18 /* pixels that the mark of the order has beside a head */

static const struct {
    int sort;  /* TabGameColumn */
    int chars; /* that have room at least */
    int share; /* of the room that is left; 0: it needs no more */
    int rank;  /* columns with higher ones go first where there is no room */
    gboolean number;
} columns[TAB_N_COLUMNS] = {
    [TAB_COLUMN_DATE] = {TAB_GAME_DATE, 10, 0, 3, FALSE},
    [TAB_COLUMN_EVENT] = {TAB_GAME_EVENT, 10, 2, 5, FALSE},
    [TAB_COLUMN_WHITE] = {TAB_GAME_WHITE, 9, 3, 0, FALSE},
    [TAB_COLUMN_BLACK] = {TAB_GAME_BLACK, 9, 3, 0, FALSE},
    [TAB_COLUMN_RULES] = {TAB_GAME_RULES, 13, 3, 4, FALSE},
    [TAB_COLUMN_RESULT] = {TAB_GAME_RESULT, 7, 0, 0, FALSE},
    [TAB_COLUMN_TURNS] = {TAB_GAME_TURNS, 5, 0, 2, TRUE},
    [TAB_COLUMN_AT] = {-1, 5, 0, 1, TRUE},
};

const char *tab_game_columns_title(TabListColumn column)
{
    static const char *const titles[TAB_N_COLUMNS] = {
        [TAB_COLUMN_DATE] = NC_("column of games", "Date"),
        [TAB_COLUMN_EVENT] = NC_("column of games", "Event"),
        [TAB_COLUMN_WHITE] = NC_("column of games", "White"),
        [TAB_COLUMN_BLACK] = NC_("column of games", "Black"),
        [TAB_COLUMN_RULES] = NC_("column of games", "Rules"),
        [TAB_COLUMN_RESULT] = NC_("column of games", "Result"),
        [TAB_COLUMN_TURNS] = NC_("column of games", "Turns"),
        /* Translators: head of a column: after which turn the position stood on the board. Keep it
         * short. */
        [TAB_COLUMN_AT] = NC_("column of games", "After"),
    };
    return g_dpgettext2(NULL, "column of games", titles[column]);
}

int tab_game_columns_sort(TabListColumn column)
{
    return columns[column].sort;
}

gboolean tab_game_columns_is_number(TabListColumn column)
{
    return columns[column].number;
}

/* --- what stands there --- */

static char *text_of_date(const TabStoredGame *game)
{
    char *date = g_strdup(game->date ? game->date : "");
    g_strdelimit(date, ".", '-');
    return date;
}

char *tab_game_columns_text(TabGameItem *item, TabListColumn column)
{
    const TabStoredGame *game = tab_game_item_get_row(item);
    if (!game)
        return g_strdup("");
    switch (column) {
    case TAB_COLUMN_DATE:
        return text_of_date(game);
    case TAB_COLUMN_EVENT:
        return g_strdup(game->event ? game->event : "");
    case TAB_COLUMN_WHITE:
        return g_strdup(game->white ? game->white : "–");
    case TAB_COLUMN_BLACK:
        return g_strdup(game->black ? game->black : "–");
    case TAB_COLUMN_RULES:
        return g_strdup(tab_game_item_get_rules(item));
    case TAB_COLUMN_RESULT:
        return g_strdup(
            game->result == TAB_RECORD_UNDECIDED ? "…" : tab_record_result_text(game->result));
    case TAB_COLUMN_TURNS:
        return g_strdup_printf("%u", game->turns);
    case TAB_COLUMN_AT:
        return game->at < 0 ? g_strdup("") : g_strdup_printf("%d", game->at);
    default:
        g_return_val_if_reached(NULL);
    }
}

/* A word of a list, if it is there. */
static void say(GString *line, const char *text)
{
    if (*text)
        g_string_append_printf(line, "%s%s", line->len ? tab_number_text_comma() : "", text);
}

char *tab_game_columns_describe(TabGameItem *item, gboolean with_at)
{
    const TabStoredGame *game = tab_game_item_get_row(item);
    GString *line = g_string_new(NULL);
    if (!game)
        return g_string_free(line, FALSE);
    g_autofree char *players =
        g_strdup_printf("%s – %s", game->white ? game->white : tab_wording_side(TAB_WHITE),
                        game->black ? game->black : tab_wording_side(TAB_BLACK));
    g_autofree char *turns =
        g_strdup_printf(ngettext("%u turn", "%u turns", game->turns), game->turns);
    say(line, players);
    for (TabListColumn column = 0; column < TAB_N_COLUMNS; column++) {
        g_autofree char *text = tab_game_columns_text(item, column);
        if (column == TAB_COLUMN_TURNS)
            say(line, turns);
        else if (column != TAB_COLUMN_WHITE && column != TAB_COLUMN_BLACK &&
                 column != TAB_COLUMN_AT)
            say(line, text);
    }
    if (with_at && game->at >= 0) {
        /* Translators: where a position stands in a game. */
        g_autofree char *at = g_strdup_printf(
            ngettext("after %d turn", "after %d turns", (gulong)game->at), game->at);
        say(line, at);
    }
    return g_string_free(line, FALSE);
}

/* --- where --- */

static int least_width(TabListColumn column, int char_width, int digit_width)
{
    int head = (int)g_utf8_strlen(tab_game_columns_title(column), -1) * char_width + ARROW;
    int text = columns[column].chars * (columns[column].share ? char_width : digit_width);
    return MAX(head, text);
}

/* The column that goes first; -1: all that are left have to stay. */
static int find_least_needed(const TabColumnPlace *places)
{
    int found = -1;
    for (int i = 0; i < TAB_N_COLUMNS; i++)
        if (places[i].width && columns[i].rank &&
            (found < 0 || columns[i].rank > columns[found].rank))
            found = i;
    return found;
}

/* What is left of the width when all columns have what they need; their shares of it. */
static int get_rest(const TabColumnPlace *places, int width, int *shares)
{
    int rest = width + GAP;
    *shares = 0;
    for (int i = 0; i < TAB_N_COLUMNS; i++) {
        rest -= places[i].width ? places[i].width + GAP : 0;
        *shares += places[i].width ? columns[i].share : 0;
    }
    return rest;
}

void tab_game_columns_place(GtkWidget *widget, int width, gboolean with_at,
                            TabColumnPlace places[TAB_N_COLUMNS])
{
    PangoFontMetrics *metrics =
        pango_context_get_metrics(gtk_widget_get_pango_context(widget), NULL, NULL);
    int char_width = PANGO_PIXELS_CEIL(pango_font_metrics_get_approximate_char_width(metrics)),
        digit_width = PANGO_PIXELS_CEIL(pango_font_metrics_get_approximate_digit_width(metrics)),
        shares, gone, start = 0;
    pango_font_metrics_unref(metrics);
    for (TabListColumn i = 0; i < TAB_N_COLUMNS; i++)
        places[i].width =
            i == TAB_COLUMN_AT && !with_at ? 0 : least_width(i, char_width, digit_width);
    while (get_rest(places, width, &shares) < 0 && (gone = find_least_needed(places)) >= 0)
        places[gone].width = 0;
    int rest = get_rest(places, width, &shares);
    for (int i = 0; i < TAB_N_COLUMNS; i++) {
        if (places[i].width) /* a narrow window takes from the names */
            places[i].width = MAX(1, places[i].width + rest * columns[i].share / shares);
        places[i].start = start;
        start += places[i].width ? places[i].width + GAP : 0;
    }
}
