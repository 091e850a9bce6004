// SPDX-License-Identifier: GPL-3.0-or-later
// Sums up batches by their moments; in a record one tag for each position.
#include "gui/model/position-rollout.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "protocol/rules/ending.h"
#include "protocol/rules/notation.h"

#define TAG "Rollout"
#define BETWEEN " | " /* the parts of a tag's value */
#define NO_TURN "-"   /* the position itself */
#define RESTS "rests" /* behind a turn that is left out */
#define TAGS_LEFT 16  /* that a record keeps free for others */

TabPositionRollout *tab_position_rollout_new(const char *position, const char *engine, guint64 seed,
                                             guint truncate)
{
    TabPositionRollout *rollout = g_new0(TabPositionRollout, 1);
    rollout->position = g_strdup(position);
    rollout->engine = g_strdup(engine);
    rollout->seed = seed;
    rollout->truncate = truncate;
    rollout->turns = g_array_new(FALSE, TRUE, sizeof(TabRolloutTurn));
    return rollout;
}

void tab_position_rollout_free(TabPositionRollout *rollout)
{
    if (!rollout)
        return;
    for (guint i = 0; i < rollout->turns->len; i++)
        g_free(tab_position_rollout_nth(rollout, i)->turn);
    g_array_unref(rollout->turns);
    g_free(rollout->position);
    g_free(rollout->engine);
    g_free(rollout);
}

TabRolloutTurn *tab_position_rollout_nth(const TabPositionRollout *rollout, guint n)
{
    return &g_array_index(rollout->turns, TabRolloutTurn, n);
}

TabRolloutTurn *tab_position_rollout_find(const TabPositionRollout *rollout, const char *turn)
{
    for (guint i = 0; i < rollout->turns->len; i++)
        if (g_strcmp0(tab_position_rollout_nth(rollout, i)->turn, turn) == 0)
            return tab_position_rollout_nth(rollout, i);
    return NULL;
}

void tab_position_rollout_add_turn(TabPositionRollout *rollout, const char *turn)
{
    const TabRolloutTurn added = {
        .turn = g_strdup(turn), .known = NAN, .first_win = NAN, .first_se = NAN};
    if (rollout->turns->len < TAB_ROLLOUT_MOST_TURNS)
        g_array_append_val(rollout->turns, added);
    else
        g_free(added.turn);
}

gint64 tab_position_rollout_next_seed(const TabPositionRollout *rollout)
{
    TabRandom random = tab_random_new_stream(rollout->seed, rollout->batches);
    return (gint64)(tab_random_next(&random) >> 33); /* every engine can hold that: RULES.md 10.6 */
}

void tab_rollout_turn_add(TabRolloutTurn *turn, guint64 n, double win, double se)
{
    const TabMoments more = tab_moments_of(n, win, se);
    tab_moments_join(&turn->games, &more);
}

/* --- what they say --- */

gboolean tab_rollout_turn_value(const TabRolloutTurn *turn, double *win, double *se)
{
    gboolean known = !isnan(turn->known), counts = turn->games.n > 1;
    *win = known ? turn->known : counts ? turn->games.mean : turn->first_win;
    *se = known ? 0 : counts ? tab_moments_se(&turn->games) : turn->first_se;
    return !isnan(*win) && !isnan(*se);
}

static gint compare(gconstpointer a, gconstpointer b)
{
    double one, other, se;
    gboolean first = tab_rollout_turn_value(a, &one, &se),
             second = tab_rollout_turn_value(b, &other, &se);
    if (!first || !second)
        return (first ? 0 : 1) - (second ? 0 : 1);
    return one < other ? 1 : one > other ? -1 : 0;
}

void tab_position_rollout_sort(TabPositionRollout *rollout)
{
    g_array_sort(rollout->turns, compare); /* stable: merge sort, as GLib's arrays have it */
}

