// SPDX-License-Identifier: GPL-3.0-or-later
// A game as a document: its record, where it stands in it, which turn is looked at, comments,
// variations, and what was taken back.
#include "gui/model/document.h"
#include "protocol/game/record-text.h"

/* Plays of a turn that is not ended yet: a note of its throws. */
#define SO_FAR "so-far"

G_DEFINE_FINAL_TYPE(TabDocument, tab_document, G_TYPE_OBJECT)

enum { CHANGED, THREW, PLAYED, TREE_CHANGED, TURN_ENDED, MOVED, WRITING, N_SIGNALS };
static guint signals[N_SIGNALS];

static void emit_changed(TabDocument *self)
{
    g_signal_emit(self, signals[CHANGED], 0);
}

static void emit_tree_changed(TabDocument *self, TabRecordNode *node)
{
    self->changes++;
    g_signal_emit(self, signals[TREE_CHANGED], 0, node);
}

TabPhase tab_document_live_phase(const TabDocument *self)
{
    if (self->live->opens)
        return TAB_PHASE_OPENING;
    if (self->live->end)
        return TAB_PHASE_OVER;
    return tab_game_is_thrown(self->live) ? TAB_PHASE_MOVE : TAB_PHASE_THROW;
}

TabPhase tab_document_phase(const TabDocument *self)
{
    return self->review ? TAB_PHASE_REVIEW : tab_document_live_phase(self);
}

static bool is_below(const TabRecordNode *node, const TabRecordNode *above)
{
    while (node && node != above)
        node = node->parent;
    return node != NULL;
}

static bool is_end_of_main_line(const TabRecordNode *node)
{
    return !node->child && tab_record_is_main(node);
}

/* --- turns that were left before their end --- */

/* Puts the open turn into the record, as one that is not chosen yet; NULL if nothing was thrown. A
 * turn that has ended the game is no open one, unless somebody resigned or lost on time over it. */
static TabRecordNode *append_open_turn(TabDocument *self)
{
    const TabGame *game = self->live;
    const TabSituation *situation = &game->turn.situation;
    unsigned held = game->node->parent ? 0 : self->record->start.throws.n;
    if (game->opens || (game->end && !self->revocable) || situation->throws.n <= held)
        return NULL;
    TabRecordNode *node = tab_record_append(self->record, game->node, situation, NULL);
    g_autoptr(GString) plays = g_string_new(NULL);
    for (guint i = 0; i < game->turn.plays->len; i++) {
        if (i)
            g_string_append_c(plays, ',');
        tab_notation_append_play(game->rules, &tab_game_nth_play(game, i)->play, plays);
    }
    if (plays->len && plays->len <= TAB_RECORD_MAX_NOTE)
        tab_record_set_note(node, SO_FAR, plays->str);
    if (self->record->result == TAB_RECORD_UNDECIDED && tab_record_is_main(game->node))
        tab_record_promote(node); /* the main line ends where the game stands */
    return node;
}

char *tab_document_to_text(TabDocument *self)
{
    GString *text = g_string_new(NULL);
    TabRecordNode *open = append_open_turn(self);
    g_signal_emit(self, signals[WRITING], 0, open);
    tab_record_write(self->record, text);
    if (open)
        tab_record_remove(self->record, open);
    return g_string_free(text, FALSE);
}

static void play_so_far(TabDocument *self, const char *text)
{
    g_auto(GStrv) plays = g_strsplit(text, ",", -1);
    for (char **one = plays; *one; one++) {
        g_autoptr(GArray) legal = tab_game_list_plays(self->live, TAB_NO_CELL, -1);
        bool found = false;
        for (guint i = 0; i < legal->len && !found; i++) {
            const TabPlay *play = &g_array_index(legal, TabPlay, i);
            g_autoptr(GString) name = g_string_new(NULL);
            tab_notation_append_play(self->record->rules, play, name);
            found = g_str_equal(name->str, *one) && tab_game_play(self->live, play);
        }
        if (!found)
            return; /* the note is no part of the game: what follows is left to the player */
    }
}

/* Takes the throws and plays of a turn that is not chosen yet, a child of the game's node, out of
 * the record and into the hand. */
