// SPDX-License-Identifier: GPL-3.0-or-later
// Makes entries: positions are seen while the record is read, so that no turn is read twice.
#include "protocol/database/game-entry.h"

#include <string.h>

#define WORD_LETTERS 10
#define MAX_BYTES TAB_RECORD_MAX_BYTES

/* What is gathered while a record is read. */
typedef struct {
    TabGameEntry *entry;
    GString *keys;
} Gathering;

/* Words of positions. */

static void append_word(const TabKey *key, GString *keys)
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuv";
    for (int i = 0; i < WORD_LETTERS; i++)
        g_string_append_c(keys, letters[key->a >> (59 - 5 * i) & 31]);
}

char *tab_game_entry_word(const TabPosition *position)
{
    GString *word = g_string_new(NULL);
    TabKey key = tab_position_key(position);
    append_word(&key, word);
    return g_string_free(word, FALSE);
}

/* Turns. */

static int compare_texts(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static char *sort_throws(const char *throws)
{
    g_auto(GStrv) names = g_strsplit(throws, ",", -1);
    qsort(names, g_strv_length(names), sizeof *names, compare_texts);
    return g_strjoinv(",", names);
}

static void on_turn(const TabRecordNode *node, const TabPosition *after, gpointer data)
{
    Gathering *gathering = data;
    TabGameEntry *entry = gathering->entry;
    TabKey key = tab_position_key(after);
    if (gathering->keys->len)
        g_string_append_c(gathering->keys, ' ');
    append_word(&key, gathering->keys);
    if (entry->n_opening < TAB_OPENING_DEPTH)
        entry->opening[entry->n_opening++] = (TabOpeningTurn){
            sort_throws(node->throws), g_strdup(node->turn), (gint64)key.a, (TabSide)node->side};
}

/* Notes of an analysis, as tab_analysis_game_note() and its like write them. */

static gboolean add_note(const TabRecordNode *node, const char *key, double *sum)
{
    g_autofree char *note = tab_record_get_note(node, key);
    char *end = NULL;
    double number = note ? g_ascii_strtod(note, &end) : 0;
    if (!note || end == note || *end || !(ABS(number) <= 1000))
        return FALSE;
    *sum += number;
    return TRUE;
}

static TabGameAnalysis *read_analysis(const TabRecord *record)
{
    g_autoptr(TabGameAnalysis) analysis = tab_game_analysis_new("", "");
    double luck[2] = {0, 0}, loss[2] = {0, 0};
    guint throws = 0;
    for (const TabRecordNode *node = record->root->child; node; node = node->child) {
        throws += add_note(node, "luck", &luck[node->side]);
        analysis->decisions[node->side] += add_note(node, "loss", &loss[node->side]);
    }
    if (!throws && !analysis->decisions[0] && !analysis->decisions[1])
        return NULL;
    for (int side = 0; side < 2; side++) {
        if (throws)
            analysis->luck[side] = luck[side];
        if (analysis->decisions[side])
            analysis->loss[side] = loss[side];
    }
    return g_steal_pointer(&analysis);
}

/* The whole game. */

static char *copy_tag(const TabRecord *record, const char *name)
{
    const char *value = tab_record_get_tag(record, name);
    return value && *value ? g_strdup(value) : NULL;
}

/* A line of what two games must have in common. */
static void digest_line(GChecksum *digest, const char *text)
{
    if (text)
        g_checksum_update(digest, (const guchar *)text, -1);
    g_checksum_update(digest, (const guchar *)"\n", 1);
}

static void digest_game(TabGameEntry *entry, const TabRecord *record)
{
    g_autoptr(GChecksum) digest = g_checksum_new(G_CHECKSUM_SHA256);
    g_autofree char *start = tab_notation_situation_to_string(record->rules, &record->start);
    const char *const lines[] = {
        entry->rules, start,       tab_record_get_tag(record, "Opening"), entry->white,
        entry->black, entry->date, tab_record_result_text(record->result)};
    for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
        digest_line(digest, lines[i]);
    for (const TabRecordNode *node = record->root->child; node; node = node->child) {
        digest_line(digest, node->throws);
        digest_line(digest, node->turn ? node->turn : "?");
    }
    gsize length = TAB_DIGEST_BYTES;
    g_checksum_get_digest(digest, entry->digest, &length);
}

/* One call does all: there is room for whatever it gives. */
static void pack_text(TabGameEntry *entry, const GString *text)
{
    g_autoptr(GZlibCompressor) zlib = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9);
    gsize read, written;
    entry->bytes = text->len;
    entry->packed = g_byte_array_new();
    g_byte_array_set_size(entry->packed, (guint)(text->len + text->len / 1000 + 128));
    GConverterResult result =
        g_converter_convert(G_CONVERTER(zlib), text->str, text->len, entry->packed->data,
                            entry->packed->len, G_CONVERTER_INPUT_AT_END, &read, &written, NULL);
    g_assert(result == G_CONVERTER_FINISHED && read == text->len);
    g_byte_array_set_size(entry->packed, (guint)written);
}

