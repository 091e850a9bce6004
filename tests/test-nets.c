// SPDX-License-Identifier: GPL-3.0-or-later
// Which network file is used for which rules, and what is said of files that are no good.
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/eval/eval.h"
#include "engine/eval/net.h"

#define ANY 128
/* For any rules of at most three pieces a side; nobody looks for its name. */
#define FEW 64

/* The files of the folder, told apart by their hidden units. */
static const struct {
    const char *name, *rules;
    TabLayout layout;
    unsigned columns[2], hidden;
} files[] = {
    {"walker.net", "walker", TAB_LAYOUT_CELLS, {9, 9}, 32},
    {"standard.net", "standard", TAB_LAYOUT_CELLS, {11, 11}, 64},
    {"standard-wide.net", "standard", TAB_LAYOUT_ENDS, {7, 13}, 96},
    {"lane.net", "lane", TAB_LAYOUT_CELLS, {9, 9}, 32},
    {"standard-2.net", "standard:pieces=2", TAB_LAYOUT_ENDS, {7, 13}, 96},
    {"any.net", TAB_NET_ANY_RULES, TAB_LAYOUT_ANY, {TAB_MIN_COLUMNS, TAB_MAX_COLUMNS}, ANY},
    {"few.net", "any:pieces=3", TAB_LAYOUT_ANY, {TAB_MIN_COLUMNS, TAB_MAX_COLUMNS}, FEW},
};

static TabNetWeights *make(unsigned i)
{
    TabNetHeader header = {.layout = files[i].layout,
                           .hidden = files[i].hidden,
                           .columns = {files[i].columns[0], files[i].columns[1]},
                           .rules = (char *)files[i].rules};
    return tab_net_weights_new(&header);
}

static char *make_folder(void)
{
    char *folder = g_dir_make_tmp("test-nets-XXXXXX", NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i].name, NULL);
        g_autoptr(TabNetWeights) weights = make(i);
        g_assert_true(tab_net_weights_save(weights, path, NULL));
    }
    return folder;
}

static void remove_folder(char *folder)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = g_build_filename(folder, files[i].name, NULL);
        g_unlink(path);
    }
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(folder);
}

/* The hidden units of the network that is found, 0 for none. */
static unsigned find(const char *folder, const TabNetWeights *chosen, const char *text,
                     GError **error)
{
    g_autoptr(TabRules) rules = tab_rules_parse(text, NULL);
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    g_autoptr(TabHits) hits = tab_hits_new(rules, &sticks);
    g_autofree char *why = NULL;
    g_autoptr(TabNet) net = tab_net_find(folder, chosen, "chosen.net", rules, hits, &why, error);
    g_test_message("%s: %s", text, why);
    g_assert_true(g_str_has_prefix(why, net ? "network " : "hand-made evaluation, "));
    return net ? net->hidden : 0;
}

static void by_rules(void)
{
    static const struct {
        const char *rules;
        unsigned hidden;
    } rows[] = {
        {"walker", 32},
        {"walker:opening=first", 32},
        {"standard:columns=9", 32}, /* the same rules */
        {"walker:columns=11", 64},
        {"standard", 64},
        {"walker:columns=7", 96},
        {"walker:pieces=5", ANY}, /* was not trained by 96 */
        {"standard:pieces=2", 96},
        {"walker:pieces=2,columns=7", 96},
        {"walker:pieces=2,columns=15", ANY},
        {"lane:pieces=2", ANY},
        {"standard:columns=15", ANY},
        {"walker:stack-return=keep", ANY},
        {"standard:columns=10,stack-return=keep", ANY},
        {"lane", 32},
        {"lane:columns=11", ANY},
        {"walker:pieces=1", ANY},
        {"bell", ANY},
        {"sahkku:columns=7", ANY},
    };
    char *folder = make_folder();
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_test_message("%s", rows[i].rules);
        g_assert_cmpuint(find(folder, NULL, rows[i].rules, &error), ==, rows[i].hidden);
        g_assert_no_error(error);
    }
    g_assert_cmpuint(find(NULL, NULL, "walker", NULL), ==, 0);
    remove_folder(folder);
}

/* A damaged file is named, and the next best network taken. */
static void damaged_file(void)
{
    g_autoptr(GError) error = NULL;
    char *folder = make_folder();
    g_autofree char *path = g_build_filename(folder, "walker.net", NULL);
    g_assert_true(g_file_set_contents(path, "tab-net 1\n", -1, NULL));
    g_assert_cmpuint(find(folder, NULL, "walker", &error), ==, 96);
    g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT);
    g_assert_nonnull(strstr(error->message, "walker.net"));
    remove_folder(folder);
}

static void chosen_file(void)
{
    g_autoptr(GError) error = NULL;
    char *folder = make_folder();
    g_autoptr(TabNetWeights) standard = make(1);
    g_assert_cmpuint(find(NULL, standard, "standard", &error), ==, 64);
    g_assert_no_error(error);
    g_assert_cmpuint(find(NULL, standard, "lane", NULL), ==, 0);
    g_assert_cmpuint(find(folder, standard, "walker", &error), ==, 32);
    g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES);
    g_assert_nonnull(strstr(error->message, "chosen.net"));
    remove_folder(folder);
}

/* What is made for few pieces does not serve more, though it is chosen. */
static void too_many_pieces(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabNetWeights) few = make(G_N_ELEMENTS(files) - 1);
    g_assert_cmpuint(find(NULL, few, "bell:columns=7,pieces=3", &error), ==, FEW);
    g_assert_no_error(error);
    g_assert_cmpuint(find(NULL, few, "bell:columns=7,pieces=4", &error), ==, 0);
    g_assert_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES);
    g_assert_nonnull(strstr(error->message, "made for any:pieces=3"));
}

/* A network for any rules is helped by the hand-made terms; one that was made for the rules is not,
 * and in training none is. */
static void hand_has_its_share(void)
{
    char *folder = make_folder();
    for (unsigned any = 0; any < 2; any++) {
        g_autoptr(TabRules) rules = tab_rules_parse(any ? "sahkku:columns=7" : "walker", NULL);
        TabSticks sticks = tab_sticks_fair(&rules->cast);
        g_autoptr(TabEval) eval = tab_eval_new(rules, &sticks);
        g_autofree char *why = NULL;
        g_autoptr(TabNet) net = tab_net_find(folder, NULL, NULL, rules, eval->hits, &why, NULL);
        TabSituation start;
        tab_position_start(rules, TAB_BLACK, &start);
        const TabPosition *position = &start.position;
        double by_hand = tab_eval_win(eval, position);
        double by_net = (double)tab_net_win(net, position);
        g_assert_cmpfloat(fabs(by_hand - by_net), >, 1e-3);
        eval->net = net;
        g_assert_cmpfloat(tab_eval_win(eval, position), ==, by_net);
        tab_eval_set_net(eval, net);
        g_assert_cmpfloat_with_epsilon(tab_eval_win(eval, position),
                                       any ? 0.75 * by_net + 0.25 * by_hand : by_net, 1e-9);
        tab_eval_set_net(eval, NULL);
        g_assert_cmpfloat(tab_eval_win(eval, position), ==, by_hand);
    }
    remove_folder(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/nets/by-rules", by_rules);
    g_test_add_func("/nets/damaged-file", damaged_file);
    g_test_add_func("/nets/chosen-file", chosen_file);
    g_test_add_func("/nets/too-many-pieces", too_many_pieces);
    g_test_add_func("/nets/hand-has-its-share", hand_has_its_share);
    return g_test_run();
}
