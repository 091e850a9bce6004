// SPDX-License-Identifier: GPL-3.0-or-later
// One list of figures for CSV and JSON, and tables for people.
#include "protocol/report/rules-study-report.h"

#include <math.h>

#include "protocol/text/json.h"
#include "protocol/text/plain-text.h"

#define DECIMALS 6 /* of CSV */

TabStudiedRules *tab_studied_rules_new(char *rules)
{
    TabStudiedRules *studied = g_new0(TabStudiedRules, 1);
    studied->rules = rules;
    studied->study = tab_rules_study_new();
    studied->skills = g_ptr_array_new_with_free_func((GDestroyNotify)tab_skill_study_free);
    return studied;
}

void tab_studied_rules_free(TabStudiedRules *studied)
{
    g_free(studied->rules);
    tab_rules_study_free(studied->study);
    g_ptr_array_unref(studied->skills);
    g_free(studied);
}

/* Figures by name, in the order of the columns. */

typedef struct {
    const char *name;
    double number; /* not finite: not known */
    guint decimals;
} Figure;

static void add_figure(GArray *figures, const char *name, double number, guint decimals)
{
    Figure figure = {g_intern_string(name), number, decimals};
    g_array_append_val(figures, figure);
}

static void add_count(GArray *figures, const char *name, guint count)
{
    add_figure(figures, name, count, 0);
}

static void add_error(GArray *figures, const char *name, const char *after, double number)
{
    g_autofree char *whole = g_strconcat(name, after, NULL);
    add_figure(figures, whole, number, DECIMALS);
}

static void add_mean(GArray *figures, const char *name, const TabMoments *moments)
{
    add_figure(figures, name, moments->n ? moments->mean : NAN, DECIMALS);
    add_error(figures, name, "_error", TAB_Z95 * tab_moments_se(moments));
}

static void add_quantile(GArray *figures, const char *name, TabQuantile quantile)
{
    add_figure(figures, name, quantile.value, DECIMALS);
    add_error(figures, name, "_low", quantile.low);
    add_error(figures, name, "_high", quantile.high);
}

static void add_share(GArray *figures, const char *name, const TabRulesStudy *study, guint games)
{
    TabShare share = tab_rules_study_share(study, games);
    add_figure(figures, name, share.rate, DECIMALS);
    add_error(figures, name, "_error", share.half_width);
}

/* Of the games between equals. */
static GArray *list_figures(const TabRulesStudy *study)
{
    GArray *figures = g_array_new(FALSE, FALSE, sizeof(Figure));
    add_count(figures, "games", study->games);
    add_mean(figures, "turns", &study->turns);
    add_quantile(figures, "turns_5", tab_rules_study_length(study, 0.05));
    add_quantile(figures, "turns_25", tab_rules_study_length(study, 0.25));
    add_quantile(figures, "turns_median", tab_rules_study_length(study, 0.5));
    add_quantile(figures, "turns_75", tab_rules_study_length(study, 0.75));
    add_quantile(figures, "turns_95", tab_rules_study_length(study, 0.95));
    add_figure(figures, "turns_longest", tab_rules_study_longest(study), 0);
    add_count(figures, "cut_off", study->cut_off);
    add_count(figures, "stalled", study->stalled);
    add_share(figures, "not_ended", study, study->cut_off + study->stalled);
    add_figure(figures, "first", tab_tally_rate(&study->first), DECIMALS);
    add_figure(figures, "first_error", tab_tally_half_width(&study->first), DECIMALS);
    add_count(figures, "draws", study->draws);
    add_share(figures, "drawn", study, study->draws);
    add_mean(figures, "taken", &study->taken);
    add_mean(figures, "arrived", &study->arrived);
    add_mean(figures, "came_home", &study->came_home);
    return figures;
}

