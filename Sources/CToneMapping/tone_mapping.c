#include "CToneMapping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// 1 is the white of paper, which BT.2408 puts at 203 candelas per square metre. Up to half of it light is unchanged;
// above, it is compressed so that 1,000 candelas become the maximum (Reinhard's extended curve, joined to the line where
// their slopes agree). White paper results in 88 %.
enum { STEPS = 4096 };
static const float white = 203, peak = 1000 / 203.0f, knee = 0.5f;

enum { BT2020 = 9, SMPTE431 = 11, SMPTE432 = 12, UNSPECIFIED = 2 };
enum { PQ = 16, HLG = 18 };

struct tone_mapping {
    int bends;  // whether there is light above white
    int is_hlg;
    float linear[STEPS];     // of the signal
    uint8_t encoded[STEPS];  // of the square root of light, in sRGB
    float matrix[3][3];      // of the colours
};

static const float from_2020[3][3] = {{1.660491f, -0.587641f, -0.072850f},
                                      {-0.124550f, 1.132900f, -0.008349f},
                                      {-0.018151f, -0.100579f, 1.118730f}};
static const float from_p3[3][3] = {{1.224940f, -0.224940f, 0},
                                    {-0.042057f, 1.042057f, 0},
                                    {-0.019638f, -0.078636f, 1.098274f}};
static const float same[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static int is_p3(int primaries) { return primaries == SMPTE431 || primaries == SMPTE432; }

int tone_mapping_is_hdr(int transfer) { return transfer == PQ || transfer == HLG; }

int tone_mapping_is_needed(int primaries, int transfer) {
    return tone_mapping_is_hdr(transfer) || primaries == BT2020 || is_p3(primaries);
}

static double linear(int transfer, double signal) {
    if (transfer == PQ) {
        double power = pow(signal, 1 / 78.84375);
        return 10000 / white * pow(fmax(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power),
                                   1 / 0.1593017578125);
    }
    if (transfer == HLG)
        return signal <= 0.5 ? signal * signal / 3
                             : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
    // Others are shown as sRGB.
    return signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4);
}

struct tone_mapping *tone_mapping_create(int primaries, int transfer) {
    struct tone_mapping *mapping = calloc(1, sizeof *mapping);
    if (mapping == NULL) return NULL;
    mapping->is_hlg = transfer == HLG;
    mapping->bends = tone_mapping_is_hdr(transfer);
    int is_2020 = primaries == BT2020 || (mapping->bends && primaries == UNSPECIFIED);
    memcpy(mapping->matrix, is_2020 ? from_2020 : is_p3(primaries) ? from_p3 : same, sizeof same);
    for (int i = 0; i < STEPS; i++) {
        double part = (double)i / (STEPS - 1), value = part * part;
        mapping->linear[i] = (float)linear(transfer, part);
        double encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055;
        mapping->encoded[i] = (uint8_t)lround(encoded * 255);
    }
    return mapping;
}

// Returns the factor for all channels that brings the brightest of the three into the range.
static float bend(float brightest) {
    if (brightest <= knee) return 1;
    float above = (brightest - knee) / (1 - knee), end = (peak - knee) / (1 - knee);
    float bent = knee + (1 - knee) * above * (1 + above / (end * end)) / (1 + above);
    return fminf(bent, 1) / brightest;
}

// Returns the factor by which a screen of 1,000 candelas shows the light before an HLG camera.
static float screen(const float *scene) {
    float luminance = 0.2627f * scene[0] + 0.6780f * scene[1] + 0.0593f * scene[2];
    return peak * powf(luminance, 0.2f);
}

void tone_mapping_row(const struct tone_mapping *mapping, const uint16_t *from, uint8_t *to,
                      int width) {
    for (int x = 0; x < width; x++, from += 4, to += 4) {
        float stored[3], shown[3];
        for (int i = 0; i < 3; i++) stored[i] = mapping->linear[from[i] >> 4];
        float factor = mapping->is_hlg ? screen(stored) : 1;
        for (int i = 0; i < 3; i++) {
            const float *row = mapping->matrix[i];
            shown[i] = factor * (row[0] * stored[0] + row[1] * stored[1] + row[2] * stored[2]);
        }
        if (mapping->bends) factor = bend(fmaxf(shown[0], fmaxf(shown[1], shown[2])));
        else factor = 1;
        for (int i = 0; i < 3; i++) {
            float value = fminf(fmaxf(shown[i] * factor, 0), 1);
            to[i] = mapping->encoded[(int)(sqrtf(value) * (STEPS - 1) + 0.5f)];
        }
        to[3] = (uint8_t)(from[3] >> 8);
    }
}
