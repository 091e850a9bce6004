// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a game as one picture that can be shared: result, course, luck and loss, and the great
// moments.
#include "gui/ending/ending-picture.h"

#include <glib/gi18n.h>
#include <pango/pangocairo.h>

#include "gui/analysis/course-plot.h"
#include "gui/model/wording.h"
#include "protocol/files/output-file.h"

#define WIDTH 800.0
#define MARGIN 28.0
#define INNER (WIDTH - 2 * MARGIN)
#define GAP 12.0
#define GRAPH 150.0                                                             /* high */
#define BOARD ((INNER - (TAB_SUMMARY_MOMENTS - 1) * GAP) / TAB_SUMMARY_MOMENTS) /* wide */
#define TITLE 30.0                                                              /* pixels */
#define WORDS 15.0
#define FIGURES 9.0 /* on boards */

/* --- what it shows --- */

static void fill_board(TabEndingBoard *board, TabGameSession *session,
                       const TabSummaryMoment *moment, TabBoardTheme theme)
{
    g_autofree char *title = tab_summary_moment_title(moment, session);
    g_autofree char *text = tab_summary_moment_text(moment, session);
    g_autoptr(TabGame) game =
        tab_game_new_on(session->document->record, moment->node, session->setup->max_turns);
    tab_board_model_init(&board->scene.model, NULL);
    tab_board_scene_show_turn(&board->scene, game);
    board->scene.model.theme = theme;
    board->scene.model.show_coordinates = board->scene.model.show_sand = false;
    board->words = g_strjoin("\n", title, text, NULL);
}

TabEndingPicture *tab_ending_picture_new(TabGameSession *session, const GArray *points,
                                         const char *maker, TabBoardTheme theme, TabSide near,
                                         bool mirrored)
{
    TabEndingPicture *self = g_new0(TabEndingPicture, 1);
    TabGameSummary summary;
    g_autofree char *reason = tab_wording_result_detail(session);
    g_autofree char *players = tab_wording_title(session);
    g_autofree char *rules = tab_wording_subtitle(session);
    tab_game_summary_fill(&summary, session);
    self->rules = tab_rules_ref(session->document->record->rules);
    self->theme = theme;
    self->flipped = near == TAB_BLACK;
    self->mirrored = mirrored;
    self->title = tab_wording_result(session);
    self->about = g_strjoin("\n", reason, players, rules, NULL);
    self->sums = tab_game_summary_sums(&summary, session);
    self->maker = g_strdup(maker);
    self->points = g_array_copy((GArray *)points);
    self->n_lucky = summary.n_lucky;
    self->n_costly = summary.n_costly;
    for (guint i = 0; i < summary.n_lucky; i++)
        fill_board(&self->lucky[i], session, &summary.lucky[i], theme);
    for (guint i = 0; i < summary.n_costly; i++)
        fill_board(&self->costly[i], session, &summary.costly[i], theme);
    return self;
}

void tab_ending_picture_free(TabEndingPicture *self)
{
    for (guint i = 0; i < TAB_SUMMARY_MOMENTS; i++) {
        g_free(self->lucky[i].words);
        g_free(self->costly[i].words);
    }
    g_array_unref(self->points);
    g_free(self->title);
    g_free(self->about);
    g_free(self->sums);
    g_free(self->maker);
    tab_rules_unref(self->rules);
    g_free(self);
}

/* --- drawing: each part below the one before --- */

typedef struct {
    const TabEndingPicture *picture;
    cairo_t *cr;
    GdkRGBA ink;
    double y; /* of what comes next */
    TabBoardPainter
        *painter; /* of all boards, which share its textures; NULL: heights alone count */
} Page;

/* Lines between x and x + width, whose upper edge is at y; their height. */
static double draw_words(const Page *page, const char *words, double x, double width, double pixels,
                         PangoAlignment alignment, bool bold)
{
    int height;
    bool mirrored = page->picture->mirrored;
    g_autoptr(PangoLayout) layout = pango_cairo_create_layout(page->cr);
    PangoFontDescription *font = pango_font_description_from_string(bold ? "Sans Bold" : "Sans");
    pango_font_description_set_absolute_size(font, pixels * PANGO_SCALE);
    pango_layout_set_font_description(layout, font);
    pango_font_description_free(font);
    pango_context_set_base_dir(pango_layout_get_context(layout),
                               mirrored ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR);
    pango_layout_set_auto_dir(layout, FALSE);
    pango_layout_set_width(layout, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout, mirrored && alignment == PANGO_ALIGN_LEFT ? PANGO_ALIGN_RIGHT
                                                                                 : alignment);
    pango_layout_set_text(layout, words, -1);
    pango_layout_get_pixel_size(layout, NULL, &height);
    cairo_move_to(page->cr, x, page->y);
    gdk_cairo_set_source_rgba(page->cr, &page->ink);
    pango_cairo_show_layout(page->cr, layout);
    return height;
}

