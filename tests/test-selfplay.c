// SPDX-License-Identifier: GPL-3.0-or-later
// Plays seeded random games by all presets, widths and switches, and checks everything that must
// hold on the way.
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/cast.h"
#include "tests/slow-family.h"

#include <string.h>

#include "tab-throws.h"

#define MAX_TURNS 250
#define MAX_NEW_THROWS 6    /* of one turn, so that the comparisons stay quick */
#define COMPARED_STATES 400 /* of a turn that is enumerated by the slow rules too */
#define WALKED_STATES 20000 /* of a turn of which one outcome is chosen */

typedef struct {
    TabRules *rules;
    const char *rules_text;
    TabRandom random;
    TabSticks sticks;
    TabOutcomes *outcomes;
    TabSituation situation;
    TabTurn turn;
    unsigned compared; /* turns compared with the slow rules */
} Game;

static void assert_valid(const Game *game, const TabSituation *situation)
{
    g_autoptr(GError) error = NULL;
    tab_situation_validate(game->rules, situation, &error);
    g_assert_no_error(error);
}

static void assert_valid_position(const Game *game, const TabPosition *position)
{
    TabSituation situation = {.position = *position};
    assert_valid(game, &situation);
}

/* A position text reads back as the same position, and says the same again. */
static void assert_round_trip(const Game *game, const TabSituation *situation)
{
    g_autofree char *text = tab_notation_situation_to_string(game->rules, situation);
    g_autofree TabSituation *read = g_new(TabSituation, 1);
    g_autoptr(GError) error = NULL;
    tab_notation_parse_situation(game->rules, text, read, &error);
    g_assert_no_error(error);
    g_assert_true(tab_position_same(&read->position, &situation->position));
    g_assert_cmpuint(read->position.number, ==, situation->position.number);
    g_autofree char *again = tab_notation_situation_to_string(game->rules, read);
    g_assert_cmpstr(again, ==, text);
}

static void assert_same_key(TabKey a, TabKey b)
{
    g_assert_cmphex(a.a, ==, b.a);
    g_assert_cmphex(a.b, ==, b.b);
}

/* The turn's text is legal and leads to `after`. */
static void assert_turn_text(const Game *game, const TabSituation *before, const TabTurn *turn,
                             const TabPosition *after)
{
    g_autofree char *text = tab_notation_turn_to_string(game->rules, &before->position, turn);
    g_autofree TabTurn *read = g_new(TabTurn, 1);
    TabPosition read_after;
    g_autoptr(GError) error = NULL;
    if (!tab_notation_parse_turn(game->rules, before, text, read, &read_after, &error))
        g_error("%s: %s: %s: %s", game->rules_text,
                tab_notation_situation_to_string(game->rules, before), text, error->message);
    g_assert_true(tab_position_same(&read_after, after));
    g_assert_cmpuint(read_after.number, ==, after->number);
    g_assert_cmpuint(read->n_plays, ==, turn->n_plays);
    g_assert_cmpmem(&read->hand, sizeof read->hand, &turn->hand, sizeof turn->hand);
    g_autofree char *again = tab_notation_turn_to_string(game->rules, &before->position, read);
    g_assert_cmpstr(again, ==, text);
}

/* Fields 1, 2 and 4. */
static char *board_text(const TabRules *rules, const TabPosition *position)
{
    GString *text = g_string_new(NULL);
    tab_notation_append_board(rules, position, text);
    g_string_append(text, position->side == TAB_WHITE ? " w " : " b ");
    tab_notation_append_saved(position, text);
    return g_string_free(text, FALSE);
}

/* The outcomes of one turn as texts, each checked by itself. */
typedef struct {
    const Game *game;
    const TabSituation *before;
    TabTurn *turn;
    bool turned; /* note the half turn of each */
    bool check;  /* check keys and the plays that lead there */
    GHashTable *texts;
} Listing;

