// SPDX-License-Identifier: GPL-3.0-or-later
// A game record in memory: a tree of turns whose texts are canonical, so that writing needs no
// rules and no positions.
#include "protocol/game/record-private.h"

#include <math.h>
#include <string.h>

#include "protocol/rules/opening.h"
#include "protocol/rules/cast.h"
#include "protocol/rules/translatable.h"

/* Results, terminations, openings. */

static const char *const result_texts[TAB_N_RECORD_RESULTS + 1] = {"*", "1-0", "0-1", "1/2-1/2"};
static const char *const termination_texts[TAB_N_RECORD_TERMINATIONS + 1] = {
    NULL,     "normal", "turn-limit", "no-progress", "agreed",  "adjudication",
    "resign", "time",   "crash",      "silent",      "illegal", "flood"};

const char *tab_record_result_text(TabRecordResult result)
{
    return (unsigned)result < TAB_N_RECORD_RESULTS ? result_texts[result] : NULL;
}

const char *tab_record_termination_text(TabRecordTermination termination)
{
    return (unsigned)termination < TAB_N_RECORD_TERMINATIONS ? termination_texts[termination]
                                                             : NULL;
}

int tab_record_find_result(const char *text)
{
    for (int i = 0; i < TAB_N_RECORD_RESULTS; i++)
        if (!strcmp(text, result_texts[i]))
            return i;
    return -1;
}

int tab_record_find_termination(const char *text)
{
    for (int i = 1; i < TAB_N_RECORD_TERMINATIONS; i++)
        if (!strcmp(text, termination_texts[i]))
            return i;
    return -1;
}

bool tab_record_can_end(TabRecordResult result, TabRecordTermination termination)
{
    bool won = result == TAB_RECORD_WHITE_WON || result == TAB_RECORD_BLACK_WON;
    switch (termination) {
    case TAB_RECORD_NOT_SAID:
        return true;
    case TAB_RECORD_TURN_LIMIT:
    case TAB_RECORD_NO_PROGRESS:
        return result == TAB_RECORD_DRAWN;
    case TAB_RECORD_NORMAL: /* drawn where all stones have arrived */
    case TAB_RECORD_AGREED:
    case TAB_RECORD_ADJUDICATION:
        return result != TAB_RECORD_UNDECIDED;
    default:
        return won;
    }
}

TabRecordOpening tab_record_opening(const TabRules *rules, const TabRecordThrow *throws, size_t n,
                                    TabSide *side)
{
    TabOpeningState opening = tab_opening_new(rules);
    for (size_t i = 0; i < n; i++) {
        if (opening.decided || throws[i].side != opening.thrower)
            return TAB_RECORD_OPENING_WRONG;
        tab_opening_add(rules, &opening, throws[i].kind);
    }
    *side = opening.decided ? opening.winner : opening.thrower;
    return opening.decided ? TAB_RECORD_OPENING_DECIDED : TAB_RECORD_OPENING_OPEN;
}

bool tab_record_parse_opening(const TabCast *cast, const char *text, GArray *throws)
{
    for (const char *p = text; throws->len < TAB_RECORD_MAX_OPENING; p++) {
        TabRecordThrow thrown = {.side = *p == 'w' ? TAB_WHITE : TAB_BLACK};
        int kind = *p == 'w' || *p == 'b' ? tab_cast_kind(cast, p + 1, &p) : -1;
        if (kind < 0 || (*p && *p != ' '))
            return false;
        thrown.kind = (uint8_t)kind;
        g_array_append_val(throws, thrown);
        if (!*p)
            return true;
    }
    return false;
}

GArray *tab_record_list_opening(const TabRecord *record)
{
    GArray *throws = g_array_new(FALSE, FALSE, sizeof(TabRecordThrow));
    const char *text = tab_record_get_tag(record, "Opening");
    if (text)
        tab_record_parse_opening(&record->rules->cast, text, throws);
    return throws;
}

/* Tags. */

/* Known tags in the order in which a new record writes them. */
static const char *const tag_order[] = {
    "Format", "Event", "Round",   "Date",        "White",    "Black",  "Rules",      "Position",
    "Sticks", "Seed",  "Opening", "TimeControl", "MaxTurns", "Result", "Termination"};

