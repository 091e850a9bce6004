// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "tep" and "setoption": what an engine says of itself, and that it keeps to it.
#include "protocol/conform/point.h"

#include <string.h>

#include "protocol/codec/message.h"

/* Sends `tep` and returns the lines before `tepok`, of whatever version. */
static GPtrArray *shake_hands(TabCheck *check, char **end)
{
    GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
    tab_check_send(check, "tep");
    const char *line;
    while ((line = tab_check_read(check, TAB_WAIT_ANSWER)) && !tab_check_begins(line, "tepok"))
        g_ptr_array_add(lines, g_strdup(line));
    *end = g_strdup(line ? line : "");
    return lines;
}

static const char *find_line(GPtrArray *lines, const char *words)
{
    for (guint i = 0; i < lines->len; i++)
        if (tab_check_begins(g_ptr_array_index(lines, i), words))
            return g_ptr_array_index(lines, i);
    return NULL;
}

/* How many tokens a line has. */
static guint count_tokens(const char *line)
{
    const char *token;
    gsize length;
    guint n = 0;
    while (tab_message_next_token(&line, &token, &length))
        n++;
    return n;
}

static void handshake(TabCheck *check)
{
    static const char *const needed[] = {"id name", "id author"};
    static const char *const strange[] = {"error", "readyok", "bestmove", "info"};
    g_autofree char *end = NULL;
    g_autoptr(GPtrArray) lines = shake_hands(check, &end);
    for (guint i = 0; i < G_N_ELEMENTS(needed) && tab_check_open(check); i++) {
        const char *line = find_line(lines, needed[i]);
        if (!line || count_tokens(line) < 3)
            tab_check_fail(check, needed[i], "%s", line ? line : "no such line");
    }
    for (guint i = 0; i < G_N_ELEMENTS(strange) && tab_check_open(check); i++)
        if (find_line(lines, strange[i]))
            tab_check_fail(check, "id, rules and option lines alone", "%s",
                           find_line(lines, strange[i]));
    if (!tab_check_begins(end, "tepok 1"))
        tab_check_fail(check, "tepok 1", "%s", end);
    tab_check_settle(check);
}

static gboolean is_preset(const char *name)
{
    for (guint i = 0; i < tab_ruleset_n_presets(); i++)
        if (!strcmp(name, tab_ruleset_preset_name(i)))
            return TRUE;
    return !strcmp(name, "any");
}

/* `rules <preset> columns <min> <max>`; presets of later versions are let pass. */
static void check_rules_line(TabCheck *check, const char *line, GHashTable *seen)
{
    g_auto(TabMessage) message = {0};
    gint64 min = 0, max = 0;
    gboolean good = tab_message_parse(&message, line, -1, NULL) && message.n_args >= 4 &&
                    !strcmp(message.args[1], "columns") &&
                    tab_message_parse_integer(message.args[2], strlen(message.args[2]), "min", 0,
                                              G_MAXINT, &min, NULL) &&
                    tab_message_parse_integer(message.args[3], strlen(message.args[3]), "max", 0,
                                              G_MAXINT, &max, NULL) &&
                    min <= max;
    if (good && is_preset(message.args[0]))
        good = min >= TAB_MIN_COLUMNS && max <= TAB_MAX_COLUMNS;
    if (!good)
        tab_check_fail(check, "rules <preset> columns <min> <max>, of 5 to 29", "%s", line);
    else if (!g_hash_table_add(seen, g_strdup(message.args[0])))
        tab_check_fail(check, "one rules line a preset", "a second one for %s", message.args[0]);
}

static void rules_lines(TabCheck *check)
{
    g_autofree char *end = NULL;
    g_autoptr(GPtrArray) lines = shake_hands(check, &end);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < lines->len && tab_check_open(check); i++)
        if (tab_check_begins(g_ptr_array_index(lines, i), "rules"))
            check_rules_line(check, g_ptr_array_index(lines, i), seen);
    if (!g_hash_table_size(seen))
        tab_check_fail(check, "rules lines", "none");
}

