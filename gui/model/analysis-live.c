// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that thinks along with a game: one question at a time, dropped as soon as the board is
// another one.
#include "gui/model/analysis-live.h"

#include <math.h>
#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/rules/notation.h"

#define CHANGED_MS 100 /* between two signals */
#define SAID_MAX 200   /* characters of a line in words … */
#define SAID_LINES 3   /* … and so many lines one after the other */

G_DEFINE_FINAL_TYPE(TabAnalysisLive, tab_analysis_live, G_TYPE_OBJECT)

static guint changed_signal;

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

/* --- what the engine says --- */

static double white_of(const TabAnalysisLive *self, double win)
{
    return self->situation.position.side == TAB_WHITE ? win : 1 - win;
}

/* Takes a turn of this hand, or, without a complete hand (`turn` NULL), a value, into its place. */
static void take_line(TabAnalysisLive *self, guint place, const char *text, double win,
                      const TabInfo *info)
{
    TabAnalysisLine *line = &self->line[place];
    g_autoptr(GArray) plays = NULL;
    if (text) {
        const TabRules *rules = self->session->document->record->rules;
        g_autofree TabTurn *turn = g_new0(TabTurn, 1);
        TabPosition after;
        if (!tab_notation_parse_turn(rules, &self->situation, text, turn, &after, NULL))
            return;
        plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
        g_array_append_vals(plays, turn->plays, turn->n_plays);
    }
    clear_line(line);
    line->win = win;
    line->depth = info && info->fields & TAB_INFO_DEPTH ? info->depth : 0;
    line->level = info && info->fields & TAB_INFO_LEVEL ? (int)info->level : -1;
    line->turn = g_strdup(text);
    line->plays = g_steal_pointer(&plays);
    line->before = self->situation.position;
    self->n = MAX(self->n, place + 1);
}

/* Engines need not tell a chance to win; a line that has one stays before one that has none. */
static void take_thought(TabAnalysisLive *self, guint place, const TabInfo *info)
{
    double win = info->fields & TAB_INFO_WIN ? info->win : NAN;
    if (!tab_throws_complete(&self->situation.throws)) {
        if (!isnan(win))
            take_line(self, place, NULL, win, info);
    } else if ((info->fields & TAB_INFO_PV) &&
               (!isnan(win) || place == self->n || isnan(self->line[place].win))) {
        g_autofree char *turn = g_strndup(info->pv, strcspn(info->pv, " "));
        take_line(self, place, turn, win, info);
    }
}

/* Words that follow each other belong together. */
static void take_words(TabAnalysisLive *self, const char *words)
{
    if (self->n_said == SAID_LINES)
        return;
    g_autofree char *line = tab_message_printable(words, -1, SAID_MAX);
    g_autofree char *before = g_steal_pointer(&self->said);
    self->said = self->n_said++ ? g_strjoin("\n", before, line, NULL) : g_steal_pointer(&line);
}

static void on_thought(TabAnalysisLive *self, const TabInfo *info)
{
    if (info->fields & TAB_INFO_STRING)
        take_words(self, info->string);
    else
        self->n_said = 0;
    gint64 rank = info->fields & TAB_INFO_MULTIPV ? info->multipv : 1;
    if (info->fields & TAB_INFO_NPS)
        self->nps = info->nps;
    if (rank >= 1 && rank <= (gint64)MIN(self->n + 1, self->n_lines))
        take_thought(self, (guint)rank - 1, info);
    if (self->n && !isnan(self->line[0].win)) {
        double white = white_of(self, self->line[0].win);
        g_hash_table_replace(self->known, g_strdup(self->asked), g_memdup2(&white, sizeof white));
    }
    emit_soon(self);
}

/* The turn of an engine that said nothing on the way. */
static void on_answered(TabAnalysisLive *self, const char *turn)
{
    if (!self->n && tab_throws_complete(&self->situation.throws))
        take_line(self, 0, turn, NAN, NULL);
    emit_soon(self);
}

/* --- the question --- */

/* Before a game is begun with the engine: whichever that is. */
static void set_options(TabAnalysisLive *self)
{
    tab_client_set_number(self->seat->client, "MultiPV", self->n_lines);
    if (self->session)
        tab_engine_seat_set_sticks(self->seat,
                                   tab_record_get_tag(self->session->document->record, "Sticks"));
}

static void ask_about_board(TabAnalysisLive *self)
{
    TabLimits limits = TAB_LIMITS_INIT;
    limits.movetime = TAB_ANALYSIS_TIME_MS;
    if (self->asked)
        tab_engine_seat_ask(self->seat, self->asked, &limits, TAB_ANALYSIS_TIME_MS);
}

