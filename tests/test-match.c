// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of real processes: legal play under all presets, equal records at any concurrency, and
// every way to lose.
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "protocol/match/game-runner.h"
#include "protocol/match/probe.h"
#include "protocol/rules/ending.h"
#include "protocol/statistics/score.h"
#include "protocol/match/tournament.h"
#include "protocol/game/record-text.h"

/* A match that was played: its records in the order reported, in one text. */
typedef struct {
    GString *text;
    GPtrArray *reasons; /* of char *, "" without one */
    GHashTable *finished;
    GStrv names;
    guint games;
    TabGameResult last; /* the last game reported; of its texts there is only `trouble` */
    guint cancel_after, stop_after, wind_down_after; /* games, 0: never */
    GCancellable *cancellable;
    GMainLoop *loop;
    GError *error;
} Played;

static void played_free(Played *played)
{
    g_string_free(played->text, TRUE);
    g_ptr_array_unref(played->reasons);
    g_hash_table_unref(played->finished);
    g_strfreev(played->names);
    g_free(played->last.trouble);
    g_object_unref(played->cancellable);
    g_main_loop_unref(played->loop);
    g_clear_error(&played->error);
    g_free(played);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Played, played_free)

static TabEntrant *engine(const char *program, const char *arguments, const char *name)
{
    const char *build = g_getenv("TAB_BUILD_ROOT");
    g_autofree char *spec =
        g_strdup_printf("cmd=%s/%s %s,name=%s", build, program, arguments, name);
    g_autoptr(GError) error = NULL;
    TabEntrant *entrant = tab_entrant_parse(spec, NULL, NULL, &error);
    g_assert_no_error(error);
    return entrant;
}

static TabEntrant *fake(const char *switches)
{
    g_autofree char *arguments = g_strdup_printf("--rules 'any columns 5 29' %s", switches);
    return engine("tests/fake-engine", arguments, "fake");
}

static TabEntrant *random_player(void)
{
    return engine("tests/random-player", "", "random");
}

static gboolean on_report(TabTournament *tournament, const TabPairing *pairing,
                          const TabGameResult *result, gpointer data)
{
    Played *played = data;
    if (!played->cancel_after)
        g_assert_cmpuint(result->number, ==, played->games + 1); /* in order, none left out */
    g_assert_cmpuint(pairing->number, ==, result->number);
    g_autofree char *white =
        g_strdup_printf("[White \"%s\"]", played->names[pairing->engine[TAB_WHITE]]);
    g_assert_nonnull(strstr(result->record, white));
    g_string_append(played->text, result->record);
    g_ptr_array_add(played->reasons, g_strdup(result->reason ? result->reason : ""));
    g_free(played->last.trouble);
    played->last = *result;
    played->last.reason = played->last.record = NULL;
    played->last.trouble = g_strdup(result->trouble);
    if (++played->games == played->cancel_after)
        g_cancellable_cancel(played->cancellable);
    return played->games != played->stop_after;
}

static gboolean on_finished(TabTournament *tournament, const TabGameResult *result, gpointer data)
{
    Played *played = data;
    g_assert_true(g_hash_table_add(played->finished, GUINT_TO_POINTER(result->number)));
    if (g_hash_table_size(played->finished) == played->wind_down_after)
        tab_tournament_wind_down(tournament);
    return TRUE;
}

static void on_probed(GObject *source, GAsyncResult *result, gpointer data)
{
    Played *played = data;
    played->names = tab_probe_finish(result, &played->error);
    g_main_loop_quit(played->loop);
}

static void on_end(GObject *source, GAsyncResult *result, gpointer data)
{
    Played *played = data;
    tab_tournament_run_finish(result, &played->error);
    g_main_loop_quit(played->loop);
}

static Played *played_new(void)
{
    Played *played = g_new0(Played, 1);
    played->text = g_string_new(NULL);
    played->reasons = g_ptr_array_new_with_free_func(g_free);
    played->finished = g_hash_table_new(NULL, NULL);
    played->cancellable = g_cancellable_new();
    played->loop = g_main_loop_new(NULL, FALSE);
    return played;
}

static void run_logged(Played *played, const TabMatchSettings *settings, guint concurrency,
                       TabEngineLog *log)
{
    static const TabTournamentEvents events = {on_finished, on_report};
    tab_probe_async(settings, log, NULL, on_probed, played);
    g_main_loop_run(played->loop);
    if (!played->names)
        return;
    g_autoptr(TabTournament) tournament =
        tab_tournament_new(settings, (const char *const *)played->names, concurrency, log);
    tab_tournament_run_async(tournament, played->cancellable, &events, played, on_end, played);
    g_main_loop_run(played->loop);
}

static void run(Played *played, const TabMatchSettings *settings, guint concurrency)
{
    run_logged(played, settings, concurrency, NULL);
}

/* Settings of a match between two engines, which are taken over. */
static TabMatchSettings *match(TabEntrant *first, TabEntrant *second, const char *rules_text,
                               guint games)
{
    TabMatchSettings *settings = tab_match_settings_new();
    g_auto(GStrv) texts = g_strsplit(rules_text, " ", -1);
    for (GStrv text = texts; *text; text++)
        tab_match_settings_add_rules(settings, tab_rules_parse(*text, NULL));
    g_ptr_array_add(settings->entrants, first);
    g_ptr_array_add(settings->entrants, second);
    settings->schedule.engines = 2;
    settings->schedule.games = games;
    settings->schedule.rules = settings->rules->len;
    settings->seed = 1;
    settings->margin_ms = 0;
    settings->patience_ms = 20000;
    settings->times = FALSE;
    settings->event = g_strdup("test");
    return settings;
}

/* Plays `games` under these rules; takes over the engines. */
static Played *play(TabEntrant *first, TabEntrant *second, const char *rules_text, guint games,
                    guint concurrency, const TabTimeControl *control, gint64 margin_ms)
{
    Played *played = played_new();
    g_autoptr(TabMatchSettings) settings = match(first, second, rules_text, games);
    first->control = second->control = *control;
    settings->margin_ms = margin_ms;
    run(played, settings, concurrency);
    return played;
}

static const TabTimeControl shallow = {.depth = 1};
static const char all_presets[] = "standard walker bell lane ludii jordan";

/* The reader accepts every game (so each turn is legal and the result is right), and none was
 * forfeited. */
