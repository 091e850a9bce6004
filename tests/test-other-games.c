// SPDX-License-Identifier: GPL-3.0-or-later
// Games with other boards, tracks and casts than Tâb's, through rules, texts, the game, records,
// the match runner and the painter. What they count is compared with a generator that knows nothing
// of protocol/rules.
#include <string.h>

#include <glib/gstdio.h>

#include "other-games.h"
#include "protocol/game/game.h"
#include "protocol/game/record-text.h"
#include "protocol/match/probe.h"
#include "protocol/match/tournament.h"
#include "protocol/rules/notation.h"
#include "protocol/rules/outcomes.h"
#include "protocol/rules/perft.h"
#ifdef TAB_TEST_PAINTER
#include "protocol/painter/paint-sticks.h"
#endif

/* No Nasara, no stacks that come apart or suffer, row 4 always open: what the slow generator plays.
 */
#define SIMPLE "ludii:columns=6,pieces=3,throws=collect,row4-entry=open,row4-once=no"

typedef enum { THREE_ROWS, PROW, EIGHT, SNAKE, THREE_STICKS, SIX_STICKS } GameNumber;

static const struct {
    const char *name;
    unsigned rows;
    const char *throws; /* a letter each: a digit for so many steps, or as steps_of() says */
    const char *again;  /* those that earn another */
    bool comes_home;    /* where Nasara would stand in the way of those who have moved */
} games[] = {
    [THREE_ROWS] = {"three-rows", 3, "12346", "146"},
    [PROW] = {"prow", 3, "12346", "146"},
    [EIGHT] = {"eight", 3, "12346", "146", true},
    [SNAKE] = {"snake", 4, "12346", "146", true},
    [THREE_STICKS] = {"three-sticks", 4, "1235", "15"},
    [SIX_STICKS] = {"six-sticks", 4, "01258cs", "8cs"},
};

static int steps_of(char throw)
{
    return throw == 'c' ? 12 : throw == 's' ? 5 : throw -'0';
}

/* --- the slow generator: cells are texts of letters, turns are played in every order --- */

#define COLUMNS 6

typedef struct {
    GameNumber game;
    int rows;
    char cell[4][COLUMNS + 1][8]; /* pieces bottom to top, by row from White's side; "" is empty */
} Board;

typedef struct {
    int row, column;
} At;

static int length_of(const Board *board, int row)
{
    return board->game == PROW && row == 1 ? COLUMNS + 1 : COLUMNS;
}

/* The cell as White sees it, and the other way round: Black's board is turned by half a turn, or
 * mirrored. */
static At seen_by(const Board *board, gboolean black, At at)
{
    if (!black)
        return at;
    return (At){board->rows - 1 - at.row,
                board->game == PROW ? at.column : length_of(board, at.row) - 1 - at.column};
}

/* The rows that follow a row for a piece of this rank. */
static int follow_row(const Board *board, int row, char rank, int next[2])
{
    static const int circle[] = {1, 2, 1, 2};
    int up = row + 1, down = row - 1;
    bool back =
        board->game == EIGHT ? row == 2 || (row == 1 && rank == 'T') : row == 3 || rank == 'T';
    next[0] = board->game == EIGHT || board->game == SNAKE ? (back ? down : up) : circle[row];
    next[1] = 3;
    return row == 2 && board->rows == 4 && board->game != SNAKE ? 2 : 1;
}

/* The cells that follow, as White walks: a and c to the right, b and d to the left. */
static int follow(const Board *board, At at, char rank, At next[2])
{
    int step = at.row % 2 ? -1 : 1, rows[2];
    if (at.column + step >= 0 && at.column + step < length_of(board, at.row)) {
        next[0] = (At){at.row, at.column + step};
        return 1;
    }
    int n = follow_row(board, at.row, rank, rows);
    for (int i = 0; i < n; i++)
        next[i] = (At){rows[i], rows[i] % 2 ? length_of(board, rows[i]) - 1 : 0};
    return n;
}

static gboolean is_black(char piece)
{
    return g_ascii_islower(piece) != 0;
}

/* Changes the ranks of a group that crosses from one row to another. Where there is a circle row 3
 * gives T and row 4 F, none on a prow; where the way leads home T is what is on the way back. */