static bool list_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                         unsigned n_plays, gpointer user_data)
{
    Listing *listing = user_data;
    TabPosition noted = *after;
    if (listing->turned)
        tab_position_exchange_sides(listing->game->rules, &noted, after);
    g_assert_true(g_hash_table_add(listing->texts, board_text(listing->game->rules, &noted)));
    if (!listing->check)
        return true;
    assert_same_key(key, tab_position_key(after));
    assert_valid_position(listing->game, after);
    const TabHand hand = listing->turn->hand;
    tab_outcomes_turn(listing->game->rules, &listing->before->position, &hand, after, plays,
                      n_plays, listing->turn);
    assert_turn_text(listing->game, listing->before, listing->turn, after);
    return true;
}

/* NULL if the turn has too many states for this. */
static GHashTable *list_outcomes(const Game *game, const TabSituation *before, bool turned)
{
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    turn->hand = tab_situation_hand(game->rules, before);
    Listing listing = {game, before, turn, turned, !turned, NULL};
    listing.texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    size_t max_states = turned ? 2 * COMPARED_STATES
                               : COMPARED_STATES; /* where a walk is cut depends on its order */
    if (tab_outcomes_visit(game->outcomes, game->rules, &before->position, &turn->hand, max_states,
                           list_outcome, NULL, &listing) != TAB_OUTCOMES_ALL)
        g_clear_pointer(&listing.texts, g_hash_table_unref);
    return listing.texts;
}

static void assert_same_texts(GHashTable *is, GPtrArray *ought, const char *before)
{
    for (guint i = 0; i < ought->len; i++)
        if (!g_hash_table_contains(is, g_ptr_array_index(ought, i)))
            g_error("%s: no outcome %s", before, (char *)g_ptr_array_index(ought, i));
    GHashTableIter iter;
    gpointer text;
    g_hash_table_iter_init(&iter, is);
    while (g_hash_table_iter_next(&iter, &text, NULL))
        if (!g_ptr_array_find_with_equal_func(ought, text, g_str_equal, NULL))
            g_error("%s: a wrong outcome %s", before, (char *)text);
}

/* The slow rules find the same outcomes, and from the other side of the board they are the same
 * turned round. */
static void compare_outcomes(Game *game)
{
    const TabSituation *before = &game->situation;
    g_autoptr(GHashTable) is = list_outcomes(game, before, false);
    if (!is)
        return;
    g_autofree char *text = tab_notation_situation_to_string(game->rules, before);
    g_autoptr(GPtrArray) ought = slow_family_outcomes(game->rules_text, text, NULL, 10000);
    g_assert_nonnull(ought);
    assert_same_texts(is, ought, text);
    g_autofree TabSituation *turned = g_new(TabSituation, 1);
    *turned = *before;
    tab_position_exchange_sides(game->rules, &turned->position, &before->position);
    assert_valid(game, turned);
    g_autoptr(GHashTable) other = list_outcomes(game, turned, true);
    g_assert_nonnull(other);
    assert_same_texts(other, ought, text);
    game->compared++;
}

/* One play: the key kept along with it, and the position after it. */
static void play_checked(const Game *game, TabPosition *position, TabKey *key, const TabPlay *play)
{
    TabPosition after;
    tab_position_play(&after, position, play);
    *key = tab_position_key_played(*key, position, &after, play);
    assert_same_key(*key, tab_position_key(&after));
    assert_valid_position(game, &after);
    g_assert_cmpuint(after.pieces[TAB_WHITE], <=, position->pieces[TAB_WHITE]);
    g_assert_cmpuint(after.pieces[TAB_BLACK], <=, position->pieces[TAB_BLACK]);
    *position = after;
}

