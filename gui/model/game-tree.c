// SPDX-License-Identifier: GPL-3.0-or-later
// The turns of a game as a list: the main line, and after each turn the variations of it, indented.
#include "gui/model/game-tree.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gui/model/number-text.h"
#include "gui/model/turn-captures.h"
#include "gui/model/wording.h"

/* What a row shows, so that changes are found by comparing. */
typedef struct {
    TabRecordNode *node;
    guint depth;
    guint look; /* hash of the texts that can change */
} Entry;

G_DEFINE_FINAL_TYPE(TabGameRow, tab_game_row, G_TYPE_OBJECT)

struct _TabGameTree {
    GObject parent;
    TabGameSession *session;
    GArray *entries; /* of Entry */
    guint n_noted;   /* of them, that have luck or loss */
    char *opening;   /* the throws that are told of it */
    TabTurnCaptures *captures;
    gboolean quiet; /* about what an analysis has noted */
};

static void list_model_init(GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE(TabGameTree, tab_game_tree, G_TYPE_OBJECT,
                              G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, list_model_init))

/* --- rows --- */

char *tab_game_row_number(TabGameRow *self)
{
    return self->node->parent ? g_strdup_printf("%u.", self->node->number) : g_strdup("");
}

/* Whether an item of a turn's text is a play, "1:a9b9", and not what is saved or lost. */
static gboolean is_play(const char *item)
{
    const char *colon = strchr(item, ':');
    return colon && g_ascii_islower(colon[1]) && g_ascii_isdigit(colon[2]);
}

/* Takes the throw that a play has used out of those that fell: a saved tâb is not among them. */
static gboolean use_throw(char **thrown, const char *name)
{
    while (*thrown && !g_str_equal(*thrown, name))
        thrown++;
    if (!*thrown)
        return FALSE;
    **thrown = '\0';
    return TRUE;
}

/* The throw that a play opens, by its name; NULL: it uses the other half of one. `halves` counts by
 * kind of throw those of which a half is left. */
static const char *find_throw(const TabCast *cast, char **thrown, guint *halves, const char *used)
{
    if (use_throw(thrown, used))
        return used;
    TAB_USES_FOREACH(cast, t) {
        int whole = cast->kind[t].whole;
        if (!whole || !g_str_equal(cast->kind[t].name, used))
            continue;
        if (halves[whole]) {
            halves[whole]--;
            return NULL;
        }
        if (use_throw(thrown, cast->kind[whole].name)) {
            halves[whole]++;
            return cast->kind[whole].name;
        }
    }
    return used; /* a saved tâb */
}

/* As they were used, and in brackets those that were not. */
static char *throws_of(const TabRecordNode *node, const TabCast *cast)
{
    guint halves[TAB_MAX_KINDS] = {0};
    g_auto(GStrv) thrown = g_strsplit(node->throws, ",", -1);
    g_auto(GStrv) items = g_strsplit(node->turn ? node->turn : "", ",", -1);
    GString *text = g_string_new(NULL), *unused = g_string_new(NULL);
    for (char **item = items; *item; item++) {
        if (!is_play(*item))
            continue;
        *strchr(*item, ':') = '\0';
        const char *name = find_throw(cast, thrown, halves, *item);
        if (name)
            g_string_append_printf(text, "%s%s", text->len ? " " : "",
                                   tab_wording_throw(cast, name));
    }
    for (char **left = thrown; *left; left++)
        if (**left)
            g_string_append_printf(unused, "%s%s", unused->len ? " " : "",
                                   tab_wording_throw(cast, *left));
    if (unused->len)
        g_string_append_printf(text, text->len ? " (%s)" : "%s", unused->str);
    g_string_free(unused, TRUE);
    return g_string_free(text, FALSE);
}

char *tab_game_row_throws(TabGameRow *self)
{
    const TabCast *cast = &self->session->document->record->rules->cast;
    return self->node->parent ? throws_of(self->node, cast) : g_strdup(self->opening);
}

