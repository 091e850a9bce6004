// SPDX-License-Identifier: GPL-3.0-or-later
// Reads game records strictly: syntax, tags, and that every turn is legal where it is played. Time
// and memory grow with the length of the text alone; nothing recurses.
#include "protocol/game/record-text.h"

#include <string.h>

#include "protocol/game/record-private.h"
#include "protocol/game/record-scanner.h"
#include "protocol/rules/translatable.h"

#define TURNS_A_REPORT 64 /* turns from one word about the progress to the next */

/* A line of turns being read: the main line, or a variation within it. */
typedef struct {
    TabRecordNode *last; /* the last turn of the line; the node it hangs on while it has none */
    unsigned n;          /* turns in it so far */
    unsigned opened;     /* line of the text on which its bracket stands */
    TabPosition before;  /* where the last turn was played from */
    TabThrows held;      /* throws that this position came with */
    TabPosition after;   /* where the next turn is played from */
} Line;

struct _TabRecordReader {
    TabRecordScanner scan;
    bool checked; /* the text is UTF-8 */
    bool broken;
    TabRecordProgress progress; /* NULL: nobody wants to know */
    gpointer progress_data;
    unsigned tag_line[TAB_RECORD_MAX_TAGS]; /* where the tags of the game stand */
    TabTurn turn;                           /* room to read turns in */
    TabSituation situation;                 /* likewise */
    Line lines[TAB_RECORD_MAX_DEPTH + 1];
};

TabRecordReader *tab_record_reader_new(const char *text, size_t length)
{
    TabRecordReader *reader = g_new0(TabRecordReader, 1);
    reader->scan.p = reader->scan.text = text;
    reader->scan.end = text + length;
    reader->scan.line = 1;
    return reader;
}

void tab_record_reader_set_progress(TabRecordReader *reader, TabRecordProgress progress,
                                    gpointer data)
{
    reader->progress = progress;
    reader->progress_data = data;
}

void tab_record_reader_free(TabRecordReader *reader)
{
    g_free(reader);
}

/* Tags. */

static bool check_tag(const TabRecordReader *reader, const TabRules *rules, unsigned line,
                      const char *name, const char *value, GError **error)
{
    const char *fault = tab_record_tag_fault(rules, name, value);
    return !fault || tab_record_scanner_fail(&reader->scan, line, error, "[%s \"%s\"]: %s", name,
                                             value, g_dgettext("tab", fault));
}

/* Reads `[Name "value"]`; the `[` is here. */
static bool read_tag(TabRecordReader *reader, TabRecord *record, GError **error)
{
    unsigned line = reader->scan.line;
    reader->scan.p++;
    size_t n = 0;
    while (reader->scan.p + n < reader->scan.end &&
           (g_ascii_isalnum(reader->scan.p[n]) || reader->scan.p[n] == '_'))
        n++;
    if (!tab_record_is_tag_name(reader->scan.p, n))
        return tab_record_scanner_fail(&reader->scan, line, error,
                                       N_("a tag has no name or a bad one"));
    g_autofree char *name = g_strndup(reader->scan.p, n);
    reader->scan.p += n;
    if (tab_record_get_tag(record, name))
        return tab_record_scanner_fail(&reader->scan, line, error, N_("the tag [%s] stands twice"),
                                       name);
    if (record->tags->len == TAB_RECORD_MAX_TAGS)
        return tab_record_scanner_fail(&reader->scan, line, error, N_("more than %u tags"),
                                       TAB_RECORD_MAX_TAGS);
    tab_record_scanner_skip_blanks(&reader->scan);
    if (tab_record_scanner_peek(&reader->scan) != '"')
        return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                       N_("the tag [%s] has no value in quotes"), name);
    reader->scan.p++;
    g_autofree char *value = tab_record_scanner_take_quoted(&reader->scan, '"', "\t", error);
    if (!value)
        return false;
    tab_record_scanner_skip_blanks(&reader->scan);
    if (tab_record_scanner_peek(&reader->scan) != ']')
        return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                       N_("the tag [%s] has no ] at its end"), name);
    reader->scan.p++;
    if (!check_tag(reader, NULL, line, name, value, error))
        return false;
    reader->tag_line[record->tags->len] = line;
    tab_record_take_tag(record, g_steal_pointer(&name), g_steal_pointer(&value));
    return true;
}

