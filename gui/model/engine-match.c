// SPDX-License-Identifier: GPL-3.0-or-later
// A match between two engines that tab-match plays for the window: what it is, how it runs, and
// what its journal says.
#include "gui/model/engine-match.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "gui/model/engine-store.h"
#include "gui/model/file-work.h"
#include "protocol/files/output-file.h"
#include "protocol/match/journal.h"
#include "protocol/match/settings.h"
#include "protocol/report/report.h"
#include "protocol/rules/ruleset.h"

#define GROUP "match"
#define VERSION 1         /* of match.ini; one that says none is of version 0.1 of the program */
#define LOOK_MS 1000      /* between two looks at the journal, */
#define LOOK_SHARE 10     /* and at least so many times as long as a look takes */
#define MOST_SAID 2000    /* bytes of standard error that are kept */
#define MOST_FOLDERS 1000 /* of matches that were begun in one second */

static const char *const limit_keys[] = {"movetime", "nodes", "depth"};

G_DEFINE_FINAL_TYPE(TabEngineMatch, tab_engine_match, G_TYPE_OBJECT)

static guint changed_signal;

static void set_state(TabEngineMatch *self, TabEngineMatchState state)
{
    self->state = state;
    g_signal_emit(self, changed_signal, 0);
}

static char *path_of(TabEngineMatch *self, const char *name)
{
    return g_build_filename(self->folder, name, NULL);
}

char *tab_engine_match_get_journal(TabEngineMatch *self)
{
    return path_of(self, "match.journal");
}

char *tab_engine_match_get_games(TabEngineMatch *self)
{
    return path_of(self, "games.tab");
}

char *tab_engine_match_get_page(TabEngineMatch *self)
{
    return path_of(self, "results.html");
}

/* --- what the journal says --- */

typedef struct {
    guint played;
    TabScore score;
    char *figures;
    gint64 took_us;
} Standing;

static void free_standing(gpointer data)
{
    g_free(((Standing *)data)->figures);
    g_free(data);
}

static gint compare_numbers(gconstpointer a, gconstpointer b)
{
    const TabGameResult *one = *(TabGameResult *const *)a, *other = *(TabGameResult *const *)b;
    return one->number < other->number ? -1 : one->number > other->number;
}

static Standing *read_standing(const char *path, GError **error)
{
    g_autoptr(GPtrArray) games = NULL;
    g_autofree char *settings = NULL;
    gint64 begun = g_get_monotonic_time();
    if (!tab_journal_read(path, &games, &settings, error))
        return NULL;
    g_autoptr(TabMatchPlan) plan = tab_match_plan_parse(settings, error);
    if (!plan || !tab_journal_check_games(games, &plan->schedule, error))
        return NULL;
    g_autoptr(TabResults) results = tab_results_new_for_plan(plan);
    g_ptr_array_sort(games, compare_numbers);
    for (guint i = 0; i < games->len; i++) {
        const TabGameResult *game = games->pdata[i];
        tab_results_add(results, game, tab_schedule_game(&plan->schedule, game->number).set);
    }
    Standing *standing = g_new0(Standing, 1);
    standing->played = games->len;
    for (int side = 0; side < 2; side++) {
        const TabScore *seat = &results->engine[0].seat[side];
        standing->score.wins += seat->wins;
        standing->score.losses += seat->losses;
        standing->score.draws += seat->draws;
    }
    standing->figures = games->len ? tab_results_to_text(results, plan->times) : NULL;
    standing->took_us = g_get_monotonic_time() - begun;
    return standing;
}

static void look_in_thread(GTask *task, gpointer source, gpointer path, GCancellable *cancellable)
{
    GError *error = NULL;
    Standing *standing = read_standing(path, &error);
    if (standing)
        g_task_return_pointer(task, standing, free_standing);
    else
        g_task_return_error(task, error);
}

static void look(TabEngineMatch *self);
static gboolean on_time_to_look(gpointer data);

static void look_later(TabEngineMatch *self, gint64 took_us)
{
    if (!self->look && self->process)
        self->look =
            g_timeout_add((guint)MAX(LOOK_MS, LOOK_SHARE * took_us / 1000), on_time_to_look, self);
}

/* A journal that is not there yet, or has no header yet, is a match in which nothing has happened.
 */
