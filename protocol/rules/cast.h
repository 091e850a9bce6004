// SPDX-License-Identifier: GPL-3.0-or-later
// What is thrown: the kinds of throw, what each does, and their chances under the sticks chosen
// (RULES.md 3).
#pragma once

#include "protocol/rules/random.h"
#include "protocol/rules/types.h"

#define TAB_MAX_STICKS 6

/* One kind of throw. A kind is found by what it does, never by its number. */
typedef struct {
    char name[3];      /* in texts: "1", "6" */
    const char *title; /* what people call it; marked for translation and not translated */
    uint8_t steps;     /* cells that a group goes; 0: none moves */
    bool again;        /* whoever throws it throws once more */
    bool unlocks;      /* a Nasrani may move by it, and opens the game (RULES.md 4): a tâb */
    bool saved;        /* may be saved where the rules let it (`save-tab`) */
} TabKind;

/* What is cast, and what its sides show. Kinds stand in the order of texts and of drawing.
 * Sentences are for people: marked for translation and not translated. */
typedef struct {
    const char *counting; /* what is thrown, and how it counts */
    const char *going_on; /* after which throws one throws again */
    const char *collect;  /* how the throws of a turn are used with `throws=collect` … */
    const char *at_once;  /* … and with `throws=at-once` */
    const char *numbers;  /* that a number is no throw */
    const char *ending;   /* that the last throw of a long turn must end it */
    uint8_t n_sticks;     /* two-sided, 1 … TAB_MAX_STICKS */
    uint8_t n_throws;     /* that one cast gives: 1 */
    uint8_t n_kinds;      /* 1 … TAB_MAX_KINDS */
    TabKind kind[TAB_MAX_KINDS];
    uint8_t kind_of_flats[TAB_MAX_STICKS + 1]; /* the kind that 0, 1, … n_sticks flat sides show */
} TabCast;

/* All casts, a row each; a preset names its own. */
enum { TAB_CAST_TAB, TAB_N_CASTS };
extern const TabCast tab_casts[TAB_N_CASTS];

/* The kind of this name, or -1; `end`, if not NULL, is set behind a name that `text` begins with,
 * else the whole text must be the name. */
int tab_cast_kind(const TabCast *cast, const char *text, const char **end);

/* The first kind that moves by so many cells, or -1. */
int tab_cast_kind_of_steps(const TabCast *cast, int steps);

/* A loop over the kinds of a cast. */
#define TAB_KINDS_FOREACH(cast, t) for (int t = 0; t < (cast)->n_kinds; t++)

/* The chance of each throw, by kind; 0 beyond the cast's. They sum to 1, and some throw that ends
 * the throwing has a chance, else no turn would end. */
typedef struct {
    double p[TAB_MAX_KINDS];
} TabSticks;

/* p = 1/2. Of Tâb: 4/16, 6/16, 4/16, 1/16, 1/16. */
TabSticks tab_sticks_fair(const TabCast *cast);
/* Reads `fair`, `p=0.37` (chance of one stick to fall flat side up, 0 < p < 1) or `w=6,13,11,5,1`
 * (a weight for each number of flat sides from 0 on). TAB_RULES_ERROR_STICKS names what is wrong,
 * sticks that can never end a turn too; `sticks` is then untouched. */
bool tab_sticks_parse(const TabCast *cast, const char *text, TabSticks *sticks, GError **error);
/* The chance to throw again. */
double tab_sticks_rethrow(const TabCast *cast, const TabSticks *sticks);
/* The mean number of throws that a side makes until the turn number rises, at most TAB_MAX_THROWS.
 */
double tab_sticks_mean(const TabCast *cast, const TabSticks *sticks);
/* The chance that at least one of these throws is of this kind. */
double tab_sticks_in_turn(const TabCast *cast, const TabSticks *sticks, int kind);

/* One throw of these sticks: its kind. Takes one random number. */
int tab_sticks_throw(const TabSticks *sticks, TabRandom *random);
/* The chances of the next throw of a turn that has `thrown` throws so far: the last one that
 * TAB_MAX_THROWS allows is among those that end the throwing. */
TabSticks tab_sticks_of_throw(const TabCast *cast, const TabSticks *sticks, unsigned thrown);
/* That throw. */
static inline int tab_sticks_throw_on(const TabCast *cast, const TabSticks *sticks, unsigned thrown,
                                      TabRandom *random)
{
    if (thrown + 1 < TAB_MAX_THROWS)
        return tab_sticks_throw(sticks, random);
    TabSticks ends = tab_sticks_of_throw(cast, sticks, thrown);
    return tab_sticks_throw(&ends, random);
}
