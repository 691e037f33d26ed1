#define _GNU_SOURCE
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "film.h"

// Cameras keep a small JPEG in the user data of QuickTime files: Canon in CNTH/CNDA, Nikon in NCDT/NCTH, others under
// their own names. The search is for a box in the user data that begins with a JPEG.
enum { MOST_BOXES = 256, LARGEST_PICTURE = 4 << 20, DEEPEST = 3, LONGEST_BEGIN = 16 };

struct search {
    int descriptor;
    int boxes;
    int64_t offset;  // of what was found
    int64_t size;
};

struct box {
    uint32_t type;
    int64_t begin;  // of what it holds
    int64_t end;
};

static uint32_t number(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static int read_box(struct search *search, int64_t offset, int64_t end, struct box *box) {
    uint8_t head[16];
    if (++search->boxes > MOST_BOXES || end - offset < 8) return 0;
    if (pread(search->descriptor, head, sizeof head, offset) < 8) return 0;
    int64_t size = number(head), header = 8;
    if (size == 1) {
        size = (int64_t)((uint64_t)number(head + 8) << 32 | number(head + 12));
        header = 16;
    }
    if (size == 0) size = end - offset;
    if (size < header || size > end - offset) return 0;
    *box = (struct box){number(head + 4), offset + header, offset + size};
    return 1;
}

// Whether the box begins with a JPEG, possibly after a few numbers.
static int find_picture(struct search *search, const struct box *box) {
    uint8_t begin[LONGEST_BEGIN + 3];
    ssize_t count = pread(search->descriptor, begin, sizeof begin, box->begin);
    for (ssize_t i = 0; i + 3 <= count && box->begin + i < box->end; i++) {
        if (memcmp(begin + i, "\xFF\xD8\xFF", 3) != 0) continue;
        search->offset = box->begin + i;
        search->size = box->end - search->offset;
        return search->size <= LARGEST_PICTURE;
    }
    return 0;
}

static int find_in(struct search *search, int64_t offset, int64_t end, int depth) {
    struct box box;
    for (; read_box(search, offset, end, &box); offset = box.end) {
        if (depth == 0 && box.type != 0x6D6F6F76) continue;  // moov
        if (depth == 1 && box.type != 0x75647461) continue;  // udta
        if (depth > 1 && find_picture(search, &box)) return 1;
        if (depth < DEEPEST && find_in(search, box.begin, box.end, depth + 1)) return 1;
    }
    return 0;
}

// Puts the picture from the user data into the packet.
static int take_from_user_data(struct heliograph_frames *film) {
    struct search search = {.descriptor = film->source.descriptor};
    if (!find_in(&search, 0, lseek(search.descriptor, 0, SEEK_END), 0)) return AVERROR(ENOENT);
    int error = av_new_packet(film->packet, (int)search.size);
    if (error < 0) return error;
    film->packet->flags |= AV_PKT_FLAG_KEY;
    ssize_t count = pread(search.descriptor, film->packet->data, (size_t)search.size, search.offset);
    return count == search.size ? 0 : AVERROR(EIO);
}

static AVStream *attached_picture(const AVFormatContext *context) {
    for (unsigned i = 0; i < context->nb_streams; i++)
        if (context->streams[i]->disposition & AV_DISPOSITION_ATTACHED_PIC &&
            context->streams[i]->attached_pic.size > 0)
            return context->streams[i];
    return NULL;
}

// Creates a stream for a picture from the user data.
static AVStream *make_stream(struct heliograph_frames *film) {
    AVStream *stream = avformat_new_stream(film->context, NULL);
    if (stream == NULL) return NULL;
    stream->codecpar->codec_type = AVMEDIA_TYPE_VIDEO;
    stream->codecpar->codec_id = AV_CODEC_ID_MJPEG;
    return stream;
}

int heliograph_frames_find_embedded(struct heliograph_frames *film,
                                    struct heliograph_frame_size *size) {
    int error = film_open(film);
    if (error < 0) return error;
    AVStream *stream = attached_picture(film->context);
    if (stream != NULL)
        error = av_packet_ref(film->packet, &stream->attached_pic);
    else if ((error = take_from_user_data(film)) >= 0)
        stream = make_stream(film);
    if (stream == NULL) return film_fail(film, AVERROR(ENOENT), "there is no picture beside the film");
    if (error >= 0) error = film_open_decoder(film, stream);
    if (error >= 0) error = avcodec_send_packet(film->decoder, film->packet);
    if (error >= 0) avcodec_send_packet(film->decoder, NULL);
    if (error >= 0) error = avcodec_receive_frame(film->decoder, film->found);
    if (error < 0) return film_fail_with(film, error, "decoding the picture beside the film");
    size->width = film->found->width;
    size->height = film->found->height;
    return 0;
}
