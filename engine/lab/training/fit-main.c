// SPDX-License-Identifier: GPL-3.0-or-later
// tab-fit: fits the weights of the hand-made evaluation to self-play and prints them as a row of
// handmade.c.
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/eval/eval.h"
#include "engine/eval/logistic.h"
#include "engine/lab/training/game.h"

#define N TAB_N_FEATURES
#define NEWTON_STEPS 12
#define RIDGE 2.0 /* pulls weights towards zero as so many contrary games would */

/* One position before a throw and what became of its side to move. */
typedef struct {
    float feature[N];
    float won;
} Sample;

typedef struct {
    const TabRules *rules;
    TabSticks sticks;
    TabEval *eval;
    TabRandom random;
    TabOutcomes *outcomes;
    GArray *samples;
} Fit;

/* The best outcome found so far, for the side that moves. */
typedef struct {
    const TabEval *eval;
    TabRandom *random;
    TabSide mover;
    double best;
    TabPosition after;
    bool moved;
} Choice;

static bool keep_if_best_with_noise(const TabPosition *after, TabKey key, const TabPlay *plays,
                                    unsigned n_plays, gpointer user_data)
{
    Choice *choice = user_data;
    double win = tab_eval_win_of(choice->mover, after, tab_eval_win(choice->eval, after));
    /* Noise keeps the games apart and shows the fit what worse play leads to. */
    win += 0.04 * tab_random_unit(choice->random);
    if (win > choice->best) {
        choice->best = win;
        choice->after = *after;
        choice->moved = n_plays > 0;
    }
    return true;
}

static void play_fit_game(Fit *fit)
{
    TabTrainGame game;
    const TabPosition *position = &game.position;
    unsigned first = fit->samples->len;
    g_autoptr(GByteArray) sides = g_byte_array_new();
    tab_train_game_start(&game, fit->rules, fit->eval->hits, &fit->sticks, fit->random);
    for (bool on = true; on;) {
        if (!game.held.n && tab_random_below(&game.random, 3) == 0) {
            Sample sample = {.won = 0.5f};
            tab_handmade_features(fit->rules, fit->eval->hits, position, sample.feature);
            g_array_append_val(fit->samples, sample);
            g_byte_array_append(sides, &position->side, 1);
        }
        TabHand hand = tab_train_game_throw(&game);
        Choice choice = {fit->eval, &game.random, (TabSide)position->side, .best = -1};
        tab_outcomes_visit(fit->outcomes, fit->rules, position, &hand, 4000,
                           keep_if_best_with_noise, NULL, &choice);
        on = tab_train_game_play(&game, &choice.after, choice.moved);
    }
    for (unsigned i = 0; game.winner >= 0 && i < sides->len; i++)
        g_array_index(fit->samples, Sample, first + i).won = sides->data[i] == game.winner;
    fit->random = game.random;
}

/* Solves `a` x = `b` by elimination with pivots; x comes back in `b`. */
static void solve_equations(double a[N][N], double b[N])
{
    for (int column = 0; column < N; column++) {
        int pivot = column;
        for (int row = column + 1; row < N; row++)
            if (fabs(a[row][column]) > fabs(a[pivot][column]))
                pivot = row;
        for (int k = 0; k < N; k++) {
            double swap = a[column][k];
            a[column][k] = a[pivot][k];
            a[pivot][k] = swap;
        }
        double swap = b[column];
        b[column] = b[pivot];
        b[pivot] = swap;
        for (int row = 0; row < N; row++) {
            if (row == column)
                continue;
            double factor = a[row][column] / a[column][column];
            for (int k = column; k < N; k++)
                a[row][k] -= factor * a[column][k];
            b[row] -= factor * b[column];
        }
    }
    for (int i = 0; i < N; i++)
        b[i] /= a[i][i];
}

/* One Newton step of logistic regression with a ridge; returns the mean log loss before it. */
static double newton_step(const GArray *samples, double weight[N])
{
    static const double ridge = RIDGE;
    double hessian[N][N] = {{0}}, gradient[N] = {0}, loss = 0;
    for (unsigned s = 0; s < samples->len; s++) {
        const Sample *sample = &g_array_index(samples, Sample, s);
        double sum = 0;
        for (int i = 0; i < N; i++)
            sum += weight[i] * (double)sample->feature[i];
        double p = tab_logistic(sum), error = (double)sample->won - p,
               curvature = p * (1 - p) + 1e-9;
        loss -=
            (double)sample->won * log(p + 1e-12) + (1 - (double)sample->won) * log(1 - p + 1e-12);
        for (int i = 0; i < N; i++) {
            gradient[i] += error * (double)sample->feature[i];
            for (int j = 0; j <= i; j++)
                hessian[i][j] +=
                    curvature * (double)sample->feature[i] * (double)sample->feature[j];
        }
    }
    for (int i = 0; i < N; i++) {
        gradient[i] -= ridge * weight[i];
        hessian[i][i] += ridge;
        for (int j = 0; j < i; j++)
            hessian[j][i] = hessian[i][j];
    }
    solve_equations(hessian, gradient);
    for (int i = 0; i < N; i++)
        weight[i] += gradient[i];
    return loss / samples->len;
}

/* A number of the command line, of at least `least`. */
static guint64 read_number(const char *what, const char *text, guint64 least)
{
    g_autoptr(GError) error = NULL;
    guint64 number = 0;
    if (!g_ascii_string_to_unsigned(text, 10, least, least ? G_MAXINT : G_MAXUINT64, &number,
                                    &error)) {
        fprintf(stderr, "tab-fit: %s: %s\n", what, error->message);
        exit(1);
    }
    return number;
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    setlocale(LC_ALL, "C"); /* numbers have a point */
    if (argc != 5) {
        fprintf(stderr, "usage: tab-fit <rules> <generations> <games a generation> <seed>\n");
        return 1;
    }
    g_autoptr(TabRules) rules = tab_rules_parse(argv[1], &error);
    if (!rules) {
        fprintf(stderr, "tab-fit: %s\n", error->message);
        return 1;
    }
    guint64 generations = read_number("generations", argv[2], 1),
            games = read_number("games", argv[3], 1), seed = read_number("seed", argv[4], 0);
    Fit fit = {
        .rules = rules, .sticks = tab_sticks_fair(&rules->cast), .outcomes = tab_outcomes_new()};
    fit.random = tab_random_new(seed);
    fit.eval = tab_eval_new(rules, &fit.sticks);
    float weights[N];
    for (guint64 generation = 0; generation < generations; generation++) {
        double weight[N] = {0}, loss = 0;
        fit.samples = g_array_new(FALSE, FALSE, sizeof(Sample));
        for (guint64 game = 0; game < games; game++)
            play_fit_game(&fit);
        for (int step = 0; step < NEWTON_STEPS; step++)
            loss = newton_step(fit.samples, weight);
        fprintf(stderr, "generation %u: %u positions, log loss %.5f\n", (guint)generation + 1,
                fit.samples->len, loss);
        for (int i = 0; i < N; i++)
            weights[i] = (float)weight[i];
        fit.eval->weights = weights;
        g_array_free(fit.samples, TRUE);
    }
    printf("    {\"%s\", {", tab_ruleset_preset_name(rules->set.preset));
    for (int i = 0; i < N; i++)
        printf("%s%.4ff", i ? ", " : "", (double)weights[i]);
    printf("}},\n");
    tab_outcomes_free(fit.outcomes);
    tab_eval_free(fit.eval);
    return 0;
}
