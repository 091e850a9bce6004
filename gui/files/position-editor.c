// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogue in which a position is set up by hand, and told what is wrong with it.
#include "gui/files/position-editor.h"

#include <glib/gi18n.h>

#include "gui/board/painted-board.h"
#include "gui/board/stones-view.h"
#include "gui/board/theme.h"
#include "gui/model/wording.h"
#include "gui/model/game-setup.h"
#include "gui/model/position-edit.h"
#include "gui/model/rules-text.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/number-field.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"

#define PIECE_SIZE 32 /* pixels */

/* The board on which the position stands. Its signals tell which cell is meant: "put" (guint cell),
 * by the primary button, Enter or Space; "taken" (guint cell), by the secondary button, Delete or
 * BackSpace. */
#define TAB_TYPE_POSITION_BOARD (tab_position_board_get_type())
G_DECLARE_FINAL_TYPE(TabPositionBoard, tab_position_board, TAB, POSITION_BOARD, TabPaintedBoard)

struct _TabPositionBoard {
    TabPaintedBoard parent;
    TabBoardModel model;
    TabSide near; /* at the bottom */
};

G_DEFINE_FINAL_TYPE(TabPositionBoard, tab_position_board, TAB_TYPE_PAINTED_BOARD)

enum { PUT, TAKEN, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- the board --- */

static void tab_position_board_refresh(TabPaintedBoard *board)
{
    TabPositionBoard *self = TAB_POSITION_BOARD(board);
    unsigned focus = tab_painted_board_get_seen_focus(board);
    for (unsigned c = 0; c < TAB_MAX_CELLS; c++)
        self->model.cell[c].marks = c == focus ? TAB_MARK_FOCUS : 0;
    self->model.theme = tab_theme_current(GTK_WIDGET(self));
    tab_painted_board_show(board, &self->model);
}

static void show_board(TabPositionBoard *self, const TabRules *rules, const TabPosition *position)
{
    TabPaintedBoard *board = TAB_PAINTED_BOARD(self);
    const TabRules *before = tab_painted_board_get_rules(board);
    if (before != rules) { /* also the same cells may be gone over in another way */
        tab_board_model_init(&self->model, NULL);
        tab_painted_board_set_rules(board, rules, self->near == TAB_BLACK);
    }
    self->model.show_history = tab_rules_tells_t(rules);
    tab_board_model_set_position(&self->model, position);
    for (unsigned c = 0; c < rules->board.cells; c++) {
        g_autofree char *text = tab_wording_stones(rules, position, c);
        tab_painted_board_set_label(board, c, text);
    }
    tab_position_board_refresh(board);
}

static void on_board_pressed(GtkGestureClick *gesture, int n, double x, double y,
                             TabPositionBoard *self)
{
    TabPaintedBoard *board = TAB_PAINTED_BOARD(self);
    TabCell cell = tab_board_layout_cell_at(tab_painted_board_get_layout(board), x, y);
    guint button = gtk_gesture_single_get_current_button(GTK_GESTURE_SINGLE(gesture));
    if (cell == TAB_NO_CELL || button == GDK_BUTTON_MIDDLE)
        return;
    tab_painted_board_point_at(board, cell);
    g_signal_emit(self, signals[button == GDK_BUTTON_SECONDARY ? TAKEN : PUT], 0, (guint)cell);
}

static gboolean tab_position_board_press(TabPaintedBoard *board, unsigned cell, guint key)
{
    if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter || key == GDK_KEY_space)
        g_signal_emit(board, signals[PUT], 0, cell);
    else if (key == GDK_KEY_Delete || key == GDK_KEY_BackSpace || key == GDK_KEY_KP_Delete)
        g_signal_emit(board, signals[TAKEN], 0, cell);
    else
        return FALSE;
    return TRUE;
}

static void tab_position_board_activate(TabPaintedBoard *board, unsigned cell)
{
    g_signal_emit(board, signals[PUT], 0, cell);
}

static void tab_position_board_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                       int *minimum, int *natural, int *minimum_baseline,
                                       int *natural_baseline)
{
    tab_painted_board_measure(TAB_PAINTED_BOARD(widget), orientation, 280, 130, 0.8, minimum,
                              natural);
}

static void tab_position_board_class_init(TabPositionBoardClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    widget_class->measure = tab_position_board_measure;
    klass->parent_class.refresh = tab_position_board_refresh;
    klass->parent_class.press = tab_position_board_press;
    klass->parent_class.activate = tab_position_board_activate;
    signals[PUT] = g_signal_new("put", TAB_TYPE_POSITION_BOARD, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
    signals[TAKEN] = g_signal_new("taken", TAB_TYPE_POSITION_BOARD, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GRID);
    gtk_widget_class_set_css_name(widget_class, "board");
}

static void tab_position_board_init(TabPositionBoard *self)
{
    GtkGesture *click = gtk_gesture_click_new();
    gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), 0);
    g_signal_connect(click, "pressed", G_CALLBACK(on_board_pressed), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
}

