// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts lines into fields, and joins the lines of one position.
#include "protocol/study/opening-table.h"

#include <string.h>

#include "protocol/text/plain-text.h"

#define DECIMALS 4 /* of chances to win, as the protocol's lines have them */
#define CHANCE_DECIMALS 6
#define MOST_NUMBER 1000 /* turns are counted up to here */
#define SHOWN 80

enum {
    RULES,
    NUMBER,
    POSITION,
    THROWS,
    CHANCE,
    TURN,
    VALUE,
    SE,
    LIMITS, /* the method begins */
    ENGINE,
    SPEC,
    SEED,
    PROGRAM,
    N_FIELDS
};

void tab_opening_hand_free(TabOpeningHand *opening)
{
    g_clear_pointer(&opening->rules, tab_rules_unref);
    g_clear_pointer(&opening->turns, g_array_unref);
    g_free(opening->method);
    g_free(opening);
}

TabKey tab_opening_key(const TabRules *rules, const TabPosition *position)
{
    TabPosition seen = *position;
    if (position->side == TAB_BLACK)
        tab_position_exchange_sides(rules, &seen, position);
    return tab_position_key(&seen);
}

/* Writing. */

static void append_field(GString *text, const char *field)
{
    g_string_append_c(text, ',');
    tab_plain_text_append_csv(text, field);
}

char *tab_opening_method_to_csv(const TabOpeningMethod *method)
{
    GString *text = g_string_new(NULL);
    g_autoptr(GString) limits = g_string_new(NULL);
    tab_limits_write(method->limits, limits);
    tab_plain_text_append_csv(text, limits->len ? limits->str + 1 : "");
    append_field(text, method->engine);
    append_field(text, method->spec);
    append_field(text, method->seed);
    return g_string_free(text, FALSE);
}

static void append_number(GString *text, double number, guint decimals)
{
    g_string_append_c(text, ',');
    tab_plain_text_append_number(text, number, decimals, FALSE);
}

void tab_opening_hand_append_csv(const TabOpeningHand *opening, GString *text)
{
    g_autofree char *rules = tab_ruleset_to_string(&opening->rules->set);
    g_autofree char *position =
        tab_notation_situation_to_string(opening->rules, &opening->situation);
    g_autoptr(GString) throws = g_string_new(NULL);
    tab_notation_append_throws(opening->rules, &opening->situation.throws, throws);
    for (guint i = 0; i < opening->turns->len; i++) {
        const TabRolledTurn *turn = &g_array_index(opening->turns, TabRolledTurn, i);
        tab_plain_text_append_csv(text, rules);
        g_string_append_printf(text, ",%u", opening->number);
        append_field(text, position);
        append_field(text, throws->str);
        append_number(text, opening->chance, CHANCE_DECIMALS);
        append_field(text, turn->turn);
        append_number(text, turn->value, DECIMALS);
        append_number(text, turn->se, DECIMALS);
        g_string_append_printf(text, ",%s,tab-match " TAB_VERSION "\n", opening->method);
    }
}

/* Reading. */

typedef struct {
    GPtrArray *openings;
    TabRules *rules;        /* of the line before, or NULL … */
    char *last[THROWS + 1]; /* … and what names its position */
    gsize begun;            /* where the lines of the last position begin */
} Reader;

static void clear_reader(Reader *reader)
{
    g_clear_pointer(&reader->rules, tab_rules_unref);
    for (guint i = 0; i < G_N_ELEMENTS(reader->last); i++)
        g_free(reader->last[i]);
}

static gboolean refuse_field(GError **error, const char *what, const char *field)
{
    g_autofree char *plain = tab_plain_text(field);
    g_autofree char *shown = tab_plain_text_cut(plain, SHOWN);
    return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, "'%s' is no %s", shown, what);
}

/* The fields of a line, without their quotation marks; NULL if it is no line of CSV. */
static GStrv split(const char *line)
{
    g_autoptr(GStrvBuilder) fields = g_strv_builder_new();
    for (const char *at = line;; at++) {
        g_autoptr(GString) field = g_string_new(NULL);
        if (*at == '"') {
            for (at++; *at && (*at != '"' || at[1] == '"'); at++) {
                g_string_append_c(field, *at);
                at += *at == '"';
            }
            if (*at++ != '"')
                return NULL;
        } else {
            gsize n = strcspn(at, ",\"");
            g_string_append_len(field, at, (gssize)n);
            at += n;
        }
        if (*at && *at != ',')
            return NULL;
        g_strv_builder_add(fields, field->str);
        if (!*at)
            return g_strv_builder_end(fields);
    }
}

static gboolean read_share(const char *field, const char *what, double *share, GError **error)
{
    char *end;
    *share = g_ascii_strtod(field, &end);
    return (end != field && !*end && *share >= 0 && *share <= 1) ||
           refuse_field(error, what, field);
}

