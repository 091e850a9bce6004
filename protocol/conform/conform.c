// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the points one after the other and reports them as TAP.
#include "protocol/conform/conform.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "protocol/client/program.h"
#include "protocol/codec/message.h"
#include "protocol/conform/check.h"
#include "protocol/files/output-file.h"

/* So many points in a row without a single answer of the engine end the run. */
#define MUTE_POINTS 3
#define TIMED_TRIES 3
#define MAX_ERROR 1000 /* characters */

static const char summary[] = "Asks an engine every point of the protocol (PROTOCOL.md, "
                              "\"Conformance\") and prints a verdict\n"
                              "for each, as TAP.";

static const char description[] =
    "ENGINE is a program, found as `tab-match --engine cmd=` finds it, with its arguments; a "
    "single\n"
    "word with blanks in it is split as a shell does.\n"
    "\n"
    "Each point is asked alone: what an engine does wrong at one does not count for another, and "
    "one\n"
    "that crashes is started again. Points about what an engine may leave out (inspection, "
    "options,\n"
    "rulesets that its handshake does not promise) are skipped where it does.\n"
    "\n"
    "Exit status: 0 every point holds or is skipped; 1 some do not, wrong usage, or the engine "
    "cannot\n"
    "be started.\n"
    "\n"
    "Example:\n"
    "  tab-match conform --time-scale 3 'python3 my-engine.py'";

typedef struct {
    char *rules, *directory;
    char **environment;
    double scale;
    gboolean inherit_env, sandbox, verbose, list;
} Arguments;

typedef struct {
    TabSubject *subject;
    TabPeer *peer; /* of the last point, if others may use it; else NULL */
    gboolean verbose;
    guint failed, skipped, mute;
} Run;

static int compare_points(gconstpointer a, gconstpointer b)
{
    return (int)(*(const TabPoint *const *)a)->number - (int)(*(const TabPoint *const *)b)->number;
}

/* All points in the order of their numbers; GPtrArray of const TabPoint *. */
static GPtrArray *list_all(void)
{
    static const TabPoint *const lists[] = {
        tab_points_lines, tab_points_states,  tab_points_handshake, tab_points_position,
        tab_points_go,    tab_points_inspect, tab_points_casts};
    GPtrArray *points = g_ptr_array_new();
    for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
        for (const TabPoint *point = lists[i]; point->title; point++)
            g_ptr_array_add(points, (gpointer)point);
    g_ptr_array_sort(points, compare_points);
    return points;
}

/* --- one point --- */

/* Asks once, the process of the last point if both agree, else a new one. The check keeps what
 * people are told. Returns whether the process had been asked other points before. */
static gboolean ask_once(Run *run, const TabPoint *point, TabCheck *check)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabPeer) peer = g_steal_pointer(&run->peer);
    if (point->flags & (TAB_POINT_FRESH | TAB_POINT_COMMA))
        g_clear_pointer(&peer, tab_peer_free);
    gboolean used = peer != NULL;
    if (!used)
        peer = tab_peer_start(run->subject->config,
                              point->flags & TAB_POINT_COMMA ? "de_DE.UTF-8" : NULL, &error);
    if (!peer) {
        *check = (TabCheck){.subject = run->subject};
        tab_check_fail(check, "the engine to start", "%s", error->message);
        return FALSE;
    }
    tab_check_init(check, run->subject, peer, used);
    if (!used && !(point->flags & TAB_POINT_FRESH))
        tab_check_settle(check); /* so that no deadline has to bear its start */
    if (point->option && !tab_option_find(run->subject->identity->options, point->option)) {
        g_autofree char *reason = g_strdup_printf("it does not declare %s", point->option);
        tab_check_skip(check, reason);
    } else {
        tab_point_check(check, point);
    }
    /* a skip leaves the process where the check did */
    if (tab_check_open(check) && !(point->flags & (TAB_POINT_LAST | TAB_POINT_COMMA)))
        run->peer = g_steal_pointer(&peer);
    check->peer = NULL;
    return used;
}

/* A failure counts if the process had been asked nothing else, and if it is no matter of a moment's
 * load. */
static void ask_point(Run *run, const TabPoint *point, TabCheck *check)
{
    guint tries = point->flags & TAB_POINT_TIMED ? TIMED_TRIES : 1;
    gboolean used = ask_once(run, point, check);
    while (check->verdict == TAB_VERDICT_FAILS && (used || --tries > 0)) {
        tab_check_clear(check);
        used = ask_once(run, point, check);
    }
}

