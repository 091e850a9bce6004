// SPDX-License-Identifier: GPL-3.0-or-later
// Options of the command line: from its words to settings.
#include "protocol/runner/match-options.h"

#include <string.h>

#include "protocol/text/keywords.h"
#include "protocol/runner/match-words.h"
#include "protocol/rules/named-rules.h"
#include "protocol/game/record.h"

void tab_match_options_free(TabMatchOptions *options)
{
    g_clear_pointer(&options->settings, tab_match_settings_free);
    g_free(options->record);
    g_free(options->json);
    g_free(options->report);
    g_free(options->log);
    g_free(options->stderr_folder);
    g_free(options->journal);
    g_free(options);
}

static gboolean read_seed(const TabMatchWords *words, TabMatchOptions *options, GError **error)
{
    options->seed_given = words->seed != NULL;
    if (!words->seed)
        options->settings->seed = (guint64)g_random_int() << 32 | g_random_int();
    return !words->seed ||
           g_ascii_string_to_unsigned(words->seed, 10, 0, G_MAXUINT64, &options->settings->seed,
                                      NULL) ||
           tab_keywords_refuse_value(error, "--seed is a number below 2^64, not '%s'", words->seed);
}

static gboolean add_rules(TabMatchSettings *settings, const char *text, GError **error)
{
    TabRuleset set;
    g_autofree char *own = tab_named_rules_user_file();
    if (!tab_named_rules_parse(own, text, &set, error))
        return FALSE;
    g_ptr_array_add(settings->rules, tab_rules_new(&set));
    return TRUE;
}

static gboolean read_rules(const TabMatchWords *words, TabMatchSettings *settings, GError **error)
{
    static const char *const standard[] = {"standard", NULL};
    const char *const *text = words->rules ? (const char *const *)words->rules : standard;
    g_auto(GStrv) widths = words->columns ? g_strsplit(words->columns, ",", -1) : NULL;
    for (; *text; text++) {
        if (!widths && !add_rules(settings, *text, error))
            return FALSE;
        for (GStrv width = widths; width && *width; width++) {
            g_autofree char *wide =
                g_strdup_printf("%s%ccolumns=%s", *text, strchr(*text, ':') ? ',' : ':', *width);
            if (!add_rules(settings, wide, error))
                return FALSE;
        }
    }
    settings->schedule.rules = settings->rules->len;
    return TRUE;
}

