// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses among the evaluations, and scores for the fixed opponents.
#include "engine/eval/eval.h"

#include "engine/eval/logistic.h"

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
    eval->weights = tab_handmade_weights(&rules->set);
    eval->net = NULL;
    eval->hand_share = 0;
    return eval;
}

void tab_eval_set_net(TabEval *eval, const TabNet *net)
{
    eval->net = net;
    eval->hand_share = net && net->any_rules ? TAB_EVAL_HAND_SHARE : 0;
}

void tab_eval_free(TabEval *eval)
{
    if (!eval)
        return;
    tab_hits_free(eval->hits);
    tab_rules_unref(eval->rules);
    g_free(eval);
}

/* By the hand-made terms, of a game that is not finished. */
static double win_by_hand(const TabEval *eval, const TabPosition *position)
{
    float feature[TAB_N_FEATURES];
    tab_handmade_features(eval->rules, eval->hits, position, feature);
    float sum = 0;
    for (int i = 0; i < TAB_N_FEATURES; i++)
        sum += feature[i] * eval->weights[i];
    TabSide worse = sum < 0 ? (TabSide)position->side : tab_side_other((TabSide)position->side);
    return tab_hits_cannot_lose(eval->hits, position, worse) ? 0.5 : tab_logistic((double)sum);
}

double tab_eval_win(const TabEval *eval, const TabPosition *position)
{
    if (tab_position_finished(eval->rules, position))
        return tab_position_score(eval->rules, position, (TabSide)position->side);
    if (!eval->net)
        return win_by_hand(eval, position);
    double win = (double)tab_net_win(eval->net, position);
    return eval->hand_share > 0 ? win + eval->hand_share * (win_by_hand(eval, position) - win)
                                : win;
}

/* tab_hits_chance, looked up if it was summed before. */
static double remembered_chance(const TabEval *eval, TabGreedyMemo *memo,
                                const TabPosition *position, TabSide attacker,
                                TabDistances distances)
{
    bool usable = tab_hits_tabs_usable(eval->hits, position, attacker);
    unsigned hand = 1 + attacker + 2 * (usable ? 1u + position->saved[attacker] : 0);
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
    TAB_CELLS_FOREACH(after->occupied[mover], cell) {
        TabDistances distances = tab_hits_distances(eval->hits, after, enemy, cell);
        score -= remembered_chance(eval, memo, after, enemy, distances) *
                 tab_pile_height(after->pile[cell]);
        score += 0.002 * eval->rules->board.path_index[mover][cell];
    }
    return score;
}
