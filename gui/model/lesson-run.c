// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson being taken: the game of the step at hand, which of its goals are met, and what is said
// of what the person does.
#include "gui/model/lesson-run.h"

#include <glib/gi18n-lib.h>

#include "gui/model/wording.h"
#include "protocol/rules/notation.h"

G_DEFINE_FINAL_TYPE(TabLessonRun, tab_lesson_run, G_TYPE_OBJECT)

static guint changed_signal;

const TabLessonStep *tab_lesson_run_get_step(TabLessonRun *self)
{
    return tab_lesson_get_step(self->lesson, self->nth);
}

/* The goal at hand; NULL when the step is done. */
static const TabLessonGoal *get_goal(TabLessonRun *self)
{
    GPtrArray *goals = tab_lesson_run_get_step(self)->goals;
    return self->goal < goals->len ? g_ptr_array_index(goals, self->goal) : NULL;
}

bool tab_lesson_run_is_done(TabLessonRun *self)
{
    return get_goal(self) == NULL;
}

/* What is said in any step. */
static const char *get_usual_word(void)
{
    return _("That is a good move in a game, but not what this step is about. The stone is back "
             "where it was: try again.");
}

static const char *get_word_on_early_end(void)
{
    return _("The turn has ended before this step was done. Here it is once more.");
}

static const char *get_word_after_all(void)
{
    return _("This step is done: go on with Next.");
}

GPtrArray *tab_lesson_run_list_remarks(const TabLessonStep *step)
{
    GPtrArray *remarks = g_ptr_array_new();
    const char *usual[] = {step->done, get_usual_word(), get_word_on_early_end(),
                           get_word_after_all()};
    for (guint i = 0; i < G_N_ELEMENTS(usual); i++)
        g_ptr_array_add(remarks, (gpointer)usual[i]);
    for (guint i = 0; i < step->goals->len; i++) {
        const TabLessonGoal *goal = g_ptr_array_index(step->goals, i);
        if (goal->wrong)
            g_ptr_array_add(remarks, goal->wrong);
    }
    return remarks;
}

static void set_remark(TabLessonRun *self, const char *text)
{
    g_free(self->remark);
    self->remark = g_strdup(text);
}

static void meet_goal(TabLessonRun *self)
{
    self->goal++;
    self->turns = tab_document_game(self->session->document)->counts.n_turns;
    set_remark(self, get_goal(self) ? "" : tab_lesson_run_get_step(self)->done);
}

/* --- what is wrong --- */

static void begin_lesson_step(TabLessonRun *self, const char *remark);

/* A play that ended the game takes its whole turn along when it is taken back: the step then begins
 * again too. */
static gboolean on_later(gpointer data)
{
    TabLessonRun *self = data;
    self->later = 0;
    self->correcting = TRUE;
    if (!self->again)
        tab_game_session_undo(self->session);
    self->correcting = FALSE;
    if (self->again ||
        !tab_position_same(&tab_document_game(self->session->document)->position, &self->before)) {
        g_autofree char *remark = g_strdup(self->remark);
        begin_lesson_step(self, remark);
    }
    g_signal_emit(self, changed_signal, 0);
    return G_SOURCE_REMOVE;
}

/* Puts right what was done: not from within the game's own signal. `before`: the play is taken back
 * to there; NULL: the step begins again. */
static void correct_later(TabLessonRun *self, const TabPosition *before, const char *remark)
{
    set_remark(self, remark);
    self->again = before == NULL;
    if (before)
        self->before = *before;
    if (!self->later)
        self->later = g_idle_add(on_later, self);
}

/* --- what the person does --- */

static bool is_play_wanted(TabLessonRun *self, const TabPlay *play)
{
    const TabLessonGoal *goal = get_goal(self);
    if (!goal || goal->kind != TAB_LESSON_PLAY)
        return goal && goal->kind != TAB_LESSON_AGAIN;
    g_autoptr(GString) text = g_string_new(NULL);
    tab_notation_append_play(self->session->document->record->rules, play, text);
    return !goal->plays || g_strv_contains((const char *const *)goal->plays, text->str);
}

static void on_lesson_play(TabLessonRun *self, const TabPosition *before, const TabPlay *play)
{
    const TabLessonGoal *goal = get_goal(self);
    if (self->later || !is_play_wanted(self, play)) {
        const char *word = !goal         ? get_word_after_all()
                           : goal->wrong ? goal->wrong
                                         : get_usual_word();
        correct_later(self, self->later ? NULL /* a second one meanwhile */ : before, word);
    } else if (goal->kind == TAB_LESSON_PLAY) {
        meet_goal(self);
    }
}

