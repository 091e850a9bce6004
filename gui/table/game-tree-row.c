// SPDX-License-Identifier: GPL-3.0-or-later
// One row of the list of turns: stone, number, throws, plays, luck and loss, how the game ended,
// and the beginning of its comment; or the heads over their columns. The texts are drawn, not
// labels: GTK makes two hundred rows at once, and tells a screen reader of each widget in them.
#include "gui/table/game-tree-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "gui/board/stones-view.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"

#define STONE_SIZE 18
#define GAP 6
#define INDENT 14 /* pixels a variation is deep */
#define MAX_INDENT 8
#define NUMBER_CHARS 3                    /* that have room before the throws */
#define LEAST_CHARS 14                    /* of number, throws and plays */
#define POINTS_DIGITS 5                   /* "+14.1", as a column of points has room for at least */
#define MARK_DIGITS 2                     /* "??" */
#define DIM 0.7                           /* of the text's colour, for what matters less */
#define LEFT_TO_RIGHT_MARK "\xe2\x80\x8e" /* U+200E */

enum {
    NUMBER,
    THROWS,
    PLAYS,
    LUCK,
    LOSS,
    MARK,    /* of the loss */
    MEANING, /* of the three, for the pointer */
    END,     /* how the game ended */
    COMMENT,
    N_TEXTS
};

struct _TabGameTreeRow {
    GtkWidget parent;
    TabStonesView *stone;
    char *text[N_TEXTS];
    TabTurnGrade grade;
    int notes_start;                          /* where luck and loss begin */
    int line_height, char_width, digit_width; /* in pixels; 0: to be asked for, which takes long */
};

G_DEFINE_FINAL_TYPE(TabGameTreeRow, tab_game_tree_row, GTK_TYPE_WIDGET)

/* --- what it shows --- */

/* Takes over the text, which must not be freed before another one is set. */
static void take_text(TabGameTreeRow *self, int i, char *text)
{
    g_free(self->text[i]);
    self->text[i] = text;
}

/* Rows are recycled: everything is set. */
void tab_game_tree_row_show(TabGameTreeRow *self, TabGameRow *row)
{
    const TabRecordNode *node = row->node;
    guint depth = MIN(row->depth, MAX_INDENT);
    self->grade = tab_game_row_grade(row);
    /* the beginning is told by its name, then by its throws */
    take_text(self, node->parent ? THROWS : PLAYS, tab_game_row_throws(row));
    take_text(self, node->parent ? PLAYS : THROWS, tab_game_row_plays(row));
    take_text(self, NUMBER, tab_game_row_number(row));
    take_text(self, LUCK, tab_game_row_luck(row));
    take_text(self, LOSS, tab_game_row_loss(row));
    take_text(self, MARK, g_strdup(tab_turn_grade_mark(self->grade)));
    take_text(self, MEANING, tab_game_row_notes(row));
    take_text(self, END, tab_game_row_end(row));
    take_text(self, COMMENT, g_strdup(node->comment ? node->comment : ""));
    tab_stones_view_show(self->stone, (TabSide)node->side, 1);
    gtk_widget_set_opacity(GTK_WIDGET(self->stone), node->parent ? 1.0 : 0.0); /* keeps its place */
    gtk_widget_set_margin_start(GTK_WIDGET(self), (int)depth * INDENT);
    tab_widget_set_class(GTK_WIDGET(self), "variation", depth > 0);
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

void tab_game_tree_row_show_heads(TabGameTreeRow *self)
{
    /* Translators: head of a column: what the throws of a turn brought. Keep it short. */
    take_text(self, LUCK, g_strdup(_("Luck")));
    /* Translators: head of a column: what a turn gave away. Keep it short. */
    take_text(self, LOSS, g_strdup(_("Loss")));
    take_text(self, MEANING, tab_turn_grade_explain());
    gtk_widget_set_opacity(GTK_WIDGET(self->stone), 0.0);
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   self->text[MEANING], -1);
}

/* --- how --- */

static int line_height(GtkWidget *widget, int *char_width)
{
    TabGameTreeRow *self = TAB_GAME_TREE_ROW(widget);
    if (!self->line_height) {
        PangoFontMetrics *metrics =
            pango_context_get_metrics(gtk_widget_get_pango_context(widget), NULL, NULL);
        int width = pango_font_metrics_get_approximate_char_width(metrics),
            digit = pango_font_metrics_get_approximate_digit_width(metrics);
        self->line_height = PANGO_PIXELS_CEIL(pango_font_metrics_get_height(metrics));
        self->char_width = PANGO_PIXELS_CEIL(width);
        self->digit_width = PANGO_PIXELS_CEIL(digit);
        pango_font_metrics_unref(metrics);
    }
    *char_width = self->char_width;
    return self->line_height;
}

