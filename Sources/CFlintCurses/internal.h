// SPDX-License-Identifier: MIT

// What the parts of this target share and Swift does not see.

#ifndef CN_INTERNAL_H
#define CN_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

// Gives the terminal back at once; safe in a signal handler, does nothing without a guard.
void cn_guard_restore(void);

// Notes that the terminal is about to be drawn on, so that giving it back takes more than its modes.
void cn_guard_expose(void);

// Whether the private mode 25 alone hides and shows the cursor of the terminal that curses works on.
bool cn_has_cursor_mode(void);

// Has curses never send the sequence that gives the terminal's colors their first values, which it does each time it
// comes back. The user may have chosen others.
void cn_keep_palette(void);

// The bytes that, after those of curses, leave that terminal as it was: G1 is ASCII, the whole window scrolls, and a
// screen that stays visible has ended its last line. Returns their number.
size_t cn_end_sequence(char *bytes, size_t capacity);

#endif
