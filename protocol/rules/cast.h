// SPDX-License-Identifier: GPL-3.0-or-later
// What is thrown: the kinds of throw, what each does, and their chances under the sticks chosen
// (RULES.md 3).
#pragma once

#include "protocol/rules/random.h"
#include "protocol/rules/types.h"

#define TAB_MAX_STICKS 6
#define TAB_MAX_DICE 3
#define TAB_DIE_FACES 4
#define TAB_MAX_FACES (TAB_MAX_STICKS + 1)

/* One kind of throw. A kind is found by what it does, never by its number. */
typedef struct {
    char name[3];      /* in texts: "1", "12", "s" */
    const char *title; /* what people call it; marked for translation and not translated */
    uint8_t steps;     /* cells that a group goes; 0: none moves */
    char key;          /* the letter that types it; 0: the digit of its steps does */
    bool again;        /* whoever throws it throws once more */
    bool tab;          /* a tâb: it opens the game, and moves the top of a pile (RULES.md 4, 5) */
    bool saved;        /* may be saved where the rules let it (`save-tab`) */
    /* the rest follows from the switches: tab_cast_make() */
    bool unlocks;        /* a Nasrani may move by it … */
    bool unlocks_by_one; /* … one cell, however many it says */
    uint8_t half;        /* the kind that is half of it; 0: it has none */
    uint8_t whole;       /* the kind of which it is half; 0: it is thrown */
} TabKind;

/* What falls, for those who show it. */
typedef enum {
    TAB_THING_STICKS,
    TAB_THING_SHELLS, /* cowries: the mouth is their flat side */
    TAB_THING_DICE,   /* long dice, which lie on one of four faces */
} TabThing;

/* What people call it: marked for translation, not translated. */
typedef struct {
    const char *all;   /* "The sticks", as a heading */
    const char *show;  /* "What the sticks show" */
    const char *shows; /* "The sticks show %d, %s": the steps of a throw, and its title */
} TabThingWords;

extern const TabThingWords tab_thing_words[];

/* What is cast, and what its sides show. Kinds stand in the order of texts; behind those that can
 * be thrown stand the halves. Sentences are for people: marked for translation, not translated. */
typedef struct {
    const char *counting; /* what is thrown, and how it counts */
    const char *going_on; /* after which throws one throws again */
    const char *collect;  /* how the throws of a turn are used with `throws=collect` … */
    const char *at_once;  /* … and with `throws=at-once` */
    const char *numbers;  /* that a number is no throw */
    const char *ending;   /* that the last throw of a long turn must end it */
    uint8_t n_sticks;     /* two-sided, 1 … TAB_MAX_STICKS; 0 for dice */
    uint8_t n_throws;     /* that one cast gives: 1; of dice 2 or 3 */
    uint8_t n_kinds;      /* that can be thrown, 1 … TAB_MAX_KINDS */
    uint8_t n_uses;       /* and with the halves behind them */
    TabKind kind[TAB_MAX_KINDS];
    uint8_t kind_of_face[TAB_MAX_FACES]; /* the kind that 0, 1, … n_sticks flat sides show; of
                                          * dice, that the faces show */
    uint8_t last_face; /* is compared last when a throw is drawn; the others as they come */
    TabThing thing;
    const char *mark[TAB_MAX_FACES]; /* what is cut into the faces of dice: strokes I, crosses X */
    bool two_colours;                /* White counts the flat sides, Black the others */
    bool ones_again; /* dice: when all show the first kind, the player casts once more … */
    bool ones_anew;  /* … or may do so instead of moving */
} TabCast;

/* All casts, a row each, by the values of the switch `cast`. */
enum {
    TAB_CAST_TAB,
    TAB_CAST_KIOZ,
    TAB_CAST_SIX,
    TAB_CAST_MZAB,
    TAB_CAST_SIRYU,
    TAB_CAST_TABLAN,
    TAB_CAST_COWRIES,
    TAB_CAST_TWO_DICE,
    TAB_CAST_THREE_DICE,
    TAB_N_CASTS
};
extern const TabCast tab_casts[TAB_N_CASTS];

/* Fills in what follows from the switches `unlock` (TabUnlock) and `halves`. */
void tab_cast_make(TabCast *cast, unsigned unlock, bool halves);

/* Sides that a stick or a die can show, as weights have them. */
static inline unsigned tab_cast_n_faces(const TabCast *cast)
{
    return cast->n_sticks ? cast->n_sticks + 1u : TAB_DIE_FACES;
}

/* Takes the throw of a play with kind `kind` out of a hand. `opens_whole`: it is the first half of
 * a whole throw, and the other half comes to hand. */
