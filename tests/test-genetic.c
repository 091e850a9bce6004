// SPDX-License-Identifier: GPL-3.0-or-later
// The opponent `genetic`: its score term by term, and the turns that its genomes find.
#include "engine/eval/hits.h"
#include "engine/search/genetic.h"
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"
#include "rules-fixture.h"
#include "tab-throws.h"

/* Each board worked out by hand: own pieces, then the enemy's, then the other terms. */
static void terms(void)
{
    static const struct {
        const char *board;
        int white, black;
    } rows[] = {
        {"nnnnnnnnn/9/9/NNNNNNNNN", 36 - 36, 36 - 36},
        {"8n/4m4/9/8N", 4 - 4 - 2, 4 + 2 - 4},
        /* b3, b2, b1 end row 2 of White, c7, c8, c9 that of Black. */
        {"8n/9/1M1M5/9", 4 - 4 + 2, 4 - 4},
        {"8n/9/2M6/9", 2 - 4 + 2, 4 - 2},
        {"9/6m2/9/N8", 4 - 2, 2 - 4 + 2},
        {"9/5m3/9/N8", 4 - 2, 2 - 4},
        /* Piles cost their owner alone. */
        {"8n/9/5(MM)3/9", 4 - 4 - 8, 4 - 4},
        {"9/(mmm)8/9/N8", 4 - 6, 6 - 4 - 12},
        /* Row 4: 8 cells left at the entrance, 0 at the end; few enemies make it a bad place. From
           d6 to d1 it is five steps, from d7 six. White's piece on d9 or d1 is on Black's home row.
         */
        {"mmmm4F/9/9/9", 2 - 16 + 8, 16 - 2 - 2},
        {"mmm5F/9/9/9", 2 - 12 + 8 - 3, 12 - 2},
        {"F5mmm/9/9/N8", 2 + 4 - 12 - 3, 12 - 2 - 4},
        {"F4mmmm/9/9/9", 2 - 16 - 2, 16 - 2},
        {"mmmm4(FFF)/9/9/9", 6 - 16 + 24 - 12, 16 - 6 - 6},
        {"mmm5(FF)/9/9/9", 4 - 12 + 16 - 8 - 6, 12 - 4},
        {"9/9/9/fNNNNNNNN", 32 - 2 - 2 * 5, 2 - 32 + 8},
        {"9/9/9/NNNNNNNNf", 32 - 2, 2 - 32 - 2 * 5},
        /* Enemies behind: five steps count, six do not; each pair of pieces; none in front. */
        {"9/9/3M2t2/9", 2 - 2 - 2, 2 - 2},
        {"9/9/3M4t/9", 2 - 2 - 2, 2 - 2},
        {"9/8t/3M5/9", 2 - 2, 2 - 2 + 2},
        {"9/9/3MM1t2/9", 4 - 2 - 4, 2 - 4},
        {"9/9/3(MM)2(tt)2/9", 4 - 4 - 8 - 8, 4 - 4 - 8},
        /* Both branches of the fork, and over the ends of the rows. */
        {"9/9/t8/2N6", 4 - 2 - 2, 2 - 4},
        {"9/1T7/t8/9", 2 - 2 - 2, 2 - 2},
        {"1n7/1T7/9/9", 2 - 4 - 2, 4 - 2},
        {"9/9/9/7NM", 8, 0},
    };
    g_autoptr(TabRules) rules = rules_for("walker");
    g_autofree TabGeneticScore *score = g_new(TabGeneticScore, 1);
    tab_genetic_score_init(score, &rules->board);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = g_strdup_printf("%s w - - 9", rows[i].board);
        TabSituation situation;
        read_situation(rules, text, &situation);
        g_test_message("%s", text);
        bool won = !situation.position.pieces[TAB_BLACK];
        g_assert_cmpint(tab_genetic_score(score, &situation.position, TAB_WHITE), ==,
                        won ? TAB_GENETIC_WON : rows[i].white);
        if (!won)
            g_assert_cmpint(tab_genetic_score(score, &situation.position, TAB_BLACK), ==,
                            rows[i].black);
    }
}

