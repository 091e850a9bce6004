// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "Inspection": positions shown, turns listed, counts, and what an engine says of itself
// in numbers.
#include "protocol/conform/check.h"

#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/conform/rare.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/perft.h"

/* --- show --- */

/* Asks for the position and expects these rules or this position in the answer (NULL: any). */
static void expect_shown(TabCheck *check, const char *rules, const char *position)
{
    g_autoptr(GPtrArray) lines = tab_check_inspect(check, "show", "shown", TAB_WAIT_ANSWER);
    if (!lines)
        return;
    g_autofree char *wanted_rules = g_strdup_printf("rules %s", rules ? rules : "");
    g_autofree char *wanted_position = g_strdup_printf("position %s", position ? position : "");
    const char *const wanted[] = {wanted_rules, wanted_position};
    if (lines->len < 4)
        tab_check_fail(check, "a board, then rules, position, shown", "%u lines", lines->len);
    for (guint i = 0; i < G_N_ELEMENTS(wanted) && tab_check_open(check); i++) {
        const char *line = g_ptr_array_index(lines, lines->len - 3 + i);
        tab_check_that(check, tab_check_begins(line, wanted[i]), wanted[i], line);
    }
    tab_check_settle(check);
}

/* The same ruleset told in another way is shown as RULES.md 7 has it. */
static void shows_rules(TabCheck *check)
{
    for (guint i = 0; i < check->subject->rulesets->len && tab_check_open(check); i++) {
        const TabRules *rules = g_ptr_array_index(check->subject->rulesets, i);
        g_autofree char *text = tab_ruleset_to_string(&rules->set);
        guint columns = tab_ruleset_columns(&rules->set), pieces = tab_ruleset_pieces(&rules->set);
        g_auto(GStrv) parts = g_strsplit(text, ":", 2);
        if (!strstr(text, "columns") && !strstr(text, "pieces"))
            tab_check_send(check, "newgame %s:pieces=%u,columns=%u%s%s", parts[0], pieces, columns,
                           parts[1] ? "," : "", parts[1] ? parts[1] : "");
        else
            tab_check_send(check, "newgame %s", text);
        expect_shown(check, text, NULL);
    }
}

static void show_position(TabCheck *check, const TabWalk *walk)
{
    g_autofree char *text = tab_notation_situation_to_string(walk->rules, &walk->now);
    expect_shown(check, NULL, text);
}

static void show_walk(TabCheck *check, TabWalk *walk)
{
    tab_check_send(check, "setpos %s\nthrow", walk->setpos->str);
    show_position(check, walk);
    TabWalk here = *walk;
    tab_walk_throw(&here, 4);
    tab_check_throw(check, walk->rules, &here.now.throws);
    show_position(check, &here);
    if (here.now.throws.n < 2 || tab_ruleset_at_once(&walk->rules->set))
        return;
    here.now.throws.n--;
    here.now.throws.more = true;
    tab_check_throw(check, walk->rules, &here.now.throws);
    show_position(check, &here);
}

/* --- legal --- */

/* One line `outcome <position> via <turn>`, cut in two; false if it is none. */
static gboolean cut_outcome(char *line, char **position, char **turn)
{
    char *via = strstr(line, " via ");
    if (!tab_check_begins(line, "outcome") || !via)
        return FALSE;
    *via = '\0';
    *position = g_strstrip(strstr(line, "outcome") + strlen("outcome"));
    *turn = g_strstrip(via + strlen(" via "));
    return TRUE;
}

/* Sets the position of a walk with throws by chance. Returns the outcomes that `legal` lists, which
 * it must count, and fills in those that there are; both GPtrArray of char *. NULL if the engine
 * cannot list them, or if they are too many for a test. */
