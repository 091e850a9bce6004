// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogue in which a position is set up by hand, and told what is wrong with it.
#include "gui/files/position-editor.h"

#include <glib/gi18n.h>

#include "gui/widgets/label-text.h"
#include "gui/model/game-setup.h"
#include "gui/model/position-edit.h"
#include "gui/board/stones-view.h"
#include "gui/files/position-board.h"

#define PIECE_SIZE 26 /* pixels */

struct _TabPositionEditor {
    GtkWindow parent;
    TabPositionBoard *board;
    GtkToggleButton *piece[2][4]; /* by side and rank */
    GtkToggleButton *eraser, *loose;
    GtkDropDown *rules, *side;
    GtkAdjustment *columns_adjustment, *number_adjustment, *saved_white, *saved_black;
    GtkWidget *throws, *text, *fault, *play_button;
    GtkWidget *white_saved; /* the other fields for saved tâbs are seen with it */
    TabRuleset set;
    TabPositionEdit *edit;
    gboolean updating; /* fields are being filled */
};

G_DEFINE_FINAL_TYPE(TabPositionEditor, tab_position_editor, GTK_TYPE_WINDOW)

static guint edited_signal;

/* --- what is shown --- */

static void set_fault(TabPositionEditor *self, const GError *error)
{
    const char *text = error ? error->message : _("A legal position.");
    tab_label_text_set(GTK_WIDGET(self->fault), text);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self->fault), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                   -1);
    (error ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(self->fault, "error");
    gtk_widget_set_sensitive(self->play_button, error == NULL);
}

