// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the best turns, then for one batch of games after the other.
#include "gui/model/rollout-run.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "gui/model/analysis-live.h"
#include "gui/model/engine-store.h"
#include "protocol/rules/notation.h"

#define CHANGED_MS 100    /* between two signals */
#define KEEP_US 1000000   /* between two changes of the record while games are played */
#define LOOK_DEPTH 2      /* turns ahead, to find the best ones, … */
#define LOOK_MS 1000      /* … in so much time at most */
#define BATCH_MS 86400000 /* the longest that a batch may take: no reason to stop an engine */
#define LEAST_GAMES 64    /* before an error is believed to be small enough */

G_DEFINE_FINAL_TYPE(TabRolloutRun, tab_rollout_run, G_TYPE_OBJECT)

static guint changed_signal;

/* By turn of the rollout, and so not to be sorted until the batch has been counted. */
struct _TabRolloutBatch {
    guint games;     /* asked for */
    gboolean seeded; /* other games than those of all other batches */
    struct {
        TabKey key; /* of the position after it */
        gboolean told, known;
        double win, se;
    } turn[TAB_ROLLOUT_MOST_TURNS];
};

static gboolean on_changed_due(gpointer data)
{
    TabRolloutRun *self = data;
    self->changed = 0;
    g_signal_emit(self, changed_signal, 0);
    return G_SOURCE_REMOVE;
}

static void emit_soon(TabRolloutRun *self)
{
    if (!self->changed)
        self->changed = g_timeout_add(CHANGED_MS, on_changed_due, self);
}

static const TabRules *get_rules(TabRolloutRun *self)
{
    return self->session->document->record->rules;
}

/* --- the record --- */

/* Last in whatever calls it: who hears that the game has changed comes back here. */
static void keep(TabRolloutRun *self)
{
    TabDocument *document = self->session->document;
    self->kept = g_get_monotonic_time();
    self->unkept =
        !tab_position_rollout_keep(document->record, self->rollout->position, self->rollout);
    if (!self->unkept) {
        tab_document_tags_changed(document);
    } else {
        g_free(self->fault);
        self->fault = g_strdup(_("The game has no room to keep another rollout."));
    }
}

static void load(TabRolloutRun *self)
{
    g_autoptr(GError) error = NULL;
    g_clear_pointer(&self->rollout, tab_position_rollout_free);
    if (self->position)
        self->rollout =
            tab_position_rollout_load(self->session->document->record, self->position, &error);
    if (error && !self->fault)
        self->fault = g_strdup(error->message);
}

/* Whether nothing counts yet. */
static gboolean is_blank(const TabPositionRollout *rollout)
{
    for (guint i = 0; i < rollout->turns->len; i++) {
        const TabRolloutTurn *turn = tab_position_rollout_nth(rollout, i);
        if (turn->games.n || !isnan(turn->known))
            return FALSE;
    }
    return TRUE;
}

/* --- an end for now --- */

static void rest(TabRolloutRun *self, const char *fault)
{
    self->state = TAB_ROLLOUT_RESTS;
    tab_engine_seat_quit(self->seat);
    g_clear_pointer(&self->batch, g_free);
    g_free(self->fault);
    self->fault = g_strdup(fault);
    emit_soon(self);
    if (self->rollout && is_blank(self->rollout))
        load(self); /* nothing has come of it: what there was before still holds */
    else if (self->unkept)
        keep(self);
}

/* --- the questions --- */

/* Before a game is begun with the engine, and before each batch. */
static void set_options(TabRolloutRun *self)
{
    TabClient *client = self->seat->client;
    guint turns = self->rollout ? self->rollout->turns->len : 0;
    tab_client_set_number(client, "MultiPV", MAX(self->settings.turns, turns));
    if (self->rollout)
        tab_client_set_number(client, "Seed", tab_position_rollout_next_seed(self->rollout));
}

static void on_new_game(TabRolloutRun *self)
{
    set_options(self);
    tab_engine_seat_set_sticks(self->seat,
                               tab_record_get_tag(self->session->document->record, "Sticks"));
}

