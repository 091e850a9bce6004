// SPDX-License-Identifier: GPL-3.0-or-later
// The thread has a main loop of its own, on which its engines live; it shares with the window what
// is known, under a lock, and the wish to stop.
#include "gui/model/games-analysis-run.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/engine-store.h"
#include "protocol/database/import.h"
#include "protocol/database/query.h"
#include "protocol/files/output-file.h"
#include "protocol/game/game-files.h"
#include "protocol/report/luck-report.h"
#include "protocol/study/analysis-journal.h"
#include "protocol/study/rating-journal.h"

#define SUFFIX ".tab"
#define OUTPUT_SUFFIX "-analysed.tab"
#define RATING_PATIENCE_MS 60000

/* One file, as far as it has been gone through. */
typedef struct {
    char *path;
    gboolean begun;
    guint out;     /* games that have come out */
    guint games;   /* that have been given to the judges */
    gboolean all;  /* no other is in it */
    char *fault;   /* why its end cannot be read */
    GString *text; /* of the games with notes */
} File;

struct _TabGamesAnalysisRun {
    gatomicrefcount refs;
    TabGamesAnalysisPlan *plan;
    void (*tell)(gpointer data); /* of the window's thread alone; NULL: nobody listens */
    gpointer data;

    GMutex lock; /* for what both threads touch: */
    TabGamesAnalysisState state;
    TabAnalysisReport *report; /* whose players are those of the state */
    GPtrArray *news;           /* of TabGamesAnalysisItem */
    gboolean told;             /* of the news */
    gboolean over;             /* the thread's loop goes round no more */
    gint stopping;             /* atomic */

    /* of the thread alone: */
    GMainContext *context;
    GMainLoop *loop;
    GPtrArray *files;    /* of File; empty: games of the database */
    guint out;           /* games that have come out */
    guint file, written; /* the one that is read; the next to be written */
    TabGameFiles *input; /* of that file; NULL: it is not open */
    guint next;          /* of the numbers */
    GQueue missing; /* of TabGamesAnalysisItem of those that cannot be read: each waits until so
                       many games have come out as its index tells */
    GArray *given;  /* of gint64: number in the database, or place of the file, of each game that
                       was given to the judges */
    TabDatabase *database;
    TabGameJournal *journal;
    TabRatingSample *sample;
    TabAnalysisPool *pool;
    TabRatingPoolSetup of_rating;
    TabRatingPool *rating;
};

/* --- what belongs to it --- */

void tab_games_analysis_plan_free(TabGamesAnalysisPlan *plan)
{
    g_free(plan->folder);
    g_clear_pointer(&plan->numbers, g_array_unref);
    g_free(plan->database);
    g_clear_pointer(&plan->engine, tab_engine_config_free);
    g_free(plan->engine_name);
    g_free(plan->journal);
    g_free(plan->settings);
    g_free(plan);
}

static void free_rating(gpointer data)
{
    TabGamesAnalysisRating *rating = data;
    g_free(rating->player);
    g_free(rating->rules);
    g_free(rating);
}

void tab_games_analysis_state_clear(TabGamesAnalysisState *state)
{
    g_free(state->fault);
    g_clear_pointer(&state->players, g_ptr_array_unref);
    g_clear_pointer(&state->ratings, g_ptr_array_unref);
    *state = (TabGamesAnalysisState){0};
}

static void free_file(gpointer data)
{
    File *file = data;
    g_free(file->path);
    g_free(file->fault);
    if (file->text)
        g_string_free(file->text, TRUE);
    g_free(file);
}

static void unref_run(gpointer data)
{
    TabGamesAnalysisRun *run = data;
    if (!g_atomic_ref_count_dec(&run->refs))
        return;
    tab_games_analysis_plan_free(run->plan);
    tab_games_analysis_state_clear(&run->state);
    tab_analysis_report_free(run->report);
    g_ptr_array_unref(run->news);
    g_ptr_array_unref(run->files);
    g_array_unref(run->given);
    g_queue_clear_full(&run->missing, g_object_unref);
    g_main_loop_unref(run->loop);
    g_main_context_unref(run->context);
    g_mutex_clear(&run->lock);
    g_free(run);
}

