// SPDX-License-Identifier: GPL-3.0-or-later
// Self-play: games that chance alone decides alike, targets, turns that are studied, and matches of
// training games.
#include "engine/search/hands.h"

#include "tab-throws.h"
#include "training-fixture.h"

static TabSelfPlay self_play_on(const TabTrainingBoard *board, const TabNet *net)
{
    return (TabSelfPlay){.net = net,
                         .rules = board->rules,
                         .sticks = &board->sticks,
                         .expansion = board->expansion,
                         .seed = 5};
}

static void play(TabTraining *training, unsigned members, double lambda, double studied,
                 TabSamples *samples)
{
    g_autoptr(TabCrew) crew = tab_crew_new(members);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingBoard *board = &training->boards[0];
    g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
    TabSelfPlay self_play = self_play_on(board, net);
    self_play.lambda = lambda;
    self_play.studied = studied;
    TabSelfPlayCount count = {0};
    tab_self_play_run(&self_play, crew, 100, 7, samples, &count);
    g_assert_cmpuint(count.games, ==, 7);
    g_assert_cmpuint(count.outcomes, >=, count.turns);
    g_assert_cmpuint(samples->n, >, 7);
    g_assert_cmpuint(samples->n, <=, studied > 0 ? 6 * count.turns : count.turns + 7);
}

/* However many members share the games, the samples are the same, in the same order. */
static void assert_same_samples(double studied)
{
    g_autoptr(TabTraining) training = fixture_start("walker", 16, 1);
    TabSamples one = {0}, three = {0};
    play(training, 1, 0.7, studied, &one);
    play(training, 3, 0.7, studied, &three);
    g_assert_cmpuint(one.n, ==, three.n);
    g_assert_cmpmem(one.row, one.n_rows * sizeof one.row[0], three.row,
                    three.n_rows * sizeof three.row[0]);
    g_assert_cmpmem(one.value, one.n_rows * sizeof one.value[0], three.value,
                    three.n_rows * sizeof three.value[0]);
    for (size_t i = 0; i < one.n; i++)
        g_assert_true(one.sample[i].target == three.sample[i].target &&
                      one.sample[i].first == three.sample[i].first);
    tab_samples_finish(&one);
    tab_samples_finish(&three);
}

static void any_number_of_members(void)
{
    assert_same_samples(0);
    assert_same_samples(0.3);
}

/* With λ = 1 every target is the result, and turns of the two sides get opposite ones; with λ = 0
 * nearly none is. */
static void targets(void)
{
    g_autoptr(TabTraining) training = fixture_start("ludii", 16, 1);
    TabSamples result = {0}, next = {0};
    unsigned won = 0, sure = 0;
    play(training, 1, 1, 0, &result);
    play(training, 1, 0, 0, &next);
    g_assert_cmpuint(result.n, ==, next.n);
    for (size_t i = 0; i < result.n; i++) {
        float target = result.sample[i].target;
        g_assert_true(target == 0 || target == 1);
        won += target > 0;
        sure += next.sample[i].target == 0 || next.sample[i].target == 1;
    }
    g_assert_cmpuint(won, >, result.n / 4);
    g_assert_cmpuint(won, <, 3 * result.n / 4);
    g_assert_cmpuint(sure, ==, 7); /* the last position of each game */
    tab_samples_finish(&result);
    tab_samples_finish(&next);
}

/* A network and a position of its own play. */
typedef struct {
    TabTraining *training;
    TabNet *net;
    TabTrainGame game;
    TabRandom random;
} Scene;

