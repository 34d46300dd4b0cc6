#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stdint.h>

/// How many blocks of memory the calling thread has asked for since it began; 0 where that cannot be counted.
uint64_t allocations_of_thread(void);

/// The bytes of all blocks of the heap that are in use, with what the allocator adds to each.
uint64_t heap_bytes_in_use(void);

#endif
