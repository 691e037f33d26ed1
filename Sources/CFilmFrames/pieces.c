#include "pieces.h"

#include <libavutil/intreadwrite.h>
#include <libavutil/mem.h>
#include <string.h>

enum { RUN_HEADER = 12 };
// The output between two packets: no film has larger ones.
#define MOST_KEPT ((size_t)48 << 20)

static int make_room(struct pieces *pieces, size_t count) {
    size_t needed = pieces->count + count;
    if (needed > MOST_KEPT) return AVERROR(ENOMEM);
    if (needed <= pieces->capacity) return 0;
    size_t capacity = needed + needed / 2;
    uint8_t *bytes = av_realloc(pieces->bytes, capacity);
    if (bytes == NULL) return AVERROR(ENOMEM);
    pieces->bytes = bytes;
    pieces->capacity = capacity;
    return 0;
}

static int begin_run(struct pieces *pieces) {
    int error = make_room(pieces, RUN_HEADER);
    if (error < 0) return error;
    pieces->run = pieces->count;
    pieces->has_run = 1;
    AV_WL64(pieces->bytes + pieces->run, pieces->position);
    AV_WL32(pieces->bytes + pieces->run + 8, 0);
    pieces->count += RUN_HEADER;
    return 0;
}

static int add(struct pieces *pieces, const uint8_t *bytes, size_t count) {
    int error = pieces->has_run ? 0 : begin_run(pieces);
    if (error >= 0) error = make_room(pieces, count);
    if (error < 0) return error;
    memcpy(pieces->bytes + pieces->count, bytes, count);
    pieces->count += count;
    uint8_t *length = pieces->bytes + pieces->run + 8;
    AV_WL32(length, AV_RL32(length) + (uint32_t)count);
    return 0;
}

static int write_packet(void *opaque, uint8_t *bytes, int count) {
    struct pieces *pieces = opaque;
    int error = pieces->only_measures ? 0 : add(pieces, bytes, (size_t)count);
    if (error < 0) return error;
    pieces->position += count;
    if (pieces->position > pieces->size) pieces->size = pieces->position;
    return count;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
    struct pieces *pieces = opaque;
    if (whence & AVSEEK_SIZE) return pieces->size;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? pieces->position : pieces->size;
    if (offset < -base || offset > INT64_MAX - base) return AVERROR(EINVAL);
    if (base + offset != pieces->position) pieces->has_run = 0;
    return pieces->position = base + offset;
}

AVIOContext *pieces_open(struct pieces *pieces) {
    const int size = 256 << 10;
    uint8_t *buffer = av_malloc(size);
    AVIOContext *io =
        buffer ? avio_alloc_context(buffer, size, 1, pieces, NULL, write_packet, seek) : NULL;
    if (io == NULL) av_free(buffer);
    return io;
}

void pieces_clear(struct pieces *pieces) {
    pieces->count = 0;
    pieces->has_run = 0;
}
