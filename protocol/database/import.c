// SPDX-License-Identifier: GPL-3.0-or-later
// Games are read and packed before the database is locked, so that others wait for short times
// only.
#include "protocol/database/import.h"

#include "protocol/database/database-private.h"
#include "protocol/database/game-entry.h"
#include "protocol/database/game-stream.h"

#define BATCH_GAMES 1000
#define BATCH_BYTES (8u << 20) /* of records */
#define BATCH_US 500000        /* since its first game was read */

typedef enum {
    FIND_GAME,
    ADD_GAME,
    ADD_RECORD,
    ADD_POSITIONS,
    ADD_OPENING,
    FIND_OPENING,
    N_SENTENCES
} Sentence;

static const char *const sentences[N_SENTENCES] = {
    [FIND_GAME] = "SELECT id FROM games WHERE digest = ?1",
    [ADD_GAME] = "INSERT INTO games (digest, white, black, rules, event, round, date, result,"
                 " termination, begins, turns, opening, source, line, added)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14,"
                 " CAST(strftime('%s') AS INTEGER))",
    [ADD_RECORD] = "INSERT INTO records (game, bytes, record) VALUES (?1, ?2, ?3)",
    [ADD_POSITIONS] = "INSERT INTO positions (rowid, keys) VALUES (?1, ?2)",
    [ADD_OPENING] = "INSERT INTO openings (rules, parent, side, throws, turn, key)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [FIND_OPENING] = "SELECT id FROM openings WHERE rules = ?1 AND parent = ?2 AND throws = ?3"
                     " AND key = ?4",
};

typedef enum { PLAYERS, EVENTS, RULES, SOURCES, N_NAMES } Names;

static const char *const name_sentences[N_NAMES][2] = {
    [PLAYERS] = {"SELECT id FROM players WHERE name = ?1",
                 "INSERT INTO players (name) VALUES (?1)"},
    [EVENTS] = {"SELECT id FROM events WHERE name = ?1", "INSERT INTO events (name) VALUES (?1)"},
    [RULES] = {"SELECT id FROM rules WHERE name = ?1", "INSERT INTO rules (name) VALUES (?1)"},
    [SOURCES] = {"SELECT id FROM sources WHERE name = ?1",
                 "INSERT INTO sources (name) VALUES (?1)"},
};

/* One run. */
typedef struct {
    TabDatabase *database;
    const char *source;
    const TabImportHooks *hooks;
    TabImportCounts *counts;
    guint games;                           /* looked at */
    TabStatement *statements[N_SENTENCES]; /* prepared when first needed */
    TabStatement *name_statements[N_NAMES][2];
    GPtrArray *batch; /* of TabGameEntry */
    gsize batch_bytes;
    gint64 batch_begun; /* monotonic time */
} Import;

static void clear_import(Import *import)
{
    for (guint i = 0; i < N_SENTENCES; i++)
        sqlite3_finalize(import->statements[i]);
    for (guint i = 0; i < N_NAMES; i++)
        for (guint k = 0; k < 2; k++)
            sqlite3_finalize(import->name_statements[i][k]);
    g_ptr_array_unref(import->batch);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Import, clear_import)

/* Rows. */

static TabStatement *get_statement(Import *import, TabStatement **statement, const char *sql,
                                   GError **error)
{
    if (!*statement)
        *statement = tab_database_prepare(import->database, sql, error);
    return *statement;
}

static TabStatement *say(Import *import, Sentence sentence, GError **error)
{
    return get_statement(import, &import->statements[sentence], sentences[sentence], error);
}

/* The number that a bound statement finds: 0 if there is none, -1 after an error. */
static gint64 find_number(Import *import, TabStatement *statement, GError **error)
{
    GError *cause = NULL;
    gint64 found = tab_database_next_row(import->database, statement, &cause)
                       ? sqlite3_column_int64(statement, 0)
                       : 0;
    sqlite3_reset(statement);
    if (!cause)
        return found;
    g_propagate_error(error, cause);
    return -1;
}

