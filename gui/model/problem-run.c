// SPDX-License-Identifier: GPL-3.0-or-later
// A problem being solved: its position as a game, the turn that the person plays in it, and all
// turns that are compared afterwards.
#include "gui/model/problem-run.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "gui/model/number-text.h"
#include "gui/model/repetition.h"
#include "gui/model/turn-grade.h"
#include "gui/model/rules-text.h"
#include "gui/model/wording.h"
#include "protocol/study/turn-notes.h"

G_DEFINE_FINAL_TYPE(TabProblemRun, tab_problem_run, G_TYPE_OBJECT)

enum { CHANGED, ANSWERED, N_SIGNALS };
static guint signals[N_SIGNALS];

static const TabRules *get_rules(TabProblemRun *self)
{
    return self->problem->record->rules;
}

static const char *get_sticks(TabProblemRun *self)
{
    return tab_record_get_tag_or(self->problem->record, "Sticks", "fair");
}

/* --- the position as a game --- */

static void take_ended_turn(TabProblemRun *self, TabRecordNode *node);

static void drop_session(TabProblemRun *self)
{
    g_clear_handle_id(&self->later, g_source_remove);
    g_clear_pointer(&self->ended, g_free);
    if (self->session) {
        g_signal_handlers_disconnect_by_data(self->session, self);
        g_signal_handlers_disconnect_by_data(self->session->document, self);
    }
    g_clear_object(&self->session);
}

static void on_session_changed(TabProblemRun *self)
{
    g_signal_emit(self, signals[CHANGED], 0);
}

static void put_up(TabProblemRun *self)
{
    const TabRules *rules = get_rules(self);
    g_autoptr(TabGameSetup) setup = tab_game_setup_new();
    g_autoptr(GError) error = NULL;
    drop_session(self);
    g_free(setup->rules);
    setup->rules = tab_ruleset_to_string(&rules->set);
    setup->position = tab_notation_situation_to_string(rules, &self->problem->situation);
    g_free(setup->sticks);
    setup->sticks = g_strdup(get_sticks(self));
    self->session = tab_game_session_new(setup, &error);
    g_assert_no_error(error); /* the problem was checked when it was read */
    g_signal_connect_swapped(self->session->document, "turn-ended", G_CALLBACK(take_ended_turn),
                             self);
    g_signal_connect_swapped(self->session, "changed", G_CALLBACK(on_session_changed), self);
}

/* --- the turns that are compared --- */

static void free_compared(gpointer data)
{
    TabComparedTurn *compared = data;
    g_free(compared->text);
    g_free(compared->turn);
    g_free(compared->effects);
    g_free(compared);
}

/* A turn of the problem's position as text, which is legal there. */
static TabComparedTurn *make_compared(TabProblemRun *self, const char *text, TabPosition *after)
{
    TabComparedTurn *compared = g_new0(TabComparedTurn, 1);
    const TabSituation *before = &self->problem->situation;
    compared->text = g_strdup(text);
    compared->turn = g_new(TabTurn, 1);
    compared->value = compared->error = compared->loss = NAN;
    if (!tab_notation_parse_turn(get_rules(self), before, text, compared->turn, after, NULL))
        g_assert_not_reached();
    return compared;
}

/* Those of the problem, and the person's (NULL: there is none) where it leads elsewhere. */
static void compare_turns(TabProblemRun *self, const char *yours)
{
    TabPosition after;
    const TabProblemTurn *found = NULL;
    TabComparedTurn *own = yours ? make_compared(self, yours, &after) : NULL;
    if (own)
        found = tab_problem_find(self->problem, &after);
    g_ptr_array_set_size(self->turns, 0);
    self->yours = -1;
    for (guint i = 0; i < self->problem->n_turns; i++) {
        const TabProblemTurn *turn = &self->problem->turns[i];
        TabPosition unused;
        TabComparedTurn *compared =
            turn == found ? own : make_compared(self, turn->turn, &unused); /* as it was played */
        compared->value = turn->value;
        compared->error = turn->error;
        compared->loss = turn->loss;
        if (turn == found)
            self->yours = (int)i;
        g_ptr_array_add(self->turns, compared);
    }
    if (own && !found) {
        self->yours = (int)self->turns->len;
        g_ptr_array_add(self->turns, own);
    }
    if (own)
        own->yours = true;
    self->revision++;
}

