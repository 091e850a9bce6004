// SPDX-License-Identifier: GPL-3.0-or-later
// Plays by chance, and lists what can be played.
#include "protocol/conform/walk.h"

#include <string.h>

#include "protocol/rules/outcomes.h"

void tab_walk_init(TabWalk *walk, const TabRules *rules, TabSide winner, guint64 seed)
{
    *walk = (TabWalk){.rules = rules, .random = tab_random_new(seed)};
    tab_position_start(rules, winner, &walk->now);
    walk->setpos = g_string_new(winner == TAB_WHITE ? "start w" : "start b");
}

void tab_walk_clear(TabWalk *walk)
{
    if (walk->setpos)
        g_string_free(walk->setpos, TRUE);
    *walk = (TabWalk){0};
}

gboolean tab_walk_over(const TabWalk *walk)
{
    return tab_position_finished(walk->rules, &walk->now.position);
}

void tab_walk_throw(TabWalk *walk, guint most)
{
    TabThrows *throws = &walk->now.throws;
    const TabCast *cast = &walk->rules->cast;
    TabSide side = (TabSide)walk->now.position.side;
    guint saved = walk->now.position.saved[side];
    TabSticks fair = tab_sticks_fair(cast), sticks = tab_sticks_of_side(cast, &fair, side);
    while (!tab_throws_complete(throws)) {
        gboolean last = throws->n + saved + 1 >= most && !tab_ruleset_at_once(&walk->rules->set);
        int kind = tab_sticks_throw_on(cast, &sticks, last ? TAB_MAX_THROWS - 1 : throws->n,
                                       &walk->random);
        tab_throws_add(walk->rules, throws, kind);
    }
}

void tab_walk_put(const TabRules *rules, TabThrows *throws, const char *names)
{
    for (; *names; names += strspn(names, " ")) {
        int kind = tab_cast_kind(&rules->cast, names, &names);
        g_return_if_fail(kind >= 0);
        tab_throws_add(rules, throws, kind);
    }
}

/* A kind after which a turn goes on, or one that ends it; the cast has some of these. */
static int some_kind(const TabCast *cast, bool again)
{
    TAB_KINDS_FOREACH(cast, t)
        if (cast->kind[t].again == again)
            return t;
    return 0;
}

void tab_walk_complete(const TabRules *rules, TabThrows *throws, const char *last)
{
    const TabCast *cast = &rules->cast;
    int kind = tab_cast_kind(cast, last, NULL);
    if (!tab_ruleset_at_once(&rules->set) && !throws->n)
        tab_throws_add(rules, throws, some_kind(cast, true));
    while (!tab_throws_complete(throws))
        tab_throws_add(rules, throws, kind >= 0 ? kind : some_kind(cast, false));
}

/* Any play of any throw until none is left; where the turn may stop, one time in five it does. */
static void choose_by_chance(TabWalk *walk, TabTurn *turn)
{
    TabPosition position = walk->now.position;
    TabHand left = turn->hand = tab_situation_hand(walk->rules, &walk->now);
    turn->n_plays = 0;
    turn->cast_anew = tab_movegen_may_cast_anew(walk->rules, &position, &left) &&
                      tab_random_below(&walk->random, 2) == 0;
    while (!turn->cast_anew) {
        TabPlay plays[TAB_MAX_KINDS * TAB_MAX_PLAYS];
        guint n = 0;
        TAB_USES_FOREACH(&walk->rules->cast, t) {
            if (left.n[t])
                n += tab_movegen_hand_plays(walk->rules, &position, t, plays + n);
        }
        gboolean may_stop = tab_movegen_may_stop(walk->rules, &position, &left);
        if (!n || (may_stop && tab_random_below(&walk->random, 5) == 0))
            return;
        TabPlay play = plays[tab_random_below(&walk->random, n)];
        tab_position_play(&position, &position, &play);
        tab_hand_use(&walk->rules->cast, &left, play.kind, play.flags & TAB_PLAY_HALVES);
        turn->plays[turn->n_plays++] = play;
    }
}

char *tab_walk_play(TabWalk *walk)
{
    TabTurn turn;
    TabPosition after;
    choose_by_chance(walk, &turn);
    char *text = tab_notation_turn_to_string(walk->rules, &walk->now.position, &turn);
    tab_movegen_play_turn(walk->rules, &walk->now.position, &turn, &after);
    walk->now = (TabSituation){.position = after};
    g_string_append_printf(walk->setpos, walk->n_turns++ ? " %s" : " turns %s", text);
    return text;
}

void tab_walk_play_turns(TabWalk *walk, guint turns)
{
    for (guint i = 0; i < turns && !tab_walk_over(walk); i++) {
        tab_walk_throw(walk, 4);
        g_free(tab_walk_play(walk));
    }
}

char *tab_walk_board(const TabRules *rules, gboolean white, gboolean black)
{
    TabPosition position;
    GString *text = g_string_new(NULL);
    tab_position_init(rules, TAB_WHITE, &position);
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++)
        for (guint cell = 0; cell < position.cells && !(side == TAB_WHITE ? white : black); cell++)
            if (tab_cells_has(&position.occupied[side], cell))
                tab_position_take_off(&position, side, cell);
    tab_notation_append_board(rules, &position, text);
    return g_string_free(text, FALSE);
}

/* A listing as it grows. */
typedef struct {
    const TabRules *rules;
    const TabPosition *position;
    GPtrArray *texts; /* char *, owned */
    gboolean turns;   /* list the turns, else the positions */
    TabTurn turn;
    guint most;
} Listing;

static bool list_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                         unsigned n_plays, gpointer user_data)
{
    Listing *listing = user_data;
    if (listing->texts->len == listing->most)
        return false;
    const TabHand hand = listing->turn.hand;
    tab_outcomes_turn(listing->rules, listing->position, &hand, after, plays, n_plays,
                      &listing->turn);
    g_ptr_array_add(listing->texts,
                    listing->turns ? tab_notation_turn_to_string(listing->rules, listing->position,
                                                                 &listing->turn)
                                   : tab_notation_position_to_string(listing->rules, after));
    return true;
}

static int compare_outcomes(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

GPtrArray *tab_walk_list(const TabRules *rules, const TabSituation *situation, guint most,
                         gboolean turns)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    TabHand hand = tab_situation_hand(rules, situation);
    Listing listing = {rules, &situation->position, texts, turns, {.hand = hand}, most};
    if (tab_outcomes_visit(outcomes, rules, &situation->position, &hand, TAB_OUTCOMES_MAX_STATES,
                           list_outcome, NULL, &listing) != TAB_OUTCOMES_ALL)
        return NULL;
    /* the board comes first and a space sorts before all that can follow in it, so that whole lines
     * sort as board, side, saved */
    g_ptr_array_sort(texts, compare_outcomes);
    return g_steal_pointer(&texts);
}

gboolean tab_walk_is_legal(const TabRules *rules, const TabSituation *situation, const char *turn,
                           TabPosition *after, GError **error)
{
    TabTurn parsed;
    TabPosition reached;
    return tab_notation_parse_turn(rules, situation, turn, &parsed, after ? after : &reached,
                                   error);
}
