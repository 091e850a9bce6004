// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-match`: plays, with a journal that can be resumed, records in order, and progress.
#include "protocol/runner/commands.h"

#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>

#include "protocol/match/journal.h"
#include "protocol/runner/match-options.h"
#include "protocol/runner/match-output.h"
#include "protocol/match/probe.h"
#include "protocol/report/progress.h"
#include "protocol/files/growing-file.h"
#include "protocol/report/report.h"
#include "protocol/match/tournament.h"

/* A match that runs. */
typedef struct {
    const TabMatchOptions *options;
    const TabMatchSettings *settings;
    char *text;          /* of the settings, as the journal has it */
    TabMatchPlan *plan;  /* read from it */
    GPtrArray *played;   /* of TabGameResult: what the journal held; taken out when handed on */
    TabJournal *journal; /* NULL: none, or it failed */
    TabGrowingFile *writer;
    TabEngineLog *log;
    TabResults *results;
    TabProgress *progress; /* NULL: no terminal, or nobody wants it */
    TabProgressState state;
    gint64 begun; /* monotonic time, µs */
    GMainLoop *loop;
    GCancellable *cancellable;
    TabTournament *tournament; /* while it runs */
    guint signals[2];
    gboolean interrupted, faulty;
    GError *error;
    int status;
} Match;

static void free_match(Match *match)
{
    g_free(match->text);
    g_clear_pointer(&match->plan, tab_match_plan_free);
    g_clear_pointer(&match->played, g_ptr_array_unref);
    g_clear_pointer(&match->results, tab_results_free);
    g_clear_pointer(&match->progress, tab_progress_free);
    g_clear_pointer(&match->loop, g_main_loop_unref);
    g_clear_object(&match->cancellable);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Match, free_match)

/* Makes room for other lines. */
static void clear_progress(Match *match)
{
    if (match->progress)
        tab_progress_clear(match->progress);
}

static void redraw_progress(Match *match)
{
    gint64 now = g_get_monotonic_time();
    if (!match->progress || !tab_progress_is_due(match->progress, now))
        return;
    match->state.elapsed_seconds = (double)(now - match->begun) / 1e6;
    g_autofree char *line =
        tab_progress_line(match->results, &match->state, tab_progress_columns(stderr));
    tab_progress_draw(match->progress, line, now);
}

static void note_error(Match *match, GError *error)
{
    clear_progress(match);
    match->status = tab_match_output_complain(error);
}

/* Reports of the tournament. */

static gboolean on_finished(TabTournament *tournament, const TabGameResult *result, gpointer data)
{
    Match *match = data;
    GError *error = NULL;
    if (match->journal && !tab_journal_add(match->journal, result, &error)) {
        note_error(match, error);
        return FALSE; /* a match that was to be safe does not go on unsafe */
    }
    return TRUE;
}

static gboolean on_report(TabTournament *tournament, const TabPairing *pairing,
                          const TabGameResult *result, gpointer data)
{
    Match *match = data;
    const TabMatchOptions *options = match->options;
    GError *error = NULL;
    if (result->trouble) {
        clear_progress(match);
        fprintf(stderr, "tab-match: game %u: %s\n", result->number, result->trouble);
    }
    if (match->writer && !tab_growing_file_add_apart(match->writer, result->record, &error)) {
        note_error(match, error); /* it goes on: the score is still worth having */
        tab_growing_file_close(g_steal_pointer(&match->writer), NULL);
    }
    gboolean at_fault = tab_game_result_at_fault(result) >= 0;
    match->faulty |= at_fault;
    TabSprtVerdict verdict = tab_results_add(match->results, result, pairing->set);

    /* on a terminal only games that an engine's fault ended have a line */
    gboolean told = match->progress ? at_fault : !options->quiet;
    gboolean due =
        options->rating_interval && match->results->match.games % options->rating_interval == 0;
    if (told || due)
        clear_progress(match);
    if (told) {
        g_autofree char *line = tab_progress_game_line(match->results, result,
                                                       tab_schedule_games(&match->plan->schedule));
        fprintf(stderr, "%s\n", line);
    }
    if (due) {
        g_autofree char *text = tab_results_to_text(match->results, match->plan->times);
        fputs(text, stderr);
    }
    redraw_progress(match);
    /* a part of a match cannot know what the whole one will say */
    return verdict == TAB_SPRT_UNDECIDED || match->plan->schedule.shards > 1;
}

