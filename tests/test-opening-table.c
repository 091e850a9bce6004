// SPDX-License-Identifier: GPL-3.0-or-later
// Hands of first turns with their chances, and the files that tell what the turns are worth.
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/study/opening-file.h"
#include "protocol/study/opening-hands.h"

#define CLOSE 1e-12

static GArray *hands_of(const char *text, guint most)
{
    g_autoptr(TabRules) rules = tab_rules_parse(text, NULL);
    TabSticks fair = tab_sticks_fair(&rules->cast);
    TabSituation start;
    tab_position_start(rules, TAB_WHITE, &start);
    return tab_opening_hands_list(rules, &start, &fair, most);
}

/* "1,4,2" of the rules' kinds. */
static char *throws_text(const char *rules_text, const TabThrows *throws)
{
    g_autoptr(TabRules) rules = tab_rules_parse(rules_text, NULL);
    GString *text = g_string_new(NULL);
    tab_notation_append_throws(rules, throws, text);
    return g_string_free(text, FALSE);
}

static void check_hands(const char *rules, guint most, const char *const *names,
                        const double *chances, guint n)
{
    g_autoptr(GArray) hands = hands_of(rules, most);
    g_assert_cmpuint(hands->len, ==, n);
    for (guint i = 0; i < n; i++) {
        const TabThrownHand *hand = &g_array_index(hands, TabThrownHand, i);
        g_autofree char *text = throws_text(rules, &hand->throws);
        g_assert_cmpstr(text, ==, names[i]);
        g_assert_cmpfloat_with_epsilon(hand->chance, chances[i], CLOSE);
    }
}

/* Chances by hand: a throw is 1, 2, 3, 4, 6 with 4, 6, 4, 1, 1 of 16. */
static void hands(void)
{
    static const char *const held[] = {"1,2",   "1,3",   "1,1,2", "1,1,3",
                                       "1,4,2", "1,6,2", "1,4,3", "1,6,3"};
    static const double held_chance[] = {6 / 16.,  4 / 16.,  24 / 256., 16 / 256.,
                                         6 / 256., 6 / 256., 4 / 256.,  4 / 256.};
    static const char *const plain[] = {"2", "3", "1,2", "1,3", "4,2", "6,2", "4,3", "6,3"};
    static const double plain_chance[] = {6 / 16.,  4 / 16.,  24 / 256., 16 / 256.,
                                          6 / 256., 6 / 256., 4 / 256.,  4 / 256.};
    static const char *const single[] = {"2", "1", "3", "4", "6"};
    static const double single_chance[] = {6 / 16., 4 / 16., 4 / 16., 1 / 16., 1 / 16.};
    check_hands("walker", 3, held, held_chance, G_N_ELEMENTS(held)); /* the tâb counts */
    check_hands("walker:opening-tab=spent", 2, plain, plain_chance, G_N_ELEMENTS(plain));
    check_hands("ludii", 3, single, single_chance, G_N_ELEMENTS(single));
    /* at least one more throw than those at hand */
    check_hands("walker", 1, held, held_chance, 2);
}

/* Two ways to throw 1 and 4 before a 2. */
static void orders(void)
{
    g_autoptr(GArray) list = hands_of("jordan", 3);
    gboolean found = FALSE;
    g_assert_cmpuint(list->len, ==, 2 * (1 + 3 + 6));
    for (guint i = 0; i < list->len; i++) {
        const TabThrownHand *hand = &g_array_index(list, TabThrownHand, i);
        g_autofree char *text = throws_text("jordan", &hand->throws);
        g_assert_cmpstr(text, !=, "4,1,2");
        if (strcmp(text, "1,4,2") != 0)
            continue;
        found = TRUE;
        g_assert_cmpfloat_with_epsilon(hand->chance, 2 * (4 * 1 * 6) / 4096., CLOSE);
    }
    g_assert_true(found);
}

/* What the sticks never show is in no hand. */
static void odd_sticks(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("ludii", NULL);
    TabSituation start;
    TabSticks sticks;
    g_assert_true(tab_sticks_parse(&rules->cast, "w=0,1,3,0,0", &sticks, NULL));
    tab_position_start(rules, TAB_WHITE, &start);
    g_autoptr(GArray) list = tab_opening_hands_list(rules, &start, &sticks, 3);
    static const char *const names[] = {"2", "1"};
    static const double chances[] = {0.75, 0.25};
    g_assert_cmpuint(list->len, ==, G_N_ELEMENTS(names));
    for (guint i = 0; i < list->len; i++) {
        const TabThrownHand *hand = &g_array_index(list, TabThrownHand, i);
        g_autofree char *text = throws_text("ludii", &hand->throws);
        g_assert_cmpstr(text, ==, names[i]);
        g_assert_cmpfloat_with_epsilon(hand->chance, chances[i], CLOSE);
    }
}

