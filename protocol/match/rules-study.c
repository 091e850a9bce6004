// SPDX-License-Identifier: GPL-3.0-or-later
// Adds games to what they show of their rules.
#include "protocol/match/rules-study.h"

#include <string.h>

#include "protocol/game/census.h"
#include "protocol/game/record-text.h"

#define PAIR 2 /* games with the same sticks */

TabRulesStudy *tab_rules_study_new(void)
{
    TabRulesStudy *study = g_new0(TabRulesStudy, 1);
    study->lengths = g_array_new(FALSE, FALSE, sizeof(double));
    return study;
}

void tab_rules_study_free(TabRulesStudy *study)
{
    g_array_unref(study->lengths);
    g_free(study);
}

gboolean tab_rules_study_add(TabRulesStudy *study, const TabGameResult *result, GError **error)
{
    g_autoptr(TabRecordReader) reader =
        tab_record_reader_new(result->record, strlen(result->record));
    g_autoptr(TabRecord) record = tab_record_reader_next(reader, error);
    if (!record)
        return FALSE;
    TabCensus census = tab_census_take(record);
    double turns = result->turns;
    study->games++;
    tab_tally_add_game(&study->first, tab_game_result_points(result, result->first));
    study->draws += result->result == TAB_RECORD_DRAWN;
    study->cut_off += result->termination == TAB_RECORD_TURN_LIMIT;
    study->stalled += result->termination == TAB_RECORD_NO_PROGRESS;
    tab_moments_add(&study->turns, turns);
    g_array_append_val(study->lengths, turns);
    tab_moments_add(&study->taken, census.taken[TAB_WHITE] + census.taken[TAB_BLACK]);
    tab_moments_add(&study->arrived, census.arrived[TAB_WHITE] + census.arrived[TAB_BLACK]);
    tab_moments_add(&study->came_home, census.came_home[TAB_WHITE] + census.came_home[TAB_BLACK]);
    return TRUE;
}

TabRulesEnds tab_rules_study_ends(const TabRulesStudy *study)
{
    guint endless = study->cut_off + study->stalled;
    if (!endless)
        return TAB_ENDS_ALWAYS;
    if (endless == study->games)
        return TAB_ENDS_NEVER;
    return endless * 2 < study->games ? TAB_ENDS_MOSTLY : TAB_ENDS_SELDOM;
}

const char *tab_rules_ends_text(TabRulesEnds ends)
{
    static const char *const texts[] = {"always", "mostly", "seldom", "never"};
    return texts[ends];
}

TabShare tab_rules_study_share(const TabRulesStudy *study, guint games)
{
    TabScore score = {.wins = games, .losses = study->games - games};
    return (TabShare){tab_score_rate(&score), tab_score_half_width(&score)};
}

static gint compare_lengths(gconstpointer a, gconstpointer b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

TabQuantile tab_rules_study_length(const TabRulesStudy *study, double share)
{
    g_autoptr(GArray) sorted = g_array_copy(study->lengths);
    g_array_sort(sorted, compare_lengths);
    return tab_sample_quantile(sorted, share);
}

guint tab_rules_study_longest(const TabRulesStudy *study)
{
    double longest = 0;
    for (guint i = 0; i < study->lengths->len; i++)
        longest = MAX(longest, g_array_index(study->lengths, double, i));
    return (guint)longest;
}

TabSkillStudy *tab_skill_study_new(const char *const *names, guint games)
{
    static const char *const rules[] = {""};
    TabResultsSetup setup = {.engines = 2,
                             .names = names,
                             .rules = rules,
                             .n_rules = G_N_ELEMENTS(rules),
                             .pairs = TRUE,
                             .total_games = games};
    TabSkillStudy *study = g_new0(TabSkillStudy, 1);
    study->results = tab_results_new(&setup);
    study->judged = g_array_new(FALSE, FALSE, sizeof(TabLuckyGame));
    return study;
}

void tab_skill_study_free(TabSkillStudy *study)
{
    tab_results_free(study->results);
    g_array_unref(study->judged);
    g_free(study);
}

void tab_skill_study_add(TabSkillStudy *study, const TabGameResult *result, guint set)
{
    TabSide side = result->engine[TAB_WHITE] == 0 ? TAB_WHITE : TAB_BLACK;
    tab_results_add(study->results, result, set);
    TabLuckyGame game = {tab_game_result_points(result, side),
                         side == TAB_WHITE ? result->luck : -result->luck};
    if (result->has_luck)
        g_array_append_val(study->judged, game);
}

TabEstimate tab_skill_study_luck(const TabSkillStudy *study)
{
    /* a game that could not be judged would shift all pairs behind it */
    gboolean whole = study->judged->len == study->results->match.games;
    return tab_sample_luck_share(study->judged, whole ? PAIR : 1);
}
