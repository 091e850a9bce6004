// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the value of a position, and of every outcome of a hand.
#include "engine/lab/solving/probe-command.h"

#include <stdio.h>
#include <string.h>

#include "engine/lab/solving/reference.h"
#include "engine/lab/solving/table-writer.h"
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"

#define MOST_THROWS 20   /* to be thrown yet; more have a chance of 3e-9 */
#define HALF_DIGIT 5e-13 /* what printing values may round off */
#define PART_LEFT 0.25   /* of the table's bound that may be left to longer hands */

/* One outcome: its worth for the side that moved, and a turn that leads there. */
typedef struct {
    double worth;
    char *turn;
} Line;

typedef struct {
    const TabProbe *probe;
    const TabRules *rules;
    const TabPosition *position;
    TabTurn turn;
    GArray *lines; /* Line */
    double bound;
    bool unknown; /* an outcome is not in the table: there is none such, layers only shrink */
} Listing;

static void clear_outcome_line(gpointer line)
{
    g_free(((Line *)line)->turn);
}

static int compare_outcome_lines(gconstpointer a, gconstpointer b)
{
    const Line *x = a, *y = b;
    return x->worth > y->worth ? -1 : x->worth < y->worth ? 1 : strcmp(x->turn, y->turn);
}

static bool add_outcome_line(const TabPosition *after, TabKey key, const TabPlay *plays,
                             unsigned n_plays, gpointer user_data)
{
    Listing *listing = user_data;
    TabProbed found;
    if (!tab_probe_value(listing->probe, after, &found)) {
        listing->unknown = true;
        return false;
    }
    bool turned = after->side != listing->position->side;
    const TabHand hand = listing->turn.hand;
    tab_outcomes_turn(listing->rules, listing->position, &hand, after, plays, n_plays,
                      &listing->turn);
    Line line = {
        .worth = turned ? 1 - found.value : found.value,
        .turn = tab_notation_turn_to_string(listing->rules, listing->position, &listing->turn)};
    g_array_append_val(listing->lines, line);
    listing->bound = MAX(listing->bound, found.bound);
    return true;
}

/* The value in so many digits, and a bound for them. */
static void print_value(double value, double bound)
{
    g_autofree char *text = tab_bound_to_string(bound + HALF_DIGIT);
    printf("value %.12f bound %s\n", value, text);
}

static bool print_outcomes(const TabTable *table, const TabProbe *probe,
                           const TabSituation *situation, GError **error)
{
    const TabRules *rules = table->rules;
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(Line));
    g_autofree Listing *listing = g_new0(Listing, 1);
    g_array_set_clear_func(lines, clear_outcome_line);
    listing->probe = probe;
    listing->rules = rules;
    listing->position = &situation->position;
    listing->lines = lines;
    listing->turn.hand = tab_situation_hand(rules, situation);
    TabOutcomesEnd end =
        tab_outcomes_visit(outcomes, rules, listing->position, &listing->turn.hand,
                           TAB_OUTCOMES_MAX_STATES, add_outcome_line, NULL, listing);
    if (end != TAB_OUTCOMES_ALL)
        return tab_table_check_fault(table, error) &&
               tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s",
                                listing->unknown ? "an outcome is not in the table"
                                                 : "too many outcomes");
    g_array_sort(lines, compare_outcome_lines);
    if (lines->len)
        print_value(g_array_index(lines, Line, 0).worth, listing->bound);
    for (unsigned i = 0; i < lines->len; i++) {
        const Line *line = &g_array_index(lines, Line, i);
        printf("outcome %.12f %s\n", line->worth, line->turn);
    }
    return true;
}

static double probed_worth(const TabPosition *after, gpointer probe)
{
    TabProbed found;
    return tab_probe_value(probe, after, &found) ? found.value : 0.5;
}

/* The mean over all ways to throw on: over so many throws that what these leave out, which is put
 * in the middle and into the bound, hardly counts beside the table's own bound. */
static bool print_mean(const TabTable *table, const TabProbe *probe, const TabSituation *situation,
                       double bound, GError **error)
{
    const TabRules *rules = table->rules;
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    double again = tab_sticks_rethrow(&rules->cast, &sticks), left = again;
    unsigned throws = 1;
    for (; throws < MOST_THROWS && left > PART_LEFT * bound; throws++)
        left *= again;
    double value = tab_reference_value(rules, &sticks, situation, throws, probed_worth,
                                       (gpointer)probe, &left);
    if (!tab_table_check_fault(table, error)) /* some worths are guesses then */
        return false;
    print_value(value + left / 2, bound + left / 2);
    return true;
}

static bool look_up(const TabTable *table, const TabSituation *situation, const TabProbe *probe,
                    GError **error)
{
    const TabPosition *here = &situation->position;
    const TabRules *rules = table->rules;
    TabProbed found;
    if (!tab_probe_value(probe, here, &found))
        return tab_table_check_fault(table, error) &&
               tab_table_refuse(error, TAB_TABLE_ERROR_FILE,
                                "%s has at most %u against %u pieces, not %u against %u",
                                table->path, table->head.more, table->head.fewer,
                                here->pieces[here->side],
                                here->pieces[tab_side_other((TabSide)here->side)]);
    if (!tab_position_finished(rules, here) && !situation->throws.more && situation->throws.n)
        return print_outcomes(table, probe, situation, error);
    if (tab_position_finished(rules, here))
        printf("value %g bound 0\n", found.value);
    else if (situation->throws.more)
        return print_mean(table, probe, situation, found.bound, error);
    else
        print_value(found.value, found.bound);
    return true;
}

bool tab_probe_command(const char *path, const char *position, GError **error)
{
    char *const names[] = {(char *)path, NULL};
    g_autoptr(TabTables) tables = tab_tables_open_all(names, error);
    if (!tables)
        return false;
    if (tab_tables_count(tables) != 1)
        return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s: not one table but %u", path,
                                tab_tables_count(tables));
    const TabTable *table = tab_tables_get(tables, 0);
    g_autofree TabSituation *situation = g_new0(TabSituation, 1);
    if (!tab_notation_parse_situation(table->rules, position, situation, error))
        return false;
    g_autoptr(TabProbe) probe = tab_probe_new(tables, table->rules);
    return look_up(table, situation, probe, error) && tab_table_check_fault(table, error);
}