static gboolean is_fresh(const GError *error)
{
    return g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT) ||
           g_error_matches(error, TAB_JOURNAL_ERROR, TAB_JOURNAL_ERROR_EMPTY);
}

static void on_looked(GObject *source, GAsyncResult *result, gpointer data)
{
    TabEngineMatch *self = TAB_ENGINE_MATCH(source);
    g_autoptr(GError) error = NULL;
    Standing *standing = g_task_propagate_pointer(G_TASK(result), &error);
    self->looking = FALSE;
    if (standing) {
        self->played = standing->played;
        self->score = standing->score;
        g_free(self->figures);
        self->figures = g_steal_pointer(&standing->figures);
        look_later(self, standing->took_us);
        free_standing(standing);
    } else if (is_fresh(error)) {
        look_later(self, 0);
    } else if (!self->process && !self->fault) {
        self->fault = g_strdup(error->message);
    }
    if (self->look_again)
        look(self);
    if (!self->process && self->played >= self->games)
        self->state = TAB_ENGINE_MATCH_IS_OVER;
    g_signal_emit(self, changed_signal, 0);
}

static void look(TabEngineMatch *self)
{
    g_clear_handle_id(&self->look, g_source_remove);
    self->look_again = self->looking;
    if (self->looking)
        return;
    self->looking = TRUE;
    tab_work_in_thread(self, look_in_thread, tab_engine_match_get_journal(self), g_free, on_looked);
}

static gboolean on_time_to_look(gpointer data)
{
    TabEngineMatch *self = data;
    self->look = 0;
    look(self);
    return G_SOURCE_REMOVE;
}

/* --- the process --- */

static void fail(TabEngineMatch *self, const char *fault)
{
    g_free(self->fault);
    self->fault = g_strdup(fault);
    set_state(self, TAB_ENGINE_MATCH_RESTS);
}

/* The last line that it has said, without its own name in front; NULL: it has said nothing. */
static char *last_said(TabEngineMatch *self)
{
    g_autofree char *text = g_utf8_make_valid(self->said->str, (gssize)self->said->len);
    g_strchomp(text);
    const char *line = strrchr(text, '\n');
    line = line ? line + 1 : text;
    if (g_str_has_prefix(line, "tab-match: "))
        line += strlen("tab-match: ");
    return *line ? g_strdup(line) : NULL;
}

/* It is gone when it has ended and all is read that it has said. */
static void conclude(TabEngineMatch *self)
{
    if (!self->ended || !self->heard)
        return;
    g_autoptr(GSubprocess) process = g_steal_pointer(&self->process);
    gboolean paused = self->state == TAB_ENGINE_MATCH_PAUSES;
    gboolean exited = g_subprocess_get_if_exited(process);
    int status = exited ? g_subprocess_get_exit_status(process) : -1;
    g_autofree char *said = last_said(self);
    if (exited && status == 1)
        fail(self, said ? said : _("tab-match has failed and does not say why"));
    else if (!exited && !paused)
        fail(self, _("tab-match was ended by somebody else"));
    else
        set_state(self, TAB_ENGINE_MATCH_RESTS);
    look(self); /* whether that was all */
}

static void on_ended(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabEngineMatch) self = data;
    g_subprocess_wait_finish(G_SUBPROCESS(source), result, NULL);
    self->ended = TRUE;
    conclude(self);
}

static void read_on(TabEngineMatch *self, GInputStream *stream);

static void on_said(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabEngineMatch) self = data;
    g_autoptr(GBytes) bytes =
        g_input_stream_read_bytes_finish(G_INPUT_STREAM(source), result, NULL);
    gsize length = bytes ? g_bytes_get_size(bytes) : 0;
    if (!length) {
        self->heard = TRUE;
        conclude(self);
        return;
    }
    g_string_append_len(self->said, g_bytes_get_data(bytes, NULL), (gssize)length);
    if (self->said->len > MOST_SAID)
        g_string_erase(self->said, 0, (gssize)(self->said->len - MOST_SAID));
    read_on(self, G_INPUT_STREAM(source));
}

static void read_on(TabEngineMatch *self, GInputStream *stream)
{
    g_input_stream_read_bytes_async(stream, MOST_SAID, G_PRIORITY_DEFAULT_IDLE, NULL, on_said,
                                    g_object_ref(self));
}

