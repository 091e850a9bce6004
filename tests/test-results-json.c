// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON of results: what its schema says, the same numbers when read back, whole files.
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "protocol/text/json.h"
#include "protocol/files/output-file.h"
#include "protocol/report/report.h"
#include "tests/sample-results.h"

static const TabSprt zero_to_ten = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05};
static const char *const settings[] = {"games", "400", "sticks", "p=0.37 \"half-round\"\n", NULL};
static const TabResultsInfo full = {.title = "A title", .settings = settings, .times = TRUE};
static const TabResultsInfo bare = {.times = FALSE};

static const SampleSetup setups[] = {
    {.engines = 2,
     .games = 700,
     .n_rules = 2,
     .pairs = TRUE,
     .luck = TRUE,
     .odd = TRUE,
     .edge = 0.1,
     .seed = 1,
     .sprt = &zero_to_ten},
    {.engines = 4, .games = 300, .n_rules = 1, .luck = TRUE, .seed = 2},
    {.engines = 3, .games = 3, .n_rules = 3, .pairs = TRUE, .odd = TRUE, .seed = 3},
    {.engines = 2, .games = 0, .n_rules = 1},
    {.engines = 2, .games = 2, .n_rules = 1, .edge = 5, .luck = TRUE, .sprt = &zero_to_ten},
};

/* A schema and which of its properties documents have had. */
typedef struct {
    JsonObject *root;
    GHashTable *seen; /* set of JsonNode, the properties' schemas */
    GString *faults;
} Schema;

static void check(Schema *schema, JsonObject *rule, JsonNode *node, const char *where);

static gboolean has_type(JsonNode *node, const char *type)
{
    if (!strcmp(type, "null"))
        return JSON_NODE_HOLDS_NULL(node);
    if (!strcmp(type, "object"))
        return JSON_NODE_HOLDS_OBJECT(node);
    if (!strcmp(type, "array"))
        return JSON_NODE_HOLDS_ARRAY(node);
    GType holds = JSON_NODE_HOLDS_VALUE(node) ? json_node_get_value_type(node) : G_TYPE_INVALID;
    if (!strcmp(type, "string"))
        return holds == G_TYPE_STRING;
    if (!strcmp(type, "boolean"))
        return holds == G_TYPE_BOOLEAN;
    if (!strcmp(type, "integer"))
        return holds == G_TYPE_INT64;
    g_assert_cmpstr(type, ==, "number");
    return holds == G_TYPE_INT64 || holds == G_TYPE_DOUBLE;
}

static gboolean has_any_type(JsonNode *node, JsonNode *types)
{
    if (!JSON_NODE_HOLDS_ARRAY(types))
        return has_type(node, json_node_get_string(types));
    JsonArray *all = json_node_get_array(types);
    for (guint i = 0; i < json_array_get_length(all); i++)
        if (has_type(node, json_array_get_string_element(all, i)))
            return TRUE;
    return FALSE;
}

static void blame(Schema *schema, const char *where, const char *what, const char *name)
{
    g_string_append_printf(schema->faults, "%s: %s %s\n", where, what, name ? name : "");
}

static void check_object(Schema *schema, JsonObject *rule, JsonObject *object, const char *where)
{
    JsonObject *properties = json_object_has_member(rule, "properties")
                                 ? json_object_get_object_member(rule, "properties")
                                 : NULL;
    g_autoptr(GList) names = json_object_get_members(object);
    for (GList *name = names; name; name = name->next) {
        g_autofree char *path = g_strdup_printf("%s.%s", where, (char *)name->data);
        JsonNode *more = json_object_get_member(rule, "additionalProperties");
        JsonNode *member = properties ? json_object_get_member(properties, name->data) : NULL;
        if (member) {
            g_hash_table_add(schema->seen, member);
            check(schema, json_node_get_object(member), json_object_get_member(object, name->data),
                  path);
        } else if (more && JSON_NODE_HOLDS_OBJECT(more)) {
            check(schema, json_node_get_object(more), json_object_get_member(object, name->data),
                  path);
        } else {
            blame(schema, path, "is not in the schema", NULL);
        }
    }
    JsonArray *required = json_object_has_member(rule, "required")
                              ? json_object_get_array_member(rule, "required")
                              : NULL;
    for (guint i = 0; required && i < json_array_get_length(required); i++)
        if (!json_object_has_member(object, json_array_get_string_element(required, i)))
            blame(schema, where, "lacks", json_array_get_string_element(required, i));
}

