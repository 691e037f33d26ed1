#define _GNU_SOURCE
#include <libavutil/pixdesc.h>
#include <math.h>

#include "film.h"

// Seconds by which a frame may be later than requested, and the longest time a frame is usually shown.
static const double tolerance = 1e-6, longest_frame = 0.2;

// Seeks to a key frame that is not shown later; returns 1 if the first frame after it has been decoded.
static int go_before(struct heliograph_frames *film, double seconds) {
    // Seeks by the times of packets, which may precede those of pictures, or belong to no key frame.
    static const double steps[] = {0, 1, 4, 16};
    for (size_t i = 0; i < FF_ARRAY_ELEMS(steps) && steps[i] < seconds; i++) {
        if (film_seek(film, seconds - steps[i], 0) < 0 || film_decode_next(film) < 0) continue;
        if (film_time(film, film->frame->best_effort_timestamp) <= seconds + tolerance) return 1;
    }
    return film_seek(film, 0, 0) >= 0 && film_decode_next(film) >= 0;
}

// Decodes from the preceding key frame; the result is the last frame if the film ends earlier.
static int find_at(struct heliograph_frames *film, double seconds) {
    // Frames that end earlier are decoded only if others depend on them.
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
    int width = (int)fmax(1, round(frame->width * ratio));
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
    if (error >= 0) error = isnan(seconds) ? film_choose(film) : find_at(film, fmax(seconds, 0));
    if (error >= 0) measure(film, size);
    return error;
}
