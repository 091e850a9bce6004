// SPDX-License-Identifier: GPL-3.0-or-later
// What rollouts tell: how often their intervals cover the truth, how far the fast play is from the
// best play, and how many games the luck that is taken out of the results saves.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/eval/net.h"
#include "engine/search/search.h"
#include "protocol/rules/ending.h"
#include "protocol/rules/ruleset.h"
#include "protocol/statistics/score.h"

#include "rules-fixture.h"

typedef struct {
    const TabRules *rules;
    TabSticks sticks;
    TabEval *eval;
    TabNet *net;
    TabSearchReport report; /* of the last search */
    TabPosition after;      /* its best turn, if there was one to choose */
    bool moved;
    atomic_bool stop;
} Player;

static void player_init(Player *player, const TabRules *rules, const char *nets)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *reason = NULL;
    *player = (Player){.rules = rules, .sticks = tab_sticks_fair(&rules->cast)};
    player->eval = tab_eval_new(rules, &player->sticks);
    player->net = tab_net_find(nets, NULL, NULL, rules, player->eval->hits, &reason, &error);
    if (error)
        g_error("%s", error->message);
    player->eval->net = player->net;
}

static void player_clear(Player *player)
{
    tab_eval_free(player->eval);
    tab_net_free(player->net);
}

static void keep_report(const TabSearchReport *report, gpointer user_data)
{
    Player *player = user_data;
    player->report = *report;
    if (report->n_lines) {
        player->after = report->lines[0]->after;
        player->moved = report->lines[0]->turn.n_plays > 0;
    }
}

/* One turn is looked ahead, or games are rolled out. */
static void ask(Player *player, const TabSituation *situation, const TabRolloutPlan *plan,
                uint64_t seed)
{
    const TabSearch search = {
        .rules = player->rules,
        .eval = player->eval,
        .sticks = &player->sticks,
        .situation = situation,
        .threads = 1,
        .lines = 1,
        .seed = seed,
        .limits = {.start = g_get_monotonic_time(), .depth = 1},
        .rollout = plan ? *plan : (TabRolloutPlan){.games = 0},
        .stop = &player->stop,
    };
    tab_search_run(&search, keep_report, player);
}

/* --- against the tables --- */

/* Positions of a table, without throws, rolled out by the play of the table and by the fast play.
 */
static void measure_truth(const TabTables *tables, const char *nets, unsigned states,
                          uint64_t games, uint64_t seed)
{
    const TabTable *table = tab_tables_get(tables, 0);
    g_autoptr(TabProbe) probe = tab_probe_new(tables, table->rules);
    TabRandom random = tab_random_new(seed);
    Player player;
    unsigned covered = 0, plays = 0;
    double squares = 0, bias = 0, bias_squares = 0, off = 0;
    player_init(&player, table->rules, nets);
    for (unsigned s = 0; s < states; s++) {
        TabSituation situation = {.throws = {.n = 0}};
        TabProbed truth;
        uint64_t state = tab_random_below(&random, (uint32_t)table->n_values);
        tab_layers_position(&table->layers, state, &situation.position);
        tab_probe_value(probe, &situation.position, &truth);
        if (tab_position_finished(table->rules, &situation.position)) {
            s--;
            continue;
        }
        ask(&player, &situation, &(TabRolloutPlan){.games = games, .by_tables = probe}, seed + s);
        double error = fabs(player.report.win - truth.value);
        double beyond = MAX(0, error - truth.bound) / MAX(player.report.se, 1e-9);
        covered += beyond <= TAB_Z95;
        squares += beyond * beyond;
        ask(&player, &situation, &(TabRolloutPlan){.games = games}, seed + s);
        double difference = player.report.win - truth.value;
        bias += difference;
        bias_squares += difference * difference;
        off += fabs(difference);
        plays++;
    }
    double mean = bias / plays, spread = sqrt(MAX(0, bias_squares / plays - mean * mean) / plays);
    double share = 100.0 * covered / plays;
    g_autofree char *name = tab_ruleset_to_string(&table->rules->set);
    printf("| %s | %u | %.1f ± %.1f | %.2f | %+.2f ± %.2f | %.2f |\n", name, plays, share,
           100 * TAB_Z95 * sqrt(MAX(share * (100 - share), 1) / 10000 / plays), squares / plays,
           100 * mean, 100 * TAB_Z95 * spread, 100 * off / plays);
    fflush(stdout);
    player_clear(&player);
}

