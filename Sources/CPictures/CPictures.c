#define _GNU_SOURCE
#include "CPictures.h"
#include "CToneMapping.h"
#include "ColourProfile.h"

#include <dlfcn.h>
#include <errno.h>
#include <gmodule.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vips/vips.h>
#include <vips/vector.h>

// libvips reads 4 KiB at a time.
#define READ_AHEAD (128 << 10)

struct heliograph_picture {
    struct heliograph_picture_source source;
    uint64_t position;
    VipsSource *stream;
    VipsImage *image;
    enum heliograph_picture_kind kind;
    int small;
    int primaries, transfer;  // as in ITU-T H.273
    void *pixels;  // those that it has instead of a file
    uint64_t window;  // where the bytes that were read ahead lie
    size_t window_count;
    uint8_t bytes[READ_AHEAD];
};

// Takes the last error of libvips, as one line. Some decoders only warn.
static int fail(char *reason) {
    const char *text = vips_error_buffer();
    if (text[strspn(text, " \n")] == 0)
        text = "it is damaged or cut off";
    size_t count = strcspn(text, "\n");
    if (count >= HELIOGRAPH_REASON_SIZE)
        count = HELIOGRAPH_REASON_SIZE - 1;
    memcpy(reason, text, count);
    reason[count] = 0;
    vips_error_clear();
    return -1;
}

// Debian has a few formats as modules of libvips. Loading all of them would take a hundred milliseconds, most of it for
// formats that are not used here.
static void load_module(const char *name) {
    Dl_info library;
    char path[4096];
    if (dladdr((void *)vips_init, &library) == 0 || library.dli_fname == NULL)
        return;
    const char *end = strrchr(library.dli_fname, '/');
    if (end == NULL)
        return;
    snprintf(path, sizeof path, "%.*s/vips-modules-%d.%d/%s.so", (int)(end - library.dli_fname),
             library.dli_fname, vips_version(0), vips_version(1), name);
    GModule *module = g_module_open(path, G_MODULE_BIND_LAZY);
    if (module != NULL)
        g_module_make_resident(module);
}

int heliograph_pictures_start(char *reason) {
    // Each thread would reserve address space for an arena of its own.
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    // A directory without modules.
    setenv("VIPSHOME", "/proc/self/fdinfo", 1);
    setenv("VIPS_DISC_THRESHOLD", "1000g", 1);
    if (vips_init("heliograph") != 0)
        return fail(reason);
    load_module("vips-heif");
    load_module("vips-jxl");
    vips_concurrency_set(1);
    vips_cache_set_max(0);
    // Before 8.15 libvips compiles code, for which a sandbox has no memory.
    if (vips_version(0) == 8 && vips_version(1) < 15)
        vips_vector_set_enabled(FALSE);
    static const char *const loaders[] = {
        "VipsForeignLoadJpeg", "VipsForeignLoadPng",  "VipsForeignLoadWebp", "VipsForeignLoadTiff",
        "VipsForeignLoadNsgif", "VipsForeignLoadHeif", "VipsForeignLoadJxl",  "VipsForeignLoadJp2k",
    };
    vips_operation_block_set("VipsForeignLoad", TRUE);
    for (size_t i = 0; i < sizeof loaders / sizeof loaders[0]; i++)
        vips_operation_block_set(loaders[i], FALSE);
    return 0;
}

static void apply_freed(const struct heliograph_picture_source *source, uint64_t at, uint8_t *bytes,
                        size_t count) {
    static const uint8_t word[4] = {'f', 'r', 'e', 'e'};
    for (size_t i = 0; i < source->freed_count; i++)
        for (uint64_t k = 0; k < 4; k++) {
            uint64_t place = source->freed[i] + k;
            if (place >= at && place - at < count)
                bytes[place - at] = word[k];
        }
}

