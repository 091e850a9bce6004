// SPDX-License-Identifier: GPL-3.0-or-later
// Journals of games that were analysed, rated or looked through for problems: what was written is
// read again, a line that somebody has changed is not believed, and what is no journal is refused
// by name and stays as it is.
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/game/record-text.h"
#include "protocol/study/analysis-journal.h"
#include "protocol/study/problem-journal.h"
#include "protocol/study/rating-journal.h"

#define SETTINGS "some settings"
#define HEADER "{\"tab-analysis\":1,\"settings\":\"" SETTINGS "\"}\n"
#define KEY "\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\""

static const char game_text[] = "[White \"Amal\"]\n[Black \"Badr\"]\n[Rules \"walker\"]\n"
                                "[Position \"nnnnnnnnn/9/9/NNNNNNNNN w - - 1\"]\n[Result \"*\"]\n\n"
                                "1. w 2 2:pass\n2. b 3 3:pass\n3. w 2 ?\n*\n";

/* A journal in a folder of its own. */
typedef struct {
    char *folder, *path;
} Place;

static void set_up(Place *place, gconstpointer data)
{
    place->folder = g_dir_make_tmp("tab-journal-XXXXXX", NULL);
    place->path = g_build_filename(place->folder, "games.journal", NULL);
}

static void tear_down(Place *place, gconstpointer data)
{
    g_unlink(place->path);
    g_assert_cmpint(g_rmdir(place->folder), ==, 0);
    g_free(place->folder);
    g_free(place->path);
}

static void write_file(const Place *place, const char *text)
{
    g_unlink(place->path); /* a new file is written without waiting for the disk */
    g_assert_true(g_file_set_contents(place->path, text, -1, NULL));
}

static char *read_file(const Place *place)
{
    char *text = NULL;
    g_assert_true(g_file_get_contents(place->path, &text, NULL, NULL));
    return text;
}

static TabGameJournal *open_journal(const Place *place, const TabGameJournalKind *kind)
{
    g_autoptr(GError) error = NULL;
    TabGameJournal *journal = tab_game_journal_open(place->path, kind, SETTINGS, &error);
    g_assert_no_error(error);
    return journal;
}

static TabGameJournal *read_journal(const Place *place, const TabGameJournalKind *kind)
{
    g_autoptr(GError) error = NULL;
    TabGameJournal *journal = tab_game_journal_read(place->path, kind, SETTINGS, &error);
    g_assert_no_error(error);
    return journal;
}

static char *replace(const char *text, const char *old, const char *new)
{
    const char *at = strstr(text, old);
    if (!at)
        g_error("no '%s' in '%s'", old, text);
    return g_strdup_printf("%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
}

static TabRecord *read_game(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_parse(game_text, strlen(game_text), &error);
    g_assert_no_error(error);
    return g_ptr_array_steal_index(records, 0);
}

/* --- the file --- */

/* What a file that is no journal is called, both where it is read and where a run would go on with
 * it. */
static void refuses_files(Place *place, gconstpointer data)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"a text\n", "line 1: is no JSON object"},
        {"[1]\n", "line 1: is no JSON object"},
        {"\n", "line 1: is no JSON object"},
        {"a text without an end", "line 1: is not the header of an analysis"},
        {"{\"tab-analysis\":1}\n", "line 1: is not the header of an analysis"},
        {"{\"tab-analysis\":0,\"settings\":\"\"}\n", "line 1: is not the header of an analysis"},
        {"{\"tab-problems\":1,\"settings\":\"\"}\n", "line 1: is not the header of an analysis"},
        {"{\"tab-analysis\":1,\"settings\":7}\n", "line 1: is not the header of an analysis"},
        {"{\"tab-analysis\":2,\"settings\":\"\"}\n", "line 1: is of a newer version"},
        {"{\"tab-analysis\":1,\"settings\":\"others\"}\n",
         "line 1: has other settings: 'others' instead of '" SETTINGS "'"},
        {HEADER "{}\n", "line 2: is not an analysed game"},
        {HEADER "{\"game\":7}\n", "line 2: is not an analysed game"},
        {HEADER "{\"game\":\"0123\"}\n", "line 2: is not an analysed game"},
        {HEADER "[]\n{\"game\":" KEY "}\n", "line 2: is no JSON object"},
        {HEADER "{\"game\":" KEY "}\n{\"game\":\n{}\n", "line 3: is no JSON object"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) read = NULL, opened = NULL;
        write_file(place, rows[i].text);
        g_assert_null(
            tab_game_journal_read(place->path, &tab_analysis_journal_kind, SETTINGS, &read));
        g_assert_null(
            tab_game_journal_open(place->path, &tab_analysis_journal_kind, SETTINGS, &opened));
        g_test_message("%s", read->message);
        g_assert_error(read, TAB_GAME_JOURNAL_ERROR, TAB_GAME_JOURNAL_ERROR_CONTENTS);
        g_assert_cmpstr(read->message, ==, opened->message);
        g_assert_true(g_str_has_prefix(read->message, place->path));
        g_assert_nonnull(strstr(read->message, rows[i].why));
        g_autofree char *left = read_file(place);
        g_assert_cmpstr(left, ==, rows[i].text);
    }
}

