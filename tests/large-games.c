// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a very long game, or a file of very many, from a seed:
//   large-games game SEED TURNS FILE      one game with variations, comments and evaluations
//   large-games file SEED GAMES FILE      games of random length
#include <stdio.h>
#include <string.h>

#include "random-game.h"
#include "protocol/game/record-text.h"

#define TRIES 8   /* turns of each hand that are tried */
#define HANDS 200 /* thrown until one can be played without a capture, so that the game goes on */

typedef struct {
    TabRecord *record;
    TabSticks sticks;
    TabRandom random;
} Writer;

/* A turn of few captures for a situation whose throws are complete; `after` becomes what it leads
 * to. Free with g_free. */
static char *mild_turn(Writer *writer, const TabSituation *situation, TabPosition *after)
{
    g_autofree TabTurn *turn = g_new(TabTurn, 1);
    char *best = NULL;
    for (int i = 0; i < TRIES; i++) {
        g_autofree char *text = random_turn(writer->record->rules, situation, &writer->random);
        TabPosition to;
        g_assert_true(
            tab_notation_parse_turn(writer->record->rules, situation, text, turn, &to, NULL));
        if (best && to.pieces[0] + to.pieces[1] <= after->pieces[0] + after->pieces[1])
            continue;
        g_free(best);
        best = g_steal_pointer(&text);
        *after = to;
    }
    return best;
}

/* Throws and finds a turn after which as many pieces are there as before, if there is one. */
static char *peaceful_turn(Writer *writer, TabSituation *situation, TabPosition *after)
{
    const TabPosition *before = &situation->position;
    char *text = NULL;
    for (int i = 0; i < HANDS; i++) {
        g_free(text);
        if (before->number > 1) /* the first turn holds a throw of the opening */
            situation->throws = (TabThrows){.n = 0};
        while (!tab_throws_complete(&situation->throws))
            tab_throws_add(
                writer->record->rules, &situation->throws,
                tab_sticks_throw(&tab_casts[TAB_CAST_TAB], &writer->sticks, &writer->random));
        text = mild_turn(writer, situation, after);
        if (after->pieces[0] + after->pieces[1] == before->pieces[0] + before->pieces[1])
            break;
    }
    return text;
}

static TabRecordNode *add_turn(Writer *writer, TabRecordNode *parent, TabSituation *situation)
{
    TabPosition after;
    g_autofree char *text = peaceful_turn(writer, situation, &after);
    TabRecordNode *node = tab_record_append(writer->record, parent, situation, text);
    tab_record_set_number(node, "eval", tab_random_unit(&writer->random), 4);
    tab_record_set_number(node, "loss", tab_random_unit(&writer->random) / 8, 4);
    tab_record_set_note(node, "luck", tab_random_below(&writer->random, 2) ? "+0.0213" : "-0.0107");
    *situation = (TabSituation){.position = after};
    return node;
}

static void add_line(Writer *writer, TabRecordNode *parent, const TabSituation *from, guint turns)
{
    TabSituation situation = *from;
    for (guint i = 0;
         i < turns && !tab_position_finished(writer->record->rules, &situation.position); i++)
        parent = add_turn(writer, parent, &situation);
}

/* Every tenth turn has a variation of three, the one in the middle a variation as long as half of
 * the game. */
static TabRecord *long_game(guint64 seed, guint turns)
{
    Writer writer = {.sticks = tab_sticks_fair(&tab_casts[TAB_CAST_TAB]),
                     .random = tab_random_new(seed)};
    g_autoptr(TabRules) rules = tab_rules_parse("walker:columns=15", NULL);
    writer.record = tab_record_new(rules, NULL, 0);
    TabSituation situation = writer.record->start;
    TabRecordNode *node = writer.record->root;
    tab_record_set_tag(writer.record, "White", "Ada");
    tab_record_set_tag(writer.record, "Black", "Ben");
    tab_record_set_tag(writer.record, "WhiteSeat", "human");
    tab_record_set_tag(writer.record, "BlackSeat", "human");
    tab_record_set_tag(writer.record, "Seed", "7");
    tab_record_set_tag(writer.record, "MaxTurns", "999999999");
    for (guint i = 0; i < turns; i++) {
        TabSituation before = situation;
        TabRecordNode *parent = node;
        node = add_turn(&writer, parent, &situation);
        g_assert_false(tab_position_finished(rules, &situation.position));
        if (i % 7 == 3)
            tab_record_set_comment(node, "A turn that somebody had something to say about.");
        if (i % 10 == 5)
            add_line(&writer, parent, &before, i == turns / 2 + 5 ? turns / 2 : 3);
    }
    return writer.record;
}

static void write_games(guint64 seed, guint games, GString *text)
{
    for (guint i = 0; i < games; i++) {
        g_autoptr(TabRecord) record =
            random_game("walker:columns=15", "fair", 20 + i % 40, seed + i);
        g_autofree char *name = g_strdup_printf("Player %u", i + 1);
        tab_record_set_tag(record, "White", name);
        if (i)
            g_string_append_c(text, '\n');
        tab_record_write(record, text);
    }
}

int main(int argc, char *argv[])
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    if (argc != 5)
        g_error("usage: large-games game|file SEED NUMBER FILE");
    guint64 seed = g_ascii_strtoull(argv[2], NULL, 10);
    guint number = (guint)g_ascii_strtoull(argv[3], NULL, 10);
    if (strcmp(argv[1], "game") == 0) {
        g_autoptr(TabRecord) record = long_game(seed, number);
        tab_record_write(record, text);
        printf("%u turns\n", record->n_nodes);
    } else {
        write_games(seed, number, text);
    }
    if (!g_file_set_contents(argv[4], text->str, (gssize)text->len, &error))
        g_error("%s", error->message);
    return 0;
}