static void option_lines(TabCheck *check)
{
    g_autofree char *end = NULL;
    g_autoptr(GPtrArray) lines = shake_hands(check, &end);
    g_autoptr(GPtrArray) options = g_ptr_array_new_with_free_func((GDestroyNotify)tab_option_free);
    for (guint i = 0; i < lines->len && tab_check_open(check); i++) {
        const char *line = g_ptr_array_index(lines, i);
        g_autoptr(GError) error = NULL;
        if (!tab_check_begins(line, "option"))
            continue;
        TabOption *option = tab_option_parse(strstr(line, "option") + strlen("option"), &error);
        if (!option)
            tab_check_fail(check, "option name <name> type <type> …", "%s (%s)", line,
                           error->message);
        else if (tab_option_find(options, option->name))
            tab_check_fail(check, "one line an option", "a second one for %s", option->name);
        if (option)
            g_ptr_array_add(options, option);
    }
}

/* The names that the page gives a meaning. */
static const struct {
    const char *name;
    TabOptionType type;
} meanings[] = {
    {"Threads", TAB_OPTION_SPIN},  {"Hash", TAB_OPTION_SPIN},
    {"MultiPV", TAB_OPTION_SPIN},  {"Level", TAB_OPTION_SPIN},
    {"Elo", TAB_OPTION_SPIN},      {"Ponder", TAB_OPTION_CHECK},
    {"Seed", TAB_OPTION_SPIN},     {"MoveOverhead", TAB_OPTION_SPIN},
    {"Sticks", TAB_OPTION_STRING}, {"TablePath", TAB_OPTION_FILE},
    {"NetFile", TAB_OPTION_FILE},  {"Log", TAB_OPTION_FILE},
};

static void check_meaning(TabCheck *check, const TabOption *option, guint row)
{
    g_autofree char *expected = g_strdup_printf("%s of type %s", meanings[row].name,
                                                tab_option_type_text(meanings[row].type));
    if (option->type != meanings[row].type)
        tab_check_fail(check, expected, "type %s", tab_option_type_text(option->type));
    if (!strcmp(meanings[row].name, "Level") && (option->min != 0 || option->max != 10))
        tab_check_fail(check, "Level from 0 to 10", "%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT,
                       option->min, option->max);
    if (!strcmp(meanings[row].name, "Sticks") && g_strcmp0(option->value, "fair") != 0)
        tab_check_fail(check, "Sticks with the default fair", "the default %s",
                       option->value ? option->value : "is not said");
}

static void fixed_meanings(TabCheck *check)
{
    GPtrArray *options = check->subject->identity->options;
    guint found = 0;
    for (guint i = 0; i < G_N_ELEMENTS(meanings); i++) {
        const TabOption *option = tab_option_find(options, meanings[i].name);
        if (option)
            check_meaning(check, option, i);
        found += option ? 1 : 0;
    }
    if (!found)
        tab_check_skip(check, "it declares none of them");
}

static void handshake_changes_nothing(TabCheck *check)
{
    g_autofree char *end = NULL;
    tab_check_anchor(check);
    g_ptr_array_unref(shake_hands(check, &end));
    tab_check_expect_anchor(check);
}

/* --- setoption --- */

static void set(TabCheck *check, const TabOption *option, const char *value)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_option_write_set(option->name, value, text);
    tab_check_accepted(check, "setoption%s", text->str);
}

/* Values that do no harm: of files only a default that is said. */
static void set_harmless_values(TabCheck *check, const TabOption *option)
{
    g_autofree char *least = g_strdup_printf("%" G_GINT64_FORMAT, option->min);
    if (option->type == TAB_OPTION_BUTTON)
        set(check, option, NULL);
    if (option->type == TAB_OPTION_SPIN && option->min != G_MININT64)
        set(check, option, least);
    for (char **var = option->vars; var && *var; var++)
        set(check, option, *var);
    if (option->type == TAB_OPTION_CHECK) {
        set(check, option, "true");
        set(check, option, "false");
    }
    if (option->value && (option->type != TAB_OPTION_FILE || *option->value))
        set(check, option, option->value);
}

