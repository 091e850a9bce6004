// SPDX-License-Identifier: GPL-3.0-or-later
// Games decided by the difference of the engines, luck and chance.
#include "tests/sample-results.h"

#include <math.h>

static double normal(GRand *random)
{
    double u = 1 - g_rand_double(random), v = g_rand_double(random);
    return sqrt(-2 * log(u)) * cos(2 * G_PI * v);
}

guint sample_set(const SampleSetup *setup, guint number)
{
    return setup->pairs ? (number - 1) / 2 : number - 1;
}

/* The two engines of a set, every two in turn. */
static void choose_engines(const SampleSetup *setup, guint number, guint engine[2])
{
    guint set = (number - 1) / 2 % (setup->engines * (setup->engines - 1) / 2);
    guint high = 1;
    for (; set >= high; high++)
        set -= high;
    gboolean exchanged = number % 2 == 0;
    engine[0] = exchanged ? high : set;
    engine[1] = exchanged ? set : high;
}

static void decide(TabGameResult *game, double chance, GRand *random)
{
    double x = chance + game->luck + 0.25 * normal(random);
    game->termination = TAB_RECORD_NORMAL;
    game->result = x > 0.5 ? TAB_RECORD_WHITE_WON : TAB_RECORD_BLACK_WON;
    if (fabs(x - 0.5) < 0.04) {
        game->result = TAB_RECORD_DRAWN;
        game->termination = g_rand_boolean(random) ? TAB_RECORD_NO_PROGRESS : TAB_RECORD_TURN_LIMIT;
    }
}

static void make_odd(TabGameResult *game, GRand *random)
{
    if (!g_rand_int_range(random, 0, 50) && game->result != TAB_RECORD_DRAWN) {
        game->termination = (TabRecordTermination)g_rand_int_range(random, TAB_RECORD_ADJUDICATION,
                                                                   TAB_N_RECORD_TERMINATIONS);
        game->reason = g_strdup("made up");
    }
    if (!g_rand_int_range(random, 0, 100)) {
        game->result = TAB_RECORD_UNDECIDED;
        game->termination = TAB_RECORD_NOT_SAID;
    }
    if (!g_rand_int_range(random, 0, 100))
        game->has_luck = FALSE;
}

static TabSeatUse make_use(GRand *random, guint turns, guint engine)
{
    TabSeatUse use = {.turns = turns};
    for (guint i = 0; i < turns; i++) {
        gint64 time = g_rand_int_range(random, 1000, 20000 + 10000 * (gint)engine);
        use.time_us += time;
        use.longest_us = MAX(use.longest_us, time);
        use.depth_sum += 2 + (gint64)engine;
        use.depth_turns++;
        use.nodes_sum += g_rand_int_range(random, 100, 50000);
        use.node_turns++;
    }
    return use;
}

TabGameResult *sample_game(guint number)
{
    TabGameResult *game = g_new0(TabGameResult, 1);
    game->number = number;
    game->engine[TAB_BLACK] = 1;
    game->opening = -1;
    game->result = TAB_RECORD_WHITE_WON;
    game->termination = TAB_RECORD_NORMAL;
    game->turns = 57;
    game->record = g_strdup_printf("[Round \"%u\"]\n\n1. w 2 2:pass\n1-0\n", number);
    return game;
}

GPtrArray *sample_games(const SampleSetup *setup)
{
    GRand *random = g_rand_new_with_seed(setup->seed);
    GPtrArray *games = g_ptr_array_new_with_free_func((GDestroyNotify)tab_game_result_free);
    double luck = 0;
    for (guint number = 1; number <= setup->games; number++) {
        TabGameResult *game = g_new0(TabGameResult, 1);
        game->number = number;
        choose_engines(setup, number, game->engine);
        game->rules = (number - 1) / 2 % setup->n_rules;
        game->opening = -1;
        game->turns = 20 + (guint)fabs(30 * normal(random));
        if (!setup->pairs || number % 2)
            luck = 0.35 * normal(random);
        game->first = luck > 0.02 ? TAB_WHITE : TAB_BLACK;
        game->luck = luck + 0.05 * normal(random);
        game->has_luck = setup->luck;
        decide(game, 0.5 + setup->edge * ((double)game->engine[1] - game->engine[0]), random);
        for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++)
            game->use[side] = make_use(random, game->turns / 2, game->engine[side]);
        if (setup->odd)
            make_odd(game, random);
        g_ptr_array_add(games, game);
    }
    g_rand_free(random);
    return games;
}

TabResults *sample_results_new(const SampleSetup *setup)
{
    static const char *const letters[] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    static const char *const rules[] = {"walker", "standard", "ludii:columns=11"};
    g_assert_cmpuint(setup->n_rules, <=, G_N_ELEMENTS(rules));
    TabResultsSetup all = {.engines = setup->engines,
                           .names = setup->names ? setup->names : letters,
                           .rules = rules,
                           .n_rules = setup->n_rules,
                           .pairs = setup->pairs,
                           .total_games = setup->games,
                           .sprt = setup->sprt};
    return tab_results_new(&all);
}

TabResults *sample_results(const SampleSetup *setup)
{
    TabResults *results = sample_results_new(setup);
    g_autoptr(GPtrArray) games = sample_games(setup);
    for (guint i = 0; i < games->len; i++) {
        const TabGameResult *game = g_ptr_array_index(games, i);
        tab_results_add(results, game, sample_set(setup, game->number));
    }
    return results;
}
