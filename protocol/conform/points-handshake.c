// SPDX-License-Identifier: GPL-3.0-or-later
// Points of "tep", "setoption", "newgame" and "Options": what an engine says of itself, and that it
// keeps to it.
#include "protocol/conform/check.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "protocol/codec/message.h"
#include "protocol/files/input-file.h"

/* Sends `tep` and returns the lines before `tepok`, of whatever version, which is then check->line.
 */
static GPtrArray *shake_hands(TabCheck *check)
{
    tab_check_send(check, "tep");
    return tab_check_read_up_to(check, "tepok", TAB_WAIT_ANSWER);
}

static const char *find_answer(GPtrArray *lines, const char *words)
{
    for (guint i = 0; i < lines->len; i++)
        if (tab_check_begins(g_ptr_array_index(lines, i), words))
            return g_ptr_array_index(lines, i);
    return NULL;
}

static void handshake(TabCheck *check)
{
    static const char *const needed[] = {"id name", "id author"};
    static const char *const strange[] = {"error", "readyok", "bestmove", "info"};
    g_autoptr(GPtrArray) lines = shake_hands(check);
    for (guint i = 0; i < G_N_ELEMENTS(needed) && tab_check_open(check); i++) {
        const char *line = find_answer(lines, needed[i]);
        g_auto(TabMessage) message = {0};
        if (!line || !tab_message_parse(&message, line, -1, NULL) || message.n_args < 2)
            tab_check_fail(check, needed[i], "%s", line ? line : "no such line");
    }
    for (guint i = 0; i < G_N_ELEMENTS(strange) && tab_check_open(check); i++) {
        const char *line = find_answer(lines, strange[i]);
        if (line)
            tab_check_fail(check, "id, rules and option lines alone", "%s", line);
    }
    if (tab_check_open(check))
        tab_check_that(check, tab_check_begins(check->line, "tepok 1"), "tepok 1", check->line);
    tab_check_settle(check);
}

/* `rules <preset> columns <min> <max>`; presets of later versions are let pass. */
static void check_rules_line(TabCheck *check, const char *line, GHashTable *seen)
{
    g_auto(TabMessage) message = {0};
    gint64 min = 0, max = 0;
    gboolean good = tab_message_parse(&message, line, -1, NULL) && message.n_args >= 4 &&
                    !strcmp(message.args[1], "columns") &&
                    tab_check_parse_count(message.args[2], &min) &&
                    tab_check_parse_count(message.args[3], &max) && min <= max;
    gboolean known = good && !strcmp(message.args[0], "any");
    for (guint i = 0; good && i < tab_ruleset_n_presets(); i++)
        known = known || !strcmp(message.args[0], tab_ruleset_preset_name(i));
    if (!good || (known && (min < TAB_MIN_COLUMNS || max > TAB_MAX_COLUMNS)))
        tab_check_fail(check, "rules <preset> columns <min> <max>, of 5 to 29", "%s", line);
    else if (!g_hash_table_add(seen, g_strdup(message.args[0])))
        tab_check_fail(check, "one rules line a preset", "a second one for %s", message.args[0]);
}

static void rules_lines(TabCheck *check)
{
    g_autoptr(GPtrArray) lines = shake_hands(check);
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < lines->len && tab_check_open(check); i++)
        if (tab_check_begins(g_ptr_array_index(lines, i), "rules"))
            check_rules_line(check, g_ptr_array_index(lines, i), seen);
    if (!g_hash_table_size(seen))
        tab_check_fail(check, "rules lines", "none");
}

static void option_lines(TabCheck *check)
{
    g_autoptr(GPtrArray) lines = shake_hands(check);
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
    tab_check_dialogue(check, "{anchor}");
    g_ptr_array_unref(shake_hands(check));
    tab_check_dialogue(check, "{still}");
}

/* --- setoption --- */

