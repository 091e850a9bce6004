// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "Lines" and "Errors": how lines are cut, read and refused.
#include "protocol/conform/check.h"

#include <string.h>

#include "protocol/codec/message.h"

/* Sends `start`, then so many times `fill`, then `end`. */
static void send_long(TabCheck *check, const char *start, char fill, gsize times, const char *end)
{
    GString *line = g_string_new(start);
    gsize length = line->len;
    g_string_set_size(line, length + times);
    memset(line->str + length, fill, times);
    g_string_append(line, end);
    tab_check_send_bytes(check, line->str, line->len);
    g_string_free(line, TRUE);
}

static void blanks(TabCheck *check)
{
    g_auto(GStrv) words = g_strsplit(check->subject->anchor_throws, " ", -1);
    g_autofree char *spread = g_strjoinv(" \t  ", words);
    tab_check_dialogue(check, ">   isready\t\n< readyok\n"
                              "> \tnewgame \t {rules} \n> setpos\tstart   b\t");
    tab_check_send(check, "throw\t%s", spread);
    tab_check_dialogue(check, "{still}");
}

/* What stands at the very end of the line counts too. */
static void longest_line(TabCheck *check)
{
    g_autofree char *end = g_strconcat(check->subject->anchor_throws, "\n", NULL);
    tab_check_dialogue(check, "{newgame}\n> setpos start b");
    send_long(check, "throw", ' ', TAB_LINE_MAX - strlen("throw") - strlen(end) + 1, end);
    tab_check_dialogue(check, "{still}");
}

static void too_long_line(TabCheck *check)
{
    tab_check_dialogue(check, "{anchor}");
    send_long(check, "", 'x', TAB_LINE_MAX, " isready\n"); /* its end is no line of its own */
    tab_check_dialogue(check, "< error line-too-long\n{ready}");
    send_long(check, "setpos start w", ' ', 4 * TAB_LINE_MAX, "\n");
    tab_check_dialogue(check, "< error line-too-long\n{still}");
}

static void unfinished_line(TabCheck *check)
{
    tab_check_send_bytes(check, "isready", strlen("isready"));
    tab_check_dialogue(check, "> {eof}\n< readyok\n< {end}");
}

/* The number behind this word has a comma in it. */
static void find_comma(TabCheck *check, const char *line, const char *word)
{
    const char *token;
    gsize length;
    gboolean found = FALSE;
    while (tab_message_next_token(&line, &token, &length)) {
        if (found && memchr(token, ',', length))
            tab_check_fail(check, "a number with a decimal point", "%s %.*s", word, (int)length,
                           token);
        found = tab_message_token_is(token, length, word);
    }
}

/* All that can have a fraction: `win` and `se` of a search, of `eval`, and the chances of `throws`.
 * An engine without all of these has nothing to do wrong. */
static void c_locale(TabCheck *check)
{
    const char *line;
    tab_check_dialogue(check,
                       "{anchor}\n> throw\n> go depth 1\n> wait\n> eval\n> throws\n> isready");
    while ((line = tab_check_read(check, TAB_WAIT_WORK)) && !tab_check_begins(line, "readyok")) {
        find_comma(check, line, "win");
        find_comma(check, line, "se");
        if (tab_check_begins(line, "throw 3"))
            find_comma(check, line, "3");
        if (tab_check_begins(line, "mean") || tab_check_begins(line, "rethrow"))
            find_comma(check, line, tab_check_begins(line, "mean") ? "mean" : "rethrow");
    }
}

/* Random bytes, and lines that are nearly right. */
static void send_rubbish(TabCheck *check, TabRandom *random)
{
    static const char *const starts[] = {
        "",         "setpos ",         "setpos start turns ", "throw ",
        "newgame ", "setoption name ", "go searchturns "};
    const char *start = starts[tab_random_below(random, G_N_ELEMENTS(starts))];
    GString *line = g_string_new(start);
    for (guint n = 1 + tab_random_below(random, 60); n > 0; n--) {
        char c = (char)(*start ? 33 + tab_random_below(random, 94) : tab_random_below(random, 256));
        g_string_append_c(line, c == '\n' ? ' ' : c);
    }
    g_string_append_c(line, '\n');
    tab_check_send_bytes(check, line->str, line->len);
    g_string_free(line, TRUE);
}

static void hostile_lines(TabCheck *check)
{
    TabRandom random = tab_random_new(1);
    tab_check_dialogue(check, "> go movetime 99999999999999999999999999\n"
                              "> go depth -99999999999999999999999999\n"
                              "> setpos 99999999999999999999/9/9/9 w - - 1\n"
                              "> setpos ((((((((((((((((/~/~~~~(/))))) b 1,1,1+ 9/9 999999999999\n"
                              "> newgame walker:columns=99999999999999999999\n"
                              "> %%s%%s%%s%%s%%n%%n%%n\n"
                              "> setoption name value value value\n"
                              "> throw 1 + + + 2");
    send_long(check, "setpos start turns ", ',', 100000, "\n");
    send_long(check, "setpos ", '(', 100000, "\n");
    send_long(check, "newgame walker:", '=', 100000, "\n");
    tab_check_send_bytes(check, "\0\0\0\nisready\0\n", 13);
    for (guint i = 0; i < 150; i++)
        send_rubbish(check, &random);
    /* whatever it answered to all that, it must come to this */
    tab_check_dialogue(check, "{newgame}\n> setpos nonsense\n> isready");
    const char *line;
    gboolean refused = FALSE;
    while ((line = tab_check_answer(check, TAB_WAIT_WORK))) {
        if (refused && tab_check_begins(line, "readyok"))
            return;
        refused = tab_check_begins(line, "error bad-position");
    }
}

