// SPDX-License-Identifier: GPL-3.0-or-later
// Exact tables against a second solver, against fractions worked out by hand, against their own
// proofs; as files, checkpoints and probes.
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "engine/tables/build.h"
#include "engine/tables/check.h"
#include "engine/tables/probe.h"
#include "protocol/rules/movegen.h"
#include "protocol/rules/notation.h"

static char *temp_folder(void)
{
    return g_dir_make_tmp("test-tables-XXXXXX", NULL);
}

static void remove_folder(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_unlink(path);
    }
    g_rmdir(folder);
}

static TabBuild *prepare(const char *rules, unsigned more, unsigned fewer, double tail,
                         unsigned threads, const char *output)
{
    g_autoptr(GError) error = NULL;
    TabBuildPlan plan = {.more = more,
                         .fewer = fewer,
                         .tail = tail,
                         .format = TAB_VALUES_F64,
                         .threads = threads,
                         .output = output};
    g_assert_true(tab_ruleset_parse(rules, &plan.set, &error));
    TabBuild *build = tab_build_new(&plan, &error);
    g_assert_no_error(error);
    return build;
}

/* A finished build whose values are in memory; the file is taken away again. */
static TabBuild *build_all(const char *rules, unsigned more, unsigned fewer, double tail,
                           unsigned threads)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    TabBuild *build = prepare(rules, more, fewer, tail, threads, path);
    tab_build_run(build, NULL, NULL, &error);
    g_assert_no_error(error);
    remove_folder(folder);
    return build;
}

static double value_of(const TabBuild *build, const TabPosition *position)
{
    TabPlace place;
    g_assert_true(tab_index_find(build->index, position, &place));
    return build->value[tab_layers_state(&build->layers, &place)];
}

/* --- the box of hands --- */

static void test_box(void)
{
    TabSticks sticks = tab_sticks_fair();
    for (double tail = 0.1; tail > 1e-13; tail /= 7) {
        g_autoptr(TabHandBox) box = tab_hand_box_new(&sticks, tail);
        double sum = 0;
        for (size_t i = 0; i < (size_t)box->levels * box->plane; i++)
            sum += box->chance[i] * (box->end[0] + box->end[1]);
        g_assert_cmpfloat(box->tail, <=, tail * (1 + 1e-9));
        g_assert_cmpfloat(1 - sum, <=, box->tail + 1e-14);
        g_assert_cmpfloat(1 - sum, >, box->tail / 3 - 1e-14); /* and it is not far from it */
    }
    g_autoptr(TabHandBox) box = tab_hand_box_new(&sticks, 1e-6);
    /* Two tâbs, a four and a six before the end: 4! / 2! orders of 1/4 1/4 1/16 1/16. */
    g_assert_cmpfloat_with_epsilon(box->chance[4 * box->plane + tab_hand_box_at(box, 1, 1)],
                                   12 / 4096.0, 1e-17);
}

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
    unsigned levels, most; /* hands as in a box */
    double tail;
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
    if (!tab_position_finished(&next)) {
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
    hand.n[TAB_THROW_1] = (uint16_t)(hand.n[TAB_THROW_1] + position->saved[position->side]);
    play_on(dictionary, position, position, hand, again, seen, entry.ends);
    g_array_append_val(state->hands, entry);
}

/* Chances counted over sequences of throws, one by one. */
static void add_sequences(const Dictionary *dictionary, GHashTable *chances, TabHand hand,
                          unsigned n, double chance)
{
    TabSticks sticks = tab_sticks_fair();
    for (int t = 0; t < TAB_N_THROWS; t++) {
        TabHand with = hand;
        with.n[t]++;
        if (tab_throw_again(t)) {
            if (n + 1 < dictionary->levels && with.n[TAB_THROW_4] <= dictionary->most &&
                with.n[TAB_THROW_6] <= dictionary->most)
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
    TabSticks sticks = tab_sticks_fair();
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
    double sum = dictionary->tail / 2;
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
    g_autoptr(TabBuild) build = build_all(rules_text, pieces, pieces, 0.01, 2);
    Dictionary dictionary = {.rules = rules};
    if (build->box) {
        dictionary.levels = build->box->levels;
        dictionary.most = build->box->most;
        dictionary.tail = build->box->tail;
    }
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
            most = MAX(most, fabs(s->value - value_of(build, &s->situation.position)));
        }
        g_assert_cmpfloat(most, <=, polished ? 1e-12 : bound);
        g_test_message("%s: %u positions, differences up to %.2g (bound %.2g)", rules_text,
                       g_hash_table_size(dictionary.states), most, bound);
        polish(build);
    }
    g_hash_table_unref(dictionary.states);
}

