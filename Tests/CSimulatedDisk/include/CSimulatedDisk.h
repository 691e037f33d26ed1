#ifndef HELIOGRAPH_SIMULATED_DISK_H
#define HELIOGRAPH_SIMULATED_DISK_H

#include <stdint.h>

// A layer below SQLite that remembers what was written to each file since it was last synced, so that a power cut can
// take it back. Used from one thread at a time.

// Makes it the layer that files are opened through from here on; 0, or an error of SQLite's.
int heliograph_simulated_disk_register(void);

// From here on nothing that is written reaches the files, until heliograph_simulated_disk_restore().
void heliograph_simulated_disk_cut(void);

// Takes back what was not synced, after all files were closed. Of such writes each is kept with a chance of `kept` in
// 256, by the numbers that follow from `seed`: a disk writes in any order.
void heliograph_simulated_disk_restore(uint64_t seed, unsigned kept);

// Forgets what is known of the files; they are as they are.
void heliograph_simulated_disk_forget(void);

// Whether what is synced counts as written all the same, or not.
void heliograph_simulated_disk_ignore_syncs(int ignores);

#endif