/* Where the cell at `text` ends. */
static const char *skip_cell(const char *text)
{
    return text + 1 + strspn(text + 1, "0123456789");
}

/* A turn as text; `taken` by its plays, NULL: nothing. */
static char *turn_text(const char *turn, GBytes *taken)
{
    GString *text = g_string_new(NULL);
    gsize n = 0, nth = 0; /* of the plays */
    const guint8 *takes = taken ? g_bytes_get_data(taken, &n) : NULL;
    const char *last =
        NULL; /* where the play before ended; NULL: with a top stone, or there is none */
    for (const char *colon = strchr(turn, ':'); colon; colon = strchr(colon + 1, ':')) {
        const char *from = colon + 1;
        if (!g_ascii_islower(from[0]) || !g_ascii_isdigit(from[1]))
            continue; /* "4:pass" */
        const char *to = skip_cell(from), *end = skip_cell(to);
        gsize length = (gsize)(to - from);
        /* "4:b9b5t" after "1:a9b9" is "–b5↑": a stone that moves on is named once */
        if (!last || skip_cell(last) != last + length || strncmp(last, from, length) != 0)
            g_string_append_printf(text, "%s%.*s", text->len ? " " : "", (int)length, from);
        g_string_append_printf(text, "–%.*s%s", (int)(end - to), to, *end == 't' ? "↑" : "");
        guint took = nth < n ? takes[nth] : 0;
        nth++;
        if (took)
            g_string_append(text, "×");
        if (took > 1)
            g_string_append_printf(text, "%u", took);
        last = *end == 't' ? NULL : to;
    }
    if (g_str_equal(turn, "again"))
        /* Translators: in the list of turns: the dice were cast once more in place of moving. */
        g_string_append(text, _("casts anew"));
    else if (!text->len)
        /* Translators: in the list of turns: a turn in which nothing moved. */
        g_string_append(text, _("passes"));
    return g_string_free(text, FALSE);
}

char *tab_game_tree_turn_text(const char *turn)
{
    return turn_text(turn, NULL);
}

static char *plays_in_words(const TabRecordNode *node)
{
    if (!node->parent)
        /* Translators: the first row of the list of turns. */
        return g_strdup(_("Beginning"));
    return node->turn ? tab_game_tree_turn_text(node->turn) : g_strdup("…");
}

char *tab_game_row_plays(TabGameRow *self)
{
    return self->taken ? turn_text(self->node->turn, self->taken) : plays_in_words(self->node);
}

/* By the whole turn. */
static guint sum_taken(GBytes *taken)
{
    gsize n = 0;
    guint sum = 0;
    const guint8 *takes = taken ? g_bytes_get_data(taken, &n) : NULL;
    for (gsize i = 0; i < n; i++)
        sum += takes[i];
    return sum;
}

char *tab_game_tree_describe(TabGameSession *session, const TabRecordNode *node)
{
    g_autofree char *plays = plays_in_words(node);
    if (!node->parent)
        return g_steal_pointer(&plays);
    g_autofree char *throws = throws_of(node, &session->document->record->rules->cast);
    g_autofree char *name = tab_wording_player(session, (TabSide)node->side);
    /* Translators: a row of the list of turns for screen readers: number, player, throws,
     * plays. */
    return g_strdup_printf(_("Turn %u, %s: throws %s, %s"), node->number, name, throws, plays);
}

char *tab_game_row_luck(TabGameRow *self)
{
    return self->quiet ? g_strdup("") : tab_turn_luck_text(self->node);
}

char *tab_game_row_loss(TabGameRow *self)
{
    return self->quiet ? g_strdup("") : tab_turn_loss_text(self->node);
}

TabTurnGrade tab_game_row_grade(TabGameRow *self)
{
    return self->quiet ? TAB_TURN_SOUND : tab_turn_grade_of(self->node);
}

/* What each throw brought. */
static char *tell_throws(TabGameRow *self)
{
    return tab_turn_throws_text(self->node, &self->session->document->record->rules->cast);
}

