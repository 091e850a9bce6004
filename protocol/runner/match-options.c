// SPDX-License-Identifier: GPL-3.0-or-later
// The command line of `tab-match`: which options there are and how they are written; then from
// their words to settings.
#include "protocol/runner/match-options.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "protocol/files/output-file.h"
#include "protocol/game/record.h"
#include "protocol/match/affinity.h"
#include "protocol/rules/ending.h"
#include "protocol/game/named-rules.h"
#include "protocol/runner/foreign-words.h"
#include "protocol/runner/match-output.h"
#include "protocol/text/keywords.h"

#define DEFAULT_GAMES 100
#define NOT_GIVEN G_MININT
#define IDLE_TURNS G_STRINGIFY(TAB_MAX_IDLE_TURNS)

static const char summary[] =
    "Plays engines against each other: matches and tournaments with the same sticks for both\n"
    "seats. The other commands, each with --help: tab-match analyse, conform, db, evaluate, luck,\n"
    "merge, openings, problems, rate and study-rules.";

static const char description[] =
    "An engine is written key=value,… with the keys\n"
    "  cmd=COMMAND       arguments and quotes as in a shell: cmd=\"./mine --fast\". A program\n"
    "                    without a slash is looked for beside tab-match, then on PATH\n"
    "  conf=NAME         instead: an engine of the --engines file, or of the window's list\n"
    "  name=NAME         for score and record; else the engine's own\n"
    "  dir=FOLDER arg=TEXT env.NAME=TEXT option.NAME=TEXT\n"
    "  tc= movetime= st= depth= nodes= ponder=yes margin=MS\n"
    "  memory=MIB cpu=SECONDS processes=N files=N file-size=MIB   what the system allows it\n"
    "  sandbox=yes       starts it in bubblewrap: no network, no home folder, nothing to write to\n"
    "  inherit-env=yes   gives it all variables of the environment, not only PATH, HOME, USER,\n"
    "                    LANG, TZ, TMPDIR, LC_*, the folders of XDG and those of env.NAME\n"
    "A comma within a value is written \\, (a backslash before it). The words may also stand\n"
    "apart: --engine cmd=./mine name=A tc=10+0.1 --sprt elo0=0 elo1=10.\n"
    "\n"
    "Each game is played twice, with the same sticks and the seats exchanged (--no-pairs: once).\n"
    "Throw k of a seat follows from --seed, the number of the pair, the seat and k alone: the\n"
    "same games are played at any --concurrency.\n"
    "\n"
    "An engine that crashes, is silent, floods, answers too late or with an illegal turn\n"
    "loses the game; the record says why, and the match goes on.\n" IDLE_TURNS
    " turns in a row without a move, or --max-turns turns, are a draw. The first\n"
    "SIGINT lets the games in progress end, the second one ends the match at once.\n"
    "\n"
    "Standard output gets one line an engine, of two engines for the first, when all is played:\n"
    "  score <engine> +<wins> -<losses> =<draws> <percent>% ±<95 % half-width>\n"
    "and after them, for each engine that lost games by faults, the number of these games:\n"
    "  faults <engine> <n>\n"
    "All else goes to standard error. Exit status: 0 played, or --sprt accepted H1; 10 H0;\n"
    "11 --sprt undecided; 12 every game was lost by a fault; 1 wrong usage, an engine that cannot\n"
    "be started or does not play the rules, a file that cannot be written, a match that "
    "--on-error\n"
    "ended; 130 interrupted.\n"
    "\n"
    "Example:\n"
    "  tab-match --engine cmd=tab-engine,name=new --engine cmd=tab-engine,option.Level=5 \\\n"
    "      --rules walker --games 100 --movetime 50 --concurrency 2 --seed 1 --record out.tab";

/* The values as they were given, before anything that they name is read; what belongs to one match
 * alone goes into its options at once. */
typedef struct {
    char **engines, **rules;
    char *each, *store, *judge, *tournament, *columns, *openings, *sticks, *seed, *shard;
    char *tc, *resign, *draw, *tables, *on_error, *sprt;
    int games, rounds, movetime, margin; /* all but margin, and those below: NOT_GIVEN without */
    gint64 nodes, depth;
    double patience, handshake, ready, grace, quit;
    gboolean no_pairs, pairs, ponder;
} Words;

