// SPDX-License-Identifier: GPL-3.0-or-later
// What can go wrong with an engine, seen from its controller.
#pragma once

#include <glib.h>

#define TAB_CLIENT_ERROR (tab_client_error_quark())
GQuark tab_client_error_quark(void);

/* Messages say what the engine did ("did not answer in time"), without its name: whoever shows one
 * writes the name and a colon before it. */
typedef enum {
    TAB_CLIENT_ERROR_START,   /* the program cannot be started, or is not running */
    TAB_CLIENT_ERROR_CRASHED, /* the process ended or closed a pipe */
    TAB_CLIENT_ERROR_SILENT,  /* no answer before the deadline */
    TAB_CLIENT_ERROR_FLOOD,   /* a line too long, or more output than allowed */
    TAB_CLIENT_ERROR_RUBBISH, /* said what is no protocol at all */
    TAB_CLIENT_ERROR_BROKEN,  /* an answer that the protocol does not allow here */
    TAB_CLIENT_ERROR_NO_WIN,  /* no chance to win, which engines need not tell, was told */
    TAB_CLIENT_ERROR_REFUSED, /* the engine answered `error …` */
    TAB_CLIENT_ERROR_BUSY,    /* another call is in progress */
} TabClientError;
