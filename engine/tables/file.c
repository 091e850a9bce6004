// SPDX-License-Identifier: GPL-3.0-or-later
// Opens tables; whatever is in a file, opening it is safe.
#include "engine/tables/file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/tables/sums.h"

#define BLOCK (1u << 20) /* bytes of values read at a time */

G_DEFINE_QUARK(tab_table_error, tab_table_error)

const TabValueKind tab_value_kinds[] = {
    /* Half a step, and the rounding of the division. */
    [TAB_VALUES_U16] = {"u16", 2, 0.5 / 65535 + 0x1p-52},
    [TAB_VALUES_U32] = {"u32", 4, 0.5 / 4294967295.0 + 0x1p-52},
    [TAB_VALUES_F64] = {"f64", 8, 0},
};

bool tab_table_refuse(GError **error, TabTableError code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error_literal(error, TAB_TABLE_ERROR, code, text);
    return false;
}

int tab_value_by_name(const char *name)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(tab_value_kinds); i++)
        if (!strcmp(name, tab_value_kinds[i].name))
            return (int)i;
    return -1;
}

double tab_table_least_bound(const TabTableHead *head)
{
    double bound = 0;
    for (unsigned i = 0; i < head->solved; i++)
        bound = MAX(bound, head->unit[i].bound);
    return bound + tab_value_kinds[head->format].rounding;
}

/* The head's lines, taken one after the other. */
typedef struct {
    const char *path;
    char **line;
    GError **error;
} Reader;

static bool refuse_table(const Reader *reader, const char *fault)
{
    return tab_table_refuse(reader->error, TAB_TABLE_ERROR_FILE, "%s: %s", reader->path, fault);
}

/* A version that is no number is none of ours. */
static bool refuse_other_version(const Reader *reader, const char *version)
{
    if (!g_ascii_string_to_unsigned(version, 10, 1, G_MAXUINT64, NULL, NULL))
        return refuse_table(reader, "no table of tab-tables");
    return tab_table_refuse(reader->error, TAB_TABLE_ERROR_FILE,
                            "%s: a table of version %s; this program reads version %s",
                            reader->path, version, TAB_TABLE_VERSION);
}

/* The words of the next line, which must begin with `key` and have `n` more. */
static char **next_words(Reader *reader, const char *key, unsigned n)
{
    g_auto(GStrv) words = *reader->line ? g_strsplit(*reader->line, " ", 16) : NULL;
    if (!words || !words[0] || strcmp(words[0], key) || g_strv_length(words) != n + 1) {
        tab_table_refuse(reader->error, TAB_TABLE_ERROR_FILE,
                         "%s: no line '%s' where one should be", reader->path, key);
        return NULL;
    }
    reader->line++;
    return g_steal_pointer(&words);
}

static bool read_count(const char *text, uint64_t most, uint64_t *number)
{
    return g_ascii_string_to_unsigned(text, 10, 0, most, number, NULL);
}

static bool read_double(const char *text, double *number)
{
    char *end;
    *number = g_ascii_strtod(text, &end);
    return *text && !*end && isfinite(*number) && *number >= 0;
}

/* Rules, pieces and the form of values, and all that follows from them. */
static bool read_rules(Reader *reader, TabTable *table)
{
    g_auto(GStrv) rules = next_words(reader, "rules", 1);
    g_auto(GStrv) pieces = rules ? next_words(reader, "pieces", 2) : NULL;
    uint64_t more, fewer;
    if (!pieces)
        return false;
    table->rules = tab_rules_parse(rules[1], NULL);
    if (!table->rules)
        return refuse_table(reader, "rules that are not known");
    if (tab_index_unfit(table->rules))
        return refuse_table(reader, tab_index_unfit(table->rules));
    if (!read_count(pieces[1], TAB_INDEX_MOST_PIECES, &more) ||
        !read_count(pieces[2], more, &fewer) || !fewer)
        return refuse_table(reader, "a number of pieces that cannot be");
    table->head.set = table->rules->set;
    table->head.more = (unsigned)more;
    table->head.fewer = (unsigned)fewer;
    table->index = tab_index_new(table->rules, (unsigned)more);
    if (!tab_layers_init(&table->layers, table->index, (unsigned)more, (unsigned)fewer))
        return refuse_table(reader, "more states than can be counted");
    g_auto(GStrv) values = next_words(reader, "values", 1);
    if (!values)
        return false;
    int format = tab_value_by_name(values[1]);
    table->head.format = (TabValueFormat)format;
    return format >= 0 || refuse_table(reader, "values in a format that is not known");
}

