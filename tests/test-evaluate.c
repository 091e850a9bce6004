// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of positions, and the command `evaluate` with a judge whose values are known and with exact
// tables.
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "engine/tables/probe.h"
#include "protocol/study/position-line.h"
#include "judge-engine.h"

#define DECIMALS 5e-7 /* what six decimals can be off */

/* Lines. */

static void good_lines(void)
{
    static const struct {
        const char *line, *rules, *position;
        guint turns;
    } cases[] = {
        {"walker;start", "walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1", 0},
        {"walker;start w;", "walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1", 0},
        {" walker:pieces=9 ; start b ; - # nothing fell", "walker",
         "nnnnnnnnn/9/9/NNNNNNNNN b 1+ - 1", 0},
        {"walker;start;1,4,2;", "walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,4,2 - 1", 0},
        {"walker;start;1,2;1:a9b9,2:b9b7;;\t1:a9b9,2:b9b7 ;", "walker",
         "nnnnnnnnn/9/9/NNNNNNNNN w 1,2 - 1", 2},
        {"walker:columns=5;nnnnn/5/5/NNNNN b 2 - 8;;2:pass", "walker:columns=5",
         "nnnnn/5/5/NNNNN b 2 - 8", 1},
        {"ludii:columns=5;5/5/1M3/2M2 w - - 9", "ludii:columns=5", "5/5/1M3/2M2 w - - 9", 0},
    };
    g_autoptr(TabPositionReader) reader = tab_position_reader_new();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        TabPositionLine *line;
        g_autoptr(GError) error = NULL;
        tab_position_reader_take(reader, cases[i].line, strlen(cases[i].line), &line, &error);
        g_assert_no_error(error);
        g_autofree char *rules = tab_ruleset_to_string(&line->rules->set);
        g_autofree char *position = tab_notation_situation_to_string(line->rules, &line->situation);
        g_assert_cmpstr(rules, ==, cases[i].rules);
        g_assert_cmpstr(position, ==, cases[i].position);
        g_assert_cmpuint(line->n_turns, ==, cases[i].turns);
        tab_position_line_free(line);
    }
    static const char *const empty[] = {"", "  \t", "# walker;start", "   # "};
    for (guint i = 0; i < G_N_ELEMENTS(empty); i++) {
        TabPositionLine *line;
        g_assert_true(tab_position_reader_take(reader, empty[i], strlen(empty[i]), &line, NULL));
        g_assert_null(line);
    }
}

/* The field that is wrong is named and shown. */
static void bad_lines(void)
{
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"walkr;start", "rules 'walkr': "},
        {";start", "rules '': "},
        {"walker", "rules 'walker': no position follows"},
        {"walker ; ;2", "rules 'walker': no position follows"},
        {"walker;start  b", "position 'start  b': "},
        {"walker;starter", "position 'starter': "},
        {"walker;nnnnnnnnn/9/9/NNNNNNNN w - - 1", "position 'nnnnnnnnn/9/9/NNNNNNNN w - - 1': "},
        {"walker;nnnnnnnnn/9/9/NNNNNNNNN w - -", "position 'nnnnnnnnn/9/9/NNNNNNNNN w - -': "},
        {"walker;start;1,5", "throws '1,5': "},
        {"walker;start;1 2", "throws '1 2': "},
        {"walker;start;2", "throws '2': the position holds other throws"},
        {"walker;nnnnnnnnn/9/9/NNNNNNNNN w 4,2 - 1;4,1,2", "throws '4,1,2': the position holds"},
        {"walker;nnnnnnnnn/9/9/NNNNNNNNN w 4,2 - 1;2", "throws '2': the position holds"},
        {"walker;start;1,2,3", "throws '1,2,3': "},
        {"ludii;start;1,2", "throws '1,2': "},
        {"walker;start;1+;1:a9b9,2:b9b7", "turn '1:a9b9,2:b9b7': a turn needs complete throws"},
        {"walker;start;1,2;1:a9b9,2:b9b7;1:a8a9,2:pass", "turn '1:a8a9,2:pass': "},
        {"walker;start;1,2;1:a9b9,3:b9b6", "turn '1:a9b9,3:b9b6': "},
        {"walker;9/9/1M7/9 b 2 - 9;;2:pass", "turn '2:pass': the game is over"},
        {"walker;start;\x1b[1m", "throws '?[1m': "},
        {"walker;start;\xff", "the line is not UTF-8 text"},
    };
    g_autoptr(TabPositionReader) reader = tab_position_reader_new();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        TabPositionLine *line;
        g_autoptr(GError) error = NULL;
        g_assert_false(
            tab_position_reader_take(reader, cases[i].line, strlen(cases[i].line), &line, &error));
        g_test_message("%s", error->message);
        g_assert_true(error->domain == TAB_RULES_ERROR);
        g_assert_true(g_str_has_prefix(error->message, cases[i].words));
        g_assert_false(g_str_has_suffix(error->message, ": "));
        g_assert_null(line);
    }
}

