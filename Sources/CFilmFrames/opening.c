#define _GNU_SOURCE
#include <libavutil/dict.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "film.h"

static const char formats[] = "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,asf";

struct heliograph_frames *heliograph_frames_create(int descriptor) {
    struct heliograph_frames *film = calloc(1, sizeof *film);
    if (film == NULL) return NULL;
    film->source = (struct film_source){
        .descriptor = descriptor,
        .most_bytes = MOST_BYTES,
        .most_reads = MOST_READS,
        .end = film_processor_seconds() + MOST_SECONDS_OPENING,
    };
    film->wanted = NAN;
    film->packet = av_packet_alloc();
    film->frame = av_frame_alloc();
    film->found = av_frame_alloc();
    if (film->packet && film->frame && film->found) return film;
    heliograph_frames_free(film);
    return NULL;
}

void heliograph_frames_free(struct heliograph_frames *film) {
    avcodec_free_context(&film->decoder);
    avformat_close_input(&film->context);
    if (film->io != NULL) {
        av_freep(&film->io->buffer);
        avio_context_free(&film->io);
    }
    av_packet_free(&film->packet);
    av_frame_free(&film->frame);
    av_frame_free(&film->found);
    free(film);
}

const char *heliograph_frames_reason(const struct heliograph_frames *film) {
    return film->reason;
}

int film_fail(struct heliograph_frames *film, int error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(film->reason, sizeof film->reason, format, arguments);
    va_end(arguments);
    return error;
}

int film_fail_with(struct heliograph_frames *film, int error, const char *what) {
    if (film->reason[0] != '\0') return error;
    char text[AV_ERROR_MAX_STRING_SIZE] = "";
    if (film->source.is_spent)
        return film_fail(film, error, "%s takes more work than a film's frame may", what);
    av_strerror(error, text, sizeof text);
    return film_fail(film, error, "%s fails: %s", what, text);
}

static int is_spent(void *opaque) {
    return film_is_spent(opaque);
}

// Refuses to open anything but the file that was passed in.
static int refuse_to_open(AVFormatContext *context, AVIOContext **io, const char *url, int flags,
                          AVDictionary **options) {
    (void)context, (void)io, (void)url, (void)flags, (void)options;
    return AVERROR(EACCES);
}

static int needs_analysis(const AVFormatContext *context) {
    const AVStream *stream = film_picture_stream(context);
    return stream == NULL || stream->codecpar->width <= 0 ||
           stream->codecpar->codec_id == AV_CODEC_ID_NONE ||
           !strncmp(context->iformat->name, "mpeg", 4);
}

int film_analyse(struct heliograph_frames *film) {
    // libavformat 59 aborts the process on a second call.
    if (film->is_analysed) return 0;
    film->is_analysed = 1;
    int error = avformat_find_stream_info(film->context, NULL);
    return error < 0 ? film_fail_with(film, error, "reading the film's streams") : 0;
}

int film_open(struct heliograph_frames *film) {
    AVFormatContext *context = avformat_alloc_context();
    film->io = film_source_open(&film->source);
    if (context == NULL || film->io == NULL) {
        avformat_free_context(context);
        return film_fail(film, AVERROR(ENOMEM), "there is no memory for a film");
    }
    context->pb = film->io;
    context->flags |= AVFMT_FLAG_CUSTOM_IO;
    context->io_open = refuse_to_open;
    context->interrupt_callback = (AVIOInterruptCB){is_spent, &film->source};
    context->max_streams = MOST_STREAMS;
    context->probesize = 4 << 20;
    context->max_analyze_duration = 2 * AV_TIME_BASE;
    AVDictionary *options = NULL;
    av_dict_set(&options, "format_whitelist", formats, 0);
    // On failure the context is freed.
    int error = avformat_open_input(&context, NULL, NULL, &options);
    av_dict_free(&options);
    if (error < 0) return film_fail_with(film, error, "reading the film's headers");
    film->context = context;
    error = needs_analysis(context) ? film_analyse(film) : 0;
    film->source.end = film_processor_seconds() + MOST_SECONDS;
    return error;
}

AVStream *film_picture_stream(const AVFormatContext *context) {
    AVStream *found = NULL;
    for (unsigned i = 0; i < context->nb_streams; i++) {
        AVStream *stream = context->streams[i];
        if (stream->codecpar->codec_type != AVMEDIA_TYPE_VIDEO ||
            stream->disposition & (AV_DISPOSITION_ATTACHED_PIC | AV_DISPOSITION_TIMED_THUMBNAILS))
            continue;
        if (stream->disposition & AV_DISPOSITION_DEFAULT) return stream;
        if (found == NULL) found = stream;
    }
    return found;
}
