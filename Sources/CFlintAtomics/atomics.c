// SPDX-License-Identifier: MIT

// A module needs a source file. All functions are in the header, so that they can be inlined.
#include "CFlintAtomics.h"

_Static_assert(sizeof(flint_atomic_word) == 8, "a word has no lock of its own");
