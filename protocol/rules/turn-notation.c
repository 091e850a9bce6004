// SPDX-License-Identifier: GPL-3.0-or-later
// Reads and writes turns. A word of a turn may be a throw or half of one: all readings are tried.
#include "protocol/rules/notation.h"

#include <string.h>

#include "protocol/rules/translatable.h"

static void append_unused_kind(const TabRules *rules, int kind, unsigned n, const char *word,
                               GString *text)
{
    for (; n > 0; n--) {
        g_string_append(text, text->len ? "," : "");
        g_string_append(text, rules->cast.kind[kind].name);
        g_string_append(text, word);
    }
}

void tab_notation_append_play(const TabRules *rules, const TabPlay *play, GString *text)
{
    char name[TAB_CELL_NAME];
    g_string_append(text, rules->cast.kind[play->kind].name);
    g_string_append_c(text, ':');
    g_string_append(text, tab_board_cell_name(&rules->board, play->from, name));
    g_string_append(text, tab_board_cell_name(&rules->board, play->to, name));
    if (play->flags & TAB_PLAY_TOP)
        g_string_append_c(text, 't');
}

/* The unused throws: those that are saved, then what is lost, in rising order, halves among the
 * throws. */
static void append_unused(const TabRules *rules, const TabPosition *position, const TabHand *left,
                          GString *text)
{
    const TabCast *cast = &rules->cast;
    unsigned saved = 0;
    int done = -1; /* cells of the greatest throw so far */
    if (rules->saved_kind >= 0 && !tab_position_finished(rules, position))
        saved = MIN(left->n[rules->saved_kind], TAB_MAX_SAVED);
    append_unused_kind(rules, rules->saved_kind, saved, ":save", text);
    TAB_KINDS_FOREACH(cast, t) {
        for (int h = cast->n_kinds; h < cast->n_uses; h++)
            if (cast->kind[h].steps > done && cast->kind[h].steps <= cast->kind[t].steps)
                append_unused_kind(rules, h, left->n[h], ":pass", text);
        append_unused_kind(rules, t, left->n[t] - (t == rules->saved_kind ? saved : 0), ":pass",
                           text);
        done = MAX(done, cast->kind[t].steps);
    }
}

char *tab_notation_turn_to_string(const TabRules *rules, const TabPosition *before,
                                  const TabTurn *turn)
{
    GString *text = g_string_new(turn->cast_anew ? "again" : NULL);
    TabPosition position = *before;
    TabHand left = turn->hand;
    if (turn->cast_anew)
        return g_string_free(text, FALSE);
    for (unsigned i = 0; i < turn->n_plays; i++) {
        if (i)
            g_string_append_c(text, ',');
        tab_notation_append_play(rules, &turn->plays[i], text);
        tab_position_play(&position, &position, &turn->plays[i]);
        tab_hand_use(&rules->cast, &left, turn->plays[i].kind,
                     turn->plays[i].flags & TAB_PLAY_HALVES);
    }
    append_unused(rules, &position, &left, text);
    return g_string_free(text, FALSE);
}

/* A turn being read: its words are the plays, then the unused throws. */
typedef struct {
    const TabRules *rules;
    const TabSituation *before;
    const char *text;
    char **words;
    TabTurn *turn;
    TabPosition *after;
    GHashTable
        *dead;      /* of GBytes: what was read so far without coming to an end; NULL: no halves */
    GError **error; /* of the first reading that failed */
} TurnReader;

/* What a reading of the words so far has come to. */
typedef struct {
    TabPosition position;
    TabHand hand;   /* throws named, those halved whole */
    TabHand unused; /* of these, and halves, what is saved or lost */
    TabHand open;   /* second halves that are still to come */
    unsigned n_plays;
} Reading;

static bool fail(TurnReader *reader, const char *format, ...) G_GNUC_PRINTF(2, 3);
static bool fail(TurnReader *reader, const char *format, ...)
{
    va_list arguments;
    if (reader->error && *reader->error)
        return false; /* another reading has failed before */
    va_start(arguments, format);
    g_autofree char *message = g_strdup_vprintf(g_dgettext("tab", format), arguments);
    va_end(arguments);
    return tab_rules_refuse(reader->error, TAB_RULES_ERROR_TURN, "%s", message);
}

