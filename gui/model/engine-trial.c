// SPDX-License-Identifier: GPL-3.0-or-later
// An engine put to the test: the handshake by a client of ours, the points of the norm by
// `tab-match conform`.
#include "gui/model/engine-trial.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gui/model/rules-text.h"

#define MAX_FAILURES 200

G_DEFINE_FINAL_TYPE(TabEngineTrial, tab_engine_trial, G_TYPE_OBJECT)

static guint changed_signal;

static void set_trial_state(TabEngineTrial *self, TabTrialState state)
{
    self->state = state;
    g_signal_emit(self, changed_signal, 0);
}

/* `technical`: the same in other words, NULL: there are none. */
static void end_trial(TabEngineTrial *self, const char *fault, const char *technical)
{
    g_free(self->fault);
    g_free(self->technical);
    self->fault = g_strdup(fault);
    self->technical = g_strdup(technical);
    set_trial_state(self, TAB_TRIAL_FAILED);
}

/* --- the points of the norm --- */

/* One line of TAP, as tab-match writes it; what explains a failure is indented, and skipped. */
static void take_tap_line(TabEngineTrial *self, const char *line)
{
    TabTrialPoints *points = &self->points;
    gboolean held = g_str_has_prefix(line, "ok "), failed = g_str_has_prefix(line, "not ok ");
    if (g_str_has_prefix(line, "1.."))
        points->of = (guint)g_ascii_strtoull(line + 3, NULL, 10);
    if (!held && !failed)
        return;
    points->asked++;
    if (failed)
        points->failed++;
    else if (strstr(line, " # SKIP"))
        points->skipped++;
    else
        points->held++;
    const char *point = line + strlen("not ok "), *dash = failed ? strstr(point, " - ") : NULL;
    if (dash && self->failures->len < MAX_FAILURES)
        g_ptr_array_add(self->failures,
                        g_strdup_printf("%.*s %s", (int)(dash - point), point, _(dash + 3)));
    g_signal_emit(self, changed_signal, 0);
}

static void on_conform_line(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(TabEngineTrial) self = user_data;
    g_autoptr(GError) error = NULL;
    g_autofree char *line = g_data_input_stream_read_line_finish_utf8(G_DATA_INPUT_STREAM(source),
                                                                      result, NULL, &error);
    if ((gpointer)self->lines != source || g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        return;
    if (line) {
        take_tap_line(self, line);
        g_data_input_stream_read_line_async(self->lines, G_PRIORITY_DEFAULT_IDLE, self->cancellable,
                                            on_conform_line, g_object_ref(self));
        return;
    }
    if (error)
        end_trial(self, _("the test was broken off"), error->message);
    else if (!self->points.asked)
        end_trial(self, _("the points of the protocol could not be asked"), NULL);
    else if (self->points.asked < self->points.of) /* tab-match has died */
        end_trial(self, _("the test was broken off"), NULL);
    else
        set_trial_state(self, TAB_TRIAL_PASSED);
}

/* `tab-match conform [--dir FOLDER] … PROGRAM ARGUMENT…`, in the engine's environment. */
static void start_conform(TabEngineTrial *self)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *program = tab_engine_config_find_program("tab-match");
    g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new(
        G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    if (!program) {
        end_trial(self,
                  _("the program tab-match, which asks the points of the protocol, was not found"),
                  NULL);
        return;
    }
    g_ptr_array_add(argv, program);
    g_ptr_array_add(argv, "conform");
    if (self->config->directory) {
        g_ptr_array_add(argv, "--dir");
        g_ptr_array_add(argv, self->config->directory);
    }
    if (self->config->inherit_env)
        g_ptr_array_add(argv, "--inherit-env");
    if (self->config->sandbox)
        g_ptr_array_add(argv, "--sandbox");
    g_autoptr(GPtrArray) variables = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < self->config->environment->len; i++) {
        char *const *pair = self->config->environment->pdata[i];
        g_ptr_array_add(variables,
                        g_strconcat("--env=", pair[0], pair[1] ? "=" : NULL, pair[1], NULL));
        g_ptr_array_add(argv, variables->pdata[i]);
    }
    for (char **word = self->config->argv; *word; word++)
        g_ptr_array_add(argv, *word);
    g_ptr_array_add(argv, NULL);
    g_auto(GStrv) environment = tab_engine_config_environ(self->config);
    g_subprocess_launcher_set_environ(launcher, environment);
    self->conform =
        g_subprocess_launcher_spawnv(launcher, (const char *const *)argv->pdata, &error);
    if (!self->conform) {
        end_trial(self, _("the points of the protocol could not be asked"), error->message);
        return;
    }
    self->lines = g_data_input_stream_new(g_subprocess_get_stdout_pipe(self->conform));
    g_data_input_stream_read_line_async(self->lines, G_PRIORITY_DEFAULT_IDLE, self->cancellable,
                                        on_conform_line, g_object_ref(self));
    set_trial_state(self, TAB_TRIAL_CONFORMING);
}

