// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of what engines say of their chances, and when they end a game.
#include "protocol/match/adjudication.h"

#include <math.h>

#include "protocol/text/keywords.h"

#define TOLERANCE 1e-9
#define MAX_TURNS 1000000

/* Reading and writing. */

static gboolean read_turn_count(const TabKeywords *keywords, const char *key, gint64 min,
                                gint64 max, guint *count, GError **error)
{
    gint64 value = *count;
    if (!tab_keywords_get_integer(keywords, key, min, max, &value, error))
        return FALSE;
    *count = (guint)value;
    return TRUE;
}

gboolean tab_adjudication_parse_resign(TabAdjudicationRules *rules, const char *text,
                                       GError **error)
{
    static const TabKeywordRule table[] = {{"win", TAB_KEYWORD_VALUE, NULL},
                                           {"turns", TAB_KEYWORD_VALUE, "movecount"},
                                           {"twosided", TAB_KEYWORD_SWITCH, NULL},
                                           {NULL, TAB_KEYWORD_VALUE, NULL}};
    TabAdjudicationRules read = *rules;
    read.resign = TRUE;
    read.resign_win = 0.02;
    read.resign_turns = 3;
    read.resign_twosided = FALSE;
    g_autoptr(TabKeywords) keywords = tab_keywords_parse("--resign", text, table, error);
    if (!keywords || !tab_keywords_get_number(keywords, "win", 0, 0.49, &read.resign_win, error) ||
        !read_turn_count(keywords, "turns", 1, MAX_TURNS, &read.resign_turns, error) ||
        !tab_keywords_get_switch(keywords, "twosided", &read.resign_twosided, error))
        return FALSE;
    *rules = read;
    return TRUE;
}

gboolean tab_adjudication_parse_draw(TabAdjudicationRules *rules, const char *text, GError **error)
{
    static const TabKeywordRule table[] = {{"win", TAB_KEYWORD_VALUE, NULL},
                                           {"turns", TAB_KEYWORD_VALUE, "movecount"},
                                           {"number", TAB_KEYWORD_VALUE, "movenumber"},
                                           {NULL, TAB_KEYWORD_VALUE, NULL}};
    TabAdjudicationRules read = *rules;
    read.draw = TRUE;
    read.draw_win = 0.02;
    read.draw_turns = 8;
    read.draw_number = 100;
    g_autoptr(TabKeywords) keywords = tab_keywords_parse("--draw", text, table, error);
    if (!keywords || !tab_keywords_get_number(keywords, "win", 0, 0.49, &read.draw_win, error) ||
        !read_turn_count(keywords, "turns", 1, MAX_TURNS, &read.draw_turns, error) ||
        !read_turn_count(keywords, "number", 0, MAX_TURNS, &read.draw_number, error))
        return FALSE;
    *rules = read;
    return TRUE;
}

gboolean tab_adjudication_parse_tables(TabAdjudicationRules *rules, const char *text,
                                       GError **error)
{
    static const TabKeywordRule table[] = {{"win", TAB_KEYWORD_VALUE, NULL},
                                           {"pieces", TAB_KEYWORD_VALUE, NULL},
                                           {NULL, TAB_KEYWORD_VALUE, NULL}};
    TabAdjudicationRules read = *rules;
    read.tables = TRUE;
    read.table_win = 0.99;
    read.table_pieces = 6;
    g_autoptr(TabKeywords) keywords = tab_keywords_parse("--tables", text, table, error);
    if (!keywords || !tab_keywords_get_number(keywords, "win", 0.51, 1, &read.table_win, error) ||
        !read_turn_count(keywords, "pieces", 2, 2 * TAB_MAX_COLUMNS, &read.table_pieces, error))
        return FALSE;
    *rules = read;
    return TRUE;
}

/* Ends one part of the text: "resign win=0.02,turns=3". */
static void append_part(GString *text, const char *name, const GString *list)
{
    g_string_append_printf(text, "%s%s %s", text->len ? "; " : "", name, list->str);
}

