// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons on a board of their own: what to do is said beside or above it, and what was done is
// answered.
#include "gui/lessons/lesson-window.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

#include "gui/lessons/lesson-words.h"
#include "gui/model/lesson-run.h"
#include "gui/table/game-view.h"
#include "gui/widgets/flip-layout.h"
#include "gui/widgets/label-text.h"
#include "gui/widgets/name-list.h"
#include "gui/widgets/widget.h"
#include "gui/widgets/wrap-layout.h"

#define FOLDER "/org/tabgame/Tab/lessons/"

struct _TabLessonWindow {
    GtkApplicationWindow parent;
    TabGameView *game;
    GtkDropDown *lessons;
    TabLessonWords *words;
    GtkWidget *subtitle;
    GtkWidget *back_button, *hint_button, *onward, *next_button, *new_game_button;
    GStrv names;       /* the lessons' files, as listed */
    GPtrArray *groups; /* … and their headings; NULL: none */
    TabLessonRun *run;
    TabGameSession *session; /* shown; borrowed from the run, to see when it is another one */
    gboolean was_done;
    GSettings *settings;
};

G_DEFINE_FINAL_TYPE(TabLessonWindow, tab_lesson_window, GTK_TYPE_APPLICATION_WINDOW)

static guint new_game_signal;

/* --- lessons as files --- */

/* The lessons are part of the program: that they are good is tested. */
static TabLesson *load_lesson(const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_strconcat(FOLDER, name, NULL);
    g_autoptr(GBytes) bytes = g_resources_lookup_data(path, G_RESOURCE_LOOKUP_FLAGS_NONE, &error);
    gsize size;
    const char *text = bytes ? g_bytes_get_data(bytes, &size) : NULL;
    TabLesson *lesson = text ? tab_lesson_parse(text, (gssize)size, &error) : NULL;
    if (!lesson)
        g_error("%s: %s", name, error->message);
    return lesson;
}

static int compare_lesson_files(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* --- the list, with headings over the groups of lessons --- */

/* A row: the heading, and below it the title and the sign that it is the one chosen. */
static void on_row_setup(GtkSignalListItemFactory *factory, GtkListItem *item)
{
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3);
    GtkWidget *heading = gtk_label_new(NULL), *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *title = gtk_label_new(NULL);
    gtk_widget_add_css_class(heading, "group");
    gtk_label_set_xalign(GTK_LABEL(heading), 0);
    gtk_label_set_xalign(GTK_LABEL(title), 0);
    gtk_widget_set_hexpand(title, TRUE);
    gtk_box_append(GTK_BOX(line), title);
    gtk_box_append(GTK_BOX(line), gtk_image_new_from_icon_name("object-select-symbolic"));
    gtk_box_append(GTK_BOX(row), heading);
    gtk_box_append(GTK_BOX(row), line);
    gtk_list_item_set_child(item, row);
}

static void mark_chosen(GtkDropDown *list, GParamSpec *property, GtkListItem *item)
{
    GtkWidget *line = gtk_widget_get_last_child(gtk_list_item_get_child(item));
    gboolean chosen = gtk_drop_down_get_selected(list) == gtk_list_item_get_position(item);
    gtk_widget_set_opacity(gtk_widget_get_last_child(line), chosen ? 1 : 0);
}

static void on_row_bind(GtkSignalListItemFactory *factory, GtkListItem *item, TabLessonWindow *self)
{
    guint nth = gtk_list_item_get_position(item);
    GtkWidget *heading = gtk_widget_get_first_child(gtk_list_item_get_child(item));
    GtkWidget *title = gtk_widget_get_first_child(gtk_widget_get_next_sibling(heading));
    const char *group = g_ptr_array_index(self->groups, nth);
    const char *above = nth ? g_ptr_array_index(self->groups, nth - 1) : NULL;
    tab_label_text_show(heading, g_strcmp0(group, above) != 0 ? group : "");
    gtk_label_set_label(GTK_LABEL(title),
                        gtk_string_object_get_string(gtk_list_item_get_item(item)));
    g_signal_connect_object(self->lessons, "notify::selected", G_CALLBACK(mark_chosen), item, 0);
    mark_chosen(self->lessons, NULL, item);
}

static void on_row_unbind(GtkSignalListItemFactory *factory, GtkListItem *item,
                          TabLessonWindow *self)
{
    g_signal_handlers_disconnect_by_data(self->lessons, item);
}

static void set_up_list(TabLessonWindow *self)
{
    g_autoptr(GtkListItemFactory) factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_row_setup), NULL);
    g_signal_connect_object(factory, "bind", G_CALLBACK(on_row_bind), self, 0);
    g_signal_connect_object(factory, "unbind", G_CALLBACK(on_row_unbind), self, 0);
    tab_name_list_cut(self->lessons);
    gtk_drop_down_set_list_factory(self->lessons, factory);
}

/* --- how far the person has come --- */

