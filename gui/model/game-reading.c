// SPDX-License-Identifier: GPL-3.0-or-later
// Games read from a file or a text, with all that the window wants of them: work for a thread of
// its own.
#include "gui/model/game-reading.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "gui/model/game-match.h"
#include "gui/model/position-text.h"
#include "protocol/database/query.h"
#include "protocol/files/input-file.h"
#include "protocol/files/own-place.h"
#include "protocol/game/game.h"
#include "protocol/game/record-text.h"

#define READING 0.7 /* of the time, for texts; the rest goes into following the game */

void tab_read_games_free(TabReadGames *games)
{
    if (!games)
        return;
    g_clear_pointer(&games->texts, g_ptr_array_unref);
    g_clear_pointer(&games->lines, g_ptr_array_unref);
    g_clear_pointer(&games->record, tab_record_free);
    g_clear_pointer(&games->earlier, g_ptr_array_unref);
    g_free(games->path);
    g_free(games->seen);
    g_free(games->rules);
    g_free(games->position);
    g_free(games);
}

/* --- progress --- */

/* Work that is a part of what somebody waits for: from `from` on, so much for `whole`. */
typedef struct {
    TabProgress *progress;
    double from, share, whole;
} Part;

static bool on_bytes(size_t done, gpointer data)
{
    const Part *part = data;
    return tab_progress_step(part->progress,
                             part->from + part->share * (double)done / MAX(part->whole, 1), NULL);
}

/* A fault of work that was stopped says no more than that. */
static void tell_stop(TabProgress *progress, GError **error)
{
    if (!progress || !tab_progress_is_cancelled(progress))
        return;
    g_clear_error(error);
    tab_progress_step(progress, 1, error);
}

/* --- games --- */

/* Makes every turn of the record quick to reach: the rest of the progress. */
static bool index_record(TabRecord *record, TabProgress *progress, GError **error)
{
    Part part = {progress, READING, 1 - READING, record->n_nodes};
    bool done = tab_game_index_record(record, on_bytes, &part);
    if (!done)
        tell_stop(progress, error);
    return done;
}

/* All games of a text, the first READING of the progress; `limit`: the most, 0 for all. */
static GPtrArray *read_records(const char *text, gsize length, guint limit, TabProgress *progress,
                               GError **error)
{
    g_autoptr(TabRecordReader) reader = tab_record_reader_new(text, length);
    g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    g_autoptr(GError) fault = NULL;
    Part part = {progress, 0, READING, (double)length};
    TabRecord *record = NULL;
    tab_record_reader_set_progress(reader, on_bytes, &part);
    while ((!limit || records->len < limit) && (record = tab_record_reader_next(reader, &fault)))
        g_ptr_array_add(records, record);
    if (!fault && !records->len)
        tab_record_parse("", 0, &fault); /* gives none, and says so */
    if (!fault)
        return g_steal_pointer(&records);
    g_propagate_error(error, g_steal_pointer(&fault));
    tell_stop(progress, error);
    return NULL;
}

/* All that the window wants of records (taken over). */
static TabReadGames *take_records(GPtrArray *records, TabProgress *progress, GError **error)
{
    g_autoptr(GPtrArray) owned = records;
    g_autoptr(TabReadGames) games = g_new0(TabReadGames, 1);
    games->texts = g_ptr_array_new_with_free_func(g_free);
    games->lines = g_ptr_array_new_with_free_func(g_free);
    if (owned->len == 1) {
        games->record = g_ptr_array_steal_index(owned, 0);
        g_ptr_array_add(games->texts, g_strdup(""));
        games->earlier = tab_game_match_find_earlier(games->record, games->texts);
        return index_record(games->record, progress, error) ? g_steal_pointer(&games) : NULL;
    }
    for (guint i = 0; i < owned->len; i++) {
        GString *text = g_string_new(NULL);
        tab_record_write(owned->pdata[i], text);
        g_ptr_array_add(games->texts, g_string_free(text, FALSE));
        g_ptr_array_add(games->lines, tab_game_file_describe_record(owned->pdata[i]));
        if (!tab_progress_step(progress, READING + (1 - READING) * i / owned->len, error))
            return NULL;
    }
    return g_steal_pointer(&games);
}

