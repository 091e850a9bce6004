// SPDX-License-Identifier: GPL-3.0-or-later
// A line of a file of positions that are to be evaluated: rules, a position, its throws, turns.
#pragma once

#include "protocol/rules/notation.h"

/* Fields with semicolons between them, and any blanks around them; no text of RULES.md has a
 * semicolon in it:
 *
 *     <rules> ; <position> [; <throws> [; <turn> …]]
 *
 * rules: a rules string (RULES.md 7). position: the five fields of RULES.md 8, or `start`, `start
 * w`, `start b` as in the protocol's setpos. throws: what has fallen, as field 3 of a position has
 * it ("1,4,2", "1,4+"), in place of the throws of the position, with which it must begin; empty or
 * "-": those of the position. turn: a legal turn for these throws, which must be complete; empty
 * fields are left out. What follows a `#` is a comment. */

/* Bytes of a line. */
#define TAB_POSITION_LINE_MAX 65536

/* A turn whose value is asked for. */
typedef struct {
    char *text;
    TabPosition after; /* the turn */
} TabAskedTurn;

typedef struct {
    TabRules *rules;
    TabSituation situation; /* with the throws of the line */
    TabAskedTurn *turns;
    guint n_turns;
} TabPositionLine;

void tab_position_line_free(TabPositionLine *line);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabPositionLine, tab_position_line_free)

/* Reads lines, and keeps their rules for the lines that follow. */
typedef struct _TabPositionReader TabPositionReader;

TabPositionReader *tab_position_reader_new(void);
void tab_position_reader_free(TabPositionReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabPositionReader, tab_position_reader_free)

/* Reads a line of `length` bytes without its line end. `line` becomes NULL if there is nothing on
 * it but a comment. The error, of TAB_RULES_ERROR, names the field and shows it. */
gboolean tab_position_reader_take(TabPositionReader *reader, const char *text, gsize length,
                                  TabPositionLine **line, GError **error);
