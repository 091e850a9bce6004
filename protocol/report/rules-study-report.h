// SPDX-License-Identifier: GPL-3.0-or-later
// What a study of rules says, ruleset beside ruleset: for people, as CSV, as lines of JSON and as a
// page with plots.
#pragma once

#include "protocol/match/rules-study.h"

/* How it was found out; stands in every output. Texts are borrowed. */
typedef struct {
    const char *engine; /* what it calls itself */
    const char *spec;   /* what it was called by */
    const char *limits; /* of each turn, and of each value that luck is reckoned from; for luck also
                           the throws ahead (analysis.h) */
    gboolean judged;    /* whether luck was */
    guint64 seed;
    guint games;     /* of each ruleset between equals, and as many of each two levels */
    guint max_turns; /* then a game is cut off */
} TabStudyMethod;

/* One ruleset. */
typedef struct {
    char *rules; /* canonical */
    TabRulesStudy *study;
    GPtrArray *skills; /* of TabSkillStudy, one for each two levels, the same two of all rulesets */
} TabStudiedRules;

/* Takes the rules over. */
TabStudiedRules *tab_studied_rules_new(char *rules);
void tab_studied_rules_free(TabStudiedRules *studied);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabStudiedRules, tab_studied_rules_free)

/* All of it; borrowed. */
typedef struct {
    TabStudyMethod method;
    GPtrArray *rules;    /* of TabStudiedRules, one at least, each with games */
    GPtrArray *left_out; /* of char *: rulesets that were not played, and why */
} TabStudyReport;

/* For people: method, tables, what was left out. Free with g_free. */
char *tab_study_report_to_text(const TabStudyReport *report);

/* CSV (RFC 4180, lines ended by LF): the names of the columns, then a line for each ruleset and two
 * levels, or one for a ruleset without levels. Shares and scores are 0–1, *_error is half of a 95 %
 * interval, *_low and *_high are its ends; empty: not known. Method, engine and seed stand in each
 * line. Free with g_free. */
char *tab_study_report_to_csv(const TabStudyReport *report);

/* A line of JSON with method, seed and what was left out, then one a ruleset: the same members as
 * the columns of CSV, those of levels in objects of the array `levels`; null: not known. Free with
 * g_free. */
char *tab_study_report_to_json(const TabStudyReport *report);

/* Sentences on the method, for text and page: what was played, by whom, and what the errors are.
 * NULL-terminated; free with g_strfreev. */
GStrv tab_study_report_sentences(const TabStudyReport *report);

/* A table for people: the first column names the ruleset, the next `left` - 1 are words too. */
typedef struct {
    const char *title, *text; /* above it on a page; static */
    const char **heads;       /* NULL-terminated; the words are static */
    guint columns, left;
    GPtrArray *cells; /* of char *, printable, row by row; "": not known */
} TabStudyTable;

/* Lengths and ends, what happens on the board, and, of studies with levels, skill and luck: a
 * GPtrArray of TabStudyTable, in this order, which owns them. */
GPtrArray *tab_study_report_list_tables(const TabStudyReport *report);
