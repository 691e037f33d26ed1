#include <stdint.h>
#include <xxhash.h>

// Uses the library's own choice of instructions at run time, if it was built with one: the same numbers in half the
// time.
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#endif

static inline XXH64_hash_t heliograph_xxh3(const void *bytes, size_t count) {
    return XXH3_64bits(bytes, count);
}

static inline XXH64_hash_t heliograph_xxh3_seeded(const void *bytes, size_t count, uint64_t seed) {
    return XXH3_64bits_withSeed(bytes, count, seed);
}

static inline XXH128_hash_t heliograph_xxh3_128(const void *bytes, size_t count) {
    return XXH3_128bits(bytes, count);
}
