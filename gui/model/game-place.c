// SPDX-License-Identifier: GPL-3.0-or-later
// A place in a game's tree of turns: the line that leads there, the turn that follows, and all that
// can be counted on the way.
#include "gui/model/game-place.h"

#include <string.h>

static void free_played_turn(TabPlayedTurn *turn)
{
    g_array_unref(turn->plays);
    g_free(turn);
}

static void begin_turn(TabGamePlace *place, const TabSituation *start)
{
    g_clear_pointer(&place->turn, tab_live_turn_free);
    place->turn = tab_live_turn_new(place->record->rules, start);
}

TabGamePlace *tab_game_place_new(const TabRecord *record, TabGameStops *stops, unsigned max_turns)
{
    TabGamePlace *place = g_new0(TabGamePlace, 1);
    place->record = record;
    place->stops = stops;
    place->node = record->root;
    place->max_turns = max_turns;
    place->winner = -1;
    begin_turn(place, &record->start);
    return place;
}

void tab_game_place_free(TabGamePlace *place)
{
    if (!place)
        return;
    g_clear_pointer(&place->last, free_played_turn);
    g_clear_pointer(&place->turn, tab_live_turn_free);
    g_free(place);
}

/* The throws that the turn's position came with, and that nobody's sticks gave now. */
static unsigned held_throws(const TabGamePlace *place)
{
    return place->node->parent ? 0 : place->record->start.throws.n;
}

void tab_game_place_take_throws(TabGamePlace *place, const TabRecordNode *node)
{
    TabSituation start = *tab_live_turn_get_start(place->turn);
    place->thrown[start.position.side] -= start.throws.n - MIN(start.throws.n, held_throws(place));
    bool ok = tab_notation_parse_throws(place->record->rules, node->throws, &start.throws, NULL);
    g_assert(ok); /* the record was read, or written by us */
    place->thrown[start.position.side] += start.throws.n - MIN(start.throws.n, held_throws(place));
    begin_turn(place, &start);
}

bool tab_game_place_throw(TabGamePlace *place, int throw_index)
{
    if (place->end || !tab_live_turn_throw(place->turn, throw_index))
        return false;
    place->thrown[tab_live_turn_get_position(place->turn)->side]++;
    return true;
}

/* Counts what a play took (enemy pieces) and shed (own ones), by `sign`: 1, or -1 when it is taken
 * back. */
static void count_losses(TabGamePlace *place, unsigned nth, int sign)
{
    const TabPosition *before = tab_live_turn_get_before(place->turn, nth);
    const TabPosition *after = tab_live_turn_get_before(place->turn, nth + 1);
    int side = before->side, enemy = 1 - side;
    place->taken[side] += (unsigned)(sign * (before->pieces[enemy] - after->pieces[enemy]));
    place->shed[side] += (unsigned)(sign * (before->pieces[side] - after->pieces[side]));
}

bool tab_game_place_play(TabGamePlace *place, const TabPlay *play)
{
    if (place->end || !tab_live_turn_play(place->turn, play))
        return false;
    count_losses(place, tab_live_turn_get_n_plays(place->turn) - 1, 1);
    return true;
}

bool tab_game_place_undo(TabGamePlace *place)
{
    unsigned n = tab_live_turn_get_n_plays(place->turn);
    if (place->end || !n)
        return false;
    count_losses(place, n - 1, -1);
    return tab_live_turn_undo(place->turn);
}

bool tab_game_place_unthrow(TabGamePlace *place)
{
    if (place->end || tab_live_turn_get_start(place->turn)->throws.n <= held_throws(place) ||
        !tab_live_turn_unthrow(place->turn))
        return false;
    place->thrown[tab_live_turn_get_position(place->turn)->side]--;
    return true;
}

void tab_game_place_finish(TabGamePlace *place, TabGameEnd end, int winner)
{
    place->end = end;
    place->winner = winner;
}

void tab_game_place_reopen(TabGamePlace *place)
{
    place->end = TAB_END_NONE;
    place->winner = -1;
}

/* Whether the position that a turn led to ends the game. */
static bool judge(TabGamePlace *place, const TabPosition *after)
{
    if (tab_position_finished(after))
        tab_game_place_finish(place, TAB_END_NORMAL,
                              after->pieces[TAB_WHITE] ? TAB_WHITE : TAB_BLACK);
    else if (place->still_turns >= TAB_MAX_IDLE_TURNS)
        tab_game_place_finish(place, TAB_END_NO_PROGRESS, -1);
    else if (after->number > place->max_turns)
        tab_game_place_finish(place, TAB_END_TURN_LIMIT, -1);
    return place->end != TAB_END_NONE;
}

