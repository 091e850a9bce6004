// SPDX-License-Identifier: GPL-3.0-or-later
// `tab-match merge`: joins the journals of a match that was played in parts into what the match
// played at once would have told.
#include "protocol/runner/commands.h"

#include <stdio.h>

#include "protocol/match/journal.h"
#include "protocol/text/keywords.h"
#include "protocol/runner/match-output.h"
#include "protocol/files/growing-file.h"

#define RANGES_SHOWN 10 /* of missing games */

static const char summary[] =
    "Joins the journals of a match that was played in parts (--shard) and tells what the whole\n"
    "match would have told: the same score line, record and results, byte for byte.";

static const char description[] =
    "The journals must be of the same match, a part each, in any order. The SPRT is evaluated\n"
    "over the games in the order of their numbers; games after its decision are left out.\n"
    "Games that are missing are an error, unless --partial allows them. The joined journal can\n"
    "be resumed without --shard.\n"
    "\n"
    "Exit status: 0, or what --sprt says: 0 H1, 10 H0, 11 undecided; 12 if every game was lost\n"
    "by a fault; 1 for an error.\n"
    "\n"
    "Example:\n"
    "  tab-match merge part-*.journal --record all.tab --json all.json";

typedef struct {
    char **journals;
    char *record, *json, *report, *journal;
    gboolean partial, quiet;
} Words;

/* One journal. */
typedef struct {
    const char *path;
    char *settings;
    TabMatchPlan *plan;
    GPtrArray *games;
} Part;

/* The match that the parts are of. */
typedef struct {
    const Words *words;
    GPtrArray *parts;          /* of Part, in the order of the shards */
    const char *settings;      /* of the first part */
    TabMatchPlan *plan;        /* of the first part */
    guint games;               /* planned, all shards */
    TabGameResult **by_number; /* borrowed; by number - 1; NULL: missing */
    TabResults *results;
    guint last; /* number of the last game that counts */
} Merge;

static void free_words(Words *words)
{
    g_strfreev(words->journals);
    g_free(words->record);
    g_free(words->json);
    g_free(words->report);
    g_free(words->journal);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Words, free_words)

static void free_part(Part *part)
{
    g_free(part->settings);
    g_clear_pointer(&part->plan, tab_match_plan_free);
    g_clear_pointer(&part->games, g_ptr_array_unref);
    g_free(part);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Part, free_part)

static void free_merge(Merge *merge)
{
    g_clear_pointer(&merge->parts, g_ptr_array_unref);
    g_clear_pointer(&merge->results, tab_results_free);
    g_free(merge->by_number);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Merge, free_merge)

static gboolean parse_merge_words(Words *words, char **argv, GError **error)
{
    const GOptionEntry entries[] = {
        {"record", 'o', 0, G_OPTION_ARG_FILENAME, &words->record, "Write the games there (.tab)",
         "FILE"},
        {"json", 0, 0, G_OPTION_ARG_FILENAME, &words->json, "Write the results there", "FILE"},
        {"report", 0, 0, G_OPTION_ARG_FILENAME, &words->report,
         "Write a page with plots there (HTML)", "FILE"},
        {"journal", 0, 0, G_OPTION_ARG_FILENAME, &words->journal,
         "Write a journal of all games there", "FILE"},
        {"partial", 0, 0, G_OPTION_ARG_NONE, &words->partial, "Games may be missing", NULL},
        {"quiet", 'q', 0, G_OPTION_ARG_NONE, &words->quiet, "Only the score lines", NULL},
        {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &words->journals, NULL, "JOURNAL…"},
        {0},
    };
    g_auto(GStrv) copy = g_strdupv(argv);
    if (!tab_match_read_options(&copy, entries, summary, description, error))
        return FALSE;
    return words->journals ||
           tab_keywords_refuse_value(error, "a journal is needed (tab-match merge --help)");
}

/* Reading. */

static Part *read_part(const char *path, GError **error)
{
    g_autoptr(Part) part = g_new0(Part, 1);
    part->path = path;
    if (!tab_journal_read(path, &part->games, &part->settings, error))
        return NULL;
    part->plan = tab_match_plan_parse(part->settings, error);
    if (part->plan && tab_journal_check_games(part->games, &part->plan->schedule, error))
        return g_steal_pointer(&part);
    g_prefix_error(error, "%s: ", path);
    return NULL;
}