static GPtrArray *list_arguments(TabEngineMatch *self, const char *program)
{
    GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
    char *const words[] = {
        g_strdup(program),
        g_strdup("--engines"),
        path_of(self, "engines.ini"),
        g_strdup("--rules"),
        g_strdup(self->rules),
        g_strdup("--games"),
        g_strdup_printf("%u", self->games),
        g_strdup_printf("--%s", limit_keys[self->limit]),
        g_strdup_printf("%u", self->amount),
        g_strdup("--seed"),
        g_strdup_printf("%" G_GUINT64_FORMAT, self->seed),
        g_strdup("--concurrency"),
        g_strdup_printf("%u", self->concurrency),
        g_strdup("--journal"),
        tab_engine_match_get_journal(self),
        g_strdup("--resume"),
        g_strdup("--record"),
        tab_engine_match_get_games(self),
        g_strdup("--report"),
        tab_engine_match_get_page(self),
        g_strdup("--quiet"),
    };
    for (guint i = 0; i < G_N_ELEMENTS(words); i++)
        g_ptr_array_add(argv, words[i]);
    g_ptr_array_add(argv, NULL);
    return argv;
}

#ifdef __linux__
/* A window that is killed lets its match end, too, as if it had been paused. */
static void end_with_parent(gpointer data)
{
    prctl(PR_SET_PDEATHSIG, SIGINT);
}
#endif

void tab_engine_match_start(TabEngineMatch *self, const char *program)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
    if (self->process)
        return;
    g_clear_pointer(&self->fault, g_free);
    g_string_truncate(self->said, 0);
    self->ended = self->heard = FALSE;
    if (!program) {
        fail(self, _("the program tab-match, which plays matches, was not found"));
        return;
    }
    g_autoptr(GPtrArray) argv = list_arguments(self, program);
#ifdef __linux__
    g_subprocess_launcher_set_child_setup(launcher, end_with_parent, NULL, NULL);
#endif
    self->process =
        g_subprocess_launcher_spawnv(launcher, (const char *const *)argv->pdata, &error);
    if (!self->process) {
        fail(self, error->message);
        return;
    }
    read_on(self, g_subprocess_get_stderr_pipe(self->process));
    g_subprocess_wait_async(self->process, NULL, on_ended, g_object_ref(self));
    set_state(self, TAB_ENGINE_MATCH_RUNS);
    look_later(self, 0);
}

void tab_engine_match_pause(TabEngineMatch *self)
{
    if (!self->process)
        return;
    g_subprocess_send_signal(self->process, SIGINT);
    set_state(self, TAB_ENGINE_MATCH_PAUSES);
}

/* --- what is played --- */

char *tab_engine_match_default_place(void)
{
    return g_build_filename(g_get_user_data_dir(), "tab", "matches", NULL);
}

static gboolean refuse(GError **error, const char *fault)
{
    g_set_error_literal(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, fault);
    return FALSE;
}

/* A copy of an engine at its level, under a name that is not the other's. */
static TabEngineConfig *copy_engine(const TabEngineMatchSetup *setup, int nth)
{
    TabEngineConfig *copy = tab_engine_config_copy(setup->engine[nth]);
    const char *own = tab_engine_store_name_of(setup->engine[nth]);
    const char *other = tab_engine_store_name_of(setup->engine[1 - nth]);
    int level = setup->level[nth];
    g_free(copy->name);
    if (!g_str_equal(own, other))
        copy->name = g_strdup(own);
    else if (level >= 0 && level != setup->level[1 - nth])
        /* Translators: %s is an engine's name. */
        copy->name = g_strdup_printf(_("%s, level %d"), own, level);
    else
        copy->name = g_strdup_printf("%s (%d)", own, nth + 1);
    if (level >= 0) {
        g_autofree char *number = g_strdup_printf("%d", level);
        tab_engine_config_set_option(copy, "Level", number);
    }
    copy->disabled = FALSE;
    return copy;
}

