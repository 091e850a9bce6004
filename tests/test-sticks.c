// SPDX-License-Identifier: GPL-3.0-or-later
// Sticks and the generator: exact chances, texts, published test vectors, and draws that agree with
// the chances.
#include "protocol/rules/cast.h"

#include <math.h>
#include <string.h>

#include "tab-throws.h"

static TabSticks parse(const char *text)
{
    TabSticks sticks;
    g_autoptr(GError) error = NULL;
    if (!tab_sticks_parse(&tab_casts[TAB_CAST_TAB], text, &sticks, &error))
        g_error("%s: %s", text, error->message);
    return sticks;
}

static void assert_chances(const TabSticks *sticks, const double p[TAB_N_THROWS], double tolerance)
{
    double sum = 0;
    for (int i = 0; i < TAB_N_THROWS; i++) {
        g_assert_cmpfloat_with_epsilon(sticks->p[i], p[i], tolerance);
        sum += sticks->p[i];
    }
    g_assert_cmpfloat_with_epsilon(sum, 1, 1e-15);
}

/* 4/16, 6/16, 4/16, 1/16, 1/16: binary fractions, so exactly. */
static void test_fair(void)
{
    static const double p[TAB_N_THROWS] = {0.25, 0.375, 0.25, 0.0625, 0.0625};
    TabSticks fair = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]), read = parse("fair"),
              half = parse("p=0.5");
    for (int i = 0; i < TAB_N_THROWS; i++) {
        g_assert_cmpfloat(fair.p[i], ==, p[i]);
        g_assert_cmpfloat(read.p[i], ==, p[i]);
        g_assert_cmpfloat(half.p[i], ==, p[i]);
    }
    g_assert_cmpfloat(tab_sticks_rethrow(&tab_casts[TAB_CAST_TAB], &fair), ==, 0.375);
    g_assert_cmpfloat_with_epsilon(tab_sticks_mean(&tab_casts[TAB_CAST_TAB], &fair), 1.6, 1e-15);
}

/* The chances that a turn has a 1, 2, 3, 4, 6 at least once (RULES.md 7). */
static void test_in_turn(void)
{
    static const double p[TAB_N_THROWS] = {2.0 / 7, 3.0 / 5, 2.0 / 5, 1.0 / 11, 1.0 / 11};
    TabSticks fair = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    for (int i = 0; i < TAB_N_THROWS; i++)
        g_assert_cmpfloat_with_epsilon(tab_sticks_in_turn(&tab_casts[TAB_CAST_TAB], &fair, i), p[i],
                                       1e-15);
    TabSticks never = parse("w=0,0,1,1,0");
    g_assert_cmpfloat(tab_sticks_in_turn(&tab_casts[TAB_CAST_TAB], &never, TAB_THROW_1), ==, 0);
    g_assert_cmpfloat(tab_sticks_in_turn(&tab_casts[TAB_CAST_TAB], &never, TAB_THROW_2), ==, 0.5);
    g_assert_cmpfloat(tab_sticks_mean(&tab_casts[TAB_CAST_TAB], &never), ==, 1);
    g_assert_cmpfloat(tab_sticks_rethrow(&tab_casts[TAB_CAST_TAB], &never), ==, 0);
}

/* The chance that some cast of dice with these faces shows a kind before the casting ends: all
 * casts are counted. */
static double count_in_turn(const TabCast *cast, const TabSticks *sticks, int kind)
{
    unsigned casts = 1;
    double shown = 0, again = 0; /* in one cast; cast again without having shown it */
    for (int die = 0; die < cast->n_throws; die++)
        casts *= cast->n_kinds;
    for (unsigned number = 0; number < casts; number++) {
        double p = 1;
        bool shows = false, goes_on = cast->ones_again;
        unsigned rest = number;
        for (int die = 0; die < cast->n_throws; die++, rest /= cast->n_kinds) {
            int of_die = (int)(rest % cast->n_kinds);
            p *= sticks->p[of_die];
            shows |= of_die == kind;
            goes_on &= of_die == 0;
        }
        shown += shows ? p : 0;
        again += !shows && goes_on ? p : 0;
    }
    return shown / (1 - again);
}

