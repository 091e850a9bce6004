// SPDX-License-Identifier: GPL-3.0-or-later
// Where settings are kept: where the desktop keeps its own, or in a file.
#include "gui/widgets/settings-backend.h"

#include <gio/gio.h>

/* GIO takes dconf wherever that is installed. Without a bus dconf reads, takes what is written, and
 * loses it with a warning. */
void tab_settings_backend_choose(void)
{
    if (g_getenv("GSETTINGS_BACKEND"))
        return;
    g_autoptr(GDBusConnection) bus = g_bus_get_sync(G_BUS_TYPE_SESSION, NULL, NULL);
    if (!bus)
        g_setenv("GSETTINGS_BACKEND", "keyfile", FALSE);
}
