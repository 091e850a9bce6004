// SPDX-License-Identifier: GPL-3.0-or-later
// One game as people and arbiters see it: opening, throws, plays, undo, ends of turns, and the end.
#include "protocol/game/game.h"

#include <string.h>

#include "protocol/rules/outcomes.h"

#define CHECKPOINT_DISTANCE 64u /* turns from one to the next: a millisecond to replay */
#define MAX_CHECKPOINTS 16384u  /* a kilobyte each: enough for a line of a million turns */

/* All that a turn leaves behind. The record holds them by node (record->checkpoints); nothing in
 * them points into it. */
typedef struct {
    TabPosition next;
    TabGameCounts counts;
} Checkpoint;

/* --- making --- */

static void begin_turn(TabGame *game, const TabPosition *position)
{
    game->turn.situation = (TabSituation){.position = *position};
    game->position = *position;
    g_array_set_size(game->turn.plays, 0);
    game->turn.cast_anew = false;
}

static void begin_first_turn(TabGame *game)
{
    begin_turn(game, &game->first.position);
    if (!game->opens)
        game->turn.situation.throws = game->first.throws;
}

static TabGame *new_game(const TabRules *rules, unsigned max_turns)
{
    TabGame *game = g_new0(TabGame, 1);
    game->rules = tab_rules_ref(rules);
    game->limits = (TabEndingLimits)TAB_ENDING_LIMITS_INIT;
    game->limits.max_turns = max_turns;
    game->opening = g_array_new(FALSE, FALSE, sizeof(TabRecordThrow));
    game->thrower = tab_opening_new(rules);
    game->turn.plays = g_array_new(FALSE, FALSE, sizeof(TabGamePlay));
    game->last.plays = g_array_new(FALSE, FALSE, sizeof(TabGamePlay));
    game->winner = -1;
    return game;
}

TabGame *tab_game_new_from(const TabRules *rules, const TabSituation *first, unsigned max_turns)
{
    TabGame *game = new_game(rules, max_turns);
    game->first = *first;
    begin_first_turn(game);
    return game;
}

TabGame *tab_game_new_replay(const TabRecord *record)
{
    TabGame *game = tab_game_new_from(record->rules, &record->start, G_MAXUINT);
    game->limits.idle_turns = G_MAXUINT;
    return game;
}

TabGame *tab_game_new(const TabRules *rules, unsigned max_turns)
{
    TabGame *game = new_game(rules, max_turns);
    tab_game_begin_opening(game);
    return game;
}

void tab_game_free(TabGame *game)
{
    if (!game)
        return;
    tab_rules_unref(game->rules);
    g_array_unref(game->opening);
    g_array_unref(game->turn.plays);
    g_array_unref(game->last.plays);
    g_free(game);
}

/* --- opening --- */

/* The game stands at the start that the throws of the opening give. */
static void follow_opening(TabGame *game)
{
    const TabRecordThrow *throws = (const TabRecordThrow *)(void *)game->opening->data;
    game->thrower = tab_opening_new(game->rules);
    for (guint i = 0; i < game->opening->len; i++)
        tab_opening_add(game->rules, &game->thrower, throws[i].kind);
    game->opens = !game->thrower.decided;
    tab_position_start(game->rules, game->opens ? TAB_WHITE : game->thrower.winner, &game->first);
    if (game->record)
        tab_record_set_opening(game->record, throws, game->opening->len);
    begin_first_turn(game);
}

void tab_game_begin_opening(TabGame *game)
{
    g_return_if_fail(!game->counts.n_turns && !game->opening->len);
    follow_opening(game);
}

/* --- throws --- */

/* How many throws of the open turn its side has thrown; the first position came with the others. */
static unsigned own_throws(const TabGame *game)
{
    unsigned n = game->turn.situation.throws.n, held = game->first.throws.n;
    return game->counts.n_turns ? n : n - MIN(n, held);
}

bool tab_game_throw(TabGame *game, int kind)
{
    TabThrows *throws = &game->turn.situation.throws;
    if (game->end)
        return false;
    if (game->opens) {
        TabRecordThrow thrown = {(uint8_t)game->thrower.thrower, (uint8_t)kind};
        g_array_append_val(game->opening, thrown);
        follow_opening(game);
        return true;
    }
    if (throws->n + 1 >= TAB_MAX_THROWS && game->rules->cast.kind[kind].again)
        return false;
    if (!tab_throws_add(game->rules, throws, kind))
        return false;
    game->counts.thrown[game->position.side]++;
    return true;
}

