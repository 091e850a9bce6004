// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes network files; whatever is wrong with one is named.
#include "engine/eval/net-file.h"

#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "engine/eval/kernel.h"

#define VERSION "1"
#define MAGIC "tab-net " VERSION
/* What the numbers mean; another set of features or another arithmetic is another architecture. */
#define ARCHITECTURE "piles-hits-2"

#define MAX_FILE (64 << 20) /* bytes, many times those of the largest network */

G_DEFINE_QUARK(tab_net_error, tab_net_error)

G_GNUC_PRINTF(4, 5)
static bool refuse_net(GError **error, TabNetError code, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    g_autofree char *fault = g_strdup_vprintf(format, args);
    va_end(args);
    g_set_error(error, TAB_NET_ERROR, code, "%s: %s", name, fault);
    return false;
}

unsigned tab_net_factors(const TabNetHeader *header)
{
    g_autoptr(TabRules) rules = tab_rules_parse(header->rules, NULL);
    return tab_layout_factors(header->layout, &rules->board);
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
    return g_file_set_contents(path, (const char *)data->data, data->len, error);
}

/* The header being read: where it is and what it is called in errors. */
typedef struct {
    const char *name, *at, *end;
} Reader;

/* The value of the next line, which must be `key value`; NULL and an error if it is not. */
static char *read_line(Reader *reader, const char *key, GError **error)
{
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    size_t length = strlen(key);
    if (!stop) {
        refuse_net(error, TAB_NET_ERROR_FORMAT, reader->name, "cut short before '%s'", key);
        return NULL;
    }
    g_autofree char *line = g_strndup(reader->at, (gsize)(stop - reader->at));
    reader->at = stop + 1;
    if (strncmp(line, key, length) || line[length] != ' ' || !g_utf8_validate(line, -1, NULL)) {
        refuse_net(error, TAB_NET_ERROR_FORMAT, reader->name, "no line '%s' where it belongs", key);
        return NULL;
    }
    return g_strdup(line + length + 1);
}

static bool read_number(Reader *reader, const char *key, uint64_t least, uint64_t most,
                        uint64_t *number, GError **error)
{
    g_autofree char *value = read_line(reader, key, error);
    if (!value)
        return false;
    if (g_ascii_string_to_unsigned(value, 10, least, most, number, NULL))
        return true;
    return refuse_net(error, TAB_NET_ERROR_FORMAT, reader->name,
                      "%s is not from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT ": '%s'", key,
                      least, most, value);
}

static bool read_layout(Reader *reader, TabLayout *layout, GError **error)
{
    g_autofree char *value = read_line(reader, "layout", error);
    if (!value)
        return false;
    for (unsigned i = 0; i < TAB_N_LAYOUTS; i++)
        if (!strcmp(value, tab_layout_name(i))) {
            *layout = (TabLayout)i;
            return true;
        }
    return refuse_net(error, TAB_NET_ERROR_VERSION, reader->name, "unknown layout '%s'", value);
}

static bool read_columns(Reader *reader, TabNetHeader *header, GError **error)
{
    g_autofree char *value = read_line(reader, "columns", error);
    if (!value)
        return false;
    g_auto(GStrv) part = g_strsplit(value, "-", 3);
    guint64 columns[2];
    for (int i = 0; i < 2; i++) {
        if (g_strv_length(part) != 2 ||
            !g_ascii_string_to_unsigned(part[i], 10, TAB_MIN_COLUMNS, TAB_MAX_COLUMNS, &columns[i],
                                        NULL))
            return refuse_net(error, TAB_NET_ERROR_FORMAT, reader->name, "bad columns '%s'", value);
        header->columns[i] = (unsigned)columns[i];
    }
    if (columns[0] > columns[1] || (header->layout == TAB_LAYOUT_CELLS && columns[0] != columns[1]))
        return refuse_net(error, TAB_NET_ERROR_FORMAT, reader->name, "bad columns '%s'", value);
    return true;
}

/* Reads the lines up to the rules' name; `header->rules` is the caller's also on failure. */
static bool read_header(Reader *reader, TabNetHeader *header, GError **error)
{
    uint64_t hidden;
    g_autofree char *version = read_line(reader, "tab-net", error);
    if (!version)
        return false;
    if (strcmp(version, VERSION))
        return refuse_net(error, TAB_NET_ERROR_VERSION, reader->name, "version %s of the format",
                          version);
    g_autofree char *architecture = read_line(reader, "architecture", error);
    if (!architecture)
        return false;
    if (strcmp(architecture, ARCHITECTURE))
        return refuse_net(error, TAB_NET_ERROR_VERSION, reader->name,
                          "architecture '%s'; this program has '" ARCHITECTURE "'", architecture);
    if (!read_layout(reader, &header->layout, error) ||
        !read_number(reader, "hidden", TAB_KERNEL_LANES, TAB_MAX_HIDDEN, &hidden, error))
        return false;
    header->hidden = (unsigned)hidden;
    if (hidden % TAB_KERNEL_LANES)
        return refuse_net(error, TAB_NET_ERROR_VERSION, reader->name,
                          "%u hidden units: not whole %ds", header->hidden, TAB_KERNEL_LANES);
    header->rules = read_line(reader, "rules", error);
    if (!header->rules || !read_columns(reader, header, error) ||
        !read_number(reader, "games", 0, G_MAXUINT64, &header->games, error) ||
        !read_number(reader, "studied", 0, header->games, &header->studied, error) ||
        !read_number(reader, "seed", 0, G_MAXUINT64, &header->seed, error))
        return false;
    return true;
}