// Reads the data at the position, and more of it if reading continues without a jump.
static ssize_t fill(heliograph_picture *picture) {
    const struct heliograph_picture_source *source = &picture->source;
    int goes_on = picture->position == picture->window + picture->window_count;
    size_t wanted = goes_on ? READ_AHEAD : 16 << 10;
    if (wanted > source->length - picture->position)
        wanted = source->length - picture->position;
    ssize_t count;
    do
        count = pread(source->file, picture->bytes, wanted,
                      (off_t)(source->offset + picture->position));
    while (count < 0 && errno == EINTR);
    picture->window = picture->position;
    picture->window_count = count > 0 ? (size_t)count : 0;
    apply_freed(source, picture->position, picture->bytes, picture->window_count);
    return count;
}

// Reads all the requested bytes, up to the end: libtiff takes a short read for damage.
static gint64 read_source(VipsSourceCustom *stream, void *buffer, gint64 length,
                          heliograph_picture *picture) {
    (void)stream;
    const struct heliograph_picture_source *source = &picture->source;
    gint64 done = 0;
    while (done < length && picture->position < source->length) {
        if (picture->position < picture->window ||
            picture->position - picture->window >= picture->window_count) {
            ssize_t read = fill(picture);
            if (read <= 0)
                return done > 0 ? done : read;
        }
        size_t skipped = picture->position - picture->window;
        size_t count = picture->window_count - skipped;
        count = count < (size_t)(length - done) ? count : (size_t)(length - done);
        memcpy((uint8_t *)buffer + done, picture->bytes + skipped, count);
        picture->position += count;
        done += (gint64)count;
    }
    return done;
}

static gint64 seek_source(VipsSourceCustom *stream, gint64 offset, int whence,
                          heliograph_picture *picture) {
    (void)stream;
    gint64 base = whence == SEEK_SET   ? 0
                  : whence == SEEK_CUR ? (gint64)picture->position
                                       : (gint64)picture->source.length;
    gint64 end = (gint64)picture->source.length;
    if (offset < -base || offset > (gint64)1 << 50)
        return -1;
    // A segment may claim to be longer than the file, and libvips accepts no position beyond the end. libheif seeks to
    // such a position to check the length of the file, and aborts the process if the seek wrongly succeeds.
    if (base + offset > end && picture->kind == HELIOGRAPH_HEIF)
        return -1;
    gint64 place = base + offset < end ? base + offset : end;
    picture->position = (uint64_t)place;
    return place;
}

static VipsSource *open_stream(heliograph_picture *picture) {
    VipsSourceCustom *stream = vips_source_custom_new();
    if (stream == NULL)
        return NULL;
    picture->position = 0;
    g_signal_connect(stream, "read", G_CALLBACK(read_source), picture);
    g_signal_connect(stream, "seek", G_CALLBACK(seek_source), picture);
    return VIPS_SOURCE(stream);
}

// Loads the picture, `shrink` times smaller if the format can be decoded that way: 1, 2, 4 or 8.
static int load(heliograph_picture *picture, int shrink, VipsImage **image) {
    VipsSource *stream = picture->stream;
    const VipsAccess access = VIPS_ACCESS_SEQUENTIAL;
    switch (picture->kind) {
    case HELIOGRAPH_JPEG:
        return vips_jpegload_source(stream, image, "access", access, "shrink", shrink, NULL);
    case HELIOGRAPH_WEBP:
        return vips_webpload_source(stream, image, "access", access, "scale", 1.0 / shrink, NULL);
    case HELIOGRAPH_PNG: return vips_pngload_source(stream, image, "access", access, NULL);
    case HELIOGRAPH_TIFF: return vips_tiffload_source(stream, image, "access", access, NULL);
    case HELIOGRAPH_GIF: return vips_gifload_source(stream, image, "access", access, NULL);
    case HELIOGRAPH_HEIF:
        return vips_heifload_source(stream, image, "access", access, "thumbnail", picture->small,
                                    NULL);
    case HELIOGRAPH_JXL: return vips_jxlload_source(stream, image, "access", access, NULL);
    case HELIOGRAPH_PIXELS: break;
    case HELIOGRAPH_JP2K: return vips_jp2kload_source(stream, image, "access", access, NULL);
    }
    return -1;
}

