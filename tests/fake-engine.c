// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that knows the protocol but not the rules, with switches for all kinds of misbehaviour.
#include <glib.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/codec/message.h"
#include "protocol/codec/splitter.h"

/* Without switches it plays along: declares a few options, accepts every setoption, newgame, setpos
 * and throw, and answers each `go` at once with the next `--answer` text (round and round, `1:pass`
 * if there is none), whatever the position is. `go infinite` and `go ponder` wait for `stop`. See
 * the table in main for the switches; what they do at a go they do at each, or with `--at N` at the
 * Nth of a process only. */
typedef struct {
    char *name, *version, *mute, *crash_at, *flood, *illegal, *close, *twice, *log, *transcript;
    char **answers, **infos, **options, **rules, **refuse;
    int slow, exit_code, signal_number, log_flood, eat_memory, at, refuse_at, slow_stop;
    gboolean garbage, long_line, ignore_quit, fork_child, escape, deaf, burn;
    int gos, refusable; /* lines so far */
    TabSplitter *splitter;
} Fake;

static void say(const char *format, ...) G_GNUC_PRINTF(1, 2);
static void say(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    putchar('\n');
    fflush(stdout);
}

static gboolean is(const char *value, const char *word)
{
    return value && !strcmp(value, word);
}

static void leave(const Fake *fake)
{
    if (fake->signal_number)
        raise(fake->signal_number);
    _exit(fake->exit_code);
}

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

/* The next line, waiting `ms` for it (-1: for ever); NULL when the time is over. At end of file it
 * leaves, unless it ignores that as well. */
static const char *next_line(Fake *fake, int ms)
{
    gint64 end = g_get_monotonic_time() + (gint64)ms * 1000;
    const char *line;
    gsize length;
    while (tab_splitter_next(fake->splitter, &line, &length) != TAB_SPLIT_LINE) {
        gint64 left = ms < 0 ? -1 : MAX(0, (end - g_get_monotonic_time() + 999) / 1000);
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        int ready = poll(&input, 1, (int)left);
        if (ready == 0)
            return NULL;
        if (ready < 0) /* a read would wait, whatever the time is */
            continue;
        char chunk[4096];
        gssize n = read(STDIN_FILENO, chunk, sizeof chunk);
        if (n <= 0 && fake->ignore_quit)
            sleep_for_ever();
        if (n <= 0)
            leave(fake);
        tab_splitter_feed(fake->splitter, chunk, (gsize)n);
    }
    if (fake->transcript) {
        FILE *file = fopen(fake->transcript, "a");
        fprintf(file, "%s\n", line);
        fclose(file);
    }
    return line;
}

/* Says an answer, once or twice, or not at all. */
static void answer(const Fake *fake, const char *what, const char *line)
{
    if (is(fake->mute, what))
        return;
    say("%s", line);
    if (is(fake->twice, what))
        say("%s", line);
}

static void flood(void)
{
    for (;;)
        say("info depth 1 nodes 1 string a line of a flood that has no end");
}

static void flood_log(void)
{
    static char buffer[1 << 16]; /* so that a busy machine is fast enough, too */
    setvbuf(stderr, buffer, _IOFBF, sizeof buffer);
    for (guint64 i = 0;; i++)
        fprintf(stderr, "line %" G_GUINT64_FORMAT " of a log that has no end\n", i);
}

/* Options one after the other, or one with all the words of a line as its values. */
static void flood_options(gboolean one)
{
    g_autoptr(GString) line = g_string_new("option name Much type combo default x");
    while (one && line->len < TAB_LINE_MAX - 10)
        g_string_append(line, " var x");
    if (one)
        say("%s", line->str);
    for (guint64 i = 0; !one; i++)
        say("option name Option %" G_GUINT64_FORMAT " type string default much", i);
}

/* As many options as an engine may declare, each as long as it may be. */
static void declare_most(void)
{
    enum { OPTIONS = 128, BYTES = 4096 };
    static const char *const types[] = {"spin", "combo", "string", "button", "file", "check"};
    g_autofree char *much = g_strnfill(BYTES - 60, 'x');
    for (guint i = 0; i < OPTIONS; i++) {
        const char *type = types[i % G_N_ELEMENTS(types)];
        g_autoptr(GString) line = g_string_new(NULL);
        g_string_append_printf(line, " name Option %u type %s", i + 1, type);
        if (is(type, "spin"))
            g_string_append(line, " default 1 min 1 max 256");
        else if (is(type, "check"))
            g_string_append(line, " default false");
        else if (is(type, "string") || is(type, "file"))
            g_string_append_printf(line, " default %s", much);
        else if (is(type, "combo"))
            g_string_append(line, " default 1");
        for (guint value = 1; is(type, "combo") && line->len < BYTES - 10; value++)
            g_string_append_printf(line, " var %u", value);
        say("option%s", line->str);
    }
}