bool tab_game_unthrow(TabGame *game)
{
    if (game->end || game->turn.plays->len)
        return false;
    if (!game->opens && own_throws(game)) {
        TabThrows before = game->turn.situation.throws;
        game->turn.situation.throws = (TabThrows){.n = 0};
        for (unsigned i = 0; i + 1 < before.n; i++)
            tab_throws_add(game->rules, &game->turn.situation.throws, before.kind[i]);
        game->counts.thrown[game->position.side]--;
        return true;
    }
    if (!game->opening->len || game->counts.n_turns || (game->record && game->record->n_nodes))
        return false;
    g_array_set_size(game->opening, game->opening->len - 1);
    follow_opening(game);
    return true;
}

void tab_game_take_throws(TabGame *game, const TabRecordNode *node)
{
    TabSide side = (TabSide)game->position.side;
    game->counts.thrown[side] -= own_throws(game);
    bool ok =
        tab_notation_parse_throws(game->rules, node->throws, &game->turn.situation.throws, NULL);
    g_assert(ok); /* the record was read, or written by us */
    game->counts.thrown[side] += own_throws(game);
    while (game->turn.plays->len)
        tab_game_undo(game);
}

/* --- plays --- */

/* Counts what the last play took (enemy pieces) and lost (own ones) by `sign`: 1, or -1 before it
 * is taken back. */
static void count_pieces(TabGame *game, int sign)
{
    const TabPosition *before = &tab_game_nth_play(game, game->turn.plays->len - 1)->before;
    const TabPosition *after = &game->position;
    int side = before->side, enemy = 1 - side;
    game->counts.taken[side] += (unsigned)(sign * (before->pieces[enemy] - after->pieces[enemy]));
    game->counts.lost[side] += (unsigned)(sign * (before->pieces[side] - after->pieces[side]));
}

/* Plays a play that the move generator has made. */
static void add_play(TabGame *game, const TabPlay *play)
{
    g_array_set_size(game->turn.plays, game->turn.plays->len + 1);
    TabGamePlay *added = &g_array_index(game->turn.plays, TabGamePlay, game->turn.plays->len - 1);
    added->play = *play;
    added->before = game->position;
    tab_position_play(&game->position, &game->position, play);
    count_pieces(game, 1);
}

bool tab_game_play(TabGame *game, const TabPlay *play)
{
    TabPlay legal[TAB_MAX_HAND_PLAYS];
    bool halves = play->flags & TAB_PLAY_HALVES;
    int thrown = halves ? game->rules->cast.kind[play->kind].whole : play->kind;
    if (game->end || !tab_game_is_thrown(game) || game->turn.cast_anew ||
        !tab_game_left(game).n[thrown])
        return false;
    unsigned n = tab_movegen_hand_plays(game->rules, &game->position, thrown, legal);
    for (unsigned i = 0; i < n; i++)
        if (legal[i].kind == play->kind && legal[i].from == play->from && legal[i].to == play->to &&
            legal[i].flags == play->flags) {
            add_play(game, &legal[i]);
            return true;
        }
    return false;
}

bool tab_game_undo(TabGame *game)
{
    guint n = game->turn.plays->len;
    if (game->turn.cast_anew && !game->end) {
        game->turn.cast_anew = false;
        return true;
    }
    if (game->end || !n)
        return false;
    count_pieces(game, -1);
    game->position = tab_game_nth_play(game, n - 1)->before;
    g_array_set_size(game->turn.plays, n - 1);
    return true;
}

bool tab_game_play_turn(TabGame *game, const char *text, GError **error)
{
    TabTurn turn;
    TabPosition after;
    g_return_val_if_fail(!game->end && tab_game_is_thrown(game), false);
    if (!tab_notation_parse_turn(game->rules, &game->turn.situation, text, &turn, &after, error))
        return false;
    while (tab_game_undo(game))
        ;
    game->turn.cast_anew = turn.cast_anew;
    for (unsigned i = 0; i < turn.n_plays; i++)
        add_play(game, &turn.plays[i]);
    return true;
}

bool tab_game_may_cast_anew(const TabGame *game)
{
    TabHand hand = tab_situation_hand(game->rules, &game->turn.situation);
    return !game->end && tab_game_is_thrown(game) && !game->turn.plays->len &&
           tab_movegen_may_cast_anew(game->rules, &game->position, &hand);
}

