// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "info": what an engine says while it thinks.
#include "protocol/conform/point.h"

#include <string.h>

#include "protocol/codec/info.h"
#include "protocol/codec/message.h"

/* Reads the `info` lines of a running `go`, up to its bestmove; GPtrArray of char *. */
static GPtrArray *read_infos(TabCheck *check)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    const char *line;
    while ((line = tab_check_read(check, TAB_WAIT_WORK)) && !tab_check_begins(line, "bestmove") &&
           !tab_check_begins(line, "error"))
        if (tab_check_begins(line, "info"))
            g_ptr_array_add(lines, g_strdup(line));
    return lines;
}

typedef enum { NUMBER, CHANCE, LEVEL, REST } Kind;

static const struct {
    const char *key;
    Kind kind;
    gint64 min, max;
} keys[] = {
    {"depth", NUMBER, 0, G_MAXINT64},
    {"multipv", NUMBER, 1, G_MAXINT64},
    {"win", CHANCE, 0, 0},
    {"level", LEVEL, 0, 0},
    {"se", CHANCE, 0, 0},
    {"nodes", NUMBER, 0, G_MAXINT64},
    {"nps", NUMBER, 0, G_MAXINT64},
    {"time", NUMBER, 0, G_MAXINT64},
    {"hashfull", NUMBER, 0, 1000},
    {"tablehits", NUMBER, 0, G_MAXINT64},
    {"pv", REST, 0, 0},
    {"string", REST, 0, 0},
};

static int find_key(const char *token, gsize length)
{
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
        if (tab_message_token_is(token, length, keys[i].key))
            return (int)i;
    return -1;
}

static gboolean is_chance(const char *token, gsize length)
{
    g_autofree char *text = g_strndup(token, length);
    char *end;
    double value = g_ascii_strtod(text, &end);
    return length && !*end && strspn(text, "0123456789.eE+-") == length && value >= 0 && value <= 1;
}

static gboolean is_level(const char *token, gsize length)
{
    for (guint i = 0; i < TAB_N_INFO_LEVELS; i++)
        if (tab_message_token_is(token, length, tab_info_level_text((TabInfoLevel)i)))
            return TRUE;
    return FALSE;
}

/* Whether a key of the table stands behind the turn of `pv`. */
static gboolean has_key(const char *rest)
{
    const char *token;
    gsize length;
    gboolean found = FALSE;
    while (!found && tab_message_next_token(&rest, &token, &length))
        found = find_key(token, length) >= 0;
    return found;
}

/* What is wrong with an info line, NULL if it is good. Unknown keys are skipped. */
static const char *find_fault(const char *line)
{
    const char *token;
    gsize length;
    gint64 value;
    gboolean first = TRUE;
    tab_message_next_token(&line, &token, &length); /* the word itself */
    for (; tab_message_next_token(&line, &token, &length); first = FALSE) {
        int row = find_key(token, length);
        if (row < 0)
            continue;
        if (keys[row].kind == REST && !strcmp(keys[row].key, "string"))
            return first ? NULL : "string is not alone";
        tab_message_next_token(&line, &token, &length);
        if (keys[row].kind == REST)
            return !length ? "pv without a turn" : has_key(line) ? "pv is not last" : NULL;
        if (keys[row].kind == NUMBER &&
            !tab_message_parse_integer(token, (gssize)length, keys[row].key, keys[row].min,
                                       keys[row].max, &value, NULL))
            return "a number is malformed or out of range";
        if (keys[row].kind == CHANCE && !is_chance(token, length))
            return "win or se is no number from 0 to 1";
        if (keys[row].kind == LEVEL && !is_level(token, length))
            return "there is no such level";
    }
    return NULL;
}

static void check_infos(TabCheck *check, const char *go, guint *found)
{
    tab_check_send(check, "%s", go);
    g_autoptr(GPtrArray) lines = read_infos(check);
    for (guint i = 0; i < lines->len && tab_check_open(check); i++) {
        const char *line = g_ptr_array_index(lines, i), *fault = find_fault(line);
        if (fault)
            tab_check_fail(check, "info lines as the page has them", "%s (%s)", line, fault);
    }
    *found += lines->len;
}

