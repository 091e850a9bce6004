// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any lines as what a controller says to the engine, as far as text meets rules:
// rules, positions, throws, options, and short thinking. Whatever is refused leaves the game as it
// was, and all that the engine says is lines of printable text.
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/daemon/inspect.h"
#include "engine/daemon/options.h"
#include "protocol/codec/option.h"
#include "protocol/rules/notation.h"
#include "tests/fuzz-fixture.h"

#define MOST_NODES 10 /* of a search */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int answers = -1;        /* what is said, in memory */
static bool has_options = true; /* other than the defaults */

static void on_done(gpointer data)
{
}

static TabSession *the_session(void)
{
    static TabSession *session;
    if (!session) {
        answers = memfd_create("answers", MFD_CLOEXEC);
        g_assert_cmpint(answers, >=, 0);
        session = tab_session_new(tab_output_new(answers));
        session->done = on_done;
        tab_engine_set_table_path(session->engine, "none", NULL);
    }
    return session;
}

/* One short search, whatever limits were asked for. */
static bool go(TabSession *session, const TabMessage *message, GError **error)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    if (!tab_limits_parse(&limits, message->rest, error))
        return false;
    GStrv only = g_steal_pointer(&limits.searchturns);
    tab_limits_clear(&limits);
    limits = (TabLimits)TAB_LIMITS_INIT;
    limits.searchturns = only;
    limits.nodes = MOST_NODES;
    bool good = tab_session_go(session, &limits, error);
    if (good)
        tab_engine_wait(session->engine);
    return good;
}

/* Those that take no memory, no threads and no files. */
static bool set_option(TabSession *session, const TabMessage *message, GError **error)
{
    static const char *const left_out[] = {"Log", "Hash", "Threads", "NetFile", "TablePath"};
    g_autofree char *name = NULL, *value = NULL;
    if (tab_option_parse_set(message->rest, &name, &value, NULL))
        for (unsigned i = 0; i < G_N_ELEMENTS(left_out); i++)
            if (!g_ascii_strcasecmp(name, left_out[i]))
                return true;
    has_options = true;
    return tab_options_set(session, message, error);
}

static bool list_outcomes(TabSession *session, const TabMessage *message, GError **error)
{
    TabJob *job = tab_inspect_job(session, message, error);
    if (!job)
        return false;
    job->done = on_done;
    tab_inspect_run(job);
    tab_inspect_job_free(job);
    return true;
}

static const struct {
    const char *verb;
    bool (*obey)(TabSession *session, const TabMessage *message, GError **error);
} commands[] = {
    {"newgame", tab_session_newgame},
    {"setpos", tab_session_setpos},
    {"throw", tab_session_throw},
    {"setoption", set_option},
    {"go", go},
    {"show", tab_inspect_show},
    {"eval", tab_inspect_eval},
    {"throws", tab_inspect_throws},
    {"legal", list_outcomes},
    {"tep", tab_inspect_tep},
};

static void check_session(const TabSession *session)
{
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_situation_validate(session->rules, &session->base, &error));
    g_assert_no_error(error);
    g_assert_true(tab_situation_validate(session->rules, &session->situation, &error));
    g_assert_no_error(error);
}

static void take_line(TabSession *session, const char *line, size_t length)
{
    g_auto(TabMessage) message = {0};
    g_autoptr(GError) error = NULL;
    if (!tab_message_parse(&message, line, (gssize)length, NULL) || !message.verb)
        return;
    for (unsigned i = 0; i < G_N_ELEMENTS(commands); i++)
        if (!strcmp(commands[i].verb, message.verb)) {
            bool good = commands[i].obey(session, &message, &error);
            g_assert_true(good == (error == NULL));
            g_assert_true(!error || error->domain == TAB_MESSAGE_ERROR);
            if (error) {
                g_autofree char *text = tab_message_build_gerror(error);
                tab_output_line(session->output, text);
            }
        }
    check_session(session);
}

static void check_answers(void)
{
    off_t length = lseek(answers, 0, SEEK_END);
    g_autofree char *text = g_malloc((gsize)length + 1);
    g_assert_cmpint(pread(answers, text, (size_t)length, 0), ==, length);
    g_assert_true(length == 0 || text[length - 1] == '\n');
    g_assert_true(g_utf8_validate(text, length, NULL));
    for (off_t i = 0; i < length; i++)
        g_assert_true(text[i] == '\n' || !g_ascii_iscntrl(text[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char anew[] = "newgame";
    TabSession *session = the_session();
    g_assert_cmpint(ftruncate(answers, 0), ==, 0);
    lseek(answers, 0, SEEK_SET);
    if (has_options) {
        tab_options_set_defaults(session);
        tab_engine_set_hash(session->engine, 1);
        tab_engine_set_table_path(session->engine, "none", NULL);
        has_options = false;
    }
    take_line(session, anew, strlen(anew));
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        g_autofree char *line = g_strndup((const char *)data + at, length);
        take_line(session, line, strlen(line));
        at += length + 1;
    }
    g_assert_true(tab_output_drain(session->output, -1));
    check_answers();
    return 0;
}
