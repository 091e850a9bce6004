// SPDX-License-Identifier: GPL-3.0-or-later
// Takes means over what can fall, as deep as it is asked to look.
#include "protocol/study/valuation.h"

#define PATIENCE_MS 60000
#define NODES 10000 /* so that the rare hands of many throws do not take seconds each */

void tab_valuation_init(TabValuation *valuation, TabClient *judge, const TabRules *rules,
                        const TabSticks *sticks, guint ahead, const TabLimits *limits,
                        gint64 patience_ms)
{
    g_auto(TabLimits) each;
    tab_limits_copy(&each, limits);
    if (each.movetime < 0 && each.nodes < 0 && each.depth < 0) {
        each.depth = 1;
        each.nodes = NODES;
    }
    *valuation =
        (TabValuation){.judge = tab_analysis_judge_new(judge, rules, &each,
                                                       patience_ms > 0 ? patience_ms : PATIENCE_MS),
                       .rules = rules,
                       .sticks = *sticks,
                       .ahead = ahead};
}

void tab_valuation_clear(TabValuation *valuation)
{
    g_clear_pointer(&valuation->judge, tab_analysis_judge_free);
}

gboolean tab_valuation_before(const TabValuation *valuation, const TabPosition *position,
                              const TabThrows *throws, guint ahead, double *value)
{
    const TabCast *cast = &valuation->rules->cast;
    gboolean dice = !cast->n_sticks; /* they are thrown together: none of them earns another one */
    double sum = 0, chance = 0;
    if (tab_throws_complete(throws) || (!valuation->ahead && !(dice && throws->n))) {
        const TabJudgement *judgement =
            tab_analysis_judge_look_up(valuation->judge, position, throws);
        if (judgement)
            *value = judgement->win;
        return judgement != NULL;
    }
    TabSticks chances =
        tab_throws_chances(valuation->rules, throws, (TabSide)position->side, &valuation->sticks);
    TAB_KINDS_FOREACH(cast, t) {
        TabThrows next = *throws;
        double win;
        tab_throws_add(valuation->rules, &next, t);
        gboolean earned = next.more && !dice;
        if (chances.p[t] <= 0 || (earned && !ahead))
            continue;
        if (!tab_valuation_before(valuation, position, &next, earned ? ahead - 1 : ahead, &win))
            return FALSE;
        sum += chances.p[t] * win;
        chance += chances.p[t];
    }
    *value = sum / chance;
    return TRUE;
}

gboolean tab_valuation_after(const TabValuation *valuation, const TabPosition *after, TabSide mover,
                             double *value)
{
    static const TabThrows none = {.n = 0};
    if (tab_position_finished(valuation->rules, after)) {
        *value = tab_position_score(valuation->rules, after, mover);
        return TRUE;
    }
    if (!tab_valuation_before(valuation, after, &none, valuation->ahead, value))
        return FALSE;
    if (after->side != mover)
        *value = 1 - *value;
    return TRUE;
}
