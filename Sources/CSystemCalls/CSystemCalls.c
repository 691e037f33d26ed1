#define _GNU_SOURCE
#include "CSystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <linux/btrfs.h>
#include <linux/msdos_fs.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define MAX_DESCRIPTORS 253

#define XFS_TYPE 0x58465342
#define FAT_TYPE 0x4d44

// Definitions that are missing in the kernel's headers, at least on some systems.
struct xfs_geometry {
    uint32_t sizes[8];
    uint64_t blocks[4];
    unsigned char uuid[16];
    uint32_t more[7];
};
struct uuid {
    uint8_t length;
    uint8_t bytes[16];
};
#define XFS_GEOMETRY _IOR('X', 100, struct xfs_geometry)
#define GET_UUID _IOR(0x15, 0, struct uuid)

static int64_t nanoseconds(struct statx_timestamp stamp) {
    return stamp.tv_sec * 1000000000LL + stamp.tv_nsec;
}

int heliograph_stat_at(int directory, const char *path, struct heliograph_stat *result) {
    struct statx found;
    const char *name = path ? path : "";
    int flags = AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | (path ? 0 : AT_EMPTY_PATH);
    if (statx(directory, name, flags, STATX_BASIC_STATS | STATX_BTIME, &found) != 0)
        return -errno;
    result->device = makedev(found.stx_dev_major, found.stx_dev_minor);
    result->inode = found.stx_ino;
    result->size = found.stx_size;
    result->modified = nanoseconds(found.stx_mtime);
    result->changed = nanoseconds(found.stx_ctime);
    result->born = (found.stx_mask & STATX_BTIME) ? nanoseconds(found.stx_btime) : 0;
    result->mode = found.stx_mode;
    result->links = found.stx_nlink;
    result->user = found.stx_uid;
    result->group = found.stx_gid;
    return 0;
}

int heliograph_open_at(int directory, const char *path, int flags) {
    int descriptor = openat(directory, path, flags | O_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int heliograph_open_regular(int directory, const char *path, int flags) {
    int place = openat(directory, path, O_PATH | O_CLOEXEC | flags);
    if (place < 0)
        return -errno;
    struct stat found;
    int result = fstat(place, &found) != 0 ? -errno : S_ISREG(found.st_mode) ? 0 : -EMEDIUMTYPE;
    if (result == 0) {
        char name[32];
        snprintf(name, sizeof name, "/proc/self/fd/%d", place);
        const int reading = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
        result = open(name, reading);
        // Without /proc the file is opened by its name.
        if (result < 0 && errno == ENOENT)
            result = openat(directory, path, reading | flags);
        result = result < 0 ? -errno : result;
    }
    close(place);
    return result;
}

// For kernels and containers without openat2.
static int open_by_parts(int directory, const char *path, int flags) {
    int current = directory;
    for (;;) {
        const char *end = strchr(path, '/');
        char part[NAME_MAX + 1];
        size_t length = end ? (size_t)(end - path) : strlen(path);
        int next = -ENAMETOOLONG;
        if (length < sizeof part) {
            memcpy(part, path, length);
            part[length] = 0;
            next = openat(current, part,
                          O_NOFOLLOW | O_CLOEXEC | (end ? HELIOGRAPH_O_PATH | O_DIRECTORY : flags));
            next = next < 0 ? -errno : next;
        }
        if (current != directory)
            close(current);
        if (next < 0 || !end)
            return next;
        current = next;
        path = end + 1;
    }
}

int heliograph_open_beneath(int directory, const char *path, int flags) {
    struct open_how how = {
        .flags = (unsigned)(flags | O_CLOEXEC | O_NOFOLLOW),
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS,
    };
    long descriptor = syscall(SYS_openat2, directory, path, &how, sizeof how);
    if (descriptor >= 0)
        return (int)descriptor;
    if (errno == ENOSYS || errno == EPERM || errno == EAGAIN)
        return open_by_parts(directory, path, flags);
    return -errno;
}

int heliograph_open_unnamed(int directory, unsigned mode) {
    int descriptor = openat(directory, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, (mode_t)mode);
    return descriptor < 0 ? -errno : descriptor;
}

int heliograph_name_file(int descriptor, int directory, const char *name) {
    char place[32];
    snprintf(place, sizeof place, "/proc/self/fd/%d", descriptor);
    return linkat(AT_FDCWD, place, directory, name, AT_SYMLINK_FOLLOW) < 0 ? -errno : 0;
}

ssize_t heliograph_read_directory(int directory, void *buffer, size_t size) {
    long count = syscall(SYS_getdents64, directory, buffer, size);
    return count < 0 ? -errno : count;
}

ssize_t heliograph_send_descriptors(int socket, const void *bytes, size_t count,
                                    const int *descriptors, size_t descriptor_count,
                                    int flags) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * MAX_DESCRIPTORS)];
    } control;
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor_count > MAX_DESCRIPTORS)
        return -EINVAL;
    if (descriptor_count > 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.space;
        message.msg_controllen = CMSG_SPACE(sizeof(int) * descriptor_count);
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int) * descriptor_count);
        memcpy(CMSG_DATA(header), descriptors, sizeof(int) * descriptor_count);
    }
    ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | flags);
    return sent < 0 ? -errno : sent;
}

