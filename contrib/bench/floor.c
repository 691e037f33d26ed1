// The floor that the latency of one new photo is measured against: one process that waits for inotify,
// reads a file's first 64 KiB, decodes the Exif with libexif, commits one row to an indexed SQLite table
// with synchronous=FULL, and writes a line.
//
//     floor DIR DATABASE ROWS
//
// ROWS is how many photos the table holds before. A line says when that is done; then each new file of
// DIR gets one.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <libexif/exif-data.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

static sqlite3 *database;
static sqlite3_stmt *insert;
static unsigned char content[64 << 10];

static void must(int isTrue, const char *what) {
    if (isTrue)
        return;
    fprintf(stderr, "floor: %s: %s\n", what, database ? sqlite3_errmsg(database) : strerror(errno));
    exit(1);
}

static void run(const char *sql) {
    must(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, sql);
}

static void open_database(const char *path, long rows) {
    must(sqlite3_open(path, &database) == SQLITE_OK, "open");
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
        "CREATE TABLE photo (id INTEGER PRIMARY KEY, directory INTEGER, name TEXT, inode INTEGER,"
        " size INTEGER, modified INTEGER, fingerprint INTEGER, date TEXT, make TEXT, model TEXT)");
    char fill[512];
    snprintf(fill, sizeof fill,
             "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %ld)"
             "INSERT INTO photo SELECT i, i / 1000, 'IMG_' || i, random(), 9000, random(), random(),"
             " datetime(1262304000 + i * 300, 'unixepoch'), 'Bench', 'Model 1' FROM n WHERE %ld > 0",
             rows, rows);
    run(fill);
    run("CREATE UNIQUE INDEX byName ON photo (directory, name);"
        "CREATE INDEX byInode ON photo (inode); CREATE INDEX byContent ON photo (fingerprint);"
        "CREATE INDEX byDate ON photo (date); PRAGMA wal_checkpoint(TRUNCATE)");
    must(sqlite3_prepare_v2(database, "INSERT INTO photo VALUES (NULL, 0, ?, ?, ?, ?, ?, ?, ?, ?)", -1,
                            &insert, NULL) == SQLITE_OK, "prepare");
}

static void bind_tag(int column, ExifData *exif, ExifIfd ifd, ExifTag tag) {
    ExifEntry *entry = exif ? exif_content_get_entry(exif->ifd[ifd], tag) : NULL;
    if (entry)
        sqlite3_bind_text(insert, column, (const char *)entry->data, (int)entry->size - 1, SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(insert, column);
}

static void take(int directory, const char *name) {
    int file = openat(directory, name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    struct stat status;
    fstat(file, &status);
    ssize_t count = read(file, content, sizeof content);
    close(file);
    if (count <= 0)
        return;
    sqlite3_int64 hash = 1469598103934665603;
    for (ssize_t index = 0; index < count; index++)
        hash = (hash ^ content[index]) * 1099511628211;
    ExifData *exif = exif_data_new_from_data(content, (unsigned int)count);
    sqlite3_bind_text(insert, 1, name, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(insert, 2, (sqlite3_int64)status.st_ino);
    sqlite3_bind_int64(insert, 3, status.st_size);
    sqlite3_bind_int64(insert, 4, status.st_mtime);
    sqlite3_bind_int64(insert, 5, hash);
    bind_tag(6, exif, EXIF_IFD_EXIF, EXIF_TAG_DATE_TIME_ORIGINAL);
    bind_tag(7, exif, EXIF_IFD_0, EXIF_TAG_MAKE);
    bind_tag(8, exif, EXIF_IFD_0, EXIF_TAG_MODEL);
    if (exif)
        exif_data_unref(exif);
    must(sqlite3_step(insert) == SQLITE_DONE, "insert");
    sqlite3_reset(insert);
    printf("{\"path\":\"%s\"}\n", name);
    fflush(stdout);
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: floor DIR DATABASE ROWS\n");
        return 64;
    }
    int directory = open(arguments[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    must(directory >= 0, arguments[1]);
    open_database(arguments[2], atol(arguments[3]));
    int notify = inotify_init1(IN_CLOEXEC);
    must(inotify_add_watch(notify, arguments[1], IN_CLOSE_WRITE) >= 0, "watch");
    puts("ready");
    fflush(stdout);
    static char buffer[64 << 10] __attribute__((aligned(8)));
    ssize_t length;
    while ((length = read(notify, buffer, sizeof buffer)) > 0)
        for (char *at = buffer; at < buffer + length;) {
            const struct inotify_event *event = (const struct inotify_event *)at;
            if (event->len)
                take(directory, event->name);
            at += sizeof *event + event->len;
        }
    return 0;
}
