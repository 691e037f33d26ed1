#define _GNU_SOURCE
#include <libavutil/mem.h>
#include <math.h>
#include <string.h>

#include "film.h"

// The formats of cameras, phones and screen recorders, and PNG for attached pictures.
static const char *const codecs[] = {
    "h264",     "hevc",     "mjpeg",    "mpeg4",  "mpeg2video", "mpeg1video", "vp8",  "vp9",
    "libdav1d", "prores",   "dvvideo",  "h263",   "rawvideo",   "dnxhd",      "cfhd", "msmpeg4",
    "svq1",     "svq3",     "wmv1",   "wmv2",  "wmv3",       "vc1",        "msmpeg4v2", "png",
};
enum { MOST_PACKETS_BEFORE_KEY = 4096, MOST_BAD_PACKETS = 64 };

static const AVCodec *allowed_decoder(enum AVCodecID identifier) {
    for (size_t i = 0; i < FF_ARRAY_ELEMS(codecs); i++) {
        const AVCodec *codec = avcodec_find_decoder_by_name(codecs[i]);
        if (codec != NULL && codec->id == identifier) return codec;
    }
    return NULL;
}

static AVCodecContext *open_codec(const AVCodec *codec, const AVCodecParameters *parameters,
                                  int *error) {
    AVCodecContext *decoder = avcodec_alloc_context3(codec);
    *error = decoder == NULL ? AVERROR(ENOMEM) : 0;
    if (*error == 0 && parameters != NULL)
        *error = avcodec_parameters_to_context(decoder, parameters);
    if (*error == 0) {
        decoder->thread_count = 1;
        decoder->max_pixels = MOST_PIXELS;
        // A film that does not begin with a key frame is shown nevertheless.
        decoder->flags |= AV_CODEC_FLAG_OUTPUT_CORRUPT;
        *error = avcodec_open2(decoder, codec, NULL);
    }
    if (*error < 0) avcodec_free_context(&decoder);
    return decoder;
}

void heliograph_frames_prepare(void) {
    av_log_set_level(AV_LOG_QUIET);
    AVCodecParameters *parameters = avcodec_parameters_alloc();
    if (parameters == NULL) return;
    parameters->codec_type = AVMEDIA_TYPE_VIDEO;
    (parameters->width = 64, parameters->height = 64);
    for (size_t i = 0; i < FF_ARRAY_ELEMS(codecs); i++) {
        const AVCodec *codec = avcodec_find_decoder_by_name(codecs[i]);
        int error;
        if (codec == NULL) continue;
        parameters->codec_id = codec->id;
        AVCodecContext *decoder = open_codec(codec, parameters, &error);
        avcodec_free_context(&decoder);
    }
    avcodec_parameters_free(&parameters);
}

int film_open_decoder(struct heliograph_frames *film, AVStream *stream) {
    const AVCodecParameters *parameters = stream->codecpar;
    if ((int64_t)parameters->width * parameters->height > MOST_PIXELS)
        return film_fail(film, AVERROR(EINVAL), "frames of %d × %d pixels are more than are decoded",
                         parameters->width, parameters->height);
    const AVCodec *codec = allowed_decoder(parameters->codec_id);
    if (codec == NULL)
        return film_fail(film, AVERROR_DECODER_NOT_FOUND, "films in %s are not decoded",
                         avcodec_get_name(parameters->codec_id));
    for (unsigned i = 0; i < film->context->nb_streams; i++)
        film->context->streams[i]->discard = AVDISCARD_ALL;
    stream->discard = AVDISCARD_DEFAULT;
    int error;
    film->decoder = open_codec(codec, parameters, &error);
    film->stream = stream;
    if (film->decoder == NULL) return film_fail_with(film, error, "opening the decoder");
    film->decoder->pkt_timebase = stream->time_base;
    return 0;
}

static int next_packet(struct heliograph_frames *film) {
    for (;;) {
        if (film_is_spent(&film->source)) return AVERROR_EXIT;
        av_packet_unref(film->packet);
        int error = av_read_frame(film->context, film->packet);
        if (error < 0 || film->packet->stream_index == film->stream->index) return error;
    }
}

int film_decode_key(struct heliograph_frames *film) {
    avcodec_flush_buffers(film->decoder);
    int packets = 0;
    do {
        int error = next_packet(film);
        if (error < 0) return error;
        if (++packets > MOST_PACKETS_BEFORE_KEY) return AVERROR_INVALIDDATA;
    } while (!(film->packet->flags & AV_PKT_FLAG_KEY));
    int error = avcodec_send_packet(film->decoder, film->packet);
    // The second field of an interlaced film may be in a packet of its own.
    if (error >= 0 && film->stream->codecpar->field_order > AV_FIELD_PROGRESSIVE &&
        next_packet(film) >= 0)
        avcodec_send_packet(film->decoder, film->packet);
    if (error >= 0) avcodec_send_packet(film->decoder, NULL);
    if (error >= 0) error = avcodec_receive_frame(film->decoder, film->frame);
    avcodec_flush_buffers(film->decoder);
    return error;
}

int film_decode_next(struct heliograph_frames *film) {
    for (int bad = 0; bad < MOST_BAD_PACKETS;) {
        int error = avcodec_receive_frame(film->decoder, film->frame);
        if (error != AVERROR(EAGAIN)) return error;
        error = next_packet(film);
        if (error == AVERROR_EXIT) return error;
        if (error >= 0 && film->waits_for_key && !(film->packet->flags & AV_PKT_FLAG_KEY)) continue;
        film->waits_for_key = 0;
        film->decoder->skip_frame =
            film_time(film, film->packet->pts) < film->wanted ? AVDISCARD_NONREF : AVDISCARD_DEFAULT;
        // At the end, even a premature one, the frames left in the decoder follow.
        error = avcodec_send_packet(film->decoder, error < 0 ? NULL : film->packet);
        bad += error < 0;
    }
    return AVERROR_INVALIDDATA;
}

double film_time(const struct heliograph_frames *film, int64_t timestamp) {
    if (timestamp == AV_NOPTS_VALUE) return NAN;
    int64_t start = film->stream->start_time;
    if (start != AV_NOPTS_VALUE) timestamp -= start;
    return (double)timestamp * av_q2d(film->stream->time_base);
}

int film_seek(struct heliograph_frames *film, double seconds, int forward) {
    int64_t target = (int64_t)llround(seconds / av_q2d(film->stream->time_base));
    if (film->stream->start_time != AV_NOPTS_VALUE) target += film->stream->start_time;
    avcodec_flush_buffers(film->decoder);
    film->waits_for_key = 1;
    int index = film->stream->index;
    // Films without an index are searched by decoding times, the first of which precede the beginning.
    if (seconds <= 0 && strncmp(film->context->iformat->name, "mpeg", 4) == 0)
        return av_seek_frame(film->context, -1, 0, AVSEEK_FLAG_BYTE);
    return forward ? avformat_seek_file(film->context, index, target, target, INT64_MAX, 0)
                   : avformat_seek_file(film->context, index, INT64_MIN, target, target, 0);
}