static void check_fair(const Played *played, guint games)
{
    g_autoptr(GError) error = NULL;
    g_assert_no_error(played->error);
    g_autoptr(GPtrArray) records = tab_record_parse(played->text->str, played->text->len, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(records->len, ==, games);
    for (guint i = 0; i < games; i++) {
        g_assert_cmpstr(g_ptr_array_index(played->reasons, i), ==, "");
        const TabRecord *record = g_ptr_array_index(records, i);
        g_assert_cmpint(record->termination, <=, TAB_RECORD_NO_PROGRESS);
        g_assert_cmpint(record->termination, >=, TAB_RECORD_NORMAL);
        g_assert_nonnull(tab_record_get_tag(record, "Opening"));
    }
}

static void legal_play(void)
{
    g_autoptr(Played) one = play(random_player(), random_player(), all_presets, 24, 1, &shallow, 0);
    g_autoptr(Played) four =
        play(random_player(), random_player(), all_presets, 24, 4, &shallow, 0);
    check_fair(one, 24);
    g_assert_cmpstr(one->text->str, ==, four->text->str);
    g_assert_nonnull(strstr(one->text->str, "[Black \"random (2)\"]"));
}

/* The project's own engine, and that the seed of a game reaches it. */
static void real_engine(void)
{
    TabTimeControl depth = {.depth = 1};
    g_autoptr(Played) one = play(engine("engine/tab-engine", "", "ours,option.Eval=random"),
                                 random_player(), all_presets, 12, 1, &depth, 0);
    g_autoptr(Played) two = play(engine("engine/tab-engine", "", "ours,option.Eval=random"),
                                 random_player(), all_presets, 12, 2, &depth, 0);
    g_autoptr(Played) other =
        play(engine("engine/tab-engine", "", "ours,option.Eval=random,option.Seed=5"),
             random_player(), all_presets, 12, 2, &depth, 0);
    check_fair(one, 12);
    g_assert_cmpstr(one->text->str, ==, two->text->str);
    g_assert_cmpstr(one->text->str, !=, other->text->str);
}

/* The way to lose is the one that the switches ask for, as White and as Black, and the match goes
 * on. */
static const struct {
    const char *switches;
    TabRecordTermination termination;
    const char *reason;
} ways[] = {
    {"--crash-at go", TAB_RECORD_CRASH, "ended"},
    {"--crash-at newgame", TAB_RECORD_CRASH, "ended"},
    {"--crash-at idle", TAB_RECORD_CRASH, "ended"},
    {"--crash-at go --signal 9", TAB_RECORD_CRASH, "signal"},
    {"--close stdout", TAB_RECORD_CRASH, "closed"},
    {"--mute go", TAB_RECORD_SILENT, "answer"},
    {"--deaf", TAB_RECORD_SILENT, "answer"},
    {"--slow 3000", TAB_RECORD_TIME, "later than"},
    {"--flood go", TAB_RECORD_FLOOD, "lines"},
    {"--long-line", TAB_RECORD_FLOOD, "line"},
    {"--illegal malformed", TAB_RECORD_ILLEGAL, "bestmove"},
    {"--illegal bytes", TAB_RECORD_ILLEGAL, "bestmove"},
    {"--illegal turn", TAB_RECORD_ILLEGAL, "1:a1a1"},
    {"--answer none", TAB_RECORD_ILLEGAL, "bestmove none, but its throws ("},
    {"--refuse setpos", TAB_RECORD_ILLEGAL, "refused"},
    {"--refuse newgame", TAB_RECORD_ILLEGAL, "refused"},
};

static void forfeit(gconstpointer data)
{
    guint way = GPOINTER_TO_UINT(data);
    TabTimeControl control = {.movetime_ms = 100};
    TabEntrant *bad = fake(ways[way].switches);
    g_autoptr(Played) played = play(bad, random_player(), "walker", 4, 2, &control, 1000);
    g_autoptr(GError) error = NULL;
    g_assert_no_error(played->error);
    g_autoptr(GPtrArray) records = tab_record_parse(played->text->str, played->text->len, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(records->len, ==, 4);
    for (guint i = 0; i < 4; i++) {
        const TabRecord *record = g_ptr_array_index(records, i);
        g_assert_cmpint(record->result, ==, i % 2 ? TAB_RECORD_WHITE_WON : TAB_RECORD_BLACK_WON);
        g_assert_cmpint(record->termination, ==, ways[way].termination);
        g_assert_true(g_str_has_prefix(g_ptr_array_index(played->reasons, i), "fake: "));
        g_assert_nonnull(strstr(g_ptr_array_index(played->reasons, i), ways[way].reason));
        g_assert_null(strstr(g_ptr_array_index(played->reasons, i), "ake: fake")); /* once */
        g_assert_null(strstr(g_ptr_array_index(played->reasons, i), "fake-engine"));
        g_assert_cmpstr(tab_record_last(record)->comment, ==,
                        g_ptr_array_index(played->reasons, i));
    }
}

/* A clock that has run out loses the game. */
static void clock_runs_out(void)
{
    TabTimeControl control = {0};
    g_assert_true(tab_time_control_parse(&control, "0.3", NULL));
    TabEntrant *slow = fake("--slow 1000");
    g_autoptr(Played) played = play(slow, random_player(), "walker", 2, 2, &control, 100);
    g_assert_nonnull(strstr(played->text->str, "[Result \"0-1\"]\n[Termination \"time\"]"));
    g_assert_nonnull(strstr(played->text->str, "[Result \"1-0\"]\n[Termination \"time\"]"));
    g_assert_nonnull(strstr(played->text->str, "[TimeControl \"0.3\"]"));
}

/* Too many turns are a draw; date and times are recorded where they are wanted. */
static void turn_limit(void)
{
    g_autoptr(TabMatchSettings) settings = match(random_player(), random_player(), "walker", 4);
    g_autoptr(Played) played = played_new();
    settings->seed = 3;
    settings->max_turns = 7;
    settings->times = TRUE;
    settings->date = g_strdup("2024.01.02");
    g_clear_pointer(&settings->event, g_free);
    run(played, settings, 1);
    g_autoptr(GPtrArray) records = tab_record_parse(played->text->str, played->text->len, NULL);
    g_assert_cmpuint(records->len, ==, 4);
    for (guint i = 0; i < 4; i++) {
        const TabRecord *record = g_ptr_array_index(records, i);
        g_assert_cmpint(record->result, ==, TAB_RECORD_DRAWN);
        g_assert_cmpint(record->termination, ==, TAB_RECORD_TURN_LIMIT);
        g_assert_cmpuint(record->n_nodes, ==, 7);
        g_assert_cmpstr(tab_record_get_tag(record, "Date"), ==, "2024.01.02");
        g_assert_null(tab_record_get_tag(record, "Event"));
        g_autofree char *emt = tab_record_get_note(record->root->child, "emt");
        g_assert_nonnull(emt);
    }
}

/* Fifty turns without a move end a game: under bell both sides can be blocked. */
static void no_progress(void)
{
    g_autoptr(Played) played =
        play(random_player(), random_player(), "bell:columns=5", 100, 4, &shallow, 0);
    check_fair(played, 100);
    g_autoptr(GPtrArray) records = tab_record_parse(played->text->str, played->text->len, NULL);
    guint locked = 0;
    for (guint i = 0; i < records->len; i++) {
        const TabRecord *record = g_ptr_array_index(records, i);
        if (record->termination != TAB_RECORD_NO_PROGRESS)
            continue;
        g_assert_cmpint(record->result, ==, TAB_RECORD_DRAWN);
        const TabRecordNode *node = tab_record_last(record);
        for (guint k = 0; k < TAB_MAX_IDLE_TURNS; k++, node = node->parent)
            g_assert_null(strpbrk(node->turn, "bcd")); /* `pass` and `save` name no cell */
        g_assert_nonnull(strpbrk(node->turn, "bcd"));
        locked++;
    }
    g_test_message("%u of 100 games", locked);
    g_assert_cmpuint(locked, >, 0);
}

/* Engines that answer while they should ponder are not waited for: the games are the same. */
static void hasty_ponderers(void)
{
    g_autoptr(Played) plain =
        play(random_player(), random_player(), "walker ludii", 4, 1, &shallow, 0);
    TabEntrant *first = random_player(), *second = random_player();
    first->ponder = second->ponder = TRUE;
    g_autoptr(Played) pondered = play(first, second, "walker ludii", 4, 1, &shallow, 0);
    g_assert_no_error(pondered->error);
    g_assert_cmpuint(pondered->games, ==, 4);
    g_assert_cmpstr(pondered->text->str, ==, plain->text->str);
}

/* A game of `turns` turns at most in which nobody can move: all pieces wait for a 1, and all throws
 * are 2. */
static TabMatchSettings *stuck_match(const char *first, const char *second, guint turns)
{
    static const char pass[] = "--rules 'any columns 5 29' --answer 2:pass";
    g_autofree char *one = g_strdup_printf("%s %s", pass, first);
    g_autofree char *other = g_strdup_printf("%s %s", pass, second);
    TabMatchSettings *settings =
        match(engine("tests/fake-engine", one, "Ada"), engine("tests/fake-engine", other, "Bob"),
              "walker:columns=5", 1);
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
    g_autofree char *throws = g_build_filename(folder, "throws", NULL);
    g_autofree char *positions = g_build_filename(folder, "positions", NULL);
    g_autofree char *sticks = g_strconcat("file=", throws, NULL);
    g_assert_true(g_file_set_contents(throws, "/ 2222222222 / 2222222222\n", -1, NULL));
    g_assert_true(g_file_set_contents(positions, "nnnnn/5/5/NNNNN w - - 1\n", -1, NULL));
    g_assert_true(tab_match_settings_parse_sticks(settings, sticks, NULL));
    settings->openings = tab_openings_load(positions, settings->rules, NULL);
    g_assert_nonnull(settings->openings);
    g_remove(throws);
    g_remove(positions);
    g_rmdir(folder);
    settings->max_turns = turns;
    return settings;
}

/* Plays it, which goes without trouble; its record. Takes over the settings. */
static TabRecord *play_stuck(Played *played, TabMatchSettings *settings)
{
    run(played, settings, 1);
    tab_match_settings_free(settings);
    g_assert_no_error(played->error);
    g_assert_cmpuint(played->games, ==, 1);
    g_autoptr(GPtrArray) records = tab_record_parse(played->text->str, played->text->len, NULL);
    g_assert_cmpuint(records->len, ==, 1);
    return g_ptr_array_steal_index(records, 0);
}

static void check_notes(const TabRecordNode *node, const char *notes)
{
    g_assert_nonnull(node);
    g_assert_cmpstr(node->notes, ==, notes);
}

/* What engines tell of their search is counted and noted, within what can be believed. */
static void search_told(void)
{
    g_autoptr(Played) played = played_new();
    g_autoptr(TabRecord) record =
        play_stuck(played, stuck_match("--info 'depth 0 nodes 0 win 0'",
                                       "--info 'depth 2000000 nodes 5000000000000 win 1'", 3));
    const TabSeatUse *use = played->last.use;
    g_assert_cmpuint(use[TAB_WHITE].turns, ==, 2);
    g_assert_cmpint(use[TAB_WHITE].depth_sum, ==, 0);
    g_assert_cmpuint(use[TAB_WHITE].depth_turns, ==, 2);
    g_assert_cmpint(use[TAB_WHITE].nodes_sum, ==, 0);
    g_assert_cmpuint(use[TAB_WHITE].node_turns, ==, 2);
    g_assert_cmpuint(use[TAB_BLACK].turns, ==, 1);
    g_assert_cmpint(use[TAB_BLACK].depth_sum, ==, 1000000);
    g_assert_cmpuint(use[TAB_BLACK].depth_turns, ==, 1);
    g_assert_cmpint(use[TAB_BLACK].nodes_sum, ==, INT64_C(1) << 42);
    g_assert_cmpuint(use[TAB_BLACK].node_turns, ==, 1);
    g_assert_cmpint(use[TAB_WHITE].time_us, >=, use[TAB_WHITE].longest_us);
    g_assert_cmpint(use[TAB_WHITE].longest_us, >, 0);
    check_notes(record->root->child, "eval=0.0000 depth=0");
    check_notes(record->root->child->child, "eval=1.0000 depth=1000000");
    check_notes(tab_record_last(record), "eval=0.0000 depth=0");
}

/* An engine that tells nothing has no notes but times, and the clock only if it runs. */
static void times_told(void)
{
    g_autoptr(Played) played = played_new();
    TabMatchSettings *settings = stuck_match("", "--info 'depth 1 win 0.5'", 2);
    TabEntrant *white = g_ptr_array_index(settings->entrants, 0);
    settings->times = TRUE;
    g_assert_true(tab_time_control_parse(&white->control, "50+1", NULL));
    g_autoptr(TabRecord) record = play_stuck(played, settings);
    const TabRecordNode *first = record->root->child, *second = first->child;
    g_assert_cmpuint(played->last.use[TAB_WHITE].depth_turns, ==, 0);
    g_assert_cmpuint(played->last.use[TAB_WHITE].node_turns, ==, 0);
    g_assert_cmpfloat(tab_record_get_number(first, "eval", -1), ==, -1);
    g_assert_cmpfloat(tab_record_get_number(first, "depth", -1), ==, -1);
    double taken = tab_record_get_number(first, "emt", -1);
    g_assert_cmpfloat(taken, >=, 0);
    g_assert_cmpfloat(taken, <, 50);
    g_assert_cmpfloat_with_epsilon(tab_record_get_number(first, "clk", -1), 51 - taken, 0.0011);
    g_assert_cmpfloat(tab_record_get_number(second, "emt", -1), >=, 0);
    g_assert_cmpfloat(tab_record_get_number(second, "clk", -1), ==, -1);
    g_assert_cmpstr(tab_record_get_tag(record, "WhiteTimeControl"), ==, "50+1");
    g_assert_cmpstr(tab_record_get_tag(record, "BlackTimeControl"), ==, "-");
}

/* An engine that declares the option Seed gets another one for each game, within its range. */
static void seeds(void)
{
    static const struct {
        gint64 min, max;
    } ranges[] = {{3, 12}, {-12, -3}, {-5, 5}, {1 << 30, INT64_C(1) << 31}, {0, G_MAXINT64}};
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "transcript", NULL);
    for (guint i = 0; i < G_N_ELEMENTS(ranges); i++) {
        g_autofree char *switches = g_strdup_printf(
            "--transcript %s --option 'name Seed type spin default %" G_GINT64_FORMAT
            " min %" G_GINT64_FORMAT " max %" G_GINT64_FORMAT "'",
            path, ranges[i].max, ranges[i].min, ranges[i].max);
        g_autoptr(TabMatchSettings) settings = stuck_match(switches, "", 1);
        g_autoptr(Played) played = played_new();
        settings->schedule.games = 12;
        run(played, settings, 1);
        g_assert_no_error(played->error);
        g_autofree char *text = NULL;
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        g_remove(path);
        guint told = 0;
        gint64 low = G_MAXINT64, high = G_MININT64;
        static const char set[] = "setoption name Seed value ";
        for (const char *p = text; (p = strstr(p, set)); told++) {
            p += strlen(set);
            gint64 seed = g_ascii_strtoll(p, NULL, 10);
            g_assert_cmpint(seed, >=, MAX(ranges[i].min, MIN(0, ranges[i].max)));
            g_assert_cmpint(seed, <=, ranges[i].max);
            low = MIN(low, seed);
            high = MAX(high, seed);
        }
        g_assert_cmpuint(told, ==, 12);
        g_assert_cmpint(low<high, ==, ranges[i].max> 0); /* negative seeds are not drawn */
    }
    g_rmdir(folder);
}

/* What the match sets of the options that engines declare: a seed for each game where that is a
 * number or a text, and pondering where it is a switch and the match wants it. */
static void declared_options(void)
{
    static const struct {
        const char *option;
        gboolean ponder;
        const char *set; /* the beginning of what is sent; NULL: nothing of it is */
    } cases[] = {
        {"name Seed type string default x", FALSE, "setoption name Seed value "},
        {"name Seed type check default false", FALSE, NULL},
        {"name Seed type button", FALSE, NULL},
        {"name Ponder type check default false", TRUE, "setoption name Ponder value true\n"},
        {"name Ponder type check default false", FALSE, NULL},
        {"name Ponder type string default no", TRUE, NULL},
    };
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "transcript", NULL);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *switches =
            g_strdup_printf("--transcript %s --option '%s'", path, cases[i].option);
        g_autoptr(TabMatchSettings) settings = stuck_match(switches, "", 2);
        g_autoptr(Played) played = played_new();
        TabEntrant *white = g_ptr_array_index(settings->entrants, 0);
        white->ponder = cases[i].ponder;
        run(played, settings, 1);
        g_assert_no_error(played->error);
        g_autofree char *text = NULL;
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        g_remove(path);
        const char *set = strstr(text, "setoption ");
        if (cases[i].set)
            g_assert_true(g_str_has_prefix(set, cases[i].set));
        else
            g_assert_cmpstr(set, ==, NULL);
    }
    g_rmdir(folder);
}