/* More rulesets than are kept. */
static void many_rules(void)
{
    g_autoptr(TabPositionReader) reader = tab_position_reader_new();
    g_autoptr(GPtrArray) lines =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_position_line_free);
    for (guint i = 0; i < 200; i++) {
        g_autofree char *text =
            g_strdup_printf("jordan:columns=%u,pieces=%u;start", 9 + i % 20, 1 + i / 25);
        TabPositionLine *line;
        g_assert_true(tab_position_reader_take(reader, text, strlen(text), &line, NULL));
        g_ptr_array_add(lines, line);
    }
    for (guint i = 0; i < lines->len; i++) {
        const TabPositionLine *line = g_ptr_array_index(lines, i);
        g_assert_cmpuint(tab_ruleset_columns(&line->rules->set), ==, 9 + i % 20);
        g_assert_cmpuint(line->situation.position.pieces[TAB_WHITE], ==, 1 + i / 25);
    }
}

/* The command. */

typedef struct {
    char *folder, *file, *input;
    char *output, *errors;
    int status;
} Run;

static Run *run_new(void)
{
    Run *run = g_new0(Run, 1);
    run->folder = g_dir_make_tmp("tab-evaluate-XXXXXX", NULL);
    run->file = g_build_filename(run->folder, "values", NULL);
    run->input = g_build_filename(run->folder, "positions", NULL);
    return run;
}

static void run_free(Run *run)
{
    g_remove(run->file);
    g_remove(run->input);
    g_assert_cmpint(g_rmdir(run->folder), ==, 0); /* nothing else is left there */
    g_free(run->folder);
    g_free(run->file);
    g_free(run->input);
    g_free(run->output);
    g_free(run->errors);
    g_free(run);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Run, run_free)

static char *text_of(GBytes *bytes)
{
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    return g_strndup(text ? text : "", length);
}

/* The words that run `evaluate` with this engine (a program of the build and its arguments) and
 * options; without files it is on standard input. */
static char **command_line(const char *engine, const char *options)
{
    const char *files = strstr(options, " -- ") ? "" : "-";
    g_autofree char *line = g_strdup_printf(
        "'%s/protocol/runner/tab-match' evaluate --engine 'cmd=%s/%s' %s %s",
        g_getenv("TAB_BUILD_ROOT"), g_getenv("TAB_BUILD_ROOT"), engine, options, files);
    char **argv;
    g_assert_true(g_shell_parse_argv(line, NULL, &argv, NULL));
    return argv;
}

/* Runs it with a text as standard input. */
static void evaluate(Run *run, const char *engine, const char *options, const char *text)
{
    g_auto(GStrv) argv = command_line(engine, options);
    g_autoptr(GError) error = NULL;
    g_autoptr(GBytes) out = NULL, err = NULL;
    g_assert_true(g_file_set_contents(run->input, text, -1, NULL));
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
    g_subprocess_launcher_set_stdin_file_path(launcher, run->input);
    g_autoptr(GSubprocess) process =
        g_subprocess_launcher_spawnv(launcher, (const char *const *)argv, &error);
    g_assert_no_error(error);
    g_subprocess_communicate(process, NULL, NULL, &out, &err, &error);
    g_assert_no_error(error);
    g_free(run->output);
    g_free(run->errors);
    run->output = text_of(out);
    run->errors = text_of(err);
    run->status = g_subprocess_get_if_exited(process) ? g_subprocess_get_exit_status(process) : -1;
    g_test_message("%d\n%s%s", run->status, run->output, run->errors);
}

#define JUDGE "tests/judge-engine 0"

/* The text in column `column` of row `row` of the CSV output. */
static char *field(const Run *run, guint row, guint column)
{
    g_auto(GStrv) rows = g_strsplit(run->output, "\n", -1);
    g_assert_cmpuint(g_strv_length(rows), >, row);
    GString *text = g_string_new(NULL);
    gboolean quoted = FALSE;
    for (const char *p = rows[row]; *p; p++) {
        if (*p == '"')
            quoted = !quoted;
        else if (*p == ',' && !quoted)
            column--;
        else if (!column)
            g_string_append_c(text, *p);
    }
    return g_string_free(text, FALSE);
}