/* The same sum piece by piece, from the distances that the chances to hit are made of. */
static int score_again(const TabRules *rules, const TabHits *hits, const TabPosition *position,
                       TabSide mover)
{
    const TabBoard *board = &rules->board;
    TabSide enemy = tab_side_other(mover);
    int score = 0;
    for (unsigned cell = 0; cell < board->cells; cell++) {
        int height = (int)tab_pile_height(position->pile[cell]);
        if (tab_position_owner(position, cell) == (int)enemy)
            score -= height * (board->relative_row[enemy][cell] == 1 ? 4 : 2);
        if (tab_position_owner(position, cell) != (int)mover)
            continue;
        int row = board->relative_row[mover][cell], n = board->columns;
        int column = 1 + board->path_index[mover][cell] % n; /* along the path */
        int piece = row == 1 ? 4 : row == 2 && column > n - 3 ? 2 + 2 : 2;
        piece += row == 4 ? n - column : 0;
        piece -= row == 4 && position->pieces[enemy] < 4 ? 3 : 0;
        piece -= height > 1 ? 4 : 0;
        for (unsigned from = 0; from < board->cells; from++)
            if (tab_position_owner(position, from) == (int)enemy &&
                hits->distance[enemy][0][from][cell] <= 5)
                piece -= 2 * (int)tab_pile_height(position->pile[from]);
        score += height * piece;
    }
    return score;
}

/* A game of random turns: one outcome of each hand, each as likely. */
typedef struct {
    TabRules *rules;
    TabRandom random;
    TabOutcomes *outcomes;
    TabSituation situation; /* with complete throws */
    TabPosition after;
    unsigned n; /* outcomes met */
} Stroll;

static Stroll *stroll_new(const char *rules, uint64_t seed)
{
    Stroll *stroll = g_new0(Stroll, 1);
    stroll->rules = rules_for(rules);
    stroll->random = tab_random_new(seed);
    stroll->outcomes = tab_outcomes_new();
    tab_position_start(stroll->rules, TAB_WHITE, &stroll->situation);
    return stroll;
}

static void stroll_free(Stroll *stroll)
{
    tab_outcomes_free(stroll->outcomes);
    tab_rules_unref(stroll->rules);
    g_free(stroll);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Stroll, stroll_free)

/* Throws the sticks; with `extra` there are at least so many throws that earn another one. */
static void stroll_throw(Stroll *stroll, unsigned extra)
{
    static const int again[] = {TAB_THROW_1, TAB_THROW_4, TAB_THROW_6};
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    TabThrows *throws = &stroll->situation.throws;
    while (!tab_throws_complete(throws)) {
        bool more = throws->n < extra;
        int t = tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &sticks, &stroll->random);
        t = more ? again[tab_random_below(&stroll->random, 3)] : t;
        t = throws->n == TAB_MAX_THROWS - 1 ? TAB_THROW_2 : t; /* that is the longest hand */
        tab_throws_add(stroll->rules, throws, t);
    }
}

static bool pick(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                 gpointer user_data)
{
    Stroll *stroll = user_data;
    if (!tab_random_below(&stroll->random, ++stroll->n))
        stroll->after = *after;
    return true;
}

/* Goes on to `next`; a new game when this one is over. */
static void stroll_on(Stroll *stroll, const TabPosition *next)
{
    TabSituation *situation = &stroll->situation;
    situation->position = *next;
    situation->throws.n = 0;
    situation->throws.more = false;
    if (tab_position_finished(stroll->rules, next) || next->number > 300)
        tab_position_start(stroll->rules, TAB_BLACK, situation);
}

