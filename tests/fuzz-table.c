// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a table, the head up to the first NUL (the word SUM in it stands for
// the right sum), values after it; what is accepted can be checked, and is written and read without
// loss.
#include <stdint.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/lab/solving/check.h"
#include "engine/lab/solving/table-writer.h"

#define MOST_STATES 5000 /* of tables that are checked */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GString *file_of(const uint8_t *data, size_t size)
{
    const uint8_t *end = size ? memchr(data, 0, size) : NULL;
    size_t length = end ? (size_t)(end - data) : size, values = end ? size - length - 1 : 0;
    g_autofree char *sum =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, end ? end + 1 : data, values);
    GString *bytes = g_string_new_len((const char *)data, (gssize)length);
    g_string_replace(bytes, "SUM", sum, 1);
    while (bytes->len < TAB_TABLE_HEAD)
        g_string_append_c(bytes, '\n');
    if (values)
        g_string_append_len(bytes, (const char *)end + 1, (gssize)values);
    return bytes;
}

static void check_error(const GError *error)
{
    g_assert_nonnull(error);
    g_assert_true(error->domain == TAB_TABLE_ERROR);
    g_assert_true(g_utf8_validate(error->message, -1, NULL));
}

/* Any verdict, but one. */
static void check_values(const TabTable *table)
{
    g_autoptr(GError) error = NULL;
    TabCheckReport report;
    if (table->layers.n_states <= MOST_STATES &&
        !tab_check_table(table, 3, 1, 1, NULL, NULL, &report, &error))
        check_error(error);
}

static double read_value(const TabTable *table, uint64_t i)
{
    double value = -1;
    g_assert_true(tab_table_value(table, i, &value));
    return value;
}

static void write_again(const TabTable *table, bool checkpoint)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_strconcat(table->path, ".again", NULL);
    g_autofree double *value = g_new(double, table->n_values);
    if (!tab_table_read_all(table, value, &error)) {
        check_error(error);
        return;
    }
    for (uint64_t s = 0; s < table->n_values; s++)
        g_assert_true(value[s] >= 0 && value[s] <= 1);
    TabTableHead head = table->head;
    tab_table_write(&head, &table->layers, value, table->n_values, path, &error);
    g_assert_no_error(error);
    g_autoptr(TabTable) again = tab_table_open(path, checkpoint, &error);
    g_assert_no_error(error);
    for (uint64_t s = 0; s < table->n_values; s++)
        g_assert_cmpfloat(read_value(again, s), ==, value[s]);
    g_assert_cmpuint(again->head.solved, ==, table->head.solved);
    g_unlink(path);
}

static void read_as(const char *path, bool checkpoint)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabTable) table = tab_table_open(path, checkpoint, &error);
    if (!table) {
        check_error(error);
        return;
    }
    if (!checkpoint)
        check_values(table);
    write_again(table, checkpoint);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char *path; /* one file for all inputs of a process */
    if (!path) {
        int fd = g_file_open_tmp("fuzz-table-XXXXXX", &path, NULL);
        g_assert_cmpint(fd, >=, 0);
        g_close(fd, NULL);
    }
    g_autoptr(GString) bytes = file_of(data, size);
    FILE *file = g_fopen(path, "wb");
    g_assert_nonnull(file);
    g_assert_cmpuint(fwrite(bytes->str, 1, bytes->len, file), ==, bytes->len);
    g_assert_cmpint(fclose(file), ==, 0);
    read_as(path, false);
    read_as(path, true);
    g_unlink(path);
    return 0;
}
