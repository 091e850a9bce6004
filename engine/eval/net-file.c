// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes network files; whatever is wrong with one is named.
#include "engine/eval/net-file.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "engine/eval/kernel.h"
#include "engine/eval/maker.h"
#include "protocol/files/output-file.h"

#define VERSION "1"
#define MAGIC "tab-net " VERSION
/* What the numbers mean; another set of features or another arithmetic is another architecture. */
#define ARCHITECTURE "piles-hits-2"

#define MAX_FILE (64 << 20) /* bytes, many times those of the largest network */

G_DEFINE_QUARK(tab_net_error, tab_net_error)

unsigned tab_net_factors(const TabNetHeader *header)
{
    if (header->layout == TAB_LAYOUT_ANY)
        return tab_maker_rows(header->hidden).rows;
    g_autoptr(TabRules) rules = tab_rules_parse(header->rules, NULL);
    return tab_layout_factors(header->layout, rules);
}

TabNetWeights *tab_net_weights_new(const TabNetHeader *header)
{
    TabNetWeights *weights = g_new0(TabNetWeights, 1);
    weights->header = *header;
    weights->header.rules = g_strdup(header->rules);
    weights->factors = tab_net_factors(header);
    weights->factor = g_new0(int16_t, (gsize)weights->factors * header->hidden);
    weights->bias = g_new0(int16_t, header->hidden);
    weights->output = g_new0(int16_t, (gsize)TAB_NET_BUCKETS * header->hidden);
    weights->output_bias = g_new0(int16_t, TAB_NET_BUCKETS);
    return weights;
}

void tab_net_weights_free(TabNetWeights *weights)
{
    if (!weights)
        return;
    g_free(weights->header.rules);
    g_free(weights->factor);
    g_free(weights->bias);
    g_free(weights->output);
    g_free(weights->output_bias);
    g_free(weights);
}

/* The four runs of numbers in the order of the file. */
typedef struct {
    int16_t *number;
    size_t n;
} Run;

#define N_RUNS 4
static size_t list_runs(const TabNetWeights *weights, Run run[N_RUNS])
{
    size_t hidden = weights->header.hidden, total = 0;
    run[0] = (Run){weights->factor, weights->factors * hidden};
    run[1] = (Run){weights->bias, hidden};
    run[2] = (Run){weights->output, TAB_NET_BUCKETS * hidden};
    run[3] = (Run){weights->output_bias, TAB_NET_BUCKETS};
    for (int i = 0; i < N_RUNS; i++)
        total += run[i].n;
    return total;
}

unsigned tab_net_any_pieces(const char *rules)
{
    static const char few[] = TAB_NET_ANY_RULES ":pieces=";
    guint64 most = 0;
    if (!strcmp(rules, TAB_NET_ANY_RULES))
        return TAB_MAX_COLUMNS;
    if (g_str_has_prefix(rules, few))
        g_ascii_string_to_unsigned(rules + strlen(few), 10, 1, TAB_MAX_COLUMNS, &most, NULL);
    return (unsigned)most;
}

bool tab_net_weights_save(const TabNetWeights *weights, const char *path, GError **error)
{
    g_autoptr(GByteArray) data = g_byte_array_new();
    const TabNetHeader *header = &weights->header;
    Run run[N_RUNS];
    list_runs(weights, run);
    for (int i = 0; i < N_RUNS; i++)
        for (size_t k = 0; k < run[i].n; k++) {
            int16_t number = GINT16_TO_LE(run[i].number[k]);
            g_byte_array_append(data, (const guint8 *)&number, sizeof number);
        }
    g_autofree char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, data->data, data->len);
    g_autofree char *text = g_strdup_printf(
        MAGIC "\narchitecture " ARCHITECTURE "\nlayout %s\nhidden %u\nrules %s\ncolumns %u-%u\n"
              "games %" G_GUINT64_FORMAT "\nstudied %" G_GUINT64_FORMAT "\nseed %" G_GUINT64_FORMAT
              "\nsha256 %s\n\n",
        tab_layout_name(header->layout), header->hidden, header->rules, header->columns[0],
        header->columns[1], header->games, header->studied, header->seed, sum);
    g_byte_array_prepend(data, (const guint8 *)text, (guint)strlen(text));
    return tab_output_file_replace(path, (const char *)data->data, data->len, error);
}

/* A file being read: where it is, what it is called in errors, and the first fault that it has;
 * what is read after that means nothing. */