/* The limits of all engines: --each, with those of --movetime, --tc, … before it. */
static char *read_each(const TabMatchWords *words)
{
    GString *each = g_string_new(NULL);
    char number[32];
    const struct {
        const char *key;
        gint64 value;
    } limits[] = {{"movetime", words->movetime}, {"depth", words->depth}, {"nodes", words->nodes}};
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
        g_snprintf(number, sizeof number, "%" G_GINT64_FORMAT, limits[i].value);
        if (limits[i].value)
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

/* The engines that conf= names: of the file given, else of the user's own. */
static GPtrArray *read_store(const TabMatchWords *words, GError **error)
{
    g_autofree char *path = words->store ? g_strdup(words->store) : tab_engine_config_user_file();
    if (words->store && !g_file_test(path, G_FILE_TEST_EXISTS)) {
        tab_keywords_refuse_value(error, "--engines: there is no file %s", path);
        return NULL;
    }
    return tab_engine_config_load(path, error);
}

/* A turn without any limit would last for ever. */
static void limit(TabEntrant *entrant)
{
    const TabTimeControl *control = &entrant->control;
    if (!control->movetime_ms && !control->base_ms && !control->nodes && !control->depth)
        entrant->control.movetime_ms = 100;
}

static gboolean add_entrant(TabMatchSettings *settings, TabEntrant *entrant)
{
    if (!entrant)
        return FALSE;
    limit(entrant);
    g_ptr_array_add(settings->entrants, entrant);
    return TRUE;
}

static gboolean read_engines(const TabMatchWords *words, TabMatchSettings *settings, GError **error)
{
    g_autofree char *each = read_each(words);
    g_autoptr(GPtrArray) store = read_store(words, error);
    if (!store)
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
    if (words->judge && !(settings->judge = tab_entrant_parse(words->judge, NULL, store, error)))
        return FALSE;
    if (settings->judge && (settings->judge->control.base_ms || settings->judge->ponder))
        return tab_keywords_refuse_value(error,
                                         "--judge has depth=, nodes= or movetime=, and no clock");
    return !settings->adjudication.tables || settings->judge ||
           tab_keywords_refuse_value(error, "--tables needs a --judge");
}

static gboolean read_schedule(const TabMatchWords *words, TabMatchSettings *settings,
                              GError **error)
{
    TabSchedule *schedule = &settings->schedule;
    schedule->engines = settings->entrants->len;
    schedule->pairs = !words->no_pairs;
    schedule->games = (guint)(words->rounds ? 2 * words->rounds : words->games);
    schedule->seeds = (guint)words->seeds;
    if (words->tournament && g_str_equal(words->tournament, "gauntlet"))
        schedule->format = TAB_SCHEDULE_GAUNTLET;
    else if (words->tournament && !g_str_equal(words->tournament, "round-robin"))
        return tab_keywords_refuse_value(error, "--tournament is round-robin or gauntlet, not '%s'",
                                         words->tournament);
    if (schedule->format == TAB_SCHEDULE_GAUNTLET && schedule->seeds >= schedule->engines)
        return tab_keywords_refuse_value(error, "--seeds leaves no engine to play against");
    if ((guint64)tab_schedule_encounters(schedule) * schedule->games > TAB_MATCH_MAX_GAMES)
        return tab_keywords_refuse_value(error, "that is more than %d games", TAB_MATCH_MAX_GAMES);
    if (!words->shard)
        return TRUE;
    if (!words->seed)
        return tab_keywords_refuse_value(
            error, "--shard needs a --seed: all parts must have the same one");
    g_auto(GStrv) parts = g_strsplit(words->shard, "/", 3);
    guint64 shard, shards;
    if (g_strv_length(parts) != 2 ||
        !g_ascii_string_to_unsigned(parts[1], 10, 1, TAB_MATCH_MAX_GAMES, &shards, NULL) ||
        !g_ascii_string_to_unsigned(parts[0], 10, 1, shards, &shard, NULL))
        return tab_keywords_refuse_value(error, "--shard is written I/N, from 1/N to N/N, not '%s'",
                                         words->shard);
    schedule->shard = (guint)shard;
    schedule->shards = (guint)shards;
    return TRUE;
}

static gboolean read_openings(const TabMatchWords *words, TabMatchOptions *options, GError **error)
{
    TabMatchSettings *settings = options->settings;
    static const TabKeywordRule keys[] = {{"file", TAB_KEYWORD_VALUE, NULL},
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
    options->shuffle = order == 1;
    settings->first_opening = (guint)start - 1;
    return TRUE;
}

static gboolean read_sticks(const TabMatchWords *words, TabMatchSettings *settings, GError **error)
{
    settings->allow_unaware = words->allow_unaware;
    if (words->sticks) {
        TabStickSource *sticks = tab_stick_source_parse(words->sticks, error);
        if (!sticks)
            return FALSE;
        tab_stick_source_free(settings->sticks);
        settings->sticks = sticks;
    }
    for (guint i = 0; !settings->openings && i < settings->rules->len; i++) {
        const TabRules *rules = g_ptr_array_index(settings->rules, i);
        if (!tab_stick_source_check_opening(settings->sticks, &rules->set, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean read_endings(const TabMatchWords *words, TabMatchSettings *settings, GError **error)
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

static gboolean read_sprt(const TabMatchWords *words, TabMatchSettings *settings, GError **error)
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
static gboolean read_date(const TabMatchWords *words, TabMatchOptions *options, GError **error)
{
    TabMatchSettings *settings = options->settings;
    settings->times = !words->no_times;
    options->date_given = words->date != NULL;
    if (words->no_times)
        return !words->date || tab_keywords_refuse_value(error, "--date beside --no-times");
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    settings->date = words->date ? g_strdup(words->date) : g_date_time_format(now, "%Y.%m.%d");
    return tab_record_is_date(settings->date) ||
           tab_keywords_refuse_value(error, "--date is written YYYY.MM.DD, not '%s'",
                                     settings->date);
}

static void read_waits(const TabMatchWords *words, TabMatchSettings *settings)
{
    settings->pinned = words->use_affinity;
    settings->max_turns = (guint)words->max_turns;
    settings->margin_ms = words->margin;
    settings->patience_ms = (gint64)(words->patience * 1000);
    settings->client.handshake_ms = (guint)(words->handshake * 1000);
    settings->client.ready_ms = (guint)(words->ready * 1000);
    settings->client.grace_ms = (guint)(words->grace * 1000);
    settings->client.quit_ms = (guint)(words->quit * 1000);
    settings->event = g_strdup(words->event ? words->event : "tab-match");
}

static gboolean check_outputs(const TabMatchOptions *options, GError **error)
{
    if (options->resume && !options->journal)
        return tab_keywords_refuse_value(error, "--resume needs a --journal");
    if (options->append && options->journal)
        return tab_keywords_refuse_value(
            error, "--append beside --journal: a resumed match writes its record anew");
    if (options->append && !options->record)
        return tab_keywords_refuse_value(error, "--append needs a --record");
    return TRUE;
}

static gboolean read_all(const TabMatchWords *words, TabMatchOptions *options, GError **error)
{
    TabMatchSettings *settings = options->settings = tab_match_settings_new();
    options->concurrency = (guint)words->concurrency;
    options->rating_interval = (guint)words->rating_interval;
    if (!check_outputs(options, error))
        return FALSE;
    read_waits(words, settings);
    return read_seed(words, options, error) && read_date(words, options, error) &&
           read_rules(words, settings, error) && read_endings(words, settings, error) &&
           read_engines(words, settings, error) && read_schedule(words, settings, error) &&
           read_sprt(words, settings, error) && read_openings(words, options, error) &&
           read_sticks(words, settings, error);
}

TabMatchOptions *tab_match_options_parse(int argc, char **argv, GError **error)
{
    g_autoptr(TabMatchOptions) options = g_new0(TabMatchOptions, 1);
    g_auto(TabMatchWords) words = {0};
    if (!tab_match_words_parse(&words, options, argc, argv, error))
        return NULL;
    if (!options->version && !read_all(&words, options, error))
        return NULL;
    return g_steal_pointer(&options);
}
