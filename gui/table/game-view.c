// SPDX-License-Identifier: GPL-3.0-or-later
// The table: board, players and controls of one game, laid out for any size, and the pace of the
// show.
#include "gui/table/game-view.h"

#include <glib/gi18n.h>

#include "gui/board/theme.h"
#include "gui/model/illegal-play.h"
#include "gui/sound/sound-cues.h"
#include "gui/table/player-panel.h"
#include "gui/widgets/widget.h"

#define PAUSE_MS 420       /* between the steps of an engine's turn, at normal speed */
#define PASS_PAUSE_MS 1300 /* to read that nothing can move */
#define MARGIN 24          /* beside panels and controls */
#define SMALL_MARGIN 8     /* … where all is small */
#define MIN_COLUMN 760     /* what panels and controls need at least, where there is room */
#define SAND 44 /* above and below a board that is wider than high: stones are carried there */

/* pixels under which a table is arranged anew */
#define LOW 470    /* high: everything beside the board shrinks, players are in one line */
#define NARROW 560 /* wide: the controls are in a column, if it is as high as this … */
#define NARROW_HEIGHT 420
#define NARROWEST 400 /* … or this narrow anyway */
#define SHORTEST 340  /* high: … with less to be read in it */
#define FLAT 620      /* high: the controls may stand beside the board */

/* pixels that players and controls take, about */
#define BELOW 280       /* a board, */
#define BELOW_SMALL 120 /* … where all is small, */
#define BESIDE 340      /* and beside it */

/* What stands where. */
typedef enum {
    TALL,    /* a player, the board, the controls, the other player */
    SLIM,    /* the same, small, with the controls in a column */
    SHORT,   /* the same, with as few words as may be: a message is above it all */
    SHALLOW, /* both players in one line above the board, the controls below */
    WIDE     /* both players and the controls, small, in a column beside the board */
} Arrangement;

struct _TabGameView {
    GtkWidget parent;
    TabPlayerPanel *far_panel, *near_panel;
    TabBoardView *board;
    TabTurnControls *controls;
    GtkWidget *cover;
    TabBoardPainter *painter; /* of the sand */
    TabSoundCues *sounds;
    GSettings *settings;
    TabGameSession *session;
    guint step;  /* source of the next step that goes by itself, 0: none */
    guint clock; /* source that shows the running clock anew, 0: none runs */
    Arrangement arrangement;
    guint restyle; /* source that takes it over, 0: none */
};

G_DEFINE_FINAL_TYPE(TabGameView, tab_game_view, GTK_TYPE_WIDGET)

static guint changed_signal;

/* --- what is shown --- */

static TabSide far_side(TabGameView *self)
{
    return tab_side_other(tab_board_view_get_near_side(self->board));
}

/* Puts the keyboard where the next step is: a screen reader then tells of it. A person who has it
 * elsewhere than on board and controls keeps it. */
static void guide_focus(TabGameView *self)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    if (!root || !gtk_widget_get_mapped(GTK_WIDGET(self)) ||
        (focus && !gtk_widget_is_ancestor(focus, GTK_WIDGET(self->controls)) &&
         !gtk_widget_is_ancestor(focus, GTK_WIDGET(self->board))))
        return;
    if (!self->session->paused) /* else P goes on, not what is meant to throw */
        tab_turn_controls_guide_focus(self->controls);
}

static void refresh_players(TabGameView *self)
{
    TabSide far = far_side(self);
    tab_player_panel_show(self->far_panel, self->session, far);
    tab_player_panel_show(self->near_panel, self->session, tab_side_other(far));
}

/* In a pause the board is covered: time that does not run is not for thinking. */
static void refresh_cover(TabGameView *self)
{
    gboolean paused = self->session->paused;
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    if (root && paused != gtk_widget_get_visible(self->cover))
        gtk_root_set_focus(root, NULL); /* after it, it goes where the next step is */
    gtk_widget_set_visible(self->cover, paused);
    gtk_widget_set_child_visible(GTK_WIDGET(self->board), !paused);
    gtk_accessible_update_state(GTK_ACCESSIBLE(self->board), GTK_ACCESSIBLE_STATE_HIDDEN, paused,
                                -1);
}