/* Words. */

static void clear_words(Words *words)
{
    char **const texts[] = {&words->each,    &words->store,    &words->judge,  &words->tournament,
                            &words->columns, &words->openings, &words->sticks, &words->seed,
                            &words->shard,   &words->tc,       &words->resign, &words->draw,
                            &words->tables,  &words->on_error, &words->sprt};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(*texts[i]);
    g_strfreev(words->engines);
    g_strfreev(words->rules);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, clear_words)

/* Options whose value is a list of key=value. */
static gboolean takes_list(const char *word)
{
    static const char *const lists[] = {"-e",       "--engine", "--each",   "--judge",    "--sprt",
                                        "--resign", "--draw",   "--tables", "--openings", NULL};
    const char *equals = strchr(word, '=');
    g_autofree char *option = equals ? g_strndup(word, (gsize)(equals - word)) : g_strdup(word);
    return g_strv_contains(lists, option);
}

/* `-engine`, as other match runners have it, becomes `--engine`; `-c2`, which GLib does not know,
 * `-c` and `2`. */
static GStrv spell_out(const GOptionEntry *entries, char **argv, GError **error)
{
    g_autoptr(GStrvBuilder) words = g_strv_builder_new();
    for (char **arg = argv; *arg; arg++) {
        const char *name = **arg == '-' ? *arg + 1 : "";
        gsize length = strcspn(name, "=");
        gboolean is_long = FALSE;
        for (const GOptionEntry *entry = entries; length > 1 && entry->long_name; entry++)
            is_long |=
                strlen(entry->long_name) == length && !strncmp(entry->long_name, name, length);
        if (is_long) {
            g_autofree char *dashed = g_strconcat("-", *arg, NULL);
            g_strv_builder_add(words, dashed);
        } else if (arg > argv && *name && name[1] && strchr("cgs", *name) &&
                   !g_ascii_isdigit(name[1])) { /* GLib would miss a number */
            tab_keywords_refuse_value(error, "'%s' is no option", *arg);
            return NULL;
        } else if (arg > argv && *name && name[1] && strchr("ecgsro", *name)) {
            g_strv_builder_add_many(words, (const char[]){'-', *name, '\0'}, name + 1, NULL);
        } else {
            g_strv_builder_add(words, *arg);
        }
    }
    return g_strv_builder_end(words);
}

/* `--engine cmd=a name=b` becomes `--engine cmd=a,name=b`. */
static GStrv join_lists(char **argv)
{
    GPtrArray *joined = g_ptr_array_new();
    const char *list = NULL; /* option that takes the next words */
    for (; *argv; argv++) {
        gboolean more = list && **argv != '-' && strchr(*argv, '=');
        char **last = joined->len ? (char **)&g_ptr_array_index(joined, joined->len - 1) : NULL;
        if (more && *last != list) {
            char *longer = g_strconcat(*last, ",", *argv, NULL);
            g_free(*last);
            *last = longer;
            continue;
        }
        g_ptr_array_add(joined, g_strdup(*argv));
        if (!more)
            list = !takes_list(*argv)   ? NULL
                   : strchr(*argv, '=') ? *argv /* has its value already */
                                        : g_ptr_array_index(joined, joined->len - 1);
    }
    g_ptr_array_add(joined, NULL);
    return (GStrv)g_ptr_array_free(joined, FALSE);
}