static Scene *scene_new(const char *rules, unsigned turns)
{
    Scene *scene = g_new0(Scene, 1);
    scene->training = fixture_start(rules, 64, 1);
    fixture_finish(scene->training);
    const TabTrainingBoard *board = &scene->training->boards[0];
    g_autoptr(TabNetWeights) weights = tab_training_weights(scene->training);
    scene->net = tab_net_new(weights, board->rules, board->eval->hits);
    scene->random = tab_random_new(8);
    g_autoptr(TabChooser) chooser = tab_chooser_new(scene->net, NULL, TAB_EVAL_HAND);
    tab_train_game_start(&scene->game, board->rules, board->eval->hits,
                         &scene->training->boards[0].sticks, tab_random_new_stream(3, 4));
    for (unsigned turn = 0; turn < turns; turn++) {
        TabHand hand = tab_train_game_throw(&scene->game);
        TabPosition after;
        bool moved;
        tab_chooser_choose(chooser, board->rules, &scene->game.position, &hand, &after, &moved);
        g_assert_true(tab_train_game_play(&scene->game, &after, moved));
    }
    return scene;
}

static void scene_free(Scene *scene)
{
    tab_net_free(scene->net);
    tab_training_free(scene->training);
    g_free(scene);
}

/* The best outcome of a hand by tab_net_win. */
typedef struct {
    const TabNet *net;
    TabSide mover;
    double best;
} Best;

static bool take_best(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                      gpointer user_data)
{
    Best *best = user_data;
    double win = (double)tab_net_win(best->net, after);
    best->best = MAX(best->best, after->side == best->mover ? win : 1 - win);
    return true;
}

/* The mean over all hands, those of more than `throws` throws as if they had so many. */
static double mean_of_best(const Scene *scene, unsigned throws)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autofree TabHands *hands = g_new(TabHands, 1);
    const TabPosition *position = &scene->game.position;
    double sum = 0;
    tab_hands_init(hands, scene->game.rules, scene->game.sticks, TAB_WHITE, NULL, throws);
    for (unsigned i = 0; i < hands->n; i++) {
        Best best = {scene->net, (TabSide)position->side, 0};
        TabHand hand = hands->entry[i].hand;
        hand.n[TAB_THROW_1] = (uint8_t)(hand.n[TAB_THROW_1] + position->saved[position->side]);
        tab_outcomes_visit(outcomes, scene->game.rules, position, &hand, 600, take_best, NULL,
                           &best);
        sum += hands->entry[i].p * best.best;
    }
    return sum;
}

/* The hands drawn for the longer ones make the value right on average. */
static void looks_ahead(void)
{
    static const struct {
        const char *rules;
        unsigned draws;
        double error;
    } rows[] = {{"ludii", 1, 1e-6}, {"walker", 400, 0.004}, {"bell", 400, 0.004}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Scene *scene = scene_new(rows[i].rules, 14);
        g_autoptr(TabLookAhead) ahead =
            tab_look_ahead_new(scene->net, scene->game.rules, scene->game.sticks);
        double sum = 0;
        for (unsigned draw = 0; draw < rows[i].draws; draw++) {
            TabHand longer =
                tab_look_ahead_draw(ahead, (TabSide)scene->game.position.side, &scene->random);
            sum += tab_look_ahead_value(ahead, &scene->game.position, &longer);
        }
        g_assert_cmpfloat_with_epsilon(sum / rows[i].draws, mean_of_best(scene, 4), rows[i].error);
        g_assert_cmpuint(ahead->evaluated, >, 5 * rows[i].draws);
        scene_free(scene);
    }
}

/* The first outcome of a studied turn is the one that would be played, none comes twice, and scores
 * fall. */
static void studies_turns(void)
{
    Scene *scene = scene_new("walker", 20);
    g_autoptr(TabLookAhead) ahead =
        tab_look_ahead_new(scene->net, scene->game.rules, scene->game.sticks);
    g_autoptr(TabChooser) chooser = tab_chooser_new(scene->net, NULL, TAB_EVAL_HAND);
    g_autofree TabStudy *study = g_new(TabStudy, 1);
    unsigned full = 0;
    chooser->max_states = 600;
    for (unsigned k = 0; k < 60; k++) {
        TabPosition after;
        TabHand hand = tab_train_game_throw(&scene->game);
        bool moved;
        double score = tab_chooser_choose(chooser, scene->game.rules, &scene->game.position, &hand,
                                          &after, &moved);
        tab_study_turn(study, ahead, &scene->game.position, &hand, &scene->random);
        g_assert_cmpuint(study->n, >, 0);
        g_assert_cmpuint(study->n, <=, MIN(study->n_all, TAB_STUDY_BEST + 1));
        g_assert_cmpuint(study->n, >=, MIN(study->n_all, TAB_STUDY_BEST));
        g_assert_cmpfloat(study->outcome[0].score, ==, score);
        for (unsigned i = 1; i < study->n; i++) {
            g_assert_cmpfloat(study->outcome[i].score, <=, study->outcome[i - 1].score);
            for (unsigned j = 0; j < i; j++)
                g_assert_false(
                    tab_position_same(&study->outcome[i].after, &study->outcome[j].after));
        }
        full += study->n == TAB_STUDY_BEST + 1;
    }
    g_assert_cmpuint(full, >, 3);
    scene_free(scene);
}

