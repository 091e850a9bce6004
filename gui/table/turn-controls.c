// SPDX-License-Identifier: GPL-3.0-or-later
// What a person plays a turn with, below the board: sticks, throws, the button that comes next, and
// the line that says how the game stands.
#include "gui/table/turn-controls.h"

#include <glib/gi18n.h>

#include "gui/model/game-tree.h"
#include "gui/model/illegal-play.h"
#include "gui/model/number-text.h"
#include "gui/model/rules-text.h"
#include "gui/model/wording.h"
#include "gui/table/sticks-view.h"
#include "gui/table/throw-entry.h"
#include "gui/table/throws-row.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"

/* What a person can do, also as an action of the window around. */
typedef enum { THROW, END_TURN, UNDO, REDO, N_MOVES } Move;
static void on_move(GSimpleAction *action, GVariant *parameter, gpointer user_data);
static const GActionEntry moves[N_MOVES] = {[THROW] = {.name = "throw", .activate = on_move},
                                            [END_TURN] = {.name = "end-turn", .activate = on_move},
                                            [UNDO] = {.name = "undo", .activate = on_move},
                                            [REDO] = {.name = "redo", .activate = on_move}};

struct _TabTurnControls {
    GtkGrid parent;
    TabSticksView *sticks;
    TabThrowsRow *throws;
    TabThrowEntry *entry;
    GtkWidget *throwing, *tray, *steps, *caption, *status, *step, *throw_button, *end_button,
        *anew_button, *review_button, *reason;
    TabBoardView *board;     /* borrowed */
    GActionMap *actions;     /* borrowed, of the window around */
    TabGameSession *session; /* NULL: none */
    char *notice;            /* said in place of the status until something happens, "" for none */
    const TabRecordNode *noticed; /* the turn that was shown then */
    guint n_thrown;               /* in this game: decides how the sticks lie */
    int held;                     /* the Move that would end the turn, held back; -1: none is */
    gboolean insists;             /* it is not held back again */
    gboolean opens;               /* the game was in its opening when the sticks last lay still */
    TabControlsShape shape;
};

G_DEFINE_FINAL_TYPE(TabTurnControls, tab_turn_controls, GTK_TYPE_GRID)

enum { SETTLED, TURN_ENDING, N_SIGNALS };
static guint signals[N_SIGNALS];

gboolean tab_turn_controls_are_falling(TabTurnControls *self)
{
    return tab_sticks_view_is_busy(self->sticks);
}

gboolean tab_turn_controls_are_busy(TabTurnControls *self)
{
    return tab_sticks_view_is_busy(self->sticks) || tab_board_view_is_busy(self->board);
}

static const TabCast *get_cast(TabTurnControls *self)
{
    return &self->session->document->record->rules->cast;
}

/* --- what a person may do --- */

/* Whether throwing is the way on from a turn whose throw is used up (`throws=at-once`). */
static gboolean throws_on(TabTurnControls *self)
{
    const TabGame *game = tab_document_game(self->session->document);
    return tab_game_session_can_end_turn(self->session) && tab_game_throws_again(game) &&
           !tab_game_can_play(game);
}

/* Whether a person is to type what real sticks show. */
static gboolean may_enter(TabTurnControls *self)
{
    TabSide side = tab_game_side(tab_document_game(self->session->document));
    return !tab_turn_controls_are_busy(self) &&
           (tab_game_session_can_enter_throw(self->session) ||
            (throws_on(self) && self->session->setup->real[side]));
}

static gboolean can_make(TabTurnControls *self, Move move)
{
    switch (move) {
    case THROW:
        return !may_enter(self) && (tab_game_session_can_throw(self->session) || throws_on(self) ||
                                    tab_game_session_can_cast_anew(self->session));
    case END_TURN:
        return tab_game_session_can_end_turn(self->session);
    case UNDO:
        return tab_game_session_can_undo(self->session);
    default:
        return tab_document_can_redo(self->session->document);
    }
}

/* --- what is said in the status line --- */

/* Shown with the next refresh. */
static void set_notice(TabTurnControls *self, const char *text)
{
    g_free(self->notice);
    self->notice = g_strdup(text);
    self->noticed = self->session ? tab_document_node(self->session->document) : NULL;
}

