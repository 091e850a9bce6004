// SPDX-License-Identifier: GPL-3.0-or-later
// The user's engines as a list that people change: added, tested, set up, copied, removed; kept in
// the key file that tab-match reads too.
#pragma once

#include "protocol/client/engine-config.h"

/* Signal: "changed" (), the list or its fault.
 *
 * Every change is written at once, to a temporary file that is then renamed. If the file was
 * changed by others since it was read, nothing is written: the change fails with
 * TAB_ENGINE_STORE_ERROR_STALE, and the list is read anew. A file that cannot be understood is left
 * alone until a person has mended it, which tab_engine_store_check() sees: the list is empty, and
 * every change fails with the fault of the file. */
#define TAB_TYPE_ENGINE_STORE (tab_engine_store_get_type())
G_DECLARE_FINAL_TYPE(TabEngineStore, tab_engine_store, TAB, ENGINE_STORE, GObject)

/* Read freely; change through the functions only. */
struct _TabEngineStore {
    GObject parent;
    char *path;
    GPtrArray *configs; /* of TabEngineConfig; empty while there is a fault */
    char *text;         /* of the file as it was read or written, NULL: there is none */
    GError *fault;      /* why the file cannot be used; NULL: it can */
};

#define TAB_ENGINE_STORE_ERROR (tab_engine_store_error_quark())
GQuark tab_engine_store_error_quark(void);
typedef enum {
    TAB_ENGINE_STORE_ERROR_NAME,  /* another engine has it */
    TAB_ENGINE_STORE_ERROR_STALE, /* the file was changed meanwhile */
} TabEngineStoreError;

/* The engines of a key file; `path` NULL: the user's (see engine-config.h). */
TabEngineStore *tab_engine_store_new(const char *path);
/* Reads the file again. */
void tab_engine_store_reload(TabEngineStore *self);
/* Whether the file is as it was read or written; if not, it is read again. */
gboolean tab_engine_store_check(TabEngineStore *self, GError **error);

/* The name of the engine that comes with the game, whose program is tab-engine. */
#define TAB_ENGINE_STORE_OWN "Tab Engine"
/* What an engine is called everywhere, and remembered by: its configured name, else what it called
 * itself when it ran last, else its program's, that of our own program being TAB_ENGINE_STORE_OWN.
 * Owned by it, or static. */
const char *tab_engine_store_name_of(const TabEngineConfig *config);
/* The same for lists to choose from: an engine that failed its test is marked. Free with g_free. */
char *tab_engine_store_describe(const TabEngineConfig *config);
/* Notes what it calls itself (`said` may end in its version). */
void tab_engine_store_note_name(TabEngineConfig *config, const char *said);
/* The place of the engine of this name in an array of TabEngineConfig; if there is none, of one
 * that was called by its program's name until it told its own; else the first. */
guint tab_engine_store_find(const GPtrArray *engines, const char *name);
/* Whether one of them is called so, or was as above. */
gboolean tab_engine_store_has(const GPtrArray *engines, const char *name);

/* All below copy `config`. Names (as above) are unique, and that of our own engine is taken: an
 * engine that was given none gets a number behind the one it has. */
gboolean tab_engine_store_add(TabEngineStore *self, const TabEngineConfig *config, GError **error);
/* Adds it in front of number `nth`, or at the end: one that was removed is there again. */
gboolean tab_engine_store_insert(TabEngineStore *self, guint nth, const TabEngineConfig *config,
                                 GError **error);
gboolean tab_engine_store_replace(TabEngineStore *self, guint nth, const TabEngineConfig *config,
                                  GError **error);
gboolean tab_engine_store_remove(TabEngineStore *self, guint nth, GError **error);
/* Puts a copy behind the engine, called "<name> (2)" or the next number that is free. */
gboolean tab_engine_store_duplicate(TabEngineStore *self, guint nth, GError **error);
/* Adds an engine that is not of the list, under its own name or one with a number as above. */
gboolean tab_engine_store_add_copy(TabEngineStore *self, const TabEngineConfig *config,
                                   GError **error);
gboolean tab_engine_store_set_enabled(TabEngineStore *self, guint nth, gboolean enabled,
                                      GError **error);
