// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the best outcomes of a turn.
#include "engine/lab/training/study.h"

#define MAX_STATES 600 /* positions inside a turn that are looked through */

typedef struct {
    TabStudy *study;
    TabLookAhead *ahead;
    TabSide mover;
    TabRandom *random;
    TabStudyOutcome other; /* a uniform one of all */
} Turn;

static bool keep(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                 gpointer user_data)
{
    Turn *turn = user_data;
    TabStudy *study = turn->study;
    double score;
    turn->ahead->evaluated++;
    if (tab_position_finished(after))
        score = after->pieces[turn->mover] ? INT32_MAX : -INT32_MAX;
    else
        score = tab_net_score(turn->ahead->net, after) * (after->side == turn->mover ? 1.0 : -1.0);
    if (!tab_random_below(turn->random, ++study->n_all))
        turn->other = (TabStudyOutcome){score, *after, n_plays > 0};
    if (study->n == TAB_STUDY_BEST && score <= study->outcome[study->n - 1].score)
        return true;
    unsigned i = study->n < TAB_STUDY_BEST ? study->n++ : study->n - 1;
    for (; i > 0 && study->outcome[i - 1].score < score; i--)
        study->outcome[i] = study->outcome[i - 1];
    study->outcome[i] = (TabStudyOutcome){score, *after, n_plays > 0};
    return true;
}

void tab_study_turn(TabStudy *study, TabLookAhead *ahead, const TabPosition *position,
                    const TabHand *hand, TabRandom *random)
{
    Turn turn = {
        .study = study, .ahead = ahead, .mover = (TabSide)position->side, .random = random};
    study->n = study->n_all = 0;
    tab_outcomes_visit(ahead->outcomes, ahead->rules, position, hand, MAX_STATES, keep, NULL,
                       &turn);
    if (study->n_all > study->n && turn.other.score < study->outcome[study->n - 1].score)
        study->outcome[study->n++] = turn.other;
}
