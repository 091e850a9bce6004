// SPDX-License-Identifier: GPL-3.0-or-later
// The maximum of likelihood by Newton's method, the errors from the scatter of the clusters.
#include "protocol/statistics/ratings.h"

#include <math.h>
#include <string.h>

#include "protocol/statistics/score.h"

#define ELO (400 / G_LN10) /* one unit of the logistic scale in Elo */
#define OUTCOMES 8         /* of a cluster: 0, ½, 1 of a game, then 0, ½ … 2 of a pair */
#define MAX_STEPS 200      /* of Newton's method; ten are common */

/* What came of the clusters between two engines, the one with the lower number's points. */
typedef struct {
    guint n[OUTCOMES];
} Meetings;

/* The model at its maximum: ratings on the logistic scale and their covariance; the group of an
 * engine is the least number of those that games connect with it. */
typedef struct {
    gboolean valid;
    double *theta, *covariance;
    guint *group;
} Fit;

struct TabRatings {
    guint engines;
    Meetings *meetings; /* of a < b at index_of(a, b) */
    guint *games;       /* of each engine */
    double *points;
    Fit *fit;
};

static gsize index_of(guint a, guint b)
{
    g_assert(a < b);
    return (gsize)b * (b - 1) / 2 + a;
}

static guint outcome_games(guint outcome)
{
    return outcome < 3 ? 1 : 2;
}

static double outcome_points(guint outcome)
{
    return 0.5 * (outcome < 3 ? outcome : outcome - 3);
}

TabRatings *tab_ratings_new(guint engines)
{
    g_return_val_if_fail(engines > 0, NULL);
    TabRatings *ratings = g_new0(TabRatings, 1);
    gsize n = engines;
    ratings->engines = engines;
    ratings->meetings = g_new0(Meetings, n * (n - 1) / 2);
    ratings->games = g_new0(guint, n);
    ratings->points = g_new0(double, n);
    ratings->fit = g_new0(Fit, 1);
    ratings->fit->theta = g_new0(double, n);
    ratings->fit->covariance = g_new0(double, n *n);
    ratings->fit->group = g_new0(guint, n);
    return ratings;
}

void tab_ratings_free(TabRatings *ratings)
{
    if (!ratings)
        return;
    g_free(ratings->fit->theta);
    g_free(ratings->fit->covariance);
    g_free(ratings->fit->group);
    g_free(ratings->fit);
    g_free(ratings->meetings);
    g_free(ratings->games);
    g_free(ratings->points);
    g_free(ratings);
}

void tab_ratings_add(TabRatings *ratings, guint a, guint b, guint games, double points)
{
    g_return_if_fail(a < ratings->engines && b < ratings->engines && a != b);
    g_return_if_fail(games == 1 || games == 2);
    g_return_if_fail(points >= 0 && points <= games && points * 2 == floor(points * 2));
    double of_lower = a < b ? points : games - points;
    Meetings *meetings = &ratings->meetings[index_of(MIN(a, b), MAX(a, b))];
    meetings->n[(games == 1 ? 0 : 3) + (guint)(2 * of_lower)]++;
    ratings->games[a] += games;
    ratings->games[b] += games;
    ratings->points[a] += points;
    ratings->points[b] += games - points;
    ratings->fit->valid = FALSE;
}

static guint games_between(const Meetings *meetings)
{
    guint games = 0;
    for (guint i = 0; i < OUTCOMES; i++)
        games += meetings->n[i] * outcome_games(i);
    return games;
}

/* The points of the one with the lower number. */
static double points_between(const Meetings *meetings)
{
    double points = 0;
    for (guint i = 0; i < OUTCOMES; i++)
        points += meetings->n[i] * outcome_points(i);
    return points;
}

static double expectation(double difference)
{
    return 1 / (1 + exp(-difference));
}

/* Log-likelihood of `points` out of `games` when p is expected. */
static double log_likelihood_of_points(double points, double games, double difference)
{
    double lost = -log1p(exp(-fabs(difference))) - MAX(difference, 0); /* log(1 − p), no overflow */
    return points * difference + games * lost;
}

/* Adds what a meeting of a and b says to one matrix: `weight` × (e_a − e_b)(e_a − e_b)ᵀ. */
static void add_square(double *matrix, guint n, guint a, guint b, double weight)
{
    matrix[(gsize)a * n + a] += weight;
    matrix[(gsize)b * n + b] += weight;
    matrix[(gsize)a * n + b] -= weight;
    matrix[(gsize)b * n + a] -= weight;
}

