// SPDX-License-Identifier: GPL-3.0-or-later
// Points of RULES.md 11: dice, casts that are played at once, casting anew, halves, the king, and
// games that end with stones on the board. Each is asked at positions that have the matter.
#include "protocol/conform/check.h"

#include <string.h>

#define NO_SUCH_RULES "it does not promise a ruleset that has this"

/* A position, and turns that are not legal there, with | between them. */
typedef struct {
    const char *rules, *position, *refused;
} Case;

/* Where the turn has led: what the engine shows, if it does, and what it plays with a cast by
 * chance. */
static void ask_behind(TabCheck *check, const TabRules *rules, const TabPosition *after,
                       guint64 seed)
{
    TabWalk walk = {.rules = rules, .random = tab_random_new(seed), .now = {.position = *after}};
    g_autofree char *text = tab_notation_position_to_string(rules, after);
    g_autofree char *expected = g_strdup_printf("position %s", text);
    const char *line;
    tab_check_send(check, "show\nisready");
    while ((line = tab_check_read(check, TAB_WAIT_ANSWER)) && !tab_check_begins(line, "readyok"))
        if (tab_check_begins(line, "position"))
            tab_check_that(check, tab_check_begins(line, expected), expected, line);
    if (!tab_walk_over(&walk))
        tab_walk_throw(&walk, 3);
    tab_check_throw(check, rules, &walk.now.throws);
    tab_check_send(check, "go depth 1");
    tab_check_expect_best(check, rules, &walk.now, TAB_WAIT_WORK);
    tab_check_settle(check);
}

/* `legal`, if the engine has it, lists these turns' outcomes. */
static void expect_listed(TabCheck *check, const TabRules *rules, const TabSituation *situation)
{
    g_autoptr(GPtrArray) outcomes = tab_walk_list(rules, situation, 300, FALSE);
    /* nothing behind it: an engine that lists while it reads on is ready at once */
    tab_check_send(check, "legal");
    g_autoptr(GPtrArray) lines = tab_check_read_up_to(check, "legal", TAB_WAIT_WORK);
    guint n = 0;
    for (guint i = 0; i < lines->len && tab_check_open(check); i++) {
        const char *line = lines->pdata[i];
        const char *wanted = outcomes && n < outcomes->len ? outcomes->pdata[n] : "no more of them";
        if (!tab_check_begins(line, "outcome"))
            continue;
        if (!g_str_has_prefix(line + strlen("outcome "), wanted))
            tab_check_fail(check, wanted, "%s", line);
        n++;
    }
    if (tab_check_open(check) && n && outcomes && n < outcomes->len)
        tab_check_fail(check, outcomes->pdata[n], "%u outcomes", n);
}

/* Every outcome has a turn that is taken and leads there; and some turns are refused. */
static void ask_case(TabCheck *check, const TabRules *rules, const Case *one)
{
    TabSituation situation;
    g_autoptr(GError) error = NULL;
    if (!tab_notation_parse_situation(rules, one->position, &situation, &error)) {
        g_critical("%s: %s", one->position, error->message);
        return;
    }
    tab_check_newgame(check, rules);
    g_autoptr(GPtrArray) turns = tab_walk_list(rules, &situation, 300, TRUE);
    tab_check_send(check, "setpos %s\ngo depth 1", one->position);
    tab_check_expect_best(check, rules, &situation, TAB_WAIT_WORK);
    expect_listed(check, rules, &situation);
    for (guint i = 0; turns && i < turns->len && tab_check_open(check); i++) {
        const char *turn = turns->pdata[i];
        TabPosition after;
        tab_walk_is_legal(rules, &situation, turn, &after, NULL);
        tab_check_dialogue(check, "> setpos %s turns %s\n{ready}", one->position, turn);
        ask_behind(check, rules, &after, i + 1);
    }
    g_auto(GStrv) refused = g_strsplit(one->refused ? one->refused : "", "|", -1);
    for (guint i = 0; refused[i]; i++) {
        if (tab_walk_is_legal(rules, &situation, refused[i], NULL, NULL))
            g_critical("%s: %s is legal", one->position, refused[i]);
        tab_check_dialogue(check, "! illegal-turn setpos %s turns %s", one->position, refused[i]);
    }
}

