// SPDX-License-Identifier: GPL-3.0-or-later
// Plays through the positions of tests/positions/*.t, each as it stands and from the other side
// (see README there).
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"

#include <string.h>

/* One line of a case: where it stands, its keyword, and the rest. */
typedef struct {
    unsigned number;
    char *keyword; /* "" for a line that continues the statement above */
    char *rest;
} Line;

typedef struct {
    char *file;
    char *title;
    GPtrArray *lines; /* of Line */
} Case;

/* A case while it is played. */
typedef struct {
    const Case *text;
    unsigned line; /* now at, for messages */
    bool mirrored; /* seen from the other side of the board */
    TabRules *rules;
    TabSituation situation;
} Player;

static void complain(const Player *player, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void complain(const Player *player, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_test_message("%s:%u%s: %s", player->text->file, player->line,
                   player->mirrored ? " (mirrored)" : "", text);
    g_test_fail();
}

/* Texts seen from the other side: cells change, everything else stays. */
static char *mirror_text(const Player *player, const char *text)
{
    GString *result = g_string_new(NULL);
    while (*text) {
        if (*text < 'a' || *text > 'd' || !g_ascii_isdigit(text[1])) {
            g_string_append_c(result, *text++);
            continue;
        }
        const TabBoard *board = &player->rules->board;
        const char *end = text + 1;
        TabCell cell = tab_board_cell_of_name(board, text, &end);
        char name[TAB_CELL_NAME];
        if (cell == TAB_NO_CELL) /* the turn names it all the same: it is to be refused */
            g_string_append_c(result, *text);
        else
            g_string_append(result, tab_board_cell_name(board, board->opposite[cell], name));
        text = end;
    }
    return g_string_free(result, FALSE);
}

static char *view_turn(const Player *player, const char *turn)
{
    return player->mirrored ? mirror_text(player, turn) : g_strdup(turn);
}

/* What a case expects, written as White and Black of the file see it. */
static char *canonical(const Player *player, const TabPosition *position)
{
    TabPosition seen = *position;
    if (player->mirrored)
        tab_position_exchange_sides(player->rules, &seen, &seen);
    return tab_notation_position_to_string(player->rules, &seen);
}

static void set_situation(Player *player, const char *text)
{
    g_autoptr(GError) error = NULL;
    if (!tab_notation_parse_situation(player->rules, text, &player->situation, &error)) {
        complain(player, "%s", error->message);
        return;
    }
    if (player->mirrored)
        tab_position_exchange_sides(player->rules, &player->situation.position,
                                    &player->situation.position);
}

/* A drawn row, cells apart by spaces and '.' for an empty one, in the words of field 1. */
static void append_drawn_row(GString *board, const char *drawing)
{
    g_auto(GStrv) cells = g_strsplit_set(drawing, " ", -1);
    unsigned empty = 0;
    for (unsigned i = 0; cells[i]; i++) {
        if (!*cells[i])
            continue;
        if (!strcmp(cells[i], ".")) {
            empty++;
            continue;
        }
        if (empty)
            g_string_append_printf(board, "%u", empty);
        empty = 0;
        g_string_append(board, cells[i]);
    }
    if (empty)
        g_string_append_printf(board, "%u", empty);
}

static const Line *line_at(const Case *text, unsigned i)
{
    return i < text->lines->len ? g_ptr_array_index(text->lines, i) : NULL;
}

/* `board: white to move, turn 5, throws 1+, saved 2/0` and the rows, from the highest to a, below
 * it. */
static unsigned read_board(Player *player, const char *rest, unsigned i)
{
    g_auto(GStrv) words = g_strsplit(rest, ", ", -1);
    const char *side = "w", *throws = "-", *saved = "-", *number = "1";
    for (unsigned w = 0; words[w]; w++) {
        if (!strcmp(words[w], "black to move"))
            side = "b";
        else if (g_str_has_prefix(words[w], "throws "))
            throws = words[w] + 7;
        else if (g_str_has_prefix(words[w], "saved "))
            saved = words[w] + 6;
        else if (g_str_has_prefix(words[w], "turn "))
            number = words[w] + 5;
        else if (strcmp(words[w], "white to move"))
            complain(player, "what is '%s'?", words[w]);
    }
    g_autoptr(GString) text = g_string_new(NULL);
    for (char row = (char)('a' + player->rules->board.n_rows - 1); row >= 'a'; row--, i++) {
        const Line *line = line_at(player->text, i);
        if (!line || *line->keyword || line->rest[0] != row) {
            complain(player, "row %c is missing", row);
            return i;
        }
        append_drawn_row(text, line->rest + 1);
        if (row > 'a')
            g_string_append_c(text, '/');
    }
    g_string_append_printf(text, " %s %s %s %s", side, throws, saved, number);
    set_situation(player, text->str);
    return i;
}

static char *play_text(const Player *player, const TabPlay *play)
{
    g_autoptr(GString) text = g_string_new(NULL);
    tab_notation_append_play(player->rules, play, text);
    if (play->flags & TAB_PLAY_REDUCE)
        g_string_append_c(text, '?');
    g_autofree char *seen = view_turn(player, text->str);
    return g_strdup(strchr(seen, ':') + 1);
}

static gint compare_words(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static char *sorted(GPtrArray *words)
{
    g_ptr_array_sort(words, compare_words);
    g_ptr_array_add(words, NULL);
    return g_strjoinv(" ", (char **)words->pdata);
}

/* The kind of the throw `12`, or of `half of 12`; -1 if there is none. */
static int find_kind(const TabRules *rules, const char *throw)
{
    const TabCast *cast = &rules->cast;
    if (!g_str_has_prefix(throw, "half of "))
        return tab_cast_kind(cast, throw, NULL);
    int whole = tab_cast_kind(cast, throw +strlen("half of "), NULL);
    return whole >= 0 && cast->kind[whole].half ? cast->kind[whole].half : -1;
}

/* `plays 1: a9b9 b4b3t c9b9?` or `plays 2: none`: all moves of one throw; `?` marks those that may
 * be declined. */
static void check_plays(Player *player, const char *throw, const char *rest)
{
    TabPlay plays[TAB_MAX_PLAYS];
    int index = find_kind(player->rules, throw);
    if (index < 0) {
        complain(player, "no throw: '%s'", throw);
        return;
    }
    unsigned n = tab_movegen_plays(player->rules, &player->situation.position, index, plays);
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) wanted = g_ptr_array_new_with_free_func(g_free);
    for (unsigned i = 0; i < n; i++)
        g_ptr_array_add(found, play_text(player, &plays[i]));
    g_auto(GStrv) words = g_strsplit(rest, " ", -1);
    for (unsigned i = 0; words[i]; i++)
        if (*words[i] && strcmp(words[i], "none"))
            g_ptr_array_add(wanted, g_strdup(words[i]));
    g_autofree char *is = sorted(found), *ought = sorted(wanted);
    if (strcmp(is, ought))
        complain(player, "throw %s plays '%s', not '%s'", throw, is, ought);
}

/* `legal: <turn>` or `legal: <turn> -> <position>`. */
static void check_legal(Player *player, const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " -> ", 2);
    g_autofree char *turn_text = view_turn(player, parts[0]);
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    g_autoptr(GError) error = NULL;
    TabPosition after;
    if (!tab_notation_parse_turn(player->rules, &player->situation, turn_text, turn, &after,
                                 &error)) {
        complain(player, "'%s': %s", parts[0], error->message);
        return;
    }
    g_autofree char *again =
        tab_notation_turn_to_string(player->rules, &player->situation.position, turn);
    if (strcmp(again, turn_text))
        complain(player, "'%s' is written '%s'", turn_text, again);
    g_autofree char *position = canonical(player, &after);
    if (parts[1] && strcmp(position, parts[1]))
        complain(player, "'%s' gives '%s', not '%s'", parts[0], position, parts[1]);
}

