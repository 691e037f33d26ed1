#define _GNU_SOURCE
#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// Rights of kernels that are newer than the headers this may be built with.
#define ALL_FILE_RIGHTS ((1ULL << 13) - 1)  // ABI 1
#define RIGHT_REFER (1ULL << 13)            // ABI 2
#define RIGHT_TRUNCATE (1ULL << 14)         // ABI 3
#define RIGHT_IOCTL (1ULL << 15)            // ABI 5
#define NET_RIGHTS 3ULL                     // ABI 4: bind and connect

// The seconds of processor time after which a process ends in any case; another takes its place.
#define MOST_PROCESSOR 3600

struct ruleset {
    uint64_t files;
    uint64_t network;
};

// Keeps an existing lower limit.
static int limit(int what, uint64_t value) {
    struct rlimit limit;
    if (getrlimit(what, &limit) != 0)
        return errno;
    if (limit.rlim_max > value)
        limit.rlim_max = value;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(what, &limit) == 0 ? 0 : errno;
}

int heliograph_sandbox_allow_processor(uint64_t seconds) {
    // The current limit: read once, and set again only if it differs, because this is called with each packet.
    static struct rlimit limit;
    struct timespec used;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used) != 0)
        return -errno;
    if (limit.rlim_max == 0 && getrlimit(RLIMIT_CPU, &limit) != 0)
        return -errno;
    // The soft limit sends SIGXCPU, which a process that was taken over can ignore; the hard one sends SIGKILL.
    struct rlimit wanted = {(uint64_t)used.tv_sec + 1 + seconds, limit.rlim_max};
    if (wanted.rlim_max > MOST_PROCESSOR)
        wanted.rlim_max = MOST_PROCESSOR;
    if (wanted.rlim_cur > wanted.rlim_max)
        wanted.rlim_cur = wanted.rlim_max;
    if (wanted.rlim_cur == limit.rlim_cur && wanted.rlim_max == limit.rlim_max)
        return 0;
    if (setrlimit(RLIMIT_CPU, &wanted) != 0)
        return -errno;
    limit = wanted;
    return 0;
}

// Returns the size of the mapped memory in bytes.
static int mapped(uint64_t *bytes) {
    FILE *file = fopen("/proc/self/statm", "re");
    if (file == NULL)
        return errno;
    unsigned long pages;
    int found = fscanf(file, "%lu", &pages);
    fclose(file);
    *bytes = (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
    return found == 1 ? 0 : EIO;
}

static int enter_limits(const struct heliograph_sandbox_limits *limits) {
    uint64_t already;
    int error = mapped(&already);
    if (error == 0)
        error = limit(RLIMIT_CORE, 0);
    if (error == 0)
        error = limit(RLIMIT_FSIZE, 0);
    if (error == 0)
        error = limit(RLIMIT_NOFILE, limits->files);
    if (error == 0)
        error = limit(RLIMIT_AS, already + limits->memory);
    if (error == 0)
        error = -heliograph_sandbox_allow_processor(limits->processor);
    return error;
}

static int enter_landlock(void) {
    long abi = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (abi < 0)
        return errno;
    struct ruleset rules = {ALL_FILE_RIGHTS, 0};
    if (abi >= 2)
        rules.files |= RIGHT_REFER;
    if (abi >= 3)
        rules.files |= RIGHT_TRUNCATE;
    if (abi >= 4)
        rules.network = NET_RIGHTS;
    if (abi >= 5)
        rules.files |= RIGHT_IOCTL;
    size_t size = abi >= 4 ? sizeof rules : sizeof rules.files;
    long descriptor = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (descriptor < 0)
        return errno;
    int error = syscall(SYS_landlock_restrict_self, (int)descriptor, 0) == 0 ? 0 : errno;
    close((int)descriptor);
    return error;
}

// The calls needed for reading descriptors that were passed in, and those the C library and the Swift runtime need for
// memory, locks and an orderly exit.
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(pread64), SCMP_SYS(readv), SCMP_SYS(lseek), SCMP_SYS(close),
    SCMP_SYS(fstat), SCMP_SYS(recvmsg), SCMP_SYS(sendmsg), SCMP_SYS(poll), SCMP_SYS(ppoll),
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(futex),
    SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday),
    SCMP_SYS(clock_nanosleep), SCMP_SYS(nanosleep), SCMP_SYS(restart_syscall), SCMP_SYS(getrandom),
    SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(tgkill), SCMP_SYS(sched_yield),
    SCMP_SYS(sched_getaffinity), SCMP_SYS(getrusage), SCMP_SYS(exit), SCMP_SYS(exit_group),
};

