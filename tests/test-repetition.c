// SPDX-License-Identifier: GPL-3.0-or-later
// Intervals that grow while a thing is known, begin again when it is not, and nothing gained early.
#include "gui/model/repetition.h"

#define DAY 739000u /* a Julian day; any will do */

/* Answers when it is due, in turn. */
static void answer_all(TabRepetition *repetition, const guint *qualities, guint n, guint *intervals)
{
    guint32 today = DAY;
    for (guint i = 0; i < n; i++) {
        tab_repetition_answer(repetition, qualities[i], today);
        g_assert_cmpuint(repetition->due, ==, today + repetition->interval);
        g_assert_true(tab_repetition_is_valid(repetition));
        intervals[i] = repetition->interval;
        today = repetition->due;
    }
}

/* By hand: ease 2.6, 2.7, 2.8, 2.9, 3.0; 6 × 2.8 = 16.8, 17 × 2.9 = 49.3, 50 × 3.0 = 150. */
static void test_grows(void)
{
    TabRepetition repetition = TAB_REPETITION_INIT;
    guint intervals[5];
    answer_all(&repetition, (const guint[]){5, 5, 5, 5, 5}, 5, intervals);
    g_assert_cmpuint(intervals[0], ==, 1);
    g_assert_cmpuint(intervals[1], ==, 6);
    g_assert_cmpuint(intervals[2], ==, 17);
    g_assert_cmpuint(intervals[3], ==, 50);
    g_assert_cmpuint(intervals[4], ==, 150);
    g_assert_cmpuint(repetition.known, ==, 5);
    g_assert_true(tab_repetition_is_learned(&repetition));
}

/* A quality of 4 leaves the ease as it is, 3 makes it 0.14 less. */
static void test_ease(void)
{
    TabRepetition repetition = TAB_REPETITION_INIT;
    guint intervals[3];
    answer_all(&repetition, (const guint[]){4, 4, 4}, 3, intervals);
    g_assert_cmpfloat_with_epsilon(repetition.ease, 2.5, 1e-9);
    g_assert_cmpuint(intervals[2], ==, 15);
    tab_repetition_answer(&repetition, 3, repetition.due);
    g_assert_cmpfloat_with_epsilon(repetition.ease, 2.36, 1e-9);
    for (guint i = 0; i < 20; i++)
        tab_repetition_answer(&repetition, 3, repetition.due);
    g_assert_cmpfloat_with_epsilon(repetition.ease, 1.3, 1e-9);
    g_assert_cmpuint(repetition.interval, <=, TAB_REPETITION_LONGEST);
    for (guint i = 0; i < 60; i++)
        tab_repetition_answer(&repetition, 5, repetition.due);
    g_assert_cmpuint(repetition.interval, ==, TAB_REPETITION_LONGEST);
    g_assert_true(tab_repetition_is_valid(&repetition));
}

static void test_not_known(void)
{
    TabRepetition repetition = TAB_REPETITION_INIT;
    guint intervals[4];
    answer_all(&repetition, (const guint[]){5, 5, 2, 5}, 4, intervals);
    g_assert_cmpuint(intervals[2], ==, 1);
    g_assert_cmpuint(intervals[3], ==, 1);
    g_assert_cmpuint(repetition.known, ==, 1);
    g_assert_cmpfloat_with_epsilon(repetition.ease, 2.8, 1e-9); /* kept by the wrong one */
}

/* What is known before it is due gains nothing; what is not known any more begins again. */
static void test_early(void)
{
    TabRepetition repetition = TAB_REPETITION_INIT, before;
    guint intervals[2];
    answer_all(&repetition, (const guint[]){5, 5}, 2, intervals);
    before = repetition;
    tab_repetition_answer(&repetition, 5, repetition.due - 1);
    g_assert_cmpuint(repetition.due, ==, before.due);
    g_assert_cmpuint(repetition.known, ==, before.known);
    g_assert_cmpfloat(repetition.ease, ==, before.ease);
    tab_repetition_answer(&repetition, 1, before.due - 3);
    g_assert_cmpuint(repetition.due, ==, before.due - 2);
    g_assert_cmpuint(repetition.known, ==, 0);
}

static void test_due(void)
{
    TabRepetition repetition = TAB_REPETITION_INIT;
    g_assert_false(tab_repetition_is_due(&repetition, DAY)); /* it is new */
    tab_repetition_answer(&repetition, 5, DAY);
    g_assert_false(tab_repetition_is_due(&repetition, DAY));
    g_assert_true(tab_repetition_is_due(&repetition, DAY + 1));
    g_assert_true(tab_repetition_is_due(&repetition, DAY + 100));
    g_assert_false(tab_repetition_is_learned(&repetition));
}

static void test_valid(void)
{
    static const TabRepetition wrong[] = {
        {0, 0, 1.2, 0},   {0, 0, 11, 0},  {0, 5, 2.5, 0},
        {0, 0, 2.5, DAY}, {2, 0, 2.5, 0}, {0, TAB_REPETITION_LONGEST + 1, 2.5, DAY},
    };
    TabRepetition fresh = TAB_REPETITION_INIT;
    g_assert_true(tab_repetition_is_valid(&fresh));
    for (guint i = 0; i < G_N_ELEMENTS(wrong); i++)
        g_assert_false(tab_repetition_is_valid(&wrong[i]));
}

/* The day changes at midnight of this place. */
static void test_today(void)
{
    guint32 today = tab_repetition_today();
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    GDate date;
    g_date_clear(&date, 1);
    g_date_set_julian(&date, today);
    int day = g_date_get_day(&date);
    g_assert_true(day == g_date_time_get_day_of_month(now) || tab_repetition_today() != today);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/repetition/grows", test_grows);
    g_test_add_func("/repetition/ease", test_ease);
    g_test_add_func("/repetition/not-known", test_not_known);
    g_test_add_func("/repetition/early", test_early);
    g_test_add_func("/repetition/due", test_due);
    g_test_add_func("/repetition/valid", test_valid);
    g_test_add_func("/repetition/today", test_today);
    return g_test_run();
}