/* Also what the file holds, as a checksum, if `seen` is not NULL. */
static GPtrArray *load_records(const char *path, char **seen, TabProgress *progress, GError **error)
{
    gsize length;
    g_autofree char *text = tab_input_file_read(path, &length, error),
                    *name = g_filename_display_name(path);
    if (!text)
        return NULL;
    GPtrArray *records = read_records(text, length, 0, progress, error);
    if (!records)
        g_prefix_error(error, "%s: ", name);
    else if (seen)
        *seen = tab_game_file_checksum(text, length);
    return records;
}

TabReadGames *tab_game_reading_load(const char *path, TabProgress *progress, GError **error)
{
    g_autofree char *seen = NULL;
    GPtrArray *records = load_records(path, &seen, progress, error);
    TabReadGames *games = records ? take_records(records, progress, error) : NULL;
    if (games) {
        games->path = g_strdup(path);
        games->seen = g_steal_pointer(&seen);
    }
    return games;
}

/* --- what is pasted --- */

/* The bytes as a text; NULL with an error if they are none, or too many for a game. */
static char *take_pasted(GBytes *bytes, GError **error)
{
    gsize length;
    const char *data = g_bytes_get_data(bytes, &length), *text = data ? data : ""; /* of nothing */
    if (length > TAB_PASTED_MAX_BYTES)
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED,
                            _("The text is too long for a game."));
    else if (!g_utf8_validate_len(text, length, NULL))
        g_set_error_literal(error, TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD, _("not UTF-8 text"));
    else if (tab_record_has_byte_order_mark(text, length)) /* nobody sees what is copied with it */
        return g_strndup(text + TAB_BYTE_ORDER_MARK_BYTES, length - TAB_BYTE_ORDER_MARK_BYTES);
    else
        return g_strndup(text, length);
    return NULL;
}

TabReadGames *tab_game_reading_paste(GBytes *bytes, const TabRules *rules, TabProgress *progress,
                                     GError **error)
{
    g_autofree char *text = take_pasted(bytes, error);
    if (!text)
        return NULL;
    if (!tab_position_text_is_games(text)) {
        g_autoptr(TabReadGames) place = g_new0(TabReadGames, 1);
        bool good = tab_position_text_read(text, rules, &place->rules, &place->position, error);
        return good ? g_steal_pointer(&place) : NULL;
    }
    GPtrArray *records = read_records(text, strlen(text), 0, progress, error);
    return records ? take_records(records, progress, error) : NULL;
}

TabReadGames *tab_game_reading_choose(const TabReadGames *games, guint index, TabProgress *progress,
                                      GError **error)
{
    g_return_val_if_fail(index < games->texts->len, NULL);
    const char *text = games->texts->pdata[index];
    g_autoptr(TabReadGames) chosen = g_new0(TabReadGames, 1);
    g_autoptr(GPtrArray) records = read_records(text, strlen(text), 1, progress, error);
    if (!records)
        return NULL;
    chosen->texts = g_ptr_array_ref(games->texts);
    chosen->lines = g_ptr_array_ref(games->lines);
    chosen->chosen = index;
    chosen->stored = games->stored;
    chosen->at = games->stored ? 0 : -1; /* an example is looked at from its beginning */
    chosen->path = g_strdup(games->path);
    chosen->seen = g_strdup(games->seen);
    chosen->record = g_ptr_array_steal_index(records, 0);
    chosen->earlier = tab_game_match_find_earlier(chosen->record, games->texts);
    return index_record(chosen->record, progress, error) ? g_steal_pointer(&chosen) : NULL;
}

/* --- a game of the database --- */

TabReadGames *tab_game_reading_stored(const char *path, gint64 number, int at,
                                      TabProgress *progress, GError **error)
{
    gsize length;
    g_autoptr(TabDatabase) database = tab_database_open(path, TAB_DATABASE_READ, error);
    g_autofree char *text =
        database ? tab_database_get_record(database, number, &length, error) : NULL;
    GPtrArray *records = text ? read_records(text, length, 1, progress, error) : NULL;
    TabReadGames *games = records ? take_records(records, progress, error) : NULL;
    if (games) {
        games->stored = TRUE;
        games->at = at;
    }
    return games;
}

/* --- the games that came with the program --- */