static gboolean read_position(const Reader *reader, const GStrv field, TabOpeningHand *opening,
                              GError **error)
{
    guint64 number;
    TabThrows throws;
    if (!tab_notation_parse_situation(reader->rules, field[POSITION], &opening->situation, error))
        return FALSE;
    if (!tab_throws_complete(&opening->situation.throws) ||
        tab_position_finished(reader->rules, &opening->situation.position))
        return refuse_field(error, "position with a turn to choose", field[POSITION]);
    if (!tab_notation_parse_throws(reader->rules, field[THROWS], &throws, error))
        return FALSE;
    if (throws.n != opening->situation.throws.n ||
        memcmp(throws.kind, opening->situation.throws.kind, throws.n * sizeof *throws.kind) != 0)
        return refuse_field(error, "text of the throws of the position", field[THROWS]);
    if (!g_ascii_string_to_unsigned(field[NUMBER], 10, 1, MOST_NUMBER, &number, NULL))
        return refuse_field(error, "number of a turn", field[NUMBER]);
    opening->number = (guint)number;
    return read_share(field[CHANCE], "chance", &opening->chance, error);
}

static gboolean read_turn(const Reader *reader, const GStrv field, const TabOpeningHand *opening,
                          GError **error)
{
    TabRolledTurn rolled = {0};
    TabTurn turn;
    TabPosition after;
    if (!tab_notation_parse_turn(reader->rules, &opening->situation, field[TURN], &turn, &after,
                                 error) ||
        !read_share(field[VALUE], "chance to win", &rolled.value, error) ||
        !read_share(field[SE], "standard error", &rolled.se, error))
        return FALSE;
    if (opening->turns->len &&
        rolled.value > g_array_index(opening->turns, TabRolledTurn, opening->turns->len - 1).value)
        return refuse_field(error, "value below that of the line before", field[VALUE]);
    rolled.turn = g_strdup(field[TURN]);
    g_array_append_val(opening->turns, rolled);
    return TRUE;
}

static gboolean take_rules(Reader *reader, const char *text, GError **error)
{
    if (reader->rules && !strcmp(text, reader->last[RULES]))
        return TRUE;
    g_clear_pointer(&reader->rules, tab_rules_unref);
    reader->rules = tab_rules_parse(text, error);
    return reader->rules != NULL;
}

/* The method of a line as text. */
static char *join_method(const GStrv field)
{
    GString *text = g_string_new(NULL);
    tab_plain_text_append_csv(text, field[LIMITS]);
    for (guint i = ENGINE; i <= SEED; i++)
        append_field(text, field[i]);
    return g_string_free(text, FALSE);
}

static gboolean begin_opening(Reader *reader, const GStrv field, GError **error)
{
    g_autoptr(TabOpeningHand) opening = g_new0(TabOpeningHand, 1);
    opening->turns = tab_rolled_turns_new();
    if (!take_rules(reader, field[RULES], error) || !read_position(reader, field, opening, error))
        return FALSE;
    opening->rules = tab_rules_ref(reader->rules);
    opening->method = join_method(field);
    for (guint i = 0; i <= THROWS; i++) {
        g_free(reader->last[i]);
        reader->last[i] = g_strdup(field[i]);
    }
    g_ptr_array_add(reader->openings, g_steal_pointer(&opening));
    return TRUE;
}

static gboolean take_line(Reader *reader, const char *line, gsize place, GError **error)
{
    g_auto(GStrv) field = split(line);
    if (!field || g_strv_length(field) != N_FIELDS)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                "it has not the %d fields of a turn", N_FIELDS);
    gboolean same = TRUE;
    for (guint i = 0; i <= THROWS; i++)
        same = same && !g_strcmp0(field[i], reader->last[i]);
    if (!same) {
        if (!begin_opening(reader, field, error))
            return FALSE;
        reader->begun = place;
    }
    return read_turn(reader, field, g_ptr_array_index(reader->openings, reader->openings->len - 1),
                     error);
}

/* `torn`: a last line without its end is no fault. */
static gboolean take_lines(Reader *reader, const char *text, gsize length, gboolean torn,
                           GError **error)
{
    guint number = 2;
    for (gsize at = strlen(TAB_OPENING_TABLE_HEAD); at < length; number++) {
        const char *end = memchr(text + at, '\n', length - at);
        if (!end && torn)
            return TRUE;
        gsize n = end ? (gsize)(end - text) - at : length - at;
        g_autofree char *line = g_strndup(text + at, n);
        gboolean ok =
            g_utf8_validate(text + at, (gssize)n, NULL)
                ? take_line(reader, line, at, error)
                : tab_rules_refuse(error, TAB_RULES_ERROR_POSITION, "it is no UTF-8 text");
        if (!ok) {
            g_prefix_error(error, "line %u: ", number);
            return FALSE;
        }
        at += n + 1;
    }
    return TRUE;
}

gboolean tab_opening_table_read(const char *text, gsize length, GPtrArray *openings, gsize *whole,
                                GError **error)
{
    const gsize head = strlen(TAB_OPENING_TABLE_HEAD);
    Reader reader = {.openings = openings};
    if (whole) {
        *whole = 0;
        if (length < head && !memcmp(text, TAB_OPENING_TABLE_HEAD, length))
            return TRUE;
    }
    if (length < head || memcmp(text, TAB_OPENING_TABLE_HEAD, head) != 0)
        return tab_rules_refuse(error, TAB_RULES_ERROR_POSITION,
                                "line 1: it is not the head of a file of openings");
    gboolean ok = take_lines(&reader, text, length, whole != NULL, error);
    if (ok && whole) {
        gboolean torn = text[length - 1] != '\n';
        if (torn && openings->len)
            g_ptr_array_set_size(openings, (gint)openings->len - 1);
        *whole = !torn ? length : reader.begun ? reader.begun : head;
    }
    clear_reader(&reader);
    return ok;
}
