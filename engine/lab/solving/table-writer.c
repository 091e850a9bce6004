// SPDX-License-Identifier: GPL-3.0-or-later
// Converts values and writes them under a head in words.
#include "engine/lab/solving/table-writer.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "protocol/files/output-file.h"

#define CHUNK 65536 /* values converted at a time */

char *tab_bound_to_string(double bound)
{
    double digit = bound > 0 ? pow(10, floor(log10(bound)) - 2) : 0;
    char text[32];
    for (double n = bound > 0 ? ceil(bound / digit) : 0;; n++) {
        g_snprintf(text, sizeof text, "%.3g", n * digit);
        if (!(strtod(text, NULL) < bound))
            return g_strdup(text);
    }
}

static void append_double_after(GString *text, const char *before, double number)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_printf(text, "%s%s", before, g_ascii_dtostr(buffer, sizeof buffer, number));
}

static char *describe_table(const TabTableHead *head, const TabLayers *layers)
{
    g_autofree char *rules = tab_ruleset_to_string(&head->set);
    GString *text = g_string_new(TAB_TABLE_TITLE "\n");
    g_string_append_printf(text, "rules %s\npieces %u %u\nvalues %s", rules, head->more,
                           head->fewer, tab_value_kinds[head->format].name);
    append_double_after(text, "\ntail ", head->tail);
    g_string_append_printf(text, "\nstates %" G_GUINT64_FORMAT "\nsolved %u\n", layers->n_states,
                           head->solved);
    for (unsigned i = 0; i < head->solved; i++) {
        const TabUnitReport *report = &head->unit[i];
        g_string_append_printf(text, "unit %u %u %" G_GUINT64_FORMAT, layers->unit[i].more,
                               layers->unit[i].fewer, layers->unit[i].size);
        append_double_after(text, " ", report->bound);
        append_double_after(text, " ", report->residual);
        append_double_after(text, " ", report->longest);
        append_double_after(text, " ", report->seconds);
        g_string_append_printf(text, " %u\n", report->backups);
    }
    if (head->solved < layers->n_units) {
        const TabUnitReport *begun = &head->unit[head->solved];
        append_double_after(text, "begun ", begun->seconds);
        g_string_append_printf(text, " %u\n", begun->backups);
    }
    append_double_after(text, "bound ", head->bound);
    g_string_append_printf(text, "\nsha256 %s\n", head->sha256);
    while (text->len < TAB_TABLE_HEAD)
        g_string_append_c(text, '\n');
    return g_string_free(text, FALSE);
}

static void convert_values(TabValueFormat format, const double *values, size_t n, uint8_t *out)
{
    unsigned size = tab_value_kinds[format].size;
    for (size_t i = 0; i < n; i++) {
        double value = CLAMP(values[i], 0, 1);
        uint16_t small = GUINT16_TO_LE((uint16_t)lrint(value * 65535));
        uint32_t middle = GUINT32_TO_LE((uint32_t)llrint(value * 4294967295.0));
        uint64_t large;
        memcpy(&large, &value, 8);
        large = GUINT64_TO_LE(large);
        memcpy(out + i * size,
               format == TAB_VALUES_U16   ? (void *)&small
               : format == TAB_VALUES_U32 ? (void *)&middle
                                          : (void *)&large,
               size);
    }
}

/* The values, then the head in the room left for it. */
static bool write_table(FILE *file, TabTableHead *head, const TabLayers *layers,
                        const double *values, uint64_t n)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
    unsigned size = tab_value_kinds[head->format].size;
    g_autofree uint8_t *buffer = g_malloc(CHUNK * size);
    if (fseek(file, TAB_TABLE_HEAD, SEEK_SET))
        return false;
    for (uint64_t i = 0; i < n; i += CHUNK) {
        size_t some = MIN(CHUNK, n - i);
        convert_values(head->format, values + i, some, buffer);
        g_checksum_update(sum, buffer, (gssize)(some * size));
        if (fwrite(buffer, size, some, file) != some)
            return false;
    }
    g_strlcpy(head->sha256, g_checksum_get_string(sum), sizeof head->sha256);
    g_autofree char *text = describe_table(head, layers);
    return !fseek(file, 0, SEEK_SET) && fwrite(text, TAB_TABLE_HEAD, 1, file) == 1;
}

/* Whether a table may take the place of this file: of an empty one, or of another table. */
static bool replaceable(const char *path)
{
    FILE *file = g_fopen(path, "rb");
    char text[sizeof TAB_TABLE_TITLE];
    size_t n = file ? fread(text, 1, sizeof text, file) : 0;
    bool good = file && (!n || (n == sizeof text && !memcmp(text, TAB_TABLE_TITLE "\n", n)));
    if (file)
        fclose(file);
    return good;
}

char *tab_table_target(const char *path, GError **error)
{
    GStatBuf status;
    bool link = g_file_test(path, G_FILE_TEST_IS_SYMLINK);
    g_autofree char *target = link ? realpath(path, NULL) : g_strdup(path);
    g_autofree char *folder = target ? g_path_get_dirname(target) : NULL;
    if (!target || !*target || g_access(folder, W_OK | X_OK))
        tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "'%s': %s", path,
                         target && !*target ? "no name of a file" : g_strerror(errno));
    else if (g_stat(target, &status))
        return g_steal_pointer(&target);
    else if (!S_ISREG(status.st_mode))
        tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: no regular file", path);
    else if (!replaceable(target))
        tab_table_refuse(error, TAB_TABLE_ERROR_FILE,
                         "%s: is there, and no table: it is not replaced", path);
    else
        return g_steal_pointer(&target);
    return NULL;
}

bool tab_table_write(TabTableHead *head, const TabLayers *layers, const double *values, uint64_t n,
                     const char *path, GError **error)
{
    head->bound = nextafter(tab_table_least_bound(head), INFINITY);
    g_autofree char *temporary = g_strconcat(path, ".part", NULL);
    FILE *file = g_fopen(temporary, "wb");
    if (!file)
        return tab_output_file_fail(TAB_FILE_WRITE, path, error);
    bool good = (write_table(file, head, layers, values, n) && !fflush(file)) ||
                tab_output_file_fail(TAB_FILE_WRITE, path, error);
    good = good && tab_output_file_sync(fileno(file), path, error);
    if (fclose(file) && good)
        good = tab_output_file_fail(TAB_FILE_WRITE, path, error);
    if (good && !g_rename(temporary, path))
        return tab_output_file_sync_folder(path, error);
    if (good)
        tab_output_file_fail(TAB_FILE_WRITE, path, error);
    g_unlink(temporary);
    return false;
}
