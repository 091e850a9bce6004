// SPDX-License-Identifier: GPL-3.0-or-later
// Rulesets: rows of switch values, the presets, and rules strings (RULES.md 7).
#pragma once

#include "protocol/rules/types.h"

/* The switches, in the order of the table of presets, which is the order of canonical rules
 * strings. */
typedef enum {
    TAB_SWITCH_COLUMNS,      /* 5–29 */
    TAB_SWITCH_PIECES,       /* 1–columns */
    TAB_SWITCH_CHRISTIANS,   /* TabNoYes */
    TAB_SWITCH_THROWS,       /* TabThrowing */
    TAB_SWITCH_OPENING,      /* TabOpening */
    TAB_SWITCH_OPENING_TAB,  /* TabOpeningTab */
    TAB_SWITCH_TAB_DUTY,     /* TabTabDuty */
    TAB_SWITCH_SAVE_TAB,     /* TabNoYes */
    TAB_SWITCH_STACK_SPLIT,  /* TabStackSplit */
    TAB_SWITCH_STACK_RETURN, /* TabStackReturn */
    TAB_SWITCH_RETURN_TEST,  /* TabReturnTest */
    TAB_SWITCH_ROW4_ENTRY,   /* TabRow4Entry */
    TAB_SWITCH_ROW4_ONCE,    /* TabNoYes */
    TAB_SWITCH_ROW4_MOVE,    /* TabRow4Move */
    TAB_SWITCH_ROW4_EXIT,    /* TabRow4Exit */
    TAB_SWITCH_ROW4_SAFE,    /* TabNoYes */
    TAB_SWITCH_JUMP_ENEMIES, /* TabNoYes */
    TAB_SWITCH_ROWS,         /* 3–4 */
    TAB_SWITCH_PROW,         /* TabNoYes */
    TAB_SWITCH_TRACK,        /* TabTrackKind, a row of tab_tracks (board.h) */
    TAB_SWITCH_FACING,       /* TabFacing */
    TAB_SWITCH_CAST,         /* a row of tab_casts (cast.h) */
    TAB_SWITCH_UNLOCK,       /* TabUnlock */
    TAB_SWITCH_UNLOCK_ORDER, /* TabUnlockOrder */
    TAB_SWITCH_STACKING,     /* TabStacking */
    TAB_SWITCH_PASS_OWN,     /* TabPassOwn */
    TAB_SWITCH_SLEEPERS,     /* TabSleepers */
    TAB_SWITCH_OUTSIDE,      /* TabOutside */
    TAB_SWITCH_KING,         /* TabNoYes */
    TAB_SWITCH_HALVES,       /* TabNoYes */
    TAB_SWITCH_DUTY,         /* TabDuty */
    TAB_SWITCH_GOAL,         /* TabGoal */
    TAB_N_SWITCHES
} TabSwitch;

typedef enum { TAB_NO, TAB_YES } TabNoYes;
typedef enum { TAB_THROWS_COLLECT, TAB_THROWS_AT_ONCE } TabThrowing;
typedef enum {
    TAB_OPENING_ALTERNATE,
    TAB_OPENING_FIRST,
    TAB_OPENING_HIGHEST,
    TAB_OPENING_NONE
} TabOpening;
typedef enum { TAB_OPENING_TAB_COUNTS, TAB_OPENING_TAB_SPENT } TabOpeningTab;
typedef enum { TAB_DUTY_CONVERT, TAB_DUTY_FREE, TAB_DUTY_FIRST } TabTabDuty;
typedef enum { TAB_STACK_SPLIT_NONE, TAB_STACK_SPLIT_TOP } TabStackSplit;
typedef enum { TAB_RETURN_KEEP, TAB_RETURN_REDUCE, TAB_RETURN_LOOSEN } TabStackReturn;
typedef enum { TAB_TEST_BACKWARD, TAB_TEST_REVISIT } TabReturnTest;
typedef enum { TAB_ROW4_OPEN, TAB_ROW4_ENEMY_PRESENT } TabRow4Entry;
typedef enum {
    TAB_ROW4_FREE,
    TAB_ROW4_HOME_EMPTY,
    TAB_ROW4_HOME_EMPTY_SINGLE,
    TAB_ROW4_LAST
} TabRow4Move;
typedef enum { TAB_ROW4_EXIT_SAME, TAB_ROW4_EXIT_ONE_HOME_PILE } TabRow4Exit;
typedef enum {
    TAB_TRACK_TAB,
    TAB_TRACK_ONCE,
    TAB_TRACK_CIRCLE,
    TAB_TRACK_EIGHT,
    TAB_TRACK_SNAKE
} TabTrackKind;
typedef enum { TAB_FACING_HALF_TURN, TAB_FACING_MIRROR } TabFacing;
typedef enum { TAB_UNLOCK_ONE, TAB_UNLOCK_ONE_SIX, TAB_UNLOCK_TWO, TAB_UNLOCK_SIR } TabUnlock;
typedef enum { TAB_UNLOCK_FOREMOST, TAB_UNLOCK_ANY } TabUnlockOrder;
typedef enum { TAB_STACKING_PILE, TAB_STACKING_NONE } TabStacking;
typedef enum { TAB_PASS_OWN_YES, TAB_PASS_OWN_NO } TabPassOwn;
typedef enum { TAB_SLEEPERS_TAKEN, TAB_SLEEPERS_SAFE } TabSleepers;
typedef enum { TAB_OUTSIDE_ANY, TAB_OUTSIDE_ONE } TabOutside;
typedef enum { TAB_DUTY_MUST, TAB_DUTY_MAY } TabDuty;
typedef enum { TAB_GOAL_CAPTURE, TAB_GOAL_FILL } TabGoal;

