// SPDX-License-Identifier: GPL-3.0-or-later
// Reads game records strictly: syntax, tags, and that every turn is legal where it is played. Time
// and memory grow with the length of the text alone; nothing recurses.
#include "protocol/game/record-text.h"

#include <string.h>

#include "protocol/files/input-file.h"
#include "protocol/game/record-private.h"
#include "protocol/rules/translatable.h"

G_STATIC_ASSERT(TAB_RECORD_MAX_BYTES <= TAB_INPUT_FILE_MAX_BYTES);

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
    const char *text, *p, *end;
    unsigned line;   /* of the text, from 1 */
    unsigned game;   /* that is being read, from 1 */
    unsigned number; /* of the turn that is being read, 0 outside of turns */
    bool checked;    /* the text is UTF-8 */
    bool broken;
    bool open;                  /* nobody has won the opening of the game */
    GError *error;              /* of the call */
    TabRecordProgress progress; /* NULL: nobody wants to know */
    gpointer progress_data;
    TabRecordWitness witness; /* NULL: nobody looks at the positions */
    gpointer witness_data;
    unsigned tag_line[TAB_RECORD_MAX_TAGS]; /* where the tags of the game stand */
    TabTurn turn;                           /* room to read turns in */
    TabSituation situation;                 /* likewise */
    Line lines[TAB_RECORD_MAX_DEPTH + 1];
};

TabRecordReader *tab_record_reader_new(const char *text, size_t length)
{
    TabRecordReader *reader = g_new0(TabRecordReader, 1);
    reader->p = reader->text = text;
    reader->end = text + length;
    reader->line = 1;
    return reader;
}

void tab_record_reader_set_progress(TabRecordReader *reader, TabRecordProgress progress,
                                    gpointer data)
{
    reader->progress = progress;
    reader->progress_data = data;
}

void tab_record_reader_set_witness(TabRecordReader *reader, TabRecordWitness witness, gpointer data)
{
    reader->witness = witness;
    reader->witness_data = data;
}

void tab_record_reader_set_place(TabRecordReader *reader, unsigned line, unsigned games)
{
    reader->line = line;
    reader->game = games;
}

bool tab_record_has_byte_order_mark(const char *text, size_t length)
{
    return length >= TAB_BYTE_ORDER_MARK_BYTES &&
           !memcmp(text, TAB_BYTE_ORDER_MARK, TAB_BYTE_ORDER_MARK_BYTES);
}

size_t tab_record_reader_get_done(const TabRecordReader *reader)
{
    return (size_t)(reader->p - reader->text);
}

void tab_record_reader_free(TabRecordReader *reader)
{
    g_free(reader);
}

/* Blanks, tokens, quoted texts, and faults with their place. */

/* Sets the error of the reader, with the place: this line of the text, and the game and the turn
 * that are being read; `format` is marked for translation. Always false. */
