// SPDX-License-Identifier: GPL-3.0-or-later
// The search: limits, determinism, fixed opponents, huge hands, and values that can be checked by
// hand.
#include <math.h>
#include <string.h>

#include "engine/search/playout.h"
#include "engine/search/root.h"
#include "engine/search/time.h"
#include "protocol/rules/notation.h"
#include "rules-fixture.h"
#include "tab-throws.h"

typedef struct {
    TabRules *rules;
    TabSituation *situation;
    TabEval *eval;
    TabHash *hash;
    TabSticks sticks;
    TabSearch search;
    atomic_bool stop;
    GString *log; /* every report, in short */
    double win;
    uint64_t nodes;
    unsigned depth, n_lines;
    char *turn;
} Scene;

static Scene *scene_new(const char *rules, const char *position)
{
    Scene *scene = g_new0(Scene, 1);
    scene->rules = rules_for(rules);
    scene->situation = situation_for(scene->rules, position);
    scene->sticks = tab_sticks_fair(&scene->rules->cast);
    scene->eval = tab_eval_new(scene->rules, &scene->sticks);
    scene->hash = tab_hash_new(1);
    scene->log = g_string_new(NULL);
    scene->search = (TabSearch){
        .rules = scene->rules,
        .eval = scene->eval,
        .sticks = &scene->sticks,
        .hash = scene->hash,
        .situation = scene->situation,
        .threads = 1,
        .stop = &scene->stop,
    };
    return scene;
}

static void scene_free(Scene *scene)
{
    g_free(scene->turn);
    g_string_free(scene->log, TRUE);
    tab_hash_free(scene->hash);
    tab_eval_free(scene->eval);
    g_free(scene->situation);
    tab_rules_unref(scene->rules);
    g_free(scene);
}

static void note(const TabSearchReport *report, gpointer user_data)
{
    Scene *scene = user_data;
    scene->win = report->win;
    scene->nodes = report->nodes;
    scene->depth = report->depth;
    scene->n_lines = report->n_lines;
    g_clear_pointer(&scene->turn, g_free);
    if (report->n_lines)
        scene->turn = tab_notation_turn_to_string(scene->rules, &scene->situation->position,
                                                  &report->lines[0]->turn);
    g_string_append_printf(scene->log, "%u %.9f %" G_GUINT64_FORMAT " %s;", report->depth,
                           report->win, report->nodes, scene->turn ? scene->turn : "-");
}

static void run(Scene *scene)
{
    scene->stop = false;
    scene->search.limits.start = g_get_monotonic_time();
    g_string_truncate(scene->log, 0);
    tab_search_run(&scene->search, note, scene);
}

/* The turn found must be legal. */
static void check_legal(const Scene *scene)
{
    g_autoptr(GError) error = NULL;
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabPosition after;
    g_assert_true(
        tab_notation_parse_turn(scene->rules, scene->situation, scene->turn, turn, &after, &error));
    g_assert_no_error(error);
}

/* Where nobody can come to all enemies any more the value is known without a look ahead, and a side
 * does not go there while more can be had: to unlock a4 would let a1 be. */
static void knows_dead_draws(void)
{
    Scene *scene = scene_new("tozeur:columns=5", "5/5/mM3/m3M w - - 9");
    scene->search.limits.depth = 6;
    run(scene);
    g_assert_cmpfloat(scene->win, ==, 0.5);
    g_assert_cmpuint(scene->depth, ==, 0);
    g_assert_cmpuint(scene->nodes, ==, 0);
    scene_free(scene);
    for (unsigned depth = 1; depth <= 4; depth++) {
        scene = scene_new("tozeur:columns=5", "5/5/mM3/m2N1 w 1 - 9");
        scene->search.limits.depth = depth;
        run(scene);
        g_assert_cmpstr(scene->turn, ==, "1:b2b1");
        g_assert_cmpfloat(scene->win, >, 0.5);
        scene_free(scene);
    }
}

static void takes_the_last_piece(void)
{
    static const TabEvalKind kinds[] = {TAB_EVAL_HAND, TAB_EVAL_CAPTURE, TAB_EVAL_GREEDY,
                                        TAB_EVAL_GENETIC};
    for (unsigned i = 0; i < G_N_ELEMENTS(kinds); i++) {
        Scene *scene = scene_new("walker", "9/9/4t1M1T/9 w 1,2 - 40");
        scene->search.kind = kinds[i];
        scene->search.limits.depth = 2;
        run(scene);
        check_legal(scene);
        g_assert_cmpfloat(scene->win, ==, 1);
        g_assert_nonnull(strstr(scene->turn, "2:b7b5"));
        scene_free(scene);
    }
}

/* Black has one piece left, on b2, and White is about to throw. */
static void values_before_the_throw(void)
{
    Scene *scene = scene_new("walker", "9/9/1tTT5/9 w - - 40");
    scene->search.limits.depth = 3;
    run(scene);
    g_assert_cmpuint(scene->n_lines, ==, 0);
    /* A 2 from b4 takes on b2. A 3 takes with a tâb from b3 (1) or not at all: at least 0.6 of all
     * turns win at once. */
    g_assert_cmpfloat(scene->win, >, 0.5);
    scene_free(scene);
}

