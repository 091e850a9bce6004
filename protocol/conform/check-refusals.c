// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "setpos" and "throw": positions, turns and throws that are refused.
#include "protocol/conform/point.h"

#include <string.h>

/* What our own rules find good under the base ruleset is not asked about here. */
static void refuse_position(TabCheck *check, const char *text)
{
    TabSituation situation;
    if (!tab_notation_parse_situation(check->subject->base, text, &situation, NULL))
        tab_check_refused(check, "bad-position", "setpos %s", text);
}

/* Faults in one row of an empty board. */
static void refuse_rows(TabCheck *check)
{
    static const struct {
        guint row; /* 0: d */
        const char *text;
        guint width; /* cells of the text, which a run fills up; 0: the whole row as it stands */
    } rows[] = {{1, "X", 1},    {1, "N", 1},   {1, "F", 1},    {2, "T", 1},   {3, "F", 1},
                {1, "()T", 1},  {1, "(M)", 1}, {1, "(Tt)", 1}, {1, "(TT", 1}, {1, "T)", 1},
                {3, "(NN)", 1}, {1, "~T", 1},  {1, "0T", 1},   {1, "-T", 1},  {1, "~", 1},
                {2, "m", 1},    {1, "T", 0},   {3, "MN", 2},   {1, "T01", 2}};
    guint columns = tab_ruleset_columns(&check->subject->base->set);
    g_autofree char *empty = g_strdup_printf("%u", columns);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *run = g_strdup_printf("%u", columns - rows[i].width);
        g_autofree char *row = g_strconcat(rows[i].text, rows[i].width ? run : "", NULL);
        const char *all[4] = {empty, empty, empty, empty};
        all[rows[i].row] = row;
        g_autofree char *text =
            g_strdup_printf("%s/%s/%s/%s b - - 4", all[0], all[1], all[2], all[3]);
        refuse_position(check, text);
    }
    g_autofree char *none = g_strdup_printf("%s/%s/%s/%s b - - 4", empty, empty, empty, empty);
    refuse_position(check, none);
}

/* Faults in the fields behind a good board, and in the number of its rows and cells. */
static void refuse_fields(TabCheck *check, const char *board)
{
    static const char *const ends[] = {
        "",          "w",          "w -",       "w - -",      "x - - 1",         "W - - 1",
        "w 2,1 - 1", "w 1 - 1",    "w 1,4 - 1", "w 5,2 - 1",  "w 1,,2 - 1",      "w 2+ - 1",
        "w + - 1",   "w 4,3+ - 1", "w - 0/0 1", "w - 10/0 1", "w - 1 1",         "w - 1/0 1",
        "w - - 0",   "w - - 01",   "w - - x",   "w - - -1",   "w - - 1000000000"};
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_autofree char *text = g_strdup_printf("%s %s", board, ends[i]);
        refuse_position(check, text);
    }
    g_autofree char *wide = g_strdup_printf("1%s w - - 1", board);
    g_autofree char *five = g_strdup_printf("%s/1 w - - 1", board);
    g_autofree char *three = g_strdup_printf("%s w - - 1", strchr(board, '/') + 1);
    guint columns = tab_ruleset_columns(&check->subject->base->set);
    g_autofree char *run = g_strdup_printf("/%u/", columns);
    g_autofree char *piece = g_strdup_printf("/T%u/", columns - 1);
    g_autofree char *crowded = tab_point_replaced(board, run, piece);
    g_autofree char *many = g_strdup_printf("%s w - - 1", crowded);
    refuse_position(check, wide);
    refuse_position(check, five);
    refuse_position(check, three);
    refuse_position(check, many);
}

static void bad_positions(TabCheck *check)
{
    static const char *const texts[] = {"", " nonsense", " Start", " start/start w - - 1"};
    const TabRules *rules = check->subject->base;
    g_autoptr(GString) board = g_string_new(NULL);
    tab_notation_append_board(rules, &check->subject->anchor.position, board);
    tab_check_newgame(check, rules);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        tab_check_refused(check, "bad-position", "setpos%s", texts[i]);
    refuse_fields(check, board->str);
    refuse_rows(check);
}

/* --- turns --- */

