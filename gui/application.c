// SPDX-License-Identifier: GPL-3.0-or-later
// The application org.tabgame.Tab: its command line, its one window, and the actions of the whole program.
#include "gui/application.h"

#include <glib/gi18n.h>

#include "gui/model/game-choice.h"
#include "gui/window.h"

struct _TabApplication {
    GtkApplication parent;
};

G_DEFINE_FINAL_TYPE(TabApplication, tab_application, GTK_TYPE_APPLICATION)

static const GOptionEntry options[] = {
    {"new", 'n', 0, G_OPTION_ARG_NONE, NULL, N_("Start a new game at once"), NULL},
    {"rules", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("Rules of the game: a preset, with switches if need be (walker:columns=11)"), N_("RULES")},
    {"columns", 0, 0, G_OPTION_ARG_INT, NULL, N_("Columns of the board, 5 to 29"), N_("NUMBER")},
    {"white", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Who plays White: human or engine[:LEVEL]"),
     N_("PLAYER")},
    {"black", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Who plays Black: human or engine[:LEVEL]"),
     N_("PLAYER")},
    {"seed", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Seed of the sticks, to throw the same throws again"),
     N_("NUMBER")},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_("[FILE]")},
    {"version", 'v', 0, G_OPTION_ARG_NONE, NULL, N_("Show the version and exit"), NULL},
    {0},
};

/* --- the command line -------------------------------------------------------------------------------------------------- */

static const char *lookup(GVariantDict *dict, const char *key)
{
    const char *text = NULL;
    g_variant_dict_lookup(dict, key, "&s", &text);
    return text;
}

/* The rules of the command line, with its number of columns, in place of those in `setup`. */
static gboolean apply_rules(TabGameSetup *setup, GVariantDict *dict, GError **error)
{
    const char *rules = lookup(dict, "rules");
    gint32 columns = 0;
    gboolean given = g_variant_dict_lookup(dict, "columns", "i", &columns);
    g_autofree char *text = g_strdup(rules ? rules : setup->rules);
    if (!given)
        columns = 0;
    return tab_game_choice_set_rules(setup, text, given, columns, error);
}

static gboolean apply_seed(TabGameSetup *setup, const char *text, GError **error)
{
    if (!text)
        return TRUE;
    guint64 seed;
    if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, &seed, NULL)) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("“%s” is no seed: a number is expected"),
                    text);
        return FALSE;
    }
    setup->seed = seed;
    return TRUE;
}

/* The remembered game, changed by what the command line says; NULL on error. */
static TabGameSetup *read_setup(GVariantDict *dict, GError **error)
{
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    g_autoptr(TabGameSetup) setup = tab_game_choice_load(settings);
    static const char *const seats[2] = {"white", "black"};
    for (int side = 0; side < 2; side++) {
        const char *player = lookup(dict, seats[side]);
        if (player && !tab_player_parse(player, &setup->player[side], error))
            return NULL;
    }
    if (!apply_rules(setup, dict, error) || !apply_seed(setup, lookup(dict, "seed"), error))
        return NULL;
    return g_steal_pointer(&setup);
}

static gboolean names_a_game(GVariantDict *dict)
{
    static const char *const keys[] = {"rules", "columns", "white", "black", "seed"};
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++)
        if (g_variant_dict_contains(dict, keys[i]))
            return TRUE;
    return FALSE;
}

/* The window shows one game. */
static gboolean check_files(GVariantDict *dict, GError **error)
{
    g_autofree const char **names = NULL;
    if (!g_variant_dict_lookup(dict, G_OPTION_REMAINING, "^a&ay", &names) ||
        g_strv_length((GStrv)names) < 2)
        return TRUE;
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                /* Translators: an error on the command line; a file's name. */
                _("“%s”: one file at a time can be opened"), names[1]);
    return FALSE;
}

/* Mistakes are told where they were typed, before any window opens. */
static int tab_application_handle_local_options(GApplication *application, GVariantDict *dict)
{
    if (g_variant_dict_contains(dict, "version")) {
        g_print("tab-gui %s\n", TAB_VERSION);
        return 0;
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSetup) setup = read_setup(dict, &error);
    if (!setup || !check_files(dict, &error)) {
        g_printerr("tab-gui: %s\n", error->message);
        return 2;
    }
    return -1;
}

static TabWindow *get_window(TabApplication *self)
{
    GtkWindow *window = gtk_application_get_active_window(GTK_APPLICATION(self));
    while (window && !TAB_IS_WINDOW(window))
        window = gtk_window_get_transient_for(window);
    return window ? TAB_WINDOW(window) : tab_window_new(GTK_APPLICATION(self));
}

/* The file of the command line, as seen from where it was typed. */
static void open_file(TabWindow *window, GApplicationCommandLine *command_line, GVariantDict *dict)
{
    g_autofree const char **names = NULL;
    if (!g_variant_dict_lookup(dict, G_OPTION_REMAINING, "^a&ay", &names) || !names[0])
        return;
    g_autoptr(GFile) file = g_application_command_line_create_file_for_arg(command_line, names[0]);
    tab_window_open(window, file);
}