static bool read_unit(Reader *reader, TabTable *table, unsigned i)
{
    const TabUnit *unit = &table->layers.unit[i];
    TabUnitReport *report = &table->head.unit[i];
    g_auto(GStrv) words = next_words(reader, "unit", 8);
    uint64_t more, fewer, size, backups;
    if (!words)
        return false;
    if (!read_count(words[1], 99, &more) || !read_count(words[2], 99, &fewer) ||
        !read_count(words[3], UINT64_MAX, &size) || more != unit->more || fewer != unit->fewer ||
        size != unit->size || !read_double(words[4], &report->bound) ||
        !read_double(words[5], &report->residual) || !read_double(words[6], &report->longest) ||
        !read_double(words[7], &report->seconds) || !read_count(words[8], UINT32_MAX, &backups))
        return refuse_table(reader, "a unit that cannot be");
    report->backups = (uint32_t)backups;
    return true;
}

static bool read_sizes(Reader *reader, TabTable *table)
{
    g_auto(GStrv) tail = next_words(reader, "tail", 1);
    g_auto(GStrv) states = tail ? next_words(reader, "states", 1) : NULL;
    g_auto(GStrv) solved = states ? next_words(reader, "solved", 1) : NULL;
    uint64_t number;
    if (!solved)
        return false;
    if (!read_double(tail[1], &table->head.tail) || table->head.tail < TAB_TABLE_LEAST_TAIL ||
        table->head.tail >= 1)
        return refuse_table(reader, "a tail that cannot be");
    if (!read_count(states[1], UINT64_MAX, &number) || number != table->layers.n_states)
        return refuse_table(reader, "another number of states than these rules have");
    if (!read_count(solved[1], table->layers.n_units, &number))
        return refuse_table(reader, "more units than there are");
    table->head.solved = (unsigned)number;
    for (unsigned i = 0; i < table->head.solved; i++)
        if (!read_unit(reader, table, i))
            return false;
    if (table->head.solved == table->layers.n_units)
        return true;
    /* What the unit after the last one solved has taken so far. */
    TabUnitReport *report = &table->head.unit[table->head.solved];
    g_auto(GStrv) begun = next_words(reader, "begun", 2);
    if (!begun)
        return false;
    if (!read_double(begun[1], &report->seconds) || !read_count(begun[2], UINT32_MAX, &number))
        return refuse_table(reader, "a unit begun that cannot be");
    report->backups = (uint32_t)number;
    return true;
}

static bool read_end(Reader *reader, TabTable *table)
{
    g_auto(GStrv) bound = next_words(reader, "bound", 1);
    g_auto(GStrv) sum = bound ? next_words(reader, "sha256", 1) : NULL;
    if (!sum)
        return false;
    if (!read_double(bound[1], &table->head.bound) || strlen(sum[1]) != 64)
        return refuse_table(reader, "a bound or a sum that cannot be");
    if (table->head.bound < tab_table_least_bound(&table->head))
        return refuse_table(reader, "a bound below that of its units and of rounding");
    g_strlcpy(table->head.sha256, sum[1], sizeof table->head.sha256);
    return true;
}

static bool read_head(TabTable *table, const char *text, bool checkpoint, GError **error)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", 64);
    Reader reader = {.path = table->path, .line = lines, .error = error};
    if (!*reader.line || !g_str_has_prefix(*reader.line, TAB_TABLE_NAME))
        return refuse_table(&reader, "no table of tab-tables");
    if (strcmp(*reader.line + strlen(TAB_TABLE_NAME), TAB_TABLE_VERSION))
        return refuse_other_version(&reader, *reader.line + strlen(TAB_TABLE_NAME));
    reader.line++;
    if (!read_rules(&reader, table) || !read_sizes(&reader, table) || !read_end(&reader, table))
        return false;
    bool whole = table->head.solved == table->layers.n_units;
    return whole || (checkpoint && table->head.format == TAB_VALUES_F64) ||
           refuse_table(&reader, "a checkpoint, not a finished table");
}

