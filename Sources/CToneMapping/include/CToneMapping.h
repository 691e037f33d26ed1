#ifndef HELIOGRAPH_TONE_MAPPING_H
#define HELIOGRAPH_TONE_MAPPING_H

#include <stdint.h>

// Pictures and frames with more brightness or colours than an ordinary screen can show, converted to sRGB.
//
// Colours are given by their numbers in ITU-T H.273, which HEIF, AVIF, PNG, ICC profiles and films use: the primaries
// (9 is BT.2020, 11 and 12 P3) and the transfer characteristics (16 is PQ, 18 HLG).
struct tone_mapping;

// Whether such colours are anything but sRGB.
int tone_mapping_is_needed(int primaries, int transfer);
// Whether there is light above white.
int tone_mapping_is_hdr(int transfer);
// Returns null if there is no memory; free(3) it.
struct tone_mapping *_Nullable tone_mapping_create(int primaries, int transfer);
// Converts a row of red, green, blue and alpha from 16 bits to 8.
void tone_mapping_row(const struct tone_mapping *_Nonnull mapping, const uint16_t *_Nonnull from,
                      uint8_t *_Nonnull to, int width);

#endif
