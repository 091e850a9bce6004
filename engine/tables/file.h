// SPDX-License-Identifier: GPL-3.0-or-later
// Tables as files, as the engine opens them: a head in words, then the values of all states, read
// where they are.
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

#include <stdatomic.h>
#include <sys/stat.h>

#include "engine/tables/layers.h"

#define TAB_TABLE_HEAD 8192
/* The first line: a file of another version is refused. */
#define TAB_TABLE_NAME "tab-tables "
#define TAB_TABLE_VERSION "1"
#define TAB_TABLE_TITLE TAB_TABLE_NAME TAB_TABLE_VERSION
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

/* What has become of an open table: once it has a fault, it gives no value any more. */
typedef enum {
    TAB_TABLE_SOUND,
    TAB_TABLE_CHANGED,   /* the file is not what was opened: cut short, written to, unreadable */
    TAB_TABLE_NO_CHANCE, /* a value is not between 0 and 1, which no build writes */
} TabTableFault;

/* An open file; any thread may read it. */
typedef struct {
    TabTableHead head;
    TabRules *rules;
    TabIndex *index;
    TabLayers layers;
    uint64_t n_values; /* of the units that are solved, or begun */
    char *path;
    struct stat status; /* when it was opened */
    int file;           /* from which values are read, one by one, if it is large; else -1 */
    uint8_t *values;    /* all of them, if it is small; else NULL */
    atomic_int *fault;  /* TabTableFault; whoever reads may set it */
    bool summed;        /* its sum was worked out when it was opened, and was right */
} TabTable;

/* Files of so many bytes or less are read into memory. Values of larger ones are read by a call of
 * the system each: a mapping would end the process when somebody cuts the file short. */
#define TAB_TABLE_IN_MEMORY (64 << 20)

/* Opens a table and checks all of it. The sum of a file that is not read into memory is worked out
 * only if the file is not known for it (sums.h): a second for some hundred MiB. With `checkpoint` a
 * file with unsolved units is welcome too. */
TabTable *tab_table_open(const char *path, bool checkpoint, GError **error);
/* The same with another limit than TAB_TABLE_IN_MEMORY. */
TabTable *tab_table_open_within(const char *path, uint64_t in_memory, bool checkpoint,
                                GError **error);
void tab_table_free(TabTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabTable, tab_table_free)

/* Whether the values are those that were written, whatever was known; of a file that is not in
 * memory the answer is remembered. */
bool tab_table_check_sum(const TabTable *table, GError **error);

/* Value `i`, below n_values. False if there is none to be had; the table then has a fault. */
bool tab_table_value(const TabTable *table, uint64_t i, double *value);
/* All n_values of them. */
bool tab_table_read_all(const TabTable *table, double *values, GError **error);

/* Says what is wrong with an open table by now, NULL: nothing. Free with g_free. */
char *tab_table_describe_fault(const TabTable *table);
/* The same as an error: false if there is something. */
bool tab_table_check_fault(const TabTable *table, GError **error);
