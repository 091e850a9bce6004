// SPDX-License-Identifier: GPL-3.0-or-later
// The terms of the hand-made evaluation, counted from the piles of both sides.
#include <math.h>

#include "engine/eval/eval.h"

static const char *const term_names[TAB_N_TERMS] = {
    "pieces",  "nasara", "row1",  "row3",  "row4",  "flipped", "stacked", "movable",
    "exposed", "worst",  "reach", "bound", "saved", "frozen",  "share",   "few",
};

const char *tab_eval_term_name(unsigned term)
{
    return term < TAB_N_TERMS ? term_names[term] : NULL;
}

/* The piles of one side that can attack, and what rule 5 and row4-once keep back. */
typedef struct {
    unsigned n;
    uint8_t cell[TAB_MAX_COLUMNS];
    bool barred[TAB_MAX_COLUMNS]; /* may not enter row 4: a flipped piece under row4-once */
} Attackers;

static bool has_flipped(TabPile pile)
{
    return pile & pile >> 1 & (UINT64_C(0x5555555555555555) >> (64 - 2 * tab_pile_height(pile)));
}

/* Counts everything of one side that needs no look at the other, and lists its attackers. */
static void count_side(const TabEval *eval, const TabPosition *position, TabSide side, float *term,
                       Attackers *attackers)
{
    const TabGeometry *geometry = &eval->rules->geometry;
    bool once = eval->rules->set.value[TAB_SWITCH_ROW4_ONCE],
         frozen = tab_hits_row4_frozen(eval->rules, position, side);
    unsigned cell, on_row[TAB_ROWS + 1] = {0}, stacked = 0, flipped = 0;
    attackers->n = 0;
    TAB_CELLS_FOREACH(position->occupied[side], cell)
    {
        TabPile pile = position->pile[cell];
        unsigned height = tab_pile_height(pile), row = geometry->relative_row[side][cell];
        on_row[row] += height;
        stacked += height - 1;
        if (pile == TAB_PILE_NASRANI || (row == 4 && frozen))
            continue;
        bool has_f = has_flipped(pile);
        flipped += has_f && row != 4;
        attackers->cell[attackers->n] = (uint8_t)cell;
        attackers->barred[attackers->n++] = once && has_f;
    }
    term[TAB_TERM_PIECES] = position->pieces[side];
    term[TAB_TERM_NASARA] = position->nasara[side];
    term[TAB_TERM_ROW1] = (float)(on_row[1] - position->nasara[side]);
    term[TAB_TERM_ROW3] = (float)on_row[3];
    term[TAB_TERM_ROW4] = (float)on_row[4];
    term[TAB_TERM_FLIPPED] = (float)flipped;
    term[TAB_TERM_STACKED] = (float)stacked;
    term[TAB_TERM_MOVABLE] = (float)attackers->n;
    term[TAB_TERM_BOUND] = !tab_hits_tabs_usable(eval->hits, position, side);
    term[TAB_TERM_SAVED] = position->saved[side];
    term[TAB_TERM_FROZEN] = frozen ? (float)on_row[4] : 0;
    term[TAB_TERM_SHARE] = (float)position->pieces[side] /
                           (float)(position->pieces[TAB_WHITE] + position->pieces[TAB_BLACK]);
    term[TAB_TERM_FEW] = 1 / (float)MAX(position->pieces[side], 1);
}

/* What the attackers of one side threaten of the other: fills REACH of theirs, EXPOSED and WORST of
 * the other's. */
static void count_hits(const TabEval *eval, const TabPosition *position, TabSide side,
                       const Attackers *attackers, float *own_term, float *enemy_term)
{
    const TabGeometry *geometry = &eval->rules->geometry;
    const float *near = tab_hits_near(eval->hits, position, side);
    float exposed = 0, worst = 0, reach = 0;
    unsigned cell;
    TAB_CELLS_FOREACH(position->occupied[tab_side_other(side)], cell)
    {
        unsigned set = 0;
        bool on_row4 = geometry->relative_row[side][cell] == 4;
        for (unsigned i = 0; i < attackers->n; i++) {
            unsigned from = attackers->cell[i], distance = eval->hits->distance[side][from][cell];
            if (distance > TAB_HITS_NEAR ||
                (on_row4 && attackers->barred[i] && geometry->relative_row[side][from] != 4))
                continue;
            set |= 1u << (distance - 1);
        }
        float chance = near[set], loss = chance * (float)tab_pile_height(position->pile[cell]);
        exposed += loss;
        worst = MAX(worst, loss);
        reach += sqrtf(chance);
    }
    enemy_term[TAB_TERM_EXPOSED] = exposed;
    enemy_term[TAB_TERM_WORST] = worst;
    own_term[TAB_TERM_REACH] = reach;
}

void tab_eval_features(const TabEval *eval, const TabPosition *position,
                       float feature[TAB_N_FEATURES])
{
    TabSide side = (TabSide)position->side, enemy = tab_side_other(side);
    float *own_term = feature, *enemy_term = feature + TAB_N_TERMS;
    Attackers own, other;
    count_side(eval, position, side, own_term, &own);
    count_side(eval, position, enemy, enemy_term, &other);
    count_hits(eval, position, side, &own, own_term, enemy_term);
    count_hits(eval, position, enemy, &other, enemy_term, own_term);
    feature[2 * TAB_N_TERMS] = 1;
}
