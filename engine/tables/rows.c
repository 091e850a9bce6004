// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of ranks over a turn graph; 16 bits a rank if there are few ends, 32 otherwise.
#include "engine/tables/rows.h"

#include <string.h>

/* Sums are made of so many sums side by side, whatever the processor can do at once, so that they
 * are the same everywhere. */
#define LANES 8
G_STATIC_ASSERT(TAB_HAND_BOX_ALIGN * sizeof(uint16_t) == 64);
G_STATIC_ASSERT(TAB_HAND_BOX_ALIGN % LANES == 0);

struct _TabRows {
    void *memory;
    size_t room;
};

/* Where the short hands of n throws that go on begin. */
static inline unsigned short_start(unsigned n)
{
    return n * (n + 1) * (n + 2) / 3;
}

G_STATIC_ASSERT(TAB_SHORT_LEVELS *(TAB_SHORT_LEVELS + 1) * (TAB_SHORT_LEVELS + 2) / 3 ==
                TAB_SHORT_HANDS);

#define RANK uint16_t
#define NAMED(name) name##_16
#define TARGET
#include "engine/tables/rows-walk.h"

#define RANK uint32_t
#define NAMED(name) name##_32
#define TARGET
#include "engine/tables/rows-walk.h"

#if defined(__x86_64__)
#include <immintrin.h>

#define VECTOR __m256i
#define VECTOR_AND _mm256_and_si256
#define VECTOR_LOAD _mm256_loadu_si256
#define VECTOR_STORE _mm256_storeu_si256
#define VECTOR_ZERO _mm256_setzero_si256

#define RANK uint16_t
#define NAMED(name) name##_16_avx2
#define TARGET __attribute__((target("avx2")))
#define VECTOR_MAX _mm256_max_epu16
#include "engine/tables/rows-walk.h"

#define RANK uint32_t
#define NAMED(name) name##_32_avx2
#define TARGET __attribute__((target("avx2")))
#define VECTOR_MAX _mm256_max_epu32
#include "engine/tables/rows-walk.h"

#undef VECTOR
#undef VECTOR_AND
#undef VECTOR_LOAD
#undef VECTOR_STORE
#undef VECTOR_ZERO
#define VECTOR __m512i
#define VECTOR_AND _mm512_and_si512
#define VECTOR_LOAD _mm512_loadu_si512
#define VECTOR_STORE _mm512_storeu_si512
#define VECTOR_ZERO _mm512_setzero_si512

#define RANK uint16_t
#define NAMED(name) name##_16_avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl")))
#define VECTOR_MAX _mm512_max_epu16
#define GATHER_RANKS(from) _mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)(from)))
#include "engine/tables/rows-walk.h"

#define RANK uint32_t
#define NAMED(name) name##_32_avx512
#define TARGET __attribute__((target("avx512f,avx512bw,avx512vl")))
#define VECTOR_MAX _mm512_max_epu32
#define GATHER_RANKS(from) _mm256_loadu_si256((const void *)(from))
#include "engine/tables/rows-walk.h"
#endif

TabRows *tab_rows_new(void)
{
    return g_new0(TabRows, 1);
}

void tab_rows_free(TabRows *rows)
{
    if (rows)
        g_free(rows->memory);
    g_free(rows);
}

void tab_rows_short_chances(const TabHandBox *box, double chance[TAB_SHORT_HANDS])
{
    for (unsigned n = 0; n < TAB_SHORT_LEVELS; n++)
        for (unsigned j = 0; j <= n; j++)
            for (unsigned k = 0; k <= n - j; k++) {
                bool in = n < box->levels && j <= box->most && k <= box->most;
                double before = in ? box->chance[n * box->plane + tab_hand_box_at(box, j, k)] : 0;
                *chance++ = before * box->end[0];
                *chance++ = before * box->end[1];
            }
}

static size_t rank_size(uint64_t ranks)
{
    return ranks <= UINT16_MAX ? sizeof(uint16_t) : sizeof(uint32_t);
}

/* Ranks before the first row: what a shift reads there does not matter, but must be memory. */
static size_t margin(const TabHandBox *box)
{
    return box->stride + TAB_HAND_BOX_ALIGN;
}

/* Ranks of one set of rows with its margin. */
static size_t set_size(const TabHandBox *box, uint64_t nodes)
{
    return margin(box) + nodes * 3 * box->plane;
}

/* Ranks of two sets of rows and a mask. */
static size_t ranks_needed(const TabHandBox *box, uint64_t nodes)
{
    return 2 * set_size(box, nodes) + 3 * box->plane;
}

uint64_t tab_rows_memory(const TabHandBox *box, uint64_t nodes)
{
    return ranks_needed(box, nodes) * rank_size(nodes + 2);
}

/* The newest instructions that there are walks for and that can be used here. */
typedef enum { WALK_PLAIN, WALK_AVX2, WALK_AVX512 } Walk;

static Walk best_walk(unsigned flags)
{
#if defined(__x86_64__)
    if (flags & TAB_ROWS_PLAIN)
        return WALK_PLAIN;
    if (!(flags & TAB_ROWS_OLDER) && __builtin_cpu_supports("avx512f") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"))
        return WALK_AVX512;
    return __builtin_cpu_supports("avx2") ? WALK_AVX2 : WALK_PLAIN;
#else
    (void)flags;
    return WALK_PLAIN;
#endif
}

static void run_16(const TabRowsTask *task, uint16_t *memory)
{
    size_t first = margin(task->box), half = set_size(task->box, task->turns->n_nodes);
    uint16_t *rows[2] = {memory + first, memory + half + first}, *mask = memory + 2 * half;
    switch (best_walk(task->flags)) {
#if defined(__x86_64__)
    case WALK_AVX512:
        walk_16_avx512(task, rows, mask);
        return;
    case WALK_AVX2:
        walk_16_avx2(task, rows, mask);
        return;
#endif
    default:
        walk_16(task, rows, mask);
    }
}

static void run_32(const TabRowsTask *task, uint32_t *memory)
{
    size_t first = margin(task->box), half = set_size(task->box, task->turns->n_nodes);
    uint32_t *rows[2] = {memory + first, memory + half + first}, *mask = memory + 2 * half;
    switch (best_walk(task->flags)) {
#if defined(__x86_64__)
    case WALK_AVX512:
        walk_32_avx512(task, rows, mask);
        return;
    case WALK_AVX2:
        walk_32_avx2(task, rows, mask);
        return;
#endif
    default:
        walk_32(task, rows, mask);
    }
}

void tab_rows_run(TabRows *rows, const TabRowsTask *task)
{
    const TabTurns *turns = task->turns;
    size_t size = task->flags & TAB_ROWS_WIDE ? sizeof(uint32_t) : rank_size(task->n_ranks);
    size_t bytes = ranks_needed(task->box, turns->n_nodes) * size;
    if (bytes > rows->room) {
        g_free(rows->memory);
        rows->memory = g_malloc0(bytes);
        rows->room = bytes;
    }
    memset(task->sum, 0, (turns->n_full + 1) * task->saves * sizeof *task->sum);
    if (task->other_worth)
        memset(task->other_sum, 0, (turns->n_full + 1) * task->saves * sizeof *task->other_sum);
    if (task->short_rank && task->box->levels < TAB_SHORT_LEVELS) /* not all will be written */
        memset(task->short_rank, 0,
               (turns->n_full + 1) * task->saves * TAB_SHORT_HANDS * sizeof *task->short_rank);
    if (size == sizeof(uint16_t))
        run_16(task, rows->memory);
    else
        run_32(task, rows->memory);
}
