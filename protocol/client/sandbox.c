// SPDX-License-Identifier: GPL-3.0-or-later
// Says to bubblewrap what an engine may see.
#include "protocol/client/sandbox.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/client/error.h"

/* Of each folder in memory, in bytes. */
#define ROOM "268435456"

/* What is known while the command is made. All paths are absolute. */
typedef struct {
    GPtrArray *hidden; /* of char *: folders that memory stands in for, links resolved */
    GPtrArray *shown;  /* of char *: what is given, links resolved, and as it was named */
    char *home, *real_home;
    char *working; /* NULL: it is gone */
} View;

static void clear_view(View *view)
{
    g_ptr_array_unref(view->hidden);
    g_ptr_array_unref(view->shown);
    g_free(view->home);
    g_free(view->real_home);
    g_free(view->working);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(View, clear_view)

static gboolean is_within(const char *path, const char *folder)
{
    gsize length = strlen(folder);
    return g_str_has_prefix(path, folder) && (path[length] == '/' || !path[length]);
}

static void hide(View *view, const char *folder)
{
    g_autofree char *real = realpath(folder, NULL);
    if (real && strcmp(real, "/") != 0 && g_file_test(real, G_FILE_TEST_IS_DIR) &&
        !g_ptr_array_find_with_equal_func(view->hidden, real, g_str_equal, NULL))
        g_ptr_array_add(view->hidden, g_steal_pointer(&real));
}

static gboolean is_hidden(const View *view, const char *path)
{
    for (guint i = 0; i < view->hidden->len; i++)
        if (is_within(path, view->hidden->pdata[i]))
            return TRUE;
    return FALSE;
}

/* Whether a folder holds a place that is hidden, so that giving it would give that. */
static gboolean is_too_wide(const View *view, const char *folder)
{
    for (guint i = 0; i < view->hidden->len; i++)
        if (is_within(view->hidden->pdata[i], folder))
            return TRUE;
    return !strcmp(folder, "/");
}

static View make_view(const TabEngineConfig *config)
{
    static const char *const places[] = {"/home", "/root", "/media",   "/mnt",
                                         "/run",  "/tmp",  "/var/tmp", NULL};
    View view = {.hidden = g_ptr_array_new_with_free_func(g_free),
                 .shown = g_ptr_array_new_with_free_func(g_free),
                 .home = g_canonicalize_filename(g_get_home_dir(), "/")};
    for (const char *const *place = places; *place; place++)
        hide(&view, *place);
    hide(&view, view.home);
    view.real_home = realpath(view.home, NULL);
    view.working = realpath(config->directory ? config->directory : ".", NULL);
    return view;
}

/* --- what is given --- */

static void add_shown(View *view, const char *path)
{
    if (is_hidden(view, path) &&
        !g_ptr_array_find_with_equal_func(view->shown, path, g_str_equal, NULL))
        g_ptr_array_add(view->shown, g_strdup(path));
}

/* Gives what exists at a path, and there too where the path goes through links, which are hidden
 * with the folder they are in. FALSE: it is a folder that may not be given. */
static gboolean show(View *view, const char *path)
{
    g_autofree char *real = realpath(path, NULL);
    if (!real)
        return TRUE;
    if (is_too_wide(view, real))
        return FALSE;
    add_shown(view, real);
    if (view->real_home && is_within(path, view->home) && strcmp(view->home, "/") != 0) {
        g_autofree char *at_home = g_strconcat(view->real_home, path + strlen(view->home), NULL);
        add_shown(view, at_home);
    } else {
        add_shown(view, path);
    }
    return TRUE;
}

static void show_with_folder(View *view, const char *path)
{
    g_autofree char *folder = g_path_get_dirname(path), *real = realpath(path, NULL);
    g_autofree char *real_folder = real ? g_path_get_dirname(real) : NULL;
    if (!show(view, folder))
        show(view, path);
    if (real && !show(view, real_folder))
        show(view, real);
}

/* What programs look for beside their folder. */
static void show_neighbours(View *view, const char *program)
{
    static const char *const names[] = {"data",    "lib",       "lib64",
                                        "libexec", "share/tab", "pyvenv.cfg"};
    g_autofree char *folder = g_path_get_dirname(program);
    g_autofree char *above = g_path_get_dirname(folder);
    for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *path = g_build_filename(above, names[i], NULL);
        show(view, path);
    }
}

static void show_program(View *view, const char *program, const char *search)
{
    g_autofree char *path = NULL;
    if (strchr(program, '/')) {
        path = g_canonicalize_filename(program, view->working);
    } else {
        g_auto(GStrv) folders = g_strsplit(search ? search : "", ":", -1);
        for (char **folder = folders; *folder && !path; folder++) {
            g_autofree char *name = g_build_filename(**folder ? *folder : ".", program, NULL);
            path = g_canonicalize_filename(name, view->working);
            if (!g_file_test(path, G_FILE_TEST_IS_EXECUTABLE) ||
                g_file_test(path, G_FILE_TEST_IS_DIR))
                g_clear_pointer(&path, g_free);
        }
    }
    g_autofree char *real = path ? realpath(path, NULL) : NULL;
    if (!real)
        return; /* bubblewrap will say so */
    show_with_folder(view, path);
    show_neighbours(view, path);
    show_neighbours(view, real);
}

