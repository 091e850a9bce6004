// SPDX-License-Identifier: GPL-3.0-or-later
// Rollouts of the position on the board: paused, kept in the game, gone on with after it was opened
// again, as if they had never been paused; by engines that roll out, and by others.
#include <math.h>
#include <string.h>

#include "built-engine.h"
#include "gui/model/rollout-run.h"
#include "session-fixture.h"

#define GAMES 64
#define SEED 11

/* White has thrown a 2. */
static const char *const thrown = "[Rules \"ludii\"]\n"
                                  "[Position \"mmmmmmm/7/7/MMMMMMM w 2 - 1\"]\n"
                                  "[Result \"*\"]\n\n*\n";
/* … and has played what no engine would. */
static const char *const played = "[Rules \"ludii\"]\n"
                                  "[Position \"mmmmmmm/7/7/MMMMMMM w - - 1\"]\n"
                                  "[Result \"*\"]\n\n1. w 2 2:a1a3\n2. b 2 2:d1c2\n*\n";

static TabRolloutRun *run_new(TabGameSession *session, const char *command)
{
    TabRolloutRun *run = tab_rollout_run_new(NULL);
    g_autoptr(TabEngineConfig) engine = built_engine(command);
    const TabRolloutSettings settings = {.games = GAMES, .turns = 3};
    run->seed = SEED;
    tab_rollout_run_set_engine(run, engine);
    tab_rollout_run_set_settings(run, &settings);
    tab_rollout_run_set_session(run, session);
    return run;
}

static gboolean on_late(gpointer late)
{
    *(gboolean *)late = TRUE;
    return G_SOURCE_CONTINUE;
}

/* Until it rests, or (`batches` > 0) so many count. */
static void run_until(TabRolloutRun *run, guint batches)
{
    gboolean late = FALSE;
    guint source = g_timeout_add_seconds(60, on_late, &late);
    while (!late && run->state != TAB_ROLLOUT_RESTS &&
           (!batches || !run->rollout || run->rollout->batches < batches))
        g_main_context_iteration(NULL, TRUE);
    g_assert_false(late);
    g_source_remove(source);
}

static void expect_turns(const TabPositionRollout *rollout, guint turns, guint64 games)
{
    double last = 1, win, se;
    g_assert_nonnull(rollout);
    g_assert_cmpuint(rollout->turns->len, ==, turns);
    for (guint i = 0; i < turns; i++) {
        const TabRolloutTurn *turn = tab_position_rollout_nth(rollout, i);
        g_assert_true(tab_rollout_turn_value(turn, &win, &se));
        g_assert_cmpuint(turn->games.n, ==, games);
        g_assert_cmpfloat(win, <=, last);
        g_assert_cmpfloat(se, >, 0);
        g_assert_cmpfloat(se, <, 0.1);
        last = win;
    }
}

/* A rollout that was paused again and again, kept and opened by another run, is the same as one
 * that was not. */
static void pause_and_go_on(void)
{
    g_autoptr(TabGameSession) whole_session = session_open(thrown, NULL);
    g_autoptr(TabRolloutRun) whole = run_new(whole_session, "engine/tab-engine");
    g_assert_null(whole->rollout);
    tab_rollout_run_start(whole);
    run_until(whole, 0);
    g_assert_cmpstr(whole->fault, ==, NULL);
    expect_turns(whole->rollout, 3, GAMES);
    g_assert_cmpuint(whole->rollout->batches, ==, GAMES / TAB_ROLLOUT_BATCH_GAMES);

    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    guint64 changes = session->document->changes;
    g_autoptr(TabRolloutRun) run = run_new(session, "engine/tab-engine");
    tab_rollout_run_start(run);
    run_until(run, 1);
    tab_rollout_run_pause(run);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_RESTS);
    g_assert_null(run->seat->client);
    expect_turns(run->rollout, 3, TAB_ROLLOUT_BATCH_GAMES);
    g_assert_cmpuint(session->document->changes, >, changes);
    g_assert_true(tab_rollout_run_would_go_on(run));
    tab_rollout_run_start(run);
    run_until(run, 2);
    tab_rollout_run_pause(run);

    g_autoptr(TabGameSession) opened = session_reopen(session, NULL);
    g_autoptr(TabRolloutRun) later = run_new(opened, "engine/tab-engine");
    expect_turns(later->rollout, 3, 2 * TAB_ROLLOUT_BATCH_GAMES);
    g_assert_true(tab_rollout_run_would_go_on(later));
    later->seed = 99; /* of others */
    tab_rollout_run_start(later);
    run_until(later, 0);
    expect_turns(later->rollout, 3, GAMES);
    for (guint i = 0; i < 3; i++) {
        const TabRolloutTurn *one = tab_position_rollout_nth(whole->rollout, i),
                             *other = tab_position_rollout_nth(later->rollout, i);
        g_assert_cmpstr(one->turn, ==, other->turn);
        g_assert_cmpfloat_with_epsilon(one->games.mean, other->games.mean, 1e-7);
        g_assert_cmpfloat_with_epsilon(tab_moments_se(&one->games), tab_moments_se(&other->games),
                                       1e-6);
    }
    /* more than asked for is asked for by starting again */
    tab_rollout_run_start(later);
    run_until(later, 0);
    expect_turns(later->rollout, 3, 2 * GAMES);
    tab_rollout_run_discard(later);
    g_assert_null(later->rollout);
    g_assert_null(
        tab_position_rollout_load(opened->document->record, "mmmmmmm/7/7/MMMMMMM w 2 - 1", NULL));
}

