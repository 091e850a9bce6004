// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "go" and "info": what is answered, that it is legal, within which limits, and what is
// said meanwhile.
#include "protocol/conform/check.h"

#include <string.h>

#include "protocol/codec/info.h"
#include "protocol/codec/message.h"
#include "protocol/conform/rare.h"

/* With one throw up to six where there can be so many. Saved tâbs are a point of their own. */
static void ask_best(TabCheck *check, TabWalk *walk)
{
    if (tab_point_saved(walk))
        return;
    TabWalk here = *walk;
    for (guint n = walk->n_turns / 4 % 6; n > 0 && tab_point_throws_tab(walk->rules); n--)
        tab_walk_put(walk->rules, &here.now.throws, n % 2 ? "4" : "1");
    tab_walk_throw(&here, 1);
    tab_check_ask(check, walk->rules, walk->setpos->str, &here.now);
}

static void ask_rare(TabCheck *check, TabWalk *walk)
{
    if (!tab_point_saved(walk))
        tab_point_ask(check, walk);
}

/* An engine without `legal` meets the rare positions here alone. */
static void best_turns(TabCheck *check)
{
    tab_point_games(check, 48, 4, ask_best);
    tab_rare_ask(check, ask_rare);
}

static void ask_before_throw(TabCheck *check, TabWalk *walk)
{
    g_autofree char *text = tab_notation_situation_to_string(walk->rules, &walk->now);
    tab_check_send(check, "setpos %s\ngo depth 1", text);
    tab_check_expect_best(check, walk->rules, &walk->now, TAB_WAIT_WORK);
    tab_check_settle(check);
}

static void before_the_throw(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, rules, TAB_WHITE, 7);
    tab_check_newgame(check, rules);
    ask_before_throw(check, &walk);
    tab_walk_play_turns(&walk, 4);
    ask_before_throw(check, &walk);
    if (!tab_point_throws_tab(rules))
        return;
    tab_walk_put(rules, &walk.now.throws, "4");
    tab_check_ask(check, rules, walk.setpos->str, &walk.now);
    tab_walk_put(rules, &walk.now.throws, "1 6");
    tab_check_ask(check, rules, walk.setpos->str, &walk.now);
}

/* Black alone has pieces, whoever is said to be to move. */
static void game_over(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    g_autofree char *board = tab_walk_board(rules, FALSE, TRUE);
    static const char *const ends[] = {"w - - 10", "b - - 11", "w 2 - 12"};
    TabSituation over = check->subject->anchor;
    tab_check_newgame(check, rules);
    for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_autofree char *text = g_strdup_printf("%s %s", board, ends[i]);
        if (!tab_notation_parse_situation(rules, text, &over, NULL))
            continue; /* a single 2 is no cast of dice */
        tab_check_send(check, "setpos %s\ngo depth 1", text);
        tab_check_expect_best(check, rules, &over, TAB_WAIT_WORK);
    }
    tab_check_settle(check);
}

/* Of casts by chance those with which nothing can move. Returns how many these are. */
static guint pass_casts(TabCheck *check, TabWalk *walk)
{
    guint found = 0;
    for (guint i = 0; i < 12; i++) {
        TabWalk here = *walk;
        tab_walk_throw(&here, 1);
        walk->random = here.random;
        g_autoptr(GPtrArray) turns = tab_walk_list(here.rules, &here.now, 2, TRUE);
        const char *turn = turns && turns->len == 1 ? turns->pdata[0] : NULL;
        if (!turn || strpbrk(turn, "bcd") || strstr(turn, ":a")) /* a cell is named */
            continue;
        tab_check_ask(check, here.rules, walk->setpos->str, &here.now);
        found++;
    }
    return found;
}

