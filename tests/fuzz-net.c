// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as the file of a network; and where its lines are good and only the
// weights are not as many as they say, the same lines with so many and, for the word SUM, the right
// sum. What is accepted is written and read without loss.
#include <string.h>

#include "engine/eval/net-file.h"
#include "tests/fuzz-fixture.h"

#define NAME "some.net"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_saved(const TabNetWeights *weights, const GString *file)
{
    gsize length;
    g_autoptr(GError) error = NULL;
    g_autofree char *path = fuzz_path(NAME);
    tab_net_weights_save(weights, path, &error);
    g_assert_no_error(error);
    g_autofree char *once = fuzz_read(path, &length);
    g_autoptr(TabNetWeights) again = tab_net_weights_load(path, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(again->factors, ==, weights->factors);
    g_assert_cmpstr(again->header.rules, ==, weights->header.rules);
    /* numbers may have been written with zeros in front; the weights are those bytes */
    g_assert_cmpuint(length, <=, file->len);
    const char *body = strstr(once, "\n\n"), *given = strstr(file->str, "\n\n");
    g_assert_cmpmem(body, (gsize)(once + length - body), given,
                    (gsize)(file->str + file->len - given));
}

static void check_serves(const TabNetWeights *weights)
{
    for (unsigned preset = 0; preset < TAB_N_PRESETS; preset++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabRules) rules = tab_rules_parse(tab_ruleset_preset_name(preset), NULL);
        bool serves = tab_net_weights_serve(weights, rules, NAME, &error);
        fuzz_check_error(serves, error, NAME);
    }
}

#define MOST_WEIGHTS (1 << 24) /* more are wanted only where the header itself has these words */

/* The number behind "bytes of weights, not", or 0. */
static guint64 bytes_wanted(const GError *error)
{
    static const char words[] = " bytes of weights, not ";
    const char *found = error ? strstr(error->message, words) : NULL;
    return found ? g_ascii_strtoull(found + strlen(words), NULL, 10) : 0;
}

static guint64 read_net(const GString *file)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabNetWeights) weights = tab_net_weights_parse(file->str, file->len, NAME, &error);
    fuzz_check_error(weights != NULL, error, NAME);
    if (weights) {
        check_saved(weights, file);
        check_serves(weights);
    }
    return bytes_wanted(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GString) file = g_string_new_len((const char *)data, (gssize)size);
    guint64 wanted = read_net(file);
    const char *body = strstr(file->str, "\n\n");
    if (!body || !wanted || wanted > MOST_WEIGHTS)
        return 0;
    gsize head = (gsize)(body - file->str) + 2, given = file->len - head;
    g_autoptr(GString) weights = g_string_new(NULL);
    for (guint64 i = 0; i + 1 < wanted; i++)
        g_string_append_c(weights, given ? body[2 + i % given] : 0);
    g_autofree char *sum =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)weights->str, weights->len);
    g_string_truncate(file, head);
    g_string_replace(file, "SUM", sum, 1);
    g_string_append_len(file, weights->str, (gssize)weights->len);
    read_net(file);
    return 0;
}
