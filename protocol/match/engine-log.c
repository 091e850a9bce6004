// SPDX-License-Identifier: GPL-3.0-or-later
// Log files that many threads write to, a whole line at a time.
#include "protocol/match/engine-log.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>

#include "protocol/codec/message.h"
#include "protocol/files/output-file.h"

#define LINE_MAX_CHARACTERS 2000 /* of a logged line; longer ones are cut */
#define NAME_MAX_CHARACTERS 50   /* of an engine's name in that of a file, which takes 255 bytes */

struct _TabEngineLog {
    GMutex mutex; /* guards all below */
    gint64 opened;
    char *path; /* of the dialogue */
    FILE *dialogue;
    char *folder;
    GHashTable *files; /* number of the engine -> FILE *, its standard error */
    GError *error;     /* the first that came */
};

/* A client that is watched. */
typedef struct {
    TabEngineLog *log;
    char *name; /* NULL: as the client calls it at the moment */
    guint number, worker;
} Watch;

static const char *name_of(const Watch *watch, TabClient *client)
{
    return watch->name ? watch->name : tab_client_get_label(client);
}

static void free_watch(gpointer data, GClosure *closure)
{
    Watch *watch = data;
    g_free(watch->name);
    g_free(watch);
}

static FILE *open_log_file(const char *path, GError **error)
{
    FILE *file = g_fopen(path, "we");
    if (!file)
        tab_output_file_fail(TAB_FILE_OPEN, path, error);
    return file;
}

TabEngineLog *tab_engine_log_open(const char *dialogue, const char *folder, GError **error)
{
    FILE *file = NULL;
    if (folder && g_mkdir_with_parents(folder, 0777)) {
        tab_output_file_fail(TAB_FILE_MAKE_FOLDER, folder, error);
        return NULL;
    }
    if (dialogue && !(file = open_log_file(dialogue, error)))
        return NULL;
    TabEngineLog *log = g_new0(TabEngineLog, 1);
    g_mutex_init(&log->mutex);
    log->opened = g_get_monotonic_time();
    log->path = g_strdup(dialogue);
    log->dialogue = file;
    log->folder = g_strdup(folder);
    log->files = g_hash_table_new(NULL, NULL);
    return log;
}

/* Remembers that `file` could not be written. */
static void check_log(TabEngineLog *log, FILE *file, const char *path)
{
    if (ferror(file) && !log->error)
        tab_output_file_fail(TAB_FILE_WRITE, path, &log->error);
}

static void on_logged_line(TabClient *client, gboolean to_engine, const char *text, Watch *watch)
{
    TabEngineLog *log = watch->log;
    char seconds[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *line = tab_message_printable(text, -1, LINE_MAX_CHARACTERS);
    g_mutex_lock(&log->mutex);
    double now = (double)(g_get_monotonic_time() - log->opened) / 1e6;
    fprintf(log->dialogue, "%s %u %s %c %s\n",
            g_ascii_formatd(seconds, sizeof seconds, "%.6f", now), watch->worker,
            name_of(watch, client), to_engine ? '>' : '<', line);
    check_log(log, log->dialogue, log->path);
    g_mutex_unlock(&log->mutex);
}

static void on_engine_stderr(TabClient *client, const char *text, Watch *watch)
{
    TabEngineLog *log = watch->log;
    gpointer key = GUINT_TO_POINTER(watch->number), file;
    g_autofree char *called =
        tab_message_printable(name_of(watch, client), -1, NAME_MAX_CHARACTERS);
    g_autofree char *name = g_strdup_printf("%u-%s.log", watch->number + 1, called);
    g_strdelimit(name, "/\\", '_');
    g_autofree char *path = g_build_filename(log->folder, name, NULL);
    g_mutex_lock(&log->mutex);
    if (!g_hash_table_lookup_extended(log->files, key, NULL, &file)) {
        file = open_log_file(path, log->error ? NULL : &log->error);
        g_hash_table_insert(log->files, key, file); /* NULL too: it is not tried again */
    }
    if (file) {
        fputs(text, file);
        fflush(file);
        check_log(log, file, path);
    }
    g_mutex_unlock(&log->mutex);
}

static void watch_signal(TabClient *client, const char *signal, GCallback callback,
                         const Watch *watch)
{
    Watch *copy = g_new(Watch, 1);
    *copy = *watch;
    copy->name = g_strdup(watch->name);
    g_signal_connect_data(client, signal, callback, copy, free_watch, 0);
}

void tab_engine_log_watch(TabEngineLog *log, TabClient *client, guint number, const char *name,
                          guint worker)
{
    Watch watch = {log, (char *)name, number, worker};
    if (log->dialogue)
        watch_signal(client, "line", G_CALLBACK(on_logged_line), &watch);
    if (log->folder)
        watch_signal(client, "log", G_CALLBACK(on_engine_stderr), &watch);
}

static void close_file(gpointer key, gpointer file, gpointer data)
{
    TabEngineLog *log = data;
    if (file && fclose(file) && !log->error)
        tab_output_file_fail(TAB_FILE_WRITE, log->folder, &log->error);
}

gboolean tab_engine_log_close(TabEngineLog *log, GError **error)
{
    if (log->dialogue && fclose(log->dialogue) && !log->error)
        tab_output_file_fail(TAB_FILE_WRITE, log->path, &log->error);
    g_hash_table_foreach(log->files, close_file, log);
    gboolean ok = !log->error;
    if (!ok)
        g_propagate_error(error, log->error);
    g_hash_table_unref(log->files);
    g_mutex_clear(&log->mutex);
    g_free(log->path);
    g_free(log->folder);
    g_free(log);
    return ok;
}
