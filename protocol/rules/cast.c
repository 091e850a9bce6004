// SPDX-License-Identifier: GPL-3.0-or-later
// The table of casts, the chances of their throws, and drawing throws.
#include "protocol/rules/cast.h"

#include <math.h>
#include <string.h>

#include "protocol/rules/ruleset.h"
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
                    {"1", N_("tâb"), 1, .again = true, .tab = true, .saved = true},
                    /* Translators: the throw of 2, by its (Egyptian) Arabic name. */
                    {"2", N_("itneyn"), 2},
                    /* Translators: the throw of 3, by its Arabic name. */
                    {"3", N_("telâteh"), 3},
                    /* Translators: the throw of 4, by its Arabic name. */
                    {"4", N_("arba‘ah"), 4, .again = true},
                    /* Translators: the throw of 6 (no flat side up), by its Arabic name. */
                    {"6", N_("sitteh"), 6, .again = true},
                },
            .kind_of_face = {4, 0, 1, 2, 3},
            .last_face = 0,
        },
    [TAB_CAST_KIOZ] =
        {
            .counting = N_("Four sticks with one flat side are thrown. Count the flat sides that "
                           "lie up: none is a 4, one is a 1, two and three are a 2, four are a "
                           "6."),
            .n_sticks = 4,
            .n_throws = 1,
            .n_kinds = 4,
            .kind = {{"1", N_("one"), 1, .again = true},
                     {"2", N_("two"), 2},
                     {"4", N_("four"), 4, .again = true},
                     {"6", N_("six"), 6, .again = true}},
            .kind_of_face = {2, 0, 1, 1, 3},
            .last_face = 4,
        },
    [TAB_CAST_SIX] =
        {
            .counting = N_("Six sticks with one flat side are thrown. The flat sides that lie up "
                           "are the throw, from 0 to 6."),
            .n_sticks = 6,
            .n_throws = 1,
            .n_kinds = 7,
            .kind = {{"0", N_("nothing"), 0},
                     {"1", N_("one"), 1},
                     {"2", N_("two"), 2},
                     {"3", N_("three"), 3},
                     {"4", N_("four"), 4},
                     {"5", N_("five"), 5},
                     {"6", N_("six"), 6}},
            .kind_of_face = {0, 1, 2, 3, 4, 5, 6},
            .last_face = 6,
        },
    [TAB_CAST_MZAB] =
        {
            .counting = N_("Six sticks with one flat side are thrown. Count the flat sides that "
                           "lie up: none and six are a 6, two are a 2, three are a 1, four are a "
                           "4; one and five are nothing."),
            .n_sticks = 6,
            .n_throws = 1,
            .n_kinds = 5,
            .kind = {{"0", N_("nothing"), 0},
                     {"1", N_("one"), 1},
                     {"2", N_("two"), 2},
                     {"4", N_("four"), 4},
                     {"6", N_("six"), 6}},
            .kind_of_face = {4, 0, 2, 1, 3, 0, 4},
            .last_face = 6,
        },
    [TAB_CAST_SIRYU] =
        {
            .counting = N_("Six sticks, white on one side and black on the other, are thrown. "
                           "White counts the white sides that lie up, Black the black ones: none "
                           "and six are a 6, one is the sir, which goes five cells, three are a 3, "
                           "five are a 5; two and four are nothing."),
            .n_sticks = 6,
            .n_throws = 1,
            .n_kinds = 5,
            .kind = {{"0", N_("nothing"), 0},
                     {"3", N_("three"), 3},
                     {"5", N_("five"), 5, .again = true},
                     {"6", N_("six"), 6},
                     {"s", N_("sir"), 5, .again = true, .key = 's'}},
            .kind_of_face = {3, 4, 0, 1, 0, 2, 3},
            .last_face = 6,
            .two_colours = true,
        },
    [TAB_CAST_TABLAN] =
        {
            .counting = N_("Four sticks with one painted side are thrown. Count the blank sides "
                           "that lie up: none is a 12, one is a 2, four are an 8; two and three "
                           "are nothing."),
            .n_sticks = 4,
            .n_throws = 1,
            .n_kinds = 4,
            .kind = {{"0", N_("nothing"), 0},
                     {"2", N_("two"), 2, .again = true},
                     {"8", N_("eight"), 8, .again = true},
                     /* a dozen: no digit says it, and most languages begin it by this letter */
                     {"12", N_("twelve"), 12, .again = true, .key = 'd'}},
            .kind_of_face = {3, 1, 0, 0, 2},
            .last_face = 4,
        },
    [TAB_CAST_COWRIES] =
        {
            .counting = N_("Four shells are thrown. The mouths that lie up are the throw, from 0 "
                           "to 4."),
            .n_sticks = 4,
            .n_throws = 1,
            .n_kinds = 5,
            .kind = {{"0", N_("nothing"), 0},
                     {"1", N_("one"), 1, .again = true},
                     {"2", N_("two"), 2},
                     {"3", N_("three"), 3},
                     {"4", N_("four"), 4}},
            .kind_of_face = {0, 1, 2, 3, 4},
            .last_face = 4,
            .thing = TAB_THING_SHELLS,
        },
    [TAB_CAST_TWO_DICE] =
        {
            .counting = N_("Two long dice are thrown, each with the faces 1, 2, 3 and 4. Each die "
                           "is a throw of its own."),
            .n_throws = 2,
            .n_kinds = 4,
            .kind = {{"1", N_("one"), 1},
                     {"2", N_("two"), 2},
                     {"3", N_("three"), 3},
                     {"4", N_("four"), 4}},
            .kind_of_face = {0, 1, 2, 3},
            .last_face = 3,
            .thing = TAB_THING_DICE,
            .mark = {"X", "II", "III", "IIII"},
            .ones_again = true,
        },
    [TAB_CAST_THREE_DICE] =
        {
            .counting = N_("Three long dice are thrown, each with the faces X (1), II, III and a "
                           "blank one, which goes four cells. Each die is a throw of its own."),
            .n_throws = 3,
            .n_kinds = 4,
            .kind = {{"1", N_("X, one"), 1},
                     {"2", N_("two"), 2},
                     {"3", N_("three"), 3},
                     {"4", N_("blank, four"), 4}},
            .kind_of_face = {0, 1, 2, 3},
            .last_face = 3,
            .thing = TAB_THING_DICE,
            .mark = {"X", "II", "III", ""},
            .ones_anew = true,
        },
};

