// SPDX-License-Identifier: GPL-3.0-or-later
// Exact tables worked out a second time: by a solver that has nothing in common with the first but
// the rules, and as fractions.
#include <math.h>
#include <string.h>

#include "protocol/rules/movegen.h"
#include "protocol/rules/notation.h"
#include "table-builder.h"
#include "tab-throws.h"

/* --- a second solver: a plain dictionary of positions, no index, no graph, no ranks --- */

/* A state of the dictionary. */
typedef struct {
    TabSituation situation;
    GArray *hands; /* DictionaryHand */
    double value;
} DictionaryState;

typedef struct {
    double chance;
    GPtrArray *ends; /* DictionaryEnd */
} DictionaryHand;

/* An end of a turn: the state there (NULL: won), and whether the other side is to move. */
typedef struct {
    DictionaryState *state;
    bool turned;
} DictionaryEnd;

typedef struct {
    const TabRules *rules;
    GHashTable *states; /* DictionaryState by text */
    GQueue open;
    const TabHandBox *box; /* its hands; NULL with throws=at-once */
} Dictionary;

static char *text_of(const Dictionary *dictionary, const TabPosition *position)
{
    TabPosition plain = *position;
    plain.number = 1;
    return tab_notation_position_to_string(dictionary->rules, &plain);
}

static DictionaryState *state_of(Dictionary *dictionary, const TabPosition *position)
{
    g_autofree char *text = text_of(dictionary, position);
    DictionaryState *state = g_hash_table_lookup(dictionary->states, text);
    if (state)
        return state;
    state = g_new0(DictionaryState, 1);
    state->situation.position = *position;
    state->situation.position.number = 1;
    state->value = 0.5;
    g_hash_table_insert(dictionary->states, g_steal_pointer(&text), state);
    g_queue_push_tail(&dictionary->open, state);
    return state;
}

static void add_end(Dictionary *dictionary, const TabPosition *before, const TabPosition *after,
                    const TabHand *left, bool again, GPtrArray *ends)
{
    DictionaryEnd *end = g_new0(DictionaryEnd, 1);
    TabPosition next = *after;
    tab_position_end_turn(dictionary->rules, &next, left, again);
    if (!tab_position_finished(dictionary->rules, &next)) {
        end->state = state_of(dictionary, &next);
        end->turned = next.side != before->side;
    }
    g_ptr_array_add(ends, end);
}

/* All orders of all plays, each board with each rest of the hand once. */
static void play_on(Dictionary *dictionary, const TabPosition *before, const TabPosition *position,
                    TabHand left, bool again, GHashTable *seen, GPtrArray *ends)
{
    g_autofree char *board = text_of(dictionary, position);
    char *key = g_strdup_printf("%s %u %u %u %u %u", board, left.n[0], left.n[1], left.n[2],
                                left.n[3], left.n[4]);
    if (!g_hash_table_add(seen, key))
        return;
    if (tab_movegen_may_stop(dictionary->rules, position, &left))
        add_end(dictionary, before, position, &left, again, ends);
    for (int t = 0; t < TAB_N_THROWS; t++) {
        TabPlay plays[TAB_MAX_PLAYS];
        unsigned n = left.n[t] ? tab_movegen_plays(dictionary->rules, position, t, plays) : 0;
        for (unsigned i = 0; i < n; i++) {
            TabPosition after;
            TabHand rest = left;
            tab_position_play(&after, position, &plays[i]);
            rest.n[t]--;
            play_on(dictionary, before, &after, rest, again, seen, ends);
        }
    }
}

static void add_hand(Dictionary *dictionary, DictionaryState *state, TabHand hand, double chance,
                     bool again)
{
    DictionaryHand entry = {.chance = chance, .ends = g_ptr_array_new_with_free_func(g_free)};
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    const TabPosition *position = &state->situation.position;
    hand.n[TAB_THROW_1] = (uint8_t)(hand.n[TAB_THROW_1] + position->saved[position->side]);
    play_on(dictionary, position, position, hand, again, seen, entry.ends);
    g_array_append_val(state->hands, entry);
}

