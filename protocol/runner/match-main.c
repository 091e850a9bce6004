// SPDX-License-Identifier: GPL-3.0-or-later
// tab-match: finds the command, and sees its output through.
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "protocol/files/output-file.h"
#include "protocol/runner/commands.h"
#include "protocol/runner/match-output.h"
#include "protocol/text/keywords.h"

/* The command that the first word names; without one, the match. */
static int run_command(int argc, char **argv)
{
    for (const TabCommand *command = tab_commands; argc > 1 && command->word; command++)
        if (!strcmp(argv[1], command->word)) {
            g_autofree char *name = g_strdup_printf("tab-match %s", argv[1]);
            argv[1] = name; /* what messages call it */
            return command->run(argc - 1, argv + 1);
        }
    return tab_match_main(argc, argv);
}

/* Many games at a time need many pipes. */
static void allow_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit))
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

int main(int argc, char **argv)
{
    tab_output_file_hold_standard();
    allow_files();
    tab_keywords_set_locale();
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a limit of the size of files is an error like a full disk */
    tab_output_file_watch_help();
    int status = run_command(argc, argv);
    GError *error = NULL;
    if (tab_output_file_flush_standard(&error))
        return status;
    if (status == TAB_MATCH_EXIT_BAD) /* which has been explained */
        g_error_free(error);
    else
        tab_match_output_complain(error);
    return TAB_MATCH_EXIT_BAD;
}
