// SPDX-License-Identifier: GPL-3.0-or-later
// What a new game is made of: rules, who sits where, sticks and seed; from a record, from the
// settings, and back.
#pragma once

#include "gui/model/match-place.h"
#include "protocol/client/engine-config.h"
#include "protocol/game/record.h"
#include "protocol/match/clock.h"
#include "protocol/match/stick-source.h"
#include "protocol/rules/ruleset.h"

#define TAB_MAX_LEVEL 10

/* Who sits at one side of the board. */
typedef struct {
    bool engine; /* else a person */
    int level;   /* 0–TAB_MAX_LEVEL of an engine, also of one that has played a game that is over;
                  * -1: as its configuration says */
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
    char *missing[2];           /* by TabSide: the engine of a record that the list lacks, so that
                                   another stands in for it; NULL: none */
    char *sticks;               /* as in the protocol: "fair", "p=0.37", … */
    uint64_t seed;              /* of the sticks */
    bool real[2];               /* by TabSide: the throws are made with real sticks, and typed */
    TabTimeControl control;     /* the clock of each side; all 0: there is none */
    gint64 movetime;     /* ms that an engine thinks a turn, unless its clock says how long */
    unsigned max_turns;  /* a game that lasts longer is a draw */
    TabMatchPlace match; /* that it is a game of; all 0: of none */
} TabGameSetup;

/* standard, two people, fair sticks, seed 0, no clock, 800 ms, TAB_MAX_TURNS turns, no engine. */
TabGameSetup *tab_game_setup_new(void);
TabGameSetup *tab_game_setup_copy(const TabGameSetup *setup);
void tab_game_setup_free(TabGameSetup *setup);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabGameSetup, tab_game_setup_free)

/* What a record says of players, sticks, clock, limit and match. `source` is that of the setup's
 * sticks; `engines`: what the engines are called, by TabSide. */
void tab_game_setup_write_tags(const TabGameSetup *setup, const TabStickSource *source,
                               const char *const engines[2], TabRecord *record);

/* Whoever and whatever sits at White's side comes to Black's, and the other way round. */
void tab_game_setup_exchange(TabGameSetup *setup);

/* A seed no one can foretell, below 10^9 so that a person can type it. */
uint64_t tab_game_setup_random_seed(void);
/* What the lot between two seats says in the game of this seed: true or false alike often, and
 * apart from its sticks. */
bool tab_game_setup_lot(uint64_t seed);

/* Where the person sits; the numbers are those of the schema. */
typedef enum {
    TAB_SEATING_WHITE,
    TAB_SEATING_BLACK,
    TAB_SEATING_LOT,   /* White or Black by chance */
    TAB_SEATING_TURNS, /* the other of the two than in the last game */
    TAB_SEATING_BOTH,  /* two people */
    TAB_SEATING_NONE,  /* two engines */
} TabSeating;

/* The game remembered, ready to start: with an engine, a fresh seed, and lots drawn. Rules that are
 * no good any more are replaced by the standard ones. `settings` are those of org.tabgame.Tab. */
TabGameSetup *tab_game_setup_load(GSettings *settings);
/* The same with people and engines seated so, each engine as it was remembered for that. */
TabGameSetup *tab_game_setup_load_as(GSettings *settings, TabSeating seating);

/* The engines to choose from, a GPtrArray of TabEngineConfig: the project's own first (if it is
 * found), then those of the user's file (see engine-config.h) that are enabled. If that file is no
 * good `error` says why, and the own one is there. */
GPtrArray *tab_game_setup_engines(GError **error);
/* Puts the engine of this name at a side; without one of that name, the first. */
void tab_game_setup_pick_engine(TabGameSetup *setup, TabSide side, GPtrArray *engines,
                                const char *name);

/* Where the person sits in the next game, where that is said by the last one; else `seating`. */
TabSeating tab_game_setup_next_seating(GSettings *settings, TabSeating seating);
/* Keeps for the next game at which side a person played an engine in this one. */
void tab_game_setup_remember_side(GSettings *settings, const TabGameSetup *setup);
/* Another game like `last`, with a fresh seed, and with the sides exchanged if a person who plays
 * an engine has them by turns. */
TabGameSetup *tab_game_setup_load_again(GSettings *settings, const TabGameSetup *last);

/* Seats people and engines; `level` is the engine's by side. A lot is that of the setup's seed,
 * which must be known before; turns must be settled (tab_game_setup_next_seating). */
void tab_game_setup_seat(TabGameSetup *setup, TabSeating seating, const int level[2]);
/* How the people sit in `setup`. */
TabSeating tab_game_setup_get_seating(const TabGameSetup *setup);

/* Whose throws are typed; the numbers are those of the schema. */
typedef enum {
    TAB_REAL_NONE,
    TAB_REAL_PEOPLE, /* not those of engines */
    TAB_REAL_ALL,
} TabRealSticks;

/* Gives real sticks to people, or to all; players must be seated already. */
void tab_game_setup_set_real(TabGameSetup *setup, TabRealSticks real);
/* Who has them in `setup`. */
TabRealSticks tab_game_setup_get_real(const TabGameSetup *setup);
/* Keeps clock and sticks for the next game. */
void tab_game_setup_remember_terms(GSettings *settings, const TabGameSetup *setup);

/* Takes the rules of a rules string, or of one of the user's own rulesets (see named-rules.h), with
 * another width if `with_columns`. The error names what is
 * wrong. */
bool tab_game_setup_set_rules(TabGameSetup *setup, const char *rules, bool with_columns,
                              int columns, GError **error);

/* Who sits where, sticks, seed and limits as the record's tags have them: a game of this program
 * that is not over goes on with its engines (one of `engines`, of TabEngineConfig, by name; nothing
 * that a file says is ever run), any other has people on both sides. Sticks that are not named are
 * fair, and a game without a seed gets a random one. */
TabGameSetup *tab_game_setup_from_record(const TabRecord *record, GPtrArray *engines);
/* Seats engines also where a game that is over had them, for another game of its match, or a
 * rematch. */
void tab_game_setup_seat_as_recorded(TabGameSetup *setup, const TabRecord *record,
                                     GPtrArray *engines);
/* Who stands in for which engine, in sentences, and forgets it, as it is told once; NULL: nobody.
 * Free with g_free. */
char *tab_game_setup_take_stand_ins(TabGameSetup *setup);
