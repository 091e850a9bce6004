// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of programs that cannot be started.
#include <glib/gstdio.h>
#include <string.h>

#include "protocol/client/program.h"
#include "protocol/client/spawn.h"

/* What is found in a file of this content, which is executable unless `mode` says otherwise. */
static char *find_fault(const char *content, gssize length, int mode)
{
    g_autofree char *folder = g_dir_make_tmp("program-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "engine", NULL);
    g_assert_true(g_file_set_contents(path, content, length, NULL));
    g_assert_cmpint(g_chmod(path, mode), ==, 0);
    char *fault = tab_program_find_fault(path, NULL);
    g_remove(path);
    g_rmdir(folder);
    return fault;
}

typedef struct {
    const char *name, *content;
    int mode;
    const char *expected; /* in what is said; NULL: nothing is */
} Case;

static const Case cases[] = {
    {"script", "#!/bin/sh\n", 0700, NULL},
    {"script-with-blank", "#! /bin/sh -e\n", 0700, NULL},
    {"script-without-end", "#!/bin/sh", 0700, NULL},
    {"no-interpreter", "#!/no/such/python9 -u\nprint()\n", 0700,
     "asks for /no/such/python9: No such file"},
    {"no-interpreter-behind-blank", "#! /no/such/python9 -u\nprint()\n", 0700,
     "asks for /no/such/python9: No such file"},
    {"windows", "#!/bin/sh\r\nexit\r\n", 0700, "Windows"},
    {"windows-env", "#!/usr/bin/env python3\r\n", 0700, "Windows"},
    {"no-first-line", "import sys, os\n", 0700, "what runs it (#!"},
    {"empty", "", 0700, "empty"},
    {"relative-interpreter", "#!python3\n", 0700, NULL}, /* the system's matter */
    {"not-to-be-read", "#!/bin/sh\n", 0100, NULL},
    {"not-executable", "#!/bin/sh\n", 0600, "chmod +x"},
};

static void test_file(gconstpointer data)
{
    const Case *row = data;
    g_autofree char *fault = find_fault(row->content, -1, row->mode);
    if (row->expected)
        g_assert_nonnull(strstr(fault, row->expected));
    else
        g_assert_cmpstr(fault, ==, NULL);
}

/* A program that is no text is the system's matter. */
static void test_binary(void)
{
    g_autofree char *fault = find_fault("\177ELF\0\1\2\3", 8, 0700);
    g_assert_cmpstr(fault, ==, NULL);
}

/* A relative program is looked for in the engine's folder, which the message names. */
static void test_folder(void)
{
    g_autofree char *folder = g_dir_make_tmp("program-XXXXXX", NULL);
    g_autofree char *missing = tab_program_find_fault("./engine", folder);
    g_autofree char *directory = tab_program_find_fault(folder, NULL);
    g_autofree char *no_folder = tab_program_find_fault("./engine", "/no/such/folder");
    g_autofree char *on_path = tab_program_find_fault("no-such-engine", folder);
    g_assert_true(g_str_has_suffix(missing, folder));
    g_assert_cmpstr(directory, ==, "it is a folder");
    g_assert_cmpstr(no_folder, ==, "there is no folder /no/such/folder, in which it is to run");
    g_assert_cmpstr(on_path, ==, NULL);
    g_rmdir(folder);
}

static void test_message(void)
{
    const char *argv[] = {"/no/such/engine", NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    g_autoptr(TabChildPlan) plan = tab_spawn_plan(config);
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_spawn(config, plan, &error));
    g_assert_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    g_assert_cmpstr(error->message, ==, "cannot start /no/such/engine: No such file or directory");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/program/%s", cases[i].name);
        g_test_add_data_func(path, &cases[i], test_file);
    }
    g_test_add_func("/program/binary", test_binary);
    g_test_add_func("/program/folder", test_folder);
    g_test_add_func("/program/message", test_message);
    return g_test_run();
}