char *tab_game_row_notes(TabGameRow *self)
{
    if (self->quiet)
        return g_strdup("");
    g_autofree char *words = tab_turn_grade_describe_turn(self->node), *each = tell_throws(self);
    return g_strjoin(*words && *each ? "\n" : "", words, each, NULL);
}

/* Whether the game has ended after this turn, or before any. */
static gboolean is_end(const TabRecord *record, const TabRecordNode *node)
{
    return record->result != TAB_RECORD_UNDECIDED && !node->child && tab_record_is_main(node);
}

char *tab_game_row_end(TabGameRow *self)
{
    const TabDocument *document = self->session->document;
    if (!is_end(document->record, self->node))
        return g_strdup("");
    g_autoptr(TabGame) game =
        tab_game_new_at(document->record, self->node, document->live->limits.max_turns);
    char *end = game->end == TAB_END_RECORDED ? NULL : tab_wording_end(self->session, game);
    return end ? end : g_strdup("");
}

char *tab_game_row_describe(TabGameRow *self)
{
    const TabRecordNode *node = self->node;
    g_autofree char *turn = node->parent || !*self->opening
                                ? tab_game_tree_describe(self->session, node)
                                /* Translators: the first row of the list of turns for screen
                                 * readers: the throws that decided who begins. */
                                : g_strdup_printf(_("Beginning: throws %s"), self->opening),
                    *notes = tab_turn_grade_describe_turn(node), *each = tell_throws(self);
    GString *text = g_string_new(turn);
    guint taken = sum_taken(self->taken);
    if (taken)
        g_string_append_printf(text, ngettext(", takes %u", ", takes %u", taken), taken);
    if (!self->quiet && *notes)
        g_string_append_printf(text, "%s%s", tab_number_text_comma(), notes);
    if (!self->quiet && strstr(each, tab_number_text_comma()))
        g_string_append_printf(text, " (%s)", each);
    if (self->depth)
        /* Translators: added to a row of the list of turns; the number says how deep it is
         * nested. */
        g_string_append_printf(text, _(", variation %u"), self->depth);
    g_autofree char *end = tab_game_row_end(self);
    if (*end)
        g_string_append_printf(text, ". %s", end);
    if (node->comment)
        g_string_append_printf(text, ". %s", node->comment);
    return g_string_free(text, FALSE);
}

char *tab_game_row_print(TabGameRow *self)
{
    const TabRecordNode *node = self->node;
    g_autofree char *number = tab_game_row_number(self), *throws = tab_game_row_throws(self),
                    *plays = tab_game_row_plays(self), *end = tab_game_row_end(self);
    const char *gap = *throws ? "  " : "";
    GString *text = g_string_new(NULL);
    if (node->parent)
        g_string_append_printf(text, "%s %s  \u2066%s%s%s\u2069", number,
                               tab_wording_side((TabSide)node->side), throws, gap, plays);
    else if (*throws)
        g_string_append_printf(text, "%s  \u2066%s\u2069", plays, throws);
    else
        g_string_append(text, plays);
    if (*end)
        g_string_append_printf(text, "   — \u2068%s\u2069", end);
    if (node->comment)
        g_string_append_printf(text, "   — \u2068%s\u2069", node->comment);
    g_string_replace(text, "\n", "\u2028",
                     0); /* a comment's lines are no paragraphs of their own */
    return g_string_free(text, FALSE);
}

static void tab_game_row_finalize(GObject *object)
{
    g_object_unref(TAB_GAME_ROW(object)->session);
    g_free(TAB_GAME_ROW(object)->opening);
    g_clear_pointer(&TAB_GAME_ROW(object)->taken, g_bytes_unref);
    G_OBJECT_CLASS(tab_game_row_parent_class)->finalize(object);
}

static void tab_game_row_class_init(TabGameRowClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_game_row_finalize;
}

static void tab_game_row_init(TabGameRow *self)
{
}

/* --- the list --- */

static GType get_item_type(GListModel *model)
{
    return TAB_TYPE_GAME_ROW;
}