static void same_nodes_same_answer(void)
{
    g_autofree char *first = NULL;
    for (int i = 0; i < 2; i++) {
        Scene *scene = scene_new("walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30");
        scene->search.limits.nodes = 20000;
        scene->search.lines = 2; /* one that is far ahead would end the search */
        run(scene);
        check_legal(scene);
        g_assert_cmpuint(scene->nodes, <=, 20000);
        g_assert_cmpuint(scene->nodes, >, 19000);
        if (first)
            g_assert_cmpstr(scene->log->str, ==, first);
        else
            first = g_strdup(scene->log->str);
        scene_free(scene);
    }
}

/* What these searches come to on every machine. Whoever changes the search, or the evaluation by
 * hand, puts the new values here. */
static void same_everywhere(void)
{
    static const char walker[] = "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w - - 30",
                      walker_hand[] = "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30",
                      sahkku[] = "5nnn1nnnKnn/1m2M10/NNNNNNNNNN1MMM1 w - - 13";
    static const struct {
        const char *rules, *position;
        TabSearchLimits limits;
        unsigned depth;
        double win;
        uint64_t nodes;
    } cases[] = {
        {"walker", walker, {.depth = 2}, 2, 0.486943378, 14678},
        {"walker", walker_hand, {.depth = 3}, 3, 0.742454013, 55402},
        {"walker", walker_hand, {.nodes = 20000}, 3, 0.699157001, 20000},
        {"sahkku", sahkku, {.nodes = 20000}, 2, 0.970342072, 20000},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        Scene *scene = scene_new(cases[i].rules, cases[i].position);
        scene->search.limits = cases[i].limits;
        run(scene);
        g_assert_cmpuint(scene->depth, ==, cases[i].depth);
        g_assert_cmpfloat_with_epsilon(scene->win, cases[i].win, 1e-9);
        g_assert_cmpuint(scene->nodes, ==, cases[i].nodes);
        scene_free(scene);
    }
}

/* In a finished game there is nothing to find out, whatever throws are at hand. */
static void knows_finished_games(void)
{
    static const struct {
        const char *position;
        double win;
    } games[] = {{"9/9/9/M8 w - - 5", 1}, {"9/9/9/M8 w 1+ - 5", 1}, {"9/9/9/M8 w 2 - 5", 1},
                 {"9/9/9/M8 b - - 5", 0}, {"9/9/9/M8 b 4+ - 5", 0}, {"9/9/9/M8 b 1,3 - 5", 0}};
    for (unsigned i = 0; i < G_N_ELEMENTS(games); i++) {
        Scene *scene = scene_new("walker", games[i].position);
        scene->search.limits.depth = 3;
        run(scene);
        g_assert_cmpuint(scene->n_lines, ==, 0);
        g_assert_cmpfloat(scene->win, ==, games[i].win);
        scene_free(scene);
    }
}

/* The fixed opponents and searchturns keep to the nodes too. */
static void all_kinds_keep_to_nodes(void)
{
    for (unsigned kind = 0; kind < TAB_N_EVALS; kind++) {
        Scene *scene = scene_new("walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,1,6,6,4,2 - 30");
        scene->search.kind = (TabEvalKind)kind;
        scene->search.limits.nodes = 10;
        run(scene);
        check_legal(scene);
        g_assert_cmpuint(scene->nodes, <=, 10);
        scene_free(scene);
    }
}

/* However few nodes are allowed, on however many threads: never one more, and a legal turn; with a
 * hand so large that its turn is put together play by play, too. */
static void nodes_are_never_exceeded(void)
{
    static const uint64_t limits[] = {1, 2, 10, 63, 64, 65, 100, 1000, 5003};
    static const char *const throws[] = {"-", "1,6,6,2", "1,1,1,1,4,4,6,6,2"};
    for (unsigned i = 0; i < G_N_ELEMENTS(throws) * G_N_ELEMENTS(limits); i++) {
        const char *thrown = throws[i % G_N_ELEMENTS(throws)];
        uint64_t limit = limits[i / G_N_ELEMENTS(throws)];
        g_autofree char *position =
            g_strdup_printf("1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w %s - 30", thrown);
        Scene *scene = scene_new("walker", position);
        scene->search.limits.nodes = limit;
        scene->search.threads = 1 + i / 2 % 3;
        run(scene);
        if (*thrown != '-')
            check_legal(scene);
        g_assert_cmpuint(scene->nodes, >=, 1);
        g_assert_cmpuint(scene->nodes, <=, limit);
        scene_free(scene);
    }
}

/* The turn of a large hand that is put together play by play: the statically best play each time,
 * as far as the nodes go, and after that the first there is. */
static void put_together(const Scene *scene, uint64_t nodes, TabTurn *turn)
{
    const TabRules *rules = scene->rules;
    TabPosition position = scene->situation->position;
    const uint8_t enemy = (uint8_t)tab_side_other((TabSide)position.side);
    TabHand left = tab_situation_hand(rules, scene->situation);
    *turn = (TabTurn){.hand = left};
    for (double best = 0; best >= 0;) {
        TabPlay plays[TAB_MAX_PLAYS];
        best = -1;
        for (int t = 0; t < rules->cast.n_kinds; t++) {
            unsigned n = left.n[t] ? tab_movegen_plays(rules, &position, t, plays) : 0;
            for (unsigned i = 0; i < n; i++) {
                TabPosition after;
                tab_position_play(&after, &position, &plays[i]);
                after.side = enemy;
                double win = nodes ? 1 - tab_eval_win(scene->eval, &after) : 0;
                nodes -= nodes > 0;
                if (win <= best)
                    continue;
                best = win;
                turn->plays[turn->n_plays] = plays[i];
            }
        }
        if (best < 0)
            continue;
        tab_position_play(&position, &position, &turn->plays[turn->n_plays]);
        left.n[turn->plays[turn->n_plays++].kind]--;
    }
}

