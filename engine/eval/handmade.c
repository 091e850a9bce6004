// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the terms from the piles of both sides.
#include "engine/eval/handmade.h"

#include <math.h>
#include <string.h>

static const char *const term_names[TAB_N_TERMS] = {
    "pieces", "nasara", "row1",  "row3",  "row4",   "flipped", "stacked", "movable", "exposed",
    "worst",  "reach",  "bound", "saved", "frozen", "share",   "few",     "king",
};

const char *tab_handmade_term_name(unsigned term)
{
    return term < TAB_N_TERMS ? term_names[term] : NULL;
}

/* Counts everything of one side that needs no look at the other, and lists those that can
 * attack. */
static void count_side(const TabRules *rules, const TabHits *hits, const TabPosition *position,
                       TabSide side, float *term, TabWalkers *walkers)
{
    bool once = rules->set.value[TAB_SWITCH_ROW4_ONCE],
         frozen = tab_hits_row4_frozen(rules, position, side);
    unsigned cell, in_zone[TAB_N_ZONES] = {0}, stacked = 0, flipped = 0, movable = 0;
    *walkers = (TabWalkers){.piles = position->occupied[side],
                            .stay_home = tab_position_stays_home(rules, position, side)};
    TAB_CELLS_FOREACH(position->occupied[side], cell) {
        TabPile pile = position->pile[cell];
        unsigned height = tab_pile_height(pile), zone = hits->zone[side][cell];
        in_zone[zone] += height;
        stacked += height - 1;
        if (pile == TAB_PILE_NASRANI || (zone == TAB_ZONE_ENEMY_HOME && frozen)) {
            tab_cells_remove(&walkers->piles, cell);
            continue;
        }
        movable++;
        bool has_f = pile & pile >> 1 & (UINT64_C(0x5555555555555555) >> (64 - 2 * height));
        flipped += has_f && zone != TAB_ZONE_ENEMY_HOME;
        if (once && has_f && zone != TAB_ZONE_ENEMY_HOME)
            tab_cells_add(&walkers->barred, cell);
    }
    term[TAB_TERM_PIECES] = position->pieces[side];
    term[TAB_TERM_NASARA] = position->nasara[side];
    term[TAB_TERM_ROW1] = (float)(in_zone[TAB_ZONE_HOME] - position->nasara[side]);
    term[TAB_TERM_ROW3] = (float)in_zone[TAB_ZONE_FAR];
    term[TAB_TERM_ROW4] = (float)in_zone[TAB_ZONE_ENEMY_HOME];
    term[TAB_TERM_FLIPPED] = (float)flipped;
    term[TAB_TERM_STACKED] = (float)stacked;
    term[TAB_TERM_MOVABLE] = (float)movable;
    term[TAB_TERM_BOUND] = !tab_hits_tabs_usable(hits, position, side);
    term[TAB_TERM_SAVED] = position->saved[side];
    term[TAB_TERM_FROZEN] = frozen ? (float)in_zone[TAB_ZONE_ENEMY_HOME] : 0;
    term[TAB_TERM_SHARE] = (float)position->pieces[side] /
                           (float)(position->pieces[TAB_WHITE] + position->pieces[TAB_BLACK]);
    term[TAB_TERM_FEW] = 1 / (float)MAX(position->pieces[side], 1);
    term[TAB_TERM_KING] = tab_position_king_of(position, side) != TAB_NO_CELL;
}

/* The distances 1 … TAB_HITS_NEAR (bit d - 1) from which `side` can come to `cell`. */
static unsigned near_distances(const TabHits *hits, const TabPosition *position, TabSide side,
                               const TabWalkers *walkers, unsigned cell)
{
    TabCell king = tab_position_king_of(position, side);
    unsigned set = 0, from;
    TAB_CELLS_FOREACH(walkers->piles, from) {
        unsigned distance = tab_hits_distance(hits, position, side, from, cell);
        bool barred =
            hits->zone[side][cell] == TAB_ZONE_ENEMY_HOME && tab_cells_has(&walkers->barred, from);
        bool bound = walkers->stay_home && tab_hits_leaves_home(hits, side, from, cell);
        if (distance <= TAB_HITS_NEAR && !barred && !bound)
            set |= 1u << (distance - 1);
    }
    unsigned of_king = king == TAB_NO_CELL ? TAB_NO_DISTANCE : hits->distance[side][0][king][cell];
    return set | (of_king <= TAB_HITS_NEAR ? 1u << (of_king - 1) : 0);
}