static TabGamesAnalysisRun *ref_run(TabGamesAnalysisRun *run)
{
    g_atomic_ref_count_inc(&run->refs);
    return run;
}

/* --- the folder --- */

char *tab_games_analysis_output(const char *path)
{
    gsize length = strlen(path);
    if (g_str_has_suffix(path, SUFFIX))
        length -= strlen(SUFFIX);
    return g_strdup_printf("%.*s%s", (int)length, path, OUTPUT_SUFFIX);
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GStrv tab_games_analysis_list_files(const char *folder, GError **error)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, error);
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
    if (!dir)
        return NULL;
    for (const char *name; (name = g_dir_read_name(dir));)
        if (g_str_has_suffix(name, SUFFIX) && !g_str_has_suffix(name, OUTPUT_SUFFIX) &&
            *name != '.')
            g_ptr_array_add(files, g_build_filename(folder, name, NULL));
    g_ptr_array_sort(files, compare_names);
    g_ptr_array_add(files, NULL);
    return (GStrv)g_ptr_array_free(g_steal_pointer(&files), FALSE);
}

/* --- what is told --- */

static gboolean call_back(gpointer data)
{
    TabGamesAnalysisRun *run = data;
    if (run->tell)
        run->tell(run->data);
    return G_SOURCE_REMOVE;
}

/* Call it with the lock. What comes until the window looks is told together. */
static void tell_soon(TabGamesAnalysisRun *run)
{
    if (run->told)
        return;
    run->told = TRUE;
    g_idle_add_full(G_PRIORITY_DEFAULT_IDLE, call_back, ref_run(run), unref_run);
}

static void set_progress(TabGamesAnalysisRun *run, double done)
{
    g_mutex_lock(&run->lock);
    run->state.done = done;
    tell_soon(run);
    g_mutex_unlock(&run->lock);
}

static void enter_stage(TabGamesAnalysisRun *run, TabGamesAnalysisStage stage, guint of)
{
    g_mutex_lock(&run->lock);
    run->state.stage = stage;
    run->state.of = of;
    run->state.done = 0;
    tell_soon(run);
    g_mutex_unlock(&run->lock);
}

/* Frees the error; the first one is told. */
static void take_fault(TabGamesAnalysisRun *run, GError *error)
{
    g_mutex_lock(&run->lock);
    if (!run->state.fault)
        run->state.fault = g_strdup(error->domain == TAB_CLIENT_ERROR ? tab_engine_fault_text(error)
                                                                      : error->message);
    tell_soon(run);
    g_mutex_unlock(&run->lock);
    g_error_free(error);
}

static gboolean is_stopping(TabGamesAnalysisRun *run)
{
    return g_atomic_int_get(&run->stopping);
}

/* --- the games --- */

static File *get_file(TabGamesAnalysisRun *run, guint place)
{
    return place < run->files->len ? run->files->pdata[place] : NULL;
}

static void bring_item(TabGamesAnalysisRun *run, TabGamesAnalysisItem *item)
{
    item->journal = g_strdup(run->plan->journal);
    item->settings = g_strdup(run->plan->settings);
    g_mutex_lock(&run->lock);
    run->state.games += item->line != NULL;
    run->state.failed += item->fault != NULL;
    g_ptr_array_add(run->news, item);
    tell_soon(run);
    g_mutex_unlock(&run->lock);
}

/* A file, all games of which have come out: it is written, or its fault is told. */
static void end_file(TabGamesAnalysisRun *run, File *file)
{
    GError *error = NULL;
    if (file->fault) {
        TabGamesAnalysisItem *item = g_object_new(TAB_TYPE_GAMES_ANALYSIS_ITEM, NULL);
        item->path = g_strdup(file->path);
        item->fault = g_steal_pointer(&file->fault);
        bring_item(run, item);
        return;
    }
    if (!run->plan->write || !file->games)
        return;
    g_autofree char *path = tab_games_analysis_output(file->path);
    if (tab_output_file_replace(path, file->text->str, (gssize)file->text->len, &error)) {
        g_mutex_lock(&run->lock);
        run->state.files++;
        g_mutex_unlock(&run->lock);
    } else {
        take_fault(run, error);
    }
    g_string_free(g_steal_pointer(&file->text), TRUE);
}

