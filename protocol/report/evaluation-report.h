// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluated positions as rows of CSV, as lines of JSON, and for people.
#pragma once

#include "protocol/study/evaluation.h"

typedef enum { TAB_EVALUATION_CSV, TAB_EVALUATION_JSON, TAB_EVALUATION_TEXT } TabEvaluationFormat;

/* FALSE if no format has this name. */
gboolean tab_evaluation_format_find(const char *name, TabEvaluationFormat *format);

/* Appends what stands before the first position: of CSV the names of the columns. */
void tab_evaluation_append_head(GString *text, TabEvaluationFormat format);

/* Appends the position of line `number`, canonical rules and all five fields.
 *
 * CSV (RFC 4180, but for the line ends, which are LF): a row for each turn that was asked for, or
 * one without a turn, with the columns line, rules, position, throws, win, best, turn, value, loss;
 * what there is not is empty. JSON: an object on one line with the same members, null for what
 * there is not; `turns` is an array of objects with turn, value and loss. Numbers have six
 * decimals, in the C locale. */
void tab_evaluation_append(GString *text, TabEvaluationFormat format, guint64 number,
                           const TabPositionLine *line, const TabEvaluation *evaluation);