/* The line of the text on which a tag stands; that of the first one if it is not there. */
static unsigned tag_line(const TabRecordReader *reader, const TabRecord *record, const char *name)
{
    for (guint i = 0; i < record->tags->len; i++)
        if (!strcmp(g_array_index(record->tags, TabRecordTag, i).name, name))
            return reader->tag_line[i];
    return reader->tag_line[0];
}

/* Sets the start by [Opening]. */
static bool start_by_opening(const TabRecordReader *reader, TabRecord *record, const char *text,
                             unsigned line, GError **error)
{
    g_autoptr(GArray) throws = g_array_new(FALSE, FALSE, sizeof(TabRecordThrow));
    if (!tab_record_parse_opening(&record->rules->cast, text, throws))
        return tab_record_scanner_fail(
            &reader->scan, line, error,
            N_("[Opening]: throws are written like \"w2 b3 w1\", at most %u"),
            TAB_RECORD_MAX_OPENING);
    TabSide winner;
    TabRecordOpening how = tab_record_opening(
        record->rules, (const TabRecordThrow *)(void *)throws->data, throws->len, &winner);
    if (how == TAB_RECORD_OPENING_WRONG)
        return tab_record_scanner_fail(&reader->scan, line, error,
                                       N_("[Opening]: throws that these rules do not allow"));
    tab_position_start(record->rules, how == TAB_RECORD_OPENING_DECIDED ? winner : TAB_WHITE,
                       &record->start);
    return true;
}

/* What the tags say about play, once they are all there. */
static bool apply_tags(const TabRecordReader *reader, TabRecord *record, GError **error)
{
    const char *rules = tab_record_get_tag(record, "Rules"),
               *sticks = tab_record_get_tag(record, "Sticks"),
               *result = tab_record_get_tag(record, "Result");
    const char *termination = tab_record_get_tag(record, "Termination");
    const char *position = tab_record_get_tag(record, "Position"),
               *opening = tab_record_get_tag(record, "Opening");
    g_autoptr(GError) cause = NULL;
    if (!rules || !result)
        return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                       N_("the tags end without [%s]"), rules ? "Result" : "Rules");
    record->rules = tab_rules_parse(rules, &cause);
    if (!record->rules)
        return tab_record_scanner_fail(&reader->scan, tag_line(reader, record, "Rules"), error,
                                       "[Rules]: %s", cause->message);
    if (sticks && !check_tag(reader, record->rules, tag_line(reader, record, "Sticks"), "Sticks",
                             sticks, error))
        return false;
    record->result = (TabRecordResult)tab_record_find_result(result);
    if (termination)
        record->termination = (TabRecordTermination)tab_record_find_termination(termination);
    if (!tab_record_can_end(record->result, record->termination))
        return tab_record_scanner_fail(&reader->scan, tag_line(reader, record, "Termination"),
                                       error, "the result %s cannot come with the termination %s",
                                       result, termination);
    unsigned line = tag_line(reader, record, opening ? "Opening" : "Position");
    if (position && opening)
        return tab_record_scanner_fail(
            &reader->scan, line, error,
            N_("[Opening] beside [Position]: a set position has no opening"));
    if (opening)
        return start_by_opening(reader, record, opening, line, error);
    if (!position)
        tab_position_start(record->rules, TAB_WHITE, &record->start);
    else if (!tab_notation_parse_situation(record->rules, position, &record->start, &cause))
        return tab_record_scanner_fail(&reader->scan, line, error, "[Position]: %s",
                                       cause->message);
    return true;
}

/* Turns. */

static const char *side_name(int side)
{
    return g_dgettext("tab", side == TAB_WHITE ? N_("White") : N_("Black"));
}

/* Whether the throws of a turn can be: they begin with those held, and are all there if a turn was
 * chosen. */
static bool check_throws(TabRecordReader *reader, const TabRecord *record, const Line *line,
                         bool chosen, unsigned at, GError **error)
{
    const TabThrows *throws = &reader->situation.throws;
    g_autoptr(GError) cause = NULL;
    if (!tab_situation_validate(record->rules, &reader->situation, &cause))
        return tab_record_scanner_fail(&reader->scan, at, error, "%s", cause->message);
    if (throws->n < line->held.n || memcmp(throws->kind, line->held.kind, line->held.n))
        return tab_record_scanner_fail(
            &reader->scan, at, error,
            N_("the throws do not begin with those that the position holds"));
    if (line->held.n && !line->held.more && throws->n != line->held.n)
        return tab_record_scanner_fail(&reader->scan, at, error,
                                       N_("more throws than the position holds"));
    if (chosen && !tab_throws_complete(throws))
        return tab_record_scanner_fail(&reader->scan, at, error,
                                       N_("a turn with throws still to be thrown"));
    return true;
}