/* The log-likelihood at `theta` with the prior. */
static double value_at(const TabRatings *ratings, const double *theta)
{
    double value = 0;
    for (guint b = 0; b < ratings->engines; b++) {
        value += log_likelihood_of_points(1, 2, theta[b]);
        for (guint a = 0; a < b; a++) {
            const Meetings *meetings = &ratings->meetings[index_of(a, b)];
            double games = games_between(meetings);
            if (games > 0)
                value +=
                    log_likelihood_of_points(points_between(meetings), games, theta[a] - theta[b]);
        }
    }
    return value;
}

/* Gradient and negative second derivatives (n × n) of the same. */
static void differentiate(const TabRatings *ratings, const double *theta, double *gradient,
                          double *information)
{
    guint n = ratings->engines;
    memset(information, 0, sizeof(double) * n * n);
    for (guint a = 0; a < n; a++) {
        double p = expectation(theta[a]);
        gradient[a] = 1 - 2 * p;
        information[(gsize)a * n + a] = 2 * p * (1 - p);
    }
    for (guint b = 0; b < n; b++) {
        for (guint a = 0; a < b; a++) {
            const Meetings *meetings = &ratings->meetings[index_of(a, b)];
            double games = games_between(meetings), p = expectation(theta[a] - theta[b]);
            double excess = points_between(meetings) - games * p;
            gradient[a] += excess;
            gradient[b] -= excess;
            add_square(information, n, a, b, games * p * (1 - p));
        }
    }
}

/* Cholesky's factor of a positive definite matrix, in its place, in the lower triangle. */
static void factorise(double *matrix, guint n)
{
    for (guint j = 0; j < n; j++) {
        double *row_j = matrix + (gsize)j * n;
        for (guint k = 0; k < j; k++)
            row_j[j] -= row_j[k] * row_j[k];
        row_j[j] = sqrt(row_j[j]);
        for (guint i = j + 1; i < n; i++) {
            double *row_i = matrix + (gsize)i * n;
            for (guint k = 0; k < j; k++)
                row_i[j] -= row_i[k] * row_j[k];
            row_i[j] /= row_j[j];
        }
    }
}

/* Solves for x in its place, which holds the right side. */
static void solve_factored(const double *factor, guint n, double *x)
{
    for (guint i = 0; i < n; i++) {
        for (guint k = 0; k < i; k++)
            x[i] -= factor[(gsize)i * n + k] * x[k];
        x[i] /= factor[(gsize)i * n + i];
    }
    for (guint i = n; i-- > 0;) {
        for (guint k = i + 1; k < n; k++)
            x[i] -= factor[(gsize)k * n + i] * x[k];
        x[i] /= factor[(gsize)i * n + i];
    }
}

/* Goes along Newton's step, less far as long as that is no gain; small steps need no such care.
 * FALSE when there was nothing left to go. */
static gboolean advance(const TabRatings *ratings, double *theta, const double *step, double *trial)
{
    guint n = ratings->engines;
    double before = value_at(ratings, theta), largest = 0;
    for (guint a = 0; a < n; a++)
        largest = MAX(largest, fabs(step[a]));
    for (double share = 1; share * largest > 1e-9; share /= 2) {
        for (guint a = 0; a < n; a++)
            trial[a] = theta[a] + share * step[a];
        if (largest < 1e-3 || value_at(ratings, trial) > before) {
            memcpy(theta, trial, sizeof(double) * n);
            return TRUE;
        }
    }
    return FALSE;
}

/* The maximum; leaves the factor of the information there. */
static void maximise(const TabRatings *ratings, double *theta, double *information)
{
    guint n = ratings->engines;
    g_autofree double *step = g_new(double, n), *trial = g_new(double, n);
    memset(theta, 0, sizeof(double) * n);
    for (guint k = 0; k < MAX_STEPS; k++) {
        differentiate(ratings, theta, step, information);
        factorise(information, n);
        solve_factored(information, n, step);
        if (!advance(ratings, theta, step, trial))
            break;
    }
}

/* The sum over the clusters of gradient × gradientᵀ, the prior's two games a cluster each. */
static void scatter(const TabRatings *ratings, const double *theta, double *sum)
{
    guint n = ratings->engines;
    memset(sum, 0, sizeof(double) * n * n);
    for (guint b = 0; b < n; b++) {
        double q = expectation(theta[b]);
        sum[(gsize)b * n + b] += q * q + (1 - q) * (1 - q);
        for (guint a = 0; a < b; a++) {
            const Meetings *meetings = &ratings->meetings[index_of(a, b)];
            double p = expectation(theta[a] - theta[b]), squares = 0;
            for (guint i = 0; i < OUTCOMES; i++) {
                double excess = outcome_points(i) - outcome_games(i) * p;
                squares += meetings->n[i] * excess * excess;
            }
            add_square(sum, n, a, b, squares);
        }
    }
}