/* A walk that stands behind one turn of the base ruleset, whose `newgame` is sent. */
static void walk_one_turn(TabCheck *check, TabWalk *walk)
{
    tab_walk_init(walk, check->subject->base, TAB_WHITE, 3);
    tab_walk_play_turns(walk, 1);
    tab_check_newgame(check, walk->rules);
}

/* Sends a turn that our own rules refuse. */
static void refuse_turn(TabCheck *check, const TabWalk *walk, const char *turn)
{
    if (!tab_walk_is_legal(walk->rules, &walk->now, turn, NULL, NULL))
        tab_check_refused(check, "illegal-turn", "setpos %s %s%s", walk->setpos->str,
                          walk->n_turns ? "" : "turns ", turn);
}

/* Legal turns with one thing changed. */
static void refuse_changed(TabCheck *check, const TabWalk *walk)
{
    static const char *const changes[][2] = {{":", ";"},  {":", ":x"}, {"a", "A"}, {"b", "c"},
                                             {",", ",,"}, {"2", "3"},  {"3", "2"}, {"b", "tb"}};
    TabWalk here = *walk;
    tab_walk_throw(&here, 4);
    g_autoptr(GPtrArray) legal = tab_walk_turns(here.rules, &here.now, 1000);
    for (guint i = 0; legal && i < MIN(legal->len, 3); i++)
        for (guint j = 0; j < G_N_ELEMENTS(changes); j++) {
            g_autofree char *changed =
                tab_point_replaced(g_ptr_array_index(legal, i), changes[j][0], changes[j][1]);
            refuse_turn(check, walk, changed);
        }
}

static void illegal_turns(TabCheck *check)
{
    static const char *const texts[] = {
        "none",   "-",       "pass",     "3",      "3:",      ":pass",
        "3:Pass", "3:pass,", ",3:pass",  "3:save", "03:pass", "5:pass,3:pass",
        "3:e1e2", "3:a1",    "3:a1a1a1", "3:a0a3", "3:a1a4x", "3:d1d4"};
    g_auto(TabWalk) walk;
    walk_one_turn(check, &walk);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        refuse_turn(check, &walk, texts[i]);
    refuse_changed(check, &walk);
    tab_walk_play_turns(&walk, 7);
    refuse_changed(check, &walk);
    /* a throw with a use must be used; what is lost stands last, and in order */
    g_auto(TabWalk) start;
    tab_walk_init(&start, walk.rules, TAB_BLACK, 3);
    refuse_turn(check, &start, "1:pass,3:pass");
    refuse_turn(check, &start, "3:pass,1:pass");
    refuse_turn(check, &start, "1:a1a2,3:pass");
}

/* All of a hand passed, which is refused for the hand alone where nothing can move. */
static void refuse_hand(TabCheck *check, const TabWalk *walk, const char *turn)
{
    g_autofree char *text = tab_notation_situation_to_string(walk->rules, &walk->now);
    if (!tab_walk_is_legal(walk->rules, &walk->now, turn, NULL, NULL))
        tab_check_refused(check, "illegal-turn", "setpos %s turns %s", text, turn);
}

static void impossible_hands(TabCheck *check)
{
    static const struct {
        int held[3]; /* by value, up to a 0 */
        const char *turn;
    } rows[] = {{{0}, "4:pass"},
                {{0}, "2:pass,3:pass"},
                {{0}, "2:pass,2:pass"},
                {{0}, "4:pass,6:pass"},
                {{0}, "2:pass,3:pass,4:pass"},
                {{6}, "3:pass"},
                {{6}, "3:pass,4:pass"},
                {{6, 6}, "2:pass,6:pass"},
                {{4, 3}, "3:pass"},
                {{4, 3}, "3:pass,4:pass,4:pass"},
                {{4, 3}, "2:pass,4:pass"},
                {{3}, "2:pass"}};
    g_auto(TabWalk) walk;
    walk_one_turn(check, &walk);
    if (!tab_subject_collects(walk.rules)) {
        tab_check_skip(check, "it does not promise a ruleset with throws=collect");
        return;
    }
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        walk.now.throws = (TabThrows){.n = 0};
        tab_walk_put(&walk, rows[i].held);
        refuse_hand(check, &walk, rows[i].turn);
    }
}

