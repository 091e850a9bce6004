// SPDX-License-Identifier: GPL-3.0-or-later
// Random legal games, as fast as the rules allow.
#include "engine/search/playout.h"

#include "protocol/rules/opening.h"

/* A turn in progress: the position and the throws not used yet. */
typedef struct {
    const TabRules *rules;
    const TabSticks *sticks;
    TabRandom *random;
    TabPosition position;
    TabHand left;
    unsigned n_left;
} Game;

TabSide tab_playout_opening(const TabRules *rules, const TabSticks *sticks, TabRandom *random)
{
    TabOpeningState opening = tab_opening_new(rules);
    if (opening.kind == TAB_OPENING_FIRST)
        return TAB_WHITE; /* White throws until tâb comes: who starts is no matter of chance */
    for (unsigned n = 0; n < TAB_MAX_THROWS && !opening.decided; n++)
        tab_opening_add(rules, &opening, tab_sticks_throw(sticks, random));
    return opening.winner; /* White, the value at first, if these sticks never fall so */
}

static void add_throw(Game *game, int t)
{
    game->left.n[t]++;
    game->n_left++;
}

/* Throws the sticks for one turn that has `thrown` throws already; returns the last throw. */
static int throw_turn(Game *game, unsigned thrown)
{
    const TabCast *cast = &game->rules->cast;
    int last;
    do {
        last = tab_sticks_throw_on(cast, game->sticks, thrown++, game->random);
        add_throw(game, last);
    } while (cast->kind[last].again && !tab_ruleset_at_once(&game->rules->set));
    return last;
}

/* Plays uniformly chosen plays of any throw left until there is none; returns their number. */
static unsigned play_turn(Game *game)
{
    TabPlay plays[TAB_MAX_KINDS * TAB_MAX_PLAYS];
    unsigned played = 0;
    while (game->n_left) {
        unsigned n = 0;
        TAB_KINDS_FOREACH(&game->rules->cast, t)
        if (game->left.n[t])
            n += tab_movegen_plays(game->rules, &game->position, t, plays + n);
        if (!n)
            break;
        const TabPlay *play = &plays[n > 1 ? tab_random_below(game->random, n) : 0];
        tab_position_play(&game->position, &game->position, play);
        game->left.n[play->throw_index]--;
        game->n_left--;
        played++;
    }
    return played;
}

TabPlayout tab_playout_game(const TabRules *rules, const TabSticks *sticks,
                            const TabGameLimits *limits, TabRandom *random)
{
    Game game = {.rules = rules, .sticks = sticks, .random = random};
    TabGameCounters counters = {0};
    TabPlayout result = {.winner = -1};
    bool at_once = tab_ruleset_at_once(&rules->set);
    TabSituation start;
    tab_position_start(rules, tab_playout_opening(rules, sticks, random), &start);
    game.position = start.position;
    while (!tab_game_end(&game.position, &counters, limits, &result.winner)) {
        TabThrows *held = &start.throws; /* of the opening, before the first turn */
        int last = 0;
        game.left = (TabHand){{0}};
        tab_hand_add_saved(rules, &game.position, &game.left);
        game.n_left = tab_hand_size(&game.left);
        for (unsigned i = 0; i < held->n; i++)
            add_throw(&game, last = held->index[i]);
        if (!tab_throws_complete(held))
            last = throw_turn(&game, held->n);
        held->n = 0;
        TabSide mover = (TabSide)game.position.side;
        unsigned played = play_turn(&game);
        result.plays += played;
        result.turns++;
        tab_position_end_turn(rules, &game.position, &game.left,
                              at_once && rules->cast.kind[last].again);
        tab_game_counters_add(&counters, mover, &game.position, played > 0);
    }
    return result;
}
