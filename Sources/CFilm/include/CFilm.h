#ifndef HELIOGRAPH_FILM_H
#define HELIOGRAPH_FILM_H

#include <stdint.h>

// The metadata that libavformat reads from a film that is not an ISO base media file: Matroska, WebM, AVI, MPEG
// transport streams.
struct heliograph_film {
    int width;  // pixels as stored; 0 when there is no picture
    int height;
    int quarter_turns;   // to the right, to show the picture upright
    double duration;     // seconds; 0 when unknown
    double frame_rate;   // pictures a second on average; 0 when unknown
    char created[64];    // as the container has it; empty when it does not say
    char make[64];
    char model[64];
    int has_sound_only;  // and perhaps a picture of its cover
    int is_given_up;     // it takes more work or memory than any film does
};

// Reads the film in an open file; nothing else is opened. Returns 0 or a negative AVERROR.
int heliograph_film_read(int descriptor, struct heliograph_film *_Nonnull film);

#endif