/* Whatever is thrown, the hands are different, come by falling chance, and leave the longer ones.
 */
static void all_presets(void)
{
    for (guint preset = 0; preset < tab_ruleset_n_presets(); preset++) {
        TabRuleset set = tab_ruleset_preset(preset);
        g_autoptr(TabRules) rules = tab_rules_new(&set);
        g_autoptr(GArray) list = hands_of(tab_ruleset_preset_name(preset), 3);
        double sum = 0, last = 1;
        TabSituation start;
        tab_position_start(rules, TAB_WHITE, &start);
        for (guint i = 0; i < list->len; i++) {
            const TabThrownHand *hand = &g_array_index(list, TabThrownHand, i);
            TabSituation thrown = start;
            thrown.throws = hand->throws;
            g_assert_true(tab_situation_validate(rules, &thrown, NULL));
            g_assert_true(tab_throws_complete(&hand->throws));
            g_assert_cmpfloat(hand->chance, >, 0);
            g_assert_cmpfloat(hand->chance, <=, last + CLOSE);
            sum += last = hand->chance;
        }
        TabSticks fair = tab_sticks_fair(&rules->cast);
        gboolean whole = tab_ruleset_at_once(&set) || !rules->cast.n_sticks ||
                         tab_sticks_rethrow(&rules->cast, &fair) <= 0;
        double on = tab_sticks_rethrow(&rules->cast, &fair);
        double longer = whole ? 0 : pow(on, 3 - (double)start.throws.n);
        g_assert_cmpfloat_with_epsilon(sum, 1 - longer, 1e-9);
    }
}

#define METHOD "rollouts 10,Engine,\"cmd=e,depth=1\",1"
#define TAIL METHOD ",tab-match " TAB_VERSION "\n"
#define PASS "walker:columns=5,1,nnnnn/5/5/NNNNN w 2 - 1,2,0.375000,2:pass,0.4600,0.0020," TAIL
#define FIRST                                                                                      \
    "walker:columns=5,1,\"nnnnn/5/5/NNNNN w 1,2 - 1\",\"1,2\",0.375000,\"1:a5b5,2:b5b3\",0.5400,"  \
    "0.0010," TAIL
#define SECOND                                                                                     \
    "walker:columns=5,2,\"nnnnn/5/2M2/NNNN1 b 1,2 - "                                              \
    "2\",\"1,2\",0.093750,\"1:d1c1,2:c1c3\",0.5000,"                                               \
    "0.0000," TAIL

static void round_trip(void)
{
    static const char text[] = TAB_OPENING_TABLE_HEAD "\"walker:columns=5,pieces=4\"" TAIL;
    g_autofree char *lines = g_strconcat(TAB_OPENING_TABLE_HEAD, PASS, FIRST, SECOND, NULL);
    g_autoptr(GPtrArray) list =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_opening_hand_free);
    g_autoptr(GString) again = g_string_new(TAB_OPENING_TABLE_HEAD);
    g_autoptr(GError) error = NULL;
    tab_opening_table_read(lines, strlen(lines), list, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(list->len, ==, 3);
    for (guint i = 0; i < list->len; i++) {
        const TabOpeningHand *opening = list->pdata[i];
        g_assert_cmpstr(opening->method, ==, METHOD);
        g_assert_cmpuint(opening->number, ==, i < 2 ? 1 : 2);
        tab_opening_hand_append_csv(opening, again);
    }
    g_assert_cmpstr(again->str, ==, lines);
    g_assert_false(tab_opening_table_read(text, strlen(text), list, NULL, &error));
    g_assert_error(error, TAB_RULES_ERROR, TAB_RULES_ERROR_POSITION);
    g_assert_cmpstr(error->message, ==, "line 2: it has not the 13 fields of a turn");
}

/* Both turns of a hand are one opening; the same position later is another. */
static void turns_of_a_hand(void)
{
    g_autofree char *other = g_strdup(FIRST);
    g_autoptr(GPtrArray) list =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_opening_hand_free);
    g_autoptr(GError) error = NULL;
    char *value = strstr(other, "0.5400"), *turn = strstr(other, "2:b5b3");
    memcpy(value, "0.3000", 6);
    memcpy(turn, "2:b5b3", 6);
    g_autofree char *lines = g_strconcat(TAB_OPENING_TABLE_HEAD, FIRST, other, PASS, NULL);
    tab_opening_table_read(lines, strlen(lines), list, NULL, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(list->len, ==, 2);
    const TabOpeningHand *opening = list->pdata[0];
    g_assert_cmpuint(opening->turns->len, ==, 2);
    g_assert_cmpfloat(g_array_index(opening->turns, TabRolledTurn, 1).value, ==, 0.3);
}

