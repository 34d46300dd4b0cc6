// SPDX-License-Identifier: MIT

// Restores the terminal when the process ends abnormally. The code that runs in a signal handler calls only
// async-signal-safe functions and reads only data that was prepared earlier.
#ifndef FLINT_NO_CURSES

#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "CFlintCurses.h"
#include "internal.h"

enum { stack_size = 64 * 1024, collected_limit = 1 << 20, patience = 250 };

// The guard handles a crash first. An earlier handler runs afterward.
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};

// Other signals are handled only if they would end the process.
static const int endings[] = {
    SIGUSR1, SIGUSR2, SIGPIPE, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGIO,
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
#ifdef SIGEMT
    SIGEMT,
#endif
};

enum { crash_count = sizeof crashes / sizeof *crashes, ending_count = sizeof endings / sizeof *endings };

// The handled signals and their former dispositions.
static struct {
    int signal;
    struct sigaction former;
} taken[crash_count + ending_count + 64];
static int taken_count;

// Whether the terminal must be restored, whether a thread is restoring it, and whether the process is about to end.
enum { idle, armed, restoring, restored };
static atomic_int phase;
// Whether the terminal has received bytes with an effect that must be undone.
static atomic_bool exposed;

static int terminal = -1;
// A non-blocking descriptor of the terminal, or the descriptor above if none can be opened.
static int urgent = -1;
static struct termios modes;
// The bytes that restore the terminal. Two buffers alternate, so that a crash during a replacement finds the former
// bytes complete.
static struct {
    char bytes[512];
    size_t length;
} sequences[2];
static atomic_int current_sequence;

// The files that collect standard output and error, and their former descriptors (-1: not redirected).
static atomic_bool collecting;
static int collected = -1;
static int original[3] = {-1, -1, -1};

// The number of threads that are writing to the terminal, and whether this thread is one of them.
static atomic_int writers;
static _Thread_local bool is_writer;

// Writes until a crash is handled. From then on, the terminal belongs to the thread that restores it.
static bool write_unless_restored(int fd, const char *bytes, size_t count) {
    while (count > 0 && atomic_load(&phase) < restoring) {
        ssize_t written = write(fd, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            // Another process that shares the terminal made it non-blocking.
            struct pollfd room = {.fd = fd, .events = POLLOUT};
            if (poll(&room, 1, 1000) <= 0) return false;
        } else if (written == 0 || errno != EINTR) {
            return false;
        }
    }
    return count == 0;
}

bool cn_write(int fd, const char *bytes, size_t count) {
    atomic_fetch_add(&writers, 1);
    is_writer = true;
    bool complete = write_unless_restored(fd, bytes, count);
    is_writer = false;
    atomic_fetch_sub(&writers, 1);
    return complete;
}

// Waits briefly for the writes of other threads. They may never end, because the terminal's other end may not be read.
static void wait_for_writers(void) {
    int own = is_writer;
    for (int i = 0; i < patience / 10 && atomic_load(&writers) > own; i++) poll(NULL, 0, 10);
}

// Writes to the terminal until it accepts no bytes for a moment, because its other end may not be read.
static bool write_urgently(const char *bytes, size_t count) {
    // A blocking descriptor receives single bytes, which fit as soon as the system reports any room.
    size_t most = urgent == terminal ? 1 : count;
    for (int attempts = patience; count > 0 && attempts > 0;) {
        struct pollfd room = {.fd = urgent, .events = POLLOUT};
        if (poll(&room, 1, patience) <= 0) return false;
        ssize_t written = write(urgent, bytes, count < most ? count : most);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
            attempts = patience;
        } else if (written < 0 && (errno == EAGAIN || errno == EINTR)) {
            // Another thread is writing.
            poll(NULL, 0, 1);
            attempts--;
        } else {
            return false;
        }
    }
    return count == 0;
}

// MARK: Standard output and error

uint64_t cn_file_size_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return UINT64_MAX;
    return (uint64_t)limit.rlim_cur;
}