/* Reads so many bytes; false, with `errno` 0 at the end of the file, if there are less. */
static bool read_bytes(int file, uint64_t offset, void *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        errno = 0;
        ssize_t n = pread(file, (char *)bytes + done, length - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        done += (size_t)n;
    }
    return true;
}

static bool refuse_reading(const TabTable *table, GError **error)
{
    return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: %s", table->path,
                            errno ? g_strerror(errno) : "cut short while it is read");
}

static bool open_file(TabTable *table, GError **error)
{
    /* A pipe is not waited for. */
    table->file = g_open(table->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0);
    if (table->file < 0 || fstat(table->file, &table->status))
        return refuse_reading(table, error);
    return S_ISREG(table->status.st_mode) ||
           tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: no regular file", table->path);
}

static bool load_head(TabTable *table, bool checkpoint, GError **error)
{
    char text[TAB_TABLE_HEAD + 1] = "";
    if (table->status.st_size < TAB_TABLE_HEAD)
        return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: no table of tab-tables",
                                table->path);
    if (!read_bytes(table->file, 0, text, TAB_TABLE_HEAD))
        return refuse_reading(table, error);
    if (memchr(text, 0, TAB_TABLE_HEAD))
        return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: no table of tab-tables",
                                table->path);
    return read_head(table, text, checkpoint, error);
}

/* Bytes of all values. */
static uint64_t size_of_values(const TabTable *table)
{
    return table->n_values * tab_value_kinds[table->head.format].size;
}

/* Takes the values of a small file into memory, where nothing happens to them. */
static bool load_values(TabTable *table, GError **error)
{
    uint64_t size = size_of_values(table);
    table->values = g_try_malloc(size);
    if (!table->values)
        return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: no memory for it", table->path);
    if (!read_bytes(table->file, TAB_TABLE_HEAD, table->values, size))
        return refuse_reading(table, error);
    close(table->file);
    table->file = -1;
    return true;
}

TabTable *tab_table_open_within(const char *path, uint64_t in_memory, bool checkpoint,
                                GError **error)
{
    g_autoptr(TabTable) table = g_new0(TabTable, 1);
    table->path = g_strdup(path);
    table->fault = g_new(atomic_int, 1);
    atomic_init(table->fault, TAB_TABLE_SOUND);
    if (!open_file(table, error) || !load_head(table, checkpoint, error))
        return NULL;
    /* As many values as belong to the units solved, and to the one begun in a checkpoint. */
    const TabUnit *last = &table->layers.unit[MIN(table->head.solved, table->layers.n_units - 1)];
    uint64_t length = (uint64_t)table->status.st_size - TAB_TABLE_HEAD;
    unsigned size = tab_value_kinds[table->head.format].size;
    table->n_values = last->start + last->size;
    if (length % size || length / size != table->n_values) {
        tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: not as long as its head says", path);
        return NULL;
    }
    if ((uint64_t)table->status.st_size <= in_memory && !load_values(table, error))
        return NULL;
    bool known = !table->values && tab_sums_known(&table->status, table->head.sha256);
    table->summed = !known && tab_table_check_sum(table, error);
    return known || table->summed ? g_steal_pointer(&table) : NULL;
}

TabTable *tab_table_open(const char *path, bool checkpoint, GError **error)
{
    return tab_table_open_within(path, TAB_TABLE_IN_MEMORY, checkpoint, error);
}

void tab_table_free(TabTable *table)
{
    if (!table)
        return;
    if (table->file >= 0)
        close(table->file);
    g_free(table->values);
    g_free(table->fault);
    tab_index_free(table->index);
    if (table->rules)
        tab_rules_unref(table->rules);
    g_free(table->path);
    g_free(table);
}

/* So many bytes of the values, in memory or read into `buffer`; NULL if they cannot be read. */
static const uint8_t *fetch(const TabTable *table, uint64_t offset, size_t length, uint8_t *buffer)
{
    if (table->values)
        return table->values + offset;
    return read_bytes(table->file, TAB_TABLE_HEAD + offset, buffer, length) ? buffer : NULL;
}

/* Whether the file is still the one that was opened. */
static bool is_unchanged(const TabTable *table)
{
    struct stat now;
    return table->values || (!fstat(table->file, &now) && now.st_size == table->status.st_size &&
                             now.st_mtim.tv_sec == table->status.st_mtim.tv_sec &&
                             now.st_mtim.tv_nsec == table->status.st_mtim.tv_nsec);
}