static void check_array(Schema *schema, JsonObject *rule, JsonArray *array, const char *where)
{
    guint n = json_array_get_length(array);
    if (n < json_object_get_int_member_with_default(rule, "minItems", 0) ||
        n > json_object_get_int_member_with_default(rule, "maxItems", G_MAXUINT))
        blame(schema, where, "has a wrong number of items", NULL);
    if (!json_object_has_member(rule, "items"))
        return;
    for (guint i = 0; i < n; i++)
        check(schema, json_object_get_object_member(rule, "items"),
              json_array_get_element(array, i), where);
}

static void check_number(Schema *schema, JsonObject *rule, double number, const char *where)
{
    if (json_object_has_member(rule, "minimum") &&
        number < json_object_get_double_member(rule, "minimum"))
        blame(schema, where, "is too small", NULL);
    if (json_object_has_member(rule, "maximum") &&
        number > json_object_get_double_member(rule, "maximum"))
        blame(schema, where, "is too large", NULL);
    if (json_object_has_member(rule, "exclusiveMinimum") &&
        number <= json_object_get_double_member(rule, "exclusiveMinimum"))
        blame(schema, where, "is too small", NULL);
}

static gboolean is_in(JsonNode *node, JsonArray *values)
{
    for (guint i = 0; i < json_array_get_length(values); i++)
        if (json_node_equal(node, json_array_get_element(values, i)))
            return TRUE;
    return FALSE;
}

/* One of the alternatives, told apart by null or not. */
static void check_one_of(Schema *schema, JsonArray *rules, JsonNode *node, const char *where)
{
    g_assert_cmpuint(json_array_get_length(rules), ==, 2);
    check(schema, json_array_get_object_element(rules, JSON_NODE_HOLDS_NULL(node) ? 0 : 1), node,
          where);
}

/* As much of JSON Schema as the file uses; anything else in it is a fault of the test. */
static void check(Schema *schema, JsonObject *rule, JsonNode *node, const char *where)
{
    g_autoptr(GList) keys = json_object_get_members(rule);
    static const char *const known[] = {
        "$ref",     "$schema",    "$defs",    "title",    "description", "type",
        "required", "properties", "minItems", "maxItems", "items",       "additionalProperties",
        "minimum",  "maximum",    "const",    "enum",     "oneOf",       "exclusiveMinimum",
        NULL};
    for (GList *key = keys; key; key = key->next)
        g_assert_true(g_strv_contains(known, key->data));
    if (json_object_has_member(rule, "$ref")) {
        const char *ref = json_object_get_string_member(rule, "$ref");
        g_assert_true(g_str_has_prefix(ref, "#/$defs/"));
        JsonObject *defs = json_object_get_object_member(schema->root, "$defs");
        g_assert_true(json_object_has_member(defs, ref + strlen("#/$defs/")));
        check(schema, json_object_get_object_member(defs, ref + strlen("#/$defs/")), node, where);
        return; /* beside it only words stand */
    }
    if (json_object_has_member(rule, "type") &&
        !has_any_type(node, json_object_get_member(rule, "type")))
        blame(schema, where, "has a wrong type", NULL);
    if (json_object_has_member(rule, "const") &&
        !json_node_equal(node, json_object_get_member(rule, "const")))
        blame(schema, where, "is wrong", NULL);
    if (json_object_has_member(rule, "enum") &&
        !is_in(node, json_object_get_array_member(rule, "enum")))
        blame(schema, where, "is none of the values", NULL);
    if (json_object_has_member(rule, "oneOf"))
        check_one_of(schema, json_object_get_array_member(rule, "oneOf"), node, where);
    else if (JSON_NODE_HOLDS_OBJECT(node))
        check_object(schema, rule, json_node_get_object(node), where);
    else if (JSON_NODE_HOLDS_ARRAY(node))
        check_array(schema, rule, json_node_get_array(node), where);
    else if (has_type(node, "number"))
        check_number(schema, rule, json_node_get_double(node), where);
}

