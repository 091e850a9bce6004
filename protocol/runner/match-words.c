// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `tab-match` as words: which options there are, how they are written, and
// which numbers they take.
#include "protocol/runner/match-words.h"

#include <string.h>

#include "protocol/match/affinity.h"
#include "protocol/rules/ending.h"
#include "protocol/text/keywords.h"

#define DEFAULT_GAMES 100

static const char summary[] =
    "Plays engines against each other: matches and tournaments with the same sticks for both\n"
    "seats. Other commands: tab-match merge, tab-match conform, tab-match luck (each has --help).";

static const char description[] =
    "An engine is written key=value,… with the keys\n"
    "  cmd=COMMAND       arguments and quotes as in a shell: cmd=\"./mine --fast\". A program\n"
    "                    without a slash is looked for beside tab-match, then on PATH\n"
    "  conf=NAME         instead: an engine of the --engines file, or of the window's list\n"
    "  name=NAME         for score and record; else the engine's own\n"
    "  dir=FOLDER arg=TEXT env.NAME=TEXT option.NAME=TEXT\n"
    "  tc= movetime= st= depth= nodes= ponder=yes margin=MS memory=MIB cpu=SECONDS\n"
    "A comma within a value is written \\, (a backslash before it). The words may also stand\n"
    "apart: --engine cmd=./mine name=A tc=10+0.1 --sprt elo0=0 elo1=10.\n"
    "\n"
    "Each game is played twice, with the same sticks and the seats exchanged (--no-pairs: once).\n"
    "Throw k of a seat follows from --seed, the number of the pair, the seat and k alone: the\n"
    "same games are played at any --concurrency.\n"
    "\n"
    "An engine that crashes, is silent, floods, answers too late or with an illegal turn\n"
    "loses the game; the record says why, and the match goes on. 50 turns in a row without a\n"
    "move, or --max-turns turns, are a draw. The first SIGINT lets the games in progress end,\n"
    "the second one ends the match at once.\n"
    "\n"
    "Standard output gets one line an engine, of two engines for the first, when all is played:\n"
    "  score <engine> +<wins> -<losses> =<draws> <percent>% ±<95 % half-width>\n"
    "All else goes to standard error. Exit status: 0 played, or --sprt accepted H1; 10 H0;\n"
    "11 --sprt undecided; 1 wrong usage, an engine that cannot be started or does not play the\n"
    "rules, a file that cannot be written, a match that --on-error ended; 130 interrupted.\n"
    "\n"
    "Example:\n"
    "  tab-match --engine cmd=tab-engine,name=new --engine cmd=tab-engine,option.Level=5 \\\n"
    "      --rules walker --games 100 --movetime 50 --concurrency 2 --seed 1 --record out.tab";

void tab_match_words_clear(TabMatchWords *words)
{
    char **const texts[] = {&words->each,    &words->store,    &words->judge,  &words->tournament,
                            &words->columns, &words->openings, &words->sticks, &words->seed,
                            &words->shard,   &words->tc,       &words->resign, &words->draw,
                            &words->tables,  &words->on_error, &words->sprt,   &words->event,
                            &words->date};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(*texts[i]);
    g_strfreev(words->engines);
    g_strfreev(words->rules);
}

/* Options whose value is a list of key=value. */
static gboolean takes_list(const char *word)
{
    static const char *const lists[] = {"-e",       "--engine", "--each",   "--judge",    "--sprt",
                                        "--resign", "--draw",   "--tables", "--openings", NULL};
    const char *equals = strchr(word, '=');
    g_autofree char *option = equals ? g_strndup(word, (gsize)(equals - word)) : g_strdup(word);
    return g_strv_contains(lists, option);
}

/* `-engine`, as other match runners have it, becomes `--engine`. */
static GStrv double_dashes(const GOptionEntry *entries, int argc, char **argv)
{
    GStrv words = g_new0(char *, argc + 1);
    for (int i = 0; i < argc; i++) {
        gboolean known = FALSE;
        gsize length = argv[i][0] == '-' ? strcspn(argv[i] + 1, "=") : 0;
        for (const GOptionEntry *entry = entries; length > 1 && entry->long_name; entry++)
            known |= strlen(entry->long_name) == length &&
                     !strncmp(entry->long_name, argv[i] + 1, length);
        words[i] = g_strconcat(known ? "-" : "", argv[i], NULL);
    }
    return words;
}

