#ifndef HELIOGRAPH_INOTIFYTOOLS_SHIM_H
#define HELIOGRAPH_INOTIFYTOOLS_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <sys/inotify.h>

#include <inotifytools/inotifytools.h>

// Swift cannot reach a flexible array member, and a copy of the struct would lose the data after it: the name is read
// through the event's own address.
static inline const char *_Nonnull heliograph_event_name(
    const struct inotify_event *_Nonnull event) {
    return event->name;
}

#endif