static guint get_n_items(GListModel *model)
{
    return TAB_GAME_TREE(model)->entries->len;
}

static gpointer get_item(GListModel *model, guint position)
{
    TabGameTree *self = TAB_GAME_TREE(model);
    if (position >= self->entries->len)
        return NULL;
    const Entry *entry = &g_array_index(self->entries, Entry, position);
    TabGameRow *row = g_object_new(TAB_TYPE_GAME_ROW, NULL);
    row->session = g_object_ref(self->session);
    row->node = entry->node;
    row->depth = entry->depth;
    row->opening = entry->node->parent ? NULL : g_strdup(self->opening);
    GBytes *taken = tab_turn_captures_get(self->captures, entry->node);
    row->taken = taken ? g_bytes_ref(taken) : NULL;
    row->quiet = self->quiet;
    return row;
}

static void list_model_init(GListModelInterface *iface)
{
    iface->get_item_type = get_item_type;
    iface->get_n_items = get_n_items;
    iface->get_item = get_item;
}

static guint look_of(const TabRecord *record, const TabRecordNode *node)
{
    guint hash = node->comment ? g_str_hash(node->comment) : 0;
    if (is_end(record, node))
        hash += 1 + (guint)record->result + 8 * (guint)record->termination;
    return node->notes ? hash * 33 + g_str_hash(node->notes) : hash;
}

/* A note is looked for only in the text of all of them: a record may have a million turns. */
static gboolean has_notes(const TabRecordNode *node)
{
    return node->notes && (strstr(node->notes, "luck=") || strstr(node->notes, "loss="));
}

static void add_entry(TabGameTree *self, TabRecordNode *node, guint depth)
{
    Entry entry = {node, depth, look_of(self->session->document->record, node)};
    g_array_append_val(self->entries, entry);
    self->n_noted += has_notes(node);
}

/* The turn that a record's text has after `node`: its variations stand before what follows it. */
static TabRecordNode *follower(TabRecordNode *node, guint *depth)
{
    if (node->parent && node == node->parent->child && node->next) {
        (*depth)++;
        return node->next;
    }
    while (!node->child && *depth) { /* the end of a variation */
        while (node == node->parent->child)
            node = node->parent;
        if (node->next)
            return node->next;
        (*depth)--;
        node = node->parent->child;
    }
    return node->child;
}

static void list_entries(TabGameTree *self)
{
    TabRecordNode *root = self->session->document->record->root;
    guint depth = 0;
    self->entries = g_array_new(FALSE, FALSE, sizeof(Entry));
    self->n_noted = 0;
    add_entry(self, root, 0);
    for (TabRecordNode *node = root->child; node; node = follower(node, &depth))
        add_entry(self, node, depth);
}

static gboolean same_entry(const GArray *a, guint i, const GArray *b, guint k)
{
    const Entry *one = &g_array_index(a, Entry, i), *other = &g_array_index(b, Entry, k);
    return one->node == other->node && one->depth == other->depth && one->look == other->look;
}

/* Takes over what has happened to `node` alone: another comment, or a turn at the very end of the
 * list. False if it is something else. */
static gboolean take_change(TabGameTree *self, TabRecordNode *node)
{
    guint place = tab_game_tree_find(self, node), end = self->entries->len;
    const Entry *last = &g_array_index(self->entries, Entry, end - 1);
    if (place != G_MAXUINT) {
        g_array_index(self->entries, Entry, place).look =
            look_of(self->session->document->record, node);
        g_list_model_items_changed(G_LIST_MODEL(self), place, 1, 1);
        return TRUE;
    }
    if (last->node != node->parent || node->parent->child != node || node->next)
        return FALSE;
    add_entry(self, node, last->depth);
    g_list_model_items_changed(G_LIST_MODEL(self), end, 0, 1);
    return TRUE;
}

/* What is not the change of a single turn is listed anew, and what is others between what stayed at
 * both ends is told. */
