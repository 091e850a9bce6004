// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that thinks along with a game: one question at a time, dropped as soon as the board is
// another one.
#include "gui/model/analysis-live.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gui/model/analysis-job.h"
#include "gui/model/protocol-log.h"
#include "protocol/rules/notation.h"

#define CHANGED_MS 100          /* between two signals */
#define DEADLINE_MARGIN_MS 5000 /* beyond its time it is told to stop, and then called silent */

G_DEFINE_FINAL_TYPE(TabAnalysisLive, tab_analysis_live, G_TYPE_OBJECT)

static guint changed_signal;

static void think(TabAnalysisLive *self);

static gboolean on_changed_due(gpointer data)
{
    TabAnalysisLive *self = data;
    self->changed = 0;
    g_signal_emit(self, changed_signal, 0);
    return G_SOURCE_REMOVE;
}

static void emit_soon(TabAnalysisLive *self)
{
    if (!self->changed)
        self->changed = g_timeout_add(CHANGED_MS, on_changed_due, self);
}

static void clear_line(TabAnalysisLine *line)
{
    g_clear_pointer(&line->turn, g_free);
    g_clear_pointer(&line->plays, g_array_unref);
}

static void clear_lines(TabAnalysisLive *self)
{
    for (guint i = 0; i < TAB_ANALYSIS_LINES; i++)
        clear_line(&self->line[i]);
    self->n = 0;
    self->nps = 0;
}

/* --- what the engine says ----------------------------------------------------------------------
 */

static double white_of(const TabAnalysisLive *self, double win)
{
    return self->situation.position.side == TAB_WHITE ? win : 1 - win;
}

static void remember(TabAnalysisLive *self)
{
    double *white = g_new(double, 1);
    *white = white_of(self, self->line[0].win);
    g_hash_table_replace(self->known, g_strdup(self->asked), white);
}

/* The first turn of a line, checked; NULL if it is none of this hand. */
static GArray *read_plays(TabAnalysisLive *self, const char *turn)
{
    TabPosition after;
    const TabRules *rules = self->session->document->record->rules;
    if (!tab_notation_parse_turn(rules, &self->situation, turn, &self->room, &after, NULL))
        return NULL;
    GArray *plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    g_array_append_vals(plays, self->room.plays, self->room.n_plays);
    return plays;
}

static void take_line(TabAnalysisLive *self, guint place, const TabInfo *info)
{
    TabAnalysisLine *line = &self->line[place];
    g_autofree char *turn =
        info->fields & TAB_INFO_PV ? g_strndup(info->pv, strcspn(info->pv, " ")) : NULL;
    gboolean complete = tab_throws_complete(&self->situation.throws);
    g_autoptr(GArray) plays = complete && turn ? read_plays(self, turn) : NULL;
    if (complete && !plays)
        return; /* neither a turn nor a value of one */
    clear_line(line);
    line->win = info->win;
    line->depth = info->fields & TAB_INFO_DEPTH ? info->depth : 0;
    line->level = info->fields & TAB_INFO_LEVEL ? (int)info->level : -1;
    line->turn = complete ? g_steal_pointer(&turn) : NULL;
    line->plays = g_steal_pointer(&plays);
    line->before = self->situation.position;
    self->n = MAX(self->n, place + 1);
}

static void on_info(TabAnalysisLive *self, const TabInfo *info)
{
    gint64 rank = info->fields & TAB_INFO_MULTIPV ? info->multipv : 1;
    if (self->stale || !self->asked || !self->session)
        return;
    if (info->fields & TAB_INFO_NPS)
        self->nps = info->nps;
    if ((info->fields & TAB_INFO_WIN) && rank >= 1 &&
        rank <= (gint64)MIN(self->n + 1, self->n_lines))
        take_line(self, (guint)rank - 1, info);
    if (self->n)
        remember(self);
    emit_soon(self);
}

/* --- the engine --------------------------------------------------------------------------------
 */

static void drop_client(TabAnalysisLive *self)
{
    g_clear_object(&self->cancellable);
    if (self->client) {
        g_signal_handlers_disconnect_by_data(self->client, self);
        tab_client_quit(self->client);
    }
    g_clear_object(&self->client);
    g_clear_pointer(&self->rules, g_free);
    self->stale = FALSE;
}

/* NULL: it has ended. */
static void note_fault(TabAnalysisLive *self, const GError *error)
{
    const char *fault = tab_engine_fault_text(error);
    g_free(self->fault);
    self->fault = g_strdup(fault);
    tab_protocol_log_add(self->log, TAB_PROTOCOL_LOG_EVENT, error ? error->message : fault);
    drop_client(self);
    self->state = TAB_SEAT_DOWN;
    emit_soon(self);
}