static void cross(GameNumber game, char *group, int from, int to)
{
    static const char ranks[] = "NMTF", least[] = "MMTF";
    for (char *piece = group; *piece; piece++) {
        char rank = g_ascii_toupper(*piece);
        if (game == EIGHT || game == SNAKE)
            rank = to < from && to > 0 ? 'T' : 'M';
        else if (game != PROW)
            rank = *MAX(strchr(ranks, rank), strchr(ranks, least[to]));
        *piece = is_black(*piece) ? g_ascii_tolower(rank) : rank;
    }
}

static char *board_text(const Board *board)
{
    GString *text = g_string_new(NULL);
    for (int row = board->rows - 1; row >= 0; row--)
        for (int column = 0; column < length_of(board, row); column++)
            g_string_append_printf(text, "%s,", board->cell[row][column]);
    return g_string_free(text, FALSE);
}

static gboolean is_beaten(const Board *board, gboolean black)
{
    for (int row = 0; row < board->rows; row++)
        for (int column = 0; column < length_of(board, row); column++)
            if (board->cell[row][column][0] && is_black(board->cell[row][column][0]) == black)
                return FALSE;
    return TRUE;
}

static void play_on(const Board *board, gboolean black, const char *throws, GHashTable *outcomes);

/* Walks one group on by `left` cells along every branch and plays on from there: not to where it
 * set out, nor by one throw onto row 4, as `entered` says, and off again. */
static void walk(const Board *board, gboolean black, At from, At at, const char *group, int left,
                 gboolean entered, const char *throws, GHashTable *outcomes, int *moves)
{
    if (left == 0) {
        Board after = *board;
        At source = seen_by(board, black, from), target = seen_by(board, black, at);
        char *there = after.cell[target.row][target.column];
        if (from.row == at.row && from.column == at.column)
            return;
        after.cell[source.row][source.column][0] = '\0';
        if (there[0] && is_black(there[0]) != black)
            there[0] = '\0';
        g_strlcat(there, group, sizeof after.cell[0][0]);
        ++*moves;
        play_on(&after, black, throws, outcomes);
        return;
    }
    At next[2];
    int n = follow(board, at, g_ascii_toupper(group[strlen(group) - 1]), next);
    gboolean forks = board->rows == 4 && board->game != SNAKE;
    for (int i = 0; i < n; i++) {
        char changed[8];
        g_strlcpy(changed, group, sizeof changed);
        if (next[i].row != at.row)
            cross(board->game, changed, at.row, next[i].row);
        if (!(forks && entered && at.row == 3 && next[i].row != 3))
            walk(board, black, from, next[i], changed, left - 1,
                 entered || (next[i].row == 3 && at.row != 3), throws, outcomes, moves);
    }
}

static void play_on(const Board *board, gboolean black, const char *throws, GHashTable *outcomes)
{
    int moves = 0;
    if (!is_beaten(board, !black))
        for (const char *t = throws; *t; t++) {
            g_autofree char *rest = g_strdup_printf("%.*s%s", (int)(t - throws), throws, t + 1);
            for (int row = 0; row < board->rows; row++)
                for (int column = 0; column < length_of(board, row); column++) {
                    At at = {row, column}, real = seen_by(board, black, at);
                    const char *pile = board->cell[real.row][real.column];
                    if (pile[0] && is_black(pile[0]) == black)
                        walk(board, black, at, at, pile, steps_of(*t), FALSE, rest, outcomes,
                             &moves);
                }
        }
    if (!moves)
        g_hash_table_add(outcomes, board_text(board));
}

/* All hands of at most `more` + 1 throws, appended to `hands`. */
static void list_hands(unsigned game, const char *start, unsigned least, unsigned more,
                       GPtrArray *hands)
{
    for (const char *t = games[game].throws; *t; t++)
        if (!strchr(games[game].again, *t))
            g_ptr_array_add(hands, g_strdup_printf("%s%c", start, *t));
    for (; more && games[game].again[least]; least++) {
        g_autofree char *longer = g_strdup_printf("%s%c", start, games[game].again[least]);
        list_hands(game, longer, least, more - 1, hands);
    }
}

static void read_board(Board *board, const char *text)
{
    g_auto(GStrv) cells = g_strsplit(text, ",", -1);
    char **next = cells;
    for (int row = board->rows - 1; row >= 0; row--)
        for (int column = 0; column < length_of(board, row); column++)
            g_strlcpy(board->cell[row][column], *next++, sizeof board->cell[row][column]);
}

