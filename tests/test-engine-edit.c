// SPDX-License-Identifier: GPL-3.0-or-later
// What a person types to set up an engine.
#include <string.h>

#include "gui/model/engine-edit.h"

/* What a test leaves out is good. */
static TabEngineConfig *edit(const TabEngineConfig *config, TabEngineFields fields, GError **error)
{
    const char **text[] = {&fields.name, &fields.arguments, &fields.folder, &fields.environment};
    for (guint i = 0; i < G_N_ELEMENTS(text); i++)
        *text[i] = *text[i] ? *text[i] : "";
    fields.program = fields.program ? fields.program : "sh";
    return tab_engine_edit_apply(config, &fields, error);
}

#define FIELDS(...) ((TabEngineFields){__VA_ARGS__})

static TabEngineConfig *apply(const TabEngineConfig *config, TabEngineFields fields)
{
    g_autoptr(GError) error = NULL;
    TabEngineConfig *edited = edit(config, fields, &error);
    g_assert_no_error(error);
    return edited;
}

static void assert_fails(TabEngineFields fields, int code, const char *part)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(edit(NULL, fields, &error));
    g_assert_error(error, TAB_ENGINE_EDIT_ERROR, code);
    g_assert_nonnull(strstr(error->message, part));
}

static void test_command(void)
{
    g_autoptr(TabEngineConfig) config =
        apply(NULL, FIELDS(.name = "  Name ", .program = " sh ", .arguments = "-c 'a  b' \"\""));
    g_assert_cmpstr(config->name, ==, "Name");
    g_assert_cmpuint(g_strv_length(config->argv), ==, 4);
    g_assert_cmpstr(config->argv[0], ==, "sh");
    g_assert_cmpstr(config->argv[2], ==, "a  b");
    g_assert_cmpstr(config->argv[3], ==, "");
    g_autofree char *line = tab_engine_edit_arguments(config);
    g_assert_cmpstr(line, ==, "-c 'a  b' ''");
}

/* A copy of what is typed stays as it was when the texts are gone. */
static void test_copy(void)
{
    char name[] = "Name", program[] = "sh", arguments[] = "-c x", folder[] = "/",
         variable[] = "A=b";
    g_autoptr(TabEngineFields) copy = tab_engine_fields_copy(
        &FIELDS(.name = name, .program = program, .arguments = arguments, .folder = folder,
                .environment = variable, .sandbox = TRUE, .memory_mib = 512));
    memset(name, 'x', strlen(name));
    memset(program, 'x', strlen(program));
    memset(arguments, 'x', strlen(arguments));
    memset(folder, 'x', strlen(folder));
    memset(variable, 'x', strlen(variable));
    g_autoptr(TabEngineConfig) config = apply(NULL, *copy);
    g_autofree char *line = tab_engine_edit_arguments(config);
    g_autofree char *environment = tab_engine_edit_environment(config);
    g_assert_cmpstr(config->name, ==, "Name");
    g_assert_cmpstr(config->argv[0], ==, "sh");
    g_assert_cmpstr(line, ==, "-c x");
    g_assert_cmpstr(config->directory, ==, "/");
    g_assert_cmpstr(environment, ==, "A=b");
    g_assert_true(copy->sandbox);
    g_assert_cmpuint(copy->memory_mib, ==, 512);
}

/* What is not typed stays. */
static void test_rest(void)
{
    g_autoptr(TabEngineConfig) config = apply(NULL, FIELDS(.name = "Name"));
    tab_engine_config_set_option(config, "Threads", "2");
    config->disabled = TRUE;
    g_autoptr(TabEngineConfig) edited = apply(config, FIELDS(.program = "./sh", .folder = "/bin"));
    g_assert_null(edited->name);
    g_assert_cmpuint(g_strv_length(edited->argv), ==, 1);
    g_assert_cmpstr(edited->directory, ==, "/bin");
    g_assert_cmpstr(tab_engine_config_get_option(edited, "Threads"), ==, "2");
    g_assert_true(edited->disabled);
}