static int open_collection(void) {
#ifdef __linux__
    int fd = memfd_create("output", MFD_CLOEXEC);
#else
    char path[] = "/tmp/output.XXXXXX";
    int fd = mkstemp(path);
    if (fd >= 0) {
        unlink(path);
        fcntl(fd, F_SETFD, FD_CLOEXEC);
    }
#endif
    if (fd >= 0) fcntl(fd, F_SETFL, O_APPEND);
    return fd;
}

// Returns whether output to fd would be drawn over the screen.
static bool is_same_terminal(int fd) {
    struct stat a, b, own;
    if (!isatty(fd) || fstat(fd, &a) != 0 || fstat(terminal, &b) != 0) return false;
    return a.st_rdev == b.st_rdev || (stat("/dev/tty", &own) == 0 && a.st_rdev == own.st_rdev);
}

static void collect(void) {
    fflush(stdout);
    fflush(stderr);
    collected = open_collection();
    if (collected < 0) return;
    for (int fd = 1; fd <= 2; fd++) {
        if (!is_same_terminal(fd)) continue;
        original[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 3);
        if (original[fd] >= 0) dup2(collected, fd);
    }
    atomic_store(&collecting, true);
}

// Prints the collected output. In a hurry, it prints only as much as the terminal accepts without blocking.
static void release(bool hurries) {
    if (!atomic_exchange(&collecting, false)) return;
    int target = -1;
    for (int fd = 1; fd <= 2; fd++) {
        if (original[fd] < 0) continue;
        dup2(original[fd], fd);
        close(original[fd]);
        original[fd] = -1;
        target = fd;
    }
    char block[4096];
    lseek(collected, 0, SEEK_SET);
    for (ssize_t n; target >= 0 && (n = read(collected, block, sizeof block)) > 0;) {
        if (!(hurries ? write_urgently(block, (size_t)n) : cn_write(target, block, (size_t)n))) break;
    }
    close(collected);
    collected = -1;
}

// MARK: Restoring

void cn_guard_expose(void) { atomic_store(&exposed, true); }

