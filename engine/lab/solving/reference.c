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
} Plain;

static bool look_at(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                    gpointer user_data)
{
    (void)key, (void)plays, (void)n_plays;
    Plain *plain = user_data;
    double worth = 1; /* the turn's own side has won */
    if (!tab_position_finished(after)) {
        worth = plain->worth(after, plain->user_data);
        if (after->side != plain->situation->position.side)
            worth = 1 - worth;
    }
    plain->best = MAX(plain->best, worth);
    return true;
}

/* The chance of the throws of a hand that are not held, in any order but for the last one. */
static double chance_of(const Plain *plain, const TabHand *hand)
{
    bool at_once = tab_ruleset_at_once(&plain->rules->set);
    double chance = 1;
    unsigned n = 0;
    if (tab_throws_complete(&plain->situation->throws))
        return 1;
    for (int t = 0; t < TAB_N_THROWS; t++)
        for (unsigned m = 1; m <= (unsigned)(hand->n[t] - plain->held.n[t]); m++) {
            chance *= plain->sticks->p[t];
            if (tab_throw_again(t) && !at_once)
                chance *= (double)++n / m;
        }
    return chance;
}

static bool add_hand(const TabHand *hand, gpointer user_data)
{
    Plain *plain = user_data;
    double chance = chance_of(plain, hand);
    plain->best = 0;
    if (tab_outcomes_visit(plain->outcomes, plain->rules, &plain->situation->position, hand,
                           TAB_OUTCOMES_MAX_STATES, look_at, NULL, plain) != TAB_OUTCOMES_ALL)
        return true;
    plain->sum += chance * plain->best;
    plain->chance += chance;
    return true;
}

double tab_reference_value(const TabRules *rules, const TabSticks *sticks,
                           const TabSituation *situation, unsigned max_throws,
                           TabReferenceWorth worth, gpointer user_data, double *left)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    Plain plain = {.rules = rules,
                   .sticks = sticks,
                   .situation = situation,
                   .outcomes = outcomes,
                   .worth = worth,
                   .user_data = user_data,
                   .held = tab_situation_hand(rules, situation)};
    tab_outcomes_hands(rules, situation, max_throws, add_hand, &plain);
    *left = MAX(0, 1 - plain.chance);
    return plain.sum;
}
