#include "CSimulatedDisk.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What a write has overwritten.
struct undo {
    struct undo *next;
    sqlite3_int64 offset;
    sqlite3_int64 size;  // of the file before
    int count;           // bytes that were there
    unsigned char bytes[];
};

struct tracked {
    struct tracked *next;
    struct undo *undo;  // the last write first
    char path[];
};

struct file {
    sqlite3_file base;
    struct tracked *tracked;
    sqlite3_file *real;
};

static sqlite3_vfs *below;
static struct tracked *files;
static int is_cut;
static int ignores_syncs;

static void forget(struct tracked *tracked) {
    while (tracked->undo) {
        struct undo *next = tracked->undo->next;
        free(tracked->undo);
        tracked->undo = next;
    }
}

static struct tracked *track(const char *path) {
    for (struct tracked *known = files; known; known = known->next)
        if (strcmp(known->path, path) == 0)
            return known;
    struct tracked *new = malloc(sizeof *new + strlen(path) + 1);
    new->undo = NULL;
    new->next = files;
    strcpy(new->path, path);
    files = new;
    return new;
}

static sqlite3_file *real(sqlite3_file *file) { return ((struct file *)file)->real; }

// Remembers what is between two places of a file.
static void remember(sqlite3_file *file, sqlite3_int64 offset, sqlite3_int64 end) {
    struct tracked *tracked = ((struct file *)file)->tracked;
    sqlite3_int64 size = 0;
    if (!tracked || real(file)->pMethods->xFileSize(real(file), &size) != SQLITE_OK)
        return;
    sqlite3_int64 count = (end < size ? end : size) - offset;
    if (count < 0)
        count = 0;
    struct undo *undo = malloc(sizeof *undo + count);
    undo->offset = offset;
    undo->size = size;
    undo->count = (int)count;
    if (count > 0)
        real(file)->pMethods->xRead(real(file), undo->bytes, (int)count, offset);
    undo->next = tracked->undo;
    tracked->undo = undo;
}

static int close_file(sqlite3_file *file) {
    int status = real(file)->pMethods->xClose(real(file));
    free(real(file));
    return status;
}
static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}
static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (is_cut)
        return SQLITE_OK;
    remember(file, offset, offset + count);
    return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}
static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    if (is_cut)
        return SQLITE_OK;
    sqlite3_int64 now = 0;
    real(file)->pMethods->xFileSize(real(file), &now);
    if (size < now)
        remember(file, size, now);
    return real(file)->pMethods->xTruncate(real(file), size);
}
static int sync_file(sqlite3_file *file, int flags) {
    if (is_cut)
        return SQLITE_OK;
    if (((struct file *)file)->tracked && !ignores_syncs)
        forget(((struct file *)file)->tracked);
    return real(file)->pMethods->xSync(real(file), flags);
}
static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}
static int lock_file(sqlite3_file *file, int level) {
    return real(file)->pMethods->xLock(real(file), level);
}
static int unlock_file(sqlite3_file *file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}
static int check_lock(sqlite3_file *file, int *found) {
    return real(file)->pMethods->xCheckReservedLock(real(file), found);
}
static int control_file(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}
static int sector_size(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int characteristics(sqlite3_file *file) {
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}
static int map_shared(sqlite3_file *file, int page, int size, int extend, void volatile **found) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, found);
}
static int lock_shared(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void order_shared(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int unmap_shared(sqlite3_file *file, int removes) {
    return real(file)->pMethods->xShmUnmap(real(file), removes);
}

// Version 2: what is mapped could not be tracked.
static const sqlite3_io_methods methods = {
    2,           close_file,  read_file,   write_file,   truncate_file,   sync_file,
    file_size,   lock_file,   unlock_file, check_lock,   control_file,    sector_size,
    characteristics, map_shared, lock_shared, order_shared, unmap_shared, NULL, NULL};

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                     int *found_flags) {
    (void)vfs;
    struct file *opened = (struct file *)file;
    opened->base.pMethods = NULL;
    opened->tracked = path ? track(path) : NULL;
    opened->real = calloc(1, below->szOsFile);
    int status = below->xOpen(below, path, opened->real, flags, found_flags);
    if (opened->real->pMethods)
        opened->base.pMethods = &methods;
    else
        free(opened->real);
    return status;
}

int heliograph_simulated_disk_register(void) {
    static sqlite3_vfs layer;
    sqlite3_initialize();
    below = sqlite3_vfs_find(NULL);
    if (!below)
        return SQLITE_ERROR;
    layer = *below;
    layer.pNext = NULL;
    layer.zName = "simulated";
    layer.szOsFile = sizeof(struct file);
    layer.xOpen = open_file;
    return sqlite3_vfs_register(&layer, 1);
}

void heliograph_simulated_disk_cut(void) { is_cut = 1; }

static uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

void heliograph_simulated_disk_restore(uint64_t seed, unsigned kept) {
    is_cut = 0;
    for (struct tracked *tracked = files; tracked; tracked = tracked->next) {
        int descriptor = tracked->undo ? open(tracked->path, O_RDWR | O_CLOEXEC) : -1;
        for (struct undo *undo = tracked->undo; undo && descriptor >= 0; undo = undo->next) {
            if ((next(&seed) & 255) < kept)
                continue;
            if (pwrite(descriptor, undo->bytes, undo->count, undo->offset) != undo->count ||
                (kept == 0 && ftruncate(descriptor, undo->size) != 0))
                abort();
        }
        if (descriptor >= 0)
            close(descriptor);
        forget(tracked);
    }
}

void heliograph_simulated_disk_forget(void) {
    for (struct tracked *tracked = files; tracked; tracked = tracked->next)
        forget(tracked);
}

void heliograph_simulated_disk_ignore_syncs(int ignores) { ignores_syncs = ignores; }
