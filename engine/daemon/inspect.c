// SPDX-License-Identifier: GPL-3.0-or-later
// Answers to the commands that look into the engine.
#include "engine/daemon/inspect.h"

#include <string.h>

#include "engine/daemon/bench.h"
#include "engine/daemon/options.h"
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/perft.h"

bool tab_inspect_tep(TabSession *session, const TabMessage *message, GError **error)
{
    TabOutput *output = session->output;
    tab_output_line(output, "id name Tab Engine " TAB_VERSION);
    tab_output_line(output, "id author The Tab authors");
    for (unsigned i = 0; i < tab_ruleset_n_presets(); i++)
        tab_output_printf(output, "rules %s columns %d %d", tab_ruleset_preset_name(i),
                          TAB_MIN_COLUMNS, TAB_MAX_COLUMNS);
    tab_output_printf(output, "rules any columns %d %d", TAB_MIN_COLUMNS, TAB_MAX_COLUMNS);
    tab_options_tell(output);
    tab_output_line(output, "tepok 1");
    return true;
}

bool tab_inspect_show(TabSession *session, const TabMessage *message, GError **error)
{
    g_autoptr(GString) board = g_string_new(NULL);
    tab_notation_draw_board(session->rules, &session->situation.position, board);
    g_auto(GStrv) lines = g_strsplit(g_strchomp(board->str), "\n", -1);
    for (char **line = lines; *line; line++)
        tab_output_line(session->output, *line);
    g_autofree char *rules = tab_ruleset_to_string(&session->rules->set);
    g_autofree char *text = tab_notation_situation_to_string(session->rules, &session->situation);
    tab_output_printf(session->output, "rules %s", rules);
    tab_output_printf(session->output, "position %s", text);
    tab_output_line(session->output, "shown");
    return true;
}

bool tab_inspect_eval(TabSession *session, const TabMessage *message, GError **error)
{
    const TabEval *eval = tab_engine_eval(session->engine);
    const TabPosition *position = &session->situation.position;
    if (!tab_position_finished(session->rules, position)) {
        float feature[TAB_N_FEATURES];
        const float *mover = feature, *enemy = feature + TAB_N_TERMS;
        const float *mover_weight = eval->weights, *enemy_weight = eval->weights + TAB_N_TERMS;
        tab_handmade_features(eval->rules, eval->hits, position, feature);
        for (unsigned i = 0; i < TAB_N_TERMS; i++)
            tab_output_printf(session->output, "eval term %s mover %.10g enemy %.10g adds %.10g",
                              tab_handmade_term_name(i), (double)mover[i], (double)enemy[i],
                              (double)(mover[i] * mover_weight[i] + enemy[i] * enemy_weight[i]));
        tab_output_printf(session->output, "eval term turn adds %.10g",
                          (double)eval->weights[2 * TAB_N_TERMS]);
    }
    tab_output_printf(session->output, "eval win %.10g", tab_eval_win(eval, position));
    return true;
}

bool tab_inspect_throws(TabSession *session, const TabMessage *message, GError **error)
{
    const TabRules *rules = session->rules;
    const TabCast *cast = &rules->cast;
    TabSide side = (TabSide)session->situation.position.side;
    TabSticks own = tab_sticks_of_side(cast, tab_engine_sticks(session->engine), side);
    const TabSticks *sticks = &own;
    TabOutput *output = session->output;
    for (unsigned i = 0; i < rules->n_thrown; i++) {
        const TabThrown *thrown = &rules->thrown[i];
        g_autoptr(GString) name = g_string_new(NULL);
        for (unsigned k = 0; k < thrown->n; k++)
            g_string_append_printf(name, "%s%s", k ? "," : "", cast->kind[thrown->kind[k]].name);
        tab_output_printf(output, "throw %s %.10g", name->str, tab_sticks_chance(sticks, thrown));
    }
    for (int t = 0; t < cast->n_kinds; t++)
        tab_output_printf(output, "turn %s %.10g", cast->kind[t].name,
                          tab_sticks_in_turn(cast, sticks, t));
    tab_output_printf(output, "rethrow %.10g", tab_sticks_rethrow(cast, sticks));
    tab_output_printf(output, "mean %.10g", tab_sticks_mean(cast, sticks));
    tab_output_line(output, "throwsok");
    return true;
}

/* Reads a number from `min` on at `*next`, and goes on to the argument behind it. */
static bool read_argument(char ***next, const char *what, gint64 min, unsigned *value,
                          GError **error)
{
    gint64 read;
    const char *text = **next ? *(*next)++ : "";
    if (!tab_message_parse_integer(text, (gssize)strlen(text), what, min, G_MAXINT32, &read, error))
        return false;
    *value = (unsigned)read;
    return true;
}

