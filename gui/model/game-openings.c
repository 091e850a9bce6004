// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for turns one level at a time; what is known of their worth is looked up as they come.
#include "gui/model/game-openings.h"

#include <math.h>

#include "protocol/database/tally.h"
#include "protocol/rules/notation.h"

G_DEFINE_FINAL_TYPE(TabOpeningNode, tab_opening_node, G_TYPE_OBJECT)

static void tab_opening_node_finalize(GObject *object)
{
    TabOpeningNode *self = TAB_OPENING_NODE(object);
    g_clear_pointer(&self->line, tab_opening_line_free);
    g_clear_object(&self->follows);
    G_OBJECT_CLASS(tab_opening_node_parent_class)->finalize(object);
}

static void tab_opening_node_class_init(TabOpeningNodeClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_opening_node_finalize;
}

static void tab_opening_node_init(TabOpeningNode *self)
{
}

struct _TabGameOpenings {
    GObject parent;
    TabGameLibrary *library;
    GStrv rules;                    /* NULL: not known yet */
    char *chosen;                   /* NULL: none */
    TabRules *set;                  /* that are chosen */
    TabOpeningKnowledge *knowledge; /* NULL: none, or not read yet */
    gboolean sought;                /* it was tried to read it */
    GListStore *first;
    guint waiting,
        turn; /* answers that are due; counts what was asked for since rules were chosen */
    GError *error;
};

G_DEFINE_FINAL_TYPE(TabGameOpenings, tab_game_openings, G_TYPE_OBJECT)

static guint changed_signal;

/* --- what is known of a turn --- */

static double score_of(const TabOpeningLine *line)
{
    guint decided = line->won[TAB_WHITE] + line->won[TAB_BLACK] + line->drawn;
    return decided ? (line->won[line->side] + 0.5 * line->drawn) / decided : NAN;
}

/* The throws of a turn without the saved ones, which stand in the position. */
static void take_throws(const TabRules *rules, const TabPosition *before, const TabTurn *turn,
                        TabThrows *throws)
{
    TabHand hand = turn->hand;
    throws->n = 0;
    throws->more = FALSE;
    if (rules->saved_kind >= 0)
        hand.n[rules->saved_kind] -= MIN(hand.n[rules->saved_kind], before->saved[before->side]);
    TAB_KINDS_FOREACH(&rules->cast, t)
        for (guint i = 0; i < hand.n[t] && throws->n < TAB_MAX_THROWS; i++)
            throws->kind[throws->n++] = (uint8_t)t;
}

/* The turn that leads to the same position. */
static void find_worth(TabGameOpenings *self, TabOpeningNode *node, const TabPosition *before,
                       const TabTurn *turn)
{
    TabSituation situation = {.position = *before};
    take_throws(self->set, before, turn, &situation.throws);
    g_autoptr(GArray) known =
        self->knowledge ? tab_opening_knowledge_look_up(self->knowledge, self->set, &situation)
                        : NULL;
    for (guint i = 0; known && i < known->len; i++) {
        const TabRolledTurn *rolled = &g_array_index(known, TabRolledTurn, i);
        g_autofree TabTurn *other = g_new(TabTurn, 1);
        TabPosition after;
        situation.throws = (TabThrows){.n = 0};
        if (!tab_notation_parse_turn(self->set, &situation, rolled->turn, other, &after, NULL) ||
            !tab_position_same(&after, &node->after))
            continue;
        node->value = rolled->value;
        node->se = rolled->se;
    }
}

