#ifndef HELIOGRAPH_SIMULATED_DISK_H
#define HELIOGRAPH_SIMULATED_DISK_H

#include <stdint.h>

// A disk in memory for SQLite, with locks and shared memory, which remembers what was written to each file since it
// was last synced, so that a power cut can take it back. Used from one thread at a time.

// Opens files of SQLite on this disk from here on; 0, or an error of SQLite's.
int heliograph_simulated_disk_register(void);

// Removes all files of a name, which none may have open, and what belongs to it: `-wal` and `-journal`.
void heliograph_simulated_disk_remove(const char *path);

// Makes a file with the content of another one; 0, or -1 when there is none.
int heliograph_simulated_disk_copy(const char *from, const char *to);

// Whether what is written is remembered until it is synced, and whether what is synced counts as written.
void heliograph_simulated_disk_begin(int remembers, int ignores_syncs);

// From here on nothing that is written reaches the files, until heliograph_simulated_disk_restore().
void heliograph_simulated_disk_cut(void);

// Takes back what was not synced, after all files were closed. Of such writes each is kept with a chance of `kept` in
// 256, by the numbers that follow from `seed`: a disk writes in any order.
void heliograph_simulated_disk_restore(uint64_t seed, unsigned kept);

#endif
