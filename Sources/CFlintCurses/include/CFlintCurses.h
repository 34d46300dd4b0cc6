// SPDX-License-Identifier: MIT

// A narrow view of ncurses for Swift: no curses header, macro or global is visible through it.
//
// Three parts: the screen (everything that touches curses, on the main actor only, because curses is not
// thread-safe), the guard (gives the terminal back if the process crashes) and the signals (turns them into bytes
// of a pipe).
//
// Where FLINT_NO_CURSES is defined, nothing of this uses curses or the system: no terminal can be opened, and everything
// else does nothing. The manifest defines it for systems without curses.

#ifndef CFLINT_CURSES_H
#define CFLINT_CURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CN_FN __attribute__((swift_attr("@MainActor")))

#pragma clang assume_nonnull begin

// MARK: Screen

typedef struct cn_screen cn_screen;

// Attribute bits of cn_put and cn_get.
static const uint32_t CN_BOLD = 1 << 0;
static const uint32_t CN_DIM = 1 << 1;
static const uint32_t CN_ITALIC = 1 << 2;
static const uint32_t CN_UNDERLINE = 1 << 3;
static const uint32_t CN_REVERSE = 1 << 4;

// What cn_probe found.
static const int CN_USABLE = 0;
static const int CN_UNKNOWN = 1;
static const int CN_NO_CURSOR = 2;
static const int CN_NO_CURSES = 3;

// Chooses the character set curses measures and writes text in; true if it is UTF-8. To be called before cn_open.
CN_FN bool cn_use_locale(void);

// Bits of cn_description: mouse reports, and the private modes of xterm's kind.
static const uint32_t CN_HAS_MOUSE = 1 << 0;
static const uint32_t CN_HAS_EXTENDED_MODES = 1 << 1;

// What is known of terminals of one name.
typedef struct {
    uint32_t abilities;
    // The bytes that undo what curses does to such a terminal, for a moment in which curses cannot be asked.
    size_t restore_length;
    char restore[256];
} cn_description;

// Whether terminals of this name can be used, and what is known of them, found out without sending a byte.
CN_FN int cn_probe(const char *term, int output, cn_description *description);

// The most rows and the most columns of a screen.
static const int CN_LARGEST = 1000;

// Takes the terminal over: raw input, no echo, the alternate screen at the first flush. NULL if curses refuses.
// Both descriptors stay the caller's. The dispositions of signals are left as they were. The size is the window's. Until
// cn_resize, it is that of the terminal's description where the window states none or is larger than CN_LARGEST.
CN_FN cn_screen *_Nullable cn_open(const char *term, int input, int output, bool color);

// Gives the terminal back and frees the screen.
CN_FN void cn_close(cn_screen *screen);

CN_FN int cn_rows(cn_screen *screen);
CN_FN int cn_columns(cn_screen *screen);

// Colors beside the terminal's own; 0 without colors.
CN_FN int cn_colors(cn_screen *screen);

// The highest color pair that can be defined; 0 without colors.
CN_FN int cn_last_pair(cn_screen *screen);

// Whether -1 in cn_define_pair means the terminal's own color; if not, pairs need two real colors.
CN_FN bool cn_has_default_colors(cn_screen *screen);

// Defines pair (1...cn_last_pair) as two colors.
CN_FN bool cn_define_pair(cn_screen *screen, int pair, int foreground, int background);

// Puts one cluster of scalars into the cells from (row, column) on, exactly `width` of them. Where libc measures the
// cluster differently, a replacement sign takes the same cells: curses places by libc's measure, and the row must not
// shift. False if the place is outside.
CN_FN bool cn_put(cn_screen *screen, int row, int column, const uint32_t *scalars, int count, int width,
                  uint32_t attributes, int pair);

// Reads a cell back: its scalars (the number is returned, -1 outside), attributes and colors.
CN_FN int cn_get(cn_screen *screen, int row, int column, uint32_t *scalars, int capacity, uint32_t *attributes,
                 int *foreground, int *background);

// Sends what changed since the last flush, where the system allows it in one piece, and leaves the cursor at
// (row, column), or hidden if row is negative. A synchronized frame is sent between the marks that have a terminal show
// everything between them at once.
CN_FN void cn_flush(cn_screen *screen, int row, int column, bool synchronized);

// Makes every cell blank, and the next flush repaint everything.
CN_FN void cn_clear(cn_screen *screen);

// Makes the next flush repaint everything.
CN_FN void cn_redraw(cn_screen *screen);

// Adapts to a new window size; the next flush repaints everything.
CN_FN bool cn_resize(cn_screen *screen, int rows, int columns);

// Rings the bell, or flashes where there is none.
CN_FN void cn_ring(cn_screen *screen);

// Gives the terminal up for a while, and takes it over again; the next flush then repaints everything.
CN_FN void cn_pause(cn_screen *screen);
CN_FN void cn_resume(cn_screen *screen);

// The window's size as the system knows it; false if it does not.
bool cn_window_size(int fd, int *rows, int *columns);

// Writes all bytes, whatever interrupts it; false if the descriptor does not take them.
bool cn_write(int fd, const char *bytes, size_t count);

// MARK: Guard

// The most bytes a file of this process may have; frames and stray output are collected in files without a name.
uint64_t cn_file_size_limit(void);

// Notes the modes a terminal has before any are changed, and the bytes that give it back. False if it has no modes.
// The descriptor must be neither standard output nor standard error, which are redirected, and stay open until
// cn_guard_disarm.
bool cn_guard_save(int terminal, const char *restore, size_t count);

// Replaces the bytes that give the terminal back. To be called before a further mode of the terminal is turned on.
void cn_guard_replace(const char *restore, size_t count);

// From now until cn_guard_disarm, a crash, an exit or a signal that ends the process puts the terminal's modes back to
// those noted and, once it was drawn on, writes it the bytes noted. A terminal that takes no bytes delays this by a
// moment only. Standard output and error are collected where they would be drawn over the screen, and come out once
// the terminal is given back. To be called before the modes are changed.
void cn_guard_arm(void);

// Ends the guard, puts the terminal's modes back and lets out what was collected. Without a guard it does nothing.
void cn_guard_disarm(void);

// Gives the calling thread a stack for crash handlers, so that even a stack overflow is handled, and keeps the
// collected output small. Cheap enough for every frame.
void cn_guard_tend(void);

// MARK: Signals

// Turns window changes, stops, continuations and requests to end into bytes, each the number of a signal, of the
// returned descriptor (not blocking, the caller's to close, -1 on failure). Requests to end that the process was told
// to ignore stay ignored. Until cn_signals_attend they end the process at once, and afterwards if nothing has come of
// the first one two seconds later.
int cn_signals_watch(void);

// Notes that an event loop now reads the descriptor.
void cn_signals_attend(void);

// Restores the former handlers; the descriptor gives nothing more.
void cn_signals_unwatch(void);

// Stops the whole process group as the terminal's suspend key does; returns when it is continued, or at once where no
// process could continue it.
void cn_signals_stop(void);

// Dies of a signal as if it had never been caught.
_Noreturn void cn_signals_die(int signal);

#pragma clang assume_nonnull end

#endif