/* Chances counted over sequences of throws, one by one. */
static void add_sequences(const Dictionary *dictionary, GHashTable *chances, TabHand hand,
                          unsigned n, double chance)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    for (int t = 0; t < TAB_N_THROWS; t++) {
        TabHand with = hand;
        with.n[t]++;
        if (tab_throw_again(t)) {
            if (dictionary->box && n + 1 < dictionary->box->levels &&
                with.n[TAB_THROW_4] <= dictionary->box->fours[n + 1] &&
                with.n[TAB_THROW_6] <= dictionary->box->sixes)
                add_sequences(dictionary, chances, with, n + 1, chance * sticks.p[t]);
            continue;
        }
        double *sum = g_hash_table_lookup(chances, &with);
        if (!sum) {
            sum = g_new0(double, 1);
            g_hash_table_insert(chances, g_memdup2(&with, sizeof with), sum);
        }
        *sum += chance * sticks.p[t];
    }
}

static guint hash_hand(gconstpointer key)
{
    const TabHand *hand = key;
    guint hash = 0;
    for (int t = 0; t < TAB_N_THROWS; t++)
        hash = hash * 31 + hand->n[t];
    return hash;
}

static gboolean same_hand(gconstpointer a, gconstpointer b)
{
    return !memcmp(a, b, sizeof(TabHand));
}

static void expand(Dictionary *dictionary, DictionaryState *state, GHashTable *chances)
{
    state->hands = g_array_new(FALSE, FALSE, sizeof(DictionaryHand));
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    if (tab_ruleset_at_once(&dictionary->rules->set)) {
        for (int t = 0; t < TAB_N_THROWS; t++) {
            TabHand hand = {{0}};
            hand.n[t] = 1;
            add_hand(dictionary, state, hand, sticks.p[t], tab_throw_again(t));
        }
        return;
    }
    GHashTableIter iter;
    gpointer hand, chance;
    g_hash_table_iter_init(&iter, chances);
    while (g_hash_table_iter_next(&iter, &hand, &chance))
        add_hand(dictionary, state, *(TabHand *)hand, *(double *)chance, false);
}

static double improve(const Dictionary *dictionary, DictionaryState *state)
{
    double sum = dictionary->box ? dictionary->box->tail / 2 : 0;
    for (unsigned i = 0; i < state->hands->len; i++) {
        const DictionaryHand *hand = &g_array_index(state->hands, DictionaryHand, i);
        double best = 0;
        for (unsigned k = 0; k < hand->ends->len; k++) {
            const DictionaryEnd *end = hand->ends->pdata[k];
            double worth = !end->state   ? 1
                           : end->turned ? 1 - end->state->value
                                         : end->state->value;
            best = MAX(best, worth);
        }
        sum += hand->chance * best;
    }
    double change = fabs(sum - state->value);
    state->value = sum;
    return change;
}

static void free_state(gpointer data)
{
    DictionaryState *state = data;
    for (unsigned i = 0; i < state->hands->len; i++)
        g_ptr_array_unref(g_array_index(state->hands, DictionaryHand, i).ends);
    g_array_unref(state->hands);
    g_free(state);
}

/* Solves everything that can be reached from the start position without throws, White to move. */
static void solve_dictionary(Dictionary *dictionary)
{
    TabPosition start;
    g_autoptr(GHashTable) chances = g_hash_table_new_full(hash_hand, same_hand, g_free, g_free);
    TabHand none = {{0}};
    add_sequences(dictionary, chances, none, 0, 1);
    dictionary->states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_state);
    g_queue_init(&dictionary->open);
    tab_position_init(dictionary->rules, TAB_WHITE, &start);
    state_of(dictionary, &start);
    for (DictionaryState *state; (state = g_queue_pop_head(&dictionary->open));)
        expand(dictionary, state, chances);
    double change = 1;
    for (unsigned i = 0; i < 5000 && change > 1e-15; i++) {
        GHashTableIter iter;
        gpointer state;
        change = 0;
        g_hash_table_iter_init(&iter, dictionary->states);
        while (g_hash_table_iter_next(&iter, NULL, &state)) {
            double this_one = improve(dictionary, state);
            change = MAX(change, this_one);
        }
    }
    g_assert_cmpfloat(change, <=, 1e-14);
}

/* Plain value iteration with the module's own backups, to the last digit: what the solver leaves
 * open is below its bound, but above what is compared here. */
