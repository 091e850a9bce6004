// SPDX-License-Identifier: GPL-3.0-or-later
// What is said beside the board of a lesson: a step's heading and text, and a remark on what was
// done.
#include "gui/lessons/lesson-words.h"

#include "gui/model/lesson-run.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"

#define SPACING 6 /* pixels between the labels */
#define LEAST 96  /* pixels of height that are always there: about five lines */
#define USUAL 600 /* pixels of width to reckon with where none is given */

struct _TabLessonWords {
    GtkWidget parent;
    GtkWidget *scroller, *heading, *text, *remark;
    const TabLesson *lesson; /* borrowed */
    guint scroll;            /* source that brings the remark into sight; 0: none */
};

G_DEFINE_FINAL_TYPE(TabLessonWords, tab_lesson_words, GTK_TYPE_WIDGET)

/* --- room --- */

static int measure_text(GtkWidget *label, const char *text, int width, gboolean bold)
{
    g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(label, text);
    int height;
    if (bold) {
        g_autoptr(PangoAttrList) attributes = pango_attr_list_new();
        pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD));
        pango_layout_set_attributes(layout, attributes);
    }
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD);
    pango_layout_set_width(layout, MAX(width, 1) * PANGO_SCALE);
    pango_layout_get_pixel_size(layout, NULL, &height);
    return height;
}

/* What a step needs with the longest of its remarks, in bold as it is when the step is done. */
static int measure_step(TabLessonWords *self, const TabLessonStep *step, int width)
{
    g_autoptr(GPtrArray) remarks = tab_lesson_run_list_remarks(step);
    GtkBorder padding;
    int remark = 0;
    gtk_style_context_get_padding(gtk_widget_get_style_context(self->remark), &padding);
    for (guint i = 0; i < remarks->len; i++)
        remark = MAX(remark, measure_text(self->remark, g_ptr_array_index(remarks, i),
                                          width - padding.left - padding.right, TRUE));
    return measure_text(self->heading, step->title, width, FALSE) + SPACING +
           measure_text(self->text, step->text, width, FALSE) + SPACING + remark + padding.top +
           padding.bottom;
}

static GtkSizeRequestMode tab_lesson_words_get_request_mode(GtkWidget *widget)
{
    return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void tab_lesson_words_measure(GtkWidget *widget, GtkOrientation orientation, int for_size,
                                     int *minimum, int *natural, int *minimum_baseline,
                                     int *natural_baseline)
{
    TabLessonWords *self = TAB_LESSON_WORDS(widget);
    if (orientation == GTK_ORIENTATION_HORIZONTAL) {
        gtk_widget_measure(self->scroller, orientation, -1, minimum, natural, NULL, NULL);
        return;
    }
    *natural = LEAST;
    for (guint i = 0; self->lesson && i < self->lesson->steps->len; i++)
        *natural = MAX(*natural, measure_step(self, tab_lesson_get_step(self->lesson, i),
                                              for_size < 0 ? USUAL : for_size));
    *minimum = LEAST;
}

static void tab_lesson_words_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    gtk_widget_size_allocate(TAB_LESSON_WORDS(widget)->scroller,
                             &(GtkAllocation){0, 0, width, height}, -1);
}

void tab_lesson_words_set_lesson(TabLessonWords *self, const TabLesson *lesson)
{
    self->lesson = lesson;
    gtk_widget_queue_resize(GTK_WIDGET(self));
}

/* --- words --- */

/* Where there is no room for all, the remark is seen, or else the beginning. Not while sizes are
 * handed out, when the height is told. */
static gboolean on_scroll(gpointer user_data)
{
    TabLessonWords *self = user_data;
    GtkAdjustment *height =
        gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(self->scroller));
    self->scroll = 0;
    gtk_adjustment_set_value(
        height, gtk_widget_get_visible(self->remark) ? gtk_adjustment_get_upper(height) : 0.0);
    return G_SOURCE_REMOVE;
}

static void on_height_changed(TabLessonWords *self)
{
    if (!self->scroll)
        self->scroll = g_idle_add(on_scroll, self);
}

void tab_lesson_words_show_step(TabLessonWords *self, const TabLessonStep *step)
{
    gtk_label_set_label(GTK_LABEL(self->heading), step->title);
    tab_label_text_set(self->text, step->text);
}

void tab_lesson_words_show_remark(TabLessonWords *self, const char *remark, gboolean done)
{
    tab_label_text_show(self->remark, remark);
    tab_widget_set_class(self->remark, "done", done);
}

void tab_lesson_words_read_out(TabLessonWords *self)
{
    gtk_widget_grab_focus(self->text);
    gtk_label_select_region(GTK_LABEL(self->text), 0, 0);
}

/* --- the widget --- */

static GtkWidget *add_label(GtkWidget *box, gboolean selectable)
{
    GtkWidget *label = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(label), 0.0f);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_selectable(GTK_LABEL(label), selectable);
    gtk_box_append(GTK_BOX(box), label);
    return label;
}

static void tab_lesson_words_dispose(GObject *object)
{
    g_clear_handle_id(&TAB_LESSON_WORDS(object)->scroll, g_source_remove);
    tab_widget_unparent_children(GTK_WIDGET(object));
    G_OBJECT_CLASS(tab_lesson_words_parent_class)->dispose(object);
}

static void tab_lesson_words_class_init(TabLessonWordsClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_lesson_words_dispose;
    widget_class->get_request_mode = tab_lesson_words_get_request_mode;
    widget_class->measure = tab_lesson_words_measure;
    widget_class->size_allocate = tab_lesson_words_size_allocate;
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void tab_lesson_words_init(TabLessonWords *self)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, SPACING);
    self->heading = add_label(box, FALSE);
    self->text = add_label(box, TRUE);
    self->remark = add_label(box, TRUE);
    gtk_widget_add_css_class(self->heading, "message-title");
    gtk_widget_add_css_class(self->remark, "remark");
    gtk_widget_set_visible(self->remark, FALSE);
    self->scroller = gtk_scrolled_window_new();
    GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW(self->scroller);
    gtk_scrolled_window_set_policy(scroller, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(scroller, box);
    gtk_widget_set_parent(self->scroller, GTK_WIDGET(self));
    g_signal_connect_object(gtk_scrolled_window_get_vadjustment(scroller), "changed",
                            G_CALLBACK(on_height_changed), self, G_CONNECT_SWAPPED);
}