const TabThingWords tab_thing_words[] = {
    [TAB_THING_STICKS] = {N_("The sticks"),
                          /* Translators: what the row of buttons for the throws of real sticks is
                           * called by a screen reader. */
                          N_("What the sticks show"),
                          /* Translators: a button that tells the program what real sticks show: 1,
                           * 2, 3, 4 or 6, and the throw's name. */
                          N_("The sticks show %d, %s")},
    [TAB_THING_SHELLS] = {N_("The shells"), N_("What the shells show"),
                          /* Translators: the same of real shells. */
                          N_("The shells show %d, %s")},
    [TAB_THING_DICE] = {N_("The dice"), N_("What the die shows"),
                        /* Translators: the same of one real die. */
                        N_("The die shows %d, %s")},
};

/* Whether the throw of so many cells frees a Nasrani; `whole` is the throw of which it is half, 0:
 * it is thrown. */
static bool frees(unsigned unlock, const TabKind *kind, unsigned whole)
{
    switch (unlock) {
    case TAB_UNLOCK_ONE:
        return kind->steps == 1;
    case TAB_UNLOCK_ONE_SIX:
        return kind->steps == 1 || kind->steps == 6;
    case TAB_UNLOCK_TWO:
        return whole ? whole == 2 : kind->steps == 2;
    default:
        return kind->name[0] == 's';
    }
}

static void add_half(TabCast *cast, uint8_t t)
{
    TabKind *half = &cast->kind[cast->n_uses];
    *half = (TabKind){.steps = cast->kind[t].steps / 2, .whole = t};
    half->tab = half->steps == 1;
    g_snprintf(half->name, sizeof half->name, "%d", half->steps);
    half->title = half->name;
    int same = tab_cast_kind_of_steps(cast, half->steps);
    if (same >= 0)
        half->title = cast->kind[same].title;
    cast->kind[t].half = cast->n_uses++;
}