/* --- by hand: a chase around the board --- */

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
    unsigned cell, columns = rules->geometry.columns;
    TAB_CELLS_FOREACH(position->occupied[side], cell)
    {
        unsigned row = rules->geometry.relative_row[TAB_WHITE][cell];
        *steps = rules->geometry.path_index[TAB_WHITE][cell] - columns;
        return row == 2 || row == 3;
    }
    return false;
}

static void test_chase(gconstpointer data)
{
    const char *rules_text = data;
    g_autoptr(TabBuild) build = build_all(rules_text, 1, 1, 1e-6, 1);
    unsigned circle = 2u * build->rules->geometry.columns, met = 0;
    Whole numerator[MOST_GAPS], denominator;
    solve_chase(circle, numerator, &denominator);
    for (uint64_t state = 0; state < build->layers.n_states; state++) {
        TabPlace place = tab_layers_place(&build->layers, build->index, state);
        TabPosition position;
        unsigned own, enemy;
        tab_index_position(build->index, &place, &position);
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

/* --- bounds --- */

static void test_bounds_nest(gconstpointer data)
{
    const char *const *row = data;
    unsigned more = (unsigned)(row[1][0] - '0'), fewer = (unsigned)(row[1][2] - '0');
    g_autoptr(TabBuild) wide = build_all(row[0], more, fewer, 1e-2, 1);
    g_autoptr(TabBuild) close = build_all(row[0], more, fewer, g_ascii_strtod(row[2], NULL), 2);
    double off = 0;
    for (unsigned u = 0; u < wide->layers.n_units; u++) {
        const TabUnit *unit = &wide->layers.unit[u];
        double bound = wide->head.unit[u].bound + close->head.unit[u].bound;
        g_assert_true(close->head.unit[u].proved);
        g_assert_cmpfloat(close->head.unit[u].bound, <, 0.05);
        for (uint64_t s = unit->start; s < unit->start + unit->size; s++) {
            off = MAX(off, fabs(wide->value[s] - close->value[s]));
            g_assert_cmpfloat(fabs(wide->value[s] - close->value[s]), <=, bound);
        }
    }
    g_test_message("%s: off by up to %.2g, bound %.2g", row[0], off, wide->head.bound);
}

/* The number of threads, and the kind of processor, change nothing. */
static void test_threads(void)
{
    g_autoptr(TabBuild) one = build_all("walker:columns=5", 2, 1, 1e-3, 1);
    g_autoptr(TabBuild) three = build_all("walker:columns=5", 2, 1, 1e-3, 3);
    g_assert_cmpmem(one->value, one->layers.n_states * sizeof(double), three->value,
                    three->layers.n_states * sizeof(double));
}

/* --- files --- */

static void write_table(const char *folder, const char *name, const char *rules, unsigned more,
                        unsigned fewer, TabValueFormat format)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autoptr(TabBuild) build = prepare(rules, more, fewer, 1e-4, 1, path);
    build->head.format = format;
    tab_build_run(build, NULL, NULL, &error);
    g_assert_no_error(error);
}

static void test_file(void)
{
    g_autofree char *folder = temp_folder();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autoptr(TabBuild) exact = build_all("lane:columns=5", 1, 1, 1e-4, 1);
    for (unsigned format = TAB_VALUES_U16; format <= TAB_VALUES_F64; format++) {
        g_autoptr(GError) error = NULL;
        write_table(folder, "a" TAB_TABLE_SUFFIX, "lane:columns=5", 1, 1, (TabValueFormat)format);
        g_autoptr(TabTable) table = tab_table_open(path, false, &error);
        g_assert_no_error(error);
        g_assert_true(tab_table_check_sum(table, NULL));
        g_assert_cmpuint(table->n_values, ==, exact->layers.n_states);
        double rounding = tab_value_rounding(table->head.format);
        g_assert_cmpfloat(table->head.bound, >=, rounding);
        for (uint64_t s = 0; s < table->n_values; s++)
            g_assert_cmpfloat(
                fabs(tab_value_read(table->values, table->head.format, s) - exact->value[s]), <=,
                rounding);
        TabCheckReport report;
        g_assert_true(tab_check_table(table, 20, 1, 1, NULL, NULL, &report, &error));
        g_assert_no_error(error);
        g_assert_cmpuint(report.n_samples, ==, 20);
    }
    remove_folder(folder);
}

/* Opens a changed copy of a table's bytes and expects to be refused by `want`. */
static void refuse_bytes(const char *folder, const GString *bytes, const char *want)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_build_filename(folder, "b" TAB_TABLE_SUFFIX, NULL);
    g_assert_true(g_file_set_contents(path, bytes->str, (gssize)bytes->len, NULL));
    g_autoptr(TabTable) table = tab_table_open(path, false, &error);
    TabCheckReport report;
    if (table)
        g_assert_false(tab_check_table(table, 0, 1, 1, NULL, NULL, &report, &error));
    g_assert_nonnull(error);
    if (!strstr(error->message, want))
        g_error("'%s' has no '%s'", error->message, want);
    g_assert_nonnull(strstr(error->message, "b" TAB_TABLE_SUFFIX));
}