/* What is learned of a studied turn is the mean of the enemy's best replies, so that no target is
 * the result of the game before it is certain. */
static void studied_targets(void)
{
    g_autoptr(TabTraining) training = fixture_start("walker", 16, 1);
    TabSamples samples = {0};
    unsigned sure = 0;
    play(training, 2, 0.7, 1, &samples);
    for (size_t i = 0; i < samples.n; i++) {
        g_assert_true(samples.sample[i].target >= 0 && samples.sample[i].target <= 1);
        sure += samples.sample[i].target <= 0 || samples.sample[i].target >= 1;
    }
    g_assert_cmpuint(samples.n, >, 500);
    g_assert_cmpuint(sure, <, samples.n / 20);
    tab_samples_finish(&samples);
}

static char *tables_folder(void)
{
    return g_build_filename(g_getenv("TAB_BUILD_ROOT"), "data", "tables", NULL);
}

/* Game `number` as self-play plays it: what its positions should have as targets with λ = 1, the
 * last one first, as they are learned. Returns how many of them tables know. */
static unsigned expect_targets(const TabSelfPlay *play, uint64_t number, GArray *targets)
{
    TabTrainGame game;
    bool moved, on = true;
    unsigned known = 0;
    g_autoptr(GArray) moments = g_array_new(FALSE, FALSE, sizeof(TabPosition));
    g_autoptr(TabChooser) chooser = tab_chooser_new(play->net, NULL, TAB_EVAL_HAND);
    tab_train_game_start(&game, play->rules, play->net->features->hits, play->sticks,
                         tab_random_new_stream(play->seed, number));
    chooser->random = tab_random_new_stream(~play->seed, number);
    g_array_append_val(moments, game.position);
    while (on) {
        TabPosition after;
        TabHand hand = tab_train_game_throw(&game);
        tab_chooser_choose(chooser, play->rules, &game.position, &hand, &after, &moved);
        on = tab_train_game_play(&game, &after, moved);
        if (on)
            g_array_append_val(moments, after);
    }
    double white = game.winner < 0 ? 0.5 : game.winner == TAB_WHITE;
    for (unsigned i = moments->len; i-- > 0;) {
        const TabPosition *position = &g_array_index(moments, TabPosition, i);
        TabProbed found;
        if (tab_probe_value(play->probe, position, &found)) {
            white = position->side == TAB_WHITE ? found.value : 1 - found.value;
            known++;
        }
        float target = (float)(position->side == TAB_WHITE ? white : 1 - white);
        g_array_append_val(targets, target);
    }
    return known;
}

