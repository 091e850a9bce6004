// SPDX-License-Identifier: GPL-3.0-or-later
// Files of opening positions: which ruleset each line is for, their order, and every line that is
// refused.
#include "protocol/match/openings.h"

#include <glib/gstdio.h>
#include <string.h>

#include "protocol/rules/cast.h"
#include "rules-fixture.h"

/* Positions of 5, 7 and 9 columns; no two have the same number. */
#define FIVE "nnnnn/5/5/NNNNN w - - 1"
#define FIVE_TOO "nnnnn/5/5/NNNN1 b - - 2"
#define NINE "nnnnnnnnn/9/9/NNNNNNNNN w 1+ - 1"
#define SEVEN_AT_ONCE "mmmmmmm/7/7/MMMMMMM w 4 - 7"

static GPtrArray *make_rules(const char *texts)
{
    GPtrArray *rules = g_ptr_array_new_with_free_func((GDestroyNotify)tab_rules_unref);
    g_auto(GStrv) words = g_strsplit(texts, " ", -1);
    for (GStrv word = words; *word; word++)
        g_ptr_array_add(rules, rules_for(*word));
    return rules;
}

static TabOpenings *load(const char *content, gssize length, const char *rules_texts,
                         GError **error)
{
    g_autoptr(GPtrArray) rules = make_rules(rules_texts);
    g_autofree char *path = NULL;
    int fd = g_file_open_tmp("tab-openings-XXXXXX", &path, NULL);
    g_assert_true(fd >= 0 && g_close(fd, NULL) && g_file_set_contents(path, content, length, NULL));
    TabOpenings *openings = tab_openings_load(path, rules, error);
    g_unlink(path);
    return openings;
}

static TabOpenings *load_good(const char *content, const char *rules_texts)
{
    g_autoptr(GError) error = NULL;
    TabOpenings *openings = load(content, -1, rules_texts, &error);
    g_assert_no_error(error);
    return openings;
}

/* All positions of a ruleset, one after the other, with a `;` after each. */
static char *listed(const TabOpenings *openings, guint number, const char *rules_text)
{
    GString *text = g_string_new(NULL);
    g_autoptr(TabRules) rules = rules_for(rules_text);
    for (guint i = 0; i < tab_openings_count(openings, number); i++) {
        g_autofree char *one =
            tab_notation_situation_to_string(rules, tab_openings_get(openings, number, i));
        g_string_append_printf(text, "%s;", one);
    }
    return g_string_free(text, FALSE);
}

static void check_listed(const TabOpenings *openings, guint number, const char *rules_text,
                         const char *expected)
{
    g_autofree char *text = listed(openings, number, rules_text);
    g_assert_cmpstr(text, ==, expected);
}

static void reading(void)
{
    g_autoptr(TabOpenings) one = load_good("# five columns\r\n"
                                           "\n"
                                           "  " FIVE " # the start\r\n"
                                           "nnnnn/5/5/NNNN1\tb  -   - 2",
                                           "walker:columns=5");
    check_listed(one, 0, "walker:columns=5", FIVE ";" FIVE_TOO ";");
    /* both rulesets have the width; lines for others are skipped, even with positions that they
     * would refuse */
    g_autoptr(TabOpenings) two = load_good(FIVE "\n"
                                                "lane:columns=5 " FIVE_TOO "\n"
                                                "ludii " SEVEN_AT_ONCE "\n"
                                                "bell nonsense w - - 1\n",
                                           "walker:columns=5 lane:columns=5");
    check_listed(two, 0, "walker:columns=5", FIVE ";");
    check_listed(two, 1, "lane:columns=5", FIVE ";" FIVE_TOO ";");
}

/* Rules are told apart by what they mean, not by how they are written. */
static void naming_rules(void)
{
    g_autoptr(TabOpenings) openings = load_good("walker:pieces=9,columns=9 " NINE "\n"
                                                "walker:columns=5 " FIVE "\n"
                                                "ludii " SEVEN_AT_ONCE "\n",
                                                "walker ludii walker:columns=5,pieces=5 walker");
    check_listed(openings, 0, "walker", NINE ";");
    check_listed(openings, 1, "ludii", SEVEN_AT_ONCE ";");
    check_listed(openings, 2, "walker:columns=5", FIVE ";");
    check_listed(openings, 3, "walker", NINE ";");
}

static void refuse(const char *content, const char *rules, const char *line, const char *offender)
{
    g_autoptr(GError) error = NULL;
    g_assert_null(load(content, -1, rules, &error));
    g_assert_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    g_assert_nonnull(strstr(error->message, "tab-openings-"));
    g_assert_nonnull(strstr(error->message, line));
    g_assert_nonnull(strstr(error->message, offender));
}