/* What a run that was killed leaves is gone on with. */
static void takes_torn_files(Place *place, gconstpointer data)
{
    static const struct {
        const char *text, *left;
    } rows[] = {
        {"", HEADER},
        {"{\"tab-ana", HEADER},
        {"{\"tab-analysis\":1,\"setti", HEADER},
        {HEADER "{\"game\":\"01", HEADER},
        {HEADER "{\"game\":" KEY "}\n{\"ga", HEADER "{\"game\":" KEY "}\n"},
        {HEADER "{\"game\":" KEY "}\nlost\n", HEADER "{\"game\":" KEY "}\n"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        write_file(place, rows[i].text);
        g_autoptr(TabGameJournal) journal = open_journal(place, &tab_analysis_journal_kind);
        g_autofree char *left = read_file(place);
        g_assert_cmpstr(left, ==, rows[i].left);
    }
    /* only to be read it needs its header */
    g_autoptr(GError) error = NULL;
    write_file(place, "");
    g_assert_null(tab_game_journal_read(place->path, &tab_analysis_journal_kind, SETTINGS, &error));
    g_assert_nonnull(strstr(error->message, "line 1: is not the header of an analysis"));
}

static void check_refused(const char *path, const char *why)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(tab_game_journal_read(path, &tab_analysis_journal_kind, SETTINGS, &error));
    g_test_message("%s", error->message);
    g_assert_nonnull(strstr(error->message, path));
    g_assert_nonnull(strstr(error->message, why));
}

/* What is there and cannot be a journal. */
static void refuses_what_is_no_file(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    check_refused(place->path, "No such file");
    check_refused(place->folder, "is no regular file");
    g_assert_null(
        tab_game_journal_open(place->folder, &tab_analysis_journal_kind, SETTINGS, &error));
    g_assert_true(g_str_has_prefix(error->message, "cannot open "));
    g_clear_error(&error);
    g_assert_cmpint(mkfifo(place->path, 0600), ==, 0); /* nobody waits for its other end */
    check_refused(place->path, "is no regular file");
    g_unlink(place->path);
    write_file(place, HEADER);
    g_assert_cmpint(truncate(place->path, (off_t)TAB_GAME_JOURNAL_MAX + 1), ==, 0);
    check_refused(place->path, "the file is too large");
}

static void is_locked(Place *place, gconstpointer data)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabGameJournal) journal = open_journal(place, &tab_analysis_journal_kind);
    g_assert_null(tab_game_journal_open(place->path, &tab_analysis_journal_kind, SETTINGS, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN);
    g_clear_error(&error);
    g_autoptr(TabGameJournal) read =
        tab_game_journal_read(place->path, &tab_analysis_journal_kind, SETTINGS, &error);
    g_assert_no_error(error);
}

/* --- analysed games --- */

static TabAnalysis *make_analysis(const TabRecord *record)
{
    TabAnalysis *analysis = tab_analysis_new(TRUE);
    const TabRecordNode *one = record->root->child, *two = one->child;
    const TabCast *cast = &record->rules->cast;
    const TabThrowLuck throws[] = {
        {.node = one, .kind = tab_cast_kind(cast, "2", NULL), .before = 0.5, .after = 0.25},
        {.node = two, .kind = tab_cast_kind(cast, "3", NULL), .before = 0.5, .after = 0.75}};
    const TabTurnLoss turns[] = {
        {.node = one, .win = 0.5, .loss = 0.125, .best_turn = g_strdup("2:pass")},
        {.node = two, .win = 0.75, .loss = 0.0625, .best_turn = g_strdup("3:pass")}};
    g_array_append_vals(analysis->of_throws, throws, 2);
    g_array_append_vals(analysis->of_turns, turns, 2);
    analysis->turns = 2;
    analysis->calls = 7;
    analysis->first = 0.5;
    analysis->last = 0.375;
    analysis->drift = 0.625;
    analysis->has_opening = TRUE;
    analysis->opening_before = 0.875;
    analysis->opening = -0.375;
    return analysis;
}

