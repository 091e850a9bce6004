// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules against the exact counts, against a few sentences of their texts, and against
// themselves in games by chance.
#include "tests/slow-family.h"

#include <string.h>

#define SOON 6000 /* the most that a row counts in the short version */

/* One row: rules, position, D, K, count; separated by tabs. */
static void check_row(gconstpointer data)
{
    g_auto(GStrv) field = g_strsplit(data, "\t", -1);
    g_assert_cmpuint(g_strv_length(field), ==, 5);
    g_autofree char *start = slow_family_start(field[0], 'w');
    const char *position = strcmp(field[1], "start") ? field[1] : start;
    guint64 count = slow_family_perft(field[0], position, (int)g_ascii_strtoll(field[2], NULL, 10),
                                      (int)g_ascii_strtoll(field[3], NULL, 10));
    g_assert_cmpuint(count, ==, g_ascii_strtoull(field[4], NULL, 10));
}

static void add_rows(const char *file, guint n_rows)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, file, NULL);
    g_autofree char *text = NULL;
    if (!g_file_get_contents(path, &text, NULL, &error))
        g_error("%s", error->message);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    guint rows = 0;
    for (guint i = 0; lines[i]; i++) {
        if (!*lines[i] || *lines[i] == '#')
            continue;
        rows++;
        if (!g_test_thorough() && g_ascii_strtoull(strrchr(lines[i], '\t') + 1, NULL, 10) > SOON)
            continue;
        g_autofree char *name = g_strdup_printf("/slow-family/%s/line-%u", file, i + 1);
        g_test_add_data_func_full(name, g_strdup(lines[i]), check_row, g_free);
    }
    g_assert_cmpuint(rows, ==, n_rows);
}

/* What rules strings are read as: the canonical one, or "!" and a word that the refusal names. */
static const struct {
    const char *rules, *expected;
} texts[] = {
    {"tozeur:cast=kioz,track=circle", "tozeur:track=circle,cast=kioz"},
    {"daldos:sleepers=safe,columns=20", "daldos:columns=20,sleepers=safe"},
    {"sahkku:pass-own=yes,unlock-order=any", "sahkku:unlock-order=any,pass-own=yes"},
    {"walker:columns=11,pieces=11", "walker:columns=11"},
    {"walker:columns=11,pieces=9", "walker:columns=11,pieces=9"},
    {"walker:opening=none", "walker:opening=none,opening-tab=spent"},
    {"deleb:opening=none,cast=siryu,unlock=sir",
     "deleb:opening=none,opening-tab=spent,cast=siryu,unlock=sir"},
    {"bell:stacking=none", "bell:stacking=none"},
    {"bell:stacking=none,save-tab=no", "bell:stacking=none"},
    {"bell:stacking=none,save-tab=yes", "!save-tab"},
    {"tozeur:row4-safe=no", "tozeur"},
    {"tozeur:row4-safe=yes", "!row4-safe"},
    {"deleb:track=tab,stacking=pile,row4-safe=yes", "deleb:row4-safe=yes,track=tab,stacking=pile"},
    {"tablan:unlock=one", "tablan:unlock=one"},
    {"tablan:unlock=one,halves=no", "!unlock"},
    {"mzab:unlock=sir", "!unlock"},
    {"bakhri:track=circle", "bakhri:track=circle"},
    {"bakhri:track=snake", "!track"},
    {"bakhri:rows=4", "!track"},
    {"walker:cast=six,stacking=none", "!opening"},
    {"walker:track=circle", "!stacking"},
    {"walker:opening=none,cast=kioz", "!stacking"},
    {"daldos:throws=collect", "!throws"},
    {"daldos:facing=half-turn", "!prow"},
    {"kioz:goal=fill", "!goal"},
    {"sahkku:columns=14", "!king"},
    {"daldos:king=yes,columns=15", "!prow"},
    {"walker:", "!walker:"},
    {"Tozeur", "!Tozeur"},
    {"tozeur:rows", "!rows"},
    {"tozeur:rows=3,rows=3", "!rows"},
    {"tozeur:columns=05", "!columns"},
    {"tozeur:columns=30", "!columns"},
    {"tozeur:pieces=14", "!pieces"},
    {"tozeur:duty=never", "!never"},
};