/* The number of the new row; -1 after an error. */
static gint64 add_row(Import *import, TabStatement *statement, GError **error)
{
    return tab_database_run(import->database, statement, error)
               ? sqlite3_last_insert_rowid(import->database->handle)
               : -1;
}

/* The number of a name, which is added if it is new; 0 for none, -1 after an error. */
static gint64 name_number(Import *import, Names names, const char *name, GError **error)
{
    TabStatement *pair[2];
    for (guint i = 0; i < 2; i++) {
        pair[i] = get_statement(import, &import->name_statements[names][i],
                                name_sentences[names][i], error);
        if (!pair[i])
            return -1;
        tab_statement_bind_text(pair[i], 1, name);
    }
    if (!name)
        return 0;
    gint64 number = find_number(import, pair[0], error);
    return number ? number : add_row(import, pair[1], error);
}

/* The last turn of the entry in the tree of openings; 0 if it has none there, -1 after an error. */
static gint64 opening_number(Import *import, const TabGameEntry *entry, gint64 rules,
                             GError **error)
{
    gint64 parent = 0;
    for (guint i = 0; i < entry->n_opening && parent >= 0; i++) {
        const TabOpeningTurn *turn = &entry->opening[i];
        TabStatement *find = say(import, FIND_OPENING, error);
        TabStatement *add = find ? say(import, ADD_OPENING, error) : NULL;
        if (!add)
            return -1;
        sqlite3_bind_int64(find, 1, rules);
        sqlite3_bind_int64(find, 2, parent);
        tab_statement_bind_text(find, 3, turn->throws);
        sqlite3_bind_int64(find, 4, turn->key);
        sqlite3_bind_int64(add, 1, rules);
        sqlite3_bind_int64(add, 2, parent);
        tab_statement_bind_text(add, 3, turn->side == TAB_WHITE ? "w" : "b");
        tab_statement_bind_text(add, 4, turn->throws);
        tab_statement_bind_text(add, 5, turn->turn);
        sqlite3_bind_int64(add, 6, turn->key);
        parent = find_number(import, find, error);
        if (!parent)
            parent = add_row(import, add, error);
    }
    return parent;
}

static void bind_number(TabStatement *statement, int place, gint64 number)
{
    if (number)
        sqlite3_bind_int64(statement, place, number);
    else
        sqlite3_bind_null(statement, place);
}

/* The row of a game; -1 after an error. */
static gint64 add_game_row(Import *import, const TabGameEntry *entry, GError **error)
{
    gint64 white = name_number(import, PLAYERS, entry->white, error);
    gint64 black = white < 0 ? -1 : name_number(import, PLAYERS, entry->black, error);
    gint64 rules = black < 0 ? -1 : name_number(import, RULES, entry->rules, error);
    gint64 event = rules < 0 ? -1 : name_number(import, EVENTS, entry->event, error);
    gint64 source = event < 0 ? -1 : name_number(import, SOURCES, import->source, error);
    gint64 opening = source < 0 ? -1 : opening_number(import, entry, rules, error);
    TabStatement *add = opening < 0 ? NULL : say(import, ADD_GAME, error);
    if (!add)
        return -1;
    sqlite3_bind_blob(add, 1, entry->digest, sizeof entry->digest, SQLITE_STATIC);
    bind_number(add, 2, white);
    bind_number(add, 3, black);
    sqlite3_bind_int64(add, 4, rules);
    bind_number(add, 5, event);
    tab_statement_bind_text(add, 6, entry->round);
    tab_statement_bind_text(add, 7, entry->date);
    tab_statement_bind_text(add, 8, tab_record_result_text(entry->result));
    tab_statement_bind_text(add, 9, tab_record_termination_text(entry->termination));
    tab_statement_bind_text(add, 10, entry->begins == TAB_WHITE ? "w" : "b");
    sqlite3_bind_int64(add, 11, entry->turns);
    bind_number(add, 12, opening);
    sqlite3_bind_int64(add, 13, source);
    sqlite3_bind_int64(add, 14, entry->line);
    return add_row(import, add, error);
}