bool tab_game_cast_anew(TabGame *game)
{
    if (!tab_game_may_cast_anew(game))
        return false;
    game->turn.cast_anew = true;
    return true;
}

static bool keep_first_plays(const TabPosition *after, TabKey key, const TabPlay *plays,
                             unsigned n_plays, gpointer data)
{
    TabTurn *turn = data;
    memcpy(turn->plays, plays, n_plays * sizeof *plays); /* never to cast anew: that comes last */
    turn->n_plays = n_plays;
    return false;
}

char *tab_game_legal_turn(const TabGame *game)
{
    const TabSituation *situation = &game->turn.situation;
    g_return_val_if_fail(!game->end && tab_game_is_thrown(game), NULL);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    TabTurn turn = {.hand = tab_situation_hand(game->rules, situation)};
    tab_outcomes_visit(outcomes, game->rules, &situation->position, &turn.hand,
                       TAB_OUTCOMES_MAX_STATES, keep_first_plays, NULL, &turn);
    return tab_notation_turn_to_string(game->rules, &situation->position, &turn);
}

/* --- the open turn --- */

TabHand tab_game_left(const TabGame *game)
{
    TabHand left = tab_situation_hand(game->rules, &game->turn.situation);
    for (guint i = 0; i < game->turn.plays->len; i++)
        tab_hand_use(&game->rules->cast, &left, tab_game_nth_play(game, i)->play.kind,
                     tab_game_nth_play(game, i)->play.flags & TAB_PLAY_HALVES);
    return left;
}

GArray *tab_game_list_throws(const TabGame *game)
{
    const TabSituation *situation = &game->turn.situation;
    unsigned thrown = situation->throws.n,
             saved = situation->position.saved[situation->position.side];
    TabHand hand = tab_situation_hand(game->rules, situation), left = tab_game_left(game);
    GArray *list = g_array_new(FALSE, FALSE, sizeof(TabGameThrow));
    for (unsigned i = 0; i < thrown + saved; i++) {
        TabGameThrow item = {.kind =
                                 i < thrown ? situation->throws.kind[i] : game->rules->saved_kind,
                             .saved = i >= thrown};
        item.used = hand.n[item.kind] > left.n[item.kind];
        hand.n[item.kind] -= item.used;
        g_array_append_val(list, item);
    }
    for (int t = game->rules->cast.n_kinds; t < game->rules->cast.n_uses; t++)
        for (unsigned i = 0; i < left.n[t]; i++) {
            TabGameThrow half = {.kind = t};
            g_array_append_val(list, half);
        }
    return list;
}

GArray *tab_game_list_plays(const TabGame *game, unsigned from, int kind)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    if (!tab_game_is_thrown(game) || game->turn.cast_anew)
        return list;
    TabHand left = tab_game_left(game);
    TAB_USES_FOREACH(&game->rules->cast, t) {
        if (!left.n[t] || (kind >= 0 && t != kind))
            continue;
        TabPlay plays[TAB_MAX_HAND_PLAYS];
        unsigned n = tab_movegen_hand_plays(game->rules, &game->position, t, plays);
        for (unsigned i = 0; i < n; i++)
            if (from == TAB_NO_CELL || plays[i].from == from)
                g_array_append_val(list, plays[i]);
    }
    return list;
}

bool tab_game_can_play(const TabGame *game)
{
    g_autoptr(GArray) plays = tab_game_list_plays(game, TAB_NO_CELL, -1);
    return plays->len > 0;
}

bool tab_game_may_stop(const TabGame *game)
{
    TabHand left = tab_game_left(game);
    return tab_game_is_thrown(game) &&
           (game->turn.cast_anew || tab_movegen_may_stop(game->rules, &game->position, &left));
}

bool tab_game_throws_again(const TabGame *game)
{
    const TabPosition *before = &game->turn.situation.position;
    TabHand hand = tab_situation_hand(game->rules, &game->turn.situation);
    return tab_game_is_thrown(game) && !tab_position_finished(game->rules, &game->position) &&
           (game->turn.cast_anew ||
            tab_movegen_throws_again(game->rules, &hand, before->saved[before->side]));
}

void tab_game_next_position(const TabGame *game, TabPosition *next)
{
    TabHand left = tab_game_left(game);
    *next = game->position;
    tab_position_end_turn(game->rules, next, &left, tab_game_throws_again(game));
}

