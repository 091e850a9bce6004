// SPDX-License-Identifier: GPL-3.0-or-later
// Adds members to an object, and writes a tree of nodes: the shortest numbers, short things on one
// line.
#include "protocol/text/json.h"

#include <math.h>

/* The type of the value that a node holds; G_TYPE_INVALID if that is none. */
static GType get_value_type(JsonNode *node)
{
    return node && JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
}

const char *tab_json_as_text(JsonNode *node)
{
    return get_value_type(node) == G_TYPE_STRING ? json_node_get_string(node) : NULL;
}

JsonArray *tab_json_as_array(JsonNode *node)
{
    return node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
}

JsonObject *tab_json_as_object(JsonNode *node)
{
    return node && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

gboolean tab_json_as_integer(JsonNode *node, gint64 *number)
{
    if (get_value_type(node) != G_TYPE_INT64)
        return FALSE;
    *number = json_node_get_int(node);
    return TRUE;
}

gboolean tab_json_as_number(JsonNode *node, double *number)
{
    GType type = get_value_type(node);
    if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
        return FALSE;
    *number = json_node_get_double(node);
    return TRUE;
}

const char *tab_json_get_text(JsonObject *object, const char *name)
{
    return tab_json_as_text(json_object_get_member(object, name));
}

JsonArray *tab_json_get_array(JsonObject *object, const char *name)
{
    return tab_json_as_array(json_object_get_member(object, name));
}

gint64 tab_json_get_integer(JsonObject *object, const char *name, gint64 otherwise)
{
    tab_json_as_integer(json_object_get_member(object, name), &otherwise);
    return otherwise;
}

double tab_json_get_number(JsonObject *object, const char *name, double otherwise)
{
    tab_json_as_number(json_object_get_member(object, name), &otherwise);
    return otherwise;
}

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

/* How an array or an object is written. */
typedef enum {
    DENSE,    /* on one line without blanks, and so is all in it */
    FLAT,     /* on one line */
    INDENTED, /* a line for each element */
} Style;

static void append_node(GString *text, JsonNode *node, guint indent, gboolean dense);

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

static gboolean is_scalar(JsonNode *node)
{
    return JSON_NODE_HOLDS_VALUE(node) || JSON_NODE_HOLDS_NULL(node);
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

static void append_container(GString *text, JsonNode *node, guint indent, Style style)
{
    JsonArray *array = JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    JsonObject *object = array ? NULL : json_node_get_object(node);
    g_autoptr(GList) keys = array ? NULL : json_object_get_members(object);
    guint n = array ? json_array_get_length(array) : json_object_get_size(object);
    GList *key = keys;
    g_string_append_c(text, array ? '[' : '{');
    for (guint i = 0; i < n; i++) {
        if (i)
            g_string_append(text, style == FLAT ? ", " : ",");
        if (style == INDENTED)
            g_string_append_printf(text, "\n%*s", (int)indent + 2, "");
        if (array) {
            append_node(text, json_array_get_element(array, i), indent + 2, style == DENSE);
            continue;
        }
        g_autoptr(JsonNode) name = json_node_init_string(json_node_alloc(), key->data);
        append_scalar(text, name);
        g_string_append(text, style == DENSE ? ":" : ": ");
        append_node(text, json_object_get_member(object, key->data), indent + 2, style == DENSE);
        key = key->next;
    }
    if (style == INDENTED)
        g_string_append_printf(text, "\n%*s", (int)indent, "");
    g_string_append_c(text, array ? ']' : '}');
}

static void append_node(GString *text, JsonNode *node, guint indent, gboolean dense)
{
    if (is_scalar(node)) {
        append_scalar(text, node);
        return;
    }
    gsize start = text->len;
    if (dense) {
        append_container(text, node, 0, DENSE);
        return;
    }
    if (holds_plain(node)) {
        append_container(text, node, indent, FLAT);
        if (JSON_NODE_HOLDS_ARRAY(node) || text->len - start + indent <= LINE)
            return;
        g_string_truncate(text, start);
    }
    append_container(text, node, indent, INDENTED);
}

char *tab_json_text(JsonNode *node)
{
    GString *text = g_string_new(NULL);
    append_node(text, node, 0, FALSE);
    g_string_append_c(text, '\n');
    return g_string_free(text, FALSE);
}

void tab_json_append_line(GString *text, JsonBuilder *builder)
{
    g_autoptr(JsonNode) root = json_builder_get_root(builder);
    append_node(text, root, 0, TRUE);
    g_string_append_c(text, '\n');
}
