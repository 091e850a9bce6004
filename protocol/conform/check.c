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
    *check = (TabCheck){.subject = subject, .peer = peer, .awake = awake, .answered = awake};
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

static void push_bounded(GQueue *queue, guint most, char *text)
{
    g_queue_push_tail(queue, text);
    if (queue->length > most)
        g_free(g_queue_pop_head(queue));
}

/* What people are shown of a line that may be a mebibyte of anything. */
static char *printable_start(const char *line, gsize length)
{
    g_autofree char *text = tab_message_printable(line, (gssize)MIN(length, 4 * SHOWN), SHOWN);
    return length > SHOWN ? g_strdup_printf("%s (%" G_GSIZE_FORMAT " bytes)", text, length)
                          : g_steal_pointer(&text);
}

void tab_check_send_bytes(TabCheck *check, const char *bytes, gsize length)
{
    if (!tab_check_open(check))
        return;
    for (const char *line = bytes, *end = bytes + length; line < end;) {
        const char *feed = memchr(line, '\n', (gsize)(end - line));
        char *text = printable_start(line, (gsize)((feed ? feed : end) - line));
        push_bounded(&check->said, SAID_KEPT, g_strconcat("> ", text, NULL));
        push_bounded(&check->sent, SENT_KEPT, text);
        line = feed ? feed + 1 : end;
    }
    check->sent_at = g_get_monotonic_time();
    tab_peer_send(check->peer, bytes, length);
}

void tab_check_send(TabCheck *check, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *line = g_strdup_vprintf(format, arguments);
    g_autofree char *ended = g_strconcat(line, "\n", NULL);
    va_end(arguments);
    tab_check_send_bytes(check, ended, strlen(ended));
}

/* --- awaiting --- */

/* How the process ended, in words. */
static char *describe_process_end(TabCheck *check)
{
    int status = 0;
    g_autofree char *how = NULL;
    if (!tab_peer_wait_end(check->peer, g_get_monotonic_time() + 200000, &status))
        how = g_strdup("closed its output");
    else if (WIFSIGNALED(status))
        how = g_strdup_printf("was ended by signal %d (%s)", WTERMSIG(status),
                              g_strsignal(WTERMSIG(status)));
    else
        how = g_strdup_printf("ended with status %d", WEXITSTATUS(status));
    g_autofree char *words = tab_peer_dup_last_words(check->peer);
    return g_strconcat("the engine ", how, words ? "; it last said: " : NULL, words, NULL);
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
    check->answered = check->answered || is_answer(check->line);
    g_autofree char *text = printable_start(line, length);
    push_bounded(&check->said, SAID_KEPT, g_strconcat("< ", text, NULL));
    return check->line;
}

static void fail_unread(TabCheck *check, TabPeerResult result, guint ms, const char *expected)
{
    g_autofree char *end = result == TAB_PEER_ENDED ? describe_process_end(check) : NULL;
    if (end)
        tab_check_fail(check, expected, "%s", end);
    else if (result == TAB_PEER_FLOOD)
        tab_check_fail(check, expected, "more output than any answer needs");
    else
        tab_check_fail(check, expected, "nothing within %.0f ms", ms * check->subject->scale);
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

/* The next line, or the next that is an answer; fails if none comes. */
static const char *await(TabCheck *check, guint ms, gboolean any, const char *expected)
{
    gint64 start = g_get_monotonic_time();
    while (tab_check_open(check)) {
        TabPeerResult result;
        guint limit = check->awake ? ms : MAX(ms, TAB_WAIT_START);
        const char *line = try_read(check, start + scaled(check, limit), &result);
        if (line && (any || is_answer(line)))
            return line;
        if (!line)
            fail_unread(check, result, limit, expected);
    }
    return NULL;
}

const char *tab_check_read(TabCheck *check, guint ms)
{
    return await(check, ms, TRUE, "an answer");
}

const char *tab_check_answer(TabCheck *check, guint ms)
{
    return await(check, ms, FALSE, "an answer");
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
            fail_unread(check, result, ms, "an answer");
        if (!line)
            return NULL;
    }
    return NULL;
}

/* Fails with the line that came instead. */
static void fail_line(TabCheck *check, const char *expected, const char *line)
{
    g_autofree char *text = printable_start(line, strlen(line));
    tab_check_fail(check, expected, "%s", text);
}

static void expect_within(TabCheck *check, guint ms, const char *words)
{
    g_auto(GStrv) codes = g_strsplit(words, "|", -1);
    g_autofree char *expected = g_strjoinv(" or ", codes);
    const char *line = await(check, ms, FALSE, expected);
    for (guint i = 0; line && codes[i]; i++) {
        g_autofree char *error = g_strconcat("error ", codes[i], NULL);
        if (tab_check_begins(line, i ? error : codes[0]))
            return;
    }
    if (line)
        fail_line(check, expected, line);
}