static inline void tab_hand_use(const TabCast *cast, TabHand *hand, int kind, bool opens_whole)
{
    if (opens_whole) {
        hand->n[cast->kind[kind].whole]--;
        hand->n[kind]++;
    } else {
        hand->n[kind]--;
    }
}

/* The other way round. */
static inline void tab_hand_put_back(const TabCast *cast, TabHand *hand, int kind, bool opens_whole)
{
    if (opens_whole) {
        hand->n[cast->kind[kind].whole]++;
        hand->n[kind]--;
    } else {
        hand->n[kind]++;
    }
}

/* The kind of this name, or -1; `end`, if not NULL, is set behind a name that `text` begins with,
 * else the whole text must be the name. */
int tab_cast_kind(const TabCast *cast, const char *text, const char **end);

/* The names of all kinds, with blanks between them. Free with g_free. */
char *tab_cast_list_kinds(const TabCast *cast);

/* The first kind that moves by so many cells, or -1. */
int tab_cast_kind_of_steps(const TabCast *cast, int steps);

/* The kind that this letter types, or -1. */
int tab_cast_kind_of_key(const TabCast *cast, char key);

/* A loop over the kinds that can be thrown, and one over the halves too. */
#define TAB_KINDS_FOREACH(cast, t) for (int t = 0; t < (cast)->n_kinds; t++)
#define TAB_USES_FOREACH(cast, t) for (int t = 0; t < (cast)->n_uses; t++)

/* The chance of each throw, by kind (0 beyond the cast's), of one stick after the other thrown by
 * one side; of dice that of each die. They sum to 1, and some throw that ends the throwing has a
 * chance, else no turn would end. */
typedef struct {
    double p[TAB_MAX_KINDS];
    double face[TAB_MAX_FACES]; /* the same by faces */
} TabSticks;

/* p = 1/2. Of Tâb: 4/16, 6/16, 4/16, 1/16, 1/16. */
TabSticks tab_sticks_fair(const TabCast *cast);
/* Reads `fair`, `p=0.37` (chance of one stick to fall flat side up, 0 < p < 1) or `w=6,13,11,5,1`
 * (a weight for each number of flat sides from 0 on). TAB_RULES_ERROR_STICKS names what is wrong,
 * sticks that can never end a turn too; `sticks` is then untouched. */
bool tab_sticks_parse(const TabCast *cast, const char *text, TabSticks *sticks, GError **error);
/* The chance to throw again. */
double tab_sticks_rethrow(const TabCast *cast, const TabSticks *sticks);
/* The chances of this side's throws, from White's: of sticks of two colours Black counts the
 * other. */
TabSticks tab_sticks_of_side(const TabCast *cast, const TabSticks *sticks, TabSide side);
/* The mean number of throws that a side makes until the turn number rises, at most TAB_MAX_THROWS.
 */
double tab_sticks_mean(const TabCast *cast, const TabSticks *sticks);
/* The chance that at least one of these throws is of this kind. */
double tab_sticks_in_turn(const TabCast *cast, const TabSticks *sticks, int kind);

/* One throw of these sticks: its kind. Takes one random number. */
int tab_sticks_throw(const TabCast *cast, const TabSticks *sticks, TabRandom *random);
/* The chances of the next throw of a turn that has `thrown` throws so far: the last one that
 * TAB_MAX_THROWS allows is among those that end the throwing. */
TabSticks tab_sticks_of_throw(const TabCast *cast, const TabSticks *sticks, unsigned thrown);
/* That throw. */
static inline int tab_sticks_throw_on(const TabCast *cast, const TabSticks *sticks, unsigned thrown,
                                      TabRandom *random)
{
    if (thrown + 1 < TAB_MAX_THROWS)
        return tab_sticks_throw(cast, sticks, random);
    TabSticks ends = tab_sticks_of_throw(cast, sticks, thrown);
    return tab_sticks_throw(cast, &ends, random);
}

/* What one cast can give: one throw, or those of all dice in rising order. */
typedef struct {
    TabHand hand;
    uint8_t n, kind[TAB_MAX_DICE];
    uint8_t ways; /* in which the dice can give it */
    bool again;   /* the player casts once more */
    bool anew;    /* the player may cast anew instead of moving */
} TabThrown;

/* Multisets of three dice. */
#define TAB_MAX_THROWN 20

/* Lists them in the order of their kinds, and returns their number. */
unsigned tab_cast_list(const TabCast *cast, TabThrown thrown[TAB_MAX_THROWN]);
/* The chance of one of them. */
static inline double tab_sticks_chance(const TabSticks *sticks, const TabThrown *thrown)
{
    double chance = thrown->ways;
    for (unsigned i = 0; i < thrown->n; i++)
        chance *= sticks->p[thrown->kind[i]];
    return chance;
}
