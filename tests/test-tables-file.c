// SPDX-License-Identifier: GPL-3.0-or-later
// Exact tables as files, checkpoints and probes.
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/lab/solving/check.h"
#include "engine/lab/solving/table-writer.h"
#include "engine/tables/probe.h"
#include "rules-fixture.h"
#include "table-builder.h"

/* --- files --- */

static void write_table(const char *folder, const char *name, const char *rules, unsigned more,
                        unsigned fewer, TabValueFormat format)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(TabBuild) build = table_prepare(rules, more, fewer, 1e-2, 1, path);
    build->head.format = format;
    tab_build_run(build, NULL, NULL, &error);
    g_assert_no_error(error);
}

static double read_value(const TabTable *table, uint64_t i)
{
    double value = -1;
    g_assert_true(tab_table_value(table, i, &value));
    return value;
}

static void test_file(void)
{
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autoptr(TabBuild) exact = table_build("lane:columns=5", 1, 1, 1e-2, 1);
    for (unsigned format = TAB_VALUES_U16; format <= TAB_VALUES_F64; format++) {
        g_autoptr(GError) error = NULL;
        write_table(folder, "a" TAB_TABLE_SUFFIX, "lane:columns=5", 1, 1, (TabValueFormat)format);
        g_autoptr(TabTable) table = tab_table_open(path, false, &error);
        g_assert_no_error(error);
        g_assert_true(tab_table_check_sum(table, NULL));
        g_assert_cmpuint(table->n_values, ==, exact->layers.n_states);
        double rounding = tab_value_kinds[table->head.format].rounding;
        g_assert_cmpfloat(table->head.bound, >=, rounding);
        for (uint64_t s = 0; s < table->n_values; s++)
            g_assert_cmpfloat(fabs(read_value(table, s) - exact->value[s]), <=, rounding);
        TabCheckReport report;
        g_assert_true(tab_check_table(table, 20, 1, 1, NULL, NULL, &report, &error));
        g_assert_no_error(error);
        g_assert_cmpuint(report.n_samples, ==, 20);
    }
    table_folder_remove(folder);
}

/* Opens a changed copy of a table's bytes and expects to be refused by `want`. */
static void refuse_bytes(const char *folder, const GString *bytes, const char *want)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(folder, "b" TAB_TABLE_SUFFIX, NULL);
    g_assert_true(g_file_set_contents(path, bytes->str, (gssize)bytes->len, NULL));
    g_autoptr(TabTable) table = tab_table_open(path, false, &error);
    TabCheckReport report;
    if (table)
        g_assert_false(tab_check_table(table, 0, 1, 1, NULL, NULL, &report, &error));
    g_assert_nonnull(error);
    if (!strstr(error->message, want))
        g_error("'%s' has no '%s'", error->message, want);
    g_assert_nonnull(strstr(error->message, "b" TAB_TABLE_SUFFIX));
}

