// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest engine that plays by all rules: random legal plays, the same ones for the same
// option Seed.
#include <stdio.h>
#include <string.h>

#include "other-games.h"
#include "protocol/rules/notation.h"
#include "random-game.h"
#include "tab-throws.h"

typedef struct {
    const char *game; /* of other-games.h, instead of those that rules strings name; or NULL */
    TabRules *rules;
    TabSituation situation;
    TabRandom random;
} Player;

static void new_game(Player *player, const char *text)
{
    text = *text ? text : "standard";
    TabRules *rules = player->game ? other_game(player->game, text) : tab_rules_parse(text, NULL);
    if (!rules) {
        puts("error bad-rules");
        return;
    }
    g_clear_pointer(&player->rules, tab_rules_unref);
    player->rules = rules;
    tab_position_start(rules, TAB_WHITE, &player->situation);
}

/* `throw 1 4 2`: the throws at hand in place of the position's. */
static void take_throws(Player *player, const char *text)
{
    player->situation.throws = (TabThrows){.n = 0};
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    for (GStrv word = words; *word; word++)
        tab_throws_add(player->rules, &player->situation.throws,
                       tab_cast_kind(&player->rules->cast, *word, NULL));
}

static void answer(Player *player, const char *line)
{
    if (!strcmp(line, "tep")) {
        puts("id name Random\nrules any columns 5 29\n"
             "option name Seed type spin default 0 min 0 max 2147483647\ntepok 1");
    } else if (!strcmp(line, "isready")) {
        puts("readyok");
    } else if (g_str_has_prefix(line, "setoption name Seed value ")) {
        player->random = tab_random_new(g_ascii_strtoull(strrchr(line, ' ') + 1, NULL, 10));
    } else if (g_str_has_prefix(line, "newgame")) {
        new_game(player, line + strlen("newgame") + (line[strlen("newgame")] == ' '));
    } else if (g_str_has_prefix(line, "setpos ")) {
        if (!tab_notation_parse_situation(player->rules, line + strlen("setpos "),
                                          &player->situation, NULL))
            puts("error bad-position");
    } else if (g_str_has_prefix(line, "throw ")) {
        take_throws(player, line + strlen("throw "));
    } else if (g_str_has_prefix(line, "go") && !tab_throws_complete(&player->situation.throws)) {
        puts("bestmove none"); /* at once, although it should ponder */
    } else if (g_str_has_prefix(line, "go")) {
        g_autofree char *text = random_turn(player->rules, &player->situation, &player->random);
        printf("bestmove %s\n", text);
    }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    g_autofree Player *player = g_new0(Player, 1);
    player->game = argc > 1 ? argv[1] : NULL;
    static char line[1 << 20];
    new_game(player, "");
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (!strcmp(line, "quit"))
            break;
        answer(player, line);
    }
    tab_rules_unref(player->rules);
    return 0;
}
