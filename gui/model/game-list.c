// SPDX-License-Identifier: GPL-3.0-or-later
// All numbers come at once, as 100,000 of them are less than a megabyte. An item is made when it is
// asked for and known by its number as long as somebody holds it; the rows of all items that have
// none yet are asked for together, the latest ones first.
#include "gui/model/game-list.h"

#include <string.h>

#include "gui/model/rules-text.h"

#define ROWS 64 /* that are asked for at a time */
/* Held games that go at a time; GTK takes a quarter of a millisecond for each. */
#define MOST_GONE 100

struct _TabGameItem {
    GObject parent;
    gint64 number;
    const TabStoredGame *row; /* of `rows`; NULL: none */
    GPtrArray *rows;          /* NULL: they are still to come */
    char *rules;              /* what they are called */
    TabGameList *list;        /* weak; NULL: it is gone */
    GList waiting;            /* in the list's queue, if `queued` */
    gboolean queued;
};

/* What the list asks for; owned copies, as a thread reads them. */
typedef struct {
    char *words, *position;
    TabGameColumn sort;
    gboolean descending;
} Wish;

struct _TabGameList {
    GObject parent;
    TabGameLibrary *library;
    Wish wish;
    GArray *numbers;   /* of gint64: what is shown */
    GArray *coming;    /* what will be, when what goes has gone; NULL: nothing is replaced */
    guint replacing;   /* source that does it */
    GHashTable *items; /* number -> TabGameItem, those that somebody holds */
    GQueue waiting;    /* their links: those without rows, the latest first */
    gboolean asking;   /* for rows */
    guint generation;  /* of what is asked for: answers to others are not waited for any more */
    gboolean listing;  /* the whole list was asked for, and is not there yet */
    gboolean relist;   /* it will be asked for again then */
    gboolean other;    /* what is asked for is not what is shown */
    GError *error;
};

static void tab_game_list_model_init(GListModelInterface *interface);

G_DEFINE_FINAL_TYPE(TabGameItem, tab_game_item, G_TYPE_OBJECT)
G_DEFINE_FINAL_TYPE_WITH_CODE(TabGameList, tab_game_list, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, tab_game_list_model_init))

static guint loaded_signal, changed_signal, replacing_signal;

/* --- a game --- */

gint64 tab_game_item_get_number(TabGameItem *self)
{
    return self->number;
}

const TabStoredGame *tab_game_item_get_row(TabGameItem *self)
{
    return self->row;
}

const char *tab_game_item_get_rules(TabGameItem *self)
{
    return self->rules;
}

static void put_in_queue(TabGameItem *item)
{
    if (item->queued)
        return;
    item->queued = TRUE;
    g_queue_push_head_link(&item->list->waiting, &item->waiting);
}

static void take_from_queue(TabGameItem *item)
{
    if (item->queued)
        g_queue_unlink(&item->list->waiting, &item->waiting);
    item->queued = FALSE;
}

static void tab_game_item_finalize(GObject *object)
{
    TabGameItem *self = TAB_GAME_ITEM(object);
    if (self->list) {
        take_from_queue(self);
        g_hash_table_remove(self->list->items, &self->number);
    }
    g_clear_pointer(&self->rows, g_ptr_array_unref);
    g_free(self->rules);
    G_OBJECT_CLASS(tab_game_item_parent_class)->finalize(object);
}