static void test_damaged(void)
{
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autofree char *data = NULL;
    gsize length;
    write_table(folder, "a" TAB_TABLE_SUFFIX, "walker:columns=5", 1, 1, TAB_VALUES_U16);
    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    static const struct {
        const char *is, *becomes, *want;
    } changes[] = {
        {"tab-tables 1", "tab-tables 2", "a table of version 2; this program reads version 1"},
        {"tab-tables 1", "tab-tables x", "no table"},
        {"rules walker", "rules wolker", "rules that are not known"},
        {"pieces 1 1", "pieces 1 2", "pieces that cannot be"},
        {"pieces 1 1", "pieces 9 1", "pieces that cannot be"},
        {"pieces 1 1", "pieces 2 1", "number of states"},
        {"values u16", "values u99", "format"},
        {"values u16", "values u32", "not as long"},
        {"tail 0.01", "tail 0.x1", "tail"},
        {"tail 0.01", "tail 0.00", "tail"},
        {"tail 0.01", "tail 1.01", "tail"},
        {"states 1165", "states 1166", "number of states"},
        {"solved 1", "solved 9", "more units"},
        {"solved 1", "solved 0", "no line 'begun'"},
        {"unit 1 1", "unit 2 1", "unit that cannot be"},
        {"sha256 ", "sha255 ", "no line 'sha256'"},
        {"\nbound 0.1", "\nbound 0.0", "bound below"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autoptr(GString) bytes = g_string_new_len(data, (gssize)length);
        char *at = g_strstr_len(bytes->str, TAB_TABLE_HEAD, changes[i].is);
        g_assert_nonnull(at);
        memcpy(at, changes[i].becomes, strlen(changes[i].becomes));
        refuse_bytes(folder, bytes, changes[i].want);
    }
    g_autoptr(GString) bytes = g_string_new_len(data, (gssize)length);
    bytes->str[length - 7] ^= 4;
    refuse_bytes(folder, bytes, "sum does not match");
    g_autofree char *damaged = g_build_filename(folder, "b" TAB_TABLE_SUFFIX, NULL);
    g_assert_null(tab_table_open(damaged, false, NULL)); /* nobody may use it */
    g_string_truncate(bytes, length - 1);
    refuse_bytes(folder, bytes, "not as long");
    g_string_truncate(bytes, TAB_TABLE_HEAD);
    refuse_bytes(folder, bytes, "not as long");
    g_string_truncate(bytes, 100);
    refuse_bytes(folder, bytes, "no table");
    g_string_truncate(bytes, 0);
    refuse_bytes(folder, bytes, "b" TAB_TABLE_SUFFIX);
    table_folder_remove(folder);
}

/* Writes what was built as a file whose sum is right, which a check must refuse for a residual. */
static void refuse_residual(TabBuild *build, unsigned n_samples)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_assert_true(tab_table_write(&build->head, &build->layers, build->value,
                                  build->layers.n_states, path, NULL));
    g_autoptr(TabTable) table = tab_table_open(path, false, &error);
    g_assert_no_error(error);
    TabCheckReport report;
    g_assert_false(tab_check_table(table, n_samples, 1, 1, NULL, NULL, &report, &error));
    g_assert_error(error, TAB_TABLE_ERROR, TAB_TABLE_ERROR_WRONG);
    g_assert_nonnull(strstr(error->message, "residual"));
    table_folder_remove(folder);
}

/* A file whose sum is right but whose values are not. */
static void test_wrong_values(void)
{
    g_autoptr(TabBuild) build = table_build("walker:columns=5", 1, 1, 1e-4, 1);
    build->value[700] = build->value[700] > 0.5 ? 0.3 : 0.7;
    refuse_residual(build, 0);
}

/* Nor does a head that is less modest than its values stand. */
static void test_wrong_bound(void)
{
    g_autoptr(TabBuild) build = table_build("walker:columns=5", 1, 1, 1e-4, 1);
    build->head.unit[0].bound = 1e-9;
    for (uint64_t s = 0; s < build->layers.n_states; s++)
        build->value[s] += s % 2 ? 1e-4 : 0;
    build->head.unit[0].residual = 1;
    refuse_residual(build, 10);
}

/* --- checkpoints --- */

/* What a build that is stopped had done for its last unit. */
typedef struct {
    unsigned left; /* improvements of values until it is stopped */
    uint32_t backups;
    double seconds;
} Stop;

static bool stop_after(const TabBuild *build, const TabUnit *unit, const TabSolveState *state,
                       gpointer user_data)
{
    Stop *stop = user_data;
    const TabUnitReport *report = &build->head.unit[build->head.solved];
    stop->backups = report->backups;
    stop->seconds = report->seconds;
    return unit->more == 1 || !state->values_new || stop->left-- > 0;
}

