// SPDX-License-Identifier: GPL-3.0-or-later
// The options of an engine: a row for each that it declares, of the widget that fits its type. An
// engine may declare so many and so large ones that all rows at once would keep the window from
// answering: they come, and go, a few at a time.
#include "gui/engines/engine-options-dialog.h"

#include <glib/gi18n.h>

#include "gui/widgets/accessible-names.h"
#include "gui/files/file-dialog.h"
#include "gui/widgets/label-text.h"
#include "gui/model/engine-store.h"
#include "gui/widgets/number-field.h"

#define SPIN_LIMIT                                                                                 \
    1000000000        /* beyond that a number is typed as text: a spin button counts in doubles */
#define SLICE_US 5000 /* so long rows are worked at before people are answered */

struct _TabEngineOptionsDialog {
    GtkWindow parent;
    GtkGrid *grid;
    GtkWidget *fault, *empty;
    TabEngineConfig *config;
    GPtrArray *declared; /* of TabOption */
    GPtrArray
        *editors;      /* of GtkWidget, of the first options: those that have their row; borrowed */
    guint work;        /* source that makes rows, or takes them away; 0: none */
    gboolean restored; /* to the defaults: also what has no row yet */
};

G_DEFINE_FINAL_TYPE(TabEngineOptionsDialog, tab_engine_options_dialog, GTK_TYPE_WINDOW)

static guint apply_signal;

/* --- one of the engine's words --- */

static guint find_word(char **words, const char *word)
{
    for (guint i = 0; words[i]; i++)
        if (g_ascii_strcasecmp(words[i], word) == 0)
            return i;
    return 0;
}

static const char *chosen_word(GtkDropDown *list)
{
    return gtk_string_object_get_string(gtk_drop_down_get_selected_item(list));
}

static void set_words(GtkDropDown *list, const char *const *words)
{
    g_autoptr(GtkStringList) model = gtk_string_list_new(words);
    gtk_drop_down_set_model(list, G_LIST_MODEL(model));
}

/* GTK makes two hundred rows for a list: it has one word until it is opened. */
static void on_list_opened(GtkWidget *popover, char **words)
{
    GtkDropDown *list = GTK_DROP_DOWN(gtk_widget_get_parent(popover));
    guint chosen = find_word(words, chosen_word(list));
    if (g_list_model_get_n_items(gtk_drop_down_get_model(list)) == g_strv_length(words))
        return;
    set_words(list, (const char *const *)words);
    gtk_drop_down_set_selected(list, chosen);
}

/* --- one editor: its value as text --- */

static char *read_editor(GtkWidget *editor)
{
    if (GTK_IS_CHECK_BUTTON(editor))
        return g_strdup(gtk_check_button_get_active(GTK_CHECK_BUTTON(editor)) ? "true" : "false");
    if (GTK_IS_SPIN_BUTTON(editor)) {
        gtk_spin_button_update(GTK_SPIN_BUTTON(editor)); /* a number still being typed counts */
        return g_strdup_printf("%d", gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(editor)));
    }
    if (GTK_IS_DROP_DOWN(editor))
        return g_strdup(chosen_word(GTK_DROP_DOWN(editor)));
    return g_strdup(gtk_editable_get_text(GTK_EDITABLE(editor)));
}

static void write_editor(GtkWidget *editor, const TabOption *option, const char *value)
{
    if (GTK_IS_CHECK_BUTTON(editor)) {
        gtk_check_button_set_active(GTK_CHECK_BUTTON(editor), g_str_equal(value, "true"));
    } else if (GTK_IS_SPIN_BUTTON(editor)) {
        gtk_spin_button_set_value(GTK_SPIN_BUTTON(editor), g_ascii_strtod(value, NULL));
    } else if (GTK_IS_DROP_DOWN(editor)) {
        const char *word = option->vars[find_word(option->vars, value)];
        set_words(GTK_DROP_DOWN(editor), (const char *[]){word, NULL});
    } else {
        gtk_editable_set_text(GTK_EDITABLE(editor), value);
    }
}

static GtkWidget *make_editor(const TabOption *option)
{
    if (option->type == TAB_OPTION_CHECK)
        return gtk_check_button_new();
    if (option->type == TAB_OPTION_BUTTON)
        /* Translators: an option of an engine that is a button: it can be pressed at each start. */
        return gtk_check_button_new_with_label(_("Press at every start"));
    if (option->type == TAB_OPTION_COMBO && option->vars && option->vars[0]) {
        GtkWidget *list = gtk_drop_down_new(NULL, NULL); /* see write_editor() */
        g_signal_connect(gtk_widget_get_last_child(list), "show", G_CALLBACK(on_list_opened),
                         option->vars);
        return list;
    }
    /* A number without a default may be left open, which a spin button cannot. */
    if (option->type == TAB_OPTION_SPIN && option->value && option->min >= -SPIN_LIMIT &&
        option->max <= SPIN_LIMIT) {
        GtkWidget *spin =
            gtk_spin_button_new_with_range((double)option->min, (double)option->max, 1);
        gtk_spin_button_set_numeric(GTK_SPIN_BUTTON(spin), TRUE);
        gtk_editable_set_width_chars(GTK_EDITABLE(spin), 7); /* all are as wide */
        gtk_widget_set_halign(spin, GTK_ALIGN_START);
        tab_number_fields_guard(spin);
        return spin;
    }
    return gtk_entry_new();
}

