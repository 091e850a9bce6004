// SPDX-License-Identifier: GPL-3.0-or-later
// The regret of engines: random play against its exact mean, perfect and bad engines, reports.
#include <math.h>
#include <string.h>

#include "engine/lab/measuring/regret-command.h"
#include "protocol/rules/outcomes.h"

#include "tab-throws.h"

/* What a measurement needs, of one shipped or given table. */
#define WORST 5 /* decisions that are listed */

typedef struct {
    TabTables *tables;
    TabProbe *probe;
    TabRegretPlan plan;
} Fixture;

static char *table_path(const char *preset)
{
    g_autofree char *name = g_strconcat(preset, "-2v1.tabtable", NULL);
    return g_build_filename(g_getenv("TAB_BUILD_ROOT"), "data", "tables", name, NULL);
}

static Fixture fixture_new(const char *preset, TabRegretSource source, unsigned number)
{
    g_autofree char *path = table_path(preset);
    g_autoptr(GError) error = NULL;
    Fixture fixture = {.tables = tab_tables_open(path, &error)};
    g_assert_no_error(error);
    const TabTable *table = tab_tables_get(fixture.tables, 0);
    fixture.probe = tab_probe_new(fixture.tables, table->rules);
    fixture.plan = (TabRegretPlan){.tables = fixture.tables,
                                   .probe = fixture.probe,
                                   .rules = table->rules,
                                   .source = source,
                                   .number = number,
                                   .seed = 1,
                                   .threads = 1,
                                   .max_turns = 1000,
                                   .n_worst = WORST,
                                   .waits = {.margin_ms = 1000, .patience_ms = 20000}};
    return fixture;
}

static void fixture_clear(Fixture *fixture)
{
    tab_probe_free(fixture->probe);
    tab_tables_free(fixture->tables);
}

static TabEntrant *entrant(const char *program, const char *arguments, const char *more)
{
    g_autofree char *path = g_build_filename(g_getenv("TAB_BUILD_ROOT"), program, NULL);
    g_autofree char *text =
        g_strdup_printf("cmd=%s %s%s%s", path, arguments, *more ? "," : "", more);
    g_autoptr(GError) error = NULL;
    TabEntrant *entrant = tab_entrant_parse(text, NULL, NULL, &error);
    g_assert_no_error(error);
    return entrant;
}

static TabRegretResult measure(const TabRegretPlan *plan, const TabEntrant *entrant)
{
    TabRegretResult result;
    g_autoptr(GError) error = NULL;
    tab_regret_measure(plan, entrant, NULL, NULL, &result, &error);
    g_assert_no_error(error);
    return result;
}

/* The mean of best - worth over the outcomes of one state and throw: false if there is no choice.
 */
typedef struct {
    const TabProbe *probe;
    const TabPosition *before;
    double best, sum;
    unsigned n;
} Mean;

static bool add_worth(const TabPosition *after, TabKey key, const TabPlay *plays, unsigned n_plays,
                      gpointer user_data)
{
    Mean *mean = user_data;
    TabProbed found;
    g_assert_true(tab_probe_value(mean->probe, after, &found));
    double worth = after->side == mean->before->side ? found.value : 1 - found.value;
    mean->best = MAX(mean->best, worth);
    mean->sum += worth;
    mean->n++;
    return true;
}

/* The loss of random play over all states of a ludii table and its five throws, without drawing. */
static double exact_loss_of_random(const TabTable *table, const TabProbe *probe)
{
    TabSticks sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]);
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    double loss = 0, chance = 0;
    for (uint64_t state = 0; state < table->n_values; state++) {
        TabPosition position;
        tab_layers_position(&table->layers, state, &position);
        for (int t = 0; t < TAB_N_THROWS; t++) {
            TabHand hand = {0};
            hand.n[t] = 1;
            Mean mean = {.probe = probe, .before = &position};
            tab_outcomes_visit(outcomes, table->rules, &position, &hand, TAB_OUTCOMES_MAX_STATES,
                               add_worth, NULL, &mean);
            if (mean.n < 2)
                continue;
            loss += sticks.p[t] * (mean.best - mean.sum / mean.n);
            chance += sticks.p[t];
        }
    }
    return loss / chance;
}

static void random_play(void)
{
    Fixture fixture = fixture_new("ludii", TAB_REGRET_STATES, 60000);
    TabRegretResult result = measure(&fixture.plan, NULL);
    double exact = exact_loss_of_random(tab_tables_get(fixture.tables, 0), fixture.probe);
    g_test_message("random play: %.5f ± %.5f, exactly %.5f", result.loss.mean, result.loss.se,
                   exact);
    g_assert_cmpuint(result.games, ==, 60000);
    g_assert_cmpuint(result.decisions + result.forced, ==, 60000);
    g_assert_cmpfloat(result.loss.se, <, 0.02 * exact);
    g_assert_cmpfloat(fabs(result.loss.mean - exact), <, 4 * result.loss.se);
    g_assert_cmpuint(result.worst->len, ==, WORST);
    for (unsigned i = 0; i < WORST; i++) {
        const TabRegretWorst *worst = &g_array_index(result.worst, TabRegretWorst, i);
        g_assert_nonnull(worst->position);
        g_assert_nonnull(worst->best);
        g_assert_cmpfloat(worst->loss, >, exact);
        g_assert_cmpfloat(worst->loss, <=, i ? worst[-1].loss : 1);
    }
    tab_regret_result_clear(&result);
    fixture_clear(&fixture);
}

