// SPDX-License-Identifier: GPL-3.0-or-later
// What the database keeps of one game, made of its record without a database at hand.
#pragma once

#include <gio/gio.h>

#include "protocol/database/analyses.h"
#include "protocol/game/record-text.h"

#define TAB_DIGEST_BYTES 32 /* SHA-256 */

/* A turn of the tree of openings. */
typedef struct {
    char *throws; /* sorted by name: it does not matter in which order they fell */
    char *turn;
    gint64 key; /* of the position after it */
    TabSide side;
} TabOpeningTurn;

/* NULL is what the record does not say. */
typedef struct {
    guint8 digest[TAB_DIGEST_BYTES];
    char *white, *black, *event, *round, *date;
    char *rules; /* canonical */
    TabRecordResult result;
    TabRecordTermination termination;
    TabSide begins;
    guint turns; /* of the main line, counted by their numbers */
    TabOpeningTurn opening[TAB_OPENING_DEPTH];
    guint n_opening;           /* 0 in games that begin from a set position */
    char *keys;                /* of all positions of the main line, words with blanks between */
    gsize bytes;               /* of the record's text */
    GByteArray *packed;        /* the text as a zlib stream */
    TabGameAnalysis *analysis; /* what the notes of its turns say; NULL: nothing */
    guint line;                /* where it began in its source */
} TabGameEntry;

/* The next game of a reader, as tab_record_reader_next(), with its entry. The reader's witness is
 * taken. */
TabGameEntry *tab_game_entry_read(TabRecordReader *reader, GError **error);
void tab_game_entry_free(TabGameEntry *entry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameEntry, tab_game_entry_free)

/* Two games are the same when they have the same digest: of rules, start, opening, players, date,
 * result and all throws and turns of the main line. Event, round, comments, notes and variations do
 * not matter. */

/* The word of a position in the index: 50 bits of its key (position.h), in base 32. Two positions
 * among ten million have the same one with a chance of 10^-8 for each that is looked for, so who
 * must be sure replays the game. Free with g_free. */
char *tab_game_entry_word(const TabPosition *position);

/* The text of a record that was packed; NULL if the bytes are damaged. Free with g_free. */
char *tab_game_entry_unpack(const guint8 *packed, gsize length, gsize bytes);
