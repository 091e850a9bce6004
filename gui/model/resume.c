// SPDX-License-Identifier: GPL-3.0-or-later
// The game that was left, kept from one run of the window to the next.
#include "gui/model/resume.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "gui/model/file-work.h"
#include "protocol/files/output-file.h"
#include "protocol/game/record-text.h"

#define GROUP "game"
#define MATCH_GROUP "match"   /* of which it is a game: `games` before it, game1, game2, … */
#define VERSION 1             /* of the file; one that says none is of version 0.1 of the program */
#define MAX_BYTES (64u << 20) /* of the file: a game of a million turns */

void tab_resume_free(TabResume *resume)
{
    if (!resume)
        return;
    g_free(resume->text);
    g_clear_pointer(&resume->record, tab_record_free);
    g_clear_pointer(&resume->file, tab_game_file_free);
    g_free(resume->seen);
    g_clear_pointer(&resume->earlier, g_ptr_array_unref);
    g_free(resume->path);
    g_free(resume->place);
    g_free(resume->fault);
    g_free(resume->aside);
    g_free(resume);
}

char *tab_resume_default_path(void)
{
    return g_build_filename(g_get_user_state_dir(), "tab", "game.ini", NULL);
}

/* The way from the root to `node`: "0.0.1" is the second child of the first child of the first. */
static char *path_of(const TabRecordNode *node)
{
    g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(guint));
    GString *text = g_string_new(NULL);
    if (!node->child && tab_record_is_main(node))
        return g_string_free(text, FALSE);
    for (; node->parent; node = node->parent) {
        guint place = 0;
        for (const TabRecordNode *one = node->parent->child; one != node; one = one->next)
            place++;
        g_array_append_val(steps, place);
    }
    for (guint i = steps->len; i-- > 0;)
        g_string_append_printf(text, "%u.", g_array_index(steps, guint, i));
    return g_string_free(text, FALSE);
}

static TabRecordNode *follow_path(const TabRecord *record, const char *path)
{
    TabRecordNode *node = record->root;
    for (const char *p = path; node && g_ascii_isdigit(*p); p++) {
        guint64 place = g_ascii_strtoull(p, (char **)&p, 10);
        node = node->child;
        while (node && place--)
            node = node->next;
        if (*p != '.')
            break;
    }
    return node;
}

void tab_resume_go_to_place(const TabResume *resume, TabGameSession *session)
{
    TabRecordNode *node =
        *resume->place ? follow_path(session->document->record, resume->place) : NULL;
    if (!node || node == session->document->live->node)
        return;
    bool paused = tab_game_session_resume(session);
    tab_document_review(session->document, node);
    if (!tab_document_play_on(session->document))
        tab_document_end_review(session->document);
    if (paused)
        tab_game_session_pause(session);
}

/* --- keeping --- */

TabResume *tab_resume_new(TabGameSession *session, const TabGameFile *file, GPtrArray *earlier,
                          bool changed)
{
    TabResume *resume = g_new0(TabResume, 1);
    resume->text = tab_document_to_text(session->document);
    resume->place = path_of(session->document->live->node);
    resume->changed = changed;
    resume->movetime = session->setup->movetime;
    resume->path = file ? g_strdup(file->path) : NULL;
    resume->seen = file ? g_strdup(file->seen) : NULL;
    resume->index = file ? file->current : 0;
    resume->earlier = earlier ? g_ptr_array_ref(earlier) : NULL;
    return resume;
}

bool tab_resume_write(const TabResume *resume, const char *path, GError **error)
{
    g_autoptr(GKeyFile) keys = g_key_file_new();
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *uri = resume->path ? g_filename_to_uri(resume->path, NULL, NULL) : NULL;
    g_key_file_set_integer(keys, GROUP, "version", VERSION);
    g_key_file_set_string(keys, GROUP, "record", resume->text);
    g_key_file_set_string(keys, GROUP, "place", resume->place);
    g_key_file_set_boolean(keys, GROUP, "changed", resume->changed);
    g_key_file_set_int64(keys, GROUP, "movetime", resume->movetime);
    if (uri) {
        g_key_file_set_string(keys, GROUP, "file", uri);
        g_key_file_set_uint64(keys, GROUP, "index", resume->index);
        if (resume->seen)
            g_key_file_set_string(keys, GROUP, "seen", resume->seen);
    }
    if (resume->earlier)
        g_key_file_set_uint64(keys, MATCH_GROUP, "games", resume->earlier->len);
    for (guint i = 0; resume->earlier && i < resume->earlier->len; i++) {
        g_autofree char *key = g_strdup_printf("game%u", i + 1);
        g_key_file_set_string(keys, MATCH_GROUP, key, resume->earlier->pdata[i]);
    }
    gsize length;
    g_autofree char *data = g_key_file_to_data(keys, &length, NULL);
    g_mkdir_with_parents(folder, 0700);
    return tab_output_file_replace_own(path, data, (gssize)length, error);
}

/* --- taking it up again --- */

/* The value of the record's key as far as it can be read, whatever the lines around it are; NULL:
 * there is none. */
