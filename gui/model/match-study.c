// SPDX-License-Identifier: GPL-3.0-or-later
// What the games of a match in the window were: luck and loss of both seats, as an engine sees
// them, and at which level of that engine each of them plays.
#include "gui/model/match-study.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "gui/model/analysis-job.h"
#include "gui/model/engine-store.h"
#include "gui/model/level-text.h"
#include "protocol/game/record-text.h"
#include "protocol/study/rating-pool.h"

#define LEVEL_PATIENCE_MS 60000

static const char *const seat_names[TAB_MATCH_SEATS] = {"0", "1"}; /* in the sample */

/* Ratings on their way; it lives until its engines have quit, whoever waits for it. */
typedef struct _RatingRun {
    TabMatchStudy *study; /* NULL: nobody waits any more */
    TabRatingSample *sample;
    TabRatingPool *pool;
} RatingRun;

G_DEFINE_FINAL_TYPE(TabMatchStudy, tab_match_study, G_TYPE_OBJECT)

static guint changed_signal;

static void go_on(TabMatchStudy *self);

static void emit_changed(TabMatchStudy *self)
{
    g_signal_emit(self, changed_signal, 0);
}

static void set_state(TabMatchStudy *self, TabStudyState state)
{
    self->state = state;
    self->done = self->of = 0;
    emit_changed(self);
}

/* --- the games --- */

static void free_game(gpointer data)
{
    g_free(((TabStudiedGame *)data)->text);
    g_free(data);
}

static TabRecord *read_record(const char *text)
{
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), NULL);
    return records && records->len ? g_ptr_array_steal_index(records, 0) : NULL;
}

static TabStudiedGame *make_game(const char *text)
{
    TabMatchPlace place;
    g_autoptr(TabRecord) record = read_record(text);
    if (!record || !tab_match_place_read_tags(&place, record) ||
        record->result == TAB_RECORD_UNDECIDED)
        return NULL;
    TabStudiedGame *game = g_new0(TabStudiedGame, 1);
    game->text = g_strdup(text);
    game->round = place.round;
    game->result = record->result;
    game->termination = record->termination;
    for (const TabRecordNode *node = record->root->child; node; node = node->child) {
        game->turns++;
        game->played[tab_game_match_side_in(place.round, 0) == (TabSide)node->side ? 0 : 1]++;
    }
    return game;
}

/* The game of that number, if its turns and result are the same: notes may have come. */
static const TabStudiedGame *find_known(const TabMatchStudy *self, const TabStudiedGame *like)
{
    for (guint i = 0; i < self->games->len; i++) {
        const TabStudiedGame *game = self->games->pdata[i];
        if (game->round == like->round && game->result == like->result &&
            game->turns == like->turns && game->known)
            return game;
    }
    return NULL;
}

static gboolean is_same_list(const GPtrArray *one, const GPtrArray *other)
{
    gboolean same = one->len == other->len;
    for (guint i = 0; same && i < one->len; i++) {
        const TabStudiedGame *a = one->pdata[i], *b = other->pdata[i];
        same = a->round == b->round && a->result == b->result && a->turns == b->turns;
    }
    return same;
}

void tab_match_study_set_match(TabMatchStudy *self, TabGameMatch *match)
{
    g_autoptr(GPtrArray) texts = tab_game_match_list_games(match);
    GPtrArray *games = g_ptr_array_new_with_free_func(free_game);
    for (guint i = 0; i < texts->len; i++) {
        TabStudiedGame *game = make_game(texts->pdata[i]);
        if (!game)
            continue;
        const TabStudiedGame *known = find_known(self, game);
        for (guint seat = 0; known && seat < TAB_MATCH_SEATS; seat++) {
            game->luck[seat] = known->luck[seat];
            game->loss[seat] = known->loss[seat];
        }
        game->known = known != NULL;
        g_ptr_array_add(games, game);
    }
    if (is_same_list(games, self->games)) {
        g_ptr_array_unref(games);
        return;
    }
    tab_match_study_stop(self);
    g_ptr_array_unref(self->games);
    self->games = games;
    self->rated = FALSE;
    g_clear_pointer(&self->fault, g_free);
    set_state(self, TAB_STUDY_RESTS);
}

guint tab_match_study_sum(TabMatchStudy *self, guint seat, double *luck, double *loss, guint *turns)
{
    guint known = 0;
    *luck = *loss = 0;
    *turns = 0;
    for (guint i = 0; i < self->games->len; i++) {
        const TabStudiedGame *game = self->games->pdata[i];
        if (!game->known)
            continue;
        known++;
        *luck += game->luck[seat];
        *loss += game->loss[seat];
        *turns += game->played[seat];
    }
    return known;
}