/* An engine whose own seed is set gets others that follow from it, the same in each match. */
static void own_seed(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "transcript", NULL);
    static const char *const own[] = {"5", "5", "six"};
    g_auto(GStrv) texts = g_new0(char *, G_N_ELEMENTS(own) + 1);
    for (guint i = 0; i < G_N_ELEMENTS(own); i++) {
        g_autofree char *switches =
            g_strdup_printf("--transcript %s --option 'name Seed type string default x'", path);
        g_autoptr(TabMatchSettings) settings = stuck_match(switches, "", 1);
        g_autoptr(Played) played = played_new();
        TabEntrant *white = g_ptr_array_index(settings->entrants, 0);
        tab_engine_config_set_option(white->config, "Seed", own[i]);
        settings->seed = i; /* of the match */
        run(played, settings, 1);
        g_assert_no_error(played->error);
        g_autofree char *text = NULL;
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        g_remove(path);
        const char *game = strstr(text, "newgame"), *set = text;
        for (const char *p = text; (p = strstr(p, "setoption name Seed value ")) && p < game; p++)
            set = p; /* the last one before the game */
        texts[i] = g_strndup(set, strcspn(set, "\n"));
    }
    g_assert_true(g_str_has_prefix(texts[0], "setoption name Seed value "));
    g_assert_cmpstr(texts[0], ==, texts[1]);
    g_assert_cmpstr(texts[0], !=, "setoption name Seed value 5");
    g_assert_cmpstr(texts[2], !=, texts[0]);
    g_assert_cmpstr(texts[2], !=, "setoption name Seed value six");
    g_rmdir(folder);
}