/* Of the games between two levels; without them (NULL) none is known. */
static GArray *list_skill_figures(const TabSkillStudy *skill)
{
    GArray *figures = g_array_new(FALSE, FALSE, sizeof(Figure));
    TabTally tally = skill ? skill->results->engine[0].tally : (TabTally){0};
    TabLuckFigures luck = {.adjusted = {NAN, NAN}};
    TabEstimate share = skill ? tab_skill_study_luck(skill) : (TabEstimate){NAN, NAN};
    double known = skill ? 1 : NAN;
    TabEloInterval elo = tab_tally_elo(&tally);
    if (skill)
        tab_results_get_luck(skill->results, 0, &luck);
    add_figure(figures, "level_games", known * tab_score_games(&tally.score), 0);
    add_figure(figures, "better", known * tab_tally_rate(&tally), DECIMALS);
    add_figure(figures, "better_error", known * tab_tally_half_width(&tally), DECIMALS);
    add_figure(figures, "better_adjusted", luck.adjusted.mean, DECIMALS);
    add_figure(figures, "better_adjusted_error", TAB_Z95 * luck.adjusted.se, DECIMALS);
    add_figure(figures, "elo", known * elo.elo, DECIMALS);
    add_figure(figures, "elo_low", known * elo.low, DECIMALS);
    add_figure(figures, "elo_high", known * elo.high, DECIMALS);
    add_figure(figures, "luck_games", known * (skill ? skill->judged->len : 0), 0);
    add_figure(figures, "luck", share.mean, DECIMALS);
    add_figure(figures, "luck_error", TAB_Z95 * share.se, DECIMALS);
    return figures;
}

/* The names of the two levels; NULL where there are none. */
static const char *level_name(const TabSkillStudy *skill, guint engine)
{
    return skill ? skill->results->names[engine] : NULL;
}

/* CSV. */

static void append_names(GString *csv, const GArray *figures)
{
    for (guint i = 0; i < figures->len; i++)
        g_string_append_printf(csv, ",%s", g_array_index(figures, Figure, i).name);
}

static void append_numbers(GString *csv, const GArray *figures)
{
    for (guint i = 0; i < figures->len; i++) {
        const Figure *figure = &g_array_index(figures, Figure, i);
        g_string_append_c(csv, ',');
        if (isfinite(figure->number))
            tab_plain_text_append_number(csv, figure->number, figure->decimals, FALSE);
    }
}

static void append_field(GString *csv, const char *field)
{
    g_string_append_c(csv, ',');
    tab_plain_text_append_csv(csv, field);
}

static void append_head(GString *csv, const TabStudiedRules *studied)
{
    g_autoptr(GArray) figures = list_figures(studied->study);
    g_autoptr(GArray) skill = list_skill_figures(NULL);
    g_string_append(csv, "rules,ends");
    append_names(csv, figures);
    g_string_append(csv, ",better_level,worse_level");
    append_names(csv, skill);
    g_string_append(csv, ",seed,max_turns,engine,engine_spec,limits,program\n");
}

static void append_line(GString *csv, const TabStudyMethod *method, const TabStudiedRules *studied,
                        const TabSkillStudy *skill)
{
    g_autoptr(GArray) figures = list_figures(studied->study);
    g_autoptr(GArray) skills = list_skill_figures(skill);
    tab_plain_text_append_csv(csv, studied->rules);
    append_field(csv, tab_rules_ends_text(tab_rules_study_ends(studied->study)));
    append_numbers(csv, figures);
    append_field(csv, level_name(skill, 0));
    append_field(csv, level_name(skill, 1));
    append_numbers(csv, skills);
    g_string_append_printf(csv, ",%" G_GUINT64_FORMAT ",%u", method->seed, method->max_turns);
    append_field(csv, method->engine);
    append_field(csv, method->spec);
    append_field(csv, method->limits);
    g_string_append(csv, ",tab-match " TAB_VERSION "\n");
}

char *tab_study_report_to_csv(const TabStudyReport *report)
{
    GString *csv = g_string_new(NULL);
    append_head(csv, report->rules->pdata[0]);
    for (guint i = 0; i < report->rules->len; i++) {
        const TabStudiedRules *studied = report->rules->pdata[i];
        for (guint k = 0; k < MAX(studied->skills->len, 1); k++)
            append_line(csv, &report->method, studied,
                        studied->skills->len ? studied->skills->pdata[k] : NULL);
    }
    return g_string_free(csv, FALSE);
}