static void remember_turn(TabGamePlace *place)
{
    TabPlayedTurn *played = g_new0(TabPlayedTurn, 1);
    played->start = *tab_live_turn_get_start(place->turn);
    played->plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    for (unsigned i = 0; i < tab_live_turn_get_n_plays(place->turn); i++)
        g_array_append_vals(played->plays, tab_live_turn_get_play(place->turn, i), 1);
    g_clear_pointer(&place->last, free_played_turn);
    place->last = played;
    place->n_turns++;
}

static void keep_stop(TabGamePlace *place, const TabPosition *next)
{
    TabGameStop stop = {.next = *next,
                        .n_turns = place->n_turns,
                        .still_turns = place->still_turns,
                        .moved = place->moved};
    memcpy(stop.taken, place->taken, sizeof stop.taken);
    memcpy(stop.shed, place->shed, sizeof stop.shed);
    memcpy(stop.thrown, place->thrown, sizeof stop.thrown);
    tab_game_stops_keep(place->stops, place->node, &stop);
}

static void go_to_stop(TabGamePlace *place, TabRecordNode *node, const TabGameStop *stop)
{
    TabSituation next = {.position = stop->next};
    place->node = node;
    place->n_turns = stop->n_turns;
    place->still_turns = stop->still_turns;
    place->moved = stop->moved;
    memcpy(place->taken, stop->taken, sizeof place->taken);
    memcpy(place->shed, stop->shed, sizeof place->shed);
    memcpy(place->thrown, stop->thrown, sizeof place->thrown);
    begin_turn(place, &next);
}

/* Ends the turn and counts; `next` is what follows it, if anything does. */
static void end_turn(TabGamePlace *place, TabRecordNode *node, TabSituation *next)
{
    *next = (TabSituation){0};
    tab_live_turn_finish(place->turn, &next->position);
    remember_turn(place);
    if (tab_live_turn_get_n_plays(place->turn))
        place->moved = true;
    if (next->position.number != tab_live_turn_get_position(place->turn)->number) {
        place->still_turns = place->moved ? 0 : place->still_turns + 1;
        place->moved = false;
    }
    place->node = node;
    if (place->stops && place->n_turns % TAB_STOP_DISTANCE == 0)
        keep_stop(place, &next->position);
}

void tab_game_place_finish_turn(TabGamePlace *place, TabRecordNode *node)
{
    TabSituation next;
    end_turn(place, node, &next);
    if (!judge(place, &next.position))
        begin_turn(place, &next);
}

/* Plays the turn of a child of the place's node, and leaves it open. */
static void follow(TabGamePlace *place, const TabRecordNode *node)
{
    tab_game_place_take_throws(place, node);
    if (!node->turn)
        return;
    g_autofree TabTurn *turn = g_new0(TabTurn, 1);
    TabPosition after;
    bool ok = tab_notation_parse_turn(place->record->rules, tab_live_turn_get_start(place->turn),
                                      node->turn, turn, &after, NULL);
    for (unsigned i = 0; ok && i < turn->n_plays; i++)
        ok = tab_game_place_play(place, &turn->plays[i]);
    g_assert(ok); /* the record was read, or written by us */
}

/* What the record says of the end of its main line. */
static void take_recorded_end(TabGamePlace *place)
{
    static const TabGameEnd ends[TAB_N_RECORD_TERMINATIONS] = {
        [TAB_RECORD_NOT_SAID] = TAB_END_RECORDED,
        [TAB_RECORD_NORMAL] = TAB_END_NORMAL,
        [TAB_RECORD_TURN_LIMIT] = TAB_END_TURN_LIMIT,
        [TAB_RECORD_NO_PROGRESS] = TAB_END_NO_PROGRESS,
        [TAB_RECORD_ADJUDICATION] = TAB_END_RECORDED,
        [TAB_RECORD_RESIGN] = TAB_END_RESIGNED,
        [TAB_RECORD_TIME] = TAB_END_TIME,
        [TAB_RECORD_CRASH] = TAB_END_RECORDED,
        [TAB_RECORD_SILENT] = TAB_END_RECORDED,
        [TAB_RECORD_ILLEGAL] = TAB_END_RECORDED,
        [TAB_RECORD_FLOOD] = TAB_END_RECORDED,
    };
    static const int winners[TAB_N_RECORD_RESULTS] = {-1, TAB_WHITE, TAB_BLACK, -1};
    const TabRecord *record = place->record;
    if (!place->end && record->result != TAB_RECORD_UNDECIDED)
        tab_game_place_finish(place, ends[record->termination], winners[record->result]);
}

