// SPDX-License-Identifier: GPL-3.0-or-later
// Plays games of training turn by turn, and pairs of them on all members of a crew.
#include "engine/lab/training/game.h"

#include <math.h>

#include "engine/search/playout.h"
#include "protocol/statistics/score.h"

#define MAX_STATES 4000

void tab_train_game_start(TabTrainGame *game, const TabRules *rules, const TabHits *hits,
                          const TabSticks *sticks, TabRandom random)
{
    TabSide beginner = tab_playout_opening(rules, sticks, &random);
    TabSituation start;
    tab_position_start(rules, beginner, &start);
    *game = (TabTrainGame){.rules = rules,
                           .hits = hits,
                           .sticks = sticks,
                           .random = random,
                           .position = start.position,
                           .held = start.throws,
                           .limits = TAB_ENDING_LIMITS_INIT,
                           .winner = -1};
}

TabHand tab_train_game_throw(TabTrainGame *game)
{
    while (!tab_throws_complete(&game->held))
        tab_throws_draw(game->rules, &game->held, (TabSide)game->position.side, game->sticks,
                        &game->random);
    TabHand hand = tab_throws_hand(&game->held);
    tab_hand_add_saved(game->rules, &game->position, &hand);
    game->held = (TabThrows){.n = 0};
    return hand;
}

bool tab_train_game_play(TabTrainGame *game, const TabPosition *after, bool moved)
{
    game->hands++;
    tab_ending_count(&game->counters, (TabSide)game->position.side, after, moved);
    game->position = *after;
    game->end = tab_ending_find(game->rules, after, &game->counters, &game->limits, &game->winner);
    if (!game->end && game->hits && tab_hits_dead_draw(game->hits, after))
        game->end = TAB_END_ADJUDICATION;
    return !game->end;
}

TabChooser *tab_chooser_new(const TabNet *net, const TabEval *eval, TabEvalKind kind)
{
    TabChooser *chooser = g_new0(TabChooser, 1);
    chooser->net = net;
    chooser->eval = eval;
    chooser->kind = kind;
    chooser->memo = !net && kind == TAB_EVAL_GREEDY ? g_new0(TabGreedyMemo, 1) : NULL;
    if (!net && kind == TAB_EVAL_GENETIC) {
        chooser->genetic = g_new(TabGeneticScore, 1);
        tab_genetic_score_init(chooser->genetic, &eval->rules->board);
    }
    chooser->outcomes = tab_outcomes_new();
    chooser->random = tab_random_new(1);
    chooser->max_states = MAX_STATES;
    return chooser;
}

void tab_chooser_free(TabChooser *chooser)
{
    if (!chooser)
        return;
    g_free(chooser->memo);
    g_free(chooser->genetic);
    tab_outcomes_free(chooser->outcomes);
    g_free(chooser);
}

/* The best outcome so far. */
typedef struct {
    TabChooser *chooser;
    const TabRules *rules;
    const TabPosition *before;
    TabSide mover;
    double score;
    unsigned n_equal;
    TabPosition *after;
    bool *moved;
} Choice;

static double score_for_chooser(Choice *choice, const TabPosition *after)
{
    const TabChooser *chooser = choice->chooser;
    TabSide enemy = tab_side_other(choice->mover);
    double sign = after->side == choice->mover ? 1 : -1;
    if (tab_position_finished(choice->rules, after))
        return (2 * tab_position_score(choice->rules, after, choice->mover) - 1) * INT32_MAX;
    if (chooser->net)
        return sign * tab_net_score(chooser->net, after);
    switch (chooser->kind) {
    case TAB_EVAL_RANDOM:
        return 0;
    case TAB_EVAL_CAPTURE:
        return choice->before->pieces[enemy] - after->pieces[enemy];
    case TAB_EVAL_GREEDY:
        return tab_eval_greedy(chooser->eval, chooser->memo, after, choice->mover);
    case TAB_EVAL_GENETIC:
        return tab_genetic_score(chooser->genetic, after, choice->mover);
    default:
        return sign * (tab_eval_win(chooser->eval, after) - 0.5);
    }
}

static bool choose_if_best(const TabPosition *after, TabKey key, const TabPlay *plays,
                           unsigned n_plays, gpointer user_data)
{
    Choice *choice = user_data;
    double score = score_for_chooser(choice, after);
    choice->chooser->evaluated++;
    if (choice->n_equal && score < choice->score)
        return true;
    choice->n_equal = choice->n_equal && score <= choice->score ? choice->n_equal + 1 : 1;
    choice->score = score;
    if (choice->n_equal == 1 || !tab_random_below(&choice->chooser->random, choice->n_equal)) {
        *choice->after = *after;
        *choice->moved = n_plays > 0;
    }
    return true;
}

double tab_chooser_choose(TabChooser *chooser, const TabRules *rules, const TabPosition *position,
                          const TabHand *hand, TabPosition *after, bool *moved)
{
    Choice choice = {
        .rules = rules,
        .chooser = chooser,
        .before = position,
        .mover = (TabSide)position->side,
        .after = after,
        .moved = moved,
    };
    tab_outcomes_visit(chooser->outcomes, rules, position, hand, chooser->max_states,
                       choose_if_best, NULL, &choice);
    return choice.score;
}

/* --- matches --- */

typedef struct {
    const TabContestant *contestant;
    const TabEval *eval;
    const TabSticks *sticks;
    uint64_t seed;
    unsigned pairs, members;
    double *pair_score; /* [pairs], 0–2 for the first contestant */
} Contest;

/* What the first contestant gets for one game, the seat of White being its own or not. */
static double play_contest_game(const Contest *contest, TabChooser *chooser[2], unsigned pair,
                                unsigned white)
{
    TabTrainGame game;
    TabPosition after;
    bool moved, on = true;
    tab_train_game_start(&game, contest->eval->rules, contest->eval->hits, contest->sticks,
                         tab_random_new_stream(contest->seed, pair));
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

static void play_pairs(unsigned member, gpointer user_data)
{
    Contest *contest = user_data;
    TabChooser *chooser[2];
    for (int i = 0; i < 2; i++)
        chooser[i] =
            tab_chooser_new(contest->contestant[i].net, contest->eval, contest->contestant[i].kind);
    for (unsigned pair = member; pair < contest->pairs; pair += contest->members)
        contest->pair_score[pair] = play_contest_game(contest, chooser, pair, 0) +
                                    play_contest_game(contest, chooser, pair, 1);
    for (int i = 0; i < 2; i++)
        tab_chooser_free(chooser[i]);
}

TabContestScore tab_contest(const TabContestant contestant[2], const TabEval *eval,
                            const TabSticks *sticks, TabCrew *crew, uint64_t seed, unsigned pairs)
{
    g_autofree double *pair_score = g_new0(double, pairs);
    Contest contest = {contestant, eval, sticks, seed, pairs, tab_crew_members(crew), pair_score};
    tab_crew_run(crew, play_pairs, &contest);
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < pairs; i++) {
        sum += pair_score[i] / 2;
        squares += pair_score[i] * pair_score[i] / 4;
    }
    double mean = sum / pairs, variance = MAX(squares / pairs - mean * mean, 0);
    return (TabContestScore){2 * pairs, mean, TAB_Z95 * sqrt(variance / pairs)};
}