static gboolean read_words(Words *words, TabMatchOptions *options, char **argv, GError **error)
{
    TabMatchSettings *settings = options->settings;
    TabSchedule *schedule = &settings->schedule;
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
        {"seeds", 0, 0, G_OPTION_ARG_INT, &schedule->seeds,
         "A gauntlet's first N engines meet all others (1)", "N"},
        {"games", 'g', 0, G_OPTION_ARG_INT, &words->games,
         "Games of each two engines that meet (100)", "N"},
        {"rounds", 0, 0, G_OPTION_ARG_INT, &words->rounds,
         "The same as --games 2N; beside --games M as N times M", "N"},
        {"concurrency", 'c', 0, G_OPTION_ARG_INT, &options->concurrency, "Games at a time (1)",
         "N"},
        {"use-affinity", 0, 0, G_OPTION_ARG_NONE, &settings->pinned,
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
        {"allow-unaware", 0, 0, G_OPTION_ARG_NONE, &settings->allow_unaware,
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
        {"max-turns", 0, 0, G_OPTION_ARG_INT, &settings->max_turns,
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
        {"event", 0, 0, G_OPTION_ARG_FILENAME, &settings->event,
         "Tag [Event] of the records (tab-match)", "TEXT"},
        {"date", 0, 0, G_OPTION_ARG_FILENAME, &settings->date, "Tag [Date] of the records (today)",
         "YYYY.MM.DD"},
        {"no-times", 0, G_OPTION_FLAG_REVERSE, G_OPTION_ARG_NONE, &settings->times,
         "Leave date and times (emt, clk) out, so that equal games give equal files", NULL},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &options->json, "Write the results there", "FILE"},
        {"report", 0, 0, G_OPTION_ARG_FILENAME, &options->report,
         "Write a page with plots there (HTML)", "FILE"},
        {"log", 0, 0, G_OPTION_ARG_FILENAME, &options->log,
         "Write all lines to and from the engines there", "FILE"},
        {"stderr", 0, 0, G_OPTION_ARG_FILENAME, &options->stderr_folder,
         "Write the engines' standard error there, a file each", "FOLDER"},
        {"rating-interval", 0, 0, G_OPTION_ARG_INT, &options->rating_interval,
         "Print the standing every N games (never)", "N"},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet,
         "Nothing but score, faults and errors: no Elo, LOS, SPRT and tables either", NULL},
        {"journal", 0, 0, G_OPTION_ARG_FILENAME, &options->journal,
         "Put every game on disk there as it ends", "FILE"},
        {"resume", 0, 0, G_OPTION_ARG_NONE, &options->resume,
         "Go on with the match of the journal, if there is one", NULL},
        {"shard", 0, 0, G_OPTION_ARG_FILENAME, &words->shard,
         "Play part I of N of the match into a --journal, for tab-match merge", "I/N"},
        {"version", 'V', 0, G_OPTION_ARG_NONE, &options->version, "Print the version", NULL},
        {0},
    };
    g_auto(GStrv) own = tab_foreign_words_translate(argv, error);
    g_auto(GStrv) spelled = own ? spell_out(entries, own, error) : NULL;
    if (!spelled)
        return FALSE;
    g_auto(GStrv) joined = join_lists(spelled);
    if (!tab_match_read_options(&joined, entries, summary, description, error))
        return FALSE;
    return !joined[1] ||
           tab_keywords_refuse_value(
               error,
               "'%s' belongs to no option and is no command (tab-match --help lists both); an "
               "engine is --engine cmd=…",
               joined[1]);
}

/* A number that was given; else one that is in order. */
static gint64 given_or(gint64 value, gint64 usual)
{
    return value == NOT_GIVEN ? usual : value;
}