static void look_for_turns(TabRolloutRun *self)
{
    TabLimits limits = TAB_LIMITS_INIT;
    limits.depth = LOOK_DEPTH;
    limits.movetime = LOOK_MS;
    self->state = TAB_ROLLOUT_LOOKS;
    tab_engine_seat_ask(self->seat, self->position, &limits, LOOK_MS);
}

/* The position after a turn; FALSE: the turn is not legal. */
static gboolean find_key(TabRolloutRun *self, const char *text, TabKey *key)
{
    g_autofree TabTurn *turn = g_new0(TabTurn, 1);
    TabPosition after;
    if (!tab_notation_parse_turn(get_rules(self), &self->situation, text, turn, &after, NULL))
        return FALSE;
    *key = tab_position_key(&after);
    return TRUE;
}

static void play_batch(TabRolloutRun *self)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    TabPositionRollout *rollout = self->rollout;
    GPtrArray *turns = g_ptr_array_new();
    g_free(self->batch);
    self->batch = g_new0(TabRolloutBatch, 1);
    self->state = TAB_ROLLOUT_PLAYS;
    self->batch->seeded = tab_client_find_option(self->seat->client, "Seed") != NULL;
    self->batch->games =
        self->batch->seeded ? TAB_ROLLOUT_BATCH_GAMES : (guint)MIN(self->goal, G_MAXINT32);
    limits.rollouts = self->batch->games;
    if (rollout->truncate)
        limits.truncate = rollout->truncate;
    for (guint i = 0; i < rollout->turns->len; i++) {
        const TabRolloutTurn *turn = tab_position_rollout_nth(rollout, i);
        if (!turn->turn || !find_key(self, turn->turn, &self->batch->turn[i].key))
            continue;
        if (!turn->resting && isnan(turn->known))
            g_ptr_array_add(turns, g_strdup(turn->turn));
    }
    if (turns->len) {
        g_ptr_array_add(turns, NULL);
        limits.searchturns = (GStrv)g_ptr_array_free(turns, FALSE);
    } else {
        g_ptr_array_free(turns, TRUE);
    }
    set_options(self);
    tab_engine_seat_ask(self->seat, self->position, &limits, BATCH_MS);
}

/* --- the answers --- */

static void add_turn(TabRolloutRun *self, const char *text)
{
    TabKey key, other;
    if (!find_key(self, text, &key))
        return;
    for (guint i = 0; i < self->rollout->turns->len; i++)
        if (find_key(self, tab_position_rollout_nth(self->rollout, i)->turn, &other) &&
            !memcmp(&key, &other, sizeof key))
            return; /* the same by other ways */
    tab_position_rollout_add_turn(self->rollout, text);
}

/* The turn that a line is about, by its place in the rollout; -1: none of them. */
static int find_turn(TabRolloutRun *self, const TabInfo *info)
{
    const TabPositionRollout *rollout = self->rollout;
    TabKey key;
    if (!tab_throws_complete(&self->situation.throws))
        return 0;
    if (!(info->fields & TAB_INFO_PV))
        return -1;
    g_autofree char *text = g_strndup(info->pv, strcspn(info->pv, " "));
    const TabRolloutTurn *same = tab_position_rollout_find(rollout, text);
    if (same)
        return (int)(same - tab_position_rollout_nth(rollout, 0));
    for (guint i = 0; find_key(self, text, &key) && i < rollout->turns->len; i++)
        if (!memcmp(&key, &self->batch->turn[i].key, sizeof key))
            return (int)i;
    return -1;
}