static void ask_cases(TabCheck *check, const Case *cases, guint n)
{
    guint found = 0;
    for (guint i = 0; i < n && tab_check_open(check); i++) {
        g_autoptr(TabRules) rules = tab_subject_rules(check->subject, cases[i].rules);
        if (!rules)
            continue;
        ask_case(check, rules, &cases[i]);
        found++;
    }
    if (!found)
        tab_check_skip(check, NO_SUCH_RULES);
}

static void casts_that_give_another(TabCheck *check)
{
    static const Case cases[] = {
        {"siryu:columns=5", "nnnnn/5/5/NNNNN w s - 70", "s:pass|5:a5b1|5:pass"},
        {"siryu:columns=5", "n4/5/5/NNNNN b 5 - 70", "s:pass|5:d1c5"},
        {"siryu:columns=5", "nnnnn/5/5/NNNNN w 6 - 70", "6:a5b1"},
        {"kioz:columns=5", "nnnnn/5/5/NNNNN b 6 - 70", "4:pass"},
        {"mzab:columns=5", "nnnnn/5/5/NNNNN w 6 - 70", "6:pass|6:a1b4"},
        {"tozeur:columns=5", "nnnnn/5/5/NNNN1 w 1 - 70", "1:pass|1:a1a2"},
        {"bakhri:columns=5", "nnnnn/5/NNNN1 w 1 - 70", "1:pass"},
        {"tablan:columns=5", "nnnnn/5/5/NNNNN w 12 - 70", "12:a1c3"},
        {"daldosa:columns=5", "nnnnn/5/NNNNN b 1,1 - 70", "1:pass,1:pass"},
        {"daldosa:columns=5", "nnnnn/5/NNNNN b 1,2 - 70", "1:pass,2:pass"},
    };
    ask_cases(check, cases, G_N_ELEMENTS(cases));
}

static void again(TabCheck *check)
{
    static const Case cases[] = {
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w 1,1,1 - 71", "Again|again,again|again,1:pass"},
        {"sahkku:columns=5", "n4/1Mk2/5 b 1,1,1 - 71", "again:pass"},
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w 1,1,2 - 71", "again"},
        {"sahkku:columns=5", "5/2k2/M4 b 1,1,1 - 71", "again"}, /* the game is over */
    };
    ask_cases(check, cases, G_N_ELEMENTS(cases));
}

static void halves(TabCheck *check)
{
    static const Case cases[] = {
        {"tablan:columns=5", "4n/5/5/M1M2 w 2 - 72",
         "1:a1a2|2:a1a2,2:a2a3|1:a1a2,1:pass|2:pass|1:pass,1:pass|1:a1a2,1:a2a3,1:a3a4"},
        {"tablan:columns=5", "nnnnn/5/5/NNN2 b 2 - 72", "2:pass"},
        {"tablan:columns=5", "n4/5/5/N3M w 12 - 72", "12:pass|6:a1b4,6:a5b1"},
        /* what is left of the throw has no move, and is lost */
        {"tablan:columns=5", "3M1/4M/m4/5 w 2 - 72", "1:c5d5|1:c5d5,2:pass|2:pass"},
    };
    ask_cases(check, cases, G_N_ELEMENTS(cases));
}