static void refusing(void)
{
    refuse("", "walker", ": ", "no position for walker");
    refuse("# nothing\n\n", "walker", ": ", "no position for walker");
    refuse("lane:columns=5 " FIVE, "lane:columns=5 walker", ": ", "no position for walker");
    refuse(NINE "\n" FIVE, "walker", ":2: walker: ", "row");
    refuse(FIVE, "walker:columns=5 lane", ":1: lane: ", "row"); /* all rulesets have to take it */
    refuse("\n\nnnnnn/5/5/NNNN w - - 1", "walker:columns=5", ":3: walker:columns=5: ", "row");
    refuse("nnnnn/5/5/NNNNN w 2,1 - 1", "walker:columns=5", ":1: walker:columns=5: ", "throw");
    refuse("nnnnn/5/5/5 b - - 2", "walker:columns=5",
           ":1: walker:columns=5: ", "the game is over in 'nnnnn/5/5/5 b - - 2'");
    refuse("nnnnn/5/5/NNNNN w - -", "walker:columns=5",
           ":1: ", "'nnnnn/5/5/NNNNN w - -' is not the five fields");
    refuse("walker:columns=5 " FIVE " 7", "walker:columns=5", ":1: ", "is not the five fields");
    refuse(FIVE "\nwalk " FIVE, "walker:columns=5", ":2: ", "walk");
    refuse("walker:columns=30 " FIVE, "walker:columns=5", ":1: ", "30");
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) rules = make_rules("walker");
    g_assert_null(load(FIVE "\0", sizeof FIVE, "walker:columns=5", &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED);
    g_clear_error(&error);
    g_assert_null(load(FIVE "\nnnnnn/5/5/NNNNN w - \xff 1", -1, "walker:columns=5", &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED);
    g_assert_nonnull(strstr(error->message, "tab-openings-"));
    g_assert_nonnull(strstr(error->message, ": is not UTF-8 text"));
    g_clear_error(&error);
    g_assert_null(tab_openings_load("/nonexistent/openings", rules, &error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    g_assert_nonnull(strstr(error->message, "/nonexistent/openings"));
}

#define MANY 60

/* A file of many positions, told apart by their numbers; every third is for lane alone. */
static char *many(void)
{
    GString *text = g_string_new(NULL);
    for (guint i = 1; i <= MANY; i++)
        g_string_append_printf(text, "%snnnnn/5/5/NNNNN w - - %u\n", i % 3 ? "" : "lane:columns=5 ",
                               i);
    return g_string_free(text, FALSE);
}

static guint number_at(const TabOpenings *openings, guint rules, guint i)
{
    return tab_openings_get(openings, rules, i)->position.number;
}

/* The order is that of Fisher and Yates over the lines, for each ruleset without those that are not
 * its own. */
static void shuffling(void)
{
    g_autofree char *text = many();
    g_autoptr(TabOpenings) openings = load_good(text, "lane:columns=5 walker:columns=5");
    g_autoptr(TabOpenings) again = load_good(text, "lane:columns=5 walker:columns=5");
    g_autoptr(TabOpenings) other = load_good(text, "lane:columns=5 walker:columns=5");
    guint order[MANY], moved = 0, different = 0, common = 0;
    TabRandom random = tab_random_new_stream(42, G_MAXUINT64);
    for (guint i = 0; i < MANY; i++)
        order[i] = i + 1;
    for (guint i = MANY - 1; i > 0; i--) {
        guint j = tab_random_below(&random, i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    tab_openings_shuffle(openings, 42);
    tab_openings_shuffle(again, 42);
    tab_openings_shuffle(other, 43);
    g_assert_cmpuint(tab_openings_count(openings, 0), ==, MANY);
    g_assert_cmpuint(tab_openings_count(openings, 1), ==, MANY / 3 * 2);
    for (guint i = 0; i < MANY; i++) {
        g_assert_cmpuint(number_at(openings, 0, i), ==, order[i]);
        g_assert_cmpuint(number_at(again, 0, i), ==, order[i]);
        moved += order[i] != i + 1;
        different += number_at(other, 0, i) != order[i];
        if (order[i] % 3) {
            g_assert_cmpuint(number_at(openings, 1, common), ==, order[i]);
            common++;
        }
    }
    g_assert_cmpuint(moved, >, MANY / 2);
    g_assert_cmpuint(different, >, MANY / 2);
}

static char *digest_of(const char *content, const char *rules)
{
    g_autoptr(TabOpenings) openings = load_good(content, rules);
    return tab_openings_digest(openings);
}

/* What is played counts, not how the file is written. */
static void digests(void)
{
    g_autofree char *plain = digest_of(FIVE "\n" FIVE_TOO "\n", "walker:columns=5");
    g_autofree char *commented =
        digest_of("# x\nwalker:columns=5   " FIVE "\nbell " NINE "\n" FIVE_TOO, "walker:columns=5");
    g_autofree char *turned = digest_of(FIVE_TOO "\n" FIVE "\n", "walker:columns=5");
    g_autofree char *fewer = digest_of(FIVE "\n", "walker:columns=5");
    g_autofree char *lane = digest_of(FIVE "\n" FIVE_TOO "\n", "lane:columns=5");
    g_autofree char *sum = g_compute_checksum_for_string(
        G_CHECKSUM_SHA256, "walker:columns=5\n" FIVE "\n" FIVE_TOO "\n", -1);
    g_assert_cmpstr(plain, ==, sum);
    g_assert_cmpstr(plain, ==, commented);
    g_assert_cmpstr(plain, !=, turned);
    g_assert_cmpstr(plain, !=, fewer);
    g_assert_cmpstr(plain, !=, lane);
    g_autofree char *text = many();
    g_autoptr(TabOpenings) openings = load_good(text, "lane:columns=5");
    g_autofree char *before = tab_openings_digest(openings);
    tab_openings_shuffle(openings, 1);
    g_autofree char *after = tab_openings_digest(openings);
    g_assert_cmpstr(before, !=, after);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/openings/reading", reading);
    g_test_add_func("/openings/naming-rules", naming_rules);
    g_test_add_func("/openings/refusing", refusing);
    g_test_add_func("/openings/shuffling", shuffling);
    g_test_add_func("/openings/digests", digests);
    return g_test_run();
}
