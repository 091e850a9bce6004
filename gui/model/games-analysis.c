// SPDX-License-Identifier: GPL-3.0-or-later
// Gives the work to a run, takes over what that has found, and puts it into words.
#include "gui/model/games-analysis.h"

#include <glib/gi18n-lib.h>

#include "gui/model/engine-store.h"
#include "gui/model/level-text.h"
#include "gui/model/rules-text.h"

#define SETTINGS "depth 1, nodes 10000, %d throws ahead" /* what analysis.h does without limits */

G_DEFINE_FINAL_TYPE(TabGamesAnalysis, tab_games_analysis, G_TYPE_OBJECT)

static guint changed_signal;

/* --- the run --- */

static void on_news(gpointer data)
{
    g_autoptr(TabGamesAnalysis) self = g_object_ref(data);
    tab_games_analysis_state_clear(&self->state);
    g_autoptr(GPtrArray) news = tab_games_analysis_run_take(self->run, &self->state);
    if (news->len)
        g_list_store_splice(self->games, g_list_model_get_n_items(G_LIST_MODEL(self->games)), 0,
                            news->pdata, news->len);
    if (self->state.stage == TAB_GAMES_ANALYSIS_ENDED) {
        g_clear_pointer(&self->run, tab_games_analysis_run_forget);
        self->stopping = FALSE;
    }
    g_signal_emit(self, changed_signal, 0);
}

/* What decides the values: the engine, as it is set up, and how it is asked. */
static char *describe_settings(const TabEngineConfig *engine)
{
    GString *text = g_string_new(tab_engine_store_name_of(engine));
    for (char **word = engine->argv; *word; word++)
        g_string_append_printf(text, " %s", *word);
    if (engine->directory)
        g_string_append_printf(text, ", directory=%s", engine->directory);
    if (engine->inherit_env)
        g_string_append(text, ", inherit-env");
    for (guint i = 0; i < engine->environment->len; i++) {
        char *const *variable = engine->environment->pdata[i];
        g_string_append_printf(text, ", env.%s%s%s", variable[0], variable[1] ? "=" : "",
                               variable[1] ? variable[1] : "");
    }
    for (guint i = 0; i < engine->options->len; i++) {
        char *const *option = engine->options->pdata[i];
        g_string_append_printf(text, ", %s=%s", option[0], option[1] ? option[1] : "");
    }
    g_string_append_printf(text, ", " SETTINGS, TAB_ANALYSIS_AHEAD);
    g_autofree char *raw = g_string_free(text, FALSE);
    return g_utf8_make_valid(raw, -1);
}

/* One for each place and each way of judging: nothing that is analysed there is lost, and no other
 * place has to be read for it. */
static char *journal_path(const TabGamesAnalysis *self, const char *settings)
{
    g_autofree char *place =
        g_strdup_printf("%s\n%s", self->folder ? self->folder : self->database, settings);
    g_autofree char *digest = g_compute_checksum_for_string(G_CHECKSUM_SHA256, place, -1);
    g_autofree char *name = g_strconcat(digest, ".journal", NULL);
    return g_build_filename(g_get_user_state_dir(), "tab", "analyses", name, NULL);
}

void tab_games_analysis_begin(TabGamesAnalysis *self, const TabEngineConfig *engine,
                              const TabGamesAnalysisWishes *wishes)
{
    g_return_if_fail(!self->run);
    TabGamesAnalysisPlan *plan = g_new0(TabGamesAnalysisPlan, 1);
    plan->folder = g_strdup(self->folder);
    plan->numbers = self->numbers ? g_array_ref(self->numbers) : NULL; /* never changes */
    plan->database = g_strdup(self->database);
    plan->keep = wishes->keep;
    plan->write = wishes->write && self->folder;
    plan->rate = wishes->rate;
    plan->engine = tab_engine_config_copy(engine);
    plan->engine_name = g_strdup(tab_engine_store_name_of(engine));
    plan->settings = describe_settings(engine);
    plan->journal = journal_path(self, plan->settings);
    plan->judges = MAX(g_get_num_processors(), 1);
    g_free(self->engine);
    self->engine = g_strdup(plan->engine_name);
    g_list_store_remove_all(self->games);
    tab_games_analysis_state_clear(&self->state);
    self->run = tab_games_analysis_run_new(plan, on_news, self);
    g_signal_emit(self, changed_signal, 0);
}

void tab_games_analysis_stop(TabGamesAnalysis *self)
{
    if (!self->run)
        return;
    self->stopping = TRUE;
    tab_games_analysis_run_stop(self->run);
    g_signal_emit(self, changed_signal, 0);
}

GStrv tab_games_analysis_list_overwritten(const TabGamesAnalysis *self)
{
    g_auto(GStrv) files = self->folder ? tab_games_analysis_list_files(self->folder, NULL) : NULL;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (GStrv path = files; path && *path; path++) {
        g_autofree char *output = tab_games_analysis_output(*path);
        if (g_file_test(output, G_FILE_TEST_EXISTS))
            g_ptr_array_add(names, g_filename_display_basename(output));
    }
    g_ptr_array_add(names, NULL);
    return (GStrv)g_ptr_array_free(g_steal_pointer(&names), FALSE);
}

/* --- words --- */

double tab_games_analysis_get_part(const TabGamesAnalysis *self)
{
    const TabGamesAnalysisState *state = &self->state;
    return state->of ? CLAMP(state->done / state->of, 0, 1) : 0;
}