static GPtrArray *read_legal(TabCheck *check, TabWalk *walk, GPtrArray **expected)
{
    tab_walk_throw(walk, MAX(tab_point_saved(walk) + 1, 3));
    *expected = tab_walk_list(walk->rules, &walk->now, 300, FALSE);
    if (!*expected)
        return NULL;
    tab_point_tell(check, walk);
    g_autoptr(GPtrArray) lines = tab_check_inspect(check, "legal", "legal", TAB_WAIT_WORK);
    if (!lines)
        return NULL;
    g_ptr_array_set_size(lines, (int)lines->len - 1);
    g_autofree char *count = g_strdup_printf("legal %u", lines->len);
    tab_check_that(check, tab_check_begins(check->line, count), count, check->line);
    return tab_check_open(check) ? g_steal_pointer(&lines) : NULL;
}

static void check_outcomes(TabCheck *check, TabWalk *walk)
{
    g_autoptr(GPtrArray) expected = NULL;
    g_autoptr(GPtrArray) lines = read_legal(check, walk, &expected);
    if (!lines)
        return;
    for (guint i = 0; i < MAX(lines->len, expected->len) && tab_check_open(check); i++) {
        char *position = "", *turn, *line = i < lines->len ? g_ptr_array_index(lines, i) : NULL;
        g_autofree char *wanted =
            i < expected->len
                ? g_strdup_printf("outcome %s", (char *)g_ptr_array_index(expected, i))
                : g_strdup("no further outcome");
        if (!line || !cut_outcome(line, &position, &turn))
            tab_check_fail(check, wanted, "%s", line ? line : "the end of the list");
        else if (i >= expected->len || strcmp(position, g_ptr_array_index(expected, i)) != 0)
            tab_check_fail(check, wanted, "outcome %s", position);
    }
}

/* In games, and at the rare positions whose rules are promised. */
static void list_outcomes(TabCheck *check)
{
    tab_point_games(check, 44, 4, check_outcomes);
    tab_rare_ask(check, check_outcomes);
}

static void follow_turns(TabCheck *check, TabWalk *walk)
{
    g_autoptr(GPtrArray) expected = NULL;
    g_autoptr(GPtrArray) lines = read_legal(check, walk, &expected);
    for (guint i = 0; lines && i < lines->len && tab_check_open(check); i++) {
        char *position, *turn;
        TabPosition after;
        g_autoptr(GError) error = NULL;
        if (!cut_outcome(g_ptr_array_index(lines, i), &position, &turn))
            continue;
        if (!tab_walk_is_legal(walk->rules, &walk->now, turn, &after, &error)) {
            tab_check_fail(check, "a legal turn behind via", "%s (%s)", turn, error->message);
            return;
        }
        g_autofree char *reached = tab_notation_position_to_string(walk->rules, &after);
        if (strcmp(reached, position) != 0)
            tab_check_fail(check, "a turn that leads to its outcome", "%s leads to %s, not to %s",
                           turn, reached, position);
    }
}

static void legal_without_throws(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    TabSituation start;
    tab_position_start(rules, TAB_BLACK, &start);
    tab_check_dialogue(check, "{anchor}\n? legal\n> setpos start b");
    if (!tab_throws_complete(&start.throws))
        tab_check_dialogue(check, "! no-throw legal");
    if (tab_point_throws_tab(rules))
        tab_check_dialogue(check, "> throw 1 4 +\n! no-throw legal");
}

/* --- perft --- */

/* Asks for a count that our own rules make at most 1500; `command` as it is sent. */
static void count(TabCheck *check, const TabRules *rules, const TabSituation *situation,
                  guint depth, guint most, const char *command)
{
    guint64 expected = 0;
    if (!tab_check_open(check) || !tab_perft(rules, situation, depth, most, NULL, &expected) ||
        expected > 1500)
        return;
    g_autofree char *wanted = g_strdup_printf("perft %" G_GUINT64_FORMAT, expected);
    const char *line = tab_check_inspect_last(check, command, "perft", TAB_WAIT_WORK);
    if (line)
        tab_check_that(check, tab_check_begins(line, wanted), wanted, line);
}