guint64 tab_position_rollout_games(const TabPositionRollout *rollout)
{
    guint64 most = 0;
    for (guint i = 0; i < rollout->turns->len; i++)
        most = MAX(most, tab_position_rollout_nth(rollout, i)->games.n);
    return most;
}

static gboolean goes_on(const TabRolloutTurn *turn)
{
    return !turn->resting && isnan(turn->known);
}

gboolean tab_position_rollout_goes_on(const TabPositionRollout *rollout)
{
    for (guint i = 0; i < rollout->turns->len; i++)
        if (goes_on(tab_position_rollout_nth(rollout, i)))
            return TRUE;
    return FALSE;
}

double tab_position_rollout_error(const TabPositionRollout *rollout)
{
    double most = 0, win, se;
    for (guint i = 0; i < rollout->turns->len; i++) {
        const TabRolloutTurn *turn = tab_position_rollout_nth(rollout, i);
        if (!goes_on(turn))
            continue;
        if (!tab_rollout_turn_value(turn, &win, &se))
            return NAN;
        most = MAX(most, se);
    }
    return most;
}

gboolean tab_position_rollout_lead(const TabPositionRollout *rollout, double *lead, double *error)
{
    double best, best_se, win, se, least = INFINITY;
    if (rollout->turns->len < 2 ||
        !tab_rollout_turn_value(tab_position_rollout_nth(rollout, 0), &best, &best_se))
        return FALSE;
    for (guint i = 1; i < rollout->turns->len; i++) {
        if (!tab_rollout_turn_value(tab_position_rollout_nth(rollout, i), &win, &se))
            continue;
        double both = hypot(best_se, se), ahead = best - win;
        double errors = both > 0 ? ahead / both : ahead > 0 ? G_MAXDOUBLE : 0;
        if (errors < least) {
            least = errors;
            *lead = ahead;
            *error = both;
        }
    }
    return !isinf(least);
}

/* --- as text --- */

/* Eight decimals, so that a rollout that was kept goes on as one that was not. */
static void append_number(GString *text, double number)
{
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append_c(text, ' ');
    g_string_append(text, g_ascii_formatd(digits, sizeof digits, "%.8f", number));
}

static char *turn_to_text(const TabRolloutTurn *turn)
{
    GString *text = g_string_new(turn->turn ? turn->turn : NO_TURN);
    gboolean known = !isnan(turn->known), counts = !known && turn->games.n > 1;
    if (known || counts) {
        append_number(text, known ? turn->known : turn->games.mean);
        append_number(text, known ? 0 : tab_moments_se(&turn->games));
        g_string_append_printf(text, " %" G_GUINT64_FORMAT, known ? 0 : turn->games.n);
    }
    if (turn->resting)
        g_string_append(text, " " RESTS);
    return g_string_free(text, FALSE);
}

char *tab_position_rollout_to_text(const TabPositionRollout *rollout)
{
    g_autofree char *engine = g_strdelimit(g_strdup(rollout->engine), "|\n\r\t", ' ');
    GString *text = g_string_new(rollout->position);
    g_string_append_printf(text,
                           BETWEEN "seed=%" G_GUINT64_FORMAT " batches=%u games=%d truncate=%u "
                                   "engine=%s",
                           rollout->seed, rollout->batches, TAB_ROLLOUT_BATCH_GAMES,
                           rollout->truncate, engine);
    for (guint i = 0; i < rollout->turns->len; i++) {
        g_autofree char *turn = turn_to_text(tab_position_rollout_nth(rollout, i));
        if (text->len + strlen(BETWEEN) + strlen(turn) > TAB_RECORD_MAX_TEXT)
            break;
        g_string_append(text, BETWEEN);
        g_string_append(text, turn);
    }
    return g_string_free(text, FALSE);
}

static gboolean refuse(GError **error, const char *fault, const char *word)
{
    GError *wrong =
        g_error_new(TAB_RULES_ERROR, TAB_RULES_ERROR_RECORD, "%s: '%.100s'", fault, word);
    tab_rules_make_printable(wrong);
    g_propagate_error(error, wrong);
    return FALSE;
}