/* --- the dialogue --- */

struct _TabPositionEditor {
    GtkWindow parent;
    TabPositionBoard *board;
    GtkToggleButton *piece[2][4]; /* by side and rank */
    GtkToggleButton *king[2];     /* by side */
    GtkToggleButton *eraser, *loose;
    GtkDropDown *rules, *side;
    GtkAdjustment *columns_adjustment, *number_adjustment, *saved_white, *saved_black;
    GtkWidget *throws, *text, *fault, *play_button;
    GtkExpander *as_text;
    GtkWidget *white_saved; /* the other fields for saved tâbs are seen with it */
    TabPositionEdit *edit;
    gboolean updating; /* fields are being filled */
};

G_DEFINE_FINAL_TYPE(TabPositionEditor, tab_position_editor, GTK_TYPE_WINDOW)

static guint edited_signal;

/* --- what is shown --- */

static void show_fault(TabPositionEditor *self, const GError *error)
{
    g_autofree char *text =
        /* Translators: what is wrong with it, as part of a sentence. */
        error ? g_strdup_printf(_("Not a legal position: %s."), error->message)
              : g_strdup(_("A legal position."));
    tab_label_text_set(self->fault, text);
    tab_widget_set_class(self->fault, "error", error != NULL);
    gtk_widget_set_sensitive(self->play_button, error == NULL);
}