char *tab_game_turn_to_string(const TabGame *game)
{
    TabTurn turn;
    turn.hand = tab_situation_hand(game->rules, &game->turn.situation);
    turn.n_plays = game->turn.plays->len;
    turn.cast_anew = game->turn.cast_anew;
    for (guint i = 0; i < turn.n_plays; i++)
        turn.plays[i] = tab_game_nth_play(game, i)->play;
    return tab_notation_turn_to_string(game->rules, &game->turn.situation.position, &turn);
}

/* --- ends --- */

static TabRecordNode *find_or_append(TabGame *game)
{
    const TabThrows *throws = &game->turn.situation.throws;
    g_autofree char *turn = tab_game_turn_to_string(game);
    g_autoptr(GString) thrown = g_string_new(NULL);
    tab_notation_append_throws(game->rules, throws, thrown);
    for (TabRecordNode *node = game->node->child; node; node = node->next)
        if (g_str_equal(node->throws, thrown->str) && g_strcmp0(node->turn, turn) == 0)
            return node;
    return tab_record_append(game->record, game->node, &game->turn.situation, turn);
}

static void leave_checkpoint(const TabGame *game, const TabPosition *next)
{
    GHashTable **all = &game->record->checkpoints;
    if (!*all)
        *all = g_hash_table_new_full(NULL, NULL, NULL, g_free);
    if (g_hash_table_size(*all) >= MAX_CHECKPOINTS || g_hash_table_contains(*all, game->node))
        return;
    Checkpoint left = {.next = *next, .counts = game->counts};
    g_hash_table_insert(*all, game->node, g_memdup2(&left, sizeof left));
}

/* Counts the open turn, whose node is `node`, as ended; `next` is what follows it. */
static void count_ended_turn(TabGame *game, TabRecordNode *node, TabPosition *next)
{
    tab_game_next_position(game, next);
    tab_ending_count(&game->counts.ending, (TabSide)game->position.side, next,
                     game->turn.plays->len > 0);
    game->counts.n_turns++;
    game->node = node;
    game->last.situation = game->turn.situation;
    game->last.cast_anew = game->turn.cast_anew;
    g_array_set_size(game->last.plays, 0);
    g_array_append_vals(game->last.plays, game->turn.plays->data, game->turn.plays->len);
    if (node && game->counts.n_turns % CHECKPOINT_DISTANCE == 0)
        leave_checkpoint(game, next);
}

static void judge_end(TabGame *game, const TabPosition *next)
{
    game->end =
        tab_ending_find(game->rules, next, &game->counts.ending, &game->limits, &game->winner);
}

TabRecordNode *tab_game_end_turn(TabGame *game)
{
    g_return_val_if_fail(!game->end && tab_game_is_thrown(game), NULL);
    TabRecordNode *node = game->record ? find_or_append(game) : NULL;
    TabPosition next;
    count_ended_turn(game, node, &next);
    judge_end(game, &next);
    if (!game->end)
        begin_turn(game, &next);
    return node;
}

void tab_game_finish(TabGame *game, TabEnding end, int winner)
{
    game->end = end;
    game->winner = winner;
}

void tab_game_reopen(TabGame *game)
{
    tab_game_finish(game, TAB_END_NONE, -1);
}

static const TabRecordTermination terminations[] = {
    [TAB_END_NONE] = TAB_RECORD_NOT_SAID,
    [TAB_END_NORMAL] = TAB_RECORD_NORMAL,
    [TAB_END_NO_PROGRESS] = TAB_RECORD_NO_PROGRESS,
    [TAB_END_TURN_LIMIT] = TAB_RECORD_TURN_LIMIT,
    [TAB_END_RESIGNED] = TAB_RECORD_RESIGN,
    [TAB_END_AGREED] = TAB_RECORD_AGREED,
    [TAB_END_ADJUDICATION] = TAB_RECORD_ADJUDICATION,
    [TAB_END_TIME] = TAB_RECORD_TIME,
    [TAB_END_CRASH] = TAB_RECORD_CRASH,
    [TAB_END_SILENT] = TAB_RECORD_SILENT,
    [TAB_END_ILLEGAL] = TAB_RECORD_ILLEGAL,
    [TAB_END_FLOOD] = TAB_RECORD_FLOOD,
    [TAB_END_RECORDED] = TAB_RECORD_NOT_SAID,
};

TabRecordResult tab_game_result(const TabGame *game, TabRecordTermination *termination)
{
    *termination = terminations[game->end];
    if (!game->end)
        return TAB_RECORD_UNDECIDED;
    return game->winner == TAB_WHITE   ? TAB_RECORD_WHITE_WON
           : game->winner == TAB_BLACK ? TAB_RECORD_BLACK_WON
                                       : TAB_RECORD_DRAWN;
}

