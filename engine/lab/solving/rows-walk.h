// SPDX-License-Identifier: GPL-3.0-or-later
// The walk of rows.h for one type of rank and one kind of processor; included by rows.c for each.
// RANK: the type; NAMED(x): a name of its own; TARGET: an attribute of every function; VECTOR_MAX,
// if defined: the processor's maximum of a VECTOR of ranks, and VECTOR_ALL a VECTOR of one rank;
// GATHER_RANKS, if defined: LANES ranks as indices.

/* The rank of stopping at once; `mask` is 0 where this may not be. */
typedef struct {
    RANK rank;
    const RANK *mask;
} NAMED(Stop);

/* The parts of rows that are worked out at once: of each of so many planes, a plane apart, the
 * numbers that are used at a level. */
typedef struct {
    unsigned planes, plane, used;
} NAMED(Part);

#ifdef VECTOR_MAX
/* What `raise` does to `count` vectors from number `first` on, of each of `planes`; they stay in
 * registers meanwhile. */
TARGET static inline __attribute__((always_inline)) void
NAMED(raise_some)(RANK *to, bool fresh, const RANK *const *from, unsigned n_from, const RANK *mask,
                  const NAMED(Stop) * stop, unsigned plane, unsigned first, const unsigned planes,
                  const unsigned count)
{
    const unsigned step = sizeof(VECTOR) / sizeof *to, n = planes * count;
#define VECTOR_OF(ranks) ((const void *)((ranks) + first + v / count * plane + v % count * step))
    VECTOR most[MOST_VECTORS];
    UNROLLED
    for (unsigned v = 0; v < n; v++)
        most[v] = fresh ? VECTOR_ZERO() : VECTOR_LOAD(VECTOR_OF(to));
    for (unsigned f = 0; f < n_from; f++) {
        const RANK *ranks = from[f];
        UNROLLED
        for (unsigned v = 0; v < n; v++)
            most[v] = VECTOR_MAX(most[v], VECTOR_LOAD(VECTOR_OF(ranks)));
    }
    UNROLLED
    for (unsigned v = 0; v < n; v++)
        most[v] = VECTOR_AND(most[v], VECTOR_LOAD(VECTOR_OF(mask)));
    if (stop) {
        UNROLLED
        for (unsigned v = 0; v < n; v++)
            most[v] = VECTOR_MAX(
                most[v], VECTOR_AND(VECTOR_ALL(stop->rank), VECTOR_LOAD(VECTOR_OF(stop->mask))));
    }
    UNROLLED
    for (unsigned v = 0; v < n; v++)
        VECTOR_STORE((void *)VECTOR_OF(to), most[v]);
#undef VECTOR_OF
}
#endif

/* Each of the numbers `to` (if they are `fresh`, taken to be 0) becomes at least that of every one
 * of `from`, and 0 where `mask` is 0; and at least the rank of stopping, where this may be. */
TARGET static inline void NAMED(raise)(RANK *to, bool fresh, const RANK *const *from,
                                       unsigned n_from, const RANK *mask, const NAMED(Stop) * stop,
                                       NAMED(Part) part)
{
#ifdef VECTOR_MAX
#define RAISE_SOME(first, planes, count)                                                           \
    NAMED(raise_some)(to, fresh, from, n_from, mask, stop, part.plane, first, planes, count)
    const unsigned step = sizeof(VECTOR) / sizeof *to, n = (part.used + step - 1) / step;
    if (part.planes == 3 && n <= MOST_VECTORS / 3) {
        switch (n) {
        case 1:
            RAISE_SOME(0, 3, 1);
            return;
        case 2:
            RAISE_SOME(0, 3, 2);
            return;
        case 3:
            RAISE_SOME(0, 3, 3);
            return;
        default:
            RAISE_SOME(0, 3, 4);
            return;
        }
    }
    for (unsigned p = 0; p < part.planes; p++) {
        unsigned at = p * part.plane, left = n;
        for (; left > 8; left -= 4, at += 4 * step)
            RAISE_SOME(at, 1, 4);
        switch (left) {
        case 1:
            RAISE_SOME(at, 1, 1);
            break;
        case 2:
            RAISE_SOME(at, 1, 2);
            break;
        case 3:
            RAISE_SOME(at, 1, 3);
            break;
        case 4:
            RAISE_SOME(at, 1, 4);
            break;
        case 5:
            RAISE_SOME(at, 1, 5);
            break;
        case 6:
            RAISE_SOME(at, 1, 6);
            break;
        case 7:
            RAISE_SOME(at, 1, 7);
            break;
        default:
            RAISE_SOME(at, 1, 8);
        }
    }
#undef RAISE_SOME
#else
    /* As far as `weigh` reads, beyond what is used: the mask makes that 0. */
    unsigned used = (part.used + LANES - 1) / LANES * LANES;
    for (unsigned p = 0; p < part.planes; p++)
        for (unsigned i = p * part.plane; i < p * part.plane + used; i++) {
            RANK most = fresh ? 0 : to[i];
            for (unsigned f = 0; f < n_from; f++)
                most = from[f][i] > most ? from[f][i] : most;
            most &= mask[i];
            RANK here = stop ? stop->rank & stop->mask[i] : 0;
            to[i] = here > most ? here : most;
        }
#endif
}

