// SPDX-License-Identifier: GPL-3.0-or-later
// The tables. Games and their records are apart, so that a search need not pass the long texts.
#include "protocol/database/schema.h"

static const char games_and_positions[] =
    "CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE events (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE rules (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE sources (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE openings (id INTEGER PRIMARY KEY, rules INTEGER NOT NULL REFERENCES rules,"
    " parent INTEGER NOT NULL, side TEXT NOT NULL, throws TEXT NOT NULL, turn TEXT NOT NULL,"
    " key INTEGER NOT NULL, UNIQUE (rules, parent, throws, key));"
    "CREATE TABLE games (id INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE,"
    " white INTEGER REFERENCES players, black INTEGER REFERENCES players,"
    " rules INTEGER NOT NULL REFERENCES rules, event INTEGER REFERENCES events, round TEXT,"
    " date TEXT, result TEXT NOT NULL, termination TEXT, begins TEXT NOT NULL,"
    " turns INTEGER NOT NULL, opening INTEGER REFERENCES openings,"
    " source INTEGER NOT NULL REFERENCES sources, line INTEGER NOT NULL, added INTEGER NOT NULL);"
    "CREATE INDEX games_white ON games (white);"
    "CREATE INDEX games_black ON games (black);"
    "CREATE INDEX games_opening ON games (opening);"
    "CREATE TABLE records (game INTEGER PRIMARY KEY REFERENCES games, bytes INTEGER NOT NULL,"
    " record BLOB NOT NULL);"
    /* A log-structured index: keys are random, and in a B-tree each would dirty a page of its own.
     */
    "CREATE VIRTUAL TABLE positions USING fts5"
    " (keys, content='', columnsize=0, detail=none, tokenize='ascii');";

static const char analyses[] =
    "CREATE TABLE analyses (game INTEGER NOT NULL REFERENCES games, engine TEXT NOT NULL,"
    " settings TEXT NOT NULL, white_luck REAL, black_luck REAL, white_loss REAL, black_loss REAL,"
    " white_decisions INTEGER NOT NULL, black_decisions INTEGER NOT NULL, details TEXT,"
    " PRIMARY KEY (game, engine, settings)) WITHOUT ROWID;";

const char *const tab_schema_steps[TAB_SCHEMA_VERSION] = {games_and_positions, analyses};
