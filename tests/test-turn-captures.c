// SPDX-License-Identifier: GPL-3.0-or-later
// What recorded turns have taken is what was counted when they were played, in whatever order one
// asks, and asking changes no record.
#include "gui/model/turn-captures.h"
#include "protocol/game/game.h"
#include "random-game.h"

static guint sum(GBytes *taken)
{
    gsize n = 0;
    guint all = 0;
    const guint8 *takes = taken ? g_bytes_get_data(taken, &n) : NULL;
    for (gsize i = 0; i < n; i++)
        all += takes[i];
    return all;
}

static void add_nodes(GPtrArray *nodes, TabRecordNode *node)
{
    for (TabRecordNode *child = node->child; child; child = child->next) {
        g_ptr_array_add(nodes, child);
        add_nodes(nodes, child);
    }
}

static void check(TabRecord *record, TabTurnCaptures *captures, TabRecordNode *node, guint *all)
{
    g_autoptr(TabGame) game = tab_game_new_on(record, node, TAB_MAX_NUMBER);
    GBytes *taken = tab_turn_captures_get(captures, node);
    int enemy = 1 - game->position.side;
    guint wanted =
        (guint)(game->turn.situation.position.pieces[enemy] - game->position.pieces[enemy]);
    g_assert_cmpuint(sum(taken), ==, wanted);
    if (taken)
        g_assert_cmpuint(g_bytes_get_size(taken), ==, game->turn.plays->len);
    *all += wanted;
}

/* Downwards, upwards, and twice. */
static void check_record(TabRecord *record)
{
    guint n_nodes = record->n_nodes, all = 0;
    g_autoptr(GPtrArray) nodes = g_ptr_array_new();
    TabTurnCaptures *captures = tab_turn_captures_new(record);
    add_nodes(nodes, record->root);
    g_assert_cmpuint(nodes->len, ==, n_nodes);
    g_assert_null(tab_turn_captures_get(captures, record->root));
    for (guint round = 0; round < 3; round++) {
        for (guint i = 0; i < nodes->len; i++)
            check(record, captures, nodes->pdata[round == 1 ? nodes->len - 1 - i : i], &all);
        if (round == 1)
            tab_turn_captures_forget(captures);
    }
    g_assert_cmpuint(record->n_nodes, ==, n_nodes);
    g_assert_cmpuint(all, >, 0);
    tab_turn_captures_free(captures);
}

static void test_presets(void)
{
    static const char *const rules[] = {"standard", "walker", "lane", "ludii", "bell", "jordan"};
    for (guint i = 0; i < G_N_ELEMENTS(rules); i++) {
        g_autoptr(TabRecord) record = random_game(rules[i], "fair", 300, 5 + i);
        check_record(record);
    }
}

static void test_variations(void)
{
    g_autoptr(TabRecord) record = forked_game(3);
    check_record(record);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/turn-captures/presets", test_presets);
    g_test_add_func("/turn-captures/variations", test_variations);
    return g_test_run();
}
