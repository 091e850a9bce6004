// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes lists of key=value,… against a table of what may be in them.
#include "protocol/text/keywords.h"

#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "protocol/text/plain-text.h"

static void free_word(gpointer data)
{
    TabKeyword *word = data;
    g_free(word->name);
    g_free(word->value);
    g_free(word);
}

void tab_keywords_free(TabKeywords *keywords)
{
    if (!keywords)
        return;
    g_free(keywords->what);
    g_ptr_array_unref(keywords->words);
    g_free(keywords);
}

gboolean tab_keywords_refuse_value(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    g_autofree char *shown = tab_plain_text(message); /* it may quote anything */
    va_end(arguments);
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, shown);
    return FALSE;
}

gboolean tab_keywords_check_not_negative(const char *option, gint64 number, GError **error)
{
    return number >= 0 || tab_keywords_refuse_value(error, "%s is 0 or more", option);
}

gboolean tab_keywords_read_seed(const char *text, guint64 *seed, GError **error)
{
    return !text || g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, seed, NULL) ||
           tab_keywords_refuse_value(error, "--seed is a number below 2^64, not '%s'", text);
}

void tab_keywords_set_locale(void)
{
    setlocale(LC_ALL, "");
    setlocale(LC_MESSAGES, "C"); /* some words are translated for the window */
    if (g_str_equal(nl_langinfo(CODESET), "ANSI_X3.4-1968"))
        setlocale(LC_CTYPE, "C.UTF-8");
}

gboolean tab_keywords_refuse_words(char *const *words, GError **error)
{
    for (; error && (*error)->domain == G_CONVERT_ERROR && *words; words++)
        if (!g_utf8_validate(*words, -1, NULL)) {
            g_autofree char *shown = g_utf8_make_valid(*words, -1);
            g_clear_error(error);
            return tab_keywords_refuse_value(error, "'%s' is not UTF-8", shown);
        }
    return FALSE;
}

gboolean tab_keywords_read_shard(const char *text, guint max, guint *shard, guint *shards,
                                 GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, "/", 3);
    guint64 part, of;
    if (g_strv_length(parts) != 2 || !g_ascii_string_to_unsigned(parts[1], 10, 1, max, &of, NULL) ||
        !g_ascii_string_to_unsigned(parts[0], 10, 1, of, &part, NULL))
        return tab_keywords_refuse_value(error, "--shard is written I/N, from 1/N to N/N, not '%s'",
                                         text);
    *shard = (guint)part;
    *shards = (guint)of;
    return TRUE;
}

gboolean tab_keywords_refuse(const TabKeywords *keywords, GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    return tab_keywords_refuse_value(error, "%s: %s", keywords->what, message);
}

/* Reading. */

/* Takes the text up to one of `ends`, or the end, and moves on to it. */
static char *take_word(const char **cursor, const char *ends)
{
    const char *p = *cursor;
    GString *out = g_string_new(NULL);
    while (*p && !strchr(ends, *p)) {
        gsize slashes = strspn(p, "\\");
        gboolean special = slashes && p[slashes] && strchr(ends, p[slashes]);
        gsize own = special ? slashes / 2 : MAX(slashes, 1);
        g_string_append_len(out, p, (gssize)own);
        p += MAX(slashes, 1);
        if (special && slashes % 2)
            g_string_append_c(out, *p++);
    }
    *cursor = p;
    return g_string_free(out, FALSE);
}

/* "cmd=…, option.NAME=…, twosided" */
static char *list_rules(const TabKeywordRule *rules)
{
    static const char *const suffixes[] = {[TAB_KEYWORD_VALUE] = "=…",
                                           [TAB_KEYWORD_FILE] = "=…",
                                           [TAB_KEYWORD_SWITCH] = "",
                                           [TAB_KEYWORD_NAMED] = ".NAME=…"};
    GString *list = g_string_new(NULL);
    for (; rules->key; rules++)
        g_string_append_printf(list, "%s%s%s", list->len ? ", " : "", rules->key,
                               suffixes[rules->kind]);
    return g_string_free(list, FALSE);
}

static gboolean matches(const TabKeywordRule *rule, const char *key)
{
    gsize length = strlen(rule->key);
    if (rule->kind == TAB_KEYWORD_NAMED)
        return !strncmp(key, rule->key, length) && (!key[length] || key[length] == '.');
    return !strcmp(key, rule->key) || (rule->alias && !strcmp(key, rule->alias));
}

/* Adds the word `key` with its value (taken; NULL: it has none). */
static gboolean add_word(TabKeywords *keywords, const TabKeywordRule *rules, const char *key,
                         char *value, GError **error)
{
    const TabKeywordRule *rule = rules;
    TabKeyword *word = g_new0(TabKeyword, 1);
    word->value = value;
    g_ptr_array_add(keywords->words, word);
    while (rule->key && !matches(rule, key))
        rule++;
    if (!rule->key) {
        g_autofree char *allowed = list_rules(rules);
        return tab_keywords_refuse(keywords, error, "'%s%s%s' is none of %s", key, value ? "=" : "",
                                   value ? value : "", allowed);
    }
    word->rule = rule;
    if (!g_utf8_validate(key, -1, NULL) ||
        (value && rule->kind != TAB_KEYWORD_FILE && !g_utf8_validate(value, -1, NULL)))
        return tab_keywords_refuse(keywords, error, "'%s%s%s' is not UTF-8", key, value ? "=" : "",
                                   value ? value : "");
    if ((rule->kind == TAB_KEYWORD_VALUE || rule->kind == TAB_KEYWORD_FILE) && !value)
        return tab_keywords_refuse(keywords, error, "'%s' needs a value: %s=…", key, rule->key);
    if (rule->kind != TAB_KEYWORD_NAMED)
        return TRUE;
    const char *name = key + strlen(rule->key);
    if (!*name || !name[1])
        return tab_keywords_refuse(keywords, error, "'%s%s%s' needs a name: %s.NAME=…", key,
                                   value ? "=" : "", value ? value : "", rule->key);
    word->name = g_strdup(name + 1);
    return TRUE;
}