static void set_invalid(GtkWidget *entry, gboolean invalid)
{
    (invalid ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(entry, "error");
    gtk_accessible_update_state(
        GTK_ACCESSIBLE(entry), GTK_ACCESSIBLE_STATE_INVALID,
        invalid ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void show_board(TabPositionEditor *self)
{
    g_autoptr(GError) error = NULL;
    tab_position_board_show(self->board, self->edit->rules, &self->edit->situation.position);
    tab_position_edit_check(self->edit, &error);
    set_fault(self, error);
}

static void show_fields(TabPositionEditor *self)
{
    const TabPosition *position = &self->edit->situation.position;
    g_autoptr(GString) throws = g_string_new(NULL);
    gboolean saves = self->set.value[TAB_SWITCH_SAVE_TAB] != 0;
    if (self->edit->situation.throws.n)
        tab_notation_append_throws(self->edit->rules, &self->edit->situation.throws, throws);
    gtk_editable_set_text(GTK_EDITABLE(self->throws), throws->str);
    gtk_drop_down_set_selected(self->side, position->side);
    gtk_adjustment_set_value(self->number_adjustment, position->number);
    gtk_adjustment_set_value(self->saved_white, position->saved[TAB_WHITE]);
    gtk_adjustment_set_value(self->saved_black, position->saved[TAB_BLACK]);
    gtk_widget_set_visible(self->white_saved,
                           saves || position->saved[TAB_WHITE] || position->saved[TAB_BLACK]);
    /* where no pile can be loose, nothing is to be made so: another thing must be in hand */
    gboolean loose = self->set.value[TAB_SWITCH_STACK_RETURN] == TAB_RETURN_LOOSEN;
    gtk_widget_set_visible(GTK_WIDGET(self->loose), loose);
    if (!loose && gtk_toggle_button_get_active(self->loose))
        gtk_toggle_button_set_active(self->piece[TAB_WHITE][TAB_RANK_N], TRUE);
    set_invalid(self->throws, FALSE);
}

/* Everything anew; `typed` is the field in which a person writes, which stays as it is. */
static void show_position(TabPositionEditor *self, const GtkWidget *typed)
{
    self->updating = TRUE;
    if (typed != self->throws)
        show_fields(self);
    if (typed != self->text) {
        g_autofree char *text = tab_position_edit_to_string(self->edit);
        gtk_editable_set_text(GTK_EDITABLE(self->text), text);
        set_invalid(self->text, FALSE);
    }
    self->updating = FALSE;
    show_board(self);
}

/* --- edits --- */

static void on_put(TabPositionEditor *self, guint cell)
{
    if (gtk_toggle_button_get_active(self->eraser))
        tab_position_edit_take(self->edit, cell);
    else if (gtk_toggle_button_get_active(self->loose))
        tab_position_edit_toggle_loose(self->edit, cell);
    for (int side = 0; side < 2; side++)
        for (int rank = 0; rank < 4; rank++)
            if (gtk_toggle_button_get_active(self->piece[side][rank]))
                tab_position_edit_put(self->edit, cell, (TabSide)side, (TabRank)rank);
    show_position(self, NULL);
}

static void on_taken(TabPositionEditor *self, guint cell)
{
    tab_position_edit_take(self->edit, cell);
    show_position(self, NULL);
}

static void on_clear(TabPositionEditor *self)
{
    tab_position_edit_clear(self->edit);
    show_position(self, NULL);
}

static void on_reset(TabPositionEditor *self)
{
    tab_position_edit_reset(self->edit);
    show_position(self, NULL);
}

/* Side, throws, saved tâbs and number. */
static void on_field_changed(TabPositionEditor *self)
{
    g_autoptr(GError) error = NULL;
    if (self->updating || !self->edit)
        return;
    const char *throws = gtk_editable_get_text(GTK_EDITABLE(self->throws));
    tab_position_edit_set_side(self->edit, (TabSide)gtk_drop_down_get_selected(self->side));
    tab_position_edit_set_number(
        self->edit, (unsigned)(gtk_adjustment_get_value(self->number_adjustment) + 0.5));
    tab_position_edit_set_saved(self->edit, TAB_WHITE,
                                (unsigned)(gtk_adjustment_get_value(self->saved_white) + 0.5));
    tab_position_edit_set_saved(self->edit, TAB_BLACK,
                                (unsigned)(gtk_adjustment_get_value(self->saved_black) + 0.5));
    gboolean good = tab_position_edit_set_throws(self->edit, throws, &error);
    show_position(self, self->throws);
    set_invalid(self->throws, !good);
    if (!good)
        set_fault(self, error);
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
        show_position(self, self->text);
    else
        set_fault(self, error);
}

/* Other rules of the same width keep the stones: their check says what does not fit. */
static void on_rules_changed(TabPositionEditor *self)
{
    guint preset = gtk_drop_down_get_selected(self->rules);
    if (self->updating || !self->edit || preset == GTK_INVALID_LIST_POSITION)
        return;
    TabRuleset set = preset == self->set.preset ? self->set : tab_ruleset_preset(preset);
    tab_game_setup_set_columns(
        &set, (unsigned)(gtk_adjustment_get_value(self->columns_adjustment) + 0.5));
    g_autoptr(TabRules) rules = tab_rules_new(&set);
    self->set = set;
    tab_position_edit_set_rules(self->edit, rules);
    show_position(self, NULL);
}

static void on_play(TabPositionEditor *self)
{
    g_autofree char *rules = tab_ruleset_to_string(&self->set);
    g_autofree char *position = tab_position_edit_to_string(self->edit);
    g_object_ref(self);
    gtk_window_close(GTK_WINDOW(self));
    g_signal_emit(self, edited_signal, 0, rules, position);
    g_object_unref(self);
}

/* N, M, T and F choose a piece of the side whose piece is chosen, with Shift White's. */
static gboolean on_key(GtkEventControllerKey *controller, guint key, guint code,
                       GdkModifierType state, TabPositionEditor *self)
{
    static const char letters[] = "nmtf";
    gunichar character = gdk_keyval_to_unicode(key);
    const char *at =
        character < 128 && character ? strchr(letters, g_ascii_tolower((char)character)) : NULL;
    if (!at || state & (GDK_CONTROL_MASK | GDK_ALT_MASK) ||
        tab_painted_board_get_focused(TAB_PAINTED_BOARD(self->board)) == TAB_NO_CELL)
        return FALSE;
    TabSide side = g_ascii_isupper((char)character) ? TAB_WHITE : TAB_BLACK;
    gtk_toggle_button_set_active(self->piece[side][at - letters], TRUE);
    return TRUE;
}

/* --- the dialogue --- */

static void tab_position_editor_dispose(GObject *object)
{
    g_clear_pointer(&TAB_POSITION_EDITOR(object)->edit, tab_position_edit_free);
    G_OBJECT_CLASS(tab_position_editor_parent_class)->dispose(object);
}

static void bind_pieces(GtkWidgetClass *widget_class)
{
    static const char *const names[2][4] = {{"white_n", "white_m", "white_t", "white_f"},
                                            {"black_n", "black_m", "black_t", "black_f"}};
    for (gsize side = 0; side < 2; side++)
        for (gsize rank = 0; rank < 4; rank++)
            gtk_widget_class_bind_template_child_full(
                widget_class, names[side][rank], FALSE,
                (gssize)(G_STRUCT_OFFSET(TabPositionEditor, piece) +
                         (side * 4 + rank) * sizeof(GtkToggleButton *)));
}

static void tab_position_editor_class_init(TabPositionEditorClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_position_editor_dispose;
    edited_signal = g_signal_new("edited", TAB_TYPE_POSITION_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
    g_type_ensure(TAB_TYPE_POSITION_BOARD);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/position-editor.ui");
    bind_pieces(widget_class);
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

/* A stone as the board shows it, with its letter. */
static GtkWidget *new_piece(TabSide side, TabRank rank)
{
    static const char *const letters[2][4] = {{"N", "M", "T", "F"}, {"n", "m", "t", "f"}};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    GtkWidget *letter = gtk_label_new(letters[side][rank]);
    gtk_widget_add_css_class(letter, "caption");
    gtk_box_append(GTK_BOX(box), tab_stones_view_new_single(side, rank, PIECE_SIZE));
    gtk_box_append(GTK_BOX(box), letter);
    return box;
}

static void tab_position_editor_init(TabPositionEditor *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    GtkStringList *presets = gtk_string_list_new(NULL);
    for (guint i = 0; i < tab_ruleset_n_presets(); i++)
        gtk_string_list_append(presets, tab_ruleset_preset_name(i));
    gtk_drop_down_set_model(self->rules, G_LIST_MODEL(presets));
    g_object_unref(presets);
    for (int side = 0; side < 2; side++)
        for (int rank = 0; rank < 4; rank++)
            gtk_button_set_child(GTK_BUTTON(self->piece[side][rank]),
                                 new_piece((TabSide)side, (TabRank)rank));
    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(on_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self), key);
}

TabPositionEditor *tab_position_editor_new(GtkWindow *parent, const TabRules *rules,
                                           const TabSituation *situation)
{
    TabPositionEditor *self = g_object_new(TAB_TYPE_POSITION_EDITOR, "transient-for", parent, NULL);
    self->updating = TRUE;
    self->set = rules->set;
    gtk_drop_down_set_selected(self->rules, self->set.preset);
    gtk_adjustment_set_value(self->columns_adjustment, tab_ruleset_columns(&self->set));
    self->edit = tab_position_edit_new(rules, situation);
    show_position(self, NULL);
    gtk_widget_child_focus(GTK_WIDGET(self->board), GTK_DIR_TAB_FORWARD);
    return self;
}