/* Black, behind White's first turn, has only Nasara and no throw that frees one. */
static void forced_pass(TabCheck *check)
{
    static const char *const hands[] = {"3", "4 2", "6 4 3", "6 4 6 2", "6 4 6 4 6 4 4 2"};
    static const char nowhere[] = "under the rules that it promises there is no such start";
    const TabRules *rules = check->subject->base;
    g_auto(TabWalk) walk;
    tab_walk_init(&walk, rules, TAB_WHITE, 3);
    tab_walk_play_turns(&walk, 1);
    if (rules->set.value[TAB_SWITCH_CHRISTIANS] != TAB_YES) {
        tab_check_skip(check, nowhere);
        return;
    }
    tab_check_newgame(check, rules);
    if (!tab_point_throws_tab(rules)) {
        if (!pass_casts(check, &walk))
            tab_check_skip(check, nowhere);
        return;
    }
    for (guint i = 0; i < G_N_ELEMENTS(hands); i++) {
        TabWalk here = walk;
        tab_walk_put(rules, &here.now.throws, hands[i]);
        tab_check_ask(check, rules, walk.setpos->str, &here.now);
    }
}

static void ask_rare_saved(TabCheck *check, TabWalk *walk)
{
    if (tab_point_saved(walk))
        tab_point_ask(check, walk);
}

static void saved_in_bestmove(TabCheck *check)
{
    tab_rare_ask(check, ask_rare_saved);
    if (!tab_point_saved_games(check, 8, tab_point_ask))
        tab_check_skip(check, "it does not promise a ruleset with save-tab=yes");
}

/* --- searchturns --- */

static void search_turns(TabCheck *check, const TabWalk *walk, const GPtrArray *turns)
{
    for (guint i = 0; i < MIN(turns->len, 6) && tab_check_open(check); i++) {
        const char *only = g_ptr_array_index(turns, i);
        const char *other = g_ptr_array_index(turns, (i + 1) % turns->len);
        tab_check_send(check, "go depth 1 searchturns %s", only);
        const char *turn = tab_check_bestmove(check, TAB_WAIT_WORK);
        if (turn && strcmp(turn, only) != 0)
            tab_check_fail(check, only, "bestmove %s", turn);
        tab_check_send(check, "go depth 1 searchturns %s %s", only, other);
        turn = tab_check_bestmove(check, TAB_WAIT_WORK);
        if (turn && strcmp(turn, only) != 0 && strcmp(turn, other) != 0)
            tab_check_fail(check, "one of the two turns", "bestmove %s", turn);
    }
    tab_check_settle(check);
}

static void illegal_search_turns(TabCheck *check, const TabWalk *walk, const GPtrArray *turns)
{
    const char *legal = g_ptr_array_index(turns, 0);
    tab_check_dialogue(check,
                       "! illegal-turn go depth 1 searchturns nonsense\n"
                       "! illegal-turn go depth 1 searchturns 9:a1a2\n"
                       "! illegal-turn go depth 1 searchturns %s %s,2:pass",
                       legal, legal);
}

static void search_turns_without_throws(TabCheck *check, const TabWalk *walk,
                                        const GPtrArray *turns)
{
    const char *legal = g_ptr_array_index(turns, 0);
    g_autofree char *bare = tab_notation_position_to_string(walk->rules, &walk->now.position);
    tab_check_dialogue(check, "> setpos %s\n! no-throw go depth 1 searchturns %s", bare, legal);
    if (tab_point_throws_tab(walk->rules))
        tab_check_dialogue(check, "> throw 4 +\n! no-throw go depth 1 searchturns %s", legal);
}

/* What a limit in time may be passed by, in ms. */
#define SLACK 250

/* Sends a `go` at the anchor and expects a legal turn after at most so many ms. */
static void expect_by(TabCheck *check, guint ms, const char *go)
{
    const TabSubject *subject = check->subject;
    gint64 start = g_get_monotonic_time();
    tab_check_send(check, "%s", go);
    tab_check_expect_best(check, subject->base, &subject->anchor, ms + TAB_WAIT_ANSWER);
    tab_check_in_time(check, start, ms, go);
}

static void movetime(TabCheck *check)
{
    tab_check_dialogue(check, "{anchor}\n{ready}");
    expect_by(check, 30 + SLACK, "go movetime 30");
    expect_by(check, 200 + SLACK, "go movetime 200");
    expect_by(check, SLACK, "go movetime 0");
    tab_check_settle(check);
}

