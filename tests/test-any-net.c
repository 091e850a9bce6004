// SPDX-License-Identifier: GPL-3.0-or-later
// A network for any rules: what its rows are made of, that floats and whole numbers make them
// alike, gradients, rulesets by chance, and that it learns and goes on from a checkpoint.
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/lab/training/making.h"
#include "engine/lab/training/checkpoint.h"

#define HIDDEN 32
#define RULESETS 60

/* A ruleset and all that positions of it need. */
typedef struct {
    TabRules *rules;
    TabSticks sticks;
    TabEval *eval;
    TabFeatures *features;
} Board;

static Board board_draw(TabRandom *random)
{
    TabRuleset set = tab_curriculum_draw(NULL, TAB_MAX_COLUMNS, random);
    Board board = {.rules = tab_rules_new(&set)};
    board.sticks = tab_curriculum_draw_sticks(board.rules, random);
    board.eval = tab_eval_new(board.rules, &board.sticks);
    board.features = tab_features_new(board.rules, board.eval->hits);
    g_autofree char *text = tab_ruleset_to_string(&set);
    g_test_message("%s", text);
    return board;
}

static void board_clear(Board *board)
{
    tab_features_free(board->features);
    tab_eval_free(board->eval);
    tab_rules_unref(board->rules);
}

typedef void (*PositionFunc)(const Board *board, const TabPosition *position, gpointer user_data);

/* Calls `func` for the positions of a game by chance, up to 40 turns of it. */
static void wander(const Board *board, uint64_t seed, PositionFunc func, gpointer user_data)
{
    TabTrainGame game;
    TabPosition after;
    bool moved, on = true;
    TabChooser *chooser = tab_chooser_new(NULL, board->eval, TAB_EVAL_RANDOM);
    tab_train_game_start(&game, board->rules, NULL, &board->sticks, tab_random_new(seed));
    for (unsigned turn = 0; on && turn < 40; turn++) {
        TabHand hand = tab_train_game_throw(&game);
        tab_chooser_choose(chooser, board->rules, &game.position, &hand, &after, &moved);
        on = tab_train_game_play(&game, &after, moved);
        if (on)
            func(board, &game.position, user_data);
    }
    tab_chooser_free(chooser);
}

/* --- traits --- */

static void check_traits(const TabTraits *traits)
{
    for (unsigned i = 0; i < traits->n; i++) {
        g_assert_cmpuint(traits->trait[i].number, <, tab_traits_count());
        g_assert_cmpint(traits->trait[i].value, >, 0);
    }
    g_assert_cmpuint(traits->n, <=, TAB_MAX_TRAITS);
}

static void need_traits(const Board *board, const TabPosition *position, gpointer user_data)
{
    TabInput input;
    TabTraits traits;
    tab_features_fill(board->features, position, &input);
    for (unsigned i = 0; i < input.n_plain; i++) {
        tab_traits_of_row(board->features, input.plain[i], &traits);
        g_assert_cmpuint(traits.n, >, 0);
    }
    for (unsigned i = 0; i < input.n_valued; i++) {
        tab_traits_of_row(board->features, input.valued[i], &traits);
        g_assert_cmpuint(traits.n, >, 0);
    }
}

/* Every row that a position has is told by something. */
static void rows_have_traits(void)
{
    TabRandom random = tab_random_new(5);
    for (unsigned i = 0; i < RULESETS; i++) {
        Board board = board_draw(&random);
        TabTraits traits;
        for (unsigned row = 0; row <= board.features->rows; row++) {
            tab_traits_of_row(board.features, row, &traits);
            check_traits(&traits);
        }
        tab_traits_of_rules(board.features, &traits);
        check_traits(&traits);
        wander(&board, i, need_traits, NULL);
        board_clear(&board);
    }
}

static void add_mass(const TabTraits *traits, unsigned from, unsigned to, unsigned *sum)
{
    for (unsigned i = 0; i < traits->n; i++)
        if (traits->trait[i].number >= from && traits->trait[i].number < to)
            *sum += (unsigned)traits->trait[i].value;
}

/* The same pile in the same place of the same game is told alike on boards of other widths, but for
 * what the width changes: far more is common than not. */
