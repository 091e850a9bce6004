// SPDX-License-Identifier: GPL-3.0-or-later
// The sequential probability ratio test: when a match has told enough, and which of two it told.
#pragma once

#include "protocol/statistics/score.h"

/* What elo0 and elo1 are. Logistic: the Elo difference of the score. Normalized: that which as many
 * games tell as surely whatever the draws and pairs, t = (score − ½)/σ of a game times 800/ln 10
 * (Van den Bergh, "Normalized Elo"; the unit of fishtest). */
typedef enum { TAB_SPRT_LOGISTIC, TAB_SPRT_NORMALIZED } TabSprtModel;

/* H0: the difference is elo0 (or less); H1: it is elo1 (or more); elo0 < elo1. alpha: the chance to
 * accept H1 when H0 holds; beta: that to accept H0 when H1 holds. */
typedef struct {
    double elo0, elo1, alpha, beta;
    TabSprtModel model;
} TabSprt;

typedef enum { TAB_SPRT_UNDECIDED, TAB_SPRT_H0, TAB_SPRT_H1 } TabSprtVerdict;

/* Reads "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic" (or `normalized`), in any order; a
 * space may stand for a comma. elo0 and elo1 are needed, −500 ≤ elo0 < elo1 ≤ 500; alpha and beta
 * lie between 0 and 0.5 and are 0.05 if left out, the model is logistic then. The error
 * (G_OPTION_ERROR_BAD_VALUE) names the offender, and `sprt` is untouched. */
gboolean tab_sprt_parse(TabSprt *sprt, const char *text, GError **error);
/* All of it, as "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic"; parses back to the same
 * numbers. Free with g_free. */
char *tab_sprt_to_string(const TabSprt *sprt);

/* Wald's bounds of the log-likelihood ratio: log(beta/(1−alpha)), at or below which H0 is accepted,
 * and log((1−beta)/alpha), at or above which H1 is. */
void tab_sprt_bounds(const TabSprt *sprt, double *lower, double *upper);

/* The log-likelihood ratio of H1 to H0 after these pairs, always finite; 0 without pairs. The
 * generalised test for five outcomes: of all chances of the outcomes that fit a hypothesis those
 * count under which the pairs were likeliest (Van den Bergh, "A practical introduction to the
 * GSPRT"). As in fishtest an outcome that never came counts as 1/1000 pair. */
double tab_sprt_llr(const TabSprt *sprt, const TabPairScore *pairs);
/* The same from single games, three outcomes, for matches without pairs. */
double tab_sprt_llr_games(const TabSprt *sprt, const TabScore *score);

/* What the ratio says by these bounds. */
TabSprtVerdict tab_sprt_verdict(const TabSprt *sprt, double llr);
