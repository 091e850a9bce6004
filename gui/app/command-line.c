// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of tab-gui: its options, and what they say about a game; no GTK.
#include "gui/app/command-line.h"

#include <glib/gi18n.h>

#include "gui/model/engine-store.h"
#include "gui/model/game-setup.h"
#include "gui/model/game-session.h"
#include "protocol/text/plain-text.h"

static const GOptionEntry entries[] = {
    {"new", 'n', 0, G_OPTION_ARG_NONE, NULL, N_("Start a new game at once"), NULL},
    {"watch", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Watch two engines in a new game"), NULL},
    {"rules", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("Rules of the game: a preset, with switches if need be (walker:columns=11)"), N_("RULES")},
    {"columns", 0, 0, G_OPTION_ARG_INT, NULL, N_("Columns of the board, 5 to 29"), N_("NUMBER")},
    {"position", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("Begin with this position: the five fields that Copy Position gives"), N_("POSITION")},
    {"white", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("Who plays White: human, engine[:LEVEL], or an engine of your list, NAME[:LEVEL]"),
     N_("PLAYER")},
    {"black", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Who plays Black, likewise"), N_("PLAYER")},
    {"lot", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Draw lots for which of the two plays White"), NULL},
    {"clock", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("Clock of each side: seconds for the game[+seconds a turn], movetime=milliseconds a turn, "
        "or - for none"),
     N_("CLOCK")},
    {"movetime", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("Milliseconds that an engine may think about a turn"), N_("NUMBER")},
    {"seed", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("Seed of the sticks, to throw the same throws again"), N_("NUMBER")},
    {"sticks", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("How the sticks fall: fair, p=0.37 or w=6,13,11,5,1"), N_("STICKS")},
    {"real-sticks", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("Whose throws are made with real sticks, and typed: none, people or all"), N_("WHO")},
    {"export-diagram", 0, 0, G_OPTION_ARG_FILENAME, NULL,
     N_("Draw a position into a file .svg, .pdf, .png or .txt, without a window"), N_("FILE")},
    {"game", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Which game of the file is drawn, from 1"),
     N_("NUMBER")},
    {"turn", 0, 0, G_OPTION_ARG_STRING, NULL, N_("After which turn it is drawn, 0 for the start"),
     N_("NUMBER")},
    {"theme", 0, 0, G_OPTION_ARG_STRING, NULL,
     N_("What the drawing looks like: paper, sand, petra, wood or contrast"), N_("THEME")},
    {"width", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Width of the drawing in points, 100 to 4000"),
     N_("NUMBER")},
    {"flip", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Draw Black’s side at the bottom"), NULL},
    {"no-caption", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Draw no words below the board"), NULL},
    {"version", 'v', 0, G_OPTION_ARG_NONE, NULL, N_("Show the version and exit"), NULL},
    {"match", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, NULL, NULL, NULL},
    {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_("[FILE]")},
    {0},
};

void tab_command_line_add_options(GApplication *application)
{
    g_application_add_main_option_entries(application, entries);
    g_application_set_option_context_summary(
        application,
        /* Translators: what --help says first. */
        _("Play Tâb in a window, with the game that was left, one of a file, or a new one."));
    g_application_set_option_context_description(
        application,
        /* Translators: what --help says last; leave the lines with tab-gui as they are. */
        _("Examples:\n"
          "  tab-gui --new --rules=walker --black=engine:6\n"
          "  tab-gui --watch --white=engine:8 --black=engine:4 --seed=1\n"
          "  tab-gui --export-diagram=board.svg --turn=12 game.tab\n"));
}

/* --- reading --- */

const char *tab_command_line_text(GVariantDict *options, const char *name)
{
    const char *text = NULL;
    if (!g_variant_dict_lookup(options, name, "&s", &text))
        g_variant_dict_lookup(options, name, "^&ay", &text);
    return text;
}

const char *tab_command_line_file(GVariantDict *options)
{
    g_autofree const char **names = NULL;
    return g_variant_dict_lookup(options, G_OPTION_REMAINING, "^a&ay", &names) ? names[0] : NULL;
}

gboolean tab_command_line_refuse(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    /* what was typed may come from a script, and have anything in it */
    g_autofree char *line = tab_plain_text(text);
    *error = g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, line);
    return FALSE;
}

/* --- what goes together --- */

gboolean tab_command_line_check(GVariantDict *options, GError **error)
{
    static const char *const of_diagrams[] = {"game",  "turn", "theme",
                                              "width", "flip", "no-caption"};
    static const char *const ways[] = {"export-diagram", "watch", "new"};
    static const char *const without_files[] = {"position", "watch", "new"};
    if (g_variant_dict_contains(options, "match"))
        /* Translators: an error on the command line; tab-match is a program's name. */
        return tab_command_line_refuse(error, _("--%s is gone: matches are played by tab-match"),
                                       "match");
    for (guint i = 0; i < G_N_ELEMENTS(of_diagrams); i++)
        if (g_variant_dict_contains(options, of_diagrams[i]) &&
            !g_variant_dict_contains(options, "export-diagram"))
            /* Translators: an error on the command line; two options. */
            return tab_command_line_refuse(error, _("--%s needs --%s"), of_diagrams[i],
                                           "export-diagram");
    const char *found = NULL;
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        gboolean given = g_variant_dict_contains(options, ways[i]);
        if (given && found && !g_str_equal(found, "watch")) /* watching is a new game */
            /* Translators: an error on the command line; two options. */
            return tab_command_line_refuse(error, _("--%s and --%s do not go together"), found,
                                           ways[i]);
        found = given ? ways[i] : found;
    }
    g_autofree const char **names = NULL;
    if (!g_variant_dict_lookup(options, G_OPTION_REMAINING, "^a&ay", &names))
        return TRUE;
    if (g_strv_length((GStrv)names) > 1)
        /* Translators: an error on the command line; a file's name. */
        return tab_command_line_refuse(error, _("“%s”: one file at a time can be opened"),
                                       names[1]);
    for (guint i = 0; i < G_N_ELEMENTS(without_files); i++)
        if (g_variant_dict_contains(options, without_files[i]))
            /* Translators: an error on the command line; a file's name and an option. */
            return tab_command_line_refuse(error, _("“%s” is not opened with --%s"), names[0],
                                           without_files[i]);
    return TRUE;
}

gboolean tab_command_line_starts_at_once(GVariantDict *options)
{
    return g_variant_dict_contains(options, "new") || g_variant_dict_contains(options, "watch") ||
           g_variant_dict_contains(options, "position");
}

gboolean tab_command_line_names_a_game(GVariantDict *options)
{
    static const char *const names[] = {"rules", "columns", "position",   "white",
                                        "black", "lot",     "clock",      "movetime",
                                        "seed",  "sticks",  "real-sticks"};
    for (guint i = 0; i < G_N_ELEMENTS(names); i++)
        if (g_variant_dict_contains(options, names[i]))
            return TRUE;
    return FALSE;
}

/* --- the game --- */

static void replace_text(char **text, const char *by)
{
    if (!by)
        return;
    g_free(*text);
    *text = g_strdup(by);
}

static gboolean apply_seed(TabGameSetup *setup, const char *text, GError **error)
{
    guint64 seed;
    if (!text)
        return TRUE;
    if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, &seed, NULL))
        return tab_command_line_refuse(error, _("“%s” is no seed: a number is expected"), text);
    setup->seed = seed;
    return TRUE;
}

static gboolean apply_movetime(TabGameSetup *setup, const char *text, GError **error)
{
    guint64 ms;
    if (!text)
        return TRUE;
    if (!g_ascii_string_to_unsigned(text, 10, 10, 600000, &ms, NULL))
        /* Translators: an error on the command line. */
        return tab_command_line_refuse(
            error, _("“%s” is no time: 10 to 600000 milliseconds are expected"), text);
    setup->movetime = (gint64)ms;
    return TRUE;
}

static gboolean apply_clock(TabGameSetup *setup, const char *text, gboolean in_dialog,
                            GError **error)
{
    TabTimeControl control = {0};
    if (!text)
        return TRUE;
    gboolean good = tab_time_control_from_string(&control, text, NULL);
    if (!good || control.nodes || control.depth || control.turns ||
        (control.base_ms && control.movetime_ms))
        return tab_command_line_refuse(
            error,
            /* Translators: an error on the command line; movetime stays as it is. */
            _("“%s” is no clock: seconds[+seconds], movetime=milliseconds or - is "
              "expected"),
            text);
    /* the dialog has whole minutes and seconds */
    if (in_dialog &&
        (control.base_ms % 60000 || control.increment_ms % 1000 || control.movetime_ms % 1000))
        return tab_command_line_refuse(
            error,
            /* Translators: an error on the command line. */
            _("“%s”: a clock that is not of whole minutes and seconds needs --new"), text);
    setup->control = control;
    return TRUE;
}

/* Throws of a file, as tab-match takes them, could not go on when the game is opened again. */
static gboolean apply_sticks(TabGameSetup *setup, const char *text, GError **error)
{
    if (text && !g_str_equal(text, "fair") && !g_str_has_prefix(text, "p=") &&
        !g_str_has_prefix(text, "w="))
        /* Translators: an error on the command line; fair, p=… and w=… stay as they are. */
        return tab_command_line_refuse(error, _("“%s”: fair, p=… or w=… is expected"), text);
    replace_text(&setup->sticks, text);
    return TRUE;
}

static gboolean apply_real_sticks(TabGameSetup *setup, const char *text, GError **error)
{
    static const char *const words[] = {
        [TAB_REAL_NONE] = "none", [TAB_REAL_PEOPLE] = "people", [TAB_REAL_ALL] = "all"};
    for (guint i = 0; text && i < G_N_ELEMENTS(words); i++)
        if (g_str_equal(text, words[i])) {
            tab_game_setup_set_real(setup, (TabRealSticks)i);
            return TRUE;
        }
    /* Translators: an error on the command line; the three words stay as they are. */
    return !text ||
           tab_command_line_refuse(error, _("“%s”: none, people or all is expected"), text);
}

/* The engine that has this name, one of the user's list before our own; NULL if none has. */
static const TabEngineConfig *find_named_engine(GPtrArray *engines, const char *name)
{
    for (guint i = engines->len; i > 0; i--)
        if (g_str_equal(tab_engine_store_name_of(engines->pdata[i - 1]), name))
            return engines->pdata[i - 1];
    return NULL;
}

/* Of an engine, `text` is a name, or a name and a level: a name may have a colon of its own. */
static gboolean apply_player(TabGameSetup *setup, TabSide side, const char *text, GError **error)
{
    if (!text || tab_player_parse(text, &setup->player[side], NULL))
        return TRUE;
    g_autoptr(GError) fault = NULL;
    g_autoptr(GPtrArray) engines = tab_game_setup_engines(&fault);
    const char *colon = strrchr(text, ':');
    g_autofree char *name = colon ? g_strndup(text, (gsize)(colon - text)) : g_strdup(text);
    guint64 level;
    TabPlayer player = {.engine = TRUE, .level = -1};
    const TabEngineConfig *engine = find_named_engine(engines, text);
    if (!engine && colon &&
        g_ascii_string_to_unsigned(colon + 1, 10, 0, TAB_MAX_LEVEL, &level, NULL)) {
        engine = find_named_engine(engines, name);
        player.level = (int)level;
    }
    if (engine) {
        setup->player[side] = player;
        tab_game_setup_pick_engine(setup, side, engines, tab_engine_store_name_of(engine));
        return TRUE;
    }
    if (fault) { /* it might stand there */
        g_propagate_error(error, g_steal_pointer(&fault));
        return FALSE;
    }
    return tab_command_line_refuse(
        error,
        /* Translators: an error on the command line; human and engine stay as they are. */
        _("“%s” is no player: human, engine, engine:<0–10> or the name of an engine of your "
          "list is expected"),
        text);
}

/* Whether the game could be started: tried with people, so that no engine is. */
static gboolean check_start(const TabGameSetup *setup, GError **error)
{
    g_autoptr(TabGameSetup) trial = tab_game_setup_copy(setup);
    for (int side = 0; side < 2; side++)
        trial->player[side].engine = FALSE;
    g_autoptr(TabGameSession) session = tab_game_session_new(trial, error);
    if (error && g_error_matches(*error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION))
        g_prefix_error(error, "--position=%s: ", setup->position);
    if (!session && error)
        tab_rules_make_printable(*error);
    return session != NULL;
}

TabGameSetup *tab_command_line_read_setup(GVariantDict *options, GError **error)
{
    g_autoptr(GSettings) settings = g_settings_new("org.tabgame.Tab");
    gboolean watch = g_variant_dict_contains(options, "watch");
    g_autoptr(TabGameSetup) setup =
        watch ? tab_game_setup_load_as(settings, TAB_SEATING_NONE) : tab_game_setup_load(settings);
    replace_text(&setup->position, tab_command_line_text(options, "position"));
    const char *rules = tab_command_line_text(options, "rules");
    g_autofree char *rules_or_remembered = g_strdup(rules ? rules : setup->rules);
    gint32 columns = 0;
    gboolean columns_given = g_variant_dict_lookup(options, "columns", "i", &columns);
    gboolean in_dialog = !tab_command_line_starts_at_once(options);
    gboolean good =
        apply_player(setup, TAB_WHITE, tab_command_line_text(options, "white"), error) &&
        apply_player(setup, TAB_BLACK, tab_command_line_text(options, "black"), error) &&
        apply_clock(setup, tab_command_line_text(options, "clock"), in_dialog, error) &&
        apply_sticks(setup, tab_command_line_text(options, "sticks"), error) &&
        tab_game_setup_set_rules(setup, rules_or_remembered, columns_given, columns, error) &&
        apply_seed(setup, tab_command_line_text(options, "seed"), error) &&
        apply_movetime(setup, tab_command_line_text(options, "movetime"), error) &&
        check_start(setup, error);
    if (good && g_variant_dict_contains(options, "lot") && !tab_game_setup_lot(setup->seed))
        tab_game_setup_exchange(setup);
    good = good && apply_real_sticks(setup, tab_command_line_text(options, "real-sticks"), error);
    if (good && watch && !(setup->player[TAB_WHITE].engine && setup->player[TAB_BLACK].engine))
        /* Translators: an error on the command line; an option. */
        good =
            tab_command_line_refuse(error, _("--%s is for two engines: “human” is none"), "watch");
    return good ? g_steal_pointer(&setup) : NULL;
}
