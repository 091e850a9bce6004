// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules: rulesets, by their names.
#pragma once

#include <glib.h>

/* The switches, in the order of texts. */
enum {
    SLOW_COLUMNS,
    SLOW_PIECES,
    SLOW_CHRISTIANS,
    SLOW_THROWS,
    SLOW_OPENING,
    SLOW_OPENING_TAB,
    SLOW_TAB_DUTY,
    SLOW_SAVE_TAB,
    SLOW_STACK_SPLIT,
    SLOW_STACK_RETURN,
    SLOW_RETURN_TEST,
    SLOW_ROW4_ENTRY,
    SLOW_ROW4_ONCE,
    SLOW_ROW4_MOVE,
    SLOW_ROW4_EXIT,
    SLOW_ROW4_SAFE,
    SLOW_JUMP_ENEMIES,
    SLOW_ROWS,
    SLOW_PROW,
    SLOW_TRACK,
    SLOW_FACING,
    SLOW_CAST,
    SLOW_UNLOCK,
    SLOW_UNLOCK_ORDER,
    SLOW_STACKING,
    SLOW_PASS_OWN,
    SLOW_SLEEPERS,
    SLOW_OUTSIDE,
    SLOW_KING,
    SLOW_HALVES,
    SLOW_DUTY,
    SLOW_GOAL,
    SLOW_N_SWITCHES
};

/* Throws are 0–12 and the sir. */
#define SLOW_SIR 13
#define SLOW_N_THROWS 14

typedef struct {
    int preset;                 /* its place among the sixteen */
    int value[SLOW_N_SWITCHES]; /* a number for columns and pieces, else the place of the value in
                                   the list of the switch */
} SlowRuleset;

/* Reads a rules string. If it is refused, `refused` becomes the words, separated by blanks, of
 * which the message must have one; otherwise NULL. Free with g_free. */
gboolean slow_ruleset_read(const char *text, SlowRuleset *rules, char **refused);

/* The canonical text; free with g_free. */
char *slow_ruleset_write(const SlowRuleset *rules);

/* Any allowed ruleset with at most nine columns, as canonical text; free with g_free. */
char *slow_ruleset_random(guint32 seed);

/* Whether a switch has this value. */
gboolean slow_ruleset_is(const SlowRuleset *rules, int key, const char *value);

/* "0"–"12" or "s"; and the throw of `length` characters at `text`, or -1. */
const char *slow_throw_name(int thrown);
int slow_throw_named(const char *text, size_t length);

/* How many throws a cast gives together: 1, or 2 or 3 dice. */
int slow_cast_n_dice(const SlowRuleset *rules);

/* Whether the cast can show it, and whether one casts again after it (of two dice: after that on
 * both). */
gboolean slow_cast_shows(const SlowRuleset *rules, int thrown);
gboolean slow_cast_again(const SlowRuleset *rules, int thrown);

/* Whether a throw, or (`half`) half a throw of this value, unlocks. */
gboolean slow_cast_unlocks(const SlowRuleset *rules, int thrown, gboolean half);