static guint64 slow_perft(unsigned game, const Board *board, gboolean black, unsigned depth,
                          unsigned max_throws)
{
    if (!depth || is_beaten(board, black) || is_beaten(board, !black))
        return 1;
    g_autoptr(GPtrArray) hands = g_ptr_array_new_with_free_func(g_free);
    list_hands(game, "", 0, max_throws - 1, hands);
    guint64 sum = 0;
    for (guint i = 0; i < hands->len; i++) {
        g_autoptr(GHashTable) outcomes =
            g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        play_on(board, black, g_ptr_array_index(hands, i), outcomes);
        GHashTableIter iter;
        gpointer text;
        g_hash_table_iter_init(&iter, outcomes);
        while (g_hash_table_iter_next(&iter, &text, NULL)) {
            Board next = *board;
            read_board(&next, text);
            sum += slow_perft(game, &next, !black, depth - 1, max_throws);
        }
    }
    return sum;
}

/* --- the tests --- */

static void set_up(unsigned game, const TabRules *rules, const TabPosition *position, Board *board)
{
    *board = (Board){.game = (GameNumber)game, .rows = (int)games[game].rows};
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        char *text =
            board->cell[tab_board_row(&rules->board, cell)][tab_board_column(&rules->board, cell)];
        int owner = tab_position_owner(position, cell);
        for (unsigned i = tab_pile_height(position->pile[cell]); i-- > 0;) {
            char letter = "NMTF"[tab_pile_rank(position->pile[cell], i)];
            *text++ = owner == TAB_BLACK ? g_ascii_tolower(letter) : letter;
        }
        *text = '\0';
    }
}

/* The counts from positions of random games are those of the slow generator. */
static void test_perft(gconstpointer data)
{
    unsigned game = GPOINTER_TO_UINT(data);
    g_autoptr(TabRules) rules = other_game(games[game].name, SIMPLE);
    TabRandom random = tab_random_new(7 + game);
    TabSticks sticks = tab_sticks_fair(&rules->cast);
    unsigned counted = 0;
    while (counted < 12) {
        g_autoptr(TabGame) played = tab_game_new(rules, 60);
        while (played->opens)
            tab_game_throw(played, tab_sticks_throw(&rules->cast, &sticks, &random));
        while (played->end == TAB_END_NONE) {
            TabSituation before_throws = played->turn.situation;
            if (!before_throws.throws.n && played->counts.n_turns % 17 == 9) {
                Board board;
                uint64_t count = 0;
                set_up(game, rules, &played->position, &board);
                g_assert_true(tab_perft(rules, &before_throws, 2, 2, NULL, &count));
                g_assert_cmpuint(
                    count, ==, slow_perft(game, &board, played->position.side == TAB_BLACK, 2, 2));
                g_assert_true(tab_perft(rules, &before_throws, 1, 3, NULL, &count));
                g_assert_cmpuint(
                    count, ==, slow_perft(game, &board, played->position.side == TAB_BLACK, 1, 3));
                counted++;
            }
            while (!tab_game_is_thrown(played))
                tab_game_throw(played, tab_sticks_throw(&rules->cast, &sticks, &random));
            for (;;) {
                g_autoptr(GArray) plays = tab_game_list_plays(played, TAB_NO_CELL, -1);
                if (!plays->len)
                    break;
                tab_game_play(
                    played, &g_array_index(plays, TabPlay, tab_random_below(&random, plays->len)));
            }
            tab_game_end_turn(played);
        }
    }
}

/* Every position of random games, by rules that know Nasara, piles, saved tâbs and row 4, is valid,
 * reads back from its text, and has the key that was carried along. */