static void count_starts(TabCheck *check)
{
    for (guint i = 0; i < check->subject->rulesets->len && tab_check_open(check); i++) {
        const TabRules *rules = g_ptr_array_index(check->subject->rulesets, i);
        TabSituation start;
        tab_position_start(rules, TAB_WHITE, &start);
        if (tab_throws_complete(&start.throws))
            continue; /* another point */
        tab_check_newgame(check, rules);
        tab_check_send(check, "setpos start w");
        count(check, rules, &start, 0, 3, "perft 0");
        count(check, rules, &start, 1, 3, "perft 1");
        count(check, rules, &start, 2, 1, "perft 2 1");
        count(check, rules, &start, 2, 2, "perft 2 2");
        count(check, rules, &start, 3, 1, "perft 3 1");
    }
}

static void count_walk(TabCheck *check, TabWalk *walk)
{
    tab_check_send(check, "setpos %s\nthrow", walk->setpos->str);
    count(check, walk->rules, &walk->now, 1, 1, "perft 1 1");
    count(check, walk->rules, &walk->now, 1, 2, "perft 1 2");
}

static void counts(TabCheck *check)
{
    count_starts(check);
    tab_point_games(check, 30, 6, count_walk);
}

static void count_for_hand(TabCheck *check, TabWalk *walk)
{
    tab_walk_throw(walk, 3);
    tab_point_tell(check, walk);
    count(check, walk->rules, &walk->now, 1, 3, "perft 1");
    count(check, walk->rules, &walk->now, 2, 1, "perft 2 1");
}

/* Whether `throws` are complete and begin with those at hand, which they then replace. */
static gboolean complete_throws(const TabRules *rules, const char *text, TabSituation *situation)
{
    TabThrows throws, held = situation->throws;
    if (!tab_notation_parse_throws(rules, text, &throws, NULL) || !tab_throws_complete(&throws) ||
        throws.n < held.n || memcmp(throws.kind, held.kind, held.n) != 0)
        return FALSE;
    situation->throws = throws;
    return tab_situation_validate(rules, situation, NULL);
}

/* Checks `divide <throws> <turn> <count>` and adds up the counts. `seen` holds the hands and
 * outcomes told so far. */
static void check_division(TabCheck *check, const TabWalk *walk, guint depth, GHashTable *seen,
                           const char *line, guint64 *sum)
{
    g_auto(TabMessage) message = {0};
    g_autofree TabSituation *now = g_memdup2(&walk->now, sizeof walk->now);
    TabSituation after = {0};
    guint64 wanted = 0;
    if (!tab_message_parse(&message, line, -1, NULL) || message.n_args < 3 ||
        !complete_throws(walk->rules, message.args[0], now) ||
        !tab_walk_is_legal(walk->rules, now, message.args[1], &after.position, NULL)) {
        tab_check_fail(check, "divide <throws> <turn> <count>, all the throws and a legal turn",
                       "%s", line);
        return;
    }
    tab_perft(walk->rules, &after, depth - 1, 1, NULL, &wanted);
    g_autofree char *count = g_strdup_printf("%" G_GUINT64_FORMAT, wanted);
    TabHand hand = tab_situation_hand(walk->rules, now);
    g_autofree char *reached = tab_notation_position_to_string(walk->rules, &after.position);
    GString *key = g_string_new(reached);
    for (guint t = 0; t < G_N_ELEMENTS(hand.n); t++)
        g_string_append_printf(key, " %u", (guint)hand.n[t]);
    if (strcmp(message.args[2], count) != 0)
        tab_check_fail(check, count, "%s", line);
    if (!g_hash_table_add(seen, g_string_free(key, FALSE)))
        tab_check_fail(check, "each outcome once", "%s", line);
    *sum += wanted;
}

/* Every count of an outcome is right, none is told twice, and all together are the whole: then none
 * is missing. */