/* JSON. */

static void put_figures(JsonBuilder *builder, const GArray *figures)
{
    for (guint i = 0; i < figures->len; i++) {
        const Figure *figure = &g_array_index(figures, Figure, i);
        if (figure->decimals || !isfinite(figure->number))
            tab_json_put_number(builder, figure->name, figure->number);
        else
            tab_json_put_count(builder, figure->name, (guint64)figure->number);
    }
}

static void end_line(JsonBuilder *builder, GString *lines)
{
    json_builder_end_object(builder);
    tab_json_append_line(lines, builder);
}

static void append_method(GString *lines, const TabStudyReport *report)
{
    const TabStudyMethod *method = &report->method;
    g_autoptr(JsonBuilder) builder = json_builder_new();
    g_auto(GStrv) sentences = tab_study_report_sentences(report);
    g_autofree char *text = g_strjoinv(" ", sentences);
    g_autofree char *seed = g_strdup_printf("%" G_GUINT64_FORMAT, method->seed);
    json_builder_begin_object(builder);
    tab_json_put_text(builder, "format", "tab-match-study-rules");
    tab_json_put_count(builder, "version", 1);
    tab_json_put_text(builder, "program", "tab-match " TAB_VERSION);
    tab_json_put_text(builder, "method", text);
    tab_json_put_text(builder, "seed", seed); /* a number of JSON does not hold all of them */
    tab_json_put_count(builder, "max_turns", method->max_turns);
    tab_json_put_text(builder, "engine", method->engine);
    tab_json_put_text(builder, "engine_spec", method->spec);
    tab_json_put_text(builder, "limits", method->limits);
    tab_json_begin_array(builder, "left_out");
    for (guint i = 0; i < report->left_out->len; i++)
        json_builder_add_string_value(builder, report->left_out->pdata[i]);
    json_builder_end_array(builder);
    end_line(builder, lines);
}

static void append_rules(GString *lines, const TabStudiedRules *studied)
{
    g_autoptr(JsonBuilder) builder = json_builder_new();
    g_autoptr(GArray) figures = list_figures(studied->study);
    json_builder_begin_object(builder);
    tab_json_put_text(builder, "rules", studied->rules);
    tab_json_put_text(builder, "ends", tab_rules_ends_text(tab_rules_study_ends(studied->study)));
    put_figures(builder, figures);
    tab_json_begin_array(builder, "levels");
    for (guint i = 0; i < studied->skills->len; i++) {
        const TabSkillStudy *skill = studied->skills->pdata[i];
        g_autoptr(GArray) skills = list_skill_figures(skill);
        json_builder_begin_object(builder);
        tab_json_put_text(builder, "better_level", level_name(skill, 0));
        tab_json_put_text(builder, "worse_level", level_name(skill, 1));
        put_figures(builder, skills);
        json_builder_end_object(builder);
    }
    json_builder_end_array(builder);
    end_line(builder, lines);
}

char *tab_study_report_to_json(const TabStudyReport *report)
{
    GString *lines = g_string_new(NULL);
    append_method(lines, report);
    for (guint i = 0; i < report->rules->len; i++)
        append_rules(lines, report->rules->pdata[i]);
    return g_string_free(lines, FALSE);
}

/* For people. */

