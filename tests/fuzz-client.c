// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any lines as what an engine says to the client's state machine. A line that begins
// with > is what the controller does meanwhile (see actions[]). Whatever comes, each call ends
// once, well or with an error that people can read.
#include <math.h>
#include <string.h>

#include "protocol/client/client.h"
#include "protocol/client/process.h"
#include "protocol/codec/message.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* --- a process that says what it is told to: in the place of all of process.c --- */

G_DEFINE_QUARK(tab_client_error, tab_client_error)

struct TabProcess {
    TabProcessEvents events;
    gpointer owner;
    GDestroyNotify destroy;
    gpointer log_data;
};

static TabProcess *running; /* NULL: none */

TabProcess *tab_process_spawn(const TabEngineConfig *config, const TabProcessEvents *events,
                              gpointer owner, TabProcessBudget budget, GError **error)
{
    g_assert_null(running);
    running = g_new0(TabProcess, 1);
    *running = (TabProcess){.events = *events, .owner = owner};
    return running;
}

gboolean tab_process_queue(TabProcess *self, const char *line)
{
    g_assert_true(self == running);
    g_assert_null(strpbrk(line, "\r\n"));
    g_assert_true(g_utf8_validate(line, -1, NULL));
    return TRUE;
}

void tab_process_flush(TabProcess *self)
{
    g_assert_true(self == running);
}

void tab_process_renew_budget(TabProcess *self)
{
    g_assert_true(self == running);
}

gint64 tab_process_get_read_time(TabProcess *self)
{
    return g_get_monotonic_time();
}

void tab_process_set_log(TabProcess *self, TabProcessLogFunc said, gpointer data,
                         GDestroyNotify destroy)
{
    self->log_data = data;
    self->destroy = destroy;
    said(data, "a line of its log\n");
}

gboolean tab_process_tell_death(TabProcess *self)
{
    return FALSE;
}

const char *tab_process_get_unfinished(TabProcess *self, gsize *length)
{
    *length = 3;
    return "a\x1b\xff";
}

char *tab_process_dup_log(TabProcess *self)
{
    return g_strdup("a line of its log\n");
}

void tab_process_kill(TabProcess *self)
{
    g_assert_true(self == running);
    running = NULL;
    if (self->destroy)
        self->destroy(self->log_data);
    g_free(self);
}

void tab_process_quit(TabProcess *self, guint ms, void (*gone)(gpointer data), gpointer data)
{
    tab_process_kill(self);
    if (gone)
        gone(data);
}

/* --- the controller --- */

typedef struct {
    TabClient *client;
    GCancellable *cancellable;
    guint begun, ended; /* calls */
} Controller;

/* Its own errors are one line; those of the codec may be quoted in them. */
static void end_call(Controller *controller, gboolean result, GError *error)
{
    controller->ended++;
    fuzz_check_error(result, error, NULL);
    g_assert_true(!error || error->domain == TAB_CLIENT_ERROR ||
                  g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
    g_clear_error(&error);
}

static void on_started(GObject *client, GAsyncResult *result, gpointer data)
{
    GError *error = NULL;
    gboolean good = tab_client_start_finish(TAB_CLIENT(client), result, &error);
    end_call(data, good, error);
}

static void on_new_game(GObject *client, GAsyncResult *result, gpointer data)
{
    GError *error = NULL;
    gboolean good = tab_client_new_game_finish(TAB_CLIENT(client), result, &error);
    end_call(data, good, error);
}

static void on_evaluated(GObject *client, GAsyncResult *result, gpointer data)
{
    GError *error = NULL;
    TabEvalAnswer *answer = tab_client_eval_finish(TAB_CLIENT(client), result, &error);
    end_call(data, answer != NULL, error);
    for (guint i = 0; answer && i < answer->terms->len; i++) {
        const TabEvalTerm *term = &g_array_index(answer->terms, TabEvalTerm, i);
        g_assert_true(g_utf8_validate(term->name, -1, NULL));
        g_assert_true(isfinite(term->mover) && isfinite(term->enemy) && isfinite(term->adds));
    }
    g_assert_true(!answer || answer->terms->len <= TAB_EVAL_MAX_TERMS);
    g_assert_true(!answer || isnan(answer->win) || (answer->win >= 0 && answer->win <= 1));
    tab_eval_answer_free(answer);
}

static void on_turn(GObject *client, GAsyncResult *result, gpointer data)
{
    GError *error = NULL;
    gint64 elapsed;
    g_autofree char *turn = tab_client_go_finish(TAB_CLIENT(client), result, &elapsed, &error);
    end_call(data, turn != NULL, error);
    for (const char *p = turn; p && *p; p++)
        g_assert_true(g_ascii_isgraph(*p));
    g_assert_cmpint(elapsed, >=, 0);
}

static void on_info(TabClient *client, const TabInfo *info, gpointer data)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_info_write(info, text);
    g_assert_true(g_utf8_validate(text->str, -1, NULL));
}

static void on_line(TabClient *client, gboolean to_engine, const char *text, gpointer data)
{
    g_assert_true(g_utf8_validate(text, -1, NULL));
}

static void start(Controller *controller)
{
    controller->begun++;
    tab_client_start_async(controller->client, controller->cancellable, on_started, controller);
}

