// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks count in microseconds and tell engines whole milliseconds, rounded down: never more than
// there is.
#include "protocol/match/clock.h"

#include <math.h>
#include <string.h>

#define MAX_SECONDS 1e7 /* 115 days */

/* Reads seconds at `*p` as milliseconds and moves on; -1 if there are none. */
static gint64 read_seconds(const char **p)
{
    char *end;
    if (!g_ascii_isdigit(**p))
        return -1;
    double seconds = g_ascii_strtod(*p, &end);
    if (strspn(*p, "0123456789.") != (gsize)(end - *p) || seconds > MAX_SECONDS)
        return -1;
    *p = end;
    return (gint64)llround(seconds * 1000);
}

gboolean tab_time_control_parse(TabTimeControl *control, const char *text, GError **error)
{
    const char *p = text, *slash = strchr(text, '/');
    guint64 turns = 0;
    gint64 increment = 0;
    gboolean ok = TRUE;
    if (slash) {
        g_autofree char *number = g_strndup(text, (gsize)(slash - text));
        ok = g_ascii_string_to_unsigned(number, 10, 1, 100000, &turns, NULL);
        p = slash + 1;
    }
    gint64 base = read_seconds(&p);
    if (*p == '+') {
        p++;
        increment = read_seconds(&p);
    }
    if (!ok || base < 1 || increment < 0 || *p) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "bad time control '%s': it is written [turns/]seconds[+seconds]", text);
        return FALSE;
    }
    control->base_ms = base;
    control->increment_ms = increment;
    control->turns = (guint)turns;
    return TRUE;
}

static void append_seconds(GString *text, gint64 ms)
{
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(text, g_ascii_formatd(number, sizeof number, "%.10g", (double)ms / 1000));
}

static void append_limit(GString *text, const char *name, gint64 value)
{
    if (value)
        g_string_append_printf(text, "%s%s=%" G_GINT64_FORMAT, text->len ? " " : "", name, value);
}

char *tab_time_control_to_string(const TabTimeControl *control)
{
    GString *text = g_string_new(NULL);
    if (control->base_ms && control->turns)
        g_string_append_printf(text, "%u/", control->turns);
    if (control->base_ms)
        append_seconds(text, control->base_ms);
    if (control->base_ms && control->increment_ms) {
        g_string_append_c(text, '+');
        append_seconds(text, control->increment_ms);
    }
    append_limit(text, "movetime", control->movetime_ms);
    append_limit(text, "nodes", control->nodes);
    append_limit(text, "depth", control->depth);
    if (!text->len)
        g_string_append_c(text, '-');
    return g_string_free(text, FALSE);
}

/* One limit of a [TimeControl] into an empty place; each may stand there once. */
static gboolean read_limit(TabTimeControl *control, const char *word)
{
    const struct {
        const char *name;
        gint64 *value;
    } limits[] = {{"movetime=", &control->movetime_ms},
                  {"nodes=", &control->nodes},
                  {"depth=", &control->depth}};
    guint64 number;
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
        if (!g_str_has_prefix(word, limits[i].name))
            continue;
        if (*limits[i].value || !g_ascii_string_to_unsigned(word + strlen(limits[i].name), 10, 1,
                                                            G_MAXINT64 / 1000, &number, NULL))
            return FALSE;
        *limits[i].value = (gint64)number;
        return TRUE;
    }
    return !control->base_ms && tab_time_control_parse(control, word, NULL);
}

gboolean tab_time_control_from_string(TabTimeControl *control, const char *text, GError **error)
{
    TabTimeControl read = {0};
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    gboolean good = *words != NULL;
    if (g_strcmp0(text, "-") != 0)
        for (char **word = words; good && *word; word++)
            good = read_limit(&read, *word);
    if (!good) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "bad time control '%s': it is made of [turns/]seconds[+seconds], movetime=, "
                    "nodes= and depth=, with one blank between them, or is -",
                    text);
        return FALSE;
    }
    *control = read;
    return TRUE;
}

TabClock tab_clock_new(const TabTimeControl *control)
{
    return (TabClock){
        .control = *control, .left_us = control->base_ms * 1000, .turns_left = control->turns};
}

void tab_clock_limits(const TabClock clocks[2], TabSide side, TabLimits *limits)
{
    const TabTimeControl *own = &clocks[side].control;
    tab_limits_init(limits);
    if (own->movetime_ms)
        limits->movetime = own->movetime_ms;
    if (own->nodes)
        limits->nodes = own->nodes;
    if (own->depth)
        limits->depth = own->depth;
    if (!tab_clock_counts(&clocks[side]))
        return;
    gint64 *time[] = {&limits->wtime, &limits->btime}, *inc[] = {&limits->winc, &limits->binc};
    for (int i = 0; i < 2; i++)
        if (tab_clock_counts(&clocks[i])) {
            *time[i] = MAX(clocks[i].left_us, 0) / 1000;
            *inc[i] = clocks[i].control.increment_ms;
        }
    if (own->turns)
        limits->turnstogo = clocks[side].turns_left;
}

gint64 tab_clock_allowance(const TabClock *clock, gint64 margin_ms, gint64 patience_ms)
{
    gint64 allowed = G_MAXINT64;
    if (clock->control.movetime_ms)
        allowed = clock->control.movetime_ms + margin_ms;
    if (tab_clock_counts(clock))
        allowed = MIN(allowed, (MAX(clock->left_us, 0) + 999) / 1000 + margin_ms);
    return allowed == G_MAXINT64 ? patience_ms : allowed;
}

gboolean tab_clock_charge(TabClock *clock, gint64 elapsed_us, gint64 margin_ms, gint64 patience_ms)
{
    if (elapsed_us > tab_clock_allowance(clock, margin_ms, patience_ms) * 1000)
        return FALSE;
    if (!tab_clock_counts(clock))
        return TRUE;
    /* what the margin forgave is not owed: the clock stands at zero then */
    clock->left_us = MAX(clock->left_us - elapsed_us, 0) + clock->control.increment_ms * 1000;
    if (clock->control.turns && --clock->turns_left == 0) {
        clock->turns_left = clock->control.turns;
        clock->left_us += clock->control.base_ms * 1000;
    }
    return TRUE;
}
