// SPDX-License-Identifier: GPL-3.0-or-later
// The chance to be captured: some that are worked out by hand, and many against all turns of the
// rules where one group alone can move.
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/threats.h"
#include "rules-fixture.h"
#include "tab-throws.h"

#include <string.h>

/* --- known chances --- */

/* A group that goes all around the middle rows, or comes from home, may hit too, rarely. */
#define AROUND 6e-3

static const struct {
    const char *rules, *position, *cell;
    double chance; /* of White to capture there, worked out by hand below */
} known[] = {
    /* two steps on: a 2 (3/5), or a 3 (2/5) and two tâbs before it (2/7 each) */
    {"walker", "9/9/3t1M3/9 w - - 5", "b4", 0.6 + 0.4 * 4 / 49},
    /* three steps: a 3; or else the turn ends in a 2, and one tâb before */
    {"walker", "9/9/2t2M3/9 w - - 5", "b3", 0.4 + 0.6 * 2 / 7},
    /* whose turn it is does not matter */
    {"walker", "9/9/2t2M3/9 b - - 5", "b3", 0.4 + 0.6 * 2 / 7},
    /* two groups: one needs a 2, the other a 3, so that every turn has one of them */
    {"walker", "9/9/2t1MM3/9 w - - 5", "b3", 1},
    /* a Nasrani needs a tâb */
    {"walker", "9/9/8t/8N w - - 5", "b9", 2.0 / 7},
    /* no tâb goes elsewhere while a Nasrani stands: two steps need the 2 */
    {"walker", "9/9/3t1M3/N8 w - - 5", "b4", 0.6},
    /* nothing stands there */
    {"walker", "9/9/3t1M3/9 w - - 5", "b5", 0},
    /* one throw at once */
    {"ludii", "7/7/3t1M1/7 w - - 5", "b4", 6.0 / 16},
    /* saved tâbs help */
    {"bell", "9/9/3t1M3/9 w - - 5", "b4", 0.6 + 0.4 * 4 / 49},
    {"bell", "9/9/3t1M3/9 w - 1/0 5", "b4", 0.6 + 0.4 * 2 / 7},
    {"bell", "9/9/3t1M3/9 w - 2/0 5", "b4", 1},
    {"ludii:save-tab=yes", "7/7/3t1M1/7 w - 1/0 5", "b4", 6.0 / 16 + 4.0 / 16},
    {"ludii:save-tab=yes", "7/7/3t1M1/7 w - 2/0 5", "b4", 1},
    {"ludii:save-tab=yes", "7/7/3t1M1/7 w - 0/2 5", "b4", 6.0 / 16},
    /* nobody jumps over an enemy: the way of the 3 is barred until a 2, or two tâbs, have cleared
     * it, and then takes another tâb */
    {"jordan", "8/8/2tt1M2/8 w - - 5", "b3", 0.6 * 2 / 7 + 0.4 * 8 / 343},
};

static void test_known(void)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    for (unsigned i = 0; i < G_N_ELEMENTS(known); i++) {
        g_autofree TabRules *rules = rules_for(known[i].rules);
        TabSituation situation;
        double chance[TAB_MAX_CELLS];
        read_situation(rules, known[i].position, &situation);
        tab_threats_find(rules, &situation.position, TAB_WHITE, &sticks, chance);
        unsigned cell = (unsigned)(known[i].cell[0] - 'a') * rules->board.columns +
                        (unsigned)(known[i].cell[1] - '1');
        g_test_message("%s %s: %.6f", known[i].rules, known[i].position, chance[cell]);
        g_assert_cmpfloat_with_epsilon(chance[cell], known[i].chance, AROUND);
    }
}

/* What comes less often than TAB_THREATS_LEAST is not tried, and what comes a little more often is:
 * a tâb one step on, a 4 four steps on, a 6 six steps on, each of them rare and no other way. Of
 * throws that cast again, those that do not help do not count. */
static void test_rare(void)
{
    static const struct {
        const char *position, *cell, *sticks; /* a weight for 6, 1, 2, 3, 4 */
        double chance;
    } rows[] = {
        {"9/9/4tM3/9 w - - 5", "b5", "w=0,1e-4,0.4999,0,0.5", 2e-4},
        {"9/9/4tM3/9 w - - 5", "b5", "w=0,4e-5,0.49996,0,0.5", 0},
        {"9/9/1t3M3/9 w - - 5", "b2", "w=0.5,0,0.4999,0,1e-4", 2e-4},
        {"9/9/1t3M3/9 w - - 5", "b2", "w=0.5,0,0.49996,0,4e-5", 0},
        {"9/9/1t5M1/9 w - - 5", "b2", "w=0.95e-4,0,0,0.899905,0.1", 0.95e-4 / 0.9},
        {"9/9/1t5M1/9 w - - 5", "b2", "w=0.8e-4,0,0,0.89992,0.1", 0},
    };
    g_autoptr(TabRules) rules = rules_for("walker");
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        TabSituation situation;
        TabSticks sticks;
        double chance[TAB_MAX_CELLS];
        read_situation(rules, rows[i].position, &situation);
        g_assert_true(tab_sticks_parse(&rules->cast, rows[i].sticks, &sticks, NULL));
        tab_threats_find(rules, &situation.position, TAB_WHITE, &sticks, chance);
        unsigned cell = (unsigned)(rows[i].cell[0] - 'a') * rules->board.columns +
                        (unsigned)(rows[i].cell[1] - '1');
        g_test_message("%s %s: %g", rows[i].position, rows[i].sticks, chance[cell]);
        g_assert_cmpfloat_with_epsilon(chance[cell], rows[i].chance, 1e-12);
    }
}