static void test_dice_in_turn(void)
{
    guint dice = 0;
    for (int c = 0; c < TAB_N_CASTS; c++) {
        const TabCast *cast = &tab_casts[c];
        TabSticks fair = tab_sticks_fair(cast);
        if (cast->n_sticks)
            continue;
        dice++;
        TAB_KINDS_FOREACH(cast, kind)
            g_assert_cmpfloat_with_epsilon(tab_sticks_in_turn(cast, &fair, kind),
                                           count_in_turn(cast, &fair, kind), 1e-14);
    }
    g_assert_cmpuint(dice, >=, 2);
}

/* What fair sticks, shells and dice of each game give, by hand from FAMILY.md, in 64ths. */
static void test_casts(void)
{
    static const struct {
        const char *name;
        int of_64;
    } kinds[TAB_N_CASTS][8] = {
        [TAB_CAST_TAB] = {{"1", 16}, {"2", 24}, {"3", 16}, {"4", 4}, {"6", 4}},
        [TAB_CAST_KIOZ] = {{"1", 16}, {"2", 40}, {"4", 4}, {"6", 4}},
        [TAB_CAST_SIX] = {{"0", 1}, {"1", 6}, {"2", 15}, {"3", 20}, {"4", 15}, {"5", 6}, {"6", 1}},
        [TAB_CAST_MZAB] = {{"0", 12}, {"1", 20}, {"2", 15}, {"4", 15}, {"6", 2}},
        [TAB_CAST_SIRYU] = {{"0", 30}, {"3", 20}, {"5", 6}, {"6", 2}, {"s", 6}},
        [TAB_CAST_TABLAN] = {{"0", 40}, {"2", 16}, {"8", 4}, {"12", 4}},
        [TAB_CAST_COWRIES] = {{"0", 4}, {"1", 16}, {"2", 24}, {"3", 16}, {"4", 4}},
    };
    for (int c = 0; c < TAB_N_CASTS; c++) {
        const TabCast *cast = &tab_casts[c];
        TabSticks fair = tab_sticks_fair(cast);
        TAB_KINDS_FOREACH(cast, t) {
            if (cast->n_sticks) /* else four faces that are alike */
                g_assert_cmpstr(cast->kind[t].name, ==, kinds[c][t].name);
            g_assert_cmpfloat(fair.p[t], ==, (cast->n_sticks ? kinds[c][t].of_64 : 16) / 64.0);
        }
    }
}

/* All that one cast can give: the dice in all their ways, and whether the same side goes on. */
static void test_list(void)
{
    for (int c = 0; c < TAB_N_CASTS; c++) {
        const TabCast *cast = &tab_casts[c];
        TabThrown thrown[TAB_MAX_THROWN];
        unsigned n = tab_cast_list(cast, thrown), ways = 0, all = 1;
        for (int die = 0; die < cast->n_throws; die++)
            all *= cast->n_kinds;
        for (unsigned i = 0; i < n; i++) {
            const TabThrown *one = &thrown[i];
            bool ones = tab_hand_size(&one->hand) == one->hand.n[0];
            ways += one->ways;
            g_assert_cmpuint(tab_hand_size(&one->hand), ==, cast->n_throws);
            g_assert_cmpint(one->again, ==,
                            cast->n_sticks ? cast->kind[one->kind[0]].again
                                           : cast->ones_again && ones);
            g_assert_cmpint(one->anew, ==, !cast->n_sticks && cast->ones_anew && ones);
            for (unsigned k = 0; k < i; k++)
                g_assert_cmpint(memcmp(&one->hand, &thrown[k].hand, sizeof one->hand), !=, 0);
        }
        g_assert_cmpuint(ways, ==, all);
    }
}

