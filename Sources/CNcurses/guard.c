// Gives the terminal back when the process ends in a way that runs no code of its own. What runs in a signal handler
// here calls async-signal-safe functions only and reads nothing but what was prepared beforehand.
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
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "CNcurses.h"
#include "internal.h"

enum { crash_count = 7, stack_size = 64 * 1024, collected_limit = 1 << 20 };
static const int crashes[crash_count] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
static struct sigaction former[crash_count];

static atomic_bool armed;
static int terminal = -1;
static struct termios modes;
static char sequence[512];
static size_t sequence_length;

// Where standard output and error are collected, and where they went before (-1: not redirected).
static int collected = -1;
static int original[3] = {-1, -1, -1};

bool cn_write(int fd, const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t written = write(fd, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            // Somebody who shares the terminal made it non-blocking.
            struct pollfd room = {.fd = fd, .events = POLLOUT};
            if (poll(&room, 1, 1000) <= 0) return false;
        } else if (written == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

// MARK: Standard output and error

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

// Whether what is written to fd would be drawn over the screen.
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
}

static void release(void) {
    int target = -1;
    for (int fd = 1; fd <= 2; fd++) {
        if (original[fd] < 0) continue;
        dup2(original[fd], fd);
        close(original[fd]);
        original[fd] = -1;
        target = fd;
    }
    char block[4096];
    off_t at = 0;
    for (ssize_t n; target >= 0 && (n = pread(collected, block, sizeof block, at)) > 0; at += n) {
        if (!cn_write(target, block, (size_t)n)) break;
    }
    if (collected >= 0) close(collected);
    collected = -1;
}

// MARK: Restoring

void cn_guard_restore(void) {
    if (!atomic_exchange(&armed, false)) return;
    // A process in the background may not change the terminal's modes unless it ignores being told so.
    sigset_t block, before;
    sigemptyset(&block);
    sigaddset(&block, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &block, &before);
    cn_write(terminal, sequence, sequence_length);
    tcsetattr(terminal, TCSANOW, &modes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    release();
}

static void crashed(int sig, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    cn_guard_restore();
    for (int i = 0; i < crash_count; i++) {
        if (crashes[i] == sig) sigaction(sig, &former[i], NULL);
    }
    errno = saved;
    // A fault happens again on return and then reaches the former handler; a signal that was sent has to be sent anew.
    if (info->si_code <= 0) raise(sig);
}

bool cn_guard_save(int fd) {
    if (atomic_load(&armed) || tcgetattr(fd, &modes) != 0) return false;
    terminal = fd;
    return true;
}

void cn_guard_arm(const char *restore, size_t count) {
    if (terminal < 0 || atomic_load(&armed)) return;
    if (count > sizeof sequence) count = sizeof sequence;
    memcpy(sequence, restore, count);
    sequence_length = count;
    static bool registered;
    if (!registered) registered = atexit(cn_guard_restore) == 0;
    collect();
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    action.sa_sigaction = crashed;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &action, &former[i]);
    atomic_store(&armed, true);
}

void cn_guard_disarm(void) {
    if (!atomic_exchange(&armed, false)) return;
    for (int i = 0; i < crash_count; i++) sigaction(crashes[i], &former[i], NULL);
    tcsetattr(terminal, TCSANOW, &modes);
    fflush(stdout);
    fflush(stderr);
    release();
}

// MARK: Tending

static pthread_key_t stack_key;

static void free_stack(void *stack) {
    stack_t off = {.ss_flags = SS_DISABLE};
    sigaltstack(&off, NULL);
    munmap(stack, stack_size);
}

static void make_key(void) { pthread_key_create(&stack_key, free_stack); }

// An alternate stack belongs to one thread, and which thread runs the main actor may change.
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
