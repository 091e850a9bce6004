// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of key=value,…: cutting, looking up, writing back, and what each error names.
#include "protocol/text/keywords.h"

#include <string.h>

static const TabKeywordRule table[] = {{"win", TAB_KEYWORD_VALUE, NULL},
                                       {"turns", TAB_KEYWORD_VALUE, "movecount"},
                                       {"twosided", TAB_KEYWORD_SWITCH, NULL},
                                       {"option", TAB_KEYWORD_NAMED, NULL},
                                       {NULL, TAB_KEYWORD_VALUE, NULL}};

static TabKeywords *parse(const char *text)
{
    g_autoptr(GError) error = NULL;
    TabKeywords *keywords = tab_keywords_parse("--test", text, table, &error);
    g_assert_no_error(error);
    return keywords;
}

/* The text is refused with a message that holds `offender`. */
static void refuse(const char *text, const char *offender)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_keywords_parse("--test", text, table, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_true(g_str_has_prefix(error->message, "--test: "));
    g_assert_nonnull(strstr(error->message, offender));
}

static void cutting(void)
{
    g_autoptr(TabKeywords) none = parse("");
    g_assert_cmpuint(none->words->len, ==, 0);
    static const struct {
        const char *text, *name, *value;
    } words[] = {
        {"win=", NULL, ""},
        {"win=a=b", NULL, "a=b"},
        {"win=a\\,b", NULL, "a,b"},
        {"win=a\\\\\\,b", NULL, "a\\,b"},
        {"win=a\\b\\\\c", NULL, "a\\b\\\\c"},
        {"win=a\\\\", NULL, "a\\\\"},
        {"win=a\\=b", NULL, "a\\=b"},
        {"option.A B=c", "A B", "c"},
        {"option.a.b=c", "a.b", "c"},
        {"option.a\\=b=c", "a=b", "c"},
        {"option.a\\\\=c", "a\\", "c"},
        {"option.a\\,b", "a,b", NULL},
        {"twosided", NULL, NULL},
    };
    for (guint i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autoptr(TabKeywords) keywords = parse(words[i].text);
        g_assert_cmpuint(keywords->words->len, ==, 1);
        const TabKeyword *word = g_ptr_array_index(keywords->words, 0);
        g_assert_cmpstr(word->name, ==, words[i].name);
        g_assert_cmpstr(word->value, ==, words[i].value);
    }
    g_autoptr(TabKeywords) two = parse("win=a\\\\,turns=3");
    g_assert_cmpuint(two->words->len, ==, 2);
    g_assert_cmpstr(tab_keywords_get(two, "win"), ==, "a\\");
    g_assert_cmpstr(tab_keywords_get(two, "turns"), ==, "3");
}

static void looking_up(void)
{
    g_autoptr(TabKeywords) keywords = parse("turns=1,win=0.5,movecount=2,option.x=1,option.y");
    g_assert_cmpstr(tab_keywords_get(keywords, "turns"), ==,
                    "2"); /* the last holds, alias or not */
    g_assert_cmpstr(tab_keywords_find(keywords, "option")->name, ==, "y");
    g_assert_null(tab_keywords_find(keywords, "twosided"));
    g_assert_null(tab_keywords_get(keywords, "option"));
    double win = 7;
    gint64 turns = 7;
    gboolean twosided = 7;
    g_assert_true(tab_keywords_get_number(keywords, "win", 0, 1, &win, NULL));
    g_assert_true(tab_keywords_get_integer(keywords, "turns", 2, 2, &turns, NULL));
    g_assert_true(tab_keywords_get_switch(keywords, "twosided", &twosided, NULL));
    g_assert_cmpfloat(win, ==, 0.5);
    g_assert_cmpint(turns, ==, 2);
    g_assert_cmpint(twosided, ==, 7); /* not there: left alone */
    g_autoptr(TabKeywords) empty = parse("");
    g_assert_true(tab_keywords_get_number(empty, "win", 0, 1, &win, NULL));
    g_assert_true(tab_keywords_get_integer(empty, "turns", 2, 2, &turns, NULL));
    g_assert_cmpfloat(win, ==, 0.5);
    g_assert_cmpint(turns, ==, 2);
}

