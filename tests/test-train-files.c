// SPDX-License-Identifier: GPL-3.0-or-later
// Files of a training: checkpoints, shards of a round, and a network to begin with.
#include <string.h>

#include <glib/gstdio.h>

#include "engine/lab/training/checkpoint.h"
#include "engine/lab/training/shards.h"

#include "training-fixture.h"

static void assert_same_state(const TabTraining *a, const TabTraining *b)
{
    g_assert_cmpuint(a->count.games, ==, b->count.games);
    g_assert_cmpuint(a->count.turns, ==, b->count.turns);
    g_assert_cmpuint(a->learner->steps, ==, b->learner->steps);
    g_assert_cmpmem(a->learner->weight, a->learner->n * sizeof(float), b->learner->weight,
                    b->learner->n * sizeof(float));
    g_assert_cmpmem(a->learner->average, a->learner->n * sizeof(float), b->learner->average,
                    b->learner->n * sizeof(float));
}

static void resumes_exactly(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fixture_folder();
    g_autofree char *path = g_build_filename(folder, "state", NULL);
    g_autoptr(TabTraining) whole = fixture_start("walker", 72, 2),
                           first = fixture_start("walker", 72, 2),
                           second = fixture_start("walker", 72, 2);
    fixture_finish(whole);
    tab_training_round(first);
    tab_training_round(first);
    tab_training_evaluate(first, 2);
    tab_checkpoint_save(first, path, &error);
    g_assert_no_error(error);
    tab_checkpoint_load(second, path, &error);
    g_assert_no_error(error);
    assert_same_state(first, second);
    g_assert_cmpmem(first->curve->data, sizeof(TabCurvePoint), second->curve->data,
                    sizeof(TabCurvePoint));
    fixture_finish(second);
    assert_same_state(whole, second);
    g_assert_cmpuint(whole->count.games, ==, 72); /* the last round is a short one */
    g_unlink(path);
    g_rmdir(folder);
}

static TabTraining *start_from(const char *rules, const char *from, GError **error)
{
    TabTrainingPlan plan = fixture_plan(rules, 32);
    plan.from = from;
    return tab_training_new(&plan, 1, error);
}

/* A training goes on from another one's network: its weights are there, its games count, and other
 * ones follow. */
static void begins_with_a_network(void)
{
    static const char *const rulesets[] = {"walker:columns=7", TAB_NET_ANY_RULES};
    g_autofree char *folder = fixture_folder();
    g_autofree char *path = g_build_filename(folder, "first.net", NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(rulesets); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabTraining) first = fixture_start(rulesets[i], 48, 1);
        fixture_finish(first);
        g_autoptr(TabNetWeights) weights = tab_training_weights(first);
        g_assert_true(tab_net_weights_save(weights, path, &error));
        g_autoptr(TabTraining) second = start_from(rulesets[i], path, &error);
        g_assert_no_error(error);
        g_autoptr(TabNetWeights) taken = tab_training_weights(second);
        g_assert_cmpuint(taken->header.games, ==, 48);
        g_assert_cmpuint(taken->header.studied, ==, weights->header.studied);
        size_t bytes = weights->factors * weights->header.hidden * sizeof(int16_t);
        g_assert_cmpmem(taken->factor, bytes, weights->factor, bytes);
        g_assert_cmpmem(taken->output, TAB_NET_BUCKETS * 32 * sizeof(int16_t), weights->output,
                        TAB_NET_BUCKETS * 32 * sizeof(int16_t));
        fixture_finish(second);
        g_autoptr(TabNetWeights) more = tab_training_weights(second);
        g_assert_cmpuint(more->header.games, ==, 80);
        g_assert_cmpint(memcmp(more->factor, weights->factor, bytes), !=, 0);
        weights->header.games = weights->header.studied = 0; /* as if none had been played */
        g_assert_true(tab_net_weights_save(weights, path, &error));
        g_autoptr(TabTraining) again = start_from(rulesets[i], path, &error);
        fixture_finish(again);
        g_assert_cmpuint(again->count.games, ==, second->count.games);
        g_assert_cmpuint(again->count.turns, !=, second->count.turns);
    }
    fixture_remove(folder);
}