/* All plays of all throws left. Stopping is one more choice where it is allowed. */
static unsigned list_plays(const Game *game, const TabPosition *position, const TabHand *left,
                           TabPlay *plays)
{
    unsigned n = 0;
    TAB_USES_FOREACH(&game->rules->cast, t)
        if (left->n[t]) {
            unsigned more = tab_movegen_hand_plays(game->rules, position, t, plays + n);
            g_assert_cmpuint(more, <=, TAB_MAX_HAND_PLAYS);
            n += more;
        }
    return n;
}

/* Chooses a turn play by play. */
static void choose_plays(Game *game)
{
    TabPlay plays[TAB_MAX_KINDS * TAB_MAX_PLAYS];
    TabPosition position = game->situation.position;
    TabKey key = tab_position_key(&position);
    TabHand left = game->turn.hand = tab_situation_hand(game->rules, &game->situation);
    game->turn.n_plays = 0;
    game->turn.cast_anew = tab_movegen_may_cast_anew(game->rules, &position, &left) &&
                           tab_random_below(&game->random, 2) == 0;
    while (!game->turn.cast_anew) {
        unsigned n = list_plays(game, &position, &left, plays);
        bool may_stop = tab_movegen_may_stop(game->rules, &position, &left);
        g_assert_true(n > 0 || may_stop);
        uint32_t choice = tab_random_below(&game->random, n + may_stop);
        if (choice == n)
            break;
        play_checked(game, &position, &key, &plays[choice]);
        game->turn.plays[game->turn.n_plays++] = plays[choice];
        tab_hand_use(&game->rules->cast, &left, plays[choice].kind,
                     plays[choice].flags & TAB_PLAY_HALVES);
    }
}

typedef struct {
    Game *game;
    uint32_t n;
} Choice;

/* Keeps the n-th outcome with chance 1/n. */
static bool choose_this(const TabPosition *after, TabKey key, const TabPlay *plays,
                        unsigned n_plays, gpointer user_data)
{
    Choice *choice = user_data;
    if (tab_random_below(&choice->game->random, ++choice->n) == 0) {
        Game *game = choice->game;
        const TabHand hand = game->turn.hand;
        tab_outcomes_turn(game->rules, &game->situation.position, &hand, after, plays, n_plays,
                          &game->turn);
    }
    return true;
}

/* Chooses a turn by its outcome. */
static void choose_outcome(Game *game)
{
    Choice choice = {game, 0};
    game->turn.hand = tab_situation_hand(game->rules, &game->situation);
    tab_outcomes_visit(game->outcomes, game->rules, &game->situation.position, &game->turn.hand,
                       WALKED_STATES, choose_this, NULL, &choice);
    g_assert_cmpuint(choice.n, >, 0);
}

static void throw_sticks(Game *game)
{
    TabThrows *throws = &game->situation.throws;
    const TabCast *cast = &game->rules->cast;
    TabSide side = (TabSide)game->situation.position.side;
    TabSticks own = tab_sticks_of_side(cast, &game->sticks, side);
    while (!tab_throws_complete(throws)) {
        unsigned thrown = throws->n < MAX_NEW_THROWS ? 0 : TAB_MAX_THROWS - 1;
        int kind = tab_sticks_throw_on(cast, &own, thrown, &game->random);
        g_assert_true(tab_throws_add(game->rules, throws, kind));
        if (cast->n_sticks || tab_throws_complete(throws))
            assert_valid(game, &game->situation);
    }
    g_assert_false(tab_throws_add(game->rules, throws, 0));
}

/* Plays game->turn and checks its text. */
static void end_turn(Game *game)
{
    TabPosition after;
    uint32_t number = game->situation.position.number;
    tab_movegen_play_turn(game->rules, &game->situation.position, &game->turn, &after);
    assert_turn_text(game, &game->situation, &game->turn, &after);
    bool changed = after.side != game->situation.position.side;
    g_assert_cmpuint(after.number, ==, number + changed);
    game->situation.position = after;
    game->situation.throws.n = 0;
    game->situation.throws.more = false;
    assert_valid(game, &game->situation);
}