/* A share of a game, as append_number() writes it. */
static gboolean read_share(const char *word, double *share)
{
    char *end;
    *share = g_ascii_strtod(word, &end);
    return g_ascii_isdigit(*word) && !*end && *share >= 0 && *share <= 1;
}

static gboolean read_count(const char *word, guint64 most, guint64 *count)
{
    return g_ascii_string_to_unsigned(word, 10, 0, most, count, NULL);
}

/* "2:a7b6 0.51000000 0.00200000 640 rests" */
static gboolean parse_turn(TabPositionRollout *rollout, const TabRules *rules,
                           const TabSituation *situation, const char *text, GError **error)
{
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    guint n = g_strv_length(words);
    gboolean resting = n > 1 && g_str_equal(words[n - 1], RESTS);
    double win, se;
    guint64 games;
    n -= resting;
    if (n != 1 && n != 4)
        return refuse(error, _("a turn of a rollout is wrong"), text);
    gboolean valued = n == 4;
    if (valued && (!read_share(words[1], &win) || !read_share(words[2], &se) ||
                   !read_count(words[3], G_MAXINT64, &games) || games == 1))
        return refuse(error, _("a turn of a rollout is wrong"), text);
    const char *turn = g_str_equal(words[0], NO_TURN) ? NULL : words[0];
    if (!turn != !tab_throws_complete(&situation->throws))
        return refuse(error, _("a turn of a rollout does not fit its throws"), text);
    TabPosition after;
    g_autofree TabTurn *parsed = g_new0(TabTurn, 1);
    if (turn && !tab_notation_parse_turn(rules, situation, turn, parsed, &after, error))
        return FALSE;
    if (rollout->turns->len == TAB_ROLLOUT_MOST_TURNS || tab_position_rollout_find(rollout, turn))
        return refuse(error, _("a turn of a rollout is one too many"), text);
    tab_position_rollout_add_turn(rollout, turn);
    TabRolloutTurn *added = tab_position_rollout_nth(rollout, rollout->turns->len - 1);
    added->resting = resting;
    if (valued && games)
        added->games = tab_moments_of(games, win, se);
    else if (valued)
        added->known = win;
    return TRUE;
}

/* "seed=7 batches=40 games=16 truncate=0 engine=Tab Engine 1.2" */
static gboolean parse_head(TabPositionRollout *rollout, const char *text, GError **error)
{
    static const char *const keys[] = {"seed=", "batches=", "games=", "truncate=", "engine="};
    static const guint64 most[] = {G_MAXUINT64, G_MAXUINT, G_MAXINT, TAB_MAX_TURNS};
    guint64 number[G_N_ELEMENTS(most)];
    g_auto(GStrv) words = g_strsplit(text, " ", G_N_ELEMENTS(keys));
    gboolean good = g_strv_length(words) == G_N_ELEMENTS(keys);
    for (guint i = 0; good && i < G_N_ELEMENTS(keys); i++) {
        good = g_str_has_prefix(words[i], keys[i]);
        if (good && i < G_N_ELEMENTS(most))
            good = read_count(words[i] + strlen(keys[i]), most[i], &number[i]);
    }
    /* another size of batches could not go on where these have ended */
    if (!good || number[2] != TAB_ROLLOUT_BATCH_GAMES)
        return refuse(error, _("the description of a rollout is wrong"), text);
    rollout->seed = number[0];
    rollout->batches = (guint)number[1];
    rollout->truncate = (guint)number[3];
    g_free(rollout->engine);
    rollout->engine = g_strdup(words[4] + strlen(keys[4]));
    return TRUE;
}

