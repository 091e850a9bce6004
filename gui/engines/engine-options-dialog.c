// SPDX-License-Identifier: GPL-3.0-or-later
// The options of an engine: a row for each that it declares, of the widget that fits its type.
#include "gui/engines/engine-options-dialog.h"

#include <glib/gi18n.h>

#include "gui/files/file-browse.h"
#include "gui/label-text.h"
#include "gui/model/engine-store.h"

#define SPIN_LIMIT                                                                                 \
    1000000000 /* beyond that a number is typed as text: a spin button counts in doubles */

struct _TabEngineOptionsDialog {
    GtkWindow parent;
    GtkGrid *grid;
    GtkLabel *fault, *empty;
    GtkWidget *apply_button;
    TabEngineConfig *config;
    GPtrArray *declared; /* of TabOption */
    GPtrArray *editors;  /* of GtkWidget, one an option, borrowed */
};

G_DEFINE_FINAL_TYPE(TabEngineOptionsDialog, tab_engine_options_dialog, GTK_TYPE_WINDOW)

static guint apply_signal;

/* --- one editor: its value as text -------------------------------------------------------------
 */

static gboolean is_small(const TabOption *option)
{
    return option->min >= -SPIN_LIMIT && option->max <= SPIN_LIMIT;
}

static char *read_editor(GtkWidget *editor, const TabOption *option)
{
    if (GTK_IS_CHECK_BUTTON(editor))
        return g_strdup(gtk_check_button_get_active(GTK_CHECK_BUTTON(editor)) ? "true" : "false");
    if (GTK_IS_SPIN_BUTTON(editor))
        return g_strdup_printf("%d", gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(editor)));
    if (GTK_IS_DROP_DOWN(editor))
        return g_strdup(option->vars[gtk_drop_down_get_selected(GTK_DROP_DOWN(editor))]);
    return g_strdup(gtk_editable_get_text(GTK_EDITABLE(editor)));
}

static void write_editor(GtkWidget *editor, const TabOption *option, const char *value)
{
    if (GTK_IS_CHECK_BUTTON(editor)) {
        gtk_check_button_set_active(GTK_CHECK_BUTTON(editor), g_str_equal(value, "true"));
    } else if (GTK_IS_SPIN_BUTTON(editor)) {
        gtk_spin_button_set_value(GTK_SPIN_BUTTON(editor), g_ascii_strtod(value, NULL));
    } else if (GTK_IS_DROP_DOWN(editor)) {
        for (guint i = 0; option->vars[i]; i++)
            if (g_ascii_strcasecmp(option->vars[i], value) == 0)
                gtk_drop_down_set_selected(GTK_DROP_DOWN(editor), i);
    } else {
        gtk_editable_set_text(GTK_EDITABLE(editor), value);
    }
}

static GtkWidget *make_spin(const TabOption *option)
{
    GtkWidget *spin = gtk_spin_button_new_with_range((double)option->min, (double)option->max, 1);
    gtk_spin_button_set_numeric(GTK_SPIN_BUTTON(spin), TRUE);
    gtk_editable_set_width_chars(GTK_EDITABLE(spin), 7); /* all are as wide */
    gtk_widget_set_halign(spin, GTK_ALIGN_START);
    return spin;
}

static GtkWidget *make_editor(const TabOption *option)
{
    if (option->type == TAB_OPTION_CHECK)
        return gtk_check_button_new();
    if (option->type == TAB_OPTION_BUTTON)
        /* Translators: an option of an engine that is a button: it can be pressed at each start. */
        return gtk_check_button_new_with_label(_("Press at every start"));
    if (option->type == TAB_OPTION_COMBO && option->vars && option->vars[0])
        return gtk_drop_down_new_from_strings((const char *const *)option->vars);
    /* A number without a default may be left open, which a spin button cannot. */
    if (option->type == TAB_OPTION_SPIN && is_small(option) && option->value)
        return make_spin(option);
    return gtk_entry_new();
}

/* --- files -------------------------------------------------------------------------------------
 */