static void take_open_turn(TabDocument *self, TabRecordNode *node)
{
    g_autofree char *plays = tab_record_get_note(node, SO_FAR);
    tab_game_take_throws(self->live, node);
    if (plays && tab_game_is_thrown(self->live))
        play_so_far(self, plays);
    self->spent = CLAMP(tab_record_get_number(node, "emt", 0), 0, 1e9);
    tab_record_remove(self->record, node);
}

TabDocument *tab_document_new(TabRecord *record, unsigned max_turns)
{
    TabDocument *self = g_object_new(TAB_TYPE_DOCUMENT, NULL);
    TabRecordNode *last = tab_record_last(record);
    bool open = last->parent && !last->turn && record->result == TAB_RECORD_UNDECIDED;
    self->record = record;
    self->live = tab_game_new_at(record, open ? last->parent : last, max_turns);
    if (!record->n_nodes && !self->live->opening->len && !tab_record_get_tag(record, "Position") &&
        tab_record_get_tag(record, "WhiteSeat"))
        tab_game_begin_opening(self->live);
    if (open)
        take_open_turn(self, last);
    return self;
}

/* --- where the game stands --- */

static TabGame *game_at(const TabDocument *self, TabRecordNode *node)
{
    return tab_game_new_at(self->record, node, self->live->limits.max_turns);
}

/* The game stands as `game` (taken over) does. */
static void go_to(TabDocument *self, TabGame *game)
{
    g_clear_pointer(&self->review, tab_game_free);
    g_clear_pointer(&self->live, tab_game_free);
    g_array_set_size(self->undone, 0);
    self->live = game;
    self->revocable = false;
    self->spent = 0;
    self->changes++;
}

/* The game stands before the turn of `node`, with its throws. */
static void go_before(TabDocument *self, TabRecordNode *node)
{
    TabGame *game = game_at(self, node->parent);
    tab_game_take_throws(game, node);
    go_to(self, game);
    g_signal_emit(self, signals[MOVED], 0);
}

/* --- what happens --- */

bool tab_document_throw(TabDocument *self, int kind)
{
    TabSide side = tab_game_side(self->live);
    bool opens = self->live->opens;
    if (!tab_game_throw(self->live, kind))
        return false;
    self->changes++;
    if (opens)
        emit_tree_changed(self, NULL);
    g_signal_emit(self, signals[THREW], 0, (int)side, kind);
    emit_changed(self);
    return true;
}

void tab_document_unthrow(TabDocument *self, bool opening, guint n)
{
    TabGame *game = self->live;
    while ((opening ? game->opening->len : game->turn.situation.throws.n) > n)
        if (!tab_game_unthrow(game))
            break;
    g_array_set_size(self->undone, 0); /* those plays were of the throw that goes */
    self->changes++;
    if (opening)
        emit_tree_changed(self, NULL);
    emit_changed(self);
}

/* A variation may not be nested deeper than readers take. */
static bool is_too_deep(const TabRecordNode *node)
{
    unsigned depth = 0;
    for (; node->parent; node = node->parent)
        depth += node->parent->child != node;
    return depth > TAB_RECORD_MAX_DEPTH;
}

/* Gives the turn that was just played its place among the others; whether some changed theirs for
 * it. Those of a decided game never do. */
static bool place_turn(TabDocument *self, TabRecordNode *node)
{
    bool decided =
        self->record->result != TAB_RECORD_UNDECIDED && tab_record_is_main(node->parent->child);
    bool moves = (self->replaces && !decided) || is_too_deep(node);
    if (moves)
        tab_record_promote(node);
    self->replaces = false;
    if (self->redo_to == node || !is_below(self->redo_to, node))
        self->redo_to = NULL; /* it is no longer ahead */
    return moves;
}

/* The record's main line has the end of the game as its result, if it has none yet. */
static void record_end(TabDocument *self)
{
    TabRecordTermination termination;
    TabRecordResult result = tab_game_result(self->live, &termination);
    if (result != TAB_RECORD_UNDECIDED && self->record->result == TAB_RECORD_UNDECIDED &&
        is_end_of_main_line(self->live->node))
        tab_record_set_result(self->record, result, termination);
}