/* Only lines of level rollout are rollouts; what is known needs none. */
static void hear_games(TabRolloutRun *self, const TabInfo *info)
{
    const guint needed = TAB_INFO_WIN | TAB_INFO_LEVEL;
    gboolean known = info->level == TAB_INFO_EXACT || info->level == TAB_INFO_TABLE;
    gboolean rolled = info->level == TAB_INFO_ROLLOUT && (info->fields & TAB_INFO_SE);
    int i = (info->fields & needed) == needed && (known || rolled) ? find_turn(self, info) : -1;
    if (i < 0)
        return;
    TabRolloutTurn *turn = tab_position_rollout_nth(self->rollout, (guint)i);
    self->batch->turn[i].told = TRUE;
    self->batch->turn[i].known = known;
    self->batch->turn[i].win = info->win;
    self->batch->turn[i].se = known ? 0 : info->se;
    if (info->se < 1) { /* of one game it is not known */
        turn->first_win = info->win;
        turn->first_se = self->batch->turn[i].se;
    }
    emit_soon(self);
}

static void on_thought(TabRolloutRun *self, const TabInfo *info)
{
    if (self->state == TAB_ROLLOUT_PLAYS) {
        hear_games(self, info);
        return;
    }
    if (!(info->fields & TAB_INFO_PV) || self->rollout->turns->len >= self->settings.turns)
        return;
    g_autofree char *text = g_strndup(info->pv, strcspn(info->pv, " "));
    add_turn(self, text);
}

static void take_turns(TabRolloutRun *self, const char *best)
{
    const TabDocument *document = self->session->document;
    const TabRecordNode *node = tab_document_node(document);
    if (!self->rollout->turns->len)
        add_turn(self, best);
    if (document->review && node->turn) /* the one that was played is always compared */
        add_turn(self, node->turn);
    if (self->rollout->turns->len)
        play_batch(self);
    else
        rest(self, _("The engine has named no turn."));
}

static gboolean is_precise(TabRolloutRun *self)
{
    return tab_position_rollout_games(self->rollout) >= LEAST_GAMES &&
           tab_position_rollout_error(self->rollout) <= self->settings.error;
}

static gboolean has_goal(TabRolloutRun *self)
{
    return !tab_position_rollout_goes_on(self->rollout) ||
           tab_position_rollout_games(self->rollout) >= self->goal ||
           (!self->beyond && is_precise(self));
}

gboolean tab_rollout_run_is_enough(TabRolloutRun *self)
{
    return self->rollout &&
           (tab_position_rollout_games(self->rollout) >= self->settings.games || is_precise(self));
}

static void count_batch(TabRolloutRun *self)
{
    const TabRolloutBatch *batch = self->batch;
    gboolean told = FALSE;
    for (guint i = 0; i < self->rollout->turns->len; i++) {
        TabRolloutTurn *turn = tab_position_rollout_nth(self->rollout, i);
        if (!batch->turn[i].told)
            continue;
        told = TRUE;
        if (batch->turn[i].known)
            turn->known = batch->turn[i].win;
        if (!batch->seeded)
            turn->games = (TabMoments){0};
        if (!batch->turn[i].known)
            tab_rollout_turn_add(turn, batch->games, batch->turn[i].win, batch->turn[i].se);
    }
    if (!told) {
        g_autofree char *fault =
            /* Translators: an engine's name; it was to play out games from a position, and looked
             * ahead instead. */
            g_strdup_printf(_("%s does not roll out."), tab_engine_seat_get_name(self->seat));
        rest(self, fault);
        return;
    }
    if (!batch->seeded || !self->rollout->batches) { /* it may have told its name by now */
        g_free(self->rollout->engine);
        self->rollout->engine = g_strdup(tab_engine_seat_get_name(self->seat));
    }
    if (batch->seeded)
        self->rollout->batches++;
    tab_position_rollout_sort(self->rollout);
    self->unkept = TRUE;
    emit_soon(self);
    if (has_goal(self)) {
        rest(self, NULL);
        return;
    }
    play_batch(self);
    if (g_get_monotonic_time() - self->kept >= KEEP_US)
        keep(self);
}

static void on_answered(TabRolloutRun *self, const char *turn)
{
    if (self->state == TAB_ROLLOUT_LOOKS)
        take_turns(self, turn);
    else if (self->state == TAB_ROLLOUT_PLAYS)
        count_batch(self);
}

