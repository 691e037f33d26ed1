#define _GNU_SOURCE
#include <libavutil/mem.h>
#include <libavutil/pixdesc.h>
#include <math.h>

#include "film.h"

struct film_turn film_turn(const AVStream *stream) {
    struct film_turn turn = {0};
    const uint8_t *data = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, NULL);
    if (data == NULL) return turn;
    const int32_t *matrix = (const int32_t *)data;
    double a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
    turn.swaps = fabs(b) + fabs(c) > fabs(a) + fabs(d);
    turn.flips_x = turn.swaps ? b < 0 : a < 0;
    turn.flips_y = turn.swaps ? c < 0 : d < 0;
    return turn;
}

// The part of a side to scale: the wanted part and the pixels its edges are blended with.
static void cut(int size, int scaled, int from, int count, int step, int *begin, int *length,
                int *scaled_length, int *offset) {
    double factor = (double)size / scaled;
    int margin = 8 + (int)(2 * factor);
    int first = (int)(from * factor) - margin;
    int last = (int)ceil((from + count) * factor) + margin;
    first = first < 0 ? 0 : first / step * step;
    last = last > size || size - last < step ? size : (last + step - 1) / step * step;
    *begin = first;
    *length = last - first;
    *scaled_length = (int)fmax(count, round((last - first) / factor));
    *offset = (int)lround(from - first / factor);
    if (*offset > *scaled_length - count) *offset = *scaled_length - count;
    if (*offset < 0) *offset = 0;
}

static struct film_region region(const AVFrame *frame, struct film_turn turn,
                            const struct heliograph_frame_part *part) {
    int width = turn.swaps ? part->scaled_height : part->scaled_width;
    int height = turn.swaps ? part->scaled_width : part->scaled_height;
    int across = turn.swaps ? part->height : part->width;
    int down = turn.swaps ? part->width : part->height;
    int left = turn.swaps ? part->top : part->left;
    int top = turn.swaps ? part->left : part->top;
    if (turn.flips_x) left = width - left - across;
    if (turn.flips_y) top = height - top - down;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    struct film_region result;
    cut(frame->width, width, left, across, 1 << format->log2_chroma_w, &result.x, &result.width,
        &result.scaled_width, &result.left);
    cut(frame->height, height, top, down, 1 << format->log2_chroma_h, &result.y, &result.height,
        &result.scaled_height, &result.top);
    return result;
}

// Copies the wanted part of the scaled region in its displayed orientation.
static void turn_into(const uint8_t *scaled, int stride, const struct film_region *region,
                      struct film_turn turn, const struct heliograph_frame_part *part,
                      uint8_t *pixels) {
    int across = turn.swaps ? part->height : part->width;
    int down = turn.swaps ? part->width : part->height;
    for (int y = 0; y < part->height; y++) {
        uint32_t *row = (uint32_t *)pixels + (size_t)y * (size_t)part->width;
        for (int x = 0; x < part->width; x++) {
            int from_x = turn.swaps ? y : x, from_y = turn.swaps ? x : y;
            if (turn.flips_x) from_x = across - 1 - from_x;
            if (turn.flips_y) from_y = down - 1 - from_y;
            const uint8_t *from = scaled + (size_t)(region->top + from_y) * (size_t)stride;
            row[x] = ((const uint32_t *)from)[region->left + from_x];
        }
    }
}

int heliograph_frames_render(struct heliograph_frames *film, const struct heliograph_frame_part *part,
                             uint8_t *pixels) {
    const AVFrame *frame = film->found;
    if (frame->data[0] == NULL) return film_fail(film, AVERROR(EINVAL), "there is no frame");
    struct film_turn turn = film_turn(film->stream);
    struct film_region source = region(frame, turn, part);
    int stride = FFALIGN(source.scaled_width * 4, 64);
    uint8_t *scaled = av_malloc((size_t)stride * (size_t)source.scaled_height + 64);
    if (scaled == NULL) return film_fail(film, AVERROR(ENOMEM), "there is no memory for the frame");
    int error = film_scale(frame, &source, scaled, stride);
    if (error >= 0) turn_into(scaled, stride, &source, turn, part, pixels);
    av_free(scaled);
    return error < 0 ? film_fail_with(film, error, "scaling the frame") : 0;
}
