// SPDX-License-Identifier: GPL-3.0-or-later
// What a turn does by the rules, the reasons and arrows that follow, in all games, and the time
// that this takes.
#include <math.h>
#include <string.h>

#include "gui/model/turn-arrows.h"
#include "gui/model/turn-reasons.h"
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/threats.h"
#include "rules-fixture.h"
#include "tests/local-text.h"

typedef struct {
    TabRules *rules;
    TabSituation situation;
    TabTurn turn;
    TabTurnEffects effects;
} Played;

static void play(Played *played, const char *rules, const char *position, const char *turn)
{
    g_autoptr(GError) error = NULL;
    TabPosition after;
    played->rules = rules_for(rules);
    read_situation(played->rules, position, &played->situation);
    tab_notation_parse_turn(played->rules, &played->situation, turn, &played->turn, &after, &error);
    g_assert_no_error(error);
    TabSticks sticks = tab_sticks_fair(&played->rules->cast);
    tab_turn_effects_find(played->rules, &played->situation.position, &played->turn, &sticks,
                          &played->effects);
    g_assert_true(tab_position_same(&played->effects.after, &after));
}

static void drop(Played *played)
{
    tab_rules_unref(played->rules);
}

/* --- counts --- */

static void test_counts(void)
{
    Played played;
    /* a capture two cells on, and a stone that leaves home */
    play(&played, "walker", "9/9/3t1M3/8M w 1,2 - 5", "1:a9b9,2:b6b4");
    g_assert_cmpint(played.effects.taken, ==, 1);
    g_assert_cmpint(played.effects.gone, ==, 3);
    g_assert_cmpint(played.effects.out, ==, 1);
    g_assert_cmpint(played.effects.freed, ==, 0);
    g_assert_cmpint(played.effects.unused, ==, 0);
    g_assert_true(played.effects.over); /* it was the last one */
    g_assert_cmpuint(played.effects.danger.n, ==, 0);
    drop(&played);
    /* a tâb frees the foremost Nasrani, and a 3 has no play */
    play(&played, "walker", "m8/9/9/7NN w 1,3 - 5", "1:a9b9,3:b9b6");
    g_assert_cmpint(played.effects.freed, ==, 1);
    g_assert_cmpint(played.effects.out, ==, 1);
    g_assert_cmpint(played.effects.gone, ==, 4);
    drop(&played);
    /* from row 3 on to the enemy's home row */
    play(&played, "walker", "8m/T8/9/9 w 2 - 5", "2:c1c3");
    g_assert_cmpint(played.effects.arrived, ==, 0);
    drop(&played);
    /* a tâb is kept */
    play(&played, "bell", "m8/9/9/5M3 w 1,2 - 5", "2:a6a8,1:save");
    g_assert_cmpint(played.effects.saved, ==, 1);
    g_assert_cmpint(played.effects.unused, ==, 0);
    drop(&played);
}

/* --- what is in reach --- */

static void test_reach(void)
{
    Played played;
    /* White stands three cells before Black and two behind it, as Black comes from the other side
     */
    play(&played, "walker", "9/9/2t2M3/8M w 2 - 5", "2:a9b8");
    const TabTurnReaches *aim = &played.effects.aim;
    char name[TAB_CELL_NAME];
    g_assert_cmpuint(aim->n, ==, 1);
    g_assert_cmpstr(tab_board_cell_name(&played.rules->board, aim->reach[0].to, name), ==, "b3");
    g_assert_cmpstr(tab_board_cell_name(&played.rules->board, aim->reach[0].from, name), ==, "b6");
    g_assert_cmpuint(aim->reach[0].height, ==, 1);
    g_assert_cmpfloat(aim->reach[0].chance, >=, aim->reach[0].chance_alone);
    double chance[TAB_MAX_CELLS], sum = 0;
    TabSticks sticks = tab_sticks_fair(&played.rules->cast);
    tab_threats_find(played.rules, &played.effects.after, TAB_BLACK, &sticks, chance);
    for (unsigned i = 0; i < played.effects.after.cells; i++)
        sum += chance[i] * tab_pile_height(played.effects.after.pile[i]);
    g_assert_cmpfloat_with_epsilon(played.effects.danger.stones, sum, 1e-12);
    drop(&played);
}

/* --- reasons --- */

static const TabReason *find_reason(GPtrArray *reasons, const char *text)
{
    for (guint i = 0; i < reasons->len; i++) {
        const TabReason *reason = g_ptr_array_index(reasons, i);
        g_test_message("%+d %s", reason->favours, reason->text);
        if (strstr(reason->text, text))
            return reason;
    }
    return NULL;
}

