// SPDX-License-Identifier: GPL-3.0-or-later
// Going through the session's game: taking turns back and playing them again, looking at others,
// changing the tree.
#include "gui/model/game-session-private.h"

static TabGame *place_at(TabGameSession *self, TabRecordNode *node)
{
    return tab_game_new_at(self->record, node, self->setup->max_turns);
}

/* The game stands before the turn of `node`, with its throws. */
static void go_before(TabGameSession *self, TabRecordNode *node)
{
    TabGame *place = place_at(self, node->parent);
    tab_game_take_throws(place, node);
    tab_game_session_go_to(self, place);
}

/* Whether a person moved something in this turn: what undo and redo stop at. */
static bool is_decision(TabGameSession *self, const TabRecordNode *node)
{
    return node->turn && !self->seat[node->side] && tab_record_moves(node);
}

/* --- taking back --- */

static bool can_undo_play(TabGameSession *self)
{
    return tab_game_session_get_phase(self) == TAB_PHASE_MOVE &&
           tab_game_session_get_awaits(self) == TAB_AWAITS_PERSON &&
           self->live->turn.plays->len > 0;
}

/* The turn to go back before; NULL if there is none. */
static TabRecordNode *find_undone_turn(TabGameSession *self)
{
    if (!tab_game_session_is_live(self) || self->live->opens)
        return NULL;
    for (TabRecordNode *node = self->live->node; node->parent; node = node->parent)
        if (is_decision(self, node))
            return node;
    return NULL;
}

/* Whether the end of the game was somebody's deed, here and now, and not yet built upon. */
static bool can_revoke(const TabGameSession *self)
{
    return self->revocable && self->live->end && !self->review;
}

/* The turn goes on as it stood; of the time that ran out on it, it has what there was. */
static void revoke(TabGameSession *self)
{
    TabSide side = tab_game_session_live_side(self);
    bool main = !self->live->node->child && tab_record_is_main(self->live->node);
    if (self->live->end == TAB_END_TIME)
        tab_game_clock_set_spent(&self->clock, side, 0);
    self->revocable = false;
    tab_game_reopen(self->live);
    if (main)
        tab_record_set_result(self->record, TAB_RECORD_UNDECIDED, TAB_RECORD_NOT_SAID);
    tab_game_session_tree_changed(self);
}

bool tab_game_session_can_undo(TabGameSession *self)
{
    return can_revoke(self) || can_undo_play(self) || tab_game_session_can_correct_throw(self) ||
           find_undone_turn(self);
}

static void undo_play(TabGameSession *self)
{
    const TabGame *game = self->live;
    TabPlay play = tab_game_nth_play(game, game->turn.plays->len - 1)->play;
    tab_game_undo(self->live);
    g_array_append_val(self->undone, play);
    self->changes++;
}

static void copy_plays(GArray *to, const GArray *from)
{
    g_array_set_size(to, 0);
    if (from->len)
        g_array_append_vals(to, from->data, from->len);
}

static void undo_turns(TabGameSession *self, TabRecordNode *node)
{
    if (!self->redo_to) {
        copy_plays(self->redo_plays, self->undone);
        self->redo_to = self->live->node;
        self->redo_throws = self->live->turn.situation.throws;
        if (self->live->end)
            self->redo_throws.n = 0;
    }
    go_before(self, node);
    self->replaces = true;
}

bool tab_game_session_undo(TabGameSession *self)
{
    if (tab_game_session_check_time(self))
        return false;
    TabRecordNode *node = find_undone_turn(self);
    if (can_revoke(self))
        revoke(self);
    else if (can_undo_play(self))
        undo_play(self);
    else if (tab_game_session_can_correct_throw(self))
        return tab_game_session_correct_throw(self);
    else if (node)
        undo_turns(self, node);
    else
        return false;
    tab_game_session_settle(self);
    return true;
}

/* --- and playing again --- */

static bool can_redo_turn(TabGameSession *self)
{
    return tab_game_session_is_live(self) && self->redo_to && self->redo_to != self->live->node &&
           !self->live->turn.plays->len;
}

bool tab_game_session_can_redo(TabGameSession *self)
{
    return (tab_game_session_is_live(self) && self->undone->len > 0) || can_redo_turn(self);
}

static void redo_play(TabGameSession *self)
{
    TabPlay play = g_array_index(self->undone, TabPlay, self->undone->len - 1);
    g_array_set_size(self->undone, self->undone->len - 1);
    tab_game_play(self->live, &play);
    self->changes++;
}

/* Where turns were taken back from: the game goes on there, also with the plays of the last turn.
 */
static void redo_to_end(TabGameSession *self)
{
    TabRecordNode *end = g_steal_pointer(&self->redo_to);
    TabThrows throws = self->redo_throws;
    TabGame *place = place_at(self, end);
    unsigned held = place->turn.situation.throws.n;
    for (unsigned i = held; !place->end && i < throws.n; i++)
        tab_game_throw(place, throws.index[i]);
    tab_game_session_go_to(self, place);
    copy_plays(self->undone, self->redo_plays);
    self->replaces = false;
}

