// SPDX-License-Identifier: GPL-3.0-or-later
// Games of training: sticks from a stream of their own, turns chosen at one ply; and matches of
// such games between a network and a fixed opponent.
#pragma once

#include "engine/eval/eval.h"
#include "engine/lab/training/parallel.h"
#include "engine/search/genetic.h"
#include "engine/eval/net.h"
#include "protocol/rules/ending.h"
#include "protocol/rules/outcomes.h"

/* One game. */
typedef struct {
    const TabRules *rules;
    const TabHits *hits; /* a game that nobody can lose any more is over; NULL: is played on */
    const TabSticks *sticks;
    TabRandom random;       /* of the sticks */
    TabPosition position;   /* before the throw */
    TabThrows held;         /* by the opening, for the first turn */
    unsigned hands;         /* played so far: turns, or single throws with `throws=at-once` */
    TabEndingLimits limits; /* TAB_ENDING_LIMITS_INIT; may be changed before the first turn */
    TabEndingCounters counters;
    TabEnding end;
    int winner; /* TabSide, -1: a draw, or none yet */
} TabTrainGame;

/* Throws the opening and puts up the start position; `hits`: of the rules, or NULL. An equal
 * `random` gives equal sticks, whoever plays. */
void tab_train_game_start(TabTrainGame *game, const TabRules *rules, const TabHits *hits,
                          const TabSticks *sticks, TabRandom random);

/* Throws the sticks of a turn: all its throws, saved tâbs and held ones included. */
TabHand tab_train_game_throw(TabTrainGame *game);

/* Plays the hand to its outcome; `moved`: with one play at least. False when that ends the game. */
bool tab_train_game_play(TabTrainGame *game, const TabPosition *after, bool moved);

/* Who chooses turns: the network, or without one a fixed evaluation; for `genetic` the best of all
 * outcomes by its score, which its algorithm comes close to. Each thread needs its own. */
typedef struct {
    const TabNet *net;
    const TabEval *eval;
    TabEvalKind kind;
    TabGreedyMemo *memo;      /* of greedy */
    TabGeneticScore *genetic; /* of genetic */
    TabOutcomes *outcomes;
    TabRandom random;   /* breaks ties, and plays for TAB_EVAL_RANDOM */
    size_t max_states;  /* positions inside a turn that are looked through at most */
    uint64_t evaluated; /* outcomes looked at so far */
} TabChooser;

TabChooser *tab_chooser_new(const TabNet *net, const TabEval *eval, TabEvalKind kind);
void tab_chooser_free(TabChooser *chooser);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabChooser, tab_chooser_free)

/* The outcome that scores best for the side to move; `moved`: whether it takes a play. Returns its
 * score, with a network the logit for the mover in 1 / TAB_NET_ONE, or ±INT32_MAX when the game
 * ends. */
double tab_chooser_choose(TabChooser *chooser, const TabRules *rules, const TabPosition *position,
                          const TabHand *hand, TabPosition *after, bool *moved);

/* The score of a match. */
typedef struct {
    unsigned games;
    double score;      /* share won by the first, 0–1, a draw one half */
    double half_width; /* of its 95 % interval, from the spread of the pairs */
} TabContestScore;

/* Who plays: networks, or without one a fixed evaluation. */
typedef struct {
    const TabNet *net;
    TabEvalKind kind;
} TabContestant;

/* Plays `pairs` pairs of games; in each both have each seat once, with the same opening and throws,
 * stream number k of `seed` for pair k. */
TabContestScore tab_contest(const TabContestant contestant[2], const TabEval *eval,
                            const TabSticks *sticks, TabCrew *crew, uint64_t seed, unsigned pairs);
