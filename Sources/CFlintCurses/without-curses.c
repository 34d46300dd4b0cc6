// SPDX-License-Identifier: MIT

// The functions for systems without curses. Functions with a screen are never called, because no screen can be opened.
#ifdef FLINT_NO_CURSES

#include <stdlib.h>

#include "CFlintCurses.h"

bool cn_use_locale(void) { return false; }

int cn_probe(const char *term, int output, cn_description *description) { return CN_NO_CURSES; }

cn_screen *cn_open(const char *term, int input, int output, bool color) { return NULL; }

void cn_close(cn_screen *screen) {}

int cn_rows(cn_screen *screen) { return 0; }

int cn_columns(cn_screen *screen) { return 0; }

int cn_colors(cn_screen *screen) { return 0; }

int cn_last_pair(cn_screen *screen) { return 0; }

bool cn_has_default_colors(cn_screen *screen) { return false; }

bool cn_define_pair(cn_screen *screen, int pair, int foreground, int background) { return false; }

bool cn_put(cn_screen *screen, int row, int column, const uint32_t *scalars, int count, int width,
            uint32_t attributes, int pair) {
    return false;
}

int cn_get(cn_screen *screen, int row, int column, uint32_t *scalars, int capacity, uint32_t *attributes,
           int *foreground, int *background) {
    return -1;
}

void cn_flush(cn_screen *screen, int row, int column, bool synchronized) {}

void cn_clear(cn_screen *screen) {}

void cn_redraw(cn_screen *screen) {}

bool cn_resize(cn_screen *screen, int rows, int columns) { return false; }

void cn_ring(cn_screen *screen) {}

void cn_pause(cn_screen *screen) {}

void cn_resume(cn_screen *screen) {}

bool cn_window_size(int fd, int *rows, int *columns) { return false; }

bool cn_write(int fd, const char *bytes, size_t count) { return false; }

uint64_t cn_file_size_limit(void) { return UINT64_MAX; }

bool cn_guard_save(int terminal, const char *restore, size_t count) { return false; }

void cn_guard_replace(const char *restore, size_t count) {}

void cn_guard_arm(void) {}

void cn_guard_disarm(void) {}

void cn_guard_tend(void) {}

int cn_signals_watch(void) { return -1; }

void cn_signals_attend(void) {}

void cn_signals_unwatch(void) {}

void cn_signals_stop(void) {}

void cn_signals_die(int signal) { exit(128 + signal); }

#endif