/* The next answer begins with these words, as in a dialogue. */
static void expect(TabCheck *check, const char *words)
{
    expect_within(check, TAB_WAIT_ANSWER, words);
}

void tab_check_settle(TabCheck *check)
{
    tab_check_send(check, "isready");
    expect(check, "readyok");
}

void tab_check_calm(TabCheck *check, guint ms)
{
    const char *line = tab_check_glance(check, ms);
    if (line)
        fail_line(check, "no answer yet", line);
}

/* --- inspection --- */

GPtrArray *tab_check_read_up_to(TabCheck *check, const char *words, guint ms)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    const char *line;
    while ((line = tab_check_read(check, ms)) && !tab_check_begins(line, words) &&
           !tab_check_begins(line, "error"))
        g_ptr_array_add(lines, g_strdup(line));
    return lines;
}

GPtrArray *tab_check_inspect(TabCheck *check, const char *command, const char *end, guint ms)
{
    tab_check_send(check, "%s", command);
    g_autoptr(GPtrArray) lines = tab_check_read_up_to(check, end, ms);
    if (!tab_check_open(check))
        return NULL;
    if (tab_check_begins(check->line, "error unsupported") ||
        tab_check_begins(check->line, "error unknown-command")) {
        g_autofree char *reason =
            g_strdup_printf("the engine does not have %.*s", (int)strcspn(command, " \n"), command);
        tab_check_skip(check, reason);
    } else if (!tab_check_begins(check->line, end)) {
        fail_line(check, end, check->line);
    }
    g_ptr_array_add(lines, g_strdup(check->line));
    return tab_check_open(check) ? g_steal_pointer(&lines) : NULL;
}

const char *tab_check_inspect_last(TabCheck *check, const char *command, const char *end, guint ms)
{
    g_autoptr(GPtrArray) lines = tab_check_inspect(check, command, end, ms);
    return lines ? check->line : NULL;
}

gboolean tab_check_parse_number(const char *text, double *number)
{
    char *end;
    *number = g_ascii_strtod(text, &end);
    return *text && !*end && strspn(text, "0123456789.eE+-") == strlen(text);
}

gboolean tab_check_parse_count(const char *text, gint64 *count)
{
    return tab_message_parse_integer(text, strlen(text), "a count", 0, G_MAXINT64, count, NULL);
}

/* --- turns --- */

const char *tab_check_bestmove(TabCheck *check, guint ms)
{
    expect_within(check, ms, "bestmove");
    if (!tab_check_open(check))
        return NULL;
    const char *line = check->line, *token;
    gsize length;
    tab_message_next_token(&line, &token, &length); /* the word itself */
    gboolean found = tab_message_next_token(&line, &token, &length);
    char *turn = found ? g_strndup(token, length) : g_strdup("");
    g_free(check->line);
    return check->line = turn;
}

