// SPDX-License-Identifier: GPL-3.0-or-later
// Option declarations, values, and setoption.
#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/codec/option.h"

static TabOption *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    TabOption *option = tab_option_parse(text, &error);
    g_assert_no_error(error);
    return option;
}

static void assert_same(const char *text)
{
    g_autoptr(TabOption) option = parse(text);
    g_autoptr(GString) line = g_string_new("option");
    tab_option_write(option, line);
    g_autofree char *expected = g_strconcat("option ", text, NULL);
    g_assert_cmpstr(line->str, ==, expected);
}

static void test_round_trip(void)
{
    assert_same("name Threads type spin default 1 min 1 max 256");
    assert_same("name Free type spin");
    assert_same("name Own Book type check default false");
    assert_same("name Style type combo default wild and free var calm var wild and free");
    assert_same("name Sticks type string default fair");
    assert_same("name Note type string default with min 3 and var x");
    assert_same("name Note type string default one default two");
    assert_same("name Log type file default <empty>");
    assert_same("name Net File type file");
    assert_same("name Clear Hash type button");
}

static void test_fields(void)
{
    g_autoptr(TabOption) spin =
        parse("name  Move \t Overhead type spin max 5000 min -3 default 10");
    g_assert_cmpstr(spin->name, ==, "Move Overhead");
    g_assert_cmpint(spin->type, ==, TAB_OPTION_SPIN);
    g_assert_cmpint(spin->min, ==, -3);
    g_assert_cmpint(spin->max, ==, 5000);
    g_assert_cmpstr(spin->value, ==, "10");
    g_autoptr(TabOption) combo = parse("name S type combo var  min  5 var b default b");
    g_assert_cmpstr(combo->vars[0], ==, "min 5");
    g_assert_cmpstr(combo->vars[1], ==, "b");
    g_assert_null(combo->vars[2]);
    g_autoptr(TabOption) string = parse("name L type string default  two  spaces ");
    g_assert_cmpstr(string->value, ==, "two  spaces");
    g_autoptr(TabOption) empty = parse("name L type string default");
    g_assert_cmpstr(empty->value, ==, "");
    g_autoptr(TabOption) skipped = parse("name L type check since 3 default true unit ms");
    g_assert_cmpstr(skipped->value, ==, "true");
    g_autoptr(TabOption) bounds = parse("name L type check min 3 max 2 var x default false");
    g_assert_cmpstr(bounds->value, ==, "false"); /* words that another type has are skipped too */
    g_assert_cmpint(bounds->min, <, bounds->max);
    g_assert_null(bounds->vars);
    g_autoptr(TabOption) button = parse("name L type button default x");
    g_assert_null(button->value);
}

static void assert_refused(const char *text, TabErrorCode code)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_option_parse(text, &error));
    g_assert_error(error, TAB_MESSAGE_ERROR, (int)code);
}

static void test_refused(void)
{
    assert_refused("name X type colour default red", TAB_ERROR_UNSUPPORTED);
    assert_refused("", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("Threads type spin", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name type spin", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name Threads", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name Threads type", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name Threads type spin default", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name Threads type spin default x", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name Threads type spin default 9 max 8", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name Threads type spin min x", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name Threads type spin min 3 max 2", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name C type check default maybe", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name S type combo", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name S type combo var a var", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name S type combo default c var a var b", TAB_ERROR_BAD_ARGUMENT);
    assert_refused("name Threads type spin max x", TAB_ERROR_BAD_ARGUMENT);
}

/* What would act on a terminal, or turn the letters beside it, is in no option; the letters of all
 * languages, blanks and tabs are. */
static void test_printable(void)
{
    static const struct {
        const char *text;
        gboolean ok;
    } rows[] =
        {
            {"طاب", TRUE},           {"a\tb", TRUE},
            {"\xe2\x80\xa7", TRUE},  /* U+2027, before the line separator */
            {"\xe2\x80\xa8", FALSE}, /* U+2028 */
            {"\xe2\x80\xae", FALSE}, /* U+202E, right to left from here on */
            {"\xe2\x80\xaf", TRUE},  {"\xe2\x81\xa5", TRUE},
            {"\xe2\x81\xa6", FALSE}, /* U+2066, an isolate */
            {"\xe2\x81\xa9", FALSE}, {"\xe2\x81\xaa", TRUE},
            {"\x1b[31m", FALSE},     {"\x7f", FALSE},
            {"\xff", FALSE},
        };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf("name N type string default x%sx", rows[i].text);
        g_autoptr(GError) error = NULL;
        g_autoptr(TabOption) option = tab_option_parse(text, &error);
        g_assert_cmpint(option != NULL, ==, rows[i].ok);
        if (!rows[i].ok)
            g_assert_cmpstr(error->message, ==, "an option is printable text");
    }
}