void tab_cast_make(TabCast *cast, unsigned unlock, bool halves)
{
    cast->n_uses = cast->n_kinds;
    for (uint8_t t = 0; t < cast->n_kinds && halves; t++)
        if (cast->kind[t].steps && cast->kind[t].steps % 2 == 0)
            add_half(cast, t);
    TAB_USES_FOREACH(cast, t) {
        TabKind *kind = &cast->kind[t];
        kind->unlocks = frees(unlock, kind, cast->kind[kind->whole].steps * (kind->whole > 0));
        kind->unlocks_by_one = kind->unlocks && unlock == TAB_UNLOCK_ONE_SIX;
    }
}

unsigned tab_cast_list(const TabCast *cast, TabThrown thrown[TAB_MAX_THROWN])
{
    unsigned n = 0;
    if (cast->n_sticks) {
        TAB_KINDS_FOREACH(cast, t) {
            thrown[n] = (TabThrown){.n = 1, .kind = {(uint8_t)t}, .ways = 1};
            thrown[n].again = cast->kind[t].again;
            thrown[n++].hand.n[t] = 1;
        }
        return n;
    }
    bool third = cast->n_throws == TAB_MAX_DICE;
    for (uint8_t a = 0; a < cast->n_kinds; a++)
        for (uint8_t b = a; b < cast->n_kinds; b++)
            for (uint8_t c = third ? b : 0; c < (third ? cast->n_kinds : 1); c++) {
                TabThrown *one = &thrown[n++];
                bool ones = !a && !b && !c;
                *one = (TabThrown){.n = cast->n_throws, .kind = {a, b, c}};
                for (unsigned i = 0; i < one->n; i++)
                    one->hand.n[one->kind[i]]++;
                one->ways = !third ? (a == b ? 1 : 2)
                                   : (a == b && b == c   ? 1
                                      : a == b || b == c ? 3
                                                         : 6);
                one->again = cast->ones_again && ones;
                one->anew = cast->ones_anew && ones;
            }
    return n;
}