/* The turns become variations of a fresh game. */
static void put_up_turns(TabProblemRun *self)
{
    put_up(self);
    TabRecord *record = self->session->document->record;
    for (guint i = 0; i < self->turns->len; i++) {
        TabComparedTurn *compared = g_ptr_array_index(self->turns, i);
        compared->node =
            tab_record_append(record, record->root, &self->problem->situation, compared->text);
        if (!isnan(compared->value))
            tab_problem_note(compared->node, compared->value, compared->error, compared->loss);
    }
    tab_document_review(self->session->document, tab_problem_run_get_turn(self, 0)->node);
}

static guint grade_answer(TabProblemRun *self)
{
    static const guint qualities[] = {[TAB_TURN_SOUND] = 4,
                                      [TAB_TURN_DOUBTFUL] = 2,
                                      [TAB_TURN_MISTAKE] = 1,
                                      [TAB_TURN_BLUNDER] = 0};
    if (self->yours < 0)
        return 0;
    if (self->yours == 0)
        return TAB_REPETITION_BEST;
    double loss = tab_problem_run_get_turn(self, (guint)self->yours)->loss;
    return isnan(loss) ? 2 : qualities[tab_turn_grade(loss)];
}

static void show_answer(TabProblemRun *self, const char *yours)
{
    g_autofree char *text = g_strdup(yours); /* it may be of the session that goes */
    gboolean first = !self->tried;
    compare_turns(self, text);
    self->answered = self->tried = TRUE;
    if (first) {
        self->gave_up = text == NULL;
        self->quality = grade_answer(self);
    }
    put_up_turns(self);
    if (first)
        g_signal_emit(self, signals[ANSWERED], 0);
    g_signal_emit(self, signals[CHANGED], 0);
}

/* --- answers --- */

bool tab_problem_run_answer(TabProblemRun *self)
{
    if (!tab_game_session_can_end_turn(self->session))
        return false;
    g_autofree char *turn = tab_game_turn_to_string(tab_document_game(self->session->document));
    show_answer(self, turn);
    return true;
}

void tab_problem_run_give_up(TabProblemRun *self)
{
    if (!self->answered)
        show_answer(self, NULL);
}

static gboolean on_later(gpointer data)
{
    TabProblemRun *self = data;
    g_autofree char *turn = g_steal_pointer(&self->ended);
    self->later = 0;
    show_answer(self, turn);
    return G_SOURCE_REMOVE;
}

/* A turn that has ended the game, or cast the dice anew: not from within the game's own signal. */
static void take_ended_turn(TabProblemRun *self, TabRecordNode *node)
{
    if (self->later)
        return;
    self->ended = g_strdup(node->turn);
    self->later = g_idle_add(on_later, self);
}

void tab_problem_run_begin(TabProblemRun *self)
{
    self->answered = FALSE;
    self->yours = -1;
    g_ptr_array_set_size(self->turns, 0);
    put_up(self);
    g_signal_emit(self, signals[CHANGED], 0);
}

void tab_problem_run_show(TabProblemRun *self, guint nth)
{
    g_return_if_fail(nth < self->turns->len);
    tab_document_review(self->session->document, tab_problem_run_get_turn(self, nth)->node);
}

int tab_problem_run_get_shown(TabProblemRun *self)
{
    const TabDocument *document = self->session->document;
    for (guint i = 0; i < self->turns->len && document->review; i++)
        if (tab_problem_run_get_turn(self, i)->node == document->reviewed)
            return (int)i;
    return -1;
}