static unsigned tag_place(const char *name)
{
    unsigned i = 0;
    while (i < G_N_ELEMENTS(tag_order) && strcmp(name, tag_order[i]))
        i++;
    return i;
}

bool tab_record_is_tag_name(const char *name, size_t length)
{
    return length && length <= 64 && g_ascii_isalpha(*name) &&
           strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_") >= length;
}

/* A decimal number without leading zeros, at least `min`, that fits. */
static bool is_number(const char *text, guint64 min, guint64 max)
{
    if (!g_ascii_isdigit(*text) || (*text == '0' && text[1]))
        return false;
    return g_ascii_string_to_unsigned(text, 10, min, max, NULL, NULL);
}

bool tab_record_is_date(const char *text)
{
    if (strlen(text) != 10 || text[4] != '.' || text[7] != '.')
        return false;
    static const struct {
        int at, n, min, max;
    } parts[] = {{0, 4, 0, 9999}, {5, 2, 1, 12}, {8, 2, 1, 31}};
    for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
        int value = 0, digits = 0, unknown = 0;
        for (int k = 0; k < parts[i].n; k++) {
            char c = text[parts[i].at + k];
            digits += g_ascii_isdigit(c);
            unknown += c == '?';
            value = value * 10 + (c - '0');
        }
        if (unknown != parts[i].n &&
            (digits != parts[i].n || value < parts[i].min || value > parts[i].max))
            return false;
    }
    return true;
}

const char *tab_record_tag_fault(const TabRules *rules, const char *name, const char *value)
{
    TabSticks sticks;
    if (!strcmp(name, "Format")) {
        if (!is_number(value, 1, G_MAXUINT64))
            return N_("a format is a positive number");
        return is_number(value, 1, TAB_RECORD_FORMAT)
                   ? NULL
                   : N_("written by a newer version of the program, and cannot be read by this "
                        "one");
    }
    if (!strcmp(name, "Date"))
        return tab_record_is_date(value) ? NULL : N_("a date is written YYYY.MM.DD");
    if (!strcmp(name, "Seed"))
        return is_number(value, 0, G_MAXUINT64) ? NULL : N_("a seed is a number below 2^64");
    if (!strcmp(name, "MaxTurns"))
        return is_number(value, 1, TAB_MAX_NUMBER) ? NULL : N_("a turn limit is a positive number");
    if (!strcmp(name, "Sticks"))
        return !rules || tab_sticks_parse(&rules->cast, value, &sticks, NULL)
                   ? NULL
                   : N_("sticks are fair, p=<chance> or w=<weights>");
    if (!strcmp(name, "Result"))
        return tab_record_find_result(value) >= 0 ? NULL : N_("a result is 1-0, 0-1, 1/2-1/2 or *");
    if (!strcmp(name, "Termination"))
        return tab_record_find_termination(value) >= 0 ? NULL : N_("no such termination");
    return NULL;
}

static TabRecordTag *find_tag(const TabRecord *record, const char *name)
{
    for (guint i = 0; i < record->tags->len; i++) {
        TabRecordTag *tag = &g_array_index(record->tags, TabRecordTag, i);
        if (!strcmp(tag->name, name))
            return tag;
    }
    return NULL;
}

const char *tab_record_get_tag(const TabRecord *record, const char *name)
{
    const TabRecordTag *tag = find_tag(record, name);
    return tag ? tag->value : NULL;
}

const char *tab_record_get_tag_or(const TabRecord *record, const char *name, const char *otherwise)
{
    const char *value = tab_record_get_tag(record, name);
    return value && *value ? value : otherwise;
}

void tab_record_take_tag(TabRecord *record, char *name, char *value)
{
    TabRecordTag tag = {name, value};
    g_array_append_val(record->tags, tag);
}

/* Valid UTF-8 of at most TAB_RECORD_MAX_TEXT bytes without control characters other than those of
 * `keep`. */
static char *clean(const char *text, const char *keep)
{
    char *copy = g_utf8_make_valid(text, -1);
    if (strlen(copy) > TAB_RECORD_MAX_TEXT)
        *g_utf8_find_prev_char(copy, copy + TAB_RECORD_MAX_TEXT + 1) = '\0';
    for (char *p = copy; *p; p++)
        if (g_ascii_iscntrl(*p) && !strchr(keep, *p))
            *p = ' ';
    return copy;
}