/* At the anchor it is Black's turn. */
static void clocks(TabCheck *check)
{
    const TabSubject *subject = check->subject;
    tab_check_dialogue(check, "{anchor}\n{ready}");
    expect_by(check, 200 + SLACK, "go wtime 60000 btime 200");
    expect_by(check, 200 + SLACK, "go wtime 60000 btime 200 winc 60000 binc 0 turnstogo 1");
    TabSituation start;
    tab_position_start(subject->base, TAB_WHITE, &start);
    start.throws = subject->anchor.throws;
    g_autofree char *text = tab_notation_situation_to_string(subject->base, &start);
    gint64 began = g_get_monotonic_time();
    tab_check_send(check, "setpos %s\ngo wtime 200 btime 60000", text);
    tab_check_expect_best(check, subject->base, &start, TAB_WAIT_ANSWER);
    tab_check_in_time(check, began, 200 + SLACK, "go wtime 200 btime 60000, White to move,");
    tab_check_settle(check);
}

static void first_limit(TabCheck *check)
{
    tab_check_dialogue(check, "{anchor}\n{ready}");
    expect_by(check, TAB_WAIT_ANSWER / 2, "go depth 1 movetime 600000");
    expect_by(check, TAB_WAIT_ANSWER / 2, "go movetime 600000 nodes 1");
    expect_by(check, TAB_WAIT_ANSWER / 2, "go depth 1000000 nodes 1000000000 movetime 50");
    expect_by(check, TAB_WAIT_ANSWER / 2, "go wtime 600000 btime 600000 depth 1");
    tab_check_settle(check);
}

/* Whatever other limits say. */
static void think_on(TabCheck *check, const TabRules *rules, const TabSituation *situation,
                     const char *key)
{
    tab_check_settle(check);
    tab_check_send(check, "go %s movetime 1 depth 1 nodes 1 wtime 1 btime 1", key);
    tab_check_calm(check, 3 * TAB_WAIT_CALM);
    tab_check_send(check, "stop");
    tab_check_expect_best(check, rules, situation, TAB_WAIT_ANSWER);
    tab_check_settle(check);
}

static void think_on_with_choice(TabCheck *check, const TabWalk *walk, const GPtrArray *turns)
{
    think_on(check, walk->rules, &walk->now, "infinite");
}

/* Where there is nothing to think about, and where there is. */
static void infinite(TabCheck *check)
{
    tab_check_dialogue(check, "{anchor}");
    think_on(check, check->subject->base, &check->subject->anchor, "infinite");
    tab_point_choice(check, think_on_with_choice);
}

static void ponder(TabCheck *check)
{
    TabSituation before;
    tab_position_start(check->subject->base, TAB_BLACK, &before);
    tab_check_dialogue(check, "{newgame}\n> setpos start b");
    think_on(check, check->subject->base, &before, "ponder");
}

/* --- info --- */

/* What is wrong with an info line, NULL if it is good. */
static const char *find_info_fault(const char *line, const TabInfo *info)
{
    if (info->fields & TAB_INFO_STRING)
        return info->fields == TAB_INFO_STRING ? NULL : "string is not alone";
    if (strstr(line, " level ") && !(info->fields & TAB_INFO_LEVEL))
        return "there is no such level";
    if (!(info->fields & TAB_INFO_PV))
        return NULL;
    g_auto(TabInfo) behind = {0};
    const char *rest = info->pv + strcspn(info->pv, " \t");
    if (!*info->pv)
        return "pv without a turn";
    return !tab_info_parse(&behind, rest, NULL) || behind.fields ? "pv is not last" : NULL;
}

/* An info line. */
typedef struct {
    char *line, *fault; /* NULL: it is well formed */
    TabInfo info;
    char *turn; /* behind `pv`; NULL: none */
} Told;

static void clear_told(gpointer data)
{
    Told *told = data;
    g_free(told->line);
    g_free(told->fault);
    g_free(told->turn);
    tab_info_clear(&told->info);
}

