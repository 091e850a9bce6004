// SPDX-License-Identifier: GPL-3.0-or-later
// The commands of `tab-match`. argv[0] is the name for messages; each returns the exit status.
#pragma once

/* Plays: `tab-match` without a command word (match-output.h has the exit status). */
int tab_match_main(int argc, char **argv);

/* `tab-match merge`: joins the journals of a match that was played in parts. */
int tab_merge_main(int argc, char **argv);

/* `tab-match luck`: how lucky recorded games were, and their score without luck. 0; 1 for wrong
 * usage, a file that cannot be read, a judge that failed in a game. */
int tab_luck_main(int argc, char **argv);

/* `tab-match analyse`: the same, what the turns gave away, and files of it. */
int tab_analyse_main(int argc, char **argv);

/* `tab-match evaluate`: what an engine says of the positions of a file. 0; 1 for wrong usage, a
 * file that cannot be read or written, and if a line was left out. */
int tab_evaluate_main(int argc, char **argv);

/* `tab-match rate`: at which level of an engine the players of recorded games play. 0; 1 for wrong
 * usage, a file that cannot be read or written, a decision at which an engine failed. */
int tab_rate_main(int argc, char **argv);

/* `tab-match db`: a database of games: import, query, export, stats. 0; 1 for wrong usage, a file
 * that cannot be read or written, broken games that were left out. */
int tab_db_main(int argc, char **argv);

/* `tab-match study-rules`: what games show of rulesets, side by side. 0; 1 for wrong usage, a file
 * that cannot be written, an engine that failed. */
int tab_study_rules_main(int argc, char **argv);

/* `tab-match openings`: what the first turns of games are worth, hand by hand. 0; 1 for wrong
 * usage, a file that cannot be read or written, an engine that failed. */
int tab_openings_main(int argc, char **argv);

/* `tab-match problems`: makes problems of recorded games. 0; 1 for wrong usage, a file that cannot
 * be read or written, an engine that failed in a game. */
int tab_problems_main(int argc, char **argv);

/* A command and the word that names it. */
typedef struct {
    const char *word;
    int (*run)(int argc, char **argv);
} TabCommand;

/* All that a word names, by that word; the last has none. */
extern const TabCommand tab_commands[];