/* Sticks that hardly ever end a turn: the limit of its throws is seen. Throw by throw. */
static void test_longest_turn(void)
{
    const TabCast *cast = &tab_casts[TAB_CAST_TAB];
    TabSticks sticks = parse("w=98,1,1,0,0");
    double goes_on = 1, mean = 0, without[TAB_N_THROWS], with[TAB_N_THROWS] = {0};
    for (int kind = 0; kind < TAB_N_THROWS; kind++)
        without[kind] = 1; /* the turn goes on, and has had none of this kind */
    for (unsigned thrown = 0; thrown < TAB_MAX_THROWS; thrown++) {
        TabSticks now = tab_sticks_of_throw(cast, &sticks, thrown);
        double ends = 0;
        TAB_KINDS_FOREACH(cast, kind)
            ends += cast->kind[kind].again ? 0 : now.p[kind];
        mean += goes_on;
        goes_on *= 1 - ends;
        TAB_KINDS_FOREACH(cast, kind) {
            with[kind] += without[kind] * now.p[kind];
            without[kind] *= 1 - ends - (cast->kind[kind].again ? now.p[kind] : 0);
        }
    }
    g_assert_cmpfloat_with_epsilon(tab_sticks_mean(cast, &sticks), mean, 1e-12);
    TAB_KINDS_FOREACH(cast, kind)
        g_assert_cmpfloat_with_epsilon(tab_sticks_in_turn(cast, &sticks, kind), with[kind], 1e-12);
}

/* p = 0.37 by hand: 4pq³, 6p²q², 4p³q, p⁴ and q⁴ in whole numbers of 10⁻⁸; 0.63 is the same turned
 * over. */
static void test_half_round(void)
{
    static const double p[TAB_N_THROWS] = {0.37006956, 0.32601366, 0.12764556, 0.01874161,
                                           0.15752961};
    static const double turned[TAB_N_THROWS] = {0.12764556, 0.32601366, 0.37006956, 0.15752961,
                                                0.01874161};
    TabSticks sticks = parse("p=0.37"), other = parse("p=0.63");
    assert_chances(&sticks, p, 1e-15);
    assert_chances(&other, turned, 1e-15);
    g_assert_cmpfloat_with_epsilon(tab_sticks_mean(&tab_casts[TAB_CAST_TAB], &sticks),
                                   1 / 0.45365922, 1e-14);
    g_assert_cmpfloat_with_epsilon(tab_sticks_rethrow(&tab_casts[TAB_CAST_TAB], &sticks),
                                   0.54634078, 1e-15);
}

/* Five weights for 0, 1, 2, 3 and 4 flat sides: none gives a 6. */
static void test_weights(void)
{
    static const double p[TAB_N_THROWS] = {13 / 36.0, 11 / 36.0, 5 / 36.0, 1 / 36.0, 6 / 36.0};
    static const double two[TAB_N_THROWS] = {0, 1, 0, 0, 0};
    TabSticks sticks = parse("w=6,13,11,5,1"), scaled = parse("w=0.06,0.13,0.11,0.05,1e-2"),
              huge = parse("w=6e300,13e300,11e300,5e300,1e300"), only = parse("w=0,0,3,0,0");
    assert_chances(&sticks, p, 1e-15);
    assert_chances(&scaled, p, 1e-15);
    assert_chances(&huge, p, 1e-15);
    assert_chances(&only, two, 1e-15);
}

static void test_bad_texts(void)
{
    static const char *const bad[] = {
        "",
        "Fair",
        "fair ",
        "p",
        "p=",
        "p=0",
        "p=1",
        "p=-0.5",
        "p=1.5",
        "p=0,5",
        "p=half",
        "p= 0.5",
        "p=0.5 ",
        "p=0.5p=0.5",
        "p=nan",
        "p=inf",
        "p=1e-300",
        "p=0x1p-1",
        "p=1e999",
        "w=",
        "w=1",
        "w=1,2,3",
        "w=1,2,3,4,5,6",
        "w=1,2,3,4,",
        "w=1,2,,4,5",
        "w=1,2,-3,4,5",
        "w=1,2,x,4,5",
        "w=0,0,0,0,0",
        "w=1,1,0,0,1",
        "w=1e999,1,1,1,1",
        "w=1,1,1e308,1e308,1e308",
        "w=nan,1,1,1,1",
        "q=0.5",
        "0.5",
    };
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]), before = sticks;
        g_autoptr(GError) error = NULL;
        if (tab_sticks_parse(&tab_casts[TAB_CAST_TAB], bad[i], &sticks, &error))
            g_error("'%s' is accepted", bad[i]);
        g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_STICKS);
        g_assert_cmpmem(&sticks, sizeof sticks, &before, sizeof before);
    }
    TabSticks sticks;
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], "w=1,2,three,4,5", &sticks, &error));
    g_assert_nonnull(strstr(error->message, "'three'"));
    static const char *const ends[] = {"p=0", "p=1"}; /* neither end is a chance of a stick */
    for (unsigned i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_clear_error(&error);
        g_assert_false(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], ends[i], &sticks, &error));
        g_assert_nonnull(strstr(error->message, "between 0 and 1"));
    }
    g_autoptr(GError) bytes = NULL;
    g_assert_false(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], "p=\xff", &sticks, &bytes));
    g_assert_true(g_utf8_validate(bytes->message, -1, NULL));
}

