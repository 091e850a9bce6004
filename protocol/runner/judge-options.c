// SPDX-License-Identifier: GPL-3.0-or-later
// Checks what the options hold, and puts limits together.
#include "protocol/runner/judge-options.h"

#include "protocol/text/keywords.h"

#define MOST_MS 86400000
#define MOST_SECONDS 86400
#define MOST_AT_ONCE 1024

gboolean tab_judge_options_check(const TabJudgeOptions *options, const char *option, GError **error)
{
    if (!options->engine)
        return tab_keywords_refuse_value(error, "%s is needed (--help says more)", option);
    if (!tab_keywords_check_not_negative("--depth", options->depth, error) ||
        !tab_keywords_check_not_negative("--nodes", options->nodes, error) ||
        !tab_keywords_check_not_negative("--movetime", options->movetime, error))
        return FALSE;
    if (options->movetime > MOST_MS)
        return tab_keywords_refuse_value(error, "--movetime is at most %d", MOST_MS);
    if (options->concurrency < 1 || options->concurrency > MOST_AT_ONCE)
        return tab_keywords_refuse_value(error, "--concurrency is from 1 to %d", MOST_AT_ONCE);
    if (options->ahead < 0 || options->ahead > TAB_ANALYSIS_MAX_AHEAD)
        return tab_keywords_refuse_value(error, "--ahead is from 0 to %d", TAB_ANALYSIS_MAX_AHEAD);
    if (!(options->patience >= 0.001 && options->patience <= MOST_SECONDS))
        return tab_keywords_refuse_value(error, "--patience is from 0.001 to %d", MOST_SECONDS);
    return TRUE;
}

TabEntrant *tab_judge_options_read_engine(const TabJudgeOptions *options, const char *option,
                                          GError **error)
{
    gboolean stored = tab_entrant_is_stored(options->engine);
    g_autofree char *path = tab_engine_config_user_file();
    g_autoptr(GPtrArray) store = stored ? tab_engine_config_load(path, error) : NULL;
    if (stored && !store)
        return NULL;
    g_autoptr(TabEntrant) engine = tab_entrant_parse(options->engine, NULL, store, error);
    if (engine && (engine->control.base_ms || engine->ponder)) {
        tab_keywords_refuse_value(error, "%s has no clock (tc) and does not ponder", option);
        return NULL;
    }
    return g_steal_pointer(&engine);
}

TabLimits tab_judge_options_limits(const TabJudgeOptions *options, const TabEntrant *engine)
{
    TabLimits limits = TAB_LIMITS_INIT;
    const TabTimeControl *control = &engine->control;
    const struct {
        gint64 *limit, first, second;
    } pairs[] = {
        {&limits.depth, options->depth, control->depth},
        {&limits.nodes, options->nodes, control->nodes},
        {&limits.movetime, options->movetime, control->movetime_ms},
    };
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++)
        if (pairs[i].first || pairs[i].second)
            *pairs[i].limit = pairs[i].first ? pairs[i].first : pairs[i].second;
    return limits;
}

char *tab_judge_limits_to_string(const TabLimits *limits)
{
    GString *text = g_string_new(NULL);
    const struct {
        const char *name;
        gint64 limit;
    } all[] = {{"depth", limits->depth}, {"nodes", limits->nodes}, {"movetime", limits->movetime}};
    for (guint i = 0; i < G_N_ELEMENTS(all); i++)
        if (all[i].limit != TAB_LIMIT_UNSET)
            g_string_append_printf(text, ", %s %" G_GINT64_FORMAT, all[i].name, all[i].limit);
    return g_string_free(text, FALSE);
}
