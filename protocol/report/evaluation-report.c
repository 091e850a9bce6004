// SPDX-License-Identifier: GPL-3.0-or-later
// Writes by hand: all texts are of the notation's few letters, which JSON need not escape.
#include "protocol/report/evaluation-report.h"

#include <string.h>

#include "protocol/text/plain-text.h"

#define DECIMALS 6
#define PEOPLE 4 /* decimals for them */

static const char *const formats[] = {"csv", "json", "text"}; /* by TabEvaluationFormat */

gboolean tab_evaluation_format_find(const char *name, TabEvaluationFormat *format)
{
    for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
        if (!strcmp(name, formats[i])) {
            *format = (TabEvaluationFormat)i;
            return TRUE;
        }
    return FALSE;
}

/* The texts of a position. */
typedef struct {
    char *rules, *position, *throws; /* throws NULL: none at hand */
} Texts;

static Texts make_texts(const TabPositionLine *line)
{
    Texts texts = {.rules = tab_ruleset_to_string(&line->rules->set),
                   .position = tab_notation_situation_to_string(line->rules, &line->situation)};
    if (line->situation.throws.n) {
        GString *throws = g_string_new(NULL);
        tab_notation_append_throws(line->rules, &line->situation.throws, throws);
        texts.throws = g_string_free(throws, FALSE);
    }
    return texts;
}

static void clear_texts(Texts *texts)
{
    g_free(texts->rules);
    g_free(texts->position);
    g_free(texts->throws);
}

/* CSV. */

/* A comma and a field, in quotation marks where it must be; NULL: an empty one. */
static void append_field(GString *text, const char *field)
{
    g_string_append_c(text, ',');
    tab_plain_text_append_csv(text, field);
}

static void append_number(GString *text, double number)
{
    g_string_append_c(text, ',');
    tab_plain_text_append_number(text, number, DECIMALS, FALSE);
}

static void append_row(GString *text, guint64 number, const Texts *texts,
                       const TabEvaluation *evaluation, const char *turn, const TabTurnValue *value)
{
    g_string_append_printf(text, "%" G_GUINT64_FORMAT, number);
    append_field(text, texts->rules);
    append_field(text, texts->position);
    append_field(text, texts->throws);
    append_number(text, evaluation->win);
    append_field(text, evaluation->best);
    append_field(text, turn);
    if (value) {
        append_number(text, value->value);
        append_number(text, value->loss);
    } else {
        g_string_append(text, ",,");
    }
    g_string_append_c(text, '\n');
}

static void append_csv(GString *text, guint64 number, const Texts *texts,
                       const TabPositionLine *line, const TabEvaluation *evaluation)
{
    for (guint i = 0; i < line->n_turns; i++)
        append_row(text, number, texts, evaluation, line->turns[i].text, &evaluation->turns[i]);
    if (!line->n_turns)
        append_row(text, number, texts, evaluation, NULL, NULL);
}

/* JSON. */

static void append_string_member(GString *text, const char *name, const char *value)
{
    if (value)
        g_string_append_printf(text, "\"%s\":\"%s\"", name, value);
    else
        g_string_append_printf(text, "\"%s\":null", name);
}

static void append_number_member(GString *text, const char *name, double number)
{
    g_string_append_printf(text, ",\"%s\":", name);
    tab_plain_text_append_number(text, number, DECIMALS, FALSE);
}

static void append_json(GString *text, guint64 number, const Texts *texts,
                        const TabPositionLine *line, const TabEvaluation *evaluation)
{
    g_string_append_printf(text, "{\"line\":%" G_GUINT64_FORMAT ",", number);
    append_string_member(text, "rules", texts->rules);
    g_string_append_c(text, ',');
    append_string_member(text, "position", texts->position);
    g_string_append_c(text, ',');
    append_string_member(text, "throws", texts->throws);
    append_number_member(text, "win", evaluation->win);
    g_string_append_c(text, ',');
    append_string_member(text, "best", evaluation->best);
    g_string_append(text, ",\"turns\":[");
    for (guint i = 0; i < line->n_turns; i++) {
        g_string_append(text, i ? ",{" : "{");
        append_string_member(text, "turn", line->turns[i].text);
        append_number_member(text, "value", evaluation->turns[i].value);
        append_number_member(text, "loss", evaluation->turns[i].loss);
        g_string_append_c(text, '}');
    }
    g_string_append(text, "]}\n");
}

/* For people. */

static void append_text(GString *text, guint64 number, const Texts *texts,
                        const TabPositionLine *line, const TabEvaluation *evaluation)
{
    g_string_append_printf(text, "%" G_GUINT64_FORMAT ": %s %s\n    win ", number, texts->rules,
                           texts->position);
    tab_plain_text_append_number(text, evaluation->win, PEOPLE, FALSE);
    if (evaluation->best)
        g_string_append_printf(text, " best %s", evaluation->best);
    g_string_append_c(text, '\n');
    for (guint i = 0; i < line->n_turns; i++) {
        g_string_append(text, "    value ");
        tab_plain_text_append_number(text, evaluation->turns[i].value, PEOPLE, FALSE);
        g_string_append(text, " loss ");
        tab_plain_text_append_number(text, evaluation->turns[i].loss, PEOPLE, FALSE);
        g_string_append_printf(text, " %s\n", line->turns[i].text);
    }
}

void tab_evaluation_append_head(GString *text, TabEvaluationFormat format)
{
    if (format == TAB_EVALUATION_CSV)
        g_string_append(text, "line,rules,position,throws,win,best,turn,value,loss\n");
}

void tab_evaluation_append(GString *text, TabEvaluationFormat format, guint64 number,
                           const TabPositionLine *line, const TabEvaluation *evaluation)
{
    static void (*const append[])(GString *, guint64, const Texts *, const TabPositionLine *,
                                  const TabEvaluation *) = {
        [TAB_EVALUATION_CSV] = append_csv,
        [TAB_EVALUATION_JSON] = append_json,
        [TAB_EVALUATION_TEXT] = append_text,
    };
    Texts texts = make_texts(line);
    append[format](text, number, &texts, line, evaluation);
    clear_texts(&texts);
}
