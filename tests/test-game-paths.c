// SPDX-License-Identifier: GPL-3.0-or-later
// The same games on every path by which the programs play: random games of every preset end
// after the same turn, in the same way and with the same winner, whether the match runner plays
// them, the window, the lab, a TabGame, or a plain loop over the rules.
#include <string.h>

#include "engine/lab/training/game.h"
#include "engine/search/playout.h"
#include "protocol/game/game.h"
#include "protocol/game/record-text.h"
#include "protocol/match/tournament.h"
#include "protocol/rules/outcomes.h"
#ifdef TAB_TEST_WINDOW
#include "gui/model/game-session.h"
#endif

#define GAMES (g_test_thorough() ? 300u : 60u) /* of each preset, by all limits together */

static const unsigned all_limits[] = {12, 25, 40, 300};

/* How a game ended. */
typedef struct {
    TabEnding end;
    int winner;
    unsigned turns;
} Ending;

static void assert_same(const char *path, const char *record, Ending a, Ending b)
{
    if (a.end != b.end || a.winner != b.winner || a.turns != b.turns)
        g_error("%s: end %d, winner %d, %u turns; by the rules %d, %d, %u:\n%s", path, a.end,
                a.winner, a.turns, b.end, b.winner, b.turns, record);
}

/* --- a plain loop over the rules, which counts as RULES.md 6 says and knows nothing of ending.h
 * ---
 */

typedef struct {
    TabPosition position;
    unsigned turns, idle;
    bool moved;
} Plain;

/* On a track that ends nothing is left to do once every piece has come to the enemy's home row. */
static gboolean all_have_come(const TabRules *rules, const TabPosition *position)
{
    for (unsigned cell = 0; cell < rules->board.cells; cell++)
        for (int side = 0; side < 2; side++)
            if (tab_cells_has(&position->occupied[side], cell) &&
                rules->board.relative_row[side][cell] != rules->board.n_rows)
                return FALSE;
    return rules->set.value[TAB_SWITCH_TRACK] == TAB_TRACK_ONCE;
}

static Ending plain_ending(const TabRules *rules, const Plain *plain, unsigned max_turns)
{
    const uint8_t *pieces = plain->position.pieces;
    Ending ending = {.end = TAB_END_NONE, .winner = -1, .turns = plain->turns};
    gboolean fill = rules->set.value[TAB_SWITCH_GOAL] == TAB_GOAL_FILL;
    if (!pieces[TAB_WHITE])
        ending = (Ending){TAB_END_NORMAL, TAB_BLACK, plain->turns};
    else if (!pieces[TAB_BLACK])
        ending = (Ending){TAB_END_NORMAL, TAB_WHITE, plain->turns};
    else if (all_have_come(rules, &plain->position)) {
        ending.end = TAB_END_NORMAL;
        if (fill && pieces[TAB_WHITE] != pieces[TAB_BLACK])
            ending.winner = pieces[TAB_WHITE] > pieces[TAB_BLACK] ? TAB_WHITE : TAB_BLACK;
    } else if (plain->idle >= 50)
        ending.end = TAB_END_NO_PROGRESS;
    else if (plain->turns >= max_turns)
        ending.end = TAB_END_TURN_LIMIT;
    return ending;
}

static void plain_play(const TabRules *rules, Plain *plain, const TabTurn *turn)
{
    uint32_t number = plain->position.number;
    TabPosition after;
    tab_movegen_play_turn(rules, &plain->position, turn, &after);
    plain->position = after;
    plain->moved = plain->moved || turn->n_plays > 0;
    if (after.number == number)
        return;
    plain->turns++;
    plain->idle = plain->moved ? 0 : plain->idle + 1;
    plain->moved = false;
}

/* --- the paths: each plays the turns of a record, which must end with them and not before --- */

typedef struct {
    const TabRecord *record;
    const char *text;
    unsigned max_turns;
} Replay;