static void on_choose_file(GtkButton *button, GtkEditable *entry)
{
    tab_file_dialog_browse(entry, _("Choose a File"), GTK_FILE_CHOOSER_ACTION_OPEN);
}

static GtkWidget *make_file_box(GtkWidget *entry)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *button = gtk_button_new_from_icon_name("document-open-symbolic");
    gtk_widget_set_tooltip_text(button, _("Choose a File"));
    gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   _("Choose a File"), -1);
    g_signal_connect(button, "clicked", G_CALLBACK(on_choose_file), entry);
    gtk_widget_set_hexpand(entry, TRUE);
    gtk_box_append(GTK_BOX(box), entry);
    gtk_box_append(GTK_BOX(box), button);
    return box;
}

/* --- the rows --- */

static char *describe_option(const TabOption *option)
{
    const char *usual = tab_engine_choices_default(option);
    if (option->type == TAB_OPTION_BUTTON)
        return NULL;
    if (option->type == TAB_OPTION_SPIN && option->min != G_MININT64 && option->max != G_MAXINT64) {
        g_autofree char *range =
            g_strdup_printf("%" G_GINT64_FORMAT " – %" G_GINT64_FORMAT, option->min, option->max);
        /* Translators: of an option of an engine: the range of numbers that it takes, and its
         * default. */
        return g_strdup_printf(_("%s; normally %s"), range, *usual ? usual : "–");
    }
    /* Translators: of an option of an engine: its default value. */
    return *usual ? g_strdup_printf(_("Normally %s"), usual) : NULL;
}

/* What an option without a row is set to, and its row begins with. */
static const char *first_value(TabEngineOptionsDialog *self, const TabOption *option)
{
    return self->restored ? tab_engine_choices_default(option)
                          : tab_engine_choices_get(self->config, option);
}

static void add_option_row(TabEngineOptionsDialog *self)
{
    int row = (int)self->editors->len;
    const TabOption *option = self->declared->pdata[row];
    GtkWidget *label = gtk_label_new(option->name), *editor = make_editor(option);
    g_autofree char *hint = describe_option(option);
    gtk_label_set_xalign(GTK_LABEL(label), 1);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 30);
    gtk_label_set_mnemonic_widget(GTK_LABEL(label), editor);
    gtk_widget_set_tooltip_text(editor, hint);
    gtk_accessible_update_property(GTK_ACCESSIBLE(editor), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   hint ? hint : "", -1);
    if (option->type == TAB_OPTION_BUTTON) { /* else it would be called by its own text, too */
        gtk_accessible_reset_relation(GTK_ACCESSIBLE(editor), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
        gtk_accessible_update_property(GTK_ACCESSIBLE(editor), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       option->name, -1);
    }
    write_editor(editor, option, first_value(self, option));
    g_ptr_array_add(self->editors, editor);
    gtk_grid_attach(self->grid, label, 0, row, 1, 1);
    gtk_widget_set_hexpand(editor, !GTK_IS_SPIN_BUTTON(editor));
    GtkWidget *field = option->type == TAB_OPTION_FILE ? make_file_box(editor) : editor;
    gtk_grid_attach(self->grid, field, 1, row, 1, 1);
    tab_accessible_names_give(field); /* the window may be there already */
}

static gboolean on_add_rows(gpointer user_data)
{
    TabEngineOptionsDialog *self = user_data;
    gint64 end = g_get_monotonic_time() + SLICE_US;
    while (self->editors->len < self->declared->len) {
        add_option_row(self);
        if (g_get_monotonic_time() >= end)
            return G_SOURCE_CONTINUE;
    }
    self->work = 0;
    return G_SOURCE_REMOVE;
}

static gboolean on_remove_rows(gpointer user_data)
{
    TabEngineOptionsDialog *self = user_data;
    gint64 end = g_get_monotonic_time() + SLICE_US;
    while (self->editors->len) {
        g_ptr_array_set_size(self->editors, (int)self->editors->len - 1);
        gtk_grid_remove_row(self->grid, (int)self->editors->len);
        if (g_get_monotonic_time() >= end)
            return G_SOURCE_CONTINUE;
    }
    self->work = 0;
    gtk_window_destroy(GTK_WINDOW(self));
    return G_SOURCE_REMOVE;
}