/* Takes the line over. NULL if it is no turn here. */
static TabOpeningNode *make_node(TabGameOpenings *self, const TabOpeningNode *parent,
                                 TabOpeningLine *line)
{
    TabOpeningNode *node = g_object_new(TAB_TYPE_OPENING_NODE, NULL);
    TabSituation before = {.throws = {.n = 0}};
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    node->line = line;
    node->depth = parent ? parent->depth + 1 : 1;
    node->score = score_of(line);
    node->value = node->se = NAN;
    if (parent)
        before.position = parent->after;
    else
        tab_position_init(self->set, line->side, &before.position);
    if (!tab_notation_parse_turn(self->set, &before, line->turn, turn, &node->after, NULL)) {
        g_object_unref(node);
        return NULL;
    }
    find_worth(self, node, &before.position, turn);
    if (node->depth < TAB_OPENING_DEPTH)
        node->follows = g_list_store_new(TAB_TYPE_OPENING_NODE);
    return node;
}

/* --- questions --- */

/* What is asked for: the rules of all games, or turns. */
typedef struct {
    char *rules;           /* of the turns; NULL: what rules there are */
    TabOpeningNode *after; /* NULL: the first turns */
    guint turn;
} Question;

typedef struct {
    Question *question; /* back to the main loop */
    GPtrArray *lines;   /* of TabOpeningLine or TabRulesTally */
    TabOpeningKnowledge *knowledge;
} Answer;

static void free_question(Question *question)
{
    g_free(question->rules);
    g_clear_object(&question->after);
    g_free(question);
}

static void free_answer(Answer *answer)
{
    free_question(answer->question);
    g_clear_pointer(&answer->lines, g_ptr_array_unref);
    tab_opening_knowledge_free(answer->knowledge);
    g_free(answer);
}

/* In the thread. A file of knowledge that is no good is as if there were none; the analysis tells
 * of it. */
static TabOpeningKnowledge *read_knowledge(void)
{
    g_autofree char *path = tab_opening_knowledge_find_file();
    return path ? tab_opening_knowledge_read(path, NULL) : NULL;
}

static gpointer answer_question(TabDatabase *database, gpointer input, GError **error)
{
    const Question *question = input;
    TabGameFilter filter = TAB_GAME_FILTER_INIT;
    Answer *answer = g_new0(Answer, 1);
    answer->question = g_new0(Question, 1);
    answer->question->rules = g_strdup(question->rules);
    answer->question->turn = question->turn;
    answer->question->after = question->after ? g_object_ref(question->after) : NULL;
    filter.rules = question->rules;
    if (!question->rules)
        answer->knowledge = read_knowledge();
    if (database)
        answer->lines =
            question->rules
                ? tab_database_list_openings(
                      database, &filter, question->after ? question->after->line->number : 0, error)
                : tab_database_tally_rules(database, &filter, error);
    if (answer->lines || !database)
        return answer;
    free_answer(answer);
    return NULL;
}

/* The first of the rules, unless those that were chosen are among them. */
static void take_rules(TabGameOpenings *self, Answer *answer)
{
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    for (guint i = 0; answer->lines && i < answer->lines->len; i++)
        g_strv_builder_add(names, ((TabRulesTally *)answer->lines->pdata[i])->rules);
    g_strfreev(self->rules);
    self->rules = g_strv_builder_end(names);
    if (!self->sought)
        self->knowledge = g_steal_pointer(&answer->knowledge);
    self->sought = TRUE;
    gboolean there =
        self->chosen && g_strv_contains((const char *const *)self->rules, self->chosen);
    g_autofree char *chosen = g_strdup(there ? self->chosen : self->rules[0]);
    g_clear_pointer(&self->chosen, g_free);
    if (chosen)
        tab_game_openings_choose(self, chosen);
    else
        g_list_store_remove_all(self->first);
}

static void take_turns(TabGameOpenings *self, Answer *answer)
{
    TabOpeningNode *after = answer->question->after;
    GListStore *store = after ? after->follows : self->first;
    g_autoptr(GPtrArray) nodes = g_ptr_array_new_with_free_func(g_object_unref);
    if (answer->question->turn != self->turn)
        return; /* other rules have been chosen since */
    for (guint i = 0; answer->lines && i < answer->lines->len; i++) {
        TabOpeningNode *node = make_node(self, after, g_steal_pointer(&answer->lines->pdata[i]));
        if (node)
            g_ptr_array_add(nodes, node);
    }
    if (answer->lines)
        g_ptr_array_set_free_func(answer->lines, NULL); /* the nodes have the lines */
    g_list_store_splice(store, 0, g_list_model_get_n_items(G_LIST_MODEL(store)), nodes->pdata,
                        nodes->len);
}