ssize_t heliograph_receive_descriptors(int socket, void *bytes, size_t capacity, int *descriptors,
                                       size_t *descriptor_count, int flags) {
    union {
        struct cmsghdr header;
        char space[CMSG_SPACE(sizeof(int) * MAX_DESCRIPTORS)];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.space,
                             .msg_controllen = sizeof control.space};
    size_t room = *descriptor_count;
    *descriptor_count = 0;
    ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    if (received < 0)
        return -errno;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header;
         header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS)
            continue;
        size_t count = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (*descriptor_count < room)
                descriptors[(*descriptor_count)++] = descriptor;
            else
                close(descriptor);
        }
    }
    return received;
}

int heliograph_pipe(int *ends, int capacity) {
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -errno;
    fcntl(ends[0], F_SETPIPE_SZ, capacity);
    return 0;
}

int heliograph_spawn_close_from(void *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int heliograph_wait(pid_t process, int *status, int milliseconds) {
    if (milliseconds > 0) {
        int descriptor = (int)syscall(SYS_pidfd_open, process, 0);
        struct pollfd polled = {descriptor, POLLIN, 0};
        // Without pidfd_open(2), introduced in Linux 5.3, one check has to suffice.
        poll(&polled, descriptor >= 0, milliseconds);
        if (descriptor >= 0)
            close(descriptor);
    }
    pid_t ended;
    do
        ended = waitpid(process, status, WNOHANG);
    while (ended < 0 && errno == EINTR);
    return ended < 0 ? -errno : ended > 0;
}

static void *reap(void *process) {
    while (waitpid((pid_t)(intptr_t)process, NULL, 0) < 0 && errno == EINTR)
        ;
    return NULL;
}

void heliograph_reap_later(pid_t process) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN + 65536);
    // This thread must not receive the program's signals.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    pthread_create(&thread, &attributes, reap, (void *)(intptr_t)process);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
}

int heliograph_set_parent_death_signal(int signal) {
    return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0) < 0 ? -errno : 0;
}

int heliograph_event_descriptor(void) {
    int descriptor = eventfd(0, EFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

static int signals_descriptor(int one, int other) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, one);
    sigaddset(&signals, other);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    int descriptor = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
    return descriptor < 0 ? -errno : descriptor;
}

int heliograph_stop_signals(void) {
    return signals_descriptor(SIGTERM, SIGINT);
}

int heliograph_hang_up_signals(void) {
    int descriptor = signals_descriptor(SIGHUP, SIGHUP);
    // An ignored signal need not be kept until it is read.
    signal(SIGHUP, SIG_DFL);
    return descriptor;
}

