#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "film.h"

// Films with more brightness or colours than sRGB. 1 is the white of paper, which BT.2408 puts at 203 candelas per
// square metre. Up to half of it light is unchanged; above, it is compressed so that 1,000 candelas become the maximum
// (Reinhard's extended curve, joined to the line where their slopes agree). White paper results in 88 %.
enum { STEPS = 4096 };
static const float white = 203, peak = 1000 / 203.0f, knee = 0.5f;

struct film_light {
    int bends;  // whether there is light above white
    int is_hlg;
    float linear[STEPS];     // of the signal
    uint8_t encoded[STEPS];  // of the square root of light, in sRGB
    float matrix[3][3];      // of the film's colours
};

static const float from_2020[3][3] = {{1.660491f, -0.587641f, -0.072850f},
                                      {-0.124550f, 1.132900f, -0.008349f},
                                      {-0.018151f, -0.100579f, 1.118730f}};
static const float from_p3[3][3] = {{1.224940f, -0.224940f, 0},
                                    {-0.042057f, 1.042057f, 0},
                                    {-0.019638f, -0.078636f, 1.098274f}};
static const float same[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static int is_p3(const AVFrame *frame) {
    return frame->color_primaries == AVCOL_PRI_SMPTE431 || frame->color_primaries == AVCOL_PRI_SMPTE432;
}

int film_needs_light(const AVFrame *frame) {
    return frame->color_trc == AVCOL_TRC_SMPTE2084 || frame->color_trc == AVCOL_TRC_ARIB_STD_B67 ||
           frame->color_primaries == AVCOL_PRI_BT2020 || is_p3(frame);
}

static double linear(enum AVColorTransferCharacteristic transfer, double signal) {
    if (transfer == AVCOL_TRC_SMPTE2084) {
        double power = pow(signal, 1 / 78.84375);
        return 10000 / white * pow(fmax(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power),
                                   1 / 0.1593017578125);
    }
    if (transfer == AVCOL_TRC_ARIB_STD_B67)
        return signal <= 0.5 ? signal * signal / 3
                             : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12;
    // Other films are shown as sRGB.
    return signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4);
}

struct film_light *film_light_create(const AVFrame *frame) {
    struct film_light *light = calloc(1, sizeof *light);
    if (light == NULL) return NULL;
    light->is_hlg = frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
    light->bends = light->is_hlg || frame->color_trc == AVCOL_TRC_SMPTE2084;
    int is_2020 = frame->color_primaries == AVCOL_PRI_BT2020 ||
                  (light->bends && frame->color_primaries == AVCOL_PRI_UNSPECIFIED);
    memcpy(light->matrix, is_2020 ? from_2020 : is_p3(frame) ? from_p3 : same, sizeof same);
    for (int i = 0; i < STEPS; i++) {
        double part = (double)i / (STEPS - 1), value = part * part;
        light->linear[i] = (float)linear(frame->color_trc, part);
        double encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055;
        light->encoded[i] = (uint8_t)lround(encoded * 255);
    }
    return light;
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

void film_light_row(const struct film_light *light, const uint16_t *from, uint8_t *to, int width) {
    for (int x = 0; x < width; x++, from += 4, to += 4) {
        float stored[3], shown[3];
        for (int i = 0; i < 3; i++) stored[i] = light->linear[from[i] >> 4];
        float factor = light->is_hlg ? screen(stored) : 1;
        for (int i = 0; i < 3; i++) {
            const float *row = light->matrix[i];
            shown[i] = factor * (row[0] * stored[0] + row[1] * stored[1] + row[2] * stored[2]);
        }
        if (light->bends) factor = bend(fmaxf(shown[0], fmaxf(shown[1], shown[2])));
        else factor = 1;
        for (int i = 0; i < 3; i++) {
            float value = fminf(fmaxf(shown[i] * factor, 0), 1);
            to[i] = light->encoded[(int)(sqrtf(value) * (STEPS - 1) + 0.5f)];
        }
        to[3] = (uint8_t)(from[3] >> 8);
    }
}
