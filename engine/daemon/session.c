// SPDX-License-Identifier: GPL-3.0-or-later
// Reads rules, positions, turns and throws out of commands, and writes what the engine thinks as
// info lines.
#include "engine/daemon/session.h"

#include <string.h>

#include "engine/data-folder.h"
#include "protocol/codec/info.h"
#include "protocol/rules/ending.h"
#include "protocol/rules/notation.h"

bool tab_session_refuse(GError **error, TabErrorCode code, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error_literal(error, TAB_MESSAGE_ERROR, (int)code, text);
    return false;
}

/* Gives an error of the rules' readers the protocol's code for it; always false, for `return`. */
static bool use_protocol_code(GError **error)
{
    static const TabErrorCode codes[] = {
        [TAB_RULES_ERROR_RULES] = TAB_ERROR_BAD_RULES,
        [TAB_RULES_ERROR_POSITION] = TAB_ERROR_BAD_POSITION,
        [TAB_RULES_ERROR_THROW] = TAB_ERROR_BAD_THROW,
        [TAB_RULES_ERROR_TURN] = TAB_ERROR_ILLEGAL_TURN,
        [TAB_RULES_ERROR_STICKS] = TAB_ERROR_BAD_ARGUMENT,
        [TAB_RULES_ERROR_RECORD] = TAB_ERROR_BAD_ARGUMENT,
    };
    if (error && *error && (*error)->domain == TAB_RULES_ERROR) {
        (*error)->domain = TAB_MESSAGE_ERROR;
        (*error)->code = (int)codes[(*error)->code];
    }
    return false;
}

/* Where a win chance comes from. */
static TabInfoLevel find_info_level(const TabSession *session, const TabSearchReport *report,
                                    const TabSearchLine *root)
{
    const TabPosition *position = root ? &root->after : &session->situation.position;
    if (tab_position_finished(session->rules, position) ||
        tab_hits_dead_draw(tab_engine_eval(session->engine)->hits, position))
        return TAB_INFO_EXACT;
    if (report->games)
        return TAB_INFO_ROLLOUT;
    if (root ? root->known : report->known)
        return TAB_INFO_TABLE;
    return (root ? root->depth > 1 : report->depth > 0) ? TAB_INFO_SEARCH : TAB_INFO_STATIC;
}

/* One line of what the engine thinks, for one root turn or for the position before a throw. */
static void tell_info(TabSession *session, const TabSearchReport *report, unsigned i)
{
    g_autoptr(GString) line = g_string_new("info");
    const TabSearchLine *root = report->n_lines ? report->lines[i] : NULL;
    unsigned depth = root ? root->depth : report->depth;
    gint64 ms = report->elapsed / 1000;
    TabInfo info = {
        .fields = TAB_INFO_DEPTH | TAB_INFO_WIN | TAB_INFO_LEVEL | TAB_INFO_NODES | TAB_INFO_NPS |
                  TAB_INFO_TIME | TAB_INFO_HASHFULL,
        .depth = depth,
        .multipv = i + 1,
        .win = root ? root->win : report->win,
        .level = find_info_level(session, report, root),
        .nodes = (gint64)report->nodes,
        .nps = report->elapsed > 0 ? (gint64)((double)report->nodes * 1e6 / (double)report->elapsed)
                                   : 0,
        .time = ms,
        .tablehits = (gint64)report->found,
        .hashfull = report->hash_full,
    };
    if (root) {
        info.fields |= TAB_INFO_PV;
        info.pv =
            tab_notation_turn_to_string(session->rules, &session->situation.position, &root->turn);
    }
    if (report->found)
        info.fields |= TAB_INFO_TABLEHITS;
    if (session->multi_pv > 1 || report->games)
        info.fields |= TAB_INFO_MULTIPV;
    if (report->games) {
        info.fields = (info.fields | TAB_INFO_SE) & ~(guint)TAB_INFO_DEPTH;
        info.se = CLAMP(root ? root->se : report->se, 0, 1);
        info.win = CLAMP(info.win, 0, 1);
    }
    tab_info_write(&info, line);
    tab_output_line(session->output, line->str);
    tab_info_clear(&info);
}

