// SPDX-License-Identifier: MIT

#include "CFlintAllocations.h"

#include <stddef.h>

#if defined(__linux__) && defined(__GLIBC__)
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/personality.h>
#include <unistd.h>

// The functions of the C library, which take part in the count because these take their place in the whole process.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Thread_local uint64_t count __attribute__((tls_model("initial-exec")));

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count++;
    *block = __libc_memalign(alignment, size);
    return *block ? 0 : ENOMEM;
}

uint64_t allocations_of_thread(void) { return count; }

uint64_t heap_bytes_in_use(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void restart_with_fixed_addresses(char *const *arguments) {
    if (counts_instructions()) return;
    int current = personality(0xffffffff);
    if (current == -1 || current & ADDR_NO_RANDOMIZE || personality(current | ADDR_NO_RANDOMIZE) == -1) return;
    setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1);
    execv("/proc/self/exe", arguments);
}

#elif defined(__APPLE__)
#include <malloc/malloc.h>

uint64_t allocations_of_thread(void) { return 0; }

uint64_t heap_bytes_in_use(void) {
    malloc_statistics_t statistics;
    malloc_zone_statistics(NULL, &statistics);
    return statistics.size_in_use;
}

void restart_with_fixed_addresses(char *const *arguments) {}

#else

uint64_t allocations_of_thread(void) { return 0; }

uint64_t heap_bytes_in_use(void) { return 0; }

void restart_with_fixed_addresses(char *const *arguments) {}

#endif