static void set(TabCheck *check, const TabOption *option, const char *value)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_option_write_set(option->name, value, text);
    tab_check_dialogue(check, "> setoption%s\n{ready}", text->str);
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
        tab_check_dialogue(check,
                           "> setoption name %s value %s\n{ready}\n"
                           "> setoption name %s value %s\n{ready}",
                           upper, option->value, lower, option->value);
        return;
    }
    tab_check_skip(check, "it declares no option with a default");
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
        tab_check_dialogue(check,
                           "! bad-argument setoption name %s\n"
                           "! bad-argument setoption name %s value nonsense of some kind",
                           option->name, option->name);
        if (option->type == TAB_OPTION_SPIN && option->min > G_MININT64)
            tab_check_dialogue(check, "! bad-argument setoption name %s value %" G_GINT64_FORMAT,
                               option->name, option->min - 1);
        if (option->type == TAB_OPTION_SPIN && option->max < G_MAXINT64)
            tab_check_dialogue(check, "! bad-argument setoption name %s value %" G_GINT64_FORMAT,
                               option->name, option->max + 1);
    }
    if (!found)
        tab_check_skip(check, "it declares no check, spin or combo");
}

/* --- newgame --- */

/* At the start position, White to move, with the throws it holds. */
static void expect_start(TabCheck *check, const TabRules *rules)
{
    TabSituation start;
    tab_position_start(rules, TAB_WHITE, &start);
    tab_walk_complete(rules, &start.throws, "2");
    tab_check_throw(check, rules, &start.throws);
    tab_check_send(check, "go depth 1");
    tab_check_expect_best(check, rules, &start, TAB_WAIT_WORK);
    tab_check_settle(check);
}

static void alone(TabCheck *check)
{
    g_autoptr(TabRules) rules = tab_subject_rules(check->subject, "standard");
    if (!rules) {
        tab_check_skip(check, "it does not promise standard");
        return;
    }
    tab_check_dialogue(check, "{anchor}\n> newgame");
    expect_start(check, rules);
}

static void forgets(TabCheck *check)
{
    tab_check_dialogue(check, "{anchor}\n{newgame}");
    expect_start(check, check->subject->base);
}

static void take_rules(TabCheck *check, const char *text)
{
    g_autoptr(TabRules) rules = tab_subject_rules(check->subject, text);
    if (!rules || !tab_check_open(check))
        return;
    tab_check_dialogue(check, "> newgame %s\n{ready}", text);
    expect_start(check, rules);
}

/* Each preset at its own width, at the least and at the greatest that are promised, and the sample.
 */
static void promises(TabCheck *check)
{
    const TabSubject *subject = check->subject;
    for (guint preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        const char *name = tab_ruleset_preset_name(preset);
        guint least = 0, greatest = 0;
        for (guint columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns++) {
            TabRuleset ruleset = tab_ruleset_preset(preset);
            tab_ruleset_set_columns(&ruleset, columns);
            if (tab_subject_plays(subject, &ruleset)) {
                least = least ? least : columns;
                greatest = columns;
            }
        }
        g_autofree char *narrow = g_strdup_printf("%s:columns=%u", name, least);
        g_autofree char *wide = g_strdup_printf("%s:columns=%u,pieces=3", name, greatest);
        take_rules(check, name);
        take_rules(check, narrow);
        take_rules(check, wide);
    }
    for (guint i = 0; i < subject->rulesets->len; i++) {
        const TabRules *rules = g_ptr_array_index(subject->rulesets, i);
        g_autofree char *text = tab_ruleset_to_string(&rules->set);
        take_rules(check, text);
    }
}

/* A ruleset is refused if it is not promised; whether it was, or the point can end. An engine need
 * not know that there is a preset which it does not name. */
static guint refuse_unpromised(TabCheck *check, const char *text)
{
    TabRuleset ruleset;
    if (!tab_ruleset_parse(text, &ruleset, NULL) || tab_subject_promises(check->subject, &ruleset))
        return 0;
    const char *preset = tab_ruleset_preset_name(ruleset.preset);
    gboolean named = tab_identity_names(check->subject->identity, preset);
    tab_check_dialogue(check, "! %s newgame %s", named ? "unsupported" : "unsupported|bad-rules",
                       text);
    return 1;
}