GStrv tab_study_report_sentences(const TabStudyReport *report)
{
    const TabStudyMethod *method = &report->method;
    const TabStudiedRules *first = report->rules->pdata[0];
    g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
    g_autofree char *played = g_strdup_printf(
        "Of each ruleset %u games were played between equals, each with sticks of its own%s.",
        method->games,
        first->skills->len ? ", and as many between two levels, in pairs with the same sticks and "
                             "the seats exchanged"
                           : "");
    g_autofree char *engine = g_strdup_printf(
        "Engine: %s (%s), %s; seed %" G_GUINT64_FORMAT "; a game is cut off, and drawn, after %u "
        "turns.",
        method->engine, method->spec, method->limits, method->seed, method->max_turns);
    g_strv_builder_add(builder, played);
    g_strv_builder_add(builder, engine);
    if (method->judged)
        g_strv_builder_add(builder, "The same engine judges luck in the games between levels.");
    g_strv_builder_add(builder, "±, and \"a to b\" behind a number, are 95 % intervals.");
    return g_strv_builder_end(builder);
}

static void append_end(GString *text, double end)
{
    if (isfinite(end))
        g_string_append_printf(text, "%.0f", end); /* one of the lengths */
    else
        g_string_append(text, "…");
}

static char *quantile_text(TabQuantile quantile)
{
    GString *text = g_string_new(NULL);
    tab_plain_text_append_number(text, quantile.value, 1, FALSE);
    g_string_append(text, " (");
    append_end(text, quantile.low);
    g_string_append(text, " to ");
    append_end(text, quantile.high);
    g_string_append_c(text, ')');
    return g_string_free(text, FALSE);
}

/* "3.20 ±0.41": of numbers, not of shares. */
static char *mean_text(const TabMoments *moments, guint decimals)
{
    GString *text = g_string_new(NULL);
    double error = TAB_Z95 * tab_moments_se(moments);
    tab_plain_text_append_number(text, moments->mean, decimals, FALSE);
    if (isfinite(error)) {
        g_string_append(text, " ±");
        tab_plain_text_append_number(text, error, decimals, FALSE);
    }
    return g_string_free(text, FALSE);
}

static char *share_text(const TabRulesStudy *study, guint games)
{
    TabShare share = tab_rules_study_share(study, games);
    return tab_plain_text_rate(share.rate, share.half_width);
}

static char *estimate_text(TabEstimate estimate)
{
    return isnan(estimate.mean) ? g_strdup("") : tab_estimate_to_string(estimate);
}

/* Takes the text of the next cell over. */
static void take(TabStudyTable *table, char *text)
{
    g_ptr_array_add(table->cells, text);
}

static void add_lengths(TabStudyTable *table, const TabStudiedRules *studied, gboolean judged)
{
    const TabRulesStudy *study = studied->study;
    take(table, tab_plain_text(studied->rules));
    take(table, g_strdup(tab_rules_ends_text(tab_rules_study_ends(study))));
    take(table, share_text(study, study->cut_off + study->stalled));
    take(table, g_strdup_printf("%u", study->games));
    take(table, mean_text(&study->turns, 1));
    take(table, quantile_text(tab_rules_study_length(study, 0.5)));
    take(table, quantile_text(tab_rules_study_length(study, 0.95)));
    take(table, g_strdup_printf("%u", tab_rules_study_longest(study)));
}

static void add_board(TabStudyTable *table, const TabStudiedRules *studied, gboolean judged)
{
    const TabRulesStudy *study = studied->study;
    take(table, tab_plain_text(studied->rules));
    take(table, tab_tally_to_string(&study->first));
    take(table, share_text(study, study->draws));
    take(table, mean_text(&study->taken, 2));
    take(table, mean_text(&study->arrived, 2));
    take(table, mean_text(&study->came_home, 2));
}

static void add_skills(TabStudyTable *table, const TabStudiedRules *studied, gboolean judged)
{
    for (guint i = 0; i < studied->skills->len; i++) {
        const TabSkillStudy *skill = studied->skills->pdata[i];
        const TabTally *tally = &skill->results->engine[0].tally;
        TabEloInterval elo = tab_tally_elo(tally);
        TabLuckFigures luck = {.adjusted = {NAN, NAN}};
        tab_results_get_luck(skill->results, 0, &luck);
        take(table, tab_plain_text(studied->rules));
        take(table, g_strdup(level_name(skill, 0)));
        take(table, g_strdup(level_name(skill, 1)));
        take(table, g_strdup_printf("%u", tab_score_games(&tally->score)));
        take(table, tab_tally_to_string(tally));
        take(table, tab_elo_interval_to_string(&elo));
        if (!judged)
            continue;
        take(table, estimate_text(luck.adjusted));
        take(table, estimate_text(tab_skill_study_luck(skill)));
    }
}

