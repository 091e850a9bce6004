// SPDX-License-Identifier: GPL-3.0-or-later
// Ending games early: the options, and every verdict against its definition on random games.
#include "protocol/match/adjudication.h"

#include <math.h>
#include <string.h>

typedef gboolean (*Parse)(TabAdjudicationRules *rules, const char *text, GError **error);

static TabAdjudicationRules rules_of(const char *resign, const char *draw, const char *tables)
{
    TabAdjudicationRules rules = {0};
    g_autoptr(GError) error = NULL;
    g_assert_true(!resign || tab_adjudication_parse_resign(&rules, resign, &error));
    g_assert_no_error(error);
    g_assert_true(!draw || tab_adjudication_parse_draw(&rules, draw, &error));
    g_assert_no_error(error);
    g_assert_true(!tables || tab_adjudication_parse_tables(&rules, tables, &error));
    g_assert_no_error(error);
    return rules;
}

static void reading(void)
{
    static const struct {
        const char *resign, *draw, *tables, *text;
    } cases[] = {
        {NULL, NULL, NULL, "-"},
        {"", NULL, NULL, "resign win=0.02,turns=3"},
        {NULL, "", NULL, "draw win=0.02,turns=8,number=100"},
        {NULL, NULL, "", "tables win=0.99,pieces=6"},
        {"twosided,turns=5", "movecount=2,movenumber=0,win=0", "pieces=58,win=1",
         "resign win=0.02,turns=5,twosided; draw win=0,turns=2,number=0; tables win=1,pieces=58"},
        {"win=0.49,movecount=1,twosided=no", NULL, "win=0.995",
         "resign win=0.49,turns=1; tables win=0.995,pieces=6"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        TabAdjudicationRules rules = rules_of(cases[i].resign, cases[i].draw, cases[i].tables);
        g_autofree char *text = tab_adjudication_rules_to_string(&rules);
        g_assert_cmpstr(text, ==, cases[i].text);
    }
    TabAdjudicationRules rules = rules_of("win=0.1,turns=9,twosided", NULL, NULL);
    g_assert_true(rules.resign && !rules.draw && !rules.tables);
    g_assert_true(tab_adjudication_parse_resign(&rules, "turns=2", NULL)); /* all anew */
    g_assert_cmpfloat(rules.resign_win, ==, 0.02);
    g_assert_cmpuint(rules.resign_turns, ==, 2);
    g_assert_false(rules.resign_twosided);
}

static void bad_options(void)
{
    static const struct {
        Parse parse;
        const char *option, *text, *offender;
    } cases[] = {
        {tab_adjudication_parse_resign, "--resign: ", "win=0.5", "win=0.5 is not a number from 0"},
        {tab_adjudication_parse_resign, "--resign: ", "win=-0.1", "win=-0.1"},
        {tab_adjudication_parse_resign, "--resign: ", "turns=0", "turns=0 is not a whole number"},
        {tab_adjudication_parse_resign, "--resign: ", "twosided=maybe", "twosided=maybe"},
        {tab_adjudication_parse_resign, "--resign: ", "score=600",
         "'score=600' is none of win=…, turns=…, twosided"},
        {tab_adjudication_parse_draw, "--draw: ", "win=0.5", "win=0.5"},
        {tab_adjudication_parse_draw, "--draw: ", "turns=x", "turns=x"},
        {tab_adjudication_parse_draw, "--draw: ", "number=-1", "number=-1"},
        {tab_adjudication_parse_draw, "--draw: ", "twosided",
         "'twosided' is none of win=…, turns=…, number=…"},
        {tab_adjudication_parse_tables, "--tables: ", "win=0.5", "win=0.5"},
        {tab_adjudication_parse_tables, "--tables: ", "win=1.01", "win=1.01"},
        {tab_adjudication_parse_tables, "--tables: ", "pieces=1", "pieces=1"},
        {tab_adjudication_parse_tables, "--tables: ", "pieces=59", "pieces=59"},
        {tab_adjudication_parse_tables, "--tables: ", "pieces", "'pieces' needs a value"},
        {tab_adjudication_parse_tables, "--tables: ", "turns=3",
         "'turns=3' is none of win=…, pieces=…"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        TabAdjudicationRules rules = rules_of("win=0.1", NULL, "pieces=9"), before = rules;
        g_autoptr(GError) error = NULL;
        g_assert_false(cases[i].parse(&rules, cases[i].text, &error));
        g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
        g_assert_true(g_str_has_prefix(error->message, cases[i].option));
        g_assert_nonnull(strstr(error->message, cases[i].offender));
        g_assert_cmpmem(&rules, sizeof rules, &before, sizeof before);
    }
}

/* Plays turns in alternation from White on, with number 1, and gives the number of the one that
 * ended the game; 0 if none did. */
static guint play(const TabAdjudicationRules *rules, const double *win, guint n,
                  TabAdjudicationVerdict *verdict)
{
    TabAdjudication game = tab_adjudication_new(rules);
    for (guint i = 0; i < n; i++) {
        *verdict = tab_adjudication_turn(&game, (TabSide)(i % 2), i + 1, win[i]);
        if (*verdict != TAB_ADJUDICATION_NONE)
            return i + 1;
    }
    return 0;
}

static void resigning(void)
{
    TabAdjudicationRules one = rules_of("turns=2", NULL, NULL);
    TabAdjudicationRules both = rules_of("turns=2,twosided", NULL, NULL);
    TabAdjudicationVerdict verdict;
    static const double clear[] = {0.02, 0.98, 0.02};
    g_assert_cmpuint(play(&one, clear, 3, &verdict), ==, 3);
    g_assert_cmpint(verdict, ==, TAB_ADJUDICATION_RESIGN_WHITE);
    g_assert_cmpuint(play(&both, clear, 3, &verdict), ==, 3);
    g_assert_cmpint(verdict, ==, TAB_ADJUDICATION_RESIGN_WHITE);
    static const double black[] = {0.98, 0.01, 0.99, 0, 0.98};
    g_assert_cmpuint(play(&one, black, 5, &verdict), ==, 4);
    g_assert_cmpint(verdict, ==, TAB_ADJUDICATION_RESIGN_BLACK);
    g_assert_cmpuint(play(&both, black, 5, &verdict), ==, 4);
    g_assert_cmpint(verdict, ==, TAB_ADJUDICATION_RESIGN_BLACK);
    static const double doubted[] = {0.02, 0.97, 0.02, 0.98, 0.02};
    g_assert_cmpuint(play(&one, doubted, 5, &verdict), ==, 3);
    g_assert_cmpuint(play(&both, doubted, 5, &verdict), ==, 5);
    static const double silent[] = {0.02, 1, NAN, 1, 0.02, NAN, 0.02};
    g_assert_cmpuint(play(&one, silent, 7, &verdict), ==, 7);
    g_assert_cmpuint(play(&both, silent, 7, &verdict), ==, 0);
    TabAdjudicationRules quick = rules_of("turns=1,twosided", NULL, NULL);
    g_assert_cmpuint(play(&quick, clear, 3, &verdict), ==, 2); /* as soon as the other agrees */
    g_assert_cmpint(verdict, ==, TAB_ADJUDICATION_RESIGN_WHITE);
    static const double gloomy[] = {0, 0, 0, 0};
    g_assert_cmpuint(play(&one, gloomy, 4, &verdict), ==, 3);
    g_assert_cmpuint(play(&both, gloomy, 4, &verdict), ==, 0);
}

static void drawing(void)
{
    TabAdjudicationRules rules = rules_of(NULL, "turns=2,number=3", NULL);
    TabAdjudicationVerdict verdict;
    static const double even[] = {0.5, 0.5, 0.52, 0.48, 0.5, 0.5, 0.5};
    g_assert_cmpuint(play(&rules, even, 7, &verdict), ==, 6);
    g_assert_cmpint(verdict, ==, TAB_ADJUDICATION_DRAW);
    static const double odd[] = {0.5, 0.5, 0.5, 0.5, 0.5, 0.47, 0.5, 0.5, 0.5, 0.5};
    g_assert_cmpuint(play(&rules, odd, 10, &verdict), ==, 10);
    static const double silent[] = {0.5, 0.5, 0.5, NAN, 0.5, NAN, 0.5, NAN};
    g_assert_cmpuint(play(&rules, silent, 8, &verdict), ==, 0);
    TabAdjudicationRules off = {0};
    g_assert_cmpuint(play(&off, even, 7, &verdict), ==, 0);
}

/* One turn of a game, for the definitions below. */
typedef struct {
    TabSide side;
    double win;
} Turn;

static gboolean resigns(const TabAdjudicationRules *rules, const Turn *turns, guint n, TabSide side)
{
    guint own = 0, agreed = 0;
    for (guint i = n; i-- > 0;) {
        if (turns[i].side != side) {
            if (rules->resign_twosided && !(turns[i].win >= 1 - rules->resign_win))
                return FALSE;
            agreed++;
        } else if (!(turns[i].win <= rules->resign_win)) {
            return FALSE;
        } else if (++own == rules->resign_turns) {
            return agreed || !rules->resign_twosided;
        }
    }
    return FALSE;
}

static gboolean draws(const TabAdjudicationRules *rules, const Turn *turns, guint n)
{
    guint own[2] = {0, 0};
    for (guint i = n;
         i-- > 0 && i + 1 >= rules->draw_number && fabs(turns[i].win - 0.5) <= rules->draw_win;)
        own[turns[i].side]++;
    return MIN(own[0], own[1]) >= rules->draw_turns;
}

static TabAdjudicationVerdict define(const TabAdjudicationRules *rules, const Turn *turns, guint n)
{
    if (rules->resign && resigns(rules, turns, n, TAB_WHITE))
        return TAB_ADJUDICATION_RESIGN_WHITE;
    if (rules->resign && resigns(rules, turns, n, TAB_BLACK))
        return TAB_ADJUDICATION_RESIGN_BLACK;
    return rules->draw && draws(rules, turns, n) ? TAB_ADJUDICATION_DRAW : TAB_ADJUDICATION_NONE;
}

/* Whoever plays, also several turns in a row as with throws=at-once. */
static void definitions(void)
{
    static const char *const resign[] = {NULL,      "turns=1",          "turns=2",
                                         "turns=3", "turns=1,twosided", "turns=2,twosided"};
    static const char *const draw[] = {NULL, "turns=1,number=0", "turns=2,number=5"};
    static const double wins[] = {0, 0.01, 0.99, 1, 0.01, 0.99, 0.49, 0.5, 0.51, 0.3, NAN};
    guint verdicts[4] = {0};
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    for (guint round = 0; round < 6000; round++) {
        TabAdjudicationRules rules = rules_of(resign[round % 6], draw[round / 6 % 3], NULL);
        TabAdjudication game = tab_adjudication_new(&rules);
        gint low = g_rand_int_range(rand, 0, 8), high = g_rand_int_range(rand, low + 1, 12);
        Turn turns[30];
        for (guint n = 0; n < G_N_ELEMENTS(turns); n++) {
            gboolean switched = !n || g_rand_int_range(rand, 0, 4);
            turns[n].side =
                n ? (switched ? tab_side_other(turns[n - 1].side) : turns[n - 1].side) : TAB_WHITE;
            turns[n].win = wins[g_rand_int_range(rand, low, MIN(high, 11))];
            TabAdjudicationVerdict verdict =
                tab_adjudication_turn(&game, turns[n].side, n + 1, turns[n].win);
            g_assert_cmpint(verdict, ==, define(&rules, turns, n + 1));
            verdicts[verdict]++;
            if (verdict != TAB_ADJUDICATION_NONE)
                break;
        }
    }
    for (guint i = 0; i < G_N_ELEMENTS(verdicts); i++)
        g_assert_cmpuint(verdicts[i], >, 50);
}

static void exact(void)
{
    TabAdjudicationRules rules = rules_of(NULL, NULL, "win=0.99,pieces=6"), off = {0};
    g_assert_cmpint(tab_adjudication_exact(&rules, 1), ==, 1);
    g_assert_cmpint(tab_adjudication_exact(&rules, 0.99), ==, 1);
    g_assert_cmpint(tab_adjudication_exact(&rules, 0.9899), ==, 0);
    g_assert_cmpint(tab_adjudication_exact(&rules, 0.0101), ==, 0);
    g_assert_cmpint(tab_adjudication_exact(&rules, 0.01), ==, -1);
    g_assert_cmpint(tab_adjudication_exact(&rules, 0), ==, -1);
    g_assert_cmpint(tab_adjudication_exact(&rules, NAN), ==, 0);
    g_assert_cmpint(tab_adjudication_exact(&off, 1), ==, 0);
    TabPosition position = {.pieces = {3, 3}};
    g_assert_true(tab_adjudication_wants_exact(&rules, &position));
    g_assert_false(tab_adjudication_wants_exact(&off, &position));
    position.pieces[TAB_BLACK] = 4;
    g_assert_false(tab_adjudication_wants_exact(&rules, &position));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/adjudication/reading", reading);
    g_test_add_func("/adjudication/bad-options", bad_options);
    g_test_add_func("/adjudication/resigning", resigning);
    g_test_add_func("/adjudication/drawing", drawing);
    g_test_add_func("/adjudication/definitions", definitions);
    g_test_add_func("/adjudication/exact", exact);
    return g_test_run();
}
