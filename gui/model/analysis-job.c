// SPDX-License-Identifier: GPL-3.0-or-later
// A record looked at by an engine of its own, throw by throw and turn by turn, and what it found
// noted in the game.
#include "gui/model/analysis-job.h"

#include <math.h>
#include <string.h>

#include "gui/model/number-text.h"

G_DEFINE_FINAL_TYPE(TabAnalysisJob, tab_analysis_job, G_TYPE_OBJECT)

enum { PROGRESS, DONE, N_SIGNALS };
static guint signals[N_SIGNALS];

void tab_analysis_tell_sticks(TabClient *client, const char *text)
{
    const TabOption *option = tab_client_find_option(client, "Sticks");
    if (option)
        tab_client_set_option(client, option->name, text ? text : "fair");
}

static void drop_client(TabAnalysisJob *self)
{
    if (self->client)
        tab_client_quit(self->client);
    g_clear_object(&self->client);
}

/* Whether the answer still concerns anybody. */
static gboolean is_wanted(TabAnalysisJob *self)
{
    return self->client && !g_cancellable_is_cancelled(self->cancellable);
}

static void finish(TabAnalysisJob *self)
{
    drop_client(self);
    g_signal_emit(self, signals[DONE], 0);
}

static void on_progress(const TabAnalysis *so_far, guint turns, guint of, gpointer data)
{
    TabAnalysisJob *self = data;
    if (is_wanted(self))
        g_signal_emit(self, signals[PROGRESS], 0, turns, of);
}

static void on_analysed(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabAnalysisJob) self = data;
    self->analysis = tab_analysis_run_finish(result, &self->error);
    if (is_wanted(self))
        finish(self);
}

static void on_started(GObject *source, GAsyncResult *result, gpointer data)
{
    g_autoptr(TabAnalysisJob) self = data;
    gboolean success = tab_client_start_finish(TAB_CLIENT(source), result, &self->error);
    if (!is_wanted(self))
        return;
    if (!success) {
        finish(self);
        return;
    }
    TabAnalysisSetup setup = TAB_ANALYSIS_SETUP_INIT;
    setup.ahead = self->ahead;
    setup.losses = TRUE;
    setup.progress = on_progress;
    setup.progress_data = self;
    tab_analysis_tell_sticks(self->client, tab_record_get_tag(self->record, "Sticks"));
    tab_analysis_run_async(self->record, self->client, &setup, self->cancellable, on_analysed,
                           g_object_ref(self));
}

TabAnalysisJob *tab_analysis_job_new(const TabEngineConfig *engine, TabRecord *record, guint ahead,
                                     TabProtocolLog *log)
{
    TabAnalysisJob *self = g_object_new(TAB_TYPE_ANALYSIS_JOB, NULL);
    self->record = record;
    self->ahead = ahead;
    self->client = tab_client_new(engine);
    if (log)
        tab_protocol_log_watch(log, self->client);
    tab_client_start_async(self->client, self->cancellable, on_started, g_object_ref(self));
    return self;
}

void tab_analysis_job_cancel(TabAnalysisJob *self)
{
    g_cancellable_cancel(self->cancellable);
    drop_client(self);
}

static void tab_analysis_job_dispose(GObject *object)
{
    tab_analysis_job_cancel(TAB_ANALYSIS_JOB(object));
    G_OBJECT_CLASS(tab_analysis_job_parent_class)->dispose(object);
}

static void tab_analysis_job_finalize(GObject *object)
{
    TabAnalysisJob *self = TAB_ANALYSIS_JOB(object);
    g_object_unref(self->cancellable);
    tab_analysis_free(self->analysis); /* before the record, whose nodes it points to */
    tab_record_free(self->record);
    g_clear_error(&self->error);
    G_OBJECT_CLASS(tab_analysis_job_parent_class)->finalize(object);
}

