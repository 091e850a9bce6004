// SPDX-License-Identifier: GPL-3.0-or-later
// The positions as texts, and how a check comes to them.
#include "protocol/conform/rare.h"

static const struct {
    const char *rules, *position;
} rare[] = {
    {"walker:columns=5,row4-exit=one-home-pile,row4-move=free", "F2n1/5/5/MM3 w 3 - 9"},
    {"jordan:columns=5", "F1(FF)1n/5/5/5 w 2 - 9"}, /* a single piece freezes the pile */
    {"walker:columns=5", "F1(FF)1n/5/5/5 w 1,2 - 9"},
    {"walker:columns=5", "2F1n/5/5/N4 w 2 - 9"},
    {"standard:columns=5", "3nn/3(TT)1/5/5 w 3 - 9"},
    {"lane:columns=5,row4-once=no", "3nn/3(FT)1/5/5 w 3 - 9"}, /* to row 4 again: a return */
    {"lane:columns=5", "4n/5/1(TM)3/5 w 3 - 9"},
    {"bell:columns=5", "5/1m3/1T1~(TT)1/5 w 2 - 11"}, /* what joins is not loose */
    {"bell:columns=5", "5/1m1(TT)1/4T/5 w 2 - 11"},   /* but after a return */
    {"bell:columns=5", "2F1n/5/5/Nf3 w 1,2 9/0 9"},   /* no tenth tâb is saved */
    {"bell:columns=5", "4n/3T1/5/5 w 2 2/0 9"},       /* and none by who has won */
    {"bell:columns=5,throws=at-once", "4n/5/3M1/5 w 1 2/0 9"},
    {"ludii:columns=5", "2m2/3T1/5/5 w 4 - 9"}, /* a game that is over goes on for nobody */
    {"ludii:columns=5", "4m/4T/5/5 w 6 - 9"},
    {"jordan:columns=5", "5/5/2tM1/5 w 3 - 9"},
};

void tab_rare_ask(TabCheck *check, void (*ask)(TabCheck *check, TabWalk *walk))
{
    for (guint i = 0; i < G_N_ELEMENTS(rare) && tab_check_open(check); i++) {
        g_autoptr(TabRules) rules = tab_subject_rules(check->subject, rare[i].rules);
        g_auto(TabWalk) walk = {.rules = rules};
        if (!rules || !tab_notation_parse_situation(rules, rare[i].position, &walk.now, NULL))
            continue;
        walk.setpos = g_string_new(rare[i].position);
        tab_check_newgame(check, rules);
        ask(check, &walk);
    }
}