/* Files end in their order, as games do. */
static void end_files(TabGamesAnalysisRun *run)
{
    for (File *file; (file = get_file(run, run->written)) && file->all && file->out == file->games;
         run->written++)
        end_file(run, file);
}

/* The next game of the files; what is behind a fault in one is left out, and all else is not. */
static TabRecord *next_of_files(TabGamesAnalysisRun *run)
{
    for (File *file; (file = get_file(run, run->file)); run->file++) {
        GError *error = NULL;
        char *paths[] = {file->path, NULL};
        if (!run->input)
            run->input = tab_game_files_new(paths);
        TabRecord *record = tab_game_files_next(run->input, &error);
        if (record) {
            gint64 place = run->file;
            file->games++;
            g_array_append_val(run->given, place);
            return record;
        }
        g_clear_pointer(&run->input, tab_game_files_free);
        file->all = TRUE;
        if (error)
            file->fault = g_strdup(error->message);
        g_clear_error(&error);
        end_files(run);
    }
    return NULL;
}

/* What is missing stands where the game would. */
static void bring_missing(TabGamesAnalysisRun *run)
{
    for (TabGamesAnalysisItem *item;
         (item = g_queue_peek_head(&run->missing)) && item->index == run->out;)
        bring_item(run, g_queue_pop_head(&run->missing));
}

/* One that has been taken out meanwhile is passed over. */
static TabRecord *next_of_database(TabGamesAnalysisRun *run)
{
    while (run->database && run->next < run->plan->numbers->len) {
        gint64 number = g_array_index(run->plan->numbers, gint64, run->next++);
        gsize length;
        g_autoptr(GError) error = NULL;
        g_autofree char *text = tab_database_get_record(run->database, number, &length, &error);
        g_autoptr(TabRecordReader) reader = text ? tab_record_reader_new(text, length) : NULL;
        TabRecord *record = reader ? tab_record_reader_next(reader, &error) : NULL;
        if (record) {
            g_array_append_val(run->given, number);
            return record;
        }
        TabGamesAnalysisItem *item = g_object_new(TAB_TYPE_GAMES_ANALYSIS_ITEM, NULL);
        item->path = g_strdup(run->plan->database);
        item->fault = g_strdup(error ? error->message : "");
        item->index = run->given->len;
        g_queue_push_tail(&run->missing, item);
        bring_missing(run);
    }
    return NULL;
}

static TabRecord *next_game(guint *number, gpointer data)
{
    TabGamesAnalysisRun *run = data;
    TabRecord *record = is_stopping(run)    ? NULL
                        : run->plan->folder ? next_of_files(run)
                                            : next_of_database(run);
    *number = run->given->len; /* from 1 */
    return record;
}

/* --- games that are done --- */

static TabAnalysis *look_up(const TabRecord *record, gpointer data)
{
    return tab_analysis_journal_look_up(((TabGamesAnalysisRun *)data)->journal, record);
}

static gboolean on_analysed(const TabAnalysedGame *game, gpointer data)
{
    TabGamesAnalysisRun *run = data;
    GError *error = NULL;
    if (tab_analysis_journal_add(run->journal, game->record, game->analysis, &error))
        return TRUE;
    take_fault(run, error);
    return FALSE;
}

static void keep_in_database(TabGamesAnalysisRun *run, const TabAnalysedGame *game)
{
    GError *error = NULL;
    gboolean kept;
    if (!tab_database_keep_analysis(run->database, game->record, game->analysis,
                                    run->plan->engine_name, run->plan->settings, &kept, &error)) {
        take_fault(run, error);
        g_clear_pointer(&run->database, tab_database_close);
        return;
    }
    g_mutex_lock(&run->lock);
    run->state.foreign += !kept;
    g_mutex_unlock(&run->lock);
}

static void fill_figures(TabGamesAnalysisItem *item, const TabAnalysis *analysis)
{
    for (int side = TAB_WHITE; side <= TAB_BLACK; side++) {
        item->luck[side] = side == TAB_WHITE ? analysis->luck_white : -analysis->luck_white;
        item->loss[side] = analysis->loss[side];
    }
    for (guint i = 0; i < analysis->of_turns->len; i++) {
        const TabTurnLoss *turn = &g_array_index(analysis->of_turns, TabTurnLoss, i);
        item->grade[turn->side][tab_turn_grade(turn->loss)]++;
    }
}

