// SPDX-License-Identifier: GPL-3.0-or-later
// Throws from chances and from files: streams that nothing scrambles, and what is refused.
#include "protocol/match/stick-source.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "tab-throws.h"

#define SEED UINT64_C(0x1234567890abcdef)

static TabStickSource *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    TabStickSource *source = tab_stick_source_parse(&tab_casts[TAB_CAST_TAB], text, &error);
    g_assert_no_error(error);
    return source;
}

/* A temporary file with this content; free the path after unlinking it. */
static char *make_file(const char *content, gssize length)
{
    g_autoptr(GError) error = NULL;
    char *path = NULL;
    int fd = g_file_open_tmp("tab-sticks-XXXXXX", &path, &error);
    g_assert_no_error(error);
    g_close(fd, NULL);
    g_file_set_contents(path, content, length, &error);
    g_assert_no_error(error);
    return path;
}

static TabStickSource *parse_file(const char *content, gssize length, GError **error)
{
    g_autofree char *path = make_file(content, length);
    g_autofree char *text = g_strconcat("file=", path, NULL);
    TabStickSource *source = tab_stick_source_parse(&tab_casts[TAB_CAST_TAB], text, error);
    g_unlink(path);
    return source;
}

/* The first `n` throws of a stream as digits, drawn without the module. */
static char *drawn(const TabSticks *sticks, guint64 seed, guint64 stream, guint n)
{
    TabRandom random = tab_random_new_stream(seed, stream);
    GString *text = g_string_new(NULL);
    while (n-- > 0)
        g_string_append_printf(
            text, "%d",
            tab_throw_value(tab_sticks_throw(&tab_casts[TAB_CAST_TAB], sticks, &random)));
    return g_string_free(text, FALSE);
}

/* The next `n` throws of a seat, or of the opening (-1). */
static char *taken(TabGameSticks *sticks, int seat, guint n)
{
    GString *text = g_string_new(NULL);
    while (n-- > 0) {
        int index = seat < 0 ? tab_game_sticks_opening(sticks)
                             : tab_game_sticks_throw(sticks, (TabSide)seat, 0);
        g_string_append_printf(text, "%d", tab_throw_value(index));
    }
    return g_string_free(text, FALSE);
}

static void check_taken(TabGameSticks *sticks, int seat, const char *expected)
{
    g_autofree char *text = taken(sticks, seat, (guint)strlen(expected));
    g_assert_cmpstr(text, ==, expected);
}

static void chances(void)
{
    static const struct {
        const char *text, *canonical;
        gboolean fair;
    } cases[] = {
        {"fair", "fair", TRUE},
        {"p=0.5", "p=0.5", TRUE},
        {"p=0.370", "p=0.37", FALSE},
        {"p=37e-2", "p=0.37", FALSE},
        {"p=0.1", "p=0.1", FALSE},
        {"p=0.33333333333333331", "p=0.33333333333333331", FALSE},
        {"w=1,4,6,4,1", "w=1,4,6,4,1", TRUE},
        {"w=06,13.0,11,5,1", "w=6,13,11,5,1", FALSE},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TabStickSource) source = parse(cases[i].text);
        g_autofree char *digest = tab_stick_source_digest(source);
        TabSticks expected;
        g_assert_true(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], cases[i].text, &expected, NULL));
        g_assert_cmpstr(tab_stick_source_text(source), ==, cases[i].canonical);
        g_assert_cmpstr(digest, ==, cases[i].canonical);
        g_assert_cmpint(tab_stick_source_is_fair(source), ==, cases[i].fair);
        g_assert_cmpmem(tab_stick_source_chances(source), sizeof expected, &expected,
                        sizeof expected);
        TabSticks again; /* what an engine reads from the text */
        g_assert_true(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], tab_stick_source_text(source),
                                       &again, NULL));
        g_assert_cmpmem(&again, sizeof again, &expected, sizeof expected);
    }
}

/* Throw n of a seat is the same in whatever order the seats throw. */
static void streams(void)
{
    g_autoptr(TabStickSource) source = parse("p=0.37");
    const TabSticks *p = tab_stick_source_chances(source);
    g_autofree char *opening = drawn(p, SEED, TAB_STREAM_OPENING, 40);
    g_autofree char *white = drawn(p, SEED, TAB_STREAM_WHITE, 40);
    g_autofree char *black = drawn(p, SEED, TAB_STREAM_BLACK, 40);
    TabGameSticks sticks = tab_game_sticks_new(source, SEED, 1);
    check_taken(&sticks, TAB_WHITE, white);
    check_taken(&sticks, TAB_BLACK, black);
    check_taken(&sticks, -1, opening);
    g_assert_cmpstr(white, !=, black);
    g_assert_cmpstr(white, !=, opening);
    sticks = tab_game_sticks_new(source, SEED, 2); /* without a file the set does not matter */
    for (guint n = 0; n < 40; n++) {
        g_autofree char *b = taken(&sticks, TAB_BLACK, 1), *w = taken(&sticks, TAB_WHITE, 1);
        g_assert_cmpint(b[0], ==, black[n]);
        g_assert_cmpint(w[0], ==, white[n]);
    }
    TabGameSticks other = tab_game_sticks_new(source, SEED + 1, 1);
    g_autofree char *different = taken(&other, TAB_WHITE, 40);
    g_assert_cmpstr(different, !=, white);
    TabGameSticks copy = other; /* a plain value */
    g_autofree char *one = taken(&other, TAB_BLACK, 20), *two = taken(&copy, TAB_BLACK, 20);
    g_assert_cmpstr(one, ==, two);
}

