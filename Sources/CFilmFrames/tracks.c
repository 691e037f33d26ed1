#define _GNU_SOURCE
#include <libavutil/bswap.h>
#include <libavutil/dict.h>
#include <math.h>
#include <string.h>

#include "film.h"

// The largest side that is plausible; no picture is larger either.
#define LONGEST_SIDE 65500

static int kind(const AVStream *stream) {
    switch (stream->codecpar->codec_type) {
        case AVMEDIA_TYPE_VIDEO: return HELIOGRAPH_TRACK_VIDEO;
        case AVMEDIA_TYPE_AUDIO: return HELIOGRAPH_TRACK_AUDIO;
        case AVMEDIA_TYPE_SUBTITLE: return HELIOGRAPH_TRACK_TEXT;
        default: return HELIOGRAPH_TRACK_OTHER;
    }
}

static int is_readable(uint32_t tag) {
    for (int shift = 0; shift < 32; shift += 8)
        if ((tag >> shift & 0xFF) < 0x20 || (tag >> shift & 0xFF) > 0x7E) return 0;
    return 1;
}

// Returns the QuickTime code for the codec, if the film itself has no readable one.
static uint32_t codec(const AVStream *stream) {
    uint32_t tag = stream->codecpar->codec_tag;
    if (!is_readable(tag)) {
        const struct AVCodecTag *tables[] = {
            stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO ? avformat_get_mov_audio_tags()
                                                               : avformat_get_mov_video_tags(),
            NULL,
        };
        tag = av_codec_get_tag(tables, stream->codecpar->codec_id);
    }
    return is_readable(tag) ? av_bswap32(tag) : 0;
}

static int orientation(struct film_turn turn) {
    static const int upright[2][2] = {{1, 4}, {2, 3}}, swapped[2][2] = {{5, 6}, {8, 7}};
    return turn.swaps ? swapped[turn.flips_x][turn.flips_y] : upright[turn.flips_x][turn.flips_y];
}

static double seconds(const AVStream *stream, int64_t time) {
    return time == AV_NOPTS_VALUE ? 0 : (double)time * av_q2d(stream->time_base);
}

static void describe(const AVFormatContext *context, const AVStream *stream,
                     struct heliograph_track *track) {
    const AVCodecParameters *parameters = stream->codecpar;
    track->kind = kind(stream);
    track->orientation = 1;
    track->is_enabled = (stream->disposition & AV_DISPOSITION_DEFAULT) != 0;
    track->codec = codec(stream);
    track->start = seconds(stream, stream->start_time);
    track->duration = seconds(stream, stream->duration);
    if (track->duration <= 0) track->duration = (double)context->duration / AV_TIME_BASE;
    if (track->duration < 0) track->duration = 0;
    track->data_rate = parameters->bit_rate > 0 ? (double)parameters->bit_rate : 0;
    const AVDictionaryEntry *language = av_dict_get(stream->metadata, "language", NULL, 0);
    if (language != NULL) strncpy(track->language, language->value, sizeof track->language - 1);
    if (track->kind != HELIOGRAPH_TRACK_VIDEO) return;
    AVRational shape = stream->sample_aspect_ratio;
    if (shape.num <= 0) shape = parameters->sample_aspect_ratio;
    double ratio = shape.num > 0 && shape.den > 0 ? av_q2d(shape) : 1;
    double width = parameters->width * (ratio < 0.1 || ratio > 10 ? 1 : ratio);
    // Some headers contain impossible values.
    if (width > 0 && width <= LONGEST_SIDE && parameters->height > 0 &&
        parameters->height <= LONGEST_SIDE) {
        track->width = (int)lround(width);
        track->height = parameters->height;
    }
    track->orientation = orientation(film_turn(stream));
    if (stream->avg_frame_rate.num > 0 && stream->avg_frame_rate.den > 0)
        track->frame_rate = av_q2d(stream->avg_frame_rate);
    else if (stream->nb_frames > 0 && track->duration > 0)
        track->frame_rate = (double)stream->nb_frames / track->duration;
}

// The remaining data rate of the whole film belongs to the picture, if the picture has none of its own.
static void guess_data_rate(const AVFormatContext *context, struct heliograph_track *tracks, int count) {
    struct heliograph_track *picture = NULL;
    double left = (double)context->bit_rate;
    for (int i = 0; i < count; i++) {
        if (tracks[i].kind == HELIOGRAPH_TRACK_VIDEO && tracks[i].data_rate == 0) {
            if (picture != NULL) return;
            picture = &tracks[i];
        }
        left -= tracks[i].data_rate;
    }
    if (picture != NULL && left > 0) picture->data_rate = left;
}

int heliograph_frames_describe(struct heliograph_frames *film, double *duration,
                               struct heliograph_track *tracks, int most) {
    int error = film_open(film);
    if (error < 0) return error;
    const AVFormatContext *context = film->context;
    // QuickTime's tables are complete; in other formats some facts are only in the stream.
    if (strncmp(context->iformat->name, "mov", 3) != 0)
        error = film_analyse(film);
    if (error < 0) return error;
    *duration = context->duration > 0 ? (double)context->duration / AV_TIME_BASE : 0;
    int count = 0;
    for (unsigned i = 0; i < context->nb_streams && count < most; i++) {
        const AVStream *stream = context->streams[i];
        if (stream->disposition & AV_DISPOSITION_ATTACHED_PIC) continue;
        tracks[count] = (struct heliograph_track){0};
        describe(context, stream, &tracks[count++]);
    }
    guess_data_rate(context, tracks, count);
    return count;
}
