// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own rulesets, each with a name, in a key file that window and match runner share.
#pragma once

#include "protocol/rules/ruleset.h"

/* The file has a group for each ruleset, with its rules string (RULES.md 7):
 *
 *     [Friday evenings]
 *     rules=walker:columns=11,save-tab=yes
 *
 * Names are unique, of 1 to 60 characters, without blanks at their ends; they hold no [ ] : and no
 * control characters, and are not the name of a preset, so that a name is never a rules string.
 * Other keys, groups' comments and their order are kept. Every change reads the file, changes it
 * and writes it to a temporary file that is then renamed; a file in which anything is wrong is
 * never written over. Errors are TAB_RULES_ERROR_RULES, or of G_KEY_FILE_ERROR or G_FILE_ERROR;
 * they name the offender. */
typedef struct {
    char *name;
    TabRuleset set;
} TabNamedRules;

/* $XDG_CONFIG_HOME/tab/rulesets.ini. Free with g_free. */
char *tab_named_rules_user_file(void);

/* The rulesets of a file, an array of TabNamedRules * in the file's order; a missing file has none.
 * NULL on error. Free with g_ptr_array_unref. */
GPtrArray *tab_named_rules_load(const char *path, GError **error);
/* The ruleset of this name in such an array, or NULL. */
const TabNamedRules *tab_named_rules_find(GPtrArray *list, const char *name);

/* Whether a ruleset can have this name, whatever others are called. */
bool tab_named_rules_check_name(const char *name, GError **error);

/* Keeps `set` under `name`: in place of the ruleset of that name, or as a new one at the end. */
bool tab_named_rules_save(const char *path, const char *name, const TabRuleset *set,
                          GError **error);
/* Gives the ruleset another name, which no other has; it goes to the end. */
bool tab_named_rules_rename(const char *path, const char *name, const char *to, GError **error);
/* Takes it out of the file. */
bool tab_named_rules_remove(const char *path, const char *name, GError **error);

/* A name like `name` that is free in the list: the same, or with " (2)", " (3)", … behind it, for
 * which the end of a long one is left out. Free with g_free. */
char *tab_named_rules_free_name(GPtrArray *list, const char *name);

/* Reads a rules string, or the name of a ruleset of the file at `path`. The error is that of the
 * rules string where there is no such name, unless the file itself is no good. */
bool tab_named_rules_parse(const char *path, const char *text, TabRuleset *set, GError **error);