heliograph_picture *heliograph_picture_open(const struct heliograph_picture_source *source,
                                            enum heliograph_picture_kind kind, int small,
                                            struct heliograph_picture_facts *facts, char *reason) {
    reason[0] = 0;
    // Decoders complain about pictures that they draw all the same; that is no reason for this one.
    vips_error_clear();
    heliograph_picture *picture = calloc(1, sizeof *picture);
    if (picture == NULL)
        return NULL;
    picture->source = *source;
    picture->source.freed = NULL;
    if (source->freed_count > 0) {
        size_t size = source->freed_count * sizeof *source->freed;
        uint64_t *freed = malloc(size);
        if (freed == NULL) {
            free(picture);
            return NULL;
        }
        memcpy(freed, source->freed, size);
        picture->source.freed = freed;
    }
    picture->kind = kind;
    picture->small = small;
    picture->stream = open_stream(picture);
    if (picture->stream == NULL || load(picture, 1, &picture->image) != 0) {
        fail(reason);
        heliograph_picture_close(picture);
        return NULL;
    }
    facts->width = picture->image->Xsize;
    facts->height = picture->image->Ysize;
    facts->orientation = vips_image_get_orientation(picture->image);
    return picture;
}

heliograph_picture *heliograph_picture_of_pixels(void *pixels, int width, int height,
                                                 char *reason) {
    size_t size = (size_t)width * (size_t)height * 4;
    heliograph_picture *picture = calloc(1, sizeof *picture);
    if (picture != NULL) {
        picture->kind = HELIOGRAPH_PIXELS;
        picture->pixels = pixels;
        picture->image =
            vips_image_new_from_memory(pixels, size, width, height, 4, VIPS_FORMAT_UCHAR);
    }
    if (picture == NULL || picture->image == NULL) {
        fail(reason);
        free(pixels);
        free(picture);
        return NULL;
    }
    picture->image->Type = VIPS_INTERPRETATION_sRGB;
    return picture;
}

void heliograph_picture_declare(heliograph_picture *picture, int primaries, int transfer) {
    picture->primaries = primaries;
    picture->transfer = transfer;
}

void heliograph_picture_close(heliograph_picture *picture) {
    if (picture->image != NULL)
        g_object_unref(picture->image);
    if (picture->stream != NULL)
        g_object_unref(picture->stream);
    free((void *)picture->source.freed);
    free(picture->pixels);
    free(picture);
}

// Leaves most of the last halving to a good filter: 4,000 pixels become 500, then 256.
static int shrink_of(const heliograph_picture *picture,
                     const struct heliograph_picture_geometry *geometry) {
    if (picture->kind != HELIOGRAPH_JPEG && picture->kind != HELIOGRAPH_WEBP)
        return 1;
    double across = (double)picture->image->Xsize / geometry->scaled_width;
    double down = (double)picture->image->Ysize / geometry->scaled_height;
    double factor = across < down ? across : down;
    return factor >= 14 ? 8 : factor >= 7 ? 4 : factor >= 3.5 ? 2 : 1;
}

// How the colours of a scaled picture become sRGB.
struct conversion {
    int is_ours;  // and not that of lcms, if there is one
    int applies;
    struct colour_profile profile;
    struct tone_mapping *mapping;  // comes before the profile
};

