// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the same rows in three ways.
#include "protocol/report/rating-report.h"

#include <json-glib/json-glib.h>
#include <math.h>

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

static void add_number(JsonObject *object, const char *name, double number)
{
    g_autofree char *text = tab_plain_text_number(number, DECIMALS);
    if (isfinite(number))
        json_object_set_double_member(object, name, g_ascii_strtod(text, NULL));
    else
        json_object_set_null_member(object, name);
}

/* `bound` tells where a level lies that is beyond all that were asked, as the other forms do. */
static void add_level(JsonObject *object, const TabRatingMethod *method, const char *name,
                      const char *bound, double level)
{
    g_autofree char *text = isinf(level) ? tab_rating_level_text(method, level) : NULL;
    add_number(object, name, level);
    json_object_set_string_member(object, bound, text); /* NULL: null */
}

static void add_loss(JsonObject *object, const TabMoments *loss)
{
    add_number(object, "loss", loss->n ? loss->mean : NAN);
    add_number(object, "se", tab_moments_se(loss));
}

static JsonObject *make_object(const TabRatingMethod *method, const TabRatingRow *row)
{
    JsonObject *object = json_object_new();
    JsonArray *levels = json_array_new();
    json_object_set_string_member(object, "player", row->player->player);
    json_object_set_string_member(object, "rules", row->player->rules);
    json_object_set_int_member(object, "games", row->player->games);
    json_object_set_int_member(object, "decisions", row->player->seen);
    json_object_set_int_member(object, "asked", (gint64)row->played.n);
    add_loss(object, &row->played);
    add_level(object, method, "level", "bound", row->rating.level);
    add_level(object, method, "low", "low_bound", row->rating.low);
    add_level(object, method, "high", "high_bound", row->rating.high);
    for (guint k = 0; k < method->levels; k++) {
        JsonObject *level = json_object_new();
        json_object_set_int_member(level, "level", method->level[k]);
        add_loss(level, &row->level[k]);
        json_array_add_object_element(levels, level);
    }
    json_object_set_array_member(object, "levels", levels);
    json_object_set_string_member(object, "judge", method->judge);
    json_object_set_string_member(object, "judge_limits", method->judge_limits);
    json_object_set_string_member(object, "level_limits", method->level_limits);
    json_object_set_int_member(object, "seed", (gint64)method->seed);
    return object;
}

static void append_json(GString *text, const TabRatingMethod *method, const TabRatingRow *rows,
                        guint n)
{
    for (const TabRatingRow *row = rows; row < rows + n; row++) {
        JsonNode *node = json_node_init_object(json_node_alloc(), NULL);
        json_node_take_object(node, make_object(method, row));
        g_autofree char *line = json_to_string(node, FALSE);
        g_string_append_printf(text, "%s\n", line);
        json_node_unref(node);
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