static bool refuse_text(TabRecordReader *reader, unsigned line, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

static bool refuse_text(TabRecordReader *reader, unsigned line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(g_dgettext("tab", format), arguments);
    va_end(arguments);
    /* the message is shown to people: no control characters, and not the whole of a hostile text */
    g_autofree char *start = g_utf8_substring(text, 0, MIN(g_utf8_strlen(text, -1), 300));
    for (char *p = start; *p; p++)
        if (g_ascii_iscntrl(*p))
            *p = ' ';
    bool several = reader->game > 1;
    unsigned game = reader->game, number = reader->number;
    g_autofree char *message = NULL;
    if (several && number)
        /* Translators: a place in a file of games, and what is wrong there. */
        message = g_strdup_printf(g_dgettext("tab", N_("line %u: game %u, turn %u: %s")), line,
                                  game, number, start);
    else if (several)
        /* Translators: a place in a file of games, and what is wrong there. */
        message = g_strdup_printf(g_dgettext("tab", N_("line %u: game %u: %s")), line, game, start);
    else if (number)
        /* Translators: a place in a file of games, and what is wrong there. */
        message =
            g_strdup_printf(g_dgettext("tab", N_("line %u: turn %u: %s")), line, number, start);
    else
        /* Translators: a place in a file of games, and what is wrong there. */
        message = g_strdup_printf(g_dgettext("tab", N_("line %u: %s")), line, start);
    g_set_error_literal(&reader->error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD, message);
    return false;
}

/* The character here; NUL at the end. */
static char peek(const TabRecordReader *reader)
{
    return reader->p < reader->end ? *reader->p : '\0';
}

/* Skips blanks and line ends. A CR counts only before a LF, so that anything else of it is an
 * error. */
static void skip_blanks(TabRecordReader *reader)
{
    for (; reader->p < reader->end; reader->p++) {
        char c = *reader->p;
        if (c == '\n')
            reader->line++;
        else if (c != ' ' && c != '\t' &&
                 !(c == '\r' && reader->end - reader->p > 1 && reader->p[1] == '\n'))
            return;
    }
}

/* The length of the token here: as far as a blank, a bracket, a brace or a control character. */
static size_t token_length(const TabRecordReader *reader)
{
    const char *p = reader->p;
    while (p < reader->end && !g_ascii_iscntrl(*p) && !strchr(" (){}", *p))
        p++;
    return (size_t)(p - reader->p);
}

/* Takes the token after blanks; NULL and an error that says what was `wanted` (marked for
 * translation) if there is none, or too long a one. */
static char *take_token(TabRecordReader *reader, const char *wanted)
{
    skip_blanks(reader);
    size_t length = token_length(reader);
    if (!length || length > TAB_RECORD_MAX_TEXT) {
        wanted = g_dgettext("tab", wanted);
        if (length)
            refuse_text(reader, reader->line, N_("%s is longer than %u bytes"), wanted,
                        TAB_RECORD_MAX_TEXT);
        else if (reader->p == reader->end)
            refuse_text(reader, reader->line, N_("the text ends where %s should stand"), wanted);
        else
            refuse_text(reader, reader->line, N_("'%.*s' where %s should stand"),
                        (int)(g_utf8_next_char(reader->p) - reader->p), reader->p, wanted);
        return NULL;
    }
    char *token = g_strndup(reader->p, length);
    reader->p += length;
    return token;
}

/* Takes a text up to `close`, in which a backslash stands before a backslash or `close`; NULL and
 * an error if it does not end, is too long or has a control character that `allowed` does not name.
 * CR LF is read as LF. */
static char *take_quoted(TabRecordReader *reader, char close, const char *allowed)
{
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned line = reader->line;
    for (; reader->p < reader->end; reader->p++) {
        char c = *reader->p;
        if (c == close) {
            reader->p++;
            return g_string_free(g_steal_pointer(&text), FALSE);
        }
        if (c == '\r' && reader->end - reader->p > 1 && reader->p[1] == '\n' &&
            strchr(allowed, '\n'))
            continue;
        if (c == '\\') {
            c = reader->end - reader->p > 1 ? *++reader->p : '\0';
            if (c != '\\' && c != close) {
                refuse_text(reader, reader->line,
                            N_("a backslash stands only before a backslash or %c"), close);
                return NULL;
            }
        } else if (g_ascii_iscntrl(c) && !strchr(allowed, c)) {
            refuse_text(reader, reader->line, N_("a control character (%d) in a text"), c);
            return NULL;
        }
        reader->line += c == '\n';
        if (text->len == TAB_RECORD_MAX_TEXT) {
            refuse_text(reader, line, N_("a text is longer than %u bytes"), TAB_RECORD_MAX_TEXT);
            return NULL;
        }
        g_string_append_c(text, c);
    }
    refuse_text(reader, line, N_("a text has no '%c' at its end"), close);
    return NULL;
}

/* Tags. */

static bool check_tag(TabRecordReader *reader, const TabRules *rules, unsigned line,
                      const char *name, const char *value)
{
    const char *fault = tab_record_tag_fault(rules, name, value);
    return !fault ||
           refuse_text(reader, line, "[%s \"%s\"]: %s", name, value, g_dgettext("tab", fault));
}

/* Reads `[Name "value"]`; the `[` is here. */
static bool read_tag(TabRecordReader *reader, TabRecord *record)
{
    unsigned line = reader->line;
    reader->p++;
    size_t n = 0;
    while (reader->p + n < reader->end && (g_ascii_isalnum(reader->p[n]) || reader->p[n] == '_'))
        n++;
    g_autofree char *name = g_strndup(reader->p, n);
    if (!tab_record_is_tag_name(name, n))
        return refuse_text(reader, line, N_("a tag has no name or a bad one"));
    reader->p += n;
    if (tab_record_get_tag(record, name))
        return refuse_text(reader, line, N_("the tag [%s] stands twice"), name);
    if (record->tags->len == TAB_RECORD_MAX_TAGS)
        return refuse_text(reader, line, N_("more than %u tags"), TAB_RECORD_MAX_TAGS);
    skip_blanks(reader);
    if (peek(reader) != '"')
        return refuse_text(reader, reader->line, N_("the tag [%s] has no value in quotes"), name);
    reader->p++;
    g_autofree char *value = take_quoted(reader, '"', "\t");
    if (!value)
        return false;
    skip_blanks(reader);
    if (peek(reader) != ']')
        return refuse_text(reader, reader->line, N_("the tag [%s] has no ] at its end"), name);
    reader->p++;
    if (!check_tag(reader, NULL, line, name, value))
        return false;
    reader->tag_line[record->tags->len] = line;
    tab_record_take_tag(record, g_steal_pointer(&name), g_steal_pointer(&value));
    return true;
}

/* The line of the text on which a tag stands; that of the first one if it is not there. */
static unsigned tag_line(TabRecordReader *reader, const TabRecord *record, const char *name)
{
    for (guint i = 0; i < record->tags->len; i++)
        if (!strcmp(g_array_index(record->tags, TabRecordTag, i).name, name))
            return reader->tag_line[i];
    return reader->tag_line[0];
}

/* Sets the start by [Opening]. */
static bool start_by_opening(TabRecordReader *reader, TabRecord *record, const char *text,
                             unsigned line)
{
    g_autoptr(GArray) throws = g_array_new(FALSE, FALSE, sizeof(TabRecordThrow));
    if (!tab_record_parse_opening(&record->rules->cast, text, throws))
        return refuse_text(reader, line,
                           N_("[Opening]: throws are written like \"w2 b3 w1\", at most %u"),
                           TAB_RECORD_MAX_OPENING);
    TabSide winner;
    TabRecordOpening how = tab_record_opening(
        record->rules, (const TabRecordThrow *)(void *)throws->data, throws->len, &winner);
    if (how == TAB_RECORD_OPENING_WRONG)
        return refuse_text(reader, line, N_("[Opening]: throws that these rules do not allow"));
    reader->open = how == TAB_RECORD_OPENING_OPEN;
    tab_position_start(record->rules, reader->open ? TAB_WHITE : winner, &record->start);
    return true;
}

/* What the tags say about play, once they are all there. */
static bool apply_tags(TabRecordReader *reader, TabRecord *record)
{
    const char *rules = tab_record_get_tag(record, "Rules"),
               *sticks = tab_record_get_tag(record, "Sticks"),
               *result = tab_record_get_tag(record, "Result");
    const char *termination = tab_record_get_tag(record, "Termination");
    const char *position = tab_record_get_tag(record, "Position"),
               *opening = tab_record_get_tag(record, "Opening");
    g_autoptr(GError) cause = NULL;
    if (!rules || !result)
        return refuse_text(reader, reader->line, N_("the tags end without [%s]"),
                           rules ? "Result" : "Rules");
    record->rules = tab_rules_parse(rules, &cause);
    if (!record->rules)
        return refuse_text(reader, tag_line(reader, record, "Rules"), "[Rules]: %s",
                           cause->message);
    if (sticks &&
        !check_tag(reader, record->rules, tag_line(reader, record, "Sticks"), "Sticks", sticks))
        return false;
    record->result = (TabRecordResult)tab_record_find_result(result);
    if (termination)
        record->termination = (TabRecordTermination)tab_record_find_termination(termination);
    if (!tab_record_can_end(record->result, record->termination))
        return refuse_text(reader, tag_line(reader, record, "Termination"),
                           N_("the result %s cannot come with the termination %s"), result,
                           termination);
    unsigned line = tag_line(reader, record, opening ? "Opening" : "Position");
    if (position && opening)
        return refuse_text(reader, line,
                           N_("[Opening] beside [Position]: a set position has no opening"));
    if (opening)
        return start_by_opening(reader, record, opening, line);
    if (!position)
        tab_position_start(record->rules, TAB_WHITE, &record->start);
    else if (!tab_notation_parse_situation(record->rules, position, &record->start, &cause))
        return refuse_text(reader, line, "[Position]: %s", cause->message);
    return true;
}

/* Turns. */

static const char *side_name(int side)
{
    return g_dgettext("tab", side == TAB_WHITE ? N_("White") : N_("Black"));
}

/* Whether the throws of a turn can be: they begin with those held (none can follow where these are
 * complete), and are all there if a turn was chosen. */
static bool check_turn_throws(TabRecordReader *reader, const TabRecord *record, const Line *line,
                              bool chosen, unsigned at)
{
    const TabThrows *throws = &reader->situation.throws;
    g_autoptr(GError) cause = NULL;
    if (!tab_situation_validate(record->rules, &reader->situation, &cause))
        return refuse_text(reader, at, "%s", cause->message);
    if (throws->n < line->held.n || memcmp(throws->kind, line->held.kind, line->held.n))
        return refuse_text(reader, at,
                           N_("the throws do not begin with those that the position holds"));
    if (chosen && !tab_throws_complete(throws))
        return refuse_text(reader, at, N_("a turn with throws still to be thrown"));
    return true;
}

/* Reads number and side, and checks them against the position reached. */
static bool read_turn_number(TabRecordReader *reader, const Line *line)
{
    g_autofree char *number = take_token(reader, N_("a turn or the result"));
    g_autofree char *expected = g_strdup_printf("%u.", line->after.number);
    if (!number)
        return false;
    if (strcmp(number, expected))
        return refuse_text(reader, reader->line,
                           N_("'%s' where the turn number %s or the result should stand"), number,
                           expected);
    g_autofree char *side = take_token(reader, N_("the side (w or b)"));
    if (!side)
        return false;
    if (strcmp(side, line->after.side == TAB_WHITE ? "w" : "b"))
        return refuse_text(reader, reader->line, N_("turn %s is %s's, not '%s'"), number,
                           side_name(line->after.side), side);
    return true;
}

/* Reads `key=value` pairs and adds them to the node. */
static bool read_notes(TabRecordReader *reader, TabRecordNode *node)
{
    g_autoptr(GString) notes = g_string_new(NULL);
    g_autoptr(GHashTable) keys = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (;;) {
        skip_blanks(reader);
        if (!g_ascii_isalpha(peek(reader)))
            break;
        g_autofree char *note = take_token(reader, N_("a note"));
        if (!note)
            return false;
        char *value = strchr(note, '=');
        if (!value || !tab_record_is_note_key(note, (size_t)(value - note)))
            return refuse_text(reader, reader->line, N_("'%s' is no note key=value"), note);
        g_autofree char *key = g_strndup(note, (size_t)(value++ - note));
        const char *fault = tab_record_note_fault(key, value);
        if (fault)
            return refuse_text(reader, reader->line, N_("the note '%s': %s"), note,
                               g_dgettext("tab", fault));
        g_string_append_printf(notes, notes->len ? " %s" : "%s", note);
        if (g_hash_table_size(keys) == TAB_RECORD_MAX_NOTES)
            return refuse_text(reader, reader->line, N_("more than %u notes"),
                               TAB_RECORD_MAX_NOTES);
        if (!g_hash_table_add(keys, g_steal_pointer(&key)))
            return refuse_text(reader, reader->line, N_("the note '%s' stands twice"), note);
    }
    if (notes->len)
        node->notes = g_string_free(g_steal_pointer(&notes), FALSE);
    return true;
}

static bool read_comment(TabRecordReader *reader, TabRecordNode *node)
{
    skip_blanks(reader);
    if (peek(reader) != '{')
        return true;
    reader->p++;
    g_autofree char *comment = take_quoted(reader, '}', "\n\t");
    if (!comment)
        return false;
    if (*comment)
        node->comment = g_steal_pointer(&comment);
    skip_blanks(reader);
    return peek(reader) != '{' ||
           refuse_text(reader, reader->line, N_("a second comment in one place"));
}

/* Tells whoever waits how far it is, and asks whether to go on. */
static bool may_go_on(TabRecordReader *reader)
{
    return !reader->progress ||
           reader->progress((size_t)(reader->p - reader->text), reader->progress_data) ||
           refuse_text(reader, reader->line, N_("reading was stopped"));
}

/* Reads one turn at the end of `line`: number, side, throws, turn, notes, comment. */
static bool read_turn(TabRecordReader *reader, TabRecord *record, Line *line)
{
    if (line->n && !line->last->turn)
        return refuse_text(reader, reader->line, N_("a turn after one that was not chosen"));
    if (record->n_nodes == TAB_RECORD_MAX_NODES)
        return refuse_text(reader, reader->line, N_("more than %u turns"), TAB_RECORD_MAX_NODES);
    if (record->n_nodes % TURNS_A_REPORT == 0 && !may_go_on(reader))
        return false;
    reader->number = line->after.number;
    if (line->n) /* only now: a variation of the first turn holds the same again */
        line->held = (TabThrows){.n = 0};
    if (!read_turn_number(reader, line))
        return false;
    g_autoptr(GError) cause = NULL;
    g_autofree char *throws = take_token(reader, N_("the throws"));
    if (!throws)
        return false;
    unsigned at = reader->line;
    reader->situation.position = line->after;
    if (!tab_notation_parse_throws(record->rules, throws, &reader->situation.throws, &cause))
        return refuse_text(reader, at, "%s", cause->message);
    g_autofree char *turn = take_token(reader, N_("the turn"));
    if (!turn)
        return false;
    at = reader->line;
    bool chosen = strcmp(turn, "?");
    if (!check_turn_throws(reader, record, line, chosen, at))
        return false;
    line->before = line->after;
    if (chosen && !tab_notation_parse_turn(record->rules, &reader->situation, turn, &reader->turn,
                                           &line->after, &cause))
        return refuse_text(reader, at, "%s", cause->message);
    if (!chosen)
        g_clear_pointer(&turn, g_free);
    line->last = tab_record_take_node(record, line->last, line->before.number, line->before.side,
                                      g_steal_pointer(&throws), g_steal_pointer(&turn));
    line->n++;
    if (!read_notes(reader, line->last) || !read_comment(reader, line->last))
        return false;
    if (reader->witness && line == &reader->lines[0] && chosen)
        reader->witness(line->last, &line->after, reader->witness_data);
    reader->number = 0;
    return true;
}

/* The result of a game that the rules have ended. */
static TabRecordResult result_of(int winner)
{
    return winner == TAB_WHITE   ? TAB_RECORD_WHITE_WON
           : winner == TAB_BLACK ? TAB_RECORD_BLACK_WON
                                 : TAB_RECORD_DRAWN;
}

/* Whether the main line ends as the result says. */
static bool check_recorded_end(TabRecordReader *reader, const TabRecord *record,
                               const TabPosition *last)
{
    unsigned line = reader->line;
    if (!tab_position_finished(record->rules, last))
        return record->termination != TAB_RECORD_NORMAL ||
               refuse_text(reader, line,
                           N_("the termination is normal but both sides have pieces"));
    int winner = tab_position_winner(record->rules, last);
    if (record->result != result_of(winner))
        return winner < 0
                   ? refuse_text(reader, line,
                                 N_("the game is drawn by the turns, but the result is %s"),
                                 tab_record_result_text(record->result))
                   : refuse_text(reader, line, N_("%s has won by the turns, but the result is %s"),
                                 side_name((TabSide)winner),
                                 tab_record_result_text(record->result));
    return record->termination <= TAB_RECORD_NORMAL ||
           refuse_text(reader, line, N_("the game was played out, but the termination is %s"),
                       tab_record_termination_text(record->termination));
}

/* Whether the result stands here: a token with the form of one. */
static bool at_result(TabRecordReader *reader)
{
    size_t length = token_length(reader);
    for (int i = 0; i < TAB_N_RECORD_RESULTS; i++) {
        const char *text = tab_record_result_text((TabRecordResult)i);
        if (length == strlen(text) && !strncmp(reader->p, text, length))
            return true;
    }
    return false;
}

/* Opens a variation of the last turn of line `depth`. */
static bool open_variation(TabRecordReader *reader, unsigned depth)
{
    const Line *line = &reader->lines[depth];
    if (!line->n)
        return refuse_text(reader, reader->line, N_("a variation with no turn before it"));
    if (depth == TAB_RECORD_MAX_DEPTH)
        return refuse_text(reader, reader->line, N_("variations are nested more than %u deep"),
                           TAB_RECORD_MAX_DEPTH);
    Line *variation = &reader->lines[depth + 1];
    variation->last = line->last->parent;
    variation->n = 0;
    variation->opened = reader->line;
    variation->after = line->before;
    variation->held = line->n == 1 ? line->held : (TabThrows){.n = 0};
    reader->p++;
    return true;
}

/* Reads all turns and variations of a game, up to and with the result. */
static bool read_moves(TabRecordReader *reader, TabRecord *record)
{
    unsigned depth = 0;
    Line *main_line = &reader->lines[0];
    main_line->last = record->root;
    main_line->n = 0;
    main_line->after = record->start.position;
    main_line->held = record->start.throws;
    for (;;) {
        skip_blanks(reader);
        Line *line = &reader->lines[depth];
        char c = peek(reader);
        if (c == '(') {
            if (!open_variation(reader, depth))
                return false;
            depth++;
        } else if (c == ')') {
            if (!depth || !line->n)
                return refuse_text(reader, reader->line,
                                   depth ? N_("an empty variation") : N_("a ) without its ("));
            depth--;
            reader->p++;
        } else if (at_result(reader)) {
            break;
        } else if (!read_turn(reader, record, line)) {
            return false;
        }
    }
    if (depth)
        return refuse_text(reader, reader->lines[depth].opened, N_("a ( without its )"));
    g_autofree char *result = take_token(reader, N_("the result"));
    if (strcmp(result, tab_record_result_text(record->result)))
        return refuse_text(reader, reader->line, N_("the result %s is not that of the tag, %s"),
                           result, tab_record_result_text(record->result));
    return check_recorded_end(reader, record, &main_line->after);
}

static TabRecord *read_game(TabRecordReader *reader)
{
    g_autoptr(TabRecord) record = tab_record_new_empty(NULL);
    reader->game++;
    reader->number = 0;
    reader->open = false;
    if (!may_go_on(reader))
        return NULL;
    if (tab_record_has_byte_order_mark(reader->p, (size_t)(reader->end - reader->p))) {
        refuse_text(reader, reader->line,
                    N_("a byte order mark is before the game: save the text as UTF-8 without one"));
        return NULL;
    }
    if (peek(reader) != '[') {
        refuse_text(reader, reader->line, N_("a game begins with a tag in square brackets"));
        return NULL;
    }
    while (peek(reader) == '[') {
        if (!read_tag(reader, record))
            return NULL;
        skip_blanks(reader);
    }
    if (!apply_tags(reader, record) || !read_comment(reader, record->root) ||
        !read_moves(reader, record))
        return NULL;
    if (reader->open && record->n_nodes) {
        refuse_text(reader, tag_line(reader, record, "Opening"),
                    N_("[Opening]: nobody has won it, but there are turns"));
        return NULL;
    }
    return g_steal_pointer(&record);
}

/* Whether the text is UTF-8 without NUL and not too large. */
static bool check_text(TabRecordReader *reader)
{
    size_t length = (size_t)(reader->end - reader->text);
    const char *bad;
    if (length > TAB_RECORD_MAX_BYTES)
        return refuse_text(reader, reader->line, N_("the text is larger than %u bytes"),
                           TAB_RECORD_MAX_BYTES);
    if (g_utf8_validate_len(reader->text, length, &bad))
        return true;
    unsigned line = reader->line;
    for (const char *p = reader->text; p < bad; p++)
        line += *p == '\n';
    reader->game += reader->game > 0; /* of a part the game that would be read now */
    return refuse_text(reader, line, N_("not UTF-8 text"));
}

/* The lines of a text that are whole, before the first byte that is none of UTF-8, or NUL. */
static size_t whole_lines(const char *text, size_t length)
{
    const char *end;
    g_utf8_validate_len(text, length, &end);
    while (end > text && end[-1] != '\n')
        end--;
    return (size_t)(end - text);
}

/* The tags as far as they are good; of those that a game cannot be without, [Result] may be
 * missing. */
static bool read_first_tags(TabRecordReader *reader, TabRecord *record)
{
    bool good = true;
    for (skip_blanks(reader); good && peek(reader) == '['; skip_blanks(reader))
        good = read_tag(reader, record);
    if (!tab_record_get_tag(record, "Result") && record->tags->len < TAB_RECORD_MAX_TAGS)
        tab_record_take_tag(record, g_strdup("Result"), g_strdup("*"));
    return good;
}

TabRecord *tab_record_parse_start(const char *text, size_t length)
{
    if (length > TAB_RECORD_MAX_BYTES)
        return NULL;
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, whole_lines(text, length));
    g_autoptr(TabRecord) record = tab_record_new_empty(NULL);
    const TabPosition *last = &reader->lines[0].after;
    bool tagged = read_first_tags(reader, record);
    g_clear_error(&reader->error);
    bool playable = apply_tags(reader, record);
    bool whole =
        tagged && playable && read_comment(reader, record->root) && read_moves(reader, record);
    g_clear_error(&reader->error);
    if (!playable || (reader->open && record->n_nodes))
        return NULL;
    if (!whole && record->n_nodes && tab_position_finished(record->rules, last))
        tab_record_set_result(record, result_of(tab_position_winner(record->rules, last)),
                              TAB_RECORD_NORMAL);
    else if (!whole)
        tab_record_set_result(record, TAB_RECORD_UNDECIDED, TAB_RECORD_NOT_SAID);
    return g_steal_pointer(&record);
}