static void test_random_games(gconstpointer data)
{
    static const char *const switches[] = {SIMPLE,
                                           "ludii", /* these two without Nasara */
                                           "walker:columns=5",
                                           "bell:columns=7",
                                           "lane:columns=6",
                                           "jordan:columns=5"};
    unsigned game = GPOINTER_TO_UINT(data), ended = 0;
    for (unsigned i = 0; i < 60; i++) {
        g_autoptr(TabRules) rules = other_game(
            games[game].name, switches[i % (games[game].comes_home ? 2 : G_N_ELEMENTS(switches))]);
        TabRandom random = tab_random_new(i);
        TabSticks sticks = tab_sticks_fair(&rules->cast);
        g_autoptr(TabGame) played = tab_game_new(rules, 400);
        while (played->opens)
            tab_game_throw(played, tab_sticks_throw(&rules->cast, &sticks, &random));
        while (played->end == TAB_END_NONE) {
            while (!tab_game_is_thrown(played))
                g_assert_true(tab_game_throw(
                    played, tab_sticks_throw_on(&rules->cast, &sticks,
                                                played->turn.situation.throws.n, &random)));
            g_autoptr(GError) error = NULL;
            TabSituation again;
            g_autofree char *text =
                tab_notation_situation_to_string(rules, &played->turn.situation);
            tab_notation_parse_situation(rules, text, &again, &error);
            g_assert_no_error(error);
            g_assert_true(tab_position_same(&again.position, &played->turn.situation.position));
            g_assert_cmpuint(again.throws.n, ==, played->turn.situation.throws.n);
            for (;;) {
                g_autoptr(GArray) plays = tab_game_list_plays(played, TAB_NO_CELL, -1);
                if (!plays->len || (tab_game_may_stop(played) && !tab_random_below(&random, 4)))
                    break;
                TabPlay play = g_array_index(plays, TabPlay, tab_random_below(&random, plays->len));
                TabPosition before = played->position;
                g_assert_true(tab_game_play(played, &play));
                TabKey fresh = tab_position_key(&played->position);
                TabKey carried = tab_position_key_played(tab_position_key(&before), &before,
                                                         &played->position, &play);
                g_assert_cmpmem(&fresh, sizeof fresh, &carried, sizeof carried);
            }
            g_autofree char *turn = tab_game_turn_to_string(played);
            g_autoptr(TabGame) reader = tab_game_new_from(rules, &played->turn.situation, 400);
            g_assert_true(tab_game_play_turn(reader, turn, &error));
            g_assert_no_error(error);
            g_assert_true(tab_position_same(&reader->position, &played->position));
            tab_game_end_turn(played);
        }
        ended += played->end == TAB_END_NORMAL;
    }
    g_test_message("%u of 60 games were won", ended);
    g_assert_cmpuint(ended, >, 10);
}

typedef struct {
    GMainLoop *loop;
    GStrv names;
    guint games, normal;
    GError *error;
} Match;

static gboolean on_report(TabTournament *tournament, const TabPairing *pairing,
                          const TabGameResult *result, gpointer data)
{
    Match *match = data;
    g_assert_cmpstr(result->reason ? result->reason : "", ==, "");
    match->games++;
    g_assert_nonnull(strstr(result->record, "[Sticks \"p=0.45\"]"));
    match->normal += strstr(result->record, "[Termination \"normal\"]") != NULL;
    return TRUE;
}

static void on_probed(GObject *source, GAsyncResult *result, gpointer data)
{
    Match *match = data;
    match->names = tab_probe_finish(result, &match->error);
    g_main_loop_quit(match->loop);
}

static void on_end(GObject *source, GAsyncResult *result, gpointer data)
{
    Match *match = data;
    tab_tournament_run_finish(result, &match->error);
    g_main_loop_quit(match->loop);
}

/* The match runner referees them between engines that link the same tables. */
static void test_match(gconstpointer data)
{
    static const TabTournamentEvents events = {NULL, on_report};
    unsigned game = GPOINTER_TO_UINT(data);
    g_autoptr(TabMatchSettings) settings = tab_match_settings_new();
    g_autofree char *engine = g_strdup_printf("cmd=%s/tests/random-player %s,name=random",
                                              g_getenv("TAB_BUILD_ROOT"), games[game].name);
    tab_match_settings_add_rules(
        settings,
        other_game(games[game].name, games[game].comes_home ? SIMPLE : "walker:columns=5"));
    tab_match_settings_add_rules(settings, other_game(games[game].name, "ludii"));
    g_assert_true(tab_match_settings_parse_sticks(settings, "p=0.45", NULL));
    settings->allow_unaware = TRUE;
    for (int i = 0; i < 2; i++) {
        TabEntrant *entrant = tab_entrant_parse(engine, NULL, NULL, NULL);
        entrant->control = (TabTimeControl){.depth = 1};
        g_ptr_array_add(settings->entrants, entrant);
    }
    settings->schedule.engines = 2;
    settings->schedule.games = 12;
    settings->schedule.rules = settings->rules->len;
    settings->patience_ms = 20000;
    settings->event = g_strdup("test");
    Match match = {.loop = g_main_loop_new(NULL, FALSE)};
    tab_probe_async(settings, NULL, NULL, on_probed, &match);
    g_main_loop_run(match.loop);
    g_assert_no_error(match.error);
    g_autoptr(TabTournament) tournament =
        tab_tournament_new(settings, (const char *const *)match.names, 2, NULL);
    tab_tournament_run_async(tournament, NULL, &events, &match, on_end, &match);
    g_main_loop_run(match.loop);
    g_assert_no_error(match.error);
    g_assert_cmpuint(match.games, ==, 12);
    g_assert_cmpuint(match.normal, >, 3);
    g_strfreev(match.names);
    g_main_loop_unref(match.loop);
}