static TabGamesAnalysisItem *make_item(TabGamesAnalysisRun *run, const TabAnalysedGame *game)
{
    TabGamesAnalysisItem *item = g_object_new(TAB_TYPE_GAMES_ANALYSIS_ITEM, NULL);
    gint64 place = g_array_index(run->given, gint64, game->number - 1);
    File *file = run->plan->folder ? get_file(run, (guint)place) : NULL;
    item->path = g_strdup(file ? file->path : run->plan->database);
    item->index = file ? file->out : 0;
    item->number = file ? 0 : place;
    item->line = tab_game_file_describe_record(game->record);
    if (game->analysis)
        fill_figures(item, game->analysis);
    else
        item->fault = g_strdup(game->error->message);
    return item;
}

/* A game that was not analysed stands among the others without notes. */
static void add_to_file(TabGamesAnalysisRun *run, const TabAnalysedGame *game)
{
    File *file = get_file(run, (guint)g_array_index(run->given, gint64, game->number - 1));
    if (run->plan->write) {
        if (!file->text)
            file->text = g_string_new(NULL);
        if (file->text->len)
            g_string_append_c(file->text, '\n');
        if (game->analysis)
            tab_turn_note_all(game->record, game->analysis);
        tab_record_write(game->record, file->text);
    }
    file->out++;
    end_files(run);
}

static void on_done(const TabAnalysedGame *game, gpointer data)
{
    TabGamesAnalysisRun *run = data;
    TabGamesAnalysisItem *item = make_item(run, game);
    if (game->analysis) {
        g_mutex_lock(&run->lock);
        tab_analysis_report_add(run->report, game);
        g_mutex_unlock(&run->lock);
        if (run->database && run->plan->keep)
            keep_in_database(run, game);
        if (run->sample)
            tab_rating_sample_add(run->sample, game->record, game->number);
    }
    bring_item(run, item);
    run->out++;
    if (run->plan->folder)
        add_to_file(run, game);
    else
        bring_missing(run);
}

static void on_progress(double games, gpointer data)
{
    set_progress(data, games);
}

static void on_ended(gpointer data)
{
    g_main_loop_quit(((TabGamesAnalysisRun *)data)->loop);
}

static void analyse_games(TabGamesAnalysisRun *run)
{
    TabAnalysisPoolSetup setup = {.judge = run->plan->engine,
                                  .judges = run->plan->judges,
                                  .setup = TAB_ANALYSIS_SETUP_INIT,
                                  .next = next_game,
                                  .look_up = look_up,
                                  .analysed = on_analysed,
                                  .done = on_done,
                                  .progress = on_progress,
                                  .data = run};
    setup.setup.losses = TRUE;
    run->pool = tab_analysis_pool_new(&setup, on_ended);
    g_main_loop_run(run->loop);
    const GError *error = tab_analysis_pool_get_error(run->pool);
    if (error)
        take_fault(run, g_error_copy(error));
    g_clear_pointer(&run->pool, tab_analysis_pool_free);
}

/* --- ratings --- */

static TabDecisionLosses *look_up_decision(const TabRatedDecision *decision, gpointer data)
{
    const TabGamesAnalysisRun *run = data;
    return tab_rating_journal_look_up(run->journal, decision, &run->of_rating);
}

static gboolean keep_decision(const TabRatedDecision *decision, const TabDecisionLosses *losses,
                              gpointer data)
{
    TabGamesAnalysisRun *run = data;
    GError *error = NULL;
    if (tab_rating_journal_add(run->journal, decision, &run->of_rating, losses, &error))
        return TRUE;
    take_fault(run, error);
    return FALSE;
}

static void on_asked(const TabRatedDecision *decision, const GError *error, gpointer data)
{
    TabGamesAnalysisRun *run = data;
    if (error)
        take_fault(run, g_error_copy(error));
    set_progress(run, tab_rating_pool_count_done(run->rating));
}