static void begin_game(Controller *controller)
{
    controller->begun++;
    tab_client_new_game_async(controller->client, "walker", controller->cancellable, on_new_game,
                              controller);
}

static void go_within(Controller *controller, guint deadline_ms)
{
    TabLimits limits = TAB_LIMITS_INIT;
    limits.depth = 1;
    controller->begun++;
    tab_client_go_async(controller->client, "start w", "1,2", &limits, deadline_ms,
                        controller->cancellable, on_info, on_turn, controller);
}

static void go(Controller *controller)
{
    go_within(controller, 0);
}

static void go_late(Controller *controller)
{
    go_within(controller, 1);
}

static void evaluate(Controller *controller)
{
    controller->begun++;
    tab_client_eval_async(controller->client, "start w", controller->cancellable, on_evaluated,
                          controller);
}

static void cancel(Controller *controller)
{
    g_cancellable_cancel(controller->cancellable);
    g_object_unref(controller->cancellable);
    controller->cancellable = g_cancellable_new();
}

static void stop(Controller *controller)
{
    tab_client_stop(controller->client);
}

static void quit(Controller *controller)
{
    tab_client_quit(controller->client);
}

static void die(Controller *controller)
{
    g_autoptr(GError) why =
        g_error_new_literal(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_CRASHED, "ended with status 3");
    if (running)
        running->events.ended(running->owner, why);
}

/* All that it has declared, as a window would set it. */
static void set_options(Controller *controller)
{
    GPtrArray *options = tab_client_get_options(controller->client);
    for (guint i = 0; i < options->len; i++) {
        const TabOption *option = options->pdata[i];
        g_autofree char *name = g_strdup(option->name);
        g_autofree char *value = g_strdup(option->value);
        tab_client_set_option(controller->client, name, value);
        tab_client_set_number(controller->client, name, G_MAXINT64);
    }
}

static void set_uneven_sticks(Controller *controller)
{
    tab_client_set_sticks(controller->client, "p=0.37");
}

static void set_level(Controller *controller)
{
    tab_client_set_level(controller->client, 4);
}

/* From here on no wait is longer than a moment; or any. */
static void lose_patience(Controller *controller)
{
    tab_client_set_patience(controller->client, &(TabClientPatience){0});
}

static void gain_patience(Controller *controller)
{
    TabClientPatience usual = TAB_CLIENT_PATIENCE_INIT;
    tab_client_set_patience(controller->client, &usual);
}

static const struct {
    char word;
    void (*act)(Controller *);
} actions[] = {
    {'r', start},
    {'n', begin_game},
    {'g', go},
    {'l', go_late},
    {'e', evaluate},
    {'c', cancel},
    {'s', stop},
    {'q', quit},
    {'d', die},
    {'o', set_options},
    {'u', set_uneven_sticks},
    {'v', set_level},
    {'z', lose_patience},
    {'p', gain_patience},
};

static void act(Controller *controller, char word)
{
    for (guint i = 0; i < G_N_ELEMENTS(actions); i++)
        if (actions[i].word == word)
            actions[i].act(controller);
}

static void run_loop(void)
{
    while (g_main_context_iteration(NULL, FALSE))
        ;
}

static void check_client(TabClient *client)
{
    TabClientState state = tab_client_get_state(client);
    gboolean alive =
        state == TAB_CLIENT_STARTING || state == TAB_CLIENT_READY || state == TAB_CLIENT_THINKING;
    g_assert_cmpint(alive, ==, running != NULL);
    g_assert_true(state != TAB_CLIENT_CRASHED || tab_client_get_error(client));
    const char *const texts[] = {tab_client_get_name(client), tab_client_get_label(client),
                                 tab_client_get_author(client)};
    for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
        g_assert_true(!texts[i] || g_utf8_validate(texts[i], -1, NULL));
    GPtrArray *options = tab_client_get_options(client);
    for (guint i = 0; i < options->len; i++) {
        const TabOption *option = options->pdata[i];
        g_assert_true(tab_client_find_option(client, option->name) == option);
    }
    tab_client_plays(client, "walker", 11, TRUE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *const argv[] = {"some-engine", NULL};
    g_autoptr(TabEngineConfig) config = tab_engine_config_new(argv);
    tab_engine_config_set_option(config, "Level", "3");
    Controller controller = {tab_client_new(config), g_cancellable_new(), 0, 0};
    g_signal_connect(controller.client, "line", G_CALLBACK(on_line), NULL);
    start(&controller);
    for (size_t at = 0; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end ? (size_t)(end - data) - at : size - at;
        g_autofree char *line = g_malloc(length + 1);
        memcpy(line, data + at, length);
        line[length] = '\0';
        if (line[0] == '>' && length > 1)
            act(&controller, line[1]);
        else if (running && length <= TAB_LINE_MAX)
            running->events.line(running->owner, line, length);
        run_loop();
        check_client(controller.client);
        at += length + 1;
    }
    tab_client_quit(controller.client);
    run_loop();
    g_assert_cmpuint(controller.ended, ==, controller.begun);
    g_assert_null(running);
    g_object_unref(controller.cancellable);
    g_assert_finalize_object(controller.client);
    return 0;
}