static void add_words(Page *page, const char *words, double pixels, PangoAlignment alignment,
                      bool bold)
{
    page->y += draw_words(page, words, MARGIN, INNER, pixels, alignment, bold);
}

static void add_course(Page *page)
{
    page->y += GAP;
    add_words(page, _("White’s chance to win"), WORDS, PANGO_ALIGN_LEFT, true);
    page->y += GAP / 2;
    cairo_save(page->cr);
    cairo_translate(page->cr, MARGIN, page->y);
    tab_course_plot_draw(page->picture->points, -1, page->cr, INNER, GRAPH, &page->ink);
    cairo_restore(page->cr);
    page->y += GRAPH + GAP;
    add_words(page, page->picture->sums, WORDS, PANGO_ALIGN_LEFT, false);
}

static double board_height(const TabEndingPicture *picture)
{
    double width, height;
    tab_board_layout_natural_size(&picture->rules->board, &width, &height);
    return BOARD * height / width;
}

/* Returns the height of board and words. */
static double draw_board(const Page *page, const TabEndingBoard *board, guint nth)
{
    const TabEndingPicture *picture = page->picture;
    guint place = picture->mirrored ? TAB_SUMMARY_MOMENTS - 1 - nth : nth;
    double x = MARGIN + place * (BOARD + GAP), height = board_height(picture);
    TabBoardLayout layout =
        tab_board_layout(BOARD, height, &picture->rules->board, picture->flipped);
    if (page->painter) {
        cairo_save(page->cr);
        cairo_translate(page->cr, x, page->y);
        tab_board_painter_draw(page->painter, page->cr, &layout, &board->scene.model);
        cairo_restore(page->cr);
    }
    Page below = *page;
    below.y += height;
    return height + draw_words(&below, board->words, x, BOARD, WORDS, PANGO_ALIGN_CENTER, false);
}

static void add_boards(Page *page, const char *heading, const TabEndingBoard *boards, guint n)
{
    double height = 0;
    if (!n)
        return;
    page->y += GAP;
    add_words(page, heading, WORDS, PANGO_ALIGN_LEFT, true);
    page->y += GAP / 2;
    for (guint i = 0; i < n; i++)
        height = MAX(height, draw_board(page, &boards[i], i));
    page->y += height;
}

static double draw_page(const TabEndingPicture *picture, cairo_t *cr, TabBoardPainter *painter)
{
    float words = tab_board_theme_is_dark(picture->theme) ? 1 : 0;
    Page page = {picture, cr, {words, words, words, 1}, MARGIN, painter};
    add_words(&page, picture->title, TITLE, PANGO_ALIGN_CENTER, true);
    add_words(&page, picture->about, WORDS, PANGO_ALIGN_CENTER, false);
    if (picture->sums)
        add_course(&page);
    add_boards(&page, _("The luckiest throws"), picture->lucky, picture->n_lucky);
    add_boards(&page, _("The costliest turns"), picture->costly, picture->n_costly);
    if (picture->sums) {
        page.y += GAP;
        add_words(&page, picture->maker, WORDS, PANGO_ALIGN_LEFT, false);
    }
    return page.y + MARGIN;
}

static void draw(cairo_t *cr, gconstpointer data)
{
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    PangoFontDescription *font = pango_font_description_from_string("Sans");
    pango_font_description_set_absolute_size(font, FIGURES * PANGO_SCALE);
    tab_board_painter_set_font(painter, font);
    tab_board_painter_set_scale(painter, TAB_DIAGRAM_SCALE);
    pango_font_description_free(font);
    draw_page(data, cr, painter);
}

/* As it will be drawn, on nothing. */
static double find_height(const TabEndingPicture *self)
{
    cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
    cairo_t *cr = cairo_create(surface);
    double height = draw_page(self, cr, NULL);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return height;
}

bool tab_ending_picture_save(const TabEndingPicture *self, TabDiagramFormat format,
                             const char *path, GError **error)
{
    g_autoptr(GByteArray) bytes = tab_paint_diagram_encode_drawing(
        draw, self, WIDTH, find_height(self), tab_board_theme_is_dark(self->theme), format, error);
    return bytes &&
           tab_output_file_replace(path, (const char *)bytes->data, (gssize)bytes->len, error);
}