/* Whether it is written like a move, of cells that this board need not have. */
static bool is_written_like_move(const char *p)
{
    for (int i = 0; i < 2; i++) {
        if (*p < 'a' || *p >= 'a' + TAB_MAX_ROWS || !g_ascii_isdigit(p[1]) || p[1] == '0')
            return false;
        p += g_ascii_isdigit(p[2]) ? 3 : 2;
    }
    return !*p || !strcmp(p, "t");
}

/* Finds the legal play that a word means. */
static bool find_play(TurnReader *reader, const Reading *reading, int t, const char *move,
                      const char *word, TabPlay *play)
{
    TabPlay plays[TAB_MAX_PLAYS];
    const TabBoard *board = &reader->rules->board;
    const char *p = move;
    TabCell from = tab_board_cell_of_name(board, p, &p);
    TabCell to = from == TAB_NO_CELL ? TAB_NO_CELL : tab_board_cell_of_name(board, p, &p);
    bool top = to != TAB_NO_CELL && *p == 't';
    bool found = to != TAB_NO_CELL && !p[top];
    if (!found && !is_written_like_move(move))
        return fail(reader, N_("'%s' is no move: moves are written like 2:a5b4"), word);
    if (tab_hand_size(&reading->unused))
        return fail(reader, N_("the move '%s' comes after an unused throw"), word);
    unsigned n = found ? tab_movegen_plays(reader->rules, &reading->position, t, plays) : 0;
    for (unsigned i = 0; i < n; i++)
        if (plays[i].from == from && plays[i].to == to &&
            !(plays[i].flags & TAB_PLAY_TOP) == !top) {
            *play = plays[i];
            return true;
        }
    return fail(reader, N_("the move '%s' is not legal"), word);
}

/* Whether one cast, or the sticks of one turn, can have given the throws, and did give those
 * already at hand. */
static bool check_hand(TurnReader *reader, const TabHand *hand)
{
    const TabRules *rules = reader->rules;
    const TabSituation *before = reader->before;
    const TabCast *cast = &rules->cast;
    TabHand thrown = *hand, held = tab_throws_hand(&before->throws);
    unsigned ends = 0;
    if (rules->saved_kind >= 0) {
        unsigned saved = before->position.saved[before->position.side];
        if (thrown.n[rules->saved_kind] < saved)
            return fail(reader, N_("the turn leaves out saved tâbs: there are %u"), saved);
        thrown.n[rules->saved_kind] -= (uint8_t)saved;
    }
    unsigned n = tab_hand_size(&thrown);
    TAB_KINDS_FOREACH(cast, t)
        ends += cast->kind[t].again ? 0 : thrown.n[t];
    if (n > TAB_MAX_THROWS)
        return fail(reader, N_("more than %d throws"), TAB_MAX_THROWS);
    if (tab_ruleset_at_once(&rules->set) ? n != cast->n_throws : ends != 1)
        return fail(reader, N_("the throws of this turn cannot fall so"));
    TAB_KINDS_FOREACH(cast, t)
        if (held.n[t] > thrown.n[t] ||
            (tab_throws_complete(&before->throws) && held.n[t] != thrown.n[t]))
            return fail(reader, N_("the turn's throws are not those at hand: %s"),
                        cast->kind[t].name);
    return true;
}

/* The unused throws stand in the one right order and wording, and the turn may stop there. */
static bool check_end(TurnReader *reader, const Reading *reading)
{
    GString *unused = g_string_new(NULL);
    append_unused(reader->rules, &reading->position, &reading->unused, unused);
    g_autofree char *expected = g_string_free(unused, FALSE);
    size_t length = strlen(reader->text), n = strlen(expected);
    if (length < n || strcmp(reader->text + length - n, expected))
        return fail(reader, N_("the unused throws are to be written '%s'"), expected);
    return tab_movegen_may_stop(reader->rules, &reading->position, &reading->unused) ||
           fail(reader, N_("a throw that can be used is not used"));
}

static bool finish(TurnReader *reader, const Reading *reading)
{
    TabTurn *turn = reader->turn;
    const TabPosition *before = &reader->before->position;
    if (tab_hand_size(&reading->open))
        return fail(reader, N_("the other half of a throw is left out"));
    if (!check_hand(reader, &reading->hand) || !check_end(reader, reading))
        return false;
    turn->hand = reading->hand;
    turn->n_plays = reading->n_plays;
    *reader->after = reading->position;
    tab_position_end_turn(
        reader->rules, reader->after, &reading->unused,
        tab_movegen_throws_again(reader->rules, &turn->hand, before->saved[before->side]));
    return true;
}