static void tab_game_item_class_init(TabGameItemClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_game_item_finalize;
    loaded_signal = g_signal_new("loaded", TAB_TYPE_GAME_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void tab_game_item_init(TabGameItem *self)
{
    self->waiting.data = self;
}

/* --- questions --- */

static char *call_rules(const char *rules)
{
    g_autoptr(TabRules) read = tab_rules_parse(rules, NULL);
    return read ? tab_rules_text_name(read) : g_strdup(rules);
}

static TabGameFilter make_filter(const Wish *wish)
{
    return (TabGameFilter){.result = -1,
                           .words = wish->words,
                           .rules_title = call_rules,
                           .position = wish->position,
                           .any_position = TRUE, /* the board's rules may be new to all games */
                           .sort = wish->sort,
                           .descending = wish->descending};
}

typedef struct {
    TabGameList *list; /* not owned: the question's owner */
    Wish wish;
    guint generation;
    GArray *numbers;  /* whose rows are asked for; the whole list, once it was asked for */
    GPtrArray *rows;  /* in the answer, and what their rules are called: it takes long */
    GPtrArray *rules; /* of char * */
} Question;

static Question *new_question(TabGameList *self)
{
    Question *question = g_new0(Question, 1);
    question->generation = self->generation;
    question->wish = self->wish;
    question->wish.words = g_strdup(self->wish.words);
    question->wish.position = g_strdup(self->wish.position);
    return question;
}

static void free_question(Question *question)
{
    g_free(question->wish.words);
    g_free(question->wish.position);
    g_clear_pointer(&question->numbers, g_array_unref);
    g_clear_pointer(&question->rows, g_ptr_array_unref);
    g_clear_pointer(&question->rules, g_ptr_array_unref);
    g_free(question);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Question, free_question)

/* An answer is a question of its own, as the asker's may be gone. */
static Question *new_answer(const Question *question)
{
    Question *answer = g_new0(Question, 1);
    answer->generation = question->generation;
    return answer;
}

static void take_error(TabGameList *self, const GError *error)
{
    g_clear_error(&self->error);
    self->error = error ? g_error_copy(error) : NULL;
}

/* --- rows --- */

static void ask_for_rows(TabGameList *self);

static gpointer find_rows(TabDatabase *database, gpointer input, GError **error)
{
    const Question *question = input;
    g_autoptr(Question) answer = new_answer(question);
    TabGameFilter filter = make_filter(&question->wish);
    answer->numbers = g_array_ref(question->numbers);
    answer->rows = database ? tab_database_get_games(database, &filter,
                                                     (const gint64 *)question->numbers->data,
                                                     question->numbers->len, error)
                            : g_ptr_array_new();
    answer->rules = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; answer->rows && i < answer->rows->len; i++) {
        const TabStoredGame *row = g_ptr_array_index(answer->rows, i);
        g_ptr_array_add(answer->rules, row ? call_rules(row->rules) : NULL);
    }
    return answer->rows ? g_steal_pointer(&answer) : NULL;
}

static void give_rows(TabGameList *self, const Question *answer)
{
    for (guint i = 0; i < answer->rows->len; i++) {
        TabGameItem *item =
            g_hash_table_lookup(self->items, &g_array_index(answer->numbers, gint64, i));
        if (!item)
            continue; /* nobody sees it any more */
        g_clear_pointer(&item->rows, g_ptr_array_unref);
        item->rows = g_ptr_array_ref(answer->rows);
        item->row = g_ptr_array_index(answer->rows, i);
        g_free(item->rules);
        item->rules = g_strdup(g_ptr_array_index(answer->rules, i));
        g_object_ref(item);
        g_signal_emit(item, loaded_signal, 0);
        g_object_unref(item);
    }
}

static void on_rows(gpointer owner, gpointer result, const GError *error)
{
    TabGameList *self = owner;
    g_autoptr(Question) answer = result;
    self->asking = FALSE;
    if (answer && answer->generation == self->generation)
        give_rows(self, answer);
    if (error) {
        take_error(self, error);
        g_signal_emit(self, changed_signal, 0);
        return;
    }
    ask_for_rows(self);
}

/* Asks for the rows of what is held and has none. */
static void ask_for_rows(TabGameList *self)
{
    if (self->asking || !self->waiting.length)
        return;
    Question *question = new_question(self);
    question->numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    while (question->numbers->len < ROWS && self->waiting.length) {
        TabGameItem *item = self->waiting.head->data;
        take_from_queue(item);
        g_array_append_val(question->numbers, item->number);
    }
    self->asking = TRUE;
    const TabLibraryQuestion ask = {.answer = find_rows,
                                    .input = question,
                                    .free_input = (GDestroyNotify)free_question,
                                    .done = on_rows,
                                    .owner = G_OBJECT(self)};
    tab_game_library_ask(self->library, &ask);
}

/* Another position stands elsewhere in each game, and after an error nothing is known. */
static void ask_for_all_rows_again(TabGameList *self)
{
    GHashTableIter iter;
    gpointer item;
    g_hash_table_iter_init(&iter, self->items);
    while (g_hash_table_iter_next(&iter, NULL, &item))
        put_in_queue(item);
}

/* --- the list --- */

static gpointer find_numbers(TabDatabase *database, gpointer input, GError **error)
{
    const Question *question = input;
    g_autoptr(Question) answer = new_answer(question);
    TabGameFilter filter = make_filter(&question->wish);
    answer->numbers = database ? tab_database_list_numbers(database, &filter, error)
                               : g_array_new(FALSE, FALSE, sizeof(gint64));
    return answer->numbers ? g_steal_pointer(&answer) : NULL;
}

static gboolean is_held(TabGameList *self, guint place)
{
    return g_hash_table_contains(self->items, &g_array_index(self->numbers, gint64, place));
}

static void remove_games(TabGameList *self, guint first, guint n)
{
    g_array_remove_range(self->numbers, first, n);
    g_list_model_items_changed(G_LIST_MODEL(self), first, n, 0);
}

/* Games that nobody holds go first, all of them; then some of those that are held. */
static void remove_some(TabGameList *self, guint first, guint n)
{
    gboolean removed = FALSE;
    for (guint end = first + n, begin = end; end > first; end = begin) {
        gboolean held = is_held(self, end - 1);
        while (begin > first && is_held(self, begin - 1) == held)
            begin--;
        if (!held)
            remove_games(self, begin, end - begin);
        removed = removed || !held;
    }
    guint some = MIN(n, MOST_GONE);
    if (!removed)
        remove_games(self, first + n - some, some);
}

/* What is the same at the beginning and at the end of both stays untouched. What is between goes
 * before anything comes: if one change did both, GTK 4.8 would ask for every game that comes, to
 * look whether it has just gone. It goes little by little, so that the window can listen. */
static gboolean replace_some(gpointer data)
{
    TabGameList *self = data;
    GArray *old = self->numbers;
    guint first = 0, last = 0, common = MIN(old->len, self->coming->len);
    const gint64 *was = (const gint64 *)old->data, *is = (const gint64 *)self->coming->data;
    while (first < common && was[first] == is[first])
        first++;
    while (last < common - first && was[old->len - 1 - last] == is[self->coming->len - 1 - last])
        last++;
    if (old->len > first + last) {
        remove_some(self, first, old->len - first - last);
        return G_SOURCE_CONTINUE;
    }
    guint added = self->coming->len - old->len;
    self->numbers = g_steal_pointer(&self->coming);
    self->replacing = 0;
    g_array_unref(old);
    if (added)
        g_list_model_items_changed(G_LIST_MODEL(self), first, 0, added);
    g_signal_emit(self, changed_signal, 0);
    return G_SOURCE_REMOVE;
}

static gboolean is_same(const GArray *a, const GArray *b)
{
    return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len * sizeof(gint64)));
}

