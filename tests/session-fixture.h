// SPDX-License-Identifier: GPL-3.0-or-later
// What several tests of the window's games do.
#pragma once

#include "gui/model/game-session.h"
#include "game-fixture.h"

/* Plays the first play that there is; false if there is none. */
bool session_play_any(TabGameSession *session);

/* The only game of a record's text; with this setup (NULL: another one). */
TabGameSession *session_open(const char *text, const TabGameSetup *setup);

/* The game anew from its record, as if it had been saved and opened: with this setup or, if that is
 * NULL, as the record tells, while no engine is on the list. */
TabGameSession *session_reopen(TabGameSession *session, const TabGameSetup *setup);

/* Lets engines and main loop work until the game awaits this; fails after half a minute. */
void session_run_until(TabGameSession *session, TabAwaits awaits);