/* Reads number and side, and checks them against the position reached. */
static bool read_number(TabRecordReader *reader, const Line *line, GError **error)
{
    g_autofree char *number =
        tab_record_scanner_take_token(&reader->scan, N_("a turn or the result"), error);
    g_autofree char *expected = g_strdup_printf("%u.", line->after.number);
    if (!number)
        return false;
    if (strcmp(number, expected))
        return tab_record_scanner_fail(
            &reader->scan, reader->scan.line, error,
            N_("'%s' where the turn number %s or the result should stand"), number, expected);
    g_autofree char *side =
        tab_record_scanner_take_token(&reader->scan, N_("the side (w or b)"), error);
    if (!side)
        return false;
    if (strcmp(side, line->after.side == TAB_WHITE ? "w" : "b"))
        return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                       N_("turn %s is %s's, not '%s'"), number,
                                       side_name(line->after.side), side);
    return true;
}

/* Reads `key=value` pairs and adds them to the node. */
static bool read_notes(TabRecordReader *reader, TabRecordNode *node, GError **error)
{
    g_autoptr(GString) notes = g_string_new(NULL);
    g_autoptr(GHashTable) keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (;;) {
        tab_record_scanner_skip_blanks(&reader->scan);
        if (!g_ascii_isalpha(tab_record_scanner_peek(&reader->scan)))
            break;
        g_autofree char *note = tab_record_scanner_take_token(&reader->scan, N_("a note"), error);
        if (!note)
            return false;
        char *value = strchr(note, '=');
        if (!value || !tab_record_is_note_key(note, (size_t)(value - note)))
            return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                           N_("'%s' is no note key=value"), note);
        g_autofree char *key = g_strndup(note, (size_t)(value++ - note));
        const char *fault = tab_record_note_fault(key, value);
        if (fault)
            return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                           N_("the note '%s': %s"), note, g_dgettext("tab", fault));
        g_string_append_printf(notes, notes->len ? " %s" : "%s", note);
        if (g_hash_table_size(keys) == TAB_RECORD_MAX_NOTES)
            return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                           N_("more than %u notes"), TAB_RECORD_MAX_NOTES);
        if (!g_hash_table_add(keys, g_steal_pointer(&key)))
            return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                           N_("the note '%s' stands twice"), note);
    }
    if (notes->len)
        node->notes = g_string_free(g_steal_pointer(&notes), FALSE);
    return true;
}

static bool read_comment(TabRecordReader *reader, TabRecordNode *node, GError **error)
{
    tab_record_scanner_skip_blanks(&reader->scan);
    if (tab_record_scanner_peek(&reader->scan) != '{')
        return true;
    reader->scan.p++;
    g_autofree char *comment = tab_record_scanner_take_quoted(&reader->scan, '}', "\n\t", error);
    if (!comment)
        return false;
    if (*comment)
        node->comment = g_steal_pointer(&comment);
    tab_record_scanner_skip_blanks(&reader->scan);
    return tab_record_scanner_peek(&reader->scan) != '{' ||
           tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                   N_("a second comment in one place"));
}

/* Tells whoever waits how far it is, and asks whether to go on. */
static bool may_go_on(const TabRecordReader *reader, GError **error)
{
    return !reader->progress ||
           reader->progress((size_t)(reader->scan.p - reader->scan.text), reader->progress_data) ||
           tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                   N_("reading was stopped"));
}