static void stroll_play(Stroll *stroll)
{
    const TabPosition *position = &stroll->situation.position;
    TabHand hand = tab_situation_hand(stroll->rules, &stroll->situation);
    stroll->n = 0;
    tab_outcomes_visit(stroll->outcomes, stroll->rules, position, &hand, 4000, pick, NULL, stroll);
    stroll_on(stroll, &stroll->after);
}

static TabGeneticTask task_of(const Stroll *stroll, TabGeneticPlan plan)
{
    return (TabGeneticTask){
        .rules = stroll->rules,
        .position = &stroll->situation.position,
        .hand = tab_situation_hand(stroll->rules, &stroll->situation),
        .plan = plan,
        .seed = stroll->situation.position.number,
    };
}

static const char *const presets[] = {"walker", "standard", "lane", "ludii", "jordan", "bell"};

static void sums(void)
{
    static const char *const rules[] = {"walker",           "ludii",           "bell",
                                        "jordan:columns=5", "lane:columns=29", "standard:pieces=7"};
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    for (unsigned r = 0; r < G_N_ELEMENTS(rules); r++) {
        g_autoptr(Stroll) stroll = stroll_new(rules[r], r);
        g_autoptr(TabHits) hits = tab_hits_new(stroll->rules, &sticks);
        g_autofree TabGeneticScore *score = g_new(TabGeneticScore, 1);
        tab_genetic_score_init(score, &stroll->rules->board);
        for (unsigned i = 0; i < 200; i++) {
            const TabPosition *board = &stroll->situation.position;
            TabPosition turned;
            tab_position_exchange_sides(stroll->rules, &turned, board);
            for (int side = 0; side < 2; side++) {
                int points = tab_genetic_score(score, board, (TabSide)side);
                g_assert_cmpint(points, ==, score_again(stroll->rules, hits, board, (TabSide)side));
                g_assert_cmpint(points, ==, tab_genetic_score(score, &turned, (TabSide)!side));
            }
            stroll_throw(stroll, 0);
            stroll_play(stroll);
        }
    }
}

/* The best score of a hand by looking at all its outcomes. */
typedef struct {
    const TabGeneticScore *score;
    TabSide mover;
    unsigned n;
    int best;
} Exhaustion;

static bool look_at(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                    gpointer user_data)
{
    Exhaustion *all = user_data;
    int score = tab_genetic_score(all->score, after, all->mover);
    all->best = all->n++ ? MAX(all->best, score) : score;
    return true;
}

/* How often the best score was found. */
typedef struct {
    unsigned tried, found;
} Tally;

/* Lets a plan choose on the way of random games, where a hand has between `least` and 2,000
 * outcomes. */
static Tally tally(const char *rules, TabGeneticPlan plan, unsigned least, unsigned wanted)
{
    Tally tally = {0, 0};
    g_autoptr(Stroll) stroll = stroll_new(rules, 11);
    g_autofree TabGeneticScore *score = g_new(TabGeneticScore, 1);
    g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
    tab_genetic_score_init(score, &stroll->rules->board);
    for (; tally.tried < wanted; stroll_play(stroll)) {
        stroll_throw(stroll, 0);
        TabGeneticTask task = task_of(stroll, plan);
        Exhaustion all = {score, (TabSide)task.position->side, 0, 0};
        TabOutcomesEnd end = tab_outcomes_visit(stroll->outcomes, task.rules, task.position,
                                                &task.hand, 100000, look_at, NULL, &all);
        if (end != TAB_OUTCOMES_ALL || all.n < least || all.n > 2000)
            continue;
        tab_genetic_choose(&task, answer);
        g_assert_cmpint(answer->score, <=, all.best);
        tally.tried++;
        tally.found += answer->score == all.best;
    }
    g_test_message("%s: %u of %u", rules, tally.found, tally.tried);
    return tally;
}

static void finds_the_best(void)
{
    TabGeneticPlan plan = {.population = 100, .generations = 30, .mutation = 15};
    for (unsigned i = 0; i < G_N_ELEMENTS(presets); i++) {
        Tally count = tally(presets[i], plan, 2, 100);
        g_assert_cmpuint(100 * count.found, >=, 95 * count.tried);
    }
}

