#ifndef HELIOGRAPH_SYSTEM_H
#define HELIOGRAPH_SYSTEM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// The version of all programs, which are installed together.
#define HELIOGRAPH_VERSION "0.1.0"

// Linux calls that Swift cannot make itself: variadic functions, macros over
// ancillary data, and system calls glibc hides behind feature macros. Each
// returns -errno instead of setting errno, so that nothing can overwrite it.

struct heliograph_stat {
    uint64_t device;
    uint64_t inode;
    uint64_t size;
    int64_t modified;  // nanoseconds since 1970, as are the next two
    int64_t changed;
    int64_t born;  // 0 where the file system does not keep it
    uint32_t mode;
    uint32_t links;
    uint32_t user;
    uint32_t group;
};

// statx(2) that never follows a final symbolic link. A null `path` means `directory` itself.
int heliograph_stat_at(int directory, const char *_Nullable path,
                       struct heliograph_stat *_Nonnull result);

// O_PATH, which glibc hides from Swift.
#define HELIOGRAPH_O_PATH 010000000

int heliograph_open_at(int directory, const char *_Nonnull path, int flags);

// Opens a regular file for reading, with O_NOFOLLOW or 0 as flags. What is no regular file is not opened, for that alone
// may have an effect, and gives -EMEDIUMTYPE.
int heliograph_open_regular(int directory, const char *_Nonnull path, int flags);

// Opens what lies below a directory, by way of directories only: no symbolic link is followed (openat2).
int heliograph_open_beneath(int directory, const char *_Nonnull path, int flags);

// A file in a directory that has no name yet and is gone when it gets none (O_TMPFILE), and the name for it.
int heliograph_open_unnamed(int directory, unsigned mode);
int heliograph_name_file(int descriptor, int directory, const char *_Nonnull name);

// getdents64(2), which glibc offers only record by record with an allocation per directory.
ssize_t heliograph_read_directory(int directory, void *_Nonnull buffer, size_t size);

// One SOCK_SEQPACKET message with descriptors attached (SCM_RIGHTS).
ssize_t heliograph_send_descriptors(int socket, const void *_Nonnull bytes, size_t count,
                                    const int *_Nullable descriptors, size_t descriptor_count,
                                    int flags);
ssize_t heliograph_receive_descriptors(int socket, void *_Nonnull bytes, size_t capacity,
                                       int *_Nonnull descriptors, size_t *_Nonnull descriptor_count,
                                       int flags);

// A pipe that no child inherits, with room for `capacity` bytes where the system allows.
int heliograph_pipe(int *_Nonnull ends, int capacity);

// Has a program that is spawned begin without the descriptors from `first` on; `actions` is a
// posix_spawn_file_actions_t.
int heliograph_spawn_close_from(void *_Nonnull actions, int first);

// Waits for the end of a child, so many milliseconds at the most; 0 when it is still there, 1 with its
// status, or -errno.
int heliograph_wait(pid_t process, int *_Nonnull status, int milliseconds);

// Waits in a thread of its own for the end of a child, so that it does not stay as a zombie.
void heliograph_reap_later(pid_t process);

// Asks the kernel for `signal` when the parent dies (prctl is variadic).
int heliograph_set_parent_death_signal(int signal);

// A descriptor that becomes readable when a number is written to it (eventfd).
int heliograph_event_descriptor(void);

// Keeps SIGTERM and SIGINT from the calling thread and the threads it starts, and gives a
// descriptor that becomes readable when one comes (signalfd).
int heliograph_stop_signals(void);

// The same for SIGHUP.
int heliograph_hang_up_signals(void);

// Lets the calling thread have all these signals again, without those that have come and were not taken.
void heliograph_end_signals(void);

// Takes a signal off such a descriptor; 0 when there is none.
int heliograph_take_signal(int descriptor);

// Has this process run, and read from disks, only when nobody else wants to (sched_setscheduler, ioprio_set).
void heliograph_become_idle(void);

// How urgent this thread's reads from disks are (ioprio_get, ioprio_set), and the number for the idle class: only when
// nobody else wants to read.
int heliograph_disk_priority(void);
void heliograph_set_disk_priority(int priority);
int heliograph_idle_disk_priority(void);

// Has a terminal hand over what is typed byte by byte and not show it, until the other is called; also a signal that
// ends or stops the program, and exit, put its modes back. For one thread at a time.
int heliograph_terminal_begin(int terminal);
void heliograph_terminal_end(void);

// Gives free memory of the allocator back to the system (malloc_trim).
void heliograph_release_memory(void);

// Gives up the pages of the program and its libraries that are as they are in their files; what is
// used again is mapped again. A start uses most of a program once, and the kernel takes the mapped
// for needed.
void heliograph_release_code(void);

// Has the allocator keep no more than a little free memory at the end of what it took for each
// thread (mallopt): malloc_trim leaves that alone, and glibc lets it grow to 64 MB.
void heliograph_keep_little_memory(void);

// Keeps the queue of Dispatch on which it is called until the program ends; nothing without Dispatch.
void heliograph_keep_current_queue(void);

// A number that names the file system of a directory across reboots where it can, and its statfs type:
// its f_fsid, and its UUID or serial number where that is merely the number of its device.
int heliograph_file_system(int descriptor, uint64_t *_Nonnull identity, int64_t *_Nonnull type);

// Renames a file unless there is one of the new name (-EEXIST), also where the file system does not
// know how to do that at once.
int heliograph_rename_exclusive(int from_directory, const char *_Nonnull from, int to_directory,
                                const char *_Nonnull to);

// Copies what is left of one file to another, sharing blocks where the file system can.
int heliograph_copy(int from, int to);

// Whether another program or descriptor has the file of a descriptor for reading open too; 0 also
// when that cannot be found out.
int heliograph_is_open_elsewhere(int descriptor);

// A number for the mount an open file was reached through; 0 where the kernel does not tell.
int heliograph_mount(int descriptor, uint64_t *_Nonnull mount);

// Writes the program's name and version to standard output, and a line for each of the shared
// libraries named, with spaces between them: libexif perhaps as libexif.so.12.3.4.
void heliograph_print_version(const char *_Nonnull program, const char *_Nonnull libraries);

// A file without a name that is in memory only (memfd_create).
int heliograph_memory_file(void);

// A file in memory of so many bytes that nobody can make larger or smaller: whoever maps it may hand it to a process
// that is not trusted. No memory is taken before it is written.
int heliograph_sealed_memory_file(int64_t bytes);

// Gives back the memory of a file in memory from an offset on; what was there reads as zero.
int heliograph_release_file_memory(int descriptor, int64_t offset, int64_t bytes);

#endif