/* Reads one turn at the end of `line`: number, side, throws, turn, notes, comment. */
static bool read_turn(TabRecordReader *reader, TabRecord *record, Line *line, GError **error)
{
    if (line->n && !line->last->turn)
        return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                       N_("a turn after one that was not chosen"));
    if (record->n_nodes == TAB_RECORD_MAX_NODES)
        return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                       N_("more than %u turns"), TAB_RECORD_MAX_NODES);
    if (record->n_nodes % TURNS_A_REPORT == 0 && !may_go_on(reader, error))
        return false;
    reader->scan.number = line->after.number;
    if (line->n) /* only now: a variation of the first turn holds the same again */
        line->held = (TabThrows){.n = 0};
    if (!read_number(reader, line, error))
        return false;
    g_autoptr(GError) cause = NULL;
    g_autofree char *throws = tab_record_scanner_take_token(&reader->scan, N_("the throws"), error);
    if (!throws)
        return false;
    unsigned at = reader->scan.line;
    reader->situation.position = line->after;
    if (!tab_notation_parse_throws(record->rules, throws, &reader->situation.throws, &cause))
        return tab_record_scanner_fail(&reader->scan, at, error, "%s", cause->message);
    g_autofree char *turn = tab_record_scanner_take_token(&reader->scan, N_("the turn"), error);
    if (!turn)
        return false;
    at = reader->scan.line;
    bool chosen = strcmp(turn, "?");
    if (!check_throws(reader, record, line, chosen, at, error))
        return false;
    line->before = line->after;
    if (chosen && !tab_notation_parse_turn(record->rules, &reader->situation, turn, &reader->turn,
                                           &line->after, &cause))
        return tab_record_scanner_fail(&reader->scan, at, error, "%s", cause->message);
    if (!chosen)
        g_clear_pointer(&turn, g_free);
    line->last = tab_record_take_node(record, line->last, line->before.number, line->before.side,
                                      g_steal_pointer(&throws), g_steal_pointer(&turn));
    line->n++;
    if (!read_notes(reader, line->last, error) || !read_comment(reader, line->last, error))
        return false;
    reader->scan.number = 0;
    return true;
}

/* Whether the main line ends as the result says. */
static bool check_end(const TabRecordReader *reader, const TabRecord *record,
                      const TabPosition *last, GError **error)
{
    unsigned line = reader->scan.line;
    if (!tab_position_finished(last))
        return record->termination != TAB_RECORD_NORMAL ||
               tab_record_scanner_fail(&reader->scan, line, error,
                                       N_("the termination is normal but both sides have pieces"));
    TabRecordResult won = last->pieces[TAB_WHITE] ? TAB_RECORD_WHITE_WON : TAB_RECORD_BLACK_WON;
    if (record->result != won)
        return tab_record_scanner_fail(
            &reader->scan, line, error, N_("%s has won by the turns, but the result is %s"),
            side_name(won == TAB_RECORD_WHITE_WON ? TAB_WHITE : TAB_BLACK),
            tab_record_result_text(record->result));
    return record->termination <= TAB_RECORD_NORMAL ||
           tab_record_scanner_fail(&reader->scan, line, error,
                                   N_("the game was played out, but the termination is %s"),
                                   tab_record_termination_text(record->termination));
}

/* Whether the result stands here: a token with the form of one. */
static bool at_result(const TabRecordReader *reader)
{
    size_t length = tab_record_scanner_token_length(&reader->scan);
    for (int i = 0; i < TAB_N_RECORD_RESULTS; i++) {
        const char *text = tab_record_result_text((TabRecordResult)i);
        if (length == strlen(text) && !strncmp(reader->scan.p, text, length))
            return true;
    }
    return false;
}

/* Opens a variation of the last turn of line `depth`. */
static bool open_variation(TabRecordReader *reader, unsigned depth, GError **error)
{
    const Line *line = &reader->lines[depth];
    if (!line->n)
        return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                       N_("a variation with no turn before it"));
    if (depth == TAB_RECORD_MAX_DEPTH)
        return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                       N_("variations are nested more than %u deep"),
                                       TAB_RECORD_MAX_DEPTH);
    Line *variation = &reader->lines[depth + 1];
    variation->last = line->last->parent;
    variation->n = 0;
    variation->opened = reader->scan.line;
    variation->after = line->before;
    variation->held = line->n == 1 ? line->held : (TabThrows){.n = 0};
    reader->scan.p++;
    return true;
}

/* Reads all turns and variations of a game, up to and with the result. */
static bool read_moves(TabRecordReader *reader, TabRecord *record, GError **error)
{
    unsigned depth = 0;
    Line *main_line = &reader->lines[0];
    main_line->last = record->root;
    main_line->n = 0;
    main_line->after = record->start.position;
    main_line->held = record->start.throws;
    for (;;) {
        tab_record_scanner_skip_blanks(&reader->scan);
        Line *line = &reader->lines[depth];
        char c = tab_record_scanner_peek(&reader->scan);
        if (c == '(') {
            if (!open_variation(reader, depth, error))
                return false;
            depth++;
        } else if (c == ')') {
            if (!depth || !line->n)
                return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                               depth ? N_("an empty variation")
                                                     : N_("a ) without its ("));
            depth--;
            reader->scan.p++;
        } else if (at_result(reader)) {
            break;
        } else if (!read_turn(reader, record, line, error)) {
            return false;
        }
    }
    if (depth)
        return tab_record_scanner_fail(&reader->scan, reader->lines[depth].opened, error,
                                       N_("a ( without its )"));
    g_autofree char *result = tab_record_scanner_take_token(&reader->scan, N_("the result"), error);
    if (strcmp(result, tab_record_result_text(record->result)))
        return tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                       N_("the result %s is not that of the tag, %s"), result,
                                       tab_record_result_text(record->result));
    return check_end(reader, record, &main_line->after, error);
}

