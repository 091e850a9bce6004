// SPDX-License-Identifier: GPL-3.0-or-later
// Game records: tags, and a tree of turns with their notes, comments and variations (RULES.md 10).
#pragma once

#include "protocol/rules/notation.h"

/* The version of the format: the tag [Format] of records that begin here. Without the tag a record
 * is of version 1, which version 0.1 of the program wrote. The reader takes no record of a later
 * one. */
#define TAB_RECORD_FORMAT 1u

/* What the reader of texts takes at most; beyond that a text is refused. */
#define TAB_RECORD_MAX_BYTES (256u << 20) /* of a file */
#define TAB_RECORD_MAX_NODES 1000000u     /* turns of a game, variations included */
#define TAB_RECORD_MAX_DEPTH 64u          /* variations within variations */
#define TAB_RECORD_MAX_TAGS 256u          /* of a game */
#define TAB_RECORD_MAX_TEXT 65536u        /* bytes of a tag's value, of a comment, of a turn */
#define TAB_RECORD_MAX_NOTES 32u          /* of a turn */
#define TAB_RECORD_MAX_NOTE 256u          /* bytes of a note's value; its key has at most 32 */
#define TAB_RECORD_MAX_OPENING 10000u     /* throws of an opening */

typedef enum {
    TAB_RECORD_UNDECIDED, /* `*` */
    TAB_RECORD_WHITE_WON, /* `1-0` */
    TAB_RECORD_BLACK_WON, /* `0-1` */
    TAB_RECORD_DRAWN,     /* `1/2-1/2` */
    TAB_N_RECORD_RESULTS
} TabRecordResult;

/* Why the game ended; which of them go with which result says tab_record_can_end(). */
typedef enum {
    TAB_RECORD_NOT_SAID, /* no tag [Termination] */
    TAB_RECORD_NORMAL,   /* by the rules: the loser's last piece left the board */
    TAB_RECORD_TURN_LIMIT,
    TAB_RECORD_NO_PROGRESS,
    TAB_RECORD_AGREED, /* the players agreed on the result */
    TAB_RECORD_ADJUDICATION,
    TAB_RECORD_RESIGN,
    TAB_RECORD_TIME,
    TAB_RECORD_CRASH, /* from here on: how engines lose, see RULES.md 10 */
    TAB_RECORD_SILENT,
    TAB_RECORD_ILLEGAL,
    TAB_RECORD_FLOOD,
    TAB_N_RECORD_TERMINATIONS
} TabRecordTermination;

/* Whoever waits for long work hears how much is done; false: it is to stop. */
typedef bool (*TabRecordProgress)(size_t done, gpointer data);

/* The texts of the tags; NULL beyond the last and for TAB_RECORD_NOT_SAID. */
const char *tab_record_result_text(TabRecordResult result);
const char *tab_record_termination_text(TabRecordTermination termination);
/* Whether a game can end so: the table of RULES.md 10. */
bool tab_record_can_end(TabRecordResult result, TabRecordTermination termination);

/* Whether a text can be the value of [Date]: YYYY.MM.DD, a part that is not known all question
 * marks. */
bool tab_record_is_date(const char *text);

/* One throw of an opening. */
typedef struct {
    uint8_t side; /* TabSide that threw */
    uint8_t kind;
} TabRecordThrow;

typedef enum {
    TAB_RECORD_OPENING_OPEN,    /* `*side` throws next */
    TAB_RECORD_OPENING_DECIDED, /* `*side` won */
    TAB_RECORD_OPENING_WRONG,   /* somebody threw out of turn, or after the end */
} TabRecordOpening;

/* Goes through the throws of an opening under these rules (RULES.md 4): sets `side` to who throws
 * next, or to the winner, who has the first turn. */
TabRecordOpening tab_record_opening(const TabRules *rules, const TabRecordThrow *throws, size_t n,
                                    TabSide *side);

/* One turn, or the root (the start). The first child continues the game; its siblings are
 * variations of that child. Read freely; change through the functions only. Texts are canonical and
 * NULL where there is none. */
typedef struct _TabRecordNode TabRecordNode;
struct _TabRecordNode {
    TabRecordNode *parent; /* NULL for the root */
    TabRecordNode *child;  /* first child: the main line from here */
    TabRecordNode *last_child;
    TabRecordNode *next; /* next child of the same parent */
    uint32_t number;     /* of the turn; 0 for the root */
    uint8_t side;        /* TabSide that played */
    char *throws;        /* "1,4,2": in the order thrown, without saved tâbs; NULL for the root */
    char *turn;    /* "1:a9b9,…"; NULL for the root, and for throws whose turn is not chosen */
    char *notes;   /* "eval=0.5312 emt=0.120" */
    char *comment; /* UTF-8, lines ended by LF */
};

typedef struct _TabRecordTag {
    char *name, *value;
} TabRecordTag;