/* --- ratings --- */

static void note_fault(TabMatchStudy *self, const char *fault)
{
    if (!self->fault)
        self->fault = g_strdup(fault);
}

static void take_ratings(TabMatchStudy *self, const RatingRun *run)
{
    const GPtrArray *players = tab_rating_sample_players(run->sample);
    const GError *error = tab_rating_pool_get_error(run->pool);
    self->run = NULL;
    if (error)
        note_fault(self, tab_engine_fault_text(error));
    else if (tab_rating_pool_is_broken(run->pool))
        note_fault(self, _("the engine fails again and again"));
    for (guint seat = 0; seat < TAB_MATCH_SEATS; seat++)
        self->rating[seat] = (TabLevelRating){NAN, NAN, NAN};
    self->rated = !tab_rating_pool_is_broken(run->pool);
    for (guint i = 0; self->rated && i < players->len; i++) {
        TabPlayerRating rating;
        const TabRatedPlayer *player = players->pdata[i];
        tab_rating_pool_rate(run->pool, player, &rating);
        self->rating[g_str_equal(player->player, seat_names[1])] = rating.rating;
    }
    set_state(self, TAB_STUDY_IS_DONE);
}

static void on_ended(gpointer data)
{
    RatingRun *run = data;
    if (run->study)
        take_ratings(run->study, run);
    tab_rating_pool_free(run->pool);
    tab_rating_sample_free(run->sample);
    g_free(run);
}

static void on_asked(const TabRatedDecision *decision, const GError *error, gpointer data)
{
    RatingRun *run = data;
    if (!run->study)
        return;
    if (error)
        note_fault(run->study, tab_engine_fault_text(error));
    run->study->done = tab_rating_pool_count_done(run->pool);
    emit_changed(run->study);
}

/* The decisions of both seats, whatever their players are called in the records. */
static TabRatingSample *take_sample(const TabMatchStudy *self)
{
    TabRatingSample *sample =
        tab_rating_sample_new(TAB_RATING_USUAL_DECISIONS, TAB_RATING_USUAL_SEED);
    for (guint i = 0; i < self->games->len; i++) {
        const TabStudiedGame *game = self->games->pdata[i];
        g_autoptr(TabRecord) record = read_record(game->text);
        TabSide side = tab_game_match_side_in(game->round, 0);
        tab_record_set_tag(record, "White", seat_names[side == TAB_WHITE ? 0 : 1]);
        tab_record_set_tag(record, "Black", seat_names[side == TAB_WHITE ? 1 : 0]);
        tab_rating_sample_add(sample, record, i + 1);
    }
    return sample;
}

static void begin_rating(TabMatchStudy *self)
{
    RatingRun *run = self->run = g_new0(RatingRun, 1);
    run->study = self;
    run->sample = take_sample(self);
    TabRatingPoolSetup setup = {
        .sample = run->sample,
        .engine = self->config,
        .level = tab_rating_usual_levels,
        .levels = TAB_RATING_USUAL_LEVELS,
        .level_limits = TAB_LIMITS_INIT,
        .setup = {.limits = TAB_LIMITS_INIT,
                  .ahead = TAB_ANALYSIS_AHEAD,
                  .patience_ms = LEVEL_PATIENCE_MS},
        .seed = TAB_RATING_USUAL_SEED,
        .concurrency = 1,
        .asked = on_asked,
        .data = run,
    };
    setup.level_limits.nodes = TAB_RATING_USUAL_NODES;
    run->pool = tab_rating_pool_new(&setup, on_ended);
    set_state(self, TAB_STUDY_RATES);
    self->of = tab_rating_pool_count(run->pool);
    emit_changed(self);
}

/* --- luck and loss --- */

static void on_progress(TabMatchStudy *self)
{
    self->done = self->job->turns_done;
    self->of = self->job->turns;
    emit_changed(self);
}

static void on_done(TabMatchStudy *self)
{
    g_autoptr(TabAnalysisJob) job = g_object_ref(self->job);
    TabStudiedGame *game = self->games->pdata[self->place];
    tab_analysis_job_drop(&self->job, self);
    if (job->error) {
        note_fault(self, tab_engine_fault_text(job->error));
        set_state(self, TAB_STUDY_IS_DONE);
        return;
    }
    game->known = TRUE;
    for (guint seat = 0; seat < TAB_MATCH_SEATS; seat++) {
        TabSide side = tab_game_match_side_in(game->round, seat);
        game->luck[seat] =
            side == TAB_WHITE ? job->analysis->luck_white : -job->analysis->luck_white;
        game->loss[seat] = job->analysis->loss[side];
    }
    go_on(self);
}