static void refresh_status(TabTurnControls *self)
{
    g_autofree char *text = NULL;
    if (tab_sticks_view_is_busy(self->sticks))
        text = g_strdup(_("Falling…"));
    else if (*self->notice)
        text = g_strdup(self->notice);
    else
        text = tab_wording_status(self->session);
    tab_label_text_set(self->status, text);
}

void tab_turn_controls_say(TabTurnControls *self, const char *text)
{
    set_notice(self, text);
    refresh_status(self);
}

/* --- what a person does --- */

/* Makes a move, or says why not. Nothing needs a word while sticks or stones are still moving. */
static void make_move(TabTurnControls *self, Move move)
{
    static char *(*const explain[N_MOVES])(TabGameSession *) = {[THROW] = tab_illegal_throw,
                                                                [END_TURN] = tab_illegal_end_turn,
                                                                [UNDO] = tab_illegal_undo,
                                                                [REDO] = tab_illegal_redo};
    if (!self->session || tab_turn_controls_are_busy(self))
        return;
    if (!can_make(self, move)) {
        g_autofree char *why = explain[move](self->session);
        if (why)
            tab_turn_controls_say(self, why);
        return;
    }
    gboolean on = move == THROW && throws_on(self), held = FALSE;
    if (move == END_TURN || on) { /* somebody may want to look at the turn before */
        if (!self->insists)
            g_signal_emit(self, signals[TURN_ENDING], 0, &held);
        self->held = held ? (int)move : -1;
    }
    if (held)
        return;
    if (move != THROW)
        set_notice(self, "");
    if (move == END_TURN || on)
        tab_game_session_end_turn(self->session);
    if (move == THROW)
        tab_game_session_throw(self->session);
    else if (move == UNDO)
        tab_game_session_undo(self->session);
    else if (move == REDO)
        tab_game_session_redo(self->session);
}

void tab_turn_controls_go_on(TabTurnControls *self)
{
    if (self->held < 0)
        return;
    self->insists = TRUE;
    make_move(self, (Move)self->held);
    self->insists = FALSE;
}

static void on_sticks_clicked(TabTurnControls *self)
{
    make_move(self, THROW);
}

void tab_turn_controls_undo(TabTurnControls *self)
{
    make_move(self, UNDO);
}

/* What real sticks show; it ends a turn after which the same side throws again. */
static void enter_throw(TabTurnControls *self, int kind)
{
    if (!may_enter(self))
        return;
    if (throws_on(self)) {
        make_move(self, END_TURN);
        if (!tab_game_session_can_enter_throw(self->session))
            return; /* somebody wants to look at the turn first */
    }
    set_notice(self, "");
    if (!tab_game_session_enter_throw(self->session, kind)) {
        g_autofree char *why = tab_illegal_kind(self->session, kind);
        tab_turn_controls_say(self, why);
    }
}

static unsigned playable_throws(TabTurnControls *self)
{
    if (tab_game_session_get_awaits(self->session) != TAB_AWAITS_PERSON)
        return 0;
    g_autoptr(GArray) plays =
        tab_game_list_plays(tab_document_game(self->session->document), TAB_NO_CELL, -1);
    unsigned bits = 0;
    for (guint i = 0; i < plays->len; i++)
        bits |= 1u << g_array_index(plays, TabPlay, i).kind;
    return bits;
}

/* The kind of so many steps: one that has a play now where there are several, of which one may be
 * half of a throw; -1: there is none. */
static int find_kind(TabTurnControls *self, int steps)
{
    const TabCast *cast = get_cast(self);
    unsigned playable = playable_throws(self);
    TAB_USES_FOREACH(cast, t)
        if (cast->kind[t].steps == steps && playable >> t & 1)
            return t;
    return tab_cast_kind_of_steps(cast, steps);
}

/* A throw was typed, -1: a number that none has. Chooses it, or lets go of it; or it is what real
 * sticks show. */
static void choose_throw(TabTurnControls *self, int kind)
{
    if (tab_turn_controls_are_busy(self))
        return;
    if (kind >= 0 && may_enter(self)) {
        enter_throw(self, kind);
    } else if (kind < 0 || !tab_throws_row_toggle(self->throws, kind)) {
        g_autofree char *why = tab_illegal_kind(self->session, kind);
        tab_turn_controls_say(self, why);
    }
}