/* A program that behaves when it is first started, as it is before the match, and then as the fake
 * engine does with these switches. */
static TabEntrant *changing(const char *folder, const char *switches)
{
    g_autofree char *path = g_build_filename(folder, "engine", NULL);
    g_autofree char *mark = g_build_filename(folder, "mark", NULL);
    g_autofree char *fake_path =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "tests", "fake-engine", NULL);
    g_autofree char *script =
        g_strdup_printf("#!/bin/sh\n[ -e %s ] || { : >%s; exec %s --rules 'any columns 5 29'; }\n"
                        "exec %s --rules 'any columns 5 29' %s\n",
                        mark, mark, fake_path, fake_path, switches);
    g_autofree char *spec = g_strdup_printf("cmd=%s,name=changing", path);
    g_autoptr(GError) error = NULL;
    g_assert_true(g_file_set_contents(path, script, -1, NULL));
    g_assert_cmpint(g_chmod(path, 0700), ==, 0);
    TabEntrant *entrant = tab_entrant_parse(spec, NULL, NULL, &error);
    g_assert_no_error(error);
    return entrant;
}

static void remove_changing(const char *folder)
{
    g_autofree char *path = g_build_filename(folder, "engine", NULL);
    g_autofree char *mark = g_build_filename(folder, "mark", NULL);
    g_remove(path);
    g_remove(mark);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
}