/* Numbers that can be checked alone. */
static gboolean check_words(const Words *words, const TabMatchOptions *options, GError **error)
{
    const TabMatchSettings *settings = options->settings;
    const struct {
        const char *name;
        gint64 value, min, max;
    } integers[] = {
        {"games", given_or(words->games, 1), 1, TAB_MATCH_MAX_GAMES},
        {"rounds", given_or(words->rounds, 1), 1, TAB_MATCH_MAX_GAMES / 2},
        {"seeds", (gint)settings->schedule.seeds, 1, TAB_MATCH_MAX_ENGINES},
        {"concurrency", (gint)options->concurrency, 1, 1024},
        {"movetime", given_or(words->movetime, 1), 1, 86400000},
        {"margin", words->margin, 0, 3600000},
        {"max-turns", (gint)settings->max_turns, 1, 1000000},
        {"depth", given_or(words->depth, 1), 1, 1000000},
        {"nodes", given_or(words->nodes, 1), 1, G_MAXINT64},
        {"rating-interval", (gint)options->rating_interval, 0, G_MAXINT},
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
    TabTimeControl control = {0};
    if (words->tc && !tab_time_control_parse(&control, words->tc, error)) {
        g_prefix_error(error, "--tc: ");
        return FALSE;
    }
    if (settings->pinned && !tab_affinity_available())
        return tab_keywords_refuse_value(error, "--use-affinity: not on this system");
    if (settings->event && !g_utf8_validate(settings->event, -1, NULL))
        return tab_keywords_refuse_value(error, "--event: '%s' is not UTF-8", settings->event);
    return !(words->pairs && words->no_pairs) ||
           tab_keywords_refuse_value(error, "--pairs beside --no-pairs");
}

/* Settings. */

void tab_match_options_free(TabMatchOptions *options)
{
    g_clear_pointer(&options->settings, tab_match_settings_free);
    g_free(options->record);
    g_free(options->json);
    g_free(options->report);
    g_free(options->log);
    g_free(options->stderr_folder);
    g_free(options->journal);
    g_free(options->openings);
    g_free(options->sticks);
    g_free(options->engines);
    g_free(options);
}

static gboolean read_match_seed(const Words *words, TabMatchOptions *options, GError **error)
{
    options->seed_given = words->seed != NULL;
    if (!words->seed)
        options->settings->seed = (guint64)g_random_int() << 32 | g_random_int();
    return tab_keywords_read_seed(words->seed, &options->settings->seed, error);
}

static gboolean add_rules(TabMatchSettings *settings, const char *text, GError **error)
{
    TabRuleset set;
    g_autofree char *own = tab_named_rules_user_file();
    if (!tab_named_rules_parse(own, text, &set, error))
        return FALSE;
    tab_match_settings_add_rules(settings, tab_rules_new(&set));
    return TRUE;
}

static gboolean read_all_rules(const Words *words, TabMatchSettings *settings, GError **error)
{
    const char *const usual[] = {tab_ruleset_preset_name(TAB_DEFAULT_PRESET), NULL};
    const char *const *text = words->rules ? (const char *const *)words->rules : usual;
    g_auto(GStrv) widths = words->columns ? g_strsplit(words->columns, ",", -1) : NULL;
    if (widths && !*widths)
        return tab_keywords_refuse_value(error, "--columns needs a width: 9,11");
    for (; *text; text++) {
        if (!widths && !add_rules(settings, *text, error))
            return FALSE;
        for (GStrv width = widths; width && *width; width++) {
            g_autofree char *wide =
                g_strdup_printf("%s%ccolumns=%s", *text, strchr(*text, ':') ? ',' : ':', *width);
            if (!add_rules(settings, wide, error)) {
                g_prefix_error(error, "--columns %s with --rules %s: ", *width, *text);
                return FALSE;
            }
        }
    }
    settings->schedule.rules = settings->rules->len;
    return TRUE;
}

/* The limits of all engines: --each, with those of --movetime, --tc, … before it. */
static char *read_each(const Words *words)
{
    GString *each = g_string_new(NULL);
    char number[32];
    const struct {
        const char *key;
        gint64 value;
    } limits[] = {{"movetime", words->movetime}, {"depth", words->depth}, {"nodes", words->nodes}};
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
        g_snprintf(number, sizeof number, "%" G_GINT64_FORMAT, limits[i].value);
        if (limits[i].value != NOT_GIVEN)
            tab_keywords_append(each, limits[i].key, NULL, number);
    }
    if (words->tc)
        tab_keywords_append(each, "tc", NULL, words->tc);
    if (words->ponder)
        tab_keywords_append(each, "ponder", NULL, "yes");
    if (words->each && *words->each)
        g_string_append_printf(each, "%s%s", each->len ? "," : "", words->each);
    return g_string_free(each, FALSE);
}

/* Whether an engine is asked for by conf=. */
static gboolean wants_store(const Words *words)
{
    gboolean wants = words->judge && tab_entrant_is_stored(words->judge);
    for (char **text = words->engines; text && *text; text++)
        wants |= tab_entrant_is_stored(*text);
    return wants;
}

