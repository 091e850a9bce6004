// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes `info` lines.
#include "protocol/codec/info.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "protocol/codec/message.h"

typedef enum { INTEGER, CHANCE, LEVEL, REST } Kind;

/* In the order in which they are written. */
static const struct {
    const char *key;
    TabInfoField field;
    Kind kind;
    size_t offset;
    gint64 min, max; /* of an integer */
} rows[] = {
    {"depth", TAB_INFO_DEPTH, INTEGER, offsetof(TabInfo, depth), 0, G_MAXINT64},
    {"multipv", TAB_INFO_MULTIPV, INTEGER, offsetof(TabInfo, multipv), 1, G_MAXINT64},
    {"win", TAB_INFO_WIN, CHANCE, offsetof(TabInfo, win), 0, 0},
    {"level", TAB_INFO_LEVEL, LEVEL, offsetof(TabInfo, level), 0, 0},
    {"se", TAB_INFO_SE, CHANCE, offsetof(TabInfo, se), 0, 0},
    {"nodes", TAB_INFO_NODES, INTEGER, offsetof(TabInfo, nodes), 0, G_MAXINT64},
    {"nps", TAB_INFO_NPS, INTEGER, offsetof(TabInfo, nps), 0, G_MAXINT64},
    {"time", TAB_INFO_TIME, INTEGER, offsetof(TabInfo, time), 0, G_MAXINT64},
    {"hashfull", TAB_INFO_HASHFULL, INTEGER, offsetof(TabInfo, hashfull), 0, 1000},
    {"tablehits", TAB_INFO_TABLEHITS, INTEGER, offsetof(TabInfo, tablehits), 0, G_MAXINT64},
    {"pv", TAB_INFO_PV, REST, offsetof(TabInfo, pv), 0, 0},
    {"string", TAB_INFO_STRING, REST, offsetof(TabInfo, string), 0, 0},
};

static const char *const level_texts[TAB_N_INFO_LEVELS] = {
    [TAB_INFO_EXACT] = "exact",     [TAB_INFO_TABLE] = "table",   [TAB_INFO_SEARCH] = "search",
    [TAB_INFO_ROLLOUT] = "rollout", [TAB_INFO_STATIC] = "static",
};

const char *tab_info_level_text(TabInfoLevel level)
{
    g_return_val_if_fail((guint)level < TAB_N_INFO_LEVELS, "static");
    return level_texts[level];
}

void tab_info_clear(TabInfo *info)
{
    g_free(info->pv);
    g_free(info->string);
    *info = (TabInfo){0};
}

void tab_info_copy(TabInfo *copy, const TabInfo *info)
{
    *copy = *info;
    copy->pv = g_strdup(info->pv);
    copy->string = g_strdup(info->string);
}

/* False for a level of a later version. */
static gboolean find_level(const char *token, gsize length, TabInfoLevel *level)
{
    for (guint i = 0; i < TAB_N_INFO_LEVELS; i++) {
        if (tab_message_token_is(token, length, level_texts[i])) {
            *level = (TabInfoLevel)i;
            return TRUE;
        }
    }
    return FALSE;
}

/* Reads the value of a row at `*cursor`. */
static gboolean parse_value(TabInfo *info, guint row, const char **cursor, GError **error)
{
    void *member = (char *)info + rows[row].offset;
    const char *token;
    gsize length;
    if (rows[row].kind == REST) {
        g_free(*(char **)member);
        *(char **)member = tab_message_rest(*cursor);
        *cursor += strlen(*cursor);
        info->fields |= rows[row].field;
        return TRUE;
    }
    tab_message_next_token(cursor, &token, &length);
    if (rows[row].kind == INTEGER) {
        if (!tab_message_parse_integer(token, length, rows[row].key, rows[row].min, rows[row].max,
                                       member, error))
            return FALSE;
    } else if (rows[row].kind == CHANCE) {
        if (!tab_message_parse_real(token, length, rows[row].key, 0, 1, member, error))
            return FALSE;
    } else if (!find_level(token, length, &info->level)) {
        return TRUE;
    }
    info->fields |= rows[row].field;
    return TRUE;
}

gboolean tab_info_parse(TabInfo *info, const char *text, GError **error)
{
    *info = (TabInfo){0};
    const char *cursor = text, *token;
    gsize length;
    while (tab_message_next_token(&cursor, &token, &length)) {
        guint row = 0;
        while (row < G_N_ELEMENTS(rows) &&
               (*token != *rows[row].key || !tab_message_token_is(token, length, rows[row].key)))
            row++;
        if (row < G_N_ELEMENTS(rows) && !parse_value(info, row, &cursor, error)) {
            tab_info_clear(info);
            return FALSE;
        }
    }
    return TRUE;
}

static void write_value(const TabInfo *info, guint row, GString *line)
{
    const void *member = (const char *)info + rows[row].offset;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_c(line, ' ');
    g_string_append(line, rows[row].key);
    switch (rows[row].kind) {
    case INTEGER:
        tab_message_append_integer(line, *(const gint64 *)member);
        break;
    case CHANCE:
        g_ascii_formatd(number, sizeof number, "%.4f", *(const double *)member);
        tab_message_append(line, number);
        break;
    case LEVEL:
        tab_message_append(line, tab_info_level_text(info->level));
        break;
    case REST:
        tab_message_append(line, *(char *const *)member);
        break;
    }
}

void tab_info_write(const TabInfo *info, GString *line)
{
    guint fields = info->fields;
    if (fields & TAB_INFO_PV)
        fields &= ~(guint)TAB_INFO_STRING;
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (fields & rows[i].field)
            write_value(info, i, line);
    }
}
