// SPDX-License-Identifier: GPL-3.0-or-later
// Walks over a turn graph with ranks of RANK_BITS and the processor's newest instructions.
//
// WALK is the name of the walk, TAB_ROWS_… of rows-walk.h. All of them give the same.
#include "engine/lab/solving/rows-walk.h"

#include <string.h>

#if RANK_BITS == 16
typedef uint16_t Rank;
#else
typedef uint32_t Rank;
#endif

G_STATIC_ASSERT(TAB_HAND_BOX_ALIGN * sizeof(uint16_t) == 64);
G_STATIC_ASSERT(TAB_HAND_BOX_ALIGN % TAB_ROWS_LANES == 0);

/* A vector of ranks, if the processor has the maximum of two, and TAB_ROWS_LANES ranks as indices.
 */
#if defined(__AVX512BW__)
#include <immintrin.h>
#define VECTORS
typedef __m512i Vector;
#define vector_and _mm512_and_si512
#define vector_load _mm512_loadu_si512
#define vector_store _mm512_storeu_si512
#define vector_zero _mm512_setzero_si512
#if RANK_BITS == 16
#define vector_max _mm512_max_epu16
#define vector_of(rank) _mm512_set1_epi16((short)(rank))
#define load_indices(rank) _mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)(rank)))
#else
#define vector_max _mm512_max_epu32
#define vector_of(rank) _mm512_set1_epi32((int)(rank))
#define load_indices(rank) _mm256_loadu_si256((const void *)(rank))
#endif
#elif defined(__AVX2__)
#include <immintrin.h>
#define VECTORS
typedef __m256i Vector;
#define vector_and _mm256_and_si256
#define vector_load _mm256_loadu_si256
#define vector_store _mm256_storeu_si256
#define vector_zero _mm256_setzero_si256
#if RANK_BITS == 16
#define vector_max _mm256_max_epu16
#define vector_of(rank) _mm256_set1_epi16((short)(rank))
#else
#define vector_max _mm256_max_epu32
#define vector_of(rank) _mm256_set1_epi32((int)(rank))
#endif
#endif

/* The rank of stopping at once; `mask` is 0 where this may not be. */
typedef struct {
    Rank rank;
    const Rank *mask;
} Stop;

/* The parts of rows that are worked out at once: of each of so many planes, a plane apart, the
 * numbers that are used at a level. */
typedef struct {
    unsigned planes, plane, used;
} Part;

#ifdef VECTORS
#define MOST_VECTORS 12 /* of ranks that are worked out at once */
#define UNROLLED _Pragma("GCC unroll 12")

/* What `raise_row` does to `count` vectors from number `first` on, of each of `planes`; they stay
 * in registers meanwhile. */
static inline __attribute__((always_inline)) void
raise_some(Rank *to, bool fresh, const Rank *const *from, unsigned n_from, const Rank *mask,
           const Stop *stop, unsigned plane, unsigned first, const unsigned planes,
           const unsigned count)
{
    const unsigned step = sizeof(Vector) / sizeof *to, n = planes * count;
#define VECTOR_AT(ranks) ((const void *)((ranks) + first + v / count * plane + v % count * step))
    Vector most[MOST_VECTORS];
    UNROLLED
    for (unsigned v = 0; v < n; v++)
        most[v] = fresh ? vector_zero() : vector_load(VECTOR_AT(to));
    for (unsigned f = 0; f < n_from; f++) {
        const Rank *ranks = from[f];
        UNROLLED
        for (unsigned v = 0; v < n; v++)
            most[v] = vector_max(most[v], vector_load(VECTOR_AT(ranks)));
    }
    UNROLLED
    for (unsigned v = 0; v < n; v++)
        most[v] = vector_and(most[v], vector_load(VECTOR_AT(mask)));
    if (stop) {
        UNROLLED
        for (unsigned v = 0; v < n; v++)
            most[v] = vector_max(
                most[v], vector_and(vector_of(stop->rank), vector_load(VECTOR_AT(stop->mask))));
    }
    UNROLLED
    for (unsigned v = 0; v < n; v++)
        vector_store((void *)VECTOR_AT(to), most[v]);
#undef VECTOR_AT
}
#endif

