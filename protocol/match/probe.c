// SPDX-License-Identifier: GPL-3.0-or-later
// One engine after the other is started, asked and ended.
#include "protocol/match/probe.h"

#include <string.h>

#include "protocol/codec/message.h"

typedef struct {
    const TabMatchSettings *settings;
    TabEngineLog *log;
    GPtrArray *names;  /* so far */
    TabClient *client; /* of the engine that is looked at */
    GError *error;     /* what was found */
} Probe;

static void free_probe(gpointer data)
{
    Probe *probe = data;
    g_ptr_array_unref(probe->names);
    g_clear_object(&probe->client);
    g_clear_error(&probe->error);
    g_free(probe);
}

/* Number names->len is looked at; the judge comes last. */
static const TabEntrant *probed_entrant(const Probe *probe)
{
    const TabMatchSettings *settings = probe->settings;
    if (probe->names->len < settings->entrants->len)
        return g_ptr_array_index(settings->entrants, probe->names->len);
    return probe->names->len == settings->entrants->len ? settings->judge : NULL;
}

/* Takes its last line off a log if `message` says that already. */
static void drop_told_line(char *log, const char *message)
{
    char *feed = strrchr(log, '\n'), *line = feed ? feed + 1 : log;
    g_autofree char *told = tab_message_printable(line, -1, TAB_LINE_MAX);
    if (strstr(message, told))
        *(feed ? feed : log) = '\0';
}

/* Begins with the engine's name, and appends what else it wrote to standard error. */
static GError *blame(const Probe *probe, const char *name, GError *cause)
{
    g_autofree char *log = tab_client_dup_log(probe->client);
    gboolean plays = probe->names->len < probe->settings->entrants->len;
    g_prefix_error(&cause, "%s %s: ", plays ? "engine" : "judge", name);
    if (log)
        drop_told_line(g_strstrip(log), cause->message);
    if (!log || !*log)
        return cause;
    GError *longer = g_error_new(cause->domain, cause->code, "%s\n%s", cause->message, log);
    g_error_free(cause);
    return longer;
}

/* What the engine cannot do that the match needs, or NULL. */
static GError *find_probe_fault(const Probe *probe)
{
    const TabMatchSettings *settings = probe->settings;
    const TabStickSource *unfair = NULL;
    for (guint i = 0; i < settings->rules->len; i++) {
        const TabRules *rules = g_ptr_array_index(settings->rules, i);
        if (!tab_stick_source_is_fair(settings->sticks->pdata[i]))
            unfair = settings->sticks->pdata[i];
        if (tab_client_plays(probe->client, tab_ruleset_preset_name(rules->set.preset),
                             tab_ruleset_columns(&rules->set),
                             tab_ruleset_changes_switch(&rules->set)))
            continue;
        g_autofree char *text = tab_ruleset_to_string(&rules->set);
        g_autofree char *said = tab_client_quote_rules(probe->client);
        return g_error_new(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED,
                           "does not play %s: its handshake %s %s", text,
                           *said ? "says only" : "has no line",
                           *said ? said : "“rules <preset> columns <min> <max>”");
    }
    if (unfair && !settings->allow_unaware && !tab_client_find_option(probe->client, "Sticks"))
        return g_error_new(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED,
                           "has no option Sticks, so it would take sticks %s for fair ones "
                           "(--allow-unaware lets it play)",
                           tab_stick_source_text(unfair));
    return NULL;
}

static void look_at_next(GTask *task);

static void on_probe_gone(gpointer data)
{
    GTask *task = data;
    Probe *probe = g_task_get_task_data(task);
    if (!probe->error) {
        look_at_next(task);
        return;
    }
    g_task_return_error(task, g_steal_pointer(&probe->error));
    g_object_unref(task);
}

static void on_probe_started(GObject *source, GAsyncResult *result, gpointer data)
{
    GTask *task = data;
    Probe *probe = g_task_get_task_data(task);
    gboolean started = tab_client_start_finish(probe->client, result, &probe->error);
    const char *name = tab_client_get_label(probe->client);
    if (started)
        probe->error = find_probe_fault(probe);
    if (!probe->error) { /* a number behind the name if another engine has it */
        char *unique = g_strdup(name);
        for (guint number = 2;
             g_ptr_array_find_with_equal_func(probe->names, unique, g_str_equal, NULL); number++) {
            g_free(unique);
            unique = g_strdup_printf("%s (%u)", name, number);
        }
        g_ptr_array_add(probe->names, unique);
    } else if (!g_error_matches(probe->error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
        probe->error = blame(probe, name, probe->error);
    }
    tab_client_quit_then(probe->client, on_probe_gone, task);
}

static void look_at_next(GTask *task)
{
    Probe *probe = g_task_get_task_data(task);
    const TabEntrant *entrant = probed_entrant(probe);
    g_clear_object(&probe->client);
    if (!entrant) {
        g_ptr_array_set_size(probe->names, (gint)probe->settings->entrants->len);
        g_ptr_array_add(probe->names, NULL);
        g_task_return_pointer(task, g_strdupv((GStrv)probe->names->pdata),
                              (GDestroyNotify)g_strfreev);
        g_object_unref(task);
        return;
    }
    probe->client = tab_client_new(entrant->config);
    tab_client_set_patience(probe->client, &probe->settings->client);
    if (probe->log)
        tab_engine_log_watch(probe->log, probe->client, probe->names->len, NULL, 0);
    tab_client_start_async(probe->client, g_task_get_cancellable(task), on_probe_started, task);
}

void tab_probe_async(const TabMatchSettings *settings, TabEngineLog *log, GCancellable *cancellable,
                     GAsyncReadyCallback callback, gpointer user_data)
{
    GTask *task = g_task_new(NULL, cancellable, callback, user_data);
    Probe *probe = g_new0(Probe, 1);
    probe->settings = settings;
    probe->log = log;
    probe->names = g_ptr_array_new_with_free_func(g_free);
    g_task_set_task_data(task, probe, free_probe);
    look_at_next(task);
}

GStrv tab_probe_finish(GAsyncResult *result, GError **error)
{
    return g_task_propagate_pointer(G_TASK(result), error);
}
