// SPDX-License-Identifier: GPL-3.0-or-later
// Plays pairs of games on all members of a crew.
#include "engine/lab/training/contest.h"

#include <math.h>

typedef struct {
    const TabContestant *contestant;
    const TabEval *eval;
    const TabSticks *sticks;
    uint64_t seed;
    unsigned pairs, members;
    double *pair_score; /* [pairs], 0–2 for the first contestant */
} Contest;

/* What the first contestant gets for one game, the seat of White being its own or not. */
static double play_game(const Contest *contest, TabChooser *chooser[2], unsigned pair,
                        unsigned white)
{
    TabTrainGame game;
    TabPosition after;
    bool moved, on = true;
    tab_train_game_start(&game, contest->eval->rules, contest->sticks, contest->seed, pair);
    /* Ties are broken by seat, as the sticks fall: twins get half of every pair. */
    for (unsigned i = 0; i < 2; i++)
        chooser[i]->random =
            tab_random_new_stream(~contest->seed, 2 * (uint64_t)pair + (i == white));
    while (on) {
        TabHand hand = tab_train_game_throw(&game);
        unsigned who = game.position.side == TAB_WHITE ? white : 1 - white;
        tab_chooser_choose(chooser[who], game.rules, &game.position, &hand, &after, &moved);
        on = tab_train_game_play(&game, &after, moved);
    }
    if (game.winner < 0)
        return 0.5;
    unsigned winner = game.winner == TAB_WHITE ? white : 1 - white;
    return winner == 0 ? 1 : 0;
}

static void play_share(unsigned member, gpointer user_data)
{
    Contest *contest = user_data;
    TabChooser *chooser[2];
    for (int i = 0; i < 2; i++)
        chooser[i] =
            tab_chooser_new(contest->contestant[i].net, contest->eval, contest->contestant[i].kind);
    for (unsigned pair = member; pair < contest->pairs; pair += contest->members)
        contest->pair_score[pair] =
            play_game(contest, chooser, pair, 0) + play_game(contest, chooser, pair, 1);
    for (int i = 0; i < 2; i++)
        tab_chooser_free(chooser[i]);
}

TabContestScore tab_contest(const TabContestant contestant[2], const TabEval *eval,
                            const TabSticks *sticks, TabCrew *crew, uint64_t seed, unsigned pairs)
{
    g_autofree double *pair_score = g_new0(double, pairs);
    Contest contest = {contestant, eval, sticks, seed, pairs, tab_crew_members(crew), pair_score};
    tab_crew_run(crew, play_share, &contest);
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < pairs; i++) {
        sum += pair_score[i] / 2;
        squares += pair_score[i] * pair_score[i] / 4;
    }
    double mean = sum / pairs, variance = MAX(squares / pairs - mean * mean, 0);
    return (TabContestScore){2 * pairs, mean, 1.96 * sqrt(variance / pairs)};
}
