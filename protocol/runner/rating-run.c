// SPDX-License-Identifier: GPL-3.0-or-later
// Gives the sample to a pool and tells how that goes on.
#include "protocol/runner/rating-run.h"

#include <stdio.h>

#include "protocol/report/progress.h"
#include "protocol/runner/judge-options.h"
#include "protocol/runner/match-output.h"
#include "protocol/study/rating-journal.h"

typedef struct {
    const TabRatingRunSetup *setup;
    TabRatingPoolSetup of_pool;
    TabRatingPool *pool;
    GMainLoop *loop;
    gint64 begun;
    TabProgress *progress; /* NULL: no terminal, or nobody wants it */
    gboolean unwritten;    /* the journal has failed */
} Run;

static void complain(Run *run, const GError *error)
{
    if (run->progress)
        tab_progress_clear(run->progress);
    tab_match_output_complain(g_error_copy(error));
}

static void show_progress(Run *run)
{
    gint64 now = g_get_monotonic_time();
    if (!run->progress || !tab_progress_is_due(run->progress, now))
        return;
    guint done = tab_rating_pool_count_done(run->pool), all = tab_rating_pool_count(run->pool);
    double seconds = (double)(now - run->begun) / 1e6;
    double left = done ? seconds * (all - done) / done : 0;
    g_autofree char *line = g_strdup_printf("%u/%u decisions  %.0f s left", done, all, left);
    tab_progress_draw(run->progress, line, now);
}

static void on_asked(const TabRatedDecision *decision, const GError *error, gpointer data)
{
    Run *run = data;
    if (error) {
        g_autoptr(GError) named = g_error_copy(error);
        g_prefix_error(&named, "game %u, turn %u: ", decision->game,
                       decision->line->situation.position.number);
        complain(run, named);
    }
    show_progress(run);
}

static TabDecisionLosses *look_up(const TabRatedDecision *decision, gpointer data)
{
    Run *run = data;
    return tab_rating_journal_look_up(run->setup->journal, decision, &run->of_pool);
}

static gboolean keep(const TabRatedDecision *decision, const TabDecisionLosses *losses,
                     gpointer data)
{
    Run *run = data;
    g_autoptr(GError) error = NULL;
    if (tab_rating_journal_add(run->setup->journal, decision, &run->of_pool, losses, &error))
        return TRUE;
    complain(run, error);
    run->unwritten = TRUE;
    return FALSE;
}

static void on_ended(gpointer data)
{
    g_main_loop_quit(((Run *)data)->loop);
}

static void make_rows(const Run *run, TabRatingRunResult *result)
{
    const GPtrArray *players = tab_rating_sample_players(run->setup->sample);
    result->n = players->len;
    result->rows = g_new0(TabRatingRow, players->len);
    result->ratings = g_new0(TabPlayerRating, players->len);
    for (guint i = 0; i < players->len; i++) {
        TabPlayerRating *rating = &result->ratings[i];
        tab_rating_pool_rate(run->pool, players->pdata[i], rating);
        result->rows[i] = (TabRatingRow){.player = players->pdata[i],
                                         .played = rating->played,
                                         .level = rating->level,
                                         .excess = rating->excess,
                                         .rating = rating->rating};
    }
}

static void tell_end(Run *run, TabRatingRunResult *result)
{
    const GError *error = tab_rating_pool_get_error(run->pool);
    result->broken = tab_rating_pool_is_broken(run->pool);
    result->failed = tab_rating_pool_count_failed(run->pool);
    if (error)
        complain(run, error);
    else if (result->broken && !run->unwritten)
        fprintf(stderr, "%s: the engine is given up\n", run->setup->command);
    if (result->failed)
        fprintf(stderr, "%s: %u of %u decisions could not be asked for\n", run->setup->command,
                result->failed, tab_rating_pool_count(run->pool));
    if (!result->broken)
        make_rows(run, result);
}

TabRatingRunResult tab_rating_run(const TabRatingRunSetup *setup)
{
    TabRatingRunResult result = {0};
    Run run = {.setup = setup, .begun = g_get_monotonic_time()};
    run.of_pool = (TabRatingPoolSetup){.sample = setup->sample,
                                       .engine = setup->engine->config,
                                       .level = setup->level,
                                       .levels = setup->levels,
                                       .level_limits = setup->level_limits,
                                       .setup = setup->setup,
                                       .seed = setup->seed,
                                       .concurrency = setup->concurrency,
                                       .look_up = setup->journal ? look_up : NULL,
                                       .keep = setup->journal ? keep : NULL,
                                       .asked = on_asked,
                                       .data = &run};
    if (!setup->quiet && tab_progress_can_redraw(stderr))
        run.progress = tab_progress_new(stderr);
    g_autoptr(GMainLoop) loop = run.loop = g_main_loop_new(NULL, FALSE);
    run.pool = tab_rating_pool_new(&run.of_pool, on_ended);
    g_main_loop_run(loop);
    g_clear_pointer(&run.progress, tab_progress_free);
    tell_end(&run, &result);
    tab_rating_pool_free(run.pool);
    return result;
}

void tab_rating_run_result_clear(TabRatingRunResult *result)
{
    g_clear_pointer(&result->rows, g_free);
    g_clear_pointer(&result->ratings, g_free);
}

void tab_rating_run_append(const TabRatingRunSetup *setup, const TabRatingRunResult *result,
                           TabEvaluationFormat format, GString *text)
{
    g_autofree char *judging = tab_judge_limits_to_string(&setup->setup.limits);
    g_autofree char *judge_limits = g_strdup_printf(
        "%s, %u throws ahead", *judging ? judging + 2 : "depth 1, nodes 10000", setup->setup.ahead);
    g_autofree char *level_limits =
        g_strdup_printf("nodes %" G_GINT64_FORMAT, setup->level_limits.nodes);
    const TabRatingMethod method = {.judge = setup->spec,
                                    .judge_limits = judge_limits,
                                    .level_limits = level_limits,
                                    .level = setup->level,
                                    .levels = setup->levels,
                                    .seed = setup->seed};
    tab_rating_append(text, format, &method, result->rows, result->n);
}
