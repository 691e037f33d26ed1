#define _GNU_SOURCE
#include "CFilm.h"

#include <errno.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The limits for one film: many times the cost of any real one.
enum {
    LARGEST_HEADERS = 128 << 20,
    MOST_READS = 1 << 14,
    MOST_NAMES = 1 << 12,
    MOST_SECONDS = 2,
};

struct source {
    int descriptor;
    int64_t position;
    int64_t bytes;
    int reads;
    int names;
    uint8_t last;
    double end;  // of the time on the processor
    int is_spent;
};

static double processor_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// libavformat compares each new name with all it has, even after the headers are read: the beginnings of Matroska's
// SimpleTags are counted as they are read. In other data one pair of bytes in 65,536 looks the same.
static void note_names(struct source *source, const uint8_t *buffer, ssize_t count) {
    uint8_t last = source->last;
    for (ssize_t i = 0; i < count; i++) {
        source->names += last == 0x67 && buffer[i] == 0xC8;
        last = buffer[i];
    }
    source->last = last;
    source->bytes += count;
    if (source->names > MOST_NAMES + source->bytes / 16384 || source->bytes > LARGEST_HEADERS)
        source->is_spent = 1;
}

static int is_spent(void *opaque) {
    struct source *source = opaque;
    return source->is_spent;
}

static int read_packet(void *opaque, uint8_t *buffer, int size) {
    struct source *source = opaque;
    if (++source->reads > MOST_READS || processor_seconds() > source->end) source->is_spent = 1;
    if (source->is_spent) return AVERROR_EXIT;
    ssize_t count = pread(source->descriptor, buffer, (size_t)size, source->position);
    if (count < 0)
        return AVERROR(errno);
    source->position += count;
    note_names(source, buffer, count);
    return count > 0 ? (int)count : AVERROR_EOF;
}

static int64_t seek(void *opaque, int64_t offset, int whence) {
    struct source *source = opaque;
    if (source->is_spent) return AVERROR_EXIT;
    int64_t end = lseek(source->descriptor, 0, SEEK_END);
    if (whence & AVSEEK_SIZE)
        return end;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? source->position : end;
    if (offset < -base)
        return AVERROR(EINVAL);
    return source->position = base + offset;
}

static const char *tag(const AVFormatContext *context, const char *key) {
    const AVDictionaryEntry *entry = av_dict_get(context->metadata, key, NULL, 0);
    return entry != NULL ? entry->value : "";
}

static void copy_tag(const AVFormatContext *context, const char *key, char *text, size_t size) {
    if (text[0] == '\0')
        strncpy(text, tag(context, key), size - 1);
}

// A file's own time is that of its recording only until somebody converts it; what is written out beside it stays. A
// bare day or year may be that of a work.
static void copy_date(const AVFormatContext *context, char *text, size_t size) {
    copy_tag(context, "DATE_RECORDED", text, size);
    if (strlen(tag(context, "date")) > strlen("YYYY-MM-DD"))
        copy_tag(context, "date", text, size);
    copy_tag(context, "creation_time", text, size);
    copy_tag(context, "date", text, size);
}

static int quarter_turns(const AVStream *stream) {
    const uint8_t *matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, NULL);
    if (matrix == NULL)
        return 0;
    double degrees = av_display_rotation_get((const int32_t *)matrix);
    return isnan(degrees) ? 0 : ((int)lround(-degrees / 90) % 4 + 4) % 4;
}

// Whether what is taken for the rate of a film without one is its clock: that of Matroska counts milliseconds.
static int is_clock(const AVStream *stream) {
    AVRational rate = stream->avg_frame_rate;
    return rate.num >= 1000 * (int64_t)rate.den &&
           av_cmp_q(av_mul_q(rate, stream->time_base), (AVRational){1, 1}) == 0;
}

static int is_cover(const AVStream *stream) {
    return stream->disposition & AV_DISPOSITION_ATTACHED_PIC;
}

// A stream of unknown type may have pictures.
static int has_sound_only(const AVFormatContext *context) {
    unsigned sounds = 0, covers = 0;
    for (unsigned i = 0; i < context->nb_streams; i++) {
        sounds += context->streams[i]->codecpar->codec_type == AVMEDIA_TYPE_AUDIO;
        covers += is_cover(context->streams[i]) != 0;
    }
    return sounds > 0 && sounds + covers == context->nb_streams;
}

static void describe(AVFormatContext *context, struct heliograph_film *film) {
    film->has_sound_only = has_sound_only(context);
    if (context->duration > 0)
        film->duration = (double)context->duration / AV_TIME_BASE;
    for (unsigned i = 0; i < context->nb_streams; i++) {
        const AVStream *stream = context->streams[i];
        const AVCodecParameters *parameters = stream->codecpar;
        if (parameters->codec_type != AVMEDIA_TYPE_VIDEO || parameters->width <= 0 ||
            is_cover(stream))
            continue;
        film->width = parameters->width;
        film->height = parameters->height;
        film->quarter_turns = quarter_turns(stream);
        if (stream->avg_frame_rate.den > 0 && !is_clock(stream))
            film->frame_rate = av_q2d(stream->avg_frame_rate);
        break;
    }
    copy_date(context, film->created, sizeof film->created);
    copy_tag(context, "make", film->make, sizeof film->make);
    copy_tag(context, "model", film->model, sizeof film->model);
}

int heliograph_film_read(int descriptor, struct heliograph_film *film) {
    memset(film, 0, sizeof *film);
    av_log_set_level(AV_LOG_QUIET);
    struct source source = {.descriptor = descriptor, .end = processor_seconds() + MOST_SECONDS};
    const int size = 32 << 10;
    uint8_t *buffer = av_malloc(size);
    AVFormatContext *context = avformat_alloc_context();
    AVIOContext *io = buffer ? avio_alloc_context(buffer, size, 0, &source, read_packet, NULL, seek)
                             : NULL;
    int error = AVERROR(ENOMEM);
    if (context != NULL && io != NULL) {
        context->pb = io;
        // An index is not needed here, and each new entry moves those before it.
        context->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_IGNIDX;
        context->interrupt_callback = (AVIOInterruptCB){is_spent, &source};
        context->probesize = 2 << 20;
        context->max_analyze_duration = AV_TIME_BASE;
        AVDictionary *options = NULL;
        // QuickTime films come here if their header is compressed.
        av_dict_set(&options, "format_whitelist",
                    "matroska,webm,avi,mpegts,mpeg,mpegvideo,asf,mov", 0);
        // On failure the context is freed and the pointer cleared.
        error = avformat_open_input(&context, NULL, NULL, &options);
        av_dict_free(&options);
        if (error >= 0)
            error = avformat_find_stream_info(context, NULL);
        if (error >= 0) {
            describe(context, film);
            error = 0;
        }
    }
    avformat_close_input(&context);
    if (io != NULL) {
        av_freep(&io->buffer);
        avio_context_free(&io);
    }
    film->is_given_up = source.is_spent || error == AVERROR(ENOMEM);
    return error;
}