bool tab_table_check_sum(const TabTable *table, GError **error)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree uint8_t *buffer = g_malloc(BLOCK);
    uint64_t size = size_of_values(table);
    for (uint64_t at = 0; at < size; at += BLOCK) {
        size_t some = MIN(BLOCK, size - at);
        const uint8_t *bytes = fetch(table, at, some, buffer);
        if (!bytes)
            return refuse_reading(table, error);
        g_checksum_update(sum, bytes, (gssize)some);
    }
    bool good = !strcmp(g_checksum_get_string(sum), table->head.sha256);
    if (!table->values && is_unchanged(table))
        tab_sums_note(&table->status, good ? table->head.sha256 : NULL);
    return good || tab_table_refuse(error, TAB_TABLE_ERROR_WRONG,
                                    "%s: damaged: its sum does not match", table->path);
}

static double decode_value(TabValueFormat format, const uint8_t *bytes)
{
    uint16_t small;
    uint32_t middle;
    uint64_t large;
    double value;
    switch (format) {
    case TAB_VALUES_U16:
        memcpy(&small, bytes, 2);
        return GUINT16_FROM_LE(small) * (1.0 / 65535);
    case TAB_VALUES_U32:
        memcpy(&middle, bytes, 4);
        return GUINT32_FROM_LE(middle) * (1.0 / 4294967295.0);
    default:
        memcpy(&large, bytes, 8);
        large = GUINT64_FROM_LE(large);
        memcpy(&value, &large, 8);
        return value;
    }
}

/* False for what is no number, too. */
static bool is_chance(double value)
{
    return value >= 0 && value <= 1;
}

/* Always false, for `return`. */
static bool note_fault(const TabTable *table, TabTableFault fault)
{
    atomic_store_explicit(table->fault, (int)fault, memory_order_relaxed);
    return false;
}

bool tab_table_value(const TabTable *table, uint64_t i, double *value)
{
    uint8_t buffer[8];
    unsigned size = tab_value_kinds[table->head.format].size;
    if (atomic_load_explicit(table->fault, memory_order_relaxed) != TAB_TABLE_SOUND)
        return false;
    const uint8_t *bytes = fetch(table, i * size, size, buffer);
    if (!bytes)
        return note_fault(table, TAB_TABLE_CHANGED);
    *value = decode_value(table->head.format, bytes);
    return is_chance(*value) || note_fault(table, TAB_TABLE_NO_CHANCE);
}

bool tab_table_read_all(const TabTable *table, double *values, GError **error)
{
    g_autofree uint8_t *buffer = g_malloc(BLOCK);
    unsigned size = tab_value_kinds[table->head.format].size;
    for (uint64_t i = 0; i < table->n_values; i += BLOCK / size) {
        size_t some = MIN(BLOCK / size, table->n_values - i);
        const uint8_t *bytes = fetch(table, i * size, some * size, buffer);
        if (!bytes)
            return refuse_reading(table, error);
        for (size_t k = 0; k < some; k++) {
            values[i + k] = decode_value(table->head.format, bytes + k * size);
            if (!is_chance(values[i + k]))
                return tab_table_refuse(error, TAB_TABLE_ERROR_WRONG,
                                        "%s: value %" G_GUINT64_FORMAT " is no chance but %g",
                                        table->path, i + k, values[i + k]);
        }
    }
    return true;
}

char *tab_table_describe_fault(const TabTable *table)
{
    static const char *const words[] = {
        [TAB_TABLE_CHANGED] = "changed or cut short since it was opened: no longer used",
        [TAB_TABLE_NO_CHANCE] = "has a value that is no chance: no longer used",
    };
    if (!is_unchanged(table))
        note_fault(table, TAB_TABLE_CHANGED);
    int fault = atomic_load_explicit(table->fault, memory_order_relaxed);
    return fault == TAB_TABLE_SOUND ? NULL : g_strdup_printf("%s: %s", table->path, words[fault]);
}

bool tab_table_check_fault(const TabTable *table, GError **error)
{
    g_autofree char *fault = tab_table_describe_fault(table);
    return !fault || tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s", fault);
}