static void unpromised(TabCheck *check)
{
    guint found = 0;
    for (guint preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        const char *name = tab_ruleset_preset_name(preset);
        for (guint columns = TAB_MIN_COLUMNS; columns <= TAB_MAX_COLUMNS; columns += 6) {
            g_autofree char *wide = g_strdup_printf("%s:columns=%u", name, columns);
            found += refuse_unpromised(check, wide);
        }
        g_autofree char *changed = g_strdup_printf("%s:row4-exit=one-home-pile", name);
        found += refuse_unpromised(check, changed);
    }
    if (!found)
        tab_check_skip(check, "it promises every ruleset");
}

/* What the cast of the base ruleset takes or refuses; weights are as many as a stick's flat sides
 * or a die's faces can be. */
static void sticks_texts(TabCheck *check)
{
    static const char *const texts[] = {"p=0.37",
                                        "w=6,13,11,5,1",
                                        "w=0,0,1,0,0",
                                        "w=6,13,11,5",
                                        "w=1,2,3,4,5,6,7",
                                        "fair",
                                        "p=1.5",
                                        "p=0",
                                        "p=",
                                        "p=0,37",
                                        "w=1,2",
                                        "w=",
                                        "q=1",
                                        "w=1,0,0,0,0",
                                        "w=1,1,1,1,-1",
                                        "unfair",
                                        "w=1,1,1,-1",
                                        "w=1,1,1,1,1,1",
                                        "w=1,1,1,1,1,1,x"};
    const TabCast *cast = &check->subject->base->cast;
    TabSticks sticks;
    tab_check_newgame(check, check->subject->base);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        tab_check_dialogue(check,
                           tab_sticks_parse(cast, texts[i], &sticks, NULL)
                               ? "> setoption name Sticks value %s\n{ready}"
                               : "! bad-argument setoption name Sticks value %s",
                           texts[i]);
    tab_check_dialogue(check, "> setoption name Sticks value fair\n{ready}");
}

/* --- throws --- */

/* A line of the answer to `throws` is `<words> <p>`. */
static void expect_chance(TabCheck *check, const char *line, const char *what, const char *name,
                          double value)
{
    char shown[G_ASCII_DTOSTR_BUF_SIZE];
    double told = -1;
    g_autofree char *words = g_strconcat(what, name, NULL);
    g_autofree char *expected =
        g_strdup_printf("%s %s", words, g_ascii_formatd(shown, sizeof shown, "%.6f", value));
    g_auto(GStrv) parts = g_strsplit_set(line, " \t", -1);
    guint n = *name ? 2 : 1;
    if (!tab_check_begins(line, words) || g_strv_length(parts) <= n ||
        !tab_check_parse_number(parts[n], &told) || fabs(told - value) > 0.0001)
        tab_check_fail(check, expected, "%s", line);
}

static void expect_throws(TabCheck *check, const TabRules *rules, const TabSticks *sticks)
{
    g_autoptr(GPtrArray) lines = tab_check_inspect(check, "throws", "throwsok", TAB_WAIT_ANSWER);
    const TabCast *cast = &rules->cast;
    TabThrown thrown[TAB_MAX_THROWN];
    guint n_casts = tab_cast_list(cast, thrown), n = cast->n_kinds;
    if (lines && lines->len != n_casts + n + 3)
        tab_check_fail(check, "a line for each cast and each throw, rethrow, mean, throwsok",
                       "%u lines", lines->len);
    if (!lines || !tab_check_open(check))
        return;
    for (guint i = 0; i < n_casts; i++) {
        g_autoptr(GString) name = g_string_new(NULL);
        for (guint k = 0; k < thrown[i].n; k++)
            g_string_append_printf(name, k ? ",%s" : "%s", cast->kind[thrown[i].kind[k]].name);
        expect_chance(check, lines->pdata[i], "throw ", name->str,
                      tab_sticks_chance(sticks, &thrown[i]));
    }
    for (guint t = 0; t < n; t++)
        expect_chance(check, lines->pdata[n_casts + t], "turn ", cast->kind[t].name,
                      tab_sticks_in_turn(cast, sticks, (int)t));
    expect_chance(check, lines->pdata[n_casts + n], "rethrow", "",
                  tab_sticks_rethrow(cast, sticks));
    expect_chance(check, lines->pdata[n_casts + n + 1], "mean", "", tab_sticks_mean(cast, sticks));
    tab_check_settle(check);
}