/* An engine that has begun its game knows what options it has. */
static void on_seat_changed(TabRolloutRun *self)
{
    if (self->state == TAB_ROLLOUT_RESTS)
        return;
    if (self->seat->state == TAB_SEAT_DOWN) {
        g_autofree char *fault = g_strdup(self->seat->fault);
        rest(self, fault);
    } else if (self->seat->state == TAB_SEAT_READY && !self->batch && self->rollout->turns->len &&
               self->state == TAB_ROLLOUT_PLAYS) {
        play_batch(self);
    }
    emit_soon(self);
}

/* --- the board --- */

static void on_followed_session_changed(TabRolloutRun *self)
{
    TabSituation situation;
    if (self->waiting)
        return;
    g_autofree char *position = tab_analysis_live_find_question(self->session, &situation);
    if (g_strcmp0(position, self->position) == 0)
        return;
    if (self->session && self->rollout)
        rest(self, NULL);
    self->unkept = FALSE;
    g_clear_pointer(&self->fault, g_free);
    g_free(self->position);
    self->position = g_steal_pointer(&position);
    if (self->position)
        self->situation = situation;
    load(self);
    emit_soon(self);
}

/* --- doors --- */

void tab_rollout_run_set_session(TabRolloutRun *self, TabGameSession *session)
{
    if (session == self->session)
        return;
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        rest(self, NULL);
    }
    g_clear_pointer(&self->position, g_free);
    load(self);
    g_set_object(&self->session, session);
    if (session) {
        g_autofree char *rules = tab_ruleset_to_string(&session->document->record->rules->set);
        g_signal_connect_swapped(session, "changed", G_CALLBACK(on_followed_session_changed), self);
        tab_engine_seat_new_game(self->seat, rules);
    }
    on_followed_session_changed(self);
    emit_soon(self);
}

void tab_rollout_run_set_waiting(TabRolloutRun *self, gboolean waiting)
{
    self->waiting = waiting;
    on_followed_session_changed(self);
}

void tab_rollout_run_set_engine(TabRolloutRun *self, const TabEngineConfig *engine)
{
    gboolean same =
        self->seat->config && engine &&
        g_str_equal(tab_engine_store_name_of(self->seat->config), tab_engine_store_name_of(engine));
    if (same && self->state != TAB_ROLLOUT_RESTS)
        return;
    if (self->state != TAB_ROLLOUT_RESTS)
        rest(self, NULL);
    tab_engine_seat_set_engine(self->seat, engine);
    emit_soon(self);
}

void tab_rollout_run_set_settings(TabRolloutRun *self, const TabRolloutSettings *settings)
{
    self->settings = *settings;
    self->settings.turns = CLAMP(settings->turns, 1, TAB_ROLLOUT_MOST_TURNS);
    emit_soon(self);
}

gboolean tab_rollout_run_would_go_on(TabRolloutRun *self)
{
    return self->rollout && self->rollout->truncate == self->settings.truncate &&
           g_str_equal(self->rollout->engine, tab_engine_seat_get_name(self->seat));
}

void tab_rollout_run_start(TabRolloutRun *self)
{
    if (!self->position || self->state != TAB_ROLLOUT_RESTS)
        return;
    if (!tab_rollout_run_would_go_on(self)) {
        g_clear_pointer(&self->rollout, tab_position_rollout_free);
        self->rollout =
            tab_position_rollout_new(self->position, tab_engine_seat_get_name(self->seat),
                                     self->seed++, self->settings.truncate);
        if (!tab_throws_complete(&self->situation.throws))
            tab_position_rollout_add_turn(self->rollout, NULL);
    }
    self->beyond = tab_rollout_run_is_enough(self);
    self->goal =
        self->settings.games + (self->beyond ? tab_position_rollout_games(self->rollout) : 0);
    g_clear_pointer(&self->fault, g_free);
    self->kept = g_get_monotonic_time();
    self->state = self->rollout->turns->len ? TAB_ROLLOUT_PLAYS : TAB_ROLLOUT_LOOKS;
    tab_engine_seat_start(self->seat);
    if (self->state == TAB_ROLLOUT_LOOKS)
        look_for_turns(self);
    emit_soon(self);
}

