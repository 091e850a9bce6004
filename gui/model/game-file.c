// SPDX-License-Identifier: GPL-3.0-or-later
// The file that a game in the window came from or was saved to, and games that wait to be written.
#include "gui/model/game-file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/file-work.h"
#include "gui/model/game-setup.h"
#include "gui/model/rules-text.h"
#include "gui/model/wording.h"
#include "protocol/files/input-file.h"
#include "protocol/game/record-text.h"

TabGameFile *tab_game_file_new_from_texts(const char *path, GPtrArray *texts, guint current)
{
    g_return_val_if_fail(current < texts->len, NULL);
    TabGameFile *file = g_new0(TabGameFile, 1);
    file->path = g_strdup(path);
    file->texts = g_ptr_array_ref(texts);
    file->current = current;
    return file;
}

TabGameFile *tab_game_file_copy(const TabGameFile *file)
{
    TabGameFile *copy = tab_game_file_new_from_texts(file->path, file->texts, file->current);
    copy->seen = g_strdup(file->seen);
    return copy;
}

TabGameFile *tab_game_file_new(const char *path, GPtrArray *records, guint current)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < records->len; i++) {
        GString *text = g_string_new(NULL);
        if (i != current)
            tab_record_write(records->pdata[i], text);
        g_ptr_array_add(texts, g_string_free(text, FALSE));
    }
    return tab_game_file_new_from_texts(path, texts, current);
}

TabGameFile *tab_game_file_new_single(const char *path)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(texts, g_strdup(""));
    return tab_game_file_new_from_texts(path, texts, 0);
}

void tab_game_file_free(TabGameFile *file)
{
    if (!file)
        return;
    g_free(file->path);
    g_free(file->seen);
    g_ptr_array_unref(file->texts);
    g_free(file);
}

char *tab_game_file_find_folder(const char *last, GUserDirectory usual)
{
    const char *const folders[] = {last, g_get_user_special_dir(usual)};
    for (guint i = 0; i < G_N_ELEMENTS(folders); i++)
        if (folders[i] && g_file_test(folders[i], G_FILE_TEST_IS_DIR))
            return g_strdup(folders[i]);
    return g_strdup(g_get_home_dir());
}

char *tab_game_file_get_name(const TabGameFile *file)
{
    return g_filename_display_basename(file->path);
}

char *tab_game_file_checksum(const char *text, gsize length)
{
    return g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)text, length);
}

/* Whether the file still holds what was seen; a pipe in its place holds nothing of it, and is not
 * waited for. */
static bool is_as_seen(const TabGameFile *file, const GStatBuf *info, GError **error)
{
    gsize length;
    if (!S_ISREG(info->st_mode))
        return false;
    g_autofree char *text = tab_input_file_read(file->path, &length, error);
    g_autofree char *is = text ? tab_game_file_checksum(text, length) : NULL;
    return is && g_str_equal(is, file->seen);
}

/* Whether writing takes away nothing that another program has put there. */
static bool may_write_over(const TabGameFile *file, GError **error)
{
    GStatBuf info = {0};
    GError *cause = NULL;
    if (!file->seen || (g_stat(file->path, &info) && errno == ENOENT) ||
        is_as_seen(file, &info, &cause))
        return true;
    g_autofree char *name = tab_game_file_get_name(file);
    if (!cause)
        cause = g_error_new(G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                            /* Translators: a file’s name. */
                            _("Another program has changed “%s”."), name);
    g_propagate_error(error, cause);
    return false;
}

bool tab_game_file_save(TabGameFile *file, const char *text, TabProgress *progress, GError **error)
{
    if (!may_write_over(file, error))
        return false;
    g_autoptr(GString) all = g_string_new(NULL);
    for (guint i = 0; i < file->texts->len; i++) {
        if (i)
            g_string_append_c(all, '\n');
        g_string_append(all, i == file->current ? text : (const char *)file->texts->pdata[i]);
    }
    if (!tab_file_write(file->path, all->str, all->len, progress, error))
        return false;
    g_free(file->seen);
    file->seen = tab_game_file_checksum(all->str, all->len);
    return true;
}

char *tab_game_file_describe_record(const TabRecord *record)
{
    guint turns = tab_record_count_turns(record);
    const char *white = tab_record_get_tag_or(record, "White", tab_wording_side(TAB_WHITE));
    const char *black = tab_record_get_tag_or(record, "Black", tab_wording_side(TAB_BLACK));
    g_autofree char *rules = tab_rules_text_name(record->rules);
    g_autofree char *length = g_strdup_printf(ngettext("%u turn", "%u turns", turns), turns);
    const char *result =
        record->result == TAB_RECORD_UNDECIDED ? "…" : tab_record_result_text(record->result);
    /* names in Arabic neither change places nor take the result's figures along */
    return g_strdup_printf("%s\u200e – \u200e%s  \u2066%s\u2069 · %s · %s", white, black, result,
                           rules, length);
}