/* The engines that conf= names: of the file given, else of the user's own, which is read only if it
 * is asked for. */
static gboolean read_store(const Words *words, GPtrArray **store, GError **error)
{
    g_autofree char *path = words->store ? g_strdup(words->store) : tab_engine_config_user_file();
    if (words->store && g_access(path, R_OK)) {
        tab_output_file_fail(TAB_FILE_READ, path, error);
        g_prefix_error(error, "--engines: ");
        return FALSE;
    }
    if (!words->store && !wants_store(words))
        return TRUE;
    *store = tab_engine_config_load(path, error);
    if (!*store && words->store && error && (*error)->domain == G_KEY_FILE_ERROR)
        g_prefix_error(error, "--engines wants a key file, in which a group [NAME] with command=… "
                              "stands for each engine: ");
    return *store != NULL;
}

static gboolean add_entrant(TabMatchSettings *settings, TabEntrant *entrant)
{
    if (!entrant)
        return FALSE;
    TabTimeControl *control = &entrant->control;
    if (!control->movetime_ms && !control->base_ms && !control->nodes && !control->depth)
        control->movetime_ms = 100; /* a turn without any limit would last for ever */
    g_ptr_array_add(settings->entrants, entrant);
    return TRUE;
}

static gboolean read_entrants(const Words *words, TabMatchSettings *settings, GError **error)
{
    g_autofree char *each = read_each(words);
    g_autoptr(GPtrArray) store = NULL;
    if (!read_store(words, &store, error))
        return FALSE;
    for (char **text = words->engines; text && *text; text++)
        if (!add_entrant(settings, tab_entrant_parse(*text, each, store, error)))
            return FALSE;
    for (guint i = 0; !words->engines && words->store && i < store->len; i++)
        if (!add_entrant(settings,
                         tab_entrant_from_config(g_ptr_array_index(store, i), each, error)))
            return FALSE;
    if (settings->entrants->len < 2 || settings->entrants->len > TAB_MATCH_MAX_ENGINES)
        return tab_keywords_refuse_value(
            error, "--engine is needed twice at least (tab-match --help says more)");
    if (words->judge && !(settings->judge = tab_entrant_parse(words->judge, NULL, store, error))) {
        g_prefix_error(error, "--judge: ");
        return FALSE;
    }
    if (settings->judge && (settings->judge->control.base_ms || settings->judge->ponder))
        return tab_keywords_refuse_value(error,
                                         "--judge has depth=, nodes= or movetime=, and no clock");
    return !settings->adjudication.tables || settings->judge ||
           tab_keywords_refuse_value(error, "--tables needs a --judge");
}

static gboolean read_games(const Words *words, TabMatchSettings *settings, GError **error)
{
    TabSchedule *schedule = &settings->schedule;
    schedule->engines = settings->entrants->len;
    schedule->pairs = !words->no_pairs;
    gint64 usual = words->rounds == NOT_GIVEN ? DEFAULT_GAMES : 2;
    gint64 games = given_or(words->games, usual) * given_or(words->rounds, 1);
    if (games > TAB_MATCH_MAX_GAMES)
        return tab_keywords_refuse_value(error, "that is more than %d games", TAB_MATCH_MAX_GAMES);
    schedule->games = (guint)games;
    if (words->tournament && g_str_equal(words->tournament, "gauntlet"))
        schedule->format = TAB_SCHEDULE_GAUNTLET;
    else if (words->tournament && !g_str_equal(words->tournament, "round-robin") &&
             !g_str_equal(words->tournament, "roundrobin"))
        return tab_keywords_refuse_value(error, "--tournament is round-robin or gauntlet, not '%s'",
                                         words->tournament);
    if (schedule->format != TAB_SCHEDULE_GAUNTLET && schedule->seeds > 1)
        return tab_keywords_refuse_value(error, "--seeds needs --tournament gauntlet");
    if (schedule->format == TAB_SCHEDULE_GAUNTLET && schedule->seeds >= schedule->engines)
        return tab_keywords_refuse_value(error, "--seeds leaves no engine to play against");
    if ((guint64)tab_schedule_encounters(schedule) * schedule->games > TAB_MATCH_MAX_GAMES)
        return tab_keywords_refuse_value(error, "that is more than %d games", TAB_MATCH_MAX_GAMES);
    guint played = tab_schedule_rules_played(schedule);
    if (played < schedule->rules) {
        const TabRules *rules = g_ptr_array_index(settings->rules, played);
        g_autofree char *name = tab_ruleset_to_string(&rules->set);
        return tab_keywords_refuse_value(error, "no game is left for %s: %u rulesets take %u games",
                                         name, schedule->rules, 2 * schedule->rules - 1);
    }
    if (!words->shard)
        return TRUE;
    if (!words->seed)
        return tab_keywords_refuse_value(
            error, "--shard needs a --seed: all parts must have the same one");
    return tab_keywords_read_shard(words->shard, TAB_MATCH_MAX_GAMES, &schedule->shard,
                                   &schedule->shards, error);
}