/* Says something of the evaluation or a table whenever it is not what was said last. */
static void tell_news(TabSession *session, char **told, const char *text)
{
    if (!g_strcmp0(text, *told))
        return;
    g_free(*told);
    *told = g_strdup(text);
    if (text)
        tab_output_printf(session->output, "info string %s", text);
}

static void report_search(const TabSearchReport *report, gpointer user_data)
{
    TabSession *session = user_data;
    const TabSearchLine *best = report->n_lines ? report->lines[0] : NULL;
    /* The last report often says again what the one before it said. */
    bool news =
        !report->final || !session->told || report->games || report->nodes != session->told_nodes ||
        (best && (best->key.a != session->told_key.a || best->key.b != session->told_key.b));
    tab_output_hold(session->output);
    unsigned n = report->games ? report->n_lines : MIN(session->multi_pv, report->n_lines);
    for (unsigned i = 0; news && i < MAX(1, n); i++)
        tell_info(session, report, i);
    session->told = true;
    session->told_nodes = report->nodes;
    if (best)
        session->told_key = best->key;
    if (report->final) {
        /* of a table that was lost on the way */
        tell_news(session, &session->table_fault, tab_engine_table_fault(session->engine));
        g_autofree char *turn =
            best ? tab_notation_turn_to_string(session->rules, &session->situation.position,
                                               &best->turn)
                 : g_strdup("none");
        /* first: whoever reads the answer may send the next command at once */
        session->done(session->done_data);
        tab_output_printf(session->output, "bestmove %s", turn);
    }
    tab_output_release(session->output);
}

TabSession *tab_session_new(TabOutput *output)
{
    TabSession *session = g_new0(TabSession, 1);
    TabRuleset standard = tab_ruleset_preset(TAB_DEFAULT_PRESET);
    session->output = output;
    session->rules = tab_rules_new(&standard);
    g_autofree char *nets = tab_data_folder("nets"), *tables = tab_data_folder("tables");
    session->engine = tab_engine_new(nets, tables, report_search, session);
    session->sticks = g_strdup("fair");
    tab_position_start(session->rules, TAB_WHITE, &session->base);
    session->situation = session->base;
    return session;
}

void tab_session_free(TabSession *session)
{
    tab_engine_free(session->engine);
    g_free(session->sticks);
    g_free(session->evaluation);
    g_free(session->net_fault);
    g_free(session->table_fault);
    tab_rules_unref(session->rules);
    g_free(session);
}

bool tab_session_set_sticks(TabSession *session, const char *text, GError **error)
{
    TabSticks sticks;
    if (!tab_sticks_parse(&session->rules->cast, text, &sticks, error))
        return use_protocol_code(error);
    tab_engine_set_sticks(session->engine, &sticks);
    g_free(session->sticks);
    session->sticks = g_strdup(text);
    return true;
}

/* Judges the sticks by the rules of the moment: what does not fit their cast becomes fair. */
static void renew_sticks(TabSession *session)
{
    g_autofree char *text = g_strdup(session->sticks);
    if (tab_session_set_sticks(session, text, NULL))
        return;
    tab_output_printf(session->output, "info string Sticks %s do not fit these rules: fair", text);
    tab_session_set_sticks(session, "fair", NULL);
}

bool tab_session_newgame(TabSession *session, const TabMessage *message, GError **error)
{
    TabRuleset set;
    const char *text =
        message->n_args ? message->args[0] : tab_ruleset_preset_name(TAB_DEFAULT_PRESET);
    if (!tab_ruleset_parse(text, &set, error))
        return use_protocol_code(error);
    if (memcmp(&set, &session->rules->set, sizeof set) != 0) {
        tab_rules_unref(session->rules);
        session->rules = tab_rules_new(&set);
    }
    tab_engine_new_game(session->engine, session->rules);
    renew_sticks(session);
    tab_position_start(session->rules, TAB_WHITE, &session->base);
    session->situation = session->base;
    return true;
}

