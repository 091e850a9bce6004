// SPDX-License-Identifier: GPL-3.0-or-later
// The numbered points of the norm, as PROTOCOL.md lists them under "Conformance".
#pragma once

#include "protocol/conform/check.h"
#include "protocol/rules/translatable.h"

G_BEGIN_DECLS

typedef enum {
    TAB_POINT_FRESH = 1 << 0, /* wants a process that has just been started */
    TAB_POINT_LAST = 1 << 1,  /* leaves the process ended, or unfit for other points */
    TAB_POINT_TIMED = 1 << 2, /* may fail on a busy machine: asked up to three times */
    TAB_POINT_COMMA = 1 << 3, /* under a locale that writes a decimal comma; a process of its own */
} TabPointFlags;

typedef struct {
    guint number;        /* from 1; stable: what is new gets a new number */
    const char *section; /* its heading in PROTOCOL.md, without arguments */
    const char *title;   /* as the page has it; marked for translation */
    void (*check)(TabCheck *check);
    guint flags; /* TabPointFlags */
} TabPoint;

/* All points in the order of their numbers; GPtrArray of const TabPoint *. */
GPtrArray *tab_point_list(void);

/* The lists of the files check-<name>.c; a row without title ends them. */
extern const TabPoint tab_points_lines[];
extern const TabPoint tab_points_states[];
extern const TabPoint tab_points_handshake[];
extern const TabPoint tab_points_newgame[];
extern const TabPoint tab_points_setpos[];
extern const TabPoint tab_points_refusals[];
extern const TabPoint tab_points_go[];
extern const TabPoint tab_points_limits[];
extern const TabPoint tab_points_stop[];
extern const TabPoint tab_points_info[];
extern const TabPoint tab_points_options[];
extern const TabPoint tab_points_inspect[];
extern const TabPoint tab_points_bench[];

/* What several checks share. */

/* Plays a game by chance of up to `turns` turns under each ruleset (`newgame` has been sent) and
 * calls `ask` before every `every`-th of them. */
void tab_point_games(TabCheck *check, guint turns, guint every,
                     void (*ask)(TabCheck *check, TabWalk *walk));
/* How many saved tâbs the side to move has. */
guint tab_point_saved(const TabWalk *walk);
/* Calls `ask` for up to `most` games under the ruleset with saved tâbs that stand where the side to
 * move has some; `newgame` has been sent. False if no such ruleset is promised. */
gboolean tab_point_saved_games(TabCheck *check, guint most,
                               void (*ask)(TabCheck *check, TabWalk *walk));
/* Asks for a turn at the position of a walk, told as start and turns, with throws by chance. */
void tab_point_ask(TabCheck *check, const TabWalk *walk);
/* Finds a position of the base ruleset where the throws at hand have at least three outcomes, tells
 * it to the engine, and returns a turn for each; GPtrArray of char *. NULL, and the point is
 * skipped, if there is none. Clear `walk` in any case. */
GPtrArray *tab_point_choice(TabCheck *check, TabWalk *walk);
/* The first ruleset with save-tab=yes, NULL if none is promised. */
const TabRules *tab_point_saving_rules(const TabSubject *subject);
/* A copy in which the first `from` is `to`. Free with g_free. */
char *tab_point_replaced(const char *text, const char *from, const char *to);

G_END_DECLS