void tab_problem_run_set_loss(TabProblemRun *self, double loss)
{
    if (self->yours < 0)
        return;
    TabComparedTurn *yours = g_ptr_array_index(self->turns, (guint)self->yours);
    yours->loss = loss;
    yours->by_engine = true;
    tab_record_set_number(yours->node, "loss", loss, 4);
    self->revision++;
    g_signal_emit(self, signals[CHANGED], 0);
}

guint tab_problem_run_get_quality(TabProblemRun *self)
{
    return self->quality;
}

/* --- in words --- */

char *tab_problem_run_describe_task(TabProblemRun *self)
{
    const TabSituation *situation = &self->problem->situation;
    const TabCast *cast = &get_rules(self)->cast;
    g_autoptr(TabGame) game = tab_game_new_from(get_rules(self), situation, TAB_MAX_NUMBER);
    g_autoptr(GArray) list = tab_game_list_throws(game);
    g_autoptr(GString) throws = g_string_new(NULL);
    for (guint i = 0; i < list->len; i++) {
        int kind = g_array_index(list, TabGameThrow, i).kind;
        g_string_append_printf(throws, "%s%s", throws->len ? tab_number_text_comma() : "",
                               tab_rules_text_throw(cast, kind));
    }
    return
        /* Translators: a problem; %s lists throws: "1, 4, 2". */
        g_strdup_printf(situation->position.side == TAB_WHITE
                            ? _("White is to play %s. Which turn is best?")
                            : _("Black is to play %s. Which turn is best?"),
                        throws->str);
}

/* What the problem knows the turn to lose at least, where it says no more; 0–1. */
static double get_least_loss(TabProblemRun *self)
{
    return self->problem->turns[1].loss;
}

static char *describe_loss(const TabComparedTurn *yours)
{
    static const char *const titles[] = {
        [TAB_TURN_SOUND] = N_("This turn loses %.1f points"),
        [TAB_TURN_DOUBTFUL] = N_("Doubtful: this turn loses %.1f points"),
        [TAB_TURN_MISTAKE] = N_("A mistake: this turn loses %.1f points"),
        [TAB_TURN_BLUNDER] = N_("A blunder: this turn loses %.1f points"),
    };
    g_autofree char *loss =
        g_strdup_printf(_(titles[tab_turn_grade(yours->loss)]), 100 * yours->loss);
    if (yours->by_engine)
        /* Translators: what a turn loses; no rollout has shown it, but the engine of the analysis
         * thinks so. */
        return g_strdup_printf(_("%s, as the engine of the analysis sees it"), loss);
    if (!isnan(yours->error))
        return g_steal_pointer(&loss);
    /* Translators: what a turn loses; no rollout has shown it, but a search has. */
    return g_strdup_printf(_("%s, as a search has found"), loss);
}

char *tab_problem_run_describe_verdict(TabProblemRun *self)
{
    if (!self->answered)
        return g_strdup("");
    if (self->yours < 0)
        return g_strdup(_("This is the best turn. The problem will come again soon."));
    if (self->yours == 0)
        return g_strdup(_("Right: this is the best turn."));
    const TabComparedTurn *yours = tab_problem_run_get_turn(self, (guint)self->yours);
    if (!isnan(yours->loss))
        return describe_loss(yours);
    return g_strdup_printf(
        /* Translators: of a turn that a problem does not compare. */
        _("Not the best turn. The problem does not compare it, as it was found worse than those "
          "below: it loses %.1f points or more."),
        100 * get_least_loss(self));
}

/* "Chance to win 61.3 % ± 0.4 %, loss −7.1 points, a mistake"; "" if nothing of that is known. */
static char *describe_value(const TabComparedTurn *compared)
{
    g_autofree char *loss = tab_turn_grade_describe(NAN, compared->loss);
    if (isnan(compared->value))
        return g_steal_pointer(&loss);
    g_autofree char *value = tab_number_text_percent(compared->value, 1);
    g_autofree char *error =
        isnan(compared->error) ? NULL : tab_number_text_percent(compared->error, 1);
    g_autofree char *chance =
        error ? /* Translators: of a turn: a chance in per cent, and its standard error. */
            g_strdup_printf(_("Chance to win %s ± %s"), value, error)
              : g_strdup_printf(_("Chance to win %s"), value);
    return *loss ? g_strconcat(chance, tab_number_text_comma(), loss, NULL)
                 : g_steal_pointer(&chance);
}