static void end_open_turn(TabDocument *self)
{
    TabRecordNode *node = tab_game_end_turn(self->live);
    bool moved = place_turn(self, node);
    g_signal_emit(self, signals[TURN_ENDED], 0, node);
    g_array_set_size(self->undone, 0);
    record_end(self);
    emit_tree_changed(self, moved ? NULL : node);
}

bool tab_document_play(TabDocument *self, const TabPlay *wanted)
{
    if (!tab_game_play(self->live, wanted))
        return false;
    TabGamePlay played = *tab_game_nth_play(self->live, self->live->turn.plays->len - 1);
    self->changes++;
    g_array_set_size(self->undone, 0);
    if (tab_position_finished(self->live->rules, &self->live->position))
        end_open_turn(self);
    g_signal_emit(self, signals[PLAYED], 0, &played.before, &played.play);
    emit_changed(self);
    return true;
}

bool tab_document_cast_anew(TabDocument *self)
{
    if (!tab_game_cast_anew(self->live))
        return false;
    end_open_turn(self);
    emit_changed(self);
    return true;
}

void tab_document_end_turn(TabDocument *self)
{
    end_open_turn(self);
    emit_changed(self);
}

void tab_document_finish(TabDocument *self, TabEnding end, int winner)
{
    tab_game_finish(self->live, end, winner);
    g_clear_pointer(&self->review, tab_game_free);
    self->revocable = true;
    record_end(self);
    emit_tree_changed(self, NULL);
    emit_changed(self);
}

/* --- taking back --- */

bool tab_document_can_revoke(const TabDocument *self)
{
    return self->revocable && self->live->end && !self->review;
}

void tab_document_revoke(TabDocument *self)
{
    self->revocable = false;
    tab_game_reopen(self->live);
    if (is_end_of_main_line(self->live->node))
        tab_record_set_result(self->record, TAB_RECORD_UNDECIDED, TAB_RECORD_NOT_SAID);
    emit_tree_changed(self, NULL);
    emit_changed(self);
}

void tab_document_undo_play(TabDocument *self)
{
    TabPlay last = tab_game_nth_play(self->live, self->live->turn.plays->len - 1)->play;
    tab_game_undo(self->live);
    g_array_append_val(self->undone, last);
    self->changes++;
    emit_changed(self);
}

/* Whether a person moved something in this turn: what taking back and playing again stop at. */
static bool is_decision(const TabDocument *self, const TabRecordNode *node)
{
    return !self->automatic[node->side] && tab_record_moves(node);
}

/* The turn to go back before; NULL if there is none. */
static TabRecordNode *find_undone_turn(const TabDocument *self)
{
    if (self->review || self->locked || self->live->opens)
        return NULL;
    for (TabRecordNode *node = self->live->node; node->parent; node = node->parent)
        if (is_decision(self, node))
            return node;
    return NULL;
}

bool tab_document_can_undo_turn(const TabDocument *self)
{
    return find_undone_turn(self) != NULL;
}

static void copy_plays(GArray *to, const GArray *from)
{
    g_array_set_size(to, 0);
    if (from->len)
        g_array_append_vals(to, from->data, from->len);
}

void tab_document_undo_turn(TabDocument *self)
{
    if (!self->redo_to) {
        copy_plays(self->redo_plays, self->undone);
        self->redo_to = self->live->node;
        self->redo_throws = self->live->turn.situation.throws;
        if (self->live->end)
            self->redo_throws.n = 0;
    }
    go_before(self, find_undone_turn(self));
    self->replaces = true;
    emit_changed(self);
}

/* --- and playing again --- */

bool tab_document_can_redo(const TabDocument *self)
{
    bool turns = self->redo_to && self->redo_to != self->live->node && !self->live->turn.plays->len;
    return !self->review && !self->locked && (self->undone->len > 0 || turns);
}

/* Where turns were taken back from: the game goes on there, also with the plays of the last turn.
 */