enum { LINE, RULES, POSITION, THROWS, WIN, BEST, TURN, VALUE, LOSS };

static double number(const Run *run, guint row, guint column)
{
    g_autofree char *text = field(run, row, column);
    char *end;
    double number = g_ascii_strtod(text, &end);
    g_assert_true(*text && !*end);
    return number;
}

/* The judge's V of a position of Tâb before a throw: the hands in which at most `ahead` throws give
 * another one, each by its chance. */
static double expect_before(const TabRules *rules, const TabPosition *position, TabThrows throws,
                            guint ahead)
{
    static const double chance[TAB_N_THROWS] = {4, 6, 4, 1, 1};
    gboolean at_once = tab_ruleset_at_once(&rules->set);
    double sum = 0, all = 0;
    for (int t = 0; t < TAB_N_THROWS; t++) {
        TabSituation next = {.position = *position, .throws = throws};
        gboolean again = !at_once && tab_throw_again(t);
        next.throws.kind[next.throws.n++] = (guint8)t;
        next.throws.more = again;
        if (again && !ahead)
            continue;
        double value = again ? expect_before(rules, position, next.throws, ahead - 1)
                             : judge_win(rules, &next);
        sum += chance[t] * value;
        all += chance[t];
    }
    return sum / all;
}

static double expect_after(const TabRules *rules, const TabSituation *situation, const char *turn,
                           guint ahead)
{
    TabTurn parsed;
    TabPosition after;
    g_assert_true(tab_notation_parse_turn(rules, situation, turn, &parsed, &after, NULL));
    double value = expect_before(rules, &after, (TabThrows){.n = 0}, ahead);
    return after.side == situation->position.side ? value : 1 - value;
}

/* Every column of rows whose values the test works out itself. */
static void values(void)
{
    static const struct {
        const char *rules, *position, *turns;
        guint ahead;
    } cases[] = {
        {"walker", "1m2nnnnn/5m3/2(MT)3T2/NNN3M2 b 1,4,2 - 17",
         "1:d5d4,2:d4d2,4:c6b9;1:d5d4,4:d2c3,2:d4d2;1:d5d4,2:c6c8,4:d4c1", 2},
        {"ludii:columns=5", "mmmmm/5/5/MMMMM w 4 - 7", "4:a5b2;4:a4b3;4:a2b5", 2},
        {"walker:columns=5", "nnnnn/5/5/NNNNN b - - 7", NULL, 2},
        {"walker:columns=5", "nnnnn/5/5/NNNNN b 4,1+ - 7", NULL, 1},
        {"ludii:columns=5", "mmmmm/5/5/MMMMM b - - 7", NULL, 1},
    };
    g_autoptr(Run) run = run_new();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TabRules) rules = tab_rules_parse(cases[i].rules, NULL);
        TabSituation situation;
        g_assert_true(tab_notation_parse_situation(rules, cases[i].position, &situation, NULL));
        g_autofree char *text = g_strdup_printf("%s;%s;;%s\n", cases[i].rules, cases[i].position,
                                                cases[i].turns ? cases[i].turns : "");
        g_autofree char *options = g_strdup_printf("--ahead %u", cases[i].ahead);
        evaluate(run, JUDGE, options, text);
        g_assert_cmpint(run->status, ==, 0);
        g_assert_cmpstr(run->errors, ==, "");
        g_autofree char *position = field(run, 1, POSITION), *best = field(run, 1, BEST);
        g_assert_cmpstr(position, ==, cases[i].position);
        if (!cases[i].turns) {
            double win =
                expect_before(rules, &situation.position, situation.throws, cases[i].ahead);
            g_assert_cmpfloat_with_epsilon(number(run, 1, WIN), win, DECIMALS);
            g_assert_cmpstr(best, ==, "");
            continue;
        }
        g_assert_cmpfloat_with_epsilon(number(run, 1, WIN), judge_win(rules, &situation), DECIMALS);
        double value_best = expect_after(rules, &situation, best, cases[i].ahead);
        g_auto(GStrv) turns = g_strsplit(cases[i].turns, ";", -1);
        for (guint k = 0; turns[k]; k++) {
            double value = expect_after(rules, &situation, turns[k], cases[i].ahead);
            g_autofree char *turn = field(run, 1 + k, TURN);
            g_assert_cmpstr(turn, ==, turns[k]);
            g_assert_cmpfloat_with_epsilon(number(run, 1 + k, VALUE), value, DECIMALS);
            g_assert_cmpfloat_with_epsilon(number(run, 1 + k, LOSS), MAX(value_best - value, 0),
                                           DECIMALS);
        }
    }
}

