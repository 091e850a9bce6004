// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons: those that ship are played through rightly and wrongly; files that are no good are
// refused with line and fault.
#include "gui/model/lesson-run.h"
#include "gui/model/rules-text.h"

#include <string.h>

#include "protocol/rules/notation.h"
#include "rules-fixture.h"

#define MOST_CHOICES 4 /* of each goal that are tried */

static TabLesson *load(const char *name)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "gui", "lessons", name, NULL);
    g_autofree char *text = NULL;
    g_autoptr(GError) error = NULL;
    gsize length;
    g_file_get_contents(path, &text, &length, &error);
    g_assert_no_error(error);
    TabLesson *lesson = tab_lesson_parse(text, (gssize)length, &error);
    if (!lesson)
        g_error("%s: %s", name, error->message);
    return lesson;
}

static void settle(void)
{
    while (g_main_context_iteration(NULL, FALSE))
        ;
}

static const TabLessonGoal *goal_of(TabLessonRun *run, guint nth)
{
    return g_ptr_array_index(tab_lesson_run_get_step(run)->goals, nth);
}

static char *position_text(TabLessonRun *run)
{
    TabGameSession *session = run->session;
    return tab_notation_position_to_string(session->document->record->rules,
                                           &tab_document_game(session->document)->position);
}

static bool is_listed(TabLessonRun *run, const TabLessonGoal *goal, const TabPlay *play)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_notation_append_play(run->session->document->record->rules, play, text);
    return !goal->plays || g_strv_contains((const char *const *)goal->plays, text->str);
}

/* A word is said, one of those that the window keeps room for. */
static void assert_remark(TabLessonRun *run)
{
    g_autoptr(GPtrArray) remarks = tab_lesson_run_list_remarks(tab_lesson_run_get_step(run));
    g_assert_cmpstr(run->remark, !=, "");
    g_assert_true(g_ptr_array_find_with_equal_func(remarks, run->remark, g_str_equal, NULL));
}

/* Every play that the goal does not want is taken back with a word on it, and changes nothing. */
static void play_wrong(TabLessonRun *run, const TabLessonGoal *goal)
{
    TabGameSession *session = run->session;
    g_autoptr(GArray) plays =
        tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
    g_autofree char *before = position_text(run);
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        if (is_listed(run, goal, play))
            continue;
        g_assert_true(tab_game_session_play(session, play));
        assert_remark(run);
        if (goal->wrong)
            g_assert_cmpstr(run->remark, ==, goal->wrong);
        settle();
        g_assert_true(session == run->session);
        g_autofree char *after = position_text(run);
        g_assert_cmpstr(after, ==, before);
        assert_remark(run);
        g_assert_false(tab_lesson_run_is_done(run));
    }
}

/* Adds the legs of the track that the play enters. */
static void add_legs(const TabGame *game, const TabPlay *play, unsigned *legs)
{
    const TabBoard *board = &game->rules->board;
    TabRank rank = tab_pile_rank(game->position.pile[play->from], 0);
    TabStop at = {play->from, board->leg[TAB_WHITE][play->from][rank]};
    for (unsigned step = 0; step < game->rules->cast.kind[play->kind].steps; step++) {
        int before = at.leg;
        at = tab_board_step(board, at, 0);
        if (at.leg != before)
            *legs |= 1u << at.leg;
    }
}

/* The plays that a goal wants and that are allowed now; every one of the file must be so somewhere.
 */
static bool play_right(TabLessonRun *run, const TabLessonGoal *goal, guint choice, unsigned *legs)
{
    TabGameSession *session = run->session;
    g_autoptr(GArray) plays =
        tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        if (is_listed(run, goal, play) && choice-- == 0) {
            TabPlay hint;
            g_assert_true(tab_lesson_run_get_hint(run, &hint));
            if (legs)
                add_legs(tab_document_game(session->document), play, legs);
            return tab_game_session_play(session, play);
        }
    }
    return false;
}

static bool meet(TabLessonRun *run, const TabLessonGoal *goal, guint choice, unsigned *legs)
{
    TabGameSession *session = run->session;
    g_autofree char *hint = tab_lesson_run_describe_hint(run);
    g_assert_cmpstr(hint, !=, "");
    switch (goal->kind) {
    case TAB_LESSON_THROW:
        if (tab_game_session_can_end_turn(session))
            tab_game_session_end_turn(session); /* throws=at-once */
        while (tab_game_session_throw(session))
            ;
        return tab_document_phase(session->document) == TAB_PHASE_MOVE;
    case TAB_LESSON_PLAY:
        play_wrong(run, goal);
        return play_right(run, goal, choice, legs);
    case TAB_LESSON_AGAIN:
        play_wrong(run, goal);
        return tab_game_session_can_cast_anew(session) && tab_game_session_throw(session);
    case TAB_LESSON_END:
        break;
    }
    return tab_game_session_end_turn(session);
}