static void king_turns(TabCheck *check)
{
    static const Case cases[] = {
        {"sahkku:columns=5", "n3n/2X1M/5 w 1,2,2 - 74", "2:b3b1,2:pass,1:pass"},
        {"sahkku:columns=5", "n3n/1MX1M/5 w 1,2,4 - 74", "2:b5b3,1:pass,4:pass"},
        {"sahkku:columns=5", "n3n/1mX1M/5 w 2,2,4 - 74", NULL}, /* the push captures */
        {"sahkku:columns=5", "n3n/2K1M/5 w 2,3,3 - 74", "2:b5b3,3:b3c1,3:pass"},
        {"sahkku:columns=5", "n3n/k1M2/5 w 2,2,4 - 74", NULL}, /* pushed round the corner */
        {"sahkku:columns=5", "n4/m1K2/5 w 1,2,3 - 74", NULL},  /* he alone saves nobody */
    };
    ask_cases(check, cases, G_N_ELEMENTS(cases));
}

static void ends_on_the_board(TabCheck *check)
{
    static const Case cases[] = {
        {"tozeur:columns=5", "MM3/5/5/3mm b - - 75", NULL},
        {"tablan:columns=5", "MMM2/5/5/3mm b - - 75", NULL},
        {"tablan:columns=5", "1M3/4M/5/3mm w 2 - 75", "2:c5d4,1:pass"},
        {"tablan:columns=5", "1M3/5/4m/3mm b 0 - 75", "8:pass"}, /* not yet */
    };
    ask_cases(check, cases, G_N_ELEMENTS(cases));
}

/* --- what is taken --- */

/* Positions that are valid, or not, under these rules. */
typedef struct {
    const char *rules, *valid, *invalid; /* texts with | between them */
} Texts;

static void ask_texts(TabCheck *check, const Texts *all, guint n)
{
    guint found = 0;
    for (guint i = 0; i < n && tab_check_open(check); i++) {
        g_autoptr(TabRules) rules = tab_subject_rules(check->subject, all[i].rules);
        if (!rules)
            continue;
        found++;
        tab_check_newgame(check, rules);
        tab_check_each(check, "> setpos {}\n{ready}", all[i].valid);
        tab_check_each(check, "! bad-position setpos {}", all[i].invalid);
    }
    if (!found)
        tab_check_skip(check, NO_SUCH_RULES);
}

static void king_positions(TabCheck *check)
{
    static const Texts texts[] = {
        {"sahkku:columns=5",
         "nnnnn/2X2/NNNNN w - - 73|nnnnn/1K3/NNNNN w - - 73|nnnn1/5/N1k2 b - - 73",
         "nnnnn/5/NNNNN w - - 73|nnnnn/1X3/NNNNN w - - 73|nnnnn/1Kk2/NNNNN w - - 73|"
         "nnnnn/2x2/NNNNN w - - 73"},
        {"daldosa:columns=5", "nnnnn/5/NNNNN w - - 73",
         "nnnnn/2X2/NNNNN w - - 73|nnnnn/2K2/NNNNN w - - 73"},
    };
    ask_texts(check, texts, G_N_ELEMENTS(texts));
}

static void dice_in_positions(TabCheck *check)
{
    static const Texts texts[] = {
        {"daldosa:columns=5", "nnnnn/5/NNNNN w 1,4 - 76|nnnnn/5/NNNNN w 4,4 - 76",
         "nnnnn/5/NNNNN w 4,1 - 76|nnnnn/5/NNNNN w 4 - 76|nnnnn/5/NNNNN w 1,4+ - 76|"
         "nnnnn/5/NNNNN w 1,2,4 - 76"},
        {"sahkku:columns=5", "nnnnn/2X2/NNNNN w 1,2,2 - 76",
         "nnnnn/2X2/NNNNN w 2,1,2 - 76|nnnnn/2X2/NNNNN w 1,2 - 76"},
    };
    ask_texts(check, texts, G_N_ELEMENTS(texts));
}

