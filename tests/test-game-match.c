// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of several games in the window: their score, who sits where, and how they come back from
// records, files and what is kept for the next run.
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/game-match.h"
#include "gui/model/game-reading.h"
#include "protocol/game/record-text.h"
#include "session-fixture.h"

static TabGameSetup *make_setup(TabMatchLength length, guint n)
{
    TabGameSetup *setup = tab_game_setup_new();
    g_free(setup->rules);
    setup->rules = g_strdup("ludii:columns=5");
    setup->seed = 7;
    setup->match.length = length;
    setup->match.n = n;
    return setup;
}

static void follow(TabGameMatch *match, const TabGameSetup *setup)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameSession) session = tab_game_session_new(setup, &error);
    g_assert_no_error(error);
    tab_game_match_follow(match, session);
}

static TabGameMatch *begin(TabMatchLength length, guint n)
{
    g_autoptr(TabGameSetup) setup = make_setup(length, n);
    TabGameMatch *match = tab_game_match_new(setup);
    follow(match, match->setup);
    return match;
}

/* Goes on until this side can resign, and has it do so. */
static void lose(TabGameMatch *match, TabSide side)
{
    TabGameSession *session = match->session;
    while (tab_game_session_find_resigning(session) != (int)side)
        if (!tab_game_session_throw(session) && !session_play_any(session))
            g_assert_true(tab_game_session_end_turn(session));
    g_assert_true(tab_game_session_resign(session));
}

static void draw(TabGameMatch *match)
{
    tab_document_finish(match->session->document, TAB_END_TURN_LIMIT, -1);
}

static void advance(TabGameMatch *match)
{
    g_autoptr(TabGameSetup) next = tab_game_match_advance(match);
    follow(match, next);
}

static void check_score(TabGameMatch *match, guint first, guint second, guint drawn)
{
    g_assert_cmpuint(tab_game_match_get_won(match, 0), ==, first);
    g_assert_cmpuint(tab_game_match_get_won(match, 1), ==, second);
    g_assert_cmpuint(tab_game_match_get_place(match).drawn, ==, drawn);
}

static void check_text(char *text, const char *wanted)
{
    g_assert_cmpstr(text, ==, wanted);
    g_free(text);
}

/* --- where a match stands --- */

static void check_tags(const char *match, const char *round, const char *score, bool good)
{
    g_autoptr(TabRules) rules = tab_rules_parse("standard", NULL);
    g_autoptr(TabRecord) record = tab_record_new(rules, NULL, 0);
    TabMatchPlace place;
    tab_record_set_tag(record, "Match", match);
    tab_record_set_tag(record, "Round", round);
    tab_record_set_tag(record, "MatchSeed", "12");
    tab_record_set_tag(record, "MatchScore", score);
    g_assert_true(tab_match_place_read_tags(&place, record) == good);
    g_assert_true((place.length != TAB_MATCH_SINGLE) == good);
    if (!good)
        return;
    g_autoptr(TabRecord) again = tab_record_new(rules, NULL, 0);
    tab_match_place_write_tags(&place, again);
    static const char *const tags[] = {"Match", "Round", "MatchSeed", "MatchScore"};
    for (guint i = 0; i < G_N_ELEMENTS(tags); i++)
        g_assert_cmpstr(tab_record_get_tag(again, tags[i]), ==,
                        tab_record_get_tag(record, tags[i]));
}

static void test_tags(void)
{
    check_tags("wins=3", "1", "0-0-0", true);
    check_tags("wins=3", "6", "2-2-1", true);
    check_tags("games=99", "4", "0-3-0", true);
    check_tags(NULL, "1", "0-0-0", false);
    check_tags("wins=0", "1", "0-0-0", false);
    check_tags("wins=100", "1", "0-0-0", false);
    check_tags("points=3", "1", "0-0-0", false);
    check_tags("wins=3", "0", "0-0-0", false);
    check_tags("wins=3", "two", "1-0-0", false);
    check_tags("wins=3", "2", "0-0-0", false);  /* one is missing */
    check_tags("wins=3", "4", "3-0-0", false);  /* it was over */
    check_tags("games=2", "3", "1-1-0", false); /* likewise */
    check_tags("wins=3", "2", "1-0", false);
    check_tags("wins=3", "2", "1-0-0-0", false);
    check_tags("wins=3", "2", "1--0-0", false);
}