static void large_hands_play_the_best_at_the_moment(void)
{
    const char *texts[] = {"1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,1,1,1,4,4,6,6,2 - 30",
                           "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 b 1,1,4,4,6,6,6,3 - 30"};
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        Scene *scene = scene_new("walker", texts[i]);
        do { /* until there are nodes for other turns, too */
            scene->search.limits.nodes++;
            run(scene);
            if (scene->n_lines > 1)
                break;
            put_together(scene, scene->search.limits.nodes, turn);
            g_autofree char *text =
                tab_notation_turn_to_string(scene->rules, &scene->situation->position, turn);
            g_assert_cmpstr(scene->turn, ==, text);
        } while (scene->search.limits.nodes < 1000);
        g_assert_cmpuint(scene->search.limits.nodes, >, 20);
        g_assert_cmpuint(scene->search.limits.nodes, <, 1000);
        scene_free(scene);
    }
}

static void note_lines(const TabSearchReport *report, gpointer user_data)
{
    GArray *lines = user_data;
    for (unsigned i = 0; report->final && i < report->n_lines; i++)
        g_array_append_val(lines, *report->lines[i]);
}

/* A level sees every turn of a large hand through its noise, the one put together play by play too:
 * each has the value that it has alone. */
static void noise_is_on_every_turn(void)
{
    Scene *scene = scene_new("walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,1,1,1,4,4,6,6,2 - 30");
    g_autoptr(GArray) lines = g_array_new(FALSE, FALSE, sizeof(TabSearchLine));
    scene->search.noise = 4;
    scene->search.limits.depth = 1;
    /* until there are some besides the first, and before one is pushed out */
    for (scene->search.limits.nodes = 40; lines->len < 10; scene->search.limits.nodes += 20) {
        g_array_set_size(lines, 0);
        scene->stop = false;
        scene->search.limits.start = g_get_monotonic_time();
        tab_search_run(&scene->search, note_lines, lines);
    }
    g_assert_cmpuint(lines->len, <, TAB_SEARCH_MAX_LINES);
    for (unsigned i = 0; i < lines->len; i++) {
        TabSearchLine *line = &g_array_index(lines, TabSearchLine, i);
        TabTurn *only[] = {&line->turn};
        scene->search.only = only;
        scene->search.n_only = 1;
        run(scene);
        g_assert_cmpfloat(scene->win, ==, line->win);
    }
    scene_free(scene);
}

/* The noise of a level is triangular, from minus to plus its half-width in logits, and as often for
 * a side as against it. */
static void noise_is_centred(void)
{
    enum { SEEDS = 20000 };
    Scene *scene = scene_new("walker", "9/1t7/T3t2M(MM)/3(MM)5 w - - 64");
    const TabPosition *position = &scene->situation->position;
    TabSearchShared shared = {.rules = scene->rules, .eval = scene->eval, .noise = 0.7};
    TabSearchThread thread;
    double plain = tab_eval_win(scene->eval, position), sum = 0, squares = 0;
    tab_tree_thread_init(&thread, &shared);
    for (shared.noise_seed = 0; shared.noise_seed < SEEDS; shared.noise_seed++) {
        double win = tab_tree_static(&thread, position, tab_position_key(position), NULL);
        double shift = log(win / (1 - win)) - log(plain / (1 - plain));
        g_assert_cmpfloat(fabs(shift), <, 0.7);
        sum += shift;
        squares += shift * shift;
    }
    double variance = 0.7 * 0.7 / 6;
    g_assert_cmpfloat(fabs(sum / SEEDS), <, 4 * sqrt(variance / SEEDS));
    g_assert_cmpfloat_with_epsilon(squares / SEEDS, variance, 0.05 * variance);
    tab_tree_thread_clear(&thread);
    scene_free(scene);
}

static void note_depths(const TabSearchReport *report, gpointer user_data)
{
    if (!report->final)
        return;
    unsigned *depths = user_data;
    for (unsigned i = 0; i < report->n_lines; i++)
        depths[i] = report->lines[i]->depth;
}

/* Lines that are asked for are looked at to the full depth, however far behind they are. */
static void follows_lines(void)
{
    for (unsigned wanted = 0; wanted <= 12; wanted += 6) {
        Scene *scene = scene_new("walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30");
        unsigned depths[TAB_SEARCH_MAX_LINES] = {0}, full = 0;
        scene->search.limits.depth = 4;
        scene->search.lines = wanted;
        scene->search.limits.start = g_get_monotonic_time();
        tab_search_run(&scene->search, note_depths, depths);
        for (unsigned i = 0; i < TAB_SEARCH_MAX_LINES; i++)
            full += depths[i] == 4;
        g_assert_cmpuint(full, >=, MAX(wanted, 1));
        g_assert_cmpuint(full, <, 20);
        scene_free(scene);
    }
}

/* A turn that looks far worse than another at first is looked at again as long as there is time:
 * what is best here, by the exact table, is a quarter of the chance behind after two turns and
 * ahead after seven. */
