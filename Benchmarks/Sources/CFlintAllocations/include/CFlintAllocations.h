// SPDX-License-Identifier: MIT

#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

/// How many blocks of memory the calling thread has asked for since it began; 0 where that cannot be counted.
uint64_t allocations_of_thread(void);

/// The bytes of all blocks of the heap that are in use, with what the allocator adds to each.
uint64_t heap_bytes_in_use(void);

/// Whether this program runs under Valgrind's tool Callgrind, which counts its instructions (x86-64 Linux only).
///
/// The environment variable `FLINT_CALLGRIND_OUTPUT` has the path that is passed to Callgrind as `--callgrind-out-file`.
bool counts_instructions(void);

void start_counting_instructions(void);

/// Returns the number of instructions of all threads since the start of the count; 0 where they are not counted.
uint64_t stop_counting_instructions(void);

/// Starts this program anew with the same addresses and hashes as in every other run, unless it has them already.
///
/// Types are hashed by their addresses, on which a few blocks of memory in ten thousand depend. Returns where the system
/// does not allow it, and under Valgrind.
///
/// - Parameter arguments: The arguments of the program, from its name on, with a null pointer after the last.
void restart_with_fixed_addresses(char *const *arguments);

#endif