static gboolean on_clock(gpointer user_data);

/* The next look at the clock that runs; with none, nothing wakes up. */
static void follow_clock(TabGameView *self)
{
    const TabGameClock *clock = tab_game_session_get_clock(self->session);
    gint64 ms = clock ? tab_game_clock_get_next_change(clock) : -1;
    g_clear_handle_id(&self->clock, g_source_remove);
    if (ms >= 0)
        self->clock = g_timeout_add((guint)ms, on_clock, self);
}

static gboolean on_clock(gpointer user_data)
{
    TabGameView *self = user_data;
    TabSide far = far_side(self);
    self->clock = 0;
    if (tab_game_session_check_time(self->session))
        return G_SOURCE_REMOVE;
    tab_player_panel_show_clock(self->far_panel, self->session, far);
    tab_player_panel_show_clock(self->near_panel, self->session, tab_side_other(far));
    follow_clock(self);
    return G_SOURCE_REMOVE;
}

static void show_game(TabGameView *self)
{
    if (!self->session)
        return;
    gboolean falling = tab_turn_controls_are_falling(self->controls);
    tab_game_session_hold_clock(self->session, tab_turn_controls_are_busy(self->controls));
    follow_clock(self);
    refresh_cover(self);
    if (!falling) /* they would tell what falls */
        refresh_players(self);
    tab_board_view_set_enabled(
        self->board, !falling && tab_game_session_get_awaits(self->session) == TAB_AWAITS_PERSON);
    tab_turn_controls_refresh(self->controls);
    g_signal_emit(self, changed_signal, 0);
    guide_focus(self);
}

/* --- what goes by itself --- */

/* A person whose throws no stone can use passes without a click, if so set. */
static gboolean passes_by_itself(TabGameView *self)
{
    const TabGame *game = tab_document_game(self->session->document);
    return g_settings_get_boolean(self->settings, "auto-pass") &&
           tab_game_session_can_end_turn(self->session) && !game->turn.plays->len &&
           !tab_game_can_play(game) && !tab_game_session_can_cast_anew(self->session);
}

static gboolean on_step(gpointer user_data)
{
    TabGameView *self = user_data;
    self->step = 0;
    tab_turn_controls_say(self->controls, "");
    if (!tab_game_session_advance(self->session) && passes_by_itself(self))
        tab_game_session_end_turn(self->session);
    return G_SOURCE_REMOVE;
}

/* Arranges the next step, if there is one and nothing else is still being shown. */
static void schedule(TabGameView *self)
{
    if (self->step || !self->session || tab_turn_controls_are_busy(self->controls))
        return;
    double pause = 0.0;
    if (tab_game_session_get_awaits(self->session) == TAB_AWAITS_ADVANCE)
        pause = PAUSE_MS;
    else if (passes_by_itself(self))
        pause = PASS_PAUSE_MS;
    else
        return;
    /* behind drawing, so that every step is seen */
    self->step =
        g_timeout_add_full(G_PRIORITY_DEFAULT_IDLE,
                           (guint)(pause * tab_theme_pace(GTK_WIDGET(self))), on_step, self, NULL);
}

/* The game has changed, or the sticks or a stone have come to rest. */
static void show_and_go_on(TabGameView *self)
{
    show_game(self);
    schedule(self);
}

static gboolean on_play_chosen(TabGameView *self, const TabPlay *play)
{
    return tab_game_session_play(self->session, play);
}

/* Why the board does not answer now. */
static void on_why_asked(TabGameView *self)
{
    if (tab_turn_controls_are_falling(self->controls))
        return;
    g_autofree char *waiting = tab_illegal_waiting(self->session);
    g_autofree char *real =
        tab_game_session_can_enter_throw(self->session) ? tab_illegal_throw(self->session) : NULL;
    if (waiting || real || tab_game_session_can_throw(self->session))
        tab_turn_controls_say(self->controls, waiting ? waiting : real ? real : _("Throw first."));
}