/* Lines as long as they may be, of as many words as there can be. */
static void flood_words(void)
{
    g_autofree char *words = g_malloc(TAB_LINE_MAX - 10);
    memset(words, ' ', TAB_LINE_MAX - 10);
    for (gsize i = 0; i < TAB_LINE_MAX - 11; i += 2)
        words[i] = 'x';
    words[TAB_LINE_MAX - 11] = '\0';
    for (;;)
        say("info %s", words);
}

/* Nothing but line ends. */
static void flood_breaks(void)
{
    char breaks[4096];
    memset(breaks, '\n', sizeof breaks);
    while (write(STDERR_FILENO, breaks, sizeof breaks) > 0)
        ;
}

static void burn(void)
{
    for (volatile guint64 i = 0;; i++)
        ;
}

/* Takes so much memory and keeps it; dies if there is not so much. */
static void eat_memory(int mib)
{
    for (int i = 0; i < mib; i++) {
        char *piece = malloc(1 << 20);
        if (!piece) {
            fprintf(stderr, "no more memory after %d MiB\n", i);
            abort();
        }
        memset(piece, 1, 1 << 20);
    }
}

static void send_garbage(void)
{
    static const char bytes[] =
        "\xff\xfe\x80 garbage\n\0\0\n\t \n\r\ninfo depth banana win 7\ninfo\n"
        "option name\nrules\nid\nnonsense \x1b[31m and more\n"
        "info string \xc3\x28 \x01\n";
    fwrite(bytes, 1, sizeof bytes - 1, stdout);
    fflush(stdout);
}

static void send_long_line(void)
{
    g_autofree char *line = g_strnfill(2 * TAB_LINE_MAX, 'x');
    say("info string %s", line);
}

static void on_tep(const Fake *fake)
{
    static const char *const options[] = {
        "name Threads type spin default 1 min 1 max 256",
        "name Style type combo default calm var calm var wild and free",
        "name Own Book type check default false",
        "name Note type string default <empty>",
        "name Clear Hash type button",
        NULL,
    };
    static const char *const rules[] = {"any columns 5 29", NULL};
    if (is(fake->crash_at, "handshake"))
        leave(fake);
    if (is(fake->flood, "handshake"))
        flood();
    if (is(fake->flood, "options") || is(fake->flood, "values"))
        flood_options(is(fake->flood, "values"));
    say("id name %s", fake->name ? fake->name : "Fake Engine");
    const char *const *row = fake->rules ? (const char *const *)fake->rules : rules;
    for (; *row; row++)
        say("rules %s", *row);
    row = fake->options ? (const char *const *)fake->options : options;
    for (; *row && !is(fake->flood, "most"); row++)
        say("option %s", *row);
    if (is(fake->flood, "most"))
        declare_most();
    g_autofree char *line = g_strdup_printf("tepok %s", fake->version ? fake->version : "1");
    answer(fake, "tepok", line);
}

static void on_isready(const Fake *fake)
{
    answer(fake, "isready", "readyok");
    if (is(fake->crash_at, "idle")) {
        g_usleep(20000);
        leave(fake);
    }
}

/* Whether this go is one to misbehave at. */
static gboolean is_time(const Fake *fake)
{
    return !fake->at || fake->gos == fake->at;
}

/* The text behind a bestmove that is bad on purpose, or NULL. */
static const char *bad_answer(const Fake *fake)
{
    if (!is_time(fake))
        return NULL;
    if (is(fake->illegal, "malformed"))
        return "";
    if (is(fake->illegal, "bytes"))
        return " 1:\xff\xfe";
    if (is(fake->illegal, "turn"))
        return " 1:a1a1"; /* no piece stays where it is */
    return NULL;
}

static void say_bestmove(const Fake *fake)
{
    for (char **info = fake->infos; info && *info; info++)
        say("info %s", *info);
    const char *bad = bad_answer(fake);
    guint n = fake->answers ? g_strv_length(fake->answers) : 0;
    g_autofree char *line =
        bad ? g_strconcat("bestmove", bad, NULL)
            : g_strconcat("bestmove ", n ? fake->answers[(guint)(fake->gos - 1) % n] : "1:pass",
                          NULL);
    if (is_time(fake))
        answer(fake, "go", line);
    else
        say("%s", line);
}

