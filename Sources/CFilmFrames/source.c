#define _GNU_SOURCE
#include <errno.h>
#include <libavutil/mem.h>
#include <time.h>
#include <unistd.h>

#include "film.h"

double film_processor_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int film_is_spent(struct film_source *source) {
    if (source->reads > source->most_reads || source->bytes > source->most_bytes ||
        source->names > MOST_NAMES + source->bytes / 16384 || film_processor_seconds() > source->end)
        source->is_spent = 1;
    return source->is_spent;
}

// libavformat compares each new name with all it has, even after the headers are read: the beginnings of Matroska's
// SimpleTags are counted as they are read. In other data one pair of bytes in 65,536 looks the same.
static void note_names(struct film_source *source, const uint8_t *buffer, ssize_t count) {
    uint8_t last = source->last;
    for (ssize_t i = 0; i < count; i++) {
        source->names += last == 0x67 && buffer[i] == 0xC8;
        last = buffer[i];
    }
    source->last = last;
}

static int read_packet(void *opaque, uint8_t *buffer, int size) {
    struct film_source *source = opaque;
    source->reads++;
    if (film_is_spent(source)) return AVERROR_EXIT;
    ssize_t count = pread(source->descriptor, buffer, (size_t)size, source->position);
    if (count < 0) return AVERROR(errno);
    source->position += count;
    source->bytes += count;
    note_names(source, buffer, count);
    return count > 0 ? (int)count : AVERROR_EOF;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
    struct film_source *source = opaque;
    if (source->is_spent) return AVERROR_EXIT;
    int64_t end = lseek(source->descriptor, 0, SEEK_END);
    if (whence & AVSEEK_SIZE) return end;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? source->position : end;
    if (offset < -base || offset > INT64_MAX - base) return AVERROR(EINVAL);
    return source->position = base + offset;
}

AVIOContext *film_source_open(struct film_source *source) {
    const int size = 64 << 10;
    uint8_t *buffer = av_malloc(size);
    AVIOContext *io =
        buffer ? avio_alloc_context(buffer, size, 0, source, read_packet, NULL, seek) : NULL;
    if (io == NULL) av_free(buffer);
    return io;
}