static void refuse(const char *from, const char *to, const char *named)
{
    g_autofree char *lines = g_strconcat(TAB_OPENING_TABLE_HEAD, PASS, FIRST, NULL);
    char *at = strstr(lines, from);
    g_assert_nonnull(at);
    g_autofree char *head = g_strndup(lines, (gsize)(at - lines));
    g_autofree char *text = g_strconcat(head, to, at + strlen(from), NULL);
    g_autoptr(GPtrArray) list =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_opening_hand_free);
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_opening_table_read(text, strlen(text), list, NULL, &error));
    g_assert_error(error, error->domain, error->code);
    g_assert_nonnull(strstr(error->message, "line "));
    if (!strstr(error->message, named))
        g_error("'%s' does not name '%s'", error->message, named);
}

static void faults(void)
{
    refuse("rules,number", "rules;number", "line 1: it is not the head of a file of openings");
    refuse("walker:columns=5,1,n", "chess,1,n", "unknown preset: 'chess'");
    refuse("columns=5,1,n", "columns=5,0,n", "'0' is no number of a turn");
    refuse("w 2 - 1", "w - - 1", "no position with a turn to choose");
    refuse("nnnnn/5/5/NNNNN w 2 - 1", "5/5/5/NNNNN w 2 - 1", "no position with a turn to choose");
    refuse("w 2 - 1", "w 5 - 1", "5");
    refuse("w 2 - 1,2,", "w 2 - 1,x,", "x");
    refuse("w 2 - 1,2,", "w 2 - 1,\"2,3\",", "no text of the throws of the position");
    refuse("columns=5,1,n", "columns=5,1001,n", "'1001' is no number of a turn");
    refuse("w 2 - 1,2,", "w 2 - 1,3,", "'3' is no text of the throws of the position");
    refuse("0.375000,2:", "1.5,2:", "'1.5' is no chance");
    refuse("2:pass", "2:a1a3", "2:a1a3");
    refuse("0.375000,2:", "-0.5,2:", "'-0.5' is no chance");
    refuse("0.375000,2:", ",2:", "'' is no chance");
    refuse("0.375000,2:", "nan,2:", "'nan' is no chance");
    refuse("0.4600", "0.4x", "'0.4x' is no chance to win");
    refuse("0.4600", "46 %", "'46 %' is no chance to win");
    refuse("0.0020", "", "'' is no standard error");
    refuse("\"cmd=e,depth=1\"", "\"cmd=e,depth=1", "it has not the 13 fields of a turn");
    refuse("Engine", "Eng\xffine", "it is no UTF-8 text");
}

/* The best turn comes first. */
static void values_in_order(void)
{
    static const char text[] = TAB_OPENING_TABLE_HEAD
        "ludii:columns=5,1,mmmmm/5/5/MMMMM w 2 - 1,2,0.375000,2:a5b4,0.4600,0.0020," TAIL
        "ludii:columns=5,1,mmmmm/5/5/MMMMM w 2 - 1,2,0.375000,2:a4b5,0.4700,0.0020," TAIL;
    g_autoptr(GPtrArray) list =
        g_ptr_array_new_with_free_func((GDestroyNotify)tab_opening_hand_free);
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_opening_table_read(text, strlen(text), list, NULL, &error));
    g_assert_cmpstr(error->message, ==,
                    "line 3: '0.4700' is no value below that of the line before");
}

/* A method without limits has an empty field for them. */
static void methods(void)
{
    g_auto(TabLimits) limits = TAB_LIMITS_INIT;
    const TabOpeningMethod method = {.limits = &limits, .engine = "E", .spec = "cmd=e"};
    g_autofree char *plain = tab_opening_method_to_csv(&method);
    g_assert_cmpstr(plain, ==, ",E,cmd=e,");
    limits.rollouts = 10;
    g_autofree char *limited = tab_opening_method_to_csv(&method);
    g_assert_cmpstr(limited, ==, "rollouts 10,E,cmd=e,");
}

/* The position of White is that of Black with the sides exchanged. */
static void keys(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("walker", NULL);
    TabSituation white, black;
    tab_position_start(rules, TAB_WHITE, &white);
    tab_position_start(rules, TAB_BLACK, &black);
    TabKey one = tab_opening_key(rules, &white.position),
           other = tab_opening_key(rules, &black.position);
    g_assert_true(one.a == other.a && one.b == other.b);
    tab_position_take_off(&black.position, TAB_WHITE, 0);
    other = tab_opening_key(rules, &black.position);
    g_assert_false(one.a == other.a && one.b == other.b);
}