/* Reads the position in front of `turns`; `used` gets the number of arguments it took. */
static bool read_setpos(TabSession *session, const TabMessage *message, TabSituation *situation,
                        unsigned *used, GError **error)
{
    char **args = message->args;
    if (message->n_args && !strcmp(args[0], "start")) {
        bool side = message->n_args > 1 && (!strcmp(args[1], "w") || !strcmp(args[1], "b"));
        tab_position_start(session->rules, side && args[1][0] == 'b' ? TAB_BLACK : TAB_WHITE,
                           situation);
        *used = side ? 2 : 1;
        return true;
    }
    if (message->n_args < 5)
        return tab_session_refuse(error, TAB_ERROR_BAD_POSITION,
                                  "setpos needs start or the five fields of a position");
    g_autofree char *text = g_strjoin(" ", args[0], args[1], args[2], args[3], args[4], NULL);
    *used = 5;
    return tab_notation_parse_situation(session->rules, text, situation, error) ||
           use_protocol_code(error);
}

/* Plays the turns that follow the position. */
static bool play_turns(TabSession *session, char **turns, TabSituation *situation, GError **error)
{
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    TabPosition after;
    for (unsigned i = 0; turns[i]; i++) {
        if (!tab_notation_parse_turn(session->rules, situation, turns[i], turn, &after, error)) {
            g_prefix_error(error, "turn %u: ", i + 1);
            return use_protocol_code(error);
        }
        situation->position = after;
        situation->throws.n = 0;
        situation->throws.more = false;
    }
    return true;
}

bool tab_session_setpos(TabSession *session, const TabMessage *message, GError **error)
{
    g_autofree TabSituation *situation = g_new(TabSituation, 1);
    unsigned used = 0;
    if (!read_setpos(session, message, situation, &used, error))
        return false;
    if (message->n_args > used) {
        if (strcmp(message->args[used], "turns"))
            return tab_session_refuse(error, TAB_ERROR_BAD_ARGUMENT,
                                      "after the position comes 'turns', not '%s'",
                                      message->args[used]);
        if (!play_turns(session, message->args + used + 1, situation, error))
            return false;
    }
    session->base = *situation;
    session->situation = *situation;
    return true;
}

static bool refuse_throw(const TabCast *cast, const char *text, GError **error)
{
    g_autofree char *names = tab_cast_list_kinds(cast);
    return tab_session_refuse(error, TAB_ERROR_BAD_THROW,
                              "'%s' is no throw: there are %s, with blanks between them", text,
                              names);
}

static bool read_throws(const TabCast *cast, const TabMessage *message, TabThrows *throws,
                        GError **error)
{
    *throws = (TabThrows){.n = 0};
    for (unsigned i = 0; i < message->n_args; i++) {
        const char *text = message->args[i];
        int kind = tab_cast_kind(cast, text, NULL);
        if (throws->more || (!i && !strcmp(text, "+")))
            return tab_session_refuse(error, TAB_ERROR_BAD_THROW,
                                      "the '+' stands behind all throws, once, if more follow");
        throws->more = !strcmp(text, "+");
        if (kind < 0 && !throws->more)
            return refuse_throw(cast, text, error);
        if (kind >= 0 && throws->n == TAB_MAX_THROWS)
            return tab_session_refuse(error, TAB_ERROR_BAD_THROW, "more than %d throws",
                                      TAB_MAX_THROWS);
        if (kind >= 0)
            tab_throws_insert(cast, throws, kind);
    }
    return true;
}

