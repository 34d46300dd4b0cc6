// SPDX-License-Identifier: MIT

#include <stdint.h>

// The shared values; null in a process that is not part of a soak.
extern _Atomic int64_t *soak_board;
