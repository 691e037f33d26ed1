// The limit the first index is measured against: one thread that goes over a folder, stats every
// file, reads its first 64 KiB and decodes the Exif with libexif, and stores nothing.
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <libexif/exif-data.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static unsigned char buffer[64 << 10];
static long files, with_exif;

static int visit(const char *path, const struct stat *status, int type, struct FTW *position) {
    (void)status;
    (void)position;
    if (type != FTW_F)
        return 0;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return 0;
    ssize_t count = read(descriptor, buffer, sizeof buffer);
    close(descriptor);
    if (count <= 0)
        return 0;
    files++;
    ExifData *data = exif_data_new_from_data(buffer, (unsigned int)count);
    if (data) {
        for (int ifd = 0; ifd < EXIF_IFD_COUNT; ifd++)
            if (data->ifd[ifd] && data->ifd[ifd]->count > 0) {
                with_exif++;
                break;
            }
        exif_data_unref(data);
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: exif-loop DIR\n");
        return 64;
    }
    nftw(arguments[1], visit, 64, FTW_PHYS);
    printf("%ld files, %ld with Exif\n", files, with_exif);
    return 0;
}