static void divide(TabCheck *check, const TabWalk *walk, guint depth)
{
    guint64 whole = 0, sum = 0;
    if (!tab_perft(walk->rules, &walk->now, depth, 1, NULL, &whole) || whole > 1500)
        return;
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autofree char *command = g_strdup_printf("perft %u 1 divide", depth);
    g_autofree char *expected = g_strdup_printf("perft %" G_GUINT64_FORMAT, whole);
    g_autoptr(GPtrArray) lines = tab_check_inspect(check, command, "perft", TAB_WAIT_WORK);
    if (!lines)
        return;
    const char *last = "";
    for (guint i = 0; i + 1 < lines->len; i++) {
        const char *line = g_ptr_array_index(lines, i);
        tab_check_that(check, strcmp(last, line) < 0, "lines sorted as bytes", line);
        check_division(check, walk, depth, seen, line, &sum);
        last = line;
    }
    tab_check_that(check, tab_check_begins(check->line, expected), expected, check->line);
    if (sum != whole && depth)
        tab_check_fail(check, "a line for each outcome of the first turn",
                       "%u lines, of counts that sum up to %" G_GUINT64_FORMAT " of %s",
                       g_hash_table_size(seen), sum, expected);
}

static void divide_walk(TabCheck *check, TabWalk *walk)
{
    tab_check_send(check, "setpos %s\nthrow", walk->setpos->str);
    divide(check, walk, 0);
    divide(check, walk, 1);
    divide(check, walk, 2);
    TabWalk here = *walk;
    tab_walk_throw(&here, 3);
    tab_check_throw(check, walk->rules, &here.now.throws);
    divide(check, &here, 1);
}

/* --- eval, bench, help --- */

static GPtrArray *read_eval(TabCheck *check)
{
    tab_check_dialogue(check, "{anchor}");
    return tab_check_inspect(check, "eval", "eval win", TAB_WAIT_ANSWER);
}

static void eval(TabCheck *check)
{
    g_autoptr(GPtrArray) lines = read_eval(check);
    g_auto(TabMessage) message = {0};
    double win = -1;
    if (!lines)
        return;
    if (!tab_message_parse(&message, check->line, -1, NULL) || message.n_args < 2 ||
        !tab_check_parse_number(message.args[1], &win) || win < 0 || win > 1)
        tab_check_fail(check, "eval win <p> with p from 0 to 1", "%s", check->line);
    tab_check_settle(check);
}

/* Whether a line is `eval term <name> [mover <x> enemy <y>] adds <z>`. */
static gboolean is_term(const char *line)
{
    static const char *const keys[] = {"mover", "enemy", "adds"};
    g_auto(TabMessage) message = {0};
    double number;
    if (!tab_message_parse(&message, line, -1, NULL) || message.n_args < 4)
        return FALSE;
    char **next = message.args + 2;
    for (guint i = strcmp(*next, "adds") ? 0 : 2; i < G_N_ELEMENTS(keys); i++, next += 2)
        if (g_strcmp0(next[0], keys[i]) != 0 || !next[1] ||
            !tab_check_parse_number(next[1], &number))
            return FALSE;
    return TRUE;
}

static void eval_terms(TabCheck *check)
{
    g_autoptr(GPtrArray) lines = read_eval(check);
    guint found = 0;
    for (guint i = 0; lines && i < lines->len; i++) {
        const char *line = g_ptr_array_index(lines, i);
        if (!tab_check_begins(line, "eval term"))
            continue;
        found++;
        tab_check_that(check, is_term(line), "eval term <name> [mover <x> enemy <y>] adds <z>",
                       line);
    }
    tab_check_settle(check);
    if (!found)
        tab_check_skip(check, "its evaluation has no terms");
}