/* Puts a tag in its place; takes over `value`, NULL removes. */
static void put_tag(TabRecord *record, const char *name, char *value)
{
    TabRecordTag *tag = find_tag(record, name);
    if (tag && value) {
        g_free(tag->value);
        tag->value = value;
    } else if (tag) {
        g_array_remove_index(record->tags,
                             (guint)(tag - (TabRecordTag *)(void *)record->tags->data));
    } else if (value) {
        guint at = record->tags->len;
        while (at > 0 &&
               tag_place(g_array_index(record->tags, TabRecordTag, at - 1).name) > tag_place(name))
            at--;
        TabRecordTag fresh = {g_strdup(name), value};
        g_array_insert_val(record->tags, at, fresh);
    }
}

void tab_record_set_tag(TabRecord *record, const char *name, const char *value)
{
    g_return_if_fail(tab_record_is_tag_name(name, strlen(name)));
    g_return_if_fail(strcmp(name, "Rules") && strcmp(name, "Position") && strcmp(name, "Opening") &&
                     strcmp(name, "Result") && strcmp(name, "Termination"));
    g_autofree char *cleaned = value ? clean(value, "") : NULL;
    g_return_if_fail(!cleaned || !tab_record_tag_fault(record->rules, name, cleaned));
    put_tag(record, name, g_steal_pointer(&cleaned));
}

void tab_record_set_result(TabRecord *record, TabRecordResult result,
                           TabRecordTermination termination)
{
    g_return_if_fail(tab_record_can_end(result, termination));
    record->result = result;
    record->termination = termination;
    put_tag(record, "Result", g_strdup(tab_record_result_text(result)));
    put_tag(record, "Termination", g_strdup(tab_record_termination_text(termination)));
}

/* The tree. */

static void clear_tag(gpointer data)
{
    TabRecordTag *tag = data;
    g_free(tag->name);
    g_free(tag->value);
}

TabRecord *tab_record_new_empty(TabRules *rules)
{
    TabRecord *record = g_new0(TabRecord, 1);
    record->rules = rules;
    record->tags = g_array_new(FALSE, FALSE, sizeof(TabRecordTag));
    g_array_set_clear_func(record->tags, clear_tag);
    record->root = g_new0(TabRecordNode, 1);
    return record;
}

void tab_record_set_opening(TabRecord *record, const TabRecordThrow *throws, size_t n)
{
    TabSide winner;
    g_return_if_fail(!record->n_nodes);
    if (tab_record_opening(record->rules, throws, n, &winner) != TAB_RECORD_OPENING_DECIDED)
        winner = TAB_WHITE;
    tab_position_start(record->rules, winner, &record->start);
    g_autoptr(GString) text = g_string_new(NULL);
    for (size_t i = 0; i < n; i++)
        g_string_append_printf(text, i ? " %c%s" : "%c%s", throws[i].side == TAB_WHITE ? 'w' : 'b',
                               record->rules->cast.kind[throws[i].kind].name);
    put_tag(record, "Opening", n ? g_strdup(text->str) : NULL);
}

TabRecord *tab_record_new(const TabRules *rules, const TabRecordThrow *opening, size_t n)
{
    TabRecord *record = tab_record_new_empty(tab_rules_ref(rules));
    put_tag(record, "Format", g_strdup_printf("%u", TAB_RECORD_FORMAT));
    put_tag(record, "Rules", tab_ruleset_to_string(&rules->set));
    tab_record_set_opening(record, opening, n);
    tab_record_set_result(record, TAB_RECORD_UNDECIDED, TAB_RECORD_NOT_SAID);
    return record;
}

TabRecord *tab_record_new_from(const TabRules *rules, const TabSituation *start)
{
    TabRecord *record = tab_record_new(rules, NULL, 0);
    record->start = *start;
    put_tag(record, "Position", tab_notation_situation_to_string(rules, start));
    return record;
}