/* --- places in a record --- */

/* What the record says of the end of its main line; that a side has no pieces is a fact beside it.
 */
static void take_recorded_end(TabGame *game)
{
    static const int winners[TAB_N_RECORD_RESULTS] = {-1, TAB_WHITE, TAB_BLACK, -1};
    unsigned end = TAB_END_RECORDED;
    for (unsigned i = TAB_END_NORMAL; i < TAB_END_RECORDED; i++)
        if (terminations[i] == game->record->termination)
            end = i;
    if (game->end != TAB_END_NORMAL)
        tab_game_finish(game, (TabEnding)end, winners[game->record->result]);
}

/* Opens the turn of a child of the game's node, and plays it. */
static void follow_node(TabGame *game, const TabRecordNode *node)
{
    tab_game_take_throws(game, node);
    bool ok = !node->turn || tab_game_play_turn(game, node->turn, NULL);
    g_assert(ok); /* the record was read, or written by us */
}

static TabGame *new_at_root(TabRecord *record, unsigned max_turns)
{
    TabGame *game = new_game(record->rules, max_turns);
    g_array_unref(game->opening);
    game->opening = tab_record_list_opening(record);
    for (guint i = 0; i < game->opening->len; i++)
        tab_opening_add(game->rules, &game->thrower,
                        g_array_index(game->opening, TabRecordThrow, i).kind);
    game->opens = game->opening->len && !game->thrower.decided;
    game->record = record;
    game->node = record->root;
    game->first = record->start;
    begin_first_turn(game);
    return game;
}

/* The game before the turn of `node`. The turn before that is always replayed, because the game
 * tells of it. */
static TabGame *new_before(TabRecord *record, const TabRecordNode *node, unsigned max_turns)
{
    g_autoptr(GPtrArray) path = g_ptr_array_new();
    TabGame *game = new_at_root(record, max_turns);
    for (TabRecordNode *step = node->parent; step && step->parent; step = step->parent) {
        const Checkpoint *checkpoint = path->len && record->checkpoints
                                           ? g_hash_table_lookup(record->checkpoints, step)
                                           : NULL;
        if (checkpoint) {
            game->node = step;
            game->counts = checkpoint->counts;
            begin_turn(game, &checkpoint->next);
            break;
        }
        g_ptr_array_add(path, step);
    }
    for (guint i = path->len; i-- > 0;) {
        TabPosition next;
        follow_node(game, path->pdata[i]);
        count_ended_turn(game, path->pdata[i], &next);
        begin_turn(game, &next); /* not judged: the record goes on */
    }
    return game;
}

TabGame *tab_game_new_on(TabRecord *record, TabRecordNode *node, unsigned max_turns)
{
    TabGame *game = new_before(record, node, max_turns);
    if (node->parent)
        follow_node(game, node);
    return game;
}

TabGame *tab_game_new_at(TabRecord *record, TabRecordNode *node, unsigned max_turns)
{
    TabGame *game = tab_game_new_on(record, node, max_turns);
    TabPosition next;
    if (node->turn)
        count_ended_turn(game, node, &next);
    if (node->turn && !node->child)
        judge_end(game, &next);
    if (record->result != TAB_RECORD_UNDECIDED && !node->child && tab_record_is_main(node))
        take_recorded_end(game);
    bool ended_by_turn = game->end >= TAB_END_NORMAL && game->end <= TAB_END_TURN_LIMIT;
    if (node->turn && !ended_by_turn)
        begin_turn(game, &next);
    return game;
}

/* The node after this one, main lines first; `*depth` counts the turns up to it. */
static TabRecordNode *next_node(TabRecordNode *node, unsigned *depth)
{
    if (node->child) {
        ++*depth;
        return node->child;
    }
    while (node->parent && !node->next) {
        node = node->parent;
        --*depth;
    }
    return node->next;
}

bool tab_game_index_record(TabRecord *record, TabRecordProgress progress, gpointer data)
{
    unsigned depth = 0, done = 0;
    for (TabRecordNode *node = record->root; node; node = next_node(node, &depth), done++) {
        if (depth % CHECKPOINT_DISTANCE || !depth || !node->turn || !node->child)
            continue; /* no turn that is far from a checkpoint follows here */
        if (progress && !progress(done, data))
            return false;
        tab_game_free(tab_game_new_at(record, node, TAB_MAX_NUMBER));
    }
    return true;
}
