// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences run as the window does, whatever letters the first name in them has.
#include "gui/widgets/label-text.h"

#define LTR "\xe2\x80\x8e"
#define RTL "\xe2\x80\x8f"

static void check(const char *text, GtkTextDirection direction, const char *expected)
{
    g_autofree char *direct = tab_label_text_direct(text, direction);
    g_assert_cmpstr(direct, ==, expected);
}

static void test_own(void)
{
    check("", GTK_TEXT_DIR_LTR, "");
    check("Layla: throw the sticks.", GTK_TEXT_DIR_LTR, "Layla: throw the sticks.");
    check("ليلى: ارمِ العصي.", GTK_TEXT_DIR_RTL, "ليلى: ارمِ العصي.");
    check("4 (تاب) Layla", GTK_TEXT_DIR_RTL, "4 (تاب) Layla");
}

static void test_mixed(void)
{
    check("Layla: ارمِ العصي.", GTK_TEXT_DIR_RTL, RTL "Layla: ارمِ العصي.");
    check("4×9 · Layla ضد كريم", GTK_TEXT_DIR_RTL, RTL "4×9 · Layla ضد كريم");
    check("«N» على a1، لكن لا نصارى في هذه القواعد", GTK_TEXT_DIR_RTL,
          RTL "«N» على a1، لكن لا نصارى في هذه القواعد");
    check("1: c4 إلى c5؛ 6: c5 إلى c1، ويأخذ 1", GTK_TEXT_DIR_RTL,
          RTL "1: c4 إلى c5؛ 6: c5 إلى c1، ويأخذ 1");
    check("ليلى against Karim", GTK_TEXT_DIR_LTR, LTR "ليلى against Karim");
    check("Three lines.\n\nليلى lost 3 points.\nكريم", GTK_TEXT_DIR_LTR,
          "Three lines.\n\n" LTR "ليلى lost 3 points.\nكريم");
}

/* A name alone, or figures, are nobody's sentence. */
static void test_foreign(void)
{
    check("game.tab", GTK_TEXT_DIR_RTL, "game.tab");
    check("ليلى", GTK_TEXT_DIR_LTR, "ليلى");
    check("1 4 2", GTK_TEXT_DIR_RTL, "1 4 2");
}

static void check_plays(const char *notation, const char *expected)
{
    g_autofree char *text = tab_label_text_keep_plays(notation);
    g_assert_cmpstr(text, ==, expected);
}

/* Lines break between plays, and only there. */
static void test_plays(void)
{
    g_autofree char *text = tab_label_text_keep_plays("d4–d3 d3–c1×3");
    int n = (int)g_utf8_strlen(text, -1) + 1;
    g_autofree PangoLogAttr *breaks = g_new(PangoLogAttr, n);
    pango_get_log_attrs(text, -1, -1, pango_language_get_default(), breaks, n);
    for (int i = 1; i < n - 1; i++) {
        const char *here = g_utf8_offset_to_pointer(text, i);
        g_assert_cmpint(breaks[i].is_line_break, ==, here[-1] == ' ');
    }
    check_plays("", "");
    check_plays("passes", "passes");
    check_plays("a10–a11–b10–b6–c1", "a10–a11–b10–b6–c1");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/label-text/own", test_own);
    g_test_add_func("/label-text/mixed", test_mixed);
    g_test_add_func("/label-text/foreign", test_foreign);
    g_test_add_func("/label-text/plays", test_plays);
    return g_test_run();
}