static void finds_the_best_of_many(void)
{
    for (unsigned i = 0; i < 3; i++) {
        Tally count = tally(presets[i], TAB_GENETIC_PLAN, 100, 20);
        g_assert_cmpuint(100 * count.found, >=, 95 * count.tried);
    }
}

/* The list of outcomes tells when to stop and nothing else: two random genomes seldom do. */
static void plays_no_list(void)
{
    TabGeneticPlan plan = {.population = 2};
    Tally count = tally("walker", plan, 100, 40);
    g_assert_cmpuint(count.found, <, count.tried / 4);
}

/* Chooses a turn and reads it back as text; the position after it. */
static void check_legal(const Stroll *stroll, const TabGeneticTask *task, TabGeneticAnswer *answer,
                        TabPosition *after)
{
    g_autoptr(GError) error = NULL;
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    g_autofree TabGeneticScore *score = g_new(TabGeneticScore, 1);
    tab_genetic_choose(task, answer);
    g_autofree char *text =
        tab_notation_turn_to_string(stroll->rules, task->position, &answer->turn);
    tab_notation_parse_turn(stroll->rules, &stroll->situation, text, turn, after, &error);
    g_assert_no_error(error);
    tab_genetic_score_init(score, &stroll->rules->board);
    g_assert_cmpint(answer->score, ==,
                    tab_genetic_score(score, after, (TabSide)task->position->side));
}

static void legal_everywhere(void)
{
    static const char *const rules[] = {
        "walker",
        "standard",
        "bell",
        "lane",
        "ludii",
        "jordan",
        "walker:christians=no",
        "standard:columns=29",
        "bell:columns=5,stack-return=reduce",
        "lane:save-tab=yes,tab-duty=convert",
        "ludii:save-tab=yes,christians=yes,tab-duty=convert",
        "ludii:stack-return=reduce,save-tab=yes",
        "jordan:stack-split=none,row4-move=free,row4-exit=one-home-pile",
        "walker:row4-safe=yes,jump-enemies=no,pieces=3",
        "standard:stack-return=loosen,return-test=revisit,row4-once=no",
    };
    TabGeneticPlan plan = {.population = 20, .generations = 4, .mutation = 15};
    g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
    for (unsigned r = 0; r < G_N_ELEMENTS(rules); r++) {
        g_autoptr(Stroll) stroll = stroll_new(rules[r], r + 1);
        for (unsigned i = 0; i < 150; i++) {
            TabPosition after;
            stroll_throw(stroll, i % 5 == 4 ? 12 + i % 7 : 0);
            TabGeneticTask task = task_of(stroll, plan);
            check_legal(stroll, &task, answer, &after);
            if (i % 2)
                stroll_on(stroll, &after);
            else
                stroll_play(stroll);
        }
    }
}

static void longest_hands(void)
{
    static const char *const rules[] = {"walker", "bell", "lane:columns=29"};
    TabGeneticPlan plan = {.population = 4, .generations = 2, .mutation = 100};
    g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
    for (unsigned r = 0; r < G_N_ELEMENTS(rules); r++) {
        g_autoptr(Stroll) stroll = stroll_new(rules[r], r + 1);
        TabPosition after;
        stroll_throw(stroll, TAB_MAX_THROWS - 1);
        if (r == 1) /* with as many tâbs saved as can be */
            stroll->situation.position.saved[TAB_WHITE] = TAB_MAX_SAVED;
        TabGeneticTask task = task_of(stroll, plan);
        g_assert_cmpuint(tab_hand_size(&task.hand), >=, TAB_MAX_THROWS);
        check_legal(stroll, &task, answer, &after);
    }
}

