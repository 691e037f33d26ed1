#ifndef HELIOGRAPH_FILM_FRAMES_H
#define HELIOGRAPH_FILM_FRAMES_H

#include <stddef.h>
#include <stdint.h>

// Frames of films by libavformat, libavcodec and libswscale, which take any arguments and keep a great deal of state: in
// one thread, from a descriptor, within limits of reads, processor time and pixels. Nothing else is opened.
//
// What fails returns a negative number, and `heliograph_frames_reason` says why in words for the user.

struct heliograph_frames;

// What is kept of a frame: it is scaled to one size, of which a part is wanted. All as it is looked at, in pixels.
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

// Opens every decoder once, so that nothing is left to be loaded or laid out later.
void heliograph_frames_prepare(void);

// A film in an open file, which has to stay open; null when there is no memory. Nothing is read yet.
struct heliograph_frames *_Nullable heliograph_frames_create(int descriptor);
void heliograph_frames_free(struct heliograph_frames *_Nonnull film);
const char *_Nonnull heliograph_frames_reason(const struct heliograph_frames *_Nonnull film);

// Decodes the frame at so many seconds, or the first one worth showing when that is not a number.
int heliograph_frames_find(struct heliograph_frames *_Nonnull film, double seconds,
                           struct heliograph_frame_size *_Nonnull size);

// Decodes the picture that the file has beside the film.
int heliograph_frames_find_embedded(struct heliograph_frames *_Nonnull film,
                                    struct heliograph_frame_size *_Nonnull size);

// Writes what was found: rows from the top, four bytes a pixel: red, green, blue, alpha, in sRGB.
int heliograph_frames_render(struct heliograph_frames *_Nonnull film,
                             const struct heliograph_frame_part *_Nonnull part,
                             uint8_t *_Nonnull pixels);

enum heliograph_track_kind {
    HELIOGRAPH_TRACK_OTHER,
    HELIOGRAPH_TRACK_VIDEO,
    HELIOGRAPH_TRACK_AUDIO,
    HELIOGRAPH_TRACK_TEXT,
};

// What the headers say of a track; 0 where they do not.
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

// Reads what tracks a film has, `most` of them; returns how many there are.
int heliograph_frames_describe(struct heliograph_frames *_Nonnull film, double *_Nonnull duration,
                               struct heliograph_track *_Nonnull tracks, int most);

struct heliograph_remux;

// Puts the streams of a film into another file without encoding them anew: "mp4" or "mov", with the headers first. Only so
// much is done at a time, and what is written comes in pieces; null when there is no memory.
struct heliograph_remux *_Nullable heliograph_remux_create(const char *_Nonnull container);
void heliograph_remux_free(struct heliograph_remux *_Nonnull remux);
const char *_Nonnull heliograph_remux_reason(const struct heliograph_remux *_Nonnull remux);

// Goes on. Each time the film has to be open for reading, not necessarily by the same descriptor. Returns 1 when all is done, 0
// when not.
int heliograph_remux_go_on(struct heliograph_remux *_Nonnull remux, int descriptor);
// How much is done, from 0 to 1.
double heliograph_remux_progress(const struct heliograph_remux *_Nonnull remux);
// What was written since: of each run of bytes its offset in the file, eight bytes, its length, four, both
// little-endian, and the bytes. It is there until it goes on.
const uint8_t *_Nullable heliograph_remux_piece(const struct heliograph_remux *_Nonnull remux,
                                                size_t *_Nonnull count);

#endif
