#ifndef HELIOGRAPH_FRAMES_REMUX_H
#define HELIOGRAPH_FRAMES_REMUX_H

#include "film.h"
#include "pieces.h"

// The headers of a film that can be played while it is still arriving precede the data, but their length is known only
// when everything is written. So the film is read twice, the first time to measure them.
enum pass { MEASURES, WRITES, IS_DONE };

struct heliograph_remux {
    char container[8];
    struct heliograph_frames *film;
    AVFormatContext *output;
    AVIOContext *io;
    struct pieces pieces;
    int streams[MOST_STREAMS];  // which of the output a stream becomes, or -1
    int64_t last[MOST_STREAMS]; // the last time of decoding of those of the output
    int64_t headers;            // how long they were found to be
    enum pass pass;
    double progress;
    char reason[200];
};

// Adds output streams for those streams of the film that the container supports.
int remux_add_streams(struct heliograph_remux *remux);
int remux_write_header(struct heliograph_remux *remux);
int remux_copy_packet(struct heliograph_remux *remux, AVPacket *packet);

#endif
