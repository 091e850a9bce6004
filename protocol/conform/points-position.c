// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "setpos" and "throw": positions, turns and throws that are taken, and those that are
// refused.
#include "protocol/conform/check.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/conform/rare.h"

static void starts(TabCheck *check)
{
    static const char *const texts[] = {"start", "start w", "start b"};
    const TabRules *rules = check->subject->base;
    tab_check_newgame(check, rules);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        TabSituation start;
        tab_position_start(rules, i < 2 ? TAB_WHITE : TAB_BLACK, &start);
        start.throws = check->subject->anchor.throws;
        tab_check_ask(check, rules, texts[i], &start);
    }
}

/* The position as its five fields: without the throws, which `throw` then tells; with all of them,
 * on the last turn number; and with those thrown so far. */
static void ask_fields(TabCheck *check, TabWalk *walk)
{
    if (tab_point_saved(walk))
        return;
    g_autofree char *bare = tab_notation_situation_to_string(walk->rules, &walk->now);
    tab_walk_throw(walk, 4);
    tab_check_ask(check, walk->rules, bare, &walk->now);
    TabSituation now = walk->now;
    now.position.number = TAB_MAX_NUMBER;
    g_autofree char *full = tab_notation_situation_to_string(walk->rules, &now);
    tab_check_send(check, "setpos %s\ngo depth 1", full);
    tab_check_expect_best(check, walk->rules, &now, TAB_WAIT_WORK);
    if (now.throws.n < 2 || tab_ruleset_at_once(&walk->rules->set))
        return;
    now.throws.n--;
    now.throws.more = true;
    g_autofree char *partial = tab_notation_situation_to_string(walk->rules, &now);
    tab_check_ask(check, walk->rules, partial, &walk->now);
}

/* Saved tâbs are seen with `show`, where there is such a command. */
static void expect_saved_shown(TabCheck *check, TabWalk *walk)
{
    g_autofree char *text = tab_notation_situation_to_string(walk->rules, &walk->now);
    g_autofree char *expected = g_strdup_printf("position %s", text);
    const char *line;
    tab_check_send(check, "setpos %s\nshow\nisready", text);
    while ((line = tab_check_read(check, TAB_WAIT_ANSWER)) && !tab_check_begins(line, "readyok"))
        if (tab_check_begins(line, "position"))
            tab_check_that(check, tab_check_begins(line, expected), expected, line);
}

static void fields(TabCheck *check)
{
    tab_point_games(check, 32, 8, ask_fields);
    tab_point_saved_games(check, 4, expect_saved_shown);
}

static void ask_turns(TabCheck *check, TabWalk *walk)
{
    if (tab_point_saved(walk))
        tab_check_dialogue(check, "> setpos %s\n{ready}", walk->setpos->str);
    else
        tab_point_ask(check, walk);
}

/* Each outcome of a rare position has a turn that is taken. */
static void take_turns(TabCheck *check, TabWalk *walk)
{
    g_autoptr(GPtrArray) turns = tab_walk_list(walk->rules, &walk->now, 300, TRUE);
    for (guint i = 0; turns && i < turns->len; i++)
        tab_check_dialogue(check, "> setpos %s turns %s\n{ready}", walk->setpos->str,
                           (const char *)g_ptr_array_index(turns, i));
}

static void turns_played(TabCheck *check)
{
    tab_point_games(check, 80, 40, ask_turns);
    tab_rare_ask(check, take_turns);
}

static void no_throws_after_turn(TabCheck *check)
{
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, check->subject->base, TAB_BLACK, 5);
    tab_check_newgame(check, walk.rules);
    for (guint i = 0; i < 4; i++) {
        tab_walk_play_turns(&walk, 1);
        tab_check_send(check, "setpos %s\ngo depth 1", walk.setpos->str);
        tab_check_expect_best(check, walk.rules, &walk.now, TAB_WAIT_WORK);
    }
    tab_check_settle(check);
}

