// SPDX-License-Identifier: GPL-3.0-or-later
// The sticks, shells or dice of a throw: they tumble, settle, and lie; a click asks for a throw.
#include "gui/table/sticks-view.h"

#include <string.h>

#include <glib/gi18n.h>

#include "gui/model/number-text.h"
#include "gui/model/wording.h"
#include "protocol/painter/paint-sticks.h"
#include "gui/board/theme.h"

#define ASPECT 1.6 /* width by height */

#define ROOM 24.0f /* pixels around the widget into which sticks and their shadows may fly */

struct _TabSticksView {
    GtkWidget parent;
    TabSticksModel model;
    const TabCast *cast; /* borrowed; NULL: there are no sticks */
    TabSide side;        /* who threw */
    uint8_t kinds[TAB_MAX_STICKS];
    unsigned n_kinds; /* 0: not thrown yet; of dice several */
    double pace;
    int height;   /* asked for, in pixels */
    guint tick;   /* 0: they lie still */
    gint64 start; /* µs of the frame clock, 0 before the first frame */
};

G_DEFINE_FINAL_TYPE(TabSticksView, tab_sticks_view, GTK_TYPE_WIDGET)

enum { SETTLED, CLICKED, N_SIGNALS };
static guint signals[N_SIGNALS];

/* What they show: "3, telâteh", "1, 4". */
static char *describe_kinds(TabSticksView *self)
{
    GString *text = g_string_new(NULL);
    for (unsigned i = 0; i < self->n_kinds; i++) {
        if (i > 0)
            g_string_append(text, tab_number_text_comma());
        g_string_append_printf(text, "%d", self->cast->kind[self->kinds[i]].steps);
    }
    if (self->n_kinds == 1) {
        g_string_append(text, tab_number_text_comma());
        g_string_append(text, tab_wording_throw_name(self->cast, self->kinds[0]));
    }
    return g_string_free(text, FALSE);
}