char *tab_adjudication_rules_to_string(const TabAdjudicationRules *rules)
{
    GString *text = g_string_new(NULL);
    g_autoptr(GString) list = g_string_new(NULL);
    if (rules->resign) {
        tab_keywords_append_number(list, "win", rules->resign_win);
        tab_keywords_append_number(list, "turns", rules->resign_turns);
        if (rules->resign_twosided)
            tab_keywords_append(list, "twosided", NULL, NULL);
        append_part(text, "resign", list);
    }
    if (rules->draw) {
        g_string_truncate(list, 0);
        tab_keywords_append_number(list, "win", rules->draw_win);
        tab_keywords_append_number(list, "turns", rules->draw_turns);
        tab_keywords_append_number(list, "number", rules->draw_number);
        append_part(text, "draw", list);
    }
    if (rules->tables) {
        g_string_truncate(list, 0);
        tab_keywords_append_number(list, "win", rules->table_win);
        tab_keywords_append_number(list, "pieces", rules->table_pieces);
        append_part(text, "tables", list);
    }
    if (!text->len)
        g_string_append_c(text, '-');
    return g_string_free(text, FALSE);
}

/* Judging. */

TabAdjudication tab_adjudication_new(const TabAdjudicationRules *rules)
{
    return (TabAdjudication){.rules = *rules};
}

/* All comparisons with NAN are false: it ends every row. */
static void count_lost(TabAdjudication *game, TabSide side, double win)
{
    TabSide other = tab_side_other(side);
    double limit = game->rules.resign_win + TOLERANCE;
    if (win <= limit)
        game->lost[side]++;
    else
        game->lost[side] = game->confirmed[side] = 0;
    if (win >= 1 - limit && game->lost[other])
        game->confirmed[other]++;
    else if (game->rules.resign_twosided)
        game->lost[other] = game->confirmed[other] = 0;
}

static gboolean has_resigned(const TabAdjudication *game, TabSide side)
{
    return game->lost[side] >= game->rules.resign_turns &&
           (!game->rules.resign_twosided || game->confirmed[side]);
}

static void count_even(TabAdjudication *game, TabSide side, guint turns, double win)
{
    if (turns >= game->rules.draw_number && fabs(win - 0.5) <= game->rules.draw_win + TOLERANCE)
        game->even[side]++;
    else
        game->even[TAB_WHITE] = game->even[TAB_BLACK] = 0;
}

TabAdjudicationVerdict tab_adjudication_turn(TabAdjudication *game, TabSide side, guint turns,
                                             double win)
{
    static const TabAdjudicationVerdict resignation[2] = {TAB_ADJUDICATION_RESIGN_WHITE,
                                                          TAB_ADJUDICATION_RESIGN_BLACK};
    if (game->rules.resign) {
        count_lost(game, side, win);
        if (has_resigned(game, side))
            return resignation[side];
        if (has_resigned(game, tab_side_other(side)))
            return resignation[tab_side_other(side)];
    }
    if (game->rules.draw) {
        count_even(game, side, turns, win);
        if (MIN(game->even[TAB_WHITE], game->even[TAB_BLACK]) >= game->rules.draw_turns)
            return TAB_ADJUDICATION_DRAW;
    }
    return TAB_ADJUDICATION_NONE;
}

int tab_adjudication_exact(const TabAdjudicationRules *rules, double win)
{
    double limit = rules->table_win - TOLERANCE;
    return !rules->tables ? 0 : win >= limit ? 1 : win <= 1 - limit ? -1 : 0;
}

gboolean tab_adjudication_wants_exact(const TabAdjudicationRules *rules,
                                      const TabPosition *position)
{
    return rules->tables &&
           position->pieces[TAB_WHITE] + position->pieces[TAB_BLACK] <= (int)rules->table_pieces;
}
