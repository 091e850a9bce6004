// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions are texts of this program, each with a place for one value.
#include "protocol/database/filter.h"

#include <string.h>

#include "protocol/database/game-entry.h"

/* Each ? of the condition is the value, so there is no other one in it. Numbers are bound as texts
 * too: a column of integers compares with them as with numbers. */
static void add_condition(TabFilterSql *sql, GString *where, const char *condition, char *value)
{
    g_autoptr(GString) text = g_string_new(condition);
    g_ptr_array_add(sql->values, value);
    g_autofree char *place = g_strdup_printf("?%u", sql->values->len);
    g_string_replace(text, "?", place, 0);
    g_string_append_printf(where, "%s(%s)", where->len ? " AND " : "", text->str);
}

static void add_text(TabFilterSql *sql, GString *where, const char *condition, const char *value)
{
    if (value)
        add_condition(sql, where, condition, g_strdup(value));
}

static void add_number(TabFilterSql *sql, GString *where, const char *condition, guint value)
{
    if (value)
        add_condition(sql, where, condition, g_strdup_printf("%u", value));
}

static gboolean refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static gboolean refuse(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (error)
        *error =
            g_error_new_valist(TAB_DATABASE_ERROR, TAB_DATABASE_ERROR_ASKED, format, arguments);
    va_end(arguments);
    return FALSE;
}

static int read_two_digits(const char *digits)
{
    return 10 * g_ascii_digit_value(digits[0]) + g_ascii_digit_value(digits[1]);
}

/* A date as YYYY.MM.DD, what is missing filled with `rest`; NULL and an error if it is none. */
static char *read_date(const char *text, char rest, GError **error)
{
    static const char form[] = "dddd.dd.dd";
    size_t length = strlen(text);
    gboolean good = length == 4 || length == 7 || length == 10;
    char *date = g_strdup(form);
    for (size_t i = 0; i < sizeof form - 1; i++) {
        char c = i < length ? text[i] : form[i] == '.' ? '.' : rest;
        if (form[i] == '.')
            good &= c == '.' || c == '-';
        else
            good &= g_ascii_isdigit(c);
        date[i] = form[i] == '.' ? '.' : c;
    }
    int year = 100 * read_two_digits(date) + read_two_digits(date + 2);
    int month = read_two_digits(date + 5), day = read_two_digits(date + 8);
    if (length > 4)
        good &= g_date_valid_month((GDateMonth)month);
    if (length > 7)
        good &= g_date_valid_dmy((GDateDay)day, (GDateMonth)month, (GDateYear)year);
    if (good)
        return date;
    g_free(date);
    refuse(error, "%s is no date like 2026, 2026.11 or 2026.11.27", text);
    return NULL;
}

static gboolean add_dates(TabFilterSql *sql, GString *where, const TabGameFilter *filter,
                          GError **error)
{
    const struct {
        const char *text, *condition;
        char rest;
    } dates[] = {{filter->date_from, "replace(g.date, char(63), '9') >= ?", '0'},
                 {filter->date_to, "replace(g.date, char(63), '0') <= ?", '9'}};
    for (guint i = 0; i < G_N_ELEMENTS(dates); i++) {
        char *date = dates[i].text ? read_date(dates[i].text, dates[i].rest, error) : NULL;
        if (dates[i].text && !date)
            return FALSE;
        if (date)
            add_condition(sql, where, dates[i].condition, date);
    }
    return TRUE;
}

/* Positions. */

/* The position under these rules, kept for later; appends its word to `words` if it is a new one.
 */
static gboolean try_rules(TabFilterSql *sql, const char *name, const char *text, GString *words,
                          GError **error)
{
    g_autoptr(TabRules) rules = tab_rules_parse(name, error);
    TabSituation situation;
    if (!rules || !tab_notation_parse_situation(rules, text, &situation, error))
        return FALSE;
    g_autofree char *word = tab_game_entry_word(&situation.position);
    if (!strstr(words->str, word))
        g_string_append_printf(words, "%s\"%s\"", words->len ? " OR " : "", word);
    g_hash_table_insert(sql->positions, g_strdup(name),
                        g_memdup2(&situation.position, sizeof situation.position));
    return TRUE;
}