static void on_choose_file(GtkButton *button, GtkEditable *entry)
{
    tab_file_browse(entry, _("Choose a File"), GTK_FILE_CHOOSER_ACTION_OPEN);
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

/* --- the rows ----------------------------------------------------------------------------------
 */

static char *describe(const TabOption *option)
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

static void add_row(TabEngineOptionsDialog *self, const TabOption *option, int row)
{
    GtkWidget *label = gtk_label_new(option->name), *editor = make_editor(option);
    g_autofree char *hint = describe(option);
    gtk_label_set_xalign(GTK_LABEL(label), 1);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_max_width_chars(GTK_LABEL(label), 30);
    gtk_label_set_mnemonic_widget(GTK_LABEL(label), editor);
    gtk_widget_set_tooltip_text(editor, hint);
    gtk_accessible_update_property(GTK_ACCESSIBLE(editor), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   option->name, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                   hint ? hint : "", -1);
    write_editor(editor, option, tab_engine_choices_get(self->config, option));
    g_ptr_array_add(self->editors, editor);
    gtk_grid_attach(self->grid, label, 0, row, 1, 1);
    gtk_widget_set_hexpand(editor, !GTK_IS_SPIN_BUTTON(editor));
    gtk_grid_attach(self->grid, option->type == TAB_OPTION_FILE ? make_file_box(editor) : editor, 1,
                    row, 1, 1);
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
    tab_label_text_set(GTK_WIDGET(self->fault), text);
    gtk_widget_set_visible(GTK_WIDGET(self->fault), TRUE);
}

static void on_restore(TabEngineOptionsDialog *self)
{
    for (guint i = 0; i < self->declared->len; i++) {
        const TabOption *option = self->declared->pdata[i];
        write_editor(self->editors->pdata[i], option, tab_engine_choices_default(option));
    }
}

static void on_apply(TabEngineOptionsDialog *self)
{
    g_autoptr(GPtrArray) values = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < self->declared->len; i++)
        g_ptr_array_add(values, read_editor(self->editors->pdata[i], self->declared->pdata[i]));
    g_autoptr(TabEngineConfig) edited = tab_engine_choices_apply(
        self->config, self->declared, (const char *const *)values->pdata, &error);
    if (!edited) {
        tab_label_text_set(GTK_WIDGET(self->fault), error->message);
        gtk_widget_set_visible(GTK_WIDGET(self->fault), TRUE);
        return;
    }
    g_signal_emit(self, apply_signal, 0, edited);
    gtk_window_close(GTK_WINDOW(self));
}

static void tab_engine_options_dialog_dispose(GObject *object)
{
    TabEngineOptionsDialog *self = TAB_ENGINE_OPTIONS_DIALOG(object);
    g_clear_pointer(&self->config, tab_engine_config_free);
    g_clear_pointer(&self->declared, g_ptr_array_unref);
    g_clear_pointer(&self->editors, g_ptr_array_unref);
    G_OBJECT_CLASS(tab_engine_options_dialog_parent_class)->dispose(object);
}

static void tab_engine_options_dialog_class_init(TabEngineOptionsDialogClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_engine_options_dialog_dispose;
    apply_signal = g_signal_new("apply", TAB_TYPE_ENGINE_OPTIONS_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
    gtk_widget_class_set_template_from_resource(widget_class,
                                                "/org/tabgame/Tab/engine-options-dialog.ui");
    gtk_widget_class_bind_template_child(widget_class, TabEngineOptionsDialog, grid);
    gtk_widget_class_bind_template_child(widget_class, TabEngineOptionsDialog, fault);
    gtk_widget_class_bind_template_child(widget_class, TabEngineOptionsDialog, empty);
    gtk_widget_class_bind_template_child(widget_class, TabEngineOptionsDialog, apply_button);
    gtk_widget_class_bind_template_callback(widget_class, on_apply);
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
    for (guint i = 0; i < declared->len; i++)
        add_row(self, declared->pdata[i], (int)i);
    gtk_widget_set_visible(GTK_WIDGET(self->empty), declared->len == 0);
    tell_unknown(self);
    return self;
}