/* Ends the call of `source` in state ready; false if it no longer concerns us, or has failed. That
 * a question was dropped is no failure. */
static gboolean take_answer(TabAnalysisLive *self, GObject *source, const GError *error)
{
    if ((GObject *)self->client != source)
        return FALSE;
    g_clear_object(&self->cancellable);
    self->stale = FALSE;
    if (error && !g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        note_fault(self, error);
        return FALSE;
    }
    self->state = TAB_SEAT_READY;
    emit_soon(self);
    return TRUE;
}

static void on_answer(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabAnalysisLive) self = data;
    g_autoptr(GError) error = NULL;
    gboolean dropped = self->stale;
    g_free(tab_client_go_finish(TAB_CLIENT(source), result, NULL, &error)); /* the infos say more */
    if (take_answer(self, source, error) && dropped)
        think(self);
}

static void on_new_game(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabAnalysisLive) self = data;
    g_autoptr(GError) error = NULL;
    tab_client_new_game_finish(TAB_CLIENT(source), result, &error);
    if (take_answer(self, source, error))
        think(self);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabAnalysisLive) self = data;
    g_autoptr(GError) error = NULL;
    tab_client_start_finish(TAB_CLIENT(source), result, &error);
    if (!take_answer(self, source, error))
        return;
    const TabOption *multipv = tab_client_find_option(self->client, "MultiPV");
    g_autofree char *n = g_strdup_printf("%u", self->n_lines);
    if (multipv && tab_option_check_value(multipv, n, NULL))
        tab_client_set_option(self->client, multipv->name, n);
    think(self);
}

/* A process may die while it rests. */
static void on_client_state(TabAnalysisLive *self)
{
    if (self->state != TAB_SEAT_READY || tab_client_get_state(self->client) != TAB_CLIENT_CRASHED)
        return;
    const GError *error = tab_client_get_error(self->client);
    note_fault(self, error);
}

static void start(TabAnalysisLive *self)
{
    drop_client(self);
    clear_lines(self);
    g_clear_pointer(&self->fault, g_free);
    if (!self->active || !self->engine) {
        self->state = TAB_SEAT_DOWN;
        emit_soon(self);
        return;
    }
    self->state = TAB_SEAT_STARTING;
    self->client = tab_client_new(self->engine);
    g_signal_connect_swapped(self->client, "info", G_CALLBACK(on_info), self);
    g_signal_connect_swapped(self->client, "state-changed", G_CALLBACK(on_client_state), self);
    tab_protocol_log_watch(self->log, self->client);
    tab_client_start_async(self->client, NULL, on_started, g_object_ref(self));
    emit_soon(self);
}

/* --- the question ------------------------------------------------------------------------------
 */

/* Whether there is a turn to think about. */
static gboolean has_question(TabAnalysisLive *self)
{
    TabPhase phase = self->session ? tab_document_phase(self->session->document) : TAB_PHASE_OVER;
    if (phase == TAB_PHASE_OPENING || phase == TAB_PHASE_OVER || self->session->paused)
        return FALSE;
    const TabGame *game = tab_document_game(self->session->document);
    return !tab_position_finished(&game->turn.situation.position);
}

static void tell_rules(TabAnalysisLive *self, const char *rules)
{
    const TabRecord *record = self->session->document->record;
    g_free(self->rules);
    self->rules = g_strdup(rules);
    self->state = TAB_SEAT_STARTING;
    tab_analysis_tell_sticks(self->client, tab_record_get_tag(record, "Sticks"));
    tab_client_new_game_async(self->client, rules, NULL, on_new_game, g_object_ref(self));
}

static void ask(TabAnalysisLive *self)
{
    TabLimits limits = TAB_LIMITS_INIT;
    limits.movetime = TAB_ANALYSIS_TIME_MS;
    self->cancellable = g_cancellable_new();
    self->state = TAB_SEAT_THINKING;
    tab_client_go_async(self->client, self->asked, NULL, &limits,
                        TAB_ANALYSIS_TIME_MS + DEADLINE_MARGIN_MS, self->cancellable, on_answer,
                        g_object_ref(self));
}

/* Has the engine, which is ready, think about the board. */
static void think(TabAnalysisLive *self)
{
    if (!self->client || self->state != TAB_SEAT_READY || !self->asked)
        return;
    g_autofree char *rules = tab_ruleset_to_string(&self->session->document->record->rules->set);
    if (g_strcmp0(rules, self->rules) != 0)
        tell_rules(self, rules);
    else
        ask(self);
    emit_soon(self);
}

