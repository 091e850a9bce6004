// SPDX-License-Identifier: GPL-3.0-or-later
// How a person writes down how an engine is started, and with which options: read and checked.
#pragma once

#include "protocol/client/engine-config.h"
#include "protocol/codec/option.h"

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
    gboolean inherit_env;
    gboolean sandbox;
    guint64 memory_mib, cpu_seconds; /* as in engine-config.h; 0: no limit */
    guint64 processes, open_files, file_mib;
} TabEngineFields;

/* A copy that owns its texts, for tab_engine_fields_free() alone. */
TabEngineFields *tab_engine_fields_copy(const TabEngineFields *fields);
void tab_engine_fields_free(TabEngineFields *fields);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabEngineFields, tab_engine_fields_free)

/* A copy of `config` (NULL: a new one) with the fields; options and the rest stay.
 * TAB_ENGINE_EDIT_ERROR names what cannot be. */
TabEngineConfig *tab_engine_edit_apply(const TabEngineConfig *config, const TabEngineFields *fields,
                                       GError **error);
/* Why no engine can be shut in on this machine, or NULL if one can: bubblewrap is started to see.
 * Free with g_free. */
char *tab_engine_edit_sandbox_fault(void);
/* Whether both start the same program with the same arguments in the same folder, so that what was
 * learned of one holds for the other. */
gboolean tab_engine_edit_is_same_program(const TabEngineConfig *one, const TabEngineConfig *other);
/* Arguments and environment as text that tab_engine_edit_apply() reads again. Free with g_free. */
char *tab_engine_edit_arguments(const TabEngineConfig *config);
char *tab_engine_edit_environment(const TabEngineConfig *config);

/* The value of a declared option as it stands: the configured one, else the default, else "". A
 * button's is "true" if it is pressed at every start, else "false". Owned by `config` or `option`.
 */
const char *tab_engine_choices_get(const TabEngineConfig *config, const TabOption *option);
/* The value that needs no words in the configuration. */
const char *tab_engine_choices_default(const TabOption *option);

/* The names of options that are configured but not declared: an engine refuses to start with them.
 * GPtrArray of borrowed const char *; free with g_ptr_array_unref. */
GPtrArray *tab_engine_choices_unknown(const TabEngineConfig *config, GPtrArray *declared);

/* A copy of `config` with `values`, one for each option declared, in their order. Values equal to
 * the default are left out, and so are options that are not declared. Those that keep their value
 * keep their place, changed ones come last, as of options that exclude each other the one set last
 * holds. TAB_ERROR_BAD_ARGUMENT names an option and a value that it does not allow. */
TabEngineConfig *tab_engine_choices_apply(const TabEngineConfig *config, GPtrArray *declared,
                                          const char *const *values, GError **error);
