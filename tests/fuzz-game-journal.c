// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as a journal of games that were analysed, rated or looked through for
// problems; the word KEY in it stands for what the journal calls the game of this program. What is
// found of the game is written into another journal and read without loss.
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "protocol/game/record-text.h"
#include "protocol/study/analysis-journal.h"
#include "protocol/study/problem-journal.h"
#include "protocol/study/rating-journal.h"
#include "tests/fuzz-fixture.h"

#define SETTINGS "some settings"
#define LEVELS 2

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char game_text[] = "[White \"Amal\"]\n[Black \"Badr\"]\n[Rules \"tablan\"]\n[Sticks "
                                "\"fair\"]\n[Result \"*\"]\n\n"
                                "1. w 0 0:pass\n2. b 0 0:pass\n3. w 0 0:pass\n*\n";
static const char decision_text[] = "tablan; start w; 0; 0:pass";

/* What is looked up. */
typedef struct {
    TabRecord *record;
    TabRatedDecision decision;
    TabRatingPoolSetup setup;
    guint level[LEVELS];
} Games;

static TabPositionLine *read_decision(void)
{
    TabPositionLine *line = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(TabPositionReader) reader = tab_position_reader_new();
    tab_position_reader_take(reader, decision_text, strlen(decision_text), &line, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(line->n_turns, ==, 1);
    return line;
}

static const Games *the_games(void)
{
    static Games games;
    if (!games.record) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GPtrArray) records = tab_record_parse(game_text, strlen(game_text), &error);
        g_assert_no_error(error);
        games.record = g_ptr_array_steal_index(records, 0);
        games.decision.line = read_decision();
        games.level[1] = 5;
        games.setup.level = games.level;
        games.setup.levels = LEVELS;
        games.setup.level_limits = (TabLimits)TAB_LIMITS_INIT;
    }
    return &games;
}

/* --- the three kinds --- */

/* Reads what a journal knows of the games and adds it to another; FALSE: it knows nothing. */
typedef gboolean (*CopyFunc)(const TabGameJournal *journal, TabGameJournal *copy);

static gboolean copy_analysis(const TabGameJournal *journal, TabGameJournal *copy)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(TabAnalysis) analysis = tab_analysis_journal_look_up(journal, the_games()->record);
    if (!analysis)
        return FALSE;
    g_assert_true(fabs(analysis->luck_white) < 1e9);
    tab_analysis_journal_add(copy, the_games()->record, analysis, &error);
    g_assert_no_error(error);
    return TRUE;
}

static gboolean copy_problems(const TabGameJournal *journal, TabGameJournal *copy)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) problems = tab_problem_journal_look_up(journal, the_games()->record);
    if (!problems)
        return FALSE;
    tab_problem_journal_add(copy, the_games()->record, problems, &error);
    g_assert_no_error(error);
    return TRUE;
}

static gboolean copy_losses(const TabGameJournal *journal, TabGameJournal *copy)
{
    const Games *games = the_games();
    g_autoptr(GError) error = NULL;
    g_autoptr(TabDecisionLosses) losses =
        tab_rating_journal_look_up(journal, &games->decision, &games->setup);
    if (!losses)
        return FALSE;
    tab_rating_journal_add(copy, &games->decision, &games->setup, losses, &error);
    g_assert_no_error(error);
    return TRUE;
}

static const struct {
    const TabGameJournalKind *kind;
    CopyFunc copy;
    const char *member; /* that only these journals have in a game's line */
} kinds[] = {
    {&tab_analysis_journal_kind, copy_analysis, "\"throws\""},
    {&tab_problem_journal_kind, copy_problems, "\"problems\""},
    {&tab_analysis_journal_kind, copy_losses, "\"levels\""},
};

static TabGameJournal *new_journal(const char *path, const TabGameJournalKind *kind)
{
    g_autoptr(GError) error = NULL;
    g_unlink(path);
    TabGameJournal *journal = tab_game_journal_open(path, kind, SETTINGS, &error);
    g_assert_no_error(error);
    return journal;
}

/* What the games are called in journals of each kind, found by writing some. */
static const char *find_key(guint kind)
{
    static char *keys[G_N_ELEMENTS(kinds)];
    if (!keys[kind]) {
        const Games *games = the_games();
        g_autofree char *path = fuzz_path("keys.journal");
        g_autoptr(TabGameJournal) journal = new_journal(path, kinds[kind].kind);
        g_autoptr(TabAnalysis) analysis = tab_analysis_new(TRUE);
        g_autoptr(GPtrArray) none = g_ptr_array_new();
        double level[LEVELS] = {0};
        TabDecisionLosses losses = {0, level};
        if (kind == 0)
            tab_analysis_journal_add(journal, games->record, analysis, NULL);
        else if (kind == 1)
            tab_problem_journal_add(journal, games->record, none, NULL);
        else
            tab_rating_journal_add(journal, &games->decision, &games->setup, &losses, NULL);
        g_autofree char *text = fuzz_read(path, NULL);
        const char *key = strstr(text, "\"game\":\"");
        g_assert_nonnull(key);
        keys[kind] = g_strndup(key + strlen("\"game\":\""), 64);
    }
    return keys[kind];
}

static void check_copy(const TabGameJournal *journal, guint kind)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = fuzz_path("once.journal"), *other = fuzz_path("twice.journal");
    g_autoptr(TabGameJournal) once = new_journal(path, kinds[kind].kind);
    if (!kinds[kind].copy(journal, once))
        return;
    g_autoptr(TabGameJournal) again =
        tab_game_journal_read(path, kinds[kind].kind, SETTINGS, &error);
    g_assert_no_error(error);
    g_autoptr(TabGameJournal) twice = new_journal(other, kinds[kind].kind);
    g_assert_true(kinds[kind].copy(again, twice));
    g_autofree char *first = fuzz_read(path, NULL), *second = fuzz_read(other, NULL);
    g_assert_cmpstr(first, ==, second);
}

static void read_as(const GString *text, guint kind)
{
    gsize length;
    g_autoptr(GError) error = NULL, fault = NULL;
    g_autofree char *path = fuzz_file("games.journal", text->str, text->len);
    g_autoptr(TabGameJournal) journal =
        tab_game_journal_read(path, kinds[kind].kind, SETTINGS, &error);
    fuzz_check_error(journal != NULL, error, path);
    if (journal)
        check_copy(journal, kind);
    /* to go on with: what is refused stays, and what is taken begins with a whole header */
    g_autoptr(TabGameJournal) open =
        tab_game_journal_open(path, kinds[kind].kind, SETTINGS, &fault);
    fuzz_check_error(open != NULL, fault, path);
    g_assert_true(open || !journal);
    g_autofree char *left = fuzz_read(path, &length);
    if (!open)
        g_assert_cmpmem(left, length, text->str, text->len);
    else if (journal)
        g_assert_cmpuint(length, <=, text->len);
    else
        g_assert_true(length > 0 && left[length - 1] == '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (guint kind = 0; kind < G_N_ELEMENTS(kinds); kind++) {
        g_autoptr(GString) text = g_string_new_len((const char *)data, (gssize)size);
        g_string_replace(text, "KEY", find_key(kind), 0);
        if (!kind || g_strstr_len(text->str, (gssize)text->len, kinds[kind].member))
            read_as(text, kind);
    }
    return 0;
}
