// SPDX-License-Identifier: GPL-3.0-or-later
// Chances of the four sticks and the generator that throws them.
#include "protocol/rules/sticks.h"

#include <math.h>
#include <string.h>

#include "protocol/rules/translatable.h"

/* Throw index for 0–4 flat sides: none gives 6. */
static const uint8_t throw_of_flats[5] = {TAB_THROW_6, TAB_THROW_1, TAB_THROW_2, TAB_THROW_3,
                                          TAB_THROW_4};

TabSticks tab_sticks_fair(void)
{
    TabSticks sticks;
    static const double sixteenths[TAB_N_THROWS] = {4, 6, 4, 1, 1};
    for (int i = 0; i < TAB_N_THROWS; i++)
        sticks.p[i] = sixteenths[i] / 16;
    return sticks;
}

/* Reads a whole text as a finite number in the C locale. */
static bool parse_double(const char *text, double *number)
{
    char *end;
    if (!*text || strspn(text, "0123456789.eE+-") != strlen(text))
        return false;
    *number = g_ascii_strtod(text, &end);
    return !*end && isfinite(*number);
}

static bool parse_weights(const char *text, double weight[5], GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, ",", 6);
    double sum = 0;
    if (g_strv_length(parts) != 5) {
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, N_("not five weights: '%s'"), text);
    }
    for (int i = 0; i < 5; i++) {
        if (!parse_double(parts[i], &weight[i]) || weight[i] < 0) {
            return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, N_("bad weight: '%s'"),
                                    parts[i]);
        }
        sum += weight[i];
    }
    if (!isfinite(sum) || !(sum > 0)) {
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, N_("weights without a sum: '%s'"),
                                text);
    }
    for (int i = 0; i < 5; i++)
        weight[i] /= sum;
    return true;
}

/* Binomial chances of 0–4 flat sides. */
static bool parse_chance(const char *text, double weight[5], GError **error)
{
    static const double choose[5] = {1, 4, 6, 4, 1};
    double p;
    if (!parse_double(text, &p) || !(p > 0 && p < 1)) {
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS,
                                N_("not a chance between 0 and 1: '%s'"), text);
    }
    for (int flats = 0; flats < 5; flats++)
        weight[flats] = choose[flats] * pow(p, flats) * pow(1 - p, 4 - flats);
    return true;
}

bool tab_sticks_parse(const char *text, TabSticks *sticks, GError **error)
{
    double weight[5];
    if (!strcmp(text, "fair")) {
        *sticks = tab_sticks_fair();
        return true;
    }
    if (!g_utf8_validate(text, -1, NULL))
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, N_("the sticks are not UTF-8"));
    if (!g_str_has_prefix(text, "p=") && !g_str_has_prefix(text, "w=")) {
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS,
                                N_("sticks are fair, p=… or w=…, not '%s'"), text);
    }
    if (!(text[0] == 'p' ? parse_chance : parse_weights)(text + 2, weight, error))
        return false;
    if (!(weight[2] + weight[3] > 1e-9)) {
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS,
                                N_("no 2 or 3 would ever end a turn: '%s'"), text);
    }
    for (int flats = 0; flats < 5; flats++)
        sticks->p[throw_of_flats[flats]] = weight[flats];
    return true;
}

double tab_sticks_rethrow(const TabSticks *sticks)
{
    return sticks->p[TAB_THROW_1] + sticks->p[TAB_THROW_4] + sticks->p[TAB_THROW_6];
}

double tab_sticks_mean(const TabSticks *sticks)
{
    return 1 / (sticks->p[TAB_THROW_2] + sticks->p[TAB_THROW_3]);
}

double tab_sticks_in_turn(const TabSticks *sticks, int throw_index)
{
    double p = sticks->p[throw_index], end = sticks->p[TAB_THROW_2] + sticks->p[TAB_THROW_3];
    /* A 2 or 3 ends the turn, so it is there if it is the end; another throw if it comes before the
     * end. */
    if (!tab_throw_again(throw_index))
        return p / end;
    return p > 0 ? p / (p + end) : 0;
}

/* SplitMix64 (Steele, Lea and Flood 2014): advances `state` and returns its mixed value. */
static uint64_t split_mix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

TabRandom tab_random_new(uint64_t seed)
{
    TabRandom random;
    for (int i = 0; i < 4; i++)
        random.s[i] = split_mix(&seed);
    return random;
}

TabRandom tab_random_new_stream(uint64_t seed, uint64_t stream)
{
    uint64_t mixed = split_mix(&seed); /* so that seeds and streams that lie close do not meet */
    uint64_t state = mixed ^ stream;
    return tab_random_new(split_mix(&state));
}

static inline uint64_t rotate(uint64_t x, int k)
{
    return x << k | x >> (64 - k);
}

uint64_t tab_random_next(TabRandom *random)
{
    uint64_t *s = random->s, result = rotate(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Multiplies and rejects the few values that would favour small numbers (Lemire 2019). */
uint32_t tab_random_below(TabRandom *random, uint32_t bound)
{
    uint64_t product = (tab_random_next(random) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t least = -bound % bound;
        while ((uint32_t)product < least)
            product = (tab_random_next(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

double tab_random_unit(TabRandom *random)
{
    return (double)(tab_random_next(random) >> 11) * 0x1p-53;
}

int tab_sticks_throw(const TabSticks *sticks, TabRandom *random)
{
    double u = tab_random_unit(random);
    int last = 0;
    for (int i = 0; i < TAB_N_THROWS; i++) {
        if (sticks->p[i] <= 0)
            continue;
        last = i;
        if (u < sticks->p[i])
            return i;
        u -= sticks->p[i];
    }
    return last; /* the chances summed to a rounding error less than 1 */
}