/* Games with errors that are small enough are not played on; other settings are another rollout. */
static void ends(void)
{
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    g_autoptr(TabRolloutRun) run = run_new(session, "engine/tab-engine");
    const TabRolloutSettings settings = {
        .games = 100000, .error = 0.002, .truncate = 3, .turns = 2};
    tab_rollout_run_set_settings(run, &settings);
    tab_rollout_run_start(run);
    run_until(run, 0);
    guint64 games = tab_position_rollout_games(run->rollout);
    g_assert_cmpuint(games, >=, 64);
    g_assert_cmpuint(games, <, 10000);
    g_assert_cmpfloat(tab_position_rollout_error(run->rollout), <=, 0.002);
    /* more is played all the same for who asks for it */
    g_assert_true(tab_rollout_run_is_enough(run));
    tab_rollout_run_start(run);
    run_until(run, run->rollout->batches + 3);
    tab_rollout_run_pause(run);
    games = tab_position_rollout_games(run->rollout);
    TabRolloutSettings other = settings;
    other.truncate = 4;
    tab_rollout_run_set_settings(run, &other);
    g_assert_false(tab_rollout_run_would_go_on(run));
    tab_rollout_run_start(run);
    tab_rollout_run_pause(run); /* nothing has come of it, so nothing is lost */
    g_assert_cmpuint(tab_position_rollout_games(run->rollout), ==, games);
    g_assert_cmpuint(run->rollout->truncate, ==, 3);
}

/* A turn that rests keeps its games while the others go on. */
static void resting(void)
{
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    g_autoptr(TabRolloutRun) run = run_new(session, "engine/tab-engine");
    tab_rollout_run_start(run);
    run_until(run, 0);
    tab_rollout_run_set_resting(run, 2, TRUE);
    tab_rollout_run_start(run);
    run_until(run, 0);
    for (guint i = 0; i < 3; i++) {
        const TabRolloutTurn *turn = tab_position_rollout_nth(run->rollout, i);
        g_assert_cmpuint(turn->games.n, ==, turn->resting ? GAMES : 2 * GAMES);
    }
    g_autoptr(TabGameSession) opened = session_reopen(session, NULL);
    g_autoptr(TabPositionRollout) kept =
        tab_position_rollout_load(opened->document->record, run->position, NULL);
    g_assert_true(tab_position_rollout_nth(kept, 2)->resting);
    g_assert_cmpuint(tab_position_rollout_games(kept), ==, 2 * GAMES);
    tab_rollout_run_set_resting(run, 0, TRUE);
    tab_rollout_run_set_resting(run, 1, TRUE);
    g_assert_false(tab_position_rollout_goes_on(run->rollout));
}

/* Another position pauses; the rollout waits where it was. What was played is compared, too, and
 * before a throw it is the position that is played out. */
