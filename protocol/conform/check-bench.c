// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "Inspection": what an engine says of itself in numbers and words.
#include "protocol/conform/point.h"

#include <string.h>

#include "protocol/codec/message.h"

static void eval(TabCheck *check)
{
    tab_check_anchor(check);
    const char *line = tab_check_inspect(check, "eval", TAB_WAIT_ANSWER);
    while (line && !tab_check_begins(line, "eval win") && !tab_check_begins(line, "error"))
        line = tab_check_read(check, TAB_WAIT_ANSWER);
    if (!line)
        return;
    const char *token, *rest = line;
    gsize length = 0;
    for (guint n = 0; n < 3; n++)
        tab_message_next_token(&rest, &token, &length);
    g_autofree char *text = g_strndup(token, length);
    char *end;
    double win = g_ascii_strtod(text, &end);
    if (!tab_check_begins(line, "eval win") || !length || *end || !(win >= 0 && win <= 1))
        tab_check_fail(check, "eval win <p> with p from 0 to 1", "%s", line);
    tab_check_settle(check);
}

/* Whether a line is `eval term <name> [mover <x> enemy <y>] adds <z>`. */
static gboolean is_term(const char *line)
{
    static const char *const keys[] = {"mover", "enemy", "adds"};
    g_auto(TabMessage) message = {0};
    if (!tab_message_parse(&message, line, -1, NULL) || message.n_args < 4)
        return FALSE;
    guint at = 2, first = strcmp(message.args[at], "adds") ? 0 : 2;
    for (guint i = first; i < G_N_ELEMENTS(keys); i++, at += 2) {
        char *end;
        if (at + 2 > message.n_args || strcmp(message.args[at], keys[i]) != 0)
            return FALSE;
        g_ascii_strtod(message.args[at + 1], &end);
        if (*end || end == message.args[at + 1])
            return FALSE;
    }
    return TRUE;
}

static void eval_terms(TabCheck *check)
{
    guint found = 0;
    tab_check_anchor(check);
    const char *line = tab_check_inspect(check, "eval", TAB_WAIT_ANSWER);
    for (; line && !tab_check_begins(line, "eval win") && !tab_check_begins(line, "error");
         line = tab_check_read(check, TAB_WAIT_ANSWER))
        if (tab_check_begins(line, "eval term")) {
            found++;
            tab_check_that(check, is_term(line), "eval term <name> [mover <x> enemy <y>] adds <z>",
                           line);
        }
    tab_check_settle(check);
    if (!found)
        tab_check_skip(check, "its evaluation has no terms");
}

/* Reads up to `bench nodes …` and returns what must be the same each time: nodes and signature. */
static char *read_bench(TabCheck *check)
{
    const char *line = tab_check_inspect(check, "bench", TAB_WAIT_WORK);
    while (line && !tab_check_begins(line, "bench nodes") && !tab_check_begins(line, "error"))
        line = tab_check_read(check, TAB_WAIT_WORK);
    if (!line)
        return NULL;
    g_auto(TabMessage) message = {0};
    gint64 number;
    gboolean good = tab_message_parse(&message, line, -1, NULL) && message.n_args >= 6 &&
                    !strcmp(message.args[2], "nps") && !strcmp(message.args[4], "signature") &&
                    tab_message_parse_integer(message.args[1], strlen(message.args[1]), "nodes", 0,
                                              G_MAXINT64, &number, NULL) &&
                    tab_message_parse_integer(message.args[3], strlen(message.args[3]), "nps", 0,
                                              G_MAXINT64, &number, NULL) &&
                    strspn(message.args[5], "0123456789abcdefABCDEF") == strlen(message.args[5]);
    if (!good) {
        tab_check_fail(check, "bench nodes <n> nps <n> signature <hex>", "%s", line);
        return NULL;
    }
    return g_strdup_printf("nodes %s signature %s", message.args[1], message.args[5]);
}

static void bench(TabCheck *check)
{
    g_autofree char *first = read_bench(check);
    tab_check_settle(check);
    g_autofree char *second = read_bench(check);
    if (first && second && strcmp(first, second) != 0)
        tab_check_fail(check, first, "%s", second);
    tab_check_settle(check);
}

static gboolean has_line(GPtrArray *lines, const char *word)
{
    for (guint i = 0; i < lines->len; i++)
        if (strstr(g_ptr_array_index(lines, i), word))
            return TRUE;
    return FALSE;
}

static void help(TabCheck *check)
{
    static const char *const commands[] = {"tep",    "isready", "setoption", "newgame",
                                           "setpos", "throw",   "go",        "stop",
                                           "wait",   "quit",    "help"};
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    const char *line = tab_check_inspect(check, "help", TAB_WAIT_ANSWER);
    tab_check_send(check, "isready");
    for (; line && strcmp(line, "readyok") != 0; line = tab_check_read(check, TAB_WAIT_ANSWER))
        g_ptr_array_add(lines, g_strdup(line));
    if (!tab_check_open(check))
        return;
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
        if (!has_line(lines, commands[i]))
            tab_check_fail(check, "a line for each command", "none for %s", commands[i]);
    if (tab_check_open(check) && lines->len < G_N_ELEMENTS(commands))
        tab_check_fail(check, "a line for each command", "%u lines", lines->len);
}

const TabPoint tab_points_bench[] = {
    {99, "Inspection", N_("`eval` ends in `eval win <p>`, with p from 0 to 1."), eval, 0},
    {100, "Inspection", N_("`bench` ends in nodes, nps and signature, the same in every run."),
     bench, 0},
    {101, "Inspection", N_("`help` answers a line for each command."), help, 0},
    {104, "Inspection", N_("The terms of `eval` are well formed."), eval_terms, 0},
    {0},
};