/* An engine that was well before the match, and does not start for a game, loses that. */
static void changed_since(void)
{
    static const struct {
        const char *switches;
        TabRecordTermination termination;
        const char *reason;
    } cases[] = {
        {"--version 2", TAB_RECORD_ILLEGAL, "does not speak version 1 of the protocol"},
        {"--refuse tep", TAB_RECORD_ILLEGAL, "refused: bad-argument tep is refused"},
        {"--crash-at handshake", TAB_RECORD_CRASH, "ended with status 0"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
        g_autoptr(Played) played =
            play(changing(folder, cases[i].switches), random_player(), "walker", 1, 1, &shallow, 0);
        g_assert_no_error(played->error);
        g_assert_cmpuint(played->games, ==, 1);
        g_autoptr(GPtrArray) records = tab_record_parse(played->text->str, played->text->len, NULL);
        const TabRecord *record = g_ptr_array_index(records, 0);
        g_assert_cmpint(record->result, ==, TAB_RECORD_BLACK_WON);
        g_assert_cmpint(record->termination, ==, cases[i].termination);
        g_assert_nonnull(strstr(played->reasons->pdata[0], cases[i].reason));
        remove_changing(folder);
    }
}

/* A judge that fails in any way is reported, and the games count. */
static void failing_judge(void)
{
    static const struct {
        const char *switches, *trouble;
    } cases[] = {
        {"--version 2", "the judge changing failed: does not speak version 1"},
        {"--refuse newgame", "the judge changing failed: refused: bad-argument newgame"},
        {"--crash-at go", "the judge changing failed: ended with status 0"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
        g_autoptr(Played) played = played_new();
        TabMatchSettings *settings = stuck_match("", "", 4);
        settings->judge = changing(folder, cases[i].switches);
        tab_adjudication_parse_tables(&settings->adjudication, "pieces=10", NULL);
        g_autoptr(TabRecord) record = play_stuck(played, settings);
        g_assert_cmpint(record->termination, ==, TAB_RECORD_TURN_LIMIT);
        g_assert_false(played->last.has_luck);
        g_assert_true(g_str_has_prefix(played->last.trouble, cases[i].trouble));
        remove_changing(folder);
    }
}

/* Of an answer that is long and wrong, the beginning is shown, here and where the fault is told. */
static void long_answer(void)
{
    g_autofree char *digits = g_strnfill(2000, '7');
    g_autofree char *switches = g_strdup_printf("--answer 1:%s", digits);
    g_autoptr(Played) played = play(fake(switches), random_player(), "walker", 1, 1, &shallow, 0);
    g_assert_no_error(played->error);
    const char *reason = played->reasons->pdata[0];
    g_assert_true(g_str_has_prefix(reason, "fake: bestmove 1:777"));
    g_assert_nonnull(strstr(reason, "7…: '1:777"));
    g_assert_true(g_str_has_suffix(reason, " is a legal turn"));
    g_assert_cmpint(g_utf8_strlen(reason, -1), <, 900);
}

/* Each game on a processor of its own is the same game. */
static void pinned(void)
{
    g_autoptr(Played) one = played_new(), two = played_new();
    for (guint i = 0; i < 2; i++) {
        g_autoptr(TabMatchSettings) settings =
            match(random_player(), random_player(), "ludii:columns=5", 4);
        settings->pinned = i;
        run(i ? two : one, settings, 2);
    }
    check_fair(two, 4);
    g_assert_cmpstr(one->text->str, ==, two->text->str);
}

/* Games end when both engines see the end coming. */
static void adjudicated(void)
{
    static const char lost[] = "--info 'win 0.01'", won[] = "--info 'win 0.99'",
                      even[] = "--info 'win 0.5'";
    g_autoptr(Played) resigned = played_new(), drawn = played_new(), limited = played_new();
    TabMatchSettings *settings = stuck_match(lost, won, 20);
    tab_adjudication_parse_resign(&settings->adjudication, "turns=3,twosided", NULL);
    g_autoptr(TabRecord) first = play_stuck(resigned, settings);
    g_assert_cmpint(first->result, ==, TAB_RECORD_BLACK_WON);
    g_assert_cmpint(first->termination, ==, TAB_RECORD_RESIGN);
    g_assert_cmpuint(resigned->last.turns, ==, 5);

    settings = stuck_match(even, even, 20);
    tab_adjudication_parse_draw(&settings->adjudication, "turns=2,number=4", NULL);
    g_autoptr(TabRecord) second = play_stuck(drawn, settings);
    g_assert_cmpint(second->result, ==, TAB_RECORD_DRAWN);
    g_assert_cmpint(second->termination, ==, TAB_RECORD_ADJUDICATION);
    g_assert_cmpuint(drawn->last.turns, ==, 7);
    g_assert_cmpstr(drawn->reasons->pdata[0], ==, "both engines see an even game");
    g_assert_cmpstr(tab_record_last(second)->comment, ==, drawn->reasons->pdata[0]);

    settings = stuck_match(lost, even, 20); /* not lost for both */
    tab_adjudication_parse_resign(&settings->adjudication, "turns=3,twosided", NULL);
    g_autoptr(TabRecord) third = play_stuck(limited, settings);
    g_assert_cmpint(third->termination, ==, TAB_RECORD_TURN_LIMIT);
}

/* An exact value of the judge ends a game, whoever is to move, when the board is as empty as it is
 * to be. A judge that cannot tell the luck is reported, and the game counts. */
static void judged(void)
{
    static const struct {
        const char *info, *tables;
        TabRecordResult result;
        const char *reason;
    } cases[] = {
        {"win 0.995 level table", "pieces=10", TAB_RECORD_BLACK_WON,
         "Bob wins with a chance of 0.9950"},
        {"win 0.004 level exact", "pieces=10", TAB_RECORD_WHITE_WON,
         "Ada wins with a chance of 0.9960"},
        {"win 0.995 level search", "pieces=10", TAB_RECORD_DRAWN, ""},
        {"win 0.995 level table", "pieces=9", TAB_RECORD_DRAWN, ""},
        {"win 0.985 level table", "pieces=10", TAB_RECORD_DRAWN, ""},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Played) played = played_new();
        TabMatchSettings *settings = stuck_match("", "", 4);
        g_autofree char *judge =
            g_strdup_printf("--rules 'any columns 5 29' --answer none --info '%s'", cases[i].info);
        settings->judge = engine("tests/fake-engine", judge, "judge");
        tab_adjudication_parse_tables(&settings->adjudication, cases[i].tables, NULL);
        g_autoptr(TabRecord) record = play_stuck(played, settings);
        g_assert_cmpint(record->result, ==, cases[i].result);
        g_assert_cmpint(record->termination, ==,
                        *cases[i].reason ? TAB_RECORD_ADJUDICATION : TAB_RECORD_TURN_LIMIT);
        g_assert_cmpuint(played->last.turns, ==, *cases[i].reason ? 1 : 4);
        g_assert_cmpstr(played->reasons->pdata[0], ==, cases[i].reason);
        if (*cases[i].reason)
            g_assert_cmpstr(tab_record_last(record)->comment, ==, cases[i].reason);
        g_assert_false(played->last.has_luck);
        g_assert_true(g_str_has_prefix(played->last.trouble, "the judge judge failed: "));
    }
}

/* A judge tells the luck of each game, and the same at any concurrency. */
static void luck(void)
{
    double luck[2] = {0, 0};
    for (guint i = 0; i < 2; i++) {
        g_autoptr(Played) played = played_new();
        g_autoptr(TabMatchSettings) settings =
            match(random_player(), random_player(), "walker:columns=5", 2);
        settings->max_turns = 8;
        settings->judge = engine("tests/judge-engine", "0", "judge");
        settings->judge->control.movetime_ms = 1000; /* which it does not need */
        run(played, settings, i + 1);
        g_assert_no_error(played->error);
        g_assert_null(played->last.trouble);
        g_assert_true(played->last.has_luck);
        luck[i] = played->last.luck;
    }
    g_assert_cmpfloat(luck[0], !=, 0);
    g_assert_cmpfloat(luck[0], ==, luck[1]);
}

/* What is finished is reported even if the match is broken off, and the rest is dropped. */
static void cancelled(void)
{
    g_autoptr(TabMatchSettings) settings =
        match(random_player(), random_player(), "standard", 1000);
    g_autoptr(Played) played = played_new();
    played->cancel_after = 5;
    run(played, settings, 3);
    g_assert_error(played->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpuint(played->games, >=, 5);
    g_assert_cmpuint(played->games, <, 500);
}

/* Lines of a log with this in them. */
static guint count_lines(const char *text, const char *part)
{
    guint n = 0;
    for (const char *p = text; (p = strstr(p, part)); n++)
        p += strlen(part);
    return n;
}

/* Plays it with a log, which is the result. */
static char *play_logged(Played *played, const TabMatchSettings *settings, guint concurrency)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "dialogue", NULL);
    TabEngineLog *log = tab_engine_log_open(path, NULL, &error);
    char *text = NULL;
    run_logged(played, settings, concurrency, log);
    g_assert_no_error(played->error);
    g_assert_true(tab_engine_log_close(log, &error));
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_remove(path);
    g_rmdir(folder);
    return text;
}