/* Games go round the positions of their rules, so there has to be a first one for all rules. */
static gboolean check_first_opening(const TabMatchSettings *settings, const char *path,
                                    gint64 start, GError **error)
{
    for (guint i = 0; i < settings->rules->len; i++) {
        const TabRules *rules = g_ptr_array_index(settings->rules, i);
        g_autofree char *name = tab_ruleset_to_string(&rules->set);
        guint count = tab_openings_count(settings->openings, i);
        if (start > count)
            return tab_keywords_refuse_value(
                error, "--openings: start=%" G_GINT64_FORMAT " is past the end: %s has %u for %s",
                start, path, count, name);
    }
    return TRUE;
}

static gboolean read_openings(const Words *words, TabMatchOptions *options, GError **error)
{
    TabMatchSettings *settings = options->settings;
    static const TabKeywordRule keys[] = {{"file", TAB_KEYWORD_FILE, NULL},
                                          {"order", TAB_KEYWORD_VALUE, NULL},
                                          {"start", TAB_KEYWORD_VALUE, NULL},
                                          {0}};
    static const char *const orders[] = {"sequential", "random", NULL};
    if (!words->openings)
        return TRUE;
    guint order = 0;
    gint64 start = 1;
    g_autoptr(TabKeywords) list = tab_keywords_parse("--openings", words->openings, keys, error);
    if (!list || !tab_keywords_get_choice(list, "order", orders, &order, error) ||
        !tab_keywords_get_integer(list, "start", 1, G_MAXINT, &start, error))
        return FALSE;
    const char *path = tab_keywords_get(list, "file");
    if (!path)
        return tab_keywords_refuse_value(error, "--openings needs file=FILE");
    settings->openings = tab_openings_load(path, settings->rules, error);
    if (!settings->openings)
        return FALSE;
    if (!check_first_opening(settings, path, start, error))
        return FALSE;
    options->shuffle = order == 1;
    options->openings = g_strdup(path);
    settings->first_opening = (guint)start - 1;
    return TRUE;
}

