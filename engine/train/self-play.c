// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a network against itself and looks back over each game.
#include "engine/train/self-play.h"

#include <string.h>

#include "engine/search/playout.h"

/* Positions inside a turn that are looked through: the few turns that have more cost much time and
 * teach little. */
#define MAX_STATES 600

/* A position before an ordinary throw, as it was met. */
typedef struct {
    TabInput input;
    uint8_t side;
    float win; /* what the network thought of it, for the side to move */
} Moment;

/* One member's share. */
typedef struct {
    TabChooser *chooser;
    Moment *moments; /* of the game being played */
    TabSamples samples;
    TabSelfPlayCount count;
} Share;

typedef struct {
    const TabSelfPlay *play;
    uint64_t first;
    unsigned n;
    Share *shares;
    unsigned members;
} Work;

/* Goes back over the game: the target of each moment from what came after it. `won`: the result for
 * White. */
static void learn_game(const TabSelfPlay *play, Share *share, unsigned n, double won)
{
    double target = won; /* for White, as it is passed back */
    for (unsigned i = n; i-- > 0;) {
        const Moment *moment = &share->moments[i];
        bool white = moment->side == TAB_WHITE;
        double win = (double)(white ? moment->win : 1 - moment->win);
        unsigned bucket = play->net->bucket[moment->input.pieces[0] + moment->input.pieces[1]];
        tab_samples_add(&share->samples, play->expansion, &moment->input, bucket,
                        (float)(white ? target : 1 - target));
        target = play->lambda * target + (1 - play->lambda) * win;
    }
}

static void note(const TabSelfPlay *play, Moment *moment, const TabPosition *position, float win)
{
    tab_features_fill(play->net->features, position, &moment->input);
    moment->side = position->side;
    moment->win = win;
}

static void play_game(const TabSelfPlay *play, Share *share, uint64_t number)
{
    TabTrainGame game;
    TabPosition after;
    unsigned n = 0;
    bool on = true;
    tab_train_game_start(&game, play->rules, play->sticks, play->seed, number);
    share->chooser->random = tab_random_new_stream(~play->seed, number);
    uint8_t beginner = game.position.side;
    if (!game.held)
        note(play, &share->moments[n++], &game.position, tab_net_win(play->net, &game.position));
    while (on) {
        TabHand hand = tab_train_game_throw(&game);
        TabSide mover = (TabSide)game.position.side;
        double score =
            tab_chooser_choose(share->chooser, play->rules, &game.position, &hand, &after);
        on = tab_train_game_play(&game, &after);
        if (on) {
            int32_t own = (int32_t)(after.side == mover ? score : -score);
            note(play, &share->moments[n++], &after, tab_net_chance(play->net, own));
        }
    }
    bool over = tab_position_finished(&game.position);
    double won = over ? (game.position.pieces[TAB_WHITE] ? 1 : 0) : 0.5;
    learn_game(play, share, n, won);
    share->count.games++;
    share->count.turns += game.turns;
    share->count.draws += !over;
    share->count.first_wins += over && game.position.pieces[beginner] > 0;
}

/* Members take blocks of games in order, so that joining their samples keeps the games' order. */
static void play_share(unsigned member, gpointer user_data)
{
    Work *work = user_data;
    Share *share = &work->shares[member];
    unsigned from = work->n * member / work->members, to = work->n * (member + 1) / work->members;
    for (unsigned i = from; i < to; i++)
        play_game(work->play, share, work->first + i);
    share->count.outcomes = share->chooser->evaluated;
}

void tab_self_play_run(const TabSelfPlay *play, TabCrew *crew, uint64_t first, unsigned n,
                       TabSamples *samples, TabSelfPlayCount *count)
{
    Work work = {play, first, n, NULL, tab_crew_members(crew)};
    work.shares = g_new0(Share, work.members);
    for (unsigned i = 0; i < work.members; i++) {
        work.shares[i].chooser = tab_chooser_new(play->net, NULL, TAB_EVAL_HAND);
        work.shares[i].chooser->max_states = MAX_STATES;
        work.shares[i].moments = g_new(Moment, TAB_PLAYOUT_MAX_TURNS + 1);
    }
    tab_crew_run(crew, play_share, &work);
    for (unsigned i = 0; i < work.members; i++) {
        Share *share = &work.shares[i];
        tab_samples_join(samples, &share->samples);
        count->games += share->count.games;
        count->turns += share->count.turns;
        count->outcomes += share->count.outcomes;
        count->draws += share->count.draws;
        count->first_wins += share->count.first_wins;
        tab_samples_finish(&share->samples);
        tab_chooser_free(share->chooser);
        g_free(share->moments);
    }
    g_free(work.shares);
}