/* The standard error is that of repeated measurements. */
static void standard_error(void)
{
    enum { REPEATS = 200 };
    Fixture fixture = fixture_new("walker", TAB_REGRET_ENDINGS, 30);
    double mean[REPEATS], sum = 0, squares = 0, told = 0;
    for (unsigned i = 0; i < REPEATS; i++) {
        fixture.plan.seed = 100 + i;
        TabRegretResult result = measure(&fixture.plan, NULL);
        mean[i] = result.loss.mean;
        sum += result.loss.mean;
        told += result.loss.se * result.loss.se;
        tab_regret_result_clear(&result);
    }
    for (unsigned i = 0; i < REPEATS; i++)
        squares += (mean[i] - sum / REPEATS) * (mean[i] - sum / REPEATS);
    double ratio = told / REPEATS / (squares / (REPEATS - 1));
    g_test_message("mean variance told %.3g, seen %.3g", told / REPEATS, squares / (REPEATS - 1));
    /* 200 variances of about chi-square form: a standard error of 10 %. */
    g_assert_cmpfloat(ratio, >, 0.6);
    g_assert_cmpfloat(ratio, <, 1.6);
    fixture_clear(&fixture);
}

/* An engine that plays by the same table loses nothing; one that does not, something. */
static void engines(void)
{
    g_autofree char *path = table_path("walker");
    g_autofree char *by_table = g_strdup_printf("option.TablePath=%s,depth=1,name=exact", path);
    g_autoptr(TabEntrant) exact = entrant("engine/tab-engine", "", by_table);
    g_autoptr(TabEntrant) without =
        entrant("engine/tab-engine", "", "option.TablePath=none,depth=1");
    for (TabRegretSource source = TAB_REGRET_GAMES; source <= TAB_REGRET_STATES; source++) {
        Fixture fixture = fixture_new("walker", source, source == TAB_REGRET_GAMES ? 12 : 60);
        TabRegretResult one = measure(&fixture.plan, exact), two = measure(&fixture.plan, without);
        g_assert_cmpstr(one.name, ==, "exact");
        g_assert_cmpuint(one.decisions, >, 5);
        g_assert_cmpfloat(one.loss.mean, ==, 0);
        g_assert_cmpuint(one.perfect, ==, one.decisions);
        g_assert_cmpuint(one.worst->len, ==, 0);
        g_assert_cmpuint(one.faults + one.late + two.faults + two.late, ==, 0);
        if (source != TAB_REGRET_GAMES)
            g_assert_cmpfloat(two.loss.mean, >, 0);
        tab_regret_result_clear(&one);
        tab_regret_result_clear(&two);
        fixture_clear(&fixture);
    }
}

/* Every ending that is counted comes to its end, and any concurrency gives the same. */
static void concurrency(void)
{
    Fixture fixture = fixture_new("lane", TAB_REGRET_ENDINGS, 40);
    g_autoptr(TabEntrant) random = entrant("tests/random-player", "", "name=random");
    TabRegretResult one = measure(&fixture.plan, random);
    fixture.plan.threads = 3;
    TabRegretResult three = measure(&fixture.plan, random);
    g_assert_cmpuint(one.games, ==, 40);
    g_assert_cmpuint(one.decisions, >, 40);
    g_assert_cmpuint(one.decisions, ==, three.decisions);
    g_assert_cmpfloat(one.loss.mean, ==, three.loss.mean);
    g_assert_cmpfloat(one.loss.se, ==, three.loss.se);
    g_assert_cmpuint(one.worst->len, ==, WORST);
    for (unsigned i = 0; i < WORST; i++)
        g_assert_cmpstr(g_array_index(one.worst, TabRegretWorst, i).position, ==,
                        g_array_index(three.worst, TabRegretWorst, i).position);
    tab_regret_result_clear(&one);
    tab_regret_result_clear(&three);
    fixture_clear(&fixture);
}