/* The numbers that the authors' own programs give. */
static void test_vectors(void)
{
    static const uint64_t from_1234[] = {11520,
                                         0,
                                         1509978240,
                                         UINT64_C(1215971899390074240),
                                         UINT64_C(1216172134540287360),
                                         UINT64_C(607988272756665600),
                                         UINT64_C(16172922978634559625),
                                         UINT64_C(8476171486693032832),
                                         UINT64_C(10595114339597558777),
                                         UINT64_C(2904607092377533576)};
    static const uint64_t split_mix[] = {
        UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423),
        UINT64_C(4593380528125082431)};
    static const uint64_t from_42[] = {UINT64_C(1546998764402558742), UINT64_C(6990951692964543102),
                                       UINT64_C(12544586762248559009)};
    TabRandom random = {{1, 2, 3, 4}};
    for (unsigned i = 0; i < G_N_ELEMENTS(from_1234); i++)
        g_assert_cmpuint(tab_random_next(&random), ==, from_1234[i]);
    random = tab_random_new(1234567);
    for (unsigned i = 0; i < 4; i++)
        g_assert_cmpuint(random.s[i], ==, split_mix[i]);
    random = tab_random_new(42);
    for (unsigned i = 0; i < G_N_ELEMENTS(from_42); i++)
        g_assert_cmpuint(tab_random_next(&random), ==, from_42[i]);
}

/* Streams repeat and differ: from each other, from other seeds' and from the seed itself. */
static void test_streams(void)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (uint64_t seed = 0; seed < 40; seed++)
        for (uint64_t stream = 0; stream < 41; stream++) {
            TabRandom random =
                stream < 40 ? tab_random_new_stream(seed, stream) : tab_random_new(seed);
            TabRandom again =
                stream < 40 ? tab_random_new_stream(seed, stream) : tab_random_new(seed);
            gint64 first = (gint64)tab_random_next(&random);
            g_assert_cmpint(first, ==, (gint64)tab_random_next(&again));
            g_assert_true(g_hash_table_add(seen, g_memdup2(&first, sizeof first)));
        }
}

/* Σ (found - expected)² / expected over the classes that can occur. */
static double chi_square(const unsigned *found, const double *chance, unsigned n, unsigned draws)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++) {
        double expected = chance[i] * draws;
        if (expected > 0)
            sum += (found[i] - expected) * (found[i] - expected) / expected;
        else
            g_assert_cmpuint(found[i], ==, 0);
    }
    return sum;
}

/* Limits are passed by chance once in a thousand; the seed is fixed, so they are not passed here.
 */
static void test_below(void)
{
    enum { DRAWS = 200000 };
    static const uint32_t bounds[] = {1, 2, 3, 5, 10, 16, 1u << 31, 3u << 30, UINT32_MAX};
    static const double tenth[10] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1},
                        third[3] = {1 / 3.0, 1 / 3.0, 1 / 3.0};
    TabRandom random = tab_random_new(7);
    for (unsigned b = 0; b < G_N_ELEMENTS(bounds); b++)
        for (unsigned i = 0; i < 1000; i++)
            g_assert_cmpuint(tab_random_below(&random, bounds[b]), <, bounds[b]);
    unsigned of_ten[10] = {0}, of_three[3] = {0};
    for (unsigned i = 0; i < DRAWS; i++) {
        of_ten[tab_random_below(&random, 10)]++;
        /* without rejection one class of three would come twice as often */
        of_three[tab_random_below(&random, 3u << 30) % 3]++;
    }
    g_assert_cmpfloat(chi_square(of_ten, tenth, 10, DRAWS), <, 27.88);
    g_assert_cmpfloat(chi_square(of_three, third, 3, DRAWS), <, 13.82);
}

