// SPDX-License-Identifier: GPL-3.0-or-later
// Every way to lose, engines that do not start, and matches that are broken off.
#include <glib/gstdio.h>
#include <string.h>

#include "played-match.h"
#include "protocol/game/record-text.h"
#include "protocol/match/game-runner.h"

/* The way to lose is the one that the switches ask for, as White and as Black, and the match goes
 * on. */
static const struct {
    const char *switches;
    TabRecordTermination termination;
    const char *reason;
} ways[] = {
    {"--crash-at go", TAB_RECORD_CRASH, "ended"},
    {"--crash-at newgame", TAB_RECORD_CRASH, "ended"},
    {"--crash-at idle", TAB_RECORD_CRASH, "ended"},
    {"--crash-at go --signal 9", TAB_RECORD_CRASH, "signal"},
    {"--close stdout", TAB_RECORD_CRASH, "closed"},
    {"--mute go", TAB_RECORD_SILENT, "answer"},
    {"--deaf", TAB_RECORD_SILENT, "answer"},
    {"--slow 3000", TAB_RECORD_TIME, "later than"},
    {"--flood go", TAB_RECORD_FLOOD, "lines"},
    {"--long-line", TAB_RECORD_FLOOD, "line"},
    {"--illegal malformed", TAB_RECORD_ILLEGAL, "bestmove"},
    {"--illegal bytes", TAB_RECORD_ILLEGAL, "bestmove"},
    {"--illegal turn", TAB_RECORD_ILLEGAL, "1:a1a1"},
    {"--answer none", TAB_RECORD_ILLEGAL, "bestmove none, but its throws ("},
    {"--refuse setpos", TAB_RECORD_ILLEGAL, "refused"},
    {"--refuse newgame", TAB_RECORD_ILLEGAL, "refused"},
};

static void forfeit(gconstpointer data)
{
    guint way = GPOINTER_TO_UINT(data);
    TabTimeControl control = {.movetime_ms = 100};
    TabEntrant *bad = fake(ways[way].switches);
    g_autoptr(Played) played = play(bad, random_player(), "walker", 4, 2, &control, 1000);
    g_autoptr(GError) error = NULL;
    g_assert_no_error(played->error);
    g_autoptr(GPtrArray) records = tab_record_parse(played->text->str, played->text->len, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(records->len, ==, 4);
    for (guint i = 0; i < 4; i++) {
        const TabRecord *record = g_ptr_array_index(records, i);
        g_assert_cmpint(record->result, ==, i % 2 ? TAB_RECORD_WHITE_WON : TAB_RECORD_BLACK_WON);
        g_assert_cmpint(record->termination, ==, ways[way].termination);
        g_assert_true(g_str_has_prefix(g_ptr_array_index(played->reasons, i), "fake: "));
        g_assert_nonnull(strstr(g_ptr_array_index(played->reasons, i), ways[way].reason));
        g_assert_null(strstr(g_ptr_array_index(played->reasons, i), "ake: fake")); /* once */
        g_assert_null(strstr(g_ptr_array_index(played->reasons, i), "fake-engine"));
        g_assert_cmpstr(tab_record_last(record)->comment, ==,
                        g_ptr_array_index(played->reasons, i));
    }
}

/* A clock that has run out loses the game. */
static void clock_runs_out(void)
{
    TabTimeControl control = {0};
    g_assert_true(tab_time_control_parse(&control, "0.3", NULL));
    TabEntrant *slow = fake("--slow 1000");
    g_autoptr(Played) played = play(slow, random_player(), "walker", 2, 2, &control, 100);
    g_assert_nonnull(strstr(played->text->str, "[Result \"0-1\"]\n[Termination \"time\"]"));
    g_assert_nonnull(strstr(played->text->str, "[Result \"1-0\"]\n[Termination \"time\"]"));
    g_assert_nonnull(strstr(played->text->str, "[TimeControl \"0.3\"]"));
}

/* A program that behaves when it is first started, as it is before the match, and then as the fake
 * engine does with these switches. */
static TabEntrant *changing(const char *folder, const char *switches)
{
    g_autofree char *path = g_build_filename(folder, "engine", NULL);
    g_autofree char *mark = g_build_filename(folder, "mark", NULL);
    g_autofree char *fake_path =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "tests", "fake-engine", NULL);
    g_autofree char *script =
        g_strdup_printf("#!/bin/sh\n[ -e %s ] || { : >%s; exec %s --rules 'any columns 5 29'; }\n"
                        "exec %s --rules 'any columns 5 29' %s\n",
                        mark, mark, fake_path, fake_path, switches);
    g_autofree char *spec = g_strdup_printf("cmd=%s,name=changing", path);
    g_autoptr(GError) error = NULL;
    g_assert_true(g_file_set_contents(path, script, -1, NULL));
    g_assert_cmpint(g_chmod(path, 0700), ==, 0);
    TabEntrant *entrant = tab_entrant_parse(spec, NULL, NULL, &error);
    g_assert_no_error(error);
    return entrant;
}