/* H⁻¹ M H⁻¹ with the scatter M, given the factor of the information H. */
static void sandwich(const TabRatings *ratings, const double *theta, const double *factor,
                     double *covariance)
{
    guint n = ratings->engines;
    scatter(ratings, theta, covariance);
    for (guint pass = 0; pass < 2; pass++) {
        for (guint i = 0; i < n; i++) /* rows are columns: M is symmetric, then H⁻¹M transposed */
            solve_factored(factor, n, covariance + (gsize)i * n);
        for (guint i = 0; i < n; i++) {
            for (guint j = 0; j < i; j++) {
                double swap = covariance[(gsize)i * n + j];
                covariance[(gsize)i * n + j] = covariance[(gsize)j * n + i];
                covariance[(gsize)j * n + i] = swap;
            }
        }
    }
}

/* Numbers the groups by their least engine. */
static void connect(const TabRatings *ratings, guint *group)
{
    gboolean changed = TRUE;
    for (guint a = 0; a < ratings->engines; a++)
        group[a] = a;
    while (changed) {
        changed = FALSE;
        for (guint b = 0; b < ratings->engines; b++) {
            for (guint a = 0; a < b; a++) {
                if (group[a] == group[b] || !games_between(&ratings->meetings[index_of(a, b)]))
                    continue;
                group[a] = group[b] = MIN(group[a], group[b]);
                changed = TRUE;
            }
        }
    }
}

static const Fit *fit_of(const TabRatings *ratings)
{
    Fit *fit = ratings->fit;
    if (!fit->valid) {
        g_autofree double *information = g_new(double, (gsize)ratings->engines * ratings->engines);
        maximise(ratings, fit->theta, information);
        sandwich(ratings, fit->theta, information, fit->covariance);
        connect(ratings, fit->group);
        fit->valid = TRUE;
    }
    return fit;
}

/* Whether games connect all engines that have any. */
static gboolean is_connected(const TabRatings *ratings, const Fit *fit)
{
    guint first = G_MAXUINT;
    for (guint a = 0; a < ratings->engines; a++) {
        if (!ratings->games[a])
            continue;
        if (first == G_MAXUINT)
            first = fit->group[a];
        if (fit->group[a] != first)
            return FALSE;
    }
    return TRUE;
}

/* The half-width of the difference between `a` and the average of the `rated` engines with games:
 * Var(a) − 2 Cov(a, average) + Var(average). */
static double error_to_average(const TabRatings *ratings, const Fit *fit, guint a, guint rated,
                               double variance_of_sum)
{
    const double *row = fit->covariance + (gsize)a * ratings->engines;
    double sum = 0;
    for (guint b = 0; b < ratings->engines; b++)
        sum += ratings->games[b] ? row[b] : 0;
    double variance = row[a] - 2 * sum / rated + variance_of_sum / rated / rated;
    return TAB_Z95 * ELO * sqrt(MAX(variance, 0));
}

void tab_ratings_compute(const TabRatings *ratings, TabRating *out)
{
    const Fit *fit = fit_of(ratings);
    guint n = ratings->engines, rated = 0;
    double sum = 0, variance_of_sum = 0;
    for (guint a = 0; a < n; a++) {
        if (!ratings->games[a])
            continue;
        rated++;
        sum += fit->theta[a];
        for (guint b = 0; b < n; b++)
            variance_of_sum += ratings->games[b] ? fit->covariance[(gsize)a * n + b] : 0;
    }
    gboolean connected = is_connected(ratings, fit);
    for (guint a = 0; a < n; a++) {
        gboolean known = ratings->games[a] > 0;
        out[a] = (TabRating){
            .elo = known ? ELO * (fit->theta[a] - sum / rated) : 0,
            .error = known && connected ? error_to_average(ratings, fit, a, rated, variance_of_sum)
                                        : INFINITY,
            .games = ratings->games[a],
            .points = ratings->points[a],
        };
    }
}

double tab_ratings_difference_error(const TabRatings *ratings, guint a, guint b)
{
    g_return_val_if_fail(a < ratings->engines && b < ratings->engines, NAN);
    const Fit *fit = fit_of(ratings);
    gsize n = ratings->engines;
    const double *covariance = fit->covariance;
    if (a == b)
        return 0;
    if (fit->group[a] != fit->group[b])
        return INFINITY;
    double variance = covariance[a * n + a] + covariance[b * n + b] - 2 * covariance[a * n + b];
    return TAB_Z95 * ELO * sqrt(MAX(variance, 0));
}
