// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: makes the n-th call of one kind fail, as a full disk, a broken cable, a
// lack of descriptors or memory, or a clock that somebody sets would. test-faults.py drives it.
//
// TAB_FAULT is KIND WAY N UNDER. KIND is one of write, sync, rename, open, read, close, cut,
// remove, process, pipe, memory and clock. WAY is an error (ENOSPC), or "short": half of the bytes
// are written or read. N is 3 for the third call alone, 3+ for that and all that follow. Only those
// calls count whose file lies in the folder UNDER; with "pipe:" those on pipes, with a number of
// bytes (KIND memory) those for as many or more. Children are left alone. A file TAB_FAULT_TOLD
// gets a line for each call that failed: its kind, and the file.
#undef _FILE_OFFSET_BITS /* it would give open and open64 the same name */
#undef _FORTIFY_SOURCE
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SHORT (-1)
#define ERROR_SEEN 0x20 /* in the flags of a stream of the GNU C library: what ferror() tells */
#define YEAR (365 * 24 * 3600)
typedef void (*Function)(void);
/* The function that this one stands before; looked up once, as a child of a program with threads
 * may not do that. */
#define REAL(name)                                                                                 \
    __extension__({                                                                                \
        static Function function;                                                                  \
        if (!function)                                                                             \
            *(void **)&function = dlsym(RTLD_NEXT, #name);                                         \
        (__typeof__(name) *)function;                                                              \
    })

static struct {
    char kind[16], under[4096];
    const char *told;
    int way;
    unsigned n;
    bool on;         /* later ones fail too */
    pid_t owner;     /* 0: there are no faults */
    atomic_uint met; /* calls of this kind so far */
} fault;

static const struct {
    const char *name;
    int code;
} ways[] = {{"short", SHORT},   {"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EINTR", EINTR},
            {"EPIPE", EPIPE},   {"EMFILE", EMFILE}, {"EAGAIN", EAGAIN}, {"ENOMEM", ENOMEM},
            {"EACCES", EACCES}, {"EROFS", EROFS},   {"EDQUOT", EDQUOT}};

__attribute__((constructor)) static void read_fault(void)
{
    const char *text = getenv("TAB_FAULT");
    char way[16] = "", on = '\0';
    if (!text ||
        sscanf(text, "%15s %15s %u%c %4095s", fault.kind, way, &fault.n, &on, fault.under) < 4)
        return;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (!strcmp(ways[i].name, way))
            fault.way = ways[i].code;
    fault.told = getenv("TAB_FAULT_TOLD");
    fault.on = on == '+';
    fault.owner = getpid();
}

/* With system calls alone, so that it does not count itself. */
static void tell(const char *where)
{
    char line[4200];
    int length = snprintf(line, sizeof line, "%s %s\n", fault.kind, where);
    int fd = (int)syscall(SYS_openat, AT_FDCWD, fault.told, O_WRONLY | O_CREAT | O_APPEND, 0666);
    syscall(SYS_write, fd, line, (size_t)length);
    syscall(SYS_close, fd);
}

static bool is_kind(const char *kind)
{
    return fault.owner && !strcmp(fault.kind, kind) && fault.owner == getpid();
}

/* What becomes of this call of the kind that fails: an error, SHORT, or 0: nothing. */
static int count(const char *where)
{
    unsigned n = atomic_fetch_add(&fault.met, 1) + 1;
    if (n != fault.n && !(fault.on && n > fault.n))
        return 0;
    tell(where);
    errno = fault.way == SHORT ? 0 : fault.way;
    return fault.way;
}

static int strike(const char *kind, const char *path)
{
    return is_kind(kind) && !strncmp(path, fault.under, strlen(fault.under)) ? count(path) : 0;
}

static int strike_fd(const char *kind, int fd)
{
    char link[64], path[4096];
    if (!is_kind(kind))
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = '\0';
    /* those of GLib between fork and exec wait, and know no such faults */
    bool other =
        !strncmp(path, "pipe:", 5) && (fd <= STDERR_FILENO || !(fcntl(fd, F_GETFL) & O_NONBLOCK));
    return other ? 0 : strike(kind, path);
}

/* --- bytes --- */

/* A call of so many bytes at a descriptor. */
#define BYTES(kind, name, arguments, values)                                                       \
    ssize_t name arguments                                                                         \
    {                                                                                              \
        int way = strike_fd(kind, fd);                                                             \
        size_t some = way == SHORT && length > 1 ? length / 2 : length;                            \
        return way > 0 ? -1 : REAL(name) values;                                                   \
    }
BYTES("write", write, (int fd, const void *bytes, size_t length), (fd, bytes, some))
BYTES("write", pwrite, (int fd, const void *bytes, size_t length, off_t at), (fd, bytes, some, at))
BYTES("write", pwrite64, (int fd, const void *bytes, size_t length, off64_t at),
      (fd, bytes, some, at))
BYTES("read", read, (int fd, void *bytes, size_t length), (fd, bytes, some))
BYTES("read", pread, (int fd, void *bytes, size_t length, off_t at), (fd, bytes, some, at))
BYTES("read", pread64, (int fd, void *bytes, size_t length, off64_t at), (fd, bytes, some, at))

/* Whether the stream fails. What the C library has buffered counts as written when it gets it, as
 * it calls no function that can be stood before; it knows of short writes, and no signal comes
 * between as handlers restart what they interrupt. */
static bool strike_stream(const char *kind, FILE *file)
{
    if (fault.way == SHORT || fault.way == EINTR || strike_fd(kind, fileno(file)) <= 0)
        return false;
    file->_flags |= ERROR_SEEN;
    return true;
}

size_t fwrite(const void *bytes, size_t size, size_t n, FILE *file)
{
    return strike_stream("write", file) ? 0 : REAL(fwrite)(bytes, size, n, file);
}

int fputs(const char *text, FILE *file)
{
    return strike_stream("write", file) ? EOF : REAL(fputs)(text, file);
}

int fflush(FILE *file)
{
    return file && __fpending(file) && strike_stream("write", file) ? EOF : REAL(fflush)(file);
}

/* It is closed all the same. */
int fclose(FILE *file)
{
    bool fails = strike_stream("close", file);
    int result = REAL(fclose)(file);
    if (!fails)
        return result;
    errno = fault.way;
    return EOF;
}

int close(int fd)
{
    int way = strike_fd("close", fd), result = REAL(close)(fd);
    if (way <= 0)
        return result;
    errno = way;
    return -1;
}

/* --- files --- */

#define SIMPLE(kind, name, type, argument, strike_at)                                              \
    int name(type argument)                                                                        \
    {                                                                                              \
        return strike_at(kind, argument) > 0 ? -1 : REAL(name)(argument);                          \
    }
SIMPLE("sync", fsync, int, fd, strike_fd)
SIMPLE("sync", fdatasync, int, fd, strike_fd)
SIMPLE("remove", unlink, const char *, path, strike)

#define CUT(name, type)                                                                            \
    int name(int fd, type length)                                                                  \
    {                                                                                              \
        return strike_fd("cut", fd) > 0 ? -1 : REAL(name)(fd, length);                             \
    }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

#define ALLOCATE(name, type)                                                                       \
    int name(int fd, type at, type length)                                                         \
    {                                                                                              \
        int way = strike_fd("write", fd);                                                          \
        return way > 0 ? way : REAL(name)(fd, at, length);                                         \
    }
ALLOCATE(posix_fallocate, off_t)
ALLOCATE(posix_fallocate64, off64_t)

int rename(const char *from, const char *to)
{
    return strike("rename", to) > 0 ? -1 : REAL(rename)(from, to);
}

int mkdir(const char *path, mode_t mode)
{
    return strike("open", path) > 0 ? -1 : REAL(mkdir)(path, mode);
}

/* The rights stand behind the flags where a file may be made. */
#define OPEN(name)                                                                                 \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        va_list more;                                                                              \
        va_start(more, flags);                                                                     \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;                    \
        va_end(more);                                                                              \
        return strike("open", path) > 0 ? -1 : REAL(name)(path, flags, mode);                      \
    }