static void looks_again(void)
{
    static const struct {
        const char *position, *turn;
    } rows[] = {{"F3F1m1/8/8/8 w 3 - 2", "3:d1c3"}, {"1F3F1m/8/8/8 w 3 - 3", "3:d2c2"}};
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Scene *scene = scene_new("jordan", rows[i].position);
        scene->search.limits.nodes = 200000;
        run(scene);
        g_assert_cmpstr(scene->turn, ==, rows[i].turn);
        scene_free(scene);
    }
}

/* The chances of the hands sum to 1 whatever the sticks, and those of the throws before the last
 * are exact: with up to n throws the chance that the first one goes on is that of the sticks. */
static void chances_of_hands(void)
{
    static const char *const sticks[] = {"fair", "p=0.9", "w=6,13,11,5,1", "w=97,1,1,1,0"};
    g_autoptr(TabRules) rules = rules_for("walker");
    for (unsigned i = 0; i < G_N_ELEMENTS(sticks); i++)
        for (unsigned most = 1; most <= TAB_MAX_HAND_THROWS; most++) {
            TabSticks thrown;
            TabHands hands;
            double sum = 0, longer = 0;
            g_assert_true(tab_sticks_parse(&tab_casts[TAB_CAST_TAB], sticks[i], &thrown, NULL));
            tab_hands_init(&hands, rules, &thrown, TAB_WHITE, NULL, most);
            for (unsigned k = 0; k < hands.n; k++) {
                sum += hands.entry[k].p;
                longer += tab_hand_size(&hands.entry[k].hand) > 1 ? hands.entry[k].p : 0;
                g_assert_cmpuint(tab_hand_size(&hands.entry[k].hand), <=, most);
            }
            double again = tab_sticks_rethrow(&tab_casts[TAB_CAST_TAB], &thrown);
            g_assert_cmpfloat_with_epsilon(sum, 1, 1e-12);
            g_assert_cmpfloat_with_epsilon(longer, most > 1 ? again : 0, 1e-12);
        }
}

/* Values do not depend on threads, which help each other where a position has fewer hands than
 * there are threads, nor on what the table holds. */
static void threads_agree(void)
{
    static const char *const positions[] = {
        "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30",
        "9/1t7/T3t2M(MM)/3(MM)5 w - - 64", /* the value before the throw: one position to look at */
    };
    static const unsigned threads[] = {1, 2, 6, 1};
    for (unsigned p = 0; p < G_N_ELEMENTS(positions); p++) {
        double first_win = 0;
        g_autofree char *first_turn = NULL;
        for (unsigned i = 0; i < G_N_ELEMENTS(threads); i++) {
            Scene *scene = scene_new("walker", positions[p]);
            scene->search.limits.depth = 4;
            scene->search.threads = threads[i];
            if (i == 3)
                scene->search.hash = NULL;
            for (unsigned again = 0; again < 2; again++) {
                run(scene);
                if (i == 0 && again == 0) {
                    first_win = scene->win;
                    first_turn = g_strdup(scene->turn);
                }
                g_assert_cmpfloat(scene->win, ==, first_win);
                g_assert_cmpstr(scene->turn, ==, first_turn);
            }
            scene_free(scene);
        }
    }
}

/* Depth 2 by brute force: every outcome, every hand that the search averages over, every answer. */
typedef struct {
    Scene *scene;
    double best;
} Brute;

static bool brute_outcome(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n,
                          gpointer data)
{
    Brute *brute = data;
    brute->best = MAX(brute->best, 1 - tab_eval_win(brute->scene->eval, after));
    return true;
}

static double brute_best(Scene *scene, const TabPosition *position, const TabHand *hand)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    Brute brute = {scene, -1};
    tab_outcomes_visit(outcomes, scene->rules, position, hand, 1000000, brute_outcome, NULL,
                       &brute);
    return brute.best;
}

static void depth_one_value_is_the_mean(void)
{
    Scene *scene = scene_new("walker", "9/1t7/T3t2M(MM)/3(MM)5 w - - 64");
    TabHands hands;
    TabHand none = {{0}};
    scene->search.limits.depth = 1;
    run(scene);
    tab_hands_init(&hands, scene->rules, &scene->sticks, TAB_WHITE, &none, 4);
    double expected = 0, p = 0;
    for (unsigned i = 0; i < hands.n; i++) {
        expected +=
            hands.entry[i].p * brute_best(scene, &scene->situation->position, &hands.entry[i].hand);
        p += hands.entry[i].p;
    }
    g_assert_cmpfloat_with_epsilon(p, 1, 1e-12);
    g_assert_cmpuint(hands.n, ==, TAB_MAX_HANDS);
    g_assert_cmpfloat_with_epsilon(scene->win, expected, 1e-12);
    scene_free(scene);
}

static void random_is_uniform(void)
{
    enum { RUNS = 4000 };
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Scene *scene = scene_new("walker", "9/1t7/T3t2M(MM)/3(MM)5 w 3 - 64");
    scene->search.kind = TAB_EVAL_RANDOM;
    for (int i = 0; i < RUNS; i++) {
        scene->search.seed = (uint64_t)i;
        run(scene);
        int n = GPOINTER_TO_INT(g_hash_table_lookup(seen, scene->turn));
        g_hash_table_replace(seen, g_strdup(scene->turn), GINT_TO_POINTER(n + 1));
    }
    GHashTableIter iter;
    gpointer value;
    double expected = RUNS / (double)g_hash_table_size(seen), chi = 0;
    g_assert_cmpuint(g_hash_table_size(seen), ==, 4);
    g_hash_table_iter_init(&iter, seen);
    while (g_hash_table_iter_next(&iter, NULL, &value))
        chi += (GPOINTER_TO_INT(value) - expected) * (GPOINTER_TO_INT(value) - expected) / expected;
    g_assert_cmpfloat(chi, <, 16.3); /* 3 degrees of freedom, one in a thousand */
    scene_free(scene);
}

