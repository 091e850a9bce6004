// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the window as a picture, and the print of a long game: real files of the right kind
// and size, whole or not at all.
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "gui/analysis/course-plot.h"
#include "gui/ending/ending-picture.h"
#include "gui/files/game-diagram.h"
#include "gui/files/game-printer.h"
#include "session-fixture.h"
#include "tests/local-text.h"

#define UNWRITABLE "/no/such/folder/a.png"

static TabGameSession *open_short_game(void)
{
    return session_open("[Rules \"walker\"]\n[Opening \"w2 b1\"]\n[Result \"*\"]\n\n"
                        "1. b 1,4,2 1:d1c1,4:c1c5,2:c5c7 {a good start}\n2. w 3 3:pass\n*\n",
                        NULL);
}

static void test_formats(void)
{
    g_assert_cmpint(tab_paint_diagram_format("a.png"), ==, TAB_DIAGRAM_PNG);
    g_assert_cmpint(tab_paint_diagram_format("/x y/A.SVG"), ==, TAB_DIAGRAM_SVG);
    g_assert_cmpint(tab_paint_diagram_format("a.b.pdf"), ==, TAB_DIAGRAM_PDF);
    g_assert_cmpint(tab_paint_diagram_format("a.txt"), ==, -1);
    g_assert_cmpint(tab_paint_diagram_format(".png"), ==, -1);
    g_assert_cmpint(tab_paint_diagram_format(""), ==, -1);
}

typedef struct {
    char *folder, *path, *content;
    gsize length;
} File;

static void save(File *file, const TabGameDiagram *board, TabDiagramFormat format)
{
    g_autoptr(GError) error = NULL;
    file->folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    file->path = g_build_filename(file->folder, "picture", NULL);
    g_assert_true(tab_game_diagram_save(board, 300, format, file->path, &error));
    g_assert_no_error(error);
    g_assert_true(g_file_get_contents(file->path, &file->content, &file->length, NULL));
}

static void clear_file(File *file)
{
    g_unlink(file->path);
    g_rmdir(file->folder);
    g_free(file->folder);
    g_free(file->path);
    g_free(file->content);
}

/* The bytes of a picture's rows that are not white. */
static guint count_ink(const char *path, int *width, int *height)
{
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    g_assert_cmpint(cairo_surface_status(surface), ==, CAIRO_STATUS_SUCCESS);
    *width = cairo_image_surface_get_width(surface);
    *height = cairo_image_surface_get_height(surface);
    guint ink = 0;
    for (int y = 0; y < *height; y++) {
        const guint32 *row =
            (const guint32 *)(const void *)(cairo_image_surface_get_data(surface) +
                                            y * cairo_image_surface_get_stride(surface));
        for (int x = 0; x < *width; x++)
            ink += (row[x] & 0xffffff) != 0xffffff;
    }
    cairo_surface_destroy(surface);
    return ink;
}

static void test_png(void)
{
    g_autoptr(TabGameSession) session = open_short_game();
    TabGameDiagram board;
    guint ink[2];
    for (int marks = 0; marks < 2; marks++) {
        File file;
        int width, height;
        if (marks) /* the last turn moved nothing: one that did is looked at */
            tab_document_review(session->document, session->document->record->root->child);
        tab_game_diagram_fill(&board, session, TAB_BOARD_CONTRAST, TAB_WHITE, marks);
        save(&file, &board, TAB_DIAGRAM_PNG);
        ink[marks] = count_ink(file.path, &width, &height);
        g_assert_cmpint(width, ==, 600); /* two pixels a unit */
        g_assert_cmpint(height, ==, (int)(2 * tab_paint_diagram_height(&board.diagram, 300) + 0.5));
        g_assert_cmpuint(ink[marks], >, 2000);
        g_assert_cmpuint(ink[marks], <, (guint)(width * height));
        clear_file(&file);
        tab_game_diagram_clear(&board);
    }
    g_assert_cmpuint(ink[0], !=, ink[1]);
}

