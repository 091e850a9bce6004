// SPDX-License-Identifier: GPL-3.0-or-later
// How far a person has come with problems, kept in a file.
#include "gui/model/problem-progress.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <unistd.h>

#include "protocol/files/output-file.h"
#include "protocol/game/key-file.h"
#include "protocol/rules/types.h"

#define LOCK_TRIES 10 /* each waits as long as output-file.h says, some seconds */

char *tab_problem_progress_user_file(void)
{
    return g_build_filename(g_get_user_data_dir(), "tab", "problems.ini", NULL);
}

void tab_problem_state_take(TabProblemState *state, const TabProblemAnswer *answer)
{
    /* as far as a file can say it */
    if (state->answers < G_MAXINT32)
        state->answers++;
    if (answer->quality >= TAB_REPETITION_KNOWN && state->right < G_MAXINT32)
        state->right++;
    state->loss = answer->loss;
    state->last = answer->day;
    tab_repetition_answer(&state->repetition, answer->quality, answer->day);
}

/* --- reading --- */

/* What is wrong with a group; always false. */
static bool fail(const char *group, const char *key, const char *value, GError **error)
{
    g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "[%s]: %s=%s", group, key,
                value);
    return false;
}

static bool read_number(GKeyFile *file, const char *group, const char *key, double most,
                        double *number, GError **error)
{
    g_autofree char *text = g_key_file_get_value(file, group, key, error);
    char *end;
    if (!text)
        return false;
    *number = g_ascii_strtod(text, &end);
    return (*text && !*end && *number >= 0 && *number <= most) || fail(group, key, text, error);
}

static bool read_count(GKeyFile *file, const char *group, const char *key, guint *count,
                       GError **error)
{
    double number;
    if (!read_number(file, group, key, G_MAXINT32, &number, error))
        return false;
    *count = (guint)number;
    if (number > floor(number)) {
        g_autofree char *text = g_key_file_get_value(file, group, key, NULL);
        return fail(group, key, text, error);
    }
    return true;
}

/* Whether a text has digits where the pattern has them, and all else the same. */
static bool looks_like(const char *text, const char *pattern)
{
    while (*pattern && (g_ascii_isdigit(*pattern) ? g_ascii_isdigit(*text) : *text == *pattern)) {
        text++;
        pattern++;
    }
    return !*text && !*pattern;
}

/* A day as YYYY-MM-DD. */
static bool read_day(GKeyFile *file, const char *group, const char *key, guint32 *day,
                     GError **error)
{
    g_autofree char *text = g_key_file_get_value(file, group, key, error);
    unsigned year, month, of_month;
    if (!text)
        return false;
    if (!looks_like(text, "0000-00-00") ||
        sscanf(text, "%4u-%2u-%2u", &year, &month, &of_month) != 3 ||
        !g_date_valid_dmy((GDateDay)of_month, (GDateMonth)month, (GDateYear)year))
        return fail(group, key, text, error);
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_dmy(&date, (GDateDay)of_month, (GDateMonth)month, (GDateYear)year);
    *day = g_date_get_julian(&date);
    return true;
}

/* Whether what was read fits together. */
static bool check_repetition(GKeyFile *file, const char *group, const TabRepetition *repetition,
                             GError **error)
{
    const char *key = repetition->ease < TAB_REPETITION_LEAST_EASE ? "ease" : "interval";
    if (tab_repetition_is_valid(repetition))
        return true;
    g_autofree char *text = g_key_file_get_value(file, group, key, NULL);
    return fail(group, key, text, error);
}

/* Of two keys of one name GKeyFile would take away one, and the other would come to light. */
static bool check_keys(GKeyFile *file, const char *group, GError **error)
{
    g_auto(GStrv) keys = g_key_file_get_keys(file, group, NULL, NULL);
    for (char **key = keys; key && *key; key++)
        if (g_strv_contains((const char *const *)key + 1, *key)) {
            g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_PARSE,
                        "[%s]: %s= stands there twice", group, *key);
            return false;
        }
    return true;
}

static bool read_state(GKeyFile *file, const char *group, TabProblemState *state, GError **error)
{
    TabRepetition *repetition = &state->repetition;
    bool has_loss = g_key_file_has_key(file, group, "loss", NULL);
    *state = (TabProblemState)TAB_PROBLEM_STATE_INIT;
    return check_keys(file, group, error) &&
           read_count(file, group, "answers", &state->answers, error) &&
           read_count(file, group, "right", &state->right, error) &&
           read_day(file, group, "last", &state->last, error) &&
           (!has_loss || read_number(file, group, "loss", 1, &state->loss, error)) &&
           read_count(file, group, "known", &repetition->known, error) &&
           read_count(file, group, "interval", &repetition->interval, error) &&
           read_number(file, group, "ease", TAB_REPETITION_MOST_EASE, &repetition->ease, error) &&
           read_day(file, group, "due", &repetition->due, error) &&
           check_repetition(file, group, repetition, error);
}