gboolean tab_turn_controls_press(TabTurnControls *self, guint key)
{
    gunichar character = gdk_keyval_to_unicode(gdk_keyval_to_lower(key));
    int value = g_unichar_digit_value(character); /* Arabic digits as well */
    int of_letter = -1;
    if (self->session && character < 0x80)
        of_letter = tab_cast_kind_of_key(get_cast(self), (char)character);
    if (key == GDK_KEY_space)
        make_move(self, THROW);
    else if (key == GDK_KEY_e || key == GDK_KEY_E)
        make_move(self, END_TURN);
    else if (self->session && (value >= 0 || of_letter >= 0))
        choose_throw(self, value >= 0 ? find_kind(self, value) : of_letter);
    else
        return FALSE;
    return TRUE;
}

gboolean tab_turn_controls_cancel(TabTurnControls *self)
{
    int chosen = tab_throws_row_get_chosen(self->throws);
    gboolean held = tab_board_view_unselect(self->board);
    if (!held && chosen >= 0)
        tab_throws_row_toggle(self->throws, chosen);
    if (self->session)
        tab_turn_controls_say(self, "");
    return held || chosen >= 0;
}

static void on_move(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    for (Move move = 0; move < N_MOVES; move++)
        if (g_str_equal(g_action_get_name(G_ACTION(action)), moves[move].name))
            make_move(user_data, move);
}

static void jump_on(TabTurnControls *self)
{
    tab_board_view_jump(self->board, FALSE);
}

static void jump_back(TabTurnControls *self)
{
    tab_board_view_jump(self->board, TRUE);
}

/* The window around hands on the focus by these keys: they are looked at before that, and after the
 * focused widget, for which they go from word to word in a text. They are not exchanged for readers
 * from right to left, as the board is not mirrored. */
static GtkEventController *make_jumping_keys(void)
{
    GtkShortcutController *keys = GTK_SHORTCUT_CONTROLLER(gtk_shortcut_controller_new());
    gtk_shortcut_controller_add_shortcut(
        keys, gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Right, GDK_CONTROL_MASK),
                               gtk_named_action_new("win.next-cell")));
    gtk_shortcut_controller_add_shortcut(
        keys, gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_Left, GDK_CONTROL_MASK),
                               gtk_named_action_new("win.previous-cell")));
    return GTK_EVENT_CONTROLLER(keys);
}

void tab_turn_controls_install(TabTurnControls *self, GtkApplicationWindow *window)
{
    static const TabAction jumps[] = {
        {.name = "next-cell", .activate = G_CALLBACK(jump_on)},
        {.name = "previous-cell", .activate = G_CALLBACK(jump_back)},
    };
    self->actions = G_ACTION_MAP(window);
    g_action_map_add_action_entries(self->actions, moves, N_MOVES, self);
    tab_action_map_add(self->actions, jumps, G_N_ELEMENTS(jumps), self);
    gtk_widget_add_controller(GTK_WIDGET(window), make_jumping_keys());
}

/* --- what is shown --- */

/* The last throw of the opening, then the throws of the turn. */
static void refresh_throws(TabTurnControls *self)
{
    const GArray *opening = self->session->document->live->opening;
    if (tab_document_phase(self->session->document) != TAB_PHASE_OPENING)
        tab_throws_row_show(self->throws, tab_document_game(self->session->document),
                            playable_throws(self));
    else if (opening->len)
        tab_throws_row_show_single(self->throws, get_cast(self),
                                   g_array_index(opening, TabRecordThrow, opening->len - 1).kind);
    else
        tab_throws_row_show(self->throws, NULL, 0);
}

static void show_caption(TabTurnControls *self, const char *text)
{
    tab_label_text_set(self->caption, text);
    /* above nothing it would only ask what is missing; it keeps its place */
    gboolean empty = !gtk_widget_get_visible(GTK_WIDGET(self->throws));
    gtk_widget_set_opacity(self->caption, empty ? 0.0 : 1.0);
}

