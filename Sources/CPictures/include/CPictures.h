#ifndef HELIOGRAPH_PICTURES_H
#define HELIOGRAPH_PICTURES_H

#include <stddef.h>
#include <stdint.h>

// Pictures decoded and encoded by libvips, whose functions are mostly variadic. Everything is done on the calling
// thread if libvips allows it.

#define HELIOGRAPH_REASON_SIZE 256

enum heliograph_picture_kind {
    HELIOGRAPH_JPEG = 1,
    HELIOGRAPH_PNG,
    HELIOGRAPH_WEBP,
    HELIOGRAPH_TIFF,
    HELIOGRAPH_GIF,
    HELIOGRAPH_HEIF,  // AVIF too
    HELIOGRAPH_JXL,
    HELIOGRAPH_JP2K,
    HELIOGRAPH_PIXELS,
};

// A part of a file in which some four-byte words are read as `free`.
struct heliograph_picture_source {
    int file;
    uint64_t offset;
    uint64_t length;
    const uint64_t *_Nullable freed;  // counted from `offset`; copied
    size_t freed_count;
};

struct heliograph_picture_facts {
    int width;  // as stored, before it is turned
    int height;
    int orientation;  // as Exif counts, what the format's own transformations leave to be done
};

// How a picture is scaled, cut and then turned; all values are as stored.
struct heliograph_picture_geometry {
    int scaled_width;
    int scaled_height;
    int left;
    int top;
    int width;
    int height;
    int orientation;
};

typedef struct heliograph_picture heliograph_picture;

// Loads libvips with the modules needed, which opens files. Returns 0, or -1 with the reason.
int heliograph_pictures_start(char *_Nonnull reason);

// Reads the header of a picture. With `small`, that of the thumbnail in a HEIF file; null if there is no thumbnail.
//
// The file must stay open until the picture is closed.
heliograph_picture *_Nullable heliograph_picture_open(
    const struct heliograph_picture_source *_Nonnull source, enum heliograph_picture_kind kind,
    int small, struct heliograph_picture_facts *_Nonnull facts, char *_Nonnull reason);

// Creates a picture from pixels of four bytes, allocated by malloc(3), and takes ownership of them.
heliograph_picture *_Nullable heliograph_picture_of_pixels(void *_Nonnull pixels, int width,
                                                           int height, char *_Nonnull reason);

// Declares the primaries and the transfer characteristics by their numbers in ITU-T H.273. A profile comes first.
void heliograph_picture_declare(heliograph_picture *_Nonnull picture, int primaries, int transfer);

// Writes four bytes per pixel: red, green, blue, alpha, in sRGB; `has_alpha` is set if any pixel is transparent.
// Returns 0, or -1 with the reason.
int heliograph_picture_render(heliograph_picture *_Nonnull picture,
                              const struct heliograph_picture_geometry *_Nonnull geometry,
                              uint8_t *_Nonnull pixels, int *_Nonnull has_alpha,
                              char *_Nonnull reason);

void heliograph_picture_close(heliograph_picture *_Nonnull picture);

enum heliograph_encoding {
    HELIOGRAPH_ENCODE_JPEG = 1,
    HELIOGRAPH_ENCODE_PNG,
    HELIOGRAPH_ENCODE_WEBP,
    HELIOGRAPH_ENCODE_AVIF,
};

// Encodes rendered pixels as a file; the caller frees `bytes` with heliograph_encoded_free. Returns 0, or -1 with the
// reason.
int heliograph_pixels_encode(const uint8_t *_Nonnull pixels, int width, int height, int has_alpha,
                             enum heliograph_encoding encoding, int quality,
                             void *_Nullable *_Nonnull bytes, size_t *_Nonnull count,
                             char *_Nonnull reason);

void heliograph_encoded_free(void *_Nullable bytes);

#endif
