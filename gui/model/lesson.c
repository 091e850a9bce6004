// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as data: small steps, each a position, what is to be done in it, and what is said.
#include "gui/model/lesson.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "gui/model/rules-text.h"
#include "protocol/match/stick-source.h"
#include "protocol/rules/notation.h"

#define MAX_STICKS 6                /* of a step: more than that are hardly ever found */
#define MAX_SEED ((guint64)1 << 24) /* of those tried */

static void free_goal(gpointer data)
{
    TabLessonGoal *goal = data;
    g_strfreev(goal->plays);
    g_free(goal->wrong);
    g_free(goal);
}

static void free_step(gpointer data)
{
    TabLessonStep *step = data;
    g_free(step->rules);
    g_free(step->position);
    g_free(step->title);
    g_free(step->text);
    g_free(step->done);
    g_ptr_array_unref(step->goals);
    g_free(step);
}

void tab_lesson_free(TabLesson *lesson)
{
    if (!lesson)
        return;
    g_free(lesson->title);
    g_free(lesson->group);
    g_ptr_array_unref(lesson->steps);
    g_free(lesson);
}

/* --- sticks --- */

/* The smallest seed with which White's throws begin as `text` says: the sticks of a lesson fall
 * like those of a game. */
static bool find_seed(const TabCast *cast, const char *text, guint64 *seed, GError **error)
{
    int wanted[MAX_STICKS];
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    guint n = g_strv_length(words);
    for (guint i = 0; i < n && n <= MAX_STICKS; i++) {
        wanted[i] = tab_cast_kind(cast, words[i], NULL);
        if (wanted[i] < 0)
            return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, "no throw: '%s'", words[i]);
    }
    g_autoptr(TabStickSource) source = tab_stick_source_parse(cast, "fair", NULL);
    for (*seed = 1; n <= MAX_STICKS && *seed < MAX_SEED; ++*seed) {
        TabGameSticks sticks = tab_game_sticks_new(source, *seed, 1);
        guint i = 0;
        while (i < n && tab_game_sticks_throw(&sticks, TAB_WHITE, i) == wanted[i])
            i++;
        if (i == n)
            return true;
    }
    return tab_rules_refuse(error, TAB_RULES_ERROR_STICKS, "too many throws: '%s'", text);
}

/* --- reading --- */

typedef struct {
    TabLesson *lesson;
    TabLessonStep *step; /* being read, or NULL */
    TabLessonGoal *goal; /* being read, or NULL */
    GString *text;       /* of the tag being read */
} Reader;

static bool refuse_lesson(GMarkupParseContext *context, GError **error, const char *what,
                          const char *name)
{
    int line, column;
    g_markup_parse_context_get_position(context, &line, &column);
    g_set_error(error, G_MARKUP_ERROR, G_MARKUP_ERROR_INVALID_CONTENT, "line %d: %s '%s'", line,
                what, name);
    return false;
}

static void read_step(Reader *reader, const char **names, const char **values, GError **error)
{
    const char *rules, *position, *sticks;
    if (!g_markup_collect_attributes("step", names, values, error, G_MARKUP_COLLECT_STRING, "rules",
                                     &rules, G_MARKUP_COLLECT_STRING, "position", &position,
                                     G_MARKUP_COLLECT_STRING | G_MARKUP_COLLECT_OPTIONAL, "sticks",
                                     &sticks, G_MARKUP_COLLECT_INVALID))
        return;
    TabLessonStep *step = g_new0(TabLessonStep, 1);
    step->rules = g_strdup(rules);
    step->position = g_strdup(position);
    step->goals = g_ptr_array_new_with_free_func(free_goal);
    g_ptr_array_add(reader->lesson->steps, step);
    reader->step = step;
    TabSituation situation;
    g_autoptr(TabRules) game = tab_rules_parse(rules, error);
    if (game && !reader->lesson->title)
        reader->lesson->title = g_strdup(tab_rules_text_preset(game->set.preset));
    if (game && tab_notation_parse_situation(game, position, &situation, error) && sticks)
        find_seed(&game->cast, sticks, &step->seed, error);
}

static void read_goal(Reader *reader, GMarkupParseContext *context, const char **names,
                      const char **values, GError **error)
{
    static const char *const kinds[] = {"throw", "play", "end", "again"};
    const char *kind, *plays;
    guint i = 0;
    if (!g_markup_collect_attributes("goal", names, values, error, G_MARKUP_COLLECT_STRING, "do",
                                     &kind, G_MARKUP_COLLECT_STRING | G_MARKUP_COLLECT_OPTIONAL,
                                     "plays", &plays, G_MARKUP_COLLECT_INVALID))
        return;
    while (i < G_N_ELEMENTS(kinds) && strcmp(kind, kinds[i]) != 0)
        i++;
    if (i == G_N_ELEMENTS(kinds)) {
        refuse_lesson(context, error, "unknown goal", kind);
        return;
    }
    TabLessonGoal *goal = g_new0(TabLessonGoal, 1);
    goal->kind = (TabLessonGoalKind)i;
    goal->plays = plays ? g_strsplit(plays, " ", -1) : NULL;
    g_ptr_array_add(reader->step->goals, goal);
    reader->goal = goal;
}

