// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "Inspection": positions shown, turns listed, counts.
#include "protocol/conform/point.h"

#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/perft.h"

/* --- show --- */

/* The three last lines of `show`: rules, position, shown. Each is NULL if it was not there. */
typedef struct {
    char *rules, *position;
    guint drawn; /* lines of the board */
    gboolean in_order;
} Shown;

static void clear_shown(Shown *shown)
{
    g_free(shown->rules);
    g_free(shown->position);
}

static Shown show(TabCheck *check)
{
    Shown shown = {.in_order = TRUE};
    const char *line = tab_check_inspect(check, "show", TAB_WAIT_ANSWER);
    for (; line && !tab_check_begins(line, "shown");
         line = tab_check_read(check, TAB_WAIT_ANSWER)) {
        if (tab_check_begins(line, "error"))
            tab_check_fail(check, "shown", "%s", line);
        else if (tab_check_begins(line, "rules") && !shown.rules)
            shown.rules = g_strstrip(g_strdup(line + strlen("rules")));
        else if (tab_check_begins(line, "position") && !shown.position)
            shown.position = g_strstrip(g_strdup(line + strlen("position")));
        else if (shown.rules || shown.position)
            shown.in_order = FALSE;
        else
            shown.drawn++;
        shown.in_order = shown.in_order && (shown.rules || !shown.position);
    }
    tab_check_settle(check);
    return shown;
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
        Shown shown = show(check);
        if (tab_check_open(check) && g_strcmp0(shown.rules, text) != 0)
            tab_check_fail(check, text, "rules %s", shown.rules ? shown.rules : "missing");
        if (tab_check_open(check) && (!shown.drawn || !shown.in_order || !shown.position))
            tab_check_fail(check, "a board, then rules, position, shown", "another order");
        clear_shown(&shown);
    }
}

static void compare_position(TabCheck *check, const TabWalk *walk)
{
    g_autofree char *expected = tab_notation_situation_to_string(walk->rules, &walk->now);
    Shown shown = show(check);
    if (tab_check_open(check) && g_strcmp0(shown.position, expected) != 0)
        tab_check_fail(check, expected, "position %s", shown.position ? shown.position : "missing");
    clear_shown(&shown);
}

static void show_walk(TabCheck *check, TabWalk *walk)
{
    tab_check_send(check, "setpos %s\nthrow", walk->setpos->str);
    compare_position(check, walk);
    TabWalk here = *walk;
    tab_walk_throw(&here, 4);
    g_autofree char *throws = tab_walk_throws_text(&here.now.throws);
    tab_check_send(check, "throw %s", throws);
    compare_position(check, &here);
    if (here.now.throws.n < 2)
        return;
    here.now.throws.n--;
    here.now.throws.more = true;
    g_autofree char *partial = tab_walk_throws_text(&here.now.throws);
    tab_check_send(check, "throw %s", partial);
    compare_position(check, &here);
}

static void shows_position(TabCheck *check)
{
    tab_point_games(check, 48, 6, show_walk);
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

/* The lines of the answer before `legal <count>`, which must count them; GPtrArray of char *, NULL
 * if the engine cannot list so many. */
static GPtrArray *read_legal(TabCheck *check)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    const char *line = tab_check_inspect(check, "legal", TAB_WAIT_WORK);
    for (; line && tab_check_begins(line, "outcome"); line = tab_check_read(check, TAB_WAIT_WORK))
        g_ptr_array_add(lines, g_strdup(line));
    g_autofree char *expected = g_strdup_printf("legal %u", lines->len);
    if (line)
        tab_check_that(check, tab_check_begins(line, expected), expected, line);
    return tab_check_open(check) ? g_steal_pointer(&lines) : NULL;
}

/* Sets the position of a walk with throws by chance and returns how it may go on, NULL if that is
 * too much for a test. */
static GPtrArray *set_walk(TabCheck *check, TabWalk *walk)
{
    g_autofree char *setpos = g_strdup(walk->setpos->str);
    tab_walk_throw(walk, MAX(tab_point_saved(walk) + 1, 3));
    GPtrArray *outcomes = tab_walk_outcomes(walk->rules, &walk->now, 300);
    g_autofree char *throws = tab_walk_throws_text(&walk->now.throws);
    if (outcomes)
        tab_check_send(check, "setpos %s\nthrow %s", setpos, throws);
    return outcomes;
}

