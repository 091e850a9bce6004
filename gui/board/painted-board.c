// SPDX-License-Identifier: GPL-3.0-or-later
// A widget that shows a painted board; those derived from it may have cells for keyboard and screen
// reader.
#include "gui/board/painted-board.h"

#include <glib/gi18n.h>

#include "gui/board/theme.h"

typedef struct {
    TabBoardPainter *painter;
    TabRules *rules; /* NULL: there is no board */
    TabBoardLayout layout;
    const TabBoardModel *model;     /* borrowed; NULL: nothing is shown yet */
    GtkWidget *cell[TAB_MAX_CELLS]; /* Cell; children, in the order of reading */
    unsigned n_cells;
    unsigned focus;    /* the cell on which the focus is seen, or TAB_NO_CELL */
    unsigned place;    /* the cell that has, or last had, the focus */
    gboolean by_keys;  /* the board is walked by the keyboard, so that its focus is seen */
    guint preparation; /* source that makes pictures for later, 0: none */
} TabPaintedBoardPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE(TabPaintedBoard, tab_painted_board, GTK_TYPE_WIDGET)

static TabPaintedBoardPrivate *get_private(TabPaintedBoard *self)
{
    return tab_painted_board_get_instance_private(self);
}

/* --- a cell: it has focus, a label and an action, and draws nothing --- */

#define TYPE_CELL (cell_get_type())
G_DECLARE_FINAL_TYPE(Cell, cell, TAB, CELL, GtkWidget)

struct _Cell {
    GtkWidget parent;
    unsigned cell;
};

G_DEFINE_FINAL_TYPE(Cell, cell, GTK_TYPE_WIDGET)

static void activate_cell(GtkWidget *widget, const char *action, GVariant *parameter)
{
    TabPaintedBoard *board = TAB_PAINTED_BOARD(gtk_widget_get_parent(widget));
    gtk_widget_grab_focus(widget);
    TAB_PAINTED_BOARD_GET_CLASS(board)->activate(board, TAB_CELL(widget)->cell);
}

static void cell_class_init(CellClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    gtk_widget_class_install_action(widget_class, "cell.activate", NULL, activate_cell);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_BUTTON);
    gtk_widget_class_set_css_name(widget_class, "cell");
}

static void cell_init(Cell *self)
{
    gtk_widget_set_can_target(GTK_WIDGET(self), FALSE);
    gtk_widget_set_focusable(GTK_WIDGET(self), TRUE);
}

/* Only what has changed is told. */
void tab_painted_board_set_label(TabPaintedBoard *self, unsigned cell, const char *label)
{
    GObject *widget = G_OBJECT(get_private(self)->cell[cell]);
    if (g_strcmp0(g_object_get_data(widget, "label"), label) == 0)
        return;
    g_object_set_data_full(widget, "label", g_strdup(label), g_free);
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                   -1);
}

/* --- the board --- */

static void remove_cells(TabPaintedBoardPrivate *priv)
{
    for (unsigned c = 0; c < priv->n_cells; c++)
        gtk_widget_unparent(priv->cell[c]);
    priv->n_cells = 0;
}