static void keep_progress(TabLessonWindow *self, guint step)
{
    const char *name = self->names[gtk_drop_down_get_selected(self->lessons)];
    g_autoptr(GVariant) progress = g_settings_get_value(self->settings, "lesson-steps");
    GVariantBuilder builder;
    GVariantIter iter;
    const char *other;
    guint other_step;
    g_variant_builder_init(&builder, G_VARIANT_TYPE("a{su}"));
    g_variant_iter_init(&iter, progress);
    while (g_variant_iter_next(&iter, "{&su}", &other, &other_step))
        if (!g_str_equal(other, name))
            g_variant_builder_add(&builder, "{su}", other, other_step);
    g_variant_builder_add(&builder, "{su}", name, step);
    g_settings_set_value(self->settings, "lesson-steps", g_variant_builder_end(&builder));
    g_settings_set_string(self->settings, "lesson", name);
}

/* --- what is shown --- */

static void on_run_changed(TabLessonWindow *self)
{
    TabGameSession *session = self->run->session;
    const char *remark = self->run->remark;
    gboolean done = tab_lesson_run_is_done(self->run);
    guint nth = self->run->nth, n = self->run->lesson->steps->len;
    GtkWidget *onward = nth + 1 == n ? self->new_game_button : self->next_button;
    tab_board_view_set_suggestion(tab_game_view_get_board(self->game), NULL,
                                  NULL); /* a hint is for one moment */
    if (session != self->session) {
        const TabLessonStep *step = tab_lesson_run_get_step(self->run);
        /* Translators: of a lesson: which step, of how many. */
        g_autofree char *place = g_strdup_printf(_("Step %u of %u"), nth + 1, n);
        self->session = session;
        tab_game_view_set_session(self->game, session);
        gtk_label_set_label(GTK_LABEL(self->subtitle), place);
        tab_lesson_words_show_step(self->words, step);
        gtk_widget_set_sensitive(self->back_button, nth > 0);
    }
    tab_lesson_words_show_remark(self->words, remark, done);
    tab_widget_set_class(self->next_button, "suggested-action", done);
    gtk_stack_set_visible_child(GTK_STACK(self->onward), onward);
    gtk_widget_set_sensitive(self->hint_button, !done);
    gtk_accessible_update_property(GTK_ACCESSIBLE(onward), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   done ? remark : "", -1);
    if (done && !self->was_done)
        gtk_widget_grab_focus(onward);
    self->was_done = done;
}

/* Once the window is there. */
static void read_out_text(TabLessonWindow *self)
{
    if (gtk_widget_get_mapped(GTK_WIDGET(self)))
        tab_lesson_words_read_out(self->words);
}

static void go_to_step(TabLessonWindow *self, guint nth)
{
    tab_lesson_run_begin(self->run, nth);
    keep_progress(self, nth);
    read_out_text(self);
}

/* --- what a person does --- */

static void begin_lesson(TabLessonWindow *self)
{
    const char *name = self->names[gtk_drop_down_get_selected(self->lessons)];
    if (self->run)
        g_signal_handlers_disconnect_by_data(self->run, self);
    tab_game_view_set_session(self->game, NULL);
    self->session = NULL;
    tab_lesson_words_set_lesson(self->words, NULL);
    g_clear_object(&self->run);
    guint step = 0;
    g_autoptr(GVariant) progress = g_settings_get_value(self->settings, "lesson-steps");
    g_variant_lookup(progress, name, "u", &step);
    self->run = tab_lesson_run_new(load_lesson(name), step);
    tab_lesson_words_set_lesson(self->words, self->run->lesson);
    self->was_done = FALSE;
    g_signal_connect_swapped(self->run, "changed", G_CALLBACK(on_run_changed), self);
    on_run_changed(self);
    keep_progress(self, self->run->nth);
    read_out_text(self);
}

static void on_lesson_chosen(TabLessonWindow *self)
{
    if (self->run) /* else the list is just being filled */
        begin_lesson(self);
}

static void on_back(TabLessonWindow *self)
{
    go_to_step(self, self->run->nth - 1);
}

static void on_again(TabLessonWindow *self)
{
    go_to_step(self, self->run->nth);
}

static void on_next(TabLessonWindow *self)
{
    go_to_step(self, self->run->nth + 1);
}

/* The lesson is over: the next time it begins at its beginning. */
static void on_play_now(TabLessonWindow *self)
{
    keep_progress(self, 0);
    g_object_ref(self);
    gtk_window_close(GTK_WINDOW(self));
    g_signal_emit(self, new_game_signal, 0);
    g_object_unref(self);
}

/* In words, and as an arrow on the board. */
static void on_ask_hint(TabLessonWindow *self)
{
    g_autofree char *text = tab_lesson_run_describe_hint(self->run);
    TabPlay play;
    tab_lesson_words_show_remark(self->words, text, FALSE);
    if (!tab_lesson_run_get_hint(self->run, &play))
        return;
    g_autoptr(GArray) plays = g_array_new(FALSE, FALSE, sizeof play);
    g_array_append_val(plays, play);
    tab_board_view_set_suggestion(tab_game_view_get_board(self->game),
                                  &tab_document_game(self->session->document)->position, plays);
}

