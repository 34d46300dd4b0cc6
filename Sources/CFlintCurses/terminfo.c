// SPDX-License-Identifier: MIT

// Questions to the terminal's description. They have a file of their own because its header makes macros of words as
// common as "columns" and "lines".
#ifndef FLINT_NO_CURSES

#include "CFlintCurses.h"

#include <curses.h>
#include <term.h>

#include <string.h>

// A string of the description, empty where it has none.
static const char *string(const char *name) {
    const char *value = tigetstr((char *)name);
    return value && value != (char *)-1 ? value : "";
}

// What programs may use beyond what curses does.
static uint32_t abilities(void) {
    uint32_t result = 0;
    if (*string("kmous") || *string("XM")) result |= CN_HAS_MOUSE;
    // Terminals that change to their alternate screen by a private mode are of xterm's kind: they know the private
    // modes that came later, or ignore them.
    if (*string("BE") || strstr(string("smcup"), "\033[?")) result |= CN_HAS_EXTENDED_MODES;
    return result;
}

// The bytes that undo what curses does to the terminal.
static size_t restore_sequence(char *bytes, size_t capacity) {
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmcup"};
    size_t used = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *p = string(names[i]);
        // Without an alternate screen to leave, the shell's prompt begins a line of its own.
        if (i == 3 && !*p) p = "\r\n";
        while (*p && used < capacity) {
            // $<5/> asks for a delay, which no terminal of today needs.
            const char *end = p[0] == '$' && p[1] == '<' ? strchr(p, '>') : NULL;
            if (end) p = end + 1;
            else bytes[used++] = *p++;
        }
    }
    return used;
}

int cn_probe(const char *term, int output, cn_description *description) {
    memset(description, 0, sizeof *description);
    int problem = 0;
    if (setupterm((char *)term, output, &problem) == ERR) return CN_UNKNOWN;
    int result = *string("cup") ? CN_USABLE : CN_NO_CURSOR;
    description->abilities = abilities();
    description->restore_length = restore_sequence(description->restore, sizeof description->restore);
    del_curterm(cur_term);
    return result;
}

#endif