/* The text means something under rules alone: under each of those that games here have. */
static gboolean add_position(TabDatabase *database, TabFilterSql *sql, GString *where,
                             const char *rules, const TabGameFilter *filter, GError **error)
{
    const char *text = filter->position;
    g_autoptr(GString) words = g_string_new(NULL);
    g_autoptr(GError) fault = NULL, cause = NULL;
    sql->positions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    if (rules) {
        try_rules(sql, rules, text, words, &fault);
    } else {
        g_autoptr(TabStatement) names =
            tab_database_prepare(database, "SELECT name FROM rules ORDER BY id", &cause);
        while (names && tab_database_next_row(database, names, &cause)) {
            g_autofree char *name = tab_statement_get_name(names, 0);
            try_rules(sql, name, text, words, fault ? NULL : &fault); /* the first one is told */
        }
    }
    if (!cause && !words->len && !filter->any_position)
        cause = g_steal_pointer(&fault);
    if (cause) {
        g_propagate_error(error, g_steal_pointer(&cause));
        return FALSE;
    }
    add_text(sql, where, "g.id IN (SELECT rowid FROM positions WHERE positions MATCH ?)",
             words->len ? words->str : "\"\"");
    return TRUE;
}

typedef struct {
    const TabPosition *wanted;
    guint first; /* number of the first turn */
    int at;
} Search;

static void compare_position(const TabRecordNode *node, const TabPosition *after, gpointer data)
{
    Search *search = data;
    if (!search->first)
        search->first = node->number;
    if (search->at < 0 && tab_position_same(after, search->wanted))
        search->at = (int)(node->number - search->first + 1);
}

int tab_filter_sql_find(const TabFilterSql *sql, const char *rules, const char *record,
                        gsize length)
{
    Search search = {.wanted = g_hash_table_lookup(sql->positions, rules), .at = -1};
    if (!search.wanted)
        return -1;
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(record, length);
    tab_record_reader_set_witness(reader, compare_position, &search);
    g_autoptr(TabRecord) game = tab_record_reader_next(reader, NULL);
    return !game ? -1 : tab_position_same(&game->start.position, search.wanted) ? 0 : search.at;
}

/* Words. */

char *tab_filter_sql_title(const TabGameFilter *filter, const char *rules)
{
    return filter->rules_title ? filter->rules_title(rules) : g_strdup(rules);
}

typedef struct {
    gint64 id;
    char *name, *title;
} NamedRules;

static void clear_named_rules(gpointer data)
{
    NamedRules *rules = data;
    g_free(rules->name);
    g_free(rules->title);
}

/* All rules, a GArray of NamedRules; NULL after an error. */
static GArray *load_rules(TabDatabase *database, const TabGameFilter *filter, GError **error)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(NamedRules));
    g_autoptr(GError) cause = NULL;
    g_array_set_clear_func(all, clear_named_rules);
    g_autoptr(TabStatement) names =
        tab_database_prepare(database, "SELECT id, name FROM rules", &cause);
    while (names && tab_database_next_row(database, names, &cause)) {
        NamedRules rules = {sqlite3_column_int64(names, 0), tab_statement_get_name(names, 1), NULL};
        rules.title = tab_filter_sql_title(filter, rules.name);
        g_array_append_val(all, rules);
    }
    if (!cause)
        return g_steal_pointer(&all);
    g_propagate_error(error, g_steal_pointer(&cause));
    return NULL;
}

/* The numbers of the rules whose title or string a pattern fits: "3,5", "" for none. NULL after an
 * error. */
static char *find_titles(TabDatabase *database, const GArray *all, const char *pattern,
                         GError **error)
{
    g_autoptr(GString) found = g_string_new(NULL);
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabStatement) fits = tab_database_prepare(
        database, "SELECT name_matches(?1, ?2) OR name_matches(?1, ?3)", &cause);
    for (guint i = 0; fits && !cause && i < all->len; i++) {
        const NamedRules *rules = &g_array_index(all, NamedRules, i);
        tab_statement_bind_text(fits, 1, pattern);
        tab_statement_bind_text(fits, 2, rules->title);
        tab_statement_bind_text(fits, 3, rules->name);
        if (tab_database_next_row(database, fits, &cause) && sqlite3_column_int(fits, 0))
            g_string_append_printf(found, "%s%" G_GINT64_FORMAT, found->len ? "," : "", rules->id);
        sqlite3_reset(fits);
    }
    if (!cause)
        return g_string_free(g_steal_pointer(&found), FALSE);
    g_propagate_error(error, g_steal_pointer(&cause));
    return NULL;
}