/* Throws that are a whole cast under these rules, and words that are none. */
static void ask_throws(TabCheck *check, const char *text, const char *position, const char *good,
                       const char *bad, guint *found)
{
    g_autoptr(TabRules) rules = tab_subject_rules(check->subject, text);
    if (!rules || !tab_check_open(check))
        return;
    ++*found;
    tab_check_newgame(check, rules);
    g_auto(GStrv) words = g_strsplit(good, "|", -1);
    for (guint i = 0; words[i]; i++) {
        TabSituation now;
        tab_notation_parse_situation(rules, position, &now, NULL);
        tab_walk_put(rules, &now.throws, words[i]);
        tab_check_send(check, "setpos %s\nthrow %s\ngo depth 1", position, words[i]);
        tab_check_expect_best(check, rules, &now, TAB_WAIT_WORK);
        tab_check_settle(check);
    }
    if (*bad)
        tab_check_each(check, "! bad-throw throw {}", bad);
}

static void whole_casts_of_dice(TabCheck *check)
{
    guint found = 0;
    ask_throws(check, "daldosa:columns=5", "nnnnn/5/NNNNN w - - 77", "1 4|2 2",
               "1|4|1 +|1 4 +|1 2 3|0 1|1 5|1,4", &found);
    ask_throws(check, "sahkku:columns=5", "nnnnn/2X2/NNNNN w - - 77", "1 1 1|2 3 4",
               "1|1 1|1 1 +|1 1 1 1|1 1 6", &found);
    if (!found)
        tab_check_skip(check, NO_SUCH_RULES);
}

static void dice_in_any_order(TabCheck *check)
{
    guint found = 0;
    ask_throws(check, "daldosa:columns=5", "nnnnn/5/NNNNN w - - 78", "4 1|3 2", "", &found);
    ask_throws(check, "sahkku:columns=5", "nnnnn/2X2/NNNNN b - - 78", "4 3 1|2 1 2", "", &found);
    if (!found)
        tab_check_skip(check, NO_SUCH_RULES);
}

static void throws_of_the_cast(TabCheck *check)
{
    guint found = 0;
    ask_throws(check, "siryu:columns=5", "nnnnn/5/5/NNNNN b - - 79", "0|s|5", "1|2|4|S|s +|s 3|6 6",
               &found);
    ask_throws(check, "tablan:columns=5", "nnnnn/5/5/NNNNN w - - 79", "0|12|8", "1|4|6|1 2|12 +",
               &found);
    ask_throws(check, "tozeur:columns=5", "nnnnn/5/5/NNNNN w - - 79", "0|5", "7|s|1 1", &found);
    ask_throws(check, "bakhri:columns=5", "nnnnn/5/NNNNN w - - 79", "0|4", "6|1 2", &found);
    if (!found)
        tab_check_skip(check, NO_SUCH_RULES);
}

const TabPoint tab_points_casts[] = {
    {107, "throw",
     N_("Dice are thrown together: fewer, more, or a `+` behind them is `error bad-throw`."),
     whole_casts_of_dice},
    {108, "throw", N_("Dice are taken in any order."), dice_in_any_order},
    {109, "setpos", N_("In a position all dice of a cast stand, in rising order."),
     dice_in_positions},
    {110, "throw", N_("The throws of other casts are taken, such as 0, 12 and `s`, and no others."),
     throws_of_the_cast},
    {111, "setpos",
     N_("After a cast that gives another, side and number stay, whether anything moved or not."),
     casts_that_give_another},
    {112, "setpos",
     N_("With three dice that all show 1, `again` is a turn that moves nothing: side and number "
        "stay."),
     again},
    {113, "setpos",
     N_("Halves of a throw are plays of their own, and the second is used, or lost, as a throw "
        "is."),
     halves},
    {114, "setpos",
     N_("Where the rules have a king there is one: `X` on his first cell, `K` or "
        "`k` on any."),
     king_positions},
    {115, "setpos",
     N_("A king is won by who lands on him, pushed, and moved by his side; he counts as no piece."),
     king_turns},
    {116, "setpos", N_("A game that ends with pieces of both sides on the board is over, at once."),
     ends_on_the_board},
    {0},
};