static void on_match_end(GObject *source, GAsyncResult *result, gpointer data)
{
    Match *match = data;
    tab_tournament_run_finish(result, &match->error);
    g_main_loop_quit(match->loop);
}

/* The first signal lets games in progress end, the second one does not; then the handlers are gone,
 * and a third one ends the program. */
static gboolean on_interrupt(gpointer data)
{
    Match *match = data;
    clear_progress(match);
    guint busy = match->tournament ? tab_tournament_get_busy(match->tournament) : 0;
    if (!match->interrupted && busy) {
        fprintf(stderr, "interrupted: games in progress: %u; once more to end at once\n", busy);
        tab_tournament_wind_down(match->tournament);
    } else {
        fputs("interrupted\n", stderr);
        g_cancellable_cancel(match->cancellable);
        for (guint i = 0; i < G_N_ELEMENTS(match->signals); i++)
            g_clear_handle_id(&match->signals[i], g_source_remove);
    }
    match->interrupted = TRUE;
    return G_SOURCE_CONTINUE; /* or removed above */
}

/* The run. */

static void on_probed(GObject *source, GAsyncResult *result, gpointer data)
{
    Match *match = data;
    g_auto(GStrv) names = tab_probe_finish(result, &match->error);
    g_main_loop_quit(match->loop);
    if (names && !match->text)
        match->text = tab_match_settings_to_text(match->settings, (const char *const *)names);
    else if (names) { /* an engine that calls itself otherwise than before is another one */
        g_autoptr(TabMatchPlan) plan = tab_match_plan_parse(match->text, NULL);
        for (guint e = 0; plan && names[e] && !match->error; e++)
            if (!g_str_equal(names[e], plan->names[e]))
                match->error =
                    g_error_new(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                "%s is the journal of another match: engine %u is %s, was %s",
                                match->options->journal, e + 1, names[e], plan->names[e]);
    }
}

/* Starts the engines once, unless nothing is left to be played. */
static gboolean probe_engines(Match *match, GError **error)
{
    if (match->played && match->played->len >= match->state.planned)
        return TRUE;
    tab_probe_async(match->settings, match->log, match->cancellable, on_probed, match);
    g_main_loop_run(match->loop);
    if (match->error)
        g_propagate_error(error, g_steal_pointer(&match->error));
    return match->text != NULL && !(error && *error);
}

/* Opens what the games go to. */
static gboolean open_outputs(Match *match, GError **error)
{
    const TabMatchOptions *options = match->options;
    if (options->journal && !match->journal &&
        !(match->journal = tab_journal_create(options->journal, match->text, error))) {
        if (error && g_error_matches(*error, G_FILE_ERROR, G_FILE_ERROR_EXIST))
            g_prefix_error(error, "there is a journal already (--resume goes on with it): ");
        return FALSE;
    }
    if (options->record &&
        !(match->writer = tab_growing_file_open(
              options->record, options->append ? TAB_GROWING_AFTER : TAB_GROWING_INSTEAD, error)))
        return FALSE;
    match->plan = tab_match_plan_parse(match->text, error);
    if (!match->plan)
        return FALSE;
    match->results = tab_results_new_for_plan(match->plan);
    if (!options->quiet && tab_progress_can_redraw(stderr))
        match->progress = tab_progress_new(stderr);
    return TRUE;
}

