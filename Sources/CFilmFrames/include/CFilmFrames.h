#ifndef HELIOGRAPH_FILM_FRAMES_H
#define HELIOGRAPH_FILM_FRAMES_H

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

#endif