/* Dice fall together, so that no number of throws to look ahead leaves any of them out. */
static void dice(void)
{
    static const char *const position = "n1nnn/2X2/NN1NN w - - 7";
    g_autoptr(TabRules) rules = tab_rules_parse("sahkku:columns=5", NULL);
    TabSticks fair = tab_sticks_fair(&rules->cast);
    TabSituation situation;
    g_assert_true(tab_notation_parse_situation(rules, position, &situation, NULL));
    double mean = 0;
    for (guint i = 0; i < rules->n_thrown; i++) {
        const TabThrown *thrown = &rules->thrown[i];
        situation.throws.n = thrown->n;
        memcpy(situation.throws.kind, thrown->kind, thrown->n);
        mean += tab_sticks_chance(&fair, thrown) * judge_win(rules, &situation);
    }
    g_autoptr(Run) run = run_new();
    for (guint ahead = 1; ahead <= 3; ahead++) {
        g_autofree char *options = g_strdup_printf("--ahead %u", ahead);
        evaluate(run, JUDGE, options, "sahkku:columns=5;n1nnn/2X2/NN1NN w - - 7\n");
        g_assert_cmpint(run->status, ==, 0);
        g_assert_cmpfloat_with_epsilon(number(run, 1, WIN), mean, DECIMALS);
    }
}

/* Without looking ahead the engine's own word counts, before all throws have fallen; what it may
 * take for that is told to it, and changes nothing of what this one says. */
static void own_word(void)
{
    static const struct {
        const char *rules, *position;
    } cases[] = {{"ludii:columns=5", "mmmmm/5/5/MMMMM b - - 7"},
                 {"walker:columns=5", "nnnnn/5/5/NNNNN b 4,1+ - 7"},
                 {"sahkku:columns=5", "n1nnn/2X2/NN1NN w - - 7"}};
    static const char *const limits[] = {"", "--depth 2", "--nodes 7", "--movetime 3"};
    g_autoptr(Run) run = run_new();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(TabRules) rules = tab_rules_parse(cases[i].rules, NULL);
        g_autofree char *text = g_strdup_printf("%s;%s\n", cases[i].rules, cases[i].position);
        TabSituation situation;
        g_assert_true(tab_notation_parse_situation(rules, cases[i].position, &situation, NULL));
        for (guint k = 0; k < G_N_ELEMENTS(limits); k++) {
            g_autofree char *options = g_strdup_printf("--ahead 0 %s", limits[k]);
            evaluate(run, JUDGE, options, text);
            g_assert_cmpint(run->status, ==, 0);
            g_assert_cmpfloat_with_epsilon(number(run, 1, WIN), judge_win(rules, &situation),
                                           DECIMALS);
        }
    }
}

/* What the rules say of a finished game; the engine is not asked. */
static void finished(void)
{
    g_autoptr(Run) run = run_new();
    evaluate(
        run, "tests/judge-engine 1 crash", "",
        "walker:columns=5;5/5/1M3/5 b - - 9\nwalker:columns=5;5/5/1M3/5 w 2 - 9\n"
        "tablan:columns=5;MMMMM/5/5/mmmm1 b - - 9\ntozeur:columns=5;MMMMM/5/5/mmmm1 b - - 9\n");
    static const double win[] = {0, 1, 0, 0.5};
    for (guint i = 0; i < G_N_ELEMENTS(win); i++)
        g_assert_cmpfloat(number(run, 1 + i, WIN), ==, win[i]);
}

/* Lines of several rulesets, some of them no good, in all forms that lines have. */
static char *many_lines(void)
{
    static const char *const lines[] = {
        "walker;start;1,2;1:a9b9,2:b9b7",
        "ludii:columns=5;mmmmm/5/5/MMMMM w 4 - 7;;4:a5b2;4:a1a5",
        "jordan;start;1,7",
        "# nothing",
        "walker;start b;1,4,1,3\r",
        "jordan;start;1,2",
        "lane;9/9/9/9 w - - 1",
        "walker;nnnnnnnnn/9/9/NNNNNNNNN b - - 3",
    };
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < 400; i++)
        g_string_append_printf(text, "%s\n", lines[i * 7 % G_N_ELEMENTS(lines)]);
    g_string_append(text, lines[0]); /* no line feed at the end */
    return g_string_free(text, FALSE);
}