static int compare_shards(gconstpointer a, gconstpointer b)
{
    const Part *const *left = a, *const *right = b;
    guint one = (*left)->plan->schedule.shard, other = (*right)->plan->schedule.shard;
    return one < other ? -1 : one > other;
}

/* Whether two parts, neighbours in the order of shards, go together. Parts may be played on
 * different days. */
static gboolean check_pair(const Part *first, const Part *part, GError **error)
{
    static const char *const ignored[] = {"match.shard", "match.date", NULL};
    g_autofree char *difference =
        tab_match_settings_compare(part->settings, first->settings, ignored);
    if (difference)
        return tab_keywords_refuse_value(error, "%s is of another match than %s: %s", part->path,
                                         first->path, difference);
    if (part->plan->schedule.shard == first->plan->schedule.shard)
        return tab_keywords_refuse_value(error, "%s and %s are both of shard %u/%u", first->path,
                                         part->path, part->plan->schedule.shard,
                                         part->plan->schedule.shards);
    return TRUE;
}

static gboolean read_parts(Merge *merge, GError **error)
{
    merge->parts = g_ptr_array_new_with_free_func((GDestroyNotify)free_part);
    for (char **path = merge->words->journals; *path; path++) {
        Part *part = read_part(*path, error);
        if (!part)
            return FALSE;
        g_ptr_array_add(merge->parts, part);
    }
    g_ptr_array_sort(merge->parts, compare_shards);
    for (guint i = 1; i < merge->parts->len; i++)
        if (!check_pair(g_ptr_array_index(merge->parts, i - 1), g_ptr_array_index(merge->parts, i),
                        error))
            return FALSE;
    const Part *first = g_ptr_array_index(merge->parts, 0);
    merge->settings = first->settings;
    merge->plan = first->plan;
    merge->games = tab_schedule_games(&merge->plan->schedule);
    return TRUE;
}

/* Joining. */

/* Takes the games in their order, up to the decision of the SPRT. */
static void join_parts(Merge *merge)
{
    merge->by_number = g_new0(TabGameResult *, merge->games);
    for (guint p = 0; p < merge->parts->len; p++) {
        const Part *part = g_ptr_array_index(merge->parts, p);
        for (guint i = 0; i < part->games->len; i++) {
            TabGameResult *game = g_ptr_array_index(part->games, i);
            merge->by_number[game->number - 1] = game;
        }
    }
    TabSprtVerdict verdict = TAB_SPRT_UNDECIDED;
    merge->results = tab_results_new_for_plan(merge->plan);
    while (merge->last < merge->games && verdict == TAB_SPRT_UNDECIDED) {
        const TabGameResult *game = merge->by_number[merge->last++];
        TabPairing pairing = tab_schedule_game(&merge->plan->schedule, merge->last);
        if (game)
            verdict = tab_results_add(merge->results, game, pairing.set);
    }
}

/* The missing games that count, e.g. "3, 7–9"; their number. */
static guint find_missing(const Merge *merge, GString *text)
{
    guint missing = 0, ranges = 0;
    for (guint i = 0; i < merge->last; i++) {
        guint first = i + 1;
        while (i < merge->last && !merge->by_number[i])
            i++;
        if (i + 1 == first)
            continue;
        missing += i + 1 - first;
        if (++ranges > RANGES_SHOWN)
            continue;
        g_string_append_printf(text, "%s%u", text->len ? ", " : "", first);
        if (i > first)
            g_string_append_printf(text, "–%u", i);
    }
    if (ranges > RANGES_SHOWN)
        g_string_append(text, ", …");
    return missing;
}