/* --- the handshake --- */

/* The widths of a preset that are promised, as ranges. */
static void append_widths(TabEngineTrial *self, GString *text, guint preset)
{
    const char *name = tab_ruleset_preset_name(preset);
    g_autofree char *before =
        g_strdup_printf("%s%s (", text->len ? ", " : "", tab_rules_text_preset(preset));
    gboolean any = FALSE;
    for (guint n = TAB_MIN_COLUMNS; n <= TAB_MAX_COLUMNS; n++) {
        guint first = n;
        while (n <= TAB_MAX_COLUMNS && tab_client_plays(self->client, name, n, FALSE))
            n++;
        if (n == first)
            continue;
        g_string_append_printf(text, "%s%u", any ? ", " : before, first);
        if (n - 1 > first)
            g_string_append_printf(text, "–%u", n - 1);
        any = TRUE;
    }
    if (any)
        g_string_append_c(text, ')');
}

static void take_identity(TabEngineTrial *self)
{
    GString *presets = g_string_new(NULL);
    for (guint preset = 0; preset < tab_ruleset_n_presets(); preset++)
        append_widths(self, presets, preset);
    self->presets = g_string_free(presets, FALSE);
    self->name = g_strdup(tab_client_get_name(self->client));
    self->author = g_strdup(tab_client_get_author(self->client));
    self->options = g_ptr_array_ref(tab_client_get_options(self->client));
}

static void on_trial_started(GObject *source, GAsyncResult *result, gpointer user_data)
{
    g_autoptr(TabEngineTrial) self = user_data;
    g_autoptr(GError) error = NULL;
    gboolean success = tab_client_start_finish(TAB_CLIENT(source), result, &error);
    if ((gpointer)self->client != source)
        return;
    self->runs = success;
    self->handshake_ms = (guint)((g_get_monotonic_time() - self->started) / 1000);
    if (tab_client_get_options(self->client)->len || success)
        take_identity(self); /* also if only an option of the configuration was refused */
    g_autofree char *name = g_strdup(tab_client_get_label(self->client));
    if (success)
        g_set_object(&self->answered, self->client);
    tab_client_drop(&self->client);
    if (!success) {
        g_autofree char *technical = g_strdup_printf("%s: %s", name, error->message);
        end_trial(self, tab_engine_fault_text(error), technical);
    } else if (self->conformance) {
        start_conform(self);
    } else {
        set_trial_state(self, TAB_TRIAL_PASSED);
    }
}

TabEngineTrial *tab_engine_trial_new(const TabEngineConfig *config, gboolean conformance)
{
    TabEngineTrial *self = g_object_new(TAB_TYPE_ENGINE_TRIAL, NULL);
    self->config = tab_engine_config_copy(config);
    self->conformance = conformance;
    self->client = tab_client_new(config);
    tab_protocol_log_watch(self->log, self->client);
    self->started = g_get_monotonic_time();
    tab_client_start_async(self->client, self->cancellable, on_trial_started, g_object_ref(self));
    return self;
}

gboolean tab_engine_trial_lacks(TabEngineTrial *self, const TabRuleset *set)
{
    return self->runs &&
           !tab_client_plays(self->answered, tab_ruleset_preset_name(set->preset),
                             tab_ruleset_columns(set), tab_ruleset_changes_switch(set));
}

void tab_engine_trial_cancel(TabEngineTrial *self)
{
    tab_client_drop(&self->client);
    g_cancellable_cancel(self->cancellable);
    g_clear_object(&self->lines);
    if (self->conform)
        g_subprocess_send_signal(self->conform, SIGTERM);
    g_clear_object(&self->conform);
}

static void tab_engine_trial_dispose(GObject *object)
{
    tab_engine_trial_cancel(TAB_ENGINE_TRIAL(object));
    G_OBJECT_CLASS(tab_engine_trial_parent_class)->dispose(object);
}

static void tab_engine_trial_finalize(GObject *object)
{
    TabEngineTrial *self = TAB_ENGINE_TRIAL(object);
    g_clear_object(&self->answered);
    g_clear_pointer(&self->config, tab_engine_config_free);
    g_clear_pointer(&self->options, g_ptr_array_unref);
    g_ptr_array_unref(self->failures);
    g_object_unref(self->cancellable);
    g_object_unref(self->log);
    g_free(self->fault);
    g_free(self->technical);
    g_free(self->name);
    g_free(self->author);
    g_free(self->presets);
    G_OBJECT_CLASS(tab_engine_trial_parent_class)->finalize(object);
}

static void tab_engine_trial_class_init(TabEngineTrialClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_engine_trial_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_engine_trial_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_ENGINE_TRIAL, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_engine_trial_init(TabEngineTrial *self)
{
    self->cancellable = g_cancellable_new();
    self->log = tab_protocol_log_new();
    self->failures = g_ptr_array_new_with_free_func(g_free);
}