static void test_damaged(void)
{
    g_autofree char *folder = temp_folder();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autofree char *data = NULL;
    gsize length;
    write_table(folder, "a" TAB_TABLE_SUFFIX, "walker:columns=5", 1, 1, TAB_VALUES_U16);
    g_assert_true(g_file_get_contents(path, &data, &length, NULL));
    static const struct {
        const char *is, *becomes, *want;
    } changes[] = {
        {"tab-tables 1", "tab-tables 2", "no table"},
        {"rules walker", "rules wolker", "rules that are not known"},
        {"pieces 1 1", "pieces 1 2", "pieces that cannot be"},
        {"pieces 1 1", "pieces 9 1", "pieces that cannot be"},
        {"pieces 1 1", "pieces 2 1", "number of states"},
        {"values u16", "values u99", "format"},
        {"values u16", "values u32", "not as long"},
        {"tail 0.0001", "tail 0.000x", "tail"},
        {"states 1165", "states 1166", "number of states"},
        {"solved 1", "solved 9", "more units"},
        {"solved 1", "solved 0", "no line 'bound'"},
        {"unit 1 1", "unit 2 1", "unit that cannot be"},
        {"sha256 ", "sha255 ", "no line 'sha256'"},
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(changes); i++) {
        g_autoptr(GString) bytes = g_string_new_len(data, (gssize)length);
        char *at = g_strstr_len(bytes->str, TAB_TABLE_HEAD, changes[i].is);
        g_assert_nonnull(at);
        memcpy(at, changes[i].becomes, strlen(changes[i].becomes));
        refuse_bytes(folder, bytes, changes[i].want);
    }
    g_autoptr(GString) bytes = g_string_new_len(data, (gssize)length);
    bytes->str[length - 7] ^= 4;
    refuse_bytes(folder, bytes, "sum does not match");
    g_string_truncate(bytes, length - 1);
    refuse_bytes(folder, bytes, "not as long");
    g_string_truncate(bytes, TAB_TABLE_HEAD);
    refuse_bytes(folder, bytes, "not as long");
    g_string_truncate(bytes, 100);
    refuse_bytes(folder, bytes, "no table");
    g_string_truncate(bytes, 0);
    refuse_bytes(folder, bytes, "b" TAB_TABLE_SUFFIX);
    remove_folder(folder);
}

/* A file whose sum is right but whose values are not. */
static void test_wrong_values(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autoptr(TabBuild) build = build_all("walker:columns=5", 1, 1, 1e-4, 1);
    build->value[700] = build->value[700] > 0.5 ? 0.3 : 0.7;
    g_assert_true(tab_table_write(&build->head, &build->layers, build->value,
                                  build->layers.n_states, path, NULL));
    g_autoptr(TabTable) table = tab_table_open(path, false, &error);
    g_assert_no_error(error);
    TabCheckReport report;
    g_assert_false(tab_check_table(table, 0, 1, 1, NULL, NULL, &report, &error));
    g_assert_error(error, TAB_TABLE_ERROR, TAB_TABLE_ERROR_WRONG);
    g_assert_nonnull(strstr(error->message, "residual"));
    remove_folder(folder);
}

/* --- checkpoints --- */

static bool stop_after(const TabBuild *build, const TabUnit *unit, const TabSolveState *state,
                       gpointer user_data)
{
    (void)build;
    unsigned *left = user_data;
    return unit->more == 1 || !state->values_new || (*left)-- > 0;
}