static void start_or_end(TabAnalysisLive *self)
{
    clear_lines(self);
    g_clear_pointer(&self->said, g_free);
    self->n_said = 0;
    tab_engine_seat_quit(self->seat);
    if (self->active && self->seat->config) {
        tab_engine_seat_start(self->seat);
        ask_about_board(self);
    }
    emit_soon(self);
}

char *tab_analysis_live_find_question(TabGameSession *session, TabSituation *situation)
{
    TabPhase phase = session ? tab_document_phase(session->document) : TAB_PHASE_OVER;
    if (phase == TAB_PHASE_OPENING || phase == TAB_PHASE_OVER || session->paused)
        return NULL;
    const TabGame *game = tab_document_game(session->document);
    if (tab_position_finished(game->rules, &game->turn.situation.position))
        return NULL;
    *situation = game->turn.situation;
    return tab_notation_situation_to_string(game->rules, situation);
}

static void on_followed_session_changed(TabAnalysisLive *self)
{
    if (self->waiting)
        return;
    g_autofree char *position = tab_analysis_live_find_question(self->session, &self->situation);
    if (g_strcmp0(position, self->asked) == 0)
        return;
    clear_lines(self);
    g_free(self->asked);
    self->asked = g_steal_pointer(&position);
    tab_engine_seat_forget(self->seat);
    ask_about_board(self);
    emit_soon(self);
}

/* --- doors --- */

void tab_analysis_live_set_session(TabAnalysisLive *self, TabGameSession *session)
{
    if (session == self->session)
        return;
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
    g_hash_table_remove_all(self->known);
    g_clear_pointer(&self->asked, g_free);
    clear_lines(self);
    emit_soon(self);
    g_set_object(&self->session, session);
    if (session) {
        g_autofree char *rules = tab_ruleset_to_string(&session->document->record->rules->set);
        g_signal_connect_swapped(session, "changed", G_CALLBACK(on_followed_session_changed), self);
        tab_engine_seat_new_game(self->seat, rules);
    }
    on_followed_session_changed(self);
}

void tab_analysis_live_set_waiting(TabAnalysisLive *self, gboolean waiting)
{
    self->waiting = waiting;
    on_followed_session_changed(self);
}

void tab_analysis_live_set_engine(TabAnalysisLive *self, const TabEngineConfig *engine)
{
    tab_engine_seat_set_engine(self->seat, engine);
    start_or_end(self);
}

void tab_analysis_live_set_active(TabAnalysisLive *self, gboolean active)
{
    if (active == self->active)
        return;
    self->active = active;
    start_or_end(self);
}

void tab_analysis_live_set_n_lines(TabAnalysisLive *self, guint n)
{
    if (n == self->n_lines)
        return;
    self->n_lines = CLAMP(n, 1, TAB_ANALYSIS_LINES);
    start_or_end(self);
}

void tab_analysis_live_restart(TabAnalysisLive *self)
{
    if (self->seat->state == TAB_SEAT_READY)
        ask_about_board(self);
    else if (self->seat->state == TAB_SEAT_DOWN)
        start_or_end(self);
}

gboolean tab_analysis_live_get_white(TabAnalysisLive *self, double *white)
{
    if (self->session && tab_document_phase(self->session->document) == TAB_PHASE_OVER) {
        int winner = tab_document_game(self->session->document)->winner;
        *white = winner < 0 ? 0.5 : winner == TAB_WHITE;
        return TRUE;
    }
    if (!self->n || isnan(self->line[0].win))
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
    g_signal_handlers_disconnect_by_data(self->seat, self);
    tab_engine_seat_quit(self->seat);
    g_clear_object(&self->session);
    g_clear_handle_id(&self->changed, g_source_remove);
    G_OBJECT_CLASS(tab_analysis_live_parent_class)->dispose(object);
}

static void tab_analysis_live_finalize(GObject *object)
{
    TabAnalysisLive *self = TAB_ANALYSIS_LIVE(object);
    clear_lines(self);
    g_object_unref(self->seat);
    g_hash_table_unref(self->known);
    g_free(self->asked);
    g_free(self->said);
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
    self->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->seat = tab_engine_seat_new(NULL, -1, NULL);
    g_signal_connect_swapped(self->seat, "changed", G_CALLBACK(emit_soon), self);
    g_signal_connect_swapped(self->seat, "new-game", G_CALLBACK(set_options), self);
    g_signal_connect_swapped(self->seat, "info", G_CALLBACK(on_thought), self);
    g_signal_connect_swapped(self->seat, "answered", G_CALLBACK(on_answered), self);
}
