// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine says of itself in its handshake: names, rules that it plays, options.
#include "protocol/client/identity.h"

static const char *take(TabIdentity *identity, const char *line)
{
    g_autoptr(GError) error = NULL;
    g_auto(TabMessage) message = {0};
    g_assert_true(tab_message_parse(&message, line, -1, &error));
    return tab_identity_take(identity, &message);
}

/* With these lines, split at `|`, none of which is too much. */
static TabIdentity *make_identity(const char *lines)
{
    TabIdentity *identity = tab_identity_new();
    g_auto(GStrv) all = g_strsplit(lines, "|", -1);
    for (char **line = all; *line; line++)
        g_assert_null(take(identity, *line));
    return identity;
}

static void test_names(void)
{
    tab_identity_free(NULL); /* as free() */
    g_autofree char *name = g_strnfill(300, 'x'), *line = g_strconcat("id name ", name, NULL);
    g_autofree char *cut = g_strnfill(199, 'x'), *shown = g_strconcat(cut, "…", NULL);
    g_autoptr(TabIdentity) identity =
        make_identity("id name First|id author A. B.|id name  My  Engine |id|id name|id version 3|"
                      "other line|tepok 1");
    g_assert_cmpstr(identity->name, ==, "My  Engine");
    g_assert_cmpstr(identity->author, ==, "A. B.");
    g_assert_null(take(identity, line));
    g_assert_cmpstr(identity->name, ==, shown);
}

/* The rules that are declared, and what is played by them. */
static const struct {
    const char *lines, *preset;
    guint columns;
    gboolean any_switch, names, plays;
} rules[] = {
    {"", "walker", 9, FALSE, FALSE, FALSE},
    {"rules walker columns 5 29", "walker", 5, FALSE, TRUE, TRUE},
    {"rules walker columns 5 29", "walker", 29, FALSE, TRUE, TRUE},
    {"rules walker columns 5 29", "walker", 4, FALSE, TRUE, FALSE},
    {"rules walker columns 5 29", "walker", 30, FALSE, TRUE, FALSE},
    {"rules walker columns 5 29", "walker", 9, TRUE, TRUE, FALSE},
    {"rules walker columns 5 29", "bell", 9, FALSE, FALSE, FALSE},
    {"rules walker columns 5 7|rules walker columns 11 13", "walker", 11, FALSE, TRUE, TRUE},
    {"rules any columns 5 29", "bell", 9, TRUE, TRUE, TRUE},
    /* it speaks for the named ones where there are some */
    {"rules any columns 5 9|rules walker columns 11 11", "walker", 9, TRUE, TRUE, TRUE},
    {"rules any columns 5 9|rules walker columns 11 11", "walker", 11, TRUE, TRUE, FALSE},
    {"rules any columns 5 9|rules walker columns 11 11", "bell", 9, FALSE, FALSE, FALSE},
    /* malformed ones are none */
    {"rules walker", "walker", 9, FALSE, FALSE, FALSE},
    {"rules walker columns 5", "walker", 9, FALSE, FALSE, FALSE},
    {"rules walker rows 5 29", "walker", 9, FALSE, FALSE, FALSE},
    {"rules walker columns five 29", "walker", 9, FALSE, FALSE, FALSE},
    {"rules walker columns 5 many", "walker", 9, FALSE, FALSE, FALSE},
    {"rules walker columns -5 29", "walker", 9, FALSE, FALSE, FALSE},
};

static void test_rules(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
        g_autoptr(TabIdentity) identity = make_identity(rules[i].lines);
        g_test_message("%s: %s", rules[i].lines, rules[i].preset);
        g_assert_cmpint(tab_identity_names(identity, rules[i].preset), ==, rules[i].names);
        g_assert_cmpint(
            tab_identity_plays(identity, rules[i].preset, rules[i].columns, rules[i].any_switch),
            ==, rules[i].plays);
    }
}

/* More than a window can show is not taken. */
static void test_too_much(void)
{
    g_autoptr(TabIdentity) identity = tab_identity_new();
    for (guint i = 0; i < TAB_IDENTITY_MAX_ROWS; i++) {
        g_autofree char *option = g_strdup_printf("option name Option %u type check", i);
        g_assert_null(take(identity, "rules walker columns 5 29"));
        g_assert_null(take(identity, option));
    }
    g_assert_null(take(identity, "option name option 0 type button")); /* in place of the other */
    g_assert_cmpuint(identity->options->len, ==, TAB_IDENTITY_MAX_ROWS);
    g_assert_cmpstr(take(identity, "rules bell columns 5 29"), ==, "too many rules lines");
    g_autofree char *shown = tab_identity_quote_rules(identity);
    g_assert_true(g_str_has_suffix(shown, "”, …"));
    g_assert_false(tab_identity_names(identity, "bell"));
    g_assert_cmpstr(take(identity, "option name One More type check"), ==, "too many options");
    g_autoptr(TabIdentity) other = make_identity("option type check|option name X type colour");
    g_assert_cmpuint(other->options->len, ==, 0);
    g_autofree char *much = g_strnfill(TAB_IDENTITY_MAX_BYTES, 'x');
    g_autofree char *line = g_strconcat("option name X type string default ", much, NULL);
    g_assert_cmpstr(take(other, line), ==, "an option that is too long");
    g_assert_cmpuint(other->options->len, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/identity/names", test_names);
    g_test_add_func("/identity/rules", test_rules);
    g_test_add_func("/identity/too-much", test_too_much);
    return g_test_run();
}
