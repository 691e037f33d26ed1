#define _GNU_SOURCE
#include <libswscale/swscale.h>
#include <math.h>

#include "film.h"

enum { SAMPLES = 64, MOST_CANDIDATES = 8, FEW_CANDIDATES = 4 };
// Luma from 0 to 255: a frame with less deviation is a flat colour, one outside the range is black or white.
static const double least_deviation = 8, darkest = 10, brightest = 245;
// The part of a film to search, in seconds and as a fraction, whichever is longer.
static const double seconds_looked_at = 10, part_looked_at = 0.1;

// Returns how much there is to see; at least 1 if a frame is worth showing, negative if that cannot be determined.
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

// Keeps the decoded frame if it is the best so far; returns 1 if no other is needed.
static int consider(struct heliograph_frames *film, double *best) {
    double found = interest(film->frame);
    if (found > *best) {
        *best = found;
        av_frame_unref(film->found);
        av_frame_move_ref(film->found, film->frame);
    }
    return *best >= 1;
}

// Goes from key frame to key frame; returns their number.
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

// Goes from frame to frame, for films with few key frames.
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

int film_choose(struct heliograph_frames *film) {
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
