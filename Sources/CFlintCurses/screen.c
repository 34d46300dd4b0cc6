// SPDX-License-Identifier: MIT

// The screen on top of curses. The wide-character functions must be requested before the first header.
#ifndef FLINT_NO_CURSES

#define _GNU_SOURCE 1
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <wchar.h>

#include "CFlintCurses.h"
#include "internal.h"

// ncurses 6.1 introduced color pairs beyond the range of a short.
#if NCURSES_VERSION_MAJOR > 6 || (NCURSES_VERSION_MAJOR == 6 && NCURSES_VERSION_MINOR >= 1)
#define CN_EXTENDED_PAIRS 1
#endif

struct cn_screen {
    SCREEN *screen;
    FILE *output, *input;
    // The descriptors of the memory that collects a frame and of the terminal that receives it, or -1.
    int frame, terminal;
    int colors, last_pair;
    bool has_default_colors;
    bool cursor_visible, has_cursor_mode;
    // The bytes to send after curses has released the terminal.
    char end[64];
    size_t end_length;
};

// The current screen of curses.
static cn_screen *current;

// Makes a screen the current screen of curses.
static void use(cn_screen *s) {
    if (current == s) return;
    current = s;
    set_term(s->screen);
}

// MARK: Opening and closing

static bool is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

static bool is_set(const char *value) { return value && *value; }

bool cn_use_locale(void) {
    bool installed = setlocale(LC_CTYPE, "") != NULL;
    if (installed && is_utf8()) return true;
    // A minimal system often has no locale, or names one that is not installed, although its terminal uses UTF-8.
    // Another character set is used only if it was chosen explicitly.
    const char *chosen = getenv("LC_ALL");
    if (!is_set(chosen)) chosen = getenv("LC_CTYPE");
    if (installed && is_set(chosen)) return false;
    const char *language = getenv("LANG");
    bool plain = !is_set(language) || !strcmp(language, "C") || !strcmp(language, "POSIX");
    if (installed && !is_set(chosen) && !plain) return false;
#ifdef __APPLE__
    const char *fallback = "UTF-8";
#else
    const char *fallback = "C.UTF-8";
#endif
    return setlocale(LC_CTYPE, fallback) != NULL && is_utf8();
}

// Starts colors and determines the supported ones.
static void start_colors(cn_screen *s) {
    if (!has_colors() || start_color() == ERR) return;
    s->has_default_colors = use_default_colors() == OK;
    s->colors = COLORS;
    s->last_pair = COLOR_PAIRS - 1;
#ifndef CN_EXTENDED_PAIRS
    if (s->last_pair > 32767) s->last_pair = 32767;
#endif
}

// Prepares the memory for frames.
static void open_frame(cn_screen *s, int output) {
    s->frame = s->terminal = -1;
#ifdef __linux__
    s->terminal = fcntl(output, F_DUPFD_CLOEXEC, 3);
    if (s->terminal >= 0) s->frame = memfd_create("frame", MFD_CLOEXEC);
#else
    (void)output;
#endif
}

cn_screen *cn_open(const char *term, int input, int output, bool color) {
    cn_screen *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    int in = dup(input), out = dup(output);
    s->input = in < 0 ? NULL : fdopen(in, "r");
    s->output = out < 0 ? NULL : fdopen(out, "w");
    if (!s->input && in >= 0) close(in);
    if (!s->output && out >= 0) close(out);
    if (s->input && s->output) {
        // Curses must know the window's size now, because it begins by setting the scrolling region. Outdated
        // environment variables and enormous windows must not determine the amount of memory.
        int rows, columns;
        bool enormous = cn_window_size(output, &rows, &columns) && (rows > CN_LARGEST || columns > CN_LARGEST);
        use_env(FALSE);
#if NCURSES_VERSION_PATCH >= 20120714
        use_tioctl(!enormous);
#endif
        // newterm installs signal handlers. The former handlers are restored, because the caller handles signals.
        static const int handled[] = {SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
        struct sigaction before[sizeof handled / sizeof *handled];
        for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) sigaction(handled[i], NULL, &before[i]);
        s->screen = newterm((char *)term, s->output, s->input);
        for (size_t i = 0; i < sizeof handled / sizeof *handled; i++) sigaction(handled[i], &before[i], NULL);
    }
    if (!s->screen) {
        if (s->input) fclose(s->input);
        if (s->output) fclose(s->output);
        free(s);
        return NULL;
    }
    use(s);
    open_frame(s, output);
    // In raw mode, ctrl-c, ctrl-z and ctrl-s arrive as keys. The caller reads the input, so keypad mode stays off, and
    // painting does not check for input.
    raw();
    noecho();
    nonl();
    typeahead(-1);
    scrollok(stdscr, FALSE);
    s->cursor_visible = true;
    s->has_cursor_mode = cn_has_cursor_mode();
    cn_keep_palette();
    cn_shorten_attributes();
    s->end_length = cn_end_sequence(s->end, sizeof s->end);
    if (color) start_colors(s);
    return s;
}

