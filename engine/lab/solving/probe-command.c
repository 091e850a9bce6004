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

static void clear_line(gpointer line)
{
    g_free(((Line *)line)->turn);
}

static int compare_lines(gconstpointer a, gconstpointer b)
{
    const Line *x = a, *y = b;
    return x->worth > y->worth ? -1 : x->worth < y->worth ? 1 : strcmp(x->turn, y->turn);
}

static bool add_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                        unsigned n_plays, gpointer user_data)
{
    (void)key;
    Listing *listing = user_data;
    TabProbed found;
    if (!tab_probe_value(listing->probe, after, &found)) {
        listing->unknown = true;
        return false;
    }
    bool turned = after->side != listing->position->side;
    listing->turn.n_plays = n_plays;
    memcpy(listing->turn.plays, plays, n_plays * sizeof *plays);
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

static bool list_outcomes(Listing *listing, const TabSituation *situation, GError **error)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    listing->turn.hand = tab_situation_hand(listing->rules, situation);
    TabOutcomesEnd end =
        tab_outcomes_visit(outcomes, listing->rules, listing->position, &listing->turn.hand,
                           TAB_OUTCOMES_MAX_STATES, add_outcome, NULL, listing);
    if (end != TAB_OUTCOMES_ALL)
        return tab_table_refuse(error, TAB_TABLE_ERROR_FILE, "%s",
                                listing->unknown ? "an outcome is not in the table"
                                                 : "too many outcomes");
    g_array_sort(listing->lines, compare_lines);
    if (listing->lines->len)
        print_value(g_array_index(listing->lines, Line, 0).worth, listing->bound);
    for (unsigned i = 0; i < listing->lines->len; i++) {
        const Line *line = &g_array_index(listing->lines, Line, i);
        printf("outcome %.12f %s\n", line->worth, line->turn);
    }
    return true;
}

static double worth_after(const TabPosition *after, gpointer user_data)
{
    TabProbed found;
    return tab_probe_value(user_data, after, &found) ? found.value : 0.5;
}

/* So many throws that what they leave out hardly counts beside the table's own bound. */
static unsigned enough_throws(const TabCast *cast, const TabSticks *sticks, double bound)
{
    double again = tab_sticks_rethrow(cast, sticks), left = again;
    unsigned throws = 1;
    for (; throws < MOST_THROWS && left > PART_LEFT * bound; throws++)
        left *= again;
    return throws;
}

/* The mean over all ways to throw on. What the throws leave out is put in the middle, and into the
 * bound. */
static void show_mean(const TabProbe *of, const TabRules *rules, const TabSituation *situation,
                      double bound)
{
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    double left, value = tab_reference_value(rules, &sticks, situation,
                                             enough_throws(&rules->cast, &sticks, bound),
                                             worth_after, (gpointer)of, &left);
    print_value(value + left / 2, bound + left / 2);
}

static bool probe(const TabProbe *of, const TabTable *table, const TabSituation *situation,
                  GError **error)
{
    const TabPosition *position = &situation->position;
    TabProbed found;
    if (!tab_probe_value(of, position, &found))
        return tab_table_refuse(
            error, TAB_TABLE_ERROR_FILE, "%s has at most %u against %u pieces, not %u against %u",
            table->path, table->head.more, table->head.fewer, position->pieces[position->side],
            position->pieces[tab_side_other((TabSide)position->side)]);
    if (tab_position_finished(position)) {
        printf("value %d bound 0\n", found.value > 0.5);
        return true;
    }
    if (situation->throws.more) {
        show_mean(of, table->rules, situation, found.bound);
        return true;
    }
    if (!situation->throws.n) {
        print_value(found.value, found.bound);
        return true;
    }
    g_autofree Listing *listing = g_new0(Listing, 1);
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(Line));
    g_array_set_clear_func(lines, clear_line);
    listing->probe = of;
    listing->rules = table->rules;
    listing->position = position;
    listing->lines = lines;
    return list_outcomes(listing, situation, error);
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
    g_autoptr(TabProbe) of = tab_probe_new(tables, table->rules);
    return probe(of, table, situation, error);
}