static void polish(TabBuild *build)
{
    for (unsigned u = 0; u < build->layers.n_units; u++) {
        const TabUnit *unit = &build->layers.unit[u];
        g_autofree double *next = g_new(double, unit->size);
        TabBackup backup = {
            .same = build->value, .turned = build->value, .tail_worth = 0.5, .value = next};
        double change = 1;
        for (unsigned i = 0; i < 600 && change > 1e-14; i++) {
            change = 0;
            g_assert_true(tab_backup_run(&build->setup, unit, &backup, NULL, NULL));
            for (uint64_t s = 0; s < unit->size; s++) {
                change = MAX(change, fabs(next[s] - build->value[unit->start + s]));
                build->value[unit->start + s] = next[s];
            }
        }
    }
}

static void test_second_solver(gconstpointer data)
{
    const char *rules_text = data;
    g_autoptr(TabRules) rules = tab_rules_parse(rules_text, NULL);
    unsigned pieces = tab_ruleset_pieces(&rules->set);
    g_autoptr(TabBuild) build = table_build(rules_text, pieces, pieces, 0.01, 2);
    Dictionary dictionary = {.rules = rules, .box = build->box};
    solve_dictionary(&dictionary);
    if (!strcmp(rules_text, "walker:columns=5,pieces=1")) /* counted elsewhere too: 774 a side */
        g_assert_cmpuint(g_hash_table_size(dictionary.states), ==, 2 * 774);
    double bound = build->head.bound;
    for (unsigned polished = 0; polished < 2; polished++) {
        GHashTableIter iter;
        gpointer state;
        double most = 0;
        g_hash_table_iter_init(&iter, dictionary.states);
        while (g_hash_table_iter_next(&iter, NULL, &state)) {
            const DictionaryState *s = state;
            most = MAX(most, fabs(s->value - table_value(build, &s->situation.position)));
        }
        g_assert_cmpfloat(most, <=, polished ? 1e-12 : bound);
        g_test_message("%s: %u positions, differences up to %.2g (bound %.2g)", rules_text,
                       g_hash_table_size(dictionary.states), most, bound);
        polish(build);
    }
    g_hash_table_unref(dictionary.states);
}

/* --- by hand: a chase around the board --- */

#ifdef __SIZEOF_INT128__ /* which machines of 32 bits lack */

/* Two lone pieces on the circle of rows 2 and 3, throws=at-once. Neither can leave it: row 4 is
 * open only if an enemy stands on it, and no piece returns home. So nothing is to be chosen, and
 * all that counts is the gap g from the side to move to its enemy, in steps, on a circle of 2N
 * cells:
 *
 *     V(g) = sum over t of p(t) * ( 1                if t = g,
 *                                   V(g - t)         if t is 1, 4 or 6,
 *                                   1 - V(t - g)     if t is 2 or 3 ),        gaps modulo 2N.
 *
 * With p in sixteenths these are 2N - 1 equations in whole numbers, solved here without rounding by
 * Bareiss's elimination: V(g) = numerator[g] / denominator. */
#define MOST_GAPS 14
__extension__ typedef __int128 Whole;

static void solve_chase(unsigned circle, Whole numerator[MOST_GAPS], Whole *denominator)
{
    static const int sixteenths[TAB_N_THROWS] = {4, 6, 4, 1, 1};
    Whole a[MOST_GAPS][MOST_GAPS + 1] = {{0}};
    unsigned n = circle - 1; /* row and column i stand for gap i + 1 */
    for (unsigned g = 1; g < circle; g++) {
        a[g - 1][g - 1] += 16;
        for (int t = 0; t < TAB_N_THROWS; t++) {
            unsigned left = (g + 2 * circle - (unsigned)tab_throw_value(t)) % circle;
            if (!left) {
                a[g - 1][n] += sixteenths[t];
            } else if (tab_throw_again(t)) {
                a[g - 1][left - 1] -= sixteenths[t];
            } else {
                a[g - 1][circle - left - 1] += sixteenths[t];
                a[g - 1][n] += sixteenths[t];
            }
        }
    }
    Whole last = 1;
    for (unsigned k = 0; k < n; k++) { /* diagonally dominant: no pivot is 0 */
        for (unsigned i = 0; i < n; i++) {
            for (unsigned j = 0; j <= n && i != k; j++)
                if (j != k)
                    a[i][j] = (a[i][j] * a[k][k] - a[i][k] * a[k][j]) / last;
            if (i != k)
                a[i][k] = 0;
        }
        for (unsigned i = 0; i < k; i++)
            a[i][i] = a[k][k];
        last = a[k][k];
    }
    for (unsigned i = 0; i < n; i++)
        numerator[i + 1] = a[i][n];
    *denominator = last;
}