static void remove_changing(const char *folder)
{
    g_autofree char *path = g_build_filename(folder, "engine", NULL);
    g_autofree char *mark = g_build_filename(folder, "mark", NULL);
    g_remove(path);
    g_remove(mark);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* An engine that was well before the match, and does not start for a game, loses that. */
static void changed_since(void)
{
    static const struct {
        const char *switches;
        TabRecordTermination termination;
        const char *reason;
    } cases[] = {
        {"--version 2", TAB_RECORD_ILLEGAL, "does not speak version 1 of the protocol"},
        {"--refuse tep", TAB_RECORD_ILLEGAL, "refused: bad-argument tep is refused"},
        {"--crash-at handshake", TAB_RECORD_CRASH, "ended with status 0"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
        g_autoptr(Played) played =
            play(changing(folder, cases[i].switches), random_player(), "walker", 1, 1, &SHALLOW, 0);
        g_assert_no_error(played->error);
        g_assert_cmpuint(played->games, ==, 1);
        g_autoptr(GPtrArray) records = tab_record_parse(played->text->str, played->text->len, NULL);
        const TabRecord *record = g_ptr_array_index(records, 0);
        g_assert_cmpint(record->result, ==, TAB_RECORD_BLACK_WON);
        g_assert_cmpint(record->termination, ==, cases[i].termination);
        g_assert_nonnull(strstr(played->reasons->pdata[0], cases[i].reason));
        remove_changing(folder);
    }
}

/* A judge that fails in any way is reported, and the games count. */
static void failing_judge(void)
{
    static const struct {
        const char *switches, *trouble;
    } cases[] = {
        {"--version 2", "the judge changing failed: does not speak version 1"},
        {"--refuse newgame", "the judge changing failed: refused: bad-argument newgame"},
        {"--crash-at go", "the judge changing failed: ended with status 0"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
        g_autoptr(Played) played = played_new();
        TabMatchSettings *settings = stuck_match("", "", 4);
        settings->judge = changing(folder, cases[i].switches);
        tab_adjudication_parse_tables(&settings->adjudication, "pieces=10", NULL);
        g_autoptr(TabRecord) record = play_stuck(played, settings);
        g_assert_cmpint(record->termination, ==, TAB_RECORD_TURN_LIMIT);
        g_assert_false(played->last.has_luck);
        g_assert_true(g_str_has_prefix(played->last.trouble, cases[i].trouble));
        remove_changing(folder);
    }
}

/* Of an answer that is long and wrong, the beginning is shown, here and where the fault is told. */
static void long_answer(void)
{
    g_autofree char *digits = g_strnfill(2000, '7');
    g_autofree char *switches = g_strdup_printf("--answer 1:%s", digits);
    g_autoptr(Played) played = play(fake(switches), random_player(), "walker", 1, 1, &SHALLOW, 0);
    g_assert_no_error(played->error);
    const char *reason = played->reasons->pdata[0];
    g_assert_true(g_str_has_prefix(reason, "fake: bestmove 1:777"));
    g_assert_true(g_str_has_suffix(reason, " is a legal turn"));
    const char *shown = reason + strlen("fake: bestmove "), *why = strstr(shown, "7…: '1:777");
    g_assert_nonnull(why);
    const char *told = why + strlen("7…: "), *end = strstr(told, "7…; 1:");
    g_assert_nonnull(end);
    g_assert_cmpint(g_utf8_strlen(shown, why + strlen("7…") - shown), ==, 200);
    g_assert_cmpint(g_utf8_strlen(told, end + strlen("7…") - told), ==, 400);
}

/* What is finished is reported even if the match is broken off, and the rest is dropped. */
static void cancelled(void)
{
    g_autoptr(TabMatchSettings) settings =
        match(random_player(), random_player(), "standard", 1000);
    g_autoptr(Played) played = played_new();
    played->cancel_after = 5;
    run(played, settings, 3);
    g_assert_error(played->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint(played->games, >=, 5);
    g_assert_cmpuint(played->games, <, 500);
}

/* A game that is cancelled as soon as one of its three clients says a line, or is told one. */
typedef struct {
    const char *name;
    const char *engine, *judge; /* switches of White, and of the judge; NULL: there is none */
    const char *tables;         /* when the judge is asked for exact values; NULL: never */
    guint client;               /* White, Black, judge */
    const char *line;           /* its beginning */
    guint number;               /* of such lines, from 1 */
    gboolean has_result;        /* what has ended is not lost */
} Break;

static const Break breaks[] = {
    {"thinks", "--slow 60000", NULL, NULL, 0, "go", 1, FALSE},
    {"answers", "", NULL, NULL, 0, "bestmove", 1, FALSE},
    {"last-answer", "", NULL, NULL, 0, "bestmove", 2, TRUE},
    {"before-luck", "", "--slow 60000", NULL, 0, "bestmove", 2, FALSE},
    {"luck", "", "--slow 60000", NULL, 2, "go", 1, FALSE},
    {"exact", "", "--slow 60000", "pieces=10", 2, "go", 1, FALSE},
    {"judge-starts", "", "--mute handshake", NULL, 2, "tep", 1, FALSE},
    {"new-game", "", NULL, NULL, 1, "newgame", 1, FALSE},
};

typedef struct {
    const Break *row;
    GCancellable *cancellable;
    guint heard;
    gboolean done;
    TabGameResult *result;
    GError *error;
} Broken;

static void on_break_line(TabClient *client, gboolean to_engine, const char *text, gpointer data)
{
    Broken *broken = data;
    if (g_str_has_prefix(text, broken->row->line) && ++broken->heard == broken->row->number)
        g_cancellable_cancel(broken->cancellable);
}

static void on_broken_off(GObject *source, GAsyncResult *result, gpointer data)
{
    Broken *broken = data;
    broken->result = tab_game_run_finish(result, &broken->error);
    broken->done = TRUE;
}

static void on_client_gone(gpointer left)
{
    --*(guint *)left;
}

static void broken_off(gconstpointer data)
{
    static const char *const names[] = {"Ada", "Bob"};
    const Break *row = data;
    g_autoptr(TabMatchSettings) settings = stuck_match(row->engine, "", 3);
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    Broken broken = {.row = row, .cancellable = cancellable};
    if (row->judge) {
        g_autofree char *switches =
            g_strdup_printf("--rules 'any columns 5 29' --answer none %s", row->judge);
        settings->judge = engine("tests/fake-engine", switches, "judge");
    }
    if (row->tables)
        tab_adjudication_parse_tables(&settings->adjudication, row->tables, NULL);
    TabClient *clients[3] = {NULL};
    guint n = row->judge ? 3 : 2, left = n;
    for (guint i = 0; i < n; i++) {
        const TabEntrant *entrant = i < 2 ? settings->entrants->pdata[i] : settings->judge;
        clients[i] = tab_client_new(entrant->config);
    }
    g_signal_connect(clients[row->client], "line", G_CALLBACK(on_break_line), &broken);
    TabPairing pairing = tab_schedule_game(&settings->schedule, 1);
    tab_game_run_async(settings, &pairing, names, clients, clients[2], cancellable, on_broken_off,
                       &broken);
    while (!broken.done)
        g_main_context_iteration(NULL, TRUE);
    if (row->has_result)
        g_assert_cmpint(broken.result->termination, ==, TAB_RECORD_TURN_LIMIT);
    else
        g_assert_error(broken.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpint(broken.result != NULL, ==, row->has_result);
    g_clear_pointer(&broken.result, tab_game_result_free);
    g_clear_error(&broken.error);
    for (guint i = 0; i < n; i++)
        tab_client_quit_then(clients[i], on_client_gone, &left);
    while (left)
        g_main_context_iteration(NULL, TRUE);
    for (guint i = 0; i < n; i++)
        g_assert_finalize_object(clients[i]);
}

/* One that was cancelled before it began plays nothing. */
static void cancelled_before(void)
{
    g_autoptr(TabMatchSettings) settings = match(random_player(), random_player(), "walker", 2);
    g_autoptr(Played) played = played_new();
    g_cancellable_cancel(played->cancellable);
    run(played, settings, 2);
    g_assert_error(played->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint(played->games, ==, 0);
}

static gboolean on_time_to_cancel(gpointer data)
{
    g_cancellable_cancel(data);
    return G_SOURCE_REMOVE;
}

static gboolean wind_down(TabTournament *tournament, const TabGameResult *result, gpointer data)
{
    tab_tournament_wind_down(tournament);
    return TRUE;
}

static gboolean cancel_later(TabTournament *tournament, const TabPairing *pairing,
                             const TabGameResult *result, gpointer data)
{
    Played *played = data;
    if (++played->games == 2)
        g_timeout_add(300, on_time_to_cancel, played->cancellable);
    return TRUE;
}

static void on_left(GObject *source, GAsyncResult *result, gpointer data)
{
    Played *played = data;
    tab_tournament_run_finish(result, &played->error);
    g_main_loop_quit(played->loop);
}

/* One worker has left while the other one's engine takes its time to end. */
static void cancelled_while_leaving(void)
{
    static const TabTournamentEvents events = {wind_down, cancel_later};
    static const char *const names[] = {"first", "second", "stays"};
    g_autoptr(TabMatchSettings) settings = match(random_player(), random_player(), "walker", 1);
    g_ptr_array_add(settings->entrants, fake("--ignore-quit"));
    settings->schedule.engines = 3;
    settings->client.quit_ms = 2000;
    g_autoptr(Played) played = played_new();
    g_autoptr(TabTournament) tournament = tab_tournament_new(settings, names, 2, NULL);
    tab_tournament_run_async(tournament, played->cancellable, &events, played, on_left, played);
    g_main_loop_run(played->loop);
    g_assert_error(played->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint(played->games, ==, 2);
}

/* An engine that never starts, or does not play the rules, is told before a game is lost. */
static void no_start(void)
{
    g_autoptr(Played) absent = play(engine("tests/no-such-engine", "", "absent"), random_player(),
                                    "walker", 2, 1, &SHALLOW, 0);
    g_assert_error(absent->error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    g_assert_nonnull(strstr(absent->error->message, "absent"));
    g_autoptr(Played) dead =
        play(random_player(), fake("--crash-at handshake"), "walker", 2, 1, &SHALLOW, 0);
    g_assert_error(dead->error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_CRASHED);
    g_autoptr(Played) other =
        play(random_player(), engine("tests/fake-engine", "--rules 'walker columns 9 9'", "few"),
             "walker bell", 2, 1, &SHALLOW, 0);
    g_assert_error(other->error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED);
    g_assert_true(g_str_has_suffix(
        other->error->message,
        "few: does not play bell: its handshake says only “rules walker columns 9 9”"));
    g_assert_cmpuint(absent->games + dead->games + other->games, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *path = g_strdup_printf("/match-faults/forfeit/%s", ways[i].switches);
        g_test_add_data_func(path, GUINT_TO_POINTER(i), forfeit);
    }
    for (guint i = 0; i < G_N_ELEMENTS(breaks); i++) {
        g_autofree char *path = g_strdup_printf("/match-faults/broken-off/%s", breaks[i].name);
        g_test_add_data_func(path, &breaks[i], broken_off);
    }
    g_test_add_func("/match-faults/clock-runs-out", clock_runs_out);
    g_test_add_func("/match-faults/changed-since", changed_since);
    g_test_add_func("/match-faults/failing-judge", failing_judge);
    g_test_add_func("/match-faults/long-answer", long_answer);
    g_test_add_func("/match-faults/cancelled", cancelled);
    g_test_add_func("/match-faults/cancelled-before", cancelled_before);
    g_test_add_func("/match-faults/cancelled-while-leaving", cancelled_while_leaving);
    g_test_add_func("/match-faults/no-start", no_start);
    return g_test_run();
}
