// Preloaded, lets a program read a system clock that is wrong by WRONG_CLOCK seconds. Clocks that nobody
// can set go on as they are.
//
//     clang -shared -fPIC -o wrong-clock.so wrong-clock.c
//     LD_PRELOAD=./wrong-clock.so WRONG_CLOCK=-34560000 heliograph watch DIR
//     LD_PRELOAD=./wrong-clock.so WRONG_CLOCK_FILE=FILE heliograph watch DIR    eight bytes, which may change
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const long *shared;

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("WRONG_CLOCK_FILE");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void *page = mmap(NULL, sizeof *shared, PROT_READ, MAP_SHARED, file, 0);
    shared = page == MAP_FAILED ? NULL : page;
    close(file);
}

static long offset(void) {
    if (shared)
        return *shared;
    const char *text = getenv("WRONG_CLOCK");
    return text ? atol(text) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int status = (int)syscall(SYS_clock_gettime, clock, time);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        time->tv_sec += offset();
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