/* What the attackers of one side threaten of the other: fills REACH of theirs, EXPOSED and WORST of
 * the other's. */
static void count_hits(const TabHits *hits, const TabPosition *position, TabSide side,
                       const TabWalkers *walkers, float *own_term, float *enemy_term)
{
    uint32_t walked[TAB_MAX_CELLS];
    const float *near = tab_hits_near(hits, position, side);
    float exposed = 0, worst = 0, reach = 0;
    unsigned cell;
    if (hits->stops_own)
        tab_hits_walk(hits, position, side, walkers, walked);
    TAB_CELLS_FOREACH(position->occupied[tab_side_other(side)], cell) {
        if (tab_hits_spared(hits, position->pile[cell]))
            continue;
        unsigned set = hits->stops_own ? walked[cell] & ((1u << TAB_HITS_NEAR) - 1)
                                       : near_distances(hits, position, side, walkers, cell);
        float chance = near[set], loss = chance * (float)tab_pile_height(position->pile[cell]);
        exposed += loss;
        worst = MAX(worst, loss);
        reach += sqrtf(chance);
    }
    enemy_term[TAB_TERM_EXPOSED] = exposed;
    enemy_term[TAB_TERM_WORST] = worst;
    own_term[TAB_TERM_REACH] = reach;
}

void tab_handmade_features(const TabRules *rules, const TabHits *hits, const TabPosition *position,
                           float feature[TAB_N_FEATURES])
{
    TabSide side = (TabSide)position->side, enemy = tab_side_other(side);
    float *own_term = feature, *enemy_term = feature + TAB_N_TERMS;
    TabWalkers own, other;
    count_side(rules, hits, position, side, own_term, &own);
    count_side(rules, hits, position, enemy, enemy_term, &other);
    count_hits(hits, position, side, &own, own_term, enemy_term);
    count_hits(hits, position, enemy, &other, enemy_term, own_term);
    feature[2 * TAB_N_TERMS] = 1;
}

/* Printed by `tab-fit <preset> 5 8000 1`: logistic regression of the result on the terms: the
 * mover's, the enemy's, a constant. Five generations of 8,000 games each, seed 1, at each preset's
 * own width. */
