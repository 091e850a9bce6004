// SPDX-License-Identifier: GPL-3.0-or-later
// tab-match: finds the command, and sees its output through.
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "protocol/conform/conform.h"
#include "protocol/match/match-command.h"
#include "protocol/match/match-output.h"

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    signal(SIGPIPE, SIG_IGN);
    int status = argc > 1 && !strcmp(argv[1], "conform") ? tab_conform_main(argc - 1, argv + 1)
                                                         : tab_match_main(argc, argv);
    return fflush(stdout) ? TAB_MATCH_EXIT_BAD : status;
}