/* One way through a step: choice number `first` of its first play, `others` of the rest; false if
 * there is no such way. Adds the legs of the track that stones enter by these, if `legs` is not
 * NULL. */
static bool take_step(TabLessonRun *run, guint nth, guint first, guint others, unsigned *legs)
{
    tab_lesson_run_begin(run, nth);
    const TabLessonStep *step = tab_lesson_run_get_step(run);
    bool chosen = false;
    for (guint g = 0; g < step->goals->len; g++) {
        g_assert_false(tab_lesson_run_is_done(run));
        const TabLessonGoal *goal = goal_of(run, g);
        if (!meet(run, goal, chosen ? others : first, legs))
            return false;
        chosen |= goal->kind == TAB_LESSON_PLAY;
        settle();
    }
    g_assert_true(tab_lesson_run_is_done(run));
    g_assert_cmpstr(run->remark, ==, step->done);
    return true;
}

static void test_lesson(gconstpointer name)
{
    g_autoptr(TabLessonRun) run = tab_lesson_run_new(load(name), 0);
    guint n = run->lesson->steps->len;
    for (guint nth = 0; nth < n; nth++) {
        if (!take_step(run, nth, 0, 0, NULL))
            g_error("%s: step %u cannot be done", (const char *)name, nth + 1);
        for (guint way = 1; way < MOST_CHOICES * MOST_CHOICES; way++)
            take_step(run, nth, way % MOST_CHOICES, way / MOST_CHOICES, NULL);
    }
}

/* Every play that a step wants is allowed when it comes to it, in some way through the step. */
static void test_plays_exist(gconstpointer name)
{
    g_autoptr(TabLesson) lesson = load(name);
    for (guint nth = 0; nth < lesson->steps->len; nth++) {
        const TabLessonStep *step = tab_lesson_get_step(lesson, nth);
        const TabLessonGoal *goal = g_ptr_array_index(step->goals, 0);
        g_autoptr(TabRules) rules = rules_for(step->rules);
        TabSituation situation;
        read_situation(rules, step->position, &situation);
        g_assert_cmpint(situation.position.side, ==, TAB_WHITE);
        for (char **play = goal->plays; play && *play; play++) {
            g_autoptr(TabGame) game = tab_game_new_from(rules, &situation, TAB_MAX_NUMBER);
            g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
            bool found = false;
            for (guint i = 0; i < plays->len && !found; i++) {
                g_autoptr(GString) text = g_string_new(NULL);
                tab_notation_append_play(rules, &g_array_index(plays, TabPlay, i), text);
                found = g_str_equal(text->str, *play);
            }
            if (!found)
                g_error("%s, step %u: %s is not allowed", (const char *)name, nth + 1, *play);
        }
    }
}

/* Where the track comes home again, the lesson on the game has the player go all of it. */
static void test_whole_round(gconstpointer name)
{
    g_autoptr(TabLessonRun) run = tab_lesson_run_new(load(name), 0);
    g_autoptr(TabRules) rules = rules_for(tab_lesson_get_step(run->lesson, 0)->rules);
    unsigned legs = 0;
    for (guint nth = 0; nth < run->lesson->steps->len; nth++)
        take_step(run, nth, 0, 0, &legs);
    for (unsigned leg = 0; leg < rules->board.n_legs && rules->board.comes_home; leg++)
        if (!(legs >> leg & 1))
            g_error("%s: no stone comes to leg %u of the track", (const char *)name, leg);
}

/* --- what goes otherwise --- */

#define LESSON(steps) "<lesson><title>t</title>" steps "</lesson>"
#define STEP(goals)                                                                                \
    "<step rules='walker:columns=5' position='m4/5/MM1M1/5 w 1,2 - 1'><title>t</title>"            \
    "<text>x</text>" goals "<done>d</done></step>"

static TabLessonRun *run_text(const char *text)
{
    g_autoptr(GError) error = NULL;
    TabLesson *lesson = tab_lesson_parse(text, -1, &error);
    g_assert_no_error(error);
    return tab_lesson_run_new(lesson, 7);
}

static bool play_from(TabLessonRun *run, const char *wanted)
{
    TabGameSession *session = run->session;
    g_autoptr(GArray) plays =
        tab_game_list_plays(tab_document_game(session->document), TAB_NO_CELL, -1);
    for (guint i = 0; i < plays->len; i++) {
        const TabPlay *play = &g_array_index(plays, TabPlay, i);
        g_autoptr(GString) text = g_string_new(NULL);
        tab_notation_append_play(session->document->record->rules, play, text);
        if (g_str_equal(text->str, wanted))
            return tab_game_session_play(session, play);
    }
    return false;
}

