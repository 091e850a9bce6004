// SPDX-License-Identifier: GPL-3.0-or-later
// Lists where throws lead, and backs up states by these lists.
#include "engine/lab/solving/single.h"

#include <math.h>

#include "engine/lab/solving/subgraphs.h"
#include "protocol/rules/movegen.h"

G_STATIC_ASSERT(TAB_MAX_PLAYS < UINT8_MAX); /* ends of one throw: its plays, or none played */

/* Adds the ends with one throw, and returns their number. */
static uint8_t list_throw(const TabBackupSetup *setup, const TabPosition *position, int t,
                          GArray *ends)
{
    const TabRules *rules = setup->layers->index->rules;
    TabPlay plays[TAB_MAX_PLAYS];
    unsigned n = tab_movegen_plays(rules, position, t, plays), before = ends->len;
    bool may_pass = true;
    for (unsigned i = 0; i < n; i++)
        may_pass = may_pass && plays[i].flags & TAB_PLAY_REDUCE;
    for (unsigned i = 0; i < n + may_pass; i++) {
        TabPosition after = *position;
        if (i < n)
            tab_position_play(&after, position, &plays[i]);
        after.side = rules->cast.kind[t].again ? TAB_WHITE : TAB_BLACK;
        uint64_t end =
            after.pieces[TAB_BLACK] ? tab_layers_find(setup->layers, &after) : TAB_INDEX_TOO_MANY;
        g_array_append_val(ends, end);
    }
    return (uint8_t)(ends->len - before);
}

TabSingleEnds *tab_single_ends_new(const TabBackupSetup *setup, uint64_t first, uint64_t count)
{
    const TabRules *rules = setup->layers->index->rules;
    TabSingleEnds *ends = g_new(TabSingleEnds, 1);
    unsigned kinds = rules->cast.n_kinds;
    *ends = (TabSingleEnds){.first = first, .count = count, .kinds = kinds};
    ends->n = g_new0(uint8_t, count * kinds);
    GArray *list = g_array_new(FALSE, FALSE, sizeof *ends->end);
    for (uint64_t s = 0; s < count; s++) {
        TabPosition position;
        tab_layers_position(setup->layers, first + s, &position);
        if (tab_subgraphs_is_stuck(rules, &position))
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

double tab_single_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                      const TabSingleEnds *ends)
{
    const TabKind *kind = setup->layers->index->rules->cast.kind;
    TabSuccessors *next = backup->successors;
    const uint64_t *end = ends->end;
    const uint8_t *n = ends->n;
    uint64_t local = ends->first - unit->start;
    double off = 0;
    for (uint64_t s = 0; s < ends->count; s++, local++, n += ends->kinds) {
        bool stuck = !n[0];
        double value = stuck ? 0.5 : 0, other = value;
        unsigned used = 0;
        for (unsigned t = 0; t < ends->kinds && !stuck; end += n[t++]) {
            double chance = setup->sticks.p[t];
            bool again = kind[t].again;
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
    }
    return off;
}
