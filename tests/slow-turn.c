// SPDX-License-Identifier: GPL-3.0-or-later
// The slow rules: every order of every throw is tried.
#include "tests/slow-turn.h"

#include <string.h>

/* What is left to use: throws, and second halves by their value. */
typedef struct {
    int whole[SLOW_N_THROWS];
    int half[7];
} Hand;

typedef struct {
    const SlowRuleset *rules;
    gboolean cast_again; /* the side to move stays */
    gboolean texts;      /* all turns are asked for, not only all ends */
    guint max_states;
    GHashTable *seen; /* states as texts */
    GHashTable *found;
} Search;

/* The end of the game. */

static gboolean all_came_home(const SlowRuleset *rules, const SlowPosition *position, int side)
{
    for (int row = 1; row < slow_enemy_home(rules); row++)
        if (slow_count_piles(rules, position, side, row))
            return FALSE;
    return TRUE;
}

SlowResult slow_result(const SlowRuleset *rules, const SlowPosition *position)
{
    int white = slow_count_pieces(rules, position, SLOW_WHITE);
    int black = slow_count_pieces(rules, position, SLOW_BLACK);
    if (!white || !black)
        return white ? SLOW_WHITE_WON : SLOW_BLACK_WON;
    if (slow_ruleset_is(rules, SLOW_TRACK, "once") && all_came_home(rules, position, SLOW_WHITE) &&
        all_came_home(rules, position, SLOW_BLACK)) {
        if (slow_ruleset_is(rules, SLOW_GOAL, "capture") || white == black)
            return SLOW_DRAWN;
        return white > black ? SLOW_WHITE_WON : SLOW_BLACK_WON;
    }
    return SLOW_RUNNING;
}

/* Ending a turn. */

static void append_word(GString *text, const char *word)
{
    g_string_append_printf(text, "%s%s", text->len ? "," : "", word);
}

/* `plays`, and behind them what becomes of each throw left. */
static char *turn_text(const char *plays, const Hand *left, int n_saved)
{
    GString *text = g_string_new(plays);
    for (int i = 0; i < n_saved; i++)
        append_word(text, "1:save");
    for (int thrown = 0; thrown < SLOW_N_THROWS; thrown++) {
        g_autofree char *word = g_strconcat(slow_throw_name(thrown), ":pass", NULL);
        int n = left->whole[thrown] + (thrown < 7 ? left->half[thrown] : 0);
        for (int i = thrown == 1 ? n_saved : 0; i < n; i++)
            append_word(text, word);
    }
    return g_string_free(text, FALSE);
}

/* Takes the text; another way to the same end changes nothing. */
static void found(Search *search, const SlowPosition *after, char *turn)
{
    GString *text = g_string_new(NULL);
    slow_position_write_board(search->rules, after, text);
    g_hash_table_insert(search->found, search->texts ? g_strdup(turn) : g_strdup(text->str),
                        g_memdup2(after, sizeof *after));
    g_string_free(text, TRUE);
    g_free(turn);
}

static void end_turn(Search *search, const SlowPosition *board, const Hand *left, gboolean over,
                     const char *plays)
{
    SlowPosition after = *board;
    int n_saved = 0;
    if (!over && slow_ruleset_is(search->rules, SLOW_SAVE_TAB, "yes"))
        n_saved = MIN(left->whole[1], 9);
    after.saved[after.side] = n_saved;
    after.n_throws = 0;
    after.more = FALSE;
    if (over || !search->cast_again) {
        after.side = !after.side;
        after.number++;
    }
    found(search, &after, turn_text(plays, left, n_saved));
}

/* Using the throws. */

static gboolean has_duty(const Search *search, const SlowPosition *board, int thrown, gboolean half)
{
    gboolean duty = FALSE;
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(SlowMove));
    slow_moves(search->rules, board, thrown, half, moves);
    for (guint i = 0; i < moves->len; i++)
        duty = duty || !g_array_index(moves, SlowMove, i).refusable;
    return duty;
}

static gboolean can_be_halved(const Search *search, int thrown)
{
    return slow_ruleset_is(search->rules, SLOW_HALVES, "yes") && thrown != SLOW_SIR && thrown > 0 &&
           thrown % 2 == 0;
}

