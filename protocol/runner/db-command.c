// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-match db`: a database of games. Import, questions, export, statistics, removal.
#include "protocol/runner/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/database/import.h"
#include "protocol/files/output-file.h"
#include "protocol/files/growing-file.h"
#include "protocol/report/progress.h"
#include "protocol/runner/db-report.h"
#include "protocol/runner/match-output.h"
#include "protocol/text/keywords.h"

/* What the command line says. */
typedef struct {
    char *path;  /* NULL: the usual one */
    char **rest; /* files, or numbers of games */
    gboolean verbose, quiet;
    gboolean picks; /* an option that picks games is given */
    char *player, *white, *black, *event, *rules, *result, *from, *to, *position;
    int min_turns, max_turns, limit;
    char *sort, *format, *output;
    char *openings;
    int depth, min_games;
} Arguments;

static void clear_arguments(Arguments *arguments)
{
    char **const texts[] = {&arguments->path,     &arguments->player,  &arguments->white,
                            &arguments->black,    &arguments->event,   &arguments->rules,
                            &arguments->result,   &arguments->from,    &arguments->to,
                            &arguments->position, &arguments->sort,    &arguments->format,
                            &arguments->output,   &arguments->openings};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_free(*texts[i]);
    g_strfreev(arguments->rest);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Arguments, clear_arguments)

/* Options. */

/* The options of a command are those of these groups. */
typedef enum {
    FILES = 1,
    FILTER = 2,
    ORDER = 4,
    FORMAT = 8,
    OUTPUT = 16,
    COUNTS = 32,
    NUMBERS = 64
} Options;

static gboolean read_arguments(Arguments *arguments, char **argv, Options options,
                               const char *summary, const char *description, GError **error)
{
    const struct {
        Options group; /* 0: of all commands */
        GOptionEntry entry;
    } all[] = {
        {0,
         {"db", 0, 0, G_OPTION_ARG_FILENAME, &arguments->path,
          "The database ($XDG_DATA_HOME/tab/games.db)", "FILE"}},
        {FILES,
         {"verbose", 'v', 0, G_OPTION_ARG_NONE, &arguments->verbose,
          "Also name games that are known already", NULL}},
        {FILES, {"quiet", 'q', 0, G_OPTION_ARG_NONE, &arguments->quiet, "No progress", NULL}},
        {FILTER,
         {"player", 0, 0, G_OPTION_ARG_STRING, &arguments->player, "Games of this player", "NAME"}},
        {FILTER,
         {"white", 0, 0, G_OPTION_ARG_STRING, &arguments->white,
          "Games that this player played as White", "NAME"}},
        {FILTER,
         {"black", 0, 0, G_OPTION_ARG_STRING, &arguments->black,
          "Games that this player played as Black", "NAME"}},
        {FILTER,
         {"event", 0, 0, G_OPTION_ARG_STRING, &arguments->event, "Games of this event", "NAME"}},
        {FILTER,
         {"rules", 'r', 0, G_OPTION_ARG_STRING, &arguments->rules, "Games under these rules",
          "RULES"}},
        {FILTER,
         {"result", 0, 0, G_OPTION_ARG_STRING, &arguments->result,
          "Games that ended so: 1-0, 0-1, 1/2-1/2 or *", "RESULT"}},
        {FILTER,
         {"date-from", 0, 0, G_OPTION_ARG_STRING, &arguments->from,
          "Games not before this day, month or year", "DATE"}},
        {FILTER,
         {"date-to", 0, 0, G_OPTION_ARG_STRING, &arguments->to, "Games not after it", "DATE"}},
        {FILTER,
         {"min-turns", 0, 0, G_OPTION_ARG_INT, &arguments->min_turns,
          "Games of so many turns or more", "N"}},
        {FILTER,
         {"max-turns", 0, 0, G_OPTION_ARG_INT, &arguments->max_turns,
          "Games of so many turns or less", "N"}},
        {FILTER,
         {"position", 0, 0, G_OPTION_ARG_STRING, &arguments->position,
          "Games in which this position stood, its five fields", "POSITION"}},
        {ORDER,
         {"sort", 0, 0, G_OPTION_ARG_STRING, &arguments->sort,
          "Order by number, date, white, black, result, turns, rules or event; with :desc the "
          "other way round (number)",
          "COLUMN"}},
        {ORDER,
         {"limit", 0, 0, G_OPTION_ARG_INT, &arguments->limit,
          "The first so many of them; 0: all (0)", "N"}},
        {FORMAT,
         {"format", 0, 0, G_OPTION_ARG_STRING, &arguments->format, "text, csv or json (text)",
          "FORMAT"}},
        {OUTPUT,
         {"output", 'o', 0, G_OPTION_ARG_FILENAME, &arguments->output,
          "Write to this file, not to standard output", "FILE"}},
        {COUNTS,
         {"openings", 0, 0, G_OPTION_ARG_STRING, &arguments->openings,
          "The tree of openings under these rules", "RULES"}},
        {COUNTS,
         {"depth", 0, 0, G_OPTION_ARG_INT, &arguments->depth, "Turns of the tree, at most 4 (1)",
          "N"}},
        {COUNTS,
         {"min-games", 0, 0, G_OPTION_ARG_INT, &arguments->min_games,
          "Leave turns of fewer games out of the tree (1)", "N"}},
    };
    g_autoptr(GArray) entries = g_array_new(TRUE, TRUE, sizeof(GOptionEntry));
    for (guint i = 0; i < G_N_ELEMENTS(all); i++)
        if (!all[i].group || all[i].group & options)
            g_array_append_val(entries, all[i].entry);
    const GOptionEntry rest = {G_OPTION_REMAINING,
                               0,
                               0,
                               G_OPTION_ARG_FILENAME_ARRAY,
                               &arguments->rest,
                               NULL,
                               options & FILES     ? "FILE.tab…"
                               : options & NUMBERS ? "[NUMBER…]"
                                                   : NULL};
    g_array_append_val(entries, rest);
    g_auto(GStrv) words = g_strdupv(argv);
    if (!tab_match_read_options(&words, (const GOptionEntry *)(void *)entries->data, summary,
                                description, error))
        return FALSE;
    for (guint i = 0; i < G_N_ELEMENTS(all); i++)
        if (all[i].group == FILTER)
            arguments->picks |= all[i].entry.arg == G_OPTION_ARG_INT
                                    ? *(int *)all[i].entry.arg_data != 0
                                    : *(char **)all[i].entry.arg_data != NULL;
    if (!(options & (FILES | NUMBERS)) && arguments->rest)
        return tab_keywords_refuse_value(error, "%s is no option", arguments->rest[0]);
    return TRUE;
}

