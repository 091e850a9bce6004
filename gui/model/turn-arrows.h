// SPDX-License-Identifier: GPL-3.0-or-later
// Arrows that show on the board what a turn does and what it leaves in reach, each with its meaning
// in words.
#pragma once

#include "gui/model/turn-effects.h"

typedef enum {
    TAB_ARROW_PLAY,   /* a play of the turn */
    TAB_ARROW_DANGER, /* an enemy pile can go there and capture */
    TAB_ARROW_AIM,    /* a pile of the side that played can, in its next turn */
} TabArrowKind;

typedef struct {
    TabArrowKind kind;
    TabCell path[TAB_MAX_PATH]; /* the cells that a play passes; else from where and to where */
    unsigned n_path;            /* 2 or more */
    bool capture;               /* it captures at its end */
    double chance;              /* that it happens, 0–1; 1 for a play */
    char *meaning;              /* "b7, white pile of 3, can be taken from d5: 43 %" */
} TabTurnArrow;

#define TAB_MOST_DANGERS 4 /* more arrows tell nothing */
#define TAB_MOST_AIMS 3
#define TAB_LEAST_ARROW 0.05 /* chance */

/* The arrows of a turn: its plays in their order, then dangers and aims by weight. An array of
 * TabTurnArrow; free with g_ptr_array_unref. */
GPtrArray *tab_turn_arrows_list(const TabRules *rules, const TabTurn *turn,
                                const TabTurnEffects *effects);