/* Cuts `-c2` into `-c` and `2`, which GLib does not. */
static GStrv split_short(int argc, char **argv)
{
    GStrvBuilder *words = g_strv_builder_new();
    for (int i = 0; i < argc; i++) {
        gboolean attached =
            i && argv[i][0] == '-' && argv[i][1] && argv[i][2] && strchr("ecgsro", argv[i][1]);
        char option[] = {'-', argv[i][0] ? argv[i][1] : '\0', '\0'};
        if (attached)
            g_strv_builder_add(words, option);
        g_strv_builder_add(words, attached ? argv[i] + 2 : argv[i]);
    }
    GStrv split = g_strv_builder_end(words);
    g_strv_builder_unref(words);
    return split;
}

/* `--engine cmd=a name=b` becomes `--engine cmd=a,name=b`. */
static GStrv join_lists(int argc, char **argv)
{
    GPtrArray *joined = g_ptr_array_new();
    const char *list = NULL; /* option that takes the next words */
    for (int i = 0; i < argc; i++) {
        gboolean more = list && argv[i][0] != '-' && strchr(argv[i], '=');
        char **last = joined->len ? (char **)&g_ptr_array_index(joined, joined->len - 1) : NULL;
        if (more && *last != list) {
            char *longer = g_strconcat(*last, ",", argv[i], NULL);
            g_free(*last);
            *last = longer;
            continue;
        }
        g_ptr_array_add(joined, g_strdup(argv[i]));
        if (!more)
            list = !takes_list(argv[i])   ? NULL
                   : strchr(argv[i], '=') ? argv[i] /* has its value already */
                                          : g_ptr_array_index(joined, joined->len - 1);
    }
    g_ptr_array_add(joined, NULL);
    return (GStrv)g_ptr_array_free(joined, FALSE);
}

