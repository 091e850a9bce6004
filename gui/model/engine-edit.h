// SPDX-License-Identifier: GPL-3.0-or-later
// How a person writes down how an engine is started: each field as text, read and checked.
#pragma once

#include "protocol/client/engine-config.h"

G_BEGIN_DECLS

#define TAB_ENGINE_EDIT_ERROR (tab_engine_edit_error_quark())
GQuark tab_engine_edit_error_quark(void);
typedef enum {
    TAB_ENGINE_EDIT_ERROR_COMMAND,     /* no program, or arguments that cannot be split */
    TAB_ENGINE_EDIT_ERROR_FOLDER,      /* is not there */
    TAB_ENGINE_EDIT_ERROR_ENVIRONMENT, /* a line without a name, or a name twice */
} TabEngineEditError;

/* As typed. */
typedef struct {
    const char *name;        /* "": none */
    const char *program;     /* a path, or a name to be found on PATH */
    const char *arguments;   /* split like a shell's line */
    const char *folder;      /* "": none */
    const char *environment; /* a variable a line: `NAME=value` sets it, `NAME` takes it away; in a
                              * value `\n` is a line feed and `\\` a backslash */
    guint64 memory_mib, cpu_seconds; /* as in engine-config.h; 0: no limit */
} TabEngineFields;

/* A copy of `config` (NULL: a new one) with the fields; options and the rest stay.
 * TAB_ENGINE_EDIT_ERROR names what cannot be. */
TabEngineConfig *tab_engine_edit_apply(const TabEngineConfig *config, const TabEngineFields *fields,
                                       GError **error);
/* Arguments and environment as text that tab_engine_edit_apply() reads again. Free with g_free. */
char *tab_engine_edit_arguments(const TabEngineConfig *config);
char *tab_engine_edit_environment(const TabEngineConfig *config);

G_END_DECLS
