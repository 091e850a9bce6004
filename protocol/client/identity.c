// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the lines of a handshake.
#include "protocol/client/identity.h"

#include <string.h>

/* Longest name of an engine or author shown, in characters. */
#define NAME_MAX_SHOWN 200

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

gboolean tab_identity_plays(const TabIdentity *identity, const char *preset, guint columns,
                            gboolean any_switch)
{
    for (guint i = 0; i < identity->rules->len; i++) {
        const Row *row = &g_array_index(identity->rules, Row, i);
        gboolean any = !strcmp(row->preset, "any");
        if (columns >= row->min && columns <= row->max &&
            (any || (!any_switch && !strcmp(row->preset, preset))))
            return TRUE;
    }
    return FALSE;
}