// Finds the conversion done by our own code. lcms would show what is brighter than white too dark or cut off.
static struct conversion own_conversion(const heliograph_picture *picture) {
    struct conversion conversion = {0};
    const VipsImage *image = picture->image;
    const void *bytes;
    size_t count;
    int primaries = picture->primaries, transfer = picture->transfer, is_needed;
    if (image->Bands < 3 || image->Type == VIPS_INTERPRETATION_CMYK)
        return conversion;
    if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) == 0) {
        is_needed = tone_mapping_is_needed(primaries, transfer);
    } else if (vips_image_get_blob(image, VIPS_META_ICC_NAME, &bytes, &count) == 0) {
        is_needed = heliograph_colour_profile_numbers(bytes, count, &primaries, &transfer) &&
                    tone_mapping_is_hdr(transfer);
        if (!is_needed && image->BandFmt == VIPS_FORMAT_UCHAR &&
            heliograph_colour_profile_read(bytes, count, &conversion.profile)) {
            conversion.is_ours = 1;
            conversion.applies = !conversion.profile.is_srgb;
        }
    } else {
        return conversion;
    }
    int is_whole = image->BandFmt == VIPS_FORMAT_UCHAR || image->BandFmt == VIPS_FORMAT_USHORT;
    if (is_needed && is_whole) {
        conversion.mapping = tone_mapping_create(primaries, transfer);
        conversion.is_ours = conversion.mapping != NULL;
    }
    return conversion;
}

// Whether a profile has as many bands as the picture.
static int fits_bands(const VipsImage *image) {
    const void *bytes;
    size_t count;
    if (vips_image_get_blob(image, VIPS_META_ICC_NAME, &bytes, &count) != 0 || count < 132)
        return 0;
    const char *space = (const char *)bytes + 16;
    if (image->Type == VIPS_INTERPRETATION_CMYK)
        return memcmp(space, "CMYK", 4) == 0;
    return memcmp(space, image->Bands < 3 ? "GRAY" : "RGB ", 4) == 0;
}

static int is_in_srgb(const VipsImage *image) {
    return image->Type == VIPS_INTERPRETATION_sRGB && image->BandFmt == VIPS_FORMAT_UCHAR;
}