TabBoardView *tab_game_view_get_board(TabGameView *self)
{
    return self->board;
}

TabTurnControls *tab_game_view_get_controls(TabGameView *self)
{
    return self->controls;
}

void tab_game_view_set_session(TabGameView *self, TabGameSession *session)
{
    if (self->session)
        g_signal_handlers_disconnect_by_data(self->session, self);
    g_clear_handle_id(&self->step, g_source_remove);
    g_clear_handle_id(&self->clock, g_source_remove);
    tab_turn_controls_set_session(self->controls, session);
    g_set_object(&self->session, session);
    tab_board_view_set_document(self->board, session ? session->document : NULL);
    tab_sound_cues_set_session(self->sounds, session);
    gtk_widget_queue_allocate(GTK_WIDGET(self)); /* the board has another shape */
    if (!session)
        return;
    g_signal_connect_swapped(session, "changed", G_CALLBACK(show_and_go_on), self);
    show_and_go_on(self);
}

TabGameSession *tab_game_view_get_session(TabGameView *self)
{
    return self->session;
}

/* --- layout --- */

static void apply_arrangement(TabGameView *self)
{
    static const TabControlsShape shapes[] = {[TALL] = TAB_CONTROLS_ROOMY,
                                              [SLIM] = TAB_CONTROLS_COLUMN,
                                              [SHORT] = TAB_CONTROLS_SHORT,
                                              [SHALLOW] = TAB_CONTROLS_LOW,
                                              [WIDE] = TAB_CONTROLS_COLUMN};
    gboolean compact = self->arrangement != TALL;
    tab_widget_set_class(GTK_WIDGET(self), "compact", compact);
    tab_player_panel_set_compact(self->far_panel, compact);
    tab_player_panel_set_compact(self->near_panel, compact);
    tab_turn_controls_set_shape(self->controls, shapes[self->arrangement]);
    if (self->session && !tab_turn_controls_are_falling(self->controls))
        refresh_players(self);
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

static gboolean on_restyle(gpointer user_data)
{
    TabGameView *self = user_data;
    self->restyle = 0;
    apply_arrangement(self);
    return G_SOURCE_REMOVE;
}

/* Styles must not change while sizes are being handed out; the next frame has the new ones. */
static void set_arrangement(TabGameView *self, Arrangement arrangement)
{
    if (arrangement == self->arrangement)
        return;
    self->arrangement = arrangement;
    if (!self->restyle)
        self->restyle = g_idle_add_full(GTK_PRIORITY_RESIZE - 1, on_restyle, self, NULL);
}

/* The slab in a room of this size; all 0 without a game. */
static TabBoardLayout lay_out_board(TabGameView *self, int width, int height)
{
    return self->session ? tab_board_layout(width, MAX(height, 1),
                                            &self->session->document->record->rules->board, false)
                         : (TabBoardLayout){0};
}

/* Whether a flat table has a larger board if the controls stand beside it. */
static gboolean fits_beside(TabGameView *self, int width, int height)
{
    int below = height < LOW ? BELOW_SMALL : BELOW;
    return height < FLAT && lay_out_board(self, width - BESIDE, height).board_width >
                                1.05 * lay_out_board(self, width, height - below).board_width;
}

static Arrangement choose_arrangement(TabGameView *self, int width, int height)
{
    if (width < NARROWEST || (width < NARROW && height >= NARROW_HEIGHT))
        return height < SHORTEST ? SHORT : SLIM;
    if (fits_beside(self, width, height))
        return WIDE;
    return height < LOW ? SHALLOW : TALL;
}

static int needed_height(GtkWidget *child, int width)
{
    int minimum, natural;
    gtk_widget_measure(child, GTK_ORIENTATION_VERTICAL, width, &minimum, &natural, NULL, NULL);
    return MAX(minimum, natural);
}

static void place(GtkWidget *child, int x, int y, int width, int height)
{
    gtk_widget_size_allocate(child, &(GtkAllocation){x, y, MAX(width, 0), MAX(height, 0)}, -1);
}

/* One player above the board, one below the controls; what a wide board leaves free is above and
 * below all of them, so that they stay together. */
static void allocate_tall(TabGameView *self, int width, int height)
{
    int inner = width - 2 * (self->arrangement == TALL ? MARGIN : SMALL_MARGIN);
    int far = needed_height(GTK_WIDGET(self->far_panel), inner),
        near = needed_height(GTK_WIDGET(self->near_panel), inner);
    int controls = needed_height(GTK_WIDGET(self->controls), MIN(inner, MIN_COLUMN));
    int room = height - 16 - far - near - controls;
    /* all that a board of this width can use, with sand around it */
    int board = MIN((int)lay_out_board(self, width, room).board_height + 2 * SAND, room);
    int top = 8 + (room - board) / 2, bottom = top + far + board;
    /* panels and controls are as wide as the slab, so that all stand in line */
    inner =
        CLAMP((int)lay_out_board(self, width, board).board_width, MIN(MIN_COLUMN, inner), inner);
    int x = (width - inner) / 2;
    place(GTK_WIDGET(self->far_panel), x, top, inner, far);
    place(GTK_WIDGET(self->board), 0, top + far, width, board);
    place(GTK_WIDGET(self->controls), x, bottom, inner, controls);
    place(GTK_WIDGET(self->near_panel), x, bottom + controls, inner, near);
}

static void allocate_shallow(TabGameView *self, int width, int height, gboolean mirrored)
{
    int half = (width - 36) / 2;
    int panel = MAX(needed_height(GTK_WIDGET(self->far_panel), half),
                    needed_height(GTK_WIDGET(self->near_panel), half));
    int controls = needed_height(GTK_WIDGET(self->controls), width - 24);
    place(GTK_WIDGET(self->far_panel), mirrored ? 24 + half : 12, 2, half, panel);
    place(GTK_WIDGET(self->near_panel), mirrored ? 12 : 24 + half, 2, half, panel);
    place(GTK_WIDGET(self->board), 0, 2 + panel, width, height - 4 - panel - controls);
    place(GTK_WIDGET(self->controls), 12, height - 2 - controls, width - 24, controls);
}

/* The column is at the board's trailing side; what a short board leaves free is around both. */
static void allocate_wide(TabGameView *self, int width, int height, gboolean mirrored)
{
    int board = (int)lay_out_board(self, width - BESIDE, height).board_width + 2 * SMALL_MARGIN;
    board = MIN(board, width - BESIDE);
    int column = MIN(width - board, BESIDE + BESIDE / 4), inner = column - 2 * SMALL_MARGIN;
    int left = (width - board - column) / 2, x = left + SMALL_MARGIN + (mirrored ? 0 : board);
    int far = needed_height(GTK_WIDGET(self->far_panel), inner),
        near = needed_height(GTK_WIDGET(self->near_panel), inner),
        controls = needed_height(GTK_WIDGET(self->controls), inner);
    int gap = MIN((height - far - near - controls) / 4, MARGIN);
    place(GTK_WIDGET(self->board), left + (mirrored ? column : 0), 0, board, height);
    place(GTK_WIDGET(self->far_panel), x, gap, inner, far);
    place(GTK_WIDGET(self->controls), x, (height + far - near - controls) / 2, inner, controls);
    place(GTK_WIDGET(self->near_panel), x, height - gap - near, inner, near);
}

static void tab_game_view_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    TabGameView *self = TAB_GAME_VIEW(widget);
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    set_arrangement(self, choose_arrangement(self, width, height));
    if (self->arrangement == SHALLOW)
        allocate_shallow(self, width, height, mirrored);
    else if (self->arrangement == WIDE)
        allocate_wide(self, width, height, mirrored);
    else
        allocate_tall(self, width, height);
    GtkAllocation board;
    gtk_widget_get_allocation(GTK_WIDGET(self->board), &board);
    gtk_widget_size_allocate(self->cover, &board, -1);
}