static void positions(void)
{
    g_autoptr(TabGameSession) session = session_open(played, NULL);
    TabDocument *document = session->document;
    g_autoptr(TabRolloutRun) run = run_new(session, "engine/tab-engine");
    g_assert_cmpstr(run->position, !=, NULL);
    tab_rollout_run_start(run);
    run_until(run, 0);
    g_assert_cmpstr(run->fault, ==, NULL);
    expect_turns(run->rollout, 1, GAMES);
    g_assert_null(tab_position_rollout_nth(run->rollout, 0)->turn);
    g_assert_null(tab_rollout_run_list_plays(run, 0));

    tab_document_review(document, document->record->root->child);
    g_assert_null(run->rollout);
    tab_rollout_run_start(run);
    run_until(run, 1);
    g_assert_cmpuint(run->rollout->turns->len, ==, 4);
    g_assert_nonnull(tab_position_rollout_find(run->rollout, "2:a1a3"));
    g_autoptr(GArray) plays = tab_rollout_run_list_plays(run, 0);
    g_assert_cmpuint(plays->len, ==, 1);

    guint64 games = tab_position_rollout_games(run->rollout);
    tab_document_end_review(document);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_RESTS);
    g_assert_cmpuint(run->rollout->turns->len, ==, 1);
    tab_document_review(document, document->record->root->child);
    g_assert_cmpuint(run->rollout->turns->len, ==, 4);
    g_assert_cmpuint(tab_position_rollout_games(run->rollout), ==, games);
    tab_rollout_run_set_session(run, NULL);
    g_assert_null(run->rollout);
    g_assert_null(run->position);
    tab_rollout_run_start(run);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_RESTS);
}

/* An engine that does not know the key looks ahead, and one that is none ends. */
static void other_engines(void)
{
    static const struct {
        const char *command, *fault;
    } rows[] = {
        {"tests/fake-engine|--answer|2:a7b6|--info|depth 3 win 0.5 level search pv 2:a7b6",
         "Fake Engine does not roll out."},
        {"tests/fake-engine|--answer|2:a7b6|--info|multipv 1 win 0.5 level rollout pv 2:a7b6",
         "Fake Engine does not roll out."}, /* without an error it is no estimate */
        {"tests/fake-engine|--answer|2:a7b6|--info|win 0.5 level rollout se 0.01",
         "Fake Engine does not roll out."}, /* of which turn it is nobody knows */
        {"tests/fake-engine|--answer|2:a1a2", "The engine has named no turn."},
        {"tests/fake-engine|--crash-at|go", NULL},
        {"no-such-program", NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabGameSession) session = session_open(thrown, NULL);
        guint64 changes = session->document->changes;
        g_autoptr(TabRolloutRun) run = run_new(session, rows[i].command);
        tab_rollout_run_start(run);
        run_until(run, 0);
        g_assert_nonnull(run->fault);
        if (rows[i].fault)
            g_assert_cmpstr(run->fault, ==, rows[i].fault);
        g_assert_null(run->rollout);
        g_assert_cmpuint(session->document->changes, ==, changes);
    }
}

/* Without a seed nobody knows whether the games of another batch are others: they are not added. */
static void without_seed(void)
{
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    g_autoptr(TabRolloutRun) run =
        run_new(session, "tests/fake-engine|--answer|2:a7b6|--info|multipv 1 win 0.5200 level "
                         "rollout se 0.0100 pv 2:a7b6");
    for (guint times = 1; times <= 2; times++) {
        double win, se;
        tab_rollout_run_start(run);
        run_until(run, 0);
        g_assert_cmpstr(run->fault, ==, NULL);
        expect_turns(run->rollout, 1, times * GAMES);
        g_assert_true(tab_rollout_turn_value(tab_position_rollout_nth(run->rollout, 0), &win, &se));
        g_assert_cmpfloat_with_epsilon(win, 0.52, 1e-12);
        g_assert_cmpfloat_with_epsilon(se, 0.01, 1e-12);
    }
}

/* What is exactly known is not played out. */
static void known(void)
{
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    g_autoptr(TabRolloutRun) run =
        run_new(session, "tests/fake-engine|--answer|2:a7b6|--info|win 0.25 level table pv 2:a7b6");
    double win, se;
    tab_rollout_run_start(run);
    run_until(run, 0);
    g_assert_cmpstr(run->fault, ==, NULL);
    g_assert_true(tab_rollout_turn_value(tab_position_rollout_nth(run->rollout, 0), &win, &se));
    g_assert_cmpfloat(win, ==, 0.25);
    g_assert_cmpfloat(se, ==, 0);
    g_assert_false(tab_position_rollout_goes_on(run->rollout));
    g_autoptr(TabPositionRollout) kept =
        tab_position_rollout_load(session->document->record, run->position, NULL);
    g_assert_nonnull(kept);
}