static void list_outcomes(TabCheck *check, TabWalk *walk)
{
    g_autoptr(GPtrArray) expected = set_walk(check, walk);
    g_autoptr(GPtrArray) lines = expected ? read_legal(check) : NULL;
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

static void legal_lists(TabCheck *check)
{
    tab_point_games(check, 44, 4, list_outcomes);
}

static void follow_turns(TabCheck *check, TabWalk *walk)
{
    g_autoptr(GPtrArray) expected = set_walk(check, walk);
    g_autoptr(GPtrArray) lines = expected ? read_legal(check) : NULL;
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

static void legal_turns(TabCheck *check)
{
    tab_point_games(check, 40, 7, follow_turns);
}

/* Whether `legal` is there at all; else the point is skipped. */
static gboolean has_legal(TabCheck *check)
{
    tab_check_anchor(check);
    const char *line = tab_check_inspect(check, "legal", TAB_WAIT_WORK);
    while (line && tab_check_begins(line, "outcome"))
        line = tab_check_read(check, TAB_WAIT_WORK);
    return line != NULL;
}

static void legal_without_throws(TabCheck *check)
{
    if (!has_legal(check))
        return;
    TabSituation start;
    tab_position_start(check->subject->base, TAB_BLACK, &start);
    tab_check_send(check, "setpos start b");
    if (!tab_throws_complete(&start.throws))
        tab_check_refused(check, "no-throw", "legal");
    if (!tab_subject_collects(check->subject->base))
        return;
    tab_check_send(check, "throw 1 4 +");
    tab_check_refused(check, "no-throw", "legal");
}

/* One piece of White's, and the game is over. */
static void set_finished(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    guint columns = tab_ruleset_columns(&rules->set);
    tab_check_newgame(check, rules);
    tab_check_send(check, "setpos %u/%u/%u/M%u b - - 8", columns, columns, columns, columns - 1);
}

static void legal_finished(TabCheck *check)
{
    if (!has_legal(check))
        return;
    set_finished(check);
    tab_check_send(check, "legal");
    tab_check_expect(check, "legal 0");
    tab_check_settle(check);
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
    const char *line = tab_check_inspect(check, command, TAB_WAIT_WORK);
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

static void count_hand(TabCheck *check, TabWalk *walk)
{
    g_autofree char *setpos = g_strdup(walk->setpos->str);
    tab_walk_throw(walk, 3);
    g_autofree char *throws = tab_walk_throws_text(&walk->now.throws);
    tab_check_send(check, "setpos %s\nthrow %s", setpos, throws);
    count(check, walk->rules, &walk->now, 1, 3, "perft 1");
    count(check, walk->rules, &walk->now, 2, 1, "perft 2 1");
}

static void counts_of_hands(TabCheck *check)
{
    tab_point_games(check, 30, 7, count_hand);
}

static void count_finished(TabCheck *check)
{
    set_finished(check);
    if (!tab_check_inspect(check, "perft 3", TAB_WAIT_WORK))
        return;
    tab_check_that(check, tab_check_begins(check->line, "perft 1"), "perft 1", check->line);
    tab_check_settle(check);
}

static void bad_counts(TabCheck *check)
{
    static const char *const texts[] = {"perft",     "perft -1",  "perft x",
                                        "perft 1 0", "perft 1 x", "perft 1 -2"};
    tab_check_newgame(check, check->subject->base);
    if (!tab_check_inspect(check, "perft 0", TAB_WAIT_WORK))
        return;
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        tab_check_refused(check, "bad-argument", "%s", texts[i]);
}

/* Whether `throws` are complete and begin with those at hand, which they then replace. */
static gboolean complete_throws(const TabRules *rules, const char *text, TabSituation *situation)
{
    TabThrows throws, held = situation->throws;
    if (!tab_notation_parse_throws(rules, text, &throws, NULL) || !tab_throws_complete(&throws) ||
        throws.n < held.n || memcmp(throws.index, held.index, held.n) != 0)
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
    g_autofree char *last = g_strdup(""), *command = g_strdup_printf("perft %u 1 divide", depth);
    g_autofree char *expected = g_strdup_printf("perft %" G_GUINT64_FORMAT, whole);
    const char *line = tab_check_inspect(check, command, TAB_WAIT_WORK);
    for (; line && tab_check_begins(line, "divide"); line = tab_check_read(check, TAB_WAIT_WORK)) {
        tab_check_that(check, strcmp(last, line) < 0, "lines sorted as bytes", line);
        g_free(last);
        last = g_strdup(line);
        check_division(check, walk, depth, seen, strstr(line, "divide"), &sum);
    }
    if (line)
        tab_check_that(check, tab_check_begins(line, expected), expected, line);
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
    g_autofree char *throws = tab_walk_throws_text(&here.now.throws);
    tab_check_send(check, "throw %s", throws);
    divide(check, &here, 1);
}

static void divisions(TabCheck *check)
{
    tab_point_games(check, 30, 6, divide_walk);
}

const TabPoint tab_points_inspect[] = {
    {87, "Inspection",
     N_("`show` draws the board, then tells the canonical `rules` and the position."), shows_rules,
     0},
    {88, "Inspection", N_("`show` tells all five fields of the position."), shows_position, 0},
    {89, "Inspection", N_("`legal` lists every distinct outcome once, sorted as bytes."),
     legal_lists, 0},
    {90, "Inspection", N_("The turns of `legal` are legal and lead to their outcomes."),
     legal_turns, 0},
    {91, "Inspection", N_("`legal` without complete throws is `error no-throw`."),
     legal_without_throws, 0},
    {92, "Inspection", N_("In a finished game `legal` answers `legal 0`."), legal_finished, 0},
    {93, "Inspection", N_("`perft` counts as RULES.md 9 says, with K 3 if it is left out."), counts,
     0},
    {94, "Inspection",
     N_("With complete throws at hand `perft` counts for them at the first turn."), counts_of_hands,
     0},
    {95, "Inspection", N_("In a finished game `perft` answers `perft 1`."), count_finished, 0},
    {96, "Inspection", N_("`perft` without good numbers is `error bad-argument`."), bad_counts, 0},
    {103, "Inspection",
     N_("`perft … divide` counts for each outcome of the first turn, sorted as bytes."), divisions,
     0},
    {0},
};