static void on_lesson_game_changed(TabLessonRun *self)
{
    const TabLessonGoal *goal = get_goal(self);
    const TabGame *game = tab_document_game(self->session->document);
    bool ended = game->counts.n_turns > self->turns;
    bool thrown = tab_document_phase(self->session->document) == TAB_PHASE_MOVE &&
                  !game->turn.plays->len; /* and nothing used */
    if (self->correcting || self->later || !goal) {
        /* nothing counts now */
    } else if (goal->kind == TAB_LESSON_AGAIN && ended && !game->last.cast_anew) {
        correct_later(self, NULL, get_word_on_early_end());
    } else if ((goal->kind == TAB_LESSON_AGAIN && ended && thrown) ||
               (goal->kind == TAB_LESSON_THROW && thrown) ||
               (goal->kind == TAB_LESSON_END && ended)) {
        meet_goal(self);
    } else if (goal->kind == TAB_LESSON_PLAY && ended) {
        correct_later(self, NULL, get_word_on_early_end());
    }
    g_signal_emit(self, changed_signal, 0);
}

/* --- steps --- */

static void drop_session(TabLessonRun *self)
{
    g_clear_handle_id(&self->later, g_source_remove);
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        g_signal_handlers_disconnect_by_data(self->session->document, self);
    }
    g_clear_object(&self->session);
}

static void begin_lesson_step(TabLessonRun *self, const char *remark)
{
    const TabLessonStep *step = tab_lesson_run_get_step(self);
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    set_remark(self, remark);
    drop_session(self);
    self->goal = 0;
    self->turns = 0;
    g_free(setup->rules);
    setup->rules = g_strdup(step->rules);
    setup->position = g_strdup(step->position);
    setup->seed = step->seed;
    self->session = tab_game_session_new(setup, &error);
    g_assert_no_error(error); /* the lesson was checked when it was read */
    g_signal_connect_swapped(self->session->document, "played", G_CALLBACK(on_lesson_play), self);
    g_signal_connect_swapped(self->session, "changed", G_CALLBACK(on_lesson_game_changed), self);
}

void tab_lesson_run_begin(TabLessonRun *self, guint nth)
{
    g_return_if_fail(nth < self->lesson->steps->len);
    self->nth = nth;
    begin_lesson_step(self, "");
    g_signal_emit(self, changed_signal, 0);
}

/* --- hints --- */

bool tab_lesson_run_get_hint(TabLessonRun *self, TabPlay *play)
{
    const TabLessonGoal *goal = get_goal(self);
    if (!goal || goal->kind != TAB_LESSON_PLAY)
        return false;
    g_autoptr(GArray) plays =
        tab_game_list_plays(tab_document_game(self->session->document), TAB_NO_CELL, -1);
    for (guint i = 0; i < plays->len; i++) {
        *play = g_array_index(plays, TabPlay, i);
        if (is_play_wanted(self, play))
            return true;
    }
    return false;
}

char *tab_lesson_run_describe_hint(TabLessonRun *self)
{
    const TabLessonGoal *goal = get_goal(self);
    TabPlay play;
    if (!goal)
        return g_strdup("");
    if (goal->kind == TAB_LESSON_THROW)
        return g_strdup(_("Throw: press the button, or the space bar."));
    if (goal->kind == TAB_LESSON_END)
        return g_strdup(_("End the turn: press End Turn, or E."));
    if (goal->kind == TAB_LESSON_AGAIN)
        return g_strdup(_("Press Cast Anew, or the space bar."));
    if (!tab_lesson_run_get_hint(self, &play))
        return g_strdup("");
    g_autofree char *text =
        tab_wording_play(self->session->document->record->rules,
                         &tab_document_game(self->session->document)->position, &play);
    if (play.flags & TAB_PLAY_TOP)
        /* Translators: a play: "1: b4 to b3". */
        return g_strdup_printf(_("Play %s, with the top stone alone."), text);
    /* Translators: a play: "4: b10 to b6". */
    return g_strdup_printf(_("Play %s."), text);
}

/* --- the object --- */

static void tab_lesson_run_finalize(GObject *object)
{
    TabLessonRun *self = TAB_LESSON_RUN(object);
    drop_session(self);
    tab_lesson_free(self->lesson);
    g_free(self->remark);
    G_OBJECT_CLASS(tab_lesson_run_parent_class)->finalize(object);
}

static void tab_lesson_run_class_init(TabLessonRunClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_lesson_run_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_LESSON_RUN, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void tab_lesson_run_init(TabLessonRun *self)
{
    self->remark = g_strdup("");
}

TabLessonRun *tab_lesson_run_new(TabLesson *lesson, guint nth)
{
    TabLessonRun *self = g_object_new(TAB_TYPE_LESSON_RUN, NULL);
    self->lesson = lesson;
    tab_lesson_run_begin(self, nth < lesson->steps->len ? nth : 0);
    return self;
}