static void searchturns(void)
{
    Scene *scene = scene_new("walker", "9/1t7/T3t2M(MM)/3(MM)5 w 3 - 64");
    g_autoptr(GError) error = NULL;
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabTurn *only[] = {turn};
    TabPosition after;
    tab_notation_parse_turn(scene->rules, scene->situation, "3:b8b5", turn, &after, &error);
    g_assert_no_error(error);
    scene->search.only = only;
    scene->search.n_only = 1;
    scene->search.limits.depth = 2;
    run(scene);
    g_assert_cmpuint(scene->n_lines, ==, 1);
    g_assert_cmpstr(scene->turn, ==, "3:b8b5");
    scene_free(scene);
}

/* The genetic opponent keeps to the nodes, and among given turns takes the one that scores best:
 * the capture, which also brings the piece to the end of row 2. */
static void genetic(void)
{
    Scene *scene = scene_new("walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/7M1 w 1,6,6,2 - 30");
    scene->search.kind = TAB_EVAL_GENETIC;
    scene->search.limits.nodes = 90;
    run(scene);
    check_legal(scene);
    g_assert_cmpuint(scene->n_lines, ==, 1);
    g_assert_cmpuint(scene->nodes, <=, 90);
    scene_free(scene);

    static const char *const texts[] = {"3:a4a7", "3:b4b1", "3:b9b6"};
    scene = scene_new("walker", "9/9/t2M4M/3M5 w 3 - 64");
    TabTurn *only[G_N_ELEMENTS(texts)];
    for (unsigned i = 0; i < G_N_ELEMENTS(texts); i++) {
        TabPosition after;
        only[i] = g_new(TabTurn, 1);
        g_assert_true(tab_notation_parse_turn(scene->rules, scene->situation, texts[i], only[i],
                                              &after, NULL));
    }
    scene->search.kind = TAB_EVAL_GENETIC;
    scene->search.only = only;
    scene->search.n_only = G_N_ELEMENTS(only);
    run(scene);
    g_assert_cmpstr(scene->turn, ==, texts[1]);
    scene_free(scene);
    for (unsigned i = 0; i < G_N_ELEMENTS(only); i++)
        g_free(only[i]);

    /* Halves it does not breed: it looks at all turns. */
    scene = scene_new("tablan:columns=5", "1nnn1/2M1m/3M1/5 w 8 - 3");
    scene->search.kind = TAB_EVAL_GENETIC;
    run(scene);
    check_legal(scene);
    scene_free(scene);
}

/* However long the hand and short the time, a legal turn comes, and soon. */
static void huge_hands(void)
{
    Scene *scene = scene_new("walker", "1m3mm1F/6m2/4t1(MMM)(tt)1/2MM2M2 w - - 30");
    TabThrows *throws = &scene->situation->throws;
    for (unsigned i = 0; i + 1 < TAB_MAX_THROWS; i++)
        tab_throws_add(scene->rules, throws,
                       i % 3 == 0   ? TAB_THROW_1
                       : i % 3 == 1 ? TAB_THROW_4
                                    : TAB_THROW_6);
    tab_throws_add(scene->rules, throws, TAB_THROW_2);
    g_assert_true(tab_throws_complete(throws));
    for (unsigned kind = 0; kind < TAB_N_EVALS; kind++) {
        scene->search.kind = (TabEvalKind)kind;
        scene->search.limits.hard = scene->search.limits.soft = 20000;
        run(scene);
        check_legal(scene);
    }
    scene_free(scene);
}

static void stops_when_told(void)
{
    Scene *scene = scene_new("walker", "nnnnnnnnn/9/9/NNNNNNNNN w 1,2 - 1");
    scene->search.limits.endless = true;
    scene->search.limits.hard = 0;
    scene->stop = false;
    GThread *thread = g_thread_new("search", (GThreadFunc)(void (*)(void))run, scene);
    g_usleep(30000);
    atomic_store(&scene->stop, true);
    g_thread_join(thread);
    check_legal(scene);
    scene_free(scene);
}

static void note_and_stop(const TabSearchReport *report, gpointer user_data)
{
    Scene *scene = user_data;
    note(report, user_data);
    atomic_store(&scene->stop, true);
}

/* Stopped at the first report, it has but one more to give, the last. */
static void reports_end_with_a_stop(void)
{
    static const char *const positions[] = {"nnnnnnnnn/9/9/NNNNNNNNN w - - 1",
                                            "nnnnnnnnn/9/9/NNNNNNNNN w 1,2 - 1"};
    for (guint i = 0; i < G_N_ELEMENTS(positions); i++) {
        Scene *scene = scene_new("walker", positions[i]);
        scene->search.limits.endless = true;
        tab_search_run(&scene->search, note_and_stop, scene);
        g_auto(GStrv) reports = g_strsplit(scene->log->str, ";", -1);
        g_assert_cmpuint(g_strv_length(reports) - 1, <=, 2); /* behind the last stands nothing */
        scene_free(scene);
    }
}

