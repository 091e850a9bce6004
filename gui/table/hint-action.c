// SPDX-License-Identifier: GPL-3.0-or-later
// The main window's action that asks an engine once what it would play, and shows it.
#include "gui/table/hint-action.h"

#include <glib/gi18n.h>

#include "gui/analysis/analysis-pane.h"
#include "gui/model/illegal-play.h"
#include "gui/model/wording.h"

#define THINK_MS 1000

/* What belongs to one main window. */
typedef struct {
    TabGameView *game; /* NULL once it is gone */
    GSettings *settings;
    TabEngineSeat *seat;     /* while it is asked */
    TabGameSession *session; /* what was asked about, or is shown; NULL: nothing is */
    TabSituation situation;
    gboolean shown;
} Hint;

/* In the status line. */
static void say_hint(Hint *self, const char *text)
{
    tab_turn_controls_say(tab_game_view_get_controls(self->game), text);
}

static void drop_seat(Hint *self)
{
    if (!self->seat)
        return;
    g_signal_handlers_disconnect_by_data(self->seat, self);
    tab_engine_seat_quit(self->seat);
    g_clear_object(&self->seat);
}

static void forget(Hint *self)
{
    drop_seat(self);
    if (self->shown)
        tab_board_view_set_suggestion(tab_game_view_get_board(self->game), NULL, NULL);
    self->shown = FALSE;
    g_clear_object(&self->session);
}

static void free_hint(gpointer data)
{
    Hint *self = data;
    drop_seat(self);
    g_clear_object(&self->session);
    if (self->game)
        g_signal_handlers_disconnect_by_data(self->game, self);
    g_clear_weak_pointer(&self->game);
    g_object_unref(self->settings);
    g_free(self);
}

/* Whether the throws and the board before the turn are those that were asked about. */
static gboolean is_same(Hint *self)
{
    TabGameSession *session = tab_game_view_get_session(self->game);
    if (session != self->session || tab_document_phase(session->document) != TAB_PHASE_MOVE)
        return FALSE;
    const TabSituation *now = &tab_document_game(session->document)->turn.situation;
    return tab_position_same(&now->position, &self->situation.position) &&
           now->position.number == self->situation.position.number &&
           now->throws.n == self->situation.throws.n &&
           memcmp(now->throws.kind, self->situation.throws.kind, now->throws.n) == 0;
}

static void on_hinted_game_changed(Hint *self)
{
    if (self->session && !is_same(self))
        forget(self);
}

/* Draws the turn and tells it. */
static void show(Hint *self, const TabTurn *turn)
{
    g_autoptr(GArray) plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    g_autoptr(TabGame) live =
        tab_game_new_from(self->session->document->record->rules, &self->situation, TAB_MAX_NUMBER);
    for (unsigned i = 0; i < turn->n_plays; i++)
        tab_game_play(live, &turn->plays[i]);
    g_array_append_vals(plays, turn->plays, turn->n_plays);
    g_autofree char *words = tab_wording_turn(live);
    /* Translators: what an engine would play: "1: a9 to b9; 4: b9 to b5". */
    g_autofree char *text =
        turn->n_plays ? g_strdup_printf(_("Hint: %s."), words) : g_strdup(_("Hint: move nothing."));
    self->shown = TRUE;
    tab_board_view_set_suggestion(tab_game_view_get_board(self->game), &self->situation.position,
                                  plays);
    say_hint(self, text);
}

static void say_no_hint(Hint *self, const char *fault)
{
    /* Translators: why there is no hint; what went wrong with the engine. */
    g_autofree char *text = g_strdup_printf(_("There is no hint: %s."), fault);
    say_hint(self, text);
    forget(self);
}

static void on_answered(TabEngineSeat *seat, const char *text, gpointer data)
{
    Hint *self = data;
    g_autoptr(GError) error = NULL;
    g_autofree TabTurn *turn = g_new0(TabTurn, 1);
    TabPosition after;
    if (tab_notation_parse_turn(self->session->document->record->rules, &self->situation, text,
                                turn, &after, &error))
        show(self, turn);
    else
        say_no_hint(self, error->message);
    drop_seat(self);
}

static void on_seat_changed(TabEngineSeat *seat, gpointer data)
{
    if (seat->state == TAB_SEAT_DOWN)
        say_no_hint(data, seat->fault);
}

static void ask(Hint *self, TabGameSession *session)
{
    g_autoptr(TabEngineConfig) engine = tab_analysis_pane_choose_engine(self->settings);
    const TabRules *rules = session->document->record->rules;
    TabLimits limits = TAB_LIMITS_INIT;
    limits.movetime = THINK_MS;
    self->session = g_object_ref(session);
    self->situation = tab_document_game(session->document)->turn.situation;
    g_autofree char *position = tab_notation_situation_to_string(rules, &self->situation);
    self->seat = tab_engine_seat_new(engine, -1, session->setup->rules);
    tab_engine_seat_set_sticks(self->seat, tab_record_get_tag(session->document->record, "Sticks"));
    g_signal_connect(self->seat, "answered", G_CALLBACK(on_answered), self);
    g_signal_connect(self->seat, "changed", G_CALLBACK(on_seat_changed), self);
    say_hint(self, _("An engine looks for a hint…"));
    tab_engine_seat_start(self->seat);
    if (self->seat)
        tab_engine_seat_ask(self->seat, position, &limits, THINK_MS);
}

static void on_hint(GSimpleAction *action, GVariant *parameter, gpointer data)
{
    Hint *self = data;
    TabGameSession *session = tab_game_view_get_session(self->game);
    g_autofree char *waiting = session ? tab_illegal_waiting(session) : NULL;
    if (!session || self->seat)
        return;
    if (waiting)
        say_hint(self, waiting);
    else if (tab_document_phase(session->document) != TAB_PHASE_MOVE)
        say_hint(self, _("Throw first."));
    else {
        forget(self);
        ask(self, session);
    }
}

void tab_hint_action_add(GtkApplicationWindow *window, TabGameView *game)
{
    static const GActionEntry entries[] = {{.name = "hint", .activate = on_hint}};
    Hint *self = g_new0(Hint, 1);
    g_set_weak_pointer(&self->game, game);
    self->settings = g_settings_new("org.tabgame.Tab");
    g_action_map_add_action_entries(G_ACTION_MAP(window), entries, G_N_ELEMENTS(entries), self);
    g_signal_connect_swapped(game, "changed", G_CALLBACK(on_hinted_game_changed), self);
    g_object_set_data_full(G_OBJECT(window), "tab-hint", self, free_hint);
}