/* The side that sits at the window's lower edge is at the picture's. */
static void test_sides(void)
{
    g_autoptr(TabGameSession) session = open_short_game();
    File file[2];
    for (int side = TAB_WHITE; side <= TAB_BLACK; side++) {
        TabGameDiagram board;
        tab_game_diagram_fill(&board, session, TAB_BOARD_CONTRAST, (TabSide)side, false);
        g_assert_true(board.diagram.flipped == (side == TAB_BLACK));
        save(&file[side], &board, TAB_DIAGRAM_SVG);
        tab_game_diagram_clear(&board);
    }
    g_assert_cmpstr(file[0].content, !=, file[1].content);
    clear_file(&file[0]);
    clear_file(&file[1]);
}

static void test_drawings(void)
{
    g_autoptr(TabGameSession) session = open_short_game();
    TabGameDiagram board;
    File svg, pdf;
    tab_game_diagram_fill(&board, session, TAB_BOARD_CONTRAST, TAB_WHITE, true);
    g_assert_nonnull(strstr(board.caption, "Walker"));
    g_assert_nonnull(strstr(board.caption, "1nnnnnnnn/6m2/9/NNNNNNNNN b - - 3"));
    save(&svg, &board, TAB_DIAGRAM_SVG);
    g_assert_nonnull(strstr(svg.content, "<svg"));
    g_assert_nonnull(strstr(svg.content, "</svg>"));
    save(&pdf, &board, TAB_DIAGRAM_PDF);
    g_assert_cmpint(memcmp(pdf.content, "%PDF-", 5), ==, 0);
    g_assert_nonnull(g_strrstr_len(pdf.content + pdf.length - 32, 32, "%%EOF"));
    clear_file(&svg);
    clear_file(&pdf);

    g_autoptr(GError) error = NULL;
    g_assert_false(tab_game_diagram_save(&board, 300, TAB_DIAGRAM_PDF, UNWRITABLE, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_cmpstr(error->message, ==, "cannot write " UNWRITABLE ": No such file or directory");
    g_clear_error(&error);
    g_assert_false(tab_game_diagram_save_text(session, UNWRITABLE, &error));
    g_assert_cmpstr(error->message, ==, "cannot write " UNWRITABLE ": No such file or directory");
    tab_game_diagram_clear(&board);
}

/* A caption that begins with a name in Arabic is read from the left in English. */
static void test_caption(void)
{
    g_autoptr(TabGameSession) session =
        session_open("[White \"ليلى\"]\n[Black \"كريم\"]\n[Rules \"walker\"]\n[Opening \"w2 "
                     "b1\"]\n[Result \"*\"]\n\n*\n",
                     NULL);
    g_autoptr(TabGameSession) named = session_reopen(session, NULL);
    TabGameDiagram board;
    tab_game_diagram_fill(&board, named, TAB_BOARD_CONTRAST, TAB_WHITE, true);
    g_assert_true(g_str_has_prefix(board.caption, "\u200eليلى against كريم\nWalker"));
    tab_game_diagram_clear(&board);
}

/* A picture or print that waits is made although another game has come meanwhile. */
static void test_game_gone(void)
{
    TabGameSession *session = open_short_game();
    TabGameDiagram board;
    File file[2];
    tab_game_diagram_fill(&board, session, TAB_BOARD_CONTRAST, TAB_WHITE, true);
    save(&file[0], &board, TAB_DIAGRAM_PNG);
    g_object_unref(session);
    save(&file[1], &board, TAB_DIAGRAM_PNG);
    g_assert_cmpuint(file[0].length, ==, file[1].length);
    g_assert_cmpint(memcmp(file[0].content, file[1].content, file[0].length), ==, 0);
    clear_file(&file[0]);
    clear_file(&file[1]);
    tab_game_diagram_clear(&board);
}

/* Has all pages drawn one above the other into a recording. */
static void record_pages(GtkPrintOperation *operation, GtkPrintContext *context,
                         cairo_surface_t *recording)
{
    cairo_t *cr = cairo_create(recording);
    gtk_print_context_set_cairo_context(context, cr, 72, 72);
    cairo_destroy(cr);
}

/* Prints into a file, from a page's upper to its lower end: how many pages are drawn. */
static int print_pages(TabGameSession *session, GtkPageOrientation orientation)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "game.pdf", NULL), *content = NULL;
    gsize length;
    g_autoptr(GtkPrintOperation) operation = tab_game_printer_new(session, TAB_WHITE);
    g_autoptr(GtkPrintSettings) settings = gtk_print_settings_new();
    g_autoptr(GtkPageSetup) setup = gtk_page_setup_new();
    cairo_surface_t *recording = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
    gtk_page_setup_set_orientation(setup, orientation);
    gtk_print_operation_set_default_page_setup(operation, setup);
    g_signal_connect(operation, "begin-print", G_CALLBACK(record_pages), recording);
    gtk_print_operation_set_export_filename(operation, path);
    gtk_print_operation_set_print_settings(operation, settings);
    gtk_print_operation_run(operation, GTK_PRINT_OPERATION_ACTION_EXPORT, NULL, &error);
    g_assert_no_error(error);
    g_assert_true(g_file_get_contents(path, &content, &length, NULL));
    g_assert_cmpint(memcmp(content, "%PDF-", 5), ==, 0);
    int pages;
    g_object_get(operation, "n-pages", &pages, NULL);
    double x, y, width, height;
    cairo_recording_surface_ink_extents(recording, &x, &y, &width, &height);
    cairo_surface_destroy(recording);
    g_assert_cmpfloat(width, >, 200);
    g_assert_cmpfloat(x + width, <=, gtk_page_setup_get_paper_width(setup, GTK_UNIT_POINTS));
    g_assert_cmpfloat(y + height, <=, gtk_page_setup_get_paper_height(setup, GTK_UNIT_POINTS));
    g_unlink(path);
    g_rmdir(folder);
    return pages;
}