/* Whether these words were read to this state before, without success. */
static bool is_dead(TurnReader *reader, unsigned nth, const Reading *reading)
{
    struct {
        unsigned nth;
        TabHand hand, open, unused;
    } state = {nth, reading->hand, reading->open, reading->unused};
    return reader->dead && !g_hash_table_add(reader->dead, g_bytes_new(&state, sizeof state));
}

static bool read_words(TurnReader *reader, unsigned nth, const Reading *reading);

/* Reads a word as the use of a throw of kind `t`, or of a half: the second half of a throw, or, if
 * `opens`, the first. */
static bool read_as(TurnReader *reader, unsigned nth, const Reading *reading, int t, bool opens,
                    const char *rest)
{
    const TabKind *kind = &reader->rules->cast.kind[t];
    const char *word = reader->words[nth];
    Reading next = *reading;
    TabPlay play;
    if (kind->whole && !opens)
        next.open.n[t]--;
    else
        next.hand.n[kind->whole ? kind->whole : t]++;
    next.open.n[t] += opens;
    if (!strcmp(rest, "save") || !strcmp(rest, "pass")) {
        next.unused.n[t]++;
        return read_words(reader, nth + 1, &next);
    }
    if (!find_play(reader, reading, t, rest, word, &play))
        return false;
    play.flags |= opens ? TAB_PLAY_HALVES : 0;
    tab_position_play(&next.position, &reading->position, &play);
    reader->turn->plays[next.n_plays++] = play;
    return read_words(reader, nth + 1, &next);
}

static bool read_words(TurnReader *reader, unsigned nth, const Reading *reading)
{
    const TabCast *cast = &reader->rules->cast;
    const char *word = reader->words[nth], *colon = word ? strchr(word, ':') : NULL;
    bool known = false;
    if (!word)
        return finish(reader, reading);
    if (is_dead(reader, nth, reading))
        return false;
    if (nth == TAB_MAX_TURN || tab_hand_size(&reading->hand) == TAB_MAX_HAND)
        return fail(reader, N_("more than %d throws"), TAB_MAX_THROWS); /* saved tâbs aside */
    TAB_USES_FOREACH(cast, t) {
        const TabKind *kind = &cast->kind[t];
        size_t length = strlen(kind->name);
        if (!colon || length != (size_t)(colon - word) || strncmp(word, kind->name, length))
            continue;
        known = true;
        bool unused = !strcmp(colon + 1, "save") || !strcmp(colon + 1, "pass");
        if (!kind->whole || reading->open.n[t])
            if (read_as(reader, nth, reading, t, false, colon + 1))
                return true;
        if (kind->whole && !unused && read_as(reader, nth, reading, t, true, colon + 1))
            return true;
        if (kind->whole && unused && !reading->open.n[t])
            fail(reader, N_("'%s' is half of no throw that was used"), word);
    }
    return known ? false : fail(reader, N_("'%s' is no move: moves are written like 2:a5b4"), word);
}

bool tab_notation_parse_turn(const TabRules *rules, const TabSituation *before, const char *text,
                             TabTurn *turn, TabPosition *after, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autoptr(GHashTable) dead = NULL;
    TurnReader reader = {.rules = rules,
                         .before = before,
                         .text = text,
                         .turn = turn,
                         .after = after,
                         .error = &cause};
    Reading reading = {.position = before->position};
    turn->n_plays = 0;
    turn->cast_anew = !strcmp(text, "again") && rules->cast.ones_anew;
    if (!g_utf8_validate(text, -1, NULL))
        return tab_rules_refuse(error, TAB_RULES_ERROR_TURN, N_("not UTF-8"));
    if (tab_position_finished(rules, &before->position))
        return tab_rules_refuse(error, TAB_RULES_ERROR_TURN, N_("the game is over"));
    if (turn->cast_anew) {
        turn->hand = (TabHand){{rules->cast.n_throws}};
        *after = before->position;
        if (check_hand(&reader, &turn->hand))
            return true;
        g_propagate_error(error, g_steal_pointer(&cause));
        return false;
    }
    if (rules->cast.n_uses > rules->cast.n_kinds)
        reader.dead = dead =
            g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    g_auto(GStrv) words = g_strsplit(text, ",", TAB_MAX_TURN + 1);
    reader.words = words;
    if (read_words(&reader, 0, &reading))
        return true;
    g_propagate_error(error, g_steal_pointer(&cause));
    return false;
}