static void test_rules(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autofree char *refused = slow_family_refusal(texts[i].rules);
        if (*texts[i].expected == '!') {
            g_assert_nonnull(refused);
            g_auto(GStrv) words = g_strsplit(refused, " ", -1);
            g_assert_true(g_strv_contains((const char *const *)words, texts[i].expected + 1));
            continue;
        }
        g_assert_null(refused);
        g_autofree char *canonical = slow_family_canonical(texts[i].rules);
        g_assert_cmpstr(canonical, ==, texts[i].expected);
    }
}

static const struct {
    const char *rules, *position;
    gboolean valid;
} positions[] = {
    {"daldos", "nnnnnnnnnnnnnnnn/17/NNNNNNNNNNNNNNNN w - - 1", TRUE},
    {"daldos", "nnnnnnnnnnnnnnnn/16/NNNNNNNNNNNNNNNN w - - 1", FALSE}, /* no prow */
    {"daldos", "16/m16/15M w 1,4 - 1", TRUE},
    {"daldos", "16/m16/15M w 4,1 - 1", FALSE},
    {"daldos", "16/m16/15M w 4 - 1", FALSE},
    {"sahkku:columns=5", "5/2X2/M3m w - - 1", TRUE},
    {"sahkku:columns=5", "5/1X3/M3m w - - 1", FALSE},
    {"sahkku:columns=5", "5/1K3/M3m w - - 1", TRUE},
    {"sahkku:columns=5", "5/5/M3m w - - 1", FALSE},
    {"sahkku:columns=5", "K4/2k2/M3m w - - 1", FALSE},
    {"sahkku:columns=5", "5/1K3/MN2m w - - 1", FALSE}, /* foremost: locked ones are behind */
    {"sahkku:columns=5,unlock-order=any", "5/1K3/MN2m w - - 1", TRUE},
    {"bakhri:columns=5", "5/1TM2/M3m w - - 1", TRUE},
    {"bakhri:columns=5", "2T2/5/M3m w - - 1", FALSE},
    {"bakhri:columns=5", "5/5/5 w - - 1", FALSE},
    {"deleb:columns=5", "5/2t2/2T2/5 w 1,6,4+ - 1", TRUE},
    {"deleb:columns=5", "2T2/5/5/4m w - - 1", FALSE},
    {"deleb:columns=5", "5/5/F4/4m w - - 1", FALSE},
    {"deleb:columns=5", "5/5/(MM)3/4m w - - 1", FALSE},
    {"kioz:columns=5", "M4/5/4m/5 w - - 1", FALSE}, /* the circle leaves the enemy's home out */
    {"tozeur:columns=5", "M4/5/4m/5 w 0 - 1", TRUE},
    {"tozeur:columns=5", "M4/5/4m/5 w 0 - 01", FALSE},
    {"siryu:columns=5", "5/M4/4m/5 w s - 1", TRUE},
    {"walker:columns=5", "4m/5/(MM)4/5 w - - 1", TRUE},
    {"walker:columns=5", "4m/5/(M)4/5 w - - 1", FALSE},
    {"walker:columns=5", "4m/5/(MM4/5 w - - 1", FALSE},
    {"walker:columns=5", "4m/5/(Ft)4/5 w - - 1", FALSE},
    {"walker:columns=5", "4m/5/~(MM)4/5 w - - 1", FALSE},
    {"bell:columns=5", "4m/5/~(MM)4/5 w - - 1", TRUE},
    {"bell:columns=5", "4m/5/~M4/5 w - - 1", FALSE},
    {"bell:columns=5", "4m/5/M4/5 w - 1/0 1", TRUE},
    {"bell:columns=5", "4m/5/M4/5 w - 0/0 1", FALSE},
    {"walker:columns=5", "4m/5/M4/5 w - 1/0 1", FALSE},
    {"walker:columns=5,pieces=1", "4m/5/MM3/5 w - - 1", FALSE},
    {"walker:columns=5", "4m/5/M4/5 w 1+ - 1", TRUE},
    {"walker:columns=5", "4m/5/M4/5 w 1,2+ - 1", FALSE},
    {"walker:columns=5", "4m/5/M4/5 w 2,1 - 1", FALSE},
    {"walker:columns=5", "4m/5/M4/5 w 1 - 1", FALSE},
    {"walker:columns=5", "4m/5/M4/5 w + - 1", FALSE},
    {"walker:columns=5", "4m/5/M4/5 w 5,2 - 1", FALSE},
    {"walker:columns=5", "4m/5/M4/5 x - - 1", FALSE},
    {"walker:columns=5", "4m/5/M4/5 w - - 1000000000", FALSE},
    {"walker:columns=5", "4m/5/M4/5 w - -", FALSE},
    {"walker:columns=5", "4m/5/M4 w - - 1", FALSE},
    {"walker:columns=5", "4m/6/M4/5 w - - 1", FALSE},
    {"walker:columns=5", "4m/5/M3/5 w - - 1", FALSE},
    {"ludii:columns=5", "4m/5/M4/5 w 1+ - 1", FALSE},
};