static void test_print(void)
{
    g_autoptr(TabGameSession) session = open_short_game();
    g_assert_cmpint(print_pages(session, GTK_PAGE_ORIENTATION_PORTRAIT), ==, 1);
    /* Nasara that wait for a tâb pass for ever */
    GString *text = g_string_new("[Rules \"walker:opening-tab=spent\"]\n[Result \"*\"]\n\n");
    for (int i = 0; i < 150; i++)
        g_string_append_printf(text, "%d. %c 2 2:pass {number %d}\n", i + 1, i % 2 ? 'b' : 'w', i);
    g_string_append(text, "*\n");
    g_autofree char *whole = g_string_free(text, FALSE);
    g_autoptr(TabGameSession) longer = session_open(whole, NULL);
    g_assert_cmpint(print_pages(longer, GTK_PAGE_ORIENTATION_PORTRAIT), >, 2);
    /* a board that is nearly square takes the whole of a page that lies on its side */
    g_autoptr(TabGameSession) narrow = session_open(
        "[Rules \"ludii:columns=5\"]\n[Opening \"w1\"]\n[Result \"1-0\"]\n\n1-0\n", NULL);
    g_assert_cmpint(print_pages(narrow, GTK_PAGE_ORIENTATION_LANDSCAPE), ==, 2);
}

/* Where ink is on a page, in pixels from its left. */
typedef struct {
    int left, right;
} Ink;

typedef struct {
    cairo_surface_t *image;
    Ink words, foot; /* on the second page */
} Sheet;

static Ink find_ink(cairo_surface_t *image, int from, int to)
{
    Ink ink = {G_MAXINT, -1};
    int width = cairo_image_surface_get_width(image);
    const unsigned char *rows = cairo_image_surface_get_data(image);
    for (int y = from; y < to; y++)
        for (int x = 0; x < width; x++)
            if (rows[y * cairo_image_surface_get_stride(image) + x]) {
                ink.left = MIN(ink.left, x);
                ink.right = MAX(ink.right, x);
            }
    return ink;
}

static void begin_sheet(GtkPrintOperation *operation, GtkPrintContext *context, Sheet *sheet)
{
    cairo_t *cr = cairo_create(sheet->image);
    gtk_print_context_set_cairo_context(context, cr, 72, 72);
    cairo_destroy(cr);
}

/* Measures the page, and takes another sheet. */
static void measure_sheet(GtkPrintOperation *operation, GtkPrintContext *context, int page,
                          Sheet *sheet)
{
    GtkPageSetup *setup = gtk_print_context_get_page_setup(context);
    double top = gtk_page_setup_get_top_margin(setup, GTK_UNIT_POINTS);
    int foot = (int)(top + gtk_print_context_get_height(context) - 20);
    cairo_surface_flush(sheet->image);
    if (page == 1) {
        sheet->words = find_ink(sheet->image, 0, foot);
        sheet->foot = find_ink(sheet->image, foot, cairo_image_surface_get_height(sheet->image));
    }
    cairo_t *cr = cairo_create(sheet->image);
    cairo_set_operator(cr, CAIRO_OPERATOR_CLEAR);
    cairo_paint(cr);
    cairo_destroy(cr);
}