static TabAnalysis *look_up(const Place *place, const TabRecord *record)
{
    g_autoptr(TabGameJournal) journal = read_journal(place, &tab_analysis_journal_kind);
    return tab_analysis_journal_look_up(journal, record);
}

/* Writes the analysis of the game; the text of the journal. */
static char *write_analysis(const Place *place, const TabRecord *record)
{
    g_autoptr(TabGameJournal) journal = open_journal(place, &tab_analysis_journal_kind);
    g_autoptr(TabAnalysis) analysis = make_analysis(record);
    g_autoptr(GError) error = NULL;
    tab_analysis_journal_add(journal, record, analysis, &error);
    g_assert_no_error(error);
    return read_file(place);
}

static void keeps_analyses(Place *place, gconstpointer data)
{
    g_autoptr(TabRecord) record = read_game(), other = read_game();
    g_autofree char *text = write_analysis(place, record);
    g_autoptr(TabAnalysis) found = look_up(place, record);
    g_assert_cmpuint(found->turns, ==, 2);
    g_assert_cmpuint(found->calls, ==, 7);
    g_assert_cmpuint(found->throws, ==, 2);
    g_assert_cmpfloat(found->first, ==, 0.5);
    g_assert_cmpfloat(found->last, ==, 0.375);
    g_assert_cmpfloat(found->drift, ==, 0.625);
    g_assert_true(found->has_opening);
    g_assert_cmpfloat(found->opening, ==, -0.375);
    g_assert_cmpfloat(found->luck[TAB_WHITE], ==, -0.25);
    g_assert_cmpfloat(found->luck[TAB_BLACK], ==, 0.25);
    g_assert_cmpfloat(found->luck_white, ==, -0.875);
    g_assert_cmpfloat(found->loss[TAB_WHITE], ==, 0.125);
    g_assert_cmpfloat(found->loss[TAB_BLACK], ==, 0.0625);
    g_assert_cmpstr(g_array_index(found->of_turns, TabTurnLoss, 1).best_turn, ==, "3:pass");
    g_assert_true(g_array_index(found->of_throws, TabThrowLuck, 1).node ==
                  record->root->child->child);
    /* who played it does not matter; its sticks do */
    tab_record_set_tag(other, "White", "Nur");
    g_autoptr(TabAnalysis) same = look_up(place, other);
    g_assert_nonnull(same);
    tab_record_set_tag(other, "Sticks", "p=0.4");
    g_assert_null(look_up(place, other));
    /* and so does a turn that was chosen where none had been */
    g_autofree char *longer = replace(game_text, "3. w 2 ?", "3. w 2 2:pass");
    g_autoptr(GPtrArray) records = tab_record_parse(longer, strlen(longer), NULL);
    g_assert_null(look_up(place, records->pdata[0]));
}

/* What may be in a line in place of what was written. */
static void takes_other_values(Place *place, gconstpointer data)
{
    g_autoptr(TabRecord) record = read_game();
    g_autofree char *text = write_analysis(place, record);
    g_autofree char *first = replace(text, "\"first\":0.5", "\"first\":null");
    g_autofree char *last = replace(first, "\"last\":0.375,", "");
    g_autofree char *calls = replace(last, "\"calls\":7", "\"calls\":-7");
    g_autofree char *opening = replace(calls, "[0.875,-0.375]", "null");
    write_file(place, opening);
    g_autoptr(TabAnalysis) found = look_up(place, record);
    g_assert_nonnull(found);
    g_assert_true(isnan(found->first) && isnan(found->last) && found->drift == 0.625);
    g_assert_cmpuint(found->calls, ==, 0);
    g_assert_false(found->has_opening);
    g_assert_cmpfloat(found->luck_white, ==, -0.5);
    g_autofree char *losses = replace(text, "\"losses\":[", "\"losses\":null,\"others\":[");
    write_file(place, losses);
    g_autoptr(TabAnalysis) luck_only = look_up(place, record);
    g_assert_nonnull(luck_only);
    g_assert_null(luck_only->of_turns);
}

