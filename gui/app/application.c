// SPDX-License-Identifier: GPL-3.0-or-later
// The application org.tabgame.Tab: its command line, its one window, and the actions of the whole
// program.
#include "gui/app/application.h"

#include <glib/gi18n.h>

#include "gui/app/command-line.h"
#include "gui/app/diagram-command.h"
#include "gui/app/window.h"
#include "gui/help/help-viewer.h"
#include "gui/preferences/appearance.h"
#include "gui/widgets/accessible-names.h"
#include "gui/widgets/window-fit.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/widget.h"

#define EXIT_USAGE 2 /* the command line is no good */

struct _TabApplication {
    GtkApplication parent;
    TabAppearance *appearance;
    GApplicationCommandLine *first; /* of the window that takes up a game; NULL: none does */
    TabGameSetup *setup;            /* that this command line asks for */
    GQueue waiting;                 /* of GApplicationCommandLine: that came meanwhile */
    char *lacking;       /* lines about what is missing here, told when it starts; NULL: none */
    gboolean understood; /* the command line was: what ends the program then is no wrong option */
};

G_DEFINE_FINAL_TYPE(TabApplication, tab_application, GTK_TYPE_APPLICATION)

/* --- the command line --- */

static int print_fault(const GError *error)
{
    g_printerr("tab-gui: %s\n", error->message);
    return error->domain == G_OPTION_ERROR ? EXIT_USAGE : EXIT_FAILURE;
}

/* Mistakes are told where they were typed, before any window opens; a diagram, which needs none, is
 * drawn here. */
static int tab_application_handle_local_options(GApplication *application, GVariantDict *options)
{
    TAB_APPLICATION(application)->understood = TRUE;
    if (g_variant_dict_contains(options, "version")) {
        g_print("tab-gui %s\n", TAB_VERSION);
        return EXIT_SUCCESS;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSetup) setup = tab_command_line_check(options, &error)
                                        ? tab_command_line_read_setup(options, &error)
                                        : NULL;
    if (!setup) {
        print_fault(error);
        return EXIT_USAGE;
    }
    if (!g_variant_dict_contains(options, "export-diagram"))
        return -1;
    tab_diagram_command_run(options, setup, &error);
    return error ? print_fault(error) : EXIT_SUCCESS;
}

/* GApplication ends with 1 after an option that it does not know. */
static gboolean tab_application_local_command_line(GApplication *application, char ***arguments,
                                                   int *status)
{
    TabApplication *self = TAB_APPLICATION(application);
    self->understood = FALSE;
    gboolean done = G_APPLICATION_CLASS(tab_application_parent_class)
                        ->local_command_line(application, arguments, status);
    if (done && !self->understood && *status == EXIT_FAILURE)
        *status = EXIT_USAGE;
    return done;
}

/* The window that there is, also if one of its dialogs has the focus. */
static TabWindow *find_window(TabApplication *self)
{
    GtkWindow *window = gtk_application_get_active_window(GTK_APPLICATION(self));
    while (window && !TAB_IS_WINDOW(window))
        window = gtk_window_get_transient_for(window);
    return window ? TAB_WINDOW(window) : NULL;
}

/* Shows the window, which has a game, with what the command line asks for. There is one window: a
 * file that is opened, or a game that begins, takes the place of its game, which a person is asked
 * about if it would be missed. */
static void carry_out(TabWindow *window, GApplicationCommandLine *command_line, gboolean first,
                      const TabGameSetup *setup)
{
    GVariantDict *options = g_application_command_line_get_options_dict(command_line);
    gboolean at_once = tab_command_line_starts_at_once(options);
    const char *name = tab_command_line_file(options); /* as seen from where it was typed */
    g_autoptr(GFile) file =
        name ? g_application_command_line_create_file_for_arg(command_line, name) : NULL;
    gtk_window_present(GTK_WINDOW(window));
    if (file)
        tab_file_actions_open(tab_window_get_files(window), file);
    if (at_once && !first)
        tab_file_actions_replace_game(tab_window_get_files(window), setup);
    else if (!at_once && tab_command_line_names_a_game(options))
        tab_window_ask_new_game(window, setup);
    else if (!at_once && first && !g_variant_dict_contains(options, G_OPTION_REMAINING))
        tab_window_offer_lesson(window);
}