// The calls that no reader ever makes: an attempt ends the process.
static const int deadly[] = {
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_writev), SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind), SCMP_SYS(listen), SCMP_SYS(kill),
    SCMP_SYS(mount), SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(bpf), SCMP_SYS(io_uring_setup),
    SCMP_SYS(perf_event_open), SCMP_SYS(userfaultfd), SCMP_SYS(keyctl), SCMP_SYS(init_module),
    SCMP_SYS(finit_module), SCMP_SYS(reboot),
};

// The flags with which pthread_create(3) calls clone(2).
#define THREAD                                                                                     \
    (CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SYSVSEM | CLONE_SIGHAND | CLONE_THREAD |            \
     CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID)

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

// Allows threads of this process if requested, but no other processes.
static int add_clone_rules(scmp_filter_ctx filter, int threads) {
    if (!threads) {
        int error = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 0);
        return error != 0 ? error
                          : seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone3), 0);
    }
    int error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                                 SCMP_A0(SCMP_CMP_EQ, THREAD));
    if (error == 0)
        error = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, SCMP_SYS(clone), 1,
                                 SCMP_A0(SCMP_CMP_NE, THREAD));
    // Its arguments are in memory, which a filter cannot read; without it glibc calls clone(2).
    return error != 0 ? error
                      : seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

static int add_rules(scmp_filter_ctx filter, int threads) {
    int error = add_clone_rules(filter, threads);
    for (size_t i = 0; i < COUNT(allowed) && error == 0; i++)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    for (size_t i = 0; i < COUNT(deadly) && error == 0; i++)
        error = seccomp_rule_add(filter, SCMP_ACT_KILL_PROCESS, deadly[i], 0);
    // Memory may be mapped, but not as executable.
    if (error == 0)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, 4, 0));
    if (error == 0)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                                 SCMP_A2(SCMP_CMP_MASKED_EQ, 4, 0));
    // prlimit64 only for the limit of processor time of this process.
    if (error == 0)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2,
                                 SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, RLIMIT_CPU));
    // Error messages of the runtime.
    if (error == 0)
        error = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1,
                                 SCMP_A0(SCMP_CMP_EQ, STDERR_FILENO));
    return error;
}

static int enter_seccomp(int threads) {
    // Every other call fails with EPERM: a library that merely queries something continues without it.
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL)
        return ENOMEM;
    int error = add_rules(filter, threads);
    if (error == 0)
        error = seccomp_load(filter);
    seccomp_release(filter);
    return -error;
}

int heliograph_sandbox_enter(int wanted, const struct heliograph_sandbox_limits *limits,
                             int errors[3]) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    int cannot_gain = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 ? 0 : errno;
    errors[0] = errors[1] = errors[2] = ECANCELED;
    if (wanted & HELIOGRAPH_SANDBOX_LIMITS)
        errors[0] = enter_limits(limits);
    if (wanted & HELIOGRAPH_SANDBOX_LANDLOCK)
        errors[1] = cannot_gain != 0 ? cannot_gain : enter_landlock();
    if (wanted & HELIOGRAPH_SANDBOX_SECCOMP)
        errors[2] = cannot_gain != 0 ? cannot_gain : enter_seccomp(limits->threads);
    int parts = 0;
    for (int i = 0; i < 3; i++)
        if (errors[i] == 0)
            parts |= 1 << i;
    return parts;
}
