// SPDX-License-Identifier: GPL-3.0-or-later
// Sources of throws: the chances, and the lists of a file in one array of bytes.
#include "protocol/match/stick-source.h"

#include <math.h>
#include <string.h>

#include "protocol/codec/message.h"
#include "protocol/files/input-file.h"
#include "protocol/text/keywords.h"
#include "protocol/game/record.h"

#define N_STREAMS 3 /* opening, White, Black */
#define MIN_END 0.001
#define MAX_OPEN 1e-9

/* A line of the file: where its lists begin in `throws`, and how long they are. */
typedef struct {
    gsize start[N_STREAMS];
    guint n[N_STREAMS];
} Set;

struct _TabStickSource {
    TabCast cast;
    TabSticks chances;
    char *text;         /* of the chances */
    char *file_digest;  /* of a file's content; NULL without one */
    GByteArray *throws; /* by index, all lists of a file one after the other */
    GArray *sets;       /* of Set */
};

void tab_stick_source_free(TabStickSource *source)
{
    if (!source)
        return;
    g_free(source->text);
    g_free(source->file_digest);
    g_byte_array_unref(source->throws);
    g_array_unref(source->sets);
    g_free(source);
}

/* Chances. */

/* A text that tab_sticks_parse() has read, with its numbers written in one way only: as short as
 * they are exact. */
static char *canonical(const char *text)
{
    if (!strcmp(text, "fair"))
        return g_strdup(text);
    GString *out = g_string_new_len(text, 2);
    g_auto(GStrv) words = g_strsplit(text + 2, ",", -1);
    for (GStrv word = words; *word; word++) {
        char digits[G_ASCII_DTOSTR_BUF_SIZE];
        double number = g_ascii_strtod(*word, NULL);
        g_ascii_formatd(digits, sizeof digits, "%.15g", number);
        if (g_ascii_strtod(digits, NULL) != number)
            g_ascii_formatd(digits, sizeof digits, "%.17g", number);
        g_string_append_printf(out, "%s%s", word > words ? "," : "", digits);
    }
    return g_string_free(out, FALSE);
}

/* "1, 2, 3, 4 or 6"; `ends`: only the kinds that end a turn's throwing. */
static char *list_kinds(const TabCast *cast, gboolean ends)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    TAB_KINDS_FOREACH(cast, t)
        if (!ends || !cast->kind[t].again)
            g_ptr_array_add(names, (gpointer)cast->kind[t].name);
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < names->len; i++)
        g_string_append_printf(text, "%s%s",
                               i == 0               ? ""
                               : i + 1 < names->len ? ", "
                                                    : " or ",
                               (const char *)names->pdata[i]);
    return g_string_free(text, FALSE);
}

/* Takes `fair`, `p=…` or `w=…`; `where` begins the message. */
static gboolean set_chances(TabStickSource *source, const char *text, const char *where,
                            GError **error)
{
    g_autoptr(GError) cause = NULL;
    TabSticks *chances = &source->chances;
    if (!tab_sticks_parse(&source->cast, text, chances, &cause))
        return tab_keywords_refuse_value(error, "%s: %s", where, cause->message);
    if (1 - tab_sticks_rethrow(&source->cast, chances) < MIN_END) {
        g_autofree char *ends = list_kinds(&source->cast, TRUE);
        return tab_keywords_refuse_value(
            error,
            "%s: sticks '%s' fall on %s with a chance below 0.001: turns would "
            "hardly end",
            where, text, ends);
    }
    g_free(source->text);
    source->text = canonical(text);
    return TRUE;
}

/* Files. `where`, for messages, is a file and the number of a line. */

static gboolean add_list(TabStickSource *source, const char *list, const char *where,
                         GError **error)
{
    for (const char *p = list; *p;) {
        if (g_ascii_isspace(*p)) {
            p++;
            continue;
        }
        int kind = tab_cast_kind(&source->cast, p, &p);
        guint8 byte = (guint8)kind;
        if (kind < 0) {
            while (p > list && !g_ascii_isspace(p[-1])) /* to the start of the word */
                p--;
            g_autofree char *word = tab_message_printable(p, (gssize)strcspn(p, " \t\r\v\f"), 60);
            g_autofree char *kinds = list_kinds(&source->cast, FALSE);
            return tab_keywords_refuse_value(error, "%s: '%s': a throw is %s", where, word, kinds);
        }
        g_byte_array_append(source->throws, &byte, 1);
    }
    return TRUE;
}

/* One set of games: three lists. */
static gboolean add_set(TabStickSource *source, const char *line, const char *where, GError **error)
{
    Set set;
    g_auto(GStrv) lists = g_strsplit(line, "/", -1);
    if (g_strv_length(lists) != N_STREAMS) {
        g_autofree char *shown = tab_message_printable(line, -1, 60);
        return tab_keywords_refuse_value(
            error, "%s: '%s' is not opening / White's throws / Black's throws", where, shown);
    }
    for (guint i = 0; i < N_STREAMS; i++) {
        set.start[i] = source->throws->len;
        if (!add_list(source, lists[i], where, error))
            return FALSE;
        set.n[i] = (guint)(source->throws->len - set.start[i]);
    }
    g_array_append_val(source->sets, set);
    return TRUE;
}