/* The lists come first, then the numbers of the stream that are theirs. */
static void files(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabStickSource) source = parse_file("# from the table\n"
                                                  "\n"
                                                  "sticks  p=0.48 # measured\r\n"
                                                  "1 / 42 13 6 2 / 3\t2 2\r\n"
                                                  "   # nothing\n"
                                                  " 231/6612/ # Black has none\n"
                                                  "//",
                                                  -1, &error);
    g_assert_no_error(error);
    g_assert_cmpstr(tab_stick_source_text(source), ==, "p=0.48");
    g_assert_false(tab_stick_source_is_fair(source));
    const TabSticks *p = tab_stick_source_chances(source);
    static const char *const lists[][3] = {
        {"1", "421362", "322"}, {"231", "6612", ""}, {"", "", ""}};
    for (guint set = 1; set <= 7; set++) {
        TabGameSticks sticks = tab_game_sticks_new(source, SEED + set, set);
        for (int seat = 1; seat >= -1; seat--) {
            const char *list = lists[(set - 1) % 3][seat + 1];
            g_autofree char *rest = drawn(p, SEED + set, (guint64)(seat + 1), 30);
            memcpy(rest, list, strlen(list));
            check_taken(&sticks, seat, rest);
        }
    }
}

static void default_chances_of_files(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabStickSource) source = parse_file("1/2/3\n", -1, &error);
    g_assert_no_error(error);
    g_assert_true(tab_stick_source_is_fair(source));
    g_assert_cmpstr(tab_stick_source_text(source), ==, "fair");
}

/* The content counts, not the path; any other content is told apart. */
static void digests(void)
{
    static const char *const contents[] = {"1/2/3\n", "1/2/3", "1/2/2\n", "sticks p=0.4\n1/2/3\n"};
    char *digest[G_N_ELEMENTS(contents)];
    for (guint i = 0; i < G_N_ELEMENTS(contents); i++) {
        g_autoptr(TabStickSource) source = parse_file(contents[i], -1, NULL);
        g_autoptr(TabStickSource) again = parse_file(contents[i], -1, NULL);
        g_autofree char *same = tab_stick_source_digest(again);
        g_autofree char *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, contents[i], -1);
        digest[i] = tab_stick_source_digest(source);
        g_assert_cmpstr(digest[i], ==, same);
        g_assert_nonnull(strstr(digest[i], sum));
        g_assert_null(strchr(digest[i], '\n'));
        g_assert_cmpint(g_str_has_prefix(digest[i], i == 3 ? "p=0.4 " : "fair "), ==, TRUE);
        for (guint j = 0; j < i; j++)
            g_assert_cmpstr(digest[i], !=, digest[j]);
    }
    for (guint i = 0; i < G_N_ELEMENTS(contents); i++)
        g_free(digest[i]);
}

static void refuse(const char *text, const char *offender)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_stick_source_parse(&tab_casts[TAB_CAST_TAB], text, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_nonnull(strstr(error->message, offender));
}

