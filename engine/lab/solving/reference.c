// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through hands and outcomes one by one.
#include "engine/lab/solving/reference.h"

#include "protocol/rules/outcomes.h"

typedef struct {
    const TabRules *rules;
    const TabSticks *sticks;
    const TabSituation *situation;
    TabOutcomes *outcomes;
    TabReferenceWorth worth;
    gpointer user_data;
    TabHand held;       /* throws that are no matter of chance any more */
    double best;        /* of this hand */
    double sum, chance; /* of all hands so far whose outcomes are all known */
} Mean;

static bool note_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                         unsigned n_plays, gpointer user_data)
{
    Mean *mean = user_data;
    TabSide mover = (TabSide)mean->situation->position.side;
    double worth;
    if (tab_position_finished(mean->rules, after)) {
        worth = tab_position_score(mean->rules, after, mover);
    } else {
        worth = mean->worth(after, mean->user_data);
        if (after->side != mover)
            worth = 1 - worth;
    }
    mean->best = MAX(mean->best, worth);
    return true;
}

/* The chance of the cast that gives a hand beside what is held. */
static double chance_of_cast(const Mean *mean, const TabHand *hand)
{
    for (unsigned i = 0; i < mean->rules->n_thrown; i++) {
        const TabThrown *thrown = &mean->rules->thrown[i];
        bool same = true;
        TAB_KINDS_FOREACH(&mean->rules->cast, t)
            same &= hand->n[t] == mean->held.n[t] + thrown->hand.n[t];
        if (same)
            return tab_sticks_chance(mean->sticks, thrown);
    }
    return 0;
}

/* The chance of the throws of a hand that are not held, in any order but for the last one. */
static double chance_of_hand(const Mean *mean, const TabHand *hand)
{
    bool at_once = tab_ruleset_at_once(&mean->rules->set);
    double chance = 1;
    unsigned n = 0;
    if (tab_throws_complete(&mean->situation->throws))
        return 1;
    if (at_once)
        return chance_of_cast(mean, hand);
    TAB_KINDS_FOREACH(&mean->rules->cast, t)
        for (unsigned m = 1; m <= (unsigned)(hand->n[t] - mean->held.n[t]); m++) {
            chance *= mean->sticks->p[t];
            if (mean->rules->cast.kind[t].again)
                chance *= (double)++n / m;
        }
    return chance;
}

static bool add_hand(const TabHand *hand, gpointer user_data)
{
    Mean *mean = user_data;
    double chance = chance_of_hand(mean, hand);
    mean->best = 0;
    if (tab_outcomes_visit(mean->outcomes, mean->rules, &mean->situation->position, hand,
                           TAB_OUTCOMES_MAX_STATES, note_outcome, NULL, mean) != TAB_OUTCOMES_ALL)
        return true;
    mean->sum += chance * mean->best;
    mean->chance += chance;
    return true;
}

double tab_reference_value(const TabRules *rules, const TabSticks *sticks,
                           const TabSituation *situation, unsigned max_throws,
                           TabReferenceWorth worth, gpointer user_data, double *left)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    Mean mean = {.rules = rules,
                 .sticks = sticks,
                 .situation = situation,
                 .outcomes = outcomes,
                 .worth = worth,
                 .user_data = user_data,
                 .held = tab_situation_hand(rules, situation)};
    tab_outcomes_hands(rules, situation, max_throws, add_hand, &mean);
    *left = MAX(0, 1 - mean.chance);
    return mean.sum;
}