/* What tables know is learned exactly, and what came before sees the game end there. */
static void exact_targets(void)
{
    g_autofree char *folder = tables_folder();
    TabTrainingPlan plan = fixture_plan("ludii", 16);
    plan.tables = folder;
    g_autoptr(TabTraining) training = tab_training_new(&plan, 1, NULL);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingBoard *board = &training->boards[0];
    g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
    g_autoptr(GArray) targets = g_array_new(FALSE, FALSE, sizeof(float));
    TabSelfPlay self_play = self_play_on(board, net);
    TabSamples samples = {0}, studied = {0};
    TabSelfPlayCount count = {0};
    unsigned known = 0;
    self_play.lambda = 1;
    self_play.probe = board->probe;
    g_assert_nonnull(board->probe);
    tab_self_play_run(&self_play, training->crew, 0, 20, &samples, &count);
    for (uint64_t number = 0; number < 20; number++)
        known += expect_targets(&self_play, number, targets);
    g_test_message("%u of %u positions are known", known, targets->len);
    g_assert_cmpuint(known, >, 20);
    g_assert_cmpuint(targets->len, ==, samples.n);
    for (unsigned i = 0; i < targets->len; i++)
        g_assert_cmpfloat_with_epsilon(g_array_index(targets, float, i), samples.sample[i].target,
                                       1e-6f);
    /* The outcomes of studied turns, too: the same ones without tables have other values. */
    unsigned others = 0;
    tab_samples_clear(&samples);
    self_play.studied = 1;
    tab_self_play_run(&self_play, training->crew, 0, 20, &studied, &count);
    self_play.probe = NULL;
    tab_self_play_run(&self_play, training->crew, 0, 20, &samples, &count);
    g_assert_cmpuint(studied.n, ==, samples.n);
    for (size_t i = 0; i < studied.n; i++)
        others += studied.sample[i].target < samples.sample[i].target ||
                  studied.sample[i].target > samples.sample[i].target;
    g_assert_cmpuint(others, >, 20);
    g_assert_cmpuint(others, <, studied.n);
    tab_samples_finish(&samples);
    tab_samples_finish(&studied);
}

/* `genetic` takes an outcome with the best of its scores. */
static void genetic_chooses(void)
{
    Scene *scene = scene_new("jordan", 12);
    TabEval *eval = scene->training->boards[0].eval;
    g_autoptr(TabChooser) chooser = tab_chooser_new(NULL, eval, TAB_EVAL_GENETIC);
    g_autoptr(TabLookAhead) ahead =
        tab_look_ahead_new(scene->net, scene->game.rules, scene->game.sticks);
    g_autofree TabStudy *study = g_new(TabStudy, 1);
    TabGeneticScore score;
    unsigned compared = 0;
    tab_genetic_score_init(&score, &scene->game.rules->board);
    for (unsigned k = 0; k < 40; k++) {
        TabPosition after;
        TabHand hand = tab_train_game_throw(&scene->game);
        TabSide mover = (TabSide)scene->game.position.side;
        bool moved;
        double best = tab_chooser_choose(chooser, scene->game.rules, &scene->game.position, &hand,
                                         &after, &moved);
        g_assert_cmpfloat(best, ==, tab_genetic_score(&score, &after, mover));
        tab_study_turn(study, ahead, &scene->game.position, &hand, &scene->random);
        for (unsigned i = 0; i < study->n; i++, compared++)
            g_assert_cmpint(tab_genetic_score(&score, &study->outcome[i].after, mover), <=,
                            (int)best);
    }
    g_assert_cmpuint(compared, >, 40);
    scene_free(scene);
}

/* Equal seats and equal sticks: whoever plays itself gets exactly half of every pair. */
static void contest_is_fair(void)
{
    g_autoptr(TabTraining) training = fixture_start("walker", 16, 2);
    TabContestant twins[2] = {{NULL, TAB_EVAL_HAND}, {NULL, TAB_EVAL_HAND}};
    TabContestScore score = tab_contest(twins, training->boards[0].eval,
                                        &training->boards[0].sticks, training->crew, 9, 20);
    g_assert_cmpuint(score.games, ==, 40);
    g_assert_cmpfloat(score.score, ==, 0.5);
    g_assert_cmpfloat(score.half_width, ==, 0);
    TabContestant unlike[2] = {{NULL, TAB_EVAL_GREEDY}, {NULL, TAB_EVAL_RANDOM}};
    score = tab_contest(unlike, training->boards[0].eval, &training->boards[0].sticks,
                        training->crew, 9, 20);
    g_assert_cmpfloat(score.score, >, 0.9);
}

