#ifndef HELIOGRAPH_FILM_FRAMES_H
#define HELIOGRAPH_FILM_FRAMES_H

#include <stddef.h>
#include <stdint.h>

// Decodes frames of films by libavformat, libavcodec and libswscale, whose functions are variadic and keep a lot of
// state: in one thread, from a descriptor, within limits on reads, processor time and pixels. Nothing else is opened.
//
// Functions that fail return a negative number, and `heliograph_frames_reason` returns the reason in words for the
// user.

struct heliograph_frames;

// The part of a frame to keep: the frame is scaled to one size, then cut. All values are as displayed, in pixels.
struct heliograph_frame_part {
    int scaled_width;
    int scaled_height;
    int left;
    int top;
    int width;
    int height;
};

struct heliograph_frame_size {
    int width;  // as it is looked at
    int height;
    int has_alpha;
};

// Opens every decoder once, so that nothing has to be loaded or initialised later.
void heliograph_frames_prepare(void);

// Creates a film for an open file, which has to stay open; null without memory. Nothing is read yet.
struct heliograph_frames *_Nullable heliograph_frames_create(int descriptor);
void heliograph_frames_free(struct heliograph_frames *_Nonnull film);
const char *_Nonnull heliograph_frames_reason(const struct heliograph_frames *_Nonnull film);

// Decodes the frame at that many seconds, or the first one worth showing if it is not a number.
int heliograph_frames_find(struct heliograph_frames *_Nonnull film, double seconds,
                           struct heliograph_frame_size *_Nonnull size);

// Decodes the picture that the file has in addition to the film.
int heliograph_frames_find_embedded(struct heliograph_frames *_Nonnull film,
                                    struct heliograph_frame_size *_Nonnull size);

// Writes the frame: rows from the top, four bytes per pixel: red, green, blue, alpha, in sRGB.
int heliograph_frames_render(struct heliograph_frames *_Nonnull film,
                             const struct heliograph_frame_part *_Nonnull part,
                             uint8_t *_Nonnull pixels);

enum heliograph_track_kind {
    HELIOGRAPH_TRACK_OTHER,
    HELIOGRAPH_TRACK_VIDEO,
    HELIOGRAPH_TRACK_AUDIO,
    HELIOGRAPH_TRACK_TEXT,
};

// The facts about a track in the headers; 0 if missing.
struct heliograph_track {
    int kind;
    int is_enabled;
    uint32_t codec;  // four characters, the first in the highest byte
    int width;       // in square pixels, before it is turned
    int height;
    int orientation;  // as in Exif, 1 to 8
    double frame_rate;
    double start;  // in seconds
    double duration;
    double data_rate;  // bits a second
    char language[16];
};

// Reads the tracks of a film, at most `most`; returns their number.
int heliograph_frames_describe(struct heliograph_frames *_Nonnull film, double *_Nonnull duration,
                               struct heliograph_track *_Nonnull tracks, int most);

struct heliograph_remux;

// Puts the streams of a film into another file without encoding them again: "mp4" or "mov", with the headers first. The
// work is done in steps, and the output comes in pieces; null without memory.
struct heliograph_remux *_Nullable heliograph_remux_create(const char *_Nonnull container);
void heliograph_remux_free(struct heliograph_remux *_Nonnull remux);
const char *_Nonnull heliograph_remux_reason(const struct heliograph_remux *_Nonnull remux);

// Continues. The film must be open for reading at each call, but not necessarily with the same descriptor. Returns 1
// when everything is done, otherwise 0.
int heliograph_remux_go_on(struct heliograph_remux *_Nonnull remux, int descriptor);
// The completed part, from 0 to 1.
double heliograph_remux_progress(const struct heliograph_remux *_Nonnull remux);
// The output of the last step: for each run of bytes its offset in the file, eight bytes, its length, four, both
// little-endian, and the bytes. It is valid until the next step.
const uint8_t *_Nullable heliograph_remux_piece(const struct heliograph_remux *_Nonnull remux,
                                                size_t *_Nonnull count);

#endif