// Converts to sRGB with eight bits; takes ownership of the image.
static VipsImage *in_srgb(VipsImage *image) {
    VipsImage *coloured = NULL;
    VipsImage *cast = NULL;
    if (is_in_srgb(image))
        return image;
    int error = vips_colourspace(image, &coloured, VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(image);
    if (error != 0)
        return NULL;
    error = vips_cast_uchar(coloured, &cast, NULL);
    g_object_unref(coloured);
    return error == 0 ? cast : NULL;
}

// Scales, and converts to sRGB with eight bits unless our own code converts the colours; one to four bands.
static VipsImage *scale(const heliograph_picture *picture,
                        const struct heliograph_picture_geometry *geometry,
                        const struct conversion *conversion) {
    VipsImage *image = NULL;
    VipsImage *scaled = NULL;
    int is_ours = conversion->is_ours;
    // With all their bits.
    if (conversion->mapping != NULL && picture->image->BandFmt == VIPS_FORMAT_USHORT) {
        double across = (double)geometry->scaled_width / picture->image->Xsize;
        double down = (double)geometry->scaled_height / picture->image->Ysize;
        return vips_resize(picture->image, &scaled, across, "vscale", down, NULL) == 0 ? scaled
                                                                                       : NULL;
    }
    if (vips_copy(picture->image, &image, NULL) != 0)
        return NULL;
    if (is_ours || (vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 && !fits_bands(image)))
        vips_image_remove(image, VIPS_META_ICC_NAME);
    // Without a profile libvips makes one up, which only colours of other kinds need.
    int by_lcms = vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0 ||
                  image->Type == VIPS_INTERPRETATION_CMYK;
    int error = by_lcms ? vips_thumbnail_image(image, &scaled, geometry->scaled_width, "height",
                                               geometry->scaled_height, "size", VIPS_SIZE_FORCE,
                                               "no_rotate", TRUE, "export_profile", "srgb", NULL)
                        : vips_thumbnail_image(image, &scaled, geometry->scaled_width, "height",
                                               geometry->scaled_height, "size", VIPS_SIZE_FORCE,
                                               "no_rotate", TRUE, NULL);
    g_object_unref(image);
    return error == 0 ? in_srgb(scaled) : NULL;
}

// The position of the pixel in a column and row, and the steps between pixels, in the turned picture.
struct turn {
    ptrdiff_t start;
    ptrdiff_t across;
    ptrdiff_t down;
};

static struct turn turn_of(int orientation, ptrdiff_t width, ptrdiff_t height) {
    switch (orientation) {
    case 2: return (struct turn){width - 1, -1, width};
    case 3: return (struct turn){width * height - 1, -1, -width};
    case 4: return (struct turn){width * (height - 1), 1, -width};
    case 5: return (struct turn){0, height, 1};
    case 6: return (struct turn){height - 1, height, -1};
    case 7: return (struct turn){width * height - 1, -height, -1};
    case 8: return (struct turn){height * (width - 1), -height, 1};
    default: return (struct turn){0, 1, width};
    }
}

// Maps a row of at least three bands, with the help of a row of 16 bits.
static void map(const struct tone_mapping *mapping, const VipsImage *image, const void *from,
                int width, uint16_t *wide, uint8_t *to) {
    const uint8_t *bytes = from;
    const uint16_t *words = from;
    int is_wide = image->BandFmt == VIPS_FORMAT_USHORT, bands = image->Bands;
    for (int x = 0; x < width; x++)
        for (int band = 0; band < 4; band++) {
            int at = x * bands + band;
            wide[x * 4 + band] = band >= bands ? UINT16_MAX
                                 : is_wide     ? words[at]
                                               : (uint16_t)(bytes[at] * 257);
        }
    tone_mapping_row(mapping, wide, to, width);
}

// Expands a row to red, green, blue and alpha; returns the smallest alpha in it.
static uint8_t expand(const uint8_t *from, int bands, int width, uint8_t *to) {
    uint8_t least = 255;
    for (int x = 0; x < width; x++, from += bands, to += 4) {
        to[0] = from[0];
        to[1] = bands >= 3 ? from[1] : from[0];
        to[2] = bands >= 3 ? from[2] : from[0];
        to[3] = bands == 2 ? from[1] : bands >= 4 ? from[3] : 255;
        least = to[3] < least ? to[3] : least;
    }
    return least;
}

// Puts a row at its position.
static void place(const uint8_t *row, int width, uint8_t *pixels, ptrdiff_t start, ptrdiff_t step) {
    if (step == 1) {
        memcpy(pixels + start * 4, row, (size_t)width * 4);
        return;
    }
    for (int x = 0; x < width; x++)
        memcpy(pixels + (start + x * step) * 4, row + (size_t)x * 4, 4);
}

// Copies strip by strip on this thread, because a sink of libvips would start others.
static int copy_pixels(VipsImage *image, const struct heliograph_picture_geometry *geometry,
                       const struct conversion *conversion, uint8_t *pixels, int *has_alpha) {
    struct turn turn = turn_of(geometry->orientation, geometry->width, geometry->height);
    VipsRegion *region = vips_region_new(image);
    uint8_t *row = malloc((size_t)geometry->width * 4);
    int is_mapped = conversion->mapping != NULL;
    uint16_t *wide = is_mapped ? malloc((size_t)geometry->width * 8) : NULL;
    uint8_t least = 255;
    int error = region == NULL || row == NULL || (is_mapped && wide == NULL);
    for (int y = 0; y < geometry->height && error == 0; y += 16) {
        int lines = geometry->height - y < 16 ? geometry->height - y : 16;
        VipsRect strip = {geometry->left, geometry->top + y, geometry->width, lines};
        error = vips_region_prepare(region, &strip);
        for (int line = 0; line < lines && error == 0; line++) {
            const uint8_t *from =
                VIPS_REGION_ADDR(region, geometry->left, geometry->top + y + line);
            int bands = image->Bands;
            if (is_mapped) {
                map(conversion->mapping, image, from, geometry->width, wide, row);
                from = row;
                bands = 4;
            }
            uint8_t alpha = expand(from, bands, geometry->width, row);
            least = alpha < least ? alpha : least;
            if (conversion->applies)
                heliograph_colour_profile_apply(&conversion->profile, row, (size_t)geometry->width);
            place(row, geometry->width, pixels, turn.start + (y + line) * turn.down, turn.across);
        }
    }
    free(row);
    free(wide);
    if (region != NULL)
        g_object_unref(region);
    *has_alpha = least < 255;
    return error;
}

// Opens the picture again, reduced during decoding.
static int reload(heliograph_picture *picture, int shrink) {
    g_object_unref(picture->image);
    picture->image = NULL;
    g_object_unref(picture->stream);
    picture->stream = open_stream(picture);
    return picture->stream == NULL ? -1 : load(picture, shrink, &picture->image);
}

int heliograph_picture_render(heliograph_picture *picture,
                              const struct heliograph_picture_geometry *geometry, uint8_t *pixels,
                              int *has_alpha, char *reason) {
    int shrink = shrink_of(picture, geometry);
    if (shrink > 1 && reload(picture, shrink) != 0)
        return fail(reason);
    struct conversion conversion = own_conversion(picture);
    VipsImage *scaled = scale(picture, geometry, &conversion);
    if (scaled == NULL) {
        free(conversion.mapping);
        return fail(reason);
    }
    int fits = geometry->left + geometry->width <= scaled->Xsize &&
               geometry->top + geometry->height <= scaled->Ysize;
    if (!fits)
        vips_error("heliograph", "scaled to %d × %d", scaled->Xsize, scaled->Ysize);
    int error = fits ? copy_pixels(scaled, geometry, &conversion, pixels, has_alpha) : -1;
    g_object_unref(scaled);
    free(conversion.mapping);
    return error == 0 ? 0 : fail(reason);
}

// Transparent parts become white in a format without transparency.
static VipsImage *without_alpha(VipsImage *image, int has_alpha) {
    VipsImage *opaque = NULL;
    double white[3] = {255, 255, 255};
    VipsArrayDouble *background = vips_array_double_new(white, 3);
    int error = has_alpha ? vips_flatten(image, &opaque, "background", background, NULL)
                          : vips_extract_band(image, &opaque, 0, "n", 3, NULL);
    vips_area_unref(VIPS_AREA(background));
    return error == 0 ? opaque : NULL;
}

int heliograph_pixels_encode(const uint8_t *pixels, int width, int height, int has_alpha,
                             enum heliograph_encoding encoding, int quality, void **bytes,
                             size_t *count, char *reason) {
    *bytes = NULL;
    size_t size = (size_t)width * (size_t)height * 4;
    VipsImage *all =
        vips_image_new_from_memory(pixels, size, width, height, 4, VIPS_FORMAT_UCHAR);
    if (all == NULL)
        return fail(reason);
    all->Type = VIPS_INTERPRETATION_sRGB;
    int keeps = has_alpha && encoding != HELIOGRAPH_ENCODE_JPEG;
    VipsImage *image = keeps ? g_object_ref(all) : without_alpha(all, has_alpha);
    int error = -1;
    if (image != NULL) {
        switch (encoding) {
        case HELIOGRAPH_ENCODE_JPEG:
            error = vips_jpegsave_buffer(image, bytes, count, "Q", quality, "strip", TRUE, NULL);
            break;
        case HELIOGRAPH_ENCODE_PNG:
            error = vips_pngsave_buffer(image, bytes, count, "strip", TRUE, NULL);
            break;
        case HELIOGRAPH_ENCODE_WEBP:
            error = vips_webpsave_buffer(image, bytes, count, "Q", quality, "strip", TRUE, NULL);
            break;
        case HELIOGRAPH_ENCODE_AVIF:
            error = vips_heifsave_buffer(image, bytes, count, "Q", quality, "compression",
                                         VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "strip", TRUE, NULL);
            break;
        }
        g_object_unref(image);
    }
    g_object_unref(all);
    return error == 0 ? 0 : fail(reason);
}

void heliograph_encoded_free(void *bytes) { g_free(bytes); }