static void redo_to_end(TabDocument *self)
{
    TabThrows throws = self->redo_throws;
    TabGame *game = game_at(self, g_steal_pointer(&self->redo_to));
    for (unsigned i = game->turn.situation.throws.n; !game->end && i < throws.n; i++)
        tab_game_throw(game, throws.kind[i]);
    go_to(self, game);
    copy_plays(self->undone, self->redo_plays);
    self->replaces = false;
    g_signal_emit(self, signals[MOVED], 0);
}

bool tab_document_redo(TabDocument *self)
{
    if (!tab_document_can_redo(self))
        return false;
    if (self->undone->len) {
        TabPlay next = g_array_index(self->undone, TabPlay, self->undone->len - 1);
        g_array_set_size(self->undone, self->undone->len - 1);
        tab_game_play(self->live, &next);
        self->changes++;
    } else { /* up to the nearest decision, but for the turn here, which is the one played again */
        TabRecordNode *stop = NULL, *node = self->redo_to;
        for (; node->parent != self->live->node; node = node->parent)
            if (is_decision(self, node))
                stop = node;
        if (stop)
            go_before(self, stop);
        else
            redo_to_end(self);
    }
    emit_changed(self);
    return true;
}

/* --- looking at other turns --- */

void tab_document_end_review(TabDocument *self)
{
    if (!self->review)
        return;
    g_clear_pointer(&self->review, tab_game_free);
    emit_changed(self);
}

void tab_document_review(TabDocument *self, TabRecordNode *node)
{
    if (node == self->live->node) {
        tab_document_end_review(self);
        return;
    }
    if (self->live->opens || self->locked || (self->review && self->reviewed == node))
        return;
    g_clear_pointer(&self->review, tab_game_free);
    self->review = tab_game_new_on(self->record, node, self->live->limits.max_turns);
    self->reviewed = node;
    emit_changed(self);
}

/* The turn that is looked at, as one to play on from; for one that was not chosen that before it.
 */
static TabRecordNode *node_to_play_on(const TabDocument *self)
{
    bool chosen = self->reviewed->turn || !self->reviewed->parent;
    return chosen ? self->reviewed : self->reviewed->parent;
}

bool tab_document_can_play_on(const TabDocument *self)
{
    if (!self->review)
        return false;
    TabRecordNode *node = node_to_play_on(self);
    if (node->child) /* the record goes on: so may we */
        return true;
    g_autoptr(TabGame) game = game_at(self, node);
    return !game->end;
}

bool tab_document_play_on(TabDocument *self)
{
    if (!tab_document_can_play_on(self))
        return false;
    /* the throws that fell there: best those for which nothing is chosen yet */
    TabRecordNode *node = node_to_play_on(self), *next = self->reviewed;
    if (node == self->reviewed) {
        for (next = node->child; next && next->turn;)
            next = next->next;
        next = next ? next : node->child;
    }
    go_to(self, game_at(self, node));
    self->redo_to = NULL;
    self->replaces = false;
    if (next && next->turn)
        tab_game_take_throws(self->live, next);
    else if (next)
        take_open_turn(self, next);
    g_signal_emit(self, signals[MOVED], 0);
    emit_tree_changed(self, NULL);
    emit_changed(self);
    return true;
}

/* --- another try --- */

bool tab_document_can_try_again(const TabDocument *self)
{
    const TabRecordNode *node = tab_document_node(self);
    return (self->review || self->live->end) && !self->locked && node->parent && node->turn;
}

/* What was taken back before has nothing to do with it. */
static void forget_undone(TabDocument *self)
{
    self->redo_to = NULL;
    self->replaces = false;
}

bool tab_document_try_again(TabDocument *self)
{
    if (!tab_document_can_try_again(self))
        return false;
    TabRecordNode *node = tab_document_node(self);
    self->left = self->left ? self->left : self->live->node;
    self->tried = node;
    forget_undone(self);
    go_before(self, node);
    emit_tree_changed(self, NULL);
    emit_changed(self);
    return true;
}

bool tab_document_can_leave_try(const TabDocument *self)
{
    return self->left && !self->locked;
}