/* Turns that come to the same position are one, whichever of them the engine tells of. */
static void same_turns(void)
{
    static const char text[] = "[Rules \"walker:columns=7\"]\n"
                               "[Position \"mmmmmmm/7/7/MMMMMMM w 4,2 - 1\"]\n"
                               "[Result \"*\"]\n\n*\n";
    double win, se;
    g_autoptr(TabGameSession) session = session_open(text, NULL);
    g_autoptr(TabRolloutRun) run =
        run_new(session, "tests/fake-engine|--answer|2:a7b6,4:a6b5|"
                         "--info|multipv 1 win 0.5 level search pv 2:a7b6,4:a6b5|"
                         "--info|multipv 1 win 0.75 level rollout se 0.01 pv 4:a6b5,2:a7b6");
    tab_rollout_run_start(run);
    run_until(run, 0);
    g_assert_cmpstr(run->fault, ==, NULL);
    expect_turns(run->rollout, 1, GAMES);
    const TabRolloutTurn *turn = tab_position_rollout_nth(run->rollout, 0);
    g_assert_cmpstr(turn->turn, ==, "2:a7b6,4:a6b5");
    g_assert_true(tab_rollout_turn_value(turn, &win, &se));
    g_assert_cmpfloat_with_epsilon(win, 0.75, 1e-12);
}

/* More games than any test waits for. */
static void start_long(TabRolloutRun *run, guint turns)
{
    const TabRolloutSettings settings = {.games = 1000000, .turns = turns};
    tab_rollout_run_set_settings(run, &settings);
    tab_rollout_run_start(run);
}

/* While it waits it goes on with the position that it has, and follows the board afterwards. */
static void waiting(void)
{
    g_autoptr(TabGameSession) session = session_open(played, NULL);
    TabDocument *document = session->document;
    g_autoptr(TabRolloutRun) run = run_new(session, "engine/tab-engine");
    start_long(run, 1);
    run_until(run, 1);
    g_autofree char *position = g_strdup(run->position);
    tab_rollout_run_set_waiting(run, TRUE);
    tab_document_review(document, document->record->root->child);
    g_assert_cmpstr(run->position, ==, position);
    run_until(run, run->rollout->batches + 1);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_PLAYS);
    guint batches = run->rollout->batches;
    tab_rollout_run_set_waiting(run, FALSE);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_RESTS);
    g_assert_cmpstr(run->position, !=, position);
    g_assert_null(run->rollout);
    tab_document_end_review(document);
    g_assert_cmpstr(run->position, ==, position);
    g_assert_cmpuint(run->rollout->batches, ==, batches);
}

/* Told of the same engine or game again it goes on; another engine, or none, pauses. */
static void other_engine(void)
{
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    g_autoptr(TabRolloutRun) run = run_new(session, "engine/tab-engine");
    g_autoptr(TabEngineConfig) same = built_engine("engine/tab-engine"),
                               other = built_engine("engine/tab-engine");
    other->name = g_strdup("Other");
    start_long(run, 2);
    run_until(run, 1);
    tab_rollout_run_set_engine(run, same);
    tab_rollout_run_set_session(run, session);
    tab_rollout_run_start(run);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_PLAYS);
    guint64 games = tab_position_rollout_games(run->rollout);
    g_assert_cmpuint(games, >, 0);
    tab_rollout_run_set_engine(run, other);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_RESTS);
    g_assert_cmpstr(run->fault, ==, NULL);
    g_assert_cmpuint(tab_position_rollout_games(run->rollout), ==, games);
    g_assert_false(tab_rollout_run_would_go_on(run)); /* games of two engines are never added */
    tab_rollout_run_start(run);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_LOOKS);
    tab_rollout_run_set_engine(run, NULL);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_RESTS);
    g_assert_cmpuint(tab_position_rollout_games(run->rollout), ==, games);
    tab_rollout_run_set_engine(run, same);
    g_assert_true(tab_rollout_run_would_go_on(run));
}

/* When the last turn of those that are played is left out, there is nothing to play. */
static void all_resting(void)
{
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    g_autoptr(TabRolloutRun) run = run_new(session, "engine/tab-engine");
    tab_rollout_run_set_resting(run, 0, TRUE); /* of nothing */
    start_long(run, 2);
    run_until(run, 1);
    tab_rollout_run_set_resting(run, 0, TRUE);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_PLAYS);
    tab_rollout_run_set_resting(run, 1, TRUE);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_RESTS);
    g_assert_cmpstr(run->fault, ==, NULL);
    guint64 changes = session->document->changes;
    tab_rollout_run_set_resting(run, 1, TRUE); /* as it is */
    tab_rollout_run_set_resting(run, 2, TRUE); /* there is none */
    g_assert_cmpuint(session->document->changes, ==, changes);
    g_autoptr(TabPositionRollout) kept =
        tab_position_rollout_load(session->document->record, run->position, NULL);
    for (guint i = 0; i < 2; i++)
        g_assert_true(tab_position_rollout_nth(kept, i)->resting);
    g_assert_cmpuint(tab_position_rollout_games(kept), ==,
                     tab_position_rollout_games(run->rollout));
    tab_rollout_run_set_resting(run, 0, FALSE);
    tab_rollout_run_start(run);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_PLAYS);
}

