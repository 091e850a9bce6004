// SPDX-License-Identifier: GPL-3.0-or-later
// One end for matches that were played, resumed or merged.
#include "protocol/runner/match-output.h"

#include <stdio.h>
#include <string.h>

#include "protocol/files/growing-file.h"
#include "protocol/files/output-file.h"
#include "protocol/text/keywords.h"
#include "protocol/text/plain-text.h"
#include "protocol/report/report.h"

/* Whether a file would be written over or removed for one that an option names; the error calls it
 * `what`. */
static gboolean check_other(const TabMatchPath *path, const char *what, const char *file,
                            GError **error)
{
    g_autofree char *part = path->path && path->grows ? tab_growing_file_part(path->path) : NULL;
    const char *whose = path->path && tab_output_file_same(path->path, file) ? ""
                        : part && tab_output_file_same(part, file)           ? "'s new file"
                                                                             : NULL;
    return !whose || tab_keywords_refuse_value(error, "%s%s and %s are the same file, %s",
                                               path->option, whose, what, file);
}

gboolean tab_match_output_check_names(const TabMatchPath *paths, guint n, GError **error)
{
    for (guint i = 0; i < n; i++) {
        if (paths[i].path && !*paths[i].path)
            return tab_keywords_refuse_value(error, "%s needs the name of a file", paths[i].option);
        for (guint j = 0; j < n; j++)
            if (j != i && paths[j].path &&
                !check_other(&paths[i], paths[j].option, paths[j].path, error))
                return FALSE;
    }
    return TRUE;
}

gboolean tab_match_output_check_inputs(const TabMatchPath *paths, guint n, const char *what,
                                       char **inputs, GError **error)
{
    for (; inputs && *inputs; inputs++)
        for (guint i = 0; strcmp(*inputs, "-") && i < n; i++)
            if (!check_other(&paths[i], what, *inputs, error))
                return FALSE;
    return TRUE;
}

gboolean tab_match_output_check_writable(const TabMatchPath *paths, guint n, GError **error)
{
    gboolean ok = TRUE;
    for (guint i = 0; ok && i < n; i++)
        ok = !paths[i].path || tab_output_file_check(paths[i].path, paths[i].in_place, error);
    return ok;
}

gboolean tab_match_read_options(GStrv *words, const GOptionEntry *entries, const char *summary,
                                const char *description, GError **error)
{
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_option_context_set_summary(context, summary);
    g_option_context_set_description(context, description);
    g_option_context_add_main_entries(context, entries, NULL);
    return g_option_context_parse_strv(context, words, error) ||
           tab_keywords_refuse_words(*words, error);
}

int tab_match_output_complain(GError *error)
{
    const char *name = g_get_prgname(); /* set with the options: the command, too */
    g_autofree char *shown = tab_plain_text_lines(error->message); /* it may quote any bytes */
    fprintf(stderr, "%s: %s\n", name ? name : "tab-match", shown);
    g_error_free(error);
    return TAB_MATCH_EXIT_BAD;
}

/* The settings as key, value, …, for files; not which part of a match was played where, so that a
 * merged match tells what the whole one does. */
static GStrv list_settings(const char *text)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    g_key_file_load_from_data(file, text, (gsize)-1, G_KEY_FILE_NONE, NULL);
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
    for (GStrv group = groups; *group; group++) {
        g_auto(GStrv) keys = g_key_file_get_keys(file, *group, NULL, NULL);
        for (GStrv key = keys; key && *key; key++) {
            if (g_str_equal(*key, "shard") || g_str_equal(*key, "shards"))
                continue;
            gboolean plain = g_str_equal(*group, "match");
            g_ptr_array_add(list, plain ? g_strdup(*key) : g_strdup_printf("%s %s", *group, *key));
            g_ptr_array_add(list, g_key_file_get_string(file, *group, *key, NULL));
        }
    }
    g_ptr_array_add(list, NULL);
    return (GStrv)g_ptr_array_free(g_steal_pointer(&list), FALSE);
}

gboolean tab_match_output_print(const TabResults *results, const TabMatchPlan *plan,
                                const char *settings, const TabMatchOutput *output)
{
    gboolean ok = TRUE;
    GError *error = NULL;
    g_autofree char *lines = tab_results_score_lines(results);
    g_autofree char *faults = tab_results_fault_lines(results);
    if (fputs(lines, stdout) < 0 || fputs(faults, stdout) < 0 || fflush(stdout)) {
        tab_output_file_fail(TAB_FILE_WRITE, "the score to standard output", &error);
        tab_match_output_complain(g_steal_pointer(&error));
        ok = FALSE;
    }
    if (!output->quiet) {
        g_autofree char *text = tab_results_to_text(results, plan->times);
        fputs(text + strlen(lines), stderr); /* they stand before all else there */
    }
    g_auto(GStrv) list = list_settings(settings);
    TabResultsInfo info = {.settings = (const char *const *)list, .times = plan->times};
    if (output->json && !tab_results_write_json(results, &info, output->json, &error)) {
        tab_match_output_complain(g_steal_pointer(&error));
        ok = FALSE;
    }
    if (output->report && !tab_report_write(results, &info, output->report, &error)) {
        tab_match_output_complain(error);
        ok = FALSE;
    }
    return ok;
}

int tab_match_output_status(const TabResults *results)
{
    TabSprtState state;
    guint games = results->match.games;
    if (games && tab_results_count_faults(results) == games)
        return TAB_MATCH_EXIT_FAULTS;
    if (!tab_results_get_sprt(results, &state))
        return 0;
    switch (state.verdict) {
    case TAB_SPRT_H1:
        return 0;
    case TAB_SPRT_H0:
        return TAB_MATCH_EXIT_H0;
    default:
        return TAB_MATCH_EXIT_UNDECIDED;
    }
}