/* The seeds of a match follow from its own, and are seeds that a person can type. */
static void test_seeds(void)
{
    TabMatchPlace place = {.length = TAB_MATCH_GAMES, .n = 99, .seed = 7, .round = 1};
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    g_assert_cmpuint(tab_match_place_get_seed(&place), ==, 7);
    for (; place.round < 99; tab_match_place_advance(&place)) {
        gint64 *seed = g_new(gint64, 1);
        *seed = (gint64)tab_match_place_get_seed(&place);
        g_assert_cmpint(*seed, >, 0);
        g_assert_cmpint(*seed, <, 1000000000);
        g_assert_true(g_hash_table_add(seen, seed));
    }
    TabMatchPlace other = {.length = TAB_MATCH_GAMES, .n = 99, .seed = 8, .round = 2};
    TabMatchPlace same = {.length = TAB_MATCH_GAMES, .n = 99, .seed = 7, .round = 2};
    gint64 seed = (gint64)tab_match_place_get_seed(&same);
    g_assert_true(g_hash_table_contains(seen, &seed));
    g_assert_cmpuint(tab_match_place_get_seed(&other), !=, tab_match_place_get_seed(&same));
}

/* --- playing --- */

/* To two wins: the sides change, draws decide nothing, and the score stays with the people. */
static void test_wins(void)
{
    g_autoptr(TabGameMatch) match = begin(TAB_MATCH_WINS, 2);
    check_text(tab_game_match_describe_state(match), "Match to 2 wins · game 1");
    check_text(tab_game_match_describe_score(match), "Player 1 – Player 2: 0 – 0");
    g_assert_false(tab_game_match_can_advance(match));
    g_assert_cmpint(tab_game_match_get_side(match, 0), ==, TAB_WHITE);
    lose(match, TAB_BLACK);
    check_score(match, 1, 0, 0);
    g_assert_true(tab_game_match_can_advance(match));
    advance(match);
    g_assert_cmpint(tab_game_match_get_side(match, 0), ==, TAB_BLACK);
    g_assert_cmpstr(match->session->setup->name[TAB_BLACK], ==, "Player 1");
    g_assert_cmpuint(match->session->setup->seed, !=, 7);
    check_text(tab_game_match_describe_state(match), "Match to 2 wins · game 2");
    lose(match, TAB_BLACK);
    check_score(match, 1, 1, 0);
    advance(match);
    draw(match);
    check_score(match, 1, 1, 1);
    g_assert_false(tab_game_match_is_over(match));
    advance(match);
    check_text(tab_game_match_describe_score(match), "Player 1 – Player 2: 1 – 1 · 1 draw");
    lose(match, TAB_WHITE); /* game 4: player 2 is White */
    check_score(match, 2, 1, 1);
    g_assert_true(tab_game_match_is_over(match));
    g_assert_false(tab_game_match_can_advance(match));
    check_text(tab_game_match_describe_state(match), "Player 1 has won the match");
    g_assert_cmpuint(match->earlier->len, ==, 3);
}

/* All games of a number are played, and may leave it undecided. */
static void test_games(void)
{
    g_autoptr(TabGameMatch) match = begin(TAB_MATCH_GAMES, 2);
    lose(match, TAB_BLACK);
    g_assert_false(tab_game_match_is_over(match));
    advance(match);
    lose(match, TAB_BLACK);
    g_assert_true(tab_game_match_is_over(match));
    check_score(match, 1, 1, 0);
    check_text(tab_game_match_describe_state(match), "The match is drawn");
}

/* An end that is taken back does not count any more. */
static void test_taken_back(void)
{
    g_autoptr(TabGameMatch) match = begin(TAB_MATCH_WINS, 1);
    lose(match, TAB_WHITE);
    check_score(match, 0, 1, 0);
    g_assert_true(tab_game_match_is_over(match));
    g_assert_true(tab_game_session_undo(match->session));
    check_score(match, 0, 0, 0);
    g_assert_false(tab_game_match_is_over(match));
    g_assert_false(tab_game_match_can_advance(match));
}

static void test_names(void)
{
    g_autoptr(TabGameSetup) setup = make_setup(TAB_MATCH_GAMES, 4);
    setup->player[TAB_BLACK] = (TabPlayer){.engine = true, .level = 3};
    g_autoptr(TabGameMatch) one = tab_game_match_new(setup);
    check_text(tab_game_match_describe_score(one), "You – Tab Engine: 0 – 0");
    setup->player[TAB_WHITE] = (TabPlayer){.engine = true, .level = 5};
    g_autoptr(TabGameMatch) levels = tab_game_match_new(setup);
    check_text(tab_game_match_describe_score(levels),
               "Tab Engine, level 5 – Tab Engine, level 3: 0 – 0");
    setup->player[TAB_WHITE].level = 3;
    g_autoptr(TabGameMatch) alike = tab_game_match_new(setup);
    check_text(tab_game_match_describe_score(alike), "Tab Engine (1) – Tab Engine (2): 0 – 0");
}

