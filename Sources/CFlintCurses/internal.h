// SPDX-License-Identifier: MIT

// Declarations that the files of this target share and that are not visible to Swift.

#ifndef CN_INTERNAL_H
#define CN_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

// Restores the terminal immediately. Safe in a signal handler, and a no-op without a guard.
void cn_guard_restore(void);

// Records that the terminal is about to be drawn on, so that restoring it requires more than resetting its modes.
void cn_guard_expose(void);

// Returns whether private mode 25 alone hides and shows the cursor of the current terminal.
bool cn_has_cursor_mode(void);

// Prevents curses from resetting the terminal's colors at every resumption. The user may have chosen other colors.
void cn_keep_palette(void);

// Shortens the strings that change attributes. Otherwise, each of them would also select ASCII, although no other
// character set is ever selected.
void cn_shorten_attributes(void);

// Writes the bytes that must follow when curses has restored the current terminal, and returns their number. They reset
// G1 to ASCII and the scrolling region to the whole window, and end the last line of a screen that stays visible.
size_t cn_end_sequence(char *bytes, size_t capacity);

#endif