/* --- against whole turns --- */

#define TOO_RARE 0.005 /* what sets of throws that are not tried may come to together */
#define MOST_THROWS 5  /* in the hands that are played out */

typedef struct {
    const TabPosition *before;
    TabOutcomes *outcomes;
    const TabRules *rules;
    const TabSticks *sticks;
    double found[TAB_MAX_CELLS]; /* chance of the hands that allow a capture */
    double played;               /* of all of them */
    bool captured[TAB_MAX_CELLS];
} Turns;

static bool on_outcome(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n,
                       gpointer data)
{
    Turns *turns = data;
    int enemy = 1 - turns->before->side;
    unsigned cell;
    TAB_CELLS_FOREACH(turns->before->occupied[enemy], cell) {
        if (!tab_cells_has(&after->occupied[enemy], cell))
            turns->captured[cell] = true;
    }
    return true;
}

static double factorial(unsigned n)
{
    return n < 2 ? 1 : n * factorial(n - 1);
}

static bool on_hand(const TabHand *hand, gpointer data)
{
    Turns *turns = data;
    TabHand thrown = *hand;
    if (turns->rules->set.value[TAB_SWITCH_SAVE_TAB])
        thrown.n[TAB_THROW_1] -= turns->before->saved[turns->before->side];
    double p =
        factorial(tab_hand_size(&thrown) - (tab_ruleset_at_once(&turns->rules->set) ? 0 : 1));
    for (int t = 0; t < TAB_N_THROWS; t++)
        for (unsigned i = 0; i < thrown.n[t]; i++)
            p *= turns->sticks->p[t] / (tab_throw_again(t) ? i + 1 : 1);
    memset(turns->captured, 0, sizeof turns->captured);
    tab_outcomes_visit(turns->outcomes, turns->rules, turns->before, hand, TAB_OUTCOMES_MAX_STATES,
                       on_outcome, NULL, turns);
    for (unsigned cell = 0; cell < TAB_MAX_CELLS; cell++)
        turns->found[cell] += p * turns->captured[cell];
    turns->played += p;
    return true;
}

/* A side with one group alone: every turn that captures is one of this group. */
static void check_lone(const TabRules *rules, const TabPosition *position)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    double chance[TAB_MAX_CELLS];
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    Turns *turns = g_new0(Turns, 1);
    TabSituation situation = {.position = *position};
    *turns = (Turns){position, outcomes, rules, &sticks};
    tab_outcomes_hands(rules, &situation, MOST_THROWS, on_hand, turns);
    tab_threats_find(rules, position, (TabSide)position->side, &sticks, chance);
    for (unsigned cell = 0; cell < position->cells; cell++) {
        if (chance[cell] < turns->found[cell] - TOO_RARE) {
            g_autofree char *text = tab_notation_situation_to_string(rules, &situation);
            g_test_message("%s: cell %u, %g instead of %g", text, cell, chance[cell],
                           turns->found[cell]);
        }
        /* longer hands may capture or not; sets of throws that are too rare are not tried */
        g_assert_cmpfloat(chance[cell], >=, turns->found[cell] - TOO_RARE);
        g_assert_cmpfloat(chance[cell], <=, turns->found[cell] + 1 - turns->played + 1e-9);
        if (tab_position_owner(position, cell) != 1 - (int)position->side)
            g_assert_cmpfloat(chance[cell], ==, 0);
    }
    g_free(turns);
}

/* A row with a few of `letters` in it. */
static void add_row(GString *text, TabRandom *random, unsigned columns, const char *letters)
{
    unsigned gap = 0;
    for (unsigned i = 0; i < columns; i++) {
        if (!*letters || tab_random_below(random, 4)) {
            gap++;
            continue;
        }
        if (gap)
            g_string_append_printf(text, "%u", gap);
        gap = 0;
        g_string_append_c(text, letters[tab_random_below(random, (guint32)strlen(letters))]);
    }
    if (gap)
        g_string_append_printf(text, "%u", gap);
}

/* One piece of White, or one pile if it stays together, among a few of Black; false if that is no
 * position. */
