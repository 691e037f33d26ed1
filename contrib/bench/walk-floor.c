// The floor that an index without a change is measured against: one process that watches every directory of
// a tree with inotify, lists it, and asks for the attributes of every file.
//
//     walk-floor DIR
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

static int queue;
static char path[PATH_MAX];

static void must(int isTrue, const char *what) {
    if (isTrue)
        return;
    fprintf(stderr, "walk-floor: %s %s: %s\n", what, path, strerror(errno));
    exit(1);
}

static void walk(size_t length) {
    struct stat found;
    int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    must(descriptor >= 0, "open");
    must(inotify_add_watch(queue, path, IN_CREATE | IN_DELETE | IN_MOVE | IN_CLOSE_WRITE | IN_ATTRIB) >= 0, "watch");
    must(fstat(descriptor, &found) == 0, "stat");
    DIR *directory = fdopendir(descriptor);
    must(directory != NULL, "list");
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
            continue;
        if (entry->d_type == DT_DIR) {
            size_t more = (size_t)snprintf(path + length, sizeof path - length, "/%s", entry->d_name);
            must(length + more < sizeof path, "name");
            walk(length + more);
            path[length] = 0;
        } else {
            must(fstatat(descriptor, entry->d_name, &found, AT_SYMLINK_NOFOLLOW) == 0, "stat");
        }
    }
    closedir(directory);
}

int main(int count, char **arguments) {
    must(count == 2 && strlen(arguments[1]) < sizeof path, "usage: walk-floor DIR");
    queue = inotify_init1(IN_CLOEXEC);
    must(queue >= 0, "inotify");
    strcpy(path, arguments[1]);
    walk(strlen(path));
}
