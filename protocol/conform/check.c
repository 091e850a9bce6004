// SPDX-License-Identifier: GPL-3.0-or-later
// Sends and awaits for one point; the first fault decides, and what follows it does nothing.
#include "protocol/conform/check.h"

#include <string.h>
#include <sys/wait.h>

#include "protocol/codec/message.h"

#define SENT_KEPT 6
#define SAID_KEPT 80
#define SHOWN 160 /* characters of a line that people are shown */

/* A deadline in µs. */
static gint64 scaled(const TabCheck *check, guint ms)
{
    return (gint64)(check->subject->scale * ms * 1000);
}

void tab_check_init(TabCheck *check, const TabSubject *subject, TabPeer *peer, gboolean awake)
{
    *check = (TabCheck){.subject = subject, .peer = peer, .awake = awake};
    check->end = g_get_monotonic_time() + scaled(check, TAB_WAIT_POINT);
    g_queue_init(&check->sent);
    g_queue_init(&check->said);
    tab_peer_renew_budget(peer);
}

void tab_check_clear(TabCheck *check)
{
    g_free(check->reason);
    g_free(check->expected);
    g_free(check->came);
    g_free(check->line);
    g_queue_clear_full(&check->sent, g_free);
    g_queue_clear_full(&check->said, g_free);
}

gboolean tab_check_open(const TabCheck *check)
{
    return check->verdict == TAB_VERDICT_HOLDS;
}

void tab_check_fail(TabCheck *check, const char *expected, const char *format, ...)
{
    if (!tab_check_open(check))
        return;
    va_list arguments;
    va_start(arguments, format);
    check->verdict = TAB_VERDICT_FAILS;
    check->expected = g_strdup(expected);
    check->came = g_strdup_vprintf(format, arguments);
    va_end(arguments);
}

void tab_check_skip(TabCheck *check, const char *reason)
{
    if (!tab_check_open(check))
        return;
    check->verdict = TAB_VERDICT_SKIPPED;
    check->reason = g_strdup(reason);
}

gboolean tab_check_that(TabCheck *check, gboolean condition, const char *expected, const char *came)
{
    if (!condition)
        tab_check_fail(check, expected, "%s", came);
    return condition && tab_check_open(check);
}

/* --- sending --- */

static void keep(GQueue *queue, guint most, char *text)
{
    g_queue_push_tail(queue, text);
    if (queue->length > most)
        g_free(g_queue_pop_head(queue));
}

/* What people are shown of a line that may be a mebibyte of anything. */
static char *shown(const char *line, gsize length)
{
    g_autofree char *text = tab_message_printable(line, (gssize)MIN(length, 4 * SHOWN), SHOWN);
    return length > SHOWN ? g_strdup_printf("%s (%" G_GSIZE_FORMAT " bytes)", text, length)
                          : g_steal_pointer(&text);
}

static void note_sent(TabCheck *check, const char *bytes, gsize length)
{
    while (length) {
        const char *feed = memchr(bytes, '\n', length);
        gsize n = feed ? (gsize)(feed - bytes) : length;
        char *text = shown(bytes, n);
        keep(&check->said, SAID_KEPT, g_strconcat("> ", text, NULL));
        keep(&check->sent, SENT_KEPT, text);
        n += feed ? 1 : 0;
        bytes += n;
        length -= n;
    }
}

void tab_check_send_bytes(TabCheck *check, const char *bytes, gsize length)
{
    if (!tab_check_open(check))
        return;
    note_sent(check, bytes, length);
    tab_peer_send(check->peer, bytes, length);
}

static void send_formatted(TabCheck *check, const char *format, va_list arguments)
{
    g_autofree char *line = g_strdup_vprintf(format, arguments);
    g_autofree char *ended = g_strconcat(line, "\n", NULL);
    tab_check_send_bytes(check, ended, strlen(ended));
}

void tab_check_send(TabCheck *check, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    send_formatted(check, format, arguments);
    va_end(arguments);
}

void tab_check_close_input(TabCheck *check)
{
    if (!tab_check_open(check))
        return;
    keep(&check->said, SAID_KEPT, g_strdup("> {eof}"));
    tab_peer_close_input(check->peer);
}

/* --- awaiting --- */

/* What waitpid() tells, in words. */
static char *describe_status(int status)
{
    return WIFSIGNALED(status) ? g_strdup_printf("was ended by signal %d (%s)", WTERMSIG(status),
                                                 g_strsignal(WTERMSIG(status)))
                               : g_strdup_printf("ended with status %d", WEXITSTATUS(status));
}

static char *describe_end(TabCheck *check)
{
    int status = 0;
    g_autofree char *end = tab_peer_wait_end(check->peer, g_get_monotonic_time() + 200000, &status)
                               ? describe_status(status)
                               : g_strdup("closed its output");
    g_autofree char *words = tab_peer_dup_last_words(check->peer);
    return words ? g_strdup_printf("the engine %s; it last said: %s", end, words)
                 : g_strdup_printf("the engine %s", end);
}