static void plans_time(void)
{
    /* The last turn before new time may take the most of what is left, others a half. */
    static const struct {
        int64_t left, increment, turns_to_go, soft, hard; /* ms */
    } plans[] = {{1000, 0, 1, 500, 800},
                 {1000, 0, 2, 250, 500},
                 {1000, 0, 10, 50, 200},
                 {1000, 400, 10, 200, 500},
                 {1, 0, 1, 1, 1}};
    for (unsigned i = 0; i < G_N_ELEMENTS(plans); i++) {
        TabClockLimits clock = {-1, plans[i].left, plans[i].increment, plans[i].turns_to_go};
        TabTimePlan plan = tab_time_plan(&clock, 0);
        g_assert_cmpint(plan.soft, ==, plans[i].soft * 1000);
        g_assert_cmpint(plan.hard, ==, plans[i].hard * 1000);
    }
    TabClockLimits limits = {.movetime = 100, .left = -1, .increment = -1, .turnstogo = -1};
    g_assert_cmpint(tab_time_plan(&limits, 5).hard, ==, 95000);
    limits.movetime = 10; /* of short times no more than a tenth is kept back */
    g_assert_cmpint(tab_time_plan(&limits, 5).hard, ==, 9000);
    limits.movetime = 0;
    g_assert_cmpint(tab_time_plan(&limits, 5).hard, >, 0);
    for (limits.movetime = G_MAXINT64; limits.movetime > 1000; limits.movetime /= 3)
        g_assert_cmpint(tab_time_plan(&limits, 5).hard, >, 800000);
    limits = (TabClockLimits){G_MAXINT64, G_MAXINT64, G_MAXINT64, G_MAXINT64};
    g_assert_cmpint(tab_time_plan(&limits, 5).hard, >, 800000);
    limits.movetime = -1;
    g_assert_cmpint(tab_time_plan(&limits, 5).soft, >, 800000);
    limits = (TabClockLimits){.movetime = -1, .left = -1, .increment = -1, .turnstogo = -1};
    g_assert_cmpint(tab_time_plan(&limits, 5).hard, ==, 0);
    for (int64_t left = 1; left < 600000; left = left * 3 + 1)
        for (int64_t togo = -1; togo < 60; togo += 20) {
            limits =
                (TabClockLimits){.movetime = -1, .left = left, .increment = 0, .turnstogo = togo};
            TabTimePlan plan = tab_time_plan(&limits, 0);
            g_assert_cmpint(plan.hard, >, 0);
            g_assert_cmpint(plan.soft, <=, plan.hard);
            g_assert_cmpint(plan.hard, <=,
                            MAX(1000, left * 1000)); /* never more than the clock has */
        }
}

static void table_keeps_values(void)
{
    g_autoptr(TabHash) hash = tab_hash_new(1);
    double value;
    TabKey key = {123456789, 987654321};
    g_assert_false(tab_hash_probe(hash, key, 2, &value));
    tab_hash_store(hash, key, 2, 0.625);
    g_assert_true(tab_hash_probe(hash, key, 2, &value));
    g_assert_cmpfloat(value, ==, 0.625);
    g_assert_false(tab_hash_probe(hash, key, 1, &value));
    g_assert_false(tab_hash_probe(hash, (TabKey){123456789, 987654320}, 2, &value));
    tab_hash_clear(hash);
    g_assert_false(tab_hash_probe(hash, key, 2, &value));
}

/* Empty, half full, full: in permille. */
static void table_fills(void)
{
    g_autoptr(TabHash) hash = tab_hash_new(1);
    TabRandom random = tab_random_new(1);
    g_assert_cmpuint(tab_hash_full(hash), ==, 0);
    for (int part = 0; part < 2; part++) {
        for (unsigned i = 0; i < (part ? 2000000 : 40000); i++)
            tab_hash_store(hash, (TabKey){tab_random_next(&random), tab_random_next(&random)}, 2,
                           0.5);
        g_assert_cmpuint(tab_hash_full(hash), >=, part ? 1000 : 300);
        g_assert_cmpuint(tab_hash_full(hash), <=, part ? 1000 : 700);
    }
    tab_hash_clear(hash);
    g_assert_cmpuint(tab_hash_full(hash), ==, 0);
}

/* A static value that a thread still has is no evaluation; it is gone with the table, and not taken
 * for that of another position at its place. */
static void leaves_keep_values(void)
{
    Scene *scene = scene_new("walker", "9/1t7/T8/3M5 w - - 64");
    TabSearchShared shared = {.rules = scene->rules, .eval = scene->eval, .noise = 0.7};
    TabSearchThread thread;
    const TabPosition *position = &scene->situation->position;
    TabKey key = tab_position_key(position), other = {key.a, key.b + 1};
    tab_tree_thread_init(&thread, &shared);
    thread.leaves = tab_hash_leaves(scene->hash, 3);
    bool known = true;
    double value = tab_tree_static(&thread, position, key, NULL);
    g_assert_cmpuint(thread.nodes, ==, 1);
    g_assert_cmpfloat(tab_tree_static(&thread, position, key, &known), ==, value);
    g_assert_false(known);
    g_assert_cmpuint(thread.nodes, ==, 1);
    g_assert_cmpfloat(tab_tree_static(&thread, position, other, NULL), !=, value);
    g_assert_cmpuint(thread.nodes, ==, 2);
    tab_tree_static(&thread, position, key, NULL);
    g_assert_cmpuint(thread.nodes, ==, 3);
    tab_hash_clear(scene->hash);
    g_assert_true(tab_hash_leaves(scene->hash, 3) == thread.leaves);
    g_assert_true(tab_hash_leaves(scene->hash, 0) != thread.leaves);
    tab_tree_static(&thread, position, key, NULL);
    g_assert_cmpuint(thread.nodes, ==, 4);
    tab_tree_thread_clear(&thread);
    scene_free(scene);
}