static void read_turn(const Replay *replay, const TabRecordNode *node, const TabPosition *before,
                      TabTurn *turn)
{
    g_autoptr(GError) error = NULL;
    TabSituation situation = {.position = *before};
    TabPosition after;
    tab_notation_parse_throws(replay->record->rules, node->throws, &situation.throws, &error);
    g_assert_no_error(error);
    tab_notation_parse_turn(replay->record->rules, &situation, node->turn, turn, &after, &error);
    g_assert_no_error(error);
}

static Ending by_rules(const Replay *replay)
{
    Plain plain = {.position = replay->record->start.position};
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    for (const TabRecordNode *node = replay->record->root->child; node; node = node->child) {
        g_assert_cmpint(plain_ending(replay->record->rules, &plain, replay->max_turns).end, ==,
                        TAB_END_NONE);
        read_turn(replay, node, &plain.position, turn);
        plain_play(replay->record->rules, &plain, turn);
    }
    return plain_ending(replay->record->rules, &plain, replay->max_turns);
}

static Ending by_lab(const Replay *replay)
{
    TabTrainGame game;
    TabSticks fair = tab_sticks_fair(&replay->record->rules->cast);
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    tab_train_game_start(&game, replay->record->rules, NULL, &fair, tab_random_new(1));
    game.position = replay->record->start.position;
    game.limits.max_turns = replay->max_turns;
    for (const TabRecordNode *node = replay->record->root->child; node; node = node->child) {
        TabPosition after;
        read_turn(replay, node, &game.position, turn);
        tab_movegen_play_turn(replay->record->rules, &game.position, turn, &after);
        g_assert_cmpint(tab_train_game_play(&game, &after, turn->n_plays > 0), ==,
                        node->child != NULL);
    }
    return (Ending){game.end, game.winner, game.counters.turns};
}

static Ending by_game(const Replay *replay)
{
    g_autoptr(TabGame) game =
        tab_game_new_from(replay->record->rules, &replay->record->start, replay->max_turns);
    g_autoptr(GError) error = NULL;
    for (const TabRecordNode *node = replay->record->root->child; node; node = node->child) {
        tab_game_take_throws(game, node);
        tab_game_play_turn(game, node->turn, &error);
        g_assert_no_error(error);
        tab_game_end_turn(game);
        g_assert_cmpint(game->end == TAB_END_NONE, ==, node->child != NULL);
    }
    return (Ending){game->end, game->winner, game->counts.ending.turns};
}

#ifdef TAB_TEST_WINDOW
/* Two people play with the sticks of the same seed, so that they throw what the engines threw. */
static Ending by_window(const Replay *replay)
{
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    g_free(setup->rules);
    setup->rules = tab_ruleset_to_string(&replay->record->rules->set);
    setup->seed = g_ascii_strtoull(tab_record_get_tag(replay->record, "Seed"), NULL, 10);
    setup->max_turns = replay->max_turns;
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    while (tab_document_game(session->document)->opens)
        g_assert_true(tab_game_session_throw(session));
    for (const TabRecordNode *node = replay->record->root->child; node; node = node->child) {
        while (!tab_game_is_thrown(tab_document_game(session->document)))
            g_assert_true(tab_game_session_throw(session));
        g_autoptr(GString) throws = g_string_new(NULL);
        const TabSituation *situation = &tab_document_game(session->document)->turn.situation;
        tab_notation_append_throws(replay->record->rules, &situation->throws, throws);
        g_assert_cmpstr(throws->str, ==, node->throws);
        read_turn(replay, node, &situation->position, turn);
        for (unsigned i = 0; i < turn->n_plays; i++)
            g_assert_true(tab_game_session_play(session, &turn->plays[i]));
        if (!tab_document_game(session->document)->end) /* losing the last piece has ended it */
            g_assert_true(tab_game_session_end_turn(session));
        g_assert_cmpint(tab_document_game(session->document)->end == TAB_END_NONE, ==,
                        node->child != NULL);
    }
    const TabGame *game = tab_document_game(session->document);
    return (Ending){game->end, game->winner, game->counts.ending.turns};
}
#endif

