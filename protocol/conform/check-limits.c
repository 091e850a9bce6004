// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "go": the limits of a search, and the words that say them.
#include "protocol/conform/point.h"

#include <string.h>

#include "protocol/codec/message.h"

/* What a limit in time may be passed by, in ms. */
#define SLACK 250

static void expect_by(TabCheck *check, guint ms, const char *format, ...) G_GNUC_PRINTF(3, 4);

/* Sends a `go` at the anchor and expects a legal turn after at most so many ms. */
static void expect_by(TabCheck *check, guint ms, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *go = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    gint64 start = g_get_monotonic_time();
    tab_check_send(check, "%s", go);
    tab_check_expect_best(check, check->subject->base, &check->subject->anchor,
                          ms + TAB_WAIT_ANSWER);
    tab_check_in_time(check, start, ms, go);
}

static void movetime(TabCheck *check)
{
    tab_check_anchor(check);
    tab_check_settle(check);
    expect_by(check, 30 + SLACK, "go movetime 30");
    expect_by(check, 200 + SLACK, "go movetime 200");
    expect_by(check, SLACK, "go movetime 0");
    tab_check_settle(check);
}

/* At the anchor it is Black's turn. */
static void clocks(TabCheck *check)
{
    tab_check_anchor(check);
    tab_check_settle(check);
    expect_by(check, 200 + SLACK, "go wtime 60000 btime 200");
    expect_by(check, 200 + SLACK, "go wtime 60000 btime 200 winc 60000 binc 0 turnstogo 1");
    TabSituation start = check->subject->anchor;
    TabThrows throws = start.throws;
    tab_position_start(check->subject->base, TAB_WHITE, &start);
    start.throws = throws;
    g_autofree char *text = tab_notation_situation_to_string(check->subject->base, &start);
    gint64 began = g_get_monotonic_time();
    tab_check_send(check, "setpos %s\ngo wtime 200 btime 60000", text);
    tab_check_expect_best(check, check->subject->base, &start, TAB_WAIT_ANSWER);
    tab_check_in_time(check, began, 200 + SLACK, "go wtime 200 btime 60000, White to move,");
    tab_check_settle(check);
}

/* The largest count of nodes that the infos of a `go` tell, -1: none; reads up to bestmove. */
static gint64 read_nodes(TabCheck *check)
{
    gint64 most = -1, nodes;
    const char *line;
    while ((line = tab_check_read(check, TAB_WAIT_WORK)) && !tab_check_begins(line, "bestmove")) {
        const char *at = strstr(line, " nodes ");
        const char *string = strstr(line, " string");
        if (!tab_check_begins(line, "info") || !at || (string && string < at))
            continue;
        at += strlen(" nodes ");
        if (tab_message_parse_integer(at, (gssize)strcspn(at, " \t"), "nodes", 0, G_MAXINT64,
                                      &nodes, NULL))
            most = MAX(most, nodes);
    }
    return most;
}

static void first_limit(TabCheck *check)
{
    tab_check_anchor(check);
    tab_check_settle(check);
    expect_by(check, TAB_WAIT_ANSWER / 2, "go depth 1 movetime 600000");
    expect_by(check, TAB_WAIT_ANSWER / 2, "go movetime 600000 nodes 1");
    expect_by(check, TAB_WAIT_ANSWER / 2, "go depth 1000000 nodes 1000000000 movetime 50");
    expect_by(check, TAB_WAIT_ANSWER / 2, "go wtime 600000 btime 600000 depth 1");
    tab_check_settle(check);
}

/* The least limit is one that the first look at each outcome fits into. */
static void nodes(TabCheck *check)
{
    g_auto(TabWalk) walk;
    g_autoptr(GPtrArray) turns = tab_point_choice(check, &walk);
    if (!turns)
        return;
    gint64 told = -1;
    for (guint limit = 1000; limit <= 9000 && tab_check_open(check); limit *= 3) {
        tab_check_send(check, "go nodes %u", limit);
        gint64 most = read_nodes(check);
        told = MAX(told, most);
        if (most > limit)
            tab_check_fail(check, "at most so many nodes", "info nodes %" G_GINT64_FORMAT, most);
    }
    tab_check_settle(check);
    if (told < 0)
        tab_check_skip(check, "its infos do not count nodes");
}