static void order(void)
{
    g_autoptr(Run) run = run_new();
    g_autofree char *text = many_lines();
    evaluate(run, JUDGE, "--ahead 1", text);
    g_assert_cmpint(run->status, ==, 1);
    g_autofree char *output = g_strdup(run->output), *errors = g_strdup(run->errors);
    g_auto(GStrv) rows = g_strsplit(output, "\n", -1), faults = g_strsplit(errors, "\n", -1);
    /* of 8 lines 5 are good, one of them with two turns; one more at the end */
    g_assert_cmpuint(g_strv_length(rows), ==, 1 + 50 * 6 + 1 + 1);
    g_assert_cmpuint(g_strv_length(faults), ==, 100 + 1 + 1);
    g_assert_nonnull(strstr(errors, "100 of 351 positions could not be evaluated\n"));
    double last = 0;
    for (guint i = 1; i < 1 + 50 * 6 + 1; i++) {
        g_assert_cmpfloat(number(run, i, LINE), >=, last);
        last = number(run, i, LINE);
    }
    g_assert_cmpfloat(last, ==, 401);
    evaluate(run, JUDGE, "--ahead 1 --concurrency 3", text);
    g_assert_cmpstr(run->output, ==, output);
    g_assert_cmpstr(run->errors, ==, errors);
}