/* Reads `<D> [<K>] [divide]`. */
static bool read_perft(TabJob *job, char **next, GError **error)
{
    job->max_throws = 3;
    if (!read_argument(&next, "the depth of perft", 0, &job->depth, error) ||
        (*next && strcmp(*next, "divide") &&
         !read_argument(&next, "the throws of perft", 1, &job->max_throws, error)))
        return false;
    job->divide = *next && !strcmp(*next, "divide");
    return true;
}

TabJob *tab_inspect_job(const TabSession *session, const TabMessage *message, GError **error)
{
    g_autofree TabJob *job = g_new0(TabJob, 1);
    const TabSituation *now = &session->situation;
    job->kind = !strcmp(message->verb, "legal")   ? TAB_JOB_LEGAL
                : !strcmp(message->verb, "perft") ? TAB_JOB_PERFT
                                                  : TAB_JOB_BENCH;
    if (job->kind == TAB_JOB_LEGAL && !tab_position_finished(session->rules, &now->position) &&
        !tab_throws_complete(&now->throws)) {
        tab_session_refuse(error, TAB_ERROR_NO_THROW, "legal needs complete throws at hand");
        return NULL;
    }
    if (job->kind == TAB_JOB_PERFT && !read_perft(job, message->args, error))
        return NULL;
    job->output = session->output;
    job->rules = tab_rules_ref(session->rules);
    job->situation = *now;
    return g_steal_pointer(&job);
}

void tab_inspect_job_free(TabJob *job)
{
    tab_rules_unref(job->rules);
    g_free(job);
}

void tab_inspect_cancel(TabJob *job)
{
    g_atomic_int_set(&job->cancel, 1);
    atomic_store(&job->stop, true);
}

/* Writes the line that ends a job's answer. The job counts as over before it goes out, so that
 * whoever reads it may send the next command at once. */
static void answer(TabJob *job, const char *line)
{
    job->done(job->done_data);
    tab_output_line(job->output, line);
}

static void answer_with_error(TabJob *job, TabErrorCode code, const char *text)
{
    g_autofree char *line = tab_message_build_error(code, text);
    answer(job, line);
}

/* A listing as it grows, of `legal` or `perft … divide`. */
typedef struct {
    TabJob *job;
    TabOutcomes *outcomes;
    TabTurn *turn;    /* room for one turn */
    GPtrArray *lines; /* char * */
    bool too_many;
    char *throws; /* divide: those of the turn, as text */
    uint64_t sum;
} Listing;

static bool not_cancelled(gpointer user_data)
{
    return !g_atomic_int_get(&((Listing *)user_data)->job->cancel);
}

/* Appends a line to the listing and takes it over; false if the walk has to end. */
static bool add_to_listing(Listing *listing, char *line)
{
    g_ptr_array_add(listing->lines, line);
    listing->too_many = listing->lines->len > TAB_OUTCOMES_MAX;
    return !listing->too_many && not_cancelled(listing);
}

/* The text of the turn of these plays. */
static char *turn_text(Listing *listing, const TabPosition *after, const TabPlay *plays,
                       unsigned n_plays)
{
    const TabRules *rules = listing->job->rules;
    const TabPosition *before = &listing->job->situation.position;
    const TabHand hand = listing->turn->hand;
    tab_outcomes_turn(rules, before, &hand, after, plays, n_plays, listing->turn);
    return tab_notation_turn_to_string(rules, before, listing->turn);
}

static bool list_legal_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                               unsigned n_plays, gpointer user_data)
{
    Listing *listing = user_data;
    g_autofree char *position = tab_notation_position_to_string(listing->job->rules, after);
    g_autofree char *turn = turn_text(listing, after, plays, n_plays);
    return add_to_listing(listing, g_strdup_printf("outcome %s via %s", position, turn));
}

/* Walks over the outcomes of one hand. */
static bool visit_outcomes(Listing *listing, const TabHand *hand, TabOutcomeFunc func)
{
    const TabJob *job = listing->job;
    listing->turn->hand = *hand;
    TabOutcomesEnd end =
        tab_outcomes_visit(listing->outcomes, job->rules, &job->situation.position, hand,
                           TAB_OUTCOMES_MAX_STATES, func, not_cancelled, listing);
    listing->too_many = listing->too_many || end == TAB_OUTCOMES_FULL;
    return end == TAB_OUTCOMES_ALL;
}