static void replace_numbers(TabGameList *self, GArray *numbers)
{
    if (!self->coming && is_same(self->numbers, numbers))
        g_signal_emit(self, changed_signal, 0);
    else {
        if (!self->coming || self->other)
            g_signal_emit(self, replacing_signal, 0, self->other);
        g_clear_pointer(&self->coming, g_array_unref);
        self->coming = g_array_ref(numbers);
        if (!self->replacing)
            self->replacing = g_idle_add_full(G_PRIORITY_DEFAULT, replace_some, self, NULL);
    }
    self->other = FALSE;
}

static void ask_for_numbers(TabGameList *self);

static void on_numbers(gpointer owner, gpointer result, const GError *error)
{
    TabGameList *self = owner;
    g_autoptr(Question) answer = result;
    gboolean again = self->relist;
    self->listing = self->relist = FALSE;
    if (again) {
        ask_for_numbers(self);
        g_signal_emit(self, changed_signal, 0);
    } else if (answer) {
        take_error(self, NULL);
        replace_numbers(self, answer->numbers);
    } else {
        g_autoptr(GArray) none = g_array_new(FALSE, FALSE, sizeof(gint64));
        take_error(self, error);
        replace_numbers(self, none);
    }
}

static void ask_for_numbers(TabGameList *self)
{
    self->relist = self->listing; /* whoever types does not wait for what each letter finds */
    if (self->listing)
        return;
    const TabLibraryQuestion ask = {.answer = find_numbers,
                                    .input = new_question(self),
                                    .free_input = (GDestroyNotify)free_question,
                                    .done = on_numbers,
                                    .owner = G_OBJECT(self),
                                    .afresh = TRUE};
    self->listing = TRUE;
    tab_game_library_ask(self->library, &ask);
}

/* Answers to what was asked before do not matter any more. */
static void begin_anew(TabGameList *self)
{
    self->generation++;
    ask_for_all_rows_again(self);
    ask_for_numbers(self);
    ask_for_rows(self);
    g_signal_emit(self, changed_signal, 0);
}

void tab_game_list_refresh(TabGameList *self)
{
    begin_anew(self);
}