/* A game, the same again, another one as long, and the beginning: nothing is carried over. */
static void stateless(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    g_auto(TabWalk) one;
    g_auto(TabWalk) other;
    tab_walk_init(&one, rules, TAB_BLACK, 21);
    tab_walk_init(&other, rules, TAB_BLACK, 22);
    tab_check_newgame(check, rules);
    for (guint i = 0; i < 3; i++) {
        tab_walk_play_turns(&one, 3);
        tab_walk_play_turns(&other, 3);
        ask_turns(check, &one);
        ask_turns(check, &one);
        ask_turns(check, &other);
        tab_check_ask(check, rules, "start b", &check->subject->anchor);
    }
}

/* --- saved tâbs --- */

/* The tâbs that are saved in `turn`, the last of a game, can neither be lost nor left out. */
static void refuse_unsaved(TabCheck *check, const TabRules *rules, const TabSituation *before,
                           const char *setpos, const char *turn)
{
    static const char *const instead[] = {",1:pass", ""};
    int ahead = (int)(strlen(setpos) - strlen(turn));
    for (guint i = 0; i < G_N_ELEMENTS(instead); i++) {
        g_autofree char *changed = tab_point_replaced(turn, ",1:save", instead[i]);
        if (tab_walk_is_legal(rules, before, changed, NULL, NULL))
            continue;
        tab_check_newgame(check, rules);
        tab_check_dialogue(check, "! illegal-turn setpos %.*s%s", ahead, setpos, changed);
    }
}

/* Plays until a turn saves tâbs that were saved before: as a turn of that game it is taken, and
 * changed it is not. */
static gboolean save_again(TabCheck *check, const TabRules *rules, guint64 seed)
{
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, rules, TAB_WHITE, seed);
    for (guint n = 0; n < 40 && !tab_walk_over(&walk); n++) {
        TabSituation before = walk.now;
        guint saved = tab_point_saved(&walk);
        tab_walk_throw(&walk, 4);
        g_autofree char *turn = tab_walk_play(&walk);
        if (!saved || !strstr(turn, ",1:save"))
            continue;
        tab_check_newgame(check, rules);
        tab_check_dialogue(check, "> setpos %s\n{ready}", walk.setpos->str);
        refuse_unsaved(check, rules, &before, walk.setpos->str, turn);
        return TRUE;
    }
    return FALSE;
}

static void saved_throws(TabCheck *check)
{
    const TabRules *rules = tab_point_saving_rules(check->subject);
    if (!rules) {
        tab_check_skip(check, "it does not promise a ruleset with save-tab=yes");
        return;
    }
    guint found = 0;
    for (guint64 seed = 1; seed < 60 && found < 6 && tab_check_open(check); seed++)
        found += save_again(check, rules, seed) ? 1 : 0;
}

/* --- throw --- */

static void throws_replaced(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, rules, TAB_BLACK, 1);
    tab_check_dialogue(check, "{newgame}\n> setpos start b");
    if (tab_point_throws_tab(rules))
        tab_check_send(check, "throw 1 2\nthrow 1 +\nthrow 1 4 6 +\nthrow 1 4 +");
    for (guint i = 0; i < 3 && !walk.now.throws.n; i++) {
        TabWalk here = walk;
        tab_walk_throw(&here, 1);
        walk.random = here.random;
        tab_check_throw(check, rules, &here.now.throws);
    }
    tab_check_dialogue(check, "> throw {throws}\n{still}");
}

static void throw_alone(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    TabSituation start;
    tab_position_start(rules, TAB_BLACK, &start);
    tab_check_dialogue(check, "{anchor}\n> throw\n> go depth 1");
    tab_check_expect_best(check, rules, &start, TAB_WAIT_WORK);
    tab_check_dialogue(check, "> setpos {position}\n> throw\n{still}");
}

/* What our own rules find good under the base ruleset is not asked about here. */
static void refuse_board(TabCheck *check, const char *board, const char *fields)
{
    TabSituation situation;
    g_autofree char *text = g_strdup_printf("%s %s", board, fields);
    if (!tab_notation_parse_situation(check->subject->base, text, &situation, NULL))
        tab_check_dialogue(check, "! bad-position setpos %s", text);
}

