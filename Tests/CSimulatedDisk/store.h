#ifndef HELIOGRAPH_SIMULATED_STORE_H
#define HELIOGRAPH_SIMULATED_STORE_H

#include <sqlite3.h>
#include <stdint.h>

// What a write has overwritten.
struct undo {
    struct undo *next;
    sqlite3_int64 offset;
    sqlite3_int64 size;  // of the file before
    sqlite3_int64 count; // bytes that were there
    unsigned char bytes[];
};

// One of the locks on shared memory.
struct slot {
    int shared;
    const void *exclusive;  // who has it
};

enum { SLOTS = SQLITE_SHM_NLOCK };

// A file of the disk.
struct store {
    struct store *next;
    unsigned char *bytes;
    sqlite3_int64 size, capacity;
    struct undo *undo;  // the last write first
    int users;
    int is_removed;
    // Locks of the file: who reads, who is about to write, and whether nobody else may read any more.
    int readers;
    const void *writer;
    int is_exclusive;
    // Shared memory.
    void **regions;
    int region_count, mappings;
    struct slot slots[SLOTS];
    char path[];
};

struct store *store_find(const char *path);
struct store *store_make(const char *path);
// Removes the name; the content lasts as long as it is open.
void store_unlink(struct store *store);
// Says that one less has it open.
void store_release(struct store *store);

// Makes a file so long; what is new is zero.
void store_resize(struct store *store, sqlite3_int64 size);
void store_write(struct store *store, const void *bytes, sqlite3_int64 count, sqlite3_int64 offset);

// Remembers what is between two places, to take back that it changes.
void store_remember(struct store *store, sqlite3_int64 offset, sqlite3_int64 end);
void store_forget(struct store *store);
void store_restore_all(uint64_t seed, unsigned kept);

void store_free_regions(struct store *store);

#endif