static void test_reasons(void)
{
    static const char *const position = "8m/9/3t1M3/8M w 1,2 - 5";
    Played best, other;
    play(&best, "walker", position, "2:b6b4,1:a9b9");
    play(&other, "walker", position, "1:b6b5,2:a9b8");
    g_autoptr(GPtrArray) reasons = tab_turn_reasons_by_rules(&best.effects, &other.effects);
    const TabReason *taken = find_reason(reasons, "Stones taken: 1 instead of 0.");
    g_assert_nonnull(taken);
    g_assert_cmpint(taken->favours, ==, 1);
    g_assert_cmpint(taken->theme, ==, TAB_REASON_HITS);
    g_assert_true(isnan(taken->share));
    g_assert_null(find_reason(reasons, "Cells gone")); /* three each */
    for (guint i = 1; i < reasons->len; i++)
        g_assert_cmpint(((TabReason *)g_ptr_array_index(reasons, i - 1))->favours, >=,
                        ((TabReason *)g_ptr_array_index(reasons, i))->favours);
    g_autoptr(GPtrArray) none = tab_turn_reasons_by_rules(&best.effects, &best.effects);
    g_assert_cmpuint(none->len, ==, 0);
    drop(&best);
    drop(&other);
}

static TabEvalAnswer *make_answer(const char *const *lines)
{
    TabEvalAnswer *answer = tab_eval_answer_new();
    for (; *lines; lines++) {
        g_auto(GStrv) words = g_strsplit(*lines, " ", -1);
        g_assert_true(tab_eval_answer_take(answer, words));
    }
    return answer;
}

/* After the best turn the enemy is to move, after the other the side itself is. */
static void test_terms(void)
{
    g_autoptr(TabRules) rules = rules_for("walker");
    static const char *const after_best[] = {
        "term exposed mover 2.0 enemy 0.5 adds -0.5", "term worst mover 1.0 enemy 0.5 adds -0.1",
        "term pieces mover 5 enemy 6 adds -0.2", "term karma mover 1 enemy 2 adds 0.05", NULL};
    static const char *const after_other[] = {
        "term exposed mover 1.5 enemy 1.0 adds -0.4", "term worst mover 0.5 enemy 0.5 adds 0",
        "term pieces mover 6 enemy 5 adds 0.2", "term karma mover 3 enemy 1 adds 0.15", NULL};
    g_autoptr(TabEvalAnswer) best = make_answer(after_best), other = make_answer(after_other),
                             empty = tab_eval_answer_new();
    g_autoptr(GPtrArray) reasons =
        tab_turn_reasons_by_terms(rules, best, false, other, true, TAB_REASON_YOURS);
    /* for the side: exposed 0.5 + 0.4, worst 0.1 + 0, pieces 0.2 - 0.2, karma -0.05 - 0.15 */
    g_assert_cmpuint(reasons->len, ==, 2);
    const TabReason *safety = g_ptr_array_index(reasons, 0), *karma = g_ptr_array_index(reasons, 1);
    g_assert_cmpint(safety->theme, ==, TAB_REASON_SAFETY);
    g_assert_cmpint(safety->favours, ==, 1);
    g_assert_cmpfloat_with_epsilon(safety->share, 1.0 / 1.2, 1e-9);
    g_assert_nonnull(strstr(safety->text, "Safety: for the best turn (83"));
    g_assert_nonnull(strstr(safety->text, tab_local_text("Stones in danger: 0.5 instead of 1.5.")));
    g_assert_cmpint(karma->theme, ==, TAB_REASON_OTHER);
    g_assert_cmpint(karma->favours, ==, -1);
    g_assert_nonnull(strstr(karma->text, "“karma”: for your turn (17"));
    g_autoptr(GPtrArray) none =
        tab_turn_reasons_by_terms(rules, empty, false, empty, false, TAB_REASON_YOURS);
    g_assert_cmpuint(none->len, ==, 0);
}

/* Where no stone joins another, nothing is told of piles. */
static void test_terms_without_piles(void)
{
    static const struct {
        const char *rules, *danger, *ways;
    } cases[] = {
        {"walker", "The greatest danger to one pile: ", "Piles that can move: "},
        {"daldos", "The greatest danger to one stone: ", "Stones that can move: "},
    };
    static const char *const after_best[] = {"term worst mover 2.0 enemy 0.5 adds -0.5",
                                             "term movable mover 2 enemy 5 adds 0.5", NULL};
    static const char *const after_other[] = {"term worst mover 2.0 enemy 1.5 adds 0",
                                              "term movable mover 2 enemy 4 adds 0", NULL};
    g_autoptr(TabEvalAnswer) best = make_answer(after_best), other = make_answer(after_other);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TabRules) rules = rules_for(cases[i].rules);
        g_autoptr(GPtrArray) reasons =
            tab_turn_reasons_by_terms(rules, best, false, other, false, TAB_REASON_NEXT_BEST);
        g_autoptr(GString) text = g_string_new(NULL);
        for (guint k = 0; k < reasons->len; k++)
            g_string_append(text, ((const TabReason *)g_ptr_array_index(reasons, k))->text);
        g_assert_nonnull(strstr(text->str, cases[i].danger));
        g_assert_nonnull(strstr(text->str, cases[i].ways));
    }
}

/* --- arrows --- */