static void on_answered(gpointer owner, gpointer result, const GError *error)
{
    TabGameOpenings *self = owner;
    Answer *answer = result;
    self->waiting--;
    g_clear_error(&self->error);
    if (error)
        self->error = g_error_copy(error);
    else if (answer->question->rules)
        take_turns(self, answer);
    else
        take_rules(self, answer);
    if (answer)
        free_answer(answer);
    g_signal_emit(self, changed_signal, 0);
}

static void ask(TabGameOpenings *self, const char *rules, TabOpeningNode *after)
{
    Question *input = g_new0(Question, 1);
    input->rules = g_strdup(rules);
    input->after = after ? g_object_ref(after) : NULL;
    input->turn = self->turn;
    const TabLibraryQuestion question = {.answer = answer_question,
                                         .input = input,
                                         .free_input = (GDestroyNotify)free_question,
                                         .done = on_answered,
                                         .owner = G_OBJECT(self),
                                         .afresh = !rules};
    self->waiting++;
    tab_game_library_ask(self->library, &question);
}

void tab_game_openings_refresh(TabGameOpenings *self)
{
    ask(self, NULL, NULL);
}

void tab_game_openings_choose(TabGameOpenings *self, const char *rules)
{
    if (!g_strcmp0(self->chosen, rules))
        return;
    TabRules *set = tab_rules_parse(rules, NULL);
    if (!set)
        return; /* a database of a later version knows rules that this one does not */
    g_clear_pointer(&self->set, tab_rules_unref);
    self->set = set;
    g_free(self->chosen);
    self->chosen = g_strdup(rules);
    self->turn++;
    g_list_store_remove_all(self->first);
    ask(self, rules, NULL);
    g_signal_emit(self, changed_signal, 0);
}

void tab_game_openings_follow(TabGameOpenings *self, TabOpeningNode *node)
{
    if (node->asked || !node->follows)
        return;
    node->asked = TRUE;
    ask(self, self->chosen, node);
}

const char *const *tab_game_openings_get_rules(TabGameOpenings *self)
{
    return (const char *const *)self->rules;
}

const char *tab_game_openings_get_chosen(TabGameOpenings *self)
{
    return self->chosen;
}

GListModel *tab_game_openings_get_first(TabGameOpenings *self)
{
    return G_LIST_MODEL(self->first);
}

gboolean tab_game_openings_is_waiting(TabGameOpenings *self)
{
    return self->waiting > 0;
}

const GError *tab_game_openings_get_error(TabGameOpenings *self)
{
    return self->error;
}

/* --- the object --- */

static void tab_game_openings_finalize(GObject *object)
{
    TabGameOpenings *self = TAB_GAME_OPENINGS(object);
    g_clear_object(&self->library);
    g_clear_object(&self->first);
    g_clear_pointer(&self->set, tab_rules_unref);
    g_clear_pointer(&self->knowledge, tab_opening_knowledge_free);
    g_clear_error(&self->error);
    g_strfreev(self->rules);
    g_free(self->chosen);
    G_OBJECT_CLASS(tab_game_openings_parent_class)->finalize(object);
}

static void tab_game_openings_class_init(TabGameOpeningsClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_game_openings_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_GAME_OPENINGS, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_game_openings_init(TabGameOpenings *self)
{
    self->first = g_list_store_new(TAB_TYPE_OPENING_NODE);
}

TabGameOpenings *tab_game_openings_new(const char *path)
{
    TabGameOpenings *self = g_object_new(TAB_TYPE_GAME_OPENINGS, NULL);
    self->library = tab_game_library_new(path, TAB_DATABASE_READ);
    return self;
}
