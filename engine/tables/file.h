// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as files, as the engine opens them: a head in words, then the values of all states, used
// in memory as they are.
//
// The head is text of TAB_TABLE_HEAD bytes, filled up with line ends:
//
//     tab-tables 1
//     rules walker                       canonical (RULES.md 7)
//     pieces 2 1                         the most of either side
//     values u16                         or u32, f64
//     tail 1e-10                         asked for; it gives the box of hands (hand-box.h)
//     states 239931                      in all, in the order of layers.h
//     solved 2                           units that are: all of them, but in a checkpoint
//     unit 1 1 3861 2.2e-09 …            more, fewer, states and TabUnitReport, one line a unit
//     begun 62.5 7                       in a checkpoint: seconds and backups of the unit begun
//     bound 7.7e-06                      no value read from the file is off by more
//     sha256 …                           of the values, as they lie in the file
//
// A value is the chance to win for the side to move before the throw, with fair sticks: u16 and u32
// are little-endian fractions of 65535 and 4294967295, rounded to nearest, f64 is IEEE 754,
// likewise little-endian. A checkpoint is a file with f64 and units still to be solved.
#pragma once

#include "engine/tables/layers.h"

#define TAB_TABLE_HEAD 8192
#define TAB_TABLE_TITLE "tab-tables 1"
#define TAB_TABLE_LEAST_TAIL 1e-15 /* the chance of hands left out is this at least */

#define TAB_TABLE_ERROR (tab_table_error_quark())
GQuark tab_table_error_quark(void);
typedef enum {
    TAB_TABLE_ERROR_FILE,  /* cannot be read or written, or is no table */
    TAB_TABLE_ERROR_BUILD, /* nothing can be built as asked for */
    TAB_TABLE_ERROR_WRONG, /* what a check found to be wrong */
} TabTableError;

/* Sets an error of this domain; always false, for `return`. */
bool tab_table_refuse(GError **error, TabTableError code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

typedef enum { TAB_VALUES_U16, TAB_VALUES_U32, TAB_VALUES_F64 } TabValueFormat;

/* What is known about a solved unit. */
typedef struct {
    double bound;    /* no value of the unit is off by more */
    double residual; /* no |B(V, V) - V| is larger */
    double longest;  /* the largest w */
    double seconds;
    uint32_t backups; /* made for it in this time, those of the proof included */
} TabUnitReport;

/* What the head says. */
typedef struct {
    TabRuleset set;
    unsigned more, fewer;
    TabValueFormat format;
    double tail;
    unsigned solved;
    TabUnitReport unit[TAB_MAX_UNITS]; /* of those solved; seconds and backups of the next one */
    double bound;
    char sha256[65];
} TabTableHead;

/* The least that `bound` may be: the largest of the units solved, and rounding. */
double tab_table_least_bound(const TabTableHead *head);

/* What is known of each TabValueFormat. */
typedef struct {
    const char *name; /* "u16", … */
    unsigned size;    /* bytes of a value */
    double rounding;  /* the most that rounding to the format adds to an error */
} TabValueKind;
extern const TabValueKind tab_value_kinds[];
/* The format of a name, or -1. */
int tab_value_by_name(const char *name);

/* An open file; any thread may read it. */
typedef struct {
    TabTableHead head;
    TabRules *rules;
    TabIndex *index;
    TabLayers layers;
    uint64_t n_values; /* of the units that are solved, or begun */
    char *path;
    char *memory;     /* the file, if it is small */
    GMappedFile *map; /* else */
    const uint8_t *values;
} TabTable;

/* Files of so many bytes or less are read into memory, and their sum is checked, when they are
 * opened: a third of a second for the largest. Larger ones are mapped, and their sum is left to
 * tab_table_check_sum; they must not become shorter while they are in use. */
#define TAB_TABLE_IN_MEMORY (64 << 20)

/* Opens a table and checks all of it, but the sum of a mapped one's values. With `checkpoint` a
 * file with unsolved units is welcome too. */
TabTable *tab_table_open(const char *path, bool checkpoint, GError **error);
void tab_table_free(TabTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTable, tab_table_free)

/* Whether the values are those that were written. */
bool tab_table_check_sum(const TabTable *table, GError **error);

/* One value of an array in this format. */
static inline double tab_value_read(const uint8_t *values, TabValueFormat format, uint64_t i)
{
    uint16_t small;
    uint32_t middle;
    uint64_t large;
    double value;
    switch (format) {
    case TAB_VALUES_U16:
        __builtin_memcpy(&small, values + 2 * i, 2);
        return GUINT16_FROM_LE(small) * (1.0 / 65535);
    case TAB_VALUES_U32:
        __builtin_memcpy(&middle, values + 4 * i, 4);
        return GUINT32_FROM_LE(middle) * (1.0 / 4294967295.0);
    default:
        __builtin_memcpy(&large, values + 8 * i, 8);
        large = GUINT64_FROM_LE(large);
        __builtin_memcpy(&value, &large, 8);
        return value >= 0 && value <= 1 ? value : 0.5; /* which no build writes */
    }
}