static void widths_have_much_in_common(void)
{
    TabTraits traits[2];
    for (unsigned i = 0; i < 2; i++) {
        g_autoptr(TabRules) rules = tab_rules_parse(i ? "walker:columns=12" : "walker", NULL);
        TabSticks sticks = tab_sticks_fair(&rules->cast);
        TabHits *hits = tab_hits_new(rules, &sticks);
        g_autoptr(TabFeatures) features = tab_features_new(rules, hits);
        tab_traits_of_row(features, 2 * (rules->board.columns - 1) * TAB_PILE_CODES, &traits[i]);
        tab_hits_free(hits);
    }
    unsigned common = 0, all = 0;
    add_mass(&traits[0], 0, tab_traits_count(), &all);
    for (unsigned i = 0; i < traits[0].n; i++)
        for (unsigned k = 0; k < traits[1].n; k++)
            if (traits[0].trait[i].number == traits[1].trait[k].number)
                common += (unsigned)MIN(traits[0].trait[i].value, traits[1].trait[k].value);
    g_assert_cmpuint(common, >, all / 2);
    g_assert_cmpuint(common, <, all);
}

/* --- making --- */

static TabNetHeader any_header(void)
{
    static char rules[] = TAB_NET_ANY_RULES;
    return (TabNetHeader){.layout = TAB_LAYOUT_ANY,
                          .hidden = HIDDEN,
                          .columns = {TAB_MIN_COLUMNS, TAB_MAX_COLUMNS},
                          .rules = rules,
                          .seed = 3};
}

/* What the learner has in floats, and what its file has in whole numbers, make the same rows but
 * for rounding. */
static void floats_and_whole_numbers_agree(void)
{
    TabNetHeader header = any_header();
    g_autoptr(TabLearner) learner = tab_learner_new(&header);
    g_autoptr(TabNetWeights) weights = tab_learner_weights(learner, 0);
    TabRandom random = tab_random_new(6);
    TabMaking *making = tab_making_new(HIDDEN);
    double largest = 0;
    for (unsigned i = 0; i < 8; i++) {
        Board board = board_draw(&random);
        TabRowTraits *traits = tab_row_traits_new(board.features);
        g_autofree int32_t *row = g_new(int32_t, (board.features->rows + 1) * HIDDEN);
        tab_maker_make(weights, board.features, row);
        tab_making_start(making, traits, learner->average);
        for (unsigned k = 0; k < traits->rows; k++) {
            tab_making_need(making, learner->average, k);
            for (unsigned j = 0; j < HIDDEN; j++) {
                double made = (double)making->row[k * HIDDEN + j];
                g_assert_cmpfloat(fabs(made - row[k * HIDDEN + j] / (double)TAB_FACTOR_ONE), <,
                                  0.01);
                largest = MAX(largest, fabs(made));
            }
        }
        tab_row_traits_free(traits);
        board_clear(&board);
    }
    g_assert_cmpfloat(largest, >, 0.1);
    tab_making_free(making);
}

/* The sum of all made rows, each weight times a number of its own. */
static double weigh(TabMaking *making, const TabRowTraits *traits, const float *learned)
{
    double sum = 0;
    tab_making_start(making, traits, learned);
    for (unsigned row = 0; row < traits->rows; row += 7) {
        tab_making_need(making, learned, row);
        for (unsigned j = 0; j < HIDDEN; j++)
            sum += (double)making->row[row * HIDDEN + j] * ((row + 3 * j) % 11 - 5.0);
    }
    return sum;
}