void heliograph_end_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    struct timespec none = {0};
    while (sigtimedwait(&signals, NULL, &none) > 0) {}
    pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

int heliograph_take_signal(int descriptor) {
    struct signalfd_siginfo found;
    return read(descriptor, &found, sizeof found) == sizeof found ? (int)found.ssi_signo : 0;
}

// IOPRIO_WHO_PROCESS, and the idle class of IOPRIO_PRIO_VALUE, which glibc does not name.
enum { io_of_process = 1, io_class_shift = 13, io_idle = 3 << io_class_shift };

void heliograph_become_idle(void) {
    struct sched_param none = {0};
    sched_setscheduler(0, SCHED_IDLE, &none);
    syscall(SYS_ioprio_set, io_of_process, 0, io_idle);
}

int heliograph_disk_priority(void) {
    return (int)syscall(SYS_ioprio_get, io_of_process, 0);
}

void heliograph_set_disk_priority(int priority) {
    // A level without a class is rejected, although that is the value read.
    int has_class = priority >> io_class_shift > 0;
    syscall(SYS_ioprio_set, io_of_process, 0, has_class ? priority : 0);
}

int heliograph_idle_disk_priority(void) {
    return io_idle;
}

void heliograph_release_memory(void) {
    malloc_trim(0);
}

// Whether relocation has written to segments that are mapped read-only.
static int has_text_relocations(const struct dl_phdr_info *info) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
        const ElfW(Dyn) *entry = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL) return 1;
            if (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL) return 1;
        }
    }
    return 0;
}