typedef struct {
    const char *at, *end, *name;
    GError *fault;
} Reader;

G_GNUC_PRINTF(3, 4)
static void find_fault(Reader *reader, TabNetError code, const char *format, ...)
{
    if (reader->fault)
        return;
    va_list args;
    va_start(args, format);
    reader->fault = g_error_new_valist(TAB_NET_ERROR, (int)code, format, args);
    va_end(args);
    tab_rules_make_printable(reader->fault); /* it may quote the file */
    g_prefix_error(&reader->fault, "%s: ", reader->name);
}

/* The value of the next line, which must be `key value`; free with g_free. */
static char *read_line(Reader *reader, const char *key)
{
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    size_t length = strlen(key);
    if (!stop) {
        find_fault(reader, TAB_NET_ERROR_FORMAT, "cut short before '%s'", key);
        return g_strdup("");
    }
    g_autofree char *line = g_strndup(reader->at, (gsize)(stop - reader->at));
    reader->at = stop + 1;
    if (!strncmp(line, key, length) && line[length] == ' ' && g_utf8_validate(line, -1, NULL))
        return g_strdup(line + length + 1);
    find_fault(reader, TAB_NET_ERROR_FORMAT, "no line '%s' where it belongs", key);
    return g_strdup("");
}

static uint64_t read_count(Reader *reader, const char *key, uint64_t least, uint64_t most)
{
    uint64_t number = least;
    g_autofree char *value = read_line(reader, key);
    if (!g_ascii_string_to_unsigned(value, 10, least, most, &number, NULL))
        find_fault(reader, TAB_NET_ERROR_FORMAT,
                   "%s is not from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT ": '%s'", key,
                   least, most, value);
    return number;
}

/* Reads the lines up to the checksum, which is returned; its rules are some, and of the columns
 * that the layout knows. Free both with g_free. */
static char *read_header(Reader *reader, TabNetHeader *header)
{
    g_autofree char *version = read_line(reader, "tab-net");
    if (strcmp(version, VERSION))
        find_fault(reader, TAB_NET_ERROR_VERSION,
                   "version %s of the format; this program reads version " VERSION, version);
    g_autofree char *architecture = read_line(reader, "architecture");
    if (strcmp(architecture, ARCHITECTURE))
        find_fault(reader, TAB_NET_ERROR_VERSION,
                   "architecture '%s'; this program has '" ARCHITECTURE "'", architecture);
    g_autofree char *layout = read_line(reader, "layout");
    while (header->layout < TAB_N_LAYOUTS && strcmp(layout, tab_layout_name(header->layout)))
        header->layout++;
    if (header->layout == TAB_N_LAYOUTS)
        find_fault(reader, TAB_NET_ERROR_VERSION, "unknown layout '%s'", layout);
    header->hidden = (unsigned)read_count(reader, "hidden", TAB_KERNEL_LANES, TAB_MAX_HIDDEN);
    if (header->hidden % TAB_KERNEL_LANES)
        find_fault(reader, TAB_NET_ERROR_VERSION, "%u hidden units: not whole %ds", header->hidden,
                   TAB_KERNEL_LANES);
    header->rules = read_line(reader, "rules");
    g_autofree char *columns = read_line(reader, "columns");
    g_auto(GStrv) part = g_strsplit(columns, "-", 2);
    guint64 width[2] = {0};
    bool good = part[0] && part[1];
    for (int i = 0; i < 2 && good; i++)
        good = g_ascii_string_to_unsigned(part[i], 10, TAB_MIN_COLUMNS, TAB_MAX_COLUMNS, &width[i],
                                          NULL);
    if (!good || width[0] > width[1] ||
        (header->layout == TAB_LAYOUT_CELLS && width[0] != width[1]))
        find_fault(reader, TAB_NET_ERROR_FORMAT, "bad columns '%s'", columns);
    header->columns[0] = (unsigned)width[0];
    header->columns[1] = (unsigned)width[1];
    header->games = read_count(reader, "games", 0, G_MAXUINT64);
    header->studied = read_count(reader, "studied", 0, header->games);
    header->seed = read_count(reader, "seed", 0, G_MAXUINT64);
    char *sum = read_line(reader, "sha256");
    TabRuleset set;
    g_autoptr(GError) error = NULL;
    bool any = header->layout == TAB_LAYOUT_ANY;
    if (any && !tab_net_any_pieces(header->rules))
        find_fault(reader, TAB_NET_ERROR_FORMAT, "rules '%s' with this layout", header->rules);
    else if (!any && !tab_ruleset_parse(header->rules, &set, &error))
        find_fault(reader, TAB_NET_ERROR_FORMAT, "%s", error->message);
    else if (header->layout == TAB_LAYOUT_CELLS && tab_ruleset_columns(&set) != header->columns[0])
        find_fault(reader, TAB_NET_ERROR_FORMAT, "columns %u are not those of the rules",
                   header->columns[0]);
    return sum;
}