/* Everything the schema describes must have been seen, and be described. */
static void check_use(Schema *schema, JsonNode *node)
{
    if (JSON_NODE_HOLDS_ARRAY(node)) {
        for (guint i = 0; i < json_array_get_length(json_node_get_array(node)); i++)
            check_use(schema, json_array_get_element(json_node_get_array(node), i));
        return;
    }
    if (!JSON_NODE_HOLDS_OBJECT(node))
        return;
    JsonObject *rule = json_node_get_object(node);
    g_autoptr(GList) keys = json_object_get_members(rule);
    for (GList *key = keys; key; key = key->next)
        check_use(schema, json_object_get_member(rule, key->data));
    JsonNode *properties = json_object_get_member(rule, "properties");
    if (!properties)
        return;
    g_autoptr(GList) names = json_object_get_members(json_node_get_object(properties));
    for (GList *name = names; name; name = name->next)
        if (!g_hash_table_contains(
                schema->seen, json_object_get_member(json_node_get_object(properties), name->data)))
            blame(schema, name->data, "of the schema is never written", NULL);
}

static JsonNode *parse(const char *text)
{
    GError *error = NULL;
    JsonNode *node = json_from_string(text, &error);
    g_assert_no_error(error);
    g_assert_nonnull(node);
    return node;
}

static char *to_text(const TabResults *results, const TabResultsInfo *info)
{
    JsonNode *node = tab_results_to_json(results, info);
    char *text = tab_json_text(node);
    json_node_unref(node);
    return text;
}

static JsonNode *load_schema(void)
{
    g_autofree char *path =
        g_test_build_filename(G_TEST_DIST, "..", "data", "tab-match-results.schema.json", NULL);
    g_autofree char *text = NULL;
    GError *error = NULL;
    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    return parse(text);
}

static void test_schema(void)
{
    JsonNode *root = load_schema();
    Schema schema = {json_node_get_object(root), g_hash_table_new(NULL, NULL), g_string_new(NULL)};
    for (guint i = 0; i < G_N_ELEMENTS(setups); i++) {
        g_autoptr(TabResults) results = sample_results(&setups[i]);
        g_autofree char *text = to_text(results, i % 2 ? &bare : &full);
        JsonNode *node = parse(text);
        check(&schema, schema.root, node, "$");
        json_node_unref(node);
    }
    check_use(&schema, root);
    if (schema.faults->len)
        g_test_message("%s", schema.faults->str);
    g_assert_cmpuint(schema.faults->len, ==, 0);
    g_hash_table_unref(schema.seen);
    g_string_free(schema.faults, TRUE);
    json_node_unref(root);
}

/* The number or null at a path such as "engines.0.luck.plain.mean"; NAN for null. */
static double number_at(JsonNode *node, const char *path)
{
    g_auto(GStrv) steps = g_strsplit(path, ".", -1);
    for (char **step = steps; *step; step++) {
        if (JSON_NODE_HOLDS_ARRAY(node))
            node = json_array_get_element(json_node_get_array(node),
                                          (guint)g_ascii_strtoull(*step, NULL, 10));
        else
            node = json_object_get_member(json_node_get_object(node), *step);
        g_assert_nonnull(node);
    }
    return JSON_NODE_HOLDS_NULL(node) ? NAN : json_node_get_double(node);
}