static void show_cursor(cn_screen *s, bool visible) {
    if (visible == s->cursor_visible) return;
    s->cursor_visible = visible;
    // cursor_normal often changes more than cursor_invisible did, such as whether the cursor blinks.
    if (s->has_cursor_mode) cn_write(fileno(s->output), visible ? "\033[?25h" : "\033[?25l", 6);
    else curs_set(visible);
}

// Releases the terminal.
static void leave(cn_screen *s) {
    show_cursor(s, true);
    endwin();
    cn_write(fileno(s->output), s->end, s->end_length);
}

void cn_close(cn_screen *s) {
    use(s);
    leave(s);
    set_term(NULL);
    current = NULL;
    delscreen(s->screen);
    fclose(s->output);
    fclose(s->input);
    if (s->frame >= 0) close(s->frame);
    if (s->terminal >= 0) close(s->terminal);
    free(s);
}

// MARK: Properties

int cn_rows(cn_screen *s) {
    use(s);
    return getmaxy(stdscr);
}

int cn_columns(cn_screen *s) {
    use(s);
    return getmaxx(stdscr);
}

int cn_colors(cn_screen *s) { return s->colors; }

int cn_last_pair(cn_screen *s) { return s->last_pair > 0 ? s->last_pair : 0; }

bool cn_has_default_colors(cn_screen *s) { return s->has_default_colors; }

bool cn_define_pair(cn_screen *s, int pair, int foreground, int background) {
    use(s);
#ifdef CN_EXTENDED_PAIRS
    return init_extended_pair(pair, foreground, background) == OK;
#else
    return init_pair((short)pair, (short)foreground, (short)background) == OK;
#endif
}

// MARK: Cells

static const struct {
    uint32_t bit;
    attr_t attribute;
} attribute_bits[] = {
    {1 << 0, A_BOLD},
    {1 << 1, A_DIM},
#ifdef A_ITALIC
    {1 << 2, A_ITALIC},
#endif
    {1 << 3, A_UNDERLINE},
    {1 << 4, A_REVERSE},
};

enum { attribute_count = sizeof attribute_bits / sizeof *attribute_bits };

// Writes one base character with its marks into a cell.
static void put_piece(int row, int column, const wchar_t *text, attr_t attributes, int pair) {
    cchar_t cell;
#ifdef CN_EXTENDED_PAIRS
    int result = setcchar(&cell, text, attributes, 0, &pair);
#else
    int result = setcchar(&cell, text, attributes, (short)pair, NULL);
#endif
    // The n form neither wraps nor scrolls, so that the last cell of the last row needs no special case.
    if (result == OK) mvwadd_wchnstr(stdscr, row, column, &cell, 1);
}

// Returns whether libc agrees on the width of the scalars, taken as base characters with marks.
static bool is_measured_alike(const uint32_t *scalars, int count, int width) {
    int total = 0, marks = 0;
    for (int i = 0; i < count; i++) {
        int w = wcwidth((wchar_t)scalars[i]);
        if (w < 0 || (i == 0 && w == 0)) return false;
        marks = w == 0 ? marks + 1 : 0;
        if (marks > CCHARW_MAX - 1) return false;
        total += w;
    }
    return total == width;
}

bool cn_put(cn_screen *s, int row, int column, const uint32_t *scalars, int count, int width, uint32_t bits,
            int pair) {
    use(s);
    if (row < 0 || column < 0 || count < 1 || width < 1) return false;
    if (row >= getmaxy(stdscr) || column + width > getmaxx(stdscr)) return false;
    attr_t attributes = 0;
    for (int i = 0; i < attribute_count; i++) {
        if (bits & attribute_bits[i].bit) attributes |= attribute_bits[i].attribute;
    }
    if (count == 1 && width == 1 && scalars[0] >= 0x20 && scalars[0] < 0x7F) {
        wchar_t text[2] = {(wchar_t)scalars[0], 0};
        put_piece(row, column, text, attributes, pair);
        return true;
    }
    if (!is_measured_alike(scalars, count, width)) {
        wchar_t sign[2] = {wcwidth(0xFFFD) == 1 ? 0xFFFD : L'?', 0};
        for (int i = 0; i < width; i++) {
            put_piece(row, column + i, sign, attributes, pair);
            sign[0] = L' ';
        }
        return true;
    }
    for (int i = 0; i < count;) {
        wchar_t text[CCHARW_MAX + 1] = {(wchar_t)scalars[i]};
        int at = column, length = 1;
        column += wcwidth((wchar_t)scalars[i++]);
        while (i < count && wcwidth((wchar_t)scalars[i]) == 0) text[length++] = (wchar_t)scalars[i++];
        put_piece(row, at, text, attributes, pair);
    }
    return true;
}

