// SPDX-License-Identifier: GPL-3.0-or-later
// The learned weights of a network and the file that keeps them.
#pragma once

#include "engine/eval/features.h"

#define TAB_NET_BUCKETS 8   /* output weights by the pieces left on the board */
#define TAB_FACTOR_ONE 4096 /* the weight 1 of a learned row in a file */
/* The rules of a network for all of them; "any:pieces=4": for all of at most four pieces a side. */
#define TAB_NET_ANY_RULES "any"

/* What a network is and where it comes from. */
typedef struct {
    TabLayout layout;
    unsigned hidden;      /* units, a multiple of TAB_KERNEL_LANES, at most TAB_MAX_HIDDEN */
    unsigned columns[2];  /* least and most columns it was trained for */
    char *rules;          /* canonical rules string, or TAB_NET_ANY_RULES */
    uint64_t games, seed; /* of its training */
    uint64_t studied;     /* of these games, the last ones, whose turns were studied */
} TabNetHeader;

/* A network as a file has it. Owned by whoever made it. */
typedef struct {
    TabNetHeader header;
    unsigned factors;     /* tab_net_factors */
    int16_t *factor;      /* [factors][hidden], in 1 / TAB_FACTOR_ONE */
    int16_t *bias;        /* [hidden], the same */
    int16_t *output;      /* [TAB_NET_BUCKETS][hidden], in 1 / TAB_OUTPUT_ONE */
    int16_t *output_bias; /* [TAB_NET_BUCKETS], in 1 / TAB_OUTPUT_ONE */
} TabNetWeights;

#define TAB_NET_ERROR (tab_net_error_quark())
GQuark tab_net_error_quark(void);
typedef enum {
    TAB_NET_ERROR_FORMAT,   /* no network file, or damaged */
    TAB_NET_ERROR_CHECKSUM, /* whole, but not what was written */
    TAB_NET_ERROR_VERSION,  /* another architecture than this program has */
    TAB_NET_ERROR_RULES,    /* made for other rules */
} TabNetError;

/* The most pieces a side of the rules that a network with these `rules` is for, if it is one for
 * any: TAB_MAX_COLUMNS with TAB_NET_ANY_RULES alone. Else 0. */
unsigned tab_net_any_pieces(const char *rules);

/* The learned rows of a network with this header, whose rules must be valid. */
unsigned tab_net_factors(const TabNetHeader *header);

/* Weights of zero; `header->rules` is copied. */
TabNetWeights *tab_net_weights_new(const TabNetHeader *header);
void tab_net_weights_free(TabNetWeights *weights);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabNetWeights, tab_net_weights_free)

/* The file: lines of text (version, architecture, rules, columns, games, studied, seed, SHA-256
 * of what follows), an empty line, then factor, bias, output and output_bias as little-endian
 * 16-bit numbers. Nothing in it depends on time or place. */
TabNetWeights *tab_net_weights_load(const char *path, GError **error);
/* The bytes of such a file, for who needs them besides; free with g_free. Pipes, devices and what
 * is far too large are refused. */
char *tab_net_file_read(const char *path, size_t *length, GError **error);
/* The same from memory; `name` stands for the file in errors. */
TabNetWeights *tab_net_weights_parse(const char *data, size_t length, const char *name,
                                     GError **error);
/* Written beside the place and renamed into it. */
bool tab_net_weights_save(const TabNetWeights *weights, const char *path, GError **error);

/* Whether the network was trained for these rules: its columns include theirs, the pieces are those
 * that it was trained with on so many columns, and every other switch that matters after the
 * opening is the same; of one for any rules, that they have no more pieces. Else false and
 * TAB_NET_ERROR_RULES, which names `name`. */
bool tab_net_weights_serve(const TabNetWeights *weights, const TabRules *rules, const char *name,
                           GError **error);
