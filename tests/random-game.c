// SPDX-License-Identifier: GPL-3.0-or-later
// Records of games that both sides play by chance.
#include "random-game.h"

#include "rules-fixture.h"
#include "tab-throws.h"

char *random_turn(const TabRules *rules, const TabSituation *situation, TabRandom *random)
{
    g_autofree TabTurn *turn = g_new0(TabTurn, 1);
    TabPosition position = situation->position;
    TabHand left = turn->hand = tab_situation_hand(rules, situation);
    for (;;) {
        TabPlay plays[TAB_MAX_KINDS * TAB_MAX_PLAYS];
        unsigned n = 0;
        TAB_USES_FOREACH(&rules->cast, t)
            if (left.n[t])
                n += tab_movegen_hand_plays(rules, &position, t, plays + n);
        if (!n || (tab_movegen_may_stop(rules, &position, &left) && !tab_random_below(random, 4)))
            return tab_notation_turn_to_string(rules, &situation->position, turn);
        TabPlay play = plays[tab_random_below(random, n)];
        tab_position_play(&position, &position, &play);
        tab_hand_use(&rules->cast, &left, play.kind, play.flags & TAB_PLAY_HALVES);
        turn->plays[turn->n_plays++] = play;
    }
}

TabRecordNode *random_node(TabRecord *record, TabRecordNode *parent, TabSituation *situation,
                           const TabSticks *sticks, TabRandom *random)
{
    while (!tab_throws_complete(&situation->throws))
        tab_throws_draw(record->rules, &situation->throws, (TabSide)situation->position.side,
                        sticks, random);
    g_autofree char *text = random_turn(record->rules, situation, random);
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabRecordNode *node = tab_record_append(record, parent, situation, text);
    TabPosition after;
    g_assert_true(tab_notation_parse_turn(record->rules, situation, text, turn, &after, NULL));
    situation->position = after;
    situation->throws = (TabThrows){.n = 0};
    return node;
}

void random_result(TabRecord *record, const TabPosition *end)
{
    int winner = tab_position_winner(record->rules, end);
    if (tab_position_finished(record->rules, end))
        tab_record_set_result(record,
                              winner < 0            ? TAB_RECORD_DRAWN
                              : winner == TAB_WHITE ? TAB_RECORD_WHITE_WON
                                                    : TAB_RECORD_BLACK_WON,
                              TAB_RECORD_NORMAL);
    else
        tab_record_set_result(record, TAB_RECORD_DRAWN, TAB_RECORD_TURN_LIMIT);
}

static TabRecord *begin_game(const TabRules *rules, const TabSticks *sticks, TabRandom *random)
{
    g_autoptr(GArray) throws = g_array_new(FALSE, FALSE, sizeof(TabRecordThrow));
    TabSide side;
    while (tab_record_opening(rules, (const TabRecordThrow *)(void *)throws->data, throws->len,
                              &side) == TAB_RECORD_OPENING_OPEN) {
        TabRecordThrow thrown = {
            (uint8_t)side, (uint8_t)tab_sticks_throw(&tab_casts[TAB_CAST_TAB], sticks, random)};
        g_array_append_val(throws, thrown);
    }
    return tab_record_new(rules, (const TabRecordThrow *)(void *)throws->data, throws->len);
}

/* At most `max_turns` turns; the result as it stands then. */
static void play_on(TabRecord *record, const TabSticks *sticks, guint max_turns, TabRandom *random)
{
    TabSituation situation = record->start;
    TabRecordNode *node = record->root;
    for (guint i = 0; i < max_turns && !tab_position_finished(record->rules, &situation.position);
         i++)
        node = random_node(record, node, &situation, sticks, random);
    random_result(record, &situation.position);
}

TabRecord *random_game(const char *rules_text, const char *sticks_text, guint max_turns,
                       guint64 seed)
{
    g_autoptr(TabRules) rules = rules_for(rules_text);
    TabRandom random = tab_random_new(seed);
    TabSticks sticks;
    g_assert_true(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], sticks_text, &sticks, NULL));
    TabRecord *record = begin_game(rules, &sticks, &random);
    tab_record_set_tag(record, "Sticks", sticks_text);
    play_on(record, &sticks, max_turns, &random);
    return record;
}

TabRecord *forked_game(guint64 seed)
{
    TabRandom random = tab_random_new(seed);
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    g_autoptr(TabRules) rules = tab_rules_parse("jordan:columns=29", NULL);
    TabRecord *record = tab_record_new(rules, NULL, 0);
    TabSituation situation = record->start;
    TabRecordNode *node = record->root;
    for (guint i = 0; i < 400 && !tab_position_finished(rules, &situation.position); i++) {
        TabSituation before = situation;
        TabRecordNode *parent = node;
        node = random_node(record, node, &situation, &sticks, &random);
        for (guint k = 0;
             i % 50 == 20 && k < 150 && !tab_position_finished(rules, &before.position); k++)
            parent = random_node(record, parent, &before, &sticks, &random);
    }
    return record;
}

TabRecord *game_from(const char *rules_text, const char *position)
{
    g_autoptr(TabRules) rules = rules_for(rules_text);
    TabSituation start;
    read_situation(rules, position, &start);
    return tab_record_new_from(rules, &start);
}