static void play_match(Match *match)
{
    static const TabTournamentEvents events = {on_finished, on_report};
    match->begun = g_get_monotonic_time();
    match->tournament = tab_tournament_new(match->settings, (const char *const *)match->plan->names,
                                           match->options->concurrency, match->log);
    while (match->played && match->played->len)
        tab_tournament_add_played(
            match->tournament, g_ptr_array_steal_index_fast(match->played, match->played->len - 1));
    tab_tournament_run_async(match->tournament, match->cancellable, &events, match, on_match_end,
                             match);
    g_main_loop_run(match->loop);
    g_clear_pointer(&match->tournament, tab_tournament_free);
}

/* Closes the files; what fails is told. */
static void close_outputs(Match *match)
{
    GError *error = NULL;
    if (match->writer && !tab_growing_file_close(g_steal_pointer(&match->writer), &error))
        note_error(match, g_steal_pointer(&error));
    if (match->journal && !tab_journal_close(g_steal_pointer(&match->journal), &error))
        note_error(match, g_steal_pointer(&error));
    if (match->log && !tab_engine_log_close(g_steal_pointer(&match->log), &error))
        note_error(match, g_steal_pointer(&error));
}

static int conclude(Match *match)
{
    guint games = match->results->match.games;
    TabMatchOutput output = {match->options->json, match->options->report, match->options->quiet};
    clear_progress(match);
    gboolean broken_off = match->interrupted && games < match->state.planned;
    if ((games || !broken_off) &&
        !tab_match_output_print(match->results, match->plan, match->text, &output))
        match->status = TAB_MATCH_EXIT_BAD;
    if (match->status)
        return match->status;
    if (match->settings->error_stops && match->faulty)
        return TAB_MATCH_EXIT_BAD;
    /* a part of a match is done when it is played; SPRT and faults speak at the merge */
    int status = match->plan->schedule.shards > 1 ? 0 : tab_match_output_status(match->results);
    return broken_off && status != TAB_MATCH_EXIT_H0 ? TAB_MATCH_EXIT_INTERRUPTED : status;
}

/* Resuming. */

/* What was not given now is what it was then. */
static gboolean take_settings(const TabMatchOptions *options, const char *text, GError **error)
{
    TabMatchSettings *settings = options->settings;
    g_autoptr(GKeyFile) then = g_key_file_new();
    if (!g_key_file_load_from_data(then, text, (gsize)-1, G_KEY_FILE_NONE, error)) {
        g_prefix_error(error, "%s: ", options->journal);
        return FALSE;
    }
    if (!options->seed_given)
        settings->seed = g_key_file_get_uint64(then, "match", "seed", NULL);
    char *date = g_key_file_get_string(then, "match", "date", NULL);
    if (date && !options->date_given && settings->date) {
        g_free(settings->date);
        settings->date = g_steal_pointer(&date);
    }
    g_free(date);
    return TRUE;
}

/* Whether the match of the journal is the one that is to be played, and its games are of it. */
static gboolean check_journal(const Match *match, const char *then, GError **error)
{
    static const char *const ignored[] = {"match.names", NULL};
    const char *path = match->options->journal;
    g_autoptr(TabMatchPlan) plan = tab_match_plan_parse(then, error);
    if (!plan) {
        g_prefix_error(error, "%s: ", path);
        return FALSE;
    }
    gboolean same_count = g_strv_length(plan->names) == match->settings->entrants->len;
    g_autofree char *now =
        same_count ? tab_match_settings_to_text(match->settings, (const char *const *)plan->names)
                   : NULL;
    g_autofree char *difference =
        now ? tab_match_settings_compare(now, then, ignored) : g_strdup("number of engines");
    if (difference) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "%s is the journal of another match: %s", path, difference);
        return FALSE;
    }
    if (tab_journal_check_games(match->played, &match->settings->schedule, error))
        return TRUE;
    g_prefix_error(error, "%s: ", path);
    return FALSE;
}

