// SPDX-License-Identifier: MIT

#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

/// How many blocks of memory the calling thread has asked for since it began; 0 where that cannot be counted.
uint64_t allocations_of_thread(void);

/// The bytes of all blocks of the heap that are in use, with what the allocator adds to each.
uint64_t heap_bytes_in_use(void);

/// Starts this program anew with the same addresses and hashes as in every other run, unless it has them already.
///
/// Types are hashed by their addresses, on which a few blocks of memory in ten thousand depend. Returns where the system
/// does not allow it.
///
/// - Parameter arguments: The arguments of the program, from its name on, with a null pointer after the last.
void restart_with_fixed_addresses(char *const *arguments);

#endif
