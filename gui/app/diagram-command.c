// SPDX-License-Identifier: GPL-3.0-or-later
// tab-gui --export-diagram: a position, or a turn of a recorded game, drawn into a file; no GTK, no
// display.
#include "gui/app/diagram-command.h"

#include <glib/gi18n.h>

#include "gui/app/command-line.h"
#include "gui/files/game-diagram.h"
#include "gui/model/game-file.h"
#include "protocol/game/record-text.h"

static const struct {
    const char *name;
    TabBoardTheme theme;
} themes[] = {
    {"paper", TAB_BOARD_PAPER}, /* unless --theme says otherwise */
    {"sand", TAB_BOARD_SAND},   {"petra", TAB_BOARD_PETRA},
    {"wood", TAB_BOARD_WOOD},   {"contrast", TAB_BOARD_CONTRAST},
};

#define WIDTH 800 /* points, unless --width says otherwise */

/* The number of an option from `low` to `high`, `otherwise` without it; -1 and an error if it is
 * none. */
static gint64 read_number_option(GVariantDict *options, const char *name, guint64 low, guint64 high,
                                 gint64 otherwise, GError **error)
{
    const char *text = tab_command_line_text(options, name);
    guint64 number;
    if (!text)
        return otherwise;
    if (g_ascii_string_to_unsigned(text, 10, low, high, &number, NULL))
        return (gint64)number;
    tab_command_line_refuse(error,
                            /* Translators: an error on the command line: an option, the first and
                               the last number, what was typed. */
                            _("--%s: a number from %d to %d is expected, not “%s”"), name, (int)low,
                            (int)high, text);
    return -1;
}

/* The record that --game names, taken out of `records`; NULL with an error. */
static TabRecord *take_record(GPtrArray *records, GVariantDict *options, const char *path,
                              GError **error)
{
    gint64 number =
        read_number_option(options, "game", 1, records->len, records->len == 1 ? 1 : 0, error);
    if (number == 0)
        tab_command_line_refuse(error,
                                /* Translators: an error on the command line: a file's name, how
                                   many games it has, that number again. */
                                _("“%s” has %u games: --game=1 to --game=%u says which"), path,
                                records->len, records->len);
    return number > 0 ? g_ptr_array_steal_index(records, (guint)number - 1) : NULL;
}

/* Looks at the last turn of the main line that has the number of --turn, if that is given. */
static gboolean go_to_turn(TabGameSession *session, GVariantDict *options, GError **error)
{
    const TabRecord *record = session->document->record;
    gint64 number =
        read_number_option(options, "turn", 0, tab_record_last(record)->number, -2, error);
    TabRecordNode *found = NULL;
    if (number < 0)
        return number == -2;
    for (TabRecordNode *node = record->root; node; node = node->child)
        if (node->number == number && (node == record->root || node->turn))
            found = node;
    if (!found)
        /* Translators: an error on the command line: the number of a turn. */
        return tab_command_line_refuse(error, _("--turn: the game has no turn %d"), (int)number);
    tab_document_review(session->document, found);
    return TRUE;
}

/* The recorded game with nobody at the board, so that no engine is started. */
static TabGameSession *open_game(const char *path, GVariantDict *options, GError **error)
{
    g_autoptr(GPtrArray) records = tab_record_load(path, error);
    TabRecord *record = records ? take_record(records, options, path, error) : NULL;
    if (!record)
        return NULL;
    g_autoptr(GPtrArray) none = g_ptr_array_new();
    g_autoptr(TabGameSetup) setup = tab_game_setup_from_record(record, none);
    setup->player[TAB_WHITE].engine = setup->player[TAB_BLACK].engine = FALSE;
    g_autoptr(TabGameSession) session = tab_game_session_new_from_record(record, setup, error);
    if (!session || !go_to_turn(session, options, error))
        return NULL;
    return g_steal_pointer(&session);
}

static TabGameSession *open_position(const TabGameSetup *setup, GVariantDict *options,
                                     GError **error)
{
    static const char *const of_files[] = {"game", "turn"};
    for (guint i = 0; i < G_N_ELEMENTS(of_files); i++)
        if (g_variant_dict_contains(options, of_files[i])) {
            tab_command_line_refuse(error,
                                    /* Translators: an error on the command line: an option. */
                                    _("--%s needs a file of games"), of_files[i]);
            return NULL;
        }
    g_autoptr(TabGameSetup) plain = tab_game_setup_copy(setup);
    plain->player[TAB_WHITE].engine = plain->player[TAB_BLACK].engine = FALSE;
    return tab_game_session_new(plain, error);
}

/* The theme of the options; -1 and an error if there is none of that name. */
static int read_theme(GVariantDict *options, GError **error)
{
    const char *name = tab_command_line_text(options, "theme");
    for (guint i = 0; i < G_N_ELEMENTS(themes); i++)
        if (!name || g_str_equal(themes[i].name, name))
            return (int)themes[i].theme;
    tab_command_line_refuse(
        error,
        /* Translators: an error on the command line; the five words stay as they are. */
        _("--theme: paper, sand, petra, wood or contrast is expected, not “%s”"), name);
    return -1;
}

gboolean tab_diagram_command_run(GVariantDict *options, const TabGameSetup *setup, GError **error)
{
    const char *path = tab_command_line_text(options, "export-diagram");
    const char *file = tab_command_line_file(options);
    int format = tab_paint_diagram_format(path);
    if (format < 0 && !g_str_has_suffix(path, ".txt"))
        return tab_command_line_refuse(
            error,
            /* Translators: an error on the command line: a file's name. */
            _("“%s” ends in none of .svg, .pdf, .png and .txt"), path);
    gint64 width = read_number_option(options, "width", 100, 4000, WIDTH, error);
    int theme = width < 0 ? -1 : read_theme(options, error);
    if (theme < 0)
        return FALSE;
    g_autoptr(TabGameSession) session =
        file ? open_game(file, options, error) : open_position(setup, options, error);
    if (!session)
        return FALSE;
    if (format < 0)
        return tab_game_diagram_save_text(session, path, error);
    g_autofree TabGameDiagram *board = g_new0(TabGameDiagram, 1);
    TabSide near = g_variant_dict_contains(options, "flip") ? TAB_BLACK : TAB_WHITE;
    tab_game_diagram_fill(board, session, (TabBoardTheme)theme, near, TRUE);
    if (g_variant_dict_contains(options, "no-caption"))
        board->diagram.caption = NULL;
    gboolean saved =
        tab_game_diagram_save(board, (double)width, (TabDiagramFormat)format, path, error);
    tab_game_diagram_clear(board);
    return saved;
}
