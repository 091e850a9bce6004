// SPDX-License-Identifier: GPL-3.0-or-later
// tab-match: finds the command, and sees its output through.
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "protocol/conform/conform.h"
#include "protocol/match/luck-command.h"
#include "protocol/match/match-command.h"
#include "protocol/match/match-output.h"
#include "protocol/match/merge-command.h"

static const struct {
    const char *word;
    int (*run)(int argc, char **argv);
} commands[] = {
    {"conform", tab_conform_main},
    {"luck", tab_luck_main},
    {"merge", tab_merge_main},
};

/* The command that the first word names; without one, the match. */
static int run(int argc, char **argv)
{
    for (guint i = 0; argc > 1 && i < G_N_ELEMENTS(commands); i++)
        if (!strcmp(argv[1], commands[i].word)) {
            g_autofree char *name = g_strdup_printf("tab-match %s", argv[1]);
            argv[1] = name; /* what messages call it */
            return commands[i].run(argc - 1, argv + 1);
        }
    return tab_match_main(argc, argv);
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit of the size of files is an error like a full disk */
    int status = run(argc, argv);
    return fflush(stdout) ? TAB_MATCH_EXIT_BAD : status;
}