int tab_cast_kind(const TabCast *cast, const char *text, const char **end)
{
    int longest = -1;
    size_t length = 0;
    TAB_KINDS_FOREACH(cast, t) {
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

char *tab_cast_list_kinds(const TabCast *cast)
{
    GString *names = g_string_new(NULL);
    TAB_KINDS_FOREACH(cast, t)
        g_string_append_printf(names, t ? " %s" : "%s", cast->kind[t].name);
    return g_string_free(names, FALSE);
}

int tab_cast_kind_of_steps(const TabCast *cast, int steps)
{
    for (int t = 0; t < cast->n_kinds; t++)
        if (cast->kind[t].steps == steps)
            return t;
    return -1;
}

int tab_cast_kind_of_key(const TabCast *cast, char key)
{
    for (int t = 0; key && t < cast->n_kinds; t++)
        if (cast->kind[t].key == key)
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

/* Sums up by kind what the faces weigh. */
static void sum_by_kind(const TabCast *cast, TabSticks *sticks)
{
    memset(sticks->p, 0, sizeof sticks->p);
    for (unsigned f = 0; f < tab_cast_n_faces(cast); f++)
        sticks->p[cast->kind_of_face[f]] += sticks->face[f];
}

/* Binomial chances: each stick falls flat side up with chance `p`. */
static TabSticks binomial(const TabCast *cast, double p)
{
    unsigned n = cast->n_sticks;
    TabSticks sticks = {.face = {0}};
    double choose = 1;
    for (unsigned flats = 0; flats <= n; flats++) {
        sticks.face[flats] = choose * pow(p, flats) * pow(1 - p, n - flats);
        choose = choose * (n - flats) / (flats + 1);
    }
    sum_by_kind(cast, &sticks);
    return sticks;
}

TabSticks tab_sticks_fair(const TabCast *cast)
{
    if (cast->n_sticks)
        return binomial(cast, 0.5);
    TabSticks sticks = {.face = {0}};
    for (unsigned f = 0; f < TAB_DIE_FACES; f++)
        sticks.face[f] = 1.0 / TAB_DIE_FACES;
    sum_by_kind(cast, &sticks);
    return sticks;
}

TabSticks tab_sticks_of_side(const TabCast *cast, const TabSticks *sticks, TabSide side)
{
    TabSticks own = *sticks;
    if (side == TAB_WHITE || !cast->two_colours)
        return own;
    for (unsigned f = 0; f <= cast->n_sticks; f++)
        own.face[f] = sticks->face[cast->n_sticks - f];
    sum_by_kind(cast, &own);
    return own;
}

static bool parse_weights(const TabCast *cast, const char *text, TabSticks *sticks, GError **error)
{
    unsigned n = tab_cast_n_faces(cast);
    g_auto(GStrv) parts = g_strsplit(text, ",", (int)n + 1);
    double weight[TAB_MAX_FACES], sum = 0;
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
    memset(sticks, 0, sizeof *sticks);
    for (unsigned i = 0; i < n; i++)
        sticks->face[i] = weight[i] / sum;
    sum_by_kind(cast, sticks);
    return true;
}

static bool parse_chance(const TabCast *cast, const char *text, TabSticks *sticks, GError **error)
{
    double p;
    if (!cast->n_sticks)
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS,
                                N_("p= is for sticks, and these are dice: '%s'"), text);
    if (!parse_double(text, &p) || !(p > 0 && p < 1))
        return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS,
                                N_("not a chance between 0 and 1: '%s'"), text);
    *sticks = binomial(cast, p);
    return true;
}

/* The chance that a cast ends the throwing; who may cast anew need not. */
static double chance_to_end(const TabCast *cast, const TabSticks *sticks)
{
    double p = 0;
    if (!cast->n_sticks)
        return cast->ones_again ? 1 - pow(sticks->p[0], cast->n_throws) : 1;
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
    if (!cast->n_sticks)
        return cast->ones_again ? pow(sticks->p[0], cast->n_throws) : 0;
    TAB_KINDS_FOREACH(cast, t)
        p += cast->kind[t].again ? sticks->p[t] : 0;
    return p;
}

double tab_sticks_mean(const TabCast *cast, const TabSticks *sticks)
{
    double end = chance_to_end(cast, sticks);
    return (1 - pow(1 - end, TAB_MAX_THROWS / cast->n_throws)) / end;
}

double tab_sticks_in_turn(const TabCast *cast, const TabSticks *sticks, int kind)
{
    double p = sticks->p[kind], end = chance_to_end(cast, sticks);
    if (!cast->n_sticks) {
        /* none of this kind: the casts that go on have none either, or have nothing else */
        double on = kind ? 1 - end : 0, none = pow(1 - p, cast->n_throws);
        return 1 - (none - on) / (1 - on);
    }
    /* A throw that ends the turn is there if it is the end; another if it comes before the end. */
    if (!cast->kind[kind].again)
        return p / end;
    /* the second factor: it could not come before the last throw that the limit allows */
    return p > 0 ? p / (p + end) * (1 - pow(1 - end - p, TAB_MAX_THROWS - 1)) : 0;
}

int tab_sticks_throw(const TabCast *cast, const TabSticks *sticks, TabRandom *random)
{
    double u = tab_random_unit(random);
    unsigned n = tab_cast_n_faces(cast), last = 0;
    for (unsigned face = 0; face < n; face++) {
        if (face == cast->last_face || sticks->face[face] <= 0)
            continue;
        last = face;
        if (u < sticks->face[face])
            return cast->kind_of_face[face];
        u -= sticks->face[face];
    }
    /* beyond all: they summed to a rounding error less than 1 */
    return cast->kind_of_face[sticks->face[cast->last_face] > 0 ? cast->last_face : last];
}

TabSticks tab_sticks_of_throw(const TabCast *cast, const TabSticks *sticks, unsigned thrown)
{
    if (thrown + 1 < TAB_MAX_THROWS || !cast->n_sticks)
        return *sticks;
    TabSticks ends = *sticks;
    double end = chance_to_end(cast, sticks);
    for (unsigned f = 0; f < tab_cast_n_faces(cast); f++)
        ends.face[f] = cast->kind[cast->kind_of_face[f]].again ? 0 : sticks->face[f] / end;
    sum_by_kind(cast, &ends);
    return ends;
}
