// SPDX-License-Identifier: MIT

// Atomic operations on a word, for Apple's systems.
//
// Each parameter `order` is a memory_order of C. A constant argument becomes part of the instruction.

#ifndef C_FLINT_ATOMICS_H
#define C_FLINT_ATOMICS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// A word of memory that only the functions below access.
typedef struct flint_atomic_word {
    _Atomic(uint64_t) value;
} flint_atomic_word;

/// Sets the initial value, before any other thread can access the word.
static inline void flint_atomic_init(flint_atomic_word *_Nonnull word, uint64_t value) {
    atomic_init(&word->value, value);
}

static inline uint64_t flint_atomic_load(flint_atomic_word *_Nonnull word, int32_t order) {
    return atomic_load_explicit(&word->value, (memory_order)order);
}

static inline void flint_atomic_store(flint_atomic_word *_Nonnull word, uint64_t value, int32_t order) {
    atomic_store_explicit(&word->value, value, (memory_order)order);
}

/// Replaces the value and returns the previous one.
static inline uint64_t flint_atomic_exchange(flint_atomic_word *_Nonnull word, uint64_t value, int32_t order) {
    return atomic_exchange_explicit(&word->value, value, (memory_order)order);
}

/// Replaces the value if it equals the expected one, and otherwise writes the value to `expected`.
static inline bool flint_atomic_compare_exchange(
    flint_atomic_word *_Nonnull word, uint64_t *_Nonnull expected, uint64_t desired, int32_t order,
    int32_t failure_order) {
    return atomic_compare_exchange_strong_explicit(
        &word->value, expected, desired, (memory_order)order, (memory_order)failure_order);
}

/// Adds to the value and returns the previous one.
static inline uint64_t flint_atomic_add(flint_atomic_word *_Nonnull word, uint64_t operand, int32_t order) {
    return atomic_fetch_add_explicit(&word->value, operand, (memory_order)order);
}

#endif
