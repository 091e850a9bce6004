// SPDX-License-Identifier: GPL-3.0-or-later
// Made-up games of a match, for tests of what is made from results.
#pragma once

#include "protocol/match/results.h"

/* One game in fifty ends in any strange way, and one in a hundred has no result or no luck, if
 * `odd`. Games of a set share their sticks with `pairs`. `edge`: what a number less an engine has
 * scores more a game, 0–1. */
typedef struct {
    guint engines, games, n_rules;
    gboolean pairs, luck, odd;
    double edge;
    guint seed;
    const TabSprt *sprt;
    const char *const *names; /* NULL: "A", "B", … */
} SampleSetup;

/* A game that was won, as journals keep it, with a record; of two engines. */
TabGameResult *sample_game(guint number);
/* GPtrArray of TabGameResult, which it owns. */
GPtrArray *sample_games(const SampleSetup *setup);
guint sample_set(const SampleSetup *setup, guint number);
/* Without any game. */
TabResults *sample_results_new(const SampleSetup *setup);
/* With all of them. */
TabResults *sample_results(const SampleSetup *setup);