char *tab_game_entry_unpack(const guint8 *packed, gsize length, gsize bytes)
{
    g_autoptr(GZlibDecompressor) zlib = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
    gsize done_in = 0, done = 0;
    if (!packed || !length || bytes > MAX_BYTES)
        return NULL;
    g_autofree char *text = g_try_malloc(bytes + 1);
    if (!text)
        return NULL;
    for (GConverterResult result = G_CONVERTER_CONVERTED; result != G_CONVERTER_FINISHED;) {
        gsize read, written;
        result =
            g_converter_convert(G_CONVERTER(zlib), packed + done_in, length - done_in, text + done,
                                bytes + 1 - done, G_CONVERTER_INPUT_AT_END, &read, &written, NULL);
        if (result == G_CONVERTER_ERROR || !(read + written))
            return NULL;
        done_in += read;
        done += written;
        if (done > bytes)
            return NULL;
    }
    if (done < bytes)
        return NULL;
    text[bytes] = '\0';
    return g_steal_pointer(&text);
}

static void fill_entry(Gathering *gathering, const TabRecord *record)
{
    TabGameEntry *entry = gathering->entry;
    g_autoptr(GString) text = g_string_new(NULL);
    TabKey start = tab_position_key(&record->start.position);
    if (gathering->keys->len)
        g_string_append_c(gathering->keys, ' ');
    append_word(&start, gathering->keys);
    entry->rules = tab_ruleset_to_string(&record->rules->set);
    entry->white = copy_tag(record, "White");
    entry->black = copy_tag(record, "Black");
    entry->event = copy_tag(record, "Event");
    entry->round = copy_tag(record, "Round");
    entry->date = copy_tag(record, "Date");
    entry->result = record->result;
    entry->termination = record->termination;
    entry->begins = (TabSide)record->start.position.side;
    entry->turns = tab_record_count_turns(record);
    entry->analysis = read_analysis(record);
    if (tab_record_get_tag(record, "Position"))
        while (entry->n_opening) {
            TabOpeningTurn *turn = &entry->opening[--entry->n_opening];
            g_free(turn->throws);
            g_free(turn->turn);
        }
    digest_game(entry, record);
    tab_record_write(record, text);
    pack_text(entry, text);
}

TabGameEntry *tab_game_entry_read(TabRecordReader *reader, GError **error)
{
    g_autoptr(TabGameEntry) entry = g_new0(TabGameEntry, 1);
    g_autoptr(GString) keys = g_string_new(NULL);
    Gathering gathering = {.entry = entry, .keys = keys};
    tab_record_reader_set_witness(reader, on_turn, &gathering);
    g_autoptr(TabRecord) record = tab_record_reader_next(reader, error);
    tab_record_reader_set_witness(reader, NULL, NULL);
    if (!record)
        return NULL;
    fill_entry(&gathering, record);
    entry->keys = g_string_free(g_steal_pointer(&keys), FALSE);
    return g_steal_pointer(&entry);
}

void tab_game_entry_free(TabGameEntry *entry)
{
    for (guint i = 0; i < entry->n_opening; i++) {
        g_free(entry->opening[i].throws);
        g_free(entry->opening[i].turn);
    }
    g_free(entry->white);
    g_free(entry->black);
    g_free(entry->event);
    g_free(entry->round);
    g_free(entry->date);
    g_free(entry->rules);
    g_free(entry->keys);
    if (entry->packed)
        g_byte_array_unref(entry->packed);
    g_clear_pointer(&entry->analysis, tab_game_analysis_free);
    g_free(entry);
}
