// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them: shares in per cent, luck and loss of turns, with the decimal sign of
// the locale; and as files have them, whatever the locale.
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

#include "gui/model/analysis-job.h"
#include "gui/model/turn-grade.h"
#include "gui/model/number-text.h"
#include "protocol/game/record-text.h"

static void check(char *text, const char *wanted)
{
    g_assert_cmpstr(text, ==, wanted);
    g_free(text);
}

static void test_percent(void)
{
    check(tab_number_text_percent(0.525, 1), "52.5 %");
    check(tab_number_text_percent(0.526, 0), "53 %");
    check(tab_number_text_percent(0, 0), "0 %");
    check(tab_number_text_percent(1, 0), "100 %");
}

static void test_points(void)
{
    check(tab_number_text_points(0.013), "+1.3");
    check(tab_number_text_points(-0.004), "−0.4");
    check(tab_number_text_points(-1.0544), "−105.4");
    check(tab_number_text_points(-0.0004), "0.0");
    check(tab_number_text_points(-0.0), "0.0");
    check(tab_number_text_points(0.0006), "+0.1");
}

/* Makes a locale with a decimal comma in `folder` where the machine has none. */
static void make_locale(const char *folder)
{
    g_autofree char *target = g_build_filename(folder, "de_DE.UTF-8", NULL);
    const char *const command[] = {"localedef", "-f", "UTF-8", "-i", "de_DE", target, NULL};
    g_autofree char *said = NULL, *complained = NULL;
    g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &said, &complained,
                 NULL, NULL);
    g_setenv("LOCPATH", folder, TRUE);
}

static void remove_locale(const char *folder)
{
    const char *const command[] = {"rm", "-r", folder, NULL};
    g_unsetenv("LOCPATH");
    g_spawn_sync(NULL, (char **)command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                 NULL);
}

/* What a turn of a game shows of itself, and what its file says. */
static void check_turn(const char *luck, const char *throws, const char *loss)
{
    static const char game[] = "[Rules \"standard\"]\n[Opening \"w1\"]\n[Result \"*\"]\n\n"
                               "1. w 1,2 ? luck=+0.0413 throw-luck=1:-0.021,6:+0.062\n*\n";
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(game, strlen(game), &error);
    g_assert_no_error(error);
    TabRecord *record = g_ptr_array_index(records, 0);
    TabRecordNode *node = tab_record_last(record);
    g_autoptr(GString) written = g_string_new(NULL);
    tab_record_set_number(node, "loss", 0.0712, 4);
    check(tab_turn_luck_text(node), luck);
    check(tab_turn_throws_text(node, &record->rules->cast), throws);
    check(tab_turn_loss_text(node), loss);
    tab_record_write(record, written);
    g_assert_nonnull(strstr(written->str, "throw-luck=1:-0.021,6:+0.062 loss=0.0712\n"));
}

static void test_locale(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-locale-XXXXXX", NULL);
    check_turn("+4.1", "1: −2.1, 6: +6.2", "−7.1");
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8"))
        make_locale(folder);
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8")) {
        check(tab_number_text_percent(0.525, 1), "52,5 %");
        check(tab_number_text_points(-0.004), "−0,4");
        check_turn("+4,1", "1: −2,1, 6: +6,2", "−7,1");
    } else {
        g_test_skip("no locale with a decimal comma here, and none can be made");
    }
    setlocale(LC_NUMERIC, "C");
    remove_locale(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    setlocale(LC_NUMERIC, "C"); /* until it is changed below */
    g_test_add_func("/number-text/locale", test_locale);
    g_test_add_func("/number-text/percent", test_percent);
    g_test_add_func("/number-text/points", test_points);
    return g_test_run();
}
