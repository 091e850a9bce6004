// SPDX-License-Identifier: GPL-3.0-or-later
// The parent of one engine: ends all that the engine has started when it, or whoever started it,
// ends.
//
// usage: tab-reaper PID     its child PID is the engine
//
// It is a program of its own because a controller that is killed by SIGKILL can do nothing any
// more. It is the subreaper of the engine's descendants: whichever loses its parent becomes its
// child, in whatever group or session it is. SIGTERM asks for the end; the system sends it when the
// controller's thread dies. spawn.c has made it so before this program begins, and has blocked
// SIGTERM and SIGCHLD.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Between two looks at what is left, in ns. */
#define LOOK_NS 2000000
/* After so many looks what is left is what may not be killed: another user's. */
#define LOOKS_MAX 50
/* How often the session's priority is asked for. */
#define TRIES_MAX 40

/* Reaps who has ended, and notes the status of the engine; false: there is no child any more. */
static bool reap(pid_t engine, int *status)
{
    int one;
    pid_t ended;
    while ((ended = waitpid(-1, &one, WNOHANG)) > 0)
        if (ended == engine)
            *status = one;
    return ended == 0;
}

/* The parent of a process, 0 if it is gone. */
static pid_t find_parent(const char *pid)
{
    char path[64];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    char text[512];
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    const char *behind = strrchr(text, ')'); /* the name before it may hold anything */
    return behind && sscanf(behind, ") %*c %d", &parent) == 1 ? parent : 0;
}

/* Kills all children, and says whether there was one. Theirs are ours a moment later. */
static bool kill_children(void)
{
    bool killed = false;
    DIR *folder = opendir("/proc");
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
        if (pid > 0 && find_parent(entry->d_name) == getpid())
            killed |= kill(pid, SIGKILL) == 0;
    }
    if (folder)
        closedir(folder);
    return killed;
}

static void end_all(pid_t engine, int *status)
{
    for (int looks = 0; reap(engine, status) && looks < LOOKS_MAX; looks++) {
        if (kill_children())
            looks = 0;
        nanosleep(&(struct timespec){0, LOOK_NS}, NULL);
    }
}

/* Ends as the engine has ended, for those who wait for this process in its place. */
static void end_as(int status)
{
    if (!WIFSIGNALED(status))
        exit(WEXITSTATUS(status));
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, WTERMSIG(status));
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0}); /* the core is the engine's */
    signal(WTERMSIG(status), SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    raise(WTERMSIG(status));
    exit(128 + WTERMSIG(status));
}

/* Gives the session, which is new, the priority of the process: where Linux shares its time among
 * sessions (sched_autogroup), `nice` in front of a match would else do nothing. False: later. */
static bool keep_niceness(void)
{
    int nice_value = getpriority(PRIO_PROCESS, 0);
    int group = nice_value > 0 ? open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC) : -1;
    if (group < 0)
        return true;
    bool done = dprintf(group, "%d", nice_value) >= 0 || errno != EAGAIN;
    close(group);
    return done;
}

/* Waits for a signal; meanwhile it asks again for what the system grants one process at a time. */
static int wait_for_signal(const sigset_t *signals)
{
    static const struct timespec rest = {0, 150000000};
    int number = -1;
    for (int tries = 0; tries < TRIES_MAX && number < 0 && !keep_niceness(); tries++)
        number = sigtimedwait(signals, NULL, &rest);
    return number < 0 ? sigwaitinfo(signals, NULL) : number;
}

int main(int argc, char **argv)
{
    pid_t engine = argc == 2 ? (pid_t)strtol(argv[1], NULL, 10) : 0;
    int status = -1; /* of the engine: none yet */
    sigset_t signals;
    if (engine <= 0) {
        fprintf(stderr, "tab-reaper is started by tab-gui and tab-match, beside an engine\n");
        return 2;
    }
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGCHLD);
    sigprocmask(SIG_BLOCK, &signals, NULL);
    while (reap(engine, &status) && status == -1 && wait_for_signal(&signals) != SIGTERM)
        ;
    kill(-engine, SIGKILL); /* its group, at one blow, and where no system makes us a subreaper */
    end_all(engine, &status);
    end_as(status == -1 ? SIGKILL : status);
}