void tab_painted_board_set_rules(TabPaintedBoard *self, const TabRules *rules, gboolean flipped)
{
    TabPaintedBoardPrivate *priv = get_private(self);
    TabRules *kept = rules ? tab_rules_ref(rules) : NULL;
    g_clear_pointer(&priv->rules, tab_rules_unref);
    priv->rules = kept;
    remove_cells(priv);
    priv->focus = TAB_NO_CELL;
    priv->place = 0;
    if (!rules)
        return;
    priv->layout =
        tab_board_layout(gtk_widget_get_width(GTK_WIDGET(self)),
                         gtk_widget_get_height(GTK_WIDGET(self)), &rules->board, flipped);
    priv->n_cells = TAB_PAINTED_BOARD_GET_CLASS(self)->press ? priv->layout.cells : 0;
    for (unsigned i = 0; i < priv->n_cells; i++) {
        unsigned cell = priv->layout.order[i];
        priv->cell[cell] = g_object_new(TYPE_CELL, NULL);
        TAB_CELL(priv->cell[cell])->cell = cell;
        gtk_widget_set_parent(priv->cell[cell], GTK_WIDGET(self));
    }
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

void tab_painted_board_set_painter(TabPaintedBoard *self, TabBoardPainter *painter)
{
    TabPaintedBoardPrivate *priv = get_private(self);
    TabBoardPainter *shared = tab_board_painter_share(painter);
    tab_board_painter_free(priv->painter);
    priv->painter = shared;
}

const TabRules *tab_painted_board_get_rules(TabPaintedBoard *self)
{
    return get_private(self)->rules;
}

const TabBoardLayout *tab_painted_board_get_layout(TabPaintedBoard *self)
{
    return &get_private(self)->layout;
}

void tab_painted_board_show(TabPaintedBoard *self, const TabBoardModel *model)
{
    get_private(self)->model = model;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

/* --- keyboard --- */

unsigned tab_painted_board_get_focused(TabPaintedBoard *self)
{
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
    if (!TAB_IS_CELL(focus) || gtk_widget_get_parent(focus) != GTK_WIDGET(self))
        return TAB_NO_CELL;
    return TAB_CELL(focus)->cell;
}

unsigned tab_painted_board_get_seen_focus(TabPaintedBoard *self)
{
    return get_private(self)->focus;
}

gboolean tab_painted_board_focus_cell(TabPaintedBoard *self, unsigned cell)
{
    return gtk_widget_grab_focus(get_private(self)->cell[cell]);
}

/* As the eye sees the board; at the edge it stays. */
static gboolean move_focus(TabPaintedBoard *self, unsigned cell, int right, int down)
{
    TabPaintedBoardPrivate *priv = get_private(self);
    TabCell to = tab_board_layout_cell_in(&priv->layout, priv->layout.seen[cell].column + right,
                                          priv->layout.seen[cell].line + down);
    if (to == TAB_NO_CELL)
        return TRUE;
    gtk_window_set_focus_visible(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(self))), TRUE);
    gtk_widget_grab_focus(priv->cell[to]);
    return TRUE;
}

static gboolean on_cell_key(GtkEventControllerKey *controller, guint key, guint code,
                            GdkModifierType state, TabPaintedBoard *self)
{
    unsigned cell = tab_painted_board_get_focused(self);
    if (cell == TAB_NO_CELL || state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
        return FALSE;
    switch (key) {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
        return move_focus(self, cell, -1, 0);
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
        return move_focus(self, cell, 1, 0);
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
        return move_focus(self, cell, 0, -1);
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
        return move_focus(self, cell, 0, 1);
    default:
        return TAB_PAINTED_BOARD_GET_CLASS(self)->press(self, cell, key);
    }
}

/* Tab leaves the board in one step, and comes back to the cell that had the focus. So does GTK
 * where the button that had the focus has nothing more to do. */
static gboolean tab_painted_board_focus(GtkWidget *widget, GtkDirectionType direction)
{
    TabPaintedBoardPrivate *priv = get_private(TAB_PAINTED_BOARD(widget));
    if (!priv->n_cells || tab_painted_board_get_focused(TAB_PAINTED_BOARD(widget)) != TAB_NO_CELL)
        return FALSE;
    return gtk_widget_grab_focus(priv->cell[priv->place]);
}

/* --- size and picture --- */

void tab_painted_board_measure(TabPaintedBoard *self, GtkOrientation orientation, int min_width,
                               int min_height, double scale, int *minimum, int *natural)
{
    const TabRules *rules = get_private(self)->rules;
    gboolean horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;
    double width = 0.0, height = 0.0;
    if (rules)
        tab_board_layout_natural_size(&rules->board, &width, &height);
    *minimum = horizontal ? min_width : min_height;
    *natural = MAX(*minimum, (int)(scale * (horizontal ? width : height)));
}

static void tab_painted_board_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    TabPaintedBoardPrivate *priv = get_private(TAB_PAINTED_BOARD(widget));
    if (!priv->rules)
        return;
    priv->layout = tab_board_layout(width, height, &priv->rules->board, priv->layout.flipped);
    int w = (int)priv->layout.pitch_x, h = (int)priv->layout.pitch_y;
    for (unsigned c = 0; c < priv->n_cells; c++) {
        double x, y;
        tab_board_layout_centre(&priv->layout, c, &x, &y);
        gtk_widget_size_allocate(
            priv->cell[c], &(GtkAllocation){(int)(x - w / 2.0), (int)(y - h / 2.0), w, h}, -1);
    }
}

static gboolean on_prepare(gpointer data)
{
    TabPaintedBoardPrivate *priv = get_private(data);
    if (tab_board_painter_prepare(priv->painter, true))
        return G_SOURCE_CONTINUE;
    priv->preparation = 0;
    return G_SOURCE_REMOVE;
}

