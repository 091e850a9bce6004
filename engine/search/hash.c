// SPDX-License-Identifier: GPL-3.0-or-later
// A hash table of two words an entry; a torn entry fails its check and is as good as none.
#include "engine/search/hash.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* `data` holds the value's bits; `check` is data ^ key.b ^ depth's mark (Hyatt and Mann's lockless
 * hashing). */
typedef struct {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} Entry;

/* A table of more entries is cleared by allocating another one: only the pages that are used later
 * cost memory and time, while wiping the old one would touch all of them. */
#define LARGE (((size_t)64 << 20) / sizeof(Entry))

struct _TabHash {
    size_t size; /* entries, a power of two */
    Entry *entries;
    GPtrArray *leaves; /* of TabLeaf *, by thread */
};

TabHash *tab_hash_new(unsigned mib)
{
    TabHash *hash = g_new0(TabHash, 1);
    size_t entries = (size_t)MAX(mib, 1) * 1024 * 1024 / sizeof(Entry);
    for (hash->size = 1; 2 * hash->size <= entries; hash->size *= 2)
        ;
    hash->entries = calloc(hash->size, sizeof(Entry));
    if (!hash->entries) {
        g_free(hash);
        return NULL;
    }
    hash->leaves = g_ptr_array_new_with_free_func(free);
    return hash;
}

void tab_hash_free(TabHash *hash)
{
    if (!hash)
        return;
    free(hash->entries);
    g_ptr_array_unref(hash->leaves);
    g_free(hash);
}

void tab_hash_clear(TabHash *hash)
{
    for (unsigned i = 0; i < hash->leaves->len; i++)
        if (hash->leaves->pdata[i])
            memset(hash->leaves->pdata[i], 0, TAB_HASH_LEAVES * sizeof(TabLeaf));
    Entry *fresh = hash->size > LARGE ? calloc(hash->size, sizeof(Entry)) : NULL;
    if (fresh) {
        free(hash->entries);
        hash->entries = fresh;
        return;
    }
    memset((void *)hash->entries, 0, hash->size * sizeof(Entry));
}

static uint64_t check_of(TabKey key, unsigned depth)
{
    return key.b ^ (depth + 1) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Depths of one position lie side by side, so that a deeper value does not push out a shallow one
 * at once. */
static Entry *entry_of(const TabHash *hash, TabKey key, unsigned depth)
{
    return &hash->entries[(key.a + depth) & (hash->size - 1)];
}

bool tab_hash_probe(const TabHash *hash, TabKey key, unsigned depth, double *value)
{
    const Entry *entry = entry_of(hash, key, depth);
    uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
    uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    if ((check ^ data) != check_of(key, depth) || !(check | data))
        return false;
    memcpy(value, &data, sizeof *value);
    return true;
}

void tab_hash_store(TabHash *hash, TabKey key, unsigned depth, double value)
{
    Entry *entry = entry_of(hash, key, depth);
    uint64_t data;
    memcpy(&data, &value, sizeof data);
    atomic_store_explicit(&entry->check, data ^ check_of(key, depth), memory_order_relaxed);
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
}

TabLeaf *tab_hash_leaves(TabHash *hash, unsigned thread)
{
    if (thread >= hash->leaves->len)
        g_ptr_array_set_size(hash->leaves, (int)thread + 1);
    if (!hash->leaves->pdata[thread])
        hash->leaves->pdata[thread] = calloc(TAB_HASH_LEAVES, sizeof(TabLeaf));
    return hash->leaves->pdata[thread];
}

unsigned tab_hash_full(const TabHash *hash)
{
    size_t sample = MIN(hash->size, 1000), used = 0;
    for (size_t i = 0; i < sample; i++)
        used += atomic_load_explicit(&hash->entries[i].check, memory_order_relaxed) != 0;
    return (unsigned)(used * 1000 / sample);
}
