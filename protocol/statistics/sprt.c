// SPDX-License-Identifier: GPL-3.0-or-later
// The likelihood ratio by maximum likelihood under each hypothesis, and the text of a test.
#include "protocol/statistics/sprt.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "protocol/statistics/score.h"
#include "protocol/text/keywords.h"

#define MAX_OUTCOMES 5
#define MAX_ELO 500
#define UNSEEN 1e-3        /* what an outcome counts that never came */
#define SCAN_STEPS 32      /* in looking for local maxima under a t value */
#define MAX_ITERATIONS 200 /* of a search for a root; a few dozen are needed at most */

/* What was observed: the points of a pair or game less those of a draw, from −½ to ½, in equal
 * steps, and the share of each. */
typedef struct {
    guint n;
    double value[MAX_OUTCOMES], share[MAX_OUTCOMES], total;
} Outcomes;

static Outcomes observe(const double *counts, guint n)
{
    Outcomes outcomes = {.n = n};
    for (guint i = 0; i < n; i++)
        outcomes.total += counts[i] > 0 ? counts[i] : UNSEEN;
    for (guint i = 0; i < n; i++) {
        outcomes.value[i] = (double)i / (n - 1) - 0.5;
        outcomes.share[i] = (counts[i] > 0 ? counts[i] : UNSEEN) / outcomes.total;
    }
    return outcomes;
}

/* Of all distributions with expectation 0 of `moment` fills in that under which the outcomes were
 * likeliest: share / (1 + x moment), with the x that makes the expectation 0 (Lagrange). Moments of
 * both signs are needed. No chance exceeds 1, which keeps x off the poles. */
static void fit_moment(const Outcomes *outcomes, const double *moment, double *chance)
{
    double low = -INFINITY, high = INFINITY, x = 0;
    for (guint i = 0; i < outcomes->n; i++) {
        double end = (outcomes->share[i] - 1) / moment[i];
        if (moment[i] > 0)
            low = MAX(low, end);
        else if (moment[i] < 0)
            high = MIN(high, end);
    }
    for (guint k = 0; k < MAX_ITERATIONS && high > low; k++) {
        double sum = 0, slope = 0;
        for (guint i = 0; i < outcomes->n; i++) {
            double ratio = moment[i] / (1 + x * moment[i]);
            sum += outcomes->share[i] * ratio;
            slope -= outcomes->share[i] * ratio * ratio;
        }
        *(sum > 0 ? &low : &high) = x;
        double next = x - sum / slope; /* Newton's step, or a half of what is left */
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - x) <= 1e-15 * fabs(x))
            break;
        x = next;
    }
    for (guint i = 0; i < outcomes->n; i++)
        chance[i] = outcomes->share[i] / (1 + x * moment[i]);
}

/* The likeliest distribution with this mean. */
static void fit_mean(const Outcomes *outcomes, double mean, double *chance)
{
    double moment[MAX_OUTCOMES] = {0};
    for (guint i = 0; i < outcomes->n; i++)
        moment[i] = outcomes->value[i] - mean;
    fit_moment(outcomes, moment, chance);
}

/* Where a distribution of mean d and mean / deviation = t > 0 could be likeliest the derivatives
 * of the Lagrange function leave share / (1 + x (v² − 2κdv + κd²)), κ = 1 + 1/t². Fills that in
 * and returns how much its mean exceeds d: 0 where the t value is met. */
static double fit_t_at(const Outcomes *outcomes, double t, double d, double *chance)
{
    double moment[MAX_OUTCOMES] = {0}, twice = 2 * (d + d / t / t), excess = -d;
    for (guint i = 0; i < outcomes->n; i++) {
        double v = outcomes->value[i];
        moment[i] = v * v / twice - v + d / 2;
    }
    fit_moment(outcomes, moment, chance);
    for (guint i = 0; i < outcomes->n; i++)
        excess += chance[i] * outcomes->value[i];
    return excess;
}

static double log_likelihood_of(const Outcomes *outcomes, const double *chance)
{
    double sum = 0;
    for (guint i = 0; i < outcomes->n; i++)
        sum += outcomes->share[i] * log(chance[i]);
    return sum;
}

/* The root of fit_t_at() between two means where the excess has opposite signs: regula falsi that
 * halves the weight of an end that stays (Illinois). */