/* Two wrong plays before the first is taken back, plays after the end, ends that come too early. */
static void test_disorder(void)
{
    g_autoptr(TabLessonRun) run =
        run_text(LESSON(STEP("<goal do='play' plays='1:b4b3'/><goal do='play'/>")));
    g_autofree char *start = position_text(run);
    g_assert_cmpuint(run->nth, ==, 0); /* there is no step 7 */
    g_assert_true(play_from(run, "2:b4b2"));
    g_assert_true(play_from(run, "1:b1c1"));
    settle();
    g_autofree char *again = position_text(run);
    g_assert_cmpstr(again, ==, start);
    assert_remark(run);
    g_assert_true(play_from(run, "1:b4b3"));
    g_assert_cmpstr(run->remark, ==, "");
    g_assert_true(play_from(run, "2:b3b1"));
    g_assert_true(tab_lesson_run_is_done(run));
    assert_remark(run);
    g_autofree char *none = tab_lesson_run_describe_hint(run);
    g_assert_cmpstr(none, ==, "");
    TabPlay play;
    g_assert_false(tab_lesson_run_get_hint(run, &play));
    g_assert_true(tab_game_session_end_turn(run->session));
    g_assert_true(tab_lesson_run_is_done(run));
}

static void test_early_end(void)
{
    g_autoptr(TabLessonRun) run = run_text(
        LESSON("<step rules='walker:columns=5' position='m4/3(TT)1/5/5 w 2 - 1'><title>t</title>"
               "<text>x</text><goal do='play' plays='2:c4d5'/><done>d</done></step>"));
    TabGameSession *first = run->session;
    g_assert_true(play_from(run, "2:c4b5")); /* only the top stone arrives */
    settle();
    g_assert_true(first == run->session);
    g_assert_false(tab_game_session_end_turn(first)); /* the way to row 4 is a duty */
    g_assert_true(play_from(run, "2:c4d5"));
    g_assert_true(tab_lesson_run_is_done(run));
    g_autoptr(TabLessonRun) other = run_text(
        LESSON("<step rules='walker:columns=5' position='5/1m1(TT)1/5/5 w 2 - 1'><title>t</title>"
               "<text>x</text><goal do='play'/><done>d</done></step>"));
    g_assert_true(tab_game_session_end_turn(other->session));
    settle();
    g_assert_false(tab_lesson_run_is_done(other));
    g_assert_nonnull(strstr(other->remark, "once more"));
    assert_remark(other);
    g_assert_true(play_from(other, "2:c4b5"));
    g_assert_true(tab_lesson_run_is_done(other));
}

/* A play that ends the game is no way out. */
static void test_end_of_game(void)
{
    g_autoptr(TabLessonRun) run = run_text(
        LESSON("<step rules='walker:columns=5' position='5/1T1m1/2M2/5 w 2 - 1'><title>t</title>"
               "<text>x</text><goal do='play' plays='2:b3b1'/><done>d</done></step>"));
    g_autofree char *start = position_text(run);
    g_assert_true(play_from(run, "2:c2c4"));
    settle();
    g_autofree char *again = position_text(run);
    g_assert_cmpstr(again, ==, start);
    g_assert_cmpint(tab_document_game(run->session->document)->end, ==, TAB_END_NONE);
    g_assert_true(play_from(run, "2:b3b1"));
    g_assert_true(tab_lesson_run_is_done(run));
}

static void test_bad(void)
{
    static const char *const bad[][2] = {
        {"", "empty"},
        {"<lesson><title>t</title></lesson>", "missing in 'lesson'"},
        {LESSON("<step rules='walker' position='x'><group/>"), "part"},
        {LESSON(STEP("<group>g</group>")), "misplaced tag 'group'"},
        {LESSON("<step/>"), "rules"},
        {LESSON("<step rules='walkr' position='x'/>"), "walkr"},
        {LESSON("<step rules='walker' position='x'/>"), "part"},
        {LESSON(STEP("")), "missing in 'step'"},
        {LESSON(STEP("<goal do='sing'/>")), "unknown goal 'sing'"},
        {LESSON(STEP("<goal/>")), "do"},
        {LESSON(STEP("<goal do='play' play='1'/>")), "play"},
        {LESSON(STEP("<text>again</text><goal do='end'/>")), "given twice: 'text'"},
        {LESSON(STEP("<wrong>w</wrong>")), "misplaced tag 'wrong'"},
        {LESSON(STEP("<b>w</b>")), "misplaced tag 'b'"},
        {LESSON("<step rules='walker' position='nnnnnnnnn/9/9/NNNNNNNNN w - - 1' sticks='5'/>"),
         "no throw: '5'"},
        {LESSON("<step rules='walker' position='nnnnnnnnn/9/9/NNNNNNNNN w - - 1' "
                "sticks='6 6 6 6 6 6 6'/>"),
         "too many throws"},
        {LESSON(STEP("<goal do='end'/>")) "<lesson/>", ""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(tab_lesson_parse(bad[i][0], -1, &error));
        g_assert_nonnull(error);
        if (!strstr(error->message, bad[i][1]))
            g_error("'%s' does not tell of '%s'", error->message, bad[i][1]);
    }
}

static void check_words(const char *name, const char *words)
{
    g_auto(GStrv) list = g_strsplit_set(words ? words : "", " .,:;!?\n", -1);
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++)
        if (!g_str_equal(name, "10-first.lesson") &&
            g_strv_contains((const char *const *)list, tab_ruleset_preset_name(i)))
            g_error("%s: '%s' has the key of a preset, not its name", name, words);
}

