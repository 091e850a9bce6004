// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the lines of a handshake, and answers them with options.
#include "protocol/client/identity.h"

#include <string.h>

/* Longest name of an engine or author shown, in characters. */
#define NAME_MAX_SHOWN 200
#define SHOWN_ROWS 20

typedef struct {
    char *preset; /* "any": with every switch */
    gint64 min, max;
} Row;

static void clear_row(gpointer row)
{
    g_free(((Row *)row)->preset);
}

TabIdentity *tab_identity_new(void)
{
    TabIdentity *identity = g_new0(TabIdentity, 1);
    identity->options = g_ptr_array_new_with_free_func((GDestroyNotify)tab_option_free);
    identity->rules = g_array_new(FALSE, FALSE, sizeof(Row));
    g_array_set_clear_func(identity->rules, clear_row);
    return identity;
}

void tab_identity_free(TabIdentity *identity)
{
    if (!identity)
        return;
    g_free(identity->name);
    g_free(identity->author);
    g_ptr_array_unref(identity->options);
    g_array_unref(identity->rules);
    g_free(identity);
}

/* `id name <text>` and `id author <text>`. */
static void take_id(TabIdentity *identity, const TabMessage *message)
{
    const char *cursor = message->rest, *token;
    gsize length;
    if (message->n_args < 2)
        return;
    tab_message_next_token(&cursor, &token, &length);
    char **place = tab_message_token_is(token, length, "name")     ? &identity->name
                   : tab_message_token_is(token, length, "author") ? &identity->author
                                                                   : NULL;
    if (!place)
        return;
    g_autofree char *text = tab_message_rest(cursor);
    g_free(*place);
    *place = tab_message_printable(text, -1, NAME_MAX_SHOWN);
}

/* `rules <preset> columns <min> <max>`. */
static const char *take_rules(TabIdentity *identity, const TabMessage *message)
{
    char **args = message->args;
    Row row;
    if (message->n_args < 4 || strcmp(args[1], "columns") != 0 ||
        !tab_message_parse_integer(args[2], strlen(args[2]), "min", 0, G_MAXUINT, &row.min, NULL) ||
        !tab_message_parse_integer(args[3], strlen(args[3]), "max", 0, G_MAXUINT, &row.max, NULL))
        return NULL;
    if (identity->rules->len >= TAB_IDENTITY_MAX_ROWS)
        return "too many rules lines";
    row.preset = g_strdup(args[0]);
    g_array_append_val(identity->rules, row);
    return NULL;
}

static const char *take_option(TabIdentity *identity, const TabMessage *message)
{
    if (strlen(message->rest) > TAB_IDENTITY_MAX_BYTES)
        return "an option that is too long";
    TabOption *option = tab_option_parse(message->rest, NULL);
    if (!option)
        return NULL;
    TabOption *old = (TabOption *)tab_option_find(identity->options, option->name);
    if (old)
        g_ptr_array_remove(identity->options, old);
    g_ptr_array_add(identity->options, option);
    return identity->options->len > TAB_IDENTITY_MAX_ROWS ? "too many options" : NULL;
}

const char *tab_identity_take(TabIdentity *identity, const TabMessage *message)
{
    if (!strcmp(message->verb, "rules"))
        return take_rules(identity, message);
    if (!strcmp(message->verb, "option"))
        return take_option(identity, message);
    if (!strcmp(message->verb, "id"))
        take_id(identity, message);
    return NULL;
}

gboolean tab_identity_names(const TabIdentity *identity, const char *preset)
{
    gboolean any = FALSE, others = FALSE;
    for (guint i = 0; i < identity->rules->len; i++) {
        const char *name = g_array_index(identity->rules, Row, i).preset;
        if (!strcmp(name, preset))
            return TRUE;
        any = any || !strcmp(name, "any");
        others = others || strcmp(name, "any") != 0;
    }
    return any && !others;
}

gboolean tab_identity_plays(const TabIdentity *identity, const char *preset, guint columns,
                            gboolean any_switch)
{
    if (!tab_identity_names(identity, preset))
        return FALSE;
    for (guint i = 0; i < identity->rules->len; i++) {
        const Row *row = &g_array_index(identity->rules, Row, i);
        if (columns >= row->min && columns <= row->max &&
            (!strcmp(row->preset, "any") || (!any_switch && !strcmp(row->preset, preset))))
            return TRUE;
    }
    return FALSE;
}

char *tab_identity_quote_rules(const TabIdentity *identity)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < identity->rules->len; i++) {
        const Row *row = &g_array_index(identity->rules, Row, i);
        g_autofree char *preset = tab_message_printable(row->preset, -1, NAME_MAX_SHOWN);
        if (i == SHOWN_ROWS) {
            g_string_append(text, ", …");
            break;
        }
        g_string_append_printf(text,
                               "%s“rules %s columns %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "”",
                               i ? ", " : "", preset, row->min, row->max);
    }
    return g_string_free(text, FALSE);
}

static void add_setoption(GStrvBuilder *lines, const TabOption *option, const char *value)
{
    g_autoptr(GString) line = g_string_new("setoption");
    tab_option_write_set(option->name, value, line);
    g_strv_builder_add(lines, line->str);
}

GStrv tab_identity_setoptions(const TabIdentity *identity, const TabEngineConfig *config, int level,
                              GError **error)
{
    g_autoptr(GStrvBuilder) lines = g_strv_builder_new();
    const TabOption *strength = level < 0 ? NULL : tab_option_find(identity->options, "Level");
    g_autofree char *number = g_strdup_printf("%d", level);
    if (strength && !tab_option_check_value(strength, number, NULL))
        strength = NULL;
    if (strength)
        add_setoption(lines, strength, number);
    for (guint i = 0; i < config->options->len; i++) {
        char *const *pair = g_ptr_array_index(config->options, i);
        const TabOption *option = tab_option_find(identity->options, pair[0]);
        g_autoptr(GError) cause = NULL;
        if (strength &&
            (tab_option_name_equal(pair[0], "Level") || tab_option_name_equal(pair[0], "Elo")))
            continue;
        if (option && tab_option_check_value(option, pair[1], &cause)) {
            add_setoption(lines, option, pair[1]);
            continue;
        }
        if (option)
            g_set_error_literal(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED, cause->message);
        else
            g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED, "has no option %s",
                        pair[0]);
        return NULL;
    }
    return g_strv_builder_end(lines);
}
