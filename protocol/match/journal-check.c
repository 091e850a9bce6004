// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a journal goes with a match: in what two settings differ, and games that are none of its
// own.
#include <string.h>

#include "protocol/match/journal.h"

#define SHOWN_MAX 200 /* characters of a value */

static gboolean is_ignored(const char *group, const char *key, const char *const *ignore)
{
    g_autofree char *name = g_strconcat(group, ".", key, NULL);
    return ignore && g_strv_contains(ignore, name);
}

/* A value as it is shown: "was 50", "was not set". */
static char *show(const char *value)
{
    if (!value)
        return g_strdup("not set");
    if (!*value)
        return g_strdup("empty");
    if (g_utf8_strlen(value, -1) <= SHOWN_MAX)
        return g_strdup(value);
    g_autofree char *start = g_utf8_substring(value, 0, SHOWN_MAX);
    return g_strconcat(start, "…", NULL);
}

/* The difference at one key, or NULL. `plain`: the group whose name is not shown. */
static char *compare_key(GKeyFile *now, GKeyFile *then, const char *plain, const char *group,
                         const char *key)
{
    g_autofree char *value = g_key_file_get_value(now, group, key, NULL);
    g_autofree char *old = g_key_file_get_value(then, group, key, NULL);
    if (!g_strcmp0(value, old))
        return NULL;
    g_autofree char *shown = show(value), *shown_old = show(old);
    gboolean bare = !g_strcmp0(group, plain);
    return g_strdup_printf("%s%s%s: %s, was %s", bare ? "" : group, bare ? "" : ", ", key, shown,
                           shown_old);
}

/* The first difference at a key of `keys`. */
static char *compare_keys_of(GKeyFile *keys, GKeyFile *now, GKeyFile *then, const char *plain,
                             const char *const *ignore)
{
    char *difference = NULL;
    g_auto(GStrv) groups = g_key_file_get_groups(keys, NULL);
    for (char **group = groups; *group && !difference; group++) {
        g_auto(GStrv) names = g_key_file_get_keys(keys, *group, NULL, NULL);
        for (char **name = names; name && *name && !difference; name++)
            if (!is_ignored(*group, *name, ignore))
                difference = compare_key(now, then, plain, *group, *name);
    }
    return difference;
}

static char *compare_key_files(GKeyFile *now, GKeyFile *then, const char *const *ignore)
{
    g_autofree char *plain = g_key_file_get_start_group(now);
    char *difference = compare_keys_of(now, now, then, plain, ignore);
    return difference ? difference : compare_keys_of(then, now, then, plain, ignore);
}

char *tab_journal_compare_settings(const char *now, const char *then, const char *const *ignore)
{
    if (g_str_equal(now, then))
        return NULL;
    g_autoptr(GKeyFile) file = g_key_file_new(), old = g_key_file_new();
    if (g_key_file_load_from_data(file, now, strlen(now), G_KEY_FILE_NONE, NULL) &&
        g_key_file_load_from_data(old, then, strlen(then), G_KEY_FILE_NONE, NULL))
        return compare_key_files(file, old, ignore);
    return g_strdup("the settings are no key files");
}

gboolean tab_journal_check_game(const TabGameResult *game, const TabSchedule *schedule,
                                GError **error)
{
    if (game->number <= tab_schedule_games(schedule) &&
        tab_schedule_is_ours(schedule, game->number)) {
        TabPairing pairing = tab_schedule_game(schedule, game->number);
        if (game->engine[TAB_WHITE] == pairing.engine[TAB_WHITE] &&
            game->engine[TAB_BLACK] == pairing.engine[TAB_BLACK] && game->rules == pairing.rules)
            return TRUE;
    }
    g_set_error(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_CONTENTS,
                "game %u is none of this match", game->number);
    return FALSE;
}