/* The position and the description; NULL: they are wrong. */
static TabPositionRollout *parse_start(const TabRules *rules, const GStrv parts,
                                       TabSituation *situation, GError **error)
{
    g_autoptr(TabPositionRollout) rollout = NULL;
    if (g_strv_length(parts) < 3) {
        refuse(error, _("a rollout has fewer than three parts"), parts[0] ? parts[0] : "");
        return NULL;
    }
    if (!tab_notation_parse_situation(rules, parts[0], situation, error))
        return NULL;
    g_autofree char *position = tab_notation_situation_to_string(rules, situation);
    rollout = tab_position_rollout_new(position, "", 0, 0);
    return parse_head(rollout, parts[1], error) ? g_steal_pointer(&rollout) : NULL;
}

TabPositionRollout *tab_position_rollout_parse(const TabRules *rules, const char *text,
                                               GError **error)
{
    g_auto(GStrv) parts = g_strsplit(text, BETWEEN, -1);
    TabSituation situation;
    g_autoptr(TabPositionRollout) rollout = parse_start(rules, parts, &situation, error);
    if (!rollout)
        return NULL;
    for (char **part = parts + 2; *part; part++)
        if (!parse_turn(rollout, rules, &situation, *part, error))
            return NULL;
    tab_position_rollout_sort(rollout);
    return g_steal_pointer(&rollout);
}

/* --- in a record --- */

/* The number of a tag "Rollout<n>", 0: it is another one. */
static guint64 number_of(const TabRecordTag *tag)
{
    guint64 number = 0;
    if (g_str_has_prefix(tag->name, TAG))
        g_ascii_string_to_unsigned(tag->name + strlen(TAG), 10, 1, G_MAXUINT, &number, NULL);
    return number;
}

/* The tag with the rollout of a position, which it begins with; NULL: none. */
static const TabRecordTag *find_tag(const TabRecord *record, const char *position)
{
    g_autofree char *start = g_strconcat(position, BETWEEN, NULL);
    for (guint i = 0; i < record->tags->len; i++) {
        const TabRecordTag *tag = &g_array_index(record->tags, TabRecordTag, i);
        if (number_of(tag) && g_str_has_prefix(tag->value, start))
            return tag;
    }
    return NULL;
}

TabPositionRollout *tab_position_rollout_load(const TabRecord *record, const char *position,
                                              GError **error)
{
    const TabRecordTag *tag = find_tag(record, position);
    TabPositionRollout *rollout =
        tag ? tab_position_rollout_parse(record->rules, tag->value, error) : NULL;
    if (tag && !rollout)
        g_prefix_error(error, "[%s]: ", tag->name);
    return rollout;
}

gboolean tab_position_rollout_keep(TabRecord *record, const char *position,
                                   const TabPositionRollout *rollout)
{
    const TabRecordTag *tag = find_tag(record, position);
    g_autofree char *name = tag ? g_strdup(tag->name) : NULL;
    guint64 last = 0;
    if (!rollout) {
        if (name)
            tab_record_set_tag(record, name, NULL);
        return TRUE;
    }
    for (guint i = 0; i < record->tags->len && !name; i++)
        last = MAX(last, number_of(&g_array_index(record->tags, TabRecordTag, i)));
    if (!name && (record->tags->len + TAGS_LEFT >= TAB_RECORD_MAX_TAGS || last == G_MAXUINT))
        return FALSE;
    if (!name)
        name = g_strdup_printf(TAG "%" G_GUINT64_FORMAT, last + 1);
    g_autofree char *text = tab_position_rollout_to_text(rollout);
    tab_record_set_tag(record, name, text);
    return TRUE;
}

char *tab_position_rollout_find_fault(const TabRecord *record)
{
    for (guint i = 0; i < record->tags->len; i++) {
        const TabRecordTag *tag = &g_array_index(record->tags, TabRecordTag, i);
        g_autoptr(GError) error = NULL;
        TabSituation situation;
        if (!number_of(tag))
            continue;
        g_auto(GStrv) parts = g_strsplit(tag->value, BETWEEN, 3);
        g_autoptr(TabPositionRollout) rollout =
            parse_start(record->rules, parts, &situation, &error);
        if (!rollout)
            return g_strdup_printf("[%s]: %s", tag->name, error->message);
    }
    return NULL;
}