static gboolean add_record(Import *import, gint64 game, const TabGameEntry *entry, GError **error)
{
    TabStatement *add = say(import, ADD_RECORD, error);
    TabStatement *positions = add ? say(import, ADD_POSITIONS, error) : NULL;
    if (!positions)
        return FALSE;
    sqlite3_bind_int64(add, 1, game);
    sqlite3_bind_int64(add, 2, (gint64)entry->bytes);
    sqlite3_bind_blob(add, 3, entry->packed->data, (int)entry->packed->len, SQLITE_STATIC);
    sqlite3_bind_int64(positions, 1, game);
    tab_statement_bind_text(positions, 2, entry->keys);
    return tab_database_run(import->database, add, error) &&
           tab_database_run(import->database, positions, error);
}

/* Adds a game unless it is known: its number, with `known`; -1 after an error. */
static gint64 add_entry(Import *import, const TabGameEntry *entry, gboolean *known, GError **error)
{
    TabStatement *find = say(import, FIND_GAME, error);
    if (!find)
        return -1;
    sqlite3_bind_blob(find, 1, entry->digest, sizeof entry->digest, SQLITE_STATIC);
    gint64 game = find_number(import, find, error);
    *known = game > 0;
    if (!game) {
        game = add_game_row(import, entry, error);
        if (game < 0 || !add_record(import, game, entry, error))
            return -1;
    }
    if (game > 0 && entry->analysis &&
        !tab_database_put_analysis(import->database, game, entry->analysis, FALSE, error))
        return -1;
    return game;
}

/* Batches. */

/* Adds the games of the batch; the transaction is open. */
static gboolean add_batch(Import *import, guint *n_known, GError **error)
{
    for (guint i = 0; i < import->batch->len; i++) {
        const TabGameEntry *entry = g_ptr_array_index(import->batch, i);
        gboolean known;
        gint64 game = add_entry(import, entry, &known, error);
        if (game < 0)
            return FALSE;
        *n_known += known;
        if (known && import->hooks->on_known)
            import->hooks->on_known(import->source, entry->line, game, import->hooks->data);
    }
    return TRUE;
}

static gboolean commit_batch(Import *import, GError **error)
{
    guint known = 0, games = import->batch->len;
    if (!games)
        return TRUE;
    if (!tab_database_begin(import->database, error))
        return FALSE;
    if (!add_batch(import, &known, error) || !tab_database_commit(import->database, error)) {
        tab_database_rollback(import->database);
        return FALSE;
    }
    import->counts->known += known;
    import->counts->added += games - known;
    g_ptr_array_set_size(import->batch, 0);
    import->batch_bytes = 0;
    return TRUE;
}

static gboolean batch_is_due(const Import *import)
{
    return import->batch->len >= BATCH_GAMES || import->batch_bytes >= BATCH_BYTES ||
           g_get_monotonic_time() - import->batch_begun >= BATCH_US;
}

/* Takes over the entry of a game. */
static void add_to_batch(Import *import, TabGameEntry *entry, guint line)
{
    if (!import->batch->len)
        import->batch_begun = g_get_monotonic_time();
    entry->line = line;
    import->batch_bytes += entry->bytes;
    g_ptr_array_add(import->batch, entry);
}

/* Reads one game into the batch; tells of a broken one, and of what is none behind a good one. */
static void read_game(Import *import, TabGameStream *stream, const TabGameText *game)
{
    g_autoptr(GError) fault = NULL;
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(game->text, game->length);
    TabGameEntry *entry;
    gsize good = 0;
    tab_record_reader_set_place(reader, game->line, game->before);
    import->games++;
    while ((entry = tab_game_entry_read(reader, &fault))) {
        add_to_batch(import, entry, game->line);
        good = tab_record_reader_get_done(reader);
    }
    if (!fault)
        return;
    import->counts->broken++;
    if (import->hooks->on_broken)
        import->hooks->on_broken(import->source, fault->message, import->hooks->data);
    tab_game_stream_resume(stream, good);
}

