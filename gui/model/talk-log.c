// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine and its controller have said to each other: a ring of lines.
#include "gui/model/talk-log.h"

#include <string.h>

#include "protocol/codec/message.h"

struct _TabTalkLog {
    GObject parent;
    gint64 start; /* µs, monotonic */
    guint64 end;  /* lines so far; number n lies in place n modulo TAB_TALK_LINES */
    TabTalkLine *line;
};

G_DEFINE_FINAL_TYPE(TabTalkLog, tab_talk_log, G_TYPE_OBJECT)

static guint changed_signal;

/* Does not tell. */
static void put(TabTalkLog *self, TabTalkKind kind, const char *text, gsize length, gint64 now)
{
    TabTalkLine *line = &self->line[self->end++ % TAB_TALK_LINES];
    g_free(line->text);
    line->text = tab_message_printable(text, (gssize)length, TAB_TALK_WIDTH);
    line->kind = kind;
    line->time = now;
}

void tab_talk_log_add(TabTalkLog *self, TabTalkKind kind, const char *text)
{
    put(self, kind, text, strlen(text), g_get_monotonic_time());
    g_signal_emit(self, changed_signal, 0);
}

static void on_line(TabTalkLog *self, gboolean to_engine, const char *text)
{
    tab_talk_log_add(self, to_engine ? TAB_TALK_TO_ENGINE : TAB_TALK_FROM_ENGINE, text);
}

/* Whole lines, each with its end; there may be thousands. */
static void on_log(TabTalkLog *self, const char *text)
{
    gint64 now = g_get_monotonic_time();
    while (*text) {
        gsize length = strcspn(text, "\n");
        put(self, TAB_TALK_COMPLAINT, text, length, now);
        text += length + (text[length] == '\n');
    }
    g_signal_emit(self, changed_signal, 0);
}

void tab_talk_log_watch(TabTalkLog *self, TabClient *client)
{
    g_signal_connect_object(client, "line", G_CALLBACK(on_line), self, G_CONNECT_SWAPPED);
    g_signal_connect_object(client, "log", G_CALLBACK(on_log), self, G_CONNECT_SWAPPED);
}

guint64 tab_talk_log_get_begin(TabTalkLog *self)
{
    return self->end > TAB_TALK_LINES ? self->end - TAB_TALK_LINES : 0;
}

guint64 tab_talk_log_get_end(TabTalkLog *self)
{
    return self->end;
}

const TabTalkLine *tab_talk_log_get(TabTalkLog *self, guint64 number)
{
    g_return_val_if_fail(number >= tab_talk_log_get_begin(self) && number < self->end, NULL);
    return &self->line[number % TAB_TALK_LINES];
}

char *tab_talk_log_to_string(TabTalkLog *self, guint64 number)
{
    static const char signs[] = {'>', '<', '!', '*'};
    const TabTalkLine *line = tab_talk_log_get(self, number);
    double seconds = (double)(line->time - self->start) / G_USEC_PER_SEC;
    return g_strdup_printf("%.3f %c %s", seconds, signs[line->kind], line->text);
}

TabTalkLog *tab_talk_log_new(void)
{
    return g_object_new(TAB_TYPE_TALK_LOG, NULL);
}

static void tab_talk_log_finalize(GObject *object)
{
    TabTalkLog *self = TAB_TALK_LOG(object);
    for (guint i = 0; i < TAB_TALK_LINES; i++)
        g_free(self->line[i].text);
    g_free(self->line);
    G_OBJECT_CLASS(tab_talk_log_parent_class)->finalize(object);
}

static void tab_talk_log_class_init(TabTalkLogClass *klass)
{
    G_OBJECT_CLASS(klass)->finalize = tab_talk_log_finalize;
    changed_signal = g_signal_new("changed", TAB_TYPE_TALK_LOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
}

static void tab_talk_log_init(TabTalkLog *self)
{
    self->start = g_get_monotonic_time();
    self->line = g_new0(TabTalkLine, TAB_TALK_LINES);
}
