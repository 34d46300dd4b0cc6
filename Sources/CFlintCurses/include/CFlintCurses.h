// SPDX-License-Identifier: MIT

// A minimal interface to ncurses for Swift. It exposes no header, macro or global of curses.
//
// It has three parts: the screen (all uses of curses, only on the main actor, because curses is not thread-safe), the
// guard (restores the terminal if the process crashes) and the signals (turns them into bytes of a pipe).
//
// With FLINT_NO_CURSES, no function uses curses or the system: no terminal can be opened, and the other functions are
// no-ops. The manifest defines it for systems without curses.

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

// The result of cn_probe.
static const int CN_USABLE = 0;
static const int CN_UNKNOWN = 1;
static const int CN_NO_CURSOR = 2;
static const int CN_NO_CURSES = 3;

// Chooses the character set in which curses measures and writes text, and returns whether it is UTF-8. Must be called
// before cn_open.
CN_FN bool cn_use_locale(void);

// Bits of cn_description: mouse reports and xterm's private modes.
static const uint32_t CN_HAS_MOUSE = 1 << 0;
static const uint32_t CN_HAS_EXTENDED_MODES = 1 << 1;

// The description of terminals with one name.
typedef struct {
    uint32_t abilities;
    // The bytes that undo the changes of curses when curses cannot be called.
    size_t restore_length;
    char restore[256];
} cn_description;

// Returns whether terminals with this name can be used, as one of the results above, and stores their description.
// Sends no bytes.
CN_FN int cn_probe(const char *term, int output, cn_description *description);

// The maximum number of rows and of columns of a screen.
static const int CN_LARGEST = 1000;

// Takes over the terminal: raw input, no echo, and the alternate screen at the first flush. NULL if curses fails. The
// caller keeps both descriptors, and signal dispositions are unchanged. The size is the window's size. If the window
// has no size or is larger than CN_LARGEST, the terminal's description determines the size until cn_resize.
CN_FN cn_screen *_Nullable cn_open(const char *term, int input, int output, bool color);

// Restores the terminal and frees the screen.
CN_FN void cn_close(cn_screen *screen);

CN_FN int cn_rows(cn_screen *screen);
CN_FN int cn_columns(cn_screen *screen);

// Returns the number of colors in addition to the terminal's default, or 0 without colors.
CN_FN int cn_colors(cn_screen *screen);

// Returns the highest color pair that can be defined, or 0 without colors.
CN_FN int cn_last_pair(cn_screen *screen);

// Returns whether -1 in cn_define_pair is the terminal's default color. If not, pairs need two actual colors.
CN_FN bool cn_has_default_colors(cn_screen *screen);

// Defines pair (1...cn_last_pair) as two colors.
CN_FN bool cn_define_pair(cn_screen *screen, int pair, int foreground, int background);

// Writes one cluster of scalars into exactly `width` cells, beginning at (row, column). If libc measures the cluster
// differently, a replacement character fills the same cells, because curses positions by libc's width and the row must
// not shift. False if the position is outside.
CN_FN bool cn_put(cn_screen *screen, int row, int column, const uint32_t *scalars, int count, int width,
                  uint32_t attributes, int pair);

// Reads a cell's scalars, attributes and colors. Returns the number of scalars, or -1 outside.
CN_FN int cn_get(cn_screen *screen, int row, int column, uint32_t *scalars, int capacity, uint32_t *attributes,
                 int *foreground, int *background);

// Sends the changes since the last flush, in one write if the system allows it, and leaves the cursor at (row, column),
// or hidden if row is negative. A synchronized frame is sent between markers, so that the terminal shows it as a whole.
CN_FN void cn_flush(cn_screen *screen, int row, int column, bool synchronized);

// Clears every cell, and makes the next flush repaint the screen.
CN_FN void cn_clear(cn_screen *screen);

// Makes the next flush repaint the screen.
CN_FN void cn_redraw(cn_screen *screen);

// Adapts to a new window size. The next flush repaints the screen.
CN_FN bool cn_resize(cn_screen *screen, int rows, int columns);

// Rings the bell, or flashes if the terminal has no bell.
CN_FN void cn_ring(cn_screen *screen);

// Releases the terminal temporarily and takes it over again. The next flush then repaints the screen.
CN_FN void cn_pause(cn_screen *screen);
CN_FN void cn_resume(cn_screen *screen);

// Stores the window's size according to the system. Returns false if the system does not know it.
bool cn_window_size(int fd, int *rows, int *columns);

// Writes all bytes despite interruptions. Returns false if the descriptor does not accept them.
bool cn_write(int fd, const char *bytes, size_t count);

// MARK: Guard

// Returns the maximum size of this process's files. Frames and stray output are collected in unnamed files.
uint64_t cn_file_size_limit(void);

// Records a terminal's modes before any change, and the bytes that restore it. Returns false if the terminal has no
// modes. The descriptor must stay open until cn_guard_disarm, and must not be standard output or standard error, which
// are redirected.
bool cn_guard_save(int terminal, const char *restore, size_t count);

// Replaces the bytes that restore the terminal. Must be called before another mode of the terminal is turned on.
void cn_guard_replace(const char *restore, size_t count);

// Until cn_guard_disarm, a crash, an exit or a signal that ends the process restores the recorded modes and, if the
// terminal was drawn on, sends it the recorded bytes. A terminal that accepts no bytes delays this only briefly.
// Standard output and error are collected if they would be drawn over the screen, and are printed after the terminal is
// restored. Must be called before the modes are changed.
void cn_guard_arm(void);

// Ends the guard, restores the terminal's modes and prints the collected output. A no-op without a guard.
void cn_guard_disarm(void);

// Gives the calling thread a stack for crash handlers, so that even a stack overflow is handled, and limits the
// collected output. It is fast enough to be called for every frame.
void cn_guard_tend(void);

// MARK: Signals

// Turns window changes, stops, continuations and requests to end into bytes of the returned descriptor. Each byte is
// the number of a signal. The descriptor is non-blocking, is closed by the caller, and is -1 on failure. Ignored
// requests to end stay ignored. Before cn_signals_attend, a request to end ends the process immediately. Afterward, the
// process ends immediately at a second request, or if the first one has had no effect after two seconds.
int cn_signals_watch(void);

// Records that an event loop now reads the descriptor.
void cn_signals_attend(void);

// Restores the former handlers. The descriptor then provides no more bytes.
void cn_signals_unwatch(void);

// Stops the whole process group like the terminal's suspend key. Returns when the group is continued, or immediately if
// no process could continue it.
void cn_signals_stop(void);

// Ends the process by a signal, as if the signal had never been handled.
_Noreturn void cn_signals_die(int signal);

#pragma clang assume_nonnull end

#endif