/* In `legal` the board comes first in a line, and a space sorts before all that can follow in a
 * board: whole lines sort as board, then side, then saved tâbs. */
static int compare_listed(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void write_listing(Listing *listing, const char *last)
{
    g_ptr_array_sort(listing->lines, compare_listed);
    for (unsigned i = 0; i < listing->lines->len; i++) {
        if (i % 1024 == 0)
            tab_output_wait_for_room(listing->job->output);
        tab_output_line(listing->job->output, g_ptr_array_index(listing->lines, i));
    }
    answer(listing->job, last);
}

static void run_legal(Listing *listing)
{
    TabJob *job = listing->job;
    TabHand hand = tab_situation_hand(job->rules, &job->situation);
    if (visit_outcomes(listing, &hand, list_legal_outcome)) {
        g_autofree char *total = g_strdup_printf("legal %u", listing->lines->len);
        write_listing(listing, total);
    } else if (listing->too_many) {
        answer_with_error(job, TAB_ERROR_UNSUPPORTED,
                          "this hand has too many outcomes to list them all");
    } else {
        answer_with_error(job, TAB_ERROR_INTERRUPTED, "legal was stopped");
    }
}

/* Counts the positions below one outcome of the first turn. */
static bool divide_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                           unsigned n_plays, gpointer user_data)
{
    Listing *listing = user_data;
    TabJob *job = listing->job;
    TabSituation situation = {.position = *after};
    uint64_t count;
    if (!tab_perft(job->rules, &situation, job->depth - 1, job->max_throws, &job->cancel, &count)) {
        listing->too_many = !g_atomic_int_get(&job->cancel);
        return false;
    }
    g_autofree char *turn = turn_text(listing, after, plays, n_plays);
    listing->sum += count;
    return add_to_listing(
        listing, g_strdup_printf("divide %s %s %" G_GUINT64_FORMAT, listing->throws, turn, count));
}

/* The throws of a hand as a position has them: those at hand first, then what was added in
 * the cast's order, and at the end the one that ends the throwing. */
static char *hand_text(const TabJob *job, const TabHand *hand)
{
    const TabHand held = tab_situation_hand(job->rules, &job->situation);
    TabThrows throws = job->situation.throws;
    const TabCast *cast = &job->rules->cast;
    for (int last = 0; last < 2; last++)
        for (int t = 0; t < cast->n_kinds; t++)
            if (cast->kind[t].again != last)
                for (unsigned n = held.n[t]; n < hand->n[t]; n++)
                    tab_throws_add(job->rules, &throws, t);
    g_autoptr(GString) text = g_string_new(NULL);
    tab_notation_append_throws(job->rules, &throws, text);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static bool divide_hand(const TabHand *hand, gpointer user_data)
{
    Listing *listing = user_data;
    listing->throws = hand_text(listing->job, hand);
    bool on = visit_outcomes(listing, hand, divide_outcome);
    g_clear_pointer(&listing->throws, g_free);
    return on;
}

static void run_perft(Listing *listing)
{
    TabJob *job = listing->job;
    const TabSituation *situation = &job->situation;
    bool divide =
        job->divide && job->depth && !tab_position_finished(job->rules, &situation->position);
    bool too_long = tab_perft_has_long_hands(job->rules, situation, 1, job->max_throws);
    bool counted = divide ? !too_long && tab_outcomes_hands(job->rules, situation, job->max_throws,
                                                            divide_hand, listing)
                          : tab_perft(job->rules, situation, job->depth, job->max_throws,
                                      &job->cancel, &listing->sum);
    if (counted) {
        g_autofree char *total = g_strdup_printf("perft %" G_GUINT64_FORMAT, listing->sum);
        write_listing(listing, total);
    } else if (g_atomic_int_get(&job->cancel)) {
        answer_with_error(job, TAB_ERROR_INTERRUPTED, "perft was stopped");
    } else {
        answer_with_error(job, TAB_ERROR_UNSUPPORTED,
                          "perft cannot count so many turns, or hands with so many throws: give a "
                          "smaller <D> or <K>");
    }
}

static void run_bench(Listing *listing)
{
    g_autofree char *line = tab_bench_line(&listing->job->stop);
    if (line)
        answer(listing->job, line);
    else
        answer_with_error(listing->job, TAB_ERROR_INTERRUPTED, "bench was stopped");
}

void *tab_inspect_run(void *job)
{
    static void (*const run[])(Listing *) = {run_legal, run_perft, run_bench};
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    Listing listing = {.job = job, .outcomes = outcomes, .turn = turn, .lines = lines};
    run[listing.job->kind](&listing);
    return NULL;
}
