#define _GNU_SOURCE
#include <libavutil/imgutils.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>
#include <stdlib.h>
#include <string.h>

#include "CToneMapping.h"
#include "film.h"

// Players assume BT.709 for large pictures without a declaration, and so do we.
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

// The first byte of the region in a plane.
static const uint8_t *begin(const AVFrame *frame, const struct film_region *region, int plane) {
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

static int scale_to(const AVFrame *frame, const struct film_region *region, enum AVPixelFormat format,
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

static int scale_and_map(const AVFrame *frame, const struct film_region *region, uint8_t *scaled,
                         int stride) {
    // The numbers of libavutil are those of H.273.
    struct tone_mapping *mapping =
        tone_mapping_create((int)frame->color_primaries, (int)frame->color_trc);
    uint8_t *wide = av_malloc((size_t)stride * 2 * (size_t)region->scaled_height);
    int error = mapping && wide ? 0 : AVERROR(ENOMEM);
    if (error == 0) error = scale_to(frame, region, AV_PIX_FMT_RGBA64, wide, stride * 2);
    for (int y = 0; error == 0 && y < region->scaled_height; y++) {
        const uint8_t *row = wide + (size_t)y * (size_t)stride * 2;
        tone_mapping_row(mapping, (const uint16_t *)row, scaled + (size_t)y * (size_t)stride,
                         region->scaled_width);
    }
    av_free(wide);
    free(mapping);
    return error;
}

int film_scale(const AVFrame *frame, const struct film_region *region, uint8_t *scaled, int stride) {
    int is_mapped = tone_mapping_is_needed((int)frame->color_primaries, (int)frame->color_trc);
    return is_mapped ? scale_and_map(frame, region, scaled, stride)
                     : scale_to(frame, region, AV_PIX_FMT_RGBA, scaled, stride);
}