/* Small enough for windows of 600×400, also below a message with all its buttons, and 360×480,
 * whatever the children ask for now: they will shrink. */
static void tab_game_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                  int *minimum, int *natural, int *minimum_baseline,
                                  int *natural_baseline)
{
    gboolean horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;
    *minimum = horizontal ? 320 : for_size > 0 && for_size < NARROWEST ? 360 : 236;
    *natural = horizontal ? 960 : 660;
}

static GtkSizeRequestMode tab_game_view_get_request_mode(GtkWidget *widget)
{
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void tab_game_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabGameView *self = TAB_GAME_VIEW(widget);
    int width = gtk_widget_get_width(widget), height = gtk_widget_get_height(widget);
    cairo_t *cr =
        gtk_snapshot_append_cairo(snapshot, &GRAPHENE_RECT_INIT(0, 0, (float)width, (float)height));
    tab_board_painter_set_scale(self->painter, gtk_widget_get_scale_factor(widget));
    tab_board_painter_draw_sand(self->painter, cr, tab_theme_current(widget), width, height);
    cairo_destroy(cr);
    GTK_WIDGET_CLASS(tab_game_view_parent_class)->snapshot(widget, snapshot);
}

/* It comes back from below a page. */
static void tab_game_view_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_game_view_parent_class)->map(widget);
    if (TAB_GAME_VIEW(widget)->session)
        guide_focus(TAB_GAME_VIEW(widget));
}

