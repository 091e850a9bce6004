// SPDX-License-Identifier: GPL-3.0-or-later
// What the controller has told the engine so far, and its commands put into the engine's terms:
// where text meets rules.
#pragma once

#include "engine/daemon/output.h"
#include "engine/engine.h"
#include "protocol/codec/limits.h"
#include "protocol/codec/message.h"

/* State of one conversation. All functions are for the thread that reads the commands, unless said
 * otherwise. Those that refuse a command set a TAB_MESSAGE_ERROR and leave everything as it was. */
typedef struct {
    TabOutput *output;
    TabEngine *engine;
    TabRules *rules;
    TabSituation base;      /* the position as setpos gave it */
    TabSituation situation; /* the same with the throws that `throw` gave */
    unsigned multi_pv;
    unsigned overhead;   /* ms */
    char *sticks;        /* the option's text */
    bool told;           /* the running go has told something; */
    TabKey told_key;     /* the best turn of it, */
    uint64_t told_nodes; /* and how many positions had been looked at */
    /* told already, or NULL: what evaluates, and why a network or a table is not used */
    char *evaluation, *net_fault, *table_fault;
    /* called on the engine's thread, or within tab_session_go, just before bestmove */
    void (*done)(gpointer user_data);
    gpointer done_data;
} TabSession;

/* A session in the start position of `standard`, whose options have yet to be set. */
TabSession *tab_session_new(TabOutput *output);
void tab_session_free(TabSession *session);

/* The commands of these names: they check all of it, then take it over. */
bool tab_session_newgame(TabSession *session, const TabMessage *message, GError **error);
bool tab_session_setpos(TabSession *session, const TabMessage *message, GError **error);
bool tab_session_throw(TabSession *session, const TabMessage *message, GError **error);
/* Sets the sticks by the text of the option. */
bool tab_session_set_sticks(TabSession *session, const char *text, GError **error);
/* Starts to think; `info` and `bestmove` lines come from the engine's thread, or before it returns
 * if it was a matter of a moment. */
bool tab_session_go(TabSession *session, const TabLimits *limits, GError **error);

/* Sets an error of the protocol; always false, for `return`. */
bool tab_session_refuse(GError **error, TabErrorCode code, const char *format, ...)
    G_GNUC_PRINTF(3, 4);
