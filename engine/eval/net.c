// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a network's rows together for one board, evaluates positions by them, and chooses among
// files.
#include "engine/eval/net.h"

#include <string.h>

#include "engine/eval/logistic.h"
#include "engine/eval/maker.h"

/* Chances are looked up by score: steps of 1 / 256 from -16 to 16. */
#define STEP (TAB_NET_ONE / 256)
#define STEPS (16 * 256)

/* From the file's unit to the kernels'. */
static int16_t to_kernel(int32_t sum)
{
    const int32_t ratio = TAB_FACTOR_ONE / TAB_HIDDEN_ONE;
    int32_t rounded = (sum + (sum < 0 ? -ratio / 2 : ratio / 2)) / ratio;
    return (int16_t)CLAMP(rounded, INT16_MIN, INT16_MAX);
}

/* Sums up the learned rows of each row, and of none for the bias. */
static void add_factors(const TabNetWeights *weights, const TabFeatures *features, int32_t *sums)
{
    unsigned hidden = weights->header.hidden;
    memset(sums, 0, (features->rows + 1) * hidden * sizeof *sums);
    for (unsigned row = 0; row < features->rows; row++) {
        uint16_t factor[TAB_MAX_FACTORS];
        unsigned n = tab_layout_expand(weights->header.layout, features->rules, row, factor);
        for (unsigned i = 0; i < n; i++)
            for (unsigned j = 0; j < hidden; j++)
                sums[row * hidden + j] += weights->factor[factor[i] * hidden + j];
    }
}

TabNet *tab_net_new(const TabNetWeights *weights, const TabRules *rules, const TabHits *hits)
{
    TabNet *net = g_new0(TabNet, 1);
    net->features = tab_features_new(rules, hits);
    net->kernel = tab_kernel_best();
    net->hidden = weights->header.hidden;
    net->any_rules = weights->header.layout == TAB_LAYOUT_ANY;
    /* one block for all that kernels read, aligned as they want it */
    size_t rows = net->features->rows, hidden = net->hidden;
    net->block = g_malloc(((rows + 1 + TAB_NET_BUCKETS) * hidden) * sizeof(int16_t) + 64);
    net->weights = (int16_t *)(((uintptr_t)net->block + 63) & ~(uintptr_t)63);
    net->bias = net->weights + rows * hidden;
    net->output = net->bias + hidden;
    g_autofree int32_t *sums = g_new(int32_t, (rows + 1) * hidden);
    if (weights->header.layout == TAB_LAYOUT_ANY)
        tab_maker_make(weights, net->features, sums);
    else
        add_factors(weights, net->features, sums);
    for (size_t i = 0; i < (rows + 1) * hidden; i++) /* the bias comes behind the rows */
        net->weights[i] =
            to_kernel(sums[i] + (i < rows * hidden ? 0 : weights->bias[i - rows * hidden]));
    memcpy(net->output, weights->output, TAB_NET_BUCKETS * hidden * sizeof net->output[0]);
    for (int i = 0; i < TAB_NET_BUCKETS; i++)
        net->output_bias[i] = weights->output_bias[i] * TAB_HIDDEN_ONE;
    unsigned most = 2 * tab_ruleset_pieces(&rules->set);
    for (unsigned pieces = 2; pieces < G_N_ELEMENTS(net->bucket); pieces++)
        net->bucket[pieces] =
            (uint8_t)MIN((pieces - 2) * TAB_NET_BUCKETS / (most - 1), TAB_NET_BUCKETS - 1);
    net->win = g_new(float, 2 * STEPS + 2);
    for (int i = 0; i < 2 * STEPS + 2; i++)
        net->win[i] = (float)tab_logistic((i - STEPS) / 256.0);
    return net;
}

void tab_net_free(TabNet *net)
{
    if (!net)
        return;
    tab_features_free(net->features);
    g_free(net->block);
    g_free(net->win);
    g_free(net);
}