/* Each of the numbers `to` (if they are `fresh`, taken to be 0) becomes at least that of every one
 * of `from`, and 0 where `mask` is 0; and at least the rank of stopping, where this may be. */
static inline void raise_row(Rank *to, bool fresh, const Rank *const *from, unsigned n_from,
                             const Rank *mask, const Stop *stop, Part part)
{
#ifdef VECTORS
    const unsigned step = sizeof(Vector) / sizeof *to, n = (part.used + step - 1) / step;
#define RAISE_SOME(first, planes, count)                                                           \
    raise_some(to, fresh, from, n_from, mask, stop, part.plane, first, planes, count)
#define CASE(first, planes, count)                                                                 \
    case count:                                                                                    \
        RAISE_SOME(first, planes, count);                                                          \
        break
    if (part.planes == 3 && n <= MOST_VECTORS / 3) {
        switch (n) {
            CASE(0, 3, 1);
            CASE(0, 3, 2);
            CASE(0, 3, 3);
            CASE(0, 3, 4);
        }
        return;
    }
    for (unsigned p = 0; p < part.planes; p++) {
        unsigned first = p * part.plane, left = n;
        for (; left > 8; left -= 4, first += 4 * step)
            RAISE_SOME(first, 1, 4);
        switch (left) {
            CASE(first, 1, 1);
            CASE(first, 1, 2);
            CASE(first, 1, 3);
            CASE(first, 1, 4);
            CASE(first, 1, 5);
            CASE(first, 1, 6);
            CASE(first, 1, 7);
            CASE(first, 1, 8);
        }
    }
#undef CASE
#undef RAISE_SOME
#else
    /* As far as `weigh` reads, beyond what is used: the mask makes that 0. */
    unsigned used = (part.used + TAB_ROWS_LANES - 1) / TAB_ROWS_LANES * TAB_ROWS_LANES;
    for (unsigned p = 0; p < part.planes; p++)
        for (unsigned i = p * part.plane; i < p * part.plane + used; i++) {
            Rank most = fresh ? 0 : to[i];
            for (unsigned f = 0; f < n_from; f++)
                most = from[f][i] > most ? from[f][i] : most;
            most &= mask[i];
            Rank here = stop ? stop->rank & stop->mask[i] : 0;
            to[i] = here > most ? here : most;
        }
#endif
}

/* What all nodes have in common when n throws that go on are in hand. */
typedef struct {
    unsigned n;
    unsigned fours;       /* the most of them */
    unsigned used;        /* numbers of a plane, as in tab_hand_box_used() */
    Rank *mask;           /* a row: all ones where a hand stands */
    uint32_t made, never; /* a bit for each set of throws that must be used: … */
    Rank *stop_mask;      /* … its row is made: where a turn may stop; it never may */
} Level;

static const uint32_t always[] = {UINT32_MAX};

/* Writes stop[tâbs in hand], from `last` tâbs on always the last one, wherever a turn may stop if
 * the throws of `must` must be used, and 0 elsewhere. False, and nothing written, if it never may.
 */
static bool spread(const TabHandBox *box, const Level *level, unsigned must, const uint32_t *stop,
                   unsigned last, Rank *row)
{
    const TabBoxKinds *kinds = &box->kinds;
    unsigned n = level->n;
    bool must_1 = must >> kinds->on[TAB_BOX_TAB] & 1, must_4 = must >> kinds->on[TAB_BOX_FOUR] & 1,
         must_6 = must >> kinds->on[TAB_BOX_SIX] & 1;
    if (n && must_1 && must_4 && must_6)
        return false;
    memset(row, 0, 3 * box->plane * sizeof *row);
    for (unsigned e = 0; e < 3; e++) {
        if (e && must >> kinds->end[e - 1] & 1)
            continue;
        Rank *plane = row + e * box->plane;
        for (unsigned j = 0; j <= (must_4 ? 0 : level->fours); j++) {
            unsigned sixes = must_6 ? 0 : MIN(n - j, box->sixes);
            for (unsigned k = must_1 ? n - j : 0; k <= sixes; k++)
                plane[tab_hand_box_at(box, j, k)] = (Rank)stop[MIN(n - j - k, last)];
        }
    }
    return true;
}