/* Asks for a bench and returns what must be the same each time: nodes and signature. */
static char *read_bench(TabCheck *check)
{
    const char *line = tab_check_inspect_last(check, "bench", "bench nodes", TAB_WAIT_WORK);
    if (!line)
        return NULL;
    g_auto(TabMessage) message = {0};
    gint64 number;
    gboolean good = tab_message_parse(&message, line, -1, NULL) && message.n_args >= 6 &&
                    !strcmp(message.args[2], "nps") && !strcmp(message.args[4], "signature") &&
                    tab_check_parse_count(message.args[1], &number) &&
                    tab_check_parse_count(message.args[3], &number) &&
                    strspn(message.args[5], "0123456789abcdefABCDEF") == strlen(message.args[5]);
    if (!good) {
        tab_check_fail(check, "bench nodes <n> nps <n> signature <hex>", "%s", line);
        return NULL;
    }
    return g_strdup_printf("nodes %s signature %s", message.args[1], message.args[5]);
}

static void bench(TabCheck *check)
{
    g_autofree char *first = read_bench(check);
    tab_check_settle(check);
    g_autofree char *second = read_bench(check);
    if (first && second && strcmp(first, second) != 0)
        tab_check_fail(check, first, "%s", second);
    tab_check_settle(check);
}

static void help(TabCheck *check)
{
    static const char *const commands[] = {"tep",    "isready", "setoption", "newgame",
                                           "setpos", "throw",   "go",        "stop",
                                           "wait",   "quit",    "help"};
    g_autoptr(GPtrArray) lines =
        tab_check_inspect(check, "help\nisready", "readyok", TAB_WAIT_ANSWER);
    for (guint i = 0; lines && i < G_N_ELEMENTS(commands); i++) {
        gboolean found = FALSE;
        for (guint k = 0; k < lines->len; k++)
            found = found || strstr(g_ptr_array_index(lines, k), commands[i]);
        if (!found)
            tab_check_fail(check, "a line for each command", "none for %s", commands[i]);
    }
    if (lines && lines->len <= G_N_ELEMENTS(commands))
        tab_check_fail(check, "a line for each command", "%u lines", lines->len - 1);
}

const TabPoint tab_points_inspect[] = {
    {87, "Inspection",
     N_("`show` draws the board, then tells the canonical `rules` and the position."), shows_rules},
    {88, "Inspection", N_("`show` tells all five fields of the position."), .ask = show_walk,
     .turns = 48, .every = 6},
    {89, "Inspection", N_("`legal` lists every distinct outcome once, sorted as bytes."),
     list_outcomes},
    {90, "Inspection", N_("The turns of `legal` are legal and lead to their outcomes."),
     .ask = follow_turns, .turns = 40, .every = 7},
    {91, "Inspection", N_("`legal` without complete throws is `error no-throw`."),
     legal_without_throws},
    {92, "Inspection", N_("In a finished game `legal` answers `legal 0`."),
     .dialogue = "{anchor}\n? legal\n{newgame}\n> setpos {finished}\n> legal\n< legal 0\n{ready}"},
    {93, "Inspection", N_("`perft` counts as RULES.md 9 says, with K 3 if it is left out."),
     counts},
    {94, "Inspection",
     N_("With complete throws at hand `perft` counts for them at the first turn."),
     .ask = count_for_hand, .turns = 30, .every = 7},
    {95, "Inspection", N_("In a finished game `perft` answers `perft 1`."),
     .dialogue = "{newgame}\n> setpos {finished}\n? perft 0\n> perft 3\n<~ perft 1\n{ready}"},
    {96, "Inspection", N_("`perft` without good numbers is `error bad-argument`."),
     .dialogue = "{newgame}\n? perft 0\n! bad-argument perft{}",
     .texts = "| -1| x| 1 0| 1 x| 1 -2"},
    {103, "Inspection",
     N_("`perft … divide` counts for each outcome of the first turn, sorted as bytes."),
     .ask = divide_walk, .turns = 30, .every = 6},
    {99, "Inspection", N_("`eval` ends in `eval win <p>`, with p from 0 to 1."), eval},
    {100, "Inspection", N_("`bench` ends in nodes, nps and signature, the same in every run."),
     bench},
    {101, "Inspection", N_("`help` answers a line for each command."), help},
    {104, "Inspection", N_("The terms of `eval` are well formed."), eval_terms},
    {0},
};
