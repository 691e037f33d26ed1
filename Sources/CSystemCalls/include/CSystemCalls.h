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

// Opens a regular file for reading, with O_NOFOLLOW or 0 as flags. Anything else is not opened, because opening alone
// may have an effect, and results in -EMEDIUMTYPE.
int heliograph_open_regular(int directory, const char *_Nonnull path, int flags);

// Opens a path below a directory, passing only through directories: no symbolic link is followed (openat2).
int heliograph_open_beneath(int directory, const char *_Nonnull path, int flags);

// Creates a file in a directory that has no name yet and disappears unless it gets one (O_TMPFILE), and names it.
int heliograph_open_unnamed(int directory, unsigned mode);
int heliograph_name_file(int descriptor, int directory, const char *_Nonnull name);

// getdents64(2), which glibc offers only entry by entry with an allocation per directory.
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

// Makes a spawned program start without the descriptors from `first` on; `actions` is a posix_spawn_file_actions_t.
int heliograph_spawn_close_from(void *_Nonnull actions, int first);

// Waits for the end of a child, at most that many milliseconds; returns 0 if it is still running, 1 with its status, or
// -errno.
int heliograph_wait(pid_t process, int *_Nonnull status, int milliseconds);

// Waits for the end of a child in a separate thread, so that it does not remain as a zombie.
void heliograph_reap_later(pid_t process);

// Requests `signal` from the kernel when the parent dies (prctl is variadic).
int heliograph_set_parent_death_signal(int signal);

// Creates a descriptor that becomes readable when a number is written to it (eventfd).
int heliograph_event_descriptor(void);

// Blocks SIGTERM and SIGINT in the calling thread and the threads it starts, and returns a descriptor that becomes
// readable when one of them arrives (signalfd).
int heliograph_stop_signals(void);

// The same for SIGHUP.
int heliograph_hang_up_signals(void);

// Unblocks all these signals in the calling thread, and discards those that arrived but were not taken.
void heliograph_end_signals(void);

// Takes a signal from such a descriptor; returns 0 if there is none.
int heliograph_take_signal(int descriptor);

// Makes this process run, and read from disks, only when no other process wants to (sched_setscheduler, ioprio_set).
void heliograph_become_idle(void);

// Gets and sets the urgency of this thread's disk reads (ioprio_get, ioprio_set), and returns the number of the idle
// class: only when no other process wants to read.
int heliograph_disk_priority(void);
void heliograph_set_disk_priority(int priority);
int heliograph_idle_disk_priority(void);

// Makes a terminal pass on input byte by byte without echoing it, until the other function is called; a signal that
// ends or stops the program, and exit, also restore its modes. For one thread at a time.
int heliograph_terminal_begin(int terminal);
void heliograph_terminal_end(void);

// Returns free memory of the allocator to the system (malloc_trim).
void heliograph_release_memory(void);

// Releases the pages of the program and its libraries that are unchanged from their files; pages that are used again
// are mapped again. Starting uses most of a program once, and the kernel counts all mapped pages as needed.
void heliograph_release_code(void);

// Makes the allocator keep only a little free memory at the end of each thread's arena (mallopt): malloc_trim does not
// touch that, and glibc lets it grow to 64 MB.
void heliograph_keep_little_memory(void);

// Keeps the Dispatch queue on which it is called alive until the program ends; does nothing without Dispatch.
void heliograph_keep_current_queue(void);

// Returns a number that identifies the file system of a directory, across reboots if possible, and its statfs type: its
// f_fsid, or its UUID or serial number if that is only the number of its device.
int heliograph_file_system(int descriptor, uint64_t *_Nonnull identity, int64_t *_Nonnull type);

// Renames a file unless one with the new name exists (-EEXIST), even if the file system cannot do that atomically.
int heliograph_rename_exclusive(int from_directory, const char *_Nonnull from, int to_directory,
                                const char *_Nonnull to);

// Copies the rest of one file to another, sharing blocks if the file system can.
int heliograph_copy(int from, int to);

// Returns whether another program or descriptor also has the file of a read descriptor open; 0 also if that cannot be
// determined.
int heliograph_is_open_elsewhere(int descriptor);

// Returns a number for the mount through which an open file was reached; 0 if the kernel does not report it.
int heliograph_mount(int descriptor, uint64_t *_Nonnull mount);

// Returns whether an open directory lies in a read-only snapshot of a subvolume of Btrfs; a received one does not count.
int heliograph_is_read_only_snapshot(int directory);

// Writes the program's name and version to standard output, and a line for each of the named shared libraries, which
// are separated by spaces: libexif may appear as libexif.so.12.3.4.
void heliograph_print_version(const char *_Nonnull program, const char *_Nonnull libraries);

// Creates a file without a name that exists only in memory (memfd_create).
int heliograph_memory_file(void);

// Creates a file in memory of that many bytes whose size cannot be changed: a process that maps it can pass it to an
// untrusted one. No memory is used before it is written.
int heliograph_sealed_memory_file(int64_t bytes);

// Releases the memory of a file in memory from an offset on; the range then reads as zero.
int heliograph_release_file_memory(int descriptor, int64_t offset, int64_t bytes);

#endif