static void no_limit(TabCheck *check)
{
    tab_check_anchor(check);
    tab_check_send(check, "go");
    tab_check_expect_best(check, check->subject->base, &check->subject->anchor, TAB_WAIT_WORK);
    tab_check_settle(check);
}

static void think_on(TabCheck *check, const TabRules *rules, const TabSituation *situation)
{
    tab_check_settle(check);
    tab_check_send(check, "go infinite movetime 1 depth 1 nodes 1 wtime 1 btime 1");
    tab_check_calm(check, 3 * TAB_WAIT_CALM);
    tab_check_send(check, "stop");
    tab_check_expect_best(check, rules, situation, TAB_WAIT_ANSWER);
    tab_check_settle(check);
}

/* Where there is nothing to think about, and where there is. */
static void infinite(TabCheck *check)
{
    g_auto(TabWalk) walk;
    tab_check_anchor(check);
    think_on(check, check->subject->base, &check->subject->anchor);
    g_autoptr(GPtrArray) turns = tab_point_choice(check, &walk);
    if (turns)
        think_on(check, walk.rules, &walk.now);
}

static void ponder(TabCheck *check)
{
    TabSituation before = check->subject->anchor;
    tab_position_start(check->subject->base, TAB_BLACK, &before);
    tab_check_newgame(check, check->subject->base);
    tab_check_send(check, "setpos start b");
    tab_check_settle(check);
    tab_check_send(check, "go ponder movetime 1 depth 1 nodes 1");
    tab_check_calm(check, 3 * TAB_WAIT_CALM);
    tab_check_send(check, "stop");
    tab_check_expect_best(check, check->subject->base, &before, TAB_WAIT_ANSWER);
    tab_check_settle(check);
}

static void missing_numbers(TabCheck *check)
{
    static const char *const keys[] = {"movetime", "wtime",     "btime", "winc",
                                       "binc",     "turnstogo", "nodes", "depth"};
    tab_check_anchor(check);
    for (guint i = 0; i < G_N_ELEMENTS(keys); i++) {
        tab_check_refused(check, "bad-argument", "go %s", keys[i]);
        tab_check_refused(check, "bad-argument", "go depth 1 %s many", keys[i]);
        tab_check_refused(check, "bad-argument", "go %s -5 depth 1", keys[i]);
    }
}

static void unknown_keys(TabCheck *check)
{
    static const char *const lines[] = {"go colour blue depth 1", "go depth 1 sound",
                                        "go mate 3 depth 1 17", "go rollouts 2 truncate 1 depth 1"};
    tab_check_anchor(check);
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
        tab_check_send(check, "%s", lines[i]);
        tab_check_expect_best(check, check->subject->base, &check->subject->anchor, TAB_WAIT_WORK);
        tab_check_settle(check);
    }
}

const TabPoint tab_points_limits[] = {
    {64, "go", N_("`movetime` is not exceeded."), movetime, TAB_POINT_TIMED},
    {65, "go", N_("`wtime` and `btime`: the clock of the side to move is kept."), clocks,
     TAB_POINT_TIMED},
    {66, "go", N_("Of several limits the first that is reached ends the search."), first_limit, 0},
    {67, "go", N_("Without a limit a `go` ends by itself."), no_limit, 0},
    {68, "go", N_("`infinite` goes on until `stop`, whatever other limits say."), infinite, 0},
    {69, "go", N_("`ponder` goes on until `stop`, whatever other limits say."), ponder, 0},
    {70, "go", N_("A known key without its number is `error bad-argument`."), missing_numbers, 0},
    {71, "go", N_("Unknown keys are skipped."), unknown_keys, 0},
    {75, "go", N_("`nodes` is not exceeded by what the `info` lines count."), nodes, 0},
    {0},
};