bool tab_document_leave_try(TabDocument *self)
{
    if (!tab_document_can_leave_try(self))
        return false;
    TabRecordNode *left = g_steal_pointer(&self->left), *tried = g_steal_pointer(&self->tried);
    forget_undone(self);
    go_to(self, game_at(self, left));
    if (tried && tried != left) {
        self->review = tab_game_new_on(self->record, tried, self->live->limits.max_turns);
        self->reviewed = tried;
    }
    g_signal_emit(self, signals[MOVED], 0);
    emit_tree_changed(self, NULL);
    emit_changed(self);
    return true;
}

/* --- changing the tree --- */

void tab_document_set_comment(TabDocument *self, TabRecordNode *node, const char *comment)
{
    if (g_strcmp0(node->comment, comment && *comment ? comment : NULL) == 0)
        return;
    tab_record_set_comment(node, comment);
    emit_tree_changed(self, node);
}

void tab_document_notes_changed(TabDocument *self)
{
    emit_tree_changed(self, NULL);
}

void tab_document_tags_changed(TabDocument *self)
{
    self->changes++;
    emit_changed(self);
}

/* The result that the end of the main line gives. */
static void judge_main_line(TabDocument *self)
{
    TabRecordTermination termination;
    tab_record_set_result(self->record, TAB_RECORD_UNDECIDED, TAB_RECORD_NOT_SAID);
    g_autoptr(TabGame) game = game_at(self, tab_record_last(self->record));
    TabRecordResult result = tab_game_result(game, &termination);
    tab_record_set_result(self->record, result, termination);
}

void tab_document_promote(TabDocument *self, TabRecordNode *node)
{
    TabRecordNode *last = tab_record_last(self->record);
    for (; node->parent; node = node->parent)
        tab_record_promote(node);
    if (tab_record_last(self->record) != last)
        judge_main_line(self);
    emit_tree_changed(self, NULL);
    emit_changed(self);
}

void tab_document_remove(TabDocument *self, TabRecordNode *node)
{
    g_return_if_fail(node->parent);
    TabRecordNode *last = tab_record_last(self->record), *parent = node->parent;
    bool main = is_below(last, node);
    if (is_below(self->redo_to, node))
        self->redo_to = NULL;
    if (is_below(self->left, node))
        self->left = NULL;
    if (is_below(self->tried, node))
        self->tried = NULL;
    if (is_below(self->live->node, node))
        go_before(self, node);
    else if (self->review && is_below(self->reviewed, node))
        tab_document_review(self, parent);
    tab_record_remove(self->record, node);
    if (main)
        judge_main_line(self);
    emit_tree_changed(self, NULL);
    emit_changed(self);
}

/* --- the object --- */

static void tab_document_finalize(GObject *object)
{
    TabDocument *self = TAB_DOCUMENT(object);
    g_clear_pointer(&self->live, tab_game_free);
    g_clear_pointer(&self->review, tab_game_free);
    g_clear_pointer(&self->record, tab_record_free);
    g_array_unref(self->undone);
    g_array_unref(self->redo_plays);
    G_OBJECT_CLASS(tab_document_parent_class)->finalize(object);
}

static guint new_signal(const char *name, guint n, GType first, GType second)
{
    return g_signal_new(name, TAB_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                        G_TYPE_NONE, n, first, second);
}

static void tab_document_class_init(TabDocumentClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_document_finalize;
    signals[CHANGED] = new_signal("changed", 0, 0, 0);
    signals[THREW] = new_signal("threw", 2, G_TYPE_INT, G_TYPE_INT);
    signals[PLAYED] = new_signal("played", 2, G_TYPE_POINTER, G_TYPE_POINTER);
    signals[TREE_CHANGED] = new_signal("tree-changed", 1, G_TYPE_POINTER, 0);
    signals[TURN_ENDED] = new_signal("turn-ended", 1, G_TYPE_POINTER, 0);
    signals[MOVED] = new_signal("moved", 0, 0, 0);
    signals[WRITING] = new_signal("writing", 1, G_TYPE_POINTER, 0);
}

static void tab_document_init(TabDocument *self)
{
    self->undone = g_array_new(FALSE, FALSE, sizeof(TabPlay));
    self->redo_plays = g_array_new(FALSE, FALSE, sizeof(TabPlay));
}