int32_t tab_net_score_input(const TabNet *net, const TabInput *input)
{
    unsigned bucket = net->bucket[input->pieces[0] + input->pieces[1]];
    return net->kernel->run(net->weights, net->bias, net->output + bucket * net->hidden,
                            net->hidden, input) +
           net->output_bias[bucket];
}

int32_t tab_net_score(const TabNet *net, const TabPosition *position)
{
    TabInput input;
    tab_features_fill(net->features, position, &input);
    int32_t score = tab_net_score_input(net, &input);
    TabSide worse = score < 0 ? (TabSide)position->side : tab_side_other((TabSide)position->side);
    return tab_hits_cannot_lose(net->features->hits, position, worse) ? 0 : score;
}

float tab_net_chance(const TabNet *net, int32_t score)
{
    score = CLAMP(score, -STEPS * STEP, STEPS * STEP) + STEPS * STEP;
    const float *at = net->win + score / STEP;
    return at[0] + (at[1] - at[0]) * ((float)(score % STEP) / (float)STEP);
}

float tab_net_win(const TabNet *net, const TabPosition *position)
{
    return tab_net_chance(net, tab_net_score(net, position));
}

/* --- choosing among files --- */

/* A file if it serves the rules; else NULL, with an error if there is such a file but no good one,
 * and `error` has none yet. */
static TabNetWeights *take_file(const char *folder, const char *name, const TabRules *rules,
                                const char *why, char **reason, GError **error)
{
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(GError) fault = NULL;
    g_autoptr(TabNetWeights) weights = tab_net_weights_load(path, &fault);
    if (fault && !*error && !g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        *error = g_steal_pointer(&fault);
    if (!weights || !tab_net_weights_serve(weights, rules, "", NULL))
        return NULL;
    *reason = g_strdup_printf("network %s, %s", name, why);
    return g_steal_pointer(&weights);
}

/* Networks of one width go before those of several, the rules' own preset before others that differ
 * from them in no switch, and all of them before the one for any rules. */
static TabNetWeights *choose_network(const char *folder, const TabRules *rules, char **reason,
                                     GError **error)
{
    g_autofree char *pieces = g_strdup_printf("-%u", tab_ruleset_pieces(&rules->set));
    const char *const kinds[] = {"", "-wide", pieces};
    unsigned own = rules->set.preset, n = tab_ruleset_n_presets();
    TabNetWeights *weights = NULL;
    for (unsigned i = 0; i < n * G_N_ELEMENTS(kinds) && !weights; i++) {
        unsigned preset = (own + i) % n;
        TabRuleset set = tab_ruleset_preset(preset);
        g_autofree char *name =
            g_strconcat(tab_ruleset_preset_name(preset), kinds[i / n], ".net", NULL);
        if (tab_ruleset_same_turns(&set, &rules->set))
            weights = take_file(folder, name, rules, "made for these rules", reason, error);
    }
    if (!weights)
        weights = take_file(folder, TAB_NET_ANY_RULES ".net", rules,
                            "made for any rules, as none is made for these", reason, error);
    return weights;
}

TabNet *tab_net_find(const char *folder, const TabNetWeights *chosen, const char *name,
                     const TabRules *rules, const TabHits *hits, char **reason, GError **error)
{
    g_autoptr(GError) fault = NULL;
    if (chosen && tab_net_weights_serve(chosen, rules, name, &fault)) {
        *reason = g_strdup_printf("network %s, chosen by NetFile", name);
        return tab_net_new(chosen, rules, hits);
    }
    *reason = NULL;
    g_autoptr(TabNetWeights) weights =
        folder ? choose_network(folder, rules, reason, &fault) : NULL;
    TabNet *net = weights ? tab_net_new(weights, rules, hits) : NULL;
    if (!net)
        *reason = g_strdup("hand-made evaluation, as no network serves these rules");
    if (fault)
        g_propagate_error(error, g_steal_pointer(&fault));
    return net;
}
