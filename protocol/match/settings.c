// SPDX-License-Identifier: GPL-3.0-or-later
// Settings of a match as a value, and as the text of a key file that journals hold.
#include "protocol/match/settings.h"

#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/rules/ending.h"
#include "protocol/study/analysis.h"

#define SHOWN_MAX 200 /* characters of a value */

TabMatchSettings *tab_match_settings_new(void)
{
    TabMatchSettings *settings = g_new0(TabMatchSettings, 1);
    settings->entrants = g_ptr_array_new_with_free_func((GDestroyNotify)tab_entrant_free);
    settings->rules = g_ptr_array_new_with_free_func((GDestroyNotify)tab_rules_unref);
    settings->sticks = g_ptr_array_new_with_free_func((GDestroyNotify)tab_stick_source_free);
    settings->schedule = (TabSchedule){.games = 100, .pairs = TRUE, .shard = 1, .shards = 1};
    settings->judge_ahead = TAB_ANALYSIS_AHEAD;
    settings->max_turns = TAB_MAX_TURNS;
    settings->margin_ms = TAB_MATCH_MARGIN_MS;
    settings->patience_ms = TAB_MATCH_PATIENCE_MS;
    settings->client = (TabClientPatience)TAB_CLIENT_PATIENCE_INIT;
    settings->times = TRUE;
    return settings;
}

void tab_match_settings_free(TabMatchSettings *settings)
{
    g_ptr_array_unref(settings->entrants);
    g_clear_pointer(&settings->judge, tab_entrant_free);
    g_ptr_array_unref(settings->rules);
    g_clear_pointer(&settings->openings, tab_openings_free);
    g_ptr_array_unref(settings->sticks);
    g_free(settings->event);
    g_free(settings->date);
    g_free(settings);
}

void tab_match_settings_add_rules(TabMatchSettings *settings, TabRules *rules)
{
    g_ptr_array_add(settings->rules, rules);
    g_ptr_array_add(settings->sticks, tab_stick_source_parse(&rules->cast, "fair", NULL));
}

gboolean tab_match_settings_parse_sticks(TabMatchSettings *settings, const char *text,
                                         GError **error)
{
    for (guint i = 0; i < settings->rules->len; i++) {
        const TabRules *rules = g_ptr_array_index(settings->rules, i);
        TabStickSource *source = tab_stick_source_parse(&rules->cast, text, error);
        if (!source)
            return FALSE;
        tab_stick_source_free(settings->sticks->pdata[i]);
        settings->sticks->pdata[i] = source;
    }
    return TRUE;
}

gint tab_match_settings_opening(const TabMatchSettings *settings, const TabPairing *pairing)
{
    if (!settings->openings)
        return -1;
    guint count = tab_openings_count(settings->openings, pairing->rules);
    return (gint)((settings->first_opening + (guint64)pairing->opening) % count);
}

/* The text. */

static const char *const formats[] = {"round-robin", "gauntlet", NULL};

char *tab_match_settings_to_text(const TabMatchSettings *settings, const char *const *names)
{
    static const char match[] = "match";
    const TabSchedule *schedule = &settings->schedule;
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GPtrArray) rules = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < settings->rules->len; i++) {
        const TabRules *one = g_ptr_array_index(settings->rules, i);
        g_ptr_array_add(rules, tab_ruleset_to_string(&one->set));
    }
    g_key_file_set_string_list(file, match, "rules", (const char *const *)rules->pdata, rules->len);
    g_key_file_set_string_list(file, match, "names", names, settings->entrants->len);
    g_key_file_set_string(file, match, "tournament", formats[schedule->format]);
    g_key_file_set_integer(file, match, "seeds", (gint)schedule->seeds);
    g_key_file_set_integer(file, match, "games", (gint)schedule->games);
    g_key_file_set_boolean(file, match, "pairs", schedule->pairs);
    g_key_file_set_integer(file, match, "shard", (gint)schedule->shard);
    g_key_file_set_integer(file, match, "shards", (gint)schedule->shards);

    g_autofree char *sticks = tab_stick_source_digest(settings->sticks->pdata[0]); /* as of all */
    g_autofree char *endings = tab_adjudication_rules_to_string(&settings->adjudication);
    g_key_file_set_uint64(file, match, "seed", settings->seed);
    g_key_file_set_string(file, match, "sticks", sticks);
    g_key_file_set_string(file, match, "adjudication", endings);
    g_key_file_set_integer(file, match, "max-turns", (gint)settings->max_turns);
    g_key_file_set_int64(file, match, "margin", settings->margin_ms);
    g_key_file_set_int64(file, match, "patience", settings->patience_ms);
    g_key_file_set_boolean(file, match, "times", settings->times);
    g_key_file_set_boolean(file, match, "error-stops", settings->error_stops);
    if (settings->openings) {
        g_autofree char *openings = tab_openings_digest(settings->openings);
        g_key_file_set_string(file, match, "openings", openings);
        g_key_file_set_integer(file, match, "first-opening", (gint)settings->first_opening);
    }
    if (settings->has_sprt) {
        g_autofree char *sprt = tab_sprt_to_string(&settings->sprt);
        g_key_file_set_string(file, match, "sprt", sprt);
    }
    if (settings->event)
        g_key_file_set_string(file, match, "event", settings->event);
    if (settings->date)
        g_key_file_set_string(file, match, "date", settings->date);

    for (guint i = 0; i < settings->entrants->len; i++) {
        g_autofree char *key = g_strdup_printf("%u", i + 1);
        g_autofree char *text = tab_entrant_to_string(g_ptr_array_index(settings->entrants, i));
        g_key_file_set_string(file, "engines", key, text);
    }
    if (settings->judge) {
        g_autofree char *text = tab_entrant_to_string(settings->judge);
        g_key_file_set_string(file, "engines", "judge", text);
    }
    return g_key_file_to_data(file, NULL, NULL);
}

