// SPDX-License-Identifier: GPL-3.0-or-later
// The choice among network files.
#include "engine/nets.h"

static const char *const suffixes[] = {".net", "-wide.net"};

/* Loads a file of a preset; NULL without an error if there is none. */
static TabNetWeights *load(const char *folder, unsigned preset, const char *suffix, GError **error)
{
    g_autofree char *name = g_strconcat(tab_ruleset_preset_name(preset), suffix, NULL);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(GError) fault = NULL;
    TabNetWeights *weights = tab_net_weights_load(path, &fault);
    if (fault && !g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        g_propagate_error(error, g_steal_pointer(&fault));
    return weights;
}

/* A file of a preset if it serves the rules, or with `fits` if it is no worse than fitting the
 * board.
 */
static TabNetWeights *take(const char *folder, unsigned preset, const char *suffix,
                           const TabRules *rules, bool fits, GError **error)
{
    g_autoptr(TabNetWeights) weights = load(folder, preset, suffix, error && *error ? NULL : error);
    if (weights && (fits ? tab_net_weights_fit(weights, rules)
                         : tab_net_weights_serve(weights, rules, "", NULL)))
        return g_steal_pointer(&weights);
    return NULL;
}

/* Networks of one width go before those of several, the rules' own preset before others that differ
 * from them in no switch. */
static TabNetWeights *choose(const char *folder, const TabRules *rules, GError **error)
{
    unsigned own = rules->set.preset, n = tab_ruleset_n_presets();
    TabNetWeights *weights = NULL;
    for (unsigned i = 0; i < n * G_N_ELEMENTS(suffixes) && !weights; i++) {
        unsigned preset = (own + i) % n;
        TabRuleset set = tab_ruleset_preset(preset);
        if (tab_net_same_switches(&set, &rules->set))
            weights = take(folder, preset, suffixes[i / n], rules, false, error);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(suffixes) && !weights; i++)
        weights = take(folder, own, suffixes[i], rules, true, error);
    return weights;
}

TabNet *tab_nets_find(const char *folder, const TabNetWeights *chosen, const char *name,
                      const TabRules *rules, const TabHits *hits, GError **error)
{
    g_autoptr(GError) fault = NULL;
    if (chosen && tab_net_weights_serve(chosen, rules, name, &fault))
        return tab_net_new(chosen, rules, hits);
    g_autoptr(TabNetWeights) weights = folder ? choose(folder, rules, &fault) : NULL;
    TabNet *net = weights ? tab_net_new(weights, rules, hits) : NULL;
    if (fault)
        g_propagate_error(error, g_steal_pointer(&fault));
    return net;
}
