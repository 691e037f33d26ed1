// Disks as files that remember in which order they were written to and flushed, for loop devices to lie on.
//
//     cc -o recording-disk recording-disk.c $(pkg-config --cflags --libs fuse3)
//     recording-disk LOG DIRECTORY IMAGE...      shows images as DIRECTORY/0, DIRECTORY/1, ... and appends to LOG
//     recording-disk "" DIRECTORY IMAGE...       writes into memory only, and leaves the images as they are
//
// A record of the log is a struct record, and for a write the bytes. It is in the log before the write or flush is
// answered, and one request is dealt with after another. So when a loop device says that a flush is done, all it had
// finished writing lies before that flush in the log. Ends when DIRECTORY is unmounted.
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { most_disks = 8, kind_write = 1, kind_flush = 2 };

struct record {
    uint32_t kind, disk;
    uint64_t offset, length;
};

static struct {
    int file;
    off_t size;
    // The image with what was written since, when nothing is recorded.
    char *memory;
} disks[most_disks];
static int count;
static int log_file = -1;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// All of it is in the log when this returns: a log that is cut short would be believed.
static void append(struct record record, const char *bytes) {
    struct iovec parts[] = {{&record, sizeof record}, {(void *)bytes, record.length}};
    size_t length = sizeof record + record.length;
    if (writev(log_file, parts, record.length ? 2 : 1) != (ssize_t)length) fail("the log");
}

static int disk_of(const char *path) {
    if (path[0] != '/' || path[1] < '0' || path[1] >= '0' + count || path[2]) return -ENOENT;
    return path[1] - '0';
}

static int get_attributes(const char *path, struct stat *found, struct fuse_file_info *info) {
    (void)info;
    memset(found, 0, sizeof *found);
    found->st_nlink = 1;
    if (strcmp(path, "/") == 0) {
        found->st_mode = S_IFDIR | 0700;
        return 0;
    }
    int disk = disk_of(path);
    if (disk < 0) return disk;
    found->st_mode = S_IFREG | 0600;
    found->st_size = disks[disk].size;
    return 0;
}

static int list(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset,
                struct fuse_file_info *info, enum fuse_readdir_flags flags) {
    (void)path, (void)offset, (void)info, (void)flags;
    for (int disk = 0; disk < count; disk++) fill(buffer, (char[]){'0' + disk, 0}, NULL, 0, 0);
    return 0;
}

static int open_disk(const char *path, struct fuse_file_info *info) {
    int disk = disk_of(path);
    if (disk < 0) return disk;
    info->fh = disk;
    // Nothing is to wait in the kernel.
    info->direct_io = 1;
    return 0;
}

// How much of a request lies on the disk.
static size_t within(int disk, size_t length, off_t offset) {
    if (offset < 0 || offset >= disks[disk].size) return 0;
    size_t rest = disks[disk].size - offset;
    return length < rest ? length : rest;
}

static int read_disk(const char *path, char *bytes, size_t length, off_t offset, struct fuse_file_info *info) {
    (void)path;
    int disk = info->fh;
    length = within(disk, length, offset);
    if (disks[disk].memory) {
        memcpy(bytes, disks[disk].memory + offset, length);
        return length;
    }
    ssize_t done = pread(disks[disk].file, bytes, length, offset);
    return done < 0 ? -errno : done;
}

static int write_disk(const char *path, const char *bytes, size_t length, off_t offset,
                      struct fuse_file_info *info) {
    (void)path;
    int disk = info->fh;
    if (within(disk, length, offset) != length) return -ENOSPC;
    if (disks[disk].memory) {
        memcpy(disks[disk].memory + offset, bytes, length);
        return length;
    }
    append((struct record){kind_write, disk, offset, length}, bytes);
    ssize_t done = pwrite(disks[disk].file, bytes, length, offset);
    return done < 0 ? -errno : done;
}

static int flush_disk(const char *path, int only_data, struct fuse_file_info *info) {
    (void)path, (void)only_data;
    if (log_file >= 0) append((struct record){kind_flush, info->fh, 0, 0}, NULL);
    return 0;
}

// Goes to a mount namespace where nothing is mounted. Who ends last in one has to unmount what is there, and here that
// would wait for this very process, in the kernel and for ever.
static void *leave_disks(struct fuse_conn_info *connection, struct fuse_config *settings) {
    (void)connection, (void)settings;
    if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_PRIVATE | MS_REC, NULL) || umount2("/", MNT_DETACH))
        fail("the mount namespace");
    return NULL;
}

static const struct fuse_operations operations = {
    .init = leave_disks,
    .getattr = get_attributes,
    .readdir = list,
    .open = open_disk,
    .read = read_disk,
    .write = write_disk,
    .fsync = flush_disk,
};

static void add(const char *image, int is_recorded) {
    int file = open(image, (is_recorded ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    struct stat found;
    if (file < 0 || fstat(file, &found) < 0) fail(image);
    disks[count].file = file;
    disks[count].size = found.st_size;
    if (!is_recorded) {
        disks[count].memory = mmap(NULL, found.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, file, 0);
        if (disks[count].memory == MAP_FAILED) fail(image);
    }
    count++;
}

int main(int arguments, char **texts) {
    if (arguments < 4 || arguments > 3 + most_disks) {
        fprintf(stderr, "usage: recording-disk LOG DIRECTORY IMAGE...\n");
        return 64;
    }
    int is_recorded = texts[1][0] != 0;
    if (is_recorded) {
        log_file = open(texts[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (log_file < 0) fail(texts[1]);
    }
    for (int index = 3; index < arguments; index++) add(texts[index], is_recorded);
    // In the foreground, one request after another.
    char *options[] = {texts[0], "-f", "-s", texts[2]};
    return fuse_main(4, options, &operations, NULL);
}
