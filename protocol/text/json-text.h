// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as text that people can read and compare: the shortest numbers, short things on one line.
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* The node, indented by two blanks, ended by a newline. A number has the fewest digits (15 or more
 * where needed) that read back as the same one; one that is not finite becomes null. Arrays and
 * objects that hold nothing but plain values and are not long take one line. Members keep their
 * order. Free with g_free. */
char *tab_json_text(JsonNode *node);

G_END_DECLS