static const char *const length_heads[] = {"rules",  "ends",        "not ended", "games", "turns",
                                           "median", "95 % within", "longest",   NULL};
static const char *const board_heads[] = {"rules",   "who begins", "drawn", "taken",
                                          "arrived", "came home",  NULL};
static const char *const skill_heads[] = {
    "rules", "better", "worse", "games", "score", "Elo", "without luck", "share of luck", NULL};
#define OF_LUCK 2 /* the last of these columns, where luck was judged */

static const struct {
    const char *title, *text;
    const char *const *heads;
    guint left;
    guint of_luck; /* columns */
    void (*add)(TabStudyTable *table, const TabStudiedRules *studied, gboolean judged);
} tables[] = {
    {"Length of games", "How many did not end as the rules want it, and turns of a game.",
     length_heads, 2, 0, add_lengths},
    {"On the board",
     "Points of who begins, draws, and pieces a game of both sides together: enemies taken, own "
     "ones that arrived at the enemy's home row, and that came home to their own.",
     board_heads, 1, 0, add_board},
    {"Skill and luck",
     "Score of the better level; where luck was judged the same without luck, and the share of the "
     "variance of results that luck explains.",
     skill_heads, 3, OF_LUCK, add_skills},
};

static void free_table(gpointer data)
{
    TabStudyTable *table = data;
    g_free(table->heads);
    g_ptr_array_unref(table->cells);
    g_free(table);
}

GPtrArray *tab_study_report_list_tables(const TabStudyReport *report)
{
    gboolean judged = report->method.judged;
    GPtrArray *list = g_ptr_array_new_with_free_func(free_table);
    for (guint i = 0; i < G_N_ELEMENTS(tables); i++) {
        TabStudyTable *table = g_new0(TabStudyTable, 1);
        table->title = tables[i].title;
        table->text = tables[i].text;
        table->columns = g_strv_length((GStrv)tables[i].heads) - (judged ? 0 : tables[i].of_luck);
        table->heads = g_new0(const char *, table->columns + 1);
        for (guint k = 0; k < table->columns; k++)
            table->heads[k] = tables[i].heads[k];
        table->left = tables[i].left;
        table->cells = g_ptr_array_new_with_free_func(g_free);
        for (guint k = 0; k < report->rules->len; k++)
            tables[i].add(table, report->rules->pdata[k], judged);
        if (table->cells->len)
            g_ptr_array_add(list, table);
        else
            free_table(table);
    }
    return list;
}

static void append_table(GString *text, const TabStudyTable *table)
{
    g_autoptr(TabTextTable) aligned = tab_text_table_new(table->columns, table->left);
    for (guint i = 0; i < table->columns; i++)
        tab_text_table_take(aligned, g_strdup(table->heads[i]));
    for (guint i = 0; i < table->cells->len; i++)
        tab_text_table_take(aligned, g_strdup(table->cells->pdata[i]));
    g_string_append_c(text, '\n');
    tab_text_table_append(aligned, text);
}

char *tab_study_report_to_text(const TabStudyReport *report)
{
    GString *text = g_string_new(NULL);
    g_auto(GStrv) sentences = tab_study_report_sentences(report);
    g_autoptr(GPtrArray) list = tab_study_report_list_tables(report);
    for (GStrv sentence = sentences; *sentence; sentence++)
        g_string_append_printf(text, "%s\n", *sentence);
    for (guint i = 0; i < report->left_out->len; i++)
        g_string_append_printf(text, "Left out: %s\n", (char *)report->left_out->pdata[i]);
    for (guint i = 0; i < list->len; i++)
        append_table(text, list->pdata[i]);
    return g_string_free(text, FALSE);
}