static void test_figures(void)
{
    g_autoptr(TabResults) results = sample_results(&setups[0]);
    g_autofree char *text = to_text(results, &full);
    JsonNode *node = parse(text);
    const TabEngineFigures *engine = &results->engine[1];
    TabTally met = tab_results_get_encounter(results, 0, 1);
    TabEloInterval elo = tab_tally_elo(&met);
    TabLuckFigures luck;
    TabSprtState sprt;
    g_assert_true(tab_results_get_luck(results, 1, &luck));
    g_assert_true(tab_results_get_sprt(results, &sprt));
    g_assert_cmpint(sprt.verdict, ==, TAB_SPRT_H1);
    g_assert_cmpfloat(number_at(node, "games.played"), ==, 700);
    g_assert_cmpfloat(number_at(node, "engines.1.score.wins"), ==, engine->tally.score.wins);
    g_assert_cmpfloat(number_at(node, "engines.1.rate"), ==, tab_tally_rate(&engine->tally));
    g_assert_cmpfloat(number_at(node, "engines.1.pairs.3"), ==, engine->tally.pairs.n[3]);
    g_assert_cmpfloat(number_at(node, "engines.1.lost_by.crash"), ==,
                      engine->lost_by[TAB_RECORD_CRASH]);
    g_assert_cmpfloat(number_at(node, "engines.1.ms_per_turn"), ==,
                      engine->time_us / 1000.0 / engine->turns);
    g_assert_cmpfloat(number_at(node, "engines.1.depth"), ==, 3);
    g_assert_cmpfloat(number_at(node, "engines.1.luck.adjusted.mean"), ==, luck.adjusted.mean);
    g_assert_cmpfloat(number_at(node, "engines.1.luck.width_ratio"), ==, luck.ratio);
    g_assert_cmpfloat(number_at(node, "encounters.0.elo.value"), ==, elo.elo);
    g_assert_cmpfloat(number_at(node, "encounters.0.elo.low"), ==, elo.low);
    g_assert_cmpfloat(number_at(node, "encounters.0.los"), ==, tab_tally_los(&met));
    g_assert_cmpfloat(number_at(node, "sprt.llr"), ==, sprt.llr);
    g_assert_cmpfloat(number_at(node, "sprt.decided_after"), ==, sprt.games);
    g_assert_cmpfloat(number_at(node, "rules.1.engines.0.score.draws"), ==,
                      tab_results_get_rules_tally(results, 1, 0)->score.draws);
    json_node_unref(node);
}

/* Which numbers the test is about. */
static void test_models(void)
{
    static const char *const names[] = {
        [TAB_SPRT_LOGISTIC] = "\"logistic\"", [TAB_SPRT_NORMALIZED] = "\"normalized\""};
    for (guint model = 0; model < G_N_ELEMENTS(names); model++) {
        TabSprt sprt = zero_to_ten;
        SampleSetup setup = setups[0];
        sprt.model = (TabSprtModel)model;
        setup.games = 20;
        setup.sprt = &sprt;
        g_autoptr(TabResults) results = sample_results(&setup);
        g_autofree char *text = to_text(results, &bare);
        g_assert_nonnull(strstr(text, names[model]));
        g_assert_null(strstr(text, names[!model]));
    }
}

/* What is infinite is null; what is of clocks can be left out. */
static void test_gaps(void)
{
    g_autoptr(TabResults) results = sample_results(&setups[4]);
    g_autofree char *text = to_text(results, &bare);
    JsonNode *node = parse(text);
    g_assert_cmpfloat(number_at(node, "engines.0.score.wins"), ==, 2);
    g_assert_true(isnan(number_at(node, "encounters.0.elo.value")));
    g_assert_true(isfinite(number_at(node, "encounters.0.elo.low")));
    g_assert_true(isnan(number_at(node, "encounters.0.elo.high")));
    g_assert_null(strstr(text, "ms"));
    g_autofree char *with = to_text(results, &full);
    g_assert_nonnull(strstr(with, "\"ms_per_turn\""));
    g_assert_nonnull(strstr(with, "\"longest_ms\""));
    json_node_unref(node);
}

/* Shards that are joined, and a run that goes on, give what the single run gives. */
static void test_joined(void)
{
    const SampleSetup *setup = &setups[0];
    g_autoptr(TabResults) single = sample_results(setup), joined = sample_results_new(setup);
    g_autoptr(GPtrArray) games = sample_games(setup);
    GQueue shards[3] = {G_QUEUE_INIT, G_QUEUE_INIT, G_QUEUE_INIT};
    for (guint i = 0; i < games->len; i++)
        g_queue_push_tail(&shards[i / 2 % 3], g_ptr_array_index(games, i));
    for (guint i = 0; i < games->len; i++) {
        GQueue *least = NULL; /* whose next game has the lowest number */
        for (guint shard = 0; shard < G_N_ELEMENTS(shards); shard++) {
            const TabGameResult *next = g_queue_peek_head(&shards[shard]);
            const TabGameResult *first = least ? g_queue_peek_head(least) : NULL;
            if (next && (!first || next->number < first->number))
                least = &shards[shard];
        }
        const TabGameResult *game = g_queue_pop_head(least);
        tab_results_add(joined, game, sample_set(setup, game->number));
    }
    g_autofree char *a = to_text(single, &full), *b = to_text(joined, &full);
    g_assert_cmpstr(a, ==, b);
}