static char *describe_plays(TabProblemRun *self, const TabTurn *turn)
{
    g_autoptr(TabGame) game =
        tab_game_new_from(get_rules(self), &self->problem->situation, TAB_MAX_NUMBER);
    for (unsigned i = 0; i < turn->n_plays; i++)
        tab_game_play(game, &turn->plays[i]);
    return turn->n_plays ? tab_wording_turn(game)
           : turn->cast_anew
               /* Translators: a turn in which the dice are cast once more. */
               ? g_strdup(_("casts anew"))
               /* Translators: a turn in which nothing moves. */
               : g_strdup(_("moves nothing"));
}

char *tab_problem_run_describe_turn(TabProblemRun *self, guint nth)
{
    const TabComparedTurn *compared = tab_problem_run_get_turn(self, nth);
    g_autofree char *value = describe_value(compared);
    GString *text = g_string_new(NULL);
    g_autofree char *plays = describe_plays(self, compared->turn);
    const char *parts[] = {plays, value, nth == 0 ? _("The best turn") : "",
                           /* Translators: of a turn: the person has played it. */
                           compared->yours ? C_("turn", "Yours") : ""};
    for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
        if (*parts[i])
            g_string_append_printf(text, "%s%s", text->len ? ". " : "", parts[i]);
    return g_string_free(text, FALSE);
}

/* --- why --- */

static const TabTurnEffects *get_effects(TabProblemRun *self, guint nth)
{
    TabComparedTurn *compared = g_ptr_array_index(self->turns, nth);
    TabSticks sticks;
    if (compared->effects)
        return compared->effects;
    if (!tab_sticks_parse(&get_rules(self)->cast, get_sticks(self), &sticks, NULL))
        sticks = tab_sticks_fair(&get_rules(self)->cast);
    compared->effects = g_new(TabTurnEffects, 1);
    tab_turn_effects_find(get_rules(self), &self->problem->situation.position, compared->turn,
                          &sticks, compared->effects);
    return compared->effects;
}

int tab_problem_run_get_rival(TabProblemRun *self)
{
    return !self->answered ? -1 : self->yours > 0 ? self->yours : 1;
}

GPtrArray *tab_problem_run_list_reasons(TabProblemRun *self)
{
    int rival = tab_problem_run_get_rival(self);
    g_return_val_if_fail(rival > 0, NULL);
    return tab_turn_reasons_by_rules(get_effects(self, 0), get_effects(self, (guint)rival));
}

GPtrArray *tab_problem_run_list_arrows(TabProblemRun *self, guint nth)
{
    g_return_val_if_fail(nth < self->turns->len, NULL);
    return tab_turn_arrows_list(get_rules(self), tab_problem_run_get_turn(self, nth)->turn,
                                get_effects(self, nth));
}

/* --- the object --- */

static void tab_problem_run_finalize(GObject *object)
{
    TabProblemRun *self = TAB_PROBLEM_RUN(object);
    drop_session(self);
    g_ptr_array_unref(self->turns);
    G_OBJECT_CLASS(tab_problem_run_parent_class)->finalize(object);
}

static void tab_problem_run_class_init(TabProblemRunClass *klass)
{
    GType type = G_TYPE_FROM_CLASS(klass);
    G_OBJECT_CLASS(klass)->finalize = tab_problem_run_finalize;
    signals[CHANGED] =
        g_signal_new("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    signals[ANSWERED] =
        g_signal_new("answered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_problem_run_init(TabProblemRun *self)
{
    self->turns = g_ptr_array_new_with_free_func(free_compared);
    self->yours = -1;
}

TabProblemRun *tab_problem_run_new(const TabProblem *problem)
{
    TabProblemRun *self = g_object_new(TAB_TYPE_PROBLEM_RUN, NULL);
    self->problem = problem;
    put_up(self);
    return self;
}