static void refresh_caption(TabTurnControls *self)
{
    const GArray *opening = self->session->document->live->opening;
    const TabRecordThrow *last =
        opening->len ? &g_array_index(opening, TabRecordThrow, opening->len - 1) : NULL;
    gboolean opens = tab_document_phase(self->session->document) == TAB_PHASE_OPENING;
    TabSide side =
        opens && last ? last->side : tab_game_side(tab_document_game(self->session->document));
    g_autofree char *name = tab_wording_player(self->session, side);
    g_autofree char *text = NULL;
    if (opens && !last)
        text = g_strdup(_("Opening"));
    else if (opens)
        /* Translators: above a throw of the opening; a player's name. */
        text = g_strdup_printf(_("Opening throw: %s"), name);
    else if (self->session->seat[side] || !self->session->seat[tab_side_other(side)])
        /* Translators: above the row of throws; a player's name. */
        text = g_strdup_printf(_("Throws: %s"), name);
    else
        text = g_strdup(_("Your throws"));
    show_caption(self, text);
}

/* What the last turn took. */
static char *tell_taken(const TabGame *game)
{
    if (!game->counts.n_turns)
        return g_strdup("");
    const TabPosition *before = &game->last.situation.position,
                      *after = &game->turn.situation.position;
    int enemy = 1 - before->side;
    guint taken = (guint)(before->pieces[enemy] - after->pieces[enemy]);
    return taken ? g_strdup_printf(ngettext(", takes %u", ", takes %u", taken), taken)
                 : g_strdup("");
}

/* The last throw of each side in the opening. */
static char *tell_opening(TabTurnControls *self)
{
    const GArray *opening = self->session->document->live->opening;
    GString *text = g_string_new(NULL);
    for (guint i = opening->len > 2 ? opening->len - 2 : 0; i < opening->len; i++) {
        const TabRecordThrow *one = &g_array_index(opening, TabRecordThrow, i);
        g_autofree char *name = tab_wording_player(self->session, one->side);
        g_string_append(text, text->len ? "\n" : "");
        g_string_append_printf(text, _("Opening throw: %s"), name);
        g_string_append_printf(text, "%s%s", tab_number_text_comma(),
                               tab_rules_text_throw(get_cast(self), one->kind));
    }
    return g_string_free(text, FALSE);
}

/* The throws of the turn that goes on, as they fell. */
static char *tell_thrown(TabTurnControls *self)
{
    const TabThrows *throws = &self->session->document->live->turn.situation.throws;
    GString *list = g_string_new(NULL);
    for (unsigned i = 0; i < throws->n; i++)
        g_string_append_printf(list, "%s%s", i ? tab_number_text_comma() : "",
                               tab_rules_text_throw(get_cast(self), throws->kind[i]));
    g_autofree char *text = g_string_free(list, FALSE);
    return g_strdup_printf(_("Thrown: %s"), text);
}

static char *tell_last_turn(TabTurnControls *self)
{
    const TabRecordNode *node = self->session->document->live->node;
    while (node && node->parent && !node->turn)
        node = node->parent;
    g_autofree char *turn =
        node && node->parent ? tab_game_tree_describe(self->session, node) : g_strdup("");
    g_autofree char *taken = tell_taken(self->session->document->live);
    return g_strconcat(turn, taken, NULL);
}

/* What has just been thrown or played is told with the button that comes next: whoever hears the
 * window hears what has the focus. */
static void describe_throw(TabTurnControls *self)
{
    const TabGame *live = self->session->document->live;
    g_autofree char *text = live->opens                         ? tell_opening(self)
                            : live->turn.situation.throws.n > 0 ? tell_thrown(self)
                                                                : tell_last_turn(self);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->throw_button),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* Why the turn cannot end, or what ending it means, stands below the button; where there is no room
 * for that it is what the button says when asked. The buttons say nothing else: GTK would put it
 * over them, as they are high. */
static void show_reason(TabTurnControls *self)
{
    const char *reason = gtk_label_get_label(GTK_LABEL(self->reason));
    gboolean low = self->shape == TAB_CONTROLS_LOW || self->shape == TAB_CONTROLS_SHORT;
    /* in a column it keeps its room, lest the board move when it comes */
    gtk_widget_set_visible(self->reason, !low && (*reason || self->shape == TAB_CONTROLS_COLUMN));
    gtk_widget_set_tooltip_text(self->end_button, low && *reason ? reason : NULL);
}

