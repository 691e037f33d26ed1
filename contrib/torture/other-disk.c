// Preloaded, lets a program find directories on a file system of the type OTHER_DISK, a number of linux/magic.h.
//
//     clang -shared -fPIC -o other-disk.so other-disk.c
//     LD_PRELOAD=./other-disk.so OTHER_DISK=0x6969 heliograph watch DIR
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

int fstatfs(int file, struct statfs *found) {
    int status = (int)syscall(SYS_fstatfs, file, found);
    const char *type = getenv("OTHER_DISK");
    if (status == 0 && type != NULL)
        found->f_type = (__fsword_t)strtoll(type, NULL, 0);
    return status;
}
