// SPDX-License-Identifier: GPL-3.0-or-later
// How often each throw has fallen in a game, and whether that is what the sticks should give.
#include "gui/model/stick-statistics.h"

#include <math.h>
#include <string.h>

void tab_stick_counts_of_game(TabGameSession *session, TabStickCounts *counts)
{
    const TabGame *game = session->document->live;
    const TabRecord *record = session->document->record;
    *counts = (TabStickCounts){0};
    for (guint i = 0; i < game->opening->len; i++) {
        const TabRecordThrow *thrown = &g_array_index(game->opening, TabRecordThrow, i);
        counts->n[thrown->side][thrown->kind]++;
    }
    for (const TabRecordNode *node = game->node; node->parent; node = node->parent) {
        /* a game may have very many turns: the text of the throws is read, nothing played */
        guint held = node->parent == record->root ? record->start.throws.n : 0;
        const char *end = NULL;
        for (const char *p = node->throws; p && *p; p = end) {
            end = p + 1; /* a comma */
            int kind = tab_cast_kind(&record->rules->cast, p, &end);
            if (kind >= 0 && held)
                held--;
            else if (kind >= 0)
                counts->n[node->side][kind]++;
        }
    }
    TabPhase phase = tab_document_phase(session->document);
    if (phase != TAB_PHASE_THROW && phase != TAB_PHASE_MOVE)
        return;
    const TabSituation *open = &game->turn.situation; /* is no node yet */
    for (guint i = game->node->parent ? 0 : record->start.throws.n; i < open->throws.n; i++)
        counts->n[open->position.side][open->throws.kind[i]]++;
}

guint tab_stick_counts_sum(const TabStickCounts *counts, int side, guint n[TAB_MAX_KINDS])
{
    guint sum = 0;
    for (int t = 0; t < TAB_MAX_KINDS; t++) {
        n[t] = (side != TAB_BLACK ? counts->n[TAB_WHITE][t] : 0) +
               (side != TAB_WHITE ? counts->n[TAB_BLACK][t] : 0);
        sum += n[t];
    }
    return sum;
}

double tab_stick_chi_square_tail(double x, guint freedom)
{
    double half = x / 2, sum, term;
    if (!(x > 0))
        return 1;
    if (freedom % 2 == 0) {
        term = sum = exp(-half);
        for (guint k = 1; k < freedom / 2; k++)
            sum += term *= half / k;
    } else {
        sum = erfc(sqrt(half));
        term = exp(-half) * sqrt(half) / (sqrt(G_PI) / 2); /* half^½ e^-half / Γ(3/2) */
        for (guint k = 1; k <= freedom / 2; k++) {
            sum += term;
            term *= half / (k + 0.5);
        }
    }
    return CLAMP(sum, 0, 1);
}

gboolean tab_stick_counts_sum_kind(const TabStickCounts *counts, TabGameSession *session,
                                   gboolean real, guint n[TAB_MAX_KINDS])
{
    gboolean found = FALSE;
    memset(n, 0, TAB_MAX_KINDS * sizeof *n);
    for (int side = 0; side < 2; side++) {
        if (session->setup->real[side] != (bool)real)
            continue;
        found = TRUE;
        for (int t = 0; t < TAB_MAX_KINDS; t++)
            n[t] += counts->n[side][t];
    }
    return found;
}

void tab_stick_test(const guint n[TAB_MAX_KINDS], const TabSticks *sticks, TabStickTest *test)
{
    gboolean impossible = FALSE;
    *test = (TabStickTest){.firm = TRUE, .p = 1};
    for (int t = 0; t < TAB_MAX_KINDS; t++)
        test->throws += n[t];
    for (int t = 0; t < TAB_MAX_KINDS; t++) {
        double expected = test->expected[t] = test->throws * sticks->p[t];
        if (sticks->p[t] <= 0) {
            impossible |= n[t] > 0;
            continue;
        }
        test->freedom++;
        test->firm &= expected >= 5;
        if (test->throws)
            test->chi_square += (n[t] - expected) * (n[t] - expected) / expected;
    }
    test->freedom -= test->freedom > 0;
    if (impossible)
        test->p = 0;
    else if (test->throws && test->freedom)
        test->p = tab_stick_chi_square_tail(test->chi_square, test->freedom);
}