static void begin_game(TabMatchStudy *self, guint place)
{
    const TabStudiedGame *game = self->games->pdata[place];
    self->place = place;
    self->job =
        tab_analysis_job_new(self->config, read_record(game->text), TAB_ANALYSIS_AHEAD, NULL);
    g_signal_connect_swapped(self->job, "progress", G_CALLBACK(on_progress), self);
    g_signal_connect_swapped(self->job, "done", G_CALLBACK(on_done), self);
    set_state(self, TAB_STUDY_ANALYSES);
}

static void go_on(TabMatchStudy *self)
{
    for (guint i = 0; i < self->games->len; i++)
        if (!((TabStudiedGame *)self->games->pdata[i])->known) {
            begin_game(self, i);
            return;
        }
    if (!self->rated && self->games->len)
        begin_rating(self);
    else
        set_state(self, TAB_STUDY_IS_DONE);
}

/* What is known stays as long as the same engine says so. */
static void take_engine(TabMatchStudy *self, const TabEngineConfig *engine)
{
    const char *name = engine ? tab_engine_store_name_of(engine) : NULL;
    if (g_strcmp0(name, self->engine)) {
        for (guint i = 0; i < self->games->len; i++)
            ((TabStudiedGame *)self->games->pdata[i])->known = FALSE;
        self->rated = FALSE;
    }
    g_free(self->engine);
    self->engine = g_strdup(name);
    g_clear_pointer(&self->config, tab_engine_config_free);
    self->config = engine ? tab_engine_config_copy(engine) : NULL;
}

void tab_match_study_begin(TabMatchStudy *self, const TabEngineConfig *engine)
{
    tab_match_study_stop(self);
    g_clear_pointer(&self->fault, g_free);
    take_engine(self, engine);
    if (engine) {
        go_on(self);
        return;
    }
    note_fault(self, _("No engine is at hand that could tell luck and loss."));
    set_state(self, TAB_STUDY_IS_DONE);
}

void tab_match_study_stop(TabMatchStudy *self)
{
    tab_analysis_job_drop(&self->job, self);
    if (self->run) {
        self->run->study = NULL;
        tab_rating_pool_stop(self->run->pool);
        self->run = NULL;
    }
    if (self->state == TAB_STUDY_ANALYSES || self->state == TAB_STUDY_RATES)
        set_state(self, TAB_STUDY_RESTS);
}

/* --- words --- */

char *tab_match_study_describe(TabMatchStudy *self)
{
    if (self->state == TAB_STUDY_ANALYSES)
        /* Translators: an engine's name; the game that it looks at, all games; turns. */
        return g_strdup_printf(_("%s is looking at game %u of %u: %u of %u turns."), self->engine,
                               self->place + 1, self->games->len, self->done, self->of);
    if (self->state == TAB_STUDY_RATES)
        /* Translators: an engine's name; it plays the same decisions at several levels. */
        return g_strdup_printf(_("%s is trying its levels: %u of %u decisions."), self->engine,
                               self->done, self->of);
    if (self->fault && self->engine)
        /* Translators: an engine's name, and what went wrong. */
        return g_strdup_printf(_("%s could not look at all games: %s."), self->engine, self->fault);
    if (self->fault)
        return g_strdup(self->fault);
    double luck, loss;
    guint turns;
    if (!self->engine || !tab_match_study_sum(self, 0, &luck, &loss, &turns))
        return g_strdup("");
    return g_strdup_printf(_("As %s sees it."), self->engine);
}

char *tab_match_study_describe_rating(TabMatchStudy *self, guint seat)
{
    return self->rated ? tab_level_text(&self->rating[seat]) : g_strdup("");
}

/* --- the object --- */

static void tab_match_study_dispose(GObject *object)
{
    tab_match_study_stop(TAB_MATCH_STUDY(object));
    G_OBJECT_CLASS(tab_match_study_parent_class)->dispose(object);
}

static void tab_match_study_finalize(GObject *object)
{
    TabMatchStudy *self = TAB_MATCH_STUDY(object);
    g_ptr_array_unref(self->games);
    g_free(self->engine);
    g_free(self->fault);
    g_clear_pointer(&self->config, tab_engine_config_free);
    G_OBJECT_CLASS(tab_match_study_parent_class)->finalize(object);
}

static void tab_match_study_class_init(TabMatchStudyClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_match_study_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_match_study_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_MATCH_STUDY, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void tab_match_study_init(TabMatchStudy *self)
{
    self->games = g_ptr_array_new_with_free_func(free_game);
}

TabMatchStudy *tab_match_study_new(void)
{
    return g_object_new(TAB_TYPE_MATCH_STUDY, NULL);
}