/* Who writes a line and waits for its answer gets it, however many engines wait for lines. */
static void dialogue(void)
{
    g_auto(GStrv) argv = command_line(JUDGE, "--concurrency 2 --format json");
    g_autoptr(GError) error = NULL;
    g_autoptr(GSubprocess) process =
        g_subprocess_newv((const char *const *)argv,
                          G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
    g_assert_no_error(error);
    GOutputStream *to = g_subprocess_get_stdin_pipe(process);
    g_autoptr(GDataInputStream) from =
        g_data_input_stream_new(g_subprocess_get_stdout_pipe(process));
    for (guint i = 1; i <= 5; i++) {
        g_output_stream_printf(to, NULL, NULL, &error, "ludii;start;%u\n", i % 4 + 1);
        g_assert_no_error(error);
        g_autofree char *line = g_data_input_stream_read_line(from, NULL, NULL, &error);
        g_autofree char *begin = g_strdup_printf("{\"line\":%u,\"rules\":\"ludii\",", i);
        g_assert_no_error(error);
        g_assert_true(g_str_has_prefix(line, begin));
    }
    g_output_stream_close(to, NULL, NULL);
    g_assert_true(g_subprocess_wait_check(process, NULL, &error));
}

/* JSON has what CSV has. */
static void formats(void)
{
    static const char text[] = "# two\nludii:columns=5;mmmmm/5/5/MMMMM w 4 - 7;;4:a5b2;4:a1a5\n"
                               "ludii:columns=5;mmmmm/5/5/MMMMM w - - 7\n";
    g_autoptr(Run) run = run_new(), json = run_new();
    evaluate(run, JUDGE, "", text);
    evaluate(json, JUDGE, "--format json", text);
    g_auto(GStrv) lines = g_strsplit(json->output, "\n", -1);
    g_assert_cmpuint(g_strv_length(lines), ==, 3);
    g_assert_true(g_str_has_prefix(run->output,
                                   "line,rules,position,throws,win,best,turn,value,loss\n"
                                   "2,ludii:columns=5,mmmmm/5/5/MMMMM w 4 - 7,4,0."));
    for (guint i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(JsonNode) node = json_from_string(lines[i], &error);
        g_assert_no_error(error);
        JsonObject *object = json_node_get_object(node);
        JsonArray *turns = json_object_get_array_member(object, "turns");
        guint row = i ? 3 : 1;
        g_autofree char *position = field(run, row, POSITION), *best = field(run, row, BEST);
        g_assert_cmpint(json_object_get_int_member(object, "line"), ==, 2 + i);
        g_assert_cmpstr(json_object_get_string_member(object, "rules"), ==, "ludii:columns=5");
        g_assert_cmpstr(json_object_get_string_member(object, "position"), ==, position);
        g_assert_cmpfloat(json_object_get_double_member(object, "win"), ==, number(run, row, WIN));
        g_assert_cmpuint(json_array_get_length(turns), ==, i ? 0 : 2);
        g_assert_true(json_object_get_null_member(object, "throws") == (i == 1));
        g_assert_true(json_object_get_null_member(object, "best") == (i == 1));
        if (i)
            continue;
        g_assert_cmpstr(json_object_get_string_member(object, "throws"), ==, "4");
        g_assert_cmpstr(json_object_get_string_member(object, "best"), ==, best);
        for (guint k = 0; k < 2; k++) {
            JsonObject *turn = json_array_get_object_element(turns, k);
            g_autofree char *words = field(run, row + k, TURN);
            g_assert_cmpstr(json_object_get_string_member(turn, "turn"), ==, words);
            g_assert_cmpfloat(json_object_get_double_member(turn, "value"), ==,
                              number(run, row + k, VALUE));
            g_assert_cmpfloat(json_object_get_double_member(turn, "loss"), ==,
                              number(run, row + k, LOSS));
        }
    }
    evaluate(run, JUDGE, "--format text", text);
    g_assert_true(g_str_has_prefix(run->output, "2: ludii:columns=5 mmmmm/5/5/MMMMM w 4 - 7\n"
                                                "    win 0."));
    g_assert_nonnull(strstr(run->output, "    value 0."));
}

/* An engine that fails is named with the line, and started again for the next one. */
static void bad_engine(void)
{
    static const char text[] = "ludii;start;1\nludii;start;2\nludii;start;3\nludii;start b;4\n"
                               "walker;start;1,2\n";
    g_autoptr(Run) run = run_new();
    evaluate(run, "tests/judge-engine 2 crash", "", text);
    g_assert_cmpint(run->status, ==, 1);
    /* the second question of each process: lines 2, 4 */
    g_assert_nonnull(strstr(run->errors, "standard input:2: engine Oracle: "));
    g_assert_nonnull(strstr(run->errors, "standard input:4: engine Oracle: "));
    g_assert_nonnull(strstr(run->errors, "2 of 5 positions could not be evaluated\n"));
    g_assert_cmpfloat(number(run, 1, LINE), ==, 1);
    g_assert_cmpfloat(number(run, 2, LINE), ==, 3);
    g_assert_cmpfloat(number(run, 3, LINE), ==, 5);
    static const struct {
        const char *fault, *words;
    } faults[] = {
        {"silent", "1: engine Oracle: "},
        {"no-win", "2: engine Oracle: gave no win chance"},
        {"illegal", "3: engine Oracle: bestmove 2:a1a2,3:pass: "},
    };
    for (guint i = 0; i < G_N_ELEMENTS(faults); i++) {
        g_autofree char *engine = g_strdup_printf("tests/judge-engine 0 %s", faults[i].fault);
        g_autofree char *options = g_strdup_printf("--patience 0.05 -c 3 --output %s", run->file);
        evaluate(run, engine, options, text);
        g_assert_cmpint(run->status, ==, 1);
        g_assert_nonnull(strstr(run->errors, faults[i].words));
        g_assert_nonnull(strstr(run->errors, "the engine is given up\n"));
        g_assert_nonnull(strstr(run->errors, "3 of 3 positions could not be evaluated\n"));
        g_assert_false(g_file_test(run->file, G_FILE_TEST_EXISTS));
    }
    /* rules that it does not play are no fault */
    evaluate(run, "tests/judge-engine 0 rules", "", text);
    g_assert_nonnull(strstr(run->errors, "input:5: engine Oracle: refused: unsupported"));
    g_assert_nonnull(strstr(run->errors, "5 of 5 positions could not be evaluated\n"));
}

static void refusals(void)
{
    static const struct {
        const char *engine, *options, *words;
    } cases[] = {
        {JUDGE, "--format xml", "--format is csv, json or text, not xml"},
        {JUDGE, "--ahead 7", "--ahead"},
        {JUDGE, "-c 0", "--concurrency"},
        {JUDGE, "--patience 0", "--patience"},
        {JUDGE, "--depth -1", "--depth is 0 or more"},
        {JUDGE, "--nodes -1", "--nodes is 0 or more"},
        {JUDGE, "--movetime -1", "--movetime is 0 or more"},
        {JUDGE, "--movetime 86400001", "--movetime is at most 86400000"},
        {JUDGE, "--ahead -1", "--ahead is from 0 to 6"},
        {JUDGE, "-c 1025", "--concurrency is from 1 to 1024"},
        {JUDGE, "--patience 86401", "--patience is from 0.001 to 86400"},
        {JUDGE, "--frob", "--frob"},
        {JUDGE, "--quiet -- ", "one file of positions is needed"},
        {JUDGE, "--quiet -- /no/such/positions", "cannot read /no/such/positions: No such file"},
        {JUDGE, "--quiet -- /", "cannot read /: Is a directory"},
        {JUDGE, "--output /dev/full", "cannot write /dev/full: No space left on device"},
        {JUDGE, "second-file", "one file of positions is needed"},
        {JUDGE, "--output /no/such/folder/values", "/no/such/folder/values"},
        {JUDGE, "--output /tmp", "/tmp"},
        {"no-such-engine", "", "engine no-such-engine: "},
        {JUDGE ",tc=10", "", "no clock"},
        {JUDGE ",ponder=yes", "", "--engine has no clock (tc) and does not ponder"},
        {JUDGE ",frob=1", "", "frob"},
    };
    g_autoptr(Run) run = run_new();
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        evaluate(run, cases[i].engine, cases[i].options, "walker;start\n");
        g_assert_cmpint(run->status, ==, 1);
        g_assert_nonnull(strstr(run->errors, cases[i].words));
        g_assert_null(strstr(run->output, "walker"));
    }
    /* what is read is not written over */
    g_autofree char *output = g_strdup_printf("--output '%s' -- '%s'", run->input, run->input);
    g_autofree char *left = NULL;
    evaluate(run, JUDGE, output, "walker;start\n");
    g_assert_cmpint(run->status, ==, 1);
    g_assert_nonnull(strstr(run->errors, "--output and the positions are the same file"));
    g_assert_true(g_file_get_contents(run->input, &left, NULL, NULL));
    g_assert_cmpstr(left, ==, "walker;start\n");
    g_autofree char *part = g_strconcat(run->input, ".part", NULL);
    g_autofree char *other = g_strdup_printf("--output '%s' -- '%s'", run->input, part);
    g_assert_true(g_file_set_contents(part, "walker;start\n", -1, NULL));
    evaluate(run, JUDGE, other, "");
    g_assert_nonnull(strstr(run->errors, "--output's new file and the positions are the same"));
    g_assert_cmpint(g_unlink(part), ==, 0);
    /* lines that are too long, and the one behind them */
    g_autofree char *blanks = g_strnfill(TAB_POSITION_LINE_MAX + 1, ' ');
    g_autofree char *text = g_strdup_printf("%s\nwalker;start;1,2\n%s", blanks, blanks + 1);
    evaluate(run, JUDGE, "", text);
    g_assert_cmpint(run->status, ==, 1);
    g_assert_nonnull(strstr(run->errors, "input:1: the line is longer than 65536 bytes\n"));
    g_assert_nonnull(strstr(run->errors, "1 of 2 positions could not be evaluated\n"));
    g_assert_cmpfloat(number(run, 1, LINE), ==, 2);
}

