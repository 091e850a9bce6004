// SPDX-License-Identifier: GPL-3.0-or-later
// The rules once more, written from RULES.md alone and sharing no code with protocol/rules.
#include "tests/reference.h"

#include <string.h>

/* A cell by the path of the player to move: relative row 1–4, and its place 0 … N - 1 along that
 * row. */
typedef struct {
    int row, place;
} Cell;

/* Pieces bottom to top, "" for an empty cell; indices as in Cell. Upper case is White's. */
typedef struct {
    char pile[5][29][32];
    gboolean loose[5][29];
    int saved[2];
    gboolean black; /* to move */
} Board;

typedef struct {
    char **settings; /* "tab-duty=free", … */
    int columns;
    gboolean again;
    guint max_states;
    GHashTable *seen;     /* board and throws left, as text */
    GHashTable *outcomes; /* texts */
} Search;

/* Whether the rules string says so. */
static gboolean has(const Search *search, const char *setting)
{
    return g_strv_contains((const char *const *)search->settings, setting);
}

static gboolean is_own(const Board *board, char piece)
{
    return (g_ascii_islower(piece) != 0) == board->black;
}

static gboolean holds(const Board *board, int row, int place, gboolean own)
{
    char piece = board->pile[row][place][0];
    return piece && is_own(board, piece) == own;
}

/* Rank of a piece: 0–3 for N M T F. */
static int rank_of(char piece)
{
    return (int)(strchr("NMTF", g_ascii_toupper(piece)) - "NMTF");
}

static char with_rank(char piece, int least)
{
    char letter = "NMTF"[MAX(rank_of(piece), least)];
    return g_ascii_islower(piece) ? g_ascii_tolower(letter) : letter;
}

/* Texts. */

/* Row a–d as 0–3 and column from 0 of a cell. Rows a and c run upwards, b and d downwards, for
 * both. */
static Cell cell_at(const Search *search, gboolean black, int letter, int column)
{
    gboolean up = letter == 0 || letter == 2;
    return (Cell){black ? 4 - letter : letter + 1, up ? column : search->columns - 1 - column};
}

static void read_board(const Search *search, const char *text, Board *board)
{
    memset(board, 0, sizeof *board);
    g_auto(GStrv) field = g_strsplit(text, " ", -1);
    g_auto(GStrv) row = g_strsplit(field[0], "/", -1);
    board->black = field[1][0] == 'b';
    if (strcmp(field[2], "-")) {
        board->saved[0] = field[2][0] - '0';
        board->saved[1] = field[2][2] - '0';
    }
    for (int r = 0; r < 4; r++) {
        int column = 0;
        for (const char *p = row[r]; *p;) {
            if (g_ascii_isdigit(*p)) {
                column += (int)g_ascii_strtoull(p, (char **)&p, 10);
                continue;
            }
            Cell cell = cell_at(search, board->black, 3 - r, column++);
            board->loose[cell.row][cell.place] = *p == '~';
            p += *p == '~';
            size_t n = *p == '(' ? strcspn(++p, ")") : 1;
            memcpy(board->pile[cell.row][cell.place], p, n);
            p += n + (p[n] == ')');
        }
    }
}

static char *write_board(const Search *search, const Board *board, gboolean black_path)
{
    GString *text = g_string_new(NULL);
    for (int letter = 3; letter >= 0; letter--) {
        int empty = 0;
        for (int column = 0; column < search->columns; column++) {
            Cell cell = cell_at(search, black_path, letter, column);
            const char *pile = board->pile[cell.row][cell.place];
            if (!*pile) {
                empty++;
                continue;
            }
            if (empty)
                g_string_append_printf(text, "%d", empty);
            empty = 0;
            if (pile[1])
                g_string_append_printf(text, "%s(%s)",
                                       board->loose[cell.row][cell.place] ? "~" : "", pile);
            else
                g_string_append(text, pile);
        }
        if (empty)
            g_string_append_printf(text, "%d", empty);
        g_string_append_c(text, letter ? '/' : ' ');
    }
    g_string_append(text, board->black ? "b " : "w ");
    if (board->saved[0] || board->saved[1])
        g_string_append_printf(text, "%d/%d", board->saved[0], board->saved[1]);
    else
        g_string_append_c(text, '-');
    return g_string_free(text, FALSE);
}

/* Moves (section 5). */

static int count_piles(const Search *search, const Board *board, int row, gboolean own)
{
    int n = 0;
    for (int place = 0; place < search->columns; place++)
        n += holds(board, row, place, own);
    return n;
}

