// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as data: small steps, each a position, what is to be done in it, and what is said.
#pragma once

#include "protocol/rules/rules.h"

/* A lesson is a text in XML:
 *
 *     <lesson>
 *       <title>First lesson</title>
 *       <group>To begin with</group>
 *       <step rules="walker:columns=7" position="… w - - 1" sticks="4 1 3">
 *         <title>The sticks</title>
 *         <text>Throw the sticks.</text>
 *         <goal do="throw"/>
 *         <goal do="play" plays="1:a7b7 4:b7b3"><wrong>Free a stone first.</wrong></goal>
 *         <goal do="end"/>
 *         <done>Well done.</done>
 *       </step>
 *     </lesson>
 *
 * Without a title the lesson has the name of its first step's rules; the list has the group, which
 * need not be, above the first of its lessons. `position` has five fields (RULES.md 8) with White,
 * the person, to move; `sticks` are White's throws from there on, as they will fall, of dice one
 * after the other. Goals are met in their order. `plays` are the plays that
 * meet one, any of them, as in a turn's text; without it any play does. A tag's text begins and
 * ends without blanks, and what looks like a line break in it is a blank; it is looked up in the
 * translations. */
typedef enum {
    TAB_LESSON_THROW, /* throw until a throw ends it */
    TAB_LESSON_PLAY,  /* move a stone or pile */
    TAB_LESSON_END,   /* end the turn */
    TAB_LESSON_AGAIN, /* cast the dice anew instead of moving */
} TabLessonGoalKind;

typedef struct {
    TabLessonGoalKind kind;
    char **plays; /* NULL: any */
    char *wrong;  /* what is said of plays that do not meet it; NULL: the usual */
} TabLessonGoal;

typedef struct {
    char *rules, *position;
    guint64 seed; /* with which the sticks fall as the step wants it */
    char *title, *text, *done;
    GPtrArray *goals; /* of TabLessonGoal, at least one */
} TabLessonStep;

typedef struct {
    char *title, *group; /* group: NULL: none */
    GPtrArray *steps;    /* of TabLessonStep, at least one */
} TabLesson;

/* Reads a lesson, with its words in the person's language. NULL on error: a G_MARKUP_ERROR with
 * line and offender, or a TAB_RULES_ERROR for rules, positions and throws. */
TabLesson *tab_lesson_parse(const char *text, gssize length, GError **error);
void tab_lesson_free(TabLesson *lesson);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TabLesson, tab_lesson_free)

static inline const TabLessonStep *tab_lesson_get_step(const TabLesson *lesson, guint nth)
{
    return (const TabLessonStep *)g_ptr_array_index(lesson->steps, nth);
}
