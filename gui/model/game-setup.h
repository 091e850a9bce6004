// SPDX-License-Identifier: GPL-3.0-or-later
// What a new game is made of: rules, who sits where, sticks and seed.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/game/record.h"
#include "protocol/match/clock.h"
#include "protocol/match/stick-source.h"

G_BEGIN_DECLS

#define TAB_MAX_LEVEL 10

/* Who sits at one side of the board. */
typedef struct {
    bool engine; /* else a person */
    int level;   /* 0–TAB_MAX_LEVEL of an engine; -1: as its configuration says */
} TabPlayer;

/* Reads `human`, `engine` or `engine:<level>`; G_OPTION_ERROR_BAD_VALUE names what is wrong. */
bool tab_player_parse(const char *text, TabPlayer *player, GError **error);
/* The text for it. Free with g_free. */
char *tab_player_to_string(const TabPlayer *player);

typedef struct {
    char *rules;                /* a rules string */
    char *position;             /* five fields to begin with; NULL: the opening and the start */
    char *name[2];              /* of the people, by TabSide; NULL: none is known */
    TabPlayer player[2];        /* by TabSide */
    TabEngineConfig *engine[2]; /* how to start the engine of each side; NULL: none was found */
    char *sticks;               /* as in the protocol: "fair", "p=0.37", … */
    uint64_t seed;              /* of the sticks */
    bool real[2];               /* by TabSide: the throws are made with real sticks, and typed */
    TabTimeControl control;     /* the clock of each side; all 0: there is none */
    gint64 movetime;    /* ms that an engine thinks a turn, unless its clock says how long */
    unsigned max_turns; /* a game that lasts longer is a draw */
} TabGameSetup;

/* standard, two people, fair sticks, seed 0, no clock, 800 ms, 1000 turns, no engine. */
TabGameSetup *tab_game_setup_new(void);
TabGameSetup *tab_game_setup_copy(const TabGameSetup *setup);
void tab_game_setup_free(TabGameSetup *setup);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameSetup, tab_game_setup_free)

/* What a record says of players, sticks, clock and limit. `source` is that of the setup's sticks;
 * `engines`: what the engines are called, by TabSide. */
void tab_game_setup_write_tags(const TabGameSetup *setup, const TabStickSource *source,
                               const char *const engines[2], TabRecord *record);

/* Whoever and whatever sits at White's side comes to Black's, and the other way round. */
void tab_game_setup_exchange(TabGameSetup *setup);

/* A seed no one can foretell, below 10^9 so that a person can type it. */
uint64_t tab_game_setup_random_seed(void);
/* What the lot between two seats says in the game of this seed: true or false alike often, and
 * apart from its sticks. */
bool tab_game_setup_lot(uint64_t seed);

G_END_DECLS
