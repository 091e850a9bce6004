// SPDX-License-Identifier: GPL-3.0-or-later
// The table of casts, the chances of their throws, and drawing throws.
#include "protocol/rules/cast.h"

#include <math.h>
#include <string.h>

#include "protocol/rules/translatable.h"

const TabCast tab_casts[TAB_N_CASTS] = {
    [TAB_CAST_TAB] =
        {
            .counting = N_("Four sticks with one flat side are thrown. Count the flat sides that "
                           "lie up: one to four are that number, none is a 6. A throw of 1 is "
                           "called tâb."),
            .going_on = N_("A 1, 4 or 6 earns another throw; a 2 or 3 ends the throwing."),
            .collect = N_("You throw until a 2 or 3 comes. Then you have all these throws at hand, "
                          "and use them in any order, each for one move."),
            .at_once = N_("Each throw is played, if it can be, before the next is made; after a 1, "
                          "4 or 6 the same player goes on."),
            .numbers = N_("Four sticks give 1, 2, 3, 4 or 6 only."),
            .ending = N_("So many throws no turn may have: only a 2 or a 3 can follow."),
            .n_sticks = 4,
            .n_throws = 1,
            .n_kinds = 5,
            .kind =
                {
                    /* Translators: the throw of 1, by its Arabic name; also the game's. */
                    {"1", N_("tâb"), 1, .again = true, .unlocks = true, .saved = true},
                    /* Translators: the throw of 2, by its (Egyptian) Arabic name. */
                    {"2", N_("itneyn"), 2},
                    /* Translators: the throw of 3, by its Arabic name. */
                    {"3", N_("telâteh"), 3},
                    /* Translators: the throw of 4, by its Arabic name. */
                    {"4", N_("arba‘ah"), 4, .again = true},
                    /* Translators: the throw of 6 (no flat side up), by its Arabic name. */
                    {"6", N_("sitteh"), 6, .again = true},
                },
            .kind_of_flats = {4, 0, 1, 2, 3},
        },
};

int tab_cast_kind(const TabCast *cast, const char *text, const char **end)
{
    int longest = -1;
    size_t length = 0;
    TAB_KINDS_FOREACH(cast, t)
    {
        size_t n = strlen(cast->kind[t].name);
        if (n > length && !strncmp(text, cast->kind[t].name, n)) {
            longest = t;
            length = n;
        }
    }
    if (longest >= 0 && end)
        *end = text + length;
    return end || (longest >= 0 && !text[length]) ? longest : -1;
}

int tab_cast_kind_of_steps(const TabCast *cast, int steps)
{
    for (int t = 0; t < cast->n_kinds; t++)
        if (cast->kind[t].steps == steps)
            return t;
    return -1;
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

/* Sums up by kind what each number of flat sides weighs. */
static TabSticks by_kind(const TabCast *cast, const double weight[TAB_MAX_STICKS + 1])
{
    TabSticks sticks = {{0}};
    for (unsigned flats = 0; flats <= cast->n_sticks; flats++)
        sticks.p[cast->kind_of_flats[flats]] += weight[flats];
    return sticks;
}

/* Binomial chances: each stick falls flat side up with chance `p`. */
static TabSticks binomial(const TabCast *cast, double p)
{
    unsigned n = cast->n_sticks;
    double weight[TAB_MAX_STICKS + 1], choose = 1;
    for (unsigned flats = 0; flats <= n; flats++) {
        weight[flats] = choose * pow(p, flats) * pow(1 - p, n - flats);
        choose = choose * (n - flats) / (flats + 1);
    }
    return by_kind(cast, weight);
}

TabSticks tab_sticks_fair(const TabCast *cast)
{
    return binomial(cast, 0.5);
}

static bool parse_weights(const TabCast *cast, const char *text, TabSticks *sticks, GError **error)
{
    unsigned n = cast->n_sticks + 1u;
    g_auto(GStrv) parts = g_strsplit(text, ",", (int)n + 1);
    double weight[TAB_MAX_STICKS + 1], sum = 0;
    if (g_strv_length(parts) != n)
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, N_("not %u weights: '%s'"), n, text);
    for (unsigned i = 0; i < n; i++) {
        if (!parse_double(parts[i], &weight[i]) || weight[i] < 0)
            return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, N_("bad weight: '%s'"),
                                    parts[i]);
        sum += weight[i];
    }
    if (!isfinite(sum) || !(sum > 0))
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, N_("weights without a sum: '%s'"),
                                text);
    for (unsigned i = 0; i < n; i++)
        weight[i] /= sum;
    *sticks = by_kind(cast, weight);
    return true;
}

