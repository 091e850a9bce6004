// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any lines as the words of a command line of tab-match, tab-tables or tab-train, the
// first of them being the command. The programs run as they are, but no engine is started, no table
// built, nothing trained: what would do so is refused (see meson.build, --wrap), so that there is
// an exit status in a moment. They run in a folder of their own; words with a slash are left out,
// so that they know no other.
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/lab/solving/build.h"
#include "engine/lab/training/training.h"
#include "protocol/client/spawn.h"
#include "protocol/runner/commands.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* main() of tab-tables and of tab-train. */
int tab_tables_main(int argc, char **argv);
int tab_train_main(int argc, char **argv);

/* --- what is refused --- */

GSubprocess *__wrap_tab_spawn(const TabEngineConfig *config, TabChildPlan *plan, GError **error);
gboolean __wrap_tab_spawn_check(const char *program, const char *directory, GError **error);
TabBuild *__wrap_tab_build_new(const TabBuildPlan *plan, GError **error);
TabTraining *__wrap_tab_training_new(const TabTrainingPlan *plan, unsigned threads, GError **error);

GSubprocess *__wrap_tab_spawn(const TabEngineConfig *config, TabChildPlan *plan, GError **error)
{
    g_assert_true(config->argv && config->argv[0]);
    g_set_error_literal(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START, "starts nothing");
    return NULL;
}

gboolean __wrap_tab_spawn_check(const char *program, const char *directory, GError **error)
{
    g_set_error_literal(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START, "starts nothing");
    return FALSE;
}

TabBuild *__wrap_tab_build_new(const TabBuildPlan *plan, GError **error)
{
    g_assert_true(plan->more >= plan->fewer || plan->more > 0);
    g_set_error_literal(error, TAB_TABLE_ERROR, TAB_TABLE_ERROR_BUILD, "builds nothing");
    return NULL;
}

TabTraining *__wrap_tab_training_new(const TabTrainingPlan *plan, unsigned threads, GError **error)
{
    g_assert_true(plan->rules && threads > 0 && plan->hidden > 0);
    g_set_error_literal(error, TAB_NET_ERROR, TAB_NET_ERROR_FORMAT, "trains nothing");
    return NULL;
}

/* --- the commands --- */

/* Those that no word of tab-match's names. */
static const TabCommand programs[] = {
    {"match", tab_match_main},
    {"tables", tab_tables_main},
    {"train", tab_train_main},
    {NULL, NULL},
};

static const TabCommand *find_command(const TabCommand *list, const char *word)
{
    while (list->word && strcmp(list->word, word))
        list++;
    return list->word ? list : NULL;
}

/* What commands find in their folder. */
static const struct {
    const char *name, *text;
} files[] = {
    {"games.tab", "[White \"Amal\"]\n[Black \"Badr\"]\n[Rules \"tablan\"]\n[Result \"*\"]\n\n"
                  "1. w 0 0:pass\n2. b 0 0:pass\n*\n"},
    {"positions", "tablan; start w; 2\n"},
    {"openings.txt", "11/11/11/NNNNNNNNNNN w - - 1\n"},
    {"engines.ini", "[A]\ncommand=a;\n[B]\ncommand=b;\n"},
    {"rulesets", "walker\nstandard p=0.4\n"},
};

static void enter_folder(void)
{
    static char *folder;
    if (folder)
        return;
    folder = fuzz_path("run");
    g_assert_cmpint(g_mkdir(folder, 0700), ==, 0);
    g_assert_cmpint(g_chdir(folder), ==, 0);
    static const char *const homes[] = {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME",
                                        "XDG_STATE_HOME", "XDG_CACHE_HOME"};
    for (guint i = 0; i < G_N_ELEMENTS(homes); i++)
        g_setenv(homes[i], folder, TRUE);
}

static void remove_all(const char *path)
{
    g_autoptr(GDir) inside = g_dir_open(path, 0, NULL);
    for (const char *name; inside && (name = g_dir_read_name(inside));) {
        g_autofree char *below = g_build_filename(path, name, NULL);
        remove_all(below);
    }
    if (strcmp(path, "."))
        g_remove(path);
}

static void lay_out_files(void)
{
    remove_all(".");
    for (guint i = 0; i < G_N_ELEMENTS(files); i++)
        g_assert_true(g_file_set_contents_full(files[i].name, files[i].text, -1,
                                               G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

/* Sends what they print nowhere, and brings the old streams back. */
static void exchange_streams(int kept[2], gboolean hide)
{
    static int nowhere = -1;
    if (nowhere < 0)
        nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    fflush(stdout);
    fflush(stderr);
    for (int fd = 1; fd <= 2; fd++) {
        if (hide)
            kept[fd - 1] = dup(fd);
        dup2(hide ? nowhere : kept[fd - 1], fd);
        if (!hide)
            close(kept[fd - 1]);
    }
}

/* Help ends the program, and paths lead out of the folder. */
static gboolean may_run(char **words)
{
    for (char **word = words; *word; word++) {
        const char *dashes = *word;
        gboolean is_long = g_str_has_prefix(dashes, "--");
        if (strchr(dashes, '/') || strstr(dashes, "..") || strstr(dashes, "help") ||
            (*dashes == '-' && !is_long && strpbrk(dashes, "h?")))
            return FALSE;
    }
    return TRUE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int kept[2];
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) words = g_strsplit(text, "\n", 200);
    g_autofree char **argv = g_memdup2(words, (g_strv_length(words) + 1) * sizeof *words);
    if (!words[0] || !may_run(words))
        return 0;
    enter_folder();
    const TabCommand *command = find_command(tab_commands, words[0]);
    if (!command)
        command = find_command(programs, words[0]);
    if (!command)
        return 0;
    lay_out_files();
    exchange_streams(kept, TRUE);
    int status = command->run((int)g_strv_length(words), argv);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    exchange_streams(kept, FALSE);
    g_assert_cmpint(status, >=, 0);
    return 0;
}
