// SPDX-License-Identifier: GPL-3.0-or-later
// Plays at random and fills in weights.
#include "net-fixture.h"

#include "protocol/rules/outcomes.h"
#include "rules-fixture.h"
#include "tab-throws.h"

FixtureBoard fixture_board_new(const char *text)
{
    FixtureBoard board = {.rules = rules_for(text)};
    board.sticks = tab_sticks_fair(&board.rules->cast);
    board.eval = tab_eval_new(board.rules, &board.sticks);
    return board;
}

void fixture_board_clear(FixtureBoard *board)
{
    tab_eval_free(board->eval);
    tab_rules_unref(board->rules);
}

typedef struct {
    TabRandom *random;
    unsigned seen;
    TabPosition *after;
} Pick;

static bool pick_one(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                     gpointer user_data)
{
    Pick *pick = user_data;
    if (!tab_random_below(pick->random, ++pick->seen))
        *pick->after = *after;
    return true;
}

void fixture_wander(const FixtureBoard *board, unsigned games, FixtureFunc func, gpointer user_data)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    TabRandom random = tab_random_new(11);
    for (unsigned game = 0; game < games; game++) {
        TabPosition position, after;
        tab_position_init(board->rules, game % 2 ? TAB_BLACK : TAB_WHITE, &position);
        for (unsigned turn = 0; turn < 150 && !tab_position_finished(board->rules, &position);
             turn++) {
            TabThrows throws = {0};
            tab_throws_draw(board->rules, &throws, (TabSide)position.side, &board->sticks, &random);
            TabHand hand = tab_throws_hand(&throws);
            TAB_KINDS_FOREACH(&board->rules->cast, t)
                if (board->rules->cast.kind[t].unlocks)
                    hand.n[t] = (uint8_t)(hand.n[t] + turn % 2);
            if (board->rules->set.value[TAB_SWITCH_SAVE_TAB])
                hand.n[TAB_THROW_1] =
                    (uint8_t)(hand.n[TAB_THROW_1] + position.saved[position.side]);
            Pick pick = {&random, 0, &after};
            tab_outcomes_visit(outcomes, board->rules, &position, &hand, 500, pick_one, NULL,
                               &pick);
            position = after;
            if (!tab_position_finished(board->rules, &position))
                func(board, &position, user_data);
        }
    }
}

const char *const fixture_rules[FIXTURE_N_RULES] = {
    "walker",
    "standard",
    "bell",
    "lane",
    "ludii",
    "jordan",
    "walker:columns=5",
    "lane:columns=6,pieces=3",
    "bell:columns=7",
    "standard:columns=15",
    "lane:columns=16",
    "bell:columns=29",
    "tozeur",
    "mzab",
    "siryu",
    "kioz:columns=7",
    "deleb",
    "deleb:columns=29",
    "tablan",
    "bakhri",
    "bakhri:columns=29",
    "daldos",
    "daldosa",
    "daldosa:track=eight",
    "sahkku",
    "sahkku:sleepers=safe,outside=one",
    "tozeur:outside=one,sleepers=safe",
    "sahkku:columns=5,facing=mirror",
    "sahkku:columns=29,pass-own=yes",
};

TabNetWeights *fixture_weights(const char *rules, TabLayout layout, unsigned hidden, int reach)
{
    g_autoptr(TabRules) made = rules_for(rules);
    unsigned columns = tab_ruleset_columns(&made->set);
    g_autofree char *canonical = tab_ruleset_to_string(&made->set);
    TabNetHeader header = {
        .layout = layout,
        .hidden = hidden,
        .columns = {columns, columns},
        .rules = canonical,
        .games = 12345,
        .seed = 7,
        .studied = 2345,
    };
    TabNetWeights *weights = tab_net_weights_new(&header);
    TabRandom random = tab_random_new(hidden + (unsigned)layout);
    unsigned width = 2 * (unsigned)reach + 1;
    for (size_t i = 0; i < (size_t)weights->factors * hidden; i++)
        weights->factor[i] = (int16_t)((int)tab_random_below(&random, width) - reach);
    for (size_t i = 0; i < hidden; i++)
        weights->bias[i] = (int16_t)((int)tab_random_below(&random, width) - reach);
    for (size_t i = 0; i < TAB_NET_BUCKETS * (size_t)hidden; i++)
        weights->output[i] = (int16_t)((int)tab_random_below(&random, 2001) - 1000);
    for (size_t i = 0; i < TAB_NET_BUCKETS; i++)
        weights->output_bias[i] = (int16_t)((int)tab_random_below(&random, 2001) - 1000);
    return weights;
}
