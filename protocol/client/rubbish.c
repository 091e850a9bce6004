// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at what a process has said after some time: once soon after its start, for a line that it
// has begun, and then, where there was rubbish, whether it was the last word.
#include "protocol/client/rubbish.h"

#define QUOTE_MAX 60 /* characters or bytes that are quoted */

struct TabRubbish {
    TabProcess *process;
    guint patience_ms;
    void (*sure)(gpointer owner, const char *said);
    gpointer owner;
    char *said;
    gboolean knows_word;
    GSource *look;    /* the next one, or NULL */
    gboolean doubted; /* it is the last one */
};

char *tab_rubbish_quote(const char *bytes, gsize length)
{
    GString *out = g_string_new(NULL);
    const char *end = bytes + length;
    for (guint n = 0; bytes < end && n < QUOTE_MAX; n++) {
        gunichar c = *bytes ? g_utf8_get_char_validated(bytes, end - bytes) : 0;
        gboolean shown = g_unichar_isprint(c); /* never what stands for wrong bytes */
        if (shown)
            g_string_append_unichar(out, c);
        else
            g_string_append_printf(out, "\\x%02x", (guchar)*bytes);
        bytes += shown ? g_unichar_to_utf8(c, NULL) : 1;
    }
    g_string_append(out, bytes < end ? "…" : "");
    return g_string_free(out, FALSE);
}

static gboolean is_binary(const char *line, gsize length)
{
    gboolean binary = !g_utf8_validate_len(line, length, NULL);
    for (gsize i = 0; i < length && !binary; i++)
        binary = g_ascii_iscntrl(line[i]) && line[i] != '\t';
    return binary;
}

static void drop_look(TabRubbish *rubbish)
{
    if (rubbish->look)
        g_source_destroy(rubbish->look);
    g_clear_pointer(&rubbish->look, g_source_unref);
}

static gboolean on_look(gpointer data);

static void look_later(TabRubbish *rubbish, guint ms, gboolean doubted)
{
    drop_look(rubbish);
    rubbish->doubted = doubted;
    rubbish->look = g_timeout_source_new(ms);
    g_source_set_callback(rubbish->look, on_look, rubbish, NULL);
    g_source_attach(rubbish->look, g_main_context_get_thread_default());
}

static gboolean on_look(gpointer data)
{
    TabRubbish *rubbish = data;
    if (rubbish->doubted && tab_process_tell_death(rubbish->process))
        return G_SOURCE_REMOVE; /* whoever was told has freed the rubbish */
    tab_rubbish_find_said(rubbish);
    if (rubbish->doubted) {
        g_autofree char *said = g_steal_pointer(&rubbish->said);
        rubbish->sure(rubbish->owner, said);
    } else if (rubbish->said) {
        look_later(rubbish, rubbish->patience_ms, TRUE);
    }
    return G_SOURCE_REMOVE;
}

TabRubbish *tab_rubbish_new(TabProcess *process, guint patience_ms,
                            void (*sure)(gpointer owner, const char *said), gpointer owner)
{
    TabRubbish *rubbish = g_new0(TabRubbish, 1);
    rubbish->process = process;
    rubbish->patience_ms = patience_ms;
    rubbish->sure = sure;
    rubbish->owner = owner;
    look_later(rubbish, patience_ms / 2, FALSE);
    return rubbish;
}

void tab_rubbish_free(TabRubbish *rubbish)
{
    if (rubbish)
        tab_rubbish_forget(rubbish);
    g_free(rubbish);
}

void tab_rubbish_take(TabRubbish *rubbish, const char *line, gsize length)
{
    if (!rubbish->said)
        rubbish->said = tab_rubbish_quote(line, length);
    if (!rubbish->doubted && (!rubbish->knows_word || is_binary(line, length)))
        look_later(rubbish, rubbish->patience_ms, TRUE);
}

void tab_rubbish_take_word(TabRubbish *rubbish)
{
    rubbish->knows_word = TRUE;
    if (rubbish->said || rubbish->doubted)
        tab_rubbish_forget(rubbish);
}

void tab_rubbish_forget(TabRubbish *rubbish)
{
    g_clear_pointer(&rubbish->said, g_free);
    drop_look(rubbish);
    rubbish->doubted = FALSE;
}

const char *tab_rubbish_get_said(const TabRubbish *rubbish)
{
    return rubbish->said;
}

const char *tab_rubbish_find_said(TabRubbish *rubbish)
{
    gsize length;
    const char *bytes = tab_process_get_unfinished(rubbish->process, &length);
    if (length && !rubbish->said)
        rubbish->said = tab_rubbish_quote(bytes, length);
    return rubbish->said;
}

gboolean tab_rubbish_knows_word(const TabRubbish *rubbish)
{
    return rubbish->knows_word;
}
