// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any lines as the words behind tab-gui on its command line: they are refused with a
// word about them, or a game comes of them that can begin.
#include <gio/gio.h>
#include <string.h>

#include "gui/app/command-line.h"
#include "gui/model/game-session.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void settle(void)
{
    static gboolean settled;
    if (settled)
        return;
    settled = TRUE;
    g_autofree char *schemas = g_build_filename(g_getenv("TAB_BUILD_ROOT"), "data", NULL);
    g_autofree char *nobody = fuzz_path("nobody");
    g_setenv("GSETTINGS_BACKEND", "memory", TRUE);
    g_setenv("GSETTINGS_SCHEMA_DIR", schemas, TRUE);
    g_setenv("XDG_CONFIG_HOME", nobody, TRUE); /* and so no engines and rules of anybody */
}

/* GLib ends the process itself where help is asked for. */
static gboolean asks_for_help(const char *word)
{
    return g_str_has_prefix(word, "--help") ||
           (word[0] == '-' && word[1] != '-' && strpbrk(word, "h?"));
}

static void check_game(TabGameSetup *setup)
{
    g_autoptr(GError) error = NULL;
    for (int side = 0; side < 2; side++)
        setup->player[side].engine = false; /* none is to be started */
    TabGameSession *session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    tab_game_session_close(session);
    g_object_unref(session);
}

static int on_options(GApplication *application, GVariantDict *options, gpointer heard)
{
    g_autoptr(GError) unfit = NULL, fault = NULL;
    *(gboolean *)heard = TRUE;
    gboolean fit = tab_command_line_check(options, &unfit);
    fuzz_check_error(fit, unfit, NULL);
    tab_command_line_starts_at_once(options);
    tab_command_line_names_a_game(options);
    tab_command_line_file(options);
    g_autoptr(TabGameSetup) setup = tab_command_line_read_setup(options, &fault);
    fuzz_check_error(setup != NULL, fault, NULL);
    if (setup)
        check_game(setup);
    return 0;
}

static void print_nothing(const char *text)
{
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    settle();
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", 64);
    g_autoptr(GPtrArray) words = g_ptr_array_new();
    g_ptr_array_add(words, (char *)"tab-gui");
    for (char **line = lines; *line; line++)
        if (!asks_for_help(*line))
            g_ptr_array_add(words, *line);
    int n = (int)words->len;
    g_ptr_array_add(words, NULL);

    gboolean heard = FALSE;
    g_autoptr(GApplication) application = g_application_new(NULL, G_APPLICATION_NON_UNIQUE);
    tab_command_line_add_options(application);
    g_signal_connect(application, "handle-local-options", G_CALLBACK(on_options), &heard);
    GPrintFunc printerr = g_set_printerr_handler(print_nothing);
    int status = g_application_run(application, n, (char **)words->pdata);
    g_set_printerr_handler(printerr);
    g_assert_true(heard == !status); /* else GLib has refused a word */
    return 0;
}
