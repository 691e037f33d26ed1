#ifndef HELIOGRAPH_SANDBOX_H
#define HELIOGRAPH_SANDBOX_H

#include <stddef.h>
#include <stdint.h>

// The restrictions of a process before it reads untrusted bytes. This kernel may not support every part; that is
// reported and not ignored.

enum heliograph_sandbox_part {
    HELIOGRAPH_SANDBOX_LIMITS = 1,    // setrlimit(2): memory, open files, no written files, no core
    HELIOGRAPH_SANDBOX_LANDLOCK = 2,  // landlock(7): no path can be opened, no address reached
    HELIOGRAPH_SANDBOX_SECCOMP = 4,   // seccomp(2): only the calls reading needs
};

struct heliograph_sandbox_limits {
    uint64_t memory;     // bytes of address space besides what is mapped already
    uint64_t processor;  // seconds of processor time from now on
    uint64_t files;      // open descriptors
    int threads;         // whether threads may be started
};

// Enters the given parts of the sandbox irrevocably and returns those that apply. For each of the others, `errors` has
// its errno, in the order of the parts.
int heliograph_sandbox_enter(int parts, const struct heliograph_sandbox_limits *_Nonnull limits,
                             int errors[_Nonnull 3]);

// Allows that many seconds of processor time from now on, at most an hour in total; works inside the sandbox.
int heliograph_sandbox_allow_processor(uint64_t seconds);

#endif