/* Few pieces: the same values by fewer evaluations. */
static void leaves_change_no_values(void)
{
    uint64_t nodes[2];
    double win[2];
    for (int with = 0; with < 2; with++) {
        Scene *scene = scene_new("walker:columns=5", "5/1t3/T2t1/3M1 w - - 64");
        TabHash *hash = scene->hash;
        scene->search.hash = with ? hash : NULL;
        scene->search.limits.depth = 3;
        run(scene);
        nodes[with] = scene->nodes;
        win[with] = scene->win;
        scene_free(scene);
    }
    g_assert_cmpfloat(win[0], ==, win[1]);
    g_assert_cmpuint(nodes[1], <, nodes[0] / 2);
}

/* Values found with short hands are not taken for values found with long ones. */
static void hands_do_not_mix(void)
{
    g_autoptr(TabRules) rules = tab_rules_parse("walker", NULL);
    g_autoptr(TabHash) hash = tab_hash_new(1);
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    g_autofree TabSearchShared *shared = g_new0(TabSearchShared, 1);
    TabKey key = {123456789, 987654321};
    double value;
    shared->rules = rules;
    shared->hash = hash;
    for (unsigned throws = 1; throws <= TAB_MAX_HAND_THROWS; throws++) {
        tab_tree_set_throws(shared, &sticks, throws);
        for (unsigned depth = 1; depth <= TAB_SEARCH_MAX_DEPTH; depth++) {
            g_assert_false(tab_tree_recall(shared, key, depth, &value));
            tab_tree_remember(shared, key, depth, throws + depth / 100.0);
        }
    }
    for (unsigned throws = 1; throws <= TAB_MAX_HAND_THROWS; throws++) {
        tab_tree_set_throws(shared, &sticks, throws);
        for (unsigned depth = 1; depth <= TAB_SEARCH_MAX_DEPTH; depth++) {
            g_assert_true(tab_tree_recall(shared, key, depth, &value));
            g_assert_cmpfloat(value, ==, throws + depth / 100.0);
        }
    }
}

static void keep_win(const TabSearchReport *report, gpointer win)
{
    if (report->final)
        *(double *)win = report->win;
}

/* A board of three rows, which no ruleset has, and a cast. */
static TabRules *three_rows(const TabCast *cast)
{
    static const TabTrack track = {
        .n_legs = 3,
        .leg = {{1, true, TAB_RANK_M, 1, TAB_NO_LEG},
                {2, false, TAB_RANK_M, 1, 2},
                {3, true, TAB_RANK_F, 1, TAB_NO_LEG}},
    };
    const TabBoardShape shape = {.n_rows = 3, .track = &track};
    TabRuleset set;
    g_assert_true(tab_ruleset_parse("walker:columns=7", &set, NULL));
    return tab_rules_new_from_tables(&set, &shape, cast);
}

/* With six kinds of throw that go on there are 84 hands of four throws: too many, so they have
 * three at most. */
static void hands_are_no_more_than_fit(void)
{
    TabCast cast = {.n_sticks = 6, .n_throws = 1, .n_kinds = 7};
    for (unsigned i = 0; i < cast.n_kinds; i++) {
        cast.kind[i] =
            (TabKind){.steps = (uint8_t)(1 + i), .again = i < 6, .unlocks = i == 0, .tab = i == 0};
        cast.kind[i].name[0] = (char)('1' + i);
        cast.kind_of_face[i] = (uint8_t)i;
    }
    g_autoptr(TabRules) rules = three_rows(&cast);
    TabSticks sticks = tab_sticks_fair(&cast);
    g_autofree TabHands *hands = g_new(TabHands, 3); /* room for what must not come */
    double sum = 0;
    tab_hands_init(hands, rules, &sticks, TAB_WHITE, NULL, TAB_MAX_HAND_THROWS);
    g_assert_cmpuint(hands->n, ==, 1 + 6 + 21);
    for (unsigned i = 0; i < hands->n; i++)
        sum += hands->entry[i].p;
    g_assert_cmpfloat_with_epsilon(sum, 1, 1e-12);
}

/* Of turns that are worth the same the one that was met first stays first. */
static void equal_turns_keep_their_order(void)
{
    static const char *const texts[] = {"1:b9b8,2:b7b5", "2:b7b5,1:pass"}; /* both win */
    for (unsigned first = 0; first < 2; first++) {
        Scene *scene = scene_new("walker", "9/9/4t1M1T/9 w 1,2 - 40");
        g_autofree TabTurn *turns = g_new(TabTurn, 2);
        TabTurn *only[] = {&turns[first], &turns[1 - first]};
        TabPosition after;
        for (unsigned i = 0; i < 2; i++)
            g_assert_true(tab_notation_parse_turn(scene->rules, scene->situation, texts[i],
                                                  &turns[i], &after, NULL));
        scene->search.only = only;
        scene->search.n_only = 2;
        run(scene);
        g_assert_cmpuint(scene->n_lines, ==, 2);
        g_assert_cmpstr(scene->turn, ==, texts[first]);
        scene_free(scene);
    }
    static const TabSearchLine lines[] = {{.depth = 2, .win = 0.5},
                                          {.depth = 3, .win = 0.25},
                                          {.depth = 2, .win = 0.75},
                                          {.depth = 2, .win = 0.5},
                                          {.depth = 3, .win = 0.25}};
    static const unsigned order[] = {1, 4, 2, 0, 3};
    TabRoot *root = tab_root_new(G_N_ELEMENTS(lines));
    for (; root->n < G_N_ELEMENTS(lines); root->n++)
        *root->lines[root->n] = lines[root->n];
    tab_root_sort(root);
    for (unsigned i = 0; i < root->n; i++)
        g_assert_cmpint(root->lines[i] - root->store, ==, order[i]);
    tab_root_free(root);
}