static void test_positions(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(positions); i++)
        if (slow_family_is_position(positions[i].rules, positions[i].position) !=
            positions[i].valid)
            g_error("%s: %s", positions[i].rules, positions[i].position);
}

/* Turns worked out by hand: all that are legal with the throws of the position, and the position
 * after each. */
static const struct {
    const char *rules, *position, *turns;
} turns[] = {
    /* the prow is the end of row b for both; with `mirror` Black goes on from it to row a */
    {"daldos:columns=5,cast=six", "5/2M2m/5 w 2 - 1", "2:b3b1 -> 5/M4m/5 b - - 2"},
    {"daldos:columns=5,cast=six", "5/M4m/5 w 3 - 1", "3:b1c3 -> 2M2/5m/5 b - - 2"},
    {"daldos:columns=5,cast=six", "5/m4M/5 b 1 - 1", "1:b1a1 -> 5/5M/m4 w - - 2"},
    {"daldos:columns=5,cast=six", "5/3M2/4m b 1 - 1", "1:a5b6 -> 5/3M1m/5 w - - 2"},
    /* eight: the rank tells whether row b leads to row c or home; home is entered as M */
    {"bakhri:columns=5", "4m/5/4M w 1 - 1", "1:a5b5 -> 4m/4M/5 w - - 1"},
    {"bakhri:columns=5", "4m/M4/5 w 2 - 1", "2:b1c2 -> 1M2m/5/5 b - - 2"},
    {"bakhri:columns=5", "4m/T4/5 w 2 - 1", "2:b1a2 -> 4m/5/1M3 b - - 2"},
    {"bakhri:columns=5", "3mM/5/5 w 2 - 1", "2:c5b4 -> 3m1/3T1/5 b - - 2"},
    /* snake: c and b are T on the way back, and on b a T goes home */
    {"deleb:columns=5,duty=must", "M4/5/5/m4 w 2 - 1", "2:d1c2 -> 5/1T3/5/m4 b - - 2"},
    {"deleb:columns=5,duty=must", "5/4T/5/m4 w 2 - 1", "2:c5b4 -> 5/5/3T1/m4 b - - 2"},
    {"deleb:columns=5,duty=must", "5/4M/5/m4 w 2 - 1", "2:c5d4 -> 3M1/5/5/m4 b - - 2"},
    {"deleb:columns=5,duty=must", "5/5/T4/4m w 3 - 1", "3:b1a3 -> 5/5/5/2M1m b - - 2"},
    /* once: beyond d1 there is nothing; when all have come to the enemy's home it is over */
    {"tozeur:columns=5", "1M3/5/m4/5 w 2 - 1", "2:pass -> 1M3/5/m4/5 b - - 2"},
    {"tozeur:columns=5", "5/4M/5/m4 w 1 - 1", "1:c5d5 -> 4M/5/5/m4 b - - 2"},
    {"tozeur:columns=5", "4M/5/5/m4 w 1 - 1", ""},
    /* fill: what has come to the enemy's home stays there, so half a throw can be lost */
    {"tablan:columns=5", "5/m3M/5/5 w 2 - 1",
     "1:c5d5,1:pass -> 4M/m4/5/5 w - - 1; 2:c5d4 -> 3M1/m4/5/5 w - - 1"},
    {"tablan:columns=5", "4m/5/5/4N w 2 - 1",
     "1:a5b5,1:b5b4 -> 4m/5/3M1/5 w - - 1; 2:a5b4 -> 4m/5/3M1/5 w - - 1"},
    {"tablan:columns=5", "4m/5/5/4N w 8 - 1", "8:pass -> 4m/5/5/4N w - - 1"},
    /* unlocking by each throw that does it, and by no other */
    {"mzab:columns=5", "n4/5/5/4N w 6 - 1", "6:a5b5 -> n4/5/4M/5 b - - 2"},
    {"mzab:columns=5", "n4/5/5/4N w 2 - 1", "2:pass -> n4/5/5/4N b - - 2"},
    {"siryu:columns=5", "n4/5/5/4N w s - 1", "s:a5b1 -> n4/5/M4/5 w - - 1"},
    {"siryu:columns=5", "n4/5/5/4N w 5 - 1", "5:pass -> n4/5/5/4N w - - 1"},
    {"kioz:columns=5", "n4/5/1M3/N3N w 1 - 1",
     "1:a1a2 -> n4/5/1M3/1M2N w - - 1; 1:a5b5 -> n4/5/1M2M/N4 w - - 1"},
    {"kioz:columns=5,unlock-order=foremost", "n4/5/1M3/N3N w 1 - 1",
     "1:a5b5 -> n4/5/1M2M/N4 w - - 1"},
    {"kioz:columns=5,unlock-order=foremost", "n4/5/4M/N3N w 1 - 1",
     "1:b5b4 -> n4/5/3M1/N3N w - - 1"},
    {"kioz:columns=5,unlock-order=foremost,tab-duty=convert", "n4/5/4M/N3N w 1 - 1",
     "1:pass -> n4/5/4M/N3N w - - 1"},
    /* outside=one: none leaves home after the first; within the home row it may move */
    {"bakhri:columns=5", "4m/2M2/4N w 1 - 1", "1:b3b2 -> 4m/1M3/4N w - - 1"},
    {"bakhri:columns=5", "4m/2M2/3N1 w 1 - 1", "1:a4a5 -> 4m/2M2/4M w - - 1"},
    /* two dice that show 1 give another cast, whether anything moved or not */
    {"daldosa:columns=5", "4m/2M2/5 w 1,1 - 3", "1:b3b2,1:b2b1 -> 4m/M4/5 w - - 3"},
    {"daldosa:columns=5", "n4/5/4N w 2,2 - 3", "2:pass,2:pass -> n4/5/4N b - - 4"},
    {"daldosa:columns=5", "4m/2MM1/5 w 1,2 - 3",
     "1:b3b2,2:b2c1 -> M3m/3M1/5 b - - 4; 2:b3b1,1:b1c1 -> M3m/3M1/5 b - - 4; "
     "2:b3b1,1:b4b3 -> 4m/M1M2/5 b - - 4"},
    /* three that show 1 may be cast anew */
    {"sahkku:columns=5,king=no", "4n/5/4N w 1,1,1 - 1",
     "1:a5b5,1:b5b4,1:b4b3 -> 4n/2M2/5 b - - 2; again -> 4n/5/4N w - - 1"},
    /* the king is recruited and pushed on; who stands there is taken, but not one's own */
    {"sahkku:columns=5,cast=six", "m4/2XM1/5 w 1 - 1", "1:b4b3 -> m4/1KM2/5 b - - 2"},
    {"sahkku:columns=5,cast=six", "4m/1mXM1/5 w 1 - 1", "1:b4b3 -> 4m/1KM2/5 b - - 2"},
    {"sahkku:columns=5,cast=six", "4m/1MXM1/5 w 1 - 1", "1:b2b1 -> 4m/M1XM1/5 b - - 2"},
    {"sahkku:columns=5,cast=six", "kn2n/M4/5 w 1 - 1", "1:b1c1 -> MK2n/5/5 b - - 2"},
    {"sahkku:columns=5,cast=six,sleepers=safe", "kn2n/M4/5 w 1 - 1", "1:pass -> kn2n/M4/5 b - - 2"},
    /* it passes its own side's pieces, which may neither pass it nor end on it */
    {"sahkku:columns=5,cast=six", "4m/1MK2/5 w 2 - 1",
     "2:b2c1 -> M3m/2K2/5 b - - 2; 2:b3b1 -> 4m/KM3/5 b - - 2"},
    {"sahkku:columns=5,cast=six", "4m/1KM2/5 w 2 - 1", "2:b2c1 -> K3m/2M2/5 b - - 2"},
    {"sahkku:columns=5,cast=six", "4m/1KM2/5 w 1 - 1", "1:b2b1 -> 4m/K1M2/5 b - - 2"},
    {"sahkku:columns=5,cast=six,jump-enemies=no", "4m/2XM1/M4 w 2 - 1",
     "2:a1a3 -> 4m/2XM1/2M2 b - - 2"},
    /* the right to stop */
    {"deleb:columns=5", "4m/5/M4/5 w 2 - 1",
     "2:b1c2 -> 4m/1M3/5/5 b - - 2; 2:pass -> 4m/5/M4/5 b - - 2"},
    /* any locked piece, but none goes onto another: they stand single */
    {"walker:columns=5,unlock-order=any", "n4/5/5/NN3 w 1,2 - 1",
     "1:a2a3,2:a3a5 -> n4/5/5/N3M b - - 2"},
    /* row 4 is left only with one pile at home */
    {"walker:columns=5,row4-move=free,row4-exit=one-home-pile", "F4/5/4t/MM3 w 2 - 1",
     "2:a1a3 -> F4/5/4t/1MM2 b - - 2; 2:a2a4 -> F4/5/4t/M2M1 b - - 2"},
    /* a whole lap is no move; on a longer way the piece's own cell is not in its way */
    {"kioz:columns=5,cast=tablan,unlock=two,pass-own=no", "m4/5/M4/5 w 12 - 1",
     "12:b1c2 -> m4/1M3/5/5 w - - 1"},
    {"kioz:columns=6,cast=tablan,unlock=two", "m5/6/M5/6 w 12 - 1", "12:pass -> m5/6/M5/6 w - - 1"},
};

