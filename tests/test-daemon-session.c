// SPDX-License-Identifier: GPL-3.0-or-later
// What no dialogue can show: sticks that do not fit the cast of a new game, and an output that does
// not block.
#include <glib-unix.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/daemon/session.h"

/* Sends a `newgame`; what comes through the pipe `from` by then. Free with g_free. */
static char *start_game(TabSession *session, const char *line, int from)
{
    g_auto(TabMessage) message = {0};
    g_autoptr(GError) error = NULL;
    char text[256] = "";
    g_assert_true(tab_message_parse(&message, line, -1, &error));
    g_assert_true(tab_session_newgame(session, &message, &error));
    g_assert_no_error(error);
    tab_output_line(session->output, "end");
    g_assert_true(tab_output_drain(session->output, -1));
    g_assert_cmpint(read(from, text, sizeof text - 1), >, 0);
    return g_strdup(text);
}

static void assert_sticks(const TabSession *session, const char *text)
{
    TabSticks wanted;
    g_assert_cmpstr(session->sticks, ==, text);
    g_assert_true(tab_sticks_parse(&session->rules->cast, text, &wanted, NULL));
    g_assert_cmpmem(tab_engine_sticks(session->engine), sizeof wanted, &wanted, sizeof wanted);
}

static void sticks_at_newgame(void)
{
    int ends[2];
    g_assert_cmpint(pipe(ends), ==, 0);
    TabOutput *output = tab_output_new(ends[1]);
    TabSession *session = tab_session_new(output);
    g_assert_true(tab_session_set_sticks(session, "p=0.37", NULL));
    g_autofree char *kept = start_game(session, "newgame ludii", ends[0]);
    g_assert_cmpstr(kept, ==, "end\n");
    assert_sticks(session, "p=0.37");
    /* as if the last game had been one of six sticks, which no ruleset has so far */
    g_free(session->sticks);
    session->sticks = g_strdup("w=1,1,1,1,1,1,1");
    g_autofree char *told = start_game(session, "newgame walker", ends[0]);
    g_assert_cmpstr(told, ==,
                    "info string Sticks w=1,1,1,1,1,1,1 do not fit these rules: fair\nend\n");
    assert_sticks(session, "fair");
    tab_session_free(session);
    tab_output_free(output);
    close(ends[0]);
    close(ends[1]);
}

static gpointer read_slowly(gpointer data)
{
    GString *all = g_string_new(NULL);
    char bytes[4096];
    g_usleep(50000); /* the writer has met a full socket by now */
    for (ssize_t n; (n = read(GPOINTER_TO_INT(data), bytes, sizeof bytes)) > 0;)
        g_string_append_len(all, bytes, n);
    return all;
}

/* A parent may give the engine the end of a socket that does not block. */
static void output_that_does_not_block(void)
{
    enum { LINES = 50000 };
    int ends[2];
    g_assert_cmpint(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), ==, 0);
    g_assert_true(g_unix_set_fd_nonblocking(ends[1], TRUE, NULL));
    GThread *reader = g_thread_new("reader", read_slowly, GINT_TO_POINTER(ends[0]));
    TabOutput *output = tab_output_new(ends[1]);
    for (int i = 0; i < LINES; i++)
        tab_output_printf(output, "line %d", i);
    tab_output_free(output);
    close(ends[1]);
    GString *all = g_thread_join(reader);
    g_assert_true(g_str_has_suffix(all->str, "\nline 49999\n"));
    g_string_free(all, TRUE);
    close(ends[0]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/daemon-session/sticks-at-newgame", sticks_at_newgame);
    g_test_add_func("/daemon-session/output-that-does-not-block", output_that_does_not_block);
    return g_test_run();
}