void cn_guard_restore(void) {
    // Signals are blocked until the modes are restored. A background process may change the terminal's modes only if
    // it blocks SIGTTOU.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int expected = armed;
    if (atomic_compare_exchange_strong(&phase, &expected, restoring)) {
        wait_for_writers();
        int i = atomic_load(&current_sequence);
        if (atomic_load(&exposed)) write_urgently(sequences[i].bytes, sequences[i].length);
        tcsetattr(terminal, TCSANOW, &modes);
        release(true);
        atomic_store(&phase, restored);
    }
    // The process must not end while another thread restores the terminal.
    for (int i = 0; i < 200 && atomic_load(&phase) == restoring; i++) poll(NULL, 0, 10);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Returns whether a handled signal is raised again when its handler returns.
static bool repeats(int sig, int code) {
    if (code <= 0) return false;
#ifdef __aarch64__
    if (sig == SIGTRAP) return true;
#endif
    return sig == SIGSEGV || sig == SIGBUS || sig == SIGILL || sig == SIGFPE;
}

static void ended(int sig, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    cn_guard_restore();
    for (int i = 0; i < taken_count; i++) {
        if (taken[i].signal == sig) sigaction(sig, &taken[i].former, NULL);
    }
    errno = saved;
    // A fault is raised again on return, so the former handler sees the faulting instruction.
    if (!repeats(sig, info->si_code)) raise(sig);
}

// Handles a signal from now on.
static void take(int sig) {
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    action.sa_sigaction = ended;
    sigemptyset(&action.sa_mask);
    taken[taken_count].signal = sig;
    // The signal is counted first, because the handler must find the disposition to restore.
    sigaction(sig, NULL, &taken[taken_count++].former);
    sigaction(sig, &action, NULL);
}

// Handles a signal from now on if it would end the process.
static void take_ending(int sig) {
    struct sigaction present;
    if (sigaction(sig, NULL, &present) != 0) return;
    if (!(present.sa_flags & SA_SIGINFO) && present.sa_handler == SIG_DFL) take(sig);
}

// Restores the former dispositions, except for signals with a newer handler.
static void give_back_signals(void) {
    while (taken_count > 0) {
        int i = --taken_count;
        struct sigaction present;
        if (sigaction(taken[i].signal, NULL, &present) != 0) continue;
        bool ours = (present.sa_flags & SA_SIGINFO) && present.sa_sigaction == ended;
        if (ours) sigaction(taken[i].signal, &taken[i].former, NULL);
    }
}

// Opens the terminal of a descriptor again, so that writes do not block and other processes are not affected.
static int open_urgent(int fd) {
#ifdef __linux__
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
#else
    char path[256];
    if (ttyname_r(fd, path, sizeof path) != 0) return fd;
#endif
    int again = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return again >= 0 ? again : fd;
}

bool cn_guard_save(int fd, const char *restore, size_t count) {
    if (atomic_load(&phase) != idle || tcgetattr(fd, &modes) != 0) return false;
    terminal = fd;
    cn_guard_replace(restore, count);
    return true;
}

void cn_guard_replace(const char *restore, size_t count) {
    if (atomic_load(&phase) == restoring) return;
    int i = 1 - atomic_load(&current_sequence);
    if (count > sizeof sequences[i].bytes) count = sizeof sequences[i].bytes;
    memcpy(sequences[i].bytes, restore, count);
    sequences[i].length = count;
    atomic_store(&current_sequence, i);
}

void cn_guard_arm(void) {
    if (terminal < 0 || atomic_load(&phase) != idle) return;
    static bool registered;
    if (!registered) registered = atexit(cn_guard_restore) == 0;
    urgent = open_urgent(terminal);
    collect();
    atomic_store(&exposed, false);
    atomic_store(&phase, armed);
    for (int i = 0; i < crash_count; i++) take(crashes[i]);
    for (int i = 0; i < ending_count; i++) take_ending(endings[i]);
#ifdef SIGRTMIN
    for (int sig = SIGRTMIN; sig <= SIGRTMAX; sig++) take_ending(sig);
#endif
}

void cn_guard_disarm(void) {
    if (atomic_load(&phase) != armed) return;
    tcsetattr(terminal, TCSANOW, &modes);
    int expected = armed;
    if (!atomic_compare_exchange_strong(&phase, &expected, idle)) return;
    give_back_signals();
    fflush(stdout);
    fflush(stderr);
    release(false);
    if (urgent != terminal) close(urgent);
    urgent = terminal;
}

// MARK: Tending

static pthread_key_t stack_key;

static void free_stack(void *stack) {
    stack_t off = {.ss_flags = SS_DISABLE};
    sigaltstack(&off, NULL);
    munmap(stack, stack_size);
}

static void make_key(void) { pthread_key_create(&stack_key, free_stack); }

// An alternate stack belongs to one thread, and the thread of the main actor may change.
static void provide_stack(void) {
    static _Thread_local bool provided;
    if (provided) return;
    provided = true;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    stack_t present;
    if (sigaltstack(NULL, &present) != 0 || !(present.ss_flags & SS_DISABLE)) return;
    void *memory = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (memory == MAP_FAILED) return;
    stack_t stack = {.ss_sp = memory, .ss_size = stack_size};
    if (sigaltstack(&stack, NULL) == 0) pthread_setspecific(stack_key, memory);
    else munmap(memory, stack_size);
}

void cn_guard_tend(void) {
    provide_stack();
    struct stat status;
    if (collected < 0 || fstat(collected, &status) != 0 || status.st_size <= collected_limit) return;
    static const char note[] = "(earlier output was dropped)\n";
    if (ftruncate(collected, 0) == 0) cn_write(collected, note, sizeof note - 1);
}

#endif
