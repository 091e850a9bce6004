// SPDX-License-Identifier: GPL-3.0-or-later
// Option declarations and `setoption`: reading, writing, checking values.
#include "protocol/codec/option.h"

#include <string.h>

#include "protocol/codec/message.h"

static const char *const type_texts[TAB_N_OPTION_TYPES] = {
    [TAB_OPTION_CHECK] = "check",   [TAB_OPTION_SPIN] = "spin", [TAB_OPTION_COMBO] = "combo",
    [TAB_OPTION_STRING] = "string", [TAB_OPTION_FILE] = "file", [TAB_OPTION_BUTTON] = "button",
};

/* How UCI writes the empty text. */
#define EMPTY "<empty>"

void tab_option_free(TabOption *option)
{
    if (!option)
        return;
    g_free(option->name);
    g_free(option->value);
    g_strfreev(option->vars);
    g_free(option);
}

const char *tab_option_type_text(TabOptionType type)
{
    g_return_val_if_fail((guint)type < TAB_N_OPTION_TYPES, "string");
    return type_texts[type];
}

gboolean tab_option_name_equal(const char *a, const char *b)
{
    return !g_ascii_strcasecmp(a, b);
}

const TabOption *tab_option_find(GPtrArray *options, const char *name)
{
    for (guint i = 0; i < options->len; i++) {
        const TabOption *option = g_ptr_array_index(options, i);
        if (tab_option_name_equal(option->name, name))
            return option;
    }
    return NULL;
}

static gboolean is_one_of(const char *token, gsize length, const char *const *words)
{
    for (; *words; words++) {
        if (tab_message_token_is(token, length, *words))
            return TRUE;
    }
    return FALSE;
}

/* Collects tokens, joined by single spaces, up to one of `stops`, before which `*cursor` then
 * stands, or to the end. NULL if there is none. */
static char *collect_words(const char **cursor, const char *const *stops)
{
    GString *words = g_string_new(NULL);
    const char *ahead = *cursor, *token;
    gsize length;
    while (tab_message_next_token(&ahead, &token, &length) && !is_one_of(token, length, stops)) {
        if (words->len)
            g_string_append_c(words, ' ');
        g_string_append_len(words, token, (gssize)length);
        *cursor = ahead;
    }
    return g_string_free(words, words->len == 0);
}

static gboolean refuse_argument(GError **error, const char *what)
{
    g_set_error_literal(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT, what);
    return FALSE;
}

/* Reads `name <words>` up to `stop` or the end; NULL with an error if there is no name. */
static char *parse_name(const char **cursor, const char *stop, GError **error)
{
    const char *token;
    gsize length;
    char *name = NULL;
    tab_message_next_token(cursor, &token, &length);
    if (tab_message_token_is(token, length, "name"))
        name = collect_words(cursor, (const char *const[]){stop, NULL});
    if (!name)
        refuse_argument(error, "an option needs 'name' and a name");
    return name;
}

static gboolean parse_type(TabOption *option, const char **cursor, GError **error)
{
    const char *token;
    gsize length;
    if (!tab_message_next_token(cursor, &token, &length)) /* the word `type` */
        return refuse_argument(error, "an option needs a type");
    tab_message_next_token(cursor, &token, &length);
    for (guint i = 0; i < TAB_N_OPTION_TYPES; i++) {
        if (tab_message_token_is(token, length, type_texts[i])) {
            option->type = (TabOptionType)i;
            return TRUE;
        }
    }
    if (!length)
        return refuse_argument(error, "an option needs a type");
    g_set_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_UNSUPPORTED, "option %s has an unknown type",
                option->name);
    return FALSE;
}

/* The text of a `default` or `var`, as long as its type lets it be. */
static char *parse_text(const TabOption *option, const char **cursor)
{
    if (option->type == TAB_OPTION_COMBO)
        return collect_words(cursor, (const char *const[]){"var", "default", NULL});
    if (option->type == TAB_OPTION_STRING || option->type == TAB_OPTION_FILE) {
        char *rest = tab_message_rest(*cursor);
        *cursor += strlen(*cursor);
        if (!strcmp(rest, EMPTY))
            *rest = '\0';
        return rest;
    }
    const char *token;
    gsize length;
    return tab_message_next_token(cursor, &token, &length) ? g_strndup(token, length) : NULL;
}

static gboolean parse_bound(const TabOption *option, const char **cursor, const char *key,
                            gint64 *bound, GError **error)
{
    const char *token;
    gsize length;
    tab_message_next_token(cursor, &token, &length);
    g_autofree char *what = g_strdup_printf("%s of option %s", key, option->name);
    return tab_message_parse_integer(token, length, what, G_MININT64, G_MAXINT64, bound, error);
}