/* An opening that nobody has won yet leaves no turn to be played. */
static bool check_opening(const TabRecordReader *reader, const TabRecord *record, GError **error)
{
    const char *text = tab_record_get_tag(record, "Opening");
    g_autoptr(GArray) throws = g_array_new(FALSE, FALSE, sizeof(TabRecordThrow));
    TabSide side;
    if (!text || !record->n_nodes || !tab_record_parse_opening(&record->rules->cast, text, throws))
        return true;
    return tab_record_opening(record->rules, (const TabRecordThrow *)(void *)throws->data,
                              throws->len, &side) == TAB_RECORD_OPENING_DECIDED ||
           tab_record_scanner_fail(&reader->scan, tag_line(reader, record, "Opening"), error,
                                   "[Opening]: nobody has won it, but there are turns");
}

static TabRecord *read_game(TabRecordReader *reader, GError **error)
{
    g_autoptr(TabRecord) record = tab_record_new_empty(NULL);
    if (tab_record_scanner_peek(&reader->scan) != '[') {
        tab_record_scanner_fail(&reader->scan, reader->scan.line, error,
                                N_("a game begins with a tag in square brackets"));
        return NULL;
    }
    while (tab_record_scanner_peek(&reader->scan) == '[') {
        if (!read_tag(reader, record, error))
            return NULL;
        tab_record_scanner_skip_blanks(&reader->scan);
    }
    if (!apply_tags(reader, record, error) || !read_comment(reader, record->root, error) ||
        !read_moves(reader, record, error) || !check_opening(reader, record, error))
        return NULL;
    return g_steal_pointer(&record);
}

/* Whether the text from here on is UTF-8 without NUL and not too large. */
static bool check_text(TabRecordReader *reader, GError **error)
{
    size_t length = (size_t)(reader->scan.end - reader->scan.p);
    const char *bad;
    if (length > TAB_RECORD_MAX_BYTES)
        return tab_record_scanner_fail(
            &reader->scan, 1, error, N_("the text is larger than %u bytes"), TAB_RECORD_MAX_BYTES);
    if (g_utf8_validate_len(reader->scan.p, length, &bad))
        return true;
    unsigned line = 1;
    for (const char *p = reader->scan.p; p < bad; p++)
        line += *p == '\n';
    return tab_record_scanner_fail(&reader->scan, line, error, N_("not UTF-8 text"));
}

TabRecord *tab_record_reader_next(TabRecordReader *reader, GError **error)
{
    g_return_val_if_fail(!reader->broken, NULL);
    TabRecord *record = NULL;
    if (!reader->checked && !check_text(reader, error)) {
        reader->broken = true;
        return NULL;
    }
    reader->checked = true;
    tab_record_scanner_skip_blanks(&reader->scan);
    if (reader->scan.p < reader->scan.end) {
        reader->scan.game++;
        reader->scan.number = 0;
        record = may_go_on(reader, error) ? read_game(reader, error) : NULL;
        reader->broken = !record;
    }
    return record;
}

GPtrArray *tab_record_parse(const char *text, size_t length, GError **error)
{
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, length);
    g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    g_autoptr(GError) cause = NULL;
    TabRecord *record;
    while ((record = tab_record_reader_next(reader, &cause)))
        g_ptr_array_add(records, record);
    if (!cause && !records->len)
        tab_record_scanner_fail(&reader->scan, 1, &cause, N_("no game"));
    if (cause) {
        g_propagate_error(error, g_steal_pointer(&cause));
        return NULL;
    }
    return g_steal_pointer(&records);
}

GPtrArray *tab_record_load(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    if (!g_file_get_contents(path, &text, &length, error))
        return NULL;
    GPtrArray *records = tab_record_parse(text, length, error);
    if (!records)
        g_prefix_error(error, "%s: ", path);
    return records;
}