void tab_painted_board_paint(TabPaintedBoard *self, cairo_t *cr)
{
    TabPaintedBoardPrivate *priv = get_private(self);
    PangoContext *context = gtk_widget_get_pango_context(GTK_WIDGET(self));
    if (!priv->rules || !priv->model)
        return;
    tab_board_painter_set_font(priv->painter, pango_context_get_font_description(context));
    tab_board_painter_set_scale(priv->painter, gtk_widget_get_scale_factor(GTK_WIDGET(self)));
    tab_board_painter_draw(priv->painter, cr, &priv->layout, priv->model);
}

static void tab_painted_board_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabPaintedBoardPrivate *priv = get_private(TAB_PAINTED_BOARD(widget));
    if (!priv->rules || !priv->model)
        return;
    graphene_rect_t bounds = GRAPHENE_RECT_INIT(0, 0, (float)gtk_widget_get_width(widget),
                                                (float)gtk_widget_get_height(widget));
    cairo_t *cr = gtk_snapshot_append_cairo(snapshot, &bounds);
    tab_painted_board_paint(TAB_PAINTED_BOARD(widget), cr);
    cairo_destroy(cr);
    /* a turn or a game that brings many stones in sight for the first time would have the window
     * wait for their pictures: they are made while nothing else is to be done */
    if (!priv->preparation && gtk_widget_get_realized(widget) &&
        tab_board_painter_prepare(priv->painter, false))
        priv->preparation = g_idle_add_full(G_PRIORITY_LOW, on_prepare, widget, NULL);
}

/* --- the widget --- */

static void refresh(TabPaintedBoard *self)
{
    TAB_PAINTED_BOARD_GET_CLASS(self)->refresh(self);
}

/* GTK hides the focus a few seconds after each key. On the board it is where the next key acts, and
 * stays in sight until the pointer is used there. */
static void on_focus_changed(TabPaintedBoard *self)
{
    TabPaintedBoardPrivate *priv = get_private(self);
    GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
    unsigned focused = tab_painted_board_get_focused(self);
    if (focused != TAB_NO_CELL)
        priv->place = focused;
    if (focused != TAB_NO_CELL && gtk_window_get_focus_visible(GTK_WINDOW(root)))
        priv->by_keys = TRUE;
    unsigned focus = priv->by_keys ? focused : TAB_NO_CELL;
    if (focus == priv->focus)
        return;
    priv->focus = focus;
    refresh(self);
}

void tab_painted_board_point_at(TabPaintedBoard *self, unsigned cell)
{
    tab_painted_board_focus_cell(self, cell);
    gtk_window_set_focus_visible(GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(self))), FALSE);
    get_private(self)->by_keys = FALSE;
    on_focus_changed(self);
}

static void tab_painted_board_root(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_painted_board_parent_class)->root(widget);
    GtkRoot *root = gtk_widget_get_root(widget);
    g_signal_connect_object(root, "notify::focus-widget", G_CALLBACK(on_focus_changed), widget,
                            G_CONNECT_SWAPPED);
    g_signal_connect_object(root, "notify::focus-visible", G_CALLBACK(on_focus_changed), widget,
                            G_CONNECT_SWAPPED);
    tab_theme_watch(widget, G_CALLBACK(refresh), widget);
    refresh(TAB_PAINTED_BOARD(widget));
}

static void tab_painted_board_unrealize(GtkWidget *widget)
{
    g_clear_handle_id(&get_private(TAB_PAINTED_BOARD(widget))->preparation, g_source_remove);
    GTK_WIDGET_CLASS(tab_painted_board_parent_class)->unrealize(widget);
}

static void tab_painted_board_dispose(GObject *object)
{
    TabPaintedBoardPrivate *priv = get_private(TAB_PAINTED_BOARD(object));
    remove_cells(priv);
    g_clear_pointer(&priv->rules, tab_rules_unref);
    g_clear_pointer(&priv->painter, tab_board_painter_free);
    G_OBJECT_CLASS(tab_painted_board_parent_class)->dispose(object);
}

static void tab_painted_board_class_init(TabPaintedBoardClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_painted_board_dispose;
    widget_class->size_allocate = tab_painted_board_size_allocate;
    widget_class->snapshot = tab_painted_board_snapshot;
    widget_class->focus = tab_painted_board_focus;
    widget_class->root = tab_painted_board_root;
    widget_class->unrealize = tab_painted_board_unrealize;
}

static void tab_painted_board_init(TabPaintedBoard *self)
{
    get_private(self)->painter = tab_board_painter_new();
    get_private(self)->focus = TAB_NO_CELL;
    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(on_cell_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self), key);
    /* Panels mirror for right-to-left readers, the board does not. */
    gtk_widget_set_direction(GTK_WIDGET(self), GTK_TEXT_DIR_LTR);
    /* Translators: what the board is called by a screen reader. */
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Board"),
                                   -1);
}
