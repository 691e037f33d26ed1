#ifndef HELIOGRAPH_EXIF_MEMORY_H
#define HELIOGRAPH_EXIF_MEMORY_H

#include <libexif/exif-data.h>

// libexif makes four objects of every tag, a hundred and forty of an ordinary block, and taking
// them from calloc(3) costs as much as decoding. Here they come one behind the other from a region
// that each thread has once, and all go together. What finds no room in it is taken from the heap,
// and given back there when libexif frees it.

// An empty `ExifData`, or NULL without memory; to be freed by the same thread, by the function below.
ExifData *_Nullable heliograph_exif_data_new(void);

void heliograph_exif_data_free(ExifData *_Nonnull data);

// Whether the last of this thread was refused memory: entries may all have the same 64 KiB as their value, and
// directories each other, so that a block of 64 KiB asks for gigabytes.
int heliograph_exif_was_refused(void);

#endif