static Sheet print_sheet(const char *format, const char *comment)
{
    g_autofree char *text = g_strdup_printf(format, comment);
    g_autofree char *folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "game.pdf", NULL);
    g_autoptr(TabGameSession) session = session_open(text, NULL);
    g_autoptr(GtkPrintOperation) operation = tab_game_printer_new(session, TAB_WHITE);
    Sheet sheet = {.image = cairo_image_surface_create(CAIRO_FORMAT_A8, 700, 1000)};
    g_signal_connect(operation, "begin-print", G_CALLBACK(begin_sheet), &sheet);
    g_signal_connect(operation, "draw-page", G_CALLBACK(measure_sheet), &sheet);
    gtk_print_operation_set_export_filename(operation, path);
    gtk_print_operation_run(operation, GTK_PRINT_OPERATION_ACTION_EXPORT, NULL, NULL);
    g_unlink(path);
    g_rmdir(folder);
    cairo_surface_destroy(sheet.image);
    return sheet;
}

/* The further lines of a long turn are indented, those of a variation more so, and say so on the
 * page that they alone fill; the page's foot has the game's name and the page's number. */
static void test_print_lines(void)
{
    GString *comment = g_string_new(NULL);
    for (int i = 0; i < 900; i++)
        g_string_append(comment, i % 100 == 99 ? "wait\n" : "nobody waits ");
    const char *turn = "[Rules \"walker\"]\n[Opening \"w2 b1\"]\n[Result \"*\"]\n\n"
                       "1. b 1,2 1:d1c1,2:c1c3 {%s}\n*\n";
    const char *variation = "[Rules \"walker\"]\n[Opening \"w2 b1\"]\n[Result \"*\"]\n\n"
                            "1. b 1,2 1:d1c1,2:c1c3\n(1. b 1,3 1:d1c1,3:c1c4 {%s})\n*\n";
    Sheet one = print_sheet(turn, comment->str), deep = print_sheet(variation, comment->str);
    g_assert_cmpint(one.words.left, >=, one.foot.left + 15);
    g_assert_cmpint(deep.words.left, >=, one.words.left + 20);
    g_assert_cmpint(one.foot.right, >=, one.words.right - 2);
    gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL);
    Sheet mirrored = print_sheet(turn, comment->str);
    gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR);
    g_assert_cmpint(mirrored.words.right, <=, mirrored.foot.right - 15);
    g_assert_cmpint(mirrored.foot.left, <=, mirrored.words.left + 2);
    Sheet shorter = print_sheet(turn, "no");
    g_assert_cmpint(shorter.foot.right, ==, 0); /* there is no second page */
    g_string_free(comment, TRUE);
}

/* --- the end of a game --- */

#define ENDED                                                                                      \
    "[Rules \"walker\"]\n[Opening \"w2 b1\"]\n[Result \"1-0\"]\n[Termination \"resign\"]\n\n"

static TabEndingPicture *picture_of(const char *text, bool mirrored)
{
    g_autoptr(TabGameSession) session = session_open(text, NULL);
    TabGameGraph *course = tab_game_graph_new();
    tab_game_graph_update(course, session, NULL);
    TabEndingPicture *picture =
        tab_ending_picture_new(session, course->points, "As Nobody sees it.", TAB_BOARD_CONTRAST,
                               TAB_WHITE, mirrored); /* and the game goes */
    tab_game_graph_free(course);
    return picture;
}

static int save_ending(const TabEndingPicture *picture, TabDiagramFormat format, File *file)
{
    int width = 0, height = 0;
    g_autoptr(GError) error = NULL;
    file->folder = g_dir_make_tmp("tab-XXXXXX", NULL);
    file->path = g_build_filename(file->folder, "picture", NULL);
    g_assert_true(tab_ending_picture_save(picture, format, file->path, &error));
    g_assert_no_error(error);
    g_assert_true(g_file_get_contents(file->path, &file->content, &file->length, NULL));
    if (format == TAB_DIAGRAM_PNG) {
        g_assert_cmpuint(count_ink(file->path, &width, &height), >, 5000);
        g_assert_cmpint(width, ==, 1600);
    }
    return height;
}