static gboolean begin_match(Match *match, GError **error)
{
    const TabMatchOptions *options = match->options;
    const TabMatchPath paths[] = {{"--journal", options->journal, TRUE},
                                  {"--record", options->record, options->append, !options->append},
                                  {"--json", options->json},
                                  {"--report", options->report},
                                  {"--log", options->log, TRUE}};
    struct {
        const char *what;
        char *inputs[2];
    } read[] = {{"the file of --openings", {options->openings}},
                {"the file of --sticks", {options->sticks}},
                {"--engines", {options->engines}}};
    g_autofree char *then = NULL; /* settings of the match that is resumed */
    gboolean torn = FALSE;
    if (!tab_match_output_check_names(paths, G_N_ELEMENTS(paths), error) ||
        !tab_match_output_check_writable(paths, G_N_ELEMENTS(paths), error))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(read); i++)
        if (!tab_match_output_check_inputs(paths, G_N_ELEMENTS(paths), read[i].what, read[i].inputs,
                                           error))
            return FALSE;
    if (options->resume) { /* where there is no journal, the match is begun now */
        GError *cause = NULL;
        match->journal = tab_journal_open(options->journal, &match->played, &then, &torn, &cause);
        if (g_error_matches(cause, G_FILE_ERROR, G_FILE_ERROR_NOENT) ||
            g_error_matches(cause, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_EMPTY))
            g_clear_error(&cause);
        if (cause) {
            g_propagate_error(error, cause);
            return FALSE;
        }
    }
    if (then && !take_settings(options, then, error))
        return FALSE;
    if (options->shuffle)
        tab_openings_shuffle(options->settings->openings, options->settings->seed);
    if (then && !check_journal(match, then, error))
        return FALSE;
    match->text = g_steal_pointer(&then);
    if (match->played)
        fprintf(stderr, "resumed: games that are there: %u%s\n", match->played->len,
                torn ? "; a torn one is left out" : "");
    const TabSchedule *schedule = &match->settings->schedule;
    for (guint number = tab_schedule_games(schedule); number > 0; number--)
        match->state.planned += tab_schedule_is_ours(schedule, number) ? 1 : 0;
    match->state.before = match->played ? match->played->len : 0;
    if (!options->seed_given)
        fprintf(stderr, "seed %" G_GUINT64_FORMAT "\n", match->settings->seed);
    return (!options->log && !options->stderr_folder) ||
           (match->log = tab_engine_log_open(options->log, options->stderr_folder, error));
}

static int run_match(const TabMatchOptions *options)
{
    GError *error = NULL;
    g_auto(Match) match = {.options = options,
                           .settings = options->settings,
                           .loop = g_main_loop_new(NULL, FALSE),
                           .cancellable = g_cancellable_new()};
    gboolean began = begin_match(&match, &error);
    match.signals[0] = g_unix_signal_add(SIGINT, on_interrupt, &match);
    match.signals[1] = g_unix_signal_add(SIGTERM, on_interrupt, &match);
    if (began && probe_engines(&match, &error) && open_outputs(&match, &error))
        play_match(&match);
    for (guint i = 0; i < G_N_ELEMENTS(match.signals); i++)
        g_clear_handle_id(&match.signals[i], g_source_remove);
    close_outputs(&match);
    if (g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        g_error_free(error);
        return TAB_MATCH_EXIT_INTERRUPTED;
    }
    if (match.error && !g_error_matches(match.error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        note_error(&match, g_steal_pointer(&match.error));
    g_clear_error(&match.error); /* broken off, as the user wanted */
    return error ? tab_match_output_complain(error) : conclude(&match);
}

int tab_match_main(int argc, char **argv)
{
    GError *error = NULL;
    g_autoptr(TabMatchOptions) options = tab_match_options_parse(argv, &error);
    if (!options)
        return tab_match_output_complain(error);
    if (options->version) {
        puts("tab-match " TAB_VERSION);
        return 0;
    }
    return run_match(options);
}
