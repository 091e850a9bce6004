// SPDX-License-Identifier: GPL-3.0-or-later
// Adds members to a JSON object.
#include "protocol/text/json-members.h"

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

void tab_json_begin_array(JsonBuilder *builder, const char *name)
{
    json_builder_set_member_name(builder, name);
    json_builder_begin_array(builder);
}
