// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the same rows in three ways.
#include "protocol/report/rating-report.h"

#include <math.h>

#include "protocol/text/json.h"
#include "protocol/text/plain-text.h"

#define DECIMALS 6
#define LEVEL_DECIMALS 2

char *tab_rating_level_text(const TabRatingMethod *method, double level)
{
    if (isnan(level))
        return NULL;
    if (isinf(level))
        return level < 0 ? g_strdup_printf("<%u", method->level[0])
                         : g_strdup_printf(">%u", method->level[method->levels - 1]);
    return tab_plain_text_number(level, LEVEL_DECIMALS);
}

/* --- CSV --- */

static void append_field(GString *text, char *field)
{
    g_string_append_c(text, ',');
    tab_plain_text_append_csv(text, field);
    g_free(field);
}

static void append_loss(GString *text, const TabMoments *loss)
{
    double se = tab_moments_se(loss);
    append_field(text, loss->n ? tab_plain_text_number(loss->mean, DECIMALS) : NULL);
    append_field(text, isnan(se) ? NULL : tab_plain_text_number(se, DECIMALS));
}

static void append_csv(GString *text, const TabRatingMethod *method, const TabRatingRow *rows,
                       guint n)
{
    g_string_append(text, "player,rules,games,decisions,asked,loss,se,level,low,high");
    for (guint k = 0; k < method->levels; k++)
        g_string_append_printf(text, ",loss_%u,se_%u", method->level[k], method->level[k]);
    g_string_append_c(text, '\n');
    for (const TabRatingRow *row = rows; row < rows + n; row++) {
        tab_plain_text_append_csv(text, row->player->player);
        append_field(text, g_strdup(row->player->rules));
        g_string_append_printf(text, ",%u,%u,%" G_GUINT64_FORMAT, row->player->games,
                               row->player->seen, row->played.n);
        append_loss(text, &row->played);
        append_field(text, tab_rating_level_text(method, row->rating.level));
        append_field(text, tab_rating_level_text(method, row->rating.low));
        append_field(text, tab_rating_level_text(method, row->rating.high));
        for (guint k = 0; k < method->levels; k++)
            append_loss(text, &row->level[k]);
        g_string_append_c(text, '\n');
    }
}

/* --- JSON --- */

static void put_number(JsonBuilder *builder, const char *name, double number)
{
    g_autofree char *text = tab_plain_text_number(number, DECIMALS);
    tab_json_put_number(builder, name, isfinite(number) ? g_ascii_strtod(text, NULL) : NAN);
}

/* `bound` tells where a level lies that is beyond all that were asked, as the other forms do. */
static void put_level(JsonBuilder *builder, const TabRatingMethod *method, const char *name,
                      const char *bound, double level)
{
    g_autofree char *text = isinf(level) ? tab_rating_level_text(method, level) : NULL;
    put_number(builder, name, level);
    tab_json_put_text(builder, bound, text);
}

static void put_loss(JsonBuilder *builder, const TabMoments *loss)
{
    put_number(builder, "loss", loss->n ? loss->mean : NAN);
    put_number(builder, "se", tab_moments_se(loss));
}

static void put_row(JsonBuilder *builder, const TabRatingMethod *method, const TabRatingRow *row)
{
    json_builder_begin_object(builder);
    tab_json_put_text(builder, "player", row->player->player);
    tab_json_put_text(builder, "rules", row->player->rules);
    tab_json_put_count(builder, "games", row->player->games);
    tab_json_put_count(builder, "decisions", row->player->seen);
    tab_json_put_count(builder, "asked", row->played.n);
    put_loss(builder, &row->played);
    put_level(builder, method, "level", "bound", row->rating.level);
    put_level(builder, method, "low", "low_bound", row->rating.low);
    put_level(builder, method, "high", "high_bound", row->rating.high);
    tab_json_begin_array(builder, "levels");
    for (guint k = 0; k < method->levels; k++) {
        json_builder_begin_object(builder);
        tab_json_put_count(builder, "level", method->level[k]);
        put_loss(builder, &row->level[k]);
        json_builder_end_object(builder);
    }
    json_builder_end_array(builder);
    tab_json_put_text(builder, "judge", method->judge);
    tab_json_put_text(builder, "judge_limits", method->judge_limits);
    tab_json_put_text(builder, "level_limits", method->level_limits);
    tab_json_put_count(builder, "seed", method->seed);
    json_builder_end_object(builder);
}

static void append_json(GString *text, const TabRatingMethod *method, const TabRatingRow *rows,
                        guint n)
{
    for (const TabRatingRow *row = rows; row < rows + n; row++) {
        g_autoptr(JsonBuilder) builder = json_builder_new();
        put_row(builder, method, row);
        tab_json_append_line(text, builder);
    }
}

/* --- for people --- */

static char *points(const TabMoments *loss)
{
    double half = 100 * TAB_Z95 * tab_moments_se(loss);
    g_autofree char *mean = tab_plain_text_number(100 * loss->mean, 2);
    if (!loss->n)
        return g_strdup("-");
    if (isnan(half))
        return g_steal_pointer(&mean);
    g_autofree char *error = tab_plain_text_number(half, 2);
    return g_strconcat(mean, " ±", error, NULL);
}

static char *interval(const TabRatingMethod *method, const TabLevelRating *rating)
{
    g_autofree char *low = tab_rating_level_text(method, rating->low);
    g_autofree char *high = tab_rating_level_text(method, rating->high);
    return low && high ? g_strdup_printf("%s to %s", low, high) : g_strdup("-");
}

static void append_text(GString *text, const TabRatingMethod *method, const TabRatingRow *rows,
                        guint n)
{
    g_string_append_printf(
        text, "judge %s (%s), levels by %s, seed %" G_GUINT64_FORMAT ", losses in points\n",
        method->judge, method->judge_limits, method->level_limits, method->seed);
    g_autoptr(TabTextTable) table = tab_text_table_new(7 + method->levels, 2);
    static const char *const heads[] = {"player", "rules", "decisions", "asked",
                                        "loss",   "level", "95 %"};
    for (guint i = 0; i < G_N_ELEMENTS(heads); i++)
        tab_text_table_take(table, g_strdup(heads[i]));
    for (guint k = 0; k < method->levels; k++)
        tab_text_table_take(table, g_strdup_printf("level %u", method->level[k]));
    for (const TabRatingRow *row = rows; row < rows + n; row++) {
        char *level = tab_rating_level_text(method, row->rating.level);
        tab_text_table_take(table, tab_plain_text(row->player->player));
        tab_text_table_take(table, tab_plain_text(row->player->rules));
        tab_text_table_take(table, g_strdup_printf("%u", row->player->seen));
        tab_text_table_take(table, g_strdup_printf("%" G_GUINT64_FORMAT, row->played.n));
        tab_text_table_take(table, points(&row->played));
        tab_text_table_take(table, level ? level : g_strdup("-"));
        tab_text_table_take(table, interval(method, &row->rating));
        for (guint k = 0; k < method->levels; k++)
            tab_text_table_take(table, points(&row->level[k]));
    }
    tab_text_table_append(table, text);
}

void tab_rating_append(GString *text, TabEvaluationFormat format, const TabRatingMethod *method,
                       const TabRatingRow *rows, guint n)
{
    static void (*const append[])(GString *, const TabRatingMethod *, const TabRatingRow *,
                                  guint) = {[TAB_EVALUATION_CSV] = append_csv,
                                            [TAB_EVALUATION_JSON] = append_json,
                                            [TAB_EVALUATION_TEXT] = append_text};
    append[format](text, method, rows, n);
}
