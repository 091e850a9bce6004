// SPDX-License-Identifier: GPL-3.0-or-later
// The walk of rows.h for one type of rank and one kind of processor; included by rows.c for each.
// RANK: the type; NAMED(x): a name of its own; TARGET: an attribute of every function; VECTOR_MAX,
// if defined: the processor's maximum of a VECTOR of ranks; GATHER_RANKS, if defined: LANES ranks
// as indices.

/* Each of the n numbers `to` (if they are `fresh`, taken to be 0) becomes at least that of every
 * one of `from`, and 0 where `mask` is 0. */
TARGET static inline void NAMED(raise)(RANK *to, bool fresh, const RANK *const *from,
                                       unsigned n_from, const RANK *mask, unsigned n)
{
#ifdef VECTOR_MAX
    for (unsigned i = 0; i < n; i += sizeof(VECTOR) / sizeof *to) {
        VECTOR most = fresh ? VECTOR_ZERO() : VECTOR_LOAD((const void *)(to + i));
        for (unsigned f = 0; f < n_from; f++)
            most = VECTOR_MAX(most, VECTOR_LOAD((const void *)(from[f] + i)));
        most = VECTOR_AND(most, VECTOR_LOAD((const void *)(mask + i)));
        VECTOR_STORE((void *)(to + i), most);
    }
#else
    for (unsigned i = 0; i < n; i++) {
        RANK most = fresh ? 0 : to[i];
        for (unsigned f = 0; f < n_from; f++)
            most = from[f][i] > most ? from[f][i] : most;
        to[i] = most & mask[i];
    }
#endif
}

/* The ranks of stopping at once, for all hands of n throws that go on; 0 where the turn may not.
 * False, and nothing written, if it never may. */
TARGET static inline bool NAMED(stop)(const TabRowsTask *task, uint32_t node, unsigned n, RANK *row)
{
    const TabHandBox *box = task->box;
    const uint32_t *stop = task->stop + (size_t)node * task->saves;
    unsigned must = task->turns->must[node], last = task->saves - 1;
    bool must_1 = must >> TAB_THROW_1 & 1, must_4 = must >> TAB_THROW_4 & 1,
         must_6 = must >> TAB_THROW_6 & 1;
    if (n && must_1 && must_4 && must_6)
        return false;
    memset(row, 0, 3 * box->plane * sizeof *row);
    for (unsigned e = 0; e < 3; e++) {
        if (e && must >> (e == 1 ? TAB_THROW_2 : TAB_THROW_3) & 1)
            continue;
        RANK *plane = row + e * box->plane;
        for (unsigned j = 0; j <= (must_4 ? 0 : MIN(n, box->most)); j++) {
            unsigned sixes = must_6 ? 0 : MIN(n - j, box->most);
            for (unsigned k = must_1 ? n - j : 0; k <= sixes; k++)
                plane[tab_hand_box_at(box, j, k)] = (RANK)stop[MIN(n - j - k, last)];
        }
    }
    return true;
}

/* Plays of a tâb, a 4 or a 6: `to` has n throws that go on, the rows of `less` one fewer. */
TARGET static inline void NAMED(play_on)(const TabRowsTask *task, uint32_t node, RANK *to,
                                         bool fresh, const RANK *less, const RANK *mask)
{
    const TabTurns *turns = task->turns;
    unsigned row = 3 * task->box->plane, n = 0;
    const RANK *from[3 * TAB_MAX_PLAYS];
    static const uint8_t goes_on[3] = {TAB_THROW_1, TAB_THROW_4, TAB_THROW_6};
    for (unsigned i = 0; i < 3; i++) {
        unsigned shift = i == 0 ? 0 : i == 1 ? task->box->stride : 1;
        const uint32_t *edge = &turns->start[TAB_N_THROWS * node + goes_on[i]];
        for (uint32_t e = edge[0]; e < edge[1]; e++)
            from[n++] = less + (size_t)turns->target[e] * row - shift;
    }
    NAMED(raise)(to, fresh, from, n, mask, row);
}

/* Plays of the 2 or 3: from the plane of neither, of the same n. */
TARGET static inline void NAMED(play_end)(const TabRowsTask *task, uint32_t node, RANK *rows,
                                          const RANK *mask)
{
    const TabTurns *turns = task->turns;
    unsigned plane = task->box->plane, row = 3 * plane;
    const RANK *from[TAB_MAX_PLAYS];
    for (unsigned e = 1; e <= 2; e++) {
        unsigned n = 0;
        const uint32_t *edge =
            &turns->start[TAB_N_THROWS * node + (e == 1 ? TAB_THROW_2 : TAB_THROW_3)];
        for (uint32_t i = edge[0]; i < edge[1]; i++)
            from[n++] = rows + (size_t)turns->target[i] * row;
        if (n)
            NAMED(raise)(rows + (size_t)node * row + e * plane, false, from, n, mask, plane);
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
    unsigned end = tab_hand_box_at(box, MIN(n - saved, box->most) + 1, 0);
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
                *ranks = j <= box->most && k <= box->most
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
TARGET static inline void NAMED(set_mask)(const TabHandBox *box, unsigned n, RANK *mask)
{
    memset(mask, 0, 3 * box->plane * sizeof *mask);
    for (unsigned e = 0; e < 3; e++)
        for (unsigned j = 0; j <= MIN(n, box->most); j++)
            for (unsigned k = 0; k <= MIN(n - j, box->most); k++)
                mask[e * box->plane + tab_hand_box_at(box, j, k)] = (RANK) ~(RANK)0;
}

/* `rows`: two sets of rows, each with a margin before it that may be read; `mask`: room for a row.
 */
TARGET static void NAMED(walk)(const TabRowsTask *task, RANK *rows[2], RANK *mask)
{
    const TabTurns *turns = task->turns;
    size_t row = 3 * task->box->plane;
    for (unsigned n = 0; n < task->box->levels + task->saves - 1; n++) {
        RANK *now = rows[n & 1], *less = rows[~n & 1];
        NAMED(set_mask)(task->box, n, mask);
        for (uint32_t node = 0; node < turns->n_nodes; node++) {
            bool stops = NAMED(stop)(task, node, n, now + node * row);
            if (n)
                NAMED(play_on)(task, node, now + node * row, !stops, less, mask);
        }
        for (uint32_t node = 1; node < turns->n_nodes; node++) {
            NAMED(play_end)(task, node, now, mask);
            if (node <= turns->n_full)
                NAMED(collect)(task, node, now + node * row, n);
        }
    }
}

#undef RANK
#undef NAMED
#undef TARGET
#undef VECTOR_MAX
#undef GATHER_RANKS