bool tab_session_throw(TabSession *session, const TabMessage *message, GError **error)
{
    g_autofree TabSituation *situation = g_memdup2(&session->base, sizeof session->base);
    const TabThrows *throws = &situation->throws, *base = &session->base.throws;
    if (!message->n_args) {
        session->situation.throws = *base;
        return true;
    }
    if (!read_throws(&session->rules->cast, message, &situation->throws, error))
        return false;
    g_autoptr(GError) fault = NULL;
    if (!tab_situation_validate(session->rules, situation, &fault))
        return tab_session_refuse(error, TAB_ERROR_BAD_THROW, "%s", fault->message);
    if (throws->n < base->n || memcmp(throws->kind, base->kind, base->n) ||
        (tab_throws_complete(base) && throws->n > base->n)) {
        g_autoptr(GString) text = g_string_new(NULL);
        tab_notation_append_throws(session->rules, base, text);
        return tab_session_refuse(error, TAB_ERROR_BAD_THROW,
                                  "the position's own throws come first: %s", text->str);
    }
    session->situation.throws = *throws;
    return true;
}

/* Reads the turns of searchturns, each once, for a turn takes far more room than its text. False if
 * one is not legal. */
static bool read_searchturns(TabSession *session, char **texts, GPtrArray *turns, GError **error)
{
    g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
    TabPosition after;
    for (unsigned i = 0; texts[i]; i++) {
        if (!g_hash_table_add(seen, texts[i]))
            continue;
        TabTurn *turn = g_new(TabTurn, 1);
        g_ptr_array_add(turns, turn);
        if (!tab_notation_parse_turn(session->rules, &session->situation, texts[i], turn, &after,
                                     error)) {
            g_prefix_error(error, "turn %u: ", i + 1);
            return use_protocol_code(error);
        }
    }
    return true;
}

/* Words of other protocols (`searchmoves`, `mate 3`) bind nothing here, which their author is to
 * know. */
static void tell_skipped(TabSession *session, const char *words)
{
    if (!words)
        return;
    g_autofree char *shown = tab_message_printable(words, -1, 120);
    tab_output_printf(session->output, "info string go has no key so named, skipped: %s", shown);
}

bool tab_session_go(TabSession *session, const TabLimits *limits, GError **error)
{
    bool white = session->situation.position.side == TAB_WHITE;
    TabEngineLimits engine_limits = {
        .clock = {.movetime = limits->movetime,
                  .left = white ? limits->wtime : limits->btime,
                  .increment = white ? limits->winc : limits->binc,
                  .turnstogo = limits->turnstogo},
        .nodes = limits->nodes,
        .depth = limits->depth,
        .overhead = session->overhead,
        .lines = session->multi_pv,
        .endless = tab_limits_endless(limits),
        .start = g_get_monotonic_time(),
        .rollout = {.games = (uint64_t)MAX(limits->rollouts, 0),
                    .se = limits->se,
                    .stop = limits->stop,
                    .truncate = (unsigned)CLAMP(limits->truncate, 0, TAB_MAX_TURNS)},
    };
    g_autoptr(GPtrArray) only = g_ptr_array_new_with_free_func(g_free);
    bool restricted = limits->searchturns && limits->searchturns[0];
    if (restricted && !tab_throws_complete(&session->situation.throws))
        return tab_session_refuse(error, TAB_ERROR_NO_THROW,
                                  "searchturns needs complete throws at hand");
    if (restricted && !read_searchturns(session, limits->searchturns, only, error))
        return false;
    session->told = false;
    tell_skipped(session, limits->skipped);
    g_autofree char *evaluation = tab_engine_describe_eval(session->engine);
    tell_news(session, &session->evaluation, evaluation);
    tell_news(session, &session->net_fault, tab_engine_net_fault(session->engine));
    tell_news(session, &session->table_fault, tab_engine_table_fault(session->engine));
    tab_engine_go(session->engine, &session->situation, (TabTurn *const *)only->pdata, only->len,
                  &engine_limits);
    return true;
}