/* Reads what follows the type; unknown words are skipped. */
static gboolean parse_details(TabOption *option, const char *cursor, GPtrArray *vars,
                              GError **error)
{
    const char *token;
    gsize length;
    while (tab_message_next_token(&cursor, &token, &length)) {
        gboolean is_default = tab_message_token_is(token, length, "default");
        gboolean is_var = tab_message_token_is(token, length, "var");
        if (tab_message_token_is(token, length, "min") && option->type == TAB_OPTION_SPIN) {
            if (!parse_bound(option, &cursor, "min", &option->min, error))
                return FALSE;
        } else if (tab_message_token_is(token, length, "max") && option->type == TAB_OPTION_SPIN) {
            if (!parse_bound(option, &cursor, "max", &option->max, error))
                return FALSE;
        } else if (is_default ? option->type != TAB_OPTION_BUTTON
                              : is_var && option->type == TAB_OPTION_COMBO) {
            char *text = parse_text(option, &cursor);
            if (!text)
                return refuse_argument(error,
                                       is_var ? "var needs a value" : "default needs a value");
            if (is_var) {
                g_ptr_array_add(vars, text);
            } else {
                g_free(option->value);
                option->value = text;
            }
        }
    }
    return TRUE;
}

static gboolean check_declaration(const TabOption *option, GError **error)
{
    const char *fault = NULL;
    if (option->type == TAB_OPTION_COMBO && !option->vars[0])
        fault = "has no var";
    else if (option->min > option->max)
        fault = "has a min above its max";
    if (fault) {
        g_set_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT, "option %s %s", option->name,
                    fault);
        return FALSE;
    }
    return !option->value || tab_option_check_value(option, option->value, error);
}

/* Whether a text holds what would act on a terminal, or turn the letters that stand beside it. */
static gboolean has_hidden_character(const char *text)
{
    for (; *text; text = g_utf8_next_char(text)) {
        gunichar c = g_utf8_get_char(text);
        if (g_unichar_iscntrl(c) ? c != '\t'
                                 : (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
            return TRUE;
    }
    return FALSE;
}

TabOption *tab_option_parse(const char *text, GError **error)
{
    if (!g_utf8_validate(text, -1, NULL) || has_hidden_character(text)) {
        refuse_argument(error, "an option is printable text");
        return NULL;
    }
    g_autoptr(TabOption) option = g_new0(TabOption, 1);
    option->min = G_MININT64;
    option->max = G_MAXINT64;
    option->name = parse_name(&text, "type", error);
    if (!option->name || !parse_type(option, &text, error))
        return NULL;
    g_autoptr(GPtrArray) vars = g_ptr_array_new_with_free_func(g_free);
    if (!parse_details(option, text, vars, error))
        return NULL;
    if (option->type == TAB_OPTION_COMBO) {
        g_ptr_array_add(vars, NULL);
        option->vars = g_strdupv((char **)vars->pdata);
    }
    return check_declaration(option, error) ? g_steal_pointer(&option) : NULL;
}

void tab_option_write(const TabOption *option, GString *line)
{
    g_string_append(line, " name");
    tab_message_append(line, option->name);
    g_string_append_printf(line, " type %s", tab_option_type_text(option->type));
    if (option->value && option->type != TAB_OPTION_BUTTON) {
        g_string_append(line, " default");
        tab_message_append(line, *option->value ? option->value : EMPTY);
    }
    if (option->type == TAB_OPTION_SPIN && option->min != G_MININT64)
        g_string_append_printf(line, " min %" G_GINT64_FORMAT, option->min);
    if (option->type == TAB_OPTION_SPIN && option->max != G_MAXINT64)
        g_string_append_printf(line, " max %" G_GINT64_FORMAT, option->max);
    for (char **var = option->vars; var && *var; var++) {
        g_string_append(line, " var");
        tab_message_append(line, *var);
    }
}

static gboolean has_var(const TabOption *option, const char *value)
{
    for (char **var = option->vars; var && *var; var++) {
        if (!g_ascii_strcasecmp(*var, value))
            return TRUE;
    }
    return FALSE;
}

gboolean tab_option_check_value(const TabOption *option, const char *value, GError **error)
{
    gboolean ok = FALSE;
    gint64 number;
    if (option->type == TAB_OPTION_SPIN && value)
        return tab_message_parse_integer(value, strlen(value), option->name, option->min,
                                         option->max, &number, error);
    switch (option->type) {
    case TAB_OPTION_CHECK:
        ok = value && (!strcmp(value, "true") || !strcmp(value, "false"));
        break;
    case TAB_OPTION_COMBO:
        ok = value && has_var(option, value);
        break;
    case TAB_OPTION_STRING:
    case TAB_OPTION_FILE:
        ok = value != NULL;
        break;
    case TAB_OPTION_BUTTON:
        ok = value == NULL;
        break;
    case TAB_OPTION_SPIN:
    case TAB_N_OPTION_TYPES:
        break;
    }
    if (!ok)
        g_set_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT,
                    "option %s of type %s cannot be %s", option->name,
                    tab_option_type_text(option->type),
                    !value   ? "without a value"
                    : *value ? value
                             : "empty");
    return ok;
}

gboolean tab_option_parse_set(const char *text, char **name, char **value, GError **error)
{
    *value = NULL;
    *name = parse_name(&text, "value", error);
    if (!*name)
        return FALSE;
    const char *token;
    gsize length;
    if (tab_message_next_token(&text, &token, &length)) { /* the word `value` */
        *value = tab_message_rest(text);
        if (!strcmp(*value, EMPTY))
            **value = '\0';
    }
    return TRUE;
}

void tab_option_write_set(const char *name, const char *value, GString *line)
{
    g_string_append(line, " name");
    tab_message_append(line, name);
    if (value) {
        g_string_append(line, " value");
        tab_message_append(line, value);
    }
}