static void test_arrows(void)
{
    Played played;
    play(&played, "walker", "8m/9/2t2M3/8M w 1,2 - 5", "2:b6b4,1:a9b9");
    g_autoptr(GPtrArray) arrows = tab_turn_arrows_list(played.rules, &played.turn, &played.effects);
    guint plays = 0, aims = 0;
    for (guint i = 0; i < arrows->len; i++) {
        const TabTurnArrow *arrow = g_ptr_array_index(arrows, i);
        g_test_message("%u %s", arrow->kind, arrow->meaning);
        g_assert_cmpuint(arrow->n_path, >=, 2);
        plays += arrow->kind == TAB_ARROW_PLAY;
        aims += arrow->kind == TAB_ARROW_AIM;
    }
    g_assert_cmpuint(plays, ==, 2);
    g_assert_cmpuint(aims, ==, 1);
    const TabTurnArrow *first = g_ptr_array_index(arrows, 0);
    g_assert_cmpstr(first->meaning, ==, "2: b6 to b4");
    g_assert_cmpuint(first->n_path, ==, 3);
    g_assert_false(first->capture);
    const TabTurnArrow *aim = g_ptr_array_index(arrows, arrows->len - 1);
    g_assert_nonnull(
        strstr(aim->meaning, "b3, black stone, has been on row 3, can be taken from b4"));
    g_assert_true(aim->capture);
    drop(&played);
}

/* --- all games --- */

typedef struct {
    const TabRules *rules;
    const TabPosition *before;
    const TabHand *hand;
    TabTurnEffects effects[2];
    TabTurn turn;
    guint n;
} Walk;

static bool on_outcome(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                       gpointer data)
{
    Walk *walk = data;
    TabSticks sticks = tab_sticks_fair(&walk->rules->cast);
    TabTurnEffects *effects = &walk->effects[walk->n++];
    tab_outcomes_turn(walk->rules, walk->before, walk->hand, after, plays, n_plays, &walk->turn);
    tab_turn_effects_find(walk->rules, walk->before, &walk->turn, &sticks, effects);
    g_assert_true(tab_position_same(&effects->after, after));
    g_autoptr(GPtrArray) arrows = tab_turn_arrows_list(walk->rules, &walk->turn, effects);
    guint shown = 0;
    for (guint i = 0; i < arrows->len; i++)
        shown += ((TabTurnArrow *)g_ptr_array_index(arrows, i))->kind == TAB_ARROW_PLAY;
    g_assert_cmpuint(shown, ==, n_plays);
    return walk->n < G_N_ELEMENTS(walk->effects);
}

/* Plays on by random turns; every turn's first two outcomes are compared. */
static void play_on(const TabRules *rules, guint turns)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    TabRandom random = tab_random_new(7);
    TabSituation situation;
    tab_position_start(rules, TAB_WHITE, &situation);
    for (guint i = 0; i < turns && !tab_position_finished(rules, &situation.position); i++) {
        while (!tab_throws_complete(&situation.throws))
            tab_throws_draw(rules, &situation.throws, (TabSide)situation.position.side, &sticks,
                            &random);
        TabHand hand = tab_situation_hand(rules, &situation);
        Walk walk = {.rules = rules, .before = &situation.position, .hand = &hand};
        tab_outcomes_visit(outcomes, rules, &situation.position, &hand, 100000, on_outcome, NULL,
                           &walk);
        g_assert_cmpuint(walk.n, >, 0);
        if (walk.n == 2) {
            g_autoptr(GPtrArray) reasons =
                tab_turn_reasons_by_rules(&walk.effects[0], &walk.effects[1]);
            for (guint k = 0; k < reasons->len; k++)
                g_assert_nonnull(((TabReason *)g_ptr_array_index(reasons, k))->text);
        }
        situation.position = walk.effects[i % walk.n].after;
        situation.throws = (TabThrows){0};
    }
}

static void play_some(const char *text, guint turns)
{
    g_autoptr(TabRules) rules = rules_for(text);
    gint64 begin = g_get_monotonic_time();
    play_on(rules, turns);
    g_test_message("%s: %.1f ms a turn", text,
                   (double)(g_get_monotonic_time() - begin) / 1000 / (2 * turns));
}

static void test_all_games(void)
{
    for (guint i = 0; i < tab_ruleset_n_presets(); i++)
        play_some(tab_ruleset_preset_name(i), 60);
    play_some("standard:columns=29", 30);
    play_some("bell:columns=29", 30);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/turn-effects/counts", test_counts);
    g_test_add_func("/turn-effects/reach", test_reach);
    g_test_add_func("/turn-effects/reasons", test_reasons);
    g_test_add_func("/turn-effects/terms", test_terms);
    g_test_add_func("/turn-effects/terms-without-piles", test_terms_without_piles);
    g_test_add_func("/turn-effects/arrows", test_arrows);
    g_test_add_func("/turn-effects/all-games", test_all_games);
    return g_test_run();
}