static void set_text(TabGameList *self, char **text, const char *value)
{
    if (!g_strcmp0(*text, value))
        return;
    g_free(*text);
    *text = g_strdup(value);
    self->other = TRUE;
    begin_anew(self);
}

void tab_game_list_set_words(TabGameList *self, const char *words)
{
    set_text(self, &self->wish.words, words);
}

void tab_game_list_set_position(TabGameList *self, const char *position)
{
    set_text(self, &self->wish.position, position);
}

void tab_game_list_sort(TabGameList *self, TabGameColumn column, gboolean descending)
{
    if (self->wish.sort == column && self->wish.descending == descending)
        return;
    self->wish.sort = column;
    self->wish.descending = descending;
    self->other = TRUE;
    begin_anew(self);
}

TabGameColumn tab_game_list_get_sort(TabGameList *self, gboolean *descending)
{
    *descending = self->wish.descending;
    return self->wish.sort;
}

const char *tab_game_list_get_words(TabGameList *self)
{
    return self->wish.words;
}

const char *tab_game_list_get_position(TabGameList *self)
{
    return self->wish.position;
}

gboolean tab_game_list_is_waiting(TabGameList *self)
{
    return self->listing || self->coming;
}

const GError *tab_game_list_get_error(TabGameList *self)
{
    return self->error;
}

GArray *tab_game_list_copy_numbers(TabGameList *self)
{
    return g_array_copy(self->numbers);
}

int tab_game_list_find(TabGameList *self, gint64 number)
{
    for (guint i = 0; i < self->numbers->len; i++)
        if (g_array_index(self->numbers, gint64, i) == number)
            return (int)i;
    return -1;
}

/* --- the object --- */

static GType get_item_type(GListModel *model)
{
    return TAB_TYPE_GAME_ITEM;
}

static guint get_n_items(GListModel *model)
{
    return TAB_GAME_LIST(model)->numbers->len;
}

static gpointer get_item(GListModel *model, guint position)
{
    TabGameList *self = TAB_GAME_LIST(model);
    if (position >= self->numbers->len)
        return NULL;
    gint64 number = g_array_index(self->numbers, gint64, position);
    TabGameItem *item = g_hash_table_lookup(self->items, &number);
    if (item)
        return g_object_ref(item);
    item = g_object_new(TAB_TYPE_GAME_ITEM, NULL);
    item->number = number;
    item->list = self;
    g_hash_table_insert(self->items, &item->number, item);
    put_in_queue(item);
    ask_for_rows(self);
    return item;
}

static void tab_game_list_model_init(GListModelInterface *interface)
{
    interface->get_item_type = get_item_type;
    interface->get_n_items = get_n_items;
    interface->get_item = get_item;
}

static void tab_game_list_finalize(GObject *object)
{
    TabGameList *self = TAB_GAME_LIST(object);
    GHashTableIter iter;
    gpointer item;
    g_hash_table_iter_init(&iter, self->items);
    while (g_hash_table_iter_next(&iter, NULL, &item)) {
        take_from_queue(item);
        TAB_GAME_ITEM(item)->list = NULL;
    }
    g_hash_table_unref(self->items);
    g_clear_handle_id(&self->replacing, g_source_remove);
    g_clear_pointer(&self->coming, g_array_unref);
    g_array_unref(self->numbers);
    g_clear_error(&self->error);
    g_free(self->wish.words);
    g_free(self->wish.position);
    g_object_unref(self->library);
    G_OBJECT_CLASS(tab_game_list_parent_class)->finalize(object);
}

static void tab_game_list_class_init(TabGameListClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_game_list_finalize;
    replacing_signal = g_signal_new("replacing", TAB_TYPE_GAME_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
    changed_signal = g_signal_new("changed", TAB_TYPE_GAME_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void tab_game_list_init(TabGameList *self)
{
    self->numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    self->items = g_hash_table_new(g_int64_hash, g_int64_equal);
    g_queue_init(&self->waiting);
    self->wish = (Wish){.words = g_strdup(""), .sort = TAB_GAME_NUMBER, .descending = TRUE};
}

TabGameList *tab_game_list_new(const char *path)
{
    TabGameList *self = g_object_new(TAB_TYPE_GAME_LIST, NULL);
    self->library = tab_game_library_new(path, TAB_DATABASE_READ);
    return self;
}

const char *tab_game_list_get_path(TabGameList *self)
{
    return tab_game_library_get_path(self->library);
}
