// SPDX-License-Identifier: GPL-3.0-or-later
// Lists where throws lead, and backs up states by these lists.
#include "engine/lab/solving/single.h"

#include <math.h>

#include "engine/lab/solving/subgraphs.h"
#include "protocol/rules/outcomes.h"

/* Ends that are no states. */
#define WON UINT64_MAX
#define LOST (UINT64_MAX - 1)
#define DRAWN (UINT64_MAX - 2)

/* Being filled: the ends of one cast. */
typedef struct {
    const TabBackupSetup *setup;
    GArray *ends;
} Listing;

static uint64_t finished_end(const TabRules *rules, const TabPosition *position)
{
    int winner = tab_position_winner(rules, position);
    return winner < 0 ? DRAWN : winner == TAB_WHITE ? WON : LOST;
}

static bool list_end(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                     gpointer user_data)
{
    Listing *listing = user_data;
    const TabRules *rules = listing->setup->layers->index->rules;
    uint64_t end =
        tab_position_finished(rules, after)
            ? finished_end(rules, after)
            : tab_layers_find(listing->setup->layers, after) << 1 | (after->side == TAB_WHITE);
    g_array_append_val(listing->ends, end);
    return true;
}

/* Adds what every cast leads to from a state, and writes how many ends each has. */
static void list_state(const TabBackupSetup *setup, const TabPosition *position,
                       TabOutcomes *outcomes, GArray *ends, uint16_t *n)
{
    const TabRules *rules = setup->layers->index->rules;
    bool over = tab_position_finished(rules, position);
    bool nothing_moves = over || tab_subgraphs_is_stuck(rules, position);
    Listing listing = {setup, ends};
    for (unsigned i = 0; i < rules->n_thrown; i++) {
        unsigned before = ends->len;
        uint64_t same = over ? finished_end(rules, position) : DRAWN;
        if (nothing_moves)
            g_array_append_val(ends, same);
        else
            tab_outcomes_visit(outcomes, rules, position, &rules->thrown[i].hand,
                               TAB_OUTCOMES_MAX_STATES, list_end, NULL, &listing);
        g_assert(ends->len - before <= UINT16_MAX);
        n[i] = (uint16_t)(ends->len - before);
    }
}

TabSingleEnds *tab_single_ends_new(const TabBackupSetup *setup, uint64_t first, uint64_t count)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    TabSingleEnds *ends = g_new(TabSingleEnds, 1);
    unsigned casts = setup->layers->index->rules->n_thrown;
    *ends = (TabSingleEnds){.first = first, .count = count, .casts = casts};
    ends->n = g_new0(uint16_t, count * casts);
    GArray *list = g_array_new(FALSE, FALSE, sizeof *ends->end);
    for (uint64_t s = 0; s < count; s++) {
        TabPosition position;
        tab_layers_position(setup->layers, first + s, &position);
        list_state(setup, &position, outcomes, list, ends->n + s * casts);
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
    return sizeof *ends + ends->n_ends * sizeof *ends->end +
           ends->count * ends->casts * sizeof *ends->n;
}

/* The best end with one cast: its worth for the side that moved. */
typedef struct {
    double worth;
    double other; /* the same with S and T exchanged */
    double most;  /* of any end, by the mean of both worths */
    uint64_t end;
} Best;

static Best best_end(const TabBackup *backup, const uint64_t *end, unsigned n)
{
    Best best = {.worth = -INFINITY, .most = -INFINITY};
    for (unsigned i = 0; i < n; i++) {
        double worth, other;
        if (end[i] == WON) /* nothing is worth more, though bounds may be above 1 */
            return (Best){.worth = 1, .other = 1, .most = MAX(best.most, 1), .end = end[i]};
        if (end[i] >= DRAWN) {
            worth = other = end[i] == DRAWN ? 0.5 : 0;
        } else {
            double same = backup->same[end[i] >> 1], turned = backup->turned[end[i] >> 1];
            worth = end[i] & 1 ? same : 1 - turned;
            other = end[i] & 1 ? turned : 1 - same;
        }
        best.most = MAX(best.most, (worth + other) / 2);
        if (worth > best.worth) {
            best.worth = worth;
            best.other = other;
            best.end = end[i];
        }
    }
    return best;
}

double tab_single_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                      const TabSingleEnds *ends)
{
    const TabRules *rules = setup->layers->index->rules;
    TabSuccessors *next = backup->successors;
    const uint64_t *end = ends->end;
    const uint16_t *n = ends->n;
    uint64_t local = ends->first - unit->start;
    double off = 0, chance[TAB_MAX_THROWN];
    for (unsigned i = 0; i < ends->casts; i++)
        chance[i] = tab_sticks_chance(&setup->sticks, &rules->thrown[i]);
    for (uint64_t s = 0; s < ends->count; s++, local++, n += ends->casts) {
        double value = 0, other = 0;
        unsigned used = 0;
        for (unsigned i = 0; i < ends->casts; end += n[i++]) {
            Best best = best_end(backup, end, n[i]);
            uint64_t state = best.end >> 1;
            value += chance[i] * best.worth;
            other += chance[i] * best.other;
            off = MAX(off, best.most - (best.worth + best.other) / 2);
            if (next && best.end < DRAWN && state >= unit->start &&
                state < unit->start + unit->size)
                tab_successors_set(next, local * next->slots + used++, state - unit->start,
                                   best.end & 1 ? chance[i] : -chance[i]);
        }
        if (next && used < next->slots)
            next->chance[local * next->slots + used] = 0;
        backup->value[local] = value;
        if (backup->other)
            backup->other[local] = other;
    }
    return off;
}