static void tab_game_tree_row_css_changed(GtkWidget *widget, GtkCssStyleChange *change)
{
    GTK_WIDGET_CLASS(tab_game_tree_row_parent_class)->css_changed(widget, change);
    TAB_GAME_TREE_ROW(widget)->line_height = 0;
}

static void tab_game_tree_row_system_setting_changed(GtkWidget *widget, GtkSystemSetting setting)
{
    GTK_WIDGET_CLASS(tab_game_tree_row_parent_class)->system_setting_changed(widget, setting);
    TAB_GAME_TREE_ROW(widget)->line_height = 0;
}

static PangoLayout *new_layout(GtkWidget *widget, const char *text, PangoWeight weight)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);
    g_autoptr(PangoAttrList) attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_weight_new(weight));
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
    pango_layout_set_attributes(layout, attributes);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    return layout;
}

/* Notation runs from left to right in every language, which figures alone do not tell Pango; only
 * where it stands follows the reader. */
static PangoLayout *new_notation(GtkWidget *widget, const char *text, PangoWeight weight)
{
    g_autofree char *marked = g_strconcat(*text ? LEFT_TO_RIGHT_MARK : "", text, NULL);
    return new_layout(widget, marked, weight);
}

static int width_of(PangoLayout *layout)
{
    int width;
    pango_layout_get_pixel_size(layout, &width, NULL);
    return width;
}

/* As wide as its head and its numbers. */
static int column_width(const TabGameTreeRow *self, const char *head)
{
    return MAX(POINTS_DIGITS * self->digit_width, (int)g_utf8_strlen(head, -1) * self->char_width);
}

/* Of luck, loss and its mark; 0 if there are none. */
static int notes_width(const TabGameTreeRow *self)
{
    if (!*self->text[LUCK] && !*self->text[LOSS])
        return 0;
    return column_width(self, _("Luck")) + GAP + column_width(self, _("Loss")) +
           MARK_DIGITS * self->digit_width;
}

/* Where the throws begin in a row. */
static int get_start(const TabGameTreeRow *self)
{
    int number = (int)strlen(self->text[NUMBER]) * self->digit_width;
    return STONE_SIZE + GAP + MAX(NUMBER_CHARS * self->char_width, number) + GAP;
}

/* Throws and plays, in as many lines as they need in a row of this width. */
static PangoLayout *lay_out_turn(TabGameTreeRow *self, int width)
{
    const char *throws = self->text[THROWS], *gap = *throws ? "  " LEFT_TO_RIGHT_MARK : "";
    g_autofree char *plays = tab_label_text_keep_plays(self->text[PLAYS]);
    g_autofree char *text = g_strconcat(throws, gap, plays, NULL);
    PangoLayout *layout = new_notation(GTK_WIDGET(self), text, PANGO_WEIGHT_NORMAL);
    PangoAttribute *bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD);
    int room = width - get_start(self) - notes_width(self) - GAP;
    bold->end_index = (guint)(strlen(LEFT_TO_RIGHT_MARK) + strlen(throws));
    pango_attr_list_change(pango_layout_get_attributes(layout), bold);
    pango_layout_context_changed(layout);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_width(layout, MAX(room, 0) * PANGO_SCALE);
    return layout;
}

/* Two hundred rows are measured at once: only a turn that might need a second line is laid out. */
static gboolean is_long(const TabGameTreeRow *self, int width)
{
    glong n = g_utf8_strlen(self->text[THROWS], -1) + g_utf8_strlen(self->text[PLAYS], -1) + 2;
    return 4 * (int)n * self->char_width > 3 * (width - get_start(self) - notes_width(self) - GAP);
}

/* Without end and comment. */
static int turn_height(TabGameTreeRow *self, int width)
{
    int char_width, line = line_height(GTK_WIDGET(self), &char_width), height = line;
    if (width > 0 && is_long(self, width)) {
        g_autoptr(PangoLayout) turn = lay_out_turn(self, width);
        pango_layout_get_pixel_size(turn, NULL, &height);
    }
    return MAX(height, line) + MAX(STONE_SIZE - line, 0);
}

/* Where words below the turn begin. */
static int get_words_start(const TabGameTreeRow *self)
{
    return STONE_SIZE + GAP + NUMBER_CHARS * self->char_width + GAP;
}