/* The place of a word in a list that ends with NULL; FALSE and an error that names all if it is not
 * there. */
static gboolean find_word(const char *option, const char *word, const char *const *words,
                          int *place, GError **error)
{
    for (*place = 0; words[*place]; ++*place)
        if (!strcmp(words[*place], word))
            return TRUE;
    g_autofree char *list = g_strjoinv(", ", (char **)words);
    return tab_keywords_refuse_value(error, "%s: %s is none of %s", option, word, list);
}

static gboolean read_sort(const char *text, TabGameFilter *filter, GError **error)
{
    const char *names[TAB_N_GAME_COLUMNS + 1] = {NULL};
    for (guint i = 0; i < TAB_N_GAME_COLUMNS; i++)
        names[i] = tab_game_column_name((TabGameColumn)i);
    const char *way = strchr(text, ':');
    g_autofree char *name = way ? g_strndup(text, (gsize)(way - text)) : g_strdup(text);
    if (way && strcmp(way, ":desc") && strcmp(way, ":asc"))
        return tab_keywords_refuse_value(error, "--sort: %s is none of :asc, :desc", way);
    int column = 0;
    filter->descending = !g_strcmp0(way, ":desc");
    if (!find_word("--sort", name, names, &column, error))
        return FALSE;
    filter->sort = (TabGameColumn)column;
    return TRUE;
}

static gboolean read_result(const char *text, TabGameFilter *filter, GError **error)
{
    const char *names[TAB_N_RECORD_RESULTS + 1] = {NULL};
    for (guint i = 0; i < TAB_N_RECORD_RESULTS; i++)
        names[i] = tab_record_result_text((TabRecordResult)i);
    return find_word("--result", text, names, &filter->result, error);
}

