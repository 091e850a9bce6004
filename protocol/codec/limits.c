// SPDX-License-Identifier: GPL-3.0-or-later
// The limits of a `go`: a table of keys, read and written.
#include "protocol/codec/limits.h"

#include <stddef.h>

#include "protocol/codec/message.h"

static const struct {
    const char *key;
    size_t offset;
} numbers[] = {
    {"movetime", offsetof(TabLimits, movetime)}, {"wtime", offsetof(TabLimits, wtime)},
    {"btime", offsetof(TabLimits, btime)},       {"winc", offsetof(TabLimits, winc)},
    {"binc", offsetof(TabLimits, binc)},         {"turnstogo", offsetof(TabLimits, turnstogo)},
    {"nodes", offsetof(TabLimits, nodes)},       {"depth", offsetof(TabLimits, depth)},
    {"rollouts", offsetof(TabLimits, rollouts)}, {"truncate", offsetof(TabLimits, truncate)},
};

static const struct {
    const char *key;
    size_t offset;
    double most;
} reals[] = {
    {"se", offsetof(TabLimits, se), 1},
    {"stop", offsetof(TabLimits, stop), 1000},
};

static gint64 *number_of(TabLimits *limits, gsize row)
{
    return (gint64 *)((char *)limits + numbers[row].offset);
}

void tab_limits_init(TabLimits *limits)
{
    *limits = (TabLimits)TAB_LIMITS_INIT;
}

void tab_limits_clear(TabLimits *limits)
{
    g_strfreev(limits->searchturns);
    g_free(limits->skipped);
    tab_limits_init(limits);
}

void tab_limits_copy(TabLimits *copy, const TabLimits *limits)
{
    *copy = *limits;
    copy->searchturns = g_strdupv(limits->searchturns);
    copy->skipped = g_strdup(limits->skipped);
}

guint tab_limits_deadline(const TabLimits *limits, gint64 patience_ms)
{
    return (guint)CLAMP(patience_ms + MAX(limits->movetime, 0), 1, G_MAXINT);
}

gboolean tab_limits_endless(const TabLimits *limits)
{
    return limits->infinite || limits->ponder;
}

/* The row of a key that takes a real number, or -1. */
static int find_real(const char *token, gsize length)
{
    for (guint i = 0; i < G_N_ELEMENTS(reals); i++) {
        if (tab_message_token_is(token, length, reals[i].key))
            return (int)i;
    }
    return -1;
}

/* The row of a key that takes an integer, or -1. */
static int find_number(const char *token, gsize length)
{
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        if (tab_message_token_is(token, length, numbers[i].key))
            return (int)i;
    }
    return -1;
}

static gboolean parse_searchturns(TabLimits *limits, const char *cursor, GError **error)
{
    GPtrArray *turns = g_ptr_array_new();
    const char *token;
    gsize length;
    while (tab_message_next_token(&cursor, &token, &length))
        g_ptr_array_add(turns, g_strndup(token, length));
    gboolean any = turns->len > 0;
    g_ptr_array_add(turns, NULL);
    limits->searchturns = (GStrv)g_ptr_array_free(turns, FALSE);
    if (!any)
        g_set_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT, "searchturns needs a turn");
    return any;
}

/* Reads on behind the key `token`, which goes to `skipped` if it is none; sets `*done` at the end
 * of the line. */
static gboolean parse_key(TabLimits *limits, const char *token, gsize length, const char **cursor,
                          GString *skipped, gboolean *done, GError **error)
{
    int row = find_number(token, length);
    if (row >= 0) {
        tab_message_next_token(cursor, &token, &length);
        return tab_message_parse_integer(token, length, numbers[row].key, 0, G_MAXINT64,
                                         number_of(limits, (gsize)row), error);
    }
    row = find_real(token, length);
    if (row >= 0) {
        double *real = (double *)((char *)limits + reals[row].offset);
        tab_message_next_token(cursor, &token, &length);
        return tab_message_parse_real(token, length, reals[row].key, 0, reals[row].most, real,
                                      error);
    }
    if (tab_message_token_is(token, length, "infinite"))
        limits->infinite = TRUE;
    else if (tab_message_token_is(token, length, "ponder"))
        limits->ponder = TRUE;
    else if (tab_message_token_is(token, length, "searchturns")) {
        *done = TRUE;
        return parse_searchturns(limits, *cursor, error);
    } else {
        if (skipped->len)
            g_string_append_c(skipped, ' ');
        g_string_append_len(skipped, token, (gssize)length);
    }
    return TRUE;
}

gboolean tab_limits_parse(TabLimits *limits, const char *text, GError **error)
{
    tab_limits_init(limits);
    const char *cursor = text, *token;
    gsize length;
    gboolean done = FALSE;
    g_autoptr(GString) skipped = g_string_new(NULL);
    while (!done && tab_message_next_token(&cursor, &token, &length)) {
        if (!parse_key(limits, token, length, &cursor, skipped, &done, error)) {
            tab_limits_clear(limits);
            return FALSE;
        }
    }
    if (skipped->len)
        limits->skipped = g_strdup(skipped->str);
    return TRUE;
}

void tab_limits_write(const TabLimits *limits, GString *line)
{
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        const gint64 *number = (const gint64 *)((const char *)limits + numbers[i].offset);
        if (*number < 0)
            continue;
        g_string_append_c(line, ' ');
        g_string_append(line, numbers[i].key);
        tab_message_append_integer(line, *number);
    }
    for (guint i = 0; i < G_N_ELEMENTS(reals); i++) {
        const double *real = (const double *)((const char *)limits + reals[i].offset);
        char text[G_ASCII_DTOSTR_BUF_SIZE];
        if (*real > 0)
            g_string_append_printf(line, " %s %s", reals[i].key,
                                   g_ascii_dtostr(text, sizeof text, *real));
    }
    if (limits->infinite)
        g_string_append(line, " infinite");
    if (limits->ponder)
        g_string_append(line, " ponder");
    if (limits->searchturns && limits->searchturns[0]) {
        g_string_append(line, " searchturns");
        for (char **turn = limits->searchturns; *turn; turn++)
            tab_message_append(line, *turn);
    }
}
