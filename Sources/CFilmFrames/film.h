#ifndef HELIOGRAPH_FRAMES_FILM_H
#define HELIOGRAPH_FRAMES_FILM_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>

#include "CFilmFrames.h"

// The limits for one frame. The number of pixels is that of 8K films plus the padding that codecs add.
enum {
    MOST_PIXELS = 40 << 20,
    MOST_STREAMS = 256,
    MOST_READS = 1 << 16,
    MOST_NAMES = 1 << 12,
};
#define MOST_BYTES (1LL << 30)
#define MOST_SECONDS 10.0
#define MOST_SECONDS_OPENING 2.0
#define MOST_SECONDS_CHOOSING 3.0

// The bytes of a file, within the limits on reading.
struct film_source {
    int descriptor;
    int64_t position;
    int64_t bytes;
    int64_t most_bytes;
    int reads;
    int most_reads;
    int names;
    uint8_t last;
    double end;  // of the time on the processor
    int is_spent;
};

struct heliograph_frames {
    struct film_source source;
    AVFormatContext *context;
    AVIOContext *io;
    AVStream *stream;  // whose frames are shown
    AVCodecContext *decoder;
    AVPacket *packet;
    AVFrame *frame;  // decoded last
    AVFrame *found;  // the one to show
    int is_analysed;
    int waits_for_key;  // what comes before one cannot be decoded after a seek
    double wanted;      // seconds before which nothing needs to be shown
    char reason[200];
};

double film_processor_seconds(void);
int film_is_spent(struct film_source *source);
AVIOContext *film_source_open(struct film_source *source);

// Sets the reason, and returns `error`.
int film_fail(struct heliograph_frames *film, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
// The same for an error of the libraries; `what` is the operation that failed.
int film_fail_with(struct heliograph_frames *film, int error, const char *what);

// Reads the headers.
int film_open(struct heliograph_frames *film);
// Reads the facts that the headers leave out from the beginning of the streams.
int film_analyse(struct heliograph_frames *film);
// Finds the stream to show and opens its decoder.
int film_open_decoder(struct heliograph_frames *film, AVStream *stream);
AVStream *film_picture_stream(const AVFormatContext *context);

// Decodes the next key frame by itself into `film->frame`.
int film_decode_key(struct heliograph_frames *film);
// Decodes the next frame into `film->frame`.
int film_decode_next(struct heliograph_frames *film);
// Returns the seconds since the beginning.
double film_time(const struct heliograph_frames *film, int64_t timestamp);
int film_seek(struct heliograph_frames *film, double seconds, int forward);

// Decodes the first frame worth showing into `film->found`.
int film_choose(struct heliograph_frames *film);

// A rectangle of the stored picture, and the size it is scaled to.
struct film_region {
    int x, y, width, height;
    int scaled_width, scaled_height;
    int left, top;  // where the wanted part begins in it, scaled
};

// Scales a part of a frame to rows of four bytes per pixel, in the colours of a screen.
int film_scale(const AVFrame *frame, const struct film_region *region, uint8_t *scaled, int stride);

// How a stored picture is oriented for display: the sides are swapped if necessary, then it is mirrored.
struct film_turn {
    int swaps;
    int flips_x;  // of the stored picture
    int flips_y;
};
struct film_turn film_turn(const AVStream *stream);

#endif