static gboolean read_words(TabMatchWords *words, TabMatchOptions *options, int argc, char **argv,
                           GError **error)
{
    const GOptionEntry entries[] = {
        {"engine", 'e', 0, G_OPTION_ARG_FILENAME_ARRAY, &words->engines,
         "An engine (see below); again for each", "SPEC"},
        {"each", 0, 0, G_OPTION_ARG_FILENAME, &words->each,
         "The same keys for all engines; an engine's own win", "SPEC"},
        {"engines", 0, 0, G_OPTION_ARG_FILENAME, &words->store,
         "Key file of engines; all of them play unless --engine conf=NAME picks", "FILE"},
        {"judge", 0, 0, G_OPTION_ARG_FILENAME, &words->judge,
         "Engine that judges luck, and exact positions for --tables", "SPEC"},
        {"tournament", 0, 0, G_OPTION_ARG_FILENAME, &words->tournament,
         "round-robin (default) or gauntlet", "FORMAT"},
        {"seeds", 0, 0, G_OPTION_ARG_INT, &words->seeds,
         "A gauntlet's first N engines meet all others (1)", "N"},
        {"games", 'g', 0, G_OPTION_ARG_INT, &words->games,
         "Games of each two engines that meet (100)", "N"},
        {"rounds", 0, 0, G_OPTION_ARG_INT, &words->rounds, "The same as --games 2N", "N"},
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &words->concurrency, "Games at a time (1)", "N"},
        {"use-affinity", 0, 0, G_OPTION_ARG_NONE, &words->use_affinity,
         "Keep each game, engines and all, on one processor", NULL},
        {"seed", 's', 0, G_OPTION_ARG_FILENAME, &words->seed,
         "Seed of the sticks, below 2^64 (by chance)", "N"},
        {"pairs", 0, 0, G_OPTION_ARG_NONE, &words->pairs,
         "Every game twice: same sticks, seats exchanged (default)", NULL},
        {"no-pairs", 0, 0, G_OPTION_ARG_NONE, &words->no_pairs, "Sticks of its own for each game",
         NULL},
        {"rules", 'r', 0, G_OPTION_ARG_FILENAME_ARRAY, &words->rules,
         "Rules string, e.g. walker or standard:columns=13 (standard); given again, they are "
         "played in turn",
         "RULES"},
        {"columns", 0, 0, G_OPTION_ARG_FILENAME, &words->columns,
         "Play each of the rules at each of these widths", "N,N,…"},
        {"openings", 0, 0, G_OPTION_ARG_FILENAME, &words->openings,
         "Start from positions: file=FILE[,order=sequential|random][,start=N]", "SPEC"},
        {"sticks", 0, 0, G_OPTION_ARG_FILENAME, &words->sticks,
         "fair (default), p=0.37, w=6,13,11,5,1 or file=FILE", "STICKS"},
        {"allow-unaware", 0, 0, G_OPTION_ARG_NONE, &words->allow_unaware,
         "Engines without the option Sticks may play with sticks that are not fair", NULL},
        {"movetime", 0, 0, G_OPTION_ARG_INT, &words->movetime,
         "Time for each turn (100, if no engine has another limit)", "MS"},
        {"tc", 0, 0, G_OPTION_ARG_FILENAME, &words->tc,
         "Clock: [TURNS/]SECONDS[+SECONDS for each turn], e.g. 40/60+0.5", "TC"},
        {"depth", 0, 0, G_OPTION_ARG_INT64, &words->depth, "Depth for each turn", "N"},
        {"nodes", 0, 0, G_OPTION_ARG_INT64, &words->nodes, "Positions for each turn", "N"},
        {"ponder", 0, 0, G_OPTION_ARG_NONE, &words->ponder,
         "Engines think while the other side does", NULL},
        {"margin", 0, 0, G_OPTION_ARG_INT, &words->margin, "Lateness that is forgiven (200)", "MS"},
        {"patience", 0, 0, G_OPTION_ARG_DOUBLE, &words->patience,
         "The longest turn if only depth or nodes limit it (60)", "SECONDS"},
        {"handshake-time", 0, 0, G_OPTION_ARG_DOUBLE, &words->handshake,
         "An engine must have started by then (30)", "SECONDS"},
        {"ready-time", 0, 0, G_OPTION_ARG_DOUBLE, &words->ready,
         "It must be ready for a game by then (60)", "SECONDS"},
        {"grace-time", 0, 0, G_OPTION_ARG_DOUBLE, &words->grace,
         "It is killed so long after the stop that follows a passed limit (2)", "SECONDS"},
        {"quit-time", 0, 0, G_OPTION_ARG_DOUBLE, &words->quit,
         "It is killed so long after quit (0.5)", "SECONDS"},
        {"resign", 0, 0, G_OPTION_ARG_FILENAME, &words->resign,
         "A side gives up: win=0.02,turns=3[,twosided]", "SPEC"},
        {"draw", 0, 0, G_OPTION_ARG_FILENAME, &words->draw,
         "Both see an even game: win=0.02,turns=8,number=100", "SPEC"},
        {"tables", 0, 0, G_OPTION_ARG_FILENAME, &words->tables,
         "The judge's exact value decides: win=0.99,pieces=6", "SPEC"},
        {"max-turns", 0, 0, G_OPTION_ARG_INT, &words->max_turns,
         "Turns until a game is drawn (1000)", "N"},
        {"on-error", 0, 0, G_OPTION_ARG_FILENAME, &words->on_error,
         "After an engine's fault: forfeit (default) its game, or stop the match", "WHAT"},
        {"sprt", 0, 0, G_OPTION_ARG_FILENAME, &words->sprt,
         "End when decided: elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=logistic|normalized]",
         "SPEC"},
        {"record", 'o', 0, G_OPTION_ARG_FILENAME, &options->record, "Write the games there (.tab)",
         "FILE"},
        {"append", 0, 0, G_OPTION_ARG_NONE, &options->append,
         "Add to the record file instead of replacing it", NULL},
        {"event", 0, 0, G_OPTION_ARG_FILENAME, &words->event,
         "Tag [Event] of the records (tab-match)", "TEXT"},
        {"date", 0, 0, G_OPTION_ARG_FILENAME, &words->date, "Tag [Date] of the records (today)",
         "YYYY.MM.DD"},
        {"no-times", 0, 0, G_OPTION_ARG_NONE, &words->no_times,
         "Leave date and times (emt, clk) out, so that equal games give equal files", NULL},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json, "Write the results there", "FILE"},
        {"report", 0, 0, G_OPTION_ARG_FILENAME, &options->report,
         "Write a page with plots there (HTML)", "FILE"},
        {"log", 0, 0, G_OPTION_ARG_FILENAME, &options->log,
         "Write all lines to and from the engines there", "FILE"},
        {"stderr", 0, 0, G_OPTION_ARG_FILENAME, &options->stderr_folder,
         "Write the engines' standard error there, a file each", "FOLDER"},
        {"rating-interval", 0, 0, G_OPTION_ARG_INT, &words->rating_interval,
         "Print the standing every N games (never)", "N"},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet,
         "Nothing but the score lines and errors", NULL},
        {"journal", 0, 0, G_OPTION_ARG_FILENAME, &options->journal,
         "Put every game on disk there as it ends", "FILE"},
        {"resume", 0, 0, G_OPTION_ARG_NONE, &options->resume,
         "Go on with the match of the journal, if there is one", NULL},
        {"shard", 0, 0, G_OPTION_ARG_FILENAME, &words->shard,
         "Play part I of N of the match, for tab-match merge", "I/N"},
        {"version", 'V', 0, G_OPTION_ARG_NONE, &options->version, "Print the version", NULL},
        {0},
    };
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    for (int i = 1; i < argc; i++)
        if (!g_utf8_validate(argv[i], -1, NULL)) {
            g_autofree char *shown = g_utf8_make_valid(argv[i], -1);
            return tab_keywords_refuse_value(error, "'%s' is not UTF-8", shown);
        }
    g_auto(GStrv) doubled = double_dashes(entries, argc, argv);
    g_auto(GStrv) split = split_short(argc, doubled);
    g_auto(GStrv) joined = join_lists((int)g_strv_length(split), split);
    g_option_context_set_summary(context, summary);
    g_option_context_set_description(context, description);
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse_strv(context, &joined, error))
        return FALSE;
    return !joined[1] || tab_keywords_refuse_value(error, "'%s' is no option", joined[1]);
}