static void refresh_steps(TabTurnControls *self)
{
    gboolean enters = may_enter(self);
    gtk_widget_set_visible(GTK_WIDGET(self->entry), enters);
    tab_throw_entry_set_side(self->entry,
                             tab_game_side(tab_document_game(self->session->document)));
    tab_throws_row_set_narrow(self->throws, enters);
    TabPhase phase = tab_document_phase(self->session->document);
    gboolean throws = phase == TAB_PHASE_OPENING || phase == TAB_PHASE_THROW || throws_on(self);
    gtk_stack_set_visible_child(GTK_STACK(self->step), phase == TAB_PHASE_REVIEW
                                                           ? self->review_button
                                                       : throws ? self->throw_button
                                                                : self->end_button);
    gboolean person = tab_game_session_get_awaits(self->session) == TAB_AWAITS_PERSON;
    bool watching = self->session->seat[TAB_WHITE] && self->session->seat[TAB_BLACK];
    gtk_widget_set_visible(self->steps, phase == TAB_PHASE_REVIEW ||
                                            (phase != TAB_PHASE_OVER && !watching && !enters));
    gtk_widget_set_visible(self->anew_button,
                           person && tab_game_session_can_cast_anew(self->session));
    gboolean ready = person && tab_game_session_can_end_turn(self->session);
    tab_widget_set_class(self->end_button, "suggested-action", ready);
    g_autofree char *reason = throws || tab_turn_controls_are_busy(self)
                                  ? g_strdup("")
                                  : tab_wording_end_turn(self->session);
    gtk_label_set_label(GTK_LABEL(self->reason), reason);
    show_reason(self);
    g_autofree char *status = tab_wording_status(self->session);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->end_button),
                                   GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   ready && !*reason ? status : reason, -1);
}

/* Nothing tells what the sticks are about to show: all stays as it was, but for the throw of the
 * opening before, which is not this one. */
static void refresh_falling(TabTurnControls *self)
{
    if (self->opens) {
        tab_throws_row_show(self->throws, NULL, 0);
        show_caption(self, _("Opening"));
    }
    refresh_status(self);
}

/* The throws of the last cast of the turn on the board: one, or those of all dice that lie. */
static const uint8_t *last_cast(TabTurnControls *self, unsigned *n)
{
    const TabDocument *document = self->session->document;
    const TabThrows *throws = &tab_document_game(self->session->document)->turn.situation.throws;
    unsigned most = document->record->rules->cast.n_throws, rest = throws->n % most;
    *n = throws->n == 0 ? 0 : rest ? rest : most;
    return throws->kind + throws->n - *n;
}

static void refresh_lying(TabTurnControls *self)
{
    const TabThrows *throws = &tab_document_game(self->session->document)->turn.situation.throws;
    self->opens = tab_document_phase(self->session->document) == TAB_PHASE_OPENING;
    bool thrown = self->opens ? self->session->document->live->opening->len > 0 : throws->n > 0;
    /* the last throw of the turn on the board also where the sticks did not fall now: in a game
     * that is taken up, or looked back on */
    TabSide side = tab_game_side(tab_document_game(self->session->document));
    unsigned n;
    const uint8_t *last = last_cast(self, &n);
    if (n > 0 && !tab_sticks_view_shows(self->sticks, side, last, n))
        tab_sticks_view_lay(self->sticks, side, last, n, throws->n);
    tab_sticks_view_set_faded(self->sticks, !thrown);
    refresh_throws(self);
    refresh_caption(self);
    refresh_status(self);
    refresh_steps(self);
    describe_throw(self);
}

void tab_turn_controls_refresh(TabTurnControls *self)
{
    if (*self->notice && self->noticed != tab_document_node(self->session->document))
        set_notice(self, ""); /* it was about another turn */
    tab_board_view_set_waiting(self->board, tab_turn_controls_are_falling(self));
    if (tab_turn_controls_are_falling(self))
        refresh_falling(self);
    else
        refresh_lying(self);
    for (Move move = 0; move < N_MOVES; move++)
        tab_action_map_enable(self->actions, moves[move].name,
                              !tab_turn_controls_are_busy(self) && can_make(self, move));
}