static void test_resume(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    g_autofree char *path = g_build_filename(folder, "a" TAB_TABLE_SUFFIX, NULL);
    g_autofree char *checkpoint = g_strconcat(path, ".checkpoint", NULL);
    unsigned left = 3;
    {
        g_autoptr(TabBuild) build = prepare("walker:columns=5", 2, 1, 1e-4, 1, path);
        g_assert_false(tab_build_run(build, stop_after, &left, &error));
        g_assert_error(error, TAB_SOLVE_ERROR, TAB_SOLVE_ERROR_STOPPED);
        g_clear_error(&error);
    }
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    g_assert_true(g_file_test(checkpoint, G_FILE_TEST_EXISTS));
    g_assert_null(tab_table_open(checkpoint, false, &error)); /* no finished table */
    g_clear_error(&error);

    TabBuildPlan plan = {.more = 2,
                         .fewer = 1,
                         .tail = 1e-4,
                         .threads = 1,
                         .output = path,
                         .resume = true,
                         .format = TAB_VALUES_F64};
    g_assert_true(tab_ruleset_parse("walker:columns=6", &plan.set, NULL));
    g_assert_null(tab_build_new(&plan, &error)); /* of another table */
    g_assert_nonnull(strstr(error->message, "of another table"));
    g_clear_error(&error);

    g_assert_true(tab_ruleset_parse("walker:columns=5", &plan.set, NULL));
    g_autoptr(TabBuild) build = tab_build_new(&plan, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(build->head.solved, ==, 1);
    g_assert_true(tab_build_run(build, NULL, NULL, &error));
    g_assert_false(g_file_test(checkpoint, G_FILE_TEST_EXISTS));
    g_autoptr(TabBuild) whole = build_all("walker:columns=5", 2, 1, 1e-4, 1);
    for (uint64_t s = 0; s < whole->layers.n_states; s++)
        g_assert_cmpfloat(fabs(whole->value[s] - build->value[s]), <=, 2 * whole->head.bound);
    remove_folder(folder);
}

static void test_refused(void)
{
    g_autoptr(GError) error = NULL;
    TabBuildPlan plan = {
        .more = 3, .fewer = 3, .tail = 1e-4, .threads = 1, .output = "nowhere", .memory = 1 << 30};
    g_assert_true(tab_ruleset_parse("walker", &plan.set, NULL));
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "states need"));
    g_clear_error(&error);
    g_assert_true(tab_ruleset_parse("bell:throws=at-once", &plan.set, NULL));
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "save-tab"));
    g_clear_error(&error);
    g_assert_true(tab_ruleset_parse("standard:columns=29", &plan.set, NULL));
    plan.more = plan.fewer = 8;
    g_assert_null(tab_build_new(&plan, &error));
    g_assert_nonnull(strstr(error->message, "counted"));
}

/* --- probes --- */