static gboolean may_stop(const Search *search, const SlowPosition *board, const Hand *left)
{
    if (slow_ruleset_is(search->rules, SLOW_DUTY, "may"))
        return TRUE;
    for (int thrown = 0; thrown < SLOW_N_THROWS; thrown++) {
        if (!left->whole[thrown] ||
            (thrown == 1 && slow_ruleset_is(search->rules, SLOW_SAVE_TAB, "yes")))
            continue;
        if (has_duty(search, board, thrown, FALSE) ||
            (can_be_halved(search, thrown) && has_duty(search, board, thrown / 2, TRUE)))
            return FALSE;
    }
    for (int value = 1; value < 7; value++)
        if (left->half[value] && has_duty(search, board, value, TRUE))
            return FALSE;
    return TRUE;
}

static void visit(Search *search, const SlowPosition *board, const Hand *left, const char *plays);

/* Every move of this value, after which `rest` is left. */
static void use(Search *search, const SlowPosition *board, int thrown, gboolean half,
                const Hand *rest, const char *plays)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(SlowMove));
    slow_moves(search->rules, board, thrown, half, moves);
    for (guint i = 0; i < moves->len; i++) {
        const SlowMove *move = &g_array_index(moves, SlowMove, i);
        g_autoptr(GString) text = g_string_new(plays);
        append_word(text, slow_throw_name(thrown));
        g_string_append_c(text, ':');
        slow_move_write(move, text);
        visit(search, &move->after, rest, text->str);
    }
}

/* Whether the state is new. Where all turns are asked for, the way to it is part of it. */
static gboolean note_state(Search *search, const SlowPosition *board, const Hand *left,
                           const char *plays)
{
    GString *state = g_string_new(search->texts ? plays : NULL);
    g_string_append_c(state, ' ');
    slow_position_write_board(search->rules, board, state);
    for (int thrown = 0; thrown < SLOW_N_THROWS; thrown++)
        g_string_append_printf(state, " %d", left->whole[thrown]);
    for (int value = 1; value < 7; value++)
        g_string_append_printf(state, " %d", left->half[value]);
    return g_hash_table_add(search->seen, g_string_free(state, FALSE));
}

static void visit(Search *search, const SlowPosition *board, const Hand *left, const char *plays)
{
    if (g_hash_table_size(search->seen) > search->max_states ||
        !note_state(search, board, left, plays))
        return;
    gboolean over = slow_result(search->rules, board) != SLOW_RUNNING;
    if (over || may_stop(search, board, left))
        end_turn(search, board, left, over, plays);
    if (over)
        return;
    for (int thrown = 0; thrown < SLOW_N_THROWS; thrown++) {
        Hand rest = *left;
        if (!rest.whole[thrown]--)
            continue;
        use(search, board, thrown, FALSE, &rest, plays);
        if (can_be_halved(search, thrown)) {
            rest.half[thrown / 2]++;
            use(search, board, thrown / 2, TRUE, &rest, plays);
        }
    }
    for (int value = 1; value < 7; value++) {
        Hand rest = *left;
        if (rest.half[value]-- > 0)
            use(search, board, value, TRUE, &rest, plays);
    }
}

/* Whole turns. */

static gboolean is_complete(const SlowPosition *position)
{
    return position->n_throws && !position->more;
}

/* Whether the player of a turn at once casts again after it: two dice give it when both do. */
static gboolean gives_another(const SlowRuleset *rules, const SlowPosition *position)
{
    if (slow_ruleset_is(rules, SLOW_THROWS, "collect"))
        return FALSE;
    for (int i = 0; i < position->n_throws; i++)
        if (!slow_cast_again(rules, position->throws[i]))
            return FALSE;
    return TRUE;
}

/* Three dice that all show 1 may be cast anew. */
static void cast_anew(Search *search, const SlowPosition *position)
{
    SlowPosition after = *position;
    for (int i = 0; i < position->n_throws; i++)
        if (position->throws[i] != 1)
            return;
    after.n_throws = 0;
    found(search, &after, g_strdup("again"));
}