void tab_turn_controls_guide_focus(TabTurnControls *self)
{
    if (may_enter(self)) /* digits do it; Space, meant to throw, must type nothing */
        gtk_root_set_focus(gtk_widget_get_root(GTK_WIDGET(self)), NULL);
    else if (tab_turn_controls_are_busy(self))
        return; /* the next step is not there yet */
    else if (can_make(self, THROW))
        gtk_widget_grab_focus(self->throw_button);
    else if (!tab_board_view_focus_movable(self->board) && can_make(self, END_TURN))
        gtk_widget_grab_focus(self->end_button);
}

void tab_turn_controls_name_return(TabTurnControls *self, const char *label)
{
    gtk_button_set_label(GTK_BUTTON(self->review_button), label);
}

/* --- the game --- */

static void on_threw(TabTurnControls *self, int side, int kind)
{
    guint32 seed = (guint32)self->session->setup->seed + 977u * self->n_thrown++;
    set_notice(self, "");
    unsigned n = 1;
    const uint8_t *kinds = &(uint8_t){(uint8_t)kind};
    if (self->session->document->record->rules->cast.n_throws > 1)
        kinds = last_cast(self, &n);
    if (n == 0)
        return;
    if (self->session->setup->real[side])
        tab_sticks_view_lay(self->sticks, (TabSide)side, kinds, n, seed); /* on the table */
    else
        tab_sticks_view_throw(self->sticks, (TabSide)side, kinds, n, seed);
    tab_board_view_set_waiting(self->board, tab_turn_controls_are_falling(self));
}

void tab_turn_controls_set_session(TabTurnControls *self, TabGameSession *session)
{
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        g_signal_handlers_disconnect_by_data(self->session->document, self);
    }
    const TabCast *cast = session ? &session->document->record->rules->cast : NULL;
    tab_sticks_view_set_cast(self->sticks, cast);
    tab_throw_entry_set_cast(self->entry, cast);
    set_notice(self, "");
    self->n_thrown = 0;
    g_set_object(&self->session, session);
    if (session)
        g_signal_connect_swapped(session->document, "threw", G_CALLBACK(on_threw), self);
}

void tab_turn_controls_set_board(TabTurnControls *self, TabBoardView *board)
{
    self->board = board;
    g_signal_connect_object(board, "notice", G_CALLBACK(tab_turn_controls_say), self,
                            G_CONNECT_SWAPPED);
}

/* --- the widget --- */

static void put(TabTurnControls *self, GtkWidget *child, int column, int row, int columns, int rows)
{
    GtkLayoutManager *grid = gtk_widget_get_layout_manager(GTK_WIDGET(self));
    g_object_set(gtk_layout_manager_get_layout_child(grid, child), "column", column, "row", row,
                 "column-span", columns, "row-span", rows, NULL);
}

/* In a column the pictures of real sticks need a line of their own. */
static void put_entry(TabTurnControls *self, gboolean in_column)
{
    GtkWidget *entry = GTK_WIDGET(self->entry), *focus = tab_widget_find_focus(entry);
    if (in_column == (gtk_widget_get_parent(entry) == GTK_WIDGET(self)))
        return;
    g_object_ref(entry);
    if (in_column) {
        gtk_box_remove(GTK_BOX(self->tray), entry);
        gtk_grid_attach(GTK_GRID(self), entry, 0, 1, 2, 1);
    } else {
        gtk_grid_remove(GTK_GRID(self), entry);
        gtk_box_append(GTK_BOX(self->tray), entry);
    }
    gtk_widget_set_halign(entry, in_column ? GTK_ALIGN_CENTER : GTK_ALIGN_FILL);
    g_object_unref(entry);
    if (focus)
        gtk_widget_grab_focus(focus);
}