static void check_illegal(Player *player, const char *rest)
{
    g_autofree char *turn_text = view_turn(player, rest);
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    g_autoptr(GError) error = NULL;
    TabPosition after;
    if (tab_notation_parse_turn(player->rules, &player->situation, turn_text, turn, &after, &error))
        complain(player, "'%s' is allowed", rest);
    else if (error->domain != TAB_RULES_ERROR || error->code != TAB_RULES_ERROR_TURN)
        complain(player, "'%s' is refused with another error: %s", rest, error->message);
}

typedef struct {
    const Player *player;
    GHashTable *texts;
} Found;

static bool note_outcome(const TabPosition *after, TabKey key, const TabPlay *plays,
                         unsigned n_plays, gpointer data)
{
    Found *found = data;
    if (!g_hash_table_add(found->texts, canonical(found->player, after)))
        complain(found->player, "an outcome is reported twice");
    return true;
}

static GHashTable *find_outcomes(Player *player)
{
    g_autoptr(TabOutcomes) outcomes = tab_outcomes_new();
    TabHand hand = tab_situation_hand(player->rules, &player->situation);
    Found found = {player, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    if (tab_outcomes_visit(outcomes, player->rules, &player->situation.position, &hand,
                           TAB_OUTCOMES_MAX_STATES, note_outcome, NULL, &found) != TAB_OUTCOMES_ALL)
        complain(player, "the walk over outcomes did not end");
    return found.texts;
}

/* Takes the outcome of `turn` out of those found. */
static void strike_out(Player *player, const char *turn, GHashTable *found)
{
    g_autofree char *turn_text = view_turn(player, turn);
    g_autofree TabTurn *read = g_new(TabTurn, 1);
    g_autoptr(GError) error = NULL;
    TabPosition after;
    if (!tab_notation_parse_turn(player->rules, &player->situation, turn_text, read, &after,
                                 &error)) {
        complain(player, "'%s': %s", turn, error->message);
        return;
    }
    g_autofree char *position = canonical(player, &after);
    if (!g_hash_table_remove(found, position))
        complain(player, "'%s' gives no new outcome: %s", turn, position);
}

/* `outcomes 1,2:` and below it one turn for each distinct outcome, or `none`. */
static unsigned check_outcomes(Player *player, const char *throws, const char *rest, unsigned i)
{
    TabThrows before = player->situation.throws;
    g_autoptr(GError) error = NULL;
    if (!tab_notation_parse_throws(player->rules, throws, &player->situation.throws, &error) ||
        !tab_situation_validate(player->rules, &player->situation, &error))
        complain(player, "%s", error->message);
    g_autoptr(GHashTable) found = find_outcomes(player);
    const Line *line;
    for (; (line = line_at(player->text, i)) && !*line->keyword; i++) {
        player->line = line->number;
        strike_out(player, line->rest, found);
    }
    GHashTableIter iter;
    gpointer position;
    g_hash_table_iter_init(&iter, found);
    while (g_hash_table_iter_next(&iter, &position, NULL))
        complain(player, "an outcome of %s is not listed: %s", throws, (char *)position);
    if (*rest && strcmp(rest, "none"))
        complain(player, "what is '%s'?", rest);
    player->situation.throws = before;
    return i;
}

/* `start white: <position>`: the start if White has won the opening. */
static void check_start(Player *player, const char *winner, const char *rest)
{
    g_autofree TabSituation *start = g_new(TabSituation, 1);
    tab_position_start(player->rules, !strcmp(winner, "white") ? TAB_WHITE : TAB_BLACK, start);
    g_autofree char *text = tab_notation_situation_to_string(player->rules, start);
    if (strcmp(text, rest))
        complain(player, "the start is '%s', not '%s'", text, rest);
}

/* `over: draw`, or who has won, or `no`. */
static void check_over(Player *player, const char *rest)
{
    const TabPosition *position = &player->situation.position;
    static const char *const words[] = {"draw", "white", "black"};
    const char *is = "no";
    if (tab_position_finished(player->rules, position)) {
        int winner = tab_position_winner(player->rules, position);
        is = words[1 + (winner >= 0 && player->mirrored ? 1 - winner : winner)];
    }
    if (strcmp(is, rest))
        complain(player, "the game is over: %s, not %s", is, rest);
}

/* `valid: <position>` and `invalid: <position>`. */
static void check_valid(Player *player, const char *rest, bool valid)
{
    g_autofree TabSituation *situation = g_new(TabSituation, 1);
    g_autoptr(GError) error = NULL;
    bool is = tab_notation_parse_situation(player->rules, rest, situation, &error);
    if (is != valid)
        complain(player, "'%s' %s", rest, is ? "is accepted" : error->message);
}

static void check_rules(Player *player, const char *rest)
{
    g_autoptr(GError) error = NULL;
    g_clear_pointer(&player->rules, tab_rules_unref);
    player->rules = tab_rules_parse(rest, &error);
    if (!player->rules)
        complain(player, "%s", error->message);
}

static unsigned play_line(Player *player, const Line *line, unsigned i)
{
    g_auto(GStrv) words = g_strsplit(line->keyword, " ", 2);
    const char *what = words[0], *argument = words[1] ? words[1] : "";
    if (!strcmp(what, "board"))
        return read_board(player, line->rest, i);
    if (!strcmp(what, "outcomes"))
        return check_outcomes(player, argument, line->rest, i);
    if (!strcmp(what, "position"))
        set_situation(player, line->rest);
    else if (!strcmp(what, "plays"))
        check_plays(player, argument, line->rest);
    else if (!strcmp(what, "legal"))
        check_legal(player, line->rest);
    else if (!strcmp(what, "illegal"))
        check_illegal(player, line->rest);
    else if (!strcmp(what, "start"))
        check_start(player, argument, line->rest);
    else if (!strcmp(what, "over"))
        check_over(player, line->rest);
    else if (!strcmp(what, "valid") || !strcmp(what, "invalid"))
        check_valid(player, line->rest, *what == 'v');
    else if (strcmp(what, "shows"))
        complain(player, "what is '%s'?", line->keyword);
    return i;
}

static void play_case(const Case *text, bool mirrored)
{
    g_autofree Player *player = g_new0(Player, 1);
    player->text = text;
    player->mirrored = mirrored;
    for (unsigned i = 0; i < text->lines->len;) {
        const Line *line = g_ptr_array_index(text->lines, i++);
        player->line = line->number;
        if (!strcmp(line->keyword, "rules"))
            check_rules(player, line->rest);
        else if (player->rules)
            i = play_line(player, line, i);
        if (!player->rules)
            break;
    }
    if (player->rules)
        tab_rules_unref(player->rules);
    else
        complain(player, "no rules");
}

static void test_case(gconstpointer data)
{
    const Case *text = data;
    g_test_message("%s", text->title);
    play_case(text, false);
    play_case(text, true);
}

/* Reading the files. */

static void free_line(gpointer data)
{
    Line *line = data;
    g_free(line->keyword);
    g_free(line->rest);
    g_free(line);
}

static void free_case(gpointer data)
{
    Case *text = data;
    g_free(text->file);
    g_free(text->title);
    g_ptr_array_unref(text->lines);
    g_free(text);
}

/* A keyword is what stands before the first ": " or a ':' at the end; turns and rows have none. */
static Line *read_line(unsigned number, const char *text)
{
    Line *line = g_new0(Line, 1);
    const char *colon = strstr(text, ": ");
    if (!colon && g_str_has_suffix(text, ":"))
        colon = text + strlen(text) - 1;
    line->number = number;
    line->keyword = colon ? g_strndup(text, (gsize)(colon - text)) : g_strdup("");
    line->rest = g_strstrip(g_strdup(colon ? colon + 1 : text));
    return line;
}

static Case *new_case(const char *file, const char *title)
{
    Case *text = g_new0(Case, 1);
    text->file = g_strdup(file);
    text->title = g_strdup(title);
    text->lines = g_ptr_array_new_with_free_func(free_line);
    return text;
}

/* Adds the cases of one file; the text after '#' is a comment. */
static void read_file(const char *folder, const char *file, GPtrArray *cases)
{
    g_autofree char *path = g_build_filename(folder, file, NULL), *content = NULL;
    g_autoptr(GError) error = NULL;
    if (!g_file_get_contents(path, &content, NULL, &error))
        g_error("%s", error->message);
    g_auto(GStrv) lines = g_strsplit(content, "\n", -1);
    Case *text = NULL;
    for (unsigned i = 0; lines[i]; i++) {
        char *comment = strchr(lines[i], '#');
        if (comment)
            *comment = '\0';
        g_strstrip(lines[i]);
        if (g_str_has_prefix(lines[i], "case: "))
            g_ptr_array_add(cases, text = new_case(file, lines[i] + 6));
        else if (*lines[i] && !text)
            g_error("%s:%u: no case", file, i + 1);
        else if (*lines[i])
            g_ptr_array_add(text->lines, read_line(i + 1, lines[i]));
    }
}

static GPtrArray *read_folder(void)
{
    g_autofree char *folder = g_test_build_filename(G_TEST_DIST, "positions", NULL);
    GPtrArray *cases = g_ptr_array_new_with_free_func(free_case);
    g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GError) error = NULL;
    g_autoptr(GDir) dir = g_dir_open(folder, 0, &error);
    if (!dir)
        g_error("%s", error->message);
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir))
        if (g_str_has_suffix(name, ".t"))
            g_ptr_array_add(files, g_strdup(name));
    g_ptr_array_sort(files, compare_words);
    for (unsigned i = 0; i < files->len; i++)
        read_file(folder, g_ptr_array_index(files, i), cases);
    return cases;
}

