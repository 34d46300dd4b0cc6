// SPDX-License-Identifier: MIT

// What the parts of this target share and Swift does not see.

#ifndef CN_INTERNAL_H
#define CN_INTERNAL_H

// Gives the terminal back at once; safe in a signal handler, does nothing without a guard.
void cn_guard_restore(void);

// Notes that the terminal is about to be drawn on, so that giving it back takes more than its modes.
void cn_guard_expose(void);

#endif