/* A file that grows. */

static void write_file(const char *path, const char *text)
{
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void check_file(const char *path, const char *wanted)
{
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, wanted);
}

static TabOpeningHand *read_hand(const char *line)
{
    g_autofree char *text = g_strconcat(TAB_OPENING_TABLE_HEAD, line, NULL);
    g_autoptr(GPtrArray) list = g_ptr_array_new();
    g_assert_true(tab_opening_table_read(text, strlen(text), list, NULL, NULL));
    g_assert_cmpuint(list->len, ==, 1);
    return list->pdata[0];
}

static void growing(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-openings-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "openings.csv", NULL);
    g_autoptr(TabOpeningHand) pass = read_hand(PASS), first = read_hand(FIRST);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; i < 2; i++) { /* the second time it is there */
        g_autoptr(TabOpeningFile) file = tab_opening_file_open(path, METHOD, &error);
        g_assert_no_error(error);
        g_autoptr(GArray) turns = tab_opening_file_look_up(file, pass->rules, &pass->situation);
        g_assert_true((turns != NULL) == (i == 1));
        g_assert_true(tab_opening_file_add(file, pass, &error));
        g_assert_null(tab_opening_file_open(path, METHOD, &error));
        g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_AGAIN);
        g_clear_error(&error);
        check_file(path, TAB_OPENING_TABLE_HEAD PASS);
    }
    /* a run that was killed: the lines of the hand that is not whole are cut off */
    static const char *const torn[] = {"rules,num", TAB_OPENING_TABLE_HEAD "walker:col",
                                       TAB_OPENING_TABLE_HEAD FIRST "walker:c"};
    for (guint i = 0; i < G_N_ELEMENTS(torn); i++) {
        write_file(path, torn[i]);
        g_autoptr(TabOpeningFile) file = tab_opening_file_open(path, METHOD, &error);
        g_assert_no_error(error);
        check_file(path, TAB_OPENING_TABLE_HEAD);
        g_assert_true(tab_opening_file_add(file, first, &error));
        check_file(path, TAB_OPENING_TABLE_HEAD FIRST);
    }
    write_file(path, TAB_OPENING_TABLE_HEAD PASS FIRST "walker:c");
    g_autoptr(TabOpeningFile) file = tab_opening_file_open(path, METHOD, &error);
    g_assert_no_error(error);
    check_file(path, TAB_OPENING_TABLE_HEAD PASS);
    g_unlink(path);
    g_rmdir(folder);
}

static void refuse_file(const char *path, const char *text, const char *method, const char *named)
{
    g_autoptr(GError) error = NULL;
    write_file(path, text);
    g_assert_null(tab_opening_file_open(path, method, &error));
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->message, path));
    if (!strstr(error->message, named))
        g_error("'%s' does not name '%s'", error->message, named);
    check_file(path, text);
}

static void refused_files(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-openings-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "openings.csv", NULL);
    g_autoptr(GError) error = NULL;
    refuse_file(path, "another file\n", METHOD, "line 1: it is not the head of a file of openings");
    refuse_file(path, TAB_OPENING_TABLE_HEAD "a,b\n" PASS, METHOD, "line 2: ");
    refuse_file(path, TAB_OPENING_TABLE_HEAD PASS, "rollouts 20,Engine,cmd=e,1",
                "'" METHOD "' instead of 'rollouts 20,Engine,cmd=e,1'");
    g_unlink(path);
    g_assert_null(tab_opening_file_open(folder, METHOD, &error));
    g_assert_nonnull(strstr(error->message, folder));
    g_clear_error(&error);
    g_assert_cmpint(mkfifo(path, 0600), ==, 0); /* nobody waits for its other end */
    g_assert_null(tab_opening_file_open(path, METHOD, &error));
    g_assert_nonnull(strstr(error->message, "is no regular file"));
    g_unlink(path);
    g_rmdir(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/opening-table/hands", hands);
    g_test_add_func("/opening-table/orders", orders);
    g_test_add_func("/opening-table/odd-sticks", odd_sticks);
    g_test_add_func("/opening-table/all-presets", all_presets);
    g_test_add_func("/opening-table/round-trip", round_trip);
    g_test_add_func("/opening-table/turns-of-a-hand", turns_of_a_hand);
    g_test_add_func("/opening-table/faults", faults);
    g_test_add_func("/opening-table/values-in-order", values_in_order);
    g_test_add_func("/opening-table/methods", methods);
    g_test_add_func("/opening-table/keys", keys);
    g_test_add_func("/opening-table/growing", growing);
    g_test_add_func("/opening-table/refused-files", refused_files);
    return g_test_run();
}