/* Reads a line; NULL, and no verdict, if none comes in time. */
static const char *try_read(TabCheck *check, gint64 deadline, TabPeerResult *result)
{
    const char *line;
    gsize length;
    *result = tab_peer_read(check->peer, MIN(deadline, check->end), &line, &length);
    if (*result != TAB_PEER_LINE)
        return NULL;
    check->awake = TRUE;
    g_free(check->line);
    check->line = g_strndup(line, length);
    g_autofree char *text = shown(line, length);
    keep(&check->said, SAID_KEPT, g_strconcat("< ", text, NULL));
    return check->line;
}

static void fail_unread(TabCheck *check, TabPeerResult result, guint ms)
{
    if (result == TAB_PEER_FLOOD) {
        tab_check_fail(check, "an answer", "more output than any answer needs");
    } else if (result == TAB_PEER_SILENT) {
        tab_check_fail(check, "an answer", "nothing within %.0f ms", ms * check->subject->scale);
    } else {
        g_autofree char *end = describe_end(check);
        tab_check_fail(check, "an answer", "%s", end);
    }
}

const char *tab_check_read(TabCheck *check, guint ms)
{
    if (!tab_check_open(check))
        return NULL;
    TabPeerResult result;
    ms = check->awake ? ms : MAX(ms, TAB_WAIT_START);
    const char *line = try_read(check, g_get_monotonic_time() + scaled(check, ms), &result);
    if (!line)
        fail_unread(check, result, ms);
    return line;
}

gboolean tab_check_begins(const char *line, const char *words)
{
    const char *token, *word;
    gsize token_length, word_length;
    while (tab_message_next_token(&words, &word, &word_length))
        if (!tab_message_next_token(&line, &token, &token_length) || token_length != word_length ||
            memcmp(token, word, word_length) != 0)
            return FALSE;
    return TRUE;
}

/* Lines that answer a command. All others say what the engine thinks, belong to an answer that ends
 * in one of these, or are unknown, so that a controller ignores them. */
static gboolean is_answer(const char *line)
{
    static const char *const words[] = {"readyok", "bestmove", "error", "tepok",   "outcome",
                                        "legal",   "perft",    "shown", "throwsok"};
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        if (tab_check_begins(line, words[i]))
            return TRUE;
    return tab_check_begins(line, "bench nodes") || tab_check_begins(line, "eval win");
}

const char *tab_check_answer(TabCheck *check, guint ms)
{
    gint64 start = g_get_monotonic_time();
    const char *line = tab_check_read(check, ms);
    while (line && !is_answer(line)) {
        TabPeerResult result;
        line = try_read(check, start + scaled(check, ms), &result);
        if (!line)
            fail_unread(check, result, ms);
    }
    return line;
}

/* Fails with the line that came instead. */
static void fail_line(TabCheck *check, const char *expected, const char *line)
{
    g_autofree char *text = shown(line, strlen(line));
    tab_check_fail(check, expected, "%s", text);
}

/* Puts the expectation into a failure that only says "an answer". */
static void specify(TabCheck *check, const char *expected)
{
    if (check->verdict == TAB_VERDICT_FAILS && !g_strcmp0(check->expected, "an answer")) {
        g_free(check->expected);
        check->expected = g_strdup(expected);
    }
}

void tab_check_expect(TabCheck *check, const char *expected)
{
    if (!tab_check_open(check))
        return;
    const char *line = tab_check_answer(check, TAB_WAIT_ANSWER);
    if (line && !tab_check_begins(line, expected))
        fail_line(check, expected, line);
    specify(check, expected);
}

void tab_check_expect_error(TabCheck *check, const char *codes)
{
    if (!tab_check_open(check))
        return;
    g_auto(GStrv) each = g_strsplit(codes, "|", -1);
    g_autofree char *either = g_strjoinv(" or ", each);
    g_autofree char *expected = g_strdup_printf("error %s", either);
    const char *line = tab_check_answer(check, TAB_WAIT_ANSWER);
    gboolean found = FALSE;
    for (char **code = each; line && *code; code++) {
        g_autofree char *words = g_strdup_printf("error %s", *code);
        found = found || tab_check_begins(line, words);
    }
    if (line && !found)
        fail_line(check, expected, line);
    specify(check, expected);
}

void tab_check_settle(TabCheck *check)
{
    tab_check_send(check, "isready");
    tab_check_expect(check, "readyok");
}

const char *tab_check_glance(TabCheck *check, guint ms)
{
    gint64 end = g_get_monotonic_time() + scaled(check, ms);
    while (tab_check_open(check)) {
        TabPeerResult result;
        const char *line = try_read(check, end, &result);
        if (line && is_answer(line))
            return line;
        if (!line && result != TAB_PEER_SILENT)
            fail_unread(check, result, ms);
        if (!line)
            return NULL;
    }
    return NULL;
}

void tab_check_calm(TabCheck *check, guint ms)
{
    const char *line = tab_check_glance(check, ms);
    if (line)
        fail_line(check, "no answer yet", line);
}