/* A game. Read freely; change through the functions only. */
typedef struct {
    TabRules *rules;
    TabSituation start; /* what the first turn is played from */
    GArray *tags;       /* of TabRecordTag, in their order in the text */
    TabRecordNode *root;
    unsigned n_nodes; /* the root aside */
    TabRecordResult result;
    TabRecordTermination termination;
    GHashTable *checkpoints; /* of game.c, by node; NULL: none yet */
} TabRecord;

/* A game that begins with the start position after the opening's `n` throws (which must be right;
 * undecided ones give White's start). Tags [Format], [Rules], [Opening] if n > 0, [Result "*"]. */
TabRecord *tab_record_new(const TabRules *rules, const TabRecordThrow *opening, size_t n);
/* A game from any position, which must be valid. Tag [Position] too. */
TabRecord *tab_record_new_from(const TabRules *rules, const TabSituation *start);
void tab_record_free(TabRecord *record);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabRecord, tab_record_free)

/* The opening of a game without turns has `n` other throws: the tag [Opening], and the start that
 * they give. */
void tab_record_set_opening(TabRecord *record, const TabRecordThrow *throws, size_t n);

/* The value of a tag, or NULL. Owned by the record. */
const char *tab_record_get_tag(const TabRecord *record, const char *name);
/* The same; `otherwise` if there is no such tag, or an empty one. */
const char *tab_record_get_tag_or(const TabRecord *record, const char *name, const char *otherwise);
/* The throws of [Opening], an array of TabRecordThrow, empty without that tag. Free with
 * g_array_unref. */
GArray *tab_record_list_opening(const TabRecord *record);
/* Sets, replaces or (NULL) removes a tag that says nothing about play: not Format, Rules, Position,
 * Opening, Result or Termination. Known tags take their place in the order of RULES.md 10, others
 * come last. Control characters of the value become blanks, and it is cut at TAB_RECORD_MAX_TEXT
 * bytes. A value that its tag does not allow ([Date], [Seed], [Sticks], [MaxTurns]) is the
 * programmer's mistake. */
void tab_record_set_tag(TabRecord *record, const char *name, const char *value);
/* Sets result and termination with their tags; tab_record_can_end() must hold. */
void tab_record_set_result(TabRecord *record, TabRecordResult result,
                           TabRecordTermination termination);

/* Appends a turn as the last child of `parent`: the main line's if it is the first, else a
 * variation. `before` is the situation it is played from, with all its throws; `turn` its canonical
 * text, legal there (the caller knows; the reader checks), or NULL if none is chosen yet. Owned by
 * the record. The reader takes no tree beyond the limits above. */
TabRecordNode *tab_record_append(TabRecord *record, TabRecordNode *parent,
                                 const TabSituation *before, const char *turn);
/* Takes a turn (not the root) out, with all that follows it. */
void tab_record_remove(TabRecord *record, TabRecordNode *node);
/* Makes a turn (not the root) the first child of its parent, so that the line from there on goes by
 * it; what was first becomes the first variation. The result stays: the caller sees to it that it
 * fits the main line. */
void tab_record_promote(TabRecordNode *node);
/* Appends the turns that lead to `node`, a node of another record with the same start, to the root:
 * throws and turns alone. */
void tab_record_append_line(TabRecord *record, const TabRecordNode *node);
/* Whether anything moves in the turn of a node. */
bool tab_record_moves(const TabRecordNode *node);
/* Whether a node is in the main line; the root is. */
bool tab_record_is_main(const TabRecordNode *node);
/* The last node of the main line; the root if nothing is played. */
TabRecordNode *tab_record_last(const TabRecord *record);
/* How many turns the main line has, by their numbers: one of many casts is one turn. */
unsigned tab_record_count_turns(const TabRecord *record);
/* Notes are pairs key=value. Known: `eval` (chance that the side that played wins, 0–1), `emt`
 * (seconds it took), `clk` (seconds left on its clock), `depth`, `nodes`. */
/* Sets or replaces a note: key [a-z][a-z0-9-]*, value of printable characters other than blanks and
 * (){}. */
void tab_record_set_note(TabRecordNode *node, const char *key, const char *value);
/* The same with a number of `decimals` 0–6, in the C locale. */
void tab_record_set_number(TabRecordNode *node, const char *key, double value, int decimals);
/* The value of a note, or NULL; free with g_free. */
char *tab_record_get_note(const TabRecordNode *node, const char *key);
/* The number of a note, or `otherwise` if there is no such note. Only the known ones are checked
 * when a file is read: others may be anything, also NaN or infinite; what is no number is 0. */
double tab_record_get_number(const TabRecordNode *node, const char *key, double otherwise);
/* Sets or (NULL, "") removes the comment. Control characters other than LF and TAB become blanks,
 * and it is cut at TAB_RECORD_MAX_TEXT bytes. */
void tab_record_set_comment(TabRecordNode *node, const char *comment);
