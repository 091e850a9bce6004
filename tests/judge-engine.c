// SPDX-License-Identifier: GPL-3.0-or-later
// A judge whose every value a test can work out: a hash of position and throws; fails on demand.
#include "judge-engine.h"
#include "tab-throws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/rules/notation.h"

typedef struct {
    TabRules *rules;
    TabSituation situation;
    TabTurn turn;
    guint goes;
    guint fault_at; /* number of the go, from 1, that goes wrong; 0: each */
    const char *fault;
} Judge;

static gboolean is_faulty(const Judge *judge, const char *fault)
{
    return (!judge->fault_at || judge->fault_at == judge->goes) && !strcmp(judge->fault, fault);
}

/* Plays on as long as anything can move, the first play there is. */
static void choose(Judge *judge)
{
    TabPosition position = judge->situation.position;
    TabHand left = judge->turn.hand = tab_situation_hand(judge->rules, &judge->situation);
    judge->turn.n_plays = 0;
    for (int t = 0; t < judge->rules->cast.n_kinds;) {
        TabPlay plays[TAB_MAX_PLAYS];
        if (!left.n[t] || !tab_movegen_plays(judge->rules, &position, t, plays)) {
            t++;
            continue;
        }
        tab_position_play(&position, &position, &plays[0]);
        left.n[t]--;
        judge->turn.plays[judge->turn.n_plays++] = plays[0];
        t = 0;
    }
}

static void tell_win(double win)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_ascii_formatd(text, sizeof text, "%.9f", win);
    /* only the last word on the best turn counts */
    printf("info depth 1 win 0.25 pv 2:pass\ninfo depth 2 multipv 1 win %s level search\n"
           "info multipv 2 win 0.125\ninfo string done\n",
           text);
}

static void go(Judge *judge)
{
    judge->goes++;
    if (is_faulty(judge, "crash"))
        exit(3);
    if (is_faulty(judge, "silent"))
        return;
    if (is_faulty(judge, "refuse")) {
        puts("error internal no idea");
        return;
    }
    if (is_faulty(judge, "nan"))
        puts("info depth 1 win nan");
    else if (!is_faulty(judge, "no-win"))
        tell_win(judge_win(judge->rules, &judge->situation));
    bool complete = tab_throws_complete(&judge->situation.throws);
    if (is_faulty(judge, "illegal")) {
        puts("bestmove 2:a1a2,3:pass");
    } else if (is_faulty(judge, complete ? "none" : "turn")) {
        puts(complete ? "bestmove none" : "bestmove 2:pass");
    } else if (complete) {
        choose(judge);
        g_autofree char *text =
            tab_notation_turn_to_string(judge->rules, &judge->situation.position, &judge->turn);
        printf("bestmove %s\n", text);
    } else {
        puts("bestmove none");
    }
}

static void take_throws(Judge *judge, const char *text)
{
    judge->situation.throws = (TabThrows){.n = 0};
    bool more = false;
    g_auto(GStrv) words = g_strsplit(text, " ", -1);
    for (GStrv word = words; *word; word++) {
        more = !strcmp(*word, "+");
        if (!more)
            tab_throws_add(judge->rules, &judge->situation.throws,
                           tab_cast_kind(&judge->rules->cast, *word, NULL));
    }
    if (more != judge->situation.throws.more)
        puts("error bad-throw with a + if and only if more will fall");
}

static void new_game(Judge *judge, const char *text)
{
    g_clear_pointer(&judge->rules, tab_rules_unref);
    judge->rules = tab_rules_parse(text, NULL);
    if (!judge->rules || !strcmp(judge->fault, "rules"))
        puts("error unsupported these rules");
}

static void answer(Judge *judge, const char *line)
{
    g_autoptr(GError) error = NULL;
    if (!strcmp(line, "tep"))
        puts("id name Oracle\nrules any columns 5 29\n"
             "option name Sticks type string default fair\ntepok 1");
    else if (!strcmp(line, "isready"))
        puts("readyok");
    else if (g_str_has_prefix(line, "newgame "))
        new_game(judge, line + strlen("newgame "));
    else if (g_str_has_prefix(line, "setpos ")) {
        if (!tab_notation_parse_situation(judge->rules, line + strlen("setpos "), &judge->situation,
                                          &error))
            printf("error bad-position %s\n", error->message);
    } else if (g_str_has_prefix(line, "throw "))
        take_throws(judge, line + strlen("throw "));
    else if (g_str_has_prefix(line, "go"))
        go(judge);
    else if (!strcmp(line, "quit"))
        exit(0);
}

int main(int argc, char **argv)
{
    Judge judge = {.fault = argc > 2 ? argv[2] : "",
                   .fault_at = argc > 1 ? (guint)atoi(argv[1]) : 0};
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        answer(&judge, line);
        fflush(stdout);
    }
    g_clear_pointer(&judge.rules, tab_rules_unref);
    return 0;
}