static void all_or_nothing(TabCheck *check)
{
    static const char *const faults[] = {"nonsense", "3:a1a1"};
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, check->subject->base, TAB_WHITE, 3);
    tab_walk_play_turns(&walk, 5);
    tab_check_anchor(check);
    for (guint i = 0; i < G_N_ELEMENTS(faults); i++) {
        tab_check_send(check, "setpos %s %s", walk.setpos->str, faults[i]);
        tab_check_expect_error(check, "illegal-turn");
        tab_check_expect_anchor(check);
    }
}

static void words_behind_position(TabCheck *check)
{
    const TabSubject *subject = check->subject;
    g_autofree char *position = tab_notation_situation_to_string(subject->base, &subject->anchor);
    tab_check_newgame(check, subject->base);
    tab_check_refused(check, "bad-argument", "setpos start x");
    tab_check_refused(check, "bad-argument", "setpos start b 7");
    tab_check_refused(check, "bad-argument", "setpos start w b turns 3:pass");
    tab_check_refused(check, "bad-argument", "setpos %s moves 3:pass", position);
    tab_check_refused(check, "bad-argument", "setpos %s Turns", position);
}

/* --- throws --- */

static void ill_formed_throws(TabCheck *check)
{
    static const char *const collected[] = {"0",     "5",   "7",     "x",    "-1",    "+",
                                            "4",     "4 6", "2 3",   "3 4",  "4 2 +", "3 +",
                                            "4 + 2", "4,2", "4 5 2", "44 2", "4 + +", "2.0"};
    static const char *const at_once[] = {"0",  "5",   "x",   "+",   "4 +",
                                          "-1", "2 3", "4 2", "1 1", "4,2"};
    g_auto(TabWalk) walk;
    walk_one_turn(check, &walk);
    gboolean collects = tab_subject_collects(walk.rules);
    tab_check_send(check, "setpos %s", walk.setpos->str);
    for (guint i = 0; i < (collects ? G_N_ELEMENTS(collected) : G_N_ELEMENTS(at_once)); i++)
        tab_check_refused(check, "bad-throw", "throw %s", collects ? collected[i] : at_once[i]);
}

static void refuse_throws(TabCheck *check, const TabWalk *walk, const char *throws)
{
    g_autofree char *text = tab_notation_situation_to_string(walk->rules, &walk->now);
    tab_check_send(check, "setpos %s", text);
    tab_check_refused(check, "bad-throw", "throw %s", throws);
}

static void throws_of_the_position(TabCheck *check)
{
    g_auto(TabWalk) walk;
    walk_one_turn(check, &walk);
    tab_walk_put(&walk, (const int[]){4, 0});
    if (!tab_subject_collects(walk.rules)) {
        refuse_throws(check, &walk, "3");
        return;
    }
    refuse_throws(check, &walk, "2");
    refuse_throws(check, &walk, "6 2");
    refuse_throws(check, &walk, "6 4 2");
    refuse_throws(check, &walk, "6 +");
    tab_walk_put(&walk, (const int[]){6, 3, 0});
    refuse_throws(check, &walk, "4 3");
    refuse_throws(check, &walk, "4 6 2");
    refuse_throws(check, &walk, "4 6 +");
    refuse_throws(check, &walk, "4 6 6 3");
}

const TabPoint tab_points_refusals[] = {
    {48, "setpos", N_("What is no position, or none under these rules, is `error bad-position`."),
     bad_positions, 0},
    {49, "setpos", N_("A turn that is malformed or not allowed is `error illegal-turn`."),
     illegal_turns, 0},
    {50, "setpos",
     N_("A turn whose throws cannot fall so, or leave out the position's, is `error "
        "illegal-turn`."),
     impossible_hands, 0},
    {52, "setpos", N_("A fault in any turn leaves the former position and throws."), all_or_nothing,
     0},
    {53, "setpos", N_("Anything but `turns` behind the position is `error bad-argument`."),
     words_behind_position, 0},
    {55, "throw", N_("Ill-formed throws are `error bad-throw`."), ill_formed_throws, 0},
    {56, "throw", N_("Throws that do not begin with those of the position are `error bad-throw`."),
     throws_of_the_position, 0},
    {0},
};
