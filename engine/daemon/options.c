// SPDX-License-Identifier: GPL-3.0-or-later
// Options as rows of a table: declaration and effect side by side.
#include "engine/daemon/options.h"

#include <errno.h>

#include "engine/levels.h"
#include "protocol/codec/option.h"

static gint64 number(const char *value)
{
    return g_ascii_strtoll(value, NULL, 10);
}

static bool set_threads(TabSession *session, const char *value, GError **error)
{
    tab_engine_set_threads(session->engine, (unsigned)number(value));
    return true;
}

static bool set_hash(TabSession *session, const char *value, GError **error)
{
    return tab_engine_set_hash(session->engine, (unsigned)number(value)) ||
           tab_session_refuse(error, TAB_ERROR_BAD_ARGUMENT, "no memory for Hash %s", value);
}

static bool set_multi_pv(TabSession *session, const char *value, GError **error)
{
    session->multi_pv = (unsigned)number(value);
    return true;
}

static bool set_level(TabSession *session, const char *value, GError **error)
{
    tab_engine_set_level(session->engine, (unsigned)number(value));
    return true;
}

static bool set_elo(TabSession *session, const char *value, GError **error)
{
    tab_engine_set_elo(session->engine, (unsigned)number(value));
    return true;
}

static bool set_eval(TabSession *session, const char *value, GError **error)
{
    unsigned kind = 0;
    while (g_ascii_strcasecmp(tab_eval_kind_name(kind),
                              value)) /* the declaration has let through only these */
        kind++;
    tab_engine_set_eval(session->engine, (TabEvalKind)kind);
    return true;
}

static bool set_net_file(TabSession *session, const char *value, GError **error)
{
    g_autoptr(GError) fault = NULL;
    return tab_engine_set_net_file(session->engine, *value ? value : NULL, &fault) ||
           tab_session_refuse(error, TAB_ERROR_BAD_ARGUMENT, "NetFile: %s", fault->message);
}

static bool set_table_path(TabSession *session, const char *value, GError **error)
{
    g_autoptr(GError) fault = NULL;
    return tab_engine_set_table_path(session->engine, *value ? value : NULL, &fault) ||
           tab_session_refuse(error, TAB_ERROR_BAD_ARGUMENT, "TablePath: %s", fault->message);
}

static bool set_seed(TabSession *session, const char *value, GError **error)
{
    tab_engine_set_seed(session->engine, (uint64_t)number(value));
    return true;
}

static bool set_overhead(TabSession *session, const char *value, GError **error)
{
    session->overhead = (unsigned)number(value);
    return true;
}

static bool set_log(TabSession *session, const char *value, GError **error)
{
    return tab_output_set_log(session->output, *value ? value : NULL) ||
           tab_session_refuse(error, TAB_ERROR_BAD_ARGUMENT, "cannot write Log %s: %s", value,
                              g_strerror(errno));
}

/* Eval, Level and Elo replace each other: the last one counts. Their defaults are full strength. */
static const struct {
    const char *declaration;
    bool (*set)(TabSession *session, const char *value, GError **error);
} rows[] = {
    {"name Threads type spin default 1 min 1 max " G_STRINGIFY(TAB_ENGINE_MAX_THREADS),
     set_threads},
    {"name Hash type spin default 16 min 1 max " G_STRINGIFY(TAB_ENGINE_MAX_HASH), set_hash},
    {"name MultiPV type spin default 1 min 1 max 64", set_multi_pv},
    {"name NetFile type file default <empty>", set_net_file},
    {"name TablePath type file default <empty>", set_table_path},
    {"name Eval type combo default net var net var hand var random var capture var greedy "
     "var genetic",
     set_eval},
    {"name Level type spin default " G_STRINGIFY(TAB_LEVELS_TOP) " min 0 max " G_STRINGIFY(
         TAB_LEVELS_TOP),
     set_level},
    {"name Elo type spin default " G_STRINGIFY(TAB_LEVELS_MOST_ELO) " min " G_STRINGIFY(
         TAB_LEVELS_LEAST_ELO) " max " G_STRINGIFY(TAB_LEVELS_MOST_ELO),
     set_elo},
    {"name Seed type spin default 0 min 0", set_seed},
    {"name Sticks type string default fair", tab_session_set_sticks},
    {"name MoveOverhead type spin default 5 min 0 max 5000", set_overhead},
    {"name Log type file default <empty>", set_log},
};

static TabOption *declare(unsigned row)
{
    g_autoptr(GError) error = NULL;
    TabOption *option = tab_option_parse(rows[row].declaration, &error);
    if (!option)
        g_error("option '%s': %s", rows[row].declaration, error->message);
    return option;
}

void tab_options_tell(TabOutput *output)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++)
        tab_output_printf(output, "option %s", rows[i].declaration);
}

void tab_options_set_defaults(TabSession *session)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(TabOption) option = declare(i);
        if (!rows[i].set(session, option->value, &error))
            g_error("option %s: %s", option->name, error->message);
    }
}

bool tab_options_set(TabSession *session, const TabMessage *message, GError **error)
{
    g_autofree char *name = NULL, *value = NULL;
    if (!tab_option_parse_set(message->rest, &name, &value, error))
        return false;
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(TabOption) option = declare(i);
        if (tab_option_name_equal(option->name, name))
            return tab_option_check_value(option, value, error) &&
                   rows[i].set(session, value, error);
    }
    return tab_session_refuse(error, TAB_ERROR_BAD_ARGUMENT, "unknown option '%s'", name);
}