/* Numbers that can be checked alone. */
static gboolean check_words(const TabMatchWords *words, GError **error)
{
    const struct {
        const char *name;
        gint64 value, min, max;
    } integers[] = {
        {"games", words->games, 1, TAB_MATCH_MAX_GAMES},
        {"rounds", words->rounds, 0, TAB_MATCH_MAX_GAMES / 2},
        {"seeds", words->seeds, 1, TAB_MATCH_MAX_ENGINES},
        {"concurrency", words->concurrency, 1, 1024},
        {"movetime", words->movetime, 0, 86400000},
        {"margin", words->margin, 0, 3600000},
        {"max-turns", words->max_turns, 1, 1000000},
        {"depth", words->depth, 0, 1000000},
        {"nodes", words->nodes, 0, G_MAXINT64},
        {"rating-interval", words->rating_interval, 0, G_MAXINT},
    };
    const struct {
        const char *name;
        double value;
    } seconds[] = {
        {"patience", words->patience}, {"handshake-time", words->handshake},
        {"ready-time", words->ready},  {"grace-time", words->grace},
        {"quit-time", words->quit},
    };
    for (guint i = 0; i < G_N_ELEMENTS(integers); i++)
        if (integers[i].value < integers[i].min || integers[i].value > integers[i].max)
            return tab_keywords_refuse_value(
                error, "--%s is from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, integers[i].name,
                integers[i].min, integers[i].max);
    for (guint i = 0; i < G_N_ELEMENTS(seconds); i++)
        if (!(seconds[i].value >= 0.001 && seconds[i].value <= 86400))
            return tab_keywords_refuse_value(error, "--%s is from 0.001 to 86400 seconds",
                                             seconds[i].name);
    if (words->use_affinity && !tab_affinity_available())
        return tab_keywords_refuse_value(error, "--use-affinity: not on this system");
    if (words->rounds && words->games != DEFAULT_GAMES)
        return tab_keywords_refuse_value(error, "--games beside --rounds");
    return !(words->pairs && words->no_pairs) ||
           tab_keywords_refuse_value(error, "--pairs beside --no-pairs");
}

gboolean tab_match_words_parse(TabMatchWords *words, TabMatchOptions *options, int argc,
                               char **argv, GError **error)
{
    const TabClientPatience patience = TAB_CLIENT_PATIENCE_INIT;
    *words = (TabMatchWords){.games = DEFAULT_GAMES,
                             .seeds = 1,
                             .concurrency = 1,
                             .max_turns = TAB_MAX_TURNS,
                             .margin = TAB_MATCH_MARGIN_MS,
                             .patience = TAB_MATCH_PATIENCE_MS / 1000.0,
                             .handshake = patience.handshake_ms / 1000.0,
                             .ready = patience.ready_ms / 1000.0,
                             .grace = patience.grace_ms / 1000.0,
                             .quit = patience.quit_ms / 1000.0};
    return read_words(words, options, argc, argv, error) &&
           (options->version || check_words(words, error));
}