/* --- from records --- */

static GPtrArray *read_all(const GPtrArray *texts)
{
    GPtrArray *records = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    for (guint i = 0; i < texts->len; i++) {
        g_autoptr(GError) error = NULL;
        const char *text = texts->pdata[i];
        g_autoptr(GPtrArray) one = tab_record_parse(text, strlen(text), &error);
        g_assert_no_error(error);
        g_ptr_array_add(records, g_ptr_array_steal_index(one, 0));
    }
    return records;
}

static void check_record(const TabRecord *record, const char *round, const char *score,
                         const char *white)
{
    g_assert_cmpstr(tab_record_get_tag(record, "Event"), ==, "Match to 3 wins");
    g_assert_cmpstr(tab_record_get_tag(record, "Match"), ==, "wins=3");
    g_assert_cmpstr(tab_record_get_tag(record, "MatchSeed"), ==, "7");
    g_assert_cmpstr(tab_record_get_tag(record, "Round"), ==, round);
    g_assert_cmpstr(tab_record_get_tag(record, "MatchScore"), ==, score);
    g_assert_cmpstr(tab_record_get_tag(record, "White"), ==, white);
}

/* Three games, of which the third is begun. */
static TabGameMatch *play_three(void)
{
    TabGameMatch *match = begin(TAB_MATCH_WINS, 3);
    lose(match, TAB_BLACK);
    advance(match);
    lose(match, TAB_WHITE);
    advance(match);
    return match;
}

static void test_records(void)
{
    g_autoptr(TabGameMatch) match = play_three();
    g_autoptr(GPtrArray) texts = tab_game_match_list_games(match);
    g_autoptr(GPtrArray) records = read_all(texts);
    g_autoptr(GPtrArray) engines = g_ptr_array_new();
    g_assert_cmpuint(records->len, ==, 3);
    check_record(records->pdata[0], "1", "0-0-0", "Player 1");
    check_record(records->pdata[1], "2", "0-1-0", "Player 2");
    check_record(records->pdata[2], "3", "2-0-0", "Player 1");
    /* found among others, in any order and twice */
    g_autoptr(GPtrArray) mixed = g_ptr_array_new();
    g_ptr_array_add(mixed, (char *)"no record");
    g_ptr_array_add(mixed, (char *)"[MatchSeed \"7\"] broken");
    for (guint i = 4; i-- > 0;)
        g_ptr_array_add(mixed, texts->pdata[i % 3]);
    g_autoptr(GPtrArray) earlier = tab_game_match_find_earlier(records->pdata[2], mixed);
    g_assert_cmpuint(earlier->len, ==, 2);
    g_assert_cmpstr(earlier->pdata[0], ==, texts->pdata[0]);
    g_assert_cmpstr(earlier->pdata[1], ==, texts->pdata[1]);
    /* a later game is there */
    g_assert_null(tab_game_match_find_earlier(records->pdata[1], mixed));
    g_autoptr(TabGameMatch) again =
        tab_game_match_new_from_record(records->pdata[2], earlier, engines);
    check_score(again, 2, 0, 0);
    check_text(tab_game_match_describe_state(again), "Match to 3 wins · game 3");
    check_text(tab_game_match_describe_score(again), "Player 1 – Player 2: 2 – 0");
}

