// SPDX-License-Identifier: GPL-3.0-or-later
// Plays both turns, the one that was played and the better one, and says in what they differ.
#include "protocol/study/turn-comments.h"

#include <math.h>

#include "protocol/game/game.h"
#include "protocol/rules/movegen.h"
#include "protocol/text/plain-text.h"

#define LEAST_RISK 0.1 /* a smaller difference of risks is not worth a sentence */

/* What a turn does, as far as the rules alone tell. */
typedef struct {
    gboolean wins;
    unsigned takes;
    double risk; /* part of the other side's next throws with which it can take a piece; NAN: that
                    is not asked */
} Effect;

static void append_points(GString *text, double share, gboolean sign)
{
    tab_plain_text_append_number(text, share * 100, 1, sign);
    g_string_append(text, " points");
}

static gboolean can_take(const TabRules *rules, const TabPosition *position, int kind)
{
    TabPlay plays[TAB_MAX_HAND_PLAYS];
    TabSide enemy = tab_side_other((TabSide)position->side);
    unsigned n = tab_movegen_hand_plays(rules, position, kind, plays);
    for (unsigned i = 0; i < n; i++) {
        TabPosition after;
        tab_position_play(&after, position, &plays[i]);
        if (after.pieces[enemy] < position->pieces[enemy])
            return TRUE;
    }
    return FALSE;
}

static double risk_of(const TabRules *rules, const TabPosition *position, const TabSticks *sticks)
{
    static const TabThrows none = {.n = 0};
    TabSticks chances = tab_throws_chances(rules, &none, (TabSide)position->side, sticks);
    double risk = 0;
    TAB_KINDS_FOREACH(&rules->cast, kind) {
        if (chances.p[kind] > 0 && can_take(rules, position, kind))
            risk += chances.p[kind];
    }
    return risk;
}

/* Of a legal turn instead of the open one. */
static gboolean find_effect(TabGame *game, const char *turn, const TabSticks *sticks,
                            Effect *effect)
{
    TabSide side = tab_game_side(game), enemy = side == TAB_WHITE ? TAB_BLACK : TAB_WHITE;
    TabPosition after;
    if (!tab_game_play_turn(game, turn, NULL))
        return FALSE;
    tab_game_next_position(game, &after);
    gboolean finished = tab_position_finished(game->rules, &after);
    *effect = (Effect){
        .wins = finished && tab_position_winner(game->rules, &after) == (int)side,
        .takes = game->turn.situation.position.pieces[enemy] - after.pieces[enemy],
        .risk = finished || !game->rules->cast.n_sticks || after.side == side
                    ? NAN
                    : risk_of(game->rules, &after, sticks),
    };
    return TRUE;
}

/* --- a turn --- */

static void append_takes(GString *text, unsigned takes)
{
    if (!takes)
        g_string_append(text, "none");
    else
        g_string_append_printf(text, "%u", takes);
}

static void append_reason(GString *text, const Effect *best, const Effect *played)
{
    if (best->wins && !played->wins) {
        g_string_append(text, " It wins at once.");
        return;
    }
    if (best->takes > played->takes) {
        g_string_append(text, " It takes ");
        append_takes(text, best->takes);
        g_string_append(text, best->takes == 1 ? " piece, this turn takes "
                                               : " pieces, this turn takes ");
        append_takes(text, played->takes);
        g_string_append_c(text, '.');
    }
    if (played->risk - best->risk >= LEAST_RISK)
        g_string_append_printf(
            text,
            " After this turn %.0f %% of the next throws can take a piece, after "
            "that one %.0f %%.",
            played->risk * 100, best->risk * 100);
}

static const char *name_grade(TabTurnGrade grade)
{
    return grade == TAB_TURN_BLUNDER ? "A blunder" : "A mistake";
}

static void append_mistake(GString *text, TabGame *game, const TabTurnLoss *loss,
                           TabTurnGrade grade, const TabSticks *sticks)
{
    Effect best, played;
    g_string_append_printf(text, "%s%s: it costs ", text->len ? " " : "", name_grade(grade));
    append_points(text, loss->loss, FALSE);
    g_string_append_printf(text, ". Better was %s.", loss->best_turn);
    if (find_effect(game, loss->best_turn, sticks, &best) &&
        find_effect(game, loss->node->turn, sticks, &played))
        append_reason(text, &best, &played);
}