char *tab_game_reading_find_example(const char *preset)
{
    static const char *const places[] = {"../data", "../share/tab"};
    g_autofree char *folder = tab_own_place(places, G_N_ELEMENTS(places), "games", TAB_OWN_FOLDER);
    g_autofree char *name = g_strconcat(preset, ".tab", NULL);
    g_autofree char *path = folder ? g_build_filename(folder, name, NULL) : NULL;
    return path && g_file_test(path, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer(&path) : NULL;
}

TabReadGames *tab_game_reading_examples(TabProgress *progress, GError **error)
{
    g_autoptr(GPtrArray) records = g_ptr_array_new_with_free_func((GDestroyNotify)tab_record_free);
    for (guint i = 0; i < tab_ruleset_n_presets(); i++) {
        g_autofree char *path = tab_game_reading_find_example(tab_ruleset_preset_name(i));
        GPtrArray *games = path ? load_records(path, NULL, progress, error) : NULL;
        if (path && !games)
            return NULL;
        if (games)
            g_ptr_array_extend_and_steal(records, games);
    }
    if (!records->len) {
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_NOENT,
                            _("The example games of this program are not installed."));
        return NULL;
    }
    TabReadGames *games = take_records(g_steal_pointer(&records), progress, error);
    if (games)
        games->stored = TRUE;
    return games;
}

/* --- the game that was left --- */

/* A file of games of which that of a match is in the window: the others that are not of the match,
 * then the match, of which the file may not have the last games yet. */
static TabGameFile *make_match_file(const TabResume *kept, const TabMatchPlace *match,
                                    const GPtrArray *records)
{
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < records->len; i++) {
        TabMatchPlace place;
        GString *text = g_string_new(NULL);
        if (tab_match_place_read_tags(&place, records->pdata[i]) &&
            tab_match_place_is_same(&place, match)) {
            g_string_free(text, TRUE);
            continue;
        }
        tab_record_write(records->pdata[i], text);
        g_ptr_array_add(texts, g_string_free(text, FALSE));
    }
    for (guint i = 0; i < kept->earlier->len; i++)
        g_ptr_array_add(texts, g_strdup(kept->earlier->pdata[i]));
    g_ptr_array_add(texts, g_strdup(""));
    return tab_game_file_new_from_texts(kept->path, texts, texts->len - 1);
}

/* The file that the game came from, if it is still there; its record, unless the game was changed
 * after it. */
static void read_game_file(TabResume *kept, TabProgress *progress)
{
    g_autofree char *seen = NULL;
    g_autoptr(GPtrArray) records =
        kept->path ? load_records(kept->path, &seen, progress, NULL) : NULL;
    TabMatchPlace match = {.length = TAB_MATCH_SINGLE};
    bool of_match =
        kept->record && kept->earlier && tab_match_place_read_tags(&match, kept->record);
    if (!records || (kept->index >= records->len && !of_match))
        return;
    kept->file = of_match ? make_match_file(kept, &match, records)
                          : tab_game_file_new(kept->path, records, kept->index);
    /* of a game that was changed since, nobody has seen what the file holds in its place now */
    kept->file->seen = g_strdup(kept->changed && kept->seen ? kept->seen : seen);
    if (!kept->changed && kept->index < records->len) {
        tab_record_free(kept->record);
        kept->record = g_steal_pointer(&records->pdata[kept->index]);
    }
}

TabResume *tab_game_reading_resume(const char *path, TabProgress *progress, GError **error)
{
    g_autoptr(TabResume) kept = tab_resume_load(path);
    if (!kept)
        return NULL;
    if (kept->record && kept->earlier) { /* what is no record of the match is left out */
        GPtrArray *good = tab_game_match_find_earlier(kept->record, kept->earlier);
        g_ptr_array_unref(kept->earlier);
        kept->earlier = good;
    }
    read_game_file(kept, progress);
    if (kept->record && !kept->path && kept->record->result != TAB_RECORD_UNDECIDED &&
        !tab_game_file_has_comments(kept->record) && !kept->earlier)
        g_clear_pointer(&kept->record, tab_record_free);
    if (!kept->record && !kept->fault)
        return NULL;
    if (kept->record && !index_record(kept->record, progress, error))
        return NULL;
    if (!kept->fault)
        return g_steal_pointer(&kept);
    tab_resume_put_aside(kept, path);
    return g_steal_pointer(&kept);
}