/* Where turns may stop; NULL if they never may. */
static const Rank *stop_mask(const TabHandBox *box, Level *level, unsigned must)
{
    Rank *mask = level->stop_mask + must * 3 * box->plane;
    if (!(level->made >> must & 1)) {
        bool may = spread(box, level, must, always, 0, mask);
        level->made |= UINT32_C(1) << must;
        level->never |= (may ? UINT32_C(0) : UINT32_C(1)) << must;
    }
    return level->never >> must & 1 ? NULL : mask;
}

/* Ranks of the step's node: of stopping at once, and of plays of a tâb, a 4 or a 6, which lead to
 * the rows of `less`, of one throw fewer. */
static inline void play_on(const TabRowsTask *task, const TabRowsStep *step, Level *level,
                           Rank *rows, const Rank *less)
{
    const TabHandBox *box = task->box;
    Part part = {.planes = 3, .plane = box->plane, .used = level->used};
    size_t row = 3 * box->plane;
    unsigned n_from = level->n ? step->n_on : 0, must = task->turns->must[step->node];
    Rank *to = rows + step->node * row;
    const Rank *from[3 * TAB_MAX_PLAYS], *shifted[TAB_ROWS_SHIFTS];
    shifted[TAB_BOX_TAB] = less;
    shifted[TAB_BOX_FOUR] = less - box->stride;
    shifted[TAB_BOX_SIX] = less - 1;
    for (unsigned i = 0; i < n_from; i++)
        from[i] = shifted[step->play[i] % TAB_ROWS_SHIFTS] + step->play[i] / TAB_ROWS_SHIFTS * row;
    const uint32_t *rank = task->stop + (size_t)step->node * task->saves;
    if (task->saves > 1) { /* what stopping is worth depends on the tâbs in hand */
        bool may = spread(box, level, must, rank, task->saves - 1, to);
        raise_row(to, !may, from, n_from, level->mask, NULL, part);
        return;
    }
    Stop stop = {.rank = (Rank)*rank, .mask = stop_mask(box, level, must)};
    raise_row(to, true, from, n_from, level->mask, stop.mask ? &stop : NULL, part);
}

/* Plays of the 2 or 3: from the plane of neither, of the same n. */
static inline void play_end(const TabRowsTask *task, const TabRowsStep *step, const Level *level,
                            Rank *rows)
{
    unsigned plane = task->box->plane;
    size_t row = 3 * plane;
    const Rank *from[TAB_MAX_PLAYS];
    const uint32_t *play = step->play + step->n_on;
    Part part = {.planes = 1, .plane = plane, .used = level->used};
    for (unsigned e = 1; e <= TAB_BOX_ENDS; e++) {
        unsigned n = step->n_end[e - 1];
        for (unsigned i = 0; i < n; i++)
            from[i] = rows + *play++ * row;
        if (n)
            raise_row(rows + step->node * row + e * plane, false, from, n, level->mask, NULL, part);
    }
}

/* The sum of chance times worth over n ranks. */
static inline double weigh(const double *chance, const double *worth, const Rank *rank, unsigned n)
{
    double lane[TAB_ROWS_LANES] = {0}, all = 0;
#ifdef __AVX512BW__
    __m512d sum = _mm512_setzero_pd();
    for (unsigned x = 0; x < n; x += TAB_ROWS_LANES) {
        __m512d found = _mm512_i32gather_pd(load_indices(rank + x), worth, 8);
        sum = _mm512_add_pd(sum, _mm512_mul_pd(_mm512_loadu_pd(chance + x), found));
    }
    _mm512_storeu_pd(lane, sum);
#else
    for (unsigned x = 0; x < n; x += TAB_ROWS_LANES)
        for (unsigned i = 0; i < TAB_ROWS_LANES; i++)
            lane[i] += chance[x + i] * worth[rank[x + i]];
#endif
    for (unsigned i = 0; i < TAB_ROWS_LANES; i++)
        all += lane[i];
    return all;
}

