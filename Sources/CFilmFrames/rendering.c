#define _GNU_SOURCE
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "film.h"

// A rectangle of the stored picture, and the size it is scaled to.
struct region {
    int x, y, width, height;
    int scaled_width, scaled_height;
    int left, top;  // where the wanted part begins in it, scaled
};

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

// What of a side is scaled: the part that is wanted and what its edges are blended with.
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
    *scaled_length = (int)fmax(count, lround((last - first) / factor));
    *offset = (int)lround(from - first / factor);
    if (*offset > *scaled_length - count) *offset = *scaled_length - count;
    if (*offset < 0) *offset = 0;
}

static struct region region(const AVFrame *frame, struct film_turn turn,
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
    struct region result;
    cut(frame->width, width, left, across, 1 << format->log2_chroma_w, &result.x, &result.width,
        &result.scaled_width, &result.left);
    cut(frame->height, height, top, down, 1 << format->log2_chroma_h, &result.y, &result.height,
        &result.scaled_height, &result.top);
    return result;
}

// Players take large pictures for BT.709 when nothing is said, and so do we.
static int matrix(const AVFrame *frame) {
    switch (frame->colorspace) {
        case AVCOL_SPC_UNSPECIFIED:
        case AVCOL_SPC_RESERVED:
            return frame->width >= 1280 || frame->height > 576 ? SWS_CS_ITU709 : SWS_CS_ITU601;
        case AVCOL_SPC_BT709: return SWS_CS_ITU709;
        case AVCOL_SPC_FCC: return SWS_CS_FCC;
        case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M;
        case AVCOL_SPC_BT2020_NCL:
        case AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020;
        default: return SWS_CS_ITU601;
    }
}

static int is_full_range(const AVFrame *frame) {
    if (frame->color_range != AVCOL_RANGE_UNSPECIFIED)
        return frame->color_range == AVCOL_RANGE_JPEG;
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    return !strncmp(format->name, "yuvj", 4) || format->flags & AV_PIX_FMT_FLAG_RGB;
}

// The first of a plane's bytes that the region has.
static const uint8_t *begin(const AVFrame *frame, const struct region *region, int plane) {
    const AVPixFmtDescriptor *format = av_pix_fmt_desc_get(frame->format);
    int is_palette = plane == 1 && format->flags & AV_PIX_FMT_FLAG_PAL;
    if (frame->data[plane] == NULL || is_palette) return frame->data[plane];
    int is_chroma = plane == 1 || plane == 2;
    int x = is_chroma ? region->x >> format->log2_chroma_w : region->x;
    int y = is_chroma ? region->y >> format->log2_chroma_h : region->y;
    int steps[4];
    av_image_fill_max_pixsteps(steps, NULL, format);
    return frame->data[plane] + (ptrdiff_t)y * frame->linesize[plane] + (ptrdiff_t)x * steps[plane];
}

static int scale(const AVFrame *frame, const struct region *region, enum AVPixelFormat format,
                 uint8_t *pixels, int stride) {
    int is_smaller = region->scaled_width < region->width || region->scaled_height < region->height;
    int flags = (is_smaller ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT;
    struct SwsContext *scaler =
        sws_getContext(region->width, region->height, frame->format, region->scaled_width,
                       region->scaled_height, format, flags, NULL, NULL, NULL);
    if (scaler == NULL) return AVERROR(EINVAL);
    sws_setColorspaceDetails(scaler, sws_getCoefficients(matrix(frame)), is_full_range(frame),
                             sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
    const uint8_t *planes[4];
    for (int i = 0; i < 4; i++) planes[i] = begin(frame, region, i);
    uint8_t *to[4] = {pixels};
    int strides[4] = {stride};
    int rows = sws_scale(scaler, planes, frame->linesize, 0, region->height, to, strides);
    sws_freeContext(scaler);
    return rows == region->scaled_height ? 0 : AVERROR_EXTERNAL;
}

// Copies the wanted part of the scaled region as it is looked at.
static void turn_into(const uint8_t *scaled, int stride, const struct region *region,
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

static int render_light(const AVFrame *frame, const struct region *region, uint8_t *scaled,
                        int stride) {
    struct film_light *light = film_light_create(frame);
    uint8_t *wide = av_malloc((size_t)stride * 2 * (size_t)region->scaled_height);
    int error = light && wide ? 0 : AVERROR(ENOMEM);
    if (error == 0) error = scale(frame, region, AV_PIX_FMT_RGBA64, wide, stride * 2);
    for (int y = 0; error == 0 && y < region->scaled_height; y++) {
        const uint8_t *row = wide + (size_t)y * (size_t)stride * 2;
        film_light_row(light, (const uint16_t *)row, scaled + (size_t)y * (size_t)stride,
                       region->scaled_width);
    }
    av_free(wide);
    free(light);
    return error;
}

int heliograph_frames_render(struct heliograph_frames *film, const struct heliograph_frame_part *part,
                             uint8_t *pixels) {
    const AVFrame *frame = film->found;
    if (frame->data[0] == NULL) return film_fail(film, AVERROR(EINVAL), "there is no frame");
    struct film_turn turn = film_turn(film->stream);
    struct region source = region(frame, turn, part);
    int stride = FFALIGN(source.scaled_width * 4, 64);
    uint8_t *scaled = av_malloc((size_t)stride * (size_t)source.scaled_height + 64);
    if (scaled == NULL) return film_fail(film, AVERROR(ENOMEM), "there is no memory for the frame");
    int error = film_needs_light(frame) ? render_light(frame, &source, scaled, stride)
                                        : scale(frame, &source, AV_PIX_FMT_RGBA, scaled, stride);
    if (error >= 0) turn_into(scaled, stride, &source, turn, part, pixels);
    av_free(scaled);
    return error < 0 ? film_fail_with(film, error, "scaling the frame") : 0;
}