static void switches_and_choices(void)
{
    static const struct {
        const char *text;
        gboolean on;
    } switches[] = {{"twosided", TRUE},
                    {"twosided=yes", TRUE},
                    {"twosided=no", FALSE},
                    {"twosided=true", TRUE},
                    {"twosided=false", FALSE},
                    {"twosided=no,twosided", TRUE},
                    {"twosided,twosided=no", FALSE}};
    for (guint i = 0; i < G_N_ELEMENTS(switches); i++) {
        g_autoptr(TabKeywords) keywords = parse(switches[i].text);
        gboolean on = !switches[i].on;
        g_assert_true(tab_keywords_get_switch(keywords, "twosided", &on, NULL));
        g_assert_cmpint(on, ==, switches[i].on);
    }
    static const char *const choices[] = {"one", "two", NULL};
    g_autoptr(TabKeywords) keywords = parse("win=two");
    guint choice = 9;
    g_assert_true(tab_keywords_get_choice(keywords, "win", choices, &choice, NULL));
    g_assert_cmpuint(choice, ==, 1);
    g_assert_true(tab_keywords_get_choice(keywords, "turns", choices, &choice, NULL));
    g_assert_cmpuint(choice, ==, 1);
}

static void errors(void)
{
    refuse("lose=1", "'lose=1' is none of win=…, turns=…, twosided, option.NAME=…");
    refuse("win=1,", "'' is none of");
    refuse(",win=1", "'' is none of");
    refuse("wins=1", "'wins=1'");
    refuse("Win=1", "'Win=1'");
    refuse("win", "'win' needs a value: win=…");
    refuse("movecount", "'movecount' needs a value: turns=…");
    refuse("option=1", "'option=1' needs a name: option.NAME=…");
    refuse("option.=1", "'option.=1' needs a name");
    refuse("option.", "'option.' needs a name");
    refuse("optional=1", "'optional=1' is none of");
    refuse("win\\=1", "'win=1' is none of");
    refuse("win=\xff", "'win=\ufffd' is not UTF-8");
    refuse("option.\xff=1", "is not UTF-8");
}

/* A part of a match: "2/3". */
static void shards(void)
{
    tab_keywords_free(NULL); /* as free() */
    static const struct {
        const char *text;
        guint shard, shards; /* 0: it is refused */
    } rows[] = {{"1/1", 1, 1}, {"2/3", 2, 3},   {"100/100", 100, 100}, {"", 0, 0},
                {"1", 0, 0},   {"1/2/3", 0, 0}, {"0/3", 0, 0},         {"4/3", 0, 0},
                {"1/0", 0, 0}, {"1/101", 0, 0}, {"x/3", 0, 0},         {"1/x", 0, 0},
                {"-1/3", 0, 0}};
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        guint shard = 0, of = 0;
        gboolean ok = tab_keywords_read_shard(rows[i].text, 100, &shard, &of, &error);
        g_assert_cmpint(ok, ==, rows[i].shard > 0);
        g_assert_cmpuint(shard, ==, rows[i].shard);
        g_assert_cmpuint(of, ==, rows[i].shards);
        g_autofree char *expected =
            g_strdup_printf("--shard is written I/N, from 1/N to N/N, not '%s'", rows[i].text);
        if (!ok)
            g_assert_cmpstr(error->message, ==, expected);
    }
}