/* Gradients are what a small change of each learned weight makes of that sum. */
static void gradients_are_slopes(void)
{
    TabNetHeader header = any_header();
    g_autoptr(TabLearner) learner = tab_learner_new(&header);
    TabRandom random = tab_random_new(7);
    Board board = board_draw(&random);
    TabRowTraits *traits = tab_row_traits_new(board.features);
    TabMaking *making = tab_making_new(HIDDEN);
    g_autofree float *gradient = g_new0(float, learner->n);
    unsigned checked = 0;
    weigh(making, traits, learner->weight);
    for (unsigned i = 0; i < making->n; i++)
        for (unsigned j = 0; j < HIDDEN; j++)
            making->gradient[making->touched[i] * HIDDEN + j] =
                (float)((making->touched[i] + 3 * j) % 11) - 5;
    tab_making_finish(making, learner->weight, gradient);
    for (size_t i = 0; i < learner->factors * HIDDEN; i += 97) {
        const float step = 0.02f, was = learner->weight[i];
        learner->weight[i] = was + step;
        double up = weigh(making, traits, learner->weight);
        learner->weight[i] = was - step;
        double down = weigh(making, traits, learner->weight);
        learner->weight[i] = was;
        double slope = (up - down) / (2 * (double)step);
        g_assert_cmpfloat(fabs(slope - (double)gradient[i]), <, 0.05 * fabs(slope) + 0.05);
        checked += fabs(slope) > 0.5;
    }
    g_test_message("%u slopes", checked);
    g_assert_cmpuint(checked, >, 20);
    tab_making_free(making);
    tab_row_traits_free(traits);
    board_clear(&board);
}

/* --- rulesets by chance --- */

static void draws_allowed_rulesets(void)
{
    TabRandom random = tab_random_new(8);
    unsigned seen[TAB_N_SWITCHES][TAB_MAX_COLUMNS + 1] = {{0}};
    for (unsigned i = 0; i < 4000; i++) {
        TabRuleset set = tab_curriculum_draw(NULL, TAB_MAX_COLUMNS, &random), again;
        g_autofree char *text = tab_ruleset_to_string(&set);
        g_autoptr(GError) error = NULL;
        tab_ruleset_parse(text, &again, &error);
        g_assert_no_error(error);
        g_assert_cmpmem(again.value, sizeof again.value, set.value, sizeof set.value);
        for (unsigned key = 0; key < TAB_N_SWITCHES; key++)
            seen[key][set.value[key]]++;
    }
    for (unsigned key = 0; key < TAB_N_SWITCHES; key++) {
        const TabSwitchRow *row = &tab_switches[key];
        unsigned n = 0;
        while (row->value[n].name)
            n++;
        for (unsigned value = row->least; value < (row->most ? row->most + 1u : n); value++) {
            g_test_message("%s %u: %u", row->key, value, seen[key][value]);
            g_assert_cmpuint(seen[key][value], >, 0);
        }
    }
}

static void draws_few_pieces(void)
{
    TabRandom random = tab_random_new(10);
    unsigned seen[5] = {0};
    for (unsigned i = 0; i < 2000; i++) {
        TabRuleset set = tab_curriculum_draw(NULL, 4, &random);
        g_assert_cmpuint(tab_ruleset_pieces(&set), <=, 4);
        seen[tab_ruleset_pieces(&set)]++;
    }
    for (unsigned pieces = 1; pieces <= 4; pieces++)
        g_assert_cmpuint(seen[pieces], >, 200);
}

/* A file that nobody else has; free with g_free. */
static char *make_file(void)
{
    char *path;
    int file = g_file_open_tmp("test-any-net-XXXXXX", &path, NULL);
    g_assert_cmpint(file, >=, 0);
    g_close(file, NULL);
    return path;
}

static TabRulesetList *hold_out(const char *text, GError **error)
{
    g_autofree char *path = make_file();
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    TabRulesetList *held_out = tab_ruleset_list_load(path, error);
    g_unlink(path);
    return held_out;
}

static void holds_out(void)
{
    g_autoptr(TabRulesetList) held_out =
        hold_out("# a remark\n\nkioz\nwalker:columns=5,pieces=2 p=0.65\n", NULL);
    const struct {
        const char *rules;
        bool held;
    } rows[] = {
        {"kioz", true},
        {"kioz:columns=5,pieces=3", true},
        {"kioz:duty=may", false},
        {"walker:columns=5,pieces=2", true},
        {"walker:columns=5,pieces=3", false},
        {"walker:columns=6,pieces=2", false},
        {"walker", false},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabRuleset set;
        g_assert_true(tab_ruleset_parse(rows[i].rules, &set, NULL));
        g_test_message("%s", rows[i].rules);
        g_assert_cmpint(tab_ruleset_list_has(held_out, &set), ==, rows[i].held);
    }
    TabRandom random = tab_random_new(9);
    for (unsigned i = 0; i < 2000; i++) {
        TabRuleset set = tab_curriculum_draw(held_out, TAB_MAX_COLUMNS, &random);
        g_assert_false(tab_ruleset_list_has(held_out, &set));
    }
    g_autoptr(GError) error = NULL;
    g_assert_null(hold_out("walker\nwalker:columns=4\n", &error));
    g_assert_nonnull(strstr(error->message, ":2: "));
}