static void unknown_commands(TabCheck *check)
{
    tab_check_each(check, "! unknown-command {}",
                   "frobnicate|uci|position start|go_|readyok|9:a1b1|-|?");
    tab_check_dialogue(check, "{anchor}\n> go infinite\n> frobnicate\n< error unknown-command\n"
                              "> stop\n< bestmove");
}

/* Checks the text of the error that comes next. */
static void check_error_text(TabCheck *check)
{
    const char *line = tab_check_answer(check, TAB_WAIT_ANSWER), *token;
    gsize length;
    if (!line || !tab_check_begins(line, "error"))
        return; /* whether it is refused is another point's matter */
    tab_message_next_token(&line, &token, &length);
    tab_message_next_token(&line, &token, &length);
    g_autofree char *text = tab_message_rest(line);
    if (!tab_check_that(check, g_utf8_validate(text, -1, NULL), "an error text in UTF-8",
                        "bytes that are no UTF-8"))
        return;
    glong characters = g_utf8_strlen(text, -1);
    if (characters < 1 || characters > TAB_ERROR_TEXT_MAX)
        tab_check_fail(check, "an error text of 1 to 200 characters", "%ld characters", characters);
    for (const char *at = text; *at; at = g_utf8_next_char(at))
        if (!g_unichar_isprint(g_utf8_get_char(at)))
            tab_check_fail(check, "a printable error text", "character U+%04X",
                           g_utf8_get_char(at));
}

static void error_texts(TabCheck *check)
{
    static const char *const lines[] = {"\x1b[31mred\x1b[0m", "newgame \x01\x02\x7f",
                                        "setpos \x1b]0;title\x07 w - - 1", "frob\u202enicate"};
    static const char *const starts[] = {"",          "newgame ",       "newgame walker:",
                                         "setpos ",   "throw ",         "setpos start turns ",
                                         "go depth ", "setoption name "};
    tab_check_newgame(check, check->subject->base);
    for (guint i = 0; i < G_N_ELEMENTS(lines) + G_N_ELEMENTS(starts); i++) {
        if (i < G_N_ELEMENTS(lines))
            tab_check_send(check, "%s", lines[i]);
        else
            send_long(check, starts[i - G_N_ELEMENTS(lines)], 'x', 5000, "\n");
        check_error_text(check);
        tab_check_settle(check);
    }
}

/* Each of these is refused, as other points see to; here counts what the state is then. */
static void state_stays(TabCheck *check)
{
    static const char *const lines[] = {"frobnicate",
                                        "newgame chess",
                                        "newgame walker:columns=1",
                                        "setpos nonsense",
                                        "setpos start turns nonsense",
                                        "throw nonsense",
                                        "setoption name No Such Option value 1",
                                        "go depth nonsense",
                                        "go searchturns nonsense"};
    tab_check_dialogue(check, "{anchor}");
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
        tab_check_send(check, "%s\nisready", lines[i]);
        const char *line = tab_check_answer(check, TAB_WAIT_ANSWER);
        gboolean refused = line && tab_check_begins(line, "error");
        while (line && !tab_check_begins(line, "readyok"))
            line = tab_check_answer(check, TAB_WAIT_ANSWER);
        tab_check_dialogue(check, refused ? "{still}" : "{anchor}");
    }
}

const TabPoint tab_points_lines[] = {
    {1, "Lines", N_("A line may end in CR LF."),
     .dialogue = "> isready\r\n< readyok\n"
                 "> newgame {rules}\r\n> setpos start b\r\n> throw {throws}\r\n{still}"},
    {2, "Lines", N_("Tokens are separated, and lines surrounded, by any spaces and tabs."), blanks},
    {3, "Lines", N_("Empty lines, and lines of white space alone, are ignored."),
     .dialogue = "> \n> \n>    \n> \t\n>  \t \n> \n{ready}"},
    {4, "Lines", N_("A line of 1 MiB is accepted."), longest_line},
    {5, "Lines", N_("A longer line gets one `error line-too-long` and is skipped to its end."),
     too_long_line},
    {6, "Lines", N_("A line that is not UTF-8 is an unknown command or a bad argument."),
     .dialogue = "! unknown-command|bad-argument {}",
     .texts = "\xff\xfe|isready \xff|newgame \xc3\x28|setpos start turns \xf0\x9f|\xc0\xaf|"
              "throw \xed\xa0\x80"},
    {7, "Lines", N_("An unfinished last line at end of file counts as a line."), unfinished_line,
     TAB_POINT_LAST},
    {8, "Lines", N_("Words behind a command that takes no more of them are skipped."),
     .dialogue = "> isready if you please\n< readyok\n> stop now\n"
                 "> newgame {rules} by me\n> setpos start b\n> throw {throws}\n{still}"},
    {9, "Lines", N_("Numbers are in the C locale, whatever the environment says."), c_locale,
     TAB_POINT_COMMA},
    {10, "Lines", N_("No input ends or hangs the engine."), hostile_lines, TAB_POINT_LAST},
    {11, "Errors", N_("An unknown command gets one `error unknown-command`."), unknown_commands},
    {12, "Errors", N_("The text of an error is one printable line of at most 200 characters."),
     error_texts},
    {13, "Errors", N_("A refused line leaves the engine's state as it was."), state_stays},
    {0},
};