static void arrange(TabTurnControls *self, gboolean in_column)
{
    put(self, GTK_WIDGET(self->sticks), 0, 0, 1, in_column ? 1 : 2);
    put(self, self->throwing, 1, 0, 1, 1);
    put(self, self->steps, in_column ? 0 : 2, in_column ? 1 : 0, in_column ? 2 : 1, 1);
    put(self, self->status, in_column ? 0 : 1, in_column ? 2 : 1, 2, 1);
    put_entry(self, in_column);
}

/* Room for as many lines of status as there may be, also where there are fewer: the board stays
 * where it is. */
static void keep_status_room(TabTurnControls *self, int lines)
{
    int height;
    const char *text = lines == 1 ? "x" : lines == 2 ? "x\nx" : "x\nx\nx";
    g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(self->status, text);
    pango_layout_get_pixel_size(layout, NULL, &height);
    gtk_label_set_lines(GTK_LABEL(self->status), lines);
    gtk_widget_set_size_request(self->status, -1, height);
}

void tab_turn_controls_set_shape(TabTurnControls *self, TabControlsShape shape)
{
    gboolean compact = shape != TAB_CONTROLS_ROOMY, is_short = shape == TAB_CONTROLS_SHORT,
             in_column = shape == TAB_CONTROLS_COLUMN || is_short;
    self->shape = shape;
    arrange(self, in_column);
    tab_throw_entry_set_compact(self->entry, compact);
    gtk_widget_set_visible(self->caption, !compact);
    tab_sticks_view_set_height(self->sticks, compact ? 66 : 122);
    keep_status_room(self, is_short ? 1 : in_column ? 3 : 2);
    gtk_label_set_max_width_chars(GTK_LABEL(self->reason), in_column ? -1 : 22);
    show_reason(self);
    gtk_grid_set_row_spacing(GTK_GRID(self), compact ? 2 : 6);
    gtk_grid_set_column_spacing(GTK_GRID(self), in_column ? 12 : 18);
    gtk_box_set_spacing(GTK_BOX(self->steps), compact ? 0 : 6);
}

static void on_sticks_settled(TabTurnControls *self)
{
    g_signal_emit(self, signals[SETTLED], 0);
}

static void on_throw_chosen(TabTurnControls *self, int kind)
{
    tab_board_view_set_throw(self->board, kind);
}

static void tab_turn_controls_dispose(GObject *object)
{
    TabTurnControls *self = TAB_TURN_CONTROLS(object);
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        g_signal_handlers_disconnect_by_data(self->session->document, self);
    }
    g_clear_object(&self->session);
    G_OBJECT_CLASS(tab_turn_controls_parent_class)->dispose(object);
}

static void tab_turn_controls_finalize(GObject *object)
{
    g_free(TAB_TURN_CONTROLS(object)->notice);
    G_OBJECT_CLASS(tab_turn_controls_parent_class)->finalize(object);
}

static void tab_turn_controls_class_init(TabTurnControlsClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_turn_controls_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_turn_controls_finalize;
    signals[SETTLED] = g_signal_new("settled", TAB_TYPE_TURN_CONTROLS, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    signals[TURN_ENDING] =
        g_signal_new("turn-ending", TAB_TYPE_TURN_CONTROLS, G_SIGNAL_RUN_LAST, 0,
                     g_signal_accumulator_true_handled, NULL, NULL, G_TYPE_BOOLEAN, 0);
    g_type_ensure(TAB_TYPE_STICKS_VIEW);
    g_type_ensure(TAB_TYPE_THROWS_ROW);
    g_type_ensure(TAB_TYPE_THROW_ENTRY);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/turn-controls.ui");
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, sticks);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, throws);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, entry);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, throwing);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, tray);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, steps);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, caption);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, status);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, step);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, throw_button);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, end_button);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, anew_button);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, review_button);
    gtk_widget_class_bind_template_child(widget_class, TabTurnControls, reason);
    gtk_widget_class_bind_template_callback(widget_class, on_sticks_settled);
    gtk_widget_class_bind_template_callback(widget_class, on_throw_chosen);
    gtk_widget_class_bind_template_callback(widget_class, enter_throw);
    gtk_widget_class_bind_template_callback(widget_class, on_sticks_clicked);
}

static void tab_turn_controls_init(TabTurnControls *self)
{
    self->notice = g_strdup("");
    self->held = -1;
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_label_text_tip_where_cut(self->status);
}
