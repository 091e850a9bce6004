// SPDX-License-Identifier: GPL-3.0-or-later
// tab-match: plays a match between two engines from the command line.
#include <glib-unix.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "protocol/match/engine-spec.h"
#include "protocol/match/record-writer.h"
#include "protocol/match/stats.h"
#include "protocol/match/tournament.h"

/* Wrong usage, an engine that cannot be started, a record that cannot be written. */
#define EXIT_BAD 1
/* SIGINT or SIGTERM: what was played is reported. */
#define EXIT_INTERRUPTED 130

static const char summary[] = "Plays games between two engines and prints the score of the first.";

static const char description[] =
    "An engine is written key=value,… with the keys\n"
    "  cmd=COMMAND       needed; arguments and quotes as in a shell: cmd=\"./mine --fast\".\n"
    "                    A program without a slash is looked for beside tab-match (and so\n"
    "                    in a build or an install), then on PATH\n"
    "  name=NAME         for score and record; else the engine's own\n"
    "  dir=FOLDER        its working folder\n"
    "  option.NAME=TEXT  set with setoption, e.g. option.Level=3\n"
    "A comma within a value is written \\, (a backslash before it).\n"
    "\n"
    "The engines take White in turn, the first engine in odd games. Sticks are fair and\n"
    "follow from --seed and the number of the game alone, so that the same games are\n"
    "played at any --concurrency. An engine that declares the option Seed gets one for each game,\n"
    "made from --seed or from its own option.Seed.\n"
    "\n"
    "An engine that crashes, is silent, floods, answers too late or with an illegal turn\n"
    "loses the game; the record says why, and the match goes on. 50 turns in a row without a\n"
    "move, or --max-turns turns, are a draw.\n"
    "\n"
    "Standard output gets one line when all is played (or after SIGINT):\n"
    "  score <first engine> +<wins> -<losses> =<draws> <percent>% ±<95 % half-width>\n"
    "Standard error gets a line for each game. Exit status: 0 played; 1 wrong usage, an engine\n"
    "that cannot be started or does not play the rules, a record that cannot be written; 130\n"
    "interrupted.\n"
    "\n"
    "Example:\n"
    "  tab-match --engine cmd=tab-engine,name=new --engine cmd=tab-engine,option.Level=5 \\\n"
    "      --rules walker --games 100 --movetime 50 --concurrency 2 --seed 1 --record out.tab";

/* What the command line says. */
typedef struct {
    char **engines, **rules;
    char *seed, *record, *event, *date, *tc;
    int games, concurrency, max_turns, movetime, margin;
    gint64 nodes, depth;
    double patience;
    gboolean append, no_times, quiet, version;
} Arguments;

/* A match that runs. */
typedef struct {
    const Arguments *arguments;
    GMainLoop *loop;
    GCancellable *cancellable;
    guint signals[2];
    TabRecordWriter *writer;
    TabScore score; /* of the first engine */
    int status;
} Match;

static int complain(GError *error)
{
    fprintf(stderr, "tab-match: %s\n", error->message);
    g_error_free(error);
    return EXIT_BAD;
}

static gboolean fail(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static gboolean fail(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (error)
        *error = g_error_new_valist(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, format, arguments);
    va_end(arguments);
    return FALSE;
}

/* Reads the command line; defaults stand in `arguments`. */
static gboolean parse_arguments(Arguments *arguments, int *argc, char ***argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_STRING_ARRAY, &arguments->engines,
         "An engine (twice; see below)", "SPEC"},
        {"rules", 'r', 0, G_OPTION_ARG_STRING_ARRAY, &arguments->rules,
         "Rules string, e.g. walker or standard:columns=13 (standard); given again, they are "
         "played in turn, a pair of games each",
         "RULES"},
        {"games", 'g', 0, G_OPTION_ARG_INT, &arguments->games, "Number of games (100)", "N"},
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &arguments->concurrency, "Games at a time (1)",
         "N"},
        {"seed", 's', 0, G_OPTION_ARG_STRING, &arguments->seed,
         "Seed of the sticks, below 2^64 (by chance)", "N"},
        {"movetime", 0, 0, G_OPTION_ARG_INT, &arguments->movetime,
         "Time for each turn (100, if no other limit is given)", "MS"},
        {"tc", 0, 0, G_OPTION_ARG_STRING, &arguments->tc,
         "Clock: [TURNS/]SECONDS[+SECONDS for each turn], e.g. 40/60+0.5", "TC"},
        {"depth", 0, 0, G_OPTION_ARG_INT64, &arguments->depth, "Depth for each turn", "N"},
        {"nodes", 0, 0, G_OPTION_ARG_INT64, &arguments->nodes, "Positions for each turn", "N"},
        {"margin", 0, 0, G_OPTION_ARG_INT, &arguments->margin, "Lateness that is forgiven (200)",
         "MS"},
        {"patience", 0, 0, G_OPTION_ARG_DOUBLE, &arguments->patience,
         "The longest turn if only depth or nodes limit it (60)", "SECONDS"},
        {"max-turns", 0, 0, G_OPTION_ARG_INT, &arguments->max_turns,
         "Turns until a game is drawn (1000)", "N"},
        {"record", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->record,
         "Write the games there (.tab)", "FILE"},
        {"append", 0, 0, G_OPTION_ARG_NONE, &arguments->append,
         "Add to the record file instead of replacing it", NULL},
        {"event", 0, 0, G_OPTION_ARG_STRING, &arguments->event,
         "Tag [Event] of the records (tab-match)", "TEXT"},
        {"date", 0, 0, G_OPTION_ARG_STRING, &arguments->date, "Tag [Date] of the records (today)",
         "YYYY.MM.DD"},
        {"no-times", 0, 0, G_OPTION_ARG_NONE, &arguments->no_times,
         "Leave date and times (emt, clk) out, so that equal games give equal files", NULL},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &arguments->quiet, "No line for each game", NULL},
        {"version", 'V', 0, G_OPTION_ARG_NONE, &arguments->version, "Print the version", NULL},
        {0},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(context, summary);
    g_option_context_set_description(context, description);
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, argc, argv, error))
        return FALSE;
    return *argc == 1 || fail(error, "'%s' is no option", (*argv)[1]);
}

