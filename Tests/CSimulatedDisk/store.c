#include "store.h"

#include <stdlib.h>
#include <string.h>

static struct store *stores;

static void *allocate(size_t size) {
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

struct store *store_find(const char *path) {
    for (struct store *store = stores; store; store = store->next)
        if (!store->is_removed && strcmp(store->path, path) == 0)
            return store;
    return NULL;
}

struct store *store_make(const char *path) {
    struct store *store = allocate(sizeof *store + strlen(path) + 1);
    strcpy(store->path, path);
    store->next = stores;
    stores = store;
    return store;
}

static void destroy(struct store *store) {
    struct store **place = &stores;
    while (*place != store)
        place = &(*place)->next;
    *place = store->next;
    store_forget(store);
    store_free_regions(store);
    free(store->bytes);
    free(store);
}

void store_unlink(struct store *store) {
    store->is_removed = 1;
    if (store->users == 0)
        destroy(store);
}

void store_release(struct store *store) {
    store->users--;
    if (store->is_removed && store->users == 0)
        destroy(store);
}

void store_resize(struct store *store, sqlite3_int64 size) {
    if (size > store->capacity) {
        store->capacity = size < 65536 ? 65536 : size * 2;
        store->bytes = realloc(store->bytes, store->capacity);
        if (!store->bytes)
            abort();
    }
    if (size > store->size)
        memset(store->bytes + store->size, 0, size - store->size);
    store->size = size;
}

void store_write(struct store *store, const void *bytes, sqlite3_int64 count, sqlite3_int64 offset) {
    if (offset + count > store->size)
        store_resize(store, offset + count);
    memcpy(store->bytes + offset, bytes, count);
}

void store_remember(struct store *store, sqlite3_int64 offset, sqlite3_int64 end) {
    sqlite3_int64 count = (end < store->size ? end : store->size) - offset;
    if (count < 0)
        count = 0;
    struct undo *undo = allocate(sizeof *undo + count);
    undo->offset = offset;
    undo->size = store->size;
    undo->count = count;
    if (count > 0)
        memcpy(undo->bytes, store->bytes + offset, count);
    undo->next = store->undo;
    store->undo = undo;
}

void store_forget(struct store *store) {
    while (store->undo) {
        struct undo *next = store->undo->next;
        free(store->undo);
        store->undo = next;
    }
}

static uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

void store_restore_all(uint64_t seed, unsigned kept) {
    for (struct store *store = stores; store; store = store->next) {
        for (struct undo *undo = store->undo; undo; undo = undo->next) {
            if ((next(&seed) & 255) < kept)
                continue;
            store_write(store, undo->bytes, undo->count, undo->offset);
            if (kept == 0)
                store_resize(store, undo->size);
        }
        store_forget(store);
    }
}

void store_free_regions(struct store *store) {
    for (int index = 0; index < store->region_count; index++)
        free(store->regions[index]);
    free(store->regions);
    store->regions = NULL;
    store->region_count = 0;
}