/* --- matches --- */

typedef struct {
    unsigned max_turns, games;
    unsigned ends[TAB_END_TURN_LIMIT + 1];
    GMainLoop *loop;
    GError *error;
} Match;

static Ending by_runner(const TabGameResult *result)
{
    static const TabEnding ends[TAB_N_RECORD_TERMINATIONS] = {
        [TAB_RECORD_NORMAL] = TAB_END_NORMAL,
        [TAB_RECORD_NO_PROGRESS] = TAB_END_NO_PROGRESS,
        [TAB_RECORD_TURN_LIMIT] = TAB_END_TURN_LIMIT,
    };
    static const int winners[TAB_N_RECORD_RESULTS] = {
        [TAB_RECORD_UNDECIDED] = -1,
        [TAB_RECORD_WHITE_WON] = TAB_WHITE,
        [TAB_RECORD_BLACK_WON] = TAB_BLACK,
        [TAB_RECORD_DRAWN] = -1,
    };
    return (Ending){ends[result->termination], winners[result->result], result->turns};
}

static gboolean on_report(TabTournament *tournament, const TabPairing *pairing,
                          const TabGameResult *result, gpointer data)
{
    Match *match = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(result->record, strlen(result->record), &error);
    g_assert_no_error(error);
    const Replay replay = {records->pdata[0], result->record, match->max_turns};
    Ending ending = by_rules(&replay);
    g_assert_cmpint(ending.end, !=, TAB_END_NONE);
    assert_same("runner", replay.text, by_runner(result), ending);
    assert_same("lab", replay.text, by_lab(&replay), ending);
    assert_same("game", replay.text, by_game(&replay), ending);
#ifdef TAB_TEST_WINDOW
    assert_same("window", replay.text, by_window(&replay), ending);
#endif
    match->ends[ending.end]++;
    match->games++;
    return TRUE;
}

static void on_end(GObject *source, GAsyncResult *result, gpointer data)
{
    Match *match = data;
    tab_tournament_run_finish(result, &match->error);
    g_main_loop_quit(match->loop);
}

static void play_match(Match *match, const TabRules *rules, unsigned games)
{
    static const char *const names[] = {"A", "B", NULL};
    static const TabTournamentEvents events = {NULL, on_report};
    g_autoptr(TabMatchSettings) settings = tab_match_settings_new();
    g_autofree char *engine =
        g_strdup_printf("cmd=%s/tests/random-player", g_getenv("TAB_BUILD_ROOT"));
    for (int i = 0; i < 2; i++)
        g_ptr_array_add(settings->entrants, tab_entrant_parse(engine, NULL, NULL, &match->error));
    g_assert_no_error(match->error);
    tab_match_settings_add_rules(settings, tab_rules_ref(rules));
    settings->schedule.engines = 2;
    settings->schedule.rules = 1;
    settings->schedule.games = games;
    settings->schedule.pairs = FALSE;
    settings->seed = match->max_turns;
    settings->max_turns = match->max_turns;
    settings->times = FALSE;
    g_autoptr(TabTournament) tournament = tab_tournament_new(settings, names, 2, NULL);
    match->loop = g_main_loop_new(NULL, FALSE);
    tab_tournament_run_async(tournament, NULL, &events, match, on_end, match);
    g_main_loop_run(match->loop);
    g_clear_pointer(&match->loop, g_main_loop_unref);
    g_assert_no_error(match->error);
}

/* A small board, and few pieces where the limit is low, so that games end by the rules too; with
 * all pieces both sides of a game of bell are blocked now and then. */