/* The filter of the command line, whose texts it borrows. */
static gboolean read_filter(const Arguments *arguments, TabGameFilter *filter, GError **error)
{
    *filter = (TabGameFilter)TAB_GAME_FILTER_INIT;
    filter->player = arguments->player;
    filter->white = arguments->white;
    filter->black = arguments->black;
    filter->event = arguments->event;
    filter->rules = arguments->rules;
    filter->date_from = arguments->from;
    filter->date_to = arguments->to;
    filter->position = arguments->position;
    if (!tab_keywords_check_not_negative("--min-turns", arguments->min_turns, error) ||
        !tab_keywords_check_not_negative("--max-turns", arguments->max_turns, error) ||
        !tab_keywords_check_not_negative("--limit", arguments->limit, error))
        return FALSE;
    filter->min_turns = (guint)arguments->min_turns;
    filter->max_turns = (guint)arguments->max_turns;
    filter->limit = (guint)arguments->limit;
    return (!arguments->sort || read_sort(arguments->sort, filter, error)) &&
           (!arguments->result || read_result(arguments->result, filter, error));
}

static TabDatabase *open_database(const Arguments *arguments, TabDatabaseMode mode, GError **error)
{
    if (arguments->path && !*arguments->path) {
        tab_keywords_refuse_value(error, "--db needs the name of a file");
        return NULL;
    }
    g_autofree char *usual = tab_database_default_path(!arguments->path && mode);
    return tab_database_open(arguments->path ? arguments->path : usual, mode, error);
}

/* Import. */

typedef struct {
    const Arguments *arguments;
    TabImportCounts counts;
    guint before; /* games of the sources before */
    TabCountProgress progress;
} Importing;