/* People read the names of presets ("Lane 1836"), not their keys in rules strings ("lane"). The
 * first lesson is left out: "the standard rules" there is plain English. */
static void test_preset_names(gconstpointer name)
{
    TabLesson *lesson = load(name);
    for (guint i = 0; i < lesson->steps->len; i++) {
        const TabLessonStep *step = g_ptr_array_index(lesson->steps, i);
        check_words(name, step->title);
        check_words(name, step->text);
        check_words(name, step->done);
    }
    tab_lesson_free(lesson);
}

/* All that are there, in the order of the list. */
static GPtrArray *list_lessons(void)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "..", "gui", "lessons", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) folder = g_dir_open(path, 0, &error);
    g_assert_no_error(error);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(folder));)
        if (g_str_has_suffix(name, ".lesson"))
            g_ptr_array_add(names, g_strdup(name));
    return names;
}

/* A lesson is short, and each of the games has one that begins with its own rules. */
static void test_all_games(void)
{
    g_autoptr(GPtrArray) names = list_lessons();
    bool told[TAB_N_PRESETS] = {false};
    for (guint i = 0; i < names->len; i++) {
        g_autoptr(TabLesson) lesson = load(g_ptr_array_index(names, i));
        g_autoptr(TabRules) rules = rules_for(tab_lesson_get_step(lesson, 0)->rules);
        told[rules->set.preset] = true;
        g_assert_cmpuint(lesson->steps->len, <=, 12);
        if (lesson->group)
            g_assert_cmpstr(lesson->title, ==, tab_rules_text_preset(rules->set.preset));
    }
    for (unsigned p = 0; p < TAB_N_PRESETS; p++)
        if (!told[p] && !g_str_equal(tab_ruleset_preset_name(p), "standard")) /* as walker */
            g_error("no lesson on %s", tab_ruleset_preset_name(p));
}

/* Casting anew is what a step may want, and then neither a move nor the end of a turn will do. */
static void test_again(void)
{
    g_autoptr(TabLessonRun) run = run_text(
        LESSON("<step rules='sahkku:columns=5' position='nnnnn/2X1M/5 w 1,1,1 - 1' sticks='2 3 4'>"
               "<title>t</title><text>x</text><goal do='again'/><done>d</done></step>"));
    g_assert_true(play_from(run, "1:b5b4"));
    g_assert_cmpstr(run->remark, !=, "");
    settle();
    g_assert_false(tab_lesson_run_is_done(run));
    g_assert_true(tab_game_session_throw(run->session));
    g_assert_true(tab_lesson_run_is_done(run));
    const TabGame *game = tab_document_game(run->session->document);
    g_assert_cmpint(game->turn.situation.throws.n, ==, 3);
    g_assert_cmpint(game->turn.situation.throws.kind[0], ==, 1); /* the 2 */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autoptr(GPtrArray) names = list_lessons();
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        g_autofree char *path = g_strdup_printf("/lesson/%s", name);
        g_autofree char *plays = g_strdup_printf("/lesson/plays/%s", name);
        g_autofree char *round = g_strdup_printf("/lesson/round/%s", name);
        g_autofree char *words = g_strdup_printf("/lesson/preset-names/%s", name);
        g_test_add_data_func(words, name, test_preset_names);
        g_test_add_data_func(path, name, test_lesson);
        g_test_add_data_func(plays, name, test_plays_exist);
        g_test_add_data_func(round, name, test_whole_round);
    }
    g_test_add_func("/lesson/all-games", test_all_games);
    g_test_add_func("/lesson/again", test_again);
    g_test_add_func("/lesson/disorder", test_disorder);
    g_test_add_func("/lesson/early-end", test_early_end);
    g_test_add_func("/lesson/end-of-game", test_end_of_game);
    g_test_add_func("/lesson/bad", test_bad);
    return g_test_run();
}