OPEN(open)
OPEN(open64)

#define FOPEN(name)                                                                                \
    FILE *name(const char *path, const char *mode)                                                 \
    {                                                                                              \
        return strike("open", path) > 0 ? NULL : REAL(name)(path, mode);                           \
    }
FOPEN(fopen)
FOPEN(fopen64)

/* --- processes --- */

pid_t fork(void)
{
    return is_kind("process") && count("fork") > 0 ? -1 : REAL(fork)();
}

#define SPAWN(name)                                                                                \
    int name(pid_t *pid, const char *path, const posix_spawn_file_actions_t *actions,              \
             const posix_spawnattr_t *attributes, char *const argv[], char *const environment[])   \
    {                                                                                              \
        int way = is_kind("process") ? count(path) : 0;                                            \
        return way > 0 ? way : REAL(name)(pid, path, actions, attributes, argv, environment);      \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

int pipe(int ends[2])
{
    return is_kind("pipe") && count("pipe") > 0 ? -1 : REAL(pipe)(ends);
}

int pipe2(int ends[2], int flags)
{
    return is_kind("pipe") && count("pipe") > 0 ? -1 : REAL(pipe2)(ends, flags);
}

/* --- time: set a year ahead and back again, at every call from the n-th on --- */

static time_t shift(clockid_t clock)
{
    bool is_set = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    if (!is_set || !is_kind("clock") || !count("clock"))
        return 0;
    return atomic_load(&fault.met) % 2 ? YEAR : -YEAR;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int result = REAL(clock_gettime)(clock, time);
    time->tv_sec += shift(clock);
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    int result = REAL(gettimeofday)(time, zone);
    time->tv_sec += shift(CLOCK_REALTIME);
    return result;
}

time_t time(time_t *result)
{
    time_t now = REAL(time)(NULL) + shift(CLOCK_REALTIME);
    if (result)
        *result = now;
    return now;
}

/* --- memory: the C library's own names, as dlsym() asks for memory itself --- */

#ifndef __SANITIZE_ADDRESS__ /* which has its own */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *memory, size_t size);

static bool lacks(size_t size)
{
    return is_kind("memory") && size >= strtoull(fault.under, NULL, 10) && count("memory") > 0;
}

void *malloc(size_t size)
{
    return lacks(size) ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return lacks(n * size) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *memory, size_t size)
{
    return lacks(size) ? NULL : __libc_realloc(memory, size);
}
#endif