/* In the log engines are called as in the results, and the judge by what it is. Less than one game
 * at a time is one. */
static void logged(void)
{
    g_autoptr(Played) played = played_new();
    g_autoptr(TabMatchSettings) settings =
        match(random_player(), random_player(), "walker:columns=5", 2);
    settings->max_turns = 8;
    settings->judge = engine("tests/judge-engine", "0", "wise");
    g_autofree char *text = play_logged(played, settings, 0);
    g_assert_cmpuint(played->games, ==, 2);
    g_assert_nonnull(strstr(text, " 0 random > tep\n")); /* before the match */
    g_assert_nonnull(strstr(text, " 1 random > tep\n"));
    g_assert_nonnull(strstr(text, " 1 random (2) > tep\n"));
    g_assert_nonnull(strstr(text, " 1 judge > tep\n"));
    g_assert_cmpuint(count_lines(text, " 1 random (2) > newgame "), ==, 2);
    g_assert_null(strstr(text, " 2 random"));
}

/* Of many engines those that do not play are ended, so that not all stay in memory. */
static void many_engines(void)
{
    enum { ENGINES = 12 };
    g_autoptr(Played) played = played_new();
    g_autoptr(TabMatchSettings) settings = match(random_player(), random_player(), "walker", 1);
    while (settings->entrants->len < ENGINES)
        g_ptr_array_add(settings->entrants, random_player());
    settings->schedule.engines = ENGINES;
    settings->schedule.format = TAB_SCHEDULE_GAUNTLET;
    settings->schedule.seeds = 1;
    settings->max_turns = 2;
    g_autofree char *text = play_logged(played, settings, 1);
    g_assert_cmpuint(played->games, ==, ENGINES - 1);
    const char *last = strstr(text, " 1 random (12) > newgame ");
    g_assert_nonnull(last);
    g_autofree char *before = g_strndup(text, (gsize)(last - text));
    g_autofree char *first = g_strdup(strstr(before, " 1 random"));
    g_assert_cmpuint(count_lines(first, " > tep\n"), ==, ENGINES);
    g_assert_cmpuint(count_lines(first, " > quit\n"), ==,
                     ENGINES - 9);                      /* eight stay, and the next */
    g_assert_null(strstr(first, " 1 random > quit\n")); /* it plays all of them */
}

/* A game that is cancelled as soon as one of its three clients says a line, or is told one. */
typedef struct {
    const char *name;
    const char *engine, *judge; /* switches of White, and of the judge; NULL: there is none */
    const char *tables;         /* when the judge is asked for exact values; NULL: never */
    guint client;               /* White, Black, judge */
    const char *line;           /* its beginning */
    guint number;               /* of such lines, from 1 */
    gboolean has_result;        /* what has ended is not lost */
} Break;