/* What it plays in a position. */
static char *choice(const char *rules, const char *position)
{
    g_autoptr(Stroll) stroll = stroll_new(rules, 1);
    g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
    TabPosition after;
    read_situation(stroll->rules, position, &stroll->situation);
    TabGeneticTask task = task_of(stroll, TAB_GENETIC_PLAN);
    check_legal(stroll, &task, answer, &after);
    return tab_notation_turn_to_string(stroll->rules, task.position, &answer->turn);
}

static void leaves_what_it_may(void)
{
    /* To come down from c9 would cost the lower piece and bring the other one before four enemies:
       2 - 8 - 8 = -14 points; to stay, 4 - 8 - 8 = -12. */
    g_autofree char *stays = choice("walker", "9/8(TT)/8(tttt)/9 w 2 - 30");
    g_assert_cmpstr(stays, ==, "2:pass");
    /* The tâb would take the piece off its home row. */
    g_autofree char *saved = choice("bell", "9/4t4/9/6M2 w 1,2 - 30");
    g_assert_cmpstr(saved, ==, "2:a7a9,1:save");
    /* The 2 has no play until the tâb has freed a piece: then it must be used. */
    g_autofree char *later = choice("jordan", "7n/8/8/N7 w 1,2 - 30");
    g_assert_cmpstr(later, ==, "1:a1a2,2:a2a4");
}

/* The last piece taken leaves the home row for the worse, yet it is taken. */
static void wins(void)
{
    g_autofree char *turn = choice("walker", "9/9/7t1/NM6M w 2 - 30");
    g_assert_cmpstr(turn, ==, "2:a9b8");
}

static void same_seed_same_turn(void)
{
    TabGeneticPlan plan = TAB_GENETIC_PLAN;
    g_autoptr(Stroll) stroll = stroll_new("walker", 5);
    g_autofree TabGeneticAnswer *one = g_new(TabGeneticAnswer, 1);
    g_autofree TabGeneticAnswer *two = g_new(TabGeneticAnswer, 1);
    for (unsigned i = 0; i < 40; i++, stroll_play(stroll)) {
        TabPosition after;
        stroll_throw(stroll, i % 4 ? 0 : 6);
        TabGeneticTask task = task_of(stroll, plan);
        task.max_nodes = 1 + 50 * i;
        check_legal(stroll, &task, one, &after);
        check_legal(stroll, &task, two, &after);
        g_assert_cmpuint(one->nodes, <=, task.max_nodes);
        g_assert_cmpuint(one->nodes, ==, two->nodes);
        g_assert_cmpuint(one->generations, ==, two->generations);
        g_assert_cmpmem(one->turn.plays, one->turn.n_plays * sizeof one->turn.plays[0],
                        two->turn.plays, two->turn.n_plays * sizeof two->turn.plays[0]);
    }
}

/* What comes of a seed on every machine. Whoever changes how is bred puts the new numbers here. */
static void same_everywhere(void)
{
    static const struct {
        const char *rules, *position;
        int score;
        uint64_t nodes;
    } cases[] = {
        {"walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/2MM2M2 w 1,4,6,1,4,6,1,4,6,1,4,6,2 - 30", 28, 9684},
        {"bell", "mm5nn/1m3m3/4t1(MMM)(tt)1/2MM2M2 w 1,1,6,4,6,1,6,4,1,1,2 2/1 41", 30, 10789},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Stroll) stroll = stroll_new(cases[i].rules, 1);
        g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
        TabPosition after;
        read_situation(stroll->rules, cases[i].position, &stroll->situation);
        TabGeneticTask task = task_of(stroll, TAB_GENETIC_PLAN);
        task.plan.generations = 20;
        check_legal(stroll, &task, answer, &after);
        g_assert_cmpint(answer->score, ==, cases[i].score);
        g_assert_cmpuint(answer->nodes, ==, cases[i].nodes);
        g_assert_cmpuint(answer->generations, ==, 20);
    }
}

static bool never(gpointer user_data)
{
    ++*(unsigned *)user_data;
    return false;
}

