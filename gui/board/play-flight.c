// SPDX-License-Identifier: GPL-3.0-or-later
// A play as it is shown: the group slides cell by cell, what was taken lifts off; a function of the
// time passed.
#include "gui/board/play-flight.h"

/* The pieces below the top one; 0 if there are none. */
static TabPile without_top(TabPile pile)
{
    TabPile rest = (pile & ~TAB_PILE_LOOSE) >> 2;
    return rest > 1 ? rest : 0;
}

void tab_play_flight_begin(TabPlayFlight *self, const TabRules *rules, const TabPosition *before,
                           const TabPlay *play, bool slides)
{
    TabPile pile = before->pile[play->from];
    int side = before->side;
    *self = (TabPlayFlight){.before = *before, .play = *play, .slides = slides};
    tab_position_play(&self->after, before, play);
    self->n_path = tab_play_path(rules, (TabSide)side, play, self->path);
    self->group = play->flags & TAB_PLAY_TOP ? TAB_PILE_SINGLE(tab_pile_rank(pile, 0)) : pile;
    if (tab_position_owner(before, play->to) == 1 - side)
        self->lost[1 - side] = before->pile[play->to];
    if (play->flags & TAB_PLAY_REDUCE)
        self->lost[side] = without_top(pile);
}

double tab_play_flight_landing(const TabPlayFlight *self)
{
    return self->slides && self->n_path ? (self->n_path - 1) * (double)TAB_STEP_MS : 0.0;
}

static bool loses(const TabPlayFlight *self)
{
    return self->lost[TAB_WHITE] || self->lost[TAB_BLACK];
}

bool tab_play_flight_captures(const TabPlayFlight *self)
{
    return self->lost[1 - self->before.side] != 0;
}

double tab_play_flight_duration(const TabPlayFlight *self)
{
    return tab_play_flight_landing(self) + (loses(self) ? TAB_LIFT_MS : 0.0);
}

/* On its way: the board before, without the group. */
static void show_slide(TabPlayFlight *self, double ms, TabBoardModel *model)
{
    unsigned from = self->play.from;
    tab_board_model_set_position(model, &self->before);
    model->cell[from].pile =
        self->play.flags & TAB_PLAY_TOP ? without_top(self->before.pile[from]) : 0;
    self->flight[0] = (TabBoardFlight){.pile = self->group,
                                       .owner = self->before.side,
                                       .path = self->path,
                                       .n_path = self->n_path,
                                       .at = ms / TAB_STEP_MS,
                                       .alpha = 1.0};
    model->n_flights = 1;
}

/* Arrived: the board after, and what is lost goes off it. */
static void show_lift(TabPlayFlight *self, double part, TabBoardModel *model)
{
    tab_board_model_set_position(model, &self->after);
    model->n_flights = 0;
    for (int side = 0; side < 2; side++)
        if (self->lost[side])
            self->flight[model->n_flights++] = (TabBoardFlight){.pile = self->lost[side],
                                                                .owner = (uint8_t)side,
                                                                .path = &self->play.to,
                                                                .n_path = 1,
                                                                .away = part,
                                                                .alpha = 1.0};
}

void tab_play_flight_show(TabPlayFlight *self, double ms, TabBoardModel *model)
{
    double slide = tab_play_flight_landing(self);
    model->flights = self->flight;
    if (ms < slide)
        show_slide(self, ms, model);
    else if (loses(self))
        show_lift(self, CLAMP((ms - slide) / TAB_LIFT_MS, 0.0, 1.0), model);
    else {
        tab_board_model_set_position(model, &self->after);
        model->n_flights = 0;
    }
}