static void refine(const Outcomes *outcomes, double t, double a, double excess_a, double b,
                   double excess_b, double *chance)
{
    for (guint k = 0; k < MAX_ITERATIONS; k++) {
        double d = (a * excess_b - b * excess_a) / (excess_b - excess_a);
        double excess = fit_t_at(outcomes, t, d, chance);
        if (fabs(excess) <= 1e-15 || fabs(b - a) <= 1e-15 * fabs(b))
            return;
        if ((excess > 0) != (excess_b > 0)) {
            a = b;
            excess_a = excess_b;
        } else {
            excess_a /= 2;
        }
        b = d;
        excess_b = excess;
    }
}

/* The likeliest distribution with mean / deviation = t > 0. The t value is no linear function of
 * the chances, so there may be several local maxima (many drawn pairs and few others): each root
 * counts, the best wins. Outside the means searched the moments have one sign or the deviation
 * would exceed ½. At the lower end the excess is positive, at the upper end negative. */
static void fit_positive_t(const Outcomes *outcomes, double t, double *chance)
{
    double kappa = 1 + 1 / (t * t), spread = sqrt(kappa * (kappa - 1));
    double low = outcomes->value[outcomes->n / 2 + 1] / (kappa + spread);
    double high = MIN(0.5 * (kappa + spread) / kappa, 0.5 * t);
    double ratio = pow(high / low, 1.0 / SCAN_STEPS), best = -INFINITY;
    double before = low, excess_before = outcomes->value[outcomes->n / 2 + 1] - low;
    for (guint k = 1; k <= SCAN_STEPS; k++) {
        double trial[MAX_OUTCOMES], d = k < SCAN_STEPS ? before * ratio : high;
        double excess = k < SCAN_STEPS ? fit_t_at(outcomes, t, d, trial) : -high;
        if ((excess > 0) != (excess_before > 0)) {
            refine(outcomes, t, before, excess_before, d, excess, trial);
            double value = log_likelihood_of(outcomes, trial);
            if (value > best) {
                best = value;
                memcpy(chance, trial, sizeof trial);
            }
        }
        before = d;
        excess_before = excess;
    }
}

static void fit_t(const Outcomes *outcomes, double t, double *chance)
{
    if (fabs(t) < 1e-9) {
        fit_mean(outcomes, 0, chance);
        return;
    }
    Outcomes seen = *outcomes;
    double mirrored[MAX_OUTCOMES];
    guint last = outcomes->n - 1;
    for (guint i = 0; i <= last; i++)
        seen.share[i] = outcomes->share[t > 0 ? i : last - i];
    fit_positive_t(&seen, fabs(t), mirrored);
    for (guint i = 0; i <= last; i++)
        chance[i] = mirrored[t > 0 ? i : last - i];
}

/* The likeliest distribution under a hypothesis. The deviation of the mean of `games` independent
 * games is 1/√games of that of one, so their t value √games times as large. */
static void fit_hypothesis(const TabSprt *sprt, const Outcomes *outcomes, double elo, guint games,
                           double *chance)
{
    if (sprt->model == TAB_SPRT_NORMALIZED)
        fit_t(outcomes, elo * G_LN10 / 800 * sqrt(games), chance);
    else
        fit_mean(outcomes, tab_elo_to_rate(elo) - 0.5, chance);
}

static double llr(const TabSprt *sprt, const double *counts, guint n, guint games)
{
    Outcomes outcomes = observe(counts, n);
    double h0[MAX_OUTCOMES], h1[MAX_OUTCOMES];
    fit_hypothesis(sprt, &outcomes, sprt->elo0, games, h0);
    fit_hypothesis(sprt, &outcomes, sprt->elo1, games, h1);
    return outcomes.total * (log_likelihood_of(&outcomes, h1) - log_likelihood_of(&outcomes, h0));
}

double tab_sprt_llr(const TabSprt *sprt, const TabPairScore *pairs)
{
    const guint *n = pairs->n;
    if (!tab_pair_score_pairs(pairs))
        return 0;
    return llr(sprt, (const double[5]){n[0], n[1], n[2], n[3], n[4]}, 5, 2);
}

double tab_sprt_llr_games(const TabSprt *sprt, const TabScore *score)
{
    if (!tab_score_games(score))
        return 0;
    return llr(sprt, (const double[3]){score->losses, score->draws, score->wins}, 3, 1);
}