/* The mean worth over hands of n throws that go on, `saved` of them not thrown but saved. */
static inline double mean(const TabHandBox *box, const double *worth, const Rank *row, unsigned n,
                          unsigned saved)
{
    const double *chance = box->chance + (size_t)(n - saved) * box->plane;
    const Rank *two = row + box->plane, *three = two + box->plane;
    unsigned end = tab_hand_box_at(box, box->fours[n - saved] + 1, 0);
    return box->end[0] * weigh(chance, worth, two, end) +
           box->end[1] * weigh(chance, worth, three, end);
}

/* Where the short hands of n throws that go on begin. */
#define SHORT_START(n) ((n) * ((n) + 1) * ((n) + 2) / 3)
G_STATIC_ASSERT(SHORT_START(TAB_SHORT_LEVELS) == TAB_SHORT_HANDS);

/* What is wanted of the finished rows of a node with n throws that go on. */
static void collect(const TabRowsTask *task, uint32_t node, const Rank *row, unsigned n)
{
    const TabHandBox *box = task->box;
    for (unsigned saved = 0; saved < task->saves && saved <= n; saved++) {
        unsigned thrown = n - saved;
        size_t at = (size_t)node * task->saves + saved;
        if (thrown >= box->levels)
            continue;
        task->sum[at] += mean(box, task->worth, row, n, saved);
        if (task->other_worth)
            task->other_sum[at] += mean(box, task->other_worth, row, n, saved);
        if (!task->short_rank || thrown >= TAB_SHORT_LEVELS)
            continue;
        uint32_t *rank = task->short_rank + at * TAB_SHORT_HANDS + SHORT_START(thrown);
        for (unsigned j = 0; j <= thrown; j++)
            for (unsigned k = 0; k <= thrown - j; k++)
                for (unsigned e = 1; e <= TAB_BOX_ENDS; e++)
                    *rank++ = j <= box->fours[thrown] && k <= box->sixes
                                  ? row[e * box->plane + tab_hand_box_at(box, j, k)]
                                  : 0;
    }
}

void WALK(const TabRowsTask *task, const TabRowsStep *step, void *memory)
{
    const TabHandBox *box = task->box;
    const TabTurnGraph *turns = task->turns;
    size_t row = 3 * box->plane, set = tab_rows_set_size(box, turns->n_nodes);
    Rank *ranks = memory, *rows[2] = {ranks + row, ranks + set + row}, *masks = ranks + 2 * set;
    for (unsigned n = 0; n < box->levels + task->saves - 1; n++) {
        Level level = {.n = n,
                       .fours = tab_hand_box_fours(box, n, task->saves),
                       .used = tab_hand_box_used(box, n, task->saves),
                       .mask = masks,
                       .stop_mask = masks + row};
        Rank *now = rows[n & 1], *less = rows[~n & 1];
        spread(box, &level, 0, always, 0, level.mask);
        play_on(task, step, &level, now, less);
        const TabRowsStep *first = step + 1;
        for (uint32_t piece = turns->n_pieces; piece-- > 0;) {
            const TabRowsStep *end = first + (turns->first[piece + 1] - turns->first[piece]);
            for (const TabRowsStep *at = first; at < end; at++)
                play_on(task, at, &level, now, less);
            for (const TabRowsStep *at = first; at < end; at++) {
                play_end(task, at, &level, now);
                if (at->node <= turns->n_full)
                    collect(task, at->node, now + at->node * row, n);
            }
            first = end;
        }
    }
}