/* Numbers that can be checked alone. */
static gboolean check_arguments(const Arguments *arguments, GError **error)
{
    const struct {
        const char *name;
        gint64 value, min, max;
    } ranges[] = {
        {"games", arguments->games, 1, 10000000},
        {"concurrency", arguments->concurrency, 1, 1024},
        {"movetime", arguments->movetime, 0, 86400000},
        {"margin", arguments->margin, 0, 3600000},
        {"max-turns", arguments->max_turns, 1, 1000000},
        {"depth", arguments->depth, 0, 1000000},
        {"nodes", arguments->nodes, 0, G_MAXINT64},
    };
    for (guint i = 0; i < G_N_ELEMENTS(ranges); i++)
        if (ranges[i].value < ranges[i].min || ranges[i].value > ranges[i].max)
            return fail(error, "--%s is from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                        ranges[i].name, ranges[i].min, ranges[i].max);
    if (!(arguments->patience >= 0.001 && arguments->patience <= 86400))
        return fail(error, "--patience is from 0.001 to 86400");
    if (!arguments->engines || g_strv_length(arguments->engines) != 2)
        return fail(error, "--engine is needed twice (tab-match --help says more)");
    return TRUE;
}

static gboolean read_seed(const char *text, guint64 *seed, GError **error)
{
    if (!text) {
        *seed = (guint64)g_random_int() << 32 | g_random_int();
        fprintf(stderr, "seed %" G_GUINT64_FORMAT "\n", *seed);
        return TRUE;
    }
    return g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, seed, NULL) ||
           fail(error, "--seed is a number below 2^64, not '%s'", text);
}

static GPtrArray *read_rules(char **texts, GError **error)
{
    static const char *const standard[] = {"standard", NULL};
    g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)tab_rules_unref);
    for (const char *const *text = texts ? (const char *const *)texts : standard; *text; text++) {
        TabRules *rules = tab_rules_parse(*text, error);
        if (!rules)
            return NULL;
        g_ptr_array_add(all, rules);
    }
    return g_steal_pointer(&all);
}

static gboolean read_limits(const Arguments *arguments, TabTimeControl *control, GError **error)
{
    *control = (TabTimeControl){
        .movetime_ms = arguments->movetime, .nodes = arguments->nodes, .depth = arguments->depth};
    if (arguments->tc && !tab_time_control_parse(control, arguments->tc, error))
        return FALSE;
    if (!control->movetime_ms && !control->base_ms && !control->nodes && !control->depth)
        control->movetime_ms = 100;
    return TRUE;
}

/* The tag [Date]: as given, today, or none. */
static gboolean read_date(const Arguments *arguments, char **date, GError **error)
{
    if (arguments->no_times)
        return !arguments->date || fail(error, "--date beside --no-times");
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    *date = arguments->date ? g_strdup(arguments->date) : g_date_time_format(now, "%Y.%m.%d");
    return tab_record_is_date(*date) ||
           fail(error, "--date is written YYYY.MM.DD, not '%s'", *date);
}

static TabTournament *make_tournament(const Arguments *arguments, GError **error)
{
    TabTournamentSetup setup = {
        .games = (guint)arguments->games,
        .concurrency = (guint)arguments->concurrency,
        .max_turns = (guint)arguments->max_turns,
        .margin_ms = arguments->margin,
        .patience_ms = (gint64)(arguments->patience * 1000),
        .event = arguments->event ? arguments->event : "tab-match",
        .times = !arguments->no_times,
    };
    g_autofree char *date = NULL;
    if (!check_arguments(arguments, error) || !read_limits(arguments, &setup.control[0], error) ||
        !read_date(arguments, &date, error))
        return NULL;
    g_autoptr(GPtrArray) rules = read_rules(arguments->rules, error);
    if (!rules)
        return NULL;
    g_autoptr(TabEngineConfig) first = tab_engine_spec_parse(arguments->engines[0], error);
    g_autoptr(TabEngineConfig) second =
        first ? tab_engine_spec_parse(arguments->engines[1], error) : NULL;
    if (!second || !read_seed(arguments->seed, &setup.seed, error))
        return NULL;
    setup.control[1] = setup.control[0];
    setup.engine[0] = first;
    setup.engine[1] = second;
    setup.rules = rules;
    setup.date = date;
    return tab_tournament_new(&setup);
}