static int release_object(struct dl_phdr_info *info, size_t size, void *context) {
    if (has_text_relocations(info)) return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        uintptr_t start = (info->dlpi_addr + segment->p_vaddr) & ~(page - 1);
        // A partly filled last page may also be the first page of another segment.
        uintptr_t end = (info->dlpi_addr + segment->p_vaddr + segment->p_filesz) & ~(page - 1);
        if (start < end) madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void heliograph_release_code(void) {
    dl_iterate_phdr(release_object, NULL);
}

void heliograph_keep_little_memory(void) {
    // Once one of them is set, glibc no longer raises either by itself.
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
}

// Weak, for programs without Dispatch. Swift cannot name the current queue.
extern void *dispatch_get_current_queue(void) __attribute__((weak));
extern void dispatch_retain(void *) __attribute__((weak));

void heliograph_keep_current_queue(void) {
    if (dispatch_get_current_queue && dispatch_retain)
        dispatch_retain(dispatch_get_current_queue());
}

// Returns it in 64 bits, as ext4 and Btrfs do in f_fsid.
static uint64_t folded(const unsigned char *uuid) {
    uint64_t halves[2];
    memcpy(halves, uuid, sizeof halves);
    return halves[0] ^ halves[1];
}

// Returns the own identity of a file system whose f_fsid is only its device number; 0 if it has no identity.
static uint64_t own_identity(int file, int64_t type) {
    struct xfs_geometry geometry;
    uint32_t serial;
    struct uuid uuid = {.length = 0};
    if (type == XFS_TYPE && ioctl(file, XFS_GEOMETRY, &geometry) == 0)
        return folded(geometry.uuid);
    if (type == FAT_TYPE && ioctl(file, FAT_IOCTL_GET_VOLUME_ID, &serial) == 0)
        return serial ? (uint64_t)FAT_TYPE << 32 | serial : 0;
    if (ioctl(file, GET_UUID, &uuid) == 0 && uuid.length == sizeof uuid.bytes)
        return folded(uuid.bytes);
    return 0;
}

int heliograph_file_system(int descriptor, uint64_t *identity, int64_t *type) {
    struct statfs found;
    struct stat status;
    if (fstatfs(descriptor, &found) != 0 || fstat(descriptor, &status) != 0)
        return -errno;
    *identity = 0;
    memcpy(identity, &found.f_fsid, sizeof found.f_fsid < 8 ? sizeof found.f_fsid : 8);
    *type = (int64_t)found.f_type;
    // Another disk may get this device number later, and this disk another.
    if (*identity == 0 || *identity != status.st_dev)
        return 0;
    int file = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return errno == EACCES ? 0 : -errno;
    uint64_t own = own_identity(file, *type);
    close(file);
    if (own)
        *identity = own;
    return 0;
}

int heliograph_rename_exclusive(int from_directory, const char *from, int to_directory,
                                const char *to) {
    if (syscall(SYS_renameat2, from_directory, from, to_directory, to, 1 /* RENAME_NOREPLACE */) ==
        0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS) return -errno;
    if (linkat(from_directory, from, to_directory, to, 0) != 0) {
        if (errno != EPERM && errno != EOPNOTSUPP && errno != EMLINK) return -errno;
        // A file system without links (exFAT, some FUSE): the best there is.
        if (faccessat(to_directory, to, F_OK, AT_SYMLINK_NOFOLLOW) == 0) return -EEXIST;
        return renameat(from_directory, from, to_directory, to) == 0 ? 0 : -errno;
    }
    return unlinkat(from_directory, from, 0) == 0 ? 0 : -errno;
}

int heliograph_copy(int from, int to) {
    char buffer[1 << 17];
    int copies_in_kernel = 1;
    for (;;) {
        ssize_t count = -1;
        if (copies_in_kernel) count = copy_file_range(from, NULL, to, NULL, 1 << 30, 0);
        if (count < 0 && copies_in_kernel) {
            if (errno == EINTR) continue;
            if (errno == ENOSPC || errno == EDQUOT || errno == EIO || errno == EFBIG) return -errno;
            copies_in_kernel = 0;
        }
        if (!copies_in_kernel) {
            count = read(from, buffer, sizeof buffer);
            if (count < 0 && errno == EINTR) continue;
            if (count < 0) return -errno;
            for (ssize_t done = 0; done < count;) {
                ssize_t written = write(to, buffer + done, count - done);
                if (written < 0 && errno == EINTR) continue;
                if (written < 0) return -errno;
                done += written;
            }
        }
        if (count == 0) return 0;
    }
}

int heliograph_is_open_elsewhere(int descriptor) {
    if (fcntl(descriptor, F_SETLEASE, F_WRLCK) == 0) {
        fcntl(descriptor, F_SETLEASE, F_UNLCK);
        return 0;
    }
    return errno == EAGAIN;
}

int heliograph_mount(int descriptor, uint64_t *mount) {
    struct statx found;
    if (statx(descriptor, "", AT_EMPTY_PATH, STATX_MNT_ID, &found) != 0) return -errno;
    *mount = (found.stx_mask & STATX_MNT_ID) ? found.stx_mnt_id : 0;
    return 0;
}

int heliograph_is_read_only_snapshot(int directory) {
    struct btrfs_ioctl_get_subvol_info_args found;
    memset(&found, 0, sizeof found);
    // Descriptors that were opened with O_PATH are no good for ioctl(2).
    int readable = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (readable < 0) return 0;
    int result = ioctl(readable, BTRFS_IOC_GET_SUBVOL_INFO, &found);
    close(readable);
    // It is 1 for subvolumes below the first one.
    if (result < 0) return 0;
    static const uint8_t none[sizeof found.parent_uuid];
    // BTRFS_ROOT_SUBVOL_RDONLY of the kernel's btrfs_tree.h, which C libraries do not all have.
    return (found.flags & 1) != 0 && memcmp(found.parent_uuid, none, sizeof none) != 0 &&
           memcmp(found.received_uuid, none, sizeof none) == 0;
}

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};
#define ENDING_SIGNALS (sizeof ending_signals / sizeof *ending_signals)