void tab_rollout_run_pause(TabRolloutRun *self)
{
    if (self->state != TAB_ROLLOUT_RESTS)
        rest(self, NULL);
}

void tab_rollout_run_discard(TabRolloutRun *self)
{
    self->unkept = FALSE;
    if (self->state != TAB_ROLLOUT_RESTS)
        rest(self, NULL);
    if (!self->position)
        return;
    g_clear_pointer(&self->rollout, tab_position_rollout_free);
    g_clear_pointer(&self->fault, g_free);
    emit_soon(self);
    tab_position_rollout_keep(self->session->document->record, self->position, NULL);
    tab_document_tags_changed(self->session->document);
}

void tab_rollout_run_set_resting(TabRolloutRun *self, guint turn, gboolean resting)
{
    if (!self->rollout || turn >= self->rollout->turns->len)
        return;
    TabRolloutTurn *at = tab_position_rollout_nth(self->rollout, turn);
    if (!at->resting == !resting)
        return;
    at->resting = resting;
    emit_soon(self);
    if (self->state == TAB_ROLLOUT_PLAYS && !tab_position_rollout_goes_on(self->rollout)) {
        self->unkept = TRUE;
        rest(self, NULL);
    } else if (!is_blank(self->rollout)) {
        keep(self);
    }
}

GArray *tab_rollout_run_list_plays(TabRolloutRun *self, guint turn)
{
    const char *text = self->rollout && turn < self->rollout->turns->len
                           ? tab_position_rollout_nth(self->rollout, turn)->turn
                           : NULL;
    g_autofree TabTurn *parsed = g_new0(TabTurn, 1);
    TabPosition after;
    if (!text ||
        !tab_notation_parse_turn(get_rules(self), &self->situation, text, parsed, &after, NULL))
        return NULL;
    GArray *plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    return g_array_append_vals(plays, parsed->plays, parsed->n_plays);
}

/* --- the object --- */

TabRolloutRun *tab_rollout_run_new(TabProtocolLog *log)
{
    TabRolloutRun *self = g_object_new(TAB_TYPE_ROLLOUT_RUN, NULL);
    if (log)
        tab_engine_seat_set_log(self->seat, log);
    return self;
}

static void tab_rollout_run_dispose(GObject *object)
{
    TabRolloutRun *self = TAB_ROLLOUT_RUN(object);
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
    g_signal_handlers_disconnect_by_data(self->seat, self);
    tab_engine_seat_quit(self->seat);
    g_clear_object(&self->session);
    g_clear_handle_id(&self->changed, g_source_remove);
    G_OBJECT_CLASS(tab_rollout_run_parent_class)->dispose(object);
}

static void tab_rollout_run_finalize(GObject *object)
{
    TabRolloutRun *self = TAB_ROLLOUT_RUN(object);
    g_object_unref(self->seat);
    tab_position_rollout_free(self->rollout);
    g_free(self->batch);
    g_free(self->position);
    g_free(self->fault);
    G_OBJECT_CLASS(tab_rollout_run_parent_class)->finalize(object);
}

static void tab_rollout_run_class_init(TabRolloutRunClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_rollout_run_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_rollout_run_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_ROLLOUT_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void tab_rollout_run_init(TabRolloutRun *self)
{
    self->settings = (TabRolloutSettings){.games = 1280, .error = 0.001, .turns = 5};
    self->seed = (guint64)g_random_int() << 32 | g_random_int();
    self->seat = tab_engine_seat_new(NULL, -1, NULL);
    g_signal_connect_swapped(self->seat, "changed", G_CALLBACK(on_seat_changed), self);
    g_signal_connect_swapped(self->seat, "new-game", G_CALLBACK(on_new_game), self);
    g_signal_connect_swapped(self->seat, "info", G_CALLBACK(on_thought), self);
    g_signal_connect_swapped(self->seat, "answered", G_CALLBACK(on_answered), self);
}
