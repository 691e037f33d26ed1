// Kills a program at one of its calls that change something on disk, to see what is left.
//
//     cc -shared -fPIC -o stop-at.so stop-at.c -ldl
//     LD_PRELOAD=./stop-at.so STOP_AT=17 PROGRAM     killed before its 17th such call
//     LD_PRELOAD=./stop-at.so STOP_LOG=FILE PROGRAM  writes into FILE how many there were
//     LD_PRELOAD=./stop-at.so STOP_TRACE=FILE PROGRAM    writes into FILE which, a line each, with the open file
//
// The programs that it starts are left alone. Calls are counted over all threads.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long count;
static long stop;
static const char *log_path;
static pid_t owner;
static int trace = -1;

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("STOP_AT");
    stop = text ? atol(text) : 0;
    log_path = getenv("STOP_LOG");
    if (log_path) log_path = realpath(log_path, NULL) ?: log_path;
    const char *trace_path = getenv("STOP_TRACE");
    if (trace_path) trace = open(trace_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    owner = getpid();
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
    if (!log_path || getpid() != owner) return;
    FILE *file = fopen(log_path, "w");
    if (!file) return;
    fprintf(file, "%ld\n", (long)count);
    fclose(file);
}

static void note(const char *name, int file) {
    char link[64], path[4096] = "", line[4300];
    if (file >= 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = readlink(link, path, sizeof path - 1);
        path[length < 0 ? 0 : length] = 0;
    }
    int length = snprintf(line, sizeof line, "%s %s\n", name, path);
    syscall(SYS_write, trace, line, length);
}

// `file`: The open file the call is about; below zero when it is about names.
static void step(const char *name, int file) {
    if (getpid() != owner) return;
    if (trace >= 0) note(name, file);
    if (atomic_fetch_add(&count, 1) + 1 == stop) kill(owner, SIGKILL);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define STEP_ABOUT(file, type, name, parameters, ...)         \
    type name parameters {                                    \
        static __typeof__(&name) real;                        \
        if (!real) real = REAL(name);                         \
        step(#name, file);                                    \
        return real(__VA_ARGS__);                             \
    }
#define STEP(type, name, parameters, ...) STEP_ABOUT(-1, type, name, parameters, __VA_ARGS__)
#define STEP_FILE(type, name, parameters, ...) STEP_ABOUT(f, type, name, parameters, __VA_ARGS__)

STEP_FILE(ssize_t, write, (int f, const void *b, size_t n), f, b, n)
STEP_FILE(ssize_t, pwrite, (int f, const void *b, size_t n, off_t o), f, b, n, o)
STEP_FILE(ssize_t, pwrite64, (int f, const void *b, size_t n, off64_t o), f, b, n, o)
STEP_FILE(int, fsync, (int f), f)
STEP_FILE(int, fdatasync, (int f), f)
STEP_FILE(int, ftruncate, (int f, off_t n), f, n)
STEP_FILE(int, ftruncate64, (int f, off64_t n), f, n)
STEP(int, rename, (const char *a, const char *b), a, b)
STEP(int, renameat, (int d, const char *a, int e, const char *b), d, a, e, b)
STEP(int, linkat, (int d, const char *a, int e, const char *b, int f), d, a, e, b, f)
STEP(int, unlink, (const char *a), a)
STEP(int, unlinkat, (int d, const char *a, int f), d, a, f)
STEP(int, mkdir, (const char *a, mode_t m), a, m)
STEP(int, rmdir, (const char *a), a)
STEP(int, mkdirat, (int d, const char *a, mode_t m), d, a, m)
STEP(int, futimens, (int f, const struct timespec t[2]), f, t)
STEP(int, utimensat, (int d, const char *a, const struct timespec t[2], int f), d, a, t, f)
STEP(ssize_t, copy_file_range,
     (int a, off64_t *o, int b, off64_t *p, size_t n, unsigned f), a, o, b, p, n, f)

#define STEP_OPEN(name, parameters, last, ...)                \
    int name parameters {                                     \
        static int (*real) parameters;                        \
        if (!real) real = (int (*) parameters)dlsym(RTLD_NEXT, #name); \
        va_list rest;                                         \
        va_start(rest, last);                                 \
        int mode = last & O_CREAT ? va_arg(rest, int) : 0;    \
        va_end(rest);                                         \
        if (last & O_CREAT) step(#name, -1);                           \
        return real(__VA_ARGS__, mode);                       \
    }

STEP_OPEN(open, (const char *a, int flags, ...), flags, a, flags)
STEP_OPEN(open64, (const char *a, int flags, ...), flags, a, flags)
STEP_OPEN(openat, (int d, const char *a, int flags, ...), flags, d, a, flags)

// renameat2 is called by its number.
long syscall(long number, ...) {
    static long (*real)(long, ...);
    if (!real) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
    va_list rest;
    va_start(rest, number);
    long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
    long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
    va_end(rest);
    if (number == SYS_renameat2) step("renameat2", -1);
    return real(number, a, b, c, d, e, f);
}