/* A new folder in `place`, named by the time: the last one sorts last. */
static char *make_folder(const char *place, GError **error)
{
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *time = g_date_time_format(now, "%Y-%m-%d %H.%M.%S");
    if (g_mkdir_with_parents(place, 0700) == 0)
        for (guint i = 0; i < MOST_FOLDERS; i++) {
            g_autofree char *name = i ? g_strdup_printf("%s-%03u", time, i) : g_strdup(time);
            g_autofree char *folder = g_build_filename(place, name, NULL);
            if (g_mkdir(folder, 0700) == 0)
                return g_steal_pointer(&folder);
            if (errno != EEXIST)
                break;
        }
    int code = errno;
    g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "%s: %s", place,
                g_strerror(code));
    return NULL;
}

static gboolean write_match(const TabEngineMatchSetup *setup, const char *folder, GError **error)
{
    g_autoptr(GKeyFile) keys = g_key_file_new();
    g_autoptr(GPtrArray) engines =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_engine_config_free);
    g_autofree char *engines_path = g_build_filename(folder, "engines.ini", NULL);
    g_autofree char *path = g_build_filename(folder, "match.ini", NULL);
    for (int i = 0; i < 2; i++)
        g_ptr_array_add(engines, copy_engine(setup, i));
    g_key_file_set_integer(keys, GROUP, "version", VERSION);
    g_key_file_set_string(keys, GROUP, "rules", setup->rules);
    g_key_file_set_uint64(keys, GROUP, "games", setup->games);
    g_key_file_set_string(keys, GROUP, "limit", limit_keys[setup->limit]);
    g_key_file_set_uint64(keys, GROUP, "amount", setup->amount);
    g_key_file_set_uint64(keys, GROUP, "seed", setup->seed);
    g_key_file_set_uint64(keys, GROUP, "concurrency", setup->concurrency);
    gsize length;
    g_autofree char *text = g_key_file_to_data(keys, &length, NULL);
    return tab_engine_config_save(engines, engines_path, error) &&
           tab_output_file_replace(path, text, (gssize)length, error);
}

TabEngineMatch *tab_engine_match_create(const TabEngineMatchSetup *setup, const char *place,
                                        GError **error)
{
    TabRuleset set;
    if (!setup->engine[0] || !setup->engine[1]) {
        refuse(error, _("two engines are needed"));
        return NULL;
    }
    if (!tab_ruleset_parse(setup->rules, &set, error))
        return NULL;
    g_autofree char *folder = make_folder(place, error);
    return folder && write_match(setup, folder, error) ? tab_engine_match_open(folder, error)
                                                       : NULL;
}

/* A text of match.ini; NULL with an error if it is not there or no text. */
static char *read_text(GKeyFile *keys, const char *key, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *text = g_key_file_get_string(keys, GROUP, key, &cause);
    if (!cause)
        return g_steal_pointer(&text);
    g_propagate_error(error, g_steal_pointer(&cause)); /* a bad escape gives a text all the same */
    return NULL;
}

/* A number of match.ini within these bounds; FALSE with an error that names the key. */
static gboolean read_number(GKeyFile *keys, const char *key, guint64 least, guint64 most,
                            guint64 *number, GError **error)
{
    g_autofree char *text = read_text(keys, key, error);
    if (!text)
        return FALSE;
    if (g_ascii_string_to_unsigned(text, 10, least, most, number, NULL))
        return TRUE;
    g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "%s=%s", key, text);
    return FALSE;
}

static gboolean read_settings(TabEngineMatch *self, GKeyFile *keys, GError **error)
{
    guint64 games, amount, concurrency;
    if (g_key_file_get_uint64(keys, GROUP, "version", NULL) > VERSION)
        return refuse(
            error, _("written by a newer version of the program, and cannot be read by this one"));
    TabRuleset set;
    g_autofree char *limit = read_text(keys, "limit", error);
    self->rules = limit ? read_text(keys, "rules", error) : NULL;
    if (!self->rules || !tab_ruleset_parse(self->rules, &set, error) ||
        !read_number(keys, "games", 1, TAB_ENGINE_MATCH_MOST, &games, error) ||
        !read_number(keys, "amount", 1, G_MAXUINT, &amount, error) ||
        !read_number(keys, "seed", 0, G_MAXUINT64, &self->seed, error) ||
        !read_number(keys, "concurrency", 1, TAB_ENGINE_MATCH_PARALLEL, &concurrency, error))
        return FALSE;
    self->limit = 0;
    while (self->limit < TAB_N_ENGINE_LIMITS && !g_str_equal(limit, limit_keys[self->limit]))
        self->limit++;
    if (self->limit == TAB_N_ENGINE_LIMITS) {
        g_set_error(error, G_KEY_FILE_ERROR, G_KEY_FILE_ERROR_INVALID_VALUE, "limit=%s", limit);
        return FALSE;
    }
    self->games = (guint)games;
    self->concurrency = (guint)concurrency;
    self->amount = (guint)amount;
    return TRUE;
}

