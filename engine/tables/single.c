// SPDX-License-Identifier: GPL-3.0-or-later
// Backs up states throw by throw.
#include "engine/tables/single.h"

#include <math.h>

#include "engine/tables/turns.h"
#include "protocol/rules/movegen.h"

/* An end of a turn: its worth for the side that moved, and where it is. */
typedef struct {
    double worth;
    double other;   /* its worth with S and T exchanged */
    uint64_t state; /* TAB_INDEX_TOO_MANY: won */
    bool turned;
} End;

/* The best end with one throw. */
typedef struct {
    End end;
    double most; /* of any end, by the mean of both worths */
} Best;

static double mean(const End *end)
{
    return (end->worth + end->other) / 2;
}

static End end_at(const TabBackupSetup *setup, const TabBackup *backup, TabPosition *after,
                  bool again)
{
    if (!after->pieces[TAB_BLACK])
        return (End){.worth = 1, .other = 1, .state = TAB_INDEX_TOO_MANY};
    TabPlace place;
    after->side = again ? TAB_WHITE : TAB_BLACK;
    tab_index_find(setup->index, after, &place);
    uint64_t state = tab_layers_state(setup->layers, &place);
    double same = backup->same[state], turned = backup->turned[state];
    return (End){.worth = again ? same : 1 - turned,
                 .other = again ? turned : 1 - same,
                 .state = state,
                 .turned = !again};
}

static void add_end(Best *best, End end)
{
    bool won = end.state == TAB_INDEX_TOO_MANY, had_won = best->end.state == TAB_INDEX_TOO_MANY;
    best->most = MAX(best->most, mean(&end));
    if (won || (!had_won && end.worth > best->end.worth))
        best->end = end;
}

static Best best_end(const TabBackupSetup *setup, const TabBackup *backup,
                     const TabPosition *position, int t)
{
    TabPlay plays[TAB_MAX_PLAYS];
    TabPosition after;
    unsigned n = tab_movegen_plays(tab_index_rules(setup->index), position, t, plays);
    Best best = {.end = {.worth = -INFINITY}, .most = -INFINITY};
    bool must = false;
    for (unsigned i = 0; i < n; i++) {
        tab_position_play(&after, position, &plays[i]);
        add_end(&best, end_at(setup, backup, &after, tab_throw_again(t)));
        must |= !(plays[i].flags & TAB_PLAY_REDUCE);
    }
    if (!must) {
        after = *position;
        add_end(&best, end_at(setup, backup, &after, tab_throw_again(t)));
    }
    return best;
}

/* Backs up one state, and returns how much better an end by the mean of both worths could be. */
static double back_up(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                      uint64_t state)
{
    uint64_t local = state - unit->start;
    TabPlace place = tab_layers_place(setup->layers, setup->index, state);
    TabPosition position;
    tab_index_position(setup->index, &place, &position);
    TabSuccessors *next = backup->successors;
    unsigned used = 0;
    double value = 0, other = 0, off = 0;
    bool stuck = tab_turns_is_stuck(tab_index_rules(setup->index), &position);
    for (int t = 0; t < TAB_N_THROWS && !stuck; t++) {
        double chance = setup->sticks.p[t];
        Best best = best_end(setup, backup, &position, t);
        const End *end = &best.end;
        value += chance * end->worth;
        other += chance * end->other;
        off = MAX(off, best.most - mean(end));
        if (!next || end->state < unit->start || end->state >= unit->start + unit->size)
            continue;
        tab_successors_set(next, local * next->slots + used++, end->state - unit->start,
                           (float)(end->turned ? -chance : chance));
    }
    if (next && used < next->slots)
        next->chance[local * next->slots + used] = 0;
    backup->value[local] = stuck ? 0.5 : value;
    if (backup->other)
        backup->other[local] = stuck ? 0.5 : other;
    return off;
}

double tab_single_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                      uint64_t first, uint64_t count)
{
    double off = 0;
    for (uint64_t state = first; state < first + count; state++)
        off = MAX(off, back_up(setup, unit, backup, state));
    return off;
}