static void tab_analysis_job_class_init(TabAnalysisJobClass *klass)
{
    G_OBJECT_CLASS(klass)->dispose = tab_analysis_job_dispose;
    G_OBJECT_CLASS(klass)->finalize = tab_analysis_job_finalize;
    signals[PROGRESS] = g_signal_new("progress", TAB_TYPE_ANALYSIS_JOB, G_SIGNAL_RUN_LAST, 0, NULL,
                                     NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
    signals[DONE] = g_signal_new("done", TAB_TYPE_ANALYSIS_JOB, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void tab_analysis_job_init(TabAnalysisJob *self)
{
    self->cancellable = g_cancellable_new();
}

/* --- what was found, noted in the game --- */

#define MAX_THROWS 15 /* whose luck is noted each: a note has 256 bytes */

TabRecord *tab_analysis_game_copy_line(TabGameSession *session)
{
    const TabRecord *record = session->document->record;
    const GArray *opening = session->document->live->opening;
    const TabRecordThrow *throws = (const TabRecordThrow *)(void *)opening->data;
    const char *sticks = tab_record_get_tag(record, "Sticks");
    TabRecord *copy = tab_record_get_tag(record, "Position")
                          ? tab_record_new_from(record->rules, &record->start)
                          : tab_record_new(record->rules, throws, opening->len);
    tab_record_set_tag(copy, "Sticks", sticks);
    tab_record_append_line(copy, session->document->live->node);
    return copy;
}

/* The child of `parent` with the same throws and turn as `like`, or NULL. */
static TabRecordNode *find_child(const TabRecordNode *parent, const TabRecordNode *like)
{
    for (TabRecordNode *child = parent->child; child; child = child->next)
        if (g_strcmp0(child->throws, like->throws) == 0 && g_strcmp0(child->turn, like->turn) == 0)
            return child;
    return NULL;
}

/* What was found, gone through once, turn by turn. */
typedef struct {
    const TabAnalysis *analysis;
    const TabRules *rules;
    guint throw, turn; /* the next of its two lists */
} Findings;

/* The luck of all throws of a turn; that of each, as far as a note has room, is appended to `text`
 * with its value. */
static double take_luck(Findings *findings, const TabRecordNode *node, GString *text)
{
    const GArray *of_throws = findings->analysis->of_throws;
    const TabKind *kinds = findings->rules->cast.kind;
    double luck = 0;
    for (guint n = 0; findings->throw < of_throws->len; n++, findings->throw ++) {
        const TabThrowLuck *one = &g_array_index(of_throws, TabThrowLuck, findings->throw);
        char number[G_ASCII_DTOSTR_BUF_SIZE];
        if (one->node != node)
            break;
        luck += one->luck;
        g_ascii_formatd(number, sizeof number, "%+.3f", one->luck);
        if (n < MAX_THROWS)
            g_string_append_printf(text, "%s%s:%s", n ? "," : "", kinds[one->kind].name, number);
    }
    return luck;
}

/* The loss of a turn, or NULL. */
static const TabTurnLoss *take_loss(Findings *findings, const TabRecordNode *node)
{
    const GArray *of_turns = findings->analysis->of_turns;
    const TabTurnLoss *one = findings->turn < of_turns->len
                                 ? &g_array_index(of_turns, TabTurnLoss, findings->turn)
                                 : NULL;
    if (!one || one->node != node)
        return NULL;
    findings->turn++;
    return one;
}

static void note(TabRecordNode *node, Findings *findings, const TabRecordNode *of)
{
    const TabTurnLoss *turn = take_loss(findings, of);
    char luck[G_ASCII_DTOSTR_BUF_SIZE];
    g_autoptr(GString) throws = g_string_new(NULL);
    g_ascii_formatd(luck, sizeof luck, "%+.4f", take_luck(findings, of, throws));
    tab_record_set_note(node, "luck", luck);
    if (throws->len)
        tab_record_set_note(node, "throw-luck", throws->str);
    if (!turn)
        return;
    tab_record_set_number(node, "loss", turn->loss, 4);
    tab_record_set_number(node, "judged", CLAMP(turn->win - turn->loss, 0, 1), 4);
}

guint tab_analysis_game_note(TabGameSession *session, TabAnalysisJob *job)
{
    Findings findings = {.analysis = job->analysis, .rules = job->record->rules};
    const TabRecordNode *of = job->record->root->child;
    TabRecordNode *node = session->document->record->root;
    guint n = 0;
    for (; findings.analysis && of && (node = find_child(node, of)); of = of->child, n++)
        note(node, &findings, of);
    if (n)
        tab_document_notes_changed(session->document);
    return n;
}

gboolean tab_analysis_game_white(const TabRecordNode *node, double *white)
{
    double eval = tab_record_get_number(node, "judged", tab_record_get_number(node, "eval", NAN));
    if (!(eval >= 0 && eval <= 1))
        return FALSE;
    *white = node->side == TAB_WHITE ? eval : 1 - eval;
    return TRUE;
}

/* "+4.1": points of a hundred. */
static char *signed_text(double percent)
{
    return g_strdup_printf("%s%.1f", percent < -0.05 ? "−" : "+", fabs(percent));
}

char *tab_analysis_game_luck_text(const TabRecordNode *node)
{
    double luck = tab_record_get_number(node, "luck", NAN);
    return isnan(luck) ? g_strdup("") : signed_text(100 * luck);
}

char *tab_analysis_game_throws_text(const TabRecordNode *node)
{
    g_autofree char *note = tab_record_get_note(node, "throw-luck");
    g_auto(GStrv) throws = g_strsplit(note ? note : "", ",", MAX_THROWS);
    GString *text = g_string_new(NULL);
    for (char **one = throws; *one; one++) {
        const char *colon = strchr(*one, ':');
        if (!colon)
            continue; /* a file may hold anything */
        g_autofree char *luck = signed_text(100 * g_ascii_strtod(colon + 1, NULL));
        g_string_append_printf(text, "%s%.*s: %s", text->len ? tab_number_text_comma() : "",
                               (int)(colon - *one), *one, luck);
    }
    return g_string_free(text, FALSE);
}

char *tab_analysis_game_loss_text(const TabRecordNode *node)
{
    double loss = 100 * tab_record_get_number(node, "loss", 0);
    if (!(loss >= 0.05))
        return g_strdup("");
    return g_strdup_printf("−%.1f%s", loss, loss >= 15 ? "??" : loss >= 5 ? "?" : "");
}