static gboolean read_names(TabEngineMatch *self, GError **error)
{
    g_autofree char *path = path_of(self, "engines.ini");
    g_autoptr(GPtrArray) engines = tab_engine_config_load(path, error);
    if (!engines)
        return FALSE;
    if (engines->len != 2)
        return refuse(error, _("two engines are needed"));
    for (guint i = 0; i < 2; i++)
        self->name[i] = g_strdup(tab_engine_store_name_of(engines->pdata[i]));
    return TRUE;
}

TabEngineMatch *tab_engine_match_open(const char *folder, GError **error)
{
    g_autoptr(TabEngineMatch) self = g_object_new(TAB_TYPE_ENGINE_MATCH, NULL);
    g_autoptr(GKeyFile) keys = g_key_file_new();
    g_autoptr(GError) fault = NULL;
    self->folder = g_strdup(folder);
    g_autofree char *path = path_of(self, "match.ini");
    if (!g_key_file_load_from_file(keys, path, G_KEY_FILE_NONE, &fault) ||
        !read_settings(self, keys, &fault) || !read_names(self, &fault)) {
        tab_rules_make_printable(fault);
        g_propagate_prefixed_error(error, g_steal_pointer(&fault), "%s: ", path);
        return NULL;
    }
    look(self);
    return g_steal_pointer(&self);
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

TabEngineMatch *tab_engine_match_open_last(const char *place)
{
    g_autoptr(GDir) dir = g_dir_open(place, 0, NULL);
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    const char *name;
    while (dir && (name = g_dir_read_name(dir)))
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, compare_names);
    for (guint i = names->len; i-- > 0;) {
        g_autofree char *folder = g_build_filename(place, names->pdata[i], NULL);
        TabEngineMatch *match = tab_engine_match_open(folder, NULL);
        if (match)
            return match;
    }
    return NULL;
}

/* --- words --- */

char *tab_engine_match_describe(TabEngineMatch *self)
{
    if (self->state == TAB_ENGINE_MATCH_RUNS)
        /* Translators: games of a match between engines: played, and all. */
        return g_strdup_printf(_("%u of %u games are played."), self->played, self->games);
    if (self->state == TAB_ENGINE_MATCH_PAUSES)
        return g_strdup(_("The games in progress are being played to their end."));
    if (self->state == TAB_ENGINE_MATCH_IS_OVER)
        return g_strdup_printf(
            ngettext("The game is played.", "All %u games are played.", self->games), self->games);
    if (self->fault)
        /* Translators: why a match between engines does not go on. */
        return g_strdup_printf(_("The match does not run: %s. Nothing of it is lost."),
                               self->fault);
    /* Translators: games of a match between engines: played, and all. */
    return g_strdup_printf(_("The match rests: %u of %u games are played."), self->played,
                           self->games);
}

/* --- the object --- */

/* Games that are over are in the journal; those in progress end, and are there next time. */
static void tab_engine_match_dispose(GObject *object)
{
    TabEngineMatch *self = TAB_ENGINE_MATCH(object);
    g_clear_handle_id(&self->look, g_source_remove);
    G_OBJECT_CLASS(tab_engine_match_parent_class)->dispose(object);
}

static void tab_engine_match_finalize(GObject *object)
{
    TabEngineMatch *self = TAB_ENGINE_MATCH(object);
    g_clear_object(&self->process);
    g_free(self->folder);
    g_free(self->name[0]);
    g_free(self->name[1]);
    g_free(self->rules);
    g_free(self->fault);
    g_free(self->figures);
    g_string_free(self->said, TRUE);
    G_OBJECT_CLASS(tab_engine_match_parent_class)->finalize(object);
}

static void tab_engine_match_class_init(TabEngineMatchClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_engine_match_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_engine_match_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_ENGINE_MATCH, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_engine_match_init(TabEngineMatch *self)
{
    self->said = g_string_new(NULL);
}
