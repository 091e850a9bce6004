// SPDX-License-Identifier: GPL-3.0-or-later
// The network made ready for one ruleset: from a position to a chance to win.
#pragma once

#include "engine/eval/kernel.h"
#include "engine/eval/net-file.h"

#define TAB_NET_ONE (TAB_HIDDEN_ONE * TAB_OUTPUT_ONE) /* a score of 1, as a logit */

/* A network with the weights of each row put together. Immutable once made; any thread may use it,
 * and using it allocates nothing. The processor's best kernel is chosen when it is made; all give
 * the same scores. */
typedef struct {
    TabFeatures *features;
    const TabKernel *kernel;
    unsigned hidden;
    bool any_rules;                          /* made for all rules and not for these */
    int16_t *weights, *bias, *output;        /* as TabKernelFunc takes them; output [bucket] */
    int32_t output_bias[TAB_NET_BUCKETS];    /* in 1 / TAB_NET_ONE */
    uint8_t bucket[2 * TAB_MAX_COLUMNS + 1]; /* by pieces on the board */
    float *win;                              /* chances by score, see tab_net_chance */
    void *block;                             /* that the weights lie in */
} TabNet;

/* The weights must serve the rules (tab_net_weights_serve). `hits` belongs to the caller and is not
 * needed afterwards. */
TabNet *tab_net_new(const TabNetWeights *weights, const TabRules *rules, const TabHits *hits);
void tab_net_free(TabNet *net);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabNet, tab_net_free)

/* The score of the side to move, about to throw: its chance to win as a logit in 1 / TAB_NET_ONE.
 * The game must not be finished. The same number on every machine. */
int32_t tab_net_score(const TabNet *net, const TabPosition *position);
/* The same for rows that were filled in already. */
int32_t tab_net_score_input(const TabNet *net, const TabInput *input);

/* The chance to win that a score stands for, 0–1, rising with it. */
float tab_net_chance(const TabNet *net, int32_t score);

/* The chance that the side to move, about to throw, wins. The game must not be finished. */
float tab_net_win(const TabNet *net, const TabPosition *position);

/* The network for these rules, or NULL. It is `chosen`, from the file `name`, if that serves them.
 * Else it comes from `folder` (NULL: none), where files are named `<preset>.net`, for several
 * widths `<preset>-wide.net`, and for N pieces a side `<preset>-N.net`: one that serves the rules,
 * or else `any.net`. `reason`, the caller's, is what is taken and why, in words. The error is set
 * if a file is no good or `chosen` does not serve the rules, even if another network is returned; a
 * missing file is no error. */
TabNet *tab_net_find(const char *folder, const TabNetWeights *chosen, const char *name,
                     const TabRules *rules, const TabHits *hits, char **reason, GError **error);
