// SPDX-License-Identifier: GPL-3.0-or-later
// The choice among network files.
#include "engine/nets.h"

/* The first that serves the rules is taken. */
static const char *const suffixes[] = {".net", "-wide.net"};

/* Loads a file if it is there; NULL without an error if it is not, or serves other rules. */
static TabNetWeights *load(const char *folder, const char *suffix, const TabRules *rules,
                           GError **error)
{
    g_autofree char *name = g_strconcat(tab_ruleset_preset_name(rules->set.preset), suffix, NULL);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(GError) fault = NULL;
    g_autoptr(TabNetWeights) weights = tab_net_weights_load(path, &fault);
    if (weights && tab_net_weights_serve(weights, rules, path, NULL))
        return g_steal_pointer(&weights);
    if (fault && !g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        g_propagate_error(error, g_steal_pointer(&fault));
    return NULL;
}

TabNet *tab_nets_find(const char *folder, const TabNetWeights *chosen, const char *name,
                      const TabRules *rules, const TabHits *hits, GError **error)
{
    g_autoptr(GError) fault = NULL;
    if (chosen && tab_net_weights_serve(chosen, rules, name, &fault))
        return tab_net_new(chosen, rules, hits);
    TabNet *net = NULL;
    for (unsigned i = 0; folder && !net && i < G_N_ELEMENTS(suffixes); i++) {
        g_autoptr(TabNetWeights) weights = load(folder, suffixes[i], rules, fault ? NULL : &fault);
        if (weights)
            net = tab_net_new(weights, rules, hits);
    }
    if (fault)
        g_propagate_error(error, g_steal_pointer(&fault));
    return net;
}
