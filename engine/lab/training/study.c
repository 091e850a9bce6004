// SPDX-License-Identifier: GPL-3.0-or-later
// Averages the best outcome over the hands of a turn, and keeps the best outcomes of one.
#include "engine/lab/training/study.h"

#define LISTED_THROWS 2  /* of the hands that are listed */
#define LONGEST_THROWS 8 /* longer ones are drawn anew */
#define RAREST                                                                                     \
    1e-6               /* together they are looked at if they are likelier than this: what is less \
                        * may be rounding alone, and would be drawn for ever */
#define MAX_STATES 600 /* positions inside a turn that are looked through */

/* Puts a hand in its place by chance. */
static void insert_hand(TabListedHands *hands, TabHand hand, double p)
{
    unsigned i = hands->n++;
    for (; i > 0 && hands->p[i - 1] < p; i--) {
        hands->hand[i] = hands->hand[i - 1];
        hands->p[i] = hands->p[i - 1];
    }
    hands->hand[i] = hand;
    hands->p[i] = p;
}

static void list_short_hands(TabListedHands *hands, const TabRules *rules)
{
    const TabCast *cast = &rules->cast;
    const double *p = hands->sticks.p;
    const TabThrown *thrown = rules->thrown;
    for (unsigned i = 0; i < rules->n_thrown; i++)
        if (tab_ruleset_at_once(&rules->set) || !thrown[i].again)
            insert_hand(hands, thrown[i].hand, tab_sticks_chance(&hands->sticks, &thrown[i]));
    if (tab_ruleset_at_once(&rules->set))
        return;
    for (int first = cast->n_kinds - 1; first >= 0; first--)
        TAB_KINDS_FOREACH(cast, end)
            if (cast->kind[first].again && !cast->kind[end].again) {
                TabHand hand = {{0}};
                hand.n[first]++;
                hand.n[end]++;
                insert_hand(hands, hand, p[first] * p[end]);
            }
}

static void list_hands(TabListedHands *hands, const TabRules *rules, TabSticks own)
{
    double listed = 0;
    hands->sticks = own;
    list_short_hands(hands, rules);
    for (unsigned i = 0; i < hands->n; i++)
        listed += hands->p[i];
    for (unsigned i = 0; i < hands->n; i++)
        hands->p[i] /= listed;
    if (!tab_ruleset_at_once(&rules->set) && 1 - listed > RAREST)
        hands->longer = 1 - listed;
}

TabLookAhead *tab_look_ahead_new(const TabNet *net, const TabRules *rules, const TabSticks *sticks)
{
    TabLookAhead *ahead = g_new0(TabLookAhead, 1);
    ahead->net = net;
    ahead->rules = rules;
    ahead->outcomes = tab_outcomes_new();
    for (int side = 0; side < 2; side++)
        list_hands(&ahead->hands[side], rules,
                   tab_sticks_of_side(&rules->cast, sticks, (TabSide)side));
    return ahead;
}

void tab_look_ahead_free(TabLookAhead *ahead)
{
    if (!ahead)
        return;
    tab_outcomes_free(ahead->outcomes);
    g_free(ahead);
}

TabHand tab_look_ahead_draw(const TabLookAhead *ahead, TabSide side, TabRandom *random)
{
    const TabListedHands *hands = &ahead->hands[side];
    TabHand hand = {{0}};
    if (hands->longer <= 0)
        return hand;
    for (unsigned n = 0; n <= LISTED_THROWS || n > LONGEST_THROWS;) {
        int last;
        hand = (TabHand){{0}};
        n = 0;
        do {
            last = tab_sticks_throw(&ahead->rules->cast, &hands->sticks, random);
            hand.n[last]++;
            n++;
        } while (ahead->rules->cast.kind[last].again && n <= LONGEST_THROWS);
    }
    return hand;
}

/* What the network thinks of an outcome, for the mover: a logit in 1 / TAB_NET_ONE, or ±INT32_MAX
 * when the game is over. */
static int64_t score_by_net(TabLookAhead *ahead, const TabPosition *after, TabSide mover)
{
    ahead->evaluated++;
    if (tab_position_finished(ahead->rules, after))
        return (int64_t)((2 * tab_position_score(ahead->rules, after, mover) - 1) * INT32_MAX);
    return (int64_t)tab_net_score(ahead->net, after) * (after->side == mover ? 1 : -1);
}

/* The best outcome so far of a hand. */
typedef struct {
    TabLookAhead *ahead;
    TabSide mover;
    int64_t score;
} Best;

static bool take_best_score(const TabPosition *after, TabKey key, const TabPlay *plays,
                            unsigned n_plays, gpointer user_data)
{
    Best *best = user_data;
    best->score = MAX(best->score, score_by_net(best->ahead, after, best->mover));
    return true;
}

static double hand_value(TabLookAhead *ahead, const TabPosition *position, TabHand hand)
{
    Best best = {ahead, (TabSide)position->side, INT64_MIN};
    tab_hand_add_saved(ahead->rules, position, &hand);
    tab_outcomes_visit(ahead->outcomes, ahead->rules, position, &hand, MAX_STATES, take_best_score,
                       NULL, &best);
    if (best.score == INT32_MAX || best.score <= -INT32_MAX)
        return best.score > 0 ? 1 : 0;
    return (double)tab_net_chance(ahead->net, (int32_t)best.score);
}

double tab_look_ahead_value(TabLookAhead *ahead, const TabPosition *position, const TabHand *longer)
{
    const TabListedHands *hands = &ahead->hands[position->side];
    double value = 0;
    for (unsigned i = 0; i < hands->n; i++)
        value += hands->p[i] * hand_value(ahead, position, hands->hand[i]);
    if (hands->longer > 0)
        value += hands->longer * (hand_value(ahead, position, *longer) - value);
    return value;
}

typedef struct {
    TabStudy *study;
    TabLookAhead *ahead;
    TabSide mover;
    TabRandom *random;
    TabStudyOutcome other; /* a uniform one of all */
} Turn;

static bool keep_if_best(const TabPosition *after, TabKey key, const TabPlay *plays,
                         unsigned n_plays, gpointer user_data)
{
    Turn *turn = user_data;
    TabStudy *study = turn->study;
    double score = (double)score_by_net(turn->ahead, after, turn->mover);
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
    tab_outcomes_visit(ahead->outcomes, ahead->rules, position, hand, MAX_STATES, keep_if_best,
                       NULL, &turn);
    if (study->n_all > study->n && turn.other.score < study->outcome[study->n - 1].score)
        study->outcome[study->n++] = turn.other;
}