static int tab_application_command_line(GApplication *application, GApplicationCommandLine *command_line)
{
    TabApplication *self = TAB_APPLICATION(application);
    GVariantDict *dict = g_application_command_line_get_options_dict(command_line);
    gboolean first = gtk_application_get_active_window(GTK_APPLICATION(self)) == NULL;
    gboolean at_once = g_variant_dict_contains(dict, "new");
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSetup) setup = read_setup(dict, &error);
    TabWindow *window = get_window(self);
    gboolean resumed = setup && first && !at_once && !names_a_game(dict) && tab_window_resume(window);
    if (setup && !resumed && (first || at_once))
        tab_window_start_game(window, setup, &error);
    if (error) {
        g_application_command_line_printerr(command_line, "tab-gui: %s\n", error->message);
        return 2;
    }
    gtk_window_present(GTK_WINDOW(window));
    open_file(window, command_line, dict);
    if (!at_once && names_a_game(dict))
        tab_window_ask_new_game(window, setup);
    return 0;
}

/* --- actions ------------------------------------------------------------------------------------------------------------ */

static void on_about(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    gtk_show_about_dialog(
        gtk_application_get_active_window(user_data), "program-name", _("Tâb"), "version", TAB_VERSION,
        "logo-icon-name", "org.tabgame.Tab", "license-type", GTK_LICENSE_GPL_3_0, "comments",
        _("The old game of sticks and stones from Egypt and the Levant"),
        /* Translators: write your names here, one a line. */
        "translator-credits", _("translator-credits"), NULL);
}

static void on_quit(GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
    /* the last window ends the program; one with a question stays until it is answered */
    g_autoptr(GList) windows = g_list_copy(gtk_application_get_windows(user_data));
    g_list_foreach(windows, (GFunc)g_object_ref, NULL);
    for (GList *window = windows; window; window = window->next) {
        gtk_window_close(window->data);
        g_object_unref(window->data);
    }
}

static const GActionEntry actions[] = {
    {.name = "about", .activate = on_about},
    {.name = "quit", .activate = on_quit},
};

static void set_accels(GtkApplication *application, const char *action, const char *accel)
{
    gtk_application_set_accels_for_action(application, action, (const char *[]){accel, NULL});
}

/* Earlier turns are on the side where the reader's lines begin. */
static void set_turn_accels(GtkApplication *application)
{
    gboolean mirrored = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL;
    set_accels(application, "win.previous-turn", mirrored ? "<Alt>Right" : "<Alt>Left");
    set_accels(application, "win.next-turn", mirrored ? "<Alt>Left" : "<Alt>Right");
    set_accels(application, "win.first-turn", "<Alt>Home");
    set_accels(application, "win.last-turn", "<Alt>End");
    set_accels(application, "win.previous-variation", "<Alt>Up");
    set_accels(application, "win.next-variation", "<Alt>Down");
    set_accels(application, "win.play-on", "<Alt>Return");
}

static void load_style(void)
{
    g_autoptr(GtkCssProvider) provider = gtk_css_provider_new();
    gtk_css_provider_load_from_resource(provider, "/org/tabgame/Tab/style.css");
    gtk_style_context_add_provider_for_display(gdk_display_get_default(), GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void tab_application_startup(GApplication *application)
{
    G_APPLICATION_CLASS(tab_application_parent_class)->startup(application);
    GtkApplication *gtk_application = GTK_APPLICATION(application);
    g_action_map_add_action_entries(G_ACTION_MAP(application), actions, G_N_ELEMENTS(actions),
                                    application);
    set_accels(gtk_application, "app.quit", "<Primary>q");
    set_accels(gtk_application, "win.new-game", "<Primary>n");
    set_accels(gtk_application, "win.open", "<Primary>o");
    set_accels(gtk_application, "win.save", "<Primary>s");
    set_accels(gtk_application, "win.edit-position", "<Primary>e");
    set_accels(gtk_application, "win.print", "<Primary>p");
    set_accels(gtk_application, "win.save-as", "<Primary><Shift>s");
    set_accels(gtk_application, "win.show-turns", "F9");
    set_turn_accels(gtk_application);
    set_accels(gtk_application, "win.show-analysis", "F8");
    set_accels(gtk_application, "win.engines", "<Primary><Shift>e");
    set_accels(gtk_application, "win.preferences", "<Primary>comma");
    set_accels(gtk_application, "win.show-help-overlay", "<Primary>question");
    load_style();
}

static void tab_application_class_init(TabApplicationClass *klass)
{
    GApplicationClass *application_class = G_APPLICATION_CLASS(klass);
    application_class->startup = tab_application_startup;
    application_class->handle_local_options = tab_application_handle_local_options;
    application_class->command_line = tab_application_command_line;
}

static void tab_application_init(TabApplication *self)
{
    g_application_add_main_option_entries(G_APPLICATION(self), options);
}

TabApplication *tab_application_new(void)
{
    return g_object_new(TAB_TYPE_APPLICATION, "application-id", "org.tabgame.Tab", "flags",
                        G_APPLICATION_HANDLES_COMMAND_LINE, NULL);
}
