// SPDX-License-Identifier: GPL-3.0-or-later
// Plays a network against itself and looks back over each game.
#include "engine/lab/training/self-play.h"

/* Positions inside a turn that are looked through: the few turns that have more cost much time and
 * teach little. */
#define MAX_STATES 600
#define MOST_LAMBDA 0.98
#define STRAY 0.1 /* share of the turns of studied games in which any outcome of them is played */

/* A position before an ordinary throw, as it was met. */
typedef struct {
    TabInput input;
    uint8_t side;
    float win;  /* what the network thought of it, for the side to move, … */
    bool exact; /* … or its exact value */
} Moment;

/* One member's share. */
typedef struct {
    TabChooser *chooser; /* who plays whole games */
    GArray *moments;     /* of Moment: of the game being played */
    TabLookAhead *ahead; /* who plays games with turns to study */
    TabStudy *study;     /* the turn being played */
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

/* The exact value for the side to move, if it is known. */
static bool find_exact(const TabSelfPlay *play, const TabPosition *position, double *win)
{
    TabProbed found;
    if (!play->probe || !tab_probe_value(play->probe, position, &found))
        return false;
    *win = found.value;
    return true;
}

/* Goes back over the game: the target of each moment from what came after it. `won`: the result for
 * White. */
static void learn_game(const TabSelfPlay *play, Share *share, double won)
{
    double target = won; /* for White, as it is passed back */
    double lambda = play->lambda;
    if (play->reach > 0)
        lambda = MAX(lambda, MIN(1 - play->reach / share->moments->len, MOST_LAMBDA));
    for (unsigned i = share->moments->len; i-- > 0;) {
        const Moment *moment = &g_array_index(share->moments, Moment, i);
        bool white = moment->side == TAB_WHITE;
        double win = (double)(white ? moment->win : 1 - moment->win);
        unsigned bucket = play->net->bucket[moment->input.pieces[0] + moment->input.pieces[1]];
        if (moment->exact)
            target = win;
        tab_samples_add(&share->samples, play->expansion, &moment->input, bucket,
                        (float)(white ? target : 1 - target));
        target = lambda * target + (1 - lambda) * win;
    }
}

/* Keeps the position that the game has come to; `win`: what the network thinks of it. */
static void add_moment(const TabSelfPlay *play, Share *share, const TabPosition *position,
                       float win)
{
    g_array_set_size(share->moments, share->moments->len + 1);
    Moment *moment = &g_array_index(share->moments, Moment, share->moments->len - 1);
    tab_features_fill(play->net->features, position, &moment->input);
    moment->side = position->side;
    double exact = (double)win;
    moment->exact = find_exact(play, position, &exact);
    moment->win = (float)exact;
}

static void count_game(TabSelfPlayCount *count, const TabTrainGame *game, uint8_t beginner)
{
    count->games++;
    count->turns += game->hands;
    count->draws += game->winner < 0;
    count->first_wins += game->winner == beginner;
}

static void start_game(const TabSelfPlay *play, uint64_t number, TabTrainGame *game)
{
    tab_train_game_start(game, play->rules, play->net->features->hits, play->sticks,
                         tab_random_new_stream(play->seed, number));
    if (play->max_turns)
        game->limits.max_turns = play->max_turns;
}

/* What a whole game teaches as its result, for White. */
static double result_of(const TabSelfPlay *play, const TabTrainGame *game)
{
    if (play->max_turns && game->end == TAB_END_TURN_LIMIT)
        return tab_eval_win_of(TAB_WHITE, &game->position,
                               (double)tab_net_win(play->net, &game->position));
    return game->winner < 0 ? 0.5 : game->winner == TAB_WHITE ? 1 : 0;
}

static void play_whole_game(const TabSelfPlay *play, Share *share, uint64_t number)
{
    TabTrainGame game;
    TabPosition after;
    bool moved, on = true;
    g_array_set_size(share->moments, 0);
    start_game(play, number, &game);
    share->chooser->random = tab_random_new_stream(~play->seed, number);
    uint8_t beginner = game.position.side;
    if (!game.held.n)
        add_moment(play, share, &game.position, tab_net_win(play->net, &game.position));
    while (on) {
        TabHand hand = tab_train_game_throw(&game);
        TabSide mover = (TabSide)game.position.side;
        double score =
            tab_chooser_choose(share->chooser, play->rules, &game.position, &hand, &after, &moved);
        on = tab_train_game_play(&game, &after, moved);
        if (on) {
            int32_t own = (int32_t)(after.side == mover ? score : -score);
            add_moment(play, share, &after, tab_net_chance(play->net, own));
        }
    }
    learn_game(play, share, result_of(play, &game));
    count_game(&share->count, &game, beginner);
}

/* The samples of a turn: its outcomes, and what they are worth to the side to move. */
static void learn_turn(const TabSelfPlay *play, Share *share, TabRandom *random)
{
    /* only `throws=at-once`, which has no longer hands, leaves a side to go on */
    TabSide next = (TabSide)share->study->outcome[0].after.side;
    TabHand longer = tab_look_ahead_draw(share->ahead, next, random);
    for (unsigned i = 0; i < share->study->n; i++) {
        const TabPosition *after = &share->study->outcome[i].after;
        TabInput input;
        if (tab_position_finished(play->rules, after))
            continue;
        double value;
        if (!find_exact(play, after, &value))
            value = tab_look_ahead_value(share->ahead, after, &longer);
        tab_features_fill(play->net->features, after, &input);
        unsigned bucket = play->net->bucket[input.pieces[0] + input.pieces[1]];
        tab_samples_add(&share->samples, play->expansion, &input, bucket, (float)value);
    }
}

/* The share of turns to study, after so many outcomes of the game have been looked at. */
static double share_to_study(const TabSelfPlay *play, uint64_t seen)
{
    return play->budget > 0 ? play->studied * play->budget / (play->budget + (double)seen)
                            : play->studied;
}

/* A game in which some turns are studied. */
static void study_game(const TabSelfPlay *play, Share *share, uint64_t number)
{
    TabTrainGame game;
    TabRandom random = tab_random_new_stream(~play->seed, number);
    start_game(play, number, &game);
    uint8_t beginner = game.position.side;
    uint64_t before = share->ahead->evaluated;
    for (bool on = true; on;) {
        TabHand hand = tab_train_game_throw(&game);
        TabStudy *study = share->study;
        tab_study_turn(study, share->ahead, &game.position, &hand, &random);
        if (study->n > 1 &&
            tab_random_unit(&random) < share_to_study(play, share->ahead->evaluated - before))
            learn_turn(play, share, &random);
        bool strays = tab_random_unit(&random) < STRAY;
        unsigned choice = strays ? tab_random_below(&random, study->n) : 0;
        on =
            tab_train_game_play(&game, &study->outcome[choice].after, study->outcome[choice].moved);
    }
    count_game(&share->count, &game, beginner);
}

/* Members take blocks of games in order, so that joining their samples keeps the games' order. */
static void play_block(unsigned member, gpointer user_data)
{
    Work *work = user_data;
    Share *share = &work->shares[member];
    unsigned from = work->n * member / work->members, to = work->n * (member + 1) / work->members;
    for (unsigned i = from; i < to; i++)
        if (work->play->studied > 0)
            study_game(work->play, share, work->first + i);
        else
            play_whole_game(work->play, share, work->first + i);
    share->count.outcomes = share->chooser->evaluated + share->ahead->evaluated;
}

void tab_self_play_count_add(TabSelfPlayCount *count, const TabSelfPlayCount *more)
{
    count->games += more->games;
    count->turns += more->turns;
    count->outcomes += more->outcomes;
    count->draws += more->draws;
    count->first_wins += more->first_wins;
}

void tab_self_play_run(const TabSelfPlay *play, TabCrew *crew, uint64_t first, unsigned n,
                       TabSamples *samples, TabSelfPlayCount *count)
{
    Work work = {play, first, n, NULL, tab_crew_members(crew)};
    work.shares = g_new0(Share, work.members);
    for (unsigned i = 0; i < work.members; i++) {
        work.shares[i].chooser = tab_chooser_new(play->net, NULL, TAB_EVAL_HAND);
        work.shares[i].chooser->max_states = MAX_STATES;
        work.shares[i].ahead = tab_look_ahead_new(play->net, play->rules, play->sticks);
        work.shares[i].study = g_new(TabStudy, 1);
        work.shares[i].moments = g_array_new(FALSE, FALSE, sizeof(Moment));
    }
    tab_crew_run(crew, play_block, &work);
    for (unsigned i = 0; i < work.members; i++) {
        Share *share = &work.shares[i];
        tab_samples_join(samples, &share->samples);
        tab_self_play_count_add(count, &share->count);
        tab_samples_finish(&share->samples);
        tab_chooser_free(share->chooser);
        tab_look_ahead_free(share->ahead);
        g_free(share->study);
        g_array_unref(share->moments);
    }
    g_free(work.shares);
}
