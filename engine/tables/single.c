// SPDX-License-Identifier: GPL-3.0-or-later
// Backs up states throw by throw.
#include "engine/tables/single.h"

#include "engine/tables/turns.h"
#include "protocol/rules/movegen.h"

/* An end of a turn: its worth for the side that moved, and where it is. */
typedef struct {
    double worth;
    uint64_t state; /* TAB_INDEX_TOO_MANY: won */
    bool turned;
} End;

static End end_at(const TabBackupSetup *setup, const TabBackup *backup, TabPosition *after,
                  bool again)
{
    if (!after->pieces[TAB_BLACK])
        return (End){.worth = 1, .state = TAB_INDEX_TOO_MANY};
    TabPlace place;
    after->side = again ? TAB_WHITE : TAB_BLACK;
    tab_index_find(setup->index, after, &place);
    uint64_t state = tab_layers_state(setup->layers, &place);
    return (End){.worth = again ? backup->same[state] : 1 - backup->turned[state],
                 .state = state,
                 .turned = !again};
}

/* The best end with one throw. */
static End best_end(const TabBackupSetup *setup, const TabBackup *backup,
                    const TabPosition *position, int t)
{
    TabPlay plays[TAB_MAX_PLAYS];
    TabPosition after;
    unsigned n = tab_movegen_plays(tab_index_rules(setup->index), position, t, plays);
    End best = {.worth = -1};
    bool must = false;
    for (unsigned i = 0; i < n; i++) {
        tab_position_play(&after, position, &plays[i]);
        End end = end_at(setup, backup, &after, tab_throw_again(t));
        if (end.worth > best.worth)
            best = end;
        must |= !(plays[i].flags & TAB_PLAY_REDUCE);
    }
    if (must)
        return best;
    after = *position;
    End end = end_at(setup, backup, &after, tab_throw_again(t));
    return end.worth > best.worth ? end : best;
}

static void back_up(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                    uint64_t state)
{
    uint64_t local = state - unit->start;
    TabPlace place = tab_layers_place(setup->layers, setup->index, state);
    TabPosition position;
    tab_index_position(setup->index, &place, &position);
    TabSuccessors *next = backup->successors;
    unsigned used = 0;
    double value = 0;
    bool stuck = tab_turns_is_stuck(tab_index_rules(setup->index), &position);
    for (int t = 0; t < TAB_N_THROWS && !stuck; t++) {
        double chance = setup->sticks.p[t];
        End end = best_end(setup, backup, &position, t);
        value += chance * end.worth;
        if (!next || end.state < unit->start || end.state >= unit->start + unit->size)
            continue;
        tab_successors_set(next, local * next->slots + used++, end.state - unit->start,
                           (float)(end.turned ? -chance : chance));
    }
    if (next && used < next->slots)
        next->chance[local * next->slots + used] = 0;
    backup->value[local] = stuck ? 0.5 : value;
}

void tab_single_run(const TabBackupSetup *setup, const TabUnit *unit, const TabBackup *backup,
                    uint64_t first, uint64_t count)
{
    for (uint64_t state = first; state < first + count; state++)
        back_up(setup, unit, backup, state);
}
