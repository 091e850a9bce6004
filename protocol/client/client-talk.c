// SPDX-License-Identifier: GPL-3.0-or-later
// What an engine says, and what it means in the phase of the call in progress.
#include <string.h>

#include "protocol/client/client-private.h"
#include "protocol/codec/message.h"

static GError *refusal_of(TabClient *self, const TabMessage *message)
{
    g_autofree char *text = tab_message_printable(message->rest, -1, TAB_ERROR_TEXT_MAX);
    return g_error_new(TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED, "%s refused: %s",
                       tab_client_get_name(self), text);
}

/* The name and value of the configuration, if the engine declared an option that allows it. */
static gboolean send_option(TabClient *self, char *const *pair, GError **error)
{
    const TabOption *option = tab_option_find(self->identity->options, pair[0]);
    g_autoptr(GError) cause = NULL;
    if (!option) {
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED, "%s has no option %s",
                    tab_client_get_name(self), pair[0]);
        return FALSE;
    }
    if (!tab_option_check_value(option, pair[1], &cause)) {
        g_set_error(error, TAB_CLIENT_ERROR, TAB_CLIENT_ERROR_REFUSED, "%s: %s",
                    tab_client_get_name(self), cause->message);
        return FALSE;
    }
    g_autoptr(GString) line = g_string_new("setoption");
    tab_option_write_set(option->name, pair[1], line);
    tab_client_send_line(self, line->str);
    return TRUE;
}

/* The strength that was asked for, if the engine has such a one. */
static gboolean send_level(TabClient *self)
{
    const TabOption *option = tab_option_find(self->identity->options, "Level");
    g_autofree char *value = g_strdup_printf("%d", self->level);
    if (self->level < 0 || !option || !tab_option_check_value(option, value, NULL))
        return FALSE;
    g_autoptr(GString) line = g_string_new("setoption");
    tab_option_write_set(option->name, value, line);
    tab_client_send_line(self, line->str);
    return TRUE;
}

static gboolean is_strength(const char *name)
{
    return tab_option_name_equal(name, "Level") || tab_option_name_equal(name, "Elo");
}

static void on_tepok(TabClient *self, const TabMessage *message)
{
    if (message->n_args < 1 || strcmp(message->args[0], "1") != 0) {
        tab_client_fail(self, TAB_CLIENT_ERROR_BROKEN, "does not speak version 1 of the protocol");
        return;
    }
    gboolean has_level = send_level(self);
    for (guint i = 0; i < self->config->options->len; i++) {
        char *const *pair = g_ptr_array_index(self->config->options, i);
        GError *error = NULL;
        if (!(has_level && is_strength(pair[0])) && !send_option(self, pair, &error)) {
            tab_client_fail_with(self, error);
            return;
        }
    }
    tab_client_ask_ready(self, OPTIONS);
}

static void on_readyok(TabClient *self)
{
    GError *refusal = g_steal_pointer(&self->refusal);
    if (!refusal) /* newgame or setpos was obeyed: it does not think any more */
        self->suspect = FALSE;
    if (self->phase == OPTIONS && refusal)
        tab_client_fail_with(self, refusal);
    else if (refusal || self->cancelled)
        tab_client_complete(self, NULL, refusal ? refusal : tab_client_cancelled_error());
    else if (self->phase == PREPARE)
        tab_client_send_go(self);
    else
        tab_client_complete(self, NULL, NULL);
}

static gboolean is_word(const char *text)
{
    for (; *text; text++) {
        if (!g_ascii_isgraph(*text))
            return FALSE;
    }
    return TRUE;
}

static void on_bestmove(TabClient *self, const TabMessage *message)
{
    if (message->n_args < 1 || !is_word(message->args[0])) {
        tab_client_fail(self, TAB_CLIENT_ERROR_BROKEN, "sent a malformed bestmove");
        return;
    }
    if (self->phase == THINK)
        self->elapsed = g_get_monotonic_time() - self->go_sent;
    if (self->refusal)
        tab_client_complete(self, NULL, g_steal_pointer(&self->refusal));
    else if (self->cancelled)
        tab_client_complete(self, NULL, tab_client_cancelled_error());
    else
        tab_client_complete(self, g_strdup(message->args[0]), NULL);
}

static void on_info(TabClient *self, const TabMessage *message)
{
    g_auto(TabInfo) info = {0};
    if (!tab_info_parse(&info, message->rest, NULL))
        return;
    tab_client_emit_info(self, &info);
}

/* An error in place of the answer: setpos, throw or go was refused. If the go was not, it thinks
 * about another position, and its bestmove is waited for. */
static void await_end_of_refused(TabClient *self)
{
    self->elapsed = g_get_monotonic_time() - self->go_sent;
    self->phase = REFUSED;
    tab_wait_set_deadline(self->wait, self->patience.refusal_ms);
    tab_client_send_stop(self);
}

static void on_error_line(TabClient *self, const TabMessage *message)
{
    GError *refusal = refusal_of(self, message);
    if (self->phase == HANDSHAKE) {
        tab_client_fail_with(self, refusal);
        return;
    }
    if (self->refusal) /* the first one counts */
        g_error_free(refusal);
    else
        self->refusal = refusal;
    if (self->phase == THINK)
        await_end_of_refused(self);
}

static void on_declaration(TabClient *self, const TabMessage *message)
{
    const char *fault = tab_identity_take(self->identity, message);
    if (fault)
        tab_client_fail(self, TAB_CLIENT_ERROR_FLOOD, "declared %s", fault);
}

/* Whether a readyok is being waited for. */
static gboolean is_ready_phase(Phase phase)
{
    return phase == OPTIONS || phase == NEW_GAME || phase == PREPARE;
}

static void take_message(TabClient *self, const TabMessage *message)
{
    const char *verb = message->verb;
    gboolean unexpected = FALSE;
    if (!strcmp(verb, "bestmove")) {
        unexpected = self->phase != THINK && self->phase != REFUSED && !self->suspect;
        if (self->phase == THINK || self->phase == REFUSED)
            on_bestmove(self, message);
        else /* the answer to a go that seemed to be refused */
            self->suspect = FALSE;
    } else if (!strcmp(verb, "readyok")) {
        unexpected = !is_ready_phase(self->phase);
        if (!unexpected)
            on_readyok(self);
    } else if (!strcmp(verb, "tepok")) {
        unexpected = self->phase != HANDSHAKE;
        if (!unexpected)
            on_tepok(self, message);
    } else if (!strcmp(verb, "error")) {
        on_error_line(self, message);
    } else if (!strcmp(verb, "info") && self->phase == THINK) {
        on_info(self, message);
    } else if (self->phase == HANDSHAKE) {
        on_declaration(self, message);
    }
    if (unexpected)
        tab_client_fail(self, TAB_CLIENT_ERROR_BROKEN, "sent an unexpected %s", verb);
}

void tab_client_on_line(gpointer owner, const char *line, gsize length)
{
    g_autoptr(TabClient) self = g_object_ref(owner);
    TabProcess *process = self->process;
    g_auto(TabMessage) message = {0};
    /* bytes that are no UTF-8 cannot be part of a good answer, but of a name or a log text */
    g_autofree char *valid =
        g_utf8_validate_len(line, length, NULL) ? NULL : g_utf8_make_valid(line, (gssize)length);
    gboolean ok = valid ? tab_message_parse(&message, valid, -1, NULL)
                        : tab_message_parse(&message, line, (gssize)length, NULL);
    tab_client_emit_line(self, FALSE, line, length);
    if (ok && message.verb && self->process == process)
        take_message(self, &message);
}
