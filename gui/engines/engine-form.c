// SPDX-License-Identifier: GPL-3.0-or-later
// The fields in which a person writes down how an engine is started.
#include "gui/engines/engine-form.h"

#include <glib/gi18n.h>

#include "gui/widgets/widget.h"
#include "gui/files/file-dialog.h"
#include "gui/model/engine-store.h"
#include "gui/widgets/number-field.h"

struct _TabEngineForm {
    GtkWidget parent;
    GtkEditable *name, *program, *arguments, *folder;
    GtkExpander *more;
    GtkTextView *environment;
    GtkCheckButton *sandbox, *inherit_env;
    GtkLabel *sandbox_note;
    GtkSpinButton *memory, *cpu, *processes, *open_files, *file_size;
    gboolean can_shut_in; /* bubblewrap can start here */
    gboolean filling;
};

G_DEFINE_FINAL_TYPE(TabEngineForm, tab_engine_form, GTK_TYPE_WIDGET)

static guint changed_signal;

/* Where bubblewrap cannot start, an engine that is to run in it does not start either: that can be
 * taken back, and not asked for. */
static void show_sandbox_state(TabEngineForm *self)
{
    gboolean on = gtk_check_button_get_active(self->sandbox);
    gtk_widget_set_sensitive(GTK_WIDGET(self->sandbox), self->can_shut_in || on);
    gtk_widget_set_visible(GTK_WIDGET(self->sandbox_note), !self->can_shut_in);
}

static void on_form_edited(TabEngineForm *self)
{
    show_sandbox_state(self);
    if (!self->filling)
        g_signal_emit(self, changed_signal, 0);
}

void tab_engine_form_show_fields(TabEngineForm *self, const TabEngineFields *fields)
{
    self->filling = TRUE;
    gtk_editable_set_text(self->name, fields->name);
    gtk_editable_set_text(self->program, fields->program);
    gtk_editable_set_text(self->arguments, fields->arguments);
    gtk_editable_set_text(self->folder, fields->folder);
    gtk_text_buffer_set_text(gtk_text_view_get_buffer(self->environment), fields->environment, -1);
    gtk_check_button_set_active(self->sandbox, fields->sandbox);
    gtk_check_button_set_active(self->inherit_env, fields->inherit_env);
    gtk_spin_button_set_value(self->memory, (double)fields->memory_mib);
    gtk_spin_button_set_value(self->cpu, (double)fields->cpu_seconds);
    gtk_spin_button_set_value(self->processes, (double)fields->processes);
    gtk_spin_button_set_value(self->open_files, (double)fields->open_files);
    gtk_spin_button_set_value(self->file_size, (double)fields->file_mib);
    /* what stands in the part that is folded away is not hidden */
    gtk_expander_set_expanded(self->more, *fields->environment || fields->inherit_env ||
                                              fields->memory_mib || fields->cpu_seconds ||
                                              fields->processes != TAB_ENGINE_PROCESSES ||
                                              fields->open_files != TAB_ENGINE_OPEN_FILES ||
                                              fields->file_mib != TAB_ENGINE_FILE_MIB);
    show_sandbox_state(self);
    self->filling = FALSE;
}

void tab_engine_form_show(TabEngineForm *self, const TabEngineConfig *config)
{
    g_autofree char *arguments = config ? tab_engine_edit_arguments(config) : g_strdup("");
    g_autofree char *environment = config ? tab_engine_edit_environment(config) : g_strdup("");
    TabEngineFields fields = {
        .name = config && config->name ? config->name : "",
        .program = config ? config->argv[0] : "",
        .arguments = arguments,
        .folder = config && config->directory ? config->directory : "",
        .environment = environment,
        .inherit_env = config && config->inherit_env,
        .sandbox = config ? config->sandbox : self->can_shut_in,
        .memory_mib = config ? config->memory_mib : 0,
        .cpu_seconds = config ? config->cpu_seconds : 0,
        .processes = config ? config->processes : TAB_ENGINE_PROCESSES,
        .open_files = config ? config->open_files : TAB_ENGINE_OPEN_FILES,
        .file_mib = config ? config->file_mib : TAB_ENGINE_FILE_MIB,
    };
    g_object_set(self->name, "placeholder-text", config ? tab_engine_store_name_of(config) : NULL,
                 NULL);
    tab_engine_form_show_fields(self, &fields);
}