TabRecord *tab_record_reader_next(TabRecordReader *reader, GError **error)
{
    g_return_val_if_fail(!reader->broken, NULL);
    TabRecord *record = NULL;
    bool good = reader->checked || check_text(reader);
    reader->checked = true;
    if (good)
        skip_blanks(reader);
    if (good && reader->p < reader->end)
        record = read_game(reader);
    reader->broken = reader->error != NULL;
    if (reader->error)
        g_propagate_error(error, g_steal_pointer(&reader->error));
    return record;
}

GPtrArray *tab_record_parse(const char *text, size_t length, GError **error)
{
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, length);
    g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    TabRecord *record;
    while ((record = tab_record_reader_next(reader, error)))
        g_ptr_array_add(records, record);
    if (!reader->broken && !records->len) {
        refuse_text(reader, 1, N_("no game"));
        g_propagate_error(error, g_steal_pointer(&reader->error));
    }
    return reader->broken || !records->len ? NULL : g_steal_pointer(&records);
}

GPtrArray *tab_record_load(const char *path, GError **error)
{
    gsize length;
    g_autofree char *text = tab_input_file_read(path, &length, error);
    if (!text)
        return NULL;
    GPtrArray *records = tab_record_parse(text, length, error);
    if (!records)
        g_prefix_error(error, "%s: ", path);
    return records;
}