void tab_check_expect_best(TabCheck *check, const TabRules *rules, const TabSituation *situation,
                           guint ms)
{
    const char *turn = tab_check_bestmove(check, ms);
    gboolean ready = tab_throws_complete(&situation->throws) &&
                     !tab_position_finished(rules, &situation->position);
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

void tab_check_throw(TabCheck *check, const TabRules *rules, const TabThrows *throws)
{
    g_autofree char *text = tab_notation_throws_to_words(rules, throws);
    if (text)
        tab_check_send(check, "throw %s", text);
}

void tab_check_ask(TabCheck *check, const TabRules *rules, const char *text,
                   const TabSituation *situation)
{
    tab_check_send(check, "setpos %s", text);
    tab_check_throw(check, rules, &situation->throws);
    tab_check_send(check, "go depth 1");
    tab_check_expect_best(check, rules, situation, TAB_WAIT_WORK);
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

void tab_check_in_time(TabCheck *check, gint64 start, guint ms, const char *what)
{
    gint64 passed = g_get_monotonic_time() - start;
    if (passed <= scaled(check, ms))
        return;
    g_autofree char *expected =
        g_strdup_printf("%s within %.0f ms", what, ms * check->subject->scale);
    tab_check_fail(check, expected, "it took %.0f ms", (double)passed / 1000);
}

/* --- dialogues --- */

static char *expand(const TabCheck *check, const char *text)
{
    const TabSubject *subject = check->subject;
    GString *line = g_string_new(text);
    if (strchr(text, '{')) {
        g_autofree char *set = tab_ruleset_to_string(&subject->base->set);
        g_autofree char *white = tab_walk_board(subject->base, TRUE, FALSE);
        g_autofree char *finished = g_strconcat(white, " b - - 8", NULL);
        g_autofree char *position =
            tab_notation_situation_to_string(subject->base, &subject->anchor);
        g_string_replace(line, "{rules}", set, 0);
        g_string_replace(line, "{throws}", subject->anchor_throws, 0);
        g_string_replace(line, "{position}", position, 0);
        g_string_replace(line, "{finished}", finished, 0);
    }
    return g_string_free(line, FALSE);
}

/* `< words`, or with a ~ or ! that says within which time. */
static void take_expectation(TabCheck *check, const char *step)
{
    const char *words = strchr(step, ' ') + 1;
    guint ms = step[1] == '~' ? TAB_WAIT_WORK : TAB_WAIT_ANSWER;
    if (!strcmp(words, "{end}")) {
        tab_check_ended(check, ms);
        const char *line = tab_check_left(check);
        if (line)
            fail_line(check, "the end of the process", line);
    } else if (!strcmp(words, "{gone}")) {
        tab_check_ended(check, TAB_WAIT_QUIT);
    } else if (!strcmp(words, "{stopped}")) {
        const char *line = tab_check_answer(check, ms);
        if (line && !tab_check_begins(line, "error interrupted") &&
            !tab_check_begins(line, "perft"))
            fail_line(check, "error interrupted", line);
    } else if (!strcmp(words, "{best}")) {
        tab_check_expect_best(check, check->subject->base, &check->subject->anchor, ms);
        words = "bestmove";
    } else {
        expect_within(check, ms, words);
    }
    if (step[1] == '!')
        tab_check_in_time(check, check->sent_at, TAB_WAIT_AT_ONCE, words);
}

/* Starts a perft that no engine ends soon. */
static void start_work(TabCheck *check)
{
    tab_check_dialogue(check, "{newgame}\n{ready}\n> perft 7 7");
    const char *line = tab_check_glance(check, TAB_WAIT_CALM);
    if (line)
        tab_check_skip(check, tab_check_begins(line, "perft")
                                  ? "this engine's perft is over too soon"
                                  : "the engine does not have perft");
}

/* A step that sends no single line. */
static void take_dialogue_step(TabCheck *check, const char *step)
{
    if (!tab_check_open(check))
        return;
    if (*step == '<') {
        take_expectation(check, step);
    } else if (*step == '?') {
        g_autofree char *command = g_strndup(step + 2, strcspn(step + 2, " "));
        tab_check_inspect_last(check, step + 2, command, TAB_WAIT_WORK);
    } else if (*step == '!') {
        gsize length = strcspn(step + 2, " ");
        g_autofree char *error = g_strdup_printf("error %.*s", (int)length, step + 2);
        g_autofree char *line = expand(check, step + 2 + length + 1);
        /* together, so that one need not wait for an error that does not come */
        tab_check_send(check, "%s\nisready", line);
        expect(check, error);
        expect(check, "readyok");
    } else if (!strcmp(step, "> {eof}")) {
        push_bounded(&check->said, SAID_KEPT, g_strdup(step));
        tab_peer_close_input(check->peer);
    } else if (!strcmp(step, "{newgame}")) {
        tab_check_newgame(check, check->subject->base);
    } else if (!strcmp(step, "{anchor}")) {
        tab_check_dialogue(check, "{newgame}\n> setpos start b\n> throw {throws}");
    } else if (!strcmp(step, "{still}")) {
        tab_check_dialogue(check, "> go depth 1\n<~ {best}\n{ready}");
    } else if (!strcmp(step, "{work}")) {
        start_work(check);
    } else if (!strcmp(step, "{ready}")) {
        tab_check_settle(check);
    } else if (!strcmp(step, "{calm}")) {
        tab_check_calm(check, TAB_WAIT_CALM);
    } else {
        g_assert(!strcmp(step, "{moment}"));
        tab_check_glance(check, TAB_WAIT_CALM);
    }
}

void tab_check_dialogue(TabCheck *check, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *dialogue = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autoptr(GString) lines = g_string_new(NULL); /* to be sent together */
    g_auto(GStrv) steps = g_strsplit(dialogue, "\n", -1);
    for (char **step = steps; *step; step++) {
        gboolean sends = g_str_has_prefix(*step, "> ") && strcmp(*step, "> {eof}") != 0;
        g_autofree char *line = sends ? expand(check, *step + 2) : NULL;
        if (line)
            g_string_append_printf(lines, "%s\n", line);
        if (lines->len && (!sends || !step[1])) {
            tab_check_send_bytes(check, lines->str, lines->len);
            g_string_truncate(lines, 0);
        }
        if (!sends)
            take_dialogue_step(check, *step);
    }
}

void tab_check_each(TabCheck *check, const char *dialogue, const char *texts)
{
    g_auto(GStrv) each = g_strsplit(texts, "|", -1);
    for (char **text = each; *text; text++) {
        g_autoptr(GString) with = g_string_new(dialogue);
        g_string_replace(with, "{}", *text, 0);
        tab_check_dialogue(check, "%s", with->str);
    }
}

/* --- what several points share --- */

void tab_point_games(TabCheck *check, guint turns, guint every,
                     void (*ask)(TabCheck *check, TabWalk *walk))
{
    for (guint i = 0; i < check->subject->rulesets->len && tab_check_open(check); i++) {
        g_auto(TabWalk) walk;
        tab_walk_init(&walk, g_ptr_array_index(check->subject->rulesets, i), (TabSide)(i % 2),
                      11 + i);
        tab_check_newgame(check, walk.rules);
        for (guint n = 0; n < turns && !tab_walk_over(&walk) && tab_check_open(check); n++) {
            if (n % every == every - 1)
                ask(check, &walk);
            tab_walk_play_turns(&walk, 1);
        }
    }
}

guint tab_point_saved(const TabWalk *walk)
{
    return walk->now.position.saved[walk->now.position.side];
}

gboolean tab_point_throws_tab(const TabRules *rules)
{
    return rules->set.value[TAB_SWITCH_CAST] == TAB_CAST_TAB && !tab_ruleset_at_once(&rules->set);
}

void tab_point_tell(TabCheck *check, const TabWalk *walk)
{
    tab_check_send(check, "setpos %s", walk->setpos->str);
    tab_check_throw(check, walk->rules, &walk->now.throws);
}

void tab_point_ask(TabCheck *check, TabWalk *walk)
{
    TabWalk here = *walk;
    tab_walk_throw(&here, 4);
    tab_check_ask(check, walk->rules, walk->setpos->str, &here.now);
}

const TabRules *tab_point_saving_rules(const TabSubject *subject)
{
    for (guint i = 0; i < subject->rulesets->len; i++) {
        const TabRules *rules = g_ptr_array_index(subject->rulesets, i);
        if (rules->set.value[TAB_SWITCH_SAVE_TAB] == TAB_YES)
            return rules;
    }
    return NULL;
}

gboolean tab_point_saved_games(TabCheck *check, guint most,
                               void (*ask)(TabCheck *check, TabWalk *walk))
{
    const TabRules *rules = tab_point_saving_rules(check->subject);
    guint found = 0;
    for (guint64 seed = 1; rules && seed < 60 && found < most && tab_check_open(check); seed++) {
        g_auto(TabWalk) walk;
        tab_walk_init(&walk, rules, TAB_WHITE, seed);
        for (guint n = 0; n < 30 && !tab_walk_over(&walk) && !tab_point_saved(&walk); n++)
            tab_walk_play_turns(&walk, 1);
        if (!tab_point_saved(&walk) || tab_walk_over(&walk))
            continue;
        tab_check_newgame(check, rules);
        ask(check, &walk);
        found++;
    }
    return rules != NULL;
}

void tab_point_choice(TabCheck *check,
                      void (*choose)(TabCheck *check, const TabWalk *walk, const GPtrArray *turns))
{
    for (guint64 seed = 1; seed < 100; seed++) {
        g_auto(TabWalk) walk;
        tab_walk_init(&walk, check->subject->base, TAB_WHITE, seed);
        for (guint n = 0; n < 40; n++) {
            tab_walk_play_turns(&walk, 1);
            if (tab_walk_over(&walk))
                break;
            TabWalk here = walk;
            tab_walk_throw(&here, 3);
            g_autoptr(GPtrArray) turns = tab_walk_list(walk.rules, &here.now, 200, TRUE);
            if (!turns || turns->len < 3)
                continue;
            tab_check_newgame(check, here.rules);
            tab_point_tell(check, &here);
            choose(check, &here, turns);
            return;
        }
    }
    tab_check_skip(check, "there is little to choose from under these rules");
}

char *tab_point_replaced(const char *text, const char *from, const char *to)
{
    g_auto(GStrv) parts = g_strsplit(text, from, 2);
    return g_strjoinv(to, parts);
}

void tab_point_check(TabCheck *check, const TabPoint *point)
{
    if (point->check)
        point->check(check);
    else if (point->texts)
        tab_check_each(check, point->dialogue, point->texts);
    else if (point->dialogue)
        tab_check_dialogue(check, "%s", point->dialogue);
    else if (point->choose)
        tab_point_choice(check, point->choose);
    else
        tab_point_games(check, point->turns, point->every, point->ask);
}