static void test_unit(void)
{
    enum { DRAWS = 200000 };
    TabRandom random = tab_random_new(8);
    double sum = 0;
    for (unsigned i = 0; i < DRAWS; i++) {
        double u = tab_random_unit(&random);
        g_assert_true(u >= 0 && u < 1);
        sum += u;
    }
    /* four standard deviations of the mean: 4 / sqrt(12 n) */
    g_assert_cmpfloat_with_epsilon(sum / DRAWS, 0.5, 4 / sqrt(12.0 * DRAWS));
}

/* Throws come as often as their chances say, and those without a chance never. */
static void test_draws(gconstpointer data)
{
    enum { DRAWS = 200000 };
    TabSticks sticks = parse(data);
    TabRandom random = tab_random_new(9);
    unsigned found[TAB_N_THROWS] = {0};
    for (unsigned i = 0; i < DRAWS; i++) {
        int index = tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &sticks, &random);
        g_assert_true(index >= 0 && index < TAB_N_THROWS);
        found[index]++;
    }
    g_assert_cmpfloat(chi_square(found, sticks.p, TAB_N_THROWS, DRAWS), <, 18.47);
}

/* Whole turns: their mean length and how often each throw is in one. */
static void test_turns(void)
{
    enum { TURNS = 100000 };
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    TabRandom random = tab_random_new(10);
    unsigned throws = 0, with[TAB_N_THROWS] = {0};
    for (unsigned i = 0; i < TURNS; i++) {
        bool has[TAB_N_THROWS] = {false};
        int index;
        do {
            index = tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &sticks, &random);
            has[index] = true;
            throws++;
        } while (tab_throw_again(index));
        for (int t = 0; t < TAB_N_THROWS; t++)
            with[t] += has[t];
    }
    g_assert_cmpfloat_with_epsilon((double)throws / TURNS, 1.6, 0.015);
    for (int t = 0; t < TAB_N_THROWS; t++)
        g_assert_cmpfloat_with_epsilon((double)with[t] / TURNS,
                                       tab_sticks_in_turn(&tab_casts[TAB_CAST_TAB], &sticks, t),
                                       0.0065);
}

/* Throws that a digit cannot type have a letter; no other key types one. */
static void test_keys(void)
{
    for (int c = 0; c < TAB_N_CASTS; c++) {
        const TabCast *cast = &tab_casts[c];
        for (int key = 0; key < 128; key++) {
            int kind = tab_cast_kind_of_key(cast, (char)key);
            if (kind >= 0)
                g_assert_cmpint(cast->kind[kind].key, ==, key);
            else
                for (int t = 0; t < cast->n_kinds; t++)
                    g_assert_true(!key || cast->kind[t].key != key);
        }
        g_assert_cmpint(tab_cast_kind_of_key(cast, '\0'), ==, -1);
        g_assert_cmpint(tab_cast_kind_of_key(cast, '!'), ==, -1);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sticks/keys", test_keys);
    g_test_add_func("/sticks/fair", test_fair);
    g_test_add_func("/sticks/in-turn", test_in_turn);
    g_test_add_func("/sticks/dice-in-turn", test_dice_in_turn);
    g_test_add_func("/sticks/casts", test_casts);
    g_test_add_func("/sticks/list", test_list);
    g_test_add_func("/sticks/longest-turn", test_longest_turn);
    g_test_add_func("/sticks/half-round", test_half_round);
    g_test_add_func("/sticks/weights", test_weights);
    g_test_add_func("/sticks/bad-texts", test_bad_texts);
    g_test_add_func("/sticks/vectors", test_vectors);
    g_test_add_func("/sticks/streams", test_streams);
    g_test_add_func("/sticks/below", test_below);
    g_test_add_func("/sticks/unit", test_unit);
    g_test_add_data_func("/sticks/draws/fair", "fair", test_draws);
    g_test_add_data_func("/sticks/draws/p-0.37", "p=0.37", test_draws);
    g_test_add_data_func("/sticks/draws/p-0.63", "p=0.63", test_draws);
    g_test_add_data_func("/sticks/draws/without-1-and-6", "w=0,0,2,1,1", test_draws);
    g_test_add_data_func("/sticks/draws/only-2", "w=0,0,1,0,0", test_draws);
    g_test_add_func("/sticks/turns", test_turns);
    return g_test_run();
}