static void comment_turn(TabRecordNode *node, TabGame *game, const TabTurnFound *found,
                         const TabGradeLimits *limits, const TabSticks *sticks)
{
    g_autoptr(GString) text = g_string_new(NULL);
    double luck = found->n_throws ? found->luck : 0;
    if (fabs(luck) >= limits->least[TAB_TURN_BLUNDER]) {
        g_string_append(text, luck > 0 ? "Lucky throws: " : "Unlucky throws: ");
        append_points(text, luck, TRUE);
        g_string_append_c(text, '.');
    }
    TabTurnGrade grade =
        found->loss ? tab_turn_grade_within(found->loss->loss, limits) : TAB_TURN_SOUND;
    if (grade >= TAB_TURN_MISTAKE)
        append_mistake(text, game, found->loss, grade, sticks);
    if (text->len && !node->comment)
        tab_record_set_comment(node, text->str);
}

/* --- the game --- */

static void append_counts(GString *text, const guint grade[TAB_N_TURN_GRADES])
{
    g_string_append_printf(text, "%u mistake%s, %u blunder%s", grade[TAB_TURN_MISTAKE],
                           grade[TAB_TURN_MISTAKE] == 1 ? "" : "s", grade[TAB_TURN_BLUNDER],
                           grade[TAB_TURN_BLUNDER] == 1 ? "" : "s");
}

static const char *name_of(const TabRecord *record, TabSide side)
{
    return side == TAB_WHITE ? tab_record_get_tag_or(record, "White", "White")
                             : tab_record_get_tag_or(record, "Black", "Black");
}

static void comment_game(TabRecord *record, const TabAnalysis *analysis,
                         const TabGradeLimits *limits)
{
    g_autoptr(GString) text = g_string_new(NULL);
    guint grade[2][TAB_N_TURN_GRADES] = {{0}};
    const TabTurnLoss *worst = NULL;
    for (guint i = 0; i < analysis->of_turns->len; i++) {
        const TabTurnLoss *turn = &g_array_index(analysis->of_turns, TabTurnLoss, i);
        grade[turn->side][tab_turn_grade_within(turn->loss, limits)]++;
        if (!worst || turn->loss > worst->loss)
            worst = turn;
    }
    if (record->result == TAB_RECORD_WHITE_WON || record->result == TAB_RECORD_BLACK_WON)
        g_string_append_printf(
            text, "%s won. ",
            name_of(record, record->result == TAB_RECORD_WHITE_WON ? TAB_WHITE : TAB_BLACK));
    g_string_append_printf(text, "Luck of the throws, for %s: ", name_of(record, TAB_WHITE));
    append_points(text, analysis->luck_white, TRUE);
    g_string_append_c(text, '.');
    for (TabSide side = TAB_WHITE; side <= TAB_BLACK; side++) {
        g_string_append_printf(text, " %s gave away ", name_of(record, side));
        append_points(text, analysis->loss[side], FALSE);
        g_string_append(text, ": ");
        append_counts(text, grade[side]);
        g_string_append_c(text, '.');
    }
    if (worst && tab_turn_grade_within(worst->loss, limits) > TAB_TURN_SOUND)
        g_string_append_printf(text, " The turn that cost most is number %u, by %s.",
                               worst->node->number, name_of(record, worst->side));
    if (!record->root->comment)
        tab_record_set_comment(record->root, text->str);
}

void tab_turn_comment_all(TabRecord *record, const TabAnalysis *analysis,
                          const TabGradeLimits *limits)
{
    TabTurnWalk walk = {.analysis = analysis};
    const TabCast *cast = &record->rules->cast;
    const char *tag = tab_record_get_tag(record, "Sticks");
    TabSticks sticks = tab_sticks_fair(cast);
    g_return_if_fail(analysis->of_turns);
    if (tag)
        tab_sticks_parse(cast, tag, &sticks, NULL); /* the record holds no other */
    g_autoptr(TabGame) game = tab_game_new_replay(record);
    comment_game(record, analysis, limits);
    for (TabRecordNode *node = record->root->child; node && node->turn; node = node->child) {
        TabTurnFound found = tab_turn_walk(&walk, node);
        tab_game_take_throws(game, node);
        comment_turn(node, game, &found, limits, &sticks);
        if (!tab_game_play_turn(game, node->turn, NULL))
            return; /* a record holds no such turn */
        tab_game_end_turn(game);
    }
}
