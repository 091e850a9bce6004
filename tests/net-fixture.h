// SPDX-License-Identifier: GPL-3.0-or-later
// Positions of random games, and networks with weights by chance.
#pragma once

#include "engine/eval/eval.h"
#include "engine/eval/net.h"

typedef struct {
    TabRules *rules;
    TabSticks sticks;
    TabEval *eval;
} FixtureBoard;

/* With fair sticks. */
FixtureBoard fixture_board_new(const char *rules);
void fixture_board_clear(FixtureBoard *board);

/* Games of every kind of board and track. */
#define FIXTURE_N_RULES 29
extern const char *const fixture_rules[FIXTURE_N_RULES];

typedef void (*FixtureFunc)(const FixtureBoard *board, const TabPosition *position,
                            gpointer user_data);

/* Calls `func` for the positions before each throw of random games. */
void fixture_wander(const FixtureBoard *board, unsigned games, FixtureFunc func,
                    gpointer user_data);

/* Weights of ±`reach`, those of the output of ±1000; the header says 12,345 games, 2,345 of them
 * studied, seed 7. */
TabNetWeights *fixture_weights(const char *rules, TabLayout layout, unsigned hidden, int reach);