static int tell_usage(GApplicationCommandLine *command_line, const GError *error)
{
    g_application_command_line_printerr(command_line, "tab-gui: %s\n", error->message);
    return EXIT_USAGE;
}

static int start_game(TabWindow *window, GApplicationCommandLine *command_line,
                      const TabGameSetup *setup)
{
    g_autoptr(GError) error = NULL;
    if (!tab_file_actions_start(tab_window_get_files(window), setup, &error)) {
        gtk_window_destroy(GTK_WINDOW(window));
        return tell_usage(command_line, error);
    }
    carry_out(window, command_line, TRUE, setup);
    return EXIT_SUCCESS;
}

static void on_resumed(TabApplication *self, gboolean shown);

/* A new window shows the game of the options, else the one that was left, else the one last chosen.
 */
static int follow_command_line(TabApplication *self, GApplicationCommandLine *command_line)
{
    GVariantDict *options = g_application_command_line_get_options_dict(command_line);
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSetup) setup = tab_command_line_read_setup(options, &error);
    TabWindow *window = find_window(self);
    if (!setup)
        return tell_usage(command_line, error);
    if (window) {
        carry_out(window, command_line, FALSE, setup);
        return EXIT_SUCCESS;
    }
    window = tab_window_new(GTK_APPLICATION(self));
    if (tab_command_line_starts_at_once(options) || tab_command_line_names_a_game(options))
        return start_game(window, command_line, setup);
    self->first = g_object_ref(command_line);
    self->setup = g_steal_pointer(&setup);
    g_signal_connect_object(tab_window_get_files(window), "resumed", G_CALLBACK(on_resumed), self,
                            G_CONNECT_SWAPPED);
    tab_file_actions_resume(tab_window_get_files(window));
    return EXIT_SUCCESS;
}

/* The game that was left is there, or there is none; then whatever else was asked for meanwhile. */
static void on_resumed(TabApplication *self, gboolean shown)
{
    g_autoptr(GApplicationCommandLine) first = g_steal_pointer(&self->first);
    g_autoptr(TabGameSetup) setup = g_steal_pointer(&self->setup);
    TabWindow *window = find_window(self);
    GApplicationCommandLine *next;
    if (shown)
        carry_out(window, first, TRUE, setup);
    else
        g_application_command_line_set_exit_status(first, start_game(window, first, setup));
    while ((next = g_queue_pop_head(&self->waiting))) {
        g_application_command_line_set_exit_status(next, follow_command_line(self, next));
        g_object_unref(next);
    }
}

static int tab_application_command_line(GApplication *application,
                                        GApplicationCommandLine *command_line)
{
    TabApplication *self = TAB_APPLICATION(application);
    if (!self->first)
        return follow_command_line(self, command_line);
    g_queue_push_tail(&self->waiting, g_object_ref(command_line));
    return EXIT_SUCCESS;
}

/* --- actions --- */

/* Built anew each time: gtk_show_about_dialog() keeps a hidden one, over which GTK 4.8 falls when a
 * screen reader asks for a window that has just gone. */