void tab_check_accepted(TabCheck *check, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    send_formatted(check, format, arguments);
    va_end(arguments);
    tab_check_settle(check);
}

void tab_check_refused(TabCheck *check, const char *codes, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    send_formatted(check, format, arguments);
    va_end(arguments);
    /* together, so that one need not wait for an error that does not come */
    tab_check_send(check, "isready");
    tab_check_expect_error(check, codes);
    tab_check_expect(check, "readyok");
}

const char *tab_check_inspect(TabCheck *check, const char *command, guint ms)
{
    tab_check_send(check, "%s", command);
    const char *line = tab_check_read(check, ms);
    if (line && (tab_check_begins(line, "error unsupported") ||
                 tab_check_begins(line, "error unknown-command"))) {
        g_autofree char *reason =
            g_strdup_printf("the engine does not have %.*s", (int)strcspn(command, " "), command);
        tab_check_skip(check, reason);
        return NULL;
    }
    return line;
}

/* --- turns --- */

const char *tab_check_bestmove(TabCheck *check, guint ms)
{
    const char *line = tab_check_answer(check, ms);
    specify(check, "bestmove");
    if (!line)
        return NULL;
    if (!tab_check_begins(line, "bestmove")) {
        fail_line(check, "bestmove", line);
        return NULL;
    }
    const char *token;
    gsize length;
    tab_message_next_token(&line, &token, &length); /* the word itself */
    gboolean found = tab_message_next_token(&line, &token, &length);
    char *turn = found ? g_strndup(token, length) : g_strdup("");
    g_free(check->line);
    check->line = turn;
    return turn;
}

void tab_check_expect_best(TabCheck *check, const TabRules *rules, const TabSituation *situation,
                           guint ms)
{
    const char *turn = tab_check_bestmove(check, ms);
    gboolean ready =
        tab_throws_complete(&situation->throws) && !tab_position_finished(&situation->position);
    g_autoptr(GError) error = NULL;
    if (!turn || (!ready && !strcmp(turn, "none")))
        return;
    g_autofree char *text = tab_notation_situation_to_string(rules, situation);
    g_autofree char *set = tab_ruleset_to_string(&rules->set);
    g_autofree char *expected = g_strdup_printf("bestmove %s at %s under %s",
                                                ready ? "with a legal turn" : "none", text, set);
    if (!ready)
        tab_check_fail(check, expected, "bestmove %s", turn);
    else if (!tab_walk_is_legal(rules, situation, turn, NULL, &error))
        tab_check_fail(check, expected, "bestmove %s (%s)", turn, error->message);
}

void tab_check_newgame(TabCheck *check, const TabRules *rules)
{
    g_autofree char *text = tab_ruleset_to_string(&rules->set);
    tab_check_send(check, "newgame %s", text);
}

static void send_throws(TabCheck *check, const TabThrows *throws)
{
    g_autofree char *text = tab_walk_throws_text(throws);
    if (*text)
        tab_check_send(check, "throw %s", text);
}

void tab_check_ask(TabCheck *check, const TabRules *rules, const char *text,
                   const TabSituation *situation)
{
    tab_check_send(check, "setpos %s", text);
    send_throws(check, &situation->throws);
    tab_check_send(check, "go depth 1");
    tab_check_expect_best(check, rules, situation, TAB_WAIT_WORK);
    tab_check_settle(check);
}

void tab_check_anchor(TabCheck *check)
{
    tab_check_newgame(check, check->subject->base);
    tab_check_send(check, "setpos start b");
    send_throws(check, &check->subject->anchor.throws);
}

void tab_check_expect_anchor(TabCheck *check)
{
    tab_check_send(check, "go depth 1");
    tab_check_expect_best(check, check->subject->base, &check->subject->anchor, TAB_WAIT_WORK);
    tab_check_settle(check);
}

/* --- ends --- */

int tab_check_ended(TabCheck *check, guint ms)
{
    int status = 0;
    if (!tab_check_open(check))
        return 0;
    if (!tab_peer_wait_end(check->peer, g_get_monotonic_time() + scaled(check, ms), &status)) {
        tab_check_fail(check, "the end of the process", "it still runs after %.0f ms",
                       ms * check->subject->scale);
        return 0;
    }
    return status;
}

const char *tab_check_left(TabCheck *check)
{
    TabPeerResult result;
    const char *line = NULL;
    while (tab_check_open(check) && (line = try_read(check, 0, &result)) && !is_answer(line))
        ;
    return line;
}

void tab_check_ended_quietly(TabCheck *check, guint ms)
{
    tab_check_ended(check, ms);
    const char *line = tab_check_left(check);
    if (line)
        fail_line(check, "the end of the process", line);
}

void tab_check_in_time(TabCheck *check, gint64 start, guint ms, const char *what)
{
    gint64 passed = g_get_monotonic_time() - start;
    if (passed <= scaled(check, ms))
        return;
    g_autofree char *expected =
        g_strdup_printf("%s within %.0f ms", what, ms * check->subject->scale);
    tab_check_fail(check, expected, "it took %.0f ms", (double)passed / 1000);
}
