// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over the outcomes of a hand and looks each of them up.
#include "engine/lab/measuring/decision.h"

#include <string.h>

typedef struct {
    const TabProbe *probe;
    const TabPosition *before;
    TabRandom *random;
    TabDecision *decision;
} Walk;

bool tab_decision_worth(const TabProbe *probe, const TabPosition *before, const TabPosition *after,
                        TabProbed *worth)
{
    if (!tab_probe_value(probe, after, worth))
        return false;
    if (after->side != before->side)
        worth->value = 1 - worth->value;
    return true;
}

static void keep_turn(TabTurn *turn, const TabPlay *plays, unsigned n_plays)
{
    turn->n_plays = n_plays;
    memcpy(turn->plays, plays, n_plays * sizeof *plays);
}

static void weigh(const Walk *walk, const TabPosition *after, const TabPlay *plays,
                  unsigned n_plays)
{
    TabDecision *decision = walk->decision;
    TabProbed worth;
    if (!tab_decision_worth(walk->probe, walk->before, after, &worth)) {
        decision->known = false;
        return;
    }
    decision->bound = MAX(decision->bound, worth.bound);
    if (decision->outcomes > 1 && worth.value <= decision->best)
        return;
    decision->best = worth.value;
    keep_turn(&decision->turn, plays, n_plays);
}

static bool take_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                         unsigned n_plays, gpointer user_data)
{
    (void)key;
    const Walk *walk = user_data;
    /* The n-th takes the place of the one picked before it with the chance 1 / n. */
    if (tab_random_below(walk->random, ++walk->decision->outcomes) == 0)
        keep_turn(&walk->decision->any, plays, n_plays);
    if (walk->decision->known)
        weigh(walk, after, plays, n_plays);
    return true;
}

bool tab_decision_weigh(TabOutcomes *outcomes, const TabProbe *probe, const TabRules *rules,
                        const TabSituation *situation, TabRandom *random, TabDecision *decision)
{
    Walk walk = {probe, &situation->position, random, decision};
    decision->outcomes = 0;
    decision->known = probe != NULL;
    decision->best = decision->bound = 0;
    decision->turn.hand = decision->any.hand = tab_situation_hand(rules, situation);
    TabOutcomesEnd end =
        tab_outcomes_visit(outcomes, rules, &situation->position, &decision->turn.hand,
                           TAB_OUTCOMES_MAX_STATES, take_outcome, NULL, &walk);
    return end == TAB_OUTCOMES_ALL && decision->outcomes;
}