/* Sends a `go` and returns its info lines up to the bestmove; GArray of Told. */
static GArray *read_infos(TabCheck *check, const char *go)
{
    tab_check_send(check, "%s", go);
    g_autoptr(GPtrArray) lines = tab_check_read_up_to(check, "bestmove", TAB_WAIT_WORK);
    GArray *infos = g_array_new(FALSE, FALSE, sizeof(Told));
    g_array_set_clear_func(infos, clear_told);
    for (guint i = 0; i < lines->len; i++) {
        const char *line = g_ptr_array_index(lines, i);
        g_autoptr(GError) error = NULL;
        if (!tab_check_begins(line, "info"))
            continue;
        Told told = {.line = g_strdup(line)};
        if (tab_info_parse(&told.info, strstr(line, "info") + strlen("info"), &error))
            told.fault = g_strdup(find_info_fault(line, &told.info));
        else
            told.fault = g_strdup(error->message);
        if (told.info.fields & TAB_INFO_PV)
            told.turn = g_strndup(told.info.pv, strcspn(told.info.pv, " \t"));
        g_array_append_val(infos, told);
    }
    return infos;
}

static void well_formed(TabCheck *check, const TabWalk *walk, const GPtrArray *turns)
{
    static const char *const goes[] = {"go depth 1", "go movetime 30", "throw\ngo depth 1"};
    guint found = 0;
    for (guint n = 0; n < G_N_ELEMENTS(goes); n++) {
        g_autoptr(GArray) infos = read_infos(check, goes[n]);
        for (guint i = 0; i < infos->len; i++) {
            const Told *told = &g_array_index(infos, Told, i);
            found += told->fault || told->info.fields ? 1 : 0;
            if (told->fault)
                tab_check_fail(check, "info lines as the page has them", "%s (%s)", told->line,
                               told->fault);
        }
    }
    tab_check_settle(check);
    if (!found)
        tab_check_skip(check, "it sends no info");
}

static void legal_pv(TabCheck *check, const TabWalk *walk, const GPtrArray *turns)
{
    guint found = 0;
    g_autoptr(GArray) infos = read_infos(check, "go movetime 30");
    for (guint i = 0; i < infos->len; i++) {
        const char *turn = g_array_index(infos, Told, i).turn;
        g_autoptr(GError) error = NULL;
        found += turn ? 1 : 0;
        if (turn && !tab_walk_is_legal(walk->rules, &walk->now, turn, NULL, &error))
            tab_check_fail(check, "a legal turn behind pv", "%s (%s)", turn, error->message);
    }
    tab_check_settle(check);
    if (!found)
        tab_check_skip(check, "it sends no pv");
}

/* An engine may ignore the key: only its lines of level rollout count. */
static void rollouts(TabCheck *check, const TabWalk *walk, const GPtrArray *turns)
{
    static const TabInfoField needed = TAB_INFO_WIN | TAB_INFO_SE | TAB_INFO_PV;
    guint found = 0;
    g_autoptr(GArray) infos = read_infos(check, "go depth 1 rollouts 4");
    for (guint i = 0; i < infos->len; i++) {
        const Told *told = &g_array_index(infos, Told, i);
        if (!(told->info.fields & TAB_INFO_LEVEL) || told->info.level != TAB_INFO_ROLLOUT)
            continue;
        found++;
        if ((told->info.fields & needed) != needed)
            tab_check_fail(check, "win, se and pv of a rollout", "%s", told->line);
        else if (!tab_walk_is_legal(walk->rules, &walk->now, told->turn, NULL, NULL))
            tab_check_fail(check, "the rollout of a legal turn", "%s", told->line);
    }
    tab_check_settle(check);
    if (!found)
        tab_check_skip(check, "it plays no rollouts");
}

/* Ranks from 1 on, and none above the option. */
static void multi_pv(TabCheck *check, const TabWalk *walk, const GPtrArray *turns)
{
    const TabOption *option = tab_option_find(check->subject->identity->options, "MultiPV");
    if (option->max < 2) {
        tab_check_skip(check, "it does not declare MultiPV");
        return;
    }
    tab_check_dialogue(check, "> setoption name MultiPV value 2\n{ready}");
    g_autoptr(GArray) infos = read_infos(check, "go depth 1");
    const char *best[2] = {"none", "none"};
    for (guint i = 0; i < infos->len; i++) {
        const Told *told = &g_array_index(infos, Told, i);
        if (!(told->info.fields & TAB_INFO_MULTIPV) || !told->turn)
            continue;
        if (told->info.multipv > 2)
            tab_check_fail(check, "multipv 1 and 2", "%s", told->line);
        else
            best[told->info.multipv - 1] = told->turn;
    }
    if (!strcmp(best[0], "none") || !strcmp(best[1], "none") || !strcmp(best[0], best[1]))
        tab_check_fail(check, "infos of the two best turns", "multipv 1: %s, multipv 2: %s",
                       best[0], best[1]);
    tab_check_dialogue(check, "> setoption name MultiPV value %s\n{ready}",
                       option->value ? option->value : "1");
}