/* A line with a value that cannot be is none: the game is analysed again. */
static void refuses_analyses(Place *place, gconstpointer data)
{
    static const char *const rows[][2] = {
        {"\"first\":0.5", "\"first\":\"0.5\""},
        {"\"last\":0.375", "\"last\":[0.375]"},
        {"\"drift\":0.625", "\"drift\":true"},
        {"[0.875,-0.375]", "[0.875]"},
        {"[0.875,-0.375]", "[1.5,-0.375]"},
        {"[0.875,-0.375]", "[\"0.875\",-0.375]"},
        {"[0.875,-0.375]", "[0.875,null]"},
        {"[0.875,-0.375]", "[0.875,false]"},
        {"[0.875,-0.375]", "[0.875,-1.5]"},
        {"\"throws\"", "\"thrown\""},
        {"\"throws\":[", "\"throws\":{},\"others\":["},
        {"[0,0,\"2\",0.5,0.25]", "5"},
        {"[0,0,\"2\",0.5,0.25]", "[0,0,\"2\",0.5]"},
        {"[0,0,\"2\",", "[3,0,\"2\","},
        {"[0,0,\"2\",", "[-1,0,\"2\","},
        {"[0,0,\"2\",", "[0.5,0,\"2\","},
        {"[0,0,\"2\",", "[[0],0,\"2\","},
        {"[0,0,\"2\",", "[0,-1,\"2\","},
        {"[0,0,\"2\",", "[0,1000,\"2\","},
        {"[0,0,\"2\",", "[0,0,2,"},
        {"[0,0,\"2\",", "[0,0,[\"2\"],"},
        {"[0,0,\"2\",", "[0,0,\"5\","},
        {"[0,0,\"2\",", "[0,0,\"2+\","},
        {"\"2\",0.5,", "\"2\",1.5,"},
        {"\"2\",0.5,", "\"2\",\"0.5\","},
        {"\"2\",0.5,0.25", "\"2\",0.5,-0.25"},
        {"\"2\",0.5,0.25", "\"2\",0.5,{}"},
        {",\"2:pass\"]", ",\"2:pa ss\"]"},
        {",\"2:pass\"]", ",\"2:\\\"pass\"]"},
        {",\"2:pass\"]", ",\"2:\\\\pass\"]"},
        {",\"2:pass\"]", ",null]"},
        {",\"2:pass\"]", ",2]"},
        {",\"2:pass\"]", "]"},
        {"[0,0.5,0.125,", "[7,0.5,0.125,"},
        {"[0,0.5,0.125,", "[0,-0.5,0.125,"},
        {"[0,0.5,0.125,", "[0,0.5,1.125,"},
        {"[0,0.5,0.125,", "[0,0.5,\"0.125\","},
    };
    g_autoptr(TabRecord) record = read_game();
    g_autofree char *text = write_analysis(place, record);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *changed = replace(text, rows[i][0], rows[i][1]);
        write_file(place, changed);
        g_test_message("%s -> %s", rows[i][0], rows[i][1]);
        g_assert_null(look_up(place, record));
    }
    /* the last line of a game counts, also one of another journal */
    g_autofree char *damaged = replace(text, "\"drift\":0.625", "\"drift\":true");
    g_autofree char *both = g_strconcat(damaged, strchr(text, '\n') + 1, NULL);
    write_file(place, both);
    g_autoptr(TabAnalysis) found = look_up(place, record);
    g_assert_nonnull(found);
}

/* --- games that were looked through for problems --- */

static void keeps_problems(Place *place, gconstpointer data)
{
    static const char *const rows[][2] = {
        {"\"problems\":[", "\"problems\":7,\"others\":["},
        {"\"problems\"", "\"others\""},
        {"\"problems\":[", "\"problems\":[null,"},
        {"\"problems\":[", "\"problems\":[7,"},
        {"\"problems\":[", "\"problems\":[[],"},
        {"\"problems\":[", "\"problems\":[\"\","},
        {"\"problems\":[", "\"problems\":[\"[Rules \\\"chess\\\"]\\n\\n*\\n\","},
    };
    g_autoptr(TabRecord) record = read_game(), other = read_game();
    g_autoptr(GPtrArray) problems = g_ptr_array_new();
    g_autoptr(GError) error = NULL;
    g_ptr_array_add(problems, other);
    TabGameJournal *writing = open_journal(place, &tab_problem_journal_kind);
    g_assert_null(tab_problem_journal_look_up(writing, record));
    tab_problem_journal_add(writing, record, problems, &error);
    g_assert_no_error(error);
    tab_game_journal_free(writing);
    g_autofree char *text = read_file(place);
    TabGameJournal *reading = read_journal(place, &tab_problem_journal_kind);
    g_autoptr(GPtrArray) found = tab_problem_journal_look_up(reading, record);
    g_assert_cmpuint(found->len, ==, 1);
    g_autoptr(GString) again = g_string_new(NULL), before = g_string_new(NULL);
    tab_record_write(found->pdata[0], again);
    tab_record_write(other, before);
    g_assert_cmpstr(again->str, ==, before->str);
    tab_game_journal_free(reading);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *changed = replace(text, rows[i][0], rows[i][1]);
        write_file(place, changed);
        g_test_message("%s -> %s", rows[i][0], rows[i][1]);
        g_autoptr(TabGameJournal) journal = read_journal(place, &tab_problem_journal_kind);
        g_assert_null(tab_problem_journal_look_up(journal, record));
    }
    /* notes say what is looked at: with others it is another game */
    write_file(place, text);
    g_autoptr(TabGameJournal) journal = read_journal(place, &tab_problem_journal_kind);
    tab_record_set_number(record->root->child, "loss", 0.5, 4);
    g_assert_null(tab_problem_journal_look_up(journal, record));
}