/* --- report --- */

/* One value of the YAML block, as a quoted scalar. */
static void print_quoted(const char *key, const char *text)
{
    printf("  %s: \"", key);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    printf("\"\n");
}

static void print_block(const char *key, const GQueue *lines)
{
    printf("  %s: |\n", key);
    for (const GList *line = lines->head; line; line = line->next)
        printf("    %s\n", (const char *)line->data);
}

static void print_failure(const Run *run, const TabPoint *point, const TabCheck *check)
{
    g_autofree char *expected = tab_message_printable(check->expected, -1, 400);
    g_autofree char *came = tab_message_printable(check->came, -1, 400);
    printf("  ---\n");
    print_quoted("section", point->section);
    if (check->sent.length && !run->verbose)
        print_block("sent", &check->sent);
    print_quoted("expected", expected);
    print_quoted("came", came);
    if (check->said.length && run->verbose)
        print_block("dialogue", &check->said);
    printf("  ...\n");
}

static void report_point(Run *run, const TabPoint *point, const TabCheck *check)
{
    gboolean good = check->verdict != TAB_VERDICT_FAILS;
    printf("%s %u - %s", good ? "ok" : "not ok", point->number, point->title);
    if (check->verdict == TAB_VERDICT_SKIPPED)
        printf(" # SKIP %s", check->reason);
    printf("\n");
    if (!good)
        print_failure(run, point, check);
    fflush(stdout);
    run->failed += !good;
    run->skipped += check->verdict == TAB_VERDICT_SKIPPED;
    run->mute = !good && !check->answered ? run->mute + 1 : 0;
}

/* --- the run --- */

/* Takes in what the engine says of itself. Whatever it gets wrong is a point's matter; here it only
 * has to start. */
static gboolean introduce(TabSubject *subject, GError **error)
{
    g_autoptr(TabPeer) peer = tab_peer_start(subject->config, NULL, error);
    if (!peer)
        return FALSE;
    TabCheck check;
    tab_check_init(&check, subject, peer, FALSE);
    tab_check_send(&check, "tep");
    const char *line;
    while ((line = tab_check_read(&check, TAB_WAIT_ANSWER)) && !tab_check_begins(line, "tepok")) {
        g_auto(TabMessage) message = {0};
        if (tab_message_parse(&message, line, -1, NULL) && message.verb)
            tab_identity_take(subject->identity, &message);
    }
    tab_check_clear(&check);
    if (tab_subject_choose(subject))
        return TRUE;
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "the engine does not promise to play the rules of --rules");
    return FALSE;
}

static int run_points(TabSubject *subject, gboolean verbose, GError **error)
{
    g_autoptr(GPtrArray) points = list_all();
    Run run = {.subject = subject, .verbose = verbose};
    printf("TAP version 13\n1..%u\n# engine: %s\n", points->len,
           subject->identity->name ? subject->identity->name : "unnamed");
    for (guint i = 0; i < points->len && run.mute < MUTE_POINTS && !ferror(stdout); i++) {
        TabCheck check;
        ask_point(&run, g_ptr_array_index(points, i), &check);
        report_point(&run, g_ptr_array_index(points, i), &check);
        tab_check_clear(&check);
    }
    g_clear_pointer(&run.peer, tab_peer_free);
    if (run.mute == MUTE_POINTS)
        printf("Bail out! No answer from the engine in %d points.\n", MUTE_POINTS);
    else
        printf("# %u of %u points hold, %u skipped, %u failed\n",
               points->len - run.failed - run.skipped, points->len, run.skipped, run.failed);
    return !tab_output_file_flush_standard(error) || run.failed ? 1 : 0;
}

static int list_points(void)
{
    g_autoptr(GPtrArray) points = list_all();
    for (guint i = 0; i < points->len; i++) {
        const TabPoint *point = g_ptr_array_index(points, i);
        printf("%u\t%s\t%s\n", point->number, point->section, point->title);
    }
    return 0;
}

/* The engine's command: the words as they are, or a single one split like a shell's line. */
static char **read_command(int argc, char **argv, GError **error)
{
    g_auto(GStrv) command = NULL;
    if (argc == 1 && strpbrk(argv[0], " \t") && !g_file_test(argv[0], G_FILE_TEST_EXISTS)) {
        if (!g_shell_parse_argv(argv[0], NULL, &command, error))
            return NULL;
    } else {
        command = g_strdupv(argv);
    }
    if (strchr(command[0], '/'))
        return g_steal_pointer(&command);
    char *found = tab_program_locate(command[0], error);
    if (!found)
        return NULL;
    g_free(command[0]);
    command[0] = found;
    return g_steal_pointer(&command);
}