/* A match with an engine goes on from a game that is over, in which nobody but people sits. */
static void test_engine_seat(void)
{
    g_autoptr(TabGameSetup) setup = make_setup(TAB_MATCH_GAMES, 3);
    g_autoptr(GPtrArray) engines =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    g_ptr_array_add(engines, tab_engine_config_new((const char *[]){"/bin/false", NULL}));
    setup->player[TAB_BLACK] = (TabPlayer){.engine = true, .level = 3};
    setup->engine[TAB_BLACK] = tab_engine_config_copy(engines->pdata[0]);
    g_autoptr(TabGameMatch) match = tab_game_match_new(setup);
    follow(match, match->setup);
    tab_document_finish(match->session->document, TAB_END_RESIGNED, TAB_BLACK);
    g_autoptr(GPtrArray) texts = tab_game_match_list_games(match);
    g_autoptr(GPtrArray) records = read_all(texts);
    g_autoptr(TabGameMatch) again =
        tab_game_match_new_from_record(records->pdata[0], NULL, engines);
    g_autoptr(TabGameSession) session = session_reopen(match->session, NULL);
    tab_game_match_follow(again, session);
    check_score(again, 0, 1, 0);
    g_autoptr(TabGameSetup) next = tab_game_match_advance(again);
    g_assert_true(next->player[TAB_WHITE].engine);
    g_assert_cmpint(next->player[TAB_WHITE].level, ==, 3);
    g_assert_cmpstr(next->engine[TAB_WHITE]->argv[0], ==, "/bin/false");
    g_assert_false(next->player[TAB_BLACK].engine);
    check_score(again, 0, 1, 0);
    /* and when it is kept once more before that */
    g_autoptr(GPtrArray) kept = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(kept, tab_document_to_text(session->document));
    g_autoptr(GPtrArray) told = read_all(kept);
    g_autoptr(TabGameMatch) later = tab_game_match_new_from_record(told->pdata[0], NULL, engines);
    tab_game_match_follow(later, session);
    g_autoptr(TabGameSetup) third = tab_game_match_advance(later);
    g_assert_true(third->player[TAB_WHITE].engine);
    tab_game_session_close(match->session);
}

/* --- kept for the next run --- */

static TabResume *keep_and_load(TabGameMatch *match, const TabGameFile *file, bool changed)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", &error);
    g_assert_no_error(error);
    g_autofree char *path = g_build_filename(folder, "game.ini", NULL);
    g_autoptr(TabResume) kept = tab_resume_new(match->session, file, match->earlier, changed);
    g_assert_true(tab_resume_write(kept, path, &error));
    g_assert_no_error(error);
    TabResume *loaded = tab_game_reading_resume(path, NULL, &error);
    g_assert_no_error(error);
    g_unlink(path);
    g_rmdir(folder);
    return loaded;
}

static void test_resume(void)
{
    g_autoptr(TabGameMatch) match = play_three();
    g_autoptr(TabResume) left = keep_and_load(match, NULL, true);
    g_assert_cmpuint(left->earlier->len, ==, 2);
    g_assert_cmpstr(left->earlier->pdata[1], ==, match->earlier->pdata[1]);
    /* between two games, too, and after the last */
    lose(match, TAB_BLACK);
    g_assert_true(tab_game_match_is_over(match));
    g_autoptr(TabResume) over = keep_and_load(match, NULL, true);
    g_assert_nonnull(over);
    g_assert_cmpint(over->record->result, ==, TAB_RECORD_WHITE_WON);
    g_assert_cmpuint(over->earlier->len, ==, 2);
}

/* Of a match that was saved after its first game the file gets the others, too; games that are not
 * of it stay. */
static void test_resume_file(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameMatch) match = begin(TAB_MATCH_WINS, 3);
    g_autoptr(TabGameSetup) single = make_setup(TAB_MATCH_SINGLE, 0);
    g_autoptr(TabGameSession) other = tab_game_session_new(single, &error);
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", &error);
    g_autofree char *path = g_build_filename(folder, "games.tab", NULL);
    lose(match, TAB_BLACK);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(texts, tab_document_to_text(other->document));
    g_ptr_array_add(texts, g_strdup(""));
    g_autoptr(TabGameFile) file = tab_game_file_new_from_texts(path, texts, 1);
    g_autofree char *first = tab_document_to_text(match->session->document);
    g_assert_true(tab_game_file_save(file, first, NULL, &error));
    advance(match);
    file->current = 2; /* where the window has it by now */
    g_autoptr(TabResume) left = keep_and_load(match, file, true);
    g_assert_cmpuint(left->file->texts->len, ==, 3);
    g_assert_cmpuint(left->file->current, ==, 2);
    g_assert_cmpstr(left->file->texts->pdata[0], ==, texts->pdata[0]);
    g_assert_cmpstr(left->file->texts->pdata[1], ==, first);
    g_unlink(path);
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/game-match/tags", test_tags);
    g_test_add_func("/game-match/seeds", test_seeds);
    g_test_add_func("/game-match/wins", test_wins);
    g_test_add_func("/game-match/games", test_games);
    g_test_add_func("/game-match/taken-back", test_taken_back);
    g_test_add_func("/game-match/names", test_names);
    g_test_add_func("/game-match/records", test_records);
    g_test_add_func("/game-match/engine-seat", test_engine_seat);
    g_test_add_func("/game-match/resume", test_resume);
    g_test_add_func("/game-match/resume-file", test_resume_file);
    return g_test_run();
}