static void bad_values(void)
{
    static const char *const numbers[] = {"",    "x",   "0.1x", "1.1",   "-0.1", "nan",
                                          "inf", "0x1", " 1",   "1e999", "0,5"};
    static const char *const integers[] = {"",   "x",   "1",   "8",
                                           " 3", "3.0", "0x3", "99999999999999999999"};
    static const char *const choices[] = {"one", "two", NULL};
    for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
        g_autoptr(GError) error = NULL;
        g_auto(GStrv) halves = g_strsplit(numbers[i], ",", -1);
        g_autofree char *value = g_strjoinv("\\,", halves);
        g_autofree char *text = g_strconcat("win=", value, NULL);
        g_autofree char *expected =
            g_strdup_printf("--test: win=%s is not a number from 0 to 1", numbers[i]);
        g_autoptr(TabKeywords) keywords = parse(text);
        double number = 7;
        g_assert_false(tab_keywords_get_number(keywords, "win", 0, 1, &number, &error));
        g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
        g_assert_cmpstr(error->message, ==, expected);
        g_assert_cmpfloat(number, ==, 7);
    }
    for (guint i = 0; i < G_N_ELEMENTS(integers); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *text = g_strconcat("movecount=", integers[i], NULL);
        g_autofree char *expected =
            g_strdup_printf("--test: turns=%s is not a whole number from 2 to 7", integers[i]);
        g_autoptr(TabKeywords) keywords = parse(text);
        gint64 number = 7;
        g_assert_false(tab_keywords_get_integer(keywords, "turns", 2, 7, &number, &error));
        g_assert_cmpstr(error->message, ==, expected);
        g_assert_cmpint(number, ==, 7);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(TabKeywords) keywords = parse("win=three,twosided=maybe");
    guint choice = 9;
    g_assert_false(tab_keywords_get_choice(keywords, "win", choices, &choice, &error));
    g_assert_cmpstr(error->message, ==, "--test: win=three is none of one, two");
    g_assert_cmpuint(choice, ==, 9);
    g_clear_error(&error);
    gboolean on = 9;
    g_assert_false(tab_keywords_get_switch(keywords, "twosided", &on, &error));
    g_assert_cmpstr(error->message, ==, "--test: twosided=maybe is neither yes nor no");
    g_assert_cmpint(on, ==, 9);
}

/* A text of up to five of the characters that matter. */
static char *random_text(GRand *rand, gboolean empty)
{
    static const char letters[] = "\\\\\\,=.a";
    GString *text = g_string_new(empty ? NULL : "n");
    for (gint i = g_rand_int_range(rand, 0, 6); i > 0; i--)
        g_string_append_c(text, letters[g_rand_int_range(rand, 0, (gint32)strlen(letters))]);
    return g_string_free(text, FALSE);
}

/* Whatever is written is read back. */
static void round_trip(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(1);
    for (guint round = 0; round < 5000; round++) {
        g_autoptr(GString) list = g_string_new(NULL);
        char *name[3], *value[3];
        for (guint i = 0; i < 3; i++) {
            name[i] = random_text(rand, FALSE);
            value[i] = g_rand_boolean(rand) ? random_text(rand, TRUE) : NULL;
            tab_keywords_append(list, "option", name[i], value[i]);
        }
        g_autoptr(TabKeywords) keywords = parse(list->str);
        g_assert_cmpuint(keywords->words->len, ==, 3);
        for (guint i = 0; i < 3; i++) {
            const TabKeyword *word = g_ptr_array_index(keywords->words, i);
            g_assert_cmpstr(word->name, ==, name[i]);
            g_assert_cmpstr(word->value, ==, value[i]);
            g_free(name[i]);
            g_free(value[i]);
        }
    }
}

static void writing(void)
{
    g_autoptr(GString) list = g_string_new(NULL);
    tab_keywords_append_number(list, "win", 0.02);
    tab_keywords_append_number(list, "turns", 12345678);
    tab_keywords_append(list, "twosided", NULL, NULL);
    tab_keywords_append(list, "option", "a=b", "c,d=e");
    g_assert_cmpstr(list->str, ==, "win=0.02,turns=12345678,twosided,option.a\\=b=c\\,d=e");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/keywords/cutting", cutting);
    g_test_add_func("/keywords/looking-up", looking_up);
    g_test_add_func("/keywords/switches-and-choices", switches_and_choices);
    g_test_add_func("/keywords/errors", errors);
    g_test_add_func("/keywords/shards", shards);
    g_test_add_func("/keywords/bad-values", bad_values);
    g_test_add_func("/keywords/round-trip", round_trip);
    g_test_add_func("/keywords/writing", writing);
    return g_test_run();
}