static void test_probe(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    write_table(folder, "a" TAB_TABLE_SUFFIX, "walker:columns=5", 1, 1, TAB_VALUES_U16);
    write_table(folder, "b" TAB_TABLE_SUFFIX, "walker:columns=5", 2, 1, TAB_VALUES_U32);
    write_table(folder, "c" TAB_TABLE_SUFFIX, "ludii:columns=5", 2, 2, TAB_VALUES_U16);
    g_autoptr(TabTables) tables = tab_tables_open(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(tab_tables_count(tables), ==, 3);
    /* Played alike but for the opening, and with more pieces. */
    g_autoptr(TabRules) rules = tab_rules_parse("standard:columns=5,pieces=3", NULL);
    g_autoptr(TabRules) other = tab_rules_parse("walker:columns=5,row4-once=no", NULL);
    g_assert_null(tab_probe_new(tables, other));
    g_autoptr(TabProbe) probe = tab_probe_new(tables, rules);
    g_assert_nonnull(probe);
    g_assert_cmpuint(tab_probe_most(probe), ==, 3);
    const TabTable *table = tab_tables_get(tables, 1);
    for (uint64_t state = 0; state < table->n_values; state += 7) {
        TabPlace place = tab_layers_place(&table->layers, table->index, state);
        TabPosition position, turned;
        TabProbed found, same;
        tab_index_position(table->index, &place, &position);
        g_assert_true(tab_probe_value(probe, &position, &found));
        g_assert_cmpfloat(found.value, ==, tab_value_read(table->values, TAB_VALUES_U32, state));
        g_assert_cmpfloat(found.bound, <, 1e-2);
        tab_position_half_turn(&turned, &position);
        turned.number = 99;
        g_assert_true(tab_probe_value(probe, &turned, &same));
        g_assert_cmpfloat(found.value, ==, same.value);
    }
    TabPosition start;
    TabProbed found;
    tab_position_init(rules, TAB_WHITE, &start);
    g_assert_false(tab_probe_value(probe, &start, &found));
    remove_folder(folder);
}

static void test_probe_heights(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    write_table(folder, "c" TAB_TABLE_SUFFIX, "ludii:columns=5", 2, 1, TAB_VALUES_U32);
    g_autoptr(TabTables) tables = tab_tables_open(folder, &error);
    g_autoptr(TabRules) rules = tab_rules_parse("ludii:columns=5", NULL);
    g_autoptr(TabProbe) probe = tab_probe_new(tables, rules);
    g_autofree TabSituation *pile = g_new(TabSituation, 1), *single = g_new(TabSituation, 1);
    g_assert_true(tab_notation_parse_situation(rules, "5/1(TF)3/1(tft)1M1/5 w - - 1", pile, NULL));
    g_assert_true(tab_notation_parse_situation(rules, "5/1F3/1f1M1/5 w - - 1", single, NULL));
    TabProbed a, b;
    g_assert_true(tab_probe_value(probe, &pile->position, &a));
    g_assert_true(tab_probe_value(probe, &single->position, &b));
    g_assert_cmpfloat(a.value, ==, b.value);
    g_assert_true(tab_notation_parse_situation(rules, "5/1F3/1M3/5 b - - 3", single, NULL));
    g_assert_true(tab_probe_value(probe, &single->position, &b));
    g_assert_cmpfloat(b.value, ==, 0);
    remove_folder(folder);
}

static void test_open_errors(void)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = temp_folder();
    g_autofree char *path = g_build_filename(folder, "x" TAB_TABLE_SUFFIX, NULL);
    g_assert_null(tab_tables_open("no/such/folder", &error));
    g_assert_nonnull(strstr(error->message, "no/such/folder"));
    g_clear_error(&error);
    g_autoptr(TabTables) none = tab_tables_open(folder, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(tab_tables_count(none), ==, 0);
    g_assert_true(g_file_set_contents(path, "tab-tables 1\n", -1, NULL));
    g_assert_null(tab_tables_open(folder, &error));
    g_assert_nonnull(strstr(error->message, path));
    remove_folder(folder);
}

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
    static const char *const chases[] = {"ludii:columns=5", "walker:columns=5,throws=at-once",
                                         "ludii:columns=6", "ludii"};
    static const char *const nested[][3] = {{"walker:columns=5", "2 1", "1e-6"},
                                            {"jordan:columns=5", "2 1", "1e-6"},
                                            {"lane:columns=5", "1 1", "1e-8"},
                                            {"bell:columns=5", "1 1", "1e-4"}};
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tables/box", test_box);
    for (unsigned i = 0; i < G_N_ELEMENTS(solved_twice); i++) {
        g_autofree char *path = g_strconcat("/tables/second-solver/", solved_twice[i], NULL);
        g_test_add_data_func(path, solved_twice[i], test_second_solver);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(chases); i++) {
        g_autofree char *path = g_strconcat("/tables/chase/", chases[i], NULL);
        g_test_add_data_func(path, chases[i], test_chase);
    }
    g_test_add_func("/tables/chase/fractions", test_chase_fractions);
    for (unsigned i = 0; i < G_N_ELEMENTS(nested); i++) {
        g_autofree char *path = g_strconcat("/tables/bounds/", nested[i][0], NULL);
        g_test_add_data_func(path, nested[i], test_bounds_nest);
    }
    g_test_add_func("/tables/threads", test_threads);
    g_test_add_func("/tables/file", test_file);
    g_test_add_func("/tables/damaged", test_damaged);
    g_test_add_func("/tables/wrong-values", test_wrong_values);
    g_test_add_func("/tables/resume", test_resume);
    g_test_add_func("/tables/refused", test_refused);
    g_test_add_func("/tables/probe", test_probe);
    g_test_add_func("/tables/probe/heights", test_probe_heights);
    g_test_add_func("/tables/probe/open-errors", test_open_errors);
    return g_test_run();
}