static bool make_position(const TabRules *rules, TabRandom *random, TabSituation *situation)
{
    static const char *const black[TAB_ROWS] = {"f", "tf", "mtf", "mtf"};
    static const char *const white[] = {"M", "T", "F", "(MM)", "(MTF)", "(TT)"};
    bool whole = rules->set.value[TAB_SWITCH_STACK_SPLIT] == TAB_STACK_SPLIT_NONE;
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned own = tab_random_below(random, TAB_ROWS), columns = rules->board.columns;
    for (unsigned row = TAB_ROWS; row-- > 0;) {
        unsigned left = row == own ? tab_random_below(random, columns) : columns;
        add_row(text, random, left, black[row]);
        if (row == own) {
            g_string_append(text, white[tab_random_below(random, whole ? G_N_ELEMENTS(white) : 3)]);
            add_row(text, random, columns - left - 1, black[row]);
        }
        g_string_append(text, row ? "/" : " w - - 9");
    }
    return tab_notation_parse_situation(rules, text->str, situation, NULL);
}

static void test_lone(gconstpointer text)
{
    g_autofree TabRules *rules = rules_for(text);
    TabRandom random = tab_random_new(5);
    unsigned checked = 0;
    for (int i = 0; i < 4000 && checked < 60; i++) {
        TabSituation situation;
        if (!make_position(rules, &random, &situation))
            continue;
        check_lone(rules, &situation.position);
        checked++;
    }
    g_assert_cmpuint(checked, ==, 60);
}

/* What each group can do alone: none of them more than all together, some of them wherever all can,
 * and all of it where there is but one. */
static void check_from(const TabRules *rules, const TabPosition *position, TabSide attacker)
{
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    double all[TAB_MAX_CELLS], one[TAB_MAX_CELLS], most[TAB_MAX_CELLS] = {0};
    unsigned from;
    tab_threats_find(rules, position, attacker, &sticks, all);
    TAB_CELLS_FOREACH(position->occupied[attacker], from) {
        tab_threats_find_from(rules, position, attacker, from, &sticks, one);
        for (unsigned cell = 0; cell < position->cells; cell++) {
            g_assert_cmpfloat(one[cell], <=, all[cell] + 1e-12);
            most[cell] = MAX(most[cell], one[cell]);
        }
    }
    for (unsigned cell = 0; cell < position->cells; cell++) {
        g_assert_cmpint(most[cell] > 0, ==, all[cell] > 0);
        if (tab_cells_count(&position->occupied[attacker]) == 1)
            g_assert_cmpfloat(most[cell], ==, all[cell]);
    }
}

static void test_from(gconstpointer text)
{
    g_autofree TabRules *rules = rules_for(text);
    TabRandom random = tab_random_new(9);
    unsigned checked = 0;
    for (int i = 0; i < 4000 && checked < 40; i++) {
        TabSituation situation;
        if (!make_position(rules, &random, &situation))
            continue;
        check_from(rules, &situation.position, TAB_WHITE); /* one group */
        check_from(rules, &situation.position, TAB_BLACK); /* many */
        checked++;
    }
    g_assert_cmpuint(checked, ==, 40);
}

/* A side's king takes, too: with the stones, or from his own cell, but not from another one. */
static void test_king(void)
{
    g_autofree TabRules *rules = rules_for("sahkku:columns=9");
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    TabSituation situation;
    double all[TAB_MAX_CELLS], stone[TAB_MAX_CELLS], king[TAB_MAX_CELLS];
    read_situation(rules, "n8/3mK4/M8 w - - 9", &situation);
    const unsigned from = 0, enemy = 9 + 3;
    tab_threats_find(rules, &situation.position, TAB_WHITE, &sticks, all);
    tab_threats_find_from(rules, &situation.position, TAB_WHITE, from, &sticks, stone);
    tab_threats_find_from(rules, &situation.position, TAB_WHITE, situation.position.king, &sticks,
                          king);
    g_assert_cmpfloat(king[enemy], >, 0);
    g_assert_cmpfloat(king[enemy], ==, all[enemy]);
    g_assert_cmpfloat(stone[enemy], ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/threats/known", test_known);
    g_test_add_func("/threats/rare", test_rare);
    g_test_add_data_func("/threats/lone/walker", "walker", test_lone);
    g_test_add_data_func("/threats/lone/standard", "standard:columns=5", test_lone);
    g_test_add_data_func("/threats/lone/bell", "bell:columns=5", test_lone);
    g_test_add_data_func("/threats/lone/lane", "lane:columns=7", test_lone);
    g_test_add_data_func("/threats/lone/ludii", "ludii", test_lone);
    g_test_add_data_func("/threats/lone/jordan", "jordan:columns=6", test_lone);
    g_test_add_data_func("/threats/from/walker", "walker", test_from);
    g_test_add_data_func("/threats/from/ludii", "ludii", test_from);
    g_test_add_data_func("/threats/from/jordan", "jordan:columns=6", test_from);
    g_test_add_func("/threats/king", test_king);
    return g_test_run();
}