static GHashTable *search_turn(const SlowRuleset *rules, const SlowPosition *position,
                               gboolean texts, guint max_states)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Search search = {.rules = rules,
                     .cast_again = gives_another(rules, position),
                     .texts = texts,
                     .max_states = max_states,
                     .seen = seen,
                     .found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free)};
    Hand hand = {.whole = {0}};
    g_assert(is_complete(position));
    if (slow_result(rules, position) != SLOW_RUNNING)
        return search.found;
    for (int i = 0; i < position->n_throws; i++)
        hand.whole[position->throws[i]]++;
    hand.whole[1] += position->saved[position->side];
    visit(&search, position, &hand, "");
    if (slow_cast_n_dice(rules) == 3)
        cast_anew(&search, position);
    if (g_hash_table_size(seen) > max_states)
        g_clear_pointer(&search.found, g_hash_table_unref);
    return search.found;
}

GHashTable *slow_turn_outcomes(const SlowRuleset *rules, const SlowPosition *position,
                               guint max_states)
{
    return search_turn(rules, position, FALSE, max_states);
}

GHashTable *slow_turn_texts(const SlowRuleset *rules, const SlowPosition *position,
                            guint max_states)
{
    return search_turn(rules, position, TRUE, max_states);
}

/* Counting. */

/* `before` and behind it each way to choose `n` of the throws from `first` on, in rising order; if
 * `collect`, only throws after which one casts again, and one more after which one does not. */
static void list_casts(const SlowRuleset *rules, const char *before, int first, int n,
                       GPtrArray *casts)
{
    gboolean collect = slow_ruleset_is(rules, SLOW_THROWS, "collect");
    for (int thrown = 0; thrown < SLOW_N_THROWS; thrown++) {
        if (!slow_cast_shows(rules, thrown))
            continue;
        gboolean ends = collect ? !slow_cast_again(rules, thrown) : n == 1;
        g_autofree char *text =
            g_strdup_printf("%s%s%s", before, *before ? "," : "", slow_throw_name(thrown));
        if (!collect && thrown < first)
            continue;
        if (ends)
            g_ptr_array_add(casts, g_steal_pointer(&text));
        else if (n > 1 && thrown >= first)
            list_casts(rules, text, thrown, n - 1, casts);
    }
}

GPtrArray *slow_turn_casts(const SlowRuleset *rules, const SlowPosition *position, int most)
{
    GPtrArray *casts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) before = g_string_new(NULL);
    for (int i = 0; i < position->n_throws; i++)
        append_word(before, slow_throw_name(position->throws[i]));
    if (slow_ruleset_is(rules, SLOW_THROWS, "at-once"))
        most = slow_cast_n_dice(rules);
    else
        most = MIN(most, SLOW_MAX_THROWS - position->n_throws);
    list_casts(rules, before->str, 0, most, casts);
    return casts;
}

static guint64 count_outcomes(const SlowRuleset *rules, const SlowPosition *position, int depth,
                              int most)
{
    guint64 count = 0;
    g_autoptr(GHashTable) outcomes = slow_turn_outcomes(rules, position, G_MAXUINT - 1);
    GHashTableIter iter;
    gpointer after;
    g_hash_table_iter_init(&iter, outcomes);
    while (g_hash_table_iter_next(&iter, NULL, &after))
        count += slow_turn_perft(rules, after, depth - 1, most);
    return count;
}

guint64 slow_turn_perft(const SlowRuleset *rules, const SlowPosition *position, int depth, int most)
{
    if (depth == 0 || slow_result(rules, position) != SLOW_RUNNING)
        return 1;
    if (is_complete(position))
        return count_outcomes(rules, position, depth, most);
    guint64 count = 0;
    g_autoptr(GPtrArray) casts = slow_turn_casts(rules, position, most);
    for (guint i = 0; i < casts->len; i++) {
        SlowPosition thrown = *position;
        g_assert_true(slow_throws_read(rules, g_ptr_array_index(casts, i), &thrown));
        count += count_outcomes(rules, &thrown, depth, most);
    }
    return count;
}