static gboolean add_words(TabDatabase *database, TabFilterSql *sql, GString *where,
                          const TabGameFilter *filter, GError **error)
{
    g_auto(GStrv) words = g_strsplit_set(filter->words ? filter->words : "", " \t\n", -1);
    g_autoptr(GArray) all = NULL;
    guint n = 0;
    for (char **word = words; *word && n < TAB_GAME_FILTER_WORDS; word++) {
        if (!**word)
            continue;
        n++;
        if (!all)
            all = load_rules(database, filter, error);
        g_autofree char *pattern = g_strdup_printf("*%s*", *word);
        g_autofree char *rules = all ? find_titles(database, all, pattern, error) : NULL;
        if (!rules)
            return FALSE;
        g_autofree char *condition =
            g_strdup_printf("g.white IN (SELECT id FROM players WHERE name_matches(?, name))"
                            " OR g.black IN (SELECT id FROM players WHERE name_matches(?, name))"
                            " OR g.event IN (SELECT id FROM events WHERE name_matches(?, name))"
                            " OR name_matches(replace(?, '-', '.'), g.date)"
                            " OR name_matches(?, g.result) OR g.rules IN (%s)",
                            rules);
        add_text(sql, where, condition, pattern);
    }
    return TRUE;
}

/* All conditions. */

TabFilterSql *tab_filter_sql_new(TabDatabase *database, const TabGameFilter *filter, GError **error)
{
    g_autoptr(TabFilterSql) sql = g_new0(TabFilterSql, 1);
    g_autoptr(GString) where = g_string_new(NULL);
    g_autofree char *canonical = NULL;
    sql->values = g_ptr_array_new_with_free_func(g_free);
    if (filter->rules) {
        g_autoptr(TabRules) rules = tab_rules_parse(filter->rules, error);
        if (!rules)
            return NULL;
        canonical = tab_ruleset_to_string(&rules->set);
    }
    add_text(sql, where, "r.name = ?", canonical);
    add_text(sql, where,
             "g.white IN (SELECT id FROM players WHERE name_matches(?, name))"
             " OR g.black IN (SELECT id FROM players WHERE name_matches(?, name))",
             filter->player);
    add_text(sql, where, "g.white IN (SELECT id FROM players WHERE name_matches(?, name))",
             filter->white);
    add_text(sql, where, "g.black IN (SELECT id FROM players WHERE name_matches(?, name))",
             filter->black);
    add_text(sql, where, "g.event IN (SELECT id FROM events WHERE name_matches(?, name))",
             filter->event);
    if (filter->result >= 0)
        add_text(sql, where, "g.result = ?",
                 tab_record_result_text((TabRecordResult)filter->result));
    add_number(sql, where, "g.turns >= ?", filter->min_turns);
    add_number(sql, where, "g.turns <= ?", filter->max_turns);
    if (!add_dates(sql, where, filter, error) || !add_words(database, sql, where, filter, error) ||
        (filter->position && !add_position(database, sql, where, canonical, filter, error)))
        return NULL;
    sql->where = g_strdup(where->len ? where->str : "1");
    return g_steal_pointer(&sql);
}

void tab_filter_sql_free(TabFilterSql *sql)
{
    g_free(sql->where);
    g_ptr_array_unref(sql->values);
    if (sql->positions)
        g_hash_table_unref(sql->positions);
    g_free(sql);
}

TabStatement *tab_filter_sql_prepare(TabDatabase *database, const TabFilterSql *sql,
                                     const char *before, const char *after, GError **error)
{
    g_autofree char *text = g_strconcat(before, sql->where, after, NULL);
    TabStatement *statement = tab_database_prepare(database, text, error);
    for (guint i = 0; statement && i < sql->values->len; i++)
        tab_statement_bind_text(statement, (int)i + 1, g_ptr_array_index(sql->values, i));
    return statement;
}