/* Where no throw goes on there are no longer hands to draw, however the chances are rounded. */
static void no_hands_that_never_come(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("tozeur:throws=collect", NULL);
    for (unsigned percent = 30; percent <= 70; percent++) {
        TabSticks sticks;
        TabRandom random = tab_random_new(percent);
        g_autofree char *text = g_strdup_printf("p=0.%u", percent);
        g_assert_true(tab_sticks_parse(&rules->cast, text, &sticks, NULL));
        g_assert_cmpfloat(tab_sticks_rethrow(&rules->cast, &sticks), ==, 0);
        g_autoptr(TabLookAhead) ahead = tab_look_ahead_new(NULL, rules, &sticks);
        g_assert_cmpfloat(ahead->hands[TAB_WHITE].longer, ==, 0);
        TabHand longer = tab_look_ahead_draw(ahead, TAB_WHITE, &random);
        g_assert_cmpuint(tab_hand_size(&longer), ==, 0);
    }
}

/* How many sirs there are on average among the hands of one or two throws. */
static double chance_of_sir(const TabCast *cast, const TabListedHands *hands)
{
    double sum = 0;
    for (unsigned i = 0; i < hands->n; i++)
        TAB_KINDS_FOREACH(cast, t)
            sum += cast->kind[t].key == 's' ? hands->p[i] * hands->hand[i].n[t] : 0;
    return sum;
}

/* Black wants the other colour up: its sir is as likely as White's with the opposite sticks. */
static void looks_ahead_for_either_side(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("siryu", NULL);
    const char *const texts[2] = {"p=0.3", "p=0.7"};
    double chance[2][2];
    for (int i = 0; i < 2; i++) {
        TabSticks sticks;
        g_assert_true(tab_sticks_parse(&rules->cast, texts[i], &sticks, NULL));
        g_autoptr(TabLookAhead) ahead = tab_look_ahead_new(NULL, rules, &sticks);
        for (int side = 0; side < 2; side++)
            chance[i][side] = chance_of_sir(&rules->cast, &ahead->hands[side]);
    }
    g_assert_cmpfloat_with_epsilon(chance[0][TAB_BLACK], chance[1][TAB_WHITE], 1e-9);
    g_assert_cmpfloat_with_epsilon(chance[0][TAB_WHITE], chance[1][TAB_BLACK], 1e-9);
    g_assert_cmpfloat(chance[0][TAB_WHITE], >, chance[0][TAB_BLACK] + 0.1);
}

/* With a budget fewer turns of the same games are studied. */
static void study_has_a_budget(void)
{
    g_autoptr(TabTraining) training = fixture_start("ludii:columns=5", 16, 1);
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    const TabTrainingBoard *board = &training->boards[0];
    g_autoptr(TabNet) net = tab_net_new(weights, board->rules, board->eval->hits);
    TabSelfPlay play = self_play_on(board, net);
    size_t n[2];
    play.studied = 1;
    for (unsigned i = 0; i < 2; i++) {
        TabSamples samples = {0};
        TabSelfPlayCount count = {0};
        play.budget = i ? 100 : 0;
        tab_self_play_run(&play, training->crew, 0, 8, &samples, &count);
        g_assert_cmpuint(count.games, ==, 8);
        n[i] = samples.n;
        tab_samples_finish(&samples);
    }
    g_assert_cmpuint(n[1], <, n[0] / 2);
    g_assert_cmpuint(n[1], >, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/self-play/any-number-of-members", any_number_of_members);
    g_test_add_func("/self-play/targets", targets);
    g_test_add_func("/self-play/looks-ahead", looks_ahead);
    g_test_add_func("/self-play/studies-turns", studies_turns);
    g_test_add_func("/self-play/studied-targets", studied_targets);
    g_test_add_func("/self-play/exact-targets", exact_targets);
    g_test_add_func("/self-play/genetic-chooses", genetic_chooses);
    g_test_add_func("/self-play/contest-is-fair", contest_is_fair);
    g_test_add_func("/self-play/no-hands-that-never-come", no_hands_that_never_come);
    g_test_add_func("/self-play/looks-ahead-for-either-side", looks_ahead_for_either_side);
    g_test_add_func("/self-play/study-has-a-budget", study_has_a_budget);
    return g_test_run();
}