/* Variables as `NAME=value`, or as `NAME` alone, which takes one away. */
static gboolean read_environment(TabEngineConfig *config, char *const *words, GError **error)
{
    for (; words && *words; words++) {
        const char *equals = strchr(*words, '=');
        g_autofree char *name =
            equals ? g_strndup(*words, (gsize)(equals - *words)) : g_strdup(*words);
        if (!*name) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "--env %s: a variable needs a name", *words);
            return FALSE;
        }
        tab_engine_config_set_environment(config, name, equals ? equals + 1 : NULL);
    }
    return TRUE;
}

static TabEngineConfig *read_engine(const Arguments *arguments, int argc, char **argv,
                                    GError **error)
{
    g_auto(GStrv) command = read_command(argc, argv, error);
    if (!command)
        return NULL;
    g_autoptr(TabEngineConfig) config = tab_engine_config_new((const char *const *)command);
    config->directory = g_strdup(arguments->directory);
    config->inherit_env = arguments->inherit_env;
    config->sandbox = arguments->sandbox;
    return read_environment(config, arguments->environment, error) ? g_steal_pointer(&config)
                                                                   : NULL;
}

static int conform(const Arguments *arguments, int argc, char **argv, GError **error)
{
    if (arguments->list)
        return list_points();
    if (argc < 1 || !*argv[0] || !(arguments->scale >= 0.01 && arguments->scale <= 1000)) {
        g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                            argc < 1 || !*argv[0] ? "which engine? see --help"
                                                  : "--time-scale is from 0.01 to 1000");
        return 1;
    }
    TabEngineConfig *config = read_engine(arguments, argc, argv, error);
    if (!config)
        return 1;
    g_autoptr(TabSubject) subject =
        tab_subject_new(config, arguments->scale, arguments->rules, error);
    if (!subject)
        g_prefix_error(error, "--rules: ");
    if (!subject || !introduce(subject, error))
        return 1;
    return run_points(subject, arguments->verbose, error);
}

int tab_conform_main(int argc, char **argv)
{
    Arguments arguments = {.scale = 1};
    const GOptionEntry entries[] = {
        /* file names are taken as they are, whatever the locale is */
        {"rules", 'r', 0, G_OPTION_ARG_FILENAME, &arguments.rules,
         "Ask about this preset or rules string alone (all that the engine promises)", "RULES"},
        {"dir", 'd', 0, G_OPTION_ARG_FILENAME, &arguments.directory, "The engine's working folder",
         "FOLDER"},
        {"env", 'e', 0, G_OPTION_ARG_FILENAME_ARRAY, &arguments.environment,
         "A variable of its environment; NAME alone takes it away", "NAME=VALUE"},
        {"inherit-env", 0, 0, G_OPTION_ARG_NONE, &arguments.inherit_env,
         "Give it all variables of the environment", NULL},
        {"sandbox", 0, 0, G_OPTION_ARG_NONE, &arguments.sandbox,
         "Start it in bubblewrap, without network and home folder", NULL},
        {"time-scale", 't', 0, G_OPTION_ARG_DOUBLE, &arguments.scale,
         "Multiply all deadlines: for slow machines and interpreters (1)", "F"},
        {"verbose", 'v', 0, G_OPTION_ARG_NONE, &arguments.verbose,
         "Print the dialogue of each point that fails", NULL},
        {"list", 'l', 0, G_OPTION_ARG_NONE, &arguments.list, "Print the points and ask nothing",
         NULL},
        {0},
    };
    g_autoptr(GOptionContext) context = g_option_context_new("ENGINE [ARGUMENT…]");
    g_autoptr(GError) error = NULL;
    signal(SIGPIPE, SIG_IGN);
    g_option_context_set_summary(context, summary);
    g_option_context_set_description(context, description);
    g_option_context_set_strict_posix(context, TRUE); /* the engine's options are its own */
    g_option_context_add_main_entries(context, entries, NULL);
    int status = 1;
    if (g_option_context_parse(context, &argc, &argv, &error))
        status = conform(&arguments, argc - 1, argv + 1, &error);
    if (error) {
        g_autofree char *shown = tab_message_printable(error->message, -1, MAX_ERROR);
        fprintf(stderr, "tab-match conform: %s\n", shown);
    }
    g_free(arguments.rules);
    g_free(arguments.directory);
    g_strfreev(arguments.environment);
    return status;
}
