// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine and its controller have said to each other, the last lines of it, and what went
// wrong, for people to read.
#include "gui/model/protocol-log.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "protocol/client/error.h"
#include "protocol/codec/message.h"

G_DEFINE_FINAL_TYPE(TabProtocolLog, tab_protocol_log, G_TYPE_OBJECT)

static guint changed_signal;

/* Does not tell. */
static void add_line(TabProtocolLog *self, TabProtocolLogKind kind, const char *text, gsize length,
                     gint64 now)
{
    TabProtocolLogLine *line = &self->line[self->end++ % TAB_PROTOCOL_LOG_LINES];
    g_free(line->text);
    line->text = tab_message_printable(text, (gssize)length, TAB_PROTOCOL_LOG_WIDTH);
    line->kind = kind;
    line->time = now;
}

void tab_protocol_log_add(TabProtocolLog *self, TabProtocolLogKind kind, const char *text)
{
    add_line(self, kind, text, strlen(text), g_get_monotonic_time());
    g_signal_emit(self, changed_signal, 0);
}

static void on_line(TabProtocolLog *self, gboolean to_engine, const char *text)
{
    tab_protocol_log_add(
        self, to_engine ? TAB_PROTOCOL_LOG_TO_ENGINE : TAB_PROTOCOL_LOG_FROM_ENGINE, text);
}

/* Whole lines, each with its end; there may be thousands. */
static void on_log(TabProtocolLog *self, const char *text)
{
    gint64 now = g_get_monotonic_time();
    while (*text) {
        gsize length = strcspn(text, "\n");
        add_line(self, TAB_PROTOCOL_LOG_COMPLAINT, text, length, now);
        text += length + (text[length] == '\n');
    }
    g_signal_emit(self, changed_signal, 0);
}

void tab_protocol_log_watch(TabProtocolLog *self, TabClient *client)
{
    g_signal_connect_object(client, "line", G_CALLBACK(on_line), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(client, "log", G_CALLBACK(on_log), self, G_CONNECT_SWAPPED);
}

guint64 tab_protocol_log_get_begin(TabProtocolLog *self)
{
    return self->end > TAB_PROTOCOL_LOG_LINES ? self->end - TAB_PROTOCOL_LOG_LINES : 0;
}

const TabProtocolLogLine *tab_protocol_log_get(TabProtocolLog *self, guint64 number)
{
    g_return_val_if_fail(number >= tab_protocol_log_get_begin(self) && number < self->end, NULL);
    return &self->line[number % TAB_PROTOCOL_LOG_LINES];
}

char *tab_protocol_log_to_string(TabProtocolLog *self, guint64 number)
{
    static const char signs[] = {'>', '<', '!', '*'};
    const TabProtocolLogLine *line = tab_protocol_log_get(self, number);
    double seconds = (double)(line->time - self->start) / G_USEC_PER_SEC;
    return g_strdup_printf("%.3f %c %s", seconds, signs[line->kind], line->text);
}

TabProtocolLog *tab_protocol_log_new(void)
{
    return g_object_new(TAB_TYPE_PROTOCOL_LOG, NULL);
}

static void tab_protocol_log_finalize(GObject *object)
{
    TabProtocolLog *self = TAB_PROTOCOL_LOG(object);
    for (guint i = 0; i < TAB_PROTOCOL_LOG_LINES; i++)
        g_free(self->line[i].text);
    g_free(self->line);
    G_OBJECT_CLASS(tab_protocol_log_parent_class)->finalize(object);
}

static void tab_protocol_log_class_init(TabProtocolLogClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_protocol_log_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_PROTOCOL_LOG, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void tab_protocol_log_init(TabProtocolLog *self)
{
    self->start = g_get_monotonic_time();
    self->line = g_new0(TabProtocolLogLine, TAB_PROTOCOL_LOG_LINES);
}

/* --- what went wrong --- */

/* By code of TAB_CLIENT_ERROR; each is part of a sentence. */
static const char *const texts[] = {
    [TAB_CLIENT_ERROR_START] = N_("the engine’s program could not be started"),
    [TAB_CLIENT_ERROR_CRASHED] = N_("the engine has ended"),
    [TAB_CLIENT_ERROR_SILENT] = N_("the engine did not answer in time"),
    [TAB_CLIENT_ERROR_FLOOD] = N_("the engine said far too much"),
    [TAB_CLIENT_ERROR_RUBBISH] = N_("the program does not speak the protocol of engines"),
    [TAB_CLIENT_ERROR_BROKEN] = N_("the engine said what the protocol does not allow"),
    [TAB_CLIENT_ERROR_NO_WIN] = N_("the engine does not tell chances to win"),
    [TAB_CLIENT_ERROR_REFUSED] = N_("the engine refused what it was told"),
};

const char *tab_engine_fault_text(const GError *error)
{
    if (!error)
        return _(texts[TAB_CLIENT_ERROR_CRASHED]);
    if (error->domain != TAB_CLIENT_ERROR || error->code < 0 ||
        error->code >= (int)G_N_ELEMENTS(texts) || !texts[error->code])
        return error->message;
    return _(texts[error->code]);
}