/* The plan. */

void tab_match_plan_free(TabMatchPlan *plan)
{
    g_strfreev(plan->names);
    g_strfreev(plan->rules);
    g_free(plan);
}

/* A number from `min` to `max`. */
static gboolean read_ranged(GKeyFile *file, const char *key, guint min, guint max, guint *number,
                            GError **error)
{
    GError *cause = NULL;
    gint value = g_key_file_get_integer(file, "match", key, &cause);
    if (!cause && (value < (gint)min || value > (gint)max))
        g_set_error(&cause, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                    "%s is %d, not from %u to %u", key, value, min, max);
    *number = (guint)value;
    if (cause)
        g_propagate_error(error, cause);
    return !cause;
}

static gboolean read_flag(GKeyFile *file, const char *key, gboolean *flag, GError **error)
{
    GError *cause = NULL;
    *flag = g_key_file_get_boolean(file, "match", key, &cause);
    if (cause)
        g_propagate_error(error, cause);
    return !cause;
}

/* Whether a tournament can be so large. */
static gboolean check_size(const TabMatchPlan *plan, GError **error)
{
    const TabSchedule *schedule = &plan->schedule;
    if ((guint64)tab_schedule_encounters(schedule) * schedule->games > TAB_MATCH_MAX_GAMES)
        g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                    "games: more than %d in all", TAB_MATCH_MAX_GAMES);
    else if (plan->has_sprt && schedule->engines != 2)
        g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                    "sprt: there are %u engines, not two", schedule->engines);
    else
        return TRUE;
    return FALSE;
}

static TabMatchPlan *parse_plan(const char *text, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_autoptr(GError) cause = NULL;
    if (!g_key_file_load_from_data(file, text, (gsize)-1, G_KEY_FILE_NONE, error))
        return NULL;
    g_autoptr(TabMatchPlan) plan = g_new0(TabMatchPlan, 1);
    TabSchedule *schedule = &plan->schedule;
    gsize n_names, n_rules;
    plan->names = g_key_file_get_string_list(file, "match", "names", &n_names, error);
    if (!plan->names)
        return NULL;
    plan->rules = g_key_file_get_string_list(file, "match", "rules", &n_rules, error);
    if (!plan->rules)
        return NULL;
    if (n_names < 2 || n_rules < 1 || n_names > TAB_MATCH_MAX_ENGINES) {
        g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                    "names or rules: too few or too many");
        return NULL;
    }
    schedule->engines = (guint)n_names;
    schedule->rules = (guint)n_rules;
    g_autofree char *format = g_key_file_get_string(file, "match", "tournament", &cause);
    if (cause) { /* a bad escape gives a text all the same */
        g_propagate_error(error, g_steal_pointer(&cause));
        return NULL;
    }
    if (!g_strv_contains(formats, format)) {
        g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE,
                    "there is no tournament '%s'", format);
        return NULL;
    }
    gboolean gauntlet = !g_str_equal(format, formats[TAB_SCHEDULE_ROUND_ROBIN]);
    schedule->format = gauntlet ? TAB_SCHEDULE_GAUNTLET : TAB_SCHEDULE_ROUND_ROBIN;
    g_autofree char *sprt = g_key_file_get_string(file, "match", "sprt", NULL);
    plan->has_sprt = sprt != NULL;
    return read_ranged(file, "seeds", gauntlet, gauntlet ? schedule->engines - 1 : G_MAXINT,
                       &schedule->seeds, error) &&
                   read_ranged(file, "games", 1, TAB_MATCH_MAX_GAMES, &schedule->games, error) &&
                   read_flag(file, "pairs", &schedule->pairs, error) &&
                   read_ranged(file, "shards", 1, TAB_MATCH_MAX_GAMES, &schedule->shards, error) &&
                   read_ranged(file, "shard", 1, schedule->shards, &schedule->shard, error) &&
                   read_flag(file, "times", &plan->times, error) &&
                   (!sprt || tab_sprt_parse(&plan->sprt, sprt, error)) && check_size(plan, error)
               ? g_steal_pointer(&plan)
               : NULL;
}