/* The sticks of six: throws as texts, weights and lists of a source, and the tag of a record. */
static void test_six_sticks(void)
{
    g_autoptr(TabRules) rules = other_game("six-sticks", SIMPLE);
    g_autoptr(GError) error = NULL;
    TabSticks fair = tab_sticks_fair(&rules->cast);
    static const double chances[] = {15, 15, 20, 6, 1, 1, 6}; /* of 64 */
    TAB_KINDS_FOREACH(&rules->cast, t)
        g_assert_cmpfloat_with_epsilon(fair.p[t], chances[t] / 64, 1e-15);
    TabThrows throws;
    GString *text = g_string_new(NULL);
    g_assert_true(tab_notation_parse_throws(rules, "12,s,8,s+", &throws, NULL));
    tab_notation_append_throws(rules, &throws, text);
    g_assert_cmpstr(text->str, ==, "12,s,8,s+");
    g_string_free(text, TRUE);
    g_assert_false(tab_notation_parse_throws(rules, "12,6", &throws, NULL));

    g_autofree char *path = g_build_filename(g_get_tmp_dir(), "tab-six-sticks-XXXXXX", NULL);
    g_autofree char *folder = g_mkdtemp(g_strdup(path));
    g_autofree char *file = g_build_filename(folder, "throws", NULL);
    g_autofree char *words = g_strconcat("file=", file, NULL);
    g_assert_true(g_file_set_contents(file, "0 s / 12 1 2 / 8s5\n", -1, NULL));
    g_autoptr(TabStickSource) source = tab_stick_source_parse(&rules->cast, words, &error);
    g_assert_no_error(error);
    TabGameSticks sticks = tab_game_sticks_new(source, 1, 1);
    const char *names[] = {"0", "s", "12", "1", "2", "8", "s", "5"};
    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        int kind = i < 2 ? tab_game_sticks_opening(&sticks)
                         : tab_game_sticks_throw(&sticks, i < 5 ? TAB_WHITE : TAB_BLACK, i);
        g_assert_cmpstr(rules->cast.kind[kind].name, ==, names[i]);
    }
    g_remove(file);
    g_rmdir(folder);

    g_assert_null(tab_stick_source_parse(&rules->cast, "w=6,13,11,5,1", &error));
    g_assert_nonnull(strstr(error->message, "not 7 weights"));
    g_clear_error(&error);
    g_autoptr(TabStickSource) never = tab_stick_source_parse(&rules->cast, "w=1,0,1,1,1,1,1", NULL);
    g_assert_false(tab_stick_source_check_opening(never, &rules->set, &error));
    g_assert_nonnull(strstr(error->message, "needs a s"));
    g_autoptr(TabRecord) record = tab_record_new(rules, NULL, 0);
    tab_record_set_tag(record, "Sticks", "w=1,2,3,4,5,6,7");
    g_assert_cmpstr(tab_record_get_tag(record, "Sticks"), ==, "w=1,2,3,4,5,6,7");
    g_clear_error(&error);
    text = g_string_new(NULL);
    tab_record_write(record, text); /* whoever reads it takes it for Tâb's, by its rules */
    g_assert_null(tab_record_parse(text->str, text->len, &error));
    g_assert_nonnull(strstr(error->message, "Sticks"));
    g_string_free(text, TRUE);
}

#ifdef TAB_TEST_PAINTER
/* However many sticks there are, they all lie in the picture, and their flat sides show the throw.
 */