/* What cannot be printed ends it. */
static void no_room(void)
{
    g_auto(GStrv) argv = command_line(JUDGE, "");
    g_autoptr(Run) run = run_new();
    g_autoptr(GBytes) err = NULL;
    g_autofree char *text = many_lines();
    g_assert_true(g_file_set_contents(run->input, text, -1, NULL));
    g_autoptr(GSubprocessLauncher) launcher =
        g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDERR_PIPE);
    g_subprocess_launcher_set_stdin_file_path(launcher, run->input);
    g_subprocess_launcher_set_stdout_file_path(launcher, "/dev/full");
    g_autoptr(GSubprocess) process =
        g_subprocess_launcher_spawnv(launcher, (const char *const *)argv, NULL);
    g_assert_true(g_subprocess_communicate(process, NULL, NULL, NULL, &err, NULL));
    run->errors = text_of(err);
    g_assert_cmpint(g_subprocess_get_exit_status(process), ==, 1);
    g_assert_cmpstr(run->errors, ==,
                    "tab-match evaluate: cannot write standard output: No space left on device\n");
}

/* More lines than are held at a time, none of them any good. */
static void many_faults(void)
{
    enum { LINES = 3000 };
    g_autoptr(Run) run = run_new();
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < LINES; i++)
        g_string_append(text, "x\n");
    evaluate(run, JUDGE, "--concurrency 2", text->str);
    g_auto(GStrv) faults = g_strsplit(run->errors, "\n", -1);
    g_assert_cmpint(run->status, ==, 1);
    g_assert_cmpuint(g_strv_length(faults), ==, LINES + 2);
    for (guint i = 0; i < LINES; i++) {
        g_autofree char *place = g_strdup_printf("standard input:%u: rules 'x': ", i + 1);
        g_assert_nonnull(strstr(faults[i], place));
    }
    g_assert_nonnull(strstr(faults[LINES], "3000 of 3000 positions could not be evaluated"));
}