/* The main window's plain keys, as far as a lesson needs them. */
static gboolean on_lesson_key(GtkEventControllerKey *controller, guint key, guint code,
                              GdkModifierType state, TabLessonWindow *self)
{
    TabTurnControls *controls = tab_game_view_get_controls(self->game);
    if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
        return FALSE;
    if (key != GDK_KEY_Escape)
        return tab_turn_controls_press(controls, key);
    if (!tab_turn_controls_cancel(controls))
        gtk_window_close(GTK_WINDOW(self));
    return TRUE;
}

/* --- the window --- */

static void tab_lesson_window_dispose(GObject *object)
{
    TabLessonWindow *self = TAB_LESSON_WINDOW(object);
    if (self->run) {
        g_signal_handlers_disconnect_by_data(self->run, self);
        tab_game_view_set_session(self->game, NULL);
        tab_lesson_words_set_lesson(self->words, NULL);
    }
    g_clear_object(&self->run);
    g_clear_object(&self->settings);
    g_clear_pointer(&self->names, g_strfreev);
    g_clear_pointer(&self->groups, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_lesson_window_parent_class)->dispose(object);
}

static void tab_lesson_window_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(tab_lesson_window_parent_class)->map(widget);
    read_out_text(TAB_LESSON_WINDOW(widget));
}

static void tab_lesson_window_class_init(TabLessonWindowClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_lesson_window_dispose;
    widget_class->map = tab_lesson_window_map;
    new_game_signal = g_signal_new("new-game", TAB_TYPE_LESSON_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
    g_type_ensure(TAB_TYPE_FLIP_LAYOUT);
    g_type_ensure(TAB_TYPE_GAME_VIEW);
    g_type_ensure(TAB_TYPE_LESSON_WORDS);
    g_type_ensure(TAB_TYPE_WRAP_LAYOUT);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/lesson-window.ui");
    gtk_widget_class_bind_template_child(widget_class, TabLessonWindow, game);
    gtk_widget_class_bind_template_child(widget_class, TabLessonWindow, lessons);
    gtk_widget_class_bind_template_child(widget_class, TabLessonWindow, subtitle);
    gtk_widget_class_bind_template_child(widget_class, TabLessonWindow, words);
    gtk_widget_class_bind_template_child(widget_class, TabLessonWindow, back_button);
    gtk_widget_class_bind_template_child(widget_class, TabLessonWindow, hint_button);
    gtk_widget_class_bind_template_child(widget_class, TabLessonWindow, onward);
    gtk_widget_class_bind_template_child(widget_class, TabLessonWindow, next_button);
    gtk_widget_class_bind_template_child(widget_class, TabLessonWindow, new_game_button);
    gtk_widget_class_bind_template_callback(widget_class, on_lesson_chosen);
    gtk_widget_class_bind_template_callback(widget_class, on_back);
    gtk_widget_class_bind_template_callback(widget_class, on_again);
    gtk_widget_class_bind_template_callback(widget_class, on_next);
    gtk_widget_class_bind_template_callback(widget_class, on_play_now);
    gtk_widget_class_bind_template_callback(widget_class, on_ask_hint);
}

/* The titles of all lessons; the one taken last is chosen. */
static void fill_lessons(TabLessonWindow *self)
{
    g_autoptr(GtkStringList) titles = gtk_string_list_new(NULL);
    g_autofree char *last = g_settings_get_string(self->settings, "lesson");
    guint chosen = 0;
    for (guint i = 0; self->names[i]; i++) {
        g_autoptr(TabLesson) lesson = load_lesson(self->names[i]);
        gtk_string_list_append(titles, lesson->title);
        g_ptr_array_add(self->groups, g_steal_pointer(&lesson->group));
        if (g_str_equal(self->names[i], last))
            chosen = i;
    }
    gtk_drop_down_set_model(self->lessons, G_LIST_MODEL(titles));
    gtk_drop_down_set_selected(self->lessons, chosen);
}

static void tab_lesson_window_init(TabLessonWindow *self)
{
    self->settings = g_settings_new("org.tabgame.Tab");
    self->names = g_resources_enumerate_children(FOLDER, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
    qsort(self->names, g_strv_length(self->names), sizeof *self->names, compare_lesson_files);
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_turn_controls_install(tab_game_view_get_controls(self->game), GTK_APPLICATION_WINDOW(self));
    tab_board_view_name_cells(tab_game_view_get_board(self->game));
    self->groups = g_ptr_array_new_with_free_func(g_free);
    set_up_list(self);
    fill_lessons(self);
    g_settings_set_boolean(self->settings, "offer-lesson", FALSE);
    GtkEventController *key = gtk_event_controller_key_new();
    g_signal_connect(key, "key-pressed", G_CALLBACK(on_lesson_key), self);
    gtk_widget_add_controller(GTK_WIDGET(self), key);
}

TabLessonWindow *tab_lesson_window_new(GtkWindow *parent)
{
    TabLessonWindow *self = g_object_new(TAB_TYPE_LESSON_WINDOW, "transient-for", parent,
                                         "application", gtk_window_get_application(parent), NULL);
    begin_lesson(self);
    return self;
}