/* Games in which an engine misbehaves are blamed on it; one that always does ends it all. */
static void bad_engines(void)
{
    static const struct {
        const char *program, *arguments, *fault;
        gint64 patience_ms;
    } rows[] = {
        {"tests/fake-engine", "", "engine Fake Engine: bestmove 1:pass", 20000},
        {"tests/fake-engine", "--illegal go", "", 20000},
        {"tests/fake-engine", "--crash-at go", "engine Fake Engine: ended with", 20000},
        {"tests/fake-engine", "--mute go", "", 300},
        {"tests/fake-engine", "--flood go", "", 20000},
        {"tests/fake-engine", "--crash-at handshake", "", 20000},
        {"tests/fake-engine", "--mute handshake", "engine fake-engine: did not answer", 300},
        {"tests/no-such-engine", "", "no-such-engine", 20000},
    };
    Fixture fixture = fixture_new("walker", TAB_REGRET_STATES, 30);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabEntrant) bad = entrant(rows[i].program, rows[i].arguments, "");
        TabRegretResult result;
        g_autoptr(GError) error = NULL;
        fixture.plan.waits = (TabSyncClientWaits){.patience_ms = rows[i].patience_ms};
        g_assert_false(tab_regret_measure(&fixture.plan, bad, NULL, NULL, &result, &error));
        g_test_message("%s %s: %s", rows[i].program, rows[i].arguments, error->message);
        g_assert_nonnull(strstr(error->message, rows[i].fault));
    }
    fixture_clear(&fixture);
}

/* A crash now and then costs a game each: this engine hears no more than 3000 bytes a process. */
static void mortal(void)
{
    Fixture fixture = fixture_new("walker", TAB_REGRET_STATES, 100);
    g_autofree char *player =
        g_build_filename(g_getenv("TAB_BUILD_ROOT"), "tests/random-player", NULL);
    g_autofree char *text = g_strdup_printf(
        "cmd=sh -c 'dd bs=1 count=3000 2>/dev/null | \"$0\"' %s,name=mortal", player);
    g_autoptr(GError) error = NULL;
    g_autoptr(TabEntrant) mortal = tab_entrant_parse(text, NULL, NULL, &error);
    g_assert_no_error(error);
    TabRegretResult result = measure(&fixture.plan, mortal);
    g_assert_cmpuint(result.faults, >, 0);
    g_assert_cmpuint(result.faults, <, 20);
    g_assert_cmpuint(result.games + result.faults, ==, 100);
    g_assert_cmpuint(result.decisions + result.forced, ==, result.games);
    g_test_message("%u faults, the first: %s", result.faults, result.fault);
    g_assert_nonnull(result.fault);
    tab_regret_result_clear(&result);
    fixture_clear(&fixture);
}

static bool stop_at_once(unsigned done, gpointer user_data)
{
    return false;
}

static void cancelled(void)
{
    Fixture fixture = fixture_new("walker", TAB_REGRET_GAMES, 100000);
    TabRegretResult result;
    g_autoptr(GError) error = NULL;
    g_assert_false(tab_regret_measure(&fixture.plan, NULL, stop_at_once, NULL, &result, &error));
    g_assert_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    fixture_clear(&fixture);
}

/* One game says nothing about how games differ. */
static void single_game(void)
{
    Fixture fixture = fixture_new("walker", TAB_REGRET_ENDINGS, 1);
    TabRegretResult result = measure(&fixture.plan, NULL);
    g_assert_cmpuint(result.decisions, >, 0);
    g_assert_true(isfinite(result.loss.mean));
    g_assert_true(isnan(result.loss.se));
    tab_regret_result_clear(&result);
    fixture_clear(&fixture);
}

static void reports(void)
{
    Fixture fixture = fixture_new("ludii", TAB_REGRET_STATES, 50);
    g_autoptr(TabEntrant) random = entrant("tests/random-player", "", "name=a|b");
    TabRegretResult results[2] = {measure(&fixture.plan, NULL), measure(&fixture.plan, random)};
    const char *engines[2] = {NULL, "cmd=random-player"};
    for (TabRegretFormat format = TAB_REGRET_TEXT; format <= TAB_REGRET_JSON; format++) {
        g_autoptr(GString) text = g_string_new(NULL);
        tab_regret_report(&fixture.plan, results, engines, 2, format, text);
        g_assert_nonnull(strstr(text->str, "ludii"));
        g_assert_nonnull(strstr(text->str, format == TAB_REGRET_MARKDOWN ? "a\\|b" : "a|b"));
        g_assert_nonnull(
            strstr(text->str, format == TAB_REGRET_JSON ? "\"number\": 50" : "mean loss"));
    }
    tab_regret_result_clear(&results[0]);
    tab_regret_result_clear(&results[1]);
    fixture_clear(&fixture);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/regret/random-play", random_play);
    g_test_add_func("/regret/standard-error", standard_error);
    g_test_add_func("/regret/engines", engines);
    g_test_add_func("/regret/concurrency", concurrency);
    g_test_add_func("/regret/bad-engines", bad_engines);
    g_test_add_func("/regret/mortal", mortal);
    g_test_add_func("/regret/cancelled", cancelled);
    g_test_add_func("/regret/single-game", single_game);
    g_test_add_func("/regret/reports", reports);
    return g_test_run();
}