/* What the cases show altogether: every rule and every value of every switch, under rules that have
 * that value. */

static bool has_value(const TabRules *rules, const char *wanted)
{
    for (int key = 0; key < TAB_N_SWITCHES; key++) {
        unsigned value = rules->set.value[key];
        const char *name = tab_ruleset_value_name((TabSwitch)key, value);
        g_autofree char *number = g_strdup_printf("%u", value);
        g_autofree char *text =
            g_strdup_printf("%s=%s", tab_ruleset_switch((TabSwitch)key)->key, name ? name : number);
        if (!strcmp(text, wanted))
            return true;
    }
    return false;
}

static void note_shown(const Case *text, GHashTable *shown)
{
    g_autoptr(TabRules) rules = NULL;
    for (unsigned i = 0; i < text->lines->len; i++) {
        const Line *line = g_ptr_array_index(text->lines, i);
        if (!strcmp(line->keyword, "rules")) {
            g_clear_pointer(&rules, tab_rules_unref);
            rules = tab_rules_parse(line->rest, NULL);
        }
        if (strcmp(line->keyword, "shows"))
            continue;
        g_auto(GStrv) words = g_strsplit(line->rest, ", ", -1);
        for (unsigned w = 0; words[w]; w++) {
            g_hash_table_add(shown, g_strdup(words[w]));
            if (strchr(words[w], '=') && !(rules && has_value(rules, words[w])))
                g_error("%s:%u: these rules have not %s", text->file, line->number, words[w]);
        }
    }
}

