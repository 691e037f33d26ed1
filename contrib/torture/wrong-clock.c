// Preloaded, lets a program read a system clock that is wrong by WRONG_CLOCK seconds. Clocks that nobody
// can set go on as they are.
//
//     clang -shared -fPIC -o wrong-clock.so wrong-clock.c
//     LD_PRELOAD=./wrong-clock.so WRONG_CLOCK=-34560000 heliograph watch DIR
//     LD_PRELOAD=./wrong-clock.so WRONG_CLOCK_FILE=FILE heliograph watch DIR    eight bytes, which may change
//
// Eight bytes more in the file are seconds that have passed for the program and nobody else: all its clocks are ahead
// by them, those of the boot too, and a poll(2) ends when its time is over by these clocks.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// How long a poll(2) does not see that time has passed.
#define SLICE 10

static volatile const long *shared;
static int passes;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("WRONG_CLOCK_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    struct stat status;
    passes = fstat(file, &status) == 0 && status.st_size >= (off_t)(2 * sizeof *shared);
    void *page = mmap(NULL, 2 * sizeof *shared, PROT_READ, MAP_SHARED, file, 0);
    shared = page == MAP_FAILED ? NULL : page;
    close(file);
}

static long passed(void) { return shared && passes ? shared[1] : 0; }

static long offset(void) {
    if (shared)
        return shared[0] + passed();
    const char *text = getenv("WRONG_CLOCK");
    return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (status != 0)
        return status;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
        time->tv_sec += offset();
    else if (clock != CLOCK_PROCESS_CPUTIME_ID && clock != CLOCK_THREAD_CPUTIME_ID)
        time->tv_sec += passed();
    return status;
}

int gettimeofday(struct timeval *restrict value, void *restrict zone) {
    (void)zone;
    struct timespec time;
    int status = clock_gettime(CLOCK_REALTIME, &time);
    value->tv_sec = time.tv_sec;
    value->tv_usec = time.tv_nsec / 1000;
    return status;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result)
        *result = now.tv_sec;
    return now.tv_sec;
}

static long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int real_poll(struct pollfd *files, nfds_t count, int timeout) {
#ifdef SYS_poll
    return (int)syscall(SYS_poll, files, count, timeout);
#else
    struct timespec time = {timeout / 1000, timeout % 1000 * 1000000L};
    return (int)syscall(SYS_ppoll, files, count, timeout < 0 ? NULL : &time, NULL, 0);
#endif
}

int poll(struct pollfd *files, nfds_t count, int timeout) {
    if (!passes || timeout <= 0)
        return real_poll(files, count, timeout);
    long end = milliseconds() + timeout;
    for (;;) {
        long left = end - milliseconds();
        int ready = real_poll(files, count, left < 0 ? 0 : left < SLICE ? (int)left : SLICE);
        if (ready != 0 || left <= 0)
            return ready;
    }
}

// How long the machine has been running, as the kernel tells it.
static int open_uptime(void) {
    struct timespec up;
    clock_gettime(CLOCK_BOOTTIME, &up);
    char text[64];
    int length = snprintf(text, sizeof text, "%ld.%02ld 0.00\n", (long)up.tv_sec, up.tv_nsec / 10000000);
    int file = (int)syscall(SYS_memfd_create, "uptime", MFD_CLOEXEC);
    if (file >= 0 && pwrite(file, text, (size_t)length, 0) != length) {
        close(file);
        return -1;
    }
    return file;
}

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    int is_made = flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE;
    mode_t mode = is_made ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (passes && strcmp(path, "/proc/uptime") == 0)
        return open_uptime();
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