/* The binary part: its length, its checksum, and what the kernels' 32 bits can bear. */
static void read_weights(Reader *reader, const char *sum, TabNetWeights *weights)
{
    Run run[N_RUNS];
    size_t left = (size_t)(reader->end - reader->at), wanted = 1 + 2 * list_runs(weights, run);
    if (left != wanted || reader->at[0] != '\n') {
        find_fault(reader, TAB_NET_ERROR_FORMAT,
                   "%" G_GSIZE_FORMAT " bytes of weights, not %" G_GSIZE_FORMAT, left, wanted);
        return;
    }
    const char *data = reader->at + 1;
    g_autofree char *is =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)data, left - 1);
    if (strcmp(is, sum))
        find_fault(reader, TAB_NET_ERROR_CHECKSUM, "the checksum does not match");
    for (int i = 0; i < N_RUNS; i++)
        for (size_t k = 0; k < run[i].n; k++, data += 2) {
            int16_t number;
            memcpy(&number, data, sizeof number);
            run[i].number[k] = GINT16_FROM_LE(number);
        }
    for (size_t i = 0; i < run[2].n; i++)
        if (ABS(weights->output[i]) > TAB_MAX_OUTPUT)
            find_fault(reader, TAB_NET_ERROR_FORMAT, "output weight %d too large",
                       weights->output[i]);
}

TabNetWeights *tab_net_weights_parse(const char *data, size_t length, const char *name,
                                     GError **error)
{
    Reader reader = {.at = data, .end = data + length, .name = name};
    TabNetHeader header = {0};
    g_autofree char *sum = read_header(&reader, &header);
    g_autoptr(TabNetWeights) weights = reader.fault ? NULL : tab_net_weights_new(&header);
    g_free(header.rules);
    if (weights)
        read_weights(&reader, sum, weights);
    if (!reader.fault)
        return g_steal_pointer(&weights);
    g_propagate_error(error, reader.fault);
    return NULL;
}

char *tab_net_file_read(const char *path, size_t *length, GError **error)
{
    char *data = NULL;
    GStatBuf status;
    if (!g_stat(path, &status) && !S_ISDIR(status.st_mode) &&
        (!S_ISREG(status.st_mode) || status.st_size > MAX_FILE)) {
        /* a pipe may never begin, and a device never end */
        g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT,
                    "%s: no regular file of at most %d MiB", path, MAX_FILE >> 20);
        return NULL;
    }
    g_file_get_contents(path, &data, length, error);
    return data;
}

TabNetWeights *tab_net_weights_load(const char *path, GError **error)
{
    size_t length;
    g_autofree char *data = tab_net_file_read(path, &length, error);
    return data ? tab_net_weights_parse(data, length, path, error) : NULL;
}

bool tab_net_weights_serve(const TabNetWeights *weights, const TabRules *rules, const char *name,
                           GError **error)
{
    const TabNetHeader *header = &weights->header;
    unsigned columns = tab_ruleset_columns(&rules->set);
    TabRuleset trained;
    if (header->layout == TAB_LAYOUT_ANY) {
        if (tab_ruleset_pieces(&rules->set) <= tab_net_any_pieces(header->rules))
            return true;
    } else if (columns >= header->columns[0] && columns <= header->columns[1] &&
               tab_ruleset_parse(header->rules, &trained, NULL)) {
        tab_ruleset_set_columns(&trained, columns);
        if (tab_ruleset_same_turns(&trained, &rules->set) &&
            tab_ruleset_pieces(&trained) == tab_ruleset_pieces(&rules->set) &&
            weights->factors == tab_layout_factors(header->layout, rules))
            return true;
    }
    g_autofree char *wanted = tab_ruleset_to_string(&rules->set);
    g_set_error(error, TAB_NET_ERROR, TAB_NET_ERROR_RULES,
                "%s: made for %s with %u to %u columns, not for %s", name, header->rules,
                header->columns[0], header->columns[1], wanted);
    return false;
}
