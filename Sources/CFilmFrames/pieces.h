#ifndef HELIOGRAPH_FRAMES_PIECES_H
#define HELIOGRAPH_FRAMES_PIECES_H

#include <libavformat/avformat.h>

// The output of a muxer until it is taken: runs of bytes with their offsets in the file.
struct pieces {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    size_t run;         // where the last run begins; it goes on when what follows belongs behind it
    int64_t position;   // in the file that is written
    int64_t size;       // of that file
    int has_run;
    int only_measures;  // the bytes are not wanted, only how many there are
};

AVIOContext *pieces_open(struct pieces *pieces);
void pieces_clear(struct pieces *pieces);

#endif