/* Options that the engine no longer has are not kept, which has to be said. */
static void tell_unknown(TabEngineOptionsDialog *self)
{
    g_autoptr(GPtrArray) unknown = tab_engine_choices_unknown(self->config, self->declared);
    if (!unknown->len)
        return;
    g_ptr_array_add(unknown, NULL);
    g_autofree char *names = g_strjoinv(", ", (char **)unknown->pdata);
    /* Translators: names of options that an engine does not have, though they are set for it. */
    g_autofree char *text =
        g_strdup_printf(_("The engine has no such options, they will be taken away: %s"), names);
    tab_label_text_show(self->fault, text);
}

static void on_restore(TabEngineOptionsDialog *self)
{
    self->restored = TRUE;
    for (guint i = 0; i < self->editors->len; i++) {
        const TabOption *option = self->declared->pdata[i];
        const char *usual = tab_engine_choices_default(option);
        g_autofree char *value = read_editor(self->editors->pdata[i]);
        if (!g_str_equal(value, usual)) /* long texts are dear to lay out */
            write_editor(self->editors->pdata[i], option, usual);
    }
}

static void on_apply_options(TabEngineOptionsDialog *self)
{
    g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < self->declared->len; i++) {
        const TabOption *option = self->declared->pdata[i];
        g_ptr_array_add(values, i < self->editors->len ? read_editor(self->editors->pdata[i])
                                                       : g_strdup(first_value(self, option)));
    }
    g_autoptr(TabEngineConfig) edited = tab_engine_choices_apply(
        self->config, self->declared, (const char *const *)values->pdata, &error);
    if (!edited) {
        tab_label_text_show(self->fault, error->message);
        return;
    }
    g_signal_emit(self, apply_signal, 0, edited);
    gtk_window_close(GTK_WINDOW(self));
}

/* It is out of sight at once, and goes when its rows are gone. */
static gboolean tab_engine_options_dialog_close_request(GtkWindow *window)
{
    TabEngineOptionsDialog *self = TAB_ENGINE_OPTIONS_DIALOG(window);
    g_clear_handle_id(&self->work, g_source_remove);
    gtk_widget_set_visible(GTK_WIDGET(window), FALSE);
    self->work = g_idle_add(on_remove_rows, self);
    return TRUE;
}

static void tab_engine_options_dialog_dispose(GObject *object)
{
    TabEngineOptionsDialog *self = TAB_ENGINE_OPTIONS_DIALOG(object);
    g_clear_handle_id(&self->work, g_source_remove);
    g_clear_pointer(&self->config, tab_engine_config_free);
    g_clear_pointer(&self->declared, g_ptr_array_unref);
    g_clear_pointer(&self->editors, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_engine_options_dialog_parent_class)->dispose(object);
}

static void tab_engine_options_dialog_class_init(TabEngineOptionsDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_engine_options_dialog_dispose;
    GTK_WINDOW_CLASS(klass)->close_request = tab_engine_options_dialog_close_request;
    apply_signal = g_signal_new("apply", TAB_TYPE_ENGINE_OPTIONS_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/engine-options-dialog.ui");
    gtk_widget_class_bind_template_child(widget_class, TabEngineOptionsDialog, grid);
    gtk_widget_class_bind_template_child(widget_class, TabEngineOptionsDialog, fault);
    gtk_widget_class_bind_template_child(widget_class, TabEngineOptionsDialog, empty);
    gtk_widget_class_bind_template_callback(widget_class, on_apply_options);
    gtk_widget_class_bind_template_callback(widget_class, on_restore);
    gtk_widget_class_add_binding_action(widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void tab_engine_options_dialog_init(TabEngineOptionsDialog *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    self->editors = g_ptr_array_new();
}

TabEngineOptionsDialog *
tab_engine_options_dialog_new(GtkWindow *parent, const TabEngineConfig *config, GPtrArray *declared)
{
    TabEngineOptionsDialog *self =
        g_object_new(TAB_TYPE_ENGINE_OPTIONS_DIALOG, "transient-for", parent, NULL);
    self->config = tab_engine_config_copy(config);
    self->declared = g_ptr_array_ref(declared);
    /* Translators: the title of a dialog; an engine's name. */
    g_autofree char *title = g_strdup_printf(_("Options of %s"), tab_engine_store_name_of(config));
    gtk_window_set_title(GTK_WINDOW(self), title);
    if (on_add_rows(self) == G_SOURCE_CONTINUE)
        self->work = g_idle_add(on_add_rows, self);
    gtk_widget_set_visible(self->empty, declared->len == 0);
    tell_unknown(self);
    return self;
}