/* A number that is still being typed counts. */
static guint64 read_spin_button(GtkSpinButton *spin)
{
    gtk_spin_button_update(spin);
    return (guint64)gtk_spin_button_get_value(spin);
}

TabEngineFields *tab_engine_form_get_fields(TabEngineForm *self)
{
    g_autofree char *environment = NULL;
    g_object_get(gtk_text_view_get_buffer(self->environment), "text", &environment, NULL);
    return tab_engine_fields_copy(&(TabEngineFields){
        .name = gtk_editable_get_text(self->name),
        .program = gtk_editable_get_text(self->program),
        .arguments = gtk_editable_get_text(self->arguments),
        .folder = gtk_editable_get_text(self->folder),
        .environment = environment,
        .inherit_env = gtk_check_button_get_active(self->inherit_env),
        .sandbox = gtk_check_button_get_active(self->sandbox),
        .memory_mib = read_spin_button(self->memory),
        .cpu_seconds = read_spin_button(self->cpu),
        .processes = read_spin_button(self->processes),
        .open_files = read_spin_button(self->open_files),
        .file_mib = read_spin_button(self->file_size),
    });
}

TabEngineConfig *tab_engine_form_read(TabEngineForm *self, const TabEngineConfig *config,
                                      GError **error)
{
    g_autoptr(TabEngineFields) fields = tab_engine_form_get_fields(self);
    return tab_engine_edit_apply(config, fields, error);
}

const char *tab_engine_form_get_program(TabEngineForm *self)
{
    return gtk_editable_get_text(self->program);
}

void tab_engine_form_focus_program(TabEngineForm *self)
{
    gtk_widget_grab_focus(GTK_WIDGET(self->program));
}

static void on_browse_program(TabEngineForm *self)
{
    tab_file_dialog_browse(self->program, _("Choose the Engine’s Program"),
                           GTK_FILE_CHOOSER_ACTION_OPEN);
}

static void on_browse_folder(TabEngineForm *self)
{
    tab_file_dialog_browse(self->folder, _("Choose the Engine’s Folder"),
                           GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);
}

static void tab_engine_form_dispose(GObject *object)
{
    TAB_ENGINE_FORM(object)->filling = TRUE;
    tab_widget_unparent_children(GTK_WIDGET(object));
    G_OBJECT_CLASS(tab_engine_form_parent_class)->dispose(object);
}

static void tab_engine_form_class_init(TabEngineFormClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    G_OBJECT_CLASS(klass)->dispose = tab_engine_form_dispose;
    changed_signal = g_signal_new("changed", TAB_TYPE_ENGINE_FORM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/engine-form.ui");
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, name);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, program);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, arguments);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, folder);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, more);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, environment);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, sandbox);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, sandbox_note);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, inherit_env);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, processes);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, open_files);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, file_size);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, memory);
    gtk_widget_class_bind_template_child(widget_class, TabEngineForm, cpu);
    gtk_widget_class_bind_template_callback(widget_class, on_form_edited);
    gtk_widget_class_bind_template_callback(widget_class, on_browse_program);
    gtk_widget_class_bind_template_callback(widget_class, on_browse_folder);
    gtk_widget_class_set_layout_manager_type(widget_class, GTK_TYPE_BIN_LAYOUT);
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void tab_engine_form_init(TabEngineForm *self)
{
    self->filling = TRUE;
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_number_fields_guard(GTK_WIDGET(self));
    tab_widget_fold(self->more);
    g_autofree char *fault = tab_engine_edit_sandbox_fault();
    self->can_shut_in = !fault;
    /* Translators: %s is why, as the system says it. */
    g_autofree char *note =
        fault ? g_strdup_printf(_("Engines cannot be shut in on this machine: %s"), fault) : NULL;
    gtk_label_set_text(self->sandbox_note, note ? note : "");
    self->filling = FALSE;
    gtk_widget_set_direction(GTK_WIDGET(self->environment), GTK_TEXT_DIR_LTR); /* notation */
    g_signal_connect_object(gtk_text_view_get_buffer(self->environment), "changed",
                            G_CALLBACK(on_form_edited), self, G_CONNECT_SWAPPED);
    /* Translators: what the fields of an engine are called by a screen reader. */
    gtk_accessible_update_property(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   _("How the engine is started"), -1);
}