static void test_resume(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autofree char *checkpoint = g_strconcat(path, ".checkpoint", NULL);
    Stop stop = {.left = 3};
    {
        g_autoptr(TabBuild) build = table_prepare("walker:columns=5", 2, 1, 1e-2, 1, path);
        g_assert_false(tab_build_run(build, stop_after, &stop, &error));
        g_assert_error(error, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_STOPPED);
        g_clear_error(&error);
    }
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    g_assert_true(g_file_test(checkpoint, G_FILE_TEST_EXISTS));
    g_assert_null(tab_table_open(checkpoint, false, &error)); /* no finished table */
    g_clear_error(&error);

    TabBuildPlan plan = {.more = 2,
                         .fewer = 1,
                         .tail = 1e-2,
                         .threads = 1,
                         .output = path,
                         .resume = true,
                         .format = TAB_VALUES_F64};
    plan.set = ruleset_for("walker:columns=6");
    g_assert_null(tab_build_new(&plan, &error)); /* of another table */
    g_assert_nonnull(strstr(error->message, "of another table"));
    g_clear_error(&error);

    plan.set = ruleset_for("walker:columns=5");
    g_autoptr(TabBuild) build = tab_build_new(&plan, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(build->head.solved, ==, 1);
    /* What it has taken so far counts. */
    g_assert_cmpuint(stop.backups, >=, 4);
    g_assert_cmpuint(build->head.unit[1].backups, ==, stop.backups);
    g_assert_cmpfloat(build->head.unit[1].seconds, >=, stop.seconds);
    g_assert_true(tab_build_run(build, NULL, NULL, &error));
    g_assert_cmpuint(build->head.unit[1].backups, >, stop.backups + 1);
    g_assert_cmpfloat(build->head.unit[1].seconds, >, stop.seconds);
    g_assert_false(g_file_test(checkpoint, G_FILE_TEST_EXISTS));
    g_autoptr(TabBuild) whole = table_build("walker:columns=5", 2, 1, 1e-2, 1);
    for (uint64_t s = 0; s < whole->layers.n_states; s++)
        g_assert_cmpfloat(fabs(whole->value[s] - build->value[s]), <=, 2 * whole->head.bound);
    table_folder_remove(folder);
}

/* Makes the next checkpoint due. */
static bool wait_for_checkpoint(const TabBuild *build, const TabUnit *unit,
                                const TabSolveState *state, gpointer user_data)
{
    (void)unit, (void)state;
    ((TabBuild *)build)->saved_at = G_MININT64 / 2;
    if (build->unsaved) {
        g_free(*(char **)user_data);
        *(char **)user_data = g_strdup(build->unsaved);
    }
    return true;
}

/* A checkpoint that cannot be written on the way is told of, and ends nothing. */
static void test_unsaved(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = table_folder_new(), *unsaved = NULL;
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autofree char *part = g_strconcat(path, ".checkpoint.part", NULL);
    g_assert_cmpint(g_mkdir(part, 0700), ==, 0);
    g_autoptr(TabBuild) build = table_prepare("walker:columns=5", 2, 1, 1e-2, 1, path);
    g_assert_true(tab_build_run(build, wait_for_checkpoint, &unsaved, &error));
    g_assert_nonnull(unsaved);
    g_assert_nonnull(strstr(unsaved, "checkpoint"));
    g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
    g_rmdir(part);
    table_folder_remove(folder);
}

/* What is there is not replaced unless it is a table, nor is a checkpoint lost. */
static void test_output(void)
{
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autofree char *link = g_build_filename(folder, "link", NULL);
    g_autofree char *checkpoint = g_strconcat(path, ".checkpoint", NULL);
    g_autofree char *nowhere = g_build_filename(folder, "none", "a", NULL);
    TabBuildPlan plan = {.more = 1, .fewer = 1, .tail = 1e-2, .threads = 1};
    const struct {
        const char *output, *holds, *want;
    } cases[] = {{path, "a letter", "no table"},    {folder, NULL, "no regular file"},
                 {"/dev/null", NULL, "no regular"}, {"", NULL, "no name"},
                 {nowhere, NULL, "none"},           {link, NULL, "link"}};
    plan.set = ruleset_for("walker:columns=5");
    g_assert_cmpint(symlink(path, link), ==, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        if (cases[i].holds)
            g_assert_true(g_file_set_contents(cases[i].output, cases[i].holds, -1, NULL));
        plan.output = cases[i].output;
        g_assert_null(tab_build_new(&plan, &error));
        g_assert_nonnull(strstr(error->message, cases[i].want));
        g_unlink(path);
    }
    write_table(folder, "a" TAB_TABLE_SUFFIX, "walker:columns=5", 1, 1, TAB_VALUES_U16);
    plan.output = link;
    {
        g_autoptr(TabBuild) build = tab_build_new(&plan, NULL);
        g_assert_true(tab_build_run(build, NULL, NULL, NULL));
    }
    g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
    g_assert_true(g_file_set_contents(checkpoint, "kept", -1, NULL));
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "is there: --resume"));
    g_assert_true(g_file_test(checkpoint, G_FILE_TEST_EXISTS));
    table_folder_remove(folder);
}

static void test_refused(void)
{
    g_autoptr(GError) error = NULL;
    TabBuildPlan plan = {
        .more = 3, .fewer = 3, .tail = 1e-4, .threads = 1, .output = "nowhere", .memory = 1 << 30};
    plan.set = ruleset_for("jordan");
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "states need"));
    g_clear_error(&error);
    plan.more = plan.fewer = 4;
    plan.memory = 0; /* without a limit it would take 52 TiB */
    plan.set = ruleset_for("ludii:columns=11");
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "--memory"));
    g_clear_error(&error);
    plan.memory = 1 << 30;
    plan.set = ruleset_for("bell:throws=at-once");
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "save-tab"));
    g_clear_error(&error);
    plan.set = ruleset_for("standard:columns=29");
    plan.more = plan.fewer = 8;
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "counted"));
    g_clear_error(&error);
    plan.set = ruleset_for("walker");
    plan.more = 6;
    plan.fewer = 1;
    plan.memory = 0;
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "more than can be"));
}