/* --- decisions of players that are rated --- */

static TabPositionLine *read_decision(const char *text)
{
    TabPositionLine *line = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(TabPositionReader) reader = tab_position_reader_new();
    tab_position_reader_take(reader, text, strlen(text), &line, &error);
    g_assert_no_error(error);
    return line;
}

static void keeps_losses(Place *place, gconstpointer data)
{
    static const char *const rows[][2] = {
        {"\"levels\":[", "\"levels\":7,\"others\":["},
        {"\"levels\"", "\"others\""},
        {"[0.25,-0.125]", "[0.25]"},
        {"[0.25,-0.125]", "[0.25,-0.125,0]"},
        {"[0.25,-0.125]", "[0.25,\"0\"]"},
        {"[0.25,-0.125]", "[0.25,null]"},
        {"[0.25,-0.125]", "[0.25,true]"},
        {"[0.25,-0.125]", "[1.25,-0.125]"},
        {"[0.25,-0.125]", "[0.25,-1.125]"},
        {"\"played\":0.5", "\"play\":0.5"},
        {"\"played\":0.5", "\"played\":[0.5]"},
        {"\"played\":0.5", "\"played\":\"0.5\""},
        {"\"played\":0.5", "\"played\":1.5"},
    };
    static const guint levels[] = {2, 8};
    g_autoptr(TabPositionLine) line = read_decision("walker; start w; 1,2; 1:a9b9,2:b9b7");
    double level[] = {0.25, -0.125};
    const TabDecisionLosses losses = {0.5, level};
    const TabRatedDecision decision = {.game = 1, .line = line};
    TabRatingPoolSetup setup = {
        .level = levels, .levels = 2, .level_limits = TAB_LIMITS_INIT, .seed = 3};
    g_autoptr(GError) error = NULL;
    TabGameJournal *writing = open_journal(place, &tab_analysis_journal_kind);
    tab_rating_journal_add(writing, &decision, &setup, &losses, &error);
    g_assert_no_error(error);
    tab_game_journal_free(writing);
    g_autofree char *text = read_file(place);
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *changed = replace(text, rows[i][0], rows[i][1]);
        write_file(place, changed);
        g_test_message("%s -> %s", rows[i][0], rows[i][1]);
        g_autoptr(TabGameJournal) journal = read_journal(place, &tab_analysis_journal_kind);
        g_assert_null(tab_rating_journal_look_up(journal, &decision, &setup));
    }
    write_file(place, text);
    g_autoptr(TabGameJournal) journal = read_journal(place, &tab_analysis_journal_kind);
    g_autoptr(TabDecisionLosses) found = tab_rating_journal_look_up(journal, &decision, &setup);
    g_assert_cmpfloat(found->played, ==, 0.5);
    g_assert_cmpfloat(found->level[0], ==, 0.25);
    g_assert_cmpfloat(found->level[1], ==, -0.125);
    setup.seed = 4;
    g_assert_null(tab_rating_journal_look_up(journal, &decision, &setup));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        void (*run)(Place *place, gconstpointer data);
    } tests[] = {
        {"/game-journal/refuses-files", refuses_files},
        {"/game-journal/takes-torn-files", takes_torn_files},
        {"/game-journal/refuses-what-is-no-file", refuses_what_is_no_file},
        {"/game-journal/is-locked", is_locked},
        {"/game-journal/keeps-analyses", keeps_analyses},
        {"/game-journal/takes-other-values", takes_other_values},
        {"/game-journal/refuses-analyses", refuses_analyses},
        {"/game-journal/keeps-problems", keeps_problems},
        {"/game-journal/keeps-losses", keeps_losses},
    };
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
        g_test_add(tests[i].path, Place, NULL, set_up, tests[i].run, tear_down);
    return g_test_run();
}