TabKeywords *tab_keywords_parse(const char *what, const char *text, const TabKeywordRule *rules,
                                GError **error)
{
    g_autoptr(TabKeywords) keywords = g_new0(TabKeywords, 1);
    keywords->what = g_strdup(what);
    keywords->words = g_ptr_array_new_with_free_func(free_word);
    for (const char *p = text; *text; p++) {
        g_autofree char *key = take_word(&p, ",=");
        char *value = NULL;
        if (*p == '=') {
            p++;
            value = take_word(&p, ",");
        }
        if (!add_word(keywords, rules, key, value, error))
            return NULL;
        if (!*p)
            break;
    }
    return g_steal_pointer(&keywords);
}

/* Looking up. */

const TabKeyword *tab_keywords_find(const TabKeywords *keywords, const char *key)
{
    for (guint i = keywords->words->len; i-- > 0;) {
        const TabKeyword *word = g_ptr_array_index(keywords->words, i);
        if (!strcmp(word->rule->key, key))
            return word;
    }
    return NULL;
}

const char *tab_keywords_get(const TabKeywords *keywords, const char *key)
{
    const TabKeyword *word = tab_keywords_find(keywords, key);
    return word ? word->value : NULL;
}

gboolean tab_keywords_get_number(const TabKeywords *keywords, const char *key, double min,
                                 double max, double *value, GError **error)
{
    const char *text = tab_keywords_get(keywords, key);
    char *end, low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];
    if (!text)
        return TRUE;
    double number = g_ascii_strtod(text, &end);
    if (*text && !*end && strspn(text, "0123456789.eE+-") == strlen(text) && isfinite(number) &&
        number >= min && number <= max) {
        *value = number;
        return TRUE;
    }
    return tab_keywords_refuse(keywords, error, "%s=%s is not a number from %s to %s", key, text,
                               g_ascii_formatd(low, sizeof low, "%.10g", min),
                               g_ascii_formatd(high, sizeof high, "%.10g", max));
}

gboolean tab_keywords_get_integer(const TabKeywords *keywords, const char *key, gint64 min,
                                  gint64 max, gint64 *value, GError **error)
{
    const char *text = tab_keywords_get(keywords, key);
    if (!text || g_ascii_string_to_signed(text, 10, min, max, value, NULL))
        return TRUE;
    return tab_keywords_refuse(keywords, error,
                               "%s=%s is not a whole number from %" G_GINT64_FORMAT
                               " to %" G_GINT64_FORMAT,
                               key, text, min, max);
}

gboolean tab_keywords_get_switch(const TabKeywords *keywords, const char *key, gboolean *value,
                                 GError **error)
{
    static const char *const words[] = {"no", "false", "yes", "true"};
    const TabKeyword *word = tab_keywords_find(keywords, key);
    if (!word || !word->value) {
        *value = word ? TRUE : *value;
        return TRUE;
    }
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        if (!strcmp(word->value, words[i])) {
            *value = i >= 2;
            return TRUE;
        }
    }
    return tab_keywords_refuse(keywords, error, "%s=%s is neither yes nor no", key, word->value);
}

gboolean tab_keywords_get_choice(const TabKeywords *keywords, const char *key,
                                 const char *const *choices, guint *value, GError **error)
{
    const char *text = tab_keywords_get(keywords, key);
    if (!text)
        return TRUE;
    for (guint i = 0; choices[i]; i++) {
        if (!strcmp(text, choices[i])) {
            *value = i;
            return TRUE;
        }
    }
    g_autofree char *allowed = g_strjoinv(", ", (char **)choices);
    return tab_keywords_refuse(keywords, error, "%s=%s is none of %s", key, text, allowed);
}

/* Writing. */

static void append_slashes(GString *out, gsize n)
{
    while (n-- > 0)
        g_string_append_c(out, '\\');
}

/* Puts a backslash before each of `specials`, and doubles those that stood there. `closed`: a
 * special follows the text. */
static void append_escaped(GString *out, const char *text, const char *specials, gboolean closed)
{
    gsize run = 0;
    for (; *text; text++) {
        if (strchr(specials, *text))
            append_slashes(out, run + 1);
        run = *text == '\\' ? run + 1 : 0;
        g_string_append_c(out, *text);
    }
    append_slashes(out, closed ? run : 0);
}

void tab_keywords_append(GString *list, const char *key, const char *name, const char *value)
{
    if (list->len) {
        gsize end = list->len;
        while (end > 0 && list->str[end - 1] == '\\')
            end--;
        append_slashes(list, list->len - end);
        g_string_append_c(list, ',');
    }
    g_string_append(list, key);
    if (name) {
        g_string_append_c(list, '.');
        append_escaped(list, name, ",=", value != NULL);
    }
    if (value) {
        g_string_append_c(list, '=');
        append_escaped(list, value, ",", FALSE);
    }
}

void tab_keywords_append_number(GString *list, const char *key, double value)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    tab_keywords_append(list, key, NULL, g_ascii_formatd(number, sizeof number, "%.10g", value));
}