static void bad_texts(void)
{
    refuse("", "fair, p=…, w=… or file=…, not ''");
    refuse("Fair", "'Fair'");
    refuse("0.37", "'0.37'");
    refuse("q=1", "'q=1'");
    refuse("p=", "''");
    refuse("p=1.5", "'1.5'");
    refuse("p=0,5", "'0,5'");
    refuse("w=1,2,3,4", "'1,2,3,4'");
    refuse("w=1,2,x,4,5", "'x'");
    refuse("w=1,1,0,0,1", "'w=1,1,0,0,1'");
    g_autoptr(GError) error = NULL;
    g_assert_null(
        tab_stick_source_parse(&tab_casts[TAB_CAST_TAB], "file=/nonexistent/sticks", &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_nonnull(strstr(error->message, "/nonexistent/sticks"));
}

/* Six p² q² + four p³ q is 0.001 at p = 0.01302… */
static void bound(void)
{
    for (double p = 0.012; p < 0.014; p += 0.0001) {
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        g_autofree char *text =
            g_strconcat("p=", g_ascii_formatd(number, sizeof number, "%.4f", p), NULL);
        double end = 6 * pow(p, 2) * pow(1 - p, 2) + 4 * pow(p, 3) * (1 - p);
        g_autoptr(TabStickSource) source =
            tab_stick_source_parse(&tab_casts[TAB_CAST_TAB], text, NULL);
        g_assert_cmpint(source != NULL, ==, end >= 0.001);
    }
    refuse("p=0.013", "'p=0.013' fall on 2 or 3 with a chance below 0.001");
    refuse("p=0.9999", "'p=0.9999'");
    refuse("w=999.005,0,0.5,0.495,0", "'w=999.005,0,0.5,0.495,0'");
    g_autoptr(TabStickSource) enough = parse("w=998.995,0,0.5,0.505,0");
    g_assert_nonnull(enough);
}

static void refuse_file(const char *content, gssize length, const char *line, const char *offender)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(parse_file(content, length, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_nonnull(strstr(error->message, "tab-sticks-"));
    g_assert_nonnull(strstr(error->message, line));
    g_assert_nonnull(strstr(error->message, offender));
}

static void bad_files(void)
{
    refuse_file("", -1, ": ", "holds no throws");
    refuse_file("# only\nsticks p=0.3\n", -1, ": ", "holds no throws");
    refuse_file("1/2/3\n1 / 42 6x13 2 / 3", -1, ":2: ", "'6x13': a throw is 1, 2, 3, 4 or 6");
    refuse_file("1/2/5", -1, ":1: ", "'5'");
    refuse_file("1/2/23,1", -1, ":1: ", "'23,1'");
    refuse_file("1/2/0", -1, ":1: ", "'0'");
    refuse_file("1/2/3é", -1, ":1: ", "'3é'");
    refuse_file("\n\n1 2 3", -1, ":3: ", "'1 2 3' is not opening / White's throws / Black's");
    refuse_file("1/2", -1, ":1: ", "'1/2'");
    refuse_file("1/2/3/4", -1, ":1: ", "'1/2/3/4'");
    refuse_file("1/2/3\nsticks p=0.4\n", -1, ":2: ", "'sticks p=0.4' stands before all throws");
    refuse_file("sticks p=0.4\nsticks p=0.4\n1/2/3", -1, ":2: ", "'sticks p=0.4'");
    refuse_file("#\nsticks p=4\n1/2/3", -1, ":2: ", "'4'");
    refuse_file("sticks p=0.001\n1/2/3", -1, ":1: ", "'p=0.001'");
    refuse_file("sticks file=x\n1/2/3", -1, ":1: ", "'file=x'");
    refuse_file("sticks\n1/2/3", -1, ":1: ", "'sticks'");
    for (guint i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(parse_file(i ? "1/2/\xff" : "1/2\0/3", i ? -1 : 6, &error));
        g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED);
        g_assert_nonnull(strstr(error->message, "tab-sticks-"));
        g_assert_nonnull(strstr(error->message, ": is not UTF-8 text"));
    }
}

static void check_opening(const char *sticks, const char *rules, const char *offender)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabStickSource) source = parse(sticks);
    TabRuleset set;
    g_assert_true(tab_ruleset_parse(rules, &set, NULL));
    g_assert_cmpint(tab_stick_source_check_opening(source, &set, &error), ==, offender == NULL);
    if (!offender)
        return;
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_nonnull(strstr(error->message, offender));
    g_assert_nonnull(strstr(error->message, sticks));
    g_assert_nonnull(strstr(error->message, rules));
}

static void openings(void)
{
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        check_opening("fair", tab_ruleset_preset_name(preset), NULL);
        check_opening("p=0.05", tab_ruleset_preset_name(preset), NULL);
        check_opening("p=0.9", tab_ruleset_preset_name(preset), NULL);
    }
    check_opening("w=1,0,1,1,1", "standard", "needs a 1");
    check_opening("w=1,0,1,1,1", "walker", "needs a 1");
    check_opening("w=1,0,1,1,1", "jordan", NULL);
    check_opening("w=0,0,1,0,0", "jordan", "unequal throws");
    check_opening("w=0,0.00207,1,0,0", "walker", "needs a 1"); /* 1.04 in 10^9 */
    check_opening("w=0,0.0021,1,0,0", "walker", NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/stick-source/chances", chances);
    g_test_add_func("/stick-source/streams", streams);
    g_test_add_func("/stick-source/files", files);
    g_test_add_func("/stick-source/default-chances-of-files", default_chances_of_files);
    g_test_add_func("/stick-source/digests", digests);
    g_test_add_func("/stick-source/bad-texts", bad_texts);
    g_test_add_func("/stick-source/bound", bound);
    g_test_add_func("/stick-source/bad-files", bad_files);
    g_test_add_func("/stick-source/openings", openings);
    return g_test_run();
}
