#include "ColourProfile.h"

#include <math.h>
#include <string.h>

// From XYZ as in profiles, adapted to D50, to linear sRGB.
static const double xyz_to_srgb[9] = {
    3.1338561, -1.6168667, -0.4906146,  //
    -0.9787684, 1.9161415, 0.0334540,   //
    0.0719453, -0.2289914, 1.4052427,
};

static uint32_t be32(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static double fixed(const uint8_t *bytes) { return (int32_t)be32(bytes) / 65536.0; }

// Returns the data of a tag with at least that many bytes.
static const uint8_t *tag(const uint8_t *bytes, size_t count, const char *name, size_t least,
                          size_t *size) {
    uint32_t tags = be32(bytes + 128);
    for (uint32_t i = 0; i < tags && i < 100 && 132 + (size_t)(i + 1) * 12 <= count; i++) {
        const uint8_t *entry = bytes + 132 + (size_t)i * 12;
        uint32_t offset = be32(entry + 4);
        *size = be32(entry + 8);
        if (memcmp(entry, name, 4) == 0)
            return offset <= count && *size <= count - offset && *size >= least ? bytes + offset
                                                                                 : NULL;
    }
    return NULL;
}

static double srgb_to_linear(double value) {
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

// Parametric curves (ICC.1:2010, 10.16).
static int read_parametric(const uint8_t *curve, size_t size, float *linear) {
    static const size_t numbers[5] = {1, 3, 4, 5, 7};
    unsigned kind = (unsigned)curve[8] << 8 | curve[9];
    double p[7] = {0};
    if (kind > 4 || size < 12 + 4 * numbers[kind])
        return 0;
    for (size_t i = 0; i < numbers[kind]; i++)
        p[i] = fixed(curve + 12 + 4 * i);
    double g = p[0], a = kind == 0 ? 1 : p[1], b = p[2], c = 0, d = -1, e = 0, f = 0;
    if (kind == 1 || kind == 2) {
        d = a == 0 ? 0 : -b / a;
        e = f = kind == 2 ? p[3] : 0;
    } else if (kind >= 3) {
        c = p[3];
        d = p[4];
        e = p[5];
        f = p[6];
    }
    for (int i = 0; i < 256; i++) {
        double x = i / 255.0;
        double base = a * x + b;
        linear[i] = (float)(x >= d ? pow(base > 0 ? base : 0, g) + e : c * x + f);
    }
    return 1;
}

static int read_curve(const uint8_t *curve, size_t size, float *linear) {
    if (memcmp(curve, "para", 4) == 0)
        return read_parametric(curve, size, linear);
    if (memcmp(curve, "curv", 4) != 0)
        return 0;
    uint32_t count = be32(curve + 8);
    if (count > (size - 12) / 2)
        return 0;
    for (int i = 0; i < 256; i++) {
        double x = i / 255.0;
        if (count == 0) {
            linear[i] = (float)x;
        } else if (count == 1) {
            linear[i] = (float)pow(x, ((unsigned)curve[12] << 8 | curve[13]) / 256.0);
        } else {
            double place = x * (count - 1);
            uint32_t left = (uint32_t)place;
            uint32_t right = left + 1 < count ? left + 1 : left;
            const uint8_t *table = curve + 12;
            double low = (unsigned)table[left * 2] << 8 | table[left * 2 + 1];
            double high = (unsigned)table[right * 2] << 8 | table[right * 2 + 1];
            linear[i] = (float)((low + (high - low) * (place - left)) / 65535.0);
        }
    }
    return 1;
}

static void set_matrix(struct colour_profile *profile, const double *to_xyz) {
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            double sum = 0;
            for (int k = 0; k < 3; k++)
                sum += xyz_to_srgb[row * 3 + k] * to_xyz[k * 3 + column];
            profile->matrix[row * 3 + column] = (float)sum;
        }
}

static int is_srgb(const struct colour_profile *profile) {
    for (int i = 0; i < 9; i++)
        if (fabsf(profile->matrix[i] - (i % 4 == 0 ? 1 : 0)) > 0.01f)
            return 0;
    for (int i = 0; i < 256; i += 5)
        for (int band = 0; band < 3; band++)
            if (fabs(profile->linear[band][i] - srgb_to_linear(i / 255.0)) > 0.002)
                return 0;
    return 1;
}

int heliograph_colour_profile_read(const uint8_t *bytes, size_t count,
                                   struct colour_profile *profile) {
    static const char *const colorants[3] = {"rXYZ", "gXYZ", "bXYZ"};
    static const char *const curves[3] = {"rTRC", "gTRC", "bTRC"};
    double to_xyz[9];
    size_t size;
    if (count < 132 || memcmp(bytes + 16, "RGB XYZ ", 8) != 0 ||
        tag(bytes, count, "A2B0", 0, &size) != NULL)
        return 0;
    for (int band = 0; band < 3; band++) {
        const uint8_t *colorant = tag(bytes, count, colorants[band], 20, &size);
        if (colorant == NULL)
            return 0;
        for (int k = 0; k < 3; k++)
            to_xyz[k * 3 + band] = fixed(colorant + 8 + 4 * k);
        const uint8_t *curve = tag(bytes, count, curves[band], 12, &size);
        if (curve == NULL || !read_curve(curve, size, profile->linear[band]))
            return 0;
    }
    set_matrix(profile, to_xyz);
    profile->is_srgb = is_srgb(profile);
    return 1;
}

// The tag cicp (ICC.1:2022, 9.2.17).
int heliograph_colour_profile_numbers(const uint8_t *bytes, size_t count, int *primaries,
                                      int *transfer) {
    size_t size;
    const uint8_t *numbers = count < 132 ? NULL : tag(bytes, count, "cicp", 12, &size);
    if (numbers == NULL)
        return 0;
    *primaries = numbers[8];
    *transfer = numbers[9];
    return 1;
}

// Converts linear to sRGB, finely enough that no dark shade is lost.
static uint8_t encode(float value) {
    static uint8_t table[1 << 14];
    static int is_made;
    const int last = (1 << 14) - 1;
    if (!is_made) {
        for (int i = 0; i <= last; i++) {
            double x = (double)i / last;
            double y = x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
            table[i] = (uint8_t)(y * 255 + 0.5);
        }
        is_made = 1;
    }
    // NaN counts as 0.
    if (!(value > 0))
        return 0;
    return value >= 1 ? 255 : table[(int)(value * (float)last + 0.5f)];
}

void heliograph_colour_profile_apply(const struct colour_profile *profile, uint8_t *pixels,
                                     size_t count) {
    const float *m = profile->matrix;
    for (size_t i = 0; i < count; i++, pixels += 4) {
        float red = profile->linear[0][pixels[0]];
        float green = profile->linear[1][pixels[1]];
        float blue = profile->linear[2][pixels[2]];
        pixels[0] = encode(m[0] * red + m[1] * green + m[2] * blue);
        pixels[1] = encode(m[3] * red + m[4] * green + m[5] * blue);
        pixels[2] = encode(m[6] * red + m[7] * green + m[8] * blue);
    }
}