/* Thinks for `ms` (-1: for ever) or until `stop`, and a while longer. */
static void think(Fake *fake, int ms)
{
    gint64 end = g_get_monotonic_time() + (gint64)ms * 1000;
    for (;;) {
        int left = ms < 0 ? -1 : (int)MAX(0, (end - g_get_monotonic_time()) / 1000);
        const char *line = next_line(fake, left);
        if (!line)
            return;
        if (!strcmp(line, "stop") && !fake->slow_stop)
            return;
        if (!strcmp(line, "stop"))
            ms = 0, end = g_get_monotonic_time() + (gint64)fake->slow_stop * 1000;
        else if (!strcmp(line, "isready"))
            say("readyok");
        else if (!strcmp(line, "quit") && !fake->ignore_quit)
            leave(fake);
        else if (strcmp(line, "quit") != 0)
            say("error busy %s", line);
    }
}

/* What a switch wants at this go. */
static void misbehave(const Fake *fake)
{
    if (is(fake->crash_at, "go"))
        leave(fake);
    if (is(fake->flood, "go"))
        flood();
    if (is(fake->flood, "log"))
        flood_log();
    if (is(fake->flood, "words"))
        flood_words();
    if (is(fake->flood, "breaks"))
        flood_breaks();
    if (fake->burn)
        burn();
    if (fake->eat_memory)
        eat_memory(fake->eat_memory);
    if (fake->long_line)
        send_long_line();
    if (is(fake->close, "stdout"))
        close(STDOUT_FILENO);
    if (is(fake->close, "stdin"))
        close(STDIN_FILENO);
    if (fake->close || fake->deaf)
        sleep_for_ever();
}

static void on_go(Fake *fake, const TabMessage *message)
{
    fake->gos++;
    g_autofree char *here = g_strdup_printf("go:%d", fake->gos);
    if (is(fake->crash_at, here))
        leave(fake);
    if (is_time(fake))
        misbehave(fake);
    gboolean endless = strstr(message->rest, "infinite") || strstr(message->rest, "ponder");
    if (is(fake->mute, "go") && is_time(fake))
        think(fake, 0);
    else
        think(fake, endless ? -1 : fake->slow);
    say_bestmove(fake);
}

static gboolean is_refused(Fake *fake, const char *verb)
{
    if (!fake->refuse || !g_strv_contains((const char *const *)fake->refuse, verb))
        return FALSE;
    fake->refusable++;
    return !fake->refuse_at || fake->refusable == fake->refuse_at;
}

static void obey(Fake *fake, const TabMessage *message)
{
    const char *verb = message->verb;
    if (fake->garbage)
        send_garbage();
    if (is_refused(fake, verb))
        say("error bad-argument %s is refused", verb);
    else if (is(fake->mute, "handshake") && !strcmp(verb, "tep"))
        return;
    else if (!strcmp(verb, "tep"))
        on_tep(fake);
    else if (!strcmp(verb, "isready"))
        on_isready(fake);
    else if (!strcmp(verb, "newgame") && is(fake->crash_at, "newgame"))
        leave(fake);
    else if (!strcmp(verb, "go"))
        on_go(fake, message);
    else if (!strcmp(verb, "quit") && !fake->ignore_quit)
        leave(fake);
}

/* A grandchild that holds the pipes, in our process group or, escaped, in a session of its own. */
static void fork_child(const Fake *fake)
{
    pid_t child = fork();
    if (child == 0) {
        if (fake->escape) {
            setsid();
            alarm(20); /* nobody else ends it */
        }
        sleep_for_ever();
    }
    say("id author child %d", (int)child);
}

static void start_logging(const Fake *fake)
{
    if (fake->log)
        fprintf(stderr, "%s\n", fake->log);
    for (int i = 0; i < fake->log_flood; i++)
        fprintf(stderr, "log line %d\n", i);
}