/* Running. */

static void count(TabScore *score, const TabGameResult *result)
{
    int side = result->engine[TAB_WHITE] == 0 ? TAB_WHITE : TAB_BLACK;
    if (result->result == TAB_RECORD_DRAWN)
        score->draws++;
    else if ((result->result == TAB_RECORD_WHITE_WON) == (side == TAB_WHITE))
        score->wins++;
    else
        score->losses++;
}

static void on_game(TabTournament *tournament, const TabPairing *pairing,
                    const TabGameResult *result, gpointer data)
{
    Match *match = data;
    GError *error = NULL;
    count(&match->score, result);
    if (!match->arguments->quiet)
        fprintf(stderr, "game %u of %d: %s - %s %s (%s, %u turns)%s%s\n", result->number,
                match->arguments->games,
                tab_tournament_get_name(tournament, pairing->engine[TAB_WHITE]),
                tab_tournament_get_name(tournament, pairing->engine[TAB_BLACK]),
                tab_record_result_text(result->result),
                tab_record_termination_text(result->termination), result->turns,
                result->reason ? " " : "", result->reason ? result->reason : "");
    if (match->writer && !tab_record_writer_add(match->writer, result->record, &error)) {
        /* a match goes on without its record: the score is still worth having */
        match->status = complain(error);
        tab_record_writer_close(g_steal_pointer(&match->writer), NULL);
    }
}

static void on_end(GObject *source, GAsyncResult *result, gpointer data)
{
    Match *match = data;
    GError *error = NULL;
    if (!tab_tournament_run_finish(result, &error)) {
        if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
            match->status = EXIT_INTERRUPTED;
            g_error_free(error);
        } else {
            match->status = complain(error);
        }
    }
    g_main_loop_quit(match->loop);
}

/* The first signal ends the match in order; the handler goes, so that a second one ends it at once.
 */
static gboolean on_interrupt(gpointer data)
{
    Match *match = data;
    fputs("interrupted\n", stderr);
    for (guint i = 0; i < G_N_ELEMENTS(match->signals); i++)
        g_clear_handle_id(&match->signals[i], g_source_remove);
    g_cancellable_cancel(match->cancellable);
    return G_SOURCE_CONTINUE; /* removed above */
}

static int play(const Arguments *arguments, TabTournament *tournament)
{
    Match match = {.arguments = arguments};
    GError *error = NULL;
    if (arguments->record) {
        match.writer = tab_record_writer_open(arguments->record, arguments->append, &error);
        if (!match.writer)
            return complain(error);
    }
    match.loop = g_main_loop_new(NULL, FALSE);
    match.cancellable = g_cancellable_new();
    match.signals[0] = g_unix_signal_add(SIGINT, on_interrupt, &match);
    match.signals[1] = g_unix_signal_add(SIGTERM, on_interrupt, &match);
    tab_tournament_run_async(tournament, match.cancellable, on_game, &match, on_end, &match);
    g_main_loop_run(match.loop);
    for (guint i = 0; i < G_N_ELEMENTS(match.signals); i++)
        g_clear_handle_id(&match.signals[i], g_source_remove);
    g_object_unref(match.cancellable);
    g_main_loop_unref(match.loop);
    if (match.writer && !tab_record_writer_close(match.writer, &error))
        match.status = complain(error);
    const char *name = tab_tournament_get_name(tournament, 0);
    if (tab_score_games(&match.score) || match.status == EXIT_SUCCESS) {
        g_autofree char *line = tab_score_to_string(&match.score, name);
        puts(line);
    }
    return match.status;
}

int main(int argc, char **argv)
{
    Arguments arguments = {.games = 100,
                           .concurrency = 1,
                           .max_turns = TAB_GAME_MAX_TURNS,
                           .margin = TAB_GAME_MARGIN_MS,
                           .patience = TAB_GAME_PATIENCE_MS / 1000.0};
    GError *error = NULL;
    setlocale(LC_ALL, "");
    signal(SIGPIPE, SIG_IGN);
    int status = EXIT_SUCCESS;
    TabTournament *tournament = NULL;
    if (!parse_arguments(&arguments, &argc, &argv, &error))
        status = complain(error);
    else if (arguments.version)
        puts("tab-match " TAB_VERSION);
    else if (!(tournament = make_tournament(&arguments, &error)))
        status = complain(error);
    else
        status = play(&arguments, tournament);
    g_clear_pointer(&tournament, tab_tournament_free);
    g_strfreev(arguments.engines);
    g_strfreev(arguments.rules);
    g_free(arguments.seed);
    g_free(arguments.record);
    g_free(arguments.event);
    g_free(arguments.date);
    g_free(arguments.tc);
    return fflush(stdout) ? EXIT_BAD : status;
}