static char *describe_run(const TabGamesAnalysis *self)
{
    const TabGamesAnalysisState *state = &self->state;
    if (self->stopping)
        return g_strdup(_("Stopping…"));
    switch (state->stage) {
    case TAB_GAMES_ANALYSIS_ANALYSES:
        /* Translators: an engine's name; how many games it has looked at, and how many there are.
         */
        return g_strdup_printf(_("%s is looking at the games: %u of %u are done."), self->engine,
                               (guint)state->done, state->of);
    case TAB_GAMES_ANALYSIS_RATES:
        /* Translators: an engine's name; it plays the same decisions at several levels. */
        return g_strdup_printf(_("%s is trying its levels: %u of %u decisions."), self->engine,
                               (guint)state->done, state->of);
    case TAB_GAMES_ANALYSIS_READS:
    case TAB_GAMES_ANALYSIS_ENDED:
    default:
        return g_strdup(_("Reading the games…"));
    }
}

static void append_sentence(GString *text, const char *sentence)
{
    g_string_append_printf(text, "%s%s", text->len ? " " : "", sentence);
}

static void append_count(GString *text, const char *format, guint n)
{
    g_autofree char *sentence = n ? g_strdup_printf(format, n) : NULL;
    if (sentence)
        append_sentence(text, sentence);
}

static char *describe_end(const TabGamesAnalysis *self)
{
    const TabGamesAnalysisState *state = &self->state;
    GString *text = g_string_new(NULL);
    guint n = state->games;
    if (state->fault)
        /* Translators: an engine's name, and what went wrong. */
        g_string_append_printf(text, _("%s could not look at all games: %s."), self->engine,
                               state->fault);
    else if (state->stopped)
        g_string_append(text, _("Stopped. What is analysed is kept, and it can go on from there."));
    else if (!n && !state->failed)
        g_string_append(text, _("There are no games here."));
    append_count(text,
                 /* Translators: a number of games, behind other sentences or alone. */
                 ngettext("%u game was looked at.", "%u games were looked at.", n), n);
    append_count(text,
                 /* Translators: games, or files of games. */
                 ngettext("%u could not be analysed.", "%u could not be analysed.", state->failed),
                 state->failed);
    append_count(text,
                 /* Translators: their luck and loss could not be kept there. */
                 ngettext("%u game is not in the list of games.",
                          "%u games are not in the list of games.", state->foreign),
                 state->foreign);
    append_count(text,
                 ngettext("%u file with notes was written.", "%u files with notes were written.",
                          state->files),
                 state->files);
    return g_string_free(text, FALSE);
}

char *tab_games_analysis_describe(const TabGamesAnalysis *self)
{
    return !self->engine ? g_strdup("") : self->run ? describe_run(self) : describe_end(self);
}

char *tab_games_analysis_describe_level(const TabGamesAnalysis *self, const char *player)
{
    const GPtrArray *ratings = self->state.ratings;
    GString *text = g_string_new(NULL);
    gboolean one = TRUE; /* rules, of all players */
    for (guint i = 1; ratings && i < ratings->len; i++)
        one &= g_str_equal(((TabGamesAnalysisRating *)ratings->pdata[i])->rules,
                           ((TabGamesAnalysisRating *)ratings->pdata[0])->rules);
    for (guint i = 0; ratings && i < ratings->len; i++) {
        const TabGamesAnalysisRating *rating = ratings->pdata[i];
        g_autofree char *level = tab_level_text(&rating->rating);
        if (!g_str_equal(rating->player, player) || !*level)
            continue;
        g_autoptr(TabRules) rules = one ? NULL : tab_rules_parse(rating->rules, NULL);
        g_autofree char *name = rules ? tab_rules_text_name(rules) : NULL;
        if (text->len)
            g_string_append_c(text, '\n');
        if (name)
            g_string_append_printf(text, "%s: ", name);
        g_string_append(text, level);
    }
    return g_string_free(text, FALSE);
}

/* --- the object --- */

static void tab_games_analysis_dispose(GObject *object)
{
    TabGamesAnalysis *self = TAB_GAMES_ANALYSIS(object);
    g_clear_pointer(&self->run, tab_games_analysis_run_forget);
    g_clear_object(&self->games);
    G_OBJECT_CLASS(tab_games_analysis_parent_class)->dispose(object);
}

static void tab_games_analysis_finalize(GObject *object)
{
    TabGamesAnalysis *self = TAB_GAMES_ANALYSIS(object);
    tab_games_analysis_state_clear(&self->state);
    g_free(self->folder);
    g_clear_pointer(&self->numbers, g_array_unref);
    g_free(self->database);
    g_free(self->engine);
    G_OBJECT_CLASS(tab_games_analysis_parent_class)->finalize(object);
}

static void tab_games_analysis_class_init(TabGamesAnalysisClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_games_analysis_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_games_analysis_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_GAMES_ANALYSIS, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_games_analysis_init(TabGamesAnalysis *self)
{
    self->games = g_list_store_new(TAB_TYPE_GAMES_ANALYSIS_ITEM);
}

TabGamesAnalysis *tab_games_analysis_new_folder(const char *folder, const char *database)
{
    TabGamesAnalysis *self = g_object_new(TAB_TYPE_GAMES_ANALYSIS, NULL);
    self->folder = g_strdup(folder);
    self->database = g_strdup(database);
    return self;
}

TabGamesAnalysis *tab_games_analysis_new_stored(const char *database, const GArray *numbers)
{
    TabGamesAnalysis *self = g_object_new(TAB_TYPE_GAMES_ANALYSIS, NULL);
    self->database = g_strdup(database);
    self->numbers = g_array_sized_new(FALSE, FALSE, sizeof(gint64), numbers->len);
    g_array_append_vals(self->numbers, numbers->data, numbers->len);
    return self;
}
