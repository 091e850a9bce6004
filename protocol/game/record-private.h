// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader of game records shares with the record itself.
#pragma once

#include "protocol/game/record.h"

/* What is wrong with the value of a tag that says nothing of where the game begins; NULL if
 * nothing. Static. Without `rules` [Sticks] is not looked at: which sticks there are is theirs to
 * say. */
const char *tab_record_tag_fault(const TabRules *rules, const char *name, const char *value);
/* Whether tags or notes can be called so. */
bool tab_record_is_tag_name(const char *name, size_t length);
bool tab_record_is_note_key(const char *key, size_t length);
/* What is wrong with the value of a note; NULL if nothing. Static. */
const char *tab_record_note_fault(const char *key, const char *value);
/* Takes over the tag, in the order of the text. */
void tab_record_take_tag(TabRecord *record, char *name, char *value);
/* An empty record: no tags, a root. Takes over `rules`. */
TabRecord *tab_record_new_empty(TabRules *rules);
/* Appends a node; takes over `throws` and `turn`. */
TabRecordNode *tab_record_take_node(TabRecord *record, TabRecordNode *parent, uint32_t number,
                                    int side, char *throws, char *turn);
/* Reads the value of [Opening]. */
bool tab_record_parse_opening(const TabCast *cast, const char *text, GArray *throws);
/* The place of `text` among the texts of results or terminations; -1 if it is none. */
int tab_record_find_result(const char *text);
int tab_record_find_termination(const char *text);