/* --- files --- */

static void files_are_read_back(void)
{
    TabNetHeader header = any_header();
    g_autoptr(TabLearner) learner = tab_learner_new(&header);
    g_autoptr(TabNetWeights) weights = tab_learner_weights(learner, 0);
    g_autofree char *path = make_file();
    g_autofree char *data = NULL;
    g_autoptr(GError) error = NULL;
    gsize length;
    tab_net_weights_save(weights, path, &error);
    g_assert_no_error(error);
    g_autoptr(TabNetWeights) read = tab_net_weights_load(path, &error);
    g_assert_no_error(error);
    g_assert_cmpmem(read->factor, read->factors * HIDDEN * sizeof(int16_t), weights->factor,
                    weights->factors * HIDDEN * sizeof(int16_t));
    TabRandom random = tab_random_new(10);
    Board board = board_draw(&random);
    g_assert_true(tab_net_weights_serve(read, board.rules, "x", NULL));
    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    g_unlink(path);
    char *rules = g_strstr_len(data, (gssize)length, "rules any");
    memcpy(rules, "rules bny", 9);
    g_assert_null(tab_net_weights_parse(data, length, "x", &error));
    g_assert_nonnull(strstr(error->message, "rules 'bny'"));
    g_assert_cmpuint(tab_net_any_pieces("any"), ==, TAB_MAX_COLUMNS);
    g_assert_cmpuint(tab_net_any_pieces("any:pieces=4"), ==, 4);
    static const char *const bad[] = {
        "any:pieces=0", "any:pieces=30", "any:pieces=", "any:columns=4",
        "any:",         "anything",      "walker"};
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++)
        g_assert_cmpuint(tab_net_any_pieces(bad[i]), ==, 0);
    board_clear(&board);
}

/* --- training --- */

static TabTrainingPlan small_plan(uint64_t games)
{
    TabTrainingPlan plan;
    tab_training_plan_init(&plan);
    plan.rules = TAB_NET_ANY_RULES;
    plan.hidden = HIDDEN;
    plan.round = 64;
    plan.games = games;
    plan.study = 0;
    return plan;
}

static TabTraining *start(uint64_t games, unsigned threads)
{
    TabTrainingPlan plan = small_plan(games);
    return tab_training_new(&plan, threads, NULL);
}

static void goes_on_from_a_checkpoint(void)
{
    g_autofree char *path = make_file();
    g_autoptr(TabTraining) whole = start(192, 2), half = start(192, 2), rest = start(192, 2);
    g_autoptr(GError) error = NULL;
    for (unsigned i = 0; i < 3; i++)
        tab_training_round(whole);
    tab_training_round(half);
    tab_checkpoint_save(half, path, &error);
    g_assert_no_error(error);
    tab_checkpoint_load(rest, path, &error);
    g_assert_no_error(error);
    g_unlink(path);
    tab_training_round(rest);
    tab_training_round(rest);
    g_assert_cmpfloat(tab_training_progress(rest), ==, 1);
    g_assert_cmpmem(whole->learner->weight, whole->learner->n * sizeof(float),
                    rest->learner->weight, rest->learner->n * sizeof(float));
}