/* Drops the question that the engine works on; the next one is asked when it has answered. */
static void drop_question(TabAnalysisLive *self)
{
    clear_lines(self);
    g_clear_pointer(&self->asked, g_free);
    if (self->state != TAB_SEAT_THINKING || self->stale)
        return;
    self->stale = TRUE;
    g_cancellable_cancel(self->cancellable);
}

static void on_session_changed(TabAnalysisLive *self)
{
    g_autofree char *position = NULL;
    if (has_question(self)) {
        const TabSituation *now = &tab_document_game(self->session->document)->turn.situation;
        position = tab_notation_situation_to_string(self->session->document->record->rules, now);
        if (g_strcmp0(position, self->asked) == 0)
            return;
        drop_question(self);
        self->situation = *now;
        self->asked = g_steal_pointer(&position);
        think(self);
    } else if (self->asked) {
        drop_question(self);
    }
    emit_soon(self);
}

/* --- doors -------------------------------------------------------------------------------------
 */

void tab_analysis_live_set_session(TabAnalysisLive *self, TabGameSession *session)
{
    if (session == self->session)
        return;
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
    drop_question(self);
    g_hash_table_remove_all(self->known);
    g_set_object(&self->session, session);
    if (session)
        g_signal_connect_swapped(session, "changed", G_CALLBACK(on_session_changed), self);
    on_session_changed(self);
}

void tab_analysis_live_set_engine(TabAnalysisLive *self, const TabEngineConfig *engine)
{
    g_clear_pointer(&self->engine, tab_engine_config_free);
    self->engine = engine ? tab_engine_config_copy(engine) : NULL;
    start(self);
}

void tab_analysis_live_set_active(TabAnalysisLive *self, gboolean active)
{
    if (active == self->active)
        return;
    self->active = active;
    start(self);
}

void tab_analysis_live_set_n_lines(TabAnalysisLive *self, guint n)
{
    if (n == self->n_lines)
        return;
    self->n_lines = CLAMP(n, 1, TAB_ANALYSIS_LINES);
    start(self);
}

void tab_analysis_live_restart(TabAnalysisLive *self)
{
    if (self->state == TAB_SEAT_READY)
        think(self);
    else if (self->state == TAB_SEAT_DOWN)
        start(self);
}

const char *tab_analysis_live_get_name(TabAnalysisLive *self)
{
    return self->client ? tab_client_get_name(self->client) : NULL;
}

gboolean tab_analysis_live_get_white(TabAnalysisLive *self, double *white)
{
    if (self->session && tab_document_phase(self->session->document) == TAB_PHASE_OVER) {
        int winner = tab_document_game(self->session->document)->winner;
        *white = winner < 0 ? 0.5 : winner == TAB_WHITE;
        return TRUE;
    }
    if (!self->n)
        return FALSE;
    *white = white_of(self, self->line[0].win);
    return TRUE;
}

gboolean tab_analysis_live_remembers(TabAnalysisLive *self, const TabSituation *start,
                                     double *white)
{
    if (!self->session)
        return FALSE;
    g_autofree char *position =
        tab_notation_situation_to_string(self->session->document->record->rules, start);
    const double *known = g_hash_table_lookup(self->known, position);
    if (known)
        *white = *known;
    return known != NULL;
}

TabAnalysisLive *tab_analysis_live_new(void)
{
    return g_object_new(TAB_TYPE_ANALYSIS_LIVE, NULL);
}

static void tab_analysis_live_dispose(GObject *object)
{
    TabAnalysisLive *self = TAB_ANALYSIS_LIVE(object);
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
    drop_client(self);
    g_clear_object(&self->session);
    g_clear_handle_id(&self->changed, g_source_remove);
    G_OBJECT_CLASS(tab_analysis_live_parent_class)->dispose(object);
}

static void tab_analysis_live_finalize(GObject *object)
{
    TabAnalysisLive *self = TAB_ANALYSIS_LIVE(object);
    clear_lines(self);
    g_clear_pointer(&self->engine, tab_engine_config_free);
    g_hash_table_unref(self->known);
    g_object_unref(self->log);
    g_free(self->fault);
    g_free(self->asked);
    G_OBJECT_CLASS(tab_analysis_live_parent_class)->finalize(object);
}

static void tab_analysis_live_class_init(TabAnalysisLiveClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_analysis_live_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_analysis_live_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_ANALYSIS_LIVE, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_analysis_live_init(TabAnalysisLive *self)
{
    self->n_lines = 3;
    self->state = TAB_SEAT_DOWN;
    self->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->log = tab_protocol_log_new();
}