/* Taken out of the game while it is played, it stays out; without a position there is none. */
static void discard(void)
{
    g_autoptr(TabProtocolLog) log = tab_protocol_log_new();
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    g_autoptr(TabRolloutRun) run = tab_rollout_run_new(log);
    g_autoptr(TabEngineConfig) engine = built_engine("engine/tab-engine");
    tab_rollout_run_discard(run);
    g_assert_null(run->rollout);
    tab_rollout_run_set_engine(run, engine);
    tab_rollout_run_set_session(run, session);
    start_long(run, 2);
    run_until(run, 1);
    g_assert_cmpuint(log->end, >, 0);
    tab_rollout_run_discard(run);
    g_assert_cmpint(run->state, ==, TAB_ROLLOUT_RESTS);
    g_assert_null(run->rollout);
    g_assert_null(tab_position_rollout_load(session->document->record, run->position, NULL));
    tab_rollout_run_pause(run);
    g_assert_null(tab_position_rollout_load(session->document->record, run->position, NULL));
}

/* What the game has of a rollout and cannot be read is told, and replaced by the next one. */
static void damaged(void)
{
    static const char text[] = "[Rules \"ludii\"]\n"
                               "[Position \"mmmmmmm/7/7/MMMMMMM w 2 - 1\"]\n"
                               "[Result \"*\"]\n"
                               "[Rollout1 \"mmmmmmm/7/7/MMMMMMM w 2 - 1 | nonsense\"]\n\n*\n";
    g_autoptr(TabGameSession) session = session_open(text, NULL);
    g_autoptr(TabRolloutRun) run = run_new(session, "engine/tab-engine");
    g_assert_null(run->rollout);
    g_assert_nonnull(run->fault);
    g_assert_nonnull(strstr(run->fault, "Rollout1"));
    tab_rollout_run_start(run);
    g_assert_cmpstr(run->fault, ==, NULL);
    run_until(run, 0);
    expect_turns(run->rollout, 3, GAMES);
    g_autoptr(TabPositionRollout) kept =
        tab_position_rollout_load(session->document->record, run->position, NULL);
    expect_turns(kept, 3, GAMES);
}

/* A game with as many tags as there can be keeps no other rollout: that is told, and what was
 * played is shown all the same. */
static void no_room(void)
{
    g_autoptr(TabGameSession) session = session_open(thrown, NULL);
    TabRecord *record = session->document->record;
    for (guint i = record->tags->len; i < TAB_RECORD_MAX_TAGS; i++) {
        g_autofree char *name = g_strdup_printf("Tag%u", i);
        tab_record_set_tag(record, name, "x");
    }
    g_autoptr(TabRolloutRun) run = run_new(session, "engine/tab-engine");
    guint64 changes = session->document->changes;
    tab_rollout_run_start(run);
    run_until(run, 0);
    g_assert_cmpstr(run->fault, ==, "The game has no room to keep another rollout.");
    expect_turns(run->rollout, 3, GAMES);
    g_assert_cmpuint(session->document->changes, ==, changes);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/rollout-run/pause-and-go-on", pause_and_go_on);
    g_test_add_func("/rollout-run/ends", ends);
    g_test_add_func("/rollout-run/resting", resting);
    g_test_add_func("/rollout-run/positions", positions);
    g_test_add_func("/rollout-run/other-engines", other_engines);
    g_test_add_func("/rollout-run/without-seed", without_seed);
    g_test_add_func("/rollout-run/known", known);
    g_test_add_func("/rollout-run/same-turns", same_turns);
    g_test_add_func("/rollout-run/waiting", waiting);
    g_test_add_func("/rollout-run/other-engine", other_engine);
    g_test_add_func("/rollout-run/all-resting", all_resting);
    g_test_add_func("/rollout-run/discard", discard);
    g_test_add_func("/rollout-run/damaged", damaged);
    g_test_add_func("/rollout-run/no-room", no_room);
    return g_test_run();
}