static void throws_fair(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    TabSticks fair = tab_sticks_fair(&rules->cast);
    tab_check_newgame(check, rules);
    expect_throws(check, rules, &fair);
}

static void throws_biased(TabCheck *check)
{
    static const char *const texts[] = {"p=0.37", "w=6,13,11,5,1", "w=6,13,11,5",
                                        "w=6,13,11,5,1,2,3"};
    const TabRules *rules = check->subject->base;
    tab_check_newgame(check, rules);
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
        TabSticks sticks;
        if (!tab_sticks_parse(&rules->cast, texts[i], &sticks, NULL))
            continue;
        tab_check_dialogue(check, "> setoption name Sticks value %s\n{ready}", texts[i]);
        expect_throws(check, rules, &sticks);
    }
    tab_check_dialogue(check, "> setoption name Sticks value fair\n{ready}");
}

/* What falls before the turn number rises counts, however the throws are played. */
static void throws_at_once(TabCheck *check)
{
    for (guint i = 0; i < check->subject->rulesets->len; i++) {
        const TabRules *rules = g_ptr_array_index(check->subject->rulesets, i);
        TabSticks fair = tab_sticks_fair(&rules->cast);
        if (!tab_ruleset_at_once(&rules->set))
            continue;
        tab_check_newgame(check, rules);
        expect_throws(check, rules, &fair);
        return;
    }
    tab_check_skip(check, "it does not promise a ruleset with throws=at-once");
}

/* Under each cast but Tâb's own, before White's throw and before Black's: of sticks of two colours
 * each counts one. */
static void throws_of_each_cast(TabCheck *check)
{
    static const char weights[] = "w=6,13,11,5,1,2,3";
    const TabSubject *subject = check->subject;
    guint found = 0;
    for (guint i = 0; i < subject->rulesets->len && tab_check_open(check); i++) {
        const TabRules *rules = g_ptr_array_index(subject->rulesets, i);
        const TabCast *cast = &rules->cast;
        TabSticks sticks = tab_sticks_fair(cast);
        if (rules->set.value[TAB_SWITCH_CAST] == TAB_CAST_TAB)
            continue;
        found++;
        tab_check_newgame(check, rules);
        expect_throws(check, rules, &sticks);
        if (!tab_option_find(subject->identity->options, "Sticks") ||
            !tab_sticks_parse(cast, weights, &sticks, NULL))
            continue;
        tab_check_dialogue(check, "> setoption name Sticks value %s\n{ready}", weights);
        expect_throws(check, rules, &sticks);
        sticks = tab_sticks_of_side(cast, &sticks, TAB_BLACK);
        tab_check_send(check, "setpos start b");
        expect_throws(check, rules, &sticks);
        tab_check_dialogue(check, "> setoption name Sticks value fair\n{ready}");
    }
    if (!found)
        tab_check_skip(check, "it does not promise a ruleset with another cast");
}

static void sticks_outlast_newgame(TabCheck *check)
{
    const TabRules *rules = check->subject->base;
    TabSticks sticks;
    const char *text = rules->cast.n_sticks ? "p=0.63" : "w=6,13,11,5";
    tab_sticks_parse(&rules->cast, text, &sticks, NULL);
    tab_check_dialogue(check, "{newgame}\n> setoption name Sticks value %s\n{ready}\n{newgame}",
                       text);
    expect_throws(check, rules, &sticks);
    tab_check_dialogue(check, "> setoption name Sticks value fair\n{ready}");
}

/* --- Log --- */

