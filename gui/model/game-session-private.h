// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of the game session share: its parts, and the steps of the game as it is played.
#pragma once

#include "gui/model/game-session.h"
#include "protocol/match/stick-source.h"

G_BEGIN_DECLS

struct _TabGameSession {
    GObject parent;
    TabGameSetup *setup;
    TabStickSource *source;
    TabGameSticks sticks;
    TabEngineSeat *seat[2]; /* NULL: a person */

    TabRecord *record; /* the turn in the making aside */
    bool ours;         /* this program threw its sticks */
    guint64 changes;   /* to what a file would hold */

    TabGame *live;   /* where the game stands */
    TabGame *review; /* the turn that is looked at, or NULL */
    TabRecordNode *reviewed;
    GArray *answer; /* of TabPlay: the engine's turn, of which the live turn holds what was shown;
                       NULL: none yet */

    GArray *undone; /* of TabPlay: taken back in this turn, to be played again; last first */
    TabRecordNode *redo_to; /* where turns were taken back from; NULL: none were */
    TabThrows redo_throws;  /* that lay there, */
    GArray *redo_plays;     /* and the plays taken back before, as in `undone` */
    bool replaces;          /* the next turn takes the place of one that was taken back */

    TabGameClock clock;
    bool paused;
    bool held;      /* a person cannot act: what has happened is still being shown */
    bool revocable; /* somebody has resigned or lost on time here, and may take it back */
};

/* Who throws or moves next in the game, and what, whatever is looked at. */
TabSide tab_game_session_live_side(const TabGameSession *self);
TabPhase tab_game_session_live_phase(const TabGameSession *self);

/* Tells all who look on; `settle` asks an engine first if it has to think now; `tree_changed`:
 * turns, variations or comments are others than before. */
void tab_game_session_emit_changed(TabGameSession *self);
void tab_game_session_settle(TabGameSession *self);
void tab_game_session_tree_changed(TabGameSession *self);
void tab_game_session_node_changed(TabGameSession *self, TabRecordNode *node);

void tab_game_session_emit_threw(TabGameSession *self, TabSide side, int throw_index);

/* The sticks of the seed fall, for whoever is to throw. */
void tab_game_session_throw_sticks(TabGameSession *self);

/* Has the clock run that is to run now. */
void tab_game_session_update_clock(TabGameSession *self);
/* Sets both clocks to what the turns up to the game's place say of them. */
void tab_game_session_restore_clock(TabGameSession *self);
/* Notes the time of a turn of the record, and what it left on the clock if the turn has ended. */
void tab_game_session_note_clock(TabGameSession *self, TabRecordNode *node, gint64 spent_us);
/* Takes up a turn that is not chosen yet, with the time that was spent on it. */
void tab_game_session_resume_clock(TabGameSession *self, const TabRecordNode *node);
/* What the engine of `side` is told when it is asked now, and how long its answer may take. */
void tab_game_session_limit(TabGameSession *self, TabSide side, TabLimits *limits,
                            gint64 *allowed_ms);
/* The game has just ended in its place, by what somebody did or failed to do in time. */
void tab_game_session_end_here(TabGameSession *self);

/* Puts the game into this place (taken over), in which the turn has the throws it has. */
void tab_game_session_go_to(TabGameSession *self, TabGame *place);
/* Whether the game may be changed by its players now: not while an earlier turn is looked at. */
bool tab_game_session_is_live(const TabGameSession *self);
/* Gives the turn of `node`, which has just been played, its place among the others; whether some
 * changed theirs for it. */
bool tab_game_session_place_turn(TabGameSession *self, TabRecordNode *node);
/* Sets the record's result if its main line has ended here. */
void tab_game_session_record_end(TabGameSession *self);
/* Writes what the record says of players, sticks and limits, if the game is one of ours: records of
 * others keep their tags. */
void tab_game_session_write_tags(TabGameSession *self);
/* Takes the throws and plays of a turn that is not chosen yet, a child of the game's node, out of
 * the record and into the hand. */
void tab_game_session_take_pending(TabGameSession *self, TabRecordNode *node);
/* Takes up the game where its record ends: opening, place, throws at hand. */
void tab_game_session_resume_record(TabGameSession *self);

G_END_DECLS