static void refuses_other_networks(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = fixture_folder();
    g_autofree char *path = g_build_filename(folder, "walker.net", NULL);
    g_autofree char *state = g_build_filename(folder, "state", NULL);
    g_autoptr(TabTraining) walker = fixture_start("walker", 16, 1);
    g_autoptr(TabNetWeights) weights = tab_training_weights(walker);
    g_assert_true(tab_net_weights_save(weights, path, &error));
    g_assert_null(start_from("walker:columns=7", path, &error));
    g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES);
    g_assert_nonnull(strstr(error->message, "walker.net: made for walker"));
    g_clear_error(&error);
    g_assert_null(start_from("walker", state, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_clear_error(&error);
    g_autoptr(TabTraining) from = start_from("walker", path, &error),
                           plain = fixture_start("walker", 32, 1);
    g_assert_no_error(error);
    g_assert_true(tab_checkpoint_save(plain, state, &error));
    g_assert_false(tab_checkpoint_load(from, state, &error));
    g_assert_nonnull(strstr(error->message, "from"));
    fixture_remove(folder);
}

/* What a round is divided into changes nothing: 72 games are four whole rounds and a short one, the
 * last of them studied. */
static void shards_change_nothing(void)
{
    static const char *const rulesets[] = {"walker", TAB_NET_ANY_RULES};
    g_autofree char *folder = fixture_folder();
    for (unsigned i = 0; i < G_N_ELEMENTS(rulesets); i++) {
        g_autoptr(TabTraining) whole = fixture_start(rulesets[i], 72, 2),
                               merged = fixture_start(rulesets[i], 72, 2);
        while (tab_training_progress(merged) < 1) {
            g_autoptr(GError) error = NULL;
            g_autofree char *state = g_build_filename(folder, "state", NULL);
            g_assert_true(tab_checkpoint_save(merged, state, &error));
            char *paths[4] = {NULL};
            for (unsigned k = 0; k < 3; k++) { /* other processes, with other numbers of threads */
                g_autoptr(TabTraining) other = fixture_start(rulesets[i], 72, 1 + k);
                g_autofree char *name = g_strdup_printf("part%u", k);
                paths[2 - k] = g_build_filename(folder, name, NULL);
                g_assert_true(tab_checkpoint_load(other, state, &error));
                g_assert_true(tab_shards_play(other, k, 3, paths[2 - k], &error));
                g_assert_cmpuint(other->count.games, ==, merged->count.games);
            }
            g_assert_true(tab_shards_take(merged, paths, &error));
            tab_training_learn_round(merged);
            tab_training_round(whole);
            assert_same_state(whole, merged);
            for (unsigned k = 0; k < 3; k++)
                g_free(paths[k]);
        }
    }
    fixture_remove(folder);
}

static void refuses_positions(void)
{
    g_autofree char *folder = fixture_folder();
    g_autofree char *one = g_build_filename(folder, "one", NULL),
                    *two = g_build_filename(folder, "two", NULL),
                    *cut = g_build_filename(folder, "cut", NULL),
                    *lane = g_build_filename(folder, "lane", NULL);
    g_autoptr(TabTraining) walker = fixture_start("walker", 32, 1),
                           other = fixture_start("lane", 32, 1);
    g_autofree char *data = NULL;
    gsize length;
    g_assert_true(tab_shards_play(walker, 0, 2, one, NULL));
    g_assert_true(tab_shards_play(walker, 1, 2, two, NULL));
    g_assert_true(tab_shards_play(other, 1, 2, lane, NULL));
    g_assert_true(g_file_get_contents(two, &data, &length, NULL));
    g_assert_true(g_file_set_contents(cut, data, (gssize)length - 1, NULL));
    struct {
        char *paths[4];
        const char *said;
    } rows[] = {
        {{one}, "one of 2 shards, where there are 1 files"},
        {{one, two, two}, "one of 2 shards, where there are 3 files"},
        {{one, one}, "one: shard 1, as is"},
        {{one, cut}, "cut: damaged: its checksum does not match"},
        {{one, lane}, "lane: of another training"},
        {{one, folder}, folder},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_shards_take(walker, rows[i].paths, &error));
        g_test_message("%s", error->message);
        g_assert_nonnull(strstr(error->message, rows[i].said));
    }
    char *good[] = {two, one, NULL};
    g_assert_true(tab_shards_take(walker, good, NULL));
    tab_training_learn_round(walker);
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_shards_take(walker, good, &error)); /* the round is over */
    g_assert_nonnull(strstr(error->message, "another round"));
    fixture_remove(folder);
}

static void refuses_checkpoints(void)
{
    g_autofree char *folder = fixture_folder(), *data = NULL;
    g_autofree char *path = g_build_filename(folder, "state", NULL);
    gsize length;
    g_autoptr(TabTraining) training = fixture_start("walker", 16, 1),
                           other = fixture_start("lane", 16, 1);
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_checkpoint_load(training, path, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_clear_error(&error);
    g_assert_true(tab_checkpoint_save(training, path, NULL));
    g_assert_false(tab_checkpoint_load(other, path, &error));
    g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES);
    g_assert_nonnull(strstr(error->message, "rules walker"));
    g_clear_error(&error);
    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    data[length - 5] ^= 1;
    g_assert_true(g_file_set_contents(path, data, (gssize)length, NULL));
    g_assert_false(tab_checkpoint_load(training, path, &error));
    g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT);
    g_clear_error(&error);
    for (gsize cut = 0; cut < length; cut += length / 7) {
        g_assert_true(g_file_set_contents(path, data, (gssize)cut, NULL));
        g_assert_false(tab_checkpoint_load(training, path, &error));
        g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT);
        g_clear_error(&error);
    }
    const char *const others[][2] = {
        {"tab-train checkpoint 4\nsha256 ", "of version 4 of its format"},
        {"tab-train checkpoint 2\nsha256 ", "of version 2 of its format"},
        {"tab-train checkpoint x\nsha256 ", G_BYTE_ORDER == G_BIG_ENDIAN
                                                ? "no 'tab-train checkpoint 3 big-endian'"
                                                : "no 'tab-train checkpoint 3'"}};
    for (gsize i = 0; i < G_N_ELEMENTS(others); i++) {
        g_assert_true(g_file_set_contents(path, others[i][0], -1, NULL));
        g_assert_false(tab_checkpoint_load(training, path, &error));
        g_assert_nonnull(strstr(error->message, others[i][1]));
        g_clear_error(&error);
    }
    g_unlink(path);
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/train-files/resumes-exactly", resumes_exactly);
    g_test_add_func("/train-files/begins-with-a-network", begins_with_a_network);
    g_test_add_func("/train-files/refuses-other-networks", refuses_other_networks);
    g_test_add_func("/train-files/shards-change-nothing", shards_change_nothing);
    g_test_add_func("/train-files/refuses-positions", refuses_positions);
    g_test_add_func("/train-files/refuses-checkpoints", refuses_checkpoints);
    return g_test_run();
}