static void read_numbers(const char *data, const TabNetWeights *weights)
{
    Run run[N_RUNS];
    list_runs(weights, run);
    for (int i = 0; i < N_RUNS; i++)
        for (size_t k = 0; k < run[i].n; k++, data += 2) {
            int16_t number;
            memcpy(&number, data, sizeof number);
            run[i].number[k] = GINT16_FROM_LE(number);
        }
}

/* The binary part: its length, its checksum, and what the kernels' 32 bits can bear. */
static bool read_weights(Reader *reader, const char *sum, TabNetWeights *weights, GError **error)
{
    Run run[N_RUNS];
    size_t left = (size_t)(reader->end - reader->at), wanted = 1 + 2 * list_runs(weights, run);
    if (left != wanted || reader->at[0] != '\n')
        return refuse_net(error, TAB_NET_ERROR_FORMAT, reader->name,
                          "%" G_GSIZE_FORMAT " bytes of weights, not %" G_GSIZE_FORMAT, left,
                          wanted);
    reader->at++;
    g_autofree char *is = g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)reader->at,
                                                      (gsize)(reader->end - reader->at));
    if (strcmp(is, sum))
        return refuse_net(error, TAB_NET_ERROR_CHECKSUM, reader->name,
                          "the checksum does not match");
    read_numbers(reader->at, weights);
    for (size_t i = 0; i < run[2].n; i++)
        if (ABS(weights->output[i]) > TAB_MAX_OUTPUT)
            return refuse_net(error, TAB_NET_ERROR_FORMAT, reader->name,
                              "output weight %d too large", weights->output[i]);
    return true;
}

/* The rules are some, and of the columns that the layout knows. */
static bool check_rules(const Reader *reader, const TabNetHeader *header, GError **error)
{
    TabRuleset set;
    g_autoptr(GError) fault = NULL;
    if (!tab_ruleset_parse(header->rules, &set, &fault))
        return refuse_net(error, TAB_NET_ERROR_FORMAT, reader->name, "%s", fault->message);
    if (header->layout == TAB_LAYOUT_CELLS && tab_ruleset_columns(&set) != header->columns[0])
        return refuse_net(error, TAB_NET_ERROR_FORMAT, reader->name,
                          "columns %u are not those of the rules", header->columns[0]);
    return true;
}

TabNetWeights *tab_net_weights_parse(const char *data, size_t length, const char *name,
                                     GError **error)
{
    Reader reader = {name, data, data + length};
    TabNetHeader header = {0};
    g_autofree char *sum = NULL;
    bool good = read_header(&reader, &header, error) && (sum = read_line(&reader, "sha256", error));
    good = good && check_rules(&reader, &header, error);
    g_autoptr(TabNetWeights) weights = good ? tab_net_weights_new(&header) : NULL;
    g_free(header.rules);
    if (!good || !read_weights(&reader, sum, weights, error))
        return NULL;
    return g_steal_pointer(&weights);
}

TabNetWeights *tab_net_weights_load(const char *path, GError **error)
{
    g_autofree char *data = NULL;
    gsize length;
    GStatBuf status;
    if (!g_stat(path, &status) && !S_ISDIR(status.st_mode) &&
        (!S_ISREG(status.st_mode) || status.st_size > MAX_FILE)) {
        /* a pipe may never begin, and a device never end */
        refuse_net(error, TAB_NET_ERROR_FORMAT, path, "no regular file of at most %d MiB",
                   MAX_FILE >> 20);
        return NULL;
    }
    if (!g_file_get_contents(path, &data, &length, error))
        return NULL;
    return tab_net_weights_parse(data, length, path, error);
}

bool tab_net_weights_fit(const TabNetWeights *weights, const TabRules *rules)
{
    unsigned columns = tab_ruleset_columns(&rules->set);
    return columns >= weights->header.columns[0] && columns <= weights->header.columns[1] &&
           weights->factors == tab_layout_factors(weights->header.layout, &rules->board);
}

bool tab_net_same_switches(const TabRuleset *a, const TabRuleset *b)
{
    for (int key = 0; key < TAB_N_SWITCHES; key++)
        if (key != TAB_SWITCH_COLUMNS && key != TAB_SWITCH_PIECES && key != TAB_SWITCH_OPENING &&
            key != TAB_SWITCH_OPENING_TAB && a->value[key] != b->value[key])
            return false;
    return true;
}

bool tab_net_weights_serve(const TabNetWeights *weights, const TabRules *rules, const char *name,
                           GError **error)
{
    const TabNetHeader *header = &weights->header;
    TabRuleset trained;
    bool pieces = header->layout == TAB_LAYOUT_ENDS; /* any number of them */
    if (tab_net_weights_fit(weights, rules) && tab_ruleset_parse(header->rules, &trained, NULL) &&
        tab_net_same_switches(&trained, &rules->set) &&
        (pieces || tab_ruleset_pieces(&trained) == tab_ruleset_pieces(&rules->set)))
        return true;
    g_autofree char *wanted = tab_ruleset_to_string(&rules->set);
    return refuse_net(error, TAB_NET_ERROR_RULES, name,
                      "made for %s with %u to %u columns, not for %s", header->rules,
                      header->columns[0], header->columns[1], wanted);
}
