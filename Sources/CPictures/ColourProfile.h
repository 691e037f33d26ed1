#ifndef HELIOGRAPH_COLOUR_PROFILE_H
#define HELIOGRAPH_COLOUR_PROFILE_H

#include <stddef.h>
#include <stdint.h>

// The colour profiles of nearly all cameras and phones: a curve each for red, green and blue, then a matrix. lcms needs
// several milliseconds for one, more than decoding a thumbnail takes.
struct colour_profile {
    float linear[3][256];
    float matrix[9];  // to linear sRGB, row by row
    int is_srgb;      // nothing is to be done
};

// Reads an ICC profile; returns 0 if it is of another kind.
int heliograph_colour_profile_read(const uint8_t *_Nonnull bytes, size_t count,
                                   struct colour_profile *_Nonnull profile);

// Reads the numbers of the primaries and the transfer characteristics in ITU-T H.273 that a profile may have instead of
// curves; returns 0 if it has none.
int heliograph_colour_profile_numbers(const uint8_t *_Nonnull bytes, size_t count,
                                      int *_Nonnull primaries, int *_Nonnull transfer);

// Converts pixels of four bytes to sRGB.
void heliograph_colour_profile_apply(const struct colour_profile *_Nonnull profile,
                                     uint8_t *_Nonnull pixels, size_t count);

#endif