static void show_about(TabApplication *self)
{
    TabWindow *window = find_window(self);
    GskRenderer *renderer = gtk_native_get_renderer(GTK_NATIVE(window));
    /* what a report about a fault should say of the machine */
    g_autofree char *system = g_strdup_printf(
        "GTK %u.%u.%u\nGLib %u.%u.%u\n%s\n%s", gtk_get_major_version(), gtk_get_minor_version(),
        gtk_get_micro_version(), glib_major_version, glib_minor_version, glib_micro_version,
        G_OBJECT_TYPE_NAME(gtk_widget_get_display(GTK_WIDGET(window))),
        renderer ? G_OBJECT_TYPE_NAME(renderer) : "");
    const char *authors[] = {_("The Tâb developers"), NULL};
    GtkWidget *dialog = g_object_new(
        GTK_TYPE_ABOUT_DIALOG, "transient-for", window, "modal", TRUE, "destroy-with-parent", TRUE,
        "program-name", _("Tâb"), "version", TAB_VERSION, "logo-icon-name", "org.tabgame.Tab",
        "license-type", GTK_LICENSE_GPL_3_0, "copyright", _("© 2026 The Tâb developers"),
        "comments", _("The old game of sticks and stones from Egypt and the Levant"), "authors",
        authors, "system-information", system,
        /* Translators: write your names here, one a line. */
        "translator-credits", _("translator-credits"), NULL);
    gtk_window_present(GTK_WINDOW(dialog));
}

static void show_help(TabApplication *self)
{
    tab_help_viewer_open(GTK_WINDOW(find_window(self)));
}

/* The last window ends the program; one with a question stays until it is answered. */
static void close_windows(TabApplication *self)
{
    g_autoptr(GList) windows = g_list_copy(gtk_application_get_windows(GTK_APPLICATION(self)));
    g_list_foreach(windows, (GFunc)g_object_ref, NULL);
    for (GList *window = windows; window; window = window->next) {
        gtk_window_close(window->data);
        g_object_unref(window->data);
    }
}

static const TabAction actions[] = {
    {.name = "about", .activate = G_CALLBACK(show_about)},
    {.name = "help", .activate = G_CALLBACK(show_help)},
    {.name = "quit", .activate = G_CALLBACK(close_windows)},
};

/* Keys that work wherever the focus is; tests/test-shortcuts.py wants each in
 * help/shortcuts-window.ui, and no others. Earlier turns are on the side where the reader's lines
 * begin. */
static const struct {
    const char *action, *accel;
    const char *mirrored; /* for readers from right to left, NULL: the same */
} accels[] = {
    {"app.quit", "<Primary>q", NULL},
    {"app.help", "F1", NULL},
    {"window.close", "<Primary>w", NULL},
    {"win.new-game", "<Primary>n", NULL},
    {"win.play-again", "<Primary><Shift>n", NULL},
    {"win.open", "<Primary>o", NULL},
    {"win.games", "<Primary><Shift>o", NULL},
    {"win.save", "<Primary>s", NULL},
    {"win.save-as", "<Primary><Shift>s", NULL},
    {"win.edit-position", "<Primary>e", NULL},
    {"win.export", "<Primary><Shift>x", NULL},
    {"win.print", "<Primary>p", NULL},
    {"win.previous-turn", "<Alt>Left", "<Alt>Right"},
    {"win.next-turn", "<Alt>Right", "<Alt>Left"},
    {"win.first-turn", "<Alt>Home", NULL},
    {"win.last-turn", "<Alt>End", NULL},
    {"win.previous-variation", "<Alt>Up", NULL},
    {"win.next-variation", "<Alt>Down", NULL},
    {"win.play-on", "<Alt>Return", NULL},
    {"win.previous-mistake", "<Alt>Page_Up", NULL},
    {"win.next-mistake", "<Alt>Page_Down", NULL},
    {"win.try-again", "<Alt><Shift>Return", NULL},
    {"win.leave-try", "<Alt>BackSpace", NULL},
    {"win.full-screen", "F11", NULL},
    {"win.show-turns", "F9", NULL},
    {"win.show-analysis", "F8", NULL},
    {"win.roll-out", "<Primary><Shift>r", NULL},
    {"win.summary", "F7", NULL},
    {"win.match", "<Shift>F7", NULL},
    {"win.stick-statistics", "<Primary>t", NULL},
    {"win.engines", "<Primary><Shift>e", NULL},
    {"win.engine-log", "<Primary><Shift>l", NULL},
    {"win.engine-match", "<Primary><Shift>m", NULL},
    {"win.restart-engine", "F5", NULL},
    {"win.lessons", "<Primary>l", NULL},
    {"win.problems", "<Primary><Shift>p", NULL},
    {"win.show-rules", "<Primary>r", NULL},
    {"win.game-menu", "<Primary>m", NULL},
    {"win.preferences", "<Primary>comma", NULL},
    {"win.shortcuts", "<Primary>question", NULL},
};

