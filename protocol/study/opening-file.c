// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what is there, and puts whole openings behind it.
#include "protocol/study/opening-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/files/input-file.h"
#include "protocol/files/journal-tail.h"
#include "protocol/files/output-file.h"

struct _TabOpeningFile {
    char *path;
    TabJournalTail tail;
    GPtrArray *openings; /* that were there */
    GHashTable *known;   /* of these, by rules and position */
};

static char *name_of(const TabRules *rules, const TabSituation *situation)
{
    g_autofree char *set = tab_ruleset_to_string(&rules->set);
    g_autofree char *position = tab_notation_situation_to_string(rules, situation);
    return g_strconcat(set, " ", position, NULL);
}

static gboolean check_method(TabOpeningFile *file, const char *method, GError **error)
{
    for (guint i = 0; i < file->openings->len; i++) {
        const TabOpeningHand *opening = file->openings->pdata[i];
        if (strcmp(opening->method, method) != 0)
            return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                    "it was made otherwise: '%.200s' instead of '%.200s'",
                                    opening->method, method);
        g_hash_table_insert(file->known, name_of(opening->rules, &opening->situation),
                            (gpointer)opening);
    }
    return TRUE;
}

static gboolean read_all(TabOpeningFile *file, const char *method, gsize *whole, gsize *length,
                         GError **error)
{
    struct stat status;
    if (fstat(file->tail.fd, &status))
        return tab_output_file_fail(TAB_FILE_READ, file->path, error);
    if (!S_ISREG(status.st_mode)) {
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s is no regular file", file->path);
        return FALSE;
    }
    g_autofree char *text = tab_input_file_read(file->path, length, error);
    if (!text)
        return FALSE;
    gboolean ok = tab_opening_table_read(text, *length, file->openings, whole, error) &&
                  check_method(file, method, error);
    if (!ok)
        g_prefix_error(error, "%s: ", file->path);
    return ok;
}

static gboolean begin(TabOpeningFile *file, const char *method, GError **error)
{
    gsize whole, length;
    if (file->tail.fd < 0)
        return tab_output_file_fail(TAB_FILE_OPEN, file->path, error);
    if (!tab_output_file_lock(file->tail.fd, file->path, error) ||
        !read_all(file, method, &whole, &length, error) ||
        !tab_journal_tail_begin(&file->tail, (goffset)whole, (goffset)length, error))
        return FALSE;
    g_autoptr(GString) head = g_string_new(TAB_OPENING_TABLE_HEAD);
    return whole || (tab_journal_tail_append(&file->tail, head, error) &&
                     tab_output_file_sync_folder(file->path, error));
}

TabOpeningFile *tab_opening_file_open(const char *path, const char *method, GError **error)
{
    g_autoptr(TabOpeningFile) file = g_new0(TabOpeningFile, 1);
    file->path = g_strdup(path);
    file->tail.path = file->path;
    file->openings = g_ptr_array_new_with_free_func((GDestroyNotify)tab_opening_hand_free);
    file->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    file->tail.fd =
        g_open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0644);
    return begin(file, method, error) ? g_steal_pointer(&file) : NULL;
}

void tab_opening_file_free(TabOpeningFile *file)
{
    if (!file)
        return;
    if (file->tail.fd >= 0)
        close(file->tail.fd);
    g_hash_table_unref(file->known);
    g_ptr_array_unref(file->openings);
    g_free(file->path);
    g_free(file);
}

GArray *tab_opening_file_look_up(const TabOpeningFile *file, const TabRules *rules,
                                 const TabSituation *situation)
{
    g_autofree char *name = name_of(rules, situation);
    const TabOpeningHand *opening = g_hash_table_lookup(file->known, name);
    return opening ? g_array_ref(opening->turns) : NULL;
}

gboolean tab_opening_file_add(TabOpeningFile *file, const TabOpeningHand *opening, GError **error)
{
    g_autofree char *name = name_of(opening->rules, &opening->situation);
    g_autoptr(GString) text = g_string_new(NULL);
    if (g_hash_table_contains(file->known, name))
        return TRUE;
    tab_opening_hand_append_csv(opening, text);
    return tab_journal_tail_append(&file->tail, text, error);
}