static void tell(Importing *importing, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void tell(Importing *importing, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tab_count_progress_clear(&importing->progress);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

static void on_broken(const char *source, const char *message, gpointer data)
{
    tell(data, "%s: %s\n", source, message);
}

static void on_known(const char *source, guint line, gint64 game, gpointer data)
{
    Importing *importing = data;
    if (importing->arguments->verbose)
        tell(importing, "%s: line %u: known as game %" G_GINT64_FORMAT "\n", source, line, game);
}

static gboolean on_progress(const TabImportCounts *counts, guint games, guint64 bytes,
                            gpointer data)
{
    Importing *importing = data;
    guint done = importing->before + games;
    tab_count_progress_tell(&importing->progress, done, 0, done);
    return TRUE;
}

static gboolean import_file(Importing *importing, TabDatabase *database, const char *path,
                            GError **error)
{
    gboolean standard = !strcmp(path, "-");
    const TabImportHooks hooks = {on_broken, on_known, on_progress, importing};
    TabImportCounts *counts = &importing->counts;
    int fd = standard ? STDIN_FILENO : g_open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY, 0);
    if (fd < 0)
        return tab_output_file_fail(TAB_FILE_OPEN, path, error);
    g_autofree char *name = standard ? g_strdup("standard input") : g_filename_display_name(path);
    gboolean ok = tab_database_import(database, fd, name, &hooks, counts, error);
    importing->before = counts->added + counts->known + counts->broken;
    if (!standard)
        close(fd);
    return ok;
}

static const char import_summary[] = "Brings game records into a database.";

static const char import_description[] =
    "A FILE of - is standard input. The database is made if it is not there. Games that it has\n"
    "already are counted and left as they are: the same rules, start, players, date, result,\n"
    "throws and turns. A broken game is told with its line and left out. Games are kept in\n"
    "batches, each whole or not at all: after an import that was broken off, the same command\n"
    "brings in the rest. Other programs may use the database meanwhile.\n"
    "\n"
    "Exit status: 0; 1 wrong usage, a file that cannot be read, a broken game, a database that\n"
    "is none of this program or cannot be written.\n"
    "\n"
    "Example:\n"
    "  tab-match db import games.tab";

static int run_import(char **argv)
{
    g_auto(Arguments) arguments = {0};
    g_autoptr(TabDatabase) database = NULL;
    GError *error = NULL;
    if (!read_arguments(&arguments, argv, FILES, import_summary, import_description, &error))
        return tab_match_output_complain(error);
    if (!arguments.rest)
        tab_keywords_refuse_value(&error,
                                  "a game record is needed (tab-match db import --help says more)");
    else if ((database = open_database(&arguments, TAB_DATABASE_WRITE, &error)))
        tab_database_check(database, &error);
    if (error)
        return tab_match_output_complain(error);
    Importing importing = {.arguments = &arguments};
    importing.progress = tab_count_progress_begin(!arguments.quiet);
    for (char **file = arguments.rest; *file && !error; file++)
        import_file(&importing, database, *file, &error);
    tab_count_progress_end(&importing.progress);
    const TabImportCounts *counts = &importing.counts;
    printf("%u added, %u known, %u broken\n", counts->added, counts->known, counts->broken);
    if (error)
        return tab_match_output_complain(error);
    return counts->broken ? TAB_MATCH_EXIT_BAD : 0;
}

/* Questions. */

static gboolean print(const char *text, GError **error)
{
    return fputs(text, stdout) != EOF ||
           tab_output_file_fail(TAB_FILE_WRITE, "standard output", error);
}

/* What a command that asks begins with; NULL after a message. */
static TabDatabase *begin_question(Arguments *arguments, TabGameFilter *filter, char **argv,
                                   Options options, const char *summary, const char *description)
{
    GError *error = NULL;
    TabDatabase *database =
        read_arguments(arguments, argv, options, summary, description, &error) &&
                read_filter(arguments, filter, &error)
            ? open_database(arguments, TAB_DATABASE_READ, &error)
            : NULL;
    if (!database)
        tab_match_output_complain(error);
    return database;
}

#define FILTER_HELP                                                                                \
    "All options that pick games must hold. In names * stands for any characters and ? for one,\n" \
    "and capitals do not matter. A DATE is a day, a month or a year: 2026.11.27, 2026.11, 2026.\n" \
    "A position is found wherever it stood in the turns that were played, whatever led there.\n"

static const char query_description[] = FILTER_HELP
    "\n"
    "Exit status: 0, also if there is no such game; 1 wrong usage or a database that cannot be\n"
    "read.\n"
    "\n"
    "Example:\n"
    "  tab-match db query --player 'Tab*' --result 1-0 --sort turns:desc --limit 10";

static int run_query(char **argv)
{
    static const char *const formats[] = {"text", "csv", "json", NULL};
    g_auto(Arguments) arguments = {0};
    TabGameFilter filter;
    GError *error = NULL;
    int format = TAB_DB_TEXT;
    g_autoptr(TabDatabase) database =
        begin_question(&arguments, &filter, argv, FILTER | ORDER | FORMAT,
                       "Lists games of a database.", query_description);
    if (!database)
        return TAB_MATCH_EXIT_BAD;
    g_autoptr(GPtrArray) rows =
        !arguments.format || find_word("--format", arguments.format, formats, &format, &error)
            ? tab_database_list_games(database, &filter, &error)
            : NULL;
    if (!rows)
        return tab_match_output_complain(error);
    g_autofree char *text = tab_db_report_games(rows, (TabDbFormat)format, filter.position != NULL);
    return print(text, &error) ? 0 : tab_match_output_complain(error);
}

/* Export. */

typedef struct {
    TabGrowingFile *writer; /* NULL: standard output */
    guint games;
} Exporting;

static gboolean export_game(const TabStoredGame *row, const char *record, gsize length,
                            gpointer data, GError **error)
{
    Exporting *exporting = data;
    if (exporting->writer)
        return tab_growing_file_add_apart(exporting->writer, record, error);
    return (!exporting->games++ || print("\n", error)) && print(record, error);
}

/* Writing a record over the database would be the end of both. */
static gboolean check_output(const Arguments *arguments, TabDatabase *database, GError **error)
{
    const TabMatchPath paths[] = {{"--output", arguments->output, .grows = TRUE},
                                  {"--db", tab_database_get_path(database)}};
    return !arguments->output || (tab_match_output_check_names(paths, G_N_ELEMENTS(paths), error) &&
                                  tab_match_output_check_writable(paths, 1, error));
}

static const char export_description[] = FILTER_HELP
    "\n"
    "Records are written as they came in, comments, variations and notes included, in canonical\n"
    "form. With --output a file that is there stays until the new one is whole.\n"
    "\n"
    "Exit status: 0, also if there is no such game; 1 wrong usage, a database that cannot be\n"
    "read, a file that cannot be written.\n"
    "\n"
    "Example:\n"
    "  tab-match db export --player Ada --date-from 2026 --output ada.tab";

static int run_export(char **argv)
{
    g_auto(Arguments) arguments = {0};
    TabGameFilter filter;
    GError *error = NULL;
    Exporting exporting = {NULL};
    g_autoptr(TabDatabase) database =
        begin_question(&arguments, &filter, argv, FILTER | ORDER | OUTPUT,
                       "Writes games of a database as records.", export_description);
    if (!database)
        return TAB_MATCH_EXIT_BAD;
    if (!check_output(&arguments, database, &error))
        return tab_match_output_complain(error);
    if (arguments.output) {
        exporting.writer = tab_growing_file_open(arguments.output, TAB_GROWING_WHOLE, &error);
        if (!exporting.writer)
            return tab_match_output_complain(error);
    }
    gboolean ok = tab_database_visit_games(database, &filter, export_game, &exporting, &error);
    if (exporting.writer && ok)
        ok = tab_growing_file_close(exporting.writer, &error);
    else if (exporting.writer) /* a part of the games would look like all of them */
        tab_growing_file_abandon(exporting.writer);
    return ok ? 0 : tab_match_output_complain(error);
}

/* Statistics. */

static const char stats_description[] = FILTER_HELP
    "\n"
    "A table of the rules: games, who won them, those without a result (open), the score of the\n"
    "side that began, and the mean number of turns; then a table of the players. With --openings\n"
    "instead the first turns, by throws and then by what was played: how often, and the score of\n"
    "the side that played it. The order in which throws fell does not matter there, nor that of\n"
    "plays with the same end.\n"
    "\n"
    "Exit status: 0; 1 wrong usage or a database that cannot be read.\n"
    "\n"
    "Example:\n"
    "  tab-match db stats --openings walker --depth 2 --min-games 20";

typedef struct {
    TabDatabase *database;
    const TabGameFilter *filter;
    guint depth, min_games;
    guint level; /* turns above */
    GError *error;
} Tree;

static gboolean append_openings(Tree *tree, gint64 parent, GString *text);

static gboolean follow(const TabOpeningLine *line, GString *text, gpointer data)
{
    Tree *tree = data;
    if (tree->level + 1 == tree->depth)
        return TRUE;
    tree->level++;
    gboolean ok = append_openings(tree, line->number, text);
    tree->level--;
    return ok;
}

/* The turns behind `parent`, as deep as asked for: four turns at most. */
static gboolean append_openings(Tree *tree, gint64 parent, GString *text)
{
    g_autoptr(GPtrArray) lines =
        tab_database_list_openings(tree->database, tree->filter, parent, &tree->error);
    if (!lines)
        return FALSE;
    for (guint i = lines->len; i-- > 0;)
        if (((const TabOpeningLine *)g_ptr_array_index(lines, i))->games < tree->min_games)
            g_ptr_array_remove_index(lines, i);
    return tab_db_report_openings(lines, 2 * tree->level, text, follow, tree);
}

static gboolean print_openings(const Arguments *arguments, TabDatabase *database,
                               TabGameFilter *filter, GError **error)
{
    if (arguments->depth < 1 || arguments->depth > TAB_OPENING_DEPTH || arguments->min_games < 1)
        return tab_keywords_refuse_value(error, "--depth is from 1 to %d, --min-games from 1 on",
                                         TAB_OPENING_DEPTH);
    if (filter->rules)
        return tab_keywords_refuse_value(error, "--rules beside --openings, which names the rules");
    g_autoptr(GString) text = g_string_new(NULL);
    Tree tree = {database, filter, (guint)arguments->depth, (guint)arguments->min_games, 0, NULL};
    filter->rules = arguments->openings;
    if (!append_openings(&tree, 0, text)) {
        g_propagate_error(error, tree.error);
        return FALSE;
    }
    return print(text->str, error);
}

static gboolean print_tallies(TabDatabase *database, const TabGameFilter *filter, GError **error)
{
    g_autoptr(GPtrArray) rules = tab_database_tally_rules(database, filter, error);
    g_autoptr(GPtrArray) players =
        rules ? tab_database_tally_players(database, filter, error) : NULL;
    if (!players)
        return FALSE;
    g_autofree char *of_rules = tab_db_report_rules(rules);
    g_autofree char *of_players = tab_db_report_players(players);
    return print(of_rules, error) && (!*of_rules || !*of_players || print("\n", error)) &&
           print(of_players, error);
}

static int run_stats(char **argv)
{
    g_auto(Arguments) arguments = {.depth = 1, .min_games = 1};
    TabGameFilter filter;
    GError *error = NULL;
    g_autoptr(TabDatabase) database =
        begin_question(&arguments, &filter, argv, FILTER | COUNTS, "Counts games of a database.",
                       stats_description);
    if (!database)
        return TAB_MATCH_EXIT_BAD;
    if (!arguments.openings && (arguments.depth != 1 || arguments.min_games != 1)) {
        tab_keywords_refuse_value(&error, "--depth and --min-games need --openings");
        return tab_match_output_complain(error);
    }
    gboolean ok = arguments.openings ? print_openings(&arguments, database, &filter, &error)
                                     : print_tallies(database, &filter, &error);
    return ok ? 0 : tab_match_output_complain(error);
}

/* Removal. */

static const char remove_description[] = FILTER_HELP
    "\n"
    "A NUMBER is that of a game as `tab-match db query` lists it. Without numbers at least one\n"
    "option must pick games; `tab-match db query` with the same options shows which. All of them\n"
    "are removed, or none, with what was said of them. They come back only from a record: export\n"
    "what may be wanted again.\n"
    "\n"
    "Exit status: 0, also if the options pick no game; 1 wrong usage, a number that no game has,\n"
    "a database that cannot be written.\n"
    "\n"
    "Example:\n"
    "  tab-match db remove --event 'Test match' --date-to 2026.10";

/* Each number once, however often it is given. */
static gboolean read_numbers(char **words, GArray *numbers, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    for (char **word = words; *word; word++) {
        guint64 number;
        if (!g_ascii_string_to_unsigned(*word, 10, 1, G_MAXINT64, &number, NULL))
            return tab_keywords_refuse_value(error, "%s is no number of a game", *word);
        if (g_hash_table_add(seen, g_memdup2(&number, sizeof number)))
            g_array_append_val(numbers, number);
    }
    return TRUE;
}

static gboolean remove_games(const Arguments *arguments, TabDatabase *database,
                             const TabGameFilter *filter, guint *n, GError **error)
{
    g_autoptr(GArray) numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    if (!arguments->rest)
        return tab_database_remove_picked(database, filter, n, error);
    *n = 0;
    if (!read_numbers(arguments->rest, numbers, error))
        return FALSE;
    *n = numbers->len;
    return tab_database_remove_games(database, (const gint64 *)(void *)numbers->data, numbers->len,
                                     error);
}

static int run_remove(char **argv)
{
    g_auto(Arguments) arguments = {0};
    TabGameFilter filter;
    GError *error = NULL;
    guint n;
    g_autoptr(TabDatabase) database = /* to write it would make a file where there is none */
        begin_question(&arguments, &filter, argv, FILTER | NUMBERS,
                       "Removes games from a database.", remove_description);
    if (!database)
        return TAB_MATCH_EXIT_BAD;
    g_clear_pointer(&database, tab_database_close);
    if (!arguments.rest == !arguments.picks)
        tab_keywords_refuse_value(&error,
                                  "needs either numbers of games or options that pick them");
    else
        database = open_database(&arguments, TAB_DATABASE_WRITE, &error);
    if (!database || !remove_games(&arguments, database, &filter, &n, &error))
        return tab_match_output_complain(error);
    printf("%u removed\n", n);
    return 0;
}

/* The commands. */

static const struct {
    const char *word;
    int (*run)(char **argv);
    const char *what;
} commands[] = {
    {"import", run_import, "bring game records into a database"},
    {"query", run_query, "list games by player, rules, result, date, position …"},
    {"export", run_export, "write such games as records"},
    {"stats", run_stats, "count them: by rules, players and openings"},
    {"remove", run_remove, "take games out"},
};

int tab_db_main(int argc, char **argv)
{
    for (guint i = 0; argc > 1 && i < G_N_ELEMENTS(commands); i++)
        if (!strcmp(argv[1], commands[i].word)) {
            g_autofree char *name = g_strdup_printf("%s %s", argv[0], argv[1]);
            argv[1] = name; /* what messages call it */
            return commands[i].run(argv + 1);
        }
    gboolean help = argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"));
    if (!help) {
        GError *error = NULL;
        tab_keywords_refuse_value(
            &error,
            "db needs one of import, query, export, stats and remove%s%s (tab-match db --help)",
            argc > 1 ? ", and not " : "", argc > 1 ? argv[1] : "");
        return tab_match_output_complain(error);
    }
    printf("A database of games.\n\nUsage:\n");
    for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
        printf("  tab-match db %-8s %s\n", commands[i].word, commands[i].what);
    printf("\nEach has a --help of its own.\n");
    return 0;
}
