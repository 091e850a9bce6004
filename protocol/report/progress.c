// SPDX-License-Identifier: GPL-3.0-or-later
// Puts the line together from parts in the order of their importance, as far as there is room.
#include "protocol/report/progress.h"

#include <math.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "protocol/text/plain-text.h"
#include "protocol/report/report.h"

#define TELL_US 5000000 /* between two lines of progress where none can be redrawn */
#define NO_COLUMNS 1000 /* of such a line */
#define GAP 2           /* columns between parts */
#define NAME_COLUMNS 20 /* of a name at most */
#define BAR 20          /* columns of the bar without its ends */
#define REDRAW_US 100000

/* The parts in the order in which they stand. */
typedef enum {
    PART_GAMES,
    PART_NAME,
    PART_RATE,
    PART_ELO,
    PART_LLR,
    PART_BAR,
    PART_FAULTS,
    PART_PACE,
    PART_LEFT,
    N_PARTS
} Part;

/* The same by importance. */
static const Part importance[N_PARTS] = {PART_GAMES, PART_RATE, PART_LEFT,   PART_ELO, PART_LLR,
                                         PART_NAME,  PART_BAR,  PART_FAULTS, PART_PACE};

/* One whose score is the highest, the first of them. */
static guint find_best(const TabResults *results)
{
    guint best = 0;
    for (guint i = 1; i < results->engines; i++)
        if (tab_tally_rate(&results->engine[i].tally) >
            tab_tally_rate(&results->engine[best].tally))
            best = i;
    return best;
}

/* "[      |==>   ]": from 0 to the ratio, between the bounds. */
static char *bar_text(const TabSprtState *sprt)
{
    double cell = (sprt->upper - sprt->lower) / BAR;
    int zero = CLAMP((int)floor(-sprt->lower / cell), 0, BAR - 1);
    int tip = CLAMP((int)floor((sprt->llr - sprt->lower) / cell), 0, BAR - 1);
    char cells[BAR + 1];
    memset(cells, ' ', BAR);
    cells[BAR] = '\0';
    memset(cells + MIN(zero, tip), '=', (gsize)ABS(tip - zero));
    cells[tip] = tip < zero ? '<' : '>';
    cells[zero] = '|';
    return g_strdup_printf("H0[%s]H1", cells);
}

static void add_sprt(const TabResults *results, char *parts[N_PARTS])
{
    TabSprtState sprt;
    if (!tab_results_get_sprt(results, &sprt))
        return;
    g_autofree char *llr = tab_plain_text_number(sprt.llr, 2);
    if (sprt.verdict == TAB_SPRT_UNDECIDED)
        parts[PART_LLR] = g_strdup_printf("llr %s", llr);
    else
        parts[PART_LLR] =
            g_strdup_printf("%s, llr %s", tab_results_verdict_text(sprt.verdict), llr);
    parts[PART_BAR] = bar_text(&sprt);
}

static void add_faults(const TabResults *results, char *parts[N_PARTS])
{
    guint faults = tab_results_count_faults(results);
    if (faults)
        parts[PART_FAULTS] = g_strdup_printf("%u %s", faults, faults == 1 ? "fault" : "faults");
}

static char *pace_text(double a_minute)
{
    gboolean slow = a_minute < 1;
    double pace = slow ? 60 * a_minute : a_minute;
    g_autofree char *number = tab_plain_text_number(pace, pace < 9.95 ? 1 : 0);
    return g_strdup_printf("%s games/%s", number, slow ? "h" : "min");
}

static char *left_text(double seconds)
{
    guint64 whole = (guint64)ceil(MIN(seconds, 1e9));
    guint minutes = (guint)(whole / 60 % 60), rest = (guint)(whole % 60);
    if (whole >= 3600)
        return g_strdup_printf("%u:%02u:%02u left", (guint)(whole / 3600), minutes, rest);
    return g_strdup_printf("%u:%02u left", minutes, rest);
}

/* How fast it goes, and what follows from it; nothing before the first game. */
static void add_times(const TabResults *results, const TabProgressState *state,
                      char *parts[N_PARTS])
{
    guint games = results->match.games;
    if (games <= state->before || state->elapsed_seconds <= 0)
        return;
    double a_second = (games - state->before) / state->elapsed_seconds;
    parts[PART_PACE] = pace_text(60 * a_second);
    if (state->planned > games)
        parts[PART_LEFT] = left_text((state->planned - games) / a_second);
}

/* Appends those parts that fit. */
static void join(char *const parts[N_PARTS], guint columns, GString *line)
{
    gboolean taken[N_PARTS] = {FALSE};
    guint used = 0;
    for (guint i = 0; i < N_PARTS; i++) {
        Part part = importance[i];
        if (!parts[part])
            continue;
        guint width = tab_plain_text_columns(parts[part]) + (used ? GAP : 0);
        taken[part] = used + width <= columns;
        used += taken[part] ? width : 0;
    }
    for (guint i = 0; i < N_PARTS; i++) {
        if (!taken[i])
            continue;
        if (line->len)
            g_string_append_printf(line, "%*s", GAP, "");
        g_string_append(line, parts[i]);
    }
}

