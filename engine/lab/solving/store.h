// SPDX-License-Identifier: GPL-3.0-or-later
// Room for numbers of many states: in memory, or in a file that the system keeps in as much memory
// as it has to spare.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include <glib.h>

/* `memory` is zero at first, NULL for no bytes. */
typedef struct {
    void *memory;
    uint64_t bytes;
} TabStore;

/* `folder` NULL: in memory. Else in a file there that has no name, so that nothing is left of it
 * however the program ends; its room is taken at once. False and G_FILE_ERROR, which names the
 * folder, if there is not enough. */
bool tab_store_init(TabStore *store, const char *folder, uint64_t bytes, GError **error);
void tab_store_clear(TabStore *store);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(TabStore, tab_store_clear)

/* "12.3 MiB", rounded up, the same in all languages; free with g_free. */
char *tab_bytes_to_string(uint64_t bytes);
