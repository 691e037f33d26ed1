#define _GNU_SOURCE
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <math.h>

#include "film.h"

enum { SAMPLES = 64, MOST_CANDIDATES = 8, FEW_CANDIDATES = 4 };
// Of luma from 0 to 255: what is less lively than that is a flat colour, what is outside black or white.
static const double least_deviation = 8, darkest = 10, brightest = 245;
// How much of a film is looked through in seconds, and as part of it, whichever is more.
static const double seconds_looked_at = 10, part_looked_at = 0.1;
// Seconds by which a frame may be later than asked for, and how long one is shown as a rule at the most.
static const double tolerance = 1e-6, longest_frame = 0.2;

// How much there is to see; at least 1 when it is worth showing, negative when it cannot be told.
static double interest(const AVFrame *frame) {
    uint8_t luma[SAMPLES * SAMPLES], *planes[4] = {luma};
    int strides[4] = {SAMPLES};
    struct SwsContext *scaler =
        sws_getContext(frame->width, frame->height, frame->format, SAMPLES, SAMPLES, AV_PIX_FMT_GRAY8,
                       SWS_AREA, NULL, NULL, NULL);
    if (scaler == NULL) return -1;
    const int *table = sws_getCoefficients(SWS_CS_DEFAULT);
    int is_full = frame->color_range == AVCOL_RANGE_JPEG;
    sws_setColorspaceDetails(scaler, table, is_full, table, 1, 0, 1 << 16, 1 << 16);
    int rows = sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0,
                         frame->height, planes, strides);
    sws_freeContext(scaler);
    if (rows <= 0) return -1;
    double sum = 0, squares = 0;
    for (int i = 0; i < SAMPLES * SAMPLES; i++) {
        sum += luma[i];
        squares += (double)luma[i] * luma[i];
    }
    double mean = sum / (SAMPLES * SAMPLES);
    double deviation = sqrt(fmax(squares / (SAMPLES * SAMPLES) - mean * mean, 0));
    double lively = deviation / least_deviation;
    return mean < darkest || mean > brightest ? fmin(lively, 0.99) : lively;
}

// Keeps the frame that was decoded if it is the best so far; 1 when no other is needed.
static int consider(struct heliograph_frames *film, double *best) {
    double found = interest(film->frame);
    if (found > *best) {
        *best = found;
        av_frame_unref(film->found);
        av_frame_move_ref(film->found, film->frame);
    }
    return *best >= 1;
}

// Goes from key frame to key frame; returns how many there were.
static int look_at_key_frames(struct heliograph_frames *film, double horizon, double *best) {
    double last = -1;
    int count = 0;
    for (int i = 0; i < MOST_CANDIDATES; i++) {
        double part = (double)i / (MOST_CANDIDATES - 1);
        double target = horizon * part * part;
        if (target <= last) continue;
        if (i > 0 && film_seek(film, target, 1) < 0) break;
        if (film_decode_key(film) < 0) {
            if (i == 0) continue;
            break;
        }
        double time = film_time(film, film->frame->best_effort_timestamp);
        if (count > 0 && (time <= last || time > horizon + 1)) break;
        count++;
        if (consider(film, best) || isnan(time)) break;
        last = time;
    }
    return count;
}

// Goes from frame to frame, where key frames are rare.
static int look_at_frames(struct heliograph_frames *film, double horizon, double *best) {
    double next = -1;
    film_seek(film, 0, 0);
    film->wanted = INFINITY;
    int error;
    while ((error = film_decode_next(film)) >= 0) {
        double time = film_time(film, film->frame->best_effort_timestamp);
        if (time < next) continue;
        if (consider(film, best) || time > horizon) break;
        next = isnan(time) ? -1 : time + 0.25;
    }
    film->wanted = NAN;
    return error;
}

static int choose(struct heliograph_frames *film) {
    double duration = (double)film->context->duration / AV_TIME_BASE;
    double horizon = fmax(seconds_looked_at, duration * part_looked_at), best = -1;
    double end = film->source.end;
    film->source.end = fmin(end, film_processor_seconds() + MOST_SECONDS_CHOOSING);
    int error = 0;
    if (look_at_key_frames(film, horizon, &best) < FEW_CANDIDATES && best < 1)
        error = look_at_frames(film, horizon, &best);
    film->source.end = end;
    if (best >= 0) return 0;
    return film_fail_with(film, error < 0 ? error : AVERROR_INVALIDDATA, "decoding a frame");
}

// Goes to a key frame that is shown no later; 1 when the first of what follows is decoded.
static int go_before(struct heliograph_frames *film, double seconds) {
    // By the times of packets, which may lie before those of pictures, or of no key frame.
    static const double steps[] = {0, 1, 4, 16};
    for (size_t i = 0; i < FF_ARRAY_ELEMS(steps) && steps[i] < seconds; i++) {
        if (film_seek(film, seconds - steps[i], 0) < 0 || film_decode_next(film) < 0) continue;
        if (film_time(film, film->frame->best_effort_timestamp) <= seconds + tolerance) return 1;
    }
    return film_seek(film, 0, 0) >= 0 && film_decode_next(film) >= 0;
}

// Decodes from the key frame before; of a film that ends earlier, the last frame.
static int find_at(struct heliograph_frames *film, double seconds) {
    // Those that are shown entirely before are decoded only if others are made of them.
    film->wanted = seconds - longest_frame;
    int error = seconds > 0 && go_before(film, seconds) ? 0 : film_decode_next(film), count = 0;
    for (; error >= 0; error = film_decode_next(film)) {
        double time = film_time(film, film->frame->best_effort_timestamp);
        double length = (double)film->frame->pkt_duration * av_q2d(film->stream->time_base);
        if (count++ > 0 && time > seconds + tolerance) break;
        av_frame_unref(film->found);
        av_frame_move_ref(film->found, film->frame);
        if (isnan(time) || time + length > seconds + tolerance) break;
    }
    return count > 0 ? 0 : film_fail_with(film, error, "decoding a frame");
}

static void measure(struct heliograph_frames *film, struct heliograph_frame_size *size) {
    const AVFrame *frame = film->found;
    AVRational shape = frame->sample_aspect_ratio;
    if (film->stream->sample_aspect_ratio.num > 0) shape = film->stream->sample_aspect_ratio;
    double ratio = shape.num > 0 && shape.den > 0 ? av_q2d(shape) : 1;
    if (ratio < 0.1 || ratio > 10) ratio = 1;
    int width = (int)fmax(1, lround(frame->width * ratio));
    int swaps = film_turn(film->stream).swaps;
    size->width = swaps ? frame->height : width;
    size->height = swaps ? width : frame->height;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    size->has_alpha = format != NULL && format->flags & AV_PIX_FMT_FLAG_ALPHA;
}

int heliograph_frames_find(struct heliograph_frames *film, double seconds,
                           struct heliograph_frame_size *size) {
    int error = film_open(film);
    if (error < 0) return error;
    AVStream *stream = film_picture_stream(film->context);
    if (stream == NULL) return film_fail(film, AVERROR_STREAM_NOT_FOUND, "there is no picture in it");
    error = film_open_decoder(film, stream);
    if (error >= 0) error = isnan(seconds) ? choose(film) : find_at(film, fmax(seconds, 0));
    if (error >= 0) measure(film, size);
    return error;
}
