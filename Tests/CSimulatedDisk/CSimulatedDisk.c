#include "CSimulatedDisk.h"

#include "store.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct file {
    sqlite3_file base;
    struct store *store;
    int level;         // of the lock on the file
    int keeps_log;     // when the last connection closes
    int removes_self;  // when it is closed
    unsigned shared, exclusive;  // the locks on shared memory, a bit each
    int is_mapped;
};

static int is_cut, remembers, ignores_syncs;

static struct file *file_of(sqlite3_file *file) { return (struct file *)file; }
static struct store *store_of(sqlite3_file *file) { return file_of(file)->store; }

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    struct store *store = store_of(file);
    sqlite3_int64 there = store->size - offset;
    if (there >= count) {
        memcpy(bytes, store->bytes + offset, count);
        return SQLITE_OK;
    }
    if (there < 0)
        there = 0;
    if (there > 0)
        memcpy(bytes, store->bytes + offset, there);
    memset((unsigned char *)bytes + there, 0, count - there);
    return SQLITE_IOERR_SHORT_READ;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    if (is_cut)
        return SQLITE_OK;
    if (remembers)
        store_remember(store_of(file), offset, offset + count);
    store_write(store_of(file), bytes, count, offset);
    return SQLITE_OK;
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
    struct store *store = store_of(file);
    if (is_cut)
        return SQLITE_OK;
    if (remembers && size < store->size)
        store_remember(store, size, store->size);
    store_resize(store, size);
    return SQLITE_OK;
}

static int sync_file(sqlite3_file *file, int flags) {
    (void)flags;
    if (!is_cut && !ignores_syncs)
        store_forget(store_of(file));
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    *size = store_of(file)->size;
    return SQLITE_OK;
}

// Locks of the file, as https://sqlite.org/lockingv3.html has them; a pending one is an exclusive one that has to wait.
static int lock_file(sqlite3_file *base, int level) {
    struct file *file = file_of(base);
    struct store *store = file->store;
    if (level <= file->level)
        return SQLITE_OK;
    if (file->level == SQLITE_LOCK_NONE) {
        if (store->is_exclusive)
            return SQLITE_BUSY;
        store->readers++;
        file->level = SQLITE_LOCK_SHARED;
    }
    if (level == SQLITE_LOCK_SHARED)
        return SQLITE_OK;
    if (store->writer && store->writer != file)
        return SQLITE_BUSY;
    store->writer = file;
    if (level == SQLITE_LOCK_EXCLUSIVE) {
        store->is_exclusive = 1;
        if (store->readers > 1) {
            file->level = SQLITE_LOCK_PENDING;
            return SQLITE_BUSY;
        }
    }
    file->level = level;
    return SQLITE_OK;
}

static int unlock_file(sqlite3_file *base, int level) {
    struct file *file = file_of(base);
    struct store *store = file->store;
    if (level >= file->level)
        return SQLITE_OK;
    if (store->writer == file) {
        store->writer = NULL;
        store->is_exclusive = 0;
    }
    if (level == SQLITE_LOCK_NONE)
        store->readers--;
    file->level = level;
    return SQLITE_OK;
}

static int check_lock(sqlite3_file *file, int *found) {
    *found = store_of(file)->writer != NULL;
    return SQLITE_OK;
}

static int control_file(sqlite3_file *base, int operation, void *argument) {
    struct file *file = file_of(base);
    int *value = argument;
    switch (operation) {
    case SQLITE_FCNTL_PERSIST_WAL:
        if (*value >= 0)
            file->keeps_log = *value;
        *value = file->keeps_log;
        return SQLITE_OK;
    case SQLITE_FCNTL_HAS_MOVED:
        *value = file->store->is_removed;
        return SQLITE_OK;
    default:
        return SQLITE_NOTFOUND;
    }
}

static int sector_size(sqlite3_file *file) {
    (void)file;
    return 4096;
}