static gboolean has_single(const Search *search, const Board *board)
{
    for (int row = 1; row <= 4; row++)
        for (int place = 0; place < search->columns; place++)
            if (holds(board, row, place, TRUE) && !board->pile[row][place][1])
                return TRUE;
    return FALSE;
}

/* Rule 5 for a pile on row 4. */
static gboolean is_frozen(const Search *search, const Board *board, int place)
{
    gboolean single = !board->pile[4][place][1];
    gboolean home_empty = !count_piles(search, board, 1, TRUE);
    if (has(search, "row4-move=free"))
        return FALSE;
    if (has(search, "row4-move=home-empty"))
        return !home_empty;
    if (has(search, "row4-move=home-empty-single"))
        return !(home_empty && (single || !has_single(search, board)));
    gboolean all_there =
        home_empty && !count_piles(search, board, 2, TRUE) && !count_piles(search, board, 3, TRUE);
    return !(all_there && (single || !has_single(search, board)));
}

/* Rule 9: whether this crossing is a return of the group. */
static gboolean is_return(const Search *search, const char *group, int from, int to)
{
    if (strlen(group) < 2)
        return FALSE;
    if (has(search, "return-test=backward"))
        return (from == 3 && to == 2) || (from == 4 && to == 3);
    for (const char *p = group; *p; p++)
        if (to == 4 ? rank_of(*p) == 3 : rank_of(*p) >= 2)
            return TRUE;
    return FALSE;
}

static Cell next_cell(const Search *search, Cell cell, gboolean fork)
{
    if (cell.place + 1 < search->columns)
        return (Cell){cell.row, cell.place + 1};
    int next[5] = {0, 2, 3, fork ? 4 : 2, 3};
    return (Cell){next[cell.row], 0};
}

/* Walks the `n` top pieces of a pile t cells on along one branch. False if that is no move; else
 * `board` is the one after it and `refusable` says whether it may be declined. */
static gboolean move(const Search *search, Board *board, Cell from, size_t n, int t, gboolean fork,
                     gboolean *refusable)
{
    char group[32], *pile = board->pile[from.row][from.place];
    gboolean was_loose = board->loose[from.row][from.place], whole = strlen(pile) == n;
    gboolean forked = FALSE, entered = FALSE, loosen = FALSE;
    strcpy(group, pile + strlen(pile) - n);
    gboolean been_there = strpbrk(group, "Ff") != NULL;
    *refusable = FALSE;
    Cell at = from;
    for (int i = 1; i <= t; i++) {
        Cell to = next_cell(search, at, fork);
        forked = forked || (at.row == 3 && to.row != 3);
        if (to.row != at.row) {
            if (at.row == 4 && entered)
                return FALSE;
            if (to.row == 4) {
                entered = TRUE;
                if (has(search, "row4-entry=enemy-present") &&
                    !count_piles(search, board, 4, FALSE))
                    return FALSE;
                if (has(search, "row4-once=yes") && been_there)
                    return FALSE;
            }
            if (from.row == 4 && at.row == 4 && has(search, "row4-exit=one-home-pile") &&
                count_piles(search, board, 1, TRUE) > 1)
                return FALSE;
            if (is_return(search, group, at.row, to.row)) {
                if (has(search, "stack-return=reduce")) {
                    group[0] = group[strlen(group) - 1];
                    group[1] = '\0';
                    *refusable = TRUE;
                }
                loosen = loosen || has(search, "stack-return=loosen");
            }
        }
        for (char *p = group; *p; p++)
            *p = with_rank(*p, to.row == 4 ? 3 : to.row == 3 ? 2 : 1);
        if (i < t && has(search, "jump-enemies=no") && holds(board, to.row, to.place, FALSE))
            return FALSE;
        at = to;
    }
    if (fork && !forked)
        return FALSE;
    char *target = board->pile[at.row][at.place];
    if (holds(board, at.row, at.place, FALSE)) {
        if (at.row == 1 && has(search, "row4-safe=yes"))
            return FALSE;
        *target = '\0';
    }
    pile[strlen(pile) - n] = '\0';
    board->loose[from.row][from.place] = was_loose && strlen(pile) > 1;
    gboolean joined = *target != '\0';
    strcat(target, group);
    board->loose[at.row][at.place] = target[1] && (loosen || (was_loose && whole && !joined));
    return TRUE;
}

/* The turn (section 6). */

typedef void (*MoveFunc)(Search *search, const Board *after, gboolean refusable, gpointer data);