/* Faults in one row of an empty board. */
static void refuse_rows(TabCheck *check)
{
    static const struct {
        guint row; /* 0: Black's home row */
        const char *text;
        guint width; /* cells of the text, which a run fills up; 0: the whole row as it stands */
    } rows[] = {{1, "X", 1},    {1, "N", 1},   {1, "F", 1},    {2, "T", 1},   {3, "F", 1},
                {1, "()T", 1},  {1, "(M)", 1}, {1, "(Tt)", 1}, {1, "(TT", 1}, {1, "T)", 1},
                {3, "(NN)", 1}, {1, "~T", 1},  {1, "0T", 1},   {1, "-T", 1},  {1, "~", 1},
                {2, "m", 1},    {1, "T", 0},   {3, "MN", 2},   {1, "T01", 2}};
    g_autofree char *empty = tab_walk_board(check->subject->base, FALSE, FALSE);
    refuse_board(check, empty, "b - - 4");
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(GStrv) all = g_strsplit(empty, "/", -1);
        if (rows[i].row >= g_strv_length(all))
            continue;
        char **row = &all[rows[i].row];
        g_autofree char *run = g_strdup_printf("%d", atoi(*row) - (int)rows[i].width);
        g_free(*row);
        *row = g_strconcat(rows[i].text, rows[i].width ? run : "", NULL);
        g_autofree char *board = g_strjoinv("/", all);
        refuse_board(check, board, "b - - 4");
    }
}

/* Faults in the fields behind a good board, and in the number of its rows and cells. */
static void refuse_fields(TabCheck *check, const char *board)
{
    static const char *const ends[] = {
        "",          "w",          "w -",       "w - -",      "x - - 1",         "W - - 1",
        "w 2,1 - 1", "w 1 - 1",    "w 1,4 - 1", "w 5,2 - 1",  "w 1,,2 - 1",      "w 2+ - 1",
        "w + - 1",   "w 4,3+ - 1", "w - 0/0 1", "w - 10/0 1", "w - 1 1",         "w - 1/0 1",
        "w - - 0",   "w - - 01",   "w - - x",   "w - - -1",   "w - - 1000000000"};
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
        refuse_board(check, board, ends[i]);
    guint columns = tab_ruleset_columns(&check->subject->base->set);
    g_autofree char *run = g_strdup_printf("/%u/", columns);
    g_autofree char *piece = g_strdup_printf("/T%u/", columns - 1);
    char *boards[] = {g_strconcat("1", board, NULL), g_strconcat(board, "/1", NULL),
                      g_strdup(strchr(board, '/') + 1), tab_point_replaced(board, run, piece)};
    for (guint i = 0; i < G_N_ELEMENTS(boards); i++) {
        refuse_board(check, boards[i], "w - - 1");
        g_free(boards[i]);
    }
}

static void bad_positions(TabCheck *check)
{
    g_autofree char *board = tab_walk_board(check->subject->base, TRUE, TRUE);
    tab_check_newgame(check, check->subject->base);
    tab_check_each(check, "! bad-position setpos{}", "| nonsense| Start| start/start w - - 1");
    refuse_fields(check, board);
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
        tab_check_dialogue(check, "! illegal-turn setpos %s %s%s", walk->setpos->str,
                           walk->n_turns ? "" : "turns ", turn);
}

/* Legal turns with one thing changed. */
static void refuse_changed(TabCheck *check, const TabWalk *walk)
{
    static const char *const changes[][2] = {{":", ";"},  {":", ":x"}, {"a", "A"}, {"b", "c"},
                                             {",", ",,"}, {"2", "3"},  {"3", "2"}, {"b", "tb"}};
    TabWalk here = *walk;
    tab_walk_throw(&here, 4);
    g_autoptr(GPtrArray) legal = tab_walk_list(here.rules, &here.now, 1000, TRUE);
    for (guint i = 0; legal && i < MIN(legal->len, 3); i++)
        for (guint j = 0; j < G_N_ELEMENTS(changes); j++) {
            g_autofree char *changed =
                tab_point_replaced(g_ptr_array_index(legal, i), changes[j][0], changes[j][1]);
            refuse_turn(check, walk, changed);
        }
}

