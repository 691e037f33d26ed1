#ifndef HELIOGRAPH_EXIF_MEMORY_H
#define HELIOGRAPH_EXIF_MEMORY_H

#include <libexif/exif-data.h>

// libexif creates four objects for every tag, a hundred and forty for an ordinary block, and allocating them with
// calloc(3) takes as long as decoding. Here they are placed one after another in a region that each thread allocates
// once, and are released together. An object that does not fit is allocated on the heap, and freed there by libexif.

// Returns an empty `ExifData`, or NULL without memory; the same thread must free it with the function below.
ExifData *_Nullable heliograph_exif_data_new(void);

void heliograph_exif_data_free(ExifData *_Nonnull data);

// Returns whether the last one of this thread was refused memory: entries may all have the same 64 KiB as their value,
// and directories may refer to each other, so that a block of 64 KiB asks for gigabytes.
int heliograph_exif_was_refused(void);

#endif