/* A ruleset: the preset it is told from and the value of every switch. A plain value. */
typedef struct {
    uint8_t preset;                /* 0 … tab_ruleset_n_presets() - 1 */
    uint8_t value[TAB_N_SWITCHES]; /* by TabSwitch: a number, or one of the enumerations above */
} TabRuleset;

/* A preset; its texts for people are marked for translation and not translated. */
typedef struct {
    const char *name;      /* in rules strings: "lane" */
    const char *title;     /* for people: "Lane 1836"; in the context "preset" */
    const char *origin;    /* who recorded it, when and where */
    const char *character; /* what sets it apart from the others */
    const char *place;     /* where it is from, in a few words; in the context "place of rules" */
    const char *gist;      /* `character` in two short sentences */
    unsigned throws;       /* that are played or lost in a game, on average; all players' */
    bool is_relative;      /* of Tâb, and no account of Tâb itself */
    uint8_t value[TAB_N_SWITCHES];
} TabPreset;

/* The presets, a row each, in the order of RULES.md. */
#define TAB_N_PRESETS 16
extern const TabPreset tab_presets[TAB_N_PRESETS];

/* The presets by number, in the order of RULES.md, and their names ("standard", …); NULL beyond the
 * last. */
unsigned tab_ruleset_n_presets(void);
const TabPreset *tab_ruleset_preset_row(unsigned preset);
const char *tab_ruleset_preset_name(unsigned preset);
TabRuleset tab_ruleset_preset(unsigned preset);
/* The preset where none is named: standard. */
#define TAB_DEFAULT_PRESET 0

/* Another width. As many pieces as columns stay so many, and there are never more. */
void tab_ruleset_set_columns(TabRuleset *ruleset, unsigned columns);
/* Another value, which tab_ruleset_allows(), and what follows from it for other switches. */
void tab_ruleset_set(TabRuleset *ruleset, TabSwitch key, unsigned value);

#define TAB_MAX_VALUES 10 /* names of the values of a switch, the NULL behind them included */

/* Everything about one switch. Texts for people are marked for translation and not translated. */
typedef struct {
    const char *key;         /* in rules strings: "tab-duty" */
    const char *title;       /* for people */
    const char *explanation; /* what it decides, in a sentence or two */
    uint8_t least, most;     /* of a switch that is a number; else 0 */
    struct {
        const char *name; /* in rules strings: "convert"; NULL behind the last one */
        const char *text; /* for people */
    } value[TAB_MAX_VALUES];
    struct {
        TabSwitch key;         /* the switch matters only where this other one */
        unsigned values;       /* has one of these values, a bit each; 0: it always matters */
        const char *else_says; /* why it decides nothing elsewhere */
        bool else_fixed;       /* elsewhere it has */
        uint8_t else_value;    /* this value and no other */
    } needs;
    bool of_piles;         /* with `stacking=none` it decides nothing, has */
    uint8_t without_piles; /* this value, and rules strings do not name it */
} TabSwitchRow;

/* The switches, a row each. */
extern const TabSwitchRow tab_switches[TAB_N_SWITCHES];

/* One value of a switch that goes only with some values of another. */
typedef struct {
    TabSwitch key;
    unsigned values; /* of `key`, a bit each */
    TabSwitch needs;
    unsigned among; /* values of `needs`, a bit each; 0: an odd number */
} TabSwitchPair;

#define TAB_N_SWITCH_PAIRS 13
extern const TabSwitchPair tab_switch_pairs[TAB_N_SWITCH_PAIRS];

/* NULL beyond the last switch. */
const TabSwitchRow *tab_ruleset_switch(TabSwitch key);
/* The name of a value; NULL beyond the last one and for numbers. */
const char *tab_ruleset_value_name(TabSwitch key, unsigned value);
/* Whether this value may stand beside the others of `set`. Any width may: the pieces follow it. */
bool tab_ruleset_allows(const TabRuleset *set, TabSwitch key, unsigned value);
/* Why the switch decides nothing beside the others of `set`, not translated; NULL if it matters. */
const char *tab_ruleset_idle(const TabRuleset *set, TabSwitch key);

/* Reads `<preset>[:key=value,…]`. On error returns false, sets TAB_RULES_ERROR_RULES with the name
 * of the offender, and leaves `ruleset` as it was. */
bool tab_ruleset_parse(const char *text, TabRuleset *ruleset, GError **error);

/* Whether turns are the same under both from every position that both have: all but the width, the
 * number of pieces and the opening. */
bool tab_ruleset_same_turns(const TabRuleset *a, const TabRuleset *b);

/* Whether it differs from its preset in more than the width and the number of pieces. */
bool tab_ruleset_changes_switch(const TabRuleset *ruleset);

/* The canonical rules string: only the keys that differ from the preset. Free with g_free. */
char *tab_ruleset_to_string(const TabRuleset *ruleset);

static inline unsigned tab_ruleset_columns(const TabRuleset *ruleset)
{
    return ruleset->value[TAB_SWITCH_COLUMNS];
}

static inline unsigned tab_ruleset_pieces(const TabRuleset *ruleset)
{
    return ruleset->value[TAB_SWITCH_PIECES];
}

/* Whether a piece that has been on row 3 goes another way than one that has not, so that the two
 * are to be told apart. */
static inline bool tab_ruleset_tells_history(const TabRuleset *ruleset)
{
    return ruleset->value[TAB_SWITCH_RETURN_TEST] == TAB_TEST_REVISIT;
}

static inline bool tab_ruleset_at_once(const TabRuleset *ruleset)
{
    return ruleset->value[TAB_SWITCH_THROWS] == TAB_THROWS_AT_ONCE;
}