/* Where a tag may stand: in the lesson, in a step, in a goal. */
static bool is_in(const Reader *reader, const char *tag)
{
    if (!strcmp(tag, "lesson"))
        return !reader->lesson;
    if (!strcmp(tag, "step"))
        return reader->lesson && !reader->step;
    if (!strcmp(tag, "title"))
        return reader->lesson && !reader->goal;
    if (!strcmp(tag, "group"))
        return reader->lesson && !reader->step;
    if (!strcmp(tag, "text") || !strcmp(tag, "done") || !strcmp(tag, "goal"))
        return reader->step && !reader->goal;
    return !strcmp(tag, "wrong") && reader->goal;
}

static void on_tag(GMarkupParseContext *context, const char *tag, const char **names,
                   const char **values, gpointer data, GError **error)
{
    Reader *reader = data;
    g_string_truncate(reader->text, 0);
    if (!is_in(reader, tag)) {
        refuse_lesson(context, error, "misplaced tag", tag);
    } else if (!strcmp(tag, "lesson")) {
        reader->lesson = g_new0(TabLesson, 1);
        reader->lesson->steps = g_ptr_array_new_with_free_func(free_step);
    } else if (!strcmp(tag, "step")) {
        read_step(reader, names, values, error);
    } else if (!strcmp(tag, "goal")) {
        read_goal(reader, context, names, values, error);
    }
}

/* As xgettext sees it: every run of blanks is one. */
static char *translate_words(const char *text)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \n\t", -1);
    g_autoptr(GString) plain = g_string_new(NULL);
    for (char **word = words; *word; word++)
        if (**word)
            g_string_append_printf(plain, "%s%s", plain->len ? " " : "", *word);
    return g_strdup(plain->len ? _(plain->str) : "");
}

static char **find_field(Reader *reader, const char *tag)
{
    if (!strcmp(tag, "title"))
        return reader->step ? &reader->step->title : &reader->lesson->title;
    if (!strcmp(tag, "group"))
        return &reader->lesson->group;
    if (!strcmp(tag, "text"))
        return &reader->step->text;
    if (!strcmp(tag, "done"))
        return &reader->step->done;
    return !strcmp(tag, "wrong") ? &reader->goal->wrong : NULL;
}

static void on_tag_end(GMarkupParseContext *context, const char *tag, gpointer data, GError **error)
{
    Reader *reader = data;
    const TabLessonStep *step = reader->step;
    char **field = find_field(reader, tag);
    if (field && *field)
        refuse_lesson(context, error, "tag given twice:", tag);
    else if (field)
        *field = translate_words(reader->text->str);
    else if (!strcmp(tag, "goal"))
        reader->goal = NULL;
    else if (!strcmp(tag, "step") && !(step->title && step->text && step->done && step->goals->len))
        refuse_lesson(context, error, "title, text, goal or done is missing in", tag);
    else if (!strcmp(tag, "step"))
        reader->step = NULL;
    else if (!reader->lesson->steps->len)
        refuse_lesson(context, error, "a step is missing in", tag);
}

static void on_tag_text(GMarkupParseContext *context, const char *text, gsize length, gpointer data,
                        GError **error)
{
    g_string_append_len(((Reader *)data)->text, text, (gssize)length);
}

TabLesson *tab_lesson_parse(const char *text, gssize length, GError **error)
{
    static const GMarkupParser parser = {
        .start_element = on_tag, .end_element = on_tag_end, .text = on_tag_text};
    Reader reader = {.text = g_string_new(NULL)};
    g_autoptr(GMarkupParseContext) context =
        g_markup_parse_context_new(&parser, G_MARKUP_PREFIX_ERROR_POSITION, &reader, NULL);
    bool good = g_markup_parse_context_parse(context, text, length, error) &&
                g_markup_parse_context_end_parse(context, error);
    g_string_free(reader.text, TRUE);
    if (!good)
        g_clear_pointer(&reader.lesson, tab_lesson_free);
    else if (!reader.lesson) /* GLib takes "<?>" for a document */
        g_set_error_literal(error, G_MARKUP_ERROR, G_MARKUP_ERROR_EMPTY, "there is no lesson");
    return reader.lesson;
}