/* Shards without a journal, e.g. " (no journal of shard 2/3, 3/3)", or "". */
static char *find_absent(const Merge *merge)
{
    GString *text = g_string_new(NULL);
    guint shards = merge->plan->schedule.shards, absent = 0;
    for (guint shard = 1, p = 0; shard <= shards; shard++) {
        const Part *part = p < merge->parts->len ? g_ptr_array_index(merge->parts, p) : NULL;
        if (part && part->plan->schedule.shard == shard)
            p++;
        else if (++absent <= RANGES_SHOWN)
            g_string_append_printf(text, "%s%u/%u",
                                   text->len ? ", " : " (there is no journal of shard ", shard,
                                   shards);
    }
    g_string_append(text, absent > RANGES_SHOWN ? ", …)" : absent ? ")" : "");
    return g_string_free(text, FALSE);
}

static gboolean check_missing(const Merge *merge, GError **error)
{
    g_autoptr(GString) list = g_string_new(NULL);
    guint missing = find_missing(merge, list);
    if (!missing)
        return TRUE;
    g_autofree char *absent = find_absent(merge);
    g_autofree char *text =
        g_strdup_printf("%u of %u games %s missing: %s%s", missing, merge->games,
                        missing == 1 ? "is" : "are", list->str, absent);
    if (!merge->words->partial)
        return tab_keywords_refuse_value(error, "%s", text);
    fprintf(stderr, "%s\n", text);
    return TRUE;
}

/* Writing. */

static gboolean write_games(const Merge *merge, GError **error)
{
    TabGrowingFile *writer =
        tab_growing_file_open(merge->words->record, TAB_GROWING_INSTEAD, error);
    gboolean ok = writer != NULL;
    for (guint i = 0; i < merge->last && ok; i++)
        if (merge->by_number[i])
            ok = tab_growing_file_add_apart(writer, merge->by_number[i]->record, error);
    return writer && tab_growing_file_close(writer, ok ? error : NULL) && ok;
}

/* A journal of the whole match, with all games, also those that came after a decision. */
static gboolean write_journal(const Merge *merge, GError **error)
{
    g_autoptr(GKeyFile) file = g_key_file_new();
    g_key_file_load_from_data(file, merge->settings, (gsize)-1, G_KEY_FILE_NONE, NULL);
    g_key_file_set_integer(file, "match", "shard", 1);
    g_key_file_set_integer(file, "match", "shards", 1);
    g_autofree char *settings = g_key_file_to_data(file, NULL, NULL);
    g_autoptr(GPtrArray) games = g_ptr_array_new();
    for (guint i = 0; i < merge->games; i++)
        if (merge->by_number[i])
            g_ptr_array_add(games, merge->by_number[i]);
    TabJournal *journal = tab_journal_create(merge->words->journal, settings, error);
    gboolean ok = journal && tab_journal_add_all(journal, games, error);
    return journal && tab_journal_close(journal, ok ? error : NULL) && ok;
}

/* No output may take the place of a journal. */
static gboolean check_paths(const Words *words, GError **error)
{
    const TabMatchPath outputs[] = {{"--record", words->record, .grows = TRUE},
                                    {"--json", words->json},
                                    {"--report", words->report},
                                    {"--journal", words->journal}};
    if (!tab_match_output_check_names(outputs, G_N_ELEMENTS(outputs), error) ||
        !tab_match_output_check_writable(outputs, G_N_ELEMENTS(outputs), error))
        return FALSE;
    return tab_match_output_check_inputs(outputs, G_N_ELEMENTS(outputs), "a journal",
                                         words->journals, error);
}

int tab_merge_main(int argc, char **argv)
{
    GError *error = NULL;
    g_auto(Words) words = {0};
    g_auto(Merge) merge = {.words = &words};
    if (!parse_merge_words(&words, argv, &error) || !check_paths(&words, &error) ||
        !read_parts(&merge, &error))
        return tab_match_output_complain(error);
    join_parts(&merge);
    if (!check_missing(&merge, &error) || (words.journal && !write_journal(&merge, &error)))
        return tab_match_output_complain(error);
    gboolean ok = !words.record || write_games(&merge, &error);
    if (!ok) /* it does not keep the rest back */
        tab_match_output_complain(error);
    TabMatchOutput output = {words.json, words.report, words.quiet};
    ok &= tab_match_output_print(merge.results, merge.plan, merge.settings, &output);
    return ok ? tab_match_output_status(merge.results) : TAB_MATCH_EXIT_BAD;
}
