// SPDX-License-Identifier: GPL-3.0-or-later
// Fuzz target: any bytes as the text of a lesson; each step of one that is accepted can be begun.
#include "gui/model/lesson.h"
#include "protocol/rules/notation.h"
#include "tests/fuzz-fixture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *text = g_memdup2(data, MAX(size, 1));
    g_autoptr(TabLesson) lesson = tab_lesson_parse(text, (gssize)size, &error);
    g_assert_true((lesson != NULL) == (error == NULL));
    if (!lesson)
        return 0; /* GLib's words are as they are: only this project writes lessons */
    g_assert_cmpuint(lesson->steps->len, >, 0);
    g_assert_nonnull(lesson->title);
    for (guint i = 0; i < lesson->steps->len; i++) {
        const TabLessonStep *step = tab_lesson_get_step(lesson, i);
        TabSituation situation;
        g_autoptr(TabRules) rules = tab_rules_parse(step->rules, &error);
        g_assert_no_error(error);
        tab_notation_parse_situation(rules, step->position, &situation, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(step->goals->len, >, 0);
    }
    return 0;
}
