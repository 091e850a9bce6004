// SPDX-License-Identifier: GPL-3.0-or-later
// Matches of real processes: legal play under all presets, equal records at any concurrency, what
// engines are told and what is noted of them, judges, and when a match ends.
#include <glib/gstdio.h>
#include <string.h>

#include "played-match.h"
#include "protocol/game/record-text.h"
#include "protocol/rules/ending.h"

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
    g_autoptr(Played) one = play(random_player(), random_player(), all_presets, 24, 1, &SHALLOW, 0);
    g_autoptr(Played) four =
        play(random_player(), random_player(), all_presets, 24, 4, &SHALLOW, 0);
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
        play(random_player(), random_player(), "bell:columns=5", 100, 4, &SHALLOW, 0);
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
        play(random_player(), random_player(), "walker ludii", 4, 1, &SHALLOW, 0);
    TabEntrant *first = random_player(), *second = random_player();
    first->ponder = second->ponder = TRUE;
    g_autoptr(Played) pondered = play(first, second, "walker ludii", 4, 1, &SHALLOW, 0);
    g_assert_no_error(pondered->error);
    g_assert_cmpuint(pondered->games, ==, 4);
    g_assert_cmpstr(pondered->text->str, ==, plain->text->str);
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
    } ranges[] = {{3, 12},        {0, 1}, {-12, -3}, {-5, 5}, {1 << 30, INT64_C(1) << 31},
                  {0, G_MAXINT64}};
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/match/legal-play", legal_play);
    g_test_add_func("/match/real-engine", real_engine);
    g_test_add_func("/match/turn-limit", turn_limit);
    g_test_add_func("/match/no-progress", no_progress);
    g_test_add_func("/match/search-told", search_told);
    g_test_add_func("/match/times-told", times_told);
    g_test_add_func("/match/seeds", seeds);
    g_test_add_func("/match/declared-options", declared_options);
    g_test_add_func("/match/own-seed", own_seed);
    g_test_add_func("/match/pinned", pinned);
    g_test_add_func("/match/adjudicated", adjudicated);
    g_test_add_func("/match/judged", judged);
    g_test_add_func("/match/luck", luck);
    g_test_add_func("/match/logged", logged);
    g_test_add_func("/match/many-engines", many_engines);
    g_test_add_func("/match/hasty-ponderers", hasty_ponderers);
    g_test_add_func("/match/decided", decided);
    g_test_add_func("/match/wound-down", wound_down);
    return g_test_run();
}
