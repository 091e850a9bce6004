// SPDX-License-Identifier: GPL-3.0-or-later
// What the test of an engine has found, in words.
#include "gui/engines/engine-report.h"

#include <glib/gi18n.h>

static void append_identity(GString *text, TabEngineTrial *trial)
{
    const char *author = tab_engine_trial_get_author(trial),
               *presets = tab_engine_trial_get_presets(trial);
    g_string_append_printf(text, "%s\n", tab_engine_trial_get_name(trial));
    if (author)
        /* Translators: the author of an engine. */
        g_string_append_printf(text, _("by %s\n"), author);
    /* Translators: how long an engine took to say what it is. */
    g_string_append_printf(text, _("Handshake: %u ms\n"), tab_engine_trial_get_handshake_ms(trial));
    if (*presets)
        /* Translators: the rules that an engine plays, with widths of the board. */
        g_string_append_printf(text, _("Plays: %s\n"), presets);
    else
        g_string_append(text, _("It does not say which rules it plays.\n"));
}

static void append_points(GString *text, TabEngineTrial *trial)
{
    TabTrialPoints points = tab_engine_trial_get_points(trial);
    const GPtrArray *failures = tab_engine_trial_get_failures(trial);
    if (!points.asked)
        return;
    /* Translators: how an engine keeps the protocol: number of points asked, of all, that hold,
     * that do not concern it, and that failed. */
    g_string_append_printf(
        text, _("Points of the protocol: %u of %u asked, %u hold, %u skipped, %u failed\n"),
        points.asked, points.of, points.held, points.skipped, points.failed);
    for (guint i = 0; i < failures->len; i++)
        g_string_append_printf(text, "  ✗ %s\n", (char *)failures->pdata[i]);
}

static void append_verdict(GString *text, TabEngineTrial *trial)
{
    TabTrialState state = tab_engine_trial_get_state(trial);
    if (state == TAB_TRIAL_FAILED)
        /* Translators: why the test of an engine failed. */
        g_string_append_printf(text, _("Failed: %s"), tab_engine_trial_get_fault(trial));
    else if (state == TAB_TRIAL_PASSED)
        g_string_append(text, tab_engine_trial_get_points(trial).failed
                                  ? _("The engine runs, but does not keep the whole protocol.")
                                  : _("The engine is ready to play."));
}

char *tab_engine_report_text(TabEngineTrial *trial)
{
    GString *text = g_string_new(NULL);
    if (tab_engine_trial_get_state(trial) == TAB_TRIAL_STARTING)
        g_string_append(text, _("Starting…"));
    if (tab_engine_trial_get_name(trial))
        append_identity(text, trial);
    append_points(text, trial);
    append_verdict(text, trial);
    return g_string_free(text, FALSE);
}