/* One game; `by_outcome`: turns are chosen among the outcomes; every `often`-th turn is compared.
 */
static void play_game(Game *game, bool by_outcome, unsigned often)
{
    tab_position_start(game->rules, (TabSide)tab_random_below(&game->random, 2), &game->situation);
    for (unsigned i = 0;
         i < MAX_TURNS && !tab_position_finished(game->rules, &game->situation.position); i++) {
        assert_round_trip(game, &game->situation);
        throw_sticks(game);
        assert_round_trip(game, &game->situation);
        if (tab_random_below(&game->random, often) == 0)
            compare_outcomes(game);
        (by_outcome ? choose_outcome : choose_plays)(game);
        end_turn(game);
    }
    if (!tab_position_finished(game->rules, &game->situation.position))
        return;
    TabHand hand = {{1, 1, 0, 0, 0}};
    Choice none = {game, 0};
    g_assert_true(tab_movegen_may_stop(game->rules, &game->situation.position, &hand));
    g_assert_cmpint(tab_outcomes_visit(game->outcomes, game->rules, &game->situation.position,
                                       &hand, WALKED_STATES, choose_this, NULL, &none),
                    ==, TAB_OUTCOMES_ALL);
    g_assert_cmpuint(none.n, ==, 0);
}

static Game *new_game(const char *rules_text, uint64_t seed)
{
    g_autoptr(GError) error = NULL;
    Game *game = g_new0(Game, 1);
    game->rules = tab_rules_parse(rules_text, &error);
    g_assert_no_error(error);
    g_autofree char *canonical = tab_ruleset_to_string(&game->rules->set);
    g_assert_cmpstr(canonical, ==, rules_text);
    game->rules_text = rules_text;
    game->random = tab_random_new(seed);
    game->sticks = tab_sticks_fair(&game->rules->cast);
    game->outcomes = tab_outcomes_new();
    return game;
}

static void free_game(Game *game)
{
    tab_rules_unref(game->rules);
    tab_outcomes_free(game->outcomes);
    g_free(game);
}

/* A preset on every width. */
static void test_preset(gconstpointer data)
{
    unsigned preset = GPOINTER_TO_UINT(data), compared = 0;
    for (unsigned columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns++) {
        TabRuleset set = tab_ruleset_preset(preset);
        if (!tab_ruleset_allows(&set, TAB_SWITCH_COLUMNS, columns))
            continue;
        tab_ruleset_set_columns(&set, columns);
        g_autofree char *text = tab_ruleset_to_string(&set);
        Game *game = new_game(text, preset * 100 + columns);
        play_game(game, false, 10);
        play_game(game, true, 10);
        compared += game->compared;
        free_game(game);
    }
    g_test_message("%u turns compared with the slow rules", compared);
    g_assert_cmpuint(compared, >=, 25);
}

static void test_switches(gconstpointer data)
{
    TabRandom random = tab_random_new_stream(1, GPOINTER_TO_UINT(data));
    unsigned compared = 0, games = g_test_slow() ? 6000 : 60;
    for (unsigned i = 0; i < games; i++) {
        g_autofree char *text = slow_family_random_rules(GPOINTER_TO_UINT(data) * games + i);
        Game *game = new_game(text, tab_random_next(&random));
        play_game(game, i % 2, 4);
        compared += game->compared;
        free_game(game);
    }
    g_test_message("%u turns compared with the slow rules", compared);
    g_assert_cmpuint(compared, >=, 60);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        g_autofree char *name = g_strdup_printf("/selfplay/%s", tab_ruleset_preset_name(preset));
        g_test_add_data_func(name, GUINT_TO_POINTER(preset), test_preset);
    }
    for (unsigned i = 0; i < 8; i++) {
        g_autofree char *name = g_strdup_printf("/selfplay/switches-%u", i + 1);
        g_test_add_data_func(name, GUINT_TO_POINTER(i), test_switches);
    }
    return g_test_run();
}