/* Frees a node that nothing leads to any more, and all below it; says how many these were. */
static unsigned free_tree(TabRecord *record, TabRecordNode *top)
{
    unsigned n = 0;
    TabRecordNode *end = top->parent;
    top->next = NULL;
    /* no recursion: the tree is as deep as the game is long */
    for (TabRecordNode *node = top; node != end; n++) {
        while (node->child) {
            TabRecordNode *child = node->child;
            node->child = NULL;
            node = child;
        }
        TabRecordNode *then = node->next ? node->next : node->parent;
        if (record->checkpoints)
            g_hash_table_remove(record->checkpoints, node);
        g_free(node->throws);
        g_free(node->turn);
        g_free(node->notes);
        g_free(node->comment);
        g_free(node);
        node = then;
    }
    return n;
}

void tab_record_free(TabRecord *record)
{
    if (!record)
        return;
    g_clear_pointer(&record->checkpoints, g_hash_table_unref);
    free_tree(record, record->root);
    g_array_unref(record->tags);
    g_clear_pointer(&record->rules, tab_rules_unref);
    g_free(record);
}

TabRecordNode *tab_record_take_node(TabRecord *record, TabRecordNode *parent, uint32_t number,
                                    int side, char *throws, char *turn)
{
    TabRecordNode *node = g_new0(TabRecordNode, 1);
    node->parent = parent;
    node->number = number;
    node->side = (uint8_t)side;
    node->throws = throws;
    node->turn = turn;
    if (parent->last_child)
        parent->last_child->next = node;
    else
        parent->child = node;
    parent->last_child = node;
    record->n_nodes++;
    return node;
}

TabRecordNode *tab_record_append(TabRecord *record, TabRecordNode *parent,
                                 const TabSituation *before, const char *turn)
{
    g_return_val_if_fail(parent == record->root || parent->turn, NULL);
    GString *throws = g_string_new(NULL);
    tab_notation_append_throws(record->rules, &before->throws, throws);
    return tab_record_take_node(record, parent, before->position.number, before->position.side,
                                g_string_free(throws, FALSE), g_strdup(turn));
}

bool tab_record_moves(const TabRecordNode *node)
{
    const char *colon = node->turn ? strchr(node->turn, ':') : NULL;
    for (; colon; colon = strchr(colon + 1, ':'))
        if (!g_str_has_prefix(colon, ":save") && !g_str_has_prefix(colon, ":pass"))
            return true;
    return false;
}

TabRecordNode *tab_record_last(const TabRecord *record)
{
    TabRecordNode *node = record->root;
    while (node->child)
        node = node->child;
    return node;
}

unsigned tab_record_count_turns(const TabRecord *record)
{
    const TabRecordNode *first = record->root->child;
    return first ? tab_record_last(record)->number - first->number + 1 : 0;
}

/* Changes to the tree. */

/* Takes a node with all below it off its parent. */
static void detach(TabRecordNode *node)
{
    TabRecordNode *before = NULL, **link = &node->parent->child;
    while (*link != node) {
        before = *link;
        link = &before->next;
    }
    *link = node->next;
    if (node->parent->last_child == node)
        node->parent->last_child = before;
    node->next = NULL;
}

void tab_record_remove(TabRecord *record, TabRecordNode *node)
{
    g_return_if_fail(node->parent);
    detach(node);
    record->n_nodes -= free_tree(record, node);
}

void tab_record_promote(TabRecordNode *node)
{
    g_return_if_fail(node->parent);
    TabRecordNode *parent = node->parent;
    if (parent->child == node)
        return;
    detach(node);
    node->next = parent->child;
    parent->child = node;
}

bool tab_record_is_main(const TabRecordNode *node)
{
    for (; node->parent; node = node->parent)
        if (node->parent->child != node)
            return false;
    return true;
}

void tab_record_append_line(TabRecord *record, const TabRecordNode *node)
{
    g_autoptr(GPtrArray) path = g_ptr_array_new();
    TabRecordNode *end = record->root;
    for (; node->parent; node = node->parent)
        g_ptr_array_add(path, (gpointer)node);
    for (guint i = path->len; i-- > 0;) {
        const TabRecordNode *turn = path->pdata[i];
        end = tab_record_take_node(record, end, turn->number, turn->side, g_strdup(turn->throws),
                                   g_strdup(turn->turn));
    }
}

