// SPDX-License-Identifier: MIT

#include "CFlintAllocations.h"

// The limits are for this processor's instructions.
#if defined(__linux__) && defined(__x86_64__) && __has_include(<valgrind/callgrind.h>)
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

// Callgrind appends a dot and a number to this path for each file that it writes on request.
static const char *output(void) { return RUNNING_ON_VALGRIND ? getenv("FLINT_CALLGRIND_OUTPUT") : NULL; }

bool counts_instructions(void) { return output() != NULL; }

void start_counting_instructions(void) { CALLGRIND_START_INSTRUMENTATION; }

uint64_t stop_counting_instructions(void) {
    static unsigned files;
    unsigned long long total = 0;
    char path[4096], line[4096];
    if (!counts_instructions()) return 0;
    // Callgrind reports the count only in a file, and forgets it when it stops.
    CALLGRIND_DUMP_STATS;
    CALLGRIND_STOP_INSTRUMENTATION;
    snprintf(path, sizeof path, "%s.%u", output(), ++files);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    while (fgets(line, sizeof line, file) && sscanf(line, "totals: %llu", &total) != 1) {}
    fclose(file);
    unlink(path);
    return total;
}

#else

bool counts_instructions(void) { return false; }

void start_counting_instructions(void) {}

uint64_t stop_counting_instructions(void) { return 0; }

#endif
