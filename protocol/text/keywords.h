// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of key=value,… as options of the command line have them: read, checked, looked up, written.
#pragma once

#include <glib.h>

typedef enum {
    TAB_KEYWORD_VALUE,  /* key=value */
    TAB_KEYWORD_FILE,   /* key=value, of any bytes as names of files are; all else is UTF-8 */
    TAB_KEYWORD_SWITCH, /* key, key=yes, key=no (or true, false) */
    TAB_KEYWORD_NAMED,  /* key.NAME=value, or key.NAME alone */
} TabKeywordKind;

/* One key that a list may hold. A table of them ends with a key NULL. */
typedef struct {
    const char *key;
    TabKeywordKind kind;
    const char *alias; /* another word for it, not listed in messages; NULL: none */
} TabKeywordRule;

typedef struct {
    const TabKeywordRule *rule;
    char *name;  /* what stands behind the dot; else NULL */
    char *value; /* NULL if there was no equals sign */
} TabKeyword;

typedef struct {
    char *what;       /* what is read, for messages: "--resign", "engine" */
    GPtrArray *words; /* of TabKeyword, in the order written */
} TabKeywords;

/* Cuts `text` at its commas; "" is the empty list. `\,` is a comma within a word and, before the
 * first `=` of the word, `\=` an equals sign. Other backslashes stand for themselves, but of those
 * directly before a comma (or such an equals sign) two are one: `a\\,` ends in a backslash. `rules`
 * is what may be there; it is kept by reference and may be static. All errors of this module are
 * G_OPTION_ERROR_BAD_VALUE and name `what`, the offending word and what is allowed. */
TabKeywords *tab_keywords_parse(const char *what, const char *text, const TabKeywordRule *rules,
                                GError **error);
void tab_keywords_free(TabKeywords *keywords);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabKeywords, tab_keywords_free)

/* The last word with this key (of a named one, with any name), or NULL. */
const TabKeyword *tab_keywords_find(const TabKeywords *keywords, const char *key);
/* The value of the last word with this key, or NULL. */
const char *tab_keywords_get(const TabKeywords *keywords, const char *key);

/* Readers of one key's value. A key that is not there leaves `value` as it was, and is no error. */
gboolean tab_keywords_get_number(const TabKeywords *keywords, const char *key, double min,
                                 double max, double *value, GError **error);
gboolean tab_keywords_get_integer(const TabKeywords *keywords, const char *key, gint64 min,
                                  gint64 max, gint64 *value, GError **error);
gboolean tab_keywords_get_switch(const TabKeywords *keywords, const char *key, gboolean *value,
                                 GError **error);
/* `value`: the index in the NULL-terminated `choices`. */
gboolean tab_keywords_get_choice(const TabKeywords *keywords, const char *key,
                                 const char *const *choices, guint *value, GError **error);

/* Sets a G_OPTION_ERROR_BAD_VALUE, for whoever reads what the user wrote; always FALSE, for
 * `return`. */
gboolean tab_keywords_refuse_value(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Whether an option's number is not below 0; FALSE after such an error. */
gboolean tab_keywords_check_not_negative(const char *option, gint64 number, GError **error);

/* Reads what --seed was given, a number below 2^64; NULL, it was not given, leaves `seed` as it is.
 * FALSE after such an error. */
gboolean tab_keywords_read_seed(const char *text, guint64 *seed, GError **error);

/* Takes the user's locale before words are read, but for messages, which are all English or none.
 * The locale C knows ASCII alone: there words are UTF-8. */
void tab_keywords_set_locale(void);

/* After GLib's parser has refused these words: its error, where it names none of them because what
 * an option has is not UTF-8, names the word. Always FALSE. */
gboolean tab_keywords_refuse_words(char *const *words, GError **error);

/* Reads part I of N, "I/N" from 1/N to N/N, N up to `max`; FALSE after such an error of --shard. */
gboolean tab_keywords_read_shard(const char *text, guint max, guint *shard, guint *shards,
                                 GError **error);

/* Sets an error "<what>: …"; always FALSE, for `return`. */
gboolean tab_keywords_refuse(const TabKeywords *keywords, GError **error, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

/* Appends a word so that it is read back as `key[.name][=value]`, with a comma in front unless the
 * list is empty. `name` and `value` may be NULL and may hold anything but NUL. */
void tab_keywords_append(GString *list, const char *key, const char *name, const char *value);
/* The same for a number, as short as it is exact to ten digits. */
void tab_keywords_append_number(GString *list, const char *key, double value);
