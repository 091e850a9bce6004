// SPDX-License-Identifier: GPL-3.0-or-later
// Games that wait to be written to files, in the order of the wishes.
#include "gui/model/save-queue.h"

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

static void forget(TabSaveQueue *queue, const TabGameFile *file)
{
    for (guint i = queue->waiting->len; i-- > 0;) {
        const TabSaving *saving = queue->waiting->pdata[i];
        if (g_str_equal(tab_game_file_get_path(saving->file), tab_game_file_get_path(file)))
            g_ptr_array_remove_index(queue->waiting, i);
    }
}

void tab_save_queue_push(TabSaveQueue *queue, TabGameFile *file, char *text, guint64 changes)
{
    TabSaving *saving = g_new0(TabSaving, 1);
    *saving = (TabSaving){.file = file, .text = text, .changes = changes};
    forget(queue, file);
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

void tab_save_queue_end(TabSaveQueue *queue, bool written)
{
    g_return_if_fail(queue->begun);
    if (!written)
        forget(queue, queue->begun);
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