static void assert_value(const TabOption *option, const char *value, gboolean allowed)
{
    g_autoptr(GError) error = NULL;
    g_assert_cmpint(tab_option_check_value(option, value, &error), ==, allowed);
    if (allowed) {
        g_assert_no_error(error);
    } else {
        g_assert_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT);
        g_assert_nonnull(strstr(error->message, option->name));
    }
}

static void test_values(void)
{
    g_autoptr(TabOption) spin = parse("name T type spin min 1 max 8");
    assert_value(spin, "1", TRUE);
    assert_value(spin, "8", TRUE);
    assert_value(spin, "0", FALSE);
    assert_value(spin, "9", FALSE);
    assert_value(spin, "x", FALSE);
    assert_value(spin, "", FALSE);
    assert_value(spin, NULL, FALSE);
    g_autoptr(TabOption) check = parse("name T type check");
    assert_value(check, "true", TRUE);
    assert_value(check, "false", TRUE);
    assert_value(check, "yes", FALSE);
    assert_value(check, NULL, FALSE);
    g_autoptr(TabOption) combo = parse("name T type combo var Calm var wild and free");
    assert_value(combo, "calm", TRUE);
    assert_value(combo, "wild and free", TRUE);
    assert_value(combo, "wild", FALSE);
    assert_value(combo, NULL, FALSE);
    g_autoptr(TabOption) file = parse("name T type file");
    assert_value(file, "", TRUE);
    assert_value(file, "/a b/c", TRUE);
    assert_value(file, NULL, FALSE);
    g_autoptr(TabOption) button = parse("name T type button");
    assert_value(button, NULL, TRUE);
    assert_value(button, "true", FALSE);
}

static void assert_set(const char *text, const char *name, const char *value, const char *written)
{
    g_autofree char *n = NULL, *v = NULL;
    g_autoptr(GError) error = NULL;
    g_assert_true(tab_option_parse_set(text, &n, &v, &error));
    g_assert_no_error(error);
    g_assert_cmpstr(n, ==, name);
    g_assert_cmpstr(v, ==, value);
    g_autoptr(GString) line = g_string_new("setoption");
    tab_option_write_set(n, v, line);
    g_assert_cmpstr(line->str, ==, written);
}

static void test_set(void)
{
    assert_set("name Threads value 4", "Threads", "4", "setoption name Threads value 4");
    assert_set("name  Own  Book value  a  b ", "Own Book", "a  b",
               "setoption name Own Book value a  b");
    assert_set("name Clear Hash", "Clear Hash", NULL, "setoption name Clear Hash");
    assert_set("name Log value", "Log", "", "setoption name Log value");
    assert_set("name Log value <empty>", "Log", "", "setoption name Log value");
    assert_set("name Note value my value", "Note", "my value",
               "setoption name Note value my value");
}

static void test_set_refused(void)
{
    static const char *const texts[] = {"", "Threads value 4", "name", "name value 4", "value 4"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        char *name = NULL, *value = NULL;
        g_autoptr(GError) error = NULL;
        g_assert_false(tab_option_parse_set(texts[i], &name, &value, &error));
        g_assert_error(error, TAB_MESSAGE_ERROR, TAB_ERROR_BAD_ARGUMENT);
        g_assert_null(name);
        g_assert_null(value);
    }
}

static void test_find(void)
{
    tab_option_free(NULL); /* as free() */
    g_autoptr(GPtrArray) options = g_ptr_array_new_with_free_func((GDestroyNotify)tab_option_free);
    g_ptr_array_add(options, parse("name Own Book type check"));
    g_assert_nonnull(tab_option_find(options, "OWN book"));
    g_assert_null(tab_option_find(options, "OwnBook"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/option/round-trip", test_round_trip);
    g_test_add_func("/option/fields", test_fields);
    g_test_add_func("/option/refused", test_refused);
    g_test_add_func("/option/printable", test_printable);
    g_test_add_func("/option/values", test_values);
    g_test_add_func("/option/set", test_set);
    g_test_add_func("/option/set-refused", test_set_refused);
    g_test_add_func("/option/find", test_find);
    return g_test_run();
}
