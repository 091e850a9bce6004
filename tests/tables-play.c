// SPDX-License-Identifier: GPL-3.0-or-later
// Tables against chance: games are played out by the best outcome of a table, with real throws, and
// the share won is compared with the value of the position that they began from.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/tables/probe.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/cast.h"

#include "tab-throws.h"

#define MOST_TURNS 100000

typedef struct {
    const TabProbe *probe;
    const TabRules *rules;
    TabOutcomes *outcomes;
    TabSticks sticks;
    TabRandom random;
    const TabPosition *before;
    TabPosition best;
    double worth;
} Game;

static bool look_at(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                    gpointer user_data)
{
    (void)key, (void)plays, (void)n_plays;
    Game *game = user_data;
    TabProbed found;
    if (!tab_probe_value(game->probe, after, &found))
        g_error("an outcome is not in the table");
    double worth = after->side == game->before->side ? found.value : 1 - found.value;
    if (worth <= game->worth)
        return true;
    game->worth = worth;
    game->best = *after;
    return true;
}

static void play_turn(Game *game, TabPosition *position)
{
    TabHand hand = {{0}};
    int t;
    if (game->rules->set.value[TAB_SWITCH_SAVE_TAB])
        hand.n[TAB_THROW_1] = position->saved[position->side];
    do {
        t = tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &game->sticks, &game->random);
        hand.n[t]++;
    } while (!tab_ruleset_at_once(&game->rules->set) && tab_throw_again(t));
    game->before = position;
    game->worth = -1;
    tab_outcomes_visit(game->outcomes, game->rules, position, &hand, TAB_OUTCOMES_MAX_STATES,
                       look_at, NULL, game);
    *position = game->best;
}

/* Whether the side to move wins. */
static bool play(Game *game, const TabPosition *start)
{
    TabPosition position = *start;
    for (unsigned turn = 0; turn < MOST_TURNS; turn++) {
        if (tab_position_finished(game->rules, &position))
            return position.pieces[start->side] > 0;
        play_turn(game, &position);
    }
    g_error("a game without an end");
}

/* usage: tables-play STATES GAMES SEED TABLE… */
int main(int argc, char **argv)
{
    if (argc < 5)
        return 1;
    unsigned states = (unsigned)atoi(argv[1]), games = (unsigned)atoi(argv[2]), n = 0;
    unsigned beyond = 0, allowed;
    double squares = 0;
    Game game = {.outcomes = tab_outcomes_new(),
                 .sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB])};
    game.random = tab_random_new((uint64_t)atoll(argv[3]));
    for (int i = 4; i < argc; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabTables) tables = tab_tables_open(argv[i], &error);
        if (!tables)
            g_error("%s", error->message);
        const TabTable *table = tab_tables_get(tables, 0);
        g_autoptr(TabProbe) probe = tab_probe_new(tables, table->rules);
        game.probe = probe;
        game.rules = table->rules;
        for (unsigned s = 0; s < states; s++) {
            uint64_t state = tab_random_below(&game.random, (uint32_t)table->n_values);
            TabPosition start;
            TabProbed value;
            unsigned won = 0;
            tab_layers_position(&table->layers, state, &start);
            tab_probe_value(probe, &start, &value);
            for (unsigned g = 0; g < games; g++)
                won += play(&game, &start);
            /* Within the bound a value may be off; what is beyond is chance's. */
            double share = (double)won / games,
                   error_of = sqrt(value.value * (1 - value.value) / games);
            double off = MAX(0, fabs(share - value.value) - value.bound) / MAX(error_of, 1e-9);
            squares += off * off;
            beyond += off > 3;
            n++;
        }
    }
    /* 0.27 % lie beyond three standard errors; four times the spread of that count is rare. */
    allowed = (unsigned)ceil(0.0027 * n + 4 * sqrt(0.0027 * n) + 1);
    printf("%u positions, %u games each, seed %s: %u beyond 3 standard errors (%.1f expected, %u "
           "allowed), mean square %.3f\n",
           n, games, argv[3], beyond, 0.0027 * n, allowed, squares / n);
    tab_outcomes_free(game.outcomes);
    return beyond <= allowed && squares / n < 1 + 6 / sqrt(n) ? 0 : 1;
}