/* The mark of an engine that failed its test goes where what was changed may have mended it. */
static void test_failed(void)
{
    const TabEngineFields changed[] = {
        {.name = "Other"},     {.program = "env"}, {.folder = "/"},     {.environment = "A=1"},
        {.inherit_env = TRUE}, {.sandbox = TRUE},  {.memory_mib = 512}, {.cpu_seconds = 60},
        {.processes = 5},      {.open_files = 60}, {.file_mib = 7}};
    for (guint i = 0; i < G_N_ELEMENTS(changed); i++) {
        g_autoptr(TabEngineConfig) config = apply(NULL, FIELDS(.name = "Name"));
        config->failed = TRUE;
        g_autoptr(TabEngineConfig) edited = apply(config, changed[i]);
        g_assert_cmpint(edited->failed, ==, i == 0); /* a name mends nothing */
    }
}

static void test_faults(void)
{
    assert_fails(FIELDS(.program = "  "), TAB_ENGINE_EDIT_ERROR_COMMAND, "command");
    assert_fails(FIELDS(.program = "no-such-engine"), TAB_ENGINE_EDIT_ERROR_COMMAND,
                 "no-such-engine");
    assert_fails(FIELDS(.program = "/bin"), TAB_ENGINE_EDIT_ERROR_COMMAND, "/bin");
    assert_fails(FIELDS(.arguments = "'open"), TAB_ENGINE_EDIT_ERROR_COMMAND, "arguments");
    assert_fails(FIELDS(.folder = "/nonexistent"), TAB_ENGINE_EDIT_ERROR_FOLDER, "/nonexistent");
    assert_fails(FIELDS(.environment = "A=1\n=2"), TAB_ENGINE_EDIT_ERROR_ENVIRONMENT, "“=2”");
    assert_fails(FIELDS(.environment = "A =1"), TAB_ENGINE_EDIT_ERROR_ENVIRONMENT, "“A =1”");
    assert_fails(FIELDS(.environment = "A=1\nB\nA"), TAB_ENGINE_EDIT_ERROR_ENVIRONMENT, "“A”");
}

static void test_environment(void)
{
    const char *text = "A=1\nEMPTY=\nGONE\nPATH_TO=C:\\\\dir\\nnext = line";
    g_autofree char *typed = g_strdup_printf("\n%s\n \t\n", text);
    g_autoptr(TabEngineConfig) config =
        apply(NULL, FIELDS(.environment = typed, .inherit_env = TRUE, .memory_mib = 512,
                           .cpu_seconds = 60, .processes = 5, .open_files = 6, .file_mib = 7,
                           .sandbox = TRUE));
    static const char *const expected[][2] = {
        {"A", "1"}, {"EMPTY", ""}, {"GONE", NULL}, {"PATH_TO", "C:\\dir\nnext = line"}};
    g_assert_cmpuint(config->environment->len, ==, G_N_ELEMENTS(expected));
    for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
        char *const *pair = config->environment->pdata[i];
        g_assert_cmpstr(pair[0], ==, expected[i][0]);
        g_assert_cmpstr(pair[1], ==, expected[i][1]);
    }
    g_assert_true(config->inherit_env);
    g_assert_cmpuint(config->memory_mib, ==, 512);
    g_assert_cmpuint(config->cpu_seconds, ==, 60);
    g_assert_cmpuint(config->processes, ==, 5);
    g_assert_cmpuint(config->open_files, ==, 6);
    g_assert_cmpuint(config->file_mib, ==, 7);
    g_assert_true(config->sandbox);
    g_autofree char *shown = tab_engine_edit_environment(config);
    g_assert_cmpstr(shown, ==, text);
    g_autoptr(TabEngineConfig) cleared = apply(config, FIELDS(.name = "x"));
    g_assert_cmpuint(cleared->environment->len, ==, 0);
    g_assert_cmpuint(cleared->memory_mib, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/engine-edit/command", test_command);
    g_test_add_func("/engine-edit/rest", test_rest);
    g_test_add_func("/engine-edit/failed", test_failed);
    g_test_add_func("/engine-edit/faults", test_faults);
    g_test_add_func("/engine-edit/environment", test_environment);
    g_test_add_func("/engine-edit/copy", test_copy);
    return g_test_run();
}