static void tell_sticks(TabSticksView *self)
{
    g_autofree char *label = NULL;
    if (!self->n_kinds)
        /* Translators: what the place of sticks, shells or dice is called by a screen reader. */
        label = g_strdup(_("Not thrown yet"));
    else if (self->tick)
        /* Translators: sticks, shells or dice. */
        label = g_strdup(_("Falling"));
    else {
        g_autofree char *kinds = describe_kinds(self);
        /* Translators: sticks, shells or dice; %s is what they show: "3, telâteh", "1, 4". */
        label = g_strdup_printf(_("Thrown: %s"), kinds);
    }
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static gboolean on_tumble_tick(GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
    TabSticksView *self = TAB_STICKS_VIEW(widget);
    gint64 now = gdk_frame_clock_get_frame_time(clock);
    if (!self->start)
        self->start = now;
    self->model.tumble = (double)(now - self->start) / 1000.0 / (TAB_STICKS_TUMBLE_MS * self->pace);
    if (self->model.tumble < 1.0) {
        gtk_widget_queue_draw(widget);
        return G_SOURCE_CONTINUE;
    }
    self->tick = 0;
    self->model.tumble = 1.0;
    tell_sticks(self);
    gtk_widget_queue_draw(widget);
    g_signal_emit(self, signals[SETTLED], 0);
    return G_SOURCE_REMOVE;
}

static void stop_tumble(TabSticksView *self)
{
    if (self->tick)
        gtk_widget_remove_tick_callback(GTK_WIDGET(self), self->tick);
    self->tick = 0;
}

static void set_throw(TabSticksView *self, TabSide side, const uint8_t *kinds, unsigned n,
                      guint32 seed, double tumble)
{
    stop_tumble(self);
    self->side = side;
    self->n_kinds = MIN(n, TAB_MAX_STICKS);
    memcpy(self->kinds, kinds, self->n_kinds);
    self->model.faded = false;
    self->model.tumble = tumble;
    tab_sticks_set_throw(&self->model, self->cast, side, kinds, self->n_kinds, seed);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

void tab_sticks_view_lay(TabSticksView *self, TabSide side, const uint8_t *kinds, unsigned n,
                         guint32 seed)
{
    set_throw(self, side, kinds, n, seed, 1.0);
    tell_sticks(self);
}

void tab_sticks_view_throw(TabSticksView *self, TabSide side, const uint8_t *kinds, unsigned n,
                           guint32 seed)
{
    self->pace = tab_theme_motion_pace(GTK_WIDGET(self));
    if (self->pace <= 0.0 || !gtk_widget_get_mapped(GTK_WIDGET(self))) {
        tab_sticks_view_lay(self, side, kinds, n, seed);
        return;
    }
    set_throw(self, side, kinds, n, seed, 0.0);
    self->start = 0;
    self->tick = gtk_widget_add_tick_callback(GTK_WIDGET(self), on_tumble_tick, NULL, NULL);
    tell_sticks(self);
}

gboolean tab_sticks_view_shows(TabSticksView *self, TabSide side, const uint8_t *kinds, unsigned n)
{
    return self->side == side && self->n_kinds == n && memcmp(self->kinds, kinds, n) == 0;
}

/* Pale, as a thing to be taken up, and half of them flat. */
void tab_sticks_view_set_cast(TabSticksView *self, const TabCast *cast)
{
    stop_tumble(self);
    self->cast = cast;
    self->n_kinds = 0;
    self->model = (TabSticksModel){.tumble = 1.0, .faded = true};
    if (cast) {
        uint8_t kinds[TAB_MAX_STICKS];
        memset(kinds, cast->kind_of_face[tab_cast_n_faces(cast) / 2], sizeof kinds);
        tab_sticks_set_throw(&self->model, cast, TAB_WHITE, kinds, cast->n_throws, 0);
    }
    tell_sticks(self);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

gboolean tab_sticks_view_is_busy(TabSticksView *self)
{
    return self->tick != 0;
}

void tab_sticks_view_set_height(TabSticksView *self, int height)
{
    self->height = height;
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

void tab_sticks_view_set_faded(TabSticksView *self, gboolean faded)
{
    if (self->model.faded == (bool)faded)
        return;
    self->model.faded = faded;
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void on_released(GtkGestureClick *gesture, int n_press, double x, double y,
                        TabSticksView *self)
{
    if (gtk_widget_contains(GTK_WIDGET(self), x, y))
        g_signal_emit(self, signals[CLICKED], 0);
}

static void tab_sticks_view_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                    int *minimum, int *natural, int *minimum_baseline,
                                    int *natural_baseline)
{
    gboolean horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;
    int height = TAB_STICKS_VIEW(widget)->height;
    *minimum = *natural = horizontal ? (int)(height * ASPECT) : height;
}

static void tab_sticks_view_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabSticksView *self = TAB_STICKS_VIEW(widget);
    double w = gtk_widget_get_width(widget), h = gtk_widget_get_height(widget);
    double width = MIN(w, h * ASPECT), height = width / ASPECT;
    cairo_t *cr = gtk_snapshot_append_cairo(
        snapshot, &GRAPHENE_RECT_INIT(-ROOM, -ROOM, (float)w + 2 * ROOM, (float)h + 2 * ROOM));
    cairo_translate(cr, (w - width) / 2.0, (h - height) / 2.0);
    self->model.theme = tab_theme_current(widget);
    tab_sticks_draw(cr, &self->model, width, height);
    cairo_destroy(cr);
}

static void tab_sticks_view_dispose(GObject *object)
{
    stop_tumble(TAB_STICKS_VIEW(object));
    G_OBJECT_CLASS(tab_sticks_view_parent_class)->dispose(object);
}

static void tab_sticks_view_class_init(TabSticksViewClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_sticks_view_dispose;
    widget_class->measure = tab_sticks_view_measure;
    widget_class->snapshot = tab_sticks_view_snapshot;
    signals[SETTLED] = g_signal_new("settled", TAB_TYPE_STICKS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    signals[CLICKED] = g_signal_new("clicked", TAB_TYPE_STICKS_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_IMG);
    gtk_widget_class_set_css_name(widget_class, "sticks");
}

static void tab_sticks_view_init(TabSticksView *self)
{
    self->height = 122;
    GtkGesture *click = gtk_gesture_click_new();
    g_signal_connect(click, "released", G_CALLBACK(on_released), self);
    gtk_widget_add_controller(GTK_WIDGET(self), GTK_EVENT_CONTROLLER(click));
    tab_sticks_view_set_cast(self, NULL);
    tab_theme_watch(GTK_WIDGET(self), G_CALLBACK(gtk_widget_queue_draw), self);
}