/* Writes stop[tâbs in hand], from `last` tâbs on always the last one, wherever a turn with n throws
 * that go on may stop, and 0 elsewhere. False, and nothing written, if it never may. */
TARGET static bool NAMED(spread)(const TabHandBox *box, unsigned must, unsigned n,
                                 const uint32_t *stop, unsigned last, RANK *row)
{
    unsigned fours = tab_hand_box_fours(box, n, last + 1);
    const TabBoxKinds *kinds = &box->kinds;
    bool must_1 = must >> kinds->on[TAB_BOX_TAB] & 1, must_4 = must >> kinds->on[TAB_BOX_FOUR] & 1,
         must_6 = must >> kinds->on[TAB_BOX_SIX] & 1;
    if (n && must_1 && must_4 && must_6)
        return false;
    memset(row, 0, 3 * box->plane * sizeof *row);
    for (unsigned e = 0; e < 3; e++) {
        if (e && must >> kinds->end[e - 1] & 1)
            continue;
        RANK *plane = row + e * box->plane;
        for (unsigned j = 0; j <= (must_4 ? 0 : fours); j++) {
            unsigned sixes = must_6 ? 0 : MIN(n - j, box->sixes);
            for (unsigned k = must_1 ? n - j : 0; k <= sixes; k++)
                plane[tab_hand_box_at(box, j, k)] = (RANK)stop[MIN(n - j - k, last)];
        }
    }
    return true;
}

/* Where turns of n throws that go on may stop, by the throws that must be used. */
typedef struct {
    unsigned n;
    uint32_t made, never; /* a bit for each set of throws */
    RANK *mask;           /* room for a row of each */
} NAMED(StopMasks);

/* NULL if a turn never may. */
TARGET static const RANK *NAMED(stop_mask)(const TabHandBox *box, NAMED(StopMasks) * masks,
                                           unsigned must)
{
    static const uint32_t all[] = {UINT32_MAX};
    RANK *mask = masks->mask + must * 3 * box->plane;
    if (!(masks->made >> must & 1)) {
        bool may = NAMED(spread)(box, must, masks->n, all, 0, mask);
        masks->made |= UINT32_C(1) << must;
        masks->never |= (may ? UINT32_C(0) : UINT32_C(1)) << must;
    }
    return masks->never >> must & 1 ? NULL : mask;
}

/* Ranks of the step's node with n throws that go on: of stopping at once, and of plays of a tâb, a
 * 4 or a 6, which lead to the rows of `less`, of one throw fewer. */
TARGET static inline void NAMED(play_on)(const TabRowsTask *task, const Step *step, unsigned n,
                                         RANK *rows, const RANK *less, unsigned used,
                                         const RANK *mask, NAMED(StopMasks) * masks)
{
    NAMED(Part) part = {.planes = 3, .plane = task->box->plane, .used = used};
    size_t row = 3 * task->box->plane;
    unsigned n_from = n ? step->n_on : 0, must = task->turns->must[step->node];
    RANK *to = rows + step->node * row;
    const RANK *from[3 * TAB_MAX_PLAYS], *shifted[N_SHIFTS];
    shifted[TAB_BOX_TAB] = less;
    shifted[TAB_BOX_FOUR] = less - task->box->stride;
    shifted[TAB_BOX_SIX] = less - 1;
    for (unsigned i = 0; i < n_from; i++)
        from[i] = shifted[step->play[i] % N_SHIFTS] + step->play[i] / N_SHIFTS * row;
    const uint32_t *rank = task->stop + (size_t)step->node * task->saves;
    if (task->saves > 1) { /* what stopping is worth depends on the tâbs in hand */
        bool may = NAMED(spread)(task->box, must, n, rank, task->saves - 1, to);
        NAMED(raise)(to, !may, from, n_from, mask, NULL, part);
        return;
    }
    NAMED(Stop) stop = {.rank = (RANK)*rank, .mask = NAMED(stop_mask)(task->box, masks, must)};
    NAMED(raise)(to, true, from, n_from, mask, stop.mask ? &stop : NULL, part);
}

/* Plays of the 2 or 3: from the plane of neither, of the same n. */
TARGET static inline void NAMED(play_end)(const TabRowsTask *task, const Step *step, RANK *rows,
                                          unsigned used, const RANK *mask)
{
    unsigned plane = task->box->plane;
    size_t row = 3 * plane;
    const RANK *from[TAB_MAX_PLAYS];
    const uint32_t *play = step->play + step->n_on;
    NAMED(Part) part = {.planes = 1, .plane = plane, .used = used};
    for (unsigned e = 1; e <= 2; e++) {
        unsigned n = step->n_end[e - 1];
        for (unsigned i = 0; i < n; i++)
            from[i] = rows + *play++ * row;
        if (n)
            NAMED(raise)(rows + step->node * row + e * plane, false, from, n, mask, NULL, part);
    }
}

