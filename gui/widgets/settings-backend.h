// SPDX-License-Identifier: GPL-3.0-or-later
// Where settings are kept: where the desktop keeps its own, or in a file.
#pragma once

/* Without a session bus, which dconf needs to write, settings are kept in a file below the user's
 * configuration, glib-2.0/settings/keyfile, unless GSETTINGS_BACKEND says otherwise. Before any use
 * of GSettings, and while there are no threads. */
void tab_settings_backend_choose(void);