/* Words below the turn in a row of this width: the end of a game whole, a comment's first line. */
static PangoLayout *lay_out_words(TabGameTreeRow *self, int i, int width)
{
    PangoLayout *layout = new_layout(GTK_WIDGET(self), self->text[i], PANGO_WEIGHT_NORMAL);
    pango_attr_list_insert(pango_layout_get_attributes(layout),
                           pango_attr_style_new(PANGO_STYLE_ITALIC));
    pango_layout_context_changed(layout);
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_ellipsize(layout, i == COMMENT ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
    pango_layout_set_width(layout, MAX(width - get_words_start(self), 0) * PANGO_SCALE);
    return layout;
}

static int end_height(TabGameTreeRow *self, int width)
{
    int height = 0;
    if (!*self->text[END] || width <= 0)
        return 0;
    g_autoptr(PangoLayout) words = lay_out_words(self, END, width);
    pango_layout_get_pixel_size(words, NULL, &height);
    return height;
}

static GtkSizeRequestMode tab_game_tree_row_get_request_mode(GtkWidget *widget)
{
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void tab_game_tree_row_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                      int *minimum, int *natural, int *minimum_baseline,
                                      int *natural_baseline)
{
    TabGameTreeRow *self = TAB_GAME_TREE_ROW(widget);
    int char_width, line = line_height(widget, &char_width);
    if (orientation == GTK_ORIENTATION_HORIZONTAL)
        *minimum = *natural = STONE_SIZE + GAP + LEAST_CHARS * char_width;
    else
        *minimum = *natural = turn_height(self, for_size) + end_height(self, for_size) +
                              (*self->text[COMMENT] ? line : 0);
}

/* Where something `width` wide stands that begins `start` pixels from where lines begin. */
static int mirror(GtkWidget *widget, int start, int width)
{
    return gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
               ? gtk_widget_get_width(widget) - start - width
               : start;
}

static void tab_game_tree_row_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    TabGameTreeRow *self = TAB_GAME_TREE_ROW(widget);
    int char_width, line = MAX(line_height(widget, &char_width), STONE_SIZE);
    gtk_widget_size_allocate(GTK_WIDGET(self->stone),
                             &(GtkAllocation){mirror(widget, 0, STONE_SIZE),
                                              (line - STONE_SIZE) / 2, STONE_SIZE, STONE_SIZE},
                             -1);
}

typedef struct {
    GtkWidget *widget;
    GtkSnapshot *snapshot;
    GdkRGBA colour;
    gboolean selected;
} Pen;

static void draw(Pen *pen, PangoLayout *layout, int start, int top, double strength)
{
    PangoRectangle box;
    GdkRGBA colour = pen->colour;
    colour.alpha *= (float)(pen->selected ? 1.0 : strength);
    pango_layout_get_pixel_extents(layout, NULL, &box);
    int left = mirror(pen->widget, start, box.width) - box.x;
    gtk_snapshot_save(pen->snapshot);
    gtk_snapshot_translate(pen->snapshot, &GRAPHENE_POINT_INIT((float)left, (float)top));
    gtk_snapshot_append_layout(pen->snapshot, layout, &colour);
    gtk_snapshot_restore(pen->snapshot);
}

/* The desktop's colour of errors, with so much of the text's that it stands out by night and by
 * day. The mark beside it tells the same. */
static GdkRGBA error_colour(const Pen *pen)
{
    GdkRGBA error, text = pen->colour;
    GtkStyleContext *style = gtk_widget_get_style_context(pen->widget);
    if (pen->selected || !gtk_style_context_lookup_color(style, "error_color", &error))
        return text;
    return (GdkRGBA){(error.red + text.red) / 2, (error.green + text.green) / 2,
                     (error.blue + text.blue) / 2, text.alpha};
}

/* Draws a number in the column of this width that begins at `start`, at its right: numbers run from
 * left to right in every language. */
static void draw_number(Pen *pen, const char *text, int start, int column, int top,
                        PangoWeight weight)
{
    g_autoptr(PangoLayout) layout = new_notation(pen->widget, text, weight);
    gboolean mirrored = gtk_widget_get_direction(pen->widget) == GTK_TEXT_DIR_RTL;
    draw(pen, layout, mirrored ? start : start + column - width_of(layout), top, 1);
}

/* Luck, loss and its mark, at the end of the line, if it has any; where they begin. */
static int draw_notes(TabGameTreeRow *self, Pen *pen, int top)
{
    int end = gtk_widget_get_width(GTK_WIDGET(self));
    if (!*self->text[LUCK] && !*self->text[LOSS])
        return end;
    gboolean bad = self->grade >= TAB_TURN_MISTAKE;
    PangoWeight weight = bad ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL;
    Pen loud = *pen;
    loud.colour = bad ? error_colour(pen) : pen->colour;
    int mark = end - MARK_DIGITS * self->digit_width;
    int loss = mark - column_width(self, _("Loss"));
    int luck = loss - GAP - column_width(self, _("Luck"));
    g_autoptr(PangoLayout) marks = new_layout(pen->widget, self->text[MARK], weight);
    draw_number(pen, self->text[LUCK], luck, loss - GAP - luck, top, PANGO_WEIGHT_NORMAL);
    draw_number(&loud, self->text[LOSS], loss, mark - loss, top, weight);
    draw(&loud, marks, mark, top, 1);
    return luck;
}

