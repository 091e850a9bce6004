// SPDX-License-Identifier: GPL-3.0-or-later
// Points on the options that the page gives a meaning: the sticks, and the log.
#include "protocol/conform/point.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "protocol/codec/message.h"

static const TabOption *find_option(TabCheck *check, const char *name)
{
    const TabOption *option = tab_option_find(check->subject->identity->options, name);
    g_autofree char *reason = g_strdup_printf("it does not declare %s", name);
    if (!option)
        tab_check_skip(check, reason);
    return option;
}

static void sticks_texts(TabCheck *check)
{
    static const char *const good[] = {"p=0.37", "w=6,13,11,5,1", "w=0,0,1,0,0", "fair"};
    static const char *const bad[] = {"p=1.5", "p=0", "p=",          "p=0,37",       "w=1,2,3",
                                      "w=",    "q=1", "w=1,0,0,0,0", "w=1,1,1,1,-1", "unfair"};
    if (!find_option(check, "Sticks"))
        return;
    for (guint i = 0; i < G_N_ELEMENTS(good); i++)
        tab_check_accepted(check, "setoption name Sticks value %s", good[i]);
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++)
        tab_check_refused(check, "bad-argument", "setoption name Sticks value %s", bad[i]);
    tab_check_accepted(check, "setoption name Sticks value fair");
}

/* --- throws --- */

/* Reads one line `words <p>` of the answer to `throws`. */
static void expect_chance(TabCheck *check, const char *line, const char *words, double value)
{
    if (!line || !tab_check_open(check))
        return;
    const char *token, *rest = line;
    gsize length;
    for (guint n = 0; n < (strchr(words, ' ') ? 3 : 2); n++)
        tab_message_next_token(&rest, &token, &length);
    g_autofree char *text = g_strndup(token, length);
    char *end, shown[G_ASCII_DTOSTR_BUF_SIZE];
    double told = g_ascii_strtod(text, &end);
    g_autofree char *expected =
        g_strdup_printf("%s %s", words, g_ascii_formatd(shown, sizeof shown, "%.6f", value));
    if (!tab_check_begins(line, words) || !length || *end || fabs(told - value) > 0.0001)
        tab_check_fail(check, expected, "%s", line);
}

static const char *next_line(TabCheck *check)
{
    return tab_check_read(check, TAB_WAIT_ANSWER);
}

static void expect_throws(TabCheck *check, const TabSticks *sticks)
{
    const char *line = tab_check_inspect(check, "throws", TAB_WAIT_ANSWER);
    for (guint kind = 0; kind < 2; kind++)
        for (int t = 0; t < TAB_N_THROWS; t++) {
            g_autofree char *words =
                g_strdup_printf("%s %d", kind ? "turn" : "throw", tab_throw_value(t));
            expect_chance(check, line, words,
                          kind ? tab_sticks_in_turn(tab_cast_tab(), sticks, t) : sticks->p[t]);
            line = next_line(check);
        }
    expect_chance(check, line, "rethrow", tab_sticks_rethrow(tab_cast_tab(), sticks));
    expect_chance(check, next_line(check), "mean", tab_sticks_mean(tab_cast_tab(), sticks));
    line = next_line(check);
    if (line)
        tab_check_that(check, tab_check_begins(line, "throwsok"), "throwsok", line);
    tab_check_settle(check);
}

static void throws_fair(TabCheck *check)
{
    TabSticks fair = tab_sticks_fair(tab_cast_tab());
    expect_throws(check, &fair);
}

static void throws_biased(TabCheck *check)
{
    static const char *const texts[] = {"p=0.37", "w=6,13,11,5,1"};
    if (!find_option(check, "Sticks"))
        return;
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        TabSticks sticks = tab_sticks_fair(tab_cast_tab());
        tab_sticks_parse(tab_cast_tab(), texts[i], &sticks, NULL);
        tab_check_accepted(check, "setoption name Sticks value %s", texts[i]);
        expect_throws(check, &sticks);
    }
    tab_check_accepted(check, "setoption name Sticks value fair");
}

/* What falls before the turn number rises counts, however the throws are played. */
static void throws_at_once(TabCheck *check)
{
    TabSticks fair = tab_sticks_fair(tab_cast_tab());
    for (guint i = 0; i < check->subject->rulesets->len; i++) {
        const TabRules *rules = g_ptr_array_index(check->subject->rulesets, i);
        if (tab_subject_collects(rules))
            continue;
        tab_check_newgame(check, rules);
        expect_throws(check, &fair);
        return;
    }
    tab_check_skip(check, "it does not promise a ruleset with throws=at-once");
}

static void sticks_outlast_newgame(TabCheck *check)
{
    static const char biased[] = "p=0.63";
    TabSticks sticks = tab_sticks_fair(tab_cast_tab());
    tab_sticks_parse(tab_cast_tab(), biased, &sticks, NULL);
    if (!find_option(check, "Sticks"))
        return;
    tab_check_accepted(check, "setoption name Sticks value %s", biased);
    tab_check_newgame(check, check->subject->base);
    expect_throws(check, &sticks);
    tab_check_accepted(check, "setoption name Sticks value fair");
}

/* --- Log --- */

/* Lets the engine write its log to `path`; what it holds when the engine has ended. */
static char *write_log(TabCheck *check, const char *path)
{
    char *text = NULL;
    tab_check_accepted(check, "setoption name Log value %s", path);
    tab_check_newgame(check, check->subject->base);
    tab_check_settle(check);
    tab_check_send(check, "quit");
    tab_check_ended(check, TAB_WAIT_ANSWER);
    if (tab_check_open(check) && !g_file_get_contents(path, &text, NULL, NULL))
        tab_check_fail(check, "the dialogue in that file", "no such file");
    return text;
}

static void log_file(TabCheck *check)
{
    const TabOption *option = find_option(check, "Log");
    g_autofree char *folder = option ? g_dir_make_tmp("tab-conform-XXXXXX", NULL) : NULL;
    if (!folder)
        return;
    g_autofree char *path = g_build_filename(folder, "a log", NULL);
    g_autofree char *text = write_log(check, path);
    if (text && (!strstr(text, "isready") || !strstr(text, "readyok") || !strstr(text, "newgame")))
        tab_check_fail(check, "newgame, isready and readyok in that file",
                       "%" G_GSIZE_FORMAT " bytes without them", strlen(text));
    g_unlink(path);
    g_rmdir(folder);
}

const TabPoint tab_points_options[] = {
    {85, "Options", N_("`Sticks` takes `fair`, `p=` and `w=`, and nothing else."), sticks_texts, 0},
    {86, "Options", N_("`Log` names the file that the dialogue is written to."), log_file,
     TAB_POINT_LAST},
    {97, "Inspection", N_("`throws` tells the chances of fair sticks."), throws_fair, 0},
    {98, "Inspection", N_("`throws` tells the chances of the sticks that were set."), throws_biased,
     0},
    {105, "Inspection",
     N_("With `throws=at-once` too `throws` tells the chances until the turn number rises."),
     throws_at_once, 0},
    {106, "Options", N_("`Sticks` that fit the rules of a `newgame` outlast it."),
     sticks_outlast_newgame, 0},
    {0},
};