static struct termios terminal_modes;
static volatile sig_atomic_t changed_terminal = -1;
static struct sigaction previous_actions[ENDING_SIGNALS];

static void restore_terminal(void) {
    if (changed_terminal >= 0)
        tcsetattr(changed_terminal, TCSANOW, &terminal_modes);
}

static void restore_and_end(int signal) {
    int error = errno;
    restore_terminal();
    for (size_t i = 0; i < ENDING_SIGNALS; i++)
        if (ending_signals[i] == signal)
            sigaction(signal, &previous_actions[i], NULL);
    // The signal is delivered when this returns.
    raise(signal);
    errno = error;
}

int heliograph_terminal_begin(int terminal) {
    static int is_registered;
    struct termios modes;
    if (changed_terminal >= 0)
        return -EBUSY;
    if (tcgetattr(terminal, &terminal_modes) != 0)
        return -errno;
    if (!is_registered)
        is_registered = atexit(restore_terminal) == 0;
    changed_terminal = terminal;
    struct sigaction action = {.sa_handler = restore_and_end, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < ENDING_SIGNALS; i++) {
        sigaction(ending_signals[i], NULL, &previous_actions[i]);
        if (previous_actions[i].sa_handler != SIG_IGN)
            sigaction(ending_signals[i], &action, NULL);
    }
    modes = terminal_modes;
    modes.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    modes.c_cc[VMIN] = 1;
    modes.c_cc[VTIME] = 0;
    if (tcsetattr(terminal, TCSADRAIN, &modes) != 0) {
        int error = errno;
        heliograph_terminal_end();
        return -error;
    }
    return 0;
}

void heliograph_terminal_end(void) {
    if (changed_terminal < 0)
        return;
    // Discards answers that arrived too late.
    tcsetattr(changed_terminal, TCSAFLUSH, &terminal_modes);
    for (size_t i = 0; i < ENDING_SIGNALS; i++) {
        struct sigaction now;
        sigaction(ending_signals[i], NULL, &now);
        if (now.sa_handler == restore_and_end)
            sigaction(ending_signals[i], &previous_actions[i], NULL);
    }
    changed_terminal = -1;
}

int heliograph_memory_file(void) {
    int descriptor = memfd_create("heliograph", MFD_CLOEXEC);
    return descriptor < 0 ? -errno : descriptor;
}

int heliograph_sealed_memory_file(int64_t bytes) {
    int descriptor = memfd_create("heliograph", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0)
        return -errno;
    if (ftruncate(descriptor, bytes) != 0 ||
        fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
        int error = errno;
        close(descriptor);
        return -error;
    }
    return descriptor;
}

int heliograph_release_file_memory(int descriptor, int64_t offset, int64_t bytes) {
    int mode = FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE;
    return fallocate(descriptor, mode, offset, bytes) == 0 ? 0 : -errno;
}

struct library_search {
    const char *name;
    size_t length;
    const char *found;
};

static int look_at_library(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    struct library_search *search = context;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *file = slash ? slash + 1 : info->dlpi_name;
    if (strncmp(file, search->name, search->length) != 0) return 0;
    if (strncmp(file + search->length, ".so", 3) != 0) return 0;
    search->found = info->dlpi_name;
    return 1;
}

// The loader knows a library by a link to the file whose name has the full version.
static void print_library(const char *name, size_t length) {
    struct library_search search = {name, length, NULL};
    if (!dl_iterate_phdr(look_at_library, &search)) return;
    char *resolved = realpath(search.found, NULL);
    const char *slash = resolved ? strrchr(resolved, '/') : NULL;
    if (slash) printf("%s\n", slash + 1);
    free(resolved);
}

void heliograph_print_version(const char *program, const char *libraries) {
    printf("%s %s\n", program, HELIOGRAPH_VERSION);
    while (*libraries) {
        size_t length = strcspn(libraries, " ");
        print_library(libraries, length);
        libraries += length + strspn(libraries + length, " ");
    }
    fflush(stdout);
}