/* Going on with other rulesets held out would train on what was to be kept. */
static void keeps_what_is_held_out(void)
{
    g_autofree char *state = make_file(), *list = make_file();
    TabTrainingPlan plan = small_plan(64);
    g_autoptr(GError) error = NULL;
    plan.held_out = list;
    g_assert_true(g_file_set_contents(list, "kioz\n", -1, NULL));
    g_autoptr(TabTraining) training = tab_training_new(&plan, 1, NULL);
    g_assert_true(tab_checkpoint_save(training, state, NULL));
    g_assert_true(tab_checkpoint_load(training, state, NULL));
    g_assert_true(g_file_set_contents(list, "siryu\n", -1, NULL));
    g_autoptr(TabTraining) other = tab_training_new(&plan, 1, NULL);
    g_assert_false(tab_checkpoint_load(other, state, &error));
    g_assert_nonnull(strstr(error->message, "held-out"));
    g_clear_error(&error);
    g_autoptr(TabTraining) none = start(64, 1);
    g_assert_false(tab_checkpoint_load(none, state, &error));
    g_assert_nonnull(strstr(error->message, "held-out"));
    g_unlink(state);
    g_unlink(list);
}

/* A network for few pieces may begin with one for any; all that it meets have few, also those that
 * it is measured by. */
static void trains_for_few_pieces(void)
{
    g_autofree char *path = make_file(), *list = make_file();
    g_autoptr(TabTraining) any = start(64, 1);
    g_autoptr(GError) error = NULL;
    TabTrainingPlan plan = small_plan(128);
    plan.rules = "any:pieces=2";
    plan.from = path;
    g_autoptr(TabNetWeights) first = tab_training_weights(any);
    g_assert_true(tab_net_weights_save(first, path, NULL));
    g_autoptr(TabTraining) training = tab_training_new(&plan, 1, &error);
    g_assert_no_error(error);
    while (tab_training_progress(training) < 1) {
        tab_training_round(training);
        for (unsigned i = 0; i < training->n_boards; i++)
            g_assert_cmpuint(tab_ruleset_pieces(&training->boards[i].rules->set), <=, 2);
    }
    g_assert_cmpuint(tab_training_evaluate(training, 16)->greedy.games, ==,
                     2 * tab_ruleset_n_presets());
    g_autoptr(TabNetWeights) weights = tab_training_weights(training);
    g_assert_cmpstr(weights->header.rules, ==, "any:pieces=2");
    g_assert_true(g_file_set_contents(list, "walker:pieces=2\nwalker:pieces=3\n", -1, NULL));
    plan.rulesets = list;
    g_assert_null(tab_training_new(&plan, 1, &error));
    g_assert_nonnull(strstr(error->message, "walker:pieces=3 has more than 2 pieces"));
    g_unlink(path);
    g_unlink(list);
}

/* Only these rules are played, with their own sticks. */
static void trains_for_a_file(void)
{
    g_autofree char *path = make_file();
    TabTrainingPlan plan = small_plan(64);
    plan.rulesets = path;
    g_assert_true(g_file_set_contents(path, "walker:columns=7 p=0.4\n\nlane\n", -1, NULL));
    g_autoptr(TabTraining) training = tab_training_new(&plan, 1, NULL);
    bool seen[2] = {false, false};
    while (tab_training_progress(training) < 1) {
        tab_training_round(training);
        for (unsigned i = 0; i < training->n_boards; i++) {
            const TabTrainingBoard *board = &training->boards[i];
            TabSticks sticks = tab_sticks_fair(&board->rules->cast);
            bool lane = !memcmp(&sticks, &board->sticks, sizeof sticks);
            g_autofree char *rules = tab_ruleset_to_string(&board->rules->set);
            g_assert_cmpstr(rules, ==, lane ? "lane" : "walker:columns=7");
            seen[lane] = true;
        }
    }
    g_assert_true(seen[0] && seen[1]);
    g_assert_cmpuint(tab_training_evaluate(training, 10)->greedy.games, ==,
                     20); /* five pairs each */
    static const char *const wrong[][2] = {
        {"# nothing\n", "no rulesets"}, {"lane\nchess\n", ":2: "}, {"lane p=2\n", ":1: "}};
    for (unsigned i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_true(g_file_set_contents(path, wrong[i][0], -1, NULL));
        g_assert_null(tab_training_new(&plan, 1, &error));
        g_test_message("%s", error->message);
        g_assert_nonnull(strstr(error->message, wrong[i][1]));
    }
    g_unlink(path);
}