/* The line of those parts that fit; they are freed. */
static char *take_line(char *parts[N_PARTS], guint columns)
{
    GString *line = g_string_new(NULL);
    join(parts, columns, line);
    for (guint i = 0; i < N_PARTS; i++)
        g_free(parts[i]);
    return g_string_free(line, FALSE);
}

char *tab_progress_count_line(guint games, guint total, double done, double elapsed_seconds,
                              guint columns)
{
    char *parts[N_PARTS] = {NULL};
    parts[PART_GAMES] =
        total ? g_strdup_printf("%u/%u games", games, total) : g_strdup_printf("%u games", games);
    if (done > 0 && elapsed_seconds > 0) {
        double a_second = done / elapsed_seconds;
        parts[PART_PACE] = pace_text(60 * a_second);
        if (total > done)
            parts[PART_LEFT] = left_text((total - done) / a_second);
    }
    return take_line(parts, columns);
}

char *tab_progress_line(const TabResults *results, const TabProgressState *state, guint columns)
{
    gboolean two = results->engines == 2;
    guint engine = two ? 0 : find_best(results);
    const TabTally *tally = &results->engine[engine].tally;
    char *parts[N_PARTS] = {NULL};
    parts[PART_GAMES] = g_strdup_printf("%u/%u", results->match.games, state->planned);
    if (tab_score_games(&tally->score)) {
        TabEloInterval interval = tab_tally_elo(tally);
        g_autofree char *elo = tab_elo_interval_to_string(&interval);
        parts[PART_NAME] = tab_plain_text_cut(results->names[engine], NAME_COLUMNS);
        parts[PART_RATE] = tab_tally_to_string(tally);
        parts[PART_ELO] = two ? g_strdup_printf("Elo %s", elo) : NULL;
    }
    add_sprt(results, parts);
    add_faults(results, parts);
    add_times(results, state, parts);
    return take_line(parts, columns);
}

char *tab_progress_game_line(const TabResults *results, const TabGameResult *game, guint planned)
{
    const char *termination = tab_record_termination_text(game->termination);
    g_autofree char *reason = game->reason ? tab_plain_text(game->reason) : NULL;
    return g_strdup_printf(
        "game %u of %u: %s - %s %s (%s%s%u turns)%s%s", game->number, planned,
        results->names[game->engine[TAB_WHITE]], results->names[game->engine[TAB_BLACK]],
        tab_record_result_text(game->result), termination ? termination : "",
        termination ? ", " : "", game->turns, reason ? " " : "", reason ? reason : "");
}

gboolean tab_progress_can_redraw(FILE *file)
{
    return isatty(fileno(file)) && g_strcmp0(g_getenv("TERM"), "dumb") != 0;
}

guint tab_progress_columns(FILE *file)
{
    struct winsize size;
    /* one less: a full line makes some terminals go to the next one */
    return ioctl(fileno(file), TIOCGWINSZ, &size) || size.ws_col < 2 ? 79 : size.ws_col - 1u;
}

struct TabProgress {
    FILE *file;
    gboolean drawn;
    gint64 drawn_us;
};

TabProgress *tab_progress_new(FILE *file)
{
    TabProgress *progress = g_new(TabProgress, 1);
    *progress = (TabProgress){.file = file};
    return progress;
}

void tab_progress_free(TabProgress *progress)
{
    tab_progress_clear(progress);
    g_free(progress);
}

gboolean tab_progress_is_due(const TabProgress *progress, gint64 now_us)
{
    return !progress->drawn || now_us - progress->drawn_us >= REDRAW_US;
}

/* The start of the line, and nothing on it. */
static const char empty_line[] = "\r\033[K";

void tab_progress_draw(TabProgress *progress, const char *line, gint64 now_us)
{
    fprintf(progress->file, "%s%s", empty_line, line);
    fflush(progress->file);
    progress->drawn = TRUE;
    progress->drawn_us = now_us;
}

void tab_progress_clear(TabProgress *progress)
{
    if (!progress->drawn)
        return;
    fputs(empty_line, progress->file);
    fflush(progress->file);
    progress->drawn = FALSE;
}

/* Work on many games. */

TabCountProgress tab_count_progress_begin(gboolean wanted)
{
    gint64 now = g_get_monotonic_time();
    return (TabCountProgress){
        .wanted = wanted,
        .line = wanted && tab_progress_can_redraw(stderr) ? tab_progress_new(stderr) : NULL,
        .begun = now,
        .told = now};
}

void tab_count_progress_tell(TabCountProgress *progress, guint games, guint total, double done)
{
    gint64 now = g_get_monotonic_time();
    if (!progress->wanted || (progress->line ? !tab_progress_is_due(progress->line, now)
                                             : now - progress->told < TELL_US))
        return;
    g_autofree char *line =
        tab_progress_count_line(games, total, done, (double)(now - progress->begun) / 1e6,
                                progress->line ? tab_progress_columns(stderr) : NO_COLUMNS);
    if (progress->line)
        tab_progress_draw(progress->line, line, now);
    else
        fprintf(stderr, "%s\n", line);
    progress->told = now;
}

void tab_count_progress_clear(TabCountProgress *progress)
{
    if (progress->line)
        tab_progress_clear(progress->line);
}

void tab_count_progress_end(TabCountProgress *progress)
{
    g_clear_pointer(&progress->line, tab_progress_free);
}