static void follow_record(TabGameTree *self, TabRecordNode *node)
{
    if (node && take_change(self, node))
        return;
    tab_turn_captures_forget(self->captures);
    g_autoptr(GArray) old = self->entries;
    list_entries(self);
    GArray *now = self->entries;
    guint shared = MIN(old->len, now->len), start = 0, end = 0;
    while (start < shared && same_entry(old, start, now, start))
        start++;
    while (end < shared - start && same_entry(old, old->len - 1 - end, now, now->len - 1 - end))
        end++;
    guint removed = old->len - start - end, added = now->len - start - end;
    if (removed || added)
        g_list_model_items_changed(G_LIST_MODEL(self), start, removed, added);
}

void tab_game_tree_set_notes(TabGameTree *self, gboolean shown)
{
    if (self->quiet != shown)
        return;
    self->quiet = !shown;
    g_list_model_items_changed(G_LIST_MODEL(self), 0, self->entries->len, self->entries->len);
}

static char *opening_text(const TabDocument *document)
{
    const GArray *opening = document->live->opening;
    const TabKind *kinds = document->record->rules->cast.kind;
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < opening->len; i++)
        g_string_append_printf(text, "%s%s", i ? " " : "",
                               kinds[g_array_index(opening, TabRecordThrow, i).kind].name);
    return g_string_free(text, FALSE);
}

void tab_game_tree_tell_opening(TabGameTree *self)
{
    g_autofree char *now = opening_text(self->session->document);
    if (g_str_equal(now, self->opening))
        return;
    g_free(self->opening);
    self->opening = g_steal_pointer(&now);
    g_list_model_items_changed(G_LIST_MODEL(self), 0, 1, 1);
}

gboolean tab_game_tree_has_notes(TabGameTree *self)
{
    return !self->quiet && self->n_noted > 0;
}

guint tab_game_tree_find(TabGameTree *self, const TabRecordNode *node)
{
    for (guint i = self->entries->len; i-- > 0;) /* mostly the last */
        if (g_array_index(self->entries, Entry, i).node == node)
            return i;
    return G_MAXUINT;
}

static void tab_game_tree_finalize(GObject *object)
{
    TabGameTree *self = TAB_GAME_TREE(object);
    g_signal_handlers_disconnect_by_data(self->session->document, self);
    tab_turn_captures_free(self->captures); /* before the record goes */
    g_object_unref(self->session);
    g_array_unref(self->entries);
    g_free(self->opening);
    G_OBJECT_CLASS(tab_game_tree_parent_class)->finalize(object);
}

static void tab_game_tree_class_init(TabGameTreeClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_game_tree_finalize;
}

static void tab_game_tree_init(TabGameTree *self)
{
}

TabGameTree *tab_game_tree_new(TabGameSession *session)
{
    TabGameTree *self = g_object_new(TAB_TYPE_GAME_TREE, NULL);
    self->session = g_object_ref(session);
    list_entries(self);
    self->captures = tab_turn_captures_new(session->document->record);
    self->opening = opening_text(session->document);
    g_signal_connect_swapped(session->document, "tree-changed", G_CALLBACK(follow_record), self);
    return self;
}

/* --- from node to node --- */

TabRecordNode *tab_game_tree_last(TabRecordNode *node)
{
    while (node->child)
        node = node->child;
    return node;
}

guint tab_game_tree_count(const TabRecordNode *node)
{
    guint n = 1;
    for (const TabRecordNode *one = node;;) { /* no recursion: a line may be very long */
        if (one->child) {
            one = one->child;
        } else {
            while (one != node && !one->next)
                one = one->parent;
            if (one == node)
                return n;
            one = one->next;
        }
        n++;
    }
}

TabRecordNode *tab_game_tree_variation(const TabRecordNode *node, int step)
{
    if (!node->parent)
        return NULL;
    if (step > 0)
        return node->next;
    for (TabRecordNode *before = node->parent->child; before; before = before->next)
        if (before->next == node)
            return before;
    return NULL;
}