static GHashTable *read_all(GKeyFile *file, const char *path, GError **error)
{
    g_autoptr(GHashTable) states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    g_auto(GStrv) groups = g_key_file_get_groups(file, NULL);
    for (char **group = groups; *group; group++) {
        TabProblemState state;
        g_autoptr(GError) cause = NULL;
        if (!read_state(file, *group, &state, &cause)) {
            tab_rules_make_printable(cause);
            g_propagate_prefixed_error(error, g_steal_pointer(&cause), "%s: ", path);
            return NULL;
        }
        g_hash_table_insert(states, g_strdup(*group), g_memdup2(&state, sizeof state));
    }
    return g_steal_pointer(&states);
}

GHashTable *tab_problem_progress_load(const char *path, GError **error)
{
    g_autoptr(GKeyFile) file = tab_key_file_load(path, error);
    return file ? read_all(file, path, error) : NULL;
}

/* --- writing --- */

static void write_number(GKeyFile *file, const char *group, const char *key, double number)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_key_file_set_value(file, group, key, g_ascii_formatd(text, sizeof text, "%.4f", number));
}

static void write_day(GKeyFile *file, const char *group, const char *key, guint32 day)
{
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_julian(&date, day);
    g_autofree char *text = g_strdup_printf("%04u-%02u-%02u", g_date_get_year(&date),
                                            g_date_get_month(&date), g_date_get_day(&date));
    g_key_file_set_value(file, group, key, text);
}

static void write_state(GKeyFile *file, const char *group, const TabProblemState *state)
{
    g_key_file_set_integer(file, group, "answers", (gint)state->answers);
    g_key_file_set_integer(file, group, "right", (gint)state->right);
    write_day(file, group, "last", state->last);
    if (isnan(state->loss))
        g_key_file_remove_key(file, group, "loss", NULL);
    else
        write_number(file, group, "loss", state->loss);
    g_key_file_set_integer(file, group, "known", (gint)state->repetition.known);
    g_key_file_set_integer(file, group, "interval", (gint)state->repetition.interval);
    write_number(file, group, "ease", state->repetition.ease);
    write_day(file, group, "due", state->repetition.due);
}

/* Reads, changes and writes the file, whose lock is held. */
static bool answer_locked(const char *path, const TabProblemAnswer *answer, TabProblemState *state,
                          GError **error)
{
    g_autoptr(GKeyFile) file = tab_key_file_load(path, error);
    g_autoptr(GHashTable) states = file ? read_all(file, path, error) : NULL;
    if (!states)
        return false;
    const TabProblemState *known = g_hash_table_lookup(states, answer->key);
    *state = known ? *known : (TabProblemState)TAB_PROBLEM_STATE_INIT;
    tab_problem_state_take(state, answer);
    write_state(file, answer->key, state);
    gsize length;
    g_autofree char *text = g_key_file_to_data(file, &length, NULL);
    return tab_output_file_replace(path, text, (gssize)length, error);
}

/* Whoever has the lock has it for a moment, but on a slow disk several may be before us. */
static bool wait_for_lock(int fd, const char *name, GError **error)
{
    g_autoptr(GError) busy = NULL;
    for (int i = 0; i < LOCK_TRIES; i++) {
        g_clear_error(&busy);
        if (tab_output_file_lock(fd, name, &busy))
            return true;
        if (!g_error_matches(busy, G_FILE_ERROR, G_FILE_ERROR_AGAIN))
            break;
    }
    g_propagate_error(error, g_steal_pointer(&busy));
    return false;
}

/* The lock is a file of its own: what is written takes the place of the file itself. */
static int lock(const char *path, GError **error)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *name = g_strconcat(path, ".lock", NULL);
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        tab_output_file_fail(TAB_FILE_MAKE_FOLDER, folder, error);
        return -1;
    }
    int fd = g_open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) {
        tab_output_file_fail(TAB_FILE_OPEN, name, error);
    } else if (!wait_for_lock(fd, name, error)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

bool tab_problem_progress_answer(const char *path, const TabProblemAnswer *answer,
                                 TabProblemState *state, GError **error)
{
    TabProblemState own;
    int fd = lock(path, error);
    bool written = fd >= 0 && answer_locked(path, answer, state ? state : &own, error);
    if (fd >= 0)
        close(fd);
    return written;
}