static bool on_circle(const TabRules *rules, const TabPosition *position, TabSide side,
                      unsigned *steps)
{
    unsigned cell, columns = rules->board.columns;
    TAB_CELLS_FOREACH(position->occupied[side], cell) {
        unsigned row = rules->board.relative_row[TAB_WHITE][cell];
        *steps = rules->board.path_index[TAB_WHITE][cell] - columns;
        return row == 2 || row == 3;
    }
    return false;
}

static void test_chase(gconstpointer data)
{
    const char *rules_text = data;
    g_autoptr(TabBuild) build = table_build(rules_text, 1, 1, 1e-6, 1);
    unsigned circle = 2u * build->rules->board.columns, met = 0;
    Whole numerator[MOST_GAPS], denominator;
    solve_chase(circle, numerator, &denominator);
    for (uint64_t state = 0; state < build->layers.n_states; state++) {
        TabPosition position;
        unsigned own, enemy;
        tab_layers_position(&build->layers, state, &position);
        if (!on_circle(build->rules, &position, TAB_WHITE, &own) ||
            !on_circle(build->rules, &position, TAB_BLACK, &enemy))
            continue;
        unsigned gap = (enemy + circle - own) % circle;
        double exact = (double)((long double)numerator[gap] / (long double)denominator);
        g_assert_cmpfloat(exact, >, 0.2);
        g_assert_cmpfloat(exact, <, 0.8);
        g_assert_cmpfloat(fabs(build->value[state] - exact), <=, build->head.bound);
        g_assert_cmpfloat(build->head.bound, <, 1e-11);
        met++;
    }
    g_assert_cmpuint(met, >=, circle * (circle - 1));
}

/* The same fractions, for the circle of 10, worked out apart from this program. */
static void test_chase_fractions(void)
{
    Whole numerator[MOST_GAPS], denominator;
    solve_chase(10, numerator, &denominator);
    for (unsigned i = 0; i < 9; i++) {
        static const struct {
            gint64 top, bottom;
        } known[9] = {{G_GINT64_CONSTANT(148479959), G_GINT64_CONSTANT(265877450)},
                      {G_GINT64_CONSTANT(905279), G_GINT64_CONSTANT(1316225)},
                      {G_GINT64_CONSTANT(186906111), G_GINT64_CONSTANT(265877450)},
                      {G_GINT64_CONSTANT(811637), G_GINT64_CONSTANT(1316225)},
                      {G_GINT64_CONSTANT(141768311), G_GINT64_CONSTANT(265877450)},
                      {G_GINT64_CONSTANT(4333), G_GINT64_CONSTANT(8075)},
                      {G_GINT64_CONSTANT(133971919), G_GINT64_CONSTANT(265877450)},
                      {G_GINT64_CONSTANT(123187), G_GINT64_CONSTANT(263245)},
                      {G_GINT64_CONSTANT(21348563), G_GINT64_CONSTANT(53175490)}};
        g_assert_true(numerator[i + 1] * known[i].bottom == known[i].top * denominator);
    }
}
#endif

int main(int argc, char **argv)
{
    static const char *const solved_twice[] = {
        "walker:columns=5,pieces=1",
        "lane:columns=5,pieces=1",
        "jordan:columns=5,pieces=1",
        "ludii:columns=5,pieces=1",
        "walker:columns=5,pieces=1,throws=at-once",
        "walker:columns=5,pieces=1,stack-return=loosen",
    };
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(solved_twice); i++) {
        g_autofree char *path = g_strconcat("/tables-twice/second-solver/", solved_twice[i], NULL);
        g_test_add_data_func(path, solved_twice[i], test_second_solver);
    }
#ifdef __SIZEOF_INT128__
    static const char *const chases[] = {"ludii:columns=5", "walker:columns=5,throws=at-once",
                                         "ludii:columns=6", "ludii"};
    for (unsigned i = 0; i < G_N_ELEMENTS(chases); i++) {
        g_autofree char *path = g_strconcat("/tables-twice/chase/", chases[i], NULL);
        g_test_add_data_func(path, chases[i], test_chase);
    }
    g_test_add_func("/tables-twice/chase/fractions", test_chase_fractions);
#endif
    return g_test_run();
}
