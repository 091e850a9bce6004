// SPDX-License-Identifier: GPL-3.0-or-later
// Solves one unit of a table: values, and a proof of how far they can be off.
//
// *Values.* Plain value iteration needs hundreds of backups, since a game lasts dozens of turns. So
// a step is Newton's: after a backup with residual r = B(V, V) - V the best turns are held fast,
// and D = r + A D is solved by sweeps, A being where these turns lead within the unit
// (TabSuccessors); then V becomes V + D. A is rounded and has short hands only, which slows the
// steps a little and changes nothing about their fixed point.
//
// Backups with all hands are dear. So the steps are made with few hands first, and with some more
// then, hands that are left out counting like the longest of these (tab_hand_box_close); what all
// hands add to the backup with these (the *rest*) hardly changes with V, for long hands are rare.
// It is taken from one backup with what all hands have more (tab_hand_box_difference), which need
// not tell ends of nearly the same worth apart, and steps go on with few hands and the rest. What
// is wrong about the rest the proof finds out, and it can mend it.
//
// *Proof.* Let w(s) be about the number of turns that are left, w = 1 + |A| w, and e > 0. The claim
// is that L = V - b - e w and U = V + b + e w, where b bounds the errors of smaller units, are
// bounds: L <= V* <= U. It holds if for every state s of the unit, with values of smaller units
// taken as V - b and V + b,
//
//     B(L, U)(s) >= L(s) + d,   hands outside of the box counting 0, and
//     B(U, L)(s) <= U(s) - d,   hands outside of the box counting 1, (1)
//
// for some d > 0. For cut both off at 0 and 1: as B rises with its first function and falls with
// its second, (1) still holds for L' = max(L, 0) and U' = min(U, 1) wherever L > 0 and U < 1. Let
// one player always choose the turn that is best by these bounds, and let X be L' of the state when
// this player is to move and 1 - U' when the other is. By (1) the mean of X rises by d at least in
// every turn that begins with X > 0, whatever the other player does and whatever hand is outside of
// the box; where X = 0 nothing is claimed, and play may be taken to stop there, lost. As X is
// within 0 and 1, the mean number of turns is at most 1 / d, so play ends; then X is at most the
// result, and the chance to win is at least the X of the start. Hence L <= V*, and from the other
// player's seat V* <= U. Nothing is assumed about V, w or the rules; that some play could go on for
// ever (jordan) does not matter as long as (1) holds. It cannot where one side alone can wait for
// ever (bell with two pieces against one): a U below 1 would have to fall around a circle.
//
// One walk over the hands does for both sides. It takes the ends that are best by B(U, L), whose
// value is exact then; and the mean of 1 - U (or L) over the same ends is at most B(L, U), which
// takes the best ends for it. With the two values d is found; it is more than what their rounding
// can do. Where (1) fails because the residual is larger than e allows for, the rest is mended by
// the values just seen, and steps go on; else w is made larger in the states where (1) fails, and
// what depends on them is backed up again, or w is mended everywhere by the growth that was seen
// and bounds are tried again, after a while with a walk for each of them: with a large e the ends
// that are best for one are too bad for the other.
#pragma once

#include "engine/lab/solving/backup.h"
#include "engine/tables/file.h"

#define TAB_SOLVE_ERROR (tab_solve_error_quark())
GQuark tab_solve_error_quark(void);
typedef enum {
    TAB_SOLVE_ERROR_STOPPED, /* the progress function said so */
    TAB_SOLVE_ERROR_PROOF,   /* no bounds could be proved */
} TabSolveError;

/* What goes on. */
typedef enum { TAB_SOLVE_VALUES, TAB_SOLVE_PROOF } TabSolveStage;
typedef struct {
    TabSolveStage stage;
    unsigned backup; /* from 1 in this run */
    bool rough;      /* it is one with few hands, which cost little */
    double residual; /* of the last backup; 0 before it */
    double done;     /* of this backup, 0–1 */
    bool values_new; /* the values have just been improved: the time to save them */
} TabSolveState;
typedef bool (*TabSolveProgress)(const TabSolveState *state, gpointer user_data);

/* Solves `unit`: value[0 … unit->start + unit->size - 1] has the values of smaller units, whose
 * errors are at most `smaller`, and a guess for this one, which is improved in place. `slots` as in
 * TabSuccessors. `report` has the seconds and backups that the unit has taken before, with 0 in all
 * other places, and they are added to. False and G_FILE_ERROR if there is no room, or
 * TAB_SOLVE_ERROR if it was stopped (`value` is then a better guess) or nothing could be proved. */
bool tab_solve_unit(const TabBackupSetup *setup, const TabUnit *unit, double smaller,
                    unsigned slots, double *value, TabSolveProgress progress, gpointer user_data,
                    TabUnitReport *report, GError **error);

/* Bytes for numbers of states that solving takes beside the values themselves and its backups: in
 * the setup's scratch folder, if it has one. */
uint64_t tab_solve_states_memory(const TabBackupSetup *setup, const TabUnit *unit, unsigned slots);
