// SPDX-License-Identifier: GPL-3.0-or-later
// A problem: a position with its throws, the best turn, and what the other turns lose, as a game
// record tells them (RULES.md 10.7).
#pragma once

#include "protocol/game/record.h"

#define TAB_PROBLEM_MAX_TURNS 64 /* turns that a problem compares */

/* Of the tag that makes a record a problem: how its best turn was proven. */
#define TAB_PROBLEM_TAG "Problem"

/* A turn that was compared. */
typedef struct {
    const TabRecordNode *node; /* of the record */
    const char *turn;          /* its text; the node's */
    TabPosition after;
    double value; /* chance of the side to move to win after it, before the next throw, 0–1 */
    double error; /* standard error of `value`; NAN: it was not rolled out, as a search found it so
                     far behind */
    double loss;  /* value of the best turn less this one's, 0–1; 0 for the best */
} TabProblemTurn;

/* Read only. */
typedef struct {
    TabRecord *record;      /* owned; rules and tags are its */
    TabSituation situation; /* the position with all throws of the turn */
    TabProblemTurn *turns;  /* by value, the best first; the first two are rolled out */
    guint n_turns;          /* at least 2 */
    guint n_outcomes;       /* distinct outcomes that the turn can have, n_turns or more; 0: the
                               record does not say */
    int played;             /* place in `turns` of what was played in the game; -1: not said */
    double gap, gap_error;  /* the best turn's value less the second's, and its standard error as
                               that of independent numbers */
    double margin;          /* the gap is proven to be more than this, 0–1, … */
    double errors;          /* … by so many standard errors at least */
    double difficulty;      /* 0: everybody finds the best turn … 1: nobody does; NAN: not said */
    char *key; /* the same for the same rules, position and throws, the sides exchanged too: 32
                  hexadecimal digits */
} TabProblem;

/* Reads a problem from a record, which it takes over. Fails with TAB_RULES_ERROR_RECORD, and the
 * record is freed, if it is none: it lacks the tag, a value, a second turn; turns have other throws
 * or lead to the same; the main line is not the best, or not by what the tag says. */
TabProblem *tab_problem_new(TabRecord *record, GError **error);
void tab_problem_free(TabProblem *problem);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabProblem, tab_problem_free)

/* All problems of a collection, which is a text (free of NUL) or a file of such records, in their
 * order: GPtrArray of TabProblem, which owns them; one at least. Errors are those of the record's
 * reader, of the file, and those above with the number of the problem. */
GPtrArray *tab_problem_parse(const char *text, gsize length, GError **error);
GPtrArray *tab_problem_load(const char *path, GError **error);

/* The turn that leads to the same position as one that ends in `after`; NULL: it was not compared,
 * and so is far behind the best. */
const TabProblemTurn *tab_problem_find(const TabProblem *problem, const TabPosition *after);

/* Where it is from, for people: "games.tab, game 12", of the tag [Source]; the players if there is
 * none. Free with g_free. */
char *tab_problem_describe_source(const TabProblem *problem);

/* The key of a situation, as above. Free with g_free. */
char *tab_problem_situation_key(const TabRules *rules, const TabSituation *situation);

/* Notes at a turn what was found of it: `judged`, `loss`, and `judged-se` unless `error` is NAN. */
void tab_problem_note(TabRecordNode *node, double value, double error, double loss);
