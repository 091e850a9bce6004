// SPDX-License-Identifier: GPL-3.0-or-later
// A collection of problems with how far the person has come: read in a thread, answers written by
// one.
#include "gui/model/problem-set.h"

#include "gui/model/file-work.h"
#include "protocol/files/own-place.h"

G_DEFINE_FINAL_TYPE(TabProblemSet, tab_problem_set, G_TYPE_OBJECT)

enum { CHANGED, UNWRITTEN, N_SIGNALS };
static guint signals[N_SIGNALS];

/* --- reading --- */

/* What the thread gives: each is there, or why it is not. */
typedef struct {
    char *path, *progress_path;
    GPtrArray *problems;
    GHashTable *states;
    GError *error, *unread;
} Reading;

static void free_reading(gpointer data)
{
    Reading *reading = data;
    g_free(reading->path);
    g_free(reading->progress_path);
    g_clear_pointer(&reading->problems, g_ptr_array_unref);
    g_clear_pointer(&reading->states, g_hash_table_unref);
    g_clear_error(&reading->error);
    g_clear_error(&reading->unread);
    g_free(reading);
}

static void read_all(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    Reading *reading = data;
    reading->problems = tab_problem_load(reading->path, &reading->error);
    reading->states = tab_problem_progress_load(reading->progress_path, &reading->unread);
    g_task_return_boolean(task, TRUE);
}

static void on_read(GObject *source, GAsyncResult *result, gpointer data)
{
    TabProblemSet *self = TAB_PROBLEM_SET(source);
    Reading *reading = g_task_get_task_data(G_TASK(result));
    self->ready = TRUE;
    if (reading->problems) {
        g_ptr_array_unref(self->problems);
        self->problems = g_steal_pointer(&reading->problems);
    }
    if (reading->states) {
        g_hash_table_unref(self->states);
        self->states = g_steal_pointer(&reading->states);
    }
    self->error = g_steal_pointer(&reading->error);
    self->unread = g_steal_pointer(&reading->unread);
    g_signal_emit(self, signals[CHANGED], 0);
}

TabProblemSet *tab_problem_set_new(const char *path, const char *progress_path)
{
    TabProblemSet *self = g_object_new(TAB_TYPE_PROBLEM_SET, NULL);
    Reading *reading = g_new0(Reading, 1);
    self->path = g_strdup(path);
    self->progress_path = g_strdup(progress_path);
    reading->path = g_strdup(path);
    reading->progress_path = g_strdup(progress_path);
    tab_work_in_thread(self, read_all, reading, free_reading, on_read);
    return self;
}

void tab_problem_set_use_clock(TabProblemSet *self, guint32 (*today)(void))
{
    self->today = today;
}

/* --- what is known --- */

TabProblemCounts tab_problem_set_count(TabProblemSet *self)
{
    return tab_problem_queue_count(self->problems, self->states, self->today());
}

int tab_problem_set_next(TabProblemSet *self, int except, gboolean *ahead)
{
    guint32 today = self->today();
    int next = tab_problem_queue_next(self->problems, self->states, today, except);
    *ahead = next < 0;
    return next >= 0 ? next : tab_problem_queue_ahead(self->problems, self->states, today, except);
}

const TabProblemState *tab_problem_set_find(TabProblemSet *self, const TabProblem *problem)
{
    return g_hash_table_lookup(self->states, problem->key);
}

/* --- answers --- */

typedef struct {
    char *path, *key;
    TabProblemAnswer answer; /* with that key */
    TabProblemState state;   /* that stands in the file afterwards */
} Writing;

static void free_writing(gpointer data)
{
    Writing *writing = data;
    g_free(writing->path);
    g_free(writing->key);
    g_free(writing);
}

static void write_answer(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
    Writing *writing = data;
    GError *error = NULL;
    if (tab_problem_progress_answer(writing->path, &writing->answer, &writing->state, &error))
        g_task_return_boolean(task, TRUE);
    else
        g_task_return_error(task, error);
}

static void set_state(TabProblemSet *self, const char *key, const TabProblemState *state)
{
    g_hash_table_insert(self->states, g_strdup(key), g_memdup2(state, sizeof *state));
    g_signal_emit(self, signals[CHANGED], 0);
}

static void on_written(GObject *source, GAsyncResult *result, gpointer data)
{
    TabProblemSet *self = TAB_PROBLEM_SET(source);
    const Writing *writing = g_task_get_task_data(G_TASK(result));
    GApplication *application = g_application_get_default();
    g_autoptr(GError) error = NULL;
    if (g_task_propagate_boolean(G_TASK(result), &error))
        set_state(self, writing->key, &writing->state);
    else
        g_signal_emit(self, signals[UNWRITTEN], 0, error);
    if (application)
        g_application_release(application);
}

/* The program does not end before it is written. */
static void begin_writing(TabProblemSet *self, const TabProblemAnswer *answer)
{
    GApplication *application = g_application_get_default();
    Writing *writing = g_new0(Writing, 1);
    writing->path = g_strdup(self->progress_path);
    writing->key = g_strdup(answer->key);
    writing->answer = *answer;
    writing->answer.key = writing->key;
    if (application)
        g_application_hold(application);
    tab_work_in_thread(self, write_answer, writing, free_writing, on_written);
}

void tab_problem_set_answer(TabProblemSet *self, const TabProblem *problem, guint quality,
                            double loss)
{
    const TabProblemState *known = tab_problem_set_find(self, problem);
    TabProblemState state = TAB_PROBLEM_STATE_INIT;
    TabProblemAnswer answer = {problem->key, quality, loss, self->today()};
    if (known)
        state = *known;
    tab_problem_state_take(&state, &answer);
    begin_writing(self, &answer);
    set_state(self, problem->key, &state);
}

/* --- the collections that came with the program --- */

char *tab_problem_set_find_shipped(const char *preset)
{
    static const char *const places[] = {"../data", "../share/tab"};
    g_autofree char *folder =
        tab_own_place(places, G_N_ELEMENTS(places), "problems", TAB_OWN_FOLDER);
    g_autofree char *name = g_strconcat(preset, ".tab", NULL);
    g_autofree char *path = folder ? g_build_filename(folder, name, NULL) : NULL;
    return path && g_file_test(path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer(&path) : NULL;
}

GArray *tab_problem_set_list_shipped(void)
{
    GArray *list = g_array_new(FALSE, FALSE, sizeof(guint));
    for (guint i = 0; i < tab_ruleset_n_presets(); i++) {
        g_autofree char *path = tab_problem_set_find_shipped(tab_ruleset_preset_name(i));
        if (path)
            g_array_append_val(list, i);
    }
    return list;
}

/* --- the object --- */

static void tab_problem_set_finalize(GObject *object)
{
    TabProblemSet *self = TAB_PROBLEM_SET(object);
    g_free(self->path);
    g_free(self->progress_path);
    g_ptr_array_unref(self->problems);
    g_hash_table_unref(self->states);
    g_clear_error(&self->error);
    g_clear_error(&self->unread);
    G_OBJECT_CLASS(tab_problem_set_parent_class)->finalize(object);
}

static void tab_problem_set_class_init(TabProblemSetClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_problem_set_finalize;
    signals[CHANGED] = g_signal_new("changed", TAB_TYPE_PROBLEM_SET, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
    signals[UNWRITTEN] = g_signal_new("unwritten", TAB_TYPE_PROBLEM_SET, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void tab_problem_set_init(TabProblemSet *self)
{
    self->problems = g_ptr_array_new();
    self->states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    self->today = tab_repetition_today;
}
