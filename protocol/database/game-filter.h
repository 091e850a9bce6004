// SPDX-License-Identifier: GPL-3.0-or-later
// Which games of a database are meant, and in which order.
#pragma once

#include <glib.h>

typedef enum {
    TAB_GAME_NUMBER, /* in which games came in */
    TAB_GAME_DATE,
    TAB_GAME_WHITE,
    TAB_GAME_BLACK,
    TAB_GAME_RESULT,
    TAB_GAME_TURNS,
    TAB_GAME_RULES,
    TAB_GAME_EVENT,
    TAB_N_GAME_COLUMNS
} TabGameColumn;

/* A text that is pasted may have any number of words, and SQLite cannot join more than 1000
 * conditions. What its first words find is little enough. */
#define TAB_GAME_FILTER_WORDS 50

/* Which games. All that is set must hold. In names * stands for any characters and ? for one,
 * capitals do not matter. */
typedef struct {
    const char *player; /* on either side */
    const char *white, *black;
    const char *event;
    const char *rules; /* a rules string; the same rules written in another way are the same */
    int result;        /* TabRecordResult; -1: any */
    const char
        *date_from;      /* YYYY, YYYY.MM or YYYY.MM.DD, also with `-`; a date of which a part is */
    const char *date_to; /* not known is inside if it may be; a game without one never is */
    guint min_turns;     /* 0: any */
    guint max_turns;     /* 0: any */
    const char *words;   /* with blanks between; each is in a player's name, the event's, the date,
                            the result, or what the rules are called; only the first
                            TAB_GAME_FILTER_WORDS count */
    char *(*rules_title)(const char *rules); /* what rules are called, for `words` and to sort by;
                                                free with g_free. NULL: by their string */
    const char *position; /* five fields; it stands there in the main line, at any turn, under these
                             rules or others with such a board; throws at hand do not matter */
    gboolean any_position; /* one that no rules here know, or that is none, is found nowhere; FALSE:
                              it is an error */
    TabGameColumn sort;    /* then by number */
    gboolean descending;   /* the column; numbers that follow too */
    guint limit;           /* 0: all */
    guint offset;          /* games left out at the beginning */
} TabGameFilter;
#define TAB_GAME_FILTER_INIT                                                                       \
    {                                                                                              \
        .result = -1                                                                               \
    }