static TabRules *small_rules(unsigned preset, unsigned max_turns)
{
    g_autofree char *text = g_strdup_printf("%s:columns=5%s", tab_ruleset_preset_name(preset),
                                            max_turns < 100 ? ",pieces=3" : "");
    g_autoptr(GError) error = NULL;
    TabRules *rules = tab_rules_parse(text, &error);
    g_assert_no_error(error);
    return rules;
}

static void matches(void)
{
    unsigned ends[TAB_END_TURN_LIMIT + 1] = {0};
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        unsigned games = 0;
        for (guint i = 0; i < G_N_ELEMENTS(all_limits); i++) {
            g_autoptr(TabRules) rules = small_rules(preset, all_limits[i]);
            Match match = {.max_turns = all_limits[i]};
            play_match(&match, rules, GAMES / G_N_ELEMENTS(all_limits));
            games += match.games;
            for (guint end = 0; end < G_N_ELEMENTS(ends); end++)
                ends[end] += match.ends[end];
        }
        g_assert_cmpuint(games, ==, GAMES);
    }
    g_test_message("%u won, %u without progress, %u by the limit", ends[TAB_END_NORMAL],
                   ends[TAB_END_NO_PROGRESS], ends[TAB_END_TURN_LIMIT]);
    for (guint end = TAB_END_NORMAL; end < G_N_ELEMENTS(ends); end++)
        g_assert_cmpuint(ends[end], >, 0);
}

/* --- playouts, which choose their plays themselves: the plain loop makes the same draws --- */

static void plain_turn(const TabRules *rules, const TabPosition *before, TabRandom *random,
                       TabTurn *turn)
{
    TabPosition position = *before;
    TabHand left = turn->hand;
    turn->n_plays = 0;
    turn->cast_anew = false;
    for (;;) {
        TabPlay plays[TAB_MAX_KINDS * TAB_MAX_PLAYS];
        unsigned n = 0;
        for (unsigned t = 0; t < rules->cast.n_uses; t++)
            if (left.n[t])
                n += tab_movegen_hand_plays(rules, &position, (int)t, plays + n);
        if (!n)
            return;
        const TabPlay *play = &plays[n > 1 ? tab_random_below(random, n) : 0];
        tab_position_play(&position, &position, play);
        tab_hand_use(&rules->cast, &left, play->kind, (play->flags & TAB_PLAY_HALVES) != 0);
        turn->plays[turn->n_plays++] = *play;
    }
}

static Ending plain_game(const TabRules *rules, unsigned max_turns, TabRandom *random)
{
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    TabSituation situation;
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    tab_position_start(rules, tab_playout_opening(rules, &sticks, random), &situation);
    Plain plain = {.position = situation.position};
    while (plain_ending(rules, &plain, max_turns).end == TAB_END_NONE) {
        while (!tab_throws_complete(&situation.throws))
            tab_throws_draw(rules, &situation.throws, plain.position.side, &sticks, random);
        situation.position = plain.position;
        turn->hand = tab_situation_hand(rules, &situation);
        plain_turn(rules, &plain.position, random, turn);
        plain_play(rules, &plain, turn);
        situation.throws = (TabThrows){.n = 0};
    }
    return plain_ending(rules, &plain, max_turns);
}

static void playouts(void)
{
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        for (unsigned game = 0; game < GAMES; game++) {
            TabEndingLimits limits = {TAB_MAX_IDLE_TURNS,
                                      all_limits[game % G_N_ELEMENTS(all_limits)]};
            g_autoptr(TabRules) rules = small_rules(preset, limits.max_turns);
            TabSticks sticks = tab_sticks_fair(&rules->cast);
            TabRandom random = tab_random_new_stream(preset, game), same = random;
            TabPlayout playout = tab_playout_game(rules, &sticks, &limits, &random);
            g_assert_cmpint(playout.winner, ==, plain_game(rules, limits.max_turns, &same).winner);
            g_assert_cmpuint(tab_random_next(&random), ==, tab_random_next(&same));
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/game-paths/matches", matches);
    g_test_add_func("/game-paths/playouts", playouts);
    return g_test_run();
}