static void set_invalid(GtkWidget *entry, gboolean invalid)
{
    tab_widget_set_class(entry, "error", invalid);
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_STATE_INVALID,
        invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* A piece that the rules do not know is not offered, and another one is in hand. */
static void offer(TabPositionEditor *self, GtkToggleButton *piece, gboolean known, TabSide side)
{
    gtk_widget_set_visible(GTK_WIDGET(piece), known);
    if (!known && gtk_toggle_button_get_active(piece))
        gtk_toggle_button_set_active(self->piece[side][TAB_RANK_M], TRUE);
}

static void show_pieces(TabPositionEditor *self, const TabRules *rules)
{
    for (int side = 0; side < 2; side++) {
        for (int rank = 0; rank < 4; rank++)
            offer(self, self->piece[side][rank], tab_rules_has_rank(rules, (TabRank)rank),
                  (TabSide)side);
        offer(self, self->king[side], rules->king_cell != TAB_NO_CELL, (TabSide)side);
    }
}

/* Everything anew; `typed` is the field in which a person writes, which stays as it is. */
static void show_edit(TabPositionEditor *self, const GtkWidget *typed)
{
    const TabRules *rules = self->edit->rules;
    const TabSituation *situation = &self->edit->situation;
    const TabPosition *position = &situation->position;
    g_autoptr(GError) error = NULL;
    self->updating = TRUE;
    if (typed != self->throws) {
        g_autoptr(GString) throws = g_string_new(NULL);
        if (situation->throws.n)
            tab_notation_append_throws(rules, &situation->throws, throws);
        gtk_editable_set_text(GTK_EDITABLE(self->throws), throws->str);
        set_invalid(self->throws, FALSE);
        gtk_drop_down_set_selected(self->side, position->side);
        gtk_adjustment_set_value(self->number_adjustment, position->number);
        gtk_adjustment_set_value(self->saved_white, position->saved[TAB_WHITE]);
        gtk_adjustment_set_value(self->saved_black, position->saved[TAB_BLACK]);
        gtk_widget_set_visible(self->white_saved, rules->set.value[TAB_SWITCH_SAVE_TAB] ||
                                                      position->saved[TAB_WHITE] ||
                                                      position->saved[TAB_BLACK]);
        show_pieces(self, rules);
        /* where no pile can be loose, nothing is to be made so: another thing must be in hand */
        gboolean loose = rules->set.value[TAB_SWITCH_STACK_RETURN] == TAB_RETURN_LOOSEN;
        gtk_widget_set_visible(GTK_WIDGET(self->loose), loose);
        if (!loose && gtk_toggle_button_get_active(self->loose))
            gtk_toggle_button_set_active(self->piece[TAB_WHITE][TAB_RANK_N], TRUE);
    }
    if (typed != self->text) {
        g_autofree char *text = tab_position_edit_to_string(self->edit);
        gtk_editable_set_text(GTK_EDITABLE(self->text), text);
        set_invalid(self->text, FALSE);
    }
    self->updating = FALSE;
    show_board(self->board, rules, position);
    tab_position_edit_check(self->edit, &error);
    show_fault(self, error);
}

/* --- edits --- */

static void on_put(TabPositionEditor *self, guint cell)
{
    if (gtk_toggle_button_get_active(self->eraser))
        tab_position_edit_take(self->edit, cell);
    else if (gtk_toggle_button_get_active(self->loose))
        tab_position_edit_toggle_loose(self->edit, cell);
    for (int side = 0; side < 2; side++) {
        for (int rank = 0; rank < 4; rank++)
            if (gtk_toggle_button_get_active(self->piece[side][rank]))
                tab_position_edit_put(self->edit, cell, (TabSide)side, (TabRank)rank);
        if (gtk_toggle_button_get_active(self->king[side]))
            tab_position_edit_put_king(self->edit, cell, (TabSide)side);
    }
    show_edit(self, NULL);
}

static void on_taken(TabPositionEditor *self, guint cell)
{
    tab_position_edit_take(self->edit, cell);
    show_edit(self, NULL);
}

static void on_clear(TabPositionEditor *self)
{
    tab_position_edit_clear(self->edit);
    show_edit(self, NULL);
}

static void on_reset(TabPositionEditor *self)
{
    tab_position_edit_reset(self->edit);
    show_edit(self, NULL);
}

static unsigned get_spin_count(GtkAdjustment *adjustment)
{
    return (unsigned)(gtk_adjustment_get_value(adjustment) + 0.5);
}

/* Side, throws, saved tâbs and number. */
static void on_field_changed(TabPositionEditor *self)
{
    g_autoptr(GError) error = NULL;
    if (self->updating || !self->edit)
        return;
    const char *throws = gtk_editable_get_text(GTK_EDITABLE(self->throws));
    self->edit->situation.position.side = (uint8_t)gtk_drop_down_get_selected(self->side);
    self->edit->situation.position.number = get_spin_count(self->number_adjustment);
    tab_position_edit_set_saved(self->edit, TAB_WHITE, get_spin_count(self->saved_white));
    tab_position_edit_set_saved(self->edit, TAB_BLACK, get_spin_count(self->saved_black));
    gboolean good = tab_position_edit_set_throws(self->edit, throws, &error);
    show_edit(self, self->throws);
    set_invalid(self->throws, !good);
    if (!good)
        show_fault(self, error);
}

static void on_text_changed(TabPositionEditor *self)
{
    g_autoptr(GError) error = NULL;
    if (self->updating || !self->edit)
        return;
    const char *text = gtk_editable_get_text(GTK_EDITABLE(self->text));
    gboolean good = tab_position_edit_set_text(self->edit, text, &error);
    set_invalid(self->text, !good);
    if (good)
        show_edit(self, self->text);
    else
        show_fault(self, error);
}

/* The number in the field, or the next one that goes with the other rules: a king wants a middle.
 */
static unsigned fit_columns(TabPositionEditor *self, const TabRuleset *set)
{
    unsigned columns = get_spin_count(self->columns_adjustment);
    int way = columns < tab_ruleset_columns(&self->edit->rules->set) ? -1 : 1;
    while (!tab_ruleset_allows(set, TAB_SWITCH_COLUMNS, columns))
        columns += (unsigned)way;
    self->updating = TRUE;
    gtk_adjustment_set_value(self->columns_adjustment, columns);
    self->updating = FALSE;
    return columns;
}

/* Other rules of the same board keep the stones: their check says what does not fit. */
static void on_rules_changed(TabPositionEditor *self)
{
    guint preset = gtk_drop_down_get_selected(self->rules);
    if (self->updating || !self->edit || preset == GTK_INVALID_LIST_POSITION)
        return;
    TabRuleset set = self->edit->rules->set;
    if (preset != set.preset)
        set = tab_ruleset_preset(preset);
    tab_ruleset_set_columns(&set, fit_columns(self, &set));
    g_autoptr(TabRules) rules = tab_rules_new(&set);
    tab_position_edit_set_rules(self->edit, rules);
    show_edit(self, NULL);
}

static void on_play(TabPositionEditor *self)
{
    g_autofree char *rules = tab_ruleset_to_string(&self->edit->rules->set);
    g_autofree char *position = tab_position_edit_to_string(self->edit);
    g_object_ref(self);
    gtk_window_close(GTK_WINDOW(self));
    g_signal_emit(self, edited_signal, 0, rules, position);
    g_object_unref(self);
}

/* N, M, T, F and K (the king) choose a piece of Black's, with Shift of White's. */
static gboolean on_piece_key(GtkEventControllerKey *controller, guint key, guint code,
                             GdkModifierType state, TabPositionEditor *self)
{
    static const char letters[] = "nmtfk";
    gunichar character = gdk_keyval_to_unicode(key);
    const char *at =
        character < 128 && character ? strchr(letters, g_ascii_tolower((char)character)) : NULL;
    if (!at || state & (GDK_CONTROL_MASK | GDK_ALT_MASK) ||
        tab_painted_board_get_focused(TAB_PAINTED_BOARD(self->board)) == TAB_NO_CELL)
        return FALSE;
    TabSide side = g_ascii_isupper((char)character) ? TAB_WHITE : TAB_BLACK;
    GtkToggleButton *button = *at == 'k' ? self->king[side] : self->piece[side][at - letters];
    if (!gtk_widget_get_visible(GTK_WIDGET(button)))
        return FALSE;
    gtk_toggle_button_set_active(button, TRUE);
    return TRUE;
}

/* --- the dialogue --- */

static void tab_position_editor_dispose(GObject *object)
{
    g_clear_pointer(&TAB_POSITION_EDITOR(object)->edit, tab_position_edit_free);
    G_OBJECT_CLASS(tab_position_editor_parent_class)->dispose(object);
}

static void tab_position_editor_class_init(TabPositionEditorClass *klass)
{
    static const char *const pieces[2][4] = {{"white_n", "white_m", "white_t", "white_f"},
                                             {"black_n", "black_m", "black_t", "black_f"}};
    static const char *const kings[2] = {"white_king", "black_king"};
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_position_editor_dispose;
    edited_signal = g_signal_new("edited", TAB_TYPE_POSITION_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
    g_type_ensure(TAB_TYPE_POSITION_BOARD);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/position-editor.ui");
    for (gsize side = 0; side < 2; side++) {
        for (gsize rank = 0; rank < 4; rank++)
            gtk_widget_class_bind_template_child_full(
                widget_class, pieces[side][rank], FALSE,
                (gssize)(G_STRUCT_OFFSET(TabPositionEditor, piece) +
                         (side * 4 + rank) * sizeof(GtkToggleButton *)));
        gtk_widget_class_bind_template_child_full(
            widget_class, kings[side], FALSE,
            (gssize)(G_STRUCT_OFFSET(TabPositionEditor, king) + side * sizeof(GtkToggleButton *)));
    }
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, board);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, eraser);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, loose);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, rules);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, side);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, columns_adjustment);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, number_adjustment);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, saved_white);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, saved_black);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, throws);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, text);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, as_text);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, fault);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, play_button);
    gtk_widget_class_bind_template_child(widget_class, TabPositionEditor, white_saved);
    gtk_widget_class_bind_template_callback(widget_class, on_put);
    gtk_widget_class_bind_template_callback(widget_class, on_taken);
    gtk_widget_class_bind_template_callback(widget_class, on_clear);
    gtk_widget_class_bind_template_callback(widget_class, on_reset);
    gtk_widget_class_bind_template_callback(widget_class, on_field_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_text_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_rules_changed);
    gtk_widget_class_bind_template_callback(widget_class, on_play);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_position_editor_init(TabPositionEditor *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_number_fields_guard(GTK_WIDGET(self));
    tab_widget_fold(self->as_text);
    GtkStringList *presets = gtk_string_list_new(NULL);
    for (guint i = 0; i < tab_ruleset_n_presets(); i++)
        gtk_string_list_append(presets, tab_rules_text_preset(i));
    gtk_drop_down_set_model(self->rules, G_LIST_MODEL(presets));
    g_object_unref(presets);
    for (int side = 0; side < 2; side++) {
        for (int rank = 0; rank < 4; rank++)
            gtk_button_set_child(
                GTK_BUTTON(self->piece[side][rank]),
                tab_stones_view_new_single((TabSide)side, (TabRank)rank, PIECE_SIZE));
        gtk_button_set_child(GTK_BUTTON(self->king[side]),
                             tab_stones_view_new_king((TabSide)side, PIECE_SIZE));
    }
    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(on_piece_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self), key);
}

TabPositionEditor *tab_position_editor_new(GtkWindow *parent, const TabRules *rules,
                                           const TabSituation *situation, TabSide near)
{
    TabPositionEditor *self = g_object_new(TAB_TYPE_POSITION_EDITOR, "transient-for", parent, NULL);
    self->board->near = near;
    self->updating = TRUE;
    gtk_drop_down_set_selected(self->rules, rules->set.preset);
    gtk_adjustment_set_value(self->columns_adjustment, tab_ruleset_columns(&rules->set));
    self->edit = tab_position_edit_new(rules, situation);
    show_edit(self, NULL);
    gtk_widget_child_focus(GTK_WIDGET(self->board), GTK_DIR_TAB_FORWARD);
    return self;
}
