// SPDX-License-Identifier: GPL-3.0-or-later
// How much of its chance to win an engine gives away by a decision, measured by exact tables.
//
// The loss of a turn is the worth of the best outcome of its hand, less that of its own, both by
// the tables: the chance to win for the side that moves, with best play ever after. A *decision* is
// a hand with two outcomes or more; where there is one, nothing can be lost. Values of a table are
// off by its bound at most, so a loss is by no more than twice that.
//
// Decisions come in games, in which the engine plays both sides, and a game's decisions have much
// in common. So the mean loss is a ratio, sum of losses to number of decisions, and its standard
// error is that of a ratio of sums over games (Cochran, Sampling Techniques, 1977, 6.3): with R and
// N of a game and the mean r, the variance of the K values R - r N, divided by K times the square
// of the mean of N.
#pragma once

#include "engine/lab/measuring/sync-client.h"
#include "engine/tables/probe.h"
#include "protocol/statistics/score.h"

/* Where positions come from. All hands are thrown with fair sticks. */
typedef enum {
    TAB_REGRET_GAMES,   /* the engine's own games from the start of the rules; those that the tables
                         * know are measured */
    TAB_REGRET_ENDINGS, /* the engine's own games from a position of the largest table on, drawn
                         * evenly */
    TAB_REGRET_STATES,  /* such positions themselves, one turn each */
} TabRegretSource;

typedef struct {
    const TabTables *tables; /* all of rules that play alike */
    const TabProbe *probe;   /* of them and the rules */
    const TabRules *rules;   /* that are played */
    TabRegretSource source;
    unsigned number;    /* of games, endings or states */
    uint64_t seed;      /* of all that is drawn; game k has streams of its own */
    unsigned threads;   /* games at a time, each with a process of its own */
    unsigned max_turns; /* of a game, which is then broken off */
    unsigned n_worst;   /* so many of the worst decisions are kept, of each game the worst */
    TabSyncClientWaits waits;
} TabRegretPlan;

/* A decision that lost something. */
typedef struct {
    double loss;
    char *position, *turn, *best; /* `turn`: NULL with random play */
} TabRegretWorst;

/* What was measured of one engine. */
typedef struct {
    char *name;         /* printable */
    unsigned games;     /* that ended well */
    uint64_t turns;     /* played in them */
    uint64_t decisions; /* measured, with two outcomes or more */
    uint64_t forced;    /* turns in the tables with one outcome */
    uint64_t perfect;   /* decisions whose loss is within twice the bound */
    TabEstimate loss;   /* a decision, 0–1; NAN where nothing is known */
    double most;        /* what the worst decision loses */
    GArray *worst;      /* of TabRegretWorst, the greatest loss first; may be empty */
    unsigned late;      /* answers after their time */
    unsigned faults;    /* games that were ended by something that the protocol forbids */
    char *fault;        /* the first of these, or NULL */
    double seconds;
} TabRegretResult;

void tab_regret_result_clear(TabRegretResult *result);

/* Told now and then, on the calling thread, how many games are done; false cancels. */
typedef bool (*TabRegretProgress)(unsigned done, gpointer user_data);

/* Measures an engine; `entrant` NULL: random play, which takes any outcome with the same chance.
 * Blocks. A game in which the engine crashes, is silent, floods, or answers with a turn that is not
 * legal ends there and is counted as a fault, and nothing else of it. False with an error if the
 * engine cannot be started, if three games failed and these are most of them, or if it was
 * cancelled (G_IO_ERROR_CANCELLED). */
bool tab_regret_measure(const TabRegretPlan *plan, const TabEntrant *entrant,
                        TabRegretProgress progress, gpointer user_data, TabRegretResult *result,
                        GError **error);