static void stops_when_told(void)
{
    g_autoptr(Stroll) stroll = stroll_new("walker", 3);
    g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
    TabPosition after;
    unsigned asked = 0;
    stroll_throw(stroll, 200);
    TabGeneticTask task = task_of(stroll, TAB_GENETIC_PLAN);
    task.go_on = never;
    task.user_data = &asked;
    check_legal(stroll, &task, answer, &after);
    g_assert_cmpuint(asked, ==, 1);
    g_assert_cmpuint(answer->generations, ==, 0);
}

static bool go_on_counting(gpointer user_data)
{
    ++*(unsigned *)user_data;
    return true;
}

/* It asks often enough to be stopped in time, and too seldom to take time for that: once in some
 * 256 genes. */
static void asks_now_and_then(void)
{
    g_autoptr(Stroll) stroll = stroll_new("walker", 3);
    g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
    TabPosition after;
    unsigned asked = 0;
    stroll_throw(stroll, 20);
    TabGeneticTask task = task_of(stroll, TAB_GENETIC_PLAN);
    task.plan.generations = 20;
    task.go_on = go_on_counting;
    task.user_data = &asked;
    check_legal(stroll, &task, answer, &after);
    unsigned genes = task.plan.population * (1 + answer->generations) * tab_hand_size(&task.hand);
    g_assert_cmpuint(answer->generations, ==, 20);
    g_assert_cmpuint(asked, >, genes / 512);
    g_assert_cmpuint(asked, <, genes / 128);
}

/* One outcome, whatever the order: nothing is bred. */
static void forced(void)
{
    g_autoptr(Stroll) stroll = stroll_new("walker", 3);
    g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
    TabPosition after;
    read_situation(stroll->rules, "nnnnnnnnn/9/9/NNNNNNNNN w 1,4,2 - 1", &stroll->situation);
    TabGeneticTask task = task_of(stroll, TAB_GENETIC_PLAN);
    check_legal(stroll, &task, answer, &after);
    g_assert_cmpuint(answer->generations, ==, 0);
    g_assert_cmpuint(answer->nodes, <=, 10);
}

/* A hand too long to be listed: nothing beats a game that is won, and the search ends there. */
static void ends_with_a_win(void)
{
    g_autoptr(Stroll) stroll = stroll_new("walker", 3);
    g_autofree TabGeneticAnswer *answer = g_new(TabGeneticAnswer, 1);
    TabPosition after;
    read_situation(stroll->rules, "9/9/MMM1tMMM1/MM1M5 w - - 30", &stroll->situation);
    stroll_throw(stroll, 24);
    TabGeneticTask task = task_of(stroll, TAB_GENETIC_PLAN);
    check_legal(stroll, &task, answer, &after);
    g_assert_cmpint(answer->score, ==, TAB_GENETIC_WON);
    g_assert_cmpuint(answer->generations, <, 200);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/genetic/score/terms", terms);
    g_test_add_func("/genetic/score/sums", sums);
    g_test_add_func("/genetic/finds-the-best", finds_the_best);
    g_test_add_func("/genetic/finds-the-best-of-many", finds_the_best_of_many);
    g_test_add_func("/genetic/plays-no-list", plays_no_list);
    g_test_add_func("/genetic/legal-everywhere", legal_everywhere);
    g_test_add_func("/genetic/longest-hands", longest_hands);
    g_test_add_func("/genetic/leaves-what-it-may", leaves_what_it_may);
    g_test_add_func("/genetic/wins", wins);
    g_test_add_func("/genetic/same-seed-same-turn", same_seed_same_turn);
    g_test_add_func("/genetic/same-everywhere", same_everywhere);
    g_test_add_func("/genetic/stops-when-told", stops_when_told);
    g_test_add_func("/genetic/asks-now-and-then", asks_now_and_then);
    g_test_add_func("/genetic/forced", forced);
    g_test_add_func("/genetic/ends-with-a-win", ends_with_a_win);
    return g_test_run();
}