static void fit_theme(GtkWidget *widget)
{
    tab_theme_fit_words(widget);
    gtk_widget_queue_draw(widget);
}

static void tab_game_view_root(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_game_view_parent_class)->root(widget);
    tab_theme_watch(widget, G_CALLBACK(fit_theme), widget);
    fit_theme(widget);
}

static void tab_game_view_dispose(GObject *object)
{
    TabGameView *self = TAB_GAME_VIEW(object);
    if (self->session)
        tab_game_view_set_session(self, NULL);
    g_clear_handle_id(&self->restyle, g_source_remove);
    g_clear_pointer(&self->sounds, tab_sound_cues_free);
    tab_widget_unparent_children(GTK_WIDGET(self));
    g_clear_object(&self->settings);
    g_clear_pointer(&self->painter, tab_board_painter_free);
    G_OBJECT_CLASS(tab_game_view_parent_class)->dispose(object);
}

static void tab_game_view_class_init(TabGameViewClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_game_view_dispose;
    widget_class->measure = tab_game_view_measure;
    widget_class->get_request_mode = tab_game_view_get_request_mode;
    widget_class->size_allocate = tab_game_view_size_allocate;
    widget_class->snapshot = tab_game_view_snapshot;
    widget_class->root = tab_game_view_root;
    widget_class->map = tab_game_view_map;
    changed_signal = g_signal_new("changed", TAB_TYPE_GAME_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
    g_type_ensure(TAB_TYPE_PLAYER_PANEL);
    g_type_ensure(TAB_TYPE_BOARD_VIEW);
    g_type_ensure(TAB_TYPE_TURN_CONTROLS);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/game-view.ui");
    gtk_widget_class_bind_template_child(widget_class, TabGameView, far_panel);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, near_panel);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, board);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, controls);
    gtk_widget_class_bind_template_child(widget_class, TabGameView, cover);
    gtk_widget_class_bind_template_callback(widget_class, show_and_go_on);
    gtk_widget_class_bind_template_callback(widget_class, on_play_chosen);
    gtk_widget_class_bind_template_callback(widget_class, on_why_asked);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "game");
}

static void tab_game_view_init(TabGameView *self)
{
    self->painter = tab_board_painter_new();
    self->settings = g_settings_new("org.tabgame.Tab");
    gtk_widget_init_template(GTK_WIDGET(self));
    gtk_widget_set_overflow(GTK_WIDGET(self), GTK_OVERFLOW_HIDDEN);
    tab_turn_controls_set_board(self->controls, self->board);
    self->sounds = tab_sound_cues_new(self->board, self->settings);
    g_signal_connect_object(self->settings, "changed::turn-board", G_CALLBACK(show_game), self,
                            G_CONNECT_SWAPPED);
    /* Translators: what the table with board, sticks and players is called by a screen reader. */
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Game"),
                                   -1);
    apply_arrangement(self);
}