/* The file has what standard output would have, and what was there before until it is whole. */
static void output(void)
{
    g_autoptr(Run) run = run_new();
    g_autofree char *text = many_lines(), *options = g_strdup_printf("--output %s", run->file);
    evaluate(run, JUDGE, "", text);
    g_autofree char *wanted = g_strdup(run->output), *written = NULL, *kept = NULL;
    evaluate(run, JUDGE, options, text);
    g_assert_cmpstr(run->output, ==, "");
    g_assert_true(g_file_get_contents(run->file, &written, NULL, NULL));
    g_assert_cmpstr(written, ==, wanted);
    evaluate(run, "tests/judge-engine 1 crash", options, text);
    g_assert_cmpint(run->status, ==, 1);
    g_assert_true(g_file_get_contents(run->file, &kept, NULL, NULL));
    g_assert_cmpstr(kept, ==, wanted);
}

/* The engine knows exact values of endings: so do all columns. */
static void exact(void)
{
    static const char text[] = "ludii;7/5m1/3M3/6M w - - 9\n"
                               "ludii;7/5m1/3M3/6M w 3 - 9;;3:a7b5;3:b4b1\n";
    static const char *const turns[] = {"3:a7b5", "3:b4b1"};
    g_autofree char *path =
        g_build_filename(g_getenv("G_TEST_SRCDIR"), "..", "data", "tables", NULL);
    g_autofree char *engine = g_strdup_printf("engine/tab-engine,option.TablePath=%s", path);
    g_autoptr(TabRules) rules = tab_rules_parse("ludii", NULL);
    g_autoptr(TabTables) tables = tab_tables_open(path, NULL);
    g_autoptr(TabProbe) probe = tab_probe_new(tables, rules);
    g_autoptr(Run) run = run_new();
    evaluate(run, engine, "", text);
    g_assert_cmpint(run->status, ==, 0);
    TabSituation situation;
    TabProbed found;
    double value[2];
    g_assert_true(tab_notation_parse_situation(rules, "7/5m1/3M3/6M w 3 - 9", &situation, NULL));
    g_assert_true(tab_probe_value(probe, &situation.position, &found));
    g_assert_cmpfloat_with_epsilon(number(run, 1, WIN), found.value, 1e-4);
    for (guint k = 0; k < 2; k++) {
        TabTurn turn;
        TabPosition after;
        g_assert_true(tab_notation_parse_turn(rules, &situation, turns[k], &turn, &after, NULL));
        g_assert_true(tab_probe_value(probe, &after, &found));
        value[k] = 1 - found.value;
    }
    double best = MAX(value[0], value[1]);
    g_assert_cmpfloat(fabs(value[0] - value[1]), >, 0.01);
    g_assert_cmpfloat_with_epsilon(number(run, 2, WIN), best, 1e-4);
    for (guint k = 0; k < 2; k++) {
        g_assert_cmpfloat_with_epsilon(number(run, 2 + k, VALUE), value[k], 1e-4);
        g_assert_cmpfloat_with_epsilon(number(run, 2 + k, LOSS), best - value[k], 2e-4);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/evaluate/good-lines", good_lines);
    g_test_add_func("/evaluate/bad-lines", bad_lines);
    g_test_add_func("/evaluate/many-rules", many_rules);
    g_test_add_func("/evaluate/values", values);
    g_test_add_func("/evaluate/dice", dice);
    g_test_add_func("/evaluate/own-word", own_word);
    g_test_add_func("/evaluate/finished", finished);
    g_test_add_func("/evaluate/order", order);
    g_test_add_func("/evaluate/dialogue", dialogue);
    g_test_add_func("/evaluate/formats", formats);
    g_test_add_func("/evaluate/bad-engine", bad_engine);
    g_test_add_func("/evaluate/refusals", refusals);
    g_test_add_func("/evaluate/no-room", no_room);
    g_test_add_func("/evaluate/many-faults", many_faults);
    g_test_add_func("/evaluate/output", output);
    g_test_add_func("/evaluate/exact", exact);
    return g_test_run();
}