static void take_ratings(TabGamesAnalysisRun *run)
{
    const GPtrArray *players = tab_rating_sample_players(run->sample);
    g_mutex_lock(&run->lock);
    for (guint i = 0; i < players->len; i++) {
        const TabRatedPlayer *player = players->pdata[i];
        TabGamesAnalysisRating *rating = g_new0(TabGamesAnalysisRating, 1);
        TabPlayerRating found;
        tab_rating_pool_rate(run->rating, player, &found);
        rating->player = g_strdup(player->player);
        rating->rules = g_strdup(player->rules);
        rating->rating = found.rating;
        g_ptr_array_add(run->state.ratings, rating);
    }
    g_mutex_unlock(&run->lock);
}

static void rate_players(TabGamesAnalysisRun *run)
{
    run->of_rating = (TabRatingPoolSetup){.sample = run->sample,
                                          .engine = run->plan->engine,
                                          .level = tab_rating_usual_levels,
                                          .levels = TAB_RATING_USUAL_LEVELS,
                                          .level_limits = TAB_LIMITS_INIT,
                                          .setup = {.limits = TAB_LIMITS_INIT,
                                                    .ahead = TAB_ANALYSIS_AHEAD,
                                                    .patience_ms = RATING_PATIENCE_MS},
                                          .seed = TAB_RATING_USUAL_SEED,
                                          .concurrency = run->plan->judges,
                                          .look_up = look_up_decision,
                                          .keep = keep_decision,
                                          .asked = on_asked,
                                          .data = run};
    run->of_rating.level_limits.nodes = TAB_RATING_USUAL_NODES;
    run->rating = tab_rating_pool_new(&run->of_rating, on_ended);
    enter_stage(run, TAB_GAMES_ANALYSIS_RATES, tab_rating_pool_count(run->rating));
    g_main_loop_run(run->loop);
    const GError *error = tab_rating_pool_get_error(run->rating);
    if (error)
        take_fault(run, g_error_copy(error));
    if (!tab_rating_pool_is_broken(run->rating))
        take_ratings(run);
    g_clear_pointer(&run->rating, tab_rating_pool_free);
}

/* --- the thread --- */

static gboolean open_all(TabGamesAnalysisRun *run, GError **error)
{
    const TabGamesAnalysisPlan *plan = run->plan;
    g_autofree char *folder = g_path_get_dirname(plan->journal);
    g_mkdir_with_parents(folder, 0700); /* a fault shows when the journal is opened */
    run->journal =
        tab_game_journal_open(plan->journal, &tab_analysis_journal_kind, plan->settings, error);
    if (!run->journal)
        return FALSE;
    if (plan->database && (plan->keep || !plan->folder) &&
        !(run->database = tab_database_open(plan->database, TAB_DATABASE_WRITE, error)))
        return FALSE;
    g_auto(GStrv) files = plan->folder ? tab_games_analysis_list_files(plan->folder, error) : NULL;
    if (plan->folder && !files)
        return FALSE;
    for (GStrv path = files; path && *path; path++) {
        File *file = g_new0(File, 1);
        file->path = g_strdup(*path);
        g_ptr_array_add(run->files, file);
    }
    return TRUE;
}

/* Each file by itself: a fault in one says nothing of the others. */
static guint count_games(TabGamesAnalysisRun *run)
{
    guint games = 0;
    if (!run->plan->folder)
        return run->plan->numbers->len;
    for (guint i = 0; i < run->files->len && !is_stopping(run); i++) {
        char *paths[] = {get_file(run, i)->path, NULL};
        games += tab_game_files_count(paths);
    }
    return games;
}

static gboolean is_whole(TabGamesAnalysisRun *run)
{
    g_mutex_lock(&run->lock);
    gboolean whole = !run->state.fault && !is_stopping(run);
    g_mutex_unlock(&run->lock);
    return whole;
}

