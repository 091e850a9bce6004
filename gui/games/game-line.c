// SPDX-License-Identifier: GPL-3.0-or-later
// One line of the list of games. The texts are drawn, not labels: GTK makes two hundred rows at
// once, and tells a screen reader of each widget in them.
#include "gui/games/game-line.h"

struct _TabGameLine {
    GtkWidget parent;
    TabGameItem *item; /* NULL: none */
    gboolean with_at;
    char *text[TAB_N_COLUMNS];
    int height; /* of a line of text; 0: to be asked for, which takes long */
};

G_DEFINE_FINAL_TYPE(TabGameLine, tab_game_line, GTK_TYPE_WIDGET)

/* GTK 4.8 gives a row no name of its own: its widget is this one's parent. What is still to come
 * is not told: each name goes over the bus. */
static void tell_name(TabGameLine *self)
{
    GtkWidget *row = gtk_widget_get_parent(GTK_WIDGET(self));
    if (!row || !tab_game_item_get_row(self->item))
        return;
    g_autofree char *text = tab_game_columns_describe(self->item, self->with_at);
    gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void show_texts(TabGameLine *self)
{
    for (TabListColumn i = 0; i < TAB_N_COLUMNS; i++) {
        g_free(self->text[i]);
        self->text[i] = tab_game_columns_text(self->item, i);
    }
    tell_name(self);
    gtk_widget_queue_draw(GTK_WIDGET(self));
}

static void leave_item(TabGameLine *self)
{
    if (self->item)
        g_signal_handlers_disconnect_by_data(self->item, self);
    g_clear_object(&self->item);
}

void tab_game_line_show(TabGameLine *self, TabGameItem *item, gboolean with_at)
{
    leave_item(self);
    self->with_at = with_at;
    if (!item)
        return;
    self->item = g_object_ref(item);
    g_signal_connect_swapped(item, "loaded", G_CALLBACK(show_texts), self);
    show_texts(self);
}

/* --- drawing --- */

static void tab_game_line_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                  int *minimum, int *natural, int *minimum_baseline,
                                  int *natural_baseline)
{
    TabGameLine *self = TAB_GAME_LINE(widget);
    if (!self->height) {
        PangoFontMetrics *metrics =
            pango_context_get_metrics(gtk_widget_get_pango_context(widget), NULL, NULL);
        self->height = PANGO_PIXELS_CEIL(pango_font_metrics_get_height(metrics));
        pango_font_metrics_unref(metrics);
    }
    *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 1 : self->height;
}

static void tab_game_line_css_changed(GtkWidget *widget, GtkCssStyleChange *change)
{
    GTK_WIDGET_CLASS(tab_game_line_parent_class)->css_changed(widget, change);
    TAB_GAME_LINE(widget)->height = 0;
}

static void tab_game_line_system_setting_changed(GtkWidget *widget, GtkSystemSetting setting)
{
    GTK_WIDGET_CLASS(tab_game_line_parent_class)->system_setting_changed(widget, setting);
    TAB_GAME_LINE(widget)->height = 0;
}

static PangoLayout *lay_out(TabGameLine *self, TabListColumn column, int width)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(self), self->text[column]);
    gboolean mirrored = gtk_widget_get_direction(GTK_WIDGET(self)) == GTK_TEXT_DIR_RTL;
    g_autoptr(PangoAttrList) attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
    pango_layout_set_attributes(layout, attributes);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    pango_layout_set_auto_dir(layout,
                              FALSE); /* a name of either direction begins with its column */
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_width(layout, width * PANGO_SCALE);
    if (tab_game_columns_is_number(column) != mirrored)
        pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT);
    return layout;
}

static void tab_game_line_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    TabGameLine *self = TAB_GAME_LINE(widget);
    int width = gtk_widget_get_width(widget);
    gboolean mirrored = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL;
    TabColumnPlace places[TAB_N_COLUMNS];
    GdkRGBA colour;
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &colour);
    tab_game_columns_place(widget, width, self->with_at, places);
    for (TabListColumn i = 0; i < TAB_N_COLUMNS; i++) {
        if (!places[i].width || !self->text[i] || !*self->text[i])
            continue;
        g_autoptr(PangoLayout) layout = lay_out(self, i, places[i].width);
        int x = mirrored ? width - places[i].start - places[i].width : places[i].start;
        gtk_snapshot_save(snapshot);
        gtk_snapshot_translate(snapshot, &GRAPHENE_POINT_INIT((float)x, 0));
        gtk_snapshot_append_layout(snapshot, layout, &colour);
        gtk_snapshot_restore(snapshot);
    }
}

/* What is cut in its column is read whole below the pointer. */
static gboolean tab_game_line_query_tooltip(GtkWidget *widget, int x, int y, gboolean keyboard,
                                            GtkTooltip *tooltip)
{
    TabGameLine *self = TAB_GAME_LINE(widget);
    g_autofree char *text =
        self->item ? tab_game_columns_describe(self->item, self->with_at) : NULL;
    gtk_tooltip_set_text(tooltip, text);
    return text && *text;
}

/* --- the widget --- */

static void tab_game_line_dispose(GObject *object)
{
    leave_item(TAB_GAME_LINE(object));
    G_OBJECT_CLASS(tab_game_line_parent_class)->dispose(object);
}

static void tab_game_line_finalize(GObject *object)
{
    for (int i = 0; i < TAB_N_COLUMNS; i++)
        g_free(TAB_GAME_LINE(object)->text[i]);
    G_OBJECT_CLASS(tab_game_line_parent_class)->finalize(object);
}

static void tab_game_line_class_init(TabGameLineClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_game_line_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_game_line_finalize;
    widget_class->measure = tab_game_line_measure;
    widget_class->snapshot = tab_game_line_snapshot;
    widget_class->css_changed = tab_game_line_css_changed;
    widget_class->system_setting_changed = tab_game_line_system_setting_changed;
    widget_class->query_tooltip = tab_game_line_query_tooltip;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void tab_game_line_init(TabGameLine *self)
{
    gtk_widget_set_has_tooltip(GTK_WIDGET(self), TRUE);
}

GtkWidget *tab_game_line_new(void)
{
    return g_object_new(TAB_TYPE_GAME_LINE, NULL);
}
