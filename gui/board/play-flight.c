// SPDX-License-Identifier: GPL-3.0-or-later
// A play as it is shown: the group slides cell by cell, what was taken lifts off; a function of the
// time passed.
#include "gui/board/play-flight.h"

void tab_play_flight_begin(TabPlayFlight *self, const TabRules *rules, const TabPosition *before,
                           const TabPlay *play, bool slides)
{
    bool king = play->flags & TAB_PLAY_KING;
    TabPile pile = king ? TAB_PILE_SINGLE(TAB_RANK_M) : before->pile[play->from];
    int side = before->side;
    *self = (TabPlayFlight){.before = *before, .play = *play};
    tab_position_play(&self->after, before, play);
    self->n_path = tab_play_path(rules, (TabSide)side, play, self->path);
    self->group = play->flags & TAB_PLAY_TOP ? TAB_PILE_SINGLE(tab_pile_rank(pile, 0)) : pile;
    self->takes_at = tab_play_takes_at(play);
    if (tab_position_owner(before, self->takes_at) == 1 - side)
        self->lost[1 - side] = before->pile[self->takes_at];
    if (play->flags & TAB_PLAY_REDUCE)
        self->lost[side] = tab_pile_without_top(pile);
    self->captures = self->lost[1 - side] != 0;
    self->landing = slides && self->n_path ? (self->n_path - 1) * (double)TAB_STEP_MS : 0.0;
    self->duration = self->landing + (self->lost[0] || self->lost[1] ? TAB_LIFT_MS : 0.0);
}

void tab_play_flight_show(TabPlayFlight *self, double ms, TabBoardModel *model)
{
    bool slides = ms < self->landing;
    unsigned from = self->play.from;
    tab_board_model_set_position(model, slides ? &self->before : &self->after);
    model->flights = self->flight;
    model->n_flights = 0;
    if (slides) {
        model->cell[from].pile =
            self->play.flags & TAB_PLAY_TOP ? tab_pile_without_top(self->before.pile[from]) : 0;
        self->flight[model->n_flights++] =
            (TabBoardFlight){.pile = self->group,
                             .owner = self->before.side,
                             .king = self->play.flags & TAB_PLAY_KING,
                             .path = self->path,
                             .n_path = self->n_path,
                             .at = ms / TAB_STEP_MS,
                             .alpha = 1.0};
    }
    double away = CLAMP((ms - self->landing) / TAB_LIFT_MS, 0.0, 1.0);
    for (int side = 0; side < 2 && !slides; side++) /* what is lost goes off the board after */
        if (self->lost[side])
            self->flight[model->n_flights++] = (TabBoardFlight){
                .pile = self->lost[side],
                .owner = (uint8_t)side,
                .path = side == self->before.side ? &self->play.to : &self->takes_at,
                .n_path = 1,
                .away = away,
                .alpha = 1.0};
}
