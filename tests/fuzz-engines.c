// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as the user's list of engines, engines.ini; what is accepted is written
// and read without loss.
#include <string.h>

#include "protocol/client/engine-config.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *save(GPtrArray *configs, const char *path)
{
    g_autoptr(GError) error = NULL;
    tab_engine_config_save(configs, path, &error);
    g_assert_no_error(error);
    return fuzz_read(path, NULL);
}

static void check_pairs(GPtrArray *a, GPtrArray *b)
{
    g_assert_cmpuint(a->len, ==, b->len);
    for (guint i = 0; i < a->len; i++) {
        char **one = a->pdata[i], **other = b->pdata[i];
        g_assert_cmpstr(one[0], ==, other[0]);
        g_assert_cmpstr(one[1], ==, other[1]);
    }
}

static void check_same(const TabEngineConfig *a, const TabEngineConfig *b)
{
    g_assert_cmpstr(a->name, ==, b->name);
    g_assert_cmpstr(a->said_name, ==, b->said_name);
    g_assert_cmpstrv(a->argv, b->argv);
    g_assert_cmpstr(a->directory, ==, b->directory);
    check_pairs(a->options, b->options);
    check_pairs(a->environment, b->environment);
    g_assert_cmpint(a->inherit_env, ==, b->inherit_env);
    g_assert_cmpuint(a->memory_mib, ==, b->memory_mib);
    g_assert_cmpuint(a->cpu_seconds, ==, b->cpu_seconds);
    g_assert_cmpint(a->disabled, ==, b->disabled);
    g_assert_cmpint(a->failed, ==, b->failed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = fuzz_file("engines.ini", data, size);
    g_autofree char *written = fuzz_path("written.ini");
    g_autoptr(GPtrArray) configs = tab_engine_config_load(path, &error);
    fuzz_check_error(configs != NULL, error, path);
    if (!configs)
        return 0;
    for (guint i = 0; i < configs->len; i++) {
        const TabEngineConfig *config = configs->pdata[i];
        g_assert_true(config->argv && config->argv[0] && *config->argv[0]);
        g_auto(GStrv) environment = tab_engine_config_environ(config);
        g_assert_nonnull(environment);
    }
    g_autofree char *once = save(configs, written);
    g_autoptr(GPtrArray) again = tab_engine_config_load(written, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(again->len, ==, configs->len);
    for (guint i = 0; i < configs->len; i++)
        check_same(configs->pdata[i], again->pdata[i]);
    g_autofree char *twice = save(again, written);
    g_assert_cmpstr(once, ==, twice);
    return 0;
}
