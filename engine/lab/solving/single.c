// SPDX-License-Identifier: GPL-3.0-or-later
// Lists where throws lead, and backs up states by these lists.
#include "engine/lab/solving/single.h"

#include <math.h>

#include "engine/lab/solving/graph-parts.h"
#include "protocol/rules/movegen.h"

G_STATIC_ASSERT(TAB_MAX_PLAYS < UINT8_MAX); /* ends of one throw: its plays, or none played */

/* --- lists --- */

static uint64_t end_at(const TabBackupSetup *setup, TabPosition *after, bool again)
{
    TabPlace place;
    if (!after->pieces[TAB_BLACK])
        return TAB_INDEX_TOO_MANY;
    after->side = again ? TAB_WHITE : TAB_BLACK;
    tab_index_find(setup->index, after, &place);
    return tab_layers_state(setup->layers, &place);
}

/* Adds the ends with one throw, and returns their number. */
static uint8_t list_throw(const TabBackupSetup *setup, const TabPosition *position, int t,
                          GArray *ends)
{
    TabPlay plays[TAB_MAX_PLAYS];
    TabPosition after;
    unsigned n = tab_movegen_plays(tab_index_rules(setup->index), position, t, plays);
    unsigned before = ends->len;
    bool must = false, again = tab_index_rules(setup->index)->cast.kind[t].again;
    for (unsigned i = 0; i < n; i++) {
        tab_position_play(&after, position, &plays[i]);
        uint64_t end = end_at(setup, &after, again);
        g_array_append_val(ends, end);
        must |= !(plays[i].flags & TAB_PLAY_REDUCE);
    }
    if (!must) {
        after = *position;
        uint64_t end = end_at(setup, &after, again);
        g_array_append_val(ends, end);
    }
    return (uint8_t)(ends->len - before);
}

TabSingleEnds *tab_single_ends_new(const TabBackupSetup *setup, uint64_t first, uint64_t count)
{
    TabSingleEnds *ends = g_new(TabSingleEnds, 1);
    unsigned kinds = tab_index_rules(setup->index)->cast.n_kinds;
    *ends = (TabSingleEnds){.first = first, .count = count, .kinds = kinds};
    ends->n = g_new0(uint8_t, count * kinds);
    GArray *list = g_array_new(FALSE, FALSE, sizeof *ends->end);
    for (uint64_t s = 0; s < count; s++) {
        TabPlace place = tab_layers_place(setup->layers, setup->index, first + s);
        TabPosition position;
        tab_index_position(setup->index, &place, &position);
        if (tab_graph_parts_is_stuck(tab_index_rules(setup->index), &position))
            continue;
        for (unsigned t = 0; t < kinds; t++)
            ends->n[s * kinds + t] = list_throw(setup, &position, (int)t, list);
    }
    ends->n_ends = list->len;
    ends->end = g_memdup2(list->data, ends->n_ends * sizeof *ends->end);
    g_array_free(list, TRUE);
    return ends;
}

void tab_single_ends_free(TabSingleEnds *ends)
{
    if (!ends)
        return;
    g_free(ends->end);
    g_free(ends->n);
    g_free(ends);
}

uint64_t tab_single_ends_size(const TabSingleEnds *ends)
{
    return sizeof *ends + ends->n_ends * sizeof *ends->end + ends->count * ends->kinds;
}

/* --- backups --- */

/* The best end with one throw: its worth for the side that moved. */
typedef struct {
    double worth;
    double other;   /* the same with S and T exchanged */
    double most;    /* of any end, by the mean of both worths */
    uint64_t state; /* TAB_INDEX_TOO_MANY: won */
} Best;

static Best best_end(const TabBackup *backup, const uint64_t *end, unsigned n, bool again)
{
    Best best = {.worth = -INFINITY, .most = -INFINITY};
    for (unsigned i = 0; i < n; i++) {
        if (end[i] == TAB_INDEX_TOO_MANY) /* nothing is worth more, though bounds may be above 1 */
            return (Best){.worth = 1, .other = 1, .most = MAX(best.most, 1), .state = end[i]};
        double same = backup->same[end[i]], turned = backup->turned[end[i]];
        double worth = again ? same : 1 - turned, other = again ? turned : 1 - same;
        best.most = MAX(best.most, (worth + other) / 2);
        if (worth > best.worth) {
            best.worth = worth;
            best.other = other;
            best.state = end[i];
        }
    }
    return best;
}

/* Backs up one state by its ends, and returns how much better an end by the mean of both worths
 * could be. */
static double back_up(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                      uint64_t local, const uint64_t *end, const uint8_t *n)
{
    TabSuccessors *next = backup->successors;
    const TabCast *cast = &tab_index_rules(setup->index)->cast;
    unsigned used = 0;
    double value = 0, other = 0, off = 0;
    for (int t = 0; t < cast->n_kinds; end += n[t++]) {
        double chance = setup->sticks.p[t];
        bool again = cast->kind[t].again;
        Best best = best_end(backup, end, n[t], again);
        value += chance * best.worth;
        other += chance * best.other;
        off = MAX(off, best.most - (best.worth + best.other) / 2);
        if (next && best.state >= unit->start && best.state < unit->start + unit->size)
            tab_successors_set(next, local * next->slots + used++, best.state - unit->start,
                               again ? chance : -chance);
    }
    if (next && used < next->slots)
        next->chance[local * next->slots + used] = 0;
    backup->value[local] = value;
    if (backup->other)
        backup->other[local] = other;
    return off;
}

/* A state in which neither side can ever play again. */
static void back_up_stuck(const TabBackup *backup, uint64_t local)
{
    backup->value[local] = 0.5;
    if (backup->other)
        backup->other[local] = 0.5;
    if (backup->successors)
        backup->successors->chance[local * backup->successors->slots] = 0;
}

double tab_single_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                      const TabSingleEnds *ends)
{
    const uint64_t *end = ends->end;
    const uint8_t *n = ends->n;
    uint64_t local = ends->first - unit->start;
    double off = 0;
    for (uint64_t s = 0; s < ends->count; s++, local++, n += ends->kinds) {
        unsigned all = 0;
        for (unsigned t = 0; t < ends->kinds; t++)
            all += n[t];
        if (all)
            off = MAX(off, back_up(setup, unit, backup, local, end, n));
        else
            back_up_stuck(backup, local);
        end += all;
    }
    return off;
}