static const struct {
    const char *preset;
    float weight[TAB_N_FEATURES];
} fitted[] = {
    {"standard",
     {-0.0351f, -0.0582f, -0.0253f, 0.0208f,  0.3663f,  -0.0461f, -0.0921f, 0.0592f,  0.0774f,
      -0.2637f, 0.1682f,  0.2900f,  0.0000f,  -0.0516f, 3.9836f,  -0.3014f, 0.0000f,  0.0785f,
      0.0131f,  0.0071f,  0.0045f,  -0.4011f, 0.0521f,  0.0703f,  -0.0892f, -0.3047f, 0.7685f,
      -0.1173f, -0.2757f, 0.0000f,  0.0447f,  -3.9788f, 0.3039f,  0.0000f,  0.0048f}},
    {"walker",
     {-0.0750f, -0.1495f, -0.0402f, 0.0068f,  0.4344f,  -0.0178f, -0.1562f, 0.0088f,  0.0776f,
      -0.1913f, 0.2043f,  0.2410f,  0.0000f,  -0.1251f, 4.8858f,  0.0713f,  0.0000f,  -0.0235f,
      0.2333f,  0.0369f,  -0.0111f, -0.4660f, 0.0635f,  0.2217f,  0.0703f,  -0.3587f, 0.8333f,
      -0.1413f, -0.2105f, 0.0000f,  0.2305f,  -4.7788f, -0.2060f, 0.0000f,  0.1070f}},
    {"bell",
     {0.5654f, -0.2310f, 0.0523f,  -0.0408f, 0.2351f,  -0.1450f, -0.3586f, -0.0854f, -0.2643f,
      0.1620f, 0.0242f,  -0.1946f, 0.0302f,  -0.2340f, -2.8968f, -3.5900f, 0.0000f,  -0.5414f,
      0.2144f, -0.0918f, 0.0292f,  -0.2796f, 0.2008f,  0.3413f,  0.0878f,  0.1509f,  0.1046f,
      0.0407f, 0.1485f,  -0.0341f, 0.2746f,  2.8985f,  3.5667f,  0.0000f,  0.0017f}},
    {"lane",
     {-0.1989f, 0.0453f, -0.0526f, 0.0343f,  0.3477f,  -0.1381f, 0.0448f,  0.1978f,  0.0239f,
      -0.2699f, 0.1078f, 0.0000f,  0.0000f,  0.0933f,  4.2333f,  -0.3187f, 0.0000f,  0.1715f,
      -0.0327f, 0.0227f, -0.0408f, -0.3873f, 0.1238f,  -0.0236f, -0.1660f, -0.2138f, 0.7280f,
      -0.0485f, 0.0000f, 0.0000f,  -0.0520f, -4.1456f, 0.2052f,  0.0000f,  0.0877f}},
    {"ludii",
     {-0.0380f, 0.0000f, -0.0010f, 0.1351f,  0.1831f,  -0.2382f, -0.3631f, 0.3250f,  0.3011f,
      -0.3229f, 0.5651f, 0.0000f,  0.0000f,  0.0000f,  1.6672f,  -0.9225f, 0.0000f,  0.0019f,
      0.0000f,  0.0101f, -0.1269f, -0.2495f, 0.1752f,  0.3173f,  -0.3154f, -0.7546f, 1.0904f,
      -0.3608f, 0.0000f, 0.0000f,  0.0000f,  -1.5556f, 0.9321f,  0.0000f,  0.1116f}},
    {"jordan",
     {0.3694f,  -0.1768f, 0.0309f, -0.0116f, 0.0675f,  0.0516f,  -0.3093f, -0.0337f, -0.1540f,
      -0.0152f, 0.0843f,  0.0199f, 0.0000f,  0.0179f,  -0.0912f, -1.8973f, 0.0000f,  -0.3329f,
      0.1511f,  -0.0463f, 0.0135f, -0.0945f, -0.0394f, 0.2992f,  0.0089f,  -0.2062f, 0.7154f,
      0.0039f,  -0.0494f, 0.0000f, -0.0214f, 0.0587f,  1.9624f,  0.0000f,  -0.0325f}},
    {"tozeur",
     {0.2397f,  0.0237f, -0.0231f, -0.0602f, -0.2973f, 0.0000f,  0.0000f,  0.2160f,  0.5562f,
      -0.3560f, 0.2230f, 0.0000f,  0.0000f,  0.0000f,  -0.8050f, -0.4308f, 0.0000f,  -0.2369f,
      -0.0257f, 0.0149f, 0.0608f,  0.2887f,  0.0000f,  0.0000f,  -0.2112f, -0.3881f, 0.4462f,
      -0.2882f, 0.0000f, 0.0000f,  0.0000f,  0.8052f,  0.4282f,  0.0000f,  0.0002f}},
    {"mzab",
     {0.1258f,  0.0753f,  0.0566f,  0.0399f, -0.0155f, 0.0000f,  0.0000f,  0.0505f,  0.4638f,
      -0.2776f, 0.2638f,  0.0000f,  0.0000f, 0.0000f,  -1.5287f, -0.7934f, 0.0000f,  -0.1253f,
      -0.0756f, -0.0586f, -0.0381f, 0.0134f, 0.0000f,  0.0000f,  -0.0496f, -0.4252f, 0.3645f,
      -0.2746f, 0.0000f,  0.0000f,  0.0000f, 1.5293f,  0.7923f,  0.0000f,  0.0006f}},
    {"siryu",
     {0.1666f,  0.1365f,  0.1864f, 0.0030f, 0.0000f,  0.0000f, 0.0000f,  0.0301f,  0.2443f,
      -0.1594f, 0.3782f,  0.0000f, 0.0000f, 0.0000f,  3.6204f, -0.0547f, 0.0000f,  -0.1646f,
      -0.1402f, -0.2022f, 0.0065f, 0.0000f, 0.0000f,  0.0000f, -0.0244f, -0.1244f, 0.2501f,
      -0.3730f, 0.0000f,  0.0000f, 0.0000f, -3.6158f, 0.0582f, 0.0000f,  0.0047f}},
    {"kioz",
     {0.1348f,  0.1725f,  0.2361f,  0.0442f, 0.0000f,  0.0000f,  0.0000f, -0.0377f, -0.1023f,
      0.4137f,  0.3869f,  -0.0031f, 0.0000f, 0.0000f,  5.7939f,  1.6705f, 0.0000f,  -0.1331f,
      -0.1734f, -0.2409f, -0.0384f, 0.0000f, 0.0000f,  0.0000f,  0.0403f, -0.1060f, -0.0460f,
      -0.3695f, -0.0074f, 0.0000f,  0.0000f, -5.7947f, -1.6145f, 0.0000f, -0.0008f}},
    {"deleb",
     {0.0758f,  0.0238f, -0.0174f, -0.0582f, -0.0875f, 0.0000f,  0.0000f,  0.0519f,  0.6163f,
      -0.9368f, 0.3617f, -0.0085f, 0.0000f,  0.0000f,  -1.1226f, -0.4410f, 0.0000f,  -0.0744f,
      -0.0289f, 0.0085f, 0.0842f,  0.0896f,  0.0000f,  0.0000f,  -0.0455f, -0.6853f, 0.7743f,
      -0.3114f, 0.0137f, 0.0000f,  0.0000f,  1.1794f,  0.3741f,  0.0000f,  0.0567f}},
    {"tablan",
     {-0.2792f, 0.0125f,  0.1646f, -0.1084f, -0.1472f,  0.0000f,  0.0000f, -0.1445f, 0.5253f,
      -0.5709f, 0.5190f,  0.0000f, 0.0000f,  -0.1472f,  17.3367f, 7.0226f, 0.0000f,  0.2811f,
      -0.0164f, -0.1826f, 0.1286f, 0.1427f,  0.0000f,   0.0000f,  0.1548f, -0.8679f, 0.8232f,
      -0.4129f, 0.0000f,  0.0000f, 0.1427f,  -17.3187f, -7.0661f, 0.0000f, 0.0181f}},
    {"bakhri",
     {0.1462f,  0.0276f,  0.0756f, 0.0000f, -0.0645f, 0.0000f, 0.0000f,  0.1186f,  0.3997f,
      0.2846f,  0.4992f,  0.1411f, 0.0000f, 0.0000f,  2.3642f, -0.2892f, 0.0000f,  -0.1777f,
      0.0018f,  -0.0010f, 0.0000f, 0.1507f, 0.0000f,  0.0000f, -0.1795f, -0.8637f, 0.6635f,
      -0.3837f, -0.1358f, 0.0000f, 0.0000f, -2.3097f, 0.2820f, 0.0000f,  0.0545f}},
    {"daldos",
     {0.2064f,  -0.0240f, -0.1937f, 0.0000f,  -0.0101f, 0.0000f, 0.0000f,  0.2304f,  0.9234f,
      -0.7914f, 0.2835f,  0.0000f,  0.0000f,  0.0000f,  0.7467f, -2.5492f, 0.0000f,  -0.1872f,
      -0.0028f, 0.1059f,  0.0000f,  -0.0839f, 0.0000f,  0.0000f, -0.1844f, -0.5725f, 1.0042f,
      -0.4983f, 0.0000f,  0.0000f,  0.0000f,  -0.6325f, 2.3983f, 0.0000f,  0.1142f}},
    {"daldosa",
     {0.2326f,  -0.0822f, -0.3087f, 0.0000f,  -0.0456f, 0.0000f, 0.0000f,  0.3148f,  0.7097f,
      -0.7080f, 0.1261f,  0.0000f,  0.0000f,  0.0000f,  1.0259f, -2.4659f, 0.0000f,  -0.1964f,
      0.0413f,  0.1797f,  0.0000f,  -0.0652f, 0.0000f,  0.0000f, -0.2378f, -0.3655f, 1.1736f,
      -0.3978f, 0.0000f,  0.0000f,  0.0000f,  -0.9131f, 2.2781f, 0.0000f,  0.1128f}},
    {"sahkku",
     {0.1562f,  -0.1010f, -0.0723f, 0.0000f,  0.0524f,  0.0000f,  0.0000f,  0.2573f, 0.1123f,
      0.4059f,  -0.0507f, 0.0000f,  0.0000f,  0.0000f,  4.4756f,  0.4794f,  0.4357f, -0.1737f,
      0.1298f,  0.1691f,  0.0000f,  -0.0676f, 0.0000f,  0.0000f,  -0.3035f, 0.0229f, 0.8085f,
      -0.1447f, 0.0000f,  0.0000f,  0.0000f,  -4.4840f, -0.3561f, -0.4274f, -0.0084f}},
};

const float *tab_handmade_weights(const TabRuleset *set)
{
    const char *preset = tab_ruleset_preset_name(set->preset);
    for (unsigned i = 0; i < G_N_ELEMENTS(fitted); i++)
        if (!strcmp(fitted[i].preset, preset))
            return fitted[i].weight;
    return fitted[0].weight;
}
