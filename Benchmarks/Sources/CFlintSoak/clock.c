// SPDX-License-Identifier: MIT

// Functions that replace the C library's in this program and its libraries, so that a soak can set the clock of its own
// processes without setting the machine's. Only processes that a soak starts are affected. Tests of a
// clock that jumps load them as a library.
//
// A process that sets a timer or a time limit by the shifted clock passes it to the kernel, whose clock is not shifted.
// A timer that was set before the clock was keeps its moment.
#define _GNU_SOURCE

#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)
#include "CFlintSoak.h"

#include <dlfcn.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

static bool is_shifted;
static int (*original_gettime)(clockid_t, struct timespec *);
static int (*original_timedwait)(sem_t *, const struct timespec *);

// The timers of the machine's clock, by descriptor.
enum { timer_limit = 1024 };
static bool is_wall_timer[timer_limit];

__attribute__((constructor)) static void begin(void) {
    original_gettime = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    original_timedwait = (int (*)(sem_t *, const struct timespec *))dlsym(RTLD_NEXT, "sem_timedwait");
    const char *path = getenv("FLINT_SOAK");
    is_shifted = path && soak_share(path);
}

static int64_t shift(void) { return is_shifted ? soak_get(soak_clock_shift) : 0; }

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result =
        original_gettime ? original_gettime(clock, time) : (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += shift();
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}

// Returns a moment of the shifted clock as a moment of the machine's, which is never 0: that would disarm a timer.
static struct timespec machine_time(struct timespec moment) {
    moment.tv_sec -= shift();
    if (moment.tv_sec < 0) moment = (struct timespec){0, 1};
    return moment;
}

int timerfd_create(int clock, int flags) {
    int timer = (int)syscall(SYS_timerfd_create, clock, flags);
    if (timer >= 0 && timer < timer_limit) is_wall_timer[timer] = clock == CLOCK_REALTIME;
    return timer;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *new, struct itimerspec *old) {
    struct itimerspec value = *new;
    bool is_armed = value.it_value.tv_sec != 0 || value.it_value.tv_nsec != 0;
    if (is_armed && flags & TFD_TIMER_ABSTIME && timer >= 0 && timer < timer_limit && is_wall_timer[timer]) {
        value.it_value = machine_time(value.it_value);
    }
    return (int)syscall(SYS_timerfd_settime, timer, flags, &value, old);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict limit) {
    struct timespec moment = machine_time(*limit);
    return original_timedwait(semaphore, &moment);
}
#endif
