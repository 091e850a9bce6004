// SPDX-License-Identifier: GPL-3.0-or-later
// Members of a JSON object that is being built: a name and its value in one call.
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

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

G_END_DECLS