/* The keys of the whole program, and that which closes a window, are those of each window beside
 * which others can be used. */
static void join_application(GtkWindow *window)
{
    GtkWindow *parent = gtk_window_get_transient_for(window);
    if (parent && !gtk_window_get_modal(window))
        gtk_window_set_application(window, gtk_window_get_application(parent));
}

static void tab_application_startup(GApplication *application)
{
    static const TabWindowWatch watch = {"realize", G_CALLBACK(join_application)};
    G_APPLICATION_CLASS(tab_application_parent_class)->startup(application);
    tab_widget_watch_windows(&watch);
    tab_accessible_names_watch();
    tab_window_fit_watch();
    tab_action_map_add(G_ACTION_MAP(application), actions, G_N_ELEMENTS(actions), application);
    gboolean mirrored = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL;
    for (guint i = 0; i < G_N_ELEMENTS(accels); i++) {
        const char *accel = mirrored && accels[i].mirrored ? accels[i].mirrored : accels[i].accel;
        gtk_application_set_accels_for_action(GTK_APPLICATION(application), accels[i].action,
                                              (const char *[]){accel, NULL});
    }
    g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
    gtk_css_provider_load_from_resource(provider, "/org/tabgame/Tab/style.css");
    gtk_style_context_add_provider_for_display(gdk_display_get_default(),
                                               GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    TabApplication *self = TAB_APPLICATION(application);
    self->appearance = tab_appearance_new(settings);
    if (self->lacking)
        g_printerr("%s", self->lacking);
}

/* GTK lets the windows over the main one go when nothing holds that any more, which may be later;
 * they alone would keep the program running. */
static void tab_application_window_removed(GtkApplication *application, GtkWindow *window)
{
    GList *rest;
    GTK_APPLICATION_CLASS(tab_application_parent_class)->window_removed(application, window);
    while (TAB_IS_WINDOW(window) && (rest = gtk_application_get_windows(application)))
        gtk_window_destroy(rest->data);
}

static void tab_application_shutdown(GApplication *application)
{
    g_clear_pointer(&TAB_APPLICATION(application)->appearance, tab_appearance_free);
    G_APPLICATION_CLASS(tab_application_parent_class)->shutdown(application);
}

static void tab_application_finalize(GObject *object)
{
    TabApplication *self = TAB_APPLICATION(object);
    g_clear_object(&self->first);
    g_clear_pointer(&self->setup, tab_game_setup_free);
    g_queue_clear_full(&self->waiting, g_object_unref);
    g_free(self->lacking);
    G_OBJECT_CLASS(tab_application_parent_class)->finalize(object);
}

static void tab_application_class_init(TabApplicationClass *klass)
{
    GApplicationClass *application_class = G_APPLICATION_CLASS(klass);
    G_OBJECT_CLASS(klass)->finalize = tab_application_finalize;
    GTK_APPLICATION_CLASS(klass)->window_removed = tab_application_window_removed;
    application_class->startup = tab_application_startup;
    application_class->shutdown = tab_application_shutdown;
    application_class->handle_local_options = tab_application_handle_local_options;
    application_class->local_command_line = tab_application_local_command_line;
    application_class->command_line = tab_application_command_line;
}

static void tab_application_init(TabApplication *self)
{
    g_queue_init(&self->waiting);
    tab_command_line_add_options(G_APPLICATION(self));
}

TabApplication *tab_application_new(const char *lacking)
{
    TabApplication *self = g_object_new(TAB_TYPE_APPLICATION, "application-id", "org.tabgame.Tab",
                                        "flags", G_APPLICATION_HANDLES_COMMAND_LINE, NULL);
    self->lacking = g_strdup(lacking);
    return self;
}