TabMatchPlan *tab_match_plan_parse(const char *text, GError **error)
{
    g_autoptr(GError) cause = NULL;
    TabMatchPlan *plan = parse_plan(text, &cause);
    if (cause) {
        g_autofree char *shown = tab_message_printable(cause->message, -1, SHOWN_MAX);
        g_set_error_literal(error, cause->domain, cause->code, shown);
    }
    return plan;
}

/* What differs. */

/* The first item of a list, behind a comma, that is not the same in another value. */
static const char *find_difference(const char *value, const char *other)
{
    const char *item = value;
    for (const char *p = value; *p && other && *p == *other; p++, other++)
        if (*p == ',')
            item = p + 1;
    return item;
}

/* A value as it is shown: "was 50", "was not set"; a long one from where it differs from another.
 */
static char *show_value(const char *value, const char *other)
{
    if (!value || !*value)
        return g_strdup(value ? "empty" : "not set");
    if (g_utf8_strlen(value, -1) <= SHOWN_MAX)
        return g_strdup(value);
    const char *item = find_difference(value, other);
    glong length = g_utf8_strlen(item, -1);
    g_autofree char *part = g_utf8_substring(item, 0, MIN(length, SHOWN_MAX));
    return g_strconcat(item > value ? "…" : "", part, length > SHOWN_MAX ? "…" : "", NULL);
}

/* Of a part of a match also of how many: as --shard wants it. */
static char *dup_value(GKeyFile *file, const char *group, const char *key)
{
    g_autofree char *value = g_key_file_get_value(file, group, key, NULL);
    g_autofree char *of = value && g_str_equal(key, "shard")
                              ? g_key_file_get_value(file, group, "shards", NULL)
                              : NULL;
    return of ? g_strdup_printf("%s/%s", value, of) : g_steal_pointer(&value);
}

char *tab_match_settings_compare(const char *now, const char *then, const char *const *ignore)
{
    g_autoptr(GKeyFile) file = g_key_file_new(), old_file = g_key_file_new();
    if (g_str_equal(now, then))
        return NULL;
    if (!g_key_file_load_from_data(file, now, strlen(now), G_KEY_FILE_NONE, NULL) ||
        !g_key_file_load_from_data(old_file, then, strlen(then), G_KEY_FILE_NONE, NULL))
        return g_strdup("the settings are no key files");
    g_autofree char *plain = g_key_file_get_start_group(file);
    for (guint pass = 0; pass < 2; pass++) { /* what is there now, then what was */
        GKeyFile *keys = pass == 0 ? file : old_file;
        g_auto(GStrv) groups = g_key_file_get_groups(keys, NULL);
        for (char **group = groups; *group; group++) {
            g_auto(GStrv) names = g_key_file_get_keys(keys, *group, NULL, NULL);
            for (char **name = names; name && *name; name++) {
                g_autofree char *full = g_strconcat(*group, ".", *name, NULL);
                g_autofree char *value = dup_value(file, *group, *name);
                g_autofree char *old = dup_value(old_file, *group, *name);
                if (!g_strcmp0(value, old) || (ignore && g_strv_contains(ignore, full)))
                    continue;
                g_autofree char *shown = show_value(value, old),
                                *shown_old = show_value(old, value);
                gboolean bare = !g_strcmp0(*group, plain);
                return g_strdup_printf("%s%s%s: %s, was %s", bare ? "" : *group, bare ? "" : ", ",
                                       *name, shown, shown_old);
            }
        }
    }
    return NULL;
}