int main(int argc, char **argv)
{
    Fake fake = {.exit_code = 0};
    const GOptionEntry entries[] = {
        {"name", 0, 0, G_OPTION_ARG_STRING, &fake.name, "its name", "TEXT"},
        {"version", 0, 0, G_OPTION_ARG_STRING, &fake.version, "the word behind tepok", "TEXT"},
        {"answer", 0, 0, G_OPTION_ARG_STRING_ARRAY, &fake.answers, "bestmove, may be repeated",
         "TURN"},
        {"info", 0, 0, G_OPTION_ARG_STRING_ARRAY, &fake.infos, "info line before each bestmove",
         "TEXT"},
        {"option", 0, 0, G_OPTION_ARG_STRING_ARRAY, &fake.options, "option it declares", "TEXT"},
        {"rules", 0, 0, G_OPTION_ARG_STRING_ARRAY, &fake.rules, "rules line", "TEXT"},
        {"refuse", 0, 0, G_OPTION_ARG_STRING_ARRAY, &fake.refuse, "answer this verb by an error",
         "VERB"},
        {"refuse-at", 0, 0, G_OPTION_ARG_INT, &fake.refuse_at,
         "refuse only this one of those lines, the first is 1", "N"},
        {"slow-stop", 0, 0, G_OPTION_ARG_INT, &fake.slow_stop, "answer so long after stop", "MS"},
        {"slow", 0, 0, G_OPTION_ARG_INT, &fake.slow, "think so long, or until stop", "MS"},
        {"mute", 0, 0, G_OPTION_ARG_STRING, &fake.mute,
         "never answer: handshake, isready or go (not even at stop)", "WHAT"},
        {"crash-at", 0, 0, G_OPTION_ARG_STRING, &fake.crash_at,
         "end at: handshake, newgame, idle (after a readyok), go, go:N (the Nth go)", "WHERE"},
        {"exit-code", 0, 0, G_OPTION_ARG_INT, &fake.exit_code, "status of every end", "N"},
        {"signal", 0, 0, G_OPTION_ARG_INT, &fake.signal_number, "end by this signal", "N"},
        {"flood", 0, 0, G_OPTION_ARG_STRING, &fake.flood,
         "endless lines at: handshake, go; options (there, or values: one of 1 MiB, or most: not "
         "endless, but all that may be); at go: log "
         "(on standard error), breaks (empty ones "
         "there), "
         "words (1 MiB of short words each)",
         "WHERE"},
        {"garbage", 0, 0, G_OPTION_ARG_NONE, &fake.garbage, "binary junk before each answer", NULL},
        {"at", 0, 0, G_OPTION_ARG_INT, &fake.at, "misbehave at this go only, the first is 1", "N"},
        {"burn", 0, 0, G_OPTION_ARG_NONE, &fake.burn, "use CPU time without end from go on", NULL},
        {"eat-memory", 0, 0, G_OPTION_ARG_INT, &fake.eat_memory,
         "take so much at go; abort if there is not so much", "MIB"},
        {"illegal", 0, 0, G_OPTION_ARG_STRING, &fake.illegal,
         "bestmove is: malformed (empty), bytes (no UTF-8), turn (no legal one)", "HOW"},
        {"long-line", 0, 0, G_OPTION_ARG_NONE, &fake.long_line, "a line of 2 MiB at go", NULL},
        {"ignore-quit", 0, 0, G_OPTION_ARG_NONE, &fake.ignore_quit, "and end of file", NULL},
        {"close", 0, 0, G_OPTION_ARG_STRING, &fake.close, "at go: stdout or stdin", "PIPE"},
        {"deaf", 0, 0, G_OPTION_ARG_NONE, &fake.deaf, "read nothing more from go on", NULL},
        {"fork-child", 0, 0, G_OPTION_ARG_NONE, &fake.fork_child,
         "a grandchild holds the pipes; `id author child PID`", NULL},
        {"escape", 0, 0, G_OPTION_ARG_NONE, &fake.escape, "it leaves the process group", NULL},
        {"twice", 0, 0, G_OPTION_ARG_STRING, &fake.twice, "answer twice: tepok, isready, go",
         "WHAT"},
        {"log", 0, 0, G_OPTION_ARG_STRING, &fake.log, "a line on standard error", "TEXT"},
        {"log-flood", 0, 0, G_OPTION_ARG_INT, &fake.log_flood, "so many lines there", "N"},
        {"transcript", 0, 0, G_OPTION_ARG_FILENAME, &fake.transcript,
         "append what is read to a file", "FILE"},
        {0},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GError) error = NULL;
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        fprintf(stderr, "%s\n", error->message);
        return 2;
    }
    fake.splitter = tab_splitter_new(TAB_LINE_MAX);
    start_logging(&fake);
    if (fake.fork_child)
        fork_child(&fake);
    for (;;) {
        g_auto(TabMessage) message = {0};
        if (tab_message_parse(&message, next_line(&fake, -1), -1, NULL) && message.verb)
            obey(&fake, &message);
    }
}