static void test_painted_sticks(gconstpointer data)
{
    g_autoptr(TabRules) rules = other_game(games[GPOINTER_TO_UINT(data)].name, SIMPLE);
    const TabCast *cast = &rules->cast;
    enum { WIDTH = 160, HEIGHT = 100, MARGIN = 2 }; /* the extents are not exact */
    for (uint32_t seed = 0; seed < 70; seed++) {
        TabSticksModel model = {.tumble = 1, .theme = TAB_BOARD_CONTRAST};
        int kind = (int)seed % cast->n_kinds, flats = 0;
        tab_sticks_set_throw(&model, cast, TAB_WHITE, &(uint8_t){(uint8_t)kind}, 1, seed);
        g_assert_cmpuint(model.n, ==, cast->n_sticks);
        for (unsigned i = 0; i < model.n; i++)
            flats += model.flat[i];
        g_assert_cmpint(cast->kind_of_face[flats], ==, kind);
        double x, y, width, height;
        cairo_surface_t *record = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
        cairo_t *cr = cairo_create(record);
        tab_sticks_draw(cr, &model, WIDTH, HEIGHT);
        cairo_destroy(cr);
        cairo_recording_surface_ink_extents(record, &x, &y, &width, &height);
        cairo_surface_destroy(record);
        g_assert_cmpfloat(MIN(x, y), >=, -MARGIN);
        g_assert_cmpfloat(x + width, <=, WIDTH + MARGIN);
        g_assert_cmpfloat(y + height, <=, HEIGHT + MARGIN);
    }
}

/* The painter shows every cell at a place of its own, in as many rows as there are, and what stands
 * in a cell changes the picture there and nowhere else. */
static void test_painter(gconstpointer data)
{
    unsigned game = GPOINTER_TO_UINT(data);
    g_autoptr(TabRules) rules = other_game(games[game].name, SIMPLE);
    TabBoardLayout layout = tab_board_layout(600, 400, &rules->board, false);
    g_assert_cmpuint(layout.n_rows, ==, games[game].rows);
    g_autoptr(TabBoardPainter) painter = tab_board_painter_new();
    TabBoardModel model;
    tab_board_model_init(&model, &rules->cast);
    model.show_coordinates = false;
    cairo_surface_t *empty = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 600, 400);
    cairo_surface_t *full = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 600, 400);
    cairo_t *cr = cairo_create(empty);
    tab_board_painter_draw(painter, cr, &layout, &model);
    cairo_destroy(cr);
    TabSituation start;
    tab_position_start(rules, TAB_WHITE, &start);
    tab_board_model_set_position(&model, &start.position);
    cr = cairo_create(full);
    tab_board_painter_draw(painter, cr, &layout, &model);
    cairo_destroy(cr);
    cairo_surface_flush(empty);
    cairo_surface_flush(full);
    for (unsigned cell = 0; cell < rules->board.cells; cell++) {
        double x, y;
        tab_board_layout_centre(&layout, cell, &x, &y);
        g_assert_cmpuint(tab_board_layout_cell_at(&layout, x, y), ==, cell);
        size_t at = (size_t)y * (size_t)cairo_image_surface_get_stride(empty) + 4 * (size_t)x;
        gboolean same = !memcmp(cairo_image_surface_get_data(empty) + at,
                                cairo_image_surface_get_data(full) + at, 3);
        g_assert_cmpint(same, ==, tab_position_owner(&start.position, cell) < 0);
    }
    cairo_surface_destroy(empty);
    cairo_surface_destroy(full);
}
#endif

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned game = 0; game < G_N_ELEMENTS(games); game++) {
        static const struct {
            const char *name;
            GTestDataFunc func;
        } tests[] = {
            {"perft", test_perft},     {"random-games", test_random_games},
            {"match", test_match},
#ifdef TAB_TEST_PAINTER
            {"painter", test_painter}, {"painted-sticks", test_painted_sticks},
#endif
        };
        for (unsigned i = 0; i < G_N_ELEMENTS(tests); i++) {
            g_autofree char *path = g_strdup_printf("/%s/%s", games[game].name, tests[i].name);
            g_test_add_data_func(path, GUINT_TO_POINTER(game), tests[i].func);
        }
    }
    g_test_add_func("/six-sticks/sticks", test_six_sticks);
    return g_test_run();
}