static void check_shown(GHashTable *shown, const char *what)
{
    if (g_hash_table_contains(shown, what))
        return;
    g_test_message("no case shows %s", what);
    g_test_fail();
}

static void test_complete(gconstpointer data)
{
    const GPtrArray *cases = data;
    g_autoptr(GHashTable) shown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (unsigned i = 0; i < cases->len; i++)
        note_shown(g_ptr_array_index(cases, i), shown);
    for (int rule = 1; rule <= 9; rule++) {
        g_autofree char *what = g_strdup_printf("rule %d", rule);
        check_shown(shown, what);
    }
    const char *of_the_turn[] = {"stop",    "refuse", "save",  "lose",
                                 "at-once", "finish", "start", "again"};
    for (unsigned i = 0; i < G_N_ELEMENTS(of_the_turn); i++)
        check_shown(shown, of_the_turn[i]);
    for (int key = 0; key < TAB_N_SWITCHES; key++) {
        const char *name, *key_name = tab_ruleset_switch((TabSwitch)key)->key;
        for (unsigned v = 0; (name = tab_ruleset_value_name((TabSwitch)key, v)); v++) {
            g_autofree char *what = g_strdup_printf("%s=%s", key_name, name);
            check_shown(shown, what);
        }
    }
    check_shown(shown, "columns=5");
    check_shown(shown, "columns=29");
    check_shown(shown, "rows=3");
    check_shown(shown, "rows=4");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autoptr(GPtrArray) cases = read_folder();
    for (unsigned i = 0; i < cases->len; i++) {
        const Case *text = g_ptr_array_index(cases, i);
        const Line *first = line_at(text, 0);
        g_autofree char *name =
            g_strdup_printf("/positions/%.*s/%03u", (int)strcspn(text->file, "."), text->file,
                            first ? first->number - 1 : 0);
        g_test_add_data_func(name, text, test_case);
    }
    g_test_add_data_func("/positions/complete", cases, test_complete);
    return g_test_run();
}
