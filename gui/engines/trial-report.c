// SPDX-License-Identifier: GPL-3.0-or-later
// What the test of an engine has found, in a player's words; what its author wants to know is
// folded away.
#include "gui/engines/trial-report.h"

#include <glib/gi18n.h>

#include "gui/widgets/label-text.h"
#include "gui/widgets/widget.h"

struct _TabTrialReport {
    GtkBox parent;
    GtkProgressBar *progress;
    GtkWidget *words, *more, *details;
};

G_DEFINE_FINAL_TYPE(TabTrialReport, tab_trial_report, GTK_TYPE_BOX)

/* --- for players --- */

static char *describe_state(const TabEngineTrial *trial)
{
    guint failed = trial->points.failed;
    switch (trial->state) {
    case TAB_TRIAL_STARTING:
        return g_strdup(_("The engine is being started…"));
    case TAB_TRIAL_CONFORMING:
        return g_strdup(_("The engine runs. Whether it keeps to the language of engines is being "
                          "tested…"));
    case TAB_TRIAL_PASSED:
        if (!failed)
            return g_strdup(_("✓ The engine is ready to play."));
        return g_strdup_printf(
            ngettext("⚠ The engine runs, but breaks %u rule of the language that engines speak. "
                     "Games with it may come to a stop.",
                     "⚠ The engine runs, but breaks %u rules of the language that engines speak. "
                     "Games with it may come to a stop.",
                     failed),
            failed);
    case TAB_TRIAL_FAILED:
    default:
        /* Translators: why the test of an engine failed. */
        return g_strdup_printf(_("✗ The engine cannot play: %s."), trial->fault);
    }
}

static char *describe_for_players(const TabEngineTrial *trial)
{
    g_autofree char *state = describe_state(trial);
    GString *text = g_string_new(state);
    if (!trial->name)
        return g_string_free(text, FALSE);
    g_string_append_printf(text, "\n\n%s\n", trial->name);
    if (trial->author)
        /* Translators: the author of an engine. */
        g_string_append_printf(text, _("by %s\n"), trial->author);
    if (*trial->presets)
        /* Translators: the rules that an engine plays, with widths of the board. */
        g_string_append_printf(text, _("Plays: %s\n"), trial->presets);
    else
        g_string_append(text, _("It does not say which rules it plays.\n"));
    g_string_truncate(text, text->len - 1);
    return g_string_free(text, FALSE);
}

/* --- for an engine's author --- */

static char *describe_for_authors(const TabEngineTrial *trial)
{
    TabTrialPoints points = trial->points;
    GString *text = g_string_new(NULL);
    if (trial->technical)
        g_string_append_printf(text, "%s\n", trial->technical);
    if (trial->name)
        /* Translators: how long an engine took to say what it is. */
        g_string_append_printf(text, _("Handshake: %u ms\n"), trial->handshake_ms);
    if (points.asked)
        /* Translators: how an engine keeps the protocol: number of points asked, of all, that hold,
         * that do not concern it, and that failed. */
        g_string_append_printf(
            text, _("Points of the protocol: %u of %u asked, %u hold, %u skipped, %u failed\n"),
            points.asked, points.of, points.held, points.skipped, points.failed);
    for (guint i = 0; i < trial->failures->len; i++)
        g_string_append_printf(text, "  ✗ %s\n", (char *)trial->failures->pdata[i]);
    if (text->len)
        g_string_truncate(text, text->len - 1);
    return g_string_free(text, FALSE);
}

/* --- the widget --- */

void tab_trial_report_show(TabTrialReport *self, TabEngineTrial *trial)
{
    TabTrialPoints points = trial->points;
    g_autofree char *words = describe_for_players(trial);
    g_autofree char *details = describe_for_authors(trial);
    tab_label_text_show(self->words, words);
    tab_label_text_set(self->details, details);
    gtk_widget_set_visible(self->more, *details != '\0');
    gtk_widget_set_visible(GTK_WIDGET(self->progress), trial->state < TAB_TRIAL_PASSED);
    gtk_progress_bar_set_fraction(self->progress, points.of ? (double)points.asked / points.of : 0);
}

void tab_trial_report_say(TabTrialReport *self, const char *text)
{
    tab_label_text_show(self->words, text);
    gtk_widget_set_visible(self->more, FALSE);
    gtk_widget_set_visible(GTK_WIDGET(self->progress), FALSE);
}

static void tab_trial_report_class_init(TabTrialReportClass *klass)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(klass);
    gtk_widget_class_set_template_from_resource(widget_class, "/org/tabgame/Tab/trial-report.ui");
    gtk_widget_class_bind_template_child(widget_class, TabTrialReport, progress);
    gtk_widget_class_bind_template_child(widget_class, TabTrialReport, words);
    gtk_widget_class_bind_template_child(widget_class, TabTrialReport, more);
    gtk_widget_class_bind_template_child(widget_class, TabTrialReport, details);
}

static void tab_trial_report_init(TabTrialReport *self)
{
    gtk_widget_init_template(GTK_WIDGET(self));
    tab_widget_fold(GTK_EXPANDER(self->more));
}
