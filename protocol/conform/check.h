// SPDX-License-Identifier: GPL-3.0-or-later
// The numbered points of the norm, as PROTOCOL.md lists them under "Conformance", and one of them
// being asked of an engine: sending, awaiting, and the first fault found.
#pragma once

#include "protocol/conform/peer.h"
#include "protocol/conform/subject.h"
#include "protocol/conform/walk.h"
#include "protocol/rules/translatable.h"

typedef enum {
    TAB_VERDICT_HOLDS, /* as yet, while the check runs */
    TAB_VERDICT_FAILS,
    TAB_VERDICT_SKIPPED,
} TabVerdict;

/* Once the verdict is no longer "holds", every function below does nothing, sends nothing and
 * answers NULL or false, so that a check can be written as the dialogue that it is. */
typedef struct {
    const TabSubject *subject;
    TabPeer *peer;
    gboolean answered; /* the process has said a line that answers a command */
    TabVerdict verdict;
    char *reason;   /* why it is skipped */
    char *expected; /* of a failure: what should have come, */
    char *came;     /* and what came */
    GQueue sent;    /* char *: the last lines sent, for people */
    GQueue said;    /* char *: the last lines in both directions, marked > and < */
    char *line;     /* the last line read */
    gboolean awake; /* the process has said something, so that its start is over */
    gint64 sent_at; /* when the last bytes were sent, monotonic time */
    gint64 end;     /* of the whole point, monotonic time: no line comes after it */
} TabCheck;

/* Begins a point: its time runs from now on. `subject` and `peer` must outlive the check; with
 * `awake` the process has answered before. */
void tab_check_init(TabCheck *check, const TabSubject *subject, TabPeer *peer, gboolean awake);
void tab_check_clear(TabCheck *check);

/* Deadlines in ms, before --time-scale. */
#define TAB_WAIT_POINT 600000 /* a whole point */
#define TAB_WAIT_START 10000  /* the first answer of a process */
#define TAB_WAIT_ANSWER 3000
#define TAB_WAIT_WORK 30000 /* answers that take computing */
#define TAB_WAIT_AT_ONCE 300
#define TAB_WAIT_QUIT 100
#define TAB_WAIT_CALM 60 /* for so long nothing comes where nothing may come */

