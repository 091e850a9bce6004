// SPDX-License-Identifier: GPL-3.0-or-later
// The window's actions that take its position and game out as text, as a picture or on paper.
#include "gui/files/export-actions.h"

#include <glib/gi18n.h>

#include "gui/board/theme.h"
#include "gui/files/background.h"
#include "gui/files/file-dialog.h"
#include "gui/files/game-diagram.h"
#include "gui/files/game-printer.h"
#include "gui/model/position-text.h"
#include "gui/widgets/action-map.h"
#include "gui/widgets/fault-dialog.h"

#define WIDTH 800.0 /* of a picture */

static GtkWindow *window_of(TabGameView *view)
{
    return GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(view)));
}

static TabGameSession *session_of(TabGameView *view)
{
    return tab_game_view_get_session(view);
}

/* Says that something is done of which nothing is to be seen; the window may have closed since. */
static void say(TabGameView *view, const char *text)
{
    if (session_of(view))
        tab_turn_controls_say(tab_game_view_get_controls(view), text);
}

/* --- text --- */

static void copy_position(TabGameView *view)
{
    TabSituation situation;
    tab_position_text_situation(session_of(view), &situation);
    g_autofree char *text =
        tab_position_text_write(session_of(view)->document->record->rules, &situation);
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(view)), text);
    say(view, _("The position has been copied."));
}

static void copy_game(TabGameView *view)
{
    g_autofree char *text = tab_document_to_text(session_of(view)->document);
    gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(view)), text);
    say(view, _("The game has been copied."));
}

/* --- files --- */

/* A picture that is being written; all that the thread reads is in it. */
typedef struct {
    TabGameDiagram board;
    TabDiagramFormat format;
    char *path;
} Picture;

static void free_exported_picture(gpointer data)
{
    Picture *picture = data;
    tab_game_diagram_clear(&picture->board);
    g_free(picture->path);
    g_free(picture);
}

static gpointer paint_picture(gpointer input, TabProgress *progress, GError **error)
{
    Picture *picture = input;
    return tab_game_diagram_save(&picture->board, WIDTH, picture->format, picture->path, error)
               ? g_strdup(picture->path)
               : NULL;
}

/* Tells how it went: `error` is NULL if the position stands in the file. */
static void tell_export(TabGameView *view, const char *path, const GError *error)
{
    if (error) {
        tab_fault_dialog_show(window_of(view), _("The position could not be exported"), error);
        return;
    }
    g_autofree char *name = g_filename_display_basename(path);
    /* Translators: %s is the name of a file. */
    g_autofree char *text = g_strdup_printf(_("The position has been exported to %s."), name);
    say(view, text);
}

static void on_painted(gpointer owner, gpointer result, const GError *error)
{
    g_autofree char *path = result;
    tell_export(owner, path, error);
    g_application_release(g_application_get_default());
}

/* Marble and shadows of a large board take half a second; who quits meanwhile gets the picture,
 * too. */
static void export_picture(TabGameView *view, TabDiagramFormat format, gboolean plain,
                           gboolean marks, const char *path)
{
    TabBoardTheme theme = plain ? TAB_BOARD_CONTRAST : tab_theme_current(GTK_WIDGET(view));
    Picture *picture = g_new0(Picture, 1);
    tab_game_diagram_fill(&picture->board, session_of(view), theme,
                          tab_board_view_get_near_side(tab_game_view_get_board(view)), marks);
    picture->format = format;
    picture->path = g_strdup(path);
    g_application_hold(g_application_get_default());
    g_autoptr(TabProgress) progress = tab_background_run(&(TabBackground){
        .window = window_of(view),
        /* Translators: while a picture of the board is being written. */
        .title = _("Exporting the position…"),
        .work = paint_picture,
        .input = picture,
        .free_input = free_exported_picture,
        .done = on_painted,
        .owner = view,
    });
}

static gboolean is_chosen(GtkFileChooser *chooser, const char *choice)
{
    return g_strcmp0(gtk_file_chooser_get_choice(chooser, choice), "true") == 0;
}

static void on_export(GtkNativeDialog *native, int response, TabGameView *view)
{
    GtkFileChooser *chooser = GTK_FILE_CHOOSER(native);
    g_autoptr(GError) error = NULL;
    g_autofree char *chosen =
        tab_file_dialog_get_path(native, response, _("The position could not be exported"));
    if (chosen && session_of(view)) {
        g_autofree char *path = tab_file_dialog_name_picture(chooser, chosen);
        int format = tab_paint_diagram_format(path);
        if (tab_file_dialog_asks_again(native, path))
            return;
        tab_file_dialog_remember("pictures-folder", path);
        if (format >= 0)
            export_picture(view, (TabDiagramFormat)format, is_chosen(chooser, "plain"),
                           is_chosen(chooser, "marks"), path);
        else {
            tab_game_diagram_save_text(session_of(view), path, &error);
            tell_export(view, path, error);
        }
    }
    g_object_unref(native);
}

static void export(TabGameView *view)
{
    GtkFileChooserNative *native = gtk_file_chooser_native_new(
        _("Export Position"), window_of(view), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);
    GtkFileChooser *chooser = GTK_FILE_CHOOSER(native);
    tab_file_dialog_add_pictures(chooser);
    tab_file_dialog_add_format(chooser, _("Text"), ".txt");
    gtk_file_chooser_add_choice(chooser, "plain", _("Black on white"), NULL, NULL);
    gtk_file_chooser_add_choice(chooser, "marks", _("Show the last turn"), NULL, NULL);
    gtk_file_chooser_set_choice(chooser, "marks", "true");
    /* Translators: the name of a file that is suggested for a picture of the board, without suffix.
     */
    gtk_file_chooser_set_current_name(chooser, _("position.png"));
    tab_file_dialog_begin_in(native, "pictures-folder", G_USER_DIRECTORY_PICTURES);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(native), TRUE);
    g_signal_connect_object(native, "response", G_CALLBACK(on_export), view, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(native));
}

/* --- paper --- */

static void on_print_done(GtkPrintOperation *operation, GtkPrintOperationResult result,
                          TabGameView *view)
{
    g_autoptr(GError) error = NULL;
    if (result != GTK_PRINT_OPERATION_RESULT_ERROR)
        return;
    gtk_print_operation_get_error(operation, &error);
    tab_fault_dialog_show(window_of(view), _("The game could not be printed"), error);
}

static void print(TabGameView *view)
{
    g_autoptr(GtkPrintOperation) operation = tab_game_printer_new(
        session_of(view), tab_board_view_get_near_side(tab_game_view_get_board(view)));
    gtk_print_operation_set_allow_async(operation, TRUE);
    g_signal_connect_object(operation, "done", G_CALLBACK(on_print_done), view, 0);
    gtk_print_operation_run(operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window_of(view),
                            NULL);
}

void tab_export_actions_add(GtkApplicationWindow *window, TabGameView *view)
{
    static const TabAction actions[] = {
        {.name = "copy-position", .activate = G_CALLBACK(copy_position)},
        {.name = "copy-game", .activate = G_CALLBACK(copy_game)},
        {.name = "export", .activate = G_CALLBACK(export)},
        {.name = "print", .activate = G_CALLBACK(print)},
    };
    tab_action_map_add(G_ACTION_MAP(window), actions, G_N_ELEMENTS(actions), view);
}
