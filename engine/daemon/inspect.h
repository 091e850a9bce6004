// SPDX-License-Identifier: GPL-3.0-or-later
// The commands for people and tests: show, eval, throws, help at once; legal, perft and bench on a
// thread of their own.
#pragma once

#include "engine/daemon/session.h"

/* The commands of these names. They write their answers at once, on the thread that reads, and
 * never fail. */
bool tab_inspect_tep(TabSession *session, const TabMessage *message, GError **error);
bool tab_inspect_show(TabSession *session, const TabMessage *message, GError **error);
bool tab_inspect_eval(TabSession *session, const TabMessage *message, GError **error);
bool tab_inspect_throws(TabSession *session, const TabMessage *message, GError **error);

/* Longer work: everything it needs, so that nothing is shared with the thread that reads. */
typedef enum { TAB_JOB_LEGAL, TAB_JOB_PERFT, TAB_JOB_BENCH } TabJobKind;
typedef struct {
    TabJobKind kind;
    TabOutput *output;
    TabRules *rules;
    TabSituation situation;
    unsigned depth, max_throws;       /* perft */
    bool divide;                      /* perft: a count for each outcome of the first turn too */
    int cancel;                       /* atomic: 1 asks it to end with `error interrupted` */
    atomic_bool stop;                 /* the same for the bench */
    void (*done)(gpointer user_data); /* called just before the last line of the answer */
    gpointer done_data;
} TabJob;

/* A job for `legal`, `perft …` or `bench`; NULL and an error if its arguments are no good. */
TabJob *tab_inspect_job(const TabSession *session, const TabMessage *message, GError **error);
/* Does the work of a TabJob and writes the answer: the function of its own thread; returns NULL. */
void *tab_inspect_run(void *job);
/* Asks it to end with `error interrupted`, soon. Any thread, until the job is freed. */
void tab_inspect_cancel(TabJob *job);
void tab_inspect_job_free(TabJob *job);