static GString *find_record(const char *data, gsize length)
{
    static const char key[] = "record=";
    const char *end = data + length, *line = data;
    while (line && (end - line < (gssize)strlen(key) || memcmp(line, key, strlen(key)) != 0)) {
        line = memchr(line, '\n', (gsize)(end - line));
        line = line ? line + 1 : NULL;
    }
    if (!line)
        return NULL;
    GString *text = g_string_new(NULL);
    for (const char *p = line + strlen(key); p < end && *p != '\n'; p++) {
        static const char codes[] = "ntrs\\", meant[] = "\n\t\r \\";
        const char *code = *p == '\\' && p + 1 < end ? memchr(codes, p[1], strlen(codes)) : NULL;
        if (*p == '\\' && !code)
            break;
        g_string_append_c(text, code ? meant[code - codes] : *p);
        p += code ? 1 : 0;
    }
    return text;
}

/* The games before it in its match, up to the first that is not there. NULL: it is of none. */
static GPtrArray *read_earlier(GKeyFile *keys)
{
    if (!g_key_file_has_group(keys, MATCH_GROUP))
        return NULL;
    GPtrArray *earlier = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 1;; i++) {
        g_autofree char *key = g_strdup_printf("game%u", i);
        char *text = g_key_file_get_string(keys, MATCH_GROUP, key, NULL);
        if (!text)
            return earlier;
        g_ptr_array_add(earlier, text);
    }
}

/* What stands beside the record, as far as it is there. */
static void read_others(TabResume *resume, GKeyFile *keys)
{
    g_autoptr(GError) unknown = NULL;
    g_autofree char *uri = g_key_file_get_string(keys, GROUP, "file", NULL);
    gint64 movetime = g_key_file_get_int64(keys, GROUP, "movetime", NULL);
    resume->path = uri ? g_filename_from_uri(uri, NULL, NULL) : NULL;
    resume->index = (guint)g_key_file_get_uint64(keys, GROUP, "index", NULL);
    resume->seen = g_key_file_get_string(keys, GROUP, "seen", NULL);
    resume->changed = g_key_file_get_boolean(keys, GROUP, "changed", &unknown) || unknown;
    resume->movetime = movetime ? CLAMP(movetime, 10, 600000) : 0;
    resume->place = g_key_file_get_string(keys, GROUP, "place", NULL);
    if (!resume->place)
        resume->place = g_strdup("");
    resume->earlier = read_earlier(keys);
}

/* Whether this program knows all that can stand in the file. */
static bool is_readable(GKeyFile *keys, GError **error)
{
    if (g_key_file_get_uint64(keys, GROUP, "version", NULL) <= VERSION)
        return true;
    g_set_error_literal(
        error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
        _("written by a newer version of the program, and cannot be read by this one"));
    return false;
}

static TabRecord *read_record(GKeyFile *keys, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *text = g_key_file_get_string(keys, GROUP, "record", &cause);
    if (cause) { /* a bad escape gives a text all the same */
        g_propagate_error(error, g_steal_pointer(&cause));
        return NULL;
    }
    g_autoptr(GPtrArray) records = tab_record_parse(text, strlen(text), error);
    return records ? g_ptr_array_steal_index(records, 0) : NULL;
}

static bool read_file(const char *path, const GStatBuf *info, char **data, gsize *length,
                      GError **error)
{
    if (!S_ISREG(info->st_mode))
        g_set_error_literal(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, g_strerror(EINVAL));
    else if (info->st_size > (gint64)MAX_BYTES)
        g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, _("the text is larger than %u bytes"),
                    MAX_BYTES);
    else
        return g_file_get_contents(path, data, length, error);
    return false;
}

TabResume *tab_resume_load(const char *path)
{
    GStatBuf info;
    gsize length = 0;
    g_autofree char *data = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(GKeyFile) keys = g_key_file_new();
    if (g_stat(path, &info) != 0)
        return NULL;
    TabResume *resume = g_new0(TabResume, 1);
    if (read_file(path, &info, &data, &length, &error) &&
        g_key_file_load_from_data(keys, data, length, G_KEY_FILE_NONE, &error)) {
        if (!is_readable(keys, &error)) {
            resume->fault = g_strdup(error->message);
            read_others(resume, keys);
            return resume;
        }
        resume->record = read_record(keys, &error);
    }
    read_others(resume, keys);
    if (resume->record)
        return resume;
    tab_rules_make_printable(error); /* it may quote the file */
    resume->fault = g_strdup(error->message);
    g_autoptr(GString) text = data ? find_record(data, length) : NULL;
    resume->record = text ? tab_record_parse_start(text->str, text->len) : NULL;
    return resume;
}

/* --- a file that is damaged --- */

void tab_resume_put_aside(TabResume *resume, const char *path)
{
    g_autoptr(GError) stays = NULL;
    resume->aside = tab_file_set_aside(path, &stays);
    if (!resume->aside) {
        g_free(resume->fault);
        resume->fault = g_strdup(stays->message);
    }
}
