// SPDX-License-Identifier: GPL-3.0-or-later
// The session's game as a record: its tags, the turns as they are played, and taking it up again.
#include "gui/model/game-session-private.h"

#include "gui/model/engine-store.h"
#include "protocol/rules/notation.h"

/* Plays of a turn that is not ended yet: a note of its throws. */
#define SO_FAR "so-far"

/* --- tags --- */

static void write_player(TabGameSession *self, TabSide side)
{
    static const char *const names[2] = {"White", "Black"};
    static const char *const seats[2] = {"WhiteSeat", "BlackSeat"};
    static const char *const engines[2] = {"WhiteEngine", "BlackEngine"};
    static const char *const sticks[2] = {"WhiteSticks", "BlackSticks"};
    const TabPlayer *player = &self->setup->player[side];
    const TabEngineConfig *engine = self->setup->engine[side];
    const char *name = self->setup->name[side];
    g_autofree char *seat = tab_player_to_string(player);
    if (player->engine)
        name = self->seat[side] ? tab_engine_seat_get_name(self->seat[side]) : TAB_ENGINE_STORE_OWN;
    else if (!name)
        name = "Human"; /* in a file that may be read anywhere: not translated */
    tab_record_set_tag(self->record, names[side], name);
    tab_record_set_tag(self->record, seats[side], seat);
    tab_record_set_tag(self->record, engines[side], player->engine && engine ? engine->name : NULL);
    tab_record_set_tag(self->record, sticks[side], self->setup->real[side] ? "real" : NULL);
}

void tab_game_session_write_tags(TabGameSession *self)
{
    if (!self->ours)
        return;
    g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, self->setup->seed);
    g_autofree char *control = tab_time_control_to_string(&self->setup->control);
    bool all_real = self->setup->real[TAB_WHITE] && self->setup->real[TAB_BLACK];
    bool has_clock = tab_game_clock_is_used(&self->clock);
    g_autofree char *limit = g_strdup_printf("%u", self->setup->max_turns);
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *date = g_date_time_format(now, "%Y.%m.%d");
    write_player(self, TAB_WHITE);
    write_player(self, TAB_BLACK);
    if (!tab_record_get_tag(self->record, "Date"))
        tab_record_set_tag(self->record, "Date", date);
    tab_record_set_tag(self->record, "Sticks", tab_stick_source_text(self->source));
    tab_record_set_tag(self->record, "Seed", all_real ? NULL : seed);
    tab_record_set_tag(self->record, "TimeControl", has_clock ? control : NULL);
    tab_record_set_tag(self->record, "MaxTurns", limit);
}

/* --- turns --- */

/* Whether a turn played beside others may push them aside: never those of a decided game. */
static bool may_replace(TabGameSession *self, const TabRecordNode *parent)
{
    return self->replaces &&
           !(self->record->result != TAB_RECORD_UNDECIDED && tab_record_is_main(parent->child));
}

/* A variation may not be nested deeper than readers take. */
static bool is_too_deep(const TabRecordNode *node)
{
    unsigned depth = 0;
    for (; node->parent; node = node->parent)
        depth += node->parent->child != node;
    return depth > TAB_RECORD_MAX_DEPTH;
}

bool tab_game_session_place_turn(TabGameSession *self, TabRecordNode *node)
{
    bool moved = may_replace(self, node->parent) || is_too_deep(node);
    if (moved)
        tab_record_promote(node);
    self->replaces = false;
    const TabRecordNode *on = self->redo_to; /* still ahead? */
    while (on && on != node)
        on = on->parent;
    if (!on || self->redo_to == node)
        self->redo_to = NULL;
    return moved;
}

void tab_game_session_record_end(TabGameSession *self)
{
    TabRecordTermination termination;
    TabRecordResult result = tab_game_result(self->live, &termination);
    if (result == TAB_RECORD_UNDECIDED || self->record->result != TAB_RECORD_UNDECIDED ||
        self->live->node->child || !tab_record_is_main(self->live->node))
        return;
    tab_record_set_result(self->record, result, termination);
}

/* --- as text, and back --- */

/* Whether nobody plays on in the turn in the making: it has ended the game with it only if somebody
 * resigned or lost on time over it. */
static bool is_turn_over(const TabGameSession *self)
{
    return self->live->end && !self->revocable;
}

/* Puts the turn in the making into the record, as one that is not chosen yet; NULL if nothing was
 * thrown. */
static TabRecordNode *append_pending(TabGameSession *self)
{
    const TabGame *game = self->live;
    const TabSituation *start = &game->turn.situation;
    unsigned held = self->live->node->parent ? 0 : self->record->start.throws.n;
    if (self->live->opens || is_turn_over(self) || start->throws.n <= held)
        return NULL;
    TabRecordNode *node = tab_record_append(self->record, self->live->node, start, NULL);
    GString *plays = g_string_new(NULL);
    for (unsigned i = 0; i < game->turn.plays->len; i++) {
        if (i)
            g_string_append_c(plays, ',');
        tab_notation_append_play(self->record->rules, &tab_game_nth_play(game, i)->play, plays);
    }
    if (plays->len && plays->len <= TAB_RECORD_MAX_NOTE)
        tab_record_set_note(node, SO_FAR, plays->str);
    g_string_free(plays, TRUE);
    tab_game_session_note_clock(
        self, node, tab_game_clock_get_spent(&self->clock, (TabSide)start->position.side));
    if (self->record->result == TAB_RECORD_UNDECIDED && tab_record_is_main(self->live->node))
        tab_record_promote(node); /* the main line ends where the game stands */
    return node;
}

char *tab_game_session_to_text(TabGameSession *self)
{
    GString *text = g_string_new(NULL);
    tab_game_session_write_tags(self); /* engines tell their names late */
    TabRecordNode *pending = append_pending(self);
    tab_record_write(self->record, text);
    if (pending)
        tab_record_remove(self->record, pending);
    return g_string_free(text, FALSE);
}

/* The plays of a turn that was left before its end. */
static void replay_so_far(TabGameSession *self, const char *text)
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

void tab_game_session_take_pending(TabGameSession *self, TabRecordNode *node)
{
    g_autofree char *plays = tab_record_get_note(node, SO_FAR);
    tab_game_take_throws(self->live, node);
    if (plays && tab_game_is_thrown(self->live))
        replay_so_far(self, plays);
    tab_game_session_resume_clock(self, node);
    tab_record_remove(self->record, node);
}

/* A game of ours that was left before its first throw: others without [Opening] have none. */
static bool begins_with_opening(const TabRecord *record)
{
    return !record->n_nodes && !tab_record_get_tag(record, "Position") &&
           tab_record_get_tag(record, "WhiteSeat");
}

void tab_game_session_resume_record(TabGameSession *self)
{
    TabRecord *record = self->record;
    TabRecordNode *last = tab_record_last(record);
    bool pending = last->parent && !last->turn && record->result == TAB_RECORD_UNDECIDED;
    self->live = tab_game_new_at(record, pending ? last->parent : last, self->setup->max_turns);
    if (begins_with_opening(record) && !self->live->opening->len)
        tab_game_begin_opening(self->live);
    tab_game_session_restore_clock(self);
    if (pending)
        tab_game_session_take_pending(self, last);
}