static void redo_turns(TabGameSession *self)
{
    TabRecordNode *stop = NULL, *node = self->redo_to;
    for (; node->parent != self->live->node; node = node->parent)
        if (is_decision(self, node))
            stop = node; /* the nearest one is found last; the first turn is the one played again */
    if (stop)
        go_before(self, stop);
    else
        redo_to_end(self);
}

bool tab_game_session_redo(TabGameSession *self)
{
    if (tab_game_session_check_time(self) || !tab_game_session_can_redo(self))
        return false;
    if (self->undone->len)
        redo_play(self);
    else
        redo_turns(self);
    tab_game_session_settle(self);
    return true;
}

/* --- looking at other turns --- */

bool tab_game_session_is_reviewing(TabGameSession *self)
{
    return self->review != NULL;
}

void tab_game_session_end_review(TabGameSession *self)
{
    if (!self->review)
        return;
    g_clear_pointer(&self->review, tab_game_free);
    tab_game_session_settle(self);
}

void tab_game_session_review(TabGameSession *self, TabRecordNode *node)
{
    if (node == self->live->node) {
        tab_game_session_end_review(self);
        return;
    }
    if (self->live->opens || self->paused || (self->review && self->reviewed == node))
        return;
    g_clear_pointer(&self->review, tab_game_free);
    self->review = tab_game_new_on(self->record, node, self->setup->max_turns);
    self->reviewed = node;
    tab_game_session_emit_changed(self);
}

/* The turn that is looked at, as one to play on from; for one that was not chosen that before it.
 */
static TabRecordNode *node_to_play_on(TabGameSession *self)
{
    bool chosen = self->reviewed->turn || !self->reviewed->parent;
    return chosen ? self->reviewed : self->reviewed->parent;
}

/* A turn after `node` whose throws fell there: best one for which nothing is chosen yet. */
static TabRecordNode *find_throws(TabGameSession *self, TabRecordNode *node)
{
    if (node != self->reviewed)
        return self->reviewed;
    for (TabRecordNode *child = node->child; child; child = child->next)
        if (!child->turn)
            return child;
    return node->child;
}

bool tab_game_session_can_play_on(TabGameSession *self)
{
    if (!self->review)
        return false;
    TabRecordNode *node = node_to_play_on(self);
    if (node->child) /* the record goes on: so may we */
        return true;
    g_autoptr(TabGame) place = place_at(self, node);
    return !place->end;
}

bool tab_game_session_play_on(TabGameSession *self)
{
    if (!tab_game_session_can_play_on(self))
        return false;
    TabRecordNode *node = node_to_play_on(self), *next = find_throws(self, node);
    tab_game_session_go_to(self, place_at(self, node));
    self->redo_to = NULL;
    self->replaces = false;
    if (next && next->turn)
        tab_game_take_throws(self->live, next);
    else if (next)
        tab_game_session_take_pending(self, next);
    tab_game_session_tree_changed(self);
    tab_game_session_settle(self);
    return true;
}

/* --- changing the tree --- */

void tab_game_session_set_comment(TabGameSession *self, TabRecordNode *node, const char *comment)
{
    if (g_strcmp0(node->comment, comment && *comment ? comment : NULL) == 0)
        return;
    tab_record_set_comment(node, comment);
    tab_game_session_node_changed(self, node);
}

void tab_game_session_notes_changed(TabGameSession *self)
{
    tab_game_session_tree_changed(self);
}

/* The result that the end of the main line gives. */
static void judge_main_line(TabGameSession *self)
{
    TabRecordTermination termination;
    tab_record_set_result(self->record, TAB_RECORD_UNDECIDED, TAB_RECORD_NOT_SAID);
    g_autoptr(TabGame) place = place_at(self, tab_record_last(self->record));
    TabRecordResult result = tab_game_result(place, &termination);
    tab_record_set_result(self->record, result, termination);
}

static bool is_below(const TabRecordNode *node, const TabRecordNode *above)
{
    while (node && node != above)
        node = node->parent;
    return node != NULL;
}

/* Keeps the turn in the making through a change of the tree elsewhere. */
static void tree_was_changed(TabGameSession *self)
{
    tab_game_session_tree_changed(self);
    tab_game_session_settle(self);
}

void tab_game_session_promote(TabGameSession *self, TabRecordNode *node)
{
    TabRecordNode *last = tab_record_last(self->record);
    for (; node->parent; node = node->parent)
        tab_record_promote(node);
    if (tab_record_last(self->record) != last)
        judge_main_line(self);
    tree_was_changed(self);
}

void tab_game_session_remove(TabGameSession *self, TabRecordNode *node)
{
    g_return_if_fail(node->parent);
    TabRecordNode *last = tab_record_last(self->record), *parent = node->parent;
    bool main = is_below(last, node);
    if (self->redo_to && is_below(self->redo_to, node))
        self->redo_to = NULL;
    if (is_below(self->live->node, node))
        go_before(self, node);
    else if (self->review && is_below(self->reviewed, node))
        tab_game_session_review(self, parent);
    tab_record_remove(self->record, node);
    if (main)
        judge_main_line(self);
    tree_was_changed(self);
}