static gpointer work(gpointer data)
{
    TabGamesAnalysisRun *run = data;
    GError *error = NULL;
    g_main_context_push_thread_default(run->context);
    if (run->plan->rate)
        run->sample = tab_rating_sample_new(TAB_RATING_USUAL_DECISIONS, TAB_RATING_USUAL_SEED);
    if (open_all(run, &error)) {
        enter_stage(run, TAB_GAMES_ANALYSIS_ANALYSES, count_games(run));
        analyse_games(run);
    } else {
        take_fault(run, error);
    }
    if (run->sample && is_whole(run))
        rate_players(run);
    gboolean whole = is_whole(run);
    g_clear_pointer(&run->input, tab_game_files_free);
    g_clear_pointer(&run->sample, tab_rating_sample_free);
    g_clear_pointer(&run->database, tab_database_close);
    g_clear_pointer(&run->journal, tab_game_journal_free);
    g_mutex_lock(&run->lock);
    run->over = TRUE;
    run->state.stage = TAB_GAMES_ANALYSIS_ENDED;
    run->state.stopped = !whole;
    tell_soon(run);
    g_mutex_unlock(&run->lock);
    while (g_main_context_iteration(run->context, FALSE))
        ; /* a wish to stop that came too late lets go of the run */
    g_main_context_pop_thread_default(run->context);
    unref_run(run);
    return NULL;
}

/* --- doors --- */

TabGamesAnalysisRun *tab_games_analysis_run_new(TabGamesAnalysisPlan *plan,
                                                void (*tell)(gpointer data), gpointer data)
{
    static const TabGradeLimits grades = TAB_GRADE_LIMITS_INIT;
    TabGamesAnalysisRun *run = g_new0(TabGamesAnalysisRun, 1);
    g_atomic_ref_count_init(&run->refs);
    g_mutex_init(&run->lock);
    run->plan = plan;
    run->tell = tell;
    run->data = data;
    run->report = tab_analysis_report_new(&grades, 0);
    run->state.ratings = g_ptr_array_new_with_free_func(free_rating);
    run->news = g_ptr_array_new_with_free_func(g_object_unref);
    run->files = g_ptr_array_new_with_free_func(free_file);
    run->given = g_array_new(FALSE, FALSE, sizeof(gint64));
    run->context = g_main_context_new();
    run->loop = g_main_loop_new(run->context, FALSE);
    g_thread_unref(g_thread_new("games-analysis", work, ref_run(run)));
    return run;
}

static GPtrArray *copy_players(const TabAnalysisReport *report)
{
    GPtrArray *players = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < report->players->len; i++)
        g_ptr_array_add(players, g_memdup2(report->players->pdata[i], sizeof(TabAnalysedPlayer)));
    return players;
}

GPtrArray *tab_games_analysis_run_take(TabGamesAnalysisRun *run, TabGamesAnalysisState *state)
{
    g_mutex_lock(&run->lock);
    GPtrArray *news = run->news;
    run->news = g_ptr_array_new_with_free_func(g_object_unref);
    run->told = FALSE;
    *state = run->state;
    state->fault = g_strdup(run->state.fault);
    state->ratings = g_ptr_array_new_with_free_func(free_rating);
    for (guint i = 0; i < run->state.ratings->len; i++) {
        const TabGamesAnalysisRating *rating = run->state.ratings->pdata[i];
        TabGamesAnalysisRating *copy = g_memdup2(rating, sizeof *rating);
        copy->player = g_strdup(rating->player);
        copy->rules = g_strdup(rating->rules);
        g_ptr_array_add(state->ratings, copy);
    }
    state->players = copy_players(run->report);
    g_mutex_unlock(&run->lock);
    return news;
}

static gboolean stop_pools(gpointer data)
{
    TabGamesAnalysisRun *run = data;
    if (run->pool)
        tab_analysis_pool_stop(run->pool);
    if (run->rating)
        tab_rating_pool_stop(run->rating);
    return G_SOURCE_REMOVE;
}

/* In the thread, when its loop goes round. */
void tab_games_analysis_run_stop(TabGamesAnalysisRun *run)
{
    g_autoptr(GSource) source = g_idle_source_new();
    g_atomic_int_set(&run->stopping, 1);
    g_source_set_priority(source, G_PRIORITY_HIGH);
    g_source_set_callback(source, stop_pools, ref_run(run), unref_run);
    g_mutex_lock(&run->lock);
    if (!run->over)
        g_source_attach(source, run->context);
    g_mutex_unlock(&run->lock);
}

void tab_games_analysis_run_forget(TabGamesAnalysisRun *run)
{
    run->tell = NULL;
    tab_games_analysis_run_stop(run);
    unref_run(run);
}