static gboolean read_throws(TabStickSource *source, const char *path, GError **error)
{
    gsize length;
    g_autofree char *content = tab_input_file_read_text(path, &length, error);
    if (!content)
        return FALSE;
    source->file_digest =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)content, length);
    gboolean is_first = TRUE; /* no other line was before it */
    guint number = 1;
    for (char *rest = content, *line; (line = tab_input_file_take_line(&rest)); number++) {
        if (!*line)
            continue;
        g_autofree char *where = g_strdup_printf("%s:%u", path, number);
        const char *chances = line + strlen("sticks");
        gboolean has_chances = g_str_has_prefix(line, "sticks") && g_ascii_isspace(*chances);
        if (has_chances && !is_first)
            return tab_keywords_refuse_value(
                error, "%s: '%s' stands before all throws or not at all", where, line);
        is_first = FALSE;
        while (has_chances && g_ascii_isspace(*chances))
            chances++;
        if (!(has_chances ? set_chances(source, chances, where, error)
                          : add_set(source, line, where, error)))
            return FALSE;
    }
    return source->sets->len > 0 || tab_keywords_refuse_value(error, "%s: holds no throws", path);
}

TabStickSource *tab_stick_source_parse(const TabCast *cast, const char *text, GError **error)
{
    g_autoptr(TabStickSource) source = g_new0(TabStickSource, 1);
    source->cast = *cast;
    source->chances = tab_sticks_fair(cast);
    source->text = g_strdup("fair");
    source->throws = g_byte_array_new();
    source->sets = g_array_new(FALSE, FALSE, sizeof(Set));
    gboolean ok;
    if (g_str_has_prefix(text, "file="))
        ok = read_throws(source, text + strlen("file="), error);
    else if (strcmp(text, "fair") && !g_str_has_prefix(text, "p=") && !g_str_has_prefix(text, "w="))
        ok =
            tab_keywords_refuse_value(error, "sticks are fair, p=…, w=… or file=…, not '%s'", text);
    else
        ok = set_chances(source, text, "sticks", error);
    return ok ? g_steal_pointer(&source) : NULL;
}

/* What is known of a source. */

gboolean tab_stick_source_check_opening(const TabStickSource *source, const TabRuleset *rules,
                                        GError **error)
{
    const double *p = source->chances.p;
    gboolean highest = rules->value[TAB_SWITCH_OPENING] == TAB_OPENING_HIGHEST;
    if (rules->value[TAB_SWITCH_OPENING] == TAB_OPENING_NONE)
        return TRUE;
    double again = 0; /* nobody wins with this throw, or with these two */
    g_autofree char *needed = g_strdup("unequal throws");
    TAB_KINDS_FOREACH(&source->cast, t) {
        const TabKind *kind = &source->cast.kind[t];
        if (highest || !kind->tab) {
            again += highest ? p[t] * p[t] : p[t];
        } else {
            g_free(needed);
            needed = g_strdup_printf("a %s", kind->name);
        }
    }
    if (pow(again, highest ? TAB_RECORD_MAX_OPENING / 2 : TAB_RECORD_MAX_OPENING) < MAX_OPEN)
        return TRUE;
    g_autofree char *name = tab_ruleset_to_string(rules);
    return tab_keywords_refuse_value(
        error, "sticks '%s': the opening of %s would hardly end, which needs %s", source->text,
        name, needed);
}

const TabSticks *tab_stick_source_chances(const TabStickSource *source)
{
    return &source->chances;
}

const char *tab_stick_source_text(const TabStickSource *source)
{
    return source->text;
}

gboolean tab_stick_source_is_fair(const TabStickSource *source)
{
    TabSticks fair = tab_sticks_fair(&source->cast);
    TAB_KINDS_FOREACH(&source->cast, t)
        if (fabs(source->chances.p[t] - fair.p[t]) > 1e-12)
            return FALSE;
    return TRUE;
}

char *tab_stick_source_digest(const TabStickSource *source)
{
    return source->file_digest
               ? g_strdup_printf("%s file sha256=%s", source->text, source->file_digest)
               : g_strdup(source->text);
}

/* The throws of a game. */

TabGameSticks tab_game_sticks_new(const TabStickSource *source, guint64 seed, guint set)
{
    TabGameSticks sticks = {.source = source, .set = set};
    for (guint stream = 0; stream < N_STREAMS; stream++)
        sticks.random[stream] = tab_random_new_stream(seed, stream);
    return sticks;
}

static int next_throw(TabGameSticks *sticks, TabStream stream, guint thrown)
{
    const TabStickSource *source = sticks->source;
    TabSide side = stream == TAB_STREAM_BLACK ? TAB_BLACK : TAB_WHITE;
    TabSticks own = tab_sticks_of_side(&source->cast, &source->chances, side);
    int drawn = tab_sticks_throw_on(&source->cast, &own, thrown, &sticks->random[stream]);
    guint n = sticks->taken[stream]++;
    if (!source->sets->len)
        return drawn;
    const Set *set = &g_array_index(source->sets, Set, (sticks->set - 1) % source->sets->len);
    return n < set->n[stream] ? source->throws->data[set->start[stream] + n] : drawn;
}

int tab_game_sticks_opening(TabGameSticks *sticks)
{
    return next_throw(sticks, TAB_STREAM_OPENING, 0);
}

int tab_game_sticks_throw(TabGameSticks *sticks, TabSide side, guint thrown)
{
    return next_throw(sticks, (TabStream)(TAB_STREAM_WHITE + side), thrown);
}