/* A board of three rows and a cast of three sticks, which no ruleset has: hands, evaluation, search
 * and playouts ask the tables. */
static void other_boards_and_casts(void)
{
    static const TabCast cast = {
        .n_sticks = 3,
        .n_throws = 1,
        .n_kinds = 4,
        .kind = {{"1", "one", 1, .again = true, .unlocks = true, .tab = true, .saved = true},
                 {"2", "two", 2},
                 {"3", "three", 3},
                 {"5", "five", 5, .again = true}},
        .kind_of_face = {3, 0, 1, 2},
    };
    g_autoptr(TabRules) rules = three_rows(&cast);
    TabSticks sticks = tab_sticks_fair(&cast);
    g_autoptr(TabEval) eval = tab_eval_new(rules, &sticks);
    TabHands hands;
    double sum = 0;
    tab_hands_init(&hands, rules, &sticks, TAB_WHITE, NULL, TAB_MAX_HAND_THROWS);
    for (unsigned i = 0; i < hands.n; i++)
        sum += hands.entry[i].p;
    g_assert_cmpfloat_with_epsilon(sum, 1, 1e-12);
    g_assert_cmpfloat(eval->hits->hands[TAB_WHITE]->tail, <, 1e-9);

    g_autofree TabSituation *situation = g_new(TabSituation, 1);
    tab_position_start(rules, TAB_WHITE, situation);
    double win = tab_eval_win(eval, &situation->position);
    g_assert_cmpfloat(win, >, 0);
    g_assert_cmpfloat(win, <, 1);
    while (!tab_throws_complete(&situation->throws))
        tab_throws_add(rules, &situation->throws, situation->throws.n < 2 ? 0 : 1);
    atomic_bool stop = false;
    double best = -1;
    TabSearch search = {.rules = rules,
                        .eval = eval,
                        .sticks = &sticks,
                        .situation = situation,
                        .threads = 1,
                        .limits = {.depth = 2},
                        .stop = &stop};
    tab_search_run(&search, keep_win, &best);
    g_assert_cmpfloat(best, >=, 0);

    TabRandom random = tab_random_new(1);
    const TabEndingLimits limits = TAB_ENDING_LIMITS_INIT;
    unsigned plays = 0;
    for (unsigned i = 0; i < 20; i++)
        plays += tab_playout_game(rules, &sticks, &limits, &random).plays;
    g_assert_cmpuint(plays, >, 100);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/search/dead-draws", knows_dead_draws);
    g_test_add_func("/search/takes-the-last-piece", takes_the_last_piece);
    g_test_add_func("/search/before-the-throw", values_before_the_throw);
    g_test_add_func("/search/same-nodes-same-answer", same_nodes_same_answer);
    g_test_add_func("/search/same-everywhere", same_everywhere);
    g_test_add_func("/search/finished-games", knows_finished_games);
    g_test_add_func("/search/all-kinds-keep-to-nodes", all_kinds_keep_to_nodes);
    g_test_add_func("/search/nodes-never-exceeded", nodes_are_never_exceeded);
    g_test_add_func("/search/large-hands", large_hands_play_the_best_at_the_moment);
    g_test_add_func("/search/noise-on-every-turn", noise_is_on_every_turn);
    g_test_add_func("/search/noise-is-centred", noise_is_centred);
    g_test_add_func("/search/follows-lines", follows_lines);
    g_test_add_func("/search/looks-again", looks_again);
    g_test_add_func("/search/chances-of-hands", chances_of_hands);
    g_test_add_func("/search/threads-agree", threads_agree);
    g_test_add_func("/search/mean-over-hands", depth_one_value_is_the_mean);
    g_test_add_func("/search/random-is-uniform", random_is_uniform);
    g_test_add_func("/search/searchturns", searchturns);
    g_test_add_func("/search/genetic", genetic);
    g_test_add_func("/search/huge-hands", huge_hands);
    g_test_add_func("/search/stops-when-told", stops_when_told);
    g_test_add_func("/search/reports-end-with-a-stop", reports_end_with_a_stop);
    g_test_add_func("/search/time", plans_time);
    g_test_add_func("/search/table", table_keeps_values);
    g_test_add_func("/search/table-fills", table_fills);
    g_test_add_func("/search/leaves", leaves_keep_values);
    g_test_add_func("/search/leaves-change-nothing", leaves_change_no_values);
    g_test_add_func("/search/hands-do-not-mix", hands_do_not_mix);
    g_test_add_func("/search/hands-fit", hands_are_no_more_than_fit);
    g_test_add_func("/search/equal-turns", equal_turns_keep_their_order);
    g_test_add_func("/search/other-boards-and-casts", other_boards_and_casts);
    return g_test_run();
}