/* --- the games saved --- */

/* A game of the fast play with itself; `situation` is its middle, before the throw. False if it was
 * over at once. */
static bool play_to_the_middle(Player *player, uint64_t seed, TabSituation *situation)
{
    TabRandom random = tab_random_new(seed);
    const TabEndingLimits limits = TAB_ENDING_LIMITS_INIT;
    g_autoptr(GArray) before = g_array_new(FALSE, FALSE, sizeof(TabPosition));
    TabEndingCounters counters = {0};
    int winner;
    tab_position_start(player->rules, TAB_WHITE, situation);
    while (!tab_ending_find(player->rules, &situation->position, &counters, &limits, &winner)) {
        TabSide side = (TabSide)situation->position.side;
        g_array_append_val(before, situation->position);
        while (!tab_throws_complete(&situation->throws))
            tab_throws_draw(player->rules, &situation->throws, side, &player->sticks, &random);
        ask(player, situation, NULL, seed);
        tab_ending_count(&counters, side, &player->after, player->moved);
        *situation = (TabSituation){.position = player->after};
    }
    if (before->len < 3)
        return false;
    /* a turn of the middle third */
    guint third = before->len / 3, turn = third + tab_random_below(&random, third);
    *situation = (TabSituation){.position = g_array_index(before, TabPosition, turn)};
    return true;
}

/* The variance of plain results, p (1 - p) where no game is drawn, to that of results less luck. */
static void measure_saving(const TabRules *rules, const char *nets, unsigned positions,
                           uint64_t games, uint64_t seed)
{
    Player player;
    double plain = 0, reduced = 0;
    unsigned n = 0;
    player_init(&player, rules, nets);
    for (unsigned i = 0; i < positions; i++) {
        TabSituation situation;
        if (!play_to_the_middle(&player, seed + i, &situation))
            continue;
        ask(&player, &situation, &(TabRolloutPlan){.games = games}, seed + i);
        double win = CLAMP(player.report.win, 0, 1);
        plain += win * (1 - win);
        reduced += player.report.se * player.report.se * (double)games;
        n++;
    }
    g_autofree char *name = tab_ruleset_to_string(&rules->set);
    printf("| %s | %u | %.1f |\n", name, n, plain / reduced);
    fflush(stdout);
    player_clear(&player);
}

/* usage: bench-rollouts NETS STATES POSITIONS GAMES SEED TABLE… */
int main(int argc, char **argv)
{
    if (argc < 6)
        return 1;
    unsigned states = (unsigned)atoi(argv[2]), positions = (unsigned)atoi(argv[3]);
    uint64_t games = (uint64_t)atoll(argv[4]), seed = (uint64_t)atoll(argv[5]);
    if (states && argc > 6)
        puts("| rules | positions | covered, % | mean square of the error | fast play less best "
             "play, % | the same without sign, % |\n|---|--:|--:|--:|--:|--:|");
    for (int i = 6; states && i < argc; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabTables) tables = tab_tables_open(argv[i], &error);
        if (!tables)
            g_error("%s", error->message);
        measure_truth(tables, argv[1], states, games, seed);
    }
    if (positions)
        puts("\n| rules | positions | times fewer games |\n|---|--:|--:|");
    for (unsigned p = 0; positions && p < TAB_N_PRESETS; p++) {
        g_autoptr(TabRules) rules = rules_for(tab_presets[p].name);
        measure_saving(rules, argv[1], positions, games, seed);
    }
    return 0;
}