static const Break breaks[] = {
    {"thinks", "--slow 60000", NULL, NULL, 0, "go", 1, FALSE},
    {"answers", "", NULL, NULL, 0, "bestmove", 1, FALSE},
    {"last-answer", "", NULL, NULL, 0, "bestmove", 2, TRUE},
    {"before-luck", "", "--slow 60000", NULL, 0, "bestmove", 2, FALSE},
    {"luck", "", "--slow 60000", NULL, 2, "go", 1, FALSE},
    {"exact", "", "--slow 60000", "pieces=10", 2, "go", 1, FALSE},
    {"judge-starts", "", "--mute handshake", NULL, 2, "tep", 1, FALSE},
    {"new-game", "", NULL, NULL, 1, "newgame", 1, FALSE},
};

typedef struct {
    const Break *row;
    GCancellable *cancellable;
    guint heard;
    gboolean done;
    TabGameResult *result;
    GError *error;
} Broken;

static void on_break_line(TabClient *client, gboolean to_engine, const char *text, gpointer data)
{
    Broken *broken = data;
    if (g_str_has_prefix(text, broken->row->line) && ++broken->heard == broken->row->number)
        g_cancellable_cancel(broken->cancellable);
}

static void on_broken_off(GObject *source, GAsyncResult *result, gpointer data)
{
    Broken *broken = data;
    broken->result = tab_game_run_finish(result, &broken->error);
    broken->done = TRUE;
}

static void on_client_gone(gpointer left)
{
    --*(guint *)left;
}

static void broken_off(gconstpointer data)
{
    static const char *const names[] = {"Ada", "Bob"};
    const Break *row = data;
    g_autoptr(TabMatchSettings) settings = stuck_match(row->engine, "", 3);
    g_autoptr(GCancellable) cancellable = g_cancellable_new();
    Broken broken = {.row = row, .cancellable = cancellable};
    if (row->judge) {
        g_autofree char *switches =
            g_strdup_printf("--rules 'any columns 5 29' --answer none %s", row->judge);
        settings->judge = engine("tests/fake-engine", switches, "judge");
    }
    if (row->tables)
        tab_adjudication_parse_tables(&settings->adjudication, row->tables, NULL);
    TabClient *clients[3] = {NULL};
    guint n = row->judge ? 3 : 2, left = n;
    for (guint i = 0; i < n; i++) {
        const TabEntrant *entrant = i < 2 ? settings->entrants->pdata[i] : settings->judge;
        clients[i] = tab_client_new(entrant->config);
    }
    g_signal_connect(clients[row->client], "line", G_CALLBACK(on_break_line), &broken);
    TabPairing pairing = tab_schedule_game(&settings->schedule, 1);
    tab_game_run_async(settings, &pairing, names, clients, clients[2], cancellable, on_broken_off,
                       &broken);
    while (!broken.done)
        g_main_context_iteration(NULL, TRUE);
    if (row->has_result)
        g_assert_cmpint(broken.result->termination, ==, TAB_RECORD_TURN_LIMIT);
    else
        g_assert_error(broken.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_cmpint(broken.result != NULL, ==, row->has_result);
    g_clear_pointer(&broken.result, tab_game_result_free);
    g_clear_error(&broken.error);
    for (guint i = 0; i < n; i++)
        tab_client_quit_then(clients[i], on_client_gone, &left);
    while (left)
        g_main_context_iteration(NULL, TRUE);
    for (guint i = 0; i < n; i++)
        g_assert_finalize_object(clients[i]);
}

/* A test that has decided ends the match after the game that decided it, at any concurrency. */
static void decided(void)
{
    for (guint concurrency = 1; concurrency < 5; concurrency += 3) {
        g_autoptr(TabMatchSettings) settings =
            match(random_player(), random_player(), "standard", 1000);
        g_autoptr(Played) played = played_new();
        played->stop_after = 6;
        run(played, settings, concurrency);
        g_assert_no_error(played->error);
        g_assert_cmpuint(played->games, ==, 6);
    }
}

/* Winding down plays to its end what has begun, and reports it. */
static void wound_down(void)
{
    g_autoptr(TabMatchSettings) settings =
        match(random_player(), random_player(), "standard", 1000);
    g_autoptr(Played) played = played_new();
    played->wind_down_after = 5;
    run(played, settings, 3);
    g_assert_no_error(played->error);
    g_assert_cmpuint(played->games, >=, 5);
    g_assert_cmpuint(played->games, <=, 8);
    g_assert_cmpuint(g_hash_table_size(played->finished), ==, played->games);
}

/* An engine that never starts, or does not play the rules, is told before a game is lost. */
static void no_start(void)
{
    g_autoptr(Played) absent = play(engine("tests/no-such-engine", "", "absent"), random_player(),
                                    "walker", 2, 1, &shallow, 0);
    g_assert_error(absent->error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_START);
    g_assert_nonnull(strstr(absent->error->message, "absent"));
    g_autoptr(Played) dead =
        play(random_player(), fake("--crash-at handshake"), "walker", 2, 1, &shallow, 0);
    g_assert_error(dead->error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_CRASHED);
    g_autoptr(Played) other =
        play(random_player(), engine("tests/fake-engine", "--rules 'walker columns 9 9'", "few"),
             "walker bell", 2, 1, &shallow, 0);
    g_assert_error(other->error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED);
    g_assert_nonnull(strstr(other->error->message, "few: does not play bell"));
    g_assert_cmpuint(absent->games + dead->games + other->games, ==, 0);
}

/* The program itself. Its output and status; NULL-terminated arguments. */
static int run_program(char **output, char **errors, ...)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_autofree char *program =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "protocol/runner/tab-match", NULL);
    g_ptr_array_add(argv, program);
    va_list arguments;
    va_start(arguments, errors);
    char *argument;
    do {
        argument = va_arg(arguments, char *);
        g_ptr_array_add(argv, argument);
    } while (argument);
    va_end(arguments);
    g_autoptr(GError) error = NULL;
    int status = 0;
    g_spawn_sync(NULL, (char **)argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, output, errors,
                 &status, &error);
    g_assert_no_error(error);
    g_assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void program(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "out.tab", NULL);
    g_autofree char *player =
        g_strdup_printf("cmd=%s/tests/random-player,name=R", g_getenv("TAB_BUILD_ROOT"));
    g_autofree char *first = NULL, *errors = NULL, *second = NULL;
    int status = run_program(&first, &errors, "--engine", player, "--engine", player, "--rules",
                             "walker", "--games", "6", "--depth", "1", "--seed", "7", "--record",
                             path, "--concurrency", "2", NULL);
    g_assert_cmpint(status, ==, 0);
    g_assert_true(g_regex_match_simple(
        "^score R \\+\\d+ -\\d+ =\\d+ \\d+\\.\\d\\d% ±\\d+\\.\\d\\d\\n$", first, 0, 0));
    g_assert_true(g_regex_match_simple("^game 1 of 6: R - R \\(2\\) ", errors, 0, 0));
    status = run_program(&second, NULL, "--engine", player, "--engine", player, "--rules", "walker",
                         "--games", "6", "--depth", "1", "--seed", "7", "--record", path,
                         "--append", "-q", NULL);
    g_assert_cmpint(status, ==, 0);
    g_assert_cmpstr(first, ==, second);
    g_autoptr(GPtrArray) records = tab_record_load(path, NULL);
    g_assert_cmpuint(records->len, ==, 12);
    g_remove(path);
    g_rmdir(folder);
}

