// SPDX-License-Identifier: GPL-3.0-or-later
// One engine of a match: how to start it and what it is allowed; read from key=value,….
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/match/clock.h"

typedef struct {
    TabEngineConfig *config; /* name NULL: the engine's own */
    TabTimeControl control;  /* what it is given a turn and a game */
    gboolean ponder;         /* it may think while the other side does */
    gint64 margin_ms;        /* lateness that is forgiven; -1: the match's */
} TabEntrant;

/* Reads an engine of the command line (lists as in keywords.h). Keys:
 *
 *     cmd=COMMAND     program and arguments, quoted as in a shell and without variables
 *     conf=NAME       instead of cmd: the engine of this name in `store`, as it is stored
 *     name=NAME       without control characters; empty: the engine's own
 *     dir=FOLDER      working folder; empty: that of the match
 *     arg=TEXT        one more argument, as it stands; again for more
 *     env.NAME=TEXT   a variable of the environment; env.NAME alone takes it away
 *     inherit-env=yes|no  it gets all of the environment, not only what engines get
 *     option.NAME=TEXT  set with setoption; option.NAME alone presses a button
 *     tc=[TURNS/]SECONDS[+SECONDS]  movetime=MS  st=SECONDS (a turn)  depth=N  nodes=N
 *     ponder=yes|no (ponder: yes)   margin=MS
 *     memory=MIB (address space)   cpu=SECONDS   processes=N   files=N (open at a time)
 *     file-size=MIB   limits of the system, as in engine-config.h
 *     sandbox=yes|no  it is started in bubblewrap, without network and home folder
 *
 * 0 is no limit. Of a key given twice the last one holds, of movetime and st too. A program without
 * a slash is looked for as tab_engine_config_find_program() does.
 *
 * `each` (NULL: nothing) has the same keys but cmd, conf and name, and is read first: arguments,
 * variables and options of both come together, the engine's own later. An engine with a limit of
 * time (tc, movetime, st) has none of the limits of time of `each`; depth and nodes replace those
 * of `each` one by one. A stored engine comes before both, so that its options can be overridden.
 *
 * `store`: of TabEngineConfig, borrowed, may be NULL. Errors are G_OPTION_ERROR_BAD_VALUE and name
 * the offending part and what is allowed. */
TabEntrant *tab_entrant_parse(const char *text, const char *each, GPtrArray *store, GError **error);
/* Whether the text asks for a stored engine, so that parsing it needs the store. */
gboolean tab_entrant_is_stored(const char *text);
/* A stored engine with what `each` says for all. */
TabEntrant *tab_entrant_from_config(const TabEngineConfig *config, const char *each,
                                    GError **error);
void tab_entrant_free(TabEntrant *entrant);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEntrant, tab_entrant_free)

/* The canonical text: name and everything that decides how it plays. tab_entrant_parse() makes the
 * same entrant from it, and the same text from that. Arguments, variables and options may hold line
 * feeds; so does the text then. */
char *tab_entrant_to_string(const TabEntrant *entrant);
