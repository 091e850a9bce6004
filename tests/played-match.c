// SPDX-License-Identifier: GPL-3.0-or-later
#include "played-match.h"

#include <glib/gstdio.h>

#include "protocol/game/record-text.h"
#include "protocol/match/probe.h"

void played_free(Played *played)
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

TabEntrant *engine(const char *program, const char *arguments, const char *name)
{
    const char *build = g_getenv("TAB_BUILD_ROOT");
    g_autofree char *spec =
        g_strdup_printf("cmd=%s/%s %s,name=%s", build, program, arguments, name);
    g_autoptr(GError) error = NULL;
    TabEntrant *entrant = tab_entrant_parse(spec, NULL, NULL, &error);
    g_assert_no_error(error);
    return entrant;
}

TabEntrant *fake(const char *switches)
{
    g_autofree char *arguments = g_strdup_printf("--rules 'any columns 5 29' %s", switches);
    return engine("tests/fake-engine", arguments, "fake");
}

TabEntrant *random_player(void)
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

Played *played_new(void)
{
    Played *played = g_new0(Played, 1);
    played->text = g_string_new(NULL);
    played->reasons = g_ptr_array_new_with_free_func(g_free);
    played->finished = g_hash_table_new(NULL, NULL);
    played->cancellable = g_cancellable_new();
    played->loop = g_main_loop_new(NULL, FALSE);
    return played;
}

void run_logged(Played *played, const TabMatchSettings *settings, guint concurrency,
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

void run(Played *played, const TabMatchSettings *settings, guint concurrency)
{
    run_logged(played, settings, concurrency, NULL);
}

TabMatchSettings *match(TabEntrant *first, TabEntrant *second, const char *rules_text, guint games)
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

Played *play(TabEntrant *first, TabEntrant *second, const char *rules_text, guint games,
             guint concurrency, const TabTimeControl *control, gint64 margin_ms)
{
    Played *played = played_new();
    g_autoptr(TabMatchSettings) settings = match(first, second, rules_text, games);
    first->control = second->control = *control;
    settings->margin_ms = margin_ms;
    run(played, settings, concurrency);
    return played;
}

TabMatchSettings *stuck_match(const char *first, const char *second, guint turns)
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

TabRecord *play_stuck(Played *played, TabMatchSettings *settings)
{
    run(played, settings, 1);
    tab_match_settings_free(settings);
    g_assert_no_error(played->error);
    g_assert_cmpuint(played->games, ==, 1);
    g_autoptr(GPtrArray) records = tab_record_parse(played->text->str, played->text->len, NULL);
    g_assert_cmpuint(records->len, ==, 1);
    return g_ptr_array_steal_index(records, 0);
}