/* Notes and comments. */

bool tab_record_is_note_key(const char *key, size_t length)
{
    return length && length <= 32 && g_ascii_islower(*key) &&
           strspn(key, G_CSET_a_2_z G_CSET_DIGITS "-") >= length;
}

/* Digits, and up to six decimals after a point. */
static bool is_decimal(const char *text)
{
    size_t whole = strspn(text, "0123456789");
    if (!whole || whole > 12 || !text[whole])
        return whole && whole <= 12;
    size_t part = strspn(text + whole + 1, "0123456789");
    return text[whole] == '.' && part && part <= 6 && !text[whole + 1 + part];
}

const char *tab_record_note_fault(const char *key, const char *value)
{
    size_t length = strlen(value);
    if (!length || length > TAB_RECORD_MAX_NOTE)
        return N_("empty or too long");
    for (const char *p = value; *p; p++)
        if (g_ascii_iscntrl(*p) || strchr(" (){}", *p))
            return N_("a forbidden character");
    if (!strcmp(key, "eval"))
        return is_decimal(value) && g_ascii_strtod(value, NULL) <= 1
                   ? NULL
                   : N_("not a chance between 0 and 1");
    if (!strcmp(key, "emt"))
        return is_decimal(value) ? NULL : N_("not a number of seconds");
    if (!strcmp(key, "clk"))
        return is_decimal(value + (*value == '-')) ? NULL : N_("not a number of seconds");
    if (!strcmp(key, "depth") || !strcmp(key, "nodes"))
        return is_number(value, 0, G_MAXINT64) ? NULL : N_("not a whole number");
    return NULL;
}

/* Where the note of `key` begins among the notes; NULL if it is not there. */
static const char *find_note(const char *notes, const char *key)
{
    size_t length = strlen(key);
    for (const char *p = notes; p; p = strchr(p, ' ') ? strchr(p, ' ') + 1 : NULL)
        if (!strncmp(p, key, length) && p[length] == '=')
            return p;
    return NULL;
}

static void put_note(TabRecordNode *node, const char *key, const char *value)
{
    g_autofree char *old = node->notes;
    const char *at = find_note(old, key);
    if (!old) {
        node->notes = g_strconcat(key, "=", value, NULL);
    } else if (!at) {
        node->notes = g_strconcat(old, " ", key, "=", value, NULL);
    } else {
        g_autofree char *before = g_strndup(old, (size_t)(at - old));
        node->notes = g_strconcat(before, key, "=", value, at + strcspn(at, " "), NULL);
    }
}

void tab_record_set_note(TabRecordNode *node, const char *key, const char *value)
{
    g_return_if_fail(tab_record_is_note_key(key, strlen(key)) &&
                     !tab_record_note_fault(key, value));
    put_note(node, key, value);
}

void tab_record_set_number(TabRecordNode *node, const char *key, double value, int decimals)
{
    char text[64], format[8] = "%.0f";
    g_return_if_fail(decimals >= 0 && decimals <= 6 && isfinite(value) && fabs(value) < 1e12);
    g_return_if_fail(tab_record_is_note_key(key, strlen(key)));
    g_return_if_fail(value >= 0 || !strcmp(key, "clk"));
    g_return_if_fail(value <= 1 || strcmp(key, "eval") != 0);
    format[2] = (char)('0' + decimals);
    g_ascii_formatd(text, sizeof text, format, value + 0.0); /* no -0 */
    put_note(node, key, text);
}

char *tab_record_get_note(const TabRecordNode *node, const char *key)
{
    const char *at = find_note(node->notes, key);
    if (!at)
        return NULL;
    at += strlen(key) + 1;
    return g_strndup(at, strcspn(at, " "));
}

double tab_record_get_number(const TabRecordNode *node, const char *key, double otherwise)
{
    g_autofree char *text = tab_record_get_note(node, key);
    return text ? g_ascii_strtod(text, NULL) : otherwise;
}

void tab_record_set_comment(TabRecordNode *node, const char *comment)
{
    g_free(node->comment);
    node->comment = comment && *comment ? clean(comment, "\n\t") : NULL;
}