void tab_sprt_bounds(const TabSprt *sprt, double *lower, double *upper)
{
    *lower = log(sprt->beta / (1 - sprt->alpha));
    *upper = log((1 - sprt->beta) / sprt->alpha);
}

TabSprtVerdict tab_sprt_verdict(const TabSprt *sprt, double llr_now)
{
    double lower, upper;
    tab_sprt_bounds(sprt, &lower, &upper);
    return llr_now >= upper ? TAB_SPRT_H1 : llr_now <= lower ? TAB_SPRT_H0 : TAB_SPRT_UNDECIDED;
}

static const struct {
    const char *key;
    gsize offset;
    double low, high; /* the ends belong to Elo differences, not to chances */
} numbers[] = {
    {"elo0", offsetof(TabSprt, elo0), -MAX_ELO, MAX_ELO},
    {"elo1", offsetof(TabSprt, elo1), -MAX_ELO, MAX_ELO},
    {"alpha", offsetof(TabSprt, alpha), 0, 0.5},
    {"beta", offsetof(TabSprt, beta), 0, 0.5},
};
static const char *const models[] = {"logistic", "normalized", NULL};

static double *number_in(TabSprt *sprt, guint row)
{
    return (double *)((char *)sprt + numbers[row].offset);
}

/* Reads a number if it is there. */
static gboolean parse_row(TabSprt *sprt, guint row, const TabKeywords *keywords, GError **error)
{
    const char *key = numbers[row].key;
    double low = numbers[row].low, high = numbers[row].high, *number = number_in(sprt, row);
    if (!tab_keywords_get_number(keywords, key, low, high, number, error))
        return FALSE;
    if (low < 0 || (*number > low && *number < high))
        return TRUE;
    return tab_keywords_refuse(keywords, error, "%s=%s does not lie between 0 and 0.5", key,
                               tab_keywords_get(keywords, key));
}

gboolean tab_sprt_parse(TabSprt *sprt, const char *text, GError **error)
{
    static const TabKeywordRule rules[] = {{"elo0"}, {"elo1"}, {"alpha"}, {"beta"}, {"model"}, {0}};
    TabSprt parsed = {.alpha = 0.05, .beta = 0.05};
    guint model = TAB_SPRT_LOGISTIC;
    g_autofree char *list = g_strdelimit(g_strdup(text), " ", ',');
    g_autoptr(TabKeywords) keywords = tab_keywords_parse("--sprt", list, rules, error);
    if (!keywords)
        return FALSE;
    for (guint row = 0; row < G_N_ELEMENTS(numbers); row++) {
        if (!parse_row(&parsed, row, keywords, error))
            return FALSE;
    }
    if (!tab_keywords_get_choice(keywords, "model", models, &model, error))
        return FALSE;
    if (!tab_keywords_get(keywords, "elo0") || !tab_keywords_get(keywords, "elo1"))
        return tab_keywords_refuse(keywords, error, "'%s' needs elo0=… and elo1=…", text);
    if (parsed.elo0 >= parsed.elo1)
        return tab_keywords_refuse(keywords, error, "in '%s' elo0 is not below elo1", text);
    parsed.model = (TabSprtModel)model;
    *sprt = parsed;
    return TRUE;
}

/* The shortest number that reads back as the same. */
static void append_exact(GString *text, const char *key, double number)
{
    char buffer[G_ASCII_DTOSTR_BUF_SIZE], format[8];
    int digits = 6; /* with fewer an exponent would come soon */
    do {
        g_snprintf(format, sizeof format, "%%.%dg", digits);
        g_ascii_formatd(buffer, sizeof buffer, format, number);
    } while (g_ascii_strtod(buffer, NULL) != number && ++digits <= 17);
    tab_keywords_append(text, key, NULL, buffer);
}

char *tab_sprt_to_string(const TabSprt *sprt)
{
    TabSprt copy = *sprt;
    GString *text = g_string_new(NULL);
    for (guint row = 0; row < G_N_ELEMENTS(numbers); row++)
        append_exact(text, numbers[row].key, *number_in(&copy, row));
    tab_keywords_append(text, "model", NULL, models[sprt->model]);
    return g_string_free(text, FALSE);
}