static guint32 get_pixel(cairo_surface_t *image, int x, int y)
{
    const unsigned char *row =
        cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
    return ((const guint32 *)(const void *)row)[x] & 0xffffff;
}

/* A game of one turn, or with one that is known, has no line, but a chance to win. */
static void test_course_of_one(void)
{
    static const struct {
        guint turns, known;
        int x; /* of 200 pixels */
    } games[] = {{1, 0, 100}, {3, 0, 20}, {3, 1, 100}, {3, 2, 180}};
    for (guint i = 0; i < G_N_ELEMENTS(games); i++) {
        g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(TabGraphPoint));
        for (guint turn = 0; turn < games[i].turns; turn++) {
            TabGraphPoint point = {.white = turn == games[i].known ? 0.25 : NAN, .luck = NAN};
            g_array_append_val(points, point);
        }
        cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 200, 100);
        cairo_t *cr = cairo_create(image);
        tab_course_plot_draw(points, -1, cr, 200, 100, &(GdkRGBA){0, 0, 0, 1});
        cairo_destroy(cr);
        cairo_surface_flush(image);
        guint32 black = get_pixel(image, games[i].x, 20), white = get_pixel(image, games[i].x, 90);
        g_assert_cmphex(black, !=, 0);
        g_assert_cmphex(white, !=, 0);
        g_assert_cmphex(white, !=, black);
        g_assert_cmphex(get_pixel(image, games[i].x, 60), ==, black);
        cairo_surface_destroy(image);
    }
}

/* With figures there are graph, words and boards; without, the result alone. */
static void test_ending(void)
{
    g_autoptr(TabEndingPicture) bare = picture_of(ENDED "1. b 1,2 1:d1c1,2:c1c3\n1-0\n", false);
    g_assert_cmpstr(bare->title, ==, "White has won");
    g_assert_nonnull(strstr(bare->about, "Black has resigned."));
    g_assert_null(bare->sums);
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        File file[3];
        g_autoptr(TabEndingPicture) whole = picture_of(
            ENDED "1. b 1,2 1:d1c1,2:c1c3 luck=0.05 throw-luck=1:+0.07,2:-0.02 loss=0.04 judged=0.6"
                  "\n2. w 3 3:pass luck=-0.01 throw-luck=3:-0.01 loss=0 judged=0.4\n1-0\n",
            mirrored);
        g_assert_true(whole->sums && strstr(whole->sums, "Black lost 4 points by turns."));
        g_assert_cmpuint(whole->n_lucky, ==, 1);
        g_assert_cmpuint(whole->n_costly, ==, 1);
        g_assert_cmpstr(whole->lucky[0].words, ==,
                        tab_local_text("Black, turn 1\nthrow of 1: +7.0 points"));
        g_assert_cmpint(save_ending(whole, TAB_DIAGRAM_PNG, &file[0]), >,
                        2 * save_ending(bare, TAB_DIAGRAM_PNG, &file[1]));
        save_ending(whole, TAB_DIAGRAM_SVG, &file[2]);
        g_assert_nonnull(strstr(file[2].content, "<svg"));
        for (guint i = 0; i < G_N_ELEMENTS(file); i++)
            clear_file(&file[i]);
    }
}

/* What cannot be written leaves no file, and the error names it, not a temporary one. */
static void test_ending_fails(void)
{
    g_autoptr(TabEndingPicture) picture = picture_of(ENDED "1. b 1,2 1:d1c1,2:c1c3\n1-0\n", false);
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_ending_picture_save(picture, TAB_DIAGRAM_PNG, UNWRITABLE, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_cmpstr(error->message, ==, "cannot write " UNWRITABLE ": No such file or directory");
}

int main(int argc, char *argv[])
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/export/formats", test_formats);
    g_test_add_func("/export/png", test_png);
    g_test_add_func("/export/sides", test_sides);
    g_test_add_func("/export/drawings", test_drawings);
    g_test_add_func("/export/caption", test_caption);
    g_test_add_func("/export/game-gone", test_game_gone);
    g_test_add_func("/export/print", test_print);
    g_test_add_func("/export/print-lines", test_print_lines);
    g_test_add_func("/export/course-of-one", test_course_of_one);
    g_test_add_func("/export/ending", test_ending);
    g_test_add_func("/export/ending-fails", test_ending_fails);
    return g_test_run();
}