int cn_get(cn_screen *s, int row, int column, uint32_t *scalars, int capacity, uint32_t *bits, int *foreground,
           int *background) {
    use(s);
    cchar_t cell;
    wchar_t text[CCHARW_MAX + 1] = {0};
    attr_t attributes = 0;
    short pair = 0;
    if (mvwin_wch(stdscr, row, column, &cell) == ERR) return -1;
    *foreground = *background = -1;
#ifdef CN_EXTENDED_PAIRS
    int wide_pair = 0;
    if (getcchar(&cell, text, &attributes, &pair, &wide_pair) == ERR) return -1;
    if (wide_pair) extended_pair_content(wide_pair, foreground, background);
#else
    if (getcchar(&cell, text, &attributes, &pair, NULL) == ERR) return -1;
    short f = -1, b = -1;
    if (pair) pair_content(pair, &f, &b);
    *foreground = f;
    *background = b;
#endif
    *bits = 0;
    for (int i = 0; i < attribute_count; i++) {
        if (attributes & attribute_bits[i].attribute) *bits |= attribute_bits[i].bit;
    }
    int count = 0;
    while (count < capacity && text[count]) {
        scalars[count] = (uint32_t)text[count];
        count++;
    }
    return count;
}

// MARK: Output

// Lets curses write the changes.
static void update(cn_screen *s, int row, int column) {
    bool visible = row >= 0 && column >= 0 && row < getmaxy(stdscr) && column < getmaxx(stdscr);
    if (!visible) show_cursor(s, false);
    // A hidden cursor does not need to move.
    leaveok(stdscr, !visible);
    if (visible) wmove(stdscr, row, column);
    wnoutrefresh(stdscr);
    doupdate();
    if (visible) show_cursor(s, true);
}

// Sends the collected frame to the terminal.
static void send_frame(cn_screen *s) {
    off_t end = lseek(s->frame, 0, SEEK_CUR);
    lseek(s->frame, 0, SEEK_SET);
    char block[32 * 1024];
    for (off_t at = 0; at < end;) {
        size_t wanted = end - at < (off_t)sizeof block ? (size_t)(end - at) : sizeof block;
        ssize_t count = pread(s->frame, block, wanted, at);
        if (count <= 0 || !cn_write(s->terminal, block, (size_t)count)) return;
        at += count;
    }
}

void cn_flush(cn_screen *s, int row, int column, bool synchronized) {
    use(s);
    cn_guard_expose();
    static const char begin[] = "\033[?2026h", end[] = "\033[?2026l";
    // Curses writes at every movement of the cursor. Many small writes are expensive and let the terminal show half a
    // frame, so the descriptor of curses is redirected into memory while curses paints.
    int output = fileno(s->output);
    bool collects = s->frame >= 0 && dup2(s->frame, output) >= 0;
    if (synchronized) cn_write(output, begin, sizeof begin - 1);
    update(s, row, column);
    if (synchronized) cn_write(output, end, sizeof end - 1);
    if (!collects) return;
    dup2(s->terminal, output);
    send_frame(s);
}

void cn_clear(cn_screen *s) {
    use(s);
    werase(stdscr);
    clearok(curscr, TRUE);
}

void cn_redraw(cn_screen *s) {
    use(s);
    clearok(curscr, TRUE);
}

bool cn_resize(cn_screen *s, int rows, int columns) {
    use(s);
    // resizeterm would also queue a KEY_RESIZE for wgetch, which is never called.
    if (resize_term(rows, columns) == ERR) return false;
    clearok(curscr, TRUE);
    return true;
}

void cn_ring(cn_screen *s) {
    use(s);
    beep();
}

void cn_pause(cn_screen *s) {
    use(s);
    def_prog_mode();
    leave(s);
}

void cn_resume(cn_screen *s) {
    use(s);
    reset_prog_mode();
    clearok(curscr, TRUE);
}

bool cn_window_size(int fd, int *rows, int *columns) {
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return false;
    *rows = size.ws_row;
    *columns = size.ws_col;
    return true;
}

#endif
