// SPDX-License-Identifier: GPL-3.0-or-later
// A training as a whole: rounds of self-play and learning, which can be saved between two rounds
// and resumed exactly.
#pragma once

#include "engine/lab/training/curriculum.h"
#include "engine/lab/training/learner.h"
#include "engine/lab/training/self-play.h"

/* What to train. A training has two stages: at first whole games are learned from, by their
 * λ-returns (TD(λ): R. S. Sutton, Learning to Predict by the Methods of Temporal Differences,
 * 1988); then turns of games are studied: several outcomes of each are taught the mean, over the
 * throws that follow, of the enemy's best reply. The first stage finds what leads to victory far
 * away; the second, whose targets hardly depend on luck, puts the outcomes of a turn into order. */
typedef struct {
    const char *rules;    /* any rules string, or tab_net_any_pieces: other ones by chance in every
                             round, for a network that plays all; not owned */
    const char *held_out; /* with these the file of a TabRulesetList that is never drawn from, … */
    const char *rulesets; /* … or one that alone is; NULL: none; not owned */
    unsigned columns[2]; /* 0: one width, that of the rules; else the least and most of several, for
                            a network that serves all of them */
    unsigned hidden;
    unsigned without; /* a bit for each TabInputKind to be left out */
    unsigned round;   /* games between two versions of the network, first stage; 0: 1024, or 512 of
                         any rules */
    unsigned passes;  /* over the positions of a round, first stage */
    uint64_t seed;
    uint64_t games; /* to be played in all; 0: as many as there is time for */
    double minutes; /* to train in all; 0: no limit */
    double lambda;
    double study; /* share of the games, or of the time, in the second stage, 0–1, where turns
                     are studied (of any rules in every other round) */
    const char *tables;    /* exact values to learn from: files and folders of endgame tables, as
                              tab_tables_open() takes them; or NULL */
    const char *from;      /* the network to begin with, a file; NULL: weights by chance */
    double rates[2];       /* Adam's step size at the start and at the end of the first stage */
    double study_rates[2]; /* the same of the second */
} TabTrainingPlan;

/* Good values for everything but rules, games and minutes. */
void tab_training_plan_init(TabTrainingPlan *plan);

/* One evaluation of the learning curve. */
typedef struct {
    uint64_t games;
    double seconds;               /* of training, without the matches of the curve */
    double loss;                  /* of the last round, nats a position */
    TabContestScore greedy, hand; /* the network at one ply against these */
} TabCurvePoint;

/* A board that is trained on: one of the widths, or one of the rulesets of a round. */
typedef struct {
    TabRules *rules;
    TabSticks sticks;
    TabEval *eval;
    TabProbe *probe; /* the tables that are for it, or NULL */
    TabExpansion *expansion;
    TabRowTraits *traits; /* with TAB_LAYOUT_ANY */
    TabSamples samples;   /* of the round */
} TabTrainingBoard;

/* What is played and learned between two versions of the network. */
typedef struct {
    unsigned games, passes; /* over the positions */
    bool studies;           /* whether it is one of the second stage */
    double rate;            /* the step size */
} TabTrainingRound;

typedef struct {
    TabTrainingPlan plan;
    TabRulesetList *held_out, *rulesets; /* or NULL */
    TabTables *tables;                   /* or NULL */
    unsigned n_boards;
    TabTrainingBoard *boards;
    TabCrew *crew;
    TabLearner *learner;
    TabTrainingRound round;
    TabSelfPlayCount played; /* of the round, until it is learned from */
    TabSelfPlayCount count;  /* games, turns and outcomes so far */
    uint64_t studied;        /* of these games, those of the second stage */
    uint64_t games_before;   /* of the network that it began with, and … */
    uint64_t studied_before;
    char *from_sum;   /* … the SHA-256 of its file; or NULL */
    char *tables_sum; /* SHA-256 of the sums of all tables, or NULL */
    double seconds;   /* of self-play and learning so far */
    double loss;      /* of the last round */
    GArray *curve;    /* TabCurvePoint */
} TabTraining;

/* Games in a round of the first stage: those of the plan, or as many as are usual. */
unsigned tab_training_round_games(const TabTrainingPlan *plan);

/* NULL and an error if the plan's rules or columns are no good; `plan` is copied. */
TabTraining *tab_training_new(const TabTrainingPlan *plan, unsigned threads, GError **error);
void tab_training_free(TabTraining *training);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTraining, tab_training_free)

/* How much of the plan is done, 0–1; at 1 no round is left. */
double tab_training_progress(const TabTraining *training);

/* Plays and learns one round. Equal plans and numbers of threads give equal networks, if the plan
 * has games and no minutes. */
void tab_training_round(TabTraining *training);

/* The steps of a round, for those who divide it among processes (training/shards.h): its boards get
 * ready and have no positions yet; a shard of its games, 0 … `shards` - 1, is played, and their
 * positions come to those that the boards have; the network learns from all of them. */
void tab_training_begin_round(TabTraining *training);
void tab_training_play_shard(TabTraining *training, unsigned shard, unsigned shards);
void tab_training_learn_round(TabTraining *training);

/* The network as it is now. */
TabNetWeights *tab_training_weights(const TabTraining *training);

/* Matches of `pairs` pairs against greedy and hand, shared among the widths, or the rulesets of the
 * file, or all presets with any rules; appended to the curve. */
const TabCurvePoint *tab_training_evaluate(TabTraining *training, unsigned pairs);
