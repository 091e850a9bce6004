// SPDX-License-Identifier: GPL-3.0-or-later
// Names of the evaluations, the fixed opponents' scores and the logistic function.
#include "engine/eval/eval.h"

#include "engine/eval/weights.h"

static const char *const kind_names[TAB_N_EVALS] = {"net",     "hand",   "random",
                                                    "capture", "greedy", "genetic"};

const char *tab_eval_kind_name(unsigned kind)
{
    return kind < TAB_N_EVALS ? kind_names[kind] : NULL;
}

TabEval *tab_eval_new(const TabRules *rules, const TabSticks *sticks)
{
    TabEval *eval = g_new(TabEval, 1);
    eval->rules = tab_rules_ref(rules);
    eval->hits = tab_hits_new(rules, sticks);
    eval->weights = tab_eval_weights(rules->set.preset);
    eval->net = NULL;
    return eval;
}

void tab_eval_free(TabEval *eval)
{
    if (!eval)
        return;
    tab_hits_free(eval->hits);
    tab_rules_unref(eval->rules);
    g_free(eval);
}

/* 2^x for -60 ≤ x ≤ 60: the whole part through the exponent's bits, the rest by its Taylor series.
 */
static double power_of_two(double x)
{
    union {
        uint64_t bits;
        double value;
    } whole;
    int n = (int)(x + 1024) - 1024;
    double f = (x - n) * 0.69314718055994530942, term = 1, sum = 1;
    for (int i = 1; i <= 10; i++) {
        term *= f / i;
        sum += term;
    }
    whole.bits = (uint64_t)(1023 + n) << 52;
    return whole.value * sum;
}

double tab_eval_logistic(double x)
{
    x = CLAMP(x, -40, 40);
    return 1 / (1 + power_of_two(-x * 1.44269504088896340736));
}

double tab_eval_win(const TabEval *eval, const TabPosition *position)
{
    float feature[TAB_N_FEATURES];
    if (tab_position_finished(position))
        return position->pieces[position->side] ? 1 : 0;
    if (eval->net)
        return (double)tab_net_win(eval->net, position);
    tab_eval_features(eval, position, feature);
    float sum = 0;
    for (int i = 0; i < TAB_N_FEATURES; i++)
        sum += feature[i] * eval->weights[i];
    return tab_eval_logistic((double)sum);
}

/* tab_hits_chance, looked up if it was summed before. */
static double remembered_chance(const TabEval *eval, TabGreedyMemo *memo,
                                const TabPosition *position, TabSide attacker,
                                TabDistances distances)
{
    bool usable = tab_hits_tabs_usable(eval->hits, position, attacker);
    unsigned hand = 1 + (usable ? 1u + position->saved[attacker] : 0);
    uint64_t mixed = (distances.low ^ distances.high * 3 ^ hand) * UINT64_C(0x9e3779b97f4a7c15);
    unsigned i = (unsigned)(mixed >> 32) % G_N_ELEMENTS(memo->slot);
    if (memo->slot[i].hand != hand || memo->slot[i].distances.low != distances.low ||
        memo->slot[i].distances.high != distances.high) {
        memo->slot[i].hand = hand;
        memo->slot[i].distances = distances;
        memo->slot[i].chance = tab_hits_chance(eval->hits, position, attacker, distances);
    }
    return memo->slot[i].chance;
}

double tab_eval_greedy(const TabEval *eval, TabGreedyMemo *memo, const TabPosition *after,
                       TabSide mover)
{
    TabSide enemy = tab_side_other(mover);
    if (!after->pieces[enemy])
        return 1e6;
    double score = after->pieces[mover] - after->pieces[enemy] - 0.1 * after->nasara[mover];
    unsigned cell;
    TAB_CELLS_FOREACH(after->occupied[mover], cell)
    {
        TabDistances distances = tab_hits_distances(eval->hits, after, enemy, cell);
        score -= remembered_chance(eval, memo, after, enemy, distances) *
                 tab_pile_height(after->pile[cell]);
        score += 0.002 * eval->rules->geometry.path_index[mover][cell];
    }
    return score;
}
