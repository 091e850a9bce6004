// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn does, as far as the rules alone tell: what it takes, what it leaves in reach of
// either side, how far it goes.
#pragma once

#include "protocol/rules/position.h"

/* One pile, or the king, that can go to another's cell and capture what stands there. */
typedef struct {
    TabCell from, to;
    unsigned height;     /* pieces on `to`; 0: a king */
    double chance;       /* that some pile comes there in the next turn of its side, 0–1 */
    double chance_alone; /* … that this one does, which is the likeliest of them */
} TabTurnReach;

#define TAB_MAX_REACHES 8 /* the weightiest of each side */
#define TAB_LEAST_REACH 0.02

typedef struct {
    TabTurnReach reach[TAB_MAX_REACHES]; /* by chance × height, falling */
    unsigned n;
    double stones; /* pieces that are captured next, on average: the sum of chance × height over all
                    * piles, as if each were aimed at alone */
} TabTurnReaches;

/* All counts are about the side that played, and compare the board after the turn with that before.
 */
typedef struct {
    TabPosition before, after; /* the turn, which has ended */
    TabSide side;              /* that played */
    int taken;                 /* enemy pieces captured */
    int shed;                  /* own pieces lost: piles that turned back */
    int king;                  /* 1: the king became its own; -1: … the enemy's; 0: neither */
    int freed;                 /* Nasara that began to move, fewer than before */
    int out;     /* pieces more off the own home row, those counted that were lost there */
    int arrived; /* pieces more on the enemy's home row */
    int home;    /* pieces more that have come home again, where the track leads there */
    int gone;    /* cells that its plays went, each by what its throw says: the pace */
    int unused;  /* throws of the hand that were not used, saved ones aside */
    int saved;   /* tâbs more that are saved */
    bool again;  /* the same side throws next */
    bool over;   /* the game is over */
    TabTurnReaches danger; /* of its piles, by the enemy's next turn */
    TabTurnReaches aim;    /* of enemy piles, by its own next turn, if nothing else moved */
} TabTurnEffects;

/* What `turn`, legal in `before`, does; `sticks` as White's (cast.h). */
void tab_turn_effects_find(const TabRules *rules, const TabPosition *before, const TabTurn *turn,
                           const TabSticks *sticks, TabTurnEffects *effects);
