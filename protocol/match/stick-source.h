// SPDX-License-Identifier: GPL-3.0-or-later
// Where the throws of a game come from: chances and a seed, or a file of throws that fell on a real
// table.
#pragma once

#include "protocol/match/schedule.h"
#include "protocol/rules/ruleset.h"

/* Immutable once made: shared by all games and threads. */
typedef struct _TabStickSource TabStickSource;

/* Reads `fair`, `p=…`, `w=…` (as tab_sticks_parse()) or `file=PATH` for the sticks of a cast
 * (copied).
 *
 * A file of throws is text. What follows a `#` is a comment, empty lines are skipped. The first
 * other line may be `sticks fair`, `sticks p=…` or `sticks w=…`: the chances that engines are told
 * and luck is reckoned with, fair if it is left out. Every other line is one set of games (those
 * that are played with the same throws: a pair): the throws of the opening, White's and Black's,
 * with a `/` between them, each throw the name of a kind (of Tâb 1 2 3 4 6), with blanks or none:
 *
 *     sticks p=0.48
 *     1 / 42 13 6 2 / 3 2 2
 *     2 3 1 / 6612 / 12
 *
 * The lines are taken round and round: set k has line (k - 1) modulo their number. Throw n of a
 * seat (or of the opening) is digit n of its list, whatever else happened in the game. A game that
 * needs more throws than there are in a list gets them from the seed, as if all had come from
 * there: throw n is number n of the list's stream.
 *
 * Sticks are refused if less than one throw in a thousand ends the throwing (with p= it is more
 * from 0.0131 to 0.9997): every turn would come to the most throws that it may have. Errors are
 * G_OPTION_ERROR_BAD_VALUE, G_FILE_ERROR for a file that cannot be read; they name the text, or
 * file, line and word. */
TabStickSource *tab_stick_source_parse(const TabCast *cast, const char *text, GError **error);
void tab_stick_source_free(TabStickSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabStickSource, tab_stick_source_free)

/* Whether openings under these rules end: the chance that one is still open after
 * TAB_RECORD_MAX_OPENING throws is below one in 10^9. Else a G_OPTION_ERROR_BAD_VALUE. Not needed
 * for games that start from given positions. */
gboolean tab_stick_source_check_opening(const TabStickSource *source, const TabRuleset *rules,
                                        GError **error);

/* What engines are told and luck is reckoned with. */
const TabSticks *tab_stick_source_chances(const TabStickSource *source);
/* The same as the option Sticks takes it: "fair", "p=0.37", "w=6,13,11,5,1". */
const char *tab_stick_source_text(const TabStickSource *source);
/* Whether these are the chances of fair sticks, however written: no engine needs to be told. */
gboolean tab_stick_source_is_fair(const TabStickSource *source);
/* One line that is the same for sources that give the same throws: the text, and the SHA-256 of a
 * file's content. Free with g_free. */
char *tab_stick_source_digest(const TabStickSource *source);

/* The throws of one game. A plain value; the source must live as long. Every throw takes exactly
 * one number of its stream, whether a file gives the throw or not, so that throw n of a seat is the
 * same however the game goes and whatever the other seat needs. */
typedef struct {
    const TabStickSource *source;
    guint set;           /* from 1 */
    TabRandom random[3]; /* by TAB_STREAM_OPENING, _WHITE, _BLACK */
    guint taken[3];      /* throws so far */
} TabGameSticks;

/* `seed`: of the set of games; see TabStream. */
TabGameSticks tab_game_sticks_new(const TabStickSource *source, guint64 seed, guint set);
/* The next throw (its index) of the opening. */
int tab_game_sticks_opening(TabGameSticks *sticks);
/* The next throw (its index) of that seat, whose turn has `thrown` throws so far. */
int tab_game_sticks_throw(TabGameSticks *sticks, TabSide side, guint thrown);