static void test_turns(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(turns); i++) {
        g_autoptr(GPtrArray) list =
            slow_family_turns(turns[i].rules, turns[i].position, NULL, 1000);
        g_ptr_array_add(list, NULL);
        g_autofree char *joined = g_strjoinv("; ", (char **)list->pdata);
        g_autoptr(GString) text = g_string_new(joined);
        g_string_replace(text, "\t", " -> ", 0);
        if (strcmp(text->str, turns[i].turns))
            g_error("%s %s: %s", turns[i].rules, turns[i].position, text->str);
    }
}

static void test_results(void)
{
    const char *const cases[][3] = {
        {"tozeur:columns=5", "4M/5/5/m4 b - - 2", "drawn"},
        {"tozeur:columns=5", "5/5/5/m4 b - - 2", "black won"},
        {"tozeur:columns=5", "4M/5/5/mM3 b - - 2", "running"},
        {"tablan:columns=5", "3MM/5/5/m4 b - - 2", "white won"},
        {"tablan:columns=5", "4M/5/5/mm3 b - - 2", "black won"},
        {"tablan:columns=5", "4M/5/5/m4 b - - 2", "drawn"},
        {"sahkku:columns=5", "5/2k2/4M w - - 2", "white won"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
        g_assert_cmpstr(slow_family_result(cases[i][0], cases[i][1]), ==, cases[i][2]);
}

/* Games by chance under any rules. Every position is valid, and no turn ends elsewhere than the
 * outcomes say. */

/* Fields 1, 2 and 4 of the position of a turn. */
static char *end_of(const char *turn)
{
    g_auto(GStrv) field = g_strsplit(strchr(turn, '\t') + 1, " ", -1);
    return g_strjoin(" ", field[0], field[1], field[3], NULL);
}

static void check_turns(const char *rules, const char *position, const char *throws,
                        GPtrArray *outcomes)
{
    g_autoptr(GPtrArray) list = slow_family_turns(rules, position, throws, 300);
    g_autoptr(GHashTable) ends = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (!list)
        return;
    for (guint i = 0; i < list->len; i++)
        g_hash_table_add(ends, end_of(g_ptr_array_index(list, i)));
    g_assert_cmpuint(g_hash_table_size(ends), ==, outcomes->len);
    for (guint i = 0; i < outcomes->len; i++)
        g_assert_true(g_hash_table_contains(ends, g_ptr_array_index(outcomes, i)));
}

/* The throws of the position, or any that can come. */
static char *throws_of(const char *rules, const char *position, GRand *random)
{
    g_auto(GStrv) field = g_strsplit(position, " ", -1);
    if (strcmp(field[2], "-") && !g_str_has_suffix(field[2], "+"))
        return g_strdup(field[2]);
    g_autoptr(GPtrArray) casts = slow_family_casts(rules, position, 3);
    return g_strdup(g_ptr_array_index(casts, g_rand_int_range(random, 0, (gint32)casts->len)));
}

static void play_game(const char *rules, GRand *random)
{
    g_autofree char *position = slow_family_start(rules, g_rand_boolean(random) ? 'w' : 'b');
    for (int turn = 0; turn < 60; turn++) {
        g_assert_true(slow_family_is_position(rules, position));
        if (strcmp(slow_family_result(rules, position), "running"))
            return;
        g_autofree char *throws = throws_of(rules, position, random);
        g_autoptr(GPtrArray) outcomes = slow_family_outcomes(rules, position, throws, 3000);
        if (!outcomes)
            return;
        g_assert_cmpuint(outcomes->len, >, 0);
        check_turns(rules, position, throws, outcomes);
        const char *chosen =
            g_ptr_array_index(outcomes, g_rand_int_range(random, 0, (gint32)outcomes->len));
        g_auto(GStrv) field = g_strsplit(chosen, " ", -1);
        g_free(position);
        position = g_strdup_printf("%s %s - %s 1", field[0], field[1], field[2]);
    }
}

static void test_games(void)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    for (guint32 seed = 0; seed < (g_test_thorough() ? 2000 : 60); seed++) {
        g_autofree char *rules = slow_family_random_rules(seed);
        g_assert_null(slow_family_refusal(rules));
        g_autofree char *again = slow_family_canonical(rules);
        g_assert_cmpstr(again, ==, rules);
        play_game(rules, random);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_rows("perft.tsv", 139);
    add_rows("family-perft.tsv", 49);
    g_test_add_func("/slow-family/rules", test_rules);
    g_test_add_func("/slow-family/positions", test_positions);
    g_test_add_func("/slow-family/turns", test_turns);
    g_test_add_func("/slow-family/results", test_results);
    g_test_add_func("/slow-family/games", test_games);
    return g_test_run();
}