/* The number from where lines begin, notes at their end, the turn in what is between. */
static void draw_turn(TabGameTreeRow *self, Pen *pen, int top)
{
    g_autoptr(PangoLayout) number =
        new_layout(pen->widget, self->text[NUMBER], PANGO_WEIGHT_NORMAL);
    g_autoptr(PangoLayout) turn = lay_out_turn(self, gtk_widget_get_width(pen->widget));
    int start = get_start(self);
    draw(pen, number, start - GAP - width_of(number), top, DIM);
    draw(pen, turn, start, top, 1);
    self->notes_start = draw_notes(self, pen, top);
}

static void draw_words(TabGameTreeRow *self, Pen *pen, int i, int top)
{
    g_autoptr(PangoLayout) words = lay_out_words(self, i, gtk_widget_get_width(pen->widget));
    draw(pen, words, get_words_start(self), top, 0.85);
}

static void tab_game_tree_row_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabGameTreeRow *self = TAB_GAME_TREE_ROW(widget);
    GtkWidget *place = gtk_widget_get_parent(widget);
    int char_width, height = line_height(widget, &char_width), line = MAX(height, STONE_SIZE);
    int width = gtk_widget_get_width(widget), below = turn_height(self, width);
    Pen pen = {widget,
               snapshot,
               {0},
               place && gtk_widget_get_state_flags(place) & GTK_STATE_FLAG_SELECTED};
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &pen.colour);
    gtk_widget_snapshot_child(widget, GTK_WIDGET(self->stone), snapshot);
    draw_turn(self, &pen, (line - height) / 2);
    if (*self->text[END])
        draw_words(self, &pen, END, below);
    if (*self->text[COMMENT])
        draw_words(self, &pen, COMMENT, below + end_height(self, width));
}

static gboolean tab_game_tree_row_query_tooltip(GtkWidget *widget, int x, int y, gboolean keyboard,
                                                GtkTooltip *tooltip)
{
    TabGameTreeRow *self = TAB_GAME_TREE_ROW(widget);
    int start = mirror(widget, x, 0);
    if (!*self->text[MEANING] || (!keyboard && start < self->notes_start))
        return FALSE;
    gtk_tooltip_set_text(tooltip, self->text[MEANING]);
    return TRUE;
}

/* --- the widget --- */

static void tab_game_tree_row_dispose(GObject *object)
{
    TabGameTreeRow *self = TAB_GAME_TREE_ROW(object);
    if (self->stone)
        gtk_widget_unparent(GTK_WIDGET(self->stone));
    self->stone = NULL;
    G_OBJECT_CLASS(tab_game_tree_row_parent_class)->dispose(object);
}

static void tab_game_tree_row_finalize(GObject *object)
{
    TabGameTreeRow *self = TAB_GAME_TREE_ROW(object);
    for (int i = 0; i < N_TEXTS; i++)
        g_free(self->text[i]);
    G_OBJECT_CLASS(tab_game_tree_row_parent_class)->finalize(object);
}

static void tab_game_tree_row_class_init(TabGameTreeRowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_game_tree_row_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_game_tree_row_finalize;
    widget_class->get_request_mode = tab_game_tree_row_get_request_mode;
    widget_class->measure = tab_game_tree_row_measure;
    widget_class->size_allocate = tab_game_tree_row_allocate;
    widget_class->snapshot = tab_game_tree_row_snapshot;
    widget_class->css_changed = tab_game_tree_row_css_changed;
    widget_class->system_setting_changed = tab_game_tree_row_system_setting_changed;
    widget_class->query_tooltip = tab_game_tree_row_query_tooltip;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
    gtk_widget_class_set_css_name(widget_class, "turn");
}

static void tab_game_tree_row_init(TabGameTreeRow *self)
{
    self->stone = g_object_new(TAB_TYPE_STONES_VIEW, NULL);
    tab_stones_view_set_size(self->stone, STONE_SIZE);
    gtk_widget_set_parent(GTK_WIDGET(self->stone), GTK_WIDGET(self));
    for (int i = 0; i < N_TEXTS; i++)
        self->text[i] = g_strdup("");
    gtk_widget_set_has_tooltip(GTK_WIDGET(self), TRUE);
}

GtkWidget *tab_game_tree_row_new(void)
{
    return g_object_new(TAB_TYPE_GAME_TREE_ROW, NULL);
}
