// SPDX-License-Identifier: MIT

#define _GNU_SOURCE
#include "CFlintPortal.h"

#ifdef FLINT_DESKTOP_PORTAL

#include "bus.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

int flint_pipe(int *ends) {
    return pipe2(ends, O_CLOEXEC);
}

int flint_bus_connect(const char *address, sd_bus **bus) {
    if (!address) return sd_bus_open_user(bus);
    int result = sd_bus_new(bus);
    if (result >= 0) result = sd_bus_set_address(*bus, address);
    if (result >= 0) result = sd_bus_set_bus_client(*bus, true);
    return result < 0 ? result : sd_bus_start(*bus);
}

// The time to wait for the bus in milliseconds, or -1 to wait forever.
static int remaining(sd_bus *bus) {
    uint64_t until = 0;
    if (sd_bus_get_timeout(bus, &until) < 0 || until == UINT64_MAX) return -1;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t elapsed = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
    if (until <= elapsed) return 0;
    uint64_t milliseconds = (until - elapsed) / 1000 + 1;
    return milliseconds > INT_MAX ? INT_MAX : (int)milliseconds;
}

int flint_bus_sleep(sd_bus *bus, int descriptor) {
    int events = sd_bus_get_events(bus);
    if (events < 0) return -1;
    struct pollfd watched[] = {
        {.fd = sd_bus_get_fd(bus), .events = (short)events},
        {.fd = descriptor, .events = POLLIN},
    };
    if (poll(watched, 2, remaining(bus)) < 0 && errno != EINTR) return -1;
    return watched[1].revents ? 0 : 1;
}

#endif