/* At a rare position the turns that the rules of a preset allow, and those of the game do not. */
static void refuse_other_rules(TabCheck *check, TabWalk *walk)
{
    guint columns = tab_ruleset_columns(&walk->rules->set);
    for (guint i = 0; i < tab_ruleset_n_presets(); i++) {
        g_autofree char *text =
            g_strdup_printf("%s:columns=%u", tab_ruleset_preset_name(i), columns);
        TabRuleset other;
        TabSituation situation;
        if (!tab_ruleset_parse(text, &other, NULL))
            continue;
        g_autoptr(TabRules) rules = tab_rules_new(&other);
        g_autoptr(GPtrArray) turns = NULL;
        if (tab_notation_parse_situation(rules, walk->setpos->str, &situation, NULL))
            turns = tab_walk_list(rules, &situation, 300, TRUE);
        for (guint j = 0; turns && j < turns->len; j++)
            refuse_turn(check, walk, g_ptr_array_index(turns, j));
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
    tab_rare_ask(check, refuse_other_rules);
}

/* All of a hand passed, which is refused for the hand alone where nothing can move. */
static void impossible_hands(TabCheck *check)
{
    static const struct {
        const char *held, *turn;
    } rows[] = {{"", "4:pass"},
                {"", "2:pass,3:pass"},
                {"", "2:pass,2:pass"},
                {"", "4:pass,6:pass"},
                {"", "2:pass,3:pass,4:pass"},
                {"6", "3:pass"},
                {"6", "3:pass,4:pass"},
                {"6 6", "2:pass,6:pass"},
                {"4 3", "3:pass"},
                {"4 3", "3:pass,4:pass,4:pass"},
                {"4 3", "2:pass,4:pass"},
                {"3", "2:pass"}};
    g_auto(TabWalk) walk;
    walk_one_turn(check, &walk);
    if (!tab_point_throws_tab(walk.rules)) {
        tab_check_skip(check, "it does not promise a ruleset with throws=collect");
        return;
    }
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        walk.now.throws = (TabThrows){.n = 0};
        tab_walk_put(walk.rules, &walk.now.throws, rows[i].held);
        g_autofree char *text = tab_notation_situation_to_string(walk.rules, &walk.now);
        if (!tab_walk_is_legal(walk.rules, &walk.now, rows[i].turn, NULL, NULL))
            tab_check_dialogue(check, "! illegal-turn setpos %s turns %s", text, rows[i].turn);
    }
}

static void all_or_nothing(TabCheck *check)
{
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, check->subject->base, TAB_WHITE, 3);
    tab_walk_play_turns(&walk, 5);
    g_autofree char *dialogue =
        g_strdup_printf("> setpos %s {}\n< error illegal-turn\n{still}", walk.setpos->str);
    tab_check_dialogue(check, "{anchor}");
    tab_check_each(check, dialogue, "nonsense|3:a1a1");
}

/* --- throws --- */

/* Whether these words are all the throws of a cast that is played at once. */
static gboolean is_cast(const TabRules *rules, const char *words)
{
    TabThrows throws = {.n = 0};
    gboolean good = tab_ruleset_at_once(&rules->set);
    g_auto(GStrv) names = g_strsplit(words, " ", -1);
    for (guint i = 0; names[i] && good; i++) {
        int kind = tab_cast_kind(&rules->cast, names[i], NULL);
        good = kind >= 0 && tab_throws_add(rules, &throws, kind);
    }
    return good && throws.n && tab_throws_complete(&throws);
}

static void ill_formed_throws(TabCheck *check)
{
    static const char *const casts[] = {"0",   "5",   "x",   "+",      "4 +", "-1",
                                        "2 3", "4 2", "1 1", "4,2",    "1 +", "4 4 +",
                                        "13",  "S",   "01",  "2 2 2 2"};
    g_auto(TabWalk) walk;
    walk_one_turn(check, &walk);
    tab_check_send(check, "setpos %s", walk.setpos->str);
    if (tab_point_throws_tab(walk.rules))
        tab_check_each(check, "! bad-throw throw {}",
                       "0|5|7|x|-1|+|4|4 6|2 3|3 4|4 2 +|3 +|4 + 2|4,2|4 5 2|44 2|4 + +|2.0");
    for (guint i = 0; i < G_N_ELEMENTS(casts) && tab_ruleset_at_once(&walk.rules->set); i++)
        if (!is_cast(walk.rules, casts[i]))
            tab_check_dialogue(check, "! bad-throw throw %s", casts[i]);
}