static void usage(void)
{
    g_autofree char *player =
        g_strdup_printf("cmd=%s/tests/random-player", g_getenv("TAB_BUILD_ROOT"));
    static const char *const bad[][2] = {
        {"--games", "0"},
        {"--rules", "chess"},
        {"--seed", "x"},
        {"--tc", "x"},
        {"--concurrency", "0"},
        {"--date", "today"},
        {"--record", "/no/such/folder/x.tab"},
        {"--engine", "cmd=x"},
        {"--depth", "-1"},
        {"stray", "words"},
        {"--patience", "0"},
    };
    for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autofree char *output = NULL, *errors = NULL;
        int status = run_program(&output, &errors, "--engine", player, "--engine", player,
                                 "--games", "1", bad[i][0], bad[i][1], NULL);
        g_assert_cmpint(status, ==, 1);
        g_assert_cmpstr(output, ==, "");
        g_assert_true(g_str_has_prefix(errors, "tab-match: ") || strstr(errors, "\ntab-match: "));
    }
    g_autofree char *version = NULL, *help = NULL, *none = NULL;
    g_assert_cmpint(run_program(&version, NULL, "--version", NULL), ==, 0);
    g_assert_cmpstr(version, ==, "tab-match " TAB_VERSION "\n");
    g_assert_cmpint(run_program(&help, NULL, "--help", NULL), ==, 0);
    g_assert_nonnull(strstr(help, "option.NAME"));
    g_assert_cmpint(run_program(&none, NULL, "--games", "2", NULL), ==, 1);
}

/* SIGINT: what was played is scored and recorded whole. */
static gboolean interrupt(gpointer data)
{
    kill(*(GPid *)data, SIGINT);
    return G_SOURCE_REMOVE;
}

static void on_exit_status(GPid pid, int status, gpointer data)
{
    *(int *)data = WEXITSTATUS(status);
}

static void interrupted(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-match-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "out.tab", NULL);
    g_autofree char *player =
        g_strdup_printf("cmd=%s/tests/random-player,name=R", g_getenv("TAB_BUILD_ROOT"));
    g_autofree char *program_path =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "protocol/runner/tab-match", NULL);
    char *argv[] = {program_path,    "-q",      "--engine", player, "--engine", player,
                    "--games",       "1000000", "--record", path,   "--seed",   "1",
                    "--concurrency", "2",       "--depth",  "1",    NULL};
    GPid pid;
    int status = -1, output;
    g_assert_true(g_spawn_async_with_pipes(NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                           &pid, NULL, &output, NULL, NULL));
    g_child_watch_add(pid, on_exit_status, &status);
    g_timeout_add(1500, interrupt, &pid);
    while (status < 0)
        g_main_context_iteration(NULL, TRUE);
    g_assert_cmpint(status, ==, 130);
    char line[256] = {0};
    g_autoptr(GIOChannel) channel = g_io_channel_unix_new(output);
    g_io_channel_set_close_on_unref(channel, TRUE);
    gsize length;
    g_io_channel_read_chars(channel, line, sizeof line - 1, &length, NULL);
    g_assert_true(g_str_has_prefix(line, "score R +"));
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) records = tab_record_load(path, &error);
    g_assert_no_error(error);
    TabScore score = {0};
    g_assert_cmpint(sscanf(line, "score R +%u -%u =%u", &score.wins, &score.losses, &score.draws),
                    ==, 3);
    g_assert_cmpuint(records->len, ==, tab_score_games(&score));
    g_remove(path);
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/match/legal-play", legal_play);
    g_test_add_func("/match/real-engine", real_engine);
    for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *path = g_strdup_printf("/match/forfeit/%s", ways[i].switches);
        g_test_add_data_func(path, GUINT_TO_POINTER(i), forfeit);
    }
    g_test_add_func("/match/clock-runs-out", clock_runs_out);
    g_test_add_func("/match/turn-limit", turn_limit);
    g_test_add_func("/match/no-progress", no_progress);
    g_test_add_func("/match/search-told", search_told);
    g_test_add_func("/match/times-told", times_told);
    g_test_add_func("/match/seeds", seeds);
    g_test_add_func("/match/declared-options", declared_options);
    g_test_add_func("/match/own-seed", own_seed);
    g_test_add_func("/match/changed-since", changed_since);
    g_test_add_func("/match/failing-judge", failing_judge);
    g_test_add_func("/match/long-answer", long_answer);
    g_test_add_func("/match/pinned", pinned);
    g_test_add_func("/match/adjudicated", adjudicated);
    g_test_add_func("/match/judged", judged);
    g_test_add_func("/match/luck", luck);
    g_test_add_func("/match/cancelled", cancelled);
    for (guint i = 0; i < G_N_ELEMENTS(breaks); i++) {
        g_autofree char *path = g_strdup_printf("/match/broken-off/%s", breaks[i].name);
        g_test_add_data_func(path, &breaks[i], broken_off);
    }
    g_test_add_func("/match/logged", logged);
    g_test_add_func("/match/many-engines", many_engines);
    g_test_add_func("/match/hasty-ponderers", hasty_ponderers);
    g_test_add_func("/match/decided", decided);
    g_test_add_func("/match/wound-down", wound_down);
    g_test_add_func("/match/no-start", no_start);
    g_test_add_func("/match/program", program);
    g_test_add_func("/match/usage", usage);
    g_test_add_func("/match/interrupted", interrupted);
    return g_test_run();
}