static void test_bytes(void)
{
    const struct {
        uint64_t bytes;
        const char *text;
    } cases[] = {{0, "0.0 KiB"},
                 {1, "0.1 KiB"},
                 {1024, "1.0 KiB"},
                 {1047552, "1023.0 KiB"},
                 {1048575, "1.0 MiB"},
                 {1048577, "1.1 MiB"},
                 {UINT64_C(5) << 39, "2.5 TiB"},
                 {UINT64_MAX, "16.0 EiB"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = tab_bytes_to_string(cases[i].bytes);
        g_assert_cmpstr(text, ==, cases[i].text);
    }
}

/* A refusal says how much memory would be enough: whatever less was given, and it is. */
static void test_least_memory(void)
{
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    TabBuildPlan plan = {.more = 2, .fewer = 2, .tail = 1e-10, .threads = 2, .output = path};
    plan.set = ruleset_for("walker:columns=5");
    double least = 0;
    for (unsigned mib = 1; mib < 64; mib *= 4) {
        g_autoptr(GError) error = NULL;
        plan.memory = mib << 20;
        g_autoptr(TabBuild) build = tab_build_new(&plan, &error);
        g_assert_null(build);
        const char *need = strstr(error->message, "states need ");
        g_assert_nonnull(need);
        double now = g_ascii_strtod(need + strlen("states need "), NULL);
        g_assert_nonnull(strstr(need, "MiB of memory"));
        g_assert_true(!least || now == least);
        least = now;
    }
    g_assert_cmpfloat(least, >, 16);
    plan.memory = (uint64_t)ldexp(least, 20);
    g_autoptr(TabBuild) build = tab_build_new(&plan, NULL);
    g_assert_nonnull(build);
    g_assert_cmpuint(build->memory, <=, plan.memory);
    plan.memory += 5 << 20; /* of which turn graphs take what states leave */
    g_autoptr(TabBuild) more = tab_build_new(&plan, NULL);
    g_assert_nonnull(more);
    g_assert_cmpuint(more->memory, <=, plan.memory);
    g_assert_cmpuint(more->setup.nodes, >, build->setup.nodes);
    table_folder_remove(folder);
}

/* --- probes --- */

static void test_probe(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = table_folder_new();
    write_table(folder, "a" TAB_TABLE_SUFFIX, "walker:columns=5", 1, 1, TAB_VALUES_U16);
    write_table(folder, "b" TAB_TABLE_SUFFIX, "walker:columns=5", 2, 1, TAB_VALUES_U32);
    write_table(folder, "c" TAB_TABLE_SUFFIX, "ludii:columns=5", 2, 2, TAB_VALUES_U16);
    g_autoptr(TabTables) tables = tab_tables_open(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(tab_tables_count(tables), ==, 3);
    /* Played alike but for the opening, and with more pieces. */
    g_autoptr(TabRules) rules = rules_for("standard:columns=5,pieces=3");
    g_autoptr(TabRules) other = rules_for("walker:columns=5,row4-once=no");
    g_assert_null(tab_probe_new(tables, other));
    g_autoptr(TabProbe) probe = tab_probe_new(tables, rules);
    g_assert_nonnull(probe);
    g_assert_cmpuint(tab_probe_most(probe), ==, 3);
    const TabTable *table = tab_tables_get(tables, 1);
    for (uint64_t state = 0; state < table->n_values; state += 7) {
        TabPosition position, turned;
        TabProbed found, same;
        tab_layers_position(&table->layers, state, &position);
        g_assert_true(tab_probe_value(probe, &position, &found));
        g_assert_cmpfloat(found.value, ==, read_value(table, state));
        g_assert_cmpfloat(found.bound, <, 0.5);
        tab_position_exchange_sides(rules, &turned, &position);
        turned.number = 99;
        g_assert_true(tab_probe_value(probe, &turned, &same));
        g_assert_cmpfloat(found.value, ==, same.value);
    }
    TabPosition start;
    TabProbed found;
    tab_position_init(rules, TAB_WHITE, &start);
    g_assert_false(tab_probe_value(probe, &start, &found));
    table_folder_remove(folder);
}

static void test_probe_heights(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = table_folder_new();
    write_table(folder, "c" TAB_TABLE_SUFFIX, "ludii:columns=5", 2, 1, TAB_VALUES_U32);
    g_autoptr(TabTables) tables = tab_tables_open(folder, &error);
    g_autoptr(TabRules) rules = rules_for("ludii:columns=5");
    g_autoptr(TabProbe) probe = tab_probe_new(tables, rules);
    g_autofree TabSituation *pile = situation_for(rules, "5/1(TF)3/1(tft)1M1/5 w - - 1"),
                            *single = situation_for(rules, "5/1F3/1f1M1/5 w - - 1");
    TabProbed a, b;
    g_assert_true(tab_probe_value(probe, &pile->position, &a));
    g_assert_true(tab_probe_value(probe, &single->position, &b));
    g_assert_cmpfloat(a.value, ==, b.value);
    read_situation(rules, "5/1F3/1M3/5 b - - 3", single);
    g_assert_true(tab_probe_value(probe, &single->position, &b));
    g_assert_cmpfloat(b.value, ==, 0);
    table_folder_remove(folder);
}

static void test_open_errors(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "x" TAB_TABLE_SUFFIX, NULL);
    g_assert_null(tab_tables_open("no/such/folder", &error));
    g_assert_nonnull(strstr(error->message, "no/such/folder"));
    g_clear_error(&error);
    g_autoptr(TabTables) none = tab_tables_open(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(tab_tables_count(none), ==, 0);
    g_assert_true(g_file_set_contents(path, "tab-tables 1\n", -1, NULL));
    g_assert_null(tab_tables_open(folder, &error));
    g_assert_nonnull(strstr(error->message, path));
    table_folder_remove(folder);
}

/* A bad file in a folder is told, and takes nothing from the good ones. */
static void test_open_good(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = table_folder_new();
    g_autofree char *bad = g_build_filename(folder, "b" TAB_TABLE_SUFFIX, NULL);
    write_table(folder, "a" TAB_TABLE_SUFFIX, "walker:columns=5", 1, 1, TAB_VALUES_U16);
    write_table(folder, "c" TAB_TABLE_SUFFIX, "lane:columns=5", 1, 1, TAB_VALUES_U16);
    g_assert_true(g_file_set_contents(bad, "tab-tables 1\n", -1, NULL));
    g_autoptr(TabTables) tables = tab_tables_open_good(folder, &error);
    g_assert_cmpuint(tab_tables_count(tables), ==, 2);
    g_assert_nonnull(strstr(error->message, bad));
    g_clear_error(&error);
    g_autoptr(TabTables) none = tab_tables_open_good("no/such/folder", &error);
    g_assert_cmpuint(tab_tables_count(none), ==, 0);
    g_assert_nonnull(strstr(error->message, "no/such/folder"));
    table_folder_remove(folder);
}

/* What becomes of the file later does not reach a table that is open; a pipe is not waited for. */
static void test_open_files(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = table_folder_new();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autofree char *pipe = g_build_filename(folder, "p" TAB_TABLE_SUFFIX, NULL);
    write_table(folder, "a" TAB_TABLE_SUFFIX, "walker:columns=5", 1, 1, TAB_VALUES_U16);
    g_autoptr(TabTable) table = tab_table_open(path, false, &error);
    g_assert_no_error(error);
    double last = read_value(table, table->n_values - 1);
    g_assert_cmpint(truncate(path, 0), ==, 0);
    g_assert_true(tab_table_check_sum(table, NULL));
    g_assert_cmpfloat(read_value(table, table->n_values - 1), ==, last);
    g_assert_cmpint(mkfifo(pipe, 0600), ==, 0);
    g_assert_null(tab_table_open(pipe, false, &error));
    g_assert_nonnull(strstr(error->message, "no regular file"));
    table_folder_remove(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tables/file", test_file);
    g_test_add_func("/tables/damaged", test_damaged);
    g_test_add_func("/tables/wrong-values", test_wrong_values);
    g_test_add_func("/tables/wrong-bound", test_wrong_bound);
    g_test_add_func("/tables/resume", test_resume);
    g_test_add_func("/tables/unsaved", test_unsaved);
    g_test_add_func("/tables/output", test_output);
    g_test_add_func("/tables/refused", test_refused);
    g_test_add_func("/tables/bytes", test_bytes);
    g_test_add_func("/tables/least-memory", test_least_memory);
    g_test_add_func("/tables/probe", test_probe);
    g_test_add_func("/tables/probe/heights", test_probe_heights);
    g_test_add_func("/tables/probe/open-errors", test_open_errors);
    g_test_add_func("/tables/probe/open-good", test_open_good);
    g_test_add_func("/tables/probe/open-files", test_open_files);
    return g_test_run();
}
