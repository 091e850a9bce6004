// SPDX-License-Identifier: GPL-3.0-or-later
// A game as a document: its record, where it stands in it, which turn is looked at, comments,
// variations, and what was taken back.
#pragma once

#include <glib-object.h>

#include "protocol/game/game.h"

/* The game is a tree of turns, a record. It stands somewhere in it, usually at the end of the main
 * line; while it does, any other turn can be looked at (review), and then board, turn, captures and
 * line are those of that turn, and nothing goes on.
 *
 * Nothing here knows who plays, or when: that is a session's (game-session.h), which is the only
 * one to throw, play, end turns and take back.
 *
 * Signals: "changed" () after everything; before it
 * "threw" (int side, int kind) for a throw, the opening's included;
 * "played" (const TabPosition *before, const TabPlay *play) for a play;
 * "tree-changed" (TabRecordNode *node) when turns, variations or comments of the record are others
 * than before: nothing but `node`, which has been added or has another comment; NULL: anything.
 * For whoever plays: "turn-ended" (TabRecordNode *node) before the record with that turn is told
 * of; "moved" () when the game stands elsewhere than play has led it; "writing" (TabRecordNode
 * *node) before the text is made, which has the open turn at `node` (NULL: nothing was thrown). */
#define TAB_TYPE_DOCUMENT (tab_document_get_type())
G_DECLARE_FINAL_TYPE(TabDocument, tab_document, TAB, DOCUMENT, GObject)

typedef enum {
    TAB_PHASE_OPENING, /* who begins is being thrown for */
    TAB_PHASE_THROW,   /* the side to move throws */
    TAB_PHASE_MOVE,    /* its throws are complete: it moves, or passes */
    TAB_PHASE_OVER,
    TAB_PHASE_REVIEW, /* an earlier turn, or one of a variation, is looked at */
} TabPhase;

/* Read freely; change through the functions only. */
struct _TabDocument {
    GObject parent;
    TabRecord *record; /* the open turn aside */
    TabGame *live;     /* where the game stands */
    TabGame *review;   /* the turn that is looked at, still open; NULL: none */
    guint64 changes;   /* rises with everything that a file of the game would have otherwise */

    bool automatic[2]; /* by TabSide: no person decides its turns, and taking back passes them by */
    bool locked;       /* nothing can be taken back, played again or looked at now */
    double spent;      /* seconds that the record notes for the open turn: it was left before */

    TabRecordNode *reviewed;
    GArray *undone; /* of TabPlay: taken back in this turn, to be played again; last first */
    TabRecordNode *redo_to; /* where turns were taken back from; NULL: none were */
    TabThrows redo_throws;  /* that lay there, */
    GArray *redo_plays;     /* and the plays taken back before, as in `undone` */
    bool replaces;          /* the next turn takes the place of one that was taken back */
    TabRecordNode *left; /* where the game stood before another try of a turn; NULL: none is made */
    TabRecordNode *tried; /* the turn that is tried again; NULL: it is gone */
    bool revocable;       /* the end here was declared, and may be taken back */
};

/* The game of `record` (taken over) where its main line ends. One written by this program without
 * turns, position and opening begins with an opening. */
TabDocument *tab_document_new(TabRecord *record, unsigned max_turns);

/* The game that is shown: the one looked at, or where it stands. */
static inline const TabGame *tab_document_game(const TabDocument *self)
{
    return self->review ? self->review : self->live;
}

/* The node that is shown: the last turn played, or the one looked at; the root before any. */
static inline TabRecordNode *tab_document_node(const TabDocument *self)
{
    return self->review ? self->reviewed : self->live->node;
}

/* Where the game stands, whatever is looked at; and what is shown. */
TabPhase tab_document_live_phase(const TabDocument *self);
TabPhase tab_document_phase(const TabDocument *self);

/* The record as text, with the throws and plays of the open turn. Free with g_free. */
char *tab_document_to_text(TabDocument *self);

/* What happens in the game; false, and nothing happens, if it is not allowed. */
bool tab_document_throw(TabDocument *self, int kind);
/* Takes back all throws after the first `n` of the open turn, or (`opening`) of the opening. */
void tab_document_unthrow(TabDocument *self, bool opening, guint n);
/* A play that leaves a side without pieces ends the turn too. */
bool tab_document_play(TabDocument *self, const TabPlay *play);
void tab_document_end_turn(TabDocument *self);
/* Ends the open turn by casting its dice once more; false if the rules do not allow that. */
bool tab_document_cast_anew(TabDocument *self);
/* Somebody resigned, or came too late. */
void tab_document_finish(TabDocument *self, TabEnding end, int winner);

/* Taking back: a declared end; a play; the turns up to the last one in which a person moved
 * something, whose throws lie there again. The turns taken back stay in the record: as the main
 * line until another turn is played, then as a variation; those of a decided game stay its main
 * line. */
bool tab_document_can_revoke(const TabDocument *self);
void tab_document_revoke(TabDocument *self);
void tab_document_undo_play(TabDocument *self);
bool tab_document_can_undo_turn(const TabDocument *self);
void tab_document_undo_turn(TabDocument *self);
/* Plays what was taken back last. */
bool tab_document_can_redo(const TabDocument *self);
bool tab_document_redo(TabDocument *self);

/* Looks at the turn of `node`, as it was played; at the root: the start. The node where the game
 * stands ends the review. */
void tab_document_review(TabDocument *self, TabRecordNode *node);
void tab_document_end_review(TabDocument *self);
/* Goes on playing after the turn that is looked at, in a variation if the record goes on there: its
 * throws are then at hand. */
bool tab_document_can_play_on(const TabDocument *self);
bool tab_document_play_on(TabDocument *self);

/* Another try of the turn that is looked at, or that has ended the game: the game goes on before
 * it, with its throws; what is played becomes a variation. */
bool tab_document_can_try_again(const TabDocument *self);
bool tab_document_try_again(TabDocument *self);
/* Back from the first such try: the game stands where it stood, and looks at the turn that was
 * tried last. */
bool tab_document_can_leave_try(const TabDocument *self);
bool tab_document_leave_try(TabDocument *self);

/* Changes to the tree; `node` is one of the record. NULL or "" removes the comment; at the root it
 * is the game's. */
void tab_document_set_comment(TabDocument *self, TabRecordNode *node, const char *comment);
/* Notes of turns of the record have been changed. */
void tab_document_notes_changed(TabDocument *self);
/* Tags of the record have been changed that say nothing about the game's course. */
void tab_document_tags_changed(TabDocument *self);
/* Makes a line of a variation the main line, up to its end; the result becomes what that says. */
void tab_document_promote(TabDocument *self, TabRecordNode *node);
/* Takes a turn (not the root) out with all that follows; the game goes back before it if it stands
 * there. */
void tab_document_remove(TabDocument *self, TabRecordNode *node);