static bool parse_chance(const TabCast *cast, const char *text, TabSticks *sticks, GError **error)
{
    double p;
    if (!parse_double(text, &p) || !(p > 0 && p < 1))
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS,
                                N_("not a chance between 0 and 1: '%s'"), text);
    *sticks = binomial(cast, p);
    return true;
}

/* The chance that a throw ends the throwing. */
static double chance_to_end(const TabCast *cast, const TabSticks *sticks)
{
    double p = 0;
    TAB_KINDS_FOREACH(cast, t)
    p += cast->kind[t].again ? 0 : sticks->p[t];
    return p;
}

bool tab_sticks_parse(const TabCast *cast, const char *text, TabSticks *sticks, GError **error)
{
    TabSticks read;
    if (!strcmp(text, "fair")) {
        *sticks = tab_sticks_fair(cast);
        return true;
    }
    if (!g_utf8_validate(text, -1, NULL))
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, N_("the sticks are not UTF-8"));
    if (!g_str_has_prefix(text, "p=") && !g_str_has_prefix(text, "w="))
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS,
                                N_("sticks are fair, p=… or w=…, not '%s'"), text);
    if (!(text[0] == 'p' ? parse_chance : parse_weights)(cast, text + 2, &read, error))
        return false;
    if (!(chance_to_end(cast, &read) > 1e-9))
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS,
                                N_("no throw would ever end a turn: '%s'"), text);
    *sticks = read;
    return true;
}

double tab_sticks_rethrow(const TabCast *cast, const TabSticks *sticks)
{
    double p = 0;
    TAB_KINDS_FOREACH(cast, t)
    p += cast->kind[t].again ? sticks->p[t] : 0;
    return p;
}

double tab_sticks_mean(const TabCast *cast, const TabSticks *sticks)
{
    double end = chance_to_end(cast, sticks);
    return (1 - pow(1 - end, TAB_MAX_THROWS)) / end;
}

double tab_sticks_in_turn(const TabCast *cast, const TabSticks *sticks, int kind)
{
    double p = sticks->p[kind], end = chance_to_end(cast, sticks);
    /* A throw that ends the turn is there if it is the end; another if it comes before the end. */
    if (!cast->kind[kind].again)
        return p / end;
    /* the second factor: it could not come before the last throw that the limit allows */
    return p > 0 ? p / (p + end) * (1 - pow(1 - end - p, TAB_MAX_THROWS - 1)) : 0;
}

int tab_sticks_throw(const TabSticks *sticks, TabRandom *random)
{
    double u = tab_random_unit(random);
    int last = 0;
    for (int t = 0; t < TAB_MAX_KINDS; t++) {
        if (sticks->p[t] <= 0)
            continue;
        last = t;
        if (u < sticks->p[t])
            return t;
        u -= sticks->p[t];
    }
    return last; /* the chances summed to a rounding error less than 1 */
}

TabSticks tab_sticks_of_throw(const TabCast *cast, const TabSticks *sticks, unsigned thrown)
{
    if (thrown + 1 < TAB_MAX_THROWS)
        return *sticks;
    TabSticks ends = {{0}};
    double end = chance_to_end(cast, sticks);
    TAB_KINDS_FOREACH(cast, t)
    ends.p[t] = cast->kind[t].again ? 0 : sticks->p[t] / end;
    return ends;
}
