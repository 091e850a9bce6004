// SPDX-License-Identifier: GPL-3.0-or-later
// JSON: members of an object that is being built, and text that people can read and compare.
#pragma once

#include <json-glib/json-glib.h>

/* What a node holds that somebody else has written, which may be of any kind: a text, an array, an
 * object (all owned by the node), a whole number, any number. NULL or FALSE (and nothing is set)
 * where it is something else, and for NULL. */
const char *tab_json_as_text(JsonNode *node);
JsonArray *tab_json_as_array(JsonNode *node);
JsonObject *tab_json_as_object(JsonNode *node);
gboolean tab_json_as_integer(JsonNode *node, gint64 *number);
gboolean tab_json_as_number(JsonNode *node, double *number);

/* A member of an object that somebody else has written, which may be of any kind: a text or an
 * array (owned by the object), a whole number, any number; NULL or `otherwise` where it is
 * something else, or not there. (JSON-GLib's own functions take an array for a fault of the
 * program.) */
const char *tab_json_get_text(JsonObject *object, const char *name);
JsonArray *tab_json_get_array(JsonObject *object, const char *name);
gint64 tab_json_get_integer(JsonObject *object, const char *name, gint64 otherwise);
double tab_json_get_number(JsonObject *object, const char *name, double otherwise);

/* A whole number, at most G_MAXINT64. */
void tab_json_put_count(JsonBuilder *builder, const char *name, guint64 count);

/* A number; null if it is not finite. The second adds it as an element of an array. */
void tab_json_put_number(JsonBuilder *builder, const char *name, double number);
void tab_json_add_number(JsonBuilder *builder, double number);

/* A text (copied); null for NULL. Bytes that are no UTF-8 become U+FFFD. */
void tab_json_put_text(JsonBuilder *builder, const char *name, const char *text);

/* Begins an object or an array, ended by json_builder_end_object or json_builder_end_array. */
void tab_json_begin_object(JsonBuilder *builder, const char *name);
void tab_json_begin_array(JsonBuilder *builder, const char *name);
/* Begins an object if it is `known`, else adds null; whether it is. */
gboolean tab_json_begin_known(JsonBuilder *builder, const char *name, gboolean known);

/* The node, indented by two blanks, ended by a newline. A number has the fewest digits (15 or more
 * where needed) that read back as the same one; one that is not finite becomes null. Arrays of
 * plain values take one line, and so do objects of them that are not long. Members keep their
 * order. Free with g_free. */
char *tab_json_text(JsonNode *node);
/* Appends what was built, which is whole, on one line without blanks, ended by a newline; numbers
 * as above. */
void tab_json_append_line(GString *text, JsonBuilder *builder);