static void assert_text(const char *json, const char *expected)
{
    JsonNode *node = parse(json);
    g_autofree char *text = tab_json_text(node);
    g_assert_cmpstr(text, ==, expected);
    json_node_unref(node);
}

static void assert_number(double number, const char *expected)
{
    JsonNode *node = json_node_init_double(json_node_alloc(), number);
    g_autofree char *text = tab_json_text(node);
    g_assert_cmpstr(g_strchomp(text), ==, expected);
    if (isfinite(number))
        g_assert_cmpfloat(g_ascii_strtod(text, NULL), ==, number);
    json_node_unref(node);
}

static void test_text(void)
{
    assert_text("[1,2,[]]", "[\n  1,\n  2,\n  []\n]\n");
    assert_text("{\"b\":[1,2],\"a\":{\"x\":null,\"y\":true}}",
                "{\n  \"b\": [1, 2],\n  \"a\": {\"x\": null, \"y\": true}\n}\n");
    assert_text("\"q\\\"\\\\ \\n é\"", "\"q\\\"\\\\ \\n é\"\n");
    assert_number(0.1, "0.1");
    assert_number(0.55, "0.55");
    assert_number(1.0 / 3, "0.3333333333333333");
    assert_number(0.1 + 0.2, "0.30000000000000004");
    assert_number(1e300, "1e+300");
    assert_number(-2, "-2");
    assert_number(INFINITY, "null");
    assert_number(NAN, "null");
}

static void test_file(void)
{
    g_autofree char *folder = g_dir_make_tmp("tab-results-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "results.json", NULL);
    g_autofree char *missing = g_build_filename(folder, "none", "results.json", NULL);
    g_autofree char *pipe_path = g_build_filename(folder, "pipe", NULL);
    g_autoptr(TabResults) results = sample_results(&setups[1]);
    g_autofree char *expected = to_text(results, &full), *found = NULL;
    GError *error = NULL;
    g_assert_true(tab_output_file_replace(path, "old", -1, &error));
    g_assert_true(tab_results_write_json(results, &full, path, &error));
    g_assert_no_error(error);
    g_assert_true(g_file_get_contents(path, &found, NULL, NULL));
    g_assert_cmpstr(found, ==, expected);
    g_assert_false(tab_results_write_json(results, &full, missing, &error));
    g_assert_nonnull(error);
    g_assert_cmpint((int)error->domain, ==, (int)G_FILE_ERROR);
    g_assert_nonnull(strstr(error->message, missing));
    g_clear_error(&error);
    /* a pipe stays one, and gets the text */
    g_assert_cmpint(mkfifo(pipe_path, 0600), ==, 0);
    int fd = g_open(pipe_path, O_RDWR, 0);
    char text[16] = "";
    g_assert_true(tab_output_file_replace(pipe_path, "piped", -1, &error));
    g_assert_no_error(error);
    g_assert_cmpint((int)read(fd, text, sizeof text), ==, 5);
    g_assert_cmpstr(text, ==, "piped");
    close(fd);
    g_unlink(pipe_path);
    /* a link stays one, and the file that it names is replaced, or made */
    g_autofree char *link_path = g_build_filename(folder, "link", NULL);
    for (int made = 0; made < 2; made++) {
        g_autofree char *linked = NULL, *target = NULL;
        g_unlink(path);
        g_assert_true(!made || g_file_set_contents(path, "old", -1, NULL));
        g_assert_true(made || symlink("results.json", link_path) == 0);
        g_assert_true(tab_output_file_replace(link_path, "linked", -1, &error));
        g_assert_no_error(error);
        g_assert_true(g_file_get_contents(path, &linked, NULL, NULL));
        g_assert_cmpstr(linked, ==, "linked");
        target = g_file_read_link(link_path, NULL);
        g_assert_cmpstr(target, ==, "results.json");
    }
    g_unlink(link_path);
    g_unlink(path);
    g_assert_cmpint(g_rmdir(folder), ==, 0); /* nothing is left behind */
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/results-json/schema", test_schema);
    g_test_add_func("/results-json/figures", test_figures);
    g_test_add_func("/results-json/models", test_models);
    g_test_add_func("/results-json/gaps", test_gaps);
    g_test_add_func("/results-json/joined", test_joined);
    g_test_add_func("/results-json/text", test_text);
    g_test_add_func("/results-json/file", test_file);
    return g_test_run();
}