static void log_file(TabCheck *check)
{
    g_autofree char *folder = g_dir_make_tmp("tab-conform-XXXXXX", NULL);
    if (!folder)
        return;
    g_autofree char *path = g_build_filename(folder, "a log", NULL);
    tab_check_dialogue(check, "> setoption name Log value %s\n{ready}\n{newgame}\n{ready}\n> quit",
                       path);
    tab_check_ended(check, TAB_WAIT_ANSWER);
    g_autofree char *text = tab_input_file_read(path, NULL, NULL);
    if (!text)
        tab_check_fail(check, "the dialogue in that file", "no such file");
    else if (!strstr(text, "isready") || !strstr(text, "readyok") || !strstr(text, "newgame"))
        tab_check_fail(check, "newgame, isready and readyok in that file",
                       "%" G_GSIZE_FORMAT " bytes without them", strlen(text));
    g_unlink(path);
    g_rmdir(folder);
}

const TabPoint tab_points_handshake[] = {
    {29, "tep",
     N_("`tep` is answered by `id name`, `id author`, `rules`, `option`, and `tepok 1`."),
     handshake},
    {30, "Answers: engine → controller",
     N_("There are `rules` lines, one a preset, with widths of 5 to 29."), rules_lines},
    {31, "Options", N_("`option` lines are well formed, one an option."), option_lines},
    {32, "Options",
     N_("Options with a fixed meaning have the type, range and default of the table."),
     fixed_meanings},
    {33, "tep", N_("`tep` changes nothing."), handshake_changes_nothing},
    {34, "setoption",
     N_("Every declared option takes the values that it declares, without an answer."), settable,
     TAB_POINT_LAST},
    {35, "setoption", N_("Names of options compare without regard to case."), names_without_case},
    {36, "setoption", N_("An unknown option, or none, is `error bad-argument`."),
     .dialogue = "! bad-argument setoption{}",
     .texts = " name No Such Option value 3| name No Such Button| name|| value 3"},
    {37, "setoption", N_("A value of the wrong kind or out of range is `error bad-argument`."),
     bad_values},
    {38, "newgame", N_("`newgame` alone takes the ruleset `standard` and its start position."),
     alone},
    {39, "newgame", N_("`newgame` forgets the last game."), forgets},
    {40, "newgame",
     N_("Every ruleset that the handshake promises is taken, with any number of pieces."),
     promises},
    {41, "newgame", N_("A text that is no rules string is `error bad-rules`."),
     .dialogue = "! bad-rules newgame {}",
     .texts = "chess|Walker|walkers|:|:columns=9|walker:|walker:columns|walker:columns=|"
              "walker:columns=09|walker:columns=+9|walker:columns=9,|walker:,columns=9|"
              "walker:columns=9,columns=9|walker:columns=4|walker:columns=30|"
              "walker:columns=99999999999999999999|walker:pieces=0|walker:pieces=10|"
              "walker:colour=red|walker:throws=later|walker:Throws=collect|walker;columns=9|any"},
    {42, "newgame", N_("A ruleset that the handshake does not promise is `error unsupported`."),
     unpromised},
    {85, "Options", N_("`Sticks` takes `fair`, `p=` and `w=`, and nothing else."), sticks_texts,
     .option = "Sticks"},
    {86, "Options", N_("`Log` names the file that the dialogue is written to."), log_file,
     TAB_POINT_LAST, .option = "Log"},
    {97, "Inspection", N_("`throws` tells the chances of fair sticks."), throws_fair},
    {98, "Inspection", N_("`throws` tells the chances of the sticks that were set."), throws_biased,
     .option = "Sticks"},
    {105, "Inspection",
     N_("With `throws=at-once` too `throws` tells the chances until the turn number rises."),
     throws_at_once},
    {106, "Options", N_("`Sticks` that fit the rules of a `newgame` outlast it."),
     sticks_outlast_newgame, .option = "Sticks"},
    {117, "Inspection",
     N_("`throws` tells the chances of each cast: of dice together, of two colours those of the "
        "side to move."),
     throws_of_each_cast},
    {0},
};