static void set_up_import(Import *import, TabDatabase *database, const char *source)
{
    import->database = database;
    import->source = source;
    import->batch = g_ptr_array_new_with_free_func((GDestroyNotify)tab_game_entry_free);
}

gboolean tab_database_import(TabDatabase *database, int fd, const char *source,
                             const TabImportHooks *hooks, TabImportCounts *counts, GError **error)
{
    g_auto(Import) import = {.hooks = hooks, .counts = counts};
    g_autoptr(TabGameStream) stream = tab_game_stream_new(fd, source);
    g_autoptr(GError) fault = NULL;
    TabGameText game;
    set_up_import(&import, database, source);
    while (tab_game_stream_next(stream, &game, &fault)) {
        read_game(&import, stream, &game);
        if ((batch_is_due(&import) || tab_game_stream_would_wait(stream)) &&
            !commit_batch(&import, error))
            return FALSE;
        if (hooks->on_progress &&
            !hooks->on_progress(counts, import.games, tab_game_stream_get_done(stream),
                                hooks->data))
            break;
    }
    /* what was read before a fault of the file is good */
    if (!commit_batch(&import, error))
        return FALSE;
    if (!fault)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&fault));
    return FALSE;
}

/* The game as an import would read it. */
static TabGameEntry *make_entry(const TabRecord *record, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_record_write(record, text);
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text->str, text->len);
    return tab_game_entry_read(reader, error);
}

/* 0: it is not there, and after an error. */
static gint64 find_entry(TabDatabase *database, const TabGameEntry *entry, GError **error)
{
    g_autoptr(TabStatement) find = tab_database_prepare(database, sentences[FIND_GAME], error);
    if (!find)
        return 0;
    sqlite3_bind_blob(find, 1, entry->digest, sizeof entry->digest, SQLITE_STATIC);
    return tab_database_next_row(database, find, error) ? sqlite3_column_int64(find, 0) : 0;
}

gint64 tab_database_find_game(TabDatabase *database, const TabRecord *record, GError **error)
{
    g_autoptr(TabGameEntry) entry = make_entry(record, error);
    return entry ? find_entry(database, entry, error) : 0;
}

gboolean tab_database_keep_notes(TabDatabase *database, const TabRecord *record, gboolean *kept,
                                 GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabGameEntry) entry = make_entry(record, &cause);
    gint64 game = entry && entry->analysis ? find_entry(database, entry, &cause) : 0;
    *kept = game && tab_database_put_analysis(database, game, entry->analysis, TRUE, &cause);
    if (!cause)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&cause));
    return FALSE;
}

gboolean tab_database_keep_analysis(TabDatabase *database, const TabRecord *record,
                                    const TabAnalysis *analysis, const char *engine,
                                    const char *settings, gboolean *kept, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autoptr(TabGameAnalysis) sums = tab_game_analysis_sum_up(analysis, engine, settings);
    gint64 game = tab_database_find_game(database, record, &cause);
    *kept = game && tab_database_put_analysis(database, game, sums, TRUE, &cause);
    if (!cause)
        return TRUE;
    g_propagate_error(error, g_steal_pointer(&cause));
    return FALSE;
}

gint64 tab_database_add_game(TabDatabase *database, const TabRecord *record, const char *source,
                             gboolean *known, GError **error)
{
    static const TabImportHooks no_hooks = {NULL};
    TabImportCounts counts = {0};
    g_auto(Import) import = {.hooks = &no_hooks, .counts = &counts};
    set_up_import(&import, database, source);
    g_autoptr(TabGameEntry) entry = make_entry(record, error);
    if (!entry || !tab_database_begin(database, error))
        return 0;
    entry->line = 1;
    gint64 game = add_entry(&import, entry, known, error);
    if (game > 0 && tab_database_commit(database, error))
        return game;
    tab_database_rollback(database);
    return 0;
}
