// SPDX-License-Identifier: GPL-3.0-or-later
// The time on a clock, for eye and ear.
#include "gui/model/clock-text.h"

#include <glib/gi18n-lib.h>

#include "gui/model/number-text.h"

#define TENTHS_SHOWN_BELOW 100 /* ten seconds, as tab_game_clock_get_shown() has it */

char *tab_clock_text(gint64 tenths)
{
    int seconds = (int)(tenths / 10), minutes = seconds / 60, hours = minutes / 60;
    if (tenths < TENTHS_SHOWN_BELOW)
        return g_strdup_printf("0:%02d.%d", seconds, (int)(tenths % 10));
    if (hours)
        return g_strdup_printf("%d:%02d:%02d", hours, minutes % 60, seconds % 60);
    return g_strdup_printf("%d:%02d", minutes, seconds % 60);
}

/* "4 minutes 59 seconds" */
static char *spell(gint64 whole_seconds)
{
    guint minutes = (guint)(whole_seconds / 60), seconds = (guint)(whole_seconds % 60);
    g_autofree char *long_part =
        g_strdup_printf(ngettext("%u minute", "%u minutes", minutes), minutes);
    g_autofree char *short_part =
        g_strdup_printf(ngettext("%u second", "%u seconds", seconds), seconds);
    if (!minutes)
        return g_steal_pointer(&short_part);
    if (!seconds)
        return g_steal_pointer(&long_part);
    /* Translators: minutes, then seconds: "4 minutes 59 seconds". */
    return g_strdup_printf(C_("time", "%s %s"), long_part, short_part);
}

char *tab_clock_text_describe(const TabGameClock *clock, TabSide side)
{
    g_autofree char *left = spell((tab_game_clock_get_shown(clock, side) + 9) / 10);
    GString *text = g_string_new(NULL);
    g_string_append_printf(
        text,
        /* Translators: a clock for a screen reader; a time follows. */
        side == TAB_WHITE ? _("White’s clock: %s left") : _("Black’s clock: %s left"), left);
    if (clock->running == (int)side)
        /* Translators: added to what is said of a clock. */
        g_string_append_printf(text, "%s%s", tab_number_text_comma(), _("running"));
    if (tab_game_clock_is_low(clock, side))
        /* Translators: added to what is said of a clock: little time is left. */
        g_string_append_printf(text, "%s%s", tab_number_text_comma(), _("low"));
    return g_string_free(text, FALSE);
}