static void try_group(Search *search, const Board *board, Cell from, size_t n, int t, MoveFunc func,
                      gpointer data)
{
    for (int fork = 0; fork < 2; fork++) {
        Board after = *board;
        gboolean refusable;
        if (move(search, &after, from, n, t, fork, &refusable))
            func(search, &after, refusable, data);
    }
}

/* The foremost Nasrani's place, or -1. */
static int foremost_nasrani(const Search *search, const Board *board)
{
    for (int place = search->columns - 1; place >= 0; place--)
        if (g_ascii_toupper(board->pile[1][place][0]) == 'N' && holds(board, 1, place, TRUE))
            return place;
    return -1;
}

/* Every move with one throw. */
static void try_throw(Search *search, const Board *board, int t, MoveFunc func, gpointer data)
{
    int nasrani = foremost_nasrani(search, board);
    if (t == 1 && nasrani >= 0) {
        try_group(search, board, (Cell){1, nasrani}, 1, 1, func, data);
        if (has(search, "tab-duty=convert"))
            return;
    }
    for (int row = 1; row <= 4; row++)
        for (int place = 0; place < search->columns; place++) {
            const char *pile = board->pile[row][place];
            if (!holds(board, row, place, TRUE) || g_ascii_toupper(*pile) == 'N' ||
                (row == 4 && is_frozen(search, board, place)))
                continue;
            try_group(search, board, (Cell){row, place}, strlen(pile), t, func, data);
            if (pile[1] && ((t == 1 && has(search, "stack-split=top")) || board->loose[row][place]))
                try_group(search, board, (Cell){row, place}, 1, t, func, data);
        }
}

static void note_obliging(Search *search, const Board *after, gboolean refusable, gpointer data)
{
    gboolean *obliging = data;
    *obliging = *obliging || !refusable;
}

static gboolean may_stop(Search *search, const Board *board, const char *left)
{
    gboolean obliged = FALSE;
    for (; *left; left++)
        if (*left != '1' || has(search, "save-tab=no"))
            try_throw(search, board, *left - '0', note_obliging, &obliged);
    return !obliged;
}

static gboolean side_is_gone(const Search *search, const Board *board, gboolean own)
{
    for (int row = 1; row <= 4; row++)
        if (count_piles(search, board, row, own))
            return FALSE;
    return TRUE;
}

static void stop(Search *search, const Board *board, const char *left, gboolean finished)
{
    Board after = *board;
    int tabs = 0;
    for (; *left; left++)
        tabs += *left == '1';
    if (finished)
        after.saved[after.black] = 0;
    else if (has(search, "save-tab=yes"))
        after.saved[after.black] = MIN(tabs, 9);
    if (finished || !search->again)
        after.black = !after.black;
    g_hash_table_add(search->outcomes, write_board(search, &after, board->black));
}

static void turn(Search *search, const Board *board, const char *left);

static void go_on(Search *search, const Board *after, gboolean refusable, gpointer data)
{
    turn(search, after, data);
}

static void turn(Search *search, const Board *board, const char *left)
{
    g_autofree char *text = write_board(search, board, board->black);
    if (g_hash_table_size(search->seen) > search->max_states ||
        !g_hash_table_add(search->seen, g_strconcat(text, " ", left, NULL)))
        return;
    gboolean finished = side_is_gone(search, board, FALSE);
    if (finished || may_stop(search, board, left))
        stop(search, board, left, finished);
    for (const char *p = left; *p && !finished; p++) {
        if (p > left && p[-1] == *p)
            continue;
        g_autofree char *rest = g_strdup_printf("%.*s%s", (int)(p - left), left, p + 1);
        try_throw(search, board, *p - '0', go_on, rest);
    }
}

GHashTable *reference_outcomes(const char *rules, unsigned columns, const char *position,
                               const char *hand, gboolean thrown_again, guint max_states)
{
    g_auto(GStrv) settings = g_strsplit_set(rules, ":,", -1);
    Search search = {.settings = settings,
                     .columns = (int)columns,
                     .again = thrown_again,
                     .max_states = max_states};
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    search.seen = seen;
    search.outcomes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    Board board;
    read_board(&search, position, &board);
    if (!side_is_gone(&search, &board, TRUE) && !side_is_gone(&search, &board, FALSE))
        turn(&search, &board, hand);
    if (g_hash_table_size(seen) > max_states)
        g_clear_pointer(&search.outcomes, g_hash_table_unref);
    return search.outcomes;
}