/* Any other cast than the one that the position holds. */
static void refuse_other_casts(TabCheck *check, const TabWalk *walk)
{
    TabWalk held = *walk, other = *walk;
    tab_walk_throw(&held, 1);
    g_autofree char *text = tab_notation_situation_to_string(walk->rules, &held.now);
    g_autofree char *words = tab_notation_throws_to_words(walk->rules, &held.now.throws);
    tab_check_send(check, "setpos %s", text);
    for (guint i = 0; i < 9; i++) {
        other.now.throws = walk->now.throws;
        tab_walk_throw(&other, 1);
        g_autofree char *others = tab_notation_throws_to_words(walk->rules, &other.now.throws);
        if (strcmp(words, others) != 0)
            tab_check_dialogue(check, "! bad-throw throw %s", others);
    }
}

static void throws_of_the_position(TabCheck *check)
{
    g_auto(TabWalk) walk;
    walk_one_turn(check, &walk);
    if (tab_ruleset_at_once(&walk.rules->set))
        refuse_other_casts(check, &walk);
    for (guint i = 0; i < 2 && tab_point_throws_tab(walk.rules); i++) {
        tab_walk_put(walk.rules, &walk.now.throws, i ? "6 3" : "4");
        g_autofree char *text = tab_notation_situation_to_string(walk.rules, &walk.now);
        g_autofree char *dialogue = g_strdup_printf("> setpos %s\n! bad-throw throw {}", text);
        tab_check_each(check, dialogue, i ? "4 3|4 6 2|4 6 +|4 6 6 3" : "2|6 2|6 4 2|6 +");
    }
}

const TabPoint tab_points_position[] = {
    {43, "setpos", N_("`start` and `start w` give the opening to White, `start b` to Black."),
     starts},
    {44, "setpos", N_("The five fields set a position, with its throws and saved tâbs."), fields},
    {45, "setpos", N_("`turns` are played from the position, one after the other."), turns_played},
    {46, "setpos", N_("`turns` may be followed by none."),
     .dialogue = "{newgame}\n> setpos start b turns\n> throw {throws}\n{still}\n"
                 "> setpos {position} turns\n{still}"},
    {47, "setpos", N_("After a turn no throws are at hand."), no_throws_after_turn},
    {51, "setpos", N_("A turn names all saved tâbs, and those that it saves again."), saved_throws},
    {54, "setpos", N_("`setpos` depends on the rules alone, not on what was set before."),
     stateless},
    {57, "throw", N_("Each `throw` takes the place of the one before."), throws_replaced},
    {58, "throw", N_("`throw` alone goes back to the throws the position came with."), throw_alone},
    {48, "setpos", N_("What is no position, or none under these rules, is `error bad-position`."),
     bad_positions},
    {49, "setpos", N_("A turn that is malformed or not allowed is `error illegal-turn`."),
     illegal_turns},
    {50, "setpos",
     N_("A turn whose throws cannot fall so, or leave out the position's, is `error "
        "illegal-turn`."),
     impossible_hands},
    {52, "setpos", N_("A fault in any turn leaves the former position and throws."),
     all_or_nothing},
    {53, "setpos", N_("Anything but `turns` behind the position is `error bad-argument`."),
     .dialogue = "{newgame}\n! bad-argument setpos start x\n! bad-argument setpos start b 7\n"
                 "! bad-argument setpos start w b turns 3:pass\n"
                 "! bad-argument setpos {position} moves 3:pass\n"
                 "! bad-argument setpos {position} Turns"},
    {55, "throw", N_("Ill-formed throws are `error bad-throw`."), ill_formed_throws},
    {56, "throw", N_("Throws that do not begin with those of the position are `error bad-throw`."),
     throws_of_the_position},
    {0},
};
