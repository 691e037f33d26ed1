#define _GNU_SOURCE
#include <libavutil/mem.h>
#include <stdlib.h>
#include <string.h>

#include "remux.h"

enum { MOST_PACKETS_AT_A_TIME = 20000, PIECE = 4 << 20, MOST_READ_AT_A_TIME = 64 << 20 };

struct heliograph_remux *heliograph_remux_create(const char *container) {
    struct heliograph_remux *remux = calloc(1, sizeof *remux);
    if (remux != NULL) strncpy(remux->container, container, sizeof remux->container - 1);
    return remux;
}

static void close_both(struct heliograph_remux *remux) {
    if (remux->film != NULL) heliograph_frames_free(remux->film);
    remux->film = NULL;
    avformat_free_context(remux->output);
    remux->output = NULL;
    if (remux->io != NULL) {
        av_freep(&remux->io->buffer);
        avio_context_free(&remux->io);
    }
}

void heliograph_remux_free(struct heliograph_remux *remux) {
    close_both(remux);
    av_free(remux->pieces.bytes);
    free(remux);
}

const char *heliograph_remux_reason(const struct heliograph_remux *remux) {
    return remux->film != NULL && remux->film->reason[0] ? remux->film->reason : remux->reason;
}

double heliograph_remux_progress(const struct heliograph_remux *remux) {
    return remux->progress;
}

const uint8_t *heliograph_remux_piece(const struct heliograph_remux *remux, size_t *count) {
    *count = remux->pieces.count;
    return remux->pieces.bytes;
}

static int begin_pass(struct heliograph_remux *remux, int descriptor) {
    close_both(remux);
    pieces_clear(&remux->pieces);
    remux->pieces.position = remux->pieces.size = 0;
    remux->pieces.only_measures = remux->pass == MEASURES;
    remux->film = heliograph_frames_create(descriptor);
    remux->io = pieces_open(&remux->pieces);
    if (remux->film == NULL || remux->io == NULL) return AVERROR(ENOMEM);
    int error = film_open(remux->film);
    if (error < 0) return error;
    remux->film->context->flags |= AVFMT_FLAG_GENPTS;
    error = film_analyse(remux->film);
    if (error < 0) return error;
    error = avformat_alloc_output_context2(&remux->output, NULL, remux->container, NULL);
    if (error < 0) return error;
    remux->output->pb = remux->io;
    remux->output->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
    error = remux_add_streams(remux);
    return error < 0 ? error : remux_write_header(remux);
}

static int end_pass(struct heliograph_remux *remux) {
    int error = av_interleaved_write_frame(remux->output, NULL);
    if (error < 0) return error;
    avio_flush(remux->io);
    int64_t before = remux->pieces.size;
    error = av_write_trailer(remux->output);
    if (error < 0) return error;
    avio_flush(remux->io);
    remux->headers = remux->pieces.size - before;
    return remux->io->error < 0 ? remux->io->error : 0;
}

static void note_progress(struct heliograph_remux *remux) {
    int64_t size = avio_size(remux->film->io);
    double part = size > 0 ? (double)remux->film->source.position / (double)size : 0;
    double progress = (remux->pass == MEASURES ? 0 : 0.5) + 0.5 * FFMIN(part, 1);
    if (progress > remux->progress) remux->progress = progress;
}

static int copy_packets(struct heliograph_remux *remux) {
    AVPacket *packet = remux->film->packet;
    const struct film_source *source = &remux->film->source;
    for (int i = 0; i < MOST_PACKETS_AT_A_TIME && remux->pieces.count < PIECE &&
                    source->bytes < MOST_READ_AT_A_TIME;
         i++) {
        int error = av_read_frame(remux->film->context, packet);
        if (error == AVERROR_EOF) {
            error = end_pass(remux);
            remux->pass = remux->pass == MEASURES ? WRITES : IS_DONE;
            if (remux->pass == WRITES) close_both(remux);
            return error;
        }
        if (error >= 0) error = remux_copy_packet(remux, packet);
        if (error < 0) return error;
    }
    note_progress(remux);
    return 0;
}

int heliograph_remux_go_on(struct heliograph_remux *remux, int descriptor) {
    if (remux->pass == IS_DONE) return 1;
    int error = 0;
    if (remux->film == NULL) {
        error = begin_pass(remux, descriptor);
    } else {
        pieces_clear(&remux->pieces);
        struct film_source *source = &remux->film->source;
        (source->descriptor = descriptor, source->bytes = 0, source->reads = 0);
        source->end = film_processor_seconds() + MOST_SECONDS;
    }
    if (error >= 0) error = copy_packets(remux);
    if (error >= 0) {
        if (remux->pass == IS_DONE) remux->progress = 1;
        return remux->pass == IS_DONE;
    }
    // Muxers return this for samples that they would have to split.
    if (remux->film != NULL && error == -1 && remux->film->reason[0] == 0)
        return film_fail(remux->film, error,
                         "the film's streams cannot be put into %s without encoding them anew",
                         remux->container);
    if (remux->film != NULL) film_fail_with(remux->film, error, "copying the film's streams");
    else strcpy(remux->reason, "there is no memory for a film");
    return error;
}