/* Some of the rulesets are those of the tables, with fair sticks, unless they are held out. */
static void trains_by_tables(void)
{
    g_autofree char *list = make_file();
    g_autofree char *folder = g_build_filename(g_getenv("TAB_BUILD_ROOT"), "data", "tables", NULL);
    TabTrainingPlan plan = small_plan(64 * 40);
    plan.held_out = list;
    plan.tables = folder;
    g_assert_true(g_file_set_contents(list, "walker\n", -1, NULL));
    g_autoptr(TabTraining) training = tab_training_new(&plan, 1, NULL);
    unsigned boards = 0, solved = 0;
    for (; tab_training_progress(training) < 1; training->count.games += 64) {
        tab_training_begin_round(training);
        for (unsigned i = 0; i < training->n_boards; i++) {
            const TabTrainingBoard *board = &training->boards[i];
            g_autofree char *rules = tab_ruleset_to_string(&board->rules->set);
            g_assert_cmpstr(rules, !=, "walker");
            solved += board->probe != NULL;
            boards++;
        }
    }
    g_test_message("%u of %u boards have tables", solved, boards);
    g_assert_cmpuint(solved, >, boards / 20);
    g_assert_cmpuint(solved, <, boards / 3);
    g_unlink(list);
}

/* By one set of positions the loss falls, pass by pass. */
static void learns(void)
{
    g_autoptr(TabTraining) training = start(64, 1);
    tab_training_round(training);
    g_autofree TabLesson *lessons = g_new(TabLesson, training->n_boards);
    for (unsigned i = 0; i < training->n_boards; i++)
        lessons[i] = (TabLesson){&training->boards[i].samples, training->boards[i].traits};
    TabRandom random = tab_random_new(1);
    double first = 0, last = 0;
    for (unsigned pass = 0; pass < 40; pass++) {
        last = tab_learner_pass_any(training->learner, training->crew, lessons, training->n_boards,
                                    &random, 0.004);
        g_test_message("loss %.4f", last);
        first = pass ? first : last;
    }
    g_assert_cmpfloat(last, <, first - 0.01);
}

static void refuses_plans(void)
{
    TabTrainingPlan plan;
    g_autoptr(GError) error = NULL;
    tab_training_plan_init(&plan);
    plan.rules = TAB_NET_ANY_RULES;
    plan.games = 1;
    plan.columns[0] = plan.columns[1] = 7;
    g_assert_null(tab_training_new(&plan, 1, &error));
    g_assert_nonnull(strstr(error->message, "all columns"));
    g_clear_error(&error);
    plan.rules = "walker";
    plan.columns[0] = plan.columns[1] = 0;
    plan.held_out = "none";
    g_assert_null(tab_training_new(&plan, 1, &error));
    g_assert_nonnull(strstr(error->message, "held out"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/any-net/rows-have-traits", rows_have_traits);
    g_test_add_func("/any-net/widths-have-much-in-common", widths_have_much_in_common);
    g_test_add_func("/any-net/floats-and-whole-numbers-agree", floats_and_whole_numbers_agree);
    g_test_add_func("/any-net/gradients-are-slopes", gradients_are_slopes);
    g_test_add_func("/any-net/draws-allowed-rulesets", draws_allowed_rulesets);
    g_test_add_func("/any-net/draws-few-pieces", draws_few_pieces);
    g_test_add_func("/any-net/holds-out", holds_out);
    g_test_add_func("/any-net/files-are-read-back", files_are_read_back);
    g_test_add_func("/any-net/goes-on-from-a-checkpoint", goes_on_from_a_checkpoint);
    g_test_add_func("/any-net/keeps-what-is-held-out", keeps_what_is_held_out);
    g_test_add_func("/any-net/trains-for-few-pieces", trains_for_few_pieces);
    g_test_add_func("/any-net/trains-for-a-file", trains_for_a_file);
    g_test_add_func("/any-net/trains-by-tables", trains_by_tables);
    g_test_add_func("/any-net/learns", learns);
    g_test_add_func("/any-net/refuses-plans", refuses_plans);
    return g_test_run();
}