/* Still undecided: for loops over cases. */
gboolean tab_check_open(const TabCheck *check);
/* Verdicts; the first one counts. */
void tab_check_fail(TabCheck *check, const char *expected, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
void tab_check_skip(TabCheck *check, const char *reason);
/* Fails unless `condition`; returns it. */
gboolean tab_check_that(TabCheck *check, gboolean condition, const char *expected,
                        const char *came);

/* Sends one line, or lines with \n between them. */
void tab_check_send(TabCheck *check, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* Sends bytes as they are, their line ends among them. */
void tab_check_send_bytes(TabCheck *check, const char *bytes, gsize length);

/* The next line, whatever it is; fails if none comes. Valid until the next call. */
const char *tab_check_read(TabCheck *check, guint ms);
/* The next line that answers a command: not `info`, nor words that a controller does not know. */
const char *tab_check_answer(TabCheck *check, guint ms);
/* The next answer if it comes within so many ms; without a verdict if none does. */
const char *tab_check_glance(TabCheck *check, guint ms);
/* Whether a line begins with these words, blanks between tokens as they may be. */
gboolean tab_check_begins(const char *line, const char *words);

/* Goes through a dialogue, which is written as those of PROTOCOL.md are, lines with \n between
 * them. Lines that are sent one after the other are written at once.
 *
 *   > text        this line goes to the engine; {rules} is the base ruleset, {throws} and
 *                 {position} those of the anchor, {finished} a position where the game is over
 *   > {eof}       the engine's input is closed
 *   < words       the next answer begins with these words; a code of `error` may be several,
 *                 with | between them
 *   <~ words      the same where the answer takes computing (TAB_WAIT_WORK)
 *   <! words      the same, and it comes within TAB_WAIT_AT_ONCE of what was sent last
 *   < {best}      the next answer is a `bestmove` that is legal at the anchor; <~ and <! too
 *   < {end}       the process ends, and there is no answer that has not been read
 *   < {gone}      the process ends within TAB_WAIT_QUIT, whatever it answers
 *   ? text        a command of inspection, whose answer begins with the same word; the point is
 *                 skipped if the engine does not have it
 *   ! code text   this line is sent and gets exactly one error, with this code
 *   {newgame}     sends `newgame` with the base ruleset
 *   {anchor}      the same, and sets the anchor
 *   {still}       asks for a turn at depth 1, which is legal at the anchor, once: so one sees
 *                 without inspection that the state is the anchor's still
 *   {work}        starts a perft that no engine ends soon; skips the point if it ends even so
 *   < {stopped}   the answer of a work that was stopped: right, or that of one that had ended
 *   {ready}       nothing is on its way any more: isready is answered by readyok and nothing before
 *   {calm}        no answer comes for TAB_WAIT_CALM
 *   {moment}      so long is waited, and an answer that comes is passed over */
void tab_check_dialogue(TabCheck *check, const char *format, ...) G_GNUC_PRINTF(2, 3);
/* The same once for each of these texts, separated by `|`, in place of each {}. */
void tab_check_each(TabCheck *check, const char *dialogue, const char *texts);

/* {ready} of a dialogue. */
void tab_check_settle(TabCheck *check);
/* No answer comes for so long. */
void tab_check_calm(TabCheck *check, guint ms);
/* The lines up to the one that begins with these words, or with `error`, without that one, which is
 * then check->line; GPtrArray of char *. */
GPtrArray *tab_check_read_up_to(TabCheck *check, const char *words, guint ms);
/* Sends a command of inspection and returns the lines of its answer, the last of which begins with
 * `end`. NULL if there is none: the point is skipped if the engine does not have the command. */
GPtrArray *tab_check_inspect(TabCheck *check, const char *command, const char *end, guint ms);
/* The same where only the last line counts; valid until the next call. */
const char *tab_check_inspect_last(TabCheck *check, const char *command, const char *end, guint ms);
/* Reads a whole text as a finite number in the C locale, or as a whole number from 0 on. */
gboolean tab_check_parse_number(const char *text, double *number);
gboolean tab_check_parse_count(const char *text, gint64 *count);

/* The turn of the next answer, which must be a `bestmove`. */
const char *tab_check_bestmove(TabCheck *check, guint ms);
/* The same, and the turn must be legal here (or `none`, if there is nothing to choose). */
void tab_check_expect_best(TabCheck *check, const TabRules *rules, const TabSituation *situation,
                           guint ms);
/* Sets the position `text` (what stands behind `setpos`) with the throws of `situation`, lets the
 * engine choose at depth 1 and expects a legal turn, once. */
void tab_check_ask(TabCheck *check, const TabRules *rules, const char *text,
                   const TabSituation *situation);
/* Sends `newgame` with these rules; `throw` with these throws, if there are some. */
void tab_check_newgame(TabCheck *check, const TabRules *rules);
void tab_check_throw(TabCheck *check, const TabRules *rules, const TabThrows *throws);

/* The process ends within so many ms. Returns its status of waitpid(). */
int tab_check_ended(TabCheck *check, guint ms);
/* The next answer of a process that has ended, NULL if there is none left. */
const char *tab_check_left(TabCheck *check);
/* Fails if more than `ms` (scaled) have passed since `start`, of g_get_monotonic_time(). */
void tab_check_in_time(TabCheck *check, gint64 start, guint ms, const char *what);

/* --- points --- */

typedef enum {
    TAB_POINT_FRESH = 1 << 0, /* wants a process that has just been started */
    TAB_POINT_LAST = 1 << 1,  /* leaves the process ended, or unfit for other points */
    TAB_POINT_TIMED = 1 << 2, /* may fail on a busy machine: asked up to three times */
    TAB_POINT_COMMA = 1 << 3, /* under a locale that writes a decimal comma; a process of its own */
} TabPointFlags;

typedef struct {
    guint number;                   /* from 1; stable: what is new gets a new number */
    const char *section;            /* its heading in PROTOCOL.md, without arguments */
    const char *title;              /* as the page has it; marked for translation */
    void (*check)(TabCheck *check); /* how it is asked: this, or one of those below */
    guint flags;                    /* TabPointFlags, most often none */
    const char *option;             /* without it the point is skipped; NULL: needs none */
    const char *dialogue, *texts;   /* tab_check_each(); without texts once as it is */
    /* Where the base ruleset leaves a choice; `turns` has a turn for each outcome, at least three;
     * the position and throws are told. */
    void (*choose)(TabCheck *check, const TabWalk *walk, const GPtrArray *turns);
    /* Under each ruleset, in a game of up to `turns` turns, before every `every`-th. */
    void (*ask)(TabCheck *check, TabWalk *walk);
    guint turns, every;
} TabPoint;

/* The lists of the files points-<name>.c; a row without title ends them. */
extern const TabPoint tab_points_lines[], tab_points_states[], tab_points_handshake[],
    tab_points_position[], tab_points_go[], tab_points_inspect[], tab_points_casts[];

/* Asks a point, by whichever of these its row has. */
void tab_point_check(TabCheck *check, const TabPoint *point);

/* What several checks share. */

/* Plays a game by chance under each ruleset (`newgame` has been sent) and calls `ask` as TabPoint
 * says. */
void tab_point_games(TabCheck *check, guint turns, guint every,
                     void (*ask)(TabCheck *check, TabWalk *walk));
/* How many saved tâbs the side to move has. */
guint tab_point_saved(const TabWalk *walk);
/* Whether a turn has a hand of Tâb's throws: 4 6 3. */
gboolean tab_point_throws_tab(const TabRules *rules);
/* Calls `ask` for up to `most` games under the ruleset with saved tâbs that stand where the side to
 * move has some; `newgame` has been sent. False if no such ruleset is promised. */
gboolean tab_point_saved_games(TabCheck *check, guint most,
                               void (*ask)(TabCheck *check, TabWalk *walk));
/* Tells the engine where a walk stands: start, turns, and the throws at hand. */
void tab_point_tell(TabCheck *check, const TabWalk *walk);
/* Asks for a turn at the position of a walk, with throws by chance. */
void tab_point_ask(TabCheck *check, TabWalk *walk);
/* Finds a position of the base ruleset where the throws at hand have at least three outcomes, tells
 * it to the engine, and calls `choose` with a turn for each; the point is skipped if there is none.
 */
void tab_point_choice(TabCheck *check,
                      void (*choose)(TabCheck *check, const TabWalk *walk, const GPtrArray *turns));
/* The first ruleset with save-tab=yes, NULL if none is promised. */
const TabRules *tab_point_saving_rules(const TabSubject *subject);
/* A copy in which the first `from` is `to`. Free with g_free. */
char *tab_point_replaced(const char *text, const char *from, const char *to);