/* The least limit is one that the first look at each outcome fits into. */
static void nodes(TabCheck *check, const TabWalk *walk, const GPtrArray *turns)
{
    guint told_nodes = 0;
    for (guint limit = 1000; limit <= 9000 && tab_check_open(check); limit *= 3) {
        g_autofree char *go = g_strdup_printf("go nodes %u", limit);
        g_autoptr(GArray) infos = read_infos(check, go);
        for (guint i = 0; i < infos->len; i++) {
            const Told *told = &g_array_index(infos, Told, i);
            told_nodes += told->info.fields & TAB_INFO_NODES ? 1 : 0;
            if (told->info.nodes > limit)
                tab_check_fail(check, "at most so many nodes", "%s", told->line);
        }
    }
    tab_check_settle(check);
    if (!told_nodes)
        tab_check_skip(check, "its infos do not count nodes");
}

const TabPoint tab_points_go[] = {
    {59, "go",
     N_("With complete throws a `go` is answered by one `bestmove`, a legal turn for them."),
     best_turns},
    {60, "go", N_("Without complete throws it is answered by `bestmove none`."), before_the_throw},
    {61, "go", N_("When the game is over it is answered by `bestmove none`."), game_over},
    {62, "Answers: engine → controller",
     N_("Where nothing can move, the turn passes each throw, in ascending order."), forced_pass},
    {63, "Answers: engine → controller", N_("The turn of `bestmove` names the saved tâbs too."),
     saved_in_bestmove},
    {72, "go", N_("`searchturns` binds the choice to the turns that it names."),
     .choose = search_turns},
    {73, "go", N_("A turn of `searchturns` that is not legal is `error illegal-turn`."),
     .choose = illegal_search_turns},
    {74, "go", N_("`searchturns` without complete throws is `error no-throw`."),
     .choose = search_turns_without_throws},
    {64, "go", N_("`movetime` is not exceeded."), movetime, TAB_POINT_TIMED},
    {65, "go", N_("`wtime` and `btime`: the clock of the side to move is kept."), clocks,
     TAB_POINT_TIMED},
    {66, "go", N_("Of several limits the first that is reached ends the search."), first_limit},
    {67, "go", N_("Without a limit a `go` ends by itself."),
     .dialogue = "{anchor}\n> go\n<~ {best}\n{ready}"},
    {68, "go", N_("`infinite` goes on until `stop`, whatever other limits say."), infinite},
    {69, "go", N_("`ponder` goes on until `stop`, whatever other limits say."), ponder},
    {70, "go", N_("A known key without its number is `error bad-argument`."),
     .dialogue = "{anchor}\n! bad-argument go {}\n! bad-argument go depth 1 {} many\n"
                 "! bad-argument go {} -5 depth 1",
     .texts = "movetime|wtime|btime|winc|binc|turnstogo|nodes|depth"},
    {71, "go", N_("Unknown keys are skipped."), .dialogue = "{anchor}\n> go {}\n<~ {best}\n{ready}",
     .texts = "colour blue depth 1|depth 1 sound|mate 3 depth 1 17|rollouts 2 truncate 1 depth 1"},
    {75, "go", N_("`nodes` is not exceeded by what the `info` lines count."), .choose = nodes},
    {118, "go", N_("A line of level rollout tells chance and error of a legal turn."),
     .choose = rollouts},
    {82, "info", N_("`info` lines are well formed: known keys with their values, `pv` last."),
     .choose = well_formed},
    {83, "info", N_("The turn behind `pv` is legal."), .choose = legal_pv},
    {84, "Options", N_("With `MultiPV` 2 the `info` lines tell of the two best turns."),
     .choose = multi_pv, .option = "MultiPV"},
    {0},
};
