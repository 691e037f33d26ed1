#include "CExifMemory.h"

#include <malloc.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Enough for the tags, the note and the thumbnail of nearly every photo.
#define REGION_SIZE (128u << 10)
// The limit for one block: a block that consists only of tags takes half of it.
#define LIMIT (2u << 20)
#define ALIGNMENT _Alignof(max_align_t)

struct region {
    ExifData *owner;  // whose objects are in it; one at a time
    size_t used;
    size_t outside;  // objects of the owner that are on the heap
    _Alignas(max_align_t) unsigned char bytes[REGION_SIZE];  // zero from `used` on
};

// Precedes each object in a region.
struct header {
    _Alignas(max_align_t) size_t capacity;
};

static _Thread_local struct region *region;
static _Thread_local size_t asked;
static _Thread_local int refused;
static pthread_key_t at_thread_end;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int has_key;

// AddressSanitizer knows the end of an object only on the heap.
extern void __asan_init(void) __attribute__((weak));

static void make_key(void) {
    has_key = __asan_init == NULL && pthread_key_create(&at_thread_end, free) == 0;
}

static struct region *own_region(void) {
    if (region) return region;
    pthread_once(&once, make_key);
    if (!has_key || !(region = calloc(1, sizeof *region))) return NULL;
    if (pthread_setspecific(at_thread_end, region) != 0) {
        free(region);
        region = NULL;
    }
    return region;
}

static int is_inside(const void *object) {
    return region && (uintptr_t)object - (uintptr_t)region->bytes < REGION_SIZE;
}

// Memory that is freed does not reduce the count: it takes as much time each time it is filled.
static int may_have(size_t more) {
    if (more > LIMIT - asked) refused = 1;
    if (refused) return 0;
    asked += more;
    return 1;
}

static void *take(size_t capacity) {
    if (!region) return NULL;
    size_t room = REGION_SIZE - region->used;
    if (capacity > room) return NULL;
    capacity = (capacity + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
    if (capacity + sizeof(struct header) > room) return NULL;
    struct header *header = (struct header *)(region->bytes + region->used);
    header->capacity = capacity;
    region->used += sizeof *header + capacity;
    return header + 1;
}

static void *counted(void *object) {
    if (object && region) region->outside++;
    return object;
}

static void *allocate(ExifLong size) {
    if (!may_have(size)) return NULL;
    void *object = take(size);
    return object ? object : counted(calloc(1, size));
}

static void *reallocate(void *old, ExifLong size) {
    int is_heap = old && !is_inside(old);
    size_t known = is_heap ? malloc_usable_size(old)
                   : old   ? ((struct header *)old)[-1].capacity
                           : 0;
    if (old && size <= known) return old;
    if (!may_have(size - known)) return NULL;
    if (is_heap) return realloc(old, size);
    // Lists of tags grow by one element at a time.
    void *moved = take((size_t)size * 2);
    if (!moved) moved = counted(malloc(size));
    if (moved && old) memcpy(moved, old, known);
    return moved;
}

static void release(void *object) {
    if (!object || is_inside(object)) return;
    free(object);
    if (region) region->outside--;
}

static void empty(struct region *full) {
    memset(full->bytes, 0, full->used);
    full->used = full->outside = 0;
    full->owner = NULL;
}

ExifData *heliograph_exif_data_new(void) {
    struct region *here = own_region();
    if (here && here->owner) return exif_data_new();
    asked = refused = 0;
    ExifMem *memory = exif_mem_new(allocate, reallocate, release);
    ExifData *data = memory ? exif_data_new_mem(memory) : NULL;
    if (memory) exif_mem_unref(memory);
    if (here && data) here->owner = data;
    if (here && !data) empty(here);
    return data;
}

int heliograph_exif_was_refused(void) { return refused; }

void heliograph_exif_data_free(ExifData *data) {
    int is_here = region && region->owner == data;
    // Every object of libexif comes from its ExifMem: if all are in the region, they need not be freed one by one.
    if (!is_here || region->outside > 0) exif_data_unref(data);
    if (is_here) empty(region);
}