/* An argument that is a file, or has one behind its `=`. */
static void show_argument(View *view, const char *argument)
{
    const char *equals = strchr(argument, '=');
    for (const char *text = argument; text; text = text == argument && equals ? equals + 1 : NULL) {
        g_autofree char *path = *text ? g_canonicalize_filename(text, view->working) : NULL;
        if (path && g_file_test(path, G_FILE_TEST_IS_DIR))
            show(view, path);
        else if (path)
            show_with_folder(view, path);
    }
}

/* Paths among the values of options and variables. */
static void show_values(View *view, GPtrArray *pairs)
{
    for (guint i = 0; i < pairs->len; i++) {
        const char *value = ((char *const *)g_ptr_array_index(pairs, i))[1];
        g_auto(GStrv) parts = g_strsplit_set(value ? value : "", ":;", -1);
        for (char **part = parts; *part; part++) {
            g_autofree char *path = **part ? g_canonicalize_filename(*part, view->working) : NULL;
            if (path)
                show(view, path);
        }
        g_autofree char *whole =
            value && *value ? g_canonicalize_filename(value, view->working) : NULL;
        if (whole)
            show(view, whole);
    }
}

/* --- the command --- */

/* What is within comes first and is then covered by what it is within: a link in a folder that is
 * already there would be followed. */
static int compare_depth(gconstpointer a, gconstpointer b)
{
    gsize first = strlen(*(char *const *)a), second = strlen(*(char *const *)b);
    return first > second ? -1 : first < second;
}

static void add_words(GStrvBuilder *words, const char *first, const char *second, const char *third)
{
    g_strv_builder_add(words, first);
    g_strv_builder_add(words, second);
    if (third)
        g_strv_builder_add(words, third);
}

/* bubblewrap with all that is the same for each engine; NULL: it is not installed. */
static GStrvBuilder *begin_command(const View *view, GError **error)
{
    static const char *const fixed[] = {"--unshare-all",
                                        "--die-with-parent",
                                        "--cap-drop",
                                        "ALL",
                                        "--ro-bind",
                                        "/",
                                        "/",
                                        "--dev",
                                        "/dev",
                                        "--proc",
                                        "/proc",
                                        NULL};
    g_autofree char *program = g_find_program_in_path("bwrap");
    if (!program) {
        g_set_error_literal(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START,
                            "bubblewrap (bwrap) is not installed");
        return NULL;
    }
    GStrvBuilder *words = g_strv_builder_new();
    g_strv_builder_add(words, program);
    g_strv_builder_addv(words, (const char **)fixed);
    for (guint i = 0; i < view->hidden->len; i++) {
        add_words(words, "--size", ROOM, NULL);
        add_words(words, "--tmpfs", view->hidden->pdata[i], NULL);
    }
    return words;
}

GStrv tab_sandbox_command(const TabEngineConfig *config, const char *const *environment,
                          GError **error)
{
    g_auto(View) view = make_view(config);
    g_autoptr(GStrvBuilder) words = begin_command(&view, error);
    if (!words)
        return NULL;
    show_program(&view, config->argv[0], g_environ_getenv((char **)environment, "PATH"));
    for (char **argument = config->argv + 1; *argument; argument++)
        show_argument(&view, *argument);
    show_values(&view, config->options);
    show_values(&view, config->environment);
    if (view.working)
        show(&view, view.working);
    g_ptr_array_sort(view.shown, compare_depth);
    for (guint i = 0; i < view.shown->len; i++) {
        g_autofree char *real = realpath(view.shown->pdata[i], NULL);
        add_words(words, "--ro-bind-try", real ? real : view.shown->pdata[i], view.shown->pdata[i]);
    }
    /* a working folder that is not given is there all the same, and empty */
    add_words(words, "--chdir", view.working ? view.working : "/", NULL);
    g_strv_builder_add(words, "--");
    g_strv_builder_addv(words, (const char **)config->argv);
    return g_strv_builder_end(words);
}

gboolean tab_sandbox_check(GError **error)
{
    static const char *const nothing[] = {"true", NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(nothing);
    g_auto(GStrv) environment = g_get_environ();
    g_auto(GStrv) argv = tab_sandbox_command(config, (const char *const *)environment, error);
    g_autofree char *said = NULL;
    g_autoptr(GError) cause = NULL;
    int status;
    if (!argv)
        return FALSE;
    if (g_spawn_sync("/", argv, environment, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &said,
                     &status, &cause) &&
        g_spawn_check_wait_status(status, &cause))
        return TRUE;
    g_strstrip(said ? said : (said = g_strdup("")));
    g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START,
                "bubblewrap (bwrap) cannot start: %s", *said ? said : cause->message);
    return FALSE;
}
