// SPDX-License-Identifier: GPL-3.0-or-later
// Adds members to an object, and writes a tree of nodes: the shortest numbers, short things on one
// line.
#include "protocol/text/json.h"

#include <math.h>

void tab_json_put_count(JsonBuilder *builder, const char *name, guint64 count)
{
    json_builder_set_member_name(builder, name);
    json_builder_add_int_value(builder, (gint64)count);
}

void tab_json_put_number(JsonBuilder *builder, const char *name, double number)
{
    json_builder_set_member_name(builder, name);
    tab_json_add_number(builder, number);
}

void tab_json_add_number(JsonBuilder *builder, double number)
{
    if (isfinite(number))
        json_builder_add_double_value(builder, number);
    else
        json_builder_add_null_value(builder);
}

void tab_json_put_text(JsonBuilder *builder, const char *name, const char *text)
{
    g_autofree char *valid = text ? g_utf8_make_valid(text, -1) : NULL;
    json_builder_set_member_name(builder, name);
    json_builder_add_string_value(builder, valid); /* NULL becomes null */
}

void tab_json_begin_object(JsonBuilder *builder, const char *name)
{
    json_builder_set_member_name(builder, name);
    json_builder_begin_object(builder);
}

gboolean tab_json_begin_known(JsonBuilder *builder, const char *name, gboolean known)
{
    json_builder_set_member_name(builder, name);
    if (known)
        json_builder_begin_object(builder);
    else
        json_builder_add_null_value(builder);
    return known;
}

void tab_json_begin_array(JsonBuilder *builder, const char *name)
{
    json_builder_set_member_name(builder, name);
    json_builder_begin_array(builder);
}

/* Writing. */

#define LINE 100 /* bytes of a line that holds a whole array or object */

static void append_node(GString *text, JsonNode *node, guint indent);

static void append_double(GString *text, double number)
{
    if (!isfinite(number)) {
        g_string_append(text, "null");
        return;
    }
    static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_ascii_formatd(digits, sizeof digits, formats[i], number);
        if (g_ascii_strtod(digits, NULL) == number)
            break;
    }
    g_string_append(text, digits);
}

static void append_scalar(GString *text, JsonNode *node)
{
    if (JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_DOUBLE) {
        append_double(text, json_node_get_double(node));
        return;
    }
    g_autofree char *value = json_to_string(node, FALSE);
    g_string_append(text, value);
}

static void append_key(GString *text, const char *key)
{
    JsonNode *node = json_node_init_string(json_node_alloc(), key);
    append_scalar(text, node);
    json_node_unref(node);
    g_string_append(text, ": ");
}

static gboolean is_scalar(JsonNode *node)
{
    return JSON_NODE_HOLDS_VALUE(node) || JSON_NODE_HOLDS_NULL(node);
}

static void start_line(GString *text, gboolean flat, gboolean first, guint indent)
{
    if (!first)
        g_string_append(text, flat ? ", " : ",");
    if (!flat)
        g_string_append_printf(text, "\n%*s", (int)indent, "");
}

static void append_object(GString *text, JsonObject *object, guint indent, gboolean flat)
{
    g_autoptr(GList) keys = json_object_get_members(object);
    g_string_append_c(text, '{');
    for (GList *key = keys; key; key = key->next) {
        start_line(text, flat, key == keys, indent + 2);
        append_key(text, key->data);
        append_node(text, json_object_get_member(object, key->data), indent + 2);
    }
    if (!flat)
        g_string_append_printf(text, "\n%*s", (int)indent, "");
    g_string_append_c(text, '}');
}

static void append_array(GString *text, JsonArray *array, guint indent, gboolean flat)
{
    g_string_append_c(text, '[');
    for (guint i = 0; i < json_array_get_length(array); i++) {
        start_line(text, flat, i == 0, indent + 2);
        append_node(text, json_array_get_element(array, i), indent + 2);
    }
    if (!flat)
        g_string_append_printf(text, "\n%*s", (int)indent, "");
    g_string_append_c(text, ']');
}

static gboolean holds_plain(JsonNode *node)
{
    g_autoptr(GList) values = JSON_NODE_HOLDS_ARRAY(node)
                                  ? json_array_get_elements(json_node_get_array(node))
                                  : json_object_get_values(json_node_get_object(node));
    for (GList *value = values; value; value = value->next)
        if (!is_scalar(value->data))
            return FALSE;
    return TRUE;
}

static void append_container(GString *text, JsonNode *node, guint indent, gboolean flat)
{
    if (JSON_NODE_HOLDS_ARRAY(node))
        append_array(text, json_node_get_array(node), indent, flat);
    else
        append_object(text, json_node_get_object(node), indent, flat);
}

static void append_node(GString *text, JsonNode *node, guint indent)
{
    if (is_scalar(node)) {
        append_scalar(text, node);
        return;
    }
    gsize start = text->len;
    if (holds_plain(node)) {
        append_container(text, node, indent, TRUE);
        if (JSON_NODE_HOLDS_ARRAY(node) || text->len - start + indent <= LINE)
            return;
        g_string_truncate(text, start);
    }
    append_container(text, node, indent, FALSE);
}

char *tab_json_text(JsonNode *node)
{
    GString *text = g_string_new(NULL);
    append_node(text, node, 0);
    g_string_append_c(text, '\n');
    return g_string_free(text, FALSE);
}
