// SPDX-License-Identifier: MIT

// A module needs a source. All functions are in the header, so that they become part of their callers.
#include "CFlintAtomics.h"

_Static_assert(sizeof(flint_atomic_word) == 8, "a word has no lock of its own");
