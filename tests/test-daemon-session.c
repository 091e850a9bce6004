// SPDX-License-Identifier: GPL-3.0-or-later
// What no dialogue can show yet: sticks that do not fit the cast of a new game.
#include <string.h>
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/daemon-session/sticks-at-newgame", sticks_at_newgame);
    return g_test_run();
}