static bool is_end_of_game(const TabRecordNode *node)
{
    return !node->child && tab_record_is_main(node);
}

/* Ends a turn without a judge: the record goes on, whatever limits we would play by. */
static void pass_by(TabGamePlace *place, TabRecordNode *node)
{
    TabSituation next;
    end_turn(place, node, &next);
    begin_turn(place, &next);
}

/* The place before `node`, whose turn is then to be followed. The turn before that is always
 * replayed, because the place tells of it. */
static TabGamePlace *new_before(const TabRecord *record, TabGameStops *stops, unsigned max_turns,
                                TabRecordNode *node)
{
    g_autoptr(GPtrArray) path = g_ptr_array_new();
    TabGamePlace *place = tab_game_place_new(record, stops, max_turns);
    const TabGameStop *stop = NULL;
    for (TabRecordNode *step = node->parent; step && step->parent; step = step->parent) {
        stop = stops && path->len ? tab_game_stops_get(stops, step) : NULL;
        if (stop) {
            go_to_stop(place, step, stop);
            break;
        }
        g_ptr_array_add(path, step);
    }
    for (guint i = path->len; i-- > 0;) {
        follow(place, path->pdata[i]);
        pass_by(place, path->pdata[i]);
    }
    return place;
}

TabGamePlace *tab_game_place_new_on(const TabRecord *record, TabGameStops *stops,
                                    unsigned max_turns, TabRecordNode *node)
{
    TabGamePlace *place = new_before(record, stops, max_turns, node);
    if (node->parent)
        follow(place, node);
    return place;
}

TabGamePlace *tab_game_place_new_at(const TabRecord *record, TabGameStops *stops,
                                    unsigned max_turns, TabRecordNode *node)
{
    TabGamePlace *place = tab_game_place_new_on(record, stops, max_turns, node);
    if (node->parent && node->turn && node->child)
        pass_by(place, node);
    else if (node->parent && node->turn)
        tab_game_place_finish_turn(place, node);
    if (is_end_of_game(node))
        take_recorded_end(place);
    return place;
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

TabGameStops *tab_game_place_list_stops(const TabRecord *record, TabGoesOn goes_on, gpointer data)
{
    g_autoptr(TabGameStops) stops = tab_game_stops_new();
    unsigned depth = 0, done = 0;
    for (TabRecordNode *node = record->root; node; node = next_node(node, &depth), done++) {
        if (depth % TAB_STOP_DISTANCE || !depth || !node->turn || !node->child)
            continue; /* no turn that is far from a stop follows here */
        if (goes_on && !goes_on(data, done))
            return NULL;
        tab_game_place_free(tab_game_place_new_at(record, stops, TAB_MAX_NUMBER, node));
    }
    return g_steal_pointer(&stops);
}

TabRecordResult tab_game_place_result(const TabGamePlace *place, TabRecordTermination *termination)
{
    static const TabRecordTermination terminations[] = {
        [TAB_END_NONE] = TAB_RECORD_NOT_SAID,
        [TAB_END_NORMAL] = TAB_RECORD_NORMAL,
        [TAB_END_NO_PROGRESS] = TAB_RECORD_NO_PROGRESS,
        [TAB_END_TURN_LIMIT] = TAB_RECORD_TURN_LIMIT,
        [TAB_END_RESIGNED] = TAB_RECORD_RESIGN,
        [TAB_END_TIME] = TAB_RECORD_TIME,
        [TAB_END_RECORDED] = TAB_RECORD_NOT_SAID,
    };
    *termination = terminations[place->end];
    if (!place->end)
        return TAB_RECORD_UNDECIDED;
    return place->winner == TAB_WHITE   ? TAB_RECORD_WHITE_WON
           : place->winner == TAB_BLACK ? TAB_RECORD_BLACK_WON
                                        : TAB_RECORD_DRAWN;
}