static int characteristics(sqlite3_file *file) {
    (void)file;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int map_shared(sqlite3_file *base, int page, int size, int extends, void volatile **found) {
    struct file *file = file_of(base);
    struct store *store = file->store;
    if (!file->is_mapped) {
        file->is_mapped = 1;
        store->mappings++;
    }
    *found = NULL;
    if (page >= store->region_count && !extends)
        return SQLITE_OK;
    if (page >= store->region_count) {
        void **regions = realloc(store->regions, (page + 1) * sizeof *regions);
        if (!regions)
            return SQLITE_NOMEM;
        store->regions = regions;
        while (store->region_count <= page) {
            regions[store->region_count] = calloc(1, size);
            if (!regions[store->region_count])
                return SQLITE_NOMEM;
            store->region_count++;
        }
    }
    *found = store->regions[page];
    return SQLITE_OK;
}

static void unlock_slot(struct file *file, int index) {
    struct slot *slot = &file->store->slots[index];
    unsigned bit = 1u << index;
    if (file->exclusive & bit)
        slot->exclusive = NULL;
    if (file->shared & bit)
        slot->shared--;
    file->exclusive &= ~bit;
    file->shared &= ~bit;
}

static int lock_shared(sqlite3_file *base, int offset, int count, int flags) {
    struct file *file = file_of(base);
    int end = offset + count;
    if (flags & SQLITE_SHM_UNLOCK) {
        for (int index = offset; index < end; index++)
            unlock_slot(file, index);
        return SQLITE_OK;
    }
    int is_shared = flags & SQLITE_SHM_SHARED;
    for (int index = offset; index < end; index++) {
        struct slot *slot = &file->store->slots[index];
        int others = slot->shared - (file->shared >> index & 1);
        if ((slot->exclusive && slot->exclusive != file) || (!is_shared && others > 0))
            return SQLITE_BUSY;
    }
    for (int index = offset; index < end; index++) {
        struct slot *slot = &file->store->slots[index];
        unsigned bit = 1u << index;
        if (!is_shared) {
            slot->exclusive = file;
            file->exclusive |= bit;
        } else if (!(file->shared & bit)) {
            slot->shared++;
            file->shared |= bit;
        }
    }
    return SQLITE_OK;
}

static void order_shared(sqlite3_file *file) { (void)file; }

// Without anybody who has it mapped its content is made anew from the log, as it is when a process has ended.
static int unmap_shared(sqlite3_file *base, int removes) {
    struct file *file = file_of(base);
    (void)removes;
    if (!file->is_mapped)
        return SQLITE_OK;
    for (int index = 0; index < SLOTS; index++)
        unlock_slot(file, index);
    file->is_mapped = 0;
    if (--file->store->mappings == 0)
        store_free_regions(file->store);
    return SQLITE_OK;
}

static int close_file(sqlite3_file *base) {
    struct file *file = file_of(base);
    unlock_file(base, SQLITE_LOCK_NONE);
    unmap_shared(base, 0);
    if (file->removes_self && !file->store->is_removed)
        store_unlink(file->store);
    store_release(file->store);
    return SQLITE_OK;
}

// Version 2: what is mapped could not be taken back.
static const sqlite3_io_methods methods = {
    2,           close_file,  read_file,   write_file,   truncate_file,   sync_file,
    file_size,   lock_file,   unlock_file, check_lock,   control_file,    sector_size,
    characteristics, map_shared, lock_shared, order_shared, unmap_shared, NULL, NULL};

// Catalogues are looked for before they are opened: an empty file stands for one.
static void mark(const char *path) {
    int descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        close(descriptor);
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags,
                     int *found_flags) {
    (void)vfs;
    struct file *file = file_of(base);
    memset(file, 0, sizeof *file);
    struct store *store = path ? store_find(path) : NULL;
    if (!store && !(flags & SQLITE_OPEN_CREATE))
        return SQLITE_CANTOPEN;
    if (!store && (flags & SQLITE_OPEN_MAIN_DB))
        mark(path);
    file->store = store ? store : store_make(path ? path : "");
    file->store->users++;
    file->removes_self = !path || flags & SQLITE_OPEN_DELETEONCLOSE;
    file->base.pMethods = &methods;
    if (found_flags)
        *found_flags = flags;
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int syncs) {
    (void)vfs, (void)syncs;
    struct store *store = store_find(path);
    if (!store)
        return SQLITE_IOERR_DELETE_NOENT;
    if (!is_cut)
        store_unlink(store);
    return SQLITE_OK;
}

static int look_for_file(sqlite3_vfs *vfs, const char *path, int flags, int *found) {
    (void)vfs;
    struct store *store = store_find(path);
    *found = store && (flags != SQLITE_ACCESS_EXISTS || store->size > 0);
    return SQLITE_OK;
}

static int name_file(sqlite3_vfs *vfs, const char *path, int room, char *found) {
    (void)vfs;
    if (strlen(path) >= (size_t)room)
        return SQLITE_CANTOPEN;
    strcpy(found, path);
    return SQLITE_OK;
}

int heliograph_simulated_disk_register(void) {
    static sqlite3_vfs disk;
    sqlite3_initialize();
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (!system)
        return SQLITE_ERROR;
    if (system == &disk)
        return SQLITE_OK;
    disk = *system;
    disk.pNext = NULL;
    disk.zName = "simulated";
    disk.szOsFile = sizeof(struct file);
    disk.xOpen = open_file;
    disk.xDelete = delete_file;
    disk.xAccess = look_for_file;
    disk.xFullPathname = name_file;
    return sqlite3_vfs_register(&disk, 1);
}

void heliograph_simulated_disk_remove(const char *path) {
    static const char *const endings[] = {"", "-wal", "-journal"};
    char name[4096];
    for (int index = 0; index < 3; index++) {
        sqlite3_snprintf(sizeof name, name, "%s%s", path, endings[index]);
        struct store *store = store_find(name);
        if (store)
            store_unlink(store);
    }
    unlink(path);
}

int heliograph_simulated_disk_copy(const char *from, const char *to) {
    struct store *source = store_find(from);
    if (!source)
        return -1;
    heliograph_simulated_disk_remove(to);
    mark(to);
    store_write(store_make(to), source->bytes, source->size, 0);
    return 0;
}

void heliograph_simulated_disk_begin(int remembers_writes, int ignores) {
    remembers = remembers_writes;
    ignores_syncs = ignores;
}

void heliograph_simulated_disk_cut(void) { is_cut = 1; }

void heliograph_simulated_disk_restore(uint64_t seed, unsigned kept) {
    is_cut = 0;
    store_restore_all(seed, kept);
}