static void well_formed(TabCheck *check)
{
    guint found = 0;
    g_auto(TabWalk) walk;
    g_autoptr(GPtrArray) turns = tab_point_choice(check, &walk);
    if (!turns)
        return;
    check_infos(check, "go depth 1", &found);
    check_infos(check, "go movetime 30", &found);
    tab_check_send(check, "throw");
    check_infos(check, "go depth 1", &found);
    tab_check_settle(check);
    if (!found)
        tab_check_skip(check, "it sends no info");
}

/* The token behind a key, NULL if there is none; free with g_free. */
static char *find_value(const char *line, const char *key)
{
    const char *token, *last = "";
    gsize length, last_length = 0;
    while (tab_message_next_token(&line, &token, &length)) {
        if (tab_message_token_is(token, length, "string"))
            return NULL;
        if (tab_message_token_is(last, last_length, key))
            return g_strndup(token, length);
        last = token;
        last_length = length;
    }
    return NULL;
}

static void legal_pv(TabCheck *check)
{
    guint found = 0;
    g_auto(TabWalk) walk;
    g_autoptr(GPtrArray) turns = tab_point_choice(check, &walk);
    if (!turns)
        return;
    tab_check_send(check, "go movetime 30");
    g_autoptr(GPtrArray) lines = read_infos(check);
    for (guint i = 0; i < lines->len && tab_check_open(check); i++) {
        g_autofree char *turn = find_value(g_ptr_array_index(lines, i), "pv");
        g_autoptr(GError) error = NULL;
        found += turn ? 1 : 0;
        if (turn && !tab_walk_is_legal(walk.rules, &walk.now, turn, NULL, &error))
            tab_check_fail(check, "a legal turn behind pv", "%s (%s)", turn, error->message);
    }
    tab_check_settle(check);
    if (!found)
        tab_check_skip(check, "it sends no pv");
}

/* Ranks from 1 on, and none above the option. */
static void multi_pv(TabCheck *check)
{
    const TabOption *option = tab_option_find(check->subject->identity->options, "MultiPV");
    if (!option || option->max < 2) {
        tab_check_skip(check, "it does not declare MultiPV");
        return;
    }
    g_auto(TabWalk) walk;
    g_autoptr(GPtrArray) turns = tab_point_choice(check, &walk);
    if (!turns)
        return;
    tab_check_accepted(check, "setoption name MultiPV value 2");
    tab_check_send(check, "go depth 1");
    g_autoptr(GPtrArray) lines = read_infos(check);
    char *best[2] = {NULL, NULL};
    for (guint i = 0; i < lines->len && tab_check_open(check); i++) {
        const char *line = g_ptr_array_index(lines, i);
        g_autofree char *rank = find_value(line, "multipv");
        g_autofree char *turn = find_value(line, "pv");
        if (!rank || !turn)
            continue;
        guint64 n = g_ascii_strtoull(rank, NULL, 10);
        if (n < 1 || n > 2) {
            tab_check_fail(check, "multipv 1 and 2", "%s", line);
            break;
        }
        g_free(best[n - 1]);
        best[n - 1] = g_steal_pointer(&turn);
    }
    if (!best[0] || !best[1] || !strcmp(best[0], best[1]))
        tab_check_fail(check, "infos of the two best turns", "multipv 1: %s, multipv 2: %s",
                       best[0] ? best[0] : "none", best[1] ? best[1] : "none");
    g_free(best[0]);
    g_free(best[1]);
    tab_check_accepted(check, "setoption name MultiPV value %s",
                       option->value ? option->value : "1");
}

const TabPoint tab_points_info[] = {
    {82, "info", N_("`info` lines are well formed: known keys with their values, `pv` last."),
     well_formed, 0},
    {83, "info", N_("The turn behind `pv` is legal."), legal_pv, 0},
    {84, "Options", N_("With `MultiPV` 2 the `info` lines tell of the two best turns."), multi_pv,
     0},
    {0},
};
