// SPDX-License-Identifier: GPL-3.0-or-later
// An engine's options: their declarations, the check of a value, and `setoption`.
#pragma once

#include <glib.h>

typedef enum {
    TAB_OPTION_CHECK, /* true or false */
    TAB_OPTION_SPIN,  /* an integer */
    TAB_OPTION_COMBO, /* one of `vars` */
    TAB_OPTION_STRING,
    TAB_OPTION_FILE, /* a string that names a file */
    TAB_OPTION_BUTTON,
    TAB_N_OPTION_TYPES
} TabOptionType;

typedef struct {
    char *name; /* words with single spaces between them */
    TabOptionType type;
    char *value;     /* the default, NULL if not declared; never for a button */
    gint64 min, max; /* of a spin; G_MININT64 and G_MAXINT64 if not declared */
    GStrv vars;      /* of a combo, else NULL */
} TabOption;

void tab_option_free(TabOption *option);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabOption, tab_option_free)

/* The word of the protocol for a type ("spin", …); static. */
const char *tab_option_type_text(TabOptionType type);

/* Names are the same without regard to ASCII case: "Threads" = "threads". */
gboolean tab_option_name_equal(const char *a, const char *b);
/* The option of this name in a GPtrArray of TabOption, or NULL. */
const TabOption *tab_option_find(GPtrArray *options, const char *name);

/* Reads the text behind `option`: `name <name> type <type> [default <v>] [min <n>] [max <n>] [var
 * <v> …]`; names and values may hold spaces, the default of a string or file takes the rest of the
 * line (`<empty>`, as in UCI, is the empty text). NULL with TAB_ERROR_UNSUPPORTED for an unknown
 * type, which a controller ignores; with TAB_ERROR_BAD_ARGUMENT for anything malformed, a default
 * that the declaration forbids and a character that is not printable included. */
TabOption *tab_option_parse(const char *text, GError **error);
/* Appends the declaration with a space in front: " name Hash type spin default 64 min 1 max 99". */
void tab_option_write(const TabOption *option, GString *line);

/* Whether the declaration allows this value (NULL: none, as for a button). Words of a combo compare
 * without ASCII case. The error is TAB_ERROR_BAD_ARGUMENT and names option and value. */
gboolean tab_option_check_value(const TabOption *option, const char *value, GError **error);

/* Reads the text behind `setoption`: `name <name> [value <value>]`; free both with g_free. Spaces
 * inside the value stay; `value` without text is the empty text, without the word it is NULL. */
gboolean tab_option_parse_set(const char *text, char **name, char **value, GError **error);
/* Appends " name <name>[ value <value>]", on one line whatever the value holds. */
void tab_option_write_set(const char *name, const char *value, GString *line);