/* The sum of chance times worth over n ranks. */
TARGET static inline double NAMED(weigh)(const double *chance, const double *worth,
                                         const RANK *rank, unsigned n)
{
    double lane[LANES] = {0}, all = 0;
#ifdef GATHER_RANKS
    __m512d sum = _mm512_setzero_pd();
    for (unsigned x = 0; x < n; x += LANES) {
        __m512d found = _mm512_i32gather_pd(GATHER_RANKS(rank + x), worth, 8);
        sum = _mm512_add_pd(sum, _mm512_mul_pd(_mm512_loadu_pd(chance + x), found));
    }
    _mm512_storeu_pd(lane, sum);
#else
    for (unsigned x = 0; x < n; x += LANES)
        for (unsigned i = 0; i < LANES; i++)
            lane[i] += chance[x + i] * worth[rank[x + i]];
#endif
    for (unsigned i = 0; i < LANES; i++)
        all += lane[i];
    return all;
}

/* The mean worth over hands of n throws that go on, `saved` of them not thrown but saved. */
TARGET static inline double NAMED(mean)(const TabRowsTask *task, const double *worth,
                                        const RANK *row, unsigned n, unsigned saved)
{
    const TabHandBox *box = task->box;
    const double *chance = box->chance + (size_t)(n - saved) * box->plane;
    const RANK *two = row + box->plane, *three = two + box->plane;
    unsigned end = tab_hand_box_at(box, box->fours[n - saved] + 1, 0);
    return box->end[0] * NAMED(weigh)(chance, worth, two, end) +
           box->end[1] * NAMED(weigh)(chance, worth, three, end);
}

TARGET static inline void NAMED(remember)(const TabRowsTask *task, const RANK *row, unsigned n,
                                          uint32_t *ranks)
{
    const TabHandBox *box = task->box;
    for (unsigned j = 0; j <= n; j++)
        for (unsigned k = 0; k <= n - j; k++)
            for (unsigned e = 1; e <= 2; e++, ranks++)
                *ranks = j <= box->fours[n] && k <= box->sixes
                             ? row[e * box->plane + tab_hand_box_at(box, j, k)]
                             : 0;
}

/* What is wanted of the finished rows of a node with n throws that go on. */
TARGET static void NAMED(collect)(const TabRowsTask *task, uint32_t node, const RANK *row,
                                  unsigned n)
{
    for (unsigned saved = 0; saved < task->saves && saved <= n; saved++) {
        unsigned thrown = n - saved;
        size_t at = (size_t)node * task->saves + saved;
        if (thrown >= task->box->levels)
            continue;
        task->sum[at] += NAMED(mean)(task, task->worth, row, n, saved);
        if (task->other_worth)
            task->other_sum[at] += NAMED(mean)(task, task->other_worth, row, n, saved);
        if (task->short_rank && thrown < TAB_SHORT_LEVELS)
            NAMED(remember)
        (task, row, thrown, task->short_rank + at * TAB_SHORT_HANDS + short_start(thrown));
    }
}

/* All ones where a hand of n throws that go on stands, in all three planes. */
TARGET static inline void NAMED(set_mask)(const TabHandBox *box, unsigned n, unsigned fours,
                                          RANK *mask)
{
    memset(mask, 0, 3 * box->plane * sizeof *mask);
    for (unsigned e = 0; e < 3; e++)
        for (unsigned j = 0; j <= fours; j++)
            for (unsigned k = 0; k <= MIN(n - j, box->sixes); k++)
                mask[e * box->plane + tab_hand_box_at(box, j, k)] = (RANK) ~(RANK)0;
}

/* `step`: one for each node; `rows`: two sets of rows, each with a row before it that may be read;
 * `mask`: room for MASK_ROWS rows. */
TARGET static void NAMED(walk)(const TabRowsTask *task, const Step *step, RANK *rows[2], RANK *mask)
{
    const TabTurnGraph *turns = task->turns;
    size_t row = 3 * task->box->plane;
    for (unsigned n = 0; n < task->box->levels + task->saves - 1; n++) {
        RANK *now = rows[n & 1], *less = rows[~n & 1];
        unsigned fours = tab_hand_box_fours(task->box, n, task->saves),
                 used = tab_hand_box_used(task->box, n, task->saves);
        NAMED(set_mask)(task->box, n, fours, mask);
        NAMED(StopMasks) masks = {.n = n, .mask = mask + row};
        NAMED(play_on)(task, step, n, now, less, used, mask, &masks);
        /* Piece by piece, those first that plays lead to. */
        const Step *first = step + 1;
        for (uint32_t piece = turns->n_pieces; piece-- > 0;) {
            const Step *end = first + (turns->first[piece + 1] - turns->first[piece]);
            for (const Step *at = first; at < end; at++)
                NAMED(play_on)(task, at, n, now, less, used, mask, &masks);
            for (const Step *at = first; at < end; at++) {
                NAMED(play_end)(task, at, now, used, mask);
                if (at->node <= turns->n_full)
                    NAMED(collect)(task, at->node, now + at->node * row, n);
            }
            first = end;
        }
    }
}

#undef RANK
#undef NAMED
#undef TARGET
#undef VECTOR_MAX
#undef VECTOR_ALL
#undef GATHER_RANKS