static void settable(TabCheck *check)
{
    GPtrArray *options = check->subject->identity->options;
    for (guint i = 0; i < options->len; i++)
        set_harmless_values(check, g_ptr_array_index(options, i));
    tab_check_calm(check, TAB_WAIT_CALM / 3); /* a readyok too many is told from no other */
    if (!options->len)
        tab_check_skip(check, "it declares no option");
}

static void names_without_case(TabCheck *check)
{
    GPtrArray *options = check->subject->identity->options;
    for (guint i = 0; i < options->len; i++) {
        const TabOption *option = g_ptr_array_index(options, i);
        if (!option->value || !*option->value)
            continue;
        g_autofree char *upper = g_ascii_strup(option->name, -1);
        g_autofree char *lower = g_ascii_strdown(option->name, -1);
        tab_check_accepted(check, "setoption name %s value %s", upper, option->value);
        tab_check_accepted(check, "setoption name %s value %s", lower, option->value);
        return;
    }
    tab_check_skip(check, "it declares no option with a default");
}

static void unknown_options(TabCheck *check)
{
    static const char *const texts[] = {" name No Such Option value 3", " name No Such Button",
                                        " name", "", " value 3"};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        tab_check_refused(check, "bad-argument", "setoption%s", texts[i]);
}

static void refuse_number(TabCheck *check, const TabOption *option, gint64 value)
{
    tab_check_refused(check, "bad-argument", "setoption name %s value %" G_GINT64_FORMAT,
                      option->name, value);
}

static void bad_values(TabCheck *check)
{
    GPtrArray *options = check->subject->identity->options;
    guint found = 0;
    for (guint i = 0; i < options->len; i++) {
        const TabOption *option = g_ptr_array_index(options, i);
        if (option->type != TAB_OPTION_SPIN && option->type != TAB_OPTION_CHECK &&
            option->type != TAB_OPTION_COMBO)
            continue;
        found++;
        tab_check_refused(check, "bad-argument", "setoption name %s", option->name);
        tab_check_refused(check, "bad-argument", "setoption name %s value nonsense of some kind",
                          option->name);
        if (option->type == TAB_OPTION_SPIN && option->min > G_MININT64)
            refuse_number(check, option, option->min - 1);
        if (option->type == TAB_OPTION_SPIN && option->max < G_MAXINT64)
            refuse_number(check, option, option->max + 1);
    }
    if (!found)
        tab_check_skip(check, "it declares no check, spin or combo");
}

const TabPoint tab_points_handshake[] = {
    {29, "tep",
     N_("`tep` is answered by `id name`, `id author`, `rules`, `option`, and `tepok 1`."),
     handshake, 0},
    {30, "Answers: engine → controller",
     N_("There are `rules` lines, one a preset, with widths of 5 to 29."), rules_lines, 0},
    {31, "Options", N_("`option` lines are well formed, one an option."), option_lines, 0},
    {32, "Options",
     N_("Options with a fixed meaning have the type, range and default of the table."),
     fixed_meanings, 0},
    {33, "tep", N_("`tep` changes nothing."), handshake_changes_nothing, 0},
    {34, "setoption",
     N_("Every declared option takes the values that it declares, without an answer."), settable,
     TAB_POINT_LAST},
    {35, "setoption", N_("Names of options compare without regard to case."), names_without_case,
     0},
    {36, "setoption", N_("An unknown option, or none, is `error bad-argument`."), unknown_options,
     0},
    {37, "setoption", N_("A value of the wrong kind or out of range is `error bad-argument`."),
     bad_values, 0},
    {0},
};