bool tab_game_file_has_comments(const TabRecord *record)
{
    for (const TabRecordNode *node = record->root; node;) {
        if (node->comment)
            return true;
        if (node->child) {
            node = node->child;
            continue;
        }
        while (node && !node->next)
            node = node->parent;
        node = node ? node->next : NULL;
    }
    return false;
}

/* Of a name in a file's name; the whole must not be longer than file systems take, 255. */
#define NAME_MAX_BYTES 90

/* The player's name without what file systems do not like; the side's, if the record has none. */
static char *plain_name(const TabRecord *record, const char *tag, TabSide side)
{
    char *name = g_strdup(tab_record_get_tag_or(record, tag, ""));
    g_strdelimit(name, "/\\:*?\"<>|", ' ');
    if (!*g_strstrip(name)) {
        g_free(name);
        return g_strdup(tab_wording_side(side));
    }
    if (strlen(name) > NAME_MAX_BYTES)
        *g_utf8_find_prev_char(name, name + NAME_MAX_BYTES + 1) = '\0';
    return g_strchomp(name);
}

char *tab_game_file_suggest_name(const TabRecord *record)
{
    g_autofree char *white = plain_name(record, "White", TAB_WHITE);
    g_autofree char *black = plain_name(record, "Black", TAB_BLACK);
    g_autofree char *date = g_strdup(tab_record_get_tag_or(record, "Date", ""));
    date[strspn(date, "0123456789.")] = '\0'; /* what is unknown of it is ? */
    while (g_str_has_suffix(date, "."))
        date[strlen(date) - 1] = '\0';
    g_strdelimit(date, ".", '-');
    return g_strdup_printf("%s – %s%s%s.tab", white, black, *date ? " " : "", date);
}

/* --- waiting to be written --- */

struct _TabSaveQueue {
    GPtrArray *waiting; /* of TabSaving, each of another path */
    TabGameFile *begun; /* that is being written; NULL: none is */
};

void tab_saving_free(TabSaving *saving)
{
    if (!saving)
        return;
    tab_game_file_free(saving->file);
    g_free(saving->text);
    g_free(saving);
}

TabSaveQueue *tab_save_queue_new(void)
{
    TabSaveQueue *queue = g_new0(TabSaveQueue, 1);
    queue->waiting = g_ptr_array_new_with_free_func((GDestroyNotify)tab_saving_free);
    return queue;
}

void tab_save_queue_free(TabSaveQueue *queue)
{
    if (!queue)
        return;
    g_ptr_array_unref(queue->waiting);
    g_clear_pointer(&queue->begun, tab_game_file_free);
    g_free(queue);
}

static void forget_file(TabSaveQueue *queue, const TabGameFile *file)
{
    for (guint i = queue->waiting->len; i-- > 0;) {
        const TabSaving *saving = queue->waiting->pdata[i];
        if (g_str_equal(saving->file->path, file->path))
            g_ptr_array_remove_index(queue->waiting, i);
    }
}

void tab_save_queue_push(TabSaveQueue *queue, TabGameFile *file, char *text, guint64 changes)
{
    TabSaving *saving = g_new0(TabSaving, 1);
    *saving = (TabSaving){.file = file, .text = text, .changes = changes};
    forget_file(queue, file);
    g_ptr_array_add(queue->waiting, saving);
}

TabSaving *tab_save_queue_begin(TabSaveQueue *queue)
{
    if (queue->begun || !queue->waiting->len)
        return NULL;
    TabSaving *saving = g_ptr_array_steal_index(queue->waiting, 0);
    queue->begun = tab_game_file_copy(saving->file);
    return saving;
}

void tab_save_queue_end(TabSaveQueue *queue, const TabGameFile *written)
{
    g_return_if_fail(queue->begun);
    if (!written)
        forget_file(queue, queue->begun);
    for (guint i = 0; written && i < queue->waiting->len; i++) {
        TabGameFile *file = ((TabSaving *)queue->waiting->pdata[i])->file;
        if (!g_str_equal(file->path, written->path) || !file->seen)
            continue;
        g_free(file->seen);
        file->seen = g_strdup(written->seen);
    }
    g_clear_pointer(&queue->begun, tab_game_file_free);
}

bool tab_save_queue_is_busy(const TabSaveQueue *queue)
{
    return queue->begun || queue->waiting->len;
}

const TabGameFile *tab_save_queue_get_file(const TabSaveQueue *queue)
{
    if (!queue->waiting->len)
        return queue->begun;
    const TabSaving *last = queue->waiting->pdata[queue->waiting->len - 1];
    return last->file;
}