static gboolean read_sticks(const Words *words, TabMatchOptions *options, GError **error)
{
    TabMatchSettings *settings = options->settings;
    if (words->sticks && g_str_has_prefix(words->sticks, "file="))
        options->sticks = g_strdup(words->sticks + strlen("file="));
    if (words->sticks && !tab_match_settings_parse_sticks(settings, words->sticks, error))
        return FALSE;
    for (guint i = 0; !settings->openings && i < settings->rules->len; i++) {
        const TabRules *rules = g_ptr_array_index(settings->rules, i);
        if (!tab_stick_source_check_opening(settings->sticks->pdata[i], &rules->set, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean read_endings(const Words *words, TabMatchSettings *settings, GError **error)
{
    TabAdjudicationRules *rules = &settings->adjudication;
    if (words->resign && !tab_adjudication_parse_resign(rules, words->resign, error))
        return FALSE;
    if (words->draw && !tab_adjudication_parse_draw(rules, words->draw, error))
        return FALSE;
    if (words->tables && !tab_adjudication_parse_tables(rules, words->tables, error))
        return FALSE;
    settings->error_stops = words->on_error && g_str_equal(words->on_error, "stop");
    return !words->on_error || settings->error_stops || g_str_equal(words->on_error, "forfeit") ||
           tab_keywords_refuse_value(error, "--on-error is forfeit or stop, not '%s'",
                                     words->on_error);
}

static gboolean read_sprt(const Words *words, TabMatchSettings *settings, GError **error)
{
    settings->has_sprt = words->sprt != NULL;
    if (!words->sprt)
        return TRUE;
    if (settings->entrants->len != 2)
        return tab_keywords_refuse_value(error, "--sprt needs two engines, not %u",
                                         settings->entrants->len);
    return tab_sprt_parse(&settings->sprt, words->sprt, error);
}

/* The tag [Date]: as given, today, or none. */
static gboolean read_date(TabMatchOptions *options, GError **error)
{
    TabMatchSettings *settings = options->settings;
    options->date_given = settings->date != NULL;
    if (!settings->times)
        return !settings->date || tab_keywords_refuse_value(error, "--date beside --no-times");
    if (!settings->date) {
        g_autoptr(GDateTime) now = g_date_time_new_now_local();
        settings->date = g_date_time_format(now, "%Y.%m.%d");
    }
    return tab_record_is_date(settings->date) ||
           tab_keywords_refuse_value(error, "--date is written YYYY.MM.DD, not '%s'",
                                     settings->date);
}

static gboolean read_settings(const Words *words, TabMatchOptions *options, GError **error)
{
    TabMatchSettings *settings = options->settings;
    if (options->resume && !options->journal)
        return tab_keywords_refuse_value(error, "--resume needs a --journal");
    if (words->shard && !options->journal)
        return tab_keywords_refuse_value(
            error, "--shard needs a --journal: tab-match merge joins the journals of all parts");
    if (options->append && options->journal)
        return tab_keywords_refuse_value(
            error, "--append beside --journal: a resumed match writes its record anew");
    if (options->append && !options->record)
        return tab_keywords_refuse_value(error, "--append needs a --record");
    options->engines = g_strdup(words->store);
    settings->margin_ms = words->margin;
    settings->patience_ms = (gint64)(words->patience * 1000);
    settings->client.handshake_ms = (guint)(words->handshake * 1000);
    settings->client.ready_ms = (guint)(words->ready * 1000);
    settings->client.grace_ms = (guint)(words->grace * 1000);
    settings->client.quit_ms = (guint)(words->quit * 1000);
    if (!settings->event)
        settings->event = g_strdup("tab-match");
    return read_match_seed(words, options, error) && read_date(options, error) &&
           read_all_rules(words, settings, error) && read_endings(words, settings, error) &&
           read_entrants(words, settings, error) && read_games(words, settings, error) &&
           read_sprt(words, settings, error) && read_openings(words, options, error) &&
           read_sticks(words, options, error);
}

TabMatchOptions *tab_match_options_parse(char **argv, GError **error)
{
    const TabClientPatience patience = TAB_CLIENT_PATIENCE_INIT;
    g_autoptr(TabMatchOptions) options = g_new0(TabMatchOptions, 1);
    g_auto(Words) words = {.games = NOT_GIVEN,
                           .rounds = NOT_GIVEN,
                           .movetime = NOT_GIVEN,
                           .nodes = NOT_GIVEN,
                           .depth = NOT_GIVEN,
                           .margin = TAB_MATCH_MARGIN_MS,
                           .patience = TAB_MATCH_PATIENCE_MS / 1000.0,
                           .handshake = patience.handshake_ms / 1000.0,
                           .ready = patience.ready_ms / 1000.0,
                           .grace = patience.grace_ms / 1000.0,
                           .quit = patience.quit_ms / 1000.0};
    options->settings = tab_match_settings_new();
    options->settings->schedule.seeds = 1;
    options->concurrency = 1;
    if (!read_words(&words, options, argv, error))
        return NULL;
    if (!options->version &&
        (!check_words(&words, options, error) || !read_settings(&words, options, error)))
        return NULL;
    return g_steal_pointer(&options);
}
